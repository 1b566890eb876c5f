//! Finds the one clue that may be mistyped when rows and columns disagree: a clue for which another value leaves consistent boards.

use crate::{
    model::{
        problem::Problem,
        rules::{Clue, Clues, Line, SIDE, total},
    },
    search::counting::Counting,
};
use base::text::listed;

/// At most this many corrections are named.
const MOST_NAMED: usize = 3;

/// Of more corrections, the likeliest are named, if one of them is right with at least this chance.
const LEAST_CHANCE: f64 = 0.5;

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

/// The corrections of one clue each that make a position possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// Those that are worth naming, the likeliest first.
    pub named: Vec<Correction>,
    /// How many others there are.
    pub others: usize,
}

/// Returns the corrections of the clue that may be the only wrong one: with the suggested clue instead, a possible level deals some
/// matching board.
///
/// Each is as likely as the deal of these boards is, by the theorem of Bayes: every clue is equally likely to be mistyped, and as any
/// other. Of more than `MOST_NAMED`, those are named that together are right with a chance of `LEAST_CHANCE`, or none if these are too
/// many.
pub fn corrections(problem: &Problem) -> Corrections {
    let mut all = weighted(problem);
    all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let weight: f64 = all.iter().map(|(_, weight)| weight).sum();
    let mut chances = all.iter().scan(0.0, |sum, (_, each)| {
        *sum += each / weight;
        Some(*sum)
    });
    let named = if all.len() <= MOST_NAMED {
        all.len()
    } else {
        chances.position(|sum| LEAST_CHANCE <= sum).map(|last| last + 1).filter(|&named| named <= MOST_NAMED).unwrap_or(0)
    };
    let others = all.len() - named;
    Corrections { named: all.into_iter().take(named).map(|(correction, _)| correction).collect(), others }
}

/// The corrections, each with the weight of the boards that it makes possible.
fn weighted(problem: &Problem) -> Vec<(Correction, f64)> {
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
        let weight = weight(problem, line, suggested).filter(|_| is_clue)?;
        Some((Correction { line, typed, suggested }, weight))
    };
    Line::all().filter_map(corrected).collect()
}

/// The weight of the boards that are consistent if the line has this clue; none if none is dealt.
fn weight(problem: &Problem, line: Line, clue: Clue) -> Option<f64> {
    let mut clues = problem.clues;
    *of(&mut clues, line) = clue;
    let problem = Problem { clues, ..*problem };
    Some(Counting::new(&problem, problem.prior().as_ref())?.odds().weight)
}

fn of(clues: &mut Clues, line: Line) -> &mut Clue {
    match line {
        Line::Row(row) => &mut clues.rows[row],
        Line::Column(column) => &mut clues.columns[column],
    }
}

/// Asks about the corrections of clues: " (did you mean 6/2 for row 2 or 4/1 for column 3?)". `line` is the one that the message already
/// names.
pub fn question(Corrections { named, others }: &Corrections, line: Option<Line>) -> String {
    let all = || listed(named.iter().map(|Correction { line, suggested, .. }| format!("{suggested} for {line}")), "or");
    match (&named[..], others) {
        ([], _) => String::new(),
        ([only], 0) if line == Some(only.line) => format!(" (did you mean {}?)", only.suggested),
        (_, 0) => format!(" (did you mean {}?)", all()),
        (_, 1) => format!(" (most likely {}, but 1 other clue could be wrong instead)", all()),
        (_, others) => format!(" (most likely {}, but {others} other clues could be wrong instead)", all()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
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
        (correction.typed != correction.suggested).then(|| (State { level: Some(level), ..State::of(&wrong) }, correction))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// For any one mistyped clue, the correction is found, unless there are too many; and there is always a flaw.
        #[test]
        fn the_mistyped_clue_is_found(seed: u64, level in 1..=8_u8, line in 0..10_usize, sum in -3..=3_i8, voltorbs in -2..=2_i8) {
            let Some((state, truth)) = mistyped(seed, level, line, sum, voltorbs) else { return Ok(()) };
            let problem = Problem::check(&state).unwrap();
            let found = corrections(&problem);
            let all: Vec<Correction> = weighted(&problem).into_iter().map(|(correction, _)| correction).collect();
            prop_assert!(all.contains(&truth), "{all:?} without {truth:?}");
            prop_assert!(found.named.len() + found.others == all.len() && found.named.len() <= MOST_NAMED, "{found:?}");
            let insight = analysis::odds(&problem);
            prop_assert_eq!(insight.kind, Kind::Impossible);
            let flaw = &insight.flaws[0];
            prop_assert!(!flaw.message.is_empty());
            // Of the clues that can be corrected, only the likeliest are marked.
            prop_assert!(flaw.spots.len() <= MOST_NAMED.max(SIDE), "{flaw:?}");
            for correction in &found.named {
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
        let question = |named: &[Correction], others, line| question(&Corrections { named: named.to_vec(), others }, line);
        assert_eq!(question(&[one], 0, None), " (did you mean 6/2 for row 2?)");
        assert_eq!(question(&[one], 0, Some(Line::Row(1))), " (did you mean 6/2?)");
        assert_eq!(question(&[other, swapped], 0, None), " (did you mean 5/1 for column 3 or 5/2 for column 1?)");
        assert_eq!(
            question(&[one, other], 7, None),
            " (most likely 6/2 for row 2 or 5/1 for column 3, but 7 other clues could be wrong instead)"
        );
        assert_eq!(question(&[], 9, None), "");
    }
}
