//! All techniques and the analysis against the judge, on random positions of every lattice: with copies by number, cells that may stay
//! empty, colours, and pinned and equal pieces. Known cases beside them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use glam::IVec3;
use proptest::prelude::*;
use serde::Deserialize;

use super::{
    cubes,
    equal_pieces::sets,
    insight,
    judge::{Cell, Placed, Plain},
    problem, summary,
};
use base::{puzzle::Puzzle, search::Found, testing};
use cover::Copies;
use meteor::{Hexagons, Meteor};
use packing::{
    Family, Packing,
    live::insight::Census,
    model::{
        geometry::Extent,
        lattice::{CUBES, HEXAGONS, Lattice, SQUARES},
        marks::PLAIN,
        pieces::{Piece, Set},
        problem::check,
        saved::Saved,
        solution::{Solution, Summary},
        state::{CustomShape, EMPTY, FREE, Grid, OUTSIDE, State},
    },
    search::{first_cell, prepared::Prepared, row_list},
};
use polyominoes::{Polyominoes, Squares};
use soma::{Cubes, Soma};

/// Compares all techniques and the analysis with the plain solver.
pub(super) fn techniques_agree<F: Family>(state: &State) -> Result<(), TestCaseError> {
    let prepared = problem(state);
    let plain = Plain::of(state);
    let packings = plain.packings();
    prop_assume!(packings.is_some(), "too many for the plain solver");
    let packings = packings.unwrap_or_default();
    let (expected, motions) = (plain.count(&packings), plain.motions());
    let mut listed = BTreeSet::new();
    for technique in Packing::<F>::techniques() {
        let mut found = Found::default();
        prop_assert_eq!((technique.search)(&prepared, &mut found), ControlFlow::Continue(()));
        prop_assert_eq!(&summary(&found.items), &expected, "{} on {:?}", technique.key, state);
        let all = found.items.iter().flat_map(|solution| plain.images(&plain.merged(&plain.placed(&solution.grid())), &motions));
        prop_assert_eq!(&all.collect::<BTreeSet<_>>(), &packings, "{} on {:?}", technique.key, state);
        listed.insert(found.items.iter().map(|solution| solution.marks.clone()).collect::<BTreeSet<_>>());
        if let Some(tasks) = technique.tasks {
            let texts: Vec<Option<Solution>> =
                found.items.iter().map(|solution| (tasks.from_text)(&prepared, &(tasks.to_text)(solution))).collect();
            prop_assert_eq!(texts, found.items.iter().cloned().map(Some).collect::<Vec<_>>(), "solutions are read back");
        }
    }
    prop_assert_eq!(listed.len(), 1, "the techniques list different solutions of {:?}", state);

    let pinned = plain.merged(&plain.placed(&plain.grid));
    let mut having: BTreeMap<&Placed, u64> = BTreeMap::new();
    packings.iter().flat_map(|packed| packed.difference(&pinned)).for_each(|placed| *having.entry(placed).or_default() += 1);
    let insight = insight(&prepared);
    prop_assert_eq!((insight.census, insight.solvable), (Census::Complete, Some(0 < expected.raw)), "{:?}", state);
    prop_assert_eq!(&insight.counted, &expected, "{:?}", state);
    let kept = insight.kept.expect("all solutions are counted");
    prop_assert_eq!(kept.total(), having.values().sum::<u64>(), "each placement is counted");
    for (number, ((shape, cells), count)) in having.into_iter().enumerate() {
        let cells: Vec<IVec3> = cells.iter().map(|&cell| IVec3::from_array(cell)).collect();
        let marks = prepared.problem.pieces.iter().map(|piece| piece.mark).filter(|&mark| plain.alike[plain.number(mark)] == *shape);
        for mark in marks.clone() {
            prop_assert_eq!(kept.solutions_with(mark, &cells), count, "{} on {:?} in {:?}", mark, cells, state);
        }
        // One of them is tried.
        for mark in marks.take(usize::from(number == 0)) {
            let mut grid = state.grid();
            cells.iter().for_each(|&cell| grid.set(cell, mark));
            let mut found = Found::default();
            let pinned = problem(&state.with_grid(&grid));
            prop_assert!(first_cell::search(&pinned, &mut found).is_continue());
            prop_assert_eq!(found.items.len() as u64, count, "with a pinned piece on {:?}", state);
        }
    }
    let file = ron::to_string(&Saved::<F>::from(state.clone())).expect("it is written");
    prop_assert_eq!(&*ron::from_str::<Saved<F>>(&file).expect("it is read"), state);
    Ok(())
}

