//! Reading the text of a statement, which may come from anybody.
//!
//! Accepted is what `print` writes, and nothing else: what was read is printed
//! again and compared, so that a machine has one text and one hash. So reading
//! itself can be careless: labels, the order of lines and the form of numbers
//! are seen to there. What is checked here is that names refer to something
//! earlier, that numbers fit, and that all of it fits into memory. Whether the
//! machine makes sense (operands, domains, sizes, names that are there twice)
//! is for `well_formed` to decide.

use std::collections::HashMap;
use std::str::FromStr;

use crate::formula::{Branching, BranchingNode, Linear, LinearNode, Runs};
use crate::machine::{Action, ActionId, Atom, AtomId, Command, E, Foreign, Machine, Node};
use crate::machine::{Op, Table, TableId, Update, Val, VarDecl, VarId};
use crate::print::print;
use crate::question::{Answer, BranchingQuestion, Group, LinearQuestion, PathCount};
use crate::question::{PathsQuestion, Question, Reach};

/// Why a text is not a statement: the line, from 1, and what is wrong with it.
type ReadError = (usize, String);

/// Reads a statement into at most about `memory` bytes.
pub(crate) fn read(text: &str, memory: u64) -> Result<(Machine, Vec<Group>), ReadError> {
    let mut reader = Reader { rest: text, memory, ..Reader::default() };
    let result = reader.statement();
    let Reader { machine, groups, line, .. } = reader;
    result.map_err(|why| (line, why))?;
    let (mut n_printed, mut n_same) = (0, 0);
    print(&machine, &groups, &mut |chunk| {
        if n_same == n_printed {
            let pairs = text.as_bytes()[n_same..].iter().zip(chunk);
            n_same += pairs.take_while(|(a, b)| a == b).count();
        }
        n_printed += chunk.len();
    });
    if n_same == n_printed && n_same == text.len() {
        return Ok((machine, groups));
    }
    let ends = text.as_bytes()[..n_same].iter().filter(|&&b| b == b'\n');
    Err((1 + ends.count(), "not in canonical form".to_owned()))
}

/// The reason alone; the line is the one read last.
type Read<T> = Result<T, String>;

#[derive(Default)]
struct Reader<'a> {
    /// The lines not yet read.
    rest: &'a str,
    /// The number of the line read last.
    line: usize,
    /// The bytes that may still be used.
    memory: u64,
    machine: Machine,
    groups: Vec<Group>,
    /// Positions of variables, tables and actions, by kind and written name.
    names: HashMap<(&'static str, &'a str), u32>,
}

impl<'a> Reader<'a> {
    fn statement(&mut self) -> Read<()> {
        while !self.rest.is_empty() {
            let line = self.next_line()?;
            self.item(line)?;
        }
        Ok(())
    }

