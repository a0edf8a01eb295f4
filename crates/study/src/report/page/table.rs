//! Tables of HTML.

use crate::report::words::escaped;

/// A cell: text, and what it is.
pub(super) struct Cell {
    html: String,
    class: &'static str,
}

impl Cell {
    /// A number, or what stands for one.
    pub fn number(text: &str) -> Cell {
        Cell::of("", text)
    }

    /// Words.
    pub fn text(text: &str) -> Cell {
        Cell::of("text", text)
    }

    /// A number of a class of its own.
    pub fn of(class: &'static str, text: &str) -> Cell {
        Cell {
            html: escaped(text),
            class,
        }
    }

    /// With a second line, in small.
    pub fn and(mut self, small: &str) -> Cell {
        self.html += &format!("<small>{}</small>", escaped(small));
        self
    }

    fn html(&self) -> String {
        match self.class {
            "" => format!("<td>{}</td>", self.html),
            class => format!("<td class=\"{class}\">{}</td>", self.html),
        }
    }
}

/// A table; the first cell of each row is its head. `class` may be empty.
pub(super) fn table(
    class: &str,
    caption: &str,
    heads: &[&str],
    rows: &[(String, Vec<Cell>)],
) -> String {
    let heads = heads.iter().enumerate().map(|(i, head)| {
        // Over words, the head begins where they do.
        let below = i.checked_sub(1).and_then(|i| rows.first()?.1.get(i));
        let class = match below {
            Some(cell) if cell.class == "text" => " class=\"text\"",
            _ => "",
        };
        format!("<th scope=\"col\"{class}>{}</th>", escaped(head))
    });
    let heads: String = heads.collect();
    let rows = rows.iter().map(|(head, cells)| {
        let cells: String = cells.iter().map(Cell::html).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(head))
    });
    let rows: String = rows.collect();
    let caption = escaped(caption);
    format!(
        "<div class=\"wide\"><table class=\"{class}\">\n<caption>{caption}</caption>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}
