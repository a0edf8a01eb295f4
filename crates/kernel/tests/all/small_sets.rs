//! Closed sets of cubes, sets of values, patterns and potentials against going through all
//! states of small games: where only single states are looked at in the end, exactly what
//! the rules allow is accepted, and nothing else ever.

use playproof_kernel::{
    Answer, ClosedSet, Column, Count, Dom, Evidence, NoAxioms, Pattern, Potential, Statement,
    Unlimited, Val, check,
};

use crate::ways::Random;

/// The least and the greatest value of `a`, of `b`, and of a counter `n`.
const DOMAINS: [(Val, Val); 3] = [(-1, 2), (0, 2), (0, 4)];
const CAP: Val = 4;

type State = [Val; 3];

struct Game {
    /// For each command what it adds to the count, and where it leads from `a` and `b`.
    commands: Vec<(Val, Vec<Option<[Val; 2]>>)>,
    /// By `a` and `b`; with a count of at most this.
    target: Vec<bool>,
    most: Val,
    first: Vec<State>,
}

fn place(a: Val, b: Val) -> usize {
    ((a + 1) * 3 + b) as usize
}

fn all_states() -> Vec<State> {
    let [a, b, n] = DOMAINS.map(|(lo, hi)| lo..=hi);
    let pairs = a.flat_map(|a| b.clone().map(move |b| [a, b]));
    pairs.flat_map(|[a, b]| n.clone().map(move |n| [a, b, n])).collect()
}

impl Game {
    /// Mostly walks along `a`, to a target at its end.
    fn random(random: &mut Random) -> Game {
        let step = |random: &mut Random, i: usize| {
            let (a, b) = (i as Val / 3 - 1, i as Val % 3);
            let jump = random.is(12);
            let a = if jump { 2 } else { (a + random.below(3) as Val - 1).clamp(-1, 2) };
            let b = if random.is(2) { b } else { random.below(3) as Val };
            (!random.is(4)).then_some([a, b])
        };
        let command = |random: &mut Random| {
            let amount = random.below(3) as Val;
            (amount, (0..12).map(|i| step(random, i)).collect())
        };
        let n_commands = 1 + random.below(2);
        let first = (0..1 + random.below(2))
            .map(|_| [random.below(3) as Val - 1, random.below(3) as Val, 0])
            .collect();
        Game {
            commands: (0..n_commands).map(|_| command(random)).collect(),
            target: (0..12).map(|i| i >= 9 && !random.is(4)).collect(),
            most: random.below(5) as Val,
            first,
        }
    }

    fn is_target(&self, [a, b, n]: State) -> bool {
        self.target[place(a, b)] && n <= self.most
    }

    fn next(&self, [a, b, n]: State) -> Vec<(usize, State)> {
        let commands = self.commands.iter().enumerate();
        let led = commands.filter_map(|(i, (amount, to))| {
            let [a, b] = to[place(a, b)]?;
            Some((i, [a, b, (n + amount).min(CAP)]))
        });
        led.collect()
    }

    fn statement(&self) -> Statement {
        let cells = |of: &dyn Fn(usize) -> Val| -> String {
            (0..12).map(|i| format!(" {}", of(i))).collect()
        };
        let mut tables = String::new();
        let mut looks = String::new();
        let mut commands = String::new();
        let mut e = 8;
        for (i, (amount, to)) in self.commands.iter().enumerate() {
            let part = |j: usize, k: usize| to[j].map_or(0, |to| to[k]);
            let guard = cells(&|j| Val::from(to[j].is_some()));
            tables += &format!("table g{i} 4x3 :{guard}\n");
            tables += &format!("table a{i} 4x3 :{}\n", cells(&|j| part(j, 0)));
            tables += &format!("table b{i} 4x3 :{}\n", cells(&|j| part(j, 1)));
            for name in ["g", "a", "b"] {
                looks += &format!("e{e} look {name}{i} e5 e3\n");
                e += 1;
            }
            looks += &format!("e{e} const {amount}\ne{} add e4 e{e}\n", e + 1);
            looks += &format!("e{} min e{} e1\n", e + 2, e + 1);
            commands += &format!(
                "command c{i} go when e{} : a = e{}, b = e{}, n = e{}\n",
                e - 3,
                e - 2,
                e - 1,
                e + 2,
            );
            e += 3;
        }
        let starts = self.first.iter().map(|[a, b, n]| format!("start {a} {b} {n}\n"));
        let target = cells(&|i| Val::from(self.target[i]));
        let text = format!(
            "playproof statement 1\nvar a -1 2\nvar b 0 2\nvar n 0 4\n{tables}table t 4x3 :{target}\n\
             e0 const 1\ne1 const 4\ne2 var a\ne3 var b\ne4 var n\ne5 add e2 e0\ne6 const {}\n\
             e7 le e4 e6\n{looks}e{e} look t e5 e3\ne{} min e{e} e7\naction go\n{commands}{}\
             prop p0 e{} p\nask reach p0 holds\nend\n",
            self.most,
            e + 1,
            starts.collect::<String>(),
            e + 1,
        );
        Statement::parse(&text, 1 << 20, &|_, _, _| None)
            .unwrap_or_else(|why| panic!("{why}\n{text}"))
    }

