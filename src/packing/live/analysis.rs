//! The analysis after every edit: whether the position can be solved, how many solutions there are, and how many of them each placement
//! keeps.
//!
//! For the plain cube and for the contest's board all solutions are stored and looked up. For anything else the row list searches for a
//! few seconds at most. On a flat board, the frontier graph takes over soon if it is likely to be faster, or else where these seconds don't
//! suffice. Otherwise the analysis only reports that there may be more solutions than it saw.

use std::{collections::HashMap, ops::ControlFlow, sync::LazyLock};

use super::{
    apart,
    insight::{self, Insight},
    placement_counts::{CellIndices, PlacementCounter, PlacementCounts},
};
use crate::{
    model::{
        lattice::{CUBES, HEXAGONS},
        pieces::Set,
        problem::{Problem, check},
        solution::{Solution, Summary},
        state::{OUTSIDE, State},
    },
    search::{
        exact_cover::ExactCover,
        frontier_graph::{self, MOST_MEMORY},
        prepared::{Prepared, with_table},
        row_list,
    },
};
use base::{
    bits::{Wide, Word},
    search::{Found, Observer, Tally, Threads},
};
use cover::{
    KeepGoing,
    frontier::{self, Halt, Progress, Workers},
};

/// The analysis gives up after this much work: placements tried by the row list, and images of its solutions examined.
const MOST_WORK: u64 = 4_000_000;
/// On a flat board, it is estimated after this much work whether the frontier graph is faster: after some tens of milliseconds, about as
/// many as the estimate takes.
const WORK_BEFORE_ESTIMATE: u64 = 100_000;
/// An image of a solution counts as this many placements.
const WORK_OF_AN_IMAGE: u64 = 4;
/// It also gives up after this many progress calls, each of which stands for a few microseconds of copying: in large boxes a single
/// placement takes long.
const MOST_CALLS: u64 = 250_000;

/// Reports what is known at once, then whether there is a solution, and then how many there are and what each placement keeps.
pub fn analyze(prepared: &Prepared, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    let basic = Insight::without_search(prepared);
    let problem = &prepared.problem;
    observer.found(basic.clone())?;
    if problem.state.moves.is_some() {
        let counted = Summary { raw: 1, rotations: None, classes: None, extremes: None };
        let par = Some(apart::par(prepared, &mut || observer.progress(0.0, &Tally::default()))?);
        observer.found(Insight { par, census: insight::Census::Complete, ..basic.with_at_least(counted) })?;
        return observer.progress(1.0, &Tally::default());
    }
    if let Some((counted, kept)) = look_up(problem) {
        observer.found(Insight { method: "stored solutions", ..basic.with_all(counted, kept) })?;
        return observer.progress(1.0, &Tally::default());
    }
    let mut census = Census {
        prepared,
        basic: &basic,
        observer,
        counted: Summary::default(),
        kept: PlacementCounter::new(problem),
        next_report: 1,
        work: 0,
        calls: 0,
        done: 0.0,
        tally: Tally::default(),
        graph: None,
        end: None,
    };
    // Where the numbers of cells already rule out every solution, a search could take long to find none.
    if basic.flaws.is_empty() {
        let _ended = row_list::search(prepared, &mut census);
    }
    let Census { observer, counted, kept, done, mut tally, graph, end, .. } = census;
    let insight = match end {
        Some(End::Cancelled) => return ControlFlow::Break(()),
        Some(End::GivenUp) => {
            let (before, threads) = (tally.clone(), observer.threads());
            let progress: Progress<'_> = &mut |more, work| {
                tally.clone_from(&before);
                tally += work;
                observer.progress((done + (1.0 - done) * more).min(0.99), &tally)
            };
            let by_graph = if graph.is_some_and(|graph| graph.fits) { count_by_graph(prepared, &*threads, progress)? } else { None };
            match by_graph {
                Some((counted, kept)) => {
                    let is_faster = graph.is_some_and(|graph| graph.is_faster);
                    let method = if is_faster { "frontier graph: likely faster" } else { "frontier graph: listing takes too long" };
                    Insight { method, ..basic.clone().with_all(counted, kept) }
                }
                None => {
                    let is_too_large = graph.is_some() && frontier_graph::unsuited(problem).is_none();
                    let method = if is_too_large { "row list: the frontier graph takes too much memory" } else { basic.method };
                    Insight { method, ..basic.clone().giving_up_at(counted, done) }
                }
            }
        }
        None => basic.clone().with_all(counted, kept.into_counts()),
    };
    observer.found(insight)?;
    observer.progress(1.0, &tally)
}

/// What is expected of the frontier graph.
#[derive(Clone, Copy, Debug, Default)]
struct Expected {
    /// Whether it is likely to fit into its memory.
    fits: bool,
    /// Whether it is also likely to be faster than the row list.
    is_faster: bool,
}

