//! Recommends the next flip, with the reason, from what is known of a position.

use crate::{
    model::{
        assumption::Assumption,
        objective::Objective,
        prior::Level,
        problem::Spot,
        rules::{SIDE, Value, tile_name},
        state::State,
    },
    words::{coins, percent},
};
use base::{
    puzzle::Flaw,
    text::{grouped, listed, sentence},
};

use super::insight::{Insight, Kind, are_equal, is_useful};

/// A recommendation for the next flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The tile to flip; `None` if the advice is something else.
    pub tile: Option<usize>,
    /// What to do, in a few words.
    pub headline: String,
    /// The reason, as a sentence with its full stop.
    pub reason: String,
    /// Whether it is proved.
    pub certainty: Certainty,
}

/// How certain a recommendation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Proved to be best.
    Exact,
    /// The best known so far; the best play may differ.
    BestSoFar,
}

/// Returns the advice for this position, or `None` while nothing is known.
pub fn advise(state: &State, insight: &Insight) -> Option<Advice> {
    let settled =
        |headline: &str, reason: String| Some(Advice { tile: None, headline: headline.to_owned(), reason, certainty: Certainty::Exact });
    match insight.kind {
        Kind::Won => settled("Board cleared", "Every 2 and 3 is face up. Only 1s and Voltorbs remain.".to_owned()),
        Kind::Lost => settled("Round lost", "A Voltorb is face up.".to_owned()),
        Kind::Impossible | Kind::Contradiction | Kind::NoBoardAtLevel => {
            let flaw = insight.flaws.first()?;
            let headline = match insight.kind {
                Kind::Contradiction => "A face-up tile looks wrong",
                Kind::NoBoardAtLevel
                    if state.level.is_some() || matches!(state.assume, Assumption::Levels(first, last) if first == last) =>
                {
                    "Not dealt at this level"
                }
                Kind::NoBoardAtLevel if state.assume == Assumption::ANY_LEVEL => "Not dealt at any level",
                Kind::NoBoardAtLevel => "Not dealt at these levels",
                _ => on_clues(flaw),
            };
            settled(headline, explained(flaw))
        }
        Kind::Ok => {
            let mut advice = on_next_flip(state, insight)?;
            if insight.counts_boards_equally() {
                advice.reason += " All boards count equally here.";
            }
            Some(advice)
        }
    }
}

/// Returns what to do about the flaws of a position that can't be analysed, if there are any.
pub fn on_flaws(flaws: &[Flaw<Spot>]) -> Option<Advice> {
    let flaw = flaws.first()?;
    // Only a missing clue has no spots.
    let headline = if flaw.spots.is_empty() { "Type the clues" } else { on_clues(flaw) };
    Some(Advice { tile: None, headline: headline.to_owned(), reason: explained(flaw), certainty: Certainty::Exact })
}

fn explained(flaw: &Flaw<Spot>) -> String {
    format!("{}.", sentence(&flaw.message))
}

/// Says in a few words what is wrong with the clues of this flaw.
fn on_clues(flaw: &Flaw<Spot>) -> &'static str {
    let mut lines = flaw.spots.iter().filter_map(|spot| match spot {
        Spot::Sum(line) | Spot::Voltorbs(line) => Some(*line),
        Spot::Tile(_) | Spot::Level => None,
    });
    let is_single = lines.next().is_some_and(|first| lines.all(|other| other == first));
    if is_single { "A clue looks mistyped" } else { "The clues don't agree" }
}

/// A face-down tile with the chances of its values.
#[derive(Clone, Copy)]
struct Flip {
    tile: usize,
    chances: [f64; 4],
}

impl Flip {
    fn risk(&self) -> f64 {
        self.chances[Value::Voltorb as usize]
    }

    fn advice(&self, reason: String, certainty: Certainty) -> Advice {
        Advice { tile: Some(self.tile), headline: format!("Flip {}", tile_name(self.tile)), reason, certainty }
    }
}

