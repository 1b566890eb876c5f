//! Games in which players may pass: a pass is a turn like any other, and two passes in a row are a draw.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{judged, problem, search};
use crate::{
    VirusWar, drawing,
    edit::{text, view::View},
    live::hints::hints,
    model::{
        position::Player,
        standing::End,
        state::{Problem, Rows, Rules, State},
        turn::{Summary, Turn},
    },
    play::{
        battle::{Battle, Computer},
        opponent::{Level, choose, limit::Limit},
        report::report,
        tournament::{self, Game, Tournament},
    },
    search::engine::{Engine, Line, Outcome, Prospect, Ranking},
};
use base::{
    board::{Board, Scene},
    game,
    look::Look,
    puzzle::Puzzle,
    search::{Found, Hint},
};

/// X has four free cells that are sealed off, and O has nine.
const FOUR_CELLS: [&str; 5] = ["X....", "xxxxx", "ooooo", ".....", "...O."];

/// X has nine, and O has four.
const NINE_CELLS: [&str; 5] = ["X....", ".....", "xxxxx", "ooooo", "....O"];

const PASSING: Rules = Rules { moves: 3, opening: 1, passing: true, empty_start: None };

fn rows(rows: [&str; 5]) -> Vec<String> {
    rows.map(String::from).to_vec()
}

fn state(board: [&str; 5], to_move: Player) -> State {
    State { board: Rows::from(rows(board)), to_move, moves_left: 3, rules: PASSING, ..State::default() }
}

fn play(state: &mut State, turn: &str) {
    match turn {
        "pass" => assert_eq!(state.pass(), Ok(())),
        cells => cells.split(' ').for_each(|cell| assert_eq!(state.play(cell.parse().unwrap()), Ok(()), "{cell}")),
    }
}

fn played(mut state: State, turns: &[&str]) -> State {
    turns.iter().for_each(|turn| play(&mut state, turn));
    state
}

/// The last ranking of the whole search.
fn analysed(problem: &Problem) -> Ranking {
    let mut found = Found::default();
    assert!(Engine::default().search(problem, 40, &mut found).is_continue());
    found.items.pop().unwrap()
}

#[test]
fn two_passes_in_a_row_are_a_draw() {
    let start = State::start(5, PASSING);
    let one = played(start.clone(), &["b2", "pass"]);
    assert_eq!((one.may_pass(), one.problem().passes), (Ok(()), 1));
    let mut drawn = played(one, &["pass"]);
    assert_eq!(drawn.record, ["b2", "pass", "pass"]);
    let problem = VirusWar::check(&drawn).unwrap();
    let end = End::of(&problem).unwrap();
    assert_eq!((end.winner, end.to_string().as_str()), (None, "both players have passed: a draw"));
    assert!(problem.is_over() && !problem.is_lost() && !problem.may_pass());
    let refused = Err("the game is over (both players have passed: a draw)".to_owned());
    assert_eq!((drawn.clone().play("d4".parse().unwrap()), drawn.clone().pass()), (refused.clone(), refused));
    assert_eq!(VirusWar::facts(&drawn, None, &Summary::default())[0].value, "A draw");
    let (view, look) = (View::default(), Look::default());
    let scene = Scene { state: &drawn, flaws: &[], insight: None, shown: None, view: &view, pointed: None, marks: &[], look: &look };
    let picture = VirusWar::draw(&scene);
    assert_eq!(picture.label, "Virus War on a 5 by 5 board, both players have passed: a draw");
    assert!(!picture.targets.iter().any(|target| target.label.contains("can move here")));
    assert_eq!(ron::from_str::<State>(&ron::to_string(&drawn).unwrap()).unwrap(), drawn);
    assert_eq!(text::read(&text::write_game(&drawn), &State::default()).unwrap(), drawn);
    assert_eq!(drawn.take_back_turn(), Ok(()));
    assert_eq!(drawn.take_back_turn(), Ok(()));
    assert_eq!(drawn, played(start.clone(), &["b2"]));
    let again = played(start, &["b2", "pass", "a2 b1 c1", "pass", "a3 b3 c3"]);
    assert_eq!(End::of(&again.problem()), None, "a turn with moves was between them");
}

