//! The dialogs inside the window: the path box, questions, the list of shortcuts. [`super::files`] has the system's.
//!
//! A dialog sends what is chosen in it as requests, and knows nothing of how they are carried out. One that only asks or tells something
//! is a [`Question`] and needs no code here.

use std::path::{Path, PathBuf};

use egui::{
    Button, Checkbox, Context, DragValue, Frame, Grid, Id, Key, Modal, Modifiers, Popup, PopupCloseBehavior, ProgressBar, RichText,
    ScrollArea, Slider, TextEdit, TextStyle, Ui, Vec2,
    text::{CCursor, CCursorRange},
    text_edit::TextEditState,
    vec2,
};

use super::{
    book::{BookOffer, BookOptions, SEEDS},
    command::{Command, Menu},
    exporting::{ExportOptions, Exported, PRINTED_PIXELS, Progress},
    files::{self, Content, Parcel, PathRequest},
    gallery::{Gallery, GalleryPictures},
    palette::Palette,
    radio,
    request::{Question, Request},
    theme::{self, corner, space},
    widgets::{choice, focus_ring, muted, named, next_section, text_width},
    words::{book, dialogs as words, export, shortcuts},
};
use ::export::png::MAX_SIDE;
use base::{
    book::{MAX_COUNT, PaperSize},
    look::{Appearance, Look, Theme},
    picture::Color,
};

/// The least longer side of an exported picture, in pixels.
const LEAST_SIDE: u32 = 64;

/// The height of the heading and the text box above a gallery, with the margins of the dialog, in points.
const HEAD_OF_GALLERY: f32 = 120.0;

/// A dialog.
pub enum Dialog {
    /// A box for a path.
    Path {
        /// What the path is for.
        request: PathRequest,
        /// The text typed so far.
        path: String,
        /// Why the box is shown instead of the system's dialog.
        notice: Option<String>,
    },
    /// Asks or tells something.
    Question(Question),
    /// Shows which files are being written before the window closes.
    Writing {
        /// Their paths.
        paths: Vec<PathBuf>,
    },
    /// Asks how to export pictures.
    Export {
        /// What is exported.
        content: Exported,
        /// What can be exported instead, with itself; empty if nothing can.
        choices: &'static [Exported],
        /// What is chosen.
        options: ExportOptions,
    },
    /// Asks what a book of challenges on the figure of a document should contain.
    Book {
        /// What is offered.
        offer: BookOffer,
        /// What is chosen.
        options: BookOptions,
    },
    /// Shows how far a book is.
    MakingBook {
        /// The share of its challenges that are made.
        done: f32,
        /// How many there will be.
        count: usize,
    },
    /// Shows how far an export is.
    Exporting {
        /// Its file.
        path: PathBuf,
        /// How far it is.
        progress: Progress,
    },
    /// Changes how the window looks.
    Appearance(Appearance),
    /// The command palette.
    Palette(Palette),
    /// The examples of a tab, or challenges.
    Gallery(Gallery),
    /// Shows the list of shortcuts.
    Shortcuts,
    /// Shows a report about a problem before it is saved.
    Report {
        /// What is shown, and saved.
        text: String,
        /// The length of the text without the document that is shown, in bytes.
        without_document: usize,
        /// Whether to add that document.
        has_document: bool,
    },
}

