//! All turns of a game: the main line and its variations. Where a turn leads on the board is the business of [`super::game`].

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    cells::Cell,
    notation::{self, Entry, Token},
};

/// The most turns in the tree of a game.
pub const MOST_TURNS: usize = 1_000;

/// The turns of a game, each of which follows another one or begins the game.
///
/// The turns are in this order: each turn is followed by all those that follow it in the game. Of the turns that follow the same one,
/// the first belongs to the main line, and the others begin variations. So a turn with the number n follows the last one before it with
/// the number n - 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Tree {
    /// The states in a document's history share the turns that are the same.
    turns: Arc<Vec<Arc<Entry>>>,
    /// The index of the last turn of the line that is shown. No turn follows it.
    end: usize,
    /// The strings of a file that aren't such turns. Then there are no turns.
    unread: Option<Arc<Unread>>,
}

/// Strings that aren't the turns of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    lines: Vec<String>,
    /// The index of the first wrong one.
    pub index: usize,
    /// What is wrong.
    pub message: String,
}

impl From<Vec<String>> for Tree {
    fn from(lines: Vec<String>) -> Self {
        match read(&lines) {
            Ok(tree) => tree,
            Err((index, message)) => Self { unread: Some(Arc::new(Unread { lines, index, message })), ..Self::default() },
        }
    }
}

impl From<Tree> for Vec<String> {
    fn from(tree: Tree) -> Self {
        if let Some(unread) = tree.unread {
            return unread.lines.clone();
        }
        let is_main = tree.end == tree.main_end(0);
        let star = |index| if index == tree.end && !is_main { "* " } else { "" };
        tree.turns.iter().enumerate().map(|(index, turn)| format!("{}{turn}", star(index))).collect()
    }
}

/// Reads the turns, or returns the index of the first wrong string and what is wrong with it.
fn read(lines: &[String]) -> Result<Tree, (usize, String)> {
    let mut turns: Vec<Arc<Entry>> = Vec::with_capacity(lines.len());
    let mut end = None;
    for (index, line) in lines.iter().enumerate() {
        let tokens = notation::read(line).map_err(|error| (index, error.message))?;
        let turn = match &tokens[..] {
            [(_, Token::Turn(turn))] => turn,
            [(_, Token::Star), (_, Token::Turn(turn))] if end.is_none() => {
                end = Some(index);
                turn
            }
            _ => return Err((index, "expected one turn, as in \"2. g7 f6 e5\"".to_owned())),
        };
        let last = turns.last().map_or(0, |turn| turn.number);
        if !(1..=last + 1).contains(&turn.number) {
            let expected = if last == 0 { "turn 1".to_owned() } else { format!("a turn from 1 to {}", last + 1) };
            return Err((index, format!("expected {expected}, not turn {}", turn.number)));
        }
        turns.push(Arc::new(turn.clone()));
    }
    let tree = Tree { turns: Arc::new(turns), end: 0, unread: None };
    Ok(Tree { end: tree.main_end(end.unwrap_or(0)), ..tree })
}

impl Tree {
    /// A line of turns without variations.
    pub fn line(turns: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let turns: Vec<_> = (1..).zip(turns).map(|(number, cells)| Arc::new(Entry::new(number, cells))).collect();
        Self { end: turns.len().saturating_sub(1), turns: Arc::new(turns), unread: None }
    }

    /// These turns, in the order of [`Tree`], of which the main line is shown. None if a number doesn't fit.
    pub fn of(turns: Vec<Entry>) -> Option<Self> {
        let is_next = |last: &mut usize, turn: &Entry| {
            let fits = (1..=*last + 1).contains(&turn.number);
            *last = turn.number;
            Some(fits)
        };
        let fit = turns.iter().scan(0, is_next).all(|fits| fits);
        let tree = Self { turns: Arc::new(turns.into_iter().map(Arc::new).collect()), end: 0, unread: None };
        fit.then(|| Self { end: tree.main_end(0), ..tree })
    }

