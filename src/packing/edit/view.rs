//! What belongs to the tab alone: the piece in hand, the camera, and how pieces are shown.

use std::collections::BTreeMap;

use glam::{IVec3, Vec2};

use super::{
    camera::Camera,
    filter::{Filter, Marking},
};
use crate::{
    live::levels::Levels,
    model::{
        colors::ColorRules,
        isometry::{Isometry, normalized, reading_order},
        pieces::Piece,
        state::{CustomShape, FREE, Grid, OUTSIDE, State},
    },
    play::taking_apart::Round,
};

/// The tab's own data.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where the 3D view is seen from.
    pub camera: Camera,
    /// How much the 3D view is enlarged: at 1 the figure fits in.
    pub zoom: f32,
    /// How far the view is exploded, from 0 to 1.
    pub explode: f32,
    /// The pieces that are not shown solid in the 3D view.
    pub visibility: BTreeMap<char, Visibility>,
    /// The piece that a press places.
    pub hand: Option<Hand>,
    /// The gesture in progress while the pointer is pressed.
    pub gesture: Option<Gesture>,
    /// The figure with the visible pieces of a solution, when one is shown.
    pub shown: Option<Grid>,
    /// The layer that the controls of the figure fill or empty, counted from the lowest.
    pub figure_layer: usize,
    /// Whether painting makes cells that may stay empty, and such cells into ones that must be covered.
    pub paints_optional: bool,
    /// The colour that painting gives cells of the figure instead.
    pub paints_color: Option<char>,
    /// The number of hexagons along each side of a board to start from.
    pub outline_side: usize,
    /// Which solutions are listed.
    pub filter: Filter,
    /// How many solutions are known to come apart, once the list is sorted or filtered by that.
    pub levels: Levels,
    /// The cells that are marked for the filter.
    pub marking: Marking,
    /// Whether the board shows for which cells the list is filtered.
    pub shows_filter: bool,
    /// What is chosen where custom pieces are drawn.
    pub editor: Editor,
    /// The animation of the piece of the last step.
    pub entrance: Entrance,
    /// The game in progress or finished, in which an assembly is taken apart.
    pub round: Option<Round>,
    /// How many of these games were started.
    pub started: u64,
    /// The marks of the pieces that are chosen to be moved.
    pub chosen: Vec<char>,
    /// How far a drag that moves them has gone since it last moved them.
    pub pull: Vec2,
}

/// What the pointer does between press and release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// It carries the piece in hand.
    Carry,
    /// It adds cells to the figure or removes them, by setting this mark.
    Paint(char),
    /// It gives cells of the figure this colour.
    Color(char),
    /// It marks cells for the filter.
    Mark,
    /// It has done everything already.
    Done,
}

/// What is chosen where custom pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editor {
    /// The piece; `None` if none was chosen.
    pub piece: Option<char>,
    /// The layer of the piece, counted from the lowest.
    pub layer: usize,
    /// The colour that a click gives a cell, instead of adding or removing it.
    pub color: Option<char>,
    /// The number of cells of pieces that are made by their size.
    pub size: usize,
    /// Whether there were too many of the last chosen size.
    pub has_too_many: bool,
}

impl Default for Editor {
    fn default() -> Self {
        Self { piece: None, layer: 0, color: None, size: 5, has_too_many: false }
    }
}

/// The animation of a step: the last piece moves in from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entrance {
    /// The number of pieces in place when this was last updated.
    pub step: usize,
    /// When the last piece began to move, by the window's clock, in seconds.
    pub since: f64,
    /// How much of its way remains, from 1 down to 0.
    pub remaining: f32,
}

impl Entrance {
    /// The duration of the animation, in seconds.
    pub const SECONDS: f64 = 0.18;

    /// Returns the animation at a later time. One more piece than before starts to move; after any other step, or without animations, all
    /// pieces are in place at once.
    pub fn at(self, step: usize, now: f64, animated: bool) -> Self {
        let since = if step == self.step + 1 { now } else { self.since };
        let is_new = step != self.step && step != self.step + 1;
        let past = ((now - since) / Self::SECONDS).clamp(0.0, 1.0);
        // Slows down towards the end.
        let remaining = if animated && !is_new && step > 0 { (1.0 - past).powi(2) as f32 } else { 0.0 };
        let since = if is_new { now - Self::SECONDS } else { since };
        Self { step, since, remaining }
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            zoom: 1.0,
            explode: 0.25,
            visibility: BTreeMap::new(),
            hand: None,
            gesture: None,
            shown: None,
            figure_layer: 0,
            paints_optional: false,
            paints_color: None,
            outline_side: 4,
            filter: Filter::default(),
            levels: Levels::default(),
            marking: Marking::default(),
            shows_filter: false,
            editor: Editor::default(),
            entrance: Entrance::default(),
            round: None,
            started: 0,
            chosen: Vec::new(),
            pull: Vec2::ZERO,
        }
    }
}

