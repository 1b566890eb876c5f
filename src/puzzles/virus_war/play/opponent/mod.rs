//! Opponents of several strengths, which choose a turn of a position. Threads and time limits are the caller's business.

pub mod limit;
mod beam;
mod deep;
mod expert;
mod evaluation;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::{
    model::{state::Problem, turn::Turn},
    search::{graph::TurnGraph, once},
};
use base::{
    chance::Random,
    search::{Observer, Tally},
};
use evaluation::{Candidate, Ties, best_of, promising_turns};

pub use crate::search::engine::{
    Line,
    score::{LIKELY, WIN},
};

/// The strength of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Chooses among all turns with equal probability.
    Random,
    /// Looks at the positions after a few turns, chosen at random, and overlooks the others.
    Careless,
    /// Looks at the position after its turn.
    OnePly,
    /// Looks at the enemy's best replies to its most promising turns.
    TwoPly,
    /// Looks further and further ahead until it is stopped, scoring positions by mobility alone.
    Deep,
    /// The strongest: the search that also analyses positions, until it is stopped.
    Expert,
}

impl Line {
    /// The line while other turns remain to be tried. Even if this one loses, that doesn't prove that all do.
    fn as_best_so_far(&self) -> Self {
        Self { score: self.score.max(-LIKELY), ..self.clone() }
    }
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self::Random, Self::Careless, Self::OnePly, Self::TwoPly, Self::Deep, Self::Expert];

    /// Their keys, in the same order.
    pub const KEYS: [&str; Self::ALL.len()] =
        [Self::ALL[0].key(), Self::ALL[1].key(), Self::ALL[2].key(), Self::ALL[3].key(), Self::ALL[4].key(), Self::ALL[5].key()];

    /// The name on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Careless => "careless",
            Self::OnePly => "one-ply",
            Self::TwoPly => "two-ply",
            Self::Deep => "deep",
            Self::Expert => "expert",
        }
    }

    /// The name that users read, in lower case.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Careless => "careless",
            Self::OnePly => "one turn ahead",
            Self::TwoPly => "two turns ahead",
            Self::Deep => "as far as time allows",
            Self::Expert => "expert",
        }
    }

    /// Its rating in Elo points, measured by games between all levels on boards of 10 x 10: a level that is 400 points stronger wins ten of
    /// eleven games. The random level has 0 by definition. Levels that need a limit had 20 ms of processor time for a turn.
    /// `play_virus_war ratings` in the folder `lab` measures it; docs/puzzles/virus-war.md has the games.
    pub const fn rating(self) -> u32 {
        match self {
            Self::Random => 0,
            Self::Careless => 376,
            Self::OnePly => 516,
            Self::TwoPly => 1_024,
            Self::Deep => 1_210,
            Self::Expert => 1_643,
        }
    }

    /// Whether it thinks until it is stopped, unless it proves who wins.
    pub const fn needs_limit(self) -> bool {
        matches!(self, Self::Deep | Self::Expert)
    }

    /// Whether its scores are mobilities, the mover's minus the enemy's. Otherwise they stand for chances: see
    /// [`chance`](crate::search::engine::evaluation::chance).
    pub const fn scores_mobility(self) -> bool {
        !matches!(self, Self::Expert)
    }

    /// The level with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }
}

/// Chooses a turn as the level does; none if the game is over.
///
/// Reports better and better lines. When the observer stops the search, the best turn so far is chosen, and every level has one even then.
/// Levels that need a limit finish by themselves only when they have proved who wins. The same seed gives the same turn if the search may
/// go equally far. A pass is a turn like any other where the mover may pass. The tally explores turns and keeps the positions whose turns
/// were searched.
pub fn choose(level: Level, problem: &Problem, seed: u64, observer: &mut dyn Observer<Line>) -> Option<Turn> {
    if problem.is_drawn() {
        return None;
    }
    let mut random = Random::new(seed);
    let mut progress = Progress { observer, tally: Tally::default(), done: 0.0 };
    match level {
        Level::Random => random_turn(problem, &mut random, &mut progress),
        Level::Careless => careless(problem, &mut random, &mut progress),
        Level::OnePly => one_ply(problem, &mut random, &mut progress),
        Level::TwoPly => beam::choose(problem, &mut random, &mut progress),
        Level::Deep => deep::choose(problem, &mut random, &mut progress),
        Level::Expert => expert::choose(problem, &mut random, &mut progress),
    }
}

fn one_ply(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let best = promising_turns(problem, 1, Ties::Random(random), progress);
    let &Candidate { turn, score, .. } = best.turns.first()?;
    // The turn is chosen already, so it makes no difference whether the observer stops the search.
    let _ended = progress.emit(Line::new(vec![turn], score, 1));
    Some(turn)
}

/// How many turns the careless level looks at.
const GLANCE: usize = 150;

