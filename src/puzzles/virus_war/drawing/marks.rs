//! The marks on the board: where a move can be made and why, the moves of a turn, and what is wrong.

use super::{
    pencil::{CELL, bounds, center, live, pencil},
    shown::{Expected, can_move, end, expected_here, last_turn, mistake, number_in_turn},
};
use crate::{
    VirusWar,
    edit::view::{Mistake, Mode},
    model::{
        cells::{Cell, CellSet, OnBoard},
        position::{Position, Site},
    },
    words::{board as words, report::percent},
};
use base::{
    board::Scene,
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Sign, Stroke, Vec2, at},
};

/// The radius of the signs of a mistake.
const SIGN: f32 = 8.0;
/// Where the sign of the better turn is in the legend.
const SECOND: f32 = 132.0;

/// Draws all marks of the scene on the position shown.
pub fn all(picture: &mut Picture<Cell>, position: &Position, scene: &Scene<'_, VirusWar>) {
    for cell in last_turn(scene) {
        last_turn_dot(picture, position, cell, scene.look);
    }
    let accessible = if can_move(scene) { position.accessible(scene.state.to_move) } else { CellSet::NONE };
    for cell in accessible {
        self::accessible(picture, position, cell, scene.look);
    }
    let pointed = scene.pointed.filter(|&cell| accessible.contains(cell));
    if let Some(mistake) = mistake(scene) {
        mistaken_turn(picture, position, mistake, scene.look);
        // The line about the cell under the pointer has the same place.
        if pointed.is_none() && end(scene).is_none() {
            legend(picture, mistake, scene.look);
        }
    }
    if let Some(pointed) = pointed {
        reasons(picture, position, scene, pointed);
        if scene.view.mode == Mode::Play {
            preview(picture, position, scene, pointed);
        }
    }
    for cell in position.board() {
        if let Some(number) = number_in_turn(scene, cell) {
            badge(picture, position, cell, number, scene.look);
        }
        for (place, move_here) in expected_here(scene, cell).enumerate() {
            expected(picture, position, cell, place, move_here, scene.look);
        }
        if scene.flaws.iter().any(|flaw| flaw.spots.contains(&cell)) {
            flaw(picture, position, cell, scene.look);
        }
    }
}

/// A dot in the corner of a cell of the last turn.
fn last_turn_dot(picture: &mut Picture<Cell>, position: &Position, cell: Cell, look: &Look) {
    let corner = center(position, cell) + at(CELL * 0.38, CELL * -0.38);
    let (fill, stroke) = (look.colors.text, Stroke::new(1.5, look.colors.panel));
    picture.shapes.push(Shape::Circle { center: corner, radius: CELL * 0.07, fill, stroke });
}

/// A question mark on a cell that its row doesn't have.
pub fn missing(picture: &mut Picture<Cell>, middle: Vec2, look: &Look) {
    picture.text(middle, 22.0, true, look.colors.bad, "?");
}

/// A dot on an empty cell, or four corners around a virus that can be killed.
fn accessible(picture: &mut Picture<Cell>, position: &Position, cell: Cell, look: &Look) {
    let accent = look.colors.accent;
    if position.site(cell) == Site::Empty {
        let fill = accent.fade(0.8);
        picture.shapes.push(Shape::Circle { center: center(position, cell), radius: CELL * 0.09, fill, stroke: Stroke::NONE });
        return;
    }
    let middle = center(position, cell);
    let (reach, arm) = (CELL * 0.42, CELL * 0.15);
    for corner in [at(1.0, 1.0), at(1.0, -1.0), at(-1.0, -1.0), at(-1.0, 1.0)] {
        let tip = middle + corner * reach;
        let points = vec![tip - at(corner.x * arm, 0.0), tip, tip - at(0.0, corner.y * arm)];
        picture.shapes.push(Shape::Line { points, stroke: Stroke::new(2.5, accent) });
    }
}

/// Outlines around what makes the cell accessible, fainter ones around the viruses that link its chains, and ties to what the cell touches.
fn reasons(picture: &mut Picture<Cell>, position: &Position, scene: &Scene<'_, VirusWar>, cell: Cell) {
    let mover = scene.state.to_move;
    let (support, accent) = (position.support(mover, cell), scene.look.colors.accent);
    let reasons = support.viruses | support.connectors;
    let links = (support.connectors.grown() & position.live(mover)) - support.viruses;
    for (cells, strength) in [(links, 0.4), (reasons, 0.75)] {
        for reason in cells {
            outline(picture, position, reason, Stroke::new(2.0, accent.fade(strength)));
        }
    }
    outline(picture, position, cell, Stroke::new(2.5, accent));
    let here = center(position, cell);
    for touched in reasons & CellSet::from(cell).grown() {
        let way = center(position, touched) - here;
        let points = vec![here + way * 0.32, here + way * 0.68];
        picture.shapes.push(Shape::Line { points, stroke: Stroke::new(4.0, accent) });
    }
    let text = match position.first_cell(mover).contains(cell) {
        true => words::first_goes_here(mover),
        false => match (support.viruses.len(), support.connectors.len()) {
            (viruses, 0) => format!("{cell}: next to {viruses} of {mover}'s live viruses"),
            (0, chain) => format!("{cell}: through a chain of {chain}"),
            (viruses, chain) => format!("{cell}: next to {viruses} of {mover}'s live viruses and a chain of {chain}"),
        },
    };
    let (size, color) = (scene.look.legible(12.0), scene.look.colors.muted);
    picture.shapes.push(Shape::Text { at: at(0.0, -10.0), anchor: Anchor::Start, size, bold: false, color, text });
}

