//! Several winning runs of a level, and what is not decided about them.

use std::ops::ControlFlow;

use playproof::{Playproof, Unlimited, Verdict};
use playproof_certify::{Budget, Progress, Stop};

use crate::hybrid::level;

const WAY: &str = "\
--------------------
--------------------
--------------------
---------XX---------
XXXXXXXXXXXXXXXXXXXX
";

const WALL: &str = "\
---------XX---------
---------XX---------
---------XX---------
---------XX---------
---------XX---------
---------XX---------
XXXXXXXXXXXXXXXXXXXX
";

/// The answer, if it is decided, and who decided.
fn asked(
    text: &str,
    property: &str,
    engine: Option<&str>,
    budget: &mut dyn Budget,
) -> (Option<bool>, String) {
    let (playproof, level) = (Playproof::default(), level(text));
    let prepared = playproof.prepare(&level, Some("platform")).unwrap();
    let property = Playproof::property(property).unwrap();
    let proof = prepared.verify(&property, engine, budget).unwrap();
    let answer = match &proof.verdict {
        Verdict::Decided(_) => Some(proof.holds()),
        Verdict::Unknown(_) => None,
        Verdict::Rejected(why) => panic!("{why:?}"),
    };
    (answer, proof.engine.to_owned())
}

#[test]
fn several_runs_are_found_and_checked() {
    let own = "several-runs".to_owned();
    let asked = |text, property| asked(text, property, None, &mut Unlimited);
    assert_eq!(asked(WAY, "unique"), (Some(false), own.clone()));
    assert_eq!(asked(WAY, "alternatives >= 5"), (Some(true), own.clone()));
    assert_eq!(asked(WAY, "routes >= 2"), (Some(true), own.clone()));
    // Nobody wins at all.
    assert_eq!(asked(WALL, "unique"), (Some(false), own.clone()));
    assert_eq!(asked(WALL, "routes >= 1"), (Some(false), own.clone()));
    // That there are not so many would have to be shown over all states.
    assert_eq!(asked(WAY, "routes >= 900"), (None, own));
}

/// Stops after so many states.
struct Few(u64);

impl Budget for Few {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.states > self.0 {
            true => ControlFlow::Break(Stop::States),
            false => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn general_engines_are_asked_of_small_levels_and_by_name() {
    let small = format!("platform\nprofile fineness: 1\nmap:\n{WAY}");
    let (_, engine) = asked(&small, "unique", None, &mut Few(1000));
    assert_eq!(engine, "paths");
    let (answer, engine) = asked(WAY, "unique", Some("paths"), &mut Few(1000));
    assert_eq!((answer, &engine[..]), (None, "paths"));
}
