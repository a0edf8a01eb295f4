//! What nobody ever gets, proved: it does not count.
//!
//! One proof may do for many: if no run reaches any of some conditions, each of them is out
//! of reach. A sweep at any speed shows which these are, and the kernel checks the proof.

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::{Formula, Property};

use super::Fate;
use super::prize::Prizes;
use crate::case::{Capped, Case, Playable};
use crate::engine::{Input, Precision};
use crate::reach::survey;

/// The most ranges of places, or states, for one question.
const MOST: u64 = 3_000_000;

pub(super) struct Bound<'c> {
    case: &'c Case,
    prizes: &'c Prizes<'c>,
}

impl<'c> Bound<'c> {
    pub fn new(case: &'c Case, prizes: &'c Prizes<'c>) -> Bound<'c> {
        Bound { case, prizes }
    }

    /// What nobody gets at any speed.
    pub fn at_any_speed(&self, fates: &mut [Fate], budget: &mut dyn Budget) -> Result<(), Stop> {
        if fates.is_empty() {
            return Ok(());
        }
        let swept = survey(&self.case.stage, Precision::AnySpeed, budget)?;
        let prizes = self.prizes;
        let is_free = |&number: &usize| {
            let mut places = swept.places.iter();
            places.all(|place| !prizes.may_be_taken(&prizes.all[number], place))
        };
        let free: Vec<usize> = (0..fates.len()).filter(is_free).collect();
        if !free.is_empty() && self.ask(&free, budget) == Playable::No {
            free.iter()
                .for_each(|&number| fates[number] = Fate::OutOfReach);
        }
        Ok(())
    }

    /// Whether anybody gets one, and a run that does.
    pub fn of(
        &self,
        number: usize,
        budget: &mut dyn Budget,
    ) -> Result<(Fate, Option<Vec<Input>>), Stop> {
        if let Some(stop) = budget.spend(&Progress::default()).break_value() {
            return Err(stop);
        }
        Ok(match self.ask(&[number], budget) {
            Playable::Yes(run) if self.prizes.is_taken_by(&run, number) => {
                (Fate::Reached, Some(run))
            }
            Playable::No => (Fate::OutOfReach, None),
            _ => (Fate::Open, None),
        })
    }

    /// Whether the condition of any of these can be reached.
    fn ask(&self, numbers: &[usize], budget: &mut dyn Budget) -> Playable {
        let conditions = numbers.iter().map(|&n| &self.prizes.all[n]);
        let conditions = conditions.map(|prize| self.prizes.condition(prize));
        let any = conditions
            .reduce(Formula::or)
            .unwrap_or(Formula::Const(false));
        let mut capped = Capped::new(budget, MOST);
        self.case.ask(&Property::Reach(any), &mut capped)
    }
}
