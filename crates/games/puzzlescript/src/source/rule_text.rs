//! Reads the text of rules.

use std::rc::Rc;

use crate::compiled::Command;
use crate::source::draft::{Draft, RuleLine};
use crate::source::kind::NoticeKind;
use crate::source::names::{Name, Names};
use crate::source::notice::{Log, NOWHERE};
use crate::source::rule_draft::{Cell, Item, Mark, Row, RuleDraft};
use crate::source::text::{is_space, trimmed};
use crate::source::words::COMMANDS;

/// The rules of a game as they are written, and its loops.
#[derive(Default)]
pub(super) struct RuleTexts {
    pub rules: Vec<RuleDraft>,
    /// Lines of loops, each with whether a loop begins there.
    pub loops: Vec<(u32, bool)>,
    /// Whether the rest cannot be made sense of.
    pub is_hopeless: bool,
}

/// The most words and signs of a rule that are waited for.
const MOST_TOKENS: usize = 10_000;

/// Reads all rules.
pub(super) fn read_rules(draft: &Draft, names: &mut Names, log: &mut Log) -> RuleTexts {
    let mut texts = RuleTexts::default();
    for line in &draft.rules {
        if log.is_stopped() {
            break;
        }
        let tokens = tokens(&line.text);
        if tokens.len() > MOST_TOKENS {
            log.stop();
            break;
        }
        match &tokens[..] {
            [token] if token.text == "startloop" => texts.loops.push((line.line, true)),
            [token] if token.text == "endloop" => texts.loops.push((line.line, false)),
            _ => {
                let rule = RuleReader::new(draft, names, log, line, &tokens, &texts.rules);
                let (rule, is_hopeless) = rule.read();
                texts.is_hopeless |= is_hopeless;
                texts.rules.extend(rule);
            }
        }
    }
    texts
}

/// A word or a sign, and its column.
struct Token {
    text: String,
    column: usize,
}

fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let is_arrow = |rest: &[char]| matches!(rest, ['-', '>', ..]);
        let ends = |c: char| is_space(c) || matches!(c, '[' | ']' | '|');
        let n = match rest {
            ['[' | ']' | '|', ..] => 1,
            ['+', ..] if tokens.is_empty() => 1,
            _ if is_arrow(rest) => 2,
            _ => (0..rest.len())
                .take_while(|n| !ends(rest[*n]) && !is_arrow(&rest[*n..]))
                .count(),
        };
        if n == 0 {
            at += 1;
            continue;
        }
        tokens.push(Token {
            text: rest[..n].iter().collect(),
            column: at + 1,
        });
        at += n;
    }
    tokens
}

/// Reads one rule.
struct RuleReader<'r> {
    draft: &'r Draft,
    names: &'r mut Names,
    log: &'r mut Log,
    source: &'r RuleLine,
    tokens: &'r [Token],
    before: &'r [RuleDraft],
    rule: RuleDraft,
    commands: Vec<Command>,
    /// Whether a bracket was found, so that no directions of the rule follow.
    in_body: bool,
    has_plus: bool,
    after_arrow: bool,
    in_row: bool,
    depth: i32,
    row: Row,
    cell: Cell,
    /// A mark whose name is still to come.
    mark: Option<Mark>,
    column: usize,
}

/// Whether the rule goes on being read.
enum Step {
    On,
    Over,
    /// There is no rule.
    Refused,
}

