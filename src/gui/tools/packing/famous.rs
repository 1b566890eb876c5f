//! What famous puzzles with squares have of their own, above the other controls: dates.

use egui::Ui;

use super::calendar::Calendar;
use crate::{
    erased,
    gui::{request::Requests, theme::space, tools::Companion},
    packing::model::{labels::has_weekdays, saved::Saved, state::State},
    puzzles::polyominoes::Squares,
    workbench::{
        job::Wake,
        session::{Cause, Change, Mode, Session},
    },
};

/// The controls of the famous puzzles, and their jobs.
pub struct Famous {
    calendar: Calendar,
}

impl Famous {
    /// Starts without a job.
    pub fn new(wake: Wake) -> Self {
        Self { calendar: Calendar::new(wake) }
    }

    fn controls_ui(&mut self, ui: &mut Ui, state: &mut State) {
        match state.set {
            set if has_weekdays(set).is_some() => self.calendar.ui(ui, state),
            _ => return,
        }
        ui.add_space(space::S);
    }
}

impl Companion for Famous {
    fn first_ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        if session.played().mode() == Mode::Solve {
            state.change(|state: &mut Saved<Squares>| self.controls_ui(ui, state));
        }
    }

    fn ui(&mut self, _ui: &mut Ui, _session: &Session, _state: &mut erased::State) {}

    fn catch_up(&mut self, _session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        self.calendar.catch_up();
        None
    }

    fn is_busy(&self) -> bool {
        self.calendar.is_busy()
    }

    fn stop(&mut self) {
        self.calendar.stop();
    }
}
