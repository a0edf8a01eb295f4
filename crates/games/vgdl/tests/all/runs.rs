//! Runs worked out by hand from the order of the Java engine's tick.

use playproof_vgdl::plain::Status;

use crate::tools::{game, level, places, play};

const SOKOBAN: &str = "
BasicGame
    SpriteSet
        hole > Immovable
        box > Passive
        avatar > MovingAvatar
    InteractionSet
        avatar wall hole > stepBack
        box avatar > bounceForward
        box wall box > undoAll
        box hole > killBoth
    TerminationSet
        SpriteCounter stype=box limit=0 win=True
    LevelMapping
        H > hole
        B > box
";

#[test]
fn a_box_is_pushed_into_a_hole() {
    let game = game(SOKOBAN);
    let level = level(&game, "wwwwww wA.BHw wwwwww");
    let state = play(&level, "r");
    assert_eq!(places(&level, &state, "avatar"), [(2.0, 1.0)]);
    let state = play(&level, "rr");
    assert_eq!(places(&level, &state, "avatar"), [(3.0, 1.0)]);
    assert!(places(&level, &state, "box").is_empty());
    assert!(places(&level, &state, "hole").is_empty());
    assert_eq!(state.status, Status::Won);
}

#[test]
fn two_boxes_are_not_pushed() {
    let game = game(SOKOBAN);
    let level = level(&game, "wwwwwww wABB.Hw wwwwwww");
    let state = play(&level, "r");
    assert_eq!(places(&level, &state, "avatar"), [(1.0, 1.0)]);
    assert_eq!(places(&level, &state, "box"), [(2.0, 1.0), (3.0, 1.0)]);
}

/// A missile stays in its first tick, then goes 10 pixels of 20 a tick. Its place is
/// in cells.
#[test]
fn a_slow_missile_rests_in_its_first_tick() {
    let game = game(
        "
BasicGame square_size=20
    SpriteSet
        shot > Missile orientation=RIGHT speed=0.5
        slow > Missile orientation=RIGHT speed=0.5 cooldown=3
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
    TerminationSet
        SpriteCounter stype=avatar
    LevelMapping
        m > shot
        s > slow
",
    );
    let level = level(&game, "A...... m...... s......");
    for (ticks, shot, slow) in [
        (1, 0.0, 0.0),
        (2, 0.5, 0.0),
        (3, 1.0, 0.5),
        (5, 2.0, 0.5),
        (6, 2.5, 1.0),
    ] {
        let state = play(&level, &".".repeat(ticks));
        assert_eq!(places(&level, &state, "shot"), [(shot, 1.0)], "{ticks}");
        assert_eq!(places(&level, &state, "slow"), [(slow, 2.0)], "{ticks}");
    }
}

/// An oriented avatar turns first; a shot is made beside it and rests in its first tick,
/// which is the tick it is made in.
#[test]
fn a_shooter_turns_shoots_and_needs_ammunition() {
    let game = game(
        "
BasicGame square_size=10
    SpriteSet
        ammo > Resource limit=2
        shot > Missile speed=1
        avatar > ShootAvatar stype=shot ammo=ammo
    InteractionSet
        ammo avatar > collectResource
        shot EOS > killSprite
    TerminationSet
        SpriteCounter stype=avatar
    LevelMapping
        a > ammo
",
    );
    let level = level(&game, "..... .Aa.. ..... ..... .....");
    // Without ammunition nothing is shot.
    assert!(places(&level, &play(&level, "x"), "shot").is_empty());
    // It faces right at first, so it goes at once; then it turns down, and shoots.
    let state = play(&level, "rd");
    assert_eq!(places(&level, &state, "avatar"), [(2.0, 1.0)]);
    assert!(places(&level, &state, "ammo").is_empty());
    let state = play(&level, "rdx");
    assert_eq!(places(&level, &state, "shot"), [(2.0, 2.0)]);
    let state = play(&level, "rdxx");
    assert_eq!(places(&level, &state, "shot"), [(2.0, 3.0)]);
    // It leaves the screen and is killed in the same tick.
    assert!(places(&level, &play(&level, "rdx..."), "shot").is_empty());
}

/// A killed avatar is disabled: it stays in its list, is counted no more, and does nothing.
#[test]
fn a_killed_avatar_is_disabled() {
    let game = game(
        "
BasicGame
    SpriteSet
        fire > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar fire > killSprite
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        f > fire
",
    );
    let level = level(&game, ".Af");
    let state = play(&level, "r");
    assert_eq!(state.status, Status::Lost);
    assert_eq!(state.sprites[1].len(), 1);
    assert!(state.sprites[1][0].is_disabled);
}

