//! Ctrl-C and time: a worker that polls stops by itself; where a phase does
//! not poll, results are printed and the program ends without it. The
//! contract promises 200 ms.

use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

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

fn exit(status: Status) -> ! {
    progress::close();
    process::exit(status.code().into())
}
