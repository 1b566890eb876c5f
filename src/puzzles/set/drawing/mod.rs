//! The table as a picture: cards with what marks them, the place for one more, and the panel below.
//!
//! What is true of a card, its face aside, is shown by a frame *and* a sign, never by colour alone.

use crate::{
    board::Scene,
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    puzzles::set::{
        Set,
        edit::view::Palette,
        model::{
            card::{Card, Feature},
            solution::Solution,
            spot::Spot,
        },
    },
};

use self::layout::{CARD, GAP, Grid};

mod layout;
mod face;
mod panel;

/// The radius of a card's corners, in its heights.
const CORNER: f32 = 0.09;

/// The height of the strip below the cards.
const STRIP: f32 = 0.3;

/// How much of a card its symbols take, and how much of a small one.
const SHARE: f32 = 0.7;
const SMALL_SHARE: f32 = 0.86;

/// Draws the whole board.
pub fn draw(scene: &Scene<'_, Set>) -> Picture<Spot> {
    let table = scene.view.table(scene.state);
    let grid = Grid::fitting(table.len());
    let panel = panel::height(grid.size().x);
    let air = at(GAP, GAP);
    let below = grid.size().y + STRIP + 2.0 * GAP;
    let max = at(grid.size().x, below + panel);
    let mut picture = Picture::new(-air, max + air, label(scene, table));
    for (position, &card) in table.iter().enumerate() {
        draw_card(&mut picture, scene, position, card, grid.corner(position));
    }
    for place in table.len()..grid.columns.min(3) {
        draw_place(&mut picture, scene.look, grid.corner(place));
    }
    let (min, max) = (at(0.0, grid.size().y + GAP), at(grid.size().x, below - GAP));
    match &scene.view.game {
        Some(game) => panel::draw_standing(&mut picture, scene, game, min, max),
        None => draw_add(&mut picture, scene, min, max),
    }
    panel::draw(&mut picture, scene, at(0.0, below), grid.size().x);
    picture
}

/// Draws the cards of a solution in a square of 64 by 64.
pub fn thumbnail(solution: &Solution, palette: Palette, look: &Look) -> Picture<Spot> {
    const SIDE: f32 = 64.0;
    const SPACE: f32 = 3.0;
    let cards = solution.cards();
    let columns = if cards.len() <= 3 { 1 } else { 2 };
    let rows = cards.len().div_ceil(columns);
    let step = at((SIDE + SPACE) / columns as f32, (SIDE + SPACE) / rows as f32);
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    let mut picture = Picture::new(at(0.0, 0.0), at(SIDE, SIDE), names.join(", "));
    for (place, &card) in cards.iter().enumerate() {
        let min = at((place % columns) as f32, (place / columns) as f32) * step;
        let size = step - at(SPACE, SPACE);
        blank(&mut picture, look, min, size);
        face::draw(&mut picture, card, min, size, SMALL_SHARE, face::color(card, palette, look.theme));
    }
    picture
}

