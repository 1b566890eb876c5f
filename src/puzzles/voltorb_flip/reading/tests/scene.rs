//! Draws pictures of boards as games and remakes show them: other palettes, fonts and proportions, scaled, blurred, noisy, and with other
//! things around them. Nothing here comes from the game: symbols and digits are drawn by ourselves.

use std::{collections::BTreeMap, io::Cursor};

use image::{
    DynamicImage, ImageFormat, Rgba, RgbaImage,
    codecs::jpeg::JpegEncoder,
    imageops::{self, FilterType},
};

use super::{
    Random, Reading,
    deal::Dealer,
    fonts::{FONTS, Font, Shape},
    rules::{Clue, Clues, Line, SIDE, TILES, Value, column_of, row_of},
};

/// How a picture was made, which the table of results shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiling {
    /// Scaled by a whole number.
    Sharp,
    /// Scaled by any factor and smoothed.
    Smooth,
    /// Also blurred and noisy.
    Noisy,
    /// Also stored as JPEG.
    Jpeg,
}

impl Spoiling {
    pub const ALL: [Self; 4] = [Self::Sharp, Self::Smooth, Self::Noisy, Self::Jpeg];
}

/// A picture and what is on it.
pub struct Scene {
    pub picture: RgbaImage,
    pub clues: Clues,
    pub tiles: [Option<Value>; TILES],
    pub font: String,
    /// The height of the sums' digits in pixels.
    pub digit_height: f32,
}

/// How a picture was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Without a question.
    Right,
    /// Right, but something is doubtful.
    Asked,
    /// Everything that is wrong is doubtful.
    WrongButMarked,
    WrongUnmarked,
    NotFound,
}

impl Outcome {
    /// Compares what was read with what was drawn.
    pub fn of(scene: &Scene, reading: Option<&Reading>) -> Self {
        let Some(reading) = reading else { return Self::NotFound };
        let wrong_clues = Line::all().zip(&reading.clues).filter(|(line, clue)| clue.value != scene.clues.line(*line));
        let wrong_tiles = reading.tiles.iter().zip(scene.tiles).filter(|(tile, shown)| tile.value != *shown);
        let marks = wrong_clues.map(|(_, clue)| clue.is_doubtful());
        let marks: Vec<bool> = marks.chain(wrong_tiles.map(|(tile, _)| tile.is_doubtful())).collect();
        match (marks.is_empty(), reading.is_certain()) {
            (true, true) => Self::Right,
            (true, false) => Self::Asked,
            (false, _) if marks.iter().all(|&is_marked| is_marked) => Self::WrongButMarked,
            (false, _) => Self::WrongUnmarked,
        }
    }
}

/// Draws the scene of this seed with one of the fonts that are made for the tests.
pub fn draw(seed: u64, spoiling: Spoiling) -> Scene {
    draw_in(&FONTS[(seed % FONTS.len() as u64) as usize], seed, spoiling)
}

/// Draws the scene of this seed with the digits of a font.
pub fn draw_in(font: &Font, seed: u64, spoiling: Spoiling) -> Scene {
    draw_with(font, BTreeMap::new(), seed, spoiling)
}

/// The places of digits in clues: two for the sum and one for the Voltorbs of each line. Those of the tiles follow.
pub const IN_CLUES: usize = 3 * 2 * SIDE;

/// Returns all places where a scene has digits.
pub fn places(scene: &Scene) -> Vec<usize> {
    let is_digit = |tile: &usize| scene.tiles[*tile].is_some_and(|value| value != Value::Voltorb);
    (0..IN_CLUES).chain((0..TILES).filter(is_digit).map(|tile| IN_CLUES + tile)).collect()
}

/// What is drawn at some places in place of a digit, or `None` if nothing is.
pub type StandIns<'a> = BTreeMap<usize, Option<&'a Shape>>;

