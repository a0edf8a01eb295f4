//! From what the user named to bytes: files, folders, standard input. No more
//! is read than could be used.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::args::{LevelOptionArgs, listed};
use playproof::{Collection, Diagnostic, Level, MAX_BYTES, Playproof, Severity};

/// What the names of level files in a folder end in.
fn endings() -> &'static [&'static str] {
    static ENDINGS: OnceLock<Vec<&str>> = OnceLock::new();
    ENDINGS.get_or_init(|| Playproof::default().endings())
}

/// A file or standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// What the user means by this argument.
    pub fn of(argument: &Path) -> Source {
        if argument == Path::new("-") {
            Source::Stdin
        } else {
            Source::File(argument.to_owned())
        }
    }

    /// Its name in reports.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "<stdin>".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The first part of the names of files made for it.
    pub fn stem(&self) -> String {
        match self {
            Source::Stdin => "stdin".to_owned(),
            Source::File(path) => {
                let stem = path.file_stem().unwrap_or(path.as_os_str());
                stem.to_string_lossy().into_owned()
            }
        }
    }

    /// Whether its name is that of a certificate.
    pub fn is_named_certificate(&self) -> bool {
        match self {
            Source::Stdin => false,
            Source::File(path) => {
                let name = path.to_string_lossy().to_lowercase();
                name.ends_with(".cert") || name.ends_with(".cert.gz")
            }
        }
    }

    /// Opens it. The size is known of regular files only.
    pub fn open(&self) -> io::Result<(Box<dyn Read>, Option<u64>)> {
        match self {
            Source::Stdin => Ok((Box::new(io::stdin().lock()), None)),
            Source::File(path) => {
                let file = File::open(path)?;
                let about = file.metadata()?;
                if about.is_dir() {
                    return Err(io::Error::other("it is a folder"));
                }
                let size = about.is_file().then_some(about.len());
                Ok((Box::new(file), size))
            }
        }
    }

    /// Reads its levels, of which more may have been said, and the game be named.
    pub fn levels(
        &self,
        options: &LevelOptionArgs,
        game: Option<&str>,
    ) -> Result<Collection, Diagnostic> {
        let bytes = self.bytes(MAX_BYTES, "a file of levels may not be larger; split it")?;
        let name = self.name();
        if name.ends_with(".toml") {
            let message = "a file of this name holds requirements, and no levels".to_owned();
            return Err(problem(&name, message, Some("give it with --spec")));
        }
        options.read(&name, &bytes, game)
    }

    /// Reads it, or refuses it with this help if it has more bytes than that.
    pub fn bytes(&self, max_bytes: usize, help: &str) -> Result<Vec<u8>, Diagnostic> {
        let name = self.name();
        let read = || {
            let (reader, size) = self.open()?;
            if size.is_some_and(|size| size > max_bytes as u64) {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            // One byte more than allowed shows that there is more.
            reader.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
            Ok((bytes.len() <= max_bytes).then_some(bytes))
        };
        match read() {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => {
                let message = format!("this file has more than {} MiB", max_bytes >> 20);
                Err(problem(&name, message, Some(help)))
            }
            Err(error) => Err(unreadable(&name, &error)),
        }
    }
}

/// A file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    problem(name, format!("this file cannot be read: {error}"), None)
}

/// The level that is meant: the one of this number, or the only one.
pub fn only_level<'a>(
    source: &Source,
    collection: &'a Collection,
    number: Option<u64>,
) -> Result<&'a Level, Diagnostic> {
    let n_levels = collection.levels.len();
    match (number, &collection.levels[..]) {
        (Some(n), levels) => {
            let level = levels.iter().find(|l| l.index() as u64 + 1 == n);
            level.ok_or_else(|| no_such_level(source, n, n_levels))
        }
        (None, [level]) => Ok(level),
        (None, _) => {
            let many = format!("this file holds {n_levels} levels");
            let help = format!("choose one with --level, from 1 to {n_levels}");
            Err(problem(&source.name(), many, Some(&help)))
        }
    }
}

