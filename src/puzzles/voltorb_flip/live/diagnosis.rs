//! Explains why no board is consistent: which clue, total or flip is wrong, and what is expected.

use crate::{
    model::{
        prior::{LEVELS, Level, board_types},
        problem::{Problem, Spot},
        rules::{Clue, Clues, Line, SIDE, TILES, Value, column_of, row_of, tile_name, total},
    },
    search::counting::Counting,
    words,
};
use base::{
    puzzle::{Flaw, Key},
    text::listed,
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
    let flaw_of = |(tile, value)| Spot::Tile(tile).flaw(format!("the {value} at {} contradicts the other face-up tiles", tile_name(tile)));
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
        let flaw_of = |(tile, value)| {
            let board = format!("matching board with the {value} at {}", tile_name(tile));
            Spot::Tile(tile).flaw(deal_none(&assumed, &format!("no {board}"), &format!("a {board}")))
        };
        if !flips.is_empty() {
            return flips.into_iter().map(flaw_of).collect();
        }
    }
    let totals_flaw = problem.level().and_then(|level| level_totals_flaw(level, total(&problem.clues.rows)));
    let mut flaw = totals_flaw.unwrap_or_else(|| {
        let is_fresh = problem.face_down().count() == TILES;
        let what = if is_fresh { "clues" } else { "clues and face-up tiles" };
        Spot::Level.flaw(format!("boards match these {what}, but {}", deal_none(&assumed, "none of them", "any of them")))
    });
    if assumed.len() == LEVELS {
        flaw.message += CHECK_OR_COUNT_EQUALLY;
        return vec![flaw];
    }
    let deals_it = |level: &Level| is_dealt(&Problem { levels: Some(level.alone()), ..*problem });
    let others: Vec<_> = Level::all().filter(deals_it).map(Level::number).collect();
    flaw.message += &match &others[..] {
        [] => format!("; no level deals such boards{CHECK_OR_COUNT_EQUALLY}"),
        [level] => format!("; level {level} deals such boards"),
        levels => format!("; levels {} deal such boards", listed(levels, "and")),
    };
    vec![flaw]
}

/// What to do if no level deals such boards, after a message that says so.
const CHECK_OR_COUNT_EQUALLY: &str = "; check the clues, or count all boards equally";

/// Says that the levels in question, one, a range or all of them, deal none of something: `none` without a negation is `any`.
fn deal_none(assumed: &[u8], none: &str, any: &str) -> String {
    match assumed {
        [only] => format!("level {only} deals {none}"),
        [first, .., last] if assumed.len() < LEVELS => format!("levels {first} to {last} deal {none}"),
        _ => format!("no level deals {any}"),
    }
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
            format!("{line} has {} and {}, so it can't contain a {value}", words::points(sum), words::voltorbs(voltorbs))
        }
        None => format!("no board with these clues has a {value} at {}", tile_name(tile)),
    }
}

/// Explains a clue that no line can have.
fn line_flaw(line: Line, clue: Clue) -> Option<Flaw<Spot>> {
    let (least, most) = clue.range();
    let expected = match clue.sum {
        sum if sum < least => format!("at least {}", words::points(least)),
        sum if most < sum => format!("at most {}", words::points(most)),
        _ => return None,
    };
    let with = if clue.voltorbs == 0 { "without Voltorbs".to_owned() } else { format!("with {}", words::voltorbs(clue.voltorbs)) };
    Some(Spot::Sum(line).flaw(format!("{line} can't be {clue}: {with} it has {expected}")))
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
    let of_rows = match part {
        Part::Points => words::points(rows),
        Part::Voltorbs => words::voltorbs(rows),
    };
    let mut message = format!("the rows add up to {of_rows}, the columns to {columns}");
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
            let unit = if part == Part::Points { "points" } else { "Voltorbs" };
            let (level, allowed) = (level.number(), listed(&allowed, "or"));
            message += &format!("; level {level} has {allowed} {unit} in total, so check the {wrong}");
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
            message: format!("no value fits where {row} and {column} cross, so one of their clues is wrong"),
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
        let allowed = listed(&allowed, "or");
        let message = format!("level {number} boards have {allowed} Voltorbs in total, but the clues add up to {voltorbs}");
        return Some(Spot::Level.flaw(message));
    }
    let allowed = points_at(level, voltorbs);
    if allowed.contains(&sum) {
        return None;
    }
    let allowed = listed(&allowed, "or");
    let message = format!("level {number} boards with {voltorbs} Voltorbs have {allowed} points in total, but the clues add up to {sum}");
    Some(Spot::Level.flaw(message))
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
