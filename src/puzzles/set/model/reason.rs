//! The reasons why cards are a solution or not, feature by feature or pair by pair.

use super::{
    card::{Card, Feature},
    matrix::Matrix,
    state::Variant,
};
use base::text::listed;

/// Before something that follows the rule.
pub const OK: &str = "OK";
/// Before something that breaks it.
pub const NO: &str = "No";

/// Why some cards are a solution or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Whether they are a solution.
    pub is_solution: bool,
    /// The verdict: "a SET" or "not a SET".
    pub verdict: String,
    /// The cause in a few words; empty if they are a solution.
    pub cause: String,
    /// The details.
    pub lines: Vec<Line>,
}

/// The finding about one feature, or about one way to pair four cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name of the feature, or the card that one pair needs.
    pub about: String,
    /// The values of the cards, or the card that the other pair needs.
    pub text: String,
    /// Whether it follows the rule.
    pub passes: bool,
    /// The card that both pairs need, if it is the same.
    pub needed: Option<Card>,
}

/// The rule of the variant, as a sentence without the full stop.
pub const fn rule(variant: Variant) -> &'static str {
    match variant {
        Variant::Set | Variant::Junior => "each feature must be all alike or all different",
        Variant::Ultra => "the four must form two pairs that need the same third card",
        Variant::Ghost => "each feature must split 2-2-2, 3-3, 4-1-1 or be all alike",
    }
}

/// Explains why the cards, [`Variant::size`] of them, are a solution or not, and calls them 1, 2, 3...
pub fn explain(variant: Variant, cards: &[Card]) -> Reason {
    let places: Vec<String> = (1..=cards.len()).map(|place| place.to_string()).collect();
    explain_named(variant, cards, &places)
}

/// The same, with these names for the cards.
pub fn explain_named(variant: Variant, cards: &[Card], names: &[String]) -> Reason {
    debug_assert_eq!((cards.len(), names.len()), (variant.size(), variant.size()));
    let lines = match (variant, cards) {
        (Variant::Ultra, &[a, b, c, d]) => ultra_lines([a, b, c, d], names),
        (Variant::Ultra, _) => Vec::new(),
        (Variant::Set | Variant::Junior, _) => feature_lines(cards, |row| !row.contains(&2), set_text),
        (Variant::Ghost, _) => feature_lines(cards, |row| row.iter().all(|sum| sum % 3 == row[0] % 3), ghost_text),
    };
    let is_solution = match variant {
        Variant::Ultra => lines.iter().any(|line| line.passes),
        Variant::Set | Variant::Ghost | Variant::Junior => lines.iter().all(|line| line.passes),
    };
    let cause = if is_solution { String::new() } else { cause(variant, &lines) };
    Reason { is_solution, verdict: verdict(variant, is_solution), cause, lines }
}

impl Reason {
    /// The verdict with its cause, as a sentence without the full stop.
    pub fn sentence(&self) -> String {
        if self.is_solution { self.verdict.clone() } else { format!("{}: {}", self.verdict, self.cause) }
    }
}

fn verdict(variant: Variant, is_solution: bool) -> String {
    let noun = variant.noun_with_article();
    if is_solution { noun.to_owned() } else { format!("not {noun}") }
}

fn cause(variant: Variant, lines: &[Line]) -> String {
    if matches!(variant, Variant::Ultra) {
        return "no two pairs need the same card".to_owned();
    }
    let failing: Vec<&str> = lines.iter().filter(|line| !line.passes).map(|line| line.about.as_str()).collect();
    rule_breakers(&failing)
}

/// The cause: the features that don't follow the rule.
fn rule_breakers(features: &[&str]) -> String {
    let verb = if features.len() == 1 { "breaks" } else { "break" };
    format!("{} {verb} the rule", listed(features, "and"))
}

fn feature_lines(cards: &[Card], passes: fn([u8; 3]) -> bool, text: fn(Feature, [u8; 3]) -> String) -> Vec<Line> {
    let sums = Matrix::sum(cards);
    let line = |feature: Feature| {
        let row = sums.row(feature);
        Line { about: feature.word().to_owned(), text: text(feature, row), passes: passes(row), needed: None }
    };
    Feature::ALL.into_iter().map(line).collect()
}

/// The values of three cards in one feature: "all red", "red, green and blue" or "two red, one blue".
fn set_text(feature: Feature, row: [u8; 3]) -> String {
    let with = |sum: u8| row.iter().position(|&other| other == sum).unwrap_or_default();
    match row {
        [1, 1, 1] => listed(feature.values(), "and"),
        _ if row.contains(&3) => counted("all", 3, feature, with(3)),
        _ => [counted("two", 2, feature, with(2)), counted("one", 1, feature, with(1))].join(", "),
    }
}

/// The number of cards with each value: "2 red, 1 green, 3 blue".
fn ghost_text(feature: Feature, row: [u8; 3]) -> String {
    let parts = row.iter().enumerate().map(|(value, &sum)| counted(&sum.to_string(), sum, feature, value));
    parts.collect::<Vec<_>>().join(", ")
}

/// This many cards with a value, the number once as a word: "two squiggles", "one has 3", "all red".
fn counted(count: &str, cards: u8, feature: Feature, value: usize) -> String {
    let (word, is_plural) = (feature.values()[value], cards != 1);
    match feature {
        Feature::Number => format!("{count} {} {word}", if is_plural { "have" } else { "has" }),
        Feature::Shape => format!("{count} {word}{}", if is_plural { "s" } else { "" }),
        Feature::Color | Feature::Texture => format!("{count} {word}"),
    }
}

