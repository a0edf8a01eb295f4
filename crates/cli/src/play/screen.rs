//! What the screen shows: the level around the player, a line about the play,
//! and a line about the keys. Every size of a terminal gets something.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Color, Print, ResetColor, SetBackgroundColor, SetForegroundColor};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use playproof::{Cell, Colour, Tile, Val, View};

use super::light::Light;

/// What there is to show.
pub struct Scene<'a> {
    /// How the level looks.
    pub view: &'a dyn View,
    /// Where play is.
    pub state: &'a [Val],
    /// How many moves were made.
    pub n_moves: usize,
    /// Whether play is won.
    pub is_won: bool,
    /// Whether play is over without that.
    pub is_lost: bool,
    /// Whether it can be won.
    pub light: &'a Light,
    /// The answer to the last key, in place of the line about keys.
    pub message: Option<&'a str>,
    /// The actions that digits stand for.
    pub actions: &'a [String],
    /// Which of how many pages of actions this is, if there are several.
    pub page: Option<(usize, usize)>,
    /// Where the player has walked to between moves.
    pub at: Option<(usize, usize)>,
}

/// Text of one colour.
#[derive(Clone, PartialEq, Debug)]
struct Span {
    text: String,
    front: Option<Color>,
    back: Option<Color>,
}

impl Span {
    fn plain(text: String) -> Span {
        let (front, back) = (None, None);
        Span { text, front, back }
    }
}

/// Draws the scene on a terminal of this many columns and rows.
pub fn draw(scene: &Scene, size: (u16, u16), palette: Palette) -> io::Result<()> {
    let mut out = io::stdout().lock();
    queue!(out, BeginSynchronizedUpdate)?;
    let lines = frame(scene, (size.0.into(), size.1.into()), palette);
    for row in 0..size.1 {
        queue!(
            out,
            MoveTo(0, row),
            ResetColor,
            Clear(ClearType::CurrentLine)
        )?;
        for span in lines.get(usize::from(row)).into_iter().flatten() {
            if palette != Palette::None {
                queue!(out, ResetColor)?;
                if let Some(front) = span.front {
                    queue!(out, SetForegroundColor(front))?;
                }
                if let Some(back) = span.back {
                    queue!(out, SetBackgroundColor(back))?;
                }
            }
            queue!(out, Print(&span.text))?;
        }
    }
    queue!(out, ResetColor, EndSynchronizedUpdate)?;
    out.flush()
}

/// The colours that a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// None are wanted.
    None,
    /// The 256 that nearly all have.
    Few,
    /// All.
    All,
}

impl Palette {
    /// What the environment says.
    pub fn of_environment() -> Palette {
        let value = |name: &str| std::env::var(name).unwrap_or_default();
        if !value("NO_COLOR").is_empty() {
            Palette::None
        } else if matches!(&value("COLORTERM")[..], "truecolor" | "24bit") {
            Palette::All
        } else {
            Palette::Few
        }
    }

    fn color(self, Colour(r, g, b): Colour) -> Color {
        let level = |c: u8| (u16::from(c) * 5 + 127) / 255;
        match self {
            Palette::All => Color::Rgb { r, g, b },
            // The cube of six levels each begins at 16.
            Palette::None | Palette::Few => {
                Color::AnsiValue((16 + 36 * level(r) + 6 * level(g) + level(b)) as u8)
            }
        }
    }
}

fn frame(scene: &Scene, (width, height): (usize, usize), palette: Palette) -> Vec<Vec<Span>> {
    let n_below = height.saturating_sub(1).min(2);
    let held = scene.view.held(scene.state);
    let list = list(scene, held.as_deref());
    // A list of names is read more easily than a line of them, where there is room.
    let rows = scene.view.size().1;
    let has_list = held.is_some() && rows + list.len() + n_below <= height
        || is_walked(scene) && height >= 2 * (list.len() + n_below);
    let list = if has_list { list } else { Vec::new() };
    let mut lines = match n_below {
        0 => Vec::new(),
        _ => map(scene, (width, height - n_below - list.len()), palette),
    };
    lines.push(status(scene, width));
    let list = list.into_iter().map(|line| fitting(&[line], width));
    lines.extend(list.map(|line| vec![Span::plain(line)]));
    if n_below != 1 && height > 1 {
        lines.push(vec![Span::plain(keys(scene, width, has_list))]);
    }
    lines
}

