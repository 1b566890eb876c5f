//! The pieces as models of their own: one file a piece, or side by side on the beds of a printer.

use glam::{IVec3, Vec2, Vec3};

use super::mesh::{mesh, on_broadest_side, pieces_of, sides, surface};
use crate::model::{isometry::normalized, solution::Solution, state::State};
use base::mesh::{Arrangement, Mesh, Model, PrintSettings};

/// The space between pieces on a bed, in millimetres: enough for a brim of each.
const SPACING_MM: f32 = 5.0;

/// Returns the pieces of the solution, or else those on the board, or else all available ones, arranged as the settings say: one model, or
/// several with a name each.
///
/// # Errors
/// If there is nothing to export, the gap doesn't fit the cells, or a piece doesn't fit on the bed.
pub fn models(state: &State, solution: Option<&Solution>, making: &PrintSettings) -> Result<Vec<Model>, String> {
    making.check()?;
    match making.arrangement {
        Arrangement::Assembled | Arrangement::Apart => Ok(vec![Model { name: String::new(), mesh: mesh(state, solution, making)? }]),
        Arrangement::EachPiece => Ok(each_piece(pieces_of(state, solution, true)?, making)),
        Arrangement::OnBeds => on_beds(pieces_of(state, solution, true)?, making),
    }
}

/// A model for all copies of each piece.
fn each_piece(pieces: Vec<(char, Vec<IVec3>)>, making: &PrintSettings) -> Vec<Model> {
    let mut distinct: Vec<(char, Vec<IVec3>, usize)> = Vec::new();
    for (name, cells) in pieces {
        match distinct.iter_mut().find(|(other, ..)| *other == name) {
            Some((.., copies)) => *copies += 1,
            None => distinct.push((name, cells, 1)),
        }
    }
    let model = |(number, (name, cells, copies)): (usize, (char, Vec<IVec3>, usize))| {
        // Other names could mean something in the name of a file.
        let name = if name.is_ascii_alphanumeric() { format!("-{name}") } else { String::new() };
        let copies = if copies == 1 { String::new() } else { format!("-x{copies}") };
        Model { name: format!("piece-{number}{name}{copies}"), mesh: Mesh { triangles: on_the_ground(&on_broadest_side(cells), making) } }
    };
    (1..).zip(distinct).map(model).collect()
}

/// The surface of a piece that stands on the ground, with its lower corner at the origin.
fn on_the_ground(cells: &[IVec3], making: &PrintSettings) -> Vec<[Vec3; 3]> {
    let mut triangles = surface(cells, making);
    let corner = triangles.iter().flatten().copied().reduce(Vec3::min).unwrap_or_default();
    triangles.iter_mut().flatten().for_each(|point| *point -= corner);
    triangles
}

/// Pieces in a row, from the left side of a bed.
struct Row {
    front: f32,
    depth: f32,
    used: f32,
}

/// A bed with pieces.
#[derive(Default)]
struct Bed {
    rows: Vec<Row>,
    mesh: Mesh,
}

impl Bed {
    /// Finds room for something of this size: in a row that is deep enough, or in a new one.
    fn place(&mut self, size: Vec2, bed: Vec2) -> Option<Vec2> {
        let fitting = self.rows.iter_mut().find(|row| row.used + size.x <= bed.x && size.y <= row.depth);
        let row = match fitting {
            Some(row) => row,
            None => {
                let front = self.rows.last().map_or(0.0, |row| row.front + row.depth + SPACING_MM);
                if bed.y < front + size.y || bed.x < size.x {
                    return None;
                }
                self.rows.push(Row { front, depth: size.y, used: 0.0 });
                self.rows.last_mut()?
            }
        };
        let corner = Vec2::new(row.used, row.front);
        row.used += size.x + SPACING_MM;
        Some(corner)
    }
}

