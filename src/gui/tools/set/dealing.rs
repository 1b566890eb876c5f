//! What is on the table: dealing, adding, sorting, the variant.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use egui::{DragValue, TextEdit, Ui};

use crate::{
    gui::{
        document,
        theme::{self, space},
        widgets::{named, next_section},
    },
    puzzles::set::{
        edit::{text, view::View},
        model::{
            card::Card,
            state::{State, Variant},
        },
        play::deal::{self, APL_SEEDS, Date},
    },
};

/// How many cards are added at once.
const MORE: usize = 3;

/// Shows everything that changes the table.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    next_section(ui, "Deal");
    deal_ui(ui, state, view);
    next_section(ui, "Table");
    table_ui(ui, state, view);
    add_ui(ui, state, view);
    next_section(ui, "Variant");
    variant_ui(ui, state, view);
}

/// Today, by the calendar of Greenwich, so that everybody gets the same puzzle.
pub fn today() -> Date {
    const SECONDS_A_DAY: u64 = 24 * 60 * 60;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Date::after_1970(u32::try_from(now.as_secs() / SECONDS_A_DAY).unwrap_or(0))
}

fn deal_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let deck = state.variant.deck().len();
    let order = &mut view.order;
    let mut dealt = None;
    ui.horizontal(|ui| {
        named(ui.add(DragValue::new(&mut order.cards).range(0..=deck).suffix(" cards")), "Cards to deal")
            .on_hover_text("How many cards are dealt");
        if ui.button("At random").clicked() {
            dealt = Some(deal::hand(state.variant, order.cards, document::seed()));
        }
    });
    ui.horizontal(|ui| {
        named(ui.add(DragValue::new(&mut order.seed).prefix("seed ")), "Seed").on_hover_text("The same seed deals the same cards for ever");
        if ui.button("By seed").clicked() {
            dealt = Some(deal::hand(state.variant, order.cards, order.seed));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let hint = "The random link of the APL session: 16807 and 12345 deal the hands of the article";
        named(ui.add(DragValue::new(&mut order.apl_seed).range(1..=APL_SEEDS).prefix("APL ")), "APL seed").on_hover_text(hint);
        if ui.button("By APL").on_hover_text("Deals from the whole deck as APL's roll does").clicked() {
            // The generator of the article knows only the whole deck.
            let variant = if state.variant == Variant::Junior { Variant::Set } else { state.variant };
            dealt = deal::apl(order.apl_seed, order.cards).map(|hand| State { variant, ..hand });
        }
    });
    if let Some(dealt) = dealt {
        *state = dealt;
        view.choose(Vec::new());
    }
}

fn table_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let before = state.clone();
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(!state.rest().is_empty(), egui::Button::new("3 more")).clicked() {
            deal::more(state, MORE, document::seed());
        }
        if ui.button("Sort").clicked() {
            state.sort();
        }
        if ui.button("Shuffle").clicked() {
            deal::shuffle(state, document::seed());
        }
        let has_choice = !view.chosen.is_empty();
        if ui.add_enabled(has_choice, egui::Button::new("Take away")).on_hover_text("Takes the chosen cards away").clicked() {
            let mut position = 0..;
            state.cards.retain(|_| position.next().is_none_or(|at| !view.chosen.contains(&at)));
        }
        if ui.add_enabled(!state.cards.is_empty(), egui::Button::new("Clear")).clicked() {
            state.cards.clear();
        }
    });
    if *state != before {
        view.choose(Vec::new());
    }
}

/// A line to type cards into: names or codes.
fn add_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let id = ui.scope_id().with("cards to add");
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let line = TextEdit::singleline(&mut typed).hint_text("3 oval blue outline, 1drl").desired_width(f32::INFINITY);
    let response = ui.add(line).on_hover_text("Names or codes of cards; Enter adds them. A whole hand can be pasted on the board.");
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
        add(state, &read.cards);
        view.choose(Vec::new());
        typed.clear();
        response.request_focus();
    }
    ui.add_space(space::XS);
    ui.data_mut(|data| data.insert_temp(id, typed));
}

/// Puts the cards on the table that don't lie there yet.
fn add(state: &mut State, cards: &[Card]) {
    for &card in cards {
        if !state.cards.contains(&card) {
            state.cards.push(card);
        }
    }
}

fn variant_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let before = state.variant;
    ui.horizontal_wrapped(|ui| {
        for (variant, name, hint) in [
            (Variant::Set, "SET", "Three cards that in each feature are all alike or all different"),
            (Variant::Ultra, "Ultra", "Two pairs that the same card completes; it need not lie on the table"),
            (Variant::Ghost, "Ghost", "Six cards whose values in each feature sum to a multiple of 3"),
            (Variant::Junior, "Junior", "SETs among the 27 solid cards"),
        ] {
            ui.radio_value(&mut state.variant, variant, name).on_hover_text(hint);
        }
    });
    if state.variant != before {
        view.order.cards = state.variant.table();
        view.choose(Vec::new());
    }
}
