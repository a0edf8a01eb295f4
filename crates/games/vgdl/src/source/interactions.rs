//! The section InteractionSet: what happens where sprites meet.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use playproof_level::Diagnostic;

use super::lines::{Given, Line, Word};
use super::notes::Notes;
use super::options::{boolean, integer, number, score_of, value_or};
use super::verbs::{N_EFFECTS, NEED_SECOND, PLAYED, REFUSED, REFUSED_OPTIONS};
use super::{Lines, Source};
use crate::compiled::{Act, Class, Condition, Effect, Facing, Form, Harm, KindId, Who};

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
        let given = line.option("scoreChange");
        let score = value_or(notes, line, given, score_of, 0);
        let effect = match &verb.text[..] {
            "addTimer" => timer(notes, source, line, score)?,
            _ => Reader {
                notes,
                source,
                line,
            }
            .effect(verb, score)?,
        };
        let times = value_or(notes, line, line.option("repeat"), integer, 1).max(0) as usize;
        n_effects += times.max(1) * seconds.len();
        if n_effects > MOST_EFFECTS {
            let help = format!("a game has at most {MOST_EFFECTS}");
            return Err(notes.at(line, verb, "too many effects", help));
        }
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
                    if NEED_SECOND.contains(&&verb.text[..]) {
                        let message = format!("`{}` needs a second sprite", verb.text);
                        return Err(notes.at(line, verb, message, "EOS is none"));
                    }
                    edges.push((kind, effect));
                }
            }
        }
        if verb.text == "collectResource" {
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

/// A rule that sets a timer: what happens when time is up is an effect of its own, which
/// changes the score as the rule does, and sets the timer again if it repeats.
fn timer(
    notes: &mut Notes,
    source: &mut Source,
    line: &Line,
    score: i64,
) -> Result<Effect, Diagnostic> {
    let mut reader = Reader {
        notes,
        source,
        line,
    };
    let verb = reader.needed("ftype")?.value.clone();
    let mut later = reader.effect(&verb, score)?;
    let (ticks, repeats) = (reader.int("timer", -1), reader.is("repeating", false));
    if repeats && ticks < 1 {
        let help = "let it repeat after at least one tick";
        return Err(notes.error(line, 1, "a timer that repeats without end", help));
    }
    for act in &mut later.acts {
        // Who dies by a timer changes nothing more.
        if let Act::Hurt(_, harm) = act {
            harm.score = 0;
        }
    }
    let sets = Act::SetTimer(ticks, source.game.effects.len());
    later.acts.extend(repeats.then(|| sets.clone()));
    source.add_effect(later, line.number);
    Ok(Effect {
        condition: Condition::Always,
        acts: vec![sets],
        score,
    })
}

fn is_edge(word: &Word) -> bool {
    word.text.eq_ignore_ascii_case("EOS")
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
    fn effect(&mut self, verb: &Word, score: i64) -> Result<Effect, Diagnostic> {
        if let Some(given) = self.line.option("prob") {
            let is_sure = number(&given.value.text).is_some_and(|prob| prob >= 1.0);
            if !is_sure {
                let help = "effects that happen by chance are not played";
                let message = "a rule that depends on chance";
                return Err(self.notes.error(self.line, given.column, message, help));
            }
        }
        for key in REFUSED_OPTIONS {
            if let Some(given) = self.line.option(key) {
                let message = format!("the option `{key}` is not played");
                return Err(self
                    .notes
                    .error(self.line, given.column, message, "leave it out"));
            }
        }
        let (condition, acts) = self.named(verb, score)?;
        Ok(Effect {
            condition,
            acts,
            score,
        })
    }

    /// What an effect of this name comes to.
    fn named(&mut self, verb: &Word, score: i64) -> Result<(Condition, Vec<Act>), Diagnostic> {
        use Who::{First, Second};
        let mut condition = Condition::Always;
        let acts = match &verb.text[..] {
            "nullEffect" => Vec::new(),
            "NullEffect" | "nulleffect" => {
                self.spelling(verb, "nullEffect");
                Vec::new()
            }
            "stepBack" if self.is("pixelPerfect", false) => vec![Act::PutToEdge],
            "stepBack" => vec![Act::PutBack],
            "undoAll" => vec![Act::PutAllBack(self.kinds("notStype")?)],
            "bounceForward" => vec![Act::Push],
            "killSprite" => vec![Act::Kill(First)],
            "killsprite" => {
                self.spelling(verb, "killSprite");
                vec![Act::Kill(First)]
            }
            "killBoth" => vec![Act::Kill(First), Act::Kill(Second)],
            "killAll" => vec![Act::KillAll(self.kind("stype")?)],
            "killIfHasLess" => {
                let (resource, limit) = (self.kind("resource")?, self.int("limit", 0));
                condition = Condition::HasAtMost(First, resource, limit);
                vec![Act::Kill(First)]
            }
            "killIfHasMore" => {
                condition = self.has_more(First)?;
                vec![Act::Kill(First)]
            }
            "killIfOtherHasMore" => {
                condition = self.has_more(Second)?;
                let mut acts = vec![Act::Kill(First)];
                if self.is("subtract", false) {
                    let (resource, limit) = (self.kind("resource")?, self.int("limit", 0));
                    acts.push(Act::Add(Second, resource, limit.saturating_neg()));
                }
                acts
            }
            "killIfScoreNegative" => vec![Act::KillIfScoreNegative],
            "transformTo" => {
                let become_another = Act::Become(self.form("stype")?);
                self.and("killSecond", false, become_another, Act::Vanish(Second))
            }
            "transformToAll" => {
                if let Some(given) = self.line.option("killSecond") {
                    let message = "`killSecond` of `transformToAll` is not played";
                    return Err(self
                        .notes
                        .error(self.line, given.column, message, "leave it out"));
                }
                vec![Act::BecomeAll(self.kind("stype")?, self.form("stypeTo")?)]
            }
            "collectResource" => {
                condition = Condition::Fits;
                self.and("killResource", true, Act::Collect, Act::Vanish(First))
            }
            "changeResource" => {
                let (resource, value) = (self.kind("resource")?, self.int("value", 1));
                let most = self.source.game.kinds[resource].limit;
                condition = Condition::HasAtMost(First, resource, most.saturating_sub(value));
                let change = Act::Add(First, resource, value);
                self.and("killResource", false, change, Act::Vanish(Second))
            }
            "spawn" => vec![Act::Make(self.kind("stype")?)],
            "spawnIfHasMore" => {
                condition = self.has_more(First)?;
                let (resource, spent) = (self.kind("resource")?, self.int("spend", 0));
                let spend = Act::Add(First, resource, spent.saturating_neg());
                vec![Act::Make(self.kind("stype")?), spend]
            }
            "spawnAbove" => self.beside(Facing::UP)?,
            "spawnBelow" => self.beside(Facing::DOWN)?,
            "spawnLeft" => self.beside(Facing::LEFT)?,
            "spawnRight" => self.beside(Facing::RIGHT)?,
            "attractGaze" => self.and("align", false, Act::Attract, Act::Align),
            "wrapAround" => vec![Act::Wrap(self.number("offset"))],
            "setSpeedForAll" => vec![Act::SetSpeed(self.kind("stype")?, self.number("value"))],
            "addHealthPoints" => {
                let value = self.int("value", 1);
                condition = Condition::CanHeal(value);
                self.and("killSecond", false, Act::Heal(value), Act::Kill(Second))
            }
            "subtractHealthPoints" => {
                let whose = match self.line.option("stype") {
                    Some(_) => Some(self.kind("stype")?),
                    None => None,
                };
                let given = self.line.option("scoreChangeIfKilled");
                let if_killed = value_or(self.notes, self.line, given, score_of, 0);
                let harm = Harm {
                    value: self.int("value", 1),
                    limit: self.int("limit", 0),
                    score: if_killed - score,
                };
                vec![Act::Hurt(whose, harm)]
            }
            "addTimer" => {
                let help = "say with `ftype` what happens when time is up";
                return Err(self
                    .notes
                    .at(self.line, verb, "a timer that sets a timer", help));
            }
            "pullWithIt" if self.is("pixelPerfect", false) => vec![Act::PullOnto],
            "pullWithIt" => vec![Act::Pull],
            "teleportToExit" => vec![Act::Teleport],
            "reverseDirection" => vec![Act::TurnBack],
            "turnAround" => vec![Act::PutBack, Act::StepDown, Act::TurnBack],
            name if REFUSED.contains(&name) => {
                let message = format!("`{name}` is not played");
                let help = format!("played are {}", PLAYED[..N_EFFECTS].join(", "));
                return Err(self.notes.at(self.line, verb, message, help));
            }
            _ => {
                let names = PLAYED[..N_EFFECTS].iter().copied();
                return Err(self.notes.unknown(self.line, verb, "effect", names));
            }
        };
        Ok((condition, acts))
    }

    /// What a sprite becomes.
    fn form(&mut self, key: &str) -> Result<Form, Diagnostic> {
        Ok(Form {
            kind: self.kind(key)?,
            keeps_facing: self.is("forceOrientation", false),
        })
    }

    /// There is at least so much in a pocket.
    fn has_more(&mut self, who: Who) -> Result<Condition, Diagnostic> {
        let (resource, limit) = (self.kind("resource")?, self.int("limit", 0));
        Ok(Condition::HasAtLeast(who, resource, limit))
    }

    /// One act, and another if an option says so.
    fn and(&mut self, key: &str, usual: bool, act: Act, other: Act) -> Vec<Act> {
        let also = self.is(key, usual).then_some(other);
        std::iter::once(act).chain(also).collect()
    }

    fn spelling(&mut self, verb: &Word, right: &str) {
        let message = format!("`{}` is read as `{right}`", verb.text);
        self.notes.warn(self.line, verb.column, message, "write so");
    }

    fn beside(&mut self, side: Facing) -> Result<Vec<Act>, Diagnostic> {
        let kind = self.kind("stype")?;
        Ok(vec![match self.is("stepBack", false) {
            true => Act::MakeBehind(kind, side),
            false => Act::MakeBeside(kind, side),
        }])
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
