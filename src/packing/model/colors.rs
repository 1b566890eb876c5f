//! Colours of cells: which of a piece's may lie on which of the figure's, and which pieces may not touch.
//!
//! How a piece lies on its cells isn't part of a solution: where its colours fit in several ways, it is still one placement.

use glam::IVec3;

use super::{
    marks::PLAIN,
    pieces::Piece,
    state::{Grid, State},
};

/// What colours demand of placements in a position.
pub struct ColorRules<'a> {
    state: &'a State,
    grid: &'a Grid,
    /// The pinned pieces that have one colour, with it; none where pieces of one colour may touch.
    apart: Vec<(char, char)>,
}

impl<'a> ColorRules<'a> {
    /// The rules of a position with this grid and these pieces.
    pub fn of(state: &'a State, grid: &'a Grid, pieces: &[Piece]) -> Self {
        let pinned = pieces.iter().filter(|piece| state.apart && grid.marks.contains(&piece.mark));
        Self { state, grid, apart: pinned.filter_map(|piece| Some((piece.mark, piece.only_color()?))).collect() }
    }

    /// Whether a piece may lie on these cells in one of these ways, each a list of its colours there: [`Piece::colorings`].
    pub fn fit(&self, colorings: &[Vec<char>], cells: &[IVec3]) -> bool {
        let may_lie = |(&color, &cell): (&char, &IVec3)| self.state.may_lie_on(color, self.grid.color(cell));
        colorings.is_empty() || colorings.iter().any(|colors| colors.iter().zip(cells).all(may_lie))
    }

    /// Returns the mark of another piece of the same colour that touches these cells, if such pieces may not touch.
    pub fn touching(&self, piece: &Piece, cells: &[IVec3]) -> Option<char> {
        let color = if self.apart.is_empty() { None } else { piece.only_color() }?;
        let is_alike = |mark: &char| *mark != piece.mark && self.apart.contains(&(*mark, color));
        let around = cells.iter().flat_map(|&cell| piece.lattice.steps.iter().map(move |&step| cell + step));
        around.filter_map(|cell| self.grid.mark(cell)).find(is_alike)
    }

    /// Says why the piece can't lie on these cells in one of these ways, if it can't. The cells have its shape and are in reading order.
    pub fn forbid(&self, piece: &Piece, colorings: &[Vec<char>], cells: &[IVec3]) -> Option<String> {
        if !self.fit(colorings, cells) {
            return Some(format!("the colours of piece {} don't fit those of the figure here", piece.name));
        }
        let other = self.state.name_of(self.touching(piece, cells)?);
        Some(format!("piece {} would touch piece {other}, which has the same colour", piece.name))
    }
}

/// The colour that each cell of a position or a solution shows: that of the piece there, or else that of the figure.
pub fn on_cells(state: &State, grid: &Grid) -> Vec<char> {
    let figure = state.grid();
    let mut colors = figure.colors.clone();
    let pieces = if state.has_colored_shapes() { state.set_pieces() } else { Vec::new() };
    let rules = ColorRules::of(state, &figure, &[]);
    for piece in pieces.iter().filter(|piece| !piece.colors.is_empty()) {
        let cells = grid.cells_of(piece.mark);
        let colorings = piece.colorings(&cells);
        let lies = colorings.iter().find(|coloring| rules.fit(std::slice::from_ref(coloring), &cells)).or(colorings.first());
        for (&cell, &color) in cells.iter().zip(lies.into_iter().flatten()).filter(|&(_, &color)| color != PLAIN) {
            grid.extent.index(cell).into_iter().for_each(|place| colors[place] = color);
        }
    }
    colors
}
