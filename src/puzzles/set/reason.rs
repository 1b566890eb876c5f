//! Why cards are or aren't what is looked for, in words, feature by feature or pair by pair.

use super::{
    card::{Card, Feature},
    matrix::Matrix,
    state::Variant,
};

/// What there is to say about some cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Whether they are what is looked for.
    pub holds: bool,
    /// The whole, in a few words.
    pub verdict: String,
    /// The parts.
    pub lines: Vec<Line>,
}

/// What there is to say about one feature, or about one way to pair four cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub about: String,
    /// What is so.
    pub text: String,
    /// Whether that is as it must be.
    pub good: bool,
}

/// Says why the cards, [`Variant::size`] of them, are or aren't what is looked for.
pub fn explain(variant: Variant, cards: &[Card]) -> Reason {
    debug_assert_eq!(cards.len(), variant.size());
    let lines = match (variant, cards) {
        (Variant::Ultra, &[a, b, c, d]) => ultra_lines([a, b, c, d]),
        (Variant::Ultra, _) => Vec::new(),
        (Variant::Set | Variant::Junior, _) => feature_lines(cards, |row| !row.contains(&2), set_text),
        (Variant::Ghost, _) => feature_lines(cards, |row| row.iter().all(|sum| sum % 3 == row[0] % 3), ghost_text),
    };
    let holds = match variant {
        Variant::Ultra => lines.iter().any(|line| line.good),
        Variant::Set | Variant::Ghost | Variant::Junior => lines.iter().all(|line| line.good),
    };
    Reason { holds, verdict: verdict(variant, holds, &lines), lines }
}

fn verdict(variant: Variant, holds: bool, lines: &[Line]) -> String {
    let noun = variant.noun();
    let article = if matches!(variant, Variant::Ultra) { "an" } else { "a" };
    if holds {
        return format!("{article} {noun}");
    }
    let spoilt: Vec<&str> = lines.iter().filter(|line| !line.good).map(|line| line.about.as_str()).collect();
    match variant {
        Variant::Ultra => format!("not {article} {noun}: no two pairs need the same card"),
        Variant::Set | Variant::Ghost | Variant::Junior => {
            format!("not {article} {noun}: {} {} it", joined(&spoilt), if spoilt.len() == 1 { "spoils" } else { "spoil" })
        }
    }
}

fn feature_lines(cards: &[Card], good: fn([u8; 3]) -> bool, text: fn(Feature, [u8; 3]) -> String) -> Vec<Line> {
    let sums = Matrix::sum(cards);
    let line = |feature: Feature| {
        let row = sums.row(feature);
        Line { about: feature.word().to_owned(), text: text(feature, row), good: good(row) }
    };
    Feature::ALL.into_iter().map(line).collect()
}

/// What three cards have in one feature: "all red", "red, green and blue" or "two are red, one is blue".
fn set_text(feature: Feature, row: [u8; 3]) -> String {
    let words = feature.values();
    let word = |sum: u8| row.iter().position(|&other| other == sum).map_or("", |value| words[value]);
    match row {
        [1, 1, 1] => joined(words),
        _ if row.contains(&3) => format!("all {}", word(3)),
        _ => format!("two are {}, one is {}", word(2), word(1)),
    }
}

/// How many of six cards have which value: "2 red, 1 green, 3 blue".
fn ghost_text(feature: Feature, row: [u8; 3]) -> String {
    let parts: Vec<String> = row
        .iter()
        .zip(feature.values())
        .map(|(sum, word)| match feature {
            Feature::Number => format!("{sum} with {word}"),
            Feature::Shape | Feature::Color | Feature::Texture => format!("{sum} {word}"),
        })
        .collect();
    parts.join(", ")
}

fn ultra_lines(cards: [Card; 4]) -> Vec<Line> {
    let line = |[a, b, c, d]: [usize; 4]| {
        let (first, second) = (cards[a].third(cards[b]), cards[c].third(cards[d]));
        let about = format!("{} and {}, {} and {}", a + 1, b + 1, c + 1, d + 1);
        let text = if first == second { format!("both need {first}") } else { format!("need {first} and {second}") };
        Line { about, text, good: first == second }
    };
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]].into_iter().map(line).collect()
}

/// "a", "a and b", "a, b and c".
fn joined(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
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
        (reason.verdict, lines)
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
            &[
                "ok number: 1, 2 and 3",
                "ok shape: all squiggle",
                "no colour: two are green, one is red",
                "no texture: two are outline, one is shaded",
            ],
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
                "ok 1 and 2, 3 and 4: both need 2 oval green outline",
                "no 1 and 3, 2 and 4: need 1 diamond red outline and 3 squiggle blue outline",
                "no 1 and 4, 2 and 3: need 2 oval green solid and 2 oval green shaded",
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
                "ok shape: 3 diamond, 0 oval, 3 squiggle",
                "ok colour: 3 red, 0 green, 3 blue",
                "no texture: 3 solid, 2 outline, 1 shaded",
            ],
        );
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
