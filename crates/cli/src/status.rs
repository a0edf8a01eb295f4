//! The exit status: the contract's numbers, and which of several counts.

use std::process::ExitCode;

use playproof::Stop;
use playproof_report::{Conclusion, Row, Why};

/// The status of the program when whoever reads its results stopped reading:
/// that of a program that died of SIGPIPE. It is not 0, because 0 says that
/// every property holds, and nobody has seen all of them.
pub const NOBODY_READS: u8 = 141;

/// How a result or a whole run ended. Those that count more come later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// All hold.
    Fine,
    /// Not decided.
    Unknown,
    /// A property is violated.
    Violated,
    /// A mistake in what the user gave.
    BadInput,
    /// Evidence was rejected.
    Rejected,
    /// The user wanted no more.
    Cancelled,
}

impl Status {
    /// What a result means for the program.
    pub fn of(row: &Row) -> Status {
        match &row.conclusion {
            Conclusion::Holds => Status::Fine,
            Conclusion::Unknown(Some(Why::Rejected(_))) => Status::Rejected,
            Conclusion::Unknown(Some(Why::Stopped(Stop::Cancelled, _))) => Status::Cancelled,
            // A requirement that is only a warning is told, and no more.
            _ if row.is_warning() => Status::Fine,
            Conclusion::Violated => Status::Violated,
            Conclusion::Unknown(_) => Status::Unknown,
        }
    }

    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Violated => 1,
            Status::BadInput => 2,
            Status::Unknown => 3,
            Status::Rejected => 4,
            Status::Cancelled => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_130_4_2_1_3_0_counts() {
        use Status::*;
        let mut all = [Fine, Unknown, Violated, BadInput, Rejected, Cancelled];
        all.sort_by(|a, b| b.cmp(a));
        assert_eq!(all.map(Status::code), [130, 4, 2, 1, 3, 0]);
    }

    #[test]
    fn a_result_without_an_answer_says_why() {
        use playproof::Phase::Checking;
        let status = |enter: fn(&mut Row)| {
            let mut row = Row::of_certificate("a.cert");
            enter(&mut row);
            Status::of(&row)
        };
        let rejected = status(|row| row.rejected("evidence rejected: no".into()));
        let cancelled = status(|row| row.stopped(Stop::Cancelled, Checking));
        let too_late = status(|row| row.stopped(Stop::Time, Checking));
        let expected = [Status::Rejected, Status::Cancelled, Status::Unknown];
        assert_eq!([rejected, cancelled, too_late], expected);
    }
}
