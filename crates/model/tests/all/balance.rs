//! Balances, which go up and down, and commands that exist for an observer
//! only: compared with a reckoning that knows no cap, and what is refused.

use playproof_model::{
    ActionId, AtomId, Builder, E, Extent, Property, Rules, Statement, Subject, Val, VarId,
    elaborate, elaborate_conditions, set,
};
use proptest::prelude::*;

/// The values of the one variable, `x`.
const PLACES: usize = 5;

/// One command of a random game: from each place, whether it can be given,
/// where it leads and what it costs.
#[derive(Clone, Debug)]
struct Order {
    ways: [(bool, Val, Val); PLACES],
    /// Whether it is there only for those who read `penalty`.
    is_bump: bool,
}

/// A random game with a score.
#[derive(Clone, Debug)]
struct Game {
    orders: Vec<Order>,
    /// What each place is worth.
    credit: [Val; PLACES],
    /// How much more the credit is said to be at most.
    slack: Val,
}

impl Game {
    fn most(&self) -> Val {
        self.credit.iter().max().expect("places") + self.slack
    }

    fn rules(&self) -> Rules {
        let mut b = Builder::default();
        let x = b.variable("x", 0, PLACES as Val - 1);
        let now = b.var(x);
        let size = [PLACES as u32];
        let mut costs = Vec::new();
        for (i, order) in self.orders.iter().enumerate() {
            let column = |f: fn(&(bool, Val, Val)) -> Val| order.ways.iter().map(f).collect();
            let can = b.table(&format!("can {i}"), &size, column(|w| Val::from(w.0)));
            let to = b.table(&format!("to {i}"), &size, column(|w| w.1));
            let cost = b.table(&format!("cost {i}"), &size, column(|w| w.2));
            costs.push(cost);
            let (guard, to) = (b.lookup(can, &[now]), b.lookup(to, &[now]));
            let action = b.action(&i.to_string());
            b.command(&i.to_string(), action, guard, vec![set(x, to)]);
        }
        b.counter("moves", |i| Val::from(!self.orders[i].is_bump));
        let penalty = b.observer("penalty", Extent::Saturating, |b, own, i| {
            let cost = b.lookup(costs[i], &[now]);
            b.add(own, cost)
        });
        b.only_for(penalty, |i| self.orders[i].is_bump);
        let credit = b.table("credit", &size, self.credit.to_vec());
        let credit = b.lookup(credit, &[now]);
        b.balance("score", credit, self.most(), penalty);
        b.initial(vec![0]);
        b.finish().expect("every order leads to a place")
    }

    /// The orders that can be given.
    fn orders_at(&self, x: Val) -> Vec<usize> {
        let all = 0..self.orders.len();
        all.filter(|&i| self.orders[i].ways[x as usize].0).collect()
    }
}

fn game() -> impl Strategy<Value = Game> {
    let way = (any::<bool>(), 0..PLACES as Val, 0..6);
    let order = (prop::array::uniform(way), any::<bool>());
    let order = order.prop_map(|(ways, is_bump)| Order { ways, is_bump });
    let orders = prop::collection::vec(order, 1..5);
    let credit = prop::array::uniform(-20..20);
    (orders, credit, 0..3).prop_map(|(orders, credit, slack)| Game {
        orders,
        credit,
        slack,
    })
}

fn asked(rules: &Rules, property: &str) -> Subject {
    let property: Property = property.parse().expect("a property");
    elaborate(rules, &property).expect("a property of the game")
}

fn successors(subject: &Subject, state: &[Val]) -> Vec<(ActionId, Vec<Val>)> {
    let mut found = Vec::new();
    subject.successors(state, &mut |action, next| {
        found.push((action, next.to_vec()))
    });
    found
}

