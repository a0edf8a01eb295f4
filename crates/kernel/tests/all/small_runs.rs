//! Runs of small games: which there are, that there are no others, that none satisfies a
//! formula, and traps; against going through all of them.

use std::collections::HashSet;

use playproof_kernel::{
    ActionId, Answer, ClosedSet, Column, Cut, Evidence, NoAxioms, Ranking, Statement, Step, Trace,
    Trap, Unlimited, check,
};

use crate::ways::{FORMS, Form, Game, Random, state};

/// States are numbered from 0; the variable begins at -2.
pub const N: usize = 5;

pub struct Graph {
    pub commands: Vec<Vec<Option<usize>>>,
    pub first: Vec<usize>,
    pub won: Vec<bool>,
}

impl Graph {
    pub fn random(random: &mut Random) -> Graph {
        let command = |random: &mut Random| {
            let to = |random: &mut Random| (!random.is(3)).then(|| random.below(N));
            (0..N).map(|_| to(random)).collect()
        };
        let won = (0..N).map(|_| random.is(4)).collect();
        let commands = (0..1 + random.below(3)).map(|_| command(random)).collect();
        let mut first = vec![random.below(N)];
        if random.is(3) {
            first.push(random.below(N));
        }
        Graph { commands, first, won }
    }

    /// The successors, each with the choice that leads there.
    fn led(&self, i: usize) -> Vec<(u32, usize)> {
        let led = self.commands.iter().filter_map(|command| command[i]);
        (0..).zip(led).collect()
    }

    /// Where runs go on: where nothing is enabled, to the state itself.
    pub fn next(&self, i: usize) -> Vec<usize> {
        let next: Vec<usize> = self.led(i).into_iter().map(|(_, to)| to).collect();
        if next.is_empty() { vec![i] } else { next }
    }

    pub fn statement(&self, asked: &str) -> Statement {
        let cells = |of: &dyn Fn(usize) -> i64| -> String {
            (0..N).map(|i| format!(" {}", of(i))).collect()
        };
        let (mut tables, mut looks, mut commands) = (String::new(), String::new(), String::new());
        for (k, command) in self.commands.iter().enumerate() {
            let guard = cells(&|i| i64::from(command[i].is_some()));
            let to = cells(&|i| command[i].unwrap_or(0) as i64 - 2);
            tables += &format!("table g{k} {N} :{guard}\ntable t{k} {N} :{to}\n");
            let e = 3 + 2 * k;
            looks += &format!("e{e} look g{k} e2\ne{} look t{k} e2\n", e + 1);
            commands += &format!("command c{k} go when e{e} : x = e{}\n", e + 1);
        }
        let won = cells(&|i| i64::from(self.won[i]));
        let starts = self.first.iter().map(|&i| format!("start {}\n", i as i64 - 2));
        let e = 3 + 2 * self.commands.len();
        let text = format!(
            "playproof statement 1\nvar x -2 2\n{tables}table won {N} :{won}\ne0 const 2\ne1 var x\n\
             e2 add e1 e0\n{looks}e{e} look won e2\naction go\n{commands}{}prop p0 e{e} p\n\
             {asked}end\n",
            starts.collect::<String>(),
        );
        Statement::parse(&text, 1 << 20, &|_, _, _| None)
            .unwrap_or_else(|why| panic!("{why}\n{text}"))
    }

    /// All runs that end with their first win and repeat nothing, each different in its states.
    fn winning(&self) -> Vec<(Trace, Vec<usize>)> {
        let mut found: Vec<(Trace, Vec<usize>)> = Vec::new();
        let first = self.first.iter().enumerate();
        let mut open: Vec<(Trace, Vec<usize>)> = first
            .map(|(i, &state)| (Trace { initial: i as u32, steps: Vec::new() }, vec![state]))
            .collect();
        while let Some((trace, states)) = open.pop() {
            let last = states[states.len() - 1];
            if self.won[last] {
                if !found.iter().any(|(_, known)| *known == states) {
                    found.push((trace, states));
                }
                continue;
            }
            for (choice, to) in self.led(last) {
                if !states.contains(&to) {
                    let mut longer = (trace.clone(), states.clone());
                    longer.0.steps.push(act(choice));
                    longer.1.push(to);
                    open.push(longer);
                }
            }
        }
        found
    }
}

