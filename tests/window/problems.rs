//! Challenges of Virus War: offered beside its games, solved with the mouse, explained and given up.

use std::{fs, path::PathBuf};

use quincunx::{
    board::Board,
    challenge::Grade,
    erased,
    gui::app::Settings,
    puzzles::{
        self,
        virus_war::{
            VirusWar,
            model::{goal::Goal, state::State},
        },
    },
    workbench::file,
};

use super::driven::{HIGH, Window, save};

/// A problem as a challenge in progress: X wins in two turns by d5, b1 and c2, and by no others.
fn write_problem(folder: &tempfile::TempDir) -> PathBuf {
    let text = ".....X\n....X.\n..ox..\n.o.x..\n.oO...\nOO....\nX to move, 3 moves left\n";
    let state = VirusWar::read_text(text, &State::default()).unwrap();
    let state = State { goal: Some(Goal::Win(2)), ..state };
    let path = folder.path().join("problem.ron");
    let kind = puzzles::of::<VirusWar>();
    fs::write(&path, (kind.write)(&file::challenge(kind, erased::State::of(state), Grade::Hard, 1, None))).unwrap();
    path
}

fn open_problem(folder: &tempfile::TempDir) -> Window {
    let mut window = Window::open_with(&[&write_problem(folder)], HIGH, Settings::default());
    window.wait_for("X to move: win in 2 turns");
    window
}

fn play(window: &mut Window, cells: [&str; 3]) {
    for (number, cell) in (1..).zip(cells) {
        window.click(cell);
        if number < 3 {
            window.wait_for(&format!("move {number} of the turn"));
        }
    }
}

#[test]
fn a_wrong_turn_is_explained_and_the_right_one_solves() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_problem(&folder);
    assert!(!window.shows("Let the computer play") && !window.shows("Analyse while I look"));
    play(&mut window, ["e6, empty", "f5, empty", "e4, empty"]);
    window.wait_for("Not solved");
    assert!(window.shows("O replies ") && window.shows("X can't win with the next turn"));
    assert!(window.shows("X's turn is complete"));
    // The enemy's moves can't be made.
    window.click("a2, empty");
    window.wait_for("The turn is complete");
    window.click_exactly("Take back turn");
    window.wait_for("X to move: win in 2 turns");
    assert!(!window.shows("Not solved"));
    play(&mut window, ["d5, empty", "c2, live O", "b1, live O"]);
    window.wait_for("Solved!");
    assert!(window.shows("1 mistake") && window.shows("no hints"));
    let text = window.save_as();
    assert!(text.contains("goal: Some(Win(2))") && text.contains("end: Some(Solved)") && text.contains("mistakes: 1"), "{text}");
    let solved = folder.path().join("solved.ron");
    fs::write(&solved, &text).unwrap();
    let mut again = Window::open_with(&[&solved], HIGH, Settings::default());
    again.wait_for("Solved!");
}

#[test]
fn giving_up_shows_the_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_problem(&folder);
    window.click("e6, empty");
    window.wait_for("move 1 of the turn");
    window.click_exactly("Give up");
    window.wait_for("Give up?");
    window.click_exactly("Give up and show solution");
    window.wait_for("Given up");
    window.wait_for("Finished: 1 turn");
    window.wait_for("d5 b1 c2");
}

#[test]
fn problems_are_offered_beside_games() {
    let mut window = Window::open_with(&[&save("virus-war/game.ron")], HIGH, Settings::default());
    window.click("Play mode");
    window.wait_for("Or solve a challenge");
    window.click("Grade: Medium");
    // Always the same problem.
    window.set("Seed", 7.0);
    window.click_exactly("Start challenge");
    window.wait_for("Give up");
    window.wait_for("don't lose at once");
    window.click("Solve mode");
    window.wait_for("Let the computer play");
    window.click("Play mode");
    window.wait_for("Give up");
}
