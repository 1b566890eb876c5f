//! Measures the computer's play in Virus War. It takes minutes, and each command says which.
//!
//! * `match expert COMMAND` plays games against another program: see [`programs`].
//! * `match expert deep` plays games between two levels.
//! * `serve` plays the strongest level for a match that another build of this program referees.
//! * `ratings` plays games between all levels, and rates them.
//! * `endgames` compares the solver with plain search.
//! * `turns` prints the numbers of turns of ten positions.
//! * `nodes` prints the work of the search to each depth.
//! * `threads` prints how much faster the analysis is on two threads.
//!
//! Times of games are processor times, so that other programs on the same computer make no difference. A turn may take some 4 ms more,
//! since the system counts in such steps. Openings, and all games of levels without a time, are determined by the seed.

mod endgames;
mod game;
mod games;
mod nodes;
mod programs;
mod ratings;
mod threads;
mod turns;
mod until;

use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use quincunx::{
    confidence::interval,
    puzzles::virus_war::play::opponent::{Level, limit::Limit},
};

use self::{
    games::{Player, Score, Settings},
    programs::{Mcts, Program},
};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games between two players
    Match {
        /// A level
        first: String,
        /// Another level, `c:` and the path of mustitz's program, or the command of a program that answers like `at_33144c7.rs`
        second: String,
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Play the strongest level in a match of another build of this program
    Serve,
    /// Rate all levels by games between them
    Ratings {
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Compare the solver of endgames with plain search
    Endgames {
        /// The number of positions
        #[arg(long, default_value_t = 1_000)]
        positions: u32,
        /// The seed of the positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count the turns of ten positions
    Turns,
    /// Print the work of the search to each depth
    Nodes {
        /// How many turns ahead
        #[arg(long, default_value_t = 5)]
        depth: u8,
    },
    /// Measure the analysis on one thread and on several
    Threads {
        /// How many turns ahead
        #[arg(long, default_value_t = 5)]
        depth: u8,
        /// The number of lines
        #[arg(long, default_value_t = 5)]
        lines: usize,
        /// The number of threads
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
}

#[derive(Args)]
struct SettingsArguments {
    /// The number of games, or of games between each two levels: an even number, since each opening is played twice
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// The side of the board
    #[arg(long, default_value_t = 10)]
    side: u8,
    /// The processor time for a turn, in milliseconds
    #[arg(long, default_value_t = 30)]
    time: u64,
    /// The number of turns looked at, instead of a time
    #[arg(long)]
    turns: Option<u64>,
    /// How many random turns each player makes first
    #[arg(long, default_value_t = 2)]
    random: usize,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl SettingsArguments {
    fn settings(&self) -> Settings {
        let &Self { games, side, time, turns, random, seed } = self;
        let limit = turns.map_or(Limit::Time(Duration::from_millis(time)), Limit::Turns);
        Settings { games, side, limit, random, seed, is_classic: false }
    }
}

fn main() {
    match Arguments::parse().command {
        Command::Match { first, second, settings } => {
            let settings = Settings { is_classic: second.starts_with("c:"), ..settings.settings() };
            let mut players = [player(&first), player(&second)];
            let score = games::play(&settings, &mut players, &mut |score| {
                if score.games().is_multiple_of(20) {
                    eprintln!("{}", in_words(score));
                }
            });
            println!("{first} against {second}, side {}, {:?} a turn\n{}", settings.side, settings.limit, in_words(&score));
        }
        Command::Serve => programs::serve(Level::Expert),
        Command::Ratings { settings } => ratings::print(&settings.settings()),
        Command::Endgames { positions, seed } => endgames::compare(positions, seed),
        Command::Turns => turns::print(),
        Command::Nodes { depth } => nodes::print(depth),
        Command::Threads { depth, lines, threads } => threads::print(depth, lines, threads),
    }
}

fn player(name: &str) -> Player {
    match (Level::from_key(name), name.strip_prefix("c:")) {
        (Some(level), _) => Player::Level(level),
        (None, Some(path)) => Player::Mcts(Mcts::start(path)),
        (None, None) => Player::Program(Program::start(name)),
    }
}

/// The score, the pairs of games of the same opening, and the times.
fn in_words(score: &Score) -> String {
    let (games, [wins, _]) = (score.games(), score.wins);
    let [low, high] = interval(u64::from(wins), u64::from(games)).map(|share| share * 100.0);
    let [first, second] = [0, 1].map(|player| {
        let (time, turns) = score.thinking[player];
        format!("{:.1} ms", time.as_secs_f64() * 1_000.0 / f64::from(turns.max(1)))
    });
    format!(
        "{wins} of {games} games, {:.1} % (95 %: {low:.1} to {high:.1} %); {} of {} begun; {} pairs won, {} lost; {first} and {second} a \
         turn, {:.1} turns a game",
        100.0 * f64::from(wins) / f64::from(games.max(1)),
        score.wins_as_first,
        games / 2,
        score.pairs[0],
        score.pairs[1],
        f64::from(score.turns) / f64::from(games.max(1)),
    )
}
