use std::{path::PathBuf, sync::Arc, thread, time::Duration};

use super::*;
use crate::testing::{self, kept, shown, state, technique, typed, wait_for_end, wait_until};
use crate::{
    cursor::{Cursor, Move, USUAL_SPEED},
    job::{Progress, REFUSES_THREADS},
    lifecycle::RENEWAL,
    paused::{MOST_LISTED, PausedSearch},
    solutions::Places,
};
use base::{
    look::Theme,
    search::{FailedTask, Hint, Tally},
};
use sums::{Mark, Sums};

/// A position of a game after this many moves.
fn game(moves: usize) -> State {
    State::of(sums::State { marks: (0..moves).map(|column| Mark { row: 0, column }).collect(), ..typed("12347") })
}

/// A view whose list has only solutions with at most this many cells.
fn view(most: Option<usize>) -> View {
    View::of(most)
}

fn session(row: &str) -> Session {
    session_of(SaveFile::untitled(state(row)), None)
}

fn session_of(document: SaveFile<State>, path: Option<PathBuf>) -> Session {
    let mut session = Session::new(testing::of::<Sums>(), document, path, Arc::new(|| ()));
    session.quick = RENEWAL;
    session
}

fn fewest_cells(session: &Session) -> Option<usize> {
    session.searches().summary().get::<sums::Summary>().fewest_cells
}

/// Adds solutions as if a search had found them.
fn take_in(session: &mut Session, found: Vec<Vec<usize>>) {
    let shown = session.chosen_solution();
    let places = session.search.extend(found.into_iter().map(Solution::of).collect());
    session.show_more(shown, places == Places::Changed);
}

fn solve(session: &mut Session, technique: &str) {
    session.choose(testing::technique(technique));
    session.search();
    wait_for_end(session);
}

fn listed(session: &Session) -> Vec<Vec<usize>> {
    (0..session.listed()).filter_map(|index| session.listed_solution(index).map(|solution| solution.get::<Vec<usize>>().clone())).collect()
}

fn wait_for_insight(session: &mut Session) -> u32 {
    loop {
        session.catch_up();
        if let Some(insight) = session.insight() {
            return insight.get::<sums::Insight>().total;
        }
        thread::yield_now();
    }
}

fn unsaved(session: &Session) -> Option<String> {
    session.is_changed().then(|| session.name())
}

#[test]
fn a_search_finds_all_solutions_and_shows_the_best_completely() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    assert!(matches!(session.searches().activity(), Search::Finished));
    // 7, 3 + 4 and 1 + 2 + 4.
    assert_eq!(kept(&session), [vec![4], vec![2, 3], vec![0, 1, 3]]);
    assert_eq!(fewest_cells(&session), Some(1));
    assert_eq!(shown(&session), Some((vec![4], 1)));
    assert!(session.time_of(technique("plain")).is_some());
}

#[test]
fn an_edit_sets_the_search_aside_and_undo_brings_it_back_with_its_position() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    session.edit(state("77"), Gesture::Ended);
    assert_eq!(session.searches().solutions().count(), 0, "solutions belong to their position");
    assert!(session.shown().is_none() && matches!(session.searches().activity(), Search::Idle));
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(*session.state(), state("12347"));
    assert_eq!((session.searches().solutions().count(), shown(&session)), (3, Some((vec![4], 1))));
    assert!(matches!(session.searches().activity(), Search::Finished));
    session.apply(Change::Redo, Cause::Undo);
    assert_eq!((session.state(), session.searches().solutions().count()), (&state("77"), 0));
}

#[test]
fn an_edit_that_changes_nothing_drops_nothing() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    session.edit(state("12347"), Gesture::Ended);
    assert_eq!(session.searches().solutions().count(), 3);
    assert!(!session.can(&Change::Undo));
}

#[test]
fn no_solution_of_an_older_search_arrives() {
    let mut session = session("1111111111111111111");
    for _ in 0..20 {
        session.edit(state("1111111111111111111"), Gesture::Ended);
        session.search();
        session.edit(state("7"), Gesture::Ended);
        solve(&mut session, "plain");
        assert_eq!(kept(&session), [vec![0]]);
    }
}

#[test]
fn a_stopped_search_keeps_its_solutions() {
    let mut session = session("12347");
    session.choose(technique("endless"));
    session.search();
    assert!(matches!(session.searches().activity(), Search::Running(_)));
    session.stop();
    wait_for_end(&mut session);
    assert!(matches!(session.searches().activity(), Search::Stopped));
    session.search();
    assert!(matches!(session.searches().activity(), Search::Running(_)), "it can start over");
}

#[test]
fn the_first_solution_stays_shown_when_news_has_no_further_one() {
    let mut session = session("12347");
    session.choose(technique("endless"));
    session.search();
    take_in(&mut session, vec![vec![0, 1]]);
    take_in(&mut session, Vec::new());
    assert_eq!(session.cursor().map(|cursor| cursor.solution), Some(0));
}

#[test]
fn a_session_survives_a_crash_of_its_search_and_reports_it() {
    let mut session = session("12347");
    solve(&mut session, "crashing");
    assert!(matches!(session.searches().activity(), Search::Failed(message) if message == "crashed on purpose"));
    assert_eq!(kept(&session), [vec![0]]);
    solve(&mut session, "plain");
    assert_eq!(session.searches().solutions().count(), 3);
}

#[test]
fn a_flawed_position_is_not_searched() {
    let mut session = session("12x");
    assert_eq!(session.flaws().len(), 1);
    assert!(!session.can_search());
    session.search();
    assert!(matches!(session.searches().activity(), Search::Idle));
}

