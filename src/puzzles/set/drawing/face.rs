//! The face of a card: its symbols and colours.

use crate::{
    edit::view::Palette,
    model::{
        card::{Card, Feature, Symbol, Texture},
        spot::Spot,
    },
};
use base::{
    look::{Look, Theme},
    picture::{Color, Picture, Shape, Stroke, Vec2, at},
};

/// The width of a symbol, in its heights.
const WIDTH: f32 = 0.5;

/// The space between symbols, in their heights.
const SPACE: f32 = 0.12;

/// The width of outlines and stripes, in heights of a symbol.
const LINE: f32 = 0.05;

/// The number of stripes in a shaded symbol.
const STRIPES: usize = 8;

/// Half the width of a squiggle's body, and how far its middle line swings to each side.
const BODY: f32 = 0.14;
const SWING: f32 = 0.068;

/// Draws the symbols of the card in the middle of the rectangle. They take at most this share of its height and width.
pub fn draw(picture: &mut Picture<Spot>, card: Card, min: Vec2, size: Vec2, share: f32, color: Color) {
    let row = 3.0 * WIDTH + 2.0 * SPACE;
    let height = (share * size.y).min(share * size.x / row);
    let step = (WIDTH + SPACE) * height;
    let middle = min + size / 2.0;
    for symbol in 0..card.number() {
        let offset = symbol as f32 - (card.number() - 1) as f32 / 2.0;
        draw_symbol(picture, card, middle + at(offset * step, 0.0), height, color);
    }
}

/// The colour of the card's symbols. Its contrast with [`ground`] is at least 3.
pub const fn color(card: Card, palette: Palette, theme: Theme) -> Color {
    let codes: [u32; 3] = match (palette, theme) {
        (Palette::Classic, Theme::Dark) => [0xF2_60_6B, 0x4C_C3_8A, 0x7A_9B_FF],
        (Palette::Classic, Theme::Light) => [0xCF_22_3A, 0x17_86_4A, 0x2F_4F_D0],
        (Palette::Safe, Theme::Dark) => [0xE6_6A_0A, 0x12_B8_8A, 0x6C_C0_F0],
        (Palette::Safe, Theme::Light) => [0xD5_5E_00, 0x00_9E_73, 0x00_50_90],
        (Palette::Contrast, Theme::Dark) => [0xFF_95_9A, 0x8D_F5_A8, 0x9D_D0_FF],
        (Palette::Contrast, Theme::Light) => [0x9C_00_18, 0x00_55_22, 0x00_1E_96],
    };
    Color::rgb(codes[card.value(Feature::Color) as usize])
}

/// The background colour of cards.
pub const fn ground(look: &Look) -> Color {
    match look.theme {
        Theme::Dark => look.colors.raised,
        Theme::Light => look.colors.panel,
    }
}

fn draw_symbol(picture: &mut Picture<Spot>, card: Card, center: Vec2, height: f32, color: Color) {
    let place = |points: Vec<Vec2>| -> Vec<Vec2> { points.into_iter().map(|point| center + point * height).collect() };
    let outline = outline(card.symbol());
    match card.texture() {
        Texture::Solid => picture.shapes.extend(filled(card.symbol(), place, height, color)),
        Texture::Outline => {}
        Texture::Shaded => {
            let stroke = Stroke::new(LINE * height * 0.7, color);
            let stripes = stripes(&outline).map(|points| Shape::Line { points: place(points), stroke });
            picture.shapes.extend(stripes);
        }
    }
    let closed = outline.iter().chain(outline.first()).copied().collect();
    picture.shapes.push(Shape::Line { points: place(closed), stroke: Stroke::new(LINE * height, color) });
}

/// The filled symbol. A squiggle isn't convex, so it is filled with overlapping circles along its middle line.
fn filled(symbol: Symbol, place: impl Fn(Vec<Vec2>) -> Vec<Vec2>, height: f32, color: Color) -> Vec<Shape> {
    match symbol {
        Symbol::Diamond | Symbol::Oval => vec![Shape::Polygon { points: place(outline(symbol)), fill: color, stroke: Stroke::NONE }],
        Symbol::Squiggle => {
            let dots = place(swings().map(middle_of_squiggle).collect()).into_iter();
            dots.map(|center| Shape::Circle { center, radius: BODY * height, fill: color, stroke: Stroke::NONE }).collect()
        }
    }
}

