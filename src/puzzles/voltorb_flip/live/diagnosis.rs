//! Explains why no board is consistent: which clue, total or flip is wrong, and what is expected.

use crate::{
    puzzle::{Flaw, Key},
    puzzles::voltorb_flip::{
        model::{
            prior::{LEVELS, Level, board_types},
            problem::{Problem, Spot},
            rules::{Clue, Clues, Line, SIDE, TILES, Value, column_of, row_of, tile_name, total},
        },
        search::counting::Counting,
        words::flaws as words,
    },
};

use super::corrections::{corrections, question};

/// Explains clues that no board has, with or without face-up tiles.
pub fn impossible_clues(problem: &Problem) -> Vec<Flaw<Spot>> {
    let clues = &problem.clues;
    let mut flaws: Vec<_> = Line::all().filter_map(|line| line_flaw(line, clues.line(line))).collect();
    flaws.extend(totals_flaw(problem, Part::Voltorbs));
    flaws.extend(totals_flaw(problem, Part::Points));
    name_single_wrong_clue(problem, &mut flaws);
    if flaws.is_empty() {
        flaws.extend(crossing_flaws(clues));
    }
    if flaws.is_empty() {
        flaws.extend(problem.level().and_then(|level| level_totals_flaw(level, total(&clues.rows))));
    }
    if flaws.is_empty() {
        flaws.push(Flaw {
            message: "each clue is possible on its own, but no board matches all ten".to_owned(),
            spots: Line::all().map(Spot::Sum).collect(),
            path: vec![Key::Field("rows")],
        });
    }
    flaws
}

/// Explains face-up tiles that no board with these clues has.
pub fn contradicting_flips(problem: &Problem) -> Vec<Flaw<Spot>> {
    let face_up: Vec<_> = (0..TILES).filter_map(|tile| Some((tile, problem.tiles[tile]?))).collect();
    let alone = flips_that_never_fit(problem, &face_up);
    if !alone.is_empty() {
        return alone;
    }
    let suspects = suspect_flips(problem, |others| Counting::new(others, None).is_some());
    let flaw_of = |(tile, value)| Spot::Tile(tile).flaw(words::contradicting_flip(value, tile_name(tile)));
    if !suspects.is_empty() {
        return suspects.into_iter().map(flaw_of).collect();
    }
    let message = "no board matches the clues and all face-up tiles; at least two of these tiles are wrong".to_owned();
    vec![Flaw { message, spots: face_up.iter().map(|&(tile, _)| Spot::Tile(tile)).collect(), path: vec![Key::Field("tiles")] }]
}

/// Explains why none of the levels in question can deal a position that has consistent boards.
pub fn never_dealt(problem: &Problem) -> Vec<Flaw<Spot>> {
    let is_dealt = |problem: &Problem| Counting::new(problem, problem.prior().as_ref()).is_some();
    let is_assumed = |level: &Level| problem.levels.is_some_and(|chances| 0.0 < chances[level.index()]);
    let assumed: Vec<_> = Level::all().filter(is_assumed).map(Level::number).collect();
    if is_dealt(&problem.fresh()) {
        let flips = suspect_flips(problem, is_dealt);
        let flaw_of = |(tile, value)| Spot::Tile(tile).flaw(words::flip_not_at_levels(&assumed, value, tile_name(tile)));
        if !flips.is_empty() {
            return flips.into_iter().map(flaw_of).collect();
        }
    }
    let totals_flaw = problem.level().and_then(|level| level_totals_flaw(level, total(&problem.clues.rows)));
    let mut flaw = totals_flaw.unwrap_or_else(|| {
        let is_fresh = problem.face_down().count() == TILES;
        Spot::Level.flaw(if is_fresh { words::clues_not_at_levels(&assumed) } else { words::position_not_at_levels(&assumed) })
    });
    if assumed.len() == LEVELS {
        flaw.message += words::CHECK_OR_COUNT_EQUALLY;
        return vec![flaw];
    }
    let deals_it = |level: &Level| is_dealt(&Problem { levels: Some(level.alone()), ..*problem });
    let others: Vec<_> = Level::all().filter(deals_it).map(Level::number).collect();
    flaw.message += &words::other_levels(&others);
    vec![flaw]
}

