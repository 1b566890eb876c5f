//! Voltorb Flip's controls: the level, and what the keys do on a tile.

use egui::{Ui, vec2};

use super::Tools;
use crate::{
    gui::widgets::{choice, muted, next_section},
    puzzles::voltorb_flip::{
        VoltorbFlip,
        editing::{Pen, View},
        state::{Memos, State, Tiles},
    },
    workbench::session::Session,
};

impl Tools for VoltorbFlip {
    const BEGINS_SOLVED: bool = false;

    fn tools_ui(ui: &mut Ui, _session: &Session<Self>, state: &mut State, view: &mut View) {
        next_section(ui, "Level");
        level(ui, state);
        next_section(ui, "Keys V 1 2 3 on a tile");
        pen(ui, view);
        next_section(ui, "Board");
        ui.horizontal_wrapped(|ui| {
            if ui.button("Turn all face down").clicked() {
                state.tiles = Tiles::default();
            }
            if ui.button("Erase notes").clicked() {
                state.memos = Memos::default();
            }
        });
        muted(ui, "Point at a clue and type its sum and Voltorbs, as 6/2; the next clue follows by itself.");
    }
}

fn level(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in 1..=8 {
            let name = format!("Level {level}");
            if choice(ui, &level.to_string(), state.level == Some(level), &name).clicked() {
                state.level = Some(level);
            }
        }
        if choice(ui, "?", state.level.is_none(), "Unknown level: all boards count the same").clicked() {
            state.level = None;
        }
    });
}

fn pen(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        ui.radio_value(&mut view.pen, Pen::Flip, "flip it").on_hover_text("The tile is turned face up and shows this");
        ui.radio_value(&mut view.pen, Pen::Note, "make a note").on_hover_text("The tile stays face down and carries a mark");
    });
}
