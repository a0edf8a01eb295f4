//! What benchmarks share.

use std::time::Duration;

/// The processor's time that this thread used; on Linux, from `/proc`.
pub fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux machine");
    let nanoseconds = stat.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

/// The processor's time that all threads of this process used, those that
/// ended too; in steps of 10 ms.
pub fn process_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a Linux machine");
    // The name, in parentheses, may hold spaces; user and system time are the
    // twelfth and thirteenth fields after it.
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let times = fields.split(' ').skip(11).take(2);
    let ticks: u64 = times.map(|n| n.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(10 * ticks)
}
