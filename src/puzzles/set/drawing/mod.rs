//! The table as a picture: cards with their marks, the strip that adds a card, and the panel below.
//!
//! Every mark of a card has a frame *and* a sign, never a colour alone.

use crate::{
    Set,
    edit::{
        layout::{CARD, GAP},
        view::Palette,
    },
    model::{
        card::{Card, Feature},
        solution::Solution,
        spot::Spot,
    },
    play::game::Kind,
};
use base::{
    board::Scene,
    look::Look,
    picture::{Color, OnPaper, Picture, Shape, Stroke, Target, Vec2, at, rectangle},
    text::counted,
};

mod face;
mod panel;

/// The corner radius of a card, in its heights.
const CORNER: f32 = 0.09;

/// The distance of the outline that marks a hint from the edge of its card.
const HINT_INSET: f32 = 0.03;

/// The height of the strip below the cards.
const STRIP: f32 = 0.3;

/// The share of a card that its symbols take, for cards on the table and for small ones.
const SHARE: f32 = 0.7;
const SMALL_SHARE: f32 = 0.86;

/// Draws the board.
pub fn draw(scene: &Scene<'_, Set>) -> Picture<Spot> {
    let table = scene.view.table(scene.state);
    let grid = scene.view.grid(scene.state);
    let panel = panel::height(grid.size().x);
    let air = at(GAP, GAP);
    let below = grid.size().y + STRIP + 2.0 * GAP;
    let max = at(grid.size().x, below + panel);
    let mut picture = Picture::new(-air, max + air, label(scene, table));
    for (position, &card) in table.iter().enumerate() {
        draw_card(&mut picture, scene, position, card, grid.corner(scene.view.place(position)));
    }
    // The deck is used up, or the table is smaller than any SET.
    let places: Vec<usize> = (0..table.len()).map(|position| scene.view.place(position)).collect();
    let least = scene.view.game.as_ref().filter(|game| game.kind != Kind::Table).map_or(3, |game| game.variant.table_size());
    for place in (0..least.min(grid.columns * grid.rows)).filter(|place| !places.contains(place)) {
        draw_empty_place(&mut picture, scene.look, grid.corner(place));
    }
    let (min, max) = (at(0.0, grid.size().y + GAP), at(grid.size().x, below - GAP));
    let cards = picture.shapes.len();
    match &scene.view.game {
        Some(game) => panel::draw_score(&mut picture, scene, game, min, max),
        None => draw_add(&mut picture, scene, min, max),
    }
    let controls = cards..picture.shapes.len();
    let says_why = panel::draw(&mut picture, scene, at(0.0, below), grid.size().x);
    // While a solution is shown step by step, all steps have the same size.
    picture.on_paper = Some(if says_why || scene.shown.is_some() {
        OnPaper { omitted: if says_why { controls } else { cards..picture.shapes.len() }, max: picture.max }
    } else {
        OnPaper { omitted: cards..picture.shapes.len(), max: grid.size() + air }
    });
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
    let names: Vec<String> = cards.iter().map(|card| card.phrase()).collect();
    let mut picture = Picture::new(at(0.0, 0.0), at(SIDE, SIDE), names.join(", "));
    for (place, &card) in cards.iter().enumerate() {
        let min = at((place % columns) as f32, (place / columns) as f32) * step;
        let size = step - at(SPACE, SPACE);
        draw_blank(&mut picture, look, min, size);
        face::draw(&mut picture, card, min, size, SMALL_SHARE, face::color(card, palette, look.theme));
    }
    picture
}

/// Draws cards in a row, each 1.5 wide and 1 high.
pub fn row(cards: &[Card], palette: Palette, look: &Look) -> Picture<Spot> {
    let names: Vec<String> = cards.iter().map(|card| card.phrase()).collect();
    let step = at(CARD.x + GAP / 2.0, 0.0);
    let mut picture = Picture::new(at(0.0, 0.0), step * (cards.len() as f32) + at(0.0, CARD.y), names.join(", "));
    for (place, &card) in cards.iter().enumerate() {
        let min = step * place as f32;
        draw_blank(&mut picture, look, min, CARD);
        face::draw(&mut picture, card, min, CARD, SHARE, face::color(card, palette, look.theme));
    }
    picture
}

