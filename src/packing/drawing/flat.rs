//! The layers side by side, as drawn on paper: the top layer first, its back row at the top.

use glam::{IVec3, Vec2, Vec2Swizzles};

use super::{
    badge::{badge, color_beside},
    shown::Shown,
};
use crate::{
    edit::heat::HeatMap,
    model::{
        geometry::Extent,
        spot::Spot,
        state::{EMPTY, FREE, OUTSIDE},
    },
    words,
};
use base::{
    fonts,
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Target, at, rectangle},
    text::grouped,
};

/// The largest size of a cell.
const LARGEST_CELL: f32 = 30.0;
/// The gap between a cell and its tile, and the radius of the tile's corners, in cells.
const INSET: f32 = 0.04;
const ROUNDING: f32 = 0.14;
/// Half of what fills the gap between two tiles of a piece: across the gap up to where the corners are round, and along a whole side.
const JOINT: Vec2 = at(INSET + ROUNDING, 0.5 - INSET);
/// The smallest size of a cell with round corners.
const LEAST_ROUNDED: f32 = 14.0;
/// The height of a layer's caption, including its padding.
const CAPTION: f32 = 26.0;
/// The gap between columns of layers.
const GAP: f32 = 16.0;
/// The width of all columns together.
const WIDTH: f32 = 200.0;

/// With smaller cells, there is no room for captions.
const LEAST_CELL: f32 = 1.0;

/// The arrangement of the layers.
#[derive(Clone, Copy, Debug)]
struct Arrangement {
    cell: f32,
    columns: usize,
    rows: usize,
    gap: f32,
    /// The height of captions, or less where there are none.
    caption: f32,
}

impl Arrangement {
    /// Returns the upper left corner of a layer.
    fn corner(self, extent: Extent, z: usize) -> Vec2 {
        // In reading order, from the top layer down.
        let (place, columns) = (extent.z - 1 - z, self.columns.max(1));
        let step = at(self.cell * extent.x as f32 + self.gap, self.cell * extent.y as f32 + self.caption);
        at((place % columns) as f32, (place / columns) as f32) * step
    }
}

/// Chooses the number of columns that makes the cells largest.
fn arrangement(extent: Extent, height: f32) -> Arrangement {
    let arranged = |columns: usize, has_captions: bool| {
        let rows = extent.z.div_ceil(columns).max(1);
        // Without captions, half of the room is for cells.
        let (gap, caption) = if has_captions { (GAP, CAPTION) } else { (WIDTH / columns as f32 / 2.0, height / rows as f32 / 2.0) };
        let wide = (WIDTH - gap * (columns - 1) as f32) / (columns * extent.x.max(1)) as f32;
        let high = (height / rows as f32 - caption) / extent.y.max(1) as f32;
        Arrangement { cell: wide.min(high).min(LARGEST_CELL), columns, rows, gap, caption }
    };
    let best_of = |has_captions: bool| {
        let all = (1..=extent.z.max(1)).map(|columns| arranged(columns, has_captions));
        let larger = |best: Arrangement, next: Arrangement| if next.cell > best.cell + 0.5 { next } else { best };
        all.reduce(larger).unwrap_or_else(|| arranged(1, has_captions))
    };
    Some(best_of(true)).filter(|best| LEAST_CELL <= best.cell).unwrap_or_else(|| best_of(false))
}

/// Returns the size of the layers within this height.
pub fn size(extent: Extent, height: f32) -> Vec2 {
    let Arrangement { cell, columns, rows, gap, caption } = arrangement(extent, height);
    let width = columns as f32 * cell * extent.x as f32 + gap * (columns - 1) as f32;
    at(width.max(48.0), rows as f32 * (cell * extent.y as f32 + caption))
}

