//! Pictures of mazes.

use playproof_game::Game;
use playproof_maze::Maze;

use playproof_model::Val;

#[test]
fn a_step_changes_what_two_pictures_differ_in() {
    let file = playproof_level::read("level", b"1A0G1\n10001\n").unwrap();
    let view = Maze.compile(&file.levels[0]).unwrap().view;
    let picture = |state: Val| {
        let mut cells = Vec::new();
        view.cells(&[state], &mut cells);
        cells
    };
    for (before, after) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
        let mut cells = picture(before);
        let mut changes = Vec::new();
        view.changes(&[before], &[after], &mut changes);
        for &(at, cell) in &changes {
            assert_ne!(cells[at], cell);
            cells[at] = cell;
        }
        assert_eq!(cells, picture(after));
    }
}
