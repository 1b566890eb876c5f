//! Problems, checked by a plain solver: literal orders of moves on a plain board. It shares nothing with the searches.

use std::collections::{BTreeSet, HashMap};

use crate::{
    VirusWar,
    edit::view::View,
    model::{
        cells::Cell,
        goal::Goal,
        position::Player,
        state::{Rows, State},
    },
    play::challenge::CHALLENGES,
    tests::search,
};
use base::{
    board::{Board, Input, Reply},
    challenge::{Grade, Miss, Step},
    puzzle::Puzzle,
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

    /// The number of the enemy's viruses that have three neighbours to move to. While one is alive, the enemy isn't lost.
    fn free_enemies(&self, is_x: bool) -> usize {
        let (own, enemy) = if is_x { (b'X', b'O') } else { (b'O', b'X') };
        let is_target = |cell: &usize| self.cells[*cell] == b'.' || self.cells[*cell] == own;
        let is_free = |&cell: &usize| self.cells[cell] == enemy && 3 <= self.around(cell).filter(is_target).count();
        (0..self.cells.len()).filter(is_free).count()
    }

    /// Whether the player can make these moves, in some order, so that the enemy then has no turn.
    fn can_end(&self, is_x: bool, moves: usize) -> bool {
        if moves == 0 {
            return !self.has_turn(!is_x);
        }
        let can_end_after = |cell| {
            let mut after = self.clone();
            after.play(is_x, cell);
            after.can_end(is_x, moves - 1)
        };
        self.free_enemies(is_x) <= moves && self.moves(is_x).into_iter().any(can_end_after)
    }

    /// Whether the player, who is to move, wins within this many turns of its own.
    fn wins(&self, is_x: bool, turns: u8, known: &mut Known) -> bool {
        if turns == 1 {
            return self.can_end(is_x, 3);
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
        let mut reaches = |(turn, after): &(BTreeSet<usize>, Self)| match goal {
            Goal::Kill(kills) => usize::from(kills) <= self.kills(is_x, turn),
            Goal::Win(turns) => after.loses(!is_x, turns - 1, &mut known),
            Goal::Survive => !after.wins(!is_x, 1, &mut known),
        };
        let names = |(turn, _): &(BTreeSet<usize>, Self)| turn.iter().map(|&cell| self.name(cell)).collect();
        let mut turns = self.turns(is_x);
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

fn check_problem(state: &State, grade: Grade) {
    let goal = state.goal.unwrap();
    let plain = Plain::new(&state.board).solutions(state.to_move == Player::X, goal);
    assert_eq!(plain, [solution(state)], "{grade:?}: {goal:?}\n{}", VirusWar::write_text(state));
    let rating = CHALLENGES.rating(&state.check().unwrap()).unwrap();
    assert_eq!(rating.grade, grade, "{goal:?}\n{}", VirusWar::write_text(state));
    assert_eq!(&state.at_problem(), state);
}

#[test]
fn exactly_one_turn_reaches_the_goal() {
    for (grade, seeds) in [(Grade::Easy, 12), (Grade::Medium, 3), (Grade::Hard, 1)] {
        for seed in 0..seeds {
            check_problem(&CHALLENGES.made(&State::default(), grade, seed).unwrap(), grade);
        }
    }
    // Making a problem for experts takes long, so this one was made before: tests/cases/challenges/virus-war/expert-0.ron.
    check_problem(&problem("....X/....X/....x/.OOx./O....", Player::X, Goal::Win(3)), Grade::Expert);
}

fn problem(rows: &str, to_move: Player, goal: Goal) -> State {
    let board = Rows::from(rows.split('/').map(str::to_owned).collect::<Vec<_>>());
    State { board, to_move, moves_left: 3, goal: Some(goal), ..State::default() }
}

/// X wins in two turns by d5, b1 and c2.
fn win_in_two() -> State {
    problem(".....X/....X./..ox../.o.x../.oO.../OO....", Player::X, Goal::Win(2))
}

fn played(state: &State, cells: &str) -> State {
    let mut state = state.clone();
    cells.split(' ').for_each(|cell| state.play(cell.parse().unwrap()).unwrap());
    state
}

/// Why the turn that was made isn't the solution.
fn reason(state: &State) -> Option<String> {
    let mut found = Found::default();
    assert!((CHALLENGES.refute.unwrap())(&state.check().unwrap(), &mut found).is_continue());
    found.items.pop().map(|Miss { reason, .. }: Miss<Cell>| reason)
}

#[test]
fn a_wrong_turn_is_refuted_in_words() {
    let kill = problem("....X.X/...X.X./..x...X/..OX.../.O...../.O..O../O.OO...", Player::X, Goal::Kill(3));
    let win = problem("...X.X/O.XxXX/.OoxxX/O.O.x./.o.o.x/o.o...", Player::O, Goal::Win(1));
    for (state, turn, expected) in [
        (&kill, "c4 b3 b2", None),
        (&kill, "c4 b3 a4", Some("this turn kills 2 viruses; another one kills 3")),
        (&win, "f4 d6 c5", None),
        (&win, "a6 b6 c6", Some("X still has a whole turn, such as ")),
        (&win_in_two(), "d5 c2 b1", None),
        (&win_in_two(), "e6 f5 e4", Some("O replies ")),
    ] {
        let state = played(state, turn);
        assert!((CHALLENGES.is_solved)(&state.check().unwrap()));
        let found = reason(&state);
        let is_expected = found.as_deref().zip(expected).is_some_and(|(found, expected)| found.starts_with(expected));
        assert!(is_expected || found.as_deref() == expected, "{turn}: {found:?}");
    }
    let defence = CHALLENGES.made(&State::default(), Grade::Medium, 0).unwrap();
    let all = State { goal: None, ..defence.clone() };
    let turns = search("once", &all.check().unwrap()).items;
    let some = turns.iter().step_by(1 + turns.len() / 40);
    let reasons = some.filter_map(|turn| reason(&played(&defence, &turn.to_string()))).collect::<Vec<_>>();
    assert!(15 <= reasons.len(), "{reasons:?}");
    assert!(
        reasons.iter().all(|reason| reason.contains(" and wins at once: X ") || reason.contains(" and wins at once: O ")),
        "{reasons:?}"
    );
}

#[test]
fn hints_name_the_turn_or_say_that_it_has_begun_wrong() {
    let hints = |state: &State| {
        let mut found = Found::default();
        assert!((VirusWar::EXTRAS.hints.unwrap())(&state.check().unwrap(), None, &mut found).is_continue());
        let words = |hint| match hint {
            Hint::Advice { message, .. } | Hint::DeadEnd { reason: message, .. } => message,
        };
        found.items.into_iter().map(words).collect::<Vec<String>>()
    };
    let play = |turn: &str| format!("play {turn}: X then wins within 1 more turn, whatever O replies");
    assert_eq!(
        hints(&win_in_two()),
        ["look for a turn with 2 kills".to_owned(), "kill c2: it's one of the turn's cells".to_owned(), play("d5 b1 c2")]
    );
    assert_eq!(hints(&played(&win_in_two(), "d5"))[2], play("b1 c2"));
    assert_eq!(hints(&played(&win_in_two(), "e6")), ["no turn from here reaches the goal"]);
    assert_eq!(hints(&played(&win_in_two(), "d5 b1 c2")), ["the turn reaches the goal"]);
}

#[test]
fn only_the_moves_of_the_turn_can_be_made_and_taken_back() {
    let mut view = View { is_solving: true, ..View::default() };
    let mut state = win_in_two();
    let mut press = |state: &mut State, cell: &str| VirusWar::act(state, &mut view, Some(cell.parse().unwrap()), Input::Press);
    for cell in ["d5", "e6", "f5"] {
        assert_eq!(press(&mut state, cell), Reply::Done);
    }
    assert!(matches!(press(&mut state, "a2"), Reply::Refused(_)));
    assert_eq!((press(&mut state, "e6"), &state.record[..]), (Reply::Done, &["d5".to_owned()][..]));
    assert_eq!(state.at_problem(), win_in_two());
}

#[test]
fn a_goal_that_makes_no_sense_is_a_flaw() {
    let changed = |change: fn(&mut State)| {
        let mut state = win_in_two();
        change(&mut state);
        state.check().map_err(|flaws| flaws[0].message.clone())
    };
    for (change, message) in [
        ((|state| state.goal = Some(Goal::Win(4))) as fn(&mut State), "expected a win in 1 to 3 turns"),
        (|state| state.goal = Some(Goal::Kill(0)), "expected from 1 to 3 kills"),
        (|state| (state.rules.moves, state.moves_left) = (4, 4), "a challenge can have at most 3 moves in a turn"),
        (|state| state.moves_left = 2, "a challenge begins with a whole turn, so its first turn can't be under way"),
        (|state| state.rules.passing = true, "a challenge can't allow passing"),
    ] {
        assert_eq!(changed(change).unwrap_err(), message);
    }
    // Another position has no goal.
    let mut edited = win_in_two();
    edited.set_mover(Player::O);
    assert_eq!(edited.goal, None);
    assert_eq!(VirusWar::read_text(&VirusWar::write_text(&win_in_two()), &win_in_two()).unwrap().goal, None);
}

#[test]
fn a_position_is_rated_by_the_easiest_goal_with_one_turn() {
    let step = |state: &State| CHALLENGES.rating(&state.check().unwrap()).map(|rating| rating.steps[0].step);
    assert_eq!(step(&win_in_two()), Some(Step::WinInTwo));
    assert_eq!(step(&State { goal: Some(Goal::Win(1)), ..win_in_two() }), None);
    let win = problem("...X.X/O.XxXX/.OoxxX/O.O.x./.o.o.x/o.o...", Player::O, Goal::Win(1));
    assert_eq!(step(&win), Some(Step::WinAtOnce));
}
