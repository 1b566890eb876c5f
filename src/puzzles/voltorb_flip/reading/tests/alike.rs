//! Digits of one picture, of which some look alike.

use super::super::{
    alike::{Alike, Digits, Hypothesis, Written},
    glyph::{CELL_HEIGHT, CELL_WIDTH, FEATURES, Glyph},
};

/// A glyph with ink in these rectangles, each given by its left, upper, right and lower edge, on paper with this much ink.
fn drawn(rectangles: &[[usize; 4]], paper: f32) -> Glyph {
    let mut features = [0.0; FEATURES];
    for row in 0..CELL_HEIGHT {
        for column in 0..CELL_WIDTH {
            let is_inside = |[left, top, right, bottom]: &[usize; 4]| (*left..*right).contains(&column) && (*top..*bottom).contains(&row);
            features[row * CELL_WIDTH + column] = if rectangles.iter().any(is_inside) { 1.0 } else { paper };
        }
    }
    Glyph { features, columns: (0, CELL_WIDTH), rows: (0, CELL_HEIGHT) }
}

/// A box, and one that is divided by a bar like an 8.
fn open_and_divided(paper: f32) -> [Glyph; 2] {
    let sides = [[0, 0, 12, 3], [0, 13, 12, 16], [0, 0, 3, 16], [9, 0, 12, 16]];
    [drawn(&sides, paper), drawn(&[&sides[..], &[[0, 7, 12, 10]]].concat(), paper)]
}

fn written<'a>(glyph: &'a Glyph, chances: &[(usize, f64)]) -> Written<'a> {
    let mut alone: Digits = [1e-6; 10];
    chances.iter().for_each(|&(digit, chance)| alone[digit] = chance);
    Written { glyph, is_on_tile: false, alone }
}

fn marginal(written: Vec<Written<'_>>) -> (Vec<Digits>, Vec<Hypothesis>) {
    let alike = Alike::of(written);
    let hypotheses = alike.hypotheses();
    assert!((hypotheses.iter().map(|hypothesis| hypothesis.chance).sum::<f64>() - 1.0).abs() < 1e-9);
    (alike.marginal(&hypotheses), hypotheses)
}

#[test]
fn glyphs_that_look_alike_share_their_doubts() {
    let ([open, divided], [noisy, _]) = (open_and_divided(0.0), open_and_divided(0.1));
    let alike = Alike::of(vec![
        written(&open, &[(0, 0.9), (8, 0.1)]),
        written(&divided, &[(8, 0.9), (0, 0.1)]),
        written(&noisy, &[(8, 0.6), (0, 0.4)]),
    ]);
    let mut members: Vec<Vec<usize>> = alike.groups.iter().map(|group| group.members.clone()).collect();
    members.iter_mut().for_each(|members| members.sort_unstable());
    members.sort();
    assert_eq!(members, [vec![0, 2], vec![1]]);
    // What is said of one of them counts for the other.
    let chances = alike.marginal(&alike.hypotheses());
    assert!(0.7 < chances[0][0] && 0.7 < chances[2][0], "{chances:?}");
}

#[test]
fn glyphs_that_look_different_show_different_digits() {
    let [open, divided] = open_and_divided(0.0);
    // The classifier takes both for a 0, the second with doubts.
    let sure = [(0, 0.98), (8, 0.02)];
    let doubtful = [(0, 0.8), (8, 0.2)];
    let all = |is_on_tile: bool| {
        let unsure = || Written { is_on_tile, ..written(&divided, &doubtful) };
        vec![written(&open, &sure), written(&open, &sure), unsure(), unsure()]
    };
    let (chances, hypotheses) = marginal(all(false));
    assert!(0.8 < chances[2][8] && 0.95 < chances[0][0], "{chances:?}");
    // It may be right after all, so this remains a hypothesis.
    assert!(1 < hypotheses.len() && 0.01 < chances[2][0]);
    // On tiles, digits may be drawn in another way than in clues.
    let (chances, _) = marginal(all(true));
    assert!(0.7 < chances[2][0], "{chances:?}");
}

#[test]
fn many_equal_glyphs_are_hardly_surer_than_one() {
    let [open, _] = open_and_divided(0.0);
    let chance_of = |count: usize| marginal((0..count).map(|_| written(&open, &[(0, 0.9), (8, 0.1)])).collect()).0[0][0];
    let (one, ten) = (chance_of(1), chance_of(10));
    assert!((one - 0.9).abs() < 1e-3 && one < ten && ten < 0.995, "{one} {ten}");
}

#[test]
fn a_picture_without_digits_has_one_hypothesis() {
    let (chances, hypotheses) = marginal(Vec::new());
    assert!(chances.is_empty() && hypotheses.len() == 1);
}
