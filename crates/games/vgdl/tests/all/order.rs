//! States in which the order of making is forgotten against those in which it is kept, on random
//! walks.

use std::sync::Arc;

use playproof_vgdl::plain::{Doubt, Input, Interpreter, Sprite, State, Status};

use crate::tools::{game, level};

/// A state with the sprites of these kinds in the order of their places.
fn sorted(interpreter: &Interpreter, mut state: State) -> State {
    for (kind, sprites) in state.sprites.iter_mut().enumerate() {
        if interpreter.is_free[kind] {
            Arc::make_mut(sprites).sort_by(Sprite::order);
        }
    }
    state
}

const INPUTS: [Input; 6] = [
    Input::Up,
    Input::Down,
    Input::Left,
    Input::Right,
    Input::Use,
    Input::Wait,
];

/// Walks at random; returns how many ticks were compared.
fn walk(forgetful: &Interpreter, rng: &mut fastrand::Rng) -> usize {
    let mut exact = forgetful.clone();
    exact.is_free.fill(false);
    let (mut a, mut b) = (forgetful.begin().unwrap(), exact.begin().unwrap());
    for n in 0..60 {
        let input = INPUTS[rng.usize(0..INPUTS.len())];
        match (forgetful.tick(&a, input), exact.tick(&b, input)) {
            (Ok(next), Ok(other)) => (a, b) = (next, other),
            // Where the order decides, whoever has forgotten it does not know.
            (Err(Doubt::Order), _) => return n,
            (one, other) => assert_eq!(one.err(), other.err()),
        }
        assert_eq!(a, sorted(forgetful, b.clone()), "after {n} ticks");
        if a.status != Status::Open {
            return n + 1;
        }
    }
    60
}

#[test]
fn the_order_of_making_is_forgotten_only_where_it_decides_nothing() {
    let game = game(
        "
BasicGame square_size=10
    SpriteSet
        hole > Immovable
        paint > Immovable
        gem > Resource limit=3
        mud > Immovable
        shot > Missile
        rock > Passive
            box >
            ball >
        cart > Missile orientation=LEFT speed=0.5
        avatar > ShootAvatar stype=shot
    InteractionSet
        avatar wall > stepBack
        cart wall EOS > reverseDirection
        cart wall > stepBack
        shot EOS wall > killSprite
        cart shot > killBoth
        rock avatar > bounceForward
        rock wall box ball > undoAll
        rock hole > killBoth
        gem avatar > collectResource
        mud avatar > killSprite
        avatar hole > spawn stype=paint
        box mud > transformTo stype=ball killSecond=True
        paint rock > killSprite
        ball paint > transformTo stype=box
    TerminationSet
        SpriteCounter stype=rock limit=0 win=True
    LevelMapping
        h > hole
        g > gem
        m > mud
        b > box
        o > ball
        c > cart
        . >
",
    );
    let levels = [
        "wwwwwwww wA.b.h.w wb.o.m.w w.h.b..w wg...c.w wwwwwwww",
        "wwwwwww wobobAw wh.m.hw w.bob.w w..g..w w.c.c.w wwwwwww",
    ];
    let mut rng = fastrand::Rng::with_seed(3);
    let mut n_compared = 0;
    for rows in levels {
        let interpreter = level(&game, rows);
        let is_free = |name: &str| {
            let kinds = &game.game.kinds;
            interpreter.is_free[kinds.iter().position(|k| k.name == name).unwrap()]
        };
        assert!(is_free("box") && is_free("ball") && is_free("gem"));
        n_compared += (0..300)
            .map(|_| walk(&interpreter, &mut rng))
            .sum::<usize>();
    }
    assert!(n_compared > 10_000, "{n_compared}");
}
