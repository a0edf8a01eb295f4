//! The words that mean something by themselves.

/// The sections, in order.
pub(super) const SECTIONS: [&str; 7] = [
    "objects",
    "legend",
    "sounds",
    "collisionlayers",
    "rules",
    "winconditions",
    "levels",
];

/// Words that a rule may order.
pub(super) const COMMANDS: [&str; 17] = [
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
    "cancel",
    "checkpoint",
    "restart",
    "win",
    "message",
    "again",
];

/// When a sound is played, apart from objects.
pub(super) const SOUND_EVENTS: [&str; 21] = [
    "undo",
    "restart",
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
];

/// What an object does when it is heard.
pub(super) const SOUND_VERBS: [&str; 5] = ["move", "action", "create", "destroy", "cantmove"];

/// Where an object that is heard moves.
pub(super) const SOUND_DIRECTIONS: [&str; 7] = [
    "up",
    "down",
    "left",
    "right",
    "horizontal",
    "vertical",
    "orthogonal",
];

/// What may stand before a rule's first bracket.
pub(super) const RULE_PREFIXES: [&str; 9] = [
    "up",
    "down",
    "left",
    "right",
    "horizontal",
    "vertical",
    "orthogonal",
    "late",
    "rigid",
];

/// Settings with a value.
pub(super) const SETTINGS: [&str; 12] = [
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// Settings without one.
pub(super) const SWITCHES: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

/// Whether a name means something by itself, so that an object should not have it.
pub(super) fn is_keyword(name: &str) -> bool {
    let others = [
        "checkpoint",
        "...",
        "|",
        "[",
        "]",
        "late",
        "rigid",
        "^",
        "v",
        ">",
        "<",
        "no",
        "randomdir",
        "random",
        "up",
        "down",
        "left",
        "right",
        "horizontal",
        "vertical",
        "any",
        "all",
        "some",
        "moving",
        "stationary",
        "parallel",
        "perpendicular",
    ];
    others.contains(&name)
        || SECTIONS.contains(&name)
        || SOUND_VERBS.contains(&name)
        || SOUND_EVENTS.contains(&name)
        || COMMANDS.contains(&name)
}

/// Ends a message with the name that was perhaps meant.
pub(super) fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let close = |candidate: &&str| {
        let distance = strsim::damerau_levenshtein(name, candidate);
        distance > 0 && 3 * distance <= name.chars().count()
    };
    // Names longer than this are not misspelt words.
    if name.chars().count() > 40 {
        return String::new();
    }
    let best = known
        .filter(|candidate| candidate.len() <= 160)
        .filter(close)
        .min_by_key(|candidate| strsim::damerau_levenshtein(name, candidate));
    best.map_or(String::new(), |best| {
        format!(" Did you mean \"{}\"?", best.to_uppercase())
    })
}
