//! Problems, checked by a plain solver: literal orders of moves on a plain board. It shares nothing with the searches.

use std::collections::{BTreeSet, HashMap};

use crate::{
    board::{Board, Input, Reply},
    challenge::{Grade, Miss, Step},
    puzzle::Puzzle,
    puzzles::virus_war::{
        VirusWar,
        edit::view::View,
        model::{
            goal::Goal,
            position::Player,
            state::{Rows, Rules, State},
        },
        play::challenge::CHALLENGES,
        tests::search,
    },
    search::{Found, Hint},
};

/// The contents of the cells, row by row, and the length of a row.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    cells: Vec<u8>,
    side: usize,
}

/// The outcomes of positions that are known: whether the mover wins within a number of its own turns.
type Known = HashMap<(Plain, bool, u8), bool>;

impl Plain {
    fn new(rows: &Rows) -> Self {
        Self { cells: rows.0.iter().flatten().map(|&symbol| symbol as u8).collect(), side: rows.0.len() }
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", (b'a' + (cell % self.side) as u8) as char, self.side - cell / self.side)
    }

    fn around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, row, column) = (self.side, cell / self.side, cell % self.side);
        let rows = row.saturating_sub(1)..=(row + 1).min(side - 1);
        rows.flat_map(move |y| (column.saturating_sub(1)..=(column + 1).min(side - 1)).map(move |x| y * side + x))
    }

    /// The cells on which the player can move.
    fn moves(&self, is_x: bool) -> Vec<usize> {
        let (own, enemy, chain) = if is_x { (b'X', b'O', b'o') } else { (b'O', b'X', b'x') };
        let mut reached: Vec<usize> = (0..self.cells.len()).filter(|&cell| self.cells[cell] == own).collect();
        let mut is_seen = vec![false; self.cells.len()];
        let mut moves = Vec::new();
        while let Some(cell) = reached.pop() {
            for next in self.around(cell) {
                if !std::mem::replace(&mut is_seen[next], true) {
                    match self.cells[next] {
                        other if other == chain => reached.push(next),
                        other if other == b'.' || other == enemy => moves.push(next),
                        _ => {}
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, is_x: bool, cell: usize) {
        self.cells[cell] = match (is_x, self.cells[cell]) {
            (true, b'O') => b'o',
            (false, b'X') => b'x',
            (true, _) => b'X',
            (false, _) => b'O',
        };
    }

    /// All turns as sets of cells, with the boards after them.
    fn turns(&self, is_x: bool) -> Vec<(BTreeSet<usize>, Self)> {
        let mut turns = HashMap::from([(BTreeSet::new(), self.clone())]);
        for _ in 0..3 {
            let mut longer = HashMap::new();
            for (cells, board) in &turns {
                for cell in board.moves(is_x) {
                    let mut after = board.clone();
                    after.play(is_x, cell);
                    let mut cells = cells.clone();
                    cells.insert(cell);
                    longer.insert(cells, after);
                }
            }
            turns = longer;
        }
        turns.into_iter().collect()
    }

    fn kills(&self, is_x: bool, turn: &BTreeSet<usize>) -> usize {
        turn.iter().filter(|&&cell| self.cells[cell] == if is_x { b'O' } else { b'X' }).count()
    }

    fn has_turn(&self, is_x: bool) -> bool {
        fn can_make(board: &Plain, is_x: bool, moves: u8) -> bool {
            moves == 0
                || board.moves(is_x).into_iter().any(|cell| {
                    let mut after = board.clone();
                    after.play(is_x, cell);
                    can_make(&after, is_x, moves - 1)
                })
        }
        can_make(self, is_x, 3)
    }

    /// Whether three moves can't be enough to end the game: four viruses of the enemy each have three neighbours to move to.
    fn is_far_from_end(&self, is_x: bool) -> bool {
        let (own, enemy) = if is_x { (b'X', b'O') } else { (b'O', b'X') };
        let is_target = |cell: &usize| self.cells[*cell] == b'.' || self.cells[*cell] == own;
        let is_free = |&cell: &usize| self.cells[cell] == enemy && 3 <= self.around(cell).filter(is_target).count();
        (0..self.cells.len()).filter(is_free).count() > 3
    }

    /// Whether the player, who is to move, wins within this many turns of its own.
    fn wins(&self, is_x: bool, turns: u8, known: &mut Known) -> bool {
        if turns == 1 && self.is_far_from_end(is_x) {
            return false;
        }
        if let Some(&wins) = known.get(&(self.clone(), is_x, turns)) {
            return wins;
        }
        let mut all = self.turns(is_x);
        all.sort_by_key(|(_, after)| after.moves(!is_x).len());
        let wins = all.iter().any(|(_, after)| after.loses(!is_x, turns - 1, known));
        known.insert((self.clone(), is_x, turns), wins);
        wins
    }

    /// Whether the player, who is to move, loses before the enemy has made this many turns, whatever it does.
    fn loses(&self, is_x: bool, turns: u8, known: &mut Known) -> bool {
        if !self.has_turn(is_x) {
            return true;
        }
        if turns == 0 {
            return false;
        }
        let mut all = self.turns(is_x);
        all.sort_by_key(|(_, after)| after.moves(!is_x).len());
        all.iter().all(|(_, after)| after.wins(!is_x, turns, known))
    }

    /// The turns that reach the goal, by the names of their cells.
    fn solutions(&self, is_x: bool, goal: Goal) -> Vec<BTreeSet<String>> {
        let mut known = Known::new();
        let reaches = |(turn, after): &(BTreeSet<usize>, Self)| match goal {
            Goal::Kill(kills) => usize::from(kills) <= self.kills(is_x, turn),
            Goal::Win(turns) => after.loses(!is_x, turns - 1, &mut known),
            Goal::Survive => !after.wins(!is_x, 1, &mut known),
        };
        let names = |(turn, _): &(BTreeSet<usize>, Self)| turn.iter().map(|&cell| self.name(cell)).collect();
        let mut turns = self.turns(is_x);
        let mut reaches = reaches;
        turns.retain(|turn| reaches(turn));
        turns.iter().map(names).collect()
    }
}

/// The names of the cells of the only turn that the search finds for the problem.
fn solution(state: &State) -> BTreeSet<String> {
    let found = search("once", &state.check().unwrap()).items;
    assert_eq!(found.len(), 1, "{state:?}");
    found[0].cells().iter().map(ToString::to_string).collect()
}

fn check_seeds(grade: Grade, seeds: u64) {
    for seed in 0..seeds {
        let state = CHALLENGES.made(&State::default(), grade, seed).unwrap();
        let goal = state.goal.unwrap();
        let plain = Plain::new(&state.board).solutions(state.to_move == Player::X, goal);
        assert_eq!(plain, [solution(&state)], "{grade:?} {seed}: {goal:?}\n{}", VirusWar::write_text(&state));
        let rating = CHALLENGES.rating(&state.check().unwrap()).unwrap();
        assert_eq!(rating.grade, grade, "{grade:?} {seed}");
        assert_eq!(state.at_problem(), state);
    }
}

#[test]
fn exactly_one_turn_reaches_the_goal() {
    for (grade, seeds) in [(Grade::Easy, 16), (Grade::Medium, 12), (Grade::Hard, 3), (Grade::Expert, 1)] {
        let start = std::time::Instant::now();
        let seeds = std::env::var("N").map_or(seeds, |n| n.parse().unwrap());
        check_seeds(grade, seeds);
        println!("{grade:?} plain {:?}", start.elapsed());
    }
}

#[test]
fn measure() {
    for grade in Grade::ALL {
        let n: u64 = std::env::var("N").map_or(3, |n| n.parse().unwrap());
        let mut times = vec![];
        for seed in 0..n {
            let t = std::time::Instant::now();
            let made = CHALLENGES.made(&State::default(), grade, seed);
            times.push(t.elapsed().as_secs_f64());
            if seed < 3 {
                if let Some(s) = &made {
                    println!("{} {:?} {:?}", VirusWar::write_text(s), s.goal, search("once", &s.check().unwrap()).items);
                } else {
                    println!("none")
                }
            }
        }
        times.sort_by(f64::total_cmp);
        println!("{grade:?}: median {:.4} worst {:.3} sum {:.1}", times[times.len() / 2], times[times.len() - 1], times.iter().sum::<f64>());
    }
}
