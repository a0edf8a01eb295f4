//! One example for each thing the reader promises: a text in, its levels out.

use playproof_level::{
    Collection, Diagnostic, Level, MAX_BYTES, MAX_SIDE, MAX_WIDTH, Severity, read,
};

fn levels(text: &str) -> Collection {
    read("t.txt", text.as_bytes()).unwrap_or_else(|e| panic!("{text:?} is refused: {e}"))
}

fn refused(bytes: &[u8]) -> Diagnostic {
    let diagnostic = read("t.txt", bytes).expect_err("the file should be refused");
    assert_eq!(diagnostic.severity, Severity::Error);
    diagnostic
}

/// The levels as their canonical texts, to compare at a glance.
fn texts(text: &str) -> Vec<String> {
    levels(text).levels.iter().map(Level::text).collect()
}

/// The one level's rows, without title, separated by `/`.
fn rows(text: &str) -> String {
    let collection = levels(text);
    assert_eq!(collection.levels.len(), 1, "{text:?} should hold one level");
    let grid = collection.levels[0].grid().unwrap();
    let rows: Vec<String> = grid.rows().map(|row| row.iter().collect()).collect();
    rows.join("/")
}

fn warnings(text: &str) -> Vec<String> {
    let warnings = levels(text).warnings;
    assert!(warnings.iter().all(|w| w.severity == Severity::Warning));
    warnings.iter().map(Diagnostic::to_string).collect()
}

fn line_and_column(diagnostic: &Diagnostic) -> (u32, u32) {
    let place = diagnostic.place.as_ref().expect("a place");
    (place.line, place.column)
}

#[test]
fn blank_lines_and_titles_separate_levels() {
    assert_eq!(texts("##\n##\n\n \t\nA\n"), ["##\n##\n", "A\n"]);
    assert_eq!(texts("##\n; two\nA"), ["##\n", "; two\nA\n"]);
    assert_eq!(
        texts("; 1\n\n####\n\n;2\n####"),
        ["; 1\n####\n", "; 2\n####\n"]
    );
}

#[test]
fn the_last_title_before_a_level_counts() {
    assert_eq!(texts("; by someone\n;   name  \n##"), ["; name\n##\n"]);
    assert_eq!(texts("; by someone\n;\n##"), ["##\n"]);
    assert_eq!(texts(";; x\n##"), ["; ; x\n##\n"]);
    // A title is used up by its level, and one after the last level is a comment.
    assert_eq!(texts("; one\n#\n\n##\n; the end\n"), ["; one\n#\n", "##\n"]);
    // Only a line that begins with `;` is a title.
    assert_eq!(rows(" ;#"), " ;#");
}

#[test]
fn levels_know_file_and_index() {
    let collection = levels("#\n\n##\n");
    let known: Vec<_> = collection
        .levels
        .iter()
        .map(|l| (l.file(), l.index(), l.title()))
        .collect();
    assert_eq!(known, [("t.txt", 0, None), ("t.txt", 1, None)]);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let collection = levels("\u{FEFF}; t\n#A");
    assert_eq!(collection.levels[0].title(), Some("t"));
    let marked = levels("\u{FEFF}#A");
    assert_eq!(marked.levels[0].grid().unwrap().place(1, 0).column, 2);
}

#[test]
fn every_kind_of_line_break_is_accepted() {
    for text in ["#A\n#G\n\n#", "#A\r\n#G\r\n\r\n#\r\n", "#A\r#G\r\r#\r"] {
        assert_eq!(texts(text), ["#A\n#G\n", "#\n"], "{text:?}");
    }
}

#[test]
fn tabs_are_expanded_with_one_warning() {
    assert_eq!(rows("#\t#\n#########"), "#       #/#########");
    let text = "#####\n# \t#\n\n\t#\n";
    let tabs = levels(text).warnings;
    assert_eq!(line_and_column(&tabs[0]), (2, 3));
    assert!(tabs[0].message.contains("tab"));
    assert_eq!(tabs.iter().filter(|w| w.message.contains("tab")).count(), 1);
    // Tabs in titles and blank lines are nobody's cells.
    assert_eq!(warnings("; a\tb\n\t\n##\n"), [""; 0]);
}

