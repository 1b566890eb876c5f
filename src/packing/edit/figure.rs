//! Changes of the whole figure: filling and emptying layers, and mirroring.

use glam::IVec3;

use crate::model::state::{FREE, Grid, OUTSIDE, State};

/// Returns the position in which all cells of the box, or of one layer, belong to the figure. Pieces stay.
pub fn filled(state: &State, layer: Option<usize>) -> State {
    let mut grid = state.grid();
    for cell in cells_of(&grid, layer) {
        if grid.mark(cell) == Some(OUTSIDE) {
            grid.set(cell, FREE);
        }
    }
    state.with_grid(&grid)
}

/// Returns the position in which no cell of the box, or of one layer, belongs to the figure. Pieces there are removed.
pub fn emptied(state: &State, layer: Option<usize>) -> State {
    let mut grid = state.grid();
    for cell in cells_of(&grid, layer) {
        if let Some(piece) = grid.mark(cell).filter(|_| grid.is_covered(cell)) {
            grid.clear(piece);
        }
        grid.set(cell, OUTSIDE);
    }
    state.with_grid(&grid)
}

/// Returns the position with left and right exchanged. Where a piece becomes its mirror image, the piece of that shape takes its place; if
/// there is none in the set, the piece is removed.
pub fn mirrored(state: &State) -> State {
    let before = state.grid();
    let mut after = Grid::outside(before.extent);
    let image = |cell: IVec3| cell.with_x(before.extent.x as i32 - 1 - cell.x);
    for cell in before.extent.cells() {
        let mark = if before.is_covered(cell) { FREE } else { before.mark(cell).unwrap_or(OUTSIDE) };
        after.set(image(cell), mark);
        after.set_optional(image(cell), before.is_optional(cell));
        after.set_color(image(cell), before.color(cell));
    }
    let pieces = state.set_pieces();
    let mut used = String::new();
    for name in before.pinned() {
        let cells: Vec<IVec3> = before.cells_of(name).into_iter().map(image).collect();
        let is_image = |other: char| pieces.iter().any(|piece| piece.mark == other && piece.has_shape_of(&cells)) && !used.contains(other);
        let others = pieces.iter().filter(|piece| state.allows(piece)).map(|piece| piece.mark);
        if let Some(image) = std::iter::once(name).chain(others).find(|&other| is_image(other)) {
            used.push(image);
            cells.iter().for_each(|&cell| after.set(cell, image));
        }
    }
    let labels = state.labels.iter().map(|row| row.split_whitespace().rev().collect::<Vec<_>>().join(" ")).collect();
    State { labels, ..state.with_grid(&after) }
}

fn cells_of(grid: &Grid, layer: Option<usize>) -> Vec<IVec3> {
    grid.extent.cells().filter(|cell| layer.is_none_or(|layer| cell.z == layer as i32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{lattice::SQUARES, pieces::Set};

    fn state(layers: [[&str; 2]; 2]) -> State {
        State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() }
    }

    #[test]
    fn layers_are_filled_and_emptied() {
        let before = state([["VV#", "V.."], ["#..", "..."]]);
        assert_eq!(filled(&before, Some(0)).layers, [["VV.", "V.."], ["#..", "..."]]);
        assert_eq!(emptied(&before, Some(1)).layers, [["VV#", "V.."], ["###", "###"]]);
        let empty = emptied(&before, None);
        assert!(empty.grid().marks.iter().all(|&mark| mark == OUTSIDE));
        assert_eq!(filled(&empty, None).layers, [["...", "..."], ["...", "..."]]);
    }

    #[test]
    fn colours_and_labels_are_mirrored() {
        let rows = |rows: [&str; 2]| rows.map(String::from).to_vec();
        let (layers, colors) = (vec![rows(["..#", "..."])], vec![rows(["r..", "..w"])]);
        let state = State { layers, colors, labels: rows(["a b c", "d . e"]), ..State::empty(&SQUARES, Set::Custom) };
        let after = mirrored(&state);
        assert_eq!((after.colors[0].as_slice(), after.labels.as_slice()), (&rows(["..r", "w.."])[..], &rows(["c b a", "e . d"])[..]));
        assert_eq!(mirrored(&after), state);
    }

    #[test]
    fn a_mirrored_piece_becomes_the_piece_of_its_shape() {
        let before = state([["A#.", "AA."], ["...", ".A."]]);
        let after = mirrored(&before);
        assert_eq!(after.layers, [[".#B", ".BB"], ["...", ".B."]]);
        assert_eq!(mirrored(&after), before);
        let alone = State { pieces: "A".to_owned(), ..before };
        assert_eq!(mirrored(&alone).layers[0], [".#.", "..."], "the set has no such piece");
    }
}
