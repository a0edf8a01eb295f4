//! Every engine through the same suite: one line each.

use playproof_bdd::BddEngine;
use playproof_certify::Engine;
use playproof_conformance::{question_suite, suite};
use playproof_engines::{
    AStarEngine, AutomataEngine, BitstateEngine, DepthFirstEngine, ExplicitEngine, FixpointEngine,
    NativeEngine, PathsEngine, Threads,
};
use playproof_sat::{BmcEngine, Ic3Engine, KInductionEngine};

suite! {
    explicit: ExplicitEngine::default(),
    native: NativeEngine::default(),
    three_threads: ExplicitEngine(Threads { count: 3, worth_sharing: 0 }),
    a_star: AStarEngine,
    depth_first: DepthFirstEngine,
    bitstate: BitstateEngine { table_bits: 20, native: false },
    bitstate_native: BitstateEngine { table_bits: 20, native: true },
    bdd: BddEngine::default(),
    sat_bmc: BmcEngine { bound: 12 },
    sat_kind: KInductionEngine { bound: 6 },
    sat_ic3: Ic3Engine,
}

question_suite!(automata: AutomataEngine, linear_suite: on_random_graphs, on_random_rules, on_an_interpreted_game);
question_suite!(fixpoint: FixpointEngine, branching_suite: on_random_graphs, on_random_rules, on_an_interpreted_game);
question_suite!(paths: PathsEngine, paths_suite: on_random_graphs);
question_suite!(bdd_linear: BddEngine::default(), linear_suite: on_random_graphs, on_random_rules);
question_suite!(bdd_branching: BddEngine::default(), branching_suite: on_random_graphs, on_random_rules);
question_suite!(sat_bmc_linear: BmcEngine { bound: 20 }, linear_suite: on_random_graphs, on_random_rules);
