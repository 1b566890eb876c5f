//! Hints, from vague to plain: where to look, what can come there, and what to lay, each with its reason.

use std::ops::ControlFlow;

use super::{
    geometry::Cell,
    insight::Insight,
    live,
    packing::{self, Packing},
    pieces::Piece,
    problem::Problem,
    search::{spots_of, why, wrong_number},
};
use crate::{
    cover::{Advice, Item, Known, Next, Reason, advise},
    search::{Hint, Observer, Tally},
    text::{counted, grouped, listed},
};

/// Tells hints on the next step, or that there is no solution and which piece is to blame.
pub fn hints(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let packing = Packing::new(problem, |_| true);
    let insight = insight(problem, observer)?;
    let kept: Vec<u64> = packing.placements.iter().map(|&placement| insight.kept.as_ref().map_or(0, |kept| kept.by(placement))).collect();
    let known = insight.solutions.map(|solutions| Known { solutions, kept: &kept });
    match advise(&packing.cover, &packing::hole, known) {
        Advice::Done => tell(observer, "every cell is covered: this is a solution".to_owned(), Vec::new())?,
        Advice::Hopeless(reason) => {
            let blame = blame(problem, observer)?;
            observer.found(Hint::Hopeless { reason: hopeless(problem, reason) + &blame })?;
        }
        Advice::Next(next) => Telling { packing: &packing, next: &next, solutions: insight.solutions }.tell(observer)?,
    }
    observer.progress(1.0, &Tally::default())
}

fn tell(observer: &mut dyn Observer<Hint<Cell>>, message: String, spots: Vec<Cell>) -> ControlFlow<()> {
    observer.found(Hint::Advice { message, spots })
}

/// What is to be told of the next step.
struct Telling<'a> {
    packing: &'a Packing,
    next: &'a Next<u64>,
    solutions: Option<u64>,
}

impl Telling<'_> {
    fn tell(&self, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
        let spots = spots_of_item(self.next.item);
        tell(observer, self.where_to_look(), spots.clone())?;
        tell(observer, self.what_can_come(), spots)?;
        let Some(placement) = self.next.placement else { return ControlFlow::Continue(()) };
        let laid = self.packing.placements[placement];
        let why = self.next.why(placement, &self.item(), self.solutions);
        tell(observer, format!("lay {} here: {why}", laid.piece), laid.cells.iter().collect())
    }

    fn where_to_look(&self) -> String {
        match self.next.item {
            Item::Cell(_) => "look at the marked cell: fewer ways to cover it lead on than for any other".to_owned(),
            Item::Piece(piece) => format!("look for a place for piece {piece}: it has fewer than any other"),
        }
    }

    fn what_can_come(&self) -> String {
        let open: Vec<Piece> = self.next.open().map(|option| self.packing.placements[option].piece).collect();
        let mut pieces = open.clone();
        pieces.dedup();
        let ways = counted(self.next.options.len() as u64, "way");
        let (what, lead) = match self.next.item {
            Item::Cell(_) => ("to cover it", format!(", with {}", listed(pieces, "or"))),
            Item::Piece(_) => ("to lay it", String::new()),
        };
        let good = if open.len() == 1 { "one leads".to_owned() } else { format!("{} lead", grouped(open.len() as u64)) };
        let dead_ends = self.next.dead_ends("a hole that pieces of five cannot fill");
        format!("of {ways} {what}, {good} to a solution{lead}{dead_ends}")
    }

    fn item(&self) -> String {
        match self.next.item {
            Item::Cell(_) => "way to cover the marked cell".to_owned(),
            Item::Piece(piece) => format!("place for piece {piece}"),
        }
    }
}

fn spots_of_item(item: Item) -> Vec<Cell> {
    spots_of(Reason::Starved(item))
}

/// Why there is no solution, as far as it can be seen.
fn hopeless(problem: &Problem, reason: Option<Reason<u64>>) -> String {
    let place =
        |cells: Vec<Cell>| cells.first().map(|cell| format!("row {}, column {}", cell.row() + 1, cell.column() + 1)).unwrap_or_default();
    match reason {
        _ if problem.needed().is_none() => wrong_number(problem),
        Some(hole @ Reason::Hole(_)) => format!("there is {}, at {}", why(hole), place(spots_of(hole))),
        Some(starved @ Reason::Starved(Item::Cell(_))) => format!("no piece that is left fits the cell at {}", place(spots_of(starved))),
        Some(starved) => why(starved),
        None => "there is no solution, though nothing shows it at once".to_owned(),
    }
}

/// Which of the pinned pieces alone would have to go for a solution.
fn blame(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), String> {
    let mut helpful = Vec::new();
    for pin in problem.pinned() {
        let count = insight(&problem.lifting(pin), observer)?.solutions.unwrap_or(0);
        if count > 0 {
            helpful.push(format!("{} ({})", pin.piece, counted(count, "solution")));
        }
    }
    ControlFlow::Continue(match helpful.len() {
        0 => String::new(),
        _ => format!(". It helps to take up {}", listed(helpful, "or")),
    })
}

/// All that the analysis finds out.
fn insight(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Insight> {
    let mut latest = Latest { insight: Insight::default(), observer };
    live::analyze(problem, &mut latest)?;
    ControlFlow::Continue(latest.insight)
}

/// Keeps the latest insight. How far the hints are cannot be told, but that they are to stop can be heard.
struct Latest<'a> {
    insight: Insight,
    observer: &'a mut dyn Observer<Hint<Cell>>,
}

impl Observer<Insight> for Latest<'_> {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.insight = insight;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(0.0, tally)
    }
}
