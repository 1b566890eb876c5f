//! The filters of the solution list.

use egui::{Button, Checkbox, DragValue, Ui, vec2};

use crate::{
    covering::{self, Choice, Chosen, Covering},
    packing::FamilyTools,
};
use base::{erased, picture::Color, text::grouped};
use gui::{
    sections::Section,
    theme::space,
    tools::Of,
    widgets::{choice, fact, letter_toggle, muted},
    words::solutions as words,
};
use packing::{
    Packing,
    edit::{
        filter::{FateFilter, Filter},
        input::put_back,
        view::View,
    },
    model::{pieces::Piece, state::State},
};

/// The number of solutions that are examined to find the largest orbit.
const MOST_EXAMINED: usize = 500;
/// The highest level that can be asked for.
const MOST_LEVEL: usize = 4095;

/// Shows the filters.
pub fn ui<F: FamilyTools>(ui: &mut Ui, session: Of<'_, Packing<F>>, pieces: &[Piece], state: &mut State, view: &mut View) {
    Section::folded(F::FILTER, "Filter solutions").switched(!view.filter.is_off()).show(ui, |ui| filters(ui, session, pieces, state, view));
}

fn filters<F: FamilyTools>(ui: &mut Ui, session: Of<'_, Packing<F>>, pieces: &[Piece], state: &mut State, view: &mut View) {
    muted(ui, "Keep these pieces fixed:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (piece, color) in pieces.iter().zip(super::colors_of(ui, pieces)) {
            let name = format!("List only solutions with piece {} here", piece.name);
            let cells = session.shown().map(|(solution, _)| solution.grid().cells_of(piece.name)).unwrap_or_default();
            let is_on = view.filter.requires(piece.name);
            let toggle = |ui: &mut Ui| letter_toggle(ui, piece.name, is_on, &name, color);
            if ui.add_enabled(is_on || !cells.is_empty(), toggle).clicked() {
                view.filter.toggle(piece.name, cells);
            }
        }
    });
    ui.add_space(space::S);
    covering(ui, session, pieces, state, view);
    if !F::LATTICE.is_flat {
        ui.checkbox(&mut view.filter.can_be_assembled, "Can be assembled")
            .on_hover_text("Only solutions whose pieces go in one at a time, straight from outside, each coming to rest on something");
        fates(ui, view);
    }
    symmetric(ui, session, view);
    if F::LATTICE.lists_images {
        let summary = session.summary();
        let is_free = view.filter.required.is_empty() && view.filter.covering.is_empty();
        let has_images = is_free && (view.filter.hides_images || summary.classes.is_some_and(|classes| classes < summary.raw));
        ui.add_enabled(has_images, Checkbox::new(&mut view.filter.hides_images, "Hide rotations and reflections"))
            .on_hover_text("List only one of solutions that are rotations or reflections of one another")
            .on_disabled_hover_text("No solution is a rotation or a reflection of another one, or pieces must be in certain places");
    }
    if ui.add_enabled(!view.filter.is_off(), Button::new(words::CLEAR_FILTER)).clicked() {
        view.filter = Filter::default();
    }
}

/// The pieces that must cover the cells that the user marks.
fn covering<F: FamilyTools>(ui: &mut Ui, session: Of<'_, Packing<F>>, pieces: &[Piece], state: &mut State, view: &mut View) {
    let choice = |(piece, color): (&Piece, Color)| Choice { letter: piece.name, color, covers: view.filter.cells_for(piece.name).len() };
    let choices: Vec<Choice> = pieces.iter().zip(super::colors_of(ui, pieces)).map(choice).collect();
    let shown = session.shown().and_then(|(solution, _)| view.marking.piece_in(&solution.grid())).map(|mark| state.name_of(mark));
    let controls = Covering { pieces: &choices, marked: view.marking.cells.len(), is_marking: view.marking.is_on, shown };
    match covering::ui(ui, &controls) {
        Some(Chosen::Mark(is_on)) => {
            // A click would place the piece in hand.
            put_back(state, view);
            view.marking.is_on = is_on;
        }
        Some(Chosen::Piece(piece)) => view.marking.choose(piece, &mut view.filter),
        None => {}
    }
}

/// How solutions must come apart, and how many do, as far as that was worked out.
fn fates(ui: &mut Ui, view: &mut View) {
    muted(ui, "Taken apart by straight moves:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let mut least = if let Some(FateFilter::AtLeast(least)) = view.filter.fate { least } else { 2 };
        for (text, fate, name) in [
            ("Any", None, "List solutions whether they come apart or not"),
            ("Comes apart", Some(FateFilter::Apart), "List only solutions that come apart"),
            ("Never", Some(FateFilter::Never), "List only solutions that never come apart"),
            ("Level at least", Some(FateFilter::AtLeast(least)), "List only solutions of which no piece leaves before this many moves"),
        ] {
            let chosen = choice(ui, text, view.filter.fate == fate, name);
            if chosen.clicked() {
                view.filter.fate = fate;
            }
            if let (Some(FateFilter::AtLeast(_)), Some(FateFilter::AtLeast(_))) = (fate, view.filter.fate) {
                ui.add(DragValue::new(&mut least).range(1..=MOST_LEVEL).speed(0.05))
                    .labelled_by(chosen.id)
                    .on_hover_text("The fewest moves until the first pieces leave");
                view.filter.fate = Some(FateFilter::AtLeast(least));
            }
        }
    });
    let levels = &view.levels;
    if levels.known() == 0 && view.filter.fate.is_none() {
        return;
    }
    let count = |count: usize| grouped(count as u64);
    fact(ui, "Come apart", &count(levels.at_least(0)), "The solutions found so far that come apart");
    if let Some(FateFilter::AtLeast(least)) = view.filter.fate {
        let label = format!("Level at least {least}");
        fact(ui, &label, &count(levels.at_least(least)), "Those of which no piece leaves before this many moves");
    }
    fact(ui, "Never come apart", &count(levels.never), "Some of their pieces hold each other: *Apart* on the timeline says which");
    for (label, number, hint) in [
        ("Too hard to tell", levels.unknown, "The positions on the way need too much memory"),
        ("Not known yet", levels.remaining, "Worked out while the list is sorted by level or filtered by how solutions come apart"),
    ] {
        if 0 < number {
            fact(ui, label, &count(number), hint);
        }
    }
}

/// Shown only if some solutions are symmetric and others are not.
fn symmetric<F: FamilyTools>(ui: &mut Ui, session: Of<'_, Packing<F>>, view: &mut View) {
    let examined = session.searches().solutions().kept().iter().take(MOST_EXAMINED).map(erased::Solution::get);
    let mut is_on = view.filter.fewer_than.is_some();
    if let Some(most) = view.filter.largest_orbit(examined, session.summary())
        && ui
            .checkbox(&mut is_on, "Only symmetric solutions")
            .on_hover_text("Solutions that look the same after some rotation or reflection")
            .changed()
    {
        view.filter.fewer_than = is_on.then_some(most);
    }
}