#[test]
fn hints_on_a_flawed_position_say_what_is_wrong() {
    let mut session = session("12x");
    assert!(session.hint());
    let Some(Hint::DeadEnd { reason, .. }) = session.hints().shown() else { panic!("no hint") };
    assert_eq!(*reason, format!("no hint yet: {}", session.flaws()[0].message));
    assert!(!session.hint() && session.after_hint().is_none(), "that is all");
    session.edit(state("12"), Gesture::Ended);
    assert!(session.hints().shown().is_none());
}

#[test]
fn the_analysis_runs_after_every_edit_and_can_report_flaws() {
    let mut session = session("34");
    assert_eq!(wait_for_insight(&mut session), 7);
    assert!(session.flaws().is_empty());
    session.edit(state("12"), Gesture::Ended);
    assert!(session.insight().is_none(), "the insight belongs to the earlier position");
    assert_eq!(wait_for_insight(&mut session), 3);
    assert_eq!(session.flaws().len(), 1);
    assert!(session.can_search(), "flaws that the analysis found don't prevent a search");
}

#[test]
fn saving_updates_the_saved_position_and_restart_returns_to_it() {
    let mut session = session("12");
    session.edit(state("34"), Gesture::Ended);
    assert_eq!(unsaved(&session).as_deref(), Some("untitled"));
    let (_, ticket) = session.to_save();
    session.edit(state("56"), Gesture::Ended);
    session.about.note_saved(ticket, "first.ron".into());
    assert!(session.is_changed(), "it has changed since it was written");
    session.apply(Change::Restart, Cause::User);
    assert_eq!(*session.state(), state("34"), "restart returns to the position in the file");
    assert_eq!((session.name().as_str(), session.is_changed()), ("first.ron", false));
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(unsaved(&session).as_deref(), Some("first.ron"), "restart can be undone");
}

#[test]
fn the_note_of_an_example_is_not_saved_with_another_position() {
    let note = "Adds up to 7.";
    let example = SaveFile { note: Some(note.to_owned()), ..SaveFile::untitled(state("34")) };
    let mut session = session_of(example.clone(), None);
    assert_eq!(session.to_save().0.note.as_deref(), Some(note));
    session.edit(state("12"), Gesture::Ended);
    let (document, ticket) = session.to_save();
    assert_eq!(document.note, None);
    session.about.note_saved(ticket, "mine.ron".into());
    assert_eq!(session.note(), None);
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(session.note(), Some(note), "it is about this position");
    let (document, ticket) = session.to_save();
    session.about.note_saved(ticket, "mine.ron".into());
    session.apply(Change::Redo, Cause::Undo);
    assert_eq!((document.note.as_deref(), session.to_save().0.note), (Some(note), None));
    let mut own = session_of(example, Some("own.ron".into()));
    own.edit(state("12"), Gesture::Ended);
    let (document, ticket) = own.to_save();
    own.about.note_saved(ticket, "own.ron".into());
    assert_eq!((document.note.as_deref(), own.note()), (Some(note), Some(note)), "the note in a file is the user's own");
    own.about.lose_path();
    assert_eq!(own.to_save().0.note.as_deref(), Some(note));
}

#[test]
fn a_recovered_document_is_unsaved_until_it_is_saved() {
    let mut session = session_of(SaveFile::untitled(state("")), Some("mine.ron".into()));
    assert!(!session.is_changed());
    session.apply(Change::Recovered, Cause::File);
    assert_eq!(unsaved(&session).as_deref(), Some("mine.ron"));
    session.edit(state("34"), Gesture::Ended);
    session.apply(Change::Restart, Cause::User);
    let path = session.path().cloned().unwrap();
    let (_, ticket) = session.to_save();
    session.about.note_saved(ticket, path);
    assert!(!session.is_changed() && session.unsaved().is_none());
}

#[test]
fn the_shown_solution_stays_shown_when_better_ones_arrive_or_the_list_is_thinned() {
    let mut session = session("12347");
    session.search.keep_at_most(4);
    take_in(&mut session, vec![vec![0, 1, 2], vec![0, 1, 3]]);
    session.show_solution(1);
    take_in(&mut session, vec![vec![4], vec![2, 3]]);
    assert_eq!(shown(&session), Some((vec![0, 1, 3], 3)));
    take_in(&mut session, vec![vec![5]]);
    let (neighbour, step) = session.shown().unwrap();
    assert!(step <= (session.kind().steps)(neighbour), "it was dropped, so its neighbour is shown");
    session.search.keep_at_most(4);
    session.listing.cursor = None;
    take_in(&mut session, vec![vec![1], vec![2], vec![3], vec![4]]);
    session.show_solution(3);
    take_in(&mut session, vec![vec![5], vec![6]]);
    assert_eq!(kept(&session), [[1], [3], [5]]);
    assert_eq!(shown(&session), Some((vec![5], 1)), "the next solution is shown");
}

#[test]
fn the_timeline_plays_to_the_end_and_stops() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    let second = Duration::from_secs;
    session.go(Go::Speed(1.0));
    session.step(Move::First);
    session.play_or_pause(second(0));
    let mut places = Vec::new();
    for now in 0..20 {
        session.tick(second(now));
        places.extend(session.cursor().map(|cursor| (cursor.solution, cursor.step)));
    }
    assert!(places[..5].iter().all(|place| *place == (0, 1)), "it rests on a finished solution: {places:?}");
    places.dedup();
    assert_eq!(places, [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]);
    assert!(!session.player().is_playing());
    for solution in [2, 1] {
        session.show_solution(solution);
        session.play_or_pause(second(30));
        session.tick(second(30));
        assert_eq!(session.cursor(), Some(Cursor { solution, step: 1 }), "playing a finished solution repeats it");
    }
    session.step(Move::Back);
    assert!(!session.player().is_playing(), "a manual step pauses it");
}

