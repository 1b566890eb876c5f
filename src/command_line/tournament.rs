//! `tournament`: games between two levels of the computer, and what they come to.
//!
//! As `triples`, a command about one puzzle: who plays is no position, and needs no save file.

use std::{
    io,
    ops::{
        ControlFlow::{self, Continue},
        RangeInclusive,
    },
    time::{Duration, Instant},
};

use clap::{Args, builder::PossibleValuesParser};
use serde::Serialize;

use super::{Failure, Status, Streams, values::seconds};
use crate::{
    puzzles::virus_war::{
        model::{
            cells::LARGEST,
            state::{Rules, SMALLEST},
            turn::MOST_MOVES,
        },
        play::{
            opponent::{Level, limit::Limit},
            tournament::{self, Game, Score, Thought, Tournament},
        },
    },
    search::{Observer, Tally},
    text::{counted, duration},
};

/// The sides that a board can have.
const SIDES: RangeInclusive<i64> = SMALLEST as i64..=LARGEST as i64;

/// The moves that a turn can have.
const MOVES: RangeInclusive<i64> = 1..=MOST_MOVES as i64;

/// Let two levels of Virus War's computer play one another with sides changed
#[derive(Debug, Args)]
pub struct TournamentArguments {
    /// Begins the first game, and then every other one
    #[arg(value_parser = PossibleValuesParser::new(Level::KEYS))]
    pub first: String,
    /// Begins the games between
    #[arg(value_parser = PossibleValuesParser::new(Level::KEYS))]
    pub second: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(SIDES))]
    pub side: u8,
    /// The moves of a turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(MOVES))]
    pub moves: u8,
    /// The games differ by it; the same number gives the same games, unless a time limits them
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How long the deep level may think about a turn
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    pub time: Duration,
    /// Or how many turns it may look at
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub turns: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Plays the games and prints who won how many.
pub fn run(arguments: &TournamentArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let levels = [level(&arguments.first)?, level(&arguments.second)?];
    let limit = arguments.turns.map_or(Limit::Time(arguments.time), Limit::Turns);
    let rules = Rules { moves: arguments.moves, ..Rules::default() };
    let tournament = Tournament { levels, games: arguments.games, side: arguments.side, rules, seed: arguments.seed, limit };
    let mut score = Score::default();
    let began = Instant::now();
    // What only counts never stops the games.
    let _ended = tournament::play(&tournament, &mut Counting { score: &mut score });
    let report = Report::new(&tournament, &score, began.elapsed());
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        report.write_text(&score, streams)?;
    }
    Ok(Status::Done)
}

/// The parser lets no other names through.
fn level(key: &str) -> Result<Level, Failure> {
    Level::from_key(key).ok_or_else(|| Failure::Complaint(format!("quincunx: there is no level `{key}`")))
}

struct Counting<'a> {
    score: &'a mut Score,
}

impl Observer<Game> for Counting<'_> {
    fn found(&mut self, game: Game) -> ControlFlow<()> {
        self.score.add(&game);
        Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        Continue(())
    }
}

/// What programs may rely on.
#[derive(Serialize)]
struct Report {
    players: [Player; 2],
    games: u32,
    side: u8,
    moves: u8,
    seed: u64,
    /// How long the deep level may think about a turn; null where turns limit it.
    time: Option<f64>,
    /// How many turns it may look at; null where time limits it.
    turns: Option<u64>,
    /// Of each one's share, and of the other's.
    standard_error: f64,
    elapsed_ns: u128,
}

#[derive(Serialize)]
struct Player {
    level: &'static str,
    wins: u32,
    /// Of these, in games that it began.
    begun: u32,
    share: f64,
    turns: u32,
    mean_ns: u128,
    longest_ns: u128,
}

impl Report {
    fn new(tournament: &Tournament, score: &Score, elapsed: Duration) -> Self {
        let (share, standard_error) = score.share().unwrap_or_default();
        let player = |i: usize, share: f64| {
            let Thought { turns, longest, .. } = score.thought[i];
            let mean = score.thought[i].mean().unwrap_or_default();
            let (level, wins, begun) = (tournament.levels[i].key(), score.wins[i], score.begun[i]);
            Player { level, wins, begun, share, turns, mean_ns: mean.as_nanos(), longest_ns: longest.as_nanos() }
        };
        let (time, turns) = match tournament.limit {
            Limit::Time(time) => (Some(time.as_secs_f64()), None),
            Limit::Turns(turns) => (None, Some(turns)),
        };
        Self {
            players: [player(0, share), player(1, 1.0 - share)],
            games: tournament.games,
            side: tournament.side,
            moves: tournament.rules.moves,
            seed: tournament.seed,
            time,
            turns,
            standard_error,
            elapsed_ns: elapsed.as_nanos(),
        }
    }

    fn write_text(&self, score: &Score, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let games = counted(u64::from(self.games), "game");
        writeln!(streams.output, "{games} of Virus War on {0} x {0}, each player begins every other one\n", self.side)?;
        let error = self.standard_error;
        for (player, thought) in self.players.iter().zip(&score.thought) {
            let Player { level, wins, share, .. } = player;
            let (share, error_of_share, error_of_wins) = (100.0 * share, 100.0 * error, f64::from(self.games) * error);
            let mean = thought
                .mean()
                .map_or_else(String::new, |mean| format!("  {} a turn, {} at most", duration(mean), duration(thought.longest)));
            writeln!(streams.output, "{level:8} {wins:5} ± {error_of_wins:.1} wins  {share:5.1} ± {error_of_share:.1} %{mean}")?;
        }
        Ok(())
    }
}
