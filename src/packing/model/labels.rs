//! What is written on the cells of a board: the months and days of a calendar.

use super::{
    geometry::Extent,
    pieces::Set,
    state::{FREE, OUTSIDE, State},
};
use crate::date::Date;

/// What is written on each cell of this set's board, in reading order: an empty text where nothing is. No texts if nothing is written
/// anywhere, or if the board has another size than the set's.
pub fn labels(set: Set, extent: Extent) -> &'static [&'static str] {
    match (set, extent.x, extent.y) {
        (Set::Calendar, 7, 7) => CALENDAR.as_flattened(),
        (Set::WeekdayCalendar, 7, 8) => WEEKDAY_CALENDAR.as_flattened(),
        _ => &[],
    }
}

/// Returns the position with the calendar's board, on which this date stays open and no piece lies; none if the set isn't a calendar's.
pub fn open_on(state: &State, date: Date) -> Option<State> {
    let rows: &[[&str; 7]] = match state.set {
        Set::Calendar => &CALENDAR,
        Set::WeekdayCalendar => &WEEKDAY_CALENDAR,
        _ => return None,
    };
    let month = FIRST_MONTHS[..6].iter().chain(&LAST_MONTHS[..6]).nth(date.month as usize - 1)?;
    let (day, weekday) = (date.day.to_string(), WEEKDAYS.get(date.weekday() as usize)?);
    let is_open = |label: &&str| label.is_empty() || label == month || *label == day || label == weekday;
    let row = |row: &[&str; 7]| row.iter().map(|label| if is_open(label) { OUTSIDE } else { FREE }).collect();
    let board = rows.iter().map(row).collect();
    Some(State { layers: vec![board], given: String::new(), ..state.clone() })
}

const FIRST_MONTHS: [&str; 7] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", ""];
const LAST_MONTHS: [&str; 7] = ["Jul", "Aug", "Sep", "Oct", "Nov", "Dec", ""];
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const DAYS: [[&str; 7]; 4] = [
    ["1", "2", "3", "4", "5", "6", "7"],
    ["8", "9", "10", "11", "12", "13", "14"],
    ["15", "16", "17", "18", "19", "20", "21"],
    ["22", "23", "24", "25", "26", "27", "28"],
];

static CALENDAR: [[&str; 7]; 7] = [FIRST_MONTHS, LAST_MONTHS, DAYS[0], DAYS[1], DAYS[2], DAYS[3], ["29", "30", "31", "", "", "", ""]];

static WEEKDAY_CALENDAR: [[&str; 7]; 8] = [
    FIRST_MONTHS,
    LAST_MONTHS,
    DAYS[0],
    DAYS[1],
    DAYS[2],
    DAYS[3],
    ["29", "30", "31", "Sun", "Mon", "Tue", "Wed"],
    ["", "", "", "", "Thu", "Fri", "Sat"],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::model::lattice::SQUARES;

    /// On both boards everything that can be covered has a label, and the date of the set's figure is left out.
    #[test]
    fn a_calendar_names_its_cells() {
        for (set, date) in [(Set::Calendar, "Jan 1"), (Set::WeekdayCalendar, "Nov 1 Sun")] {
            let grid = State::of_set(&SQUARES, set).grid();
            let labels = labels(set, grid.extent);
            assert_eq!(labels.len(), grid.marks.len());
            let (outside, inside): (Vec<_>, Vec<_>) = labels.iter().zip(&grid.marks).partition(|&(_, &mark)| mark == OUTSIDE);
            assert!(inside.iter().all(|(label, _)| !label.is_empty()), "{set:?}");
            let open: Vec<&str> = outside.into_iter().map(|(&label, _)| label).filter(|label| !label.is_empty()).collect();
            assert_eq!(open.join(" "), date);
        }
        let date = |year, month, day| Date { year, month, day };
        let opened = |set, date| open_on(&State::of_set(&SQUARES, set), date).map(|state| state.layers);
        assert_eq!(opened(Set::Calendar, date(2026, 1, 1)), Some(Set::Calendar.figure(&SQUARES)));
        assert_eq!(opened(Set::WeekdayCalendar, date(2026, 11, 1)), Some(Set::WeekdayCalendar.figure(&SQUARES)), "a Sunday");
        assert_eq!(opened(Set::Kanoodle, date(2026, 1, 1)), None);
        assert!(labels(Set::Calendar, Extent::on(&SQUARES, 6, 6, 1)).is_empty());
    }
}
