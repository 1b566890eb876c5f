//! After a game that the deck refills: how the player did with each kind of SET, and which weren't found.

use egui::{RichText, Ui};

use base::text::{clock, counted};
use gui::{
    sections::Section,
    theme::{self, space},
    widgets::{columns, muted, named},
};
use set::{
    edit::view::View,
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
const ROW: f32 = 20.0;
/// In place of a time that isn't known.
const UNKNOWN: &str = "–";

/// Shows which SETs were found, how fast, and which weren't. Returns how many features differ in those that the user wants to drill.
pub fn ui(ui: &mut Ui, view: &mut View, overlooked: &Overlooked) -> Option<usize> {
    let mut drill = None;
    Section::open("set.overlooked", "Overlooked").show(ui, |ui| {
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            ui.spacing_mut().item_spacing.y = 0.0;
            let heads = ["Differ", "Found", "Median", "Missed"];
            columns(
                ui,
                COLUMNS,
                heads.map(str::to_owned),
                "For each number of features that differ: how many SETs were found, half of them within this time from when their last \
                 card came, and how many left the table without being found",
            );
            for group in &overlooked.groups {
                group_ui(ui, group);
            }
        });
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            muted(ui, "Drill these:");
            for group in &overlooked.groups {
                let name = format!("Drill tables where {}", features_differ(group.differing));
                let button = named(ui.button(group.differing.to_string()), &name);
                if button.on_hover_text("Tables with such SETs only, as many features as the number differ").clicked() {
                    drill = Some(group.differing);
                }
            }
        });
        ui.add_space(space::XS);
        if overlooked.missed.is_empty() {
            muted(ui, "None: every SET was found.");
            return;
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
    });
    drill
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
    let codes: Vec<String> = stay.cards.iter().map(|card| card.code().to_uppercase()).collect();
    let lay = stay.time.map_or_else(|| counted(stay.taken as u64, "SET"), clock);
    let is_shown = view.shows_earlier(stay);
    let line = ui.selectable_label(is_shown, RichText::new(format!("{}  {lay}", codes.join(" "))).size(theme::SMALL));
    let names: Vec<String> = stay.cards.iter().map(|card| card.phrase()).collect();
    let meanwhile = format!("{}; {} taken meanwhile", features_differ(stay.differing), counted(stay.taken as u64, "SET"));
    if line.on_hover_text(format!("{}\n{meanwhile}", names.join("\n"))).clicked() {
        view.look_back((!is_shown).then_some(stay));
    }
}
