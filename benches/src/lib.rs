//! What benchmarks share.

use std::time::Duration;

/// The processor's time that this thread used; on Linux, from `/proc`.
pub fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux machine");
    let nanoseconds = stat.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}
