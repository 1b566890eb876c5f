use std::{sync::Arc, thread, time::Instant};

use super::{
    outlook::{Verdict, find_first},
    *,
};
use crate::testing;
use crate::{
    file::{self, SaveFile},
    session::{Cause, Change, Go, Search, Track, Work},
};
use base::{
    board::{Board, Input},
    challenge::Grade,
    erased,
    game::CHALLENGE,
    puzzle::Puzzle,
    search::{Found, Hint},
};
use meteor::{Hexagons, Meteor};
use packing::{
    edit::view::View as PackingView,
    model::{saved::Saved, state::State as Packed},
};
use set::{
    Set,
    edit::view::View as TableView,
    play::{deal, game as table, saved, score::Contest},
};
use soma::Soma;
use virus_war::{
    VirusWar,
    model::{
        cells::Cell,
        position::Player,
        standing,
        state::{Rules, State as Position},
    },
    play::{
        battle::{Battle, Computer},
        opponent::Level,
    },
};
use voltorb_flip::{
    VoltorbFlip,
    edit::view::View,
    model::{rules::TILES, state::State},
    play::game as round,
};

fn session<P: Board>(document: SaveFile<P::State>) -> Session {
    Session::new(testing::of::<P>(), document.map(erased::State::of), None, Arc::new(|| ()))
}

/// The session that another start of the program opens from the file.
fn reopened(session: &Session) -> Session {
    let document = file::read_of(session.kind(), &written(session)).unwrap();
    Session::new(session.kind(), document, None, Arc::new(|| ()))
}

fn written(session: &Session) -> String {
    (session.kind().write)(&session.to_save().0)
}

/// Changes the position to this one.
fn edit<S: PartialEq + Send + Sync + 'static>(session: &mut Session, state: S) {
    session.edit(erased::State::of(state), Gesture::Ended);
}

/// Changes the view of a Voltorb Flip session.
fn change_view<R>(session: &mut Session, change: impl FnOnce(&mut View) -> R) -> R {
    session.view.change(change)
}

/// The position of a Virus War session.
fn position(session: &Session) -> Position {
    session.state().get::<Position>().clone()
}

