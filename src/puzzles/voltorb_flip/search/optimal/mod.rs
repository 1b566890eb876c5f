//! Finds the best play and its worth for a goal: exactly, or as bounds once the transposition table is full and there are too many boards
//! to search them as sets.
//!
//! This is expectimax, the search of a tree with choice nodes and chance nodes. A position is the list of consistent boards, each weighted
//! by the prior. In a choice node the player flips a tile or stops; its worth is the best of these. A chance node is a flip: the tile shows
//! 1, 2 or 3, weighted by the boards that have it there, and these boards are the next position. On the boards with a Voltorb there, the
//! round is lost. So the worth of a flip is the average over what it shows, where a lost round counts 0 and, if the goal is coins, the
//! value shown is a factor.
//!
//! For example, three tiles hide one of three equally likely boards: `1 2 V`, `2 V 1` or `V 1 2`. The first tile shows a 1 with probability
//! 1/3, which leaves the first board, whose 2 is then flipped; or a 2, which wins at once; or a Voltorb. That is worth 2/3. Betting on one
//! board and flipping its 2 at once is worth only 1/3. No flip is worth more than its chance of not being a Voltorb, which is 2/3 for the
//! other two tiles, so neither of them is searched.
//!
//! The plain tree has up to 25! orders of flips. Each of these steps makes it smaller without changing any worth:
//!
//! * **Dominance**: tiles without risk are flipped at once, and tiles without information are left to the end. The proofs are in `choices`.
//! * **Leaves**: when nothing more can be learned, what remains is a bet on a fixed set of tiles, since no flip can change a later choice.
//!   `bets` finds the best set. With two boards the worth is known at once: a tile shows without risk which one it is, or the player bets
//!   on one of them.
//! * **Upper bounds**: a flip is worth no more than if the player knew the board right after it. Then every board without a Voltorb on the
//!   tile is won, or pays the product of all its tiles: [`Odds::upper_bound_of`]. Flips are tried in the order of this bound, and the first
//!   whose bound isn't above the best so far ends the loop, since later bounds are at most as high. Within a flip, each value searched
//!   replaces its part of the bound, and the flip is abandoned as soon as the bound can't exceed the best so far.
//! * **Thresholds**: of a flip that isn't the best, only this has to be known. So each flip is searched with the best worth so far as a
//!   threshold, and each position after it with what that leaves. Below a threshold, an upper bound is enough.
//! * **Rivals**: if the goal is to clear the board, boards that rule each other out give a bound far closer to the worth: see `roster`.
//!   Positions with up to [`MAX_BOARDS`] boards are searched as sets of numbered boards: see `set_search`.
//! * **Merging**: boards that agree on everything later play depends on are merged, with the sum of their weights: see `merging_boards`.
//! * **A transposition table**: positions are equal regardless of the order of flips, and of the order of rows and columns. `shape` proves
//!   that positions of one shape have the same worth; `transposition_table` bounds the memory. Worths are stored, and bounds, which are
//!   marked as such, and only for positions in which all tiles with neither risk nor information are turned, so an entry means the same on
//!   every path.
//!
//! **Threads.** A query that takes long begins again on all threads, which costs little, since the table keeps what was found. Each thread
//! searches the whole query, with boards, rosters and thresholds of its own, and they share the table. They stay apart by one rule: what
//! another thread is searching is left for later. So the next thread takes the next value of a flip, the next flip of a choice, whose first
//! one it helps with, and the next tile when all tiles are asked for. When others are searching all that is left, it joins one of them:
//! deeper in that search the same rule applies, and what it finds is in the table when the other one gets there. No thread ever waits for
//! another, and the first to have the answer ends the search for all. `joint` has the positions that are being searched. This is how
//! chess programs keep threads apart (ABDADA, J.-C. Weill, 1996). Thresholds differ with the order, so other bounds are found, but each
//! worth is the same, except for rounding. Where the table fills up, it depends on the order which positions still fit.
//!
//! All this is exact except for the rounding of floating-point sums: flips that differ by less than [`ROUNDING`] count as equal.
//!
//! Several proofs use one fact about the clues. They fix the sum of all tiles and the number of Voltorbs, so all boards that match the
//! face-up tiles have the same *excess* left in hidden 2s and 3s, where a 2 counts 1 and a 3 counts 2. It is 0 on all of them or on none:
//! **a round is won on all boards of a position or on none**, and the fact that it continues gives no information.

