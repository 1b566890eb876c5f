//! Games with variations: nothing that was played is lost, and files and texts keep everything.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::{
    VirusWar,
    edit::text,
    model::{
        cells::Cell,
        notation::{Entry, Mark},
        position::{Corner, Player},
        state::{Rules, State},
        tree::Tree,
    },
    play::replay,
};
use base::{
    board::Board,
    chance::Random,
    puzzle::{Flaw, Puzzle},
};

/// The game after these moves; "pass" passes.
fn played(mut state: State, moves: &str) -> State {
    for name in moves.split_whitespace() {
        let done = if name == "pass" { state.pass() } else { state.play(name.parse().unwrap()) };
        assert_eq!(done, Ok(()), "{name}");
    }
    assert_eq!(state.check().err(), None);
    state
}

fn game() -> State {
    played(State::start(6, Rules::default()), "b2 e5 d4 e4 c3 b3 d3")
}

/// The strings of the tree in a file.
fn lines(state: &State) -> Vec<String> {
    state.tree.clone().into()
}

#[test]
fn an_edit_of_a_character_that_is_no_virus_is_no_look_at_another_move() {
    let mut wrong = State::start(6, Rules::default());
    wrong.board.0[2][3] = 'v';
    let mut mended = wrong.clone();
    mended.board.0[2][3] = '.';
    assert!(!wrong.has_same_turns(&mended), "it could not be undone");
    assert!(wrong.has_same_turns(&wrong.clone()));
}

#[test]
fn a_turn_played_while_looking_back_becomes_a_variation() {
    let state = game();
    assert!(state.tree.is_empty(), "one line needs no tree");
    let back = replay::rewound(&state, 1);
    assert_eq!(lines(&back), ["1. b2", "2. e5 d4 e4", "3. c3 b3 d3"]);
    let other = played(back.clone(), "f5 e5 d4");
    assert_eq!(lines(&other), ["1. b2", "2. e5 d4 e4", "3. c3 b3 d3", "* 2. f5 e5 d4"]);
    assert_eq!(other.record, ["b2", "f5 e5 d4"]);
    let inner = played(replay::rewound(&other, 2), "e6 d5");
    assert_eq!(lines(&inner), ["1. b2", "2. e5 d4 e4", "3. c3 b3 d3", "2. f5 e5 d4", "* 2. f5 e6 d5"]);
    assert_eq!((replay::place(&inner), replay::moves(&inner)), (4, 4));
    assert_eq!(inner.at_turn(2), Some(State { tree: inner.at_turn(2).unwrap().tree, ..state.clone() }), "the main line is still there");
    assert!(inner.has_same_turns(&inner.at_turn(0).unwrap()) && !inner.has_same_turns(&other) && inner.has_same_root(&state));
}

#[test]
fn the_same_turn_in_another_order_is_the_same_turn() {
    let state = game();
    let again = played(replay::rewound(&state, 1), "f5 e5 d4");
    let same = played(replay::rewound(&again, 1), "e5 f5 d4");
    assert_eq!(same, again);
    let main = played(replay::rewound(&again, 1), "e5 e4 d4 c3");
    assert_eq!((main.record.join(", "), replay::moves(&main)), ("b2, e5 d4 e4, c3".to_owned(), 7), "it continues in the main line");
}

#[test]
fn moves_and_turns_are_taken_back_only_from_the_end_of_a_line() {
    let state = game();
    let mut back = state.clone();
    assert_eq!(back.take_back_turn(), Ok(()));
    assert_eq!((back.record.join(", "), back.tree.is_empty()), ("b2, e5 d4 e4".to_owned(), true));
    let mut middle = replay::rewound(&state, 4);
    assert_eq!(middle.take_back_turn(), Ok(()));
    assert!(middle.has_same_turns(&state), "moves that others follow stay");
    let mut variation = played(middle, "f5 e5 d4");
    for left in ["b2, f5 e5", "b2, f5", "b2"] {
        assert_eq!(variation.take_back(), Ok(()));
        assert_eq!(variation.record.join(", "), left);
        assert_eq!(variation.check().err(), None);
    }
    assert!(variation.has_same_turns(&state) && variation.at_turn(2) == Some(state));
}