/// Picks 1 to 35 of the places, and what is drawn there: other characters of the font, blots, or nothing. In half of the scenes it is the
/// same everywhere.
pub fn stand_ins<'a>(mut places: Vec<usize>, font: &'a Font, blots: &'a [Shape], random: &mut Random) -> StandIns<'a> {
    random.shuffle(&mut places);
    let count = 1 + random.below(35) as usize;
    let any = |random: &mut Random| match random.below(4) {
        0 => None,
        1 => random.choose(blots),
        _ => random.choose(&font.others),
    };
    let everywhere = (random.below(2) == 0).then(|| any(random));
    places.into_iter().take(count).map(|place| (place, everywhere.unwrap_or_else(|| any(random)))).collect()
}

/// Draws a few discs and boxes.
pub fn blot(random: &mut Random) -> Shape {
    let (width, height) = (14, 16);
    let parts: Vec<[f32; 4]> = (0..1 + random.below(5))
        .map(|_| [between(random, 1.0, 13.0), between(random, 1.0, 15.0), between(random, 1.5, 6.0), between(random, 1.5, 6.0)])
        .collect();
    let is_inked = |x: f32, y: f32| {
        let inside = |(at, &[left, top, across, down]): (usize, &[f32; 4])| {
            let (x, y) = ((x - left).abs() / across, (y - top).abs() / down);
            if at % 2 == 0 { x.hypot(y) < 1.0 } else { x.max(y) < 0.7 }
        };
        parts.iter().enumerate().any(inside)
    };
    let ink = (0..width * height).map(|place| is_inked((place % width) as f32 + 0.5, (place / width) as f32 + 0.5));
    Shape { width, height, ink: ink.map(|is_inked| f32::from(u8::from(is_inked))).collect() }
}

/// Draws the scene of this seed with the digits of a font, of which some aren't drawn.
pub fn draw_with(font: &Font, stand_ins: StandIns<'_>, seed: u64, spoiling: Spoiling) -> Scene {
    let random = &mut Random::numbered(seed, spoiling as u64);
    let mut dealer = Dealer::of_round(seed, spoiling as u64);
    let level = dealer.level();
    let board = dealer.board(level);
    let style = Style { stand_ins, ..Style::random(font, random) };
    let shown = unit(random) * 0.6;
    let tiles: [Option<Value>; TILES] = std::array::from_fn(|tile| (unit(random) < shown).then(|| board.value(tile)));
    let clues = Clues::of(board);
    let page = style.page(&clues, &tiles, random);
    let (picture, scale) = spoiled(page, style.detail, spoiling, random);
    let picture = surrounded(&picture, random);
    let picture = if spoiling == Spoiling::Jpeg { as_jpeg(&picture, 40 + random.below(55) as u8) } else { picture };
    Scene { picture, clues, tiles, font: font.name.clone(), digit_height: style.digit * scale }
}

fn unit(random: &mut Random) -> f32 {
    (random.bits() >> 8) as f32 / (1 << 24) as f32
}

fn between(random: &mut Random, least: f32, most: f32) -> f32 {
    least + (most - least) * unit(random)
}

/// The proportions and colours of one version of the game, in pixels of its own screen.
struct Style<'a> {
    font: &'a Font,
    stand_ins: StandIns<'a>,
    /// How many pixels are drawn for each of the game's.
    detail: f32,
    pitch: f32,
    side: f32,
    band: f32,
    separator: f32,
    digit: f32,
    voltorb: f32,
    hue: f32,
    vivid: f32,
    light: f32,
    ink: f32,
    connected: bool,
}

