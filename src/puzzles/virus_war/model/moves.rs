//! What a player does in a game: moves, a turn left out, a move taken back.

use super::{
    cells::Cell,
    position::{Player, Site},
    record,
    standing::End,
    state::State,
};

impl State {
    /// Makes the mover's next move on the cell, or says why it cannot be made.
    ///
    /// # Errors
    /// The reason: a sentence without the full stop.
    pub fn play(&mut self, cell: Cell) -> Result<(), String> {
        let problem = self.check().map_err(|_| "The position has a mistake; correct it first".to_string())?;
        let mover = problem.mover;
        if let Some(end) = End::of(&problem) {
            return Err(format!("The game is over. {end}"));
        }
        if !problem.position.accessible(mover).contains(cell) {
            return Err(match problem.position.site(cell) {
                Site::Killed(_) => format!("Nothing can ever be done on {cell} again: what was killed stays"),
                Site::Live(owner) if owner == mover => format!("{cell} is {mover}'s already"),
                _ => format!("{mover} cannot reach {cell}: it touches no live {mover} and no chain linked to one"),
            });
        }
        let is_new_turn = record::unfinished_turn(self).is_empty();
        match self.record.last_mut() {
            Some(turn) if !is_new_turn => *turn = format!("{turn} {cell}"),
            _ => self.record.push(cell.to_string()),
        }
        let position = problem.position.after(mover, cell.into());
        self.board.put(cell, position.site(cell).symbol());
        self.moves_left -= 1;
        if self.moves_left == 0 {
            self.begin_turn(mover.other());
        }
        Ok(())
    }

    /// Skips the mover's turn.
    ///
    /// # Errors
    /// The reason why he may not: a sentence without the full stop.
    pub fn pass(&mut self) -> Result<(), String> {
        self.may_pass()?;
        self.record.push(record::PASS.to_string());
        self.begin_turn(self.to_move.other());
        Ok(())
    }

    /// Whether the mover may skip his turn.
    ///
    /// # Errors
    /// The reason why he may not: a sentence without the full stop.
    pub fn may_pass(&self) -> Result<(), String> {
        if !self.rules.passing {
            return Err("The rules of this game don't allow passing".to_string());
        }
        let problem = self.check().map_err(|_| "The position has a mistake".to_string())?;
        match End::of(&problem) {
            Some(end) => Err(format!("The game is over. {end}")),
            None if problem.may_pass() => Ok(()),
            None => Err("You can only pass a whole turn, and this one has begun".to_string()),
        }
    }

    /// Takes the last move of the record back, or a turn that was left out.
    ///
    /// # Errors
    /// The reason why there is nothing to take back: a sentence without the full stop.
    pub fn take_back(&mut self) -> Result<(), String> {
        let game = record::replay(self).map_err(|flaw| flaw.message)?;
        let (Some(moves), Some(turn)) = (game.turns.last(), self.record.last_mut()) else {
            return Err("The record has no move to take back".to_string());
        };
        let before = &game.moments[game.turns.len() - 1];
        let Some((&cell, others)) = moves.split_last() else {
            self.record.pop();
            (self.to_move, self.moves_left) = (before.mover, before.moves);
            return Ok(());
        };
        *turn = others.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        if others.is_empty() {
            self.record.pop();
        }
        if let Some(position) = self.board.position().before(before.mover, cell) {
            self.board.put(cell, position.site(cell).symbol());
        }
        (self.to_move, self.moves_left) = (before.mover, before.moves - others.len() as u8);
        Ok(())
    }

    /// Sets the side that is to move, with a whole turn before it; the record is no more.
    pub fn set_mover(&mut self, mover: Player) {
        self.begin_turn(mover);
        self.record.clear();
    }
}
