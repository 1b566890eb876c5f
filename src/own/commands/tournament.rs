//! `tournament`: lets two levels of the computer play each other, and prints the score.
//!
//! Like `triples`, a command about a single puzzle. The players are not a position and need no save file.

use std::{
    fs,
    io::{self, ErrorKind},
    ops::{
        ControlFlow::{self, Break, Continue},
        RangeInclusive,
    },
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::{Args, builder::PossibleValuesParser};
use serde::Serialize;

use base::{
    board::Board,
    confidence::interval,
    puzzle::Puzzle,
    save_file,
    search::{Observer, Tally},
    text::{counted, duration, grouped},
};
use command_line::{
    Failure, Status, Streams,
    gather::Deadline,
    input::error_message,
    values::{seconds, whole},
    words,
};
use virus_war::{
    VirusWar,
    model::{
        cells::LARGEST_SIDE,
        state::{Rules, SMALLEST_SIDE, State},
        turn::MAX_MOVES,
    },
    play::{
        opponent::{Level, limit::Limit},
        tournament::{self, Game, Score, ThinkingTime, Tournament},
    },
};
use workbench::{
    file::{self, SaveFile},
    file_error::in_words,
};

/// The possible sides of a board.
const SIDES: RangeInclusive<u8> = SMALLEST_SIDE..=LARGEST_SIDE;

/// The possible numbers of moves in a turn.
const MOVES: RangeInclusive<u8> = 1..=MAX_MOVES as u8;

/// Let two levels of Virus War's computer play each other, with alternating first moves
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx tournament two-ply one-ply --games 200
  quincunx tournament expert deep --games 400 --time 0.1 --records games
  quincunx tournament deep two-ply --turns 2000 --seed 3 --json")]
pub struct TournamentArguments {
    /// The level that moves first in the first game, and then in every other one
    #[arg(value_parser = PossibleValuesParser::new(Level::KEYS))]
    pub first: String,
    /// The level that moves first in the other games
    #[arg(value_parser = PossibleValuesParser::new(Level::KEYS))]
    pub second: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = |text: &str| whole(text, 1..=1_000_000_u32))]
    pub games: u32,
    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = |text: &str| whole(text, SIDES))]
    pub side: u8,
    /// The number of moves in a turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = |text: &str| whole(text, MOVES))]
    pub moves: u8,
    /// Let players pass a turn; two passes in a row are a draw
    #[arg(long)]
    pub passing: bool,
    /// The seed of the random choices; the same seed gives the same games unless the time is limited
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub seed: u64,
    /// How long the levels deep and expert may think about a turn [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Limit the turns that these levels look at, instead of their time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub turns: Option<u64>,
    /// Save each game with all its turns in this new folder, to open it in the window
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// How long a level with a limit may think about a turn, unless `--time` is given.
const THINKING_TIME: Duration = Duration::from_millis(100);

/// Plays the games and prints the score.
pub fn run(arguments: &TournamentArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let levels = [level(&arguments.first)?, level(&arguments.second)?];
    for (is_given, option) in [(arguments.time.is_some(), "--time"), (arguments.turns.is_some(), "--turns")] {
        if is_given && !levels.iter().any(|level| level.needs_limit()) {
            return Err(Failure::Complaint(words::no_effect(option, "levels other than `deep` and `expert`")));
        }
    }
    let limit = arguments.turns.map_or(Limit::Time(arguments.time.unwrap_or(THINKING_TIME)), Limit::Turns);
    let rules = Rules { moves: arguments.moves, passing: arguments.passing, ..Rules::default() };
    let tournament = Tournament { levels, games: arguments.games, side: arguments.side, rules, seed: arguments.seed, limit };
    let records = arguments.records.as_deref().map(|folder| Records::new(folder, &tournament)).transpose()?;
    let deadline = Deadline::after(None, streams.interrupt);
    let mut counting = Counting { score: Score::default(), records, deadline };
    let began = Instant::now();
    let flow = tournament::play(&tournament, &mut counting);
    let Counting { score, records, .. } = counting;
    if let Some(failure) = records.and_then(|records| records.failure) {
        return Err(failure);
    }
    let report = Report::new(&tournament, &score, began.elapsed());
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        report.write_text(&score, streams)?;
        if !report.complete {
            writeln!(
                streams.output,
                "\nStopped after {} of {} games",
                grouped(u64::from(report.games)),
                grouped(u64::from(arguments.games))
            )?;
        }
    }
    Ok(deadline.status(flow.is_continue()))
}

/// The argument parser rejects other names first.
fn level(key: &str) -> Result<Level, Failure> {
    Level::from_key(key).ok_or_else(|| Failure::Complaint(format!("quincunx: unknown level `{key}`")))
}

/// Counts games, and saves them if it has a folder, until Ctrl+C is pressed.
struct Counting<'a> {
    score: Score,
    records: Option<Records<'a>>,
    deadline: Deadline,
}

impl Observer<Game> for Counting<'_> {
    fn found(&mut self, game: Game) -> ControlFlow<()> {
        self.score.add(&game);
        self.records.as_mut().map_or(Continue(()), |records| records.save(&game))
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if self.deadline.has_passed() { Break(()) } else { Continue(()) }
    }
}

