//! Finds the likeliest board for what is seen, and how certain each part of it is.

use super::{
    Mark, Read, Reading,
    agreement::{self, Chances, SUMS, VOLTORBS, clue_at},
    alike::{Alike, Digits, Hypothesis, Written},
    expectations, foreign,
    sight::{Sight, line_at},
    spelling::{self, Spelled, Spelling},
    tiles::{COVERED, FACES},
};
use crate::{
    model::{
        prior::LEVELS,
        problem::Problem,
        rules::{Clue, Clues, Line, SIDE, TILES, Value, column_of, row_of},
    },
    search::counting::Counting,
};

/// The chances of the values of a tile.
type Values = [f64; FACES - 1];

/// A value of a clue that is this much less likely than the likeliest isn't considered.
const LEAST: f64 = 1e-9;

/// Weighs everything that is seen.
pub fn weigh(sight: &Sight) -> Reading {
    let mut written = Vec::new();
    let spelled = spelling::spelled(&sight.clues, &mut written);
    let shown: [Option<usize>; TILES] = std::array::from_fn(|tile| {
        written.push(Written::on_tile(sight.tiles[tile].digit()?));
        Some(written.len() - 1)
    });
    let alike = Alike::of(written);
    let hypotheses = alike.hypotheses();
    let usual = alike.marginal(&hypotheses);
    let faces = faces(sight, &shown, &usual);
    let values = faces.each_ref().map(expectations::tile);
    let possible: [Chances; 2 * SIDE] = std::array::from_fn(|place| expectations::line(&tiles_of(line_at(place), &values)));
    let weights = expectations::weights_of_totals(&possible[..SIDE]);
    let alone: Vec<Digits> = alike.written.iter().map(|written| written.alone).collect();
    let seen = spelled.each_ref().map(|spelled| clue_at(likeliest(&spelled.chances(&alone))));
    let allowed = |hypothesis: &Hypothesis| {
        let chances = alike.chances(hypothesis);
        let mut clues = spelled.each_ref().map(|spelled| spelled.chances(&chances));
        for (clue, possible) in clues.iter_mut().zip(&possible) {
            clue.iter_mut().zip(possible).for_each(|(chance, possible)| *chance *= possible);
            let least = LEAST * clue.iter().copied().fold(0.0, f64::max);
            clue.iter_mut().filter(|chance| **chance < least).for_each(|chance| *chance = 0.0);
        }
        clues
    };
    let likely = hypotheses.iter().filter(|hypothesis| LEAST_HYPOTHESIS * hypotheses[0].chance < hypothesis.chance);
    let mut weighed: Vec<(f64, [Chances; 2 * SIDE])> = likely
        .map(|hypothesis| {
            let clues = allowed(hypothesis);
            (hypothesis.chance * agreement::evidence(&clues, &weights), clues)
        })
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let all: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    weighed.retain(|(weight, _)| LEAST_HYPOTHESIS * all < *weight);
    let kept: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    let agreed: Vec<_> =
        weighed.iter().filter_map(|(weight, clues)| Some((weight / kept, clues, agreement::agree(clues, &weights)?))).collect();
    let best = agreed.iter().max_by(|a, b| (a.0 * a.2.together).total_cmp(&(b.0 * b.2.together))).map(|(.., agreed)| agreed.best);
    let mut shares = [[0.0; SUMS * VOLTORBS]; 2 * SIDE];
    let mut together = 0.0;
    for (weight, clues, agreed) in &agreed {
        for (sum, clue) in shares.iter_mut().zip(&agreed.clues) {
            sum.iter_mut().zip(clue).for_each(|(sum, share)| *sum += weight * share);
        }
        together += best.map_or(0.0, |best| weight * agreement::chance_of(&best, clues, &weights) / agreed.all);
    }
    let tiles = tiles(sight, &faces, &values, &shares, &possible);
    let clues = std::array::from_fn(|place| {
        let index = best.map_or(0, |best| best[place]);
        let (value, confidence) = if best.is_some() { (clue_at(index), shares[place][index]) } else { (seen[place], 0.0) };
        Read { value, seen: seen[place], confidence: confidence.min(1.0) as f32, mark: None, area: sight.clue_areas[place] }
    });
    let mut reading = marked(Reading { clues, tiles, together: together.min(1.0) as f32, has_other_board: sight.has_other_board });
    mark_suspects(&mut reading, &alike, &spelled, &shown);
    mark_missing(&mut reading, &spelled, sight);
    if reading.is_certain() && !is_dealt(&reading) {
        mark_all(&mut reading, Mark::NeverDealt);
    }
    reading
}

