//! What is asked of which level: properties of the command line, and the
//! requirements of a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use playproof::{Ask, Diagnostic, Level, Place, Playproof, Property, PropertyError, Severity};
use playproof_report::{Row, property_error_text};
use playproof_spec::{Pattern, Requirement, Spec};

use crate::args::QuestionArgs;
use crate::console;
use crate::inputs::{Source, files_below, problem};
use crate::told::diagnostic_text;

/// The largest requirements file.
const MAX_SPEC: usize = 1 << 20;

/// Everything that is asked.
pub struct Questions {
    /// In this order of each level.
    pub asked: Vec<Asked>,
    spec: Option<SpecFile>,
}

/// One question.
pub struct Asked {
    /// What is asked.
    pub ask: Ask,
    /// The text it was read from, in which its errors count columns.
    text: String,
    requirement: Option<Requirement>,
}

/// A requirements file and where it is.
struct SpecFile {
    spec: Spec,
    /// Its folder, as the user named it.
    folder: PathBuf,
}

impl Asked {
    /// A question about a level of a file with this many.
    pub fn row(&self, level: &Level, n_levels: usize) -> Row {
        let mut row = Row::asked(level, n_levels, &self.ask);
        self.sign(&mut row);
        row
    }

    /// The name it was asked by, where that is another than the one it is printed with.
    fn other_name(&self) -> Option<&str> {
        other_name(&self.text, &self.ask.to_string())
    }

    /// Enters by which name it was asked, and which requirement it is.
    pub fn sign(&self, row: &mut Row) {
        row.topic.asked_as = self.other_name().map(str::to_owned);
        if let Some(requirement) = &self.requirement {
            row.topic.requirement = Some(requirement.name.clone());
            row.topic.severity = Some(requirement.severity);
        }
    }

    /// Whether it is about all levels together.
    pub fn is_of_all(&self) -> bool {
        matches!(self.ask, Ask::Collection(_))
    }

    /// Whether it need not hold.
    pub fn is_warning(&self) -> bool {
        let severity = self.requirement.as_ref().map(|r| r.severity);
        severity == Some(Severity::Warning)
    }

    /// The engine that the requirement names.
    pub fn engine(&self) -> Option<&str> {
        self.requirement.as_ref()?.engine.as_deref()
    }

    /// How long a result may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.requirement.as_ref()?.timeout
    }

    /// The most bytes that a search may use.
    pub fn max_bytes(&self) -> Option<u64> {
        let memory = self.requirement.as_ref()?.memory;
        memory.map(|mb| mb.saturating_mul(1 << 20))
    }

    /// The most states that a search may see.
    pub fn max_states(&self) -> Option<u64> {
        self.requirement.as_ref()?.max_states
    }

    /// What it is called in counts: by its requirement and its property.
    pub fn short_name(&self) -> String {
        match &self.requirement {
            Some(requirement) => format!("{} ({})", requirement.name, self.ask),
            None => match self.other_name() {
                Some(name) => name.to_owned(),
                None => self.ask.to_string(),
            },
        }
    }

    /// What it is called in complaints.
    pub fn name(&self) -> String {
        match &self.requirement {
            Some(requirement) => format!("requirement `{}`", requirement.name),
            None => format!("property `{}`", self.text),
        }
    }
}

/// The name that a property was asked by, where that is another than the one it is printed with.
pub fn other_name<'a>(text: &'a str, printed: &str) -> Option<&'a str> {
    let name = text.trim();
    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    (is_name && name != printed).then_some(name)
}

impl Questions {
    /// One property.
    pub fn of(property: Property) -> Questions {
        let text = property.to_string();
        Questions {
            asked: vec![Asked {
                ask: property.into(),
                text,
                requirement: None,
            }],
            spec: None,
        }
    }

    /// Reads what the user asks, or says all that is wrong with it.
    pub fn read(args: &QuestionArgs, playproof: &Playproof) -> Option<Questions> {
        let listed = args.spec.as_deref().and_then(listed);
        let file = args.spec.as_deref().filter(|_| listed.is_none());
        let mut texts = args.properties.clone();
        texts.extend(listed.into_iter().flatten());
        if texts.is_empty() && file.is_none() {
            texts.push("solvable".to_owned());
        }
        let asked: Vec<Option<Asked>> = texts.iter().map(|t| property(t, &args.assume)).collect();
        let spec = file.map(|path| spec_file(path, playproof));
        let mut questions = Questions {
            asked: asked.into_iter().collect::<Option<_>>()?,
            spec: match spec {
                Some(spec) => Some(spec?),
                None => None,
            },
        };
        let requirements = questions.requirements().iter().cloned();
        let requirements: Vec<Asked> = requirements.map(of_requirement).collect();
        questions.asked.extend(requirements);
        Some(questions)
    }

