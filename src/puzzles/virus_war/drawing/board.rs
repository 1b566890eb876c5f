//! The board as a picture: squared paper with rings and crosses, as the game is played with pencils.
//!
//! Live viruses are large and bold on bare paper. Killed ones are small, on a tile in the colour of the player who killed them and
//! whose viruses they now connect. If the tile is only an outline, they are cut off from that player's live viruses.

use super::{
    marks,
    pencil::{CELL, bounds, center, live, pencil},
    shown::{Expected, can_move, end, expected_here, last_turn, mistake, moves_left, number_in_turn, solver},
};
use crate::{
    VirusWar,
    edit::view::Mistake,
    model::{
        cells::{Cell, CellSet},
        goal::{Aim, Stage},
        position::{Position, Site},
        standing::End,
        state::State,
        turn::Turn,
    },
    words::{board as words, goals, standing},
};
use base::{
    board::Scene,
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    text::sentence,
};

/// The space for the names of files and ranks.
const MARGIN: f32 = 24.0;
/// The space for the line with the player to move, and for a smaller line about the cell under the pointer.
const HEADER: f32 = 48.0;

/// Draws the board of the scene.
pub fn draw(scene: &Scene<'_, VirusWar>) -> Picture<Cell> {
    let board = &scene.state.board;
    let position = shown_position(scene.state, scene.shown);
    let side = f32::from(position.side());
    let end = end(scene);
    let standing = end.as_ref().map_or_else(|| task(scene), End::to_string);
    let label = format!("Virus War on a {} by {} board, {standing}", position.side(), position.side());
    let mut picture = Picture::new(at(-MARGIN, -HEADER), at(side * CELL + MARGIN / 2.0, side * CELL + MARGIN), label);
    match &end {
        Some(end) => end_header(&mut picture, end, scene.look),
        None => header(&mut picture, scene),
    }
    paper(&mut picture, &position, scene.look);
    names(&mut picture, position.side(), scene.look);
    sites(&mut picture, &position, scene.look);
    for cell in position.board() {
        match board.symbol(cell) {
            Some(symbol) if Site::from_symbol(symbol).is_some() => {}
            Some(symbol) => picture.text(center(&position, cell), 22.0, true, scene.look.colors.bad, symbol),
            None => marks::missing(&mut picture, center(&position, cell), scene.look),
        }
    }
    marks::all(&mut picture, &position, scene);
    targets(&mut picture, &position, scene);
    picture
}

/// Draws the board after the turn, without names and marks.
pub fn thumbnail(state: &State, turn: &Turn, look: &Look) -> Picture<Cell> {
    let position = state.position().after(state.to_move, turn.set());
    let side = f32::from(position.side());
    let mut picture = Picture::new(at(0.0, 0.0), at(side * CELL, side * CELL), turn.to_string());
    paper(&mut picture, &position, look);
    sites(&mut picture, &position, look);
    for cell in turn.cells() {
        let (min, max) = bounds(&position, *cell, 2.0);
        let stroke = Stroke::new(7.0, look.colors.accent);
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: Color::CLEAR, stroke });
    }
    picture
}

/// The position after the first steps of the turn shown.
fn shown_position(state: &State, shown: Option<(&Turn, usize)>) -> Position {
    let position = state.position();
    let made = shown.map_or(CellSet::NONE, |(turn, steps)| turn.cells().iter().take(steps).copied().collect());
    position.after(state.to_move, made)
}

fn header(picture: &mut Picture<Cell>, scene: &Scene<'_, VirusWar>) {
    let mover = solver(scene).unwrap_or(scene.state.to_move);
    let y = -HEADER + 18.0;
    live(picture, at(8.0, y), mover, 7.0, pencil(mover, scene.look));
    picture.shapes.push(Shape::Text {
        at: at(24.0, y),
        anchor: Anchor::Start,
        size: scene.look.legible(15.0),
        bold: true,
        color: scene.look.colors.text,
        text: task(scene),
    });
}

/// Who is to move, with the goal if it is the turn of a problem.
fn task(scene: &Scene<'_, VirusWar>) -> String {
    if let Some(solver) = solver(scene) {
        return standing::to_move(solver, 0);
    }
    let (mover, left) = (scene.state.to_move, moves_left(scene));
    match scene.state.aim() {
        Some(Aim { goal, stage: Stage::Making(_) }) if 0 < left => goals::task(mover, goal),
        _ => standing::to_move(mover, left),
    }
}

/// Draws how the game ended, and why.
fn end_header(picture: &mut Picture<Cell>, end: &End, look: &Look) {
    let y = -HEADER + 18.0;
    let line = |x: f32, y: f32, size: f32, bold: bool, color: Color, text: String| Shape::Text {
        at: at(x, y),
        anchor: Anchor::Start,
        size,
        bold,
        color,
        text,
    };
    if let Some(winner) = end.winner {
        live(picture, at(8.0, y), winner, 7.0, pencil(winner, look));
    }
    let left = if end.winner.is_some() { 24.0 } else { 0.0 };
    picture.shapes.push(line(left, y, look.legible(15.0), true, look.colors.text, sentence(&end.result())));
    picture.shapes.push(line(0.0, -10.0, look.legible(12.0), false, look.colors.text, sentence(&end.reason)));
}