/// Marks what may be no digit.
fn mark_suspects(reading: &mut Reading, alike: &Alike<'_>, spelled: &[Spelled; 2 * SIDE], shown: &[Option<usize>; TILES]) {
    let mut digits = vec![None; alike.written.len()];
    for (spelled, clue) in spelled.iter().zip(&reading.clues) {
        spelled.digits_of(clue.value).for_each(|(place, digit)| digits[place] = Some(digit));
    }
    for (shown, tile) in shown.iter().zip(&reading.tiles) {
        if let (Some(place), Some(value)) = (*shown, tile.value) {
            digits[place] = Some(usize::from(value.points()));
        }
    }
    let tens: Vec<usize> = spelled.iter().filter_map(Spelled::tens).collect();
    let numbers: Vec<usize> = spelled.iter().filter_map(|spelled| spelled.voltorbs).collect();
    let are_suspect = foreign::suspects(alike, &digits, &tens, &numbers);
    for (spelled, clue) in spelled.iter().zip(&mut reading.clues) {
        if spelled.digits_of(clue.value).any(|(place, _)| are_suspect[place]) {
            clue.mark = Some(Mark::NoDigit);
        }
    }
    for (shown, tile) in shown.iter().zip(&mut reading.tiles) {
        if shown.is_some_and(|place| are_suspect[place]) {
            tile.mark = Some(Mark::NoDigit);
        }
    }
}

/// Marks clues and open tiles where something isn't written. Some remakes write one digit for sums below 10.
fn mark_missing(reading: &mut Reading, spelled: &[Spelled; 2 * SIDE], sight: &Sight) {
    let has_zero = |(spelled, clue): (&Spelled, &Read<Clue>)| matches!(spelled.sum, Spelling::Two(_)) && clue.value.sum < 10;
    let writes_two_digits = spelled.iter().zip(&reading.clues).any(has_zero);
    for (spelled, clue) in spelled.iter().zip(&mut reading.clues) {
        let is_missing = match spelled.sum {
            Spelling::Nothing => true,
            Spelling::One(_) => writes_two_digits || 10 <= clue.value.sum,
            Spelling::Two(_) => false,
        };
        if is_missing || spelled.voltorbs.is_none() {
            clue.mark = Some(Mark::Missing);
        }
    }
    for (look, tile) in sight.tiles.iter().zip(&mut reading.tiles) {
        if tile.value.is_some() && look.drawing.is_none() {
            tile.mark = Some(Mark::Missing);
        }
    }
}

/// Returns whether any level deals a board with these clues and tiles.
pub fn is_dealt(reading: &Reading) -> bool {
    let state = reading.state();
    let clues = reading.clues.map(|clue| clue.value);
    let [rows, columns] = [0, SIDE].map(|first| std::array::from_fn(|place| clues[first + place]));
    let levels = Some([1.0 / LEVELS as f64; LEVELS]);
    let problem = Problem { levels, clues: Clues { rows, columns }, tiles: state.tiles.0, objective: state.objective };
    Counting::new(&problem, problem.prior().as_ref()).is_some()
}

/// Hypotheses with less than this share of the chance aren't considered.
const LEAST_HYPOTHESIS: f64 = 1e-3;

/// The share of what looks like other digits that any digit of a tile may have.
const UNCLEAR: f64 = 0.02;

/// Returns the chances of the faces of all tiles. `shown` has the places of their digits in a list.
fn faces(sight: &Sight, shown: &[Option<usize>; TILES], chances: &[Digits]) -> [[f64; FACES]; TILES] {
    std::array::from_fn(|tile| {
        let look = &sight.tiles[tile];
        let alone = || look.drawing.as_ref().map(|drawing| Written::on_tile(&drawing.glyph).alone);
        let digits = shown[tile].map(|place| chances[place]).or_else(alone).unwrap_or([0.1; 10]);
        // The more it looks like a digit that no tile shows, the less it says.
        let unclear = UNCLEAR * (1.0 - digits[1..=3].iter().sum::<f64>()) / 3.0;
        let all = digits[1..=3].iter().sum::<f64>() + 3.0 * unclear;
        look.faces([1, 2, 3].map(|digit| (digits[digit] + unclear) / all))
    })
}

