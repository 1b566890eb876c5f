//! Shows digits as pictures of a game would, and cuts them out again as the reader does.

use std::io::Cursor;

use image::{
    DynamicImage, ImageFormat, Rgba, RgbaImage,
    codecs::jpeg::JpegEncoder,
    imageops::{self, FilterType},
};
use quincunx::{
    chance::Random,
    puzzles::voltorb_flip::reading::{
        Area,
        classifier::CLASSES,
        glyph::Glyph,
        ink::{Patch, ROWS},
    },
};

use quincunx_lab::{
    font_files::{self, DigitFont},
    fonts::Shape,
    strokes::{self, Draw, Drawing, HEIGHT},
};

use crate::training::Example;

/// The rows in which an outline is drawn before it is made smaller.
const DETAIL: usize = 44;

/// The digits that are wide in all fonts.
const WIDE: [usize; 9] = [0, 2, 3, 4, 5, 6, 7, 8, 9];

/// What a network learns from examples.
#[derive(Clone, Copy, PartialEq)]
pub enum Lesson {
    /// Which digit it is. Few are something else: digits that are cut wrong.
    WhichDigit,
    /// Whether it is a digit at all. Many are something else, of any kind.
    WhetherDigit,
}

/// Fonts to draw examples with.
pub struct Sources {
    /// Font files of large pixels, designs of large pixels, and outlines, with their shares of the examples. The rest is drawn with
    /// strokes.
    pub fonts: [(f32, Vec<DigitFont>); 3],
}

impl Sources {
    fn any(&self, random: &mut Random) -> Option<&DigitFont> {
        let mut at = random.unit();
        for (share, fonts) in &self.fonts {
            if at < *share {
                return (!fonts.is_empty()).then(|| &fonts[random.pick(fonts.len())]);
            }
            at -= share;
        }
        None
    }
}

/// Returns this many examples, with their heights in pixels.
pub fn examples(count: usize, sources: &Sources, lesson: Lesson, [seed, number]: [u64; 2]) -> Vec<(Example, f32)> {
    let random = &mut Random::numbered(seed, number);
    let mut examples = Vec::with_capacity(count);
    while examples.len() < count {
        examples.extend(example(sources, lesson, random));
    }
    examples
}

/// Draws an example. What is left of a blurred digit may be nothing.
fn example(sources: &Sources, lesson: Lesson, random: &mut Random) -> Option<(Example, f32)> {
    let share_of_others = if lesson == Lesson::WhichDigit { 0.08 } else { 0.2 };
    let class = if random.happens(share_of_others) { CLASSES - 1 } else { random.pick(CLASSES - 1) };
    let font = sources.any(random);
    let pen = font.map(|font| Restyled::of(font, random));
    let draw = |digit: usize, random: &mut Random| {
        pen.as_ref().map_or_else(|| of_strokes(strokes::draw(digit, random)), |pen| pen.drawn(&pen.font.digits[digit]))
    };
    let is_other = class == CLASSES - 1;
    let is_cut_wrong = is_other && if lesson == Lesson::WhichDigit { font.is_some() } else { random.happens(0.25) };
    let drawing = if is_cut_wrong {
        // Not a 1, of which half is a 1 again.
        draw(WIDE[random.pick(WIDE.len())], random)
    } else if is_other && lesson == Lesson::WhetherDigit {
        other(sources, pen.as_ref(), random)?
    } else {
        draw(class, random)
    };
    // Beside it a digit, or nothing.
    let neighbour = (is_cut_wrong || random.happens(0.7)).then(|| draw(random.pick(10), random));
    let height = 6.2 * 8f32.powf(random.unit().powf(1.3));
    let glyph = photographed(&drawing, neighbour.as_ref(), is_cut_wrong, height, random)?;
    Some((Example { features: glyph.features, class }, height))
}

/// Draws something else than a digit: a character, a digit turned over, a sign of strokes or a blot. Returns `None` if it looks like a
/// digit.
fn other(sources: &Sources, pen: Option<&Restyled<'_>>, random: &mut Random) -> Option<Shape> {
    let Some(pen) = pen else { return Some(of_strokes(strokes::draw_sign(random))) };
    let drawing = match random.pick(8) {
        0 => of_strokes(strokes::draw_sign(random)),
        1 => blot(random),
        2 => turned(&pen.font.digits[WIDE[random.pick(WIDE.len())]], random),
        _ => {
            // Designs have no other characters: those of a font of pixels are like theirs.
            let fonts = &sources.fonts[0].1;
            let font = if pen.font.others.is_empty() { fonts.get(random.pick(fonts.len().max(1)))? } else { pen.font };
            font.others.get(random.pick(font.others.len().max(1)))?.clone()
        }
    };
    font_files::is_like_none(&drawing, &pen.font.digits).then(|| pen.drawn(&drawing))
}

