//! `profile`: by what numbers a player moves, and what that comes to.

use std::fmt::Write;
use std::ops::ControlFlow;

use playproof_game::{CommandHelp, GameCommand, GameOption, Options, Told};
use playproof_level::{Diagnostic, Level};
use playproof_model::Val;
use serde_json::{Map, Value, json};

use super::arcs::{Arc, arcs, glide, ticks_to_top};
use super::gaps::{Approach, HEIGHTS, WIDEST, gaps};
use crate::case::Asking;
use crate::numbers::Numbers;
use crate::profile::{GAITS, Profile};
use crate::rules::Stage;

/// Says how the player of a level moves.
pub struct ProfileCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof profile first.txt                         speeds, jumps and how wide gaps may be
  playproof profile first.txt --profile mine.profile  the same under numbers of your own
  playproof profile first.txt --tables                and how far every tick leads
  playproof profile first.txt --format json           everything, in parts of a pixel

The numbers are rounded once, to parts of a pixel, and the tables that come of it are the
game. Gaps are proved: each can be crossed, and one that is a tile wider cannot.";

const OPTIONS: &[GameOption] = &[
    GameOption::switch(
        "tables",
        "Show how far each tick moves the player, for every speed.",
    ),
    GameOption::switch(
        "no-gaps",
        "Do not measure how wide gaps may be, which takes seconds.",
    ),
];

impl GameCommand for ProfileCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "profile",
            about: "Show how the player of a platform level moves: speeds, jumps, the widest gaps",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        let (stage, _) = Stage::read(level)?;
        let profile = &stage.profile;
        let numbers = &stage.board.settings.profile;
        if Profile::new(numbers).as_ref() != Ok(profile) {
            let help =
                "name the level's own file; the text as a certificate has it says every table";
            return Err(level.error("nobody knows the numbers that these tables came of", help));
        }
        let mut reach = None;
        if !options.is_on("no-gaps") {
            let mut budget = Asking(go_on);
            let running = gaps(profile, Approach::Running, &mut budget);
            let found =
                running.and_then(|r| Ok((r, gaps(profile, Approach::Standing, &mut budget)?)));
            let Ok(found) = found else {
                let help = "leave it out with --no-gaps";
                return Err(level.error("measuring gaps was stopped", help));
            };
            reach = Some(found);
        }
        let told = Words {
            level,
            numbers,
            profile,
            arcs: arcs(profile),
            reach,
        };
        let mut text = told.text();
        if options.is_on("tables") {
            told.tables(&mut text);
        }
        Ok(Told {
            text,
            json: told.json().to_string() + "\n",
            ..Told::default()
        })
    }
}

/// What is said of a profile.
struct Words<'a> {
    level: &'a Level,
    numbers: &'a Numbers,
    profile: &'a Profile,
    arcs: Vec<Arc>,
    /// The widest gaps after running up, and from a stand.
    reach: Option<([usize; 8], [usize; 8])>,
}

