//! The presets are save files: each can be read, is valid, and is written back unchanged.

use super::{check, problem, run};
use base::{
    board::{Heading, Scene},
    look::{Look, Theme},
    mesh::{Arrangement, PrintSettings},
    picture::Shape,
    puzzle::{Key, Puzzle},
};
use packing::{
    Shared,
    drawing::{board::draw, mesh::mesh, sheet::sheet},
    edit::{notation, view::View},
    model::{
        geometry::Extent,
        lattice::CUBES,
        pieces::Set,
        saved::Saved,
        spot::Spot,
        state::{CustomShape, Grid, State},
    },
};
use soma::{Cubes, Soma};

#[test]
fn presets_round_trip() {
    let rows_on_a_line = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(2);
    for preset in Soma::presets() {
        let saved = preset.state::<Saved<Cubes>>();
        let text = ron::ser::to_string_pretty(&saved, rows_on_a_line.clone()).expect("plain data").replace('\n', "\n    ");
        assert!(preset.ron.trim_end().ends_with(&format!("    state: {text},\n)")), "{}: {text}", preset.key);
        let state = State::clone(&saved);
        assert!(check(&state).is_ok(), "{}", preset.key);
        assert_eq!(notation::read(&notation::write(&state), &state.with_grid(&State::default().grid())), Ok(state), "{}", preset.key);
    }
    assert_eq!(Soma::presets()[0].key, "cube");
    assert_eq!(super::preset("cube"), State::default());
}

fn read(text: &str) -> State {
    (*ron::from_str::<Saved<Cubes>>(text).expect("a readable state")).clone()
}

/// Returns the first flaw of a position, with its path and its number of spots.
fn flaw(text: &str) -> (String, Vec<Key>, usize) {
    let flaw = check(&read(text)).expect_err("a flawed position").swap_remove(0);
    (flaw.message, flaw.path, flaw.spots.len())
}

#[test]
fn flaws_say_what_and_where() {
    use Key::{Character, Field, Index};
    let cases: [(&str, &str, &[Key], usize); 20] = [
        ("(set: Soma, pieces: \"V\", layers: [])", "the box has no layers; it needs at least one", &[Field("layers")], 0),
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
            "(set: Soma, pieces: \"V\", layers: [[\"\"]])",
            "this row has no cells; it needs at least one",
            &[Field("layers"), Index(0), Index(0)],
            0,
        ),
        (
            "(set: Soma, pieces: \"VW\", layers: [[\"...\"]])",
            "W isn't a piece of this set; its pieces are VLTZABP",
            &[Field("pieces"), Character(1)],
            0,
        ),
        (
            "(set: Soma, pieces: \"V\u{feff}\", layers: [[\"...\"]])",
            "<U+FEFF byte order mark> isn't a piece of this set; its pieces are VLTZABP",
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
            "? isn't a piece of this set; use . for a free cell, + for one that may stay empty, or # for a cell outside the figure",
            &[Field("layers"), Index(0), Index(0), Character(0)],
            1,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"\u{ad}..\"]])",
            "<U+00AD soft hyphen> isn't a piece of this set; use . for a free cell, + for one that may stay empty, or # \
             for a cell outside the figure",
            &[Field("layers"), Index(0), Index(0), Character(0)],
            1,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"...\", \". .\u{200b}.\"]])",
            "<U+200B zero-width space> isn't a piece of this set; use . for a free cell, + for one that may stay empty, or # \
             for a cell outside the figure",
            &[Field("layers"), Index(0), Index(1), Character(2)],
            0,
        ),
        (
            "(set: Custom, pieces: \"V\", layers: [[\"...\"]], shapes: [(name: 'V', layers: [[\"VV\u{200b}\"]])])",
            "shape V has <U+200B zero-width space>; use one visible character for each cell",
            &[Field("shapes"), Index(0)],
            0,
        ),
        (
            "(set: Soma, pieces: \"V\", layers: [[\"...\"]], shapes: [(name: 'I', layers: [[\"II\"]])])",
            "the Soma set can't define its own shapes; use the Custom set",
            &[Field("shapes")],
            0,
        ),
        (
            "(set: Custom, pieces: \"I\", layers: [[\"...\"]], shapes: [(name: 'I', layers: [[\"I\"]], least: 3, most: 2)])",
            "shape I is used at least 3 times, but at most 2 times",
            &[Field("shapes"), Index(0), Field("least")],
            0,
        ),
        (
            "(set: Custom, pieces: \"I\", layers: [[\"...\"]], shapes: [(name: 'I', layers: [[\"I\"]], most: 255)])",
            "there are more than 254 pieces, with all copies; a solution has the number of a piece in one byte",
            &[Field("shapes"), Index(0)],
            0,
        ),
        (
            "(set: Custom, pieces: \"I\", layers: [[\"I.I.I\"]], shapes: [(name: 'I', layers: [[\"I\"]], most: 2)])",
            "piece I is here once more than it may be used: 2 times at most",
            &[Field("layers"), Index(0), Index(0), Character(4)],
            1,
        ),
        (
            "(set: Custom, pieces: \"I\", layers: [[\"IIII.\"]], shapes: [(name: 'I', layers: [[\"II\"]], most: 2)])",
            "which of these cells belong to one piece I isn't clear: each has 2 cubes, and pieces that touch are told apart by `placed`",
            &[Field("layers"), Index(0), Index(0), Character(0)],
            4,
        ),
    ];
    for (text, message, path, spots) in cases {
        assert_eq!(flaw(text), (message.to_owned(), path.to_vec(), spots), "{text}");
    }
}

