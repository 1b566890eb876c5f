//! One tile: what it shows, its picture and its label.

use crate::{
    VoltorbFlip,
    live::{
        advice::{Certainty, advise, is_as_good},
        analysis,
        insight::{Insight, is_useful},
    },
    model::{
        problem::{Problem, Spot},
        rules::{TILES, Value, tile_name},
        solution::Solution,
        state::{Marks, State, Tiles},
    },
    words::{VOLTORB, short_percent},
};
use base::{
    board::Scene,
    fonts,
    look::Look,
    picture::{Anchor, Color, Picture, Shape, Stroke, Vec2, at},
};

use super::{
    SIZE,
    shapes::{arrow_badge, card, ring, tick_badge, voltorb},
};

/// Everything that a tile shows.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// The value, if it is face up.
    up: Option<Value>,
    /// The value on the board shown, or the actual value once the round is over.
    solution: Option<Value>,
    /// Whether the round is over.
    is_over: bool,
    /// The chances of its values, if they may be shown.
    chances: Option<[f64; 4]>,
    marks: Marks,
    best: Option<Best>,
}

/// Why a tile is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The card below the board advises to flip it.
    Advised(Certainty),
    /// It is exactly as good as the advised one.
    AsGood,
}

impl Best {
    /// Finds the tiles to mark, so that the board and the card never differ: the advised one and, if its worth is known, its equals. A
    /// safe tile that gains nothing needs no mark, and in an explanation those that the sentence is about are framed.
    pub fn of_tiles(scene: &Scene<'_, VoltorbFlip>) -> [Option<Self>; TILES] {
        let Some(insight) = visible_insight(scene).filter(|_| !scene.view.is_over() && !is_explained(scene)) else { return [None; TILES] };
        let Some(advice) = advise(scene.state, insight) else { return [None; TILES] };
        let is_as_good = |tile: usize| advice.tile.is_none_or(|advised| is_as_good(insight, tile, advised));
        let is_equal = |tile: usize| insight.is_best(tile) && insight.chances(tile).is_some_and(is_useful) && is_as_good(tile);
        std::array::from_fn(|tile| {
            if advice.tile == Some(tile) { Some(Self::Advised(advice.certainty)) } else { is_equal(tile).then_some(Self::AsGood) }
        })
    }
}

impl Face {
    /// Collects what this tile shows.
    pub fn of(scene: &Scene<'_, VoltorbFlip>, tile: usize, best: Option<Best>) -> Self {
        let shown = scene.shown.filter(|&(_, steps)| steps > 0).and_then(|(solution, _)| solution.value(tile));
        let revealed = scene.view.game.as_ref().and_then(|game| game.revealed(tile));
        let insight = visible_insight(scene);
        Self {
            up: scene.state.tiles.0[tile].filter(|_| !is_before(scene, tile)),
            solution: revealed.or(shown),
            is_over: revealed.is_some(),
            // Once the values are revealed, their chances are history and only cover them.
            chances: insight.filter(|_| revealed.is_none()).and_then(|insight| insight.chances(tile)),
            marks: scene.state.memos.0[tile],
            best,
        }
    }
}

/// What was known before the step of an explanation that is shown; none if nothing is explained.
pub fn known_before(scene: &Scene<'_, VoltorbFlip>) -> Option<Insight> {
    let tiles = scene.shown.filter(|&(_, steps)| 0 < steps && scene.view.may_show_odds())?.0.before()?;
    let before = State { tiles: Tiles(tiles), ..scene.state.fresh() };
    Problem::check(&before).ok().map(|problem| analysis::odds(&problem))
}

/// Returns the insight, unless the player hides it during a game, or it is about later flips than those that are shown.
pub fn visible_insight<'a>(scene: &Scene<'a, VoltorbFlip>) -> Option<&'a Insight> {
    let is_of_shown = is_explained(scene) || !(0..TILES).any(|tile| is_before(scene, tile));
    scene.insight.filter(|_| scene.view.may_show_odds() && is_of_shown)
}

/// Whether a step of an explanation is shown.
fn is_explained(scene: &Scene<'_, VoltorbFlip>) -> bool {
    scene.shown.is_some_and(|(solution, steps)| 0 < steps && solution.before().is_some())
}

/// Whether the board is shown as it was before this tile was flipped, as in an explanation.
fn is_before(scene: &Scene<'_, VoltorbFlip>, tile: usize) -> bool {
    let is_face_down = |(solution, steps): (&Solution, usize)| 0 < steps && solution.value(tile).is_none();
    scene.state.tiles.0[tile].is_some() && scene.shown.is_some_and(is_face_down)
}