/// Some pieces of a solution of the cube: a figure that can be filled.
pub(super) fn parts_of_the_cube() -> impl Strategy<Value = State> {
    (any::<prop::sample::Index>(), 1_u8..128, 0_u8..128, 0_u8..128).prop_map(|(which, kept, pinned, available)| {
        let mut grid = which.get(cubes()).grid();
        let bit = |bits: u8, place: usize| bits >> place & 1 == 1;
        let names: Vec<char> = State::default().pieces.chars().collect();
        let mut pieces = String::new();
        let mut kept_count = 0;
        for (place, &name) in names.iter().enumerate() {
            let is_kept = bit(kept, place) && kept_count < 4;
            if !is_kept {
                remove(&mut grid, name);
            } else if !bit(pinned, place) || !bit(available, place) {
                grid.clear(name);
            }
            kept_count += usize::from(is_kept);
            if is_kept || bit(available, place) {
                pieces.push(name);
            }
        }
        State { pieces, ..State::default().with_grid(&grid) }
    })
}

fn remove(grid: &mut Grid, name: char) {
    for mark in grid.marks.iter_mut().filter(|mark| **mark == name) {
        *mark = OUTSIDE;
    }
}

/// Boxes are symmetric, and with spare pieces their solutions can be as well.
pub(super) fn small_boxes() -> impl Strategy<Value = State> {
    (1_usize..=4, 1_usize..=3, 1_usize..=3, prop::sample::subsequence("VLTZABP".chars().collect::<Vec<_>>(), 1..=7))
        .prop_filter("small enough for the judge", |&(x, y, z, _)| x * y * z <= 12)
        .prop_map(|(x, y, z, pieces)| {
            let grid = Grid::filled(Extent::new(x, y, z));
            State { pieces: pieces.into_iter().collect(), ..State::default().with_grid(&grid) }
        })
}

