//! The pages of a book: the title, several challenges on each page, their solutions, and at the end how these are found, if that is
//! ordered.

use super::{
    Book, Challenge, PaperSize,
    paper::{COLUMNS, GAP, MARGIN, lines, place, write},
};
use crate::{
    board::Printed,
    book::Source,
    erased::{Erased, Spot},
    fonts,
    look::Look,
    picture::{Anchor, Picture, Shape, Stroke, Vec2, at},
    text::{counted, shortened},
};

/// The distance of the page number from the lower edge.
const FOOTER: f32 = 26.0;
/// The most rows of challenges on a page, and the fewest rows for which there is room.
const ROWS: usize = 3;
const LEAST_ROWS: usize = 2;
/// The height of the line with the number of a challenge, and of a solution.
const HEADING: f32 = 22.0;
const SMALL_HEADING: f32 = 12.0;
/// The height of the name under a piece.
const NAME: f32 = 10.0;
/// The smallest and the largest width of a piece that must be placed.
const PIECE_SIZES: [f32; 2] = [26.0, 56.0];
/// The gap between a board and the pieces to be placed on it.
const PIECES_GAP: f32 = 8.0;
/// The most columns of solutions, and the smallest size in which they may name the pieces.
const MOST_COLUMNS: usize = 5;
const LEAST_NAME: f32 = 4.0;
/// The most letters of a figure's name.
const MOST_LETTERS: usize = 80;
/// The size of an explanation's text, the height of a line, and the width of a step's number.
const STEP: f32 = 7.5;
const STEP_LINE: f32 = 9.5;
const STEP_NUMBER: f32 = 16.0;
/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Lays the book out. A unit of the pages is a point, of which an inch has 72. Empty if the puzzle has no printed form.
pub fn pages(book: &Book, paper: PaperSize) -> Vec<Picture<()>> {
    let Some(printed) = &book.kind.board_extras.printed else { return Vec::new() };
    let layout = Layout { book, printed, look: Look::on_paper(), paper: paper.points() };
    let (challenges, solutions) = (layout.challenges(), layout.solutions());
    let first_solution = 2 + challenges.len();
    let mut pages = vec![layout.title_page(first_solution, first_solution + solutions.len())];
    pages.extend(challenges);
    pages.extend(solutions);
    pages.extend(layout.explanations());
    for (place, page) in pages.iter_mut().enumerate().skip(1) {
        layout.footer(page, place + 1);
    }
    pages
}

struct Layout<'a> {
    book: &'a Book,
    printed: &'a Printed<Erased>,
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

