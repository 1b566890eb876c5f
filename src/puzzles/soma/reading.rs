//! Positions from files of BurrTools, and back.

use glam::IVec3;

use super::Cubes;
use base::{
    save_file::SaveFile,
    text::{counted, listed, quoted},
    xmpuzzle::{self, Cell, CellState, Imported, Problem, Puzzle, Shape, Use, Wrong},
};
use burr::Group;
use cover::Copies;
use packing::model::{
    geometry::{Extent, MOST_CELLS},
    isometry::lower_corner,
    lattice::CUBES,
    marks::PLAIN,
    pieces::{MOST_PIECES, Set},
    problem::{too_large, wrong_name},
    saved::Saved,
    state::{CustomShape, EMPTY, FREE, Grid, OUTSIDE, State, all_names},
};

/// The most bytes of the comment in the documents of all problems.
const MOST_COMMENTS: usize = 4 << 20;

/// Reads all problems of a file.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str) -> Result<Vec<Imported<Saved<Cubes>>>, Wrong> {
    let mut puzzle = xmpuzzle::read(text)?;
    let mut is_used = vec![false; puzzle.shapes.len()];
    for problem in &puzzle.problems {
        problem.uses.iter().map(|usage| usage.shape).chain([problem.result]).for_each(|shape| is_used[shape] = true);
    }
    let unused = is_used.iter().filter(|is_used| !**is_used).count();
    let is_too_long = MOST_COMMENTS < puzzle.comment.len() * puzzle.problems.len();
    if is_too_long {
        puzzle.comment.clear();
    }
    let read = |problem: &Problem| -> Result<Imported<Saved<Cubes>>, Wrong> {
        let mut imported = imported(&puzzle, problem)?;
        if 0 < unused {
            imported.left_out.push(format!("{} that no problem uses", counted(unused as u64, "shape")));
        }
        if is_too_long {
            imported.left_out.push("the comment, which is too long to be in the document of each problem".to_owned());
        }
        Ok(imported)
    };
    puzzle.problems.iter().map(read).collect()
}

fn imported(puzzle: &Puzzle, problem: &Problem) -> Result<Imported<Saved<Cubes>>, Wrong> {
    let mut left_out = Vec::new();
    let figure = &puzzle.shapes[problem.result];
    let mut grid = grid_of(figure)?;
    let has_colors = |shape: &Shape| colors(shape).next().is_some();
    // Colours of only one of them rule nothing out.
    let is_colored = has_colors(figure) && problem.uses.iter().any(|usage| has_colors(&puzzle.shapes[usage.shape]));
    let room = grid.marks.iter().filter(|&&mark| mark != OUTSIDE).count();
    let uses: Vec<&Use> = problem.uses.iter().filter(|usage| 0 < usage.most).collect();
    if let Some(usage) = uses.get(MOST_PIECES) {
        return Err(Wrong::new(usage.at, format!("the problem uses more than {MOST_PIECES} shapes")));
    }
    let most: usize = uses.iter().map(|usage| usage.most).sum();
    let mut state = State { layers: grid.layers(), ..State::empty(&CUBES, Set::Custom) };
    if is_colored {
        let corner = lower_corner(&cells(figure).map(|(cell, _)| cell).collect::<Vec<_>>());
        colors(figure).for_each(|(cell, color)| grid.set_color(cell - corner, color));
        state.colors = grid.color_layers();
        state.color_pairs = problem.pairs.iter().map(|&(piece, figure)| (color_name(piece), color_name(figure))).collect();
        if state.color_pairs.is_empty() {
            // Without pairs each colour fits the same, but here none fits any.
            state.color_pairs.push((NO_COLOR, NO_COLOR));
        }
    }
    let mut names = Vec::new();
    let wanted: Vec<Option<char>> = uses.iter().map(|usage| name_in(&puzzle.shapes[usage.shape])).collect();
    for (number, usage) in uses.iter().enumerate() {
        let shape = &puzzle.shapes[usage.shape];
        let cells = cells_of_piece(shape, usage)?;
        // No more copies than the figure has room for can be used.
        let most = if MOST_PIECES < most { usage.most.min(room / cells.len()).max(usage.least) } else { usage.most };
        let own = wanted[number].filter(|name| !wanted[..number].contains(&Some(*name)));
        let taken = |name: &char| state.shapes.iter().any(|shape| shape.name == *name) || wanted.contains(&Some(*name));
        let Some(name) = own.or_else(|| all_names().find(|name| !taken(name))) else {
            return Err(Wrong::new(usage.at, format!("the problem uses more than {MOST_PIECES} shapes")));
        };
        if own.is_none() && !shape.name.is_empty() {
            names.push(format!("{name}: {}", shape.name));
        }
        state.pieces.push(name);
        let uses = Some(Copies { least: usage.least, most });
        let groups = usage.groups.iter().map(|&(number, most)| Group { number, most }).collect();
        let mut own = CustomShape { uses, groups, ..CustomShape::of(&CUBES, name, &cells) };
        if is_colored {
            let corner = lower_corner(&cells);
            for (cell, color) in colors(shape) {
                own = own.painted(&CUBES, cell - corner, color);
            }
        }
        state.shapes.push(own);
    }
    let pieces: usize = state.shapes.iter().map(CustomShape::most).sum();
    if MOST_PIECES < pieces {
        return Err(Wrong::new(problem.at, format!("the problem has more than {MOST_PIECES} pieces, with all copies")));
    }
    leave_out(puzzle, problem, &uses, &mut left_out)?;
    let note = [puzzle.comment.clone(), names.join("\n")].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let present = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let document = SaveFile { title: present(&problem.name), note: present(&note), ..SaveFile::untitled(state.into()) };
    Ok(Imported { document, left_out })
}