impl Words<'_> {
    /// A length in pixels.
    fn pixels(&self, length: Val) -> f64 {
        f64::from(length) / f64::from(self.numbers.fineness)
    }

    /// A length in tiles, to a tenth.
    fn tiles(&self, length: Val) -> String {
        format!("{:.1}", f64::from(length) / f64::from(self.profile.tile))
    }

    fn text(&self) -> String {
        let Words {
            level,
            numbers,
            profile,
            ..
        } = self;
        let name = match level.index() {
            0 => level.file().to_owned(),
            n => format!("{} #{}", level.file(), n + 1),
        };
        let whose = match numbers.name() {
            Some(name) => format!("the profile `{name}`"),
            None => "a profile of its own".to_owned(),
        };
        let mut lines = vec![format!(
            "{name}: {whose}; a pixel has {} parts, a tile 16 pixels",
            numbers.fineness
        )];
        let numbers = Numbers::KEYS.map(|key| {
            let value = numbers.text(key).expect("a number of this name");
            format!("{key} {value}")
        });
        lines.push(format!("numbers    {}", numbers.join(", ")));
        for (what, gait, top) in [
            ("running", 4, profile.fastest),
            ("walking", 3, profile.strolling),
        ] {
            let furthest = profile.advance[gait][(top + profile.fastest) as usize];
            lines.push(format!(
                "{what}    at most {} pixels a tick, after {} ticks",
                self.pixels(furthest),
                ticks_to_top(profile, gait)
            ));
        }
        lines.push(match glide(profile) {
            0 => "stopping   a player who does nothing comes to rest".to_owned(),
            speed => format!(
                "stopping   whoever does nothing glides on for ever, at up to {} pixels a tick: \
                 rounding undoes the friction",
                self.pixels(speed)
            ),
        });
        lines.push(format!(
            "falling    at most {} pixels a tick",
            self.pixels(profile.vertical.1)
        ));
        lines.push("jumping    ticks pressed, height in pixels and tiles, ticks in the air".into());
        for arc in &self.arcs {
            lines.push(format!(
                "           {:>2}  {:>8}  {:>4}  {:>3}",
                arc.held,
                self.pixels(arc.height),
                self.tiles(arc.height),
                arc.ticks
            ));
        }
        if let Some((running, standing)) = &self.reach {
            let row = |what: &str, cells: Vec<String>| {
                let cells: String = cells.iter().map(|cell| format!("{cell:>5}")).collect();
                format!("{what:<24}{cells}")
            };
            let sides = HEIGHTS.map(|higher| match higher {
                0 => "0".to_owned(),
                higher => format!("{higher:+}"),
            });
            lines.push("the widest gaps in tiles; one that is a tile wider is impossible".into());
            lines.push(row("    other side higher by", sides.to_vec()));
            for (what, widest) in [("    running up", running), ("    from a stand", standing)] {
                let cells = widest.iter().map(|gap| match *gap {
                    0 => "no".to_owned(),
                    WIDEST => format!("{WIDEST}+"),
                    gap => gap.to_string(),
                });
                lines.push(row(what, cells.collect()));
            }
        }
        let mut lines = lines.into_iter();
        let first = lines.next().expect("the name");
        let rest = lines.map(|line| format!("    {line}\n"));
        format!("{first}\n{}", rest.collect::<String>())
    }

    /// The tables, for people: those to the left are those to the right the other way.
    fn tables(&self, text: &mut String) {
        let profile = self.profile;
        let mut line = |cells: &[String]| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>11}")).collect();
            writeln!(text, "    {cells}").expect("writing to a string cannot fail");
        };
        let px = |length: Val| self.pixels(length).to_string();
        let mut head = vec!["speed".to_owned()];
        head.extend(GAITS.map(str::to_owned));
        line(&head);
        for vx in 0..=profile.fastest {
            let ways = profile.advance.each_ref();
            let ways = ways.map(|ways| px(ways[(vx + profile.fastest) as usize]));
            line(&[&[px(vx)], &ways[..]].concat());
        }
        line(&["way".to_owned(), "speed after".to_owned()]);
        for way in 0..=profile.furthest {
            let after = profile.slowed[(way + profile.furthest) as usize];
            line(&[px(way), px(after)]);
        }
        line(&["ticks left".to_owned(), "rise".to_owned()]);
        line(&["first".to_owned(), px(profile.takeoff)]);
        for left in (1..=profile.ticks()).rev() {
            line(&[left.to_string(), px(profile.rises[left as usize])]);
        }
        line(&["way down".to_owned(), "speed after".to_owned()]);
        for (way, after) in (profile.vertical.0..).zip(&profile.falls) {
            line(&[px(way), px(*after)]);
        }
    }

    fn json(&self) -> Value {
        let Words {
            level,
            numbers,
            profile,
            ..
        } = self;
        let given = Numbers::KEYS.map(|key| {
            let value = numbers.text(key).expect("a number of this name");
            let value: f64 = value.parse().expect("a number's own text");
            (key.to_owned(), json!(value))
        });
        let ways = GAITS.iter().zip(&profile.advance);
        let ways = ways.map(|(gait, ways)| ((*gait).to_owned(), json!(ways)));
        let arcs = self
            .arcs
            .iter()
            .map(|arc| json!({ "held": arc.held, "height": arc.height, "ticks": arc.ticks }));
        let reach = self.reach.map(|(running, standing)| {
            let rows = HEIGHTS.iter().zip(running.iter().zip(standing));
            let row = |(higher, (running, standing)): (&i64, (&usize, usize))| {
                json!({ "higher": higher, "running": running, "standing": standing })
            };
            rows.map(row).collect::<Vec<_>>()
        });
        json!({
            "level": level.file(),
            "number": level.index() + 1,
            "profile": numbers.name(),
            "numbers": Map::from_iter(given),
            "parts_per_pixel": numbers.fineness,
            "tile": profile.tile,
            "body": profile.body,
            "top_speed": { "running": profile.fastest, "walking": profile.strolling },
            "furthest": profile.furthest,
            "glide": glide(profile),
            "least_speed": -profile.fastest,
            "ways": Map::from_iter(ways),
            "least_way": -profile.furthest,
            "speed_after": profile.slowed,
            "takeoff": profile.takeoff,
            "rises": profile.rises,
            "highest_rise": profile.vertical.0,
            "fall_after": profile.falls,
            "rest": profile.rest,
            "deepest_fall": profile.vertical.1,
            "walker": profile.walker,
            "jumps": arcs.collect::<Vec<_>>(),
            "widest_gaps": reach,
        })
    }
}
