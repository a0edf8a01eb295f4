//! Every engine through the same suite: one line each.

use playproof_conformance::suite;
use playproof_engines::{ExplicitEngine, NativeEngine};

suite!(explicit: ExplicitEngine::default());
suite!(native: NativeEngine::default());
suite!(two_threads: ExplicitEngine { threads: 2 });
