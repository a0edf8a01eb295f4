//! Jumps in the open under a profile: how high they rise and how long they last.

use playproof_model::Val;

use crate::profile::Profile;

/// A jump from flat ground with nothing in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    /// The ticks in which the button is pressed.
    pub held: Val,
    /// How far it rises.
    pub height: Val,
    /// The ticks up to where the ground is met again.
    pub ticks: Val,
}

/// The jumps of a profile, from the shortest press of the button to the longest that makes
/// a difference.
pub fn arcs(profile: &Profile) -> Vec<Arc> {
    let longest = profile.ticks().max(0) + 1;
    (1..=longest).map(|held| arc(profile, held)).collect()
}

fn arc(profile: &Profile, held: Val) -> Arc {
    // With `k` ticks left one rises by `rises[k]`; after the first tick `first` are left.
    let risen = (1..held).map(|tick| {
        let left = profile.first() - (tick - 1);
        profile.rises[left.max(0) as usize]
    });
    let up: Vec<Val> = std::iter::once(profile.takeoff).chain(risen).collect();
    let (mut y, mut ticks) = (-up.iter().sum::<Val>(), held);
    let mut height = -y;
    let mut way = -up.last().expect("a first tick");
    // Whoever falls below where the jump began has met the ground there.
    while y < 0 {
        way = profile.falls[(way - profile.vertical.0) as usize];
        y += way;
        height = height.max(-y);
        ticks += 1;
    }
    Arc {
        held,
        height,
        ticks,
    }
}

/// The greatest speed at which whoever does nothing goes on for ever, by rounding; 0 if
/// everybody comes to rest.
pub fn glide(profile: &Profile) -> Val {
    let after = |vx: Val| {
        let way = profile.advance[2][(vx + profile.fastest) as usize];
        profile.slowed[(way + profile.furthest) as usize]
    };
    let speeds = (0..=profile.fastest).rev();
    speeds.into_iter().find(|&vx| after(vx) == vx).unwrap_or(0)
}

/// How many ticks it takes from a stand to the top speed of a gait to the right.
pub fn ticks_to_top(profile: &Profile, gait: usize) -> Val {
    let (mut vx, mut ticks) = (0, 0);
    loop {
        let way = profile.advance[gait][(vx + profile.fastest) as usize];
        let next = profile.slowed[(way + profile.furthest) as usize];
        if next == vx {
            return ticks;
        }
        (vx, ticks) = (next, ticks + 1);
    }
}
