//! Other programs that play Virus War, driven through their standard input and output.
//!
//! * Mustitz's engine (C, Monte-Carlo tree search): <https://github.com/mustitz/virus-war>, commit c8ea50f, the last one whose search
//!   needs no file of weights, which isn't published. In its folder `sources`:
//!   `sha512sum mcts-ai.c random-ai.c | awk -f calc-hash.awk > hashes.h`, then
//!   `gcc -std=gnu99 -Ofast -I../include -I. -o virus-war *.c -lm`.
//! * The deepest level of commit 33144c7: see `at_33144c7.rs`.

use std::{
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use quincunx::puzzles::virus_war::{
    model::{
        cells::{Cell, CellSet},
        turn::Turn,
    },
    play::opponent::{Level, limit::Limit},
    search::graph::TurnGraph,
};

use super::game::{Game, choose_by, read_time};

/// A running program.
struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(command: &str) -> Self {
        let mut words = command.split(' ');
        let path = words.next().unwrap_or_default();
        let mut child = Command::new(path)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{path} doesn't start: {error}"));
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, input, output }
    }

    fn write(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("the program reads its input");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).expect("the program writes text");
        assert!(length > 0, "the program has ended");
        line.trim().to_owned()
    }

    /// The processor time that it has had.
    fn time(&self) -> Duration {
        read_time(&format!("/proc/{}/schedstat", self.child.id()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A program that has ended by itself needs no more.
        let _ended = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// The turn with these cells; none if there are no cells.
fn turn(game: &Game, cells: CellSet) -> Option<Turn> {
    let graph = TurnGraph::new(&game.problem.position, game.problem.mover, game.problem.moves);
    (!cells.is_empty()).then(|| graph.turn(cells).expect("the program makes a turn"))
}

/// A program that answers like `at_33144c7.rs`.
pub struct Program(Running);

impl Program {
    /// Starts it.
    pub fn start(command: &str) -> Self {
        Self(Running::start(command))
    }

    /// The turn it chooses and the processor time for it.
    pub fn choose(&mut self, game: &Game, time: Duration, seed: u64) -> (Option<Turn>, Duration) {
        let Self(running) = self;
        let had = running.time();
        let [o, x] = game.first_moves;
        let mut line = format!("{} {seed} {} {o} {x}", time.as_millis(), game.side);
        for turn in &game.turns {
            line.push(' ');
            line.push_str(&written(turn));
        }
        running.write(&format!("{line}\n"));
        let cells = parsed(&running.line());
        (turn(game, cells), running.time() - had)
    }
}

/// Plays a level for a match that another build of this bench referees: answers each line that [`Program::choose`] writes.
pub fn serve(level: Level) {
    for line in io::stdin().lines() {
        let line = line.expect("the line is text");
        let mut words = line.split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("the line begins with five numbers");
        let (time, seed, side, first_moves) = (number(), number(), number() as u8, [number() as u8, number() as u8]);
        let mut game = Game::new(side, first_moves);
        for turn_cells in words {
            game.play(turn(&game, parsed(turn_cells)).expect("it has cells"));
        }
        let (turn, _) = choose_by(level, &game, Limit::Time(Duration::from_millis(time)), seed);
        println!("{}", turn.as_ref().map(written).unwrap_or_default());
    }
}

fn written(turn: &Turn) -> String {
    turn.cells().iter().map(Cell::to_string).collect::<Vec<_>>().join("-")
}

fn parsed(line: &str) -> CellSet {
    line.split('-').filter(|cell| !cell.is_empty()).map(|cell| cell.parse::<Cell>().expect("a cell")).collect()
}

/// The letters of its files: it has no j.
const FILES: &str = "abcdefghikl";

/// Mustitz's program. It counts simulated moves instead of time, so their number is chosen by how fast it was before.
pub struct Mcts {
    running: Running,
    /// How many moves it simulates in a second.
    speed: f64,
}

impl Mcts {
    /// Starts it.
    pub fn start(path: &str) -> Self {
        let mut running = Running::start(path);
        running.write("set ai mcts\n");
        Self { running, speed: 1e7 }
    }

    /// The turn it chooses and the processor time for it.
    pub fn choose(&mut self, game: &Game, time: Duration, seed: u64) -> (Option<Turn>, Duration) {
        let moves = game.problem.moves;
        if game.problem.is_lost() {
            return (None, Duration::ZERO);
        }
        let had = self.running.time();
        let budget = (time.as_secs_f64() / f64::from(moves) * self.speed) as u32;
        let mut text = format!("new {}\nsrand {}\nset ai.qthink {budget}\n", game.side, seed as u16);
        for (number, turn) in game.turns.iter().enumerate() {
            // The first move of each player is in its corner.
            let corner = [0, game.side - 1].get(number).and_then(|&place| Cell::new(place, place));
            let cells: Vec<String> = corner.iter().chain(turn.cells()).map(name).collect();
            text.push_str(&format!("step {}\n", cells.join(" ")));
        }
        self.running.write(&format!("{text}ai go\nping\n"));
        let mut line = self.running.line();
        let mut last = String::new();
        while line != "pong" {
            last = line;
            line = self.running.line();
        }
        let used = self.running.time() - had;
        let rate = f64::from(budget) * f64::from(moves) / used.as_secs_f64().max(1e-6);
        self.speed += (rate - self.speed) / 50.0;
        let cells = last.split(' ').map(|name| cell(name).unwrap_or_else(|| panic!("{last:?} isn't a turn"))).collect();
        (turn(game, cells), used)
    }
}

fn name(cell: &Cell) -> String {
    let file = FILES.as_bytes()[usize::from(cell.column())];
    format!("{}{}", char::from(file), cell.rank() + 1)
}

fn cell(name: &str) -> Option<Cell> {
    let (file, rank) = name.split_at_checked(1)?;
    let column = FILES.find(file)?;
    Cell::new(u8::try_from(column).ok()?, rank.parse::<u8>().ok()?.checked_sub(1)?)
}
