//! Opponents of several strengths. They choose a turn of a position; who asks them, and for how long, is not told here.

pub mod limit;
mod beam;
mod deep;
mod evaluation;

use std::ops::ControlFlow;

use serde::Serialize;

use crate::{
    chance::Random,
    puzzles::virus_war::{
        model::{state::Problem, turn::Turn},
        search::{graph::TurnGraph, once},
    },
    search::{Observer, Tally},
};
use evaluation::{Candidate, Ties, promising};

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Any turn is as likely as any other.
    Random,
    /// Looks at the position after its turn.
    OnePly,
    /// Looks at the enemy's best replies to its most promising turns.
    TwoPly,
    /// Looks ahead further and further until it is stopped.
    Deep,
}

/// What an opponent expects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The turns that it expects, its own first.
    pub turns: Vec<Turn>,
    /// What it comes to for the player who chooses: room to move ahead of the enemy, or the end of the game, [`LIKELY`] or
    /// proved ([`WIN`]).
    pub score: i32,
    /// How many turns it looked ahead.
    pub depth: u8,
}

/// Scores from here on prove that the game is won whatever the enemy does, and their opposites that it is lost whatever the
/// player who chooses does.
pub const WIN: i32 = 1_000_000;

/// Scores from here on, below [`WIN`], say that the game is won as far as was looked: every reply that was tried loses, but not
/// all were tried. Their opposites say the same of a loss.
pub const LIKELY: i32 = WIN / 2;

impl Line {
    /// The line as long as other turns remain to be tried: that one turn loses does not prove that all do.
    fn as_best_so_far(&self) -> Self {
        Self { score: self.score.max(-LIKELY), ..self.clone() }
    }
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::OnePly, Self::TwoPly, Self::Deep];

    /// Their names on the command line, in the same order.
    pub const KEYS: [&str; Self::ALL.len()] = [Self::ALL[0].key(), Self::ALL[1].key(), Self::ALL[2].key(), Self::ALL[3].key()];

    /// The name on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OnePly => "one-ply",
            Self::TwoPly => "two-ply",
            Self::Deep => "deep",
        }
    }

    /// The name that people read, in lower case.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OnePly => "one turn ahead",
            Self::TwoPly => "two turns ahead",
            Self::Deep => "as far as it can see",
        }
    }

    /// The level with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }
}

/// The turn that the level chooses; none if there is no turn.
///
/// The observer hears of better and better lines; when it stops the search, the best turn so far is chosen, and every
/// level finds a first one even then. [`Level::Deep`] ends by itself only when it has proved who wins. The same
/// seed gives the same turn as long as the search may go equally far. No level leaves a turn out, even where the rules allow it.
/// The tally explores turns and keeps positions that were looked into.
pub fn choose(level: Level, problem: &Problem, seed: u64, observer: &mut dyn Observer<Line>) -> Option<Turn> {
    let mut random = Random::new(seed);
    let mut watch = Watch { observer, tally: Tally::default(), done: 0.0 };
    match level {
        Level::Random => any_turn(problem, &mut random, &mut watch),
        Level::OnePly => one_ply(problem, &mut random, &mut watch),
        Level::TwoPly => beam::choose(problem, &mut random, &mut watch),
        Level::Deep => deep::choose(problem, &mut random, &mut watch),
    }
}

fn one_ply(problem: &Problem, random: &mut Random, watch: &mut Watch<'_>) -> Option<Turn> {
    let best = promising(problem, 1, Ties::Random(random), watch);
    let &Candidate { turn, score, .. } = best.turns.first()?;
    // The turn is chosen already; the observer can only learn of it.
    let _told = watch.tell(Line { turns: vec![turn], score, depth: 1 });
    Some(turn)
}

/// Each turn with the same chance: the `i`th replaces the one before with the chance 1 to `i`.
fn any_turn(problem: &Problem, random: &mut Random, watch: &mut Watch<'_>) -> Option<Turn> {
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    let mut chosen = None;
    let mut turns = 0;
    let _ended = once::each_turn(&graph, problem.moves, &mut |turn| {
        turns += 1;
        if random.below(turns) == 0 {
            chosen = Some(turn);
        }
        watch.count(1)
    });
    chosen
}

