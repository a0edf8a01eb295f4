//! Where somebody else chooses, reachability is not the question: engines say
//! so, and the checker takes no run for a solution.

use playproof_certify::{Engine, Evidence, Task, Trace, Unlimited, check};
use playproof_engines::ExplicitEngine;
use playproof_model::{ActionId, Answer, Builder, Model, Owner, Property, Step, set};

#[test]
fn a_die_solves_nothing() {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 1);
    let (now, one) = (b.var(x), b.constant(1));
    let roll = b.action("roll");
    b.command("six", roll, one, vec![set(x, one)]);
    b.atom("win", now);
    b.initial(vec![0]);
    let mut rules = b.finish().unwrap();
    rules.actions[0].owner = Owner::Chance;
    let model = Model::Rules(Box::new(rules));
    let property = Property::Solvable;
    let subject = model.elaborate(&property).unwrap();
    let task = Task {
        subject: &subject,
        property: &property,
        natives: &[],
    };
    let refusal = ExplicitEngine::default().supports(&task).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "unsupported: the player does not choose `roll`"
    );
    let lucky = Evidence::Trace(Trace {
        initial: 0,
        steps: vec![Step::Act {
            action: ActionId(0),
            choice: 0,
        }],
    });
    assert!(check(&subject, Answer::Holds, &lucky, &mut Unlimited).is_err());
}
