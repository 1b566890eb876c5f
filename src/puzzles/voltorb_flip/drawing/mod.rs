//! Draws the board: the layout, the clues and the level. Tiles are drawn in `tile`.

use crate::{
    VoltorbFlip,
    live::insight::Insight,
    model::{
        assumption::Assumption,
        entry::Entry,
        prior::Level,
        problem::Spot,
        rules::{Line, SIDE, TILES, Value},
        solution::Solution,
        state::State,
    },
    words,
};
use base::{
    board::Scene,
    fonts,
    look::Look,
    picture::{Anchor, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
};

use self::{
    shapes::{card, flaw_badge, ring, voltorb},
    tile::{Best, Face, visible_insight},
};

mod tile;
mod detail;
mod shapes;
pub mod decision;
pub mod flips;

/// The side length of tiles and clues.
pub const SIZE: f32 = 72.0;
/// The distance from one tile to the next.
const PITCH: f32 = 80.0;
/// The offset of the clues beside and below the tiles.
const CLUE_OFFSET: f32 = 5.0 * PITCH + 5.0;
/// The margin around the board.
const MARGIN: f32 = 12.0;
/// The height of the two lines that describe the pointed spot, and the size of their text.
const DETAIL: f32 = 44.0;
const DETAIL_TEXT: f32 = 13.0;

/// Draws the whole board.
pub fn draw(scene: &Scene<'_, VoltorbFlip>) -> Picture<Spot> {
    let before = tile::known_before(scene);
    let scene = &Scene { insight: before.as_ref().or(scene.insight), ..*scene };
    let mut picture = draw_tiles(scene, DETAIL, Best::of_tiles(scene));
    mark_flaws(&mut picture, scene);
    draw_detail(&mut picture, scene);
    if scene.view.names_tiles {
        // Nothing is typed, so the keyboard's focus has nowhere else to go.
        picture.targets.iter_mut().for_each(|target| target.focusable = matches!(target.spot, Spot::Tile(_)));
    }
    picture
}

/// Draws the board with nothing below it and no tile marked.
fn draw_board(scene: &Scene<'_, VoltorbFlip>) -> Picture<Spot> {
    draw_tiles(scene, 0.0, [None; TILES])
}

fn draw_tiles(scene: &Scene<'_, VoltorbFlip>, room_below: f32, best: [Option<Best>; TILES]) -> Picture<Spot> {
    let end = CLUE_OFFSET + SIZE + MARGIN;
    let mut picture = Picture::new(at(-MARGIN, -MARGIN), at(end, end + room_below), "Voltorb Flip");
    for line in Line::all() {
        draw_clue(&mut picture, scene, line);
    }
    draw_level(&mut picture, scene);
    for (tile, best) in best.into_iter().enumerate() {
        draw_tile(&mut picture, scene, tile, best);
    }
    picture
}

fn draw_detail(picture: &mut Picture<Spot>, scene: &Scene<'_, VoltorbFlip>) {
    let top = CLUE_OFFSET + SIZE + MARGIN;
    let (left, right) = (0.0, CLUE_OFFSET + SIZE);
    let colors = scene.look.colors;
    let [title, more] = detail::lines(scene);
    let size = scene.look.legible(DETAIL_TEXT);
    // Larger lines use the margin above and below them.
    let rows = [top + 12.0, top + 12.0 + (1.3 * size).max(20.0)];
    // What a click does is beside the first line or, if it would touch that, beside the second one.
    let fits = |line: &str, click: &str| size * (fonts::width(line, false) + fonts::width(click, false) + 1.0) <= right - left;
    let places = detail::of_click(scene)
        .into_iter()
        .flat_map(|click| rows.into_iter().zip([&title, &more]).map(move |place| (click.clone(), place)));
    let click = places.into_iter().find(|(click, (_, line))| fits(line, click)).map(|(click, (y, _))| (click, at(right, y)));
    let (click, place_of_click) = click.unwrap_or_default();
    let lines = [
        (title, at(left, rows[0]), Anchor::Start, colors.text),
        (more, at(left, rows[1]), Anchor::Start, colors.muted),
        (click, place_of_click, Anchor::End, colors.accent),
    ];
    for (line, at, anchor, color) in lines {
        if !line.is_empty() {
            picture.shapes.push(Shape::Text { at, anchor, size, bold: false, color, text: base::text::sentence(&line) });
        }
    }
}

/// Draws a solution as a thumbnail.
pub fn thumbnail(state: &State, solution: &Solution, look: &Look) -> Picture<Spot> {
    const CELL: f32 = 10.0;
    // As large as the smallest text that the window shows, at the size at which the list has its pictures.
    const DIGIT: f32 = 9.9;
    let side = CELL * SIDE as f32;
    let mut picture = Picture::new(at(0.0, 0.0), at(side, side), "board");
    for (tile, value) in solution.board.values().enumerate() {
        let min = at((tile % SIDE) as f32, (tile / SIDE) as f32) * CELL;
        let center = min + Vec2::splat(CELL / 2.0);
        let fill = match value {
            Value::Voltorb => look.colors.raised,
            Value::One => look.colors.panel,
            Value::Two => look.colors.raised.mix(look.colors.accent, 0.35),
            Value::Three => look.colors.raised.mix(look.colors.accent, 0.7),
        };
        let stroke = if state.tiles.0[tile].is_some() { Stroke::new(0.8, look.colors.good) } else { Stroke::NONE };
        card(&mut picture, (min + Vec2::splat(0.6), min + Vec2::splat(CELL - 0.6)), 1.5, fill, stroke);
        match value {
            Value::Voltorb => voltorb(&mut picture, center, 2.6, look),
            value => picture.text(center, DIGIT, value.is_multiplier(), fill.ink(), value.to_string()),
        }
    }
    picture
}

/// Returns the upper left corner of a tile.
fn tile_corner(tile: usize) -> Vec2 {
    at((tile % SIDE) as f32, (tile / SIDE) as f32) * PITCH
}

/// Returns the upper left corner of a clue.
fn clue_corner(line: Line) -> Vec2 {
    match line {
        Line::Row(row) => at(CLUE_OFFSET, row as f32 * PITCH),
        Line::Column(column) => at(column as f32 * PITCH, CLUE_OFFSET),
    }
}

/// Returns the upper left and lower right corners of a spot.
fn extent(spot: Spot) -> (Vec2, Vec2) {
    const HALF: f32 = 40.0;
    let whole = |min: Vec2| (min, min + Vec2::splat(SIZE));
    match spot {
        Spot::Tile(tile) => whole(tile_corner(tile)),
        Spot::Sum(line) => (clue_corner(line), clue_corner(line) + at(SIZE, HALF)),
        Spot::Voltorbs(line) => (clue_corner(line) + at(0.0, HALF), clue_corner(line) + Vec2::splat(SIZE)),
        Spot::Level => whole(Vec2::splat(CLUE_OFFSET)),
    }
}

fn target(picture: &mut Picture<Spot>, spot: Spot, label: String) {
    let (min, max) = extent(spot);
    picture.targets.push(Target { spot, outline: rectangle(min, max), label, focusable: true });
}

/// Returns the spot's flaws, to append to its label.
fn labels_of_flaws(scene: &Scene<'_, VoltorbFlip>, spot: Spot) -> String {
    let flaws = scene.flaws.iter().filter(|flaw| flaw.spots.contains(&spot));
    flaws.map(|flaw| format!(", error: {}", flaw.message)).collect()
}

fn draw_clue(picture: &mut Picture<Spot>, scene: &Scene<'_, VoltorbFlip>, line: Line) {
    let Entry { sum, voltorbs } = scene.state.entry(line);
    let (min, colors) = (clue_corner(line), scene.look.colors);
    let center = min.x + SIZE / 2.0;
    card(picture, (min, min + Vec2::splat(SIZE)), 8.0, colors.panel, Stroke::new(1.0, colors.line));
    for spot in [Spot::Sum(line), Spot::Voltorbs(line)].into_iter().filter(|&spot| scene.pointed == Some(spot)) {
        let (min, max) = extent(spot);
        card(picture, (min + Vec2::splat(3.0), max - Vec2::splat(3.0)), 6.0, colors.raised, Stroke::NONE);
    }
    let shown = |number: Option<u8>| number.map_or_else(|| "–".to_owned(), |number| number.to_string());
    // What is missing of a clue that was begun stands out.
    let is_begun = sum.is_some() != voltorbs.is_some();
    let color = |number: Option<u8>| if number.is_none() && is_begun { colors.accent } else { colors.text };
    picture.text(at(center, min.y + 25.0), scene.look.legible(22.0), true, color(sum), shown(sum));
    voltorb(picture, at(center - 10.0, min.y + 52.0), 7.0, scene.look);
    picture.text(at(center + 10.0, min.y + 52.0), scene.look.legible(15.0), false, color(voltorbs), shown(voltorbs));
    let points = sum.map_or_else(|| "points missing".to_owned(), words::points);
    target(picture, Spot::Sum(line), format!("{line}, {points}{}", labels_of_flaws(scene, Spot::Sum(line))));
    let voltorbs = voltorbs.map_or_else(|| "Voltorbs missing".to_owned(), words::voltorbs);
    target(picture, Spot::Voltorbs(line), format!("{line}, {voltorbs}{}", labels_of_flaws(scene, Spot::Voltorbs(line))));
}

fn draw_level(picture: &mut Picture<Spot>, scene: &Scene<'_, VoltorbFlip>) {
    let (min, max) = extent(Spot::Level);
    let colors = scene.look.colors;
    let center = (min + max) / 2.0;
    let fill = if scene.pointed == Some(Spot::Level) { colors.raised } else { colors.window };
    card(picture, (min, max), 8.0, fill, Stroke::new(1.0, colors.line));
    let level = LevelText::of(scene);
    picture.text(center - at(0.0, 14.0), scene.look.legible(11.0), false, colors.muted, "Level");
    picture.text(
        center + at(0.0, 9.0),
        scene.look.legible_within(SIZE - 4.0, 22.0, true, &level.shown),
        true,
        if level.is_given { colors.text } else { colors.muted },
        level.shown,
    );
    target(picture, Spot::Level, level.label + &labels_of_flaws(scene, Spot::Level));
}

/// What the board says about the level.
struct LevelText {
    shown: String,
    label: String,
    /// Whether the player knows it, rather than what the clues leave possible.
    is_given: bool,
}

impl LevelText {
    fn of(scene: &Scene<'_, VoltorbFlip>) -> Self {
        let state = scene.state;
        if let Some(level) = state.level {
            return Self { shown: level.to_string(), label: format!("level {level}"), is_given: true };
        }
        let of_range = |(first, last)| (format!("{first}-{last}"), format!("level unknown, from {first} to {last}"));
        let (shown, label) = match state.assume {
            Assumption::ANY_LEVEL => ("?".to_owned(), "level unknown".to_owned()),
            Assumption::Levels(first, last) => of_range((first, last)),
            Assumption::Chances(_) => of_range(state.assume.range().unwrap_or(Level::RANGE.into_inner())),
            Assumption::EqualBoards => ("none".to_owned(), "level unknown, all boards count equally".to_owned()),
        };
        match visible_insight(scene).and_then(Insight::level).map(Level::number) {
            Some(level) => Self { shown: level.to_string(), label: format!("{label}, must be {level}"), is_given: false },
            None => Self { shown, label, is_given: true },
        }
    }
}

fn draw_tile(picture: &mut Picture<Spot>, scene: &Scene<'_, VoltorbFlip>, tile: usize, best: Option<Best>) {
    let face = Face::of(scene, tile, best);
    tile::draw(picture, tile_corner(tile), &face, scene.look);
    if scene.pointed == Some(Spot::Tile(tile)) {
        ring(picture, extent(Spot::Tile(tile)), 1.5, scene.look.colors.text.fade(0.7));
    }
    let spot = Spot::Tile(tile);
    target(picture, spot, tile::label(&face, tile) + &labels_of_flaws(scene, spot));
}

/// Draws a ring and an exclamation mark at each spot with a flaw.
fn mark_flaws(picture: &mut Picture<Spot>, scene: &Scene<'_, VoltorbFlip>) {
    let mut marked = Vec::new();
    for &spot in scene.flaws.iter().flat_map(|flaw| &flaw.spots) {
        if !marked.contains(&spot) {
            marked.push(spot);
            let (min, max) = extent(spot);
            ring(picture, (min, max), 2.0, scene.look.colors.bad);
            flaw_badge(picture, at(max.x - 4.0, min.y + 4.0), scene.look);
        }
    }
}