pub fn act(choice: u32) -> Step {
    Step::Act { action: ActionId(0), choice }
}

fn says(statement: &Statement, answer: Answer, evidence: Evidence) -> bool {
    check(statement, answer, &evidence, &NoAxioms, &mut Unlimited).is_ok()
}

/// No two share a state, but for first and last ones.
fn are_apart(runs: &[Vec<usize>]) -> bool {
    let ends: HashSet<usize> = runs.iter().flat_map(|r| [r[0], r[r.len() - 1]]).collect();
    let inner =
        |r: &Vec<usize>| r.iter().skip(1).take(r.len().saturating_sub(2)).copied().collect();
    let inner: Vec<Vec<usize>> = runs.iter().map(inner).collect();
    let all: Vec<usize> = inner.concat();
    let distinct: HashSet<usize> = all.iter().copied().collect();
    distinct.len() == all.len() && distinct.is_disjoint(&ends)
}

#[test]
fn runs_are_counted_as_by_listing_them_all() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let (mut n_full, mut n_apart, mut n_not_apart, mut n_cuts, mut n_no_cuts) = (0, 0, 0, 0, 0);
    for round in 0..1500 {
        let graph = Graph::random(&mut random);
        let winning = graph.winning();
        let n = winning.len() as u32;
        let runs = |all: &[(Trace, Vec<usize>)]| -> Vec<Trace> {
            all.iter().map(|(trace, _)| trace.clone()).collect()
        };
        let alternatives = |n: u32| graph.statement(&format!("ask paths p0 alternatives {n}\n"));
        let all = runs(&winning);
        let is_many = |n, runs| says(&alternatives(n), Answer::Holds, Evidence::Runs(runs));
        let is_all = |n, runs| says(&alternatives(n), Answer::Violated, Evidence::AllRuns(runs));
        assert!(is_many(n, all.clone()) && !is_many(n + 1, all.clone()), "round {round}");
        assert!(is_all(n + 1, all.clone()) && !is_all(n, all.clone()), "round {round}");
        let unique = graph.statement("ask paths p0 unique\n");
        let one = says(&unique, Answer::Holds, Evidence::AllRuns(all.clone()));
        assert_eq!(one, n == 1, "round {round}");
        assert_eq!(says(&unique, Answer::Violated, Evidence::Runs(all.clone())), n >= 2);
        if n > 0 {
            n_full += 1;
            let at = random.below(all.len());
            let mut less = all.clone();
            let gone = less.remove(at);
            assert!(!is_all(n + 1, less.clone()), "round {round}");
            assert!(!says(&unique, Answer::Holds, Evidence::AllRuns(less)), "round {round}");
            let mut twice = all.clone();
            twice.push(gone.clone());
            assert!(!is_many(n, twice.clone()) && !is_all(n + 2, twice), "round {round}");
            // Further than the win, and not as far.
            let mut changed = all.clone();
            let last = winning[at].1[winning[at].1.len() - 1];
            if !graph.led(last).is_empty() {
                changed[at].steps.push(act(0));
                assert!(!is_many(1, changed.clone()), "round {round}");
                changed[at] = gone.clone();
            }
            if changed[at].steps.pop().is_some() {
                assert!(!is_many(1, changed), "round {round}");
            }
        }
        // Some of them as routes.
        let some: Vec<_> = winning.iter().filter(|_| random.is(2)).cloned().collect();
        let routes = |n: usize| graph.statement(&format!("ask paths p0 routes {n}\n"));
        let states: Vec<Vec<usize>> = some.iter().map(|(_, states)| states.clone()).collect();
        let apart = are_apart(&states);
        let is_accepted = says(&routes(some.len()), Answer::Holds, Evidence::Runs(runs(&some)));
        assert_eq!(is_accepted, apart, "round {round}: {states:?}");
        if some.len() > 1 {
            *(if apart { &mut n_apart } else { &mut n_not_apart }) += 1;
        }
        // A cut: some states, and what is reached without them, perhaps with one more or less.
        let wall: Vec<usize> = (0..N).filter(|_| random.is(4)).collect();
        let mut inside: Vec<usize> = Vec::new();
        let mut open = graph.first.clone();
        while let Some(i) = open.pop() {
            let next = if graph.won[i] { Vec::new() } else { graph.next(i) };
            for to in next {
                let is_known = wall.contains(&to) || graph.first.contains(&to);
                if !is_known && !inside.contains(&to) && !graph.won[to] {
                    inside.push(to);
                    open.push(to);
                }
            }
        }
        match random.below(6) {
            0 => drop(inside.pop()),
            1 => inside.push(random.below(N)),
            _ => {}
        }
        let is_passed =
            |i: &usize| graph.first.contains(i) || wall.contains(i) || inside.contains(i);
        let mut at_once = HashSet::new();
        let mut is_right = true;
        for &i in graph.first.iter().chain(&inside) {
            let is_inside = inside.contains(&i);
            let is_won = graph.won[i];
            if is_won && graph.first.contains(&i) {
                at_once.insert((i, i));
            }
            is_right &= !(is_inside && is_won);
            for to in if is_won { Vec::new() } else { graph.next(i) } {
                is_right &= !(is_inside && graph.won[to]) && (graph.won[to] || is_passed(&to));
                if graph.won[to] && graph.first.contains(&i) {
                    at_once.insert((i, to));
                }
            }
        }
        let size = wall.len() + at_once.len();
        let words = |states: &[usize]| states.iter().map(|&i| i as u64).collect();
        let cut = Cut { cut: words(&wall), inside: words(&inside) };
        let is_cut = |n| says(&routes(n), Answer::Violated, Evidence::Cut(cut.clone()));
        assert_eq!(is_cut(size + 1), is_right, "round {round}: {cut:?}");
        assert!(!is_cut(size), "round {round}: {cut:?}");
        *(if is_right { &mut n_cuts } else { &mut n_no_cuts }) += 1;
        if is_right {
            // No more routes than that, whichever are taken.
            for taken in 0..1u32 << winning.len().min(8) {
                let taken =
                    winning.iter().enumerate().filter(|(i, _)| *i < 8 && taken >> i & 1 == 1);
                let taken: Vec<Vec<usize>> = taken.map(|(_, (_, s))| s.clone()).collect();
                assert!(taken.len() <= size || !are_apart(&taken), "round {round}: {taken:?}");
            }
        }
    }
    let counts = [n_full, n_apart, n_not_apart, n_cuts, n_no_cuts];
    assert!(counts.iter().all(|&n| n > 20), "{counts:?}");
}

