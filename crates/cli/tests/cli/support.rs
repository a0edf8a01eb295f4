//! A folder of its own for every test, and what the program said there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// The goal is five moves away.
pub const OPEN: &str = "1111111\n1A00001\n11101G1\n1111111\n";

/// There is no way to the goal.
pub const WALLED: &str = "1111111\n1A001G1\n1111111\n";

/// A folder with files, in which the program is run.
pub struct Sandbox(TempDir);

impl Sandbox {
    pub fn new(files: &[(&str, &str)]) -> Sandbox {
        let sandbox = Sandbox(TempDir::new().unwrap());
        for (name, text) in files {
            sandbox.write(name, text.as_bytes());
        }
        sandbox
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("playproof");
        command.current_dir(self.path()).args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Said {
        Said::new(self.command(args).output().unwrap())
    }

    pub fn run_on(&self, stdin: impl Into<Vec<u8>>, args: &[&str]) -> Said {
        let output = self.command(args).write_stdin(stdin).output();
        Said::new(output.unwrap())
    }

    /// The same as a plain command, for tests that meddle with the process.
    pub fn process(&self, args: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(program());
        command.current_dir(self.path()).args(args);
        command
    }
}

/// Puts `[games]` in the place of every list of games, which a new one makes longer.
fn without_games(text: &str) -> String {
    let line = |line: &str| {
        let Some((before, after)) = line.split_once("maze, race, ") else {
            return line.to_owned();
        };
        if !before.ends_with("there is ") && !before.ends_with("those of ") {
            return line.to_owned();
        }
        let rest = after.strip_suffix(" can").map_or("", |_| " can");
        format!("{before}[games]{rest}")
    };
    let lines = text.split('\n').map(line);
    lines.collect::<Vec<_>>().join("\n")
}

fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("playproof").into()
}

/// What the program said, and how it ended.
pub struct Said {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// Whatever happens, the program must not panic.
    pub fn new(output: Output) -> Said {
        let said = Said {
            status: output.status.code().expect("no signal ends the program"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: without_games(&String::from_utf8(output.stderr).unwrap()),
        };
        assert!(!said.stderr.contains("panicked"), "{}", said.stderr);
        assert!(!said.stdout.contains('\u{1b}') && !said.stderr.contains('\u{1b}'));
        said
    }

    /// All of it, without times.
    pub fn whole(&self) -> String {
        let Said { status, stderr, .. } = self;
        format!(
            "{}---\n{stderr}---\nstatus {status}\n",
            without_times(&self.stdout)
        )
    }

    pub fn objects(&self) -> Vec<serde_json::Value> {
        let lines = self.stdout.lines();
        lines.map(|l| serde_json::from_str(l).unwrap()).collect()
    }
}

/// Every time as `TIME`, every `seconds` as 0.
pub fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let end = line.rfind(" ms)").or(line.rfind(" s)"));
        // A summary ends with the time that all took.
        let sum = line
            .split_once(" level")
            .or(line.split_once(" certificate"))
            .filter(|(n, _)| n.parse::<u32>().is_ok());
        let line = match end {
            None if sum.is_some() && line.ends_with(" s\n") => {
                let (before, _) = line.rsplit_once(", ").unwrap();
                format!("{before}, TIME\n")
            }
            Some(end) => {
                let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
                let start = line[..end].trim_end_matches(is_part).len();
                format!("{}TIME)\n", &line[..start])
            }
            None => line.to_owned(),
        };
        match line.split_once("\"seconds\":") {
            Some((before, after)) => {
                let rest = &after[after.find(',').unwrap()..];
                out.push_str(&format!("{before}\"seconds\":0{rest}"));
            }
            None => out.push_str(&line),
        }
    }
    out
}

/// An open square with an unreachable goal: some time of search.
pub fn large_level(side: usize) -> String {
    let mut rows = vec![vec![b'0'; side]; side];
    rows[0][0] = b'A';
    rows[side - 1][side - 1] = b'G';
    rows[side - 1][side - 2] = b'1';
    rows[side - 2][side - 1] = b'1';
    let rows = rows
        .into_iter()
        .map(|r| String::from_utf8(r).unwrap() + "\n");
    rows.collect()
}

/// A shipped game in VGDL: its text without its levels, and the rows of each level.
pub fn vgdl(name: &str) -> (String, Vec<String>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/vgdl");
    let text = std::fs::read_to_string(format!("{path}/{name}.vgdl")).expect("it is shipped");
    let (rules, levels) = text.split_once("LevelSet").expect("it has levels");
    let rows = |level: &str| -> String {
        let rows = level.lines().filter(|line| line.starts_with('|'));
        rows.map(|row| format!("{}\n", row.trim_matches('|')))
            .collect()
    };
    (
        rules.to_owned(),
        levels.split("Level").skip(1).map(rows).collect(),
    )
}