impl Dialog {
    /// Its heading; empty for the palette, which is a single list.
    fn title(&self) -> String {
        match self {
            Self::Path { request: PathRequest::Open, .. } => "Open by path",
            Self::Path { request: PathRequest::Restore, .. } => words::RESTORE_SETTINGS,
            Self::Path { request: PathRequest::Write(parcel), .. } => match parcel.content {
                Content::Document { .. } => "Save by path",
                Content::Picture(exported) => export_by_path(exported),
                Content::Output | Content::RecoveryFile { .. } => "Save file by path",
            },
            Self::Question(question) => &question.title,
            Self::Writing { .. } => "Saving files…",
            Self::Export { content: Exported::Board, .. } => "Export the board",
            Self::Export { content: Exported::Sheet, .. } => "Export a sheet to print",
            Self::Export { content: Exported::List, .. } => "Export the listed solutions",
            Self::Book { offer, .. } => return format!("Book of challenges: {}", offer.figure),
            Self::MakingBook { .. } => "Making the book",
            Self::Exporting { .. } => "Exporting",
            Self::Appearance(_) => "Appearance",
            Self::Palette(_) => "",
            Self::Gallery(gallery) => return gallery.title(),
            Self::Shortcuts => "Keyboard shortcuts",
            Self::Report { .. } => "Save a report",
        }
        .to_owned()
    }

    /// Returns whether a click beside it does nothing: a click in passing must not decide anything, nor lose what was done so far.
    fn stays_on_click_beside(&self) -> bool {
        match self {
            Self::Path { .. } | Self::Writing { .. } | Self::Export { .. } | Self::Book { .. } | Self::MakingBook { .. } => true,
            // With a single button, there is nothing to decide.
            Self::Question(question) => 1 < question.buttons.len(),
            Self::Exporting { .. } | Self::Appearance(_) | Self::Palette(_) | Self::Gallery(_) | Self::Shortcuts | Self::Report { .. } => {
                false
            }
        }
    }
}

/// The heading of the path box for pictures.
fn export_by_path(exported: Exported) -> &'static str {
    match exported {
        Exported::Board => "Export picture (.svg, .png, or .gif for an animation)",
        Exported::Sheet => "Export sheet to print (.svg, .png or .pdf)",
        Exported::List => "Export listed solutions (.svg or .png)",
    }
}

/// Whether a dialog is open for longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stays,
    /// It closes: what it should do is requested.
    Closes,
    /// It closes as it does by Escape.
    IsCancelled,
}

impl Fate {
    /// Sends the request of the pressed button, if one was pressed.
    fn of(ui: &Ui, pressed: Option<Request>) -> Self {
        pressed.map_or(Self::Stays, |request| {
            request.send(ui.ctx());
            Self::Closes
        })
    }

    /// Sends the request if the first button was pressed. The second one cancels.
    fn of_first(ui: &Ui, pressed: Option<usize>, request: impl FnOnce() -> Request) -> Self {
        match pressed {
            None => Self::Stays,
            Some(0) => Self::of(ui, Some(request())),
            Some(_) => Self::IsCancelled,
        }
    }
}

