//! The comparison of techniques in their list: figures and a bar for each, and whether they agree.

use egui::{Align, Button, FontId, Layout, RichText, Ui, vec2};

use crate::{
    command::{Command, DocumentCommand},
    theme::{self, space},
    widgets::{self, text_width},
    words::{techniques as words, unavailable},
};
use base::{
    erased::Erased,
    picture::Color,
    puzzle::Technique,
    search::Tally,
    text::{bytes, duration, factor, grouped, sentence},
};
use workbench::{
    compare::{Comparison, Entry, Outcome, Verdict},
    session::{Comparing, Search, Session, Work},
};

/// The greatest share of a line for a bar beside figures.
const BAR_SHARE: f32 = 0.4;
/// The height of a bar, and of its line beside figures, in points.
const BAR: f32 = 5.0;
const LINE: f32 = 15.0;

/// Where the figures of the techniques are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// At the right of the titles; every row has room for both.
    BesideTitle,
    /// On separate lines below the titles, beside bars.
    Below {
        /// The width of the longest bar, in points.
        bar: f32,
    },
}

/// The techniques in the list: those to choose from, the chosen one, and while a comparison is shown, all.
pub fn listed(session: &Session) -> Vec<&'static Technique<Erased>> {
    let only_compared = session.kind().extras.only_compared;
    let is_listed = |technique: &&Technique<Erased>| !only_compared.contains(&technique.key) || technique.key == session.technique().key;
    session.kind().techniques.iter().filter(|technique| session.comparing().is_some() || is_listed(technique)).collect()
}

/// Where the figures are shown: the same for all techniques, so that their bars have the same scale.
pub fn place(ui: &Ui, session: &Session) -> Place {
    let (width, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    let button = ui.spacing().icon_width + ui.spacing().icon_spacing;
    let (mut widest_row, mut widest_figures) = (0.0_f32, 0.0_f32);
    for technique in listed(session) {
        let Some(figures) = figures(session, technique) else { continue };
        let figures = figures.texts.first().map_or(0.0, |text| text_width(ui, text, FontId::proportional(theme::SMALL)));
        let title = text_width(ui, technique.title, FontId::proportional(theme::BODY));
        widest_row = widest_row.max(button + title + gap + figures);
        widest_figures = widest_figures.max(figures);
    }
    if widest_row <= width {
        Place::BesideTitle
    } else {
        Place::Below { bar: (width - gap - widest_figures).clamp(0.0, BAR_SHARE * width) }
    }
}

/// The chosen technique, and its time if it was measured.
pub fn aside(session: &Session) -> String {
    let technique = session.technique();
    let time = figures(session, technique).and_then(|figures| figures.texts.into_iter().next());
    time.map_or_else(|| technique.title.to_owned(), |time| format!("{} · {time}", technique.title))
}

/// Shows the button that starts a comparison.
pub fn button(ui: &mut Ui, session: &mut Session) {
    let can = session.can_search() && session.comparing().and_then(Comparing::now).is_none();
    let shortcut = Command::from(DocumentCommand::Compare).shortcut_text(ui.ctx());
    let response = ui.add_enabled(can, Button::new("Compare"));
    if response.clicked() {
        session.work(Work::Compare);
    }
    let why_not = if session.can_search() { "Already comparing; press Esc to stop" } else { unavailable::FLAWED_POSITION };
    response
        .on_hover_text(format!("Run every technique on this position and compare solutions, work and time ({shortcut})"))
        .on_disabled_hover_text(why_not);
}

/// Shows the row of one technique: `title` shows its left part, and figures and bar follow.
pub fn row(ui: &mut Ui, session: &mut Session, technique: &Technique<Erased>, place: Place, title: impl FnOnce(&mut Ui, &mut Session)) {
    let width = ui.available_width();
    let figures = figures(session, technique);
    ui.horizontal(|ui| {
        title(ui, session);
        if let Some(figures) = figures.as_ref().filter(|_| place == Place::BesideTitle) {
            figures.ui(ui);
        }
    });
    let comparing = session.comparing();
    let bar = comparing.and_then(|comparing| comparing.comparison.bar(comparing.comparison.entry(technique)?));
    let tone = figures.as_ref().map_or(Tone::Plain, |figures| figures.tone);
    match place {
        Place::BesideTitle if comparing.is_some() => {
            bar_ui(ui, width, bar, tone);
            ui.add_space(space::XS);
        }
        Place::Below { bar: room } if comparing.is_some() || figures.is_some() => {
            ui.scope(|ui| {
                ui.spacing_mut().interact_size.y = LINE;
                ui.horizontal(|ui| {
                    bar_ui(ui, room, bar, tone);
                    if let Some(figures) = &figures {
                        figures.ui(ui);
                    }
                });
            });
        }
        Place::BesideTitle | Place::Below { .. } => {}
    }
}

/// Shows below the list whether the techniques agree.
pub fn verdict(ui: &mut Ui, session: &Session) {
    let Some(Comparing { comparison, activity }) = session.comparing() else { return };
    let colors = theme::look(ui.ctx()).colors;
    let line = |ui: &mut Ui, text: String, color: Color| ui.label(RichText::new(text).size(theme::SMALL).color(theme::color(color)));
    if let Search::Failed(message) = activity {
        line(ui, words::warning(&format!("The comparison failed: {message}")), colors.bad);
    }
    let verdict = comparison.verdict();
    if let Some(text) = verdict.words(session.noun()) {
        match verdict {
            Verdict::Disagree => line(ui, words::warning(&text), colors.bad),
            Verdict::Agree { .. } | Verdict::Unknown => line(ui, text, colors.muted),
        };
    }
    if let Some(reference) = comparison.reference().filter(|_| verdict != Verdict::Unknown) {
        line(ui, words::factors(reference.title), colors.muted);
    }
    let technique = session.technique();
    if let Some(entry) = comparison.entry(technique) {
        if let Some(measured) = entry.measured() {
            line(ui, format!("{}: {}", sentence(technique.title), work(technique, &measured.tally)), colors.muted);
        }
        for published in entry.published_words() {
            line(ui, published, colors.muted);
        }
    }
}

/// The work of the technique in its own units, and its memory if known.
fn work(technique: &Technique<Erased>, tally: &Tally) -> String {
    let mut work = format!("{} {}, {} {}", grouped(tally.explored), technique.explored, grouped(tally.kept), technique.kept);
    if tally.memory > 0 {
        work += &format!(", {} of memory", bytes(tally.memory));
    }
    work
}

/// What the colours of figures and bar mean.
#[derive(Clone, Copy, PartialEq)]
enum Tone {
    Plain,
    Warning,
}

/// The figures at the right of a technique's row.
struct Figures {
    /// The full text, and shorter ones for less room.
    texts: Vec<String>,
    tone: Tone,
    /// More lines of the tooltip: the work, and the figures from the technique's article.
    details: Vec<String>,
}

impl Figures {
    fn plain(text: String) -> Self {
        Self { texts: vec![text], tone: Tone::Plain, details: Vec::new() }
    }

    fn warning(text: &str, short: &str) -> Self {
        let texts = vec![words::warning(text), words::warning(short), words::WARNING.to_owned()];
        Self { texts, tone: Tone::Warning, details: Vec::new() }
    }

    /// Shows the longest text that fits, and the full one on hover. If none fits, only a warning sign is shown.
    fn ui(&self, ui: &mut Ui) {
        let colors = theme::look(ui.ctx()).colors;
        let color = theme::color(match self.tone {
            Tone::Plain => colors.muted,
            Tone::Warning => colors.warn,
        });
        let room = ui.available_width();
        let fits = |ui: &Ui, text: &str| text_width(ui, text, FontId::proportional(theme::SMALL)) <= room;
        let anyway = if self.tone == Tone::Warning { self.texts.last() } else { None };
        let text = self.texts.iter().find(|text| fits(ui, text)).or(anyway);
        if let (Some(text), Some(all)) = (text, self.texts.first()) {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(text).size(theme::SMALL).color(color)).extend()).on_hover_ui(|ui| {
                    ui.label(all);
                    for line in &self.details {
                        ui.label(line);
                    }
                });
            });
        }
    }
}