/// Something wrong with a file as a whole.
pub fn problem(name: &str, message: String, help: Option<&str>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        file: name.to_owned(),
        place: None,
        message,
        help: help.map(str::to_owned),
        wanted: None,
    }
}

/// The sources behind an argument: itself, or every level file of a folder
/// and its sub-folders, sorted by path, or those of every path that matches a
/// pattern which the shell left alone. A part of a folder that cannot be
/// listed is an error beside them.
pub fn sources(argument: &Path) -> (Vec<Source>, Vec<Diagnostic>) {
    let pattern = argument
        .to_str()
        .filter(|text| text.contains(['*', '?', '[']));
    match pattern {
        // A file may well have such a name.
        Some(pattern) if argument.symlink_metadata().is_err() => matching(pattern),
        _ => sources_at(argument),
    }
}

fn matching(pattern: &str) -> (Vec<Source>, Vec<Diagnostic>) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let wrong = |message: String, help| vec![problem(pattern, message, Some(help))];
    let paths = match glob::glob(pattern) {
        Ok(paths) => paths,
        Err(error) => {
            let message = format!("this pattern cannot be read: {}", error.msg);
            return (files, wrong(message, "expected such as levels/*.txt"));
        }
    };
    for path in paths {
        match path {
            Ok(path) => {
                let (more, wrong) = sources_at(&path);
                files.extend(more);
                problems.extend(wrong);
            }
            Err(error) => problems.push(unreadable(
                &error.path().display().to_string(),
                error.error(),
            )),
        }
    }
    if files.is_empty() && problems.is_empty() {
        let message = "no file matches this pattern".to_owned();
        problems = wrong(message, "* stands for any letters, ** for any folders");
    }
    (files, problems)
}

fn sources_at(argument: &Path) -> (Vec<Source>, Vec<Diagnostic>) {
    let source = Source::of(argument);
    if source == Source::Stdin || !argument.is_dir() {
        return (vec![source], Vec::new());
    }
    let (files, mut problems) = files_below(argument);
    if files.is_empty() && problems.is_empty() {
        problems.push(problem(
            &argument.display().to_string(),
            "no level file in this folder".to_owned(),
            Some(&expected_endings()),
        ));
    }
    (files.into_iter().map(Source::File).collect(), problems)
}

/// Every level file of a folder and its sub-folders, sorted by path, and what
/// cannot be listed.
pub fn files_below(folder: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    files_named(folder, &is_level_name)
}

/// The same for files of other names.
pub fn files_named(
    folder: &Path,
    is_meant: &dyn Fn(&Path) -> bool,
) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = list(&folder, is_meant, &mut files, &mut folders) {
            let name = folder.display().to_string();
            let message = format!("this folder cannot be listed: {error}");
            problems.push(problem(&name, message, None));
        }
    }
    files.sort();
    (files, problems)
}

fn list(
    folder: &Path,
    is_meant: &dyn Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
    folders: &mut Vec<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // The type of the link, not of what it leads to: a folder is never
        // entered through a link, so that no loop is.
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if is_meant(&path) && !leads_elsewhere(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn expected_endings() -> String {
    let endings: Vec<String> = endings().iter().map(|e| format!(".{e}")).collect();
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    format!(
        "expected files whose names end in {}",
        listed(&endings, "or")
    )
}

/// Whether a file is named like a certificate.
pub fn is_certificate_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    name.ends_with(".cert") || name.ends_with(".cert.gz")
}

fn is_level_name(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    endings().iter().any(|e| extension.eq_ignore_ascii_case(e))
}

/// Whether it is a link to a folder, a pipe, or a device. A link that leads
/// nowhere is not left out: a level is missing there, and reading it says so.
fn leads_elsewhere(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file())
}

/// The complaint about a number that is too high.
pub fn no_such_level(source: &Source, number: u64, n_levels: usize) -> Diagnostic {
    let holds = match n_levels {
        1 => "the file holds one level".to_owned(),
        n => format!("the file holds levels 1 to {n}"),
    };
    let message = format!("there is no level {number} in this file");
    problem(&source.name(), message, Some(&holds))
}
