//! Simulates many rounds of a level with one strategy: how often it wins, and whether Voltorbs are as frequent as the odds predict.

use std::{fmt, ops::ControlFlow, ops::Range};

use serde::Serialize;

use crate::{
    model::{
        objective::{Goal, Objective},
        prior::Level,
        problem::Problem,
        rules::{Board, Clues, TILES, Value},
    },
    search::{
        counting::{WeightedBoard, weighted_boards},
        optimal::{BestPlay, Cancelled, choices::TileWeights, transposition_table::TranspositionTable},
        safest::safest,
    },
};
use base::{
    search::{Observer, Tally},
    text::{counted, grouped},
};

use super::deal::Dealer;

/// The most rounds of one simulation.
pub const MAX_DEALS: u64 = 1_000_000;

/// Results are reported again after each further 1/200 of the rounds so far, so that stopping a simulation loses at most that share.
const REPORTS: u64 = 200;

/// The number of equal intervals into which chances are divided.
pub const BINS: usize = 10;

/// A strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The best play to clear the board; ties go to the safest tile.
    Optimal,
    /// The least risky tile that may be a 2 or 3; ties go to the tile most likely to be one.
    SafestUseful,
    /// The least risky tile that may be anything but a Voltorb, useful or not; ties go to the tile most likely to be a 2 or 3.
    Safest,
}

impl Policy {
    /// All strategies, the best first.
    pub const ALL: [Self; 3] = [Self::Optimal, Self::SafestUseful, Self::Safest];

    /// Their names on the command line, in the same order.
    pub const KEYS: [&str; Self::ALL.len()] = [Self::ALL[0].key(), Self::ALL[1].key(), Self::ALL[2].key()];

    /// Returns its number in pictures, from 1, since these differ by more than colour.
    pub fn number(self) -> usize {
        1 + Self::ALL.iter().position(|&other| other == self).unwrap_or(0)
    }

    /// Returns the name on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::SafestUseful => "safest-useful",
            Self::Safest => "safest",
        }
    }

    /// Returns the strategy with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.key() == key)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "best play",
            Self::SafestUseful => "safest useful tile",
            Self::Safest => "safest tile",
        })
    }
}

/// The parameters of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The level of all rounds.
    pub level: Level,
    /// The strategy.
    pub policy: Policy,
    /// The number of rounds, at most [`MAX_DEALS`].
    pub deals: u64,
    /// The seed of the boards, which are the same for every strategy.
    pub seed: u64,
}

/// The results of the rounds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sample {
    /// The number of rounds played.
    pub deals: u64,
    /// The number of rounds won.
    pub won: u64,
    /// The number of rounds that weren't played optimally, because the transposition table was full.
    pub inexact: u64,
    /// All tiles grouped by their predicted chance of a Voltorb, in equal intervals from 0 to 1. Certain tiles aren't counted.
    pub bins: [Bin; BINS],
}

/// Tiles with a similar predicted chance of a Voltorb. Every uncertain face-down tile counts before each flip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// The number of tiles.
    pub tiles: u64,
    /// The expected number of Voltorbs among them.
    pub predicted: f64,
    /// The actual number of Voltorbs.
    pub voltorbs: u64,
    /// The sum over all rounds of the squared difference between expected and actual Voltorbs.
    pub squares: f64,
}

impl Sample {
    /// Returns the share of rounds won.
    pub fn rate(&self) -> f64 {
        self.won as f64 / self.deals.max(1) as f64
    }

    /// Returns the standard error of this share.
    pub fn standard_error(&self) -> f64 {
        (self.rate() * (1.0 - self.rate()) / self.deals.max(1) as f64).sqrt()
    }

    /// The share of rounds won, and how many of the rounds weren't played exactly.
    pub fn in_words(&self) -> String {
        let inexact = if self.inexact > 0 { format!(", {} not exact", grouped(self.inexact)) } else { String::new() };
        format!("{:.1} % ± {:.1} of {}{inexact}", 100.0 * self.rate(), 100.0 * self.standard_error(), grouped(self.deals))
    }

