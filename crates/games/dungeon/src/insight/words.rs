//! Why a dungeon cannot be won, or can be lost, and the fewest changes that mend it.

use std::collections::HashSet;
use std::fmt::Write;

use playproof_game::{counted, grouped};
use playproof_level::Level;
use playproof_model::Property;

use super::losing_play::{LosingPlay, Trapped};
use super::repair::{DungeonRepair, DungeonRepairs, Tried};
use crate::canonical::{DungeonLevel, HornRules, Plan};
use crate::strategies::places;
use crate::view::drawn::Sketch;
use crate::{Change, MissingCore, Stalemate, changed, held_text, move_text};

const STRING: &str = "writing to a string cannot fail";

/// Rooms, passages and things beyond this many are counted and not named.
const NAMED: usize = 12;

/// The lines about goals that cannot be reached: where the way back from them ends, and
/// what is missing. The rules are the dungeon's own, or those of its map.
pub fn unreachable_text(
    level: &DungeonLevel,
    rules: &HornRules,
    stalemates: &[Stalemate],
    core: &MissingCore,
) -> String {
    if core.facts.is_empty() {
        return "\nnothing is missing: each room and thing on the way could be had if nothing were \
                used up and every way led back\n"
            .to_owned();
    }
    let mut text = format!(
        "\nthe way back from the goal ends here\n{}",
        places(level, stalemates)
    );
    let names = core.facts.iter().map(|&fact| {
        let name = &rules.facts[fact as usize];
        let is_room = matches!(&level.plan, Plan::Map(map) if (fact as usize) < map.rooms.len());
        match is_room {
            true => format!("a way into {name}"),
            false => name.clone(),
        }
    });
    let fewest = match core.is_smallest {
        true => "the fewest things with which the goal could be reached",
        false => "things with which the goal could be reached, perhaps more than necessary",
    };
    writeln!(text, "\nmissing: {}", list(names)).expect(STRING);
    writeln!(text, "    {fewest}").expect(STRING);
    text
}

/// The lines about play that loses: the moves, and what is lacking after them.
pub fn losing_text(level: &DungeonLevel, play: &LosingPlay) -> String {
    let (Plan::Map(map), Some(trapped)) = (&level.plan, &play.trapped) else {
        return String::new();
    };
    let Trapped {
        situations,
        confined,
    } = trapped;
    let n = play.run.actions.len();
    let mut text = match (n, play.is_shortest) {
        (0, _) => "\nwinning is impossible from the start\n".to_owned(),
        (n, true) => format!(
            "\nthe shortest losing play: {}\n",
            counted(n as u64, "move")
        ),
        (n, false) => format!(
            "\na losing play of {}, perhaps not the shortest\n",
            counted(n as u64, "move")
        ),
    };
    for (i, pair) in situations.windows(2).enumerate() {
        let told = move_text(map, &pair[0], &pair[1]);
        writeln!(text, "{:>6}. {told}", i + 1).expect(STRING);
    }
    let held = situations.last().and_then(|end| held_text(map, end));
    let held = held.unwrap_or_else(|| "nothing".to_owned());
    writeln!(text, "    held then: {held}").expect(STRING);
    let Some(confined) = confined else {
        return text;
    };
    let rooms = confined.rooms.iter();
    let rooms = list(rooms.map(|&room| map.rooms[room].name.clone()));
    writeln!(text, "    within reach then: {rooms}").expect(STRING);
    for border in confined.borders.iter().take(NAMED) {
        let mark = map.passages[border.passage].mark;
        let place = format!("{}:{}:{}", level.file, mark.line, mark.column);
        writeln!(text, "    {} ({place})", border.text(map)).expect(STRING);
    }
    match confined.borders.len() {
        0 => text.push_str("    no passage leads out of there\n"),
        n if n > NAMED => writeln!(text, "    and {} more passages", n - NAMED).expect(STRING),
        _ => {}
    }
    text
}

