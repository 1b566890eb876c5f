//! Tests that what is painted in front is in front: the painting order against rays, and the letters against the solution.

use std::{
    collections::BTreeMap,
    f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU},
};

use glam::{IVec3, Vec2, Vec3, Vec3Swizzles};
use proptest::prelude::*;

use super::cubes;
use base::{
    board::Scene,
    look::Look,
    picture::{Picture, Shape},
};
use packing::{
    Shared,
    drawing::{
        board,
        explode::Explosion,
        shown::NamedColors,
        solid::{Body, Cube, Edge, Face, faces},
    },
    edit::{
        camera::{Camera, Lens, Projection},
        view::{Entrance, Hand, View},
    },
    live::assembly::assembly,
    model::{
        geometry::Extent,
        lattice::CUBES,
        pieces::Set,
        solution::Solution,
        spot::Spot,
        state::{CustomShape, FREE, Grid, OUTSIDE, State},
    },
};

/// Returns the cubes of a figure, exploded this far.
fn cubes_of(grid: &Grid, explode: f32) -> Vec<Cube> {
    let explosion = Explosion::of(grid);
    let marked = grid.extent.cells().zip(&grid.marks).filter(|&(_, &mark)| mark != OUTSIDE);
    marked.map(|(cell, &name)| Cube { cell, name, shift: explosion.offset(name) * explode, body: Body::Opaque }).collect()
}

fn low(cube: &Cube, middle: Vec3) -> Vec3 {
    cube.cell.as_vec3() + cube.shift - middle
}