/// Paints all layers from this corner, within this height.
pub fn paint(picture: &mut Picture<Spot>, shown: &Shown, look: &Look, corner: Vec2, height: f32) {
    let extent = shown.grid.extent;
    let arrangement = arrangement(extent, height);
    let layer_size = arrangement.cell * at(extent.x as f32, extent.y as f32);
    for z in (0..extent.z).rev() {
        let sheet = Sheet { shown, look, corner: corner + arrangement.corner(extent, z), cell: arrangement.cell };
        sheet.paint(picture, z);
        if arrangement.caption < CAPTION {
            continue;
        }
        let below = sheet.corner + at(layer_size.x / 2.0, layer_size.y + CAPTION * 0.42);
        let (width, usual) = (layer_size.x + GAP - 2.0, 11.0);
        let fits = |caption: &String| look.legible(usual) * fonts::width(caption, false) <= width;
        let caption = Some(format!("front of layer {}", z + 1)).filter(fits).unwrap_or_else(|| format!("layer {}", z + 1));
        let size = look.legible_within(width, usual, false, &caption);
        picture.text(below, size, false, look.colors.muted, caption);
    }
}

/// Paints a frame around each cell for which the list is filtered, in the layers that were painted from this corner.
pub fn paint_filtered(picture: &mut Picture<Spot>, shown: &Shown, look: &Look, corner: Vec2, height: f32) {
    let extent = shown.grid.extent;
    let arrangement = arrangement(extent, height);
    for &(place, piece) in &shown.filtered {
        let cell = extent.cell(place);
        let corner = corner + arrangement.corner(extent, cell.z as usize);
        Sheet { shown, look, corner, cell: arrangement.cell }.paint_filtered(picture, cell, piece);
    }
}

/// Describes a cell to a screen reader.
pub fn label(shown: &Shown, place: usize) -> String {
    let cell = shown.grid.extent.cell(place);
    let error = if shown.flawed.contains(&place) { ", error" } else { "" };
    let position = words::position(cell.z + 1, cell.y + 1, cell.x + 1);
    format!("{position}, {}{error}{}", shown.spoken(place, "figure"), shown.spoken_signs(place))
}

/// One layer.
struct Sheet<'a> {
    shown: &'a Shown,
    look: &'a Look,
    corner: Vec2,
    cell: f32,
}

