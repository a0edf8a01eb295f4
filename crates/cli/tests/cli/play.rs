//! What is seen in a terminal: playing, and how far a search has come.

use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::support::{OPEN, Sandbox, WALLED, large_level, vgdl};

/// What a busy machine may take to show something.
const PATIENCE: Duration = Duration::from_secs(20);

/// The file in the sandbox with all that was written to the terminal.
const RECORD: &str = "terminal.record";

/// A terminal of its own, in which the program runs.
struct Screen<'a> {
    socket: String,
    sandbox: &'a Sandbox,
}

impl<'a> Screen<'a> {
    fn new(sandbox: &'a Sandbox, (columns, rows): (u16, u16), args: &[&str]) -> Screen<'a> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let socket = format!("playproof-{}-{number}", std::process::id());
        let screen = Screen { socket, sandbox };
        let process = sandbox.process(args);
        let words = std::iter::once(process.get_program()).chain(process.get_args());
        let words: Vec<String> = words
            .map(|w| format!("'{}'", w.to_str().unwrap()))
            .collect();
        let line = format!("{}; echo status $?; sleep 60", words.join(" "));
        let size = [columns.to_string(), rows.to_string()];
        screen.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &size[0],
            "-y",
            &size[1],
            &line,
            ";",
            "pipe-pane",
            &format!("cat > {RECORD}"),
        ]);
        screen
    }

    /// All that was ever written to the terminal, also what was wiped out again.
    fn record(&self) -> String {
        let bytes = std::fs::read(self.sandbox.path().join(RECORD)).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn tmux(&self, args: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-L", &self.socket]).args(args);
        tmux.current_dir(self.sandbox.path());
        let output: Output = tmux
            .output()
            .expect("these tests need tmux: install the package tmux");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {args:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn seen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until this is seen, and gives all that is seen then.
    fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let seen = self.seen();
            if seen.contains(text) {
                return seen;
            }
            assert!(start.elapsed() < PATIENCE, "no `{text}` in:\n{seen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        let mut tmux = Command::new("tmux");
        let _ = tmux.args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn a_level_is_played_to_its_end() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let screen = Screen::new(&sandbox, (60, 12), &["play", "open.txt"]);
    let seen = screen.wait_for("can still be won (5 moves) · 0 moves made");
    assert!(
        seen.starts_with("##############\n##A         ##\n"),
        "{seen}"
    );
    screen.keys(&["h"]);
    screen.wait_for("hint: right");
    // A wall is no move.
    screen.keys(&["Up", "Right", "d"]);
    screen.wait_for("can still be won (3 moves) · 2 moves made");
    screen.keys(&["u"]);
    screen.wait_for("can still be won (4 moves) · 1 move made");
    screen.keys(&["r"]);
    screen.wait_for("can still be won (5 moves) · 0 moves made");
    screen.keys(&["Right", "Right", "Right", "Right", "Down", "Left"]);
    let seen = screen.wait_for("won in 5 moves");
    assert!(seen.contains("######  ##A ##"), "{seen}");
    screen.keys(&["q"]);
    let seen = screen.wait_for("status 0");
    assert!(!seen.contains('A'), "the screen is given back: {seen}");
}

#[test]
fn a_game_with_an_interpreter_of_its_own_is_played() {
    let (rules, levels) = vgdl("sokoban");
    let sandbox = Sandbox::new(&[("game.txt", &rules), ("two.txt", &levels[1])]);
    let screen = Screen::new(
        &sandbox,
        (60, 14),
        &["play", "two.txt", "--rules", "game.txt"],
    );
    screen.wait_for("can still be won (6 moves) · 0 moves made");
    screen.keys(&["Right"]);
    screen.wait_for("1 move made");
    screen.keys(&["u"]);
    screen.wait_for("can still be won (6 moves) · 0 moves made");
    screen.keys(&["q"]);
    screen.wait_for("status 0");
}

#[test]
fn boxes_are_pushed_and_taken_back() {
    let boxes = "#######\n#@ $ .#\n#  $ .#\n#######\n";
    let sandbox = Sandbox::new(&[("boxes.xsb", boxes)]);
    let screen = Screen::new(&sandbox, (60, 12), &["play", "boxes.xsb"]);
    screen.wait_for("can still be won (8 moves) · 0 moves made");
    screen.keys(&["Right", "Right", "Right"]);
    let seen = screen.wait_for("3 moves made");
    assert!(seen.contains("##      @ * ##\n##    $   . ##"), "{seen}");
    screen.keys(&["u"]);
    let seen = screen.wait_for("2 moves made");
    assert!(seen.contains("##    @ $ . ##\n##    $   . ##"), "{seen}");
    screen.keys(&["Right", "Right"]);
    let seen = screen.wait_for("3 moves made");
    assert!(
        seen.contains("##      @ * ##"),
        "a wall stops a box: {seen}"
    );
    screen.keys(&["r", "h"]);
    screen.wait_for("hint: right");
    screen.wait_for("can still be won (8 moves) · 0 moves made");
    screen.keys(&["q"]);
    screen.wait_for("status 0");
}

#[test]
fn a_level_that_is_lost_has_a_red_light() {
    let levels = format!("{OPEN}\n{WALLED}");
    let sandbox = Sandbox::new(&[("all.txt", &levels)]);
    let screen = Screen::new(&sandbox, (60, 12), &["play", "all.txt", "--level", "2"]);
    screen.wait_for("cannot be won");
    let colours = screen.tmux(&["capture-pane", "-p", "-e"]);
    let line = colours
        .lines()
        .find(|l| l.contains("cannot be won"))
        .unwrap();
    assert!(line.contains("\u{1b}[91m") || line.contains("\u{1b}[38;5;9m"));
    screen.keys(&["h"]);
    screen.wait_for("no hint");
    // Once a move was made it reads as something that was lost.
    screen.keys(&["Right"]);
    screen.wait_for("can no longer be won");
    screen.keys(&["C-c"]);
    screen.wait_for("status 130");
}

#[test]
fn a_large_level_scrolls_and_keys_do_not_wait() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000))]);
    let args = ["play", "large.txt", "--timeout", "0.001"];
    let screen = Screen::new(&sandbox, (20, 6), &args);
    screen.wait_for("A");
    for _ in 0..3 {
        screen.keys(&["Right"; 10]);
    }
    screen.wait_for(" · 30");
    let seen = screen.wait_for("not known · 30");
    assert!(seen.starts_with("          A"), "{seen}");
    for size in [["1", "1"], ["3", "2"], ["20", "3"]] {
        screen.tmux(&["resize-window", "-x", size[0], "-y", size[1]]);
        screen.keys(&["Down"]);
    }
    screen.wait_for("33");
    screen.keys(&["q"]);
    screen.wait_for("status 0");
}

#[test]
fn without_a_terminal_there_is_no_play() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let said = sandbox.run(&["play", "open.txt"]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    assert!(said.stderr.contains("play needs a terminal"));
    let screen = Screen::new(&sandbox, (80, 12), &["play", "open.txt", "--level", "2"]);
    screen.wait_for("there is no level 2 in this file");
    screen.wait_for("status 2");
}

#[test]
fn a_long_search_says_how_far_it_is_and_leaves_no_trace() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000))]);
    let args = ["verify", "large.txt", "-p", "unsolvable", "-p", "solvable"];
    let screen = Screen::new(&sandbox, (120, 12), &args);
    let seen = screen.wait_for("status 1");
    // What comes and goes is looked for in the record: a glance now and then may miss it.
    let record = screen.record();
    // Work of less than 0.3 s is not spoken of: on a fast machine that may be all of the search.
    assert!(record.contains("checking "), "{record}");
    // Two answers and the status; who raced whom is a matter of time.
    let lines = seen.trim_end().lines();
    let lines = lines.filter(|line| !line.starts_with(' '));
    assert_eq!(lines.count(), 3, "{seen}");
}
