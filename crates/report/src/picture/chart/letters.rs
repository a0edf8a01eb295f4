//! Letters as strokes, for pixels. Each stroke is a line of points, a point two
//! digits: how far to the right (0 to 4) and how far down (0 the top of capitals, 2
//! that of small letters, 6 the base, 8 the lowest). One point alone is a dot.

use super::ink::{Point, width_of};

/// The strokes of words whose middle is at a point, and how thick they are. The words
/// are as wide as [`width_of`] says.
pub(super) fn strokes(
    text: &str,
    middle: Point,
    size: f32,
    is_bold: bool,
) -> (Vec<Vec<Point>>, f32) {
    let width = width_of(text, size, is_bold);
    let mut left = middle.0 - width / 2.0;
    let unit = size * 0.72 / 6.0;
    let top = middle.1 + size / 3.0 - 6.0 * unit;
    let mut lines = Vec::new();
    for c in text.chars() {
        let advance = width_of(c.encode_utf8(&mut [0; 4]), size, is_bold);
        let room = (advance - size * 0.16).max(size * 0.1);
        let point = |pair: &[u8]| {
            let digit = |byte: u8| f32::from(byte - b'0');
            let x = left + (advance - room) / 2.0 + digit(pair[0]) / 4.0 * room;
            (x, top + digit(pair[1]) * unit)
        };
        for stroke in glyph(c).split(' ').filter(|stroke| !stroke.is_empty()) {
            lines.push(stroke.as_bytes().chunks_exact(2).map(point).collect());
        }
        left += advance;
    }
    (lines, size * if is_bold { 0.12 } else { 0.085 })
}

/// A letter that is not here is a box.
fn glyph(c: char) -> &'static str {
    match c {
        ' ' => "",
        'A' => "062046 1434",
        'B' => "06003041423303 3344453606",
        'C' => "4130100105163645",
        'D' => "00204244260600",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "404536160504",
        'K' => "0006 4004 1346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' | '0' => "100105163645413010",
        'P' => "06003041423303",
        'Q' => "100105163645413010 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 0640",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "12324346 441405163645",
        'b' => "0006 0312324345361605",
        'c' => "4332120305163645",
        'd' => "4046 4332120305163645",
        'e' => "04444332120305163645",
        'f' => "30201116 0232",
        'g' => "4332120305163645 4247381807",
        'h' => "0006 0312324346",
        'i' => "2226 20",
        'j' => "32372818 30",
        'k' => "0006 4204 1446",
        'l' => "10202536",
        'm' => "0206 03122326 23324346",
        'n' => "0206 0312324346",
        'o' => "120305163645433212",
        'p' => "0208 0312324345361605",
        'q' => "4248 4332120305163645",
        'r' => "0206 04223243",
        's' => "43321203143445361605",
        't' => "10152636 0232",
        'u' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216243642",
        'x' | '×' => "0246 0642",
        'y' => "0226 421808",
        'z' => "02420646",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "01103041423323 334445361605",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "3010010516364544331304",
        '7' => "004016",
        '8' => "13020110304142331304051636454433",
        '9' => "1636454130100102133342",
        '_' => "0747",
        '-' | '–' => "0343",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '.' => "26",
        ',' => "2617",
        ':' => "23 26",
        ';' => "23 2617",
        '!' => "2024 26",
        '?' => "01103041422324 26",
        '(' => "30222436",
        ')' => "10222416",
        '[' => "30101636",
        ']' => "10303616",
        '/' => "0640",
        '\\' => "0046",
        '\'' => "2022",
        '"' => "1012 3032",
        '&' => "460201102031320405162644",
        '<' => "410345",
        '>' => "014305",
        '*' => "2125 0244 0442",
        '#' => "1016 3036 0242 0444",
        '%' => "0640 00 46",
        '|' => "2028",
        '^' => "022042",
        '…' => "06 26 46",
        _ => "0040460600",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stays_on_its_grid() {
        for c in (' '..='~').chain(['×', '…', 'é']) {
            for stroke in glyph(c).split(' ') {
                assert!(stroke.len().is_multiple_of(2), "{c}");
                let mut points = stroke.as_bytes().chunks_exact(2);
                assert!(points.all(|p| p[0] <= b'4' && p[1] <= b'8'), "{c}");
            }
        }
    }

    #[test]
    fn words_have_the_width_that_was_reckoned_with() {
        let (lines, _) = strokes("Hall", (100.0, 50.0), 14.0, true);
        let xs = || lines.iter().flatten().map(|p| p.0);
        let half = width_of("Hall", 14.0, true) / 2.0;
        assert!(xs().all(|x| (x - 100.0).abs() <= half));
    }
}