impl<'a> Style<'a> {
    fn random(font: &'a Font, random: &mut Random) -> Self {
        let native = font.digits[0].height as f32;
        let band = if font.is_pixels { native + random.below(3) as f32 } else { between(random, 9.0, 11.0) };
        let side = if font.is_pixels { band + native + 6.0 + random.below(3) as f32 } else { between(random, 23.0, 27.0) };
        Self {
            font,
            stand_ins: BTreeMap::new(),
            detail: if font.is_pixels { 1.0 } else { 6.0 },
            pitch: side + 4.0 + random.below(7) as f32,
            side,
            band,
            separator: 1.0 + random.below(2) as f32,
            digit: if font.is_pixels { native } else { between(random, 0.78, 0.95) * band },
            voltorb: between(random, 0.38, 0.5) * side,
            hue: between(random, -7.0, 7.0),
            vivid: between(random, 0.75, 1.1),
            light: between(random, 0.85, 1.08),
            ink: between(random, 15.0, 75.0),
            connected: random.below(2) == 0,
        }
    }

    fn colour(&self, degrees: f32, saturation: f32, value: f32) -> Rgba<u8> {
        hsv(degrees + self.hue, (saturation * self.vivid).min(1.0), (value * self.light).min(1.0))
    }

    fn paint(&self, place: usize) -> Rgba<u8> {
        let (degrees, saturation, value) =
            [(13.0, 0.65, 0.88), (118.0, 0.63, 0.66), (37.0, 0.76, 0.9), (211.0, 0.8, 0.97), (285.0, 0.58, 0.88)][place];
        self.colour(degrees, saturation, value)
    }

    fn pale(&self) -> Rgba<u8> {
        self.colour(160.0, 0.1, 0.92)
    }

    fn dark(&self) -> Rgba<u8> {
        Rgba([self.ink as u8, self.ink as u8, self.ink as u8, 255])
    }

    /// Draws a whole screen.
    fn page(&self, clues: &Clues, tiles: &[Option<Value>; TILES], random: &mut Random) -> Page {
        let margin = 8.0 + random.below(5) as f32;
        let upper = if random.below(3) == 0 { 120.0 } else { 0.0 };
        let width = margin + 5.0 * self.pitch + self.side + 4.0 + random.below(70) as f32;
        let height = upper + margin + 5.0 * self.pitch + self.side + random.below(12) as f32;
        let mut page = Page::new(width, height, self.detail, self.colour(152.0, 0.74, 0.63));
        if 0.0 < upper {
            self.upper_screen(&mut page, upper, random);
        }
        let at = |place: usize| margin + place as f32 * self.pitch;
        for place in 0..SIDE {
            if self.connected {
                let (middle, last) = (at(place) + self.side / 2.0 - 2.0, at(SIDE));
                page.fill([at(0), upper + middle, last - at(0), 4.0], self.paint(place));
                page.fill([middle, upper + at(0), 4.0, last - at(0)], self.paint(place));
            }
        }
        let cursor = random.below(3 * TILES as u64) as usize;
        for (tile, shown) in tiles.iter().enumerate() {
            let (x, y) = (at(column_of(tile)), upper + at(row_of(tile)));
            let frame = if tile == cursor { self.colour(5.0, 0.8, 0.97) } else { self.pale() };
            page.fill([x - 2.0, y - 2.0, self.side + 4.0, self.side + 4.0], frame);
            page.fill([x, y, self.side, self.side], self.dark());
            match shown {
                Some(value) => self.open_tile(&mut page, x, y, tile, *value),
                None => self.covered_tile(&mut page, x, y, random),
            }
        }
        for (number, line) in Line::all().enumerate() {
            let (x, y) = match line {
                Line::Row(row) => (at(SIDE), upper + at(row)),
                Line::Column(column) => (at(column), upper + at(SIDE)),
            };
            self.clue(&mut page, x, y, number, clues.line(line));
        }
        page
    }

    fn upper_screen(&self, page: &mut Page, height: f32, random: &mut Random) {
        page.fill([0.0, 0.0, 1e4, height], self.colour(160.0, 0.8, 0.5));
        for row in 0..3 {
            let y = 12.0 + 34.0 * row as f32;
            page.fill([6.0, y, 120.0, 26.0], self.pale());
            let mut x = 20.0;
            for _ in 0..5 {
                let digit = random.below(10) as usize;
                page.stamp(&self.font.digits[digit], x, y + 6.0, 14.0, self.dark());
                x += 16.0;
            }
            page.fill([140.0, y, 20.0, 20.0], self.colour(5.0, 0.3, 0.7));
        }
    }

