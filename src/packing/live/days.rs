//! How many solutions each day of a calendar has.

use std::ops::ControlFlow;

use crate::{
    model::{
        labels::{LEAP_YEAR, has_weekdays, in_words, open_on, weekday},
        problem::check,
        solution::{Solution, Summary},
        state::State,
    },
    search::{prepared::Prepared, row_list},
};
use base::{
    date::Date,
    search::{Observer, Tally, Threads},
    sharing::share_out,
    text::counted,
};
use cover::KeepGoing;

/// The days of a year on a calendar, with their numbers of solutions as far as these are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Days {
    calendar: State,
    dates: Vec<Date>,
    counts: Vec<Option<u64>>,
}

impl Days {
    /// The days of this year, none of which is counted. On a calendar without days of the week, all years are the same and have
    /// 29 February. None if the set isn't a calendar's.
    pub fn of(state: &State, year: u32) -> Option<Self> {
        let year = if has_weekdays(state.set)? { year } else { LEAP_YEAR };
        let first = Date { year, month: 1, day: 1 };
        let calendar = open_on(state, first)?;
        let days = std::iter::successors(Some(first), |date| date.next());
        let dates: Vec<Date> = days.take_while(|date| date.year == year).collect();
        Some(Self { calendar, counts: vec![None; dates.len()], dates })
    }

    /// Whether these are the days of this year, for the pieces of this position.
    pub fn are_of(&self, state: &State, year: u32) -> bool {
        let (set, pieces) = (self.calendar.set, &self.calendar.pieces);
        set == state.set && *pieces == state.pieces && (has_weekdays(set) != Some(true) || self.dates[0].year == year)
    }

    /// Each day with its number of solutions.
    pub fn all(&self) -> impl Iterator<Item = (Date, Option<u64>)> {
        self.dates.iter().copied().zip(self.counts.iter().copied())
    }

    /// The number of days that are counted.
    pub fn counted(&self) -> usize {
        self.counts.iter().flatten().count()
    }

    /// The number of solutions of all days together.
    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The fewest and the most solutions of the days that are counted.
    pub fn extremes(&self) -> Option<[u64; 2]> {
        let counts = || self.counts.iter().flatten().copied();
        Some([counts().min()?, counts().max()?])
    }

    /// Says which days have this many solutions.
    pub fn with(&self, count: u64) -> String {
        let days: Vec<Date> = self.all().filter(|&(_, other)| other == Some(count)).map(|(date, _)| date).collect();
        match days.as_slice() {
            [date] => in_words(self.calendar.set, *date),
            days => counted(days.len() as u64, "day"),
        }
    }

    /// What the calendar is called, with its year if that matters.
    pub fn title(&self) -> String {
        let year = self.dates.first().map_or(LEAP_YEAR, |date| date.year);
        if has_weekdays(self.calendar.set) == Some(true) { format!("Calendar of {year}") } else { "Calendar".to_owned() }
    }

    /// How many solutions a number is, from 0 for the fewest to 1 for the most. Their logarithms are compared, since most days have few.
    pub fn share(&self, count: u64) -> Option<f32> {
        let [least, most] = self.extremes()?;
        let log = |count: u64| (1.0 + count as f32).ln();
        Some((log(count) - log(least)) / (log(most) - log(least)).max(f32::EPSILON))
    }

    /// Whether a number is the most, or else the fewest.
    pub fn extreme(&self, count: u64) -> Option<bool> {
        let [least, most] = self.extremes()?;
        if count == most { Some(true) } else { (count == least).then_some(false) }
    }

    /// Takes in the count of the day with this number.
    pub fn take_in(&mut self, (day, count): (usize, u64)) {
        if let Some(slot) = self.counts.get_mut(day) {
            *slot = Some(count);
        }
    }

    /// Counts the days that aren't counted, on these threads, and reports the number of each with its count.
    pub fn count(&self, threads: &dyn Threads, observer: &mut dyn Observer<(usize, u64)>) -> ControlFlow<()> {
        let days: Vec<usize> = (0..self.dates.len()).filter(|&day| self.counts[day].is_none()).collect();
        let count_one = |number: usize, keep_going: KeepGoing<'_>| {
            let opened = open_on(&self.calendar, self.dates[days[number]]).map(|opened| check(&opened));
            let mut census = Census { counted: Summary::default(), tally: Tally::default(), keep_going };
            if let Some(Ok(problem)) = opened {
                row_list::search(&Prepared::from(problem), &mut census)?;
            }
            ControlFlow::Continue((census.counted.raw, census.tally))
        };
        let (mut before, mut tally) = (0, Tally::default());
        share_out(threads, days.len(), || count_one, &mut |counted| {
            if let Some((number, (solutions, own))) = counted {
                tally += &own;
                before = number + 1;
                observer.found((days[number], solutions))?;
            }
            observer.progress(before as f32 / days.len() as f32, &tally)
        })?;
        observer.progress(1.0, &tally)
    }

    /// The days that are counted, as a table of comma-separated values.
    pub fn to_csv(&self) -> String {
        let has_weekdays = has_weekdays(self.calendar.set) == Some(true);
        let mut text = String::from(if has_weekdays { "date,weekday,solutions\n" } else { "month,day,solutions\n" });
        for (date, count) in self.all().filter_map(|(date, count)| Some((date, count?))) {
            let day = if has_weekdays { format!("{date},{}", weekday(date)) } else { format!("{},{}", date.month, date.day) };
            text += &format!("{day},{count}\n");
        }
        text
    }
}

