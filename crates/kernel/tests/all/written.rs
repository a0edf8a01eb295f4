//! Certificates written by hand, each with whether both checkers accept it: what is at the
//! edge of a rule or a limit of `docs/certificates.md`. A test of the kernel judges them, and
//! one of the suite shows them to `tools/check.py` too.

use playproof_kernel::{Sha256, hex};

/// A certificate's bytes, and what is to be said of it.
pub struct Case {
    pub name: String,
    pub is_right: bool,
    pub bytes: Vec<u8>,
}

/// Evidence as it is written in a file.
#[derive(Clone, Default)]
pub struct Payload(pub Vec<u8>);

impl Payload {
    pub fn number(mut self, mut value: u64) -> Payload {
        while value > 127 {
            self.0.push(value as u8 | 128);
            value >>= 7;
        }
        self.0.push(value as u8);
        self
    }

    pub fn signed(self, value: i64) -> Payload {
        self.number(if value < 0 { (-value * 2 - 1) as u64 } else { (value * 2) as u64 })
    }

    pub fn numbers(self, values: &[u64]) -> Payload {
        values.iter().fold(self.number(values.len() as u64), |own, &value| own.number(value))
    }

    pub fn values(self, values: &[i64]) -> Payload {
        values.iter().fold(self.number(values.len() as u64), |own, &value| own.signed(value))
    }

    pub fn words(self, words: &[u64]) -> Payload {
        let mut own = self.number(words.len() as u64);
        words.iter().for_each(|word| own.0.extend(word.to_le_bytes()));
        own
    }

    pub fn range(self, (lo, hi): (i64, i64)) -> Payload {
        self.signed(lo).signed(hi)
    }

    pub fn ranges(self, ranges: &[(i64, i64)]) -> Payload {
        ranges.iter().fold(self.number(ranges.len() as u64), |own, &range| own.range(range))
    }
}

/// A certificate that carries its statement.
pub fn certificate(statement: &str, verdict: &str, kind: &str, payload: &Payload) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(statement.as_bytes());
    let head = format!(
        "playproof certificate 3\ngame: by hand\nproperty: p\ncore: p\nverdict: {verdict}\n\
         evidence: {kind}\nrules: {}\nlevel: 0\nstatement: {}\npayload: {}\n\n{statement}",
        hex(&hash.finish()),
        statement.len(),
        payload.0.len(),
    );
    [head.as_bytes(), &payload.0].concat()
}

fn case(name: &str, is_right: bool, statement: &str, kind: &str, payload: &Payload) -> Case {
    let verdict = if kind == "ways" { "holds" } else { "violated" };
    let bytes = certificate(statement, verdict, kind, payload);
    Case { name: name.to_owned(), is_right, bytes }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.push(parts_of_a_box(4097, true));
    cases.extend([4096, 4097].map(|n| parts_of_a_box(n, false)));
    cases.extend(one_command_cuts_for_another());
    cases.extend(ends_of_32_bits());
    cases.extend(steps_of_a_pattern());
    cases.extend(value_by_value());
    cases
}

/// One box of `n` values, with a step that is seen to stay only value by value: it must be
/// cut into so many parts, for all commands where there are cuts and else for this one alone.
pub fn parts_of_a_box(n: i64, has_cuts: bool) -> Case {
    let statement = even_and_odd(n);
    let cuts: Vec<i64> = (1..n).collect();
    let column = Payload::default().numbers(&[0]).words(&[0]);
    let column = match has_cuts {
        true => column.number(2).values(&cuts),
        false => column.number(0),
    };
    let set = column.ranges(&[(0, n - 1)]).number(0).number(0);
    let most = if has_cuts { 65_536 } else { 4096 };
    let name = format!("a box of {n} parts, {}", if has_cuts { "at cuts" } else { "without" });
    case(&name, n <= most, &statement, "closed-set", &set)
}

/// The same of a pattern, which may have more parts: too many for a checker that is slow.
pub fn parts_of_a_pattern(n: i64) -> Case {
    let set = Payload::default()
        .number(0)
        .words(&[])
        .number(1)
        .number(2)
        .number(0)
        .number(0)
        .range((0, n - 1));
    let set = set.number(1).number(0).range((0, 0)).number(0);
    case(&format!("a pattern of {n} parts"), n <= 65_536, &even_and_odd(n), "closed-set", &set)
}

/// From even places `y` stays 0, from odd ones there is no step.
fn even_and_odd(n: i64) -> String {
    let cells: Vec<&str> = (0..n).map(|i| if i % 2 == 0 { " 0" } else { " 1" }).collect();
    format!(
        "playproof statement 1\nvar x 0 {}\nvar y 0 1\ntable odd {n} :{}\ne0 const 0\ne1 const 1\n\
         e2 var x\ne3 var y\ne4 look odd e2\ne5 eq e4 e0\naction go\n\
         command go go when e5 : y = e4\nstart 0 0\nprop p0 e3 p\nask reach p0 holds\nend\n",
        n - 1,
        cells.concat(),
    )
}

