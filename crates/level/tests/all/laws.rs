//! Laws of the reader, on arbitrary bytes and on texts that look like levels.

use playproof_level::{Collection, read};
use proptest::prelude::*;

/// Texts made of the characters that mean something to the reader, and a few that
/// take more than one byte or are spaces of another kind.
fn level_text() -> impl Strategy<Value = String> {
    proptest::string::string_regex(
        "\u{FEFF}?(; ?|[#A]{1,4}|[ \\-01wé𝄞\u{A0}\u{200B};\t]|\r?\n|\r){0,80}",
    )
    .expect("the pattern is sound")
}

/// Texts made of lines that stand in collections of drawings, whole and broken.
fn collection_text() -> impl Strategy<Value = String> {
    let row = "[ ]{0,2}#?[#@$+*. _\\-]{1,6}#?|#[#@$.\tx]{1,4}[ ]{0,2}";
    let encoded = "([1-3]?[#@$.|\\-]|2\\([#|]{1,2}\\)|[()3x;]){1,6}";
    let key = "(Title|Author|Date|Comment|Comment-End|Solution):? ?[A#@l:;]{0,3}";
    let run = "Solution:?[ \n]?(2\\([lU]{1,2}\\)|[1-3]?[rD]|[lud]){1,4}";
    let words = ";? ?[a-c#\t:;]{0,3} ?(Comment:|Solution: [lr2]{1,3})?|-{1,3}|::.?x";
    let line = format!("({row}|{row}|{encoded}|{key}|{run}|{words}|)");
    let breaks = "(\n|\n|\n\n|\r\n|\r)";
    let text = format!("(#@\n|)({line}{breaks}){{0,14}}");
    proptest::string::string_regex(&text).expect("the pattern is sound")
}