/// Returns each face-up tile that alone could be wrong: the position is right with this tile face down.
fn suspect_flips(problem: &Problem, is_right: impl Fn(&Problem) -> bool) -> Vec<(usize, Value)> {
    let fits_without = |tile: usize| {
        let mut others = *problem;
        others.tiles[tile] = None;
        is_right(&others)
    };
    let face_up = (0..TILES).filter_map(|tile| Some((tile, problem.tiles[tile]?)));
    face_up.filter(|&(tile, _)| fits_without(tile)).collect()
}

/// Returns flaws for the face-up tiles that no board with these clues has, even if all others are face down.
fn flips_that_never_fit(problem: &Problem, face_up: &[(usize, Value)]) -> Vec<Flaw<Spot>> {
    let Some(counting) = Counting::new(&problem.fresh(), None) else { return Vec::new() };
    let odds = counting.odds();
    let never = face_up.iter().filter(|&&(tile, value)| odds.tiles[tile][value as usize] == 0.0);
    never.map(|&(tile, value)| Spot::Tile(tile).flaw(never_fits(&problem.clues, tile, value))).collect()
}

fn never_fits(clues: &Clues, tile: usize, value: Value) -> String {
    let lines = [Line::Row(row_of(tile)), Line::Column(column_of(tile))];
    match lines.into_iter().find(|&line| !can_hold(clues.line(line), value)) {
        Some(line) => {
            let Clue { sum, voltorbs } = clues.line(line);
            words::line_without_value(line, sum, voltorbs, value)
        }
        None => words::board_without_value(value, tile_name(tile)),
    }
}

/// Explains a clue that no line can have.
fn line_flaw(line: Line, clue: Clue) -> Option<Flaw<Spot>> {
    let (least, most) = clue.range();
    let message = match clue.sum {
        sum if sum < least => words::too_few_points_with(line, clue, least, clue.voltorbs),
        sum if most < sum => words::too_many_points_with(line, clue, most, clue.voltorbs),
        _ => return None,
    };
    Some(Spot::Sum(line).flaw(message))
}

/// One of the two numbers of a clue.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Points,
    Voltorbs,
}

impl Part {
    const fn of(self, clue: Clue) -> u8 {
        match self {
            Self::Points => clue.sum,
            Self::Voltorbs => clue.voltorbs,
        }
    }

    const fn spot(self, line: Line) -> Spot {
        match self {
            Self::Points => Spot::Sum(line),
            Self::Voltorbs => Spot::Voltorbs(line),
        }
    }
}

/// Explains totals that differ between rows and columns. If the level allows only one of them, the other side is wrong and is marked.
/// Otherwise any clue may be wrong, and to mark all of them would say nothing.
fn totals_flaw(problem: &Problem, part: Part) -> Option<Flaw<Spot>> {
    let (rows, columns) = (part.of(total(&problem.clues.rows)), part.of(total(&problem.clues.columns)));
    if rows == columns {
        return None;
    }
    let mut message = match part {
        Part::Points => words::points_differ(rows, columns),
        Part::Voltorbs => words::voltorbs_differ(rows, columns),
    };
    let (mut lines, mut side): (Vec<_>, _) = (Vec::new(), "rows");
    if let Some(level) = problem.level() {
        let allowed = match part {
            Part::Voltorbs => voltorbs_at(level),
            Part::Points => points_at(level, total(&problem.clues.rows).voltorbs),
        };
        let wrong = match (allowed.contains(&rows), allowed.contains(&columns)) {
            (true, false) => "columns",
            (false, true) => "rows",
            _ => "",
        };
        if !wrong.is_empty() {
            message += &match part {
                Part::Points => words::level_points(level.number(), &allowed, wrong),
                Part::Voltorbs => words::level_voltorbs(level.number(), &allowed, wrong),
            };
            (lines, side) = (Line::all().filter(|line| matches!(line, Line::Row(_)) == (wrong == "rows")).collect(), wrong);
        }
    }
    Some(Flaw { message, spots: lines.into_iter().map(|line| part.spot(line)).collect(), path: vec![Key::Field(side)] })
}

