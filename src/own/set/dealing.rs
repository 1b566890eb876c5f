//! The controls that change the table: dealing, adding, sorting, the variant.

use egui::{DragValue, Response, TextEdit, Ui};

use super::words;
use gui::{
    now, radio,
    sections::Section,
    theme::{self, space},
    widgets::{named, number_field},
};
use set::{
    edit::{text, view::View},
    model::state::{State, Variant},
    play::deal::{self, APL_SEEDS},
};

/// The width of a field for a number.
const FIELD: f32 = 80.0;

/// The number of random cards that are added at once.
const MORE: usize = 3;

/// Shows the controls that change the table.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    Section::folded("set.deal", "Deal").show(ui, |ui| deal_ui(ui, state, view));
    Section::folded("set.table", "Table").show(ui, |ui| {
        table_ui(ui, state, view);
        add_ui(ui, state, view);
    });
    Section::folded("set.variant", "Variant").show(ui, |ui| variant_ui(ui, state, view));
}

fn deal_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let deck = state.variant.deck().len();
    let settings = &mut view.next_deal;
    let mut dealt = None;
    ui.horizontal(|ui| {
        let cards = DragValue::new(&mut settings.cards).range(0..=deck).suffix(words::CARDS_SUFFIX);
        named(number_field(ui, FIELD, cards), "Cards to deal").on_hover_text("Number of cards to deal");
        if deal_button(ui, ["Random", "Deal at random"]).clicked() {
            dealt = Some(deal::hand(state.variant, settings.cards, now::seed()));
        }
    });
    ui.horizontal(|ui| {
        let seed = DragValue::new(&mut settings.seed);
        named(number_field(ui, FIELD, seed), "Seed").on_hover_text("The same seed always deals the same cards");
        if deal_button(ui, ["By seed", "Deal from seed"]).clicked() {
            dealt = Some(deal::hand(state.variant, settings.cards, settings.seed));
        }
    });
    ui.horizontal(|ui| {
        let seed = DragValue::new(&mut settings.apl_seed).range(1..=APL_SEEDS);
        named(number_field(ui, FIELD, seed), "APL seed")
            .on_hover_text("The random link (#RL) of the APL session; 16807 and 12345 deal the hands in the article");
        if deal_button(ui, ["Like APL", "Deal like APL"]).on_hover_text("Deals from the whole deck with APL's random numbers").clicked() {
            // The article's generator deals from the whole deck only.
            let variant = if state.variant == Variant::Junior { Variant::Set } else { state.variant };
            dealt = deal::apl(settings.apl_seed, settings.cards).map(|hand| State { variant, ..hand });
        }
    });
    if let Some(dealt) = dealt {
        *state = dealt;
        view.select(Vec::new());
    }
}

/// Shows a button with a text that is short since it stands below the heading, and the whole text for screen readers.
fn deal_button(ui: &mut Ui, [text, whole]: [&str; 2]) -> Response {
    named(ui.button(text), whole)
}

fn table_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let before = state.clone();
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(!state.remaining().is_empty(), egui::Button::new(format!("Add {MORE}"))).clicked() {
            deal::add_cards(state, MORE, now::seed());
        }
        if ui.button("Sort").clicked() {
            state.sort();
        }
        if ui.button("Shuffle").clicked() {
            deal::shuffle(state, now::seed());
        }
        let has_selection = !view.selected.is_empty();
        if ui.add_enabled(has_selection, egui::Button::new("Remove")).on_hover_text("Removes the selected cards").clicked() {
            let mut position = 0..;
            state.cards.retain(|_| position.next().is_none_or(|at| !view.selected.contains(&at)));
        }
        if ui.add_enabled(!state.cards.is_empty(), egui::Button::new("Clear")).clicked() {
            state.cards.clear();
        }
    });
    if *state != before {
        view.select(Vec::new());
    }
}

/// A field for the names or codes of cards to add.
fn add_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let id = ui.scope_id().with("cards to add");
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let line = TextEdit::singleline(&mut typed).hint_text("3 oval blue outline, 1drl").desired_width(f32::INFINITY);
    let response =
        ui.add(line).on_hover_text("Names or codes of cards; press Enter to add them. You can also paste a whole hand onto the board.");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Cards to add"));
    let read = text::read(&typed, state);
    if let Err(error) = &read
        && !response.has_focus()
    {
        let color = theme::color(theme::look(ui.ctx()).colors.bad);
        ui.colored_label(color, &error.message);
    }
    if response.lost_focus()
        && ui.input(|input| input.key_pressed(egui::Key::Enter))
        && let Ok(read) = read
    {
        state.add(&read.cards);
        view.select(Vec::new());
        typed.clear();
        response.request_focus();
    }
    ui.add_space(space::XS);
    ui.data_mut(|data| data.insert_temp(id, typed));
}

fn variant_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let before = state.variant;
    ui.horizontal_wrapped(|ui| {
        for (variant, hint) in Variant::ALL.into_iter().zip(words::VARIANTS) {
            radio::value(ui, &mut state.variant, variant, variant.name()).on_hover_text(hint);
        }
    });
    if state.variant != before {
        view.next_deal.cards = state.variant.table_size();
        view.select(Vec::new());
    }
}
