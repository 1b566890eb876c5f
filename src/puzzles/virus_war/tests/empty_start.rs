//! Games that begin on an empty board: the first move of each player is in its corner.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{
    judge::Grid,
    turns::{boards, check_grid_against_judge},
};
use crate::{
    VirusWar,
    edit::{text, view::View},
    model::{
        cells::Cell,
        position::{Corner, Player},
        state::{Rows, Rules, State},
    },
    play::replay,
    search::engine::{Engine, Ranking},
};
use base::{
    board::{Board, Scene},
    look::Look,
    puzzle::Puzzle,
    search::{Observer, Tally},
};

fn rules(corner: Corner) -> Rules {
    Rules { empty_start: Some(corner), ..Rules::default() }
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn played(mut state: State, moves: &str) -> State {
    for name in moves.split(' ') {
        assert_eq!(state.play(cell(name)), Ok(()), "{name}");
    }
    state
}

#[test]
fn each_player_begins_in_its_corner() {
    let corners = [("a1", "e5", "d4 c3"), ("a5", "e1", "d2 c3"), ("e5", "a1", "b2 c3"), ("e1", "a5", "b4 c3")];
    for (corner, (own, enemy, more)) in Corner::ALL.into_iter().zip(corners) {
        let start = State::start_from(5, rules(corner), corner);
        assert_eq!((start.corner(), start.moves_left, start.check().err()), (corner, 1, None));
        assert_eq!(start.board, Rows(vec![vec!['.'; 5]; 5]));
        let refused = |state: &State, name: &str| state.clone().play(cell(name)).unwrap_err();
        assert_eq!(refused(&start, "c3"), format!("O can't play c3 now: its first virus belongs on {own}"));
        let opened = played(start.clone(), own);
        assert_eq!((opened.to_move, opened.moves_left), (Player::X, 3));
        assert_eq!(refused(&opened, "c3"), format!("X can't play c3 now: its first virus belongs on {enemy}"));
        let replied = played(opened, &format!("{enemy} {more}"));
        assert_eq!((replied.to_move, replied.moves_left, replied.corner()), (Player::O, 3, corner));
        assert_eq!((replied.record.join(", "), replied.check().err()), (format!("{own}, {enemy} {more}"), None));
        assert!(replay::rewound(&replied, 0).is_same_game(&start));
        let mut back = replied.clone();
        while !back.record.is_empty() {
            assert_eq!(back.take_back(), Ok(()));
        }
        assert!(back.is_same_game(&start));
        assert_eq!(ron::from_str::<State>(&ron::to_string(&replied).unwrap()).unwrap(), replied);
        assert_eq!(text::read(&text::write_game(&replied), &State::default()).unwrap(), replied);
    }
}

#[test]
fn the_corner_of_a_player_who_has_not_begun_is_reserved() {
    let rules = Rules { moves: 5, opening: 5, ..rules(Corner::BottomLeft) };
    let state = played(State::start_from(5, rules, Corner::BottomLeft), "a1 b2 c3 d4");
    assert_eq!(state.clone().play(cell("e5")).unwrap_err(), "e5 is reserved for X's first virus");
    let state = played(state, "d3 e5");
    assert_eq!((state.to_move, state.moves_left), (Player::X, 4));
}

#[test]
fn files_without_an_empty_start_are_written_as_before() {
    let state = State { moves_left: 1, rules: Rules { moves: 2, ..Rules::default() }, ..State::default() };
    assert!(ron::to_string(&state).unwrap().contains("rules:(moves:2,opening:1,passing:false)"));
    assert!(text::write_game(&state).contains("Rules: 2 moves a turn, 1 in the first turn, no passing\n"));
    let state = State { rules: rules(Corner::TopLeft), ..State::default() };
    assert!(ron::to_string(&state).unwrap().contains("rules:(moves:3,opening:1,passing:false,empty_start:Some(TopLeft))"));
    let line = "Rules: 3 moves a turn, 1 in the first turn, no passing, empty board with O's first virus at the top left\n";
    assert!(text::write_game(&state).contains(line));
}

#[test]
fn flaws_say_what_is_wrong() {
    let flaw = |rows: &str, fields: &str| {
        let rows = rows.split('/').map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(", ");
        let state: State = ron::from_str(&format!("(board: [{rows}], {fields}, rules: (empty_start: Some(BottomLeft)))")).unwrap();
        let flaws = VirusWar::check(&state).expect_err("the state has a flaw");
        format!("{:?}: {}", flaws[0].path, flaws[0].message)
    };
    let empty = "...../...../...../...../.....";
    let cases = [
        (empty, "to_move: O, moves_left: 3", r#"[Field("moves_left")]: O can't have 3 moves left at the start; the first turn has 1"#),
        (
            "....O/...../...../...../O....",
            "to_move: X, moves_left: 3",
            r#"[Field("rules"), Field("empty_start")]: e5 must be empty until X has put its first virus there"#,
        ),
        (
            "...../...../...../.O.../.....",
            r#"to_move: X, moves_left: 3, record: ["b2"]"#,
            r#"[Field("record"), Index(0)]: turn 1 of the record: O can't play b2: the first virus belongs on a1"#,
        ),
        (
            "...../...../...../...../O....",
            r#"to_move: X, moves_left: 3, record: ["a1"], tree: ["1. a1", "2. d4 d3 d2"]"#,
            r#"[Field("tree"), Index(1)]: entry 2 of the tree, turn 2: X can't play d4: the first virus belongs on e5"#,
        ),
    ];
    for (rows, fields, expected) in cases {
        assert_eq!(flaw(rows, fields), expected);
    }
}

#[test]
fn the_board_says_where_the_first_virus_goes() {
    let state = State::start_from(5, rules(Corner::BottomLeft), Corner::BottomLeft);
    let (look, view) = (Look::default(), View::default());
    let pointed = Some(cell("a1"));
    let picture =
        VirusWar::draw(&Scene { state: &state, flaws: &[], insight: None, shown: None, view: &view, pointed, marks: &[], look: &look });
    let labels = picture.targets.iter().map(|target| target.label.as_str());
    let spoken: Vec<&str> = labels.filter(|label| label.contains("first virus")).collect();
    assert_eq!(spoken.len(), 1, "{spoken:?}");
    assert!(spoken[0].starts_with("a1") && spoken[0].ends_with("O's first virus goes here"), "{spoken:?}");
}

/// Stops the search once it has looked this many turns ahead.
struct Until(u8, Option<Ranking>);

impl Observer<Ranking> for Until {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        let is_enough = self.0 <= ranking.depth;
        self.1 = Some(ranking);
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn the_computer_plays_from_an_empty_board() {
    let mut problem = State::start_from(5, rules(Corner::BottomRight), Corner::BottomRight).check().unwrap();
    for turn in 0..2 {
        let mut until = Until(3, None);
        assert!(Engine::default().search(&problem, 5, &mut until).is_break());
        let last = until.1.unwrap();
        assert!(
            last.outcome.is_none() && last.lines.iter().all(|line| line.turns[0].cells().contains(&cell(["e1", "a5"][turn]))),
            "{last:?}"
        );
        problem = problem.after(&last.lines[0].turns[0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_positions_agree_with_the_judge(
        board in boards(),
        removed in 0..4_u8,
        mover in prop_oneof![Just(Player::O), Just(Player::X)],
        corner in 0..4_usize,
        moves in 1..=3_u8,
    ) {
        let corner = Corner::ALL[corner];
        let is_removed = |symbol: char| (removed & 1 > 0 && "Oo".contains(symbol)) || (removed & 2 > 0 && "Xx".contains(symbol));
        let rows = board.0.iter().map(|row| row.iter().map(|&symbol| if is_removed(symbol) { '.' } else { symbol }).collect());
        let board = Rows(rows.collect());
        let position = board.position().in_game_from(Some(corner));
        check_grid_against_judge(&Grid::new(&board).begun_empty(corner), position, mover, moves, Some(corner));
    }
}
