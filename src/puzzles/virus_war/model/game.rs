//! A game with its variations: where its turns lead, moves and places in it, and the check that it follows the rules.
//!
//! The record of a state has the turns up to its position. Its tree has all turns of the game, unless these are the same.

use super::{
    cells::Cell,
    notation::{self, Entry, Mark},
    position::{Corner, Player},
    record::{self, Game, Snapshot},
    state::{NoPass, Problem, Rows, Rules, State},
    tree::{MOST_TURNS, Tree},
};
use crate::words::{flaws, refusals};
use base::{
    puzzle::{Flaw, Key},
    text::grouped,
};

/// The number of moves in the turn, where a pass counts as one.
pub fn length(cells: &[Cell]) -> usize {
    cells.len().max(1)
}

impl State {
    /// All turns of the game, even if the record has them all.
    pub fn whole_tree(&self) -> Tree {
        match self.tree.is_empty() {
            true => Tree::line(self.record.iter().map(|turn| record::cells_of(turn))),
            false => self.tree.clone(),
        }
    }

    /// The game before the first turn of its record, if that follows the rules.
    pub fn root(&self) -> Option<Snapshot> {
        record::replay(self).ok()?.snapshots.into_iter().next()
    }

    /// The corner in which O started; the usual one if the game began in the middle.
    pub fn corner(&self) -> Corner {
        let start = self.root().and_then(|root| root.position.start_corner());
        start.or(self.rules.empty_start).unwrap_or_default()
    }

    /// The line that is shown, from its first turn to its last. None if the record breaks the rules.
    pub fn line(&self) -> Option<Game> {
        let tree = self.whole_tree();
        let turns = tree.shown_line().into_iter().map(|index| tree.turns()[index].cells.clone()).collect();
        Some(Game::played(self.root()?, turns, &self.rules))
    }

    /// The game after this many turns of its line and this many moves of the next turn. A pass counts as one move.
    pub fn at(&self, line: &Game, turns: usize, moves: usize) -> Self {
        let made = line.turns.get(turns).map_or(&[][..], |cells| &cells[..moves.min(cells.len())]);
        let (turns, made) = match line.turns.get(turns) {
            Some(cells) if moves == length(cells) => (turns + 1, &[][..]),
            _ => (turns, made),
        };
        let before = &line.snapshots[turns.min(line.turns.len())];
        let now = if made.is_empty() { before.clone() } else { before.after(made, &self.rules) };
        let finished = line.turns.iter().take(turns).map(|cells| notation::moves(cells));
        let unfinished = (!made.is_empty()).then(|| notation::moves(made));
        let mut state = Self {
            board: Rows::from(&now.position),
            to_move: now.mover,
            moves_left: now.moves,
            record: finished.chain(unfinished).collect(),
            tree: self.whole_tree(),
            ..self.clone()
        };
        state.drop_plain_tree();
        state
    }

    /// The game before its first turn, with all its turns. A game that breaks the rules begins with its board.
    pub fn at_start(&self) -> Self {
        match self.line() {
            Some(line) => Self { tree: self.whole_tree(), ..self.at(&line, 0, 0) },
            None => Self { tree: Tree::default(), record: Vec::new(), ..self.clone() },
        }
    }

    /// The game after this turn of its tree. None if there is no such turn, or the game breaks the rules.
    pub fn at_turn(&self, index: usize) -> Option<Self> {
        let mut state = self.clone();
        state.tree = self.whole_tree();
        let number = state.tree.turns().get(index)?.number;
        state.tree.show(index);
        let line = state.line()?;
        Some(state.at(&line, number, 0))
    }

    /// The index in the whole tree of the turn that led to the position, or that the position is within; none at the beginning.
    pub fn turn_shown(&self) -> Option<usize> {
        let last = self.record.len().checked_sub(1)?;
        self.whole_tree().shown_line().get(last).copied()
    }

    /// Whether the last turn of the record isn't finished.
    pub fn turn_is_unfinished(&self) -> bool {
        !record::unfinished_turn(self).is_empty()
    }

    /// Whether the position is at the end of its line.
    pub fn is_at_end_of_line(&self) -> bool {
        let end = self.tree.shown_line().last().map(|&index| &self.tree.turns()[index]);
        end.is_none_or(|end| end.number == self.record.len() && self.record.last().is_some_and(|turn| record::cells_of(turn) == end.cells))
    }

    /// Whether both are positions of the same game, with the same turns and comments.
    pub fn has_same_turns(&self, other: &Self) -> bool {
        let (root, tree) = (self.root(), self.whole_tree());
        (self.rules, &self.triples) == (other.rules, &other.triples)
            && tree.has_same_turns(&other.whole_tree())
            && root.is_some()
            && root == other.root()
            // After the same turns it is an edit: the boards differ in characters that can't be read.
            && (self.record != other.record || self.board == other.board)
    }

