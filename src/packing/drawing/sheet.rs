//! A printable sheet: every layer as a plan with numbered pieces, and the order and direction in which they go in. A flat board, of which
//! pieces are laid in any order, has pictures of the pieces instead.

use glam::{IVec3, Vec2};

use super::{plane, printed::pieces_of, shown::Shown};
use crate::{
    live::assembly::{Move, NoOrder, order},
    model::{
        geometry::Extent,
        pieces::Piece,
        solution::Solution,
        spot::Spot,
        state::{FREE, OUTSIDE, State},
    },
    words,
};
use base::{
    board::Heading,
    look::{Look, Theme},
    picture::{Anchor, Color, Picture, Shape, Stroke, at},
    text::{counted, grouped, shortened},
};

/// The width of the sheet, in the units of text. Its height depends on its content.
const WIDTH: f32 = 620.0;
const MARGIN: f32 = 36.0;
const GAP: f32 = 22.0;
const CAPTION: f32 = 24.0;
/// The room for the name of the side below each layer.
const FRONT: f32 = 18.0;
const LINE: f32 = 20.0;
/// The most letters of a document's name that surely fit on a line.
const NAME: usize = 44;
const LARGEST_CELL: f32 = 56.0;
/// The height of a layer of twenty rows with the largest cells; longer layers have smaller ones.
const HIGHEST_LAYER: f32 = 20.0 * LARGEST_CELL;

/// The height of a flat board with as many rows as columns, at most.
const HIGHEST_BOARD: f32 = WIDTH - 2.0 * MARGIN;
/// The pieces side by side, and the room for the name below each.
const PIECES_IN_ROW: usize = 8;
const NAME_BELOW: f32 = 16.0;

/// Draws the sheet of a solution, or else of the position, in the tab with this title.
pub fn sheet(title: &'static str, state: &State, solution: Option<&Solution>, heading: &Heading) -> Picture<Spot> {
    let look = Look::new(Theme::Light);
    let grid = solution.map_or_else(|| state.grid(), Solution::grid);
    let shown = Shown::plan(state, grid, &look);
    if state.lattice.is_flat {
        let plan = Plan { title, shown: &shown, look: &look, numbers: &[] };
        let mut picture = Picture::new(at(0.0, 0.0), at(WIDTH, WIDTH), plan.about(heading));
        let top = plan.head(&mut picture, heading);
        let top = plan.board(&mut picture, top);
        let bottom = plan.pieces(&mut picture, top, state, solution.is_some());
        picture.max.y = bottom + MARGIN;
        return picture;
    }
    let steps = solution.map(order_to_build);
    let numbers: Vec<char> = match &steps {
        Some(Ok(moves)) => {
            let in_place = shown.grid.pinned().filter(|&piece| moves.iter().all(|step| step.piece != piece));
            in_place.chain(moves.iter().map(|step| step.piece)).collect()
        }
        _ => shown.grid.pinned().collect(),
    };
    let plan = Plan { title, shown: &shown, look: &look, numbers: &numbers };
    let mut picture = Picture::new(at(0.0, 0.0), at(WIDTH, WIDTH), plan.about(heading));
    let top = plan.head(&mut picture, heading);
    let top = plan.layers(&mut picture, top);
    let bottom = plan.legend(&mut picture, top, steps.as_ref());
    picture.max.y = bottom + MARGIN;
    picture
}

/// Returns the order in which someone who has only the pieces and the sheet can build the solution. It begins with an empty box if it can;
/// if not, with the pinned pieces in place.
fn order_to_build(solution: &Solution) -> Result<Vec<Move>, NoOrder> {
    let unpinned = solution.unpinned();
    order(&unpinned).or_else(|reason| {
        let has_pinned = solution.placed.len() < unpinned.placed.len();
        if has_pinned { order(solution).map_err(|_| reason) } else { Err(reason) }
    })
}

struct Plan<'a> {
    /// The name of the puzzle.
    title: &'static str,
    shown: &'a Shown,
    look: &'a Look,
    /// The pieces in the order of their numbers.
    numbers: &'a [char],
}

