//! Tests of the whole puzzle: positions with known solutions, every technique against the plain one, saves and inputs.

use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::{
    edit::{input, view::View},
    live::{
        distribution::{Distribution, is_certain},
        hint,
    },
    model::{
        card::{Card, Feature},
        matrix::Matrix,
        reason, solution,
        state::Variant,
    },
    play::game::{Game, Outcome},
    search::{TECHNIQUES, binomial, combinations, first::first_among},
};
use base::{
    board::{Board, Input, Reply},
    search::{Found, Tally},
    testing,
};

/// The file of known positions; fields that aren't compared here are left out.
#[derive(Deserialize)]
struct Cases {
    deck: Deck,
    distributions: std::collections::BTreeMap<String, Hands>,
    setless_by_size: std::collections::BTreeMap<usize, u64>,
    max_sets_by_cards: std::collections::BTreeMap<usize, usize>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Deck {
    sets: usize,
    sets_through_each_card: u64,
    sets_by_number_of_differing_features: std::collections::BTreeMap<usize, usize>,
}

#[derive(Deserialize)]
struct Hands {
    total: u64,
    counts: serde_json::Value,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    cards: Vec<usize>,
    names: Option<Vec<String>>,
    set_count: usize,
    sets: Option<Vec<Vec<u8>>>,
    ultraset_count: usize,
    ghostset_count: Option<usize>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../../tests/cases/set.json")).unwrap()
}

fn hand(cards: &[usize], variant: Variant) -> Hand {
    let cards = cards.iter().map(|&index| Card::new(index).unwrap()).collect();
    Set::check(&State::new(cards, variant)).unwrap()
}

/// The solutions, sorted by rank, and the tally.
fn search(technique: &Technique<Set>, hand: &Hand) -> Found<Solution> {
    let mut found = Found::default();
    assert!((technique.search)(hand, &mut found).is_continue());
    assert_eq!(found.tally.kept, found.items.len() as u64, "{}", technique.key);
    found.items.sort_by(|a, b| Set::EXTRAS.rank(a).total_cmp(&Set::EXTRAS.rank(b)));
    found
}

fn insight(hand: &Hand) -> Insight {
    let mut found = Found::default();
    assert!(Set::analyze(hand, &mut found).is_continue());
    found.items.pop().unwrap()
}

#[test]
fn chances_in_json_are_from_0_to_1() {
    for seed in 0..160 {
        let json = serde_json::to_value(insight(&Set::check(&Set::deal(seed)).unwrap())).unwrap();
        for field in ["chance", "chance_of_none"] {
            let chance = json[field].as_f64();
            assert!(json[field].is_null() || chance.is_some_and(|chance| (0.0..=1.0).contains(&chance)), "seed {seed}: {}", json[field]);
        }
    }
}

#[test]
fn all_techniques_find_the_known_solutions() {
    for case in cases().cases {
        for technique in &TECHNIQUES {
            let check = |variant, count| {
                let found = search(technique, &hand(&case.cards, variant)).items;
                assert_eq!(found.len(), count, "{}: {variant:?} by {}", case.id, technique.key);
                found
            };
            let sets: Vec<Vec<u8>> = check(Variant::Set, case.set_count).iter().map(|solution| solution.positions().to_vec()).collect();
            if let Some(known) = &case.sets {
                assert_eq!(&sets, known, "{} by {}", case.id, technique.key);
            }
            check(Variant::Ultra, case.ultraset_count);
            if let Some(count) = case.ghostset_count {
                check(Variant::Ghost, count);
            }
        }
        if let Some(names) = &case.names {
            let named: Vec<usize> = names.iter().map(|name| name.parse::<Card>().unwrap().index()).collect();
            assert_eq!(named, case.cards);
        }
    }
}

#[test]
fn the_deck_has_the_known_sets() {
    let known = cases().deck;
    let all: Vec<usize> = (0..81).collect();
    let insight = insight(&hand(&all, Variant::Set));
    assert_eq!((insight.sets, insight.list.len()), (known.sets as u64, known.sets));
    assert_eq!(insight.through, [known.sets_through_each_card; 81]);
    let mut differing = std::collections::BTreeMap::new();
    for solution in &insight.list {
        let [a, b, _] = solution.cards() else { panic!("three cards") };
        *differing.entry(a.differing(*b)).or_default() += 1;
    }
    assert_eq!(differing, known.sets_by_number_of_differing_features);
}

#[test]
fn exact_distributions_match_the_known_counts() {
    let cases = cases();
    for (name, deck, cards) in [("n9_of_81", 81, 9), ("n12_of_81", 81, 12), ("n15_of_81", 81, 15), ("n9_of_27_three_features", 27, 9)] {
        let (exact, known) = (Distribution::exact(deck, cards).unwrap(), &cases.distributions[name]);
        assert_eq!(exact.total(), known.total);
        for (sets, &hands) in exact.hands.iter().enumerate() {
            let counted = match &known.counts {
                serde_json::Value::Array(counts) => counts[sets].as_u64(),
                counts => counts.get(sets.to_string()).map_or(Some(0), serde_json::Value::as_u64),
            };
            assert_eq!(Some(hands), counted, "{name} with {sets}");
        }
    }
    for (cards, hands) in cases.setless_by_size.iter().filter(|&(&cards, _)| cards <= 15) {
        assert_eq!(Distribution::exact(81, *cards).unwrap().hands[0], *hands, "{cards} cards without a SET");
    }
    for (cards, sets) in cases.max_sets_by_cards.iter().filter(|&(&cards, _)| cards <= 15) {
        assert_eq!(Distribution::exact(81, *cards).unwrap().hands.len(), sets + 1, "most SETs in {cards} cards");
    }
}

/// Random cards of a variant's deck; few enough for GhostSETs to be found quickly.
fn any_hand() -> impl Strategy<Value = Hand> {
    let variants = prop::sample::select(&Variant::ALL[..]);
    variants
        .prop_flat_map(|variant| {
            let most = if variant == Variant::Ghost { 14 } else { 27_usize };
            (Just(variant), Just(variant.deck()).prop_shuffle(), 0..=most)
        })
        .prop_map(|(variant, mut deck, cards)| {
            deck.truncate(cards);
            Set::check(&State::new(deck, variant)).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn techniques_agree_with_plain_combinations(hand in any_hand()) {
        let plain = search(testing::technique::<Set>("combinations"), &hand);
        prop_assert_eq!(plain.tally.explored, binomial(hand.cards().len(), hand.variant().size()));
        for technique in &TECHNIQUES {
            prop_assert_eq!(&search(technique, &hand).items, &plain.items, "{}", technique.key);
        }
        let insight = insight(&hand);
        prop_assert_eq!(insight.sets, plain.items.len() as u64);
        prop_assert_eq!(insight.through.iter().sum::<u64>(), insight.sets * hand.variant().size() as u64);
        prop_assert_eq!(&insight.list, &plain.items[..plain.items.len().min(solution::MAX_LISTED)]);
    }

    #[test]
    fn bit_matrices_agree_with_completing_cards(hand in any_hand()) {
        for solution in search(&TECHNIQUES[0], &hand).items {
            prop_assert!(hand.variant().is_solution(solution.cards()));
        }
        let chosen: Vec<Card> = hand.cards().iter().copied().take(hand.variant().size()).collect();
        if chosen.len() == hand.variant().size() {
            prop_assert_eq!(hand.variant().is_solution(&chosen), Matrix::is_solution(hand.variant(), &chosen));
            prop_assert_eq!(reason::explain(hand.variant(), &chosen).is_solution, hand.variant().is_solution(&chosen));
        }
    }
}

#[test]
fn progress_rises_to_one_and_is_reported_often() {
    struct Watching {
        done: f32,
        work: u64,
        calls: u64,
    }
    impl Observer<Solution> for Watching {
        fn found(&mut self, _: Solution) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
            let work = tally.explored + tally.kept;
            assert!(self.done <= done && done <= 1.0 && work - self.work <= 8192);
            *self = Self { done, work, calls: self.calls + 1 };
            ControlFlow::Continue(())
        }
    }
    for technique in &TECHNIQUES {
        for (variant, cards) in [(Variant::Set, 81), (Variant::Ultra, 81), (Variant::Ghost, 24), (Variant::Set, 0)] {
            let mut watching = Watching { done: 0.0, work: 0, calls: 0 };
            let cards: Vec<usize> = (0..cards).collect();
            assert!((technique.search)(&hand(&cards, variant), &mut watching).is_continue());
            assert_eq!(watching.done, 1.0);
            assert!(watching.calls > watching.work / 8192);
        }
    }
}

#[test]
fn every_technique_stops_when_the_observer_breaks() {
    struct Once(u64);
    impl Observer<Solution> for Once {
        fn found(&mut self, _: Solution) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Break(())
        }
        fn progress(&mut self, _: f32, _: &Tally) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let all: Vec<usize> = (0..81).collect();
    for technique in &TECHNIQUES {
        for variant in [Variant::Set, Variant::Ultra, Variant::Ghost] {
            let mut once = Once(0);
            assert!((technique.search)(&hand(&all, variant), &mut once).is_break());
            assert_eq!(once.0, 1);
        }
    }
}

/// The fields of a save file that are compared here.
#[derive(Deserialize)]
#[serde(rename = "Quincunx")]
struct Save {
    puzzle: String,
    state: State,
}

#[test]
fn presets_have_the_expected_number_of_solutions() {
    let counts = [
        ("apl-16807", 4),
        ("apl-12345", 2),
        ("six-sets", 6),
        ("no-set", 0),
        ("fourteen-sets", 14),
        ("plane", 12),
        ("cap", 0),
        ("deck", 1080),
        ("ultra", 5),
        ("ghost", 2),
        ("junior", 2),
    ];
    assert_eq!(Set::presets().len(), counts.len());
    for (preset, (key, count)) in Set::presets().iter().zip(counts) {
        let save: Save = ron::from_str(preset.ron).unwrap();
        assert_eq!((preset.key, save.puzzle.as_str()), (key, Set::KEY));
        assert_eq!(insight(&Set::check(&save.state).unwrap()).sets, count, "{key}");
        let layout = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let written = ron::ser::to_string_pretty(&save.state, layout).unwrap().replace('\n', "\n    ");
        assert!(preset.ron.contains(&format!("    state: {written},\n")), "{key} is written back unchanged");
    }
    for (seed, key) in [(16807, "apl-16807"), (12345, "apl-12345")] {
        let preset = Set::presets().iter().find(|preset| preset.key == key).unwrap();
        assert_eq!(deal::apl(seed, 12), Some(ron::from_str::<Save>(preset.ron).unwrap().state));
    }
}

#[test]
fn errors_in_states_say_what_is_wrong() {
    let check = |text: &str, error: &str| {
        let found = ron::from_str::<State>(text).unwrap_err();
        assert!(found.to_string().contains(error), "{found}");
    };
    check("(cards: [\"3 oval teal outline\"], variant: Set)", "\"teal\" isn't a number, shape, colour or texture");
    check("(cards: [\"3 oval\"], variant: Set)", "\"3 oval\" has no colour; add red, green or blue");
    check("(cards: [], variant: Super)", "Super");
    check("(cards: [], variant: Set, deck: 81)", "deck");
}

/// A new view of the hand of 16807.
fn table() -> (State, View) {
    (deal::apl(16807, 12).unwrap(), View::default())
}

#[test]
fn cards_are_selected_up_to_the_size_of_a_solution() {
    let (mut state, mut view) = table();
    let before = state.clone();
    let mut press = |at| {
        assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(at)), Input::Press), Reply::Done);
        (view.selected.clone(), view.complete_selection(&state).is_some())
    };
    assert_eq!(press(1), (vec![1], false));
    assert_eq!(press(6), (vec![1, 6], false));
    assert_eq!(press(1), (vec![6], false), "a second press deselects the card");
    press(1);
    assert_eq!(press(7), (vec![6, 1, 7], true));
    assert_eq!(press(3), (vec![3], false), "a fourth card starts a new selection");
    assert_eq!(Set::act(&mut state, &mut view, None, Input::Press), Reply::Done);
    assert_eq!((view, state), (View::default(), before));
}