/// Returns the tile's label: "row 2, column 3, face down, 18 percent Voltorb".
pub fn label(face: &Face, tile: usize) -> String {
    let name = tile_name(tile);
    if let Some(value) = face.up {
        return format!("{name}, face up, {value}");
    }
    let mut label = format!("{name}, face down");
    if let Some(chances) = face.chances {
        let risk = || {
            let spoken = short_percent(chances[0]).replace('%', " percent").replace('<', "under ").replace('>', "over ");
            format!(", {spoken} {VOLTORB}")
        };
        label += &match Outlook::of(chances) {
            Outlook::Voltorb => ", certainly a Voltorb".to_owned(),
            Outlook::NoGain if chances[0] == 0.0 => ", always 1".to_owned(),
            Outlook::NoGain => risk() + ", never a 2 or 3",
            Outlook::Safe => ", safe".to_owned(),
            Outlook::Uncertain => risk(),
        };
    }
    label += match face.best {
        Some(Best::Advised(Certainty::Exact)) => ", best flip",
        Some(Best::Advised(Certainty::BestSoFar)) => ", best flip so far",
        Some(Best::AsGood) => ", just as good",
        None => "",
    };
    if let Some(value) = face.solution {
        label += &if face.is_over { format!(", was a {value}") } else { format!(", {value} on the board shown") };
    }
    if !face.marks.is_empty() {
        label += &format!(", noted {}", face.marks);
    }
    label
}

/// Draws the tile with its upper left corner at `min`.
pub fn draw(picture: &mut Picture<Spot>, min: Vec2, face: &Face, look: &Look) {
    match (face.up, face.solution) {
        (Some(value), _) => draw_up(picture, min, value, look),
        (None, Some(value)) => draw_solution(picture, min, value, face.chances, look),
        (None, None) => draw_down(picture, min, face, look),
    }
    if face.up.is_none() {
        draw_best(picture, min, face, look);
    }
}

/// Marks the tile that the card advises with a ring and a badge, and its equals with a thin ring, whatever else the tile shows.
fn draw_best(picture: &mut Picture<Spot>, min: Vec2, face: &Face, look: &Look) {
    match face.best {
        Some(Best::Advised(_)) => {
            let is_safe = face.chances.is_some_and(|chances| chances[0] == 0.0);
            let badge = if is_safe { tick_badge } else { arrow_badge };
            ring(picture, corners(min), 2.5, look.colors.accent);
            badge(picture, at(min.x + SIZE - 2.0, min.y + 2.0), look);
        }
        Some(Best::AsGood) => ring(picture, corners(min), 1.5, look.colors.accent),
        None => {}
    }
}

/// What a face-down tile can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outlook {
    /// Certainly a Voltorb.
    Voltorb,
    /// Never a Voltorb, possibly a 2 or 3.
    Safe,
    /// Never a 2 or 3, so it gains nothing.
    NoGain,
    /// Possibly a Voltorb, possibly a 2 or 3.
    Uncertain,
}

impl Outlook {
    fn of(chances: [f64; 4]) -> Self {
        if chances[1..].iter().sum::<f64>() == 0.0 {
            Self::Voltorb
        } else if !is_useful(chances) {
            Self::NoGain
        } else if chances[0] == 0.0 {
            Self::Safe
        } else {
            Self::Uncertain
        }
    }
}

fn corners(min: Vec2) -> (Vec2, Vec2) {
    (min, min + Vec2::splat(SIZE))
}

fn draw_up(picture: &mut Picture<Spot>, min: Vec2, value: Value, look: &Look) {
    let colors = look.colors;
    let center = min + Vec2::splat(SIZE / 2.0);
    let color = if value == Value::Voltorb { colors.bad } else { colors.good };
    card(picture, corners(min), 8.0, colors.window.mix(color, 0.18), Stroke::new(1.5, color));
    match value {
        Value::Voltorb => voltorb(picture, center, 22.0, look),
        value => picture.text(center, 34.0, true, colors.text, value.to_string()),
    }
}

/// Draws a tile of a listed board, with an inner frame and thin digits to distinguish it from a flipped one.
fn draw_solution(picture: &mut Picture<Spot>, min: Vec2, value: Value, chances: Option<[f64; 4]>, look: &Look) {
    let colors = look.colors;
    let center = min + Vec2::splat(SIZE / 2.0);
    card(picture, corners(min), 8.0, colors.raised, Stroke::NONE);
    let inner = (min + Vec2::splat(4.0), min + Vec2::splat(SIZE - 4.0));
    card(picture, inner, 5.0, Color::CLEAR, Stroke::new(1.0, colors.accent.fade(0.8)));
    match value {
        Value::Voltorb => voltorb(picture, center - at(0.0, 6.0), 13.0, look),
        value => picture.text(center - at(0.0, 6.0), 26.0, false, colors.accent, value.to_string()),
    }
    if let Some(chances) = chances {
        let chance = short_percent(chances[value as usize]);
        picture.text(center + at(0.0, 21.0), look.legible_within(SIZE - 4.0, 11.0, false, &chance), false, colors.muted, chance);
    }
}