#[test]
fn the_shown_solution_can_be_adopted_if_the_puzzle_supports_it() {
    let mut session = session("12347");
    assert!(!session.can(&Change::Adopt), "there is no solution yet");
    solve(&mut session, "plain");
    let adopted = session.kind().board_extras.adopt(session.state(), &session.searches().solutions().kept()[0]);
    session.apply(Change::Adopt, Cause::User);
    assert_eq!(Some(session.state()), adopted.as_ref());
}

/// Runs the comparison until this many techniques are done. The third technique of the test puzzle never finishes.
fn compare_until(session: &mut Session, entries: usize) {
    session.compare();
    wait_until(session, |session| session.comparing().is_none_or(|comparing| entries <= comparing.comparison.entries().len()));
}

#[test]
fn a_comparison_runs_beside_the_search_and_keeps_its_results_when_stopped() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    compare_until(&mut session, 2);
    assert_eq!(session.searches().solutions().count(), 3, "solutions of the search stay");
    assert_eq!(session.comparing().and_then(Comparing::now).map(|(technique, _)| technique.key), Some("endless"));
    assert!(session.is_busy());
    session.stop();
    assert!(!session.is_busy() && session.comparing().and_then(Comparing::now).is_none());
    let comparing = session.comparing().unwrap();
    assert!(matches!(comparing.activity, Search::Stopped));
    assert!(comparing.comparison.entries().iter().all(|entry| comparing.comparison.agrees(entry) == Some(true)));
}

#[test]
fn published_figures_are_followed_by_ours_after_a_comparison() {
    let mut session = session("12347");
    let plain = technique("plain");
    let explored = |session: &Session| session.published(plain).into_iter().next();
    assert_eq!(explored(&session).as_deref(), Some("Plain, published: 70 choices tried"));
    assert!(session.published(technique("bounded")).is_empty());
    compare_until(&mut session, 2);
    assert_eq!(explored(&session).as_deref(), Some("Plain, published: 70 choices tried; here 63"));
    session.edit(state("7x"), Gesture::Ended);
    assert_eq!(explored(&session), None, "no article covers a flawed position");
}

#[test]
fn search_and_comparison_stop_each_other_and_an_edit_discards_the_comparison() {
    let mut session = session("12347");
    session.choose(technique("endless"));
    session.search();
    session.compare();
    wait_for_end(&mut session);
    assert!(matches!(session.searches().activity(), Search::Stopped));
    session.search();
    assert!(session.comparing().and_then(Comparing::now).is_none() && session.comparing().is_some());
    compare_until(&mut session, 1);
    session.edit(state("77"), Gesture::Ended);
    assert!(session.comparing().is_none() && !session.is_busy());
    session.edit(state("7x"), Gesture::Ended);
    session.compare();
    assert!(session.comparing().is_none(), "a flawed position can't be compared");
}

#[test]
fn the_list_is_filtered_and_sorted_and_the_shown_solution_stays_shown() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    session.sort(Some(&testing::of::<Sums>().board_extras.orders[0]));
    assert_eq!(listed(&session), [vec![0, 1, 3], vec![2, 3], vec![4]], "most cells first");
    assert_eq!(shown(&session), Some((vec![4], 1)));
    session.step(Move::PreviousSolution);
    session.apply(Change::View(view(Some(2))), Cause::User);
    session.catch_up();
    assert_eq!(listed(&session), [vec![2, 3], vec![4]]);
    assert_eq!(shown(&session), Some((vec![2, 3], 2)));
    session.apply(Change::View(view(Some(0))), Cause::User);
    session.catch_up();
    assert!(session.shown().is_none() && session.searches().solutions().count() == 3);
    session.apply(Change::View(view(None)), Cause::User);
    session.sort(None);
    session.catch_up();
    assert_eq!(listed(&session), [vec![4], vec![2, 3], vec![0, 1, 3]]);
    assert!(session.shown().is_some());
}

/// Edits the position and waits until its list is renewed.
fn edit_and_renew(session: &mut Session, row: &str) {
    session.edit(state(row), Gesture::Ended);
    assert!(session.searches().is_renewing() && session.searches().solutions().count() == 0);
    wait_until(session, |session| !session.searches().is_renewing());
}

#[test]
fn a_list_that_was_quick_is_renewed_after_an_edit_and_its_filter_stays() {
    let mut session = session("12347");
    session.edit(state("12346"), Gesture::Ended);
    assert!(!session.searches().is_renewing(), "nothing was searched for before");
    session.edit(state("12347"), Gesture::Ended);
    solve(&mut session, "plain");
    session.apply(Change::View(view(Some(2))), Cause::User);
    session.catch_up();
    edit_and_renew(&mut session, "3452");
    assert!(matches!(session.searches().activity(), Search::Finished));
    assert_eq!(listed(&session), [vec![0, 1], vec![2, 3]]);
    assert_eq!(session.cursor(), Some(Cursor { solution: 0, step: 0 }), "the solution that was shown is none of them");
    session.show_solution(1);
    assert_eq!(shown(&session), Some((vec![2, 3], 2)), "a chosen solution is shown completely");
    edit_and_renew(&mut session, "3352");
    assert_eq!(shown(&session), Some((vec![2, 3], 2)), "it is still a solution");
    session.show_step(1);
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(session.cursor(), Some(Cursor { solution: 1, step: 2 }), "undo returns to what was shown");
    session.apply(Change::Redo, Cause::Undo);
    assert_eq!(shown(&session), Some((vec![2, 3], 1)));
}

