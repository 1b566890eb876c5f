//! The board as a picture: the 3D view on the left, the layers on the right.

use glam::{IVec3, Vec2, Vec3};

use super::{
    badge::{color_alone, color_beside},
    flat,
    latest::latest_explosion,
    plane,
    shade::shaded,
    shown::{FreeCells, NamedColors, Shown},
    solid::{Body, Cube, Edge, Face, faces, silhouette},
};
use crate::{
    Shared,
    edit::{
        camera::Camera,
        view::{View, Visibility},
    },
    live::assembly::NoOrder,
    model::{
        geometry::Extent,
        pieces::Piece,
        solution::Solution,
        spot::Spot,
        state::{FREE, Grid, OUTSIDE, State},
    },
    words,
};
use base::{
    board::Scene,
    look::Look,
    picture::{Color, OnPaper, Picture, Shape, Stroke, Target, at, rectangle},
    text::counted,
};

/// The width and height of the 3D view.
const VIEW_SIZE: f32 = 480.0;
/// The diagonal of a face above which its lines don't get thicker.
const WIDEST_LINED: f32 = 180.0;
/// The padding around it.
const PADDING: f32 = 16.0;
/// In a small picture, nobody sees lines between cubes that are smaller than this.
const LEAST_LINED: f32 = 6.0;

/// Draws both views, or a flat board.
pub fn draw(scene: &Scene<'_, Shared>) -> Picture<Spot> {
    if scene.state.lattice.is_flat {
        return plane::draw(scene);
    }
    let shown = Shown::of(scene);
    let flat_size = flat::size(shown.grid.extent, VIEW_SIZE);
    let mut picture = Picture::new(at(0.0, 0.0), at(VIEW_SIZE + PADDING + flat_size.x, VIEW_SIZE), title(&shown));
    picture.targets.push(Target {
        spot: Spot::Turntable,
        outline: rectangle(at(0.0, 0.0), at(VIEW_SIZE, VIEW_SIZE)),
        label: "3D view: arrow keys rotate it, the mouse wheel zooms".to_owned(),
        focusable: true,
    });
    let easel = Easel {
        shown: &shown,
        look: scene.look,
        center: at(VIEW_SIZE, VIEW_SIZE) / 2.0,
        radius: VIEW_SIZE / 2.0 - PADDING,
        details: Details::All,
        marks: scene.marks,
    };
    let framed = easel.paint(&mut picture, scene.view);
    axes(&mut picture, scene.view.camera, scene.look);
    captions(&mut picture, &shown, scene.look);
    let corner = at(VIEW_SIZE + PADDING, (VIEW_SIZE - flat_size.y) / 2.0);
    if scene.view.zoom > 1.0 || shown.beyond().next().is_some() {
        let ground = scene.look.colors.window;
        let (min, max) = (corner - Vec2::splat(PADDING), corner + flat_size + Vec2::splat(PADDING));
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: ground, stroke: Stroke::NONE });
    }
    flat::paint(&mut picture, &shown, scene.look, corner, VIEW_SIZE);
    let before = picture.shapes.len();
    picture.shapes.extend(framed);
    flat::paint_filtered(&mut picture, &shown, scene.look, corner, VIEW_SIZE);
    let omitted = before..picture.shapes.len();
    picture.on_paper = (!omitted.is_empty()).then_some(OnPaper { omitted, max: picture.max });
    picture
}

/// Draws a solution as a small solid.
pub fn thumbnail(state: &State, solution: &Solution, look: &Look) -> Picture<Spot> {
    if state.lattice.is_flat {
        return plane::thumbnail(state, solution, look);
    }
    let mut shown = Shown::solution(state, solution, look);
    shown.colors.clear();
    small(&shown, title(&shown), Camera::default(), look)
}

