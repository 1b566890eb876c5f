//! The board, a single piece and a solution as pictures: digits on hexagons, and lines between the pieces.

use super::{
    caption::rows,
    hand::{Preview, spoken},
    hexagons::{BARE_RADIUS, DIGIT, Drawing, RADIUS, ROW_HEIGHT, WIDTH, center, corner, hatch_line, hexagon},
};
use crate::{
    board::Scene,
    look::Look,
    picture::{Color, OnPaper, Picture, Shape, Stroke, Target, Vec2, at},
    puzzle::Flaw,
    puzzles::meteor::{
        Meteor,
        edit::{
            heat_map::HeatMap,
            input::{origin, taken_from},
            view::View,
        },
        model::{
            geometry::{Axial, CELLS, COLUMNS, Cell, Cells, ROWS},
            pieces::{Orientation, PIECES, Piece},
            solution::Solution,
            state::{Square, Squares, State},
        },
        words,
    },
    text::counted,
};

/// The margin around the hexagons.
const MARGIN: f32 = 6.0;
/// The radius of the ring around flaws, which leaves space for a digit and a dot.
const RING_RADIUS: f32 = 0.74 * RADIUS;
/// The width of the outline of a piece that a press takes, and its width with its edges.
const TAKEN_LINE: f32 = 3.0;
const TAKEN_EDGE: f32 = 7.0;

/// Draws the whole board. With a piece in hand, it shows the position instead of a solution.
pub fn draw(scene: &Scene<'_, Meteor>) -> Picture<Cell> {
    let (state, view) = (scene.state, scene.view);
    let shown = scene.shown.filter(|_| view.hand.is_none());
    let board = shown.map_or(state.board, |(solution, steps)| solution.after(steps));
    let heat_map = HeatMap::new(state, view, scene.insight);
    let mut drawing = Drawing { picture: empty_picture(&board), look: scene.look };
    drawing.background(&board);
    drawing.lines(&board);
    drawing.marks(&board, state);
    if let Some(hand) = view.hand {
        let preview = scene.pointed.map(|over| Preview { hand, over, state, heat_map: heat_map.as_ref() });
        let hidden =
            preview.as_ref().map_or(Cells::NONE, |preview| hand.points(preview.over).into_iter().filter_map(Axial::cell).collect());
        if let Some(heat_map) = &heat_map {
            drawing.heat_map(heat_map, hand.piece, hidden);
        }
        if let Some(cells) = origin(state, view) {
            drawing.origin(cells);
        }
        if let Some(preview) = &preview {
            drawing.preview(preview);
        }
    }
    if let Some(cells) = scene.pointed.and_then(|cell| taken_from(state, view, cell)) {
        drawing.taken(cells);
    }
    drawing.flaws(scene.flaws);
    if is_solved(state, view, scene.flaws) {
        drawing.success();
    }
    if view.shows_filter {
        drawing.filter(view, &board);
    }
    let target = |cell| target(cell, &board, scene, heat_map.as_ref());
    drawing.picture.targets = Cell::all().map(target).collect();
    drawing.picture
}

/// Whether the position itself is a solution.
pub fn is_solved(state: &State, view: &View, flaws: &[Flaw<Cell>]) -> bool {
    flaws.is_empty() && view.hand.is_none() && state.board.cells(Square::Free).is_empty()
}

/// Draws a single piece in this orientation.
pub fn piece(piece: Piece, orientation: Orientation, look: &Look) -> Picture<Cell> {
    let middles: Vec<Vec2> = piece.shape(orientation).into_iter().map(center).collect();
    let corners = middles.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), &middle| (low.min(middle), high.max(middle)));
    // All pieces in all orientations are on one scale: no piece is longer than four and a half cells.
    let middle = (corners.0 + corners.1) / 2.0;
    let half = Vec2::splat(2.3 * WIDTH);
    let mut drawing = Drawing { picture: Picture::new(middle - half, middle + half, piece.to_string()), look };
    for center in middles {
        drawing.hexagon(center, RADIUS, look.pieces[piece.index()], Stroke::new(3.0, look.colors.panel));
    }
    drawing.picture
}

/// Draws a solution without digits and marks.
pub fn thumbnail(solution: &Solution, look: &Look) -> Picture<Cell> {
    let board = solution.after(CELLS);
    let mut drawing = Drawing { picture: empty_picture(&board), look };
    drawing.picture.label = rows(solution);
    drawing.background(&board);
    drawing.lines(&board);
    drawing.picture
}

