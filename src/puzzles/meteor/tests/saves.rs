//! Files, and positions that seeds mean.

use std::collections::BTreeSet;

use super::{count, empty, preset, with_rows};
use crate::{Hexagons, Meteor};
use base::puzzle::{Key, Puzzle};
use packing::model::{problem::check, saved::Saved, state::State};

#[test]
fn the_contest_is_the_empty_board() {
    assert_eq!(preset("contest"), empty());
}

#[test]
fn rows_are_written_as_they_lie() {
    let state = State { pieces: "0359".to_owned(), ..with_rows("....#\n..3..") };
    let text = ron::to_string(&Saved::<Hexagons>::from(state.clone())).unwrap();
    assert!(text.starts_with(r##"(board:[". . . . #"," . . 3 . .",". . . . ."##), "{text}");
    assert!(text.ends_with(r#"pieces:"0359")"#), "{text}");
    assert_eq!(ron::from_str::<Saved<Hexagons>>(&text).map(|saved| (*saved).clone()), Ok(state));
}

/// A board of one's own, with pieces of one's own.
#[test]
fn other_boards_are_read_and_solved() {
    let text = r##"(board: ["# . . #", " . . .  #", "# . . #", " # . # #"], set: Custom, pieces: "AB",
        shapes: [(name: 'A', cells: [". A A", "A A"]), (name: 'B', cells: ["B B", "B", "B"])])"##;
    let state = (*ron::from_str::<Saved<Hexagons>>(text).unwrap()).clone();
    let expected = count(&state, "row-list");
    assert!(0 < expected);
    for technique in Meteor::techniques() {
        assert_eq!(count(&state, technique.key), expected, "{}", technique.key);
    }
}

#[test]
fn flaws_are_found_in_rows() {
    let path = |state: &State| check(state).err().unwrap().swap_remove(0).path;
    let short = State { layers: vec![vec!["...".to_owned(), "..".to_owned()]], ..empty() };
    assert_eq!(path(&short), [Key::Field("board"), Key::Index(1)]);
    assert_eq!(path(&State { layers: vec![vec!["##".to_owned()]], ..empty() }), [Key::Field("board")]);
    assert_eq!(path(&with_rows(".....\n...7.")), [Key::Field("board"), Key::Index(1), Key::Character(3)]);
}

#[test]
fn deals_have_one_solution_and_no_unneeded_pin() {
    for seed in 0..5 {
        let state = Meteor::deal(seed);
        assert_eq!(count(&state, "frontier"), 1);
        for piece in state.grid().pinned() {
            let mut fewer = state.grid();
            fewer.clear(piece);
            assert!(count(&state.with_grid(&fewer), "frontier") > 1, "seed {seed}, {piece}");
        }
    }
}

#[test]
fn deals_differ_but_depend_only_on_the_seed() {
    let deals: BTreeSet<String> = (0..20).map(|seed| Meteor::deal(seed).layers.concat().concat()).collect();
    assert_eq!(deals.len(), 20);
    assert_eq!(Meteor::deal(1).layers.concat()[5..].concat(), "...0.66.0.6..0.6...06...0");
}
