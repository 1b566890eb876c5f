//! The explanation of a position and the taking apart of a solution, step by step.

use std::{collections::HashSet, ops::ControlFlow};

use glam::IVec3;

use super::{cubes, made, preset, problem, run};
use base::{
    challenge::Grade,
    puzzle::Puzzle,
    search::{Event, Found, Observer, OneThread, TraceStep},
    testing::Recorded,
};
use packing::{
    live::{apart, levels},
    model::{
        pieces::Set,
        solution::{Fate, Solution},
        spot::Spot,
        state::{CustomShape, State},
    },
    play::{challenge, explanation},
    search::prepared::Prepared,
};
use soma::Soma;

type Step = TraceStep<Solution, Spot>;

fn steps(walk: impl FnOnce(&mut dyn Observer<Step>) -> ControlFlow<()>) -> Vec<Step> {
    let mut found = Found::default();
    assert!(walk(&mut found).is_continue());
    found.items
}

fn explained(state: &State) -> Vec<Step> {
    let prepared = problem(state);
    steps(|observer| explanation::steps(&prepared, None, observer))
}

#[test]
fn the_explanation_is_the_rating_step_by_step() {
    for (seed, grade) in Grade::ALL.into_iter().flat_map(|grade| (0..5).map(move |seed| (seed, grade))) {
        let state = made(&preset("sofa"), grade, seed).unwrap();
        let rating = Soma::EXTRAS.challenges.expect("challenges").rating(&problem(&state)).expect("a challenge has a rating");
        let told = explained(&state);
        assert_eq!(
            told.iter().map(|step| step.remark.clone()).collect::<Vec<_>>(),
            rating.explanation.iter().map(|step| step.in_words()).collect::<Vec<_>>()
        );
        let mut before = state.grid();
        for (step, explained) in told.iter().zip(&rating.explanation) {
            let grid = step.partial.grid();
            let placed: Vec<usize> = (0..grid.marks.len()).filter(|&place| grid.marks[place] != before.marks[place]).collect();
            assert_eq!(placed, explained.cells);
            assert!(explained.forcing.is_none_or(|forcing| placed.contains(&forcing)));
            // The cell that forces the piece is framed twice.
            let framed = placed.iter().chain(&explained.forcing);
            assert_eq!(step.spots, framed.map(|&place| Spot::Cell(place as u16)).collect::<Vec<_>>());
            before = grid;
        }
        let solutions = run(&problem(&state), "first-cell").items;
        assert!(solutions.iter().any(|solution| solution.grid().marks == before.marks), "it ends with the solution");
    }
}

#[test]
fn the_explanation_ends_in_the_solution_that_is_shown() {
    // Two equal pieces in a rectangle, and with a third piece in a square: all solutions are images of one another.
    for layers in [&[&["AAB", "ABB"][..]][..], &[&["AAC", "ABC", "BBC"]]] {
        let prepared = problem(&challenge::emptied(&filled(layers)));
        let problem = &prepared.problem;
        let [solution] = &run(&prepared, "first-cell").items[..] else { panic!("one up to symmetry") };
        let images: HashSet<String> = problem.symmetries.all.iter().map(|symmetry| problem.image_of(solution, symmetry).marks).collect();
        assert!(images.len() > 1);
        for symmetry in &problem.symmetries.all {
            let shown = problem.image_of(solution, symmetry);
            let told = steps(|observer| explanation::steps(&prepared, Some(&shown), observer));
            assert_eq!(told[told.len() - 1].partial.marks, shown.marks);
            for (before, step) in told.iter().zip(&told[1..]) {
                let placed = step.partial.placed.chars().last().unwrap();
                assert!(step.remark.contains(&format!("piece {placed}")), "{}", step.remark);
                let now = step.partial.marks.chars().zip(before.partial.marks.chars()).enumerate();
                let new: Vec<Spot> = now.filter(|(_, (now, before))| now != before).map(|(cell, _)| Spot::Cell(cell as u16)).collect();
                assert!(step.spots.starts_with(&new) && step.spots[new.len()..].iter().all(|again| new.contains(again)), "{step:?}");
            }
        }
    }
}

