//! The panel below the table: why chosen cards are or aren't what is looked for, values for a card that is changed, or how
//! a game stands.
//!
//! It is drawn in a space of its own, 64 wide and 18 high, that is scaled to the width of the table.

use crate::{
    board::Scene,
    picture::{Anchor, Color, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    puzzles::set::{
        Set,
        edit::view::News,
        live::hint,
        model::{
            card::{Card, Feature},
            matrix::Matrix,
            reason::{Reason, explain_named, rule},
            spot::Spot,
            state::Variant,
        },
        play::game::{Game, Kind, Outcome},
    },
    text::sentence,
};

use super::face;

const SIZE: Vec2 = at(64.0, 18.0);

/// Where the words begin, to the right of the matrices or values.
const WORDS: f32 = 32.0;

/// The height of the panel under a table of this width.
pub fn height(width: f32) -> f32 {
    scale(width) * SIZE.y
}

/// The panel is as wide as the table, but under a very wide one words need not grow any more.
fn scale(width: f32) -> f32 {
    (width / SIZE.x).min(0.14)
}

/// Draws the panel with its upper left corner there.
pub fn draw(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, min: Vec2, width: f32) {
    let mut pen = Pen { picture, origin: min, scale: scale(width) };
    match &scene.view.game {
        Some(game) => pen.news(scene, game),
        None => pen.edited(scene),
    }
}

/// Draws how the game stands and the claim that nothing is there, in the strip between these corners.
pub fn draw_standing(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, game: &Game, min: Vec2, max: Vec2) {
    // The strip's height is 3 in the units of the pen.
    let mut pen = Pen { picture, origin: min, scale: (max.y - min.y) / 3.0 };
    pen.words(at(0.0, 1.5), 1.7, Weight::Bold, scene.look.colors.text, standing(game));
    let size = at(16.0, 3.0);
    let min = at((max.x - min.x) / pen.scale - size.x, 0.0);
    let text = format!("no {} here", game.variant.noun());
    pen.button(scene, Spot::Nothing, Button { min, size, text, key: Some('0'), is_present: false });
}

/// Draws in the units of the panel.
struct Pen<'a> {
    picture: &'a mut Picture<Spot>,
    origin: Vec2,
    scale: f32,
}

