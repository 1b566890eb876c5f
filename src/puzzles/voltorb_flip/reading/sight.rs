//! What is seen of a board, before anything says what it is.

use image::RgbaImage;

use super::{
    Area,
    colours::Paint,
    grid::Grid,
    numbers::{Layout, Numbers},
    tiles::Look,
};
use crate::model::rules::{Line, SIDE, TILES, column_of, row_of};

/// The clues and tiles of a board, cut out of a picture.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The numbers of the clues, rows first.
    pub clues: [Numbers; 2 * SIDE],
    /// Where the clues are.
    pub clue_areas: [Area; 2 * SIDE],
    /// The tiles row by row.
    pub tiles: [Look; TILES],
    /// Where the tiles are.
    pub tile_areas: [Area; TILES],
    /// Whether the picture has another board.
    pub has_other_board: bool,
}

impl Sight {
    /// Finds the board in a picture.
    pub fn of(picture: &RgbaImage) -> Option<Self> {
        let (grid, has_other_board) = Grid::find(picture)?;
        let layout = Layout::of(picture, &grid);
        let lines: [Line; 2 * SIDE] = std::array::from_fn(line_at);
        let tile_areas: [Area; TILES] = std::array::from_fn(|tile| grid.tile(row_of(tile), column_of(tile)));
        Some(Self {
            clues: lines.map(|line| layout.look(picture, grid.clue(line), Paint::of_clue(line))),
            clue_areas: lines.map(|line| grid.clue(line)),
            tiles: tile_areas.map(|area| Look::of(picture, area)),
            tile_areas,
            has_other_board,
        })
    }
}

/// Returns the line at this place, rows first.
pub fn line_at(place: usize) -> Line {
    if place < SIDE { Line::Row(place) } else { Line::Column(place - SIDE) }
}
