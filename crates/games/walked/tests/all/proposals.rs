//! Whole proposals: they are the same every time, and the stages lead to them.

use playproof_walked::generate::{
    Cast, Design, Ending, Generator, NoProposal, NoRoom, Placement, Size, Tie,
};

use crate::walk;

fn design(cast: Cast, size: &str) -> Design {
    Design::new(cast, size.parse().unwrap())
}

fn text(design: &Design, seed: u64, number: u64) -> String {
    let mut generator = Generator::new(design.clone()).unwrap();
    generator.propose(seed, number).unwrap().text().to_owned()
}

#[test]
fn a_proposal_stays_the_same_for_ever() {
    insta::assert_snapshot!(text(&design(Cast::against('E'), "24"), 1, 0), @"
    11111111111111111111111111
    11111111101111110000111111
    110000000001100001111000A1
    11010101000000100000001101
    11010101011110101111100101
    11010101010000100000010011
    11110101001011101101000111
    11000011110000100100010011
    11011000001110010101000111
    11001011000001110100010011
    11001001010101100010000111
    11000011010100011010110001
    1101101001011G100010100011
    11010001100010011110101011
    11000101101001000010101011
    11100100101101011110011011
    10001000110101000000100011
    11101011110000101110010111
    11101011000110100000110011
    10001000010110011110101011
    11000111000000001000101011
    11010000101010101111100011
    11010110101010101111111111
    11E01111001010101111111111
    11111111111011111111111111
    11111111111111111111111111
    ");
    let mut design = design(Cast::against('E'), "24");
    design.tie = Tie::Main;
    insta::assert_snapshot!(text(&design, 1, 0), @"
    11111111111111111111111111
    11111111101111110000111111
    110000000001100001111000A1
    11010101000000100000001101
    11010101010110101111100101
    11010101010000100000100011
    11110101001011101101000111
    11000011010000100100010011
    11011010010110010101000111
    11001011000001110100010011
    11001001010101100110000111
    11000011010100001010110001
    1101101001011G100010100011
    11010001100010101110101011
    11000101101001000010101011
    11100100101101011110011011
    10001000110101000000100011
    11101011100000101110010111
    11101011000110100000110011
    10001000010110101110101011
    11001011000000001000101011
    11010000101010101111100011
    11010110101010101111111111
    11E01111001010101111111111
    11111111111011111111111111
    11111111111111111111111111
    ");
}

#[test]
fn a_proposal_that_takes_too_long_is_given_up() {
    let endless = Design {
        life: "B1357/S02468".parse().unwrap(),
        in_place: true,
        max_generations: u32::MAX,
        ..design(Cast::ALONE, "60")
    };
    let hard_to_place = Design {
        connect: 100,
        placement: Placement::FarthestPath,
        ..design(Cast::ALONE, "100")
    };
    for design in [endless, hard_to_place] {
        let asked = std::cell::Cell::new(0);
        let is_over = || asked.replace(asked.get() + 1) == 20;
        let proposal = Generator::new(design)
            .unwrap()
            .propose_in_time(1, 0, &is_over);
        assert_eq!(proposal, Err(NoProposal::TimeIsOver));
        assert_eq!(asked.get(), 21);
    }
}

#[test]
fn a_proposal_does_not_depend_on_those_before_it() {
    for in_place in [false, true] {
        for placement in [
            Placement::Manhattan,
            Placement::Random,
            Placement::FarthestPath,
        ] {
            let mut design = design(Cast::against('E'), "24x16");
            (design.in_place, design.placement) = (in_place, placement);
            let mut generator = Generator::new(design.clone()).unwrap();
            let mut texts: Vec<String> = (0..50)
                .map(|number| generator.propose(9, number).unwrap().text().to_owned())
                .collect();
            assert_eq!(texts[49], text(&design, 9, 49));
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), 50);
            assert_ne!(text(&design, 8, 0), text(&design, 9, 0));
        }
    }
}

