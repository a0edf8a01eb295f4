//! The fast interpreter against the plain one: the same successors of every state.

use std::collections::HashSet;
use std::sync::Arc;

use playproof_model::{Batch, Model, NativeFactory, Property, System};
use playproof_vgdl::source::{Source, draw};
use playproof_vgdl::{FastFactory, VgdlSystem};

use crate::tools::game;

/// The most states of a level that are compared.
const MOST: usize = 3000;

/// Compares the successors of all states, as far as there are not too many; `None` if the
/// level is not played fast, and otherwise how many states there were.
fn compared(source: &Source, rows: &[String], property: &str) -> Option<usize> {
    let (level, _) = draw(source, "level.txt", rows, 1).unwrap_or_else(|e| panic!("{e}"));
    let system = Arc::new(VgdlSystem::new(source.game.clone(), level).expect("it can be played"));
    let property: Property = property.parse().expect("it is a property");
    let factory = FastFactory::new(Arc::clone(&system));
    let model = Model::System(system as Arc<dyn System>);
    let subject = model.elaborate(&property).expect("it can be asked");
    let fast = factory.own_states(&subject)?;
    let layout = subject.layout();
    let (mut open, mut known) = (Vec::new(), HashSet::new());
    subject.initial(&mut |state| {
        let mut row = Vec::new();
        layout.pack(state, &mut row);
        open.push(row);
    });
    let mut out = Batch::default();
    while let Some(row) = open.pop() {
        if known.len() >= MOST || !known.insert(row.clone()) {
            continue;
        }
        out.clear();
        fast.expand(&row, &mut out);
        let found: Vec<(u32, Vec<u64>)> = { out.edge.iter() }
            .zip(out.rows.chunks(fast.words()))
            .map(|(edge, row)| (*edge, row.to_vec()))
            .collect();
        let mut state = Vec::new();
        layout.unpack(&row, &mut state);
        let mut expected = Vec::new();
        let mut play = subject.play();
        subject.successors_in(&mut play, &state, &mut |action, next| {
            let mut row = Vec::new();
            layout.pack(next, &mut row);
            expected.push((action.0, row));
        });
        assert_eq!(found, expected, "{rows:#?}\n{state:?}");
        assert_eq!(fast.doubt().is_some(), play.is_in_doubt);
        open.extend(expected.into_iter().map(|(_, row)| row));
    }
    Some(known.len())
}

/// The rules of a shipped game, and the rows of its levels.
pub fn shipped(name: &str) -> (String, Vec<Vec<String>>) {
    let path = format!(
        "{}/../../../levels/vgdl/{name}.vgdl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("it is shipped");
    let (rules, levels) = text.split_once("LevelSet").expect("it has levels");
    let rows = |level: &str| -> Vec<String> {
        let rows = level
            .lines()
            .filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
        rows.map(str::to_owned).collect()
    };
    let levels = levels
        .split("Level")
        .map(rows)
        .filter(|rows| !rows.is_empty());
    (rules.to_owned(), levels.collect())
}

#[test]
fn shipped_games_are_played_as_by_the_plain_interpreter() {
    for (name, is_fast) in [
        ("maze", true),
        ("sokoban", true),
        ("keys", true),
        ("fill", true),
        // Their sprites move by themselves, or rules reach further.
        ("switches", false),
        ("oneway", false),
        ("race", false),
        ("ice", false),
    ] {
        let (rules, levels) = shipped(name);
        let source = game(&rules);
        for property in ["solvable", "never at(2, 2)", "never moves >= 9"] {
            for rows in &levels {
                let n = compared(&source, rows, property);
                assert_eq!(n.is_some(), is_fast, "{name}");
            }
        }
    }
}

/// Rules about sprites that meet in every way that is played fast.
pub const MIXED: &str = "
BasicGame
    SpriteSet
        floor > Immovable
        goal > Immovable
        trap > Immovable
        coin > Resource limit=2
        gate > Immovable
        box > Passive
            wood >
            stone >
        ash > Passive
        avatar > MovingAvatar
            weak >
            strong >
    InteractionSet
        avatar wall EOS > stepBack
        wood avatar > bounceForward
        stone strong > bounceForward
        weak stone > stepBack
        box wall box gate EOS > undoAll
        coin avatar > collectResource
        gate avatar > killIfOtherHasMore resource=coin limit=2
        avatar gate > stepBack
        wood trap > killBoth
        stone trap > transformTo stype=ash killSecond=True
        weak ash > transformTo stype=strong killSecond=True
        avatar trap > killSprite
        goal avatar > killSprite
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        . > floor
        g > goal
        t > floor trap
        c > floor coin
        d > gate
        b > floor wood
        s > stone
        a > ash
        A > floor weak
        S > strong
";

#[test]
fn drawn_by_lot() {
    let mut rng = fastrand::Rng::with_seed(7);
    // With an ending that does not come when the player dies, play goes on.
    for rules in [
        MIXED.to_owned(),
        MIXED.replace(
            "SpriteCounter stype=avatar limit=0",
            "SpriteCounter stype=ash limit=-1",
        ),
    ] {
        let source = game(&rules);
        let mut n_states = 0;
        for _ in 0..40 {
            let rows = drawn(&mut rng);
            for property in ["solvable", "never on(box, floor)", "never count(wood) >= 2"] {
                n_states += compared(&source, &rows, property).expect("it is played fast");
            }
        }
        assert!(n_states > 1000, "{n_states}");
    }
}

/// The rows of a small level of these rules.
pub fn drawn(rng: &mut fastrand::Rng) -> Vec<String> {
    let (width, height) = (rng.usize(2..6), rng.usize(2..5));
    let mut letters: Vec<char> = (0..width * height)
        .map(|_| b"......wwbbstcdgaa"[rng.usize(0..17)] as char)
        .collect();
    letters[0] = if rng.bool() { 'A' } else { 'S' };
    rng.shuffle(&mut letters);
    let rows = letters.chunks(width).map(|row| row.iter().collect());
    rows.collect()
}
