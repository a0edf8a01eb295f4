//! Levels of other people.

use std::fs;
use std::time::Instant;

use playproof::{Playproof, Unlimited};

#[test]
fn classic_levels_can_be_won() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/levels/platform/super_mario_bros/Processed"
    );
    let playproof = Playproof::default();
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let read = playproof.read("level", &fs::read(&file).unwrap()).unwrap();
        let t = Instant::now();
        let prepared = playproof.prepare(&read.levels[0], None).unwrap();
        let p = t.elapsed();
        assert_eq!(prepared.game().name(), "platform");
        let solvable = Playproof::property("solvable").unwrap();
        let t = Instant::now();
        let proof = prepared.verify(&solvable, None, &mut Unlimited).unwrap();
        println!(
            "{} {:?} {:?} {} {:?}",
            file.display(),
            p,
            t.elapsed(),
            proof.holds(),
            proof.length
        );
    }
}
