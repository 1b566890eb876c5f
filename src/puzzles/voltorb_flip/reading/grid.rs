//! Finds the board in a picture: five clue squares below each other and five beside each other, in the order of their colours.
//!
//! The clues' colours and equal distances are what all versions of the game share. The tiles lie where the clues' rows and columns cross.

use image::{RgbaImage, imageops};

use super::{
    Area,
    colours::{Coverage, Paint},
};
use crate::model::rules::Line;

/// The most pixels in which the board is searched. Larger pictures are shrunk for that, but their digits are read in full.
const SEARCHED_PIXELS: f64 = 2_500_000.0;

/// The least side of a clue square in pixels. Digits in smaller squares look alike.
const LEAST_SIDE: f32 = 11.0;

/// The most rounds in which all numbers of a grid are improved. Few grids need more than fifty.
const ROUNDS: usize = 200;

/// Where the board is, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The centre of the middle clue of the rows.
    right: [f32; 2],
    /// The centre of the middle clue of the columns.
    below: [f32; 2],
    /// The distance of neighbouring columns and of neighbouring rows.
    pitch: [f32; 2],
    /// The width and height of a clue's coloured square, and of a tile inside its border.
    side: [f32; 2],
}

impl Grid {
    /// Finds the board, or the largest if there are several. Also returns whether there is another one.
    pub fn find(picture: &RgbaImage) -> Option<(Self, bool)> {
        let whole = [0.0, 0.0, picture.width() as f32, picture.height() as f32];
        let (mut search, scale) = Search::within(picture, whole)?;
        let found = search.best()?;
        search.erase(found.surroundings());
        let has_other = search.best().is_some();
        if scale == [1.0, 1.0] {
            return Some((found, has_other));
        }
        // Closer to the board, more pixels can be seen.
        let found = found.placed([0.0, 0.0], scale);
        let around = found.surroundings();
        let (search, scale) = Search::within(picture, around)?;
        let [left, top, ..] = around.map(|edge| edge.max(0.0).floor());
        let seen = found.placed([-left / scale[0], -top / scale[1]], scale.map(|scale| 1.0 / scale));
        let (_, refined) = search.refined(search.gain(&seen), seen);
        Some((refined.placed([left, top], scale), has_other))
    }

    /// Returns the left, upper, right and lower edge of the board with some space around it.
    fn surroundings(&self) -> [f32; 4] {
        let ([x, y], [width, height]) = (self.pitch, self.side);
        [self.below[0] - 3.0 * x, self.right[1] - 3.0 * y, self.right[0] + width, self.below[1] + height]
    }

    /// Returns the coloured square of a line's clue.
    pub fn clue(&self, line: Line) -> Area {
        let [x, y] = match line {
            Line::Row(row) => [self.right[0], self.right[1] + (row as f32 - 2.0) * self.pitch[1]],
            Line::Column(column) => [self.below[0] + (column as f32 - 2.0) * self.pitch[0], self.below[1]],
        };
        Area::around(x, y, self.side)
    }

    /// Returns the inside of a tile.
    pub fn tile(&self, row: usize, column: usize) -> Area {
        let (x, y) = (self.clue(Line::Column(column)).centre().0, self.clue(Line::Row(row)).centre().1);
        Area::around(x, y, self.side)
    }

    /// Returns the grid with all lengths multiplied by `scale`, and then moved by `shift`.
    fn placed(self, [right, down]: [f32; 2], [x, y]: [f32; 2]) -> Self {
        let scale = |[a, b]: [f32; 2]| [a * x, b * y];
        let place = |[a, b]: [f32; 2]| [a * x + right, b * y + down];
        Self { right: place(self.right), below: place(self.below), pitch: scale(self.pitch), side: scale(self.side) }
    }

    /// All eight numbers, which are improved one at a time.
    fn numbers(&mut self) -> [&mut f32; 8] {
        let ([a, b], [c, d], [e, f], [g, h]) = (&mut self.right, &mut self.below, &mut self.pitch, &mut self.side);
        [a, b, c, d, e, f, g, h]
    }
}

/// A square place where one of the colours stands out.
#[derive(Clone, Copy, Debug)]
struct Square {
    x: f32,
    y: f32,
    side: f32,
}