/// Draws the figure of a position as a small solid, with its pinned pieces in their colours.
pub fn portrait(state: &State, look: &Look) -> Picture<Spot> {
    if state.lattice.is_flat {
        return plane::portrait(state, look);
    }
    let mut shown = Shown::plan(state, state.grid(), look);
    shown.free_cells = FreeCells::Solid;
    shown.colors.clear();
    let mut picture = small(&shown, title(&shown), Camera::default(), look);
    // It doesn't turn, so it needs no room for that.
    let faces = picture.shapes.iter().filter_map(|shape| if let Shape::Polygon { points, .. } = shape { Some(points) } else { None });
    let corners: Vec<Vec2> = faces.flatten().copied().collect();
    picture.min = corners.iter().copied().reduce(Vec2::min).unwrap_or(picture.min) - Vec2::ONE;
    picture.max = corners.iter().copied().reduce(Vec2::max).unwrap_or(picture.max) + Vec2::ONE;
    picture
}

/// Paints the 3D view with letters and marks. The figure stays within this distance of the centre.
pub fn paint_solid(picture: &mut Picture<Spot>, shown: &Shown, look: &Look, center: Vec2, radius: f32, view: &View) {
    Easel { shown, look, center, radius, details: Details::All, marks: &[] }.paint(picture, view);
}

/// Draws a single piece in one of its orientations, as the camera sees it.
pub fn piece(piece: &Piece, orientation: usize, camera: Camera, colors: &NamedColors) -> Picture<Spot> {
    if piece.lattice.is_flat {
        return plane::piece(piece, orientation, colors);
    }
    // The first orientation is the piece as it is defined; the others take longer.
    let turned = if orientation == 0 { None } else { piece.orientations().into_iter().nth(orientation) };
    let cells = turned.unwrap_or_else(|| piece.cells.clone());
    let corner = cells.iter().copied().reduce(IVec3::min).unwrap_or_default();
    let size = cells.iter().copied().reduce(IVec3::max).unwrap_or_default() - corner + IVec3::ONE;
    let extent = Extent::new(size.x as usize, size.y as usize, size.z as usize);
    let mut grid = Grid::outside(extent);
    cells.iter().for_each(|&cell| grid.set(cell - corner, piece.mark));
    let coloring = piece.colorings(&cells).into_iter().next().unwrap_or_default();
    cells.iter().zip(coloring).for_each(|(&cell, color)| grid.set_color(cell - corner, color));
    small(&Shown::figure(grid, colors.clone()), format!("piece {}", piece.name), camera, colors.look())
}

/// Draws only the solid, without letters and targets.
fn small(shown: &Shown, label: String, camera: Camera, look: &Look) -> Picture<Spot> {
    const SIDE: f32 = 64.0;
    let mut picture = Picture::new(at(0.0, 0.0), at(SIDE, SIDE), label);
    let easel = Easel { shown, look, center: at(SIDE, SIDE) / 2.0, radius: SIDE / 2.0, details: Details::Bodies, marks: &[] };
    easel.paint(&mut picture, &View { camera, explode: 0.0, ..View::default() });
    picture
}

