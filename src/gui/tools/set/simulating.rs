//! Many random hands on a thread of their own, plotted against the exact distribution.

use std::ops::Range;

use egui::{Align2, DragValue, FontId, Pos2, Rect, Sense, Stroke, Ui, Window, pos2, vec2};

use crate::{
    gui::{
        document,
        theme::{self, space},
        tools::Companion,
        widgets::{fact, muted, named},
    },
    puzzles::set::{
        Set,
        live::distribution::{self, COUNTED, Distribution},
        model::state::{State, Variant},
        play::simulation::{Sample, Simulation},
    },
    text::{grouped, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::Session,
    },
};

/// How many hands can be asked for.
const HANDS: [(u64, &str); 4] = [(100_000, "100,000"), (1_000_000, "1 million"), (10_000_000, "10 million"), (100_000_000, "100 million")];

/// Bars begin at this share of the hands, and go up to all of them, a power of ten at a time.
const DECADES: f32 = 9.0;

/// The window of random hands, and what runs in it.
pub struct Hands {
    is_open: bool,
    cards: usize,
    hands: u64,
    /// What runs or ran last.
    run: Option<Run>,
    trouble: Option<String>,
    wake: Wake,
}

struct Run {
    simulation: Simulation,
    sample: Sample,
    /// None once it came to its end.
    job: Option<Job<Sample>>,
}

impl Companion<Set> for Hands {
    fn ui(&mut self, ui: &mut Ui, _session: &Session<Set>, state: &mut State) {
        if ui.button("Random hands…").on_hover_text("Deals up to a hundred million hands and counts their SETs").clicked() {
            self.is_open = !self.is_open;
        }
        let mut is_open = self.is_open;
        let window = Window::new("SETs in random hands").open(&mut is_open).collapsible(false);
        window.default_width(470.0).default_pos(pos2(270.0, 110.0)).show(ui.ctx(), |ui| self.window_ui(ui, state.variant));
        if self.is_open && !is_open {
            self.run = None;
        }
        self.is_open = is_open;
    }

    fn catch_up(&mut self, _session: &mut Session<Set>) {
        let Some(run) = &mut self.run else { return };
        if let Some(message) = job::take_in(&mut run.job, |sample| run.sample = sample) {
            self.trouble = Some(format!("The simulation failed: {message}"));
        }
    }

    fn is_busy(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.job.is_some())
    }

    fn stop(&mut self) {
        if let Some(run) = &mut self.run {
            run.job = None;
        }
    }
}

impl Hands {
    /// A closed window.
    pub fn new(wake: Wake) -> Self {
        Self { is_open: false, cards: 12, hands: HANDS[1].0, run: None, trouble: None, wake }
    }

    fn window_ui(&mut self, ui: &mut Ui, variant: Variant) {
        let deck = variant.deck().len();
        self.cards = self.cards.min(deck);
        ui.horizontal_wrapped(|ui| {
            named(ui.add(DragValue::new(&mut self.cards).range(3..=deck).suffix(" cards")), "Cards in a hand").on_hover_text(COUNTED);
            for (hands, words) in HANDS {
                ui.radio_value(&mut self.hands, hands, words);
            }
        });
        ui.horizontal(|ui| {
            if self.is_busy() {
                if ui.button("Stop").on_hover_text("Escape").clicked() {
                    self.stop();
                }
            } else if ui.button("Deal them").clicked() {
                self.start(variant);
            }
            if let Some(trouble) = &self.trouble {
                muted(ui, trouble);
            }
        });
        ui.add_space(space::S);
        if let Some(run) = &self.run {
            run.ui(ui);
        } else {
            muted(ui, &format!("The sample is plotted against the exact distribution. {COUNTED}."));
        }
    }

    fn start(&mut self, variant: Variant) {
        let simulation = Simulation { variant, cards: self.cards, hands: self.hands, seed: document::seed() };
        match Job::start("set simulation".to_owned(), self.wake.clone(), move |observer| simulation.run(observer)) {
            Ok(job) => {
                self.trouble = None;
                self.run = Some(Run { simulation, sample: Sample::default(), job: Some(job) });
            }
            Err(error) => self.trouble = Some(sentence(&error.to_string())),
        }
    }
}

