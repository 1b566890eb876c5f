//! The explanations of challenges are true: every step's claims are proven by exact search. A bench does the same for many challenges.

use super::proof::{figures, prove};
use base::challenge::Grade;

/// Proves the challenges of one grade on all lattices, so that the grades run beside each other.
fn check(grade: Grade) {
    for (title, figure) in figures() {
        let proven = prove(&figure, grade, 20).unwrap_or_else(|why| panic!("{title}, {why}"));
        assert_eq!(proven.challenges, 20, "{title}");
        // Of an easy challenge, each step claims only its kind, and that there is one option.
        let least = 2 * proven.steps + proven.challenges;
        assert!(2 * proven.challenges < proven.steps && (grade == Grade::Easy) == (proven.claims == least), "{title}: {proven:?}");
    }
}

#[test]
fn every_step_of_easy_challenges_is_true() {
    check(Grade::Easy);
}

#[test]
fn every_step_of_medium_challenges_is_true() {
    check(Grade::Medium);
}

#[test]
fn every_step_of_hard_challenges_is_true() {
    check(Grade::Hard);
}

#[test]
fn every_step_of_expert_challenges_is_true() {
    check(Grade::Expert);
}
