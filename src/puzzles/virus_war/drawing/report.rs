//! The graphs of a game's report: the numbers of turns, and the chances of winning.

use super::pencil::pencil;
use crate::{
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    puzzles::virus_war::{
        model::position::Player,
        play::{
            report::Choice,
            review::{Judgement, MISTAKE},
        },
        words::report as words,
    },
};

/// The height of the part between the axes.
const HEIGHT: f32 = 150.0;
/// The space at the left for numbers of turns, or for chances, and at the right for a ring.
const FOR_COUNTS: f32 = 64.0;
const FOR_CHANCES: f32 = 44.0;
const RIGHT: f32 = 12.0;
/// The space above, and the space below for the numbers of turns.
const ABOVE: f32 = 12.0;
const BELOW: f32 = 26.0;
/// The size of the texts.
const TEXT: f32 = 12.0;
/// The distance of a name from the upper or lower edge.
const NAME: f32 = 10.0;
/// The fewest powers of ten on the vertical axis.
const FEWEST_DECADES: u32 = 2;

/// Draws turns and sequences over the game, on a logarithmic scale. A target stands for the number of turns before its point. `points` is
/// the number of points that the game has, and `shown` the one whose position is shown.
pub fn draw(choices: &[Choice], points: usize, shown: usize, width: f32, look: &Look) -> Picture<usize> {
    let Frame { mut picture, plot, step } = Frame::new(points, shown, words::label(choices.len()), (width, FOR_COUNTS), look);
    let most = choices.iter().map(|choice| choice.counts.sequences).max().unwrap_or(1).max(1);
    let decades = (most as f64).log10().ceil().max(f64::from(FEWEST_DECADES)) as u32;
    let x = |choice: &Choice| choice.turns_before as f32 * step;
    let y = |count: u64| plot.y * (1.0 - (count.max(1) as f64).log10() as f32 / decades as f32);
    for decade in 0..=decades {
        rule(&mut picture, plot, y(10_u64.pow(decade)), words::tick(10_u64.pow(decade)), look);
    }
    // Where a game begins there are few turns, so the names are over the lines.
    for (counts_turns, color, name, height) in
        [(false, look.colors.muted, words::SEQUENCES, NAME), (true, look.colors.accent, words::TURNS, 2.0 * NAME + 3.0)]
    {
        let count = |choice: &Choice| if counts_turns { choice.counts.distinct } else { choice.counts.sequences };
        let line: Vec<Vec2> = choices.iter().map(|choice| at(x(choice), y(count(choice)))).collect();
        self::name(&mut picture, height, color, name.to_owned());
        if line.len() > 1 {
            picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(2.0, color) });
        }
    }
    for choice in choices {
        for (count, radius) in [(choice.counts.sequences, 2.5), (choice.counts.distinct, 4.0)] {
            let center = at(x(choice), y(count));
            picture.shapes.push(Shape::Circle { center, radius, fill: pencil(choice.mover, look), stroke: Stroke::NONE });
        }
        picture.targets.push(target(choice.turns_before, described(choice), step, plot));
    }
    picture
}

/// Draws the chance of each player to win over the game, as far as it is known, with a ring around the points at which a mistake was made.
pub fn draw_chances(judgements: &[Judgement], points: usize, shown: usize, width: f32, look: &Look) -> Picture<usize> {
    let label = words::chances_label(judgements.len());
    let Frame { mut picture, plot, step } = Frame::new(points, shown, label, (width, FOR_CHANCES), look);
    let place = |judgement: &Judgement| at(judgement.turns_before as f32 * step, plot.y * (1.0 - judgement.chance_of(Player::O) as f32));
    for quarter in 0..=4 {
        let share = quarter as f32 / 4.0;
        rule(&mut picture, plot, plot.y * (1.0 - share), words::percent(share.into()), look);
    }
    // Where a game begins, both have a chance, so the line leaves these corners free.
    for (player, y) in [(Player::O, NAME), (Player::X, plot.y - NAME)] {
        name(&mut picture, y, pencil(player, look), words::wins(player));
    }
    let line: Vec<Vec2> = judgements.iter().map(place).collect();
    if line.len() > 1 {
        picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(2.0, look.colors.muted) });
    }
    for judgement in judgements {
        let (center, fill) = (place(judgement), pencil(judgement.mover, look));
        if judgement.loss() >= MISTAKE {
            let stroke = Stroke::new(2.5, look.colors.warn);
            picture.shapes.push(Shape::Circle { center, radius: 9.0, fill: Color::CLEAR, stroke });
        }
        picture.shapes.push(Shape::Circle { center, radius: 4.0, fill, stroke: Stroke::NONE });
        picture.targets.push(target(judgement.turns_before, judged(judgement), step, plot));
    }
    picture
}

