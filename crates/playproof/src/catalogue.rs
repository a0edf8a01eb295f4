//! What there is, one line each, for those who ask.

/// Something that can be named on the command line or found in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name or form.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
}

const fn entry(name: &'static str, summary: &'static str) -> Entry {
    Entry { name, summary }
}

/// What can be asked.
pub const PROPERTIES: [Entry; 7] = [
    entry("solvable", "some run wins"),
    entry("unsolvable", "no run wins"),
    entry("shortest <= N", "some run wins within N moves"),
    entry("shortest >= N", "no run wins in fewer than N moves"),
    entry("never P", "no run reaches a state in which P is true"),
    entry("reach P", "some run reaches a state in which P is true"),
    entry(
        "difficulty rising",
        "of several levels: none is easier than the one before",
    ),
];

/// What levels can be written in.
pub const FORMATS: [Entry; 1] = [entry(
    "text",
    "a drawing, one letter a cell; `;` lines are titles, blank lines separate levels (.txt .lvl .xsb .sok .slc)",
)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;

    #[test]
    fn every_property_of_the_list_can_be_read() {
        for property in PROPERTIES {
            let text = property.name.replace('N', "3").replace('P', "win");
            assert!(text.parse::<Ask>().is_ok(), "{text}");
        }
    }
}
