//! Hints, from vague to plain: where to look, what can come there, and what to lay, each with its reason.

use std::ops::ControlFlow;

use super::{
    Spot,
    insight::Insight,
    live,
    packing::{Admitted, Packing},
    pieces::Set,
    problem::{Problem, check},
    state::{CustomShape, Grid, State},
};
use crate::{
    cover::{Advice, CellSet, Item, Known, Next, Reason, advise},
    search::{Hint, Observer, Tally},
    text::{counted, grouped, listed},
};

/// Tells hints on the next step, or that there is no solution and which piece is to blame.
pub fn hints(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    match problem.cells.len() {
        0..=64 => hints_in::<u64>(problem, observer),
        _ => hints_in::<[u64; 8]>(problem, observer),
    }
}

fn hints_in<M: CellSet>(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    let packing = Packing::<M>::new(problem, Admitted::All);
    let insight = insight(problem, observer)?;
    let kept_by = |placement: &crate::cover::Placement<M>| {
        let cells: Vec<_> = placement.cells.iter().map(|cell| problem.cells[cell]).collect();
        insight.as_ref()?.kept.as_ref().map(|kept| kept.by(problem.pieces[placement.piece].name, &cells))
    };
    let kept: Option<Vec<u64>> = packing.cover.placements.iter().map(kept_by).collect();
    let solutions = insight.as_ref().filter(|insight| insight.kept.is_some()).map(|insight| insight.counted.raw);
    let known = solutions.zip(kept.as_deref()).map(|(solutions, kept)| Known { solutions, kept });
    match advise(&packing.cover, &|free| packing.hole(free), known) {
        Advice::Done => tell(observer, "every cell is covered: this is a solution".to_owned(), Vec::new())?,
        Advice::Hopeless(reason) => {
            let blame = blame(problem, observer)?;
            observer.found(Hint::Hopeless { reason: hopeless(&packing, reason) + &blame })?;
        }
        Advice::Next(next) => Telling { packing: &packing, next: &next, solutions }.tell(observer)?,
    }
    observer.progress(1.0, &Tally::default())
}

fn tell(observer: &mut dyn Observer<Hint<Spot>>, message: String, spots: Vec<Spot>) -> ControlFlow<()> {
    observer.found(Hint::Advice { message, spots })
}

/// What is to be told of the next step.
struct Telling<'a, M> {
    packing: &'a Packing<'a, M>,
    next: &'a Next<M>,
    /// How many there are, if they are counted.
    solutions: Option<u64>,
}

impl<M: CellSet> Telling<'_, M> {
    fn tell(&self, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
        let spots = self.packing.spots_of_reason(Reason::Starved(self.next.item));
        tell(observer, self.where_to_look(), spots.clone())?;
        tell(observer, self.what_can_come(), spots)?;
        let Some(placement) = self.next.placement else { return ControlFlow::Continue(()) };
        let why = self.next.why(placement, &self.item(), self.solutions);
        let message = format!("lay {} here: {why}", self.packing.name(placement));
        tell(observer, message, self.packing.spots_of(placement))
    }

    fn where_to_look(&self) -> String {
        match self.next.item {
            Item::Cell(cell) => {
                format!("look at the marked cell, {}: fewer ways to cover it lead on than for any other", self.packing.place_of(cell))
            }
            Item::Piece(piece) => format!("look for a place for piece {}: it has fewer than any other", self.name_of(piece)),
        }
    }

    fn name_of(&self, piece: usize) -> char {
        self.packing.problem.pieces[piece].name
    }

    fn what_can_come(&self) -> String {
        let open: Vec<char> = self.next.open().map(|option| self.packing.name(option)).collect();
        let mut pieces = open.clone();
        pieces.dedup();
        let ways = counted(self.next.options.len() as u64, "way");
        let (what, lead) = match self.next.item {
            Item::Cell(_) => ("to cover it", format!(", with {}", listed(pieces, "or"))),
            Item::Piece(_) => ("to lay it", String::new()),
        };
        let good = if open.len() == 1 { "one".to_owned() } else { grouped(open.len() as u64) };
        let verb = match (self.solutions.is_some(), open.len()) {
            (true, 1) => "leads to a solution",
            (true, _) => "lead to a solution",
            (false, 1) => "is no dead end at once",
            (false, _) => "are no dead ends at once",
        };
        format!("of {ways} {what}, {good} {verb}{lead}{}", self.next.dead_ends("a hole that no pieces fill"))
    }

    fn item(&self) -> String {
        match self.next.item {
            Item::Cell(_) => "way to cover the marked cell".to_owned(),
            Item::Piece(piece) => format!("place for piece {}", self.name_of(piece)),
        }
    }
}