/// An empty graph.
struct Frame {
    picture: Picture<usize>,
    /// The size of the part between the axes.
    plot: Vec2,
    /// The distance between two points.
    step: f32,
}

impl Frame {
    /// A graph of this width with this space at its left, with the numbers of the turns and the point that is shown.
    fn new(points: usize, shown: usize, label: String, (width, left): (f32, f32), look: &Look) -> Self {
        let plot = at((width - left - RIGHT).max(1.0), HEIGHT);
        let mut picture = Picture::new(at(-left, -ABOVE), plot + at(RIGHT, BELOW), label);
        let step = plot.x / points.saturating_sub(1).max(1) as f32;
        numbers(&mut picture, points, step, look);
        if shown < points {
            let place = shown as f32 * step;
            let stroke = Stroke::new(2.0, look.colors.accent.fade(0.6));
            picture.shapes.push(Shape::Line { points: vec![at(place, 0.0), at(place, plot.y)], stroke });
        }
        Self { picture, plot, step }
    }
}

/// The name of a line, at the left.
fn name(picture: &mut Picture<usize>, y: f32, color: Color, text: String) {
    picture.shapes.push(Shape::Text { at: at(6.0, y), anchor: Anchor::Start, size: TEXT, bold: true, color, text });
}

/// A line across the graph, with what it stands for at its left.
fn rule(picture: &mut Picture<usize>, plot: Vec2, y: f32, text: String, look: &Look) {
    picture.shapes.push(Shape::Line { points: vec![at(0.0, y), at(plot.x, y)], stroke: Stroke::new(1.0, look.colors.line) });
    let (anchor, color) = (Anchor::End, look.colors.muted);
    picture.shapes.push(Shape::Text { at: at(-8.0, y), anchor, size: TEXT, bold: false, color, text });
}

/// The numbers of the turns below the graph, as many as there is room for.
fn numbers(picture: &mut Picture<usize>, points: usize, step: f32, look: &Look) {
    let every = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|&every| every as f32 * step >= 24.0).unwrap_or(500);
    for turn in (0..points).filter(|turn| (turn + 1) % every == 0 || *turn == 0) {
        picture.text(at(turn as f32 * step, HEIGHT + 14.0), TEXT, false, look.colors.muted, (turn + 1).to_string());
    }
}

/// What a point says: "Before turn 2 (X): 56 turns, 105 sequences".
pub fn described(choice: &Choice) -> String {
    let Choice { turns_before, mover, counts } = choice;
    words::point(turns_before + 1, mover, counts.distinct, counts.sequences)
}

/// What a point says: "Before turn 2 (X): X has a chance of 61 % to win".
pub fn judged(judgement: &Judgement) -> String {
    let loss = if judgement.loss() >= MISTAKE { Some(judgement.loss()) } else { None };
    words::judged_point(judgement.turns_before + 1, judgement.mover, judgement.prospect.chance(), loss)
}

fn target(spot: usize, label: String, step: f32, plot: Vec2) -> Target<usize> {
    let (x, half) = (spot as f32 * step, step.min(plot.x) / 2.0);
    Target { spot, outline: rectangle(at(x - half, 0.0), at(x + half, plot.y)), label, focusable: true }
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
            let picture = draw(&found.items[..known], points, 0, 372.0, &Look::default());
            assert_eq!(picture.targets.len(), known);
            let circles =
                picture.shapes.iter().filter_map(|shape| if let Shape::Circle { center, .. } = shape { Some(*center) } else { None });
            for (place, center) in circles.enumerate() {
                assert!(0.0 <= center.y && center.y <= HEIGHT, "{center:?}");
                assert_eq!(picture.target_at(center).map(|target| target.spot), Some(place / 2));
            }
        }
        let label = &draw(&found.items, points, 0, 372.0, &Look::default()).targets[0].label;
        assert_eq!(label, "before turn 1 (O): 3 turns, 3 sequences");
    }
}
