//! What sprites look like.

use super::lines::Line;

/// What the sprites of a kind look like.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The colour: red, green and blue.
    pub colour: [u8; 3],
    /// The name of a picture, without folder and ending.
    pub picture: Option<String>,
    /// Which part of a cell's width it takes.
    pub size: f32,
    /// Whether it is not drawn.
    pub is_invisible: bool,
}

/// What the colours of the language are.
const COLOURS: [(&str, [u8; 3]); 20] = [
    ("GREEN", [0, 200, 0]),
    ("BLUE", [0, 0, 200]),
    ("RED", [200, 0, 0]),
    ("GRAY", [90, 90, 90]),
    ("WHITE", [250, 250, 250]),
    ("BROWN", [140, 120, 100]),
    ("BLACK", [0, 0, 0]),
    ("ORANGE", [250, 160, 0]),
    ("YELLOW", [250, 250, 0]),
    ("PINK", [250, 200, 200]),
    ("GOLD", [250, 212, 0]),
    ("LIGHTRED", [250, 50, 50]),
    ("LIGHTORANGE", [250, 200, 100]),
    ("LIGHTBLUE", [50, 100, 250]),
    ("LIGHTGREEN", [50, 250, 50]),
    ("DARKGREEN", [35, 117, 29]),
    ("LIGHTYELLOW", [255, 250, 128]),
    ("LIGHTGRAY", [238, 238, 238]),
    ("DARKGRAY", [30, 30, 30]),
    ("DARKBLUE", [20, 20, 100]),
];

/// The colour of this name.
pub(super) fn colour(name: &str) -> Option<[u8; 3]> {
    let found = COLOURS.iter().find(|(known, _)| *known == name);
    found.map(|(_, colour)| *colour)
}

/// What the options of a line and of those above it say, the nearest last.
pub(super) fn look(lines: &[&Line], number: usize, usual: Option<[u8; 3]>) -> Look {
    let value = |key: &str| {
        let given = lines.iter().rev().find_map(|line| line.option(key));
        given.map(|given| &given.value.text[..])
    };
    let picture = value("img").map(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.strip_suffix(".png").unwrap_or(name).to_owned()
    });
    // Without a colour each kind has one of its own, always the same.
    let own = COLOURS[(number * 7 + 3) % COLOURS.len()].1;
    Look {
        colour: value("color").and_then(colour).or(usual).unwrap_or(own),
        picture,
        size: value("shrinkfactor")
            .and_then(|size| size.parse().ok())
            .unwrap_or(1.0),
        is_invisible: value("invisible").is_some_and(|text| text.eq_ignore_ascii_case("true")),
    }
}
