//! The way from a text to a game.

use std::collections::{BTreeMap, BTreeSet};

use crate::compiled::{Filter, Game, Mask, Object, Replacement, RuleBook, Slot, movement_words};
use crate::source::colors::Palette;
use crate::source::draft::{Draft, DraftObject};
use crate::source::expand::expand;
use crate::source::finish::{check_layers, check_sounds, conditions, prelude, set_colors};
use crate::source::groups::{arrange, set_loops};
use crate::source::kind::NoticeKind;
use crate::source::looks::sprite;
use crate::source::masks::mask_rule;
use crate::source::names::{Names, player, resolve};
use crate::source::notice::{Log, NOWHERE};
use crate::source::reader::read_draft;
use crate::source::redundant::remove_redundant;
use crate::source::rule_draft::RuleDraft;
use crate::source::rule_text::read_rules;
use crate::source::wrap::check_title;
use crate::source::{Source, boards};

/// The game of a text. If nothing can be made of it, or of what is in it, there is none.
///
/// The order in which things are looked at is the order of the notices, and what is found
/// hopeless keeps the rest from being looked at.
pub(super) fn read_game(text: &str, log: &mut Log) -> Option<Source> {
    let draft = read_draft(text, log)?;
    check_cast(&draft, log);
    if draft.layers.is_empty() {
        let message = "There are no collision layers. Every object needs one.";
        log.error(NoticeKind::NoLayers, NOWHERE, message);
        return None;
    }
    let mut names = resolve(&draft, log);
    if log.is_stopped() {
        return None;
    }
    let stages = boards::stages(&draft, &names, log);
    let mut texts = read_rules(&draft, &mut names, log);
    remove_redundant(&names, &mut texts.rules, log);
    let rules = expand(&names, texts.rules, texts.is_hopeless, log)?;
    check_size(&names, &rules, log)?;
    let rules = rules.iter().filter_map(|rule| mask_rule(&names, rule, log));
    let rules = rules.collect();
    let (mut early, mut late) = arrange(rules, log);
    let conditions = conditions(&draft, &names, log);
    check_layers(&draft, log);
    let mut prelude = prelude(&draft, log);
    set_loops([&mut early, &mut late], texts.loops, log);
    check_sounds(&draft, &names, log);
    let palette = palette(&draft);
    set_colors(&draft, palette, &mut prelude, log);
    if log.is_stopped() {
        return None;
    }
    if stages.is_empty() {
        log.error(NoticeKind::NoLevels, NOWHERE, "There are no levels.");
    } else {
        check_title(&draft, &prelude, log);
    }
    let chance = chance(&[&early, &late]);
    let unknown = DraftObject::default();
    let sprites = names.objects.iter().map(|name| {
        let object = draft.objects.get(&names.sense(*name).text);
        sprite(object.unwrap_or(&unknown), palette)
    });
    let objects = objects(&names);
    let all: BTreeMap<String, Filter> = names.filters().collect();
    Some(Source {
        sprites: sprites.collect(),
        background: background(&names),
        stages,
        chance,
        game: Game {
            names: words(&all, &objects),
            has_clock: prelude.realtime_interval.is_some(),
            objects,
            n_layers: names.layers.len(),
            player: player(&names)?,
            early,
            late,
            conditions,
            runs_rules_on_level_start: draft.setting("run_rules_on_level_start").is_some(),
            requires_player_movement: draft.setting("require_player_movement").is_some(),
            has_no_action: draft.setting("noaction").is_some(),
        },
        names: all,
        prelude,
    })
}

/// There must be a player and a background.
fn check_cast(draft: &Draft, log: &mut Log) {
    if !draft.declares("player") {
        log.error(NoticeKind::NoPlayer, NOWHERE, "There must be a player.");
    }
    if !draft.declares("background") {
        let message = "There must be a background.";
        log.error(NoticeKind::NoBackground, NOWHERE, message);
    }
}

/// The masks of all rules must find place in memory.
fn check_size(names: &Names, rules: &[RuleDraft], log: &mut Log) -> Option<()> {
    const MOST_WORDS: usize = 16_000_000;
    // A cell has about six sets of either kind, and some words for each.
    let words = 6 * (names.words + movement_words(names.layers.len()) + 4);
    let cells = rules
        .iter()
        .map(|rule| rule.left.iter().map(Vec::len).sum::<usize>());
    if cells.sum::<usize>().saturating_mul(words) > MOST_WORDS {
        let message = "The rules of this game come to more than can be held.";
        log.error(NoticeKind::TooManyRules, NOWHERE, message);
        log.stop();
    }
    (!log.is_stopped()).then_some(())
}

fn palette(draft: &Draft) -> &'static Palette {
    let settings = draft.settings.iter().rev();
    let mut named = settings.filter(|(key, _)| key == "color_palette");
    let palette = named.find_map(|(_, name)| Palette::find(name));
    palette.unwrap_or(Palette::usual())
}

fn objects(names: &Names) -> Vec<Object> {
    let objects = names.objects.iter().map(|name| {
        let sense = names.sense(*name);
        let layer = sense.object.and_then(|thing| thing.layer);
        Object {
            name: sense.text.clone(),
            layer: layer.unwrap_or(0),
        }
    });
    objects.collect()
}

/// The names of the legend that questions may use: those that are words, and not objects
/// anyway.
fn words(names: &BTreeMap<String, Filter>, objects: &[Object]) -> Vec<(String, Filter)> {
    let is_word = |name: &str| {
        let mut letters = name.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && name.len() > 1
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let named = names.iter();
    let named = named.filter(|(name, _)| is_word(name) && objects.iter().all(|o| o.name != **name));
    named
        .map(|(name, what)| (name.clone(), what.clone()))
        .collect()
}

fn background(names: &Names) -> Filter {
    let named = names.find("background").map(|name| names.sense(name));
    let objects = named.and_then(|sense| sense.mask.clone());
    Filter {
        objects: objects.unwrap_or_else(|| Mask::empty(names.words)),
        needs_all: false,
    }
}

/// The lines where something is left to chance.
fn chance(books: &[&RuleBook]) -> Vec<u32> {
    let mut lines = BTreeSet::new();
    for group in books.iter().flat_map(|book| &book.groups) {
        for rule in &group.rules {
            let draws = rule.rows.iter().flatten().any(|slot| match slot {
                Slot::Gap => false,
                Slot::Cell(cell) => cell.replacement.as_ref().is_some_and(Replacement::draws),
            });
            if group.is_random || draws {
                lines.insert(rule.line);
            }
        }
    }
    lines.into_iter().collect()
}