/// What a move on the cell would put there, half transparent.
fn preview(picture: &mut Picture<Cell>, position: &Position, scene: &Scene<'_, VirusWar>, cell: Cell) {
    let mover = scene.state.to_move;
    let color = pencil(mover, scene.look).fade(0.5);
    match position.after(mover, CellSet::from(cell)).site(cell) {
        Site::Live(player) => live(picture, center(position, cell), player, CELL * 0.3, color),
        _ => {
            let (min, max) = bounds(position, cell, 2.0);
            picture.shapes.push(Shape::Rectangle { min, max, radius: 4.0, fill: color, stroke: Stroke::NONE });
        }
    }
}

/// The number of a move in the corner of its cell.
fn badge(picture: &mut Picture<Cell>, position: &Position, cell: Cell, number: usize, look: &Look) {
    outline(picture, position, cell, Stroke::new(2.5, look.colors.accent));
    let (min, max) = bounds(position, cell, CELL * 0.2);
    let corner = at(max.x, min.y);
    let fill = look.colors.accent;
    picture.shapes.push(Shape::Circle { center: corner, radius: CELL * 0.2, fill, stroke: Stroke::new(1.5, look.colors.panel) });
    let number = number.to_string();
    let size = look.legible_within(CELL * 0.4, CELL * 0.27, true, &number);
    picture.text(corner, size, true, fill.ink(), number);
}

/// The number of an expected turn or move, in its player's colour, in a lower corner of a cell. A cell can be filled and then killed.
fn expected(picture: &mut Picture<Cell>, position: &Position, cell: Cell, place: usize, expected: Expected, look: &Look) {
    let fill = pencil(expected.player, look);
    let (min, max) = bounds(position, cell, CELL * 0.24);
    let corner = if place == 0 { at(min.x, max.y) } else { max };
    let stroke = Stroke::new(1.5, look.colors.panel);
    picture.shapes.push(Shape::Circle { center: corner, radius: CELL * 0.22, fill, stroke });
    let number = expected.number().to_string();
    let size = look.legible_within(CELL * 0.44, CELL * 0.3, true, &number);
    picture.text(corner, size, true, fill.ink(), number);
}

/// A question mark on each cell of the turn that was played and a tick on those of the better one, in opposite corners, since a cell can be
/// in both turns.
fn mistaken_turn(picture: &mut Picture<Cell>, position: &Position, mistake: &Mistake, look: &Look) {
    for &cell in &mistake.better {
        outline(picture, position, cell, Stroke::new(3.0, look.colors.good));
        let (min, _) = bounds(position, cell, CELL * 0.24);
        better_sign(picture, min, look);
    }
    for &cell in &mistake.played {
        if !mistake.better.contains(&cell) {
            outline(picture, position, cell, Stroke::new(2.0, look.colors.bad));
        }
        let (_, max) = bounds(position, cell, CELL * 0.24);
        played_sign(picture, max, look);
    }
}

fn played_sign(picture: &mut Picture<Cell>, center: Vec2, look: &Look) {
    sign(picture, center, look.colors.bad, look);
    picture.text(center, look.legible_within(2.0 * SIGN, SIGN * 1.4, true, "?"), true, look.colors.bad.ink(), "?");
}

fn better_sign(picture: &mut Picture<Cell>, center: Vec2, look: &Look) {
    sign(picture, center, look.colors.good, look);
    picture.sign(center, SIGN, Sign::Tick, look.colors.good.ink());
}

fn sign(picture: &mut Picture<Cell>, center: Vec2, fill: Color, look: &Look) {
    picture.shapes.push(Shape::Circle { center, radius: SIGN, fill, stroke: Stroke::new(1.5, look.colors.panel) });
}

/// What the signs of a mistake mean, above the board.
fn legend(picture: &mut Picture<Cell>, mistake: &Mistake, look: &Look) {
    const TEXT: f32 = 12.0;
    let (y, size) = (-12.0, look.legible(TEXT));
    let second = SECOND * size / TEXT;
    let mut line = |x: f32, text: String| {
        let (anchor, color) = (Anchor::Start, look.colors.text);
        picture.shapes.push(Shape::Text { at: at(x, y), anchor, size, bold: false, color, text });
    };
    line(2.0 * SIGN + 4.0, format!("played, lost {}", percent(mistake.loss)));
    line(second + SIGN + 4.0, "better".to_owned());
    played_sign(picture, at(SIGN, y), look);
    better_sign(picture, at(second, y), look);
}

/// An exclamation mark in the corner of a cell with a flaw.
fn flaw(picture: &mut Picture<Cell>, position: &Position, cell: Cell, look: &Look) {
    outline(picture, position, cell, Stroke::new(2.5, look.colors.bad));
    let (min, _) = bounds(position, cell, CELL * 0.2);
    picture.shapes.push(Shape::Circle { center: min, radius: CELL * 0.18, fill: look.colors.bad, stroke: Stroke::NONE });
    picture.text(min, look.legible_within(CELL * 0.36, CELL * 0.27, true, "!"), true, look.colors.bad.ink(), "!");
}

fn outline(picture: &mut Picture<Cell>, position: &Position, cell: Cell, stroke: Stroke) {
    let (min, max) = bounds(position, cell, 1.5);
    picture.shapes.push(Shape::Rectangle { min, max, radius: 4.0, fill: Color::CLEAR, stroke });
}
