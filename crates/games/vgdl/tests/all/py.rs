//! What py-vgdl plays otherwise than GVGAI, one difference at a time, and what is refused
//! as its game.

use playproof::{Level, Playproof, Property, Unlimited};

/// A game of these rules: `~` is a goal on the floor, `!` one on a trap and ice.
fn game(rules: &str, dialect: &str, rows: &str) -> String {
    let rules: String = rules
        .lines()
        .map(|rule| format!("        {}\n", rule.trim()))
        .collect();
    format!(
        "BasicGame
    SpriteSet
        floor > Immovable
        ice > Immovable
        trap > Immovable
        goal > Immovable
        avatar > MovingAvatar
    InteractionSet
{rules}    TerminationSet
        SpriteCounter stype=goal win=True
    LevelMapping
        ~ > floor goal
        ^ > trap
        ! > trap ice goal
        G > goal
LevelSet{dialect}
Level
{rows}
"
    )
}

const PY: &str = " dialect=py-vgdl";

fn level(text: &str) -> Result<Level, String> {
    let read = Playproof::default().read("game", text.as_bytes());
    read.map(|file| file.levels[0].clone())
        .map_err(|e| e.to_string())
}

/// The fewest moves of a win: `Ok(None)` if none wins; why it is not known.
fn fewest(text: &str) -> Result<Option<usize>, String> {
    let (playproof, level) = (Playproof::default(), level(text)?);
    let prepared = playproof.prepare(&level, None).map_err(|e| e.to_string())?;
    let proof = prepared
        .verify(&Property::Solvable, Some("explicit"), &mut Unlimited)
        .map_err(|e| e.to_string())?;
    match (proof.holds(), proof.violated()) {
        (true, _) => Ok(Some(proof.length.expect("a win is shown by a run") as usize)),
        (_, true) => Ok(None),
        _ => Err("unknown".to_owned()),
    }
}

/// The answers of GVGAI and of py-vgdl.
fn both(rules: &str, rows: &str) -> [Result<Option<usize>, String>; 2] {
    ["", PY].map(|dialect| fewest(&game(rules, dialect, rows)))
}

#[test]
fn each_rule_is_a_step_of_its_own() {
    // GVGAI brings the two rules about the floor together, before the goal's.
    let rules = "avatar EOS > stepBack
        avatar floor > nullEffect
        goal avatar > killSprite
        avatar floor > stepBack";
    assert_eq!(both(rules, "|A~|"), [Ok(None), Ok(Some(1))]);
}

#[test]
fn play_may_be_over_before_the_first_tick() {
    let rules = "goal avatar > killSprite";
    assert_eq!(both(rules, "|A |"), [Ok(Some(1)), Ok(Some(0))]);
}

#[test]
fn the_dead_are_not_put_back() {
    let rules = "avatar EOS > stepBack
        avatar trap > killSprite
        avatar ice > stepBack
        goal avatar > killSprite";
    assert_eq!(both(rules, "|A!|"), [Ok(None), Ok(Some(1))]);
}

#[test]
fn without_an_avatar_nothing_is_known() {
    let rules = "avatar EOS > stepBack
        avatar trap > killSprite
        goal avatar > killSprite";
    assert_eq!(both(rules, "|A^G|"), [Ok(None), Err("unknown".to_owned())]);
    assert_eq!(both(rules, "|^AG|"), [Ok(Some(1)), Ok(Some(1))]);
}

#[test]
fn the_maze_is_the_same_in_both() {
    let (rules, levels) = crate::fast::shipped("maze");
    for rows in levels {
        let rows: String = rows.iter().map(|row| format!("|{row}|\n")).collect();
        let text = |dialect| format!("{rules}\nLevelSet{dialect}\nLevel\n{rows}");
        let answer = fewest(&text(""));
        assert!(answer.is_ok());
        assert_eq!(answer, fewest(&text(PY)), "{rows}");
    }
}

#[test]
fn the_dialect_is_in_the_text_and_in_the_statement() {
    let text = |dialect| game("goal avatar > killSprite", dialect, "|AG|");
    let [java, py] = ["", PY].map(|dialect| level(&text(dialect)).unwrap());
    assert!(py.text().contains("\nLevelSet dialect=py-vgdl\n"));
    assert!(level(&py.text()).unwrap().same_level(&py));
    assert!(!java.same_level(&py));
    let playproof = Playproof::default();
    let source = |level| match playproof.game("vgdl").unwrap().model(level).unwrap() {
        playproof_model::Model::System(system) => system.source().to_owned(),
        _ => panic!("it is no system"),
    };
    assert!(source(&py).contains("is_py: true"));
    assert!(source(&java).contains("is_py: false"));
}

#[test]
fn what_differs_otherwise_is_refused() {
    for (rules, rows, told) in [
        (
            "goal avatar > bounceForward",
            "|AG|",
            "this effect is otherwise",
        ),
        (
            "goal avatar > transformTo stype=trap",
            "|AG|",
            "this effect is otherwise",
        ),
        ("avatar trap goal > stepBack", "|AG|", "one second sprite"),
        (
            "avatar trap > stepBack repeat=2",
            "|AG|",
            "one second sprite",
        ),
        (
            "avatar trap > stepBack repeat=0",
            "|AG|",
            "a rule that never happens",
        ),
        (
            "avatar trap > stepBack pixelPerfect=True",
            "|AG|",
            "`pixelPerfect`",
        ),
        ("avatar trap > undoAll notStype=goal", "|AG|", "`notStype`"),
        ("avatar EOS > killSprite", "|AG|", "beyond the edge"),
        (
            "avatar trap > stepBack\navatar EOS > stepBack",
            "|AG|",
            "before all others",
        ),
        ("avatar trap > stepBack", "|AG|\n|A|", "of one length"),
        ("avatar trap > stepBack", "|AGA|", "several avatars"),
    ] {
        let text = game(rules, PY, rows);
        let said = fewest(&text).unwrap_err();
        assert!(
            said.contains("not for py-vgdl") && said.contains(told),
            "{rules} {rows}: {said}"
        );
        assert!(said.contains("game:"), "{said}");
        // It is the dialect that refuses.
        let java = level(&game(rules, "", rows)).unwrap();
        let game = Playproof::default();
        assert!(game.game("vgdl").unwrap().model(&java).is_ok(), "{rules}");
    }
    for name in [
        "sokoban", "ice", "keys", "race", "switches", "fill", "oneway",
    ] {
        let (rules, levels) = crate::fast::shipped(name);
        let rows: String = levels[0].iter().map(|row| format!("|{row}|\n")).collect();
        let said = fewest(&format!("{rules}\nLevelSet{PY}\nLevel\n{rows}")).unwrap_err();
        assert!(said.contains("not for py-vgdl"), "{name}: {said}");
    }
    let both = game(
        "goal avatar > killSprite",
        " as=rules dialect=py-vgdl",
        "|AG|",
    );
    let said = fewest(&both).unwrap_err();
    assert!(said.contains("it is of the dialect py-vgdl"), "{said}");
}

#[test]
fn unknown_words_after_the_levels_are_refused() {
    let said = fewest(&game("goal avatar > killSprite", " as=rulez", "|AG|")).unwrap_err();
    assert!(
        said.contains("unknown word after LevelSet: `as=rulez`"),
        "{said}"
    );
}
