//! The best play: what a goal is worth under it, exact, or within bounds where there is no capacity to find out.
//!
//! This is expectimax, the search of an AND-OR tree whose AND nodes are chance. A position is the list of boards that are still possible,
//! each with its weight from the prior. An OR node is a position in which the player chooses a tile, or stops; its worth is the best of
//! these. A chance node is a flip: the tile shows 1, 2 or 3, each with the weight of the boards that have it there, and these boards are
//! the next position. On the boards that have a Voltorb there the round is lost. So the worth of a flip is the mean over what is shown,
//! where a lost round counts 0 and, if coins are the goal, what is shown is a factor.
//!
//! For example, three tiles hide one of three boards, equally likely: `1 2 V`, `2 V 1` or `V 1 2`. The first tile shows a 1 with a chance of
//! 1/3, which leaves the first board, whose 2 is then flipped; or a 2, which wins at once; or a Voltorb. That is worth 2/3. To bet on one
//! board and flip its 2 at once is worth only 1/3. No flip is worth more than the chance that it shows no Voltorb, 2/3 for the other two
//! tiles, so neither of these is searched.
//!
//! The plain tree has up to 25! orders of flips. Each of these steps makes it smaller and leaves every worth as it is:
//!
//! * **Dominance**: what costs nothing is flipped at once, and what tells nothing is left to the end. The proofs are in `choices`.
//! * **Leaves**: when nothing more can be learnt, all that is left is a bet on a fixed set of tiles, since nothing that is seen on the way
//!   could change a later choice. `bets` finds the best set. Of two boards the worth is known at once: they are told apart for nothing, or
//!   one of them is bet on.
//! * **Upper bounds**: a flip is worth no more than if the player knew the board right after it. Then every board without a Voltorb on
//!   the tile is won, or pays the product of all its tiles: [`Odds::upper_bound_of`]. Flips are tried in the order of this bound, and the first
//!   whose bound is not above the best so far ends the list, for the bounds of the rest are no higher. Within a flip the values
//!   already searched take the place of their shares of the bound, and the flip is left as soon as what remains can't reach the best so far.
//! * **Joining**: boards that are alike in all that later play depends on are one board with the sum of their weights: see `joined`.
//! * **A transposition table**: the order of flips is forgotten, and so is the order of rows and columns. Why positions of one shape have
//!   one worth is told in `shape`, what the table may hold in `memory`. Only exact worths are noted, and only of what comes
//!   after the tiles that cost nothing, so an entry means the same on every path.
//!
//! All this is exact but for the rounding of floating-point sums: flips that differ by less than [`ROUNDING`] count as equal.
//!
//! One fact about the clues carries several of the proofs. They fix the sum of all tiles and the number of Voltorbs, so all boards that
//! have shown the same have the same excess left in 2s and 3s. It is 0 on all of them or on none: **a round is won on all boards of a
//! position or on none**, and that it goes on tells nothing.

use std::ops::{ControlFlow, Range};

use crate::{
    puzzles::voltorb_flip::model::{
        objective::Goal,
        problem::Problem,
        rules::{TILES, Value},
    },
    search::Tally,
};

use self::{
    bets::Bet,
    choices::{Choices, Known, Odds, TilesByRisk, classify, coins, tiles},
    lists::{keep_showing, merge_equal},
    shape::Shaper,
    transposition_table::{Capacity, TableKey, TranspositionTable},
};
use super::counting::WeightedBoard;

pub mod choices;
pub mod bets;
pub mod lists;
pub mod shape;
pub mod transposition_table;

/// Differences under this are rounding, in what is about 1.
pub const ROUNDING: f64 = 1e-12;

/// With fewer boards than these, the work costs more than it saves.
const MIN_BOARDS_FOR_TABLE: usize = 5;
const MIN_BOARDS_TO_MERGE: usize = 7;

/// Hears how far a search is, from 0 to 1, and its work so far; it may stop the search.
pub type ProgressCallback<'a> = dyn FnMut(f32, &Tally) -> ControlFlow<()> + 'a;

/// Whoever watches does not want to know any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// What a position is worth: not less than `lower`, not more than `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthBounds {
    /// What can be reached.
    pub lower: f64,
    /// What is not exceeded.
    pub upper: f64,
}

impl WorthBounds {
    /// Exactly this.
    pub const fn exact(worth: f64) -> Self {
        Self { lower: worth, upper: worth }
    }

