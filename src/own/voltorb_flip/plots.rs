//! Plots of a simulation: wins by level and strategy, and predicted against observed Voltorbs.

use egui::{Align2, FontId, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::words::simulation as words;
use base::{picture::Color, text::counted};
use gui::{
    theme::{self, space},
    widgets::{muted, named, next_section},
};
use voltorb_flip::{
    model::prior::Level,
    play::{
        simulation::{Bin, Policy, Sample},
        simulations::Part,
    },
};

/// The width of an axis with its figures, in points.
const AXIS: f32 = 22.0;

/// Maps the range 0 to 1 on both axes to a rectangle on the screen.
struct Axes {
    area: Rect,
}

impl Axes {
    /// Allocates a plot of this height and draws a line at every fifth.
    fn show(ui: &mut Ui, height: f32, highest: f64) -> Self {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let area = Rect::from_min_max(rect.min + vec2(1.5 * AXIS, 6.0), rect.max - vec2(4.0, AXIS));
        let axes = Self { area };
        let colors = theme::look(ui.ctx()).colors;
        for fifth in 0..=5 {
            let share = f64::from(fifth) / 5.0;
            let y = axes.at(0.0, share).y;
            ui.painter().hline(area.x_range(), y, Stroke::new(1.0, theme::color(colors.line)));
            label(ui, pos2(area.left() - 6.0, y), Align2::RIGHT_CENTER, &words::whole_percent(share * highest));
        }
        axes
    }

    fn at(&self, right: f64, up: f64) -> Pos2 {
        pos2(self.area.left() + right as f32 * self.area.width(), self.area.bottom() - up.clamp(0.0, 1.0) as f32 * self.area.height())
    }
}

/// Shows the wins of each level: a bar per strategy, with whiskers of one standard error.
pub fn wins(ui: &mut Ui, parts: &[Part]) {
    next_section(ui, "Rounds cleared");
    legend(ui, parts);
    let axes = Axes::show(ui, 170.0, 1.0);
    let levels: Vec<Level> = Level::all().filter(|&level| parts.iter().any(|part| part.simulation.level == level)).collect();
    let step = 1.0 / levels.len().max(1) as f64;
    for (place, &level) in levels.iter().enumerate() {
        let left = place as f64 * step;
        label(ui, axes.at(left + step / 2.0, 0.0) + vec2(0.0, AXIS / 2.0), Align2::CENTER_CENTER, &level.number().to_string());
        let width = 0.8 * step / Policy::ALL.len() as f64;
        for part in parts.iter().filter(|part| part.simulation.level == level && 0 < part.sample.deals) {
            let policy = part.simulation.policy;
            let from = left + 0.1 * step + (policy.number() - 1) as f64 * width;
            bar(ui, &axes, (from, from + 0.9 * width), part);
        }
    }
    muted(ui, "By level. The whiskers show one standard error.");
}

fn bar(ui: &Ui, axes: &Axes, (left, right): (f64, f64), part: &Part) {
    let colors = theme::look(ui.ctx()).colors;
    let (rate, error) = (part.sample.rate(), part.sample.standard_error());
    let rect = Rect::from_two_pos(axes.at(left, 0.0), axes.at(right, rate));
    ui.painter().rect_filled(rect, 2.0, theme::color(color_of(ui, part.simulation.policy)));
    let middle = (left + right) / 2.0;
    let ink = theme::color(color_of(ui, part.simulation.policy).ink());
    let foot = axes.at(middle, 0.0) - vec2(0.0, 8.0);
    ui.painter().text(foot, Align2::CENTER_CENTER, part.simulation.policy.number(), FontId::proportional(theme::SMALL), ink);
    whisker(ui, axes, middle, (rate, error), colors.text);
}

fn whisker(ui: &Ui, axes: &Axes, right: f64, (middle, error): (f64, f64), color: Color) {
    let line = [axes.at(right, middle - error), axes.at(right, middle + error)];
    ui.painter().line_segment(line, Stroke::new(1.5, theme::color(color)));
}

fn color_of(ui: &Ui, policy: Policy) -> Color {
    let colors = theme::look(ui.ctx()).colors;
    match policy {
        Policy::Optimal => colors.accent,
        Policy::SafestUseful => colors.good,
        Policy::Safest => colors.warn,
    }
}

fn legend(ui: &mut Ui, parts: &[Part]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for policy in Policy::ALL.into_iter().filter(|&policy| parts.iter().any(|part| part.simulation.policy == policy)) {
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::color(color_of(ui, policy)));
            ui.label(format!("{} {policy}", policy.number()));
            ui.add_space(space::S);
        }
    });
}

/// Shows observed against predicted Voltorbs, a point for each tenth of the range.
pub fn calibration(ui: &mut Ui, sample: &Sample) {
    next_section(ui, "Are the odds right?");
    let colors = theme::look(ui.ctx()).colors;
    let axes = Axes::show(ui, 190.0, 1.0);
    for fifth in 0..=5 {
        let share = f64::from(fifth) / 5.0;
        label(ui, axes.at(share, 0.0) + vec2(0.0, AXIS / 2.0), Align2::CENTER_CENTER, &words::whole_percent(share));
    }
    ui.painter().line_segment([axes.at(0.0, 0.0), axes.at(1.0, 1.0)], Stroke::new(1.0, theme::color(colors.muted)));
    let seen: Vec<&Bin> = sample.bins.iter().filter(|bin| 0 < bin.tiles).collect();
    for (index, bin) in seen.iter().enumerate() {
        whisker(ui, &axes, bin.mean(), (bin.observed(), bin.standard_error()), colors.text);
        let center = axes.at(bin.mean(), bin.observed());
        ui.painter().circle_filled(center, 3.5, theme::color(colors.accent));
        let text = bin.in_words();
        let around = Rect::from_center_size(center, vec2(20.0, 20.0));
        named(ui.interact(around, ui.scope_id().with(("bin", index)), Sense::hover()), &text).on_hover_text(text);
    }
    let near = seen.iter().filter(|bin| (bin.mean() - bin.observed()).abs() <= 2.0 * bin.standard_error()).count();
    muted(ui, "Horizontal: the predicted chance of a Voltorb. Vertical: how often there was one.");
    muted(ui, &format!("{near} of {} within two standard errors of the line.", counted(seen.len() as u64, "point")));
}

fn label(ui: &Ui, at: Pos2, anchor: Align2, text: &str) {
    let color = theme::color(theme::look(ui.ctx()).colors.muted);
    ui.painter().text(at, anchor, text, FontId::proportional(theme::SMALL), color);
}
