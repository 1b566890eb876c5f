//! What lies over the window until it is answered: the path box, questions, the list of shortcuts. egui's own, never the system's.

use std::path::PathBuf;

use egui::{
    Button, Context, Frame, Grid, Id, Key, Modal, Modifiers, Popup, PopupCloseBehavior, RichText, ScrollArea, Slider, TextEdit, Ui, vec2,
};

use super::{
    command::{Command, Menu},
    files::{Ask, Content, Parcel},
    palette::Palette,
    theme::{self, corner, space},
    widgets::{muted, named, next_section},
};
use crate::{
    look::{Appearance, Look, Theme},
    picture::Color,
    text::counted,
};

/// Something that lies over the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// A path is typed.
    Path {
        /// What for.
        ask: Ask,
        /// What is typed so far.
        path: String,
        /// A word on why the box is here.
        notice: Option<String>,
    },
    /// A file is in the way.
    Replace {
        /// What for.
        ask: Ask,
        /// Its path.
        path: String,
    },
    /// The document's own file was changed by another program.
    Overtaken {
        /// What for.
        ask: Ask,
        /// Its path.
        path: String,
    },
    /// There are changes that were not saved.
    Unsaved {
        /// The documents that have changed.
        names: Vec<String>,
    },
    /// The document that is to be closed was changed and not saved.
    UnsavedDocument {
        /// The index of its tab.
        tab: usize,
        /// Its number there.
        number: u64,
        /// Its name.
        name: String,
    },
    /// The window closes as soon as these files are written.
    Writing {
        /// Their paths.
        paths: Vec<PathBuf>,
    },
    /// There are documents that were changed and not saved before the program closed unexpectedly.
    Left {
        /// What they are called, when they were kept and where they belong.
        documents: Vec<String>,
    },
    /// Something went wrong.
    Message {
        /// What.
        title: String,
        /// Why, and what can be done.
        text: String,
    },
    /// What may be chosen of how things look.
    Appearance(Appearance),
    /// Any command, by its name.
    Palette(Palette),
    /// The list of shortcuts.
    Shortcuts,
    /// What this is.
    About,
}

/// What the user chose.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// This path.
    Path(Ask, String),
    /// This path, and what is there may go.
    Replace(Ask, String),
    /// Another path is to be asked for.
    Elsewhere(Ask),
    /// Save what was changed, then close.
    SaveAndClose,
    /// Close, and let the changes go.
    DiscardAndClose,
    /// Save the document of this number in this tab, then close it.
    SaveAndCloseDocument(usize, u64),
    /// Close it, and let the changes go.
    DiscardDocument(usize, u64),
    /// Close, whatever is still being written.
    CloseRegardless,
    /// Open what was left.
    OpenLeft,
    /// What was left may go.
    DiscardLeft,
    /// Look like this; the dialog stays.
    Appearance(Appearance),
    /// Carry out this command.
    Run(Command),
    /// Nothing.
    Cancel,
}

/// Shows the dialog. Returns the reply once there is one; `can` says whether a command can be carried out now, and if not, why.
pub fn ui(ctx: &Context, dialog: &mut Dialog, can: &dyn Fn(Command) -> Result<(), &'static str>) -> Option<Reply> {
    let frame = Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(space::XL).corner_radius(corner::CARD);
    let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ctx, |ui| {
        ui.set_width(440.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.spacing_mut().item_spacing = vec2(space::S, space::M);
        match dialog {
            Dialog::Path { ask, path, notice } => path_ui(ui, ask, path, notice.as_deref()),
            Dialog::Replace { ask, path } => replace_ui(ui, ask, path),
            Dialog::Overtaken { ask, path } => overtaken_ui(ui, ask, path),
            Dialog::Unsaved { names } => unsaved_ui(ui, names),
            Dialog::UnsavedDocument { tab, number, name } => unsaved_document_ui(ui, *tab, *number, name),
            Dialog::Writing { paths } => writing_ui(ui, paths),
            Dialog::Left { documents } => left_ui(ui, documents),
            Dialog::Message { title, text } => message_ui(ui, title, text),
            Dialog::Appearance(appearance) => appearance_ui(ui, appearance),
            Dialog::Palette(palette) => palette.ui(ui, can).map(Reply::Run),
            Dialog::Shortcuts => shortcuts_ui(ui),
            Dialog::About => about_ui(ui),
        }
    });
    let closes = modal.should_close();
    modal.inner.or_else(|| closes.then_some(Reply::Cancel))
}