use std::{
    ops::{ControlFlow, Range},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};

use crate::model::{
    objective::Goal,
    problem::Problem,
    rules::{TILES, Value},
};
use base::search::{Tally, Threads};

use self::{
    bets::Bet,
    choices::{Choices, Known, Odds, TilesByRisk, classify, coins},
    joint::{Claim, EndsAll, Joint, Others},
    lists::{keep_showing, merge_equal},
    roster::{Cleared, FlipBounds, SHOWN},
    set_search::{MAX_BOARDS, Rosters, SetSearch},
    shape::{Shaper, tiles},
    transposition_table::{TableKey, TranspositionTable},
};
use super::counting::WeightedBoard;

pub mod choices;
pub mod bets;
pub mod board_set;
pub mod roster;
pub mod set_search;
pub mod lists;
pub mod shape;
pub mod transposition_table;
mod joint;

/// The tolerance for rounding errors in numbers of about 1.
pub const ROUNDING: f64 = 1e-12;

/// With fewer boards than this, the step takes more time than it saves.
const MIN_BOARDS_FOR_TABLE: usize = 8;
const MIN_BOARDS_TO_MERGE: usize = 7;

/// With fewer boards, the bounds of flips take more time than they save.
const MIN_BOARDS_TO_BOUND: usize = 65;

/// How much of a query is explored alone before other threads help: some milliseconds. In tests, they help at once.
const ALONE: u64 = if cfg!(test) { 10 } else { 1_000 };

/// A helper reports its work each time it has explored this much.
const NODES_PER_REPORT: u64 = 1024;

/// Receives the progress of a search, from 0 to 1, and its work so far; may stop the search.
pub type ProgressCallback<'a> = dyn FnMut(f32, &Tally) -> ControlFlow<()> + 'a;

/// The progress callback stopped the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Bounds on the worth of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthBounds {
    /// A worth that the best play reaches.
    pub lower: f64,
    /// A worth that no play exceeds.
    pub upper: f64,
}

impl WorthBounds {
    /// Nothing is known.
    const UNKNOWN: Self = Self { lower: 0.0, upper: f64::INFINITY };

    /// Creates bounds for a known worth.
    pub const fn exact(worth: f64) -> Self {
        Self { lower: worth, upper: worth }
    }

    /// Returns the bounds that a search with a threshold found.
    const fn of(cleared: Cleared) -> Self {
        match cleared {
            Cleared::Exactly(worth) => Self::exact(worth),
            Cleared::AtMost(upper) => Self { lower: 0.0, upper },
        }
    }

    /// Returns the worth if the bounds meet.
    pub fn value(self) -> Option<f64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Multiplies both bounds by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { lower: self.lower * factor, upper: self.upper * factor }
    }

    /// Returns the bounds for a choice between two options.
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// The search for the best play from one position. The transposition table is shared by all queries about that position, and with other
/// positions of the round and of the level.
pub struct BestPlay<'a> {
    problem: &'a Problem,
    goal: Goal,
    shaper: Shaper,
    /// A stack of board lists: first the boards of the position, then those of the flips being searched.
    boards: Vec<WeightedBoard>,
    /// The number of boards of the position itself.
    board_count: usize,
    /// Once it is full, nothing more is stored. Then a position that isn't in it is only bounded, unless it is searched as a set of boards:
    /// that search goes to its end with any table, and its own memory is bounded.
    table: &'a TranspositionTable,
    /// Unused memory of searches on sets.
    rosters: Rosters,
    /// The threads to share long queries with, if there are any.
    threads: Option<&'a dyn Threads>,
    work: Work<'a>,
}

/// The work of a search on one thread.
struct Work<'a> {
    tally: Tally,
    /// The progress over all queries, from 0 to 1, and the highest that was reported: a query that is shared begins again.
    done: f64,
    reported: f64,
    /// The query that is searched by several threads.
    joint: Option<Arc<Joint>>,
    /// Whether it counts the work of the others.
    leads: bool,
    /// The memory of this thread: its boards and rosters.
    memory: u64,
    /// The query stops when this much was explored.
    most: u64,
    /// Whether the callback stopped the search.
    is_cancelled: bool,
    /// Called with the progress and the work so far; may stop the search.
    progress: &'a mut ProgressCallback<'a>,
}