    fn requirements(&self) -> &[Requirement] {
        let spec = self.spec.as_ref();
        spec.map_or(&[], |file| &file.spec.requirements[..])
    }

    /// What is asked of the levels of this file.
    pub fn about(&self, source: &Source) -> Vec<&Asked> {
        let is_about = |asked: &&Asked| match (&asked.requirement, &self.spec) {
            (Some(requirement), Some(file)) => file.is_about(requirement, source),
            _ => true,
        };
        self.asked.iter().filter(is_about).collect()
    }

    /// The number of the first pattern of a requirement that names this file.
    pub fn rank(&self, asked: &Asked, source: &Source) -> usize {
        let (Some(requirement), Some(spec), Source::File(path)) =
            (&asked.requirement, &self.spec, source)
        else {
            return 0;
        };
        let mut patterns = requirement.levels.iter();
        let rank = patterns.position(|pattern| spec.matches(pattern, path));
        rank.unwrap_or(0)
    }

    /// The files that the patterns of the requirements name, sorted.
    pub fn files(&self) -> (Vec<Source>, Vec<Diagnostic>) {
        let (mut files, mut problems) = (BTreeSet::new(), Vec::new());
        let Some(spec) = &self.spec else {
            return (Vec::new(), problems);
        };
        for pattern in self.requirements().iter().flat_map(|r| &r.levels) {
            let (found, wrong) = spec.matching(pattern);
            files.extend(found);
            problems.extend(wrong);
        }
        (files.into_iter().map(Source::File).collect(), problems)
    }

    /// A warning for every pattern that matches neither one of these files nor
    /// any other.
    pub fn idle_patterns(&self, files: &[Source]) -> Vec<Diagnostic> {
        let Some(spec) = &self.spec else {
            return Vec::new();
        };
        let is_idle = |pattern: &&Pattern| {
            let is_met = |source: &Source| match source {
                Source::Stdin => false,
                Source::File(path) => spec.matches(pattern, path),
            };
            !files.iter().any(is_met) && spec.matching(pattern).0.is_empty()
        };
        let patterns = self.requirements().iter().flat_map(|r| &r.levels);
        let idle = patterns.filter(is_idle).map(|pattern| {
            let message = format!("no level file matches `{}`", pattern.text());
            let help = "patterns are relative to the folder of this file";
            spec.spec.pattern_warning(pattern, message, help)
        });
        idle.collect()
    }

    /// What is wrong with a property that cannot be asked of a level: text for
    /// people.
    pub fn refusal(&self, asked: &Asked, error: &PropertyError, level: &str) -> String {
        match (&asked.requirement, &self.spec) {
            (Some(requirement), Some(file)) => {
                let mut diagnostic = file.spec.property_error(requirement, error);
                diagnostic.message += &format!(" (asked of {level})");
                diagnostic_text(&diagnostic)
            }
            _ => property_error_text(&asked.text, error, Some(level)),
        }
    }
}

impl SpecFile {
    fn is_about(&self, requirement: &Requirement, source: &Source) -> bool {
        match source {
            Source::Stdin => requirement.is_about(&self.folder, None),
            Source::File(path) => {
                let is_about =
                    |(base, file): &(PathBuf, PathBuf)| requirement.is_about(base, Some(file));
                self.places(path).iter().any(is_about)
            }
        }
    }

    fn matches(&self, pattern: &Pattern, path: &Path) -> bool {
        let places = self.places(path);
        places
            .iter()
            .any(|(base, file)| pattern.matches(base, file))
    }

    /// The folder of the requirements and a file, as named and, if a link
    /// leads to one of them, as they really are.
    fn places(&self, path: &Path) -> Vec<(PathBuf, PathBuf)> {
        let named = (absolute(&self.folder), absolute(path));
        let real = (fs::canonicalize(&self.folder), fs::canonicalize(path));
        let mut places = vec![named];
        if let (Ok(base), Ok(file)) = real {
            places.push((base, file));
        }
        places
    }