#[test]
fn a_position_without_exactly_one_solution_gets_a_sentence() {
    let said = |key: &str| {
        let [only] = &explained(&preset(key))[..] else { panic!("one step") };
        assert_eq!((only.event, only.partial.grid()), (Event::DeadEnd, preset(key).grid()));
        only.remark.clone()
    };
    assert!(said("cube").starts_with("the position has several solutions"));
    assert!(said("square-wall").starts_with("the position has no solution"));
    let whole = run(&problem(&preset("sofa")), "first-cell").items[0].grid();
    let [only] = &explained(&preset("sofa").with_grid(&whole))[..] else { panic!("one step") };
    assert!(only.remark.starts_with("every piece is placed already"));
}

/// Where the cells of each piece are after a step.
fn places(step: &Step) -> Vec<(char, Vec<IVec3>)> {
    let (grid, moved) = (step.partial.grid(), step.partial.moved.as_ref().expect("pieces are somewhere"));
    moved.offsets.iter().map(|&(mark, offset)| (mark, grid.cells_of(mark).into_iter().map(|cell| cell + offset).collect())).collect()
}

/// Makes the moves of a walkthrough cell by cell. Returns how many there were and whether each piece is alone at the end; none if it
/// doesn't come apart.
fn taken_apart(prepared: &Prepared, solution: &Solution) -> Option<usize> {
    let told = steps(|observer| apart::steps(prepared, solution, observer));
    let whole = places(&told[0]);
    assert!(levels::learn(prepared, &[solution], &OneThread, &mut || ControlFlow::Continue(())).is_continue());
    let level = match solution.fate.get() {
        Some(Fate::Apart(level)) => format!(": level {}", level.iter().map(usize::to_string).collect::<Vec<_>>().join(".")),
        fate => format!("{fate:?}"),
    };
    assert!(told[0].remark.ends_with(&level) || level == "Some(Never)" && told[0].event == Event::DeadEnd, "{level}: {}", told[0].remark);
    assert_eq!(told[0].partial.marks, solution.marks);
    let Some((level, _)) = told[0].remark.strip_prefix("comes apart in ").and_then(|rest| rest.split_once(' ')) else {
        assert_eq!((told.len(), told[0].event), (1, Event::DeadEnd), "{}", told[0].remark);
        return None;
    };
    assert_eq!(level, (told.len() - 1).to_string());
    // The groups that pieces are in, with where each is that isn't shown for a while.
    let mut groups: Vec<Vec<(char, Vec<IVec3>)>> = vec![whole];
    for step in &told[1..] {
        let now = places(step);
        let marks: HashSet<char> = now.iter().map(|(mark, _)| *mark).collect();
        let at = groups.iter().position(|group| group.iter().map(|(mark, _)| *mark).collect::<HashSet<_>>() == marks);
        let before = groups.remove(at.unwrap_or_else(|| panic!("{marks:?} were never together")));
        let moved_by: HashSet<IVec3> =
            before.iter().zip(&now).map(|((_, from), (_, to))| to[0] - from[0]).filter(|&by| by != IVec3::ZERO).collect();
        let [by] = moved_by.into_iter().collect::<Vec<_>>()[..] else { panic!("all move alike: {}", step.remark) };
        let distance = by.abs().element_sum();
        assert_eq!(by.abs().max_element(), distance, "straight");
        let has_moved: Vec<bool> = before.iter().zip(&now).map(|((_, from), (_, to))| from != to).collect();
        for cells in 1..=distance {
            let mut taken = HashSet::new();
            for (place, (_, from)) in before.iter().enumerate() {
                let offset = if has_moved[place] { by / distance * cells } else { IVec3::ZERO };
                assert!(from.iter().all(|&cell| taken.insert(cell + offset)), "{}: pieces collide", step.remark);
            }
        }
        assert!(!step.spots.is_empty());
        if step.remark.contains(" leave") {
            let (gone, stay): (Vec<_>, Vec<_>) = before.into_iter().enumerate().partition(|&(place, _)| has_moved[place]);
            // Nothing stands in the way of what leaves, however far it goes.
            for (_, (_, cells)) in &gone {
                let ways = cells.iter().flat_map(|&cell| (1..40).map(move |far| cell + by / distance * far));
                let blocked: HashSet<IVec3> = stay.iter().flat_map(|(_, (_, cells))| cells.clone()).collect();
                assert!(ways.into_iter().all(|cell| !blocked.contains(&cell)), "{}", step.remark);
            }
            groups.extend([gone, stay].map(|part| part.into_iter().map(|(_, piece)| piece).collect()));
        } else {
            groups.push(now);
        }
    }
    assert!(groups.iter().all(|group| group.len() == 1), "each piece is alone at the end");
    Some(told.len() - 1)
}

