//! The filter of the list by the cells that one piece must cover: the same controls for every puzzle with pieces.

use egui::{Button, Ui, vec2};

use base::{picture::Color, text::counted};
use gui::{
    theme::space,
    widgets::{letter_toggle, muted, toggle},
};

/// A piece that can be chosen.
pub struct Choice {
    /// Its name on the board.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// How many cells it must cover; 0 if it wasn't chosen.
    pub covers: usize,
}

/// What the controls show.
pub struct Covering<'a> {
    /// The pieces.
    pub pieces: &'a [Choice],
    /// How many cells are marked.
    pub marked: usize,
    /// Whether a click on the board marks a cell.
    pub is_marking: bool,
    /// The piece that covers all marked cells in the solution on the board, if there is one.
    pub shown: Option<char>,
}

/// What the user has chosen.
pub enum Chosen {
    /// Whether a click on the board marks a cell.
    Mark(bool),
    /// The piece of this letter must cover the marked cells. If none are marked, it need no longer cover those that it must.
    Piece(char),
}

/// Shows the controls.
pub fn ui(ui: &mut Ui, covering: &Covering<'_>) -> Option<Chosen> {
    let mut chosen = None;
    muted(ui, "One piece covers these cells:");
    ui.horizontal(|ui| {
        if toggle(
            ui,
            "Mark cells",
            covering.is_marking,
            "Mark cells for the filter: a click on the board marks a cell, and so does M. Then choose the piece here.",
        )
        .clicked()
        {
            chosen = Some(Chosen::Mark(!covering.is_marking));
        }
        let marked = if covering.marked == 0 { "none marked".to_owned() } else { format!("{} marked", covering.marked) };
        muted(ui, &marked);
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for &Choice { letter, color, covers } in covering.pieces {
            let is_on = covers > 0;
            let name = if is_on && covering.marked == 0 {
                format!("Piece {letter} covers {}: list all again", counted(covers as u64, "cell"))
            } else {
                words::cover(letter, covering.marked)
            };
            let toggle = |ui: &mut Ui| letter_toggle(ui, letter, is_on, &name, color);
            if ui
                .add_enabled(is_on || covering.marked > 0, toggle)
                .on_disabled_hover_text("Mark cells on the board first, with Mark cells or M")
                .clicked()
            {
                chosen = Some(Chosen::Piece(letter));
            }
        }
    });
    let as_shown = ui.add_enabled(covering.shown.is_some(), Button::new("As in the solution shown"));
    let hint = covering.shown.map_or_else(String::new, |letter| words::cover(letter, covering.marked));
    let as_shown = as_shown.on_hover_text(hint);
    if as_shown.on_disabled_hover_text("Show a solution and mark cells that one of its pieces covers").clicked() {
        chosen = covering.shown.map(Chosen::Piece);
    }
    ui.add_space(space::S);
    chosen
}

/// The texts of these controls.
mod words {
    use super::counted;

    pub fn cover(letter: char, cells: usize) -> String {
        format!("List only solutions in which piece {letter} covers {}", the(cells, "marked cell"))
    }

    fn the(cells: usize, noun: &str) -> String {
        if cells < 2 { format!("the {noun}") } else { format!("the {}", counted(cells as u64, noun)) }
    }
}
