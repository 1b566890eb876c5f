//! After a game that the deck refills: how the player did with each kind of SET, and which weren't found.

use egui::{Atom, Button, IdSalt, RichText, ScrollArea, Ui, vec2};

use super::words;
use base::text::{clock, counted};
use gui::{
    now,
    paint::{self, Placement},
    theme::{self, space},
    widgets::{columns, muted, named, section},
};
use set::{
    drawing,
    edit::view::View,
    model::state::State,
    play::{
        overlooked::{Group, Overlooked, Stay},
        score::features_differ,
    },
};

/// The most SETs that are listed.
const LISTED: usize = 12;
/// The shares of the width for the columns of the table.
const COLUMNS: [f32; 4] = [0.22, 0.24, 0.28, 0.26];
/// The height of a SET in the list, in points.
const ROW: f32 = 34.0;
/// The height of its cards there.
const PICTURE: f32 = 28.0;
/// The width of the time beside them, with the gaps.
const TIME: f32 = 56.0;
/// In place of a time that isn't known.
const UNKNOWN: &str = "–";

/// Shows which SETs of the finished game were found, how fast, and which weren't, in all the room that there is.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let Some(overlooked) = view.overlooked.clone() else { return };
    section(ui, words::OVERLOOKED);
    let area = ScrollArea::vertical().id_salt("overlooked").auto_shrink([false, false]);
    let drill = area.show(ui, |ui| contents_ui(ui, view, &overlooked)).inner;
    if let Some(differing) = drill {
        view.start_drill(differing, state, now::short_seed());
    }
}

/// Returns how many features differ in those that the user wants to drill.
fn contents_ui(ui: &mut Ui, view: &mut View, overlooked: &Overlooked) -> Option<usize> {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().item_spacing.y = 0.0;
        muted(ui, "By how many of the features differ:");
        let heads = ["Differ", "Found", "Median", "Missed"];
        columns(
            ui,
            COLUMNS,
            heads.map(str::to_owned),
            "For each number of features that differ: how many SETs were found, half of them within this time from when their last card \
             came, and how many left the table without being found",
        );
        for group in &overlooked.groups {
            group_ui(ui, group);
        }
    });
    ui.add_space(space::XS);
    let drill = drills_ui(ui, "Drill:", overlooked.groups.iter().map(|group| group.differing));
    ui.add_space(space::XS);
    if overlooked.missed.is_empty() {
        muted(ui, "None: every SET was found.");
        return drill;
    }
    muted(ui, "Not found, the one that lay longest first. Click one to see it on its table:");
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = ROW;
        ui.spacing_mut().item_spacing.y = 0.0;
        for stay in overlooked.missed.iter().take(LISTED) {
            stay_ui(ui, view, stay);
        }
    });
    if LISTED < overlooked.missed.len() {
        muted(ui, &format!("and {} more", overlooked.missed.len() - LISTED));
    }
    drill
}

/// Shows a button for each drill with SETs in which this many features differ. Returns the chosen one.
pub fn drills_ui(ui: &mut Ui, title: &str, all: impl IntoIterator<Item = usize>) -> Option<usize> {
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        // All four are in one line of the narrowest panel.
        ui.spacing_mut().button_padding.x = space::S - 2.0;
        ui.label(title).on_hover_text("By how many of the four features the cards of each SET differ: the more, the harder to see");
        let mut chosen = None;
        for differing in all {
            let button = named(ui.button(differing.to_string()), &format!("Drill tables where {}", features_differ(differing)));
            let hint = format!("Find all SETs on a table of 12 cards; in each of them {}", features_differ(differing));
            if button.on_hover_text(hint).clicked() {
                chosen = Some(differing);
            }
        }
        chosen
    });
    row.inner
}

fn group_ui(ui: &mut Ui, group: &Group) {
    let (median, average) = match group.times.map(|(median, average)| (clock(median), clock(average))) {
        Some((median, average)) => (median, format!(": found after {average} on average")),
        None => (UNKNOWN.to_owned(), String::new()),
    };
    let cells = [group.differing.to_string(), group.found.to_string(), median, group.missed.to_string()];
    columns(ui, COLUMNS, cells, &format!("{}{average}", features_differ(group.differing)));
}

/// A SET that wasn't found. A click shows its table, and another one the last table again.
fn stay_ui(ui: &mut Ui, view: &mut View, stay: &Stay) {
    let picture = drawing::row(&stay.cards, view.palette, &theme::look(ui.ctx()));
    let lay = stay.time.map_or_else(|| counted(stay.taken as u64, "SET"), clock);
    let is_shown = view.shows_earlier(stay);
    let place = IdSalt::new("cards");
    // In the narrowest panel, the time has room beside them.
    let width = (PICTURE * picture.size().x / picture.size().y).min(ui.available_width() - TIME);
    let cards = Atom::custom(place, vec2(width, PICTURE));
    let drawn = Button::selectable(is_shown, (cards, RichText::new(lay).size(theme::SMALL))).atom_ui(ui);
    if let Some(room) = drawn.rect(place) {
        paint::picture(&ui.painter_at(room), &picture, Placement::fit(&picture, room));
    }
    let codes: Vec<String> = stay.cards.iter().map(|card| card.code().to_uppercase()).collect();
    let line = named(drawn.response, &codes.join(" "));
    let names: Vec<String> = stay.cards.iter().map(|card| card.phrase()).collect();
    let meanwhile = format!("{}; {} taken meanwhile", features_differ(stay.differing), counted(stay.taken as u64, "SET"));
    if line.on_hover_text(format!("{}\n{meanwhile}", names.join("\n"))).clicked() {
        view.look_back((!is_shown).then_some(stay));
    }
}
