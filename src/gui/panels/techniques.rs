//! The ways to search this puzzle: which one is used, what each is about, and what it took on this position.

use egui::{Align, Layout, RichText, Ui};

use crate::{
    board::Board,
    gui::{
        theme::{self, space},
        widgets::{muted, next_section},
    },
    puzzle::Technique,
    text::{duration, grouped},
    workbench::session::Session,
};

/// Shows the list of techniques; a click chooses one.
pub fn ui<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    next_section(ui, "Technique");
    for technique in B::techniques() {
        let is_chosen = technique.key == session.technique().key;
        row(ui, session, technique, is_chosen);
    }
    stages(ui, session);
}

fn row<B: Board>(ui: &mut Ui, session: &mut Session<B>, technique: &'static Technique<B>, is_chosen: bool) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
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

/// The work by stage, if the search worked in stages.
fn stages<B: Board>(ui: &mut Ui, session: &Session<B>) {
    let stages = &session.progress().tally.stages;
    if stages.is_empty() {
        return;
    }
    next_section(ui, "Stages (explored, kept)");
    for (i, stage) in stages.iter().enumerate() {
        ui.columns(3, |columns| {
            muted(&mut columns[0], &format!("{}", i + 1));
            columns[1].with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(grouped(stage.explored)));
            columns[2].with_layout(Layout::right_to_left(Align::Center), |ui| muted(ui, &grouped(stage.kept)));
        });
    }
}
