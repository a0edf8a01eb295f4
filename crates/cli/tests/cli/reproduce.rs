//! Published experiments, and levels that are solved box by box.

use crate::support::Sandbox;

const BOARD: &str = "\
#######
###.###
###$###
#.$@$.#
###$###
###.###
#######
";

#[test]
fn every_experiment_is_listed() {
    let said = Sandbox::new(&[]).run(&["reproduce", "--list"]);
    assert_eq!(said.status, 0);
    for name in [
        "seed-000-experiment-4",
        "seed-003-part-2",
        "seed-003-part-3",
        "seed-003-part-4",
    ] {
        assert!(said.stdout.contains(name), "{}", said.stdout);
    }
    let unknown = Sandbox::new(&[]).run(&["reproduce", "seed-9"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("seed-003-part-2"));
    assert_eq!(Sandbox::new(&[]).run(&["reproduce"]).status, 2);
}

/// The verdicts and the published runs do not depend on the machine.
#[test]
fn the_boards_are_won_or_not_as_published() {
    let sandbox = Sandbox::new(&[]);
    let said = sandbox.run(&["reproduce", "seed-003-part-2", "--out", "results"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let names = ["seed-003-part-2-boards.csv", "seed-003-part-2.md"];
    assert_eq!(sandbox.names("results"), names);
    let csv = String::from_utf8(sandbox.read("results/seed-003-part-2-boards.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv
        .lines()
        .skip(1)
        .map(|l| l.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 8);
    for row in &rows {
        assert_eq!(row[1], row[2], "{csv}");
    }
    let played: Vec<&str> = rows.iter().map(|row| row[5]).collect();
    assert_eq!(played, ["wins", "–", "–", "wins", "–", "–", "wins", "wins"]);
    assert_eq!(rows[7][6], "luuurrllddrrrrdrudddd");
}

#[test]
fn steps_and_pushes_are_compared() {
    let sandbox = Sandbox::new(&[]);
    let args = ["reproduce", "seed-000-experiment-4", "--levels", "3"];
    let limits = ["--max-states", "20000", "--out", "results"];
    let said = sandbox.run(&[&args[..], &limits].concat());
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(said.stdout.contains("+166 %"), "{}", said.stdout);
    let csv = sandbox.read("results/seed-000-experiment-4-levels.csv");
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(csv.lines().count(), 4);
    let solved = csv.lines().filter(|l| l.contains("solved")).count();
    assert!(solved >= 2, "{csv}");
    let svg = sandbox.read("results/seed-000-experiment-4-models.svg");
    assert!(svg.starts_with(b"<svg") && svg.ends_with(b"</svg>\n"));
}

#[test]
fn a_level_is_solved_box_by_box() {
    let stuck = "#####\n#$@.#\n#####\n";
    let sandbox = Sandbox::new(&[("board.xsb", BOARD), ("stuck.xsb", stuck)]);
    let said = sandbox.run(&["solve", "board.xsb", "--iterative", "--cert", "certs"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let head = "board.xsb: solved in 7 moves and 4 pushes in 4 iterations (run checked; ";
    assert!(said.stdout.starts_with(head), "{}", said.stdout);
    let last = "    iteration 4: 1 box to 0, 2 moves, 1 push (";
    assert!(said.stdout.contains(last), "{}", said.stdout);
    let certificate = "certs/board-1-solvable.cert";
    assert_eq!(sandbox.run(&["check", certificate, "board.xsb"]).status, 0);
    let object = &sandbox
        .run(&["solve", "board.xsb", "--iterative", "--format", "json"])
        .objects()[0];
    assert_eq!(object["iterations"]["stages"].as_array().unwrap().len(), 4);
    assert_eq!(object["cost"]["pushes"], 4);

    // There is no run, and that is for others to prove.
    let said = sandbox.run(&["solve", "stuck.xsb", "--iterative"]);
    assert_eq!(said.status, 3);
    assert!(said.stdout.contains("unknown"), "{}", said.stdout);
    let few = ["solve", "board.xsb", "--iterative", "--max-states", "1"];
    assert_eq!(sandbox.run(&few).status, 3);
}
