//! What becomes of written rules: the rules that come of one, and their order.

use playproof_puzzlescript::compiled::{Game, Slot};
use playproof_puzzlescript::source::read;

/// The objects that the first cell of each rule before movement needs, in order.
fn first_cells(legend: &str, rules: &str) -> Vec<String> {
    let text = format!(
        "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nA\nred\n\nB\nred\n\nC\nred\n\nD\nred\n\n\
         LEGEND\n. = Background\nP = Player\n{legend}\n\nSOUNDS\n\nCOLLISIONLAYERS\n\
         Background\nPlayer\nA\nB\nC\nD\n\nRULES\n{rules}\n\nWINCONDITIONS\n\nLEVELS\n\nP.\n"
    );
    let reading = read(&text);
    let game: Game = reading.source.expect(&text).game;
    let rules = game.early.groups.iter().flat_map(|group| &group.rules);
    let first = |slots: &Vec<Vec<Slot>>| match &slots[0][0] {
        Slot::Gap => "gap".to_owned(),
        Slot::Cell(cell) => {
            let names = cell.present.members().map(|o| game.objects[o].name.clone());
            names.collect::<Vec<_>>().join(" ")
        }
    };
    rules.map(|rule| first(&rule.rows)).collect()
}

/// A rule comes for each object of a property, in the order of the legend, each once.
#[test]
fn rules_of_a_property_come_in_the_order_of_the_legend() {
    let rule = "[ Some4 ] -> [ ]";
    let plain = first_cells("Some4 = B or A or D or C", rule);
    assert_eq!(plain, ["b", "a", "d", "c"]);
    let nested = first_cells("Two = B or C\nSome4 = Two or A or D", rule);
    assert_eq!(nested, ["b", "c", "a", "d"]);
    let twice = first_cells("Two = B or C\nSome4 = A or B or Two or D", rule);
    assert_eq!(twice, ["a", "b", "c", "d"]);
}
