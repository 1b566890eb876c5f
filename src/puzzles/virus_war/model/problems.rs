//! A state as a problem: how far its turn has come, the position before it, and the check of its goal.

use super::{
    cells::Cell,
    goal::{Aim, Goal, MOST_MOVES, MOST_TURNS, Stage},
    notation::PASS,
    position::Site,
    record::{self, Snapshot},
    state::{PASSES_TO_DRAW, Rows, State},
};
use base::puzzle::{Flaw, Key};

impl State {
    /// The goal of the problem and how far its turn has come; none without a goal.
    pub fn aim(&self) -> Option<Aim> {
        let goal = self.goal?;
        let is_unfinished = !record::unfinished_turn(self).is_empty();
        let stage = match self.record.as_slice() {
            [] => Stage::Making(0),
            [turn] if is_unfinished => Stage::Making(self.killed_on(turn)),
            [turn] => Stage::Made(self.killed_on(turn)),
            _ => Stage::Past,
        };
        Some(Aim { goal, stage })
    }

    /// How many turns at the end of the record were passed, up to the end of the game.
    pub(super) fn passes(&self) -> u8 {
        let passes = self.record.iter().rev().take_while(|turn| turn.trim() == PASS);
        passes.take(PASSES_TO_DRAW.into()).count() as u8
    }

    /// The number of killed viruses on the cells of the turn: the player never moves on a killed virus, so the turn has killed them.
    fn killed_on(&self, turn: &str) -> u8 {
        let position = self.position();
        let is_killed = |cell: &Cell| matches!(position.site(*cell), Site::Killed(_));
        record::cells_of(turn).iter().filter(|cell| is_killed(cell)).count() as u8
    }

    /// The problem before its turn; the state itself without a goal.
    pub fn at_problem(&self) -> Self {
        match self.root().filter(|_| self.goal.is_some()) {
            Some(Snapshot { position, mover, moves, passes: _ }) => {
                let mut start = Self { board: Rows::from(&position), to_move: mover, moves_left: moves, ..self.clone() };
                start.clear_record();
                start
            }
            None => self.clone(),
        }
    }

    /// Checks the goal, if there is one, in a game that begins here.
    ///
    /// # Errors
    /// The flaw.
    pub(super) fn check_goal(&self, root: &Snapshot) -> Result<(), Flaw<Cell>> {
        let Some(goal) = self.goal else { return Ok(()) };
        let flaw = |message: String| Err(Flaw { message, spots: Vec::new(), path: vec![Key::Field("goal")] });
        let whole = self.rules.moves_in_turn(&root.position, root.mover);
        match goal {
            _ if self.rules.passing => flaw("a challenge can't allow passing".to_owned()),
            _ if root.moves != whole => flaw("a challenge begins with a whole turn, so its first turn can't be under way".to_owned()),
            Goal::Kill(kills) if !(1..=whole).contains(&kills) => flaw(format!("expected from 1 to {whole} kills")),
            Goal::Win(_) | Goal::Survive if MOST_MOVES < self.rules.moves => {
                flaw(format!("a challenge can have at most {MOST_MOVES} moves in a turn"))
            }
            Goal::Win(turns) if !(1..=MOST_TURNS).contains(&turns) => flaw(format!("expected a win in 1 to {MOST_TURNS} turns")),
            _ => Ok(()),
        }
    }
}