/// Reads the tiles, with what their lines say of them.
fn tiles(
    sight: &Sight,
    faces: &[[f64; FACES]; TILES],
    values: &[Values; TILES],
    shares: &[Chances; 2 * SIDE],
    possible: &[Chances; 2 * SIDE],
) -> [Read<Option<Value>>; TILES] {
    // What is read of a line's clue and of the other lines, without what its tiles say.
    let clues: [Chances; 2 * SIDE] = std::array::from_fn(|line| {
        std::array::from_fn(|index| if possible[line][index] == 0.0 { 0.0 } else { shares[line][index] / possible[line][index] })
    });
    let is_known = shares.iter().all(|shares| shares.iter().any(|&share| 0.0 < share));
    std::array::from_fn(|tile| {
        let agreeing = |line: Line, clue: &Chances| {
            let others: Vec<Values> = (0..SIDE).filter(|&other| line.tile(other) != tile).map(|other| values[line.tile(other)]).collect();
            expectations::agreeing(&others, clue)
        };
        let (row, column) = (row_of(tile), column_of(tile));
        let by_lines: Values = if is_known {
            let [by_row, by_column] = [agreeing(Line::Row(row), &clues[row]), agreeing(Line::Column(column), &clues[SIDE + column])];
            std::array::from_fn(|value| by_row[value] * by_column[value])
        } else {
            [1.0; FACES - 1]
        };
        let mut chances = [0.0; FACES];
        for value in 0..FACES - 1 {
            let [covered, open] = expectations::parts(&faces[tile], value);
            chances[COVERED] += covered * by_lines[value];
            chances[value + 1] = open * by_lines[value];
        }
        let all: f64 = chances.iter().sum();
        let chances = if all.is_normal() { chances.map(|chance| chance / all) } else { faces[tile] };
        let most = |chances: &[f64; FACES]| (0..FACES).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(COVERED);
        let value = |face: usize| face.checked_sub(1).map(|points| Value::ALL[points]);
        let best = most(&chances);
        Read {
            value: value(best),
            seen: value(most(&faces[tile])),
            confidence: chances[best] as f32,
            mark: None,
            area: sight.tile_areas[tile],
        }
    })
}

/// A board is certain if the chance that anything of it is wrong is at most this.
const WHOLE: f32 = 0.08;

/// Of a board that isn't certain, the most doubtful parts are marked, until the chance that anything else is wrong is at most this.
const REST: f32 = 0.005;

/// If the chance that something is wrong may be above this, what agrees with it is as doubtful, so everything is marked.
const UNRELIABLE: f32 = 0.2;

/// A clue or a tile that doesn't look like its value is marked unless it is at least this certain. What the others say of it is only as
/// right as what is expected of boards.
const CORRECTED: f32 = 0.98;

/// Marks what someone should look at.
pub fn marked(mut reading: Reading) -> Reading {
    mark_corrected(&mut reading, CORRECTED);
    mark_uncertain(&mut reading);
    // What corrected the others may be wrong.
    if reading.clues.iter().any(Read::is_doubtful) {
        mark_corrected(&mut reading, f32::INFINITY);
    }
    reading
}

/// Marks all clues and all open tiles.
fn mark_all(reading: &mut Reading, mark: Mark) {
    reading.clues.iter_mut().for_each(|clue| clue.mark = Some(mark));
    reading.tiles.iter_mut().filter(|tile| tile.value.is_some()).for_each(|tile| tile.mark = Some(mark));
}

/// Marks what was corrected and is less certain than this.
fn mark_corrected(reading: &mut Reading, least: f32) {
    fn mark<T: PartialEq>(parts: &mut [Read<T>], least: f32) {
        parts.iter_mut().filter(|part| part.is_corrected() && part.confidence < least).for_each(|part| part.mark = Some(Mark::Unclear));
    }
    mark(&mut reading.clues, least);
    mark(&mut reading.tiles, least);
}

/// Marks the least certain parts of a board that isn't certain.
fn mark_uncertain(reading: &mut Reading) {
    let parts = reading.clues.iter().map(|clue| clue.confidence).chain(reading.tiles.iter().map(|tile| tile.confidence));
    let mut doubts: Vec<f32> = parts.map(|confidence| 1.0 - confidence).collect();
    // The chance that something is wrong is at most the sum of these chances.
    let doubt: f32 = doubts.iter().sum();
    if doubt <= WHOLE {
        return;
    }
    if UNRELIABLE < doubt {
        mark_all(reading, Mark::Unclear);
    }
    doubts.sort_by(f32::total_cmp);
    let mut sum = 0.0;
    let least = doubts.into_iter().find(|doubt| {
        sum += doubt;
        REST < sum
    });
    let is_unclear = |confidence: f32| least.is_some_and(|least| least <= 1.0 - confidence);
    reading.clues.iter_mut().filter(|clue| is_unclear(clue.confidence)).for_each(|clue| clue.mark = Some(Mark::Unclear));
    reading.tiles.iter_mut().filter(|tile| is_unclear(tile.confidence)).for_each(|tile| tile.mark = Some(Mark::Unclear));
}

fn tiles_of(line: Line, values: &[Values; TILES]) -> [Values; SIDE] {
    std::array::from_fn(|place| values[line.tile(place)])
}

fn likeliest(chances: &Chances) -> usize {
    (0..SUMS * VOLTORBS).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0)
}
