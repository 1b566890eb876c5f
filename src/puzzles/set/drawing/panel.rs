//! The panel below the table: why the selected cards are a solution or not, the values of a card that is edited, or the last guess of a
//! game.
//!
//! It has its own units, 64 wide and 18 high, which are scaled to the width of the table.

use crate::{
    Set,
    edit::view::Guess,
    live::hint,
    model::{
        card::{Card, FEATURES, Feature},
        matrix::Matrix,
        reason::{Line, NO, OK, Reason, explain_named, rule, signed_verdict},
        spot::Spot,
        state::Variant,
    },
    play::{
        deal::DAILY_SETS,
        game::{Game, Kind, Outcome},
        round::Round,
        score::Contest,
    },
};
use base::{
    board::Scene,
    fonts,
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Sign, Stroke, Target, Vec2, at, rectangle},
    text::{clock, counted, sentence},
};

use super::face;

const SIZE: Vec2 = at(64.0, 18.0);

/// How far a text may extend beyond the right edge.
const MARGIN: f32 = 2.0;

/// The left edge of the text, to the right of the matrices or values.
const TEXT: f32 = 32.0;

/// The height of the panel under a table of this width.
pub fn height(width: f32) -> f32 {
    scale(width) * SIZE.y
}

/// The size of a unit. The panel is as wide as the table, except under a very wide one, where its text would be needlessly large.
fn scale(width: f32) -> f32 {
    (width / SIZE.x).min(0.14)
}

/// Draws the panel with its upper left corner at `min`. Returns whether it says why cards are a solution or not.
pub fn draw(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, min: Vec2, width: f32) -> bool {
    let mut pen = Pen { picture, look: scene.look, origin: min, scale: scale(width) };
    match &scene.view.game {
        Some(game) => pen.feedback(scene, game),
        None => pen.editing(scene),
    }
}

/// Draws the score and the button that claims that no solution is left, in the strip between these corners. There is nothing to claim once
/// the game is finished, so the button goes.
pub fn draw_score(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, game: &Game, min: Vec2, max: Vec2) {
    // The strip is 3 units high.
    let mut pen = Pen { picture, look: scene.look, origin: min, scale: (max.y - min.y) / 3.0 };
    let score = match &scene.view.earlier {
        Some(_) => "An earlier table".to_owned(),
        None => score(game, scene.view.round.as_ref().map(|round| round.contest)),
    };
    pen.text(at(0.0, 1.5), 1.7, Weight::Bold, scene.look.colors.text, score);
    let size = at(16.0, 3.0);
    let min = at((max.x - min.x) / pen.scale - size.x, 0.0);
    if scene.view.earlier.is_some() {
        let (min, size) = (min - at(6.0, 0.0), size + at(6.0, 0.0));
        pen.button(
            scene,
            Spot::Result,
            Button { min, size, text: "Back to the result".to_owned(), key: Some("Esc".to_owned()), is_current: false },
        );
    }
    if game.is_finished() {
        return;
    }
    let is_refilled = game.kind != Kind::Table;
    let text = if is_refilled { format!("No {} here", game.variant.noun()) } else { format!("No {}s left", game.variant.noun()) };
    pen.button(scene, Spot::NoneLeft, Button { min, size, text, key: Some("0".to_owned()), is_current: false });
    if game.cards_left().is_some() && game.why_no_more().is_none() {
        let (min, text) = (min - at(size.x + 1.0, 0.0), "3 more cards".to_owned());
        pen.button(scene, Spot::MoreCards, Button { min, size, text, key: Some("3".to_owned()), is_current: false });
    }
}

/// Draws in the panel's units.
struct Pen<'a> {
    picture: &'a mut Picture<Spot>,
    look: &'a Look,
    origin: Vec2,
    scale: f32,
}

