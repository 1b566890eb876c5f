//! What belongs to a tab only: the piece in hand, the camera, and how pieces are shown.

use std::collections::BTreeMap;

use glam::IVec3;

use super::{camera::Camera, filter::Filter};
use crate::puzzles::soma::model::{
    geometry::{Turn, normalized},
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
    /// Which solutions are listed.
    pub filter: Filter,
    /// What of a piece of one's own is drawn.
    pub drawing: Drawing,
    /// How the piece of the last step goes in.
    pub entrance: Entrance,
}

/// The layer of a piece that is being drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The piece; none if none was chosen.
    pub piece: Option<char>,
    /// The layer, from the lowest.
    pub layer: usize,
}

/// A step as it is seen: the last piece comes from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entrance {
    /// How many pieces were in when this was last asked.
    pub step: usize,
    /// When the last one began to move, by the window's clock, in seconds.
    pub since: f64,
    /// How much of its way lies before it, from 1 down to 0.
    pub left: f32,
}

impl Entrance {
    /// How long it takes, in seconds.
    pub const SECONDS: f64 = 0.18;

    /// The entrance at a later moment; one more piece than before begins to move. Where nothing is to move, all are there at once.
    pub fn at(self, step: usize, now: f64, moves: bool) -> Self {
        let since = if step == self.step + 1 { now } else { self.since };
        let is_new = step != self.step && step != self.step + 1;
        let past = ((now - since) / Self::SECONDS).clamp(0.0, 1.0);
        // Slower towards the end.
        let left = if moves && !is_new && step > 0 { (1.0 - past).powi(2) as f32 } else { 0.0 };
        let since = if is_new { now - Self::SECONDS } else { since };
        Self { step, since, left }
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            explode: 0.25,
            visibility: BTreeMap::new(),
            hand: None,
            filter: Filter::default(),
            drawing: Drawing::default(),
            entrance: Entrance::default(),
        }
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
        let shape = normalized(cells.to_vec());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_piece_moves_and_others_are_there_at_once() {
        let start = Entrance::default().at(3, 10.0, true);
        assert_eq!(start.left, 0.0, "several at once");
        let begun = start.at(4, 11.0, true);
        assert_eq!(begun.left, 1.0);
        let later = begun.at(4, 11.0 + Entrance::SECONDS / 2.0, true);
        assert!(0.2 < later.left && later.left < 0.3, "{later:?}");
        assert_eq!(later.at(4, 12.0, true).left, 0.0);
        assert_eq!(later.at(3, 11.1, true).left, 0.0, "a step back");
        assert_eq!(start.at(4, 11.0, false).left, 0.0, "motion is not wanted");
    }
}
