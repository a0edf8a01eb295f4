//! From where a state can still be reached.

use playproof_engines::Outlook;

use playproof_certify::Unlimited;
use playproof_model::{AtomId, Batch, PackedModel, Val};

/// Paths between numbers; 9 is wished for.
struct Paths(&'static [(u64, u64)]);

impl PackedModel for Paths {
    fn words(&self) -> usize {
        1
    }

    fn initial(&self, out: &mut Batch) {
        out.rows.push(0);
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        for (src, row) in (0..).zip(rows) {
            for (_, to) in self.0.iter().filter(|(from, _)| from == row) {
                out.rows.push(*to);
                out.src.push(src);
                out.edge.push(0);
            }
        }
    }

    fn holds(&self, rows: &[u64], _: AtomId, _: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        out.extend(rows.iter().map(|&row| row == 9));
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        out.push(row[0] as Val);
    }
}

#[test]
fn hope_is_where_a_path_leads() {
    // A way through 1, a trap of 2 and 3, and 7 and 8 out of reach.
    let paths = Paths(&[(0, 1), (1, 0), (1, 9), (0, 2), (2, 3), (3, 2), (7, 8)]);
    let outlook = Outlook::new(&paths, AtomId(0), &mut Unlimited).unwrap();
    assert_eq!((outlook.n_states(), outlook.n_hopeless()), (5, 2));
    let hopes = [0, 1, 2, 3, 9, 7].map(|n| outlook.is_hopeful(&[n]));
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(hopes, [yes, yes, no, no, yes, None]);
}

#[test]
fn without_the_wish_there_is_no_hope() {
    let outlook = Outlook::new(&Paths(&[(0, 1)]), AtomId(0), &mut Unlimited).unwrap();
    assert_eq!((outlook.n_states(), outlook.n_hopeless()), (2, 2));
}
