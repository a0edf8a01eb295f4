//! The page in Chromium: as static files below some path, and as the server serves it. The
//! scripts in `web/tests/browser` drive it; their screenshots are in target/browser-test/pictures.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playproof_studio::{Settings, Studio, export};

use crate::support::{driven, pictures, root, script};

mod support;

/// A collection of other people's levels, where there is one.
fn microban() -> PathBuf {
    let given = std::env::var_os("PLAYPROOF_LEVELS").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| root().join("../shared/levels"));
    let file = folder.join("sokoban/microban.xsb");
    if file.is_file() {
        return file;
    }
    println!("{} is not there: no stroke is timed", file.display());
    PathBuf::from("-")
}

#[test]
fn the_page_as_static_files() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    export(&site).unwrap();
    assert!(!site.join("study").exists(), "a study needs its server");
    driven(
        script("scenarios.mjs").args([&site, &pictures(), &microban()]),
        &mut |_| {},
    );
}

/// A server of the page, whose project is an empty folder.
struct Served {
    folder: tempfile::TempDir,
    url: String,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl Served {
    fn new() -> Served {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("levels");
        std::fs::create_dir(&project).unwrap();
        let studio = Studio::open(&Settings {
            folder: project,
            address: "127.0.0.1:0".parse().unwrap(),
            threads: 2,
        });
        let studio = studio.unwrap();
        let url = studio.url();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let run = move || studio.run(|| over.load(Ordering::Relaxed)).unwrap();
        Served {
            folder,
            url,
            is_over,
            thread: thread::spawn(run),
        }
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("levels")
    }

    fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
    }
}

#[test]
fn the_same_page_with_its_server() {
    let served = Served::new();
    driven(
        script("scenarios.mjs")
            .arg(&served.url)
            .args([pictures().join("served"), microban()]),
        &mut |_| {},
    );
    served.end();
}

#[test]
fn the_page_with_its_server() {
    let served = Served::new();
    // The page is to see what happens when the server ends.
    let mut see = |line: &str| {
        if line == "end the server" {
            served.is_over.store(true, Ordering::Relaxed);
        }
    };
    driven(
        script("server.mjs")
            .arg(&served.url)
            .args([&served.project(), &pictures()]),
        &mut see,
    );
    served.end();
}
