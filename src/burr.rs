//! Takes assemblies of cubes apart, by straight moves of one piece or of several together. Knows no puzzle.
//!
//! A breadth-first search over the places of the pieces relative to one another, until some of them can leave the others for good. Then
//! both parts are taken apart in the same way. Pieces that leave never hinder the others, and a part of a position that comes apart comes
//! apart as well; so whatever leaves first, the verdict is the same.
//!
//! Only the level depends on what leaves first, among moves that are equally near. It is chosen in the order of BurrTools, so that levels
//! agree: single pieces before several, then along x, y and z, each forwards and back, then by the order of the pieces. How a part moves
//! is the method of Bill Cutler, "Computer Analysis of All 6-Piece Burrs" (1994): from how far each piece alone can move until it meets
//! each other one follows what must move together.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use glam::IVec3;

use crate::{
    bits::{Bits, Wide},
    cover::KeepGoing,
};

/// Pieces, by their index in the assembly or in a part of it.
type Pieces = Bits<Wide<4>>;

/// The most pieces of an assembly.
pub const MOST_PIECES: usize = 256;
/// The most positions that are kept in the search for one separation.
pub const MOST_POSITIONS: usize = 1_000_000;
/// How far a piece can move that nothing stops.
const FOREVER: u16 = u16::MAX;
/// The most sets of pieces that are tried to find the smallest that never comes apart.
const MOST_SETS: usize = 2_000;

/// The directions, in the order in which they are tried.
const DIRECTIONS: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// Whether an assembly comes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does, in this way; none for a single piece.
    Apart(Option<Box<Separation>>),
    /// These pieces never come apart.
    Never(Vec<usize>),
    /// There are too many positions to know.
    Unknown,
}

/// How a group of pieces comes apart: into two, each of which does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The moves. The pieces of the last one leave.
    pub moves: Vec<Move>,
    /// How the others come apart, unless there is only one.
    pub others: Option<Box<Self>>,
    /// How the pieces that leave come apart, unless there is only one.
    pub leaving: Option<Box<Self>>,
}

/// A straight move of pieces together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pieces, by their index in the assembly.
    pub pieces: Vec<usize>,
    /// The direction, a step of one cell.
    pub direction: IVec3,
    /// How many cells; none if the pieces leave.
    pub distance: Option<u16>,
}

impl Separation {
    /// The number of moves until the first pieces leave, then those of the parts: `5.3.2`. Parts of which each piece leaves at once are
    /// left out.
    pub fn level(&self) -> String {
        let numbers: Vec<String> = self.numbers().into_iter().map(|number| number.to_string()).collect();
        numbers.join(".")
    }

    fn numbers(&self) -> Vec<usize> {
        let parts = [&self.others, &self.leaving].into_iter().flatten().map(|part| part.numbers());
        let hard = parts.filter(|numbers| numbers.iter().any(|&number| 1 < number));
        [vec![self.moves.len()]].into_iter().chain(hard).flatten().collect()
    }

    /// All moves, in an order in which they can be made.
    pub fn all_moves(&self) -> Vec<&Move> {
        let parts = [&self.others, &self.leaving].into_iter().flatten();
        self.moves.iter().chain(parts.flat_map(|part| part.all_moves())).collect()
    }
}

/// Takes assemblies apart. Remembers how far shapes can move beside one another, for all assemblies with the same shapes.
#[derive(Debug, Default)]
pub struct Disassembler {
    /// The shapes met so far, moved to the origin, with their numbers.
    shapes: HashMap<Vec<IVec3>, u16>,
    /// The cells of each.
    cells: Vec<Vec<IVec3>>,
    /// For a shape and another one at this distance, how far the first can move along x, y and z until it meets the other.
    reaches: HashMap<(u16, u16, IVec3), [u16; 3]>,
}

/// The most reaches that are remembered.
const MOST_REACHES: usize = 1 << 20;

/// A piece: its shape, and where it is in the assembly.
type Placed = (u16, IVec3);

/// Why a search for a separation is stopped.
enum Stop {
    /// Its caller asks for it.
    Asked,
    /// There are too many positions.
    Full,
}

/// What a search for a separation finds: the moves, with which pieces leave, and where all are before that.
struct Parting {
    moves: Vec<Move>,
    leaving: Pieces,
    places: Vec<IVec3>,
}

