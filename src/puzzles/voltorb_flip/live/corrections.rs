//! Finds the one clue that may be mistyped when rows and columns disagree: a clue for which another value leaves consistent boards.

use crate::{
    puzzles::voltorb_flip::{
        model::{
            problem::Problem,
            rules::{Clue, Clues, Line, SIDE, total},
        },
        search::counting::Counting,
        words::flaws as words,
    },
    text::listed,
};

/// With more corrections than this, none is reported.
const MAX_NAMED: usize = 3;

/// A replacement for one clue that makes the position possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The line of the clue.
    pub line: Line,
    /// The clue as typed.
    pub typed: Clue,
    /// The clue that would fit.
    pub suggested: Clue,
}

/// Returns the clues that may be the only wrong one: with the suggested clue instead, a possible level deals some matching board. Empty if
/// there is none, or if there are more than `MAX_NAMED`.
pub fn corrections(problem: &Problem) -> Vec<Correction> {
    let (rows, columns) = (total(&problem.clues.rows), total(&problem.clues.columns));
    if rows == columns {
        return Vec::new();
    }
    let corrected = |line: Line| {
        let typed = problem.clues.line(line);
        let (here, there) = if matches!(line, Line::Row(_)) { (rows, columns) } else { (columns, rows) };
        let sum = (typed.sum + there.sum).checked_sub(here.sum)?;
        let voltorbs = (typed.voltorbs + there.voltorbs).checked_sub(here.voltorbs)?;
        let suggested = Clue { sum, voltorbs };
        let is_clue = usize::from(voltorbs) <= SIDE && suggested.excess().is_some();
        (is_clue && is_dealt(problem, line, suggested)).then_some(Correction { line, typed, suggested })
    };
    let found: Vec<_> = Line::all().filter_map(corrected).collect();
    if found.len() <= MAX_NAMED { found } else { Vec::new() }
}

/// Returns whether some consistent board is dealt if the line has this clue.
fn is_dealt(problem: &Problem, line: Line, clue: Clue) -> bool {
    let mut clues = problem.clues;
    *of(&mut clues, line) = clue;
    let problem = Problem { clues, ..*problem };
    Counting::new(&problem, problem.prior().as_ref()).is_some()
}

fn of(clues: &mut Clues, line: Line) -> &mut Clue {
    match line {
        Line::Row(row) => &mut clues.rows[row],
        Line::Column(column) => &mut clues.columns[column],
    }
}

/// Asks about the corrections of clues: " (did you mean 6/2 for row 2 or 4/1 for column 3?)". `named` is the line that the message
/// already names.
pub fn question(corrections: &[Correction], named: Option<Line>) -> String {
    match corrections {
        [] => String::new(),
        [only] if named == Some(only.line) => words::did_you_mean(only.suggested),
        all => words::did_you_mean(listed(all.iter().map(|correction| words::correction(correction.suggested, correction.line)), "or")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzles::voltorb_flip::{
        live::{analysis, insight::Kind},
        model::{prior::Level, state::State},
        play::deal::Dealer,
    };

    /// Returns the clues of a real deal with one of them mistyped, and its correction.
    fn mistyped(seed: u64, level: u8, line: usize, sum: i8, voltorbs: i8) -> Option<(State, Correction)> {
        let clues = Clues::of(Dealer::new(seed).board(Level::new(level).unwrap()));
        let mut wrong = clues;
        let line = Line::all().nth(line).unwrap();
        let clue = of(&mut wrong, line);
        clue.sum = clue.sum.checked_add_signed(sum).filter(|&sum| sum <= 15)?;
        clue.voltorbs = clue.voltorbs.checked_add_signed(voltorbs).filter(|&voltorbs| voltorbs <= 5)?;
        let correction = Correction { line, typed: *clue, suggested: clues.line(line) };
        (correction.typed != correction.suggested && correction.typed != Clue::default())
            .then(|| (State { level: Some(level), ..State::of(&wrong) }, correction))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// For any one mistyped clue, the correction is found, unless there are too many; and there is always a flaw.
        #[test]
        fn the_mistyped_clue_is_found(seed: u64, level in 1..=8_u8, line in 0..10_usize, sum in -3..=3_i8, voltorbs in -2..=2_i8) {
            let Some((state, truth)) = mistyped(seed, level, line, sum, voltorbs) else { return Ok(()) };
            let problem = Problem::check(&state).unwrap();
            let found = corrections(&problem);
            prop_assert!(found.is_empty() || found.contains(&truth), "{found:?} without {truth:?}");
            let insight = analysis::odds(&problem);
            prop_assert_eq!(insight.kind, Kind::Impossible);
            let flaw = &insight.flaws[0];
            prop_assert!(!flaw.message.is_empty() && !flaw.spots.is_empty());
            for correction in &found {
                prop_assert!(insight.flaws.iter().any(|flaw| flaw.message.contains(&correction.suggested.to_string())), "{:?}", insight.flaws);
            }
        }
    }

    #[test]
    fn corrections_are_asked_about() {
        let clue = |sum, voltorbs| Clue { sum, voltorbs };
        let one = Correction { line: Line::Row(1), typed: clue(5, 2), suggested: clue(6, 2) };
        let other = Correction { line: Line::Column(2), typed: clue(5, 2), suggested: clue(5, 1) };
        let swapped = Correction { line: Line::Column(0), typed: clue(2, 5), suggested: clue(5, 2) };
        assert_eq!(question(&[one], None), " (did you mean 6/2 for row 2?)");
        assert_eq!(question(&[one], Some(Line::Row(1))), " (did you mean 6/2?)");
        assert_eq!(question(&[other, swapped], None), " (did you mean 5/1 for column 3 or 5/2 for column 1?)");
        assert_eq!(question(&[], None), "");
    }
}