    /// What the page asks of a potential before it may stand for anything.
    fn allows(&self, potential: &Potential) -> bool {
        let Potential { count, constant, weights } = potential;
        let above = |s: &State| count.is_some_and(|c| s[2] > c.limit && self.is_target(*s));
        let mut bound = *constant;
        let mut can_hold = true;
        for (flat, column) in weights {
            let (flat, lo) = (*flat as usize, DOMAINS[*flat as usize].0);
            let with = |v: Val| all_states().into_iter().any(|s| s[flat] == v && self.is_target(s));
            let held = (lo..).zip(column).filter(|&(v, _)| with(v)).map(|(_, w)| *w);
            match held.max() {
                Some(greatest) => bound += greatest,
                None => can_hold = false,
            }
        }
        let falls = |s: State| {
            self.next(s).iter().any(|&(command, after)| {
                let amount = if count.is_some() { self.commands[command].0 } else { 0 };
                bound_at(potential, after) < bound_at(potential, s) - amount
            })
        };
        !all_states().iter().any(above)
            && (!can_hold || bound <= 0)
            && !all_states().into_iter().any(falls)
    }

    fn reachable(&self) -> Vec<State> {
        let mut all = self.first.clone();
        let mut at = 0;
        while at < all.len() {
            for (_, next) in self.next(all[at]) {
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            at += 1;
        }
        all
    }
}

fn bound_at(potential: &Potential, state: State) -> Val {
    let weight = |(flat, column): &(u32, Vec<Val>)| {
        column[(state[*flat as usize] - DOMAINS[*flat as usize].0) as usize]
    };
    potential.constant + potential.weights.iter().map(weight).sum::<Val>()
}

fn stands_for(potential: &Potential, state: State) -> bool {
    let bound = bound_at(potential, state);
    match potential.count {
        None => bound > 0,
        Some(count) => state[2] + bound.max(0) > count.limit,
    }
}

fn random_potential(random: &mut Random) -> Potential {
    let count = (!random.is(3)).then(|| Count { counter: 2, limit: random.below(4) as Val });
    // Something near the way that is left, where nobody jumps.
    let slope = 1 + random.below(2) as Val;
    let noise = |random: &mut Random| if random.is(6) { random.below(3) as Val - 1 } else { 0 };
    let along_a = (-1..=2).map(|a| slope * (2 - a) + noise(random)).collect();
    let mut weights = vec![(0, along_a)];
    if random.is(3) {
        weights.push((1, (0..3).map(|_| noise(random)).collect()));
    }
    if count.is_none() && random.is(3) {
        weights.push((2, (0..5).map(|_| noise(random)).collect()));
    }
    let constant = match count {
        _ if random.is(4) => random.below(5) as Val - 3,
        Some(_) => 0,
        None => -1,
    };
    Potential { count, constant, weights }
}

/// The packed state: two bits, two and three.
fn packed([a, b, n]: State) -> u64 {
    (a + 1) as u64 | (b as u64) << 2 | (n as u64) << 4
}

fn is_accepted(statement: &Statement, set: &ClosedSet) -> bool {
    let evidence = Evidence::ClosedSet(set.clone());
    check(statement, Answer::Violated, &evidence, &NoAxioms, &mut Unlimited).is_ok()
}

/// How the states of a set are written.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Points,
    Ranges,
    Sets,
}

/// These states, or for ranges perhaps more of them, as cubes; and which they are then.
fn cubes(states: &[State], shape: Shape, set: &mut ClosedSet) -> Vec<State> {
    let mut lines: Vec<[Val; 2]> = states.iter().map(|s| [s[1], s[2]]).collect();
    lines.sort_unstable();
    lines.dedup();
    let on = |[b, n]: [Val; 2]| -> Vec<Val> {
        states.iter().filter(|s| [s[1], s[2]] == [b, n]).map(|s| s[0]).collect()
    };
    match shape {
        Shape::Points => {
            set.points = states.iter().map(|&s| packed(s)).collect();
            states.to_vec()
        }
        Shape::Ranges => {
            set.free = vec![0];
            set.points = lines.iter().map(|&[b, n]| packed([-1, b, n])).collect();
            let hull = |&line: &[Val; 2]| {
                let own = on(line);
                (*own.iter().min().unwrap(), *own.iter().max().unwrap())
            };
            let ranges: Vec<_> = lines.iter().map(hull).collect();
            let held = lines.iter().zip(&ranges);
            let held = held.flat_map(|(&[b, n], &(lo, hi))| (lo..=hi).map(move |a| [a, b, n]));
            let held = held.collect();
            set.columns = vec![Column::Ranges(ranges)];
            held
        }
        Shape::Sets => {
            set.free = vec![0];
            set.points = lines.iter().map(|&[b, n]| packed([-1, b, n])).collect();
            let bits = |&line: &[Val; 2]| on(line).iter().fold(0, |bits, a| bits | 1 << (a + 1));
            set.columns = vec![Column::Sets { words: 1, bits: lines.iter().map(bits).collect() }];
            states.to_vec()
        }
    }
}

