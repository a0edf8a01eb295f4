//! Collections of drawings with words around them: one example for each promise.

use playproof_level::{Collection, Diagnostic, GridLevel, Level, StoredSolution, read};

fn levels(text: &str) -> Collection {
    read("t.xsb", text.as_bytes()).unwrap_or_else(|e| panic!("{text:?} is refused: {e}"))
}

fn refused(text: &str) -> String {
    let refused = read("t.xsb", text.as_bytes()).expect_err("the file should be refused");
    refused.to_string()
}

fn grid_level(level: &Level) -> &GridLevel {
    match level {
        Level::Grid(level) => level,
        _ => panic!("a grid"),
    }
}

/// Each level in one line: title, author, comments above, rows, comments below, runs.
fn summary(collection: &Collection) -> Vec<String> {
    let one = |level: &Level| {
        let level = grid_level(level);
        let rows = level.grid.rows().map(|row| row.iter().collect::<String>());
        let runs: Vec<&str> = level.solutions.iter().map(|run| run.moves()).collect();
        let title = level.title.as_deref().unwrap_or("-");
        let author = level.author.as_deref().unwrap_or("-");
        let rows = rows.collect::<Vec<_>>().join("/");
        let runs = runs.join(",");
        let (above, below) = (&level.above, &level.below);
        format!("{title}; {author}; {above:?}; {rows}; {below:?}; {runs}")
    };
    let mut all: Vec<String> = collection.levels.iter().map(one).collect();
    all.push(format!("{:?}", collection.comments));
    all
}

/// Reads `text`, compares, and checks that writing it gives the same levels back.
fn check(text: &str, expected: &[&str]) {
    let collection = levels(text);
    assert_eq!(summary(&collection), expected, "{text}");
    let written = collection.text();
    let again = levels(&written);
    assert_eq!(summary(&again), expected, "{written}");
    assert_eq!(again.text(), written);
    assert_eq!(again.warnings, []);
}