    /// Returns who plays the turn with this number.
    pub fn player_of(&self, number: usize) -> Player {
        let is_within_turn = self.turn_is_unfinished();
        let next = self.record.len() + usize::from(!is_within_turn);
        if next.abs_diff(number).is_multiple_of(2) { self.to_move } else { self.to_move.other() }
    }

    /// Whether both games began in the same position.
    pub fn has_same_root(&self, other: &Self) -> bool {
        self.root().is_some_and(|root| Some(root) == other.root())
    }

    /// Drops the tree if the record has all its turns.
    pub(super) fn drop_plain_tree(&mut self) {
        if self.tree.is_plain_line() && self.is_at_end_of_line() {
            self.tree = Tree::default();
        }
    }

    /// Adds these moves of a turn to the tree if there is one, or finds them in it. Returns the moves as the tree has them: the order of
    /// a finished turn makes no difference.
    ///
    /// # Errors
    /// If the tree has no room for another turn.
    pub(super) fn enter(&mut self, made: Vec<Cell>, is_finished: bool) -> Result<Vec<Cell>, String> {
        if self.tree.is_empty() {
            return Ok(made);
        }
        let before = self.record.len() - usize::from(!record::unfinished_turn(self).is_empty());
        let line = self.tree.shown_line();
        let parent = before.checked_sub(1).and_then(|last| line.get(last).copied());
        let siblings = self.tree.next(parent);
        let cells = |index: usize| &self.tree.turns()[index].cells;
        let is_this = |&index: &usize| match is_finished {
            true => is_same_turn(cells(index), &made),
            false => cells(index).starts_with(&made),
        };
        let on_line = line.get(before).copied();
        let found = on_line.filter(is_this).or_else(|| siblings.iter().copied().find(is_this));
        let unfinished = on_line.filter(|&index| !made.is_empty() && cells(index)[..] == made[..made.len() - 1] && made.len() > 1);
        match (found, unfinished) {
            (Some(found), unfinished) => {
                let made = if is_finished { cells(found).clone() } else { made };
                self.tree.show(found);
                if let Some(index) = unfinished.filter(|&index| self.tree.turns()[index].is_plain()) {
                    self.tree.remove(index);
                }
                Ok(made)
            }
            (None, Some(unfinished)) => {
                self.tree.set_cells(unfinished, made.clone());
                Ok(made)
            }
            (None, None) if MOST_TURNS <= self.tree.turns().len() => Err(refusals::tree_is_full(MOST_TURNS)),
            (None, None) => {
                self.tree.add(parent, made.clone());
                Ok(made)
            }
        }
    }

    /// Takes the last move out of the tree if it is the end of a line. Otherwise other moves follow it, which stay.
    pub(super) fn leave(&mut self) {
        if self.tree.is_empty() || !self.is_at_end_of_line() {
            return;
        }
        let Some(&end) = self.tree.shown_line().last() else { return };
        let mut cells = self.tree.turns()[end].cells.clone();
        cells.pop();
        if cells.is_empty() {
            self.tree.remove(end);
        } else {
            self.tree.set_cells(end, cells);
        }
    }

    /// Changes what someone wrote about a turn of the whole tree. Comments that are too long are cut off.
    pub fn annotate(&mut self, index: usize, mark: Option<Mark>, comment: &str) {
        self.tree = self.whole_tree();
        if index < self.tree.turns().len() {
            let entry = self.tree.entry_mut(index);
            (entry.mark, entry.comment) = (mark, comment.chars().take(notation::MOST_COMMENT).collect());
        }
        self.drop_plain_tree();
    }

    /// Makes the line that leads to this turn of the tree the main line.
    pub fn make_main(&mut self, index: usize) {
        if index < self.tree.turns().len() {
            self.tree.make_main(index);
        }
    }

    /// The first turn of the innermost variation with this turn of the tree; none if the turn is in the main line.
    pub fn variation(&self, index: usize) -> Option<usize> {
        self.tree.path_to(index).into_iter().rev().find(|&index| self.tree.begins_variation(index))
    }

    /// The game without this turn of the tree and all that follow it. If the position is after the turn, it becomes the one before.
    pub fn without_turn(&self, index: usize) -> Option<Self> {
        let turn = self.tree.turns().get(index)?;
        let is_shown = self.turn_shown().is_some_and(|shown| self.tree.branch(index).contains(&shown));
        let mut state = self.clone();
        if is_shown {
            let line = self.line()?;
            state = self.at(&line, turn.number - 1, 0);
        }
        state.tree.remove(index);
        state.drop_plain_tree();
        Some(state)
    }