/// A move to a position, after the step that led to the position before it.
struct Step {
    after: Option<usize>,
    moved: Pieces,
    direction: usize,
    distance: u16,
}

/// The moves that lead to the position after this step.
fn path(steps: &[Step], last: Option<usize>) -> Vec<Move> {
    let back = std::iter::successors(last.map(|step| &steps[step]), |step| step.after.map(|step| &steps[step]));
    let step =
        |step: &Step| Move { pieces: step.moved.iter().collect(), direction: DIRECTIONS[step.direction], distance: Some(step.distance) };
    let mut moves: Vec<Move> = back.map(step).collect();
    moves.reverse();
    moves
}

/// Where the pieces are relative to the first one, which is the same wherever all of them together are.
fn relative(places: &[IVec3]) -> Box<[i16]> {
    places[1..].iter().flat_map(|&place| (place - places[0]).to_array().map(|distance| distance as i16)).collect()
}

/// The next choice of as many of the numbers below `count`, in ascending order. Returns whether there is one.
fn next_choice(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    let Some(place) = (0..size).rev().find(|&place| chosen[place] + size < count + place) else { return false };
    let first = chosen[place] + 1;
    (place..size).for_each(|later| chosen[later] = first + later - place);
    true
}

impl Disassembler {
    /// Takes an assembly apart, given the cells of each piece. `keep_going` is called at least once per millisecond; if it breaks, so does
    /// this.
    pub fn take_apart(&mut self, pieces: &[Vec<IVec3>], keep_going: KeepGoing<'_>) -> ControlFlow<(), Verdict> {
        let placed: Vec<Placed> = pieces.iter().map(|cells| self.placed(cells)).collect();
        let all: Vec<usize> = (0..placed.len()).collect();
        let start = placed.iter().map(|&(_, place)| place).collect();
        if MOST_PIECES < placed.len() {
            return ControlFlow::Continue(Verdict::Unknown);
        }
        self.part(&placed, all, start, keep_going)
    }

