//! Why cards are or aren't what is looked for, in words, feature by feature or pair by pair.

use super::{
    card::{Card, Feature},
    matrix::Matrix,
    state::Variant,
};
use crate::text::listed;

/// What there is to say about some cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Whether they are what is looked for.
    pub holds: bool,
    /// The whole, in a few words: "not a SET".
    pub verdict: String,
    /// What spoils it, in a few words more; empty if they are.
    pub cause: String,
    /// The parts.
    pub lines: Vec<Line>,
}

/// What there is to say about one feature, or about one way to pair four cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about, as a feature; or what one pair needs.
    pub about: String,
    /// What is so; or what the other pair needs.
    pub text: String,
    /// Whether that is as it must be.
    pub good: bool,
    /// The card that both pairs need.
    pub needed: Option<Card>,
}

/// What must be so, in a sentence without the full stop.
pub const fn rule(variant: Variant) -> &'static str {
    match variant {
        Variant::Set | Variant::Junior => "in each feature the three must be all alike or all different",
        Variant::Ultra => "two of the four must need the same third card as the other two",
        // Six cards sum to a multiple of 3 exactly if the counts of the three values leave the same remainder.
        Variant::Ghost => "each feature must come out as 2 + 2 + 2, 3 + 3, 4 + 1 + 1 or 6 alike",
    }
}

/// Says why the cards, [`Variant::size`] of them, are or aren't what is looked for; they are called by their place, from 1.
pub fn explain(variant: Variant, cards: &[Card]) -> Reason {
    let places: Vec<String> = (1..=cards.len()).map(|place| place.to_string()).collect();
    explain_named(variant, cards, &places)
}

/// The same with names for the cards.
pub fn explain_named(variant: Variant, cards: &[Card], names: &[String]) -> Reason {
    debug_assert_eq!((cards.len(), names.len()), (variant.size(), variant.size()));
    let lines = match (variant, cards) {
        (Variant::Ultra, &[a, b, c, d]) => ultra_lines([a, b, c, d], names),
        (Variant::Ultra, _) => Vec::new(),
        (Variant::Set | Variant::Junior, _) => feature_lines(cards, |row| !row.contains(&2), set_text),
        (Variant::Ghost, _) => feature_lines(cards, |row| row.iter().all(|sum| sum % 3 == row[0] % 3), ghost_text),
    };
    let holds = match variant {
        Variant::Ultra => lines.iter().any(|line| line.good),
        Variant::Set | Variant::Ghost | Variant::Junior => lines.iter().all(|line| line.good),
    };
    let cause = if holds { String::new() } else { cause(variant, &lines) };
    Reason { holds, verdict: verdict(variant, holds), cause, lines }
}

impl Reason {
    /// All of it as a sentence without the full stop.
    pub fn sentence(&self) -> String {
        if self.holds { self.verdict.clone() } else { format!("{}: {}", self.verdict, self.cause) }
    }
}

fn verdict(variant: Variant, holds: bool) -> String {
    if holds { variant.one().to_owned() } else { format!("not {}", variant.one()) }
}

fn cause(variant: Variant, lines: &[Line]) -> String {
    if matches!(variant, Variant::Ultra) {
        return "no two pairs need the same card".to_owned();
    }
    let spoilt: Vec<&str> = lines.iter().filter(|line| !line.good).map(|line| line.about.as_str()).collect();
    let verb = if spoilt.len() == 1 { "spoils" } else { "spoil" };
    format!("{} {verb} it", listed(&spoilt, "and"))
}

fn feature_lines(cards: &[Card], good: fn([u8; 3]) -> bool, text: fn(Feature, [u8; 3]) -> String) -> Vec<Line> {
    let sums = Matrix::sum(cards);
    let line = |feature: Feature| {
        let row = sums.row(feature);
        Line { about: feature.word().to_owned(), text: text(feature, row), good: good(row), needed: None }
    };
    Feature::ALL.into_iter().map(line).collect()
}

/// What three cards have in one feature: "all red", "red, green and blue" or "two red, one blue".
fn set_text(feature: Feature, row: [u8; 3]) -> String {
    let with = |sum: u8| row.iter().position(|&other| other == sum).unwrap_or_default();
    match row {
        [1, 1, 1] => listed(feature.values(), "and"),
        _ if row.contains(&3) => counted("all", feature, with(3), Many::Yes),
        _ => format!("{}, {}", counted("two", feature, with(2), Many::Yes), counted("one", feature, with(1), Many::No)),
    }
}