    /// Checks that all turns of the tree follow the rules, and that the record is the beginning of the line that is shown.
    ///
    /// # Errors
    /// The first flaw.
    pub(super) fn check_tree(&self, root: &Snapshot) -> Result<(), Flaw<Cell>> {
        let at = |index| vec![Key::Field("tree"), Key::Index(index)];
        if let Some(unread) = self.tree.unread() {
            return Err(Flaw {
                message: format!("entry {} of the tree: {}", unread.index + 1, unread.message),
                spots: Vec::new(),
                path: at(unread.index),
            });
        }
        let turns = self.tree.turns();
        if MOST_TURNS < turns.len() {
            return Err(Flaw {
                message: format!("the tree has {} turns; it can have at most {}", grouped(turns.len() as u64), grouped(MOST_TURNS as u64)),
                spots: Vec::new(),
                path: vec![Key::Field("tree")],
            });
        }
        if turns.is_empty() {
            return Ok(());
        }
        self.tree.check_turns(root, &self.rules).map_err(|WrongTurn { index, message, spots }| {
            let message = format!("entry {} of the tree, turn {}: {message}", index + 1, turns[index].number);
            Flaw { message, spots, path: at(index) }
        })?;
        let line = self.tree.shown_line();
        for (index, moves) in self.record.iter().enumerate() {
            let is_last = index + 1 == self.record.len();
            let cells = record::cells_of(moves);
            let fits = line.get(index).is_some_and(|&turn| {
                let whole = &turns[turn].cells;
                if is_last && !cells.is_empty() { whole.starts_with(&cells) } else { *whole == cells }
            });
            if !fits {
                let message =
                    format!("turn {} of the record isn't in the line that the tree shows; put * before that line's last turn", index + 1);
                return Err(Flaw { message, spots: cells, path: vec![Key::Field("record"), Key::Index(index)] });
            }
        }
        Ok(())
    }
}

/// The first turn of a tree that breaks the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongTurn {
    /// Its index.
    pub index: usize,
    /// Who does what, and why it is wrong: a sentence without the full stop.
    pub message: String,
    /// The cells that this is about.
    pub spots: Vec<Cell>,
}

impl Tree {
    /// Checks that all turns follow the rules in a game that begins here.
    ///
    /// # Errors
    /// The first turn that doesn't.
    pub fn check_turns(&self, root: &Snapshot, rules: &Rules) -> Result<(), WrongTurn> {
        let turns = self.turns();
        let mut snapshots = vec![root.clone()];
        for (index, turn) in turns.iter().enumerate() {
            snapshots.truncate(turn.number);
            let before = &snapshots[turn.number - 1];
            let is_followed = turns.get(index + 1).is_some_and(|next| next.number == turn.number + 1);
            check_turn(&before.problem(*rules), turn, is_followed).map_err(|(message, spots)| {
                let message = format!("{} {message}", before.mover);
                WrongTurn { index, message, spots }
            })?;
            let after = before.after(&turn.cells, rules);
            snapshots.push(after);
        }
        Ok(())
    }
}

/// Whether both are the same finished turn: the same cells in any order, or two passes.
fn is_same_turn(one: &[Cell], other: &[Cell]) -> bool {
    one.len() == other.len() && one.iter().all(|cell| other.contains(cell))
}

/// Checks a turn of the tree. Returns what is wrong, and the cells that it is about.
fn check_turn(before: &Problem, turn: &Entry, is_followed: bool) -> Result<(), (String, Vec<Cell>)> {
    let Problem { mut position, mover, moves, .. } = *before;
    if before.is_drawn() {
        return Err((NoPass::Drawn.in_words().to_owned(), turn.cells.clone()));
    }
    if turn.cells.is_empty() {
        return before.check_pass().map_err(|reason| (reason.in_words().to_owned(), Vec::new()));
    }
    let made = turn.cells.len();
    if usize::from(moves) < made || is_followed && made < usize::from(moves) {
        let made = made.min(usize::from(u8::MAX)) as u8;
        return Err((flaws::wrong_number_of_moves(made, 0, moves), turn.cells.clone()));
    }
    for (i, &cell) in turn.cells.iter().enumerate() {
        if !position.board().contains(cell) {
            return Err((flaws::not_on_board(&cell.to_string()), Vec::new()));
        }
        if !position.accessible(mover).contains(cell) {
            let earlier: Vec<String> = turn.cells[..i].iter().map(Cell::to_string).collect();
            return Err((record::not_accessible(&position, mover, cell, &earlier), vec![cell]));
        }
        position = position.after(mover, cell.into());
    }
    Ok(())
}