/// Counts the solutions of one day.
struct Census<'a> {
    counted: Summary,
    tally: Tally,
    keep_going: KeepGoing<'a>,
}

impl Observer<Solution> for Census<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.counted.add(&solution);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        (self.keep_going)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{lattice::SQUARES, pieces::Set},
        search::{exact_cover::ExactCover, frontier_graph::MOST_MEMORY},
    };
    use base::search::{Found, OneThread};
    use cover::frontier::{self, Workers};

    /// The number of solutions on this date, by the frontier graph.
    fn by_graph(days: &Days, date: Date) -> u64 {
        let problem = check(&open_on(&days.calendar, date).expect("a calendar")).expect("a valid position");
        let prepared = Prepared::from(problem);
        let cover = ExactCover::<u64>::new(&prepared, &mut || ControlFlow::Continue(())).continue_value().expect("not stopped");
        let along = cover.along_the_short_side();
        let count = frontier::count(&along, MOST_MEMORY, Workers::new(&OneThread), &mut |_, _| ControlFlow::Continue(())).continue_value();
        count.and_then(|count| u64::try_from(count).ok()).expect("it fits")
    }

    #[test]
    fn every_day_has_a_solution() {
        let mut days = Days::of(&State::of_set(&SQUARES, Set::Calendar), 2026).expect("a calendar");
        let mut found = Found::default();
        assert!(days.count(&OneThread, &mut found).is_continue());
        found.items.into_iter().for_each(|counted| days.take_in(counted));
        assert_eq!((days.counted(), days.extremes(), days.total()), (366, Some([7, 216]), 24_405));
        let of = |month: u32, day: u32| days.all().find(|(date, _)| (date.month, date.day) == (month, day)).and_then(|(_, count)| count);
        assert_eq!([of(1, 1), of(2, 29)], [Some(64), Some(64)]);
        assert_eq!((days.with(7), days.with(216)), ("6 Oct".to_owned(), "25 Jan".to_owned()));
        assert!(days.to_csv().starts_with("month,day,solutions\n1,1,64\n1,2,"), "{}", days.to_csv());
        assert_eq!(days.to_csv().lines().count(), 367);
        for (date, count) in days.all() {
            assert_eq!(Some(by_graph(&days, date)), count, "{date}");
        }
    }

    /// There are many solutions, so only some days are counted here.
    #[test]
    fn days_with_weekdays_are_counted() {
        let mut days = Days::of(&State::of_set(&SQUARES, Set::WeekdayCalendar), 2026).expect("a calendar");
        let wanted = [0, 304];
        (0..days.counts.len()).filter(|day| !wanted.contains(day)).for_each(|day| days.take_in((day, 0)));
        let mut found = Found::default();
        assert!(days.count(&OneThread, &mut found).is_continue());
        let counted: Vec<usize> = found.items.iter().map(|&(day, _)| day).collect();
        assert_eq!(counted, wanted);
        found.items.into_iter().for_each(|counted| days.take_in(counted));
        assert!(days.to_csv().contains("\n2026-11-01,Sun,1442\n"), "{}", days.to_csv());
        for day in wanted {
            assert_eq!(Some(by_graph(&days, days.dates[day])), days.counts[day], "{}", days.dates[day]);
        }
    }

    #[test]
    fn days_are_counted_again_for_other_pieces_and_years() {
        let [months, weekdays] = [Set::Calendar, Set::WeekdayCalendar].map(|set| State::of_set(&SQUARES, set));
        let days = Days::of(&weekdays, 2026).expect("a calendar");
        assert!(days.are_of(&weekdays, 2026) && !days.are_of(&weekdays, 2027) && !days.are_of(&months, 2026));
        assert!(!days.are_of(&State { pieces: "ijs".into(), ..weekdays }, 2026));
        let days = Days::of(&months, 2026).expect("a calendar");
        assert!(days.are_of(&months, 2027) && !days.are_of(&State { pieces: "R".into(), ..months }, 2026));
        assert_eq!(Days::of(&State::of_set(&SQUARES, Set::Kanoodle), 2026), None);
    }

    /// Stops after this many days.
    struct Stopping(usize, Vec<(usize, u64)>);

    impl Observer<(usize, u64)> for Stopping {
        fn found(&mut self, counted: (usize, u64)) -> ControlFlow<()> {
            self.1.push(counted);
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            if self.1.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    #[test]
    fn counting_stops_and_goes_on() {
        let mut days = Days::of(&State::of_set(&SQUARES, Set::Calendar), 2026).expect("a calendar");
        for round in 1..=2 {
            let mut stopping = Stopping(3, Vec::new());
            assert!(days.count(&OneThread, &mut stopping).is_break());
            stopping.1.into_iter().for_each(|counted| days.take_in(counted));
            assert_eq!(days.counted(), 3 * round);
        }
        assert!(days.all().take(6).all(|(_, count)| count.is_some()));
    }
}
