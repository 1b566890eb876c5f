//! What famous puzzles with squares have of their own, above the other controls: dates, rolls of dice, starts and choices of pieces.

use egui::{Label, RichText, Ui};

use super::{
    calendar::Calendar,
    starts::{Starts, is_katamino},
};
use base::erased;
use gui::{
    command::DocumentCommand,
    now,
    request::{Request, Requests},
    theme::{self, space},
    tools::Companion,
    widgets::seed_ui,
};
use packing::{
    model::{
        labels::{has_weekdays, open_labels},
        pieces::Set,
        saved::Saved,
        state::State,
    },
    play::dice,
};
use polyominoes::Squares;
use workbench::{
    job::Wake,
    session::{Cause, Change, Mode, Session},
};

/// The controls of the famous puzzles, and their jobs.
pub struct Famous {
    calendar: Calendar,
    starts: Starts,
    /// The seed of the next roll; 0 stands for a random one.
    roll: u64,
}

impl Famous {
    /// Starts without a job.
    pub fn new(wake: Wake) -> Self {
        Self { calendar: Calendar::new(wake.clone()), starts: Starts::new(wake), roll: 0 }
    }

    fn controls_ui(&mut self, ui: &mut Ui, state: &mut State) {
        match state.set {
            set if has_weekdays(set).is_some() => self.calendar.ui(ui, state),
            Set::GeniusSquare => self.dice_ui(ui, state),
            Set::Kanoodle => self.starts.tray_ui(ui, state),
            _ if is_katamino(state) => self.starts.board_ui(ui, state),
            _ => return,
        }
        ui.add_space(space::S);
    }

    fn dice_ui(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal(|ui| {
            if ui.button("Roll").on_hover_text("Rolls the seven dice, and puts a blocker on the cell that each one shows").clicked() {
                let seed = if self.roll == 0 { now::short_seed() } else { self.roll };
                if let Some(rolled) = dice::rolled(state, seed) {
                    *state = rolled;
                }
            }
            seed_ui(ui, &mut self.roll, "Seed", "The same number always gives the same roll");
        });
        // More than a roll, on a board that was changed, has no room.
        let color = theme::color(theme::look(ui.ctx()).colors.muted);
        let cells = RichText::new(open_labels(state).join(" ")).color(color);
        ui.add(Label::new(cells).truncate()).on_hover_text("The cells with a blocker");
    }
}

impl Companion for Famous {
    fn first_ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        if session.played().mode() == Mode::Solve {
            let before = session.shown().filter(|&(_, step)| 0 < step).map(|_| state.clone());
            state.change(|state: &mut Saved<Squares>| self.controls_ui(ui, state));
            // Another day is solved as well as the one before.
            if before.is_some_and(|before| before != *state) {
                Request::Run(DocumentCommand::Solve.into()).send(ui.ctx());
            }
        }
    }

    fn ui(&mut self, _ui: &mut Ui, _session: &Session, _state: &mut erased::State) {}

    fn catch_up(&mut self, _session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        self.calendar.catch_up();
        self.starts.catch_up()
    }

    fn is_busy(&self) -> bool {
        self.calendar.is_busy() || self.starts.is_busy()
    }

    fn stop(&mut self) {
        self.calendar.stop();
        self.starts.stop();
    }
}