/// Draws the directions of the axes in the lower left corner: x to the right, y to the front, z up.
fn axes(picture: &mut Picture<Spot>, camera: Camera, look: &Look) {
    const LENGTH: f32 = 20.0;
    let (lens, origin) = (camera.lens(1.0), at(34.0, VIEW_SIZE - 34.0));
    let mut axes = [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")];
    axes.sort_by(|(one, _), (other, _)| lens.depth(*one).total_cmp(&lens.depth(*other)));
    for (axis, name) in axes {
        let along = at(lens.project(axis).x, lens.project(axis).y);
        picture.shapes.push(Shape::Line { points: vec![origin, origin + along * LENGTH], stroke: Stroke::new(1.5, look.colors.muted) });
        let beyond = along.normalize_or(Vec2::ZERO) * 8.0;
        picture.text(origin + along * LENGTH + beyond, look.legible(11.0), true, look.colors.muted, name);
    }
}

/// Writes captions: the piece in hand or under the pointer above the figure, and below it why its solution can't be assembled.
fn captions(picture: &mut Picture<Spot>, shown: &Shown, look: &Look) {
    if let Some((caption, ground)) = caption_above(shown) {
        pill(picture, at(VIEW_SIZE / 2.0, PADDING + 2.0), &caption, ground, look);
    }
    let below = match shown.no_order {
        Some(NoOrder::Impossible) => "can't be assembled one piece at a time",
        Some(NoOrder::GaveUp) => "no assembly order found",
        None => return,
    };
    pill(picture, at(VIEW_SIZE / 2.0, VIEW_SIZE - PADDING - 2.0), below, look.colors.warn, look);
}

fn caption_above(shown: &Shown) -> Option<(String, Color)> {
    let about_piece = |piece| (format!("piece {}", shown.name(piece)), shown.color(piece));
    if shown.preview.is_some() { shown.about_drop() } else { shown.pointed.map(about_piece) }
}

/// Writes a caption on a rounded background.
fn pill(picture: &mut Picture<Spot>, middle: Vec2, caption: &str, ground: Color, look: &Look) {
    let size = look.legible(14.0);
    // The letters of the typeface are slightly wider than half their size.
    let half = at(0.28 * size * caption.chars().count() as f32 + 10.0, 0.95 * size);
    let rim = Stroke::new(2.0, look.colors.window);
    picture.shapes.push(Shape::Rectangle { min: middle - half, max: middle + half, radius: half.y, fill: ground, stroke: rim });
    picture.text(middle, size, true, ground.ink(), caption);
}

fn title(shown: &Shown) -> String {
    let cells = shown.grid.marks.iter().filter(|&&mark| mark != OUTSIDE).count();
    let pieces = shown.grid.pinned().count();
    let Grid { extent, .. } = &shown.grid;
    let (cells, placed) = (counted(cells as u64, "cell"), counted(pieces as u64, "piece"));
    let solved = if shown.is_solved { ", solved" } else { "" };
    format!("a figure of {cells} in a box of {} by {} by {}, {placed} placed{solved}", extent.x, extent.y, extent.z)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Details {
    /// With letters, marks and targets.
    All,
    /// Without them, for a small picture.
    Bodies,
}

/// Paints the 3D view.
struct Easel<'a> {
    shown: &'a Shown,
    look: &'a Look,
    center: Vec2,
    /// The figure stays within this distance of the centre, however it is rotated.
    radius: f32,
    details: Details,
    /// The spots that hints mark.
    marks: &'a [Spot],
}

impl Easel<'_> {
    /// Returns the frames around single cells, which must be painted above everything else.
    fn paint(&self, picture: &mut Picture<Spot>, view: &View) -> Vec<Shape> {
        let moved = self.shown.moved.as_deref();
        let can_explode = moved.is_none() && self.shown.can_explode();
        let explosion = (view.explode > 0.0 && can_explode).then(|| latest_explosion(&self.shown.whole));
        let exploded = |mark: char| explosion.as_ref().map_or(Vec3::ZERO, |explosion| explosion.offset(mark) * view.explode.min(1.0));
        let shift = |mark: char| moved.map_or_else(|| exploded(mark), |moved| moved.offset(mark).as_vec3());
        let at_home = bounds(&self.shown.whole, exploded);
        let reach = moved.map_or(at_home.reach, |moved| (moved.reach as f32).sqrt() / 2.0);
        let Bounds { center, half, .. } = at_home;
        let entering = |mark: char| self.shown.entering.filter(|&(piece, _)| piece == mark).map_or(Vec3::ZERO, |(_, away)| away);
        let cubes = self.cubes(view, |mark| shift(mark) + entering(mark));
        let lens = view.camera.lens(reach);
        let scale = self.radius / (reach * lens.widening()) * view.zoom;
        if self.details == Details::All {
            let on_page = |point: Vec3| self.center + lens.project(point) * scale;
            self.paint_floor(picture, half, lens.eye_from(Vec3::NEG_Z * half.z).z > 0.0, scale, on_page);
        }
        let has_inner_lines = self.details == Details::All || LEAST_LINED <= scale;
        for face in faces(&cubes, center, &lens, |name| self.highlight(name).is_some()) {
            let corners = face.corners.map(|corner| self.center + corner * scale);
            self.paint_face(picture, &cubes[face.cube], &face, corners, has_inner_lines, view);
        }
        let on_page = |corner: Vec3| silhouette(corner - center, &lens).iter().map(|&point| self.center + point * scale).collect();
        self.outline_marks(picture, &shift, &on_page);
        self.frames(shift, on_page)
    }

    /// The frames around the cells for which the list is filtered, and around those where the piece in hand hits another. `on_page` works
    /// as in [`Self::outline_marks`].
    fn frames(&self, shift: impl Fn(char) -> Vec3, on_page: impl Fn(Vec3) -> Vec<Vec2>) -> Vec<Shape> {
        let grid = &self.shown.whole;
        let frame = |(cell, color): (IVec3, Color)| {
            let mark = grid.mark(cell).filter(|&mark| mark != OUTSIDE)?;
            let mut points = left_of(VIEW_SIZE, &on_page(cell.as_vec3() + shift(mark)));
            points.push(*points.first()?);
            let line = |width, color| Shape::Line { points: points.clone(), stroke: Stroke::new(width, color) };
            Some([line(5.5, self.look.colors.window), line(2.5, color)])
        };
        let filtered = self.shown.filtered.iter().map(|&(place, piece)| (grid.extent.cell(place), self.shown.filter_color(piece)));
        let hit = self.shown.hit().map(|cell| (cell, self.look.colors.bad));
        filtered.chain(hit).filter_map(frame).flatten().collect()
    }

    /// The colour of the edges of a piece that stands out: it is under the pointer, or it has just moved.
    fn highlight(&self, name: char) -> Option<Color> {
        let colors = &self.look.colors;
        let has_moved = || self.shown.just_moved.contains(&name).then_some(colors.warn);
        if self.shown.pointed == Some(name) { Some(colors.text) } else { has_moved() }
    }

    /// Adds the outlines of all marked cells of the figure, so that no cube hides where they are. `on_page` returns the outline of the cube
    /// with this lower corner.
    fn outline_marks(&self, picture: &mut Picture<Spot>, shift: &impl Fn(char) -> Vec3, on_page: &impl Fn(Vec3) -> Vec<Vec2>) {
        let grid = &self.shown.whole;
        // A piece that has moved stands out as a whole.
        for &spot in self.marks.iter().filter(|_| self.shown.moved.is_none()) {
            let Spot::Cell(place) = spot else { continue };
            let cell = grid.extent.cell(place.into());
            if let Some(mark) = grid.mark(cell).filter(|&mark| mark != OUTSIDE) {
                picture.outlines.push((spot, left_of(VIEW_SIZE, &on_page(cell.as_vec3() + shift(mark)))));
            }
        }
    }

    /// Paints the floor below the figure, and says which side is the front. `on_page` projects a point relative to the centre.
    fn paint_floor(&self, picture: &mut Picture<Spot>, half: Vec3, is_from_above: bool, scale: f32, on_page: impl Fn(Vec3) -> Vec2) {
        const MARGIN: f32 = 0.2;
        let colors = &self.look.colors;
        let (right, front, floor) = (half.x + MARGIN, half.y + MARGIN, -half.z);
        let corners = [(-right, -front), (right, -front), (right, front), (-right, front)];
        let points = corners.map(|(x, y)| on_page(Vec3::new(x, y, floor))).to_vec();
        let fill = if is_from_above { colors.raised.fade(0.6) } else { Color::CLEAR };
        picture.shapes.push(Shape::Polygon { points, fill, stroke: Stroke::new(1.0, colors.rim().fade(0.6)) });
        let size = self.look.legible((0.3 * scale).clamp(11.0, 16.0));
        picture.text(on_page(Vec3::new(0.0, front + 0.8 * size / scale, floor)), size, false, colors.muted, words::FRONT);
    }

    fn cubes(&self, view: &View, shift: impl Fn(char) -> Vec3) -> Vec<Cube> {
        let grid = &self.shown.grid;
        let cube = |cell: IVec3, mark: char| {
            let home = self.shown.whole.mark(cell)?;
            let cube = |name: char, body: Body| Some(Cube { cell, name, shift: shift(home), body });
            match mark {
                OUTSIDE => None,
                FREE => match &self.shown.preview {
                    Some(preview) if self.shown.is_previewed(cell) => cube(preview.piece, Body::Glass),
                    _ => match self.shown.free_cells {
                        FreeCells::Glass => cube(FREE, Body::Glass),
                        FreeCells::Solid => cube(FREE, Body::Opaque),
                        FreeCells::Nothing => None,
                    },
                },
                piece => match view.visibility(self.shown.name(piece)) {
                    Visibility::Shown => cube(piece, Body::Opaque),
                    Visibility::Outlined => cube(piece, Body::Glass),
                    Visibility::Hidden => None,
                },
            }
        };
        let beyond = self.shown.beyond().map(|(cell, piece)| Cube { cell, name: piece, shift: shift(FREE), body: Body::Glass });
        grid.extent.cells().zip(&grid.marks).filter_map(|(cell, &mark)| cube(cell, mark)).chain(beyond).collect()
    }

    fn paint_face(&self, picture: &mut Picture<Spot>, cube: &Cube, face: &Face, corners: [Vec2; 4], has_inner_lines: bool, view: &View) {
        let paint = self.paint_of(cube, view);
        let fill = shaded(paint.color, face.normal, self.look).fade(paint.cover);
        picture.shapes.push(Shape::Polygon { points: corners.to_vec(), fill, stroke: Stroke::NONE });
        // Enlarged faces don't get thicker lines.
        let size = corners[0].distance(corners[2]).max(corners[1].distance(corners[3])).min(WIDEST_LINED);
        for (i, edge) in face.edges.iter().enumerate() {
            let stroke = match edge {
                Edge::Outer => {
                    self.highlight(cube.name).map_or(Stroke::new(size * 0.022, paint.outer), |color| Stroke::new(size * 0.03, color))
                }
                Edge::Repeated => continue,
                Edge::Inner if !has_inner_lines => continue,
                Edge::Inner => Stroke::new(size * 0.007, paint.inner),
            };
            picture.shapes.push(Shape::Line { points: vec![corners[i], corners[(i + 1) % 4]], stroke });
        }
        let place = self.shown.grid.extent.index(cube.cell);
        if let (Details::Bodies, Some(color)) = (self.details, place.and_then(|place| self.shown.cell_color(place))) {
            color_alone(picture, corners.iter().sum::<Vec2>() / 4.0, room_in(corners), color, self.look);
        }
        if let (Details::All, Some(place)) = (self.details, place) {
            self.paint_marks(picture, cube, place, corners);
            let outline = left_of(VIEW_SIZE, &corners);
            if !outline.is_empty() {
                // A screen reader reads the cells of the layers.
                let label = String::new();
                picture.targets.push(Target { spot: Spot::Face(place as u16), outline, label, focusable: false });
            }
        }
    }

    /// Paints a letter on the face, and its colour, and on one cube of a piece a dot if it is pinned, or a square if it is given.
    fn paint_marks(&self, picture: &mut Picture<Spot>, cube: &Cube, place: usize, corners: [Vec2; 4]) {
        let is_piece = cube.body == Body::Opaque;
        let (center, room, width) = (corners.iter().sum::<Vec2>() / 4.0, room_in(corners), across(corners).length());
        let size = (room * 0.5).min(width * 0.36);
        let is_flawed = self.shown.flawed.contains(&place);
        if size < 4.0 {
            return;
        }
        let color = self.shown.cell_color(place);
        match color {
            Some(color) if is_piece || is_flawed => color_beside(picture, center, room, color, self.look),
            Some(color) => color_alone(picture, center, 0.7 * room, color, self.look),
            None => {}
        }
        if !is_piece && !is_flawed {
            return;
        }
        let name = if is_piece { self.shown.name(cube.name).to_string() } else { String::new() };
        let text = if is_flawed { name + "!" } else { name };
        // A face is about twice as high as its letter.
        let size = if self.look.least_text <= 0.8 * room { self.look.legible_within(width, size, true, &text) } else { size };
        let ink = if is_piece { self.shown.ink(cube.name) } else { self.look.colors.bad };
        picture.text(center + room * self.shown.beside_color(cube.cell), size, true, ink, text);
        if is_piece && self.shown.pinned.contains(&cube.name) && self.shown.has_sign(cube.cell, cube.name) {
            let height = |corner: &Vec2| corner.x - 2.0 * corner.y;
            let upper_right = corners.into_iter().max_by(|a, b| height(a).total_cmp(&height(b))).unwrap_or(center);
            let spot = center.lerp(upper_right, 0.66);
            let fill = ink.fade(0.8);
            picture.shapes.push(if self.shown.given.contains(cube.name) {
                let points = corners.map(|corner| spot + (corner - center) * 0.17).to_vec();
                Shape::Polygon { points, fill, stroke: Stroke::NONE }
            } else {
                Shape::Circle { center: spot, radius: room * 0.055, fill, stroke: Stroke::NONE }
            });
        }
    }

    fn paint_of(&self, cube: &Cube, view: &View) -> Paint {
        let colors = &self.look.colors;
        let preview = self.shown.preview.as_ref().filter(|_| self.shown.is_previewed(cube.cell));
        if let (Some(preview), Body::Glass) = (preview, cube.body) {
            let color = if preview.fit.is_ok() { self.shown.color(preview.piece) } else { colors.bad };
            return Paint { color, cover: 0.6, outer: color, inner: color.fade(0.5) };
        }
        if cube.name == FREE && cube.body == Body::Opaque {
            return Paint { color: colors.muted, cover: 1.0, outer: colors.window, inner: colors.window.fade(0.35) };
        }
        if cube.name == FREE {
            let place = self.shown.grid.extent.index(cube.cell);
            if let Some((heat, kept)) = self.shown.heat.as_ref().zip(place).and_then(|(heat, place)| Some((heat, heat.at(place)?)))
                && kept > 0
            {
                let (color, strength) = (self.shown.hand_color(), heat.share(kept));
                return Paint { color, cover: 0.1 + 0.35 * strength, outer: color.fade(0.5 + 0.5 * strength), inner: color.fade(0.4) };
            }
            return Paint { color: colors.muted, cover: 0.1, outer: colors.muted.fade(0.55), inner: colors.muted.fade(0.35) };
        }
        let color = self.shown.color(cube.name);
        match view.visibility(self.shown.name(cube.name)) {
            Visibility::Outlined => Paint { color, cover: 0.06, outer: color, inner: color.fade(0.25) },
            Visibility::Shown | Visibility::Hidden => Paint { color, cover: 1.0, outer: colors.window, inner: colors.window.fade(0.35) },
        }
    }
}