/// Turns a drawing over, or by a quarter.
fn turned(drawing: &Shape, random: &mut Random) -> Shape {
    let (width, height) = (drawing.width, drawing.height);
    let way = random.pick(4);
    let (columns, rows) = if way < 2 { (width, height) } else { (height, width) };
    let from = |x: usize, y: usize| match way {
        0 => (width - 1 - x, y),
        1 => (x, height - 1 - y),
        2 => (y, height - 1 - x),
        _ => (width - 1 - y, x),
    };
    let ink = (0..columns * rows).map(|place| from(place % columns, place / columns)).map(|(x, y)| drawing.ink[y * width + x]);
    Shape { width: columns, height: rows, ink: ink.collect() }
}

/// A few discs and boxes.
fn blot(random: &mut Random) -> Shape {
    let (width, height) = (6 + random.pick(20), 16);
    let parts: Vec<(bool, [f32; 4])> = (0..1 + random.pick(6))
        .map(|_| {
            let middle = [random.between(0.0, width as f32), random.between(0.0, height as f32)];
            (random.happens(0.5), [middle[0], middle[1], random.between(1.5, 8.0), random.between(1.5, 8.0)])
        })
        .collect();
    let is_inked = |x: f32, y: f32| {
        parts.iter().any(|&(is_disc, [left, top, across, down])| {
            let (x, y) = ((x - left) / across, (y - top) / down);
            if is_disc { x.hypot(y) < 1.0 } else { x.abs().max(y.abs()) < 0.7 }
        })
    };
    let ink = (0..width * height).map(|place| is_inked((place % width) as f32 + 0.5, (place / width) as f32 + 0.5));
    Shape { width, height, ink: ink.map(|is_inked| f32::from(u8::from(is_inked))).collect() }
}

fn of_strokes(drawing: Drawing) -> Shape {
    Shape { width: drawing.width, height: HEIGHT, ink: drawing.ink }
}

/// A font in a slightly other style: wider or narrower, slanted, lighter or bolder.
struct Restyled<'a> {
    font: &'a DigitFont,
    stretch: f32,
    slant: f32,
    bolder: f32,
}

impl<'a> Restyled<'a> {
    fn of(font: &'a DigitFont, random: &mut Random) -> Self {
        let is_changed = !font.is_pixels && random.happens(0.7);
        let change = |least: f32, most: f32, usual: f32, random: &mut Random| if is_changed { random.between(least, most) } else { usual };
        Self {
            font,
            stretch: change(0.75, 1.3, 1.0, random),
            slant: if random.happens(0.3) { change(-0.1, 0.25, 0.0, random) } else { 0.0 },
            bolder: change(-0.018, 0.045, 0.0, random),
        }
    }

    fn drawn(&self, digit: &Shape) -> Shape {
        if self.font.is_pixels {
            return digit.clone();
        }
        let at = |x: f32, y: f32| {
            let inside = (0.0..1.0).contains(&x) && (0.0..1.0).contains(&y);
            let place = || (y * digit.height as f32) as usize * digit.width + (x * digit.width as f32) as usize;
            if inside { digit.ink[place()] } else { 0.0 }
        };
        let shape = digit.width as f32 / digit.height as f32 * self.stretch;
        let grown = self.bolder.max(0.0);
        let (width, height) = (shape + self.slant.abs() + 2.0 * grown, 1.0 + 2.0 * grown);
        let scale = DETAIL as f32 / height;
        let columns = (width * scale).ceil().max(1.0) as usize;
        let reach = self.bolder.abs();
        let ink = (0..columns * DETAIL).map(|place| {
            let y = ((place / columns) as f32 + 0.5) / scale - grown;
            let x = ((place % columns) as f32 + 0.5) / scale - grown - self.slant.max(0.0)
                + self.slant * y.clamp(0.0, 1.0)
                + if self.slant < 0.0 { self.slant } else { 0.0 };
            let points = [(0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)];
            let inks = points.into_iter().map(|(dx, dy)| at((x + dx) / shape, y + dy));
            if 0.0 < self.bolder { inks.fold(0.0, f32::max) } else { inks.fold(1.0, f32::min) }
        });
        Shape { width: columns, height: DETAIL, ink: ink.collect() }
    }
}