/// Shows the dialog, and sends what is requested in it. Returns whether it stays open. `can` decides whether a command can run now; if
/// not, it returns why. `pictures` has the pictures of the gallery.
pub fn ui(ctx: &Context, dialog: &mut Dialog, can: &dyn Fn(Command) -> Result<(), &'static str>, pictures: &GalleryPictures) -> bool {
    let frame = Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(space::XL).corner_radius(corner::CARD);
    let title = dialog.title();
    // Each kind has its own size, and each question.
    let question = matches!(dialog, Dialog::Question(_)).then_some(&title);
    let id = Id::unique(("dialog", std::mem::discriminant(dialog), question));
    if is_new(ctx, id) {
        // What had the focus before gets no keys now, not even the first Tab.
        let focused = ctx.memory(|memory| memory.focused());
        focused.into_iter().for_each(|id| ctx.memory_mut(|memory| memory.surrender_focus(id)));
        ctx.data_mut(|data| {
            data.get_temp_mut_or_insert_with(focus_before(), || focused);
        });
    }
    // A screen reader announces the dialog by its heading.
    let area = Modal::default_area(id).accessible_name(&title);
    let modal = Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        let most = ctx.content_rect().size() - Vec2::splat(80.0);
        let usual = match dialog {
            Dialog::Gallery(_) => Gallery::width(most.x),
            Dialog::Report { .. } => 640.0,
            _ => 440.0,
        };
        ui.set_width(usual.min(most.x));
        ui.spacing_mut().item_spacing = vec2(space::S, space::M);
        if !title.is_empty() {
            ui.heading(&title);
        }
        match dialog {
            Dialog::Path { request, path, notice } => path_ui(ui, request, path, notice.as_deref()),
            Dialog::Question(question) => question_ui(ui, question),
            Dialog::Writing { paths } => writing_ui(ui, paths),
            Dialog::Export { content, choices, options } => export_ui(ui, content, choices, options),
            Dialog::Book { offer, options } => book_ui(ui, offer, options),
            Dialog::MakingBook { done, count } => making_book_ui(ui, *done, *count),
            Dialog::Exporting { path, progress } => exporting_ui(ui, path, progress),
            Dialog::Appearance(appearance) => appearance_ui(ui, appearance),
            Dialog::Palette(palette) => {
                let chosen = palette.ui(ui, can);
                Fate::of(ui, chosen)
            }
            Dialog::Gallery(gallery) => {
                let opened = gallery.ui(ui, (most.y - HEAD_OF_GALLERY).max(200.0), pictures);
                Fate::of(ui, opened)
            }
            Dialog::Shortcuts => shortcuts_ui(ui),
            Dialog::Report { text, has_document, .. } => report_ui(ui, text, *has_document),
        }
    });
    let closes = modal.should_close() && !(dialog.stays_on_click_beside() && modal.backdrop_response.clicked());
    let fate = if closes && modal.inner == Fate::Stays { Fate::IsCancelled } else { modal.inner };
    if fate == Fate::IsCancelled {
        cancel(ctx, dialog);
    }
    fate == Fate::Stays
}

/// Requests what follows when nothing is chosen in the dialog.
fn cancel(ctx: &Context, dialog: &mut Dialog) {
    let request = match dialog {
        Dialog::Path { request, .. } => Request::LeavePath(request.clone()),
        Dialog::Question(Question { buttons, .. }) => buttons.pop().map_or(Request::StayOpen, |(_, request)| request),
        Dialog::MakingBook { .. } => Request::StopBook,
        // Only its button stops an export.
        Dialog::Exporting { progress, .. } => return progress.hide(),
        _ => Request::StayOpen,
    };
    request.send(ctx);
}

/// Where the widget is remembered that had the focus before the first of the dialogs.
fn focus_before() -> Id {
    Id::unique("the focus before the dialog")
}

/// Returns the focus to what had it before the dialogs. Call it in each frame without one.
pub fn return_focus(ctx: &Context) {
    let Some(before) = ctx.data(|data| data.get_temp::<Option<Id>>(focus_before())) else { return };
    // In the first frame without it, a button of the dialog still has the focus.
    let is_first = ctx.data_mut(|data| data.remove_temp::<bool>(focus_before())).unwrap_or(true);
    let is_free = ctx.memory(|memory| memory.focused().is_none());
    if is_first && !is_free && before.is_some() {
        ctx.data_mut(|data| data.insert_temp(focus_before(), false));
        ctx.request_repaint();
        return;
    }
    ctx.data_mut(|data| data.remove_temp::<Option<Id>>(focus_before()));
    if let Some(before) = before.filter(|_| is_free) {
        ctx.memory_mut(|memory| memory.request_focus(before));
    }
}