/// `F p` and `G p`, and what is owed: for both the formula itself, bit 0.
#[test]
fn ranks_show_that_no_run_satisfies_a_formula_only_where_none_does() {
    let mut random = Random(0x0FED_CBA9_8765_4321);
    let mut counts = [[0; 2]; 2];
    for round in 0..1500 {
        let graph = Graph::random(&mut random);
        let mut reached = graph.first.clone();
        let mut at = 0;
        while at < reached.len() {
            for to in graph.next(reached[at]) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            at += 1;
        }
        // How long a run can be where it is won; nothing where it can be for ever.
        let mut stays: Vec<Option<u32>> = (0..N).map(|i| (!graph.won[i]).then_some(0)).collect();
        for n in 1..=N as u32 {
            for i in 0..N {
                let known = |j: usize| stays[j].is_some_and(|m| m < n);
                if stays[i].is_none() && graph.next(i).into_iter().all(known) {
                    stays[i] = Some(n);
                }
            }
        }
        for (kind, node) in ["f2 until f0 f1\n", "f2 release f0 f1\n"].into_iter().enumerate() {
            let begin = ["f0 true\nf1 is p0\n", "f0 false\nf1 is p0\n"][kind];
            let statement = graph.statement(&format!("ask linear holds\n{begin}{node}"));
            let is_none = match kind {
                0 => reached.iter().all(|&i| !graph.won[i]),
                _ => graph.first.iter().all(|&i| stays[i].is_some()),
            };
            // Where a run cannot get while it is won all along, nothing has to be said.
            let is_said = |i: &usize| kind == 0 || !is_none || stays[*i].is_some();
            let reached: Vec<usize> = reached.iter().copied().filter(is_said).collect();
            let rows: Vec<u64> = reached.iter().flat_map(|&i| [i as u64, 1]).collect();
            let n = N as u32 + 1;
            let ranks: Vec<u32> = match kind {
                0 => vec![0; reached.len()],
                _ => reached.iter().map(|&i| stays[i].unwrap_or(0)).collect(),
            };
            let postponed = if kind == 0 { vec![Some(0)] } else { vec![None; n as usize] };
            let honest = Ranking { rows, ranks, postponed };
            let shows =
                |r: &Ranking| says(&statement, Answer::Violated, Evidence::Ranking(r.clone()));
            assert_eq!(shows(&honest), is_none, "round {round}, {kind}: {honest:?}");
            counts[kind][usize::from(is_none)] += 1;
            for _ in 0..6 {
                let mut other = honest.clone();
                let row = random.below(reached.len());
                match random.below(5) {
                    0 => other.ranks[row] = random.below(3) as u32,
                    1 => other.ranks = vec![0; reached.len()],
                    2 => other.postponed = vec![Some(random.below(70) as u32); n as usize],
                    3 => {
                        other.rows.drain(2 * row..2 * row + 2);
                        other.ranks.remove(row);
                    }
                    _ => other.rows[2 * row + 1] = random.below(2) as u64,
                }
                let is_wrong = shows(&other) && !is_none;
                assert!(!is_wrong, "round {round}, {kind}: {other:?} of {:?}", graph.commands);
            }
            // What is owed beyond the formula, ranks that are not there, too many or few.
            let changed = |change: &dyn Fn(&mut Ranking)| {
                let mut other = honest.clone();
                change(&mut other);
                shows(&other)
            };
            assert!(!changed(&|r| r.rows[1] = 3), "round {round}");
            assert!(!changed(&|r| r.ranks[0] = r.postponed.len() as u32), "round {round}");
            assert!(!changed(&|r| r.ranks.push(0)), "round {round}");
            assert!(!changed(&|r| r.ranks.truncate(r.ranks.len() - 1)), "round {round}");
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 50), "{counts:?}");
}

