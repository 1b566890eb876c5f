//! Tournaments: games between two levels, which take turns in making the first move, and their score.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::Duration,
};

use super::opponent::{
    self, Level, Line,
    limit::{Limit, Limited, stopwatch},
};
use crate::model::{
    position::{Player, Position},
    state::{Problem, Rules},
    turn::Turn,
};
use base::search::{Observer, Tally};

/// The settings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tournament {
    /// The two levels. The first one moves first in the first game; then they alternate.
    pub levels: [Level; 2],
    /// The number of games.
    pub games: u32,
    /// The side of the board.
    pub side: u8,
    /// The rules of the games.
    pub rules: Rules,
    /// The seed of all random choices. It determines the games, unless the limit is a time.
    pub seed: u64,
    /// How long levels that need a limit may think about a turn. The others finish by themselves.
    pub limit: Limit,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Which of the two levels won, 0 or 1; none if the game was a draw.
    pub winner: Option<usize>,
    /// Which of the two moved first, 0 or 1.
    pub first: usize,
    /// All turns of the game.
    pub turns: Vec<Turn>,
    /// The time that each of the two spent thinking.
    pub thinking: [ThinkingTime; 2],
}

/// The time that a player spent on turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingTime {
    /// The number of turns.
    pub turns: u32,
    /// The time for all turns together.
    pub total: Duration,
    /// The time for the turn that took longest.
    pub longest: Duration,
}

impl ThinkingTime {
    /// The average time for a turn; none if there was no turn.
    pub fn mean(&self) -> Option<Duration> {
        self.total.checked_div(self.turns)
    }

    fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// The score of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many games each of the two has won.
    pub wins: [u32; 2],
    /// How many games were draws.
    pub draws: u32,
    /// How many of these games the winner began, by level.
    pub wins_as_first: [u32; 2],
    /// The time that each of the two spent thinking.
    pub thinking: [ThinkingTime; 2],
}

impl Score {
    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        match game.winner {
            Some(winner) => {
                self.wins[winner] += 1;
                self.wins_as_first[winner] += u32::from(game.first == winner);
            }
            None => self.draws += 1,
        }
        for (thinking, more) in self.thinking.iter_mut().zip(&game.thinking) {
            thinking.add(more);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// The share of all games that this level, 0 or 1, has won, and its standard error; none before the first game.
    pub fn share(&self, level: usize) -> Option<(f64, f64)> {
        let games = f64::from(self.games());
        let share = f64::from(self.wins[level]) / games;
        (games > 0.0).then(|| (share, (share * (1.0 - share) / games).sqrt()))
    }
}

/// Plays the games in turn. The tally explores the turns that the players look at in the current game.
pub fn play(tournament: &Tournament, observer: &mut dyn Observer<Game>) -> ControlFlow<()> {
    for number in 0..tournament.games {
        let done = number as f32 / tournament.games as f32;
        let game = play_one(tournament, number, &mut |tally| observer.progress(done, tally))?;
        observer.found(game)?;
    }
    observer.progress(1.0, &Tally::default())
}

fn play_one(tournament: &Tournament, number: u32, progress: &mut dyn FnMut(&Tally) -> ControlFlow<()>) -> ControlFlow<(), Game> {
    let Tournament { levels, side, rules, seed, limit, .. } = *tournament;
    let first = (number % 2) as usize;
    let mut problem = Problem::new(Position::start(side), Player::O, rules.opening, rules);
    let mut game = Game { winner: None, first, turns: Vec::new(), thinking: [ThinkingTime::default(); 2] };
    loop {
        let mover = (first + game.turns.len()) % 2;
        let turn_seed = seed.wrapping_add(u64::from(number) << 32).wrapping_add(game.turns.len() as u64);
        let (mut clock, mut listener) = (stopwatch(), WorkOnly { progress: &mut *progress });
        let limit = levels[mover].needs_limit().then_some(limit);
        let mut limited = Limited::new(limit, &mut clock, &mut listener);
        let turn = opponent::choose(levels[mover], &problem, turn_seed, &mut limited);
        if limited.was_stopped {
            return Break(());
        }
        let Some(turn) = turn else {
            return Continue(Game { winner: (!problem.is_drawn()).then_some(1 - mover), ..game });
        };
        let time = clock();
        game.thinking[mover].add(&ThinkingTime { turns: 1, total: time, longest: time });
        problem = problem.after(&turn);
        game.turns.push(turn);
    }
}

/// Reports the work, but no lines.
struct WorkOnly<'a> {
    progress: &'a mut dyn FnMut(&Tally) -> ControlFlow<()>,
}