fn on_next_flip(state: &State, insight: &Insight) -> Option<Advice> {
    if insight.worth_bounds.is_none() {
        let possible: Vec<_> = insight.possible_levels().map(Level::number).collect();
        let possible = if possible.is_empty() { String::new() } else { format!(", which can be {}", listed(&possible, "or")) };
        let reason = format!("The number of tiles that you need to keep the level depends on the level{possible}.");
        return Some(Advice { tile: None, headline: "Set the level".to_owned(), reason, certainty: Certainty::Exact });
    }
    let flips = flips_by_risk(state, insight);
    let best = flips.iter().find(|flip| insight.is_best(flip.tile));
    if let Some(stop) = stop(insight, best) {
        return Some(stop);
    }
    let safest = flips.first()?;
    let safe_flips: Vec<_> = flips.iter().filter(|flip| flip.risk() == 0.0 && is_harmless(insight, flip)).collect();
    Some(match (best, insight.worth) {
        _ if !safe_flips.is_empty() => safe(insight, &safe_flips),
        (Some(best), Some(worth)) => {
            let is_bet = insight.objective == Objective::Clear && is_bet(&flips);
            let mut advice = if is_bet { bet(insight, best, worth) } else { risk(insight, best, safest, worth) };
            advice.reason += &equally_good(insight, &flips, best);
            advice
        }
        _ => best_so_far(insight, safest),
    })
}

/// Returns the advice to stop, once it is certain that no flip is worth more; `best` is a useful flip that is worth as much as the best
/// play.
fn stop(insight: &Insight, best: Option<&Flip>) -> Option<Advice> {
    let (stop, worth) = (insight.stop?, insight.worth?);
    let is_reached = !insight.objective.is_in_coins() && 1.0 <= stop;
    if !is_reached && (0.0 == stop || !are_equal(stop, worth)) {
        return None;
    }
    if let Some(best) = best.filter(|_| !is_reached) {
        let reason = format!("Both are worth exactly the same: {}.", in_words(insight.objective, stop));
        return Some(Advice { headline: format!("Stop, or flip {}", tile_name(best.tile)), ..best.advice(reason, Certainty::Exact) });
    }
    let reason = match (insight.objective, insight.continuing) {
        (Objective::Coins, continuing) => {
            let best = match continuing {
                Some(continuing) if 0.0 < continuing => format!("The best flip gives {}", coins(continuing)),
                _ => "No flip gives more".to_owned(),
            };
            format!("You have {}. {best} on average.", coins(stop))
        }
        (Objective::EightCards, Some(continuing)) if continuing < 1.0 => {
            format!("You have reached the goal. Another flip keeps it with a chance of at most {}.", percent(continuing))
        }
        _ => "You have reached the goal. Another flip can't gain anything.".to_owned(),
    };
    Some(Advice { tile: None, headline: "Stop here".to_owned(), reason, certainty: Certainty::Exact })
}

/// Whether a tile is as good to flip as the advised one: worth exactly as much, and no likelier a Voltorb, since of two flips that clear
/// the board as often a person takes the one that loses no coins or level.
pub fn is_as_good(insight: &Insight, tile: usize, advised: usize) -> bool {
    let risk = |tile| insight.chances(tile).map(|[voltorb, ..]| voltorb);
    let is_no_riskier = risk(tile).zip(risk(advised)).is_some_and(|(one, other)| one <= other || are_equal(one, other));
    insight.is_best(tile) && is_no_riskier
}

/// Names the other flips that are worth exactly as much, once all values are known, in a sentence to append.
fn equally_good(insight: &Insight, flips: &[Flip], best: &Flip) -> String {
    let is_as_good = |flip: &&Flip| insight.values.is_some() && flip.tile != best.tile && is_as_good(insight, flip.tile, best.tile);
    let others: Vec<_> = flips.iter().filter(is_as_good).map(|flip| tile_name(flip.tile)).collect();
    match &others[..] {
        [] => String::new(),
        [other] => format!(" {} is exactly as good.", sentence(other)),
        others => format!(" {} other flips are exactly as good.", others.len()),
    }
}

/// Returns the face-down tiles that may help reach the goal, the least risky first: those that may be a 2 or 3, or if cards count, those
/// that may be anything but a Voltorb.
fn flips_by_risk(state: &State, insight: &Insight) -> Vec<Flip> {
    let cards_count = insight.objective.counts_cards();
    let chances = |tile| insight.chances(tile).unwrap_or_default();
    let face_down = state.tiles.face_down().map(|tile| Flip { tile, chances: chances(tile) });
    let is_helpful = |flip: &Flip| is_useful(flip.chances) || cards_count && flip.risk() < 1.0;
    let mut flips: Vec<_> = face_down.filter(is_helpful).collect();
    flips.sort_by(|one, other| one.risk().total_cmp(&other.risk()));
    flips
}

