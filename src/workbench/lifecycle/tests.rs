//! Searches aren't lost: each test is named after something that must keep a search or its solutions.

use std::sync::Arc;

use super::Search;
use crate::testing::{self, kept, shown, state, technique, wait_for_end, wait_until};
use crate::{
    cursor::Move,
    file::{self, SaveFile},
    history::Gesture,
    job::REFUSES_THREADS,
    session::{Cause, Change, Go, Session, Work},
};
use base::erased::State;
use sums::Sums;

/// Every choice of zeros is a solution: a search finds the first at once, and never finishes.
const ENDLESS: &str = "7000000000000000000000000000000000000000";
/// A position whose search takes a short while.
const LONG: &str = "111111111111111111";
/// The solutions of [`LONG`]: 7 of 18 cells.
const ALL: u64 = 31_824;

fn session(document: SaveFile<State>) -> Session {
    let mut session = Session::new(testing::of::<Sums>(), document, None, Arc::new(|| ()));
    if !session.searches().can_resume() {
        session.work(Work::Technique(technique("plain")));
    }
    session
}

fn position(row: &str) -> Session {
    session(SaveFile::untitled(state(row)))
}

fn start(session: &mut Session) {
    session.work(Work::Search);
    wait_until(session, |session| 0 < session.searches().solutions().count());
}

fn pause(session: &mut Session) {
    session.work(Work::Pause);
    wait_until(session, |session| session.searches().can_resume());
}

/// Returns the session that another start of the program opens from the file.
fn reopened(session: &Session) -> Session {
    let text = (session.kind().write)(&session.to_save().0);
    self::session(file::read_of(session.kind(), &text).unwrap())
}

#[track_caller]
fn finish(session: &mut Session) {
    session.work(Work::Resume);
    wait_for_end(session);
    assert!(matches!(session.searches().activity(), Search::Finished));
    assert_eq!(session.searches().solutions().count(), ALL);
}

#[test]
fn saving_a_resumed_search_while_it_runs_keeps_the_search() {
    let mut session = position(LONG);
    start(&mut session);
    pause(&mut session);
    let paused = session.to_save().0;
    session.work(Work::Resume);
    assert!(session.searches().is_running());
    let saved = session.to_save().0;
    assert_eq!(saved.search, paused.search, "the last checkpoint is the one it was resumed from");
    finish(&mut reopened(&session));
}

#[test]
fn the_result_of_a_search_worth_keeping_is_saved() {
    let mut session = position(LONG);
    start(&mut session);
    wait_for_end(&mut session);
    assert_eq!(session.to_save().0.search, None, "a short search is quicker to repeat");

    let mut session = position(LONG);
    start(&mut session);
    pause(&mut session);
    finish(&mut session);
    assert!(session.is_changed());
    let next = reopened(&session);
    assert!(matches!(next.searches().activity(), Search::Finished) && !next.searches().can_resume() && !next.is_changed());
    let (count, kept) = (next.searches().solutions().count(), next.searches().solutions().kept());
    assert_eq!((count, kept.len()), (ALL, 1989), "a file has every 16th");
    assert_eq!(next.searches().progress().tally, session.searches().progress().tally);
    assert_eq!(next.to_save().0, session.to_save().0);
}

#[test]
fn a_running_search_can_be_saved_after_its_first_second() {
    let mut session = position(ENDLESS);
    start(&mut session);
    wait_until(&mut session, |session| session.to_save().0.search.is_some());
    assert!(session.searches().is_running());
    let mut next = reopened(&session);
    assert!(next.searches().can_resume(), "{:?}", next.notice());
    assert!(0 < next.searches().solutions().count() && next.searches().solutions().count() <= session.searches().solutions().count());
    let before = next.searches().solutions().count();
    next.work(Work::Resume);
    wait_until(&mut next, |next| before < next.searches().solutions().count());
}

#[test]
fn an_edit_pauses_a_running_search_and_undo_brings_it_back() {
    let mut session = position(LONG);
    start(&mut session);
    session.apply(Change::Position(state("7"), Gesture::Ended), Cause::User);
    assert!(matches!(session.searches().activity(), Search::Idle) && session.searches().solutions().count() == 0);
    session.apply(Change::Undo, Cause::Undo);
    wait_until(&mut session, |session| session.searches().can_resume());
    assert!(0 < session.searches().solutions().count());
    finish(&mut session);
}

