//! What is on the board at the moment, however it is drawn: the position, a step of a solution, or the piece in hand.

use std::sync::Arc;

use glam::{IVec3, Vec2, Vec3};

use super::{badge, latest::latest_assembly, shade::ink_on_all_faces};
use crate::{
    Shared,
    edit::{
        heat::HeatMap,
        view::{View, fits},
    },
    live::assembly::{Assembly, Move, NoOrder},
    model::{
        colors::on_cells,
        labels::labels,
        marks::{PLAIN, name_of},
        parts::Parts,
        pieces::{Piece, colors},
        solution::{Moved, Solution},
        spot::Spot,
        state::{FREE, Grid, OUTSIDE, State, is_piece},
    },
};
use base::{board::Scene, look::Look, picture::Color, puzzle::Flaw};

/// Everything that both drawings of the figure need.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The visible marks.
    pub grid: Grid,
    /// The marks of the whole solution, or else of the position; the exploded view is computed from these pieces.
    pub whole: Grid,
    /// The pinned pieces.
    pub pinned: Vec<char>,
    /// Those of them that are given by a challenge.
    pub given: String,
    /// The cells that flaws refer to, by index.
    pub flawed: Vec<usize>,
    /// The cells for which the list is filtered, by index, with the piece that must cover each; none if it is only marked.
    pub filtered: Vec<(usize, Option<char>)>,
    /// The cells that the piece in hand would cover.
    pub preview: Option<Preview>,
    /// How many solutions the piece in hand keeps at each place.
    pub heat: Option<HeatMap>,
    /// The piece in hand.
    pub hand: Option<char>,
    /// The piece under the pointer.
    pub pointed: Option<char>,
    /// The piece that is moving in, and its current offset from its place.
    pub entering: Option<(char, Vec3)>,
    /// Where the pieces are, while the solution is taken apart.
    pub moved: Option<Arc<Moved>>,
    /// The pieces that have just moved, or are about to.
    pub just_moved: Vec<char>,
    /// Those that the user has chosen to move.
    pub chosen: Vec<char>,
    /// Why the solution cannot be assembled piece by piece, if it cannot.
    pub no_order: Option<NoOrder>,
    /// How free cells are shown in the 3D view.
    pub free_cells: FreeCells,
    /// Whether the position itself is a solution.
    pub is_solved: bool,
    /// What is written on each cell, if something is written anywhere.
    pub labels: Vec<String>,
    /// The colour of each cell, or of the piece on it.
    pub colors: Vec<char>,
    palette: NamedColors,
}

/// The piece in hand over a cell.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Its name.
    pub piece: char,
    /// The cell that it is held over, by its index in the box.
    pub over: usize,
    /// The cells that it would cover, including those outside the box.
    pub cells: Vec<IVec3>,
    /// Whether it fits there, or why not.
    pub fit: Result<(), String>,
}

/// How the 3D view shows free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeCells {
    /// As glass cubes.
    Glass,
    /// As solid cubes, like those of a piece.
    Solid,
    /// Not at all, so that the pieces of a solution are visible.
    Nothing,
}

/// Whether the position itself is a solution.
pub fn is_solved(state: &State, view: &View, flaws: &[Flaw<Spot>]) -> bool {
    is_completed(&state.grid(), view, flaws)
}

fn is_completed(position: &Grid, view: &View, flaws: &[Flaw<Spot>]) -> bool {
    flaws.is_empty() && view.hand.is_none() && is_filled(position)
}

impl Shown {
    /// Whether this cell of a piece has the sign that the piece is given or pinned: one is enough, and more would be noise.
    pub fn has_sign(&self, cell: IVec3, piece: char) -> bool {
        // Of pieces of cubes, it is the one that fewest others hide.
        let cells = self.grid.cells_of(piece);
        cells.iter().max_by_key(|cell| (cell.z, cell.y - cell.x)) == Some(&cell)
    }

    /// Returns what a scene shows.
    pub fn of(scene: &Scene<'_, Shared>) -> Self {
        let apart = Parts::of(scene.state).filter(|_| scene.shown.is_none()).map(|parts| parts.shown(scene.state));
        match &apart {
            None => Self::in_place(scene),
            Some(apart) => {
                let &Scene { state, flaws, insight, view, pointed, marks, look, .. } = scene;
                let shown =
                    Self::in_place(&Scene { state, flaws, insight, shown: Some((apart, apart.steps())), view, pointed, marks, look });
                let just_moved = [shown.just_moved, view.chosen.clone()].concat();
                Self { pinned: Vec::new(), chosen: view.chosen.clone(), just_moved, is_solved: false, ..shown }
            }
        }
    }