#[test]
fn letters_and_buttons_change_a_card() {
    let (mut state, mut view) = table();
    for letter in "2dRh".chars() {
        assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(0)), Input::Character(letter)), Reply::Done);
    }
    assert_eq!(state.cards[0].to_string(), "2 diamond red shaded");
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(0)), Input::Character('x')), Reply::Ignored);
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Value(Feature::Number, 2)), Input::Press), Reply::Ignored);
    Set::act(&mut state, &mut view, Some(Spot::Card(11)), Input::SecondaryPress);
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Value(Feature::Number, 2)), Input::Press), Reply::Done);
    assert_eq!(state.cards[11].to_string(), "3 oval red shaded");
}

#[test]
fn a_card_may_be_typed_where_it_will_be() {
    let (mut state, mut view) = table();
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Add), Input::Character('2')), Reply::Focus(Spot::Card(12)));
    for letter in "ghh".chars() {
        assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(12)), Input::Character(letter)), Reply::Done, "{letter}");
    }
    let last = Set::act(&mut state, &mut view, Some(Spot::Card(12)), Input::Character('o'));
    assert_eq!(last, Reply::Focus(Spot::Add), "the next card can be typed");
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(12)), Input::Character('o')), Reply::Done, "or this one corrected");
    assert_eq!((state.cards.len(), state.cards[12].to_string().as_str()), (13, "2 oval green shaded"));
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Add), Input::Character('x')), Reply::Ignored, "no letter of a card");
    // Below the last row is the place of the next card, and not a button that changes this one.
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(12)), Input::Arrow(0, 1)), Reply::Focus(Spot::Add));
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(0)), Input::Arrow(0, 1)), Reply::Ignored, "the row below has cards");
    assert_eq!(Set::act(&mut state, &mut view, Some(Spot::Card(12)), Input::Arrow(1, 0)), Reply::Focus(Spot::Add));
}

