//! The piece in hand over the board: how many solutions each place keeps, the piece where it would lie, and a word on it.

use super::hexagons::{BARE_RADIUS, Drawing, RADIUS, center, hatch_line};
use crate::{
    picture::{Color, Shape, Stroke, Vec2, at},
    puzzles::meteor::{
        edit::{
            hand::{Hand, Obstacle, obstacle},
            heat::Heat,
        },
        model::{
            geometry::{Axial, Cell, Cells},
            pieces::Piece,
            state::{Squares, State},
        },
    },
    text::{counted, grouped},
};

/// The size of the figures on the cells, and of the word on the piece in hand.
const FIGURE: f32 = 13.0;
const WORD: f32 = 14.0;

/// A piece in hand over a cell.
pub struct Held<'a> {
    pub hand: Hand,
    pub over: Cell,
    pub state: &'a State,
    pub heat: Option<&'a Heat>,
}

/// What comes of letting the piece go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It cannot lie there.
    Refused(Obstacle),
    /// It fits, but no solution has it there.
    DeadEnd,
    /// So many solutions have it there.
    Keeps(u64),
    /// It fits; nobody knows yet what comes of that.
    Fits,
}

impl Held<'_> {
    fn outcome(&self) -> Outcome {
        match (self.hand.fit(self.state, self.over), self.heat.and_then(|heat| heat.at(self.over))) {
            (Err(obstacle), _) => Outcome::Refused(obstacle),
            (Ok(_), Some(0)) => Outcome::DeadEnd,
            (Ok(_), Some(kept)) => Outcome::Keeps(kept),
            (Ok(_), None) => Outcome::Fits,
        }
    }

    /// The word on the piece.
    fn word(&self) -> Option<String> {
        match self.outcome() {
            Outcome::Refused(obstacle) => Some(obstacle.to_string()),
            Outcome::DeadEnd => Some("dead end: no solution has it here".to_owned()),
            Outcome::Keeps(kept) => {
                let all = self.heat.map_or(kept, |heat| heat.solutions);
                let verb = if kept == 1 { "stays" } else { "stay" };
                Some(if kept == all {
                    "every solution has it here".to_owned()
                } else {
                    format!("{} of {} {verb}", grouped(kept), counted(all, "solution"))
                })
            }
            Outcome::Fits => None,
        }
    }
}

/// What a screen reader says of letting the piece go over this cell.
pub fn spoken(heat: Option<&Heat>, over: Cell) -> String {
    match heat.and_then(|heat| heat.at(over)) {
        None => String::new(),
        Some(0) => ", the piece in hand is a dead end here".to_owned(),
        Some(kept) => format!(", the piece in hand keeps {} here", counted(kept, "solution")),
    }
}

