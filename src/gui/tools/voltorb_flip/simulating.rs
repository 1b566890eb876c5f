//! The simulation pane: runs many rounds on a thread and shows how often each strategy wins, and whether Voltorbs are as frequent as the
//! odds predict.

use std::ops::ControlFlow;

use egui::{ProgressBar, ScrollArea, Ui, Window, pos2, vec2};

use super::{
    plots::{self, Part},
    words::simulation as words,
};
use crate::{
    gui::{
        controls, now, radio,
        request::Requests,
        theme::space,
        tools::Companion,
        widgets::{fact, muted, next_section, toggle},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        model::{prior::Level, state::State},
        play::simulation::{Policy, Sample, Simulation},
    },
    search::{Observer, Tally},
    text::{counted, grouped, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::{Cause, Change, Mode, Session},
    },
};

/// The numbers of rounds per level to choose from.
const DEALS: [u64; 4] = [200, 2_000, 20_000, 200_000];

/// The pane: its settings, and the last simulation.
pub struct Simulating {
    is_open: bool,
    levels: [bool; 8],
    policies: [bool; Policy::ALL.len()],
    deals: u64,
    run: Option<Run>,
    notice: Option<String>,
    wake: Wake,
}

/// The current or last simulation.
struct Run {
    parts: Vec<Part>,
    /// `None` once it has ended.
    job: Option<Job<(usize, Sample)>>,
}

impl Simulating {
    /// Creates a closed pane. `wake` is called when results arrive.
    pub fn new(wake: Wake) -> Self {
        let (levels, policies) = ([true; 8], [false, true, true]);
        Self { is_open: false, levels, policies, deals: DEALS[0], run: None, notice: None, wake }
    }

    fn pane_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.label("Levels");
            for (level, is_chosen) in Level::all().zip(&mut self.levels) {
                let number = level.number();
                if toggle(ui, &number.to_string(), *is_chosen, &format!("Play level {number}")).clicked() {
                    *is_chosen = !*is_chosen;
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            for (policy, is_chosen) in Policy::ALL.into_iter().zip(&mut self.policies) {
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
                radio::value(ui, &mut self.deals, deals, counted(deals, "round"));
            }
        });
        self.buttons_ui(ui);
        if let Some(run) = &self.run {
            let room = (ui.ctx().content_rect().height() - 400.0).max(160.0);
            ScrollArea::vertical().max_height(room).min_scrolled_height(room).auto_shrink([false, true]).show(ui, |ui| run.ui(ui));
        } else {
            muted(ui, "Boards are dealt as in the game. Every policy plays the same boards.");
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            if let Some(job) = self.run.as_ref().and_then(|run| run.job.as_ref()) {
                let done = job.progress().done;
                if ui.button("Stop").clicked() {
                    self.halt();
                }
                ui.add(ProgressBar::new(done).desired_width(140.0).desired_height(6.0));
                muted(ui, &words::whole_percent(done.into()));
            } else {
                let can = self.levels.contains(&true) && self.policies.contains(&true);
                let button = ui.add_enabled(can, egui::Button::new("Simulate"));
                if button.on_disabled_hover_text("Choose a level and a policy").clicked() {
                    self.start();
                }
            }
            if let Some(notice) = &self.notice {
                muted(ui, notice);
            }
        });
        ui.add_space(space::S);
    }

    fn start(&mut self) {
        let seed = now::seed();
        let chosen = |chosen: &[bool], index: usize| chosen.get(index).copied().unwrap_or(false);
        let policies = Policy::ALL.into_iter().enumerate().filter(|&(index, _)| chosen(&self.policies, index));
        let levels = || Level::all().enumerate().filter(|&(index, _)| chosen(&self.levels, index));
        // Fast strategies come first, to show results early.
        let simulations: Vec<_> = policies
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .flat_map(|(_, policy)| levels().map(move |(_, level)| (level, policy)))
            .map(|(level, policy)| Simulation { level, policy, deals: self.deals, seed })
            .collect();
        let parts = simulations.iter().map(|&simulation| Part { simulation, sample: Sample::default() }).collect();
        let run = move |observer: &mut dyn Observer<(usize, Sample)>| run_all(&simulations, observer);
        match Job::start("voltorb-flip simulation".to_owned(), self.wake.clone(), run) {
            Ok(job) => {
                self.notice = None;
                self.run = Some(Run { parts, job: Some(job) });
            }
            Err(error) => self.notice = Some(sentence(&error.to_string())),
        }
    }

    fn halt(&mut self) {
        if let Some(run) = &mut self.run {
            run.job = None;
        }
    }
}

