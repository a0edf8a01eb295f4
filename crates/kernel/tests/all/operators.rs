//! Every operation of a statement, on single states and on ranges, against the
//! same arithmetic written here: a run of no step shows what is true now, and a
//! box that nothing leaves shows what is never true.

use std::ops::ControlFlow;

use playproof_kernel::{Answer, Budget, Certificate, NoAxioms, Progress, Statement, Stop, check};

struct Enough;

impl Budget for Enough {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

/// Values of both variables.
const LEAST: i64 = -3;
const GREATEST: i64 = 4;

/// Cells of the table, row by row: column is x + 3, row is y + 3.
fn cell(x: i64, y: i64) -> i64 {
    (5 * (x - LEAST) + 3 * (y - LEAST) * (y - LEAST)) % 11 - 4
}

/// An operation on x (`e0`) and y (`e1`) as lines that end with `e9`, and what it comes to.
type Operation = (&'static str, fn(i64, i64) -> i64);

const OPERATIONS: [Operation; 15] = [
    ("e9 add e0 e1", |x, y| x + y),
    ("e9 sub e0 e1", |x, y| x - y),
    ("e9 min e0 e1", |x, y| x.min(y)),
    ("e9 max e0 e1", |x, y| x.max(y)),
    ("e9 times 3 e0", |x, _| 3 * x),
    ("e9 times -2 e1", |_, y| -2 * y),
    ("e9 over 3 e0", |x, _| x.div_euclid(3)),
    ("e9 over 2 e1", |_, y| y.div_euclid(2)),
    ("e9 eq e0 e1", |x, y| i64::from(x == y)),
    ("e9 ne e0 e1", |x, y| i64::from(x != y)),
    ("e9 lt e0 e1", |x, y| i64::from(x < y)),
    ("e9 le e0 e1", |x, y| i64::from(x <= y)),
    ("e8 lt e0 e1\ne9 if e8 e1 e4", |x, y| if x < y { y } else { x + 3 }),
    ("e9 look cells e5 e4", |x, y| cell(x, y)),
    ("e9 item pair e7", |x, y| if x > 0 { y } else { 2 }),
];

/// The lines of a statement about x and y that begins in one state. The expression
/// numbers skip, so they are given anew.
fn statement(
    operation: &str,
    compared: &str,
    bound: i64,
    start: (i64, i64),
    reach: &str,
) -> String {
    let cells = (LEAST..=GREATEST).flat_map(|y| (LEAST..=GREATEST).map(move |x| cell(x, y)));
    let cells: Vec<String> = cells.map(|value| value.to_string()).collect();
    let mut lines = vec![
        "e0 var x".to_owned(),
        "e1 var y".to_owned(),
        "e2 const 3".to_owned(),
        "e3 const 0".to_owned(),
        "e4 add e0 e2".to_owned(),
        "e5 add e1 e2".to_owned(),
        "e7 lt e3 e0".to_owned(),
    ];
    lines.extend(operation.lines().map(str::to_owned));
    lines.push(format!("e10 const {bound}"));
    lines.push(format!("e11 {compared}"));
    let names: Vec<String> =
        lines.iter().map(|line| line.split(' ').next().expect("a name").to_owned()).collect();
    let renamed = |word: &str| match names.iter().position(|name| name == word) {
        Some(n) => format!("e{n}"),
        None => word.to_owned(),
    };
    let expressions: Vec<String> = lines
        .iter()
        .map(|line| line.split(' ').map(renamed).collect::<Vec<_>>().join(" "))
        .collect();
    let last = names.len() - 1;
    format!(
        "playproof statement 1\nvar x {LEAST} {GREATEST}\nvar y {LEAST} {GREATEST}\n\
         var pair {LEAST} {GREATEST} 2\ntable cells 8x8 : {}\n{}\n\
         start {} {} 2 {}\nprop p0 e{last}\nask reach p0 {reach}\nend\n",
        cells.join(" "),
        expressions.join("\n"),
        start.0,
        start.1,
        start.1,
    )
}

fn parsed(text: &str) -> Statement {
    Statement::parse(text, 1 << 24, &|_, _, _| None)
        .unwrap_or_else(|why| panic!("{}\n{text}", why.0))
}

fn is_accepted(text: &str, answer: Answer, kind: &str, payload: &[u8]) -> bool {
    let head = format!(
        "playproof certificate 3\ngame: g\nproperty: p\ncore: p\nverdict: {answer}\nevidence: {kind}\n\
         rules: {:064}\nlevel: 0\nstatement: 0\npayload: {}\n\n",
        0,
        payload.len(),
    );
    let file = [head.as_bytes(), payload].concat();
    let certificate = Certificate::parse(&file).expect("a certificate");
    let evidence = certificate.evidence(1 << 24).expect("evidence");
    check(&parsed(text), answer, &evidence, &NoAxioms, &mut Enough).is_ok()
}

/// A signed value as evidence has it.
fn folded(value: i64) -> u8 {
    u8::try_from(if value < 0 { -2 * value - 1 } else { 2 * value }).expect("a small value")
}

#[test]
fn single_states_are_evaluated_exactly() {
    for (operation, value) in OPERATIONS {
        for (x, y) in (LEAST..=GREATEST).flat_map(|x| (LEAST..=GREATEST).map(move |y| (x, y))) {
            for (compared, is_so) in [
                ("eq e9 e10", i64::eq as fn(&i64, &i64) -> bool),
                ("ne e9 e10", i64::ne),
                ("lt e9 e10", i64::lt),
                ("le e9 e10", i64::le),
            ] {
                for bound in value(x, y) - 1..=value(x, y) + 1 {
                    let text = statement(operation, compared, bound, (x, y), "holds");
                    let accepted = is_accepted(&text, Answer::Holds, "trace", &[0, 0]);
                    let wanted = is_so(&value(x, y), &bound);
                    assert_eq!(accepted, wanted, "{operation}, {compared} {bound} at {x}, {y}");
                }
            }
        }
    }
}

/// One box of x, of y, and of both elements of the pair.
fn box_of(x: (i64, i64), y: (i64, i64), pair: [(i64, i64); 2]) -> Vec<u8> {
    // Four free variables, the one word of a point, and a column of one range for each.
    let mut bytes = vec![4, 0, 1, 2, 3, 1];
    bytes.extend([0; 8]);
    for (least, greatest) in [x, y, pair[0], pair[1]] {
        bytes.extend([0, 1, folded(least), folded(greatest)]);
    }
    // No patterns, no potentials.
    bytes.extend([0, 0]);
    bytes
}

const ANYTHING: [(i64, i64); 2] = [(LEAST, GREATEST); 2];

#[test]
fn boxes_miss_a_target_exactly_where_all_their_states_do() {
    let ranges = [(-3, 4), (-3, -1), (-2, 1), (0, 0), (1, 3), (2, 4)];
    for (operation, value) in OPERATIONS {
        for (x, y) in ranges.into_iter().flat_map(|x| ranges.map(|y| (x, y))) {
            let pairs = || (x.0..=x.1).flat_map(|a| (y.0..=y.1).map(move |b| (a, b)));
            // What the free pair holds is not tied to y, so that it counts as anything there.
            let all: Vec<i64> = match operation.contains("pair") {
                true => vec![LEAST, GREATEST],
                false => pairs().map(|(x, y)| value(x, y)).collect(),
            };
            let (least, greatest) =
                (all.iter().min().expect("a state"), all.iter().max().expect("a state"));
            let cases = [
                ("lt e9 e10", *least, true),
                ("lt e9 e10", *least + 1, false),
                ("le e9 e10", *least - 1, true),
                ("le e9 e10", *least, false),
                ("lt e10 e9", *greatest, true),
                ("lt e10 e9", *greatest - 1, false),
                ("le e10 e9", *greatest + 1, true),
                ("le e10 e9", *greatest, false),
                ("eq e9 e10", *least, false),
                ("eq e9 e10", *least - 1, true),
                ("eq e9 e10", *greatest + 1, true),
            ];
            for (compared, bound, misses) in cases {
                let text = statement(operation, compared, bound, (x.0, y.0), "holds");
                let accepted =
                    is_accepted(&text, Answer::Violated, "closed-set", &box_of(x, y, ANYTHING));
                assert_eq!(accepted, misses, "{operation}, {compared} {bound} in {x:?}, {y:?}");
            }
            // A box that does not hold the initial state shows nothing.
            let text = statement(operation, "lt e9 e10", *least, (x.0, y.0), "holds");
            if x.0 < x.1 {
                let outside = box_of((x.0 + 1, x.1), y, ANYTHING);
                assert!(!is_accepted(&text, Answer::Violated, "closed-set", &outside));
            }
        }
    }
}

#[test]
fn what_is_written_stays_in_the_box_or_leaves_it() {
    // x becomes what the operation gives, where that is a value of x: from the one
    // state (x, y), the box around it and its successor is closed, one less is not.
    for (operation, value) in OPERATIONS {
        for (x, y) in (LEAST..=GREATEST).flat_map(|x| (LEAST..=GREATEST).map(move |y| (x, y))) {
            let next = value(x, y).clamp(LEAST, GREATEST);
            let text = statement(operation, "lt e10 e9", 99, (x, y), "holds");
            let text = with_step(&text);
            let single = |a: i64| box_of((a, a), (y, y), [(2, 2), (y, y)]);
            let accepted = is_accepted(&text, Answer::Violated, "closed-set", &single(x));
            assert_eq!(accepted, next == x, "{operation} at {x}, {y}");
        }
    }
}

/// Adds a command that writes the clamped value of the operation into x. The
/// operation is the expression before the last two.
fn with_step(text: &str) -> String {
    let n = text.lines().filter(|line| line.starts_with('e') && *line != "end").count();
    let (operation, least, greatest, above, clamped, always) =
        (n - 3, n, n + 1, n + 2, n + 3, n + 4);
    let lines = format!(
        "e{least} const {LEAST}\ne{greatest} const {GREATEST}\ne{above} max e{operation} e{least}\n\
         e{clamped} min e{above} e{greatest}\ne{always} const 1\n\
         action go\ncommand go go when e{always} : x = e{clamped}"
    );
    text.replace("\nstart", &format!("\n{lines}\nstart"))
}
