//! The section SpriteSet: kinds, what they inherit, and the order in which they are drawn.
//!
//! A kind takes over the options of those it stands under, and the nearest class above it
//! counts before its own, as in the Java engine.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use playproof_level::Diagnostic;

use super::classes::{ClassName, IDLE_OPTIONS, PLAYED, PLAYED_OPTIONS, REFUSED, REFUSED_OPTIONS};
use super::lines::{Given, Line, Section};
use super::look::{Look, look};
use super::notes::{Notes, suggestion};
use super::options::{boolean, facing, integer, number, value_or};
use super::{Lines, Source};
use crate::compiled::{Act, Class, Facing, Kind, KindId};
use crate::plain::comes;

/// What a SpriteSet says.
pub(super) struct Sprites {
    pub kinds: Vec<Kind>,
    pub order: Vec<KindId>,
    pub looks: Vec<Look>,
    pub lines: Vec<Option<u32>>,
}

/// A line of the section.
struct Node {
    kind: KindId,
    parent: Option<usize>,
    children: Vec<usize>,
    line: usize,
    /// The class that counts, and where it stands.
    class: Option<(usize, usize)>,
    /// The class that those under it take over.
    handed_on: Option<(usize, usize)>,
}

const WALL: KindId = 0;
const AVATAR: KindId = 1;

/// Reads the section.
pub(super) fn read(notes: &mut Notes, section: Lines) -> Result<Sprites, Diagnostic> {
    let mut names = vec!["wall".to_owned(), "avatar".to_owned()];
    let nodes = nodes(notes, section, &mut names)?;
    let mut order = vec![WALL, AVATAR];
    for node in nodes.iter().filter(|node| node.children.is_empty()) {
        order.retain(|&kind| kind != node.kind);
        order.push(node.kind);
    }
    // The avatar is drawn last.
    order.retain(|&kind| kind != AVATAR);
    order.push(AVATAR);
    let mut sprites = Sprites {
        kinds: Vec::new(),
        order,
        looks: Vec::new(),
        lines: Vec::new(),
    };
    for kind in 0..names.len() {
        // Of several lines of a name the last counts.
        let node = nodes.iter().rposition(|node| node.kind == kind);
        let builder = Builder {
            names: &names,
            section,
            nodes: &nodes,
        };
        let (made, looks, line) = match node {
            Some(node) => builder.kind(notes, node)?,
            None => builder.usual(kind),
        };
        sprites.kinds.push(made);
        sprites.looks.push(looks);
        sprites.lines.push(line);
    }
    Ok(sprites)
}

/// The lines as a tree, by their indentation.
fn nodes(
    notes: &mut Notes,
    section: &Section,
    names: &mut Vec<String>,
) -> Result<Vec<Node>, Diagnostic> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut above: Vec<usize> = Vec::new();
    for (number, line) in section.iter().enumerate() {
        let [name] = &line.before[..] else {
            let column = line.before.get(1).map_or(1, |word| word.column);
            let help = "a sprite is written as `name > Class option=value`";
            return Err(notes.error(line, column, "not a sprite", help));
        };
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.text.chars().all(is_part) || name.text.starts_with(|c: char| c.is_ascii_digit()) {
            let help = "a name is made of letters, digits and `_`, and begins with no digit";
            return Err(notes.at(line, name, "not a name", help));
        }
        if !line.has_arrow {
            let help = format!("write `{} > Class`", name.text);
            return Err(notes.at(line, name, "a sprite without `>`", help));
        }
        while above
            .last()
            .is_some_and(|&node: &usize| section[nodes[node].line].indent >= line.indent)
        {
            above.pop();
        }
        if above
            .iter()
            .any(|&node| names[nodes[node].kind] == name.text)
        {
            let message = format!("`{}` is part of itself", name.text);
            return Err(notes.at(line, name, message, "give one of the two another name"));
        }
        let kind = names.iter().position(|known| *known == name.text);
        let kind = kind.unwrap_or_else(|| {
            names.push(name.text.clone());
            names.len() - 1
        });
        if nodes.iter().any(|node| node.kind == kind) {
            let message = format!("a second `{}`", name.text);
            notes.warn(line, name.column, message, "the last one counts");
        }
        let parent = above.last().copied();
        let inherited = parent.and_then(|parent| nodes[parent].handed_on);
        let own = line.after.len().checked_sub(1).map(|word| (number, word));
        if let (Some((at, word)), Some((_, own_word))) = (inherited, own) {
            let (used, own) = (&section[at].after[word], &line.after[own_word]);
            if used.text != own.text {
                let message = format!("`{}` is passed over", own.text);
                let help = format!("it is a {}, as what it stands under", used.text);
                notes.warn(line, own.column, message, help);
            }
        }
        nodes.push(Node {
            kind,
            parent,
            children: Vec::new(),
            line: number,
            class: inherited.or(own),
            handed_on: own.or(inherited),
        });
        let node = nodes.len() - 1;
        if let Some(parent) = parent {
            nodes[parent].children.push(node);
        }
        above.push(node);
    }
    Ok(nodes)
}

