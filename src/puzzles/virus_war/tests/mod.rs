//! Tests of the whole puzzle, against known positions and against an independent judge.

mod empty_start;
mod games;
mod judge;
mod problems;
mod passing;
mod proofs;
pub mod retrograde;
mod variations;
mod turns;

use serde::Deserialize;

use crate::{
    VirusWar,
    model::{
        position::Player,
        state::{Problem, Rows, Rules, State},
        turn::Turn,
    },
    play::review::{Judgement, review},
};
use base::{puzzle::Puzzle, search::Found, testing};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
pub struct Case {
    pub id: String,
    pub rows: Vec<String>,
    pub to_move: Player,
    pub accessible: Vec<String>,
    pub reachable_cells: u32,
    pub sequences: u64,
    pub distinct_turns: u64,
    pub by_shape: [u64; 4],
    pub by_kills: Vec<u64>,
    pub side_to_move_loses: bool,
    pub turns: Option<Vec<String>>,
    pub turns_sha256: String,
}

pub fn cases() -> Vec<Case> {
    let cases: Cases = serde_json::from_str(include_str!("../../../../tests/cases/virus-war.json")).unwrap();
    assert!(cases.cases.len() >= 9);
    cases.cases
}

/// The judgements of the turns of a game, in their order.
pub fn judged(state: &State) -> Vec<Judgement> {
    let mut found = Found::default();
    assert!(review(&state.line().unwrap(), state.rules, &mut found).is_continue());
    found.items.reverse();
    found.items
}

fn problem(rows: &[String], to_move: Player, moves: u8) -> Problem {
    let rules = Rules { moves, ..Rules::default() };
    let state = State { board: Rows::from(rows.to_vec()), to_move, moves_left: moves, rules, ..State::default() };
    VirusWar::check(&state).unwrap()
}

pub fn search(technique: &str, problem: &Problem) -> Found<Turn> {
    let mut found = Found::default();
    let technique = testing::technique::<VirusWar>(technique);
    assert!((technique.search)(problem, &mut found).is_continue());
    if problem.aim.is_none() {
        assert_eq!(found.tally.kept, found.items.len() as u64, "{}", technique.key);
    }
    found
}
