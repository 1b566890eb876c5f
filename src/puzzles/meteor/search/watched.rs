//! The searches as they are watched: every piece laid, every dead end with its reason, every piece taken back.

use std::ops::{ControlFlow, Range};

use super::{
    edges, frontier, half_turn,
    packing::{self, Packing},
};
use crate::{
    cover::{self, Choice, Item, Reason, Step, Watched, watch::no_hole},
    puzzle::Watch,
    puzzles::meteor::{
        Meteor,
        model::{
            answer::Answer,
            geometry::Cell,
            pieces::{PIECE_CELLS, Placement},
            problem::Problem,
        },
    },
    search::{Event, Moment, Observer, Tally},
    text::counted,
};

type Moments<'a> = &'a mut dyn Observer<Moment<Answer, Cell>>;
type Number = ControlFlow<(), u64>;

/// Technique `plain`, watched.
pub const PLAIN: Watch<Meteor> = |problem, range, observer| {
    let film = Film { wanted: |_: &Placement| true, hole: no_hole, found: ONE_SOLUTION };
    film.shoot(problem, range, observer)
};

/// Technique `edge-islands`, watched.
pub const EDGE_ISLANDS: Watch<Meteor> = |problem, range, observer| without_edge_islands(problem, |_| true, ONE_SOLUTION, range, observer);

/// Technique `half-turn-piece`, watched.
pub const HALF_TURN_PIECE: Watch<Meteor> = |problem, range, observer| {
    if half_turn::is_broken_by_one_piece(problem) {
        without_edge_islands(problem, half_turn::is_in_first_half, TWO_SOLUTIONS, range, observer)
    } else {
        EDGE_ISLANDS(problem, range, observer)
    }
};

/// Technique `regions`, watched.
pub const REGIONS: Watch<Meteor> = |problem, range, observer| with_regions(problem, |_| true, ONE_SOLUTION, range, observer);

/// Technique `position`, watched.
pub const POSITION: Watch<Meteor> = |problem, range, observer| {
    if half_turn::is_broken_by_one_piece(problem) {
        with_regions(problem, half_turn::lies_low, TWO_SOLUTIONS, range, observer)
    } else {
        REGIONS(problem, range, observer)
    }
};

/// Technique `frontier`, watched: the walk along moves that all lead to an answer. So from each answer to the next the walk goes
/// back to where they part, and on from there.
pub const FRONTIER: Watch<Meteor> = |problem, range, observer| {
    let mut walk = Walk { problem, reel: Reel { range, moments: 0, observer }, placed: Vec::new(), tally: Tally::default() };
    frontier::search(problem, &mut walk)?;
    while !walk.placed.is_empty() {
        walk.take_back()?;
    }
    ControlFlow::Continue(walk.reel.moments)
};

const ONE_SOLUTION: &str = "every cell is covered: a solution";
const TWO_SOLUTIONS: &str = "every cell is covered: a solution, and turned by half a turn another";

fn without_edge_islands(
    problem: &Problem,
    wanted: fn(&Placement) -> bool,
    found: &'static str,
    range: Range<u64>,
    observer: Moments<'_>,
) -> Number {
    let is_kept = |placement: &Placement| !problem.blocked().is_empty() || !edges::cuts_island(placement.cells);
    Film { wanted: |placement: &Placement| wanted(placement) && is_kept(placement), hole: no_hole, found }.shoot(problem, range, observer)
}

fn with_regions(
    problem: &Problem,
    wanted: fn(&Placement) -> bool,
    found: &'static str,
    range: Range<u64>,
    observer: Moments<'_>,
) -> Number {
    if problem.needed().is_none() {
        let mut reel = Reel { range, moments: 0, observer };
        reel.take(Event::DeadEnd, &Tally::default(), || (problem.answer(&[]), wrong_number(problem), Vec::new()))?;
        reel.observer.progress(1.0, &Tally::default())?;
        return ControlFlow::Continue(reel.moments);
    }
    Film { wanted, hole: packing::hole, found }.shoot(problem, range, observer)
}

/// Why the number of free cells alone allows no solution.
pub fn wrong_number(problem: &Problem) -> String {
    let (cells, pieces) = (counted(problem.free().len() as u64, "free cell"), counted(problem.left().len() as u64, "piece"));
    if problem.free().len().is_multiple_of(PIECE_CELLS) {
        format!("there are {cells}, more than the {pieces} left can cover")
    } else {
        format!("there are {cells}, which is no multiple of {PIECE_CELLS}")
    }
}

/// A depth-first search as it is to be watched.
struct Film<W> {
    /// The placements that it tries.
    wanted: W,
    hole: fn(u64) -> Option<u64>,
    /// What it says of an answer.
    found: &'static str,
}