#[test]
fn a_mirrored_piece_is_another_piece() {
    let text = "(set: Soma, pieces: \"VLTZABP\", layers: [[\"A.\", \"A.\"], [\"AA\", \"..\"]])";
    assert!(check(&read(text)).is_ok());
    assert!(check(&read(&text.replace("A.", "B.").replace("AA", "BB"))).is_err());
}

#[test]
fn a_box_can_have_too_many_cells() {
    let state = |extent| State::default().resized(extent);
    assert!(check(&state(Extent::new(8, 8, 8))).is_ok());
    assert!(check(&state(Extent::new(20, 5, 5))).is_ok());
    let flaws = check(&state(Extent::new(9, 8, 8))).expect_err("576 cells");
    assert_eq!(flaws[0].message, "the box has 576 cells; at most 512 are allowed, since searches store a set of cells in as many bits");
    let long = State { layers: vec![vec![".".repeat(513)]], ..State::default() };
    assert_eq!(check(&long).expect_err("513 cells")[0].path, [Key::Field("layers")]);
}

#[test]
fn a_name_is_any_visible_character_without_another_meaning() {
    let flaws = |name: char| {
        let shapes = vec![CustomShape::new(name, vec![vec!["X".to_owned()]])];
        let state = State { set: Set::Custom, pieces: name.to_string(), layers: vec![vec![".".to_owned()]], shapes, ..State::default() };
        check(&state).err().unwrap_or_default()
    };
    for name in ['A', 'z', '0', 'é', 'ß', 'Ж', '中', '★', '🧊', '@', '\'', '\\'] {
        assert_eq!(flaws(name), [], "{name}");
    }
    for (name, message) in [
        ('/', "/ can't be the name of a piece, since it has another meaning in figures; so have the others of .#+*-/|;="),
        ('\u{301}', "'<U+0301 combining mark>' can't be the name of a piece; use one visible character"),
        ('\u{200B}', "'<U+200B zero-width space>' can't be the name of a piece; use one visible character"),
        ('\u{A0}', "'<U+00A0 no-break space>' can't be the name of a piece; use one visible character"),
    ] {
        assert_eq!(flaws(name)[0].message, message);
    }
    let many = (0..255).map(|place| CustomShape::of(&CUBES, char::from_u32(0x4E00 + place).unwrap_or_default(), &[glam::IVec3::ZERO]));
    let shapes: Vec<CustomShape> = many.collect();
    let state = State { set: Set::Custom, layers: vec![vec![".".to_owned()]], shapes, ..State::default() };
    let flaws = check(&State { pieces: String::new(), ..state }).expect_err("255 shapes");
    assert_eq!((flaws[0].path.as_slice(), flaws.len()), (&[Key::Field("shapes"), Key::Index(254)][..], 1), "{flaws:?}");
}

