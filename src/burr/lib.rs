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

mod beside;
mod groups;
mod mixer;
mod moves;
mod positions;
mod reason;
#[cfg(test)]
mod tests;

use std::{iter, ops::ControlFlow};

use glam::IVec3;

use base::bits::{Wide, Word};
use beside::Shapes;
use cover::KeepGoing;
pub use groups::{Group, Groups};
use moves::Analysis;
use positions::{Full, Positions};

/// The most pieces of an assembly.
pub const MOST_PIECES: usize = 256;
/// The most bytes that the positions take in the search for one separation.
pub const MOST_MEMORY: usize = 256 << 20;

/// The directions, in the order in which they are tried.
const DIRECTIONS: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// Pieces that are put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembly {
    /// The name of each piece; copies have the same.
    pub names: Vec<char>,
    /// The cells of each piece.
    pub pieces: Vec<Vec<IVec3>>,
    /// Which of them may stay together.
    pub groups: Groups,
}

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
    /// Those of the two that are several pieces and stay together, since they are in a group.
    pub together: Vec<Vec<usize>>,
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
        level_of(&self.numbers())
    }

    /// The numbers of the level.
    pub fn numbers(&self) -> Vec<usize> {
        level_numbers(self.moves.len(), self.parts().map(Self::numbers))
    }

    /// The two parts, as far as they are several pieces and come apart.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        [&self.others, &self.leaving].into_iter().flatten().map(Box::as_ref)
    }

    /// All sets of pieces that stay together.
    pub fn all_together(&self) -> Vec<&[usize]> {
        self.together.iter().map(Vec::as_slice).chain(self.parts().flat_map(Self::all_together)).collect()
    }

    /// All moves, in an order in which they can be made.
    pub fn all_moves(&self) -> Vec<&Move> {
        self.moves.iter().chain(self.parts().flat_map(Self::all_moves)).collect()
    }

    /// The number of all moves.
    pub fn move_count(&self) -> usize {
        self.moves.len() + self.parts().map(Self::move_count).sum::<usize>()
    }
}

/// The numbers of the level of a separation: how many moves it takes until something leaves, and the numbers of its parts. Parts of which
/// each piece leaves at once are left out.
pub fn level_numbers(moves: usize, parts: impl Iterator<Item = Vec<usize>>) -> Vec<usize> {
    let parts = parts.filter(|numbers| numbers.iter().any(|&number| number != 1));
    iter::once(moves).chain(parts.flatten()).collect()
}

/// The level with these numbers, as text.
pub fn level_of(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

impl Verdict {
    /// The level, if the assembly comes apart: see [`Separation::level`].
    pub fn level(&self) -> Option<String> {
        if let Self::Apart(Some(separation)) = self { Some(separation.level()) } else { None }
    }

    /// The number of all moves, if the assembly comes apart.
    pub fn moves(&self) -> Option<usize> {
        if let Self::Apart(Some(separation)) = self { Some(separation.move_count()) } else { None }
    }
}

/// Takes assemblies apart. Remembers how far shapes can move beside one another, for all assemblies with the same shapes.
#[derive(Debug, Default)]
pub struct Disassembler {
    shapes: Shapes,
    positions: Positions,
    /// What can move among up to 64 pieces, and among more.
    few: Analysis<u64>,
    many: Analysis<Wide<4>>,
}

/// A piece: its shape, and where it is in the assembly.
type Placed = (u16, IVec3);

/// Why a search for a separation is stopped.
enum Stop {
    /// Its caller asks for it.
    Asked,
    /// There are too many positions.
    Full,
}

/// What a search for a separation finds: the moves, which pieces leave, and where all are before that.
struct Parting {
    moves: Vec<Move>,
    leaving: Vec<bool>,
    places: Vec<IVec3>,
}

/// The assembly that is taken apart.
struct Whole<'a> {
    /// For each piece and each other one, the number of the pair of their shapes.
    pairs: Vec<Vec<usize>>,
    groups: &'a Groups,
    /// The sets of pieces that never come apart but may stay together.
    together: Vec<Vec<usize>>,
}

impl Disassembler {
    /// Takes an assembly apart. Of pieces that may stay together, at least some others must leave them. `keep_going` is called at least
    /// once per millisecond; if it breaks, so does this.
    pub fn take_apart(&mut self, assembly: &Assembly, keep_going: KeepGoing<'_>) -> ControlFlow<(), Verdict> {
        let all: Vec<usize> = (0..assembly.pieces.len()).collect();
        self.take_part(assembly, all, true, keep_going)
    }

    /// Returns the smallest set of pieces that hold each other, given some that never come apart, and whether there is certainly none
    /// smaller.
    pub fn reason(&mut self, assembly: &Assembly, stuck: &[usize], keep_going: KeepGoing<'_>) -> ControlFlow<(), (Vec<usize>, bool)> {
        reason::smallest(self, assembly, stuck, keep_going)
    }