/// Says what a document doesn't have.
fn leave_out(puzzle: &Puzzle, problem: &Problem, uses: &[&Use], left_out: &mut Vec<String>) -> Result<(), Wrong> {
    let has_colors = |shape: usize| puzzle.shapes[shape].cells.iter().any(|cell| cell.color > 0);
    if has_colors(problem.result) != uses.iter().any(|usage| has_colors(usage.shape)) {
        left_out.push("the colours of cells, which rule nothing out".to_owned());
    }
    if uses.iter().any(|usage| puzzle.shapes[usage.shape].weight != 1) {
        left_out.push("the weights of shapes".to_owned());
    }
    let variable = puzzle.shapes[problem.result].cells.iter().filter(|cell| cell.state == CellState::Variable).count();
    if let Some(most) = problem.most_holes.filter(|&most| most < variable) {
        left_out.push(format!("the limit of {}: any number of those that may stay empty can", counted(most as u64, "empty cell")));
    }
    if !problem.stored.solutions.is_empty() {
        left_out.push(counted(problem.stored.solutions.len() as u64, "stored solution"));
    }
    if !puzzle.unknown.is_empty() {
        left_out.push(format!("unknown elements: {}", listed(puzzle.unknown.iter().map(|name| format!("`{}`", quoted(name))), "and")));
    }
    Ok(())
}

/// The name of a shape, if it can be that of a piece.
fn name_in(shape: &Shape) -> Option<char> {
    let mut characters = shape.name.chars();
    let name = characters.next().filter(|&name| wrong_name(name).is_none())?;
    characters.next().is_none().then_some(name)
}

/// The cells of a box, with their coordinates.
fn cells(shape: &Shape) -> impl Iterator<Item = (IVec3, &Cell)> {
    let [x, y, _] = shape.sides.map(|side| side.max(1));
    let place = move |number: usize| IVec3::new((number % x) as i32, (number / x % y) as i32, (number / x / y) as i32);
    shape.cells.iter().enumerate().filter(|(_, cell)| cell.state != CellState::Outside).map(move |(number, cell)| (place(number), cell))
}

/// The most colours in a file of BurrTools.
const MOST_COLORS: usize = 63;

/// A colour that no cell has.
const NO_COLOR: char = '0';

/// What stands for the colour with this number, from 1.
fn color_name(number: u8) -> char {
    ('1'..='9').chain('a'..='z').chain('A'..='Z').chain(['!', '&']).nth(usize::from(number) - 1).unwrap_or(NO_COLOR)
}

/// The coloured cells of a box, with what stands for their colours.
fn colors(shape: &Shape) -> impl Iterator<Item = (IVec3, char)> {
    cells(shape).filter(|(_, cell)| 0 < cell.color).map(|(place, cell)| (place, color_name(cell.color)))
}

/// The figure, in the smallest box that it fits into.
fn grid_of(figure: &Shape) -> Result<Grid, Wrong> {
    let all: Vec<IVec3> = cells(figure).map(|(cell, _)| cell).collect();
    let (corner, Some(upper)) = (lower_corner(&all), all.iter().copied().reduce(IVec3::max)) else {
        return Err(Wrong::new(figure.at, "the figure has no cells"));
    };
    let sides = (upper - corner + IVec3::ONE).to_array().map(|side| side as usize);
    let volume = sides.iter().product();
    if MOST_CELLS < volume {
        return Err(Wrong::new(figure.at, too_large(&CUBES, volume)));
    }
    let mut grid = Grid::outside(Extent::new(sides[0], sides[1], sides[2]));
    for (cell, Cell { state, .. }) in cells(figure) {
        grid.paint(cell - corner, if *state == CellState::Variable { EMPTY } else { FREE });
    }
    Ok(grid)
}

