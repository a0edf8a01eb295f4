//! What came of generating, in words and for programs.

use std::collections::BTreeMap;
use std::path::Path;

use playproof::Stop;
use serde_json::json;

use super::journal::Kept;

/// Counts of proposals.
pub struct Summary {
    /// How many levels are wanted.
    wanted: u64,
    pub kept: u64,
    /// Of those, how many were there before.
    pub resumed: u64,
    /// Of those, how many had to be written again.
    pub mended: u64,
    pub proposed: u64,
    /// By the reason.
    pub rejected: BTreeMap<String, u64>,
    /// For each requirement, proposals that failed it.
    pub failed: BTreeMap<usize, Vec<u64>>,
    /// Those with most of what there should be most of, a line each, the best first.
    pub best: Vec<String>,
    /// Levels of earlier runs that there was no time to look at again.
    pub unseen: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Summary {
    pub fn new(wanted: u64) -> Summary {
        Summary {
            wanted,
            kept: 0,
            resumed: 0,
            mended: 0,
            proposed: 0,
            rejected: BTreeMap::new(),
            failed: BTreeMap::new(),
            best: Vec::new(),
            unseen: 0,
            stopped: None,
        }
    }

    pub fn is_full(&self) -> bool {
        self.kept >= self.wanted
    }

    /// The requirement that most proposals failed, with some of them.
    pub fn hardest(&self) -> Option<(&usize, &Vec<u64>)> {
        self.failed.iter().max_by_key(|(_, numbers)| numbers.len())
    }

    /// A bar and figures that fit into so many columns.
    pub fn progress(&self, seconds: f64, n_columns: usize) -> String {
        const LENGTH: u64 = 24;
        let done = LENGTH * self.kept.min(self.wanted) / self.wanted.max(1);
        let bar: String = (0..LENGTH)
            .map(|i| if i < done { '#' } else { '-' })
            .collect();
        let new = (self.kept - self.resumed) as f64;
        let rate = new / seconds.max(1e-3);
        let pieces = [
            format!("[{bar}] {} of {}", self.kept, self.wanted),
            format!("{} proposed", self.proposed),
            format!("{rate:.0}/s"),
        ];
        let mut line = String::new();
        for piece in pieces {
            let between = if line.is_empty() { "" } else { " · " };
            if line.chars().count() + between.chars().count() + piece.chars().count() > n_columns {
                break;
            }
            line += between;
            line += &piece;
        }
        line
    }

    /// For people.
    pub fn text(&self, folder: &str, seconds: f64) -> String {
        let levels = if self.kept == 1 { "level" } else { "levels" };
        let mut text = format!("{} {levels} in {folder}", self.kept);
        if self.kept < self.wanted {
            text += &format!(" of {} wanted", self.wanted);
        }
        text += match self.kept {
            0 => "",
            1 => ", with its certificates",
            _ => ", each with its certificates",
        };
        if self.resumed > 0 {
            let were = if self.resumed == 1 { "was" } else { "were" };
            text += &format!("; {} {were} there before", self.resumed);
        }
        if self.mended > 0 {
            text += &format!(", {} of them damaged and made again", self.mended);
        }
        if self.unseen > 0 {
            text += &format!("; {} more, of earlier, not looked at again", self.unseen);
        }
        text += &format!(" ({} proposed, {seconds:.2} s)\n", self.proposed);
        for (why, n) in &self.rejected {
            text += &format!("    rejected {n}: {why}\n");
        }
        const SHOWN: usize = 10;
        for line in self.best.iter().take(SHOWN) {
            text += &format!("    {line}\n");
        }
        if self.best.len() > SHOWN {
            text += &format!("    and {} more\n", self.best.len() - SHOWN);
        }
        if let Some(stop) = self.stopped {
            let how = match stop {
                Stop::Cancelled => "the same command goes on from here",
                _ => "the same command, with time enough, goes on",
            };
            text += &format!("    stopped: {stop}; {how}\n");
        }
        text
    }

    /// For programs.
    pub fn json(&self, seconds: f64, closest: Option<Closest>) -> String {
        let mut line = json!({
            "schema": 1,
            "kept": self.kept,
            "wanted": self.wanted,
            "resumed": self.resumed,
            "proposed": self.proposed,
            "rejected": self.rejected,
            "stopped": self.stopped.map(|stop| stop.to_string()),
            "seconds": seconds,
        });
        if let Some(closest) = closest {
            let (property, proposal) = closest.nearest.unzip();
            line["closest"] = json!({
                "requirement": closest.requirement,
                "property": property,
                "proposal": proposal,
                "looked_at": closest.n_looked_at,
            });
        }
        format!("{line}\n")
    }
}

/// How close proposals came to a requirement that none of them met.
pub struct Closest {
    pub requirement: String,
    /// What the best of them meets instead, and its number; none if no number was
    /// found that one would meet.
    pub nearest: Option<(String, u64)>,
    /// How many were looked at to the end.
    pub n_looked_at: usize,
    /// How many could have been.
    pub n_failed: usize,
}

impl Closest {
    /// For people.
    pub fn text(&self) -> String {
        let among = match self.n_looked_at < self.n_failed {
            true => format!("{} of {}", self.n_looked_at, self.n_failed),
            false => self.n_looked_at.to_string(),
        };
        let in_time = match self.n_looked_at < self.n_failed {
            true => " within 5 s",
            false => "",
        };
        let name = &self.requirement;
        let nearest = match &self.nearest {
            Some((property, number)) => format!("proposal {number}, where `{property}` holds"),
            None => "none would meet it with another number".to_owned(),
        };
        format!("closest to {name}, of {among} looked at again{in_time}: {nearest}\n")
    }
}

/// A level that was kept, for programs.
pub fn level_line(folder: &Path, kept: &Kept, value: Option<(u64, u64)>) -> String {
    let path = |name: &String| folder.join(name).display().to_string();
    let mut line = json!({
        "schema": 1,
        "level": path(&kept.level),
        "proposal": kept.proposal,
        "certificates": kept.certificates.iter().map(path).collect::<Vec<_>>(),
    });
    if let Some((over, under)) = value {
        line["value"] = match under {
            1 => json!(over),
            _ => json!(fraction((over, under))),
        };
    }
    format!("{line}\n")
}

/// A whole number or a fraction.
pub fn fraction((over, under): (u64, u64)) -> String {
    match under {
        1 => over.to_string(),
        _ => format!("{over}/{under}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cancelled_is_not_told_of_time() {
        let mut summary = Summary::new(3);
        let mut said = |stop| {
            summary.stopped = Some(stop);
            let text = summary.text("out", 1.0);
            text.lines().last().map(str::to_owned)
        };
        let cancelled = "    stopped: cancelled; the same command goes on from here";
        assert_eq!(said(Stop::Cancelled).as_deref(), Some(cancelled));
        let late =
            "    stopped: the time limit was reached; the same command, with time enough, goes on";
        assert_eq!(said(Stop::Time).as_deref(), Some(late));
    }
}
