//! Reads a board from a picture of the game: a screenshot of any emulator, a frame of a capture card, or a remake.
//!
//! [`read`] finds the board by the clues' colours and distances (`grid`), cuts out what is drawn (`ink`, `glyph`), tells digits apart
//! (`classifier`), and weighs all clues against each other (`agreement`), so that a misread digit is corrected or marked. Nothing of the
//! game is stored: the classifier learned from digits that were drawn for it.

pub mod ink;
pub mod glyph;
pub mod classifier;
mod alike;
mod colours;
mod grid;
mod numbers;
mod tiles;
mod agreement;
mod decoding;

pub use decoding::{MAX_BYTES, MAX_PIXELS, decode};

use std::fmt;

use image::RgbaImage;

use self::{
    agreement::{Chances, SUMS, VOLTORBS, clue_at},
    alike::Written,
    colours::Paint,
    grid::Grid,
    numbers::{Layout, Numbers},
    tiles::{COVERED, FACES},
};
use super::{
    model::{
        rules::{Clue, Line, SIDE, TILES, Value, column_of, row_of},
        state::State,
    },
    words::picture as words,
};

/// What is less certain than this is marked as doubtful.
pub const CERTAIN: f32 = 0.9;

/// The confidence of a clue that is doubtful only because all clues together are.
const JUST_DOUBTFUL: f32 = CERTAIN - 0.005;

/// Each value has at least this chance, however sure the classifier is: its mistakes are sure ones, too.
const LEAST_CHANCE: f64 = 2e-4;

/// A rectangle in a picture, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// The right edge.
    pub right: f32,
    /// The lower edge.
    pub bottom: f32,
}

impl Area {
    fn around(x: f32, y: f32, [width, height]: [f32; 2]) -> Self {
        Self { left: x - width / 2.0, top: y - height / 2.0, right: x + width / 2.0, bottom: y + height / 2.0 }
    }

    fn centre(&self) -> (f32, f32) {
        self.point(0.5, 0.5)
    }

    /// Returns the point at these shares of the width and the height.
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.left + x * (self.right - self.left), self.top + y * (self.bottom - self.top))
    }

    /// Returns the part between these shares of the width and the height.
    fn part(&self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        let ((left, top), (right, bottom)) = (self.point(left, top), self.point(right, bottom));
        Self { left, top, right, bottom }
    }
}

/// Something that was read, with its place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read<T> {
    /// What it most likely is, given everything else in the picture.
    pub value: T,
    /// What it looks like by itself. It differs from `value` if it contradicts the rest of the board.
    pub seen: T,
    /// The chance that `value` is right, from 0 to 1.
    pub confidence: f32,
    /// Where it is.
    pub area: Area,
}

impl<T: PartialEq> Read<T> {
    /// Returns whether someone should look at it.
    pub fn is_doubtful(&self) -> bool {
        self.confidence < CERTAIN
    }

    /// Returns whether the rest of the board shows that it looks like something else.
    pub fn is_corrected(&self) -> bool {
        self.value != self.seen
    }
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The clues, rows first.
    pub clues: [Read<Clue>; 2 * SIDE],
    /// The tiles row by row, `None` if covered.
    pub tiles: [Read<Option<Value>>; TILES],
    /// The chance that all clues are right.
    pub together: f32,
}

impl Reading {
    /// Returns the board as a position without a level.
    pub fn state(&self) -> State {
        let mut state = State::default();
        for (place, clue) in self.clues.iter().enumerate() {
            if place < SIDE { state.rows[place] = clue.value.into() } else { state.columns[place - SIDE] = clue.value.into() }
        }
        for (tile, read) in self.tiles.iter().enumerate() {
            state.tiles.0[tile] = read.value;
        }
        state
    }

    /// The lines whose clue is doubtful.
    pub fn doubtful_clues(&self) -> impl Iterator<Item = Line> {
        Line::all().zip(&self.clues).filter(|(_, clue)| clue.is_doubtful()).map(|(line, _)| line)
    }

    /// The lines whose clue was corrected.
    pub fn corrected_clues(&self) -> impl Iterator<Item = (Line, &Read<Clue>)> {
        Line::all().zip(&self.clues).filter(|(_, clue)| clue.is_corrected())
    }

    /// The tiles that are doubtful.
    pub fn doubtful_tiles(&self) -> impl Iterator<Item = usize> {
        (0..TILES).filter(|&tile| self.tiles[tile].is_doubtful())
    }

    /// Returns whether nothing is doubtful.
    pub fn is_certain(&self) -> bool {
        self.doubtful_clues().next().is_none() && self.doubtful_tiles().next().is_none()
    }
}