impl View {
    /// The largest enlargement.
    const MOST_ZOOM: f32 = 6.0;

    /// Follows the document: a piece that its set no longer has leaves the hand, and `shown` is what it shows of a solution.
    pub fn follow(&mut self, pieces: &[Piece], shown: Option<Grid>) {
        self.hand = self.hand.filter(|hand| pieces.iter().any(|piece| piece.mark == hand.piece));
        self.shown = shown;
    }

    /// Returns the piece in hand.
    pub fn piece_in_hand<'a>(&self, pieces: &'a [Piece]) -> Option<(Hand, &'a Piece)> {
        let hand = self.hand?;
        Some((hand, pieces.iter().find(|piece| piece.mark == hand.piece)?))
    }

    /// Chooses this custom piece to be drawn, from its lowest layer on.
    pub fn draw_piece(&mut self, name: char) {
        self.editor = Editor { piece: Some(name), layer: 0, ..self.editor };
    }

    /// Returns the custom piece that is drawn. If the chosen one is gone, that is the first.
    pub fn drawn_piece<'a>(&mut self, shapes: &'a [CustomShape]) -> Option<&'a CustomShape> {
        let chosen = shapes.iter().find(|shape| Some(shape.name) == self.editor.piece).or(shapes.first());
        self.editor.piece = chosen.map(|shape| shape.name);
        chosen
    }

    /// Enlarges the 3D view by this many notches of the wheel, or makes it smaller again.
    pub fn zoom_by(&mut self, notches: i32) {
        self.zoom = (self.zoom * 1.15_f32.powi(notches)).clamp(1.0, Self::MOST_ZOOM);
    }

    /// Returns how a piece is shown.
    pub fn visibility(&self, piece: char) -> Visibility {
        self.visibility.get(&piece).copied().unwrap_or_default()
    }
}

/// How a piece is shown in the 3D view. The layers always show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// As a solid.
    #[default]
    Shown,
    /// Only its edges.
    Outlined,
    /// Not at all.
    Hidden,
}

impl Visibility {
    /// Returns the state after one more click.
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
    /// Its mark.
    pub piece: char,
    /// The index of its orientation in [`Piece::orientations`].
    pub orientation: usize,
    /// The cell by which it is held, as an index into the cells of the orientation.
    pub grip: usize,
    /// Where it was on the board when it was picked up: its orientation, and the place of its first cell.
    pub origin: Option<(usize, IVec3)>,
}

impl Hand {
    /// A piece from beside the board, held by its first cell.
    pub fn new(piece: char, orientation: usize) -> Self {
        Self { piece, orientation, grip: 0, origin: None }
    }

    /// A piece in the orientation of these cells, or in its default one if they are not its cells.
    pub fn like(piece: &Piece, cells: &[IVec3]) -> Self {
        Self::new(piece.mark, orientation_of(piece, cells))
    }

    /// A piece picked up from these cells of the board by one of them.
    pub fn picked_up(piece: &Piece, cells: &[IVec3], by: IVec3) -> Self {
        let mut cells = cells.to_vec();
        cells.sort_unstable_by_key(reading_order);
        let hand = Self::like(piece, &cells);
        let grip = cells.iter().position(|&cell| cell == by).unwrap_or_default();
        Self { grip, origin: cells.first().map(|&first| (hand.orientation, first)), ..hand }
    }

    /// The cells that it covered on the board when it was picked up, if it was.
    pub fn origin_cells(self, state: &State) -> Option<Vec<IVec3>> {
        let (orientation, first) = self.origin?;
        Some(Self::new(self.piece, orientation).cells_at(first, state))
    }

    /// Returns the same piece after a rotation about the cell by which it is held.
    pub fn rotated(self, rotation: Isometry, state: &State) -> Self {
        let Some(piece) = state.piece_marked(self.piece) else { return self };
        let orientations = piece.orientations();
        let Some(cells) = orientations.get(self.orientation) else { return self };
        let mut turned: Vec<IVec3> = cells.iter().map(|&cell| rotation.apply(cell)).collect();
        let held = turned.get(self.grip).copied();
        turned.sort_unstable_by_key(reading_order);
        let grip = turned.iter().position(|&cell| Some(cell) == held).unwrap_or_default();
        Self { orientation: orientation_of(&piece, &turned), grip, ..self }
    }

    /// Returns the same piece, this many orientations further.
    pub fn stepped(self, steps: i32, state: &State) -> Self {
        let count = state.piece_marked(self.piece).map_or(1, |piece| piece.orientations().len()) as i32;
        Self { orientation: (self.orientation as i32 + steps.rem_euclid(count)).rem_euclid(count) as usize, ..self }
    }