/// Draws the digit on a band of a clue, `height` pixels high, and cuts it out again: together with its neighbour or in its middle, for
/// an example of something else. Returns `None` if nothing can be seen.
fn photographed(digit: &Shape, neighbour: Option<&Shape>, is_cut_wrong: bool, height: f32, random: &mut Random) -> Option<Glyph> {
    let unit = digit.height as f32;
    let scale = height / unit;
    let whole = |share: f32| (share * unit).round() as i32;
    let gap = whole(random.between(0.06, 0.3)).max(1);
    let is_right = random.happens(0.5);
    let taken = neighbour.map_or(0, |other| (other.width * digit.height / other.height.max(1)) as i32 + gap);
    let (before, after) = if is_right { (0, taken) } else { (taken, 0) };
    let margin = whole(0.3).max(2);
    let left = margin + whole(random.between(0.0, 0.3)) + before;
    let band = whole(random.between(1.02, 1.7)).max(digit.height as i32);
    let frame = whole(0.25).max(2);
    let top = frame + random.pick((band - digit.height as i32 + 1) as usize) as i32;
    let right = left + digit.width as i32;
    let size = [right + after + whole(random.between(0.0, 0.3)) + margin, band + 2 * frame];
    let (paper, ink) = (random.between(100.0, 175.0), random.between(15.0, 80.0).min(95.0));
    let pale = random.happens(0.7).then(|| random.between(190.0, 250.0));
    let separated = random.happens(0.5);
    let outline = random.happens(0.3).then(|| whole(random.between(0.08, 0.16)).max(1));
    let other_left = if is_right { right + gap } else { left - taken };
    let inked = |x: i32, y: i32| {
        let own = sample(digit, x - left, y - top, digit.height as i32);
        own.max(neighbour.map_or(0.0, |other| sample(other, x - other_left, y - top, digit.height as i32)))
    };
    let mut picture = RgbaImage::from_fn(size[0] as u32, size[1] as u32, |x, y| {
        let (x, y) = (x as i32, y as i32);
        let outside = y < frame || frame + band <= y || (separated && size[0] - margin / 2 <= x);
        let mut shade = if outside { pale.unwrap_or(paper) } else { paper };
        if let Some(reach) = outline {
            let around =
                [(reach, 0), (-reach, 0), (0, reach), (0, -reach)].into_iter().map(|(dx, dy)| inked(x + dx, y + dy)).fold(0.0, f32::max);
            shade += around * (245.0 - shade);
        }
        shade += inked(x, y) * (ink - shade);
        grey(shade)
    });
    let is_coarse = digit.height < 24;
    let filter = match random.pick(4) {
        0 if is_coarse && 1.5 < scale => FilterType::Nearest,
        1 => FilterType::CatmullRom,
        2 => FilterType::Lanczos3,
        _ => FilterType::Triangle,
    };
    // As a pixel font is shown most often: each pixel as a whole number of pixels.
    let (scale, filter) = if is_coarse && random.happens(0.25) { (scale.round().max(1.0), FilterType::Nearest) } else { (scale, filter) };
    let length = |length: i32| ((length as f32 * scale).round() as u32).max(1);
    picture = imageops::resize(&picture, length(size[0]), length(size[1]), filter);
    let blur = if random.happens(0.5) { 0.0 } else { random.between(0.0, 0.07) * height };
    if 0.3 < blur {
        picture = imageops::blur(&picture, blur);
    }
    if random.happens(0.5) {
        let noise = random.between(0.0, 14.0);
        for pixel in picture.pixels_mut() {
            let change = noise * (random.unit() + random.unit() - random.unit() - random.unit());
            *pixel = grey(f32::from(pixel.0[0]) + change);
        }
    }
    if random.happens(0.25) {
        picture = squeezed(&picture, 30 + random.pick(60) as u8)?;
    }
    let shift = random.between(-0.5, 0.5) + random.between(-0.03, 0.03) * height;
    let area = Area {
        left: 0.5,
        top: frame as f32 * scale + shift,
        right: picture.width() as f32 - 0.5,
        bottom: (frame + band) as f32 * scale + shift,
    };
    let patch = Patch::of(&picture, area, paper)?;
    let row = (area.bottom - area.top) / ROWS as f32;
    let column = |x: f32| ((x * scale - area.left) / row).round().max(0.0) as usize;
    let between = gap as f32 * random.between(0.25, 0.75);
    let inside = -random.between(0.3, 0.6) * digit.width as f32;
    let between = if is_cut_wrong && random.happens(0.7) { inside } else { between };
    let neighbour = neighbour.filter(|_| !is_cut_wrong || between < 0.0);
    let (from, to) = match neighbour {
        Some(_) if is_right => (0, column(right as f32 + between)),
        Some(_) => (column(left as f32 - between), patch.width),
        None => (0, patch.width),
    };
    let to = if separated { to.min(column((size[0] - margin / 2) as f32)) } else { to };
    Glyph::cut(&patch, from, to.min(patch.width))
}

/// Returns the ink of a digit that is stretched to this height.
fn sample(digit: &Shape, x: i32, y: i32, height: i32) -> f32 {
    let scaled = |at: i32| (f64::from(at) + 0.5) * digit.height as f64 / f64::from(height);
    let (x, y) = (scaled(x), scaled(y));
    let inside = 0.0 <= x && x < digit.width as f64 && 0.0 <= y && y < digit.height as f64;
    if inside { digit.ink[y as usize * digit.width + x as usize] } else { 0.0 }
}

fn grey(shade: f32) -> Rgba<u8> {
    let shade = shade.clamp(0.0, 255.0) as u8;
    Rgba([shade, shade, shade, 255])
}

/// Returns the picture as JPEG shows it.
fn squeezed(picture: &RgbaImage, quality: u8) -> Option<RgbaImage> {
    let mut bytes = Cursor::new(Vec::new());
    let plain = DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
    plain.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality)).ok()?;
    Some(image::load_from_memory_with_format(bytes.get_ref(), ImageFormat::Jpeg).ok()?.into_rgba8())
}
