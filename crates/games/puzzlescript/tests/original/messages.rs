//! What PuzzleScript itself says of games: ours are accepted and refused alike, and each
//! of its messages is one of ours, on the same line.

use playproof_puzzlescript::source::NoticeKind as Kind;
use playproof_puzzlescript::source::{Severity, read};
use serde_json::Value;

/// A part of each of its messages, and what ours is about.
const KINDS: &[(&str, Kind)] = &[
    ("Only comments should go after", Kind::NotAlone),
    ("trying to close a comment here", Kind::UnopenedComment),
    ("cannot duplicate sections", Kind::SectionTwice),
    ("must be the first section", Kind::SectionNotFirst),
    ("is out of order, must follow", Kind::SectionOrder),
    ("Unrecognised stuff", Kind::UnknownSetting),
    ("needs a value", Kind::SettingWithoutValue),
    ("You've already defined a", Kind::SettingTwice),
    ("doesn't take any parameters", Kind::SwitchWithValue),
    ("can't embed comments in metadata", Kind::CommentInSetting),
    ("YouTube support", Kind::Youtube),
    ("_color in incorrect format", Kind::SettingColor),
    ("Game title is too long", Kind::TitleTooLong),
    ("Author name is too long", Kind::AuthorTooLong),
    ("You named an object", Kind::KeywordAsName),
    ("already in use", Kind::NameTaken),
    (
        "Incorrect format of legend - should be one of \"A = B\", \"A = B or C [ or D ...]\", \"A = B and C [ and D ...]\", but",
        Kind::LegendDangling,
    ),
    ("Incorrect format of legend", Kind::LegendForm),
    (
        "This legend-entry is incorrectly-formatted",
        Kind::LegendUnclear,
    ),
    (
        "In the legend, define new items using the equals symbol - declarations must look like \"",
        Kind::NoEquals,
    ),
    ("Expected and 'AND' or an 'OR' here", Kind::NoAndOr),
    ("mixing ANDs and ORs", Kind::MixedAndOr),
    (
        "Something bad's happening in the LEGEND",
        Kind::JunkInLegend,
    ),
    ("but it's not defined anywhere", Kind::UndefinedInLegend),
    ("in terms of itself", Kind::DefinedByItself),
    ("You're repeating the object", Kind::MemberTwice),
    ("Cannot define a property", Kind::PropertyOfAggregate),
    ("Cannot define an aggregate", Kind::AggregateOfProperty),
    (
        "Trying to create an aggregate object",
        Kind::AggregateInOneLayer,
    ),
    ("Was expecting a sound event", Kind::NoSoundEvent),
    ("unexpected sound token", Kind::UnknownInSounds),
    ("Was expecting a soundverb", Kind::NoVerb),
    ("Was expecting a sound seed", Kind::NoSeed),
    ("Ah I was expecting", Kind::NoDirectionOrSeed),
    (
        "I wasn't expecting anything after the sound",
        Kind::AfterSound,
    ),
    ("incorrect sound declaration", Kind::SoundIncomplete),
    ("Expecting sfx data", Kind::SoundWithoutSeed),
    (" already declared.", Kind::SoundTwice),
    (
        "cannot assign sound events to aggregate",
        Kind::SoundOfAggregate,
    ),
    ("error detected - unexpected character", Kind::JunkInLayers),
    (
        "Background must be in a layer by itself",
        Kind::BackgroundNotAlone,
    ),
    (
        "included in multiple collision layers",
        Kind::InSeveralLayers,
    ),
    (
        "included explicitly multiple times in the same layer",
        Kind::TwiceInLayer,
    ),
    ("cannot be added to a single layer", Kind::AggregateInLayer),
    (
        "to a collision layer; it has not been declared",
        Kind::UndefinedInLayers,
    ),
    ("No collision layers defined", Kind::NoLayers),
    ("but not assigned to a layer", Kind::NotLayered),
    ("find any object called player", Kind::NoPlayer),
    ("find any object called background", Kind::NoBackground),
    (
        "you have to define something to be the background",
        Kind::NoBackground,
    ),
    (
        "background cannot be an aggregate",
        Kind::BackgroundIsAggregate,
    ),
    (
        "Background objects must be on the same layer",
        Kind::BackgroundInSeveralLayers,
    ),
    (
        "you have to have a background layer",
        Kind::BackgroundNotLayered,
    ),
    (
        "Objects cannot appear outside of square brackets",
        Kind::NameOutsideBrackets,
    ),
    ("referred to in a rule, does not exist", Kind::UnknownInRule),
    ("can't have comments inside rules", Kind::CommentInRule),
    ("A rule has to have an arrow", Kind::NoArrow),
    ("you can only use \"->\" once", Kind::SecondArrow),
    ("unexpected \"->\" inside square brackets", Kind::ArrowInRow),
    ("The start of a rule must consist", Kind::RuleStart),
    (
        "You cannot use relative directions",
        Kind::RelativeRuleDirection,
    ),
    (
        "can only be marked random by the opening rule",
        Kind::RandomAfterPlus,
    ),
    ("Two \"+\"s", Kind::PlusTwice),
    ("needs a previous rule", Kind::PlusWithoutRule),
    ("must be the first symbol on the line", Kind::PlusNotFirst),
    ("mix late and non-late", Kind::MixedLate),
    ("Late rules cannot be marked as rigid", Kind::LateRigid),
    ("Movements cannot appear in late rules", Kind::LateMovement),
    ("was looking for cell contents", Kind::JunkInRule),
    ("Multiple opening brackets", Kind::BracketNotClosed),
    ("before previous bracket was closed", Kind::BracketInCell),
    ("Multiple closing brackets", Kind::BracketNotOpened),
    ("Janky syntax", Kind::BarOutside),
    (
        "Directions should be placed at the start",
        Kind::DirectionOutside,
    ),
    (
        "Object names should only be used within cells",
        Kind::NameOutsideCells,
    ),
    (
        "ellipses should only be used within cells",
        Kind::GapOutside,
    ),
    (
        "if you specify a movement, it has to act on an object",
        Kind::MovementWithoutObject,
    ),
    (
        "can only have one direction/action at a time",
        Kind::TwoMovements,
    ),
    ("specify the same object more than once", Kind::NameTwice),
    ("committing this crime with", Kind::PropertyTwice),
    (
        "more than once in a single cell. That's redundant",
        Kind::NoTwice,
    ),
    (
        "Commands should only appear at the end",
        Kind::CommandNotAtEnd,
    ),
    ("Sound effect", Kind::UndefinedSound),
    (
        "the number of matches (square bracketed bits)",
        Kind::RowCount,
    ),
    (
        "each pattern to match on the left must have a corresponding",
        Kind::RowLength,
    ),
    ("totally empty pattern", Kind::EmptyRow),
    ("This rule refers to nothing", Kind::RuleAboutNothing),
    (" be here.  This is a mistake", Kind::NoAgainstObject),
    ("so you can leave this out", Kind::NoIsImplied),
    (
        "You cannot use 'no' to exclude the aggregate",
        Kind::NoAggregate,
    ),
    (
        "has an ambiguous movement on the right",
        Kind::AmbiguousMovement,
    ),
    (
        "has a property on the right-hand side",
        Kind::AmbiguousProperty,
    ),
    ("Oops!", Kind::RuleNotLayered),
    ("This rule has something amounting to", Kind::NeverFound),
    ("can never overlap", Kind::CannotOverlap),
    (
        "Rule matches object types that can't overlap",
        Kind::OverlapOnRight,
    ),
    ("RANDOM cannot be matched on the left", Kind::RandomOnLeft),
    ("You want to spawn a random", Kind::RandomUnknown),
    ("already a concrete single object", Kind::RandomOfOne),
    ("This rule may try to spawn", Kind::RandomOverlap),
    ("Cannot end a rule with ellipses", Kind::GapAtEnd),
    ("ellipsis at the very start or the end", Kind::GapAtEdge),
    (
        "can't have anything in with an ellipsis",
        Kind::GapWithOthers,
    ),
    ("An ellipsis on the left must be matched", Kind::GapOnlyLeft),
    (
        "An ellipsis on the right must be matched",
        Kind::GapOnlyRight,
    ),
    ("more than two ellipses", Kind::TooManyGaps),
    ("two ellipses in a row", Kind::TwoGaps),
    ("more than 30 rigid groups", Kind::TooManyRigid),
    ("Found an ENDLOOP", Kind::LoopNotBegun),
    ("Found a STARTLOOP", Kind::LoopInLoop),
    ("I found a STARTLOOP without", Kind::LoopNotEnded),
    ("Found a loop point in the middle", Kind::LoopInGroup),
    ("incorrect format of win condition", Kind::ConditionForm),
    (
        "Expecting the start of a win condition",
        Kind::ConditionStart,
    ),
    ("Expecting the word \"ON\"", Kind::ConditionWithoutOn),
    ("is not a valid object name", Kind::ConditionName),
    (
        "Error in win condition: I don't know",
        Kind::ConditionTooLong,
    ),
    (
        "Win conditions is badly formatted",
        Kind::ConditionIncomplete,
    ),
    ("Unwelcome term", Kind::ConditionUnknown),
    ("Message too long", Kind::MessageTooLong),
    ("put a space after 'message'", Kind::MessageWithoutSpace),
    ("Maps must be rectangular", Kind::RaggedLevel),
    (
        "not found. Do you need to add it to the legend",
        Kind::UnknownKey,
    ),
    (
        "is defined using OR, and therefore ambiguous",
        Kind::KeyIsProperty,
    ),
    ("used in map, not found", Kind::KeyMeansNothing),
    ("No levels found", Kind::NoLevels),
];

