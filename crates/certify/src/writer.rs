//! Writes evidence and certificates; the kernel reads them, and
//! `docs/certificates.md` describes them.
//!
//! Not trusted: what is written wrong is rejected. A certificate holds no
//! time, host or thread count, so that the same task gives the same bytes.

use playproof_kernel::{
    Answer, ClosedSet, Column, Dom, Evidence, LratProof, Pattern, Potential, StateSet, Step, Trace,
    Val,
};

/// What a certificate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateParts<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The property, as it was asked.
    pub property: &'a str,
    /// The property, as a formula.
    pub core: &'a str,
    /// What is claimed of it.
    pub answer: Answer,
    /// The SHA-256 of the statement's text.
    pub rules: [u8; 32],
    /// The level.
    pub level: &'a str,
    /// The statement's text, if the file is to carry it.
    pub statement: Option<&'a str>,
    /// What the claim rests on.
    pub evidence: &'a Evidence,
}

impl CertificateParts<'_> {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let payload = write_evidence(self.evidence);
        let statement = self.statement.unwrap_or_default();
        let rules: String = self.rules.iter().map(|b| format!("{b:02x}")).collect();
        let head = [
            ("game", one_line(self.game)),
            ("property", one_line(self.property)),
            ("core", one_line(self.core)),
            ("verdict", self.answer.to_string()),
            ("evidence", self.evidence.kind().to_owned()),
            ("rules", rules),
            ("level", self.level.len().to_string()),
            ("statement", statement.len().to_string()),
            ("payload", payload.len().to_string()),
        ];
        let head = head.map(|(name, value)| format!("{name}: {value}\n"));
        let first = "playproof certificate 3\n";
        let texts = [first, &head.concat(), "\n", self.level, statement].concat();
        let mut file = texts.into_bytes();
        file.extend_from_slice(&payload);
        file
    }
}

/// A line end would end the field, and the reader refuses other control
/// characters as well.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The bytes of evidence, without its kind.
pub fn write_evidence(evidence: &Evidence) -> Vec<u8> {
    let mut out = Writer::default();
    out.evidence(evidence);
    out.0
}

/// The bytes of a proof.
pub fn proof_bytes(proof: &LratProof) -> Vec<u8> {
    let mut out = Writer::default();
    out.length(proof.n_steps());
    for (clause, hints) in proof.steps() {
        out.values(clause);
        out.list(hints, |out, &hint| out.number(hint));
    }
    out.0
}

