//! The ways to search this puzzle: which one is used, what each is about, and what it took on this position.

use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use crate::{
    board::Board,
    gui::{
        theme::{self, space},
        widgets::{muted, section},
    },
    puzzle::Technique,
    search::Stage,
    text::{duration, grouped},
    workbench::session::Session,
};

/// Shows the list of techniques; a click chooses one.
pub fn ui<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    section(ui, "Technique");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 22.0;
        for technique in B::techniques() {
            row(ui, session, technique);
        }
    });
    let stages = &session.progress().tally.stages;
    if !stages.is_empty() {
        ui.add_space(space::XS);
        section(ui, "Stages");
        stages_ui(ui, stages);
    }
}

fn row<B: Board>(ui: &mut Ui, session: &mut Session<B>, technique: &'static Technique<B>) {
    let is_chosen = technique.key == session.technique().key;
    ui.horizontal(|ui| {
        let chosen = ui.radio(is_chosen, technique.title).on_hover_ui(|ui| {
            ui.label(technique.idea);
            ui.label(RichText::new(technique.source).color(theme::color(theme::look(ui.ctx()).colors.muted)));
        });
        if chosen.clicked() {
            session.choose(technique);
        }
        if let Some(elapsed) = session.time_of(technique) {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| muted(ui, &duration(elapsed)));
        }
    });
}

/// The work by stage: which, explored, kept.
fn stages_ui(ui: &mut Ui, stages: &[Stage]) {
    const ROW: f32 = 18.0;
    const TALLEST: f32 = 7.0;
    let width = ui.available_width();
    let line = |ui: &mut Ui, cells: [String; 3], is_head: bool| {
        ui.allocate_ui(vec2(width, ROW), |ui| {
            ui.horizontal(|ui| {
                for (cell, (share, layout)) in cells.into_iter().zip([(0.16, Align::Min), (0.44, Align::Max), (0.4, Align::Max)]) {
                    let text = if is_head { RichText::new(cell).weak() } else { RichText::new(cell) };
                    let layout =
                        if layout == Align::Min { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
                    ui.allocate_ui_with_layout(vec2(width * share, ROW), layout, |ui| ui.label(text));
                }
            });
        });
    };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        line(ui, ["".into(), "explored".into(), "kept".into()], true);
        ScrollArea::vertical().max_height(ROW * TALLEST).id_salt("stages").show(ui, |ui| {
            for (index, stage) in stages.iter().enumerate() {
                line(ui, [(index + 1).to_string(), grouped(stage.explored), grouped(stage.kept)], false);
            }
        });
    });
}