/// An observer and what it is to be told.
struct Watch<'a> {
    observer: &'a mut dyn Observer<Line>,
    tally: Tally,
    done: f32,
}

impl Watch<'_> {
    /// Counts turns that were made.
    fn count(&mut self, made: u64) -> ControlFlow<()> {
        self.tally.explored += made;
        self.observer.progress(self.done, &self.tally)
    }

    /// Counts a position that was looked into.
    fn enter(&mut self) {
        self.tally.kept += 1;
    }

    fn tell(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(line)
    }

    /// Raises the share of the work that is done.
    fn reach(&mut self, done: f32) -> ControlFlow<()> {
        self.done = self.done.max(done.min(1.0));
        self.observer.progress(self.done, &self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::virus_war::model::{
        position::{Player, Position},
        state::{Rows, Rules},
    };

    /// Stops the search at its first progress after so many lines.
    struct After {
        lines: usize,
        told: Vec<Line>,
    }

    impl Observer<Line> for After {
        fn found(&mut self, line: Line) -> ControlFlow<()> {
            self.told.push(line);
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            if self.lines <= self.told.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn problem(rows: &str, mover: Player) -> Problem {
        let position = Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position();
        Problem { position, mover, moves: 3, rules: Rules::default() }
    }

    #[test]
    fn every_level_has_a_turn_even_if_it_is_stopped_at_once() {
        let start = Problem { position: Position::start(8), mover: Player::X, moves: 3, rules: Rules::default() };
        for level in Level::ALL {
            let turn = choose(level, &start, 1, &mut After { lines: 0, told: Vec::new() });
            assert_eq!(turn.map(|turn| turn.cells().len()), Some(3), "{}", level.key());
        }
    }

    /// Recorded games and tournaments name seeds. The stronger levels may come to choose better; chance may not change.
    #[test]
    fn seeds_choose_these_turns_for_ever() {
        let position = problem(".....X/..x.X./...xX./..Oo../.OO.../O.....", Player::X);
        let chosen = |level, lines| {
            [1, 2, u64::MAX].map(|seed| choose(level, &position, seed, &mut After { lines, told: Vec::new() }).unwrap().to_string())
        };
        assert_eq!(chosen(Level::Random, usize::MAX), ["c2 d2 e6", "c3 f4 f5", "c3 b2 f5"]);
        // The others find the same turn best, whatever decides between equals.
        for (level, lines) in [(Level::OnePly, usize::MAX), (Level::TwoPly, usize::MAX), (Level::Deep, 6)] {
            assert_eq!(chosen(level, lines), ["c2 b2 c3"; 3], "{}", level.key());
        }
    }

    #[test]
    fn no_level_has_a_turn_where_there_is_none() {
        let lost = problem("ooo../o..../...../...O./....O", Player::X);
        for level in Level::ALL {
            assert_eq!(choose(level, &lost, 1, &mut After { lines: 9, told: Vec::new() }), None, "{}", level.key());
        }
    }

    #[test]
    fn a_win_is_seen() {
        // O's only live virus is beside X's; where it is killed, O has no turn.
        let won = problem("...../...../...../.X.../O....", Player::X);
        for level in [Level::OnePly, Level::TwoPly, Level::Deep] {
            let mut told = After { lines: usize::MAX, told: Vec::new() };
            let turn = choose(level, &won, 1, &mut told).expect("there are turns");
            assert!(turn.kills == 1, "{}: {turn}", level.key());
            assert!(told.told.last().is_some_and(|line| line.score >= WIN && line.turns[0] == turn), "{}", level.key());
        }
    }

    #[test]
    fn lines_can_be_played() {
        let start = problem(".....X/..x.X./...xX./..Oo../.OO.../O.....", Player::X);
        let mut told = After { lines: 12, told: Vec::new() };
        let turn = choose(Level::Deep, &start, 1, &mut told);
        assert!(told.told.iter().any(|line| line.depth >= 3), "{told:?}", told = told.told);
        assert_eq!(told.told.last().map(|line| line.turns[0]), turn);
        for line in told.told {
            let mut problem = start.clone();
            for turn in line.turns {
                let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
                assert_eq!(graph.turn(turn.set()), Some(turn), "{turn} is a turn");
                problem = problem.after(&turn);
            }
        }
    }
}
