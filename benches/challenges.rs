//! Makes and rates many challenges of each grade: how long it takes, how many pieces are given, and which steps they need.
//!
//! `cargo bench --bench challenges` prints a table for 1,000 seeds of some figures, 200 of Virus War, and 20 of every other figure. It
//! checks each challenge by one of the puzzle's own searches, which knows nothing of how it was made.

use std::{
    collections::BTreeMap,
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    challenge::{Rating, Step},
    puzzle::{Challenges, Preset, Puzzle},
    puzzles::{self, meteor::Meteor, soma::Soma, virus_war::VirusWar},
    search::{Found, Observer, Tally},
};

/// The figures with many seeds: the contest's board, the cube, two others and a rectangle of pentominoes.
const MANY: [&str; 5] = ["contest", "cube", "sofa", "steps", "pentominoes-6x10"];

fn main() {
    let is_figure = |preset: &&Preset| preset.key == "contest";
    Meteor::presets().iter().filter(is_figure).for_each(|preset| print_table::<Meteor>(preset, |state| state.given.len()));
    let is_figure = |preset: &&Preset| preset.key == "cube" || !preset.key.starts_with("cube");
    Soma::presets().iter().filter(is_figure).for_each(|preset| print_table::<Soma>(preset, |state| state.given.len()));
    // Problems are the same for every preset.
    VirusWar::presets().iter().take(1).for_each(|preset| print_table::<VirusWar>(preset, |_| 0));
}

fn print_table<P: Board>(preset: &Preset, given: fn(&P::State) -> usize) {
    let challenges = P::EXTRAS.challenges.as_ref().expect("the puzzle has challenges");
    let figure = puzzles::read::<P>(preset.ron).expect("a valid preset").state;
    let seeds = match P::KEY {
        "virus-war" => 200,
        _ if MANY.contains(&preset.key) => 1000,
        _ => 20,
    };
    for &grade in (challenges.grades)(&figure) {
        let mut times = Vec::new();
        let mut pieces = Vec::new();
        let mut hardest: BTreeMap<Step, u32> = BTreeMap::new();
        let mut steps: BTreeMap<Step, usize> = BTreeMap::new();
        let mut images = 0;
        for seed in 0..seeds {
            let mut found = Found::default();
            let start = Instant::now();
            let flow = (challenges.make)(&figure, grade, seed, &mut found);
            times.push(start.elapsed());
            assert!(flow.is_continue(), "nothing stops it");
            let Some(state) = found.items.pop() else { continue };
            let rating = rated::<P>(challenges, &state);
            assert_eq!(rating.grade, grade);
            pieces.push(given(&state));
            images += u32::from(solutions::<P>(&state) > 1);
            let last = rating.steps.last().map_or(Step::ForcedCell, |steps| steps.step);
            *hardest.entry(last).or_default() += 1;
            rating.steps.iter().for_each(|taken| *steps.entry(taken.step).or_default() += taken.count);
        }
        times.sort_unstable();
        pieces.sort_unstable();
        let ms = |time: Option<&Duration>| 1e3 * time.map_or(0.0, Duration::as_secs_f64);
        println!(
            "{:20} {:7} made {}/{seeds}, median {:.2} ms, worst {:.1} ms, given {:?}..{:?}..{:?}, hardest {hardest:?}, steps {steps:?}, up to symmetry {images}",
            preset.key,
            grade.key(),
            pieces.len(),
            ms(times.get(times.len() / 2)),
            ms(times.last()),
            pieces.first().unwrap_or(&0),
            pieces.get(pieces.len() / 2).unwrap_or(&0),
            pieces.last().unwrap_or(&0),
        );
    }
}

fn rated<P: Board>(challenges: &Challenges<P>, state: &P::State) -> Rating {
    let problem = P::check(state).unwrap_or_else(|flaws| panic!("{state:?}: {} flaws", flaws.len()));
    let mut found = Found::default();
    assert!((challenges.rate)(&problem, &mut found).is_continue(), "nothing stops it");
    found.items.pop().unwrap_or_else(|| panic!("not one solution: {state:?}"))
}

/// Counts solutions by the puzzle's fastest technique, up to 2.
fn solutions<P: Board>(state: &P::State) -> u32 {
    let problem = P::check(state).unwrap_or_else(|flaws| panic!("{state:?}: {} flaws", flaws.len()));
    let mut few = Few(0);
    // A break only means that there are two.
    let _ = (P::techniques()[0].search)(&problem, &mut few);
    assert!(few.0 > 0, "no solution: {state:?}");
    few.0
}

struct Few(u32);

impl<T> Observer<T> for Few {
    fn found(&mut self, _solution: T) -> ControlFlow<()> {
        self.0 += 1;
        if self.0 < 2 { Continue(()) } else { Break(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        Continue(())
    }
}