    fn covered_tile(&self, page: &mut Page, x: f32, y: f32, random: &mut Random) {
        let inside = self.side - 2.0;
        page.fill([x + 1.0, y + 1.0, inside, inside], self.colour(161.0, 0.8, 0.5));
        let third = inside / 3.0;
        for (column, row) in [(1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (1.0, 2.0)] {
            page.fill([x + 1.0 + column * third, y + 1.0 + row * third, third, third], self.colour(152.0, 0.74, 0.63));
        }
        let note = hsv(48.0, 0.8, 0.95);
        for (digit, (right, down)) in [(0.08, 0.08), (0.72, 0.08), (0.08, 0.66), (0.72, 0.66)].into_iter().enumerate() {
            if random.below(8) == 0 {
                let (x, y, size) = (x + right * self.side, y + down * self.side, 0.24 * self.side);
                if digit == 0 {
                    page.disc(x + size / 2.0, y + size / 2.0, size / 2.0, note)
                } else {
                    page.stamp(&self.font.digits[digit], x, y, size, note)
                }
            }
        }
    }

    /// What is drawn at a place where this digit belongs.
    fn shape(&self, place: usize, digit: u8) -> Option<&Shape> {
        self.stand_ins.get(&place).copied().unwrap_or_else(|| Some(&self.font.digits[usize::from(digit)]))
    }

    fn open_tile(&self, page: &mut Page, x: f32, y: f32, tile: usize, value: Value) {
        page.fill([x + 1.0, y + 1.0, self.side - 2.0, self.side - 2.0], self.colour(8.0, 0.29, 0.73));
        let (middle, centre) = (x + self.side / 2.0, y + self.side / 2.0);
        if value == Value::Voltorb {
            self.voltorb(page, middle, centre, 0.31 * self.side);
            return;
        }
        let Some(shape) = self.shape(IN_CLUES + tile, value.points()) else { return };
        let height = if self.font.is_pixels { shape.height as f32 } else { 0.45 * self.side };
        let width = height * shape.width as f32 / shape.height as f32;
        let (x, y) = ((middle - width / 2.0).round(), (centre - height / 2.0).round());
        for (right, down) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
            page.stamp(shape, x + right, y + down, height, Rgba([245, 245, 245, 255]));
        }
        page.stamp(shape, x, y, height, self.dark());
    }

    fn voltorb(&self, page: &mut Page, x: f32, y: f32, radius: f32) {
        page.disc(x, y, radius, self.dark());
        page.disc(x, y, radius - 1.0, self.pale());
        page.half_disc(x, y, radius - 1.0, self.colour(13.0, 0.65, 0.88));
        for side in [-0.45, 0.45] {
            page.fill([x + side * radius - 1.0, y - 1.0, 2.0, 1.0], self.dark());
        }
    }