impl Observer<Line> for WorkOnly<'_> {
    fn found(&mut self, _line: Line) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        (self.progress)(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VirusWar, model::state::State};
    use base::{board::Board, search::Found};

    fn score(levels: [Level; 2], side: u8, games: u32, limit: Limit) -> Score {
        let tournament = Tournament { levels, games, side, rules: Rules::default(), seed: 1, limit };
        let mut found = Found::default();
        assert!(play(&tournament, &mut found).is_continue());
        let mut score = Score::default();
        for (number, game) in found.items.iter().enumerate() {
            assert_eq!(game.first, number % 2, "the levels take turns in moving first");
            score.add(game);
        }
        assert_eq!((score.games(), score.draws), (games, 0));
        assert!(score.wins_as_first.iter().zip(score.wins).all(|(&wins_as_first, wins)| wins_as_first <= wins));
        score
    }

    #[test]
    fn each_level_beats_the_one_below() {
        for (above, below, side, games) in [
            (Level::Careless, Level::Random, 7, 40),
            // On small boards the careless level overlooks little, and the first move decides between strong levels.
            (Level::OnePly, Level::Careless, 10, 100),
            (Level::TwoPly, Level::OnePly, 7, 20),
            (Level::Deep, Level::TwoPly, 7, 8),
            (Level::Expert, Level::Deep, 10, 8),
        ] {
            let (share, _error) = score([above, below], side, games, Limit::Turns(400_000)).share(0).unwrap();
            assert!(share >= 0.55, "{} against {}: {share}", above.key(), below.key());
        }
    }

    #[test]
    fn games_for_a_seed_never_change() {
        let games = |seed| {
            let levels = [Level::OnePly, Level::Random];
            let tournament = Tournament { levels, games: 2, side: 5, rules: Rules::default(), seed, limit: Limit::Turns(1) };
            let mut found = Found::default();
            assert!(play(&tournament, &mut found).is_continue());
            let turns = |game: Game| game.turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(", ");
            found.items.into_iter().map(turns).collect::<Vec<_>>()
        };
        let first =
            ["b2, d4 c4 b3, b3 c4 d4, e4 d3 c2, c2 d3 e4, d5 c5 b5, b5 c5 d1", "b2, d4 c3 b2, b1 c2 c3, d3 c2 b1, a2 b3 a4, a2 b3 a4"];
        assert_eq!(games(1), first);
        let second =
            ["b2, d5 c4 b5, c3 c4 b5, d4 c3 b4, a3 b4 d4, e4 d3 d2, d3 d2 e4", "b2, d4 c3 b2, b1 c1 c2, b4 c1 c2, a2 b3 c3, a4 b3 a2"];
        assert_eq!(games(2), second);
    }

    #[test]
    fn games_are_played_by_the_rules_to_the_end() {
        let rules = Rules { moves: 2, opening: 2, ..Rules::default() };
        let tournament = Tournament { levels: [Level::OnePly, Level::Random], games: 4, side: 5, rules, seed: 3, limit: Limit::Turns(1) };
        let mut found = Found::default();
        assert!(play(&tournament, &mut found).is_continue());
        for game in found.items {
            let mut state = State::start(5, rules);
            for turn in &game.turns {
                state = VirusWar::BOARD_EXTRAS.adopt(&state, turn).unwrap();
            }
            let Problem { position, mover, moves, .. } = state.check().unwrap();
            assert!(position.reachable(mover).len() < usize::from(moves), "the loser has no turn");
            assert_eq!(Some((game.first + game.turns.len()) % 2), game.winner.map(|winner| 1 - winner));
            let made = game.thinking.iter().map(|thinking| thinking.turns).sum::<u32>();
            assert_eq!(made as usize, game.turns.len());
        }
    }

    #[test]
    fn a_tournament_stops_at_once() {
        struct Stopped;
        impl Observer<Game> for Stopped {
            fn found(&mut self, _game: Game) -> ControlFlow<()> {
                panic!("a game ends although the tournament was stopped");
            }
            fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
                Break(())
            }
        }
        let levels = [Level::Deep, Level::TwoPly];
        let tournament = Tournament { levels, games: 2, side: 8, rules: Rules::default(), seed: 1, limit: Limit::Turns(u64::MAX) };
        assert!(play(&tournament, &mut Stopped).is_break());
    }
}