/// Chooses the best of some turns by the position after it. Each set of turns is as probable as any other.
fn careless(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves + 1);
    let mut seen = Vec::with_capacity(GLANCE);
    let mut turns = 0;
    let _ended = once::each_turn_of(problem, &graph, &mut |turn| {
        turns += 1;
        if seen.len() < GLANCE {
            seen.push(turn);
        } else if let Some(place) = seen.get_mut(random.below(turns) as usize) {
            *place = turn;
        }
        progress.add_turns(1)
    });
    let (turn, score) = best_of(&graph, problem, &seen)?;
    let _ended = progress.emit(Line::new(vec![turn], score, 1));
    Some(turn)
}

/// Chooses among all turns with equal probability: turn number `i` replaces the one before with probability 1 / `i`.
fn random_turn(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    let mut chosen = None;
    let mut turns = 0;
    let _ended = once::each_turn_of(problem, &graph, &mut |turn| {
        turns += 1;
        if random.below(turns) == 0 {
            chosen = Some(turn);
        }
        progress.add_turns(1)
    });
    chosen
}

/// Reports lines and work to an observer.
struct Progress<'a> {
    observer: &'a mut dyn Observer<Line>,
    tally: Tally,
    done: f32,
}

impl Progress<'_> {
    /// Adds turns that were made.
    fn add_turns(&mut self, made: u64) -> ControlFlow<()> {
        self.tally.explored += made;
        self.observer.progress(self.done, &self.tally)
    }

    /// Adds a position whose turns are searched.
    fn add_position(&mut self) {
        self.tally.kept += 1;
    }

    /// Reports a line.
    fn emit(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(line)
    }

    /// Sets the share of the work that is done, unless it would fall.
    fn advance_to(&mut self, done: f32) -> ControlFlow<()> {
        self.done = self.done.max(done.min(1.0));
        self.observer.progress(self.done, &self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        position::{Player, Position},
        state::{Rows, Rules},
    };

    /// Stops the search at its first progress after this many lines.
    struct After {
        lines: usize,
        found: Vec<Line>,
    }

    impl Observer<Line> for After {
        fn found(&mut self, line: Line) -> ControlFlow<()> {
            self.found.push(line);
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            if self.lines <= self.found.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn problem(rows: &str, mover: Player) -> Problem {
        let position = Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position();
        Problem::new(position, mover, 3, Rules::default())
    }

    #[test]
    fn every_level_has_a_turn_even_if_it_is_stopped_at_once() {
        let start = Problem::new(Position::start(8), Player::X, 3, Rules::default());
        for level in Level::ALL {
            let turn = choose(level, &start, 1, &mut After { lines: 0, found: Vec::new() });
            assert_eq!(turn.map(|turn| turn.cells().len()), Some(3), "{}", level.key());
        }
    }

    /// Recorded games and tournaments name seeds. Stronger levels may get better at choosing, but the random choices must not change.
    #[test]
    fn turns_for_a_seed_never_change() {
        let position = problem(".....X/..x.X./...xX./..Oo../.OO.../O.....", Player::X);
        let chosen = |level, lines| {
            [1, 2, u64::MAX].map(|seed| choose(level, &position, seed, &mut After { lines, found: Vec::new() }).unwrap().to_string())
        };
        assert_eq!(chosen(Level::Random, usize::MAX), ["c2 d2 e6", "c3 f4 f5", "c3 b2 f5"]);
        // All other levels find the same turn best, whatever breaks ties.
        for (level, lines) in [(Level::OnePly, usize::MAX), (Level::TwoPly, usize::MAX), (Level::Deep, 6)] {
            assert_eq!(chosen(level, lines), ["c2 b2 c3"; 3], "{}", level.key());
        }
    }

    #[test]
    fn no_level_has_a_turn_where_there_is_none() {
        let lost = problem("ooo../o..../...../...O./....O", Player::X);
        for level in Level::ALL {
            assert_eq!(choose(level, &lost, 1, &mut After { lines: 9, found: Vec::new() }), None, "{}", level.key());
        }
    }

    #[test]
    fn a_win_is_seen() {
        // O's only live virus is next to X's. Once it is killed, O has no turn.
        let won = problem("...../...../...../.X.../O....", Player::X);
        for level in [Level::OnePly, Level::TwoPly, Level::Deep, Level::Expert] {
            let mut observer = After { lines: usize::MAX, found: Vec::new() };
            let turn = choose(level, &won, 1, &mut observer).expect("there are turns");
            assert!(turn.kills == 1, "{}: {turn}", level.key());
            assert!(observer.found.last().is_some_and(|line| line.score >= WIN && line.turns[0] == turn), "{}", level.key());
        }
    }

    #[test]
    fn expected_lines_can_be_played() {
        let start = problem(".....X/..x.X./...xX./..Oo../.OO.../O.....", Player::X);
        let mut observer = After { lines: 12, found: Vec::new() };
        let turn = choose(Level::Deep, &start, 1, &mut observer);
        assert!(observer.found.iter().any(|line| line.depth >= 3), "{found:?}", found = observer.found);
        assert_eq!(observer.found.last().map(|line| line.turns[0]), turn);
        for line in observer.found {
            let mut problem = start.clone();
            for turn in line.turns {
                let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
                assert_eq!(graph.turn(turn.set()), Some(turn), "{turn} is a turn");
                problem = problem.after(&turn);
            }
        }
    }
}