impl Sheet<'_> {
    /// Paints all tiles before all letters: while the solid turns, the window can keep a long run of shapes without letters.
    fn paint(&self, picture: &mut Picture<Spot>, z: usize) {
        let extent = self.shown.grid.extent;
        let in_layer = extent.x * extent.y;
        let cells = || (z * in_layer..(z + 1) * in_layer).map(|place| (place, extent.cell(place)));
        for (place, cell) in cells() {
            match self.shown.grid.marks[place] {
                OUTSIDE => {}
                FREE => self.paint_free(picture, cell, place),
                piece => self.paint_piece(picture, cell, piece),
            }
        }
        for (place, cell) in cells() {
            let mark = self.shown.grid.marks[place];
            match mark {
                OUTSIDE => self.paint_outside(picture, cell),
                FREE => self.paint_heat(picture, cell, place),
                piece => self.paint_marks(picture, cell, piece),
            }
            if self.shown.is_previewed(cell) {
                self.paint_preview(picture, cell, mark);
            }
            if let Some(color) = self.shown.cell_color(place).filter(|_| mark != OUTSIDE) {
                color_beside(picture, self.center(cell), self.cell, color, self.look);
            }
            if self.shown.flawed.contains(&place) {
                self.paint_flaw(picture, cell);
            }
            let min = self.min(cell);
            let outline = rectangle(min, min + Vec2::splat(self.cell));
            picture.targets.push(Target { spot: Spot::Cell(place as u16), outline, label: label(self.shown, place), focusable: true });
        }
    }

    fn min(&self, cell: IVec3) -> Vec2 {
        self.corner + self.cell * at(cell.x as f32, cell.y as f32)
    }

    fn center(&self, cell: IVec3) -> Vec2 {
        self.min(cell) + Vec2::splat(self.cell / 2.0)
    }

    fn tile(&self, picture: &mut Picture<Spot>, cell: IVec3, fill: Color, stroke: Stroke) {
        let inset = Vec2::splat(self.cell * INSET + stroke.width / 2.0);
        let (min, max) = (self.min(cell) + inset, self.min(cell) + Vec2::splat(self.cell) - inset);
        // On small tiles nobody sees round corners, which take many triangles.
        let radius = if self.cell < LEAST_ROUNDED { 0.0 } else { self.cell * ROUNDING };
        picture.shapes.push(Shape::Rectangle { min, max, radius, fill, stroke });
    }

    fn paint_outside(&self, picture: &mut Picture<Spot>, cell: IVec3) {
        picture.shapes.push(Shape::Circle {
            center: self.center(cell),
            radius: self.cell * 0.06,
            fill: self.look.colors.line,
            stroke: Stroke::NONE,
        });
    }

    fn paint_free(&self, picture: &mut Picture<Spot>, cell: IVec3, place: usize) {
        match self.heat(place) {
            Some((heat, kept)) if 0 < kept => self.tile(picture, cell, self.shown.heat_color(heat, kept), Stroke::NONE),
            heat => {
                self.tile(picture, cell, self.look.colors.raised, Stroke::new(1.0, self.look.colors.rim()));
                if heat.is_some() {
                    self.paint_cross(picture, cell);
                }
            }
        }
    }

    /// Writes how many solutions the piece in hand keeps here, or that the cell may stay empty.
    fn paint_heat(&self, picture: &mut Picture<Spot>, cell: IVec3, place: usize) {
        let Some((heat, kept)) = self.heat(place).filter(|&(_, kept)| 0 < kept) else {
            if self.heat(place).is_none() && self.shown.grid.is_optional(cell) {
                self.write(picture, cell, self.look.colors.muted, EMPTY.to_string());
            }
            return;
        };
        let figure = grouped(kept);
        let size = self.cell * if figure.len() <= 3 { 0.36 } else { 1.35 / figure.len() as f32 };
        let size = self.look.legible_within(self.cell, size, true, &figure);
        picture.text(self.written_at(cell).with_x(self.center(cell).x), size, true, self.shown.heat_color(heat, kept).ink(), figure);
    }

    fn heat(&self, place: usize) -> Option<(&HeatMap, u64)> {
        let heat = self.shown.heat.as_ref()?;
        Some((heat, heat.at(place)?))
    }

    /// Marks a cell in which the piece in hand would be a dead end.
    fn paint_cross(&self, picture: &mut Picture<Spot>, cell: IVec3) {
        let stroke = Stroke::new(self.cell * 0.06, self.look.colors.muted);
        for tip in [at(0.14, 0.14), at(0.14, -0.14)] {
            let (center, tip) = (self.center(cell), tip * self.cell);
            picture.shapes.push(Shape::Line { points: vec![center - tip, center + tip], stroke });
        }
    }

    /// Paints a tile that is joined to its neighbours of the same piece, so that gaps remain only between pieces.
    fn paint_piece(&self, picture: &mut Picture<Spot>, cell: IVec3, piece: char) {
        let color = self.shown.color(piece);
        self.tile(picture, cell, color, Stroke::NONE);
        let is_same = |step: IVec3| self.shown.grid.mark(cell + step) == Some(piece);
        let (left, back) = (is_same(IVec3::NEG_X), is_same(IVec3::NEG_Y));
        if left {
            self.paint_joint(picture, cell, at(-0.5, 0.0), JOINT, color);
        }
        if back {
            self.paint_joint(picture, cell, at(0.0, -0.5), JOINT.yx(), color);
        }
        if left && back && is_same(IVec3::NEG_X + IVec3::NEG_Y) {
            self.paint_joint(picture, cell, at(-0.5, -0.5), Vec2::splat(JOINT.x), color);
        }
    }

    /// Paints the piece's border if it is pointed at or given, and writes its name, on one of its cells with a square if it is given, or a
    /// dot if it is pinned.
    fn paint_marks(&self, picture: &mut Picture<Spot>, cell: IVec3, piece: char) {
        let color = self.shown.color(piece);
        if self.shown.pointed == Some(piece) {
            self.paint_outline(picture, cell, piece, self.look.colors.text);
        } else if self.shown.given.contains(piece) {
            self.paint_outline(picture, cell, piece, color.ink().fade(0.6));
        }
        self.write(picture, cell, color.ink(), self.shown.name(piece).to_string());
        if !self.shown.pinned.contains(&piece) || !self.shown.has_sign(cell, piece) {
            return;
        }
        let center = self.center(cell) + self.cell * at(0.3, -0.3);
        if self.shown.given.contains(piece) {
            let half = Vec2::splat(self.cell * 0.08);
            let (min, max, fill) = (center - half, center + half, color.ink().fade(0.8));
            picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill, stroke: Stroke::NONE });
        } else {
            let center = self.center(cell) + self.cell * at(0.32, -0.32);
            picture.shapes.push(Shape::Circle { center, radius: self.cell * 0.055, fill: color.ink().fade(0.8), stroke: Stroke::NONE });
        }
    }

    /// Paints the piece's border along this cell.
    fn paint_outline(&self, picture: &mut Picture<Spot>, cell: IVec3, piece: char, color: Color) {
        /// Where the border is between the middle of the cell and its side.
        const EDGE: f32 = 0.9;
        let stroke = Stroke::new(self.cell * 0.07, color);
        let half = self.cell / 2.0;
        let is_same = |step: IVec3| self.shown.grid.mark(cell + step) == Some(piece);
        for side in [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y].into_iter().filter(|&side| !is_same(side)) {
            let along = IVec3::new(-side.y, side.x, 0);
            // The line meets that of the next cell of the piece.
            let end = |step: IVec3| {
                let length = if is_same(step) { 1.0 } else { EDGE };
                self.center(cell) + half * (EDGE * at(side.x as f32, side.y as f32) + length * at(step.x as f32, step.y as f32))
            };
            picture.shapes.push(Shape::Line { points: vec![end(-along), end(along)], stroke });
        }
    }

    /// Fills the gap at this place in the cell, and the round corners beside it, all in cells.
    fn paint_joint(&self, picture: &mut Picture<Spot>, cell: IVec3, place: Vec2, half: Vec2, color: Color) {
        let (middle, half) = (self.center(cell) + self.cell * place, self.cell * half);
        picture.shapes.push(Shape::Rectangle { min: middle - half, max: middle + half, radius: 0.0, fill: color, stroke: Stroke::NONE });
    }

    fn paint_preview(&self, picture: &mut Picture<Spot>, cell: IVec3, mark: char) {
        let Some(preview) = &self.shown.preview else { return };
        let (color, width) = (if preview.fit.is_ok() { self.shown.color(preview.piece) } else { self.look.colors.bad }, self.cell * 0.07);
        // Opaque, so that no number shows through.
        self.tile(picture, cell, self.look.colors.window.mix(color, 0.45), Stroke::new(width, color));
        let is_hit = mark != FREE && mark != preview.piece;
        let is_hit_or_out = is_hit || mark == OUTSIDE;
        let text = if is_hit_or_out { "!".to_owned() } else { self.shown.name(preview.piece).to_string() };
        self.write(picture, cell, self.look.colors.text, text);
    }

    /// The middle of a cell, or beside its colour if it has one.
    fn written_at(&self, cell: IVec3) -> Vec2 {
        self.center(cell) + self.cell * self.shown.beside_color(cell)
    }

    /// Writes a letter on the cell.
    fn write(&self, picture: &mut Picture<Spot>, cell: IVec3, color: Color, text: String) {
        let size = self.look.legible_within(0.8 * self.cell, self.cell * 0.42, true, &text);
        picture.text(self.written_at(cell), size, true, color, text);
    }

    /// Paints a frame in the colour of the piece that must cover the cell, with its letter, or in the accent colour.
    fn paint_filtered(&self, picture: &mut Picture<Spot>, cell: IVec3, piece: Option<char>) {
        let color = self.shown.filter_color(piece);
        self.tile(picture, cell, Color::CLEAR, Stroke::new(self.cell * 0.2, self.look.colors.window));
        self.tile(picture, cell, Color::CLEAR, Stroke::new(self.cell * 0.12, color));
        let is_there = |piece: char| self.shown.grid.mark(cell) == Some(piece);
        let Some(piece) = piece.filter(|&piece| !is_there(piece)) else { return };
        let center = self.center(cell) + self.cell * at(-0.28, 0.28);
        badge(picture, center, self.cell * 0.24, (self.shown.name(piece), color), self.look);
    }

    fn paint_flaw(&self, picture: &mut Picture<Spot>, cell: IVec3) {
        let color = self.look.colors.bad;
        self.tile(picture, cell, Color::CLEAR, Stroke::new(self.cell * 0.07, color));
        badge(picture, self.center(cell) + self.cell * at(-0.3, -0.3), self.cell * 0.2, ('!', color), self.look);
    }
}