    /// Returns the smallest set of pieces that hold each other, given some that never come apart, and whether there is certainly none
    /// smaller.
    pub fn reason(&mut self, pieces: &[Vec<IVec3>], stuck: &[usize], keep_going: KeepGoing<'_>) -> ControlFlow<(), (Vec<usize>, bool)> {
        let mut held = stuck.to_vec();
        // As long as a piece can be left out, what remains holds each other without it.
        let mut place = 0;
        while place < held.len() {
            let others: Vec<usize> = held.iter().copied().filter(|&piece| piece != held[place]).collect();
            match self.stuck_among(pieces, &others, keep_going)? {
                Some(fewer) => (held, place) = (fewer, 0),
                None => place += 1,
            }
        }
        let mut tried = 0;
        for size in 2..held.len() {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                tried += 1;
                if MOST_SETS < tried {
                    return ControlFlow::Continue((held, false));
                }
                if let Some(fewer) = self.stuck_among(pieces, &chosen, keep_going)? {
                    return ControlFlow::Continue((fewer, true));
                }
                if !next_choice(&mut chosen, pieces.len()) {
                    break;
                }
            }
        }
        ControlFlow::Continue((held, true))
    }

    /// Returns those of the pieces that never come apart, without all others.
    fn stuck_among(&mut self, pieces: &[Vec<IVec3>], chosen: &[usize], keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<usize>>> {
        let those: Vec<Vec<IVec3>> = chosen.iter().map(|&piece| pieces[piece].clone()).collect();
        ControlFlow::Continue(match self.take_apart(&those, keep_going)? {
            Verdict::Never(stuck) => Some(stuck.into_iter().map(|piece| chosen[piece]).collect()),
            Verdict::Apart(_) | Verdict::Unknown => None,
        })
    }

    fn placed(&mut self, cells: &[IVec3]) -> Placed {
        let corner = cells.iter().copied().reduce(IVec3::min).unwrap_or_default();
        let shape: Vec<IVec3> = cells.iter().map(|&cell| cell - corner).collect();
        if let Some(&number) = self.shapes.get(&shape) {
            return (number, corner);
        }
        if self.cells.len() == usize::from(u16::MAX) {
            *self = Self::default();
        }
        let number = self.cells.len() as u16;
        self.cells.push(shape.clone());
        self.shapes.insert(shape, number);
        (number, corner)
    }

    /// Takes a part of the assembly apart, whose pieces are at these places.
    fn part(&mut self, all: &[Placed], pieces: Vec<usize>, start: Vec<IVec3>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Verdict> {
        if pieces.len() < 2 {
            return ControlFlow::Continue(Verdict::Apart(None));
        }
        let shapes: Vec<u16> = pieces.iter().map(|&piece| all[piece].0).collect();
        let Parting { moves, leaving, places } = match self.separate(&shapes, start, keep_going) {
            ControlFlow::Continue(Some(parting)) => parting,
            ControlFlow::Continue(None) => return ControlFlow::Continue(Verdict::Never(pieces)),
            ControlFlow::Break(Stop::Full) => return ControlFlow::Continue(Verdict::Unknown),
            ControlFlow::Break(Stop::Asked) => return ControlFlow::Break(()),
        };
        let mut half = |leaves: bool| -> ControlFlow<(), Verdict> {
            let chosen = (0..pieces.len()).filter(|&piece| leaving.contains(piece) == leaves);
            let (those, there) = chosen.map(|piece| (pieces[piece], places[piece])).unzip();
            self.part(all, those, there, keep_going)
        };
        let (others, leaving) = match (half(false)?, half(true)?) {
            (Verdict::Apart(others), Verdict::Apart(leaving)) => (others, leaving),
            (Verdict::Never(stuck), _) | (_, Verdict::Never(stuck)) => return ControlFlow::Continue(Verdict::Never(stuck)),
            _ => return ControlFlow::Continue(Verdict::Unknown),
        };
        let moves = moves.into_iter().map(|step| Move { pieces: step.pieces.iter().map(|&piece| pieces[piece]).collect(), ..step });
        ControlFlow::Continue(Verdict::Apart(Some(Box::new(Separation { moves: moves.collect(), others, leaving }))))
    }

    /// Searches the fewest moves until some pieces leave. All positions that are one move away from those of one front belong to the front
    /// before it, to it or to the next one, since every move can be taken back. So only three fronts are kept.
    fn separate(&mut self, shapes: &[u16], start: Vec<IVec3>, keep_going: KeepGoing<'_>) -> ControlFlow<Stop, Option<Parting>> {
        let mut steps: Vec<Step> = Vec::new();
        let (mut before, mut current, mut next) = (HashSet::new(), HashSet::from([relative(&start)]), HashSet::new());
        let mut front = vec![(start, None)];
        while !front.is_empty() {
            let mut following = Vec::new();
            for (places, last) in front {
                keep_going().map_break(|()| Stop::Asked)?;
                let reach = Reach::new(self, shapes, &places);
                if let Some((leaving, direction)) = reach.leaving() {
                    let mut moves = path(&steps, last);
                    moves.push(Move { pieces: leaving.iter().collect(), direction: DIRECTIONS[direction], distance: None });
                    return ControlFlow::Continue(Some(Parting { moves, leaving, places }));
                }
                reach.moves(|moved, direction, distance| {
                    keep_going().map_break(|()| Stop::Asked)?;
                    let mut there = places.clone();
                    moved.iter().for_each(|piece| there[piece] += i32::from(distance) * DIRECTIONS[direction]);
                    let key = relative(&there);
                    if before.contains(&key) || current.contains(&key) || !next.insert(key) {
                        return ControlFlow::Continue(());
                    }
                    if MOST_POSITIONS <= steps.len() {
                        return ControlFlow::Break(Stop::Full);
                    }
                    following.push((there, Some(steps.len())));
                    steps.push(Step { after: last, moved, direction, distance });
                    ControlFlow::Continue(())
                })?;
            }
            front = following;
            before = std::mem::replace(&mut current, std::mem::take(&mut next));
        }
        ControlFlow::Continue(None)
    }

    /// How far a shape can move along x, y and z until it meets another one at this distance.
    fn reach(&mut self, shape: u16, other: u16, distance: IVec3) -> [u16; 3] {
        if let Some(&reach) = self.reaches.get(&(shape, other, distance)) {
            return reach;
        }
        let mut reach = [FOREVER; 3];
        for &cell in &self.cells[usize::from(shape)] {
            for &there in &self.cells[usize::from(other)] {
                let [x, y, z] = (there + distance - cell).to_array();
                for (axis, ahead, beside) in [(0, x, [y, z]), (1, y, [z, x]), (2, z, [x, y])] {
                    if beside == [0, 0] && 0 < ahead {
                        reach[axis] = reach[axis].min(ahead as u16 - 1);
                    }
                }
            }
        }
        if self.reaches.len() == MOST_REACHES {
            self.reaches.clear();
        }
        self.reaches.insert((shape, other, distance), reach);
        reach
    }
}

/// How far each piece can move in each direction until it meets each other one.
struct Reach {
    count: usize,
    /// Along x, y and z: of each piece, until it meets each other one.
    far: Vec<[u16; 3]>,
}

impl Reach {
    fn new(disassembler: &mut Disassembler, shapes: &[u16], places: &[IVec3]) -> Self {
        let count = shapes.len();
        let mut far = Vec::with_capacity(count * count);
        for piece in 0..count {
            for other in 0..count {
                far.push(match piece == other {
                    true => [FOREVER; 3],
                    false => disassembler.reach(shapes[piece], shapes[other], places[other] - places[piece]),
                });
            }
        }
        Self { count, far }
    }

    /// For each piece, those that it meets before it has moved this far.
    fn met(&self, direction: usize, distance: u16) -> Vec<Pieces> {
        let far = |piece: usize, other: usize| self.far[piece * self.count + other][direction / 2];
        let meets = |piece, other| (if direction.is_multiple_of(2) { far(piece, other) } else { far(other, piece) }) < distance;
        (0..self.count).map(|piece| (0..self.count).filter(|&other| meets(piece, other)).collect()).collect()
    }

    /// The pieces that move if this one does: those that it meets, those that they meet, and so on. None if these are too many.
    fn moved(met: &[Pieces], piece: usize, most: usize) -> Option<Pieces> {
        let mut moved = Pieces::NONE.with(piece);
        let mut waiting = moved;
        while let Some(piece) = waiting.first() {
            let more = met[piece] - moved;
            moved |= more;
            if most < moved.len() {
                return None;
            }
            waiting = waiting.without(piece) | more;
        }
        Some(moved)
    }

    /// The pieces that leave the others at once, and in which direction; at most half of them, since otherwise the others leave.
    fn leaving(&self) -> Option<(Pieces, usize)> {
        let met: Vec<Vec<Pieces>> = (0..DIRECTIONS.len()).map(|direction| self.met(direction, FOREVER)).collect();
        let each = |most: usize| {
            let all = met.iter().enumerate().flat_map(|(direction, met)| (0..self.count).map(move |piece| (direction, met, piece)));
            let leaving = |(direction, met, piece): (usize, &Vec<Pieces>, usize)| Some((Self::moved(met, piece, most)?, direction));
            all.into_iter().find_map(leaving)
        };
        each(1).or_else(|| each(self.count / 2))
    }

    /// Calls `each` with all moves: the pieces, the direction and the distance. Nothing may be able to leave.
    fn moves(&self, mut each: impl FnMut(Pieces, usize, u16) -> ControlFlow<Stop>) -> ControlFlow<Stop> {
        for direction in 0..DIRECTIONS.len() {
            let mut met: Vec<Vec<Pieces>> = Vec::new();
            // The pieces that move together, by the distance.
            let mut found: Vec<Vec<Pieces>> = Vec::new();
            let mut known = HashSet::new();
            for piece in 0..self.count {
                for distance in 1..FOREVER {
                    let number = usize::from(distance) - 1;
                    if met.len() == number {
                        met.push(self.met(direction, distance));
                        found.push(Vec::new());
                    }
                    let Some(moved) = Self::moved(&met[number], piece, self.count / 2) else { break };
                    if !known.insert((moved, distance)) {
                        continue;
                    }
                    each(moved, direction, distance)?;
                    // What moves by itself moves together with others as well.
                    let earlier = found[number].len();
                    found[number].push(moved);
                    for other in 0..earlier {
                        let both = moved | found[number][other];
                        if both.len() < self.count && known.insert((both, distance)) {
                            each(both, direction, distance)?;
                            found[number].push(both);
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