/// Why no board was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file is larger than [`MAX_BYTES`].
    TooManyBytes,
    /// The picture has more pixels than [`MAX_PIXELS`].
    TooManyPixels,
    /// The file isn't a picture of a known format, or is damaged, for this reason.
    NotAPicture(String),
    /// The picture has no board.
    NoBoard,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::TooManyBytes => words::too_many_bytes(MAX_BYTES),
            Self::TooManyPixels => words::too_many_pixels(MAX_PIXELS),
            Self::NotAPicture(why) => words::not_a_picture(why),
            Self::NoBoard => words::NO_BOARD.to_owned(),
        })
    }
}

impl std::error::Error for ReadError {}

/// Reads the board in a picture.
///
/// # Errors
/// When the picture is too large or has no board.
pub fn read(picture: &RgbaImage) -> Result<Reading, ReadError> {
    if MAX_PIXELS < u64::from(picture.width()) * u64::from(picture.height()) {
        return Err(ReadError::TooManyPixels);
    }
    let grid = Grid::find(picture).ok_or(ReadError::NoBoard)?;
    let areas: [Area; TILES] = std::array::from_fn(|tile| grid.tile(row_of(tile), column_of(tile)));
    let faces = tiles::faces(picture, areas);
    let mut tiles: [Read<Option<Value>>; TILES] = std::array::from_fn(|tile| tile_of(&faces[tile], areas[tile]));
    let read = clue_chances(picture, &grid);
    let seen = read.each_ref().map(|chances| clue_at(likeliest(chances)));
    let allowed = {
        let mut allowed = read;
        for (line, chances) in Line::all().zip(&mut allowed) {
            keep_possible(chances, line, &tiles);
        }
        allowed
    };
    let agreed = agreement::agree(&allowed);
    let together = agreed.as_ref().map_or(0.0, |agreed| agreed.together.min(1.0));
    // Several mistakes may happen to agree with each other, and then none of them stands out.
    let most = if together < f64::from(CERTAIN) { JUST_DOUBTFUL } else { 1.0 };
    let clues = std::array::from_fn(|place| {
        let (value, confidence) = agreed.as_ref().map_or((seen[place], 0.0), |agreed| agreed.clues[place]);
        let line = if place < SIDE { Line::Row(place) } else { Line::Column(place - SIDE) };
        Read { value, seen: seen[place], confidence: (confidence as f32).min(most), area: grid.clue(line) }
    });
    // Where the clues are unclear, the digits of tiles are so, too.
    for tile in tiles.iter_mut().filter(|tile| tile.value.is_some()) {
        tile.confidence = tile.confidence.min(most);
    }
    Ok(Reading { clues, tiles, together: together as f32 })
}

fn tile_of(faces: &[f32; FACES], area: Area) -> Read<Option<Value>> {
    let face = (0..FACES).max_by(|&a, &b| faces[a].total_cmp(&faces[b])).unwrap_or(COVERED);
    let value = face.checked_sub(1).map(|points| Value::ALL[points]);
    Read { value, seen: value, confidence: faces[face].min(1.0), area }
}

/// Returns the chances of all clues, rows first.
fn clue_chances(picture: &RgbaImage, grid: &Grid) -> [Chances; 2 * SIDE] {
    let layout = Layout::of(picture, grid);
    let line = |place: usize| if place < SIDE { Line::Row(place) } else { Line::Column(place - SIDE) };
    let look = |place: usize| layout.look(picture, grid.clue(line(place)), Paint::of_clue(line(place)));
    let mut numbers: [Numbers; 2 * SIDE] = std::array::from_fn(look);
    let mut digits: Vec<&mut Written> = numbers.iter_mut().flat_map(Numbers::digits).collect();
    alike::agree(&mut digits);
    let likely = |chance: f32| f64::from(chance).max(LEAST_CHANCE);
    numbers.each_ref().map(|numbers| {
        let (sums, voltorbs) = (numbers.sums(), numbers.voltorbs());
        std::array::from_fn(|index| likely(sums[index / VOLTORBS]) * likely(voltorbs[index % VOLTORBS]))
    })
}

fn likeliest(chances: &Chances) -> usize {
    (0..SUMS * VOLTORBS).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0)
}

/// Rules out the clues that the line's open tiles contradict. Doubtful tiles say nothing.
fn keep_possible(chances: &mut Chances, line: Line, tiles: &[Read<Option<Value>>; TILES]) {
    let sure = |place| Some(&tiles[line.tile(place)]).filter(|tile| !tile.is_doubtful()).and_then(|tile| tile.value);
    let open: Vec<Value> = (0..SIDE).filter_map(sure).collect();
    let points: u8 = open.iter().map(|value| value.points()).sum();
    let voltorbs = open.iter().filter(|&&value| value == Value::Voltorb).count() as u8;
    let covered = (SIDE - open.len()) as u8;
    for (index, chance) in chances.iter_mut().enumerate() {
        let clue = clue_at(index);
        let others = clue.voltorbs.checked_sub(voltorbs).and_then(|hidden| covered.checked_sub(hidden));
        let is_possible = others.is_some_and(|others| (points + others..=points + 3 * others).contains(&clue.sum));
        if !is_possible {
            *chance = 0.0;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
