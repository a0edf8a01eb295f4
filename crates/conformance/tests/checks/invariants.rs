//! The invariants of `docs/architecture.md` that Cargo and the sources show:
//! who may depend on whom, where `unsafe`, input and output may stand, and
//! that the page names every trusted file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use playproof::Playproof;

/// Crates that a wrong line in makes wrong proofs look right.
const TRUSTED: [&str; 3] = ["playproof-kernel", "playproof-level", "playproof-model"];

/// What trusted crates may use from elsewhere.
const TRUSTED_DEPENDENCIES: [&str; 2] = ["strsim", "thiserror"];

/// The most lines of code of the kernel.
const MAX_KERNEL: usize = 5_000;

type Edges = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("crates/conformance")
        .to_owned()
}

/// For each crate of the workspace, what it depends on outside its tests.
fn edges() -> Edges {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |v: &serde_json::Value| v.as_str().expect("a string").to_owned();
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let package = |p: &serde_json::Value| {
        let all = p["dependencies"].as_array().expect("dependencies").iter();
        let normal = all.filter(|d| d["kind"].is_null());
        (text(&p["name"]), normal.map(|d| text(&d["name"])).collect())
    };
    packages.map(package).collect()
}

/// Everything that a crate depends on within the workspace, directly or not.
fn reaches(edges: &Edges, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        for next in edges.get(&name).into_iter().flatten() {
            if edges.contains_key(next) && found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// Those who name no game.
const NO_GAME: [&str; 10] = [
    "playproof-kernel",
    "playproof-level",
    "playproof-model",
    "playproof-certify",
    "playproof-game",
    "playproof-engines",
    "playproof-sat",
    "playproof-bdd",
    "playproof-export",
    "playproof-treesearch",
];

/// The folders of games, and of what games share, within `crates`.
fn game_folders() -> Vec<String> {
    let folder = fs::read_dir(root().join("crates/games")).expect("the folder of games");
    let names = folder.map(|entry| entry.expect("an entry").file_name());
    let mut games: Vec<String> = names
        .map(|name| format!("games/{}", name.display()))
        .collect();
    games.sort();
    games
}

/// The crates of games, by the names of their folders.
fn games() -> Vec<String> {
    let folders = game_folders().into_iter();
    folders
        .map(|folder| folder.replace("games/", "playproof-"))
        .collect()
}

/// The edges that must not be.
fn forbidden(edges: &Edges) -> Vec<String> {
    let rules: [(&str, &[&str]); 8] = [
        (
            "playproof-kernel",
            &["playproof-model", "playproof-certify"],
        ),
        (
            "playproof-level",
            &["playproof-model", "playproof-certify", "playproof-engines"],
        ),
        (
            "playproof-model",
            &["playproof-level", "playproof-certify", "playproof-engines"],
        ),
        ("playproof-certify", &["playproof-engines", "playproof-sat"]),
        ("playproof-game", &["playproof-engines", "playproof"]),
        ("playproof-engines", &["playproof-level"]),
        ("playproof-report", &["playproof-cli"]),
        ("playproof", &["playproof-spec", "playproof-analysis"]),
    ];
    let games = games();
    let mut found = Vec::new();
    for (from, never) in rules {
        assert!(edges.contains_key(from), "{from} is gone: adapt this test");
        let reached = reaches(edges, from);
        found.extend(
            never
                .iter()
                .filter(|n| reached.contains(**n))
                .map(|n| format!("{from} -> {n}")),
        );
    }
    // Who must not know that there are games, however many come.
    for from in NO_GAME {
        let reached = reaches(edges, from);
        let named = games.iter().filter(|game| reached.contains(*game));
        found.extend(named.map(|game| format!("{from} -> {game}")));
    }
    for game in &games {
        let reached = reaches(edges, game);
        let facade = reached.get("playproof");
        found.extend(facade.map(|facade| format!("{game} -> {facade}")));
    }
    for from in TRUSTED {
        let allowed =
            |d: &String| d.starts_with("playproof") || TRUSTED_DEPENDENCIES.contains(&&d[..]);
        let strange = edges[from].iter().filter(|d| !allowed(d));
        found.extend(strange.map(|d| format!("{from} -> {d}")));
    }
    found
}

#[test]
fn dependencies_point_the_right_way() {
    assert_eq!(forbidden(&edges()), Vec::<String>::new());
}

/// The kernel stands alone, also in its tests and when it is built.
#[test]
fn the_kernel_needs_nothing() {
    assert_eq!(edges()["playproof-kernel"], BTreeSet::new());
    let manifest = fs::read_to_string(root().join("crates/kernel/Cargo.toml"));
    let manifest = manifest.expect("a manifest");
    for section in ["[dependencies", "[build-dependencies", "[target"] {
        assert!(
            !manifest.contains(section),
            "{section} in the kernel's manifest"
        );
    }
}

/// Lines that are neither blank, nor comments, nor tests.
fn n_lines_of_code(text: &str) -> usize {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(str::trim);
    lines
        .filter(|l| !l.is_empty() && !l.starts_with("//"))
        .count()
}

#[test]
fn the_kernel_can_be_read_in_an_afternoon() {
    let all = sources("kernel");
    for (path, text) in &all {
        // Tests come last, so that nothing behind them goes uncounted.
        let n_tests = text.matches("#[cfg(test)]").count();
        assert!(n_tests <= 1, "{} has tests in two places", path.display());
        let behind = text.split("#[cfg(test)]").nth(1).unwrap_or_default();
        let words = ["fn ", "impl", "struct ", "enum ", "const ", "use ", "type "];
        let is_item = |l: &str| {
            let l = l
                .trim_start_matches("pub(crate) ")
                .trim_start_matches("pub ");
            words.iter().any(|word| l.starts_with(word))
        };
        let hidden = behind.lines().any(is_item);
        assert!(!hidden, "{}: code behind tests", path.display());
    }
    let n: usize = all.iter().map(|(_, text)| n_lines_of_code(text)).sum();
    println!("{n} lines of code");
    assert!(n <= MAX_KERNEL, "the kernel has {n} lines of code");
}

#[test]
fn a_forbidden_edge_is_seen() {
    for (from, to) in [
        ("playproof-engines", "playproof-maze"),
        ("playproof-game", "playproof-engines"),
        ("playproof-certify", "playproof-sokoban"),
        ("playproof-maze", "playproof"),
        ("playproof", "playproof-analysis"),
        ("playproof-model", "rand"),
    ] {
        let mut edges = edges();
        edges.get_mut(from).expect("a crate").insert(to.to_owned());
        assert!(forbidden(&edges).contains(&format!("{from} -> {to}")));
    }
}

fn sources(krate: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join("crates").join(krate).join("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a source folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("a source file");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn trusted_crates_have_no_unsafe() {
    for krate in [
        "kernel",
        "level",
        "model",
        "certify",
        "game",
        "playproof",
        "analysis",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(game_folders())
    {
        let all = sources(&krate);
        let lib = all.iter().find(|(path, _)| path.ends_with("lib.rs"));
        let (_, lib) = lib.expect("a library");
        assert!(lib.contains("#![forbid(unsafe_code)]"), "{krate}");
    }
}

/// The crates in which no line of code names a game: neither an identifier nor a
/// string. `playproof` names them where they are registered and nowhere else.
const NAMELESS: [&str; 19] = [
    "kernel",
    "level",
    "model",
    "certify",
    "game",
    "engines",
    "sat",
    "bdd",
    "export",
    "spec",
    "report",
    "cli",
    "page",
    "studio",
    "study",
    "players",
    "playproof",
    "analysis",
    "treesearch",
];

/// Games whose names are parts of other words as well. Of these only the crate and the
/// name as a whole string count.
const PARTS_OF_WORDS: [&str; 3] = ["catch", "ice", "walked"];

/// Games whose names mean something else in reports too: a run of a level, a race of
/// engines. Of these only the crate counts.
const OTHER_MEANINGS: [&str; 2] = ["race", "run"];

/// How a line of code would name a game.
fn signs() -> Vec<String> {
    let playproof = Playproof::default();
    let games = playproof.games().map(|game| game.name().to_owned());
    let crates = game_folders().into_iter();
    let crates = crates.map(|folder| folder.replace("games/", ""));
    let all: BTreeSet<String> = games.chain(crates).collect();
    let sign = |name: String| match &name[..] {
        word if OTHER_MEANINGS.contains(&word) => vec![format!("playproof_{name}")],
        word if PARTS_OF_WORDS.contains(&word) => {
            vec![format!("\"{name}\""), format!("playproof_{name}")]
        }
        _ => vec![name],
    };
    all.into_iter().flat_map(sign).collect()
}

/// The lines of code that name a game. Comments may, and tests must.
fn names_of_games(path: &Path, text: &str, signs: &[String]) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().zip(1..);
    let code = lines.filter(|(line, _)| !line.trim_start().starts_with("//"));
    let named = code.filter(|(line, _)| {
        let line = line.to_lowercase();
        signs.iter().any(|sign| line.contains(sign))
    });
    let place = |number: usize| format!("{}:{number}", path.display());
    named.map(|(_, number)| place(number)).collect()
}

#[test]
fn nobody_but_the_registry_names_a_game() {
    let (mut found, signs) = (Vec::new(), signs());
    for krate in NAMELESS {
        for (path, text) in sources(krate) {
            let is_registry = path.ends_with("playproof/src/settings.rs");
            let is_test = ["tests.rs", "test_runs.rs"]
                .iter()
                .any(|t| path.ends_with(t));
            if !is_registry && !is_test {
                found.extend(names_of_games(&path, &text, &signs));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_name_in_the_code_is_seen() {
    let (path, signs) = (Path::new("a.rs"), signs());
    for code in [
        "match game { \"maze\" => 1 }",
        "use playproof_sokoban::X;",
        "  DungeonLevel::of(x)",
        "use playproof_race::Race;",
        "if game.name() == \"catch\" {",
    ] {
        assert_eq!(names_of_games(path, code, &signs), ["a.rs:1"], "{code}");
    }
    let plain = "// as in a maze\nlet race = slice.race(catch);";
    assert!(names_of_games(path, plain, &signs).is_empty());
}

#[test]
fn libraries_do_no_input_or_output() {
    let forbidden = [
        "std::fs",
        "std::env",
        "std::process",
        "std::thread",
        "std::time",
        "println!",
        "print!(",
        "eprintln!",
        "std::net",
        "stdin()",
        "stdout()",
    ];
    for krate in [
        "kernel",
        "level",
        "model",
        "certify",
        "game",
        "engines",
        "bdd",
        "sat",
        "report",
        "export",
        "playproof",
        "analysis",
        "players",
        "page",
        "spec",
        "treesearch",
        "experiments",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(game_folders())
    {
        for (path, text) in sources(&krate) {
            // Threads are there when they are asked for: those of one search,
            // and those of searches that race.
            let places = ["explicit/team.rs", "portfolio/contest.rs"];
            let places = places.map(|place| format!("engines/src/{place}"));
            let threads = places.iter().any(|place| path.ends_with(place));
            // An operation on diagrams cannot be interrupted, so it has a
            // thread of its own while another asks the budget again and again:
            // it waits some milliseconds, which reads no clock.
            let watch = path.ends_with("bdd/src/watch.rs");
            // The checker is a program of its own, which is no library.
            if path.ends_with("kernel/src/main.rs") {
                continue;
            }
            let allowed = |word: &str| match word {
                "std::thread" => threads || watch,
                "std::time" => watch,
                _ => false,
            };
            for word in forbidden.iter().filter(|w| !allowed(w)) {
                assert!(!text.contains(word), "{} has {word}", path.display());
            }
        }
    }
}

/// Whoever calls a library from Rust has no command line, so that no message
/// speaks of its options. Comments may, and so may tests.
fn names_an_option(line: &str) -> bool {
    let after = line.split("--").skip(1);
    let is_option = |after: &str| after.starts_with(|c: char| c.is_ascii_lowercase());
    !line.trim_start().starts_with("//") && after.into_iter().any(is_option)
}

#[test]
fn libraries_do_not_speak_of_options() {
    // A program, and the command line of another one.
    let for_the_command_line = ["kernel/src/main.rs", "export/src/pddl/write.rs"];
    // Examples and help that a game hands out for the command line.
    let hands_out = ["fn examples", "examples:", "CommandHelp {"];
    let libraries = NAMELESS.into_iter().filter(|krate| *krate != "cli");
    let libraries = libraries.map(str::to_owned).chain(game_folders());
    let mut found = Vec::new();
    for (path, text) in libraries.flat_map(|krate| sources(&krate)) {
        let is_for_it = for_the_command_line.iter().any(|file| path.ends_with(file))
            || hands_out.iter().any(|words| text.contains(words));
        if is_for_it || path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code
            .lines()
            .zip(1..)
            .filter(|(line, _)| names_an_option(line));
        found.extend(lines.map(|(_, number)| format!("{}:{number}", path.display())));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn an_option_in_a_message_is_seen() {
    assert!(names_an_option("\"several games; say which with --game\""));
    assert!(!names_an_option("// as --game does"));
    assert!(!names_an_option("\"a -- b\""));
}

/// What a game takes in to verify its levels builds without a C++ compiler.
#[test]
fn the_library_is_pure_rust() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "playproof", "--prefix", "none"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && tree.contains("playproof-kernel"),
        "{errors}"
    );
    let native = tree.lines().filter(|line| {
        let name = line.split(' ').next().unwrap_or_default();
        name == "cc" || name.ends_with("-sys")
    });
    assert_eq!(native.collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_architecture_page_names_every_trusted_file() {
    let output = Command::new("bash")
        .args(["scripts/trusted-files", "--check"])
        .current_dir(root())
        .output()
        .expect("bash runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let help = "run scripts/trusted-files";
    assert!(output.status.success(), "{help}:\n{text}");
}

/// A limit that no page names would be one that nobody else's checker can keep.
#[test]
fn the_kernels_limits_are_on_the_page() {
    let page = fs::read_to_string(root().join("docs/certificates.md")).expect("the page");
    let (_, limits) = page.split_once("\n## Limits\n").expect("its limits");
    let (limits, _) = limits.split_once("\n## ").expect("what follows");
    let with_commas = |n: u64| {
        let digits = n.to_string();
        let groups = digits.as_bytes().rchunks(3).rev();
        let groups: Vec<&str> = groups.map(|g| str::from_utf8(g).expect("digits")).collect();
        groups.join(",")
    };
    let mut found = 0;
    for (_, text) in sources("kernel") {
        for line in text.lines() {
            let Some((_, rest)) = line.split_once("const MAX_") else {
                continue;
            };
            let (name, value) = rest.split_once(": ").expect("a type");
            // How many programs are made is a matter of speed.
            if name == "PROGRAMS" {
                continue;
            }
            let (_, value) = value.split_once(" = ").expect("a value");
            let value = value.trim_end_matches(';');
            let n: u64 = match value.split_once(" << ") {
                Some((one, shift)) => one.parse::<u64>().unwrap() << shift.parse::<u32>().unwrap(),
                None => value.parse().expect("a number"),
            };
            let is_there = [n, n - 1].map(|n| limits.contains(&with_commas(n)));
            assert!(is_there.contains(&true), "MAX_{name} is {}", with_commas(n));
            found += 1;
        }
    }
    assert!(found >= 18, "{found} limits");
    let checker = fs::read_to_string(root().join("tools/check.py")).expect("the checker");
    assert!(checker.lines().count() <= 1_000);
}
