//! The place of the timeline: which solution is shown, and how many of its steps.

use std::time::Duration;

/// A place on the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Index into the listed solutions.
    pub solution: usize,
    /// The number of its steps that are shown; 0 shows the position alone.
    pub step: usize,
}

/// A move on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To the start of the solution.
    First,
    /// One step back. Before the first step comes the end of the previous solution, or the position alone if there is none.
    Back,
    /// One step forward. After the last step comes the first step of the next solution.
    Forward,
    /// To the end of the solution.
    Last,
    /// To the previous solution, at the same step.
    PreviousSolution,
    /// To the next solution, at the same step.
    NextSolution,
}

/// The speeds to choose from, in steps per second.
pub const SPEEDS: [f32; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 60.0, 240.0, 1000.0];
/// The speed until another is chosen.
pub const USUAL_SPEED: f32 = 4.0;

/// Plays the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Player {
    /// When the next step is due on the caller's clock; `None` while paused.
    due: Option<Duration>,
}

impl Player {
    /// Returns whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// Starts playing. The first step is due at once.
    pub fn play(&mut self, now: Duration) {
        self.due = Some(now);
    }

    /// Pauses.
    pub fn pause(&mut self) {
        self.due = None;
    }

    /// Returns the number of steps due now, at this speed in steps per second. The caller's clock must not go backwards. If it has jumped
    /// ahead, at most one second's worth of steps is due.
    pub fn steps_due(&mut self, now: Duration, speed: f32) -> usize {
        let Some(due) = self.due else { return 0 };
        if now < due {
            return 0;
        }
        let interval = Duration::from_secs_f32(1.0 / speed);
        let behind = (now - due).min(Duration::from_secs(1));
        let steps = (behind.as_secs_f32() / interval.as_secs_f32()) as u32;
        self.due = Some(now - behind + interval * (steps + 1));
        steps as usize + 1
    }

    /// Returns the time until the next step, or `None` while paused.
    pub fn until_next(&self, now: Duration) -> Option<Duration> {
        self.due.map(|due| due.saturating_sub(now))
    }
}

impl Cursor {
    /// Returns the cursor after a move among `solutions` solutions, the i-th of which has `steps(i)` steps. There must be at least one.
    pub fn moved(self, by: Move, solutions: usize, steps: impl Fn(usize) -> usize) -> Self {
        let last_solution = solutions.saturating_sub(1);
        match by {
            Move::First => Self { step: 0, ..self },
            Move::Last => Self { step: steps(self.solution), ..self },
            Move::Back if 1 < self.step || 0 < self.step && self.solution == 0 => Self { step: self.step - 1, ..self },
            Move::Back if 0 < self.solution => Self { solution: self.solution - 1, step: steps(self.solution - 1) },
            Move::Forward if self.step < steps(self.solution) => Self { step: self.step + 1, ..self },
            // Not the empty board, which looks like none.
            Move::Forward if self.solution < last_solution => Self { solution: self.solution + 1, step: steps(self.solution + 1).min(1) },
            Move::Back | Move::Forward => self,
            Move::PreviousSolution => self.at_solution(self.solution.saturating_sub(1), steps),
            Move::NextSolution => self.at_solution((self.solution + 1).min(last_solution), steps),
        }
    }

    /// Returns the cursor at the same step of another solution. If all steps were shown, all steps of the other are.
    pub fn at_solution(self, solution: usize, steps: impl Fn(usize) -> usize) -> Self {
        let was_whole = self.step >= steps(self.solution);
        Self { solution, step: if was_whole { steps(solution) } else { self.step.min(steps(solution)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[Move], expected: (usize, usize)) {
        let steps = |solution: usize| [3, 2, 3][solution];
        let cursor = moves.iter().fold(Cursor { solution: 0, step: 3 }, |cursor, &by| cursor.moved(by, 3, steps));
        assert_eq!((cursor.solution, cursor.step), expected, "{moves:?}");
    }

    #[test]
    fn moves_cross_solutions_and_stop_at_the_ends() {
        use Move::{Back, First, Forward, Last, NextSolution, PreviousSolution};
        check(&[], (0, 3));
        check(&[Back, Back], (0, 1));
        check(&[First, Back], (0, 0));
        check(&[Forward], (1, 1));
        check(&[Forward, Back], (0, 3));
        check(&[Back, Back, Back, Back], (0, 0));
        check(&[Forward, First], (1, 0));
        check(&[Forward, First, Back], (0, 3));
        check(&[Forward, First, Forward], (1, 1));
        check(&[NextSolution], (1, 2));
        check(&[Back, Back, NextSolution, NextSolution], (2, 1));
        check(&[NextSolution, NextSolution, NextSolution, Last, Forward], (2, 3));
        check(&[PreviousSolution, First, Forward], (0, 1));
    }

    #[test]
    fn the_player_keeps_the_speed_and_does_not_rush_after_a_pause() {
        let at = Duration::from_millis;
        let mut player = Player::default();
        assert_eq!(player.steps_due(at(0), 4.0), 0);
        player.play(at(1000));
        let steps: Vec<usize> = [1000, 1100, 1250, 1750, 60_000, 60_100].map(|ms| player.steps_due(at(ms), 4.0)).to_vec();
        assert_eq!(steps, [1, 0, 1, 2, 5, 0]);
        assert_eq!(player.until_next(at(60_150)), Some(at(100)));
        player.pause();
        assert_eq!(player.steps_due(at(90_000), 4.0), 0);
    }
}
