//! Taking an assembly apart by hand: what starts it, and the controls that choose and move pieces.

use egui::{Button, Ui, vec2};

use crate::packing::FamilyTools;
use base::{erased, text::sentence};
use gui::{
    sections::Section,
    theme::space,
    tools::Of,
    widgets::{choice_if, fact, letter_toggle, muted},
};
use packing::{
    Packing,
    edit::{
        moving::{self, SIDES},
        view::View,
    },
    live::apart::Par,
    model::{
        parts::{Parts, Reach},
        solution::Solution,
        state::State,
    },
    play::taking_apart,
};
use workbench::session::Session;

/// Offers to take the shown solution apart, or what is in the figure.
pub fn offer_ui(ui: &mut Ui, session: &Session, state: &mut State, view: &mut View) {
    Section::open("soma.apart", "Take apart").show(ui, |ui| {
        muted(ui, "Take a solution apart by hand, by straight moves of one piece or of several together.");
        let solution = session.cursor().and_then(|cursor| session.listed_solution(cursor.solution)).map(erased::Solution::get::<Solution>);
        let started = taking_apart::start(state, solution);
        let why_not = started.as_ref().err().map(|reason| sentence(reason)).unwrap_or_default();
        let button = ui
            .add_enabled(started.is_ok(), Button::new("Take it apart"))
            .on_hover_text("Starts a game with the shown solution, or with the pieces in the figure if they fill it")
            .on_disabled_hover_text(why_not);
        if let Ok((taken, round)) = started
            && button.clicked()
        {
            moving::start(state, view, taken, round);
        }
    });
}

/// Shows the controls of the game.
pub fn ui<F: FamilyTools>(ui: &mut Ui, session: Of<'_, Packing<F>>, state: &mut State, view: &mut View) {
    let Some(parts) = Parts::of(state) else { return };
    Section::open("soma.apart", "Take apart").show(ui, |ui| {
        let made = state.moves.as_ref().map_or(0, Vec::len);
        moves_ui(ui, made, session.insight().and_then(|insight| insight.par.as_ref()));
        if parts.present().is_empty() {
            muted(ui, "Every piece is apart.");
        } else {
            pieces_ui(ui, state, &parts, view);
            sides_ui(ui, state, &parts, view);
            muted(ui, &moving::chosen_in_words(state, view, &parts));
        }
        ui.add_space(space::XS);
        if ui.add_enabled(0 < made, Button::new("Start again")).on_hover_text("Begins again with no move made").clicked() {
            // After the end it is another game, with a clock of its own.
            view.started += u64::from(parts.present().is_empty());
            state.moves = Some(Vec::new());
        }
    });
}

/// How many moves were made, and how many the search needs.
fn moves_ui(ui: &mut Ui, made: usize, par: Option<&Par>) {
    fact(ui, "Moves", &made.to_string(), "A piece, or several together, moved in a straight line");
    match par {
        None => fact(ui, "Fewest found", "\u{2026}", "The search is still working it out"),
        Some(Par::Apart(moves, level)) => {
            fact(
                ui,
                "Fewest found",
                &moves.to_string(),
                "As the search takes it apart: with the fewest moves until the first pieces leave",
            );
            fact(ui, "Level", level, "The number of moves until the first pieces leave, then those of the parts");
        }
        Some(Par::Not(why)) => _ = muted(ui, why),
    }
}

/// The pieces that are still together, to be chosen.
fn pieces_ui(ui: &mut Ui, state: &State, parts: &Parts, view: &mut View) {
    let pieces = state.set_pieces();
    let colors = super::colors_of(ui, &pieces);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for mark in parts.present().iter().map(|&piece| parts.marks[piece]) {
            let Some(place) = pieces.iter().position(|piece| piece.mark == mark) else { continue };
            let name = pieces[place].name;
            if letter_toggle(ui, name, view.chosen.contains(&mark), &format!("Choose piece {name}"), colors[place]).clicked() {
                moving::toggle(view, mark);
            }
        }
    });
}

/// The directions in which the chosen pieces can be moved.
fn sides_ui(ui: &mut Ui, state: &mut State, parts: &Parts, view: &mut View) {
    let chosen = moving::chosen(view, parts);
    // Two of the same axis above each other.
    for row in 0..2 {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for &(direction, side) in SIDES.iter().skip(row).step_by(2) {
                let (is_possible, name) = match parts.reach(&chosen, direction) {
                    _ if chosen.is_empty() => (false, format!("Move the chosen pieces: {side}")),
                    Err(_) => (false, format!("Move the chosen pieces: {side}. No piece would stay behind.")),
                    Ok(Reach::Until(0, other)) => {
                        (false, format!("Move the chosen pieces: {side}. Piece {} is in the way.", state.name_of(parts.marks[other])))
                    }
                    Ok(Reach::Until(..)) => (true, format!("Move the chosen pieces: {side}")),
                    Ok(Reach::Leave) => (true, format!("Move the chosen pieces out: {side}")),
                };
                if choice_if(ui, is_possible, side, false, &name).clicked() {
                    moving::step(state, view, direction);
                }
            }
        });
    }
}
