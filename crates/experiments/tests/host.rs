//! Experiments do what their host lets them do. Its clock stands still, so that what
//! they say is the same every time.

use std::ops::ControlFlow;
use std::time::Duration;

use playproof::{Progress, Stop};
use playproof_experiments::{EXPERIMENTS, Host, Repeated, Setting, Stopwatch};

/// Nobody looks at it, and all of it may be cancelled.
struct Still {
    is_cancelled: bool,
}

impl Host for Still {
    fn start(&self, _: Option<Duration>) -> Box<dyn Stopwatch + '_> {
        Box::new(Still { ..*self })
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    fn show(&self, _: &dyn Fn() -> String) {}
}

impl Stopwatch for Still {
    fn seconds(&self) -> f64 {
        0.0
    }

    fn go_on(&self, _: &Progress) -> ControlFlow<Stop> {
        match self.is_cancelled {
            true => ControlFlow::Break(Stop::Cancelled),
            false => ControlFlow::Continue(()),
        }
    }
}

fn repeated(name: &str, is_cancelled: bool) -> Repeated {
    let experiment = EXPERIMENTS.iter().find(|e| e.name == name);
    experiment.expect("an experiment").repeat(&Setting {
        host: &Still { is_cancelled },
        n_levels: Some(2),
        timeout: None,
        max_states: None,
        max_bytes: None,
    })
}

#[test]
fn an_experiment_is_repeated() {
    let repeated = repeated("seed-003-part-2", false);
    let files = repeated.files(" --levels 2");
    let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["seed-003-part-2.md", "seed-003-part-2-boards.csv"]);
    let table = "board,published,ours,evidence,published run,played on our rules,our run,\
                 moves published,moves ours,s\n\
                 1,winnable,winnable,trace,r,wins,r,1,1,0.00000\n\
                 2,not winnable,not winnable,closed-set,–,–,–,–,–,0.00000\n";
    assert_eq!(files[1].1, table);
    let text = repeated.text();
    assert!(
        text.starts_with("Chaba and Cohen, part 2: which boards can be won\n\nEach board"),
        "{text}"
    );
}

#[test]
fn a_cancelled_experiment_ends_at_once() {
    let files = repeated("seed-000-experiment-4", true).files("");
    let (name, table) = &files[1];
    assert_eq!(name, "seed-000-experiment-4-levels.csv");
    assert_eq!(table.lines().count(), 1, "{table}");
}

#[test]
fn tree_searches_for_levels_are_repeated() {
    for (name, n_tables, n_figures) in [
        ("seed-001-tree", 3, 0),
        ("seed-001-curves", 1, 9),
        ("seed-001-scores", 1, 1),
    ] {
        let experiment = EXPERIMENTS.iter().find(|e| e.name == name);
        let repeated = experiment.expect("an experiment").repeat(&Setting {
            host: &Still {
                is_cancelled: false,
            },
            n_levels: Some(2),
            timeout: None,
            max_states: Some(2_000),
            max_bytes: None,
        });
        let files = repeated.files("");
        let n = |ending: &str| files.iter().filter(|(n, _)| n.ends_with(ending)).count();
        assert_eq!((n(".csv"), n(".svg")), (n_tables, n_figures), "{name}");
        assert!(files[0].1.contains("Simon Karman") && !files[0].1.contains("NaN"));
    }
}
