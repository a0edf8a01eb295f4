//! Symbolic evidence in a certificate: sets of states as clauses or gates, and
//! proofs.

use crate::evidence::{Circuit, Gate, Induction, Invariant, StateSet};
use crate::lrat_proof::LratProof;
use crate::stream::{Malformed, Reader, Writer};

const CLAUSES: u64 = 0;
const CIRCUIT: u64 = 1;

pub(crate) fn write_invariant(invariant: &Invariant, out: &mut Writer) {
    match &invariant.set {
        StateSet::Clauses(clauses) => {
            out.number(CLAUSES);
            out.number(clauses.len() as u64);
            for clause in clauses {
                out.number(clause.len() as u64);
                clause.iter().for_each(|&literal| out.value(literal));
            }
        }
        StateSet::Circuit(circuit) => {
            out.number(CIRCUIT);
            out.number(circuit.gates.len() as u64);
            for gate in &circuit.gates {
                out.number(u64::from(gate.bit));
                out.value(gate.then);
                out.value(gate.other);
            }
            out.value(circuit.output);
        }
    }
    out.bytes(&invariant.step.to_bytes());
    out.bytes(&invariant.safe.to_bytes());
}

pub(crate) fn read_invariant(reader: &mut Reader) -> Result<Invariant, Malformed> {
    let set = match reader.number()? {
        CLAUSES => {
            let n = reader.length(1, size_of::<Vec<i32>>())?;
            let clauses = (0..n).map(|_| {
                let n = reader.length(1, size_of::<i32>())?;
                (0..n).map(|_| reader.value()).collect::<Result<_, _>>()
            });
            StateSet::Clauses(clauses.collect::<Result<_, _>>()?)
        }
        CIRCUIT => {
            let n = reader.length(3, size_of::<Gate>())?;
            let gates = (0..n).map(|_| {
                Ok(Gate {
                    bit: reader.small()?,
                    then: reader.value()?,
                    other: reader.value()?,
                })
            });
            StateSet::Circuit(Circuit {
                gates: gates.collect::<Result<_, _>>()?,
                output: reader.value()?,
            })
        }
        _ => return Err(Malformed("a set is neither clauses nor gates")),
    };
    Ok(Invariant {
        set,
        step: read_proof(reader)?,
        safe: read_proof(reader)?,
    })
}

pub(crate) fn write_induction(induction: &Induction, out: &mut Writer) {
    out.number(u64::from(induction.length));
    out.number(u64::from(induction.distinct));
    out.bytes(&induction.base.to_bytes());
    out.bytes(&induction.step.to_bytes());
}

pub(crate) fn read_induction(reader: &mut Reader) -> Result<Induction, Malformed> {
    Ok(Induction {
        length: reader.small()?,
        distinct: match reader.number()? {
            0 => false,
            1 => true,
            _ => return Err(Malformed("states are neither different nor not")),
        },
        base: read_proof(reader)?,
        step: read_proof(reader)?,
    })
}

fn read_proof(reader: &mut Reader) -> Result<LratProof, Malformed> {
    let bytes = reader.bytes()?;
    let proof = LratProof::from_bytes(bytes, reader.memory());
    let proof = proof.map_err(|_| Malformed("a proof is not readable"))?;
    reader.charge(proof.bytes())?;
    Ok(proof)
}