    /// The worth if it is known.
    pub fn value(self) -> Option<f64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// So many times this.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { lower: self.lower * factor, upper: self.upper * factor }
    }

    /// The worth of who may classify.
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// The search for the best play from one position. What it remembers serves all questions about that position.
pub struct BestPlay<'a> {
    problem: &'a Problem,
    goal: Goal,
    shaper: Shaper,
    /// A stack of board lists: below, the boards of the position; above, those of the flips that are thought about.
    boards: Vec<WeightedBoard>,
    /// How many boards the position itself leaves board_count.
    board_count: usize,
    table: TranspositionTable,
    capacity: Capacity,
    /// Whether no more positions can be remembered. Then those that are not yet known are only bounded.
    is_full: bool,
    tally: Tally,
    /// How far the questions are that are wanted_tiles, from 0 to 1.
    done: f64,
    /// Hears how far the questions are, from 0 to 1, and of the work; may stop it.
    progress: &'a mut ProgressCallback<'a>,
}

impl<'a> BestPlay<'a> {
    /// Prepares the search for a position with these boards, in which no Voltorb is face up, and something is left to be reached.
    pub fn new(
        problem: &'a Problem,
        goal: Goal,
        boards: Vec<WeightedBoard>,
        capacity: Capacity,
        progress: &'a mut ProgressCallback<'a>,
    ) -> Self {
        Self {
            problem,
            goal,
            shaper: Shaper::new(problem),
            board_count: boards.len(),
            boards,
            table: TranspositionTable::default(),
            capacity,
            is_full: false,
            tally: Tally::default(),
            done: 0.0,
            progress,
        }
    }

    /// The same with what was remembered of another round of the same level and goal.
    #[must_use]
    pub fn with_table(self, table: TranspositionTable) -> Self {
        Self { table, ..self }
    }

    /// What was remembered.
    pub fn into_table(self) -> TranspositionTable {
        self.table
    }

    /// All its work.
    pub fn into_tally(self) -> Tally {
        self.tally
    }

    /// Whether there was no capacity to remember everything, so that questions are no longer answered exact.
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// What the best play is worth from here on; in coins, by how many times it makes those more that are won already, and 1 is what
    /// stopping is worth. `share` is how much of the progress this question is worth.
    pub fn worth(&mut self, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        self.value(0..self.board_count, Known::of(&self.problem.tiles), share)
    }

    /// The same if this tile is flipped next and play is best from there; less than `threshold` may be told as soon as it is certain
    /// that `threshold` is not reached.
    pub fn worth_of(&mut self, tile: usize, threshold: f64, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let end = self.done + share;
        let known = Known::of(&self.problem.tiles);
        let odds = Odds::of(self.goal, &self.boards[..self.board_count], known.hidden, 1 << tile);
        let node = Node { boards: 0..self.board_count, known, odds: &odds };
        let worth = self.flip(&node, tile, threshold, share)?;
        self.done = end;
        ControlFlow::Continue(worth)
    }

