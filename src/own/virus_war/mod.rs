//! Virus War's controls: games and their rules, the filter of turns, the computer as an opponent, the analysis, the duplicate tool.

mod words;
mod turns;
mod battle;
mod problem;
mod report;
mod listing;
mod opponent;
mod analysis;
mod duplicates;

use egui::{Checkbox, DragValue, ScrollArea, Ui};

use super::Controls;
use analysis::Analysis;
use base::{
    erased, kept,
    puzzle::Moment,
    text::{counted, sentence},
};
use duplicates::Duplicates;
use gui::tools::{Advice, ChallengeTexts, Companion, Daily, Memory, Of, OwnGames, Playing, Results, Tools};
use gui::{
    help::{HelpPage, help_page},
    now, radio,
    request::{Request, Requests},
    sections::Section,
    theme::space,
    widgets::{apart, choice, muted},
};
use opponent::Opponent;
use report::Report;
use virus_war::{
    VirusWar,
    edit::view::{Mode, View},
    model::{
        cells::LARGEST_SIDE,
        position::{Corner, Player},
        standing::End,
        state::{Rules, SMALLEST_SIDE, State},
        turn::MAX_MOVES,
    },
    play::{self, battle::Battle},
};
use words::{game as labels, report as report_words, turns as turn_words};
use workbench::{
    job::Wake,
    session::{self, Cause, Change, Event, Session},
};

/// The most of the place at the right that the analysis takes.
const LINES: f32 = 0.45;

impl Tools<VirusWar> for Controls {
    const HELP: HelpPage = help_page!("virus-war": "virus-war-midgame", "virus-war-chain");

    const BEGINS_SOLVED: bool = false;

    const PLAYING: Playing<VirusWar> = Playing {
        games: Some(OwnGames {
            about: &|state| format!("A game with {} per turn.", counted(u64::from(state.rules.moves), "move")),
            choices: Some(&battle::choices_ui),
            is_on_position: |_| false,
            key: "",
            start: &|state, view| view.start_battle(state, now::short_seed()),
            focus: None,
        }),
        daily: Some(Daily {
            about: &|_| "A game against the computer from its middle: you move first, and win if it can't make a whole turn".to_owned(),
            begin: &|day| {
                let battle = Battle::daily(day);
                (battle.root().clone(), battle.saved(battle.root()))
            },
        }),
        results: Results { is_timed: false, kind: play::battle::kind, rank: play::battle::rank, ..Results::BY_GRADE },
    };

    const CHALLENGES: ChallengeTexts = ChallengeTexts {
        about: "Or solve a challenge: only one turn is right.",
        start: "A position in which only one turn reaches the goal",
        grade: problem::words::grade,
        mistakes: "Complete turns that didn't reach the goal",
    };

    const MEMORY: Memory<VirusWar> = Memory {
        write: &|view| kept::write(&view.next),
        read: &|view, text| {
            view.next = kept::parse(text)?;
            Ok(())
        },
        share: &|from, to| to.next = from.next,
        merge: |base, ours, theirs| Ok(if ours == base { theirs } else { ours }.to_owned()),
    };

    fn advice(session: Of<'_, VirusWar>) -> Option<Advice> {
        let battle = session.view().battle.as_ref().filter(|_| session.flaws().is_empty())?;
        let end = End::of(&session.state().problem())?;
        let why = format!("{}. Start a new game, take back a turn, or see in the report where it was won and lost.", sentence(&end.reason));
        Some(Advice { why, buttons: vec![(report_words::OPEN, report_words::OPEN_HINT)], ..Advice::only(&battle.result(&end)) })
    }

    fn tools_ui(ui: &mut Ui, session: Of<'_, VirusWar>, state: &mut State, view: &mut View) {
        if session.played().is_offering() {
            // The offer in place of the board has everything.
            return;
        }
        if problem::is_played(session) {
            problem::ui(ui, state);
            return;
        }
        let may_begin = session.played().challenge().is_none();
        Section::open("virus-war.game", "Game").show(ui, |ui| game(ui, state, view, may_begin));
        if view.battle.is_some() {
            return;
        }
        Section::open("virus-war.click", "Click on a cell").show(ui, |ui| compact(ui, |ui| mode(ui, view)));
        apart(ui, |ui| listing::ui(ui, &mut view.filter, session.insight().and_then(|insight| insight.counts.as_ref())));
        Section::folded("virus-war.rules", labels::BOARD_AND_RULES).show(ui, |ui| {
            compact(ui, |ui| {
                board(ui, state);
                rules(ui, state);
            });
        });
    }

    fn companion(wake: Wake) -> Box<dyn Companion> {
        Box::new(VirusWarCompanion {
            opponent: Opponent::new(wake.clone()),
            analysis: Analysis::new(wake.clone()),
            report: Report::new(wake.clone()),
            duplicates: Duplicates::new(wake),
        })
    }
}

