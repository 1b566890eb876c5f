//! Reads a tile. A covered tile is green, whatever notes are on it; an open one is reddish, with a digit or a Voltorb.

use image::RgbaImage;

use super::{
    Area,
    colours::{brightness, median},
    glyph::Glyph,
    ink::{self, Patch, ROWS},
};

/// The number of things that a tile can show: nothing, or one of the four values.
pub const FACES: usize = 5;

/// The index of a covered tile among the faces. The values follow, by their points.
pub const COVERED: usize = 0;

/// What a tile looks like.
#[derive(Clone, Debug)]
pub struct Look {
    /// How much more red than green it is near its border, relative to the lightest channel.
    pub redness: f32,
    /// What is drawn in its middle, if anything.
    pub drawing: Option<Drawing>,
}

/// What is drawn in the middle of a tile.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The chance that it is a Voltorb.
    pub voltorb: f32,
    /// Its form.
    pub glyph: Glyph,
}

impl Look {
    /// Looks at a tile.
    pub fn of(picture: &RgbaImage, tile: Area) -> Self {
        let border = Border::of(picture, tile);
        Self { redness: border.redness, drawing: Drawing::of(picture, tile, border.brightness) }
    }

    /// The digit, if the tile is open and shows no Voltorb.
    pub fn digit(&self) -> Option<&Glyph> {
        let is_open = CLEARLY_OPEN < self.redness;
        self.drawing.as_ref().filter(|drawing| is_open && drawing.voltorb < 0.5).map(|drawing| &drawing.glyph)
    }

    /// Returns the chances of its faces if its digit has these chances to be 1, 2 or 3.
    pub fn faces(&self, digits: [f64; 3]) -> [f64; FACES] {
        let values = self.drawing.as_ref().map_or([0.25; 4], |drawing| {
            let voltorb = f64::from(drawing.voltorb);
            let [one, two, three] = digits.map(|digit| (1.0 - voltorb) * digit);
            [voltorb, one, two, three]
        });
        // Where the hue says little, a clear digit says that the tile is open.
        let open = match self.redness {
            redness if redness < CLEARLY_COVERED => CLEAR,
            redness if CLEARLY_OPEN < redness => 1.0 - CLEAR,
            _ if self.drawing.is_none() => 0.2,
            _ => 0.3 + 0.4 * values.into_iter().fold(0.0, f64::max),
        };
        let [voltorb, one, two, three] = values.map(|value| open * value);
        [1.0 - open, voltorb, one, two, three]
    }
}

/// The chance that a tile that is clearly covered is open, or the other way round.
const CLEAR: f64 = 1e-4;

/// The redness up to which a tile is surely covered, and from which it is surely open.
const CLEARLY_COVERED: f32 = -0.12;
const CLEARLY_OPEN: f32 = 0.04;

/// The inside of a tile near its border, where no digit is.
struct Border {
    brightness: f32,
    /// How much more red than green it is, relative to its lightest channel.
    redness: f32,
}

impl Border {
    fn of(picture: &RgbaImage, tile: Area) -> Self {
        const PLACES: usize = 20;
        let (mut shades, mut redness) = (Vec::new(), Vec::new());
        for place in 0..PLACES {
            // Not the corners, where notes are.
            let along = 0.3 + 0.4 * place as f32 / PLACES as f32;
            for (x, y) in [(along, 0.14), (along, 0.86), (0.14, along), (0.86, along)] {
                let (x, y) = tile.point(x, y);
                let Some(pixel) = ink::pixel(picture, x, y) else { continue };
                let [red, green, blue, _] = pixel.0.map(f32::from);
                shades.push(brightness(pixel));
                redness.push((red - green) / red.max(green).max(blue).max(1.0));
            }
        }
        Self { brightness: median(&mut shades).unwrap_or(0.0), redness: median(&mut redness).unwrap_or(0.0) }
    }
}

impl Drawing {
    /// Returns `None` if nothing is drawn.
    fn of(picture: &RgbaImage, tile: Area, background: f32) -> Option<Self> {
        let patch = Patch::outlined(picture, tile.part(0.17, 0.17, 0.83, 0.83), background)?;
        let glyph = Glyph::cut(&patch, 0, patch.width)?;
        let (width, height) = glyph.size();
        // A Voltorb takes most of the tile and has red in it; a digit is narrow and has none.
        let width = if 0.57 * ROWS as f32 <= width.min(height) as f32 { 1.0 } else { -1.0 };
        let red = 60.0 * (vivid_red(picture, tile) - 0.07).clamp(-0.07, 0.08);
        Some(Self { voltorb: 1.0 / (1.0 + (-1.5 * width - 1.2 * red).exp()), glyph })
    }
}

/// Returns the share of the tile's middle that has the vivid red of a Voltorb.
fn vivid_red(picture: &RgbaImage, tile: Area) -> f32 {
    const PLACES: usize = 24;
    let share = |place: usize| 0.25 + 0.5 * (place as f32 + 0.5) / PLACES as f32;
    let points = (0..PLACES * PLACES).map(|place| tile.point(share(place % PLACES), share(place / PLACES)));
    let red = points.filter_map(|(x, y)| ink::pixel(picture, x, y)).filter(|pixel| {
        let [red, green, blue, _] = pixel.0.map(i32::from);
        let chroma = red - green.min(blue);
        70 < chroma && 45 * red < 100 * chroma && green - blue < chroma / 2
    });
    red.count() as f32 / (PLACES * PLACES) as f32
}