    /// The best flip in a later position of the same round, which is played to clear the board: the safest of equally good ones; none
    /// if there is nothing left to flip. These boards are left, and these tiles are face up.
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
        let node = Node { boards: top..top + boards.len(), known, odds: &odds };
        let (bet, multipliers) = bets::heaviest(boards);
        let (mut best, mut flip) = (bet / odds.chances.total, None);
        for tile in TilesByRisk::of(choices.risky, odds.payoffs()).iter() {
            if is_no_better(node.upper_bound_of(tile), best) {
                break;
            }
            let worth = self.flip(&node, tile, best, 0.0)?.lower;
            if !is_no_better(worth, best) {
                (best, flip) = (worth, Some(tile));
            }
        }
        self.boards.truncate(top);
        let bet_on = tiles(known.hidden).filter(|tile| multipliers >> (2 * tile) & 2 != 0);
        ControlFlow::Continue(flip.or_else(|| bet_on.min_by(|&one, &other| lost(one).total_cmp(&lost(other)))))
    }

    /// What a position is worth.
    fn value(&mut self, boards: Range<usize>, known: Known, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        if let Some(worth) = settled(self.goal, &self.boards[boards.clone()], known) {
            self.done += share;
            return ControlFlow::Continue(WorthBounds::exact(worth));
        }
        let end = self.done + share;
        let worth = self.search_value(boards, known, share)?;
        self.done = end;
        ControlFlow::Continue(worth)
    }

    /// What a position is worth in which there is something to do.
    fn search_value(&mut self, boards: Range<usize>, known: Known, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        self.count_node()?;
        let (known, choices) = classify(self.goal, known, &self.boards[boards.clone()]);
        // What was turned_factor on the way counts for the goal; only to clear the board it is not worth a look.
        if self.goal != Goal::Clear
            && let Some(worth) = settled(self.goal, &self.boards[boards.clone()], known)
        {
            return ControlFlow::Continue(WorthBounds::exact(worth * choices.turned_factor));
        }
        if choices.is_only_a_bet() {
            let total = self.boards[boards.clone()].iter().map(|(_, weight)| weight).sum::<f64>();
            return ControlFlow::Continue(WorthBounds::exact(self.bet(boards, known, &choices)? / total * choices.turned_factor));
        }
        let place = (boards.len() >= MIN_BOARDS_FOR_TABLE).then(|| self.table_key(known));
        if let Some(value) = place.and_then(|place| self.table.get(place)) {
            return ControlFlow::Continue(WorthBounds::exact(value * choices.turned_factor));
        }
        let odds = Odds::of(self.goal, &self.boards[boards.clone()], known.hidden, choices.flips());
        let worth = self.merging_boards(boards, known, |search, boards| {
            let node = Node { boards, known, odds: &odds };
            match choices.free {
                _ if search.is_full => search.bounded(&node, &choices),
                Some(tile) => search.flip(&node, tile, 0.0, share),
                None => search.best_risk(&node, &choices, share),
            }
        })?;
        if let (Some(place), Some(value)) = (place, worth.value()) {
            self.store(place, value);
        }
        ControlFlow::Continue(worth.times(choices.turned_factor))
    }

    /// The best of betting now and of flipping one of the tiles, the safest first: a tile whose risk alone makes it worse
    /// than what is reached ends the search.
    ///
    /// These are all choices. A play that flips none of the risky tiles learns nothing, so it is a bet; by the proof in `choices`, one that
    /// flips some may begin with one of them.
    fn best_risk(&mut self, node: &Node<'_>, choices: &Choices, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let mut best = WorthBounds::exact(self.bet(node.boards.clone(), node.known, choices)? / node.odds.chances.total);
        let mut left = share;
        for tile in TilesByRisk::of(choices.risky, node.odds.payoffs()).iter() {
            if is_no_better(node.upper_bound_of(tile), best.lower) {
                break;
            }
            // What is learnt of one tile is remembered for the next, so that one takes less time.
            left /= 2.0;
            best = best.max(self.flip(node, tile, best.lower, left)?);
        }
        ControlFlow::Continue(best)
    }

    /// Bounds that take no search.
    fn bounded(&mut self, node: &Node<'_>, choices: &Choices) -> ControlFlow<Cancelled, WorthBounds> {
        let bet = self.bet(node.boards.clone(), node.known, choices)? / node.odds.chances.total;
        let upper = tiles(choices.flips()).map(|tile| node.upper_bound_of(tile)).fold(bet, f64::max);
        ControlFlow::Continue(WorthBounds { lower: bet, upper })
    }

    /// What the position is worth if this tile is flipped next; less than `threshold` may be told as soon as it is certain
    /// that `threshold` is not reached.
    fn flip(&mut self, node: &Node<'_>, tile: usize, threshold: f64, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let mut worth = WorthBounds::exact(0.0);
        let mut rest = node.upper_bound_of(tile);
        for shown in [Value::One, Value::Two, Value::Three] {
            let chance = node.odds.chances.weights[tile][shown as usize] / node.odds.chances.total;
            if chance <= 0.0 {
                continue;
            }
            if is_no_better(worth.upper + rest, threshold) {
                // What is still board_count can't make up for it.
                return ControlFlow::Continue(WorthBounds { lower: worth.lower, upper: (worth.upper + rest).min(threshold) });
            }
            let after = self.after(node.boards.clone(), node.known.with(tile, shown), tile, shown, share * chance)?;
            let part = after.times(chance * self.goal.factor(shown));
            worth = WorthBounds { lower: worth.lower + part.lower, upper: worth.upper + part.upper };
            rest -= node.payoff(tile, shown);
        }
        ControlFlow::Continue(worth)
    }

    /// What the position is worth after this tile was flipped and shows this value.
    fn after(&mut self, boards: Range<usize>, known: Known, tile: usize, shown: Value, share: f64) -> ControlFlow<Cancelled, WorthBounds> {
        let top = self.boards.len();
        self.boards.extend_from_within(boards.clone());
        let left = keep_showing(&mut self.boards[top..], tile, shown);
        self.boards.truncate(top + left);
        let worth = self.value(top..top + left, known, share)?;
        self.boards.truncate(top);
        ControlFlow::Continue(worth)
    }

    /// What the best bet brings, times the weight of the boards on which it succeeds.
    fn bet(&mut self, boards: Range<usize>, known: Known, choices: &Choices) -> ControlFlow<Cancelled, f64> {
        let Self { goal, boards: list, tally, progress, done, .. } = self;
        let list = &list[boards];
        let wanted = match *goal {
            Goal::Clear => return ControlFlow::Continue(bets::heaviest(list).0),
            Goal::Cards { .. } => Some(usize::from(goal.cards_missing(known.hidden))),
            Goal::Coins => None,
        };
        let winning = if let Goal::Cards { or_win: true, .. } = goal { bets::heaviest(list).0 } else { 0.0 };
        let odds = Odds::of(*goal, list, known.hidden, choices.bets);
        let order = TilesByRisk::of(choices.bets, odds.payoffs());
        let mut bets = [(0, 1.0); TILES];
        for (entry, tile) in bets.iter_mut().zip(order.iter()) {
            let shown = list.iter().map(|(board, _)| board.value(tile)).max();
            *entry = (tile, shown.map_or(1.0, |value| goal.factor(value)));
        }
        let mut visit = || {
            tally.explored += 1;
            progress(*done as f32, tally).map_break(|()| Cancelled)
        };
        Bet { tiles: &bets[..order.count()], wanted, visit: &mut visit }.best(list, winning)
    }

    /// Goes on with the boards as far as they differ in what matters: boards alike on the informative tiles, and alike in where
    /// their multipliers are, are joined.
    ///
    /// Only informative tiles are still flipped to learn something, and what they show is kept. The other tiles matter once, in the bet at the
    /// end: to clear the board by where multipliers are, which is kept, too; for coins not at all, since every tile that is bet on is among
    /// the informative ones, and the others are Voltorbs or 1s.
    fn merging_boards<T>(
        &mut self,
        boards: Range<usize>,
        known: Known,
        search: impl FnOnce(&mut Self, Range<usize>) -> ControlFlow<Cancelled, T>,
    ) -> ControlFlow<Cancelled, T> {
        // Where cards are counted all that tells boards apart matters.
        if boards.len() < MIN_BOARDS_TO_MERGE || matches!(self.goal, Goal::Cards { .. }) {
            return search(self, boards);
        }
        let top = self.boards.len();
        for index in boards {
            let (board, weight) = self.boards[index];
            self.boards.push((board.blurred(known.informative), weight));
        }
        let joined = merge_equal(&mut self.boards[top..]);
        self.boards.truncate(top + joined);
        let result = search(self, top..top + joined)?;
        self.boards.truncate(top);
        ControlFlow::Continue(result)
    }

    fn count_node(&mut self) -> ControlFlow<Cancelled> {
        self.tally.explored += 1;
        (self.progress)(self.done as f32, &self.tally).map_break(|()| Cancelled)
    }

    /// By what this position is remembered, in which what costs nothing is turned_factor.
    fn table_key(&self, known: Known) -> TableKey {
        match self.shaper.shape(known.hidden, known.shown, known.found) {
            Some(shape) => TableKey::Shape(shape),
            None => TableKey::Shown(known.shown),
        }
    }

    fn store(&mut self, place: TableKey, value: f64) {
        let is_noted = self.table.insert(place, value, self.capacity);
        self.is_full |= !is_noted;
        self.tally.kept += u64::from(is_noted);
        self.tally.memory = self.table.bytes() + (self.boards.capacity() * size_of::<WeightedBoard>()) as u64;
    }
}