fn cells_of_piece(shape: &Shape, usage: &Use) -> Result<Vec<IVec3>, Wrong> {
    let wrong = |message: &str| Err(Wrong::new(usage.at, format!("shape {} can't be a piece: {message}", usage.shape)));
    if shape.cells.iter().any(|cell| cell.state == CellState::Variable) {
        return wrong("it has cells that may stay empty");
    }
    let all: Vec<IVec3> = cells(shape).map(|(cell, _)| cell).collect();
    let (corner, Some(upper)) = (lower_corner(&all), all.iter().copied().reduce(IVec3::max)) else {
        return wrong("it has no cubes");
    };
    let volume = (upper - corner + IVec3::ONE).to_array().into_iter().map(|side| side as usize).product();
    if MOST_CELLS < volume {
        return wrong(&too_large(&CUBES, volume));
    }
    Ok(all)
}

/// Writes a position as a problem. Returns the file and what it doesn't have.
pub fn write(document: &SaveFile<Saved<Cubes>>) -> (String, Vec<String>) {
    let state = &document.state;
    let mut left_out = Vec::new();
    let mut puzzle = Puzzle { comment: document.note.clone().unwrap_or_default(), ..Puzzle::default() };
    let mut problem = Problem { name: document.title.clone().unwrap_or_default(), ..Problem::default() };
    let pieces = state.distinct_pieces();
    let grid = state.grid();
    let of_pieces = pieces.iter().flat_map(|piece| &piece.colors).chain(&grid.colors).copied();
    let mut colors: Vec<char> = of_pieces.filter(|&color| color != PLAIN).collect();
    colors.sort_unstable();
    colors.dedup();
    if MOST_COLORS < colors.len() {
        left_out.push(format!("colours, of which there are more than {MOST_COLORS}"));
        colors.clear();
    }
    let number = |color: char| colors.iter().position(|&other| other == color).map_or(0, |place| place as u8 + 1);
    let of_color = |number: usize| [40, 97, 151].map(|step| (60 + step * number % 180) as u8);
    puzzle.colors = (0..colors.len()).map(of_color).collect();
    problem.pairs = match &state.color_pairs[..] {
        [] => colors.iter().map(|&color| (number(color), number(color))).collect(),
        pairs => {
            pairs.iter().map(|&(piece, figure)| (number(piece), number(figure))).filter(|&(piece, figure)| 0 < piece.min(figure)).collect()
        }
    };
    for piece in pieces.iter().filter(|piece| state.allows(piece)) {
        let Copies { least, most } = state.uses(piece.name);
        let shape = state.shapes.iter().find(|shape| shape.name == piece.name);
        let groups = shape.into_iter().flat_map(|shape| &shape.groups).map(|group| (group.number, group.most)).collect();
        problem.uses.push(Use { shape: puzzle.shapes.len(), least, most, groups, at: 0 });
        let sides = piece.cells.iter().copied().fold(IVec3::ZERO, IVec3::max) + IVec3::ONE;
        let mut shape = boxed(piece.name.to_string(), sides.to_array().map(|side| side as usize));
        for (place, cell) in piece.cells.iter().enumerate() {
            let [x, y, _] = shape.sides;
            let slot = &mut shape.cells[cell.x as usize + x * (cell.y as usize + y * cell.z as usize)];
            *slot = Cell { state: CellState::Filled, color: piece.colors.get(place).map_or(0, |&color| number(color)) };
        }
        puzzle.shapes.push(shape);
    }
    let mut figure = boxed(String::new(), [grid.extent.x, grid.extent.y, grid.extent.z]);
    for (slot, cell) in figure.cells.iter_mut().zip(grid.extent.cells()) {
        slot.state = match grid.painted(cell) {
            OUTSIDE => CellState::Outside,
            EMPTY => CellState::Variable,
            _ => CellState::Filled,
        };
        slot.color = if slot.state == CellState::Outside { 0 } else { number(grid.color(cell)) };
    }
    problem.result = puzzle.shapes.len();
    puzzle.shapes.push(figure);
    puzzle.problems.push(problem);
    if grid.pinned().next().is_some() {
        left_out.push("where pieces are pinned".to_owned());
    }
    if document.game.is_some() {
        left_out.push("the game".to_owned());
    }
    if document.search.is_some() || !document.set_aside.is_empty() {
        left_out.push("paused searches".to_owned());
    }
    (xmpuzzle::write(&puzzle), left_out)
}

/// A shape without cells in a box of this size.
fn boxed(name: String, sides: [usize; 3]) -> Shape {
    Shape { name, weight: 1, sides, cells: vec![Cell::default(); sides.iter().product()], at: 0 }
}

#[cfg(test)]
mod tests;
