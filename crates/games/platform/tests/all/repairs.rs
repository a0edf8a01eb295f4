//! Repairs of levels that cannot be won: the fewest tiles, as trying all of them shows.

use playproof::{Level, Playproof, Unlimited};
use playproof_game::{Change, Edit, Game, Insight};
use playproof_platform::Platform;

fn level(rows: &[&str]) -> Level {
    let text = format!("platform\nlegend: vglc\nmap:\n{}\n", rows.join("\n"));
    let file = Playproof::default().read("level", text.as_bytes());
    file.unwrap().levels.swap_remove(0)
}

/// Whether a level can be won, decided and checked; `None` if it is no level.
fn wins(level: &Level) -> Option<bool> {
    let playproof = Playproof::default();
    let prepared = playproof.prepare(level, Some("platform")).ok()?;
    let solvable = Playproof::property("solvable").unwrap();
    let proof = prepared.verify(&solvable, None, &mut Unlimited).unwrap();
    assert!(proof.holds() || proof.violated(), "{}", level.text());
    Some(proof.holds())
}

/// The first proposal that helps.
fn repair(insight: &dyn Insight) -> Option<Vec<Change>> {
    let mut seeker = insight.seeker().unwrap();
    loop {
        let changes = seeker.next(&mut Unlimited)?;
        let changed = insight.changed(&changes).unwrap();
        if wins(&changed).unwrap() {
            return Some(changes);
        }
    }
}

/// The single changes after which a level can be won, of all tiles.
fn single_repairs<'l>(
    level: &'l Level,
    insight: &'l dyn Insight,
) -> impl Iterator<Item = Change> + 'l {
    let grid = level.grid().unwrap();
    let change = |(x, y, letter): (usize, usize, char)| Change {
        what: "block".into(),
        at: (x, y),
        edit: match letter {
            'X' => Edit::Remove,
            _ => Edit::Add,
        },
        size: 1,
    };
    let all = grid.find_all(|_| true).map(change);
    all.filter(|change| {
        let changed = insight.changed(std::slice::from_ref(change));
        changed.is_some_and(|changed| wins(&changed) == Some(true))
    })
}

/// Ground, a gap of so many tiles, and ground.
fn gap(n: usize) -> Level {
    let air = "-".repeat(n + 20);
    let ground = format!("{}{}XXXX", "X".repeat(16), "-".repeat(n));
    level(&[&air, &air, &air, &ground])
}

/// A wall on the ground, so wide and so high.
fn wall(width: usize, height: usize) -> Level {
    let row = format!("----{}--", "X".repeat(width));
    let mut rows = vec![&row[..]; height];
    let ground = "X".repeat(width + 6);
    rows.push(&ground);
    level(&rows)
}

/// Where everybody stops, and why.
fn why(level: &Level) -> String {
    let insight = Platform.insight(level).unwrap();
    insight.why_lost().unwrap()
}

#[test]
fn one_stone_mends_a_gap() {
    let level = gap(14);
    assert_eq!(wins(&level), Some(false));
    assert_eq!(
        why(&level),
        "nobody stands beyond column 16 (row 3): a gap of 14 tiles comes next"
    );
    let insight = Platform.insight(&level).unwrap();
    let found = repair(&*insight).unwrap();
    assert!(found.len() == 1 && found[0].edit == Edit::Add, "{found:?}");
}

#[test]
fn a_block_less_mends_a_wall_where_trying_all_finds_one() {
    let level = wall(1, 6);
    assert_eq!(wins(&level), Some(false));
    assert_eq!(
        why(&level),
        "nobody stands beyond column 4 (row 6): a wall of 6 tiles comes next"
    );
    let insight = Platform.insight(&level).unwrap();
    let found = repair(&*insight).unwrap();
    let single: Vec<Change> = single_repairs(&level, &*insight).collect();
    assert!(
        found.len() == 1 && single.contains(&found[0]),
        "{found:?} {single:?}"
    );
    assert!(single.len() > 1, "{single:?}");
}

#[test]
fn two_changes_mend_a_wall_that_no_single_one_mends() {
    let level = wall(2, 11);
    assert_eq!(wins(&level), Some(false));
    let insight = Platform.insight(&level).unwrap();
    assert_eq!(single_repairs(&level, &*insight).next(), None);
    let found = repair(&*insight).unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
}

