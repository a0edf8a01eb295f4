//! Proposed levels: one is kept only if all that is required of it is proved.

use playproof_certify::{Budget, Certificate};
use playproof_model::Property;

use crate::error::Error;
use crate::proof::Proof;
use crate::road::Prepared;

/// What became of a proposed level.
#[derive(Clone, Debug)]
pub enum Trial {
    /// Every requirement holds: the certificates, in the order of the
    /// requirements. The checker accepted each of them.
    Kept(Vec<Certificate>),
    /// A requirement does not hold, or that is not known.
    Rejected {
        /// The first such requirement, as its place in the list.
        requirement: usize,
        /// What came of it.
        proof: Box<Proof>,
    },
}

impl Prepared<'_> {
    /// Decides requirements one after the other, each by the engine named or
    /// by any, until one is not proved to hold.
    pub fn try_out<'p>(
        &self,
        requirements: impl IntoIterator<Item = (&'p Property, Option<&'p str>)>,
        budget: &mut dyn Budget,
    ) -> Result<Trial, Error> {
        let mut certificates = Vec::new();
        for (requirement, (property, engine)) in requirements.into_iter().enumerate() {
            let mut proof = self.decide(property, engine, budget)?;
            // What holds has a certificate, which the checker accepted.
            let holds = proof.holds();
            match proof.certificate.take_if(|_| holds) {
                Some(certificate) => certificates.push(certificate),
                None => {
                    let proof = Box::new(proof);
                    return Ok(Trial::Rejected { requirement, proof });
                }
            }
        }
        Ok(Trial::Kept(certificates))
    }
}
