//! The section InteractionSet: what happens where sprites meet.

use playproof_level::Diagnostic;

use super::lines::{Given, Line, Word};
use super::notes::Notes;
use super::options::{boolean, integer, number, score, value_or};
use super::verbs::{PLAYED, REFUSED};
use super::{Lines, Source};
use crate::compiled::{Class, Effect, Facing, KindId, What};

/// The most effects of a game, repeated ones counted as often.
const MOST_EFFECTS: usize = 20_000;

/// Reads the section.
pub(super) fn read(
    notes: &mut Notes,
    section: Lines,
    source: &mut Source,
) -> Result<(), Diagnostic> {
    // Every rule about the edge lets all of its sprite's rules happen once more, as the
    // Java engine has it.
    let mut edges: Vec<(KindId, usize)> = Vec::new();
    let mut n_effects = 0;
    for line in section {
        let (Some((first, seconds)), true) = (line.before.split_first(), line.has_arrow) else {
            let help = "a rule is written as `first second > effect option=value`";
            return Err(notes.error(line, 1, "not a rule", help));
        };
        if seconds.is_empty() {
            let help = "a rule is about two sprites: `first second > effect`";
            return Err(notes.at(line, first, "a second sprite is missing", help));
        }
        let Some(verb) = line.after.last() else {
            return Err(notes.error(line, 1, "an effect is missing", "write it after `>`"));
        };
        let what = match &verb.text[..] {
            "addTimer" => timer(notes, source, line)?,
            _ => Reader {
                notes,
                source,
                line,
            }
            .what(verb)?,
        };
        let given = line.option("scoreChange");
        let change = value_or(notes, line, given, score, 0);
        let times = value_or(notes, line, line.option("repeat"), integer, 1).max(0) as usize;
        n_effects += times.max(1) * seconds.len();
        if n_effects > MOST_EFFECTS {
            let help = format!("a game has at most {MOST_EFFECTS}");
            return Err(notes.at(line, verb, "too many effects", help));
        }
        let effect = Effect {
            what,
            score: change,
        };
        let effect = source.add_effect(effect, line.number);
        for second in seconds {
            match (is_edge(first), is_edge(second)) {
                (true, true) => {
                    let help = "the edge of the screen meets sprites: `sprite EOS > effect`";
                    return Err(notes.at(line, second, "EOS meets itself", help));
                }
                (false, false) => {
                    let first = source.known(notes, line, first)?;
                    let second = source.known(notes, line, second)?;
                    source.add_to_pair(first, second, effect, times);
                }
                (at_edge, _) => {
                    let other = if at_edge { second } else { first };
                    let kind = source.known(notes, line, other)?;
                    if needs_second(&source.game.effects[effect].what) {
                        let message = format!("`{}` needs a second sprite", verb.text);
                        return Err(notes.at(line, verb, message, "EOS is none"));
                    }
                    edges.push((kind, effect));
                }
            }
        }
        if matches!(
            source.game.effects[effect].what,
            What::CollectResource { .. }
        ) {
            warn_of_no_resource(notes, source, line, first);
        }
    }
    for &(kind, _) in &edges {
        let own = edges.iter().filter(|(other, _)| *other == kind);
        source.game.edges.extend(own);
    }
    if source.game.edges.len() > MOST_EFFECTS {
        let help = format!("a game has at most {MOST_EFFECTS}");
        return Err(notes.whole("too many effects at the edge of the screen", help));
    }
    Ok(())
}

/// A rule that sets a timer: what happens when time is up is an effect of its own.
fn timer(notes: &mut Notes, source: &mut Source, line: &Line) -> Result<What, Diagnostic> {
    let mut reader = Reader {
        notes,
        source,
        line,
    };
    let verb = reader.needed("ftype")?.value.clone();
    let what = reader.what(&verb)?;
    let (ticks, repeats) = (reader.int("timer", -1), reader.is("repeating", false));
    if repeats && ticks < 1 {
        let help = "let it repeat after at least one tick";
        return Err(notes.error(line, 1, "a timer that repeats without end", help));
    }
    let effect = Effect { what, score: 0 };
    Ok(What::AddTimer {
        ticks,
        effect: source.add_effect(effect, line.number),
        repeats,
    })
}

