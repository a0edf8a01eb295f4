//! The page as files for any web server.

use std::fs;
use std::io;
use std::path::Path;

use crate::page::files;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// How many files.
    pub n_files: usize,
    /// Their bytes together.
    pub n_bytes: u64,
}

/// Writes the page into a folder, which is created if it is not there. Files of others in it
/// are left alone.
pub fn export(folder: &Path) -> io::Result<Exported> {
    let mut exported = Exported {
        n_files: 0,
        n_bytes: 0,
    };
    for (name, bytes) in files() {
        let path = folder.join(&name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &bytes)?;
        exported.n_files += 1;
        exported.n_bytes += bytes.len() as u64;
    }
    Ok(exported)
}
