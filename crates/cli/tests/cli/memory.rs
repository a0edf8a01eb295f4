//! `--memory`: whatever grows with the level or the search stays within the limit and
//! 64 MB, or the answer is *unknown*.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::support::{Said, Sandbox};

/// A square room of Sokoban, boxes one push from their goals.
fn room(side: usize, n_boxes: usize) -> String {
    let mut rows = vec![vec![b' '; side]; side];
    for row in &mut rows {
        (row[0], row[side - 1]) = (b'#', b'#');
    }
    rows[0].fill(b'#');
    rows[side - 1].fill(b'#');
    rows[1][1] = b'@';
    for number in 0..n_boxes {
        let (x, y) = match number {
            0 => (2, 1),
            n => (4 + 6 * (n % 16), 4 + 4 * (n / 16)),
        };
        (rows[y][x], rows[y][x + 1]) = (b'$', b'.');
    }
    let rows = rows.into_iter();
    let rows = rows.map(|row| String::from_utf8(row).expect("letters") + "\n");
    rows.collect()
}

/// What the program says, and the most megabytes that it held.
fn watched(sandbox: &Sandbox, args: &[&str]) -> (Said, u64) {
    let mut child = sandbox
        .process(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("it runs").is_none() {
        let held = fs::read_to_string(&status).unwrap_or_default();
        let held = held
            .split("VmHWM:")
            .nth(1)
            .and_then(|rest| rest.split(" kB").next());
        let held = held.and_then(|kb| kb.trim().parse::<u64>().ok());
        peak = peak.max(held.unwrap_or(0) >> 10);
        sleep(Duration::from_millis(2));
    }
    (Said::new(child.wait_with_output().expect("it ended")), peak)
}

#[test]
fn no_engine_holds_much_more_than_it_may() {
    let files = [("one.xsb", room(160, 1)), ("many.xsb", room(160, 200))];
    let files = files.each_ref().map(|(name, text)| (*name, &text[..]));
    let sandbox = Sandbox::new(&files);
    for level in ["one.xsb", "many.xsb"] {
        for engine in [
            "auto", "explicit", "native", "bdd", "sat-bmc", "sat-ic3", "sat-kind",
        ] {
            let args = ["verify", level, "--engine", engine];
            let limits = ["--memory", "50", "--timeout", "5"];
            let (said, peak) = watched(&sandbox, &[&args[..], &limits].concat());
            assert!(matches!(said.status, 0 | 3), "{}", said.whole());
            assert!(peak <= 50 + 64, "{level} {engine}: {peak} MB");
        }
    }
}

/// The levels after one that is too large are answered all the same.
#[test]
fn a_level_that_is_too_large_costs_only_its_own_answer() {
    let (large, small) = (room(220, 1), room(8, 1));
    let sandbox = Sandbox::new(&[("a.xsb", &large), ("b.xsb", &small)]);
    let args = ["verify", "a.xsb", "b.xsb", "--memory", "8"];
    let (said, peak) = watched(&sandbox, &args);
    assert!(
        said.stdout
            .contains("a.xsb: solvable unknown: the memory limit"),
        "{}",
        said.whole()
    );
    assert!(
        said.stdout.contains("b.xsb: solvable holds, 1 move"),
        "{}",
        said.whole()
    );
    assert_eq!(said.status, 3);
    assert!(peak <= 8 + 64, "{peak} MB");
}