#[test]
fn variations_become_the_main_line_and_are_deleted() {
    let state = played(replay::rewound(&game(), 1), "f5 e5 d4 c3");
    let mut state = played(replay::rewound(&state, 1), "e6 d5 c4");
    assert_eq!(lines(&state), ["1. b2", "2. e5 d4 e4", "3. c3 b3 d3", "2. f5 e5 d4", "3. c3", "* 2. e6 d5 c4"]);
    assert_eq!((state.variation(2), state.variation(4), state.variation(5)), (None, Some(3), Some(5)));
    state.make_main(4);
    assert_eq!(lines(&state), ["1. b2", "2. f5 e5 d4", "3. c3", "2. e5 d4 e4", "3. c3 b3 d3", "* 2. e6 d5 c4"]);
    assert_eq!((state.check().err(), state.record.join(", ")), (None, "b2, e6 d5 c4".to_owned()));
    let without = state.without_turn(3).unwrap();
    assert_eq!(lines(&without), ["1. b2", "2. f5 e5 d4", "3. c3", "* 2. e6 d5 c4"]);
    let shown = without.without_turn(3).unwrap();
    assert_eq!((lines(&shown).len(), shown.record.join(", ")), (3, "b2".to_owned()), "the position before the variation is shown");
    assert_eq!(shown.check().err(), None);
    let listed: Vec<_> = state.tree.listed().into_iter().map(|turn| (turn.index, turn.depth)).collect();
    assert_eq!(listed, [(0, 0), (1, 0), (3, 1), (4, 1), (5, 1), (2, 0)]);
}

#[test]
fn games_start_from_any_corner() {
    for (corner, moves) in Corner::ALL.into_iter().zip(["b2 e5 d4 e4", "b5 e2 d3 e3", "e5 b2 c3 b3", "e2 b5 c4 b4"]) {
        let start = State::start_from(6, Rules::default(), corner);
        assert_eq!((start.corner(), start.moves_left, start.check().is_ok()), (corner, 1, true));
        let state = played(start.clone(), moves);
        assert_eq!((state.record.len(), state.corner(), state.to_move), (2, corner, Player::O));
        let back = replay::rewound(&state, 0);
        assert!(back.is_same_game(&start));
    }
    // Before other corners were possible, a file could begin there with any turn.
    let old = State { moves_left: 3, ..State::start_from(6, Rules::default(), Corner::TopLeft) };
    assert_eq!(played(old, "b5 c4 c3").record, ["b5 c4 c3"]);
}

#[test]
fn marks_and_comments_are_kept() {
    let mut state = game();
    state.annotate(1, Some(Mark::Interesting), "why {not}?");
    assert_eq!(lines(&state), ["1. b2", "2. e5 d4 e4!? {why {not\\}?}", "3. c3 b3 d3"]);
    state.annotate(1, None, "");
    assert_eq!(state, game(), "nothing is left of them");
}

#[test]
fn a_tree_that_breaks_the_rules_is_refused_with_its_entry() {
    let fails = |entries: &[&str]| {
        let tree = Tree::from(entries.iter().map(|&entry| entry.to_owned()).collect::<Vec<_>>());
        let state = State { tree, ..game() };
        let kept = Vec::from(ron::from_str::<State>(&ron::to_string(&state).unwrap()).unwrap().tree);
        assert_eq!(kept, entries, "a wrong tree is saved as it is");
        let Flaw { message, path, .. } = state.check().expect_err("it breaks the rules").remove(0);
        format!("{path:?}: {message}")
    };
    let right = ["1. b2", "2. e5 d4 e4", "3. c3 b3 d3"];
    let with = |index: usize, entry| {
        let mut entries = right.to_vec();
        entries.insert(index, entry);
        fails(&entries)
    };
    let tree = |index: usize| format!("[Field(\"tree\"), Index({index})]: entry {} of the tree", index + 1);
    assert_eq!(with(1, "b2"), tree(1) + ": expected the number of a turn, as in \"2. g7 f6 e5\", not b");
    assert_eq!(with(1, "* 3. b2"), tree(1) + ": expected a turn from 1 to 2, not turn 3");
    assert_eq!(with(0, "2. b2"), tree(0) + ": expected turn 1, not turn 2");
    assert_eq!(with(3, "2. e5 c4 d4"), tree(3) + ", turn 2: X can't play c4: it isn't accessible after e5");
    assert_eq!(with(3, "2. e5 k9 d4"), tree(3) + ", turn 2: X plays k9, which isn't a cell of this board");
    assert_eq!(with(3, "1. b2 a2"), tree(3) + ", turn 1: O made 2 moves, but this turn has 1");
    assert_eq!(with(3, "2. pass"), tree(3) + ", turn 2: X can't pass: the rules don't allow it");
    assert_eq!(fails(&["1. b2", "2. e5 d4", "3. c3 b3 d3"]), tree(1) + ", turn 2: X made 2 moves, but this turn has 3");
    let elsewhere =
        "[Field(\"record\"), Index(1)]: turn 2 of the record isn't in the line that the tree shows; put * before that line's last turn";
    assert_eq!(fails(&["1. b2", "2. e5 d4 e6"]), elsewhere);
    let long: Vec<&str> = std::iter::repeat_n("1. b2", 1_001).collect();
    assert_eq!(fails(&long), "[Field(\"tree\")]: the tree has 1,001 turns; it can have at most 1,000");
}