    fn next_line(&mut self) -> Read<&'a str> {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        (self.rest, self.line) = (rest, self.line + 1);
        // No item takes more, names and the growing of lists included; most
        // bytes are digits and spaces, two for a value that takes four.
        self.room(128 + 8 * line.len() as u64)?;
        Ok(line)
    }

    fn room(&mut self, bytes: u64) -> Read<()> {
        let left = self.memory.checked_sub(bytes);
        self.memory = left.ok_or("the statement needs more memory than is allowed")?;
        Ok(())
    }

    /// Reads a line, and those after it that belong to it.
    fn item(&mut self, line: &'a str) -> Read<()> {
        match words(line)[..] {
            ["playproof", "statement", "1"] | ["end"] => {}
            ["system", written, version] => {
                let mut source = Vec::new();
                while self.rest.starts_with('|') {
                    source.push(tail(self.next_line()?, 1));
                }
                let (name, version) = (name(written), number(version)?);
                let source = source.join("\n");
                self.machine.foreign =
                    Some(Foreign { name, version, source, ..Foreign::default() });
            }
            ["var", name, lo, hi] => self.var(name, number(lo)?, number(hi)?, None),
            ["var", name, lo, hi, len] => {
                let len = number(len)?;
                // A state has a value for each element, with a place and a domain.
                self.room(128 * u64::from(len))?;
                self.var(name, number(lo)?, number(hi)?, Some(len));
            }
            ["flag", written] => {
                self.var(written, 0, 1, None);
                self.foreign()?.flags.push(name(written));
            }
            ["steps", name, hi] => {
                self.var(name, 0, number(hi)?, None);
                self.foreign()?.counts_steps = true;
            }
            ["table", written, sizes, ":", ..] => {
                self.declare("table", written, self.machine.tables.len());
                let dims = sizes.split('x').map(number).collect::<Read<_>>()?;
                let (name, cells) = (name(written), values(tail(line, 4))?.into());
                self.machine.tables.push(Table { name, dims, cells });
            }
            ["action", written] => {
                self.declare("action", written, self.machine.actions.len());
                self.machine.actions.push(Action { name: name(written) });
            }
            ["command", written, action, "when", guard, ":", ..] => {
                let writes = tail(line, 6).split(", ").filter(|w| !w.is_empty());
                let updates = writes.map(|w| self.update(w)).collect::<Read<_>>()?;
                let (name, guard) = (name(written), e(guard)?);
                let action = ActionId(self.find("action", action)?);
                self.machine.commands.push(Command { name, action, guard, updates });
            }
            ["start", ..] => self.machine.initial.push(values(tail(line, 1))?),
            ["prop", _, holds, ..] => {
                let (name, holds) = (name(tail(line, 3)), e(holds)?);
                self.machine.atoms.push(Atom { name, holds });
            }
            ["group", written] => self.group(name(written)),
            ["ask", ref question @ ..] => {
                let question = self.question(question)?;
                if self.groups.is_empty() {
                    self.group(String::new());
                }
                self.groups.last_mut().expect("one was begun").questions.push(question);
            }
            [label, ref operation @ ..] if label.starts_with('e') => {
                let node = self.node(operation)?;
                self.machine.nodes.push(node);
            }
            _ => return Err("this line does not belong here".to_owned()),
        }
        Ok(())
    }

    fn group(&mut self, name: String) {
        self.groups.push(Group { name, questions: Vec::new() });
    }

    fn foreign(&mut self) -> Read<&mut Foreign> {
        Ok(self.machine.foreign.as_mut().ok_or("there is no system")?)
    }

    fn var(&mut self, written: &'a str, lo: Val, hi: Val, len: Option<u32>) {
        self.declare("var", written, self.machine.vars.len());
        self.machine.vars.push(VarDecl { name: name(written), lo, hi, len });
    }

    fn declare(&mut self, kind: &'static str, name: &'a str, position: usize) {
        self.names.insert((kind, name), position as u32);
    }

    fn find(&self, kind: &'static str, name: &str) -> Read<u32> {
        let found = self.names.get(&(kind, name)).copied();
        found.ok_or_else(|| format!("there is no {kind} {name:?}"))
    }

    fn node(&self, words: &[&str]) -> Read<Node> {
        let var = |name: &str| self.find("var", name).map(VarId);
        let table = |name: &str| self.find("table", name).map(TableId);
        Ok(match *words {
            ["const", n] => Node::Const(number(n)?),
            ["var", v] => Node::Var(var(v)?),
            ["item", v, i] => Node::Elem(var(v)?, e(i)?),
            ["look", t, i] => Node::Tab(table(t)?, [Some(e(i)?), None, None]),
            ["look", t, i, j] => Node::Tab(table(t)?, [Some(e(i)?), Some(e(j)?), None]),
            ["look", t, i, j, k] => Node::Tab(table(t)?, [Some(e(i)?), Some(e(j)?), Some(e(k)?)]),
            ["add", a, b] => Node::Add(e(a)?, e(b)?),
            ["sub", a, b] => Node::Sub(e(a)?, e(b)?),
            ["min", a, b] => Node::Min(e(a)?, e(b)?),
            ["max", a, b] => Node::Max(e(a)?, e(b)?),
            ["times", n, a] => Node::Mul(number(n)?, e(a)?),
            ["over", n, a] => Node::Div(number(n)?, e(a)?),
            ["eq", a, b] => Node::Cmp(Op::Eq, e(a)?, e(b)?),
            ["ne", a, b] => Node::Cmp(Op::Ne, e(a)?, e(b)?),
            ["lt", a, b] => Node::Cmp(Op::Lt, e(a)?, e(b)?),
            ["le", a, b] => Node::Cmp(Op::Le, e(a)?, e(b)?),
            ["if", c, a, b] => Node::Ite(e(c)?, e(a)?, e(b)?),
            _ => return Err("there is no such operation".to_owned()),
        })
    }

    fn update(&self, write: &str) -> Read<Update> {
        let (target, value) = write.split_once(" = ").ok_or("a write has no =")?;
        let (var, index) = match target.strip_suffix(']').and_then(|t| t.split_once('[')) {
            Some((var, index)) => (var, Some(e(index)?)),
            None => (target, None),
        };
        Ok(Update { var: VarId(self.find("var", var)?), index, value: e(value)? })
    }

    fn question(&mut self, words: &[&str]) -> Read<Question> {
        let atom = |p| label(p).map(AtomId);
        let paths = |p, count| Ok(Question::Paths(PathsQuestion { target: atom(p)?, count }));
        match *words {
            ["reach", p, on_reach] => {
                Ok(Question::Reach(Reach { target: atom(p)?, on_reach: answer(on_reach)? }))
            }
            ["linear", on_run] => {
                let parts = self.parts()?.into_iter().map(|(_, node)| node);
                let (formula, on_run) = (Linear::new(parts.collect())?, answer(on_run)?);
                Ok(Question::Linear(LinearQuestion { formula, on_run }))
            }
            ["branching"] => {
                let parts = self.parts()?.into_iter().map(branching).collect();
                Ok(Question::Branching(BranchingQuestion::new(Branching::new(parts)?)))
            }
            ["paths", p, "alternatives", n] => paths(p, PathCount::Alternatives(number(n)?)),
            ["paths", p, "routes", n] => paths(p, PathCount::Routes(number(n)?)),
            ["paths", p, "unique"] => paths(p, PathCount::Unique),
            _ => Err("there is no such question".to_owned()),
        }
    }

    /// The parts of a formula: for branching time, operators of linear time
    /// with the runs they are about.
    fn parts(&mut self) -> Read<Vec<(Runs, LinearNode)>> {
        let mut parts = Vec::new();
        while self.rest.starts_with('f') {
            let operator = tail(self.next_line()?, 1);
            let (runs, operator) = match operator.strip_prefix("some-") {
                Some(operator) => (Runs::Some, operator),
                None => (Runs::All, operator.strip_prefix("all-").unwrap_or(operator)),
            };
            let node = match words(operator)[..] {
                ["true"] => LinearNode::Const(true),
                ["false"] => LinearNode::Const(false),
                ["is", p] => LinearNode::Atom(AtomId(label(p)?), true),
                ["not", p] => LinearNode::Atom(AtomId(label(p)?), false),
                ["and", p, q] => LinearNode::And(label(p)?, label(q)?),
                ["or", p, q] => LinearNode::Or(label(p)?, label(q)?),
                ["next", p] => LinearNode::Next(label(p)?),
                ["until", p, q] => LinearNode::Until(label(p)?, label(q)?),
                ["release", p, q] => LinearNode::Release(label(p)?, label(q)?),
                _ => return Err("there is no such operator".to_owned()),
            };
            parts.push((runs, node));
        }
        Ok(parts)
    }
}

