//! The status bar: the state of the search, its work and time, and notices.

use egui::{Align, Color32, FontId, Label, Layout, ProgressBar, RichText, Sense, Ui, vec2};

use crate::{
    theme::{self, space},
    widgets::{muted, text_width},
    words::status as words,
};
use base::text::{self, duration, grouped, sentence};
use workbench::session::{Comparing, Search, Session, Work};

/// The colour of the dot, and the state of the search.
fn activity(session: &Session, colors: &base::look::Colors) -> (base::picture::Color, String) {
    let found = &session.noun().counted(session.searches().solutions().count());
    if let Some((technique, _)) = session.comparing().and_then(Comparing::now) {
        return (colors.accent, format!("Comparing: {}", technique.title));
    }
    match session.searches().activity() {
        Search::Running(_) => (colors.accent, format!("Searching: {found} so far")),
        Search::Failed(message) => (colors.bad, format!("The search failed: {message}")),
        _ if session.notice().is_some() => (colors.bad, sentence(session.notice().unwrap_or_default())),
        Search::Idle if !session.flaws().is_empty() => (colors.bad, flaws(session)),
        Search::Idle => (colors.muted, "Ready".to_owned()),
        Search::Finished if !session.flaws().is_empty() => (colors.bad, format!("{}. {}", words::finished(found), flaws(session))),
        Search::Finished if session.searches().is_filtered() => (colors.good, format!("{found} left")),
        Search::Finished => (colors.good, words::finished(found)),
        Search::Paused => (colors.warn, format!("Paused: {found} so far")),
        Search::Stopped => (colors.warn, format!("Stopped: {found} so far")),
    }
}

/// The first flaw, and the number of others.
fn flaws(session: &Session) -> String {
    match session.flaws() {
        [] => String::new(),
        [only] => sentence(&only.message),
        [first, others @ ..] => words::flaws(&sentence(&first.message), others.len()),
    }
}

/// Shows the status bar. `notice` replaces the state of the search; `aside` is shown at the right.
pub fn ui(ui: &mut Ui, session: &mut Session, notice: Option<&str>, aside: &str) {
    let colors = theme::look(ui.ctx()).colors;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        let (color, text) = match notice {
            Some(notice) => (colors.accent, sentence(notice)),
            None => activity(session, &colors),
        };
        dot(ui, theme::color(color));
        line(ui, text, aside);
        let compared = session.comparing().and_then(Comparing::now).map(|(_, progress)| progress);
        let is_comparing = compared.is_some();
        if session.is_busy() || session.searches().can_resume() {
            let done = compared.as_ref().unwrap_or(session.searches().progress()).done;
            ui.add(ProgressBar::new(done).desired_width(120.0).desired_height(6.0));
            muted(ui, &text::share(done));
            if !is_comparing
                && session.searches().can_pause()
                && ui.button("Pause").on_hover_text("Pause the search; you can save it and resume it later (F7)").clicked()
            {
                session.work(Work::Pause);
            }
            if !is_comparing && session.searches().can_resume() && ui.button("Resume").on_hover_text("Resume the search (F7)").clicked() {
                session.work(Work::Resume);
            }
            if session.is_busy() && ui.button("Stop").on_hover_text("Stop (Esc)").clicked() {
                session.work(Work::Stop);
            }
        }
        if !is_comparing && !matches!(session.searches().activity(), Search::Idle) {
            figures(ui, session, aside);
        }
        at_right(ui, aside);
    });
}

/// Shows the status bar during a game, without the results of earlier searches.
pub fn playing_ui(ui: &mut Ui, notice: Option<&str>, aside: &str) {
    let colors = theme::look(ui.ctx()).colors;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        dot(ui, theme::color(colors.accent));
        line(ui, notice.map_or_else(|| "Play mode: solutions are hidden".to_owned(), sentence), aside);
        at_right(ui, aside);
    });
}

/// Shows the text, cut if it leaves no room for what is at the right. Then the pointer shows all of it.
fn line(ui: &mut Ui, text: String, aside: &str) {
    let room = (ui.available_width() - width_at_right(ui, aside)).max(0.0);
    let line = ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(Label::new(text).truncate())
    });
    // Screen readers announce changes of this text.
    ui.ctx().accesskit_node_builder(line.inner.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

/// The width that is kept for a text at the right: half of the room at most, since the name of a document can be as long as that of a file.
fn width_at_right(ui: &Ui, aside: &str) -> f32 {
    width(ui, aside).min(ui.available_width() / 2.0)
}

/// Shows a text at the right, cut if there is no room for it.
fn at_right(ui: &mut Ui, aside: &str) {
    let text = RichText::new(aside).color(theme::color(theme::look(ui.ctx()).colors.muted));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(Label::new(text).truncate()));
}

/// The width of a text with the space before it.
fn width(ui: &Ui, text: &str) -> f32 {
    text_width(ui, text, FontId::proportional(theme::BODY)) + space::L
}

/// Shows the work, if there is room for it, the time, and how long the search will still take.
fn figures(ui: &mut Ui, session: &Session, aside: &str) {
    let (technique, progress) = (session.technique(), session.searches().progress());
    let mut elapsed = duration(progress.elapsed);
    if let Some(left) = session.is_busy().then(|| text::time_left(progress.elapsed, 0.0, progress.done)).flatten() {
        elapsed += &format!(", {left}");
    }
    let reserved = width(ui, &elapsed) + width_at_right(ui, aside);
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