struct Builder<'a> {
    names: &'a [String],
    section: &'a Section,
    nodes: &'a [Node],
}

impl Builder<'_> {
    /// A kind that the game does not name.
    fn usual(&self, kind: KindId) -> (Kind, Look, Option<u32>) {
        let (class, speed, colour) = match kind {
            WALL => (Class::Immovable, 0.0, [30, 30, 30]),
            _ => (walker(false), 1.0, [250, 250, 250]),
        };
        let made = Kind {
            name: self.names[kind].clone(),
            class: Some(class),
            ancestors: vec![kind],
            family: vec![kind],
            is_singleton: false,
            speed,
            cooldown: 1,
            facing: Facing::NONE,
            is_oriented: false,
            turns_in_place: false,
            health: 0,
            health_limit: 1000,
            limit: 0,
        };
        (made, look(&[], kind, Some(colour)), None)
    }

    fn kind(
        &self,
        notes: &mut Notes,
        node: usize,
    ) -> Result<(Kind, Look, Option<u32>), Diagnostic> {
        let there = &self.nodes[node];
        let line = &self.section[there.line];
        let name = match there.class {
            Some((at, word)) => Some(class_name(notes, &self.section[at], word)?),
            None => None,
        };
        let above = self.above(node);
        let lines: Vec<&Line> = above.iter().map(|&node| self.line(node)).collect();
        let option = |key: &str| -> Option<(&Line, &Given)> {
            { lines.iter().rev() }.find_map(|line| Some((*line, line.option(key)?)))
        };
        self.refuse(notes, line)?;
        let mut int = |key: &str, usual: i32| {
            let (line, given) = option(key).unzip();
            value_or(notes, line.unwrap_or(lines[0]), given, integer, usual)
        };
        let cooldown = int("cooldown", 1).max(1);
        let (mut health, most) = (int("healthPoints", 0), int("maxHealthPoints", 0));
        if most != 0 {
            health = health.min(most);
        }
        let health_limit = int("limitHealthPoints", 1000);
        let usual_limit = if name == Some(ClassName::Resource) {
            2
        } else {
            1
        };
        let (limit, value) = (int("limit", usual_limit), int("value", 1));
        let drives = name.is_some_and(|name| {
            use ClassName::{Chaser, Missile, Moving, Oriented, Projectile, Shooter, Turner};
            matches!(
                name,
                Chaser | Missile | Moving | Oriented | Projectile | Shooter | Turner
            )
        });
        let (at, given) = option("speed").unzip();
        let usual = if drives { 1.0 } else { 0.0 };
        let speed = value_or(notes, at.unwrap_or(line), given, number, usual);
        let faces = name.is_some_and(|name| {
            use ClassName::{Oriented, Projectile, Shooter, Turner};
            matches!(name, Oriented | Projectile | Shooter | Turner)
        });
        let usual = if faces { Facing::RIGHT } else { Facing::NONE };
        let (at, given) = option("orientation").unzip();
        let facing = value_or(notes, at.unwrap_or(line), given, facing, usual);
        let (at, given) = option("rotateInPlace").unzip();
        let turns_in_place = value_or(notes, at.unwrap_or(line), given, boolean, faces);
        let is_directed = matches!(
            name,
            Some(ClassName::Missile | ClassName::Flicker { is_oriented: true })
        );
        let class = match name {
            None => None,
            Some(name) => Some(self.class(notes, line, name, &option, limit, value)?),
        };
        let is_resource = matches!(class, Some(Class::Resource { .. }));
        let is_singleton = line.option("singleton");
        let is_singleton =
            is_singleton.is_some_and(|given| boolean(&given.value.text) == Some(true));
        let mut family = Vec::new();
        self.family(node, &mut family);
        let made = Kind {
            name: self.names[there.kind].clone(),
            class,
            ancestors: above.iter().map(|&node| self.nodes[node].kind).collect(),
            family,
            is_singleton,
            speed,
            cooldown,
            facing,
            is_oriented: faces || is_directed || facing != Facing::NONE,
            turns_in_place,
            health,
            health_limit,
            limit: if is_resource { limit } else { 0 },
        };
        let usual = match name {
            Some(ClassName::Immovable) => Some([90, 90, 90]),
            Some(ClassName::Passive | ClassName::Flicker { .. }) => Some([200, 0, 0]),
            Some(ClassName::Resource) => Some([250, 250, 0]),
            Some(ClassName::Portal) => Some([0, 0, 200]),
            _ if made.class.as_ref().is_some_and(Class::is_avatar) => Some([250, 250, 250]),
            _ => None,
        };
        let looks = look(&lines, there.kind, usual);
        Ok((made, looks, Some(line.number)))
    }

    fn line(&self, node: usize) -> &Line {
        &self.section[self.nodes[node].line]
    }

    /// The nodes above one, the topmost first, and itself.
    fn above(&self, node: usize) -> Vec<usize> {
        let up = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let mut above: Vec<usize> = up.collect();
        above.reverse();
        above
    }

    /// The kinds above, the kind, and those of all below, each once.
    fn family(&self, node: usize, family: &mut Vec<KindId>) {
        let mut add = |kind: KindId| {
            if !family.contains(&kind) {
                family.push(kind);
            }
        };
        for node in self.above(node) {
            add(self.nodes[node].kind);
        }
        for &child in &self.nodes[node].children {
            self.family(child, family);
        }
    }

    /// Refuses options that are not played, and warns of unknown ones.
    fn refuse(&self, notes: &mut Notes, line: &Line) -> Result<(), Diagnostic> {
        for given in &line.given {
            let key = &given.key[..];
            if REFUSED_OPTIONS.contains(&key) {
                let message = format!("the option `{key}` is not played");
                return Err(notes.error(line, given.column, message, "leave it out"));
            }
            if key == "physicstype" && !["GRID", "0"].contains(&&given.value.text[..]) {
                let help = "games on a grid are played: leave it out";
                return Err(notes.at(line, &given.value, "continuous physics is not played", help));
            }
            if !PLAYED_OPTIONS.contains(&key) && !IDLE_OPTIONS.contains(&key) {
                let known: Vec<&str> = PLAYED_OPTIONS
                    .iter()
                    .chain(&IDLE_OPTIONS)
                    .copied()
                    .collect();
                let near = suggestion(key, &known);
                let help = match near.starts_with("did you") {
                    true => near,
                    false => "the option is passed over".to_owned(),
                };
                notes.warn(line, given.column, format!("unknown option `{key}`"), help);
            }
        }
        Ok(())
    }

    fn class<'a>(
        &self,
        notes: &Notes,
        line: &'a Line,
        name: ClassName,
        option: &impl Fn(&str) -> Option<(&'a Line, &'a Given)>,
        limit: i32,
        value: i32,
    ) -> Result<Class, Diagnostic> {
        let kinds = |key: &str| -> Result<Option<Vec<KindId>>, Diagnostic> {
            let Some((line, given)) = option(key) else {
                return Ok(None);
            };
            let known = |name: &str| {
                let found = self.names.iter().position(|known| known == name);
                found.ok_or_else(|| {
                    let mut word = given.value.clone();
                    name.clone_into(&mut word.text);
                    notes.unknown(line, &word, "sprite", self.names.iter().map(String::as_str))
                })
            };
            given
                .value
                .text
                .split(',')
                .map(known)
                .collect::<Result<_, _>>()
                .map(Some)
        };
        let one = |key: &str| Ok::<_, Diagnostic>(kinds(key)?.and_then(|all| all.first().copied()));
        let needs = |key: &str, what: &str| {
            let message = format!("{what} is missing");
            notes.error(line, 1, message, format!("say it with `{key}=NAME`"))
        };
        Ok(match name {
            ClassName::Immovable => Class::Immovable,
            ClassName::Portal => Class::Portal {
                exit: one("stype")?,
            },
            ClassName::Passive | ClassName::Missile => Class::Drifting,
            ClassName::Resource => Class::Resource { value },
            ClassName::Flicker { .. } => Class::Flicker { limit },
            ClassName::Chaser => Class::Chaser {
                target: one("stype")?.ok_or_else(|| needs("stype", "whom it is after"))?,
                walls: Vec::new(),
            },
            ClassName::Moving => walker(false),
            ClassName::Oriented => walker(true),
            ClassName::Shooter => {
                let shots = kinds("stype")?.ok_or_else(|| needs("stype", "what it shoots"))?;
                let ammo = kinds("ammo")?.unwrap_or_default();
                let weapon = |(n, shot)| (shot, ammo.get(n).copied());
                Class::Shooter {
                    weapons: shots.into_iter().enumerate().map(weapon).collect(),
                }
            }
            ClassName::Projectile => Class::Projectile,
            ClassName::Turner => Class::Turner {
                trail: one("spawnBehind")?.unwrap_or(WALL),
            },
        })
    }
}

