//! The simulation pane: runs many rounds on a thread and shows how often each strategy wins, and whether Voltorbs are as frequent as the
//! odds predict.

use egui::{ProgressBar, Ui, vec2};

use super::{plots, words::simulation as words};
use base::{erased, text::counted};
use gui::{
    now, pane, radio,
    request::Requests,
    theme::space,
    tools::Companion,
    widgets::{fact, muted, next_section, toggle},
};
use voltorb_flip::{
    model::prior::{LEVELS, Level},
    play::{
        simulation::{Policy, Sample, Simulation},
        simulations::{self, Choice, Part},
    },
};
use workbench::{
    job::{Progress, Wake},
    session::{Cause, Change, Mode, Session},
    worker::Worker,
};

/// The numbers of rounds per level to choose from.
const DEALS: [u64; 4] = [200, 2_000, 20_000, 200_000];

/// The width of the pane, in points.
const WIDTH: f32 = 460.0;

/// The pane: its settings, and the last simulation.
pub struct Simulating {
    is_open: bool,
    choice: Choice,
    /// The current or last simulations, if there were any.
    parts: Vec<Part>,
    worker: Worker<(usize, Sample)>,
}

impl Simulating {
    /// Creates a closed pane. `wake` is called when results arrive.
    pub fn new(wake: Wake) -> Self {
        let choice = Choice { levels: [true; LEVELS], policies: [false, true, true], deals: DEALS[0] };
        Self { is_open: false, choice, parts: Vec::new(), worker: Worker::new("voltorb-flip simulation", wake) }
    }

    fn pane_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.label("Levels");
            for (level, is_chosen) in Level::all().zip(&mut self.choice.levels) {
                let number = level.number();
                if toggle(ui, &number.to_string(), *is_chosen, &format!("Play level {number}")).clicked() {
                    *is_chosen = !*is_chosen;
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            for (policy, is_chosen) in Policy::ALL.into_iter().zip(&mut self.choice.policies) {
                let hint = match policy {
                    Policy::Optimal => "Clears the board most often. Needs a few seconds per round at high levels",
                    Policy::SafestUseful => "The least risky tile that may be a 2 or 3",
                    Policy::Safest => "The least risky tile of all; among equals, the one most likely to be a 2 or 3",
                };
                ui.checkbox(is_chosen, policy.to_string()).on_hover_text(hint);
            }
        });
        ui.horizontal_wrapped(|ui| {
            for deals in DEALS {
                radio::value(ui, &mut self.choice.deals, deals, counted(deals, "round"));
            }
        });
        self.buttons_ui(ui);
        if self.parts.is_empty() {
            muted(ui, "Boards are dealt as in the game. Every policy plays the same boards.");
            return;
        }
        parts_ui(ui, &self.parts);
    }

    fn buttons_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            if let Some(Progress { done, .. }) = self.worker.progress() {
                if ui.button("Stop").clicked() {
                    self.worker.stop();
                }
                ui.add(ProgressBar::new(done).desired_width(140.0).desired_height(6.0));
                muted(ui, &words::whole_percent(done.into()));
            } else {
                let can = self.choice.is_some();
                let button = pane::main_button(ui, "Simulate", can);
                let is_clicked = button.clicked();
                if !can {
                    button.on_hover_text("Choose a level and a policy");
                }
                if is_clicked {
                    let parts = self.choice.parts(now::seed());
                    let simulations: Vec<Simulation> = parts.iter().map(|part| part.simulation).collect();
                    self.worker.start(move |observer| simulations::run(&simulations, observer));
                    if self.worker.is_busy() {
                        self.parts = parts;
                    }
                }
            }
            if let Some(failure) = self.worker.failure() {
                muted(ui, &failure.in_words("The simulation failed"));
            }
        });
        ui.add_space(space::S);
    }
}

impl Companion for Simulating {
    fn ui(&mut self, ui: &mut Ui, session: &Session, _state: &mut erased::State) {
        if session.played().mode() == Mode::Play {
            return;
        }
        next_section(ui, "Simulation");
        if ui
            .button("Simulate rounds…")
            .on_hover_text("Plays many rounds to see how often each policy clears the board, and whether the odds are right")
            .clicked()
        {
            self.is_open = !self.is_open;
        }
        let mut is_open = self.is_open;
        pane::show(ui, "Simulate rounds", &mut is_open, self.is_busy(), |ui| {
            ui.set_width(WIDTH);
            self.pane_ui(ui);
        });
        if self.is_open && !is_open {
            self.worker.stop();
        }
        self.is_open = is_open;
    }

    fn catch_up(&mut self, _session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        self.worker.drain(|(index, sample)| self.parts[index].sample = sample);
        None
    }

    fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    fn stop(&mut self) {
        self.worker.stop();
    }
}

/// Shows the results of simulations.
fn parts_ui(ui: &mut Ui, parts: &[Part]) {
    plots::wins(ui, parts);
    let mut all = Sample::default();
    parts.iter().for_each(|part| all.merge(&part.sample));
    if 0 < all.deals {
        plots::calibration(ui, &all);
    }
    next_section(ui, "Results");
    for part in parts.iter().filter(|part| 0 < part.sample.deals) {
        let Part { simulation, sample } = part;
        let label = format!("Level {}, {}", simulation.level.number(), simulation.policy);
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            fact(
                ui,
                &label,
                &sample.in_words(),
                "Rounds cleared, with the standard error. In rounds that are \"not exact\", memory ran out for the best play",
            );
        });
    }
}
