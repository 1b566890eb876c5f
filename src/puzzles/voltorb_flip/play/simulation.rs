//! Many rounds of a level as the game deals them, played in one way: how often they are won, and whether Voltorbs lie where the odds
//! say, as often as they say.

use std::{fmt, ops::ControlFlow, ops::Range};

use serde::Serialize;

use crate::{
    puzzles::voltorb_flip::{
        model::{
            objective::{Goal, Objective},
            prior::Level,
            problem::Problem,
            rules::{Board, Clues, TILES, Value},
        },
        search::{
            counting::{WeightedBoard, weighted_boards},
            optimal::{
                BestPlay, Cancelled,
                choices::TileWeights,
                transposition_table::{Capacity, TranspositionTable},
            },
            safest::safest,
        },
    },
    search::{Observer, Tally},
};

use super::deal::Dealer;

/// The most rounds of one simulation.
pub const MAX_DEALS: u64 = 1_000_000;

/// The counts are reported again once the rounds since are one part in this many of those before. So whoever stops a simulation misses no
/// larger part of it.
const REPORTS: u64 = 200;

/// Parts of the range of chances that are looked at by themselves.
pub const BINS: usize = 10;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// What clears the board most often; of equally good flips the safest.
    Optimal,
    /// The least risky tile that may be a 2 or a 3; of equally safe ones that which is so most likely.
    SafestUseful,
    /// The least risky tile of all that may be no Voltorb, whether or not there is anything to gain; of equally safe ones that which
    /// most likely is a 2 or a 3.
    Safest,
}

impl Policy {
    /// All ways to play, the best first.
    pub const ALL: [Self; 3] = [Self::Optimal, Self::SafestUseful, Self::Safest];

    /// Their names on the command line, in the same order.
    pub const KEYS: [&str; Self::ALL.len()] = [Self::ALL[0].key(), Self::ALL[1].key(), Self::ALL[2].key()];

    /// Its name on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::SafestUseful => "safest-useful",
            Self::Safest => "safest",
        }
    }

    /// The policy of this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.key() == key)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "best play",
            Self::SafestUseful => "safest useful tile",
            Self::Safest => "safest tile of all",
        })
    }
}

/// What is to be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// What is dealt.
    pub level: Level,
    /// How it is played.
    pub policy: Policy,
    /// How many rounds, at most [`MAX_DEALS`].
    pub deals: u64,
    /// Where the random numbers come from. The same seed deals the same boards whatever the policy.
    pub seed: u64,
}

/// What came of the rounds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sample {
    /// How many were played.
    pub deals: u64,
    /// How many of them were won.
    pub won: u64,
    /// How many were not played quite as well as can be, since there was no room to find out how.
    pub inexact: u64,
    /// Tiles by the chance of a Voltorb that they had, in equal parts from 0 to 1. What is certain is not counted.
    pub bins: [Bin; BINS],
}

/// Tiles with about the same chance of a Voltorb: all that were face down whenever one was to be flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// How many there were.
    pub tiles: u64,
    /// Of these, how many were to be Voltorbs by their odds.
    pub predicted: f64,
    /// How many were.
    pub voltorbs: u64,
    /// How far both were from each other in each round, squared, and added up.
    pub squares: f64,
}

impl Sample {
    /// The share of rounds that were won.
    pub fn rate(&self) -> f64 {
        self.won as f64 / self.deals.max(1) as f64
    }

    /// The standard error of this share.
    pub fn standard_error(&self) -> f64 {
        (self.rate() * (1.0 - self.rate()) / self.deals.max(1) as f64).sqrt()
    }

    /// Takes in what came of other rounds.
    pub fn merge(&mut self, other: &Self) {
        self.deals += other.deals;
        self.won += other.won;
        self.inexact += other.inexact;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.tiles += more.tiles;
            bin.predicted += more.predicted;
            bin.voltorbs += more.voltorbs;
            bin.squares += more.squares;
        }
    }
}

impl Bin {
    /// The mean chance by the odds.
    pub fn mean(&self) -> f64 {
        self.predicted / self.tiles.max(1) as f64
    }

    /// The share that were Voltorbs.
    pub fn observed(&self) -> f64 {
        self.voltorbs as f64 / self.tiles.max(1) as f64
    }

    /// The standard error of what was seen, around what the odds say. Tiles of one round have much to do with each other, so rounds
    /// are taken for what is independent.
    pub fn standard_error(&self) -> f64 {
        self.squares.sqrt() / self.tiles.max(1) as f64
    }
}

impl Simulation {
    /// Plays all rounds and tells of the sample as it grows; the last one reported is whole.
    ///
    /// # Errors
    /// As `Break`, when the observer says so.
    pub fn run(&self, observer: &mut dyn Observer<Sample>) -> ControlFlow<()> {
        self.run_part(0..self.deals.min(MAX_DEALS), observer)
    }