/// Whether a ray from the point towards the eye passes through the inside of the cube.
fn blocks(cube: &Cube, middle: Vec3, point: Vec3, to_eye: Vec3) -> bool {
    let (mut enters, mut leaves) = (1e-3_f32, f32::INFINITY);
    for axis in 0..3 {
        let near = low(cube, middle)[axis] + 1e-3 - point[axis];
        let far = near + 1.0 - 2e-3;
        if to_eye[axis].abs() < 1e-6 {
            if near > 0.0 || far < 0.0 {
                return false;
            }
            continue;
        }
        let (a, b) = (near / to_eye[axis], far / to_eye[axis]);
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    enters < leaves
}

/// Returns how far inside the face the point is; negative outside.
fn depth_inside(face: &Face, point: Vec2) -> f32 {
    let distances = [0, 1, 2, 3].map(|i| {
        let edge = face.corners[(i + 1) % 4] - face.corners[i];
        edge.perp_dot(point - face.corners[i]) / edge.length()
    });
    let least = |sign: f32| distances.iter().map(|distance| distance * sign).fold(f32::INFINITY, f32::min);
    least(1.0).max(least(-1.0))
}

/// Checks some points of each face that points towards the eye: the front-most painted face must be the one that a ray finds.
fn check_order(cubes: &[Cube], middle: Vec3, lens: &Lens) -> Result<(), TestCaseError> {
    let painted = faces(cubes, middle, lens, |_| false);
    for (place, cube) in cubes.iter().enumerate() {
        for normal in [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z] {
            let (across, along) = (normal.yzx().as_vec3(), normal.zxy().as_vec3());
            let center = low(cube, middle) + Vec3::splat(0.5) + normal.as_vec3() * 0.5;
            for (right, up) in [(0.0, 0.0), (0.31, 0.17), (-0.23, 0.37), (0.13, -0.41), (-0.37, -0.29)] {
                let point = center + right * across + up * along;
                let to_eye = lens.eye_from(point);
                if to_eye.normalize().dot(normal.as_vec3()) < 0.02 {
                    continue;
                }
                let is_visible = cubes.iter().all(|other| !blocks(other, middle, point, to_eye));
                let on_page = lens.project(point);
                if painted.iter().any(|face| depth_inside(face, on_page).abs() < 0.01) {
                    continue;
                }
                let front = painted.iter().rev().find(|face| depth_inside(face, on_page) > 0.0);
                if is_visible {
                    prop_assert!(
                        front.is_some_and(|face| face.cube == place && face.normal == normal),
                        "the face {normal} of {cube:?} is hidden"
                    );
                } else if let Some(front) = front {
                    prop_assert!((front.cube, front.normal) != (place, normal), "the face {normal} of {cube:?} is not hidden");
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_painting_order_matches_rays(
        which in any::<prop::sample::Index>(), yaw in 0.0..TAU, pitch in -FRAC_PI_2..FRAC_PI_2, explode in 0.0_f32..1.0,
        is_closed in any::<bool>(), is_near in any::<bool>(), left_out in 0_usize..7,
    ) {
        let mut grid = which.get(cubes()).grid();
        let cubes: Vec<Cube> = {
            let missing = grid.pinned().nth(left_out).expect("seven pieces");
            let all = cubes_of(&grid, if is_closed { 0.0 } else { explode });
            grid.clear(missing);
            all.into_iter().filter(|cube| grid.is_covered(cube.cell)).collect()
        };
        let projection = if is_near { Projection::Perspective } else { Projection::Parallel };
        let lens = Camera { yaw, pitch, projection }.lens(4.0);
        check_order(&cubes, Vec3::splat(1.5), &lens)?;
    }

    #[test]
    fn cubes_of_a_grid_are_painted_in_an_order_that_matches_rays(
        marks in prop::collection::vec(0_usize..4, 40), yaw in 0..8, pitch in -2..=2, tilt in prop_oneof![Just(0.0_f32), -0.3_f32..0.3],
        is_near in any::<bool>(),
    ) {
        // Looked at along the axes and the diagonals, with the eye level with cells or between them, and from any other side.
        let extent = Extent::new(5, 4, 2);
        let cubes: Vec<Cube> = extent
            .cells()
            .zip(marks)
            .filter(|&(_, mark)| mark < 3)
            .map(|(cell, mark)| Cube { cell, name: ['A', 'B', 'C'][mark], shift: Vec3::ZERO, body: Body::Opaque })
            .collect();
        let projection = if is_near { Projection::Perspective } else { Projection::Parallel };
        let turned = |eighths: i32| eighths as f32 * FRAC_PI_4 + tilt;
        let lens = Camera { yaw: turned(yaw), pitch: turned(pitch).clamp(-FRAC_PI_2, FRAC_PI_2), projection }.lens(4.0);
        check_order(&cubes, Vec3::new(2.5, 2.0, 1.0), &lens)?;
    }

    #[test]
    fn exploded_pieces_do_not_collide(marks in prop::collection::vec(0_usize..9, 36), explode in 0.0_f32..1.0) {
        let extent = Extent::new(4, 3, 3);
        let grid = Grid::of_marks(extent, marks.iter().map(|&mark| ['.', '#', 'V', 'L', 'T', 'Z', 'A', 'B', 'P'][mark]));
        let cubes = cubes_of(&grid, explode);
        for (i, cube) in cubes.iter().enumerate() {
            for other in &cubes[..i] {
                let gap = (low(cube, Vec3::ZERO) - low(other, Vec3::ZERO)).abs();
                prop_assert!(gap.max_element() > 1.0 - 1e-4, "{cube:?} and {other:?}");
            }
        }
    }
}

#[test]
fn every_piece_of_a_cube_is_pulled_apart() {
    for solution in cubes() {
        let grid = solution.grid();
        let explosion = Explosion::of(&grid);
        let offsets: Vec<Vec3> = grid.pinned().map(|name| explosion.offset(name)).collect();
        for (i, offset) in offsets.iter().enumerate() {
            assert!(offsets[..i].iter().all(|other| other.distance(*offset) > 0.2), "two pieces stay together in {solution:?}");
        }
    }
}

fn draw(state: &State, shown: Option<(&Solution, usize)>, view: &View) -> Picture<Spot> {
    board::draw(&Scene::<Shared> { state, flaws: &[], insight: None, shown, view, pointed: None, marks: &[], look: &Look::default() })
}

fn draw_marked(state: &State, shown: (&Solution, usize), view: &View, marks: &[Spot]) -> Picture<Spot> {
    board::draw(&Scene::<Shared> {
        state,
        flaws: &[],
        insight: None,
        shown: Some(shown),
        view,
        pointed: None,
        marks,
        look: &Look::default(),
    })
}

/// Returns the letters in the 3D view by the cells on whose faces they are.
fn letters_by_cell(picture: &Picture<Spot>) -> BTreeMap<u16, Vec<String>> {
    let mut letters: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    let targets: Vec<_> = picture.targets.iter().filter(|target| matches!(target.spot, Spot::Face(_))).collect();
    for shape in &picture.shapes {
        let Shape::Text { at, text, .. } = shape else { continue };
        let middle = |outline: &[Vec2]| outline.iter().sum::<Vec2>() / outline.len() as f32;
        if let Some(target) = targets.iter().find(|target| middle(&target.outline).distance(*at) < 0.01)
            && let Spot::Face(cell) = target.spot
        {
            letters.entry(cell).or_default().push(text.clone());
        }
    }
    letters
}

#[test]
fn faces_show_their_letters_from_all_sides() {
    let state = State::default();
    for solution in cubes().iter().step_by(40) {
        for octant in 0..8 {
            let (yaw, pitch) = (45.0 + 90.0 * (octant % 4) as f32, if octant < 4 { 35.0 } else { -35.0 });
            let camera = Camera { yaw: f32::to_radians(yaw), pitch: f32::to_radians(pitch), ..Camera::default() };
            let picture = draw(&state, Some((solution, 7)), &View { camera, explode: 0.0, ..View::default() });
            let letters = letters_by_cell(&picture);
            let faces: usize = letters.values().map(Vec::len).sum();
            assert_eq!((letters.len(), faces), (19, 27), "three sides of nine faces meet in one corner");
            for (cell, texts) in letters {
                assert!(texts.iter().all(|text| *text == solution.marks[usize::from(cell)..=usize::from(cell)]), "cell {cell}: {texts:?}");
            }
        }
    }
}

#[test]
fn pieces_go_in_one_by_one_and_free_cells_are_visible() {
    let state = State::default();
    let solution = &cubes()[0];
    let faces = |step: usize| {
        let picture = draw(&state, Some((solution, step)), &View::default());
        picture.targets.iter().filter(|target| target.label.contains("piece") && matches!(target.spot, Spot::Cell(_))).count()
    };
    let counts: Vec<usize> = (0..=7).map(faces).collect();
    assert_eq!((counts[0], counts[7]), (0, 27));
    assert!(counts.windows(2).all(|pair| (3..=4).contains(&(pair[1] - pair[0]))));
    let empty = draw(&state, None, &View::default());
    assert_eq!(empty.targets.iter().filter(|target| matches!(target.spot, Spot::Face(_))).count(), 27, "the empty cube is visible");
}

#[test]
fn each_visible_edge_is_painted_and_few_are_painted_twice() {
    let lens = Camera::default().lens(4.0);
    for (explode, most) in [(0.0, 0), (0.7, 30)] {
        let cubes = cubes_of(&cubes()[0].grid(), explode);
        let painted = faces(&cubes, Vec3::splat(1.5), &lens, |_| false);
        // The ends of an edge, in thousandths.
        let ends = |face: &Face, edge: usize| {
            let mut ends = [edge, (edge + 1) % 4].map(|corner| (face.corners[corner] * 1e3).round().as_ivec2().to_array());
            ends.sort_unstable();
            ends
        };
        let mut times = BTreeMap::new();
        for (place, face) in painted.iter().enumerate() {
            for edge in 0..4 {
                let has_it = |later: &Face| (0..4).any(|other| ends(later, other) == ends(face, edge));
                match face.edges[edge] {
                    Edge::Repeated => assert!(painted[place + 1..].iter().any(has_it), "nothing paints an edge of {face:?}"),
                    Edge::Inner | Edge::Outer => *times.entry(ends(face, edge)).or_insert(0) += 1,
                }
            }
        }
        let again = times.values().filter(|&&times| times > 1).count();
        assert!(again <= most, "{again} of {} edges are painted again", times.len());
    }
}

#[test]
fn hints_mark_cells_in_the_3d_view_even_if_others_hide_them() {
    let state = State::default();
    let all: Vec<Spot> = (0..27).map(Spot::Cell).collect();
    for explode in [0.0, 0.7] {
        let view = View { explode, ..View::default() };
        let picture = draw_marked(&state, (&cubes()[0], 7), &view, &all);
        let outline = |cell: u16| picture.outlines.iter().find(|(spot, _)| *spot == Spot::Cell(cell)).map(|(_, outline)| outline).unwrap();
        // Whether the point is inside a convex outline or on its edge.
        let is_inside = |outline: &[Vec2], point: Vec2| {
            let turns = outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| (to - from).normalize().perp_dot(point - from));
            let (low, high) = turns.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), turn| (low.min(turn), high.max(turn)));
            -0.01 < low || high < 0.01
        };
        let mut seen = BTreeMap::new();
        for target in &picture.targets {
            if let Spot::Face(cell) = target.spot {
                *seen.entry(cell).or_insert(0) += 1;
                assert!(target.outline.iter().all(|&corner| is_inside(outline(cell), corner)), "a face sticks out of cell {cell}");
            }
        }
        assert_eq!(seen.len() < 27, explode == 0.0, "some cubes are hidden: {seen:?}");
        assert_eq!(picture.outlines.len(), 27);
        assert!((0..27).all(|cell| (4..=6).contains(&outline(cell).len())), "a cube looks like a hexagon");
    }
    let middle = [Spot::Cell(13)];
    let mut picture = draw_marked(&state, (&cubes()[0], 7), &View::default(), &middle);
    let before = picture.shapes.len();
    picture.mark(&middle, base::picture::Stroke::new(2.0, base::picture::Color::BLACK));
    assert_eq!(picture.shapes.len(), before + 2, "in both views");
}

#[test]
fn cells_have_labels_and_can_be_focused() {
    let layers = [["TTT", ".T.", "..."], ["...", "...", "..."], ["...", "...", "..#"]];
    let state = State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() };
    let picture = draw(&state, None, &View::default());
    let label = |spot: Spot| {
        let mut labels = picture.targets.iter().filter(|target| target.spot == spot && target.focusable).map(|target| target.label.clone());
        (labels.next().unwrap_or_default(), labels.count())
    };
    assert_eq!(label(Spot::Cell(0)), ("layer 1, row 1, column 1, piece T, pinned".to_owned(), 0));
    assert_eq!(label(Spot::Cell(3)), ("layer 1, row 2, column 1, free".to_owned(), 0));
    assert_eq!(label(Spot::Cell(26)), ("layer 3, row 3, column 3, outside the figure".to_owned(), 0));
    assert_eq!(label(Spot::Turntable), ("3D view: arrow keys rotate it, the mouse wheel zooms".to_owned(), 0));
    assert_eq!(state.grid().cells_of(FREE).len(), 22);
    assert_eq!(picture.targets.iter().filter(|target| target.focusable).count(), 28);
}

/// Draws the board with a piece in hand over a cell.
fn drawn_with_hand(state: &State, piece: char, over: u16) -> Picture<Spot> {
    let insight = super::insight(&super::problem(state));
    let view = View { hand: Some(Hand::new(piece, 0)), ..View::default() };
    let scene = Scene {
        state,
        flaws: &[],
        insight: Some(&insight),
        shown: None,
        view: &view,
        pointed: Some(Spot::Cell(over)),
        marks: &[],
        look: &Look::default(),
    };
    board::draw(&scene)
}

fn shows(picture: &Picture<Spot>, wanted: &str) -> bool {
    picture.shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == wanted))
}

