//! What is true of a formula of linear temporal logic, found out in a plain
//! way: each state of the game with each guess of which subformulas are true
//! there, in one graph.
//!
//! A guess fits a state and the next guess by the law of each operator, such
//! as *p until q now is q now, or p now and p until q next*; and where a law
//! allows to put off for ever what must happen, it must happen again and
//! again. Formulas are read as they are written: neither the normal form nor
//! progression nor any automaton of the program is used.

use std::collections::HashMap;

use playproof_model::{
    Answer, AtomId, Formula, Joint, Later, Property, Quantifier, Question, Span, Subject, Val,
    steps,
};

use crate::oracle;

/// The right answer to a property about runs.
///
/// # Panics
/// If it is not about runs, or its formula is large.
pub fn answer(subject: &Subject, property: &Property) -> Answer {
    if let Question::Reach(_) = subject.question() {
        return oracle::answer(subject, oracle::distance(subject));
    }
    let definition = property.definition().expect("a formula");
    let (formula, on_run) = match definition {
        Formula::Runs(Quantifier::Some, f) => (*f, Answer::Holds),
        Formula::Runs(Quantifier::All, f) => (f.negated(), Answer::Violated),
        f => (f.negated(), Answer::Violated),
    };
    match is_satisfied(subject, &formula) {
        true => on_run,
        false => on_run.opposite(),
    }
}

/// Whether some run satisfies a formula whose conditions are propositions of
/// the subject's question.
fn is_satisfied(subject: &Subject, formula: &Formula) -> bool {
    let mut laws = Laws::default();
    let root = laws.add(subject, formula);
    assert!(laws.nodes.len() < 64, "a guess is the bits of a word");
    let game = Game::new(subject);
    let guesses: HashMap<u64, Vec<u64>> = game
        .letters
        .iter()
        .map(|&letter| (letter, laws.guesses(letter)))
        .collect();
    let mut product = Product {
        game: &game,
        laws: &laws,
        guesses: &guesses,
        following: HashMap::new(),
    };
    let first = game.initial.iter().flat_map(|&state| {
        let guesses = guesses[&game.letters[state]].iter();
        let promising = guesses.filter(|guess| *guess >> root & 1 == 1);
        promising.map(move |&guess| (state, guess))
    });
    let first: Vec<_> = first.collect();
    product.has_fair_component(&first)
}

/// The game as a graph: for each state which propositions are true, as bits,
/// and the states that follow.
struct Game {
    initial: Vec<usize>,
    letters: Vec<u64>,
    next: Vec<Vec<usize>>,
}

impl Game {
    fn new(subject: &Subject) -> Game {
        let mut numbers: HashMap<Vec<Val>, usize> = HashMap::new();
        let mut states: Vec<Vec<Val>> = Vec::new();
        let mut number = |state: &[Val], states: &mut Vec<Vec<Val>>| {
            *numbers.entry(state.to_vec()).or_insert_with(|| {
                states.push(state.to_vec());
                states.len() - 1
            })
        };
        let mut game = Game {
            initial: Vec::new(),
            letters: Vec::new(),
            next: Vec::new(),
        };
        subject.initial(&mut |state| game.initial.push(number(state, &mut states)));
        while game.next.len() < states.len() {
            let state = states[game.next.len()].clone();
            let n_atoms = subject.signature().atoms.len() as u32;
            let truth = (0..n_atoms).filter(|&a| subject.holds(&state, AtomId(a)));
            game.letters.push(truth.fold(0, |bits, a| bits | 1 << a));
            let mut next = Vec::new();
            steps(subject, &state, &mut |_, to| {
                next.push(number(to, &mut states))
            });
            next.sort_unstable();
            next.dedup();
            game.next.push(next);
        }
        game
    }
}

/// A formula's parts, operands before users.
#[derive(Default)]
struct Laws {
    nodes: Vec<Part>,
}

#[derive(Clone, Copy)]
enum Part {
    Const(bool),
    Atom(usize),
    Not(usize),
    Join(Joint, usize, usize),
    Later(Later, usize),
    Span(Span, usize, usize),
}

impl Laws {
    fn add(&mut self, subject: &Subject, formula: &Formula) -> usize {
        let mut of = |p: &Formula| self.add(subject, p);
        let part = match formula {
            Formula::Const(b) => Part::Const(*b),
            condition if condition.is_state() => {
                let atoms = &subject.signature().atoms;
                let text = condition.to_string();
                let atom = atoms.iter().position(|a| *a == text);
                Part::Atom(atom.expect("a proposition of the question"))
            }
            Formula::Not(p) => Part::Not(of(p)),
            Formula::Join(joint, p, q) => Part::Join(*joint, of(p), of(q)),
            Formula::Later(later, p) => Part::Later(*later, of(p)),
            Formula::Span(span, p, q) => Part::Span(*span, of(p), of(q)),
            other => panic!("{other} is no formula about one run"),
        };
        self.nodes.push(part);
        self.nodes.len() - 1
    }