#[test]
fn an_edit_while_the_list_is_renewed_renews_it_for_the_newer_position() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    session.show_solution(1);
    session.edit(state("12"), Gesture::Ended);
    edit_and_renew(&mut session, "01340");
    assert_eq!(shown(&session), Some((vec![2, 3], 2)));
    session.edit(state("x"), Gesture::Ended);
    assert!(!session.searches().is_renewing(), "a flawed position has no solutions");
}

#[test]
fn a_list_that_takes_long_is_not_renewed() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    edit_and_renew(&mut session, &"0".repeat(40));
    assert!(matches!(session.searches().activity(), Search::Idle) && session.searches().solutions().count() == 0);
    session.search();
    session.edit(state("34"), Gesture::Ended);
    assert!(!session.searches().is_renewing(), "a search that the user stopped by an edit is none that is quick");
}

#[test]
fn a_list_whose_search_was_not_quick_is_not_renewed() {
    let mut session = session("12347");
    session.quick = Duration::ZERO;
    solve(&mut session, "plain");
    session.edit(state("34"), Gesture::Ended);
    assert!(!session.searches().is_renewing());
}

#[test]
fn a_search_trace_shows_each_step() {
    let mut session = session("34");
    session.choose(technique("plain"));
    session.choose_track(Track::Search);
    wait_until(&mut session, |session| session.frame().is_some_and(|frame| frame.is_complete));
    // Takes 3, takes 4: solution. Leaves 4: dead end. Leaves 3, takes 4: dead end. Leaves 4: dead end.
    let mut remarks = Vec::new();
    for at in 1..=session.frame().unwrap().known {
        session.go(Go::Frame(at));
        remarks.push((session.remark(), shown(&session).map(|(partial, _)| partial).unwrap_or_default()));
    }
    let found = (String::from("3 + 4 make 7"), vec![0, 1]);
    let end = (String::from("Dead end: together they make 4, not 7"), vec![1]);
    assert!(remarks.contains(&found) && remarks.contains(&end), "{remarks:?}");
    session.step(Move::First);
    assert!(session.shown().is_none());
    session.play_or_pause(Duration::ZERO);
    session.tick(Duration::ZERO);
    assert_eq!(session.frame().map(|frame| frame.at), Some(1));
    session.go(Go::Speed(60.0));
    session.choose_track(Track::Solutions);
    assert_eq!(session.speed(), USUAL_SPEED, "each track has its own");
    session.choose_track(Track::Search);
    assert_eq!(session.speed(), 60.0);
    session.choose(technique("bounded"));
    assert_eq!(session.track(), Track::Solutions, "it has no trace");
    session.choose(technique("plain"));
    wait_until(&mut session, |session| session.frame().is_some_and(|frame| 0 < frame.known));
    assert_eq!((session.track(), session.frame().map(|frame| frame.at)), (Track::Search, Some(0)), "the new trace begins");
    session.edit(state("7"), Gesture::Ended);
    assert!(session.frame().is_none() && session.track() == Track::Solutions, "the trace belongs to the earlier position");
}

#[test]
fn moves_on_a_search_trace_count_before_its_steps_are_known() {
    let mut session = session("34");
    session.choose(technique("plain"));
    session.choose_track(Track::Search);
    (0..3).for_each(|_| session.step(Move::Forward));
    session.step(Move::Back);
    session.step(Move::Forward);
    wait_until(&mut session, |session| session.frame().is_some_and(|frame| frame.is_complete));
    assert_eq!(session.frame().map(|frame| frame.at), Some(3));
    session.step(Move::Last);
    session.step(Move::Forward);
    session.step(Move::Back);
    let Frame { at, known, .. } = session.frame().unwrap();
    assert_eq!(at + 1, known, "the last step has no next one");
}

#[test]
fn a_walkthrough_tells_the_shown_solution_step_by_step() {
    let sum = Track::Walkthrough(0);
    let mut session = session("12347");
    assert!(!session.has_track(sum), "no solution is shown");
    solve(&mut session, "plain");
    session.go(Go::Solution(1));
    let (solution, _) = shown(&session).unwrap();
    session.go(Go::Track(sum));
    assert_eq!((session.track(), shown(&session)), (sum, Some((solution.clone(), solution.len()))), "it begins with all of it");
    let is_complete = |session: &Session| session.frame().is_some_and(|frame| frame.is_complete);
    wait_until(&mut session, is_complete);
    assert_eq!(session.frame().map(|frame| (frame.at, frame.known)), Some((0, solution.len() as u64)), "the whole isn't a step");
    assert_eq!(
        (session.remark(), shown(&session)),
        (format!("adds up {} cells", solution.len()), Some((solution.clone(), solution.len())))
    );
    let mut sum_of = 0;
    for at in 1..=solution.len() {
        session.go(Go::Frame(at as u64));
        sum_of += "12347"[solution[at - 1]..].chars().next().and_then(|digit| digit.to_digit(10)).unwrap();
        assert_eq!((session.remark(), shown(&session)), (format!("that makes {sum_of}"), Some((solution[..at].to_vec(), at))));
    }
    assert_eq!(sum_of, 7);
    let told = session.told().unwrap();
    assert_eq!((told.walkthrough.title, told.step(1).map(|step| step.partial == Solution::of(vec![solution[0]]))), ("Sum", Some(true)));
    assert_eq!((told.at(), told.known()), (solution.len() as u64, solution.len() as u64));
    assert!(told.heading().is_some_and(|step| step.partial == Solution::of(solution.clone())));
    assert_eq!(session.recorded_steps(100).count(), solution.len() + 1);

    session.go(Go::By(Move::First));
    session.go(Go::PlayOrPause(Duration::ZERO));
    session.tick(Duration::ZERO);
    assert_eq!((session.player().is_playing(), session.frame().map(|frame| frame.at)), (true, Some(1)));
    session.go(Go::By(Move::Forward));
    session.go(Go::Track(Track::Solutions));
    session.go(Go::Track(sum));
    assert_eq!(session.frame().map(|frame| frame.at), Some(2), "its place stays");
    session.go(Go::By(Move::NextSolution));
    let (next, _) = shown(&session).unwrap();
    assert!(next != solution && session.track() == sum, "it tells the next solution");
    wait_until(&mut session, is_complete);
    assert_eq!(session.frame().map(|frame| (frame.at, frame.known)), Some((0, next.len() as u64)));

    session.choose_mode(Mode::Play);
    assert!(!session.has_track(sum) && session.track() == Track::Solutions && session.remark().is_empty(), "it would give everything away");
    session.choose_mode(Mode::Solve);
    session.edit(state("34"), Gesture::Ended);
    assert!(session.track() == Track::Solutions && session.told().is_none());
}

