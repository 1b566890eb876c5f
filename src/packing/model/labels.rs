//! What is written on the cells of a board: the months and days of a calendar, and the names of the cells where dice say them.

use super::{
    geometry::Extent,
    pieces::Set,
    state::{FREE, OUTSIDE, State, UNLABELLED},
};
use base::date::Date;

/// What is written on the cells of this set's board: rows of words.
fn written(set: Set) -> &'static [&'static str] {
    match set {
        Set::Calendar => &CALENDAR,
        Set::WeekdayCalendar => &WEEKDAY_CALENDAR,
        Set::GeniusSquare => &GENIUS_SQUARE,
        _ => &[],
    }
}

/// The words of rows, empty where nothing is written.
fn words<'a>(rows: impl Iterator<Item = &'a str>) -> Vec<Vec<&'a str>> {
    rows.map(|row| row.split_whitespace().map(|word| if word == UNLABELLED { "" } else { word }).collect()).collect()
}

/// What is written on each cell of a position, in reading order: an empty text where nothing is. Without labels of its own it has those of
/// its set. No texts if nothing is written anywhere, or on a board of another size.
pub fn labels(state: &State, extent: Extent) -> Vec<&str> {
    let own = words(state.labels.iter().map(String::as_str));
    let rows = if own.is_empty() { words(written(state.set).iter().copied()) } else { own };
    let fits = rows.len() == extent.y && extent.z == 1 && rows.iter().all(|row| row.len() == extent.x);
    if fits { rows.concat() } else { Vec::new() }
}

/// What is written on the cells outside of the board.
pub fn open_labels(state: &State) -> Vec<&str> {
    let grid = state.grid();
    let labels = labels(state, grid.extent).into_iter().zip(&grid.marks);
    labels.filter(|&(label, &mark)| !label.is_empty() && mark == OUTSIDE).map(|(label, _)| label).collect()
}

/// Returns the position with the set's board, of which the cells with these labels stay open, and on which no piece lies; none if nothing
/// is written on that board.
pub fn with_open(state: &State, is_open: impl Fn(&str) -> bool) -> Option<State> {
    let rows = Some(words(written(state.set).iter().copied())).filter(|rows| !rows.is_empty())?;
    let mark = |label: &&str| if label.is_empty() || is_open(label) { OUTSIDE } else { FREE };
    let board = rows.iter().map(|row| row.iter().map(mark).collect()).collect();
    let (layers, given) = (vec![board], String::new());
    Some(State { layers, given, optional: Vec::new(), colors: Vec::new(), labels: Vec::new(), ..state.clone() })
}

/// Whether the set's board has the days of the week: `None` if it isn't a calendar's.
pub fn has_weekdays(set: Set) -> Option<bool> {
    match set {
        Set::Calendar => Some(false),
        Set::WeekdayCalendar => Some(true),
        _ => None,
    }
}

/// The year of dates on calendars without days of the week: one with 29 February.
pub const LEAP_YEAR: u32 = 2000;

/// Dates with the same day of the week come back after this many years, unless a leap day is left out between them.
const YEARS_OF_WEEKDAYS: u32 = 28;

/// Returns the position with the calendar's board, on which this date stays open and no piece lies; none if the set isn't a calendar's.
pub fn open_on(state: &State, date: Date) -> Option<State> {
    has_weekdays(state.set)?;
    let (month, day, weekday) = (month(date), date.day.to_string(), weekday(date));
    with_open(state, |label| label == month || label == day || label == weekday)
}

/// Returns the date that stays open on the calendar's board, if it is exactly one. Where the days of the week are written, its year is the
/// nearest one to this year, of two the later; otherwise it is [`LEAP_YEAR`].
pub fn open_date(state: &State, year: u32) -> Option<Date> {
    let has_weekdays = has_weekdays(state.set)?;
    let open = open_labels(state);
    let is_open = |date: &Date| {
        let [month, weekday] = [month(*date), weekday(*date)];
        let is_named = |label: &&str| label.parse() == Ok(date.day) || *label == month || *label == weekday;
        date.day <= date.days_in_month() && open.iter().all(is_named)
    };
    let (month, _) = (1..).zip(&MONTHS).find(|(_, month)| open.contains(month))?;
    let day = open.iter().find_map(|label| label.parse().ok())?;
    if open.len() != if has_weekdays { 3 } else { 2 } {
        return None;
    }
    if !has_weekdays {
        return Some(Date { year: LEAP_YEAR, month, day }).filter(is_open);
    }
    let years = (0..=YEARS_OF_WEEKDAYS).flat_map(|further| [year + further, year.saturating_sub(further)]);
    let years = years.filter(|year| (Date::FIRST.year..=Date::LAST.year).contains(year));
    years.map(|year| Date { year, month, day }).find(is_open)
}

/// The date as a calendar's board has it: with its year and its day of the week, or without both.
pub fn in_words(set: Set, date: Date) -> String {
    let day_and_month = format!("{} {}", date.day, month(date));
    if has_weekdays(set) == Some(true) { format!("{} {day_and_month} {}", weekday(date), date.year) } else { day_and_month }
}

/// The month, as it is written.
pub fn month(date: Date) -> &'static str {
    MONTHS.get(date.month.saturating_sub(1) as usize).copied().unwrap_or_default()
}

