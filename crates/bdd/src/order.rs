//! The order in which diagrams decide the bits of a state.
//!
//! A diagram is small where bits that depend on each other are near each
//! other. Variables that stand alone come first, above all the place of the
//! player: below it there is one set of positions of all else for each place,
//! and these have much in common. (With the player of a pushing game in the middle of its
//! boxes it takes a hundred times as long, below them even longer.) Then come the
//! elements of arrays as they are numbered, which is row by row for cells. The
//! high digit of a number stands above the low ones.

use playproof_engines::Encoding;
use playproof_model::Machine;

/// The bits of a state from the top down, without those left out.
pub(crate) fn order(rules: &Machine, encoding: &Encoding, left_out: Option<usize>) -> Vec<u32> {
    let mut flat = Vec::new();
    let bases = rules.bases();
    let is_array = |v: &usize| rules.vars[*v].len.is_some();
    let scalars = (0..rules.vars.len()).filter(|v| !is_array(v));
    let arrays = (0..rules.vars.len()).filter(is_array);
    for v in scalars.chain(arrays) {
        let elements = bases[v]..bases[v] + rules.vars[v].n_flat();
        flat.extend(elements.filter(|&f| Some(f) != left_out));
    }
    let bits = flat.into_iter().flat_map(|f| encoding.bits(f).rev());
    bits.map(|bit| bit as u32).collect()
}