/// Whether people walk about in this level between its moves.
fn is_walked(scene: &Scene) -> bool {
    let player = scene.view.player(scene.state);
    player.is_some_and(|at| scene.view.stroll(scene.state, at, 0).is_some())
}

/// Where the player is, and what can be done, a line for each.
fn list(scene: &Scene, held: Option<&str>) -> Vec<String> {
    let actions = (1..).zip(scene.actions);
    let actions = actions.map(|(number, name)| format!("{number} {name}"));
    held.map(str::to_owned).into_iter().chain(actions).collect()
}

/// The part of the level around the player, at the top left.
fn map(scene: &Scene, (width, height): (usize, usize), palette: Palette) -> Vec<Vec<Span>> {
    let (columns, rows) = scene.view.size();
    let mut cells = Vec::new();
    match scene.n_moves == 0 && scene.at.is_none() {
        true => scene.view.first_cells(scene.state, &mut cells),
        false => scene.view.cells(scene.state, &mut cells),
    }
    // Two characters a cell look square; large levels get one.
    let n_chars = if columns * 2 <= width { 2 } else { 1 };
    let own = scene.view.player(scene.state).unwrap_or((0, 0));
    let player = scene.at.unwrap_or(own);
    if player != own {
        let cell = |(x, y): (usize, usize)| y * columns + x;
        // What lies below has been taken by now.
        let top = std::mem::take(&mut cells[cell(own)].top);
        (cells[cell(player)].top, cells[cell(player)].letter) = (top, None);
    }
    let left = scrolled(player.0, columns, width / n_chars);
    let top = scrolled(player.1, rows, height);
    let shown_columns = left..columns.min(left + width / n_chars);
    let row = |y: usize| -> Vec<Span> {
        let row = &cells[y * columns..][..columns][shown_columns.clone()];
        let span = |cell: &Cell| cell_span(*cell, scene.view.legend(), n_chars, palette);
        row.iter().map(span).collect()
    };
    let mut lines: Vec<Vec<Span>> = (top..rows.min(top + height)).map(row).collect();
    // The lines below stand still on the screen's bottom if the level is cut.
    lines.truncate(height);
    lines
}

/// The first cell shown of `n_cells`, so that the player is in the middle of
/// the `n_shown`, or as near to it as the level's edges allow.
fn scrolled(player: usize, n_cells: usize, n_shown: usize) -> usize {
    let centred = player.saturating_sub(n_shown / 2);
    centred.min(n_cells.saturating_sub(n_shown))
}

fn cell_span(cell: Cell, legend: &[Tile], n_chars: usize, palette: Palette) -> Span {
    let ground = &legend[usize::from(cell.ground.0)];
    let above = cell.tiles().skip(1).last();
    let top = above.map(|top| &legend[usize::from(top.0)]);
    let back = ground.shapes.first().map(|(_, colour)| *colour);
    // What stands on the ground has its own first colour; the ground's glyph
    // has its last, which differs from the background.
    let front = match top {
        Some(top) => top.shapes.first(),
        None => ground.shapes.last(),
    };
    let glyph = cell.glyph(legend);
    let fill = match top {
        None if glyph == '#' => glyph,
        _ => ' ',
    };
    let text = [glyph, fill].iter().take(n_chars).collect();
    Span {
        text,
        front: front.map(|(_, colour)| palette.color(*colour)),
        back: back.map(|colour| palette.color(colour)),
    }
}

fn status(scene: &Scene, width: usize) -> Vec<Span> {
    let n = scene.n_moves;
    let made = match n {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    };
    let (colour, texts) = match scene.light {
        _ if scene.is_won => (
            Color::Green,
            vec![format!("★ won in {made}"), format!("★ won ({n})")],
        ),
        _ if scene.is_lost => (
            Color::Red,
            vec![format!("✗ lost after {made}"), format!("✗ lost ({n})")],
        ),
        Light::Winnable(run) => {
            let rest = run.len();
            let moves = if rest == 1 { "move" } else { "moves" };
            let whole = format!("● can still be won ({rest} {moves})");
            let short = format!("● {rest} to go · {n}");
            let long = format!("{whole} · {made} made");
            (Color::Green, vec![long, whole, short])
        }
        Light::Likely(_) => {
            let whole = "● can still be won".to_owned();
            let long = format!("{whole} · {made} made");
            (Color::Green, vec![long, whole, format!("● open · {n}")])
        }
        Light::Lost => {
            // Before the first move nothing was lost: the level is at fault.
            let whole = match scene.n_moves {
                0 => "● cannot be won".to_owned(),
                _ => "● can no longer be won".to_owned(),
            };
            let long = format!("{whole} · {made} made");
            (Color::Red, vec![long, whole, format!("● lost · {n}")])
        }
        Light::NotKnown => {
            let whole = "● not known whether it can be won".to_owned();
            let long = format!("{whole} · {made} made");
            let short = format!("● not known · {n}");
            (Color::Yellow, vec![long, whole, short])
        }
        Light::Thinking => {
            let long = format!("○ thinking · {made} made");
            (Color::Yellow, vec![long, format!("○ thinking · {n}")])
        }
    };
    let front = Some(colour);
    let text = fitting(&texts, width);
    let back = None;
    vec![Span { text, front, back }]
}

