//! The pieces as printable solids: closed surfaces, each slightly smaller than its cells so that the pieces fit together. Without a gap, an
//! assembled figure is one solid.
//!
//! Each edge of a surface belongs to two triangles, and the triangles around each corner form one ring, also where cells of a solid touch
//! only along an edge or at a corner. Slicers and other programs rely on that.

use std::collections::HashSet;

use glam::{IVec3, Vec3, Vec3Swizzles};

use crate::model::{
    isometry::normalized,
    lattice::{CUBES, DIRECTIONS},
    pieces::Piece,
    solution::Solution,
    state::State,
};
use base::mesh::{Arrangement, Mesh, PrintSettings};

/// Returns the pieces of the solution, or else those on the board. If there are none and pieces are apart, returns all available pieces.
///
/// # Errors
/// If there is nothing to export, or the gap doesn't fit the cells.
pub fn mesh(state: &State, solution: Option<&Solution>, making: &PrintSettings) -> Result<Mesh, String> {
    making.check()?;
    let is_assembled = making.arrangement == Arrangement::Assembled;
    let pieces: Vec<Vec<IVec3>> = pieces_of(state, solution, !is_assembled)?.into_iter().map(|(_, cells)| cells).collect();
    let solids = match is_assembled {
        // Neighbours that are printed without a gap are one solid, inside which their own surfaces would lie.
        true if making.gap_mm == 0.0 => vec![pieces.concat()],
        true => pieces,
        false => arranged_in_rows(pieces),
    };
    Ok(Mesh { triangles: solids.iter().flat_map(|cells| surface(cells, making)).collect() })
}

/// Returns the names and the cells of the pieces of the solution, or else of those on the board, or else of all available ones, if these
/// can be exported.
pub fn pieces_of(state: &State, solution: Option<&Solution>, with_available: bool) -> Result<Vec<(char, Vec<IVec3>)>, String> {
    let grid = solution.map_or_else(|| state.grid(), Solution::grid);
    let mut pieces: Vec<(char, Vec<IVec3>)> = grid.pinned().map(|mark| (state.name_of(mark), grid.cells_of(mark))).collect();
    if pieces.is_empty() && with_available {
        let available = state.set_pieces().into_iter().filter(|piece| state.allows(piece));
        pieces = available.map(|piece| (piece.name, piece.cells)).collect();
    }
    if pieces.is_empty() {
        return Err("nothing to export: place a piece or show a solution first".to_owned());
    }
    Ok(pieces)
}

/// The sides of the box of cells that start at the origin.
pub fn sides(cells: &[IVec3]) -> IVec3 {
    cells.iter().copied().fold(IVec3::ZERO, IVec3::max) + IVec3::ONE
}

/// Arranges the pieces in rows on the ground, each on its broadest side, one cell apart.
fn arranged_in_rows(pieces: Vec<Vec<IVec3>>) -> Vec<Vec<IVec3>> {
    let pieces: Vec<Vec<IVec3>> = pieces.into_iter().map(on_broadest_side).collect();
    let total: i32 = pieces.iter().map(|cells| sides(cells).x + 1).sum();
    // The number of rows makes a square, assuming that pieces are about three cells deep.
    let width = ((total * 4) as f32).sqrt().ceil() as i32;
    let (mut corner, mut depth) = (IVec3::ZERO, 0);
    let mut arranged = Vec::with_capacity(pieces.len());
    for cells in pieces {
        let size = sides(&cells);
        if corner.x > 0 && width < corner.x + size.x {
            corner = IVec3::new(0, corner.y + depth + 1, 0);
            depth = 0;
        }
        arranged.push(cells.iter().map(|&cell| cell + corner).collect());
        corner.x += size.x + 1;
        depth = depth.max(size.y);
    }
    arranged
}

/// Rotates the piece so that it is as low as possible and, among such orientations, has the most cells on the ground.
pub fn on_broadest_side(cells: Vec<IVec3>) -> Vec<IVec3> {
    let piece = Piece::new('x', &CUBES, normalized(cells));
    let badness = |cells: &Vec<IVec3>| {
        let height = cells.iter().map(|cell| cell.z).max().unwrap_or(0);
        (height, cells.iter().filter(|cell| cell.z > 0).count())
    };
    piece.orientations().into_iter().min_by_key(badness).unwrap_or_default()
}

/// How far cells that only touch along an edge or at a corner are cut back there, as a share of a cell: less than a printer can show.
const NOTCH: f32 = 1.0 / 500.0;