fn label(scene: &Scene<'_, Set>, table: &[Card]) -> String {
    match scene.insight {
        Some(insight) if scene.view.game.is_none() => {
            format!("{}, {}", table_spoken(table.len()), counted(insight.sets, scene.state.variant.noun()))
        }
        _ => table_spoken(table.len()),
    }
}

/// The spoken name of the board.
fn table_spoken(cards: usize) -> String {
    counted(cards as u64, "card")
}

/// The marks of a card.
struct Marks {
    /// The card's number in the shown solution, from 1.
    shown: Option<usize>,
    selected: bool,
    /// Whether a hint has named it.
    hinted: bool,
    /// Whether it is part of the last guess, if that was wrong.
    wrong_guess: bool,
    editing: bool,
    flaws: Vec<String>,
    pointed: bool,
}

impl Marks {
    fn of(scene: &Scene<'_, Set>, position: usize, card: Card) -> Self {
        let spot = Spot::Card(position);
        let is_playing = scene.view.game.is_some();
        // A game shows no solutions, and flaws are about the state's table, not the game's.
        let shown = scene
            .shown
            .filter(|_| !is_playing)
            .and_then(|(solution, steps)| Some(solution.index_of(position)? + 1).filter(|&number| number <= steps));
        let flaws = scene.flaws.iter().filter(|flaw| !is_playing && flaw.spots.contains(&spot)).map(|flaw| flaw.message.clone());
        Self {
            shown,
            selected: scene.view.selected.contains(&position),
            hinted: scene.view.hinted(scene.state).contains(&position),
            wrong_guess: is_playing && scene.view.wrong_guess().is_some_and(|cards| cards.contains(&card)),
            editing: !is_playing && scene.view.editing == Some(position),
            flaws: flaws.collect(),
            pointed: scene.pointed == Some(spot),
        }
    }