#[test]
fn cards_are_added_swapped_and_removed() {
    let (mut state, mut view) = table();
    let act = Set::act;
    assert_eq!(act(&mut state, &mut view, Some(Spot::Add), Input::Press), Reply::Focus(Spot::Card(12)));
    assert_eq!((state.cards.len(), view.editing), (13, Some(12)));
    assert!(Set::check(&state).is_ok(), "the new card isn't on the table yet");
    act(&mut state, &mut view, Some(Spot::Card(0)), Input::Drop { from: Spot::Card(12) });
    assert_eq!((state.cards[0].index(), state.cards[12].index()), (0, 70));
    assert_eq!(act(&mut state, &mut view, Some(Spot::Card(12)), Input::Delete), Reply::Focus(Spot::Card(11)));
    for remaining in (0..12).rev() {
        act(&mut state, &mut view, Some(Spot::Card(0)), Input::Delete);
        assert_eq!(state.cards.len(), remaining);
    }
    assert_eq!(act(&mut state, &mut view, Some(Spot::Card(0)), Input::Delete), Reply::Ignored);
    state.cards = Variant::Set.deck();
    assert!(matches!(act(&mut state, &mut view, Some(Spot::Add), Input::Press), Reply::Refused(_)));
    // With one more, its file couldn't be read.
    state.cards = vec![Variant::Set.deck()[0]; model::state::MOST_READ];
    assert!(matches!(act(&mut state, &mut view, Some(Spot::Add), Input::Press), Reply::Refused(_)));
    assert_eq!(state.cards.len(), model::state::MOST_READ);
}

