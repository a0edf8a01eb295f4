//! The canonical text of a statement: what is hashed, and what `read` accepts.
//!
//! One item per line, operands before users, numbered so that a person can
//! follow. The text says everything about a well-formed machine, so that two
//! machines with one text are the same. Of one that is not it may say too
//! little: what a name refers to, which sizes fit, and that the variables of a
//! game with its own interpreter end with its flags and its step counter must
//! be checked before.

use std::fmt::{self, Write};

use crate::formula::{LinearNode, Runs};
use crate::machine::{AtomId, E, Machine, Node, Op, Update, VarId};
use crate::question::{Group, PathCount, PathsQuestion, Question};

/// When this many bytes have been gathered, they are handed on.
const CHUNK: usize = 8192;

/// Writes the text, in chunks.
pub(crate) fn print(machine: &Machine, groups: &[Group], out: &mut dyn FnMut(&[u8])) {
    let mut printer = Printer { machine, text: Vec::with_capacity(2 * CHUNK), out };
    printer.statement(groups).expect("all text is taken");
    (printer.out)(&printer.text);
}

struct Printer<'a> {
    machine: &'a Machine,
    text: Vec<u8>,
    out: &'a mut dyn FnMut(&[u8]),
}

impl Write for Printer<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.put(part.as_bytes());
        Ok(())
    }
}

