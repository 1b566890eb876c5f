//! The rules once more, as plainly as possible: characters on a grid, every sequence of moves, sets of strings.
//!
//! Shares nothing with the searches but the names of players.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    position::{Corner, Player},
    state::Rows,
};

/// The characters of a board; the first row is the lowest rank.
#[derive(Clone)]
pub struct Grid {
    rows: Vec<Vec<char>>,
    /// The cells for the first viruses of O and X, if the board was empty at the start.
    first: Option<[(usize, usize); 2]>,
}

/// The turns that the judge finds, by their cells in alphabetical order.
pub type Turns = BTreeMap<Vec<String>, Found>;

/// One turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The number of legal orders.
    pub orders: usize,
    pub kills: usize,
    /// How many of its cells were accessible before the turn.
    pub at_once: usize,
    /// The boards after the turn, over all orders.
    pub boards: BTreeSet<String>,
}

impl Grid {
    pub fn new(rows: &Rows) -> Self {
        Self { rows: rows.0.iter().rev().cloned().collect(), first: None }
    }

    /// The same in a game that began on an empty board, with O in this corner.
    pub fn begun_empty(self, corner: Corner) -> Self {
        let last = self.rows.len() - 1;
        let [low_low, low_high, high_high, high_low] = [(0, 0), (0, last), (last, last), (last, 0)];
        let first = match corner {
            Corner::BottomLeft => [low_low, high_high],
            Corner::TopLeft => [low_high, high_low],
            Corner::TopRight => [high_high, low_low],
            Corner::BottomRight => [high_low, low_high],
        };
        Self { first: Some(first), ..self }
    }

    /// The cell that waits for the player's first virus.
    fn awaited(&self, player: Player) -> Option<(usize, usize)> {
        let (place, symbols) = if player == Player::O { (0, ['O', 'o']) } else { (1, ['X', 'x']) };
        let has_had_none = !self.rows.iter().flatten().any(|symbol| symbols.contains(symbol));
        self.first.filter(|_| has_had_none).map(|first| first[place])
    }

    fn neighbours(&self, (column, rank): (usize, usize)) -> Vec<(usize, usize)> {
        let side = self.rows.len() as i32;
        let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))).filter(|&step| step != (0, 0));
        let moved = steps.map(|(right, up)| (column as i32 + right, rank as i32 + up));
        moved.filter(|&(x, y)| 0 <= x && x < side && 0 <= y && y < side).map(|(x, y)| (x as usize, y as usize)).collect()
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        (0..self.rows.len()).flat_map(|column| (0..self.rows.len()).map(move |rank| (column, rank))).collect()
    }

    pub fn accessible(&self, mover: Player) -> BTreeSet<(usize, usize)> {
        let (own, enemy, connector) = symbols(mover);
        if let Some((x, y)) = self.awaited(mover) {
            return BTreeSet::from_iter((self.rows[y][x] == '.').then_some((x, y)));
        }
        let mut reached: Vec<_> = self.cells().into_iter().filter(|&(x, y)| self.rows[y][x] == own).collect();
        let mut next = 0;
        while next < reached.len() {
            for cell in self.neighbours(reached[next]) {
                if self.rows[cell.1][cell.0] == connector && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        let reserved = self.awaited(mover.other());
        let is_target = |&(x, y): &(usize, usize)| (self.rows[y][x] == '.' && reserved != Some((x, y))) || self.rows[y][x] == enemy;
        reached.into_iter().flat_map(|cell| self.neighbours(cell)).filter(is_target).collect()
    }

    pub fn turns(&self, mover: Player, moves: usize) -> Turns {
        let mut turns = Turns::new();
        self.play(mover, moves, &mut Vec::new(), 0, &self.accessible(mover), &mut turns);
        turns
    }

    fn play(
        &self,
        mover: Player,
        remaining: usize,
        made: &mut Vec<(usize, usize)>,
        kills: usize,
        first: &BTreeSet<(usize, usize)>,
        turns: &mut Turns,
    ) {
        if remaining == 0 {
            let mut names: Vec<String> = made.iter().map(|&cell| name(cell)).collect();
            names.sort();
            let found = turns.entry(names).or_default();
            found.orders += 1;
            found.kills = kills;
            found.at_once = made.iter().filter(|cell| first.contains(cell)).count();
            found.boards.insert(self.rows.iter().map(String::from_iter).collect::<Vec<_>>().join("/"));
            return;
        }
        let (own, enemy, connector) = symbols(mover);
        for (x, y) in self.accessible(mover) {
            let mut next = self.clone();
            let is_kill = next.rows[y][x] == enemy;
            next.rows[y][x] = if is_kill { connector } else { own };
            made.push((x, y));
            next.play(mover, remaining - 1, made, kills + usize::from(is_kill), first, turns);
            made.pop();
        }
    }
}

fn symbols(mover: Player) -> (char, char, char) {
    match mover {
        Player::O => ('O', 'X', 'x'),
        Player::X => ('X', 'O', 'o'),
    }
}

pub fn name((column, rank): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, rank + 1)
}