/// The day of the week, as it is written.
pub fn weekday(date: Date) -> &'static str {
    WEEKDAYS[date.weekday() as usize]
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const CALENDAR: [&str; 7] = [
    "Jan Feb Mar Apr May Jun .",
    "Jul Aug Sep Oct Nov Dec .",
    "1 2 3 4 5 6 7",
    "8 9 10 11 12 13 14",
    "15 16 17 18 19 20 21",
    "22 23 24 25 26 27 28",
    "29 30 31 . . . .",
];

const WEEKDAY_CALENDAR: [&str; 8] =
    [CALENDAR[0], CALENDAR[1], CALENDAR[2], CALENDAR[3], CALENDAR[4], CALENDAR[5], "29 30 31 Sun Mon Tue Wed", ". . . . Thu Fri Sat"];

/// Rows have letters and columns have numbers.
const GENIUS_SQUARE: [&str; 6] =
    ["A1 A2 A3 A4 A5 A6", "B1 B2 B3 B4 B5 B6", "C1 C2 C3 C4 C5 C6", "D1 D2 D3 D4 D5 D6", "E1 E2 E3 E4 E5 E6", "F1 F2 F3 F4 F5 F6"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::lattice::SQUARES;

    /// On all boards everything that can be covered has a label, and what the set's figure leaves out is a date or a roll.
    #[test]
    fn boards_name_their_cells() {
        for (set, open) in [(Set::Calendar, "Jan 1"), (Set::WeekdayCalendar, "Nov 1 Sun"), (Set::GeniusSquare, "A2 C3 D5 E1 E6 F3 F5")] {
            let state = State::of_set(&SQUARES, set);
            let grid = state.grid();
            let labels = labels(&state, grid.extent);
            assert_eq!(labels.len(), grid.marks.len());
            let inside = labels.iter().zip(&grid.marks).filter(|&(_, &mark)| mark == FREE);
            assert!(inside.into_iter().all(|(label, _)| !label.is_empty()), "{set:?}");
            assert_eq!(open_labels(&state).join(" "), open);
        }
        assert!(labels(&State::of_set(&SQUARES, Set::Calendar), Extent::on(&SQUARES, 6, 6, 1)).is_empty());
    }

    #[test]
    fn labels_of_ones_own_follow_the_board() {
        let rows = |rows: &[&str]| rows.iter().map(ToString::to_string).collect::<Vec<String>>();
        let state =
            State { layers: vec![rows(&["..#", "..."])], labels: rows(&["a b c", "d . Ü"]), ..State::empty(&SQUARES, Set::Calendar) };
        assert_eq!(labels(&state, state.grid().extent), ["a", "b", "c", "d", "", "Ü"]);
        assert_eq!(open_labels(&state), ["c"]);
        assert_eq!(state.resized(Extent::on(&SQUARES, 2, 3, 1)).labels, ["a b", "d .", ". ."]);
        let other = State { layers: vec![rows(&["..", ".."])], ..state.clone() };
        assert_eq!(state.with_grid(&other.grid()).labels, [""; 0], "a board of another size has none of them");
    }

    #[test]
    fn a_calendar_opens_on_a_date() {
        let opened = |set, date: &str| open_on(&State::of_set(&SQUARES, set), date.parse().expect("a date")).map(|state| state.layers);
        assert_eq!(opened(Set::Calendar, "2026-01-01"), Some(Set::Calendar.figure(&SQUARES)));
        assert_eq!(opened(Set::WeekdayCalendar, "2026-11-01"), Some(Set::WeekdayCalendar.figure(&SQUARES)), "a Sunday");
        assert_eq!(opened(Set::GeniusSquare, "2026-01-01"), None);
    }

    #[test]
    fn the_open_date_is_read_back() {
        let mut date = Date { year: 1970, month: 1, day: 1 };
        while date.year < 2040 {
            for (set, year) in [(Set::Calendar, LEAP_YEAR), (Set::WeekdayCalendar, date.year)] {
                let opened = open_on(&State::of_set(&SQUARES, set), date).expect("a calendar");
                assert_eq!(open_date(&opened, date.year), Some(Date { year, ..date }), "{set:?}");
            }
            date = date.next().expect("a date");
        }
        let calendar = State::of_set(&SQUARES, Set::WeekdayCalendar);
        assert_eq!(open_date(&calendar, 2024).map(|date| date.year), Some(2026), "1 November was a Sunday in 2020, too");
        let open = |labels: &[&str]| open_date(&with_open(&calendar, |label| labels.contains(&label)).expect("a calendar"), 2026);
        assert_eq!(open(&["Nov", "1", "Sun"]), Some(Date { year: 2026, month: 11, day: 1 }));
        assert_eq!(open(&["Feb", "29", "Sun"]), Some(Date { year: 2032, month: 2, day: 29 }));
        for labels in [&["Nov", "31", "Sun"][..], &["Nov", "1"], &["Nov", "Dec", "1"], &["Nov", "1", "2"], &["Nov", "1", "Sun", "Mon"], &[]]
        {
            assert_eq!(open(labels), None, "{labels:?}");
        }
    }
}