impl Printer<'_> {
    fn put(&mut self, part: &[u8]) {
        self.text.extend_from_slice(part);
        if self.text.len() >= CHUNK {
            (self.out)(&self.text);
            self.text.clear();
        }
    }

    fn statement(&mut self, groups: &[Group]) -> fmt::Result {
        let machine = self.machine;
        let (mut n_steps, mut n_added) = (0, 0);
        self.write_str("playproof statement 1\n")?;
        if let Some(foreign) = &machine.foreign {
            n_steps = usize::from(foreign.counts_steps);
            n_added = foreign.flags.len() + n_steps;
            writeln!(self, "system {} {}", name(&foreign.name), foreign.version)?;
            for line in foreign.source.split('\n') {
                let space = if line.is_empty() { "" } else { " " };
                writeln!(self, "|{space}{line}")?;
            }
        }
        for (i, var) in machine.vars.iter().enumerate() {
            let (name, lo, hi) = (name(&var.name), var.lo, var.hi);
            match machine.vars.len() - i {
                n_left if n_left <= n_steps => write!(self, "steps {name} {hi}")?,
                n_left if n_left <= n_added => write!(self, "flag {name}")?,
                _ => write!(self, "var {name} {lo} {hi}")?,
            }
            self.values(var.len.map(i64::from).as_slice())?;
        }
        for table in &machine.tables {
            let sizes: Vec<String> = table.dims.iter().map(u32::to_string).collect();
            write!(self, "table {} {} :", name(&table.name), sizes.join("x"))?;
            self.values(&table.cells)?;
        }
        for (i, &node) in machine.nodes.iter().enumerate() {
            write!(self, "e{i} ")?;
            self.node(node)?;
        }
        for action in &machine.actions {
            writeln!(self, "action {}", name(&action.name))?;
        }
        for command in &machine.commands {
            let action = name(&machine.actions[command.action.index()].name);
            let (own, E(guard)) = (name(&command.name), command.guard);
            write!(self, "command {own} {action} when e{guard} :")?;
            for (i, &Update { var, index, value }) in command.updates.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let var = name(&machine.vars[var.index()].name);
                let index = index.map_or(String::new(), |E(index)| format!("[e{index}]"));
                write!(self, "{comma} {var}{index} = e{}", value.0)?;
            }
            self.write_str("\n")?;
        }
        for state in &machine.initial {
            self.write_str("start")?;
            self.values(state)?;
        }
        for (i, atom) in machine.atoms.iter().enumerate() {
            let space = if atom.name.is_empty() { "" } else { " " };
            let text = escaped(&atom.name, "");
            writeln!(self, "prop p{i} e{}{space}{text}", atom.holds.0)?;
        }
        for group in groups {
            if groups.len() > 1 || !group.name.is_empty() {
                writeln!(self, "group {}", name(&group.name))?;
            }
            for question in &group.questions {
                self.question(question)?;
            }
        }
        self.write_str("end\n")
    }

    /// Values up to the end of the line.
    fn values<T: Copy + Into<i64>>(&mut self, values: &[T]) -> fmt::Result {
        for &value in values {
            // Not by `write!`: tables are long.
            self.put(b" ");
            self.put(value.into().to_string().as_bytes());
        }
        self.write_str("\n")
    }

    fn node(&mut self, node: Node) -> fmt::Result {
        let machine = self.machine;
        let var = |v: VarId| name(&machine.vars[v.index()].name);
        match node {
            Node::Const(value) => write!(self, "const {value}"),
            Node::Var(v) => write!(self, "var {}", var(v)),
            Node::Elem(v, _) => write!(self, "item {}", var(v)),
            Node::Tab(t, _) => write!(self, "look {}", name(&machine.tables[t.0 as usize].name)),
            Node::Add(..) => self.write_str("add"),
            Node::Sub(..) => self.write_str("sub"),
            Node::Min(..) => self.write_str("min"),
            Node::Max(..) => self.write_str("max"),
            Node::Mul(factor, _) => write!(self, "times {factor}"),
            Node::Div(divisor, _) => write!(self, "over {divisor}"),
            Node::Cmp(Op::Eq, ..) => self.write_str("eq"),
            Node::Cmp(Op::Ne, ..) => self.write_str("ne"),
            Node::Cmp(Op::Lt, ..) => self.write_str("lt"),
            Node::Cmp(Op::Le, ..) => self.write_str("le"),
            Node::Ite(..) => self.write_str("if"),
        }?;
        for E(operand) in node.operands() {
            write!(self, " e{operand}")?;
        }
        self.write_str("\n")
    }

    fn question(&mut self, question: &Question) -> fmt::Result {
        match question {
            Question::Reach(q) => writeln!(self, "ask reach p{} {}", q.target.0, q.on_reach),
            Question::Linear(q) => {
                writeln!(self, "ask linear {}", q.on_run)?;
                self.formula(q.formula.nodes().iter().map(|&node| (None, node)))
            }
            Question::Branching(q) => {
                self.write_str("ask branching\n")?;
                self.formula(q.formula.nodes().iter().map(|node| node.on_runs()))
            }
            Question::Paths(PathsQuestion { target: AtomId(p), count }) => match count {
                PathCount::Alternatives(n) => writeln!(self, "ask paths p{p} alternatives {n}"),
                PathCount::Routes(n) => writeln!(self, "ask paths p{p} routes {n}"),
                PathCount::Unique => writeln!(self, "ask paths p{p} unique"),
            },
        }
    }

    /// The parts of a formula, each after the word for the runs it is about.
    fn formula(&mut self, parts: impl Iterator<Item = (Option<Runs>, LinearNode)>) -> fmt::Result {
        for (i, (runs, node)) in parts.enumerate() {
            let runs = runs.map_or("", |runs| if runs == Runs::All { "all-" } else { "some-" });
            write!(self, "f{i} {runs}")?;
            match node {
                LinearNode::Const(truth) => writeln!(self, "{truth}"),
                LinearNode::Atom(AtomId(p), true) => writeln!(self, "is p{p}"),
                LinearNode::Atom(AtomId(p), false) => writeln!(self, "not p{p}"),
                LinearNode::And(p, q) => writeln!(self, "and f{p} f{q}"),
                LinearNode::Or(p, q) => writeln!(self, "or f{p} f{q}"),
                LinearNode::Next(p) => writeln!(self, "next f{p}"),
                LinearNode::Until(p, q) => writeln!(self, "until f{p} f{q}"),
                LinearNode::Release(p, q) => writeln!(self, "release f{p} f{q}"),
            }?;
        }
        Ok(())
    }
}

/// A name: one word, without the signs that have a meaning in a line.
fn name(name: &str) -> String {
    if name.is_empty() { "%".to_owned() } else { escaped(name, " ,[]=:") }
}