fn branching((runs, node): (Runs, LinearNode)) -> BranchingNode {
    match node {
        LinearNode::Const(truth) => BranchingNode::Const(truth),
        LinearNode::Atom(atom, wanted) => BranchingNode::Atom(atom, wanted),
        LinearNode::And(p, q) => BranchingNode::And(p, q),
        LinearNode::Or(p, q) => BranchingNode::Or(p, q),
        LinearNode::Next(p) => BranchingNode::Next(runs, p),
        LinearNode::Until(p, q) => BranchingNode::Until(runs, p, q),
        LinearNode::Release(p, q) => BranchingNode::Release(runs, p, q),
    }
}

/// The first words of a line, and what follows. No line has more than six that
/// are told apart.
fn words(line: &str) -> Vec<&str> {
    line.splitn(7, ' ').collect()
}

/// What follows the first `n` words.
fn tail(line: &str, n: usize) -> &str {
    line.splitn(n + 1, ' ').nth(n).unwrap_or_default()
}

/// A name or text, with `%XX` replaced by the character.
fn name(written: &str) -> String {
    let mut parts = written.split('%');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for (code, rest) in parts.filter_map(|part| part.split_at_checked(2)) {
        // Anything else is not printed again.
        name.extend(u8::from_str_radix(code, 16).map(char::from));
        name.push_str(rest);
    }
    name
}

fn values(text: &str) -> Read<Vec<Val>> {
    text.split_ascii_whitespace().map(number).collect()
}

fn number<T: FromStr>(word: &str) -> Read<T> {
    word.parse().map_err(|_| format!("{word:?} is not a number of the right size"))
}

/// The number of a label, such as the 7 of `f7`.
fn label(word: &str) -> Read<u32> {
    number(word.trim_start_matches(|c: char| c.is_ascii_lowercase()))
}

fn e(word: &str) -> Read<E> {
    label(word).map(E)
}