#[test]
fn cells_show_how_many_solutions_the_piece_in_hand_keeps() {
    let state = State::default();
    let picture = drawn_with_hand(&state, 'T', 0);
    assert!(shows(&picture, "keeps 480 of 11,520 solutions"), "a bar on an edge");
    let label = |place: u16| {
        picture.targets.iter().find(|target| target.spot == Spot::Cell(place) && target.focusable).expect("a cell").label.clone()
    };
    assert_eq!(label(0), "layer 1, row 1, column 1, free, the piece in hand keeps 480 solutions here");
    assert_eq!(label(9), "layer 2, row 1, column 1, free, the piece in hand is a dead end here", "a bar in the middle of a side");
    assert_eq!(label(26), "layer 3, row 3, column 3, free");
    assert!(shows(&drawn_with_hand(&state, 'T', 9), "dead end: no solution has it here"));
    assert!(shows(&drawn_with_hand(&state, 'T', 26), "piece T would extend beyond the figure"));
}

#[test]
fn a_piece_in_hand_that_does_not_fit_is_shown_whole() {
    let bad = Look::default().colors.bad;
    let lines = |picture: &Picture<Spot>, width: Option<f32>| -> Vec<Vec<Vec2>> {
        let is_wanted = |stroke: &base::picture::Stroke| stroke.color == bad && width.is_none_or(|width| stroke.width == width);
        let lines = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Line { points, stroke } if is_wanted(stroke) => Some(points.clone()),
            _ => None,
        });
        lines.collect()
    };
    // From the last corner, all but one of its cubes are beyond the figure.
    let picture = drawn_with_hand(&State::default(), 'T', 26);
    let cells = picture.targets.iter().filter(|target| matches!(target.spot, Spot::Face(_))).flat_map(|target| &target.outline);
    let figure = cells.map(|corner| corner.x).fold(0.0, f32::max);
    let piece = lines(&picture, None).iter().flatten().map(|end| end.x).fold(0.0, f32::max);
    assert!(figure + 15.0 < piece, "the figure ends at {figure}, and the piece at {piece}");
    assert_eq!(lines(&picture, Some(FRAME)), Vec::<Vec<Vec2>>::new(), "it hits no piece");
    // What is hit may be hidden by others, so it has frames above them.
    let state = super::preset("cube-t-on-an-edge");
    let (grid, hand) = (state.grid(), Hand::new('L', 0));
    let hit = hand.cells_at(IVec3::ZERO, &state).into_iter().filter(|&cell| grid.mark(cell) == Some('T')).count();
    let picture = drawn_with_hand(&state, 'L', 0);
    assert!(0 < hit && shows(&picture, "piece T is already here"));
    assert_eq!(lines(&picture, Some(FRAME)).len(), hit);
    assert!(lines(&drawn_with_hand(&State::default(), 'T', 0), None).is_empty(), "it fits");
}

