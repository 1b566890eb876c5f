//! The pages of a book: the title, several challenges on each page, and their solutions at the end.

use super::{Book, Challenge, PaperSize, words};
use crate::{
    board::{Board, Printed},
    look::{Appearance, Look, Theme},
    picture::{Anchor, Color, Picture, Shape, Stroke, Vec2, at},
};

/// The margin of the pages, in points, as all lengths here.
const MARGIN: f32 = 45.0;
/// The distance of the page number from the lower edge.
const FOOTER: f32 = 26.0;
/// The columns and rows of challenges on a page.
const COLUMNS: usize = 2;
const ROWS: usize = 3;
/// The gap between challenges.
const GAP: f32 = 22.0;
/// The height of the line with the number of a challenge, and of a solution.
const HEADING: f32 = 22.0;
const SMALL_HEADING: f32 = 12.0;
/// The height of the name under a piece.
const NAME: f32 = 10.0;
/// The smallest and the largest size of a piece that is to be placed.
const PIECE_SIZES: [f32; 2] = [26.0, 44.0];
/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Lays the book out. A unit of the pages is a point, of which an inch has 72. Empty if the puzzle has no printed form.
pub fn pages<B: Board>(book: &Book<B>, paper: PaperSize) -> Vec<Picture<()>> {
    let Some(printed) = &B::BOARD_EXTRAS.printed else { return Vec::new() };
    // Black on white, so that neither the ground nor thin lines depend on the printer.
    let look = Look::with(Theme::Light, &Appearance { high_contrast: true, ..Appearance::default() });
    let layout = Layout { book, printed, look, paper: paper.points() };
    let challenges = layout.challenges();
    let mut pages = vec![layout.title_page(2 + challenges.len())];
    pages.extend(challenges);
    pages.extend(layout.solutions());
    for (place, page) in pages.iter_mut().enumerate().skip(1) {
        layout.footer(page, place + 1);
    }
    pages
}

struct Layout<'a, B: Board> {
    book: &'a Book<B>,
    printed: &'a Printed<B>,
    look: Look,
    /// Width and height of the paper.
    paper: Vec2,
}

/// Where things go in the box of a challenge.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrangement {
    /// How much the board is enlarged.
    scale: f32,
    /// The size of a piece, without its name.
    piece: f32,
    /// Whether the pieces are beside the board instead of below it.
    is_beside: bool,
}