    fn frame(&self, look: &Look) -> Stroke {
        let colors = &look.colors;
        if !self.flaws.is_empty() || self.wrong_guess {
            Stroke::new(0.03, colors.bad)
        } else if self.shown.is_some() {
            Stroke::new(0.035, colors.accent)
        } else if self.selected {
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
        if self.selected {
            text.push_str(", selected");
        }
        if self.hinted {
            text.push_str(", marked by the hint");
        }
        if self.wrong_guess {
            text.push_str(", part of the wrong guess");
        }
        if self.editing {
            text.push_str(", being edited");
        }
        for flaw in &self.flaws {
            text.push_str(&format!(", error: {flaw}"));
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
    // The lower right corner has a letter for the colour.
    let letter = Feature::Color.letters()[usize::from(card.value(Feature::Color))].to_ascii_uppercase();
    picture.text(min + CARD - at(0.13, 0.13), look.legible(0.13), false, look.colors.muted, letter);
    let label = scene.view.label(scene.state, position);
    if let Some(label) = &label {
        // In a game, the label is the key to press.
        let (is_key, corner) = (scene.view.game.is_some(), min + at(0.13, 0.14));
        let (size, color) = if is_key { (0.19, look.colors.text) } else { (0.13, look.colors.muted) };
        picture.text(corner, look.legible(size), is_key, color, label);
    }
    if let Some(place) = marks.shown {
        badge(picture, look, look.colors.accent, min + at(CARD.x - 0.13, 0.13), &place.to_string());
    } else if !marks.flaws.is_empty() {
        badge(picture, look, look.colors.bad, min + at(CARD.x - 0.13, 0.13), "!");
    } else if marks.wrong_guess {
        badge(picture, look, look.colors.bad, min + at(CARD.x - 0.13, 0.13), "x");
    }
    if marks.hinted {
        // Inside the card, so that the frame can say whether it is selected, too.
        let inset = at(HINT_INSET, HINT_INSET);
        let stroke = Stroke::new(0.025, look.colors.accent);
        let (min, max, radius) = (min + inset, min + CARD - inset, CORNER - HINT_INSET);
        picture.shapes.push(Shape::Rectangle { min, max, radius, fill: Color::CLEAR, stroke });
    }
    if marks.selected {
        check_mark(picture, look.colors.text, min + at(0.12, CARD.y - 0.11));
    }
    let spoken = label.map_or_else(String::new, |label| format!("{label}: "));
    picture.targets.push(Target {
        spot: Spot::Card(position),
        outline: rectangle(min, min + CARD),
        label: format!("{spoken}{}{}", card.phrase(), marks.spoken()),
        focusable: true,
    });
}

/// Draws a sign in a filled circle.
fn badge(picture: &mut Picture<Spot>, look: &Look, color: Color, center: Vec2, text: &str) {
    picture.shapes.push(Shape::Circle { center, radius: 0.1, fill: color, stroke: Stroke::NONE });
    picture.text(center, look.legible_within(0.2, 0.13, true, text), true, color.ink(), text);
}

/// Draws a check mark.
fn check_mark(picture: &mut Picture<Spot>, color: Color, center: Vec2) {
    let points = [at(-0.05, 0.0), at(-0.015, 0.035), at(0.05, -0.04)].map(|point| center + point).to_vec();
    picture.shapes.push(Shape::Line { points, stroke: Stroke::new(0.028, color) });
}

/// Draws a card without symbols.
fn draw_blank(picture: &mut Picture<Spot>, look: &Look, min: Vec2, size: Vec2) {
    let height = size.x.min(size.y);
    let stroke = Stroke::new(0.02 * height, look.colors.line);
    picture.shapes.push(Shape::Rectangle { min, max: min + size, radius: CORNER * height, fill: face::ground(look), stroke });
}

/// Draws an empty place for a card.
fn draw_empty_place(picture: &mut Picture<Spot>, look: &Look, min: Vec2) {
    let stroke = Stroke::new(0.015, look.colors.line);
    picture.shapes.push(Shape::Rectangle { min, max: min + CARD, radius: CORNER, fill: Color::CLEAR, stroke });
}

/// Draws the strip that adds a card.
fn draw_add(picture: &mut Picture<Spot>, scene: &Scene<'_, Set>, min: Vec2, max: Vec2) {
    let colors = &scene.look.colors;
    let line = if scene.pointed == Some(Spot::Add) { colors.muted } else { colors.line };
    picture.shapes.push(Shape::Rectangle { min, max, radius: CORNER, fill: Color::CLEAR, stroke: Stroke::new(0.015, line) });
    picture.text((min + max) / 2.0, scene.look.legible(0.14), false, colors.muted, "+ card");
    let label = "add a card".to_owned();
    picture.targets.push(Target { spot: Spot::Add, outline: rectangle(min, max), label, focusable: true });
}

#[cfg(test)]
mod tests {
    use crate::{
        edit::view::View,
        model::state::{State, Variant},
        play::{deal, game::Game},
    };
    use base::{
        board::{Board, Input, Reply},
        look::Theme,
        puzzle::Puzzle,
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
        Set::draw(&Scene { state, flaws: &flaws, insight: None, shown, view, pointed: None, marks: &[], look: &look })
    }

    fn labels(picture: &Picture<Spot>, mark: &str) -> Vec<String> {
        picture.targets.iter().filter(|target| target.label.contains(mark)).map(|target| target.label.clone()).collect()
    }

    #[test]
    fn every_card_can_be_pointed_at() {
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
    fn a_solution_is_shown_card_by_card() {
        let state = deal::apl(16807, 12).unwrap();
        let solution = solutions(&state)[0];
        for step in 0..=3 {
            let marked = labels(&picture(&state, &View::default(), Some((&solution, step))), "of the shown solution");
            let all = [
                "2: 1 outlined red squiggle, card 1 of the shown solution",
                "7: 1 solid blue squiggle, card 2 of the shown solution",
                "8: 1 shaded green squiggle, card 3 of the shown solution",
            ];
            assert_eq!(marked, all[..step]);
        }
    }

    #[test]
    fn paper_has_neither_buttons_nor_help() {
        let state = deal::apl(16807, 12).unwrap();
        let solution = solutions(&state)[0];
        let printed = |view: &View, shown| {
            let picture = picture(&state, view, shown);
            let texts =
                picture.shapes_on_paper().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.clone()) } else { None });
            (texts.filter(|text| 6 < text.len()).collect::<Vec<_>>(), picture.max_on_paper().y < picture.max.y)
        };
        assert_eq!(printed(&View::default(), None), (Vec::new(), true));
        let game = View::default().with_game(Game::on_table(&state));
        assert_eq!(printed(&game, None), (Vec::new(), true));
        assert_eq!(printed(&View { editing: Some(3), ..View::default() }, None), (Vec::new(), true));
        assert_eq!(printed(&View::default(), Some((&solution, 1))), (Vec::new(), false));
        let (why, is_cropped) = printed(&View::default(), Some((&solution, 3)));
        assert!(why.contains(&"OK: a SET".to_owned()) && !why.contains(&"+ card".to_owned()) && !is_cropped, "{why:?}");
    }

    #[test]
    fn flaws_are_spoken_and_marked() {
        let mut state = deal::hand(Variant::Set, 5, 1);
        state.cards[4] = state.cards[0];
        let picture = picture(&state, &View::default(), None);
        assert_eq!(labels(&picture, "is on the table twice").len(), 2);
        let marks = picture.shapes.iter().filter(|shape| matches!(shape, Shape::Text { text, .. } if text == "!"));
        assert_eq!(marks.count(), 2);
    }

    #[test]
    fn a_game_shows_letters_and_no_solutions() {
        let state = deal::apl(16807, 12).unwrap();
        let solution = solutions(&state)[0];
        let view = View::default().with_game(Game::on_table(&state));
        let picture = picture(&state, &view, Some((&solution, 3)));
        assert_eq!(labels(&picture, "of the shown solution"), [""; 0]);
        assert_eq!(labels(&picture, "F: "), ["F: 1 shaded green squiggle"]);
    }

    #[test]
    fn a_finished_game_has_nothing_left_to_claim() {
        let state = State::new(deal::apl(16807, 12).unwrap().cards[..2].to_vec(), Variant::Set);
        let mut view = View::default().with_game(Game::on_table(&state));
        let claims = |view: &View| picture(&state, view, None).targets.iter().filter(|target| target.spot == Spot::NoneLeft).count();
        assert_eq!(claims(&view), 1);
        let press = |view: &mut View, input| Set::act(&mut state.clone(), view, None, input);
        assert_eq!(press(&mut view, Input::Character('0')), Reply::Done);
        assert_eq!(claims(&view), 0);
        let result = view.clone();
        for key in ['0', 'q'] {
            assert_eq!(press(&mut view, Input::Character(key)), Reply::Refused("the game is finished".to_owned()));
        }
        assert_eq!(view, result, "the result stays on the board");
    }

    #[test]
    fn polygons_are_convex_and_texts_are_ascii() {
        for variant in Variant::ALL {
            let state = deal::hand(variant, 27, 3);
            let size = variant.size();
            let view = View { selected: (0..size).collect(), editing: Some(1), ..View::default() };
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
        assert_eq!(picture.label, "3 solid red squiggles, 2 solid green diamonds, 1 solid blue oval");
    }

    #[test]
    fn thumbnails_have_the_colours_of_the_table() {
        let solutions = solutions(&deal::apl(12345, 12).unwrap());
        let [classic, safe] = [Palette::Classic, Palette::Safe].map(|palette| thumbnail(&solutions[1], palette, &Look::default()));
        assert_ne!(classic, safe);
    }
}