/// Lays the pieces in rows, the deepest first, on as many beds as they need.
fn on_beds(pieces: Vec<(char, Vec<IVec3>)>, making: &PrintSettings) -> Result<Vec<Model>, String> {
    let bed = Vec2::from_array(making.bed_mm);
    let size = |cells: &[IVec3]| sides(cells).truncate().as_vec2() * making.cell_mm - making.gap_mm;
    let mut laid = Vec::new();
    for (name, cells) in pieces {
        let lying = on_broadest_side(cells);
        let turned = normalized(lying.iter().map(|&IVec3 { x, y, z }| IVec3::new(-y, x, z)).collect());
        // Along the rows, unless only the other way fits.
        let mut ways = [lying, turned];
        ways.sort_by(|one, other| size(one).y.total_cmp(&size(other).y));
        let least = size(&ways[0]);
        let Some(cells) = ways.into_iter().find(|cells| size(cells).cmple(bed).all()) else {
            let [width, depth] = making.bed_mm;
            return Err(format!("piece {name} takes {} x {} mm, but the bed is {width} x {depth} mm", least.x, least.y));
        };
        laid.push(cells);
    }
    laid.sort_by(|one, other| size(other).y.total_cmp(&size(one).y));
    let mut beds: Vec<Bed> = Vec::new();
    for cells in laid {
        let size = size(&cells);
        let place = beds.iter_mut().find_map(|own| Some((own.place(size, bed)?, own)));
        let (corner, own) = match place {
            Some((corner, own)) => (corner, own),
            None => {
                beds.push(Bed::default());
                let own = beds.last_mut().ok_or("there is no bed")?;
                (own.place(size, bed).ok_or("the bed is too small")?, own)
            }
        };
        let moved = on_the_ground(&cells, making).into_iter().map(|triangle| triangle.map(|point| point + corner.extend(0.0)));
        own.mesh.triangles.extend(moved);
    }
    let several = 1 < beds.len();
    let name = |number: usize| if several { format!("plate-{number}") } else { String::new() };
    Ok((1..).zip(beds).map(|(number, Bed { mesh, .. })| Model { name: name(number), mesh }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        drawing::mesh::tests::{bounds, check_closed},
        testing::cubes,
    };

    fn making(arrangement: Arrangement, gap_mm: f32, bed_mm: [f32; 2]) -> PrintSettings {
        PrintSettings { cell_mm: 20.0, gap_mm, arrangement, bed_mm }
    }

    #[test]
    fn each_piece_is_a_model_of_its_own() {
        let models = models(&State::default(), Some(&cubes()[0]), &making(Arrangement::EachPiece, 0.2, [1.0, 1.0])).expect("models");
        let mut names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
        names.iter_mut().for_each(|name| *name = &name["piece-1".len()..]);
        names.sort_unstable();
        assert_eq!(names, ["-A", "-B", "-L", "-P", "-T", "-V", "-Z"]);
        for Model { name, mesh } in models {
            check_closed(&mesh, &name);
            assert_eq!(bounds(&mesh).0, Vec3::ZERO, "{name}");
        }
    }

    /// All pieces lie on the beds, and no two of them nearer than the space between them.
    #[test]
    fn pieces_lie_beside_each_other_on_as_few_beds_as_rows_allow() {
        for (bed_mm, gap_mm, beds) in [([220.0, 220.0], 0.2, 1), ([135.0, 100.0], 0.2, 2), ([60.0, 40.0], 0.0, 7), ([40.0, 60.0], 0.0, 7)] {
            let models = models(&State::default(), None, &making(Arrangement::OnBeds, gap_mm, bed_mm)).expect("plates");
            assert_eq!(models.len(), beds, "{bed_mm:?}");
            let mut triangles = 0;
            for (number, Model { name, mesh }) in (1..).zip(&models) {
                assert_eq!(*name, if beds == 1 { String::new() } else { format!("plate-{number}") });
                check_closed(mesh, name);
                let (low, high) = bounds(mesh);
                assert!(low == Vec3::ZERO && high.x <= bed_mm[0] && high.y <= bed_mm[1], "{bed_mm:?}: {low} to {high}");
                triangles += mesh.triangles.len();
            }
            assert!(gap_mm > 0.0 || triangles == 2 * (14 + 6 * 18), "{triangles}");
            let volume: f32 = models.iter().map(|model| model.mesh.volume()).sum();
            assert!((0.94 * 27.0 * 8000.0..27.01 * 8000.0).contains(&volume), "{volume}");
        }
    }

    #[test]
    fn a_piece_that_is_larger_than_the_bed_is_named() {
        let refused = models(&State::default(), None, &making(Arrangement::OnBeds, 0.0, [50.0, 50.0]));
        assert_eq!(refused.expect_err("too small"), "piece L takes 60 x 40 mm, but the bed is 50 x 50 mm");
    }
}
