//! What cannot be proposed is refused with what can.

use playproof_walked::generate::{Cast, Design, LifeRule, SeedLine, Size};

fn refused<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(_) => panic!("{text} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn sizes() {
    let read = |text: &str| text.parse::<Size>().unwrap().to_string();
    assert_eq!(read("24"), "24x24");
    assert_eq!(read("24x16"), "24x16");
    assert_eq!(read("1000X2"), "1000x2");
    for (text, message) in [
        (
            "0",
            "the width 0 is not allowed; a side has 2 to 1000 cells",
        ),
        (
            "1",
            "the width 1 is not allowed; a side has 2 to 1000 cells",
        ),
        (
            "5000",
            "the width 5000 is not allowed; a side has 2 to 1000 cells",
        ),
        (
            "24x1",
            "the height 1 is not allowed; a side has 2 to 1000 cells",
        ),
        (
            "24x99999999999999999999999",
            "the height 99999999999999999999999 is not allowed; a side has 2 to 1000 cells",
        ),
        (
            "large",
            "`large` is not a size; write width and height as in `24x16`, or `24` for a square",
        ),
    ] {
        assert_eq!(refused::<Size>(text), message);
    }
    for text in ["", "x", "24x", "-3", "+3", "24x24x24", "2.5", " 24"] {
        assert!(refused::<Size>(text).contains("is not a size"), "{text}");
    }
}

#[test]
fn life_like_rules() {
    for text in ["B3/S12345", "B3/S23", "B/S", "B012345678/S8"] {
        assert_eq!(text.parse::<LifeRule>().unwrap().to_string(), text);
    }
    assert_eq!("b3/s54321".parse(), Ok(LifeRule::MAZE));
    assert_eq!(
        refused::<LifeRule>("23/3"),
        "`23/3` is not a rule; write births and survivals as in `B3/S12345`"
    );
    assert_eq!(
        refused::<LifeRule>("B3/S129"),
        "column 7: `9` is not a number of neighbours; they are 0 to 8"
    );
    assert_eq!(
        refused::<LifeRule>("B3é/S1"),
        "column 3: `é` is not a number of neighbours; they are 0 to 8"
    );
}

#[test]
fn lines() {
    assert_eq!("0110".parse::<SeedLine>().unwrap().to_string(), "0110");
    assert_eq!(
        refused::<SeedLine>("01x0"),
        "column 3 of the line: `x` is not a cell; write 1 for a wall and 0 for floor"
    );
}

#[test]
fn designs() {
    let mut design = Design::new(Cast::ALONE, "8".parse().unwrap());
    design.line = Some("0110".parse().unwrap());
    assert_eq!(
        design.validate().unwrap_err().to_string(),
        "the line has 4 cells, but the level is 8 wide; it must have 8"
    );
    design.line = None;
    design.connect = 101;
    assert_eq!(
        design.validate().unwrap_err().to_string(),
        "101 % of the square cannot be connected; a percentage is 0 to 100"
    );
}
