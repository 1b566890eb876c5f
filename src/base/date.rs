//! Dates of the calendar, for the daily puzzles. Reads no clock.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The number of days from 1 March of the year 0 to 1 January 1970.
const DAYS_TO_1970: u32 = 719_468;

/// The error for anything but three numbers.
const FORM: &str = "write a date like 2026-11-21";

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, from 0.
    pub year: u32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

impl Date {
    /// The first date with a puzzle.
    pub const FIRST: Self = Self { year: 1970, month: 1, day: 1 };

    /// The last date with a puzzle: years have four digits.
    pub const LAST: Self = Self { year: 9999, month: 12, day: 31 };

    /// The date this many days after 1 January 1970.
    ///
    /// Years are counted from March, so that a leap day comes last. Then 400 years have 146,097 days, and five months from March on have
    /// 153 (Richards, "Mapping time", 1998).
    pub const fn after_1970(days: u32) -> Self {
        let days = days + DAYS_TO_1970;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        if month < 10 {
            Self { year: 400 * era + year, month: month + 3, day }
        } else {
            Self { year: 400 * era + year + 1, month: month - 9, day }
        }
    }

    /// The number of days from 1 January 1970 to this date.
    pub fn days_after_1970(self) -> u32 {
        // The inverse of `after_1970`, with years from March.
        let (year, month) = if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + self.day - 1;
        days - DAYS_TO_1970
    }

    /// The day of the week: 0 is Monday.
    pub fn weekday(self) -> u32 {
        // 1 January 1970 was a Thursday.
        (self.days_after_1970() + 3) % 7
    }

    /// The seed of the puzzles of this day: its digits as one number, such as 20261121.
    pub fn seed(self) -> u64 {
        u64::from(self.year * 10_000 + self.month * 100 + self.day)
    }

    /// The number of days in this date's month.
    pub fn days_in_month(self) -> u32 {
        match self.month {
            2 if self.year.is_multiple_of(4) && !self.year.is_multiple_of(100) || self.year.is_multiple_of(400) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// The next day, or `None` after the last date.
    pub fn next(self) -> Option<Self> {
        (self < Self::LAST).then(|| Self::after_1970(self.days_after_1970() + 1))
    }

    /// The previous day, or `None` before the first date.
    pub fn previous(self) -> Option<Self> {
        self.days_after_1970().checked_sub(1).map(Self::after_1970)
    }
}

impl std::str::FromStr for Date {
    type Err = String;

    /// Reads year, month and day, like 2026-11-21; leading zeros are optional.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        let (Some(year), Some(month), Some(day)) = (match parts.as_slice() {
            &[year, month, day] => (number(year), number(month), number(day)),
            _ => (None, None, None),
        }) else {
            return Err(FORM.to_owned());
        };
        let date = Self { year, month, day };
        if !(1..=12).contains(&month) {
            return Err(format!("there's no month {month}"));
        }
        if !(1..=date.days_in_month()).contains(&day) {
            return Err(format!("{year:04}-{month:02} has {} days", date.days_in_month()));
        }
        if !(Self::FIRST..=Self::LAST).contains(&date) {
            return Err(format!("choose a date from {} to {}", Self::FIRST, Self::LAST));
        }
        Ok(date)
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Writes the date as text, like 2026-11-21.
impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        // Day by day through four centuries, by the rule for leap years.
        let is_leap = |year: u32| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let mut date = Date { year: 1970, month: 1, day: 1 };
        for days in 0..146_097 {
            assert_eq!((Date::after_1970(days), date.days_after_1970(), date.weekday()), (date, days, (days + 3) % 7));
            assert_eq!(date.to_string().parse(), Ok(date));
            let last = match date.month {
                2 if is_leap(date.year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            let before = date;
            date = match (date.month, date.day) {
                (12, 31) => Date { year: date.year + 1, month: 1, day: 1 },
                (month, day) if day == last => Date { month: month + 1, day: 1, ..date },
                (_, day) => Date { day: day + 1, ..date },
            };
            assert_eq!((before.next(), date.previous()), (Some(date), Some(before)));
        }
        assert_eq!((Date::FIRST.previous(), Date::LAST.next()), (None, None));
        assert_eq!(Date::after_1970(20_777).to_string(), "2026-11-20");
    }

    #[test]
    fn errors_in_dates_say_what_is_wrong() {
        let check = |text: &str, error: &str| assert_eq!(text.parse::<Date>(), Err(error.to_owned()), "{text}");
        for text in ["", "today", "2026-11", "2026-11-21-1", "2026-+1-21", "21.11.2026"] {
            check(text, "write a date like 2026-11-21");
        }
        check("2026-13-01", "there's no month 13");
        check("2026-00-01", "there's no month 0");
        check("2026-02-29", "2026-02 has 28 days");
        check("2026-11-00", "2026-11 has 30 days");
        check("1969-12-31", "choose a date from 1970-01-01 to 9999-12-31");
        check("10000-01-01", "choose a date from 1970-01-01 to 9999-12-31");
        assert_eq!(" 2024-2-29 ".parse(), Ok(Date { year: 2024, month: 2, day: 29 }));
    }
}