    fn in_place(scene: &Scene<'_, Shared>) -> Self {
        let position = scene.state.grid();
        let pinned = position.pinned().collect();
        let given = scene.state.given.clone();
        let is_solved = is_completed(&position, scene.view, scene.flaws);
        let flawed = scene.flaws.iter().flat_map(|flaw| &flaw.spots).filter_map(|&spot| spot.index()).collect();
        let filtered = filtered(scene.view, &position);
        // A piece in hand is placed on the position, whatever is shown.
        let Some((solution, step)) = scene.shown.filter(|_| scene.view.hand.is_none()) else {
            let preview = preview(scene, &position);
            let heat = HeatMap::new(scene.state, &position, scene.view, scene.insight);
            let pointed = pointed(scene, &position);
            let hand = scene.view.hand.map(|hand| hand.piece);
            let free_cells = FreeCells::Glass;
            let mut plan = Self::plan(scene.state, position, scene.look);
            if let Some(Preview { piece, cells, .. }) = preview.as_ref().filter(|_| scene.state.has_colored_shapes()) {
                let mut placed = plan.grid.clone();
                placed.clear(*piece);
                cells.iter().for_each(|&cell| placed.set(cell, *piece));
                plan.colors = on_cells(scene.state, &placed);
            }
            return Self { pinned, given, flawed, filtered, preview, heat, hand, pointed, free_cells, is_solved, ..plan };
        };
        let is_whole = !solution.marks.contains(FREE);
        let Assembly { moves, no_order } = match solution.moved {
            None => latest_assembly(solution),
            // It isn't put together piece by piece.
            Some(_) => Assembly { moves: Vec::new(), no_order: None },
        };
        let no_order = no_order.filter(|_| is_whole);
        let (grid, whole, free_cells) = built(&position, solution, &moves, step);
        let entering = step.checked_sub(1).and_then(|last| moves.get(last)).and_then(|last| {
            let from = last.from.filter(|_| scene.view.entrance.remaining > 0.0)?;
            Some((last.piece, from.as_vec3() * scene.view.entrance.remaining * ENTRANCE))
        });
        let pointed = pointed(scene, &grid);
        let plan = Self::plan(scene.state, grid, scene.look);
        let moved = solution.moved.clone();
        let marked = scene.marks.iter().filter(|_| moved.is_some()).filter_map(|spot| plan.grid.marks.get(spot.index()?).copied());
        let mut just_moved: Vec<char> = marked.collect();
        just_moved.dedup();
        Self { whole, pinned, given, flawed, filtered, pointed, entering, moved, just_moved, no_order, free_cells, is_solved, ..plan }
    }

    /// Returns what a plan of this figure shows.
    pub fn plan(state: &State, grid: Grid, look: &Look) -> Self {
        let colors = on_cells(state, &grid);
        let labels = labels(state, grid.extent).into_iter().map(str::to_owned).collect();
        Self { colors, labels, ..Self::figure(grid, NamedColors::new(state, look)) }
    }

    /// Returns what a picture of a solution shows.
    pub fn solution(state: &State, solution: &Solution, look: &Look) -> Self {
        Self::plan(state, solution.grid(), look)
    }

    /// Returns what a picture of this figure shows, in these colours.
    pub fn figure(grid: Grid, palette: NamedColors) -> Self {
        Self {
            whole: grid.clone(),
            colors: grid.colors.clone(),
            grid,
            pinned: Vec::new(),
            given: String::new(),
            flawed: Vec::new(),
            filtered: Vec::new(),
            preview: None,
            heat: None,
            hand: None,
            pointed: None,
            entering: None,
            moved: None,
            just_moved: Vec::new(),
            chosen: Vec::new(),
            no_order: None,
            free_cells: FreeCells::Nothing,
            is_solved: false,
            labels: Vec::new(),
            palette,
        }
    }

    /// Returns the colour of a piece.
    pub fn color(&self, piece: char) -> Color {
        self.palette.color(piece)
    }

    /// Returns the name of a piece.
    pub fn name(&self, piece: char) -> char {
        self.palette.name(piece)
    }

