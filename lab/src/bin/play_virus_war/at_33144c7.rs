//! The deepest level of commit 33144c7 as a program that `play_virus_war` can play against. It is not compiled here: copy it to
//! `examples/player.rs` in a checkout of that commit, and build it with
//! `cargo build --release --no-default-features --example player`.
//!
//! It reads a position in each line: milliseconds of processor time, seed, side, moves of O's and of X's first turn, and the turns so far.
//! It writes the cells of its turn, or an empty line if there is none.

use std::{
    fs, io,
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use quincunx::{
    puzzles::virus_war::{
        cells::{Cell, CellSet},
        opponent::{Level, Line, choose},
        position::{Player, Position},
        state::{Problem, Rules},
    },
    search::{Observer, Tally},
};

/// Stops after this processor time.
struct Clock {
    time: Duration,
    began: Instant,
    had: Duration,
}

impl Observer<Line> for Clock {
    fn found(&mut self, _line: Line) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        // Processor time is slow to read, and never more than the time that has passed.
        if self.time <= self.began.elapsed() && self.time <= processor_time() - self.had { Break(()) } else { Continue(()) }
    }
}

fn processor_time() -> Duration {
    let times = fs::read_to_string("/proc/thread-self/schedstat").expect("the system says it");
    Duration::from_nanos(times.split(' ').next().and_then(|time| time.parse().ok()).expect("it is a number"))
}

fn main() {
    for line in io::stdin().lines() {
        let line = line.expect("the line is text");
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("the line begins with five numbers");
        let (time, seed, side) = (Duration::from_millis(number()), number(), number() as u8);
        let mut firsts = [number() as u8, number() as u8].into_iter();
        let rules = Rules::default();
        let mut mover = Player::O;
        let mut position = Position::start(side);
        for turn in words {
            let cells: CellSet = turn.split('-').map(|cell| cell.parse::<Cell>().expect("cells are joined by hyphens")).collect();
            position = position.after(mover, cells);
            mover = mover.other();
            firsts.next();
        }
        let problem = Problem { position, mover, moves: firsts.next().unwrap_or(rules.moves), rules };
        let turn = choose(Level::Deep, &problem, seed, &mut Clock { time, began: Instant::now(), had: processor_time() });
        let cells = turn.iter().flat_map(|turn| turn.cells()).map(|cell| cell.to_string()).collect::<Vec<_>>();
        println!("{}", cells.join("-"));
    }
}
