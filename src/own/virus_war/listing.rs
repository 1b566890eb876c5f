//! The filter of the list of turns: by shape, by kills and by cells.

use egui::{Align2, FontId, Role, Sense, TextEdit, Ui, WidgetInfo, vec2};

use base::text::{counted, grouped, quoted, sentence};
use gui::{
    sections::Section,
    theme::{self, corner, space},
    widgets::{focus_ring, in_room, muted},
};
use virus_war::{edit::listing::Filter, model::turn::Shape, search::counts::Counts};

/// The height of a line.
const LINE: f32 = 22.0;
/// The number of kinds of turns that are visible at once.
const KINDS: f32 = 9.0;

/// Shows the filter, with the number of turns for each shape and each number of kills.
pub fn ui(ui: &mut Ui, filter: &mut Filter, counts: Option<&Counts>) {
    Section::folded("virus-war.filter", "Filter turns").switched(filter.is_set()).show(ui, |ui| controls(ui, filter, counts));
}

fn controls(ui: &mut Ui, filter: &mut Filter, counts: Option<&Counts>) {
    in_room(ui, "kinds", KINDS * (LINE + 1.0), |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (index, shape) in Shape::ALL.into_iter().enumerate() {
            let turns = counts.map_or(0, |counts| counts.by_shape[index]);
            let is_chosen = filter.shape == Some(shape);
            if (turns > 0 || is_chosen) && line(ui, &sentence(shape.title()), turns, is_chosen, shape.hint()) {
                filter.shape = if is_chosen { None } else { Some(shape) };
            }
        }
        ui.add_space(space::XS);
        for kills in 0..=counts.map_or(0, |counts| counts.by_kills.len().saturating_sub(1)).max(usize::from(filter.kills.unwrap_or(0))) {
            let turns = counts.and_then(|counts| counts.by_kills.get(kills)).copied().unwrap_or(0);
            let is_chosen = filter.kills == Some(kills as u8);
            let title = with_kills(kills as u64);
            if (turns > 0 || is_chosen) && line(ui, &title, turns, is_chosen, "Turns with this many kills") {
                filter.kills = if is_chosen { None } else { Some(kills as u8) };
            }
        }
    });
    cells(ui, filter);
}

fn with_kills(kills: u64) -> String {
    if kills == 0 { "Without kills".to_owned() } else { format!("With {}", counted(kills, "kill")) }
}

/// Shows a kind of turns and how many there are. Returns whether it was clicked.
fn line(ui: &mut Ui, title: &str, turns: u64, is_chosen: bool, hint: &str) -> bool {
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let name = format!("{title}: {}", counted(turns, "turn"));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_chosen, &name));
    let ground = match (is_chosen, response.hovered()) {
        (true, _) => Some(look.colors.accent),
        (false, true) => Some(look.colors.raised),
        (false, false) => None,
    };
    if let Some(ground) = ground {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    }
    let ink = if is_chosen { look.colors.accent.ink() } else { look.colors.text };
    let inner = rect.shrink2(vec2(6.0, 0.0));
    let color = theme::color(ink);
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, title, FontId::proportional(theme::BODY), color);
    ui.painter().text(inner.right_center(), Align2::RIGHT_CENTER, grouped(turns), theme::bold(theme::BODY), color);
    focus_ring(ui, &response, rect);
    response.on_hover_text(format!("{hint}. Click to list only these; click again to list all")).clicked()
}

fn cells(ui: &mut Ui, filter: &mut Filter) {
    ui.horizontal(|ui| {
        let label = ui.label("With cells");
        let edit = TextEdit::singleline(&mut filter.cells).hint_text("e5 f6").desired_width(f32::INFINITY);
        ui.add(edit).labelled_by(label.id).on_hover_text("Lists only turns that include all these cells");
    });
    if let Err(name) = filter.named() {
        muted(ui, &format!("▲ {} isn't a cell; type a letter and a number, like e5", quoted(name)));
    }
}