#[test]
fn nothing_follows_a_draw() {
    let drawn = played(State::start(5, PASSING), &["b2", "pass", "pass"]);
    let flaw = |state: &State| format!("{:?}", VirusWar::check(state).unwrap_err()[0]);
    let on = State { record: vec!["b2".into(), "pass".into(), "pass".into(), "pass".into()], to_move: Player::O, ..drawn.clone() };
    let message = "turn 4 of the record: X can't continue: both players have passed, so the game is a draw";
    assert!(flaw(&on).contains(message), "{}", flaw(&on));
    let tree: State =
        ron::from_str(&ron::to_string(&drawn).unwrap().replace("record:", r#"tree:["1. b2","2. pass","3. pass","4. d4 c4 b4"],record:"#))
            .unwrap();
    let message = "entry 4 of the tree, turn 4: X can't continue: both players have passed, so the game is a draw";
    assert!(flaw(&tree).contains(message), "{}", flaw(&tree));
    let text = text::write_game(&drawn) + "4. d4 c4 b4\n";
    let error = text::read(&text, &State::default()).unwrap_err().to_string();
    assert_eq!(error, "line 12, column 1: X can't continue: both players have passed, so the game is a draw");
}

#[test]
fn a_draw_has_no_turns_and_nobody_loses_it() {
    let problem = VirusWar::check(&played(state(FOUR_CELLS, Player::X), &["pass", "pass"])).unwrap();
    for technique in VirusWar::techniques() {
        assert!(search(technique.key, &problem).items.is_empty(), "{}", technique.key);
    }
    let mut found = Found::default();
    assert!(VirusWar::analyze(&problem, &mut found).is_continue());
    let insight = found.items.pop().unwrap();
    assert_eq!((insight.counts.unwrap().distinct, insight.loses), (0, false));
    for level in Level::ALL {
        assert_eq!(choose(level, &problem, 1, &mut Found::default()), None, "{}", level.key());
    }
    let mut found = Found::default();
    assert!(Engine::default().search(&problem, 1, &mut found).is_continue() && found.items.is_empty());
    assert_eq!(hints_on(&problem), ["both players have passed: a draw"]);
}

#[test]
fn a_pass_is_listed_and_counted() {
    for (board, mover) in [(FOUR_CELLS, Player::X), (NINE_CELLS, Player::O), (NINE_CELLS, Player::X)] {
        let turns = search("once", &problem(&rows(board), mover, 3)).items.len() + 1;
        let problem = VirusWar::check(&state(board, mover)).unwrap();
        for technique in VirusWar::techniques() {
            let found = search(technique.key, &problem).items;
            assert_eq!(found.len(), turns, "{}", technique.key);
            assert_eq!(found.iter().filter(|turn| turn.is_pass()).count(), 1, "{}", technique.key);
        }
        let mut found = Found::default();
        assert!(VirusWar::analyze(&problem, &mut found).is_continue());
        let counts = found.items.pop().unwrap().counts.unwrap();
        assert_eq!((counts.distinct, counts.by_kills.iter().sum::<u64>()), (turns as u64, turns as u64));
        let mut summary = Summary::default();
        search("once", &problem).items.iter().for_each(|turn| VirusWar::add_to_summary(&mut summary, turn));
        assert_eq!((summary.sequences, summary.by_kills), (counts.sequences, counts.by_kills));
    }
    let mut begun = state(FOUR_CELLS, Player::X);
    play(&mut begun, "b5");
    let turns = search("once", &VirusWar::check(&begun).unwrap()).items;
    assert_eq!(turns.iter().map(Turn::to_string).collect::<Vec<_>>(), ["c5 d5"], "only a whole turn can be passed");
    let without = problem(&rows(FOUR_CELLS), Player::X, 3);
    assert_eq!(search("once", &without).items.len(), 1);
}

#[test]
fn a_listed_pass_can_be_shown_and_played() {
    let before = state(FOUR_CELLS, Player::X);
    let after = VirusWar::BOARD_EXTRAS.adopt(&before, &Turn::PASS).unwrap();
    assert_eq!((after.record.join(", "), after.to_move), ("pass".to_owned(), Player::O));
    assert_eq!(VirusWar::BOARD_EXTRAS.follow_hint.unwrap()(&before, &[]), Some(after));
    let forbidden = State { rules: Rules::default(), ..before.clone() };
    assert_eq!(VirusWar::BOARD_EXTRAS.adopt(&forbidden, &Turn::PASS), None);
    assert_eq!((VirusWar::steps(&Turn::PASS), VirusWar::caption(&Turn::PASS).title.as_str()), (1, "pass"));
    let label = |steps| {
        let (view, look) = (View::default(), Look::default());
        let shown = Some((&Turn::PASS, steps));
        VirusWar::draw(&Scene { state: &before, flaws: &[], insight: None, shown, view: &view, pointed: None, marks: &[], look: &look })
            .label
    };
    assert!(label(0).ends_with("X to move, 3 moves left") && label(1).ends_with("X's turn is complete"), "{}", label(1));
}

#[test]
fn the_analysis_knows_that_passing_saves_a_player() {
    let ranking = analysed(&VirusWar::check(&state(FOUR_CELLS, Player::X)).unwrap());
    assert_eq!((ranking.outcome, ranking.turns), (Some(Outcome::Draw), 2));
    let lines: Vec<(String, String)> = ranking.lines.iter().map(|line| (line.prospect().to_string(), line.turns[0].to_string())).collect();
    let expected = [("draw", "pass"), ("loses in 1 turn", "b5 c5 d5")];
    assert_eq!(lines, expected.map(|(prospect, turn)| (prospect.to_owned(), turn.to_owned())));
    for mover in [Player::X, Player::O] {
        let ranking = analysed(&VirusWar::check(&state(NINE_CELLS, mover)).unwrap());
        assert_eq!((ranking.outcome, ranking.lines[0].turns[0]), (Some(Outcome::Draw), Turn::PASS));
        // No turn wins, so none has a chance of winning beside the draw.
        let expected = |line: &Line| matches!(line.prospect(), Prospect::Proved(Outcome::Draw | Outcome::Loss(_)));
        assert!(ranking.lines.len() as u64 == ranking.turns && ranking.lines.iter().all(expected), "{ranking:?}");
    }
    let without = analysed(&problem(&rows(NINE_CELLS), Player::X, 3));
    assert!(matches!(without.outcome, Some(Outcome::Win(_))), "O has no second turn, and may not pass");
}

fn hints_on(problem: &Problem) -> Vec<String> {
    let mut found = Found::default();
    assert!(hints(problem, None, &mut found).is_continue());
    let message = |hint| match hint {
        Hint::Advice { message, .. } => message,
        Hint::DeadEnd { reason, .. } => panic!("{reason}"),
    };
    found.items.into_iter().map(message).collect()
}

#[test]
fn a_hint_says_to_pass() {
    let expected = ["compare each turn with passing", "pass: neither player can force a win"];
    assert_eq!(hints_on(&VirusWar::check(&state(FOUR_CELLS, Player::X)).unwrap()), expected);
    assert_eq!(hints_on(&VirusWar::check(&state(NINE_CELLS, Player::O)).unwrap()), expected);
    let lost = hints_on(&problem(&rows(FOUR_CELLS), Player::X, 3));
    assert!(lost[2].starts_with("play b5 c5 d5: ") && lost[2].ends_with("X loses in 1 turn whatever it plays"), "{lost:?}");
}

#[test]
fn the_computer_passes_rather_than_lose() {
    for (board, mover) in [(FOUR_CELLS, Player::X), (NINE_CELLS, Player::O)] {
        let problem = VirusWar::check(&state(board, mover)).unwrap();
        for level in [Level::TwoPly, Level::Deep, Level::Expert] {
            assert_eq!(choose(level, &problem, 1, &mut Found::default()), Some(Turn::PASS), "{}", level.key());
        }
        let random: Vec<bool> =
            (0..20).map(|seed| choose(Level::Random, &problem, seed, &mut Found::default()).unwrap().is_pass()).collect();
        assert!(random.contains(&true) && random.contains(&false), "it is one of the turns");
    }
}

#[test]
fn the_report_judges_passes() {
    let lost = judged(&played(state(FOUR_CELLS, Player::X), &["b5 c5 d5", "pass"]));
    let played_first = lost[0].played.as_ref().unwrap();
    assert_eq!((lost[0].prospect, lost[0].loss()), (Prospect::Proved(Outcome::Draw), 0.5));
    assert_eq!(played_first.better.as_ref().map(|(turn, _)| *turn), Some(Turn::PASS));
    assert_eq!(lost[1].played.as_ref().map(|played| played.better.is_none()), Some(true), "the pass wins");
    assert_eq!((lost[1].loss(), lost[2].prospect), (0.0, Prospect::Proved(Outcome::Loss(0))));
    let drawn = played(state(FOUR_CELLS, Player::X), &["pass", "pass"]);
    for judgement in judged(&drawn) {
        assert_eq!((judgement.prospect, judgement.loss()), (Prospect::Proved(Outcome::Draw), 0.0));
        assert!(drawing::report::judged(&judgement).ends_with("): a draw"));
    }
    let mut found = Found::default();
    assert!(report(&drawn.line().unwrap(), drawn.rules, &mut found).is_continue());
    let counts: Vec<u64> = found.items.iter().map(|choice| choice.counts.distinct).collect();
    assert_eq!((counts[0], counts[2]), (2, 0));
}

#[test]
fn a_tournament_counts_draws() {
    let mut score = tournament::Score::default();
    let tournament = Tournament {
        levels: [Level::OnePly, Level::Random],
        games: 12,
        side: 5,
        rules: Rules { moves: 1, ..PASSING },
        seed: 1,
        limit: Limit::Turns(1),
    };
    let mut found: Found<Game> = Found::default();
    assert_eq!(tournament::play(&tournament, &mut found), ControlFlow::Continue(()));
    for game in found.items {
        let start = State::start(5, tournament.rules);
        let last = game.turns.iter().fold(start, |state, turn| VirusWar::BOARD_EXTRAS.adopt(&state, turn).unwrap());
        let end = End::of(&last.check().unwrap()).expect("it is played to the end");
        let players = [Player::O, Player::X];
        assert_eq!(game.winner.map(|winner| players[usize::from(winner != game.first)]), end.winner);
        score.add(&game);
    }
    let [won, lost] = score.wins;
    assert!(won > 0 && score.draws > 0 && won + lost + score.draws == 12, "{score:?}");
    let shares = [0, 1].map(|level| score.share(level).unwrap().0);
    assert!((shares[0] + shares[1] + f64::from(score.draws) / 12.0 - 1.0).abs() < 1e-9);
}

#[test]
fn a_battle_can_be_a_draw() {
    let computer = Some(Computer { side: Player::X, level: Level::Random, time_ms: Computer::USUAL_MS });
    let battle = Battle::on_board_of(&State::start(6, PASSING), computer, 7);
    let begun = played(battle.root().clone(), &["b2"]);
    assert_eq!(battle.check_users_turn(&begun), Err("it's the computer's turn".to_owned()));
    let drawn = played(begun, &["pass", "pass"]);
    let saved = battle.saved(&drawn).unwrap();
    assert_eq!((saved.end, Battle::read(&drawn, &saved)), (Some(game::End::Drawn), Ok(battle)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_with_passes_are_saved_and_taken_back(choices in prop::collection::vec((any::<u16>(), 0..4_u8), 1..60), moves in 1..=3_u8) {
        let start = State::start(5, Rules { moves, ..PASSING });
        let mut state = start.clone();
        for (choice, passes) in choices {
            let problem = VirusWar::check(&state).unwrap();
            if problem.is_over() {
                break;
            }
            prop_assert_eq!(state.may_pass().is_ok(), problem.may_pass());
            if passes == 0 && problem.may_pass() {
                prop_assert_eq!(state.pass(), Ok(()));
            } else {
                let accessible = problem.position.accessible(problem.mover);
                let cell = accessible.into_iter().nth(usize::from(choice) % accessible.len()).unwrap();
                prop_assert_eq!(state.play(cell), Ok(()));
            }
        }
        prop_assert_eq!(&ron::from_str::<State>(&ron::to_string(&state).unwrap()).unwrap(), &state);
        if !state.turn_is_unfinished() {
            prop_assert_eq!(&text::read(&text::write_game(&state), &State::default()).unwrap(), &state);
        }
        while state.take_back().is_ok() {}
        prop_assert_eq!(state, start);
    }
}