/// Returns whether a safe tile can do no harm. It might win too early where cards count.
fn is_harmless(insight: &Insight, flip: &Flip) -> bool {
    insight.objective != Objective::EightCards || insight.is_best(flip.tile)
}

/// Recommends one of these safe tiles: the one with the highest expected multiplier.
fn safe(insight: &Insight, all: &[&Flip]) -> Advice {
    let expected = |flip: &Flip| 2.0 * flip.chances[2] + 3.0 * flip.chances[3];
    let first = all.iter().fold(all[0], |best, flip| if expected(best) < expected(flip) { flip } else { best });
    let safe = match counted_boards(insight) {
        (1, true) => "The only remaining board has no Voltorb here.".to_owned(),
        (1, false) => "The only matching board that is ever dealt has no Voltorb here.".to_owned(),
        (count, true) => format!("Safe: none of the {} boards has a Voltorb here.", grouped(count)),
        (count, false) => format!("Safe: none of the {} matching boards that are dealt has a Voltorb here.", grouped(count)),
    };
    let which = if insight.objective.counts_cards() { "" } else { " that could be a 2 or 3" };
    let others = match all.len() - 1 {
        0 => String::new(),
        1 => format!(" 1 other tile{which} is safe too."),
        others => format!(" {others} other tiles{which} are safe too."),
    };
    first.advice(safe + &others, Certainty::Exact)
}

/// Returns whether no flip gives information as long as the round continues.
fn is_bet(flips: &[Flip]) -> bool {
    flips.iter().all(|flip| flip.chances[1..].iter().filter(|&&chance| 0.0 < chance).count() == 1)
}

/// Returns how many boards the odds count, and whether these are all that match: the game never deals the others.
fn counted_boards(insight: &Insight) -> (u64, bool) {
    let count = insight.dealable.unwrap_or(insight.boards);
    (count, count == insight.boards)
}

fn bet(insight: &Insight, best: &Flip, clear: f64) -> Advice {
    let reason = match counted_boards(insight) {
        // Two boards on which nothing but luck decides.
        (2, are_all) if are_equal(clear, 0.5) => {
            let which = if are_all { "two boards remain" } else { "two of the matching boards are ever dealt" };
            format!("A true 50:50: {which}, equally likely, and no flip that you survive shows which is right.")
        }
        _ => format!(
            "This is a bet: no flip that you survive tells you anything new. The likeliest arrangement of 2s and 3s is right {} of the time.",
            percent(clear)
        ),
    };
    best.advice(reason, Certainty::Exact)
}

fn risk(insight: &Insight, best: &Flip, safest: &Flip, worth: f64) -> Advice {
    let objective = insight.objective;
    let value = |tile: usize| insight.values.and_then(|values| values[tile / SIDE][tile % SIDE]);
    let reason = if best.risk() <= safest.risk() {
        let stopping = insight.stop.filter(|&stop| objective.is_in_coins() && 0.0 < stop);
        let stopping = stopping.map_or_else(String::new, |won| format!(", compared with {} for stopping now", coins(won)));
        format!("{}, and the best flip: {}{stopping}.", least_risk(best, objective), in_words(objective, worth))
    } else {
        let (worth, gives) = match value(safest.tile) {
            Some(value) => {
                let (best, other) = distinguishable(objective, worth, value);
                (best, format!("gives {other}"))
            }
            None => (in_words(objective, worth), "gives less".to_owned()),
        };
        let (best, safer, risk) = (percent(best.risk()), sentence(&tile_name(safest.tile)), percent(safest.risk()));
        format!("{best} Voltorb, but the best flip: {worth}. {safer} is safer ({risk} Voltorb), but {gives}.")
    };
    best.advice(reason, Certainty::Exact)
}

/// Says that no tile that helps has less risk. Tiles that are never a 2 or 3 may have less, unless cards count.
fn least_risk(flip: &Flip, objective: Objective) -> String {
    let among = if objective.counts_cards() { "of all tiles" } else { "for a possible 2 or 3" };
    format!("{} Voltorb, the least {among}", percent(flip.risk()))
}

/// Names the worth of an objective: "33.6 % to clear".
pub fn in_words(objective: Objective, worth: f64) -> String {
    match objective {
        Objective::Clear => format!("{} to clear", percent(worth)),
        Objective::KeepLevel => format!("{} to keep the level", percent(worth)),
        Objective::EightCards => format!("{} to flip 8 tiles", percent(worth)),
        Objective::Coins => coins(worth),
    }
}