#[test]
fn stages_lead_to_the_proposal() {
    for (size, connect, cast) in [
        ("24", 50, Cast::ALONE),
        ("70x9", 0, Cast::against('C')),
        ("2", 50, Cast::against('E')),
    ] {
        let mut design = design(cast, size);
        design.connect = connect;
        let mut generator = Generator::new(design.clone()).unwrap();
        for number in 0..20 {
            let stages = generator.stages(3, number);
            assert_eq!(stages.level, generator.propose(3, number));
            assert_eq!(
                stages.elementary.to_string().lines().next().unwrap(),
                stages.line.to_string()
            );
            if connect == 0 {
                assert_eq!(stages.connected, stages.life);
            }
            let Ok(level) = stages.level else { continue };
            for y in 0..level.height() {
                for x in 0..level.width() {
                    let ring =
                        x == 0 || y == 0 || x + 1 == level.width() || y + 1 == level.height();
                    let wall = ring || stages.connected.is_wall(x - 1, y - 1);
                    assert_eq!(level.letter(x, y) == '1', wall);
                }
            }
            // The line is all that a proposal of this placement draws at random, and
            // against an opponent who is on which side.
            let mut with_line = design.clone();
            with_line.line = Some(stages.line);
            let again = text(&with_line, 0, 0);
            let exchanged = cast.opponent.map(|letter| {
                let letter = letter.to_string();
                let free = again.replace('A', "?").replace(&letter, "A");
                free.replace('?', &letter)
            });
            assert!(again == level.text() || exchanged.as_deref() == Some(level.text()));
        }
    }
}

#[test]
fn neither_side_is_always_the_avatars() {
    let mut generator = Generator::new(design(Cast::against('E'), "16")).unwrap();
    let is_above = |number| {
        let level = generator.propose(1, number).unwrap();
        level.text().find('A') < level.text().find('E')
    };
    let n_above = (0..400).map(is_above).filter(|above| *above).count();
    assert!((160..240).contains(&n_above), "{n_above}");
}

#[test]
fn joined_levels_have_a_way_to_the_goal() {
    for (side, at_least, at_most) in [(8, 9.0, 16.0), (16, 26.0, 34.0), (24, 43.0, 53.0)] {
        let mut generator = Generator::new(design(Cast::ALONE, &side.to_string())).unwrap();
        let lengths: Vec<usize> = (0..100)
            .map(|number| walk::shortest(&generator.propose(1, number).unwrap()).unwrap())
            .collect();
        let average = lengths.iter().sum::<usize>() as f64 / 100.0;
        assert!((at_least..at_most).contains(&average), "{side}: {average}");
    }
}

#[test]
fn walks_are_longest_where_they_are_asked_to_be() {
    let mut far = design(Cast::ALONE, "16");
    far.placement = Placement::FarthestPath;
    for number in 0..20 {
        let level = Generator::new(far.clone())
            .unwrap()
            .propose(4, number)
            .unwrap();
        let manhattan = Generator::new(design(Cast::ALONE, "16"))
            .unwrap()
            .propose(4, number);
        assert!(walk::shortest(&level) >= walk::shortest(&manhattan.unwrap()));
    }
}

#[test]
fn a_level_of_walls_has_no_room() {
    let mut walls = design(Cast::ALONE, "8");
    (walls.rule, walls.max_generations) = (255, 0);
    walls.line = Some("11111111".parse().unwrap());
    let stages = Generator::new(walls).unwrap().stages(0, 0);
    let refused = NoRoom {
        n_floor: 0,
        n_sprites: 2,
    };
    assert_eq!(stages.level, Err(refused));
    assert_eq!((stages.generations, stages.ending), (0, Ending::Cap));
}

#[test]
fn every_size_and_rule_can_be_asked_for() {
    for (width, height) in [(2, 2), (2, 1000), (1000, 2), (64, 65), (63, 7), (129, 3)] {
        for rule in [0, 30, 110, 150, 255] {
            for life in ["B3/S12345", "B0/S8", "B/S", "B012345678/S012345678"] {
                let mut design = Design::new(Cast::against('E'), Size::new(width, height).unwrap());
                (design.rule, design.life) = (rule, life.parse().unwrap());
                design.max_generations = 50;
                let level = Generator::new(design).unwrap().propose(0, 0);
                assert!(level.is_err() || level.unwrap().width() == width + 2);
            }
        }
    }
}
