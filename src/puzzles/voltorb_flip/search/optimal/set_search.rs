//! The search for the best play to clear the board, on sets of numbered boards: as in the parent module, but faster, and with the bounds of
//! `roster`.
//!
//! Worths are here the weight of the boards that a play clears, so that those after a flip just add up. A search is asked for the worth
//! only above a threshold: if the worth is lower, it returns an upper bound that isn't above the threshold. In a choice node, the threshold
//! of a flip is the best worth so far. A flip is worth the sum over the values that it may show. So the threshold for one of them is what
//! remains of the flip's after the others, each with its worth, or a bound on it: if this one isn't above that, the flip isn't above its
//! own. This never changes the worth of the best choice, since only a flip whose worth is proven to be no higher is abandoned.
//!
//! A position is a set of numbers on a [`Roster`]. This is all that matters: a tile that was flipped shows the same on all boards of the
//! set, and so does a tile that needn't be. When few of the boards of a large roster are left, they are merged and get a smaller roster of
//! their own, whose sets have fewer words.

use std::ops::ControlFlow;

use super::{
    Cancelled, ROUNDING,
    board_set::BoardSet,
    choices::Known,
    joined,
    joint::{Claim, Joint, Others},
    lists::merge_equal,
    roster::{Cleared, FlipBounds, Roster, SHOWN},
    shape::{Shaper, tiles},
    transposition_table::{TableKey, TranspositionTable},
};
use crate::{
    model::rules::{TILES, Value},
    search::counting::WeightedBoard,
};

/// The most boards on a roster.
pub const MAX_BOARDS: usize = 64 * LARGEST;

const LARGEST: usize = 64;

/// The rosters that aren't in use, by their size.
#[derive(Default)]
pub struct Rosters {
    of_64: Vec<Roster<1>>,
    of_256: Vec<Roster<4>>,
    of_1024: Vec<Roster<16>>,
    of_4096: Vec<Roster<LARGEST>>,
}

impl Rosters {
    /// Returns the memory of these rosters in bytes.
    pub fn bytes(&self) -> u64 {
        let Self { of_64, of_256, of_1024, of_4096 } = self;
        bytes_of(of_64) + bytes_of(of_256) + bytes_of(of_1024) + bytes_of(of_4096)
    }

    /// For each value of each tile, returns a bound on the weight of the boards with it that a play can clear.
    ///
    /// Any number of boards is possible. What a play clears of several parts is at most the sum of what is cleared of each part.
    pub fn flip_bounds(&mut self, boards: &[WeightedBoard], known: Known) -> FlipBounds {
        let mut bounds = [[0.0; TILES]; 3];
        let mut roster = self.of_4096.pop().unwrap_or_default();
        for part in boards.chunks(MAX_BOARDS) {
            roster.fill(part, known);
            roster.add_flip_bounds(&roster.all(), known.informative & known.hidden, &mut bounds);
        }
        self.of_4096.push(roster);
        bounds
    }
}

fn bytes_of<const WORDS: usize>(rosters: &[Roster<WORDS>]) -> u64 {
    rosters.iter().map(Roster::bytes).sum()
}

/// A search on sets.
pub struct SetSearch<'s> {
    /// Unused rosters.
    pub rosters: &'s mut Rosters,
    /// The parts of the problem that shapes depend on.
    pub shaper: &'s mut Shaper,
    /// The worths of other positions.
    pub table: &'s TranspositionTable,
    /// What other threads search, if there are any.
    pub joint: Option<&'s Joint>,
    /// Called for each node; may stop the search.
    pub visit: &'s mut dyn FnMut() -> ControlFlow<Cancelled>,
    /// The number of worths and bounds stored in the table so far.
    pub stored: u64,
}

/// A position in which there is a choice.
struct Position<const WORDS: usize> {
    set: BoardSet<WORDS>,
    /// An upper bound on its worth.
    upper: f64,
    /// The tiles that may be worth a flip.
    informative: u32,
}

/// What a flip leaves for each value, and what is known of that.
type Outcomes<const WORDS: usize> = [(BoardSet<WORDS>, Cleared); 3];