/// How many of six cards have which value: "2 red, 1 green, 3 blue".
fn ghost_text(feature: Feature, row: [u8; 3]) -> String {
    let parts = row.iter().enumerate().map(|(value, &sum)| {
        let many = if sum == 1 { Many::No } else { Many::Yes };
        counted(&sum.to_string(), feature, value, many)
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[derive(Clone, Copy)]
enum Many {
    No,
    Yes,
}

/// So many cards with a value: "two squiggles", "one with 3", "all red".
fn counted(count: &str, feature: Feature, value: usize, many: Many) -> String {
    let word = feature.values()[value];
    match (feature, many) {
        (Feature::Number, _) => format!("{count} with {word}"),
        (Feature::Shape, Many::Yes) => format!("{count} {word}s"),
        (Feature::Shape, Many::No) | (Feature::Color | Feature::Texture, _) => format!("{count} {word}"),
    }
}

fn ultra_lines(cards: [Card; 4], names: &[String]) -> Vec<Line> {
    let line = |[a, b, c, d]: [usize; 4]| {
        let (first, second) = (cards[a].third(cards[b]), cards[c].third(cards[d]));
        let need = |a: usize, b: usize, card: Card| format!("{} and {} need {card}", names[a], names[b]);
        let good = first == second;
        Line { about: need(a, b, first), text: need(c, d, second), good, needed: good.then_some(first) }
    };
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]].into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(variant: Variant, cards: &[&str]) -> (String, Vec<String>) {
        let cards: Vec<Card> = cards.iter().map(|name| name.parse().unwrap()).collect();
        let reason = explain(variant, &cards);
        assert_eq!(reason.holds, variant.holds(&cards));
        let mark = |good| if good { "ok" } else { "no" };
        let lines = reason.lines.iter().map(|line| format!("{} {}: {}", mark(line.good), line.about, line.text)).collect();
        (reason.sentence(), lines)
    }

    fn check(variant: Variant, cards: &[&str], verdict: &str, lines: &[&str]) {
        assert_eq!(said(variant, cards), (verdict.to_owned(), lines.iter().map(|&line| line.to_owned()).collect()));
    }

    #[test]
    fn three_cards_feature_by_feature() {
        check(
            Variant::Set,
            &["1 squiggle green outline", "3 squiggle green shaded", "2 squiggle red outline"],
            "not a SET: colour and texture spoil it",
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
                "ok 1 and 2 need 2 oval green outline: 3 and 4 need 2 oval green outline",
                "no 1 and 3 need 1 diamond red outline: 2 and 4 need 3 squiggle blue outline",
                "no 1 and 4 need 2 oval green solid: 2 and 3 need 2 oval green shaded",
            ],
        );
        assert_eq!(said(Variant::Ultra, &["1drl", "1dru", "1drh", "3sbl"]).0, "not an UltraSET: no two pairs need the same card");
    }

    #[test]
    fn six_cards_feature_by_feature() {
        check(
            Variant::Ghost,
            &["1drl", "1dru", "1drh", "3sbl", "3sbu", "3sbl"],
            "not a GhostSET: texture spoils it",
            &[
                "ok number: 3 with 1, 0 with 2, 3 with 3",
                "ok shape: 3 diamonds, 0 ovals, 3 squiggles",
                "ok colour: 3 red, 0 green, 3 blue",
                "no texture: 3 solid, 2 outline, 1 shaded",
            ],
        );
    }

    #[test]
    fn the_rule_of_six_names_all_ways_they_come_out() {
        let mut ways: Vec<[u8; 3]> = Vec::new();
        for (a, b) in (0..=6).flat_map(|a| (0..=6 - a).map(move |b| (a, b))) {
            let mut row = [a, b, 6 - a - b];
            row.sort_unstable_by(|a, b| b.cmp(a));
            let good = row.iter().all(|count| count % 3 == row[0] % 3);
            if good && !ways.contains(&row) {
                ways.push(row);
            }
        }
        ways.sort_unstable();
        assert_eq!(ways, [[2, 2, 2], [3, 3, 0], [4, 1, 1], [6, 0, 0]]);
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
                    assert_eq!(Variant::Set.holds(&[a, b, c]), row_by_row);
                    assert_eq!(Matrix::hold(Variant::Set, &[a, b, c]), row_by_row);
                    sets += u32::from(row_by_row);
                }
            }
        }
        assert_eq!(sets, 1080);
    }
}