#[test]
fn hints_get_more_explicit_and_show_the_way_back_from_an_unsolvable_position() {
    let mut session = session("124");
    session.hint();
    wait_until(&mut session, |session| session.hints().shown().is_some());
    assert_eq!(session.remark(), "some cells make 7");
    session.hint();
    wait_until(&mut session, |session| !session.marks().is_empty());
    assert_eq!((session.remark().as_str(), session.marks()), ("take the first", &[Spot::of(0_usize)][..]));
    session.hint();
    assert_eq!(session.remark(), "take the first", "this is the most explicit hint");
    session.edit(state("224"), Gesture::Ended);
    session.edit(state("224 "), Gesture::Ended);
    assert!(session.hints().shown().is_none());
    session.hint();
    wait_until(&mut session, |session| session.hints().shown().is_some());
    assert!(matches!(session.hints().shown(), Some(Hint::DeadEnd { .. })));
    assert_eq!(session.remark(), "no cells make 7. Undo 2 times to get back to a solvable position");
    assert_eq!(session.after_hint(), Some(state("124")));
    session.edit(session.after_hint().unwrap(), Gesture::Ended);
    assert!(session.hints().shown().is_none() && session.state() == &state("124"));
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(session.state(), &state("224 "), "going back is one edit");
}

#[test]
fn returning_to_the_saved_position_works_while_an_earlier_move_is_shown() {
    let mut session = session_of(SaveFile::untitled(game(1)), None);
    session.edit(game(2), Gesture::Ended);
    session.edit(game(3), Gesture::Ended);
    session.go(Go::Frame(1));
    session.apply(Change::Restart, Cause::User);
    assert_eq!((session.document_state(), session.is_edited()), (&game(1), false));
}

#[test]
fn a_listed_solution_is_shown_on_the_earlier_position_that_it_belongs_to() {
    let mut session = session_of(SaveFile::untitled(game(3)), None);
    session.step(Move::Back);
    let earlier = session.state().clone();
    solve(&mut session, "plain");
    session.choose_track(Track::Game);
    assert_eq!(session.state(), &earlier);
    session.show_solution(0);
    assert_eq!((session.state(), session.track(), session.is_solution_shown()), (&earlier, Track::Solutions, true));
}

#[test]
fn a_hint_is_about_the_position_and_not_the_solution_on_the_board() {
    let mut session = session("124");
    solve(&mut session, "plain");
    session.show_solution(0);
    assert!(session.is_solution_shown());
    session.hint();
    assert!(!session.is_solution_shown());
    wait_until(&mut session, |session| session.hints().shown().is_some());
    session.show_solution(0);
    session.hint();
    assert!(!session.is_solution_shown(), "a further hint is, too");
}

#[test]
fn a_search_for_hints_can_be_stopped_and_restarted() {
    let mut session = session(&"0".repeat(40));
    session.hint();
    assert!(session.hints().is_running());
    session.stop();
    assert!(!session.hints().is_running() && session.hints().shown().is_none());
    session.hint();
    assert!(session.hints().is_running(), "it starts over");
    session.edit(state("124"), Gesture::Ended);
    session.hint();
    wait_until(&mut session, |session| session.hints().shown().is_some());
    session.stop();
    assert_eq!(session.remark(), "some cells make 7", "the hint found stays");
}