#[test]
fn cells_of_a_tab_point_at_the_tab() {
    let collection = levels("#\tA");
    let grid = collection.levels[0].grid().unwrap();
    let columns: Vec<u32> = (0..9).map(|x| grid.place(x, 0).column).collect();
    assert_eq!(columns, [1, 2, 2, 2, 2, 2, 2, 2, 3]);
    assert_eq!(grid.place(8, 0).text, "# A");
}

#[test]
fn trailing_spaces_neither_widen_nor_warn() {
    assert_eq!(rows("##     \n#\t\n##"), "##/# /##");
    assert_eq!(warnings("##     \n#   \n# \n##"), [""; 0]);
}

#[test]
fn short_rows_are_filled_with_one_warning() {
    let text = "; t\n#####\n#A\n  G#  \n#####\n\n##\n##\n";
    assert_eq!(texts(text)[0], "; t\n#####\n#A   \n  G# \n#####\n");
    assert_eq!(
        warnings(text),
        [
            "t.txt:3:1: this row is shorter than the widest of its level; short rows: 1 of 4; \
          they were filled up with spaces to 5 cells"
        ]
    );
}

#[test]
fn filled_cells_are_placed_past_the_end_of_their_line() {
    let collection = levels("#####\n#A \n");
    let grid = collection.levels[0].grid().unwrap();
    let columns: Vec<u32> = (0..5).map(|x| grid.place(x, 1).column).collect();
    assert_eq!(columns, [1, 2, 3, 4, 4]);
    let place = grid.place(4, 1);
    assert_eq!((place.line, place.text.as_str()), (2, "#A "));
}

#[test]
fn indentation_is_kept() {
    assert_eq!(rows("  ##\n  ##"), "  ##/  ##");
}

#[test]
fn grids_are_searched_row_by_row() {
    let collection = levels("#A#\n#GA");
    let grid = collection.levels[0].grid().unwrap();
    assert_eq!((grid.width(), grid.height()), (3, 2));
    assert_eq!(grid.cells(), ['#', 'A', '#', '#', 'G', 'A']);
    let found: Vec<_> = grid.find_all(|c| c != '#').collect();
    assert_eq!(found, [(1, 0, 'A'), (1, 1, 'G'), (2, 1, 'A')]);
    assert!(found.iter().all(|&(x, y, c)| grid.get(x, y) == c));
}

#[test]
#[should_panic(expected = "column 3 of a grid 3 wide")]
fn a_column_beyond_the_grid_is_not_the_next_row() {
    levels("#A#\n###").levels[0].grid().unwrap().get(3, 0);
}

#[test]
fn same_level_looks_at_cells_only() {
    let [a, b, c, d] = &levels("; a\n##\n##\n; b\n##\n## \n; c\n#A\n##\n; d\n####\n").levels[..]
    else {
        panic!("four levels");
    };
    assert!(a.same_level(b));
    assert!(!a.same_level(c));
    assert!(!a.same_level(d), "the same cells in another shape");
}

#[test]
fn errors_point_into_the_level() {
    let level = &levels("; t\n\n####\n#?G#\n####").levels[0];
    let at = level.error_at(1, 1, "unknown letter `?`", "expected `A` or `G`");
    assert_eq!(
        at.to_string(),
        "t.txt:4:2: unknown letter `?`; expected `A` or `G`"
    );
    assert_eq!(at.place.unwrap().text, "#?G#");
    let whole = level.error("no avatar", "expected one `A`");
    assert_eq!(whole.to_string(), "t.txt:3:1: no avatar; expected one `A`");
}

#[test]
fn a_title_cannot_become_rows() {
    let Level::Grid(mut level) = levels("##").levels.remove(0) else {
        panic!("a grid");
    };
    level.title = Some(" a\n#A#\t\u{FEFF}".to_owned());
    assert_eq!(Level::Grid(level.clone()).text(), "; a #A#\n##\n");
    level.title = Some("\r\n".to_owned());
    assert_eq!(Level::Grid(level).text(), "##\n");
}