impl Pen<'_> {
    fn editing(&mut self, scene: &Scene<'_, Set>) -> bool {
        let editing = scene.view.editing.and_then(|at| scene.state.cards.get(at).copied());
        // A hint that was asked for since the selection is complete says more than the verdict on that.
        let selected = scene.view.complete_selection(scene.state).filter(|_| scene.view.hint(scene.state).is_none());
        // A walkthrough also shows pairs.
        let is_whole = |cards: usize, steps: usize| cards <= steps && cards == scene.state.variant.size();
        let shown = scene.shown.filter(|(solution, steps)| is_whole(solution.cards().len(), *steps));
        let shown = shown.map(|(solution, _)| solution.cards().to_vec());
        if let Some(card) = editing {
            self.values(scene, card);
        } else if let Some(cards) = selected.or(shown) {
            self.reason(scene, scene.state.variant, &cards);
            return true;
        } else {
            self.instructions(scene);
        }
        false
    }

    fn instructions(&mut self, scene: &Scene<'_, Set>) {
        let variant = scene.state.variant;
        let found = scene.insight.map(|insight| insight.sets);
        let hint = scene.view.hint(scene.state);
        let first = match found {
            _ if hint.is_some() => hint.map(|hint| format!("{}.", sentence(&hint.message))).unwrap_or_default(),
            Some(0) if variant.size() <= scene.state.cards.len() => {
                format!("{}.", sentence(&hint::no_solution(variant, scene.state.cards.len())))
            }
            _ => format!("Select {} cards to see whether they are {}, and why.", variant.size(), variant.noun_with_article()),
        };
        let others = [
            format!("{}.", sentence(rule(variant))),
            "P: play this table against the clock.".to_owned(),
            "Shift+Enter or right-click: edit a card. Delete: remove it.".to_owned(),
            "Keys on a card: 1 2 3, D O S, R G B, L U H (solid, outline, shaded).".to_owned(),
        ];
        let next = self.paragraph(2.0, 1.7, scene.look.colors.text, &first);
        for (row, line) in others.into_iter().enumerate() {
            self.text(at(0.0, next + 3.0 * row as f32), 1.7, Weight::Regular, scene.look.colors.muted, line);
        }
    }

    /// The bit matrices of the cards with their sums, and the reason as text.
    fn reason(&mut self, scene: &Scene<'_, Set>, variant: Variant, cards: &[Card]) {
        let labels = scene.view.labels(scene.state, cards);
        self.matrices(scene, variant, cards, &labels);
        self.explanation(scene, variant, &explain_named(variant, cards, &labels));
    }

    fn matrices(&mut self, scene: &Scene<'_, Set>, variant: Variant, cards: &[Card], labels: &[String]) {
        let colors = &scene.look.colors;
        let rows = cards.len() + 3;
        let step = (SIZE.y / rows as f32).min(2.6);
        let y = |row: usize| (row as f32 + 0.5) * step;
        let (heading, digit) = (self.legible(0.45 * step), self.legible(0.55 * step));
        let card_size = at(1.5, 1.0) * 0.88 * step;
        let after_label = (labels.iter().map(|label| digit * fonts::width(label, true)).fold(0.0, f32::max) + 0.4).max(2.2);
        let left = (after_label + card_size.x + 0.4).max(6.0);
        let whole = Columns::new(left, digit, &FEATURES.map(|word| heading * fonts::width(word, false)));
        let (columns, headings) = if whole.end() <= TEXT - 0.5 {
            (whole, FEATURES)
        } else {
            let short = ["no.", "shape", "col.", "text."];
            (Columns::new(left, digit, &short.map(|word| heading * fonts::width(word, false))), short)
        };
        for (feature, heading) in Feature::ALL.into_iter().zip(headings) {
            self.centred(at(columns.middle(feature, 1), y(0)), 0.45 * step, Weight::Regular, colors.muted, heading);
        }
        for (row, (&card, label)) in cards.iter().zip(labels).enumerate() {
            self.text(at(0.0, y(row + 1)), 0.55 * step, Weight::Bold, colors.text, label);
            self.card(scene, card, at(after_label, y(row + 1) - card_size.y / 2.0), card_size, super::SMALL_SHARE);
            self.bits(columns, y(row + 1), 0.55 * step, Matrix::of(card), |bit| if bit == 0 { colors.muted } else { colors.text });
        }
        let sums = Matrix::sum(cards);
        let line = vec![
            self.place(at(0.0, y(cards.len()) + step / 2.0)),
            self.place(at(columns.middle(Feature::Texture, 2) + 1.0, y(cards.len()) + step / 2.0)),
        ];
        self.picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(0.08 * self.scale, colors.line) });
        self.text(at(0.0, y(cards.len() + 1)), 0.5 * step, Weight::Regular, colors.muted, "sum");
        self.bits(columns, y(cards.len() + 1), 0.55 * step, sums, |_| colors.text);
        if variant.size() == 3 {
            self.text(at(0.0, y(cards.len() + 2)), 0.5 * step, Weight::Regular, colors.muted, "max");
            for (feature, maximum) in Feature::ALL.into_iter().zip(sums.maxima()) {
                let (word, color) = if maximum == 2 { (NO, colors.bad) } else { (OK, colors.good) };
                self.centred(
                    at(columns.middle(feature, 1), y(cards.len() + 2)),
                    0.55 * step,
                    Weight::Bold,
                    color,
                    format!("{maximum} {word}"),
                );
            }
        }
    }

    fn bits(&mut self, columns: Columns, y: f32, size: f32, matrix: Matrix, color: impl Fn(u8) -> Color) {
        for feature in Feature::ALL {
            for (value, &bit) in matrix.row(feature).iter().enumerate() {
                self.centred(at(columns.middle(feature, value), y), size, Weight::Regular, color(bit), bit.to_string());
            }
        }
    }

    fn explanation(&mut self, scene: &Scene<'_, Set>, variant: Variant, reason: &Reason) {
        let colors = &scene.look.colors;
        let sign = |passes: bool| if passes { (OK, colors.good) } else { (NO, colors.bad) };
        let (mark, color) = sign(reason.is_solution);
        self.text(at(TEXT, 1.3), 1.7, Weight::Bold, color, signed_verdict(mark, &reason.verdict));
        // Each way to pair four cards takes two lines, a feature takes one.
        let is_tall = variant == Variant::Ultra;
        let step = if is_tall { 3.9 } else { 2.9 };
        let size = if is_tall { 1.25 } else { 1.4 };
        let features = reason.lines.iter().map(|line| self.legible(size) * fonts::width(&line.about, false)).fold(0.0, f32::max);
        let marks = reason.lines.iter().map(|line| self.legible(1.4) * fonts::width(sign(line.passes).0, true)).fold(0.0, f32::max);
        let beside_mark = (marks + 0.7).max(2.9);
        let beside_feature = (beside_mark + features + 0.6).max(8.7);
        // The values alone say which feature they are of.
        let fits = |line: &Line| TEXT + beside_feature + self.legible(size) * fonts::width(&line.text, false) <= SIZE.x + MARGIN;
        let has_features = is_tall || reason.lines.iter().all(fits);
        for (row, line) in reason.lines.iter().enumerate() {
            let y = 4.6 + step * row as f32;
            let (mark, color) = sign(line.passes);
            self.text(at(TEXT, y), 1.4, Weight::Bold, color, mark);
            let (about, text) = if is_tall {
                (at(TEXT + beside_mark, y - 0.8), at(TEXT + beside_mark, y + 0.8))
            } else {
                (at(TEXT + beside_mark, y), at(TEXT + if has_features { beside_feature } else { beside_mark }, y))
            };
            if has_features {
                self.text(about, size, Weight::Regular, colors.muted, line.about.clone());
            }
            self.text(text, size, Weight::Regular, colors.text, line.text.clone());
        }
        // The card that both pairs of an UltraSET need may not be on the table, so it is shown here.
        for (row, needed) in reason.lines.iter().enumerate().filter_map(|(row, line)| Some((row, line.needed?))) {
            self.card(scene, needed, at(TEXT + 27.0, 3.0 + step * row as f32), at(4.8, 3.2), super::SMALL_SHARE);
        }
        if !reason.is_solution {
            self.text(at(TEXT, 16.6), 1.1, Weight::Regular, colors.muted, format!("{}.", sentence(rule(variant))));
        }
    }

    /// A button for each value of each feature, with the card's current ones highlighted.
    fn values(&mut self, scene: &Scene<'_, Set>, card: Card) {
        for (row, feature) in Feature::ALL.into_iter().enumerate() {
            for (value, letter) in (0_u8..).zip(feature.letters()) {
                let min = at(10.3 * f32::from(value), 4.6 * row as f32);
                let is_current = card.value(feature) == value;
                let text = feature.values()[usize::from(value)].to_owned();
                // The key of a number is its name.
                let key = (feature != Feature::Number).then(|| letter.to_ascii_uppercase().to_string());
                self.button(scene, Spot::Value(feature, value), Button { min, size: at(9.8, 3.9), text, key, is_current });
            }
        }
        self.card(scene, card, at(TEXT + 1.0, 1.0), at(15.0, 10.0), super::SHARE);
        self.text(at(TEXT + 1.0, 13.5), 1.8, Weight::Bold, scene.look.colors.text, card.phrase());
        self.text(at(TEXT + 1.0, 16.3), 1.3, Weight::Regular, scene.look.colors.muted, "Or type letters on the card.");
    }

    /// The result of the game, the hint, the outcome of the last guess, or else what to do. Returns whether it says why.
    fn feedback(&mut self, scene: &Scene<'_, Set>, game: &Game) -> bool {
        let text = scene.look.colors.text;
        let complete = scene.view.complete_selection(scene.state);
        match (scene.view.hint(scene.state), &scene.view.last_guess) {
            (Some(hint), _) => {
                self.paragraph(2.0, 1.6, text, &format!("{}.", sentence(&hint.message)));
            }
            // The reason says more than the message.
            (None, Some(Guess { cards, outcome: Outcome::Wrong(_), .. })) => {
                self.reason(scene, game.variant, cards);
                return true;
            }
            (None, Some(_)) if scene.view.earlier.is_some() && complete.is_some() => {
                self.reason(scene, game.variant, &complete.unwrap_or_default());
                return true;
            }
            (None, Some(guess)) if game.is_finished() => self.success(scene, game, guess),
            (None, Some(guess)) => {
                self.paragraph(2.0, 1.6, text, &format!("{}.", sentence(&guess.message)));
            }
            (None, None) => {
                let task =
                    format!("Find {}: type the letters of {} cards, or click them.", game.variant.noun_with_article(), game.variant.size());
                let next = self.paragraph(2.0, 1.6, text, &task);
                let lines = [
                    format!("{}.", sentence(rule(game.variant))),
                    "The features are number, shape, colour and texture (solid, outline, shaded).".to_owned(),
                    match game.kind {
                        Kind::Run { .. } if game.why_no_more().is_some() || game.cards_left().is_none() => {
                            format!("0: no {} here.  ?: hint.  Backspace, Esc: deselect.", game.variant.noun())
                        }
                        Kind::Run { .. } => {
                            format!("0: no {} here.  3: 3 more cards.  ?: hint.  Backspace, Esc: deselect.", game.variant.noun())
                        }
                        Kind::Table => format!("0: no {}s left.  ?: hint.  Backspace, Esc: deselect.", game.variant.noun()),
                    },
                ];
                for (row, line) in lines.into_iter().enumerate() {
                    self.text(at(0.0, next + 2.8 * row as f32), 1.5, Weight::Regular, scene.look.colors.muted, line);
                }
            }
        }
        false
    }

    /// The result of a finished game in large type, with its time, and what to do next.
    fn success(&mut self, scene: &Scene<'_, Set>, game: &Game, guess: &Guess) {
        let colors = &scene.look.colors;
        let headline = match game.found.len() {
            found if game.is_ended_early() => format!("{} found", counted(found as u64, game.variant.noun())),
            0 => format!("No {} here", game.variant.noun()),
            found => format!("{} found", counted(found as u64, game.variant.noun())),
        };
        let is_solved = !game.is_ended_early();
        let left = if is_solved { 7.5 } else { 0.0 };
        if is_solved {
            self.tick();
        }
        self.text(at(left, 2.4), 2.6, Weight::Bold, if is_solved { colors.good } else { colors.text }, headline);
        let round = scene.view.round.as_ref();
        let (time, hints) = (round.and_then(|round| round.final_time).map(clock), round.map_or(0, |round| round.hints));
        self.text(at(left, 5.4), 1.7, Weight::Regular, colors.text, result(time.as_deref(), game.wrong, hints, game.times_asked()));
        // A claim that nothing is left comes with its proof.
        let proof = if guess.cards.is_empty() { format!("{}.", sentence(&guess.message)) } else { String::new() };
        let next = if proof.is_empty() { 9.6 } else { self.paragraph(9.6, 1.5, colors.text, &proof) };
        self.text(at(0.0, next), 1.5, Weight::Regular, colors.muted, what_enter_does(round));
    }

    /// A tick, large in its circle.
    fn tick(&mut self) {
        let (center, radius, fill) = (self.place(at(3.2, 3.4)), 2.6 * self.scale, self.look.colors.good);
        self.picture.shapes.push(Shape::Circle { center, radius, fill, stroke: Stroke::NONE });
        self.picture.sign(center, radius, Sign::Tick, fill.ink());
    }

    /// Writes a text on as many lines as it needs, the first one at this height. Returns the height of the next line.
    fn paragraph(&mut self, y: f32, size: f32, color: Color, text: &str) -> f32 {
        let size = self.legible(size);
        // The width of a letter is a little more than half its height.
        let letters = (SIZE.x / (0.56 * size)) as usize;
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let line = lines.last_mut().filter(|line| line.len() + 1 + word.len() <= letters);
            match line {
                Some(line) if line.is_empty() => line.push_str(word),
                Some(line) => {
                    line.push(' ');
                    line.push_str(word);
                }
                None => lines.push(word.to_owned()),
            }
        }
        let mut y = y;
        for line in lines {
            self.text(at(0.0, y), size, Weight::Regular, color, line);
            y += 1.7 * size;
        }
        y
    }

    /// Draws a small card.
    fn card(&mut self, scene: &Scene<'_, Set>, card: Card, min: Vec2, size: Vec2, share: f32) {
        let (min, size) = (self.place(min), size * self.scale);
        super::draw_blank(self.picture, scene.look, min, size);
        face::draw(self.picture, card, min, size, share, face::color(card, scene.view.palette, scene.look.theme));
    }

    fn button(&mut self, scene: &Scene<'_, Set>, spot: Spot, button: Button) {
        let colors = &scene.look.colors;
        let (min, max) = (self.place(button.min), self.place(button.min + button.size));
        let (fill, ink) = if button.is_current { (colors.accent, colors.accent.ink()) } else { (colors.raised, colors.text) };
        let stroke = Stroke::new(0.12 * self.scale, if scene.pointed == Some(spot) { colors.text } else { colors.line });
        self.picture.shapes.push(Shape::Rectangle { min, max, radius: 0.8 * self.scale, fill, stroke });
        let weight = if button.is_current { Weight::Bold } else { Weight::Regular };
        let text = button.key.map_or_else(|| button.text.clone(), |key| format!("{}  {key}", button.text));
        self.centred(button.min + button.size / 2.0, 1.35, weight, ink, text);
        let label = if button.is_current { format!("{}, current", button.text) } else { button.text };
        self.picture.targets.push(Target { spot, outline: rectangle(min, max), label, focusable: true });
    }

    fn place(&self, point: Vec2) -> Vec2 {
        self.origin + point * self.scale
    }

    fn text(&mut self, start: Vec2, size: f32, weight: Weight, color: Color, text: impl Into<String>) {
        self.write(start, Anchor::Start, size, weight, color, text.into());
    }

    fn centred(&mut self, middle: Vec2, size: f32, weight: Weight, color: Color, text: impl Into<String>) {
        self.write(middle, Anchor::Middle, size, weight, color, text.into());
    }

    /// The size of a text that can be read, in the panel's units.
    fn legible(&self, size: f32) -> f32 {
        self.look.legible(size * self.scale) / self.scale
    }

    fn write(&mut self, point: Vec2, anchor: Anchor, size: f32, weight: Weight, color: Color, text: String) {
        let bold = matches!(weight, Weight::Bold);
        // Texts may extend into the margin at the right.
        let room = if matches!(anchor, Anchor::Start) { SIZE.x + MARGIN - point.x } else { f32::INFINITY };
        let size = self.look.legible_within(room * self.scale, size * self.scale, bold, &text);
        let shape = Shape::Text { at: self.place(point), anchor, size, bold, color, text };
        self.picture.shapes.push(shape);
    }
}