/// The width of a frame around a cell.
const FRAME: f32 = 2.5;

#[test]
fn colours_are_beside_letters_in_both_views_and_on_pieces() {
    let rows = |row: &str| vec![vec![row.to_owned()]];
    let shape = CustomShape { colors: rows("r."), ..CustomShape::new('A', rows("AA")) };
    let figure = State { layers: rows("AA."), colors: rows("..b"), ..State::empty(&CUBES, Set::Custom) };
    let state = State { pieces: "A".to_owned(), shapes: vec![shape], ..figure };
    let picture = draw(&state, None, &View::default());
    let places = |picture: &Picture<Spot>, wanted: &str| -> Vec<Vec2> {
        let texts =
            picture.shapes.iter().filter_map(|shape| if let Shape::Text { at, text, .. } = shape { Some((at, text)) } else { None });
        texts.filter(|(_, text)| *text == wanted).map(|(at, _)| *at).collect()
    };
    for color in ["r", "b"] {
        let (solid, flat): (Vec<Vec2>, Vec<Vec2>) = places(&picture, color).into_iter().partition(|at| at.x < 480.0);
        assert!(2 <= solid.len() && flat.len() == 1, "{color}: {solid:?} {flat:?}");
        let letters = places(&picture, "A");
        assert!(solid.iter().chain(&flat).all(|color| letters.iter().all(|letter| letter.distance(*color) > 8.0)), "{letters:?}");
    }
    let beside = board::piece(&state.set_pieces()[0], 0, Camera::default(), &NamedColors::new(&state, &Look::default()));
    assert!(!places(&beside, "r").is_empty());
}