/// The packed state of the game of the ways: three bits and two.
fn packed(i: usize) -> u64 {
    let [x, y] = state(i);
    x as u64 | (y as u64) << 3
}

#[test]
fn traps_are_accepted_where_they_refute_the_formula() {
    let mut random = Random(0xDEAD_BEEF_CAFE_F00D);
    let mut counts = [[0; 2]; 4];
    for round in 0..1200 {
        let game = Game::random(&mut random);
        // A run, at random; it ends anywhere.
        let first = random.below(game.first.len());
        let mut states = vec![game.first[first]];
        let mut steps = Vec::new();
        for _ in 0..random.below(5) {
            let enabled = game.commands.iter().filter_map(|c| c[states[states.len() - 1]]);
            let enabled: Vec<usize> = enabled.collect();
            if enabled.is_empty() {
                break;
            }
            let choice = random.below(enabled.len());
            steps.push(act(choice as u32));
            states.push(enabled[choice]);
        }
        let last = states[states.len() - 1];
        let mut held = vec![last];
        let mut at = 0;
        while at < held.len() {
            for to in game.next(held[at]) {
                if !held.contains(&to) {
                    held.push(to);
                }
            }
            at += 1;
        }
        let is_less = random.is(4);
        if is_less {
            held.remove(random.below(held.len()));
        }
        let is_closed = held.contains(&last)
            && held.iter().all(|&i| game.next(i).iter().all(|to| held.contains(to)));
        let points = held.iter().map(|&i| packed(i)).collect();
        let set = ClosedSet { points, ..ClosedSet::default() };
        let misses = |of: &[bool]| held.iter().all(|&i| !of[i]);
        for (kind, form) in FORMS.into_iter().enumerate() {
            let statement = game.statement(form);
            let is_right = is_closed
                && misses(&game.p)
                && match form {
                    Form::Always => true,
                    Form::UntilThen => states.iter().all(|&i| !game.p[i]),
                    Form::Unless => !game.q[last],
                    Form::OrInevitably => {
                        misses(&game.q) || (!game.q[last] && game.next(last).contains(&last))
                    }
                };
            let run = Trace { initial: first as u32, steps: steps.clone() };
            let evidence = Evidence::Trap(Trap { run, set: set.clone() });
            let is_accepted = says(&statement, Answer::Violated, evidence.clone());
            assert_eq!(is_accepted, is_right, "round {round}: {form:?}");
            assert!(!is_accepted || !game.holds(form), "round {round}: {form:?}");
            assert!(!says(&statement, Answer::Holds, evidence), "round {round}: {form:?}");
            counts[kind][usize::from(is_accepted)] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 20), "{counts:?}");
}

