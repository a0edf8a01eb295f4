//! From drawings to boards.

use crate::compiled::Board;
use crate::source::Stage;
use crate::source::draft::{Draft, DraftStage};
use crate::source::kind::NoticeKind;
use crate::source::names::Names;
use crate::source::notice::{Log, NOWHERE};
use crate::source::text::length;
use crate::source::wrap::{MESSAGE_WIDTH, wrapped};

/// The most lines of a message that can be seen.
const MOST_LINES: usize = 12;

/// The most cells of a level: all characters of a long text, but not as many as a text
/// with one long row could ask for.
const MOST_CELLS: usize = 4_000_000;

/// The levels and messages, as far as they can be made out.
pub(super) fn stages(draft: &Draft, names: &Names, log: &mut Log) -> Vec<Stage> {
    let mut stages = Vec::new();
    for stage in draft.stages.iter().filter(|stage| !stage.is_empty()) {
        if log.is_stopped() {
            break;
        }
        stages.push(match stage {
            DraftStage::Message { line, text } => {
                if wrapped(text, MESSAGE_WIDTH).len() > MOST_LINES {
                    let message = "This message does not fit on the screen.";
                    log.warn(NoticeKind::MessageTooLong, *line, message);
                }
                Stage::Message {
                    line: *line,
                    text: text.clone(),
                }
            }
            DraftStage::Rows { line, rows } => Stage::Level {
                line: *line,
                rows: rows.clone(),
                board: board(names, *line, rows, log),
            },
        });
    }
    stages
}

/// A drawing as a board. A row that is too short goes on with its last character.
fn board(names: &Names, line: u32, rows: &[String], log: &mut Log) -> Board {
    let (width, height) = (length(&rows[0]), rows.len());
    if width.saturating_mul(height) > MOST_CELLS {
        let message = format!("A level has at most {MOST_CELLS} cells.");
        log.error(NoticeKind::LevelTooLarge, line, message);
        return Board::default();
    }
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut board = Board {
        width,
        height,
        objects: vec![0; width * height * names.words],
    };
    for x in 0..width {
        for (y, row) in rows.iter().enumerate() {
            let Some(key) = row.get(x).or(row.last()) else {
                continue;
            };
            let text = key.to_string();
            let Some(things) = names.glyphs.get(&text) else {
                unknown_key(names, &text, line + y as u32, log);
                return board;
            };
            let cell = &mut board.objects[(x * height + y) * names.words..][..names.words];
            for number in things.iter().filter_map(|thing| thing.number) {
                cell[number / 64] |= 1 << (number % 64);
            }
        }
    }
    fill(names, &mut board, log);
    board
}

fn unknown_key(names: &Names, key: &str, line: u32, log: &mut Log) {
    let sense = names.find(key).map(|name| names.sense(name));
    let (kind, message) = match sense.is_some_and(|sense| sense.property.is_some()) {
        true => (
            NoticeKind::KeyIsProperty,
            format!(
                "'{key}' is defined by \"or\", so a level cannot have it: it could be several things."
            ),
        ),
        false => (
            NoticeKind::KeyMeansNothing,
            format!("'{key}' means nothing that could be in a level."),
        ),
    };
    log.error(kind, line, message);
}

/// Puts a background where there is none: the first that is drawn in the level, or the
/// first of the game.
fn fill(names: &Names, board: &mut Board, log: &mut Log) {
    let Some((background, layer)) = names
        .background
        .and_then(|thing| Some((thing, thing.layer?)))
    else {
        let message = "The background must be in a layer.";
        log.error(NoticeKind::BackgroundNotLayered, NOWHERE, message);
        return log.stop();
    };
    let layer = &names.layers[layer];
    let mut cells = board.objects.chunks(names.words);
    let drawn = cells.find(|cell| layer.meets(cell)).map(|cell| {
        let words = cell.iter().zip(&layer.0);
        words.map(|(word, mask)| word & mask).collect::<Vec<u64>>()
    });
    let usual = drawn.unwrap_or_else(|| names.only(background).0);
    for cell in board.objects.chunks_mut(names.words) {
        if !layer.meets(cell) {
            for (word, more) in cell.iter_mut().zip(&usual) {
                *word |= more;
            }
        }
    }
}
