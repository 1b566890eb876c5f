//! The lines below the board, which describe the pointed spot, and say what a click does there.

use crate::{
    VoltorbFlip,
    edit::editing::{by_clicks, level_after_press},
    live::{advice::in_words, insight::Kind},
    model::{
        entry::Entry,
        problem::Spot,
        rules::{Line, SIDE, TILES, Value, column_of, row_of, tile_name},
    },
    words::{self, VOLTORB, percent},
};
use base::{board::Scene, text::counted};

use super::tile::visible_insight;

/// Returns the two lines; both are empty if there is nothing to say.
pub fn lines(scene: &Scene<'_, VoltorbFlip>) -> [String; 2] {
    match scene.pointed {
        Some(Spot::Tile(_)) if scene.view.names_tiles => legend(scene),
        Some(Spot::Tile(tile)) => match scene.state.tiles.0[tile] {
            None => of_tile(scene, tile),
            Some(value) if scene.view.game.is_none() => {
                [format!("{}: {value}, face up", tile_name(tile)), "keys V, 1, 2, 3; ? turns it face down".to_owned()]
            }
            Some(_) => legend(scene),
        },
        Some(Spot::Sum(line) | Spot::Voltorbs(line)) => of_line(scene, line),
        _ => legend(scene),
    }
}

/// Says what a click on the pointed spot does, before it is done: in full, and shorter if there is less room. Empty if it only moves the
/// focus.
pub fn of_click(scene: &Scene<'_, VoltorbFlip>) -> Vec<String> {
    match (scene.pointed, &scene.view.game) {
        (pointed, _) if scene.view.names_tiles => match pointed {
            Some(Spot::Tile(tile)) if scene.state.tiles.0[tile].is_none() => vec!["click: your choice".to_owned()],
            _ => Vec::new(),
        },
        (Some(Spot::Tile(tile)), Some(game)) if game.end.is_none() && scene.state.tiles.0[tile].is_none() => {
            vec!["click: flip it".to_owned()]
        }
        (Some(Spot::Tile(tile)), None) => {
            let mut values = by_clicks(scene.state, scene.view, tile);
            let next = values.next();
            let again: Vec<String> =
                values.filter(|_| scene.state.tiles.0[tile].is_none()).map(|value| value.letter().to_string()).collect();
            let Some(next) = next else { return vec!["click: face down".to_owned()] };
            let short = format!("click: {next}");
            if again.is_empty() { vec![short] } else { vec![format!("{short}, again: {}", again.join(", ")), short] }
        }
        (Some(Spot::Level), None) => match level_after_press(scene.state.level) {
            Some(next) => vec![format!("click: level {next}")],
            None => vec!["click: level unknown".to_owned()],
        },
        _ => Vec::new(),
    }
}

fn of_tile(scene: &Scene<'_, VoltorbFlip>, tile: usize) -> [String; 2] {
    let Some(insight) = visible_insight(scene).filter(|_| !scene.view.is_over()) else { return legend(scene) };
    let Some(chances) = insight.chances(tile) else { return legend(scene) };
    let value = insight.values.and_then(|values| values[tile / SIDE][tile % SIDE]).filter(|_| insight.kind == Kind::Ok);
    let name = tile_name(tile);
    let [voltorb, one, two, three] = chances.map(percent);
    let chances = format!("{VOLTORB} {voltorb}   1: {one}   2: {two}   3: {three}");
    if let Some(listed) = scene.shown.filter(|&(_, steps)| 0 < steps).and_then(|(board, _)| board.value(tile)) {
        return [format!("{name}: {listed} on the listed board"), chances];
    }
    // Short enough for what a click does beside it.
    let title = value.map_or_else(|| name.clone(), |value| format!("{name} next: {}", in_words(insight.objective, value)));
    [title, chances]
}

/// Describes what remains of a line's clue after its face-up tiles.
fn of_line(scene: &Scene<'_, VoltorbFlip>, line: Line) -> [String; 2] {
    let entry = scene.state.entry(line);
    let Some(clue) = entry.clue() else { return [unfinished(line, entry), String::new()] };
    let is_on = |tile: usize| match line {
        Line::Row(row) => row_of(tile) == row,
        Line::Column(column) => column_of(tile) == column,
    };
    let shown: Vec<_> = scene.state.tiles.face_up().filter(|&(tile, _)| is_on(tile)).map(|(_, value)| value).collect();
    let sum: u8 = shown.iter().map(|value| value.points()).sum();
    let voltorbs = shown.iter().filter(|&&value| value == Value::Voltorb).count() as u8;
    let remaining = match (clue.sum.checked_sub(sum), clue.voltorbs.checked_sub(voltorbs), SIDE - shown.len()) {
        (Some(_), Some(_), 0) => "all tiles are face up".to_owned(),
        (Some(sum), Some(voltorbs), tiles) => {
            let tiles = counted(tiles as u64, "tile");
            format!("face down: {tiles} with {} and {}", words::points(sum), words::voltorbs(voltorbs))
        }
        _ => "the face-up tiles exceed this clue".to_owned(),
    };
    [format!("{line}: {}, {}", words::points(clue.sum), words::voltorbs(clue.voltorbs)), remaining]
}

/// Says what to type for a clue of which a number is missing.
fn unfinished(line: Line, entry: Entry) -> String {
    match (entry.sum, entry.voltorbs) {
        (Some(sum), None) => format!("{line}: {}; now type the Voltorbs", words::points(sum)),
        (None, Some(voltorbs)) => format!("{line}: {}; now type the points", words::voltorbs(voltorbs)),
        _ => format!("{line}: type points and Voltorbs, like 5 2"),
    }
}

/// Explains the figures on the tiles while nothing is pointed at.
fn legend(scene: &Scene<'_, VoltorbFlip>) -> [String; 2] {
    let has_odds = !scene.view.is_over() && visible_insight(scene).is_some_and(|insight| insight.tiles.is_some());
    let is_board_shown = scene.shown.is_some_and(|(solution, steps)| 0 < steps && (0..TILES).all(|tile| solution.value(tile).is_some()));
    if has_odds && is_board_shown {
        ["a listed board; percent: the chance of the value shown".to_owned(), "Esc: back to the odds".to_owned()]
    } else if has_odds && scene.state.tiles.face_down().count() > 0 && scene.state.tiles.face_up().count() < TILES {
        ["percent: the chance of a Voltorb".to_owned(), "bars: the chances of 1, 2 and 3".to_owned()]
    } else {
        [String::new(), String::new()]
    }
}