/// Many states with one hash would be found slowly; so many as these are found.
#[test]
fn thousands_of_states_are_found() {
    let n: u64 = 9000;
    let text = format!(
        "playproof statement 1\nvar x 0 {n}\nvar y 0 1099511\nvar z 0 70000\ne0 const 1\ne1 var x\n\
         e2 const {}\ne3 lt e1 e2\ne4 add e1 e0\ne5 const {n}\ne6 min e4 e5\ne7 eq e1 e5\naction go\n\
         command go go when e3 : x = e6\nstart 0 5 7\nprop p0 e7 p\nask reach p0 holds\nend\n",
        n - 1,
    );
    let statement = Statement::parse(&text, 1 << 20, &|_, _, _| None).expect("a statement");
    let points = |n: u64| (0..n).flat_map(|x| [x | 5 << 14 | 7 << 35]).collect::<Vec<u64>>();
    let is_never = |n: u64| {
        let set = ClosedSet { points: points(n), ..ClosedSet::default() };
        says(&statement, Answer::Violated, Evidence::ClosedSet(set))
    };
    assert!(is_never(n) && !is_never(n - 1) && !is_never(n + 1));
    let lines = ClosedSet {
        free: vec![1],
        points: (0..n).map(|x| x | 7 << 35).collect(),
        columns: vec![Column::Ranges(vec![(4, 6)])],
        ..ClosedSet::default()
    };
    assert!(says(&statement, Answer::Violated, Evidence::ClosedSet(lines)));
}

/// However many there are, and wherever it stands, a state that is not listed is missed.
#[test]
fn a_list_of_states_lacks_none() {
    const M: u64 = 140;
    let text = format!(
        "playproof statement 1\nvar x 0 {M}\ne0 const 1\ne1 var x\ne2 const {}\ne3 lt e1 e2\n\
         e4 add e1 e0\ne5 const {M}\ne6 min e4 e5\ne7 eq e1 e5\naction go\n\
         command go go when e3 : x = e6\nstart 0\nprop p0 e7 p\nask reach p0 holds\nend\n",
        M - 1,
    );
    let statement = Statement::parse(&text, 1 << 20, &|_, _, _| None).expect("a statement");
    let is_never = |points: Vec<u64>| {
        let set = ClosedSet { points, ..ClosedSet::default() };
        says(&statement, Answer::Violated, Evidence::ClosedSet(set))
    };
    assert!(is_never((0..M).collect()));
    for gone in 0..M {
        assert!(!is_never((0..M).filter(|&x| x != gone).collect()), "without {gone}");
    }
}

/// A set has as many words as its domain needs: of 65 values two.
#[test]
fn a_set_has_the_words_that_its_domain_needs() {
    let text = "playproof statement 1\nvar x -40 24\ne0 const 0\ne1 const 1\ne2 var x\naction go\n\
                command go go when e1 : x = e2\nstart 24\nprop p0 e0 p\nask reach p0 holds\nend\n";
    let statement = Statement::parse(text, 1 << 20, &|_, _, _| None).expect("a statement");
    let is_never = |words: usize, bits: Vec<u64>| {
        let columns = vec![Column::Sets { words, bits }];
        let set = ClosedSet { free: vec![0], points: vec![0], columns, ..ClosedSet::default() };
        says(&statement, Answer::Violated, Evidence::ClosedSet(set))
    };
    assert!(is_never(2, vec![0, 1]) && is_never(2, vec![u64::MAX, 1]));
    assert!(!is_never(2, vec![u64::MAX, 0]) && !is_never(2, vec![0, 3]));
    assert!(!is_never(1, vec![1]) && !is_never(3, vec![0, 1, 0]));
}
