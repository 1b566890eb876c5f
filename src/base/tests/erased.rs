use base::erased::*;
use base::{
    board::{Board, Input, Reply, Scene},
    look::{Look, Theme},
    picture::Picture,
    search::Found,
    testing::Recorded,
};

#[test]
fn a_value_keeps_its_content_and_copies_share_it() {
    let one = State::of(vec![1, 2]);
    let mut other = one.clone();
    assert!(one == other && std::ptr::eq(one.get::<Vec<i32>>(), other.get::<Vec<i32>>()));
    assert_eq!(other.change(|numbers: &mut Vec<i32>| numbers.pop()), Some(2));
    assert!(one != other && *one.get::<Vec<i32>>() == [1, 2]);
    assert_eq!(other.clone().take::<Vec<i32>>(), [1]);
    assert!(other == State::of(vec![1]), "equal contents are equal");
    let mut view = View::of("a".to_owned());
    view.change(|text: &mut String| text.push('b'));
    assert_eq!(view.take::<String>(), "ab");
    let mut summary = Summary::of(7);
    summary.change(|number: &mut i32| *number += 1);
    assert_eq!(*summary.get::<i32>(), 8);
    assert_eq!((*Problem::of(1).get::<i32>(), *Insight::of(2).get::<i32>(), *Solution::of(3).get::<i32>()), (1, 2, 3));
}

#[test]
#[should_panic(expected = "a value is only used with its own puzzle")]
fn a_value_of_another_type_is_refused() {
    State::of(1).get::<String>();
}

#[test]
#[should_panic(expected = "a value is only used with its own puzzle")]
fn a_value_of_another_type_is_not_taken() {
    State::of(1).take::<String>();
}

#[test]
#[should_panic(expected = "a value is only used with its own puzzle")]
fn a_value_of_another_type_is_not_changed() {
    State::of(1).change(|text: &mut String| text.clear());
}

#[test]
#[should_panic(expected = "a value is only used with its own puzzle")]
fn values_of_two_types_are_not_compared() {
    let _ = State::of(1) == State::of("1");
}

#[test]
fn a_spot_keeps_its_number_whatever_other_types_number() {
    let (seven, letter) = (Spot::of(7_u64), Spot::of('x'));
    assert_eq!((Spot::of(7_u64), seven.get::<u64>(), letter.get::<char>()), (seven, 7, 'x'));
    assert_ne!(Spot::of(8_u64), seven);
}

/// The picture with the spots of a puzzle whose types are known.
fn known<S: Place>(picture: Picture<Spot>) -> Picture<S> {
    let mut known = Picture::new(picture.min, picture.max, picture.label);
    (known.shapes, known.remark, known.on_paper) = (picture.shapes, picture.remark, picture.on_paper);
    known.outlines = picture.outlines.into_iter().map(|(spot, outline)| (spot.get(), outline)).collect();
    known.targets = picture
        .targets
        .into_iter()
        .map(|target| base::picture::Target {
            spot: target.spot.get(),
            outline: target.outline,
            label: target.label,
            focusable: target.focusable,
        })
        .collect();
    known
}

fn draw(kind: &Kind, state: &State, shown: Option<(&Solution, usize)>, pointed: Option<Spot>) -> Picture<Spot> {
    let checked = (kind.check)(state);
    let flaws = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
    let marks: Vec<Spot> = pointed.into_iter().collect();
    (kind.draw)(&Scene { state, flaws, insight: None, shown, view: &(kind.view)(), pointed, marks: &marks, look: &Look::new(Theme::Dark) })
}

fn draw_typed<P: Board>(state: &P::State, shown: Option<(&P::Solution, usize)>, pointed: Option<P::Spot>) -> Picture<P::Spot> {
    let checked = P::check(state);
    let flaws = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
    let marks: Vec<P::Spot> = pointed.into_iter().collect();
    let (view, look) = (&P::View::default(), &Look::new(Theme::Dark));
    P::draw(&Scene { state, flaws, insight: None, shown, view, pointed, marks: &marks, look })
}

