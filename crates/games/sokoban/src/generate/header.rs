//! The lines around a generated level: above it its title and what is known of it, below it a run
//! that wins, where readers of such files look for it.
//! None of it is believed because it stands there: what matters is proved.

use playproof_model::{Fraction, Measured, Property, Quantity, Relation, Scope, Val};

/// What stands above a level, by name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The lines but for the title and the run, each a word and what it says.
    pub lines: Vec<(&'static str, String)>,
    /// A run that wins.
    pub lurd: String,
}

/// The name of the line with the fewest pushes, which are proved.
pub const PUSHES: &str = "Pushes";

/// The name of the line with the run.
const RUN: &str = "Solution";

impl Header {
    /// The level as it is written.
    pub fn above(&self, title: &str, rows: &[String]) -> String {
        let mut text = format!("Title: {title}\n");
        for (name, says) in &self.lines {
            text += &format!("{name}: {says}\n");
        }
        for row in rows {
            text += &format!("{row}\n");
        }
        text + &format!("{RUN}: {}\n", self.lurd)
    }
}

/// The rows of a level that is written so.
pub fn rows(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| !line.contains(':'));
    rows.map(str::to_owned).collect()
}

/// What stands around a level but for its title, by name, and its run.
pub fn read(text: &str) -> (Vec<(String, String)>, Option<String>) {
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    let (mut figures, mut run) = (Vec::new(), None);
    for (name, says) in lines {
        match name {
            "Title" => {}
            RUN => run = Some(says.to_owned()),
            _ => figures.push((name.to_lowercase(), says.to_owned())),
        }
    }
    (figures, run)
}

/// What a level claims of itself: some run wins with so many pushes, and none with fewer.
pub fn claims(text: &str) -> Vec<Property> {
    let (figures, _) = read(text);
    let pushes = figures
        .iter()
        .find(|(name, _)| *name == PUSHES.to_lowercase());
    let Some(n) = pushes.and_then(|(_, says)| says.parse::<Val>().ok()) else {
        return Vec::new();
    };
    let claim = |scope, relation| {
        Property::Measured(Measured {
            scope,
            quantity: Quantity::Pushes,
            relation,
            bound: Fraction { over: n, under: 1 },
            within: None,
        })
    };
    vec![
        claim(Scope::Some, Relation::Le),
        claim(Scope::Every, Relation::Ge),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let header = Header {
            lines: vec![(PUSHES, "1".to_owned()), ("Insight", "0.50".to_owned())],
            lurd: "R".to_owned(),
        };
        let drawing = ["#####", "#@$.#", "#####"].map(str::to_owned);
        let text = header.above("A title: short", &drawing);
        assert_eq!(rows(&text), drawing);
        let (figures, run) = read(&text);
        let figures: Vec<(&str, &str)> = figures.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        assert_eq!(figures, [("pushes", "1"), ("insight", "0.50")]);
        assert_eq!(run.as_deref(), Some("R"));
        let claims: Vec<String> = claims(&text).iter().map(ToString::to_string).collect();
        assert_eq!(claims, ["some pushes <= 1", "every pushes >= 1"]);
    }
}