impl Work<'_> {
    /// Counts a node.
    fn visit(&mut self) -> ControlFlow<Cancelled> {
        self.tally.explored += 1;
        self.reported = self.reported.max(self.done);
        let mut stops = self.most <= self.tally.explored;
        if let Some(joint) = &self.joint {
            if self.leads && joint.has_news() {
                joint.add_to(&mut self.tally);
            }
            stops |= joint.is_over();
        }
        self.is_cancelled = (self.progress)(self.reported as f32, &self.tally).is_break();
        if stops || self.is_cancelled { ControlFlow::Break(Cancelled) } else { ControlFlow::Continue(()) }
    }
}

impl<'a> BestPlay<'a> {
    /// Prepares the search of a position with these boards. No Voltorb may be face up, and the goal must still be open.
    pub fn new(
        problem: &'a Problem,
        goal: Goal,
        boards: Vec<WeightedBoard>,
        table: &'a mut TranspositionTable,
        progress: &'a mut ProgressCallback<'a>,
    ) -> Self {
        table.prepare(problem, goal);
        Self::sharing(problem, goal, boards, table, progress)
    }

    /// Prepares a search with a table that was prepared for this problem and goal, which other threads may use, too.
    fn sharing(
        problem: &'a Problem,
        goal: Goal,
        boards: Vec<WeightedBoard>,
        table: &'a TranspositionTable,
        progress: &'a mut ProgressCallback<'a>,
    ) -> Self {
        Self {
            problem,
            goal,
            shaper: Shaper::new(problem, goal),
            board_count: boards.len(),
            boards,
            table,
            rosters: Rosters::default(),
            threads: None,
            work: Work {
                tally: Tally::default(),
                done: 0.0,
                reported: 0.0,
                joint: None,
                leads: true,
                memory: 0,
                most: u64::MAX,
                is_cancelled: false,
                progress,
            },
        }
    }