impl Run {
    fn ui(&self, ui: &mut Ui) {
        let simulation = &self.simulation;
        let exact = Distribution::exact(simulation.variant.deck().len(), simulation.cards);
        let dealt: u64 = self.sample.hands.iter().sum();
        let marks = if exact.is_some() { " Marks: exact." } else { "" };
        plot_ui(ui, &self.sample, dealt, exact.as_ref());
        muted(ui, &format!("SETs in a hand; the share of hands, each line a tenth of the one above. Bars: dealt.{marks}"));
        ui.add_space(space::S);
        let sets: u64 = (0..).zip(&self.sample.hands).map(|(sets, hands)| sets * hands).sum();
        fact(ui, "Hands", &format!("{} of {}", grouped(dealt), grouped(simulation.hands)), "");
        if dealt > 0 {
            let average = distribution::mean(simulation.variant.deck().len(), simulation.cards);
            let hint = "The average number of SETs in a hand of the sample, and in all hands";
            fact(ui, "Average", &format!("{:.4}, exactly {average:.4}", sets as f64 / dealt as f64), hint);
        }
        match simulation.fit(&self.sample) {
            Some(fit) => {
                let figure = format!("{:.1} with {} degrees of freedom", fit.chi_squared, fit.freedom);
                fact(ui, "Chi-squared", &figure, "Pearson's measure of how far the sample is from what is expected");
                let hint = "How often random hands deviate at least as much; far below 1 % something would be wrong";
                fact(ui, "Chance of as much or more", &format!("{:.1} %", 100.0 * fit.chance), hint);
            }
            None => {
                muted(ui, &format!("The distribution for {} cards was not counted. {COUNTED}.", simulation.cards));
            }
        }
    }
}

/// A bar for each number of SETs, on a logarithmic scale.
fn plot_ui(ui: &mut Ui, sample: &Sample, dealt: u64, exact: Option<&Distribution>) {
    const HEIGHT: f32 = 170.0;
    const AXIS: f32 = 20.0;
    /// Room for the number under a bar.
    const LABEL: f32 = 18.0;
    let colors = theme::look(ui.ctx()).colors;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let floor = rect.bottom() - AXIS;
    let y = |share: f64| floor - (1.0 + share.max(1e-30).log10() as f32 / DECADES).clamp(0.0, 1.0) * (floor - rect.top());
    for decade in 0..=DECADES as i32 {
        ui.painter().hline(rect.x_range(), y(10_f64.powi(-decade)), Stroke::new(1.0, theme::color(colors.line)));
    }
    let bars = bars(sample, exact);
    let step = rect.width() / bars.len() as f32;
    let labels_every = (LABEL / step).ceil().max(1.0) as usize;
    for (place, sets) in bars.enumerate() {
        let seen = sample.hands.get(sets).copied().unwrap_or(0);
        let share = seen as f64 / dealt.max(1) as f64;
        let left = rect.left() + place as f32 * step;
        let bar = Rect::from_min_max(pos2(left + 0.15 * step, y(share)), pos2(left + 0.85 * step, floor));
        ui.painter().rect_filled(bar, 2.0, theme::color(colors.accent));
        let mut words = format!("{sets} SETs: {} hands", grouped(seen));
        if let Some(exact) = exact.filter(|exact| exact.chance(sets) > 0.0) {
            let height = y(exact.chance(sets));
            let line = [pos2(left + 0.05 * step, height), pos2(left + 0.95 * step, height)];
            ui.painter().line_segment(line, Stroke::new(2.0, theme::color(colors.text)));
            words.push_str(&format!(", {:.1} expected", exact.chance(sets) * dealt as f64));
        }
        if place.is_multiple_of(labels_every) {
            axis_label(ui, pos2(left + step / 2.0, rect.bottom() - AXIS / 2.0), sets);
        }
        let column = Rect::from_min_max(pos2(left, rect.top()), pos2(left + step, rect.bottom()));
        named(ui.interact(column, ui.scope_id().with(("bar", sets)), Sense::hover()), &words).on_hover_text(words);
    }
}

/// The numbers of SETs that hands have or may have; never none.
fn bars(sample: &Sample, exact: Option<&Distribution>) -> Range<usize> {
    let seen = sample.hands.iter().position(|&hands| 0 < hands).map(|first| first..sample.hands.len());
    let expected = exact.map(|exact| exact.least..exact.least + exact.hands.len());
    match (seen, expected) {
        (Some(seen), Some(expected)) => seen.start.min(expected.start)..seen.end.max(expected.end),
        (bars, other) => bars.or(other).unwrap_or(0..1),
    }
}

fn axis_label(ui: &Ui, at: Pos2, sets: usize) {
    let color = theme::color(theme::look(ui.ctx()).colors.muted);
    ui.painter().text(at, Align2::CENTER_CENTER, sets.to_string(), FontId::proportional(theme::SMALL), color);
}
