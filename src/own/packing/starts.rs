//! Starts by chance: some pieces are thrown into the tray of Kanoodle, or chosen for the board of Katamino.

use egui::{DragValue, Ui};

use base::{erased, text::counted};
use gui::{
    now,
    sections::Section,
    widgets::{muted, muted_in_turn, seed_ui},
};
use packing::{
    model::{geometry::Extent, pieces::Set, saved::Saved, state::State},
    play::deal::{Part, Start},
};
use polyominoes::Squares;
use workbench::{
    history::Gesture,
    job::Wake,
    session::{Cause, Change},
    worker::Worker,
};

/// The most solutions that can be chosen.
const MOST_SOLUTIONS: u64 = 1000;
/// The sides of Katamino's board: as many pieces fill it as it has columns.
const ROWS: usize = 5;
const COLUMNS: std::ops::RangeInclusive<usize> = 3..=12;

/// Whether this is the board of Katamino.
pub fn is_katamino(state: &State) -> bool {
    let Extent { x, y, .. } = state.grid().extent;
    state.set == Set::Pentominoes && y == ROWS && COLUMNS.contains(&x)
}

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

    /// Shows the controls of Kanoodle's tray.
    pub fn tray_ui(&mut self, ui: &mut Ui, state: &State) {
        Section::open("polyominoes.start", "Deal a start").show(ui, |ui| {
            let most = state.pieces.chars().count().saturating_sub(1).max(1);
            ui.horizontal(|ui| {
                let label = ui.label("Throw in");
                let pieces = DragValue::new(&mut self.pieces).range(1..=most).speed(0.05).suffix(" pieces");
                ui.add(pieces).labelled_by(label.id).on_hover_text("How many pieces lie in the tray already");
            });
            let hint = "Throws in random pieces, so that the others can be added";
            if let Some(state) = self.deal_ui(ui, &[("Deal", hint, state)]) {
                self.deal(state, Part::Given, self.pieces);
            }
        });
    }

    /// Shows the controls of Katamino's board.
    pub fn board_ui(&mut self, ui: &mut Ui, state: &mut State) {
        Section::open("polyominoes.katamino", "Katamino").show(ui, |ui| {
            let extent = state.grid().extent;
            let mut columns = extent.x;
            ui.horizontal(|ui| {
                let label = ui.label("Width");
                let width = DragValue::new(&mut columns).range(COLUMNS).speed(0.05).update_while_editing(false);
                ui.add(width).labelled_by(label.id).on_hover_text("The number of columns. As many pieces fill them.");
            });
            if columns != extent.x {
                *state = state.resized(Extent { x: columns, ..extent });
            }
            super::available_pieces(ui, state, &state.distinct_pieces());
            let chosen = state.pieces.chars().count();
            let missing = columns.saturating_sub(chosen);
            muted(
                ui,
                &match missing {
                    0 if chosen == columns => format!("{} for as many columns", counted(chosen as u64, "piece")),
                    0 => format!("{}, of which {columns} are needed", counted(chosen as u64, "piece")),
                    missing => format!("{} to choose", counted(missing as u64, "piece")),
                },
            );
            let anew = State { pieces: String::new(), ..state.clone() };
            let more = format!("Add {}", counted(missing as u64, "piece"));
            let mut buttons = vec![("Deal", "Chooses random pieces that fill the board", &anew)];
            if 0 < missing && 0 < chosen {
                buttons.push((&more, "Keeps the chosen pieces, and adds random ones with which they fill the board", &*state));
            }
            if let Some(state) = self.deal_ui(ui, &buttons) {
                self.deal(state, Part::Allowed, columns);
            }
        });
    }

    /// Shows what is the same for all starts, and returns the position of the button that was clicked.
    fn deal_ui<'a>(&mut self, ui: &mut Ui, buttons: &[(&str, &str, &'a State)]) -> Option<&'a State> {
        ui.horizontal(|ui| {
            let format = |number: f64, _| if number == 0.0 { "any".to_owned() } else { format!("{number:.0}") };
            let parse = |text: &str| if text.trim() == "any" { Some(0.0) } else { text.trim().parse().ok() };
            let label = ui.label("Solutions");
            let solutions = DragValue::new(&mut self.solutions).range(0..=MOST_SOLUTIONS).speed(0.05);
            ui.add(solutions.custom_formatter(format).custom_parser(parse))
                .labelled_by(label.id)
                .on_hover_text("How many solutions the start leaves, of which turns and mirror images count once; 0 stands for any number");
        });
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            seed_ui(ui, &mut self.seed, "Seed", "The same number always gives the same start");
            if self.worker.is_busy() {
                if ui.button("Stop").on_hover_text("Esc stops it as well").clicked() {
                    self.stop();
                }
                return;
            }
            for &(text, hint, state) in buttons {
                if ui.button(text).on_hover_text(hint).clicked() {
                    chosen = Some(state);
                }
            }
        });
        muted_in_turn(ui, &self.about_last(), &["Looking for 11 pieces and 1,000 solutions…"]);
        chosen
    }

    fn deal(&mut self, state: &State, part: Part, pieces: usize) {
        let seed = if self.seed == 0 { now::short_seed() } else { self.seed };
        let solutions = Some(self.solutions).filter(|&solutions| 0 < solutions);
        let start = Start { part, pieces, solutions, seed };
        let state = state.clone();
        self.last = Some((start, false));
        self.worker.start(move |observer| start.deal(&state, observer));
    }

    /// What became of the last start.
    fn about_last(&self) -> String {
        let Some((start, is_found)) = self.last else { return "Nothing is dealt yet".to_owned() };
        let Start { part, pieces, solutions, seed } = start;
        let solutions = solutions.map_or_else(|| "any number of solutions".to_owned(), |solutions| counted(solutions, "solution"));
        let about = format!("{} and {solutions}", counted(pieces as u64, "piece"));
        match (is_found, self.worker.failure()) {
            (true, _) => format!("{about}, seed {seed}"),
            (false, Some(failure)) => failure.in_words("Dealing failed"),
            (false, None) if self.worker.is_busy() => format!("Looking for {about}…"),
            (false, None) if part == Part::Allowed => format!("No choice has {about}"),
            (false, None) => "Found none: try another seed or other numbers".to_owned(),
        }
    }
}