#[test]
fn an_earlier_position_of_a_game_can_be_shown_and_continued_from() {
    let mut session = session_of(SaveFile::untitled(game(3)), None);
    assert_eq!((session.track(), session.frame().map(|frame| (frame.at, frame.known))), (Track::Game, Some((3, 3))));
    session.step(Move::Back);
    assert_eq!((session.state(), session.document_state()), (&game(2), &game(3)));
    assert!(!session.is_changed(), "showing an earlier position isn't a change");
    session.edit(game(2), Gesture::Ended);
    assert_eq!(session.document_state(), &game(3), "an edit without effect isn't one either");
    solve(&mut session, "plain");
    assert_eq!((session.state(), session.track()), (&game(2), Track::Solutions), "the search is for the position shown");
    session.choose_track(Track::Game);
    session.step(Move::First);
    assert_eq!((session.state(), session.searches().solutions().count()), (&game(0), 0));
    assert!(!session.would_discard_moves(&game(1)));
    session.edit(game(1), Gesture::Ended);
    assert_eq!((session.state(), session.document_state()), (&game(1), &game(3)), "repeating the next move advances the timeline");
    let other = State::of(sums::State { marks: vec![Mark { row: 0, column: 4 }; 2], ..typed("12347") });
    assert!(session.would_discard_moves(&other));
    session.edit(other.clone(), Gesture::Ended);
    assert_eq!(session.document_state(), &other);
    session.apply(Change::Undo, Cause::Undo);
    assert_eq!(session.state(), &game(3));
    assert!(!session.would_discard_moves(&game(1)) && !session.would_discard_moves(&game(4)), "taking a move back keeps the game");
    assert!(session.would_discard_moves(&other));
}

/// A position whose search takes a short while.
const LONG: &str = "111111111111111111";

fn pause_in_the_middle(session: &mut Session) {
    session.choose(technique("plain"));
    session.search();
    wait_until(session, |session| 0 < session.searches().solutions().count());
    session.work(Work::Pause);
    wait_for_end(session);
    assert!(session.searches().can_resume() && !session.searches().can_pause());
}

fn resume_to_the_end(session: &mut Session) {
    session.resume();
    wait_for_end(session);
    assert!(matches!(session.searches().activity(), Search::Finished));
    // The combinations of 7 of 18 cells.
    assert_eq!(session.searches().solutions().count(), 31_824);
    // A search that is split for several threads doesn't explore the nodes above the split.
    let above_split = 2 * 512 * 3;
    assert!(((1 << 19) - above_split..1 << 19).contains(&session.searches().progress().tally.explored));
    assert_eq!(fewest_cells(session), Some(7));
}

#[test]
fn a_search_can_be_paused_and_resumed_repeatedly_on_any_number_of_threads() {
    for threads in 1..=3 {
        let mut session = session(LONG);
        session.threads = threads;
        pause_in_the_middle(&mut session);
        let Progress { done, tally, .. } = session.searches().progress().clone();
        assert!(0.0 < done && done < 1.0 && 0 < tally.explored);
        session.threads = 4 - threads;
        session.resume();
        session.work(Work::Pause);
        wait_for_end(&mut session);
        if session.searches().can_resume() {
            assert!(tally.explored <= session.searches().progress().tally.explored);
            resume_to_the_end(&mut session);
        }
        assert_eq!(session.searches().solutions().kept().len(), 31_824);
    }
}

#[test]
fn a_paused_search_can_be_saved_and_resumed_in_another_session() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    assert!(first.is_changed() && !first.is_edited(), "closing asks before the search is lost");
    assert_eq!(unsaved(&first).as_deref(), Some("untitled"));
    let (document, ticket) = first.to_save();
    first.about.note_saved(ticket, "paused.ron".into());
    assert!(!first.is_changed());
    let text = (testing::of::<Sums>().write)(&document);
    let read = crate::file::read_of(testing::of::<Sums>(), &text).unwrap();
    assert_eq!(read, document);

    let mut second = session_of(read, Some("paused.ron".into()));
    assert_eq!(second.technique().key, "plain");
    assert_eq!(
        (second.searches().solutions().count(), second.searches().progress().done),
        (first.searches().solutions().count(), first.searches().progress().done)
    );
    assert!(second.searches().can_resume() && !second.is_changed() && second.notice().is_none());
    let [here, there] = [&first, &second].map(|session| session.searches().solutions());
    assert_eq!(there.kept(), here.sample(here.count(), MOST_LISTED), "the list is there again");
    second.catch_up();
    let before = second.listed();
    assert!(0 < before && second.cursor().is_some());
    resume_to_the_end(&mut second);
    assert!(before < second.listed(), "the solutions found later continue it");
}

#[test]
fn reading_a_file_again_takes_over_its_searches_but_leaves_those_here() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    let (document, ticket) = first.to_save();
    first.about.note_saved(ticket, "paused.ron".into());
    let found = first.searches().solutions().kept().len();
    first.reload(document.clone());
    assert_eq!(first.searches().solutions().kept().len(), found, "its solutions aren't in the file");

    let mut second = session_of(SaveFile { search: None, ..document.clone() }, Some("paused.ron".into()));
    second.reload(document.clone());
    assert_eq!(second.searches().solutions().count(), first.searches().solutions().count());
    assert!(second.searches().can_resume() && !second.is_changed() && second.notice().is_none());
    resume_to_the_end(&mut second);
    let mut third = session_of(SaveFile { state: state("7"), search: None, ..document.clone() }, Some("paused.ron".into()));
    third.reload(document);
    assert!(third.searches().can_resume() && third.can(&Change::Undo));
}

#[test]
fn reading_a_file_again_keeps_each_search_once_and_notices_which_ones_it_lacks() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    first.edit(state("7"), Gesture::Ended);
    let (document, ticket) = first.to_save();
    assert_eq!((document.search.is_some(), document.set_aside.len()), (false, 1));
    first.about.note_saved(ticket, "aside.ron".into());
    for _ in 0..2 {
        first.reload(document.clone());
        assert!(!first.is_changed());
        assert_eq!(first.to_save().0.set_aside.len(), 1);
    }
    first.choose(technique("bounded"));
    first.reload(document.clone());
    assert_eq!((first.technique().key, first.to_save().0.set_aside.len()), ("bounded", 1));
    first.reload(SaveFile { set_aside: Vec::new(), ..document });
    assert!(first.is_changed(), "another program has removed the search from the file");
}