fn is_edge(word: &Word) -> bool {
    word.text.eq_ignore_ascii_case("EOS")
}

/// Whether an effect is nothing without a second sprite.
fn needs_second(what: &What) -> bool {
    matches!(
        what,
        What::BounceForward
            | What::KillBoth
            | What::KillIfOtherHasMore { .. }
            | What::CollectResource { .. }
            | What::ChangeResource { .. }
            | What::SpawnBeside { .. }
            | What::AttractGaze { .. }
            | What::PullWithIt { .. }
            | What::TeleportToExit
    )
}

fn warn_of_no_resource(notes: &mut Notes, source: &Source, line: &Line, first: &Word) {
    let Some(kind) = source.kind(&first.text) else {
        return;
    };
    let is_resource = |kind: &KindId| {
        let class = &source.game.kinds[*kind].class;
        matches!(class, None | Some(Class::Resource { .. }))
    };
    if !source.game.kinds[kind].family.iter().all(is_resource) {
        let message = format!("`{}` is no Resource", first.text);
        notes.warn(line, first.column, message, "it stays where it is");
    }
}

/// Reads one rule.
struct Reader<'a> {
    notes: &'a mut Notes,
    source: &'a Source,
    line: &'a Line,
}

impl Reader<'_> {
    fn what(&mut self, verb: &Word) -> Result<What, Diagnostic> {
        if let Some(given) = self.line.option("prob") {
            let is_sure = number(&given.value.text).is_some_and(|prob| prob >= 1.0);
            if !is_sure {
                let help = "effects that happen by chance are not played";
                let message = "a rule that depends on chance";
                return Err(self.notes.error(self.line, given.column, message, help));
            }
        }
        for key in ["applyScore", "inBatch", "enabled"] {
            if let Some(given) = self.line.option(key) {
                let message = format!("the option `{key}` is not played");
                return Err(self
                    .notes
                    .error(self.line, given.column, message, "leave it out"));
            }
        }
        self.named(verb, &verb.text)
    }

    fn named(&mut self, verb: &Word, name: &str) -> Result<What, Diagnostic> {
        Ok(match name {
            "nullEffect" => What::Nothing,
            "NullEffect" | "nulleffect" => {
                self.spelling(verb, "nullEffect");
                What::Nothing
            }
            "stepBack" => What::StepBack {
                is_pixel_perfect: self.is("pixelPerfect", false),
            },
            "undoAll" => What::UndoAll {
                except: self.kinds("notStype")?,
            },
            "bounceForward" => What::BounceForward,
            "killSprite" => What::KillSprite,
            "killsprite" => {
                self.spelling(verb, "killSprite");
                What::KillSprite
            }
            "killBoth" => What::KillBoth,
            "killAll" => What::KillAll(self.kind("stype")?),
            "killIfHasLess" => What::KillIfHasLess(self.kind("resource")?, self.int("limit", 0)),
            "killIfHasMore" => What::KillIfHasMore(self.kind("resource")?, self.int("limit", 0)),
            "killIfOtherHasMore" => What::KillIfOtherHasMore {
                resource: self.kind("resource")?,
                limit: self.int("limit", 0),
                subtract: self.is("subtract", false),
            },
            "killIfScoreNegative" => What::KillIfScoreNegative,
            "transformTo" => What::TransformTo {
                kind: self.kind("stype")?,
                kills_second: self.is("killSecond", false),
                forces_facing: self.is("forceOrientation", false),
            },
            "transformToAll" => {
                if let Some(given) = self.line.option("killSecond") {
                    let message = "`killSecond` of `transformToAll` is not played";
                    return Err(self
                        .notes
                        .error(self.line, given.column, message, "leave it out"));
                }
                What::TransformToAll {
                    from: self.kind("stype")?,
                    to: self.kind("stypeTo")?,
                    forces_facing: self.is("forceOrientation", false),
                }
            }
            "collectResource" => What::CollectResource {
                kills: self.is("killResource", true),
            },
            "changeResource" => What::ChangeResource {
                resource: self.kind("resource")?,
                value: self.int("value", 1),
                kills: self.is("killResource", false),
            },
            "spawn" => What::Spawn(self.kind("stype")?),
            "spawnIfHasMore" => What::SpawnIfHasMore {
                kind: self.kind("stype")?,
                resource: self.kind("resource")?,
                limit: self.int("limit", 0),
                spend: self.int("spend", 0),
            },
            "spawnAbove" => self.beside(Facing::UP)?,
            "spawnBelow" => self.beside(Facing::DOWN)?,
            "spawnLeft" => self.beside(Facing::LEFT)?,
            "spawnRight" => self.beside(Facing::RIGHT)?,
            "attractGaze" => What::AttractGaze {
                aligns: self.is("align", false),
            },
            "wrapAround" => What::WrapAround(self.number("offset")),
            "setSpeedForAll" => What::SetSpeedForAll(self.kind("stype")?, self.number("value")),
            "addHealthPoints" => What::AddHealth {
                value: self.int("value", 1),
                kills_second: self.is("killSecond", false),
            },
            "subtractHealthPoints" => What::SubtractHealth {
                whose: match self.line.option("stype") {
                    Some(_) => Some(self.kind("stype")?),
                    None => None,
                },
                value: self.int("value", 1),
                limit: self.int("limit", 0),
                score_if_killed: {
                    let given = self.line.option("scoreChangeIfKilled");
                    value_or(self.notes, self.line, given, score, 0)
                },
            },
            "addTimer" => {
                let help = "say with `ftype` what happens when time is up";
                return Err(self
                    .notes
                    .at(self.line, verb, "a timer that sets a timer", help));
            }
            "pullWithIt" => What::PullWithIt {
                is_pixel_perfect: self.is("pixelPerfect", false),
            },
            "teleportToExit" => What::TeleportToExit,
            "reverseDirection" => What::ReverseDirection,
            "turnAround" => What::TurnAround,
            name if REFUSED.contains(&name) => {
                let message = format!("`{name}` is not played");
                let help = format!("played are {}", PLAYED[..31].join(", "));
                return Err(self.notes.at(self.line, verb, message, help));
            }
            _ => {
                let names = PLAYED[..31].iter().copied();
                return Err(self.notes.unknown(self.line, verb, "effect", names));
            }
        })
    }

    fn spelling(&mut self, verb: &Word, right: &str) {
        let message = format!("`{}` is read as `{right}`", verb.text);
        self.notes.warn(self.line, verb.column, message, "write so");
    }

    fn beside(&mut self, side: Facing) -> Result<What, Diagnostic> {
        Ok(What::SpawnBeside {
            kind: self.kind("stype")?,
            side,
            steps_back: self.is("stepBack", false),
        })
    }

    /// The option of this name, which must be there.
    fn needed(&self, key: &str) -> Result<&Given, Diagnostic> {
        self.line.option(key).ok_or_else(|| {
            let column = self.line.after.last().map_or(1, |verb| verb.column);
            let message = format!("the option `{key}` is missing");
            self.notes.error(
                self.line,
                column,
                message,
                format!("say it with `{key}=NAME`"),
            )
        })
    }

    fn kind(&self, key: &str) -> Result<KindId, Diagnostic> {
        let given = self.needed(key)?;
        self.source.known(self.notes, self.line, &given.value)
    }

    fn kinds(&self, key: &str) -> Result<Vec<KindId>, Diagnostic> {
        let Some(given) = self.line.option(key) else {
            return Ok(Vec::new());
        };
        let known = |name: &str| {
            let mut word = given.value.clone();
            name.clone_into(&mut word.text);
            self.source.known(self.notes, self.line, &word)
        };
        given.value.text.split(',').map(known).collect()
    }

    fn int(&mut self, key: &str, usual: i32) -> i32 {
        value_or(self.notes, self.line, self.line.option(key), integer, usual)
    }

    fn number(&mut self, key: &str) -> f64 {
        value_or(self.notes, self.line, self.line.option(key), number, 0.0)
    }

    fn is(&mut self, key: &str, usual: bool) -> bool {
        value_or(self.notes, self.line, self.line.option(key), boolean, usual)
    }
}