/// The computer as an opponent, the analysis, the report of the game, and the duplicate tool.
struct VirusWarCompanion {
    opponent: Opponent,
    analysis: Analysis,
    report: Report,
    duplicates: Duplicates,
}

impl Companion for VirusWarCompanion {
    fn ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        let session = Of::<VirusWar>::new(session);
        if session.played().is_offering() || problem::is_played(session) {
            return;
        }
        if session.view().battle.is_none() {
            apart(ui, |ui| self.report.ui(ui));
        }
        apart(ui, |ui| self.opponent.ui(ui, session));
        if session.view().battle.is_none() {
            apart(ui, |ui| self.analysis.ui(ui));
            state.change(|state| self.duplicates.ui(ui, state));
        }
    }

    fn results(&self, session: &Session) -> &'static [&'static str] {
        let session = Of::<VirusWar>::new(session);
        if session.played().is_offering() || problem::is_played(session) {
            &[]
        } else if self.report.is_open() && session.view().battle.is_none() {
            &[turn_words::GAME, report_words::REPORT]
        } else {
            &[turn_words::GAME]
        }
    }

    fn results_ui(&mut self, ui: &mut Ui, part: &str, session: &Session, state: &mut erased::State, view: &mut erased::View) {
        if part == report_words::REPORT {
            return state.change(|state| self.report.results_ui(ui, state));
        }
        let session = Of::<VirusWar>::new(session);
        if session.view().battle.is_none() {
            // The turns below keep their place.
            let most = LINES * ui.available_height();
            let area = ScrollArea::vertical().id_salt("lines").max_height(most).auto_shrink([false, true]);
            area.show(ui, |ui| apart(ui, |ui| self.analysis.lines_ui(ui, session)));
        }
        state.change(|state| view.change(|view: &mut View| turns::ui(ui, state, &mut view.draft)));
    }

    fn note(&mut self, event: &Event, session: &Session) {
        let session = Of::<VirusWar>::new(session);
        self.opponent.note(event, session);
    }

    fn catch_up(&mut self, session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        let session = Of::<VirusWar>::new(session);
        let typed = turns::catch_up(session).map(|change| (change, Cause::User));
        let played = typed.or_else(|| Some((self.opponent.catch_up(session)?, Cause::Computer)));
        let is_hidden = session.played().is_offering() || problem::is_played(session);
        let waits = self.opponent.is_thinking() || is_hidden || session.view().battle.is_some();
        self.analysis.catch_up(session, waits);
        let expected = problem::reply(session).map_or_else(|| self.analysis.drawn().to_vec(), |reply| vec![reply]);
        let (mistake, is_solving) = (self.report.catch_up(session, waits), problem::is_played(session));
        self.duplicates.catch_up();
        played.or_else(|| {
            let view = session.view();
            let is_drawn = (&view.expected, &view.mistake, view.is_solving) == (&expected, &mistake, is_solving);
            (!is_drawn).then(|| (Change::View(erased::View::of(View { expected, mistake, is_solving, ..view.clone() })), Cause::Computer))
        })
    }

    fn take_advice(&mut self, _ui: &Ui, _session: &Session, _button: &str) -> Option<Change> {
        self.report.open();
        Some(Change::Mode(session::Mode::Solve))
    }

    fn is_halted(&self, session: &Session) -> bool {
        self.opponent.is_halted(Of::<VirusWar>::new(session))
    }

    fn moments(&self, session: &Session) -> Vec<Moment<erased::State>> {
        self.report.moments(Of::new(session))
    }

    fn is_busy(&self) -> bool {
        self.opponent.is_thinking() || self.analysis.is_running() || self.report.is_busy() || self.duplicates.is_busy()
    }

    fn stop(&mut self) {
        self.opponent.stop();
        self.analysis.stop();
        self.report.stop();
        self.duplicates.stop();
    }
}

/// Shows lines closer together, since the tab has many.
fn compact(ui: &mut Ui, lines: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        lines(ui);
    });
}

