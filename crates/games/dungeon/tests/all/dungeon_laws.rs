//! Laws of dungeons: what is written is read again, and no text is too strange.

use std::collections::BTreeSet;
use std::sync::Arc;

use playproof_dungeon::canonical::{
    Cost, DungeonLevel, Goal, HornRule, HornRules, Kind, Lock, Map, Mark, Need, Passage, Plan,
    Room, Thing, What,
};
use playproof_dungeon::read;
use playproof_level::{Collection, Level};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Different names, some of which need quotes.
fn names(n: usize) -> impl Strategy<Value = Vec<String>> {
    let plain = "[A-C][a-c_+/.0-9\\-]{0,4}";
    let odd = "[ab #;:,&=>\\[\\]()*/\\\\∧⇒é\u{A0}\\-+@$.]{1,4}";
    let words = "room|lock|level|at|dungeon|rules|start|goal|init|key|item|-|->|//|\\+3|7";
    let name = format!("{plain}|{plain}|{odd}|{words}");
    let name = proptest::string::string_regex(&name).expect("the pattern is sound");
    vec(name, n).prop_map(|names| {
        let mut used = BTreeSet::new();
        let different = |(i, name): (usize, String)| match used.insert(name.clone()) {
            true => name,
            false => format!("{name}{i}x"),
        };
        names.into_iter().enumerate().map(different).collect()
    })
}

fn terms() -> impl Strategy<Value = (Cost, u32)> {
    let costly = (any::<u32>(), any::<u32>(), 0..3_u32).prop_map(|(a, b, extra)| Cost {
        min: a.min(b),
        max: a.max(b),
        extra,
    });
    let extra = any::<u32>().prop_map(|extra| Cost {
        extra,
        ..Cost::default()
    });
    let cost = prop_oneof![3 => Just(Cost::default()), 1 => costly, 1 => extra];
    (cost, prop_oneof![3 => Just(0), 1 => any::<u32>()])
}

/// What is chosen for a passage: its rooms, direction, the way it is locked, needs, terms.
type Way = (Index, Index, bool, u8, Vec<(Index, u32)>, (Cost, u32));

fn ways() -> impl Strategy<Value = Vec<Way>> {
    let needs = vec((any::<Index>(), 1..4_u32), 1..4);
    vec(
        (
            any::<Index>(),
            any::<Index>(),
            any::<bool>(),
            0..4_u8,
            needs,
            terms(),
        ),
        0..8,
    )
}

/// A thing and a room for it.
type Put = (Index, Index, (Cost, u32), u8);

fn dungeon() -> impl Strategy<Value = Map> {
    let puts = vec((any::<Index>(), any::<Index>(), terms(), 1..3_u8), 0..8);
    let at = proptest::option::of((any::<i32>(), any::<i32>()));
    let rooms = vec(at, 1..6);
    let kinds = vec((any::<bool>(), 0..3_u8), 1..5);
    let goals = vec((any::<bool>(), any::<Index>()), 1..4);
    (rooms, kinds, names(16), puts, ways(), goals, any::<Index>()).prop_map(
        |(rooms, kinds, names, puts, ways, goals, start)| {
            let mut names = names.into_iter();
            let mut dungeon = Map::default();
            for at in rooms {
                let name = names.next().expect("enough names");
                dungeon.rooms.push(Room {
                    name,
                    at,
                    ..Room::default()
                });
            }
            for (is_used_up, what) in kinds {
                let name = names.next().expect("enough names");
                let what = [What::Key, What::Item, What::Switch][what as usize];
                dungeon.kinds.push(Kind {
                    name,
                    is_used_up,
                    what,
                    ..Kind::default()
                });
            }
            dungeon.start = start.index(dungeon.rooms.len());
            for (is_room, index) in goals {
                let goal = match is_room {
                    true => Goal::Room(index.index(dungeon.rooms.len())),
                    false => Goal::Kind(index.index(dungeon.kinds.len())),
                };
                if !dungeon.goals.contains(&goal) {
                    dungeon.goals.push(goal);
                }
            }
            put(&mut dungeon, puts);
            let mut lock_names = names;
            for way in ways {
                connect(&mut dungeon, way, &mut lock_names);
            }
            dungeon
        },
    )
}