/// Shapes that grow cell by cell from the first one.
fn shape(lattice: &'static Lattice, name: char, steps: &[(usize, usize)]) -> CustomShape {
    let mut cells = vec![IVec3::ZERO];
    for &(from, step) in steps {
        let next = cells[from % cells.len()] + lattice.steps[step % lattice.steps.len()];
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    CustomShape::of(lattice, name, &cells)
}

/// Colours the cells of a shape, one after another.
fn painted(shape: CustomShape, colors: &[char]) -> CustomShape {
    let mut colors = colors.iter().copied().cycle();
    let mut color = |mark: char| if mark == FREE { PLAIN } else { colors.next().unwrap_or(PLAIN) };
    let mut rows = shape.layers.clone();
    rows.iter_mut().flatten().for_each(|row| *row = row.chars().map(&mut color).collect());
    CustomShape { colors: rows, ..shape }
}

/// Colours of the cells of a figure and of its pieces, and the rules about them.
#[derive(Clone, Debug)]
struct Palette {
    figure: Vec<char>,
    pieces: Vec<Vec<char>>,
    pairs: Vec<(char, char)>,
    apart: bool,
}

fn palettes() -> impl Strategy<Value = Palette> {
    let color = || prop::sample::select(vec![PLAIN, 'r', 'w']);
    let figure = prop_oneof![Just(vec![PLAIN]), Just(vec!['r', 'w']), prop::collection::vec(color(), 12)];
    let piece = prop_oneof![Just(vec![PLAIN]), color().prop_map(|color| vec![color]), prop::collection::vec(color(), 4)];
    let pairs = prop_oneof![Just(Vec::new()), Just(vec![('r', 'w'), ('w', 'w')])];
    let all = (figure, prop::collection::vec(piece, 3), pairs, any::<bool>());
    all.prop_map(|(figure, pieces, pairs, apart)| Palette { figure, pieces, pairs, apart })
}

fn positions(lattice: &'static Lattice) -> impl Strategy<Value = State> {
    let sides = if lattice.is_flat { (1_usize..=4, 1_usize..=3, 1_usize..=1) } else { (1_usize..=3, 1_usize..=3, 1_usize..=2) };
    let steps = prop::collection::vec((0_usize..4, 0_usize..6), 0..=3);
    let shapes = prop::collection::vec((steps, 0_usize..=2, 0_usize..=2, any::<bool>()), 1..=3);
    let all = (sides, prop::collection::vec(0_u8..8, 20), shapes, palettes());
    all.prop_filter_map("a figure with cells", move |((x, y, z), marks, shapes, palette)| {
        let extent = Extent::on(lattice, x, y, z);
        let mark = |place: usize| match marks[place % marks.len()] {
            0 => OUTSIDE,
            1 | 2 => EMPTY,
            _ => FREE,
        };
        let mut grid = Grid::of_marks(extent, (0..extent.volume()).map(mark));
        for (cell, &color) in extent.cells().zip(palette.figure.iter().cycle()) {
            grid.set_color(cell, if grid.mark(cell) == Some(OUTSIDE) { PLAIN } else { color });
        }
        let shapes: Vec<CustomShape> = ('A'..)
            .zip(shapes)
            .zip(&palette.pieces)
            .map(|((name, (steps, least, more, flip)), colors)| CustomShape {
                uses: Some(Copies { least, most: least + more }),
                may_flip: flip || !lattice.is_flat,
                ..painted(shape(lattice, name, &steps), colors)
            })
            .collect();
        let pieces = shapes.iter().map(|shape| shape.name).collect();
        let (color_pairs, apart) = (palette.pairs, palette.apart && lattice.is_flat);
        let state = State { shapes, pieces, color_pairs, apart, ..State::empty(lattice, Set::Custom) }.with_grid(&grid);
        check(&state).is_ok().then_some(state)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn squares_are_packed_as_the_judge_packs_them(state in positions(&SQUARES)) {
        techniques_agree::<Squares>(&state)?;
    }

    #[test]
    fn hexagons_are_packed_as_the_judge_packs_them(state in positions(&HEXAGONS)) {
        techniques_agree::<Hexagons>(&state)?;
    }

    #[test]
    fn cubes_are_packed_as_the_judge_packs_them(state in positions(&CUBES)) {
        techniques_agree::<Cubes>(&state)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(144))]

    /// Parts of solutions, with pinned and spare pieces; symmetric boxes; equal pieces.
    #[test]
    fn pieces_are_packed_as_the_judge_packs_them(state in prop_oneof![parts_of_the_cube(), small_boxes(), sets()]) {
        prop_assume!(check(&state).is_ok());
        techniques_agree::<Cubes>(&state)?;
    }
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    lattice: String,
    figure: serde_json::Value,
    pieces: Vec<CasePiece>,
    answer: BTreeMap<String, Option<u64>>,
}

#[derive(Deserialize)]
struct CasePiece {
    name: String,
    cells: Vec<Vec<i32>>,
    least: usize,
    most: usize,
    flip: bool,
}

impl Case {
    fn state(&self) -> State {
        let lattice: &'static Lattice = match self.lattice.as_str() {
            "hex" => &HEXAGONS,
            "square" => &SQUARES,
            _ => &CUBES,
        };
        let layers: Vec<Vec<String>> = if lattice.is_flat {
            vec![serde_json::from_value(self.figure.clone()).expect("rows")]
        } else {
            serde_json::from_value(self.figure.clone()).expect("layers")
        };
        let shape = |piece: &CasePiece| {
            let cells: Vec<IVec3> =
                piece.cells.iter().map(|cell| IVec3::new(cell[0], cell[1], cell.get(2).copied().unwrap_or_default())).collect();
            let name = piece.name.chars().next().unwrap_or('?');
            CustomShape {
                uses: Some(Copies { least: piece.least, most: piece.most }),
                may_flip: piece.flip || !lattice.is_flat,
                ..CustomShape::of(lattice, name, &cells)
            }
        };
        let shapes: Vec<CustomShape> = self.pieces.iter().map(shape).collect();
        let pieces = shapes.iter().map(|shape| shape.name).collect();
        State { layers, shapes, pieces, ..State::empty(lattice, Set::Custom) }
    }

    fn row_list(&self, prepared: &Prepared) -> Summary {
        let mut found = Found::default();
        let search = match self.lattice.as_str() {
            "hex" => testing::technique::<Meteor>("row-list").search,
            "square" => testing::technique::<Polyominoes>("row-list").search,
            _ => testing::technique::<Soma>("row-list").search,
        };
        assert_eq!(search(prepared, &mut found), ControlFlow::Continue(()));
        summary(&found.items)
    }
}

/// Figures, pieces and counts of other people's puzzles, by a plain second solver.
#[test]
fn known_packings_have_the_right_counts() {
    let cases = serde_json::from_str::<Cases>(include_str!("../../../tests/cases/packing.json")).expect("cases are readable").cases;
    for case in cases {
        let prepared = problem(&case.state());
        let answer = |name: &str| case.answer.get(name).copied().flatten();
        let raw = answer("raw").expect("every case has it");
        let insight = insight(&prepared);
        if insight.census == Census::Complete {
            assert_eq!(insight.counted.raw, raw, "{}", case.name);
        }
        if raw < 100_000 {
            let counted = case.row_list(&prepared);
            assert_eq!(counted.raw, raw, "{}", case.name);
            for (known, found) in [("rotations", counted.rotations), ("all", counted.classes)] {
                assert!(answer(known).is_none_or(|known| found == Some(known)), "{}: {known} {found:?}", case.name);
            }
        }
    }
}

/// The case of another program: a Soma cube whose pieces are chequered like the cube, so that each can lie in half of its ways.
#[test]
fn a_chequered_soma_cube_has_219_solutions() {
    let text = r#"(set: Custom, pieces: "ABLPTVZ", layers: [["...", "...", "..."], ["...", "...", "..."], ["...", "...", "..."]],
        colours: [["rwr", "wrw", "rwr"], ["wrw", "rwr", "wrw"], ["rwr", "wrw", "rwr"]], shapes: [
        (name: 'A', layers: [["AA", ".."], [".A", ".A"]], colours: [["rw", ".."], [".r", ".w"]]),
        (name: 'B', layers: [["BB", ".B"], ["..", ".B"]], colours: [["wr", ".w"], ["..", ".r"]]),
        (name: 'L', layers: [["L", "L"], [".", "L"], [".", "L"]], colours: [["w", "r"], [".", "w"], [".", "r"]]),
        (name: 'P', layers: [["P.", ".."], ["PP", "P."]], colours: [["w.", ".."], ["rw", "w."]]),
        (name: 'T', layers: [[".", "T"], ["T", "T"], [".", "T"]], colours: [[".", "r"], ["r", "w"], [".", "r"]]),
        (name: 'V', layers: [["V", "."], ["V", "V"]], colours: [["r", "."], ["w", "r"]]),
        (name: 'Z', layers: [[".Z", "ZZ", "Z."]], colours: [[".r", "rw", "w."]])])"#;
    let state = ron::from_str::<Saved<Cubes>>(text).expect("well formed");
    let prepared = problem(&state);
    let mut found = Found::default();
    assert_eq!(row_list::search(&prepared, &mut found), ControlFlow::Continue(()));
    assert_eq!(summary(&found.items).classes, Some(219));
    let pairs = |color_pairs: Vec<(char, char)>| {
        let mut found = Found::default();
        let _never_stopped = row_list::search(&problem(&State { color_pairs, ..(*state).clone() }), &mut found);
        summary(&found.items).raw
    };
    assert_eq!((pairs(vec![('r', 'r'), ('w', 'w')]), pairs(vec![('r', 'w'), ('w', 'r')])), (pairs(Vec::new()), 0));
    let plain = State { colors: Vec::new(), ..(*state).clone() };
    let mut found = Found::default();
    assert_eq!(row_list::search(&problem(&plain), &mut found), ControlFlow::Continue(()));
    assert_eq!(summary(&found.items).raw, 11_520, "on a cube without colours, each piece may lie in all its ways");
}

