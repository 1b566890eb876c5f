//! What is wrong with a game. Whether its record keeps the rules is asked of [`super::record`].

use super::{
    cells::{Cell, LARGEST},
    position::{Player, Site},
    record,
    state::{Problem, Rules, SMALLEST, State},
    triples::NUMBERS,
    turn::MOST_MOVES,
};
use crate::puzzle::{Flaw, Key};

impl State {
    /// The problem that the game is at, or everything that is wrong with it.
    ///
    /// # Errors
    /// All flaws; those of the record only if there are no others, since it is read against the board.
    pub fn check(&self) -> Result<Problem, Vec<Flaw<Cell>>> {
        let mut flaws = Vec::new();
        self.check_board(&mut flaws);
        self.check_turn(&mut flaws);
        self.check_triples(&mut flaws);
        if flaws.is_empty() {
            flaws.extend(record::replay(self).err());
        }
        if flaws.is_empty() { Ok(self.problem()) } else { Err(flaws) }
    }

    fn check_board(&self, flaws: &mut Vec<Flaw<Cell>>) {
        let board = Key::Field("board");
        let ranks = self.board.0.len();
        if !(usize::from(SMALLEST)..=usize::from(LARGEST)).contains(&ranks) {
            let message = format!("The board has {ranks} rows; a board has {SMALLEST} to {LARGEST}");
            flaws.push(Flaw { message, spots: Vec::new(), path: vec![board] });
            return;
        }
        for (row, symbols) in self.board.0.iter().enumerate() {
            let cell = |column| self.board.cell(row, column);
            if symbols.len() != ranks {
                let message = format!("Rank {} has {} cells; on this board a rank has {ranks}", ranks - row, symbols.len());
                flaws.push(Flaw { message, spots: (0..ranks).filter_map(cell).collect(), path: vec![board, Key::Index(row)] });
            }
            for (column, &symbol) in symbols.iter().enumerate() {
                if Site::from_symbol(symbol).is_none() {
                    let message = format!("{symbol} means nothing; a cell is one of . O X o x");
                    let path = vec![board, Key::Index(row), Key::Character(column)];
                    flaws.push(Flaw { message, spots: cell(column).into_iter().collect(), path });
                }
            }
        }
    }

    fn check_turn(&self, flaws: &mut Vec<Flaw<Cell>>) {
        let Rules { moves, opening, .. } = self.rules;
        let mut flaw = |message: String, path: Vec<Key>| flaws.push(Flaw { message, spots: Vec::new(), path });
        let rule = |field| vec![Key::Field("rules"), Key::Field(field)];
        if !(1..=MOST_MOVES).contains(&usize::from(moves)) {
            flaw(format!("A turn cannot have {moves} moves; it has 1 to {MOST_MOVES}"), rule("moves"));
        } else if !(1..=moves).contains(&opening) {
            flaw(format!("The first turn cannot have {opening} moves; it has 1 to {moves}"), rule("opening"));
        } else if !(1..=moves).contains(&self.moves_left) {
            let message = format!("There cannot be {} moves left; a turn has {moves}", self.moves_left);
            flaw(message, vec![Key::Field("moves_left")]);
        } else if self.to_move == Player::O && self.board.position().is_start() && self.moves_left != opening {
            let message = format!("O cannot have {} moves left at the start; the first turn has {opening}", self.moves_left);
            flaw(message, vec![Key::Field("moves_left")]);
        }
    }

    fn check_triples(&self, flaws: &mut Vec<Flaw<Cell>>) {
        for (i, triple) in self.triples.iter().enumerate() {
            for (j, number) in triple.iter().enumerate().filter(|&(_, &number)| NUMBERS <= number) {
                let message = format!("{number} is too large for the duplicate tool; its numbers are 0 to {}", NUMBERS - 1);
                let path = vec![Key::Field("triples"), Key::Index(i), Key::Index(j)];
                flaws.push(Flaw { message, spots: Vec::new(), path });
            }
        }
    }
}