impl<B: Board> Layout<'_, B> {
    /// The width and height within the margins.
    fn room(&self) -> Vec2 {
        self.paper - 2.0 * Vec2::splat(MARGIN)
    }

    fn page(&self) -> Picture<()> {
        Picture::new(Vec2::ZERO, self.paper, self.book.title())
    }

    fn title_page(&self, first_solution: usize) -> Picture<()> {
        const PICTURE: Vec2 = at(380.0, 330.0);
        const PIECE: f32 = 52.0;
        let Self { book, printed, look, .. } = self;
        let colors = look.colors;
        let mut page = self.page();
        let middle = self.paper.x / 2.0;
        page.text(at(middle, 112.0), 34.0, true, colors.text, book.title());
        page.text(at(middle, 148.0), 15.0, false, colors.muted, words::contents(book.challenges.len(), &book.order.grades.title()));
        let empty = book.challenges.first().map_or_else(|| book.order.figure.clone(), |challenge| (printed.emptied)(&challenge.state));
        let board = (printed.board)(&empty, None, look);
        let scale = (PICTURE / board.size()).min_element();
        let corner = at(middle, 350.0) - board.size() * scale / 2.0;
        place(&mut page, board, corner, scale);
        let pieces = (printed.pieces)(&empty, look);
        let columns = ((self.room().x / PIECE) as usize).min(pieces.len()).max(1);
        let left = middle - columns as f32 * PIECE / 2.0;
        let rows = pieces.len().div_ceil(columns);
        for (index, piece) in pieces.into_iter().enumerate() {
            let corner = at(left, 545.0) + at((index % columns) as f32 * PIECE, (index / columns) as f32 * (PIECE + NAME));
            self.piece(&mut page, piece, corner, PIECE);
        }
        let top = 565.0 + rows as f32 * (PIECE + NAME);
        for (line, rule) in printed.rules.iter().enumerate() {
            page.text(at(middle, top + line as f32 * 15.0), 10.5, false, colors.text, *rule);
        }
        let below = self.paper.y - MARGIN;
        page.text(at(middle, below - 44.0), 10.5, false, colors.text, words::solutions_from(first_solution));
        let rater = B::EXTRAS.challenges.as_ref().map_or(0, |challenges| challenges.rater);
        page.text(at(middle, below - 14.0), 7.5, false, colors.muted, words::imprint(VERSION, rater));
        page.text(at(middle, below - 3.0), 7.5, false, colors.muted, book.command.as_str());
        page
    }

    /// All challenges, on as many pages as they need.
    fn challenges(&self) -> Vec<Picture<()>> {
        let cell = (self.room() - GAP * at((COLUMNS - 1) as f32, (ROWS - 1) as f32)) / at(COLUMNS as f32, ROWS as f32);
        let arrangement = self.arrangement(cell - at(0.0, HEADING));
        let corner = |place: usize| Vec2::splat(MARGIN) + (cell + Vec2::splat(GAP)) * at((place % COLUMNS) as f32, (place / COLUMNS) as f32);
        let numbered: Vec<(usize, &Challenge<B>)> = (1..).zip(&self.book.challenges).collect();
        let page = |challenges: &[(usize, &Challenge<B>)]| {
            let mut page = self.page();
            for (place, &(number, challenge)) in challenges.iter().enumerate() {
                self.challenge(&mut page, number, challenge, corner(place), cell, arrangement);
            }
            page
        };
        numbered.chunks(COLUMNS * ROWS).map(page).collect()
    }

    /// Returns the arrangement that makes the boards largest, and the pieces as large as that leaves room for. It is the same for all
    /// challenges, so that they are easy to compare.
    fn arrangement(&self, room: Vec2) -> Arrangement {
        let boards = self.book.challenges.iter().map(|challenge| (self.printed.board)(&challenge.state, None, &self.look).size());
        let board = boards.fold(Vec2::ONE, Vec2::max);
        let pieces = self.book.challenges.iter().map(|challenge| (self.printed.pieces)(&challenge.state, &self.look).len());
        arranged(room, board, pieces.max().unwrap_or(0))
    }

    fn challenge(
        &self,
        page: &mut Picture<()>,
        number: usize,
        challenge: &Challenge<B>,
        corner: Vec2,
        cell: Vec2,
        Arrangement { scale, piece, is_beside }: Arrangement,
    ) {
        let colors = self.look.colors;
        let middle = corner.y + 6.0;
        write(page, at(corner.x, middle), Anchor::Start, 14.0, true, colors.text, number.to_string());
        write(page, at(corner.x + cell.x, middle), Anchor::End, 9.5, false, colors.muted, challenge.grade.title());
        let line = corner.y + HEADING - 7.0;
        let stroke = Stroke::new(0.6, colors.line);
        page.shapes.push(Shape::Line { points: vec![at(corner.x, line), at(corner.x + cell.x, line)], stroke });
        let corner = corner + at(0.0, HEADING);
        let room = cell - at(0.0, HEADING);
        let board = (self.printed.board)(&challenge.state, None, &self.look);
        let size = board.size() * scale;
        let pieces = (self.printed.pieces)(&challenge.state, &self.look);
        if is_beside {
            place(page, board, corner, scale);
            let rows = (room.y / (piece + NAME)) as usize;
            let left = corner.x + size.x + 8.0;
            for (index, shown) in pieces.into_iter().enumerate() {
                let (column, row) = (index / rows.max(1), index % rows.max(1));
                self.piece(page, shown, at(left, corner.y) + at(column as f32 * piece, row as f32 * (piece + NAME)), piece);
            }
        } else {
            place(page, board, corner + at((room.x - size.x) / 2.0, 0.0), scale);
            let columns = (room.x / piece) as usize;
            for (index, shown) in pieces.into_iter().enumerate() {
                let (column, row) = (index % columns.max(1), index / columns.max(1));
                let top = corner.y + size.y + 8.0;
                self.piece(page, shown, at(corner.x, top) + at(column as f32 * piece, row as f32 * (piece + NAME)), piece);
            }
        }
    }

    /// Draws a piece in a square, with its name below.
    fn piece(&self, page: &mut Picture<()>, (name, picture): (char, Picture<B::Spot>), corner: Vec2, side: f32) {
        let scale = side / picture.size().max_element();
        let inset = (Vec2::splat(side) - picture.size() * scale) / 2.0;
        place(page, picture, corner + inset, scale);
        page.text(corner + at(side / 2.0, side + NAME / 2.0 - 2.0), 8.0, true, self.look.colors.text, name);
    }

    /// All solutions, on as many pages as they need.
    fn solutions(&self) -> Vec<Picture<()>> {
        const TITLE: f32 = 34.0;
        const GAP: f32 = 14.0;
        let colors = self.look.colors;
        let picture = |challenge: &Challenge<B>| (self.printed.board)(&challenge.state, Some(&challenge.solution), &self.look);
        let size = self.book.challenges.first().map_or(Vec2::ONE, |challenge| picture(challenge).size());
        let columns = match size.x / size.y {
            ..1.3 => 5,
            ..2.5 => 3,
            _ => 2,
        };
        let room = self.room() - at(0.0, TITLE);
        let width = (room.x - GAP * (columns - 1) as f32) / columns as f32;
        let scale = (width / size.x).min((room.y - SMALL_HEADING) / size.y);
        let cell = at(width, size.y * scale + SMALL_HEADING);
        let rows = (((room.y + GAP) / (cell.y + GAP)) as usize).max(1);
        let numbered: Vec<(usize, &Challenge<B>)> = (1..).zip(&self.book.challenges).collect();
        let page = |challenges: &[(usize, &Challenge<B>)]| {
            let mut page = self.page();
            write(&mut page, at(MARGIN, MARGIN + 8.0), Anchor::Start, 18.0, true, colors.text, words::SOLUTIONS);
            for (index, &(number, challenge)) in challenges.iter().enumerate() {
                let (column, row) = (index % columns, index / columns);
                let corner = at(MARGIN, MARGIN + TITLE) + (cell + Vec2::splat(GAP)) * at(column as f32, row as f32);
                let middle = corner.y + 4.0;
                write(&mut page, at(corner.x, middle), Anchor::Start, 8.5, true, colors.text, number.to_string());
                let seed = words::grade_and_seed(challenge.grade.title(), challenge.seed);
                write(&mut page, at(corner.x + cell.x, middle), Anchor::End, 6.0, false, colors.muted, seed);
                place(&mut page, picture(challenge), corner + at(0.0, SMALL_HEADING), scale);
            }
            page
        };
        numbered.chunks(columns * rows).map(page).collect()
    }

    fn footer(&self, page: &mut Picture<()>, number: usize) {
        let (y, color) = (self.paper.y - FOOTER, self.look.colors.muted);
        let title = words::title(&self.book.title(), Some(&self.book.order.grades.title()));
        write(page, at(MARGIN, y), Anchor::Start, 8.0, false, color, title);
        write(page, at(self.paper.x - MARGIN, y), Anchor::End, 9.0, false, color, number.to_string());
    }
}