impl Pen<'_> {
    fn edited(&mut self, scene: &Scene<'_, Set>) {
        let editing = scene.view.editing.and_then(|at| scene.state.cards.get(at).copied());
        let shown = scene.shown.filter(|(solution, steps)| solution.cards().len() <= *steps).map(|(solution, _)| solution.cards().to_vec());
        if let Some(card) = editing {
            self.values(scene, card);
        } else if let Some(cards) = scene.view.whole_choice(scene.state).or(shown) {
            self.reason(scene, scene.state.variant, &cards);
        } else {
            self.invitation(scene);
        }
    }

    fn invitation(&mut self, scene: &Scene<'_, Set>) {
        let variant = scene.state.variant;
        let found = scene.insight.map(|insight| insight.sets);
        let first = match found {
            _ if scene.view.hint.is_some() => scene.view.hint.as_deref().map(|hint| format!("{}.", sentence(hint))).unwrap_or_default(),
            Some(0) if variant.size() <= scene.state.cards.len() => {
                format!("{}.", sentence(&hint::nothing(variant, scene.state.cards.len())))
            }
            _ => format!("Choose {} cards to see why they are {} or not.", variant.size(), variant.one()),
        };
        let others = [
            format!("{}.", sentence(rule(variant))),
            "P: play this table against the clock.".to_owned(),
            "Shift+Enter or second button: change a card. Delete: take it away.".to_owned(),
            "Or type on it: 1 2 3, D O S, R G B, L U H (solid, outline, shaded).".to_owned(),
        ];
        let next = self.paragraph(2.0, 1.7, scene.look.colors.text, &first);
        for (row, line) in others.into_iter().enumerate() {
            self.words(at(0.0, next + 3.0 * row as f32), 1.7, Weight::Regular, scene.look.colors.muted, line);
        }
    }

    /// The bit matrices of the cards with their sums, and the reason in words.
    fn reason(&mut self, scene: &Scene<'_, Set>, variant: Variant, cards: &[Card]) {
        let names = scene.view.names(scene.state, cards);
        self.matrices(scene, variant, cards, &names);
        self.because(scene, variant, &explain_named(variant, cards, &names));
    }

    fn matrices(&mut self, scene: &Scene<'_, Set>, variant: Variant, cards: &[Card], names: &[String]) {
        let colors = &scene.look.colors;
        let rows = cards.len() + 3;
        let step = (SIZE.y / rows as f32).min(2.6);
        let y = |row: usize| (row as f32 + 0.5) * step;
        for feature in Feature::ALL {
            self.centred(at(column(feature, 1), y(0)), 0.45 * step, Weight::Regular, colors.muted, feature.word());
        }
        for (row, (&card, name)) in cards.iter().zip(names).enumerate() {
            self.words(at(0.0, y(row + 1)), 0.55 * step, Weight::Bold, colors.text, name);
            self.card(scene, card, at(2.2, y(row + 1) - 0.44 * step), at(1.5, 1.0) * 0.88 * step, super::SMALL_SHARE);
            self.bits(y(row + 1), 0.55 * step, Matrix::of(card), |bit| if bit == 0 { colors.muted } else { colors.text });
        }
        let sums = Matrix::sum(cards);
        let line = vec![
            self.place(at(0.0, y(cards.len()) + step / 2.0)),
            self.place(at(column(Feature::Texture, 2) + 1.0, y(cards.len()) + step / 2.0)),
        ];
        self.picture.shapes.push(Shape::Line { points: line, stroke: Stroke::new(0.08 * self.scale, colors.line) });
        self.words(at(0.0, y(cards.len() + 1)), 0.5 * step, Weight::Regular, colors.muted, "sum");
        self.bits(y(cards.len() + 1), 0.55 * step, sums, |_| colors.text);
        if variant.size() == 3 {
            self.words(at(0.0, y(cards.len() + 2)), 0.5 * step, Weight::Regular, colors.muted, "largest");
            for (feature, maximum) in Feature::ALL.into_iter().zip(sums.maxima()) {
                let (word, color) = if maximum == 2 { ("No", colors.bad) } else { ("OK", colors.good) };
                self.centred(at(column(feature, 1), y(cards.len() + 2)), 0.55 * step, Weight::Bold, color, format!("{maximum} {word}"));
            }
        }
    }

    fn bits(&mut self, y: f32, size: f32, matrix: Matrix, color: impl Fn(u8) -> Color) {
        for feature in Feature::ALL {
            for (value, &bit) in matrix.row(feature).iter().enumerate() {
                self.centred(at(column(feature, value), y), size, Weight::Regular, color(bit), bit.to_string());
            }
        }
    }

    fn because(&mut self, scene: &Scene<'_, Set>, variant: Variant, reason: &Reason) {
        let colors = &scene.look.colors;
        let sign = |good: bool| if good { ("OK", colors.good) } else { ("No", colors.bad) };
        let (mark, color) = sign(reason.holds);
        self.words(at(WORDS, 1.3), 1.7, Weight::Bold, color, format!("{mark}: {}", reason.verdict));
        // Two ways to pair four cards are told in two lines each, features in one.
        let is_tall = variant == Variant::Ultra;
        let step = if is_tall { 3.9 } else { 2.9 };
        for (row, line) in reason.lines.iter().enumerate() {
            let y = 4.6 + step * row as f32;
            let (mark, color) = sign(line.good);
            self.words(at(WORDS, y), 1.4, Weight::Bold, color, mark);
            let (about, text) =
                if is_tall { (at(WORDS + 2.9, y - 0.8), at(WORDS + 2.9, y + 0.8)) } else { (at(WORDS + 2.9, y), at(WORDS + 8.7, y)) };
            let size = if is_tall { 1.25 } else { 1.4 };
            self.words(about, size, Weight::Regular, colors.muted, line.about.clone());
            self.words(text, size, Weight::Regular, colors.text, line.text.clone());
        }
        // The card that an UltraSET is about need not lie on the table, so it is shown here.
        for (row, needed) in reason.lines.iter().enumerate().filter_map(|(row, line)| Some((row, line.needed?))) {
            self.card(scene, needed, at(WORDS + 27.0, 3.0 + step * row as f32), at(4.8, 3.2), super::SMALL_SHARE);
        }
        if !reason.holds {
            self.words(at(WORDS, 16.6), 1.1, Weight::Regular, colors.muted, format!("{}.", sentence(rule(variant))));
        }
    }

    /// A button for each value that the card can have, the present ones marked.
    fn values(&mut self, scene: &Scene<'_, Set>, card: Card) {
        for (row, feature) in Feature::ALL.into_iter().enumerate() {
            for (value, letter) in (0_u8..).zip(feature.letters()) {
                let min = at(10.3 * f32::from(value), 4.6 * row as f32);
                let is_present = card.value(feature) == value;
                let text = feature.values()[usize::from(value)].to_owned();
                // The name of a number is its key.
                let key = (feature != Feature::Number).then(|| letter.to_ascii_uppercase());
                self.button(scene, Spot::Choice(feature, value), Button { min, size: at(9.8, 3.9), text, key, is_present });
            }
        }
        self.card(scene, card, at(WORDS + 1.0, 1.0), at(15.0, 10.0), super::SHARE);
        self.words(at(WORDS + 1.0, 13.5), 1.8, Weight::Bold, scene.look.colors.text, card.to_string());
        self.words(at(WORDS + 1.0, 16.3), 1.3, Weight::Regular, scene.look.colors.muted, "Letters on the card do the same.");
    }

    /// What came of the last guess, or else what is to be done.
    fn news(&mut self, scene: &Scene<'_, Set>, game: &Game) {
        let text = scene.look.colors.text;
        match (&scene.view.hint, &scene.view.news) {
            (Some(hint), _) => {
                self.paragraph(2.0, 1.6, text, &format!("{}.", sentence(hint)));
            }
            // The reason tells more than the words.
            (None, Some(News { cards, outcome: Outcome::Wrong(_), .. })) => self.reason(scene, game.variant, cards),
            (None, Some(news)) => {
                self.paragraph(2.0, 1.6, text, &format!("{}.", sentence(&news.words)));
            }
            (None, None) => {
                let choose =
                    format!("Choose {} cards that are {}: type their letters, or click them.", game.variant.size(), game.variant.one());
                let next = self.paragraph(2.0, 1.6, text, &choose);
                let lines = [
                    format!("{}.", sentence(rule(game.variant))),
                    "The features are number, shape, colour and texture (solid, outline, shaded).".to_owned(),
                    format!("0: no {} is here.  ?: a hint.  Backspace, Esc: take the choice back.", game.variant.noun()),
                ];
                for (row, line) in lines.into_iter().enumerate() {
                    self.words(at(0.0, next + 2.8 * row as f32), 1.5, Weight::Regular, scene.look.colors.muted, line);
                }
            }
        }
    }

    /// Writes a text over as many lines as it needs, from this height on. Says where the next line would be.
    fn paragraph(&mut self, y: f32, size: f32, color: Color, text: &str) -> f32 {
        // A letter is a little more than half as wide as high.
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
            self.words(at(0.0, y), size, Weight::Regular, color, line);
            y += 1.7 * size;
        }
        y
    }

    /// A small card.
    fn card(&mut self, scene: &Scene<'_, Set>, card: Card, min: Vec2, size: Vec2, share: f32) {
        let (min, size) = (self.place(min), size * self.scale);
        super::blank(self.picture, scene.look, min, size);
        face::draw(self.picture, card, min, size, share, face::color(card, scene.view.palette, scene.look.theme));
    }

    fn button(&mut self, scene: &Scene<'_, Set>, spot: Spot, button: Button) {
        let colors = &scene.look.colors;
        let (min, max) = (self.place(button.min), self.place(button.min + button.size));
        let (fill, ink) = if button.is_present { (colors.accent, colors.accent.ink()) } else { (colors.raised, colors.text) };
        let stroke = Stroke::new(0.12 * self.scale, if scene.pointed == Some(spot) { colors.text } else { colors.line });
        self.picture.shapes.push(Shape::Rectangle { min, max, radius: 0.8 * self.scale, fill, stroke });
        let weight = if button.is_present { Weight::Bold } else { Weight::Regular };
        let words = button.key.map_or_else(|| button.text.clone(), |key| format!("{}  {key}", button.text));
        self.centred(button.min + button.size / 2.0, 1.35, weight, ink, words);
        let label = if button.is_present { format!("{}, as it is", button.text) } else { button.text };
        self.picture.targets.push(Target { spot, outline: rectangle(min, max), label, focusable: true });
    }

    fn place(&self, point: Vec2) -> Vec2 {
        self.origin + point * self.scale
    }

    fn words(&mut self, start: Vec2, size: f32, weight: Weight, color: Color, text: impl Into<String>) {
        self.write(start, Anchor::Start, size, weight, color, text.into());
    }

    fn centred(&mut self, middle: Vec2, size: f32, weight: Weight, color: Color, text: impl Into<String>) {
        self.write(middle, Anchor::Middle, size, weight, color, text.into());
    }

    fn write(&mut self, point: Vec2, anchor: Anchor, size: f32, weight: Weight, color: Color, text: String) {
        let bold = matches!(weight, Weight::Bold);
        let shape = Shape::Text { at: self.place(point), anchor, size: size * self.scale, bold, color, text };
        self.picture.shapes.push(shape);
    }
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
    /// The key that does the same.
    key: Option<char>,
    /// Whether it stands for what is so now.
    is_present: bool,
}

/// Where the column for a value of a feature is, in the matrices.
fn column(feature: Feature, value: usize) -> f32 {
    7.5 + 6.0 * feature as usize as f32 + 1.5 * value as f32
}

fn standing(game: &Game) -> String {
    let found = game.found.len();
    match &game.kind {
        Kind::Table { .. } => format!("{found} found, {} wrong", game.wrong),
        Kind::Run { goal, .. } => format!("{found} of {goal} found, {} wrong", game.wrong),
    }
}