    /// Plays the rounds with these numbers. Each is the same whatever part it is played in.
    ///
    /// # Errors
    /// As `Break`, when the observer says so.
    pub fn run_part(&self, rounds: Range<u64>, observer: &mut dyn Observer<Sample>) -> ControlFlow<()> {
        let total = rounds.end.saturating_sub(rounds.start);
        let mut sample = Sample::default();
        let mut table = TranspositionTable::default();
        let mut reported = 0;
        for number in rounds {
            let board = Dealer::of_round(self.seed, number).board(self.level);
            let mut progress = RoundProgress { observer, done: sample.deals, total, tally: tally(&sample) };
            let mut round = Round::deal(self.level, board, &mut progress)?;
            table = match self.policy {
                Policy::Optimal => round.play_best(table, &mut progress, &mut sample)?,
                Policy::SafestUseful => round.play_simply(true, table, &mut progress)?,
                Policy::Safest => round.play_simply(false, table, &mut progress)?,
            };
            sample.won += u64::from(round.is_won());
            sample.deals += 1;
            for (bin, seen) in sample.bins.iter_mut().zip(&round.seen) {
                bin.add_round(seen);
            }
            if sample.deals == total || (sample.deals - reported) * REPORTS >= reported {
                reported = sample.deals;
                observer.found(sample)?;
            }
        }
        observer.progress(1.0, &tally(&sample))
    }
}

/// Rounds played, and of these the ones that were won.
fn tally(sample: &Sample) -> Tally {
    Tally { explored: sample.deals, kept: sample.won, ..Tally::default() }
}

/// Hears the work of one round and tells how far all of them are.
struct RoundProgress<'a> {
    observer: &'a mut dyn Observer<Sample>,
    done: u64,
    total: u64,
    tally: Tally,
}

impl RoundProgress<'_> {
    fn report(&mut self, done: f32) -> ControlFlow<()> {
        let done = (self.done as f64 + f64::from(done)) / self.total as f64;
        self.observer.progress(done as f32, &self.tally)
    }
}

/// One round, as far as it is played.
struct Round {
    board: Board,
    /// What the player knows.
    problem: Problem,
    boards: Vec<WeightedBoard>,
    is_lost: bool,
    seen: [Bin; BINS],
}

impl Round {
    fn deal(level: Level, board: Board, progress: &mut RoundProgress<'_>) -> ControlFlow<(), Self> {
        let problem = Problem { level: Some(level), clues: Clues::of(board), tiles: [None; TILES], objective: Objective::Clear };
        let boards = weighted_boards(&problem, &mut || progress.report(0.0))?;
        ControlFlow::Continue(Self { board, problem, boards, is_lost: false, seen: [Bin::default(); BINS] })
    }

    fn hidden(&self) -> u32 {
        self.problem.face_down().fold(0, |hidden, tile| hidden | 1 << tile)
    }

    fn is_won(&self) -> bool {
        !self.is_lost && self.board.hidden_multipliers(self.hidden()) == 0
    }

    fn is_over(&self) -> bool {
        self.is_lost || self.is_won()
    }

    fn play_simply(
        &mut self,
        is_multiplier: bool,
        table: TranspositionTable,
        progress: &mut RoundProgress<'_>,
    ) -> ControlFlow<(), TranspositionTable> {
        while !self.is_over() {
            progress.report(0.0)?;
            let tile = safest(&self.boards, self.hidden(), is_multiplier);
            self.flip(tile);
        }
        ControlFlow::Continue(table)
    }

    fn play_best(
        &mut self,
        table: TranspositionTable,
        progress: &mut RoundProgress<'_>,
        sample: &mut Sample,
    ) -> ControlFlow<(), TranspositionTable> {
        let fresh = self.problem;
        let mut progress = |done: f32, _: &Tally| progress.report(done);
        let mut best_play = BestPlay::new(&fresh, Goal::Clear, self.boards.clone(), Capacity::DEFAULT, &mut progress).with_table(table);
        let cancelled = |Cancelled| ();
        best_play.worth(1.0).map_break(cancelled)?;
        while !self.is_over() {
            let tile = best_play.best_flip(&self.boards, &self.problem.tiles).map_break(cancelled)?;
            self.flip(tile);
        }
        sample.inexact += u64::from(best_play.is_full());
        ControlFlow::Continue(best_play.into_table().for_next_round(Capacity::DEFAULT))
    }

    /// Notes the odds of all tiles, and flips one. Who has none to flip has lost.
    fn flip(&mut self, tile: Option<usize>) {
        let odds = TileWeights::of(self.boards.iter().copied(), self.hidden());
        for tile in self.problem.face_down() {
            let chance = odds.weights[tile][Value::Voltorb as usize] / odds.total;
            if 0.0 < chance && odds.weights[tile][1..].iter().any(|&weight| 0.0 < weight) {
                let bin = &mut self.seen[((chance * BINS as f64) as usize).min(BINS - 1)];
                bin.tiles += 1;
                bin.predicted += chance;
                bin.voltorbs += u64::from(self.board.value(tile) == Value::Voltorb);
            }
        }
        let Some(tile) = tile.filter(|&tile| self.board.value(tile) != Value::Voltorb) else {
            self.is_lost = true;
            return;
        };
        let shown = self.board.value(tile);
        self.problem.tiles[tile] = Some(shown);
        self.boards.retain(|(board, _)| board.value(tile) == shown);
    }
}