#[test]
fn what_is_no_text_is_refused() {
    let latin1 = refused(b"; caf\xE9\n##");
    assert_eq!(line_and_column(&latin1), (1, 6));
    assert_eq!(latin1.place.as_ref().unwrap().text, "; caf\u{FFFD}");
    assert!(
        latin1
            .message
            .contains("not a text file: unexpected byte 0xE9")
    );

    let nul = refused("##\r\né\0#".as_bytes());
    assert_eq!(line_and_column(&nul), (2, 2));
    assert!(nul.message.contains("U+0000"));

    // UTF-16, a cut character at the very end, an escape sequence, and a byte order
    // mark where two files were joined.
    assert_eq!(line_and_column(&refused(b"\xFF\xFE#\0#\0")), (1, 1));
    assert_eq!(line_and_column(&refused(b"##\n#\xC3")), (2, 2));
    assert_eq!(line_and_column(&refused(b"#\n\x1B[31m")), (2, 1));
    assert_eq!(line_and_column(&refused("#\n\u{FEFF}#".as_bytes())), (2, 1));
}

#[test]
fn a_file_without_levels_is_refused() {
    for text in ["", "\n", " \t\r\n ", "; title\n", "\u{FEFF}"] {
        let diagnostic = refused(text.as_bytes());
        assert_eq!(diagnostic.message, "no level in this file", "{text:?}");
        assert!(diagnostic.help.unwrap().contains("rows"));
    }
}

#[test]
fn a_level_may_be_as_large_as_the_limit() {
    let row = "#".repeat(MAX_SIDE);
    let text = format!("{row}   \n").repeat(MAX_SIDE);
    let collection = levels(&text);
    let grid = collection.levels[0].grid().unwrap();
    assert_eq!((grid.width(), grid.height()), (MAX_SIDE, MAX_SIDE));
}

#[test]
fn a_level_too_wide_is_refused_where_it_gets_too_wide() {
    let text = format!("##\n\n##\n#{}", "ab".repeat(MAX_WIDTH));
    let diagnostic = refused(text.as_bytes());
    assert_eq!(line_and_column(&diagnostic), (4, MAX_WIDTH as u32 + 1));
    assert_eq!(diagnostic.message, "this row is 32769 cells wide");
    assert!(diagnostic.help.unwrap().contains("16384"));
}

#[test]
fn a_level_may_be_long_but_not_both_long_and_high() {
    let row = format!("{}\n", "#".repeat(10_000));
    let long = levels(&row.repeat(16));
    assert_eq!(long.levels[0].grid().unwrap().width(), 10_000);
    let diagnostic = refused(row.repeat(200).as_bytes());
    let message = "this level is 10000 cells wide and 200 rows high";
    assert_eq!(diagnostic.message, message);
    assert_eq!(line_and_column(&diagnostic), (1, 1));
}

#[test]
fn a_level_too_high_is_refused_where_it_gets_too_high() {
    let text = format!("; t\n{}\n##", "#\n".repeat(MAX_SIDE + 5));
    let diagnostic = refused(text.as_bytes());
    assert_eq!(line_and_column(&diagnostic), (MAX_SIDE as u32 + 2, 1));
    assert_eq!(diagnostic.message, "this level is 1029 rows high");
}

#[test]
fn the_largest_files_are_refused_with_a_place() {
    assert_eq!(refused(&vec![0xFF; MAX_BYTES + 1]).place, None);
    let one_line = refused(&vec![b'#'; MAX_BYTES]);
    assert_eq!(line_and_column(&one_line), (1, MAX_WIDTH as u32 + 1));
    assert_eq!(
        refused(&vec![b' '; MAX_BYTES]).message,
        "no level in this file"
    );
}

#[test]
fn a_million_tiny_levels_are_read() {
    let collection = levels(&"#\n\n".repeat(1_000_000));
    assert_eq!(collection.levels.len(), 1_000_000);
    assert_eq!(
        collection.levels[999_999].error("", "").place.unwrap().line,
        1_999_999
    );
}

#[test]
fn filling_up_rows_cannot_exhaust_memory() {
    // Each of these 3 kB levels would be filled up to a million cells.
    let level = format!("{}\n{}\n", "#".repeat(MAX_SIDE), "#\n".repeat(MAX_SIDE - 1));
    let diagnostic = refused(level.repeat(80).as_bytes());
    assert_eq!(
        line_and_column(&diagnostic),
        (64 * (MAX_SIDE as u32 + 1) + 1, 1)
    );
    assert!(diagnostic.help.unwrap().contains("split the file"));
}