fn empty_picture(board: &Squares) -> Picture<Cell> {
    let free = board.cells(Square::Free).len();
    let label = format!("Meteor board: {} of {PIECES} pieces, {}", board.pinned().len(), counted(free as u64, "free cell"));
    let half = at(WIDTH / 2.0 + MARGIN, RADIUS + MARGIN);
    let last = at(WIDTH * (COLUMNS as f32 - 0.5), ROW_HEIGHT * (ROWS as f32 - 1.0));
    Picture::new(-half, last + half, label)
}

impl Drawing<'_> {
    /// Draws a hexagon for each cell.
    fn background(&mut self, board: &Squares) {
        for cell in Cell::all() {
            let center = center(cell.axial());
            match board[cell] {
                Square::Free => self.hexagon(center, BARE_RADIUS, self.look.colors.raised, Stroke::new(1.0, self.look.colors.rim())),
                Square::Blocked => self.blocked(center),
                Square::Pinned(piece) => self.hexagon(center, RADIUS, self.look.pieces[piece.index()], Stroke::NONE),
            }
        }
    }

    /// Draws a blocked cell: a hatched hole in the board.
    fn blocked(&mut self, center: Vec2) {
        let colors = &self.look.colors;
        let hatching = Stroke::new(1.5, colors.muted.mix(colors.window, 0.55));
        self.hexagon(center, BARE_RADIUS, colors.window.mix(colors.line, 0.3), Stroke::new(1.0, colors.line));
        for share in [-0.6, -0.2, 0.2, 0.6] {
            let points = hatch_line(center, BARE_RADIUS - 3.0, share);
            self.line(points.to_vec(), hatching);
        }
    }

    /// Draws the edges of the pieces: thin lines within a piece, and lines in the colour of the background around it.
    fn lines(&mut self, board: &Squares) {
        let edges: Vec<_> = Cell::all().flat_map(edges_of).collect();
        let (inner, outer): (Vec<_>, Vec<_>) = edges.into_iter().partition(|edge| board[edge.cell] == board[edge.neighbour]);
        for edge in inner {
            if let Square::Pinned(piece) = board[edge.cell] {
                let color = self.look.pieces[piece.index()];
                self.line(edge.points.to_vec(), Stroke::new(1.0, color.mix(Color::BLACK, 0.22)));
            }
        }
        for edge in outer {
            self.line(edge.points.to_vec(), Stroke::new(3.5, self.look.colors.window));
        }
    }

    /// Draws a digit on each cell of a piece, with a dot above it if the piece is pinned. A given piece has a square and an outline
    /// instead.
    fn marks(&mut self, board: &Squares, state: &State) {
        for cell in Cell::all() {
            let Square::Pinned(piece) = board[cell] else { continue };
            let (center, ink) = (center(cell.axial()), self.look.pieces[piece.index()].ink());
            self.picture.text(center, self.look.legible(DIGIT), true, ink, piece.digit());
            let above = center - at(0.0, 0.55 * RADIUS);
            if state.given_on(cell) == Some(piece) {
                let half = at(3.5, 3.5);
                self.picture.shapes.push(Shape::Rectangle {
                    min: above - half,
                    max: above + half,
                    radius: 1.0,
                    fill: ink,
                    stroke: Stroke::NONE,
                });
                self.outline(cell, board, ink);
            } else if state.board[cell] == board[cell] {
                self.circle(above, 2.5, ink, Stroke::NONE);
            }
        }
    }

    /// Draws the border of a piece along this cell, inside of it.
    fn outline(&mut self, cell: Cell, board: &Squares, ink: Color) {
        let center = center(cell.axial());
        for (number, step) in Axial::STEPS.into_iter().enumerate() {
            if cell.step(step).is_none_or(|neighbour| board[neighbour] != board[cell]) {
                let points = [1, 2].map(|next| corner(center, RADIUS - 5.0, number + next));
                self.line(points.to_vec(), Stroke::new(1.5, ink.fade(0.7)));
            }
        }
    }

    /// Outlines the piece on these cells, which a press takes.
    fn taken(&mut self, cells: Cells) {
        let colors = self.look.colors;
        for stroke in [Stroke::new(TAKEN_EDGE, colors.window), Stroke::new(TAKEN_LINE, colors.text)] {
            for cell in cells.iter() {
                for (number, step) in Axial::STEPS.into_iter().enumerate() {
                    if cell.step(step).is_none_or(|neighbour| !cells.contains(neighbour)) {
                        let points = [1, 2].map(|next| corner(center(cell.axial()), RADIUS - 1.0, number + next));
                        self.line(points.to_vec(), stroke);
                    }
                }
            }
        }
    }

    /// Outlines the board, which is solved.
    fn success(&mut self) {
        let good = self.look.colors.good;
        for cell in Cell::all() {
            let center = center(cell.axial());
            for (number, _) in Axial::STEPS.into_iter().enumerate().filter(|&(_, step)| cell.step(step).is_none()) {
                let points = [1, 2].map(|next| corner(center, RADIUS + 1.5, number + next));
                self.line(points.to_vec(), Stroke::new(4.0, good));
            }
        }
        self.picture.label = format!("{}, solved", self.picture.label);
    }

    /// Draws a ring around each cell that is marked for the filter, or that a piece must cover in listed solutions, with its digit below.
    /// They aren't part of an exported picture.
    fn filter(&mut self, view: &View, board: &Squares) {
        let before = self.picture.shapes.len();
        for cell in Cell::all() {
            let (piece, is_marked) = (view.filter.piece_on(cell), view.marking.cells.contains(cell));
            if piece.is_none() && !is_marked {
                continue;
            }
            let center = center(cell.axial());
            let color = piece.filter(|_| !is_marked).map_or(self.look.colors.accent, |piece| self.look.pieces[piece.index()]);
            self.circle(center, RING_RADIUS, Color::CLEAR, Stroke::new(6.0, self.look.colors.window));
            self.circle(center, RING_RADIUS, Color::CLEAR, Stroke::new(3.0, color));
            if let Some(piece) = piece.filter(|&piece| board[cell] != Square::Pinned(piece)) {
                let (badge, color) = (center + at(0.0, RING_RADIUS), self.look.pieces[piece.index()]);
                self.circle(badge, 8.0, color, Stroke::new(1.5, self.look.colors.window));
                let digit = piece.digit().to_string();
                self.picture.text(badge, self.look.legible_within(16.0, 11.0, true, &digit), true, color.ink(), digit);
            }
        }
        let omitted = before..self.picture.shapes.len();
        self.picture.on_paper = (!omitted.is_empty()).then_some(OnPaper { omitted, max: self.picture.max });
    }

    /// Draws a ring around each cell with a flaw, and a badge beside it.
    fn flaws(&mut self, flaws: &[Flaw<Cell>]) {
        let bad = self.look.colors.bad;
        let spots: Cells = flaws.iter().flat_map(|flaw| &flaw.spots).copied().collect();
        for cell in spots.iter() {
            let center = center(cell.axial());
            self.circle(center, RING_RADIUS, Color::CLEAR, Stroke::new(5.0, self.look.colors.window));
            self.circle(center, RING_RADIUS, Color::CLEAR, Stroke::new(2.5, bad));
            let badge = center + RING_RADIUS * at(0.7, -0.7);
            self.circle(badge, 7.0, bad, Stroke::new(1.5, self.look.colors.window));
            self.picture.text(badge, self.look.legible_within(14.0, 10.0, true, "!"), true, bad.ink(), "!");
        }
    }
}