impl Bin {
    /// Takes in what was seen in one round.
    fn add_round(&mut self, seen: &Self) {
        self.tiles += seen.tiles;
        self.predicted += seen.predicted;
        self.voltorbs += seen.voltorbs;
        self.squares += (seen.predicted - seen.voltorbs as f64).powi(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Found;

    fn sample(simulation: &Simulation) -> Sample {
        let mut found = Found::default();
        assert!(simulation.run(&mut found).is_continue());
        assert_eq!((found.tally.explored, found.tally.kept), found.items.last().map_or((0, 0), |last| (last.deals, last.won)));
        found.items.pop().unwrap_or_default()
    }

    fn simulation(level: u8, policy: Policy, deals: u64) -> Simulation {
        Simulation { level: Level::new(level).unwrap(), policy, deals, seed: 1 }
    }

    #[test]
    fn a_seed_plays_these_rounds_for_ever() {
        let won = |number, policy| sample(&simulation(number, policy, 40)).won;
        assert_eq!(Policy::ALL.map(|policy| won(1, policy)), [34, 32, 31]);
        assert_eq!([Policy::SafestUseful, Policy::Safest].map(|policy| won(3, policy)), [26, 19]);
    }

    /// Rates as they were measured elsewhere, over many thousand deals each.
    #[test]
    fn wins_come_as_often_as_known() {
        let known = [
            (1, Policy::Optimal, 0.819, 300),
            (1, Policy::SafestUseful, 0.816, 300),
            (1, Policy::Safest, 0.752, 300),
            (5, Policy::SafestUseful, 0.343, 200),
            (5, Policy::Safest, 0.288, 200),
        ];
        for (level, policy, rate, deals) in known {
            let sample = sample(&simulation(level, policy, deals));
            assert_eq!((sample.deals, sample.inexact), (deals, 0));
            let error = (sample.standard_error().powi(2) + 0.006_f64.powi(2)).sqrt();
            assert!((sample.rate() - rate).abs() < 3.0 * error, "level {level}, {policy}: {} ± {error}", sample.rate());
        }
    }

    #[test]
    fn voltorbs_lie_as_often_as_the_odds_say() {
        for level in [1, 3] {
            let sample = sample(&simulation(level, Policy::SafestUseful, 400));
            let bins = sample.bins.iter().filter(|bin| 500 < bin.tiles);
            assert!(bins.clone().count() > 5, "{:?}", sample.bins);
            for bin in bins {
                // Of a few dozen bins one or two may be two errors off, none four.
                assert!((bin.mean() - bin.observed()).abs() < 4.0 * bin.standard_error(), "level {level}: {bin:?}");
            }
        }
    }

    #[test]
    fn parts_make_the_whole() {
        let simulation = simulation(1, Policy::SafestUseful, 40);
        let mut parts = Sample::default();
        for part in [0..13, 13..40] {
            let mut found = Found::default();
            assert!(simulation.run_part(part, &mut found).is_continue());
            parts.merge(found.items.last().unwrap());
        }
        let whole = sample(&simulation);
        assert_eq!((parts.deals, parts.won), (whole.deals, whole.won));
        assert!(parts.bins.iter().zip(&whole.bins).all(|(one, other)| one.tiles == other.tiles && one.voltorbs == other.voltorbs));
        assert_eq!(sample(&Simulation { deals: 0, ..simulation }), Sample::default());
    }

    #[test]
    fn what_was_played_is_told_before_it_is_stopped() {
        /// Stops after this many rounds.
        struct Stopping(u64, Sample);
        impl Observer<Sample> for Stopping {
            fn found(&mut self, sample: Sample) -> ControlFlow<()> {
                self.1 = sample;
                ControlFlow::Continue(())
            }
            fn progress(&mut self, _: f32, tally: &Tally) -> ControlFlow<()> {
                if tally.explored < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        }
        for rounds in [1, 7, 300] {
            let mut stopping = Stopping(rounds, Sample::default());
            assert!(simulation(1, Policy::Safest, MAX_DEALS).run(&mut stopping).is_break());
            let reported = stopping.1.deals;
            assert!(0 < reported && reported <= rounds && (rounds - reported) * REPORTS <= rounds, "{reported} of {rounds}");
        }
    }

    #[test]
    fn it_stops_when_told() {
        struct Impatient(u64);
        impl Observer<Sample> for Impatient {
            fn found(&mut self, _: Sample) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
            fn progress(&mut self, _: f32, _: &Tally) -> ControlFlow<()> {
                assert!(0 < self.0, "it went on after it was reported to stop");
                self.0 -= 1;
                if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
        for policy in Policy::ALL {
            for patience in [1, 2, 100, 5000] {
                assert!(simulation(1, policy, MAX_DEALS).run(&mut Impatient(patience)).is_break());
            }
        }
    }
}
