//! What variables can be at all: where that rules a target out, the one pattern is closed
//! and the target cannot be reached.

use playproof_certify::{Evidence, Unlimited, check};
use playproof_conformance::games::random_rules;
use playproof_conformance::oracle;
use playproof_conformance::suite::n_cases;
use playproof_engines::separate;
use playproof_model::{Answer, Model, Property, Rules};

/// Whether it is ruled out.
fn is_separated(rules: &Rules, property: &str) -> bool {
    let property: Property = property.parse().expect("a property");
    let model = Model::Rules(Box::new(rules.clone()));
    let subject = model.elaborate(&property).expect("it fits");
    let reach = subject.question().reach().expect("about one target");
    let Some(set) = separate(&subject, reach.target) else {
        return false;
    };
    assert_eq!(oracle::distance(&subject), None);
    assert_ne!(oracle::is_closed(&subject, &set), Some(false));
    let evidence = Evidence::ClosedSet(set);
    let answer = reach.on_reach.opposite();
    check(&subject, answer, &evidence, &mut Unlimited).expect("it is closed");
    let other = check(&subject, reach.on_reach, &evidence, &mut Unlimited);
    assert!(other.is_err(), "{:?}", Answer::Holds);
    true
}

#[test]
fn on_random_rules() {
    let mut separated = 0;
    for seed in 0..10 * n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let rules = random_rules::rules(rng);
        for property in ["reach odd", "reach odd && weight <= 3", "solvable"] {
            separated += usize::from(is_separated(&rules, property));
        }
    }
    println!("{separated} targets are ruled out by the values alone");
    assert!(separated > 0);
}