/// The lines about the smallest repairs.
pub fn dungeon_repairs_text(
    level: &DungeonLevel,
    wanted: &Property,
    repairs: &DungeonRepairs,
) -> String {
    let mut text = match (&repairs.found[..], repairs.are_smallest()) {
        ([], _) => "\nno repair was found\n".to_owned(),
        ([_], true) => "\nthe smallest repair\n".to_owned(),
        ([_], false) => "\na repair, perhaps not the smallest\n".to_owned(),
        _ => "\nthe smallest repairs, the first of each sort\n".to_owned(),
    };
    let before = Level::of_words(level.clone()).text();
    let before: HashSet<&str> = before.lines().collect();
    for (number, repair) in (1..).zip(&repairs.found) {
        let lines = repair_lines(level, wanted, repair, &before);
        writeln!(text, "{number:>6}. {lines}").expect(STRING);
    }
    text.push_str(&tried_lines(repairs));
    text
}

/// The changes with their places, the lines of the text that are new, and the proof.
fn repair_lines(
    level: &DungeonLevel,
    wanted: &Property,
    repair: &DungeonRepair,
    before: &HashSet<&str>,
) -> String {
    let instruction = |change: &Change| {
        let mark = change.mark(&level.plan);
        let place = format!("{}:{}:{}", level.file, mark.line, mark.column);
        format!("{} ({place})", change.text(&level.plan))
    };
    let mut text = match &repair.changes[..] {
        [one, other] if one == other => format!("{}, twice", instruction(one)),
        changes => changes
            .iter()
            .map(instruction)
            .collect::<Vec<_>>()
            .join(", and "),
    };
    match repair.n_alike {
        0 => {}
        1 => text.push_str("; 1 other like it does as well"),
        n => write!(text, "; {} others like it do as well", grouped(n)).expect(STRING),
    }
    // A drawn dungeon is shown drawn; one in words by the lines that are new.
    let drawn = Sketch::of(level).and_then(|sketch| match changed(&level.plan, &repair.changes)? {
        Plan::Map(map) => Some(sketch.text(&map)),
        Plan::Rules(_) => None,
    });
    let after = repair.level.text();
    let new = || after.lines().filter(|line| !before.contains(line));
    let lines = drawn.unwrap_or_else(|| new().map(str::to_owned).collect());
    for line in lines {
        write!(text, "\n        {line}").expect(STRING);
    }
    let proved = match (wanted, repair.proof.length) {
        (Property::Solvable, Some(n)) => {
            let moves = counted(n, "move");
            format!("the changed level can be won, for example in {moves}")
        }
        _ => "wherever play leads in the changed level, it can still be won".to_owned(),
    };
    write!(text, "\n        proved: {proved}").expect(STRING);
    text
}

/// What was tried.
fn tried_lines(repairs: &DungeonRepairs) -> String {
    let line = |tried: &Tried, what: &str| {
        let all = if tried.is_all { "all " } else { "" };
        let helpful = match tried.helpful {
            0 => "none helps".to_owned(),
            1 => "1 helps".to_owned(),
            n => format!("{} help", grouped(n)),
        };
        let undecided = match tried.undecided {
            0 => String::new(),
            n => format!(", {} could not be decided", grouped(n)),
        };
        let limits = match tried.is_all || (tried.helpful > 0 && what == "pair") {
            true => "",
            false => "; the limits did not suffice for more",
        };
        let n = counted(tried.n(), what);
        format!("    tried: {all}{n}: {helpful}{undecided}{limits}\n")
    };
    let mut text = line(&repairs.singles, "single change");
    if repairs.pairs.n() > 0 || repairs.pairs.is_all {
        text.push_str(&line(&repairs.pairs, "pair"));
    }
    text
}

/// Names with commas between, the first ones if there are many.
fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let n = names.len();
    let named: Vec<String> = names.take(NAMED).collect();
    let mut text = named.join(", ");
    if n > NAMED {
        write!(text, " and {} more", grouped((n - NAMED) as u64)).expect(STRING);
    }
    text
}