fn path_ui(ui: &mut Ui, ask: &Ask, path: &mut String, notice: Option<&str>) -> Option<Reply> {
    let (title, button) = match ask {
        Ask::Open => ("Open a file by its path", "Open"),
        Ask::Write(Parcel { content: Content::Document { .. }, .. }) => ("Save to a file by its path", "Save"),
        Ask::Write(Parcel { content: Content::Picture, .. }) => ("Export the picture (.svg or .png, or .gif step by step)", "Export"),
        Ask::Write(Parcel { content: Content::Made | Content::Kept { .. }, .. }) => ("Save what was made to a file by its path", "Save"),
    };
    ui.heading(title);
    if let Some(notice) = notice {
        muted(ui, notice);
    }
    let label = ui.label("Path");
    let edit = ui.add(TextEdit::singleline(path).desired_width(f32::INFINITY).margin(vec2(space::S, space::S))).labelled_by(label.id);
    if !edit.has_focus() && !edit.lost_focus() {
        edit.request_focus();
    }
    let is_typed = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let pressed = buttons(ui, &[(button, Importance::Primary), ("Cancel", Importance::Other)]);
    let chosen = (is_typed || pressed == Some(0)) && !path.trim().is_empty();
    match pressed {
        _ if chosen => Some(Reply::Path(ask.clone(), path.trim().to_owned())),
        Some(1) => Some(Reply::Cancel),
        _ => None,
    }
}

fn replace_ui(ui: &mut Ui, ask: &Ask, path: &str) -> Option<Reply> {
    ui.heading("Replace the file?");
    ui.label(format!("{path} already exists."));
    let pressed = buttons(ui, &[("Replace", Importance::Primary), ("Cancel", Importance::Other)])?;
    Some(if pressed == 0 { Reply::Replace(ask.clone(), path.to_owned()) } else { Reply::Cancel })
}

fn overtaken_ui(ui: &mut Ui, ask: &Ask, path: &str) -> Option<Reply> {
    ui.heading("The file was changed meanwhile");
    ui.label(format!("{path} is not what it was when it was read or written here last: another program changed it."));
    let names = [("Save as…", Importance::Primary), ("Replace it", Importance::Other), ("Cancel", Importance::Other)];
    Some(match buttons(ui, &names)? {
        0 => Reply::Elsewhere(ask.clone()),
        1 => Reply::Replace(ask.clone(), path.to_owned()),
        _ => Reply::Cancel,
    })
}

fn unsaved_ui(ui: &mut Ui, names: &[String]) -> Option<Reply> {
    ui.heading("Save your changes?");
    for name in names {
        ui.label(format!("·  {name}"));
    }
    muted(ui, "Changes that are not saved are lost.");
    save_buttons(ui, [Reply::SaveAndClose, Reply::DiscardAndClose])
}

fn unsaved_document_ui(ui: &mut Ui, tab: usize, number: u64, name: &str) -> Option<Reply> {
    ui.heading("Save your changes?");
    ui.label(format!("\"{name}\" has changes that are not saved."));
    save_buttons(ui, [Reply::SaveAndCloseDocument(tab, number), Reply::DiscardDocument(tab, number)])
}

/// Returns the first solution for saving, the second for discarding.
fn save_buttons(ui: &mut Ui, [save, discard]: [Reply; 2]) -> Option<Reply> {
    let names = [("Save", Importance::Primary), ("Discard", Importance::Other), ("Cancel", Importance::Other)];
    Some(match buttons(ui, &names)? {
        0 => save,
        1 => discard,
        _ => Reply::Cancel,
    })
}

fn writing_ui(ui: &mut Ui, paths: &[PathBuf]) -> Option<Reply> {
    ui.heading("Still writing");
    for path in paths {
        ui.label(format!("·  {}", path.display()));
    }
    muted(ui, "Quincunx closes as soon as this is done.");
    // Nothing is primary: whoever presses Enter loses nothing.
    let pressed = buttons(ui, &[("Close anyway", Importance::Other), ("Cancel", Importance::Other)])?;
    Some(if pressed == 0 { Reply::CloseRegardless } else { Reply::Cancel })
}

fn left_ui(ui: &mut Ui, documents: &[String]) -> Option<Reply> {
    ui.heading("Restore unsaved work?");
    ui.label(format!("Quincunx closed unexpectedly. {} had unsaved changes:", counted(documents.len() as u64, "document")));
    ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
        for document in documents {
            ui.label(format!("·  {document}"));
        }
    });
    let names = [("Restore", Importance::Primary), ("Discard", Importance::Other), ("Not now", Importance::Other)];
    Some(match buttons(ui, &names)? {
        0 => Reply::OpenLeft,
        1 => Reply::DiscardLeft,
        _ => Reply::Cancel,
    })
}

fn message_ui(ui: &mut Ui, title: &str, text: &str) -> Option<Reply> {
    ui.heading(title);
    ui.label(text);
    buttons(ui, &[("OK", Importance::Primary)]).map(|_| Reply::Cancel)
}

fn appearance_ui(ui: &mut Ui, appearance: &mut Appearance) -> Option<Reply> {
    let before = *appearance;
    ui.heading("Appearance");
    ui.checkbox(&mut appearance.high_contrast, "High contrast")
        .on_hover_text("White on black or black on white, with lines that stand out");
    ui.checkbox(&mut appearance.still, "No motion").on_hover_text("What would move is where it belongs at once");
    next_section(ui, "Colours of the pieces");
    let mut pieces = theme::look(ui.ctx()).pieces;
    ui.horizontal_wrapped(|ui| {
        for (number, color) in pieces.iter_mut().enumerate() {
            color_ui(ui, number, color);
        }
    });
    let usual = Look::new(Theme::default()).pieces;
    appearance.pieces = Some(pieces).filter(|pieces| *pieces != usual);
    muted(ui, "The usual ones can be told apart with the common kinds of colour blindness. Letters and digits tell pieces apart, too.");
    if ui.add_enabled(appearance.pieces.is_some(), Button::new("The usual colours")).clicked() {
        appearance.pieces = None;
    }
    if *appearance != before {
        return Some(Reply::Appearance(*appearance));
    }
    buttons(ui, &[("Close", Importance::Primary)]).map(|_| Reply::Cancel)
}

