//! Levels side by side on one page, each with its picture and what is known of it. Everything
//! is in the one file.

use playproof::BoardDrawing;

use super::board::board_svg;
use super::svg::escaped;

const STYLE: &str = include_str!("page/gallery.css");
const SCRIPT: &str = include_str!("page/gallery.js");

/// One level of a gallery.
pub struct Card {
    /// The name of its file, beside the page.
    pub file: String,
    /// Its picture. What stands below it there is left out.
    pub drawing: BoardDrawing,
    /// What is known of it, by name.
    pub figures: Vec<(String, String)>,
    /// A run that wins it.
    pub run: Option<String>,
}

/// The page.
pub fn gallery(title: &str, cards: &[Card]) -> String {
    let orders = orders(cards);
    let cards = cards_html(cards);
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{orders}<ul id=\"levels\">\n{cards}</ul>\n</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// The cards as items of a list.
pub(crate) fn cards_html(cards: &[Card]) -> String {
    cards.iter().map(shown).collect()
}

/// Buttons that put the levels into another order, one for each figure that is a number.
fn orders(cards: &[Card]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, value) in cards.iter().flat_map(|card| &card.figures) {
        if value.parse::<f64>().is_ok() && !names.contains(&&name[..]) {
            names.push(name);
        }
    }
    if names.is_empty() || cards.len() < 2 {
        return String::new();
    }
    let button = |name: &&str| {
        let name = escaped(name);
        format!("<button type=\"button\" data-by=\"{name}\">{name}</button>\n")
    };
    let buttons: String = names.iter().map(button).collect();
    format!("<p id=\"orders\">Order by\n{buttons}</p>\n")
}

fn shown(card: &Card) -> String {
    let still = BoardDrawing {
        saying: String::new(),
        ..card.drawing.clone()
    };
    // As an image of its own, so that the names within one picture do not meet another's.
    let picture = in_address(&board_svg(&still));
    let name = escaped(&card.drawing.title);
    let figure = |(name, value): &(String, String)| {
        let (name, value) = (escaped(name), escaped(value));
        format!("<div><dt>{name}</dt><dd data-is=\"{name}\">{value}</dd></div>")
    };
    let figures: String = card.figures.iter().map(figure).collect();
    let run = card.run.as_ref().map_or_else(String::new, |run| {
        let run = escaped(run);
        format!("<details><summary>a run that wins</summary><code>{run}</code></details>")
    });
    let file = escaped(&card.file);
    format!(
        "<li><a href=\"{file}\"><img alt=\"{name}\" src=\"data:image/svg+xml,{picture}\"></a>\n\
         <h2>{name}</h2>\n<dl>{figures}</dl>\n{run}</li>\n"
    )
}

/// A text as part of an address, in which little but letters and digits stands for itself.
fn in_address(text: &str) -> String {
    let mut address = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'/' | b':' | b'=' => {
                address.push(byte.into());
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str, pushes: &str) -> Card {
        Card {
            file: "a-000001.xsb".to_owned(),
            drawing: BoardDrawing {
                title: title.to_owned(),
                ..BoardDrawing::default()
            },
            figures: vec![("pushes".to_owned(), pushes.to_owned())],
            run: Some("rR".to_owned()),
        }
    }

    #[test]
    fn names_are_escaped_and_figures_can_be_ordered() {
        let page = gallery("<Two>", &[card("a & b", "3"), card("c", "12")]);
        assert!(page.contains("<h1>&lt;Two&gt;</h1>"));
        assert!(page.contains("alt=\"a &amp; b\""));
        assert!(page.contains("data-by=\"pushes\""));
        // One level needs no order.
        assert!(!gallery("One", &[card("a", "3")]).contains("data-by"));
    }

    #[test]
    fn an_address_has_no_letter_that_ends_it() {
        assert_eq!(in_address("<a b=\"#%\">"), "%3Ca%20b=%22%23%25%22%3E");
    }
}
