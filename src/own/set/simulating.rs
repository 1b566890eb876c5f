//! The window for simulations: random hands on their own thread, plotted against the exact distribution.

use egui::{Align2, DragValue, FontId, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::{overlooked, words};
use base::{
    erased,
    puzzle::Moment,
    text::{counted, grouped},
};
use gui::{
    now, pane, radio,
    request::Requests,
    theme::{self, space},
    tools::{Companion, Of},
    widgets::{fact, muted, named, next_section},
};
use set::{
    Set,
    edit::view::View,
    live::distribution::{self, Distribution},
    model::state::{State, Variant},
    play::{
        mistakes,
        simulation::{Sample, Simulation},
    },
};
use workbench::{
    job::Wake,
    session::{Cause, Change, Mode, Session},
    worker::Worker,
};

/// The numbers of hands to choose from.
const HANDS: [u64; 4] = [100_000, 1_000_000, 10_000_000, 100_000_000];

/// Which distributions are known.
const KNOWN_DISTRIBUTIONS: &str =
    "Exact distributions are known for hands of up to 15 or at least 66 of the 81 cards, and for all hands of the Junior deck";

/// The width of the window, in points.
const WIDTH: f32 = 470.0;

/// The height of the plot in powers of ten, down from all hands.
const DECADES: f32 = 9.0;

/// The window, and the simulation in it.
pub struct RandomHands {
    is_open: bool,
    cards: usize,
    hands: u64,
    /// The current or last simulation, and what it has dealt.
    run: Option<(Simulation, Sample)>,
    worker: Worker<Sample>,
}

impl Companion for RandomHands {
    fn ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        if session.played().mode() == Mode::Play {
            return;
        }
        next_section(ui, "Simulation");
        if ui.button("Simulate hands…").on_hover_text("Deals up to 100 million random hands and counts their SETs").clicked() {
            self.is_open ^= true;
        }
        let mut is_open = self.is_open;
        pane::show(ui, "SETs in random hands", &mut is_open, self.is_busy(), |ui| {
            ui.set_width(WIDTH);
            self.window_ui(ui, state.get::<State>().variant);
        });
        if self.is_open && !is_open {
            self.run = None;
            self.stop();
        }
        self.is_open = is_open;
    }

    fn results(&self, session: &Session) -> &'static [&'static str] {
        if Of::<Set>::new(session).view().overlooked.is_some() { &[words::OVERLOOKED] } else { &[] }
    }

    fn results_ui(&mut self, ui: &mut Ui, _part: &str, _session: &Session, state: &mut erased::State, view: &mut erased::View) {
        state.change(|state: &mut State| view.change(|view: &mut View| overlooked::ui(ui, state, view)));
    }

    fn moments(&self, session: &Session) -> Vec<Moment<erased::State>> {
        let view = Of::<Set>::new(session).view();
        let (Some(overlooked), Some(game)) = (&view.overlooked, &view.game) else { return Vec::new() };
        Moment::erased(mistakes::moments(overlooked, game.variant))
    }

    fn catch_up(&mut self, _session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        let (_, sample) = self.run.as_mut()?;
        self.worker.drain(|dealt| *sample = dealt);
        None
    }

    fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    fn stop(&mut self) {
        self.worker.stop();
    }
}

impl RandomHands {
    /// A closed window.
    pub fn new(wake: Wake) -> Self {
        Self { is_open: false, cards: 12, hands: HANDS[1], run: None, worker: Worker::new("set simulation", wake) }
    }

    fn window_ui(&mut self, ui: &mut Ui, variant: Variant) {
        let deck = variant.deck().len();
        self.cards = self.cards.min(deck);
        ui.horizontal_wrapped(|ui| {
            named(ui.add(DragValue::new(&mut self.cards).range(3..=deck).suffix(words::CARDS_SUFFIX)), "Cards per hand")
                .on_hover_text(KNOWN_DISTRIBUTIONS);
            for hands in HANDS {
                radio::value(ui, &mut self.hands, hands, words::hands(hands));
            }
        });
        ui.horizontal(|ui| {
            if self.is_busy() {
                if ui.button("Stop").on_hover_text("Esc stops it as well").clicked() {
                    self.stop();
                }
            } else if pane::main_button(ui, "Run simulation", true).clicked() {
                let simulation = Simulation { variant, cards: self.cards, hands: self.hands, seed: now::seed() };
                self.worker.start(move |observer| simulation.run(observer));
                if self.worker.is_busy() {
                    self.run = Some((simulation, Sample::default()));
                }
            }
            if let Some(failure) = self.worker.failure() {
                muted(ui, &failure.in_words("The simulation failed"));
            }
        });
        ui.add_space(space::S);
        if let Some((simulation, sample)) = &self.run {
            sample_ui(ui, simulation, sample);
        } else {
            muted(ui, &format!("The sample is plotted against the exact distribution. {KNOWN_DISTRIBUTIONS}."));
        }
    }
}

