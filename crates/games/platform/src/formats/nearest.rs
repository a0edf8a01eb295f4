//! Which word was meant.

/// The help for a word that nothing is called: "did you mean …", if one of the words is
/// near, and otherwise what there is.
pub(crate) fn did_you_mean<'a>(
    wrong: &str,
    words: impl Iterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    let wrong = wrong.to_lowercase();
    // In a short word every other one is a few changes away, which says nothing.
    let farthest = (wrong.chars().count() + 1) / 3;
    let near = words.map(|word| (strsim::levenshtein(&wrong, word), word));
    let near = near.filter(|(distance, _)| *distance <= farthest);
    match near.min_by_key(|(distance, _)| *distance) {
        Some((_, word)) => format!("did you mean `{word}`?"),
        None => otherwise.to_owned(),
    }
}