fn path_ui(ui: &mut Ui, request: &PathRequest, path: &mut String, notice: Option<&str>) -> Fate {
    let button = match request {
        PathRequest::Open | PathRequest::Restore => "Open",
        PathRequest::Write(Parcel { content: Content::Picture(_), .. }) => "Export",
        PathRequest::Write(_) => words::SAVE,
    };
    if let Some(notice) = notice {
        muted(ui, notice);
    }
    let label = ui.label("Path");
    let edit = ui.add(TextEdit::singleline(path).desired_width(f32::INFINITY).margin(vec2(space::S, space::S))).labelled_by(label.id);
    if !edit.has_focus() && !edit.lost_focus() {
        edit.request_focus();
    }
    if is_new(ui.ctx(), edit.id) {
        // What is typed first replaces the suggested name, and keeps the folder and the ending.
        let mut state = TextEditState::load(ui.ctx(), edit.id).unwrap_or_default();
        let [start, end] = files::stem(path).map(|place| CCursor::new(path[..place].chars().count()));
        state.cursor.set_char_range(Some(CCursorRange::two(start, end)));
        state.store(ui.ctx(), edit.id);
    }
    let is_typed = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let pressed = buttons(ui, &[button, words::CANCEL], true);
    let chosen = (is_typed || pressed == Some(0)) && !path.trim().is_empty();
    match pressed {
        _ if chosen => Fate::of(ui, Some(Request::UseTypedPath(request.clone(), path.trim().to_owned()))),
        Some(1) => Fate::IsCancelled,
        _ => Fate::Stays,
    }
}

/// Whether this part of a dialog wasn't there in the last frame.
fn is_new(ctx: &Context, part: Id) -> bool {
    let (id, frame) = (part.with("last seen"), ctx.cumulative_frame_nr());
    let before: Option<u64> = ctx.data_mut(|data| {
        let before = data.get_temp(id);
        data.insert_temp(id, frame);
        before
    });
    before.is_none_or(|before| before + 1 < frame)
}

fn question_ui(ui: &mut Ui, Question { text, entries, note, buttons: answers, has_main_button, .. }: &mut Question) -> Fate {
    if !text.is_empty() {
        ui.label(text.as_str());
    }
    if !entries.is_empty() {
        entries_ui(ui, entries.iter().map(String::as_str));
    }
    if !note.is_empty() {
        muted(ui, note);
    }
    let names: Vec<&str> = answers.iter().map(|(name, _)| *name).collect();
    let pressed = buttons(ui, &names, *has_main_button);
    Fate::of(ui, pressed.map(|pressed| answers.swap_remove(pressed).1))
}

/// Shows a list that scrolls if it is long.
fn entries_ui(ui: &mut Ui, entries: impl Iterator<Item = impl AsRef<str>>) {
    ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
        for entry in entries {
            ui.label(format!("·  {}", entry.as_ref()));
        }
    });
}

fn writing_ui(ui: &mut Ui, paths: &[PathBuf]) -> Fate {
    entries_ui(ui, paths.iter().map(|path| path.to_string_lossy()));
    muted(ui, "Quincunx closes as soon as this is done.");
    // Neither is the main button, so that pressing Enter loses nothing.
    let pressed = buttons(ui, &[words::CLOSE_ANYWAY, words::CANCEL], false);
    Fate::of_first(ui, pressed, || Request::CloseRegardless)
}

fn export_ui(ui: &mut Ui, content: &mut Exported, choices: &[Exported], options: &mut ExportOptions) -> Fate {
    Grid::new("export").num_columns(2).spacing(vec2(space::L, space::M)).show(ui, |ui| {
        if !choices.is_empty() {
            ui.label("Content");
            ui.horizontal(|ui| {
                for &other in choices {
                    let (name, about) = export_content(other);
                    if choice(ui, name, *content == other, about).clicked() {
                        *content = other;
                        *options = options.for_content(other);
                    }
                }
            });
            ui.end_row();
        }
        // A sheet has its own size and colours. What can't be chosen stays, so that nothing moves.
        let is_free = *content != Exported::Sheet;
        ui.label("Format");
        ui.horizontal(|ui| {
            for (format, name, about) in export::FORMATS {
                if content.can_be(format) && choice(ui, name, options.format == format, about).clicked() {
                    *options = options.with_format(format);
                }
            }
        });
        ui.end_row();
        if *content != Exported::List {
            let label = ui.label("Longer side");
            let side = if is_free { &mut options.longer_side } else { &mut { PRINTED_PIXELS } };
            ui.add_enabled(is_free, DragValue::new(side).range(LEAST_SIDE..=MAX_SIDE).suffix(" px")).labelled_by(label.id);
            ui.end_row();
        }
        let chosen = if is_free { options.theme } else { Some(Theme::Light) };
        ui.label("Theme");
        ui.add_enabled_ui(is_free, |ui| {
            ui.horizontal(|ui| {
                for (theme, name, about) in export::THEMES {
                    if choice(ui, name, chosen == theme, about).clicked() {
                        options.theme = theme;
                    }
                }
            })
        });
        ui.end_row();
    });
    let is_free = *content != Exported::Sheet;
    let is_transparent = if is_free { &mut options.is_transparent } else { &mut false };
    let transparent = Checkbox::new(is_transparent, "Transparent background");
    ui.add_enabled(is_free, transparent).on_hover_text("Nothing is drawn behind the board");
    let pressed = buttons(ui, &["Choose file…", words::CANCEL], true);
    Fate::of_first(ui, pressed, || Request::Export(*content, *options))
}

