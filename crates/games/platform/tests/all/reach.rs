//! How far jumps reach.

use playproof_certify::Unlimited;
use playproof_platform::{Approach, HEIGHTS, JumpAnswer, Profile, crossing, is_crossed};

use crate::formats::level;
use crate::jumps::command;

/// The table of the docs, as `playproof profile` prints it.
#[test]
fn jumps_reach_as_far_as_the_table_says_and_no_further() {
    let told = command("profile", &level("--\nXX\n"), &[]).unwrap();
    let rows = [
        "other side higher by   -4   -2    0   +1   +2   +3   +4   +5",
        "running up             13   12   11   10    9    8    7   no",
        "from a stand            9    7    6    6    5    4    3   no",
    ];
    assert!(
        rows.iter().all(|row| told.text.contains(row)),
        "{}",
        told.text
    );
    let json: serde_json::Value = serde_json::from_str(&told.json).unwrap();
    let first = serde_json::json!({ "higher": -4, "running": 13, "standing": 9 });
    assert_eq!(json["widest_gaps"][0], first);
    assert_eq!(json["widest_gaps"][7]["running"], 0);
}

#[test]
fn a_wider_gap_is_not_crossed() {
    let profile = Profile::default();
    for (higher, gap) in HEIGHTS.into_iter().zip([9, 7, 6, 6, 5, 4, 3, 0]) {
        let crossed =
            |gap| is_crossed(&profile, gap, higher, Approach::Standing, &mut Unlimited).unwrap();
        assert!(gap == 0 || crossed(gap), "{higher}");
        assert!(!crossed(gap + 1) && !crossed(gap + 2), "{higher}");
    }
}

/// The table once more, each entry by a run that the kernel replays, and one tile more by a
/// closed set that it accepts.
#[test]
fn the_kernel_accepts_the_table_and_that_one_tile_more_is_impossible() {
    let profile = Profile::default();
    for (approach, widest) in [
        (Approach::Running, [13, 12, 11, 10, 9, 8, 7, 0]),
        (Approach::Standing, [9, 7, 6, 6, 5, 4, 3, 0]),
    ] {
        for (higher, gap) in HEIGHTS.into_iter().zip(widest) {
            let answer = |gap| {
                let answer = crossing(&profile, gap, higher, approach, &mut Unlimited);
                answer.unwrap_or_else(|why| panic!("{gap} tiles, {higher} higher: {why:?}"))
            };
            if gap > 0 {
                let run = answer(gap);
                assert!(matches!(run, JumpAnswer::Possible(..)), "{gap}, {higher}");
            }
            let none = answer(gap + 1);
            assert!(matches!(none, JumpAnswer::Impossible(_)), "{gap}, {higher}");
        }
    }
}