/// Random ground with walls that are too high, and a few blocks in the air.
fn random_level(rng: &mut fastrand::Rng) -> Level {
    let (width, height) = (rng.usize(7..11), 11);
    let mut rows = vec![vec!['-'; width]; height];
    let wall = rng.usize(3..width - 2);
    for column in 0..width {
        let top = match column {
            column if column == wall => rng.usize(6..10),
            column if column == wall + 1 && rng.bool() => rng.usize(6..10),
            _ => rng.usize(1..3),
        };
        for row in &mut rows[height - top..] {
            row[column] = 'X';
        }
        if column > 2 && rng.usize(0..4) == 0 {
            rows[rng.usize(0..8)][column] = 'X';
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    level(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_single_change_is_found_wherever_there_is_one() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut n_mended = 0;
    while n_mended < 5 {
        let level = random_level(&mut rng);
        if wins(&level) != Some(false) {
            continue;
        }
        let insight = Platform.insight(&level).unwrap();
        let has_single = single_repairs(&level, &*insight).next().is_some();
        let found = repair(&*insight).unwrap_or_default();
        assert_eq!(found.len() == 1, has_single, "{} {found:?}", level.text());
        n_mended += u32::from(has_single);
    }
}

#[test]
fn three_changes_do_not_mend_what_is_too_wide() {
    let insight = gap(60);
    let insight = Platform.insight(&insight).unwrap();
    assert_eq!(repair(&*insight), None);
}

/// Ground in a gap right at the start would be where play begins.
#[test]
fn a_change_does_not_move_the_start() {
    let level = level(&["------", "------", "---X--", "------", "-XX--X"]);
    let insight = Platform.insight(&level).unwrap();
    let add = |at| Change {
        what: "block".into(),
        at,
        edit: Edit::Add,
        size: 1,
    };
    assert!(insight.changed(&[add((4, 4))]).is_some());
    assert!(insight.changed(&[add((0, 4))]).is_none());
    // Only air can be filled.
    assert!(insight.changed(&[add((1, 4))]).is_none());
}

#[test]
fn spikes_are_told_as_spikes_and_a_coin_as_out_of_reach() {
    let text = "platform\nlegend: vglc\nletter ^: deadly from the side, deadly from above\nmap:\n\
                o-----------------------------\n------------------------------\n\
                ------------------------------\n----------^^^^^^^^^^^^^^------\n\
                XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\n";
    let file = Playproof::default().read("level", text.as_bytes());
    let spiked = file.unwrap().levels.swap_remove(0);
    let said = "nobody stands beyond column 10 (row 4): spikes on 14 tiles come next";
    assert_eq!(why(&spiked), said);
    let rows = [
        "o-----", "------", "------", "------", "------", "------", "XXXXXX",
    ];
    let high = level(&rows);
    let insight = Platform.insight(&high).unwrap();
    let coin = Playproof::property("reach coin_1").unwrap();
    let said = "nobody ever touches coin_1 in column 1 (row 1): nobody stands nearer to it than \
                column 1 (row 6)";
    assert_eq!(insight.why_unreached(&coin).unwrap(), said);
}

#[test]
fn the_map_shows_where_everybody_stops_and_what_is_in_the_way() {
    let stop = |level: &Level| {
        let insight = Platform.insight(level).unwrap();
        let stop = insight.standstill().unwrap();
        (stop.furthest, stop.barrier, stop.reached.len())
    };
    // The last of sixteen tiles of ground, and the fourteen that are missing beside it.
    let missing: Vec<(usize, usize)> = (16..30).map(|column| (column, 3)).collect();
    assert_eq!(stop(&gap(14)), ((15, 2), missing, 16));
    // All six tiles of a wall. One gets onto the wall's own height nowhere else.
    let tiles: Vec<(usize, usize)> = (0..6).map(|row| (4, row)).collect();
    assert_eq!(stop(&wall(1, 6)), ((3, 5), tiles, 4));
    let open = level(&["-----", "XXXXX"]);
    assert_eq!(Platform.insight(&open).unwrap().standstill(), None);
}

#[test]
fn an_exit_that_must_be_touched_may_be_passed_by() {
    let settings = "platform\nlegend: mario\nexit: touch\nmap:\n";
    let read = |rows: &[&str]| {
        let text = format!("{settings}{}\n", rows.join("\n"));
        let file = Playproof::default().read("level", text.as_bytes()).unwrap();
        file.levels[0].clone()
    };
    let air = "---------";
    let high = read(&["-----F---", air, air, air, air, air, air, air, "XXXXXXXXX"]);
    assert_eq!(wins(&high), Some(false));
    assert_eq!(
        why(&high),
        "nobody touches the exit in column 6 (row 1), and nobody stands nearer to it than column 6 (row 8)"
    );
    let insight = Platform.insight(&high).unwrap();
    let stop = insight.standstill().unwrap();
    assert_eq!((stop.furthest, stop.barrier), ((5, 7), vec![]));
    let walled = read(&[
        "------X--",
        "------X--",
        "------X--",
        "------X--",
        "------X--",
        "------XF-",
        "XXXXXXXXX",
    ]);
    assert_eq!(
        why(&walled),
        "nobody touches the exit in column 8 (row 6), and nobody stands nearer to it than column 6 (row 6): a wall of 6 tiles comes next"
    );
}
