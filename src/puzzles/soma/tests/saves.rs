//! The presets are save files: each can be read, is valid, and is written back unchanged.

use crate::{
    board::Board,
    puzzle::Puzzle,
    puzzles::soma::{
        Soma,
        model::{geometry::Extent, pieces::Set, spot::Spot, state::State},
    },
};

use crate::puzzle::Key;

/// Extracts the part of a save file from `state:` to its end, unindented.
pub(super) fn state_of(ron: &str) -> (State, String) {
    let start = ron.find("    state: ").expect("a state");
    let text = ron[start..].trim_start_matches("    state: ").trim_end().trim_end_matches("\n)").trim_end_matches(',');
    let text = text.replace("\n    ", "\n");
    (ron::from_str(&text).expect("a readable state"), text)
}

#[test]
fn presets_round_trip() {
    let rows_on_a_line = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(2);
    for preset in Soma::presets() {
        let (state, text) = state_of(preset.ron);
        assert_eq!(ron::ser::to_string_pretty(&state, rows_on_a_line.clone()).expect("plain data"), text, "{}", preset.key);
        assert!(Soma::check(&state).is_ok(), "{}", preset.key);
        assert_eq!(Soma::read_text(&Soma::write_text(&state), &state.with_grid(&State::default().grid())), Ok(state), "{}", preset.key);
    }
    assert_eq!(Soma::presets()[0].key, "cube");
    assert_eq!(state_of(Soma::presets()[0].ron).0, State::default());
}

fn read(text: &str) -> State {
    ron::from_str(text).expect("a readable state")
}

/// Returns the first flaw of a position, with its path and its number of spots.
fn flaw(text: &str) -> (String, Vec<Key>, usize) {
    let flaw = Soma::check(&read(text)).expect_err("a flawed position").swap_remove(0);
    (flaw.message, flaw.path, flaw.spots.len())
}

#[test]
fn flaws_say_what_and_where() {
    use Key::{Character, Field, Index};
    let cases: [(&str, &str, &[Key], usize); 12] = [
        ("(set: Soma, pieces: \"V\", layers: [])", "the box has 0 layers; it can have 1 to 20", &[Field("layers")], 0),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"..\", \".\"]])",
            "this row has 1 cell, but the first has 2",
            &[Field("layers"), Index(0), Index(1)],
            0,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"..\"], [\"..\", \"..\"]])",
            "this layer has 2 rows, but the first has 1",
            &[Field("layers"), Index(1)],
            0,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\".....................\"]])",
            "this row has 21 cells; it can have 1 to 20",
            &[Field("layers"), Index(0), Index(0)],
            0,
        ),
        (
            "(set: Soma, pieces: \"VW\", layers: [[\"...\"]])",
            "W isn't a piece of this set; its pieces are VLTZABP",
            &[Field("pieces"), Character(1)],
            0,
        ),
        ("(set: Soma, pieces: \"V LV\", layers: [[\"...\"]])", "piece V is listed twice", &[Field("pieces"), Character(2)], 0),
        ("(set: Soma, pieces: \"V\", layers: [[\"###\"]])", "the figure has no cells; add at least one", &[Field("layers")], 0),
        (
            "(set: Soma, pieces: \"V\", layers: [[\". V\", \"V V\"], [\"V .\", \". .\"]])",
            "piece V covers 4 cells here, but has 3 cubes",
            &[Field("layers"), Index(0), Index(0), Character(1)],
            4,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"VVV\"]])",
            "these cells don't have the shape of piece V in any orientation",
            &[Field("layers"), Index(0), Index(0), Character(0)],
            3,
        ),
        (
            "(set: Soma, pieces: \"A\", layers: [[\".B\", \".B\"], [\"BB\", \"..\"]])",
            "piece B isn't an allowed piece",
            &[Field("layers"), Index(0), Index(0), Character(1)],
            4,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"?..\"]])",
            "? isn't a piece of this set; use . for a free cell or # for a cell outside the figure",
            &[Field("layers"), Index(0), Index(0), Character(0)],
            1,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"...\"]], shapes: [(name: 'I', layers: [[\"II\"]])])",
            "the Soma set can't define its own shapes; use the Custom set",
            &[Field("shapes")],
            0,
        ),
    ];
    for (text, message, path, spots) in cases {
        assert_eq!(flaw(text), (message.to_owned(), path.to_vec(), spots), "{text}");
    }
}

#[test]
fn a_mirrored_piece_is_another_piece() {
    let text = "(set: Soma, pieces: \"VLTZABP\", layers: [[\"A.\", \"A.\"], [\"AA\", \"..\"]])";
    assert!(Soma::check(&read(text)).is_ok());
    assert!(Soma::check(&read(&text.replace("A.", "B.").replace("AA", "BB"))).is_err());
}

#[test]
fn a_box_can_have_too_many_cells() {
    let state = |extent| State::default().resized(extent);
    assert!(Soma::check(&state(Extent::new(8, 8, 8))).is_ok());
    assert!(Soma::check(&state(Extent::new(20, 5, 5))).is_ok());
    let flaws = Soma::check(&state(Extent::new(9, 8, 8))).expect_err("576 cells");
    assert_eq!(flaws[0].message, "the box has 576 cells; at most 512 are allowed");
}

#[test]
fn custom_pieces_fill_a_figure() {
    let state = read(
        "(set: Custom, pieces: \"1 2\", layers: [[\"...\", \"...\"]],
          shapes: [(name: '1', layers: [[\"1 1\", \"1 .\"]]), (name: '2', layers: [[\"22\", \"2.\"]])])",
    );
    assert_eq!(state.set, Set::Custom);
    let solutions = super::run(&super::problem(&state), "first-cell").items;
    let counted = super::summary(&solutions);
    assert_eq!((counted.raw, counted.rotations, counted.classes), (2, Some(1), Some(1)), "the two are equal");
}

#[test]
fn an_adopted_solution_is_a_filled_figure() {
    let state = State::default();
    let solution = super::run(&super::problem(&state), "sorted").items.swap_remove(0);
    let adopted = Soma::BOARD_EXTRAS.adopt(&state, &solution).expect("it can be shown");
    assert!(super::problem(&adopted).problem.cells.is_empty());
    assert_eq!(super::run(&super::problem(&adopted), "sorted").items.len(), 1, "a full figure has one solution: itself");
    assert_eq!(Soma::steps(&solution), 7);
    assert_eq!(serde_json::to_string(&solution).expect("plain data"), format!("\"{}\"", solution.marks));
    assert!(Soma::check(&adopted).is_ok_and(|prepared| prepared.problem.pieces.is_empty()));
    let spots = Soma::check(&State { pieces: "VLTZAB".to_owned(), ..adopted }).expect_err("P is not allowed").swap_remove(0).spots;
    assert!(spots.len() == 4 && spots.iter().all(|spot| matches!(spot, Spot::Cell(_))));
}