/// What can be exported: its text and its spoken name.
fn export_content(exported: Exported) -> (&'static str, &'static str) {
    match exported {
        Exported::Board => ("board", "Board: the board as it is shown"),
        Exported::Sheet => ("sheet to print", "Sheet: a plan on white paper, with the pieces"),
        Exported::List => ("listed solutions", "Listed solutions: all of them as one picture"),
    }
}

fn book_ui(ui: &mut Ui, offer: &BookOffer, options: &mut BookOptions) -> Fate {
    Grid::new("book").num_columns(2).spacing(vec2(space::L, space::M)).show(ui, |ui| {
        for (label, is_easiest) in [("Easiest", true), ("Hardest", false)] {
            ui.label(label);
            ui.horizontal(|ui| {
                for &grade in offer.grades {
                    let chosen = if is_easiest { options.grades.easiest } else { options.grades.hardest };
                    if choice(ui, grade.title(), chosen == grade, &format!("{label}: {}", grade.title())).clicked() {
                        options.grades = if is_easiest { options.grades.from(grade) } else { options.grades.up_to(grade) };
                    }
                }
            });
            ui.end_row();
        }
        let label = ui.label("Challenges");
        ui.add(DragValue::new(&mut options.count).range(1..=MAX_COUNT)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("Seed");
        ui.add(DragValue::new(&mut options.seed).range(SEEDS))
            .labelled_by(label.id)
            .on_hover_text("The same seed always makes the same book");
        ui.end_row();
        ui.label("Solutions");
        ui.checkbox(&mut options.explanations, "Explain each solution")
            .on_hover_text("After the solutions, say step by step how a person finds each of them, with the reason for each placement");
        ui.end_row();
        ui.label("Paper");
        ui.horizontal(|ui| {
            for paper in PaperSize::ALL {
                if choice(ui, paper.title(), options.paper == paper, paper.title()).clicked() {
                    options.paper = paper;
                }
            }
        });
        ui.end_row();
    });
    muted(ui, "A PDF file to print: several challenges on a page, and the solutions at the end.");
    let pressed = buttons(ui, &["Make book", words::CANCEL], true);
    Fate::of_first(ui, pressed, || Request::MakeBook(offer.clone(), *options))
}

fn making_book_ui(ui: &mut Ui, done: f32, count: usize) -> Fate {
    ui.add(ProgressBar::new(done).desired_height(8.0));
    muted(ui, &book::made((done * count as f32).round() as usize, count));
    cancelled_by(buttons(ui, &["Stop"], false))
}

fn exporting_ui(ui: &mut Ui, path: &Path, progress: &Progress) -> Fate {
    let (done, all) = progress.counts();
    muted(ui, &path.display().to_string());
    ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_height(8.0));
    muted(ui, &export::done(done, all));
    // Enter must not stop it.
    match buttons(ui, &["Continue in the background", "Stop"], false) {
        Some(0) => Fate::IsCancelled,
        Some(_) => {
            progress.stop();
            Fate::Closes
        }
        None => Fate::Stays,
    }
}

