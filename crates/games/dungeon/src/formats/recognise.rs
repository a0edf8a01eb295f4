//! Whether a file holds dungeons, and in which format.
//!
//! Everything that is not recognised is a file of drawings. A drawing may hold any
//! letter, so what is asked for here does not occur in the letters of any game.

use playproof_level::source::lines;

/// How dungeons are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// A graph in the language of Graphviz.
    Dot,
    /// Rooms and passages.
    Map,
    /// Horn rules.
    Rules,
}

/// The format of a text, if it holds dungeons.
pub(crate) fn recognise(text: &str) -> Option<Written> {
    if is_dot(text) {
        return Some(Written::Dot);
    }
    let lines = || lines(text).map(|line| line.of(text));
    let first = lines().find(|line| !line.trim().is_empty())?;
    let format = |line| match header(line, "dungeon") {
        Some(_) => Some(Written::Map),
        None => is_rules(line).then_some(Written::Rules),
    };
    // In a collection of drawings every row begins with `#`, and words between them
    // may hold whatever they like. There only the very first line counts.
    if let Some(format) = format(first) {
        return Some(format);
    }
    // A dungeon may be drawn in letters of such collections; then it is known by what
    // comes after nothing but comments.
    let mut after_comments = lines().skip_while(|line| is_comment(line));
    if let Some(line) = after_comments.next()
        && header(line, "dungeon").is_some()
    {
        return Some(Written::Map);
    }
    if playproof_level::is_collection(text) {
        return None;
    }
    let mut told = lines().filter(|line| !without_comment(line).trim().is_empty());
    let has_rules = || lines().any(is_rules).then_some(Written::Rules);
    format(told.next()?).or_else(has_rules)
}

/// Whether the line begins a dungeon or a set of rules, and what follows the colon
/// then: `word`, or `word: title`.
pub(crate) fn header<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let line = line.trim();
    let is_word = line.get(..word.len())?.eq_ignore_ascii_case(word);
    let rest = is_word.then(|| line[word.len()..].trim_start())?;
    match rest.strip_prefix(':') {
        Some(title) => Some(title.trim()),
        None if without_comment(rest).is_empty() => Some(""),
        None => None,
    }
}

/// Whether this is a line of rules and of nothing else.
fn is_rules(line: &str) -> bool {
    let line = without_comment(line).trim_start();
    let is_key = |word: &str| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    line.contains("=>") || line.contains('⇒') || is_key("init") || is_key("goal")
}

/// The line up to its comment. A line that begins with `;` is one in drawings.
fn without_comment(line: &str) -> &str {
    if line.starts_with(';') {
        return "";
    }
    let line = line.split('#').next().unwrap_or_default();
    line.split("//").next().unwrap_or_default()
}

/// Whether the line is blank, or a comment that cannot be a row of a drawing.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let is_hash = || line.starts_with('#') && line.contains(|c: char| c.is_alphabetic());
    line.is_empty() || line.starts_with(';') || line.starts_with("//") || is_hash()
}

/// Whether the first word is one that begins a graph.
fn is_dot(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let comment_end = if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else if rest.starts_with("//") || rest.starts_with('#') {
            rest.find(['\n', '\r'])
        } else {
            break;
        };
        match comment_end {
            Some(end) => rest = rest[end..].trim_start(),
            None => return false,
        }
    }
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = &rest[..length.unwrap_or(rest.len())];
    let is_word = |known| word.eq_ignore_ascii_case(known);
    is_word("digraph") || (is_word("graph") || is_word("strict")) && rest.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_decide() {
        assert_eq!(
            recognise("\n/* a\nb */ // c\n# d\ndigraph {"),
            Some(Written::Dot)
        );
        assert_eq!(recognise("strict graph x\n{ }"), Some(Written::Dot));
        assert_eq!(recognise("# mine\n\n  dungeon\nroom A"), Some(Written::Map));
        assert_eq!(recognise("dungeon : The mill"), Some(Written::Map));
        assert_eq!(recognise("Dungeon: The mill"), Some(Written::Map));
        let drawn = "# mine\n; yours\n// theirs\n\ndungeon\nmap:\n####\n#@G#\n####\n";
        assert_eq!(recognise(drawn), Some(Written::Map));
        assert_eq!(recognise("# c => d\nA => B"), Some(Written::Rules));
        assert_eq!(recognise("rules\nhello\ngoal : A"), Some(Written::Rules));
        assert_eq!(recognise("init: A # #@$.#"), Some(Written::Rules));
    }

    #[test]
    fn drawings_stay_drawings() {
        for text in [
            "",
            "#####\n#A G#\n",
            "; a => b\n#A>G#",
            "##=>##",
            "dungeons\ngraph\nstrict",
            "dungeon of doom",
            "#####\n#@$.#\n#####\ndungeon: below",
            "Goals: many\n#####\n#@$.#\n#####\nComment: a => b",
            "####\n#@$.\n",
        ] {
            assert_eq!(recognise(text), None, "{text:?}");
        }
    }
}