fn paper(picture: &mut Picture<Cell>, position: &Position, look: &Look) {
    let side = f32::from(position.side());
    let (min, max) = (at(0.0, 0.0), Vec2::splat(side * CELL));
    let edge = Stroke::new(1.5, look.colors.muted);
    picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: look.colors.panel, stroke: Stroke::NONE });
    let stroke = Stroke::new(1.0, look.colors.line);
    for i in 1..position.side() {
        let offset = f32::from(i) * CELL;
        picture.shapes.push(Shape::Line { points: vec![at(offset, 0.0), at(offset, max.y)], stroke });
        picture.shapes.push(Shape::Line { points: vec![at(0.0, offset), at(max.x, offset)], stroke });
    }
    picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: Color::CLEAR, stroke: edge });
}

fn names(picture: &mut Picture<Cell>, side: u8, look: &Look) {
    for i in 0..side {
        let along = (f32::from(i) + 0.5) * CELL;
        let file = at(along, f32::from(side) * CELL + MARGIN / 2.0);
        picture.text(file, look.legible(13.0), false, look.colors.muted, char::from(b'a' + i));
        picture.text(at(-MARGIN / 2.0, along), look.legible(13.0), false, look.colors.muted, (side - i).to_string());
    }
}

fn sites(picture: &mut Picture<Cell>, position: &Position, look: &Look) {
    for cell in position.board() {
        let middle = center(position, cell);
        match position.site(cell) {
            Site::Empty => {}
            Site::Live(player) => live(picture, middle, player, CELL * 0.3, pencil(player, look)),
            Site::Killed(player) => {
                let killer = player.other();
                let tile = pencil(killer, look);
                let is_linked = position.linked(killer).contains(cell);
                let (min, max) = bounds(position, cell, 2.0);
                let fill = if is_linked { tile } else { tile.fade(0.2) };
                let ink = if is_linked { tile.ink() } else { look.colors.text };
                picture.shapes.push(Shape::Rectangle { min, max, radius: 4.0, fill, stroke: Stroke::new(1.5, tile) });
                live(picture, middle, player, CELL * 0.14, ink);
            }
        }
    }
}

fn targets(picture: &mut Picture<Cell>, position: &Position, scene: &Scene<'_, VirusWar>) {
    let mut cells: Vec<Cell> = position.board().into_iter().filter(|&cell| scene.state.board.symbol(cell).is_some()).collect();
    cells.sort_by_key(|cell| (std::cmp::Reverse(cell.rank()), cell.column()));
    let (last_turn, can_move) = (last_turn(scene), can_move(scene));
    for cell in cells {
        let (min, max) = bounds(position, cell, 0.0);
        let label = spoken(position, scene, &last_turn, can_move, cell);
        picture.targets.push(Target { spot: cell, outline: rectangle(min, max), label, focusable: true });
    }
}

/// The cell as spoken by screen readers. It says whether a move can be made here only while moves can be made.
fn spoken(position: &Position, scene: &Scene<'_, VirusWar>, last_turn: &[Cell], can_move: bool, cell: Cell) -> String {
    let mover = scene.state.to_move;
    let mut parts = vec![cell.to_string()];
    parts.push(match position.site(cell) {
        Site::Empty => "empty".to_string(),
        Site::Live(player) => format!("live {player}"),
        Site::Killed(player) => {
            let killer = player.other();
            let link = if position.linked(killer).contains(cell) { "linked" } else { "cut off" };
            format!("{player} killed by {killer}, {link}")
        }
    });
    if let Some(number) = number_in_turn(scene, cell) {
        parts.push(format!("move {number} of the turn"));
    }
    parts.extend(expected_here(scene, cell).map(|Expected { player, turn, place }| match place {
        Some(number) => format!("{player}'s move {number} is expected here"),
        None => format!("{player} is expected here in turn {turn}"),
    }));
    if let Some(Mistake { played, better, .. }) = mistake(scene) {
        parts.extend(played.contains(&cell).then(|| "part of the mistake".to_string()));
        parts.extend(better.contains(&cell).then(|| "part of the better turn".to_string()));
    }
    if last_turn.contains(&cell) {
        parts.push("part of the last turn".to_string());
    }
    let support = position.support(mover, cell);
    if can_move && !support.is_empty() {
        let viruses: Vec<String> = support.viruses.into_iter().map(|cell| cell.to_string()).collect();
        let beside = (!viruses.is_empty()).then(|| format!("next to {}", viruses.join(" ")));
        let chain = (!support.connectors.is_empty()).then(|| format!("through a chain of {}", support.connectors.len()));
        let reasons = beside.into_iter().chain(chain).collect::<Vec<_>>().join(" and ");
        parts.push(format!("{mover} can move here: {reasons}"));
    }
    if can_move && position.first_cell(mover).contains(cell) {
        parts.push(words::first_goes_here(mover));
    }
    if scene.flaws.iter().any(|flaw| flaw.spots.contains(&cell)) {
        parts.push("error".to_string());
    }
    parts.join(", ")
}