/// What is wrong with colours is said with its place, and kept.
#[test]
fn wrong_colours_are_named() {
    let flat = |more: &str, shape: &str| {
        let text =
            format!("(board: [\"..\", \".#\"], set: Custom, pieces: \"A\", shapes: [(name: 'A', cells: [\"AA\", \"A.\"]{shape})]{more})");
        let state = ron::from_str::<Saved<Squares>>(&text).expect("well formed");
        let written = ron::to_string(&state).expect("it is written");
        assert_eq!(ron::from_str::<Saved<Squares>>(&written).expect("it is read"), state, "{text}");
        check(&state).err().into_iter().flatten().map(|flaw| (flaw.message, flaw.path.len())).collect::<Vec<_>>()
    };
    let one = |message: &str, depth: usize| vec![(message.to_owned(), depth)];
    assert_eq!(flat(", colours: [\"r.\", \"w.\"]", ", colours: [\"ww\", \"r#\"]"), []);
    let size = "the rows of colours aren't as many and as long as those of the board";
    assert_eq!(flat(", colours: [\"r.\"]", ""), one(size, 1));
    assert_eq!(flat(", colours: [\"r.\", \"w\"]", ""), one(size, 1));
    assert_eq!(flat(", colours: [\"r.\", \"ww\"]", ""), one("there is a colour at row 2, column 2, but the board has no cell there", 3));
    assert_eq!(flat("", ", colours: [\"ww\", \"ww\"]"), one("there is a colour at row 2, column 2, but shape A has no cell there", 5));
    let not_a_color = "'+' can't be a colour; use one visible character, but none of .#+*-/|;=";
    assert_eq!(flat(", colours: [\"+.\", \"..\"]", ""), one(not_a_color, 3));
    assert_eq!(flat(", colour_pairs: [('r', '+')]", ""), one(not_a_color, 2));
    let size = "the rows of labels aren't as many and as long as those of the board";
    assert_eq!(flat(", labels: [\"a b\", \"c .\"]", ""), []);
    assert_eq!(flat(", labels: [\"a b\"]", ""), one(size, 1));
    assert_eq!(flat(", labels: [\"a b\", \"c\"]", ""), one(size, 1));
    assert_eq!(flat(", labels: [\"a b\", \"\\u{200b} c\"]", ""), one("a label has '<U+200B zero-width space>', which can't be seen", 2));
    let cubes = "(layers: [[\"..\"]], set: Soma, pieces: \"V\", apart: true)";
    let flaws = check(&ron::from_str::<Saved<Cubes>>(cubes).expect("well formed")).expect_err("cubes");
    assert_eq!(flaws[0].message, "pieces of one colour can only be kept apart on a flat board");
}