    /// Whether there are no turns, not even unreadable ones.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty() && self.unread.is_none()
    }

    /// The turns.
    pub fn turns(&self) -> &[Arc<Entry>] {
        &self.turns
    }

    /// What a file had in place of turns.
    pub fn unread(&self) -> Option<&Unread> {
        self.unread.as_deref()
    }

    /// Whether both have the same turns. They may show different lines.
    pub fn has_same_turns(&self, other: &Self) -> bool {
        (&self.turns, &self.unread) == (&other.turns, &other.unread)
    }

    /// Whether there is only one line, and nobody wrote anything about its turns.
    pub fn is_plain_line(&self) -> bool {
        self.unread.is_none() && (1..).zip(self.turns.iter()).all(|(number, turn)| turn.number == number && turn.is_plain())
    }

    /// The line that is shown: the indices of its turns, first to last.
    pub fn shown_line(&self) -> Vec<usize> {
        self.path_to(self.end)
    }

    /// The indices of the turns that lead to this one, which is the last.
    pub fn path_to(&self, index: usize) -> Vec<usize> {
        let Some(turn) = self.turns.get(index) else { return Vec::new() };
        let mut path = Vec::with_capacity(turn.number);
        let mut number = turn.number + 1;
        for (index, turn) in self.turns[..=index].iter().enumerate().rev() {
            if turn.number + 1 == number {
                path.push(index);
                number = turn.number;
            }
        }
        path.reverse();
        path
    }

    /// The moves of the turns that lead to this one, which is the last.
    pub fn moves_to(&self, index: usize) -> Vec<Vec<Cell>> {
        self.path_to(index).into_iter().map(|index| self.turns[index].cells.clone()).collect()
    }

    /// The turn that these turns lead to, each with its moves. An unfinished turn may have got more moves.
    pub fn find(&self, line: &[Vec<Cell>]) -> Option<usize> {
        let mut found = None;
        for moves in line {
            let next = self.next(found);
            let cells = |index: &&usize| &self.turns[**index].cells;
            let same = next.iter().find(|index| cells(index) == moves);
            let grown = || next.iter().find(|index| !moves.is_empty() && cells(index).starts_with(moves));
            found = Some(*same.or_else(grown)?);
        }
        found
    }

    /// The turn that this one follows; none if it begins the game.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let number = self.turns[index].number;
        self.turns[..index].iter().rposition(|turn| turn.number + 1 == number)
    }

    /// The turn and all that follow it.
    pub fn branch(&self, index: usize) -> Range<usize> {
        let number = self.turns[index].number;
        let length = self.turns[index + 1..].iter().take_while(|turn| number < turn.number).count();
        index..index + 1 + length
    }

    /// The turns that follow this one directly, or that begin the game.
    pub fn next(&self, parent: Option<usize>) -> Vec<usize> {
        let (range, number) = match parent {
            Some(parent) => (self.branch(parent), self.turns[parent].number + 1),
            None => (0..self.turns.len(), 1),
        };
        range.filter(|&index| self.turns[index].number == number).collect()
    }

    /// Whether another turn that follows the same one comes first.
    pub fn begins_variation(&self, index: usize) -> bool {
        self.turns[index].number != index.checked_sub(1).map_or(0, |before| self.turns[before].number) + 1
    }

    /// The last turn of the line that continues after this one by the first turns.
    pub fn main_end(&self, index: usize) -> usize {
        let following = self.turns.iter().enumerate().skip(index + 1);
        following.take_while(|&(other, _)| !self.begins_variation(other)).last().map_or(index, |(last, _)| last)
    }

    /// Shows a line with this turn: the same one if the turn is in it, or else the one that continues by the first turns.
    pub fn show(&mut self, index: usize) {
        if !self.branch(index).contains(&self.end) {
            self.end = self.main_end(index);
        }
    }

    /// Adds a turn after this one, or at the beginning of the game, behind those that are already there. Shows its line.
    pub fn add(&mut self, parent: Option<usize>, cells: Vec<Cell>) {
        let (place, number) = match parent {
            Some(parent) => (self.branch(parent).end, self.turns[parent].number + 1),
            None => (self.turns.len(), 1),
        };
        Arc::make_mut(&mut self.turns).insert(place, Arc::new(Entry::new(number, cells)));
        self.end = place;
    }

    /// Removes the turn and all that follow it. Shows the line of the turn before, if its own line was shown.
    pub fn remove(&mut self, index: usize) {
        let (branch, parent) = (self.branch(index), self.parent(index));
        let (is_shown, length) = (branch.contains(&self.end), branch.len());
        Arc::make_mut(&mut self.turns).drain(branch);
        if is_shown {
            self.end = if self.turns.is_empty() { 0 } else { self.main_end(parent.unwrap_or(0)) };
        } else if index < self.end {
            self.end -= length;
        }
    }

    /// Replaces the moves of the turn.
    pub fn set_cells(&mut self, index: usize, cells: Vec<Cell>) {
        self.entry_mut(index).cells = cells;
    }

    /// Changes what someone wrote about the turn. Its number and its moves must stay.
    pub fn entry_mut(&mut self, index: usize) -> &mut Entry {
        Arc::make_mut(&mut Arc::make_mut(&mut self.turns)[index])
    }

    /// Makes the line that leads to this turn the main line. Returns where the turn is then.
    pub fn make_main(&mut self, index: usize) -> usize {
        let mut index = index;
        for number in (1..=self.turns[index].number).rev() {
            let path = self.path_to(index);
            let branch = self.branch(path[number - 1]);
            let first = number.checked_sub(2).map_or(0, |before| path[before] + 1);
            Arc::make_mut(&mut self.turns)[first..branch.end].rotate_right(branch.len());
            let moved = |place: usize| match place {
                _ if branch.contains(&place) => place - (branch.start - first),
                _ if (first..branch.start).contains(&place) => place + branch.len(),
                _ => place,
            };
            (index, self.end) = (moved(index), moved(self.end));
        }
        index
    }

    /// All turns in the order in which a list or a text shows them: behind each turn of a line come the variations that could have been
    /// played in its place, and then the line continues.
    pub fn listed(&self) -> Vec<Listed> {
        let mut variations = vec![Vec::new(); self.turns.len()];
        let mut firsts = Vec::new();
        for (index, turn) in self.turns.iter().enumerate() {
            if self.begins_variation(index) {
                let first: usize = firsts[turn.number - 1];
                variations[first].push(index);
            } else {
                firsts.truncate(turn.number - 1);
                firsts.push(index);
            }
        }
        let mut listed = Vec::with_capacity(self.turns.len());
        let mut pending = if self.turns.is_empty() { Vec::new() } else { vec![Listed { index: 0, depth: 0 }] };
        while let Some(turn) = pending.pop() {
            listed.push(turn);
            let next = turn.index + 1;
            if next < self.turns.len() && self.turns[next].number == self.turns[turn.index].number + 1 {
                pending.push(Listed { index: next, depth: turn.depth });
            }
            pending.extend(variations[turn.index].iter().rev().map(|&index| Listed { index, depth: turn.depth + 1 }));
        }
        listed
    }
}

/// A turn in the order of [`Tree::listed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its index in [`Tree::turns`].
    pub index: usize,
    /// How many variations contain it.
    pub depth: usize,
}
