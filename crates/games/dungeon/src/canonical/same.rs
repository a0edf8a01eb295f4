//! Whether two dungeons are the same.

use super::{DungeonLevel, HornRules, Map, Mark, Plan};

impl DungeonLevel {
    /// Whether both say the same, whatever their titles, files and marks.
    pub(crate) fn same_plan(&self, other: &DungeonLevel) -> bool {
        match (&self.plan, &other.plan) {
            (Plan::Map(a), Plan::Map(b)) => unmarked(a) == unmarked(b),
            (Plan::Rules(a), Plan::Rules(b)) => same_rules(a, b),
            _ => false,
        }
    }
}

fn unmarked(dungeon: &Map) -> Map {
    let mut dungeon = dungeon.clone();
    for room in &mut dungeon.rooms {
        room.mark = Mark::default();
        room.things
            .iter_mut()
            .for_each(|thing| thing.mark = Mark::default());
    }
    dungeon
        .kinds
        .iter_mut()
        .for_each(|kind| kind.mark = Mark::default());
    dungeon
        .locks
        .iter_mut()
        .for_each(|lock| lock.mark = Mark::default());
    dungeon
        .passages
        .iter_mut()
        .for_each(|passage| passage.mark = Mark::default());
    dungeon
}

/// Facts are compared by name: their numbers say nothing about play.
fn same_rules(a: &HornRules, b: &HornRules) -> bool {
    let same_facts = |of_a: &[u32], of_b: &[u32]| {
        let names_a = of_a.iter().map(|fact| &a.facts[*fact as usize]);
        names_a.eq(of_b.iter().map(|fact| &b.facts[*fact as usize]))
    };
    let same_rule = |i: usize| {
        let (rule_a, rule_b) = (&a.rules[i], &b.rules[i]);
        same_facts(a.body(i), b.body(i))
            && same_facts(&[rule_a.head], &[rule_b.head])
            && (rule_a.cost, rule_a.experience) == (rule_b.cost, rule_b.experience)
    };
    same_facts(&a.init, &b.init)
        && same_facts(&a.goals, &b.goals)
        && a.rules.len() == b.rules.len()
        && (0..a.rules.len()).all(same_rule)
}