/// Of one command nothing is decided, so that it has the box cut; of the other nothing is
/// undecided, but it is seen to stay in the parts only. Commands are looked at in order.
fn one_command_cuts_for_another() -> [Case; 2] {
    let commands = ["left go when e1 : y = e11", "right go when e1 : y = e14"];
    [[0, 1], [1, 0]].map(|order| {
        let statement = format!(
            "playproof statement 1\nvar x 0 3\nvar y 0 1\ne0 const 0\ne1 const 1\ne2 const 2\n\
             e3 var x\ne4 var y\ne5 lt e3 e2\ne6 sub e3 e1\ne7 sub e2 e3\ne8 max e6 e0\n\
             e9 max e7 e0\ne10 if e5 e8 e9\ne11 min e10 e1\ne12 min e6 e7\ne13 max e12 e0\n\
             e14 min e13 e1\naction go\ncommand {}\ncommand {}\nstart 0 0\nprop p0 e4 p\n\
             ask reach p0 holds\nend\n",
            commands[order[0]], commands[order[1]],
        );
        let set = Payload::default().numbers(&[0]).words(&[0]).number(2).values(&[2]);
        let set = set.ranges(&[(0, 3)]).number(0).number(0);
        let is_right = order[0] == 0;
        case(&format!("commands {order:?}"), is_right, &statement, "closed-set", &set)
    })
}

/// Boxes of ways that reach to the least and the greatest value that there is.
fn ends_of_32_bits() -> Vec<Case> {
    let ends = [(-2_147_483_648, -1, -2_147_483_648, -1), (0, 2_147_483_647, 2_147_483_647, 0)];
    let of = |(lo, hi, from, to): (i64, i64, i64, i64)| {
        let statement = format!(
            "playproof statement 1\nvar x {lo} {hi}\ne0 const 1\ne1 const {to}\ne2 var x\n\
             e3 eq e2 e1\naction go\ncommand go go when e0 : x = e1\nstart {from}\n\
             prop p0 e3 p\nask branching\nf0 true\nf1 is p0\nf2 some-until f0 f1\nf3 false\n\
             f4 all-release f3 f2\nend\n"
        );
        let boxes = |all: (i64, i64)| {
            let ways = Payload::default().number(2).ranges(&[all]).number(1).number(1);
            ways.ranges(&[(to, to)]).number(1).number(0).number(0)
        };
        let whole = case(&format!("ways from {from}"), true, &statement, "ways", &boxes((lo, hi)));
        // Without the first state.
        let less = if from == lo { (lo + 1, hi) } else { (lo, hi - 1) };
        let name = format!("ways that leave {from} out");
        [whole, case(&name, false, &statement, "ways", &boxes(less))]
    };
    ends.into_iter().flat_map(of).collect()
}

/// A pattern's step may lead into a pattern, but not into a cube.
fn steps_of_a_pattern() -> Vec<Case> {
    let statement = "\
playproof statement 1
var x 0 2
e0 const 0
e1 const 1
e2 const 2
e3 var x
e4 eq e3 e0
e5 eq e3 e2
action go
command go go when e4 : x = e1
start 1
prop p0 e5 p
ask reach p0 holds
end
";
    let patterns = |points: &[u64], ranges: &[(i64, i64)]| {
        let set = Payload::default().number(0).words(points).number(ranges.len() as u64);
        let pattern =
            |own: Payload, &range: &(i64, i64)| own.number(1).number(0).number(0).range(range);
        ranges.iter().fold(set, pattern).number(0)
    };
    let case = |name, is_right, set| case(name, is_right, statement, "closed-set", &set);
    vec![
        case("from a pattern into a cube", false, patterns(&[1], &[(0, 0)])),
        case("from a pattern into itself", true, patterns(&[1], &[(0, 1)])),
        case("from a pattern into another", true, patterns(&[1], &[(0, 0), (1, 1)])),
        case("from a pattern out of it", false, patterns(&[], &[(0, 0), (1, 1), (2, 2)])),
        case("patterns alone", true, patterns(&[], &[(0, 0), (1, 1)])),
    ]
}

/// What is written is the value that was, computed so that it is seen of single values only.
/// Where a variable has a set, patterns too are looked at value by value, if they are few.
fn value_by_value() -> Vec<Case> {
    // 16, 9 expressions, and 4 and 1 write for the command.
    let most = (1 << 23) / 30;
    let of = |n: i64, is_set: bool| {
        let statement = format!(
            "playproof statement 1\nvar x 0 {}\ne0 const 1\ne1 const {}\ne2 var x\ne3 sub e2 e2\n\
             e4 max e3 e0\ne5 sub e4 e0\ne6 add e5 e2\ne7 min e6 e1\ne8 lt e2 e0\n\
             action go\ncommand go go when e0 : x = e7\nstart 1\nprop p0 e8 p\nask reach p0 holds\nend\n",
            n - 1,
            n - 1,
        );
        let set = Payload::default().number(0).words(&[]).number(1).number(1).number(0);
        let mut words = vec![0; (n as usize).div_ceil(64)];
        words[0] = 0b1110;
        let set = match is_set {
            true => set.number(1).words(&words),
            false => set.number(0).range((1, 3)),
        };
        let name = format!("a pattern with a {}, {n}", if is_set { "set" } else { "range" });
        case(&name, is_set && n <= most, &statement, "closed-set", &set.number(0))
    };
    vec![of(8, true), of(8, false), of(most, true), of(most + 1, true)]
}
