//! The graph of a game's report.

use super::pencil::pencil;
use crate::{
    look::Look,
    picture::{Anchor, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    puzzles::virus_war::{play::report::Choice, words::report as words},
};

/// The size of the part between the axes.
const PLOT: Vec2 = Vec2::new(520.0, 220.0);
/// The space at the left for numbers, and at the right for the names of the lines.
const LEFT: f32 = 64.0;
const RIGHT: f32 = 76.0;
/// The space above, and the space below for the numbers of turns.
const ABOVE: f32 = 12.0;
const BELOW: f32 = 26.0;
/// The size of the texts.
const TEXT: f32 = 12.0;
/// The fewest powers of ten on the vertical axis.
const FEWEST_DECADES: u32 = 2;

/// Draws turns and sequences over the game, on a logarithmic scale. A target stands for the number of turns before its point. `points` is
/// the number of points that the game has, and `shown` the one whose position is shown.
pub fn draw(choices: &[Choice], points: usize, shown: usize, look: &Look) -> Picture<usize> {
    let mut picture = Picture::new(at(-LEFT, -ABOVE), PLOT + at(RIGHT, BELOW), words::label(choices.len()));
    let most = choices.iter().map(|choice| choice.counts.sequences).max().unwrap_or(1).max(1);
    let decades = (most as f64).log10().ceil().max(f64::from(FEWEST_DECADES)) as u32;
    let step = PLOT.x / points.saturating_sub(1).max(1) as f32;
    let x = |choice: &Choice| choice.turns_before as f32 * step;
    let y = |count: u64| PLOT.y * (1.0 - (count.max(1) as f64).log10() as f32 / decades as f32);
    grid(&mut picture, decades, look);
    numbers(&mut picture, points, step, look);
    if shown < points {
        let place = shown as f32 * step;
        let stroke = Stroke::new(2.0, look.colors.accent.fade(0.6));
        picture.shapes.push(Shape::Line { points: vec![at(place, 0.0), at(place, PLOT.y)], stroke });
    }
    // Names at the ends of the lines must not touch each other.
    let mut lowest_name = f32::NEG_INFINITY;
    for (counts_turns, color, name) in [(false, look.colors.muted, words::SEQUENCES), (true, look.colors.accent, words::TURNS)] {
        let count = |choice: &Choice| if counts_turns { choice.counts.distinct } else { choice.counts.sequences };
        let line: Vec<Vec2> = choices.iter().map(|choice| at(x(choice), y(count(choice)))).collect();
        if let Some(&end) = line.last() {
            let height = end.y.max(lowest_name + TEXT + 3.0);
            lowest_name = height;
            let anchor = Anchor::Start;
            picture.shapes.push(Shape::Text { at: at(end.x + 10.0, height), anchor, size: TEXT, bold: true, color, text: name.to_owned() });
        }
        if line.len() > 1 {
            picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(2.0, color) });
        }
    }
    for choice in choices {
        for (count, radius) in [(choice.counts.sequences, 2.5), (choice.counts.distinct, 4.0)] {
            let center = at(x(choice), y(count));
            picture.shapes.push(Shape::Circle { center, radius, fill: pencil(choice.mover, look), stroke: Stroke::NONE });
        }
        picture.targets.push(target(choice, x(choice), step));
    }
    picture
}

fn grid(picture: &mut Picture<usize>, decades: u32, look: &Look) {
    for decade in 0..=decades {
        let y = PLOT.y * (1.0 - decade as f32 / decades as f32);
        picture.shapes.push(Shape::Line { points: vec![at(0.0, y), at(PLOT.x, y)], stroke: Stroke::new(1.0, look.colors.line) });
        let text = words::tick(10_u64.pow(decade));
        let color = look.colors.muted;
        picture.shapes.push(Shape::Text { at: at(-8.0, y), anchor: Anchor::End, size: TEXT, bold: false, color, text });
    }
}

/// The numbers of the turns below the graph, as many as there is room for.
fn numbers(picture: &mut Picture<usize>, points: usize, step: f32, look: &Look) {
    let every = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|&every| every as f32 * step >= 24.0).unwrap_or(500);
    for turn in (0..points).filter(|turn| (turn + 1) % every == 0 || *turn == 0) {
        picture.text(at(turn as f32 * step, PLOT.y + 14.0), TEXT, false, look.colors.muted, (turn + 1).to_string());
    }
}

/// What a point says: "Before turn 2 of X: 56 turns, 105 sequences".
pub fn described(choice: &Choice) -> String {
    let Choice { turns_before, mover, counts } = choice;
    words::point(turns_before + 1, mover, counts.distinct, counts.sequences)
}

fn target(choice: &Choice, x: f32, step: f32) -> Target<usize> {
    let half = step.min(PLOT.x) / 2.0;
    Target {
        spot: choice.turns_before,
        outline: rectangle(at(x - half, 0.0), at(x + half, PLOT.y)),
        label: described(choice),
        focusable: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::Puzzle,
        puzzles::virus_war::{VirusWar, play::report::report},
        search::Found,
    };

    #[test]
    fn each_point_is_drawn_where_its_target_is() {
        let line = VirusWar::deal(2).line().unwrap();
        let mut found = Found::default();
        assert!(report(&line, &mut found).is_continue());
        let points = found.items.len();
        for known in [0, 1, points] {
            let picture = draw(&found.items[..known], points, 0, &Look::default());
            assert_eq!(picture.targets.len(), known);
            let circles =
                picture.shapes.iter().filter_map(|shape| if let Shape::Circle { center, .. } = shape { Some(*center) } else { None });
            for (place, center) in circles.enumerate() {
                assert!(0.0 <= center.y && center.y <= PLOT.y, "{center:?}");
                assert_eq!(picture.target_at(center).map(|target| target.spot), Some(place / 2));
            }
        }
        let label = &draw(&found.items, points, 0, &Look::default()).targets[0].label;
        assert_eq!(label, "before turn 1 of O: 3 turns, 3 sequences");
    }
}
