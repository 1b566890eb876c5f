//! What the list of techniques shows of their comparison: figures and a bar for each, and whether they agree.

use egui::{Align, Button, FontId, Layout, RichText, Ui, vec2};

use crate::{
    board::Board,
    gui::{
        command::{Command, DocumentCommand},
        theme::{self, space},
        widgets::{self, section, text_width},
    },
    picture::Color,
    puzzle::{Puzzle, Technique},
    search::Tally,
    text::{bytes, duration, factor, grouped, sentence},
    workbench::{
        compare::{Comparison, Entry, Outcome, Verdict},
        session::{Comparing, Search, Session},
    },
};

/// The share of a line that a bar has beside figures, at most.
const BAR_SHARE: f32 = 0.4;
/// The height of a bar, and of its line beside figures.
const BAR: f32 = 5.0;
const LINE: f32 = 15.0;

/// Where the figures of all techniques stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// At the right of the titles, all of which leave room for them.
    BesideTitle,
    /// On lines of their own below the titles, beside bars.
    Below {
        /// How wide the longest bar is.
        bar: f32,
    },
}

/// Where figures stand: in one way for all techniques, so that all bars of a list are alike.
pub fn place<B: Board>(ui: &Ui, session: &Session<B>) -> Place {
    let (width, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    let button = ui.spacing().icon_width + ui.spacing().icon_spacing;
    let (mut widest_row, mut widest_figures) = (0.0_f32, 0.0_f32);
    for technique in B::techniques() {
        let Some(figures) = figures(session, technique) else { continue };
        let figures = figures.texts.first().map_or(0.0, |words| text_width(ui, words, FontId::proportional(theme::SMALL)));
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

/// The head of the list, with the button that starts a comparison.
pub fn head<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    ui.horizontal(|ui| {
        section(ui, "Techniques");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let can = session.can_search() && session.compared_now().is_none();
            let button = Button::new(RichText::new("Compare").size(theme::SMALL)).small();
            let shortcut = Command::from(DocumentCommand::Compare).shortcut_text(ui.ctx());
            let response = ui.add_enabled(can, button);
            if response.clicked() {
                session.compare();
            }
            let why_not = if session.can_search() { "They are being compared; Esc stops it" } else { "The position has a mistake" };
            response
                .on_hover_text(format!("Run all techniques on this position and compare their solutions, work and time ({shortcut})"))
                .on_disabled_hover_text(why_not);
        });
    });
}

/// The row of one technique: `title` shows what stands at its left, and what is known of it follows.
pub fn row<B: Board>(
    ui: &mut Ui,
    session: &mut Session<B>,
    technique: &Technique<B>,
    place: Place,
    title: impl FnOnce(&mut Ui, &mut Session<B>),
) {
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

/// Whether the techniques agree, below the list.
pub fn verdict<B: Board>(ui: &mut Ui, session: &Session<B>) {
    let Some(Comparing { comparison, activity }) = session.comparing() else { return };
    let colors = theme::look(ui.ctx()).colors;
    let line = |ui: &mut Ui, text: String, color: Color| ui.label(RichText::new(text).size(theme::SMALL).color(theme::color(color)));
    if let Search::Crashed(message) = activity {
        line(ui, format!("▲ The comparison failed: {message}"), colors.bad);
    }
    let verdict = comparison.verdict();
    if let Some(words) = verdict.words() {
        match verdict {
            Verdict::Disagree => line(ui, format!("▲ {words}"), colors.bad),
            Verdict::Agree { .. } | Verdict::Unknown => line(ui, words, colors.muted),
        };
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

/// The work of the technique in its own units, and its memory where it tells.
fn work<P: Puzzle>(technique: &Technique<P>, tally: &Tally) -> String {
    let mut work = format!("{} {}, {} {}", grouped(tally.explored), technique.explored, grouped(tally.kept), technique.kept);
    if tally.memory > 0 {
        work += &format!(", {} of memory", bytes(tally.memory));
    }
    work
}

/// What the colours of figures and bar say.
#[derive(Clone, Copy, PartialEq)]
enum Tone {
    Plain,
    Warning,
}

/// What is told of a technique at the right of its row.
struct Figures {
    /// In all words, and in the shorter ones that are shown where these have no room.
    texts: Vec<String>,
    tone: Tone,
    /// What is shown besides on hover: the work, and the figures of the technique's article.
    details: Vec<String>,
}

impl Figures {
    fn plain(text: String) -> Self {
        Self { texts: vec![text], tone: Tone::Plain, details: Vec::new() }
    }

    fn warning(words: String, short: &str) -> Self {
        Self { texts: vec![format!("▲ {words}"), format!("▲ {short}"), "▲".to_owned()], tone: Tone::Warning, details: Vec::new() }
    }

    /// Shows the longest of the texts for which there is room, and all words on hover. Where none has room, only a warning is shown.
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

/// What is known of the technique: from the comparison, or else how long the search took.
fn figures<B: Board>(session: &Session<B>, technique: &Technique<B>) -> Option<Figures> {
    let searched = || session.time_of(technique).map(|elapsed| Figures::plain(duration(elapsed)));
    let Some(Comparing { comparison, activity }) = session.comparing() else { return searched() };
    if let Some(entry) = comparison.entry(technique) {
        return Some(compared(comparison, entry));
    }
    let is_next = comparison.next().is_some_and(|next| next.key == technique.key);
    match activity {
        Search::Running(_) if is_next => Some(Figures::plain("running…".to_owned())),
        Search::Stopped if is_next => Some(Figures::warning("stopped".to_owned(), "stopped")),
        _ => None,
    }
}

fn compared<P: Puzzle>(comparison: &Comparison<P>, entry: &Entry<P>) -> Figures {
    match &entry.outcome {
        Outcome::Stopped(limit) => Figures::warning(format!("stopped after {}", duration(*limit)), "stopped"),
        Outcome::Failed(message) => Figures::warning(format!("failed: {message}"), "failed"),
        Outcome::Complete(measured) => {
            let time = duration(measured.elapsed);
            if comparison.agrees(entry) == Some(false) {
                return Figures::warning(format!("other solutions · {time}"), "other solutions");
            }
            // That the reference is as fast as itself goes without saying.
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
