use super::*;
use crate::{
    VoltorbFlip,
    model::rules::{Board, Clues},
    play::deal::Dealer,
};
use base::{puzzle::Puzzle, search::Found};

fn review_of(state: &State, deal: &Deal) -> Review {
    let mut found = Found::default();
    assert!(review(state, deal, &mut found).is_continue());
    found.items.pop().unwrap()
}

fn whole(board: Board) -> Deal {
    std::array::from_fn(|tile| Some(board.value(tile)))
}

fn fresh(seed: u64, objective: Objective) -> (State, Board) {
    let level = Level::new(1 + (seed % 3) as u8).unwrap();
    let board = Dealer::new(seed).board(level);
    (State { level: Some(level.number()), objective, ..State::of(&Clues::of(board)) }, board)
}

/// Plays this many flips of a deal, chosen by a rule that gets the insight, and returns the last position and the deal.
fn play(seed: u64, objective: Objective, flips: usize, choose: fn(&State, &Insight) -> Option<usize>) -> (State, Deal) {
    let (mut state, board) = fresh(seed, objective);
    for _ in 0..flips {
        let mut found = Found::default();
        assert!(VoltorbFlip::analyze(&Problem::check(&state).unwrap(), &mut found).is_continue());
        let insight = found.items.pop().unwrap();
        let Some(tile) = choose(&state, &insight).filter(|_| insight.kind == Kind::Ok) else { break };
        state.turn(tile, Some(board.value(tile)));
    }
    (state, whole(board))
}

fn best(state: &State, insight: &Insight) -> Option<usize> {
    best_choice(state, insight).and_then(Choice::tile)
}

fn anywhere(state: &State, _: &Insight) -> Option<usize> {
    let number = state.flips.len();
    (0..TILES).map(|tile| (tile * 7 + number) % TILES).find(|&tile| state.tiles.0[tile].is_none())
}

#[test]
fn par_minus_mistakes_plus_luck_is_the_result() {
    for seed in 0..12 {
        let (state, deal) = play(seed, Objective::ALL[seed as usize % 4], 6, anywhere);
        let review = review_of(&state, &deal);
        let close = |one: f64, other: f64| (one - other).abs() < 1e-6 * one.max(1.0);
        let (par, result) = (review.par().unwrap(), review.played.result.unwrap());
        let sum = par - review.cost().unwrap() + review.luck().unwrap();
        assert!(close(sum, result), "seed {seed}: {review:?}");
        let costs: f64 = review.mistakes().map(|(_, _, cost)| cost).sum();
        assert!(close(costs, review.cost().unwrap()), "seed {seed}: {review:?}");
        // The best play has the same par and makes no mistakes.
        let luck: f64 = review.perfect.decisions.iter().map(|decision| decision.luck().unwrap()).sum();
        assert!(close(par + luck, review.perfect.result.unwrap()), "seed {seed}: {review:?}");
        assert!(review.perfect.decisions.iter().all(|decision| decision.cost() == Some(0.0)), "seed {seed}: {review:?}");
    }
}

#[test]
fn the_best_play_makes_no_mistakes_and_nobody_plays_better() {
    for seed in 0..6 {
        let (state, deal) = play(seed, Objective::Clear, TILES, best);
        let review = review_of(&state, &deal);
        assert_eq!(review.mistakes().count(), 0, "seed {seed}: {review:?}");
        assert!(matches!(review.played.end, Some(LineEnd::Cleared | LineEnd::Lost)), "seed {seed}: {review:?}");
        assert_eq!(review.played, review.perfect, "seed {seed}");
    }
}

#[test]
fn the_ways_part_at_the_first_mistake() {
    let mut parted = 0;
    for seed in 0..12 {
        let (state, deal) = play(seed, Objective::Clear, 6, anywhere);
        let review = review_of(&state, &deal);
        let Some((number, mistake, _)) = review.mistakes().next() else { continue };
        assert_eq!(review.shared(), number - 1, "seed {seed}: {review:?}");
        assert_eq!(mistake.best, Some(review.perfect.decisions[number - 1].choice), "seed {seed}: {review:?}");
        parted += 1;
    }
    assert!(0 < parted);
}

#[test]
fn a_flip_after_eight_cards_risks_them() {
    let (mut state, board) = fresh(2, Objective::EightCards);
    for tile in (0..TILES).filter(|&tile| board.value(tile) == Value::One).take(8) {
        state.turn(tile, Some(Value::One));
    }
    let tile = (0..TILES).find(|&tile| board.value(tile) == Value::Voltorb).unwrap();
    state.turn(tile, Some(Value::Voltorb));
    let review = review_of(&state, &whole(board));
    let last = review.played.decisions.last().unwrap();
    let risk = last.insight.chances(tile).unwrap()[0];
    assert_eq!((last.best, last.value, last.after), (Some(Choice::Stop), Some(1.0 - risk), Some(0.0)));
    assert_eq!(review.perfect.end, Some(LineEnd::Stopped));
}