/// Why there is no solution, as far as it can be seen.
fn hopeless<M: CellSet>(packing: &Packing<'_, M>, reason: Option<Reason<M>>) -> String {
    let place = |cells: M| cells.first().map(|cell| packing.place_of(cell)).unwrap_or_default();
    match reason {
        _ if packing.cover.slack().is_none() => {
            let left: usize = packing.cover.sizes.iter().sum();
            let (cells, cubes) = (counted(packing.cover.free.len() as u64, "free cell"), counted(left as u64, "cube"));
            format!("there are {cells}, more than the {cubes} of the pieces left")
        }
        Some(hole @ Reason::Hole(cells)) => format!("there is {}, at {}", packing.why(hole), place(cells)),
        Some(Reason::Starved(Item::Cell(cell))) => format!("no piece that is left fits the cell at {}", packing.place_of(cell)),
        Some(starved) => packing.why(starved),
        None => "there is no solution, though nothing shows it at once".to_owned(),
    }
}

/// Which of the pinned pieces alone would have to go for a solution.
fn blame(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), String> {
    let mut helpful = Vec::new();
    for pin in problem.grid.pinned() {
        let Some(lifted) = lifting(problem, pin) else { continue };
        let found = insight(&lifted, observer)?.filter(|insight| insight.solvable == Some(true));
        let Some(Insight { counted: found, kept, .. }) = found else { continue };
        let more = if kept.is_some() { "" } else { " at least" };
        helpful.push(format!("{pin} ({}{more})", counted(found.raw, "solution")));
    }
    ControlFlow::Continue(match helpful.len() {
        0 => String::new(),
        _ => format!(". It helps to take up {}", listed(helpful, "or")),
    })
}

/// The same problem without this pinned piece.
fn lifting(problem: &Problem, pin: char) -> Option<Problem> {
    let grid = &problem.grid;
    let is_left = |name: &char| problem.pieces.iter().any(|piece| piece.name == *name);
    let names: String = match problem.set {
        Set::Custom => grid.pinned().chain(problem.pieces.iter().map(|piece| piece.name)).collect(),
        set => set.pieces().iter().map(|piece| piece.name).filter(|name| is_left(name) || grid.marks.contains(name)).collect(),
    };
    let mut lifted: Grid = grid.clone();
    lifted.clear(pin);
    let shapes = if problem.set == Set::Custom {
        let left = problem.pieces.iter().map(|piece| CustomShape::of(piece.name, &piece.cells));
        left.chain(grid.pinned().map(|name| CustomShape::of(name, &grid.cells_of(name)))).collect()
    } else {
        Vec::new()
    };
    check(&State { set: problem.set, pieces: names, layers: lifted.layers(), shapes }).ok()
}

/// All that the analysis finds out; none if it finds nothing.
fn insight(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), Option<Insight>> {
    let mut latest = Latest { insight: None, observer };
    live::analyze(problem, &mut latest)?;
    ControlFlow::Continue(latest.insight)
}

/// Keeps the latest insight. How far the hints are cannot be told, but that they are to stop can be heard.
struct Latest<'a> {
    insight: Option<Insight>,
    observer: &'a mut dyn Observer<Hint<Spot>>,
}

impl Observer<Insight> for Latest<'_> {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.insight = Some(insight);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(0.0, tally)
    }
}
