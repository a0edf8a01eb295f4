//! Semantic mutants of certificates, re-encoded and known to be wrong by an
//! oracle: each gets status 4.

use std::path::Path;

use playproof::Playproof;
use playproof_conformance::mutants::file_mutants;

use crate::support::Sandbox;

#[test]
fn every_semantic_mutant_gets_status_4() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/cli");
    let levels = ["first.txt", "walled-in.txt"];
    let sandbox = Sandbox::new(&[]);
    for name in levels {
        let text = std::fs::read(root.join("levels/maze").join(name)).unwrap();
        sandbox.write(name, &text);
    }
    let rng = &mut fastrand::Rng::with_seed(5);
    let mut names = std::collections::BTreeSet::new();
    for property in ["solvable", "shortest >= 33", "shortest <= 20"] {
        let args = [
            "verify", levels[0], levels[1], "-p", property, "--cert", "good",
        ];
        assert!(sandbox.run(&args).status <= 1);
        for file in sandbox.names("good") {
            let bytes = sandbox.read(&format!("good/{file}"));
            let certificate = playproof::check(&bytes).unwrap().certificate;
            let property = Playproof::property(&certificate.property).unwrap();
            for (name, mutant) in file_mutants(&certificate, &property, rng) {
                sandbox.write("mutant.cert", &mutant.to_bytes(false));
                let said = sandbox.run(&["check", "mutant.cert"]);
                assert_eq!(said.status, 4, "{file}, {name}: {}", said.stdout);
                names.insert(name);
            }
            let mut other_hash = bytes.clone();
            let line = b"\nrules: ";
            let at = bytes.windows(line.len()).position(|w| w == line).unwrap();
            let digit = &mut other_hash[at + line.len()];
            *digit = if *digit == b'0' { b'1' } else { b'0' };
            sandbox.write("mutant.cert", &other_hash);
            assert_eq!(sandbox.run(&["check", "mutant.cert"]).status, 4);
        }
    }
    // Every kind that trust hangs on came up.
    for kind in [
        "a step changed",
        "a step dropped",
        "a step added",
        "a cube removed",
        "an interval cut below",
        "a pattern that is not closed",
    ] {
        assert!(
            names.contains(kind),
            "no mutant of kind: {kind} in {names:?}"
        );
    }
}
