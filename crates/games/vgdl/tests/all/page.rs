//! The page about VGDL names every construct where it belongs, and nothing else as refused.

use std::collections::BTreeSet;

use playproof_vgdl::source::{Standing, constructs};

/// The words in backticks of a section of the page.
fn words(title: &str) -> BTreeSet<String> {
    let page = include_str!("../../../../../docs/vgdl.md");
    let (_, rest) = page
        .split_once(&format!("\n## {title}\n"))
        .expect("it has this section");
    let section = rest.split("\n## ").next().unwrap();
    let quoted = section.split('`').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

#[test]
fn every_construct_is_listed() {
    let sections = [
        (Standing::Played, "What is played"),
        (Standing::PassedOver, "What is passed over"),
        (Standing::Refused, "What is refused, by name and line"),
    ];
    for (standing, title) in sections {
        let (there, all) = (words(title), constructs());
        let missing: Vec<&str> = { all.iter() }
            .filter(|(name, of)| *of == standing && !there.contains(*name))
            .map(|(name, _)| *name)
            .collect();
        assert!(missing.is_empty(), "`{title}` does not name {missing:?}");
        // An effect and an option may have one name.
        let is_so = |name: &str| all.contains(&(name, standing));
        let wrong: Vec<&str> = { all.iter() }
            .filter(|(name, _)| there.contains(*name) && !is_so(name))
            .map(|(name, _)| *name)
            .collect();
        assert!(wrong.is_empty(), "`{title}` names {wrong:?}");
    }
}