    /// The level files that match a pattern, sorted, and what cannot be
    /// listed.
    fn matching(&self, pattern: &Pattern) -> (Vec<PathBuf>, Vec<Diagnostic>) {
        let root = plain(&pattern.root(&self.folder));
        if root.is_file() {
            return (vec![root], Vec::new());
        }
        if !root.is_dir() {
            return (Vec::new(), Vec::new());
        }
        let (files, problems) = files_below(&root);
        let files = files.into_iter().map(|path| plain(&path));
        let files = files.filter(|path| self.matches(pattern, path));
        (files.collect(), problems)
    }
}

/// A property of the command line, or none if it cannot be read.
fn property(text: &str, assume: &[String]) -> Option<Asked> {
    let (text, ask) = Ask::assuming(assume, text);
    match ask {
        Ok(ask) => Some(Asked {
            ask,
            text,
            requirement: None,
        }),
        Err(error) => {
            console::complain(&property_error_text(&text, &error, None));
            None
        }
    }
}

fn of_requirement(requirement: Requirement) -> Asked {
    Asked {
        ask: requirement.ask.clone(),
        text: requirement.written.text().to_owned(),
        requirement: Some(requirement),
    }
}

/// The properties of a short list, `winnable, goal-safe`, in the place of a file that
/// is not there.
fn listed(spec: &Path) -> Option<Vec<String>> {
    let text = spec.to_str().filter(|_| !spec.exists())?;
    let mut depth = 0;
    let separates = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    let parts = text.split(separates).map(|part| part.trim().to_owned());
    let parts: Vec<String> = parts.collect();
    // Of several, one that is right is enough to see that the other is a slip; and what
    // has neither folder nor ending is no file's name.
    let is_word = spec.extension().is_none() && !text.contains(['/', '\\']);
    let is_list = is_word || parts.iter().any(|part| part.parse::<Ask>().is_ok());
    is_list.then_some(parts)
}

/// Reads a requirements file, or says all that is wrong with it.
fn spec_file(path: &Path, playproof: &Playproof) -> Option<SpecFile> {
    let source = Source::of(path);
    let spec = text_of(&source)
        .map_err(|problem| vec![problem])
        .and_then(|text| Spec::read(&source.name(), &text, playproof));
    match spec {
        Ok(spec) => Some(SpecFile {
            spec,
            folder: match path.parent() {
                Some(folder) if folder != Path::new("") => folder.to_owned(),
                _ => PathBuf::from("."),
            },
        }),
        Err(problems) => {
            problems.iter().for_each(console::complain_of);
            None
        }
    }
}

fn text_of(source: &Source) -> Result<String, Diagnostic> {
    let bytes = source.bytes(MAX_SPEC, "a requirements file may not be larger")?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Diagnostic {
            severity: Severity::Error,
            place: Some(Place::of_byte(&text, at)),
            ..problem(
                &source.name(),
                "this is not UTF-8 text".to_owned(),
                Some("a requirements file is written in TOML"),
            )
        }
    })
}

/// The path from the root, without `.` and `..`.
fn absolute(path: &Path) -> PathBuf {
    plain(&std::path::absolute(path).unwrap_or(path.to_owned()))
}

/// The path without `.`, and without `..` wherever the folder before it is
/// named.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let last = plain.components().next_back();
        match (part, last) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            (Component::ParentDir, Some(Component::RootDir)) => {}
            _ => plain.push(part),
        }
    }
    match plain == Path::new("") {
        true => PathBuf::from("."),
        false => plain,
    }
}

/// Whether a property asks for a win and nothing else.
pub fn asks_to_win(property: &Property) -> bool {
    property.definition() == Property::Solvable.definition()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_made_plain() {
        let shown = |path: &str| plain(Path::new(path)).display().to_string();
        assert_eq!(shown("./specs/../levels/./a.txt"), "levels/a.txt");
        assert_eq!(shown("../levels"), "../levels");
        assert_eq!(shown("a/../../b"), "../b");
        assert_eq!(shown("/../a"), "/a");
        assert_eq!(shown("./a/.."), ".");
    }
}
