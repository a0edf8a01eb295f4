//! Where other people's games are.

use std::path::PathBuf;

/// A file among them; `None`, and a word about it, where they are missing.
pub fn find(file: &str) -> Option<PathBuf> {
    let levels = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../../shared/levels"
            ))
        },
        PathBuf::from,
    );
    let path = levels.join("puzzlescript").join(file);
    if !path.exists() {
        println!("{} is missing, so it is not tested", path.display());
        return None;
    }
    Some(path)
}

/// A JSON file among them.
pub fn json(file: &str) -> Option<serde_json::Value> {
    let text = std::fs::read_to_string(find(file)?).expect("the file can be read");
    Some(serde_json::from_str(&text).expect("the file is JSON"))
}