/// Shows the sample of a simulation.
fn sample_ui(ui: &mut Ui, simulation: &Simulation, sample: &Sample) {
    let exact = Distribution::exact(simulation.variant.deck().len(), simulation.cards);
    let dealt = sample.dealt();
    plot_ui(ui, sample, dealt, exact.as_ref());
    let marks = if exact.is_some() { " Marks: exact." } else { "" };
    muted(ui, &format!("Share of hands by number of SETs; each line is a tenth of the one above. Bars: sample.{marks}"));
    ui.add_space(space::S);
    fact(ui, "Hands", &format!("{} of {}", grouped(dealt), grouped(simulation.hands)), "");
    if let Some(mean) = sample.mean() {
        let average = distribution::mean(simulation.variant.deck().len(), simulation.cards);
        fact(
            ui,
            "Average",
            &format!("{:.4} (exact: {average:.4})", mean),
            "The average number of SETs per hand in the sample, and in all hands",
        );
    }
    match simulation.fit(sample) {
        Some(fit) => {
            let statistic = format!("{:.1} with {} of freedom", fit.chi_squared, counted(u64::from(fit.degrees_of_freedom), "degree"));
            fact(ui, "Chi-squared", &statistic, "Pearson's measure of how far the sample is from the exact distribution");
            fact(
                ui,
                "p-value",
                &format!("{:.1} %", 100.0 * fit.p_value),
                "How often random hands deviate at least this much; a value far below 1 % means that something is wrong",
            );
        }
        None => {
            muted(ui, &format!("The exact distribution for {} cards is unknown. {KNOWN_DISTRIBUTIONS}.", simulation.cards));
        }
    }
}
/// Plots a bar for each number of SETs, on a logarithmic scale.
fn plot_ui(ui: &mut Ui, sample: &Sample, dealt: u64, exact: Option<&Distribution>) {
    const HEIGHT: f32 = 170.0;
    const AXIS: f32 = 20.0;
    /// The width of the number below a bar.
    const LABEL: f32 = 18.0;
    let colors = theme::look(ui.ctx()).colors;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let base = rect.bottom() - AXIS;
    let y = |share: f64| base - (1.0 + share.max(1e-30).log10() as f32 / DECADES).clamp(0.0, 1.0) * (base - rect.top());
    for decade in 0..=DECADES as i32 {
        ui.painter().hline(rect.x_range(), y(10_f64.powi(-decade)), Stroke::new(1.0, theme::color(colors.line)));
    }
    let bars = sample.range(exact);
    let step = rect.width() / bars.len() as f32;
    let labels_every = (LABEL / step).ceil().max(1.0) as usize;
    for (place, sets) in bars.enumerate() {
        let observed = sample.hands.get(sets).copied().unwrap_or(0);
        let share = observed as f64 / dealt.max(1) as f64;
        let left = rect.left() + place as f32 * step;
        let bar = Rect::from_min_max(pos2(left + 0.15 * step, y(share)), pos2(left + 0.85 * step, base));
        ui.painter().rect_filled(bar, 2.0, theme::color(colors.accent));
        let mut description = words::bar(sets, observed);
        if let Some(exact) = exact.filter(|exact| exact.chance(sets) > 0.0) {
            let height = y(exact.chance(sets));
            let line = [pos2(left + 0.05 * step, height), pos2(left + 0.95 * step, height)];
            ui.painter().line_segment(line, Stroke::new(2.0, theme::color(colors.text)));
            description = format!("{}, {:.1} expected", words::bar(sets, observed), exact.chance(sets) * dealt as f64);
        }
        if place.is_multiple_of(labels_every) {
            axis_label(ui, pos2(left + step / 2.0, rect.bottom() - AXIS / 2.0), sets);
        }
        let column = Rect::from_min_max(pos2(left, rect.top()), pos2(left + step, rect.bottom()));
        named(ui.interact(column, ui.scope_id().with(("bar", sets)), Sense::hover()), &description).on_hover_text(description);
    }
}

fn axis_label(ui: &Ui, at: Pos2, sets: usize) {
    let color = theme::color(theme::look(ui.ctx()).colors.muted);
    ui.painter().text(at, Align2::CENTER_CENTER, sets.to_string(), FontId::proportional(theme::SMALL), color);
}
