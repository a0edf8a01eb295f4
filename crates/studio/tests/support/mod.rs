//! What drives Chromium: the scripts in `web/tests/browser`, and where their pictures go.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("a folder in crates")
}

/// Where screenshots go.
pub fn pictures() -> PathBuf {
    root().join("target/browser-test/pictures")
}

/// A script, ready for its own arguments.
pub fn script(name: &str) -> Command {
    let playwright = root().join("target/browser-test/node_modules/playwright-core/index.mjs");
    assert!(
        playwright.is_file(),
        "playwright-core is not installed: run scripts/setup"
    );
    let scripts = root().join("crates/studio/web/tests/browser");
    let mut node = Command::new("node");
    node.arg(scripts.join(name)).arg(playwright);
    node
}