fn warnings(text: &str) -> Vec<String> {
    let warnings = levels(text).warnings;
    warnings.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn the_example_of_the_documentation() {
    let document = include_str!("../../../../docs/formats.md");
    let example = document
        .split("```\n")
        .find(|part| part.contains("Author:"));
    check(
        example.expect("an example"),
        &[
            "Warm-up; Somebody; \"A small collection, revised in spring\\n1\\n\"; \
             #####  /#@  ###/# $ . #/#######; \"Any number of lines,\\nblank ones too.\\n\"; dRR",
            "\"\"",
        ],
    );
}

#[test]
fn words_are_no_levels() {
    check(
        "A collection (of two)\n\nset 1  (1 level)\n-----\n\n; one\n#@$.#\n\nsome words\nof mine\n\n;two\n\n#@*#\n\nbye\n",
        &[
            r#"one; -; "A collection (of two)\nset 1  (1 level)\n-----\n"; #@$.#; ""; "#,
            r#"two; -; "some words\nof mine\n"; #@*#; ""; "#,
            r#""bye\n""#,
        ],
    );
}

#[test]
fn without_a_drawing_all_lines_are_rows() {
    let n_levels = |text| levels(text).levels.len();
    assert_eq!(n_levels("wwww\nwA0w\n\n1001\n1AG1\n\nTitle: x\n"), 3);
    assert_eq!(n_levels("#A1#\n#2(G\n\nSolution: rr\n"), 2);
    // A drawing makes words of them.
    assert_eq!(n_levels("wwww\nwA0w\n\n#@$.#\n\nTitle: x\n"), 1);
}

#[test]
fn keys_stand_below_their_level() {
    check(
        ";dh-1.xsb\n#@$.#\nTitle:Spade\nAuthor: D. H.\nDate: 2000\n\n;dh-2.xsb\n#@*#\n\nAuthor: E\n",
        &[
            r#"Spade; D. H.; "dh-1.xsb\n"; #@$.#; "Date: 2000\n"; "#,
            r#"dh-2.xsb; E; ""; #@*#; ""; "#,
            r#""""#,
        ],
    );
}

#[test]
fn keys_may_stand_above_their_level() {
    let expected = [
        r#"a; X; ""; #@$.#; ""; "#,
        r#"b; Y; ""; #@*#; ""; "#,
        r#""""#,
    ];
    check(
        "Title: a\nAuthor: X\n#@$.#\n\nTitle: b\nAuthor: Y\n#@*#\n",
        &expected,
    );
    check(
        "Title: a\nAuthor: X\n\n#@$.#\n\nTitle: b\nAuthor: Y\n\n#@*#\n",
        &expected,
    );
}

#[test]
fn keys_above_all_levels_are_comments_where_titles_stand_below() {
    check(
        "Title: Set\nAuthor: X\n\n#@$.#\nTitle: a\n\n#@*#\nTitle: b\nTitle: c\n",
        &[
            r#"a; -; "Title: Set\nAuthor: X\n"; #@$.#; ""; "#,
            r#"b; -; ""; #@*#; "Title: c\n"; "#,
            r#""""#,
        ],
    );
}

#[test]
fn a_line_that_stands_alone_is_a_title() {
    check(
        ":: remark\n:: remark\n\nLevel 1\n\n#@$.#\n\nfirst\nsecond\n\nLevel 2\n#@*#\nby me\n",
        &[
            r#"Level 1; -; ":: remark\n:: remark\n"; #@$.#; ""; "#,
            r#"Level 2; -; "first\nsecond\n"; #@*#; "by me\n"; "#,
            r#""""#,
        ],
    );
}

#[test]
fn the_nearest_title_counts_and_the_other_is_a_comment() {
    check(
        "; 1\n\nfirst\n\n#@$.#\n\nsecond\n\n; 2\n#@*#\n\n;\n#@+$#\n; x\n;\n#@#\n",
        &[
            r#"first; -; "1\n"; #@$.#; ""; "#,
            r#"2; -; "second\n"; #@*#; ""; "#,
            r#"-; -; ""; #@+$#; ""; "#,
            r#"-; -; "x\n"; #@#; ""; "#,
            r#""""#,
        ],
    );
}

#[test]
fn comments_may_have_several_lines() {
    check(
        "#@$.#\nComment: one\n\n  #@# is no level\nTitle: no\nComment-End:\nDate: x\nComment: last\n\n#@*#\nComment:\nComment-End:\nComment-End:\n; end\n",
        &[
            r#"-; -; ""; #@$.#; "one\n\n  #@# is no level\nTitle: no\nDate: x\nlast\n"; "#,
            r#"-; -; ""; #@*#; ""; "#,
            r#""end\n""#,
        ],
    );
    check(
        "#@$.#\nComment: Comment-End: a\nComment:\n",
        &[r#"-; -; ""; #@$.#; "a\n"; "#, r#""""#],
    );
}

#[test]
fn a_drawing_in_a_comment_is_no_level() {
    let text = "Comment:\n#@$.#\nComment-End:\n";
    assert_eq!(
        refused(&format!("{text}\n####\n")),
        "t.xsb: the only drawing in this file is part of a comment; \
         a comment goes from `Comment:` to `Comment-End:`"
    );
    assert_eq!(levels(&format!("{text}\n#@#\n")).levels.len(), 1);
}

#[test]
fn words_between_two_rows_get_one_warning() {
    let text = "Level 1\n#@$.#\nLevel 2\n#@*#\nLevel 3\n#@*#\n";
    let titles: Vec<_> = levels(text)
        .levels
        .iter()
        .map(|l| l.title().map(str::to_owned))
        .collect();
    assert_eq!(
        titles,
        ["Level 1", "Level 2", "Level 3"].map(|t| Some(t.to_owned()))
    );
    assert_eq!(
        warnings(text),
        [
            "t.xsb:3:1: this line is read as words, and what follows as another level; \
             put a blank line between two levels"
        ]
    );
}

#[test]
fn a_misspelt_letter_is_a_cell() {
    let text = "#####\n#@$x#\n#  .#\nx####\n\n######\n#ooo #\n#@$$$#\n######\n";
    check(
        text,
        &[
            r#"-; -; ""; #####/#@$x#/#  .#/x####; ""; "#,
            r##"-; -; ""; ######/#ooo #/#@$$$#/######; ""; "##,
            r#""""#,
        ],
    );
    let level = &levels(text).levels[0];
    assert_eq!(
        level.error_at(3, 1, "no", "yes").to_string(),
        "t.xsb:2:4: no; yes"
    );
}

#[test]
fn short_rows_that_end_in_a_wall_are_no_surprise() {
    assert_eq!(warnings("####\n# .###\n#@ $ #\n######\n"), [""; 0]);
    assert_eq!(warnings("####\n# .\n#@$#\n####\n").len(), 1);
    assert_eq!(
        warnings("####\n#A###\n#####\n").len(),
        1,
        "no drawing of this kind"
    );
}

#[test]
fn drawings_may_be_run_length_encoded() {
    check(
        "; a\n4#|#-@#|2(#$|)#2.#|4#\nSolution: 2(rU)\n\n5#\n#@$.#\n# 1 #\n5#\n",
        &[
            "a; -; \"\"; ####/#-@#/#$  /#$  /#..#/####; \"\"; rUrU",
            "-; -; \"\"; #####/#@$.#/# 1 #/#####; \"\"; ",
            "\"\"",
        ],
    );
    let collection = levels("x\n\n  4#|#-@#|2(#$|)#2.#\n");
    let grid = collection.levels[0].grid().unwrap();
    let columns = |y| -> Vec<(u32, u32)> {
        let place = |x| grid.place(x, y);
        (0..grid.width())
            .map(|x| (place(x).line, place(x).column))
            .collect()
    };
    assert_eq!(columns(0), [(3, 1), (3, 2), (3, 4), (3, 4), (3, 4), (3, 4)]);
    assert_eq!(
        columns(1),
        [(3, 6), (3, 7), (3, 8), (3, 9), (3, 10), (3, 10)]
    );
    assert_eq!(columns(3)[..3], [(3, 13), (3, 14), (3, 15)]);
}

#[test]
fn broken_encodings_are_refused_with_a_place() {
    let message = |text| refused(text).split("; ").next().unwrap().to_owned();
    assert_eq!(
        message("#@$.#\n#@$.1\n"),
        "t.xsb:2:5: this count repeats nothing"
    );
    assert_eq!(
        message("#@$.#\n#@($.#\n"),
        "t.xsb:2:3: this parenthesis has no other half"
    );
    assert_eq!(
        message("#@$.#\n\n3#|#@|#||3#\n"),
        "t.xsb:3:9: this bar ends a blank row"
    );
    assert_eq!(
        message("#@$.#\n\n4#|#@x#|4#\n"),
        "t.xsb:3:6: drawings in run-length encoding have no such letter"
    );
    for hostile in [
        "#@999999999#",
        "9999999999999999999999(#@)",
        "1024(1024(#@|))",
        "99(99(99(99(#@))))",
    ] {
        let refused = message(hostile);
        assert!(refused.contains("becomes too long"), "{refused}");
    }
    assert_eq!(
        message("#@1023-\n"),
        "t.xsb:1:7: here this row becomes too wide"
    );
    assert_eq!(
        message("1025(#@|)\n"),
        "t.xsb:1:1: with this line the level is 1025 rows high"
    );
    assert!(message("#@#\nSolution: 99999999999r\n").starts_with("t.xsb:2:11: here the run"));
    // Each line is within the limit and draws one cell.
    let many = format!("#@#\n\n{}", "#1000000(|)\n\n".repeat(70));
    assert!(message(&many).contains("becomes too long"));
}

#[test]
fn stored_runs_are_kept_with_their_places() {
    let text = "#@$.#\nSolution/Moves: lurR\n2(dL)\n\nSolution\n4r\nwords\nSolution: see elsewhere\nSolution: r4\n";
    check(
        text,
        &[
            r#"-; -; ""; #@$.#; "words\nSolution: see elsewhere\nSolution: r4\n"; lurRdLdL,rrrr"#,
            r#""""#,
        ],
    );
    let collection = levels(text);
    let run = &collection.levels[0].solutions()[0];
    let places: Vec<_> = (0..9)
        .map(|i| run.place(i).map(|p| (p.line, p.column)))
        .collect();
    let expected = [
        (2, 17),
        (2, 18),
        (2, 19),
        (2, 20),
        (3, 3),
        (3, 4),
        (3, 3),
        (3, 4),
    ];
    assert_eq!(places[..8], expected.map(Some));
    assert_eq!(places[8], None);
}

#[test]
fn runs_can_be_replaced() {
    let run = "lurd".repeat(50);
    for (text, key) in [
        ("; t\n#@$.#\nSolution: l\n\n; u\n#@#\n", "Solution:\n"),
        ("; t\n#A G#\n; Solution: l\n\n; u\nAG", "; Solution: "),
    ] {
        let mut collection = levels(text);
        assert_eq!(collection.levels[0].solutions()[0].moves(), "l");
        collection.levels[0].set_solution(StoredSolution::new(run.as_str()).unwrap());
        let written = collection.text();
        assert!(written.contains(key), "{written}");
        let again = levels(&written);
        assert_eq!(
            again.levels[0].solutions(),
            collection.levels[0].solutions()
        );
        assert_eq!(again.levels[0].solutions().len(), 1);
        assert_eq!(again.levels[1].title(), Some("u"));
        assert_eq!(again.text(), written);
    }
    assert_eq!(StoredSolution::new(""), None);
    assert_eq!(StoredSolution::new("lx"), None);
}

#[test]
fn comments_of_other_files_are_kept_too() {
    check(
        "; set\n;\n; one\n#A\n\n;two\nAG\n; Solution: r5\n; Solution: r\n; end\n",
        &[
            r#"one; -; "set\n\n"; #A; ""; "#,
            r#"two; -; ""; AG; ""; r"#,
            r#""Solution: r5\nend\n""#,
        ],
    );
    assert_eq!(
        levels("; Solution: r\nAG").levels[0].title(),
        Some("Solution: r")
    );
}

#[test]
fn what_is_written_stays_text() {
    let mut collection = levels("#@$.#\n");
    let Level::Grid(level) = &mut collection.levels[0] else {
        panic!("a grid");
    };
    level.author = Some("a\n#@#".to_owned());
    level.above = "x\r#@#\u{FEFF}".to_owned();
    level.below = "Comment-End:\n#@#\nno end".to_owned();
    let again = levels(&collection.text());
    assert_eq!(
        summary(&again),
        [
            r##"-; a #@#; "x #@#\n"; #@$.#; "\n#@#\nno end\n"; "##,
            r#""""#
        ]
    );
}
