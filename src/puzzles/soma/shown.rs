//! What is on the board at the moment, whichever way it is drawn: the position, an answer's steps and the piece in hand.

use glam::IVec3;

use super::{
    Soma, Spot,
    answer::Answer,
    assembly::assembly,
    pieces::{Piece, Set},
    state::{FREE, Grid, State},
    view::fits,
};
use crate::{board::Scene, look::Look, picture::Color};

/// Everything that both drawings of the figure need to know.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The marks that are to be seen.
    pub grid: Grid,
    /// The marks of the whole answer, or else of the position: by these pieces are pulled apart.
    pub whole: Grid,
    /// The pieces that lie fast.
    pub pinned: Vec<char>,
    /// The cells that have to do with a flaw, by their places.
    pub flawed: Vec<usize>,
    /// Where the piece in hand would come to lie.
    pub preview: Option<Preview>,
    /// Whether free cells are shown as something to be filled.
    pub free_cells: FreeCells,
    palette: Palette,
}

/// The piece in hand over a cell.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Its name.
    pub piece: char,
    /// The cells that it would cover, also outside the box.
    pub cells: Vec<IVec3>,
    /// Whether it may lie there.
    pub fits: bool,
}

/// What the solid view shows of the free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeCells {
    /// Cubes of glass.
    Glass,
    /// Nothing, so that the pieces of an answer are seen.
    Nothing,
}

impl Shown {
    /// What a scene shows.
    pub fn of(scene: &Scene<'_, Soma>) -> Self {
        let position = scene.state.grid();
        let pinned = position.pinned().collect();
        let palette = Palette::new(scene.state, scene.look);
        let flawed = scene.flaws.iter().flat_map(|flaw| &flaw.spots).filter_map(|&spot| cell_of(spot)).collect();
        let (grid, whole, free_cells) = match scene.shown {
            Some((answer, step)) => built(&position, answer, step),
            None => (position.clone(), position, FreeCells::Glass),
        };
        let preview = preview(scene, &grid);
        Self { grid, whole, pinned, flawed, preview, free_cells, palette }
    }

    /// What a picture of an answer shows.
    pub fn answer(state: &State, answer: &Answer, look: &Look) -> Self {
        Self {
            grid: answer.grid(),
            whole: answer.grid(),
            pinned: Vec::new(),
            flawed: Vec::new(),
            preview: None,
            free_cells: FreeCells::Nothing,
            palette: Palette::new(state, look),
        }
    }

    /// The colour of a piece.
    pub fn color(&self, piece: char) -> Color {
        self.palette.color(piece)
    }

    /// Whether the preview covers the cell.
    pub fn is_previewed(&self, cell: IVec3) -> bool {
        self.preview.as_ref().is_some_and(|preview| preview.cells.contains(&cell))
    }
}

/// The place of the cell that a spot stands for.
pub fn cell_of(spot: Spot) -> Option<usize> {
    match spot {
        Spot::Cell(place) | Spot::Face(place) => Some(usize::from(place)),
        Spot::Turntable => None,
    }
}

/// The position with the first pieces of an answer in it.
fn built(position: &Grid, answer: &Answer, step: usize) -> (Grid, Grid, FreeCells) {
    let whole = answer.grid();
    let mut grid = whole.clone();
    for not_yet in assembly(answer).iter().skip(step) {
        grid.clear(not_yet.piece);
    }
    let is_empty = step == 0 && position.pinned().next().is_none();
    (grid, whole, if is_empty { FreeCells::Glass } else { FreeCells::Nothing })
}

fn preview(scene: &Scene<'_, Soma>, grid: &Grid) -> Option<Preview> {
    let hand = scene.view.hand?;
    let place = cell_of(scene.pointed?)?;
    if scene.shown.is_some() || place >= grid.marks.len() {
        return None;
    }
    let cells = hand.cells_at(grid.extent.cell(place), scene.state);
    let fits = fits(hand.piece, &cells, grid).is_ok();
    Some(Preview { piece: hand.piece, cells, fits })
}

/// The colours of the pieces.
#[derive(Clone, Debug)]
struct Palette {
    set: Set,
    names: Vec<Piece>,
    look: Look,
}

impl Palette {
    fn new(state: &State, look: &Look) -> Self {
        Self { set: state.set, names: state.set_pieces(), look: *look }
    }

    /// Marks that are no piece are grey.
    fn color(&self, piece: char) -> Color {
        let place = self.names.iter().position(|known| known.name == piece);
        match place {
            Some(place) => self.look.pieces[self.set.color(place) % self.look.pieces.len()],
            None if piece == FREE => self.look.colors.raised,
            None => self.look.colors.muted,
        }
    }
}