fn appearance_ui(ui: &mut Ui, appearance: &mut Appearance) -> Fate {
    let before = *appearance;
    let mut theme = ui.ctx().theme();
    ui.horizontal(|ui| {
        ui.label("Theme");
        for (choice, label) in [(egui::Theme::Light, "Light"), (egui::Theme::Dark, "Dark")] {
            radio::value(ui, &mut theme, choice, label);
        }
    });
    ui.checkbox(&mut appearance.high_contrast, "High contrast").on_hover_text("White on black or black on white, with stronger lines");
    ui.checkbox(&mut appearance.reduce_motion, "Turn off animations").on_hover_text("Show changes immediately, without movement");
    ui.horizontal(|ui| {
        let label = ui.label("Size of text and controls");
        let mut percent = 100 + appearance.enlarged_by;
        let (least, most) = (100 + theme::ENLARGED_BY.start(), 100 + theme::ENLARGED_BY.end());
        // The window must not change while the number is dragged under the pointer.
        let field = DragValue::new(&mut percent).range(least..=most).speed(0.0).suffix(" %").update_while_editing(false);
        ui.add(field).labelled_by(label.id);
        appearance.enlarged_by = percent - 100;
    });
    next_section(ui, "Piece colours");
    let mut pieces = theme::look(ui.ctx()).pieces;
    ui.horizontal_wrapped(|ui| {
        for (number, color) in pieces.iter_mut().enumerate() {
            color_ui(ui, number, color);
        }
    });
    let default = Look::new(Theme::default()).pieces;
    appearance.pieces = Some(pieces).filter(|pieces| *pieces != default);
    muted(
        ui,
        "People with the common kinds of colour blindness can tell the default colours apart. Letters and digits also mark the pieces.",
    );
    if ui.add_enabled(appearance.pieces.is_some(), Button::new("Reset colours")).clicked() {
        appearance.pieces = None;
    }
    if theme != ui.ctx().theme() {
        Request::ShowTheme(theme).send(ui.ctx());
    }
    if *appearance != before {
        Request::ChangeAppearance(*appearance).send(ui.ctx());
    }
    close_button(ui)
}

/// The button with the colour of a piece; a click opens sliders for its red, green and blue.
fn color_ui(ui: &mut Ui, number: usize, color: &mut Color) {
    let text = theme::strong(number.to_string()).color(theme::color(color.ink()));
    let swatch = ui.add(Button::new(text).fill(theme::color(*color)).min_size(vec2(32.0, 32.0)));
    let swatch = named(swatch, &format!("Colour of piece {number}"));
    Popup::from_toggle_button_response(&swatch).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        for (name, part) in ["red", "green", "blue"].into_iter().zip([&mut color.r, &mut color.g, &mut color.b]) {
            ui.add(Slider::new(part, 0..=u8::MAX).text(name));
        }
    });
}

fn shortcuts_ui(ui: &mut Ui) -> Fate {
    let height = ui.ctx().content_rect().height() - 220.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let keys = [(Key::ArrowDown, 40.0), (Key::ArrowUp, -40.0), (Key::PageDown, height), (Key::PageUp, -height)];
        for (key, by) in keys.into_iter().chain([(Key::End, f32::MAX), (Key::Home, f32::MIN)]) {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                ui.scroll_with_delta(vec2(0.0, -by));
            }
        }
        for &menu in Menu::ALL {
            next_section(ui, menu.title());
            let rows = || {
                Command::ALL
                    .iter()
                    .filter(|command| command.menu() == menu)
                    .map(|command| (command.title(), command.shortcut_text(ui.ctx())))
            };
            let rows: Vec<(&str, String)> = rows().filter(|(_, keys)| !keys.is_empty()).collect();
            shortcut_grid(ui, menu.title(), &rows);
        }
        next_section(ui, "Tabs and menus");
        shortcut_grid(
            ui,
            "tabs",
            &[("Show the tab with this number", "Ctrl+1, Ctrl+2, …"), ("Open the menus", "F10")]
                .map(|(what, keys)| (what, keys.to_owned())),
        );
        next_section(ui, "On the board");
        shortcut_grid(ui, "board", &shortcuts::BOARD_KEYS.map(|(what, keys)| (what, keys.to_owned())));
    });
    close_button(ui)
}