fn ultra_lines(cards: [Card; 4], names: &[String]) -> Vec<Line> {
    let line = |[a, b, c, d]: [usize; 4]| {
        let (first, second) = (cards[a].third(cards[b]), cards[c].third(cards[d]));
        let need = |a: usize, b: usize, card: Card| pair_needs(&names[a], &names[b], &card.phrase());
        let passes = first == second;
        Line { about: need(a, b, first), text: need(c, d, second), passes, needed: passes.then_some(first) }
    };
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]].into_iter().map(line).collect()
}

/// The verdict after its sign.
pub fn signed_verdict(sign: &str, verdict: &str) -> String {
    format!("{sign}: {verdict}")
}

/// The card that completes two others: "1 and 2 need 2 outlined green ovals".
pub fn pair_needs(first: &str, second: &str, needed: &str) -> String {
    format!("{first} and {second} need {needed}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(variant: Variant, cards: &[&str]) -> (String, Vec<String>) {
        let cards: Vec<Card> = cards.iter().map(|name| name.parse().unwrap()).collect();
        let reason = explain(variant, &cards);
        assert_eq!(reason.is_solution, variant.is_solution(&cards));
        let mark = |passes| if passes { "ok" } else { "no" };
        let lines = reason.lines.iter().map(|line| format!("{} {}: {}", mark(line.passes), line.about, line.text)).collect();
        (reason.sentence(), lines)
    }

    fn check(variant: Variant, cards: &[&str], verdict: &str, lines: &[&str]) {
        assert_eq!(explained(variant, cards), (verdict.to_owned(), lines.iter().map(|&line| line.to_owned()).collect()));
    }

    #[test]
    fn three_cards_feature_by_feature() {
        check(
            Variant::Set,
            &["1 squiggle green outline", "3 squiggle green shaded", "2 squiggle red outline"],
            "not a SET: colour and texture break the rule",
            &["ok number: 1, 2 and 3", "ok shape: all squiggles", "no colour: two green, one red", "no texture: two outline, one shaded"],
        );
        check(
            Variant::Set,
            &["1drl", "2ogu", "3sbh"],
            "a SET",
            &[
                "ok number: 1, 2 and 3",
                "ok shape: diamond, oval and squiggle",
                "ok colour: red, green and blue",
                "ok texture: solid, outline and shaded",
            ],
        );
    }

    #[test]
    fn four_cards_pair_by_pair() {
        check(
            Variant::Ultra,
            &["1drl", "3sbh", "1drh", "3sbl"],
            "an UltraSET",
            &[
                "ok 1 and 2 need 2 outlined green ovals: 3 and 4 need 2 outlined green ovals",
                "no 1 and 3 need 1 outlined red diamond: 2 and 4 need 3 outlined blue squiggles",
                "no 1 and 4 need 2 solid green ovals: 2 and 3 need 2 shaded green ovals",
            ],
        );
        assert_eq!(explained(Variant::Ultra, &["1drl", "1dru", "1drh", "3sbl"]).0, "not an UltraSET: no two pairs need the same card");
    }

    #[test]
    fn six_cards_feature_by_feature() {
        check(
            Variant::Ghost,
            &["1drl", "1dru", "1drh", "3sbl", "3sbu", "3sbl"],
            "not a GhostSET: texture breaks the rule",
            &[
                "ok number: 3 have 1, 0 have 2, 3 have 3",
                "ok shape: 3 diamonds, 0 ovals, 3 squiggles",
                "ok colour: 3 red, 0 green, 3 blue",
                "no texture: 3 solid, 2 outline, 1 shaded",
            ],
        );
    }

    #[test]
    fn the_rule_of_six_lists_every_split() {
        let mut splits: Vec<[u8; 3]> = Vec::new();
        for (a, b) in (0..=6).flat_map(|a| (0..=6 - a).map(move |b| (a, b))) {
            let mut row = [a, b, 6 - a - b];
            row.sort_unstable_by(|a, b| b.cmp(a));
            let passes = row.iter().all(|count| count % 3 == row[0] % 3);
            if passes && !splits.contains(&row) {
                splits.push(row);
            }
        }
        splits.sort_unstable();
        assert_eq!(splits, [[2, 2, 2], [3, 3, 0], [4, 1, 1], [6, 0, 0]]);
    }

    #[test]
    fn the_reason_agrees_with_the_rule_for_all_triples() {
        let deck = Variant::Set.deck();
        let mut sets = 0;
        for (i, &a) in deck.iter().enumerate() {
            for (j, &b) in deck[..i].iter().enumerate() {
                for &c in &deck[..j] {
                    let row_by_row = Feature::ALL.into_iter().all(|feature| {
                        let [x, y, z] = [a, b, c].map(|card| card.value(feature));
                        (x == y) == (y == z) && (y == z) == (x == z)
                    });
                    assert_eq!(Variant::Set.is_solution(&[a, b, c]), row_by_row);
                    assert_eq!(Matrix::is_solution(Variant::Set, &[a, b, c]), row_by_row);
                    sets += u32::from(row_by_row);
                }
            }
        }
        assert_eq!(sets, 1080);
    }
}