/// Appends to a stream of numbers: seven bits a byte, least first.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, n: impl Into<u64>) {
        let mut n = n.into();
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// Small numbers of either sign are short: 0, -1, 1, -2, ...
    fn signed(&mut self, x: i64) {
        self.number(((x << 1) ^ (x >> 63)) as u64);
    }

    fn value(&mut self, x: Val) {
        self.signed(i64::from(x));
    }

    fn length(&mut self, n: usize) {
        self.number(n as u64);
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.length(items.len());
        items.iter().for_each(|item| write(self, item));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn numbers(&mut self, numbers: &[u32]) {
        self.list(numbers, |out, &n| out.number(n));
    }

    fn values(&mut self, values: &[Val]) {
        self.list(values, |out, &x| out.value(x));
    }

    fn words(&mut self, words: &[u64]) {
        self.0.reserve(words.len() * 8);
        self.list(words, |out, w| out.0.extend_from_slice(&w.to_le_bytes()));
    }

    /// 0, or 1 and something.
    fn optional<T>(&mut self, item: &Option<T>, write: impl Fn(&mut Writer, &T)) {
        self.number(item.is_some());
        item.iter().for_each(|item| write(self, item));
    }

    fn evidence(&mut self, evidence: &Evidence) {
        match evidence {
            Evidence::Trace(trace) => self.trace(trace),
            Evidence::ClosedSet(set) => self.closed_set(set),
            Evidence::Lasso(lasso) => {
                self.number(lasso.initial);
                self.steps(&lasso.stem);
                self.steps(&lasso.cycle);
            }
            Evidence::Ranking(ranking) => {
                self.words(&ranking.rows);
                self.numbers(&ranking.ranks);
                self.list(&ranking.postponed, |out, until| {
                    out.number(until.map_or(0, |bit| u64::from(bit) + 1));
                });
            }
            Evidence::Claims(claims) => {
                self.words(&claims.points);
                self.words(&claims.claims);
                self.numbers(&claims.ranks);
            }
            Evidence::Trap(trap) => {
                self.trace(&trap.run);
                self.closed_set(&trap.set);
            }
            Evidence::Ways(ways) => {
                self.list(&ways.boxes, |out, way| {
                    out.list(&way.ranges, |out, &(lo, hi)| out.range(lo, hi));
                    out.number(way.command);
                    out.number(way.rank);
                });
                self.list(&ways.cuts, |out, (flat, values)| {
                    out.number(*flat);
                    out.values(values);
                });
            }
            Evidence::Runs(runs) | Evidence::AllRuns(runs) => self.list(runs, Writer::trace),
            Evidence::Cut(cut) => {
                self.words(&cut.cut);
                self.words(&cut.inside);
            }
            Evidence::Invariant(invariant) => {
                self.state_set(&invariant.set);
                self.bytes(&proof_bytes(&invariant.step));
                self.bytes(&proof_bytes(&invariant.safe));
            }
            Evidence::Induction(induction) => {
                self.number(induction.length);
                self.number(induction.distinct);
                self.bytes(&proof_bytes(&induction.base));
                self.bytes(&proof_bytes(&induction.step));
            }
            Evidence::Argument(argument) => {
                self.bytes(argument.axiom.as_bytes());
                self.numbers(&argument.numbers);
                self.optional(&argument.run, Writer::trace);
            }
            Evidence::Pieces(pieces) => self.list(pieces, |out, piece| {
                out.number(piece.group);
                out.number(piece.question);
                out.bytes(piece.evidence.kind().as_bytes());
                out.evidence(&piece.evidence);
            }),
        }
    }

    fn trace(&mut self, trace: &Trace) {
        self.number(trace.initial);
        self.steps(&trace.steps);
    }

    fn steps(&mut self, steps: &[Step]) {
        self.list(steps, |out, step| match step {
            Step::Stutter => out.number(0u64),
            Step::Act { action, choice } => {
                out.number(u64::from(action.0) + 1);
                out.number(*choice);
            }
        });
    }

    fn closed_set(&mut self, set: &ClosedSet) {
        self.numbers(&set.free);
        self.words(&set.points);
        // One for each free variable, so without a length.
        for (i, column) in set.columns.iter().enumerate() {
            let cuts = set.cuts.iter().find(|(of, _)| set.free.get(i) == Some(of));
            self.column(column, cuts.map(|(_, values)| &values[..]));
        }
        self.list(&set.patterns, Writer::pattern);
        self.list(&set.potentials, Writer::potential);
    }

    fn column(&mut self, column: &Column, cuts: Option<&[Val]>) {
        match column {
            Column::Ranges(ranges) => {
                match cuts {
                    None => self.number(0u64),
                    Some(cuts) => {
                        self.number(2u64);
                        self.values(cuts);
                    }
                }
                self.list(ranges, |out, &(lo, hi)| out.range(lo, hi));
            }
            Column::Sets { words, bits } => {
                self.number(1u64);
                self.length(*words);
                self.words(bits);
            }
        }
    }

    fn range(&mut self, lo: Val, hi: Val) {
        self.value(lo);
        self.value(hi);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.list(pattern, |out, (flat, dom)| {
            out.number(*flat);
            match dom {
                Dom::Range(lo, hi) => {
                    out.number(false);
                    out.range(*lo, *hi);
                }
                Dom::Set(bits) => {
                    out.number(true);
                    out.words(bits);
                }
            }
        });
    }

    fn potential(&mut self, potential: &Potential) {
        self.optional(&potential.count, |out, count| {
            out.number(count.counter);
            out.value(count.limit);
        });
        self.value(potential.constant);
        self.list(&potential.weights, |out, (flat, weights)| {
            out.number(*flat);
            out.values(weights);
        });
    }

    fn state_set(&mut self, set: &StateSet) {
        match set {
            StateSet::Clauses(clauses) => {
                self.number(false);
                self.list(clauses, |out, clause| out.values(clause));
            }
            StateSet::Circuit(circuit) => {
                self.number(true);
                self.list(&circuit.gates, |out, gate| {
                    out.number(gate.bit);
                    out.value(gate.then);
                    out.value(gate.other);
                });
                self.value(circuit.output);
            }
        }
    }
}
