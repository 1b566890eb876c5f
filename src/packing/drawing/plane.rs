//! A flat board: letters on cells, and lines between the pieces.

use glam::{IVec3, Vec2};

use super::{
    badge::{badge, color_alone, color_beside},
    shown::{NamedColors, Shown},
};
use crate::{
    Shared,
    model::{
        lattice::Lattice,
        marks::PLAIN,
        pieces::Piece,
        solution::Solution,
        spot::Spot,
        state::{EMPTY, FREE, Grid, OUTSIDE, State, is_piece},
    },
    words,
};
use base::{
    board::Scene,
    fonts,
    look::Look,
    picture::{Color, OnPaper, Picture, Remark, Shape, Stroke, Target, at},
    puzzle::Flaw,
    text::{counted, grouped},
};

/// The distance between the centres of adjacent cells.
const UNIT: f32 = 56.0;
/// The margin around the cells.
const MARGIN: f32 = 6.0;
/// The size of the letter on a cell.
const LETTER: f32 = 15.0;
/// How much smaller a cell without a piece is on each side, so that the background shows between them.
const GAP: f32 = 1.5;
/// The radius of the ring around flaws, which leaves space for a letter and a dot.
const RING: f32 = 0.42 * UNIT;
/// The radius of the disc beside such a ring.
const BADGE: f32 = 8.0;
/// The radius of the disc behind a number.
const DISC: f32 = 0.4 * UNIT;
/// The size of the numbers on the cells.
const NUMBER: f32 = 13.0;

/// Draws the whole board.
pub fn draw(scene: &Scene<'_, Shared>) -> Picture<Spot> {
    let shown = Shown::of(scene);
    let mut drawing = Drawing::of(&shown, scene.look);
    drawing.background();
    drawing.labels();
    drawing.lines();
    drawing.marks();
    drawing.heat_map();
    drawing.preview();
    drawing.colors();
    drawing.pointed();
    drawing.flaws();
    if shown.is_solved {
        drawing.success();
    }
    drawing.filter();
    drawing.targets(scene.flaws);
    drawing.picture
}

/// Draws a solution without letters and marks.
pub fn thumbnail(state: &State, solution: &Solution, look: &Look) -> Picture<Spot> {
    plain(&Shown::solution(state, solution, look), look)
}

/// Draws a position without letters and marks.
pub fn portrait(state: &State, look: &Look) -> Picture<Spot> {
    plain(&Shown::plan(state, state.grid(), look), look)
}

/// Draws a board or a solution with letters, but nothing that only a screen needs.
pub fn printed(shown: &Shown, look: &Look) -> Picture<Spot> {
    let mut drawing = Drawing::of(shown, look);
    drawing.background();
    drawing.labels();
    drawing.lines();
    drawing.marks();
    drawing.colors();
    drawing.picture
}

fn plain(shown: &Shown, look: &Look) -> Picture<Spot> {
    let mut drawing = Drawing::of(shown, look);
    drawing.background();
    drawing.lines();
    drawing.picture
}

/// Draws a single piece in one of its orientations.
pub fn piece(piece: &Piece, orientation: usize, colors: &NamedColors) -> Picture<Spot> {
    let orientations = piece.orientations();
    let cells = orientations.get(orientation).unwrap_or(&piece.cells);
    let frame = Frame(piece.lattice);
    let (low, high) = frame.bounds(cells.iter().copied());
    // Small pieces are drawn on the scale of pieces of five cells.
    let middle = (low + high) / 2.0;
    let half = Vec2::splat(((high - low).max_element() / 2.0).max(2.3 * UNIT));
    let mut picture = Picture::new(middle - half, middle + half, format!("piece {}", piece.name));
    for &cell in cells {
        let (fill, stroke) = (colors.color(piece.mark), Stroke::new(3.0, colors.look().colors.panel));
        picture.shapes.push(Shape::Polygon { points: frame.outline(cell, 0.0), fill, stroke });
    }
    let coloring = piece.colorings(cells).into_iter().next().unwrap_or_default();
    for (&cell, &color) in cells.iter().zip(&coloring).filter(|&(_, &color)| color != PLAIN) {
        color_alone(&mut picture, frame.center(cell), UNIT, color, colors.look());
    }
    picture
}

