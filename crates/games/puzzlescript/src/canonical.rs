//! Trusted: the canonical text of a compiled game and one of its levels.
//!
//! It is what a statement carries, so that a certificate is about this very game. Each
//! line says one thing; sets of objects are names, sets of movements are five bits for
//! each layer that has any.

use std::fmt::Write;

use crate::compiled::{
    Board, CellPattern, Filter, Game, LAYERS_PER_WORD, Mask, Rule, RuleBook, Slot, object_words,
};

/// The text of a game and a level.
pub fn print(game: &Game, board: &Board) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        text.push_str(words.trim_end());
        text.push('\n');
    };
    for object in &game.objects {
        line(format!("object {} {}", object.layer + 1, object.name));
    }
    line(format!("player {}", filter(game, &game.player)));
    for (name, what) in &game.names {
        line(format!("name {name} {}", filter(game, what)));
    }
    let flags = [
        (game.runs_rules_on_level_start, "run_rules_on_level_start"),
        (game.requires_player_movement, "require_player_movement"),
        (game.has_no_action, "noaction"),
        (game.has_clock, "realtime_interval"),
    ];
    for (is_set, name) in flags {
        if is_set {
            line(name.to_owned());
        }
    }
    for (name, book) in [("rules", &game.early), ("late", &game.late)] {
        line(name.to_owned());
        print_book(game, book, &mut line);
    }
    for condition in &game.conditions {
        let (what, on) = (filter(game, &condition.what), filter(game, &condition.on));
        line(format!("win {:?} {what} on {on}", condition.quantity));
    }
    line(format!("level {} {}", board.width, board.height));
    let words = object_words(game.objects.len());
    for cell in board.objects.chunks(words) {
        line(format!("cell {}", objects(game, &Mask(cell.to_vec()))));
    }
    text
}

fn print_book(game: &Game, book: &RuleBook, line: &mut impl FnMut(String)) {
    for (number, group) in book.groups.iter().enumerate() {
        let random = if group.is_random { " random" } else { "" };
        let rigid = group.rigid.map_or(String::new(), |n| format!(" rigid {n}"));
        line(format!("group {number}{random}{rigid}"));
        for rule in &group.rules {
            print_rule(game, rule, line);
        }
    }
    for (from, to) in &book.loops {
        line(format!("loop {from} {to}"));
    }
}

fn print_rule(game: &Game, rule: &Rule, line: &mut impl FnMut(String)) {
    let rigid = if rule.is_rigid { " rigid" } else { "" };
    line(format!("rule {}{rigid}", rule.direction));
    for row in &rule.rows {
        line("row".to_owned());
        for slot in row {
            match slot {
                Slot::Gap => line("gap".to_owned()),
                Slot::Cell(cell) => print_cell(game, cell, line),
            }
        }
    }
    for command in &rule.commands {
        line(format!("orders {command:?}"));
    }
}

fn print_cell(game: &Game, cell: &CellPattern, line: &mut impl FnMut(String)) {
    let objects = |mask: &Mask| objects(game, mask);
    line("cell".to_owned());
    say("present", &objects(&cell.present), line);
    say("absent", &objects(&cell.absent), line);
    for any in &cell.any {
        // An empty one is never fulfilled, so it must be seen.
        line(format!("any {}", objects(any)));
    }
    say("moving", &movements(&cell.moving), line);
    say("unmoved", &movements(&cell.not_moving), line);
    if let Some(into) = &cell.replacement {
        line("becomes".to_owned());
        say("clear", &objects(&into.clear), line);
        say("set", &objects(&into.set), line);
        say("stop", &movements(&into.stop), line);
        say("start", &movements(&into.start), line);
        say("layers", &movements(&into.layers), line);
        say("random", &objects(&into.random_objects), line);
        say("randomdir", &movements(&into.random_movements), line);
    }
}

/// A line, unless there is nothing in it.
fn say(name: &str, words: &str, line: &mut impl FnMut(String)) {
    if !words.is_empty() {
        line(format!("{name} {}", words.trim_start()));
    }
}

fn filter(game: &Game, filter: &Filter) -> String {
    let quantity = if filter.needs_all { "all" } else { "any" };
    format!("{quantity} {}", objects(game, &filter.objects))
}

fn objects(game: &Game, mask: &Mask) -> String {
    let names = mask.members().filter_map(|object| game.objects.get(object));
    let names: Vec<&str> = names.map(|object| &object.name[..]).collect();
    names.join(" ")
}

fn movements(mask: &Mask) -> String {
    let mut text = String::new();
    for layer in 0..mask.0.len() * LAYERS_PER_WORD {
        let bits = mask.movement(layer);
        if bits != 0 {
            write!(text, " {}:{bits:05b}", layer + 1).expect("a string takes everything");
        }
    }
    text
}