/// The colour of a piece, and what it is mixed from as soon as it is clicked.
fn color_ui(ui: &mut Ui, number: usize, color: &mut Color) {
    let text = theme::strong(number.to_string()).color(theme::color(color.ink()));
    let swatch = ui.add(Button::new(text).fill(theme::color(*color)).min_size(vec2(32.0, 32.0)));
    let swatch = named(swatch, &format!("Colour of piece {number}"));
    Popup::from_toggle_button_response(&swatch).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        for (name, part) in [("red", &mut color.r), ("green", &mut color.g), ("blue", &mut color.b)] {
            ui.add(Slider::new(part, 0..=u8::MAX).text(name));
        }
    });
}

fn shortcuts_ui(ui: &mut Ui) -> Option<Reply> {
    ui.heading("Keyboard shortcuts");
    let height = ui.ctx().content_rect().height() - 220.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let keys = [(Key::ArrowDown, 40.0), (Key::ArrowUp, -40.0), (Key::PageDown, height), (Key::PageUp, -height)];
        for (key, by) in keys.into_iter().chain([(Key::End, f32::MAX), (Key::Home, f32::MIN)]) {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                ui.scroll_with_delta(vec2(0.0, -by));
            }
        }
        for menu in Menu::ALL {
            next_section(ui, menu.title());
            let rows = || {
                Command::ALL
                    .into_iter()
                    .filter(|command| command.menu() == menu)
                    .map(|command| (command.title(), command.shortcut_text(ui.ctx())))
            };
            let rows: Vec<(&str, String)> = rows().filter(|(_, keys)| !keys.is_empty()).collect();
            shortcut_grid(ui, menu.title(), &rows);
        }
        next_section(ui, "Tabs");
        shortcut_grid(ui, "tabs", &[("Show the tab of this number", "Ctrl+1, Ctrl+2, …".to_owned())]);
        next_section(ui, "On the board");
        let rows = [
            ("Go from place to place", "Arrow keys"),
            ("Press it", "Enter"),
            ("What a right click does", "Shift+Enter"),
            ("Set a value, take a piece", "Letters, digits"),
            ("Clear", "Delete"),
            ("Put away what is in hand, leave the board", "Escape"),
            ("Turn and flip a Meteor piece", "R, F, wheel"),
            ("Turn a Soma piece", "X, Y, Z, wheel"),
            ("Voltorb Flip: what a tile shows", "V, 1, 2, 3, ?"),
            ("SET: a card one place back or on", "<, >"),
            ("Move the view", "Middle drag"),
            ("Zoom", "Wheel"),
        ];
        shortcut_grid(ui, "board", &rows.map(|(what, keys)| (what, keys.to_owned())));
    });
    buttons(ui, &[("Close", Importance::Primary)]).map(|_| Reply::Cancel)
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

fn about_ui(ui: &mut Ui) -> Option<Reply> {
    ui.heading("Quincunx");
    ui.label(format!("Version {}. A workbench for puzzles that are searched.", env!("CARGO_PKG_VERSION")));
    muted(ui, "MIT or Apache 2.0, as you like. The typeface is Inter, under the SIL Open Font License.");
    buttons(ui, &[("Close", Importance::Primary)]).map(|_| Reply::Cancel)
}

/// How a button of a dialog looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Importance {
    /// The one that Enter presses.
    Primary,
    /// Any other.
    Other,
}

/// A row of buttons at the right. Returns the index of the pressed one.
fn buttons(ui: &mut Ui, names: &[(&str, Importance)]) -> Option<usize> {
    let accent = theme::look(ui.ctx()).colors.accent;
    let mut pressed = None;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        // From the right, so the last comes first.
        for (index, (name, importance)) in names.iter().enumerate().rev() {
            let text = match importance {
                Importance::Primary => theme::strong(*name).color(theme::color(accent.ink())),
                Importance::Other => RichText::new(*name),
            };
            let mut button = Button::new(text).min_size(vec2(84.0, 32.0));
            if *importance == Importance::Primary {
                button = button.fill(theme::color(accent));
            }
            if ui.add(button).clicked() {
                pressed = Some(index);
            }
        }
    });
    let nobody_types = !ui.ctx().text_edit_focused();
    if nobody_types
        && pressed.is_none()
        && ui.memory(|memory| memory.focused().is_none())
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    {
        pressed = names.iter().position(|(_, importance)| *importance == Importance::Primary);
    }
    pressed
}