    /// Returns the cells that the piece covers if it is held over this cell, inside the box or not.
    pub fn cells_at(self, cell: IVec3, state: &State) -> Vec<IVec3> {
        let orientation =
            state.piece_marked(self.piece).and_then(|piece| piece.orientations().into_iter().nth(self.orientation)).unwrap_or_default();
        let anchor = orientation.get(self.grip).copied().unwrap_or_default();
        orientation.iter().map(|&part| part - anchor + cell).collect()
    }
}

/// Checks whether the piece can be placed on these cells of the figure, which are in reading order. Its current cells count as free.
pub fn fits(state: &State, piece: char, cells: &[IVec3], grid: &Grid) -> Result<(), String> {
    Fit::of(state, piece, cells, grid).at(IVec3::ZERO)
}

/// A piece in one of its orientations, which can be placed anywhere in a figure.
pub struct Fit<'a> {
    state: &'a State,
    grid: &'a Grid,
    mark: char,
    shape: &'a [IVec3],
    /// What colours demand of the piece, and the ways in which its own can lie on the shape; none if no piece has colours.
    colors: Option<(ColorRules<'a>, Piece, Vec<Vec<char>>)>,
}

impl<'a> Fit<'a> {
    /// The piece with this mark on these cells, which are in reading order.
    pub fn of(state: &'a State, mark: char, shape: &'a [IVec3], grid: &'a Grid) -> Self {
        let pieces = if state.has_colored_shapes() { state.set_pieces() } else { Vec::new() };
        let own = pieces.iter().find(|piece| piece.mark == mark).cloned();
        let colors = own.map(|own| {
            let colorings = own.colorings(shape);
            (ColorRules::of(state, grid, &pieces), own, colorings)
        });
        Self { state, grid, mark, shape, colors }
    }

    /// Checks whether it can be placed this far from there.
    pub fn at(&self, by: IVec3) -> Result<(), String> {
        let cells = || self.shape.iter().map(|&cell| cell + by);
        for cell in cells() {
            match self.grid.mark(cell) {
                None | Some(OUTSIDE) => return Err(format!("piece {} would extend beyond the figure", self.state.name_of(self.mark))),
                Some(FREE) => {}
                Some(other) if other == self.mark => {}
                Some(other) => return Err(format!("piece {} is already here", self.state.name_of(other))),
            }
        }
        let Some((rules, piece, colorings)) = &self.colors else { return Ok(()) };
        rules.forbid(piece, colorings, &cells().collect::<Vec<_>>()).map_or(Ok(()), Err)
    }
}

fn orientation_of(piece: &Piece, cells: &[IVec3]) -> usize {
    let shape = normalized(cells.to_vec());
    piece.orientations().iter().position(|known| *known == shape).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_custom_piece_is_drawn_if_the_chosen_one_is_gone() {
        let shapes = ['A', 'B'].map(|name| CustomShape::of(&crate::model::lattice::CUBES, name, &[IVec3::ZERO]));
        let mut view = View { editor: Editor { piece: Some('C'), ..Editor::default() }, ..View::default() };
        assert_eq!(view.drawn_piece(&shapes).map(|shape| shape.name), Some('A'));
        view.draw_piece('B');
        assert_eq!(view.drawn_piece(&shapes).map(|shape| shape.name), Some('B'));
        assert_eq!((view.drawn_piece(&[]), view.editor.piece), (None, None));
    }

    #[test]
    fn a_piece_that_the_set_no_longer_has_leaves_the_hand() {
        let pieces = State::default().set_pieces();
        let mut view = View { hand: Some(Hand::new('V', 1)), ..View::default() };
        view.follow(&pieces, None);
        assert_eq!(view.piece_in_hand(&pieces).map(|(hand, piece)| (hand.orientation, piece.name)), Some((1, 'V')));
        view.follow(&pieces[..0], None);
        assert_eq!(view.hand, None);
    }

    #[test]
    fn only_a_single_new_piece_is_animated() {
        let start = Entrance::default().at(3, 10.0, true);
        assert_eq!(start.remaining, 0.0, "several at once");
        let begun = start.at(4, 11.0, true);
        assert_eq!(begun.remaining, 1.0);
        let later = begun.at(4, 11.0 + Entrance::SECONDS / 2.0, true);
        assert!(0.2 < later.remaining && later.remaining < 0.3, "{later:?}");
        assert_eq!(later.at(4, 12.0, true).remaining, 0.0);
        assert_eq!(later.at(3, 11.1, true).remaining, 0.0, "a step back");
        assert_eq!(start.at(4, 11.0, false).remaining, 0.0, "animations are turned off");
    }
}