#[test]
fn another_technique_sets_the_search_aside() {
    let mut session = position(LONG);
    start(&mut session);
    session.work(Work::Technique(technique("bounded")));
    assert!(matches!(session.searches().activity(), Search::Idle));
    session.work(Work::Technique(technique("plain")));
    wait_until(&mut session, |session| session.searches().can_resume());
    finish(&mut session);
}

#[test]
fn any_number_of_paused_searches_are_set_aside_and_saved_with_the_document() {
    let rows = [LONG, "222222222222222221", "133333333333333333"];
    let mut session = position(rows[0]);
    for row in &rows[1..] {
        start(&mut session);
        pause(&mut session);
        session.apply(Change::Position(state(row), Gesture::Ended), Cause::User);
    }
    assert_eq!(session.searches().aside().count(), 2);
    assert!(session.is_changed(), "closing asks before the searches are lost");
    let document = session.to_save().0;
    assert_eq!((document.search, document.set_aside.len()), (None, 2));

    let mut next = reopened(&session);
    assert_eq!((next.searches().aside().count(), next.is_changed()), (2, false));
    next.apply(Change::GoBackToSearch, Cause::User);
    assert_eq!((next.state(), next.searches().can_resume()), (&state(rows[1]), true), "the newest comes first");
    next.apply(Change::Position(state(rows[0]), Gesture::Ended), Cause::User);
    finish(&mut next);
    assert_eq!(next.searches().aside().count(), 1);
}

#[test]
fn a_new_search_keeps_those_of_other_positions() {
    let mut session = position(LONG);
    start(&mut session);
    pause(&mut session);
    session.apply(Change::Position(state("12347"), Gesture::Ended), Cause::User);
    session.work(Work::Search);
    wait_for_end(&mut session);
    session.apply(Change::Undo, Cause::Undo);
    finish(&mut session);
}

#[test]
fn starting_over_keeps_the_paused_search() {
    let mut session = position(LONG);
    start(&mut session);
    pause(&mut session);
    let paused = session.to_save().0.search;
    start(&mut session);
    session.work(Work::Stop);
    wait_for_end(&mut session);
    assert_eq!(session.searches().aside().count(), 1);
    session.apply(Change::GoBackToSearch, Cause::User);
    assert_eq!(session.to_save().0.search, paused);
    finish(&mut session);
}

#[test]
fn a_resumed_search_is_paused_before_closing() {
    let mut session = position(ENDLESS);
    start(&mut session);
    assert!(!session.pause_if_long(), "a search of a moment isn't worth keeping");
    pause(&mut session);
    session.work(Work::Resume);
    assert!(session.pause_if_long());
    wait_until(&mut session, |session| session.searches().can_resume());
    assert!(!session.pause_if_long());
}

#[test]
fn a_search_that_fails_to_start_changes_nothing() {
    let mut session = position("12347");
    session.work(Work::Search);
    wait_for_end(&mut session);
    REFUSES_THREADS.set(true);
    session.work(Work::Search);
    REFUSES_THREADS.set(false);
    assert!(session.notice().is_some_and(|notice| notice.starts_with("couldn't start a thread: ")));
    assert_eq!((session.searches().solutions().count(), shown(&session)), (3, Some((vec![4], 1))));
}

#[test]
fn stopping_a_filter_keeps_the_complete_list() {
    let mut session = position("12347");
    session.work(Work::Search);
    wait_for_end(&mut session);
    session.apply(Change::Position(state("92347"), Gesture::Ended), Cause::User);
    session.work(Work::Stop);
    wait_for_end(&mut session);
    session.apply(Change::Position(state("92349"), Gesture::Ended), Cause::User);
    wait_for_end(&mut session);
    assert_eq!(kept(&session), [vec![2, 3]]);
    session.apply(Change::Undo, Cause::Undo);
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(session.searches().solutions().count(), 3);
}