impl Layout<'_> {
    /// The width and height within the margins.
    fn room(&self) -> Vec2 {
        self.paper - 2.0 * Vec2::splat(MARGIN)
    }

    /// The size of a text that has this size if it fits on a line. Letters are about half as wide as high, in some writing systems wider.
    fn fitting(&self, text: &str, size: f32) -> f32 {
        let usual = 0.6 * text.chars().count().max(1) as f32;
        (self.room().x / usual.max(fonts::line(text, true, fonts::system()).width)).min(size)
    }

    fn page(&self) -> Picture<()> {
        Picture::new(Vec2::ZERO, self.paper, self.book.title())
    }

    fn title_page(&self, first_solution: usize, first_explanation: usize) -> Picture<()> {
        const PICTURE: Vec2 = at(400.0, 320.0);
        const PIECE: f32 = 54.0;
        const TOP: f32 = 180.0;
        const RULE: f32 = 15.0;
        const GAP: f32 = 30.0;
        let Self { book, printed, look, .. } = self;
        let colors = look.colors;
        let mut page = self.page();
        let middle = self.paper.x / 2.0;
        page.text(at(middle, 90.0), 34.0, true, colors.text, book.kind.title);
        let figure = book.figure.as_deref().map(|figure| shortened(figure, MOST_LETTERS)).unwrap_or_default();
        page.text(at(middle, 124.0), self.fitting(&figure, 20.0), true, colors.text, figure.as_ref());
        page.text(
            at(middle, if figure.is_empty() { 128.0 } else { 152.0 }),
            14.0,
            false,
            colors.muted,
            format!("{}, {}", counted(book.challenges.len() as u64, "challenge"), book.order.grades.title()),
        );
        let below = self.paper.y - MARGIN;
        let explanations = if book.order.explanations { format!(", explained from page {first_explanation}") } else { String::new() };
        page.text(at(middle, below - 44.0), 10.5, false, colors.text, format!("Solutions from page {first_solution}{explanations}"));
        let rater = book.kind.extras.challenges.as_ref().map_or(0, |challenges| challenges.rater);
        page.text(at(middle, below - 14.0), 7.5, false, colors.muted, imprint(VERSION, rater, &book.source));
        page.text(at(middle, below - 3.0), self.fitting(&book.command, 7.5), false, colors.muted, book.command.as_str());

        // The figure, all its pieces and the rules, in the middle of what remains.
        let empty = (printed.emptied)(&book.order.figure);
        let board = (printed.board)(&empty, None, look);
        let scale = (PICTURE / board.size()).min_element();
        let size = board.size() * scale;
        let pieces = Pieces::new((printed.pieces)(&empty, look));
        let rows = pieces.shown.len().div_ceil((self.room().x / PIECE) as usize).max(1);
        let columns = pieces.shown.len().div_ceil(rows).max(1);
        let pieces_height = rows as f32 * pieces.cell(PIECE).y;
        let rules = (printed.rules)(&empty);
        let height = size.y + GAP + pieces_height + GAP + rules.len() as f32 * RULE;
        let mut top = TOP + ((below - 60.0 - TOP - height) / 2.0).max(0.0);
        place(&mut page, &board, at(middle - size.x / 2.0, top), scale);
        top += size.y + GAP;
        self.pieces(&mut page, &pieces, at(middle - columns as f32 * PIECE / 2.0, top), columns, PIECE);
        top += pieces_height + GAP;
        for (line, rule) in rules.iter().enumerate() {
            page.text(at(middle, top + line as f32 * RULE), 10.0, false, colors.text, *rule);
        }
        page
    }

    /// All challenges, on as few pages as they need.
    fn challenges(&self) -> Vec<Picture<()>> {
        let rows = balanced(self.book.challenges.len().div_ceil(COLUMNS), ROWS);
        let shown = at(COLUMNS as f32, rows[0].max(LEAST_ROWS) as f32);
        let cell = (self.room() - GAP * (shown - Vec2::ONE)) / shown;
        let arrangement = self.arrangement(cell - at(0.0, HEADING));
        let corner =
            |place: usize| Vec2::splat(MARGIN) + (cell + Vec2::splat(GAP)) * at((place % COLUMNS) as f32, (place / COLUMNS) as f32);
        let numbered: Vec<(usize, &Challenge)> = (1..).zip(&self.book.challenges).collect();
        let page = |challenges: &[(usize, &Challenge)]| {
            let mut page = self.page();
            for (place, &(number, challenge)) in challenges.iter().enumerate() {
                self.challenge(&mut page, number, challenge, corner(place), cell, arrangement);
            }
            page
        };
        in_pages(&numbered, COLUMNS, &rows).iter().map(|challenges| page(challenges)).collect()
    }

    /// Returns the arrangement that makes the boards largest, and the pieces as large as that leaves room for. It is the same for all
    /// challenges, so that they are easy to compare.
    fn arrangement(&self, room: Vec2) -> Arrangement {
        let states = || self.book.challenges.iter().map(|challenge| &challenge.state);
        let board = states().map(|state| (self.printed.board)(state, None, &self.look).size()).fold(Vec2::ONE, Vec2::max);
        let pieces: Vec<_> = states().map(|state| Pieces::new((self.printed.pieces)(state, &self.look))).collect();
        let most = pieces.iter().map(|pieces| pieces.shown.len()).max().unwrap_or(0);
        let highest = pieces.iter().map(|pieces| pieces.height).fold(0.0, f32::max);
        arranged(room, board, most, highest)
    }

    fn challenge(
        &self,
        page: &mut Picture<()>,
        number: usize,
        challenge: &Challenge,
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
        let board = (self.printed.board)(&challenge.state, None, &self.look);
        let size = board.size() * scale;
        let pieces = Pieces::new((self.printed.pieces)(&challenge.state, &self.look));
        let (at_board, at_pieces, width) = if is_beside {
            (corner, corner + at(size.x + PIECES_GAP, 0.0), cell.x - size.x - PIECES_GAP)
        } else {
            (corner + at((cell.x - size.x) / 2.0, 0.0), corner + at(0.0, size.y + PIECES_GAP), cell.x)
        };
        place(page, &board, at_board, scale);
        let rows = pieces.shown.len().div_ceil(columns_in(width, piece)).max(1);
        self.pieces(page, &pieces, at_pieces, pieces.shown.len().div_ceil(rows).max(1), piece);
    }

    /// Draws pieces in rows, each in a cell of this width, with its name below.
    fn pieces(&self, page: &mut Picture<()>, pieces: &Pieces<Spot>, corner: Vec2, columns: usize, width: f32) {
        let cell = pieces.cell(width);
        for (index, (name, picture)) in pieces.shown.iter().enumerate() {
            let corner = corner + cell * at((index % columns) as f32, (index / columns) as f32);
            let scale = width / picture.size().x;
            place(page, picture, corner + at(0.0, (width * pieces.height - picture.size().y * scale) / 2.0), scale);
            page.text(corner + at(width / 2.0, width * pieces.height + NAME / 2.0 + 1.0), 8.0, true, self.look.colors.text, *name);
        }
    }

    /// All solutions, on as few pages as they need, and as large as that allows.
    fn solutions(&self) -> Vec<Picture<()>> {
        const TITLE: f32 = 34.0;
        const GAP: f32 = 14.0;
        let colors = self.look.colors;
        let picture = |challenge: &Challenge| (self.printed.board)(&challenge.state, Some(&challenge.solution), &self.look);
        let first = self.book.challenges.first().map(picture);
        let size = first.as_ref().map_or(Vec2::ONE, Picture::size);
        let room = self.room() - at(0.0, TITLE);
        let width = |columns: usize| (room.x - GAP * (columns - 1) as f32) / columns as f32;
        let is_readable =
            |&columns: &usize| first.as_ref().is_none_or(|first| LEAST_NAME <= smallest_name(first) * width(columns) / size.x);
        let grid = |columns: usize| {
            let scale = (width(columns) / size.x).min((room.y - SMALL_HEADING) / size.y);
            let cell = at(width(columns), size.y * scale + SMALL_HEADING);
            let rows = (((room.y + GAP) / (cell.y + GAP)) as usize).max(1);
            (columns, rows, cell, scale)
        };
        let count = self.book.challenges.len();
        let pages = |&(columns, rows, ..): &(usize, usize, Vec2, f32)| count.div_ceil(columns * rows);
        let grids = || (1..=MOST_COLUMNS).filter(is_readable).map(grid);
        let fewest = grids().map(|grid| pages(&grid)).min();
        let (columns, most_rows, cell, scale) = grids().find(|grid| Some(pages(grid)) == fewest).unwrap_or_else(|| grid(1));
        let rows = balanced(count.div_ceil(columns), most_rows);
        let numbered: Vec<(usize, &Challenge)> = (1..).zip(&self.book.challenges).collect();
        let page = |challenges: &[(usize, &Challenge)]| {
            let mut page = self.page();
            write(&mut page, at(MARGIN, MARGIN + 8.0), Anchor::Start, 18.0, true, colors.text, "Solutions");
            for (index, &(number, challenge)) in challenges.iter().enumerate() {
                let (column, row) = (index % columns, index / columns);
                let corner = at(MARGIN, MARGIN + TITLE) + (cell + Vec2::splat(GAP)) * at(column as f32, row as f32);
                let middle = corner.y + 4.0;
                write(&mut page, at(corner.x, middle), Anchor::Start, 8.5, true, colors.text, number.to_string());
                let seed = format!("{}, seed {}", challenge.grade.title(), challenge.seed);
                write(&mut page, at(corner.x + cell.x, middle), Anchor::End, 6.0, false, colors.muted, seed);
                place(&mut page, &picture(challenge), corner + at(0.0, SMALL_HEADING), scale);
            }
            page
        };
        in_pages(&numbered, columns, &rows).iter().map(|challenges| page(challenges)).collect()
    }

    /// How each solution is found, step by step, in columns; no page if no explanations are ordered.
    fn explanations(&self) -> Vec<Picture<()>> {
        const TITLE: f32 = 34.0;
        let colors = self.look.colors;
        let width = (self.room().x - GAP * (COLUMNS - 1) as f32) / COLUMNS as f32;
        let rows = ((self.room().y - TITLE) / STEP_LINE) as usize;
        let mut columns: Vec<Vec<Line>> = Vec::new();
        for (number, challenge) in (1..).zip(&self.book.challenges).filter(|(_, challenge)| !challenge.explanation.is_empty()) {
            let steps = (1..).zip(&challenge.explanation).map(|(step, text)| {
                let texts = lines(text, STEP, width - STEP_NUMBER).into_iter().enumerate();
                texts.map(|(line, text)| if line == 0 { Line::Step(step, text) } else { Line::More(text) }).collect()
            });
            // What belongs together stays in a column: the heading with the first step, and the lines of a step.
            let mut blocks: Vec<Vec<Line>> = steps.collect();
            if let Some(first) = blocks.first_mut() {
                first.splice(..0, [Line::Gap, Line::Challenge(number, challenge.grade.title())]);
            }
            for block in blocks.iter().flat_map(|block| block.chunks(rows)) {
                match columns.last_mut() {
                    Some(column) if column.len() + block.len() <= rows => column.extend_from_slice(block),
                    _ => columns.push(block.to_vec()),
                }
            }
        }
        let page = |columns: &[Vec<Line>]| {
            let mut page = self.page();
            write(&mut page, at(MARGIN, MARGIN + 8.0), Anchor::Start, 18.0, true, colors.text, "How to find them");
            for (column, lines) in columns.iter().enumerate() {
                let left = MARGIN + (width + GAP) * column as f32;
                let mut write = |row: usize, right: f32, bold: bool, text: String| {
                    let at = at(left + right, MARGIN + TITLE + STEP_LINE * (row as f32 + 0.5));
                    write(&mut page, at, Anchor::Start, STEP, bold, colors.text, text);
                };
                for (row, line) in lines.iter().skip_while(|line| matches!(line, Line::Gap)).enumerate() {
                    match line {
                        Line::Gap => {}
                        Line::Challenge(number, grade) => write(row, 0.0, true, format!("{number}, {}", grade.to_lowercase())),
                        Line::Step(number, text) => {
                            write(row, 0.0, false, format!("{number}."));
                            write(row, STEP_NUMBER, false, text.clone());
                        }
                        Line::More(text) => write(row, STEP_NUMBER, false, text.clone()),
                    }
                }
            }
            page
        };
        columns.chunks(COLUMNS).map(page).collect()
    }

    fn footer(&self, page: &mut Picture<()>, number: usize) {
        let (y, color) = (self.paper.y - FOOTER, self.look.colors.muted);
        let title = format!("{}, {}", shortened(&self.book.title(), MOST_LETTERS), self.book.order.grades.title());
        let size = self.fitting(&format!("{title} {number}"), 8.0);
        write(page, at(MARGIN, y), Anchor::Start, size, false, color, title);
        write(page, at(self.paper.x - MARGIN, y), Anchor::End, 9.0, false, color, number.to_string());
    }
}