/// What Enter does once the game is over.
fn what_enter_does(round: Option<&Round>) -> &'static str {
    match round.map(|round| round.contest) {
        Some(Contest::Drill(_)) => "Enter: the next table.",
        _ => "Enter: return to the table, where you can start another game.",
    }
}

/// The time of a finished game, its wrong guesses and its hints, of which some may be more cards.
fn result(time: Option<&str>, wrong: u32, hints: u32, asked: usize) -> String {
    let time = time.map_or_else(String::new, |time| format!("in {time}, "));
    let (wrong, with) = match wrong {
        0 => ("without a wrong guess".to_owned(), ", with"),
        1 => ("with 1 wrong guess".to_owned(), " and"),
        wrong => (format!("with {wrong} wrong guesses"), " and"),
    };
    let hints = if hints == 0 { String::new() } else { format!("{with} {}", counted(hints.into(), "hint")) };
    let asked = if asked == 0 { String::new() } else { format!(" ({asked} for more cards)") };
    sentence(&format!("{time}{wrong}{hints}{asked}."))
}

#[derive(Clone, Copy)]
enum Weight {
    Regular,
    Bold,
}

struct Button {
    min: Vec2,
    size: Vec2,
    text: String,
    /// The key with the same effect.
    key: Option<String>,
    /// Whether it is the current value.
    is_current: bool,
}