    fn clue(&self, page: &mut Page, x: f32, y: f32, line: usize, clue: Clue) {
        let place = line % SIDE;
        page.fill([x - 2.0, y - 2.0, self.side + 4.0, self.side + 4.0], self.pale());
        let below = self.band + self.separator;
        let first = 3 * line;
        page.fill([x, y, self.side, self.band], self.paint(place));
        page.fill([x, y + below, self.side, self.side - below], self.paint(place));
        let height = self.digit;
        let width = |shape: &Shape| height * shape.width as f32 / shape.height as f32;
        let top = y + ((self.band - height) / 2.0).floor().max(0.0);
        let cell = width(&self.font.digits[0]).max(width(&self.font.digits[4])) + height / 8.0;
        for (place, digit, right) in [(first, clue.sum / 10, 2.0), (first + 1, clue.sum % 10, 1.0)] {
            let Some(shape) = self.shape(place, digit) else { continue };
            let left = x + self.side - 0.6 - right * cell + (cell - width(shape)) / 2.0 - height / 16.0;
            page.stamp(shape, snapped(left, self), top, height, self.dark());
        }
        let (middle, lower) = (y + below + (self.side - below) / 2.0, (self.side - below - 2.0).min(height));
        let radius = (self.voltorb / 2.0).min((self.side - below) / 2.0);
        self.voltorb(page, x + radius + 1.0, middle, radius);
        if let Some(shape) = self.shape(first + 2, clue.voltorbs) {
            let left = x + self.side - 1.0 - cell + (cell - width(shape)) / 2.0;
            page.stamp(shape, snapped(left, self), (middle - lower / 2.0).floor(), lower, self.dark());
        }
    }
}

/// Digits of a pixel font lie on whole pixels.
fn snapped(x: f32, style: &Style<'_>) -> f32 {
    if style.font.is_pixels { x.round() } else { x }
}

/// A picture that is drawn in the game's pixels.
struct Page {
    picture: RgbaImage,
    detail: f32,
}

impl Page {
    fn new(width: f32, height: f32, detail: f32, ground: Rgba<u8>) -> Self {
        Self { picture: RgbaImage::from_pixel((width * detail) as u32, (height * detail) as u32, ground), detail }
    }

    /// Fills the points for which `ink` says so, within a rectangle given by its corner and size.
    fn mix(&mut self, area: [f32; 4], colour: Rgba<u8>, ink: impl Fn(f32, f32) -> f32) {
        let [x, y, width, height] = area.map(|length| (length * self.detail).round());
        let [right, bottom] = [(x + width).min(self.picture.width() as f32), (y + height).min(self.picture.height() as f32)];
        for row in y.max(0.0) as u32..bottom.max(0.0) as u32 {
            for column in x.max(0.0) as u32..right.max(0.0) as u32 {
                let share = ink((column as f32 + 0.5 - x) / width, (row as f32 + 0.5 - y) / height);
                let pixel = self.picture.get_pixel_mut(column, row);
                for channel in 0..3 {
                    let (old, new) = (f32::from(pixel.0[channel]), f32::from(colour.0[channel]));
                    pixel.0[channel] = (old + share * (new - old)) as u8;
                }
            }
        }
    }

    fn fill(&mut self, area: [f32; 4], colour: Rgba<u8>) {
        self.mix(area, colour, |_, _| 1.0);
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgba<u8>) {
        let inside = |x: f32, y: f32| f32::from(u8::from((x - 0.5).hypot(y - 0.5) <= 0.5));
        self.mix([x - radius, y - radius, 2.0 * radius, 2.0 * radius], colour, inside);
    }

    fn half_disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgba<u8>) {
        let inside = |x: f32, y: f32| f32::from(u8::from((x - 0.5).hypot(y - 0.5) <= 0.5 && y < 0.6));
        self.mix([x - radius, y - radius, 2.0 * radius, 2.0 * radius], colour, inside);
    }

    fn stamp(&mut self, shape: &Shape, x: f32, y: f32, height: f32, colour: Rgba<u8>) {
        let width = height * shape.width as f32 / shape.height as f32;
        let at = |x: f32, y: f32| {
            let column = ((x * shape.width as f32) as usize).min(shape.width - 1);
            let row = ((y * shape.height as f32) as usize).min(shape.height - 1);
            shape.ink[row * shape.width + column]
        };
        self.mix([x, y, width, height], colour, at);
    }
}

