//! The computer as an opponent: its level, the sides that it plays by itself, and the turns that it expects.

use std::time::Instant;

use egui::{Button, ComboBox, DragValue, Ui, emath::Numeric};

use super::words::computer as words;
use base::{
    erased,
    text::{counted, duration, grouped, sentence},
};
use gui::{
    sections::Section,
    tools::Of,
    widgets::{in_room, muted},
};
use virus_war::{
    VirusWar,
    model::state::State,
    play::{
        battle::Computer,
        computer::{Opponent as Player, Sides, Table, Thinking, Thought},
        opponent::Level,
    },
};
use workbench::{
    history::Gesture,
    job::Wake,
    session::{Cause, Change, Event},
    worker::{Failure, Worker},
};

/// The height of the room for what it has looked at and expects.
const EXPECTED: f32 = 64.0;

/// The computer as a player, with its job.
pub struct Opponent {
    player: Player,
    worker: Worker<Thought>,
    /// When the player's clock began.
    began: Instant,
}

impl Opponent {
    /// An opponent that plays when asked.
    pub fn new(wake: Wake) -> Self {
        Self { player: Player::default(), worker: Worker::new("virus-war opponent", wake), began: Instant::now() }
    }

    /// Whether it is thinking, or waits before it makes its turn.
    pub fn is_thinking(&self) -> bool {
        self.player.is_busy()
    }

    /// Whether it is its turn in the game, and it waits until the user lets it play on.
    pub fn is_halted(&self, session: Of<'_, VirusWar>) -> bool {
        let plays = session.view().battle.as_ref().is_some_and(|battle| battle.computer.is_some());
        plays && !self.is_thinking() && self.player.why_not(session.document_state(), !session.flaws().is_empty()).is_none()
    }

    /// Stops the thinking without making a turn.
    pub fn stop(&mut self) {
        self.player.stop();
        self.worker.stop();
    }

    /// Thinks as the player asks, and no longer than it wants.
    fn run(&mut self, thinking: Option<Thinking>) {
        if let Some(thinking) = thinking {
            self.worker.start(move |observer| thinking.run(observer));
        } else if !self.player.is_thinking() {
            self.worker.stop();
        }
    }

    /// Follows the document.
    pub fn note(&mut self, event: &Event, session: Of<'_, VirusWar>) {
        let thinking = match event {
            Event::Begun => self.player.begin_game(session.view().battle.as_ref(), table(session)),
            Event::Edited { cause, before } if *cause != Cause::Computer => {
                self.player.follow(before.get(), *cause == Cause::User, table(session))
            }
            _ => return,
        };
        self.run(thinking);
    }

    /// Takes in the game that is played, and returns the turn that it has chosen and makes.
    pub fn catch_up(&mut self, session: Of<'_, VirusWar>) -> Option<Change> {
        self.player.take_side(session.view().battle.as_ref());
        let (state, now, pace) = (session.state(), self.began.elapsed(), session.view().next.pace);
        self.worker.drain(|thought| self.player.take_in(thought, state, now, pace));
        if !self.worker.is_busy() {
            self.player.finish(self.worker.failure().map(Failure::to_string));
        }
        let (next, thinking) = self.player.make_turn(state, now)?;
        self.run(thinking);
        Some(Change::Position(erased::State::of(next), Gesture::Ended))
    }

    /// Shows its controls and the lines that it expects.
    pub fn ui(&mut self, ui: &mut Ui, session: Of<'_, VirusWar>) {
        if session.view().battle.as_ref().is_some_and(|battle| battle.computer.is_none()) {
            return;
        }
        if let Some(due) = self.player.due() {
            ui.ctx().request_repaint_after(due.saturating_sub(self.began.elapsed()));
        }
        Section::open("virus-war.computer", "Computer").show(ui, |ui| self.controls_ui(ui, session));
    }