impl<W: Fn(&Placement) -> bool> Film<W> {
    fn shoot(&self, problem: &Problem, range: Range<u64>, observer: Moments<'_>) -> Number {
        let packing = Packing::new(problem, &self.wanted);
        let watched = Watched { problem: &packing.cover, choice: Choice::LowestCell, hole: &self.hole };
        watched.tell(range, observer, &mut |moment| {
            let placed: Vec<Placement> = moment.placed.iter().map(|&number| packing.placements[number]).collect();
            let (event, remark, spots) = self.tell(&packing, moment.step);
            let (explored, kept) = (moment.tally.explored, moment.tally.kept);
            Moment { event, partial: problem.answer(&placed), remark, spots, explored, kept }
        })
    }

    fn tell(&self, packing: &Packing, step: Step<u64>) -> (Event, String, Vec<Cell>) {
        match step {
            Step::Place(number) => (Event::Place, laid(packing.placements[number]), spots(packing.placements[number])),
            Step::TakeBack(number) => (Event::TakeBack, taken_back(packing.placements[number]), spots(packing.placements[number])),
            Step::Found => (Event::Found, self.found.to_owned(), Vec::new()),
            Step::DeadEnd(reason) => (Event::DeadEnd, why(reason), spots_of(reason)),
        }
    }
}

/// Why nothing can come of a board, in words.
pub fn why(reason: Reason<u64>) -> String {
    match reason {
        Reason::Hole(cells) => {
            let size = cover::CellSet::len(cells);
            format!(
                "{} that pieces of {PIECE_CELLS} cannot fill",
                if size < PIECE_CELLS {
                    format!("a hole of {}", counted(size as u64, "cell"))
                } else {
                    format!("a region of {size} cells")
                }
            )
        }
        Reason::Starved(Item::Cell(_)) => "no piece that is left fits this cell".to_owned(),
        Reason::Starved(Item::Piece(piece)) => format!("piece {piece} fits nowhere any more"),
    }
}

/// The cells that a reason is about.
pub fn spots_of(reason: Reason<u64>) -> Vec<Cell> {
    match reason {
        Reason::Hole(cells) => packing::spots(cells),
        Reason::Starved(Item::Cell(cell)) => Cell::new(cell).into_iter().collect(),
        Reason::Starved(Item::Piece(_)) => Vec::new(),
    }
}

fn laid(placement: Placement) -> String {
    format!("{} is laid on the lowest free cell", placement.piece)
}

fn taken_back(placement: Placement) -> String {
    format!("{} is taken back", placement.piece)
}

fn spots(placement: Placement) -> Vec<Cell> {
    placement.cells.iter().collect()
}

/// Counts moments and hands on those that are wanted.
struct Reel<'a> {
    range: Range<u64>,
    moments: u64,
    observer: Moments<'a>,
}

impl Reel<'_> {
    fn take(&mut self, event: Event, tally: &Tally, tell: impl FnOnce() -> (Answer, String, Vec<Cell>)) -> ControlFlow<()> {
        let number = self.moments;
        self.moments += 1;
        if !self.range.contains(&number) {
            return ControlFlow::Continue(());
        }
        let (partial, remark, spots) = tell();
        self.observer.found(Moment { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }
}

/// A walk from answer to answer.
struct Walk<'a> {
    problem: &'a Problem,
    reel: Reel<'a>,
    placed: Vec<Placement>,
    tally: Tally,
}

impl Walk<'_> {
    fn take_back(&mut self) -> ControlFlow<()> {
        let Some(placement) = self.placed.pop() else { return ControlFlow::Continue(()) };
        let tell = || (self.problem.answer(&self.placed), taken_back(placement), spots(placement));
        self.reel.take(Event::TakeBack, &self.tally, tell)
    }

    fn place(&mut self, placement: Placement) -> ControlFlow<()> {
        self.placed.push(placement);
        let remark = || format!("{}: the rest can be filled", laid(placement));
        self.reel.take(Event::Place, &self.tally, || (self.problem.answer(&self.placed), remark(), spots(placement)))
    }
}

impl Observer<Answer> for Walk<'_> {
    fn found(&mut self, answer: Answer) -> ControlFlow<()> {
        let placements: Vec<Placement> = answer.order().into_iter().map(|piece| Placement { piece, cells: answer.cells(piece) }).collect();
        let common = placements.iter().zip(&self.placed).take_while(|(new, old)| new == old).count();
        while self.placed.len() > common {
            self.take_back()?;
        }
        for &placement in &placements[common..] {
            self.place(placement)?;
        }
        self.reel.take(Event::Found, &self.tally, || (answer, ONE_SOLUTION.to_owned(), Vec::new()))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        self.reel.observer.progress(done, tally)
    }
}
