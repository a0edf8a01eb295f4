//! Certificates as files: named for the level and the property, and whole or
//! not there at all.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use playproof::Certificate;
use tempfile::{Builder, NamedTempFile};

use crate::inputs::Source;
use crate::session::Session;

/// The longest stem and the longest slug in a name, in bytes. File systems
/// allow 255 in all.
const MAX_PART: usize = 80;

/// A folder that certificates are written to.
pub struct CertificateFolder {
    folder: PathBuf,
    /// Names given so far. Some file systems do not tell `A` from `a`, so
    /// they are in lower case.
    taken: HashSet<String>,
    is_there: bool,
}

impl CertificateFolder {
    /// The folder at this path. It is created with the first certificate, so
    /// that a run without one leaves nothing behind.
    pub fn new(folder: &Path) -> CertificateFolder {
        CertificateFolder {
            folder: folder.to_owned(),
            taken: HashSet::new(),
            is_there: false,
        }
    }

    /// Writes a certificate for the level with this index of a file.
    pub fn write(
        &mut self,
        session: &Session,
        source: &Source,
        index: usize,
        certificate: &Certificate,
    ) -> Result<PathBuf, String> {
        let name = self.name(&source.stem(), index, &certificate.property);
        let path = self.folder.join(name);
        let written = self.write_to(session, &path, &certificate.to_bytes());
        let failed = |error| format!("cannot write {}: {error}", path.display());
        written.map_err(failed).map(|()| path)
    }

    fn write_to(&mut self, session: &Session, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if !self.is_there {
            std::fs::create_dir_all(&self.folder)?;
            self.is_there = true;
        }
        let mut file = session.temporary_file(|| temporary_in(&self.folder))?;
        let temporary = file.path().to_owned();
        let written = file.write_all(bytes);
        let written = written.and_then(|()| file.persist(path).map_err(|e| e.error));
        session.forget_temporary(&temporary);
        written.map(|_| ())
    }

    /// `first-1-solvable.cert`. If two inputs have the same stem, the later
    /// one's name gets a number.
    fn name(&mut self, stem: &str, index: usize, property: &str) -> String {
        let stem = cut(stem.chars().filter(|c| !c.is_control()).collect());
        let whole = format!("{stem}-{}-{}", index + 1, cut(slug(property)));
        let mut name = whole.clone();
        let mut n = 1;
        while !self.taken.insert(name.to_lowercase()) {
            n += 1;
            name = format!("{whole}-{n}");
        }
        name + ".cert"
    }
}

/// A new file in the folder, open to whom the user lets read new files.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".playproof-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// A property as part of a file's name.
fn slug(property: &str) -> String {
    const SIGNS: [(&str, &str); 10] = [
        ("<=", " le "),
        (">=", " ge "),
        ("==", " eq "),
        ("!=", " ne "),
        ("->", " implies "),
        ("&&", " and "),
        ("||", " or "),
        ("<", " lt "),
        (">", " gt "),
        ("!", " not "),
    ];
    let mut text = property.to_lowercase();
    for (sign, word) in SIGNS {
        text = text.replace(sign, word);
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
    words.join("-")
}

fn cut(mut part: String) -> String {
    part.truncate(part.floor_char_boundary(MAX_PART));
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_stem_number_and_property() {
        let mut folder = CertificateFolder::new(Path::new("certs"));
        let mut name = |stem: &str, index, property| folder.name(stem, index, property);
        assert_eq!(name("first", 0, "solvable"), "first-1-solvable.cert");
        assert_eq!(name("first", 1, "solvable"), "first-2-solvable.cert");
        assert_eq!(
            name("first", 0, "shortest <= 9"),
            "first-1-shortest-le-9.cert"
        );
        assert_eq!(
            name("first", 0, "shortest >= 9"),
            "first-1-shortest-ge-9.cert"
        );
        assert_eq!(
            name("first", 0, "never (at(1, 2)) && (!(win))"),
            "first-1-never-at-1-2-and-not-win.cert"
        );
    }

    #[test]
    fn equal_names_are_told_apart() {
        let mut folder = CertificateFolder::new(Path::new("certs"));
        let names = ["a", "A", "a"].map(|stem| folder.name(stem, 0, "solvable"));
        assert_eq!(
            names,
            [
                "a-1-solvable.cert",
                "A-1-solvable-2.cert",
                "a-1-solvable-3.cert"
            ]
        );
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let mut folder = CertificateFolder::new(Path::new("certs"));
        let name = folder.name(&"é".repeat(200), 0, &"x".repeat(500));
        assert_eq!(
            name,
            format!("{}-1-{}.cert", "é".repeat(40), "x".repeat(80))
        );
    }
}
