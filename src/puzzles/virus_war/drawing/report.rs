//! The graphs of a game's report: the numbers of turns, and the chances of winning.

use super::pencil::pencil;
use crate::{
    model::{position::Player, turn::Turn},
    play::{
        report::Choice,
        review::{Judgement, MISTAKE},
    },
    search::engine::{Outcome, Prospect},
    words::report as words,
};
use base::{
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    text::{counted, grouped},
};

/// The height of the part between the axes.
const HEIGHT: f32 = 150.0;
/// All texts are around this part, since a dot can be anywhere in it: at the left numbers of turns, with the names of the lines above, or
/// chances.
const COUNTS: Margins = Margins { left: 84.0, above: 30.0 };
const CHANCES: Margins = Margins { left: 60.0, above: 12.0 };
/// The space at the right for a ring, and below for the numbers of turns.
const RIGHT: f32 = 12.0;
const BELOW: f32 = 26.0;
/// The size of the texts.
const TEXT: f32 = 12.0;
/// The radius of a dot, and of the ring around it at a mistake.
const DOT: f32 = 4.0;
const RING: f32 = 9.0;
/// The distance from the names of the lines to the upper edge, from one to the next, and the length of the line before each.
const NAME: f32 = 18.0;
const NEXT_NAME: f32 = 110.0;
const SAMPLE: f32 = 16.0;
/// The fewest powers of ten on the vertical axis.
const FEWEST_DECADES: u32 = 2;

/// Draws turns and sequences over the game, on a logarithmic scale. A target stands for the number of turns before its point. `points` is
/// the number of points that the game has, and `shown` the one whose position is shown.
pub fn draw(choices: &[Choice], points: usize, shown: usize, width: f32, look: &Look) -> Picture<usize> {
    let Frame { mut picture, plot, step } = Frame::new(
        points,
        shown,
        format!("Turns and sequences at {} of the game", counted(choices.len() as u64, "point")),
        (width, COUNTS),
        look,
    );
    let most = choices.iter().map(|choice| choice.counts.sequences).max().unwrap_or(1).max(1);
    let decades = (most as f64).log10().ceil().max(f64::from(FEWEST_DECADES)) as u32;
    let x = |choice: &Choice| choice.turns_before as f32 * step;
    let y = |count: u64| plot.y * (1.0 - (count.max(1) as f64).log10() as f32 / decades as f32);
    for decade in 0..=decades {
        rule(&mut picture, plot, y(10_u64.pow(decade)), look);
        tick(&mut picture, y(10_u64.pow(decade)), (false, look.colors.muted), grouped(10_u64.pow(decade)));
    }
    for (counts_turns, color, name, left) in [(false, look.colors.muted, "sequences", 0.0), (true, look.colors.accent, "turns", NEXT_NAME)]
    {
        let count = |choice: &Choice| if counts_turns { choice.counts.distinct } else { choice.counts.sequences };
        let line: Vec<Vec2> = choices.iter().map(|choice| at(x(choice), y(count(choice)))).collect();
        self::name(&mut picture, left, color, name.to_owned());
        if line.len() > 1 {
            picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(2.0, color) });
        }
    }
    for choice in choices {
        for (count, radius) in [(choice.counts.sequences, 2.5), (choice.counts.distinct, DOT)] {
            let center = at(x(choice), y(count));
            picture.shapes.push(Shape::Circle { center, radius, fill: pencil(choice.mover, look), stroke: Stroke::NONE });
        }
        picture.targets.push(target(choice.turns_before, described(choice), step, plot));
    }
    picture
}