    /// Shares queries that take long with these threads.
    #[must_use]
    pub fn on(self, threads: &'a dyn Threads) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Returns the work of all queries.
    pub fn into_tally(self) -> Tally {
        self.work.tally
    }

    /// Returns whether the transposition table is full, so that later results may be bounds only.
    pub fn is_full(&self) -> bool {
        self.table.is_full()
    }

    /// Returns the worth of the best play from here on. For coins, it is a factor on the coins already won; stopping is worth 1. `share` is
    /// this query's part of the total progress.
    pub fn worth(&mut self, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let worth = OnceLock::new();
        self.answer(share, &|search, share| {
            let known = Known::of(&search.problem.tiles);
            let found = joined(search.worth_of_position(0..search.board_count, known, f64::NEG_INFINITY, share, Others::Join)?);
            // Another thread may have been faster.
            let _first = worth.set(found);
            ControlFlow::Continue(())
        })?;
        worth.into_inner().map_or(ControlFlow::Break(Cancelled), ControlFlow::Continue)
    }

    /// Returns the worth of flipping this tile next and playing best from there. Stops early with an upper bound of at most `threshold`
    /// once the worth can't exceed it.
    pub fn worth_of(&mut self, tile: usize, threshold: f64, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        self.worths_of(&[tile], threshold, share).map_continue(|worths| worths[0])
    }

    /// Does the same for each of these tiles. Without a threshold, all exact values are wanted. So the first that is only bounded, since
    /// the table is full, is the last that is searched, and of the others nothing is said.
    pub fn worths_of(&mut self, tiles: &[usize], threshold: f64, share: f64) -> ControlFlow<Cancelled, Vec<WorthBounds>> {
        let worths: Vec<_> = tiles.iter().map(|_| OnceLock::new()).collect();
        let (next, is_bounded) = (AtomicUsize::new(0), AtomicBool::new(false));
        self.answer(share, &|search, share| {
            let (start, share_of_each) = (search.work.done, share / tiles.len() as f64);
            let known = Known::of(&search.problem.tiles);
            // Tiles that no other thread has begun, then those that aren't done.
            let begun = std::iter::from_fn(|| Some(next.fetch_add(1, Relaxed)).filter(|&number| number < tiles.len()));
            for number in begun.chain(0..tiles.len()) {
                if is_bounded.load(Relaxed) {
                    let _first = worths[number].set(WorthBounds::UNKNOWN);
                } else if worths[number].get().is_none() {
                    let tile = tiles[number];
                    let odds = Odds::of(search.goal, &search.boards[..search.board_count], known.hidden, 1 << tile);
                    let node = Node { boards: 0..search.board_count, known, odds: &odds, bounds: None };
                    let found = joined(search.flip(&node, tile, threshold, share_of_each, Others::Join)?);
                    let _first = worths[number].set(found);
                    is_bounded.fetch_or(threshold == f64::NEG_INFINITY && found.value().is_none(), Relaxed);
                }
                search.work.done = start + share_of_each * worths.iter().filter(|worth| worth.get().is_some()).count() as f64;
            }
            ControlFlow::Continue(())
        })?;
        let worths: Option<Vec<_>> = worths.into_iter().map(OnceLock::into_inner).collect();
        worths.map_or(ControlFlow::Break(Cancelled), ControlFlow::Continue)
    }

    /// Answers a query: alone, or on all threads if that takes long. Each thread calls `query`, which says where the results are.
    fn answer(&mut self, share: f64, query: &(dyn Fn(&mut BestPlay<'_>, f64) -> ControlFlow<Cancelled> + Sync)) -> ControlFlow<Cancelled> {
        let start = self.work.done;
        self.work.most = self.threads.map_or(u64::MAX, |_| self.work.tally.explored + ALONE);
        let mut flow = query(self, share);
        self.work.most = u64::MAX;
        if let Some(threads) = self.threads.filter(|_| flow.is_break() && !self.work.is_cancelled) {
            self.work.done = start;
            self.boards.truncate(self.board_count);
            flow = self.answer_on(threads, share, query);
        }
        self.work.done = start + share;
        flow
    }

    /// Answers a query on all threads.
    fn answer_on(
        &mut self,
        threads: &dyn Threads,
        share: f64,
        query: &(dyn Fn(&mut BestPlay<'_>, f64) -> ControlFlow<Cancelled> + Sync),
    ) -> ControlFlow<Cancelled> {
        let joint = Arc::new(Joint::default());
        let Self { problem, goal, table, .. } = *self;
        let boards = self.boards.clone();
        let help = || {
            let mut reported = Tally::default();
            let mut progress = |_: f32, tally: &Tally| {
                if NODES_PER_REPORT <= tally.explored - reported.explored {
                    joint.report(&reported, tally);
                    reported.clone_from(tally);
                }
                ControlFlow::Continue(())
            };
            let mut helper = BestPlay::sharing(problem, goal, boards.clone(), table, &mut progress);
            (helper.work.joint, helper.work.leads) = (Some(joint.clone()), false);
            let _guard = EndsAll(&joint);
            // It also stops when another thread has the answer.
            let _flow = query(&mut helper, 0.0);
            helper.note_memory(0);
            joint.add_memory(helper.work.memory);
            let tally = helper.into_tally();
            joint.report(&reported, &tally);
        };
        self.work.joint = Some(joint.clone());
        threads.beside(&help, &mut || {
            let _guard = EndsAll(&joint);
            // It also stops when a helper has the answer.
            let _flow = query(self, share);
        });
        self.work.joint = None;
        self.boards.truncate(boards.len());
        joint.add_to(&mut self.work.tally);
        self.note_memory(joint.memory());
        if self.work.is_cancelled { ControlFlow::Break(Cancelled) } else { ControlFlow::Continue(()) }
    }

    /// Returns the best flip in a later position of the same round, with these boards consistent and these tiles face up, if the goal is to
    /// clear the board. Ties go to the safest tile. `None` if nothing is left to flip.
    pub fn best_flip(&mut self, boards: &[WeightedBoard], shown: &[Option<Value>; TILES]) -> ControlFlow<Cancelled, Option<usize>> {
        let known = Known::of(shown);
        let odds = Odds::of(self.goal, boards, known.hidden, known.hidden);
        let lost = |tile: usize| odds.chances.weights[tile][Value::Voltorb as usize];
        if let Some(free) = tiles(known.hidden).find(|&tile| lost(tile) == 0.0) {
            return ControlFlow::Continue(Some(free));
        }
        let (known, choices) = classify(self.goal, known, boards);
        let top = self.boards.len();
        self.boards.extend_from_slice(boards);
        let node = self.node(top..top + boards.len(), known, &odds);
        let (bet, multipliers) = bets::heaviest(boards);
        let (mut best, mut flip) = (bet / odds.chances.total, None);
        for tile in TilesByRisk::of(choices.risky, odds.payoffs()).iter() {
            if is_no_better(node.upper_bound_of(tile), best) {
                continue;
            }
            let worth = joined(self.flip(&node, tile, best, 0.0, Others::Join)?).lower;
            if !is_no_better(worth, best) {
                (best, flip) = (worth, Some(tile));
            }
        }
        self.boards.truncate(top);
        let bet_on = tiles(known.hidden).filter(|tile| multipliers >> (2 * tile) & 2 != 0);
        ControlFlow::Continue(flip.or_else(|| bet_on.min_by(|&one, &other| lost(one).total_cmp(&lost(other)))))
    }

    /// Returns the worth of a position. Stops early with an upper bound of at most `threshold` once the worth can't exceed it.
    /// `None` if it is left to another thread.
    fn worth_of_position(
        &mut self,
        boards: Range<usize>,
        known: Known,
        threshold: f64,
        share: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<WorthBounds>> {
        if let Some(worth) = settled(self.goal, &self.boards[boards.clone()], known) {
            self.work.done += share;
            return ControlFlow::Continue(Some(WorthBounds::exact(worth)));
        }
        let start = self.work.done;
        let worth = self.search_position(boards, known, threshold, share, others)?;
        if worth.is_some() {
            self.work.done = start + share;
        }
        ControlFlow::Continue(worth)
    }

    /// Returns the worth of a position that isn't settled.
    fn search_position(
        &mut self,
        boards: Range<usize>,
        known: Known,
        threshold: f64,
        share: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<WorthBounds>> {
        self.work.visit()?;
        let (known, choices) = classify(self.goal, known, &self.boards[boards.clone()]);
        // Tiles turned on the way may settle the position. If the goal is to clear the board, they can't change the result.
        if self.goal != Goal::Clear
            && let Some(worth) = settled(self.goal, &self.boards[boards.clone()], known)
        {
            return ControlFlow::Continue(Some(WorthBounds::exact(worth * choices.turned_factor)));
        }
        if choices.is_only_a_bet() {
            let total = self.boards[boards.clone()].iter().map(|(_, weight)| weight).sum::<f64>();
            return ControlFlow::Continue(Some(WorthBounds::exact(self.bet(boards, known, &choices)? / total * choices.turned_factor)));
        }
        let threshold = threshold / choices.turned_factor;
        let key = (boards.len() >= MIN_BOARDS_FOR_TABLE).then(|| self.table_key(known));
        if let Some(stored) = key.and_then(|key| self.table.get(key)).filter(|stored| stored.suffices_for(threshold)) {
            return ControlFlow::Continue(Some(WorthBounds::of(stored).times(choices.turned_factor)));
        }
        let claim = self.work.joint.as_ref().zip(key).map_or(Claim::Unknown, |(joint, key)| joint.claim(&key));
        if claim == Claim::Taken && others == Others::Leave {
            return ControlFlow::Continue(None);
        }
        let worth = self.merging_boards(boards, known, |search, boards| {
            if search.goal == Goal::Clear && boards.len() <= MAX_BOARDS {
                return search.cleared(boards, known, threshold);
            }
            let odds = Odds::of(search.goal, &search.boards[boards.clone()], known.hidden, choices.flips());
            let node = search.node(boards, known, &odds);
            match choices.free {
                _ if search.is_full() => search.bounded(&node, &choices),
                Some(tile) => search.flip(&node, tile, threshold, share, Others::Join).map_continue(joined),
                None => search.best_choice(&node, &choices, threshold, share),
            }
        })?;
        if let Some(key) = key {
            self.store(key, worth, threshold);
        }
        if let Some(joint) = &self.work.joint {
            joint.leave(claim);
        }
        ControlFlow::Continue(Some(worth.times(choices.turned_factor)))
    }

    /// Returns the worth of a position with few boards, if the goal is to clear the board.
    fn cleared(&mut self, boards: Range<usize>, known: Known, threshold: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let Self { boards: list, rosters, shaper, table, work, .. } = self;
        let joint = work.joint.clone();
        let boards = &list[boards];
        let total = boards.iter().map(|(_, weight)| weight).sum::<f64>();
        let mut visit = || work.visit();
        let mut search = SetSearch { rosters, shaper, table, joint: joint.as_deref(), visit: &mut visit, stored: 0 };
        let cleared = search.cleared(boards, known, threshold * total);
        self.work.tally.kept += search.stored;
        self.note_memory(0);
        ControlFlow::Continue(WorthBounds::of(cleared?.times(1.0 / total)))
    }

    /// Returns the node of this position.
    fn node<'n>(&mut self, boards: Range<usize>, known: Known, odds: &'n Odds) -> Node<'n> {
        let is_bounded = self.goal == Goal::Clear && MIN_BOARDS_TO_BOUND <= boards.len();
        let bounds = is_bounded.then(|| self.rosters.flip_bounds(&self.boards[boards.clone()], known));
        Node { boards, known, odds, bounds }
    }

    /// Returns the best of betting now and of flipping one of the risky tiles, the safest first. Stops at the first tile whose upper bound
    /// isn't above the best so far.
    ///
    /// These are all choices. A play that flips none of the risky tiles learns nothing, so it is a bet. By the proof in `choices`, a play
    /// that flips some may begin with one of them.
    fn best_choice(&mut self, node: &Node<'_>, choices: &Choices, threshold: f64, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let mut best = WorthBounds::exact(self.bet(node.boards.clone(), node.known, choices)? / node.odds.chances.total);
        let mut remaining_share = share;
        // Flips of which other threads search the rest come last. The first one shows how good the others have to be.
        let mut left = Vec::new();
        for (number, tile) in node.by_bound(choices.risky).into_iter().enumerate() {
            let enough = best.lower.max(threshold);
            let bound = node.upper_bound_of(tile);
            if is_no_better(bound, enough) {
                best.upper = best.upper.max(bound.min(enough));
                break;
            }
            // Thanks to the table, each tile takes less time than the one before.
            remaining_share /= 2.0;
            let others = if number == 0 { Others::Join } else { Others::Leave };
            match self.flip(node, tile, enough, remaining_share, others)? {
                Some(worth) => best = best.max(worth),
                None => left.push(tile),
            }
        }
        for tile in left {
            let enough = best.lower.max(threshold);
            best = best.max(joined(self.flip(node, tile, enough, 0.0, Others::Join)?));
        }
        ControlFlow::Continue(best)
    }

    /// Returns bounds without a search.
    fn bounded(&mut self, node: &Node<'_>, choices: &Choices) -> ControlFlow<Cancelled, WorthBounds> {
        let bet = self.bet(node.boards.clone(), node.known, choices)? / node.odds.chances.total;
        let upper = tiles(choices.flips()).map(|tile| node.upper_bound_of(tile)).fold(bet, f64::max);
        ControlFlow::Continue(WorthBounds { lower: bet, upper })
    }

    /// Returns the worth of flipping this tile next. Stops early with an upper bound of at most `threshold` once the worth can't exceed it.
    fn flip(
        &mut self,
        node: &Node<'_>,
        tile: usize,
        threshold: f64,
        share: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<WorthBounds>> {
        let mut worth = WorthBounds::exact(0.0);
        let mut remaining = node.upper_bound_of(tile);
        let (mut is_done, mut is_left) = ([false; 3], false);
        // First the values after which no other thread is searching.
        for now in [Others::Leave, Others::Join] {
            if now == Others::Join && !is_left {
                break;
            }
            if now == Others::Join && others == Others::Leave && !is_no_better(worth.upper + remaining, threshold) {
                return ControlFlow::Continue(None);
            }
            for (shown, is_done) in SHOWN.into_iter().zip(&mut is_done) {
                let chance = node.odds.chances.weights[tile][shown as usize] / node.odds.chances.total;
                if chance <= 0.0 || *is_done || is_no_better(worth.upper + remaining, threshold) {
                    continue;
                }
                let rest = remaining - node.payoff(tile, shown);
                let factor = chance * self.goal.factor(shown);
                // If what follows this value isn't above that, the flip isn't above its threshold.
                let enough = (threshold - worth.upper - rest) / factor;
                let Some(part) = self.worth_after(node, tile, shown, enough, share * chance, now)? else {
                    is_left = true;
                    continue;
                };
                let part = part.times(factor);
                worth = WorthBounds { lower: worth.lower + part.lower, upper: worth.upper + part.upper };
                remaining = rest;
                *is_done = true;
            }
        }
        if is_no_better(worth.upper + remaining, threshold) {
            // The remaining values can't lift the worth above the threshold.
            let upper = (worth.upper + remaining).min(threshold);
            worth = WorthBounds { lower: worth.lower.min(upper), upper };
        }
        ControlFlow::Continue(Some(worth))
    }

    /// Returns the worth after this tile was flipped and showed this value.
    fn worth_after(
        &mut self,
        node: &Node<'_>,
        tile: usize,
        shown: Value,
        threshold: f64,
        share: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<WorthBounds>> {
        let top = self.boards.len();
        self.boards.extend_from_within(node.boards.clone());
        let kept = keep_showing(&mut self.boards[top..], tile, shown);
        self.boards.truncate(top + kept);
        let worth = self.worth_of_position(top..top + kept, node.known.with(tile, shown), threshold, share, others)?;
        self.boards.truncate(top);
        ControlFlow::Continue(worth)
    }

    /// Returns the payoff of the best bet times the weight of the boards on which it succeeds.
    fn bet(&mut self, boards: Range<usize>, known: Known, choices: &Choices) -> ControlFlow<Cancelled, f64> {
        let Self { goal, boards: list, work, .. } = self;
        let list = &list[boards];
        let wanted = match *goal {
            Goal::Clear => return ControlFlow::Continue(bets::heaviest(list).0),
            Goal::Cards { .. } => Some(usize::from(goal.cards_missing(known.hidden))),
            Goal::Coins => None,
        };
        let winning = if let Goal::Cards { or_win: true, .. } = goal { bets::heaviest(list).0 } else { 0.0 };
        let odds = Odds::of(*goal, list, known.hidden, choices.bet_tiles);
        let order = TilesByRisk::of(choices.bet_tiles, odds.payoffs());
        let mut bets = [(0, 1.0); TILES];
        for (entry, tile) in bets.iter_mut().zip(order.iter()) {
            let shown = list.iter().map(|(board, _)| board.value(tile)).max();
            *entry = (tile, shown.map_or(1.0, |value| goal.factor(value)));
        }
        let mut visit = || work.visit();
        Bet { tiles: &bets[..order.count()], wanted, visit: &mut visit }.best(list, winning)
    }

    /// Merges boards that agree on the informative tiles and in the places of their multipliers, and continues with the result.
    ///
    /// Only informative tiles are still flipped for information, and merging keeps their values. The other tiles matter only in the final
    /// bet. If the goal is to clear the board, the bet depends on where the multipliers are, which merging keeps too. For coins, every tile
    /// of the bet is among the informative ones; the others are Voltorbs or 1s.
    fn merging_boards<T>(
        &mut self,
        boards: Range<usize>,
        known: Known,
        search: impl FnOnce(&mut Self, Range<usize>) -> ControlFlow<Cancelled, T>,
    ) -> ControlFlow<Cancelled, T> {
        // Where cards count, every difference between boards matters.
        if boards.len() < MIN_BOARDS_TO_MERGE || matches!(self.goal, Goal::Cards { .. }) {
            return search(self, boards);
        }
        let top = self.boards.len();
        for index in boards {
            let (board, weight) = self.boards[index];
            self.boards.push((board.blurred(known.informative), weight));
        }
        let merged = merge_equal(&mut self.boards[top..]);
        self.boards.truncate(top + merged);
        let result = search(self, top..top + merged)?;
        self.boards.truncate(top);
        ControlFlow::Continue(result)
    }

    /// Returns the key of this position, in which all tiles with neither risk nor information are turned.
    fn table_key(&mut self, known: Known) -> TableKey {
        let shape = self.shaper.shape(known.hidden, known.shown, known.found, &self.table.profiles);
        shape.map_or(TableKey::Shown(known.shown), TableKey::Shape)
    }

    /// Stores a worth, or a bound that isn't above the threshold; other bounds come from a full table.
    fn store(&mut self, key: TableKey, worth: WorthBounds, threshold: f64) {
        let cleared = match worth.value() {
            Some(value) => Cleared::Exactly(value),
            None if worth.upper <= threshold => Cleared::AtMost(worth.upper),
            None => return,
        };
        let is_stored = self.table.insert(key, cleared);
        self.work.tally.kept += u64::from(is_stored);
        self.note_memory(0);
    }

    /// Notes the memory of the table and of all threads. None of it ever shrinks during a search, until it is stopped.
    fn note_memory(&mut self, helpers: u64) {
        let own = (self.boards.capacity() * size_of::<WeightedBoard>()) as u64 + self.rosters.bytes();
        self.work.memory = self.work.memory.max(own);
        self.work.tally.memory = self.work.tally.memory.max(self.table.bytes() + self.work.memory + helpers);
    }
}

/// A position being searched, with its odds.
struct Node<'n> {
    boards: Range<usize>,
    known: Known,
    /// The odds of the tiles that may be flipped.
    odds: &'n Odds,
    /// Better bounds than these odds give, where they are worth their time.
    bounds: Option<FlipBounds>,
}

impl Node<'_> {
    /// Returns an upper bound on the worth of flipping this tile next.
    fn upper_bound_of(&self, tile: usize) -> f64 {
        match &self.bounds {
            Some(bounds) => bounds.iter().map(|of_value| of_value[tile]).sum::<f64>() / self.odds.chances.total,
            None => self.odds.upper_bound_of(tile),
        }
    }

    /// Returns the part of that bound from boards on which the tile shows this value.
    fn payoff(&self, tile: usize, shown: Value) -> f64 {
        let payoff = match &self.bounds {
            Some(bounds) => bounds[shown as usize - 1][tile],
            None => self.odds.payoffs().weights[tile][shown as usize],
        };
        payoff / self.odds.chances.total
    }

    /// Returns these tiles, those with the highest bounds first.
    fn by_bound(&self, tiles: u32) -> Vec<usize> {
        let mut order: Vec<_> = TilesByRisk::of(tiles, self.odds.payoffs()).iter().collect();
        if self.bounds.is_some() {
            order.sort_by(|&one, &other| self.upper_bound_of(other).total_cmp(&self.upper_bound_of(one)));
        }
        order
    }
}

/// Returns what a search finds that joins others.
fn joined<T>(found: Option<T>) -> T {
    found.expect("it leaves nothing to others")
}

/// Returns whether `worth` isn't above `threshold`, up to rounding.
fn is_no_better(worth: f64, threshold: f64) -> bool {
    worth <= threshold + ROUNDING * (1.0 + threshold)
}

/// Returns the worth of a position without decisions, or `None` if there is something to decide.
fn settled(goal: Goal, boards: &[WeightedBoard], known: Known) -> Option<f64> {
    let is_won = || boards[0].0.hidden_multipliers(known.hidden) == 0;
    match (goal, boards) {
        (Goal::Clear, [_]) => Some(1.0),
        (Goal::Clear, &[one, other]) => Some(bets::worth_of_two_boards(one, other, tiles(known.informative))),
        (Goal::Clear, _) => None,
        (Goal::Cards { .. }, _) if goal.cards_missing(known.hidden) == 0 => Some(1.0),
        (Goal::Cards { or_win, .. }, _) if is_won() => Some(f64::from(u8::from(or_win))),
        // A known board is played 1s first, so that the round isn't won too early.
        (Goal::Cards { or_win, .. }, [(board, _)]) => {
            let cards = tiles(known.hidden).filter(|&tile| board.value(tile) != Value::Voltorb).count();
            Some(f64::from(u8::from(or_win || usize::from(goal.cards_missing(known.hidden)) <= cards)))
        }
        (Goal::Coins, _) if is_won() => Some(1.0),
        (Goal::Coins, [(board, _)]) => Some(coins(*board, known.hidden)),
        (Goal::Cards { .. } | Goal::Coins, _) => None,
    }
}
