//! Collections made by other people, found through `PLAYPROOF_LEVELS` (default:
//! `../shared/levels` beside the project). Where there are none, the test says
//! so and shows nothing.

use std::path::PathBuf;

use playproof_level::{Collection, Level, read};

fn collection(name: &str) -> Option<Collection> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(|| beside.into(), PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no levels of other people at {}", folder.display());
        return None;
    }
    let bytes = std::fs::read(folder.join("sokoban").join(name)).expect(name);
    Some(read(name, &bytes).unwrap_or_else(|e| panic!("{e}")))
}

/// Each level with all its words, for comparison.
fn summary(collection: &Collection) -> Vec<String> {
    collection
        .levels
        .iter()
        .map(|level| format!("{level:?}"))
        .collect()
}

#[test]
fn collections_have_all_their_levels_and_are_written_as_they_were_read() {
    let mut counts = vec![
        ("microban.xsb".to_owned(), 155),
        ("xsokoban.xsb".to_owned(), 90),
        ("holland.xsb".to_owned(), 81),
        ("boxoban_hard_000.txt".to_owned(), 1000),
        ("boxoban_unfiltered_test_000.txt".to_owned(), 1000),
        ("holes_alberto_garcia_1_1.txt".to_owned(), 1),
    ];
    counts.extend((1..=8).map(|n| (format!("seed_board_{n}.xsb"), 1)));
    for (name, n_levels) in counts {
        let Some(collection) = collection(&name) else {
            return;
        };
        assert_eq!(collection.levels.len(), n_levels, "{name}");
        assert_eq!(collection.warnings, [], "{name}");
        let again = read(&name, collection.text().as_bytes()).unwrap();
        assert_eq!(summary(&again), summary(&collection), "{name}");
        assert_eq!(again.comments, collection.comments, "{name}");
        for level in &collection.levels {
            let alone = read("alone", level.text().as_bytes()).unwrap();
            assert_eq!(alone.levels.len(), 1, "{name}");
            assert!(alone.levels[0].same_level(level), "{name}");
            assert_eq!(alone.levels[0].title(), level.title(), "{name}");
            assert_eq!(alone.warnings, [], "{name}");
        }
    }
}

#[test]
fn titles_and_authors_are_found() {
    let titles = |name, expected: &[(usize, &str, Option<&str>)]| {
        for level in collection(name).iter().flat_map(|c| &c.levels) {
            let at = |&&(index, ..): &&(usize, &str, Option<&str>)| index == level.index();
            if let Some(&(_, title, author)) = expected.iter().find(at) {
                assert_eq!((level.title(), level.author()), (Some(title), author));
            }
        }
    };
    titles("microban.xsb", &[(0, "1", None), (154, "155", None)]);
    titles("xsokoban.xsb", &[(0, "screen.01", None)]);
    titles("boxoban_hard_000.txt", &[(999, "999", None)]);
    let of = Some("D Holland");
    titles("holland.xsb", &[(0, "Spade", of), (10, "Egg", of)]);
    if let Some(holland) = collection("holland.xsb") {
        let Level::Grid(first) = &holland.levels[0] else {
            panic!("a grid");
        };
        assert!(first.above.starts_with("The David Holland collection"));
        assert!(first.above.contains("(10 levels)\n"));
        assert!(first.above.ends_with("dh-101.xsb\n"));
    }
}