/// Estimates what the frontier graph would take.
fn expect_of_graph(prepared: &Prepared, keep_going: KeepGoing<'_>) -> ControlFlow<(), Expected> {
    match prepared.problem.cells.len() {
        _ if frontier_graph::unsuited(&prepared.problem).is_some() => ControlFlow::Continue(Expected::default()),
        0..=64 => expect_in::<u64>(prepared, keep_going),
        _ => expect_in::<Wide<2>>(prepared, keep_going),
    }
}

fn expect_in<W: Word>(prepared: &Prepared, keep_going: KeepGoing<'_>) -> ControlFlow<(), Expected> {
    let along = ExactCover::<W>::new(prepared, keep_going)?.along_the_short_side();
    let estimate = frontier::estimate(&along, keep_going)?;
    let fits = estimate.fits(MOST_MEMORY);
    ControlFlow::Continue(Expected { fits, is_faster: fits && estimate.favours_graph(frontier::nodes(&along, keep_going)?) })
}

/// Counts by the frontier graph, unless it takes more memory than expected.
fn count_by_graph(
    prepared: &Prepared,
    threads: &dyn Threads,
    progress: Progress<'_>,
) -> ControlFlow<(), Option<(Summary, PlacementCounts)>> {
    match prepared.problem.cells.len() {
        0..=64 => count_in::<u64>(prepared, threads, progress),
        _ => count_in::<Wide<2>>(prepared, threads, progress),
    }
}

fn count_in<W: Word>(
    prepared: &Prepared,
    threads: &dyn Threads,
    progress: Progress<'_>,
) -> ControlFlow<(), Option<(Summary, PlacementCounts)>> {
    let problem = &prepared.problem;
    let exact_cover = ExactCover::<W>::new(prepared, &mut || progress(0.0, &Tally::default()))?;
    let counts = match frontier::count_each(&exact_cover.along_the_short_side(), MOST_MEMORY, Workers::new(threads), progress) {
        ControlFlow::Continue(counts) => counts,
        ControlFlow::Break(Halt::TooLarge) => return ControlFlow::Continue(None),
        ControlFlow::Break(Halt::Stopped) => return ControlFlow::Break(()),
    };
    let number = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let places = problem.box_indices();
    let having = exact_cover.cover.placements.iter().zip(&counts.having).filter(|&(_, &count)| 0 < count);
    let having = having.map(|(placement, &count)| {
        let cells: CellIndices = placement.cells.iter().map(|cell| places[cell]).collect();
        (placement.piece, cells, number(count))
    });
    let counted = Summary { raw: number(counts.solutions), rotations: None, classes: None, ..Summary::default() };
    ControlFlow::Continue(Some((counted, PlacementCounts::new(problem, having))))
}

/// Why a census ended before all solutions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Cancelled,
    GivenUp,
}

/// Counts the solutions of a search, and reports the first one at once.
struct Census<'a> {
    prepared: &'a Prepared,
    basic: &'a Insight,
    observer: &'a mut dyn Observer<Insight>,
    counted: Summary,
    kept: PlacementCounter,
    /// The number of solutions at which the next report is due.
    next_report: u64,
    work: u64,
    calls: u64,
    /// What was reported last.
    done: f32,
    tally: Tally,
    /// What is expected of the frontier graph, once that is estimated.
    graph: Option<Expected>,
    end: Option<End>,
}

impl Census<'_> {
    fn note(&mut self, flow: ControlFlow<()>) -> ControlFlow<()> {
        if flow.is_break() {
            self.end = Some(End::Cancelled);
        }
        flow
    }
}

impl Observer<Solution> for Census<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        let images = self.prepared.problem.images_of(&solution);
        self.work += images.len() as u64 * WORK_OF_AN_IMAGE;
        images.iter().for_each(|image| self.kept.add(image));
        self.counted.add(&solution);
        if self.counted.raw < self.next_report {
            return ControlFlow::Continue(());
        }
        self.next_report = self.counted.raw * 2;
        let flow = self.observer.found(self.basic.clone().with_at_least(self.counted.clone()));
        self.note(flow)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        // The end is reported once all solutions are counted.
        self.done = done.min(0.99);
        self.tally.clone_from(tally);
        self.calls += 1;
        let work = tally.explored + self.work;
        if done < 1.0 && WORK_BEFORE_ESTIMATE < work && self.graph.is_none() && self.prepared.problem.state.lattice.is_flat {
            match expect_of_graph(self.prepared, &mut || self.observer.progress(self.done, tally)) {
                ControlFlow::Continue(expected) => self.graph = Some(expected),
                ControlFlow::Break(()) => return self.note(ControlFlow::Break(())),
            }
        }
        let is_too_slow = MOST_WORK < work || MOST_CALLS < self.calls;
        if done < 1.0 && (is_too_slow || self.graph.is_some_and(|graph| graph.is_faster)) {
            self.end = Some(End::GivenUp);
            return ControlFlow::Break(());
        }
        let flow = self.observer.progress(self.done, tally);
        self.note(flow)
    }
}