/// How a score is compared, as it is written and as it is meant.
type Relation = (&'static str, fn(i64, i64) -> bool);

const RELATIONS: [Relation; 6] = [
    ("==", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];

proptest! {
    /// The state knows as much of the score as is asked, and every order can
    /// be given that should be.
    #[test]
    fn scores_are_compared_as_if_there_were_no_cap(
        game in game(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 30),
        around in -3..=3,
        far in -60..=30,
        which in any::<prop::sample::Index>(),
    ) {
        let rules = game.rules();
        // The exact run: places and what has been spent.
        let mut run = vec![(0, 0, None)];
        for choice in choices {
            let &(x, spent, _) = run.last().expect("it has a beginning");
            let orders = game.orders_at(x);
            if orders.is_empty() {
                break;
            }
            let order = *choice.get(&orders);
            let (_, to, cost) = game.orders[order].ways[x as usize];
            run.push((to, spent + i64::from(cost), Some(order)));
        }
        let score = |(x, spent, _): (Val, i64, _)| i64::from(game.credit[x as usize]) - spent;
        let some = score(*which.get(&run));
        let numbers = [
            some + i64::from(around),
            i64::from(far),
            i64::from(game.most() + around),
            i64::from(*game.credit.iter().min().expect("places") + around),
        ];
        for (n, (sign, is)) in numbers.into_iter().flat_map(|n| RELATIONS.map(|r| (n, r))) {
            let subject = asked(&rules, &format!("reach score {sign} {n}"));
            let mut state = Vec::new();
            subject.initial(&mut |s| state = s.to_vec());
            for &(x, spent, order) in &run {
                if let Some(order) = order {
                    let all = successors(&subject, &state);
                    let actions: Vec<usize> = all.iter().map(|(a, _)| a.index()).collect();
                    prop_assert_eq!(actions, game.orders_at(state[0]));
                    let mut taken = all.into_iter().filter(|(a, _)| a.index() == order);
                    state = taken.next().expect("it can be given").1;
                }
                prop_assert_eq!(state[0], x);
                let exact = score((x, spent, order));
                let found = subject.holds(&state, AtomId(0));
                prop_assert_eq!(found, is(exact, n), "{} {} {}", exact, sign, n);
            }
        }
    }

    /// Two numbers in one condition, and conditions that share their counter.
    #[test]
    fn several_comparisons_share_a_count(game in game(), a in -30..25_i32, b in -30..25_i32) {
        let rules = game.rules();
        let both = asked(&rules, &format!("reach score >= {a} && !(score > {b}) && penalty != 2"));
        let texts = [format!("score >= {a}"), format!("score > {b}"), "penalty != 2".into()];
        let conditions = texts.map(|text| (text.parse().expect("a condition"), None));
        let shared = elaborate_conditions(&rules, &conditions).expect("conditions of the game");
        prop_assert_eq!(&shared.vars, &both.machine().vars);
        let cap = both.machine().vars[1].hi;
        prop_assert_eq!(cap, (game.most() - a.min(b) + 1).max(3));
        let groups = both.statement().groups().to_vec();
        let statement = Statement::new(shared.clone(), groups).expect("a machine");
        let mut play = statement.play();
        for (x, spent) in (0..PLACES as Val).flat_map(|x| (0..=cap).map(move |p| (x, p))) {
            let score = game.credit[x as usize] - spent;
            let mut holds = |i: usize| play.value(&[x, spent], shared.atoms[i].holds) == 1;
            if spent < cap {
                prop_assert_eq!([holds(0), holds(1), holds(2)], [score >= a, score > b, spent != 2]);
            } else {
                // This much or more.
                prop_assert_eq!([holds(0), holds(1), holds(2)], [false, false, true]);
            }
            let all = holds(0) && !holds(1) && holds(2);
            prop_assert_eq!(both.holds(&[x, spent], AtomId(0)), all);
        }
    }

    /// Without the observer there are no such commands, whatever else is read.
    #[test]
    fn commands_for_an_observer_are_absent_without_it(game in game()) {
        let rules = game.rules();
        let names = |wanted: fn(&Order) -> bool| {
            let all = game.orders.iter().enumerate();
            let there = all.filter(|(_, order)| wanted(order));
            there.map(|(i, _)| i.to_string()).collect::<Vec<_>>()
        };
        let (moves, all) = (names(|order| !order.is_bump), names(|_| true));
        for (property, right) in [
            ("reach x == 1", &moves),
            ("reach moves >= 2", &moves),
            ("F x == 1", &moves),
            ("AG EF moves == 1", &moves),
            ("reach penalty >= 2", &all),
            ("reach score == 2", &all),
            ("reach x == 1 && moves <= 2 && score < 0", &all),
            ("G (x == 1 -> F score < 0)", &all),
            ("AG EF score < 0", &all),
        ] {
            let subject = asked(&rules, property);
            let there = subject.machine().commands.iter().map(|c| c.name.clone());
            prop_assert_eq!(&there.collect::<Vec<_>>(), right, "{}", property);
            // Those that are left out are no successors either.
            let right: Vec<usize> = right.iter().map(|name| name.parse().unwrap()).collect();
            let mut first = Vec::new();
            subject.initial(&mut |s| first = s.to_vec());
            let given = successors(&subject, &first).into_iter().map(|(a, _)| a.index());
            let mut possible = game.orders_at(0);
            possible.retain(|order| right.contains(order));
            prop_assert_eq!(given.collect::<Vec<_>>(), possible, "{}", property);
        }
    }
}

/// What is wrong with a game of one variable and the counters `penalty`, which
/// saturates, and `mark`, which does not.
fn refused(write: impl FnOnce(&mut Builder, VarId, [VarId; 2])) -> String {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 3);
    let one = b.constant(1);
    let go = b.action("go");
    b.command("go", go, one, vec![]);
    let penalty = b.counter("penalty", |_| 1);
    let mark = b.observer("mark", Extent::UpTo(1), |b, _, _| b.constant(1));
    b.initial(vec![0]);
    write(&mut b, x, [penalty, mark]);
    b.finish().expect_err("it should be refused").to_string()
}

#[test]
fn balances_that_cannot_be_reckoned_are_refused() {
    let no_debit = "balance `score`: its debit is no observer that saturates from 0 on";
    let credit =
        "balance `score`: its credit is more than it says, or too low to take anything off";
    for debit in [VarId(0), VarId(2), VarId(3), VarId(u32::MAX)] {
        let message = refused(|b, _, _| {
            let ten = b.constant(10);
            b.balance("score", ten, 10, debit);
        });
        assert_eq!(message, no_debit, "{debit:?}");
    }
    for value in [11, Val::MAX, Val::MIN, Val::MIN + (1 << 24) - 1] {
        let message = refused(|b, _, [penalty, _]| {
            let value = b.constant(value);
            b.balance("score", value, 10, penalty);
        });
        assert_eq!(message, credit, "{value}");
    }
    let message = refused(|b, x, [penalty, _]| {
        let now = b.var(x);
        b.balance("score", now, 2, penalty);
    });
    assert_eq!(message, credit);
    let message = refused(|b, _, [penalty, _]| b.balance("score", E(999), 10, penalty));
    assert_eq!(message, credit);
    let message = refused(|b, _, [penalty, mark]| {
        let (mark, one) = (b.var(mark), b.constant(1));
        let more = b.add(mark, one);
        b.balance("score", more, 10, penalty);
    });
    assert_eq!(message, "balance `score`: its credit reads an observer");
    let message = refused(|b, x, [penalty, _]| {
        let now = b.var(x);
        b.balance("x", now, 3, penalty);
    });
    assert_eq!(message, "balance `x`: the name is used twice");
}

/// A debit that begins elsewhere than at 0.
#[test]
fn a_debit_starts_at_nothing() {
    let game = Game {
        orders: Vec::new(),
        credit: [0; PLACES],
        slack: 0,
    };
    let mut rules = game.rules();
    assert_eq!(rules.observers[1].name, "penalty");
    rules.observers[1].initial = 1;
    let message = Builder::extend(rules).finish().unwrap_err().to_string();
    assert!(message.contains("saturates from 0 on"), "{message}");
}

#[test]
fn commands_for_no_observer_are_refused() {
    for whom in [VarId(0), VarId(3), VarId(u32::MAX)] {
        let message = refused(|b, _, _| b.only_for(whom, |_| true));
        assert_eq!(message, "command `go`: it is there for no observer");
    }
}

#[test]
fn what_cannot_be_asked_of_a_score_is_said() {
    let game = Game {
        orders: Vec::new(),
        credit: [-1000, 0, 0, 0, 10],
        slack: 0,
    };
    let rules = game.rules();
    let said = |property: &str| {
        let property: Property = property.parse().expect("a property");
        match elaborate(&rules, &property) {
            Ok(_) => "nothing".to_owned(),
            Err(error) => error.to_string(),
        }
    };
    let number = "`score` can only be compared with a number";
    for (property, message) in [
        ("reach score < moves", format!("column 7: {number}")),
        ("reach score == x", format!("column 7: {number}")),
        ("reach score >= score", format!("column 7: {number}")),
        ("reach x < score", format!("column 11: {number}")),
        (
            "reach moves < score",
            "column 7: `moves` can only be compared with a number".into(),
        ),
        (
            "reach 2 * score > 3",
            "column 7: `2 * score` is not a multiple that can be treated; compare `score` itself"
                .into(),
        ),
        (
            "reach score",
            "column 7: `score` is a number, not true or false; compare it, as in `score == 1`"
                .into(),
        ),
        (
            "reach score > -16777206",
            "column 7: -16777206 is less than can be counted, -16777205".into(),
        ),
        (
            "reach score > -2147483647",
            "column 7: -2147483647 is less than can be counted, -16777205".into(),
        ),
        ("reach score > -16777205", "nothing".into()),
        ("reach score < 2147483647", "nothing".into()),
        ("reach 3 < score", "nothing".into()),
    ] {
        assert_eq!(said(property), message, "{property}");
    }
}

#[test]
fn only_scores_are_measured_below_nothing() {
    for text in [
        "some score >= -5",
        "some score <= 3",
        "every score <= 3",
        "every score >= -5 within 9",
    ] {
        let property: Property = text.parse().expect("a property");
        assert_eq!(property.to_string(), text);
    }
    for (text, message) in [
        (
            "some turns >= -5 within 9",
            "expected a number of turns, 0 or more",
        ),
        ("some score >= 3/2", "`score` is a whole number"),
    ] {
        let said = text.parse::<Property>().expect_err(text).to_string();
        assert!(said.contains(message), "{text}: {said}");
    }
}
