//! Which name was meant.

/// Names longer than this are not compared: nobody mistypes them in one or two letters
/// and finds the message helpful.
const MAX_LETTERS: usize = 40;

/// The help for a name that nothing has: "did you mean …", if one of the names is
/// near, and otherwise what to do.
pub(crate) fn did_you_mean<'a>(
    wrong: &str,
    names: impl Iterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    let wrong: Vec<char> = wrong.chars().take(MAX_LETTERS + 1).collect();
    // Two letters swapped in a word of five are two changes; in a word of one letter
    // every other such word is one change away, which says nothing.
    let farthest = (wrong.len() + 1) / 3;
    let near = names.filter_map(|name| Some((distance(&wrong, name, farthest)?, name)));
    match near.min_by_key(|(distance, _)| *distance) {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => otherwise.to_owned(),
    }
}

/// The number of letters to change, add or leave out, unless it is above `farthest`.
/// Upper and lower case are alike.
fn distance(wrong: &[char], name: &str, farthest: usize) -> Option<usize> {
    let name: Vec<char> = name.chars().take(MAX_LETTERS + 1).collect();
    if name.len().max(wrong.len()) > MAX_LETTERS || name.len().abs_diff(wrong.len()) > farthest {
        return None;
    }
    // Row by row of the usual table: what it takes from a beginning of `wrong` to
    // each beginning of `name`.
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, a) in wrong.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in name.iter().enumerate() {
            let is_same = a.to_lowercase().eq(b.to_lowercase());
            let change = diagonal + usize::from(!is_same);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    Some(row[name.len()]).filter(|distance| *distance <= farthest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_meant() {
        let names = || ["Hall", "Cellar", "Hill"].into_iter();
        assert_eq!(did_you_mean("Hallo", names(), "no"), "did you mean `Hall`?");
        assert_eq!(
            did_you_mean("cellar", names(), "no"),
            "did you mean `Cellar`?"
        );
        assert_eq!(
            did_you_mean("Celar", names(), "no"),
            "did you mean `Cellar`?"
        );
        assert_eq!(did_you_mean("Attic", names(), "no"), "no");
        assert_eq!(did_you_mean("", names(), "no"), "no");
    }
}