const TEXT: &str = "\
.....X
......
......
......
......
O.....
O to move, 1 move left
Rules: 3 moves a turn, 1 in the first turn, no passing

1. b2
2. e5 d4 e4!?
  (2. f5 e5 d4
    (2. e6 d5 c4 {a } in {braces\\})
  3. c3)
3. c3 b3 d3
";

#[test]
fn a_game_is_written_with_its_variations_in_brackets() {
    let mut state = played(replay::rewound(&game(), 1), "f5 e5 d4 c3");
    state.annotate(1, Some(Mark::Interesting), "");
    let state = state.at_turn(2).unwrap();
    let text = TEXT.replace("    (2. e6 d5 c4 {a } in {braces\\})\n", "");
    assert_eq!(text::write_game(&state), text);
    assert_eq!(VirusWar::read_text(&text, &State::default()), Ok(state.clone()));
    // The order of variations that replace the same turn is the one of the text, whatever contains them.
    let read = VirusWar::read_text(&TEXT.replace("a } in {braces\\", "a \\} in {braces\\\\"), &state).unwrap();
    assert_eq!(lines(&read)[3..], ["2. f5 e5 d4", "3. c3", "2. e6 d5 c4 {a \\} in {braces\\\\}"]);
}

#[test]
fn errors_in_the_text_of_a_game_have_a_place() {
    let fails = |from: &str, to: &str| {
        let text = TEXT.replace(" {a } in {braces\\}", "").replace(from, to);
        VirusWar::read_text(&text, &State::default()).expect_err("it is wrong").to_string()
    };
    assert_eq!(fails("1. b2", "1. b2 ((1. a2))"), "line 10, column 8: a variation comes after the turn that it replaces");
    assert_eq!(fails("3. c3)\n3. c3 b3 d3", "3. c3"), "line 12, column 3: this ( is never closed; add )");
    assert_eq!(fails("3. c3)", "3. c3"), "line 15, column 1: expected turn 4, not turn 3");
    assert_eq!(fails("3. c3 b3 d3", "3. c3 b3 d3)"), "line 15, column 12: this ) was never opened; remove it");
    assert_eq!(fails("3. c3)", "3. c3 ())"), "line 14, column 10: this variation has no turns");
    assert_eq!(fails("3. c3)", "4. c3)"), "line 14, column 3: expected turn 3, not turn 4");
    assert_eq!(fails("e6 d5", "e6 q5"), "line 13, column 12: q5 isn't a cell; use a letter from a to k and a number from 1 to 11, like e5");
    assert_eq!(fails("e6 d5 c4", "e6 b3 c4"), "line 13, column 6: X can't play b3: it isn't accessible after e6");
    let rules = "line 8, column 1: expected rules, as in \"Rules: 3 moves a turn, 1 in the first turn, no passing\"";
    assert_eq!(fails("no passing", "passing"), rules);
}

#[test]
fn a_turn_is_found_by_the_moves_that_lead_to_it() {
    let state = VirusWar::deal(1);
    let mut tree = state.whole_tree();
    let end = tree.turns().len() - 1;
    let line = tree.moves_to(end);
    assert_eq!((line.len(), tree.find(&line), tree.find(&[])), (end + 1, Some(end), None));
    let (last, before) = line.split_last().unwrap();
    let unfinished: Vec<_> = before.iter().cloned().chain([last[..1].to_vec()]).collect();
    assert_eq!(tree.find(&unfinished), Some(end), "the turn has got more moves");
    tree.remove(end);
    assert_eq!(tree.find(&line), None);
}