    fn controls_ui(&mut self, ui: &mut Ui, session: Of<'_, VirusWar>) {
        if session.view().battle.is_none() {
            self.level_ui(ui);
            self.sides_ui(ui, session.state());
        }
        self.play_button_ui(ui, session);
        if let Some(failure) = self.player.failure() {
            muted(ui, &format!("The computer can't play: {failure}"));
        }
        in_room(ui, "expected", EXPECTED, |ui| {
            self.work_ui(ui);
            for line in self.player.expected() {
                line_ui(ui, &self.player.line_in_words(line));
            }
        });
    }

    /// Shows how much it has looked at for the turn that it thinks about, or else for the one that it made last.
    fn work_ui(&self, ui: &mut Ui) {
        let now = self.worker.progress().map(|progress| (progress.elapsed, progress.tally.explored));
        let Some((time, turns)) = now.or(self.player.work()) else { return };
        muted(ui, &format!("Looked at {} in {}", counted(turns, "turn"), duration(time)));
    }

    fn level_ui(&mut self, ui: &mut Ui) {
        let level = &mut self.player.level;
        choice_ui(ui, words::LEVEL, sentence(level.title()), |ui| levels_ui(ui, level));
        if self.player.level.needs_limit() {
            ui.horizontal(|ui| {
                let label = ui.label(words::TIME_PER_TURN);
                ui.add(time_field(&mut self.player.seconds)).labelled_by(label.id);
            });
        }
    }

    fn sides_ui(&mut self, ui: &mut Ui, state: &State) {
        let before = self.player.sides();
        let mut sides = before;
        choice_ui(ui, "Plays", before.title().to_owned(), |ui| {
            for other in Sides::ALL {
                ui.selectable_value(&mut sides, other, other.title());
            }
        });
        if sides != before {
            let thinking = self.player.play_by_itself(sides, state);
            self.run(thinking);
        }
    }

    fn play_button_ui(&mut self, ui: &mut Ui, session: Of<'_, VirusWar>) {
        if self.is_thinking() {
            if ui.button("Stop the computer").on_hover_text("Stops without making a move (Esc)").clicked() {
                self.stop();
            }
            return;
        }
        let why_not = self.player.why_not(session.state(), !session.flaws().is_empty());
        let (name, hint) = match session.view().battle {
            Some(_) => ("Play on", "Lets the computer make its turn, after you have returned to the game or stopped it"),
            None => ("Let the computer play", "Makes the remaining moves of this turn"),
        };
        let play = ui.add_enabled(why_not.is_none(), Button::new(name)).on_hover_text(hint);
        if play.on_disabled_hover_text(why_not.unwrap_or_default()).clicked() {
            let thinking = self.player.play(session.state());
            self.run(thinking);
        }
    }
}

/// The document as the computer sees it.
fn table(session: Of<'_, VirusWar>) -> Table<'_> {
    Table { shown: session.state(), now: session.document_state(), can_redo: session.can(&Change::Redo) }
}

/// The choices of a drop-down box for the level.
pub fn levels_ui(ui: &mut Ui, level: &mut Level) {
    for other in Level::ALL {
        ui.selectable_value(level, other, sentence(other.title())).on_hover_text(format!(
            "Rating {}; random has 0, and 400 points more win ten of eleven games",
            grouped(u64::from(other.rating()))
        ));
    }
}

/// A field for the time per turn.
pub fn time_field<N: Numeric>(seconds: &mut N) -> DragValue<'_> {
    let (least, most) = Computer::TIMES_MS.into_inner();
    DragValue::new(seconds).range(least as f64 / 1e3..=most as f64 / 1e3).speed(0.1).suffix(" s")
}

/// A drop-down box, with its label on the left.
fn choice_ui(ui: &mut Ui, name: &str, chosen: String, choices: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let shown = ComboBox::from_id_salt(name).width(ui.available_width()).selected_text(chosen).truncate().show_ui(ui, choices);
        shown.response.labelled_by(label.id);
    });
}

fn line_ui(ui: &mut Ui, text: &str) {
    muted(ui, text).on_hover_text(
        "The turns that the computer expects, its own first; earlier ideas are below. The score is its mobility minus the enemy's; the \
         expert gives its chance of winning instead, estimated from games of the program with itself. A win, a loss or a draw is stated \
         only if it's proved; \"probably\" means that only the most promising turns were tried",
    );
}
