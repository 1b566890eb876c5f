//! The two lines below the board, which describe the pointed spot.

use crate::{
    board::Scene,
    puzzles::voltorb_flip::{
        VoltorbFlip,
        live::{
            advice::in_words,
            insight::Kind,
            wording::{percent, points, voltorb_count},
        },
        model::{
            problem::Spot,
            rules::{Clue, Line, SIDE, TILES, Value, column_of, row_of, tile_name},
        },
    },
};

use super::tile::visible_insight;

/// Returns the two lines; both are empty if there is nothing to say.
pub fn lines(scene: &Scene<'_, VoltorbFlip>) -> [String; 2] {
    match scene.pointed {
        Some(Spot::Tile(tile)) if scene.state.tiles.0[tile].is_none() => of_tile(scene, tile),
        Some(Spot::Sum(line) | Spot::Voltorbs(line)) => of_line(scene, line),
        _ => legend(scene),
    }
}

fn of_tile(scene: &Scene<'_, VoltorbFlip>, tile: usize) -> [String; 2] {
    let Some(insight) = visible_insight(scene) else { return legend(scene) };
    let Some([voltorb, one, two, three]) = insight.chances(tile) else { return legend(scene) };
    let chances = format!("Voltorb {}   1: {}   2: {}   3: {}", percent(voltorb), percent(one), percent(two), percent(three));
    let value = insight.values.and_then(|values| values[tile / SIDE][tile % SIDE]).filter(|_| insight.kind == Kind::Ok);
    let then = value.map_or_else(String::new, |value| format!(": if it is flipped next, {}", in_words(insight.objective, value)));
    [tile_name(tile) + &then, chances]
}

/// Describes what remains of a line's clue after its face-up tiles.
fn of_line(scene: &Scene<'_, VoltorbFlip>, line: Line) -> [String; 2] {
    let clue = match line {
        Line::Row(row) => scene.state.rows[row],
        Line::Column(column) => scene.state.columns[column],
    };
    let is_on = |tile: usize| match line {
        Line::Row(row) => row_of(tile) == row,
        Line::Column(column) => column_of(tile) == column,
    };
    let shown: Vec<_> = scene.state.tiles.face_up().filter(|&(tile, _)| is_on(tile)).map(|(_, value)| value).collect();
    let total = format!("{line}: {}, {}", points(clue.sum), voltorb_count(clue.voltorbs));
    let sum: u8 = shown.iter().map(|value| value.points()).sum();
    let voltorbs = shown.iter().filter(|&&value| value == Value::Voltorb).count() as u8;
    let left = match (clue.sum.checked_sub(sum), clue.voltorbs.checked_sub(voltorbs), SIDE - shown.len()) {
        (Some(_), Some(_), 0) => "all its tiles are face up".to_owned(),
        (Some(sum), Some(voltorbs), tiles) => {
            let tiles = if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") };
            format!("face down: {tiles} with {} and {}", points(sum), voltorb_count(voltorbs))
        }
        _ => "more than that is face up".to_owned(),
    };
    if clue == Clue::default() { [format!("{line}: type its points and Voltorbs, as 5 2"), String::new()] } else { [total, left] }
}

/// Explains the figures on the tiles while nothing is pointed at.
fn legend(scene: &Scene<'_, VoltorbFlip>) -> [String; 2] {
    let has_odds = visible_insight(scene).is_some_and(|insight| insight.tiles.is_some());
    let is_over = scene.view.game.as_ref().is_some_and(|game| game.end.is_some());
    if has_odds && is_over {
        ["percent: how likely it was that this lay there".to_owned(), String::new()]
    } else if has_odds && scene.state.tiles.face_down().count() > 0 && scene.state.tiles.face_up().count() < TILES {
        ["percent: the chance of a Voltorb".to_owned(), "bars: the chances of 1, 2 and 3".to_owned()]
    } else {
        [String::new(), String::new()]
    }
}