fn put(dungeon: &mut Map, puts: Vec<Put>) {
    for (room, kind, (cost, experience), count) in puts {
        let room = room.index(dungeon.rooms.len());
        let kind = kind.index(dungeon.kinds.len());
        let thing = Thing {
            kind,
            cost,
            experience,
            ..Thing::default()
        };
        let things = &mut dungeon.rooms[room].things;
        things.extend(std::iter::repeat_n(thing, count.into()));
    }
}

/// Adds a passage. Locks get their numbers in the order of mention, and one without a
/// name has one passage, as in every dungeon that was read.
fn connect(dungeon: &mut Map, way: Way, names: &mut impl Iterator<Item = String>) {
    let (from, to, is_one_way, choice, wanted, (cost, experience)) = way;
    let mut needs: Vec<Need> = Vec::new();
    for (kind, count) in wanted {
        let kind = kind.index(dungeon.kinds.len());
        let count = if dungeon.kinds[kind].is_used_up {
            count
        } else {
            1
        };
        if needs.iter().all(|need| need.kind != kind) {
            needs.push(Need { kind, count });
        }
    }
    let is_named = |lock: &Lock| lock.name.is_some();
    let lock = match (choice, dungeon.locks.iter().rposition(is_named)) {
        (0, _) => None,
        (1, Some(lock)) => Some(lock),
        (2, _) => {
            let name = names.next();
            dungeon.locks.push(Lock {
                name,
                needs,
                ..Lock::default()
            });
            Some(dungeon.locks.len() - 1)
        }
        _ => {
            dungeon.locks.push(Lock {
                name: None,
                needs,
                ..Lock::default()
            });
            Some(dungeon.locks.len() - 1)
        }
    };
    dungeon.passages.push(Passage {
        from: from.index(dungeon.rooms.len()),
        to: to.index(dungeon.rooms.len()),
        is_one_way,
        lock,
        cost,
        experience,
        ..Passage::default()
    });
}

fn rules() -> impl Strategy<Value = HornRules> {
    let rule = (vec(any::<Index>(), 0..4), any::<Index>(), terms());
    let lists = (vec(any::<Index>(), 0..4), vec(any::<Index>(), 1..3));
    (names(8), vec(rule, 0..12), lists).prop_map(|(facts, chosen, (init, goals))| {
        let once = |indices: Vec<Index>| {
            let mut once: Vec<u32> = Vec::new();
            for index in indices {
                let fact = index.index(facts.len()) as u32;
                if !once.contains(&fact) {
                    once.push(fact);
                }
            }
            once
        };
        let mut rules = HornRules {
            init: once(init),
            goals: once(goals),
            ..HornRules::default()
        };
        for (body, head, (cost, experience)) in chosen {
            let head = head.index(facts.len()) as u32;
            rules.push(
                &once(body),
                HornRule {
                    head,
                    cost,
                    experience,
                    ..HornRule::default()
                },
            );
        }
        rules.fact_marks = vec![Mark::default(); facts.len()];
        rules.facts = facts;
        rules
    })
}

fn level(plan: Plan, title: Option<String>, index: usize) -> Level {
    Level::of_words(DungeonLevel {
        file: "t".to_owned(),
        index,
        title,
        source: Arc::from(""),
        mark: Mark::default(),
        plan,
    })
}

fn title() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[a-c#@$]([ a-c:=>#]{0,5}[a-c#])?")
}