/// In one row of 53 cells, three rows of 30, and a pile of 64 layers: as they are in public collections of puzzles.
#[test]
fn a_side_can_be_as_long_as_the_box_is_large() {
    let bar = |name: char, cells: i32| CustomShape::of(&CUBES, name, &(0..cells).map(|x| glam::IVec3::new(x, 0, 0)).collect::<Vec<_>>());
    let figures = [
        (Extent::new(53, 1, 1), vec![bar('é', 26), bar('中', 27)], [2, 1, 1]),
        (Extent::new(30, 3, 1), vec![bar('a', 30), bar('ß', 30), bar('★', 30)], [1, 1, 1]),
        (Extent::new(1, 1, 64), vec![bar('Ж', 63), bar('b', 1)], [2, 1, 1]),
        (Extent::new(512, 1, 1), vec![bar('Ж', 511), bar('b', 1)], [2, 1, 1]),
        (Extent::new(1, 1, 512), vec![bar('Ж', 512)], [1, 1, 1]),
    ];
    for (extent, shapes, [raw, rotations, classes]) in figures {
        let pieces = shapes.iter().map(|shape| shape.name).collect();
        let state = State { set: Set::Custom, pieces, layers: Grid::filled(extent).layers(), shapes, ..State::default() };
        let problem = problem(&state);
        for technique in Soma::techniques() {
            let summary = super::summary(&run(&problem, technique.key).items);
            let counted = (summary.raw, summary.rotations, summary.classes);
            assert_eq!(counted, (raw, Some(rotations), Some(classes)), "{extent:?}: {}", technique.key);
        }
        let solution = &run(&problem, "corners").items[0];
        let solved = state.with_grid(&solution.grid());
        assert_eq!(notation::read(&notation::write(&solved), &state).as_ref(), Ok(&solved), "{extent:?}");
        let solved = Saved::<Cubes>::from(solved);
        let text = ron::to_string(&solved).expect("plain data");
        assert_eq!(ron::from_str(&text).as_ref(), Ok(&solved));
        let look = Look::new(Theme::Light);
        let scene = Scene::<Shared> {
            state: &state,
            flaws: &[],
            insight: None,
            shown: Some((solution, solution.steps())),
            view: &View::default(),
            pointed: None,
            marks: &[],
            look: &look,
        };
        let sheet = sheet("Soma", &state, Some(solution), &Heading::default());
        for picture in [draw(&scene), sheet] {
            let size = picture.max - picture.min;
            assert!(size.is_finite() && size.min_element() > 0.0, "{extent:?}: {size}");
            for shape in &picture.shapes {
                if let Shape::Rectangle { min, max, .. } = shape {
                    assert!(min.cmple(*max).all(), "{extent:?}: {min} to {max}");
                }
            }
        }
        let making = PrintSettings { arrangement: Arrangement::Apart, ..PrintSettings::default() };
        assert!(mesh(&state, Some(solution), &making).is_ok(), "{extent:?}");
    }
}

#[test]
fn custom_pieces_fill_a_figure() {
    let state = read(
        "(set: Custom, pieces: \"1 2\", layers: [[\"...\", \"...\"]],
          shapes: [(name: '1', layers: [[\"1 1\", \"1 .\"]]), (name: '2', layers: [[\"22\", \"2.\"]])])",
    );
    assert_eq!(state.set, Set::Custom);
    let solutions = run(&problem(&state), "first-cell").items;
    let counted = super::summary(&solutions);
    assert_eq!((counted.raw, counted.rotations, counted.classes), (2, Some(1), Some(1)), "the two are equal");
}

#[test]
fn an_adopted_solution_is_a_filled_figure() {
    let state = State::default();
    let solution = run(&problem(&state), "sorted").items.swap_remove(0);
    let adopted = state.with_grid(&solution.grid());
    assert!(problem(&adopted).problem.cells.is_empty());
    assert_eq!(run(&problem(&adopted), "sorted").items.len(), 1, "a full figure has one solution: itself");
    assert_eq!(solution.steps(), 7);
    assert_eq!(serde_json::to_string(&solution).expect("plain data"), format!("\"{}\"", solution.marks));
    assert!(check(&adopted).is_ok_and(|prepared| prepared.problem.pieces.is_empty()));
    let spots = check(&State { pieces: "VLTZAB".to_owned(), ..adopted }).expect_err("P is not allowed").swap_remove(0).spots;
    assert!(spots.len() == 4 && spots.iter().all(|spot| matches!(spot, Spot::Cell(_))));
}

#[test]
fn a_file_can_not_have_a_position_far_larger_than_any_valid_one() {
    let read = |state: &State| {
        let text = ron::to_string(&Saved::<Cubes>::from(state.clone())).unwrap();
        ron::from_str::<Saved<Cubes>>(&text).map(|saved| (*saved).clone()).map_err(|error| error.code.to_string())
    };
    let start = State::default;
    let shape = |layers: usize| CustomShape::new('a', vec![Vec::new(); layers]);
    let most = "the rows of the figure and of the shapes are longer than 64 KiB".to_owned();
    for (state, error) in [
        (State { pieces: "x".repeat(508), ..start() }, None),
        (State { pieces: "x".repeat(509), ..start() }, Some("a position can't have more than 508 pieces".to_owned())),
        (State { shapes: vec![shape(1); 509], ..start() }, Some("a position can't have more than 508 pieces".to_owned())),
        (State { shapes: vec![shape(60_000)], ..start() }, None),
        (State { shapes: vec![shape(70_000)], ..start() }, Some(most.clone())),
        (State { layers: vec![vec![String::new(); 70_000]], ..start() }, Some(most.clone())),
        (State { layers: vec![vec![".".repeat(70_000)]], ..start() }, Some(most.clone())),
    ] {
        let found = read(&state);
        assert_eq!(found.clone().err(), error);
        assert!(error.is_some() || found == Ok(state));
    }
}
