//! Published experiments, and levels that are solved box by box.

use std::collections::HashMap;

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
        "seed-000-experiment-1",
        "seed-000-experiment-2",
        "seed-000-experiment-3",
        "seed-000-experiment-4",
        "seed-000-experiment-5",
        "seed-000-experiment-6",
        "seed-001-tree",
        "seed-001-curves",
        "seed-001-scores",
        "seed-003-part-2",
        "seed-003-part-3",
        "seed-003-part-4",
        "all",
    ] {
        assert!(said.stdout.contains(name), "{}", said.stdout);
    }
    let unknown = Sandbox::new(&[]).run(&["reproduce", "seed-9"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("seed-003-part-2"));
    assert_eq!(Sandbox::new(&[]).run(&["reproduce"]).status, 2);
}

/// The rows of a table, by the names of its columns; of those with the same
/// name, the first one's.
fn table(sandbox: &Sandbox, file: &str) -> Vec<HashMap<String, String>> {
    let csv = String::from_utf8(sandbox.read(file)).unwrap();
    let mut lines = csv.lines().map(cells);
    let columns = lines.next().unwrap();
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), columns.len(), "{csv}");
        let mut row = HashMap::new();
        for (column, cell) in columns.iter().zip(cells) {
            let other = row.insert(column.clone(), cell);
            assert!(other.is_none(), "two columns are called {column}");
        }
        row
    };
    lines.map(row).collect()
}

/// The cells of a line, of which some are quoted.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

/// Runs an experiment on a few levels; its files are in `results`.
fn repeated(experiment: &str, levels: &str) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let args = [
        "reproduce",
        experiment,
        "--levels",
        levels,
        "--out",
        "results",
    ];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 0, "{}", said.stderr);
    for name in sandbox.names("results") {
        let text = sandbox.read(&format!("results/{name}"));
        let is_drawing = name.ends_with(".svg");
        assert!(!is_drawing || text.ends_with(b"</svg>\n"), "{name}");
    }
    sandbox
}

#[test]
fn mazes_of_every_size_are_solved() {
    let sandbox = repeated("seed-000-experiment-1", "2");
    let rows = table(&sandbox, "results/seed-000-experiment-1-success.csv");
    let sizes: Vec<&str> = rows.iter().map(|row| &row["size"][..]).collect();
    assert_eq!(sizes[0], "8x8");
    assert_eq!((sizes[8], sizes.len()), ("24x24", 9));
    for row in &rows {
        assert_eq!(row["levels"], "2");
        assert_eq!(row["model-based, ours"], "100 %", "{row:?}");
    }
}

#[test]
fn proofs_are_as_short_as_the_runs_of_astar() {
    let sandbox = repeated("seed-000-experiment-2", "2");
    let rows = table(&sandbox, "results/seed-000-experiment-2-lengths.csv");
    assert_eq!(rows.len(), 9);
    for row in &rows {
        assert_eq!(row["equal to A*"], "2 of 2", "{row:?}");
        assert_eq!(row["ours"], row["A*"], "{row:?}");
    }
    let growth = table(&sandbox, "results/seed-000-experiment-2-growth.csv");
    assert_eq!(growth[0]["search alone"], "×1.00");
    assert_eq!(growth[8]["A*, published"], "×70.00");
}

#[test]
fn races_and_mazes_are_solved_by_proof() {
    let sandbox = repeated("seed-000-experiment-3", "2");
    let success = table(&sandbox, "results/seed-000-experiment-3-success.csv");
    let lengths = table(&sandbox, "results/seed-000-experiment-3-lengths.csv");
    assert_eq!((success.len(), lengths.len()), (6, 6));
    for row in &success {
        let n_hopeless: usize = row["not winnable, proved"].parse().unwrap();
        let wanted = if n_hopeless == 2 { "–" } else { "100 %" };
        assert_eq!(row["model-based, ours"], wanted, "{row:?}");
    }
    for row in &lengths {
        let agreed = &row["A* as short, or finds none as well"];
        assert_eq!(agreed, "2 of 2", "{row:?}");
    }
}

#[test]
fn races_are_won_in_several_ways_or_not() {
    let sandbox = repeated("seed-000-experiment-5", "1");
    let rows = table(&sandbox, "results/seed-000-experiment-5-alternatives.csv");
    assert_eq!(rows.len(), 9);
    let n = |row: usize| rows[row]["ours"].parse::<usize>().unwrap();
    let n_winnable = n(0);
    assert!((1..=4).contains(&n_winnable));
    for (i, row) in rows.iter().enumerate() {
        assert!(n(i) <= n_winnable, "{row:?}");
        assert_eq!(row["not decided"], "0", "{row:?}");
    }
    // Runs that share no state are different ones, and what repeats no state
    // is shortest or not.
    assert!(n(2) <= n(1) && n(1) <= n(5), "{rows:?}");
    let margins = table(&sandbox, "results/seed-000-experiment-5-margins.csv");
    let n_levels = margins
        .iter()
        .map(|r| r["levels"].parse::<usize>().unwrap());
    // Four times the number asked for, since there is one size.
    assert_eq!(n_levels.sum::<usize>(), 4);
}

#[test]
fn mazes_are_split_by_twistiness() {
    let sandbox = repeated("seed-000-experiment-6", "1");
    let rows = table(&sandbox, "results/seed-000-experiment-6-twistiness.csv");
    let ours: Vec<usize> = rows.iter().map(|r| r["ours"].parse().unwrap()).collect();
    assert_eq!(ours[..4].iter().sum::<usize>(), 4);
    assert_eq!((ours[3], ours[4]), (0, 4), "{rows:?}");
}

#[test]
fn all_experiments_make_a_page_for_each_work() {
    let sandbox = Sandbox::new(&[]);
    let args = ["reproduce", "all", "--levels", "1", "--max-states", "20000"];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let last = said.stdout.lines().last().unwrap();
    assert!(
        last.ends_with("files written to docs/reproduction"),
        "{last}"
    );
    let names = sandbox.names("docs/reproduction");
    let pages: Vec<&String> = names.iter().filter(|n| n.ends_with(".md")).collect();
    assert_eq!(pages, ["seed-000.md", "seed-001.md", "seed-003.md"]);
    let page = String::from_utf8(sandbox.read("docs/reproduction/seed-000.md")).unwrap();
    let heads = page.lines().filter(|l| l.starts_with("## ")).count();
    assert_eq!(heads, 6, "{page}");
    assert_eq!(page.lines().filter(|l| l.starts_with("# ")).count(), 1);
    // Every figure that a page shows is there.
    for shown in page.split("](").skip(1).filter_map(|s| s.split(')').next()) {
        assert!(names.iter().any(|name| name == shown), "{shown}");
    }
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