/// A leaf's family holds what it belongs to: a sprite of the wide kind itself meets the rules
/// of every part. One that steps back from both has no way to go.
#[test]
fn a_sprite_of_a_wide_kind_meets_the_rules_of_its_parts() {
    let game = game(
        "
BasicGame
    SpriteSet
        black > Immovable
        white > Immovable
        avatar > MovingAvatar
            inBlack >
            inWhite >
    InteractionSet
        inBlack white > stepBack
        inWhite black > stepBack
        avatar black > transformTo stype=inBlack
    TerminationSet
        SpriteCounter stype=avatar
    LevelMapping
        . > black
        + > white
        B > avatar black
",
    );
    let level = level(&game, "B.+");
    let state = play(&level, ".");
    assert_eq!(places(&level, &state, "inBlack"), [(0.0, 0.0)]);
    assert_eq!(places(&level, &play(&level, ".r"), "inBlack"), [(1.0, 0.0)]);
    assert_eq!(
        places(&level, &play(&level, ".rr"), "inBlack"),
        [(1.0, 0.0)]
    );
}

/// `killIfHasLess` is `<=`, `killIfHasMore` and `killIfOtherHasMore` are `>=`, and what does
/// not fit into a pocket is left.
#[test]
fn resources_have_limits() {
    let game = game(
        "
BasicGame
    SpriteSet
        key > Resource limit=1 value=3
        door > Immovable
        avatar > MovingAvatar
    InteractionSet
        key avatar > collectResource
        door avatar > killIfOtherHasMore resource=key limit=1 subtract=True
        avatar door > stepBack
    TerminationSet
        SpriteCounter stype=door
    LevelMapping
        k > key
        d > door
",
    );
    let level = level(&game, "dAkkd");
    // The pocket is full with one, so the second key is left.
    assert_eq!(places(&level, &play(&level, "rr"), "key"), [(3.0, 0.0)]);
    assert_eq!(places(&level, &play(&level, "l"), "avatar"), [(1.0, 0.0)]);
    // A door that is killed still stands in the way in this tick.
    let state = play(&level, "rl");
    assert_eq!(places(&level, &state, "key"), [(3.0, 0.0)]);
    let state = play(&level, "rll");
    assert_eq!(places(&level, &state, "door"), [(4.0, 0.0)]);
    assert_eq!(places(&level, &state, "avatar"), [(1.0, 0.0)]);
    let state = play(&level, "rlll");
    assert_eq!(places(&level, &state, "avatar"), [(0.0, 0.0)]);
}

/// An effect that is set for later happens that many ticks after, and a rule about the edge
/// is applied as often as its sprite has such rules.
#[test]
fn timers_go_off() {
    let game = game(
        "
BasicGame
    SpriteSet
        button > Immovable
        gate > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar gate > stepBack
        avatar button > addTimer timer=3 ftype=killAll stype=gate
    TerminationSet
        SpriteCounter stype=avatar
    LevelMapping
        b > button
        g > gate
",
    );
    let level = level(&game, ".Ab.g");
    assert_eq!(places(&level, &play(&level, "rr."), "gate").len(), 1);
    assert!(places(&level, &play(&level, "rr.."), "gate").is_empty());
}

#[test]
fn portals_and_edges() {
    let game = game(
        "
BasicGame
    SpriteSet
        entry > Portal stype=exit
        exit > Immovable
        cart > Missile orientation=LEFT
        avatar > MovingAvatar
    InteractionSet
        avatar entry > teleportToExit
        avatar EOS > stepBack
        cart EOS > wrapAround
    TerminationSet
        SpriteCounter stype=exit
    LevelMapping
        e > entry
        x > exit
        c > cart
",
    );
    let level = level(&game, "Ae.x .c..");
    assert_eq!(places(&level, &play(&level, "r"), "avatar"), [(3.0, 0.0)]);
    assert_eq!(places(&level, &play(&level, "u"), "avatar"), [(0.0, 0.0)]);
    assert_eq!(places(&level, &play(&level, ".."), "cart"), [(0.0, 1.0)]);
    assert_eq!(places(&level, &play(&level, "..."), "cart"), [(3.0, 1.0)]);
}

/// A chaser goes a shortest way round what throws it back, ties in the order left, right, up,
/// down.
#[test]
fn a_chaser_takes_the_first_shortest_way() {
    let game = game(
        "
BasicGame
    SpriteSet
        goal > Immovable
        chaser > LookupChaser stype=goal
        avatar > MovingAvatar
    InteractionSet
        chaser wall avatar > stepBack
        goal chaser > killSprite
    TerminationSet
        SpriteCounter stype=goal
    LevelMapping
        g > goal
        c > chaser
",
    );
    let there = level(&game, "c.. .w. .Ag");
    assert_eq!(places(&there, &play(&there, "."), "chaser"), [(1.0, 0.0)]);
    let open = level(&game, "c... .... ..g. ...A");
    assert_eq!(places(&open, &play(&open, "."), "chaser"), [(1.0, 0.0)]);
    assert_eq!(places(&open, &play(&open, ".."), "chaser"), [(2.0, 0.0)]);
    let shut = level(&game, "cw. ww. .Ag");
    assert_eq!(places(&shut, &play(&shut, "."), "chaser"), [(0.0, 0.0)]);
}
