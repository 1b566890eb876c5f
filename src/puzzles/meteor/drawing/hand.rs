//! The piece in hand over the board: the heat map, a preview of the piece, and what is said about it.

use super::hexagons::{BARE_RADIUS, DIGIT, Drawing, RADIUS, center, hatch_line};
use crate::{
    picture::{Color, Remark, Stroke, Vec2, at},
    puzzles::meteor::{
        edit::{
            hand::{Hand, Obstacle, obstacle},
            heat_map::HeatMap,
        },
        model::{
            geometry::{Axial, Cell, Cells},
            pieces::Piece,
            state::{Squares, State},
        },
    },
    text::{counted, grouped},
};

/// The size of the numbers on the cells.
const NUMBER_SIZE: f32 = 13.0;
/// How far the arms of the cross on what is in the way reach, the width of its lines, and their width with their edges.
const CROSS: f32 = 0.28 * RADIUS;
const CROSS_LINE: f32 = 4.0;
const CROSS_EDGE: f32 = 7.5;
/// The radius of the disc behind a number.
const DISC_RADIUS: f32 = 0.7 * RADIUS;

/// A piece in hand over a cell.
pub struct Preview<'a> {
    pub hand: Hand,
    pub over: Cell,
    pub state: &'a State,
    pub heat_map: Option<&'a HeatMap>,
}

/// What a drop on this cell would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The piece doesn't fit.
    Refused(Obstacle),
    /// It fits, but no solution has it here.
    DeadEnd,
    /// It fits, and this many solutions have it here.
    Keeps(u64),
    /// It fits, but the solutions are not counted yet.
    Uncounted,
}

impl Preview<'_> {
    fn outcome(&self) -> Outcome {
        match (self.hand.fit(self.state, self.over), self.heat_map.and_then(|heat_map| heat_map.at(self.over))) {
            (Err(obstacle), _) => Outcome::Refused(obstacle),
            (Ok(_), Some(0)) => Outcome::DeadEnd,
            (Ok(_), Some(kept)) => Outcome::Keeps(kept),
            (Ok(_), None) => Outcome::Uncounted,
        }
    }

    /// What is said about the drop.
    fn label(&self) -> Option<String> {
        match self.outcome() {
            Outcome::Refused(obstacle) => Some(obstacle.to_string()),
            Outcome::DeadEnd => Some("dead end: no solution has it here".to_owned()),
            Outcome::Keeps(kept) => {
                let all = self.heat_map.map_or(kept, |heat_map| heat_map.solutions);
                Some(match kept {
                    kept if kept == all => "every solution has it here".to_owned(),
                    1 => format!("1 of {} remains", counted(all, "solution")),
                    _ => format!("{} of {} remain", grouped(kept), counted(all, "solution")),
                })
            }
            Outcome::Uncounted => None,
        }
    }
}

/// What a screen reader says about a drop on this cell.
pub fn spoken(heat_map: Option<&HeatMap>, over: Cell) -> String {
    match heat_map.and_then(|heat_map| heat_map.at(over)) {
        None => String::new(),
        Some(0) => ", the piece in hand is a dead end here".to_owned(),
        Some(kept) => format!(", the piece in hand keeps {} here", counted(kept, "solution")),
    }
}

impl Drawing<'_> {
    /// Draws the number of solutions on each cell where the piece may be dropped, or a cross for none.
    pub fn heat_map(&mut self, heat_map: &HeatMap, piece: Piece, hidden: Cells) {
        let colors = self.look.colors;
        for cell in Cell::all().filter(|&cell| !hidden.contains(cell)) {
            let Some(kept) = heat_map.at(cell) else { continue };
            let center = center(cell.axial());
            if kept == 0 {
                self.cross(center, 0.15 * RADIUS, Stroke::new(2.0, colors.muted));
                continue;
            }
            let ground = colors.raised.mix(self.look.pieces[piece.index()], 0.15 + 0.75 * heat_map.intensity(kept));
            // A disc, so that a number of solutions isn't taken for the digit of a piece.
            self.circle(center, DISC_RADIUS, ground, Stroke::NONE);
            let number = grouped(kept);
            let size = self.look.legible_within(1.9 * DISC_RADIUS, NUMBER_SIZE, false, &number);
            self.picture.text(center, size, false, ground.ink(), number);
        }
    }

    /// Outlines the cells the piece in hand came from.
    pub fn origin(&mut self, cells: Cells) {
        for cell in cells.iter() {
            self.hexagon(center(cell.axial()), BARE_RADIUS - 3.0, Color::CLEAR, Stroke::new(1.5, self.look.colors.muted));
        }
    }

    /// Draws the preview: the piece where it would be, marked if it doesn't fit. What a drop would do is said below the board.
    pub fn preview(&mut self, preview: &Preview<'_>) {
        let outcome = preview.outcome();
        let own = self.look.pieces[preview.hand.piece.index()];
        let points = preview.hand.points(preview.over);
        let (fill, rim) = match outcome {
            Outcome::Refused(_) => (self.look.colors.bad.fade(0.35), self.look.colors.bad),
            Outcome::DeadEnd => (own.mix(self.look.colors.window, 0.6), self.look.colors.bad),
            Outcome::Keeps(_) | Outcome::Uncounted => (own, self.look.colors.text),
        };
        for point in points {
            let center = center(point);
            self.hexagon(center, BARE_RADIUS - 1.0, fill, Stroke::new(2.0, rim));
            match outcome {
                Outcome::Refused(obstacle) if is_in_the_way(obstacle, point, &preview.state.board, preview.hand.piece) => {
                    // White with a dark edge, which is seen on every piece.
                    self.cross(center, CROSS, Stroke::new(CROSS_EDGE, Color::BLACK));
                    self.cross(center, CROSS, Stroke::new(CROSS_LINE, Color::WHITE));
                }
                Outcome::Refused(_) => {
                    self.picture.text(center, self.look.legible(DIGIT), true, self.look.colors.text, preview.hand.piece.digit())
                }
                Outcome::DeadEnd => self.hatched(center, self.look.colors.bad),
                Outcome::Keeps(_) | Outcome::Uncounted => {
                    self.picture.text(center, self.look.legible(DIGIT), true, fill.ink(), preview.hand.piece.digit())
                }
            }
        }
        self.picture.remark = preview.label().map(|text| {
            let ground = if matches!(outcome, Outcome::Keeps(_)) { self.look.colors.text } else { self.look.colors.bad };
            Remark { text, ground }
        });
    }

    fn hatched(&mut self, center: Vec2, color: Color) {
        for offset in [-0.5, 0.0, 0.5] {
            self.line(hatch_line(center, BARE_RADIUS - 4.0, offset).to_vec(), Stroke::new(2.5, color));
        }
    }

    fn cross(&mut self, center: Vec2, arm: f32, stroke: Stroke) {
        for tip in [at(arm, arm), at(arm, -arm)] {
            self.line(vec![center - tip, center + tip], stroke);
        }
    }
}

/// Whether this point is one of those where the piece doesn't fit, beside the board or on it; all of them if the piece isn't allowed.
fn is_in_the_way(why: Obstacle, point: Axial, board: &Squares, piece: Piece) -> bool {
    let is_allowed = !matches!(why, Obstacle::NotAllowed(_));
    !is_allowed || point.cell().is_none_or(|cell| obstacle(board, cell, piece).is_some())
}
