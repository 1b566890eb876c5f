//! Numbers as people read them.

/// What is as near to certain is certain, and only rounded.
const ROUNDING: f64 = 1e-12;

/// A chance with its unit, to three figures or so: "33.6 %". Never "0 %" or "100 %" for what is not certain.
pub fn percent(chance: f64) -> String {
    let share = 100.0 * chance;
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.01 => "under 0.01 %".to_owned(),
        share if share < 1.0 => format!("{share:.2} %"),
        share if share < 99.95 => format!("{share:.1} %"),
        share if chance < 1.0 - ROUNDING => format!("{:.2} %", (100.0 * share).floor() / 100.0),
        _ => "100 %".to_owned(),
    }
}

/// A chance in whole percent, short enough for a tile: "18%". Never "0%" or "100%" for what is not certain.
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

/// So many points, in words.
pub fn points(count: u8) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

/// So many Voltorbs, in words.
pub fn voltorb_count(count: u8) -> String {
    if count == 1 { "1 Voltorb".to_owned() } else { format!("{count} Voltorbs") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_reads_so() {
        let cases = [(0.0, "0 %", "0%"), (1e-9, "under 0.01 %", "<1%"), (0.0041, "0.41 %", "<1%"), (0.336, "33.6 %", "34%")];
        let high = [(0.996, "99.6 %", ">99%"), (0.999_99, "99.99 %", ">99%"), (1.0, "100 %", "100%")];
        let rounded = [(1.0 - 1e-15, "100 %", "100%")];
        for (chance, long, short) in cases.into_iter().chain(high).chain(rounded) {
            assert_eq!((percent(chance).as_str(), short_percent(chance).as_str()), (long, short));
        }
    }
}
