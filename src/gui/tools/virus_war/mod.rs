//! Virus War's controls: the game and its rules, the computer as an opponent, the duplicate tool.

mod listing;
mod opponent;
mod thinking;
mod duplicates;

use egui::{DragValue, Ui};

use super::{Companion, Saving, Tools};
use crate::{
    gui::{
        theme::space,
        widgets::{apart, choice, next_section},
    },
    puzzles::virus_war::{
        VirusWar,
        edit::view::{Mode, View},
        model::{
            cells::LARGEST,
            position::Player,
            state::{Rules, SMALLEST, State},
            turn::MOST_MOVES,
        },
    },
    workbench::{job::Wake, session::Session},
};
use duplicates::Duplicates;
use opponent::Opponent;

impl Tools for VirusWar {
    const BEGINS_SOLVED: bool = false;

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        next_section(ui, "Game");
        game(ui, state);
        next_section(ui, "A click on a cell");
        closer(ui, |ui| mode(ui, view));
        apart(ui, |ui| listing::ui(ui, &mut view.filter, session.insight().and_then(|insight| insight.counts.as_ref())));
        next_section(ui, "Board and rules");
        closer(ui, |ui| {
            board(ui, state);
            rules(ui, state);
        });
    }

    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(Table { opponent: Opponent::new(wake.clone()), duplicates: Duplicates::new(wake), saving: None })
    }
}

/// What stands beside the board: who plays against the user, and the duplicate tool.
struct Table {
    opponent: Opponent,
    duplicates: Duplicates,
    saving: Option<Saving>,
}

impl Companion<VirusWar> for Table {
    fn ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>, state: &mut State) {
        apart(ui, |ui| self.opponent.ui(ui, session));
        self.duplicates.ui(ui, state, &mut self.saving);
    }

    fn catch_up(&mut self, session: &mut Session<VirusWar>) {
        self.opponent.catch_up(session);
        self.duplicates.catch_up();
    }

    fn is_busy(&self) -> bool {
        self.opponent.is_thinking() || self.duplicates.is_busy()
    }

    fn stop(&mut self) {
        self.opponent.stop();
        self.duplicates.stop();
    }

    fn saving(&mut self) -> Option<Saving> {
        self.saving.take()
    }
}

/// Lines that belong together stand closer together: the tab has many.
fn closer(ui: &mut Ui, lines: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        lines(ui);
    });
}

fn game(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("New game").on_hover_text("On a board of this size, by these rules").clicked() {
            *state = State { triples: std::mem::take(&mut state.triples), ..State::start(state.board.side(), state.rules) };
        }
        let take_back = ui.add_enabled(!state.record.is_empty(), egui::Button::new("Take back"));
        let why_not = "The record has no move to take back";
        if take_back.on_hover_text("The last move (a right click on the board does it, too)").on_disabled_hover_text(why_not).clicked() {
            apply(state, State::take_back);
        }
        let may_pass = state.may_pass();
        let pass = ui.add_enabled(may_pass.is_ok(), egui::Button::new("Pass")).on_hover_text("Skip this turn");
        if pass.on_disabled_hover_text(may_pass.err().unwrap_or_default()).clicked() {
            apply(state, State::pass);
        }
    });
}

/// Changes the state if the rules allow it. What they forbid was disabled already or changes nothing.
fn apply(state: &mut State, change: fn(&mut State) -> Result<(), String>) {
    let mut changed = state.clone();
    if change(&mut changed).is_ok() {
        *state = changed;
    }
}

fn mode(ui: &mut Ui, view: &mut View) {
    ui.radio_value(&mut view.mode, Mode::Play, "makes a move").on_hover_text("A click on a move of this turn takes it back");
    ui.radio_value(&mut view.mode, Mode::Edit, "changes the cell")
        .on_hover_text("Empty, live O, live X, killed O, killed X; also by the keys . O X o x");
}

fn board(ui: &mut Ui, state: &mut State) {
    let mut side = state.board.side();
    number(ui, "Side", &mut side, SMALLEST..=LARGEST, "Cells along each side of the board");
    if side != state.board.side() {
        *state = state.resized(side);
    }
    ui.horizontal(|ui| {
        ui.label("To move");
        for player in [Player::O, Player::X] {
            let is_chosen = state.to_move == player;
            if choice(ui, &player.to_string(), is_chosen, &format!("{player} is to move")).clicked() && !is_chosen {
                state.set_mover(player);
            }
        }
    });
}

fn rules(ui: &mut Ui, state: &mut State) {
    let Rules { mut moves, mut opening, mut passing } = state.rules;
    number(ui, "Moves a turn", &mut moves, 1..=MOST_MOVES as u8, "How many moves a whole turn has");
    number(ui, "In the first turn", &mut opening, 1..=moves, "How many moves O's first turn has");
    ui.checkbox(&mut passing, "Passing is allowed").on_hover_text("A player may skip a whole turn that he could make");
    let rules = Rules { moves, opening: opening.min(moves), passing };
    if rules != state.rules {
        *state = under(state, rules);
    }
}

/// The game under other rules. If these change how long turns are, the turn begins anew and the record is no more.
fn under(state: &State, rules: Rules) -> State {
    let has_same_turns = (rules.moves, rules.opening) == (state.rules.moves, state.rules.opening);
    let mut changed = State { rules, ..state.clone() };
    if !has_same_turns || !rules.passing {
        changed.set_mover(state.to_move);
    }
    changed
}

/// A labelled number at the right.
fn number(ui: &mut Ui, label: &str, value: &mut u8, range: std::ops::RangeInclusive<u8>, hint: &str) {
    ui.horizontal(|ui| {
        let label = ui.label(label);
        ui.add(DragValue::new(value).range(range).speed(0.05)).labelled_by(label.id).on_hover_text(hint);
    });
}