/// Where the cells of a lattice are drawn.
#[derive(Clone, Copy)]
struct Frame(&'static Lattice);

impl Frame {
    fn center(self, cell: IVec3) -> Vec2 {
        let [x, y] = self.0.drawn;
        UNIT * (cell.x as f32 * x + cell.y as f32 * y)
    }

    /// The corners of a cell that is smaller by this distance on each side. The side after a corner faces the step of the same number.
    fn outline(self, cell: IVec3, inset: f32) -> Vec<Vec2> {
        let scale = UNIT - 2.0 * inset;
        self.0.corners.iter().map(|&corner| self.center(cell) + scale * corner).collect()
    }

    /// The side of a cell that faces the step with this number.
    fn side(self, cell: IVec3, step: usize, inset: f32) -> Vec<Vec2> {
        let scale = UNIT - 2.0 * inset;
        let corner = |number: usize| self.center(cell) + scale * self.0.corners[number % self.0.corners.len()];
        vec![corner(step), corner(step + 1)]
    }

    fn bounds(self, cells: impl Iterator<Item = IVec3>) -> (Vec2, Vec2) {
        let points = cells.flat_map(|cell| self.outline(cell, 0.0));
        points.fold((Vec2::MAX, Vec2::MIN), |(low, high), point| (low.min(point), high.max(point)))
    }
}

/// A picture in the making.
struct Drawing<'a> {
    shown: &'a Shown,
    look: &'a Look,
    frame: Frame,
    picture: Picture<Spot>,
}

