//! The files under `saves/meteor`, which are the presets, and random positions.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::search;
use crate::{
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        model::state::{Square, State},
    },
};

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Quincunx")]
pub struct File {
    version: u32,
    puzzle: String,
    title: String,
    note: String,
    pub state: State,
}

pub fn file(key: &str) -> File {
    let preset = Meteor::presets().iter().find(|preset| preset.key == key).unwrap();
    ron::from_str(preset.ron).unwrap()
}

#[test]
fn presets_are_read_back_as_written() {
    for preset in Meteor::presets() {
        let file = file(preset.key);
        assert_eq!((file.version, file.puzzle.as_str()), (1, Meteor::KEY));
        let pretty = ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::default().new_line("\n")).unwrap();
        assert_eq!(format!("Quincunx{pretty}\n"), preset.ron, "{}", preset.key);
    }
}

#[test]
fn presets_have_the_known_numbers_of_solutions() {
    let count = |key| search(&file(key).state, "frontier").items.len();
    assert_eq!(count("contest"), 2098);
    assert_eq!(count("one-pin"), 321);
    assert_eq!(count("two-pins"), 53);
    assert_eq!(count("unique"), 1);
    assert_eq!(count("blocked-corners"), 1050);
    assert_eq!(count("eight-pieces"), 2740);
    assert_eq!(count("dead-end"), 0);
}

#[test]
fn the_contest_is_the_empty_board() {
    assert_eq!(file("contest").state, State::default());
}

#[test]
fn deals_have_one_solution_and_no_unneeded_pin() {
    for seed in 0..5 {
        let state = Meteor::deal(seed);
        assert_eq!(search(&state, "frontier").items.len(), 1);
        for piece in state.board.pinned().iter() {
            let mut fewer = state.clone();
            let cells = fewer.board.cells(Square::Pinned(piece));
            fewer.board.fill(cells, Square::Free);
            assert!(search(&fewer, "frontier").items.len() > 1, "seed {seed}, {piece}");
        }
    }
}

#[test]
fn deals_differ_but_depend_only_on_the_seed() {
    let deals: BTreeSet<String> = (0..20).map(|seed| Meteor::deal(seed).board.to_text()).collect();
    assert_eq!(deals.len(), 20);
    assert_eq!(Meteor::deal(1).board.to_text(), ".....\n".repeat(5) + "...0.\n66.0.\n6..0.\n6...0\n6...0\n");
}