    /// Returns the colour of the cell with this index.
    pub fn cell_color(&self, place: usize) -> Option<char> {
        self.colors.get(place).copied().filter(|&color| color != PLAIN)
    }

    /// Returns where the letter of a cell is, in cells from its middle: it makes room for a colour.
    pub fn beside_color(&self, cell: IVec3) -> Vec2 {
        let color = self.grid.extent.index(cell).and_then(|place| self.cell_color(place));
        color.map_or(Vec2::ZERO, |_| badge::LETTER)
    }

    /// Returns the ink that reads best on a piece in the 3D view.
    pub fn ink(&self, piece: char) -> Color {
        self.palette.ink(piece)
    }

    /// Returns the colour of the piece in hand.
    pub fn hand_color(&self) -> Color {
        self.color(self.hand.unwrap_or(FREE))
    }

    /// Returns the ground of a number of solutions that the piece in hand keeps.
    pub fn heat_color(&self, heat: &HeatMap, kept: u64) -> Color {
        self.palette.look.colors.raised.mix(self.hand_color(), 0.15 + 0.75 * heat.share(kept))
    }

    /// Returns the colour that marks a cell for the filter, or for the piece that must cover it in listed solutions.
    pub fn filter_color(&self, piece: Option<char>) -> Color {
        piece.map_or(self.palette.look.colors.accent, |piece| self.color(piece))
    }

    /// Says what a drop of the piece in hand would do, with the ground of that.
    pub fn about_drop(&self) -> Option<(String, Color)> {
        let colors = &self.palette.look.colors;
        let preview = self.preview.as_ref()?;
        if let Err(obstacle) = &preview.fit {
            return Some((obstacle.clone(), colors.bad));
        }
        let heat = self.heat.as_ref()?;
        let kept = heat.at(preview.over)?;
        Some((heat.caption(kept), if kept == 0 { colors.bad } else { colors.text }))
    }

    /// Says what is on a cell of the board or of the figure, as `whole` is called, to a screen reader.
    pub fn spoken(&self, place: usize, whole: &str) -> String {
        let mark = self.grid.marks.get(place).copied().unwrap_or(OUTSIDE);
        let mut text = match mark {
            OUTSIDE => format!("outside the {whole}"),
            FREE if self.grid.is_optional(self.grid.extent.cell(place)) => "free, may stay empty".to_owned(),
            FREE => "free".to_owned(),
            piece => format!("piece {}", self.name(piece)),
        };
        text += match mark {
            _ if self.given.contains(mark) => ", given",
            _ if self.pinned.contains(&mark) => ", pinned",
            _ if self.chosen.contains(&mark) => ", chosen",
            _ => "",
        };
        if let Some(color) = self.cell_color(place) {
            text += &format!(", colour {color}");
        }
        text
    }

    /// Says what the list and the piece in hand have to do with a cell.
    pub fn spoken_signs(&self, place: usize) -> String {
        let mut text = String::new();
        for (_, piece) in self.filtered.iter().filter(|(filtered, _)| *filtered == place) {
            text += &piece.map_or_else(
                || ", marked for the filter".to_owned(),
                |piece| format!(", piece {} in all listed solutions", self.name(piece)),
            );
        }
        text + &self.heat.as_ref().map(|heat| heat.spoken(place)).unwrap_or_default()
    }

    /// Whether pieces can be pulled apart. While free cells are visible, the pieces stay in the figure, or they would cut through it.
    pub fn can_explode(&self) -> bool {
        self.free_cells == FreeCells::Nothing || !self.whole.marks.contains(&FREE)
    }

    /// The cells that the piece in hand would cover outside the figure, with that piece.
    pub fn beyond(&self) -> impl Iterator<Item = (IVec3, char)> {
        let is_beyond = |cell: &IVec3| self.grid.mark(*cell).is_none_or(|mark| mark == OUTSIDE);
        self.preview.iter().flat_map(move |preview| preview.cells.iter().copied().filter(is_beyond).map(|cell| (cell, preview.piece)))
    }

    /// The cells that the piece in hand would cover, though another piece is there.
    pub fn hit(&self) -> impl Iterator<Item = IVec3> {
        self.preview.iter().flat_map(move |preview| {
            let is_other = |mark: char| is_piece(mark) && mark != preview.piece;
            preview.cells.iter().copied().filter(move |&cell| self.grid.mark(cell).is_some_and(is_other))
        })
    }

