//! Games between two players, each opening played twice with sides changed.

use std::{
    fs,
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use quincunx::{
    chance::Random,
    puzzles::virus_war::{
        model::{
            position::{self, Position},
            state::{Problem, Rules},
            turn::Turn,
        },
        play::opponent::{Level, Line, choose, limit::Limit},
    },
    search::{Found, Observer, Tally},
};

use super::programs::{Mcts, Program};

/// What is the same in all games.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The number of games.
    pub games: u32,
    /// The side of the board.
    pub side: u8,
    /// How long a turn may take.
    pub limit: Limit,
    /// How many random turns each player makes first.
    pub random: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// Whether the board is empty at first, as mustitz's program has it: the first move of each player is in its corner, so that two more
    /// moves follow it.
    pub is_classic: bool,
}

/// A game.
pub struct Game {
    /// The side of the board.
    pub side: u8,
    /// How many moves the first turn of each player has.
    pub first_moves: [u8; 2],
    /// The turns so far.
    pub turns: Vec<Turn>,
    /// The position after them.
    pub problem: Problem,
}

impl Game {
    /// A game whose first turns have these numbers of moves.
    pub fn new(side: u8, first_moves: [u8; 2]) -> Self {
        let rules = Rules::default();
        let problem = Problem::new(Position::start(side), position::Player::O, first_moves[0], rules);
        Self { side, first_moves, turns: Vec::new(), problem }
    }

    /// Makes a turn.
    pub fn play(&mut self, turn: Turn) {
        self.problem = self.problem.after(&turn);
        self.turns.push(turn);
        if let Some(&moves) = self.first_moves.get(self.turns.len()) {
            self.problem.moves = moves;
        }
    }

    /// A game that begins with random turns, after which nobody has lost.
    fn opened(settings: &Settings, random: &mut Random) -> Self {
        let rules = Rules::default();
        let first_moves = if settings.is_classic { [2, 2] } else { [rules.opening, rules.moves] };
        loop {
            let mut game = Self::new(settings.side, first_moves);
            for _ in 0..2 * settings.random {
                match choose(Level::Random, &game.problem, u64::from(random.bits()), &mut Found::default()) {
                    Some(turn) => game.play(turn),
                    None => break,
                }
            }
            if !game.problem.is_lost() {
                return game;
            }
        }
    }
}

/// Who plays.
pub enum Player {
    /// A level of the program.
    Level(Level),
    /// Another program.
    Program(Program),
    /// Mustitz's program.
    Mcts(Mcts),
}

impl Player {
    /// The turn it chooses and the processor time for it.
    pub fn choose(&mut self, game: &Game, limit: Limit, seed: u64) -> (Option<Turn>, Duration) {
        match self {
            Self::Level(level) => {
                let had = processor_time();
                let mut clock = Clock { limit: level.needs_limit().then_some(limit), began: Instant::now(), had };
                let turn = choose(*level, &game.problem, seed, &mut clock);
                (turn, processor_time().saturating_sub(had))
            }
            Self::Program(program) => program.choose(game, time(limit), seed),
            Self::Mcts(program) => program.choose(game, time(limit), seed),
        }
    }
}

fn time(limit: Limit) -> Duration {
    match limit {
        Limit::Time(time) => time,
        Limit::Turns(_) => panic!("other programs need a time"),
    }
}

/// Stops the search at its limit.
struct Clock {
    limit: Option<Limit>,
    began: Instant,
    had: Duration,
}

impl Observer<Line> for Clock {
    fn found(&mut self, _line: Line) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        let is_over = match self.limit {
            // Processor time is slow to read, and never more than the time that has passed.
            Some(Limit::Time(time)) => time <= self.began.elapsed() && time <= processor_time().saturating_sub(self.had),
            Some(Limit::Turns(turns)) => turns <= tally.explored,
            None => false,
        };
        if is_over { Break(()) } else { Continue(()) }
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    read_time("/proc/thread-self/schedstat")
}

/// The processor time in such a file.
pub fn read_time(path: &str) -> Duration {
    let times = fs::read_to_string(path).expect("only Linux says how long a thread has had the processor");
    Duration::from_nanos(times.split(' ').next().and_then(|time| time.parse().ok()).expect("the file begins with a number"))
}

/// The score of two players.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// How many games each has won.
    pub wins: [u32; 2],
    /// How many games the first one has won in which it moved first.
    pub wins_as_first: u32,
    /// How many openings the first one has won with both sides, and lost with both.
    pub pairs: [u32; 2],
    /// The time that each has used, and for how many turns.
    pub thinking: [(Duration, u32); 2],
    /// The number of turns of all games.
    pub turns: u32,
}

impl Score {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins.iter().sum()
    }
}

/// Plays the games, and calls `after_each` with the score so far.
pub fn play(settings: &Settings, players: &mut [Player; 2], after_each: &mut dyn FnMut(&Score)) -> Score {
    let mut score = Score::default();
    for opening in 0..settings.games.div_ceil(2) {
        let mut won = 0;
        for first in [0, 1] {
            let mut random = Random::numbered(settings.seed, u64::from(opening));
            let mut game = Game::opened(settings, &mut random);
            let winner = finish(settings, players, first, &mut game, &mut random, &mut score);
            score.wins[winner] += 1;
            score.wins_as_first += u32::from(winner == 0 && first == 0);
            score.turns += game.turns.len() as u32;
            won += usize::from(winner == 0);
            after_each(&score);
        }
        match won {
            2 => score.pairs[0] += 1,
            0 => score.pairs[1] += 1,
            _ => {}
        }
    }
    score
}

/// Plays a game to its end, and returns the winner. The opening has as many turns of each player.
fn finish(settings: &Settings, players: &mut [Player; 2], first: usize, game: &mut Game, random: &mut Random, score: &mut Score) -> usize {
    for number in 0.. {
        let mover = (first + number) % 2;
        let (turn, time) = players[mover].choose(game, settings.limit, u64::from(random.bits()));
        let Some(turn) = turn else { return 1 - mover };
        score.thinking[mover].0 += time;
        score.thinking[mover].1 += 1;
        game.play(turn);
    }
    unreachable!("every game ends")
}
