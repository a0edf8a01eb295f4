//! The closed set that a search of the coarse game leaves behind: all states no better
//! than those it kept, all that are late, and the dead.

use playproof_certify::{ClosedSet, Column};
use playproof_kernel::Dom;
use playproof_model::{Subject, Val};

use super::actions::{JUMP_TIME, STEP_TIME};
use super::path::Terrain;
use super::search::{Kept, Search, has};
use super::wanted::Counter;

/// A row of the set: a place, the most time left, and what was got; nothing if that may
/// be anything.
type Row<'s> = (usize, Val, Option<&'s [u64]>);

/// The closed set of a search that found nothing.
pub(super) fn closed_set(subject: &Subject, terrain: &Terrain, search: &Search) -> ClosedSet {
    let kept = search.kept();
    let kept = kept.map(|Kept { place, left, got }| (place, left, Some(got)));
    let late = search.late().map(|(place, left)| (place, left, None));
    let rows: Vec<Row> = kept.chain(late).collect();
    let mut set = ClosedSet::default();
    let (mut flat, mut ranges) = (1, Vec::new());
    if let Some(limit) = search.settings.time {
        let lefts = rows
            .iter()
            .map(|(_, left, _)| (0, (*left).min(limit as Val)));
        ranges.push((flat, lefts.collect()));
        // What there is time for changes at these.
        let times = [STEP_TIME, JUMP_TIME].map(|time| time as Val);
        set.cuts.push((flat, times.to_vec()));
        flat += 1;
    }
    let n_enemies = terrain.enemies.len();
    for enemy in 0..n_enemies {
        let least = |got: &Option<&[u64]>| got.is_some_and(|got| !has(got, enemy));
        let range = |row: &Row| (Val::from(least(&row.2)), 1);
        // What the time does not decide is left to whoever is on the way.
        set.cuts.push((flat, vec![1]));
        ranges.push((flat, rows.iter().map(range).collect()));
        flat += 1;
    }
    // The one that is nobody is never alive.
    flat += u32::from(n_enemies > 0);
    let n_blocks = terrain.blocks.len();
    for block in 0..n_blocks {
        let range = |got: &[u64]| {
            let is_whole = Val::from(!search.is_broken(got, block));
            (is_whole, is_whole)
        };
        set.cuts.push((flat, vec![1]));
        let own = rows.iter().map(|row| row.2.map_or((0, 1), range));
        ranges.push((flat, own.collect()));
        flat += 1;
    }
    // The one that is nobody is never whole.
    flat += u32::from(n_blocks > 0);
    let counters = search.wanted.counters.iter();
    let domains = subject.machine().domains();
    for counter in counters {
        let cap = domains[flat as usize].1;
        let most = |got: &[u64]| match *counter {
            Counter::Coin(coin) => usize::from(has(got, n_enemies + coin)),
            Counter::Coins => search.counts(got).0,
            Counter::Kills => search.counts(got).1,
        };
        let range = |row: &Row| (0, row.2.map_or(cap, |got| cap.min(most(got) as Val)));
        ranges.push((flat, rows.iter().map(range).collect()));
        flat += 1;
    }
    for (flat, own) in ranges {
        set.free.push(flat);
        set.columns.push(Column::Ranges(alike(own)));
    }
    // Free variables are at their least value, and so is nobody.
    let mut point = vec![0; subject.signature().n_flat()];
    for (place, ..) in &rows {
        point[0] = *place as Val;
        subject.layout().pack(&point, &mut set.points);
    }
    let dead = Dom::Range(terrain.first_below() as Val, terrain.n_places() as Val - 1);
    set.patterns.push(vec![(0, dead)]);
    set
}

/// One range for all where all are the same.
fn alike(mut ranges: Vec<(Val, Val)>) -> Vec<(Val, Val)> {
    if ranges.windows(2).all(|pair| pair[0] == pair[1]) {
        ranges.truncate(1);
    }
    ranges
}