/// The figures of the technique: from the comparison, or else the time of its search.
fn figures(session: &Session, technique: &Technique<Erased>) -> Option<Figures> {
    let searched = || session.time_of(technique).map(|elapsed| Figures::plain(duration(elapsed)));
    let Some(Comparing { comparison, activity }) = session.comparing() else { return searched() };
    if let Some(entry) = comparison.entry(technique) {
        return Some(compared(comparison, entry));
    }
    let is_next = comparison.next().is_some_and(|next| next.key == technique.key);
    match activity {
        Search::Running(_) if is_next => Some(Figures::plain("running…".to_owned())),
        Search::Stopped if is_next => Some(Figures::warning(words::STOPPED, words::STOPPED)),
        _ => None,
    }
}

fn compared(comparison: &Comparison, entry: &Entry) -> Figures {
    match &entry.outcome {
        Outcome::Stopped(limit) => Figures::warning(&format!("stopped after {}", duration(*limit)), words::STOPPED),
        Outcome::Failed(message) => Figures::warning(&format!("failed: {message}"), "failed"),
        Outcome::Complete(measured) => {
            let time = duration(measured.elapsed());
            if comparison.agrees(entry) == Some(false) {
                return Figures::warning(&format!("{} · {time}", words::OTHER_SOLUTIONS), words::OTHER_SOLUTIONS);
            }
            // The reference has no factor, since it would be 1.
            let is_reference = comparison.reference().is_some_and(|reference| reference.key == entry.technique.key);
            let texts = match comparison.factor(entry).filter(|_| !is_reference) {
                Some(times) => vec![format!("{time} · {}", factor(times)), factor(times)],
                None => vec![time],
            };
            let details = std::iter::once(work(entry.technique, &measured.tally)).chain(entry.published_words()).collect();
            Figures { texts, tone: Tone::Plain, details }
        }
    }
}

fn bar_ui(ui: &mut Ui, width: f32, share: Option<f32>, tone: Tone) {
    let colors = theme::look(ui.ctx()).colors;
    let color = match tone {
        Tone::Plain => colors.accent,
        Tone::Warning => colors.warn,
    };
    widgets::bar(ui, vec2(width, BAR), BAR, share, color);
}