/// Texts made of what stands in dungeons, whole and broken.
fn dungeon_text() -> impl Strategy<Value = String> {
    let name = "(A|B|C|\"a b\"|lock|level|-|\")";
    let terms = "( \\[1,[02]\\])?(\\+[13])?( level [2x])?";
    let list = format!("{name}(\\*[02])?{terms}( ?[,&*] ?{name}){{0,2}}{terms}");
    let line = format!(
        "(room {name}( at -?1,2)?(: ?{list})?|{name} [->&] {name}(: ?(lock )?{list})?|\
         lock {name}: {list}|(start|goal|used-up|item|switch|key|init): ?{list}|\
         {list} ?(=>|⇒|∧) ?{list}|#é|;|//|dungeon(: t)?|rules|title: x|)"
    );
    let text =
        format!("(dungeon\nstart: A\ngoal: A\nroom A\n|goal: A\n|)({line}(\n|\r\n|\r)){{0,8}}");
    proptest::string::string_regex(&text).expect("the pattern is sound")
}

/// Graphs, whole and broken.
fn graph_text() -> impl Strategy<Value = String> {
    let id = "(1|2|3|\"a b\"|node|\")";
    let attributes = "( ?\\[(label ?= ?(\"[sktKISb,1x ]{0,4}\\\\?\n?\"|k|\"),?;?)?\\]?)?";
    let line =
        format!("({id}{attributes}|{id} ?(->|--) ?{id}{attributes}|#|//|/\\*|\\*/|[{{}}=;<é]|a=b)");
    let text = format!(
        "(strict )?(di)?graph a? ?\\{{?\n(1 \\[label=\"s\"\\]\n2\\[label=t,k\\] 3;)?({line}(\n|\r\n|;| )){{0,8}}\\}}?"
    );
    proptest::string::string_regex(&text).expect("the pattern is sound")
}

fn assert_is_read_again(collection: &Collection) -> Result<(), TestCaseError> {
    let text = collection.text();
    let again = read("t", text.as_bytes());
    let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
    prop_assert_eq!(again.levels.len(), collection.levels.len());
    for (a, b) in again.levels.iter().zip(&collection.levels) {
        prop_assert!(a.same_level(b), "{}\n{:?}\n{:?}", text, a, b);
        prop_assert_eq!(a.title(), b.title());
        prop_assert_eq!(a.index(), b.index());
    }
    prop_assert_eq!(again.text(), text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn maps_are_read_as_they_are_written(plans in vec((dungeon(), title()), 1..3)) {
        let level = |(index, (plan, title))| level(Plan::Map(plan), title, index);
        let levels = plans.into_iter().enumerate().map(level).collect();
        assert_is_read_again(&Collection { levels, comments: String::new(), warnings: Vec::new() })?;
    }

    #[test]
    fn rules_are_read_as_they_are_written(plans in vec((rules(), title()), 1..3)) {
        let level = |(index, (plan, title))| level(Plan::Rules(plan), title, index);
        let levels = plans.into_iter().enumerate().map(level).collect();
        assert_is_read_again(&Collection { levels, comments: String::new(), warnings: Vec::new() })?;
    }

    #[test]
    fn what_is_read_has_the_same_numbers_when_it_is_read_again(
        text in prop_oneof![dungeon_text(), graph_text()]
    ) {
        match read("t", text.as_bytes()) {
            Ok(collection) => {
                assert_is_read_again(&collection)?;
                let again = read("t", collection.text().as_bytes()).expect("it was just read");
                for (a, b) in again.levels.iter().zip(&collection.levels) {
                    let facts = |level: &Level| match DungeonLevel::of(level).map(|d| &d.plan) {
                        Some(Plan::Rules(rules)) => rules.facts.clone(),
                        _ => Vec::new(),
                    };
                    prop_assert_eq!(facts(a), facts(b));
                }
            }
            Err(refused) => {
                prop_assert!(!refused.to_string().contains(char::is_control));
            }
        }
    }

    #[test]
    fn line_breaks_do_not_matter(text in dungeon_text()) {
        let told = |text: &str| match read("t", text.as_bytes()) {
            Ok(collection) => (collection.text(), format!("{:?}", collection.warnings)),
            Err(refused) => (refused.to_string(), String::new()),
        };
        let lf = text.replace("\r\n", "\n").replace('\r', "\n");
        prop_assert_eq!(told(&lf), told(&text));
        prop_assert_eq!(told(&lf.replace('\n', "\r\n")), told(&text));
    }
}
