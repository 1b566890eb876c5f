//! Kanoodle's starts: some pieces are thrown into the tray, and the others can be added.

use egui::{DragValue, Ui};

use crate::{
    erased,
    gui::{
        now,
        sections::Section,
        widgets::{muted_in_turn, seed_ui},
    },
    packing::{
        model::{saved::Saved, state::State},
        play::start::Start,
    },
    puzzles::polyominoes::Squares,
    text::counted,
    workbench::{
        history::Gesture,
        job::Wake,
        session::{Cause, Change},
        worker::Worker,
    },
};

/// The most solutions that can be chosen.
const MOST_SOLUTIONS: u64 = 1000;

/// The controls, and the job that deals.
pub struct Starts {
    pieces: usize,
    /// The number of solutions; 0 stands for any.
    solutions: u64,
    /// The seed of the next start; 0 stands for a random one.
    seed: u64,
    /// What was asked for last, and whether it was found.
    last: Option<(Start, bool)>,
    worker: Worker<State>,
}

impl Starts {
    /// Starts without a job.
    pub fn new(wake: Wake) -> Self {
        Self { pieces: 6, solutions: 1, seed: 0, last: None, worker: Worker::new("polyominoes start", wake) }
    }

    /// Whether a start is being dealt.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Stops dealing.
    pub fn stop(&mut self) {
        if self.is_busy() {
            self.last = None;
        }
        self.worker.stop();
    }

    /// Takes in the start that was dealt, and returns the change that it makes.
    pub fn catch_up(&mut self) -> Option<(Change, Cause)> {
        let mut dealt = None;
        self.worker.drain(|start| dealt = Some(start));
        let position = erased::State::of(Saved::<Squares>::from(dealt?));
        self.last = self.last.map(|(start, _)| (start, true));
        Some((Change::Position(position, Gesture::Ended), Cause::User))
    }

    /// Shows the controls.
    pub fn ui(&mut self, ui: &mut Ui, state: &State) {
        Section::open("polyominoes.start", "Deal a start").show(ui, |ui| self.controls_ui(ui, state));
    }

    fn controls_ui(&mut self, ui: &mut Ui, state: &State) {
        let most = state.pieces.chars().count().saturating_sub(1).max(1);
        ui.horizontal(|ui| {
            let label = ui.label("Throw in");
            let pieces = DragValue::new(&mut self.pieces).range(1..=most).speed(0.05).suffix(" pieces");
            ui.add(pieces).labelled_by(label.id).on_hover_text("How many pieces lie in the tray already");
        });
        ui.horizontal(|ui| {
            let format = |number: f64, _| if number == 0.0 { "any".to_owned() } else { format!("{number:.0}") };
            let parse = |text: &str| if text.trim() == "any" { Some(0.0) } else { text.trim().parse().ok() };
            let label = ui.label("Solutions");
            let solutions = DragValue::new(&mut self.solutions).range(0..=MOST_SOLUTIONS).speed(0.05);
            ui.add(solutions.custom_formatter(format).custom_parser(parse))
                .labelled_by(label.id)
                .on_hover_text("How many ways there are to add the other pieces; 0 stands for any number");
        });
        ui.horizontal(|ui| {
            seed_ui(ui, &mut self.seed, "Seed", "The same number always gives the same start");
            if self.worker.is_busy() {
                if ui.button("Stop").on_hover_text("Esc stops it as well").clicked() {
                    self.stop();
                }
            } else if ui.button("Deal").on_hover_text("Throws in random pieces, so that the others can be added").clicked() {
                self.deal(state);
            }
        });
        muted_in_turn(ui, &self.about_last(), &["Looking for 11 pieces and 1,000 solutions…"]);
    }

    fn deal(&mut self, state: &State) {
        let seed = if self.seed == 0 { now::short_seed() } else { self.seed };
        let solutions = Some(self.solutions).filter(|&solutions| 0 < solutions);
        let start = Start { pieces: self.pieces, solutions, seed };
        let empty = state.clone();
        self.last = Some((start, false));
        self.worker.start(move |observer| start.deal(&empty, observer));
    }

    /// What became of the last start.
    fn about_last(&self) -> String {
        let Some((start, is_found)) = self.last else { return "Nothing is dealt yet".to_owned() };
        let Start { pieces, solutions, seed } = start;
        let solutions = solutions.map_or_else(|| "any number of solutions".to_owned(), |solutions| counted(solutions, "solution"));
        let about = format!("{} and {solutions}", counted(pieces as u64, "piece"));
        match (is_found, self.worker.failure()) {
            (true, _) => format!("{about}, seed {seed}"),
            (false, Some(failure)) => failure.in_words("Dealing failed"),
            (false, None) if self.worker.is_busy() => format!("Looking for {about}…"),
            (false, None) => "Found none: try another seed or other numbers".to_owned(),
        }
    }
}