impl Companion<VoltorbFlip> for Simulating {
    fn ui(&mut self, ui: &mut Ui, session: &Session<VoltorbFlip>, _state: &mut State) {
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
        if controls::are_of_solve_mode(ui.ctx()) {
            return;
        }
        let mut is_open = self.is_open;
        let window = Window::new("Simulate rounds").open(&mut is_open).default_width(460.0).default_pos(pos2(300.0, 110.0));
        window.show(ui.ctx(), |ui| self.pane_ui(ui));
        if self.is_open && !is_open {
            self.halt();
        }
        self.is_open = is_open;
    }

    fn catch_up(&mut self, _session: &Session<VoltorbFlip>, _requests: &Requests) -> Option<(Change<VoltorbFlip>, Cause)> {
        let run = self.run.as_mut()?;
        if let Some(message) = job::drain(&mut run.job, |(index, sample)| run.parts[index].sample = sample) {
            self.notice = Some(format!("The simulation failed: {message}"));
        }
        None
    }

    fn is_busy(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.job.is_some())
    }

    fn stop(&mut self) {
        self.halt();
    }
}

impl Run {
    fn ui(&self, ui: &mut Ui) {
        plots::wins(ui, &self.parts);
        let mut all = Sample::default();
        self.parts.iter().for_each(|part| all.merge(&part.sample));
        if 0 < all.deals {
            plots::calibration(ui, &all);
        }
        next_section(ui, "Results");
        for part in self.parts.iter().filter(|part| 0 < part.sample.deals) {
            let Part { simulation, sample } = part;
            let label = format!("Level {}, {}", simulation.level.number(), simulation.policy);
            let value = share_cleared(sample.rate(), sample.standard_error(), sample.deals, sample.inexact);
            ui.scope(|ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                fact(
                    ui,
                    &label,
                    &value,
                    "Rounds cleared, with the standard error. In rounds that are \"not exact\", memory ran out for the best play",
                );
            });
        }
    }
}

/// The share of rounds cleared, and how many of the rounds weren't played exactly.
fn share_cleared(rate: f64, error: f64, deals: u64, inexact: u64) -> String {
    let inexact = if inexact > 0 { format!(", {} not exact", grouped(inexact)) } else { String::new() };
    format!("{:.1} % ± {:.1} of {}{inexact}", 100.0 * rate, 100.0 * error, grouped(deals))
}

/// Runs all simulations in turn.
fn run_all(simulations: &[Simulation], observer: &mut dyn Observer<(usize, Sample)>) -> ControlFlow<()> {
    let total = simulations.len() as f32;
    for (index, simulation) in simulations.iter().enumerate() {
        simulation.run(&mut Numbered { observer, index, total })?;
    }
    ControlFlow::Continue(())
}

/// Passes on the results of one of several simulations, with its index.
struct Numbered<'a> {
    observer: &'a mut dyn Observer<(usize, Sample)>,
    index: usize,
    total: f32,
}

impl Observer<Sample> for Numbered<'_> {
    fn found(&mut self, sample: Sample) -> ControlFlow<()> {
        self.observer.found((self.index, sample))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress((self.index as f32 + done) / self.total, tally)
    }
}