    /// The guesses that fit a state: all combinations of what the future
    /// decides, and what follows from them.
    fn guesses(&self, letter: u64) -> Vec<u64> {
        let mut guesses = vec![0u64];
        for (i, part) in self.nodes.iter().enumerate() {
            let mut more = Vec::new();
            for guess in &mut guesses {
                let of = |p: usize| *guess >> p & 1 == 1;
                let truth = match *part {
                    Part::Const(b) => b,
                    Part::Atom(a) => letter >> a & 1 == 1,
                    Part::Not(p) => !of(p),
                    Part::Join(Joint::And, p, q) => of(p) && of(q),
                    Part::Join(Joint::Or, p, q) => of(p) || of(q),
                    Part::Join(Joint::Implies, p, q) => !of(p) || of(q),
                    Part::Join(Joint::Iff, p, q) => of(p) == of(q),
                    Part::Later(..) | Part::Span(..) => {
                        more.push(*guess | 1 << i);
                        false
                    }
                };
                *guess |= u64::from(truth) << i;
            }
            guesses.extend(more);
        }
        guesses
    }

    /// Whether one guess can follow another.
    fn follows(&self, now: u64, next: u64) -> bool {
        let at = |p: usize| now >> p & 1 == 1;
        let then = |p: usize| next >> p & 1 == 1;
        self.nodes.iter().enumerate().all(|(i, part)| {
            let law = match *part {
                Part::Later(Later::Next, p) => then(p),
                Part::Later(Later::Finally, p) => at(p) || then(i),
                Part::Later(Later::Globally, p) => at(p) && then(i),
                Part::Span(Span::Until | Span::WeakUntil, p, q) => at(q) || (at(p) && then(i)),
                Part::Span(Span::Release | Span::StrongRelease, p, q) => {
                    at(q) && (at(p) || then(i))
                }
                _ => return true,
            };
            at(i) == law
        })
    }

    /// Of each part that can be put off for ever, whether it is not here: what
    /// is promised happens, or nothing is promised. The bits of a word.
    fn kept(&self, guess: u64) -> u64 {
        let at = |p: usize| guess >> p & 1 == 1;
        let kept = self.nodes.iter().enumerate().filter(|(i, part)| {
            let i = *i;
            match **part {
                Part::Later(Later::Finally, p) => !at(i) || at(p),
                Part::Later(Later::Globally, p) => at(i) || !at(p),
                Part::Span(Span::Until, _, q) => !at(i) || at(q),
                Part::Span(Span::WeakUntil, p, q) => at(i) || (!at(p) && !at(q)),
                Part::Span(Span::Release, _, q) => at(i) || !at(q),
                Part::Span(Span::StrongRelease, p, q) => !at(i) || (at(p) && at(q)),
                _ => true,
            }
        });
        kept.fold(0, |bits, (i, _)| bits | 1 << i)
    }
}

struct Product<'a> {
    game: &'a Game,
    laws: &'a Laws,
    /// By the propositions that are true in a state.
    guesses: &'a HashMap<u64, Vec<u64>>,
    /// By a guess and the next state's propositions.
    following: HashMap<(u64, u64), Vec<u64>>,
}

/// A state of the game and a guess.
type Pair = (usize, u64);

impl Product<'_> {
    fn next(&mut self, (state, guess): Pair) -> Vec<Pair> {
        let mut all = Vec::new();
        for &to in &self.game.next[state] {
            let letter = self.game.letters[to];
            let (laws, guesses) = (self.laws, self.guesses);
            let following = self.following.entry((guess, letter)).or_insert_with(|| {
                let guesses = guesses[&letter].iter().copied();
                guesses.filter(|&next| laws.follows(guess, next)).collect()
            });
            all.extend(following.iter().map(|&next| (to, next)));
        }
        all
    }

    /// Whether a strongly connected component with an edge, in which all is
    /// kept somewhere, can be reached. Tarjan's algorithm without recursion.
    fn has_fair_component(&mut self, first: &[Pair]) -> bool {
        let everything = (1u64 << self.laws.nodes.len()) - 1;
        // For each pair its number, and the least number it is known to reach
        // while it is open.
        let mut numbers: HashMap<Pair, usize> = HashMap::new();
        let mut low: Vec<usize> = Vec::new();
        let mut pairs: Vec<Pair> = Vec::new();
        let mut is_open: Vec<bool> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut path: Vec<(usize, Vec<Pair>)> = Vec::new();
        for &start in first {
            if numbers.contains_key(&start) {
                continue;
            }
            let mut entering = Some(start);
            loop {
                if let Some(pair) = entering.take() {
                    let n = pairs.len();
                    numbers.insert(pair, n);
                    low.push(n);
                    pairs.push(pair);
                    is_open.push(true);
                    open.push(n);
                    let next = self.next(pair);
                    path.push((n, next));
                }
                let Some((n, rest)) = path.last_mut() else {
                    break;
                };
                let n = *n;
                if let Some(to) = rest.pop() {
                    match numbers.get(&to) {
                        None => entering = Some(to),
                        Some(&m) if is_open[m] => low[n] = low[n].min(m),
                        Some(_) => {}
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[n]);
                }
                if low[n] == n {
                    let at = open.iter().rposition(|&m| m == n).expect("it is open");
                    let component = open.split_off(at);
                    component.iter().for_each(|&m| is_open[m] = false);
                    let kept = component.iter().map(|&m| self.laws.kept(pairs[m].1));
                    let kept = kept.fold(0, |all, some| all | some);
                    let repeats = component.len() > 1 || self.next(pairs[n]).contains(&pairs[n]);
                    if repeats && kept == everything {
                        return true;
                    }
                }
            }
        }
        false
    }
}
