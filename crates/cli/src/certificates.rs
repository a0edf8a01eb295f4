//! Certificates as files: named for the level and the property, whole or not
//! there at all, and never in the place of another one's.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use playproof::{Certificate, CertificateFile, MAX_CERTIFICATE, packed, unpacked};

use crate::console;
use crate::inputs::Source;
use crate::outputs::write_whole;
use crate::session::Session;
use crate::status::Status;

/// The longest stem and the longest slug in a name, in bytes. File systems
/// allow 255 in all.
const MAX_PART: usize = 80;

/// How certificates are written.
#[derive(Clone, Copy, Default)]
pub struct Form {
    /// With the statement, however long it is.
    pub is_self_contained: bool,
    /// As `.cert.gz`.
    pub is_packed: bool,
}

impl Form {
    fn bytes(self, certificate: &Certificate) -> Vec<u8> {
        let bytes = certificate.to_bytes(self.is_self_contained);
        match self.is_packed {
            true => packed(&bytes),
            false => bytes,
        }
    }
}

/// A folder that certificates are written to.
pub struct CertificateFolder {
    form: Form,
    folder: PathBuf,
    /// Names given so far. Some file systems do not tell `A` from `a`, so
    /// they are in lower case.
    taken: HashSet<String>,
    is_there: bool,
}

impl CertificateFolder {
    /// The folder at this path. It is created with the first certificate, so
    /// that a run without one leaves nothing behind.
    pub fn new(folder: &Path, form: Form) -> CertificateFolder {
        CertificateFolder {
            form,
            folder: folder.to_owned(),
            taken: HashSet::new(),
            is_there: false,
        }
    }

    /// Writes a certificate and enters its path into the session's result, or
    /// says why it cannot be written.
    pub fn write_and_enter(
        &mut self,
        session: &Session,
        source: &Source,
        index: usize,
        certificate: &Certificate,
    ) {
        match self.write(session, source, index, certificate) {
            Ok(path) => {
                let path = path.display().to_string();
                session.enter(|row| row.certificate = Some(path));
            }
            Err(message) => {
                console::error(&message);
                session.reached(Status::BadInput);
            }
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
        let bytes = self.form.bytes(certificate);
        let mut names = Names::new(&source.stem(), index, &certificate.property, self.form);
        let name = names.find(|name| {
            self.taken.insert(name.to_lowercase())
                && is_ours(&self.folder.join(name), certificate, &bytes)
        });
        let path = self
            .folder
            .join(name.expect("there is always another name"));
        let written = self.write_to(session, &path, &bytes);
        let failed = |error| format!("cannot write {}: {error}", path.display());
        written.map_err(failed).map(|()| path)
    }

    /// What is in the way of the name that a certificate would have.
    pub fn obstacle(
        &self,
        source: &Source,
        index: usize,
        certificate: &Certificate,
    ) -> Option<PathBuf> {
        let mut names = Names::new(&source.stem(), index, &certificate.property, self.form);
        let name = names.find(|name| !self.taken.contains(&name.to_lowercase()))?;
        let path = self.folder.join(name);
        let is_free = is_ours(&path, certificate, &self.form.bytes(certificate));
        (!is_free).then_some(path)
    }

    fn write_to(&mut self, session: &Session, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if !self.is_there {
            std::fs::create_dir_all(&self.folder)?;
            self.is_there = true;
        }
        write_whole(session, path, bytes)
    }
}

/// What the certificate of a level with this index of a file is called where there is no other.
pub fn name_of(source: &Source, index: usize, property: &str) -> String {
    let mut names = Names::new(&source.stem(), index, property, Form::default());
    names.next().expect("there is always another name")
}

/// `first-1-solvable.cert`, and for others that would be named the same
/// `first-1-solvable-2.cert` and so on.
struct Names {
    whole: String,
    ending: &'static str,
    n_given: u64,
}

impl Names {
    fn new(stem: &str, index: usize, property: &str, form: Form) -> Names {
        let stem = cut(stem.chars().filter(|c| !c.is_control()).collect());
        let whole = format!("{stem}-{}-{}", index + 1, cut(slug(property)));
        Names {
            whole,
            ending: if form.is_packed { ".cert.gz" } else { ".cert" },
            n_given: 0,
        }
    }
}

impl Iterator for Names {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.n_given += 1;
        Some(match self.n_given {
            1 => format!("{}{}", self.whole, self.ending),
            n => format!("{}-{n}{}", self.whole, self.ending),
        })
    }
}

/// Whether a certificate may be written there: there is none, or one about
/// the same level and property, from an earlier run. Whatever else is there
/// belongs to somebody.
fn is_ours(path: &Path, certificate: &Certificate, bytes: &[u8]) -> bool {
    match std::fs::read(path) {
        Ok(there) => there == bytes || is_same_task(&there, certificate),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn is_same_task(there: &[u8], certificate: &Certificate) -> bool {
    let Ok(there) = unpacked(there, MAX_CERTIFICATE) else {
        return false;
    };
    let Ok(there) = CertificateFile::parse(&there) else {
        return false;
    };
    let level = |text: &str| playproof::read("", text.as_bytes());
    there.game == certificate.game
        && there.property == certificate.property
        // A title may have changed; the level is the same.
        && matches!((level(there.level), level(&certificate.level)), (Ok(a), Ok(b))
            if a.levels[0].same_level(&b.levels[0]))
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

    fn name(stem: &str, index: usize, property: &str) -> String {
        Names::new(stem, index, property, Form::default())
            .next()
            .unwrap()
    }

    #[test]
    fn names_are_made_of_stem_number_and_property() {
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
            name("first", 0, "never at(1, 2) && !win"),
            "first-1-never-at-1-2-and-not-win.cert"
        );
    }

    #[test]
    fn equal_names_are_told_apart() {
        let names: Vec<String> = Names::new("A", 0, "solvable", Form::default())
            .take(3)
            .collect();
        let expected = [
            "A-1-solvable.cert",
            "A-1-solvable-2.cert",
            "A-1-solvable-3.cert",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let name = name(&"é".repeat(200), 0, &"x".repeat(500));
        assert_eq!(
            name,
            format!("{}-1-{}.cert", "é".repeat(40), "x".repeat(80))
        );
    }
}
