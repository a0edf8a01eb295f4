//! Files of levels with settings above their drawings.
//!
//! ```text
//! platform: The bridge
//! legend: vglc
//! style: novice
//! map:
//! ------
//! XX--XX
//! ```
//!
//! The line `platform` begins a level. Settings follow, then the drawing, up to a blank
//! line or one that begins with `;`. A drawing without such a line is not read here, with
//! one exception: where its letters would be taken for those of a collection of drawings
//! with words around them, which would tear it apart.

use std::sync::Arc;

use playproof_level::source::{Line, lines};
use playproof_level::{
    Collection, Diagnostic, Format, GridLevel, Level, Place, clean_title, drawing, is_collection,
};

use super::header::Header;
use crate::canonical::{LegendName, PlatformLevel};

/// Levels with settings.
pub struct PlatformFormat;

impl Format for PlatformFormat {
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
        if let Some(stated) = super::stated::read(file, text) {
            return Some(stated);
        }
        let is_told = |line: &Line| !is_pause(line.of(text));
        let first = lines(text).find(is_told)?;
        if title(first.of(text)).is_some() {
            return Some(Reader { file, text }.levels());
        }
        is_bare(text).then(|| Reader { file, text }.bare())
    }

    fn endings(&self) -> &'static [&'static str] {
        &["platform"]
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "platform",
            "a line `platform: Title`, settings such as `legend: vglc`, and a drawing below `map:` (.platform)",
        )]
    }

    fn help_by_name(&self, file: &str) -> Option<&'static str> {
        let is_named = file.to_lowercase().ends_with(".platform");
        is_named.then_some("expected a line `platform`, and a drawing below it")
    }
}

/// What follows the word that begins a level, if this line does.
fn title(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("platform")?.trim_start();
    match rest.strip_prefix(':') {
        Some(title) => Some(title.trim()),
        None => rest.is_empty().then_some(""),
    }
}

/// Whether the line is between drawings: blank, or a remark.
fn is_pause(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(';')
}

/// Whether the text would be taken for a collection of drawings, and is one drawing whose
/// letters show that it is not: all of one length, all known, and ground among them.
fn is_bare(text: &str) -> bool {
    if !is_collection(text) {
        return false;
    }
    let mut rows = lines(text)
        .map(|line| line.of(text))
        .filter(|l| !is_pause(l));
    let Some(first) = rows.next() else {
        return false;
    };
    let width = first.trim_end().chars().count();
    let mut has_ground = false;
    std::iter::once(first).chain(rows).all(|row| {
        has_ground |= row.contains('X');
        let row = row.trim_end();
        row.chars().count() == width && row.chars().all(|c| LegendName::Mario.means(c).is_some())
    }) && has_ground
}

struct Reader<'a> {
    file: &'a str,
    text: &'a Arc<str>,
}

impl Reader<'_> {
    fn levels(&self) -> Result<Collection, Diagnostic> {
        let (mut levels, mut warnings) = (Vec::new(), Vec::new());
        let mut rest = lines(self.text).peekable();
        while let Some(first) = rest.next() {
            let source = first.of(self.text);
            if is_pause(source) {
                continue;
            }
            let Some(title) = title(source) else {
                let help = "a drawing ends with a blank line or one that begins with `;`, and \
                            another level begins with a line `platform`";
                return Err(self.error(first, "this line belongs to no level", help));
            };
            let mut header = Header::new(self.file, self.text);
            while let Some(line) = rest.next_if(|line| !header.is_row(*line)) {
                header.line(line)?;
            }
            let mut rows = Vec::new();
            while let Some(row) = rest.next_if(|line| !is_pause(line.of(self.text))) {
                rows.push(row);
            }
            if rows.is_empty() {
                let help = "draw it below a line `map:`";
                return Err(self.error(first, "this level has no drawing", help));
            }
            let (grid, odd) = drawing(self.file, self.text, rows)?;
            warnings.extend(odd);
            let settings = header.settings(&grid)?;
            levels.push(Level::of_words(PlatformLevel {
                file: self.file.to_owned(),
                index: levels.len(),
                title: clean_title(title),
                beginning: first.place(self.text, 0),
                settings,
                grid,
            }));
        }
        Ok(Collection {
            levels,
            comments: String::new(),
            warnings,
        })
    }

    /// One drawing without settings.
    fn bare(&self) -> Result<Collection, Diagnostic> {
        let (rows, pauses): (Vec<_>, Vec<_>) =
            lines(self.text).partition(|line| !is_pause(line.of(self.text)));
        let above = pauses
            .into_iter()
            .take_while(|line| line.number < rows[0].number);
        let remark = above.filter_map(|line| line.of(self.text).strip_prefix(';'));
        let title = remark.last().and_then(clean_title);
        let (grid, warnings) = drawing(self.file, self.text, rows)?;
        Ok(Collection {
            levels: vec![Level::Grid(GridLevel {
                file: self.file.to_owned(),
                index: 0,
                title,
                author: None,
                above: String::new(),
                below: String::new(),
                solutions: Vec::new(),
                grid,
            })],
            comments: String::new(),
            warnings,
        })
    }

    fn error(&self, line: Line, message: &str, help: &str) -> Diagnostic {
        let place = Place::new(line.number, 1, line.of(self.text));
        Diagnostic::error(self.file, Some(place), message, help)
    }
}
