//! Any file is read or refused, and what was read can be prepared or refused,
//! without a panic. The first byte chooses the file's name.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use playproof::Playproof;

const NAMES: [&str; 8] = [
    "level.txt", "level.xsb", "level.sok", "level.dungeon", "level.horn", "level.dot",
    "level.vgdl", "level.platform",
];

static PLAYPROOF: LazyLock<Playproof> = LazyLock::new(Playproof::default);

fuzz_target!(|bytes: &[u8]| {
    let [name, text @ ..] = bytes else { return };
    let name = NAMES[usize::from(*name) % NAMES.len()];
    let Ok(collection) = PLAYPROOF.read(name, text) else { return };
    for level in collection.levels.iter().take(3) {
        let Ok(prepared) = PLAYPROOF.prepare(level, None) else { continue };
        // The canonical text is read as the level that it was written from.
        let text = prepared.level().text();
        let again = PLAYPROOF.read(name, text.as_bytes());
        if let Ok(again) = again {
            for other in again.levels.iter().take(1) {
                assert_eq!(other.text(), text, "the canonical text is read as another level");
            }
        }
    }
});