impl Drawing<'_> {
    /// On each cell over which the piece may be let go how many solutions that keeps, or a cross for none.
    pub fn heat(&mut self, heat: &Heat, piece: Piece, hidden: Cells) {
        let colors = self.look.colors;
        for cell in Cell::all().filter(|&cell| !hidden.contains(cell)) {
            let Some(kept) = heat.at(cell) else { continue };
            let center = center(cell.axial());
            if kept == 0 {
                self.cross(center, 0.15 * RADIUS, Stroke::new(2.0, colors.muted));
                continue;
            }
            let ground = colors.raised.mix(self.look.pieces[piece.index()], 0.15 + 0.75 * heat.share(kept));
            self.hexagon(center, BARE_RADIUS - 2.0, ground, Stroke::NONE);
            self.picture.text(center, FIGURE, true, ground.ink(), grouped(kept));
        }
    }

    /// Where the piece in hand lay before.
    pub fn origin(&mut self, cells: Cells) {
        for cell in cells.iter() {
            self.hexagon(center(cell.axial()), BARE_RADIUS - 3.0, Color::CLEAR, Stroke::new(1.5, self.look.colors.muted));
        }
    }

    /// The piece as it would lie, or where it cannot, and a word on what comes of it.
    pub fn held(&mut self, held: &Held<'_>) {
        let outcome = held.outcome();
        let own = self.look.pieces[held.hand.piece.index()];
        let places = held.hand.places(held.over);
        let (fill, rim) = match outcome {
            Outcome::Refused(_) => (self.look.colors.bad.fade(0.35), self.look.colors.bad),
            Outcome::DeadEnd => (own.mix(self.look.colors.window, 0.6), self.look.colors.bad),
            Outcome::Keeps(_) | Outcome::Fits => (own, self.look.colors.text),
        };
        for place in places {
            let center = center(place);
            self.hexagon(center, BARE_RADIUS - 1.0, fill, Stroke::new(2.0, rim));
            match outcome {
                Outcome::Refused(obstacle) if is_in_the_way(obstacle, place, &held.state.board, held.hand.piece) => {
                    self.cross(center, 0.25 * RADIUS, Stroke::new(3.0, self.look.colors.text));
                }
                Outcome::Refused(_) => self.picture.text(center, 15.0, true, self.look.colors.text, held.hand.piece.digit()),
                Outcome::DeadEnd => self.hatched(center, self.look.colors.bad),
                Outcome::Keeps(_) | Outcome::Fits => self.picture.text(center, 15.0, true, fill.ink(), held.hand.piece.digit()),
            }
        }
        if let Some(word) = held.word() {
            let ground = if matches!(outcome, Outcome::Keeps(_)) { self.look.colors.text } else { self.look.colors.bad };
            self.word(&places, &word, ground);
        }
    }

    fn hatched(&mut self, center: Vec2, color: Color) {
        for share in [-0.5, 0.0, 0.5] {
            self.line(hatch_line(center, BARE_RADIUS - 4.0, share).to_vec(), Stroke::new(2.5, color));
        }
    }

    fn cross(&mut self, center: Vec2, arm: f32, stroke: Stroke) {
        for tip in [at(arm, arm), at(arm, -arm)] {
            self.line(vec![center - tip, center + tip], stroke);
        }
    }

    /// A label above the piece, or below it where there is no room above.
    fn word(&mut self, places: &[Axial], word: &str, ground: Color) {
        let middles = || places.iter().map(|&place| center(place));
        let (low, high) = middles().fold((Vec2::MAX, Vec2::MIN), |(low, high), middle| (low.min(middle), high.max(middle)));
        let half = at(word_width(word) / 2.0 + 10.0, 0.95 * WORD);
        let above = low.y - RADIUS - half.y - 3.0;
        let y = if above - half.y >= self.picture.min.y { above } else { high.y + RADIUS + half.y + 3.0 };
        let (left, right) = (self.picture.min.x + half.x, self.picture.max.x - half.x);
        let x = f32::midpoint(low.x, high.x).min(right).max(left);
        let middle = at(x, y);
        let rim = Stroke::new(2.0, self.look.colors.window);
        self.picture.shapes.push(Shape::Rectangle { min: middle - half, max: middle + half, radius: half.y, fill: ground, stroke: rim });
        self.picture.text(middle, WORD, true, ground.ink(), word);
    }
}

/// About how wide a word is: the letters of the typeface are a little wider than half their size.
fn word_width(word: &str) -> f32 {
    0.56 * WORD * word.chars().count() as f32
}

/// Whether the piece cannot lie as it is shown because of this place, or for a reason that lies in no cell of the board.
fn is_in_the_way(why: Obstacle, place: Axial, board: &Squares, piece: Piece) -> bool {
    match why {
        Obstacle::Unused(_) => true,
        Obstacle::Edge(_) => place.cell().is_none(),
        Obstacle::Blocked | Obstacle::Taken(_) => place.cell().is_some_and(|cell| obstacle(board, cell, piece).is_some()),
    }
}