/// Five squares in the order of the colours, with the distance of two neighbours.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// The centre of the middle square.
    x: f32,
    y: f32,
    pitch: f32,
    side: f32,
    score: f32,
}

struct Search {
    warm: Coverage,
    blue: Coverage,
    purple: Coverage,
}

impl Search {
    /// Looks at a part of the picture, given by its left, upper, right and lower edge, which is shrunk if it has too many pixels. Also
    /// returns the width and height of what one pixel shows. `None` if the part is empty.
    fn within(picture: &RgbaImage, [left, top, right, bottom]: [f32; 4]) -> Option<(Self, [f32; 2])> {
        let [left, top] = [left, top].map(|edge| edge.max(0.0).floor() as u32);
        let width = (right.ceil() as u32).min(picture.width()).checked_sub(left).filter(|&width| 0 < width)?;
        let height = (bottom.ceil() as u32).min(picture.height()).checked_sub(top).filter(|&height| 0 < height)?;
        let part = imageops::crop_imm(picture, left, top, width, height);
        let shrink = (f64::from(width) * f64::from(height) / SEARCHED_PIXELS).sqrt().ceil().max(1.0) as u32;
        if shrink == 1 {
            return Some((Self::of(&part.to_image()), [1.0, 1.0]));
        }
        let small = imageops::thumbnail(&*part, (width / shrink).max(1), (height / shrink).max(1));
        let scale = [width as f32 / small.width() as f32, height as f32 / small.height() as f32];
        Some((Self::of(&small), scale))
    }

    fn of(picture: &RgbaImage) -> Self {
        let [warm, blue, purple] = [Paint::Warm, Paint::Blue, Paint::Purple].map(|paint| Coverage::of(picture, paint));
        Self { warm, blue, purple }
    }

    /// Green is left out: the background of the game is green, too.
    fn coverage(&self, paint: Paint) -> Option<&Coverage> {
        match paint {
            Paint::Warm => Some(&self.warm),
            Paint::Green => None,
            Paint::Blue => Some(&self.blue),
            Paint::Purple => Some(&self.purple),
        }
    }

    fn erase(&mut self, area: [f32; 4]) {
        [&mut self.warm, &mut self.blue, &mut self.purple].into_iter().for_each(|coverage| coverage.erase(area));
    }

    fn best(&self) -> Option<Grid> {
        let (mut across, mut down) = (Vec::new(), Vec::new());
        let (width, height) = self.blue.size();
        let mut side = LEAST_SIDE.max(width.max(height) / 170.0);
        while 5.5 * side < width.max(height) {
            let (blue, purple) = (squares(&self.blue, side), squares(&self.purple, side));
            for first in &blue {
                for second in &purple {
                    across.extend(self.chain(first, second, true));
                    down.extend(self.chain(first, second, false));
                }
            }
            side *= 1.12;
        }
        for chains in [&mut across, &mut down] {
            chains.sort_by(|a: &Chain, b: &Chain| (b.score * b.side).total_cmp(&(a.score * a.side)));
            chains.truncate(40);
        }
        let mut grids: Vec<(f32, Grid)> = Vec::new();
        for below in &across {
            for right in &down {
                grids.extend(joined(below, right).map(|grid| (self.gain(&grid), grid)));
            }
        }
        grids.sort_by(|a, b| b.0.total_cmp(&a.0));
        grids.truncate(12);
        let refined = grids.into_iter().map(|(gain, grid)| self.refined(gain, grid)).filter(|(_, grid)| self.is_board(grid));
        refined.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, grid)| grid)
    }

    /// Continues from the blue and the purple square to the red and the orange one, if they are there.
    fn chain(&self, blue: &Square, purple: &Square, across: bool) -> Option<Chain> {
        let side = blue.side;
        let (along, off) = if across { (purple.x - blue.x, purple.y - blue.y) } else { (purple.y - blue.y, purple.x - blue.x) };
        if off.abs() > 0.3 * side || !(0.95..3.2).contains(&(along / side)) {
            return None;
        }
        let at = |steps: f32| Square { x: blue.x - steps * (purple.x - blue.x), y: blue.y - steps * (purple.y - blue.y), side };
        let [orange, red] = [at(1.0), at(3.0)].map(|square| contrast(&self.warm, &square));
        if orange.min(red) < 0.12 {
            return None;
        }
        let score = orange + red + contrast(&self.blue, blue) + contrast(&self.purple, purple);
        let middle = at(1.0);
        Some(Chain { x: middle.x, y: middle.y, pitch: along, side, score })
    }

    /// Moves and stretches the grid as long as its squares gain colour, in ever smaller steps.
    fn refined(&self, mut gain: f32, mut grid: Grid) -> (f32, Grid) {
        let mut step = grid.side[0] / 6.0;
        for _ in 0..ROUNDS {
            let mut improved = false;
            for number in 0..8 {
                for change in [step, -step] {
                    let mut other = grid;
                    *other.numbers()[number] += change;
                    let other_gain = self.gain(&other);
                    if gain < other_gain {
                        (gain, grid, improved) = (other_gain, other, true);
                    }
                }
            }
            if !improved {
                step /= 2.0;
                if step < 0.04 {
                    break;
                }
            }
        }
        (gain, grid)
    }

    /// Returns the coloured area in the clue squares, less a share of the other area. The borders of the squares are where a further line
    /// of pixels would lower it: where less than a quarter of it has the colour.
    fn gain(&self, grid: &Grid) -> f32 {
        const COST: f32 = 0.35;
        self.clues(grid).map(|(covered, area)| covered - COST * (area - covered)).sum()
    }

    fn is_board(&self, grid: &Grid) -> bool {
        let is_clue = |(covered, area): (f32, f32)| (0.22..0.97).contains(&(covered / area));
        grid.side.iter().all(|&side| 0.8 * LEAST_SIDE < side) && self.clues(grid).all(is_clue)
    }

    /// The coloured and the whole area of the clue squares, without the green ones.
    fn clues<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (f32, f32)> {
        Line::all().filter_map(|line| {
            let Area { left, top, right, bottom } = grid.clue(line);
            let covered = self.coverage(Paint::of_clue(line))?.area(left, top, right, bottom);
            Some((covered, (right - left) * (bottom - top)))
        })
    }
}

