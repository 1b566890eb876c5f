//! Many rounds played by the computer on a thread of their own: how often each way to play wins, and whether Voltorbs lie as often as
//! the odds say.

use std::ops::ControlFlow;

use egui::{ProgressBar, ScrollArea, Ui, Window, pos2, vec2};

use super::plots::{self, Part};
use crate::{
    gui::{
        document,
        theme::space,
        tools::Companion,
        widgets::{choice, fact, muted, next_section},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        model::{prior::Level, state::State},
        play::simulation::{Policy, Sample, Simulation},
    },
    search::{Observer, Tally},
    text::{grouped, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::Session,
    },
};

/// How many rounds of each level can be asked for.
const DEALS: [u64; 4] = [200, 2_000, 20_000, 200_000];

/// The pane: what is asked for, and what came of it.
pub struct Simulating {
    is_open: bool,
    levels: [bool; 8],
    policies: [bool; Policy::ALL.len()],
    deals: u64,
    run: Option<Run>,
    trouble: Option<String>,
    wake: Wake,
}

/// What runs or ran last.
struct Run {
    parts: Vec<Part>,
    /// None once it came to its end.
    job: Option<Job<(usize, Sample)>>,
}

impl Simulating {
    /// A pane that is closed; `wake` is called when there is something to take in.
    pub fn new(wake: Wake) -> Self {
        let (levels, policies) = ([true; 8], [false, true, true]);
        Self { is_open: false, levels, policies, deals: DEALS[0], run: None, trouble: None, wake }
    }

    fn pane_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.label("Levels");
            for (level, is_chosen) in Level::all().zip(&mut self.levels) {
                let number = level.number();
                if choice(ui, &number.to_string(), *is_chosen, &format!("Play level {number}")).clicked() {
                    *is_chosen = !*is_chosen;
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            for (policy, is_chosen) in Policy::ALL.into_iter().zip(&mut self.policies) {
                let hint = match policy {
                    Policy::Optimal => "What clears the board most often; takes up to some seconds a round at the high levels",
                    Policy::SafestUseful => "The least risky tile that may be a 2 or a 3",
                    Policy::Safest => "The least risky tile of all; of equally safe ones that which most likely is a 2 or a 3",
                };
                ui.checkbox(is_chosen, policy.to_string()).on_hover_text(hint);
            }
        });
        ui.horizontal_wrapped(|ui| {
            for deals in DEALS {
                ui.radio_value(&mut self.deals, deals, format!("{} rounds", grouped(deals)));
            }
        });
        self.buttons_ui(ui);
        if let Some(run) = &self.run {
            let room = (ui.ctx().content_rect().height() - 400.0).max(160.0);
            ScrollArea::vertical().max_height(room).min_scrolled_height(room).auto_shrink([false, true]).show(ui, |ui| run.ui(ui));
        } else {
            muted(ui, "Boards are dealt as the game deals them. Every way to play gets the same boards.");
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
                muted(ui, &format!("{:.0} %", 100.0 * done));
            } else {
                let can = self.levels.contains(&true) && self.policies.contains(&true);
                let button = ui.add_enabled(can, egui::Button::new("Play them"));
                if button.on_disabled_hover_text("Choose a level and a way to play").clicked() {
                    self.start();
                }
            }
            if let Some(trouble) = &self.trouble {
                muted(ui, trouble);
            }
        });
        ui.add_space(space::S);
    }

    fn start(&mut self) {
        let seed = document::seed();
        let chosen = |chosen: &[bool], index: usize| chosen.get(index).copied().unwrap_or(false);
        let policies = Policy::ALL.into_iter().enumerate().filter(|&(index, _)| chosen(&self.policies, index));
        let levels = || Level::all().enumerate().filter(|&(index, _)| chosen(&self.levels, index));
        // The quick ways to play come first, so that something is seen soon.
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
                self.trouble = None;
                self.run = Some(Run { parts, job: Some(job) });
            }
            Err(error) => self.trouble = Some(sentence(&error.to_string())),
        }
    }

    fn halt(&mut self) {
        if let Some(run) = &mut self.run {
            run.job = None;
        }
    }
}

impl Companion<VoltorbFlip> for Simulating {
    fn ui(&mut self, ui: &mut Ui, _session: &Session<VoltorbFlip>, _state: &mut State) {
        next_section(ui, "Simulation");
        let hint = "Lets the computer play many rounds: how often each way to play wins, and whether the odds are right";
        if ui.button("Many rounds…").on_hover_text(hint).clicked() {
            self.is_open = !self.is_open;
        }
        let mut is_open = self.is_open;
        let window = Window::new("Many rounds").open(&mut is_open).default_width(460.0).default_pos(pos2(300.0, 110.0));
        window.show(ui.ctx(), |ui| self.pane_ui(ui));
        if self.is_open && !is_open {
            self.halt();
        }
        self.is_open = is_open;
    }

    fn catch_up(&mut self, _session: &mut Session<VoltorbFlip>) {
        let Some(run) = &mut self.run else { return };
        if let Some(message) = job::take_in(&mut run.job, |(index, sample)| run.parts[index].sample = sample) {
            self.trouble = Some(format!("The simulation failed: {message}"));
        }
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
        next_section(ui, "Figures");
        for part in self.parts.iter().filter(|part| 0 < part.sample.deals) {
            let Part { simulation, sample } = part;
            let label = format!("Level {}, {}", simulation.level.number(), simulation.policy);
            let (rate, error) = (100.0 * sample.rate(), 100.0 * sample.standard_error());
            let inexact = if sample.inexact > 0 { format!(", {} not exact", grouped(sample.inexact)) } else { String::new() };
            let value = format!("{rate:.1} % ± {error:.1} of {}{inexact}", grouped(sample.deals));
            ui.scope(|ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                fact(ui, &label, &value, "Rounds cleared, with the standard error");
            });
        }
    }
}

/// Runs them one after the other.
fn run_all(simulations: &[Simulation], observer: &mut dyn Observer<(usize, Sample)>) -> ControlFlow<()> {
    let total = simulations.len() as f32;
    for (index, simulation) in simulations.iter().enumerate() {
        simulation.run(&mut Numbered { observer, index, total })?;
    }
    ControlFlow::Continue(())
}

/// Hands on what one of several simulations tells.
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