fn draw_down(picture: &mut Picture<Spot>, min: Vec2, face: &Face, look: &Look) {
    let (colors, center) = (look.colors, min.x + SIZE / 2.0);
    let Some(chances) = face.chances else {
        card(picture, corners(min), 8.0, colors.raised, Stroke::new(1.0, colors.rim()));
        picture.text(at(center, min.y + SIZE / 2.0), 20.0, false, colors.muted, "?");
        return draw_marks(picture, min, face.marks, colors.raised, look);
    };
    let outlook = Outlook::of(chances);
    let fill = heat(chances[0], look);
    let stroke = if chances[0] == 0.0 { Stroke::new(1.0, colors.good) } else { Stroke::NONE };
    card(picture, corners(min), 8.0, fill, stroke);
    let ink = fill.ink();
    let risk = if chances[0] == 0.0 { "safe".to_owned() } else { short_percent(chances[0]) };
    let size = look.legible_within(SIZE - 4.0, 18.0, true, &risk);
    // On a small screen it needs the room above it.
    let middle = match outlook {
        Outlook::Safe | Outlook::Uncertain => (Bars::new(look).top() - 2.0 - fonts::CAP_HEIGHT * size / 2.0).min(28.0),
        Outlook::Voltorb | Outlook::NoGain => 28.0,
    };
    picture.text(at(center, min.y + middle), size, true, ink, risk);
    match outlook {
        Outlook::Voltorb => voltorb(picture, at(center, min.y + 53.0), 9.0, look),
        Outlook::NoGain => {
            let texts = if chances[0] == 0.0 { ["always 1", "is 1", "1"] } else { ["never 2 or 3", "1 or V", "1/V"] };
            let size = look.legible(11.0);
            if let Some(text) = texts.into_iter().find(|text| size * fonts::width(text, false) <= SIZE - 4.0) {
                picture.text(at(center, min.y + 54.0), size, false, ink, text);
            }
        }
        Outlook::Safe | Outlook::Uncertain => draw_bars(picture, min, chances, fill, look),
    }
    draw_marks(picture, min, face.marks, fill, look);
}

/// Returns the background of a tile: redder the likelier it is a Voltorb, green if it is safe.
fn heat(risk: f64, look: &Look) -> Color {
    let colors = look.colors;
    if risk == 0.0 { colors.window.mix(colors.good, 0.22) } else { colors.raised.mix(colors.bad, 0.06 + 0.6 * risk as f32) }
}

/// The place of the bars on a tile, and of the digits below them.
struct Bars {
    /// The size of the digits, and the height of their middle below the tile's upper edge.
    size: f32,
    middle: f32,
    /// The height of the lower ends of the bars.
    base: f32,
}

impl Bars {
    /// The width of a bar, and the height of one for a certain value.
    const WIDTH: f32 = 12.0;
    const HIGHEST: f32 = 15.0;

    /// Larger digits take their room from below the percentage, not from the tile's edge.
    fn new(look: &Look) -> Self {
        let size = look.legible_within(Self::WIDTH + 4.0, 9.0, false, "0");
        let half = fonts::CAP_HEIGHT * size / 2.0;
        let middle = (SIZE - 5.0 - half).min(63.0);
        Self { size, middle, base: (middle - half - (0.5 * half).max(2.0)).min(56.0) }
    }

    fn top(&self) -> f32 {
        self.base - Self::HIGHEST
    }
}

/// Draws a bar for each of 1, 2 and 3, with its height proportional to the chance.
fn draw_bars(picture: &mut Picture<Spot>, min: Vec2, chances: [f64; 4], background: Color, look: &Look) {
    let ink = background.ink();
    let bars = Bars::new(look);
    let (middle, base) = (min.y + bars.middle, min.y + bars.base);
    for (index, value) in [Value::One, Value::Two, Value::Three].into_iter().enumerate() {
        let center = min.x + SIZE / 2.0 + (index as f32 - 1.0) * (Bars::WIDTH + 4.0);
        let chance = chances[value as usize];
        // Possible values stay visible, impossible ones stay flat.
        let height = if chance > 0.0 { (chance as f32 * Bars::HIGHEST).max(1.8) } else { 0.6 };
        let bar = (at(center - Bars::WIDTH / 2.0, base - height), at(center + Bars::WIDTH / 2.0, base));
        card(picture, bar, 1.5_f32.min(height / 2.0), ink.mix(background, if chance > 0.0 { 0.25 } else { 0.6 }), Stroke::NONE);
        picture.text(at(center, middle), bars.size, false, ink, value.to_string());
    }
}

fn draw_marks(picture: &mut Picture<Spot>, min: Vec2, marks: Marks, background: Color, look: &Look) {
    if marks.is_empty() {
        return;
    }
    let text = marks.to_string();
    let size = look.legible(11.0);
    let (width, height) = (size * fonts::width(&text, true) + 6.0, size + 3.0);
    let fill = background.mix(look.colors.window, 0.7);
    // Larger notes protrude into the gap above the tile rather than cover the percentage.
    let top = 17.0 - height;
    card(picture, (min + at(4.0, top), min + at(4.0 + width, top + height)), 4.0, fill, Stroke::NONE);
    picture.shapes.push(Shape::Text {
        at: at(min.x + 7.0, min.y + top + height / 2.0),
        anchor: Anchor::Start,
        size,
        bold: true,
        color: fill.ink(),
        text,
    });
}