pub(crate) fn answer(word: &str) -> Read<Answer> {
    let mut answers = [Answer::Holds, Answer::Violated].into_iter();
    answers.find(|a| a.to_string() == word).ok_or_else(|| format!("{word:?} is not an answer"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::tests::{everything, foreign, printed, small};
    use crate::well_formed::well_formed;

    const PLENTY: u64 = 1 << 20;

    #[test]
    fn what_is_printed_is_read() {
        for (machine, groups) in [small(), everything(), foreign()] {
            let text = printed(&machine, &groups);
            assert_eq!(read(&text, PLENTY), Ok((machine, groups)));
        }
    }

    /// Every line missing, doubled or exchanged with the next is refused, or is
    /// another statement with that text.
    #[test]
    fn one_text_for_each_statement() {
        for (machine, groups) in [small(), everything(), foreign()] {
            let text = printed(&machine, &groups);
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            for i in 0..lines.len() {
                let (mut less, mut more, mut other) = (lines.clone(), lines.clone(), lines.clone());
                less.remove(i);
                more.insert(i, lines[i]);
                other.swap(i, (i + 1) % lines.len());
                for text in [less.concat(), more.concat(), other.concat()] {
                    if let Ok((machine, groups)) = read(&text, PLENTY) {
                        assert_eq!(printed(&machine, &groups), text);
                    }
                }
            }
            for (i, _) in text.char_indices() {
                assert!(read(&text[..i], PLENTY).is_err());
                let _ = read(&format!("{}7{}", &text[..i], &text[i..]), PLENTY);
                let _ = read(&format!("{} {}", &text[..i], &text[i..]), PLENTY);
            }
        }
    }

    /// Replaces one piece of a text, and expects an error: of this line, or
    /// (line 0) of a machine that makes no sense.
    fn refused((machine, groups): (Machine, Vec<Group>), from: &str, to: &str, error: &str) {
        let text = printed(&machine, &groups);
        assert_eq!(text.matches(from).count(), 1, "{from} in\n{text}");
        let found = read(&text.replace(from, to), PLENTY).and_then(|(machine, groups)| {
            let checked = well_formed(&machine, &groups);
            checked.map_err(|why| (0, why))
        });
        let found = found.expect_err(to);
        assert_eq!(format!("{} {}", found.0, found.1), error, "{to}");
    }

    #[test]
    fn broken_texts_are_refused() {
        for (from, to, error) in [
            ("statement 1", "statement 2", "1 this line does not belong here"),
            ("player 0 2\n", "player 0 2 1 1\n", "2 this line does not belong here"),
            (
                "player 0 2\n",
                "player 0 2147483648\n",
                "2 \"2147483648\" is not a number of the right size",
            ),
            ("player 0 2\n", "player 0 +2\n", "2 not in canonical form"),
            ("player 0 2\n", "player 0 2 \n", "2 \"\" is not a number of the right size"),
            (
                "var player 0 2\n",
                "var player 0 2\nvar player 0 3\n",
                "0 variable `player` is declared twice",
            ),
            ("var player 0 2\n", "var player 0 2\nvar q%6 0 3\n", "3 not in canonical form"),
            ("var player 0 2\n", "var player 0 2\nvar q%C3 0 3\n", "3 not in canonical form"),
            ("action right\n", "action right\naction %71\n", "9 not in canonical form"),
            (
                "var player 0 2\n",
                "var player 0 2\nvar q 0 1 1000000\n",
                "3 the statement needs more memory than is allowed",
            ),
            ("var player 0 2\n", "flag win\nvar player 0 2\n", "2 there is no system"),
            ("3 : 1 2 2", "3 : 1 2", "0 table `right` has 2 cells, not 3"),
            ("3 : 1 2 2", "3 : 1 2 2 2", "0 table `right` has 4 cells, not 3"),
            ("3 : 1 2 2", "3 1 2 2", "3 this line does not belong here"),
            ("3 : 1 2 2", "1x3x1x1 : 1 2 2", "0 table `right` needs one to three sizes"),
            (
                "3 : 1 2 2",
                "4294967295x4294967295x3 : 1",
                "0 table `right` has 1 cells, not 55340232195358851075",
            ),
            ("3 : 1 2 2", "3 : 01 2 2", "3 not in canonical form"),
            ("3 : 1 2 2", "3 : 1  2 2", "3 not in canonical form"),
            ("e0 var player", "e0 var box", "4 there is no var \"box\""),
            ("e1 look right e0", "e1 look left e0", "5 there is no table \"left\""),
            (
                "e1 look right e0",
                "e1 look right e1",
                "0 expression e1: an operand does not come earlier",
            ),
            ("e1 look right e0", "e1 look right e00", "5 not in canonical form"),
            ("e1 look right e0", "e2 look right e0", "5 not in canonical form"),
            ("e3 eq e0 e2", "e3 eq e0 e4", "0 expression e3: an operand does not come earlier"),
            ("e3 eq e0 e2", "e3 ge e0 e2", "7 there is no such operation"),
            ("e3 eq e0 e2\n", "e3 eq e0 e2\nvar late 0 1\n", "3 not in canonical form"),
            ("action right", "action right me", "8 this line does not belong here"),
            (
                "action right\n",
                "action right\naction right\n",
                "0 action `right` is declared twice",
            ),
            ("walk right", "walk left", "9 there is no action \"left\""),
            ("walk right when", "walk right if", "9 this line does not belong here"),
            ("player = e1", "box = e1", "9 there is no var \"box\""),
            ("player = e1", "player e1", "9 a write has no ="),
            ("player = e1", "player[e1 = e1", "9 there is no var \"player[e1\""),
            (
                "player = e1",
                "player = e4",
                "0 command `walk`: the value of `player` can leave its domain",
            ),
            ("player = e1", "player = e1, ", "9 not in canonical form"),
            ("start 0", "start 0 0", "0 initial state 0 is outside the domains"),
            ("start 0", "start", "0 initial state 0 is outside the domains"),
            ("prop p0 e3", "prop p1 e3", "11 not in canonical form"),
            ("prop p0 e3", "prop p0 e4", "0 proposition `win` is not 0 or 1"),
            ("win\n", "win%\n", "11 not in canonical form"),
            ("reach p0", "reach p1", "0 a question reads no such proposition"),
            ("p0 holds", "p0 maybe", "12 \"maybe\" is not an answer"),
            ("ask reach", "ask touch", "12 there is no such question"),
            ("ask reach p0 holds\n", "", "0 nothing is asked"),
            ("ask reach", "group %\nask reach", "12 not in canonical form"),
            ("ask reach", "group a\ngroup b\nask reach", "0 nothing is asked"),
            ("reach p0 holds", "linear holds", "12 the formula is empty"),
            ("end\n", "end", "13 not in canonical form"),
            ("end\n", "ending\n", "13 there is no such operation"),
            ("end\n", "end\n\n", "14 this line does not belong here"),
            ("end\n", "end \n", "13 there is no such operation"),
            ("end\n", "", "13 not in canonical form"),
            ("\ne2", "\r\ne2", "5 \"0\\r\" is not a number of the right size"),
        ] {
            refused(small(), from, to, error);
        }
        for (from, to, error) in [
            (
                "f4 and f0 f2\nf5 or f1 f3\nf6 next",
                "f4 and f0 f4\nf5 or f1 f3\nf6 next",
                "45 an operand of part 4 does not come earlier",
            ),
            ("f9 some-until", "f9 until", "57 not in canonical form"),
            ("f7 until", "f8 until", "44 not in canonical form"),
            ("p0 unique", "p0 unique 1", "62 there is no such question"),
        ] {
            refused(everything(), from, to, error);
        }
        for (from, to, error) in [
            ("puzzle%20script 2", "puzzle script 2", "2 this line does not belong here"),
            ("|\nvar", "| \nvar", "6 not in canonical form"),
            ("|   = end", "|= end", "5 not in canonical form"),
            ("steps steps 9\n", "steps steps 9\nsteps more 9\n", "8 not in canonical form"),
            ("steps steps 9", "steps win%20now 9", "0 variable `win now` is declared twice"),
        ] {
            refused(foreign(), from, to, error);
        }
    }

    #[test]
    fn formulas_have_limits() {
        let (machine, groups) = small();
        let mut formula = "linear holds\nf0 is p0\n".to_owned();
        for i in 1..70 {
            formula += &format!("f{i} next f{}\n", i - 1);
        }
        let text = printed(&machine, &groups).replace("reach p0 holds\n", &formula);
        let error = read(&text, PLENTY).unwrap_err();
        assert_eq!(error, (82, "the formula has 70 parts, 70 can be owed".to_owned()));
        let text = text.replace("linear holds", "branching").replace("next", "all-next");
        let error = read(&text, PLENTY).unwrap_err();
        assert_eq!(error, (82, "the formula has 70 parts".to_owned()));
    }

    #[test]
    fn memory_is_limited() {
        let (machine, groups) = everything();
        let text = printed(&machine, &groups);
        let needed = (0..PLENTY).find(|&memory| read(&text, memory).is_ok());
        assert!(needed.is_some_and(|n| n > text.len() as u64 && n < 20 * text.len() as u64));
    }
}