/// All solutions of the cube, found on first use.
static CUBE: LazyLock<Option<Stored>> = LazyLock::new(|| Stored::of(&State::of_set(&CUBES, Set::Soma)));
/// All solutions of the contest's board, found on first use.
static CONTEST: LazyLock<Option<Stored>> = LazyLock::new(|| Stored::of(&State::of_set(&HEXAGONS, Set::Contest)));

/// Stored solutions, which are looked through for placements: for the 11,520 of the cube this takes less than a tenth of a millisecond.
struct Stored {
    placements: Vec<(char, CellIndices)>,
    /// The number of pieces, each of which has one placement in a solution.
    pieces: usize,
    /// The numbers of the placements of one solution after another.
    solutions: Vec<u32>,
    counted: Summary,
}

impl Stored {
    /// Finds all solutions of an empty figure that only all pieces together fill.
    fn of(state: &State) -> Option<Self> {
        let prepared = Prepared::from(check(state).ok()?);
        let problem = &prepared.problem;
        let mut found = Found::default();
        let _never_stopped = row_list::search(&prepared, &mut found);
        let placements = placements(&prepared);
        let numbers: HashMap<(char, CellIndices), u32> =
            (0..).zip(&placements).map(|(number, placement)| (placement.clone(), number)).collect();
        let places = problem.box_indices();
        let mut counted = Summary::default();
        found.items.iter().for_each(|solution| counted.add(solution));
        let solutions = found.items.iter().flat_map(|solution| problem.images_of(solution));
        let solutions = solutions.flat_map(|image| {
            let mut covered = vec![CellIndices::new(); problem.pieces.len()];
            image.iter().zip(&places).for_each(|(&piece, &place)| covered[usize::from(piece)].push(place));
            problem.pieces.iter().zip(covered).map(|(piece, places)| numbers.get(&(piece.mark, places)).copied()).collect::<Vec<_>>()
        });
        let solutions = solutions.collect::<Option<_>>()?;
        Some(Self { placements, pieces: problem.pieces.len(), solutions, counted })
    }

    /// Returns how many solutions have these placements, and how many of them each placement of the problem's pieces keeps.
    fn with(&self, pins: &[(char, CellIndices)], problem: &Problem) -> Option<(Summary, PlacementCounts)> {
        let number = |pin| self.placements.iter().position(|placement| placement == pin).map(|number| number as u32);
        let pins: Vec<u32> = pins.iter().map(number).collect::<Option<_>>()?;
        let (mut raw, mut kept) = (0, vec![0_u64; self.placements.len()]);
        for solution in self.solutions.chunks_exact(self.pieces).filter(|solution| pins.iter().all(|pin| solution.contains(pin))) {
            raw += 1;
            solution.iter().for_each(|&placement| kept[placement as usize] += 1);
        }
        let kept = self.placements.iter().zip(kept).filter(|&(_, count)| 0 < count);
        let kept = kept.filter_map(|((mark, places), count)| Some((problem.piece(*mark)?, places.clone(), count)));
        let counted = match pins.len() {
            0 => self.counted.clone(),
            _ => Summary { raw, rotations: None, classes: None, ..Summary::default() },
        };
        Some((counted, PlacementCounts::new(problem, kept)))
    }
}

/// Looks the problem up among the stored solutions if it is about one of their figures with all pieces, any of which may be pinned.
fn look_up(problem: &Problem) -> Option<(Summary, PlacementCounts)> {
    let stored = match problem.state.set {
        Set::Soma => &CUBE,
        Set::Contest => &CONTEST,
        _ => return None,
    };
    let grid = &problem.grid;
    let pinned: Vec<char> = grid.pinned().collect();
    let whole = State::of_set(grid.extent.lattice, problem.state.set).grid();
    let is_whole = grid.extent == whole.extent && !grid.marks.contains(&OUTSIDE);
    if !is_whole || problem.pieces.len() + pinned.len() != problem.state.set_pieces().len() {
        return None;
    }
    let places = |name: char| (0..).zip(&grid.marks).filter(|&(_, &mark)| mark == name).map(|(place, _)| place).collect();
    let pins: Vec<(char, CellIndices)> = pinned.into_iter().map(|name| (name, places(name))).collect();
    stored.as_ref()?.with(&pins, problem)
}

/// Returns all placements of the remaining pieces.
fn placements(prepared: &Prepared) -> Vec<(char, CellIndices)> {
    let places = prepared.problem.box_indices();
    let mut all = Vec::new();
    with_table!(prepared, table => {
        for piece in &table.pieces {
            all.extend(piece.masks.iter().map(|&mask| (piece.mark, mask.iter().map(|cell| places[cell]).collect())));
        }
    });
    all
}