    /// Whether the preview covers the cell.
    pub fn is_previewed(&self, cell: IVec3) -> bool {
        self.preview.as_ref().is_some_and(|preview| preview.cells.contains(&cell))
    }
}

/// Returns the cells for which the list is filtered, with the piece that must cover each; none if it is only marked.
fn filtered(view: &View, grid: &Grid) -> Vec<(usize, Option<char>)> {
    let place = |cell: &IVec3| grid.extent.index(*cell);
    let marked = view.marking.cells.iter().filter_map(|cell| Some((place(cell)?, None)));
    let covered = view.filter.covering.iter().flat_map(|(piece, cells)| cells.iter().map(move |cell| (cell, *piece)));
    let covered =
        covered.filter(|(cell, _)| !view.marking.cells.contains(cell)).filter_map(|(cell, piece)| Some((place(cell)?, Some(piece))));
    if view.shows_filter { marked.chain(covered).collect() } else { Vec::new() }
}

/// Returns the position with the first pieces of a solution placed. Before the first one it is shown as if there were no solution.
fn built(position: &Grid, solution: &Solution, moves: &[Move], step: usize) -> (Grid, Grid, FreeCells) {
    if step == 0 {
        return (position.clone(), position.clone(), FreeCells::Glass);
    }
    (after(solution, moves, step), solution.grid(), FreeCells::Nothing)
}

fn after(solution: &Solution, moves: &[Move], step: usize) -> Grid {
    let mut grid = solution.grid();
    for not_yet in moves.iter().skip(step) {
        grid.clear(not_yet.piece);
    }
    grid
}

/// Returns the figure with the first pieces of a solution, as it is shown at this step.
pub fn at_step(solution: &Solution, step: usize) -> Grid {
    after(solution, &latest_assembly(solution).moves, step)
}

/// Whether the figure has cells and pieces cover all of them.
fn is_filled(grid: &Grid) -> bool {
    grid.to_cover().next().is_none() && grid.marks.iter().any(|&mark| mark != OUTSIDE)
}

/// The distance from which a piece moves in, in cells.
const ENTRANCE: f32 = 2.5;

/// Returns the piece that covers the cell under the pointer, or none while cells are marked: a click there marks the cell.
fn pointed(scene: &Scene<'_, Shared>, grid: &Grid) -> Option<char> {
    if scene.view.marking.is_on {
        return None;
    }
    let place = scene.pointed?.index()?;
    grid.marks.get(place).copied().filter(|&mark| is_piece(mark))
}

fn preview(scene: &Scene<'_, Shared>, grid: &Grid) -> Option<Preview> {
    let hand = scene.view.hand?;
    let place = scene.pointed?.index()?;
    if place >= grid.marks.len() {
        return None;
    }
    let cells = hand.cells_at(grid.extent.cell(place), scene.state);
    let fit = fits(scene.state, hand.piece, &cells, grid);
    Some(Preview { piece: hand.piece, over: place, cells, fit })
}

/// The colours of the pieces.
#[derive(Clone, Debug)]
pub struct NamedColors {
    /// By mark, with the ink on all faces.
    pieces: Vec<(char, Color, Color)>,
    /// The names of the custom shapes.
    names: String,
    look: Look,
}

impl NamedColors {
    /// The colours of the position's pieces.
    pub fn new(state: &State, look: &Look) -> Self {
        let pieces = state.set_pieces();
        let inks = look.pieces.map(|color| ink_on_all_faces(color, look));
        let named = |(piece, color): (&Piece, usize)| {
            let color = color % look.pieces.len();
            (piece.mark, look.pieces[color], inks[color])
        };
        Self { pieces: pieces.iter().zip(colors(&pieces)).map(named).collect(), names: state.shape_names(), look: *look }
    }

    /// The look that they belong to.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The name of a piece, as people see it.
    fn name(&self, mark: char) -> char {
        name_of(mark, &self.names)
    }

    fn ink(&self, piece: char) -> Color {
        let own = self.pieces.iter().find(|(mark, ..)| *mark == piece).map(|&(.., ink)| ink);
        own.unwrap_or_else(|| ink_on_all_faces(self.color(piece), &self.look))
    }

    /// The colour of a piece. Marks other than pieces are grey.
    pub fn color(&self, mark: char) -> Color {
        let own = self.pieces.iter().find(|(own, ..)| *own == mark).map(|&(_, color, _)| color);
        own.unwrap_or(if mark == FREE { self.look.colors.raised } else { self.look.colors.muted })
    }
}
