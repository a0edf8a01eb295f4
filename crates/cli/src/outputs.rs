//! Files that are written whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::session::Session;

/// Why nothing could be written to this path while these are read, as far as
/// that is known before there is anything to write.
pub fn obstacle(path: &Path, inputs: &[&PathBuf]) -> Option<String> {
    let why = match inputs.iter().any(|input| same_file(input, path)) {
        true => "it is read as well".to_owned(),
        false => not_writable(path)?,
    };
    Some(format!("cannot write {}: {why}", path.display()))
}

/// Why a report may not take the place of this file: it is there, and does not begin as such a
/// report does. So a level that is named by mistake is not lost.
pub fn stranger(path: &Path, beginning: &str) -> Option<String> {
    let mut head = [0; 64];
    let is_file = path.is_file();
    let mut file = is_file.then(|| fs::File::open(path).ok()).flatten()?;
    let n = file.read(&mut head).ok()?;
    let head = head[..n].trim_ascii_start();
    let is_such = head.is_empty() || head.starts_with(beginning.as_bytes());
    let why = "what is there is no such report, and it is not replaced";
    (!is_such).then(|| format!("cannot write {}: {why}", path.display()))
}

fn same_file(a: &Path, b: &Path) -> bool {
    let [a, b] = [a, b].map(|path| path.canonicalize().ok());
    a.is_some() && a == b
}

fn not_writable(path: &Path) -> Option<String> {
    let folder = folder_of(path);
    if path.is_dir() {
        Some("it is a folder".to_owned())
    } else if folder.is_dir() {
        None
    } else if folder.exists() {
        Some(format!("{} is no folder", folder.display()))
    } else {
        Some(format!("the folder {} does not exist", folder.display()))
    }
}

/// Writes a file. What was there is replaced once all is written; devices and
/// pipes, which cannot be replaced, are written to.
pub fn write_whole(session: &Session, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let create = |folder: &Path| session.temporary_file(|| temporary_in(folder));
    replace(path, bytes, create, |temporary| {
        session.forget_temporary(temporary);
    })
}

/// The same where the session cannot be asked, because it is ending. Only a killed
/// program leaves a temporary file then.
pub fn write_at_once(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, bytes, temporary_in, |_| ())
}

fn replace(
    path: &Path,
    bytes: &[u8],
    create: impl FnOnce(&Path) -> io::Result<NamedTempFile>,
    forget: impl FnOnce(&Path),
) -> io::Result<()> {
    let is_new =
        fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    // A link stays a link, and what it leads to is replaced.
    let path = &match is_new {
        true => path.to_owned(),
        false => fs::canonicalize(path).unwrap_or(path.to_owned()),
    };
    if !is_new && fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        let mut device = OpenOptions::new().write(true).open(path)?;
        device.write_all(bytes)?;
        return device.flush();
    }
    let mut file = create(&folder_of(path))?;
    let temporary = file.path().to_owned();
    let written = file.write_all(bytes);
    let written = written.and_then(|()| file.persist(path).map_err(|e| e.error));
    forget(&temporary);
    written.map(|_| ())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// How names of temporary files begin and end.
const TEMPORARY: (&str, &str) = (".playproof-", ".tmp");

/// Removes temporary files that a program which was killed left in a folder. Nobody
/// else may be writing there.
pub fn remove_temporary(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let is_temporary = name
            .to_str()
            .is_some_and(|name| name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1));
        if is_temporary {
            // If it stays, it is in nobody's way.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A new file in the folder, open to whom the user lets read new files.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let created = builder.tempfile_in(folder);
    // The error as it comes names a file that nobody asked for.
    created.map_err(|error| error.kind().into())
}