/// If correcting a single clue is enough, the first flaw suggests the likeliest corrections and marks only their clues.
fn name_single_wrong_clue(problem: &Problem, flaws: &mut Vec<Flaw<Spot>>) {
    let corrections = corrections(problem);
    let (Some(first), Some(flaw)) = (corrections.named.first(), flaws.first_mut()) else { return };
    let part = if first.typed.sum == first.suggested.sum { Part::Voltorbs } else { Part::Points };
    // A line that is impossible on its own can only be corrected itself.
    let named = if let [Spot::Sum(line)] = flaw.spots[..] { Some(line) } else { None };
    flaw.message += &question(&corrections, named);
    flaw.path = part.spot(first.line).path();
    flaw.spots = corrections.named.iter().map(|correction| part.spot(correction.line)).collect();
    flaws.truncate(1);
}

/// Explains crossing lines that leave no possible value for their common tile.
fn crossing_flaws(clues: &Clues) -> Vec<Flaw<Spot>> {
    let crossing = |tile| (Line::Row(row_of(tile)), Line::Column(column_of(tile)));
    let is_impossible = |&tile: &usize| {
        let (row, column) = crossing(tile);
        !Value::ALL.into_iter().any(|value| can_hold(clues.line(row), value) && can_hold(clues.line(column), value))
    };
    let flaw_of = |tile| {
        let (row, column) = crossing(tile);
        Flaw {
            message: words::no_value_at_crossing(row, column),
            spots: vec![Spot::Sum(row), Spot::Sum(column)],
            path: Spot::Sum(row).path(),
        }
    };
    (0..TILES).filter(is_impossible).map(flaw_of).collect()
}

/// Returns whether a line with this clue can contain the value.
fn can_hold(clue: Clue, value: Value) -> bool {
    let remaining = (clue.sum.checked_sub(value.points()), clue.voltorbs.checked_sub(u8::from(value == Value::Voltorb)));
    let (Some(sum), Some(voltorbs)) = remaining else { return false };
    (SIDE as u8 - 1).checked_sub(voltorbs).is_some_and(|others| (others..=3 * others).contains(&sum))
}

/// Explains totals that the level never deals.
fn level_totals_flaw(level: Level, Clue { sum, voltorbs }: Clue) -> Option<Flaw<Spot>> {
    let (number, allowed) = (level.number(), voltorbs_at(level));
    if !allowed.contains(&voltorbs) {
        return Some(Spot::Level.flaw(words::voltorbs_not_at_level(number, &allowed, voltorbs)));
    }
    let allowed = points_at(level, voltorbs);
    (!allowed.contains(&sum)).then(|| Spot::Level.flaw(words::points_not_at_level(number, &allowed, voltorbs, sum)))
}

/// Returns the numbers of Voltorbs that the level deals, in ascending order.
fn voltorbs_at(level: Level) -> Vec<u8> {
    sorted(board_types(level).map(|board_type| board_type.composition.voltorbs).to_vec())
}

/// Returns the point totals that the level deals with this many Voltorbs, in ascending order.
fn points_at(level: Level, voltorbs: u8) -> Vec<u8> {
    let compositions = board_types(level).map(|board_type| board_type.composition);
    sorted(
        compositions.into_iter().filter(|composition| composition.voltorbs == voltorbs).map(|composition| composition.points()).collect(),
    )
}

fn sorted(mut numbers: Vec<u8>) -> Vec<u8> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
