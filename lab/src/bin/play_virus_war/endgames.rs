//! The solver of endgames against plain retrograde search: all positions that can follow are made move by move, in every order, and then
//! judged from the last ones back to the first.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use quincunx::{
    chance::Random,
    puzzles::virus_war::{
        model::{
            position::{Player, Position},
            state::{Problem, Rules},
        },
        play::opponent::{Level, choose},
        search::engine::{Endgame, Outcome, max_turns_left},
    },
    search::Found,
};

/// The sides of the boards.
const SIDES: [u8; 4] = [5, 6, 7, 8];
/// An endgame has at most this many turns left.
const SHORT: u8 = 7;
/// No position of a game with more positions after it is compared.
const MOST_POSITIONS: usize = 400_000;

/// Compares this many endgames of random games, and prints how they end.
pub fn compare(wanted: u32, seed: u64) {
    let mut random = Random::new(seed);
    let mut ends: [HashMap<u8, u32>; 2] = Default::default();
    let (mut compared, mut too_large, mut positions) = (0, 0, 0);
    let mut times = [Duration::ZERO; 2];
    while compared < wanted {
        let Some(problem) = endgame(&mut random) else { continue };
        let began = Instant::now();
        let Some((expected, made)) = retrograde(&problem) else {
            too_large += 1;
            continue;
        };
        let plain = Instant::now();
        let found = Endgame::default().outcome(&problem, &mut Found::default());
        times[0] += plain - began;
        times[1] += plain.elapsed();
        assert_eq!(found, Some(expected), "{problem:?}");
        compared += 1;
        positions += made as u64;
        let (end, turns) = match expected {
            Outcome::Win(turns) => (0, turns),
            Outcome::Loss(turns) => (1, turns),
            Outcome::Draw => unreachable!("nobody may pass"),
        };
        *ends[end].entry(turns).or_default() += 1;
    }
    println!("{compared} endgames agree in outcome and length; {too_large} more had over {MOST_POSITIONS} positions");
    println!("retrograde search: {positions} positions, {:.1} s; solver: {:.1} s", times[0].as_secs_f64(), times[1].as_secs_f64());
    for (ends, name) in ends.iter().zip(["won", "lost"]) {
        let mut ends: Vec<_> = ends.iter().collect();
        ends.sort_unstable();
        let lengths: Vec<String> = ends.iter().map(|(turns, count)| format!("{count} in {turns}")).collect();
        println!("{name} by the mover: {}, by turns: {}", ends.iter().map(|(_, count)| **count).sum::<u32>(), lengths.join(", "));
    }
}

/// The first position of a game with few turns left; none if the game has ended before. Half of the turns are good ones.
fn endgame(random: &mut Random) -> Option<Problem> {
    let side = SIDES[random.below(SIDES.len() as u64) as usize];
    let rules = Rules { moves: 2 + random.below(2) as u8, ..Rules::default() };
    let mut problem = Problem::new(Position::start(side), Player::O, rules.opening, rules);
    let most = 3 + random.below(u64::from(SHORT) - 2) as u8;
    while most < max_turns_left(&problem) {
        let level = if random.below(2) == 0 { Level::Random } else { Level::OnePly };
        let turn = choose(level, &problem, u64::from(random.bits()), &mut Found::default())?;
        problem = problem.after(&turn);
    }
    (!problem.is_lost()).then_some(problem)
}

/// The boards after all turns of the mover.
fn boards_after(problem: &Problem) -> HashSet<Position> {
    (0..problem.moves).fold(HashSet::from([problem.position]), |boards, _| {
        let next = |board: &Position| {
            let cells = board.accessible(problem.mover);
            cells.into_iter().map(|cell| board.after(problem.mover, cell.into())).collect::<Vec<_>>()
        };
        boards.iter().flat_map(next).collect()
    })
}

/// The outcome with its length, and the number of positions; none if there are too many.
fn retrograde(problem: &Problem) -> Option<(Outcome, usize)> {
    // The positions after each number of turns. A position has made its number of moves, so it never comes up after another number.
    let mut layers = vec![HashMap::from([(problem.position, HashSet::new())])];
    let (mut mover, mut made) = (problem.mover, 1);
    loop {
        let layer = layers.last_mut()?;
        let mut next = HashMap::new();
        for (&position, replies) in layer.iter_mut() {
            let moves = problem.rules.moves_in_turn(&position, mover);
            *replies = boards_after(&Problem::new(position, mover, moves, problem.rules));
            next.extend(replies.iter().map(|&reply| (reply, HashSet::new())));
            if MOST_POSITIONS < made + next.len() {
                return None;
            }
        }
        if next.is_empty() {
            break;
        }
        made += next.len();
        layers.push(next);
        mover = mover.other();
    }
    let mut later: HashMap<Position, Outcome> = HashMap::new();
    while let Some(layer) = layers.pop() {
        later = layer.into_iter().map(|(position, replies)| (position, judged(&replies, &later))).collect();
    }
    later.get(&problem.position).map(|&outcome| (outcome, made))
}

/// The mover wins as soon as it can, and loses as late as it can.
fn judged(replies: &HashSet<Position>, later: &HashMap<Position, Outcome>) -> Outcome {
    let after: Vec<Outcome> = replies.iter().map(|reply| later[reply]).collect();
    let shortest_win = after.iter().filter_map(|outcome| if let Outcome::Loss(turns) = outcome { Some(turns + 1) } else { None }).min();
    let longest_loss = after.iter().filter_map(|outcome| if let Outcome::Win(turns) = outcome { Some(turns + 1) } else { None }).max();
    shortest_win.map_or(Outcome::Loss(longest_loss.unwrap_or(0)), Outcome::Win)
}
