//! Every engine through the same suite: one line each.

use playproof_conformance::suite;
use playproof_engines::{
    AStarEngine, BitstateEngine, DepthFirstEngine, ExplicitEngine, NativeEngine, Threads,
};

suite!(explicit: ExplicitEngine::default());
suite!(native: NativeEngine::default());
suite!(three_threads: ExplicitEngine(Threads { count: 3, worth_sharing: 0 }));
suite!(a_star: AStarEngine);
suite!(depth_first: DepthFirstEngine);
suite!(bitstate: BitstateEngine { table_bits: 20 });