impl Plan<'_> {
    fn about(&self, heading: &Heading) -> String {
        let Extent { x, y, z, lattice } = self.shown.grid.extent;
        let cells = self.shown.grid.marks.iter().filter(|&&mark| mark != OUTSIDE).count();
        let of = heading.solutions.map_or_else(String::new, |solutions| format!(" of {}", grouped(solutions)));
        let solution = heading.solution.map_or_else(String::new, |number| format!("solution {}{of} · ", grouped(number)));
        let place = if lattice.is_flat { format!("on a board of {x} × {y}") } else { format!("in a box of {x} × {y} × {z}") };
        format!("{} · {solution}{} {place}", self.title, counted(cells as u64, "cell"))
    }

    fn head(&self, picture: &mut Picture<Spot>, heading: &Heading) -> f32 {
        let name = if heading.name.is_empty() { self.title } else { &heading.name };
        self.write(picture, at(MARGIN, MARGIN), 18.0, true, self.look.colors.text, &shortened(name, NAME));
        self.write(picture, at(MARGIN, MARGIN + 22.0), 13.0, false, self.look.colors.muted, &self.about(heading));
        MARGIN + 54.0
    }

    fn write(&self, picture: &mut Picture<Spot>, at: Vec2, size: f32, bold: bool, color: Color, text: &str) {
        picture.shapes.push(Shape::Text { at, anchor: Anchor::Start, size, bold, color, text: text.to_owned() });
    }

    /// Draws a flat board.
    fn board(&self, picture: &mut Picture<Spot>, top: f32) -> f32 {
        let board = plane::printed(self.shown, self.look);
        let scale = (at(WIDTH - 2.0 * MARGIN, HIGHEST_BOARD) / board.size()).min_element().min(1.0);
        let corner = at((WIDTH - scale * board.size().x) / 2.0, top) - scale * board.min;
        picture.shapes.extend(board.shapes.into_iter().map(|shape| shape.placed(scale, corner)));
        top + scale * (board.max.y - board.min.y) + GAP
    }

    /// Draws the pieces that lie on the board, or that can be added to it, in rows.
    fn pieces(&self, picture: &mut Picture<Spot>, top: f32, state: &State, is_solution: bool) -> f32 {
        let marks = &self.shown.grid.marks;
        let is_drawn = |piece: &Piece| marks.contains(&piece.mark) == is_solution && (is_solution || state.allows(piece));
        let pieces = pieces_of(state, self.look, is_drawn);
        let heading = if is_solution { "The pieces" } else { "Pieces to add" };
        self.write(picture, at(MARGIN, top + 8.0), 11.0, true, self.look.colors.muted, heading);
        let side = (WIDTH - 2.0 * MARGIN) / PIECES_IN_ROW as f32;
        let cell = at(side, side + NAME_BELOW);
        let rows = pieces.len().div_ceil(PIECES_IN_ROW);
        for (number, (name, drawn)) in pieces.into_iter().enumerate() {
            let corner = at(MARGIN, top + LINE) + cell * at((number % PIECES_IN_ROW) as f32, (number / PIECES_IN_ROW) as f32);
            let scale = 0.9 * side / drawn.size().x;
            let by = corner + Vec2::splat(0.05 * side) - scale * drawn.min;
            picture.shapes.extend(drawn.shapes.into_iter().map(|shape| shape.placed(scale, by)));
            picture.text(corner + at(side / 2.0, side + NAME_BELOW / 2.0), 13.0, true, self.look.colors.text, name.to_string());
        }
        top + LINE + cell.y * rows as f32
    }

    /// Draws all layers, the lowest first, in as many columns as make their cells largest.
    fn layers(&self, picture: &mut Picture<Spot>, top: f32) -> f32 {
        let extent = self.shown.grid.extent;
        let room = WIDTH - 2.0 * MARGIN;
        // Up to three layers side by side fill the sheet's width; more go below.
        let columns = extent.z.clamp(1, if extent.x <= 5 { 3 } else { 2 });
        let cell = ((room - GAP * (columns - 1) as f32) / (columns * extent.x.max(1)) as f32).min(LARGEST_CELL);
        let cell = cell.min(HIGHEST_LAYER / extent.y.max(1) as f32);
        let size = cell * at(extent.x as f32, extent.y as f32);
        for z in 0..extent.z {
            let (column, row) = (z % columns, z / columns);
            let corner = at(MARGIN, top) + at(column as f32, row as f32) * (size + at(GAP, CAPTION + FRONT + GAP));
            self.write(picture, corner + at(0.0, 6.0), 11.0, true, self.look.colors.muted, &self.caption(z));
            self.layer(picture, z as i32, corner + at(0.0, CAPTION), cell);
            let front = corner + at(size.x / 2.0, CAPTION + size.y + FRONT / 2.0);
            picture.text(front, 11.0, false, self.look.colors.muted, words::FRONT);
        }
        top + extent.z.div_ceil(columns) as f32 * (size.y + CAPTION + FRONT + GAP)
    }

    fn caption(&self, z: usize) -> String {
        match (z, self.shown.grid.extent.z) {
            (_, 1) => "The only layer".to_owned(),
            (0, _) => "Layer 1 (bottom)".to_owned(),
            (z, layers) if z + 1 == layers => format!("Layer {} (top)", z + 1),
            (z, _) => format!("Layer {}", z + 1),
        }
    }

    fn layer(&self, picture: &mut Picture<Spot>, z: i32, corner: Vec2, cell: f32) {
        let grid = &self.shown.grid;
        let places = || grid.extent.cells().filter(|place| place.z == z);
        let min = |place: IVec3| corner + cell * at(place.x as f32, place.y as f32);
        for place in places() {
            let mark = grid.mark(place).unwrap_or(OUTSIDE);
            let fill = match mark {
                OUTSIDE => continue,
                FREE => self.look.colors.raised,
                piece => self.shown.color(piece),
            };
            let max = min(place) + Vec2::splat(cell);
            picture.shapes.push(Shape::Rectangle { min: min(place), max, radius: 0.0, fill, stroke: Stroke::NONE });
            if let Some(number) = self.number(mark) {
                let middle = min(place) + Vec2::splat(cell / 2.0);
                picture.text(middle + at(0.0, -0.08 * cell), cell * 0.4, true, fill.ink(), number.to_string());
                picture.text(middle + at(0.0, 0.3 * cell), cell * 0.2, false, fill.ink(), self.shown.name(mark).to_string());
            }
        }
        // The lines come after all cells, so that none is covered.
        for place in places() {
            for side in [IVec3::X, IVec3::Y, IVec3::NEG_X, IVec3::NEG_Y] {
                let [here, there] = [place, place + side].map(|place| grid.mark(place).unwrap_or(OUTSIDE));
                let begins = side.x + side.y < 0;
                if (here == OUTSIDE && there == OUTSIDE) || (begins && grid.extent.contains(place + side)) {
                    continue;
                }
                let middle = min(place) + Vec2::splat(cell / 2.0) + cell / 2.0 * at(side.x as f32, side.y as f32);
                let along = cell / 2.0 * at(side.y as f32, side.x as f32);
                let stroke = if here == there {
                    Stroke::new(0.5, self.look.colors.text.fade(0.35))
                } else {
                    Stroke::new(2.0, self.look.colors.text)
                };
                picture.shapes.push(Shape::Line { points: vec![middle - along, middle + along], stroke });
            }
        }
    }

    fn number(&self, piece: char) -> Option<usize> {
        self.numbers.iter().position(|&other| other == piece).map(|place| place + 1)
    }

    /// Lists what each number stands for, and how the piece goes in.
    fn legend(&self, picture: &mut Picture<Spot>, top: f32, steps: Option<&Result<Vec<Move>, NoOrder>>) -> f32 {
        let heading = match steps {
            None => "Pinned pieces",
            Some(Ok(_)) => "Assembly order",
            Some(Err(NoOrder::Impossible)) => "Can't be assembled one piece at a time",
            Some(Err(NoOrder::GaveUp)) => "No assembly order found",
        };
        if self.numbers.is_empty() {
            self.write(picture, at(MARGIN, top + 8.0), 11.0, true, self.look.colors.muted, "No pinned pieces");
            return top + LINE;
        }
        self.write(picture, at(MARGIN, top + 8.0), 11.0, true, self.look.colors.muted, heading);
        const COLUMNS: usize = 2;
        let rows = self.numbers.len().div_ceil(COLUMNS);
        for (place, &piece) in self.numbers.iter().enumerate() {
            let corner =
                at(MARGIN + (place / rows) as f32 * (WIDTH - 2.0 * MARGIN) / COLUMNS as f32, top + 32.0 + (place % rows) as f32 * LINE);
            let fill = self.shown.color(piece);
            let half = Vec2::splat(7.0);
            let middle = corner + at(7.0, 0.0);
            let rim = Stroke::new(1.0, self.look.colors.text);
            picture.shapes.push(Shape::Rectangle { min: middle - half, max: middle + half, radius: 0.0, fill, stroke: rim });
            let step = steps.and_then(|steps| steps.as_ref().ok()?.iter().find(|step| step.piece == piece));
            let how = match (step.and_then(|step| step.from), steps) {
                (Some(from), _) => format!(", {}", side(from)),
                (None, Some(Ok(_))) => ", already in place".to_owned(),
                (None, _) => String::new(),
            };
            let line = format!("{}  {}{how}", place + 1, self.shown.name(piece));
            self.write(picture, corner + at(24.0, 0.0), 13.0, false, self.look.colors.text, &line);
        }
        top + 32.0 + rows as f32 * LINE
    }
}