/// How far a face reaches from its left side to its right one.
fn across([first, second, third, fourth]: [Vec2; 4]) -> Vec2 {
    (second - first + third - fourth) / 2.0
}

/// The diameter of the largest circle in the middle of a face.
fn room_in(corners: [Vec2; 4]) -> f32 {
    let [first, second, third, fourth] = corners;
    let (across, along) = (across(corners), (fourth - first + third - second) / 2.0);
    across.perp_dot(along).abs() / across.length().max(along.length()).max(f32::EPSILON)
}

/// The colours of a cube's faces.
struct Paint {
    color: Color,
    /// The opacity of the faces.
    cover: f32,
    /// The edges of the piece.
    outer: Color,
    /// The lines between its cubes.
    inner: Color,
}

/// Returns the part of a convex polygon that is left of this line.
fn left_of(right: f32, polygon: &[Vec2]) -> Vec<Vec2> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        if from.x <= right {
            part.push(from);
        }
        if (from.x <= right) != (to.x <= right) {
            part.push(from.lerp(to, (right - from.x) / (to.x - from.x)));
        }
    }
    part
}

/// Where the figure is.
struct Bounds {
    /// Its centre.
    center: Vec3,
    /// Half its size.
    half: Vec3,
    /// How far its cubes reach from the centre.
    reach: f32,
}

/// Returns the bounds of the figure after these shifts; of the whole box if the figure has no cells.
fn bounds(grid: &Grid, shift: impl Fn(char) -> Vec3) -> Bounds {
    let is_empty = grid.marks.iter().all(|&mark| mark == OUTSIDE);
    let cells = grid.extent.cells().zip(&grid.marks).filter(|&(_, &mark)| is_empty || mark != OUTSIDE);
    let corners: Vec<Vec3> = cells.map(|(cell, &mark)| cell.as_vec3() + shift(mark)).collect();
    let low = corners.iter().copied().reduce(Vec3::min).unwrap_or_default();
    let high = corners.iter().copied().reduce(Vec3::max).unwrap_or_default() + Vec3::ONE;
    let center = (low + high) / 2.0;
    let farthest = |corner: Vec3| (corner + Vec3::splat(0.5) - center).abs() + Vec3::splat(0.5);
    let reach = corners.iter().map(|&corner| farthest(corner).length()).fold(1.0, f32::max);
    Bounds { center, half: (high - low) / 2.0, reach }
}