#[test]
fn variations_may_be_inside_one_another_as_deep_as_a_game_is_long() {
    let start = State::start(11, Rules { moves: 1, passing: true, ..Rules::default() });
    // In each turn, the move is a variation of passing, in which the game continues.
    let mut problem = start.problem();
    let turns = (1..=100).flat_map(|number| {
        let accessible = problem.position.accessible(problem.mover);
        let empty = accessible - problem.position.live(problem.mover.other());
        let cell = empty.first().or(accessible.first()).unwrap();
        problem = problem.after_cells(cell.into());
        [Entry::new(number, Vec::new()), Entry::new(number, vec![cell])]
    });
    let state = State { tree: Tree::of(turns.collect()).unwrap(), ..start };
    assert_eq!(state.check().err(), None);
    let read = VirusWar::read_text(&text::write_game(&state), &State::default()).unwrap();
    assert!(read.has_same_turns(&state));
}

/// All beginnings of lines, each turn as a set of cells.
fn beginnings(state: &State) -> BTreeSet<Vec<BTreeSet<Cell>>> {
    let tree = state.whole_tree();
    let turn = |index: usize| tree.turns()[index].cells.iter().copied().collect();
    (0..tree.turns().len()).map(|index| tree.path_to(index).into_iter().map(turn).collect()).collect()
}

/// Does something at random, and checks that it loses no turn unless it is meant to.
fn act(state: &mut State, random: &mut Random) {
    let before = state.clone();
    let turns = state.whole_tree().turns().len() as u64;
    let mut may_lose = false;
    match random.below(10) {
        0..=4 => {
            let problem = state.problem();
            let cells: Vec<Cell> = problem.position.accessible(problem.mover).into_iter().collect();
            if let Some(&cell) = cells.get(random.below(cells.len().max(1) as u64) as usize) {
                // The game may be over.
                let _ = state.play(cell);
            }
        }
        5 => {
            let _ = state.pass();
        }
        6 => *state = replay::rewound(state, random.below(replay::moves(state) as u64 + 1) as usize),
        7 if turns > 0 => {
            *state = state.at_turn(random.below(turns) as usize).unwrap();
            assert!(state.has_same_turns(&before));
        }
        8 if turns > 0 => match random.below(3) {
            0 => state.make_main(random.below(turns) as usize),
            1 => state.annotate(random.below(turns) as usize, Some(Mark::Good), "a } \\ b"),
            _ => state.annotate(random.below(turns) as usize, None, ""),
        },
        9 => {
            may_lose = true;
            match random.below(6) {
                0 if !state.tree.is_empty() => *state = state.without_turn(random.below(turns) as usize).unwrap(),
                1 => drop(state.take_back_turn()),
                _ => drop(state.take_back()),
            }
        }
        _ => {}
    }
    if !may_lose {
        // An unfinished turn may have been finished.
        let now = beginnings(state);
        let is_kept = |line: &Vec<BTreeSet<Cell>>| {
            let continues = |other: &Vec<BTreeSet<Cell>>| {
                let (last, others) = line.split_last().unwrap();
                other.len() == line.len() && other[..others.len()] == *others && last.is_subset(&other[others.len()])
            };
            now.contains(line) || now.iter().any(continues)
        };
        assert!(beginnings(&before).iter().all(is_kept), "{:?} -> {:?}", lines(&before), lines(state));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_is_done_the_game_follows_the_rules_and_survives_saving(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let rules = Rules { moves: 1 + random.below(3) as u8, passing: random.below(2) == 0, ..Rules::default() };
        let mut state = State::start(5, rules);
        for _ in 0..60 {
            act(&mut state, &mut random);
            prop_assert_eq!(state.check().err(), None);
            let text = ron::to_string(&state).unwrap();
            prop_assert_eq!(&ron::from_str::<State>(&text).unwrap(), &state);
            prop_assert!(replay::place(&state) <= replay::moves(&state));
            let end = replay::rewound(&state, usize::MAX);
            prop_assert!(end.is_at_end_of_line() && end.has_same_turns(&state));
            prop_assert_eq!(&replay::rewound(&end, replay::place(&state)), &state);
            prop_assert!(VirusWar::check(&end).is_ok());
        }
        let tree = state.whole_tree();
        if !tree.is_empty() {
            let main = replay::rewound(&state.at_turn(0).unwrap(), 0).at_turn(tree.main_end(0)).unwrap();
            prop_assert_eq!(VirusWar::read_text(&text::write_game(&state), &State::default()), Ok(main));
        }
    }
}