#[test]
fn undo_brings_a_paused_search_back() {
    let mut session = session(LONG);
    pause_in_the_middle(&mut session);
    let found = session.searches().solutions().count();
    session.edit(state("7"), Gesture::Ended);
    assert!(!session.searches().can_resume() && session.searches().solutions().count() == 0);
    session.apply(Change::Undo, Cause::Undo);
    assert!(session.searches().can_resume() && session.is_changed());
    session.choose(technique("bounded"));
    assert!(!session.searches().can_resume());
    session.choose(technique("plain"));
    assert_eq!(session.searches().solutions().count(), found);
    resume_to_the_end(&mut session);
    let mut session = self::session(LONG);
    session.choose(technique("plain"));
    session.search();
    session.stop();
    wait_for_end(&mut session);
    assert!(session.searches().can_resume() && !session.is_changed(), "a search stopped this soon can be resumed but isn't worth saving");
}

#[test]
fn a_paused_search_stays_paused_if_no_thread_can_be_started() {
    let mut session = session(LONG);
    pause_in_the_middle(&mut session);
    let (document, _) = session.to_save();
    REFUSES_THREADS.set(true);
    session.resume();
    REFUSES_THREADS.set(false);
    assert!(session.notice().is_some_and(|notice| notice.starts_with("couldn't start a thread: ")));
    assert!(session.searches().can_resume() && session.is_changed());
    assert_eq!(session.to_save().0, document);
    resume_to_the_end(&mut session);
    assert_eq!(session.notice(), None);
}

#[test]
fn a_search_with_a_failed_task_can_be_saved_and_resumed() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    let (mut document, _) = first.to_save();
    let search = document.search.as_mut().unwrap();
    search.failed = vec![FailedTask { task: search.tasks.remove(0), found: 0 }];
    let text = (testing::of::<Sums>().write)(&document);
    let mut second = session_of(crate::file::read_of(testing::of::<Sums>(), &text).unwrap(), None);
    assert!(second.searches().can_resume());
    assert_eq!(second.to_save().0, document);
    resume_to_the_end(&mut second);
}

#[test]
fn a_saved_list_that_is_not_of_the_search_is_left_out_and_the_search_stays() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    let (document, _) = first.to_save();
    let search = document.search.clone().unwrap();
    let too_many = vec![search.solutions[0].clone(); MOST_LISTED + 1];
    let foreign = ["0 1", "0 1 2 3 4 5 99", "6 5 4 3 2 1 0", ""].map(|solution| vec![solution.to_owned()]);
    for solutions in foreign.into_iter().chain([too_many]) {
        let search = PausedSearch { solutions, ..search.clone() };
        let session = session_of(SaveFile { search: Some(search), ..document.clone() }, None);
        assert!(session.searches().can_resume() && session.searches().solutions().kept().is_empty());
        assert_eq!(session.searches().solutions().count(), first.searches().solutions().count());
        assert_eq!(session.notice(), Some("the list of the paused search isn't its own, so only what it finds from now on is listed"));
    }
}

#[test]
fn invalid_saved_searches_are_skipped_with_a_reason() {
    let mut first = session(LONG);
    pause_in_the_middle(&mut first);
    let (document, _) = first.to_save();
    let search = document.search.clone().unwrap();
    let refusal = |search: PausedSearch| {
        let session = session_of(SaveFile { search: Some(search), ..document.clone() }, None);
        assert!(!session.searches().can_resume() && session.searches().solutions().count() == 0 && !session.is_changed());
        session.notice().unwrap().to_owned()
    };
    let technique = PausedSearch { technique: "bounded".to_owned(), ..search.clone() };
    assert_eq!(
        refusal(technique),
        "the paused search uses the technique \"bounded\", which can't resume searches; the search wasn't restored"
    );
    let elsewhere = PausedSearch { of: "elsewhere".to_owned(), ..search.clone() };
    assert!(refusal(elsewhere).starts_with("the paused search belongs to another position: expected [1, "));
    let task = |choices: &str, share: f64| base::search::Task { choices: choices.to_owned(), share };
    let too_much = PausedSearch { tasks: vec![task("+", 0.75), task("-", 0.75)], ..search.clone() };
    assert_eq!(
        refusal(too_much),
        "the tasks of the paused search have shares that add up to 1.5, which is more than 1; the search wasn't restored"
    );
    for search in [
        PausedSearch { count: u64::MAX, ..search.clone() },
        PausedSearch { elapsed_ms: u64::MAX, ..search.clone() },
        PausedSearch { summary: [("fewest".to_owned(), u64::MAX)].into(), ..search.clone() },
        PausedSearch { tally: Tally { explored: u64::MAX, ..search.tally.clone() }, ..search.clone() },
        PausedSearch { tally: Tally { stages: vec![(1, u64::MAX).into()], ..search.tally.clone() }, ..search.clone() },
        PausedSearch { failed: vec![FailedTask { task: task("+", 0.25), found: u64::MAX }], ..search.clone() },
    ] {
        let reason = "the paused search has the count 18,446,744,073,709,551,615, but the largest is 9,007,199,254,740,992; ";
        assert!(refusal(search).starts_with(reason));
    }

    let mut session = session_of(SaveFile { search: Some(PausedSearch { tasks: vec![task("?", 0.5)], ..search }), ..document }, None);
    session.resume();
    wait_for_end(&mut session);
    assert!(matches!(session.searches().activity(), Search::Failed(why) if why == "\"?\" isn't a choice of 18 cells"));
}

