//! Exercises: one kind of step is chosen, a piece is judged at once, and the record counts first tries without hints.

use std::{fs, ops::ControlFlow};

use egui::{Key, Modifiers};
use quincunx::{
    bits::Wide,
    board::Board,
    challenge::Step,
    erased,
    gui::app::Settings,
    packing::{
        model::{problem::check, state::State},
        play::{challenge, exercise},
        search::prepared::Prepared,
    },
    puzzle::Types,
    puzzles::{self, meteor::Meteor},
    search::Found,
    workbench::file,
};

use super::driven::{HIGH, Window, save};

type Position = <Meteor as Types>::State;

/// The positions after all answers to the exercise: right ones, ones that a harder step would prove, and wrong ones.
struct Answers {
    right: Vec<String>,
    harder: Vec<String>,
    wrong: Vec<String>,
}

impl Answers {
    fn of(exercise: &Position, kind: Step) -> Self {
        let prepared = |state: &State| Prepared::from(check(state).unwrap());
        let before = prepared(exercise);
        let ControlFlow::Continue(figure) = challenge::figure::<Wide<8>, ()>(&before, &mut Found::default()) else { unreachable!() };
        let mut answers = Self { right: Vec::new(), harder: Vec::new(), wrong: Vec::new() };
        for placement in &figure.problem.placements {
            let mut grid = exercise.grid();
            placement.cells.iter().for_each(|cell| grid.set(before.problem.cells[cell], before.problem.pieces[placement.piece].mark));
            let answer: Position = exercise.with_grid(&grid).into();
            let mut judged = Found::default();
            assert!(exercise::judge(&prepared(&answer), kind, &mut judged).is_continue());
            let list = match &judged.items[0] {
                Ok(_) => &mut answers.right,
                Err(miss) if miss.reason.contains("a harder step") => &mut answers.harder,
                Err(_) => &mut answers.wrong,
            };
            list.push(Meteor::write_text(&answer));
        }
        answers
    }

    /// The answers to the exercise that the window shows.
    fn to_shown(window: &mut Window, kind: Step) -> Self {
        Self::of(&puzzles::read::<Meteor>(&window.save_as()).unwrap().state, kind)
    }
}

/// Opens this exercise on the contest's board.
fn open(kind: Step, seed: u64) -> Window {
    let mut made = Found::default();
    assert!(exercise::make(&Position::default(), kind, seed, &mut made).is_continue());
    let state: Position = made.items.remove(0).into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("exercise.ron");
    let puzzle = puzzles::of::<Meteor>();
    fs::write(&path, (puzzle.write)(&file::exercise(puzzle, erased::State::of(state), kind, seed))).unwrap();
    let mut window = Window::open_with(&[&path], HIGH, Settings::default());
    window.wait_for("Give up");
    window
}

fn next(window: &mut Window) {
    window.click_exactly("Next exercise");
    window.wait_until("no exercise follows", |window| (!window.shows("Right!")).then_some(()));
}

#[test]
fn a_kind_of_step_is_practised_and_the_record_counts_first_tries() {
    let mut window = Window::open_with(&[&save("meteor/contest.ron")], HIGH, Settings::default());
    window.click("Play mode");
    window.click("Practise: gap");
    window.wait_for("none yet");
    window.click_exactly("Start exercise");
    window.wait_for("Gap exercise");
    window.wait_for("Give up");
    assert!(!window.shows("1 solution") && !window.shows("About this position"), "counts are hidden");
    let Answers { right, wrong, .. } = Answers::to_shown(&mut window, Step::Gap);

    window.paste(&wrong[0]);
    window.wait_for("Not this one");
    assert!(window.shows("no solution is left"));
    window.click_exactly("Try again");
    window.wait_until("the piece is still there", |window| (!window.shows("Not this one")).then_some(()));
    window.paste(&right[0]);
    window.wait_for("Right!");
    assert!(window.shows("Gap: ") && window.shows("1 mistake"));
    window.wait_for("0 of 1 at the first try");

    next(&mut window);
    let Answers { right, .. } = Answers::to_shown(&mut window, Step::Gap);
    window.paste(&right[0]);
    window.wait_for("Right!");
    window.wait_for("1 of 2 at the first try");

    next(&mut window);
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Close the hint");
    let Answers { right, .. } = Answers::to_shown(&mut window, Step::Gap);
    window.paste(&right[0]);
    window.wait_for("Right!");
    window.wait_for("1 of 2 at the first try; 1 with hints");
}

#[test]
fn what_only_a_harder_step_proves_is_not_accepted_and_all_other_proofs_are() {
    let exercises = (1..20).map(|seed| open(Step::Gap, seed));
    let mut with_answers = exercises.map(|mut window| {
        let answers = Answers::to_shown(&mut window, Step::Gap);
        (window, answers)
    });
    let has_both = |(_, answers): &(Window, Answers)| !answers.harder.is_empty() && 1 < answers.right.len();
    let (mut window, answers) = with_answers.find(has_both).unwrap();
    window.paste(&answers.harder[0]);
    window.wait_for("Look for another");
    assert!(window.shows("takes a harder step") && !window.shows("1 mistake"));
    window.click_exactly("Try again");
    window.paste(answers.right.last().unwrap());
    window.wait_for("Right!");
}

#[test]
fn giving_up_shows_the_step_with_its_reason() {
    let mut window = open(Step::Trying, 1);
    let text = window.save_as();
    assert!(text.contains("step: Some(trying)") && !text.contains("grade"), "{text}");
    window.click_exactly("Give up");
    window.click_exactly("Give up and show solution");
    window.wait_for("(trying): ");
}
