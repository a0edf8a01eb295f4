//! Dungeons as pictures: what can be read on them, and what changes.

use ::gif::{ColorOutput, DecodeOptions};

use crate::picture::test_runs::scene;
use crate::picture::{gif, html, svg, text};

/// Behind the first room a fall; the way back is long and locked.
const KEEP: &str = "dungeon: Keep\nstart: Hall\ngoal: \"<Vault>\"\nused-up: small\nitem: Lamp\n\
                    room Hall at 0,0: small\nroom Cellar at 1,0: Lamp\nroom Pit at 2,0\n\
                    room \"<Vault>\" at 0,2\n\
                    Hall - Cellar: small\nCellar > Pit\nPit - \"<Vault>\": Lamp\n";

const RULES: &str = "init: Key_A\ngoal: Door_B\nKey_A => Door_A\nDoor_A & Key_A => Door_B\n";

#[test]
fn rooms_things_and_locks_have_their_names() {
    let picture = svg(&scene(KEEP, 1));
    let document = roxmltree::Document::parse(&picture).unwrap();
    let words: Vec<&str> = document
        .descendants()
        .filter(|node| node.is_element())
        .filter_map(|node| node.text())
        .collect();
    for word in ["Hall", "<Vault>", "start", "goal"] {
        assert!(words.contains(&word), "{word}: {words:?}");
    }
    // The lamp lies somewhere and opens something.
    assert_eq!(words.iter().filter(|word| **word == "Lamp").count(), 2);
    // One passage leads one way, and the gem of the lamp has corners too.
    assert_eq!(picture.matches("<polygon").count(), 2);
    // The steps stand at the rooms.
    assert!(["1", "2", "3"].iter().all(|step| words.contains(step)));
    assert!(picture.contains("4 rooms and 3 passages."), "{picture}");
}

#[test]
fn passages_that_no_cell_shows_are_told_in_characters() {
    let frames = text(&scene(KEEP, 1)).unwrap();
    let told = frames.split("far apart:\n").nth(1).unwrap();
    assert_eq!(told, "  Cellar > Pit\n  Pit - <Vault>: Lamp\n");
}

#[test]
fn facts_stand_in_layers() {
    let picture = svg(&scene(RULES, 1));
    assert!(picture.contains("3 facts and 2 rules."), "{picture}");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let height = |name: &str| -> f32 {
        let mut nodes = document
            .descendants()
            .filter(|node| node.text() == Some(name));
        nodes
            .next()
            .unwrap()
            .attribute("y")
            .unwrap()
            .parse()
            .unwrap()
    };
    assert!(height("Key_A") < height("Door_A") && height("Door_A") < height("Door_B"));
}

#[test]
fn on_a_page_parts_are_drawn_before_and_after() {
    let page = html(&scene(KEEP, 1), None);
    for outside in ["http:", "https:", "src=", "{{", "<Vault>"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let data = page.split("type=\"application/json\">").nth(1).unwrap();
    let data = data.split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["at"], serde_json::json!([0, 1, 2, 3]));
    // The lock is opened with the first step, and the lamp is taken.
    let changes = data["changes"].as_array().unwrap();
    assert_eq!(data["counts"].as_array().unwrap().len(), 3);
    for part in changes {
        let group = format!("<g data-part=\"{part}\"");
        assert!(page.contains(&group), "{group}");
    }
    assert!(changes.len() >= 3, "{changes:?}");
}

#[test]
fn a_gif_shows_what_changes() {
    let scene = scene(KEEP, 1);
    let bytes = gif(&scene, Some(100)).unwrap();
    assert_eq!(bytes, gif(&scene, Some(100)).unwrap());
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    let whole = (decoder.width(), decoder.height());
    let mut sizes = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        sizes.push((frame.width, frame.height));
    }
    assert_eq!((sizes.len(), sizes[0]), (4, whole));
    assert!(sizes[1..].iter().all(|size| *size != whole), "{sizes:?}");
}