#[test]
fn a_game_is_played_with_the_keyboard_alone() {
    let (mut state, view) = table();
    let before = state.clone();
    let mut view = view.with_game(Game::on_table(&state));
    let mut keys = |text: &str| {
        let replies: Vec<_> = text.chars().map(|key| Set::act(&mut state, &mut view, None, Input::Character(key))).collect();
        (replies.last().cloned().unwrap(), view.last_guess.clone().map(|guess| guess.outcome))
    };
    assert_eq!(keys("wdf"), (Reply::Done, Some(Outcome::Right)));
    let (reply, _) = keys("QWE");
    assert_eq!(reply, Reply::Refused("not a SET: shape, colour and texture break the rule".to_owned()));
    assert_eq!(keys("0"), (Reply::Refused("not yet: there is a SET".to_owned()), Some(Outcome::Overlooked(3))));
    assert_eq!(keys("ead").0, Reply::Done);
    assert_eq!(keys("szx").0, Reply::Done);
    assert_eq!(keys("dzv"), (Reply::Done, Some(Outcome::Finished)));
    assert_eq!(keys("t").0, Reply::Ignored);
    assert_eq!(state, before, "a game doesn't change the state");
}

#[test]
fn cards_are_deselected_and_a_wrong_guess_stays_marked_until_the_next_selection() {
    let (mut state, view) = table();
    let mut view = view.with_game(Game::on_table(&state));
    let mut act = |input| (Set::act(&mut state, &mut view, None, input), view.selected.clone(), view.wrong_guess().map(<[Card]>::len));
    act(Input::Character('q'));
    act(Input::Character('w'));
    assert_eq!(act(Input::Delete), (Reply::Done, vec![0], None));
    assert_eq!(act(Input::Cancel), (Reply::Done, vec![], None));
    assert_eq!((act(Input::Delete).0, act(Input::Cancel).0), (Reply::Ignored, Reply::Ignored));
    act(Input::Character('q'));
    act(Input::Character('w'));
    assert_eq!(act(Input::Character('e')).2, Some(3));
    assert_eq!(act(Input::Character('w')).2, None);
}

#[test]
fn cards_are_named_by_their_labels() {
    let (state, view) = table();
    let cards = [state.cards[10], state.cards[0], Card::default()];
    assert_eq!(view.labels(&state, &cards), ["11", "1", "1DRL"], "the last is not on the table");
    let view = view.with_game(Game::on_table(&state));
    assert_eq!(view.labels(&state, &cards), ["C", "Q", "1DRL"]);
}