/// The folder of the saved games.
struct Records<'a> {
    folder: &'a Path,
    tournament: &'a Tournament,
    saved: u32,
    /// Why a game couldn't be saved, which ends the tournament.
    failure: Option<Failure>,
}

impl<'a> Records<'a> {
    /// Creates the folder, which must be new, so that no other games are in it.
    fn new(folder: &'a Path, tournament: &'a Tournament) -> Result<Self, Failure> {
        fs::create_dir(folder).map_err(|error| Failure::Complaint(folder_not_created(folder, &error)))?;
        Ok(Self { folder, tournament, saved: 0, failure: None })
    }

    fn save(&mut self, game: &Game) -> ControlFlow<()> {
        let Tournament { levels, side, rules, .. } = *self.tournament;
        let start = State::start(side, rules);
        let Some(state) = game.turns.iter().try_fold(start, |state, turn| VirusWar::BOARD_EXTRAS.adopt(&state, turn)) else {
            return Continue(());
        };
        self.saved += 1;
        let [first, second] = [game.first, 1 - game.first].map(|player| levels[player].key());
        let turns = counted(game.turns.len() as u64, "turn");
        let note = match game.winner {
            Some(winner) => format!("{} won in {turns}.", levels[winner].key()),
            None => format!("A draw after {turns}."),
        };
        let title = format!("Game {}: {first} against {second}", self.saved);
        let document = SaveFile { title: Some(title), note: Some(note), ..SaveFile::untitled(state) };
        let path = self.folder.join(format!("game-{:04}.puzzle.ron", self.saved));
        match file::save(&path, save_file::write(VirusWar::KEY, document.clone()).as_bytes()) {
            Ok(()) => Continue(()),
            Err(error) => {
                self.failure = Some(Failure::Complaint(error_message(&path, &error)));
                Break(())
            }
        }
    }
}

/// A folder for results can't be created.
fn folder_not_created(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => words::file_error(path, "already exists; choose a new folder"),
        _ => words::file_error(path, &format!("can't be created: {}", in_words(error))),
    }
}

/// The JSON output, whose fields are stable.
#[derive(Serialize)]
struct Report {
    players: [Player; 2],
    /// False if the games were interrupted.
    complete: bool,
    /// The number of games played.
    games: u32,
    /// How many of them were draws.
    draws: u32,
    side: u8,
    moves: u8,
    passing: bool,
    seed: u64,
    /// How long a level with a limit may think about a turn; null if the turns are limited.
    time: Option<f64>,
    /// How many turns it may look at; null if the time is limited.
    turns: Option<u64>,
    /// The standard error of the first player's share; null if no game was played, like the shares.
    standard_error: Option<f64>,
    elapsed_ns: u128,
}

#[derive(Serialize)]
struct Player {
    level: &'static str,
    wins: u32,
    /// How many of these games the player began.
    #[serde(rename = "begun")]
    wins_as_first: u32,
    share: Option<f64>,
    /// The ends of the 95 % confidence interval of the share.
    interval: Option<[f64; 2]>,
    turns: u32,
    mean_ns: u128,
    longest_ns: u128,
}

impl Report {
    fn new(tournament: &Tournament, score: &Score, elapsed: Duration) -> Self {
        let games = score.games();
        let player = |i: usize| {
            let ThinkingTime { turns, longest, .. } = score.thinking[i];
            let mean = score.thinking[i].mean().unwrap_or_default();
            let (level, wins, wins_as_first) = (tournament.levels[i].key(), score.wins[i], score.wins_as_first[i]);
            let share = score.share(i).map(|(share, _)| share);
            let interval = (0 < games).then(|| interval(wins.into(), games.into()));
            Player { level, wins, wins_as_first, share, interval, turns, mean_ns: mean.as_nanos(), longest_ns: longest.as_nanos() }
        };
        let (time, turns) = match tournament.limit {
            Limit::Time(time) => (Some(time.as_secs_f64()), None),
            Limit::Turns(turns) => (None, Some(turns)),
        };
        Self {
            players: [player(0), player(1)],
            complete: games == tournament.games,
            games,
            draws: score.draws,
            side: tournament.side,
            moves: tournament.rules.moves,
            passing: tournament.rules.passing,
            seed: tournament.seed,
            time,
            turns,
            standard_error: score.share(0).map(|(_, error)| error),
            elapsed_ns: elapsed.as_nanos(),
        }
    }

    fn write_text(&self, score: &Score, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let games = counted(u64::from(self.games), "game");
        writeln!(streams.output, "{games} of Virus War on {0} x {0}; the players take turns in moving first\n", self.side)?;
        for (player, thinking) in self.players.iter().zip(&score.thinking) {
            let Player { level, wins, share, interval, .. } = player;
            let share = share.zip(*interval).map_or_else(String::new, |(share, interval)| share_won(share, interval));
            let mean = thinking
                .mean()
                .map_or_else(String::new, |mean| format!("  {} per turn, at most {}", duration(mean), duration(thinking.longest)));
            writeln!(streams.output, "{level:8} {wins:5} wins{share}{mean}")?;
        }
        if self.passing {
            writeln!(streams.output, "{:8} {:5} draws", "", self.draws)?;
        }
        Ok(())
    }
}

/// A player's share of the wins with its 95 % confidence interval, after their number.
fn share_won(share: f64, [low, high]: [f64; 2]) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("  {share:5.1} %, 95 % interval {low:.1} to {high:.1} %")
}
