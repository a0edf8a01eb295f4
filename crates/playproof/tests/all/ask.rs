//! What can be asked, as text.

use playproof::{Ask, PROPERTIES, Property};

#[test]
fn a_collection_is_asked_for_difficulty_only() {
    let ask: Ask = " difficulty  rising ".parse().unwrap();
    assert_eq!(ask.to_string(), "difficulty rising");
    assert_eq!(ask.property(), None);
    let ask: Ask = "solvable".parse().unwrap();
    assert_eq!(ask.property(), Some(&Property::Solvable));
    let column = |text: &str| text.parse::<Ask>().unwrap_err().column;
    assert_eq!(column(" difficulty  falling"), Some(14));
    assert_eq!(column("difficulty"), Some(11));
    assert_eq!(column("difficult rising"), Some(1));
}

#[test]
fn assumptions_go_with_formulas_only() {
    let fair = ["GF at(1, 1)".to_owned()];
    let (text, ask) = Ask::assuming(&fair, "F win");
    assert_eq!(text, "assume GF at(1, 1); F win");
    assert_eq!(ask.unwrap().to_string(), "assume G F at(1, 1); F win");
    let refused = |text| Ask::assuming(&fair, text).1.unwrap_err();
    for text in ["solvable", "never win", "difficulty rising"] {
        assert!(refused(text).message.contains("LTL formulas"), "{text}");
    }
    assert_eq!(refused("F (win").column, Some(27));
    assert!(Ask::assuming(&[], "solvable").1.is_ok());
}

#[test]
fn every_property_of_the_list_can_be_read() {
    for property in PROPERTIES {
        let mut text = property.name.to_owned();
        for (letter, meaning) in [
            ("N", "3"),
            ("K", "7"),
            ("M", "40"),
            ("P", "win"),
            ("Q", "win"),
        ] {
            text = text.replace(letter, meaning);
        }
        let read = text.parse::<Ask>();
        let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        if let Ask::Level(property) = read {
            assert!(property.question().is_ok(), "{text}");
        }
    }
}