#[test]
fn what_is_not_known_is_said() {
    // Without the level, the goal to keep it has no worth.
    let rounds = (0..50).map(|seed| {
        let (state, deal) = play(seed, Objective::Clear, 3, anywhere);
        (State { level: None, objective: Objective::KeepLevel, ..state }, deal)
    });
    let is_unknown = |(wide, _): &(State, Deal)| {
        let odds = |state: &State| analysis::odds(&Problem::check(state).unwrap());
        let tile = wide.flips.iter().next().unwrap();
        odds(wide).level().is_none() && 0.0 < odds(&wide.rewound(0)).chances(tile).unwrap()[0]
    };
    let (wide, deal) = rounds.into_iter().find(is_unknown).unwrap();
    let review = review_of(&wide, &deal);
    assert_eq!(review.level, None);
    let first = &review.played.decisions[0];
    assert_eq!((first.worth, first.value, first.best, review.par(), review.cost()), (None, None, None, None, None));
    assert_eq!(review.perfect.end, Some(LineEnd::Unknown));
    // A round played elsewhere shows only what was flipped.
    let (fresh, board) = fresh(8, Objective::Clear);
    let review = review_of(&fresh, &[None; TILES]);
    assert_eq!((review.played.end, review.played.decisions.len()), (Some(LineEnd::Stopped), 1));
    let known = review_of(&fresh, &whole(board)).perfect;
    assert_eq!(review.perfect.end, Some(LineEnd::Hidden));
    assert_eq!(review.perfect.decisions[0].choice, known.decisions[0].choice);
    assert!(1 < known.decisions.len());
    // Clues that no board has.
    let review = review_of(&State::default(), &[None; TILES]);
    assert_eq!((review.played.end, review.perfect.end, review.par()), (Some(LineEnd::Unknown), Some(LineEnd::Unknown), None));
}

#[test]
fn the_level_is_known_if_only_one_is_possible() {
    let mut levels = [0; 2];
    for seed in 0..12 {
        let (state, deal) = play(seed, Objective::Clear, 3, anywhere);
        let unknown = State { level: None, ..state };
        let expected = analysis::odds(&Problem::check(&unknown).unwrap()).level();
        assert_eq!(review_of(&unknown, &deal).level, expected);
        levels[usize::from(expected.is_some())] += 1;
    }
    assert!(levels.iter().all(|&count| 0 < count), "{levels:?}");
}

/// What follows from counting alone, as where the table of the best plays is full.
fn counted(state: &State) -> Known {
    (*state, Arc::new(analysis::odds(&Problem::check(state).unwrap())))
}

#[test]
fn a_safe_tile_is_no_mistake_where_the_best_play_is_not_known() {
    for objective in Objective::ALL {
        // Several tiles of this deal are safe and may be a 2 or 3.
        let (fresh, board) = fresh(0, objective);
        let known = counted(&fresh);
        let safe: Vec<_> = (0..TILES).filter(|&tile| known.1.chances(tile).unwrap()[0] == 0.0).collect();
        assert!(1 < safe.len() && known.1.worth.is_none() && known.1.level().is_some(), "{objective}: {:?}", known.1);
        let risky = (0..TILES).find(|tile| !safe.contains(tile)).unwrap();
        for tile in [safe[0], safe[1], risky] {
            let is_best = objective != Objective::EightCards && tile != risky;
            let mut state = fresh;
            state.turn(tile, Some(board.value(tile)));
            let known = [known.clone(), counted(&state)];
            let mut review = Review { objective, level: known[0].1.level(), played: played(&state, &[tile], &known), perfect: Line::EMPTY };
            assert!(
                play_perfectly(&mut review, &known, &whole(board), &mut TranspositionTable::default(), &mut Found::default()).is_continue()
            );
            let decision = &review.played.decisions[0];
            assert_eq!(decision.cost(), is_best.then_some(0.0), "{objective}, tile {tile}: {decision:?}");
            assert_eq!((decision.is_mistake(), decision.worth, review.par()), (false, None, None));
            assert_eq!(decision.best == Some(decision.choice), is_best, "{objective}, tile {tile}: {decision:?}");
            assert_eq!(0 < review.shared(), is_best, "{objective}, tile {tile}: {review:?}");
        }
    }
}
