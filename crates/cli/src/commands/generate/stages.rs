//! `--stages`: how a level comes about.

use std::io;
use std::path::Path;

use playproof_generate::{Design, Ending, Generator, Stages, Walls};

use crate::args::{Format, GenerateArgs};
use crate::console;
use crate::outputs::{obstacle, write_whole};
use crate::session::Session;
use crate::status::Status;

/// One stage: what it is, and its rows.
struct Stage {
    caption: String,
    rows: Vec<String>,
}

/// Shows the stages in characters, or writes them into a file.
pub fn show(args: &GenerateArgs, design: Design, path: &Path) -> io::Result<Status> {
    let mut generator = Generator::new(design).expect("the design was validated");
    let stages = generator.stages(args.seed, args.number.unwrap_or(0));
    let pictures = pictures(args, &stages);
    if path == Path::new("-") {
        let text = pictures
            .iter()
            .map(|stage| format!("{}\n{}\n\n", stage.caption, stage.rows.join("\n")));
        console::print(text.collect::<String>().trim_end())?;
        console::print("\n")?;
        return Ok(Status::Fine);
    }
    let refused = |message: String| {
        console::error(&message);
        Ok(Status::BadInput)
    };
    if path.extension().is_none_or(|ending| ending != "svg") {
        return refused(format!("{}: stages are drawn as .svg", path.display()));
    }
    if let Some(why) = obstacle(path, &[]) {
        return refused(why);
    }
    let session = Session::new(Format::Text, super::MANNER);
    match write_whole(&session, path, drawn(&pictures).as_bytes()) {
        Ok(()) => {
            let (game, n) = (&args.game, args.number.unwrap_or(0));
            console::print(&format!(
                "{}: how {game} {n} of seed {} comes about\n",
                path.display(),
                args.seed
            ))?;
            Ok(Status::Fine)
        }
        Err(error) => refused(format!("cannot write {}: {error}", path.display())),
    }
}

fn pictures(args: &GenerateArgs, stages: &Stages) -> Vec<Stage> {
    let maker = &args.maker;
    let ending = match stages.ending {
        Ending::Settled => "settled",
        Ending::Oscillates => "oscillating",
        Ending::Cap => "stopped",
    };
    let generations = stages.generations;
    let s = if generations == 1 { "" } else { "s" };
    let mut pictures = vec![
        Stage {
            caption: "a: the line".to_owned(),
            rows: vec![stages.line.to_string()],
        },
        Stage {
            caption: format!("b: rows by rule {}", maker.rule),
            rows: rows(&stages.elementary),
        },
        Stage {
            caption: format!("c: {}, {generations} generation{s}, {ending}", maker.life),
            rows: rows(&stages.life),
        },
        Stage {
            caption: match maker.connect {
                0 => "d: nothing connected".to_owned(),
                wanted => format!("d: connected up to {wanted} %"),
            },
            rows: rows(&stages.connected),
        },
    ];
    pictures.push(match &stages.level {
        Ok(proposal) => Stage {
            caption: format!("e: the {}", args.game),
            rows: proposal.text().lines().map(str::to_owned).collect(),
        },
        Err(no_room) => Stage {
            caption: format!("e: {no_room}"),
            rows: Vec::new(),
        },
    });
    pictures
}

fn rows(walls: &Walls) -> Vec<String> {
    let letter = |x, y| if walls.is_wall(x, y) { '1' } else { '0' };
    let row = |y| (0..walls.width()).map(|x| letter(x, y)).collect();
    (0..walls.height()).map(row).collect()
}

fn drawn(stages: &[Stage]) -> String {
    let pictures = stages
        .iter()
        .map(|stage| playproof_report::picture::StagePicture {
            caption: stage.caption.clone(),
            width: stage.rows.first().map_or(0, |row| row.chars().count()),
            height: stage.rows.len(),
            cells: stage.rows.iter().flat_map(|row| row.chars()).collect(),
        });
    playproof_report::picture::stages_svg(&pictures.collect::<Vec<_>>())
}