/// Bytes with the odd one that is no text.
fn nearly_text() -> impl Strategy<Value = Vec<u8>> {
    (level_text(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(text, at, byte)| {
        let mut bytes = text.into_bytes();
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

fn read_text(text: &str) -> Option<Collection> {
    read("t.txt", text.as_bytes()).ok()
}

/// What was read, apart from the texts that its places show.
fn summary(collection: &Collection) -> (Vec<(Option<&str>, String)>, Vec<String>) {
    let levels = collection
        .levels
        .iter()
        .map(|l| (l.title(), l.text()))
        .collect();
    let warnings = collection.warnings.iter().map(|w| w.to_string()).collect();
    (levels, warnings)
}

/// All that a collection holds.
fn contents(collection: &Collection) -> (Vec<String>, &str) {
    let levels = collection.levels.iter().map(|l| format!("{l:?}"));
    (levels.collect(), &collection.comments)
}

/// The lines of a text, found in another way than the reader finds them.
fn source_lines(text: &str) -> Vec<Vec<char>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.split('\n')
        .map(|line| line.chars().collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn printing_and_reading_gives_the_level_back(text in level_text()) {
        for level in read_text(&text).iter().flat_map(|c| &c.levels) {
            let again = read("again.txt", level.text().as_bytes()).expect("canonical text");
            prop_assert_eq!(again.levels.len(), 1);
            prop_assert!(again.levels[0].same_level(level));
            prop_assert_eq!(again.levels[0].title(), level.title());
            prop_assert_eq!(again.levels[0].text(), level.text());
            prop_assert_eq!(&again.warnings, &[]);
        }
    }

    #[test]
    fn a_level_of_a_collection_on_its_own_is_the_same(text in collection_text()) {
        for level in read_text(&text).iter().flat_map(|c| &c.levels) {
            let again = read("again.txt", level.text().as_bytes()).expect("canonical text");
            prop_assert_eq!(again.levels.len(), 1);
            prop_assert!(again.levels[0].same_level(level));
            prop_assert_eq!(again.levels[0].title(), level.title());
            prop_assert_eq!(again.levels[0].text(), level.text());
            prop_assert_eq!(&again.warnings, &[]);
        }
    }

    #[test]
    fn writing_and_reading_gives_the_collection_back(
        text in prop_oneof![collection_text(), level_text()]
    ) {
        if let Some(collection) = read_text(&text) {
            let written = collection.text();
            let again = read("t.txt", written.as_bytes()).expect("a collection's text");
            prop_assert_eq!(contents(&again), contents(&collection), "{}", written);
            prop_assert_eq!(again.text(), written);
            prop_assert_eq!(&again.warnings, &[]);
        }
    }

    #[test]
    fn places_in_a_collection_point_at_what_stands_there(text in collection_text()) {
        let lines = source_lines(&text);
        let at = |place: playproof_level::Place| {
            lines[place.line as usize - 1].get(place.column as usize - 1).copied()
        };
        for level in read_text(&text).iter().flat_map(|c| &c.levels) {
            let grid = level.grid().expect("a grid");
            for (x, y, cell) in grid.find_all(|c| c != ' ') {
                prop_assert_eq!(at(grid.place(x, y)), Some(cell));
            }
            for run in level.solutions() {
                for (i, letter) in run.moves().chars().enumerate() {
                    prop_assert_eq!(at(run.place(i).expect("it was read")), Some(letter));
                }
            }
        }
    }

    #[test]
    fn line_breaks_do_not_matter_in_a_collection(text in collection_text()) {
        let lf = text.replace("\r\n", "\n").replace('\r', "\n");
        let original = read_text(&text);
        let crlf = read_text(&lf.replace('\n', "\r\n"));
        prop_assert_eq!(crlf.as_ref().map(summary), original.as_ref().map(summary));
        prop_assert_eq!(crlf.as_ref().map(contents), original.as_ref().map(contents));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read("t.bin", &bytes);
    }

    #[test]
    fn refusals_are_one_line(bytes in nearly_text()) {
        if let Err(refusal) = read("t.bin", &bytes) {
            prop_assert!(!refusal.to_string().contains(char::is_control));
            prop_assert!(!refusal.place.is_some_and(|p| p.text.contains(char::is_control)));
        }
    }

    #[test]
    fn line_breaks_do_not_matter(text in level_text()) {
        let lf = text.replace("\r\n", "\n").replace('\r', "\n");
        let original = read_text(&text);
        for other in [lf.clone(), lf.replace('\n', "\r\n"), lf.replace('\n', "\r")] {
            let other = read_text(&other);
            prop_assert_eq!(other.as_ref().map(summary), original.as_ref().map(summary));
        }
    }

    #[test]
    fn places_point_at_what_stands_in_the_cell(text in level_text()) {
        let lines = source_lines(&text);
        for level in read_text(&text).iter().flat_map(|c| &c.levels) {
            let grid = level.grid().expect("a grid");
            for (x, y, cell) in grid.find_all(|_| true) {
                let place = grid.place(x, y);
                let line = &lines[place.line as usize - 1];
                match line.get(place.column as usize - 1) {
                    Some('\t') => prop_assert_eq!(cell, ' '),
                    Some(&c) => prop_assert_eq!(cell, c),
                    None => {
                        prop_assert_eq!(cell, ' ');
                        prop_assert_eq!(place.column as usize, line.len() + 1);
                    }
                }
                if !line.contains(&'\t') && x < line.len() {
                    prop_assert_eq!(place.column as usize, x + 1);
                }
            }
        }
    }

    #[test]
    fn every_letter_of_a_row_is_in_exactly_one_cell(text in level_text()) {
        let Some(collection) = read_text(&text) else { return Ok(()) };
        let n_drawn: usize = source_lines(&text)
            .iter()
            .filter(|line| line.first() != Some(&';'))
            .flatten()
            .filter(|c| !c.is_whitespace())
            .count();
        let grids = collection.levels.iter().filter_map(|l| l.grid());
        let n_cells: usize = grids.map(|g| g.find_all(|c| !c.is_whitespace()).count()).sum();
        prop_assert_eq!(n_cells, n_drawn);
    }
}