/// Names the side that a piece comes from.
fn side(from: IVec3) -> &'static str {
    match from {
        IVec3::Z => "from above",
        IVec3::Y => "from the front",
        IVec3::NEG_Y => "from behind",
        IVec3::X => "from the right",
        IVec3::NEG_X => "from the left",
        _ => "from below",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{
            lattice::{HEXAGONS, SQUARES},
            pieces::Set,
        },
        testing::{cubes, problem, solved},
    };

    fn texts(picture: &Picture<Spot>) -> Vec<&str> {
        picture.shapes.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None }).collect()
    }

    #[test]
    fn every_cell_shows_its_piece_and_every_piece_its_number() {
        for solution in cubes().iter().step_by(50) {
            let picture = sheet("Soma", &State::default(), Some(solution), &Heading::default());
            let texts = texts(&picture);
            for name in "VLTZABP".chars() {
                let cells = texts.iter().filter(|text| **text == name.to_string()).count();
                assert_eq!(cells, if name == 'V' { 3 } else { 4 }, "{name}");
            }
            let steps: Vec<&&str> = texts.iter().filter(|text| text.contains(", from ")).collect();
            assert_eq!(steps.len(), 7, "{texts:?}");
            assert!(texts.contains(&"Assembly order") && texts.contains(&"Layer 3 (top)"));
        }
    }

    #[test]
    fn the_head_names_the_document_and_the_solution() {
        let solution = &cubes()[0];
        let named = |name: &str, solution, solutions| Heading { name: name.to_owned(), solution, solutions };
        let figure = "27 cells in a box of 3 × 3 × 3";
        for (heading, title, about) in [
            (named("The cube", Some(7), Some(480)), "The cube", format!("Soma · solution 7 of 480 · {figure}")),
            (named("The cube", Some(1_234), None), "The cube", format!("Soma · solution 1,234 · {figure}")),
            (named("The cube", None, Some(480)), "The cube", format!("Soma · {figure}")),
            (named("", Some(1), Some(1)), "Soma", format!("Soma · solution 1 of 1 · {figure}")),
        ] {
            let picture = sheet("Soma", &State::default(), Some(solution), &heading);
            assert_eq!(texts(&picture)[..2], [title, &about]);
            assert_eq!(texts(&picture).iter().filter(|text| **text == "front").count(), 3, "each layer says where its front is");
        }
    }

    #[test]
    fn everything_fits_on_the_sheet() {
        let boxes = [Extent::new(3, 3, 3), Extent::new(8, 8, 8), Extent::new(1, 1, 1), Extent::new(20, 3, 1), Extent::new(1, 1, 20)];
        let boards = [(&SQUARES, Set::OneSidedPentominoes), (&SQUARES, Set::Calendar), (&HEXAGONS, Set::Contest)];
        let long = State::of_set(&SQUARES, Set::Pentominoes).resized(Extent::on(&SQUARES, 1, 53, 1));
        let boards = boards.into_iter().map(|(lattice, set)| State::of_set(lattice, set)).chain([long]);
        for state in boxes.into_iter().map(|extent| State::default().resized(extent)).chain(boards) {
            let picture = sheet("Tab", &state, None, &Heading::default());
            for shape in &picture.shapes {
                let points = match shape {
                    Shape::Rectangle { min, max, .. } => vec![*min, *max],
                    Shape::Line { points, .. } => points.clone(),
                    Shape::Text { at, .. } => vec![*at],
                    Shape::Polygon { points, .. } => points.clone(),
                    Shape::Circle { center, .. } => vec![*center],
                };
                for point in points {
                    assert!(point.cmpge(picture.min).all() && point.cmple(picture.max).all(), "{state:?}: {shape:?}");
                }
            }
        }
    }

    #[test]
    fn a_flat_board_has_its_pieces_below() {
        let board = State::of_set(&SQUARES, Set::Pentominoes).resized(Extent::on(&SQUARES, 5, 3, 1));
        let state = State { pieces: "FPTU".into(), ..board };
        let heading = Heading { name: "Mine".into(), ..Heading::default() };
        let picture = sheet("Polyominoes", &state, None, &heading);
        let shown = texts(&picture);
        assert_eq!(shown[..2], ["Mine", "Polyominoes · 15 cells on a board of 5 × 3"]);
        let names = |shown: &[&str]| ["F", "P", "T", "U"].map(|name| shown.iter().filter(|text| **text == name).count());
        assert_eq!((names(&shown), shown.contains(&"Pieces to add")), ([1; 4], true));
        let solution = solved(&problem(&state)).pop().expect("a solution");
        let picture = sheet("Polyominoes", &state, Some(&solution), &heading);
        let shown = texts(&picture);
        assert_eq!((names(&shown), shown.contains(&"The pieces")), ([6, 6, 0, 6], true), "five cells and its picture");
    }

    #[test]
    fn pinned_pieces_without_a_solution_are_numbered() {
        assert!(texts(&sheet("Soma", &pinned([["TTT", ".T.", "..."], EMPTY, EMPTY]), None, &Heading::default())).contains(&"1  T"));
    }

    #[test]
    fn the_order_begins_with_an_empty_box() {
        // T lies along the top edge, so it can't be first.
        let state = pinned([EMPTY, EMPTY, ["TTT", ".T.", "..."]]);
        let solutions = solved(&problem(&state));
        let solution = solutions.iter().find(|solution| order(&solution.unpinned()).is_ok()).expect("most cubes can be built");
        let picture = sheet("Soma", &state, Some(solution), &Heading::default());
        let texts = texts(&picture);
        assert_eq!(texts.iter().filter(|text| text.contains(", from ")).count(), 7, "{texts:?}");
        assert!(!texts.iter().any(|text| text.starts_with("1  T")), "{texts:?}");
    }

    /// A solution of these marks, of which V isn't pinned.
    fn with_v(extent: Extent, marks: String) -> Solution {
        Solution::new(extent, Set::Soma, "".into(), marks, "V".into())
    }

    #[test]
    fn pinned_pieces_that_block_every_order_are_in_place() {
        // L encloses T for good; V stands beside them.
        let layer = |middle| ["LLLV", middle, "LLLV"].concat();
        let marks = ["LLLV", "LTLV", "LLLV"].map(layer).concat();
        let solution = with_v(Extent::new(4, 3, 3), marks);
        let picture = sheet("Soma", &State::default(), Some(&solution), &Heading::default());
        let texts = texts(&picture);
        for line in ["1  L, already in place", "2  T, already in place", "3  V, from above"] {
            assert!(texts.contains(&line), "{texts:?}");
        }
    }

    #[test]
    fn free_cells_are_no_piece() {
        let marks = ["VVV", "VV.", "..."].concat().repeat(3);
        let partial = with_v(Extent::new(3, 3, 3), marks);
        let picture = sheet("Soma", &State::default(), Some(&partial), &Heading::default());
        let texts = texts(&picture);
        assert!(texts.contains(&"1  V, from above") && !texts.iter().any(|text| text.starts_with("2  ")), "{texts:?}");
    }

    const EMPTY: [&str; 3] = ["..."; 3];

    /// The cube with these pinned pieces, the lowest layer first.
    fn pinned(layers: [[&str; 3]; 3]) -> State {
        State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() }
    }
}
