//! A game that makes its levels while it runs and hands out only those that are
//! proved: random mazes, each tried under a budget.
//!
//! A maze is kept if it can be won, and not in a few steps. What the budget does
//! not suffice for is thrown away like what is wrong: there are more.
//!
//! Run it with `cargo run -p playproof --example verify_while_generating`.

use playproof::{Certificate, Error, Limits, Playproof, Trial};

const WIDTH: u64 = 12;
const HEIGHT: u64 = 8;

/// A level that is proved to be as it should be.
pub struct Kept {
    /// Its drawing.
    pub level: String,
    /// A certificate for each requirement.
    pub certificates: Vec<Certificate>,
}

/// Proposes levels until so many are kept; says how many were proposed.
pub fn run(seed: u64, n_wanted: usize) -> Result<(Vec<Kept>, usize), Error> {
    let playproof = Playproof::default();
    let requirements = [
        Playproof::property("solvable")?,
        Playproof::property("shortest >= 12")?,
    ];
    let mut random = Random(seed);
    let (mut kept, mut n_proposed) = (Vec::new(), 0);
    while kept.len() < n_wanted {
        n_proposed += 1;
        let level = proposal(&mut random);
        let file = playproof.read("proposal", level.as_bytes())?;
        let prepared = playproof.prepare(&file.levels[0], Some("maze"))?;
        let mut budget = Limits::states(20_000).and_bytes(16 << 20);
        let asked = requirements.iter().map(|property| (property, None));
        if let Trial::Kept(certificates) = prepared.try_out(asked, &mut budget)? {
            kept.push(Kept {
                level,
                certificates,
            });
        }
    }
    Ok((kept, n_proposed))
}

/// A drawing with walls here and there, an avatar and a goal.
fn proposal(random: &mut Random) -> String {
    let n_cells = WIDTH * HEIGHT;
    let avatar = random.below(n_cells);
    let goal = (avatar + 1 + random.below(n_cells - 1)) % n_cells;
    let mut drawing = String::new();
    for cell in 0..n_cells {
        drawing.push(match cell {
            _ if cell == avatar => 'A',
            _ if cell == goal => 'G',
            _ if random.below(5) < 2 => '#',
            _ => '0',
        });
        if cell % WIDTH == WIDTH - 1 {
            drawing.push('\n');
        }
    }
    drawing
}

/// Random enough for mazes: xorshift, from any seed but 0.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn main() -> Result<(), Error> {
    let (kept, n_proposed) = run(1, 3)?;
    for Kept {
        level,
        certificates,
    } in &kept
    {
        let properties = certificates.iter().map(|c| c.property.as_str());
        let properties: Vec<&str> = properties.collect();
        println!("{level}proved: {}\n", properties.join(", "));
    }
    println!("{} kept of {n_proposed} proposed", kept.len());
    Ok(())
}
