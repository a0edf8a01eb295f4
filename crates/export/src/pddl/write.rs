//! The planning task: facts are values of variables, and each command becomes
//! an operator for each case of what it reads. Nothing but plain operators is
//! needed, which every planner knows; only a goal may have alternatives.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use playproof_model::{Command, E, Machine, Node, Property, Rules, Val};

use super::cases::{Case, Cases, TooMany};
use super::names::{PlanNames, object};
use crate::error::ExportError;
use crate::question::ReachTask;

/// The most operators of a task: planners read each of them, and slowly.
const MAX_OPERATORS: usize = 50_000;

/// The most alternatives of a goal.
const MAX_GOALS: usize = 2_000;

/// A planning task, in the two files that planners want.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanningTask {
    /// What can be done.
    pub domain: String,
    /// From where to where.
    pub problem: String,
}

/// How to get where a property asks about, as a task for a planner. A plan has
/// one step for each of the run's.
///
/// Properties of other kinds are refused, and commands that read so much at
/// once that there are too many cases of them.
pub fn pddl(rules: &Rules, name: &str, property: &Property) -> Result<PlanningTask, ExportError> {
    let task = ReachTask::new(rules, name, property)?;
    let machine = task.machine();
    let [first] = &machine.initial[..] else {
        return Err(ExportError::Unfit(format!(
            "play can begin in {} states, and a planning task begins in one",
            machine.initial.len()
        )));
    };
    let facts = Facts::new(machine);
    let goal = goal(&task, &facts)?;
    let mut operators = Operators::default();
    for (i, command) in machine.commands.iter().enumerate() {
        operators.add(&task, &facts, i, command)?;
    }
    let mut domain = header(&task);
    let alternatives = if goal.starts_with("(or") {
        " :disjunctive-preconditions"
    } else {
        ""
    };
    let _ = writeln!(
        domain,
        "(define (domain game)\n  (:requirements :strips{alternatives})"
    );
    let _ = writeln!(domain, "  (:constants {})", facts.objects().join(" "));
    let _ = writeln!(domain, "  (:predicates {})", facts.predicates().join(" "));
    domain += &operators.text;
    domain += ")\n";
    let mut problem = header(&task);
    problem += "(define (problem level)\n  (:domain game)\n  (:init";
    for (place, value) in first.iter().enumerate() {
        let _ = write!(problem, "\n    {}", facts.fact(place, *value));
    }
    let _ = writeln!(problem, ")\n  (:goal {goal}))");
    Ok(PlanningTask { domain, problem })
}

/// What is written of variables.
struct Facts<'a> {
    machine: &'a Machine,
    names: PlanNames,
    /// Of each flat variable, its variable and element.
    places: Vec<(usize, Option<u32>)>,
}

impl<'a> Facts<'a> {
    fn new(machine: &'a Machine) -> Facts<'a> {
        let mut places = Vec::new();
        for (v, decl) in machine.vars.iter().enumerate() {
            match decl.len {
                None => places.push((v, None)),
                Some(n) => places.extend((0..n).map(|i| (v, Some(i)))),
            }
        }
        let names = PlanNames::new(machine);
        Facts {
            machine,
            names,
            places,
        }
    }

    /// That a flat variable has a value.
    fn fact(&self, place: usize, value: Val) -> String {
        let (v, element) = self.places[place];
        let name = &self.names.vars[v];
        match element {
            None => format!("({name} {})", object(value)),
            Some(i) => format!("({name} {} {})", object(i as Val), object(value)),
        }
    }

    fn conjunction(&self, case: &Case) -> String {
        let facts = case.iter().map(|&(place, value)| self.fact(place, value));
        format!("(and {})", facts.collect::<Vec<_>>().join(" "))
    }

    fn domain(&self, place: usize) -> std::ops::RangeInclusive<Val> {
        let decl = &self.machine.vars[self.places[place].0];
        decl.lo..=decl.hi
    }

    /// All numbers that facts name.
    fn objects(&self) -> Vec<String> {
        let values = self.machine.vars.iter().flat_map(|v| v.lo..=v.hi);
        let elements = self.places.iter().filter_map(|(_, i)| *i).map(|i| i as Val);
        let all: BTreeSet<Val> = values.chain(elements).collect();
        all.into_iter().map(object).collect()
    }

    fn predicates(&self) -> Vec<String> {
        let vars = self.machine.vars.iter().zip(&self.names.vars);
        let vars = vars.map(|(decl, name)| match decl.len {
            None => format!("({name} ?value)"),
            Some(_) => format!("({name} ?element ?value)"),
        });
        vars.collect()
    }
}

fn goal(task: &ReachTask, facts: &Facts) -> Result<String, ExportError> {
    let mut goals = Vec::new();
    Cases::new(task.machine(), task.target(), Vec::new(), None, MAX_GOALS)
        .each(&mut |case, _| goals.push(facts.conjunction(case)))
        .map_err(|TooMany| ExportError::TooLarge {
            what: "what is to be reached".into(),
            limit: format!("a goal may have {MAX_GOALS} alternatives; smtlib has no such limit"),
        })?;
    match &goals[..] {
        [] => Err(ExportError::Unfit(
            "no state at all is as asked, and planners refuse a goal that is never true".into(),
        )),
        [one] => Ok(one.clone()),
        several => Ok(format!("(or {})", several.join("\n    "))),
    }
}

#[derive(Default)]
struct Operators {
    text: String,
    count: usize,
    names: HashMap<String, usize>,
}

impl Operators {
    fn add(
        &mut self,
        task: &ReachTask,
        facts: &Facts,
        number: usize,
        command: &Command,
    ) -> Result<(), ExportError> {
        let machine = task.machine();
        // Index and value of each write.
        let others: Vec<E> = command.roots().skip(1).collect();
        // A run ends where it gets there, so that nothing is done after that.
        // This leaves out of every operator that play is not yet won.
        let target = Some(task.target());
        let is_constant = matches!(machine.nodes[task.target().index()], Node::Const(_));
        let never = target.filter(|_| !is_constant);
        let room = MAX_OPERATORS - self.count;
        let mut cases = Cases::new(machine, command.guard, others, never, room);
        let told = cases.each(&mut |case, values| {
            self.operator(facts, number, command, case, values);
        });
        told.map_err(|TooMany| ExportError::TooLarge {
            what: format!(
                "`{}` as operators, one for each case of what it reads,",
                command.name
            ),
            limit: format!("{MAX_OPERATORS} may be written; smtlib and promela have no such limit"),
        })
    }

