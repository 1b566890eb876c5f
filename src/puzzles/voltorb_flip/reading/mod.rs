//! Reads a board from a picture of the game: a screenshot of any emulator, a frame of a capture card, or a remake.
//!
//! [`read`] finds the board by the clues' colours and distances (`grid`), cuts out what is drawn (`ink`, `glyph`), divides sums into digits
//! (`spelling`), tells digits apart (`classifier`, `alike`), and weighs clues and tiles against each other (`agreement`, `expectations`,
//! `weighing`), so that a misread digit is corrected or marked. Last, it asks whether what was read are digits at all (`foreign`). Nothing
//! of the game is stored: the classifier learned from digits that were drawn for it.

mod alike;
mod agreement;
pub mod classifier;
mod colours;
mod decoding;
pub mod draft;
mod expectations;
mod foreign;
pub mod glyph;
mod grid;
pub mod ink;
mod numbers;
mod sight;
mod spelling;
mod tiles;
mod weighing;

pub use decoding::{MAX_BYTES, MAX_PIXELS};

use std::{fmt, ops::ControlFlow};

use image::{ImageFormat, RgbaImage};

use self::{sight::Sight, weighing::weigh};
use super::model::{
    rules::{Clue, Line, SIDE, TILES, Value},
    state::State,
};
use base::text::grouped;

/// What is less certain than this is marked as doubtful.
pub const CERTAIN: f32 = 0.9;

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

/// Why someone should look at what is rather certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It was corrected, or too much of the board is only rather certain.
    Unclear,
    /// A digit isn't there.
    Missing,
    /// What is drawn may be no digit: a letter, a symbol, a blot.
    NoDigit,
    /// No level deals a board with all that was read.
    NeverDealt,
}

/// Something that was read, with its place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read<T> {
    /// What it most likely is, given everything else in the picture.
    pub value: T,
    /// What it looks like by itself. It differs from `value` if that fits the rest of the board better.
    pub seen: T,
    /// The chance that `value` is right, from 0 to 1.
    pub confidence: f32,
    /// Why someone should look at it although it is rather certain.
    pub mark: Option<Mark>,
    /// Where it is.
    pub area: Area,
}

impl<T: PartialEq> Read<T> {
    /// Returns whether someone should look at it.
    pub fn is_doubtful(&self) -> bool {
        self.mark.is_some() || self.confidence < CERTAIN
    }

    /// Returns whether people are asked about it: it is doubtful, or not what it looks like.
    pub fn is_asked_about(&self) -> bool {
        self.is_doubtful() || self.is_corrected()
    }

    /// Returns whether the rest of the board shows that it looks like something else.
    pub fn is_corrected(&self) -> bool {
        self.value != self.seen
    }

    /// Says why people are asked about it. `seen` is what it looks like.
    pub fn why_asked(&self, seen: &str) -> String {
        match self.mark {
            Some(Mark::Missing) => "a digit is missing".to_owned(),
            Some(Mark::NoDigit) => "may be no digit".to_owned(),
            _ if self.is_corrected() => format!("looks like {seen}, which fits the rest less well"),
            _ if self.confidence < CERTAIN => format!("{:.0} % certain", 100.0 * self.confidence),
            Some(Mark::NeverDealt) => "no level deals this board".to_owned(),
            Some(Mark::Unclear) | None => "much of the board is unclear".to_owned(),
        }
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
    /// Whether the picture has another board, which wasn't read: this is the larger one.
    pub has_other_board: bool,
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

    /// The tiles that are doubtful.
    pub fn doubtful_tiles(&self) -> impl Iterator<Item = usize> {
        (0..TILES).filter(|&tile| self.tiles[tile].is_doubtful())
    }

    /// Returns whether nothing is doubtful, not even which board is meant.
    pub fn is_certain(&self) -> bool {
        !self.has_other_board && self.doubtful_clues().next().is_none() && self.doubtful_tiles().next().is_none()
    }
}

/// Why no board was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file is larger than [`MAX_BYTES`].
    TooManyBytes,
    /// The picture has more pixels than [`MAX_PIXELS`].
    TooManyPixels,
    /// The file isn't a picture of a known format.
    NotAPicture,
    /// The file is damaged or incomplete.
    Damaged(ImageFormat),
    /// The picture has another kind of this format.
    Unsupported(ImageFormat),
    /// The picture has no board.
    NoBoard,
    /// No frame of the animation has a board, or none of the first [`MOST_FRAMES`].
    NoBoardInFrames,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::TooManyBytes => format!("too large: a picture can have at most {} MiB", MAX_BYTES >> 20),
            Self::TooManyPixels => format!("too large: a picture can have at most {} pixels", grouped(MAX_PIXELS)),
            Self::NotAPicture => "not a PNG, JPEG, WebP or GIF picture".to_owned(),
            Self::Damaged(format) => {
                format!("this {} picture is damaged or incomplete; save or download it again", name_of(*format))
            }
            Self::Unsupported(format) => format!("this kind of {} picture can't be read; save it as PNG", name_of(*format)),
            Self::NoBoard => format!("no Voltorb Flip board found; {NEEDED}"),
            Self::NoBoardInFrames => {
                format!("no Voltorb Flip board found in the first {MOST_FRAMES} frames of the animation; {NEEDED}")
            }
        })
    }
}

/// What a board is found by.
const NEEDED: &str = "the picture must show all ten clues in the colours of the game";

fn name_of(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Gif => "GIF",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        _ => "PNG",
    }
}

impl std::error::Error for ReadError {}

/// The most frames of an animation in which a board is searched.
pub const MOST_FRAMES: usize = 300;

/// A board that was read from a file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The picture, upright.
    pub picture: RgbaImage,
    /// Its board.
    pub reading: Reading,
    /// The number of the frame, from 1, if the picture is an animation.
    pub frame: Option<usize>,
}

/// Reads the board in a picture file, or in the first frame of an animation that has one. `keep_going` is called before each frame.
///
/// # Errors
/// When the file isn't a picture, is too large, or has no board, or when it was stopped.
pub fn read_file(bytes: &[u8], keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Found, ReadError> {
    let mut frames = decoding::frames(bytes)?.take(MOST_FRAMES).peekable();
    let mut number = 0;
    while let Some(picture) = frames.next().filter(|_| keep_going().is_continue()) {
        number += 1;
        let picture = picture?;
        let is_animation = 1 < number || frames.peek().is_some();
        match read(&picture) {
            Ok(reading) => return Ok(Found { picture, reading, frame: is_animation.then_some(number) }),
            Err(ReadError::NoBoard) if is_animation => {}
            Err(error) => return Err(error),
        }
    }
    Err(ReadError::NoBoardInFrames)
}

/// Reads the board in a picture.
///
/// # Errors
/// When the picture is too large or has no board.
pub fn read(picture: &RgbaImage) -> Result<Reading, ReadError> {
    if MAX_PIXELS < u64::from(picture.width()) * u64::from(picture.height()) {
        return Err(ReadError::TooManyPixels);
    }
    Sight::of(picture).map(|sight| weigh(&sight)).ok_or(ReadError::NoBoard)
}

#[cfg(test)]
pub(crate) mod tests;