#[test]
fn the_piece_under_the_pointer_is_named() {
    let solution = &cubes()[0];
    for spot in [Spot::Cell(0), Spot::Face(0)] {
        let state = State::default();
        let scene = Scene {
            state: &state,
            flaws: &[],
            insight: None,
            shown: Some((solution, 7)),
            view: &View::default(),
            pointed: Some(spot),
            marks: &[],
            look: &Look::default(),
        };
        assert!(shows(&board::draw(&scene), &format!("piece {}", &solution.marks[..1])));
    }
}

#[test]
fn a_piece_enters_from_its_free_side() {
    let solution = &cubes()[3];
    let state = State::default();
    let centers = |remaining: f32| {
        let entrance = Entrance { remaining, ..Entrance::default() };
        let view = View { entrance, explode: 0.0, ..View::default() };
        let picture = draw(&state, Some((solution, 7)), &view);
        let last = assembly(solution).moves[6];
        let is_of_last = |spot| matches!(spot, Spot::Face(place) if solution.grid().marks[usize::from(place)] == last.piece);
        let of_last = picture.targets.iter().filter(|target| is_of_last(target.spot));
        let corners: Vec<Vec2> = of_last.flat_map(|target| target.outline.clone()).collect();
        (corners.iter().sum::<Vec2>() / corners.len() as f32, last.from)
    };
    let ((there, from), (on_the_way, _)) = (centers(0.0), centers(0.5));
    assert_eq!(from, Some(IVec3::Z), "the last piece of this cube comes from above");
    assert!(on_the_way.y < there.y - 10.0 && (on_the_way.x - there.x).abs() < 30.0, "{on_the_way} {there}");
}

