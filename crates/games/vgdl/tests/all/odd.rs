//! What `lint` says of games.

use std::ops::ControlFlow;

use playproof::Playproof;

fn lint(name: &str, text: &str) -> Vec<String> {
    let go_on = &mut || ControlFlow::Continue(());
    let found = Playproof::default().lint(name, text.as_bytes(), None, 20_000, go_on);
    found.unwrap().iter().map(ToString::to_string).collect()
}

fn shipped(name: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/vgdl");
    let text = std::fs::read_to_string(format!("{path}/{name}.vgdl")).expect("it is shipped");
    lint(name, &text)
}

#[test]
fn the_printed_race_is_won_by_the_opponent() {
    let found = shipped("race-as-printed").join("\n");
    let wanted = "race-as-printed:12:9: level 1 is won after 1 ticks without a key, \
                  since `opponent` brings it about (line 16)";
    assert!(found.contains(wanted), "{found}");
    let corrected = shipped("race").join("\n");
    assert!(!corrected.contains("without a key"), "{corrected}");
}

#[test]
fn what_never_happens() {
    let found = lint(
        "game",
        "
BasicGame
    SpriteSet
        ghost > Immovable
        gem > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        gem avatar > killSprite
        ghost avatar > killSprite
    TerminationSet
        SpriteCounter stype=gem win=True
        SpriteCounter stype=avatar win=False
    LevelMapping
        g > gem
LevelSet
Level
|wwwww|
|wA.gw|
|wwwww|
"
        .replace(".gw", " gw")
        .as_str(),
    );
    assert_eq!(
        found,
        [
            "game:4:9: there never is a `ghost` in these levels; put it into a level, or let a rule make it",
            "game:10:9: this rule never happens in these levels; its sprites never meet",
            "game:13:9: this ending never happens in these levels; no run gets there, or an earlier ending comes first",
        ]
    );
}