/// Finds where squares of this size are filled with the colour and surrounded by others, the clearest of each neighbourhood.
fn squares(coverage: &Coverage, side: f32) -> Vec<Square> {
    let (width, height) = coverage.size();
    let step = (side / 6.0).max(1.0);
    let mut found: Vec<(f32, Square)> = Vec::new();
    for row in 0..(height / step) as usize {
        for column in 0..(width / step) as usize {
            let square = Square { x: column as f32 * step, y: row as f32 * step, side };
            let contrast = contrast(coverage, &square);
            if 0.2 < contrast {
                found.push((contrast, square));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut apart: Vec<Square> = Vec::new();
    for (_, square) in found.into_iter().take(20_000) {
        if apart.len() == 60 {
            break;
        }
        if apart.iter().all(|other| 0.4 * side < (square.x - other.x).abs().max((square.y - other.y).abs())) {
            apart.push(square);
        }
    }
    apart
}

/// Returns the share of the colour inside the square, less its share around it.
fn contrast(coverage: &Coverage, square: &Square) -> f32 {
    let box_of = |reach: f32| {
        let [left, top] = [square.x - reach, square.y - reach].map(|edge| edge.round() as i32);
        let side = (2.0 * reach).round() as i32;
        (coverage.whole(left, top, left + side, top + side), (side * side) as f32)
    };
    let (inside, area) = box_of(square.side / 2.0);
    if inside < 0.3 * area {
        return 0.0;
    }
    let (covered, whole) = box_of(0.7 * square.side);
    inside / area - (covered - inside) / (whole - area)
}

/// Puts the clues of the columns and those of the rows together, if the second begin where the first end.
fn joined(below: &Chain, right: &Chain) -> Option<Grid> {
    let side = [below.side, right.side];
    let ratio = below.side / right.side;
    let grid = Grid { right: [right.x, right.y], below: [below.x, below.y], pitch: [below.pitch, right.pitch], side };
    let (last_column, last_row) = (below.x + 2.0 * below.pitch, right.y + 2.0 * right.pitch);
    let near = |distance: f32, pitch: f32| (0.7..1.7).contains(&(distance / pitch));
    let fits = (0.7..1.4).contains(&ratio) && near(right.x - last_column, below.pitch) && near(below.y - last_row, right.pitch);
    fits.then_some(grid)
}