#[test]
fn a_solution_that_cannot_be_assembled_says_so() {
    let flat = "AAAAAA...AA.BBBA.B.BAABAB".replace('.', "#");
    let marks = flat.clone() + &flat.replace(['A', 'B'], "T");
    let solution = Solution::new(Extent::new(5, 5, 2), Set::Soma, "".into(), marks, "AB".into());
    let picture = draw(&State::default(), Some((&solution, 2)), &View::default());
    assert!(shows(&picture, "can't be assembled one piece at a time"));
    assert!(!shows(&draw(&State::default(), Some((&cubes()[0], 7)), &View::default()), "can't be assembled one piece at a time"));
}

#[test]
fn an_enlarged_figure_leaves_the_layers_in_place() {
    let state = State::default();
    let targets = |zoom: f32, is_wanted: fn(Spot) -> bool| {
        let picture = draw(&state, None, &View { zoom, ..View::default() });
        let targets = picture.targets.into_iter().filter(|target| is_wanted(target.spot));
        targets.map(|target| target.outline).collect::<Vec<_>>()
    };
    let is_cell: fn(Spot) -> bool = |spot| matches!(spot, Spot::Cell(_));
    let is_face: fn(Spot) -> bool = |spot| matches!(spot, Spot::Face(_));
    assert_eq!(targets(1.0, is_cell), targets(4.0, is_cell));
    let rightmost = |outlines: &[Vec<Vec2>]| outlines.iter().flatten().map(|corner| corner.x).fold(0.0, f32::max);
    assert!(rightmost(&targets(1.0, is_face)) < rightmost(&targets(4.0, is_face)));
    let leftmost_cell = targets(1.0, is_cell).iter().flatten().map(|corner| corner.x).fold(f32::MAX, f32::min);
    assert!(rightmost(&targets(4.0, is_face)) <= leftmost_cell, "the 3D view takes no clicks on the layers");
}

#[test]
fn everything_painted_is_inside_the_picture() {
    for preset_extent in [Extent::new(3, 3, 3), Extent::new(8, 8, 8), Extent::new(8, 1, 1), Extent::new(1, 1, 8)] {
        let state = State::default().resized(preset_extent);
        for (yaw, pitch, projection) in
            [(0.3, 0.2, Projection::Perspective), (2.0, -1.0, Projection::Parallel), (4.0, 1.5, Projection::Perspective)]
        {
            let view = View { camera: Camera { yaw, pitch, projection }, explode: 1.0, ..View::default() };
            let picture = draw(&state, None, &view);
            for target in &picture.targets {
                for corner in &target.outline {
                    let is_inside = corner.cmpge(picture.min - 0.01).all() && corner.cmple(picture.max + 0.01).all();
                    assert!(is_inside, "{:?} at {corner} of {preset_extent:?}", target.spot);
                }
            }
        }
    }
}
