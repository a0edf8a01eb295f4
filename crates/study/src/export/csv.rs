//! Plays as CSV.

use std::collections::BTreeMap;

use super::table::{Values, columns};
use crate::play::{Measures, Play};

/// A line of names, then one for each play. What is not known is empty; a level that was
/// never solved has -1 as its quickest solve.
pub fn csv(plays: &[Play], measures: &BTreeMap<String, Measures>) -> String {
    let columns = columns(plays, measures);
    let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
    let mut text = names.join(",") + "\n";
    for row in 0..plays.len() {
        let fields = columns.iter().map(|column| match &column.values {
            Values::Texts(texts) => quoted(&texts[row]),
            Values::Whole(numbers) => numbers[row].to_string(),
            Values::Numbers(numbers) => numbers[row].to_string(),
            Values::Truths(truths) => truths[row].to_string(),
            Values::Some(numbers) => numbers[row].map_or(String::new(), |n| n.to_string()),
        });
        text += &fields.collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}

/// A field, in quotes if it needs them.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::some;
    use super::*;

    #[test]
    fn every_play_is_a_line() {
        let (plays, measures) = some();
        let text = csv(&plays, &measures);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "participant,is_bot,round,set,position,level,seconds,moves,pushes,resets,solves,\
                 quickest,interesting,difficult,more_interesting,more_difficult,suspect,\
                 measure_insight",
                "7,true,\"one, \"\"two\"\"\",improved,1,a/1.xsb#1,12.345,30,9,1,1,21,4,2,true,\
                 false,false,0.1",
                "7,true,\"one, \"\"two\"\"\",improved,2,b/1.xsb#1,12.345,30,9,1,0,-1,4,2,true,\
                 false,true,",
            ]
        );
    }
}
