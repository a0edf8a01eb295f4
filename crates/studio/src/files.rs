//! The level files of a folder, opened relative to its handle: no path leads out of it, by
//! whatever name or link, and the folder may be moved or removed meanwhile.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use playproof::Playproof;

/// Bytes of a file that is opened or saved.
pub const MAX_FILE: u64 = 1 << 20;

/// Files that are listed, and how deep folders are gone through.
const MAX_LISTED: usize = 2_000;
const MAX_DEPTH: usize = 8;

/// A folder of levels.
pub struct Folder {
    dir: Dir,
    path: PathBuf,
    endings: Vec<&'static str>,
    /// One save at a time, so that nothing comes between a comparison and what follows.
    saving: Mutex<()>,
    n_saved: AtomicU64,
}

/// A file that is listed.
pub struct Listed {
    /// Its path within the folder, with slashes.
    pub path: String,
    /// Its size.
    pub n_bytes: u64,
}

/// A file that was opened.
pub struct Opened {
    /// What it says.
    pub text: String,
    /// What changes when the file does.
    pub revision: String,
}

/// Why a file was not opened or saved.
#[derive(Debug)]
pub enum Fault {
    /// There is no such file here, or none that is shown.
    NotThere,
    /// A link leads out of the folder, or it may not be read.
    Outside,
    /// It is too large.
    TooLarge,
    /// It is no text.
    NoText,
    /// Somebody changed it meanwhile.
    Changed,
    /// The folder is gone.
    FolderGone,
    /// Something else.
    Failed(io::Error),
}

impl Folder {
    /// The folder at a path.
    pub fn open(path: &Path) -> io::Result<Folder> {
        Ok(Folder {
            dir: Dir::open_ambient_dir(path, ambient_authority())?,
            path: path.canonicalize()?,
            endings: Playproof::default().endings(),
            saving: Mutex::new(()),
            n_saved: AtomicU64::new(0),
        })
    }

    /// Its name.
    pub fn name(&self) -> String {
        let name = self.path.file_name().map(|name| name.to_string_lossy());
        name.map_or_else(|| self.path.display().to_string(), Into::into)
    }

    /// Its level files, by their paths.
    pub fn list(&self) -> Result<Vec<Listed>, Fault> {
        // A handle outlives its folder, and would show nothing.
        if !self.path.is_dir() {
            return Err(Fault::FolderGone);
        }
        let mut found = Vec::new();
        self.list_below(&self.dir, "", 0, &mut found)?;
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn list_below(
        &self,
        dir: &Dir,
        before: &str,
        depth: usize,
        found: &mut Vec<Listed>,
    ) -> Result<(), Fault> {
        for entry in dir.entries().map_err(Fault::Failed)?.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_shown(name)) else {
                continue;
            };
            // Of a link this is the link's own kind: links are not followed.
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = format!("{before}{name}");
            if found.len() >= MAX_LISTED {
                return Ok(());
            }
            if kind.is_dir() && depth < MAX_DEPTH && name != "target" && name != "node_modules" {
                if let Ok(dir) = entry.open_dir() {
                    self.list_below(&dir, &format!("{path}/"), depth + 1, found)?;
                }
            } else if kind.is_file() && self.is_level_file(name) {
                let n_bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                found.push(Listed { path, n_bytes });
            }
        }
        Ok(())
    }

    /// What a file says.
    pub fn read(&self, path: &str) -> Result<Opened, Fault> {
        let bytes = self.content(&self.place(path)?)?;
        let revision = revision(&bytes);
        let text = String::from_utf8(bytes).map_err(|_| Fault::NoText)?;
        Ok(Opened { text, revision })
    }

    /// Writes a file, whole or not at all. It must be as the revision says, or not be there
    /// if there is none; the new revision comes back.
    pub fn save(&self, path: &str, text: &str, known: Option<&str>) -> Result<String, Fault> {
        if text.len() as u64 > MAX_FILE {
            return Err(Fault::TooLarge);
        }
        let place = self.place(path)?;
        let _one = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let there = match self.content(&place) {
            Ok(bytes) => Some(revision(&bytes)),
            Err(Fault::NotThere) => None,
            Err(fault) => return Err(fault),
        };
        if there.as_deref() != known {
            return Err(Fault::Changed);
        }
        let number = self.n_saved.fetch_add(1, Ordering::Relaxed);
        let name = place.file_name().map(|name| name.to_string_lossy());
        let name = name.unwrap_or_default();
        let new = format!(".{name}.{}-{number}.new", std::process::id());
        let new = place.with_file_name(new);
        let written = write_whole(&self.dir, &new, &place, text.as_bytes());
        if written.is_err() {
            // Nothing is lost if this fails too: the name is hidden.
            let _ = self.dir.remove_file(&new);
        }
        written.map_err(|error| self.fault(error))?;
        Ok(revision(text.as_bytes()))
    }

    /// A path within the folder, if it may be a level file's.
    fn place(&self, path: &str) -> Result<PathBuf, Fault> {
        let mut place = PathBuf::new();
        for component in Path::new(path).components() {
            let Component::Normal(name) = component else {
                return Err(Fault::NotThere);
            };
            let name = name.to_str().filter(|name| is_shown(name));
            place.push(name.ok_or(Fault::NotThere)?);
        }
        let name = place.file_name().and_then(|name| name.to_str());
        match name.is_some_and(|name| self.is_level_file(name)) {
            true => Ok(place),
            false => Err(Fault::NotThere),
        }
    }

    fn is_level_file(&self, name: &str) -> bool {
        let ending = name
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        ending.is_some_and(|ending| self.endings.iter().any(|known| *known == ending))
    }

    fn fault(&self, error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::NotFound if !self.path.is_dir() => Fault::FolderGone,
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Fault::NotThere,
            io::ErrorKind::IsADirectory => Fault::NotThere,
            // So the handle answers where a link or a name leads out.
            io::ErrorKind::PermissionDenied => Fault::Outside,
            _ => Fault::Failed(error),
        }
    }
}

/// Names that begin with a dot are nobody's levels.
fn is_shown(name: &str) -> bool {
    !name.starts_with('.') && !name.contains(['\\', ':', '\0'])
}

impl Folder {
    /// The bytes of a file, if there are no more than files may have.
    fn content(&self, place: &Path) -> Result<Vec<u8>, Fault> {
        let fault = |error| self.fault(error);
        // What is no file may never be opened: a pipe waits for a writer.
        if !self.dir.metadata(place).map_err(fault)?.is_file() {
            return Err(Fault::NotThere);
        }
        let file = self.dir.open(place).map_err(fault)?;
        let mut bytes = Vec::new();
        let read = file.take(MAX_FILE + 1).read_to_end(&mut bytes);
        read.map_err(fault)?;
        match bytes.len() as u64 > MAX_FILE {
            true => Err(Fault::TooLarge),
            false => Ok(bytes),
        }
    }
}

/// Writes a new file beside the old one and puts it in its place.
fn write_whole(dir: &Dir, new: &Path, place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = dir.open_with(new, &options)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    dir.rename(new, dir, place)
}

/// What changes when bytes do.
fn revision(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}-{}", hasher.finish(), bytes.len())
}
