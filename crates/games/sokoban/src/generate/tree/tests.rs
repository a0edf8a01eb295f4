//! Levels by tree search, tested by an independent player, and the tree against going
//! through all of it.

use super::*;

/// Plays LURD on an XSB drawing, knowing nothing of how it was made; what is wrong.
fn played(rows: &[String], lurd: &str) -> Result<(), String> {
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let players: Vec<(usize, usize)> = (0..cells.len())
        .flat_map(|y| (0..cells[y].len()).map(move |x| (x, y)))
        .filter(|&(x, y)| "@+".contains(cells[y][x]))
        .collect();
    let [(mut x, mut y)] = players[..] else {
        return Err(format!("{} players", players.len()));
    };
    let n = |letters: &str| rows.concat().matches(|c| letters.contains(c)).count();
    if n("$*") == 0 || n("$*") != n(".*+") || n("$") == 0 {
        return Err("boxes or goals are missing".to_owned());
    }
    cells[y][x] = if cells[y][x] == '+' { '.' } else { ' ' };
    for letter in lurd.chars() {
        let (dx, dy): (isize, isize) = match letter.to_ascii_lowercase() {
            'l' => (-1, 0),
            'u' => (0, -1),
            'r' => (1, 0),
            'd' => (0, 1),
            _ => return Err(format!("letter {letter}")),
        };
        let go = |x: usize, y: usize| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        let next = go(x, y);
        let at = |(x, y): (usize, usize)| cells[y][x];
        let is_box = "$*".contains(at(next));
        if at(next) == '#' || is_box != letter.is_ascii_uppercase() {
            return Err(format!("{letter} at {x},{y}"));
        }
        if is_box {
            let beyond = go(next.0, next.1);
            let behind = match at(beyond) {
                ' ' => '$',
                '.' => '*',
                other => return Err(format!("a box meets {other}")),
            };
            cells[beyond.1][beyond.0] = behind;
            let left = if at_of(&cells, next) == '*' { '.' } else { ' ' };
            cells[next.1][next.0] = left;
        }
        (x, y) = next;
    }
    match cells.iter().flatten().any(|&cell| cell == '$') {
        true => Err("a box is on no goal".to_owned()),
        false => Ok(()),
    }
}

fn at_of(cells: &[Vec<char>], (x, y): (usize, usize)) -> char {
    cells[y][x]
}

fn base() -> TreeSettings {
    TreeSettings::default()
}

/// The foundational system and every option, alone and in some combinations.
fn variants() -> Vec<(&'static str, TreeSettings)> {
    let reduction = Some(Reduction::default());
    vec![
        ("foundational", base()),
        (
            "first metric",
            TreeSettings {
                metric: Metric::GeometricMean,
                ..base()
            },
        ),
        (
            "mean and max",
            TreeSettings {
                estimate: Estimate::MeanAndMax,
                ..base()
            },
        ),
        (
            "push",
            TreeSettings {
                push: true,
                ..base()
            },
        ),
        (
            "no freeze",
            TreeSettings {
                no_freeze: true,
                ..base()
            },
        ),
        (
            "reduction",
            TreeSettings {
                reduction,
                ..base()
            },
        ),
        (
            "cut-outs",
            TreeSettings {
                cut_outs: true,
                ..base()
            },
        ),
        (
            "ordered",
            TreeSettings {
                ordered: true,
                ..base()
            },
        ),
        (
            "jumps",
            TreeSettings {
                jumps: true,
                ..base()
            },
        ),
        (
            "mirror",
            TreeSettings {
                mirror: true,
                ..base()
            },
        ),
        (
            "flexible",
            TreeSettings {
                flexible: true,
                ..base()
            },
        ),
        (
            "free start",
            TreeSettings {
                free_start: true,
                ..base()
            },
        ),
        (
            "step down",
            TreeSettings {
                step_down: Some(50),
                ..base()
            },
        ),
        (
            "restricted",
            TreeSettings {
                push: true,
                restricted: Some(2),
                ..base()
            },
        ),
        (
            "flood",
            TreeSettings {
                flood: true,
                ..base()
            },
        ),
        ("improved", TreeSettings::improved()),
        (
            "improved, no freeze",
            TreeSettings {
                no_freeze: true,
                ..TreeSettings::improved()
            },
        ),
        (
            "improved, jumps, mirror",
            TreeSettings {
                jumps: true,
                mirror: true,
                ..TreeSettings::improved()
            },
        ),
        (
            "jumps, ordered, free start",
            TreeSettings {
                jumps: true,
                ordered: true,
                free_start: true,
                push: true,
                ..base()
            },
        ),
        (
            "all that fit",
            TreeSettings {
                jumps: true,
                mirror: true,
                ordered: true,
                flexible: true,
                heat: true,
                step_down: Some(40),
                restricted: Some(1),
                ..TreeSettings::improved()
            },
        ),
    ]
}

