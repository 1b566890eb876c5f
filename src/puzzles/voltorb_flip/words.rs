//! The words of Voltorb Flip that several of its texts share: names, plurals and number formats. A text that is used once is where it is
//! used. Messages are sentences without a capital and a full stop unless stated otherwise; the place that shows them adds both.

use base::text::counted;

/// The name of a row, numbered from 0: "row 1".
pub fn row(row: usize) -> String {
    format!("row {}", row + 1)
}

/// The name of a column, numbered from 0: "column 1".
pub fn column(column: usize) -> String {
    format!("column {}", column + 1)
}

/// The name of a tile, with its row and column numbered from 0: "row 2, column 4".
pub fn tile(in_row: usize, in_column: usize) -> String {
    format!("{}, {}", row(in_row), column(in_column))
}

/// The name of the Voltorb among the values.
pub const VOLTORB: &str = "Voltorb";

/// A number of points: "1 point", "5 points".
pub fn points(count: u8) -> String {
    counted(count.into(), "point")
}

/// A number of Voltorbs: "1 Voltorb", "2 Voltorbs".
pub fn voltorbs(count: u8) -> String {
    counted(count.into(), VOLTORB)
}

/// An average number of coins: "12 coins", "11.5 coins".
pub fn coins(average: f64) -> String {
    match average {
        1.0 => "1 coin".to_owned(),
        whole if whole.fract() == 0.0 => format!("{whole:.0} coins"),
        _ => format!("{average:.1} coins"),
    }
}

/// The tolerance for rounding errors in a chance of 1.
const ROUNDING: f64 = 1e-12;

/// A chance to about three digits: "33.6 %". Never "0 %" or "100 %" unless it is certain.
pub fn percent(chance: f64) -> String {
    let share = 100.0 * chance;
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.01 => "under 0.01 %".to_owned(),
        share if share < 1.0 => format!("{share:.2} %"),
        share if share < 99.95 => format!("{share:.1} %"),
        share if chance < 1.0 - ROUNDING => format!("{:.2} %", (100.0 * share).floor() / 100.0),
        // Several mistakes can cost more than everything.
        share if 100.05 <= share => format!("{share:.1} %"),
        _ => "100 %".to_owned(),
    }
}

/// A chance in whole percent, short enough for a tile: "18%". Never "0%" or "100%" unless it is certain.
pub fn short_percent(chance: f64) -> String {
    let share = (100.0 * chance).round();
    if chance > 0.0 && share < 1.0 {
        "<1%".to_owned()
    } else if chance < 1.0 - ROUNDING && share > 99.0 {
        ">99%".to_owned()
    } else {
        format!("{share}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_chances_read_0_or_100_percent() {
        let cases = [(0.0, "0 %", "0%"), (1e-9, "under 0.01 %", "<1%"), (0.0041, "0.41 %", "<1%"), (0.336, "33.6 %", "34%")];
        let high = [(0.996, "99.6 %", ">99%"), (0.999_99, "99.99 %", ">99%"), (1.0, "100 %", "100%")];
        let rounded = [(1.0 - 1e-15, "100 %", "100%")];
        for (chance, long, short) in cases.into_iter().chain(high).chain(rounded) {
            assert_eq!((percent(chance).as_str(), short_percent(chance).as_str()), (long, short));
        }
        assert_eq!(percent(1.4), "140.0 %", "what several mistakes cost together");
    }
}
