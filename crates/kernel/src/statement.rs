//! A statement: a machine and what is asked of it, with a canonical text.
//!
//! The text's SHA-256 is what ties a certificate to a statement. A statement
//! is well-formed by construction and cannot be changed, so whatever was
//! accepted for it was accepted for the text that has its hash.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::play::Admitted;
use crate::print::print;
use crate::read::read;
use crate::well_formed::{questions, well_formed};
use crate::{Foreign, Group, Layout, Machine, Play, Question, Rejection, Sha256, System, hex};

/// The hash of a statement's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

fn broken(why: String) -> Rejection {
    Rejection(format!("the statement is broken: {why}"))
}

/// A machine, and groups of questions about it: the property holds if every
/// group does, and is violated if some group is.
#[derive(Clone)]
pub struct Statement {
    machine: Arc<Machine>,
    groups: Arc<[Group]>,
    layout: Arc<Layout>,
    bases: Arc<[usize]>,
    admitted: Option<Admitted>,
    fingerprint: Arc<OnceLock<Fingerprint>>,
}

/// Interpreters of games, by name, version and source.
pub type Interpreters<'i> = &'i dyn Fn(&str, u32, &str) -> Option<Arc<dyn System>>;

impl Statement {
    /// A statement about a machine of commands.
    pub fn new(machine: Machine, groups: Vec<Group>) -> Result<Statement, Rejection> {
        Statement::with_system(machine, groups, None)
    }

    /// A statement about a game with an interpreter of its own, where the
    /// machine names one. It is admitted: what it says is not checked.
    pub fn with_system(
        machine: Machine,
        groups: Vec<Group>,
        system: Option<Arc<dyn System>>,
    ) -> Result<Statement, Rejection> {
        well_formed(&machine, &groups).map_err(broken)?;
        let admitted = match (&machine.foreign, system) {
            (None, _) => None,
            (Some(foreign), Some(system)) => {
                Some(Admitted::new(&machine, foreign, system).map_err(broken)?)
            }
            (Some(Foreign { name, version, .. }), None) => {
                let why = format!("the interpreter `{name}` {version} is not part of this checker");
                return Err(Rejection(why));
            }
        };
        Ok(Statement {
            layout: Arc::new(Layout::new(&machine.vars)),
            bases: machine.bases().into(),
            machine: Arc::new(machine),
            groups: groups.into(),
            admitted,
            fingerprint: Arc::default(),
        })
    }

    /// Reads a statement from its text, within some memory.
    pub fn parse(text: &str, memory: u64, known: Interpreters) -> Result<Statement, Rejection> {
        let at_line = |(line, why)| Rejection(format!("line {line} of the statement: {why}"));
        let (machine, groups) = read(text, memory).map_err(at_line)?;
        let foreign = machine.foreign.as_ref();
        let system = foreign.and_then(|f| known(&f.name, f.version, &f.source));
        Statement::with_system(machine, groups, system)
    }

    /// The canonical text.
    pub fn text(&self) -> String {
        let mut bytes = Vec::new();
        print(&self.machine, &self.groups, &mut |part| bytes.extend_from_slice(part));
        String::from_utf8(bytes).expect("the printer writes text")
    }

    /// The SHA-256 of the canonical text.
    pub fn fingerprint(&self) -> Fingerprint {
        *self.fingerprint.get_or_init(|| {
            let mut hash = Sha256::new();
            print(&self.machine, &self.groups, &mut |part| hash.update(part));
            Fingerprint(hash.finish())
        })
    }

    /// The machine.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// What is asked.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The only question, where there is one only.
    pub fn question(&self) -> Option<&Question> {
        match &self.groups[..] {
            [group] if group.questions.len() == 1 => group.questions.first(),
            _ => None,
        }
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The position of each variable's first element in a flat state.
    pub fn bases(&self) -> &[usize] {
        &self.bases
    }

    /// The machine, state by state.
    pub fn play(&self) -> Play<'_> {
        Play::new(&self.machine, &self.bases, self.admitted.as_ref())
    }

    /// Another question about the same machine: what a piece of evidence is
    /// about.
    pub fn about(&self, group: Group) -> Result<Statement, Rejection> {
        let groups: Arc<[Group]> = [group].into();
        questions(&self.machine, &groups).map_err(broken)?;
        Ok(Statement { groups, fingerprint: Arc::default(), ..self.clone() })
    }
}