/// The edge between two adjacent cells.
struct Edge {
    cell: Cell,
    neighbour: Cell,
    points: [Vec2; 2],
}

/// The edges to neighbours with higher numbers, so that each edge occurs once.
fn edges_of(cell: Cell) -> impl Iterator<Item = Edge> {
    let center = center(cell.axial());
    Axial::STEPS.into_iter().enumerate().filter_map(move |(number, step)| {
        let neighbour = cell.step(step).filter(|&neighbour| neighbour > cell)?;
        let points = [1, 2].map(|next| corner(center, RADIUS, number + next));
        Some(Edge { cell, neighbour, points })
    })
}

fn target(cell: Cell, board: &Squares, scene: &Scene<'_, Meteor>, heat_map: Option<&HeatMap>) -> Target<Cell> {
    let (state, view) = (scene.state, scene.view);
    let content = match board[cell] {
        Square::Free => "free".to_owned(),
        Square::Blocked => "blocked".to_owned(),
        Square::Pinned(piece) if state.given_on(cell) == Some(piece) => format!("{piece}, given"),
        Square::Pinned(piece) if state.board[cell] == board[cell] => format!("{piece}, pinned"),
        Square::Pinned(piece) => piece.to_string(),
    };
    let wrong = scene.flaws.iter().filter(|flaw| flaw.spots.contains(&cell)).map(|flaw| format!(", error: {}", flaw.message));
    let place = words::cell(cell.row(), cell.column());
    let mut label = format!("{place}, {content}{}{}", spoken(heat_map, cell), wrong.collect::<String>());
    if view.shows_filter {
        label += &view.filter.piece_on(cell).map_or_else(String::new, |piece| format!(", {piece} in all listed solutions"));
        label += if view.marking.cells.contains(cell) { ", marked for the filter" } else { "" };
    }
    Target { spot: cell, outline: hexagon(center(cell.axial()), RADIUS), label, focusable: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        look::Theme,
        puzzle::Puzzle,
        puzzles::meteor::{
            Meteor,
            edit::{hand::Hand, view::View},
            model::{
                pieces::{Piece, PieceSet, Placement},
                problem::Problem,
            },
        },
        search::Found,
    };

    fn state(first_rows: &str) -> State {
        let text = format!("{first_rows}\n{}", ".....\n".repeat(ROWS - first_rows.lines().count()));
        State { board: Squares::from_text(&text).unwrap(), ..State::default() }
    }

    fn picture(state: &State) -> Picture<Cell> {
        let flaws = Meteor::check(state).err().unwrap_or_default();
        draw(&Scene {
            state,
            flaws: &flaws,
            insight: None,
            shown: None,
            view: &View::default(),
            pointed: None,
            marks: &[],
            look: &Look::default(),
        })
    }

    fn texts(picture: &Picture<Cell>) -> Vec<&str> {
        picture.shapes.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None }).collect()
    }

    #[test]
    fn cells_are_found_at_their_centres() {
        let picture = picture(&State::default());
        for cell in Cell::all() {
            assert_eq!(picture.target_at(center(cell.axial())).map(|target| target.spot), Some(cell));
        }
        let all = || picture.targets.iter().flat_map(|target| &target.outline);
        assert!(all().all(|point| point.cmpge(picture.min).all() && point.cmple(picture.max).all()));
    }

    #[test]
    fn cells_have_spoken_names() {
        let picture = picture(&state("0000#\n...01"));
        let label = |index: usize| picture.targets[index].label.as_str();
        assert_eq!(label(0), "row 1, column 1, piece 0, pinned");
        assert_eq!(label(4), "row 1, column 5, blocked");
        assert_eq!(label(5), "row 2, column 1, free");
        assert_eq!(label(9), "row 2, column 5, piece 1, pinned, error: piece 1 has 1 cell on the board instead of 5");
        assert_eq!(texts(&picture), ["0", "0", "0", "0", "0", "1", "!"]);
    }

    #[test]
    fn given_pieces_are_marked_and_named() {
        let state = State { given: Piece::new(0).unwrap().into(), ..state("0000#\n...01") };
        let (given, pinned) = (picture(&state), picture(&State { given: PieceSet::NONE, ..state }));
        assert_eq!(given.targets[0].label, "row 1, column 1, piece 0, given");
        assert!(given.shapes.len() > pinned.shapes.len(), "the outline");
    }

    fn preview_over(state: &State, piece: usize, over: usize) -> Picture<Cell> {
        let view = View { hand: Piece::new(piece).map(|piece| Hand::new(piece, Orientation::default())), ..View::default() };
        let mut found = Found::default();
        assert!(Meteor::analyze(&Meteor::check(state).unwrap(), &mut found).is_continue());
        let scene = Scene {
            state,
            flaws: &[],
            insight: found.items.last(),
            shown: None,
            view: &view,
            pointed: Cell::new(over),
            marks: &[],
            look: &Look::default(),
        };
        draw(&scene)
    }

    #[test]
    fn a_piece_in_hand_says_what_a_drop_would_do() {
        let said = |state: &State, over| preview_over(state, 0, over).remark.map(|remark| remark.text).unwrap();
        assert_eq!(said(&State::default(), 49), "piece 0 would extend beyond the board");
        assert_eq!(said(&state("...#."), 2), "a blocked cell is in the way");
        assert_eq!(said(&state("..222\n....2\n....2"), 2), "piece 2 is already here");
        assert_eq!(said(&State::default(), 2), "171 of 2,098 solutions remain");
        assert_eq!(said(&State::default(), 7), "dead end: no solution has it here");
    }

    /// Compares the preview with the contest's solutions, counted one by one.
    #[test]
    fn numbers_of_solutions_show_before_the_drop() {
        let picture = preview_over(&State::default(), 0, 49);
        let mut found = Found::default();
        assert!(crate::puzzles::meteor::search::find_all(&Problem::new(&State::default()).unwrap(), &mut found).is_continue());
        let hand = Hand::new(Piece::new(0).unwrap(), Orientation::default());
        for over in Cell::all() {
            let label = &picture.targets[over.index()].label;
            let expected = hand
                .fit(&State::default(), over)
                .ok()
                .map(|cells| found.items.iter().filter(|solution| solution.cells(hand.piece) == cells).count());
            match expected {
                None => assert!(!label.contains("in hand"), "{label}"),
                Some(0) => assert!(label.ends_with("the piece in hand is a dead end here"), "{label}"),
                Some(count) => {
                    assert!(label.ends_with(&format!("the piece in hand keeps {} here", counted(count as u64, "solution"))), "{label}");
                    assert!(texts(&picture).contains(&count.to_string().as_str()));
                }
            }
        }
    }

    #[test]
    fn crosses_are_seen_on_every_piece() {
        for (theme, below) in [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| Piece::all().map(move |piece| (theme, piece))) {
            let look = Look::new(theme);
            let placed = Placement::all().iter().find(|placement| placement.piece == below).unwrap();
            let mut state = State::default();
            state.board.fill(placed.cells, Square::Pinned(below));
            let over = placed.cells.first().unwrap();
            let hand = Piece::all().find(|&piece| piece != below).map(|piece| Hand::new(piece, Orientation::default()));
            let view = View { hand, ..View::default() };
            let scene =
                Scene { state: &state, flaws: &[], insight: None, shown: None, view: &view, pointed: Some(over), marks: &[], look: &look };
            let shapes = draw(&scene).shapes;
            let lines =
                shapes.iter().filter_map(|shape| if let Shape::Line { points, stroke } = shape { Some((points, stroke)) } else { None });
            let is_here = |points: &[Vec2]| points[0].midpoint(points[1]).distance(center(over.axial())) < 0.1;
            let cross: Vec<&Stroke> = lines.filter(|(points, _)| is_here(points)).map(|(_, stroke)| stroke).collect();
            let [edge, .., line] = cross[..] else { panic!("{theme:?}, piece {below}: {cross:?}") };
            assert!(edge.color.contrast(line.color) >= 7.0 && edge.width >= line.width + 2.0 && line.width >= 3.0);
            // The piece is tinted where the other one is over it.
            let ground = look.pieces[below.index()].mix(look.colors.bad, 0.35);
            let seen = ground.contrast(line.color).max(ground.contrast(edge.color));
            assert!(seen >= 4.5, "{theme:?}, piece {below}: {seen}");
        }
    }

    #[test]
    fn the_piece_that_a_press_takes_is_outlined() {
        let outlined = |state: &State, view: &View, over| {
            let look = Look::default();
            let scene = Scene { state, flaws: &[], insight: None, shown: None, view, pointed: Cell::new(over), marks: &[], look: &look };
            let is_outline = |stroke: &Stroke| stroke.color == look.colors.text && stroke.width >= 3.0;
            draw(&scene).shapes.iter().filter(|shape| matches!(shape, Shape::Line { stroke, .. } if is_outline(stroke))).count()
        };
        let placed = Placement::all()[0];
        let over = placed.cells.first().unwrap().index();
        let mut state = State::default();
        state.board.fill(placed.cells, Square::Pinned(placed.piece));
        let free = state.board.cells(Square::Free).first().unwrap().index();
        let sides = |cells: Cells| {
            let inner = cells.iter().flat_map(|cell| Axial::STEPS.into_iter().filter_map(move |step| cell.step(step)));
            6 * cells.len() - inner.filter(|&cell| cells.contains(cell)).count()
        };
        assert_eq!(outlined(&state, &View::default(), over), sides(placed.cells), "the whole piece");
        assert_eq!(outlined(&state, &View::default(), free), 0);
        let shown = View { shown: Some(state.board), ..View::default() };
        assert_eq!(outlined(&State::default(), &shown, over), sides(placed.cells), "a solution's piece is pinned");
        let given = State { given: placed.piece.into(), ..state };
        assert_eq!(outlined(&given, &View::default(), over), 0, "a given piece stays");
    }

    #[test]
    fn thumbnails_show_only_colours() {
        let solution = Solution::of_pins(&state("0000.\n...0.").board);
        let picture = thumbnail(&solution, &Look::new(Theme::Light));
        assert_eq!(texts(&picture), [""; 0]);
        assert_eq!(picture.targets, []);
    }
}
