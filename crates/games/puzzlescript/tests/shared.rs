//! Other people's games, found through `PLAYPROOF_LEVELS` (default: `../shared/levels`
//! beside the project).

use std::path::PathBuf;

/// The text of a file among them, or the texts of all files of a folder, in order. None,
/// and a word about it, where they are missing.
pub fn texts(name: &str) -> Vec<String> {
    let beside = || {
        PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../../shared/levels"
        ))
    };
    let named = std::env::var_os("PLAYPROOF_LEVELS").map(PathBuf::from);
    let is_named = named.is_some();
    let path = named.unwrap_or_else(beside).join("puzzlescript").join(name);
    let mut paths = vec![path.clone()];
    if !path.exists() {
        assert!(!is_named, "PLAYPROOF_LEVELS has no {}", path.display());
        eprintln!("skipped: no games of other people at {}", path.display());
        return Vec::new();
    }
    if path.is_dir() {
        let entries = std::fs::read_dir(&path).expect("a folder");
        paths = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort_unstable();
    }
    let read = |path| std::fs::read_to_string(path).expect("a text");
    paths.into_iter().map(read).collect()
}