impl SetSearch<'_> {
    /// Returns the weight that the best play clears of these boards, at most [`MAX_BOARDS`], as far as it is above the threshold.
    pub fn cleared(&mut self, boards: &[WeightedBoard], known: Known, threshold: f64) -> ControlFlow<Cancelled, Cleared> {
        match boards.len() {
            ..=64 => self.cleared_on(|rosters| &mut rosters.of_64, boards, known, threshold),
            65..=256 => self.cleared_on(|rosters| &mut rosters.of_256, boards, known, threshold),
            257..=1024 => self.cleared_on(|rosters| &mut rosters.of_1024, boards, known, threshold),
            _ => self.cleared_on(|rosters| &mut rosters.of_4096, boards, known, threshold),
        }
    }

    fn cleared_on<const WORDS: usize>(
        &mut self,
        unused: impl Fn(&mut Rosters) -> &mut Vec<Roster<WORDS>>,
        boards: &[WeightedBoard],
        known: Known,
        threshold: f64,
    ) -> ControlFlow<Cancelled, Cleared> {
        (self.visit)()?;
        let mut roster = unused(self.rosters).pop().unwrap_or_default();
        roster.fill(boards, known);
        let set = roster.all();
        let mut cleared = roster.known_worth(&set);
        if !cleared.suffices_for(threshold) {
            let position = Position { set, upper: cleared.upper(), informative: known.informative & known.hidden };
            cleared = self.search(&mut roster, position, threshold)?;
        }
        unused(self.rosters).push(roster);
        ControlFlow::Continue(cleared)
    }

    /// Returns the worth of a later position. `None` if it is left to another thread.
    fn worth<const WORDS: usize>(
        &mut self,
        roster: &mut Roster<WORDS>,
        position: Position<WORDS>,
        threshold: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<Cleared>> {
        let set = position.set;
        let cleared = if WORDS == 1 {
            self.search(roster, position, threshold)?
        } else {
            let Some(cleared) = self.look_up(roster, position, threshold, others)? else { return ControlFlow::Continue(None) };
            cleared
        };
        roster.store(&set, cleared);
        ControlFlow::Continue(Some(cleared))
    }

    /// Like [`Self::worth`], with the transposition table, which is slower than the search of a small set.
    fn look_up<const WORDS: usize>(
        &mut self,
        roster: &mut Roster<WORDS>,
        position: Position<WORDS>,
        threshold: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<Cleared>> {
        let (known, set) = (known_after(roster, &position), position.set);
        if known.informative == 0 {
            return ControlFlow::Continue(Some(Cleared::Exactly(roster.heaviest_bet(&set))));
        }
        let total = roster.weight(&set);
        let shape = self.shaper.shape(known.hidden, known.shown, known.found, &self.table.profiles);
        let key = shape.map_or(TableKey::Shown(known.shown), TableKey::Shape);
        if let Some(stored) = self.table.get(key).map(|stored| stored.times(total)).filter(|stored| stored.suffices_for(threshold)) {
            return ControlFlow::Continue(Some(stored));
        }
        let claim = self.joint.map_or(Claim::Unknown, |joint| joint.claim(&key));
        if claim == Claim::Taken && others == Others::Leave {
            return ControlFlow::Continue(None);
        }
        let cleared = if set.len() <= few(WORDS) {
            let blurred = |number: usize| (roster.boards[number].0.blurred(known.informative), roster.boards[number].1);
            let mut boards: Vec<_> = set.iter().map(blurred).collect();
            let merged = merge_equal(&mut boards);
            self.cleared(&boards[..merged], known, threshold)?
        } else {
            self.search(roster, position, threshold)?
        };
        self.stored += u64::from(self.table.insert(key, cleared.times(1.0 / total)));
        if let Some(joint) = self.joint {
            joint.leave(claim);
        }
        ControlFlow::Continue(Some(cleared))
    }

    /// Searches a position, as far as its worth is above the threshold.
    fn search<const WORDS: usize>(
        &mut self,
        roster: &mut Roster<WORDS>,
        mut position: Position<WORDS>,
        threshold: f64,
    ) -> ControlFlow<Cancelled, Cleared> {
        (self.visit)()?;
        let mut risky = 0;
        for tile in tiles(position.informative) {
            if !is_informative(roster, &position.set, tile) {
                position.informative &= !(1 << tile);
            } else if position.set.meets(roster.with_value(tile, Value::Voltorb)) {
                risky |= 1 << tile;
            } else {
                // A tile without risk is flipped first.
                return self.choice(roster, &position, tile, threshold, Others::Join).map_continue(joined);
            }
        }
        let bet = roster.heaviest_bet(&position.set);
        let tolerance = ROUNDING * position.upper;
        // The best worth, and a bound on the choices that weren't searched to the end.
        let (mut best, mut others) = (bet, bet);
        if position.upper <= best.max(threshold) + tolerance {
            others = others.max(position.upper);
            risky = 0;
        }
        // Flips of which other threads search the rest come last. The first one shows how good the others have to be.
        let mut left = 0_u32;
        for (number, (bound, tile)) in by_bound(roster, &position, risky).enumerate() {
            let enough = best.max(threshold) + tolerance;
            if bound <= enough {
                others = others.max(bound);
                continue;
            }
            let joining = if number == 0 { Others::Join } else { Others::Leave };
            match self.choice(roster, &position, tile, enough, joining)? {
                Some(Cleared::Exactly(worth)) if enough < worth => best = worth,
                Some(worth) => others = others.max(worth.upper()),
                None => left |= 1 << tile,
            }
        }
        for tile in tiles(left) {
            let enough = best.max(threshold) + tolerance;
            match joined(self.choice(roster, &position, tile, enough, Others::Join)?) {
                Cleared::Exactly(worth) if enough < worth => best = worth,
                worth => others = others.max(worth.upper()),
            }
        }
        ControlFlow::Continue(if threshold < best { Cleared::Exactly(best) } else { Cleared::AtMost(others.min(threshold)) })
    }

    /// Returns the worth of flipping this tile. `None` if what is left of it is left to other threads.
    fn choice<const WORDS: usize>(
        &mut self,
        roster: &mut Roster<WORDS>,
        position: &Position<WORDS>,
        tile: usize,
        threshold: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<Cleared>> {
        let outcomes = outcomes(roster, &position.set, tile);
        self.flip(roster, &outcomes, position.informative & !(1 << tile), threshold, others)
    }

    /// Returns the worth of a flip with these outcomes.
    fn flip<const WORDS: usize>(
        &mut self,
        roster: &mut Roster<WORDS>,
        outcomes: &Outcomes<WORDS>,
        informative: u32,
        threshold: f64,
        others: Others,
    ) -> ControlFlow<Cancelled, Option<Cleared>> {
        let mut upper = outcomes.iter().map(|(_, cleared)| cleared.upper()).sum::<f64>();
        let (mut is_done, mut is_left) = ([false; 3], false);
        // First those that no other thread is searching.
        for now in [Others::Leave, Others::Join] {
            if now == Others::Join && !is_left {
                break;
            }
            if now == Others::Join && others == Others::Leave && threshold < upper {
                return ControlFlow::Continue(None);
            }
            for ((set, cleared), is_done) in outcomes.iter().zip(&mut is_done) {
                if *is_done || upper <= threshold {
                    continue;
                }
                let Cleared::AtMost(bound) = *cleared else { continue };
                let rest = upper - bound;
                let position = Position { set: *set, upper: bound, informative };
                let Some(worth) = self.worth(roster, position, threshold - rest, now)? else {
                    is_left = true;
                    continue;
                };
                *is_done = true;
                upper = rest + worth.upper();
                if let Cleared::AtMost(_) = worth {
                    return ControlFlow::Continue(Some(Cleared::AtMost(upper.min(threshold))));
                }
            }
        }
        ControlFlow::Continue(Some(if threshold < upper { Cleared::Exactly(upper) } else { Cleared::AtMost(upper) }))
    }
}

/// Returns the largest number of boards that are moved from a roster to a smaller one.
const fn few(words: usize) -> usize {
    match words {
        ..=4 => 64,
        5..=16 => 256,
        _ => 1024,
    }
}

/// Returns whether a tile may show several values.
fn is_informative<const WORDS: usize>(roster: &Roster<WORDS>, set: &BoardSet<WORDS>, tile: usize) -> bool {
    SHOWN.into_iter().filter(|&value| set.meets(roster.with_value(tile, value))).nth(1).is_some()
}

/// Returns the risky tiles with their bounds, the highest first.
fn by_bound<const WORDS: usize>(
    roster: &Roster<WORDS>,
    position: &Position<WORDS>,
    risky: u32,
) -> impl Iterator<Item = (f64, usize)> + use<WORDS> {
    let mut bounds = [[0.0; TILES]; 3];
    if risky != 0 {
        roster.add_flip_bounds(&position.set, risky, &mut bounds);
    }
    let mut order = [(0.0, 0); TILES];
    let mut count = 0;
    for tile in tiles(risky) {
        let bound = bounds.iter().map(|bounds| bounds[tile]).sum::<f64>();
        let mut place = count;
        while place > 0 && order[place - 1].0 < bound {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = (bound, tile);
        count += 1;
    }
    order.into_iter().take(count)
}

fn outcomes<const WORDS: usize>(roster: &Roster<WORDS>, set: &BoardSet<WORDS>, tile: usize) -> Outcomes<WORDS> {
    SHOWN.map(|value| {
        let left = roster.with_value(tile, value).and(set);
        (left, roster.known_worth(&left))
    })
}

/// Returns what is known of the tiles in a later position on a roster.
fn known_after<const WORDS: usize>(roster: &Roster<WORDS>, position: &Position<WORDS>) -> Known {
    let set = &position.set;
    let mut known = roster.known;
    for tile in tiles(roster.known.informative & roster.known.hidden) {
        if !set.meets(roster.with_value(tile, Value::Voltorb)) && !is_informative(roster, set, tile) {
            let value = SHOWN.into_iter().find(|&value| set.meets(roster.with_value(tile, value)));
            known = value.map_or(known, |value| known.with(tile, value));
        }
    }
    known.informative = tiles(position.informative).filter(|&tile| is_informative(roster, set, tile)).fold(0, |all, tile| all | 1 << tile);
    known
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{
        model::{
            objective::{Goal, Objective},
            prior::Level,
            problem::Problem,
            rules::{Board, Clues},
        },
        play::deal::Dealer,
        search::counting::weighted_boards,
    };

    /// Returns a position of a deal with the first tiles face up, as far as they aren't Voltorbs, and its boards.
    fn dealt(level: Level, seed: u64, face_up: usize) -> (Problem, Vec<WeightedBoard>) {
        let board = Dealer::new(seed).board(level);
        let shown = |tile: usize| Some(board.value(tile)).filter(|&value| tile < face_up && value != Value::Voltorb);
        let clues = Clues::of(board);
        let problem = Problem { levels: Some(level.alone()), clues, tiles: std::array::from_fn(shown), objective: Objective::Clear };
        let boards = weighted_boards(&problem, &mut || ControlFlow::Continue(())).continue_value().unwrap();
        (problem, boards)
    }

    fn positions() -> impl Iterator<Item = (Problem, Vec<WeightedBoard>)> {
        let deals = Level::all().flat_map(|level| (0..12).map(move |seed| (level, seed)));
        let positions = deals.flat_map(|(level, seed)| [8, 11, 14].map(|face_up| dealt(level, seed, face_up)));
        positions.filter(|(_, boards)| (3..=60).contains(&boards.len()))
    }

    /// Returns the weight that is cleared by the best of all flips, by trying them all.
    fn plain(boards: &[WeightedBoard], known: &mut HashMap<Vec<Board>, f64>) -> f64 {
        let is_same = |one: Board, other: Board| one.multipliers() == other.multipliers();
        if boards.iter().all(|&(board, _)| is_same(board, boards[0].0)) {
            return boards.iter().map(|(_, weight)| weight).sum();
        }
        let key = boards.iter().map(|&(board, _)| board).collect();
        if let Some(&worth) = known.get(&key) {
            return worth;
        }
        let mut best = 0.0_f64;
        for tile in 0..TILES {
            let showing = |value| boards.iter().copied().filter(|(board, _)| board.value(tile) == value).collect::<Vec<_>>();
            let parts = SHOWN.map(showing);
            // A tile with the same number on all boards changes nothing.
            if parts.iter().all(|part| part.len() < boards.len()) {
                best = best.max(parts.iter().filter(|part| !part.is_empty()).map(|part| plain(part, known)).sum());
            }
        }
        known.insert(key, best);
        best
    }

    fn searched(problem: &Problem, boards: &[WeightedBoard], threshold: f64, words: usize) -> Cleared {
        let known = Known::of(&problem.tiles);
        let (mut rosters, mut table) = (Rosters::default(), TranspositionTable::default());
        table.prepare(problem, Goal::Clear);
        let mut search = SetSearch {
            rosters: &mut rosters,
            shaper: &mut Shaper::new(problem, Goal::Clear),
            table: &table,
            joint: None,
            visit: &mut || ControlFlow::Continue(()),
            stored: 0,
        };
        let found = match words {
            1 => search.cleared_on(|rosters| &mut rosters.of_64, boards, known, threshold),
            4 => search.cleared_on(|rosters| &mut rosters.of_256, boards, known, threshold),
            _ => search.cleared_on(|rosters| &mut rosters.of_1024, boards, known, threshold),
        };
        found.continue_value().unwrap()
    }

    #[test]
    fn the_worth_above_a_threshold_is_that_of_trying_all_flips() {
        let mut count = 0;
        for (problem, boards) in positions() {
            count += 1;
            let worth = plain(&boards, &mut HashMap::new());
            let total = boards.iter().map(|(_, weight)| weight).sum::<f64>();
            for words in [1, 4, 16] {
                for threshold in [f64::NEG_INFINITY, 0.5 * worth, 0.999 * worth, 1.001 * worth, 1.2 * worth] {
                    match searched(&problem, &boards, threshold, words) {
                        Cleared::Exactly(found) => assert!((found - worth).abs() < 1e-9 * total, "{found}, expected {worth}"),
                        Cleared::AtMost(bound) => {
                            assert!(worth <= threshold && worth <= bound + 1e-9 * total && bound <= threshold, "{bound}, worth {worth}");
                        }
                    }
                }
            }
        }
        assert!(100 < count, "{count} positions");
    }

    #[test]
    fn bounds_are_never_below_the_worth() {
        let (mut bound_sum, mut worth_sum) = (0.0, 0.0);
        for (problem, boards) in positions() {
            let known = Known::of(&problem.tiles);
            let total = boards.iter().map(|(_, weight)| weight).sum::<f64>();
            let mut roster = Roster::<1>::default();
            roster.fill(&boards, known);
            let (bound, worth) = (roster.bound(&roster.all()), plain(&boards, &mut HashMap::new()));
            assert!(worth <= bound + 1e-9 * total && bound <= total * (1.0 + 1e-9), "{worth}, {bound} of {total}");
            (bound_sum, worth_sum) = (bound_sum + bound / total, worth_sum + worth / total);
            // The same holds for every flip, as long as the tile gives information.
            let bounds = Rosters::default().flip_bounds(&boards, known);
            for tile in tiles(known.hidden) {
                for (value, bound) in SHOWN.into_iter().zip(bounds.map(|of_value| of_value[tile])) {
                    let left: Vec<_> = boards.iter().copied().filter(|(board, _)| board.value(tile) == value).collect();
                    let worth = if left.is_empty() { 0.0 } else { plain(&left, &mut HashMap::new()) };
                    assert!(worth <= bound + 1e-9 * total, "{worth}, {bound}");
                }
            }
        }
        assert!(bound_sum < 1.15 * worth_sum, "the bounds are far off: {bound_sum}, {worth_sum}");
    }
}