impl<'a> Drawing<'a> {
    fn of(shown: &'a Shown, look: &'a Look) -> Self {
        let grid = &shown.grid;
        let frame = Frame(grid.extent.lattice);
        let (low, high) = frame.bounds(grid.extent.cells());
        let margin = Vec2::splat(MARGIN);
        Self { shown, look, frame, picture: Picture::new(low - margin, high + margin, title(shown)) }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, IVec3, char)> + use<'a> {
        let grid: &'a Grid = &self.shown.grid;
        grid.extent.cells().zip(&grid.marks).enumerate().map(|(place, (cell, &mark))| (place, cell, mark))
    }

    fn steps(&self) -> impl Iterator<Item = (usize, IVec3)> + use<> {
        self.frame.0.steps.iter().copied().enumerate()
    }

    fn mark(&self, cell: IVec3) -> char {
        self.shown.grid.mark(cell).unwrap_or(OUTSIDE)
    }

    fn line(&mut self, points: Vec<Vec2>, stroke: Stroke) {
        self.picture.shapes.push(Shape::Line { points, stroke });
    }

    fn circle(&mut self, center: Vec2, radius: f32, fill: Color, stroke: Stroke) {
        self.picture.shapes.push(Shape::Circle { center, radius, fill, stroke });
    }

    fn polygon(&mut self, cell: IVec3, inset: f32, fill: Color, stroke: Stroke) {
        self.picture.shapes.push(Shape::Polygon { points: self.frame.outline(cell, inset), fill, stroke });
    }

    /// Draws each cell.
    fn background(&mut self) {
        for (place, cell, mark) in self.cells() {
            match mark {
                FREE => self.polygon(cell, GAP, self.look.colors.raised, Stroke::new(1.0, self.look.colors.rim())),
                OUTSIDE if !self.written(place).is_empty() => {}
                OUTSIDE => self.circle(self.frame.center(cell), 2.5, self.look.colors.line, Stroke::NONE),
                piece => self.polygon(cell, 0.0, self.shown.color(piece), Stroke::NONE),
            }
        }
    }

    /// What is written on a cell.
    fn written(&self, place: usize) -> &'a str {
        self.shown.labels.get(place).map_or("", String::as_str)
    }

    /// The middle of a cell, or beside its colour if it has one.
    fn written_at(&self, cell: IVec3) -> Vec2 {
        self.frame.center(cell) + UNIT * self.shown.beside_color(cell)
    }

    /// Writes on the cells that no piece covers. Numbers of solutions take the place of what is written.
    fn labels(&mut self) {
        for (place, cell, mark) in self.cells() {
            let text = self.written(place);
            let is_counted = self.shown.heat.as_ref().is_some_and(|heat| heat.at(place).is_some());
            let may_stay_empty = text.is_empty() && mark == FREE && self.shown.grid.is_optional(cell);
            let text = if may_stay_empty { EMPTY.to_string() } else { text.to_owned() };
            if text.is_empty() || is_counted || !matches!(mark, FREE | OUTSIDE) {
                continue;
            }
            // What stays open is what the board says.
            let (is_bold, color) = if mark == OUTSIDE { (true, self.look.colors.text) } else { (false, self.look.colors.muted) };
            let size = self.look.legible(LETTER);
            let size = size * ((UNIT - 4.0) / (size * fonts::width(&text, is_bold))).min(1.0);
            self.picture.text(self.written_at(cell).with_x(self.frame.center(cell).x), size, is_bold, color, text);
        }
    }

    /// Draws the edges of the pieces: thin lines within a piece, and lines in the colour of the background around it.
    fn lines(&mut self) {
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for (_, cell, mark) in self.cells().filter(|&(_, _, mark)| mark != OUTSIDE) {
            for (number, step) in self.steps() {
                let is_first = (cell.y, cell.x) < (cell.y + step.y, cell.x + step.x);
                let other = self.mark(cell + step);
                if other == OUTSIDE || !is_first {
                    continue;
                }
                let side = self.frame.side(cell, number, 0.0);
                if mark != other {
                    outer.push(side);
                } else if mark != FREE {
                    inner.push((side, self.shown.color(mark).mix(Color::BLACK, 0.22)));
                }
            }
        }
        inner.into_iter().for_each(|(side, color)| self.line(side, Stroke::new(1.0, color)));
        outer.into_iter().for_each(|side| self.line(side, Stroke::new(3.5, self.look.colors.window)));
    }

    /// Draws a letter on each cell of a piece, on one of them with a dot above it if the piece is pinned. A given piece has a square and an
    /// outline instead.
    fn marks(&mut self) {
        for (_, cell, piece) in self.cells().filter(|&(_, _, mark)| is_piece(mark)) {
            let (center, ink) = (self.frame.center(cell), self.shown.color(piece).ink());
            self.picture.text(self.written_at(cell), self.look.legible(LETTER), true, ink, self.shown.name(piece).to_string());
            let above = center - at(0.0, 0.31 * UNIT);
            let is_given = self.shown.given.contains(piece);
            let has_sign = self.shown.pinned.contains(&piece) && self.shown.has_sign(cell, piece);
            if is_given {
                self.outline(cell, piece, 5.0, Stroke::new(1.5, ink.fade(0.7)));
            }
            if is_given && has_sign {
                let half = at(3.5, 3.5);
                let (min, max) = (above - half, above + half);
                self.picture.shapes.push(Shape::Rectangle { min, max, radius: 1.0, fill: ink, stroke: Stroke::NONE });
            } else if has_sign {
                self.circle(above, 2.5, ink, Stroke::NONE);
            }
        }
    }

    /// Draws the colour of each cell as a disc with its letter.
    fn colors(&mut self) {
        for (place, cell, _) in self.cells().filter(|&(_, _, mark)| mark != OUTSIDE) {
            if let Some(color) = self.shown.cell_color(place) {
                color_beside(&mut self.picture, self.frame.center(cell), UNIT, color, self.look);
            }
        }
    }

    /// Draws the border of a piece along this cell, inside of it.
    fn outline(&mut self, cell: IVec3, piece: char, inset: f32, stroke: Stroke) {
        for (number, step) in self.steps() {
            if self.mark(cell + step) != piece {
                self.line(self.frame.side(cell, number, inset), stroke);
            }
        }
    }

    /// Draws the number of solutions on each cell where the piece in hand may be placed, or a cross for none.
    fn heat_map(&mut self) {
        let Some(heat) = &self.shown.heat else { return };
        for (place, cell, _) in self.cells() {
            let Some(kept) = heat.at(place).filter(|_| !self.shown.is_previewed(cell)) else { continue };
            let center = self.frame.center(cell);
            if kept == 0 {
                self.cross(center, 0.09 * UNIT, Stroke::new(2.0, self.look.colors.muted));
                continue;
            }
            let ground = self.shown.heat_color(heat, kept);
            // A disc, so that a number of solutions isn't taken for the name of a piece.
            self.circle(center, DISC, ground, Stroke::NONE);
            let number = grouped(kept);
            let size = self.look.legible_within(1.9 * DISC, NUMBER, false, &number);
            self.picture.text(self.written_at(cell).with_x(center.x), size, false, ground.ink(), number);
        }
    }

    /// Draws the piece in hand where it would be, marked if it doesn't fit. What a drop would do is said below the board.
    fn preview(&mut self) {
        let Some(preview) = &self.shown.preview else { return };
        let kept = self.shown.heat.as_ref().and_then(|heat| heat.at(preview.over));
        let own = self.shown.color(preview.piece);
        let (fill, rim) = match (&preview.fit, kept) {
            (Err(_), _) => (self.look.colors.bad.fade(0.35), self.look.colors.bad),
            (Ok(()), Some(0)) => (own.mix(self.look.colors.window, 0.6), self.look.colors.bad),
            (Ok(()), _) => (own, self.look.colors.text),
        };
        for &cell in &preview.cells {
            let center = self.frame.center(cell);
            self.polygon(cell, GAP + 1.0, fill, Stroke::new(2.0, rim));
            let is_hit = !matches!(self.mark(cell), FREE) && self.mark(cell) != preview.piece;
            if is_hit {
                // White with a dark edge, which is seen on every piece.
                self.cross(center, 0.16 * UNIT, Stroke::new(7.5, Color::BLACK));
                self.cross(center, 0.16 * UNIT, Stroke::new(4.0, Color::WHITE));
            } else if kept == Some(0) {
                self.cross(center, 0.2 * UNIT, Stroke::new(2.5, self.look.colors.bad));
            } else {
                let ink = if preview.fit.is_ok() { fill.ink() } else { self.look.colors.text };
                let at = self.written_at(cell);
                self.picture.text(at, self.look.legible(LETTER), true, ink, self.shown.name(preview.piece).to_string());
            }
        }
        self.picture.remark = self.shown.about_drop().map(|(text, ground)| Remark { text, ground });
    }

    fn cross(&mut self, center: Vec2, arm: f32, stroke: Stroke) {
        for tip in [at(arm, arm), at(arm, -arm)] {
            self.line(vec![center - tip, center + tip], stroke);
        }
    }

    /// Outlines the piece that is pointed at.
    fn pointed(&mut self) {
        let Some(piece) = self.shown.pointed else { return };
        for stroke in [Stroke::new(7.0, self.look.colors.window), Stroke::new(3.0, self.look.colors.text)] {
            for (_, cell, _) in self.cells().filter(|&(_, _, mark)| mark == piece) {
                self.outline(cell, piece, 1.0, stroke);
            }
        }
    }

    /// Outlines the board, which is solved.
    fn success(&mut self) {
        for (_, cell, _) in self.cells().filter(|&(_, _, mark)| mark != OUTSIDE) {
            for (number, step) in self.steps() {
                if self.mark(cell + step) == OUTSIDE {
                    self.line(self.frame.side(cell, number, -1.5), Stroke::new(4.0, self.look.colors.good));
                }
            }
        }
    }

    /// Draws a ring around each cell with a flaw, and a badge beside it.
    fn flaws(&mut self) {
        let bad = self.look.colors.bad;
        for (_, cell, _) in self.cells().filter(|(place, ..)| self.shown.flawed.contains(place)) {
            let center = self.frame.center(cell);
            self.circle(center, RING, Color::CLEAR, Stroke::new(5.0, self.look.colors.window));
            self.circle(center, RING, Color::CLEAR, Stroke::new(2.5, bad));
            badge(&mut self.picture, center + RING * at(0.7, -0.7), BADGE, ('!', bad), self.look);
        }
    }

    /// Draws a ring around each cell that is marked for the filter, or that a piece must cover in listed solutions, with its letter below.
    /// They aren't part of an exported picture.
    fn filter(&mut self) {
        let before = self.picture.shapes.len();
        for &(place, piece) in &self.shown.filtered {
            let cell = self.shown.grid.extent.cell(place);
            let center = self.frame.center(cell);
            let color = self.shown.filter_color(piece);
            self.circle(center, RING, Color::CLEAR, Stroke::new(6.0, self.look.colors.window));
            self.circle(center, RING, Color::CLEAR, Stroke::new(3.0, color));
            if let Some(piece) = piece.filter(|&piece| self.mark(cell) != piece) {
                badge(&mut self.picture, center + at(0.0, RING), BADGE, (self.shown.name(piece), color), self.look);
            }
        }
        let omitted = before..self.picture.shapes.len();
        self.picture.on_paper = (!omitted.is_empty()).then_some(OnPaper { omitted, max: self.picture.max });
    }

    fn targets(&mut self, flaws: &[Flaw<Spot>]) {
        let target = |(place, cell, _): (usize, IVec3, char)| {
            let spot = Spot::Cell(place as u16);
            let wrong = flaws.iter().filter(|flaw| flaw.spots.contains(&spot)).map(|flaw| format!(", error: {}", flaw.message));
            let label = format!("{}{}", self.label(place, cell), wrong.collect::<String>());
            Target { spot, outline: self.frame.outline(cell, 0.0), label, focusable: true }
        };
        self.picture.targets = self.cells().map(target).collect();
    }

    /// Describes a cell to a screen reader.
    fn label(&self, place: usize, cell: IVec3) -> String {
        let (position, written) = (words::place(true, self.frame.0.place(cell)), self.written(place));
        let written = if written.is_empty() { String::new() } else { format!(", {written}") };
        format!("{position}{written}, {}{}", self.shown.spoken(place, "board"), self.shown.spoken_signs(place))
    }
}

fn title(shown: &Shown) -> String {
    let count = |mark: char| shown.grid.marks.iter().filter(|&&found| found == mark).count() as u64;
    let cells = shown.grid.marks.len() as u64 - count(OUTSIDE);
    let placed = counted(shown.grid.pinned().count() as u64, "piece");
    let solved = if shown.is_solved { ", solved" } else { "" };
    format!("a board of {}, {placed} placed, {}{solved}", counted(cells, "cell"), counted(count(FREE), "free cell"))
}