fn random_pattern(random: &mut Random) -> Pattern {
    let flat = random.below(3) as u32;
    let (lo, hi) = DOMAINS[flat as usize];
    let at = random.below((hi - lo) as usize) as Val + lo;
    let dom = match random.is(2) {
        true => Dom::Range(at, hi),
        false => Dom::Set(vec![1 + random.below((1 << (hi - lo + 1)) - 1) as u64]),
    };
    let mut pattern = vec![(flat, dom)];
    if flat < 2 && random.is(2) {
        let (lo, hi) = DOMAINS[2];
        pattern.push((2, Dom::Range(lo + random.below(3) as Val, hi)));
    }
    pattern
}

fn is_in(pattern: &Pattern, state: State) -> bool {
    pattern.iter().all(|(flat, dom)| {
        let (value, lo) = (state[*flat as usize], DOMAINS[*flat as usize].0);
        match dom {
            Dom::Range(from, to) => (*from..=*to).contains(&value),
            Dom::Set(bits) => bits[0] >> (value - lo) & 1 == 1,
        }
    })
}

#[test]
fn closed_sets_are_judged_as_by_going_through_all_states() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut accepted, mut rejected) = ([[0; 2]; 3], [[0; 2]; 3]);
    for round in 0..12_000 {
        let game = Game::random(&mut random);
        let statement = game.statement();
        let n_potentials = [0, 1, 1, 2][random.below(4)];
        let potentials: Vec<_> = (0..n_potentials).map(|_| random_potential(&mut random)).collect();
        let stood_for = |s: State| potentials.iter().any(|p| stands_for(p, s));
        let mut states = game.reachable();
        states.retain(|&s| !stood_for(s));
        match random.below(4) {
            0 if !states.is_empty() => drop(states.remove(random.below(states.len()))),
            1 => states.push(all_states()[random.below(60)]),
            _ => {}
        }
        states.sort_unstable();
        states.dedup();
        let shape = [Shape::Points, Shape::Ranges, Shape::Sets][random.below(3)];
        let mut set = ClosedSet { potentials: potentials.clone(), ..ClosedSet::default() };
        let held = cubes(&states, shape, &mut set);
        if random.is(3) {
            set.cuts =
                vec![(0, (0..random.below(4)).map(|_| random.below(5) as Val - 1).collect())];
        }
        let is_held = |s: &State| held.contains(s) || stood_for(*s);
        let stays = held.iter().all(|&s| game.next(s).iter().all(|(_, next)| is_held(next)));
        let is_right = potentials.iter().all(|p| game.allows(p))
            && game.first.iter().all(is_held)
            && stays
            && !held.iter().any(|&s| game.is_target(s));
        let is_seen = is_accepted(&statement, &set);
        let is_exact = shape != Shape::Ranges || !potentials.is_empty();
        assert!(is_seen == is_right || (!is_seen && !is_exact), "round {round}: {set:?}");
        let column = usize::from(!potentials.is_empty());
        let counts = if is_seen { &mut accepted } else { &mut rejected };
        counts[shape as usize][column] += 1;

        // With patterns it may be too much to see, but never too little is asked.
        set.patterns = (0..1 + random.below(2)).map(|_| random_pattern(&mut random)).collect();
        if is_accepted(&statement, &set) {
            let is_held = |s: &State| is_held(s) || set.patterns.iter().any(|p| is_in(p, *s));
            let all: Vec<State> = all_states().into_iter().filter(is_held).collect();
            let is_stood = |s: &State| stood_for(*s) && !held.contains(s);
            assert!(game.first.iter().all(is_held), "round {round}: {set:?}");
            for &state in all.iter().filter(|s| !is_stood(s)) {
                assert!(!game.is_target(state), "round {round}: {state:?} of {set:?}");
                let stays = game.next(state).iter().all(|(_, next)| is_held(next));
                assert!(stays, "round {round}: {state:?} of {set:?}");
            }
        }
    }
    println!("accepted {accepted:?}, rejected {rejected:?}");
    let fewest = accepted.iter().chain(&rejected).flatten().min();
    assert!(fewest.is_some_and(|&n| n > 50), "{accepted:?} {rejected:?}");
}