/// Draws the chance of each player to win over the game, as far as it is known, with a ring around the points at which a mistake was made.
pub fn draw_chances(judgements: &[Judgement], points: usize, shown: usize, width: f32, look: &Look) -> Picture<usize> {
    let label = format!("Chances of winning at {} of the game", counted(judgements.len() as u64, "point"));
    let Frame { mut picture, plot, step } = Frame::new(points, shown, label, (width, CHANCES), look);
    let place = |judgement: &Judgement| at(judgement.turns_before as f32 * step, plot.y * (1.0 - judgement.chance_of(Player::O) as f32));
    for quarter in 0..=4 {
        let share = quarter as f32 / 4.0;
        let y = plot.y * (1.0 - share);
        rule(&mut picture, plot, y, look);
        let winner = [Some(Player::X), None, None, None, Some(Player::O)][quarter];
        match winner {
            Some(winner) => tick(&mut picture, y, (true, pencil(winner, look)), format!("{winner} wins")),
            None => tick(&mut picture, y, (false, look.colors.muted), words::percent(share.into())),
        }
    }
    let line: Vec<Vec2> = judgements.iter().map(place).collect();
    if line.len() > 1 {
        picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(2.0, look.colors.muted) });
    }
    for judgement in judgements {
        let (center, fill) = (place(judgement), pencil(judgement.mover, look));
        if judgement.loss() >= MISTAKE {
            let stroke = Stroke::new(2.5, look.colors.warn);
            picture.shapes.push(Shape::Circle { center, radius: RING, fill: Color::CLEAR, stroke });
        }
        picture.shapes.push(Shape::Circle { center, radius: DOT, fill, stroke: Stroke::NONE });
        picture.targets.push(target(judgement.turns_before, judged(judgement), step, plot));
    }
    picture
}

