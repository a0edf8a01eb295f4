//! Numbers as people read them.

/// Stands where there is nothing to say.
pub(super) const NONE: &str = "–";

/// `1 play`, `3 plays`.
pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A share as a percentage, to a tenth where that says more.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or(NONE.to_owned(), |share| {
        let shown = format!("{:.1}", share * 100.0);
        format!("{} %", shown.strip_suffix(".0").unwrap_or(&shown))
    })
}

/// A number with some decimals, with a true minus.
pub(super) fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or(NONE.to_owned(), |value| {
        let shown = format!("{value:.decimals$}");
        match shown.strip_prefix('-') {
            // What rounds to zero has no sign.
            Some(shown) if shown.chars().all(|c| c == '0' || c == '.') => shown.to_owned(),
            Some(shown) => format!("−{shown}"),
            None => shown,
        }
    })
}

/// `0.12 to 0.34`.
pub(super) fn range(low: Option<f64>, high: Option<f64>, decimals: usize) -> String {
    match (low, high) {
        (Some(_), Some(_)) => format!("{} to {}", number(low, decimals), number(high, decimals)),
        _ => NONE.to_owned(),
    }
}

/// A chance: three decimals, or that it is below the least of them.
pub(super) fn chance(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.0005 => "< 0.001".to_owned(),
        p => number(p, 3),
    }
}

/// A text for HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!(percent(Some(0.725)), "72.5 %");
        assert_eq!(percent(Some(0.75)), "75 %");
        assert_eq!(percent(None), "–");
        assert_eq!(number(Some(-0.256), 2), "−0.26");
        assert_eq!(number(Some(-0.001), 2), "0.00");
        assert_eq!(range(Some(-1.0), Some(2.0), 1), "−1.0 to 2.0");
        assert_eq!(range(None, Some(2.0), 1), "–");
        assert_eq!(chance(Some(0.0001)), "< 0.001");
        assert_eq!(chance(Some(0.049)), "0.049");
        assert_eq!(counted(1, "play", "plays"), "1 play");
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