/// Returns the surface of the cells as one solid, inset by half of the gap.
///
/// Each cell is cut into three parts along each axis: near its lower side, in the middle and near its upper side. With a gap, a part
/// belongs to the solid if all cells that it is near do. Without one, all parts do but those where cells only touch. The surface is where
/// parts inside meet parts outside.
pub fn surface(cells: &[IVec3], making: &PrintSettings) -> Vec<[Vec3; 3]> {
    let cells: HashSet<IVec3> = cells.iter().copied().collect();
    let inset = making.gap_mm / 2.0;
    let is_inside = |cell: IVec3, near: IVec3| if inset > 0.0 { is_within(cell, near, &cells) } else { !is_pinched(cell, near, &cells) };
    let is_whole = |cell: &IVec3| nears().all(|near| is_inside(*cell, near));
    let (parts, scale): (HashSet<IVec3>, Scale) = if cells.iter().all(is_whole) {
        (cells, Scale { cell: making.cell_mm, inset: 0.0 })
    } else {
        let of_cell = |&cell: &IVec3| nears().filter(move |&near| is_inside(cell, near)).map(move |near| cell * 3 + near + IVec3::ONE);
        let inset = if inset > 0.0 { inset } else { NOTCH * making.cell_mm };
        (cells.iter().flat_map(of_cell).collect(), Scale { cell: making.cell_mm, inset })
    };
    let mut in_order: Vec<IVec3> = parts.iter().copied().collect();
    in_order.sort_unstable_by_key(|part| part.to_array());
    let open =
        in_order.into_iter().flat_map(|part| DIRECTIONS.map(|side| (part, side))).filter(|&(part, side)| !parts.contains(&(part + side)));
    open.flat_map(|(part, side)| face(part, side, &scale)).collect()
}

/// Iterates over the parts of a cell by the sides that they are near: -1, 0 for the middle, or 1 along each axis.
fn nears() -> impl Iterator<Item = IVec3> {
    (0..27).map(|part| IVec3::new(part % 3, part / 3 % 3, part / 9) - IVec3::ONE)
}

/// Returns whether all cells that a part is near are among the cells.
fn is_within(cell: IVec3, near: IVec3, cells: &HashSet<IVec3>) -> bool {
    around(near).all(|step| cells.contains(&(cell + step)))
}

/// Returns whether cells meet at this part of a cell without forming one smooth surface there: along an edge, only the cell and the one
/// across; at a corner, cells or gaps between them that don't touch by their faces. Each end of a pinched edge is a pinched corner.
fn is_pinched(cell: IVec3, near: IVec3, cells: &HashSet<IVec3>) -> bool {
    let (inside, outside): (Vec<IVec3>, Vec<IVec3>) = around(near).partition(|&step| cells.contains(&(cell + step)));
    match near.abs().element_sum() {
        2 => inside.len() == 2 && !touch(&inside),
        3 => !touch(&inside) || !touch(&outside),
        _ => false,
    }
}

/// Iterates over the steps from a cell to all cells that the part is near, itself first.
fn around(near: IVec3) -> impl Iterator<Item = IVec3> {
    let corners = (0..8).map(|corner| IVec3::new(corner & 1, corner >> 1 & 1, corner >> 2));
    corners.filter(move |corner| corner.cmple(near.abs()).all()).map(move |corner| corner * near)
}

/// Returns whether the cells, if there are any, are connected by their faces.
fn touch(cells: &[IVec3]) -> bool {
    let piece = Piece::new('x', &CUBES, cells.to_vec());
    piece.parts() <= 1
}

/// The coordinates of the grid lines.
struct Scale {
    cell: f32,
    /// How far the outer parts reach into a cell; if 0, cells are not cut.
    inset: f32,
}

impl Scale {
    fn line(&self, number: i32) -> f32 {
        if self.inset == 0.0 {
            return number as f32 * self.cell;
        }
        let start = number.div_euclid(3) as f32 * self.cell;
        match number.rem_euclid(3) {
            0 => start,
            1 => start + self.inset,
            _ => start + self.cell - self.inset,
        }
    }

    fn point(&self, corner: IVec3) -> Vec3 {
        Vec3::from_array(corner.to_array().map(|number| self.line(number)))
    }
}

