//! The pieces as printable solids: closed surfaces, each slightly smaller than its cells so that the pieces fit together.

use std::collections::HashSet;

use glam::{IVec3, Vec3, Vec3Swizzles};

use crate::{
    mesh::{Arrangement, Mesh, PrintSettings},
    puzzles::soma::model::{
        geometry::{DIRECTIONS, normalized},
        pieces::Piece,
        solution::Solution,
        state::State,
    },
};

/// Returns the pieces of the solution, or else those on the board. If there are none and pieces are apart, returns all available pieces.
///
/// # Errors
/// If there is nothing to export.
pub fn mesh(state: &State, solution: Option<&Solution>, making: &PrintSettings) -> Result<Mesh, String> {
    let grid = solution.map_or_else(|| state.grid(), Solution::grid);
    let mut pieces: Vec<Vec<IVec3>> = grid.pinned().map(|name| grid.cells_of(name)).collect();
    if pieces.is_empty() && making.arrangement == Arrangement::Apart {
        let available = state.set_pieces().into_iter().filter(|piece| state.pieces.contains(piece.name));
        pieces = available.map(|piece| piece.cells).collect();
    }
    if pieces.is_empty() {
        return Err("nothing to export: place a piece or show a solution first".to_owned());
    }
    let places = match making.arrangement {
        Arrangement::Assembled => pieces,
        Arrangement::Apart => arranged_in_rows(pieces),
    };
    Ok(Mesh { triangles: places.iter().flat_map(|cells| surface(cells, making)).collect() })
}

/// Arranges the pieces in rows on the ground, each on its broadest side, one cell apart.
fn arranged_in_rows(pieces: Vec<Vec<IVec3>>) -> Vec<Vec<IVec3>> {
    let pieces: Vec<Vec<IVec3>> = pieces.into_iter().map(on_broadest_side).collect();
    let sides = |cells: &[IVec3]| cells.iter().copied().fold(IVec3::ZERO, IVec3::max) + IVec3::ONE;
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
fn on_broadest_side(cells: Vec<IVec3>) -> Vec<IVec3> {
    let piece = Piece { name: 'x', cells: normalized(cells) };
    let badness = |cells: &Vec<IVec3>| {
        let height = cells.iter().map(|cell| cell.z).max().unwrap_or(0);
        (height, cells.iter().filter(|cell| cell.z > 0).count())
    };
    piece.orientations().into_iter().min_by_key(badness).unwrap_or_default()
}

/// Returns the surface of the cells as one solid, inset by half of the gap.
///
/// Each cell is cut into three parts along each axis: near its lower side, in the middle and near its upper side. A part belongs to the
/// solid if all cells that it is near do. So the surface is where parts inside meet parts outside, and it is closed for any shape.
fn surface(cells: &[IVec3], making: &PrintSettings) -> Vec<[Vec3; 3]> {
    let inset = (making.gap_mm / 2.0).clamp(0.0, making.cell_mm / 4.0);
    let cells: HashSet<IVec3> = cells.iter().copied().collect();
    let (parts, scale): (HashSet<IVec3>, Scale) = if inset > 0.0 {
        (cells.iter().flat_map(|&cell| parts_of(cell, &cells)).collect(), Scale { cell: making.cell_mm, inset })
    } else {
        (cells, Scale { cell: making.cell_mm, inset: 0.0 })
    };
    let mut in_order: Vec<IVec3> = parts.iter().copied().collect();
    in_order.sort_unstable_by_key(|part| part.to_array());
    let open =
        in_order.into_iter().flat_map(|part| DIRECTIONS.map(|side| (part, side))).filter(|&(part, side)| !parts.contains(&(part + side)));
    open.flat_map(|(part, side)| face(part, side, &scale)).collect()
}

/// Returns the parts of a cell that belong to the solid, on the grid of parts.
fn parts_of(cell: IVec3, cells: &HashSet<IVec3>) -> Vec<IVec3> {
    let steps = || [-1, 0, 1].into_iter();
    let all = steps().flat_map(move |x| steps().flat_map(move |y| steps().map(move |z| IVec3::new(x, y, z))));
    let is_inside = |near: &IVec3| {
        let axes = near.to_array().map(|step| if step == 0 { vec![0] } else { vec![0, step] });
        let [xs, ys, zs] = &axes;
        xs.iter().all(|&x| ys.iter().all(|&y| zs.iter().all(|&z| cells.contains(&(cell + IVec3::new(x, y, z))))))
    };
    all.filter(is_inside).map(|near| cell * 3 + near + IVec3::ONE).collect()
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
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::puzzles::soma::{model::pieces::Set, tests::cubes};

    /// Every edge is used once in each direction, since the solid does not touch itself.
    fn check_closed(mesh: &Mesh, what: &str) {
        let mut passed: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
        let bits = |point: Vec3| point.to_array().map(|part| (part + 0.0).to_bits());
        for triangle in &mesh.triangles {
            for i in 0..3 {
                *passed.entry([bits(triangle[i]), bits(triangle[(i + 1) % 3])]).or_default() += 1;
            }
        }
        for ([from, to], count) in &passed {
            assert_eq!((*count, passed.get(&[*to, *from])), (1, Some(&1)), "{what}: an edge is not shared by two triangles");
        }
    }

    fn making(gap_mm: f32, arrangement: Arrangement) -> PrintSettings {
        PrintSettings { cell_mm: 20.0, gap_mm, arrangement }
    }

    #[test]
    fn single_pieces_have_the_surface_of_their_cubes() {
        // The visible faces: six for each cube, minus two for each touching pair.
        for (piece, faces) in Set::Soma.pieces().iter().zip([14, 18, 18, 18, 18, 18, 18]) {
            let mesh = Mesh { triangles: surface(&piece.cells, &making(0.0, Arrangement::Assembled)) };
            assert_eq!(mesh.triangles.len(), 2 * faces, "{}", piece.name);
            check_closed(&mesh, &piece.name.to_string());
            assert!((mesh.volume() - piece.cells.len() as f32 * 8000.0).abs() < 1.0, "{}: {}", piece.name, mesh.volume());
        }
    }

    #[test]
    fn every_piece_with_a_gap_is_a_closed_solid() {
        for set in [Set::Soma, Set::Pentominoes, Set::Bedlam] {
            for piece in set.pieces() {
                let mesh = Mesh { triangles: surface(&piece.cells, &making(0.3, Arrangement::Assembled)) };
                check_closed(&mesh, &format!("{set:?} {}", piece.name));
                let volume = piece.cells.len() as f32 * 8000.0;
                assert!(volume * 0.94 < mesh.volume() && mesh.volume() < volume - 1.0, "{set:?} {}: {}", piece.name, mesh.volume());
            }
        }
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

    fn bounds(mesh: &Mesh) -> (Vec3, Vec3) {
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