/// The position of a Voltorb Flip session.
fn board(session: &Session) -> State {
    *session.state().get()
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The game that has ended since the last call, by these events or by what `catch_up` returns.
fn ended_now(session: &mut Session) -> Option<Game> {
    let (events, _) = session.catch_up();
    events.into_iter().find_map(|event| if let Event::Ended(game) = event { Some(game) } else { None })
}

/// Lets the clock run for two seconds.
fn run_clock(session: &mut Session) {
    session.keep_time(seconds(10), false);
    session.keep_time(seconds(12), false);
}

#[test]
fn a_battle_counts_once_whatever_is_undone_after_its_end() {
    let battle = Battle::daily("2026-11-22".parse().unwrap());
    let game = battle.saved(battle.root());
    let mut session = session::<VirusWar>(SaveFile { game, ..SaveFile::untitled(battle.root().clone()) });
    run_clock(&mut session);
    let mut state = position(&session);
    while standing::End::of(&state.problem()).is_none() {
        let cell = state.board.position().accessible(state.to_move).into_iter().next().unwrap();
        state.play(cell).unwrap();
    }
    edit(&mut session, state);
    let result = ended_now(&mut session).unwrap();
    assert_eq!((result.elapsed_ms, result.end), (2_000, session.game().unwrap().end));
    session.apply(Change::Undo, Cause::Undo);
    run_clock(&mut session);
    assert_eq!((session.game().unwrap().end, session.played().stage()), (None, GameStage::Running));
    // Nor does it take time after the next start.
    let mut again = reopened(&session);
    run_clock(&mut again);
    assert_eq!((again.game().unwrap().end, again.played().clock().elapsed_ms()), (None, 2_000));
    session.apply(Change::Redo, Cause::Undo);
    assert_eq!((ended_now(&mut session), session.played().clock().elapsed_ms()), (None, 2_000));
    assert!(session.game().unwrap().is_counted);
}

/// Starts a round, in a document of its own if there is no game yet.
fn start_round(session: &mut Session, start: fn(&mut View, &mut State)) {
    let (mut state, mut view) = (board(session), session.view.get::<View>().clone());
    start(&mut view, &mut state);
    let made = Change::Made(erased::State::of(state), erased::View::of(view), Gesture::Ended);
    let events = session.apply(made, Cause::User);
    if let Some(Event::Started(state, view)) = events.into_iter().next() {
        *session = self::session::<VoltorbFlip>(SaveFile::untitled(state.take()));
        session.apply(Change::Begin(view), Cause::User);
    }
}

#[test]
fn a_round_counts_once_although_undo_leaves_it_for_the_round_before() {
    let mut session = session::<VoltorbFlip>(SaveFile::default());
    change_view(&mut session, |view| view.new_game.seed = 3);
    start_round(&mut session, |view, state| view.start_game(state));
    run_clock(&mut session);
    change_view(&mut session, |view| view.game.as_mut().unwrap().stop()).unwrap();
    assert_eq!(ended_now(&mut session).map(|round| (round.numbers["round"], round.elapsed_ms)), Some((1, 2_000)));
    start_round(&mut session, |view, state| view.next_round(state).unwrap());
    assert_eq!(session.played().clock().elapsed_ms(), 0, "each round has its own time");
    let mut results = Vec::new();
    for tile in 0..TILES {
        let mut state = board(&session);
        if change_view(&mut session, |view| view.game.as_mut().unwrap().flip(&mut state, tile)).is_ok() {
            edit(&mut session, state);
            results.extend(ended_now(&mut session));
        }
    }
    assert_eq!(results.iter().map(|round| round.numbers["round"]).collect::<Vec<_>>(), [2]);
    while session.can(&Change::Undo) {
        session.apply(Change::Undo, Cause::Undo);
    }
    assert_eq!((session.game(), session.played().is_in_progress()), (None, false), "the position of the round is left");
    assert_eq!(session.played().stage(), GameStage::Away);
    while session.can(&Change::Redo) {
        let events = session.apply(Change::Redo, Cause::Undo);
        assert!(!events.iter().any(|event| matches!(event, Event::Ended(_))));
    }
    assert!(session.game().unwrap().end.is_some());
    assert_eq!(session.played().stage(), GameStage::Over);
}

#[test]
fn each_game_on_the_same_table_has_its_own_time_and_result() {
    let state = deal::apl(12345, 12).unwrap();
    let mut session = session::<Set>(SaveFile::untitled(state.clone()));
    for _ in 0..2 {
        let mut view = session.view.get::<TableView>().clone();
        view.start_game(Contest::Table, table::Game::on_table(&state), &state);
        session.apply(Change::Begin(erased::View::of(view)), Cause::User);
        assert_eq!(session.played().clock().elapsed_ms(), 0);
        run_clock(&mut session);
        // A game that was left before its first guess.
        let mut view = session.view.get::<TableView>().clone();
        view.start_game(Contest::Table, table::Game::on_table(&state), &state);
        session.apply(Change::Begin(erased::View::of(view)), Cause::User);
        assert_eq!(session.played().clock().elapsed_ms(), 0);
        run_clock(&mut session);
        for guess in [[7, 0, 6], [9, 7, 5]] {
            session.view.change(|view: &mut TableView| view.game.as_mut().unwrap().guess(&guess));
        }
        assert_eq!(ended_now(&mut session).map(|game| (game.end, game.elapsed_ms)), Some((Some(End::Solved), 2_000)));
    }
}

/// Leaves the game of SET in progress.
fn leave_table(session: &mut Session) {
    let mut view = session.view.get::<TableView>().clone();
    view.end_game();
    session.apply(Change::View(erased::View::of(view)), Cause::User);
}

#[test]
fn a_game_that_was_left_is_resumed_where_it_was_until_the_position_changes() {
    let state = deal::apl(12345, 12).unwrap();
    let mut session = session::<Set>(SaveFile::untitled(state.clone()));
    let mut view = session.view.get::<TableView>().clone();
    view.start_game(Contest::Table, table::Game::on_table(&state), &state);
    session.apply(Change::Begin(erased::View::of(view)), Cause::User);
    leave_table(&mut session);
    assert!(!session.can(&Change::ResumeGame), "nothing was done in it");
    let mut view = session.view.get::<TableView>().clone();
    view.start_game(Contest::Table, table::Game::on_table(&state), &state);
    session.apply(Change::Begin(erased::View::of(view)), Cause::User);
    run_clock(&mut session);
    session.view.change(|view: &mut TableView| view.game.as_mut().unwrap().guess(&[7, 0, 6]));
    session.catch_up();
    let before = session.game().unwrap();
    for _ in 0..2 {
        leave_table(&mut session);
        assert_eq!((session.game(), session.played().stage()), (None, GameStage::Offered));
        session.apply(Change::ResumeGame, Cause::User);
        assert_eq!((session.game().as_ref(), session.played().stage()), (Some(&before), GameStage::Running));
    }
    leave_table(&mut session);
    edit(&mut session, deal::apl(1, 12).unwrap());
    assert!(!session.can(&Change::ResumeGame), "it belongs to another table");
}

/// The easy Meteor challenge of seed 1, and its solution.
fn challenge() -> (Session, Saved<Hexagons>) {
    let mut made = Found::default();
    let challenges = Meteor::EXTRAS.challenges.as_ref().unwrap();
    assert!((challenges.make)(&Default::default(), Grade::Easy, 1, &mut made).is_continue());
    let state = made.items.remove(0);
    let mut solutions = Found::default();
    assert!((Meteor::techniques()[0].search)(&Meteor::check(&state).ok().unwrap(), &mut solutions).is_continue());
    let solved = Meteor::BOARD_EXTRAS.adopt(&state, &solutions.items[0]).unwrap();
    let game = Some(Game { grade: Some(Grade::Easy), seed: 1, ..Game::new(CHALLENGE) });
    (session::<Meteor>(SaveFile { game, ..SaveFile::untitled(state) }), solved)
}

#[test]
fn only_another_puzzle_gives_a_challenge_up() {
    let (session, solved) = challenge();
    assert!(!session.would_give_up(&erased::State::of(solved)));
    assert!(session.would_give_up(&erased::State::of(Saved::<Hexagons>::default())));
}

#[test]
fn giving_up_puts_the_piece_in_hand_away() {
    let (mut session, _) = challenge();
    let is_taken = ('0'..='9').any(|piece| {
        let (state, view, _) = session.after_input(None, Input::Character(piece));
        session.apply(Change::Made(state, view, Gesture::Ended), Cause::User);
        session.view.get::<PackingView>().hand.is_some()
    });
    assert!(is_taken);
    session.apply(Change::GiveUp, Cause::User);
    assert_eq!(session.view.get::<PackingView>().hand, None, "it would hide the solution");
}

#[test]
fn a_challenge_is_explained_once_it_is_over_and_never_before() {
    let explanation = Track::Walkthrough(0);
    let (mut session, solved) = challenge();
    let given = session.state().clone();
    session.go(Go::Track(explanation));
    assert!(!session.has_track(explanation) && session.track() == Track::Solutions, "the challenge is played");
    assert!(session.recorded_step().is_none() && session.remark().is_empty() && session.shown().is_none());
    edit(&mut session, solved.clone());
    assert_eq!((ended_now(&mut session).and_then(|game| game.end), session.played().mode()), (Some(End::Solved), Mode::Play));
    session.apply(Change::Explain, Cause::User);
    assert_eq!((session.state(), session.track(), hints(&session)), (&given, explanation, 0));
    while session.frame().is_none_or(|frame| !frame.is_complete) {
        session.catch_up();
        thread::yield_now();
    }
    let last = session.frame().unwrap().known;
    let problem = (session.kind().check)(&given).ok().unwrap();
    let rating = session.kind().extras.challenges.as_ref().unwrap().rating(&problem).unwrap();
    assert_eq!(last, rating.explanation.len() as u64);
    for (at, explained) in (1..).zip(&rating.explanation) {
        session.go(Go::Frame(at));
        assert_eq!(session.remark(), explained.in_words());
    }
    assert!(
        session.on_board().is_some_and(|solution| session.kind().board_extras.adopt(&given, solution) == Some(erased::State::of(solved)))
    );
    session.apply(Change::Undo, Cause::Undo);
    session.apply(Change::Mode(Mode::Play), Cause::User);
    assert_eq!(session.game().and_then(|game| game.end), Some(End::Solved), "the result stays");
}

/// A round is explained from its beginning, in Solve mode, and not while it is played.
#[test]
fn a_round_of_voltorb_flip_is_explained_only_in_solve_mode() {
    let explanation = Track::Walkthrough(0);
    let (state, game) = round::Game::daily("2026-11-22".parse().unwrap());
    let mut session = session::<VoltorbFlip>(SaveFile { game: Some(game), ..SaveFile::untitled(state) });
    let mut tiles = 0..TILES;
    while session.view.get::<View>().game.as_ref().is_some_and(|game| game.end.is_none()) {
        session.go(Go::Track(explanation));
        assert!(!session.has_track(explanation) && session.recorded_step().is_none() && session.remark().is_empty(), "it is played");
        let mut state = board(&session);
        let mut game = session.view.get::<View>().game.clone().unwrap();
        let tile = tiles.next().unwrap();
        if game.flip(&mut state, tile).is_ok() && game.end != Some(round::End::Lost) {
            change_view(&mut session, |view| view.game = Some(game));
            edit(&mut session, state);
        }
    }
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    session.go(Go::Track(explanation));
    while session.frame().is_none_or(|frame| !frame.is_complete) {
        session.catch_up();
        thread::yield_now();
    }
    let last = session.frame().unwrap().known;
    session.go(Go::Frame(last));
    assert_eq!(session.remark(), "board cleared: Every 2 and 3 is face up. Only 1s and Voltorbs remain");
}

fn hints(session: &Session) -> u32 {
    session.played().challenge().unwrap().hints
}

#[test]
fn looking_at_the_solution_counts_as_one_hint() {
    let (mut session, _) = challenge();
    for _ in 0..3 {
        session.apply(Change::Mode(Mode::Solve), Cause::User);
    }
    assert_eq!((hints(&session), session.played().stage()), (1, GameStage::SetAside));
    session.apply(Change::Mode(Mode::Play), Cause::User);
    assert_eq!(session.played().stage(), GameStage::Running);
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    assert_eq!(hints(&session), 2);
}

#[test]
fn only_hints_that_are_shown_count() {
    let (mut session, _) = challenge();
    session.take_hint(None);
    while session.hints().is_running() {
        session.catch_up();
        thread::yield_now();
    }
    let mut shown = 1;
    while session.hints().has_more() {
        session.take_hint(None);
        shown += 1;
    }
    for _ in 0..3 {
        session.take_hint(None);
    }
    assert_eq!(hints(&session), shown);
    session.work(Work::DismissHints);
    session.take_hint(None);
    assert_eq!(hints(&session), shown, "it was shown before");
}

#[test]
fn looking_ahead_finds_a_solution_or_a_dead_end_or_runs_out_of_time() {
    let look_ahead = |preset: &str, until: Instant| {
        let preset = Meteor::presets().iter().find(|known| known.key == preset).unwrap();
        let kind = testing::of::<Meteor>();
        let state = file::read_of(kind, preset.ron).unwrap().state;
        let mut found = Found::default();
        assert!(find_first(kind, &(kind.check)(&state).ok().unwrap(), until, &mut found).is_continue());
        found.items
    };
    let later = Instant::now() + seconds(3_600);
    assert_eq!(look_ahead("contest", later), [Verdict::HasSolution]);
    let dead_end = look_ahead("dead-end", later);
    assert!(matches!(&dead_end[..], [Verdict::DeadEnd(Some(why))] if why.message.contains("no remaining piece can cover")), "{dead_end:?}");
    assert_eq!(look_ahead("dead-end", Instant::now()), [], "it isn't known by then");
}

#[test]
fn stop_drops_the_look_ahead() {
    let (mut session, _) = challenge();
    assert!(session.played.outlook.as_ref().is_some_and(|outlook| outlook.job.is_some()));
    session.stop();
    assert!(session.played.outlook.as_ref().is_some_and(|outlook| outlook.job.is_none() && outlook.has_solution.is_none()));
}

/// The position with nothing given.
fn released(state: &Saved<Hexagons>) -> Saved<Hexagons> {
    Packed { given: String::new(), ..(**state).clone() }.into()
}

/// How the challenge ended after this edit, if it is over, and whether that is its result.
fn end_after(session: &mut Session, state: Saved<Hexagons>) -> (Option<End>, bool) {
    edit(session, state);
    let has_result = ended_now(session).is_some();
    (session.played().challenge().unwrap().end, has_result)
}

#[test]
fn a_challenge_is_solved_only_on_its_own_figure() {
    let (mut session, solved) = challenge();
    assert_eq!(end_after(&mut session, solved), (Some(End::Solved), true));

    let (mut session, solved) = challenge();
    let released = released(session.state().get::<Saved<Hexagons>>());
    assert_eq!(end_after(&mut session, released), (Some(End::GivenUp), true));
    assert_eq!(end_after(&mut session, solved), (Some(End::GivenUp), false));
}

#[test]
fn a_comment_keeps_the_search_of_another_technique() {
    let mut state = Position::default();
    let cell = state.board.position().accessible(state.to_move).into_iter().next().unwrap();
    state.play(cell).unwrap();
    let mut session = session::<VirusWar>(SaveFile::untitled(state));
    session.search();
    while matches!(session.searches().activity(), Search::Running(_)) {
        session.catch_up();
        thread::yield_now();
    }
    let (first, found) = (session.technique(), session.searches().solutions().count());
    session.choose(session.kind().techniques.iter().find(|other| other.key != first.key).unwrap());
    assert_eq!(session.searches().solutions().count(), 0);
    let mut commented = position(&session);
    commented.annotate(0, None, "the only corner");
    edit(&mut session, commented);
    session.choose(first);
    assert!(found > 0 && matches!(session.searches().activity(), Search::Finished));
    assert_eq!(session.searches().solutions().count(), found);
}

/// Waits until a search has decided whether the position solves the challenge. The clock doesn't run meanwhile. Nothing may have been taken
/// in since the edit, since the search can be quick.
fn decide(session: &mut Session) {
    assert!(session.played().is_being_decided());
    run_clock(session);
    while session.played().is_being_decided() {
        session.catch_up();
        thread::yield_now();
    }
}

/// A problem, and the cells of the turn that solves it.
fn problem() -> (Session, Vec<Cell>) {
    let state = VirusWar::EXTRAS.challenges.as_ref().unwrap().made(&Position::default(), Grade::Easy, 0).unwrap();
    let mut turns = Found::default();
    assert!((VirusWar::techniques()[0].search)(&VirusWar::check(&state).ok().unwrap(), &mut turns).is_continue());
    let document = file::challenge(testing::of::<VirusWar>(), erased::State::of(state), Grade::Easy, 0, None);
    (session::<VirusWar>(document.map(erased::State::take)), turns.items[0].cells().to_vec())
}

fn play(session: &mut Session, cell: Cell) {
    let mut state = position(session);
    state.play(cell).unwrap();
    edit(session, state);
}

/// Makes a complete turn without the cells of the one that solves the problem.
fn miss(session: &mut Session, solution: &[Cell]) {
    for _ in solution {
        let state = position(session);
        let cells = state.board.position().accessible(state.to_move);
        let cell = cells.into_iter().find(|cell| !solution.contains(cell)).unwrap();
        play(session, cell);
    }
    decide(session);
}

/// A problem that is solved here.
fn solved_problem() -> Session {
    let (mut session, solution) = problem();
    solution.into_iter().for_each(|cell| play(&mut session, cell));
    decide(&mut session);
    session
}

#[test]
fn a_wrong_turn_counts_once_even_if_it_is_undone_and_redone() {
    let (mut session, solution) = problem();
    miss(&mut session, &solution);
    let mistakes = |session: &Session| session.played().challenge().unwrap().mistakes;
    assert_eq!(mistakes(&session), 1);
    session.apply(Change::Undo, Cause::Undo);
    session.apply(Change::Redo, Cause::Undo);
    decide(&mut session);
    assert!(session.played().miss().is_some());
    assert_eq!(mistakes(&session), 1);
}

#[test]
fn a_hint_after_wrong_moves_says_how_many_to_take_back() {
    let (mut session, solution) = problem();
    miss(&mut session, &solution);
    // Undoing would also restore this turn.
    let start = session.kind().board_extras.rewound(session.state(), 0);
    session.edit(start, Gesture::Ended);
    miss(&mut session, &solution);
    session.take_hint(None);
    while session.hints().is_running() {
        session.catch_up();
        thread::yield_now();
    }
    assert!(session.remark().ends_with(". Take back 3 moves to get to a solvable position"), "{}", session.remark());
}

#[test]
fn a_solved_problem_keeps_its_game_without_another_search() {
    let mut session = solved_problem();
    let game = session.game().unwrap();
    assert_eq!((game.end, game.elapsed_ms), (Some(End::Solved), 0));
    session.apply(Change::Undo, Cause::Undo);
    session.catch_up();
    assert_eq!(session.game(), None);
    session.apply(Change::Redo, Cause::Undo);
    session.catch_up();
    assert!(!session.played().is_being_decided() && session.game().as_ref() == Some(&game));

    let again = reopened(&session);
    assert!(!again.played().is_being_decided() && !again.is_changed());
    assert_eq!(written(&again), written(&session), "before anything is searched");
}

#[test]
fn a_challenge_is_given_up_with_an_adopted_solution() {
    let (mut session, solved) = challenge();
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    session.search();
    while !session.can(&Change::Adopt) {
        session.catch_up();
        thread::yield_now();
    }
    session.apply(Change::Adopt, Cause::User);
    assert_eq!(end_after(&mut session, solved).0, Some(End::GivenUp));
}

#[test]
fn work_after_a_solved_challenge_is_not_dropped() {
    let (mut session, solved) = challenge();
    assert_eq!(end_after(&mut session, solved.clone()), (Some(End::Solved), true));
    assert!(session.is_spent() && !session.is_changed());
    let released = released(&solved);
    assert_eq!(end_after(&mut session, released), (Some(End::Solved), false));
    assert!(!session.is_spent() && session.is_changed());
    assert_eq!(session.game(), None, "its file has no challenge that the position contradicts");
    session.apply(Change::Undo, Cause::Undo);
    session.catch_up();
    assert!(session.is_spent() && session.game().is_some_and(|game| game.is_counted));
}

/// Plays the game of this document to its end, a move after the other, and returns its end. After `saved_after` moves it is saved as text,
/// which is opened in another session.
fn ended<P: Board>(document: SaveFile<P::State>, make_move: fn(&mut Session, usize), saved_after: Option<usize>) -> (Game, erased::State) {
    let mut session = session::<P>(document);
    let mut moves = 0;
    while session.played().is_in_progress() {
        if saved_after == Some(moves) {
            session = reopened(&session);
        }
        run_clock(&mut session);
        make_move(&mut session, moves);
        session.catch_up();
        moves += 1;
    }
    assert_eq!(session.played().clock().elapsed_ms(), 2_000 * moves as u64);
    (session.game().unwrap(), session.state().clone())
}

/// Checks that the game ends alike after it is saved and continued, after any move.
fn check_continued<P: Board>(document: &SaveFile<P::State>, make_move: fn(&mut Session, usize)) {
    let (game, state) = ended::<P>(document.clone(), make_move, None);
    let moves = game.elapsed_ms as usize / 2_000;
    assert!(game.end.is_some() && 3 < moves, "{moves} moves");
    for saved_after in 0..moves {
        let (again, same) = ended::<P>(document.clone(), make_move, Some(saved_after));
        assert_eq!((again, same), (game.clone(), state.clone()), "saved after {saved_after} of {moves} moves");
    }
}

/// Makes the step of the most specific hint. One of the hints is shown to the player.
fn follow_hint(session: &mut Session, moved: usize) {
    if moved == 1 {
        session.take_hint(None);
    }
    let mut hints = Found::default();
    let kind = session.kind();
    assert!(kind.extras.hints.unwrap()(&(kind.check)(session.state()).ok().unwrap(), None, &mut hints).is_continue());
    let Some(Hint::Advice { spots, .. }) = hints.items.pop() else { panic!("a challenge has a next step") };
    let state = kind.board_extras.follow_hint.unwrap()(session.state(), &spots).unwrap();
    session.edit(state, Gesture::Ended);
}

#[test]
fn a_challenge_ends_as_without_interruption() {
    fn check<B: Board>() {
        let figure = testing::read::<B>(B::presets()[0].ron).unwrap().state;
        let state = B::EXTRAS.challenges.unwrap().made(&figure, Grade::Easy, 2).unwrap();
        let document = file::challenge(testing::of::<B>(), erased::State::of(state), Grade::Easy, 2, None);
        check_continued::<B>(&document.map(erased::State::take), follow_hint);
    }
    check::<Meteor>();
    check::<Soma>();
}

#[test]
fn a_battle_ends_as_without_interruption() {
    let computer = Computer { side: Player::X, level: Level::Expert, time_ms: Computer::USUAL_MS };
    let battle = Battle::on_board_of(&Position::start(5, Rules::default()), Some(computer), 7);
    let document = SaveFile { game: battle.saved(battle.root()), ..SaveFile::untitled(battle.root().clone()) };
    check_continued::<VirusWar>(&document, |session, _| {
        let mut state = position(session);
        let cell = state.board.position().accessible(state.to_move).into_iter().last().unwrap();
        state.play(cell).unwrap();
        edit(session, state);
    });
}

#[test]
fn a_round_ends_as_without_interruption() {
    let (state, game) = round::Game::daily("2026-11-22".parse().unwrap());
    let document = SaveFile { game: Some(game), ..SaveFile::untitled(state) };
    check_continued::<VoltorbFlip>(&document, |session, _| {
        let mut state = board(session);
        let mut game = session.view.get::<View>().game.clone().unwrap();
        // The tiles without Voltorbs, the last one first.
        let is_safe = |tile: usize| {
            let mut game = game.clone();
            game.flip(&mut state.clone(), tile).is_ok() && game.end != Some(round::End::Lost)
        };
        let tile = (0..TILES).rev().find(|&tile| is_safe(tile)).unwrap();
        game.flip(&mut state, tile).unwrap();
        change_view(session, |view| view.game = Some(game));
        edit(session, state);
    });
}

#[test]
fn a_daily_table_ends_as_without_interruption() {
    let (state, game) = saved::daily("2026-11-22".parse().unwrap());
    let document = SaveFile { game: Some(game), ..SaveFile::untitled(state) };
    check_continued::<Set>(&document, |session, moved| {
        let mut solutions = Found::default();
        assert!((Set::techniques()[0].search)(&Set::check(session.state().get()).ok().unwrap(), &mut solutions).is_continue());
        // The first guess is wrong.
        let guess = moved
            .checked_sub(1)
            .map_or(vec![0, 1, 2], |found| solutions.items[found].positions().iter().map(|&at| usize::from(at)).collect());
        session.view.change(|view: &mut TableView| view.game.as_mut().unwrap().guess(&guess));
    });
}

#[test]
fn the_recovery_file_is_written_again_with_the_clock() {
    let (mut session, _) = challenge();
    session.take_hint(None);
    let revision = |session: &Session| session.unsaved().unwrap();
    let before = revision(&session);
    for now in 0..10 {
        session.keep_time(seconds(now), false);
        assert_eq!(revision(&session), before);
    }
    session.keep_time(seconds(10), false);
    assert_ne!(revision(&session), before);
}

#[test]
fn a_round_that_was_looked_at_in_solve_mode_is_taken_up_again_with_a_hint() {
    let (state, game) = round::Game::daily("2026-11-22".parse().unwrap());
    let mut session = session::<VoltorbFlip>(SaveFile { game: Some(game), ..SaveFile::untitled(state) });
    assert_eq!((session.played().stage(), session.played().mode()), (GameStage::Running, Mode::Play));
    run_clock(&mut session);
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    assert_eq!((session.played().stage(), session.view.get::<View>().game.is_none()), (GameStage::SetAside, true));
    run_clock(&mut session);
    let again = reopened(&session);
    session.apply(Change::Mode(Mode::Play), Cause::User);
    let game = session.game().unwrap();
    assert_eq!((session.played().stage(), game.hints, game.elapsed_ms), (GameStage::Running, 1, 2_000));
    assert_eq!(again.game(), Some(game), "its file has it, too");
}

#[test]
fn a_game_continues_only_on_its_own_position() {
    let battle = Battle::daily("2026-11-22".parse().unwrap());
    let game = battle.saved(battle.root());
    let mut session = session::<VirusWar>(SaveFile { game, ..SaveFile::untitled(battle.root().clone()) });
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    session.apply(Change::Position(erased::State::of(Position::start(5, Rules::default())), Gesture::Ended), Cause::File);
    assert_eq!((session.played().stage(), session.game()), (GameStage::SetAside, None));
    session.apply(Change::Mode(Mode::Play), Cause::User);
    assert_eq!(session.played().stage(), GameStage::Away);
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!((session.played().stage(), session.game().is_some()), (GameStage::Running, true));
}

#[test]
fn a_start_in_solve_mode_counts_no_hint() {
    let document = |session: &Session| session.to_save().0;
    let mut before = session::<VoltorbFlip>(SaveFile::default());
    change_view(&mut before, |view| view.new_game.seed = 3);
    start_round(&mut before, |view, state| view.start_game(state));
    before.apply(Change::Mode(Mode::Solve), Cause::User);
    assert_eq!(before.game().unwrap().hints, 1, "looking counts");
    let (saved, place) = (document(&before), before.place());
    let mut after = session::<VoltorbFlip>(saved.clone().map(erased::State::take));
    after.return_to(place);
    assert_eq!((after.played().stage(), after.game(), after.is_changed()), (GameStage::SetAside, saved.game.clone(), false));
    after.apply(Change::Mode(Mode::Play), Cause::User);
    assert_eq!((after.played().stage(), after.game()), (GameStage::Running, saved.game));
}

#[test]
fn play_mode_returns_to_the_last_position_of_the_game() {
    let mut session = session::<VoltorbFlip>(SaveFile::default());
    change_view(&mut session, |view| view.new_game.seed = 3);
    start_round(&mut session, |view, state| view.start_game(state));
    let tile = (0..TILES).find(|&tile| {
        let mut state = board(&session);
        let mut game = session.view.get::<View>().game.clone().unwrap();
        game.flip(&mut state, tile).is_ok() && game.end.is_none()
    });
    let mut state = board(&session);
    change_view(&mut session, |view| view.game.as_mut().unwrap().flip(&mut state, tile.unwrap())).unwrap();
    edit(&mut session, state);
    session.apply(Change::Mode(Mode::Solve), Cause::User);
    session.go(Go::Track(Track::Game));
    session.go(Go::Frame(0));
    assert!(board(&session) != state, "an earlier position is shown");
    session.apply(Change::Mode(Mode::Play), Cause::User);
    assert_eq!((session.played().stage(), board(&session)), (GameStage::Running, state));
}