fn keys(scene: &Scene, width: usize, is_listed: bool) -> String {
    if let Some(message) = scene.message {
        return fitting(&[message.to_owned()], width);
    }
    let numbered = (1..).zip(scene.actions);
    let mut others: String = numbered
        .map(|(number, name)| format!("{number} {name} · "))
        .collect();
    if is_listed {
        others = match scene.actions.len() {
            0 => String::new(),
            _ => "digits choose · ".to_owned(),
        };
    }
    if let Some((page, n_pages)) = scene.page {
        others += &format!("n more ({page} of {n_pages}) · ");
    }
    let usual = "u undo · r restart · h hint · q quit";
    fitting(
        &[
            format!("arrows move · {others}{usual}"),
            format!("{others}{usual}"),
            usual.to_owned(),
            "u, r, h hint, q quit".to_owned(),
        ],
        width,
    )
}

/// The first text that fits, or what fits of the last.
fn fitting(texts: &[String], width: usize) -> String {
    let fits = |text: &&String| text.chars().count() <= width;
    let text = texts.iter().find(fits).or(texts.last());
    text.map_or(String::new(), |text| text.chars().take(width).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::{Playproof, Subject};

    fn shown(level: &str, size: (usize, usize), light: &Light) -> String {
        let file = playproof::read("a.txt", level.as_bytes()).unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let subject: Subject = prepared.play().unwrap();
        let moves = crate::play::Moves::new(&subject).unwrap();
        let scene = Scene {
            view: prepared.view(),
            state: moves.state(),
            n_moves: moves.count(),
            is_won: moves.is_won(),
            is_lost: moves.is_lost(),
            light,
            message: None,
            actions: &[],
            page: None,
            at: None,
        };
        let lines = frame(&scene, size, Palette::Few);
        assert!(lines.len() <= size.1.max(1));
        let line = |spans: &Vec<Span>| {
            let text: String = spans.iter().map(|s| &s.text[..]).collect();
            assert!(text.chars().count() <= size.0, "{text}");
            text.trim_end().to_owned() + "\n"
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn a_small_level_is_shown_whole() {
        let run = Light::Winnable(vec!["right".to_owned(); 2]);
        insta::assert_snapshot!(shown("#####\n#A G#\n#####\n", (60, 10), &run), @r"
        ##########
        ##A   G ##
        ##########
        ● can still be won (2 moves) · 0 moves made
        arrows move · u undo · r restart · h hint · q quit
        ");
        insta::assert_snapshot!(shown("#####\n#A G#\n#####\n", (20, 10), &Light::Lost), @r"
        ##########
        ##A   G ##
        ##########
        ● cannot be won
        u, r, h hint, q quit
        ");
    }

    #[test]
    fn every_size_has_room_for_something() {
        let level = format!("{}A{}G\n", "0".repeat(40), "0".repeat(40)) + &"0\n".repeat(25);
        for width in 0..40 {
            for height in 0..20 {
                let text = shown(&level, (width, height), &Light::Thinking);
                assert!(width < 1 || height < 3 || text.contains('A'), "{text}");
            }
        }
    }

    #[test]
    fn the_player_is_in_the_middle_of_what_is_shown() {
        assert_eq!(scrolled(0, 100, 20), 0);
        assert_eq!(scrolled(50, 100, 20), 40);
        assert_eq!(scrolled(99, 100, 20), 80);
        assert_eq!(scrolled(5, 10, 20), 0);
    }
}
