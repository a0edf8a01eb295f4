//! Levels and certificates as files of a folder.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use playproof::{Answer, Limits, MAX_CERTIFICATE, Progress, Stop};

use super::journal::Kept;
use super::maker::{Found, Maker, level_of};
use crate::certificates::{CertificateFolder, Form};
use crate::console;
use crate::inputs::Source;
use crate::outputs::write_whole;
use crate::session::Session;

/// The folder that levels are kept in.
pub struct Keeper<'a> {
    session: &'a Session,
    folder: PathBuf,
    certificates: CertificateFolder,
    /// The drawings kept so far: nobody wants the same level twice.
    drawings: HashSet<String>,
    /// The levels kept so far, by the names of their files, as they were written.
    texts: Vec<(String, String)>,
}

impl<'a> Keeper<'a> {
    pub fn new(session: &'a Session, folder: &Path) -> Keeper<'a> {
        Keeper {
            session,
            folder: folder.to_owned(),
            certificates: CertificateFolder::new(folder, Form::default()),
            drawings: HashSet::new(),
            texts: Vec::new(),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the same drawing was kept before.
    pub fn has(&self, text: &str) -> bool {
        self.drawings.contains(drawing(text))
    }

    /// The levels kept so far, by the names of their files, as they were written.
    pub fn texts(&self) -> &[(String, String)] {
        &self.texts
    }

    /// The text of a level that an earlier run kept, as it is there now.
    pub fn text_of(&self, kept: &Kept) -> Option<String> {
        fs::read_to_string(self.folder.join(&kept.level)).ok()
    }

    /// Remembers a level that is there.
    fn remember(&mut self, name: &str, text: &str) {
        self.drawings.insert(drawing(text).to_owned());
        self.texts.push((name.to_owned(), text.to_owned()));
    }

    /// Writes a level and its certificates, the level last: where it is, they
    /// are.
    pub fn keep(&mut self, maker: &Maker, number: u64, found: &Found) -> Result<Kept, String> {
        let name = level_name(maker, number);
        let path = self.folder.join(&name);
        let is_taken = match fs::read(&path) {
            Ok(there) => there != found.text.as_bytes(),
            // A folder, or a link that leads nowhere.
            Err(_) => fs::symlink_metadata(&path).is_ok(),
        };
        if is_taken {
            let path = path.display();
            return Err(format!("{path} is there already, and is another level"));
        }
        let source = Source::File(path.clone());
        for certificate in &found.certificates {
            if let Some(path) = self.certificates.obstacle(&source, 0, certificate) {
                let path = path.display();
                return Err(format!(
                    "{path} is there already, and belongs to no level here"
                ));
            }
        }
        let mut certificates = Vec::new();
        for certificate in &found.certificates {
            let written = self
                .certificates
                .write(self.session, &source, 0, certificate)?;
            certificates.push(file_name(&written));
        }
        write_whole(self.session, &path, found.text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        self.remember(&name, &found.text);
        Ok(Kept {
            proposal: number,
            level: name,
            certificates,
        })
    }

    /// Writes a level again whose files are damaged. Whatever has the names that
    /// the journal gives them is what is left of them, if they are the names
    /// that this level's files have. A level that somebody changed is kept under
    /// another name.
    pub fn mend(&mut self, maker: &Maker, kept: &Kept, found: &Found) -> Result<Kept, String> {
        let level = level_name(maker, kept.proposal);
        let stem = level.rsplit_once('.').map_or(&level[..], |(stem, _)| stem);
        let is_its = |name: &String| {
            *name == level || (name.starts_with(&format!("{stem}-")) && name.ends_with(".cert"))
        };
        let names = kept.certificates.iter().chain([&kept.level]);
        if let Some(other) = names.clone().find(|name| !is_its(name)) {
            return Err(format!("the journal takes {other} for a file of {level}"));
        }
        let path = self.folder.join(&level);
        set_aside(&path, &found.text).map_err(|error| cannot_replace(&path, &error))?;
        for name in names {
            let path = self.folder.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(cannot_replace(&path, &error));
                }
                _ => {}
            }
        }
        self.keep(maker, kept.proposal, found)
    }

    /// Whether a level that was kept is still there as it was proposed, with
    /// certificates that the checker accepts. Then it counts.
    pub fn is_whole(
        &mut self,
        maker: &Maker,
        kept: &Kept,
        text: &str,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> bool {
        let mut limits = Limits {
            max_states: None,
            max_bytes: None,
            poll: |_: &Progress| go_on(),
        };
        let read = |name: &String| fs::read(self.folder.join(name));
        let is_there = || read(&kept.level).is_ok_and(|there| there == text.as_bytes());
        let level = level_of(text);
        let requirements = maker.requirements.iter();
        let mut is_proved = |(name, property): (&String, String)| {
            let Ok(bytes) = read(name) else {
                return false;
            };
            let accepted = maker.playproof.check(&bytes, MAX_CERTIFICATE, &mut limits);
            accepted.is_ok_and(|accepted| {
                let certificate = &accepted.certificate;
                certificate.game == maker.game
                    && certificate.property == property
                    && certificate.answer == Answer::Holds
                    && accepted.level.same_level(&level)
            })
        };
        let claims = maker.design.claims(text);
        let n_properties = maker.requirements.len() + claims.len();
        let claims = claims.iter().map(ToString::to_string);
        let properties = requirements.map(|r| r.property.to_string()).chain(claims);
        // What lies elsewhere is not kept here, whatever the journal says.
        let is_here = kept.level == level_name(maker, kept.proposal)
            && kept.certificates.iter().all(is_plain);
        let is_whole = is_here
            && is_there()
            && kept.certificates.len() == n_properties
            && kept.certificates.iter().zip(properties).all(&mut is_proved);
        if is_whole {
            self.remember(&kept.level, text);
        }
        is_whole
    }
}

/// Whether two levels differ by their titles only.
pub fn same_drawing(a: &str, b: &str) -> bool {
    drawing(a) == drawing(b)
}

pub fn level_name(maker: &Maker, number: u64) -> String {
    let (game, end) = (maker.game, maker.design.extension());
    format!("{game}-{number:06}.{end}")
}

/// A level's text without its title.
fn drawing(text: &str) -> &str {
    text.split_once('\n').map_or(text, |(_, drawing)| drawing)
}

/// Whether a name leads to no other folder.
fn is_plain(name: &String) -> bool {
    Path::new(name).file_name() == Some(name.as_ref())
}

fn cannot_replace(path: &Path, error: &io::Error) -> String {
    format!("cannot replace {}: {error}", path.display())
}

/// Gives another name to a file that is not what it should be, and says so: it may be
/// somebody's work.
fn set_aside(path: &Path, text: &str) -> io::Result<()> {
    match fs::read(path) {
        Ok(there) if !there.is_empty() && there != text.as_bytes() => {}
        _ => return Ok(()),
    }
    let names = (1..).map(|n| {
        let mut name = path.as_os_str().to_owned();
        name.push(".changed");
        if n > 1 {
            name.push(format!("-{n}"));
        }
        PathBuf::from(name)
    });
    let mut free = names.filter(|name| fs::symlink_metadata(name).is_err());
    let name = free.next().expect("there is always another number");
    fs::rename(path, &name)?;
    let (was, is) = (path.display(), name.display());
    console::warn(&format!(
        "{was} was changed since it was made: that is {is} now"
    ));
    Ok(())
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