/// Where the columns of the matrices are.
#[derive(Clone, Copy)]
struct Columns {
    left: f32,
    /// The distance from one feature to the next.
    pitch: f32,
    /// The distance from one value to the next.
    value: f32,
}

impl Columns {
    /// Columns to the right of this edge with digits of this size, under headings of these widths.
    fn new(left: f32, digit: f32, headings: &[f32]) -> Self {
        const LEAST: f32 = 6.0;
        let value = (0.78 * digit).max(1.5);
        let pitch = headings.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0 + 0.6).fold(LEAST, f32::max);
        Self { left, pitch: pitch.max(2.0 * value + 1.1 * digit), value }
    }

    /// The middle of a value's column.
    fn middle(self, feature: Feature, value: usize) -> f32 {
        self.left + self.pitch * (feature as usize as f32 + 0.5) + self.value * (value as f32 - 1.0)
    }

    /// The right edge of the last feature.
    fn end(self) -> f32 {
        self.left + 4.0 * self.pitch
    }
}

fn score(game: &Game, contest: Option<Contest>) -> String {
    let found = game.found.len();
    // Of other tables, the number is the player's to find out.
    let all = (contest == Some(Contest::Daily)).then_some(DAILY_SETS as usize);
    match &game.kind {
        Kind::Table => table_score(found, all, game.wrong),
        Kind::Run { goal: Some(goal), .. } => format!("{found} of {goal} found, {} wrong", game.wrong),
        Kind::Run { goal: None, deck, .. } => format!("{found} found, {} wrong, {} in the deck", game.wrong, deck.len()),
    }
}

/// How a game on one table stands; `all` is the number to find, if the player knows it.
fn table_score(found: usize, all: Option<usize>, wrong: u32) -> String {
    let of = all.map_or_else(String::new, |all| format!(" of {all}"));
    format!("{found}{of} found, {wrong} wrong")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_what_helped() {
        assert_eq!(result(Some("4:19"), 0, 0, 0), "In 4:19, without a wrong guess.");
        assert_eq!(result(Some("4:19"), 0, 1, 0), "In 4:19, without a wrong guess, with 1 hint.");
        assert_eq!(result(Some("4:19"), 2, 3, 2), "In 4:19, with 2 wrong guesses and 3 hints (2 for more cards).");
    }
}
