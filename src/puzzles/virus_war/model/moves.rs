//! What a player can do in a game: make a move, pass, take a move back.

use super::{
    cells::Cell,
    game::length,
    notation::{PASS, moves},
    position::{Player, Site},
    record,
    standing::End,
    state::State,
    tree::Tree,
};
use crate::words::refusals as words;

impl State {
    /// Makes the mover's next move on the cell.
    ///
    /// # Errors
    /// Why the move can't be made: a sentence without the full stop.
    pub fn play(&mut self, cell: Cell) -> Result<(), String> {
        let problem = self.check().map_err(|_| words::FLAWED.to_string())?;
        let mover = problem.mover;
        if let Some(end) = End::of(&problem) {
            return Err(words::game_over(end));
        }
        if !problem.position.accessible(mover).contains(cell) {
            return Err(match problem.position.site(cell) {
                Site::Killed(_) => format!("you can't play {cell}: killed viruses stay for good"),
                Site::Live(owner) if owner == mover => format!("{cell} already has a live {mover}"),
                _ if let Some(first) = problem.position.first_cell(mover).first() => {
                    format!("{mover} can't play {cell} now: its first virus belongs on {first}")
                }
                _ if problem.position.first_cell(mover.other()).contains(cell) => {
                    format!("{cell} is reserved for {}'s first virus", mover.other())
                }
                _ => format!("{mover} can't play {cell} now: the cell touches no live {mover} and no chain linked to one"),
            });
        }
        let mut made = record::unfinished_turn(self);
        let is_new_turn = made.is_empty();
        made.push(cell);
        let made = moves(&self.enter(made, self.moves_left == 1)?);
        match self.record.last_mut() {
            Some(turn) if !is_new_turn => *turn = made,
            _ => self.record.push(made),
        }
        let position = problem.position.after(mover, cell.into());
        self.board.put(cell, position.site(cell).symbol());
        self.moves_left -= 1;
        if self.moves_left == 0 {
            self.begin_turn(mover.other());
        }
        self.drop_plain_tree();
        Ok(())
    }

    /// Passes the mover's turn.
    ///
    /// # Errors
    /// Why the mover can't pass: a sentence without the full stop.
    pub fn pass(&mut self) -> Result<(), String> {
        self.may_pass()?;
        self.enter(Vec::new(), true)?;
        self.record.push(PASS.to_string());
        self.begin_turn(self.to_move.other());
        self.drop_plain_tree();
        Ok(())
    }

    /// Checks whether the mover may pass.
    ///
    /// # Errors
    /// Why not: a sentence without the full stop.
    pub fn may_pass(&self) -> Result<(), String> {
        if !self.rules.passing {
            return Err("the rules of this game don't allow passing".to_string());
        }
        let problem = self.check().map_err(|_| words::FLAWED.to_string())?;
        match End::of(&problem) {
            Some(end) => Err(words::game_over(end)),
            None => problem.check_pass().map_err(|_| "you can only pass a whole turn, and this one has begun".to_string()),
        }
    }

    /// Takes back the last move or pass of the record. The tree keeps it if other moves follow it.
    ///
    /// # Errors
    /// Why nothing can be taken back: a sentence without the full stop.
    pub fn take_back(&mut self) -> Result<(), String> {
        let game = record::replay(self).map_err(|flaw| flaw.message)?;
        if !game.turns.is_empty() {
            self.leave();
        }
        let (Some(moves), Some(turn)) = (game.turns.last(), self.record.last_mut()) else {
            return Err(words::NOTHING_TO_TAKE_BACK.to_string());
        };
        let before = &game.snapshots[game.turns.len() - 1];
        let Some((&cell, others)) = moves.split_last() else {
            self.record.pop();
            (self.to_move, self.moves_left) = (before.mover, before.moves);
            self.drop_plain_tree();
            return Ok(());
        };
        *turn = others.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        if others.is_empty() {
            self.record.pop();
        }
        if let Some(position) = self.position().before(before.mover, cell) {
            self.board.put(cell, position.site(cell).symbol());
        }
        (self.to_move, self.moves_left) = (before.mover, before.moves - others.len() as u8);
        self.drop_plain_tree();
        Ok(())
    }

    /// Takes back all moves of the unfinished turn, or else the last turn.
    ///
    /// # Errors
    /// Why nothing can be taken back: a sentence without the full stop.
    pub fn take_back_turn(&mut self) -> Result<(), String> {
        let moves = self.record.last().map_or(1, |turn| length(&record::cells_of(turn)));
        (0..moves).try_for_each(|_| self.take_back())
    }

    /// Starts a whole turn of this player and forgets the game.
    pub fn set_mover(&mut self, mover: Player) {
        self.begin_turn(mover);
        self.forget_game();
    }

    /// Clears the record and the variations, so that the game begins with this position. It is a problem no longer.
    pub fn forget_game(&mut self) {
        self.clear_record();
        self.goal = None;
    }

    /// Clears the record and the variations.
    pub(super) fn clear_record(&mut self) {
        self.record.clear();
        self.tree = Tree::default();
    }
}
