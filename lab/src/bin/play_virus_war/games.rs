//! Games between two players, each opening played twice with sides changed.

use std::time::Duration;

use quincunx::{
    chance::Random,
    puzzles::virus_war::{
        model::{state::Rules, turn::Turn},
        play::opponent::{Level, choose, limit::Limit},
    },
    search::Found,
};

use super::{
    game::{Game, choose_by},
    programs::{Mcts, Program},
};

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

/// A game that begins with random turns, after which nobody has lost.
fn opened(settings: &Settings, random: &mut Random) -> Game {
    let rules = Rules::default();
    let first_moves = if settings.is_classic { [2, 2] } else { [rules.opening, rules.moves] };
    loop {
        let mut game = Game::new(settings.side, first_moves);
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
            Self::Level(level) => choose_by(*level, game, limit, seed),
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
            let mut game = opened(settings, &mut random);
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