const SIZES: [(u8, u8); 6] = [(3, 3), (6, 4), (5, 6), (6, 6), (3, 12), (8, 8)];

#[test]
fn every_level_is_solved_by_its_own_play() {
    let mut n_levels = 0;
    for (name, settings) in variants() {
        for (width, height) in SIZES {
            let settings = TreeSettings {
                width,
                height,
                ..settings.clone()
            };
            if settings.check().is_err() {
                continue;
            }
            for seed in 0..20 {
                let Ok(found) = search(&settings, seed, &mut Budget::iterations(300)) else {
                    continue;
                };
                n_levels += 1;
                if let Err(why) = played(&found.rows, &found.lurd) {
                    panic!("{name}: {why}\n{}\n{}", found.rows.join("\n"), found.lurd);
                }
            }
        }
    }
    assert!(n_levels > 2_000, "{n_levels} levels");
}

#[test]
fn the_player_of_the_tests_is_strict() {
    let rows = ["#####", "#@$.#", "#####"].map(str::to_owned);
    assert_eq!(played(&rows, "R"), Ok(()));
    for wrong in ["", "r", "RR", "L", "l", "x"] {
        assert!(played(&rows, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_same_seed_gives_the_same_level() {
    for (name, settings) in variants() {
        let level = |seed| search(&settings, seed, &mut Budget::iterations(2_000));
        assert_eq!(level(1), level(1), "{name}");
    }
    let rows = |seed| {
        search(&base(), seed, &mut Budget::iterations(2_000))
            .unwrap()
            .rows
    };
    assert_ne!(rows(1), rows(2));
}

#[test]
fn wrong_settings_are_refused() {
    let with = |change: fn(&mut TreeSettings)| {
        let mut settings = TreeSettings::improved();
        change(&mut settings);
        settings.check().unwrap_err().to_string()
    };
    let boxes = |min_boxes, max_boxes| {
        Some(Reduction {
            min_boxes,
            max_boxes,
            ..Reduction::default()
        })
    };
    assert_eq!(
        with(|s| s.width = 2),
        "a board of 2x6 is too small: 3x3 is the least"
    );
    assert_eq!(
        with(|s| s.height = 22),
        "a board of 6x22 is too large for the tree search: it takes up to 128 cells"
    );
    assert!(with(|s| (s.flexible, s.width) = (true, 7)).contains("13x11"));
    let no_number = TreeSettings {
        reduction: boxes(5, 4),
        ..base()
    };
    assert_eq!(
        no_number.check().unwrap_err().to_string(),
        "at least 5 boxes and at most 4: no number of boxes is both"
    );
    let too_many = TreeSettings {
        width: 3,
        height: 3,
        reduction: boxes(8, 9),
        ..base()
    };
    assert_eq!(too_many.check(), Err(TreeError::TooManyBoxes(8, 9)));
    assert!(with(|s| s.flood = true).contains("flood"));
    let nothing = search(&base(), 1, &mut Budget::iterations(1)).unwrap_err();
    assert_eq!(nothing, TreeError::NothingFound(1));
}

#[test]
fn box_limits_are_kept() {
    for (min_boxes, max_boxes) in [(1, 1), (2, 3), (3, 7)] {
        let reduction = Some(Reduction {
            min_boxes,
            max_boxes,
            ..Reduction::default()
        });
        let settings = TreeSettings {
            reduction,
            push: true,
            ..base()
        };
        for seed in 0..20 {
            let found = search(&settings, seed, &mut Budget::iterations(2_000)).unwrap();
            let n_boxes = found.rows.concat().matches(['$', '*']).count();
            // A box that was never pushed has become a wall.
            assert!((1..=max_boxes as usize).contains(&n_boxes));
        }
    }
}

/// Builds a level by hand: changes from the root of a 4x3 board, whose middle is 2,1.
fn built(changes: &[alteration::Change]) -> (Vec<String>, String) {
    use playproof_treesearch::Step;
    let settings = TreeSettings {
        width: 4,
        height: 3,
        ..base()
    };
    let workshop = workshop::Workshop::<u64>::new(settings);
    let steps: Vec<_> = changes
        .iter()
        .map(|&change| Step {
            alteration: change.into(),
            symmetry: 0,
        })
        .collect();
    let (state, lurd) = replay::replayed(&workshop, 0, &steps);
    let level = workshop.finished(&state);
    (level.rows(&workshop.field, workshop.corners(&level)), lurd)
}

#[test]
fn what_is_not_used_becomes_wall() {
    use alteration::Change::{Delete, Evaluate, Freeze, Move, Place};
    // Cells 4 to 6 are the row left of the player, 2 is above and 10 below.
    let (rows, lurd) = built(&[
        Delete(5),
        Delete(4),
        Delete(2),
        Delete(10),
        Delete(9),
        Place(5),
        Place(10),
        Freeze,
        Move(3),
        Move(1),
        Evaluate,
    ]);
    // The box below was never pushed; the floor above and in the corner was never used.
    assert_eq!(rows, ["######", "######", "#.$@##", "######", "######"]);
    assert_eq!(lurd, "L");
}

#[test]
fn a_cell_that_only_a_box_ends_in_stays_floor() {
    use alteration::Change::{Delete, Evaluate, Freeze, Move, Place};
    let (rows, lurd) = built(&[
        Delete(5),
        Delete(4),
        Delete(2),
        Place(5),
        Freeze,
        Move(0),
        Move(2),
        Move(3),
        Evaluate,
    ]);
    assert_eq!(rows, ["######", "### ##", "#.$@##", "######", "######"]);
    assert_eq!(lurd, "udL");
}

#[test]
fn tree_sizes_of_a_natural_reading() {
    let sizes = |leaves| layer_sizes(&base(), 5, leaves).unwrap();
    assert_eq!(sizes(Leaves::WithBox), [1, 5, 32, 266, 2602]);
    assert_eq!(sizes(Leaves::None), [1, 5, 32, 266, 2598]);
    assert_eq!(sizes(Leaves::All), [1, 5, 33, 270, 2630]);
    let hard_coded = TreeSettings {
        cut_outs: true,
        ..base()
    };
    assert_eq!(layer_sizes(&hard_coded, 2, Leaves::None).unwrap(), [1, 12]);
}

#[test]
fn the_offers_agree_with_each_other() {
    use playproof_treesearch::{Construction, Random};
    for (_, settings) in variants() {
        let workshop = workshop::Workshop::<u128>::new(settings);
        let (mut random, mut scratch) = (Random::new(1), Vec::new());
        for _ in 0..50 {
            let mut state = workshop.root();
            loop {
                let mut all = Vec::new();
                workshop.find(&state, &mut all);
                assert_eq!(all.len(), workshop.count(&state, &mut scratch));
                for (n, alteration) in all.iter().enumerate() {
                    assert_eq!(*alteration, workshop.nth(&state, n, &mut scratch));
                    assert_eq!(all.iter().filter(|other| *other == alteration).count(), 1);
                }
                let Some(drawn) = workshop.draw(&state, &mut random, &mut scratch) else {
                    break;
                };
                assert!(all.contains(&drawn));
                workshop.apply(&mut state, drawn);
            }
        }
    }
}

#[test]
fn mirror_images_share_a_node() {
    use playproof_treesearch::{Construction, Random};
    let workshop = workshop::Workshop::<u64>::new(TreeSettings {
        jumps: true,
        ..base()
    });
    let (mut random, mut scratch) = (Random::new(2), Vec::new());
    for _ in 0..300 {
        let mut state = workshop.root();
        while let Some(drawn) = workshop.draw(&state, &mut random, &mut scratch) {
            workshop.apply(&mut state, drawn);
        }
        let identity = |mut state: state::State<u64>| {
            let symmetry = workshop.symmetry(&state);
            workshop.turn(&mut state, symmetry);
            assert_eq!(workshop.symmetry(&state), 0);
            (workshop.identity(&state), workshop.score(&state))
        };
        let own = identity(state.clone());
        for symmetry in 0..8 {
            let mut image = state.clone();
            workshop.turn(&mut image, symmetry);
            assert_eq!(identity(image), own);
        }
    }
}

#[test]
fn the_page_shows_boards_and_bounds() {
    let mut run = TreeRun::new(&TreeSettings::improved(), 1).unwrap();
    run.run(&mut Budget::iterations(3_000));
    let page = run.page(3, 4);
    assert!(page.contains("<svg") && page.contains("3000 iterations"));
    // The root, four children and four of each.
    assert_eq!(page.matches("<g transform").count(), 1 + 4 + 16);
    assert_eq!(page.matches("<path d=").count(), 20);
    assert!(!page.contains("NaN"));
}

#[test]
fn heat_maps_count_cells() {
    let settings = TreeSettings {
        heat: true,
        ..base()
    };
    let found = search(&settings, 1, &mut Budget::iterations(1_000)).unwrap();
    let heat = found.heat.unwrap();
    assert_eq!((heat.n_levels, heat.floor.len()), (1_000, 36));
    // The player starts in cell 21, which is floor in every level.
    assert_eq!(heat.floor[21], 1_000);
    assert_eq!(
        heat.boxes.iter().sum::<u64>(),
        heat.goals.iter().sum::<u64>()
    );
}

/// What options lose, and nothing else does.
#[test]
fn losses_of_options() {
    let small = |settings: TreeSettings| TreeSettings {
        width: 5,
        height: 5,
        ..settings
    };
    let kept = |settings| -> Vec<(usize, usize)> {
        let losses = n_losses(&small(settings), 6).unwrap();
        losses.iter().map(|l| (l.n_all, l.n_kept)).collect()
    };
    let all = [1, 1, 5, 17, 71, 263];
    let nothing = all.map(|n| (n, n));
    assert_eq!(kept(base()), nothing);
    let mirror = TreeSettings {
        mirror: true,
        ..base()
    };
    assert_eq!(kept(mirror), nothing);
    let no_freeze = TreeSettings {
        push: true,
        no_freeze: true,
        ..base()
    };
    assert_eq!(kept(no_freeze), nothing);
    let free = TreeSettings {
        free_start: true,
        ..base()
    };
    assert_eq!(kept(free), nothing);
    let flexible = TreeSettings {
        flexible: true,
        ..base()
    };
    assert_eq!(kept(flexible), nothing);
    let ordered: Vec<usize> = kept(TreeSettings {
        ordered: true,
        ..base()
    })
    .iter()
    .map(|k| k.1)
    .collect();
    assert_eq!(ordered, [1, 1, 3, 8, 14, 22]);
    let cut_outs: Vec<usize> = kept(TreeSettings {
        cut_outs: true,
        ..base()
    })
    .iter()
    .map(|k| k.1)
    .collect();
    assert_eq!(cut_outs, [0, 0, 0, 0, 12, 87]);
}