fn label(scene: &Scene<'_, Set>, table: &[Card]) -> String {
    let cards = format!("{} cards", table.len());
    match scene.insight {
        Some(insight) if scene.view.game.is_none() => {
            format!("{cards}, {} {}", insight.sets, plural(insight.sets, scene.state.variant.noun()))
        }
        _ => cards,
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// What marks a card.
struct Marks {
    /// As which card of the shown solution, from 1.
    shown: Option<usize>,
    chosen: bool,
    /// Part of the last guess, which was wrong.
    guessed: bool,
    editing: bool,
    flaws: Vec<String>,
    pointed: bool,
}

impl Marks {
    fn of(scene: &Scene<'_, Set>, position: usize, card: Card) -> Self {
        let spot = Spot::Card(position);
        let playing = scene.view.game.is_some();
        // A game shows no solutions, and its table is not the one that may have flaws.
        let shown = scene
            .shown
            .filter(|_| !playing)
            .and_then(|(solution, steps)| Some(solution.place(position)? + 1).filter(|&place| place <= steps));
        let flaws = scene.flaws.iter().filter(|flaw| !playing && flaw.spots.contains(&spot)).map(|flaw| flaw.message.clone());
        Self {
            shown,
            chosen: scene.view.chosen.contains(&position),
            guessed: playing && scene.view.wrong_guess().is_some_and(|cards| cards.contains(&card)),
            editing: !playing && scene.view.editing == Some(position),
            flaws: flaws.collect(),
            pointed: scene.pointed == Some(spot),
        }
    }

    fn frame(&self, look: &Look) -> Stroke {
        let colors = &look.colors;
        if !self.flaws.is_empty() || self.guessed {
            Stroke::new(0.03, colors.bad)
        } else if self.shown.is_some() {
            Stroke::new(0.035, colors.accent)
        } else if self.chosen {
            Stroke::new(0.035, colors.text)
        } else if self.editing || self.pointed {
            Stroke::new(0.025, colors.muted)
        } else {
            Stroke::new(0.012, colors.line)
        }
    }

    fn spoken(&self) -> String {
        let mut text = String::new();
        if let Some(place) = self.shown {
            text.push_str(&format!(", card {place} of the shown solution"));
        }
        if self.chosen {
            text.push_str(", chosen");
        }
        if self.guessed {
            text.push_str(", part of the wrong guess");
        }
        if self.editing {
            text.push_str(", being changed");
        }
        for flaw in &self.flaws {
            text.push_str(", wrong: ");
            text.push_str(flaw);
        }
        text
    }
}

fn draw_card(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, position: usize, card: Card, min: Vec2) {
    let look = scene.look;
    let marks = Marks::of(scene, position, card);
    let color = face::color(card, scene.view.palette, look.theme);
    picture.shapes.push(Shape::Rectangle { min, max: min + CARD, radius: CORNER, fill: face::ground(look), stroke: marks.frame(look) });
    face::draw(picture, card, min, CARD, SHARE, color);
    // The lower right corner tells the colour without colour.
    let letter = Feature::Color.letters()[usize::from(card.value(Feature::Color))].to_ascii_uppercase();
    picture.text(min + CARD - at(0.11, 0.12), 0.13, false, look.colors.muted, letter);
    let name = scene.view.name(position);
    if let Some(name) = &name {
        // In a game it is the key to press.
        let (is_key, corner) = (scene.view.game.is_some(), min + at(0.13, 0.14));
        let (size, color) = if is_key { (0.19, look.colors.text) } else { (0.13, look.colors.muted) };
        picture.text(corner, size, is_key, color, name);
    }
    if let Some(place) = marks.shown {
        badge(picture, look.colors.accent, min + at(CARD.x - 0.13, 0.13), &place.to_string());
    } else if !marks.flaws.is_empty() {
        badge(picture, look.colors.bad, min + at(CARD.x - 0.13, 0.13), "!");
    } else if marks.guessed {
        badge(picture, look.colors.bad, min + at(CARD.x - 0.13, 0.13), "x");
    }
    if marks.chosen {
        hook(picture, look.colors.text, min + at(0.12, CARD.y - 0.11));
    }
    let spoken = name.map_or_else(String::new, |name| format!("{name}: "));
    picture.targets.push(Target {
        spot: Spot::Card(position),
        outline: rectangle(min, min + CARD),
        label: format!("{spoken}{card}{}", marks.spoken()),
        focusable: true,
    });
}

/// A sign in a full circle.
fn badge(picture: &mut Picture<Spot>, color: Color, center: Vec2, text: &str) {
    picture.shapes.push(Shape::Circle { center, radius: 0.1, fill: color, stroke: Stroke::NONE });
    picture.text(center, 0.13, true, color.ink(), text);
}

/// A tick.
fn hook(picture: &mut Picture<Spot>, color: Color, center: Vec2) {
    let points = [at(-0.05, 0.0), at(-0.015, 0.035), at(0.05, -0.04)].map(|point| center + point).to_vec();
    picture.shapes.push(Shape::Line { points, stroke: Stroke::new(0.028, color) });
}

/// An empty card.
fn blank(picture: &mut Picture<Spot>, look: &Look, min: Vec2, size: Vec2) {
    let height = size.x.min(size.y);
    let stroke = Stroke::new(0.02 * height, look.colors.line);
    picture.shapes.push(Shape::Rectangle { min, max: min + size, radius: CORNER * height, fill: face::ground(look), stroke });
}

/// A place where no card lies yet.
fn draw_place(picture: &mut Picture<Spot>, look: &Look, min: Vec2) {
    let stroke = Stroke::new(0.015, look.colors.line);
    picture.shapes.push(Shape::Rectangle { min, max: min + CARD, radius: CORNER, fill: Color::CLEAR, stroke });
}

/// The strip that adds a card.
fn draw_add(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, min: Vec2, max: Vec2) {
    let colors = &scene.look.colors;
    let line = if scene.pointed == Some(Spot::Add) { colors.muted } else { colors.line };
    picture.shapes.push(Shape::Rectangle { min, max, radius: CORNER, fill: Color::CLEAR, stroke: Stroke::new(0.015, line) });
    picture.text((min + max) / 2.0, 0.14, false, colors.muted, "+ card");
    let label = "add a card".to_owned();
    picture.targets.push(Target { spot: Spot::Add, outline: rectangle(min, max), label, focusable: true });
}

#[cfg(test)]
mod tests {
    use crate::{
        board::Board,
        look::Theme,
        puzzle::Puzzle,
        puzzles::set::{
            edit::view::View,
            model::state::{State, Variant},
            play::{deal, game::Game},
        },
        search::Found,
    };

    use super::*;

    fn solutions(state: &State) -> Vec<Solution> {
        let mut found = Found::default();
        assert!((Set::techniques()[0].search)(&Set::check(state).unwrap(), &mut found).is_continue());
        found.items
    }

    fn picture(state: &State, view: &View, shown: Option<(&Solution, usize)>) -> Picture<Spot> {
        let flaws = Set::check(state).err().unwrap_or_default();
        let look = Look::new(Theme::Light);
        Set::draw(&Scene { state, flaws: &flaws, insight: None, shown, view, pointed: None, look: &look })
    }

    fn labels(picture: &Picture<Spot>, mark: &str) -> Vec<String> {
        picture.targets.iter().filter(|target| target.label.contains(mark)).map(|target| target.label.clone()).collect()
    }

    #[test]
    fn every_card_can_be_pointed_at_where_it_lies() {
        for cards in [0, 1, 3, 12, 21, 80, 81] {
            let picture = picture(&deal::hand(Variant::Set, cards, 1), &View::default(), None);
            for target in &picture.targets {
                let middle = target.outline.iter().copied().sum::<Vec2>() / target.outline.len() as f32;
                assert_eq!(picture.target_at(middle).map(|target| target.spot), Some(target.spot));
                assert!(target.outline.iter().all(|p| picture.min.cmple(*p).all() && p.cmple(picture.max).all()));
            }
            assert_eq!(picture.targets.iter().filter(|target| matches!(target.spot, Spot::Card(_))).count(), cards);
        }
    }

    #[test]
    fn an_solution_comes_card_by_card() {
        let state = deal::apl(16807, 12).unwrap();
        let solution = solutions(&state)[0];
        for step in 0..=3 {
            let marked = labels(&picture(&state, &View::default(), Some((&solution, step))), "of the shown solution");
            let all = [
                "2: 1 squiggle red outline, card 1 of the shown solution",
                "7: 1 squiggle blue solid, card 2 of the shown solution",
                "8: 1 squiggle green shaded, card 3 of the shown solution",
            ];
            assert_eq!(marked, all[..step]);
        }
    }

    #[test]
    fn flaws_are_said_and_marked() {
        let mut state = deal::hand(Variant::Set, 5, 1);
        state.cards[4] = state.cards[0];
        let picture = picture(&state, &View::default(), None);
        assert_eq!(labels(&picture, "lies on the table twice").len(), 2);
        let marks = picture.shapes.iter().filter(|shape| matches!(shape, Shape::Text { text, .. } if text == "!"));
        assert_eq!(marks.count(), 2);
    }

    #[test]
    fn a_game_shows_letters_and_no_solutions() {
        let state = deal::apl(16807, 12).unwrap();
        let solution = solutions(&state)[0];
        let view = View::default().playing(Game::on_table(&state));
        let picture = picture(&state, &view, Some((&solution, 3)));
        assert_eq!(labels(&picture, "of the shown solution"), [""; 0]);
        assert_eq!(labels(&picture, "H: "), ["H: 1 squiggle green shaded"]);
    }

    #[test]
    fn polygons_are_convex_and_texts_are_plain() {
        for variant in Variant::ALL {
            let state = deal::hand(variant, 27, 3);
            let size = variant.size();
            let view = View { chosen: (0..size).collect(), editing: Some(1), ..View::default() };
            for shape in picture(&state, &view, None).shapes {
                match shape {
                    Shape::Polygon { points, .. } => {
                        let turns = |i: usize| {
                            let [a, b, c] = [0, 1, 2].map(|step| points[(i + step) % points.len()]);
                            (b - a).perp_dot(c - b)
                        };
                        assert!((0..points.len()).all(|i| turns(i) >= -1e-6), "{points:?}");
                    }
                    Shape::Text { text, .. } => assert!(text.is_ascii(), "{text}"),
                    Shape::Line { points, .. } => assert!(points.len() > 1),
                    Shape::Rectangle { .. } | Shape::Circle { .. } => {}
                }
            }
        }
    }

    #[test]
    fn thumbnails_name_their_cards() {
        let state = deal::apl(12345, 12).unwrap();
        let picture = thumbnail(&solutions(&state)[1], Palette::default(), &Look::default());
        assert_eq!(picture.label, "3 squiggle red solid, 2 diamond green solid, 1 oval blue solid");
    }

    #[test]
    fn thumbnails_have_the_colours_of_the_table() {
        let solutions = solutions(&deal::apl(12345, 12).unwrap());
        let [classic, safe] = [Palette::Classic, Palette::Safe].map(|palette| thumbnail(&solutions[1], palette, &Look::default()));
        assert_ne!(classic, safe);
    }
}
