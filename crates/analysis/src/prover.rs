//! The road for games that look for what is wrong with their own levels.

use playproof::{Error, Prepared, Proof, Winnable};
use playproof_certify::{Budget, Certificate};
use playproof_game::{Decision, Faults, Interrupted, Played, Prover};
use playproof_level::Level;
use playproof_model::{Answer, Property, Val};

use crate::effort::{Effort, LEAST, Purse};
use crate::fatal::Replaying;

/// The engine whose runs into a trap are shortest ones.
const SHORTEST: &str = "fixpoint";

/// Decides questions about levels of one game.
pub struct LevelProver<'a, 'b> {
    prepared: &'a Prepared<'a>,
    /// The answer that the level at hand can be lost, if that is known.
    known: Option<&'a Certificate>,
    effort: Effort,
    purse: Purse<'b>,
    proofs: Vec<Proof>,
    error: Option<Error>,
}

/// What a game itself finds wrong with a level.
pub trait FindingFaults {
    /// What the game says is wrong with the level, of which *solvable* or *unlosable* is
    /// violated; the certificate is that answer's. The proof belongs to the repair.
    fn faults(
        &self,
        violated: &Property,
        certificate: &Certificate,
        with_repairs: bool,
        budget: &mut dyn Budget,
    ) -> Result<Option<(Faults, Option<Proof>)>, Error>;

    /// Decides questions about levels of this game, as a game asks them.
    fn prover<'a, 'b>(
        &'a self,
        known: Option<&'a Certificate>,
        effort: Effort,
        budget: &'b mut dyn Budget,
    ) -> LevelProver<'a, 'b>;
}

impl FindingFaults for Prepared<'_> {
    fn faults(
        &self,
        violated: &Property,
        certificate: &Certificate,
        with_repairs: bool,
        budget: &mut dyn Budget,
    ) -> Result<Option<(Faults, Option<Proof>)>, Error> {
        let Some(finder) = self.game().fault_finder() else {
            return Ok(None);
        };
        let mut prover = self.prover(Some(certificate), Effort::default(), budget);
        let found = finder.look_into(self.level(), violated, with_repairs, &mut prover);
        let found = prover.or_error(found)?;
        Ok(found.map(|faults| {
            let proof = faults
                .repair
                .as_ref()
                .map(|(_, proof)| prover.proof(*proof));
            let proof = proof.cloned();
            (faults, proof)
        }))
    }

    fn prover<'a, 'b>(
        &'a self,
        known: Option<&'a Certificate>,
        effort: Effort,
        budget: &'b mut dyn Budget,
    ) -> LevelProver<'a, 'b> {
        LevelProver {
            prepared: self,
            known,
            effort,
            purse: Purse::new(budget, effort),
            proofs: Vec::new(),
            error: None,
        }
    }
}

impl LevelProver<'_, '_> {
    /// The proof with this number.
    ///
    /// # Panics
    /// If there is none.
    pub fn proof(&self, number: usize) -> &Proof {
        &self.proofs[number]
    }

    /// What came of asking, or the error that interrupted it.
    pub fn or_error<T>(&mut self, asked: Result<T, Interrupted>) -> Result<T, Error> {
        asked.map_err(|Interrupted| self.error.take().expect("an error interrupts"))
    }

    fn keep<T>(&mut self, result: Result<T, Error>) -> Result<T, Interrupted> {
        result.map_err(|error| {
            self.error = Some(error);
            Interrupted
        })
    }

    fn decision(&mut self, proof: Proof) -> Decision {
        let decision = Decision {
            answer: proof.answer(),
            moves: proof.solution.clone().unwrap_or_default(),
            length: proof.length,
            proof: self.proofs.len(),
        };
        self.proofs.push(proof);
        decision
    }

    /// A shortest play that loses, or else the known one.
    fn losing(&mut self) -> Result<Option<(Played, bool)>, Error> {
        let prepared = self.prepared;
        let known = self.known.and_then(|known| prepared.run_of(known));
        let shortest = match prepared.decide(&Property::Unlosable, Some(SHORTEST), &mut self.purse)
        {
            Ok(proof) => proof.certificate,
            // There may be other engines than the built-in ones.
            Err(Error::Unsupported { .. } | Error::Unknown { .. }) => None,
            Err(error) => return Err(error),
        };
        let shortest = shortest.filter(|found| found.answer == Answer::Violated);
        let shortest = shortest.and_then(|found| prepared.run_of(&found));
        let is_shortest = shortest.is_some();
        let run = shortest.or(known);
        Ok(run.map(|run| {
            let played = Played {
                states: run.states,
                actions: run.actions,
            };
            (played, is_shortest)
        }))
    }

    fn won(&mut self, level: &Level, moves: &[String]) -> Result<Option<Proof>, Error> {
        let Ok(prepared) = self.prepared.same_game(level) else {
            return Ok(None);
        };
        match prepared.follow(moves)? {
            Ok(run) => prepared.won_by(&run, &mut self.purse),
            Err(_) => Ok(None),
        }
    }

    fn lost(&mut self, level: &Level, moves: &[String]) -> Result<bool, Error> {
        let Ok(prepared) = self.prepared.same_game(level) else {
            return Ok(false);
        };
        let Ok(run) = prepared.follow(moves)? else {
            return Ok(false);
        };
        let Some(end) = run.states.last() else {
            return Ok(false);
        };
        self.purse.pay(LEAST / 4);
        let fate = prepared.soon_winnable_from(end.clone(), &mut self.purse);
        Ok(fate == Some(Winnable::NoLonger))
    }
}

impl Prover for LevelProver<'_, '_> {
    fn start_over(&mut self) {
        self.purse.fill(self.effort);
    }

    fn keep_a_part(&mut self, n_parts: u64) {
        self.purse.keep_at_most(self.effort.in_all / n_parts);
    }

    fn pay(&mut self, n_states: u64) {
        self.purse.pay(n_states);
    }

    fn is_exhausted(&self) -> bool {
        self.purse.is_empty()
    }

    fn decide(
        &mut self,
        level: &Level,
        property: &Property,
    ) -> Result<Option<Decision>, Interrupted> {
        let Ok(prepared) = self.prepared.same_game(level) else {
            return Ok(None);
        };
        let asked = self.purse.asked(&prepared, property);
        let proof = self.keep(asked)?;
        Ok(Some(self.decision(proof)))
    }

    fn won_by(&mut self, level: &Level, moves: &[String]) -> Result<Option<Decision>, Interrupted> {
        let won = self.won(level, moves);
        let proof = self.keep(won)?;
        Ok(proof.map(|proof| self.decision(proof)))
    }

    fn lost_by(&mut self, level: &Level, moves: &[String]) -> Result<bool, Interrupted> {
        let lost = self.lost(level, moves);
        self.keep(lost)
    }

    fn losing_play(&mut self) -> Result<Option<(Played, bool)>, Interrupted> {
        let losing = self.losing();
        self.keep(losing)
    }

    fn reached(&mut self, from: &[Val]) -> Option<Vec<Vec<Val>>> {
        let states = self
            .prepared
            .reached_states(Some(from), None, &mut self.purse)?;
        let mut states: Vec<_> = states.into_iter().collect();
        states.sort_unstable();
        Some(states)
    }
}
