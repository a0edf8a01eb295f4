//! What is wrong with a level, where, and what was expected.

use playproof_level::{Diagnostic, Wanted, read_with};
use playproof_platform::{Board, PlatformFormat};

fn refused(text: &str) -> Diagnostic {
    let read = read_with("a.txt", text.as_bytes(), &[&PlatformFormat]);
    let board = read.and_then(|file| Board::read(&file.levels[0]));
    board.expect_err(text)
}

fn check(text: &str, expected: &str) {
    assert_eq!(refused(text).to_string(), format!("a.txt:{expected}"));
}

#[test]
fn unknown_letters_are_errors() {
    check(
        "---z\nXXXX\n",
        "1:4: unknown letter `z`; the legend vglc knows - X S ? Q < > [ ] B b o E; seed knows \
         A B Y H M E; mario knows - | X # S ? @ Q ! C U L D t < > [ ] % o g E M F",
    );
    check(
        "platform\nlegend: seed\nletter _: air\nAA_X\nBBBB\n",
        "4:4: unknown letter `X`; the legend seed knows A B Y H M E, and the level itself _",
    );
    check(
        "platform\nlegend: own\nletter X: solid\nmap:\n-X\nXX\n",
        "5:1: unknown letter `-`; the level's own legend knows X",
    );
    let short = refused("---\nXX\n");
    assert_eq!(short.message, "a blank place");
    assert_eq!(short.place.unwrap().line, 2);
}

#[test]
fn where_no_legend_fits_all_say_what_they_lack() {
    let told = refused("1A-X1\n1G--1\nXXXXX\n");
    let message = "no legend of platform levels knows all letters of this drawing";
    assert_eq!(told.message, message);
    let help = told.help.unwrap();
    assert!(help.contains("vglc lacks `1` `A` `G`"), "{help}");
    assert!(help.contains("seed lacks `1` `-` `X` `G`"), "{help}");
}

#[test]
fn two_legends_are_one_too_many() {
    let clash = refused("EE\nBB\n");
    let told = "a.txt:1:1: this level fits two legends, vglc and seed; `E` is a walker in vglc, and \
                exit in seed: say which legend is meant";
    assert_eq!(clash.to_string(), told);
    assert_eq!(clash.wanted, Some(Wanted::Legend));
    // Letters that nobody knows decide nothing; those that one legend knows do.
    let told = refused("platform\nlenient: yes\nmap:\nE.E\nBBB\n");
    assert_eq!(told.wanted, Some(Wanted::Legend));
    let told = refused("ME\n").message;
    assert_eq!(told, "this level fits two legends, seed and mario");
}

#[test]
fn what_is_not_modelled_is_refused_by_name() {
    for (letter, what) in [
        ('k', "a turtle, which leaves a shell"),
        ('R', "a winged turtle"),
        ('*', "a cannon that fires bullets"),
        ('B', "a cannon that fires bullets"),
        ('T', "a pipe with a flower in it"),
        ('Y', "a winged spiky enemy"),
    ] {
        let told = refused(&format!("M-{letter}F\nXXXX\n"));
        let place = told.place.as_ref().unwrap();
        assert_eq!((place.line, place.column), (1, 3), "{letter}");
        let message = format!("`{letter}` is {what}: that is not modelled here");
        assert_eq!(told.message, message);
    }
    check(
        "platform\nletter t: turtle\nmap:\n-t\nXX\n",
        "2:11: `turtle`: no turtle is modelled here; turtles, shells, bullets, flowers and what \
         has wings are left out",
    );
}

#[test]
fn settings_are_read_with_care() {
    let header = |line: &str, expected: &str| {
        check(&format!("platform\n{line}\nmap:\n---\nXXX\n"), expected);
    };
    header(
        "legnd: vglc",
        "2:1: unknown setting `legnd`; did you mean `legend`?",
    );
    header(
        "legend: vgcl",
        "2:9: unknown legend `vgcl`; there are seed, vglc, mario, own",
    );
    header(
        "time: -5",
        "2:7: `-5` is no time limit; expected a whole number above 0: how long play may take",
    );
    header(
        "style: novise",
        "2:8: unknown style `novise`; did you mean `novice`?",
    );
    header(
        "style: novice, lazy",
        "2:16: unknown style `lazy`; there are expert, novice, peaceful, walking",
    );
    header(
        "lenient: maybe",
        "2:10: `maybe` is neither yes nor no; yes or no?",
    );
    header(
        "exit-column: 300",
        "2:14: the exit is beyond the map; the map has 3 columns and 2 rows, counted from 1",
    );
    header(
        "start: 1 3",
        "2:8: the start is beyond the map; the map has 3 columns and 2 rows, counted from 1",
    );
    header(
        "start: 1 2",
        "5:1: the start is inside a wall; play begins where the player can be",
    );
    header(
        "exit: touch",
        "1:1: there is no exit to touch; draw the exit, or let its column win",
    );
    header(
        "letter Z: solid, one-way",
        "2:11: nothing is all of this: solid, one-way; what is one-way is not solid",
    );
    header(
        "letter Z: solid, sollid",
        "2:18: unknown property `sollid`; did you mean `solid`?",
    );
    header(
        "letter: solid",
        "2:1: no letter is named; expected such as `letter X: solid`",
    );
    header(
        "letter ;: solid",
        "2:1: `;` cannot be a letter; a line that begins with it is a remark; choose another letter",
    );
    header(
        "letter Z: solid\nletter Z: air",
        "3:1: a second meaning of `Z`; each letter stands for one kind",
    );
    header(
        "time: 3\ntime: 4",
        "3:1: a second `time`; a level has each setting once",
    );
}

#[test]
fn a_level_needs_ground_and_a_start() {
    check(
        "XX\nXX\n",
        "1:1: there is no place to begin: all ground is roofed; the player needs a place to \
         stand on",
    );
    check(
        "---\n-oo\n",
        "1:1: there is no floor; the player needs a place to stand on",
    );
    check(
        "platform\nletter Z: solid, start\nmap:\n---\nXZX\n",
        "5:2: the start is inside a wall; play begins where the player can be",
    );
    check("M-M\nXXX\n", "1:3: a second start; a level has one");
    check(
        "F-F\nXXX\n",
        "1:3: an exit in another column; the places of an exit stand above each other",
    );
    check(
        "platform\nexit-column: 2\nmap:\n--F\nXXX\n",
        "4:3: an exit in another column; the places of an exit stand above each other",
    );
    check(
        "platform\ntime: 3\n",
        "1:1: this level has no drawing; draw it below a line `map:`",
    );
    check(
        "platform\n--\n\nXX\n",
        "4:1: this line belongs to no level; a drawing ends with a blank line or one that begins \
         with `;`, and another level begins with a line `platform`",
    );
}

#[test]
fn a_long_map_is_read() {
    let text = format!("{}\n{}\n", "-".repeat(10_000), "X".repeat(10_000));
    let file = read_with("a.txt", text.as_bytes(), &[&PlatformFormat]).unwrap();
    assert_eq!(Board::read(&file.levels[0]).unwrap().exit, 9_999);
    let text = format!("{}\n{}\n", "-".repeat(20_000), "X".repeat(20_000));
    assert_eq!(
        refused(&text).to_string(),
        "a.txt:1:16385: this row is 20000 cells wide; a level may be at most 16384 cells wide"
    );
}
