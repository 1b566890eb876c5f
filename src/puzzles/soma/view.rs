//! What belongs to a tab only: the piece in hand, the camera, and how pieces are shown.

use std::collections::BTreeMap;

use glam::IVec3;

use super::{
    camera::Camera,
    geometry::Turn,
    pieces::Piece,
    state::{FREE, Grid, OUTSIDE, State},
};

/// The tab's own data.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// From where the solid view is seen.
    pub camera: Camera,
    /// How far the pieces are pulled apart, from 0 to 1.
    pub explode: f32,
    /// Pieces that are not simply shown in the solid view.
    pub visibility: BTreeMap<char, Visibility>,
    /// The piece that a press puts down.
    pub hand: Option<Hand>,
}

impl Default for View {
    fn default() -> Self {
        Self { camera: Camera::default(), explode: 0.25, visibility: BTreeMap::new(), hand: None }
    }
}

impl View {
    /// How a piece is shown.
    pub fn visibility(&self, piece: char) -> Visibility {
        self.visibility.get(&piece).copied().unwrap_or_default()
    }
}

/// How a piece is shown in the solid view; the layers always show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// As a body.
    #[default]
    Shown,
    /// By its edges only.
    Outlined,
    /// Not at all.
    Hidden,
}

impl Visibility {
    /// What one more click makes of it.
    pub fn next(self) -> Self {
        match self {
            Self::Shown => Self::Outlined,
            Self::Outlined => Self::Hidden,
            Self::Hidden => Self::Shown,
        }
    }
}

/// A piece that is held over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Its name.
    pub piece: char,
    /// Which of [`Piece::orientations`] it has.
    pub orientation: usize,
}

impl Hand {
    /// Holds the piece as it lies in the cells; as it is listed if these are not its cells.
    pub fn lifting(piece: &Piece, cells: &[IVec3]) -> Self {
        let shape = super::geometry::normalized(cells.to_vec());
        let orientation = piece.orientations().iter().position(|known| *known == shape).unwrap_or_default();
        Self { piece: piece.name, orientation }
    }

    /// The same piece after a turn.
    pub fn turned(self, turn: Turn, state: &State) -> Self {
        let Some(piece) = held(self.piece, state) else { return self };
        let orientations = piece.orientations();
        let Some(cells) = orientations.get(self.orientation) else { return self };
        Self::lifting(&piece, &turn.apply_all(cells))
    }

    /// The same piece as many orientations further.
    pub fn stepped(self, steps: i32, state: &State) -> Self {
        let count = held(self.piece, state).map_or(1, |piece| piece.orientations().len()) as i32;
        Self { orientation: (self.orientation as i32 + steps).rem_euclid(count) as usize, ..self }
    }

    /// The cells that the piece covers when its lowest cell lies here, inside the box or not.
    pub fn cells_at(self, cell: IVec3, state: &State) -> Vec<IVec3> {
        let orientation =
            held(self.piece, state).and_then(|piece| piece.orientations().into_iter().nth(self.orientation)).unwrap_or_default();
        let anchor = orientation.first().copied().unwrap_or_default();
        orientation.iter().map(|&part| part - anchor + cell).collect()
    }
}

/// Whether the piece may lie in these cells of the figure; its own place counts as free.
pub fn fits(piece: char, cells: &[IVec3], grid: &Grid) -> Result<(), String> {
    for &cell in cells {
        match grid.mark(cell) {
            None | Some(OUTSIDE) => return Err(format!("the piece {piece} would leave the figure")),
            Some(FREE) => {}
            Some(other) if other == piece => {}
            Some(other) => return Err(format!("the piece {other} lies there already")),
        }
    }
    Ok(())
}

fn held(name: char, state: &State) -> Option<Piece> {
    state.set_pieces().into_iter().find(|piece| piece.name == name)
}