fn arranged(room: Vec2, board: Vec2, pieces: usize) -> Arrangement {
    const GAP: f32 = 8.0;
    let with = |piece: f32, is_beside: bool| {
        let left = if is_beside {
            let rows = ((room.y / (piece + NAME)) as usize).max(1);
            room - at(GAP + pieces.div_ceil(rows) as f32 * piece, 0.0)
        } else {
            let columns = ((room.x / piece) as usize).max(1);
            room - at(0.0, GAP + pieces.div_ceil(columns) as f32 * (piece + NAME))
        };
        Arrangement { scale: (left / board).min_element(), piece, is_beside }
    };
    let [smallest, largest] = PIECE_SIZES;
    let best = if with(smallest, true).scale >= with(smallest, false).scale { with(smallest, true) } else { with(smallest, false) };
    let larger = (smallest as u32..=largest as u32).rev().map(|piece| with(piece as f32, best.is_beside));
    larger.into_iter().find(|arrangement| arrangement.scale >= 0.97 * best.scale).unwrap_or(best)
}

/// Adds a picture to a page, with its upper left corner here.
fn place<S>(page: &mut Picture<()>, picture: Picture<S>, corner: Vec2, scale: f32) {
    let by = corner - picture.min * scale;
    page.shapes.extend(picture.shapes_on_paper().map(|shape| shape.clone().placed(scale, by)));
}

fn write(page: &mut Picture<()>, at: Vec2, anchor: Anchor, size: f32, bold: bool, color: Color, text: impl Into<String>) {
    page.shapes.push(Shape::Text { at, anchor, size, bold, color, text: text.into() });
}