/// A text in which control characters, `%` and `special` become `%XX`.
fn escaped(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_ascii_control() || c == '%' || special.contains(c) {
            true => escaped += &format!("%{:02X}", u32::from(c)),
            false => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::formula::{Branching, BranchingNode, Linear};
    use crate::machine::{Action, ActionId, Atom, Command, Foreign, Table, TableId, VarDecl};
    use crate::question::{Answer, BranchingQuestion, LinearQuestion, Reach};

    pub(crate) fn printed(machine: &Machine, groups: &[Group]) -> String {
        let mut bytes = Vec::new();
        print(machine, groups, &mut |chunk| bytes.extend_from_slice(chunk));
        String::from_utf8(bytes).expect("the parts are texts")
    }

    fn var(name: &str, lo: i32, hi: i32, len: Option<u32>) -> VarDecl {
        let name = name.to_owned();
        VarDecl { name, lo, hi, len }
    }

    fn atom(name: &str, holds: u32) -> Atom {
        let (name, holds) = (name.to_owned(), E(holds));
        Atom { name, holds }
    }

    fn action(name: &str) -> Action {
        let name = name.to_owned();
        Action { name }
    }

    fn command(name: &str, action: u32, guard: u32, updates: Vec<Update>) -> Command {
        Command { name: name.to_owned(), action: ActionId(action), guard: E(guard), updates }
    }

    fn write(var: u32, index: Option<u32>, value: u32) -> Update {
        Update { var: VarId(var), index: index.map(E), value: E(value) }
    }

    pub(crate) fn reach(target: u32, on_reach: Answer) -> Question {
        let target = AtomId(target);
        Question::Reach(Reach { target, on_reach })
    }

    pub(crate) fn paths(count: PathCount) -> Question {
        let target = AtomId(0);
        Question::Paths(PathsQuestion { target, count })
    }

    /// A walk along three cells.
    pub(crate) fn small() -> (Machine, Vec<Group>) {
        let table = Table { name: "right".to_owned(), dims: vec![3], cells: [1, 2, 2].into() };
        let look = Node::Tab(TableId(0), [Some(E(0)), None, None]);
        let here = Node::Var(VarId(0));
        let goal = Node::Cmp(Op::Eq, E(0), E(2));
        let machine = Machine {
            vars: vec![var("player", 0, 2, None)],
            tables: vec![table],
            nodes: vec![here, look, Node::Const(2), goal],
            actions: vec![action("right")],
            commands: vec![command("walk", 0, 3, vec![write(0, None, 1)])],
            initial: vec![vec![0]],
            atoms: vec![atom("win", 3)],
            foreign: None,
        };
        let group = Group { name: String::new(), questions: vec![reach(0, Answer::Holds)] };
        (machine, vec![group])
    }

    /// Something of every kind.
    pub(crate) fn everything() -> (Machine, Vec<Group>) {
        let (e, ix) = (E, |n: usize| [0, 1, 2].map(|i| (i < n).then_some(E(i as u32))));
        let nodes = vec![
            Node::Const(i32::MIN),
            Node::Var(VarId(0)),
            Node::Elem(VarId(1), e(1)),
            Node::Tab(TableId(0), ix(1)),
            Node::Tab(TableId(1), ix(2)),
            Node::Tab(TableId(2), ix(3)),
            Node::Add(e(0), e(1)),
            Node::Sub(e(1), e(0)),
            Node::Min(e(2), e(7)),
            Node::Max(e(8), e(7)),
            Node::Mul(-3, e(1)),
            Node::Div(2, e(1)),
            Node::Cmp(Op::Eq, e(1), e(2)),
            Node::Cmp(Op::Ne, e(1), e(2)),
            Node::Cmp(Op::Lt, e(1), e(2)),
            Node::Cmp(Op::Le, e(1), e(2)),
            Node::Ite(e(12), e(13), e(14)),
        ];
        let table = |name: &str, dims: &[u32], cells: Vec<i32>| Table {
            name: name.to_owned(),
            dims: dims.to_vec(),
            cells: cells.into(),
        };
        let machine = Machine {
            vars: vec![var("a b", -2, 7, None), var("böx[%]", 0, i32::MAX, Some(2))],
            tables: vec![
                table("", &[2], vec![-1, 0]),
                table("x,y", &[2, 3], vec![1, 2, 3, 4, 5, 6]),
                table("none", &[4, 0, 2], vec![]),
            ],
            nodes,
            actions: vec![action("=:"), action("wind"), action("die\n")],
            commands: vec![
                command("", 0, 12, vec![]),
                command("two", 2, 16, vec![write(0, None, 1), write(1, Some(2), 7)]),
                command("two", 1, 13, vec![write(1, Some(6), 6)]),
            ],
            initial: vec![vec![0, 1, 2], vec![-2, 0, i32::MAX]],
            atoms: vec![atom("", 12), atom(" 100%\tsure, x = [1]: ", 13)],
            foreign: None,
        };
        use LinearNode::{And, Atom, Const, Next, Or, Release, Until};
        let linear = vec![
            Const(true),
            Const(false),
            Atom(AtomId(0), true),
            Atom(AtomId(1), false),
            And(0, 2),
            Or(1, 3),
            Next(4),
            Until(5, 6),
            Release(7, 0),
        ];
        let branching = vec![
            BranchingNode::Const(true),
            BranchingNode::Const(false),
            BranchingNode::Atom(AtomId(0), true),
            BranchingNode::Atom(AtomId(1), false),
            BranchingNode::And(0, 2),
            BranchingNode::Or(1, 3),
            BranchingNode::Next(Runs::All, 4),
            BranchingNode::Next(Runs::Some, 4),
            BranchingNode::Until(Runs::All, 6, 7),
            BranchingNode::Until(Runs::Some, 6, 7),
            BranchingNode::Release(Runs::All, 8, 9),
            BranchingNode::Release(Runs::Some, 10, 9),
        ];
        let linear = Question::Linear(LinearQuestion {
            formula: Linear::new(linear).unwrap(),
            on_run: Answer::Violated,
        });
        let branching = BranchingQuestion::new(Branching::new(branching).unwrap());
        let first = vec![reach(1, Answer::Violated), linear];
        let second = vec![
            Question::Branching(branching),
            paths(PathCount::Alternatives(3)),
            paths(PathCount::Routes(u32::MAX)),
            paths(PathCount::Unique),
        ];
        let group = |name: &str, questions| Group { name: name.to_owned(), questions };
        (machine, vec![group("", first), group("all ways", second)])
    }

    /// A game with an interpreter of its own.
    pub(crate) fn foreign() -> (Machine, Vec<Group>) {
        let (mut machine, groups) = small();
        machine.vars.push(var("win now", 0, 1, None));
        machine.vars.push(var("steps", 0, 9, None));
        machine.commands.clear();
        machine.initial.clear();
        machine.foreign = Some(Foreign {
            name: "puzzle script".to_owned(),
            version: 2,
            source: "title x\r\n\n  = end\n".to_owned(),
            flags: vec!["win now".to_owned()],
            counts_steps: true,
        });
        (machine, groups)
    }

    #[test]
    fn small_text() {
        let (machine, groups) = small();
        let expected = "\
playproof statement 1
var player 0 2
table right 3 : 1 2 2
e0 var player
e1 look right e0
e2 const 2
e3 eq e0 e2
action right
command walk right when e3 : player = e1
start 0
prop p0 e3 win
ask reach p0 holds
end
";
        assert_eq!(printed(&machine, &groups), expected);
    }

    #[test]
    fn names_are_escaped() {
        let (machine, groups) = everything();
        let text = printed(&machine, &groups);
        for line in [
            "var a%20b -2 7",
            "var böx%5B%25%5D 0 2147483647 2",
            "table % 2 : -1 0",
            "table x%2Cy 2x3 : 1 2 3 4 5 6",
            "table none 4x0x2 :",
            "e0 const -2147483648",
            "e5 look none e0 e1 e2",
            "e10 times -3 e1",
            "action %3D%3A",
            "action die%0A",
            "command % %3D%3A when e12 :",
            "command two die%0A when e16 : a%20b = e1, böx%5B%25%5D[e2] = e7",
            "start -2 0 2147483647",
            "prop p0 e12",
            "prop p1 e13  100%25%09sure, x = [1]: ",
            "group %",
            "f8 release f7 f0",
            "group all%20ways",
            "f11 some-release f10 f9",
            "ask paths p0 routes 4294967295",
        ] {
            assert!(text.split('\n').any(|l| l == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn foreign_text_begins_with_the_source() {
        let (machine, groups) = foreign();
        let expected = "playproof statement 1\nsystem puzzle%20script 2\n| title x\r\n|\n\
            |   = end\n|\nvar player 0 2\nflag win%20now\nsteps steps 9\ntable ";
        let text = printed(&machine, &groups);
        assert_eq!(&text[..expected.len()], expected);
    }

    #[test]
    fn long_texts_come_in_chunks() {
        let (mut machine, groups) = small();
        machine.tables[0].cells = (0..100_000).collect();
        let mut sizes = Vec::new();
        print(&machine, &groups, &mut |chunk| sizes.push(chunk.len()));
        assert!(sizes.len() > 50 && sizes.iter().all(|&n| n < 2 * CHUNK));
    }
}