/// Everything that is said and drawn is the same, whether the types are known or not.
fn check_alike<P: Board>(any: &Kind) {
    let look = Look::new(Theme::Light);
    for preset in P::presets().iter().step_by(4) {
        let state: P::State = preset.state();
        let erased = State::of(state.clone());
        assert_eq!((any.write_text)(&erased), P::write_text(&state));
        let read = (any.read_text)(&P::write_text(&state), &erased).map(State::take::<P::State>);
        assert_eq!(read, P::read_text(&P::write_text(&state), &state));
        assert_eq!(known::<P::Spot>(draw(any, &erased, None, None)), draw_typed::<P>(&state, None, None));
        let view = &P::View::default();
        let plain =
            || P::draw(&Scene { state: &state, flaws: &[], insight: None, shown: None, view, pointed: None, marks: &[], look: &look });
        let portrait = P::BOARD_EXTRAS.portrait.map_or_else(plain, |portrait| portrait(&state, &look));
        assert_eq!(known::<P::Spot>(any.portrait(&erased, &look)), portrait);
        for target in draw_typed::<P>(&state, None, None).targets.into_iter().step_by(5) {
            let (mut after, mut view) = (erased.clone(), (any.view)());
            let (mut typed_after, mut typed_view) = (state.clone(), P::View::default());
            let reply = (any.act)(&mut after, &mut view, Some(Spot::of(target.spot)), Input::Press);
            let typed_reply = P::act(&mut typed_after, &mut typed_view, Some(target.spot), Input::Press);
            let reply = match reply {
                Reply::Focus(spot) => Reply::Focus(spot.get::<P::Spot>()),
                Reply::Ignored => Reply::Ignored,
                Reply::Done => Reply::Done,
                Reply::Refused(why) => Reply::Refused(why),
                Reply::Later => Reply::Later,
            };
            assert_eq!((reply, after.take::<P::State>()), (typed_reply, typed_after));
            assert!(view.take::<P::View>() == typed_view);
            let pointed = known::<P::Spot>(draw(any, &erased, None, Some(Spot::of(target.spot))));
            assert_eq!(pointed, draw_typed::<P>(&state, None, Some(target.spot)));
        }
        let (Ok(problem), Ok(typed_problem)) = ((any.check)(&erased), P::check(&state)) else {
            panic!("{}: a preset is a problem", preset.key);
        };
        assert_eq!(any.techniques.len(), P::techniques().len());
        // The first calls are enough, since the searches themselves are the same.
        let (mut found, mut typed_found) = (Recorded::up_to(2_000), Recorded::up_to(2_000));
        let technique = &P::techniques()[0];
        let _ = ((any.techniques[0]).search)(&problem, &mut found);
        let _ = (technique.search)(&typed_problem, &mut typed_found);
        assert_eq!((any.techniques[0].key, found.nodes), (technique.key, typed_found.nodes));
        let (mut summary, mut typed_summary) = ((any.summary)(), P::Summary::default());
        for (solution, typed_solution) in found.items.iter().zip(&typed_found.items).take(5) {
            assert_eq!(solution.get::<P::Solution>(), typed_solution);
            assert_eq!(any.json(solution), serde_json::to_string(typed_solution).ok());
            assert_eq!(((any.steps)(solution), (any.caption)(solution)), (P::steps(typed_solution), P::caption(typed_solution)));
            let steps = P::steps(typed_solution);
            assert_eq!(
                known::<P::Spot>(draw(any, &erased, Some((solution, steps)), None)),
                draw_typed::<P>(&state, Some((typed_solution, steps)), None)
            );
            let thumbnail = (any.thumbnail)(&erased, &(any.view)(), solution, &look);
            assert_eq!(known::<P::Spot>(thumbnail), P::thumbnail(&state, &P::View::default(), typed_solution, &look));
            (any.add_to_summary)(&mut summary, solution);
            P::add_to_summary(&mut typed_summary, typed_solution);
        }
        assert_eq!((any.facts)(&erased, None, &summary), P::facts(&state, None, &typed_summary));
        if let (Some(tasks), Some(typed_tasks)) = (any.techniques[0].tasks, technique.tasks) {
            let counts = (tasks.to_counts)(&summary);
            assert_eq!(
                ((tasks.identify)(&problem), &counts),
                ((typed_tasks.identify)(&typed_problem), &(typed_tasks.to_counts)(&typed_summary))
            );
            for solution in found.items.iter().take(5) {
                let text = (tasks.to_text)(solution);
                assert_eq!(text, (typed_tasks.to_text)(solution.get()));
                assert_eq!((tasks.from_text)(&problem, &text).as_ref(), Some(solution));
            }
            assert_eq!((tasks.from_counts)(&counts).map(|summary| (tasks.to_counts)(&summary)), Some(counts));
        }
    }
    assert_eq!((any.deal)(5).take::<P::State>(), P::deal(5));
}

#[test]
fn every_puzzle_is_the_same_without_its_types() {
    macro_rules! each {
        ($($module:ident::$puzzle:ident),*) => {
            $(check_alike::<$module::$puzzle>(&$module::kind());)*
        };
    }
    each!(voltorb_flip::VoltorbFlip, meteor::Meteor, soma::Soma, set::Set, virus_war::VirusWar, polyominoes::Polyominoes, sums::Sums);
}

#[test]
fn hints_flaws_steps_and_filters_reach_the_caller() {
    let any = sums::kind();
    let state = |row: &str| State::of(sums::State { target: Some(7), board: vec![row.to_owned()], marks: Vec::new() });
    let flaws = (any.check)(&state("1a34")).err().expect("a letter isn't a digit");
    assert_eq!((flaws[0].message.as_str(), flaws[0].spots[0].get::<usize>()), ("'a' isn't a digit", 1));
    let (problem, stricter) = ((any.check)(&state("1234")).ok().unwrap(), (any.check)(&state("1934")).ok().unwrap());
    let mut hints = Found::default();
    assert!((any.extras.hints.unwrap())(&problem, None, &mut hints).is_continue());
    assert!(!hints.items.is_empty());
    let mut steps = Found::default();
    let plain = any.technique("plain").unwrap();
    assert!((plain.trace.unwrap())(&problem, 0..3, &mut steps).is_continue());
    assert_eq!(
        steps.items.iter().map(|step| step.partial.get::<Vec<usize>>().clone()).collect::<Vec<_>>(),
        [vec![0], vec![0, 1], vec![0, 1, 2]]
    );
    let filtering = any.extras.filtering.as_ref().unwrap();
    assert!((filtering.applies)(&problem, &stricter) && !(filtering.applies)(&stricter, &problem));
    let mut all = Found::default();
    assert!((plain.search)(&problem, &mut all).is_continue());
    let mut filtered = Found::default();
    assert!((filtering.filter)(&stricter, &all.items, &mut filtered).is_continue());
    let mut expected = Found::default();
    assert!((plain.search)(&stricter, &mut expected).is_continue());
    assert_eq!(filtered.items, expected.items);
}