    fn operator(
        &mut self,
        facts: &Facts,
        number: usize,
        command: &Command,
        case: &Case,
        values: &[Val],
    ) {
        let bases = facts.machine.bases();
        let mut values = values.iter();
        let mut next = || *values.next().expect("a value for each expression");
        let mut written: BTreeMap<usize, Val> = BTreeMap::new();
        for u in &command.updates {
            let element = u.index.map_or(0, |_| next() as usize);
            // Of two writes to one place the later wins.
            written.insert(bases[u.var.index()] + element, next());
        }
        let before: HashMap<usize, Val> = case.iter().copied().collect();
        let mut effects = Vec::new();
        for (place, value) in written {
            match before.get(&place) {
                Some(old) if *old == value => continue,
                Some(old) => effects.push(format!("(not {})", facts.fact(place, *old))),
                None => {
                    let others = facts.domain(place).filter(|other| *other != value);
                    effects
                        .extend(others.map(|other| format!("(not {})", facts.fact(place, other))));
                }
            }
            effects.push(facts.fact(place, value));
        }
        if effects.is_empty() {
            return;
        }
        let name = self.name(facts, number, case);
        let _ = writeln!(
            self.text,
            "  (:action {name}\n    :parameters ()\n    :precondition {}\n    :effect (and {}))",
            facts.conjunction(case),
            effects.join(" "),
        );
        self.count += 1;
    }

    /// The command and the values of what it is for, and a number if that is
    /// not enough.
    fn name(&mut self, facts: &Facts, number: usize, case: &Case) -> String {
        let mut name = facts.names.commands[number].clone();
        for (place, value) in case {
            if let (v, None) = facts.places[*place] {
                let _ = write!(name, "-{}-{}", facts.names.vars[v], object(*value));
            }
        }
        let n = self.names.entry(name.clone()).or_default();
        *n += 1;
        match n {
            1 => name,
            n => format!("{name}-{n}"),
        }
    }
}

fn header(task: &ReachTask) -> String {
    let [reached, never] = task.outcomes();
    let mut lines = vec!["A game as a planning task, written by playproof.".to_owned()];
    lines.extend(task.asked());
    lines.extend([
        String::new(),
        "  fast-downward.py DOMAIN PROBLEM --search 'astar(blind())'".into(),
        String::new(),
        format!("A plan     some run gets there: {reached}. With this search"),
        "           it is a shortest one. What stands before the first - of a step is".into(),
        "           what is done; the rest says for which values.".into(),
        format!("Unsolvable no run gets there: {never}."),
        String::new(),
        "(NAME nV) says that a value of the game is V, (NAME nI nV) that element I of an".into(),
        "array is V; m3 is -3.".into(),
    ]);
    let lines = lines
        .iter()
        .map(|l| format!("; {l}").trim_end().to_owned() + "\n");
    lines.collect::<String>() + "\n"
}
