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
            said.stdout
                .contains("solvable holds, 5 moves (perhaps not the fewest), checked"),
            "{}",
            said.stdout
        );
        assert!(said.stdout.contains("run: rrrrd"), "{}", said.stdout);
        assert!(said.stdout.contains("score: 995"), "{}", said.stdout);
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
            "(right-player-n0)\n(right-player-n0)\n",
            &[],
            "step 2, right-player-n0: player is 1 there and not 0",
        ),
        (
            "(right-player-n0)\n(right-payer-n1)\n",
            &[],
            "step 2, right-payer-n1: the game has no number `payer`",
        ),
        (
            "(right-player-x0)\n",
            &[],
            "step 1, right-player-x0: `x0` is no value",
        ),
        (
            "(right-player)\n",
            &[],
            "step 1, right-player: no value follows `player`",
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

/// A line that is left out could be a step.
#[test]
fn damaged_trails_are_refused_with_the_line() {
    let sandbox = sandbox();
    for (damaged, line) in [
        (SPIN.replacen("right", "rigt", 1), "line 2, `rigt`"),
        (
            SPIN.replacen("          down", "down!", 1),
            "line 6, `down!`",
        ),
    ] {
        let said = sandbox.run_on(damaged, &["import-trace", "open.txt", "-"]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""));
        assert!(said.stderr.contains(line), "{}", said.stderr);
    }
}

/// What SPIN says besides is no damage, with `-p` or by the verifier itself.
#[test]
fn what_spin_says_of_its_own_is_left_out() {
    let sandbox = sandbox();
    let replayed = "starting claim 1\nNever claim moves to line 4\t[(1)]\n\
        \x20 2:\tproc  0 (game:1) g.pml:49 (state 10)\t[(t_can[(v_player+7)])]\n\
        \x20         right\n  2:\tproc  0 (game:1) g.pml:51 (state 7)\t[printf('right\\n')]\n\
        \t\tv_player = 1\n          right\n          right\n          right\n          down\n\
        spin: _spin_nvr.tmp:3, Error: assertion violated\nspin: trail ends after 11 steps\n\
        #processes: 1\n\t\tv_player = 6\n1 processes created\n";
    let verifier = "pan: ltl formula solvable\nMSC: ~G 3\n\
        \x20 1:\tproc  0 (solvable) g.pml:3 (state 6)\t[(1)]\nright\nright\nright\nright\ndown\n\
        \x2010:\tproc  1 (game) g.pml:43 (state 21)\t[D_STEP61]\n\
        pan:1: assertion violated  !(win) (at depth 11)\nspin: trail ends after 11 steps\n\
        #processes 2:\nglobal vars:\n\tbyte   v_player:\t6\nlocal vars proc 1 (game):\n";
    for told in [replayed, verifier] {
        let said = sandbox.run_on(told, &["import-trace", "open.txt", "-"]);
        assert_eq!(said.status, 0, "{}", said.stderr);
        assert!(said.stdout.contains("run: rrrrd"), "{}", said.stdout);
    }
}

/// Commands that are true at one step do the same, and a step at which nothing is
/// done is none.
#[test]
fn models_that_contradict_themselves_are_refused_with_the_step() {
    let sandbox = sandbox();
    let said = |told: &str| sandbox.run_on(told, &["import-trace", "open.txt", "-"]);
    let both = "sat\n((right@0 true) (right@1 true) (left@1 true) (right@2 true))\n";
    let idle = "sat\n((right@0 true) (idle@1 true) (right@1 true) (right@2 true))\n";
    let gap = "sat\n((right@0 true) (right@1 false) (right@2 true))\n";
    for (told, why) in [
        (both, "step 2, right and left: they are not all possible"),
        (idle, "step 2, idle and right: they are not all possible"),
        (gap, "step 2, nothing: no command is true at it"),
    ] {
        let refused = said(told);
        assert_eq!((refused.status, &refused.stdout[..]), (2, ""));
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    let slow = "sat\n((right@0 true) (idle@1 true) (right@1 false) (right@2 true) (right@3 true)\n\
        (right@4 true) (down@5 true))\n";
    let slow = said(slow);
    assert!(slow.stdout.contains("5 moves"), "{}", slow.stderr);
}

/// Where no step was allowed there are no values to tell.
#[test]
fn a_run_of_no_steps_is_a_run() {
    let sandbox = sandbox();
    let asked = |property| {
        let args = ["import-trace", "open.txt", "-", "-p", property];
        sandbox.run_on("sat\n", &args)
    };
    assert_eq!(asked("reach at(2, 2)").status, 0);
    let said = asked("reach win");
    assert_eq!(said.status, 2, "{}", said.stdout);
    assert!(said.stderr.contains("after its 0 steps"), "{}", said.stderr);
}

/// Bumps are steps and no moves, and cost more.
#[test]
fn steps_that_are_no_moves_are_called_steps() {
    let sandbox = sandbox();
    let asked = ["-p", "some score <= 900"];
    let plain = sandbox.run(&[&["verify", "open.txt"], &asked[..]].concat());
    let json = [&["verify", "open.txt", "--format", "json"], &asked[..]].concat();
    let run = sandbox.run(&json).objects()[0]["solution"].clone();
    let names = run.as_str().unwrap().split(' ');
    let told: String = names.map(|name| format!("          {name}\n")).collect();
    let said = sandbox.run_on(
        told,
        &[&["import-trace", "open.txt", "-"], &asked[..]].concat(),
    );
    assert_eq!(said.status, 0, "{}", said.stderr);
    for words in ["6 steps", "score: 895"] {
        assert!(plain.stdout.contains(words), "{}", plain.stdout);
        assert!(said.stdout.contains(words), "{}", said.stdout);
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
