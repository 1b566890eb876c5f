//! One line on what is going on.

use egui::{Align, Color32, FontId, Layout, ProgressBar, Sense, Ui, vec2};

use crate::{
    board::Board,
    gui::{
        theme::{self, space},
        widgets::{muted, text_width},
    },
    text::{counted, duration, grouped, sentence},
    workbench::session::{Search, Session},
};

/// What the status line says first, and in which colour its dot is.
fn activity<B: Board>(session: &Session<B>, colors: &crate::look::Colors) -> (crate::picture::Color, String) {
    let found = counted(session.solutions().count(), "solution");
    if let Some((technique, _)) = session.compared_now() {
        return (colors.accent, format!("Comparing: {}", technique.title));
    }
    let flaws = || flaws_in_words(session);
    match session.activity() {
        Search::Running(_) => (colors.accent, format!("Searching: {found}")),
        Search::Crashed(message) => (colors.bad, format!("The search failed: {message}")),
        _ if session.trouble().is_some() => (colors.bad, sentence(session.trouble().unwrap_or_default())),
        Search::Idle if !session.flaws().is_empty() => (colors.bad, flaws()),
        Search::Idle => (colors.muted, "Ready".to_owned()),
        Search::Finished if !session.flaws().is_empty() => (colors.bad, format!("Finished: {found}. {}", flaws())),
        Search::Finished if session.is_filtered() => (colors.good, format!("{found} left")),
        Search::Finished => (colors.good, format!("Finished: {found}")),
        Search::Paused => (colors.warn, format!("Paused: {found} so far")),
        Search::Stopped => (colors.warn, format!("Stopped: {found} so far")),
    }
}

/// The first flaw, and how many more there are.
fn flaws_in_words<B: Board>(session: &Session<B>) -> String {
    match session.flaws() {
        [] => String::new(),
        [only] => sentence(&only.message),
        [first, others @ ..] => format!("{} (and {} more)", sentence(&first.message), others.len()),
    }
}

/// Shows the line; `notice` is a word to the user that comes before all else, `aside` stands at the right.
pub fn ui<B: Board>(ui: &mut Ui, session: &mut Session<B>, notice: Option<&str>, aside: &str) {
    let colors = theme::look(ui.ctx()).colors;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        let (color, words) = match notice {
            Some(notice) => (colors.accent, sentence(notice)),
            None => activity(session, &colors),
        };
        dot(ui, theme::color(color));
        let line = ui.label(words);
        // Screen readers say what changes here.
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        let compared = session.compared_now().map(|(_, progress)| progress);
        let is_comparing = compared.is_some();
        if session.is_busy() || session.can_go_on() {
            let done = compared.as_ref().unwrap_or(session.progress()).done;
            ui.add(ProgressBar::new(done).desired_width(120.0).desired_height(6.0));
            muted(ui, &format!("{:.0} %", done * 100.0));
            if !is_comparing
                && session.can_pause()
                && ui.button("Pause").on_hover_text("Pause it; it can be saved and gone on with (F7)").clicked()
            {
                session.pause();
            }
            if !is_comparing && session.can_go_on() && ui.button("Go on").on_hover_text("Go on with the search (F7)").clicked() {
                session.go_on();
            }
            if session.is_busy() && ui.button("Stop").on_hover_text("Stop it (Esc)").clicked() {
                session.stop();
            }
        }
        if !is_comparing && !matches!(session.activity(), Search::Idle) {
            figures(ui, session, aside);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| muted(ui, aside));
    });
}

/// Shows the line while a game is played: it tells nothing of what was found before.
pub fn playing_ui(ui: &mut Ui, notice: Option<&str>, aside: &str) {
    let colors = theme::look(ui.ctx()).colors;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        dot(ui, theme::color(colors.accent));
        let line = ui.label(notice.map_or_else(|| "A game is played".to_owned(), sentence));
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| muted(ui, aside));
    });
}

/// The work as far as there is room for it, and the time.
fn figures<B: Board>(ui: &mut Ui, session: &Session<B>, aside: &str) {
    let (technique, progress) = (session.technique(), session.progress());
    let elapsed = duration(progress.elapsed);
    let width = |ui: &Ui, text: &str| text_width(ui, text, FontId::proportional(theme::BODY)) + space::L;
    let reserved = width(ui, &elapsed) + width(ui, aside);
    if progress.tally.explored > 0 {
        for (number, unit) in [(progress.tally.explored, technique.explored), (progress.tally.kept, technique.kept)] {
            let work = format!("{} {unit}", grouped(number));
            if width(ui, &work) + reserved <= ui.available_width() {
                muted(ui, &work);
            }
        }
    }
    muted(ui, &elapsed);
}

fn dot(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, color);
}