/// The space for texts around a graph.
#[derive(Clone, Copy)]
struct Margins {
    left: f32,
    above: f32,
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
    /// A graph of this width with this space for texts, with the numbers of the turns and the point that is shown.
    fn new(points: usize, shown: usize, label: String, (width, margins): (f32, Margins), look: &Look) -> Self {
        let plot = at((width - margins.left - RIGHT).max(1.0), HEIGHT);
        let mut picture = Picture::new(at(-margins.left, -margins.above), plot + at(RIGHT, BELOW), label);
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

/// The name of a line, above the graph.
fn name(picture: &mut Picture<usize>, left: f32, color: Color, text: String) {
    let points = vec![at(left, -NAME), at(left + SAMPLE, -NAME)];
    picture.shapes.push(Shape::Line { points, stroke: Stroke::new(2.0, color) });
    let at = at(left + SAMPLE + 6.0, -NAME);
    picture.shapes.push(Shape::Text { at, anchor: Anchor::Start, size: TEXT, bold: true, color, text });
}

/// A line across the graph.
fn rule(picture: &mut Picture<usize>, plot: Vec2, y: f32, look: &Look) {
    picture.shapes.push(Shape::Line { points: vec![at(0.0, y), at(plot.x, y)], stroke: Stroke::new(1.0, look.colors.line) });
}

/// What a line across the graph stands for, at its left, beside a ring around the first dot. It may be bold.
fn tick(picture: &mut Picture<usize>, y: f32, (bold, color): (bool, Color), text: String) {
    picture.shapes.push(Shape::Text { at: at(-RING - 4.0, y), anchor: Anchor::End, size: TEXT, bold, color, text });
}

/// The numbers of the turns below the graph, as many as there is room for.
fn numbers(picture: &mut Picture<usize>, points: usize, step: f32, look: &Look) {
    let every = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|&every| every as f32 * step >= 24.0).unwrap_or(500);
    for turn in (0..points).filter(|turn| (turn + 1) % every == 0 || *turn == 0) {
        picture.text(at(turn as f32 * step, HEIGHT + 17.0), TEXT, false, look.colors.muted, (turn + 1).to_string());
    }
}

/// What a point says: "Before turn 2 (X): 56 turns, 105 sequences".
pub fn described(choice: &Choice) -> String {
    let Choice { turns_before, mover, counts } = choice;
    format!("before turn {} ({mover}): {}, {}", turns_before + 1, counted(counts.distinct, "turn"), counted(counts.sequences, "sequence"))
}

/// What a point says: "Before turn 2 (X): 61 % to win, 4 turns ahead".
pub fn judged(judgement: &Judgement) -> String {
    let loss = if judgement.loss() >= MISTAKE { Some(judgement.loss()) } else { None };
    let loss = loss.map_or_else(String::new, |loss| format!("; the turn lost {}", words::percent(loss)));
    format!("before turn {} ({}): {}{loss}", judgement.turns_before + 1, judgement.mover, expected(judgement))
}

/// What the position after the better turn says, which is what its point says, since that is judged with its best turn: "With g7 f7 f8 in
/// turn 2 (X): 61 % to win, 4 turns ahead".
pub fn better(judgement: &Judgement, turn: &Turn) -> String {
    format!("with {turn} in turn {} ({}): {}", judgement.turns_before + 1, judgement.mover, expected(judgement))
}

/// What the mover can expect, with how far the search looked unless that is proved.
fn expected(judgement: &Judgement) -> String {
    match judgement.prospect {
        Prospect::Proved(Outcome::Draw) => "a draw".to_owned(),
        Prospect::Proved(proved) => Prospect::Proved(proved).to_string(),
        prospect => format!("{} to win, {} ahead", words::percent(prospect.chance()), counted(u64::from(judgement.depth), "turn")),
    }
}

fn target(spot: usize, label: String, step: f32, plot: Vec2) -> Target<usize> {
    let (x, half) = (spot as f32 * step, step.min(plot.x) / 2.0);
    Target { spot, outline: rectangle(at(x - half, 0.0), at(x + half, plot.y)), label, focusable: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        VirusWar,
        play::{report::report, review::Played},
        search::counts::Counts,
    };
    use base::{puzzle::Puzzle, search::Found};

    #[test]
    fn each_point_is_drawn_where_its_target_is() {
        let state = VirusWar::deal(2);
        let mut found = Found::default();
        assert!(report(&state.line().unwrap(), state.rules, &mut found).is_continue());
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

    /// Where a text or a dot with its ring is. No letter is as wide as assumed here.
    fn extent(shape: &Shape) -> Option<(Vec2, Vec2)> {
        match shape {
            Shape::Circle { center, radius, stroke, .. } => {
                let reach = Vec2::splat(radius + stroke.width / 2.0);
                Some((*center - reach, *center + reach))
            }
            Shape::Text { at: place, anchor, size, text, .. } => {
                let size = at(0.64 * size * text.chars().count() as f32, base::fonts::CAP_HEIGHT * size);
                let left = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => size.x / 2.0,
                    Anchor::End => size.x,
                };
                let min = *place - at(left, size.y / 2.0);
                Some((min, min + size))
            }
            _ => None,
        }
    }

    #[test]
    fn no_text_covers_a_dot_or_another_text() {
        for points in [2, 12, 60] {
            let mover = |turns_before: usize| if turns_before.is_multiple_of(2) { Player::O } else { Player::X };
            // Mistakes, with chances all over the graph.
            let judgement = |turns_before: usize| Judgement {
                turns_before,
                mover: mover(turns_before),
                prospect: Prospect::Chance([1.0, 0.6, 0.0, 0.8, 0.2][turns_before % 5]),
                depth: 1,
                played: Some(Played { prospect: Prospect::Chance(0.0), better: None, reply: None }),
            };
            let choice = |turns_before: usize| {
                let counts = Counts { sequences: 10_u64.pow(turns_before as u32 % 7), distinct: 1, by_shape: [0; 4], by_kills: Vec::new() };
                Choice { turns_before, mover: mover(turns_before), counts }
            };
            let (judgements, choices): (Vec<_>, Vec<_>) = (0..points).map(|point| (judgement(point), choice(point))).unzip();
            for width in [180.0, 372.0] {
                let look = Look::default();
                for picture in [draw_chances(&judgements, points, 0, width, &look), draw(&choices, points, 0, width, &look)] {
                    let texts = || picture.shapes.iter().enumerate().filter(|(_, shape)| matches!(shape, Shape::Text { .. }));
                    assert!(texts().count() > 4);
                    for (index, text) in texts() {
                        let (min, max) = extent(text).unwrap();
                        assert!(picture.min.cmple(min).all() && max.y <= picture.max.y, "{text:?} is outside");
                        for other in picture.shapes[..index].iter().chain(&picture.shapes[index + 1..]) {
                            let Some((from, to)) = extent(other) else { continue };
                            assert!(max.cmple(from).any() || to.cmple(min).any(), "{points} points: {text:?} and {other:?}");
                        }
                    }
                }
            }
        }
    }
}
