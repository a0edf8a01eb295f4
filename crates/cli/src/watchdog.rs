//! Ctrl-C, time and memory: a worker that polls stops by itself; where a phase does
//! not poll, results are printed and the program ends without it. The
//! contract promises 200 ms.

use std::fs;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::console;
use crate::progress;
use crate::session::Session;
use crate::status::Status;

/// What a worker has to stop by itself.
const GRACE: Duration = Duration::from_millis(110);

/// What printing in the worker's place may take; a reader that does not read
/// would hold it up for ever.
const PRINTING: Duration = Duration::from_millis(40);

/// How often the clock of a result is looked at. With [`GRACE`] it makes up
/// the time by which a result may be late.
const TICK: Duration = Duration::from_millis(30);

/// How often the memory is looked at; some hundred megabytes are touched in a tenth
/// of a second.
const MEMORY_TICK: Duration = Duration::from_millis(5);

/// What the program holds by itself, its code included.
const PROGRAM: u64 = 24 << 20;

/// What a result may take beyond what earlier ones left behind, if that is much.
const REUSED: u64 = 8 << 20;

/// What work that was told to stop may still take before the program ends without it.
const OVERRUN: u64 = 24 << 20;

/// From now on Ctrl-C stops the session's work.
pub fn listen_for_cancellation(session: &Arc<Session>) {
    let session = Arc::clone(session);
    // Where no handler can be installed, Ctrl-C ends the program as it would
    // any other.
    let _ = ctrlc::set_handler(move || {
        if session.cancel() {
            // The second time is serious.
            exit(Status::Cancelled);
        }
        thread::sleep(GRACE);
        let session = Arc::clone(&session);
        let speaker = thread::Builder::new().spawn(move || {
            session.close();
            exit(Status::Cancelled);
        });
        if speaker.is_ok() {
            thread::sleep(PRINTING);
        }
        exit(Status::Cancelled);
    });
}

/// From now on a result that is overdue is printed, done or not.
pub fn watch_time(session: &Arc<Session>) {
    let session = Arc::clone(session);
    // Without this thread the worker still looks at the clock by itself.
    let _ = thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(TICK);
            if let Some(status) = session.hand_out_overdue(GRACE) {
                exit(status);
            }
        }
    });
}

/// From now on a result is printed, done or not, where the program holds more than
/// so many bytes, whatever for: the level, its rules, what a solver or a made-up file
/// asks for before the budget is asked. Where the system does not tell what is held,
/// the budget alone decides.
pub fn watch_memory(session: &Arc<Session>, max_bytes: u64) {
    let session = Arc::clone(session);
    let max_held = max_bytes.saturating_add(PROGRAM);
    let _ = thread::Builder::new().spawn(move || {
        let (mut result, mut before) = (0, 0);
        while let Some(held) = bytes_held() {
            // What earlier results leave behind may not be given back to the system.
            let now = session.n_begun();
            if std::mem::replace(&mut result, now) != now && now > 1 {
                before = held;
            }
            if held > max_held && held > before.saturating_add(REUSED) {
                if let Some(status) = session.hand_out_too_large() {
                    exit(status);
                }
                if held > max_held.saturating_add(OVERRUN) && session.is_told_to_stop() {
                    console::error(
                        "the work did not stop at the memory limit: what comes after this result is \
                         left out",
                    );
                    session.reached(Status::Unknown);
                    session.close();
                    exit(session.status());
                }
            }
            thread::sleep(MEMORY_TICK);
        }
    });
}

/// The memory that this process holds, where the system tells.
fn bytes_held() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let held = status.split("VmRSS:").nth(1)?.split(" kB").next()?;
    Some(held.trim().parse::<u64>().ok()? << 10)
}

fn exit(status: Status) -> ! {
    progress::close();
    process::exit(status.code().into())
}
