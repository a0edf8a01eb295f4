//! `import-trace`: runs of other tools, followed and checked.

use crate::support::{OPEN, Sandbox};

/// The five moves that win the level, as each tool tells them.
const SPIN: &str = "ltl solvable: ! (<> (win))\n          right\n          right\n\
    \x20         right\n          right\n          down\nspin: trail ends after 6 steps\n";
const SMT: &str = "sat\n((right@0 true)\n (down@0 false)\n (right@1 true)\n (right@2 true)\n\
    (right@3 true)\n (down@4 true)\n (right@4 false)\n (idle@5 true) (down@5 false))\n";
const MODEL: &str = "sat\n(\n (define-fun right@1 () Bool\n true)\n (define-fun right@0 () Bool true)\n\
    (define-fun right@2 () Bool true)(define-fun right@3 () Bool true)(define-fun down@4 () Bool true))\n";
const PLAN: &str = "(right-player-n0)\n(right-player-n1)\n(right-player-n2)\n(right-player-n3)\n\
    (down-player-n4)\n; cost = 5 (unit cost)\n";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    for (name, told) in [
        ("spin", SPIN),
        ("smt", SMT),
        ("model", MODEL),
        ("plan", PLAN),
    ] {
        sandbox.write(name, told.as_bytes());
    }
    sandbox
}

#[test]
fn runs_of_all_tools_are_checked() {
    let sandbox = sandbox();
    for told in ["spin", "smt", "model", "plan"] {
        let said = sandbox.run(&["import-trace", "open.txt", told, "--cert", "proofs"]);
        assert_eq!((said.status, &said.stderr[..]), (0, ""), "{told}");
        assert!(
            said.stdout.contains("solvable holds, 5 moves, checked"),
            "{}",
            said.stdout
        );
        assert!(said.stdout.contains("run: rrrrd"), "{}", said.stdout);
        let accepted = sandbox.run(&["check", "proofs/open-1-solvable.cert"]);
        assert_eq!(accepted.status, 0, "{}", accepted.stderr);
    }
    let violated = ["import-trace", "open.txt", "plan", "-p", "shortest >= 6"];
    assert_eq!(sandbox.run(&violated).status, 1);
    let piped = sandbox.run_on(PLAN, &["import-trace", "open.txt", "-", "--format", "json"]);
    assert!(
        piped.stdout.contains("\"verdict\":\"holds\""),
        "{}",
        piped.stdout
    );
}

#[test]
fn what_does_not_fit_says_which_step_and_why() {
    let sandbox = sandbox();
    for (told, args, why) in [
        (
            "(right-player-n0)\n(up-player-n1)\n",
            &[][..],
            "step 2, up-player-n1: it is not possible there",
        ),
        (
            "(right-player-n0)\n(jump-player-n1)\n",
            &[],
            "step 2, jump-player-n1: the game has no such command",
        ),
        (
            "(right-player-n0)\n",
            &[],
            "the run is possible, but after its 1 step what was asked about is not reached",
        ),
        ("unsat\n", &["--from", "smt"], "the tool found no run"),
        ("hello\n", &["--from", "spin"], "this is not a run as SPIN"),
        ("hello\n", &["--from", "pddl"], "this is not a plan"),
        ("hello\n", &["--from", "smt"], "this is not values"),
        (PLAN, &["-p", "unique"], "not decided by one run"),
        (PLAN, &["-p", "F wim"], "did you mean `win`"),
        (PLAN, &["--level", "2"], "level 2"),
    ] {
        let args = [&["import-trace", "open.txt", "-"], args].concat();
        let said = sandbox.run_on(told, &args);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{told}");
        assert!(said.stderr.contains(why), "{}", said.stderr);
    }
}

/// A trail that repeats shows what never happens.
#[test]
fn trails_for_ever_are_lassos() {
    let sandbox = sandbox();
    let told = "          right\n<<<<<START OF CYCLE>>>>>\n          right\n          left\n";
    let said = sandbox.run_on(told, &["import-trace", "open.txt", "-", "-p", "F win"]);
    assert_eq!(said.status, 1, "{}", said.stderr);
    // A cycle that does not come back is none.
    let told = "          right\n<<<<<START OF CYCLE>>>>>\n          right\n";
    let said = sandbox.run_on(told, &["import-trace", "open.txt", "-", "-p", "F win"]);
    assert_eq!(said.status, 2, "{}", said.stdout);
    assert!(
        said.stderr.contains("does not show what was asked"),
        "{}",
        said.stderr
    );
}
