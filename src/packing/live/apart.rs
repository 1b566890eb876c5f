//! How an assembly of cubes comes apart: move by move, with where its pieces are after each, and in words.

use std::{collections::HashMap, iter, ops::ControlFlow, sync::Arc};

use glam::IVec3;

use crate::{
    model::{
        parts::{Parts, leaving_distance},
        problem::{Problem, check, spots_of},
        solution::{Moved, Solution},
        spot::Spot,
        state::{FREE, State},
    },
    search::{disassembly::Frame, prepared::Prepared},
};
use base::{
    search::{Event, Hint, Observer, Tally, TraceStep},
    text::{counted, listed},
};
use burr::{Disassembler, MOST_MEMORY, Move, Separation, Verdict};
use cover::KeepGoing;

/// A step of the walkthrough.
type Step = TraceStep<Solution, Spot>;

/// Reports the moves by which the solution comes apart, after a step that says how hard that is; or why it doesn't.
pub fn steps(prepared: &Prepared, solution: &Solution, observer: &mut dyn Observer<Step>) -> ControlFlow<()> {
    let frame = Frame::of(&prepared.problem);
    let assembly = Assembly::of(&frame, solution);
    // The level can depend on how the assembly is turned.
    let (rotation, turned) = frame.turned(assembly.names.clone(), assembly.pieces.clone());
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let mut disassembler = Disassembler::default();
    match disassembler.take_apart(&turned, &mut keep_going)? {
        Verdict::Apart(Some(separation)) => {
            let back = |direction: IVec3| IVec3::from_array(rotation.axes.map(|axis| axis.dot(direction)));
            let moves = assembly.moves(&separation, &back);
            let reach = assembly.reach(&moves);
            let (level, count) = (separation.level(), counted(moves.len() as u64, "move"));
            observer.found(assembly.said(Event::Found, format!("comes apart in {count}: level {level}"), &[], reach))?;
            moves.iter().try_for_each(|made| observer.found(assembly.step(made, reach)))?;
        }
        Verdict::Apart(None) => observer.found(assembly.nothing_to_tell("a single piece can't be taken apart".to_owned(), &[]))?,
        Verdict::Never(stuck) => {
            let (held, is_smallest) = disassembler.reason(&turned, &stuck, &mut keep_going)?;
            let remark = format!("never comes apart: {}", held_in_words(&assembly.names, &held, is_smallest));
            observer.found(assembly.nothing_to_tell(remark, &held))?;
        }
        Verdict::Unknown => {
            observer.found(assembly.nothing_to_tell(unknown(), &[]))?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// How the pieces of a position come apart, from the assembly on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Par {
    /// By this many moves, of this level.
    Apart(usize, String),
    /// Never, or it isn't known: why, without the full stop.
    Not(String),
}

/// Finds out how the pieces in the figure of this position come apart: with the moves that *Apart* shows for it as a solution.
pub fn par(prepared: &Prepared, keep_going: KeepGoing<'_>) -> ControlFlow<(), Par> {
    let problem = &prepared.problem;
    let solution = problem.partial(iter::empty::<(char, [usize; 0])>());
    let free = State { given: String::new(), ..problem.state.clone() }.without_pieces();
    // As a solution of the figure, the assembly may be turned before it is taken apart.
    let frame = check(&free).map_or_else(|_| Frame::of(problem), |free| Frame::of(&free));
    let assembly = frame.assembly(&solution);
    let mut disassembler = Disassembler::default();
    let verdict = disassembler.take_apart(&assembly, keep_going)?;
    ControlFlow::Continue(match (verdict.moves(), verdict.level(), verdict) {
        (Some(moves), Some(level), _) => Par::Apart(moves, level),
        (_, _, Verdict::Never(stuck)) => {
            let (held, is_smallest) = disassembler.reason(&assembly, &stuck, keep_going)?;
            Par::Not(held_in_words(&assembly.names, &held, is_smallest))
        }
        _ => Par::Not(unknown()),
    })
}

/// Reports the next move that takes the pieces of a position apart.
pub fn hints(problem: &Problem, parts: &Parts, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    let present = parts.present();
    if present.is_empty() {
        observer.found(Hint::step("every piece is apart".to_owned(), Vec::new()))?;
        return observer.progress(1.0, &Tally::default());
    }
    let names: Vec<char> = present.iter().map(|&piece| problem.state.name_of(parts.marks[piece])).collect();
    let cells = |piece: usize| parts.pieces[piece].iter().map(move |&cell| cell + parts.offsets[piece]).collect();
    let pieces = present.iter().map(|&piece| cells(piece)).collect();
    let assembly = burr::Assembly { groups: Frame::of(problem).groups(&names), names, pieces };
    let spots =
        |pieces: &[usize]| -> Vec<Spot> { spots_of(problem.grid.extent, pieces.iter().flat_map(|&piece| &parts.pieces[present[piece]])) };
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let mut disassembler = Disassembler::default();
    match disassembler.take_apart(&assembly, &mut keep_going)? {
        Verdict::Apart(Some(separation)) => {
            let step = smaller(&separation.moves[0], (0..present.len()).collect(), &assembly.pieces);
            let spots = spots(&step.pieces);
            let verb = if step.pieces.len() == 1 { "can move" } else { "can move together" };
            observer.found(Hint::vague(format!("{} {verb}", named(&assembly.names, &step.pieces)), spots.clone()))?;
            observer.found(Hint::step(in_words(&assembly.names, &step), spots))?;
        }
        Verdict::Never(stuck) => {
            let (held, is_smallest) = disassembler.reason(&assembly, &stuck, &mut keep_going)?;
            let reason = format!("these never come apart: {}", held_in_words(&assembly.names, &held, is_smallest));
            observer.found(Hint::DeadEnd { reason, spots: spots(&held), removes: None })?;
        }
        Verdict::Apart(None) | Verdict::Unknown => observer.found(Hint::step(unknown(), Vec::new()))?,
    }
    observer.progress(1.0, &Tally::default())
}

/// What is said if there are too many positions.
fn unknown() -> String {
    format!("it isn't known whether this comes apart: its positions need more than {} MiB", MOST_MEMORY >> 20)
}

/// A move of some of these pieces as it is shown: the part with fewer cells moves, and the other one stays.
fn smaller(step: &Move, together: Vec<usize>, pieces: &[Vec<IVec3>]) -> Move {
    let others = sorted(together.into_iter().filter(|piece| !step.pieces.contains(piece)));
    let cells = |moved: &[usize]| moved.iter().map(|&piece| pieces[piece].len()).sum::<usize>();
    if cells(&others) < cells(&step.pieces) {
        return Move { pieces: others, direction: -step.direction, distance: step.distance };
    }
    step.clone()
}

/// The pieces of a solution.
struct Assembly<'a> {
    solution: &'a Solution,
    marks: Vec<char>,
    names: Vec<char>,
    pieces: Vec<Vec<IVec3>>,
}

/// A move that was made.
struct Made {
    /// The pieces that moved.
    moved: Vec<usize>,
    remark: String,
    /// The pieces that are still together, or just left, with how far they have moved from their places.
    offsets: HashMap<usize, IVec3>,
}

impl<'a> Assembly<'a> {
    fn of(frame: &Frame, solution: &'a Solution) -> Self {
        let mut assembly = Self { solution, marks: Vec::new(), names: Vec::new(), pieces: Vec::new() };
        for (mark, name, cells) in frame.pieces(solution) {
            assembly.marks.push(mark);
            assembly.names.push(name);
            assembly.pieces.push(cells);
        }
        assembly
    }

    /// All moves in order. `back` turns a direction back to how the solution is shown.
    fn moves(&self, separation: &Separation, back: &impl Fn(IVec3) -> IVec3) -> Vec<Made> {
        let offsets = (0..self.pieces.len()).map(|piece| (piece, IVec3::ZERO)).collect();
        let mut moves = Vec::new();
        self.take_apart(separation, offsets, None, back, &mut moves);
        moves
    }

    /// Adds the moves that take these pieces apart. `left` has their names if they left the others together.
    fn take_apart(
        &self,
        separation: &Separation,
        mut offsets: HashMap<usize, IVec3>,
        mut left: Option<String>,
        back: &impl Fn(IVec3) -> IVec3,
        moves: &mut Vec<Made>,
    ) {
        let leaving: &[usize] = separation.moves.last().map_or(&[], |step| &step.pieces);
        let mut swapped = false;
        for step in &separation.moves {
            let step = self.smaller(step, &offsets, back);
            swapped = step.distance.is_none() && step.pieces != leaving;
            let before = offsets.clone();
            let distance = step.distance.map_or_else(|| leaving_distance(self.solution.extent, step.direction), i32::from);
            step.pieces.iter().for_each(|piece| *offsets.entry(*piece).or_default() += distance * step.direction);
            let words = in_words(&self.names, &step);
            let remark = left.take().map_or(words.clone(), |left| format!("of {left}, which left together, {words}"));
            moves.push(Made { moved: step.pieces.clone(), remark, offsets: offsets.clone() });
            if step.distance.is_none() {
                offsets = before;
            }
        }
        let (gone, remaining): (HashMap<usize, IVec3>, HashMap<usize, IVec3>) =
            offsets.into_iter().partition(|(piece, _)| leaving.contains(piece));
        let left = |part: &HashMap<usize, IVec3>| Some(named(&self.names, &sorted(part.keys().copied())));
        if let Some(others) = &separation.others {
            let left = left(&remaining).filter(|_| swapped);
            self.take_apart(others, remaining, left, back, moves);
        }
        if let Some(part) = &separation.leaving {
            let left = left(&gone).filter(|_| !swapped);
            self.take_apart(part, gone, left, back, moves);
        }
    }

    /// The move as it is shown, among the pieces that are still together: the part with fewer cells moves, and the other one stays.
    fn smaller(&self, step: &Move, together: &HashMap<usize, IVec3>, back: &impl Fn(IVec3) -> IVec3) -> Move {
        let step = Move { direction: back(step.direction), ..step.clone() };
        smaller(&step, together.keys().copied().collect(), &self.pieces)
    }

    /// How far pieces reach after these moves: see [`Moved::reach`].
    fn reach(&self, moves: &[Made]) -> u32 {
        let cells = || self.pieces.iter().flatten().copied();
        let (low, high) = (cells().reduce(IVec3::min).unwrap_or_default(), cells().reduce(IVec3::max).unwrap_or_default());
        // Twice the vector from the middle to the farthest corner of the cell.
        let corner = |cell: IVec3| (2 * cell - low - high).abs() + IVec3::ONE;
        let moved = moves
            .iter()
            .flat_map(|made| made.offsets.iter().flat_map(|(&piece, &offset)| self.pieces[piece].iter().map(move |&cell| cell + offset)));
        cells().chain(moved).map(|cell| corner(cell).length_squared() as u32).max().unwrap_or_default()
    }

    /// The whole solution with a sentence about these pieces.
    fn said(&self, event: Event, remark: String, pieces: &[usize], reach: u32) -> Step {
        let offsets = (0..self.pieces.len()).map(|piece| (piece, IVec3::ZERO)).collect();
        Step { event, ..self.step(&Made { moved: pieces.to_vec(), remark, offsets }, reach) }
    }

    /// Why there are no moves. These pieces are the reason.
    fn nothing_to_tell(&self, remark: String, pieces: &[usize]) -> Step {
        self.said(Event::DeadEnd, remark, pieces, self.reach(&[]))
    }

    fn step(&self, made: &Made, reach: u32) -> Step {
        let present: Vec<usize> = (0..self.pieces.len()).filter(|piece| made.offsets.contains_key(piece)).collect();
        let is_present = |mark: char| present.iter().any(|&piece| self.marks[piece] == mark);
        let shown = |mark: char| if self.marks.contains(&mark) && !is_present(mark) { FREE } else { mark };
        let moved = Moved { offsets: present.iter().map(|&piece| (self.marks[piece], made.offsets[&piece])).collect(), reach };
        let partial = Solution {
            marks: self.solution.marks.chars().map(shown).collect(),
            placed: present.iter().map(|&piece| self.marks[piece]).collect(),
            moved: Some(Arc::new(moved)),
            ..self.solution.clone()
        };
        let spots = spots_of(self.solution.extent, made.moved.iter().flat_map(|&piece| &self.pieces[piece]));
        Step { event: Event::Place, partial, remark: made.remark.clone(), spots, explored: 0, kept: 0 }
    }
}

fn sorted(pieces: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut pieces: Vec<usize> = pieces.collect();
    pieces.sort_unstable();
    pieces
}

/// The names of pieces, by their index.
pub fn named(names: &[char], pieces: &[usize]) -> String {
    listed(pieces.iter().map(|&piece| names[piece]), "and")
}

/// A move, without the full stop.
pub fn in_words(names: &[char], step: &Move) -> String {
    let where_to = match step.direction.to_array() {
        [1, ..] => "to the right",
        [-1, ..] => "to the left",
        [_, 1, _] => "to the front",
        [_, -1, _] => "to the back",
        [.., 1] => "up",
        _ => "down",
    };
    let one = step.pieces.len() == 1;
    match step.distance {
        Some(distance) => format!("{} {} {distance} {where_to}", named(names, &step.pieces), if one { "moves" } else { "move" }),
        None => format!("{} {} {where_to}", named(names, &step.pieces), if one { "leaves" } else { "leave together" }),
    }
}

/// Which pieces hold each other, and whether certainly no fewer do.
pub fn held_in_words(names: &[char], held: &[usize], is_smallest: bool) -> String {
    let smaller = if is_smallest { "no fewer pieces do" } else { "there may be fewer that do" };
    format!("{} hold each other; {smaller}", named(names, held))
}