fn game(ui: &mut Ui, state: &mut State, view: &mut View, may_begin: bool) {
    if let Some(battle) = &view.battle {
        let is_watched = battle.rival.is_some();
        muted(ui, &battle.players());
        muted(ui, labels::GOAL);
        ui.add_space(space::XS);
        if is_watched {
            battle::pace_ui(ui, view);
        }
    }
    ui.horizontal_wrapped(|ui| {
        let is_in_progress = view.battle.as_ref().is_some_and(|battle| battle.end(&state.problem()).is_none());
        let (name, hint) = if is_in_progress {
            ("Leave game", "Ends the game. Its moves stay in this document")
        } else {
            ("New game…", "Choose the opponent and your side, and start a game as a new document")
        };
        let button = ui.add_enabled(may_begin, egui::Button::new(name)).on_hover_text(hint);
        if button.on_disabled_hover_text("This document is a challenge; start a game from another one").clicked() {
            view.battle = None;
            Request::ChooseMode(session::Mode::Play).send(ui.ctx());
        }
        let can_take_back = view.battle.as_ref().map_or(!state.record.is_empty(), |battle| battle.can_take_back(state));
        let mut take_back = |name, hint, change: fn(&mut State) -> Result<(), String>| {
            let button = ui.add_enabled(can_take_back, egui::Button::new(name)).on_hover_text(hint);
            if button.on_disabled_hover_text(labels::NOTHING_TO_TAKE_BACK).clicked() {
                apply(state, |state| match &view.battle {
                    Some(battle) => battle.take_back(state, change),
                    None => change(state),
                });
            }
        };
        take_back(labels::TAKE_BACK, labels::TAKE_BACK_HINT, State::take_back);
        take_back(labels::TAKE_BACK_TURN, "Takes back the moves of this turn, or else the last turn", State::take_back_turn);
        let may_pass = view.battle.as_ref().map_or(Ok(()), |battle| battle.check_users_turn(state)).and_then(|()| state.may_pass());
        let pass = ui.add_enabled(may_pass.is_ok(), egui::Button::new("Pass"));
        let pass = pass.on_hover_text("Skips this turn. If the other player then passes, too, the game is a draw");
        if pass.on_disabled_hover_text(sentence(&may_pass.err().unwrap_or_default())).clicked() {
            apply(state, State::pass);
        }
    });
}

/// Changes the state if the rules allow it; otherwise leaves it as it is.
fn apply(state: &mut State, change: impl FnOnce(&mut State) -> Result<(), String>) {
    let mut changed = state.clone();
    if change(&mut changed).is_ok() {
        *state = changed;
    }
}

fn mode(ui: &mut Ui, view: &mut View) {
    radio::value(ui, &mut view.mode, Mode::Play, "makes a move").on_hover_text("Click a move of this turn to take it back");
    radio::value(ui, &mut view.mode, Mode::Edit, "changes the cell")
        .on_hover_text("Cycles through empty, live O, live X, killed O and killed X. You can also type . O X o x");
}

fn board(ui: &mut Ui, state: &mut State) {
    let mut side = state.board.side();
    number(ui, "Board size", &mut side, SMALLEST_SIDE..=LARGEST_SIDE, "Cells along each side of the board");
    if side != state.board.side() {
        *state = state.resized(side);
    }
    ui.horizontal(|ui| {
        let label = ui.label("O starts at");
        let before = state.corner();
        let mut corner = before;
        let shown = egui::ComboBox::from_id_salt("corner").width(ui.available_width()).selected_text(before.name()).truncate();
        let shown = shown.show_ui(ui, |ui| {
            for other in Corner::ALL {
                ui.selectable_value(&mut corner, other, other.name());
            }
        });
        shown.response.labelled_by(label.id).on_hover_text("Starts a game with O in this corner and X in the opposite one");
        if corner != before {
            *state = state.restarted(corner);
        }
    });
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
    let Rules { mut moves, mut opening, mut passing, empty_start } = state.rules;
    let (corner, mut is_empty) = (state.corner(), empty_start.is_some());
    if ui
        .checkbox(&mut is_empty, "Start on an empty board")
        .on_hover_text("Starts a game in which each player's first move is in its corner")
        .changed()
    {
        state.rules.empty_start = is_empty.then_some(corner);
        *state = state.restarted(corner);
        return;
    }
    number(ui, "Moves per turn", &mut moves, 1..=MAX_MOVES as u8, "Number of moves in a whole turn");
    number(ui, "In the first turn", &mut opening, 1..=moves, "Number of moves in O's first turn");
    // A problem can't allow passing.
    let checkbox = ui.add_enabled(passing || state.goal.is_none(), Checkbox::new(&mut passing, "Allow passing"));
    checkbox.on_hover_text("A player may skip a whole turn, but only one that they could complete. Two passes in a row are a draw");
    let rules = Rules { moves, opening: opening.min(moves), passing, empty_start };
    if rules != state.rules {
        *state = state.with_rules(rules);
    }
}

/// A number that can be changed, with its label on the left.
fn number(ui: &mut Ui, label: &str, value: &mut u8, range: std::ops::RangeInclusive<u8>, hint: &str) {
    ui.horizontal(|ui| {
        let label = ui.label(label);
        ui.add(DragValue::new(value).range(range).speed(0.05)).labelled_by(label.id).on_hover_text(hint);
    });
}