    /// Takes some of the pieces apart, without the others.
    fn take_part(
        &mut self,
        Assembly { pieces, groups, .. }: &Assembly,
        chosen: Vec<usize>,
        is_whole: bool,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<(), Verdict> {
        if MOST_PIECES < pieces.len() {
            return ControlFlow::Continue(Verdict::Unknown);
        }
        self.shapes.make_room();
        let placed: Vec<Placed> = pieces.iter().map(|cells| self.shapes.placed(cells)).collect();
        let start = chosen.iter().map(|&piece| placed[piece].1).collect();
        let mut pairs = vec![Vec::new(); placed.len()];
        for &own in &chosen {
            pairs[own] = placed.iter().map(|other| self.shapes.pair(placed[own].0, other.0)).collect();
        }
        self.part(&mut Whole { pairs, groups, together: Vec::new() }, chosen, start, is_whole, keep_going)
    }

    /// Takes a part of the assembly apart, whose pieces are at these places.
    fn part(
        &mut self,
        whole: &mut Whole<'_>,
        pieces: Vec<usize>,
        start: Vec<IVec3>,
        is_whole: bool,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<(), Verdict> {
        if pieces.len() < 2 || !is_whole && whole.groups.are_one(&pieces) {
            return ControlFlow::Continue(Verdict::Apart(None));
        }
        let pairs = pieces.iter().flat_map(|&own| pieces.iter().map(move |&other| (own, other)));
        let pairs = pairs.map(|(own, other)| whole.pairs[own][other]);
        let Self { shapes, positions, few, many } = self;
        let parting = if pieces.len() <= 64 {
            few.start(pieces.len(), pairs);
            separate(few, shapes, positions, &start, keep_going)
        } else {
            many.start(pieces.len(), pairs);
            separate(many, shapes, positions, &start, keep_going)
        };
        let Parting { moves, leaving, places } = match parting {
            ControlFlow::Continue(Some(parting)) => parting,
            ControlFlow::Continue(None) => return self.stuck(whole, pieces, is_whole, keep_going),
            ControlFlow::Break(Stop::Full) => return ControlFlow::Continue(Verdict::Unknown),
            ControlFlow::Break(Stop::Asked) => return ControlFlow::Break(()),
        };
        let mut together = Vec::new();
        let mut half = |leaves: bool| -> ControlFlow<(), Verdict> {
            let chosen = (0..pieces.len()).filter(|&piece| leaving[piece] == leaves);
            let (those, there): (Vec<usize>, _) = chosen.map(|piece| (pieces[piece], places[piece])).unzip();
            let verdict = self.part(whole, those.clone(), there, false, keep_going)?;
            if verdict == Verdict::Apart(None) && 1 < those.len() {
                together.push(those);
            }
            ControlFlow::Continue(verdict)
        };
        let others = half(false)?;
        if let Verdict::Never(_) = others {
            return ControlFlow::Continue(others);
        }
        let (others, leaving) = match (others, half(true)?) {
            (Verdict::Apart(others), Verdict::Apart(leaving)) => (others, leaving),
            (_, Verdict::Never(stuck)) => return ControlFlow::Continue(Verdict::Never(stuck)),
            _ => return ControlFlow::Continue(Verdict::Unknown),
        };
        let moves =
            moves.into_iter().map(|step| Move { pieces: step.pieces.iter().map(|&piece| pieces[piece]).collect(), ..step }).collect();
        ControlFlow::Continue(Verdict::Apart(Some(Box::new(Separation { moves, others, leaving, together }))))
    }

    /// The verdict on pieces that never come apart.
    fn stuck(&mut self, whole: &mut Whole<'_>, pieces: Vec<usize>, is_whole: bool, keep_going: KeepGoing<'_>) -> ControlFlow<(), Verdict> {
        whole.together.push(pieces);
        let may_stay = !is_whole && whole.groups.allow(&whole.together, keep_going)?;
        let verdict = if may_stay { Some(Verdict::Apart(None)) } else { whole.together.pop().map(Verdict::Never) };
        ControlFlow::Continue(verdict.unwrap_or(Verdict::Unknown))
    }
}

/// Searches the fewest moves until some pieces leave.
fn separate<W: Word>(
    analysis: &mut Analysis<W>,
    shapes: &mut Shapes,
    positions: &mut Positions,
    start: &[IVec3],
    keep_going: KeepGoing<'_>,
) -> ControlFlow<Stop, Option<Parting>> {
    positions.start(start);
    let mut places = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        keep_going().map_break(|()| Stop::Asked)?;
        positions.places(next, &mut places);
        analysis.look_at(shapes, &places);
        if let Some((leaving, direction)) = analysis.leaving() {
            let to_move = |(step, pieces): (positions::Step, Vec<usize>)| Move {
                pieces,
                direction: DIRECTIONS[usize::from(step.direction)],
                distance: Some(step.distance),
            };
            let last = Move { pieces: leaving.iter().collect(), direction: DIRECTIONS[direction], distance: None };
            let moves = positions.path(next).into_iter().map(to_move).chain([last]).collect();
            let leaving = (0..start.len()).map(|piece| leaving.contains(piece)).collect();
            return ControlFlow::Continue(Some(Parting { moves, leaving, places }));
        }
        analysis.moves(|moved, direction, distance| {
            keep_going().map_break(|()| Stop::Asked)?;
            match positions.add(next, moved, direction, distance) {
                Ok(()) => ControlFlow::Continue(()),
                Err(Full) => ControlFlow::Break(Stop::Full),
            }
        })?;
        next += 1;
    }
    ControlFlow::Continue(None)
}