/// A line of the explanations.
#[derive(Clone)]
enum Line {
    /// An empty one.
    Gap,
    /// The number of a challenge, and its grade.
    Challenge(usize, &'static str),
    /// A step's number, and how it begins.
    Step(usize, String),
    /// More of a step.
    More(String),
}

/// What makes the same book again.
fn imprint(version: &str, rater: u32, source: &Source) -> String {
    let how = match source {
        Source::Default | Source::Option(_) => "This command makes the same book:",
        Source::Unsaved => "If you save the figure, this command makes the same book from its file:",
    };
    format!("Made by Quincunx {version} with rating rules {rater}. {how}")
}

/// The number of rows on each page if these rows fill as few pages as possible, with at most this many on a page, and none is nearly empty.
fn balanced(rows: usize, most: usize) -> Vec<usize> {
    let pages = rows.div_ceil(most).max(1);
    (0..pages).map(|page| rows / pages + usize::from(page < rows % pages)).collect()
}

/// Takes this many rows of this many columns from the list for each page.
fn in_pages<T: Clone>(mut all: &[T], columns: usize, rows: &[usize]) -> Vec<Vec<T>> {
    let page = |rows: &usize| {
        let (page, rest) = all.split_at((rows * columns).min(all.len()));
        all = rest;
        page.to_vec()
    };
    rows.iter().map(page).collect()
}

/// Pieces to be placed, all to the same scale.
struct Pieces<S> {
    /// Each with its name. The pictures have the same width, and nothing above and below the piece.
    shown: Vec<(char, Picture<S>)>,
    /// The height of the highest one, relative to the width.
    height: f32,
}

impl<S> Pieces<S> {
    fn new(mut shown: Vec<(char, Picture<S>)>) -> Self {
        for (_, picture) in &mut shown {
            let (top, bottom) = extent(picture);
            (picture.min.y, picture.max.y) = (top, bottom.max(top));
        }
        let height = shown.iter().map(|(_, picture)| picture.size().y / picture.size().x).fold(0.0, f32::max);
        Self { shown, height }
    }

