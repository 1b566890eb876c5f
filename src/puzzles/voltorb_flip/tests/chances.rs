//! Chances in JSON are from 0 to 1, and those that add up to 1 do.

use proptest::prelude::*;
use serde_json::Value as Json;

use super::{analyzed, dealt, levels::known_or_not};
use crate::{
    VoltorbFlip,
    live::{analysis, insight::Insight},
    model::{objective::Objective, problem::Problem, solution::Summary},
    search::by_counting,
};
use base::{puzzle::Puzzle, search::Found};

/// Whether all numbers in this JSON are chances. `null` stands for one that isn't known.
fn are_chances(json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::Array(all) => all.iter().all(are_chances),
        number => number.as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)),
    }
}

fn adds_up(chances: &Json) -> bool {
    let sum: f64 = chances.as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
    (sum - 1.0).abs() <= 1e-12
}

/// Returns what is wrong with the chances of an insight.
fn wrong_chances(insight: &Insight) -> Vec<String> {
    let json = serde_json::to_value(insight).unwrap();
    let mut fields = vec!["levels", "tiles", "clear", "bounds"];
    if insight.objective != Objective::Coins {
        fields.extend(["worth", "worth_bounds", "stop", "continuing", "values"]);
    }
    let mut wrong: Vec<_> =
        fields.into_iter().filter(|&field| !are_chances(&json[field])).map(|field| format!("{field}: {}", json[field])).collect();
    let tiles = json["tiles"].as_array().into_iter().flatten().flat_map(|row| row.as_array().unwrap());
    let sums = tiles.chain(Some(&json["levels"]).filter(|levels| !levels.is_null()));
    wrong.extend(sums.filter(|chances| !adds_up(chances)).map(|chances| format!("{chances} don't add up to 1")));
    wrong
}

#[test]
fn the_odds_of_deals_are_chances() {
    for seed in 0..160 {
        let odds = analysis::odds(&VoltorbFlip::check(&VoltorbFlip::deal(seed)).unwrap());
        assert_eq!(wrong_chances(&odds), [""; 0], "seed {seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// All that the analysis reports of a deal with some tiles face up, and what a list of its boards says.
    #[test]
    fn all_chances_are_from_0_to_1(
        seed: u64,
        level in 1..=8_u8,
        face_up in 0..=18_u32,
        knowledge in known_or_not(),
        objective in prop::sample::select(&Objective::ALL[..]),
    ) {
        let mut problem = Problem { objective, ..dealt(seed, level, face_up, None) };
        problem.levels = knowledge.apply(problem.levels);
        let odds = analysis::odds(&problem);
        prop_assert_eq!(wrong_chances(&odds), Vec::<String>::new());
        if 2_000 < odds.boards {
            return Ok(());
        }
        for insight in analyzed(&problem) {
            prop_assert_eq!(wrong_chances(&insight), Vec::<String>::new());
        }
        let mut found = Found::default();
        prop_assert!(by_counting::search(&problem, &mut found).is_continue());
        let mut summary = Summary::default();
        found.items.iter().for_each(|solution| summary.add(solution));
        let json = serde_json::to_value(summary).unwrap();
        prop_assert!(are_chances(&json["listed"]) && are_chances(&json["heaviest"]), "{}", json);
        prop_assert!(found.items.iter().all(|solution| (0.0..=1.0).contains(&solution.chance)));
        prop_assert!(odds.tiles.is_none() || (summary.listed - 1.0).abs() <= 1e-12, "{}", json);
    }
}