/// Pinned pieces follow the rules of colours, too.
#[test]
fn pinned_pieces_must_fit_by_colour() {
    let text = r#"(board: ["A.B.", "...."], set: Custom, pieces: "ABC", colours: ["r...", "...."], apart: true, shapes: [
        (name: 'A', cells: ["A"], colours: ["r"]), (name: 'B', cells: ["B"], colours: ["r"]), (name: 'C', cells: ["CC"])])"#;
    let state = ron::from_str::<Saved<Squares>>(text).expect("well formed");
    let said = |row: &str, color: &str| {
        let (row, color) = (vec![vec![row.to_owned(), "....".to_owned()]], vec![vec![color.to_owned(), "....".to_owned()]]);
        check(&State { layers: row, colors: color, ..(*state).clone() }).err().map(|flaws| flaws[0].message.clone())
    };
    assert_eq!(said("A.B.", "r..."), None);
    assert_eq!(said("A.B.", "w..."), Some("the colours of piece A don't fit those of the figure here".to_owned()));
    assert_eq!(said("AB..", "r..."), Some("piece A would touch piece B, which has the same colour".to_owned()));
    assert_eq!(said("AB..", "rw.."), Some("piece A would touch piece B, which has the same colour".to_owned()));
}

/// Copies in a figure are told apart by their marks, and by name in files, where copies that touch are listed.
#[test]
fn copies_are_read_back_from_files() {
    let domino = |most| CustomShape { uses: Some(Copies { least: 0, most }), ..CustomShape::new('D', vec![vec!["DD".to_owned()]]) };
    let state = State { shapes: vec![domino(3)], pieces: "D".to_owned(), ..State::empty(&SQUARES, Set::Custom) };
    let pieces: Vec<Piece> = state.set_pieces();
    let marks: Vec<char> = pieces.iter().map(|piece| piece.mark).collect();
    assert_eq!((marks.len(), marks[0], state.name_of(marks[1])), (3, 'D', 'D'));
    let row = |text: &str| -> String { text.chars().map(|mark| mark.to_digit(10).map_or(mark, |copy| marks[copy as usize])).collect() };
    for (rows, is_listed) in [(["00.11+", "....22"], false), (["0011++", "...+22"], true), (["01....", "01...."], true)] {
        let placed = State { layers: vec![rows.map(row).to_vec()], given: marks[1].to_string(), ..state.clone() };
        let placed = placed.with_grid(&placed.grid());
        assert!(check(&placed).is_ok(), "{rows:?}");
        let file = ron::to_string(&Saved::<Squares>::from(placed.clone())).expect("it is written");
        assert!(file.is_ascii(), "{file}");
        assert_eq!(file.contains("placed"), is_listed || !placed.given.is_empty(), "{file}");
        let read = ron::from_str::<Saved<Squares>>(&file).expect("it is read");
        let arrangement = |state: &State| -> BTreeSet<Vec<Cell>> {
            let grid = state.grid();
            grid.pinned().map(|mark| grid.cells_of(mark).iter().map(IVec3::to_array).collect()).collect()
        };
        assert_eq!(arrangement(&read), arrangement(&placed), "{file}");
        let given = |state: &State| -> Vec<Vec<IVec3>> { state.given.chars().map(|mark| state.grid().cells_of(mark)).collect() };
        assert_eq!(given(&read), given(&placed), "{file}");
    }
}

