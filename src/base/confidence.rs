//! How far a share that was counted in a sample can be from the true one.

/// The quantile of the normal distribution that leaves 2.5 % on each side.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// Returns the ends of the interval that contains the true share with 95 % confidence, for a share of `successes` in `trials`. Without
/// trials it is everything from 0 to 1.
///
/// This is the score interval of E. B. Wilson (1927). Unlike the share plus and minus two standard errors, it stays within 0 and 1, and
/// is right near both and for few trials: no win in three games doesn't prove that a player never wins.
pub fn interval(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let square = QUANTILE * QUANTILE;
    let center = share + square / (2.0 * n);
    let half_width = QUANTILE * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let [low, high] = [center - half_width, center + half_width].map(|end| end / (1.0 + square / n));
    // Both are exact for a share of 0 or 1, but not in floating point.
    [if successes == 0 { 0.0 } else { low }, if successes == trials { 1.0 } else { high }]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        // The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), table I.
        for (successes, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (0, 0, 0.0, 1.0)]
        {
            let [lower, upper] = interval(successes, trials);
            assert!((lower - low).abs() < 5e-5 && (upper - high).abs() < 5e-5, "{successes} of {trials}: {lower} to {upper}");
        }
    }

    #[test]
    fn an_interval_contains_its_share_and_mirrors_that_of_the_failures() {
        for trials in 1..40 {
            for successes in 0..=trials {
                let ([low, high], [low_failures, high_failures]) = (interval(successes, trials), interval(trials - successes, trials));
                let share = successes as f64 / trials as f64;
                assert!(low <= share && share <= high, "{successes} of {trials}");
                assert!((low - (1.0 - high_failures)).abs() < 1e-12 && (high - (1.0 - low_failures)).abs() < 1e-12);
            }
        }
    }

    proptest! {
        /// Of any number of trials, since rounding is worst where nearly all succeed or fail.
        #[test]
        fn an_interval_stays_within_0_and_1(trials in 1..=u64::from(u32::MAX), failures in prop_oneof![0..=3_u64, 0..=u64::MAX]) {
            let failures = failures.min(trials);
            for successes in [failures, trials - failures] {
                let [low, high] = interval(successes, trials);
                prop_assert!(0.0 <= low && low <= high && high <= 1.0, "{} of {}: {} to {}", successes, trials, low, high);
            }
        }
    }
}