    /// The size of the cell of a piece, with its name.
    fn cell(&self, width: f32) -> Vec2 {
        cell_of_piece(width, self.height)
    }
}

fn cell_of_piece(width: f32, height: f32) -> Vec2 {
    at(width, width * height + NAME + 6.0)
}

/// Where the shapes of a picture begin and end vertically.
fn extent<S>(picture: &Picture<S>) -> (f32, f32) {
    let ends = picture.shapes_on_paper().flat_map(|shape| match shape {
        Shape::Polygon { points, .. } | Shape::Line { points, .. } => points.iter().map(|point| point.y).collect(),
        Shape::Rectangle { min, max, .. } => vec![min.y, max.y],
        Shape::Circle { center, radius, .. } => vec![center.y - radius, center.y + radius],
        Shape::Text { at, size, .. } => vec![at.y - size / 2.0, at.y + size / 2.0],
    });
    ends.fold((picture.max.y, picture.min.y), |(top, bottom), y| (top.min(y), bottom.max(y)))
}

/// The size of the smallest name of a piece on a board.
fn smallest_name<S>(board: &Picture<S>) -> f32 {
    let names = board.shapes_on_paper().filter_map(|shape| match shape {
        Shape::Text { size, bold: true, .. } => Some(*size),
        _ => None,
    });
    names.fold(f32::INFINITY, f32::min)
}

fn columns_in(width: f32, piece: f32) -> usize {
    // Rounding must not cost a column that was counted on.
    ((width / piece + 0.01) as usize).max(1)
}

/// Arranges a board of this size, and this many pieces with this height relative to their width.
fn arranged(room: Vec2, board: Vec2, pieces: usize, height: f32) -> Arrangement {
    let with = |piece: f32, is_beside: bool| {
        let cell = cell_of_piece(piece, height);
        let left = if is_beside {
            let rows = ((room.y / cell.y) as usize).max(1);
            room - at(PIECES_GAP + pieces.div_ceil(rows) as f32 * cell.x, 0.0)
        } else {
            room - at(0.0, PIECES_GAP + pieces.div_ceil(columns_in(room.x, cell.x)) as f32 * cell.y)
        };
        Arrangement { scale: (left / board).min_element(), piece, is_beside }
    };
    let [smallest, largest] = PIECE_SIZES;
    let (beside, below) = (with(smallest, true), with(smallest, false));
    let best = if beside.scale < below.scale { below } else { beside };
    let larger = (smallest as u32..=largest as u32).rev().map(|piece| with(piece as f32, best.is_beside));
    larger.into_iter().find(|larger| 0.97 * best.scale <= larger.scale).unwrap_or(best)
}