/// The line and the kind of one of its messages.
fn expected(message: &str) -> (Option<u32>, Kind) {
    let (line, text) = match message.strip_prefix("line ") {
        Some(rest) => {
            let (line, text) = rest.split_once(" : ").expect("a line and a text");
            (Some(line.parse().expect("a number")), text)
        }
        None => (None, message),
    };
    let kind = KINDS.iter().find(|(part, _)| text.contains(part));
    let (_, kind) = kind.unwrap_or_else(|| panic!("a message of a kind of its own: {text}"));
    (line, *kind)
}

pub fn check(game: &Value) -> Result<(), String> {
    let reading = read(game["source"].as_str().expect("a game has a source"));
    let messages = game["messages"].as_array().expect("a list of messages");
    let mut ours: Vec<_> = { reading.notices.iter() }
        .map(|notice| (notice.line, notice.kind))
        .collect();
    // Warnings that PuzzleScript learned to give later were not recorded, so there may be
    // more of ours; but each of its messages is another one of ours.
    let mut is_ours = |message: &Value| {
        let expected = expected(message.as_str().expect("a message is a text"));
        let found = ours.iter().position(|notice| *notice == expected);
        found.map(|place| ours.swap_remove(place)).is_some()
    };
    let is_reported = messages.iter().all(&mut is_ours);
    let errors = reading.notices.iter();
    let n_errors = errors.filter(|n| n.severity == Severity::Error).count();
    let expected_errors = game["errors"].as_u64().expect("a number of errors") as usize;
    let is_accepted = reading.source.is_some();
    if is_reported && n_errors == expected_errors && is_accepted == (n_errors == 0) {
        return Ok(());
    }
    let said: Vec<String> = { reading.notices.iter() }
        .map(|n| format!("{:?} {:?} {:?}: {}", n.severity, n.line, n.kind, n.message))
        .collect();
    Err(format!(
        "{expected_errors} {messages:#?}\nbut {n_errors} {said:#?}, {is_accepted}"
    ))
}
