//! Levels of real size: nobody gets stuck, blocks that break, and maps that are very wide.

use std::ops::ControlFlow;
use std::path::Path;

use playproof::{Playproof, Proof, Unlimited};
use playproof_certify::{Budget, Progress, Stop};

use crate::classic::calm_levels;

fn ask(text: &str, property: &str, budget: &mut dyn Budget) -> Proof {
    let playproof = Playproof::default();
    let file = playproof.read("level", text.as_bytes()).unwrap();
    let level = &file.levels[0];
    let prepared = playproof.prepare(level, Some("platform")).unwrap();
    let property = Playproof::property(property).unwrap();
    prepared.verify(&property, None, budget).unwrap()
}

/// So many ranges or states, and no more.
struct AtMost(u64);

impl Budget for AtMost {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.states > self.0 {
            true => ControlFlow::Break(Stop::States),
            false => ControlFlow::Continue(()),
        }
    }
}

fn text(rows: &[Vec<char>]) -> String {
    let rows = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
    format!("platform\nlegend: vglc\nmap:\n{}", rows.collect::<String>())
}

/// Ground of 14 rows with pipes, steps and gaps through which one falls to death.
fn landscape(width: usize) -> Vec<Vec<char>> {
    let height = 14;
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 2].fill('X');
    rows[height - 1].fill('X');
    for x in (10..width - 10).step_by(12) {
        match (x / 12) % 3 {
            0 => rows.iter_mut().for_each(|row| row[x..x + 3].fill('-')),
            1 => rows[height - 5..]
                .iter_mut()
                .for_each(|row| row[x..x + 2].fill('X')),
            _ => rows[height - 6][x..x + 4].fill('X'),
        }
    }
    rows
}

#[test]
fn nobody_gets_stuck_in_levels_of_real_size() {
    let own = text(&landscape(200));
    assert!(ask(&own, "softlock-free", &mut Unlimited).holds());
    let classic = calm_levels();
    let first = classic.iter().find(|(name, _)| name == "mario-1-1");
    if let Some((_, rows)) = first {
        assert!(ask(&text(rows), "softlock-free", &mut Unlimited).holds());
    }
    assert!(classic.is_empty() || first.is_some());
}

#[test]
fn a_map_of_ten_thousand_columns_is_decided_or_unknown() {
    let wide = landscape(10_000);
    let proof = ask(&text(&wide), "solvable", &mut AtMost(3_000_000));
    assert!(proof.holds(), "{:?}", proof.verdict);
    let proof = ask(&text(&wide), "solvable", &mut AtMost(10_000));
    assert!(!proof.holds() && !proof.violated());
    let mut broken = wide;
    broken
        .iter_mut()
        .for_each(|row| row[9_000..9_030].fill('-'));
    let proof = ask(&text(&broken), "solvable", &mut AtMost(3_000_000));
    assert!(proof.violated(), "{:?}", proof.verdict);
}

/// Ground with hundreds of gaps, and at the end one that is too wide: many boxes of the proof
/// have one vertical state, and those in the air are cut at thousands of edges.
#[test]
fn a_long_way_to_a_gap_that_is_too_wide_is_proved() {
    let ground = format!("{}{}", "XXXXXXXX----".repeat(832), "-".repeat(16));
    let air = format!("{}\n", "-".repeat(ground.len() + 4));
    let text = format!(
        "platform\nlegend: vglc\nmap:\n{}{ground}XXXX\n",
        air.repeat(9)
    );
    let proof = ask(&text, "solvable", &mut AtMost(3_000_000));
    assert!(proof.violated(), "{:?}", proof.verdict);
}

/// Where the only way out is through blocks that break.
#[test]
fn the_level_with_bricks_is_won_by_breaking_one() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../levels/platform/bricks.platform");
    let text = std::fs::read_to_string(file).unwrap();
    let answer = |text: &str, property: &str| {
        let proof = ask(text, property, &mut Unlimited);
        assert!(proof.holds() || proof.violated(), "{property}");
        proof.holds()
    };
    assert!(answer(&text, "solvable"));
    assert!(answer(&text, "reach block[0] == 0"));
    let whole = text.replace("letter #: solid, breaks from below", "letter #: solid");
    assert!(!answer(&whole, "solvable"));
}