#[test]
fn moves_of_a_solution_are_legal_and_end_apart() {
    for key in ["cube", "sofa", "castle"] {
        let prepared = problem(&preset(key));
        let solutions = run(&prepared, "first-cell").items;
        let moves: Vec<usize> = solutions.iter().take(24).filter_map(|solution| taken_apart(&prepared, solution)).collect();
        assert!(moves.iter().any(|&moves| 6 <= moves), "{key}: {moves:?}");
    }
}

/// A position filled by these pieces, a letter for each.
fn filled(layers: &[&[&str]]) -> State {
    let rows = |keep: &dyn Fn(char) -> char| -> Vec<Vec<String>> {
        layers.iter().map(|layer| layer.iter().map(|row| row.chars().map(keep).collect()).collect()).collect()
    };
    let mut names: Vec<char> =
        layers.iter().flat_map(|layer| layer.iter()).flat_map(|row| row.chars()).filter(|&name| name != '#').collect();
    names.sort_unstable();
    names.dedup();
    let shape = |&name: &char| CustomShape::new(name, rows(&|mark| if mark == name { 'X' } else { '.' }));
    let pieces = names.iter().collect();
    State { set: Set::Custom, pieces, layers: rows(&|mark| mark), shapes: names.iter().map(shape).collect(), ..State::default() }
}

#[track_caller]
fn check_apart(layers: &[&[&str]], expected: &[&str]) {
    let prepared = problem(&filled(layers));
    let solution = run(&prepared, "first-cell").items.remove(0);
    taken_apart(&prepared, &solution);
    let told = steps(|observer| apart::steps(&prepared, &solution, observer));
    assert_eq!(told.iter().map(|step| step.remark.as_str()).collect::<Vec<_>>(), expected);
}

#[test]
fn moves_are_told_in_words() {
    let closed: &[&str] = &["AAAA", "AAAA", "AAAA"];
    check_apart(
        &[closed, &["AAAA", "A#BA", "ACAA"], closed],
        &["comes apart in 3 moves: level 1.2", "C leaves to the front", "B moves 1 to the left", "B leaves to the front"],
    );
    check_apart(&[closed, &["AAAA", "ABBA", "AAAA"], closed], &["never comes apart: A and B hold each other; no fewer pieces do"]);
    check_apart(&[&["AA"]], &["a single piece can't be taken apart"]);
}

#[test]
fn taking_apart_stops_at_once() {
    let prepared = problem(&preset("cube"));
    for patience in [1, 2, 5] {
        let mut stopping = Recorded::up_to(patience);
        let flow = apart::steps(&prepared, &cubes()[0], &mut stopping);
        assert!(flow.is_break() && stopping.nodes.len() == patience, "{patience}");
    }
}