fn walker(faces_its_way: bool) -> Class {
    Class::Walker { faces_its_way }
}

/// A class as the seed spells it.
const SEED_SPELLING: &str = "LookupChasear";

/// What a word stands for as a class.
fn class_name(notes: &mut Notes, line: &Line, word: usize) -> Result<ClassName, Diagnostic> {
    let word = &line.after[word];
    let played = PLAYED.iter().find(|(name, _)| *name == word.text);
    if let Some((name, class)) = played {
        if *name == SEED_SPELLING {
            notes.warn(
                line,
                word.column,
                "`LookupChasear` is read as `LookupChaser`",
                "write so",
            );
        }
        return Ok(*class);
    }
    if let Some((name, why)) = REFUSED.iter().find(|(name, _)| *name == word.text) {
        return Err(notes.at(line, word, format!("`{name}` is not played"), *why));
    }
    let names = PLAYED
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| *name != SEED_SPELLING);
    Err(notes.unknown(line, word, "class", names))
}

/// What needs to know all rules: which kinds throw a chaser back, and that whatever can
/// come is something.
pub(super) fn finish(notes: &mut Notes, source: &mut Source) -> Result<(), Diagnostic> {
    let game = &mut source.game;
    for kind in 0..game.kinds.len() {
        let throws_back = |effect: &usize| {
            let mut acts = game.effects[*effect].acts.iter();
            acts.any(|act| matches!(act, Act::PutBack | Act::PutToEdge | Act::PutAllBack(_)))
        };
        let concerns = |first: KindId| game.kinds[first].family.contains(&kind);
        let pairs = game.pairs.iter();
        let closed =
            pairs.filter(|pair| concerns(pair.first) && pair.effects.iter().any(throws_back));
        let closed: Vec<KindId> = closed.map(|pair| pair.second).collect();
        if let Some(Class::Chaser { walls, .. }) = &mut game.kinds[kind].class {
            *walls = closed;
        }
    }
    let mut made: Vec<KindId> = source.letters.values().flatten().copied().collect();
    made.extend(game.acts().filter_map(|act| match act {
        Act::BecomeAll(_, form) => Some(form.kind),
        act => comes(act),
    }));
    for kind in &game.kinds {
        match &kind.class {
            Some(Class::Shooter { weapons }) => made.extend(weapons.iter().map(|(shot, _)| *shot)),
            Some(Class::Turner { trail }) => made.push(*trail),
            _ => {}
        }
    }
    for kind in made {
        if game.kinds[kind].class.is_none() {
            let message = format!("`{}` has no class", game.kinds[kind].name);
            let line = source.kind_lines[kind].unwrap_or(1);
            return Err(notes.error_at(line, message, "give it one, such as `> Immovable`"));
        }
    }
    Ok(())
}