#[test]
fn facts_have_the_same_lines_without_an_insight() {
    let (state, _) = table();
    let lines = |insight: Option<&Insight>| Set::facts(&state, insight, &Summary::default()).len();
    assert_eq!(lines(None), lines(Some(&insight(&Set::check(&state).unwrap()))));
}

#[test]
fn hints_mark_one_card_at_a_time_and_say_why() {
    let (state, mut view) = table();
    let mut ask = || (input::take_hint(&state, &mut view), view.hinted(&state).to_vec());
    assert_eq!(ask(), ("Part of a SET: 1 outlined red squiggle".to_owned(), vec![1]));
    assert_eq!(ask(), ("Goes with it: 1 solid blue squiggle. The two need 1 shaded green squiggle".to_owned(), vec![1, 6]));
    let last = ("1 outlined red squiggle and 1 solid blue squiggle need 1 shaded green squiggle".to_owned(), vec![1, 6, 7]);
    assert_eq!((ask(), ask()), (last.clone(), last));
    assert_eq!(view.selected, [0; 0], "selecting is left to the player");
    assert_eq!(view.hinted(&State::new(state.cards[..9].to_vec(), Variant::Set)), [0; 0], "another table");
    let state = State::new(state.cards[..3].to_vec(), Variant::Set);
    assert_eq!(input::take_hint(&state, &mut View::default()), "no SETs: none of the 3 pairs has its third card on the table");
}

#[test]
fn facts_show_count_and_chance() {
    let (state, _) = table();
    let insight = insight(&Set::check(&state).unwrap());
    let facts = Set::facts(&state, Some(&insight), &Summary::default());
    let lines: Vec<String> = facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)).collect();
    assert_eq!(lines, ["Cards 12 of 81", "SETs 4", "Average 2.78", "Chance of exactly 4 18.02 %", "Chance of none 3.23 %"]);
}

#[test]
fn facts_say_which_chances_are_unknown() {
    let chances = |variant, cards| {
        let state = deal::hand(variant, cards, 1);
        let insight = insight(&Set::check(&state).unwrap());
        let facts = Set::facts(&state, Some(&insight), &Summary::default()).into_iter();
        facts.filter(|fact| fact.label.starts_with("Chance of ")).map(|fact| fact.value).collect::<Vec<_>>()
    };
    for (variant, cards) in [(Variant::Set, 16), (Variant::Set, 20), (Variant::Ultra, 12), (Variant::Ghost, 9)] {
        assert_eq!(chances(variant, cards), ["unknown", "unknown"], "{cards} cards, {variant:?}");
    }
    for (variant, cards) in [(Variant::Set, 2), (Variant::Junior, 0), (Variant::Ultra, 3), (Variant::Ghost, 5)] {
        assert_eq!(chances(variant, cards), ["100.00 %", "100.00 %"], "{cards} cards, {variant:?}");
    }
    for (variant, cards) in [(Variant::Set, 21), (Variant::Set, 65), (Variant::Ultra, 14), (Variant::Ghost, 24)] {
        assert_eq!(chances(variant, cards), ["unknown", "0.00 %"], "{cards} cards, {variant:?}");
    }
    for (variant, cards) in [(Variant::Set, 14), (Variant::Set, 66), (Variant::Junior, 20)] {
        assert!(chances(variant, cards).iter().all(|chance| chance.ends_with(" %")), "{cards} cards, {variant:?}");
    }
}

proptest! {
    #[test]
    fn hands_of_these_sizes_have_solutions(seed: u64) {
        for (variant, cards) in [(Variant::Set, 21), (Variant::Ultra, 14), (Variant::Ghost, 24)] {
            prop_assert!(is_certain(variant, cards) && !is_certain(variant, cards - 1));
            prop_assert!(insight(&Set::check(&deal::hand(variant, cards, seed)).unwrap()).sets > 0);
        }
    }
}

#[test]
fn hints_follow_the_live_list() {
    let (state, _) = table();
    let insight = insight(&Set::check(&state).unwrap());
    let first = |positions: &[usize]| first_among(&state.cards, state.variant, positions, &|_| true);
    assert_eq!(
        first(&[8, 11]),
        insight.list.iter().find(|solution| solution.index_of(8).is_some() && solution.index_of(11).is_some()).copied()
    );
    assert_eq!(hint::next(&first, &[8, 11]), hint::Hint::Cards(vec![8, 11, 6]));
    assert_eq!(combinations::Combinations::<3>::of(12).count(), 220);
}