    /// Adds the results of other rounds.
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
    /// What was predicted and what was observed.
    pub fn in_words(&self) -> String {
        let [predicted, observed, error] = [self.mean(), self.observed(), self.standard_error()].map(|share| 100.0 * share);
        format!("{}: {predicted:.1} % predicted, {observed:.1} % ± {error:.1} observed", counted(self.tiles, "tile"))
    }

    /// Returns the average predicted chance.
    pub fn mean(&self) -> f64 {
        self.predicted / self.tiles.max(1) as f64
    }

    /// Returns the share of tiles that were Voltorbs.
    pub fn observed(&self) -> f64 {
        self.voltorbs as f64 / self.tiles.max(1) as f64
    }

    /// Returns the standard error of that share if the odds are right. Tiles of one round are strongly correlated, so whole rounds are
    /// taken as the independent samples.
    pub fn standard_error(&self) -> f64 {
        self.squares.sqrt() / self.tiles.max(1) as f64
    }
}

impl Simulation {
    /// Plays all rounds and reports the growing sample; the last report is complete.
    ///
    /// # Errors
    /// `Break` if the observer stops it.
    pub fn run(&self, observer: &mut dyn Observer<Sample>) -> ControlFlow<()> {
        self.run_part(0..self.deals.min(MAX_DEALS), observer)
    }

    /// Plays the rounds with these numbers. A round is the same no matter which part it belongs to.
    ///
    /// # Errors
    /// `Break` if the observer stops it.
    pub fn run_part(&self, rounds: Range<u64>, observer: &mut dyn Observer<Sample>) -> ControlFlow<()> {
        let total = rounds.end.saturating_sub(rounds.start);
        let mut sample = Sample::default();
        let mut table = TranspositionTable::default();
        let mut reported = 0;
        for number in rounds {
            let board = Dealer::of_round(self.seed, number).board(self.level);
            let mut progress = RoundProgress { observer, done: sample.deals, total, tally: tally(&sample) };
            let mut round = Round::deal(self.level, board, &mut progress)?;
            match self.policy {
                Policy::Optimal => round.play_best(&mut table, &mut progress, &mut sample)?,
                Policy::SafestUseful => round.play_safest(true, &mut progress)?,
                Policy::Safest => round.play_safest(false, &mut progress)?,
            }
            sample.won += u64::from(round.is_won());
            sample.deals += 1;
            for (bin, round_bin) in sample.bins.iter_mut().zip(&round.bins) {
                bin.add_round(round_bin);
            }
            if sample.deals == total || (sample.deals - reported) * REPORTS >= reported {
                reported = sample.deals;
                observer.found(sample)?;
            }
        }
        observer.progress(1.0, &tally(&sample))
    }
}

/// Returns a tally of rounds played (explored) and won (kept).
fn tally(sample: &Sample) -> Tally {
    Tally { explored: sample.deals, kept: sample.won, ..Tally::default() }
}

/// Turns the progress of one round into that of the whole simulation.
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

/// A round in progress.
struct Round {
    board: Board,
    /// What the player sees.
    problem: Problem,
    boards: Vec<WeightedBoard>,
    is_lost: bool,
    bins: [Bin; BINS],
}