fn shortcut_grid(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
    Grid::new(id).num_columns(2).min_col_width(200.0).spacing(vec2(space::L, space::XS)).show(ui, |ui| {
        for (what, keys) in rows {
            ui.label(*what);
            ui.label(RichText::new(keys).font(theme::bold(theme::BODY)));
            ui.end_row();
        }
    });
}

fn report_ui(ui: &mut Ui, text: &str, mut has_document: bool) -> Fate {
    muted(
        ui,
        "If something goes wrong, save this report, read it, and add it to the description of the problem. It has the version, \
                         the system, your settings and the last messages, which may name files. Quincunx sends nothing: give the file to \
                         anyone you choose, such as the person who gave you the program.",
    );
    let height = (ui.ctx().content_rect().height() - 300.0).clamp(60.0, 360.0);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        // It can be selected, but not changed.
        let mut text = text;
        let shown = TextEdit::multiline(&mut text).desired_width(f32::INFINITY).font(TextStyle::Small);
        named(ui.add(shown), "Report");
    });
    if ui.checkbox(&mut has_document, "Add this document: its position, title, note and searches").changed() {
        Request::AddDocumentToReport(has_document).send(ui.ctx());
    }
    let pressed = buttons(ui, &["Save…", words::CANCEL], true);
    Fate::of_first(ui, pressed, || Request::ChoosePath(PathRequest::Write(Parcel::text("quincunx-report.txt", text.to_owned()))))
}

fn close_button(ui: &mut Ui) -> Fate {
    cancelled_by(buttons(ui, &["Close"], true))
}

/// The fate of a dialog whose only button does what Escape does.
fn cancelled_by(pressed: Option<usize>) -> Fate {
    pressed.map_or(Fate::Stays, |_| Fate::IsCancelled)
}

/// Shows a row of buttons at the right, in reading order. Returns the index of the pressed one. The first one may be the main button, which
/// Enter presses. If it isn't, the last one, which changes nothing, has the focus at first.
fn buttons(ui: &mut Ui, names: &[&str], has_main_button: bool) -> Option<usize> {
    const SIZE: Vec2 = vec2(84.0, 32.0);
    let accent = theme::look(ui.ctx()).colors.accent;
    let padding = 2.0 * ui.spacing().button_padding.x;
    let width = |name: &&str| (text_width(ui, name, theme::bold(theme::BODY)) + padding).max(SIZE.x);
    let widths: Vec<f32> = names.iter().map(width).collect();
    let gaps = ui.spacing().item_spacing.x * (names.len() - 1) as f32;
    let mut pressed = None;
    ui.horizontal(|ui| {
        let left = ui.available_width() - widths.iter().sum::<f32>() - gaps;
        if 0.0 < left {
            ui.add_space(left);
        }
        for (index, (name, width)) in names.iter().zip(&widths).enumerate() {
            let is_main = has_main_button && index == 0;
            let text = if is_main { theme::strong(*name).color(theme::color(accent.ink())) } else { RichText::new(*name) };
            let mut button = Button::new(text).min_size(vec2(*width, SIZE.y));
            if is_main {
                button = button.fill(theme::color(accent));
            }
            let response = ui.add(button);
            // egui's own mark has the colour of the main button.
            focus_ring(ui, &response, response.rect.shrink(1.0));
            if response.clicked() {
                pressed = Some(index);
            }
            if !has_main_button && index + 1 == names.len() && ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
        }
    });
    let is_typing = ui.ctx().text_edit_focused();
    if !is_typing
        && pressed.is_none()
        && ui.memory(|memory| memory.focused().is_none())
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    {
        pressed = has_main_button.then_some(0);
    }
    pressed
}