/// A position that is thought about, and what is known of it.
struct Node<'n> {
    boards: Range<usize>,
    known: Known,
    /// Those of the tiles that may be flipped.
    odds: &'n Odds,
}

impl Node<'_> {
    /// What could be won at most, on average, if this tile is flipped next.
    fn upper_bound_of(&self, tile: usize) -> f64 {
        self.odds.upper_bound_of(tile)
    }

    /// What of this comes from boards on which the tile shows this value.
    fn payoff(&self, tile: usize, shown: Value) -> f64 {
        self.odds.payoffs().weights[tile][shown as usize] / self.odds.chances.total
    }
}

/// Whether this is not above `threshold`, as far as rounding lets one say.
fn is_no_better(worth: f64, threshold: f64) -> bool {
    worth <= threshold + ROUNDING * (1.0 + threshold)
}

/// What a position is worth in which there is nothing to decide.
fn settled(goal: Goal, boards: &[WeightedBoard], known: Known) -> Option<f64> {
    let is_won = || boards[0].0.hidden_multipliers(known.hidden) == 0;
    match (goal, boards) {
        (Goal::Clear, [_]) => Some(1.0),
        (Goal::Clear, &[one, other]) => Some(bets::worth_of_two_boards(one, other, tiles(known.informative))),
        (Goal::Clear, _) => None,
        (Goal::Cards { .. }, _) if goal.cards_missing(known.hidden) == 0 => Some(1.0),
        (Goal::Cards { or_win, .. }, _) if is_won() => Some(f64::from(u8::from(or_win))),
        // Who knows the board flips its ones first, so that the round is not won too early.
        (Goal::Cards { or_win, .. }, [(board, _)]) => {
            let cards = tiles(known.hidden).filter(|&tile| board.value(tile) != Value::Voltorb).count();
            Some(f64::from(u8::from(or_win || usize::from(goal.cards_missing(known.hidden)) <= cards)))
        }
        (Goal::Coins, _) if is_won() => Some(1.0),
        (Goal::Coins, [(board, _)]) => Some(coins(*board, known.hidden)),
        (Goal::Cards { .. } | Goal::Coins, _) => None,
    }
}
