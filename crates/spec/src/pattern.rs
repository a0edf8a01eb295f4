//! Which levels a requirement is about: patterns of paths, relative to the
//! folder of the requirements file.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// A pattern of paths.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    /// How many folders above that of the file it begins.
    n_up: usize,
    /// The parts of its path before the first one with a wildcard.
    stem: PathBuf,
    is_plain: bool,
    matcher: GlobSet,
    /// Where its text begins in the requirements file.
    pub(crate) offset: usize,
}

/// What makes a part of a path more than a name.
const WILDCARDS: [char; 5] = ['*', '?', '[', '{', '\\'];

impl Pattern {
    /// Reads a pattern, or says what is wrong and what was expected.
    pub(crate) fn read(text: &str, offset: usize) -> Result<Pattern, (String, String)> {
        let expected = || "expected such as `caves/*.txt`, `caves` or `../levels/**`".to_owned();
        if Path::new(text).is_absolute() || text.starts_with('/') {
            let message = "a pattern is relative to the folder of this file";
            return Err((message.to_owned(), expected()));
        }
        let mut parts: Vec<&str> = text.split('/').collect();
        parts.retain(|part| !part.is_empty() && *part != ".");
        let n_up = parts.iter().take_while(|part| **part == "..").count();
        let below = &parts[n_up..];
        if below.contains(&"..") {
            let message = "`..` can only stand at the beginning of a pattern";
            return Err((message.to_owned(), expected()));
        }
        if parts.is_empty() && !text.contains('.') {
            return Err(("this pattern is empty".to_owned(), expected()));
        }
        let plain = below.iter().take_while(|part| !part.contains(WILDCARDS));
        let stem: PathBuf = plain.collect();
        let pattern = below.join("/");
        Ok(Pattern {
            text: text.to_owned(),
            n_up,
            is_plain: stem.components().count() == below.len(),
            stem,
            matcher: matcher(&pattern).map_err(|why| {
                let message = format!("this pattern cannot be read: {why}");
                (message, expected())
            })?,
            offset,
        })
    }

    /// The pattern as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the file at this path is meant. `base` is the folder of the
    /// requirements file; both paths are absolute and without `..`.
    pub fn matches(&self, base: &Path, file: &Path) -> bool {
        let top = base.ancestors().nth(self.n_up);
        let below = top.and_then(|top| file.strip_prefix(top).ok());
        below.is_some_and(|path| self.matcher.is_match(path))
    }

    /// The file or folder that every match is, or is below. `base` need not
    /// be absolute.
    pub fn root(&self, base: &Path) -> PathBuf {
        let up = std::iter::repeat_n("..", self.n_up).collect::<PathBuf>();
        base.join(up).join(&self.stem)
    }

    /// Whether it names one file or folder, without wildcards.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }
}

/// What matches the pattern, and all that is below a folder that does.
fn matcher(pattern: &str) -> Result<GlobSet, String> {
    let mut set = GlobSetBuilder::new();
    let whole = match pattern {
        "" => vec!["**".to_owned()],
        _ => vec![pattern.to_owned(), format!("{pattern}/**")],
    };
    for text in whole {
        let glob = GlobBuilder::new(&text).literal_separator(true).build();
        set.add(glob.map_err(|error| error.kind().to_string())?);
    }
    set.build().map_err(|error| error.kind().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, file: &str) -> bool {
        let pattern = Pattern::read(pattern, 0).unwrap();
        pattern.matches(Path::new("/game/design"), Path::new(file))
    }

    #[test]
    fn a_star_stays_within_a_folder_and_two_do_not() {
        assert!(matches("maze/*.txt", "/game/design/maze/a.txt"));
        assert!(!matches("maze/*.txt", "/game/design/maze/deep/a.txt"));
        assert!(matches("maze/**/*.txt", "/game/design/maze/deep/a.txt"));
        assert!(!matches("*.txt", "/game/design/maze/a.txt"));
        assert!(matches("./{a,b}?.txt", "/game/design/b1.txt"));
    }

    #[test]
    fn a_folder_is_all_that_is_in_it() {
        for pattern in ["maze", "maze/", "./maze", "../design/maze", ".", "m*"] {
            assert!(
                matches(pattern, "/game/design/maze/deep/a.txt"),
                "{pattern}"
            );
            assert!(!matches(pattern, "/game/maze/a.txt"), "{pattern}");
        }
    }

    #[test]
    fn patterns_begin_at_the_file_or_above() {
        assert!(matches("../levels/*.txt", "/game/levels/a.txt"));
        assert!(matches("..", "/game/a.txt") && matches("..", "/game/design/a.txt"));
        assert!(!matches("**", "/game/levels/a.txt"));
        assert!(!matches("../../../../*.txt", "/a.txt"));
        let pattern = Pattern::read("../levels/maze/*.txt", 0).unwrap();
        let root = pattern.root(Path::new("specs"));
        assert_eq!(root, Path::new("specs/../levels/maze"));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        let why = |text| Pattern::read(text, 0).unwrap_err().0;
        assert_eq!(why(""), "this pattern is empty");
        assert!(why("a[").contains("cannot be read"));
        assert!(why("/a.txt").contains("relative"));
        assert!(why("a/../b").contains("beginning"));
    }
}