/// Formats two different values so that they look different; only the first names what it measures.
fn distinguishable(objective: Objective, best: f64, other: f64) -> (String, String) {
    let (one, two) = (in_words(objective, best), short(objective, other));
    if short(objective, best) != two {
        return (one, two);
    }
    let (unit, factor) = if objective.is_in_coins() { ("", 1.0) } else { (" %", 100.0) };
    let long = |worth: f64| format!("{:.4}{unit}", factor * worth);
    (one.replacen(&short(objective, best), &long(best), 1), long(other))
}

/// Formats a worth without naming what it measures.
pub fn short(objective: Objective, worth: f64) -> String {
    if objective.is_in_coins() { format!("{worth:.1}") } else { percent(worth) }
}

/// Formats an amount that was lost.
pub fn loss(objective: Objective, amount: f64) -> String {
    let amount = short(objective, amount);
    // Nothing lost has no sign.
    if amount.contains(|digit| matches!(digit, '1'..='9')) { format!("−{amount}") } else { amount }
}

/// Formats an amount that was gained or lost.
pub fn signed(objective: Objective, amount: f64) -> String {
    if amount < 0.0 { loss(objective, amount.abs()) } else { format!("+{}", short(objective, amount.abs())) }
}

fn best_so_far(insight: &Insight, safest: &Flip) -> Advice {
    let objective = insight.objective;
    let in_words = |worth| in_words(objective, worth);
    let bounds = match (insight.worth, insight.worth_bounds) {
        (Some(worth), _) => format!("Best play: {}", in_words(worth)),
        (None, Some([low, high])) if 0.0 < low => format!("At least {}, at most {}", in_words(low), short(objective, high)),
        (None, bounds) => format!("At most {}", in_words(bounds.map_or(1.0, |[_, high]| high))),
    };
    safest.advice(format!("{}. {bounds}.", least_risk(safest, objective)), Certainty::BestSoFar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        VoltorbFlip,
        edit::text,
        live::analysis,
        model::{prior::Level, problem::Problem, rules::Clues},
        play::deal::Dealer,
        tests::read,
    };
    use base::{puzzle::Puzzle, search::Found};

    /// Returns everything that the analysis reports, in order.
    fn insights(state: &State) -> Vec<Insight> {
        let mut found = Found::default();
        assert!(VoltorbFlip::analyze(&Problem::check(state).unwrap(), &mut found).is_continue());
        found.items
    }

    fn last(state: &State) -> Advice {
        advise(state, insights(state).last().unwrap()).unwrap()
    }

    fn preset(key: &str) -> State {
        read(VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap()).state
    }

    #[test]
    fn nothing_lost_has_no_sign() {
        assert_eq!(loss(Objective::Clear, 0.0), "0 %");
        assert_eq!(loss(Objective::Coins, 0.04), "0.0");
        assert_eq!(loss(Objective::Clear, 0.25), "−25.0 %");
    }

    #[test]
    fn safe_tiles_come_first_with_their_reason() {
        let state = preset("level-1");
        let advice = last(&state);
        assert!(advice.reason.starts_with("Safe: none of the 97 boards has a Voltorb here"), "{}", advice.reason);
        assert_eq!(advice.certainty, Certainty::Exact);
    }

    #[test]
    fn early_advice_is_marked_as_best_so_far() {
        let state = preset("level-5-fresh");
        let insights = insights(&state);
        let first = advise(&state, &insights[0]).unwrap();
        assert_eq!(first.certainty, Certainty::BestSoFar);
        assert!(first.reason.contains("At most"), "{}", first.reason);
        let second = advise(&state, &insights[1]).unwrap();
        assert!(second.reason.contains("At least"), "{}", second.reason);
        assert_eq!(advise(&state, insights.last().unwrap()).unwrap().certainty, Certainty::Exact);
    }

    #[test]
    fn finished_and_contradictory_positions_are_explained() {
        let mut state = preset("level-1");
        let mut with = |tile, shown| {
            state.turn(tile, shown);
            last(&state)
        };
        let on_flaws_of = |state: &State| on_flaws(&Problem::check(state).unwrap_err()).unwrap();
        assert_eq!(on_flaws_of(&State::default()).headline, "Type the clues");
        let mut half = preset("level-1");
        half.rows[1].voltorbs = None;
        let advice = on_flaws_of(&half);
        assert_eq!((&*advice.headline, &*advice.reason), ("Type the clues", "The Voltorbs of row 2 are missing."));
        assert_eq!(with(0, Some(Value::Three)).headline, "A face-up tile looks wrong");
        assert_eq!(with(0, Some(Value::Voltorb)).headline, "Round lost");
        let known =
            text::read("5/0 5/0 5/0 5/0 6/0\n5/0 5/0 5/0 5/0 6/0\n", &State { assume: Assumption::EqualBoards, ..State::default() })
                .unwrap();
        assert!(last(&known).reason.starts_with("The only remaining board"), "{}", last(&known).reason);
        let mut won = known;
        won.turn(24, Some(Value::Two));
        assert_eq!(last(&won).headline, "Board cleared");
    }

    /// Returns a real deal, sometimes fresh, otherwise after flipping all safe tiles and up to two lucky risky ones.
    fn random_position(seed: u64, objective: Objective) -> State {
        let level = Level::new(1 + (seed % 3) as u8).unwrap();
        let board = Dealer::new(seed).board(level);
        let mut state = State { level: Some(level.number()), objective, ..State::of(&Clues::of(board)) };
        if seed.is_multiple_of(6) {
            return state;
        }
        let mut risks = seed / 3 % 3;
        loop {
            let odds = analysis::odds(&Problem::check(&state).unwrap());
            let flips = flips_by_risk(&state, &odds);
            let lucky = |flip: &&Flip| board.value(flip.tile) != Value::Voltorb;
            let Some(next) = flips.first().filter(|flip| flip.risk() == 0.0 || 0 < risks).and_then(|_| flips.iter().find(lucky)) else {
                return state;
            };
            risks -= u64::from(0.0 < next.risk());
            state.turn(next.tile, Some(board.value(next.tile)));
        }
    }

    /// The recommended tile is one of the best, and the reason matches its risk.
    #[test]
    fn advice_names_a_best_tile() {
        let mut seen = [0; 4];
        for seed in 0..60 {
            let state = random_position(seed, Objective::Clear);
            let insight = insights(&state).pop().unwrap();
            let advice = advise(&state, &insight).unwrap();
            let Some(tile) = advice.tile else { continue };
            assert!(insight.is_best(tile), "seed {seed}: {advice:?}");
            let risk = insight.chances(tile).unwrap()[0];
            let kinds = ["Safe: none of", "This is a bet", "but the best flip", "and the best flip"];
            let Some(kind) = kinds.iter().position(|words| advice.reason.contains(words)) else { continue };
            seen[kind] += 1;
            assert_eq!(kind == 0, risk == 0.0, "seed {seed}: {advice:?}");
        }
        assert!(seen.iter().all(|&count| 0 < count), "every kind of reason occurs: {seen:?}");
    }

    /// The advice is to stop only if no flip is better, and to flip only if nothing is better.
    #[test]
    fn advice_to_stop_is_correct() {
        for objective in [Objective::KeepLevel, Objective::EightCards, Objective::Coins] {
            let mut stops = 0;
            for seed in 0..24 {
                let state = random_position(seed, objective);
                let insight = insights(&state).pop().unwrap();
                let Some(advice) = advise(&state, &insight).filter(|_| insight.kind == Kind::Ok) else { continue };
                let flips = insight.values.iter().flatten().flatten().flatten().copied().fold(0.0, f64::max);
                if insight.values.is_some() {
                    let is_tie = are_equal(flips, insight.stop.unwrap());
                    assert_eq!((insight.continuing, insight.is_stopping_equal()), (Some(flips), is_tie), "seed {seed}");
                    assert!(is_tie || !advice.headline.starts_with("Stop, or"), "seed {seed}: {advice:?}");
                }
                match advice.tile {
                    Some(tile) => assert!(insight.is_best(tile) || insight.chances(tile).unwrap()[0] == 0.0, "seed {seed}: {advice:?}"),
                    None => {
                        assert_eq!(advice.headline, "Stop here", "seed {seed}: {advice:?}");
                        assert!(flips <= insight.stop.unwrap() + 1e-9, "seed {seed}: {advice:?}");
                        stops += 1;
                    }
                }
            }
            // Stopping is rarely best for coins.
            assert!(0 < stops || objective == Objective::Coins, "{objective}");
        }
    }

    #[test]
    fn advice_is_to_stop_when_the_coins_won_exceed_the_best_flip() {
        let state = State { objective: Objective::Coins, ..preset("level-4-middle") };
        let odds = insights(&state).swap_remove(0);
        let mut values = [[None; SIDE]; SIDE];
        (values[0][0], values[4][4]) = (Some(9.5), Some(11.5));
        let known = Insight { stop: Some(12.0), continuing: Some(11.5), worth: Some(12.0), values: Some(values), best: Vec::new(), ..odds };
        let advice = advise(&state, &known).unwrap();
        assert_eq!((advice.tile, advice.headline.as_str()), (None, "Stop here"));
        assert_eq!(advice.reason, "You have 12 coins. The best flip gives 11.5 coins on average.");
        // The only tile that is surely useful here.
        let (tile, chances) =
            state.tiles.face_down().map(|tile| (tile, known.chances(tile).unwrap())).find(|(_, chances)| is_useful(*chances)).unwrap();
        let equal = Insight { continuing: Some(12.0), best: vec![[tile / SIDE, tile % SIDE]], ..known.clone() };
        let advice = advise(&state, &equal).unwrap();
        assert_eq!((advice.tile, advice.headline), (Some(tile), format!("Stop, or flip {}", tile_name(tile))), "{chances:?}");
        assert_eq!(advice.reason, "Both are worth exactly the same: 12 coins.");
        let better = Insight { worth: Some(13.0), best: vec![[4, 4]], ..known };
        let advice = advise(&state, &better).unwrap();
        assert_ne!(advice.headline, "Stop here");
    }

    /// A 2 and a Voltorb are left in two rows and two columns, which nothing but a risky flip can tell apart.
    #[test]
    fn equal_choices_are_called_equal() {
        let clues = "5/1 5/1 5/0 5/0 5/0\n5/1 5/1 5/0 5/0 5/0\n";
        let state = text::read(clues, &State { assume: Assumption::EqualBoards, ..State::default() }).unwrap();
        let insight = insights(&state).pop().unwrap();
        let advice = advise(&state, &insight).unwrap();
        assert_eq!((insight.boards, insight.clear), (2, Some(0.5)), "{insight:?}");
        let reason = "A true 50:50: two boards remain, equally likely, and no flip that you survive shows which is right. 3 other flips are \
                      exactly as good. All boards count equally here.";
        assert_eq!(advice.reason, reason);
    }

    #[test]
    fn flips_after_the_goal_is_reached_are_weighed() {
        let mut state = preset("level-1");
        while state.flips.len() < 9 {
            let odds = analysis::odds(&Problem::check(&state).unwrap());
            let flip =
                flips_by_risk(&State { objective: Objective::EightCards, ..state }, &Insight { objective: Objective::EightCards, ..odds })
                    [0];
            let likeliest =
                Value::ALL[1..].iter().copied().max_by(|&one, &other| flip.chances[one as usize].total_cmp(&flip.chances[other as usize]));
            state.turn(flip.tile, likeliest);
        }
        for (objective, is_risky) in [(Objective::KeepLevel, false), (Objective::EightCards, true)] {
            let state = State { objective, ..state };
            let insight = insights(&state).pop().unwrap();
            let safest = state.tiles.face_down().map(|tile| 1.0 - insight.chances(tile).unwrap()[0]).fold(0.0, f64::max);
            assert_eq!((insight.stop, insight.continuing), (Some(1.0), Some(if is_risky { safest } else { 1.0 })));
            assert_eq!(advise(&state, &insight).unwrap().headline, "Stop here");
        }
    }

    #[test]
    fn some_objectives_need_the_level() {
        let state = State { level: None, objective: Objective::KeepLevel, ..preset("level-5-fresh") };
        assert_eq!(last(&state).headline, "Set the level");
    }

    #[test]
    fn different_values_look_different() {
        let apart = |objective, best, other| distinguishable(objective, best, other);
        let pair = |one: &str, two: &str| (one.to_owned(), two.to_owned());
        assert_eq!(apart(Objective::Clear, 0.336, 0.331), pair("33.6 % to clear", "33.1 %"));
        assert_eq!(apart(Objective::KeepLevel, 0.33601, 0.33599), pair("33.6010 % to keep the level", "33.5990 %"));
        assert_eq!(apart(Objective::Coins, 12.43, 12.41), pair("12.4300 coins", "12.4100"));
    }
}