#[test]
fn solutions_of_a_search_that_cannot_be_paused_come_back_too() {
    let mut session = position("12347");
    session.work(Work::Technique(technique("crashing")));
    session.work(Work::Search);
    wait_for_end(&mut session);
    session.apply(Change::Position(state("7"), Gesture::Ended), Cause::User);
    session.apply(Change::Undo, Cause::Undo);
    assert!(matches!(session.searches().activity(), Search::Failed(_)));
    assert_eq!(kept(&session), [vec![0]]);
}

#[test]
fn only_a_few_searches_not_worth_keeping_are_set_aside() {
    let rows: Vec<String> = (0..20).map(|number| format!("7{number:02}")).collect();
    let mut session = position(&rows[0]);
    for row in &rows[1..] {
        session.work(Work::Search);
        wait_for_end(&mut session);
        session.apply(Change::Position(state(row), Gesture::Ended), Cause::User);
    }
    let mut came_back = 0;
    while session.can(&Change::Undo) {
        session.apply(Change::Undo, Cause::Undo);
        came_back += usize::from(matches!(session.searches().activity(), Search::Finished));
    }
    assert_eq!(came_back, super::MOST_ASIDE);
}

fn solved(row: &str) -> Session {
    let mut session = position(row);
    session.work(Work::Technique(technique("bounded")));
    solve(&mut session);
    session
}

fn solve(session: &mut Session) {
    session.work(Work::Search);
    wait_for_end(session);
}

#[test]
fn an_edit_that_rules_out_solutions_keeps_the_others_and_undo_brings_all_back() {
    let mut session = solved("12347");
    assert!(!session.searches().is_filtered());
    session.apply(Change::Position(state("92347"), Gesture::Ended), Cause::User);
    wait_for_end(&mut session);
    assert!(matches!(session.searches().activity(), Search::Finished) && session.searches().is_filtered());
    assert_eq!(session.searches().solutions().kept(), solved("92347").searches().solutions().kept());
    assert_eq!(session.searches().summary().get::<sums::Summary>().fewest_cells, Some(1));
    assert_eq!(session.time_of(session.technique()), None, "no technique has searched this position");
    session.apply(Change::Position(state("92349"), Gesture::Ended), Cause::User);
    wait_for_end(&mut session);
    assert_eq!(kept(&session), [vec![2, 3]], "a filtered list is filtered again");
    assert_eq!(shown(&session), Some((vec![2, 3], 2)));
    solve(&mut session);
    assert!(!session.searches().is_filtered() && session.time_of(session.technique()).is_some());
    session.apply(Change::Undo, Cause::Undo);
    wait_for_end(&mut session);
    assert_eq!(
        session.searches().solutions().kept(),
        solved("92347").searches().solutions().kept(),
        "filtered from the complete list again"
    );
    session.apply(Change::Undo, Cause::Undo);
    assert!(!session.searches().is_filtered());
    assert_eq!(session.searches().solutions().count(), 3);
}

#[test]
fn edits_in_quick_succession_lose_nothing() {
    let mut session = solved("12347");
    session.apply(Change::Position(state("92347"), Gesture::Ended), Cause::User);
    session.apply(Change::Position(state("92349"), Gesture::Ended), Cause::User);
    wait_for_end(&mut session);
    assert_eq!(kept(&session), [vec![2, 3]]);
}

#[test]
fn filtering_keeps_a_bare_board_bare() {
    let mut session = solved("12347");
    session.go(Go::By(Move::First));
    for row in ["92347", "92349"] {
        session.apply(Change::Position(state(row), Gesture::Ended), Cause::User);
        wait_for_end(&mut session);
        assert_eq!(session.shown().map(|(_, step)| step), Some(0), "{row}");
    }
    session.go(Go::By(Move::Last));
    solve(&mut session);
    assert_eq!(shown(&session), Some((vec![2, 3], 2)), "a new search shows its first solution completely");
}

#[test]
fn an_incomplete_list_is_not_filtered() {
    let mut session = position("12347");
    session.work(Work::Technique(technique("endless")));
    session.work(Work::Search);
    session.apply(Change::Position(state("92347"), Gesture::Ended), Cause::User);
    assert!(matches!(session.searches().activity(), Search::Idle) && !session.searches().is_filtered());
}