#[test]
fn a_text_that_is_too_long_is_refused_before_it_is_read() {
    let session = session("123");
    assert!(session.read_text(&"1".repeat(16 << 10)).is_ok());
    let error = session.read_text(&"1".repeat((16 << 10) + 1)).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: the text is longer than 16 KiB, so it isn't a position");
}

#[test]
fn the_first_of_the_list_is_shown_until_another_is_chosen() {
    let mut session = session("12347");
    // The worst is found first, so the best moves to the front later.
    take_in(&mut session, vec![vec![0, 1, 3]]);
    take_in(&mut session, vec![vec![2, 3], vec![4]]);
    assert_eq!(shown(&session), Some((vec![4], 1)));
    session.step(Move::NextSolution);
    take_in(&mut session, vec![vec![9]]);
    assert_eq!(shown(&session), Some((vec![2, 3], 2)), "the chosen solution stays shown");
}

#[test]
fn the_board_is_drawn_again_only_if_something_on_it_has_changed() {
    let mut session = session("12347");
    solve(&mut session, "plain");
    wait_for_insight(&mut session);
    wait_until(&mut session, |session| !session.is_settling());
    let (light, dark) = (Look::new(Theme::Light), Look::new(Theme::Dark));
    let mut before = session.latest_picture(None, &light);
    let mut is_drawn_again = |session: &mut Session, pointed, look| {
        let now = session.latest_picture(pointed, look);
        assert_eq!(*now, session.picture(pointed, look));
        let is_same = Arc::ptr_eq(&now, &before);
        before = now;
        !is_same
    };
    let one = Some(Spot::of(1_usize));
    assert!(!is_drawn_again(&mut session, None, &light));
    assert!(is_drawn_again(&mut session, None, &dark));
    assert!(is_drawn_again(&mut session, one, &dark));
    assert!(!is_drawn_again(&mut session, one, &dark));
    session.apply(Change::View(view(Some(2))), Cause::User);
    assert!(is_drawn_again(&mut session, one, &dark));
    session.show_solution(1);
    assert!(is_drawn_again(&mut session, one, &dark));
    session.step(Move::Back);
    assert!(is_drawn_again(&mut session, one, &dark));
    assert!(session.hint());
    wait_until(&mut session, |session| !session.marks().is_empty() || !session.hints().is_running());
    is_drawn_again(&mut session, one, &dark);
    assert!(!is_drawn_again(&mut session, one, &dark));
    session.edit(state("1238"), Gesture::Ended);
    assert!(is_drawn_again(&mut session, one, &dark));
    wait_for_insight(&mut session);
    assert!(is_drawn_again(&mut session, one, &dark));
}

#[test]
fn a_document_returns_to_its_place() {
    let plain = technique("plain");
    let mut before = session("1 2 3 4 5 6 7");
    before.view = view(Some(3));
    before.sort(Some(&testing::of::<Sums>().board_extras.orders[0]));
    solve(&mut before, plain.key);
    before.catch_up();
    before.show_solution(2);
    before.show_step(1);
    let place: Place = ron::from_str(&ron::to_string(&before.place()).unwrap()).unwrap();
    assert_eq!(place, before.place());

    let mut after = session("1 2 3 4 5 6 7");
    after.return_to(place);
    assert!(after.list_to_return_to().is_none(), "a quick search needs no offer");
    assert_eq!(after.place(), before.place(), "also before the list is there");
    wait_until(&mut after, |session| !session.searches().is_renewing());
    after.catch_up();
    assert_eq!(after.technique().key, plain.key);
    assert_eq!((listed(&after), after.cursor(), &after.view), (listed(&before), before.cursor(), &before.view));
    assert_eq!(after.order().map(|order| order.title), before.order().map(|order| order.title));

    // An edit leaves nothing to return to.
    let mut edited = session("1 2 3 4 5 6 7");
    edited.return_to(before.place());
    edited.edit(state("1 2 3 4 5 6"), Gesture::Ended);
    wait_until(&mut edited, |session| !session.searches().is_renewing());
    assert!(edited.list_to_return_to().is_none(), "it lists the solutions of the new position");
}

#[test]
fn a_list_that_takes_long_is_offered_and_returns_with_the_next_search() {
    let mut before = session("1 2 3 4 5 6 7");
    solve(&mut before, testing::of::<Sums>().techniques[0].key);
    before.show_solution(1);
    let mut place = before.place();
    place.make_slow();
    let mut after = session("1 2 3 4 5 6 7");
    after.return_to(place.clone());
    assert!(!after.searches().is_renewing());
    assert_eq!(after.list_to_return_to().map(|list| (list.found, list.is_complete)), Some((before.searches().solutions().count(), true)));
    assert_eq!(after.place(), place, "it is offered at every start");
    after.search();
    wait_for_end(&mut after);
    after.catch_up();
    assert_eq!((after.shown_solution(), after.list_to_return_to()), (before.shown_solution(), None));
}

#[test]
fn moves_of_a_game_return_to_their_place() {
    let mark = |column| Mark { row: 0, column };
    let game = State::of(sums::State { marks: vec![mark(0), mark(1), mark(2)], ..typed("1 2 3 4") });
    let mut before = session_of(SaveFile::untitled(game.clone()), None);
    before.choose_track(Track::Game);
    before.go(Go::Frame(1));
    let mut after = session_of(SaveFile::untitled(game), None);
    after.return_to(before.place());
    assert_eq!((after.state(), after.track(), after.frame()), (before.state(), Track::Game, before.frame()));
}