/// The article's techniques are about the cube in which every cell must be covered.
#[test]
fn a_cube_with_a_cell_that_may_stay_empty_is_not_the_articles() {
    let mut grid = State::default().grid();
    grid.paint(IVec3::ZERO, EMPTY);
    let prepared = problem(&State::default().with_grid(&grid));
    for technique in ["row-list", "sorted", "first-cell"] {
        let mut found = Found::default();
        let search = testing::technique::<Soma>(technique).search;
        assert_eq!(search(&prepared, &mut found), ControlFlow::Continue(()));
        assert_eq!(summary(&found.items).raw, 11_520, "{technique}: all pieces are needed, so the cell is covered after all");
    }
}

/// What is wrong with the rows of a position with copies is kept, so that it can be said.
#[test]
fn wrong_rows_are_kept_beside_copies() {
    let shape = CustomShape { uses: Some(Copies { least: 0, most: 2 }), ..CustomShape::new('D', vec![vec!["DD".to_owned()]]) };
    let state = |rows: Vec<String>| State {
        layers: vec![rows],
        shapes: vec![shape.clone()],
        pieces: "D".to_owned(),
        ..State::empty(&SQUARES, Set::Custom)
    };
    for rows in [vec!["DD.".to_owned(), "..".to_owned()], vec![".".repeat(60); 10]] {
        let file = ron::to_string(&Saved::<Squares>::from(state(rows.clone()))).expect("it is written");
        let read = ron::from_str::<Saved<Squares>>(&file).expect("it is read");
        assert_eq!(read.layers, [rows]);
        assert!(check(&read).is_err());
    }
    let twice = "(board: [\"DD..\"], set: Custom, pieces: \"D\", placed: [('D', [(0, 0), (0, 0)])], shapes: [(name: 'D', cells: [\"DD\"], most: 2)])";
    let error = ron::from_str::<Saved<Squares>>(twice).expect_err("a cell is listed twice").code.to_string();
    assert_eq!(error, "the cell at row 1, column 1 is listed twice among the placed pieces");
}

/// With fewer copies, only those that are too many leave the figure, and given ones last.
#[test]
fn fewer_copies_remove_only_what_is_too_many() {
    let shape = CustomShape { uses: Some(Copies { least: 0, most: 3 }), ..CustomShape::new('D', vec![vec!["DD".to_owned()]]) };
    let state = State {
        layers: vec![vec!["......".to_owned()]],
        shapes: vec![shape],
        pieces: "D".to_owned(),
        ..State::empty(&SQUARES, Set::Custom)
    };
    let marks: Vec<char> = state.set_pieces().iter().map(|piece| piece.mark).collect();
    let grid = Grid::of_marks(state.grid().extent, [marks[0], marks[0], FREE, FREE, marks[2], marks[2]].into_iter());
    let placed = State { given: marks[2].to_string(), ..state.with_grid(&grid) };
    let two = placed.with_uses('D', Copies::up_to(2));
    assert_eq!((two.grid().pinned().count(), check(&two).is_ok()), (2, true));
    let one = placed.with_uses('D', Copies::up_to(1));
    assert_eq!((one.layers[0].as_slice(), one.given.as_str()), (&["....DD".to_owned()][..], "D"));
}
