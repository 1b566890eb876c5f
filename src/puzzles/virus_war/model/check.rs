//! The checks of a game. Whether its record and its variations follow the rules is checked in [`super::record`] and [`super::game`].

use super::{
    cells::{Cell, LARGEST_SIDE},
    position::{Corner, Player, Site},
    record,
    state::{Problem, Rules, SMALLEST_SIDE, State},
    triples::NUMBER_LIMIT,
    turn::MAX_MOVES,
};
use crate::words::flaws as words;
use base::{
    puzzle::{Flaw, Key},
    text::counted,
};

/// The most flaws of triples that are listed. A list can have a hundred thousand.
const MOST_FLAWS: usize = 1000;

impl State {
    /// Checks the game and returns its problem.
    ///
    /// # Errors
    /// All flaws. The record and the variations are only checked if nothing else is wrong, since they are replayed on the board.
    pub fn check(&self) -> Result<Problem, Vec<Flaw<Cell>>> {
        let mut flaws = Vec::new();
        self.check_board(&mut flaws);
        self.check_turn(&mut flaws);
        self.check_first_cells(&mut flaws);
        self.check_triples(&mut flaws);
        if flaws.is_empty() {
            let checked = record::replay(self).and_then(|game| match game.snapshots.first() {
                Some(root) => self.check_tree(root).and_then(|()| self.check_goal(root)),
                None => Ok(()),
            });
            flaws.extend(checked.err());
        }
        if flaws.is_empty() { Ok(self.problem()) } else { Err(flaws) }
    }

    fn check_board(&self, flaws: &mut Vec<Flaw<Cell>>) {
        let board = Key::Field("board");
        let ranks = self.board.0.len();
        if !(usize::from(SMALLEST_SIDE)..=usize::from(LARGEST_SIDE)).contains(&ranks) {
            let message = format!("the board has {}; it needs {SMALLEST_SIDE} to {LARGEST_SIDE}", counted(ranks as u64, "row"));
            flaws.push(Flaw { message, spots: Vec::new(), path: vec![board] });
            return;
        }
        for (row, symbols) in self.board.0.iter().enumerate() {
            let cell = |column| self.board.cell(row, column);
            if symbols.len() != ranks {
                let message = format!("row {} has {}; on this board it needs {ranks}", ranks - row, counted(symbols.len() as u64, "cell"));
                flaws.push(Flaw { message, spots: (0..ranks).filter_map(cell).collect(), path: vec![board, Key::Index(row)] });
            }
            for (column, &symbol) in symbols.iter().enumerate() {
                if Site::from_symbol(symbol).is_none() {
                    let message = words::not_a_cell(symbol);
                    let path = vec![board, Key::Index(row), Key::Character(column)];
                    flaws.push(Flaw { message, spots: cell(column).into_iter().collect(), path });
                }
            }
        }
    }

    fn check_turn(&self, flaws: &mut Vec<Flaw<Cell>>) {
        let Rules { moves, opening, empty_start, .. } = self.rules;
        let mut flaw = |message: String, path: Vec<Key>| flaws.push(Flaw { message, spots: Vec::new(), path });
        let rule = |field| vec![Key::Field("rules"), Key::Field(field)];
        if !(1..=MAX_MOVES).contains(&usize::from(moves)) {
            flaw(format!("a turn can't have {}; it has 1 to {MAX_MOVES}", counted(u64::from(moves), "move")), rule("moves"));
        } else if !(1..=moves).contains(&opening) {
            flaw(format!("the first turn can't have {}; it has 1 to {moves}", counted(u64::from(opening), "move")), rule("opening"));
        } else if !(1..=moves).contains(&self.moves_left) {
            flaw(
                format!("there can't be {} left; a turn has {moves}", counted(u64::from(self.moves_left), "move")),
                vec![Key::Field("moves_left")],
            );
        } else if self.to_move == Player::O
            && self.position().start_corner().is_some_and(|corner| corner == Corner::BottomLeft || empty_start.is_some())
            && self.moves_left != opening
        {
            flaw(
                format!("O can't have {} left at the start; the first turn has {opening}", counted(u64::from(self.moves_left), "move")),
                vec![Key::Field("moves_left")],
            );
        }
    }

    /// Checks that a player who has had no virus still has the cell for the first one.
    fn check_first_cells(&self, flaws: &mut Vec<Flaw<Cell>>) {
        let Some(corner) = self.rules.empty_start else { return };
        let position = self.position();
        for (player, corner) in [(Player::O, corner), (Player::X, corner.opposite())] {
            let has_had_none = position.live(player).is_empty() && position.connectors(player.other()).is_empty();
            if let Some(cell) = corner.cell(position.side()).filter(|_| has_had_none && position.first_cell(player).is_empty()) {
                let path = vec![Key::Field("rules"), Key::Field("empty_start")];
                flaws.push(Flaw {
                    message: format!("{cell} must be empty until {player} has put its first virus there"),
                    spots: vec![cell],
                    path,
                });
            }
        }
    }

    fn check_triples(&self, flaws: &mut Vec<Flaw<Cell>>) {
        for (i, triple) in self.triples.iter().enumerate() {
            for (j, number) in triple.iter().enumerate().filter(|&(_, &number)| NUMBER_LIMIT <= number) {
                let message = format!("{number} is too large for the duplicate tool; its numbers are 0 to {}", NUMBER_LIMIT - 1);
                let path = vec![Key::Field("triples"), Key::Index(i), Key::Index(j)];
                flaws.push(Flaw { message, spots: Vec::new(), path });
                if MOST_FLAWS <= flaws.len() {
                    return;
                }
            }
        }
    }
}