impl Round {
    fn deal(level: Level, board: Board, progress: &mut RoundProgress<'_>) -> ControlFlow<(), Self> {
        let problem = Problem { levels: Some(level.alone()), clues: Clues::of(board), tiles: [None; TILES], objective: Objective::Clear };
        let boards = weighted_boards(&problem, &mut || progress.report(0.0))?;
        ControlFlow::Continue(Self { board, problem, boards, is_lost: false, bins: [Bin::default(); BINS] })
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

    fn play_safest(&mut self, useful_only: bool, progress: &mut RoundProgress<'_>) -> ControlFlow<()> {
        while !self.is_over() {
            progress.report(0.0)?;
            let tile = safest(&self.boards, self.hidden(), useful_only);
            self.flip(tile);
        }
        ControlFlow::Continue(())
    }

    fn play_best(&mut self, table: &mut TranspositionTable, progress: &mut RoundProgress<'_>, sample: &mut Sample) -> ControlFlow<()> {
        let fresh = self.problem;
        let mut progress = |done: f32, _: &Tally| progress.report(done);
        let mut best_play = BestPlay::new(&fresh, Goal::Clear, self.boards.clone(), table, &mut progress);
        let cancelled = |Cancelled| ();
        while !self.is_over() {
            let tile = best_play.best_flip(&self.boards, &self.problem.tiles).map_break(cancelled)?;
            self.flip(tile);
        }
        sample.inexact += u64::from(best_play.is_full());
        ControlFlow::Continue(())
    }

    /// Records the odds of all tiles and flips one. Without a tile to flip, the round is lost.
    fn flip(&mut self, tile: Option<usize>) {
        let odds = TileWeights::of(self.boards.iter().copied(), self.hidden());
        for tile in self.problem.face_down() {
            let chance = odds.weights[tile][Value::Voltorb as usize] / odds.total;
            if 0.0 < chance && odds.weights[tile][1..].iter().any(|&weight| 0.0 < weight) {
                let bin = &mut self.bins[((chance * BINS as f64) as usize).min(BINS - 1)];
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
    /// Adds the tiles of one round.
    fn add_round(&mut self, round: &Self) {
        self.tiles += round.tiles;
        self.predicted += round.predicted;
        self.voltorbs += round.voltorbs;
        self.squares += (round.predicted - round.voltorbs as f64).powi(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::search::Found;

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
    fn results_are_put_into_words() {
        let mut sample = Sample { deals: 2_000, won: 500, ..Sample::default() };
        assert_eq!(sample.in_words(), "25.0 % ± 1.0 of 2,000");
        sample.inexact = 3;
        assert_eq!(sample.in_words(), "25.0 % ± 1.0 of 2,000, 3 not exact");
        let bin = Bin { tiles: 100, predicted: 20.0, voltorbs: 25, squares: 9.0 };
        assert_eq!(bin.in_words(), "100 tiles: 20.0 % predicted, 25.0 % ± 3.0 observed");
    }

    #[test]
    fn results_of_a_seed_never_change() {
        let won = |number, policy| sample(&simulation(number, policy, 40)).won;
        assert_eq!(Policy::ALL.map(|policy| won(1, policy)), [34, 32, 31]);
        assert_eq!([Policy::SafestUseful, Policy::Safest].map(|policy| won(3, policy)), [26, 19]);
    }

    /// Compares with rates measured by another program, over many thousand deals each.
    #[test]
    fn win_rates_match_an_independent_simulation() {
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
    fn voltorbs_are_as_frequent_as_the_odds_predict() {
        for level in [1, 3] {
            let sample = sample(&simulation(level, Policy::SafestUseful, 400));
            let bins = sample.bins.iter().filter(|bin| 500 < bin.tiles);
            assert!(bins.clone().count() > 5, "{:?}", sample.bins);
            for bin in bins {
                // With a few dozen bins, one or two may be two errors off, but none four.
                assert!((bin.mean() - bin.observed()).abs() < 4.0 * bin.standard_error(), "level {level}: {bin:?}");
            }
        }
    }

    #[test]
    fn shares_and_predicted_chances_are_from_0_to_1() {
        for level in 1..=8 {
            let sample = sample(&simulation(level, Policy::Safest, 20));
            assert!((0.0..=1.0).contains(&sample.rate()));
            for bin in sample.bins {
                assert!((0.0..=1.0).contains(&bin.mean()) && (0.0..=1.0).contains(&bin.observed()), "level {level}: {bin:?}");
            }
        }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
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
    fn results_are_reported_before_a_simulation_is_stopped() {
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
    fn it_stops_when_the_observer_says_so() {
        struct Impatient(u64);
        impl Observer<Sample> for Impatient {
            fn found(&mut self, _: Sample) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
            fn progress(&mut self, _: f32, _: &Tally) -> ControlFlow<()> {
                assert!(0 < self.0, "it continued after the observer stopped it");
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