/// Scales the page and makes it worse. Also returns the scale relative to the game's pixels.
fn spoiled(page: Page, detail: f32, spoiling: Spoiling, random: &mut Random) -> (RgbaImage, f32) {
    let Page { picture, .. } = page;
    let scale = match spoiling {
        Spoiling::Sharp => (1 + random.below(4)) as f32,
        _ => between(random, 1.0, 4.2),
    };
    let filter = match (spoiling, random.below(4)) {
        (Spoiling::Sharp, _) => FilterType::Nearest,
        (_, 0) if 1.8 < scale => FilterType::Nearest,
        (_, 1) => FilterType::Triangle,
        (_, 2) => FilterType::CatmullRom,
        _ => FilterType::Lanczos3,
    };
    // Nothing smooth was ever made by leaving out pixels.
    let filter = if detail == 1.0 { filter } else { FilterType::Triangle };
    let length = |length: u32| (length as f32 * scale / detail).round() as u32;
    let mut scaled = imageops::resize(&picture, length(picture.width()), length(picture.height()), filter);
    if matches!(spoiling, Spoiling::Noisy | Spoiling::Jpeg) {
        let blur = between(random, 0.0, 0.3) * scale;
        if 0.3 < blur {
            scaled = imageops::fast_blur(&scaled, blur);
        }
        let noise = between(random, 0.0, 9.0);
        for pixel in scaled.pixels_mut() {
            for channel in 0..3 {
                let change = noise * (unit(random) + unit(random) - unit(random) - unit(random));
                pixel.0[channel] = (f32::from(pixel.0[channel]) + change).clamp(0.0, 255.0) as u8;
            }
        }
    }
    (scaled, scale)
}

/// Puts the picture into a window on a desktop with other things, or leaves it as it is.
fn surrounded(picture: &RgbaImage, random: &mut Random) -> RgbaImage {
    if random.below(3) == 0 {
        return picture.clone();
    }
    let (width, height) = picture.dimensions();
    let (left, top) = (random.below(200) as u32, 24 + random.below(120) as u32);
    let (right, bottom) = (random.below(200) as u32, random.below(100) as u32);
    let ground = hsv(between(random, 0.0, 360.0), between(random, 0.0, 0.7), between(random, 0.1, 0.9));
    let mut page = Page { picture: RgbaImage::from_pixel(width + left + right, height + top + bottom, ground), detail: 1.0 };
    for _ in 0..random.below(30) {
        let area = [between(random, 0.0, 1400.0), between(random, 0.0, 1400.0), between(random, 4.0, 90.0), between(random, 4.0, 60.0)];
        let colour = hsv(between(random, 0.0, 360.0), between(random, 0.0, 1.0), between(random, 0.2, 1.0));
        page.fill(area, colour);
    }
    let bar = hsv(215.0, between(random, 0.0, 0.6), between(random, 0.2, 0.95));
    page.fill([left as f32, (top - 22) as f32, width as f32, 22.0], bar);
    for (button, degrees) in [0.0, 45.0, 120.0].into_iter().enumerate() {
        page.disc((left + 12 + 18 * button as u32) as f32, (top - 11) as f32, 6.0, hsv(degrees, 0.7, 0.95));
    }
    imageops::replace(&mut page.picture, picture, i64::from(left), i64::from(top));
    page.picture
}

fn as_jpeg(picture: &RgbaImage, quality: u8) -> RgbaImage {
    let mut bytes = Cursor::new(Vec::new());
    let plain = DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
    plain.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality)).unwrap();
    image::load_from_memory_with_format(bytes.get_ref(), ImageFormat::Jpeg).unwrap().into_rgba8()
}

/// Returns the colour of this hue in degrees, saturation and value.
fn hsv(degrees: f32, saturation: f32, value: f32) -> Rgba<u8> {
    let channel = |shift: f32| {
        let sector = (shift + degrees / 60.0).rem_euclid(6.0);
        let share = value - value * saturation * sector.min(4.0 - sector).clamp(0.0, 1.0);
        (255.0 * share).round() as u8
    };
    Rgba([channel(5.0), channel(3.0), channel(1.0), 255])
}