impl<'r> RuleReader<'r> {
    fn new(
        draft: &'r Draft,
        names: &'r mut Names,
        log: &'r mut Log,
        source: &'r RuleLine,
        tokens: &'r [Token],
        before: &'r [RuleDraft],
    ) -> RuleReader<'r> {
        let rule = RuleDraft {
            line: source.line,
            directions: Vec::new(),
            direction: Mark::Plain,
            left: Vec::new(),
            right: Vec::new(),
            is_late: false,
            is_rigid: false,
            is_random: false,
            group: source.line,
            commands: Rc::default(),
        };
        RuleReader {
            draft,
            names,
            log,
            source,
            tokens,
            before,
            rule,
            commands: Vec::new(),
            in_body: false,
            has_plus: false,
            after_arrow: false,
            in_row: false,
            depth: 0,
            row: Row::new(),
            cell: Cell::new(),
            mark: None,
            column: 1,
        }
    }

    fn error(&mut self, kind: NoticeKind, message: impl Into<String>) {
        let at = (self.source.line, self.column);
        self.log.error(kind, at, message);
    }

    fn warn(&mut self, kind: NoticeKind, message: impl Into<String>) {
        let at = (self.source.line, self.column);
        self.log.warn(kind, at, message);
    }

    /// The rule, if it is one, and whether the game is beyond hope.
    fn read(mut self) -> (Option<RuleDraft>, bool) {
        if self.source.original.contains('(') && !self.source.text.contains("->") {
            self.error(
                NoticeKind::CommentInRule,
                "A rule cannot have a comment in it: what follows the bracket is ignored.",
            );
            return (None, false);
        }
        if self.tokens.is_empty() {
            self.error(NoticeKind::EmptyRule, "There is nothing in this rule.");
        }
        if !self.tokens.iter().any(|token| token.text == "->") {
            self.error(
                NoticeKind::NoArrow,
                "A rule needs an arrow: [ A ] -> [ B ].",
            );
        }
        for (number, token) in self.tokens.iter().enumerate() {
            self.column = token.column;
            if token.text == "[" && !self.in_body {
                self.begin_body();
            }
            let step = if self.in_body {
                self.read_body(number, &token.text)
            } else {
                self.read_prefix(number, &token.text);
                Step::On
            };
            match step {
                Step::On => {}
                Step::Over => break,
                Step::Refused => return (None, false),
            }
        }
        self.column = 1;
        self.finish()
    }

    fn begin_body(&mut self) {
        if self.rule.directions.is_empty() {
            let all = Mark::Orthogonal.directions();
            self.rule.directions.extend(all);
        }
        self.in_body = true;
    }

    fn read_prefix(&mut self, number: usize, word: &str) {
        let mark = Mark::from_word(word);
        match word {
            "+" => self.join(number),
            "late" => self.rule.is_late = true,
            "rigid" => self.rule.is_rigid = true,
            "random" => {
                self.rule.is_random = true;
                if self.has_plus {
                    self.error(
                        NoticeKind::RandomAfterPlus,
                        "Only the first rule of a group can make it random: \"random\" cannot \
                         stand after \"+\".",
                    );
                }
            }
            _ => match mark {
                Some(mark) if mark.is_relative() => self.error(
                    NoticeKind::RelativeRuleDirection,
                    "A rule goes UP, DOWN, LEFT, RIGHT, HORIZONTAL or VERTICAL, or, without any \
                     of these, in all directions. Relative directions belong into brackets.",
                ),
                Some(mark) if !mark.directions().is_empty() => {
                    self.rule.directions.extend(mark.directions());
                }
                Some(mark @ (Mark::Up | Mark::Down | Mark::Left | Mark::Right)) => {
                    self.rule.directions.push(mark);
                }
                _ => {
                    let shown = word.to_uppercase();
                    let message =
                        format!("Before the first bracket of a rule are directions, not {shown}.");
                    self.error(NoticeKind::RuleStart, message);
                }
            },
        }
    }

    /// Joins the rule to the group of the one before.
    fn join(&mut self, number: usize) {
        self.has_plus = true;
        if self.rule.group != self.rule.line {
            self.error(NoticeKind::PlusTwice, "One \"+\" is enough.");
            return;
        }
        let group = self.before.last().map(|rule| rule.group);
        if group.is_none() {
            self.error(
                NoticeKind::PlusWithoutRule,
                "\"+\" joins a rule to the one before, but there is none.",
            );
            self.has_plus = false;
        }
        if number != 0 {
            self.error(
                NoticeKind::PlusNotFirst,
                "\"+\" must be the first sign of a rule.",
            );
        }
        if let Some(group) = group {
            self.rule.group = group;
        }
    }

    fn read_body(&mut self, number: usize, word: &str) -> Step {
        let mark = Mark::from_word(word);
        match word {
            "[" => self.open(),
            "]" => return self.close(),
            "|" => self.divide(),
            "->" => return self.arrow(),
            _ => {
                if let Some(mark) = mark {
                    self.read_mark(mark);
                } else if self.draft.names.contains(word) {
                    self.read_name(word);
                } else if word == "..." {
                    self.read_gap();
                } else if COMMANDS.contains(&word) {
                    return self.read_command(number, word);
                } else {
                    let message = format!("\"{word}\" is nothing that can stand here.");
                    self.error(NoticeKind::JunkInRule, message);
                }
            }
        }
        Step::On
    }

    /// Whether nothing is in the present cell.
    fn is_cell_empty(&self) -> bool {
        self.cell.is_empty() && self.mark.is_none()
    }

    fn open(&mut self) {
        self.depth += 1;
        if self.depth > 1 {
            self.warn(
                NoticeKind::BracketNotClosed,
                "A bracket before this one is not closed.",
            );
        }
        if !self.is_cell_empty() {
            self.error(
                NoticeKind::BracketInCell,
                "A bracket opens within a cell of a rule.",
            );
        }
        self.in_row = true;
        self.cell = Cell::new();
        self.mark = None;
    }

    fn close(&mut self) -> Step {
        self.depth -= 1;
        if self.depth < 0 {
            self.warn(
                NoticeKind::BracketNotOpened,
                "No bracket is open that could be closed.",
            );
            return Step::Refused;
        }
        if self.mark.is_none() {
            self.row.push(std::mem::take(&mut self.cell));
        } else if self.cell.first().is_some_and(|item| item.mark == Mark::Gap) {
            self.error(NoticeKind::GapAtEnd, "A rule cannot end with \"...\".");
        } else {
            self.movement_without_object();
        }
        let row = std::mem::take(&mut self.row);
        if self.after_arrow {
            self.rule.right.push(row);
        } else {
            self.rule.left.push(row);
        }
        self.in_row = false;
        Step::On
    }

    fn movement_without_object(&mut self) {
        self.error(
            NoticeKind::MovementWithoutObject,
            "A movement in a rule needs an object after it.",
        );
    }

    fn divide(&mut self) {
        if !self.in_row {
            self.warn(NoticeKind::BarOutside, "\"|\" belongs between brackets.");
        } else if self.mark.is_some() {
            self.movement_without_object();
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
    }

    fn arrow(&mut self) -> Step {
        let parent = self
            .before
            .last()
            .filter(|_| self.rule.group != self.rule.line);
        if parent.is_some_and(|parent| parent.is_late != self.rule.is_late) {
            self.warn(
                NoticeKind::MixedLate,
                "A group has rules that are late and rules that are not: they do not run \
                 together.",
            );
        }
        if self.in_row {
            self.warn(
                NoticeKind::ArrowInRow,
                "An arrow cannot stand within brackets.",
            );
        } else if self.after_arrow {
            self.error(NoticeKind::SecondArrow, "A rule has one arrow.");
            return Step::Refused;
        } else {
            self.after_arrow = true;
        }
        Step::On
    }

    fn read_mark(&mut self, mark: Mark) {
        if self.mark.is_some() {
            self.error(
                NoticeKind::TwoMovements,
                "An object can have only one movement.",
            );
        } else if !self.in_row {
            self.warn(
                NoticeKind::DirectionOutside,
                "Directions stand at the beginning of a rule, or between brackets.",
            );
        } else if self.rule.is_late && !matches!(mark, Mark::No | Mark::Random | Mark::RandomDir) {
            self.error(
                NoticeKind::LateMovement,
                "In late rules there are no movements.",
            );
        } else {
            self.mark = Some(mark);
        }
    }

    fn read_name(&mut self, word: &str) {
        let shown = word.to_uppercase();
        if !self.in_row {
            let message = format!("{shown} stands outside the brackets.");
            self.warn(NoticeKind::NameOutsideCells, message);
            return;
        }
        let name = self.names.intern(word);
        let new = self.mark.unwrap_or(Mark::Plain);
        for place in 0..self.cell.len() {
            let item = self.cell[place];
            if item.name != name {
                continue;
            }
            if (item.mark, new) == (Mark::No, Mark::No) {
                let message = format!("NO {shown} stands twice in a cell.");
                self.warn(NoticeKind::NoTwice, message);
                continue;
            }
            let message = format!("{shown} stands twice in a cell.");
            self.error(NoticeKind::NameTwice, message);
            if self.names.sense(name).property.is_some() {
                self.log.error(
                    NoticeKind::PropertyTwice,
                    NOWHERE,
                    "Two different objects of the same kind need two names for that kind.",
                );
            }
        }
        self.mark = None;
        self.cell.push(Item { mark: new, name });
    }

    fn read_gap(&mut self) {
        if !self.in_row {
            self.warn(NoticeKind::GapOutside, "\"...\" belongs between brackets.");
            return;
        }
        let name = Name::GAP;
        match self.mark.take() {
            None => self.cell.push(Item {
                mark: Mark::Gap,
                name,
            }),
            Some(mark) => {
                self.cell.push(Item { mark, name });
                self.mark = Some(Mark::Gap);
            }
        }
    }

    fn read_command(&mut self, number: usize, word: &str) -> Step {
        let message = "Orders stand at the end of a rule.";
        if !self.after_arrow {
            self.error(NoticeKind::CommandNotAtEnd, message);
        } else if self.in_row || self.tokens[number..].iter().any(|token| token.text == "]") {
            self.warn(NoticeKind::CommandNotAtEnd, message);
        }
        let sound = word.strip_prefix("sfx").and_then(|n| n.parse().ok());
        let command = match (word, sound) {
            ("message", _) => {
                let message = self.message(number);
                self.commands.push(Command::Message(message));
                return Step::Over;
            }
            (_, Some(number)) => {
                if !self.draft.sounding.contains(word) {
                    let message = format!("There is no sound {}.", word.to_uppercase());
                    self.warn(NoticeKind::UndefinedSound, message);
                }
                Command::Sound(number)
            }
            ("cancel", _) => Command::Cancel,
            ("checkpoint", _) => Command::Checkpoint,
            ("restart", _) => Command::Restart,
            ("win", _) => Command::Win,
            _ => Command::Again,
        };
        self.commands.push(command);
        Step::On
    }

    /// The text of a message, as it is written behind the tokens up to this one.
    fn message(&self, number: usize) -> String {
        let lower = self.source.original.to_lowercase();
        let mut at = 0;
        for token in &self.tokens[..=number] {
            let found = lower.get(at..).and_then(|rest| rest.find(&token.text));
            at = found.map_or(0, |found| at + found) + token.text.len();
        }
        let n_chars = lower.get(..at).map_or(0, |before| before.chars().count());
        let rest: String = self.source.original.chars().skip(n_chars).collect();
        match trimmed(&rest) {
            "" => " ".to_owned(),
            text => text.to_owned(),
        }
    }

    fn finish(mut self) -> (Option<RuleDraft>, bool) {
        if self.rule.is_late && self.rule.is_rigid {
            self.error(
                NoticeKind::LateRigid,
                "A late rule cannot be rigid: when it runs, nothing moves any more.",
            );
        }
        let mut is_hopeless = false;
        let (n_left, n_right) = (self.rule.left.len(), self.rule.right.len());
        if n_left != n_right {
            if self.commands.is_empty() || n_right > 0 {
                self.warn(
                    NoticeKind::RowCount,
                    "A rule must have as many pairs of brackets on the right as on the left.",
                );
                return (None, false);
            }
        } else {
            for row in 0..n_left {
                let length = self.rule.left[row].len();
                if length != self.rule.right[row].len() {
                    self.error(
                        NoticeKind::RowLength,
                        "Brackets on the right must have as many cells as those on the left.",
                    );
                    is_hopeless = true;
                }
                if length == 0 {
                    self.log.error(
                        NoticeKind::EmptyRow,
                        NOWHERE,
                        "On the left there are brackets with nothing at all in them.",
                    );
                }
            }
        }
        if n_left == 0 {
            self.error(NoticeKind::RuleAboutNothing, "This rule is about nothing.");
        }
        self.rule.commands = Rc::new(self.commands);
        if !self.rule.is_directed() {
            self.rule.directions.truncate(1);
        }
        (Some(self.rule), is_hopeless)
    }
}
