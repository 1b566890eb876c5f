//! What the user does on the board: makes moves in a game, or edits cells.

use super::view::{Mode, View};
use crate::model::{
    cells::Cell,
    goal::{Aim, Stage},
    position::Site,
    record,
    state::State,
};
use base::board::{Input, Reply};

/// Does what the input asks for at the cell.
pub fn act(state: &mut State, view: &View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
    let Some(cell) = spot else { return Reply::Ignored };
    if let Some(battle) = &view.battle {
        return match input {
            Input::Press => match battle.check_users_turn(state) {
                Ok(()) => state.press(cell),
                Err(reason) => Reply::Refused(reason),
            },
            Input::SecondaryPress | Input::Delete => reply_to(battle.take_back(state, State::take_back)),
            _ => Reply::Ignored,
        };
    }
    if view.is_solving {
        return match input {
            Input::Press => state.press_in_problem(cell),
            Input::SecondaryPress | Input::Delete => reply_to(state.take_back()),
            _ => Reply::Ignored,
        };
    }
    match (input, view.mode) {
        (Input::Character(symbol), _) if Site::from_symbol(symbol).is_some() => state.set(cell, symbol),
        (Input::Press, Mode::Play) => state.press(cell),
        (Input::SecondaryPress | Input::Delete, Mode::Play) => reply_to(state.take_back()),
        (Input::Press, Mode::Edit) => state.set(cell, cycled(state.board.symbol(cell), 1)),
        (Input::SecondaryPress, Mode::Edit) => state.set(cell, cycled(state.board.symbol(cell), Site::ALL.len() - 1)),
        (Input::Delete, Mode::Edit) => state.set(cell, Site::Empty.symbol()),
        (Input::Sweep { from }, Mode::Edit) => match state.board.symbol(from) {
            Some(symbol) => state.set(cell, symbol),
            None => Reply::Ignored,
        },
        _ => Reply::Ignored,
    }
}

fn reply_to(done: Result<(), String>) -> Reply<Cell> {
    done.map_or_else(Reply::Refused, |()| Reply::Done)
}

/// The symbol this many steps further in the cycle of [`Site::ALL`]. After an invalid one comes the first.
fn cycled(symbol: Option<char>, steps: usize) -> char {
    let site = symbol.and_then(Site::from_symbol);
    let index = site.and_then(|site| Site::ALL.iter().position(|&other| other == site));
    index.map_or(Site::Empty, |index| Site::ALL[(index + steps) % Site::ALL.len()]).symbol()
}

impl State {
    /// Makes a move on the cell. On a cell of the unfinished turn, takes back its move and all later ones.
    fn press(&mut self, cell: Cell) -> Reply<Cell> {
        let made = record::unfinished_turn(self);
        let done = match made.iter().position(|&other| other == cell) {
            Some(index) => (index..made.len()).try_for_each(|_| self.take_back()),
            None => self.play(cell),
        };
        reply_to(done)
    }

    /// Makes a move of the problem's turn on the cell. On a cell of that turn, takes back its move and all later ones.
    fn press_in_problem(&mut self, cell: Cell) -> Reply<Cell> {
        let Some(Aim { stage: Stage::Made(_), .. }) = self.aim() else { return self.press(cell) };
        let made = record::last_turn(self);
        match made.iter().position(|&other| other == cell) {
            Some(index) => reply_to((index..made.len()).try_for_each(|_| self.take_back())),
            None => Reply::Refused("the turn is complete: to try another one, click a move of it to take it back".to_owned()),
        }
    }

    /// Puts the symbol on the cell and forgets the game, since no move could have done this.
    fn set(&mut self, cell: Cell, symbol: char) -> Reply<Cell> {
        if self.board.symbol(cell) != Some(symbol) {
            self.board.put(cell, symbol);
            self.forget_game();
        }
        Reply::Done
    }
}
