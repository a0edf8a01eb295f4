//! Rules in groups, and groups in loops.

use std::collections::BTreeMap;

use crate::compiled::{RuleBook, RuleGroup, Slot};
use crate::source::kind::NoticeKind;
use crate::source::masks::Masked;
use crate::source::notice::Log;

/// The most groups with rigid rules that PuzzleScript can tell apart.
const MOST_RIGID_GROUPS: usize = 30;

/// The most gaps in a row.
const MOST_GAPS: usize = 2;

/// The rules before and after movement, in groups, without those that want what cannot be.
pub(super) fn arrange(rules: Vec<Masked>, log: &mut Log) -> (RuleBook, RuleBook) {
    let mut groups: [BTreeMap<u32, Vec<Masked>>; 2] = Default::default();
    for rule in rules {
        let groups = &mut groups[usize::from(rule.is_late)];
        groups.entry(rule.group).or_default().push(rule);
    }
    let mut books = groups.map(|groups| {
        let groups = groups.into_values();
        let groups = groups.map(|group| without_overlaps(group, log));
        let groups = groups.filter(|group| !group.is_empty());
        RuleBook {
            groups: groups.map(into_group).collect(),
            loops: Vec::new(),
        }
    });
    for book in &books {
        check_gaps(book, log);
    }
    number_rigid(&mut books[0], log);
    let [early, late] = books;
    (early, late)
}

fn into_group(rules: Vec<Masked>) -> RuleGroup {
    RuleGroup {
        is_random: rules[0].is_random,
        rules: rules.into_iter().map(|masked| masked.rule).collect(),
        rigid: None,
    }
}

/// Leaves rules out that want two objects of a layer in one cell. It is an error if
/// nothing of a line is left.
fn without_overlaps(group: Vec<Masked>, log: &mut Log) -> Vec<Masked> {
    let lines: Vec<u32> = group.iter().map(|masked| masked.rule.line).collect();
    let n_rules = group.len();
    let mut overlaps: Vec<(String, String)> = Vec::new();
    let mut kept: Vec<Masked> = Vec::new();
    for (number, masked) in group.into_iter().enumerate() {
        let Some(overlap) = masked.overlap.clone() else {
            kept.push(masked);
            continue;
        };
        if !overlaps.contains(&overlap) {
            overlaps.push(overlap);
        }
        let line = masked.rule.line;
        let has_before = kept.last().is_some_and(|before| before.rule.line == line);
        let has_after = lines.get(number + 1) == Some(&line);
        let is_empty = kept.is_empty() && number + 1 == n_rules;
        if !has_before && !has_after || is_empty {
            log.error(NoticeKind::CannotOverlap, line, overlap_message(&overlaps));
        }
    }
    kept
}

fn overlap_message(overlaps: &[(String, String)]) -> String {
    const SHOWN: usize = 4;
    let pairs = overlaps.iter().take(SHOWN);
    let pairs: Vec<String> = pairs
        .map(|(one, other)| format!("{one} and {other}"))
        .collect();
    let more = if overlaps.len() > SHOWN { ", ..." } else { "" };
    format!(
        "This rule wants objects of the same layer in one cell, so it can never be found: {}{more}.",
        pairs.join(", ")
    )
}

fn check_gaps(book: &RuleBook, log: &mut Log) {
    for rule in book.groups.iter().flat_map(|group| &group.rules) {
        for row in &rule.rows {
            let mut n_gaps = 0;
            for (place, _) in { row.iter().enumerate() }.filter(|(_, slot)| **slot == Slot::Gap) {
                n_gaps += 1;
                if n_gaps > MOST_GAPS {
                    let message = "There can be only two \"...\" between brackets.";
                    log.error(NoticeKind::TooManyGaps, rule.line, message);
                } else if place > 0 && row[place - 1] == Slot::Gap {
                    let message = "Two \"...\" next to each other say no more than one.";
                    log.warn(NoticeKind::TwoGaps, rule.line, message);
                }
            }
        }
    }
}

/// Numbers the groups that have a rigid rule.
fn number_rigid(book: &mut RuleBook, log: &mut Log) {
    let groups = book.groups.iter_mut();
    let rigid = groups.filter(|group| group.rules.iter().any(|rule| rule.is_rigid));
    for (number, group) in rigid.enumerate() {
        group.rigid = u32::try_from(number).ok();
        if number == MOST_RIGID_GROUPS {
            let message = format!("At most {MOST_RIGID_GROUPS} groups can have rigid rules.");
            log.error(NoticeKind::TooManyRigid, group.rules[0].line, message);
        }
    }
}

/// Finds the loops of both books from the lines where loops begin and end.
pub(super) fn set_loops(books: [&mut RuleBook; 2], mut marks: Vec<(u32, bool)>, log: &mut Log) {
    for (number, (line, begins)) in marks.iter().enumerate() {
        let is_in_loop = number % 2 == 1;
        if !is_in_loop && !begins {
            let message = "No loop has begun that could end here.";
            log.error(NoticeKind::LoopNotBegun, *line, message);
        } else if is_in_loop && *begins {
            let message = "A loop cannot begin within another one.";
            log.error(NoticeKind::LoopInLoop, *line, message);
        }
    }
    if marks.len() % 2 == 1
        && let Some(&(line, _)) = marks.last()
    {
        let message = "This loop does not end: ENDLOOP is missing.";
        log.error(NoticeKind::LoopNotEnded, line, message);
        marks.push((line, false));
    }
    for book in books {
        let mut points: BTreeMap<usize, usize> = BTreeMap::new();
        for pair in marks.chunks_exact(2) {
            add_loop(book, (pair[0].0, pair[1].0), &mut points, log);
        }
        book.loops = points.into_iter().collect();
    }
}

/// Adds the loop between two lines: from its last group back to its first.
fn add_loop(
    book: &RuleBook,
    (begin, end): (u32, u32),
    points: &mut BTreeMap<usize, usize>,
    log: &mut Log,
) {
    let mut target = None;
    for (number, group) in book.groups.iter().enumerate() {
        let first = group.rules[0].line;
        let last = group.rules[group.rules.len() - 1].line;
        if (first..=last).contains(&begin) || (first..=last).contains(&end) {
            let message = "A loop begins or ends within a group of rules.";
            log.error(NoticeKind::LoopInGroup, begin, message);
        }
        if end < first {
            break;
        }
        if (begin..=end).contains(&first) {
            let target = *target.get_or_insert(number);
            if number > 0 && points.get(&(number - 1)) == Some(&target) {
                points.remove(&(number - 1));
            }
            points.insert(number, target);
        }
    }
}