/// Returns the two triangles of a part's side. On the board y runs towards the viewer, on a printer away from it, so y is negated. Since
/// that is a reflection, the order of the corners is reversed as well.
fn face(part: IVec3, side: IVec3, scale: &Scale) -> [[Vec3; 3]; 2] {
    let normal = side.abs();
    let (across, along) = (normal.zxy(), normal.yzx());
    let corner = part + side.max(IVec3::ZERO);
    let corners =
        [corner, corner + across, corner + across + along, corner + along].map(|corner| scale.point(corner) * Vec3::new(1.0, -1.0, 1.0));
    let [a, b, c, d] = corners;
    let faces_up_the_axis = side.element_sum() > 0;
    if faces_up_the_axis { [[a, c, b], [a, d, c]] } else { [[a, b, c], [a, c, d]] }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        model::{geometry::Extent, pieces::Set},
        testing::cubes,
    };

    /// Every edge is used once in each direction, and the triangles around each corner form one ring.
    pub(crate) fn check_closed(mesh: &Mesh, what: &str) {
        type Corner = [u32; 3];
        let bits = |point: Vec3| point.to_array().map(|part| (part + 0.0).to_bits());
        let mut passed: HashMap<[Corner; 2], i32> = HashMap::new();
        // For each corner, where the triangles around it lead from one neighbour to the next.
        let mut around: HashMap<Corner, HashMap<Corner, Corner>> = HashMap::new();
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(bits);
            for [from, to, next] in [[a, b, c], [b, c, a], [c, a, b]] {
                *passed.entry([from, to]).or_default() += 1;
                around.entry(from).or_default().insert(to, next);
            }
        }
        for ([from, to], count) in &passed {
            assert_eq!((*count, passed.get(&[*to, *from])), (1, Some(&1)), "{what}: an edge is not shared by two triangles");
        }
        for ring in around.values() {
            let (start, mut steps) = (ring.keys().next(), 1);
            let mut at = start.and_then(|start| ring.get(start));
            while at.is_some() && at != start {
                (at, steps) = (at.and_then(|at| ring.get(at)), steps + 1);
            }
            assert_eq!((at, steps), (start, ring.len()), "{what}: surfaces meet at a corner");
        }
    }

    fn making(gap_mm: f32, arrangement: Arrangement) -> PrintSettings {
        PrintSettings { cell_mm: 20.0, gap_mm, arrangement, ..PrintSettings::default() }
    }

    #[test]
    fn single_pieces_have_the_surface_of_their_cubes() {
        // The visible faces: six for each cube, minus two for each touching pair.
        for (piece, faces) in Set::Soma.pieces(&CUBES).iter().zip([14, 18, 18, 18, 18, 18, 18]) {
            let mesh = Mesh { triangles: surface(&piece.cells, &making(0.0, Arrangement::Assembled)) };
            assert_eq!(mesh.triangles.len(), 2 * faces, "{}", piece.name);
            check_closed(&mesh, &piece.name.to_string());
            assert!((mesh.volume() - piece.cells.len() as f32 * 8000.0).abs() < 1.0, "{}: {}", piece.name, mesh.volume());
        }
    }

    #[test]
    fn every_piece_with_a_gap_is_a_closed_solid() {
        for set in [Set::Soma, Set::Pentominoes, Set::Bedlam] {
            for piece in set.pieces(&CUBES) {
                let mesh = Mesh { triangles: surface(&piece.cells, &making(0.3, Arrangement::Assembled)) };
                check_closed(&mesh, &format!("{set:?} {}", piece.name));
                let volume = piece.cells.len() as f32 * 8000.0;
                assert!(volume * 0.94 < mesh.volume() && mesh.volume() < volume - 1.0, "{set:?} {}: {}", piece.name, mesh.volume());
            }
        }
    }

    /// All sets of cells of a small cube, among them those that touch only along an edge or at a corner.
    #[test]
    fn any_cells_form_closed_solids() {
        for gap_mm in [0.0, 0.2, 10.0] {
            for set in 1..256 {
                let cells: Vec<IVec3> =
                    Extent::new(2, 2, 2).cells().enumerate().filter(|(cell, _)| set >> cell & 1 == 1).map(|(_, cell)| cell).collect();
                let mesh = Mesh { triangles: surface(&cells, &making(gap_mm, Arrangement::Assembled)) };
                check_closed(&mesh, &format!("{cells:?} with a gap of {gap_mm}"));
                let volume = cells.len() as f32 * 8000.0;
                assert!(gap_mm > 0.0 || (mesh.volume() / volume - 1.0).abs() < 1e-4, "{cells:?}: {}", mesh.volume());
            }
        }
    }

    proptest! {
        #[test]
        fn large_sets_of_cells_form_closed_solids(marks in prop::collection::vec(any::<bool>(), 64), gap_mm in prop_oneof![Just(0.0), 0.01_f32..10.0]) {
            let cells: Vec<IVec3> = Extent::new(4, 4, 4).cells().zip(marks).filter(|&(_, mark)| mark).map(|(cell, _)| cell).collect();
            check_closed(&Mesh { triangles: surface(&cells, &making(gap_mm, Arrangement::Assembled)) }, "a part of a cube");
        }
    }

    #[test]
    fn a_gap_fits_the_cells_or_is_refused() {
        let check = |cell_mm: f32, gap_mm: f32| PrintSettings { cell_mm, gap_mm, ..PrintSettings::default() }.check();
        let complaint = |cell_mm: f32, gap_mm: f32| check(cell_mm, gap_mm).unwrap_err();
        assert_eq!(complaint(20.0, 1000.0), "a gap of 1000 mm is too large for cells of 20 mm; the largest that fits is 10 mm");
        assert_eq!(complaint(0.1, 0.2), "a gap of 0.2 mm is too large for cells of 0.1 mm; the largest that fits is 0.05 mm");
        assert_eq!(complaint(20.0, 0.001), "a gap of 0.001 mm is too small for cells of 20 mm; use 0 or at least 0.004 mm");
        for (cell_mm, gap_mm) in [(20.0, 0.0), (20.0, 0.2), (20.0, 10.0), (0.1, 0.05), (1000.0, 0.2)] {
            assert_eq!(check(cell_mm, gap_mm), Ok(()));
        }
        // The longest figure with the smallest gap.
        let bar: Vec<IVec3> = (0..512).map(|x| IVec3::new(x, 0, 0)).collect();
        for gap_mm in [0.0, 0.004, 10.0] {
            check_closed(&Mesh { triangles: surface(&bar, &making(gap_mm, Arrangement::Assembled)) }, "a bar");
        }
    }

    #[test]
    fn without_a_gap_an_assembled_figure_is_one_solid() {
        let solution = &cubes()[0];
        let whole = mesh(&State::default(), Some(solution), &making(0.0, Arrangement::Assembled)).expect("a model");
        assert_eq!(whole.triangles.len(), 2 * 6 * 9, "there are no faces inside");
        check_closed(&whole, "without a gap");
    }

    #[test]
    fn a_solution_is_exported_assembled_or_apart() {
        let state = State::default();
        for solution in cubes().iter().step_by(60) {
            let assembled = mesh(&state, Some(solution), &making(0.2, Arrangement::Assembled)).expect("a model");
            check_closed(&assembled, "assembled");
            let apart = mesh(&state, Some(solution), &making(0.0, Arrangement::Apart)).expect("a model");
            check_closed(&apart, "apart");
            assert_eq!(apart.triangles.len(), 2 * (14 + 6 * 18));
            assert!((apart.volume() - 27.0 * 8000.0).abs() < 10.0);
            let lowest = apart.triangles.iter().flatten().map(|corner| corner.z).fold(f32::MAX, f32::min);
            assert_eq!(lowest, 0.0);
            let (low, high) = bounds(&assembled);
            assert!((high - low - Vec3::splat(59.8)).abs().max_element() < 1e-3, "three cells minus the gap: {low} to {high}");
        }
    }

    pub(crate) fn bounds(mesh: &Mesh) -> (Vec3, Vec3) {
        let corners = || mesh.triangles.iter().flatten().copied();
        (corners().fold(Vec3::MAX, Vec3::min), corners().fold(Vec3::MIN, Vec3::max))
    }

    #[test]
    fn the_print_is_not_mirrored() {
        // Right is right, the back row has y = 0, and the front is nearer to a viewer looking along y; otherwise the print would be a
        // mirror image.
        let layers = ["...", "...", "VV.", "V.."];
        let state = State { layers: vec![layers.map(String::from).to_vec()], ..State::default() };
        let mesh = mesh(&state, None, &making(0.0, Arrangement::Assembled)).expect("a piece is on the board");
        assert_eq!(bounds(&mesh), (Vec3::new(0.0, -80.0, 0.0), Vec3::new(40.0, -40.0, 20.0)));
        let is_corner = |x: f32, y: f32| mesh.triangles.iter().flatten().any(|corner| corner.x == x && corner.y == y);
        assert!(is_corner(20.0, -80.0) && !is_corner(40.0, -80.0), "one cube at the front left");
    }

    #[test]
    fn an_empty_board_has_nothing_to_export() {
        let state = State::default();
        assert!(mesh(&state, None, &making(0.2, Arrangement::Assembled)).is_err());
        let all = mesh(&state, None, &making(0.0, Arrangement::Apart)).expect("all pieces");
        assert_eq!(all.triangles.len(), 2 * (14 + 6 * 18));
    }
}