/// The outline of the symbol, centred on 0 with a height of 1.
fn outline(symbol: Symbol) -> Vec<Vec2> {
    match symbol {
        Symbol::Diamond => vec![at(0.0, -0.5), at(WIDTH / 2.0, 0.0), at(0.0, 0.5), at(-WIDTH / 2.0, 0.0)],
        Symbol::Oval => {
            let radius = 0.45 * WIDTH;
            let bend = 0.5 - radius;
            let upper = arc(at(0.0, -bend), radius, at(-1.0, 0.0));
            let lower = arc(at(0.0, bend), radius, at(1.0, 0.0));
            upper.chain(lower).collect()
        }
        Symbol::Squiggle => {
            // Down the right side, around the lower end, up the left side, around the upper end.
            let side = |swing: f32| middle_of_squiggle(swing) - direction_of_squiggle(swing).perp() * BODY;
            let other_side = |swing: f32| middle_of_squiggle(swing) + direction_of_squiggle(swing).perp() * BODY;
            let lower = arc(middle_of_squiggle(1.0), BODY, -direction_of_squiggle(1.0).perp());
            let upper = arc(middle_of_squiggle(-1.0), BODY, direction_of_squiggle(-1.0).perp());
            let down = swings().map(side);
            let up = swings().map(|swing| other_side(-swing));
            down.chain(lower).chain(up).chain(upper).collect()
        }
    }
}

/// Steps along a squiggle, from -1 at its upper end to 1 at its lower end.
fn swings() -> impl Iterator<Item = f32> {
    const STEPS: i8 = 20;
    (-STEPS..=STEPS).map(|step| f32::from(step) / f32::from(STEPS))
}

/// The middle line of a squiggle: one period of a sine wave.
fn middle_of_squiggle(swing: f32) -> Vec2 {
    at(SWING * (std::f32::consts::PI * swing).sin(), swing * (0.5 - BODY))
}

/// The downward direction of the middle line at this step.
fn direction_of_squiggle(swing: f32) -> Vec2 {
    let pi = std::f32::consts::PI;
    at(SWING * pi * (pi * swing).cos(), 0.5 - BODY).normalize()
}

/// A half circle, clockwise on screen from the given direction.
fn arc(center: Vec2, radius: f32, from: Vec2) -> impl Iterator<Item = Vec2> {
    const STEPS: u8 = 12;
    (0..=STEPS).map(move |step| {
        let angle = std::f32::consts::PI * f32::from(step) / f32::from(STEPS);
        center + Vec2::from_angle(angle).rotate(from) * radius
    })
}

/// Horizontal lines across the inside, each with two points.
fn stripes(outline: &[Vec2]) -> impl Iterator<Item = Vec<Vec2>> {
    (1..=STRIPES).map(|stripe| {
        let y = stripe as f32 / (STRIPES + 1) as f32 - 0.5;
        let (left, right) = span(outline, y);
        vec![at(left, y), at(right, y)]
    })
}

/// The left and right end of the horizontal line across the inside at this height. It is never interrupted.
fn span(outline: &[Vec2], y: f32) -> (f32, f32) {
    let next = outline.iter().cycle().skip(1);
    let crossings = outline.iter().zip(next).filter(|(a, b)| (a.y <= y) != (b.y <= y));
    let xs = crossings.map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
    xs.fold((f32::MAX, f32::MIN), |(left, right), x| (left.min(x), right.max(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stay_in_their_box_and_stripes_are_uninterrupted() {
        for symbol in [Symbol::Diamond, Symbol::Oval, Symbol::Squiggle] {
            let outline = outline(symbol);
            for point in &outline {
                assert!(point.x.abs() <= WIDTH / 2.0 + 1e-4 && point.y.abs() <= 0.5 + 1e-2, "{symbol:?}: {point}");
            }
            for stripe in stripes(&outline) {
                assert!(stripe[1].x - stripe[0].x > 0.1, "{symbol:?}: {stripe:?}");
                let crossed =
                    outline.iter().zip(outline.iter().cycle().skip(1)).filter(|(a, b)| (a.y <= stripe[0].y) != (b.y <= stripe[0].y));
                assert_eq!(crossed.count(), 2, "{symbol:?}");
            }
        }
    }

    #[test]
    fn colours_stand_out_and_differ() {
        for theme in [Theme::Dark, Theme::Light] {
            let look = Look::new(theme);
            for palette in Palette::ALL {
                let colors = [0, 1, 2].map(|value| color(Card::of([0, 0, value, 0]), palette, theme));
                for color in colors {
                    assert!(color.contrast(ground(&look)) >= 3.0, "{theme:?} {palette:?} {color:?}");
                }
                assert!(colors[0] != colors[1] && colors[1] != colors[2] && colors[0] != colors[2]);
            }
        }
    }
}
