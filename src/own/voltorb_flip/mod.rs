//! Voltorb Flip's controls: the advice, the level and the goal, notes, games and simulations.

mod words;
mod flips;
mod playing;
mod plots;
mod reading;
mod rounds;
mod simulating;
mod unknown_level;

use egui::{
    Button, FontId, Ui,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::Controls;
use base::{
    erased,
    puzzle::Moment,
    search::Detail,
    text::{grouped, sentence},
};
use gui::tools::{Companion, Daily, Memory, Of, OwnGames, Playing, Results, Tools};
use gui::{
    command::DocumentCommand,
    controls,
    files::{PathRequest, PictureSource},
    help::{HelpPage, help_page},
    now, radio,
    request::{Request, Requests},
    sections::Section,
    theme, tools,
    widgets::{choice, fact},
};
use reading::PictureReader;
use rounds::Rounds;
use simulating::Simulating;
use voltorb_flip::{
    VoltorbFlip,
    edit::{
        navigation::FIRST_CLUE,
        playing::MIDDLE,
        view::{Pen, View},
    },
    live::{
        advice::{Advice, Certainty, advise, on_flaws},
        insight::Kind,
    },
    model::{
        assumption::Assumption,
        objective::Objective,
        problem::Spot,
        state::{Memos, State},
    },
    play::{
        game::{End, Game, coins_on, level_of, next_board},
        kept, outcome,
        session::next_round,
    },
};
use words::{editing, rounds as round_words, unknown_level as unknown_level_words};
use workbench::{
    history::Gesture,
    job::Wake,
    session::{Cause, Change, Event, Mode, Session},
};

impl Tools<VoltorbFlip> for Controls {
    const HELP: HelpPage = help_page!("voltorb-flip": "voltorb-flip-fresh");

    const BEGINS_SOLVED: bool = false;
    const READS_PICTURES: bool = true;
    const HAS_SMALL_WINDOW: bool = true;
    const FACT_LINES: Option<u8> = Some(6);

    const PLAYING: Playing<VoltorbFlip> = Playing {
        games: Some(OwnGames {
            about: &|_| {
                "Find every 2 and 3 without flipping a Voltorb. The numbers at the edge are the points and the Voltorbs of each line. \
                 Choose the level at the left."
                    .to_owned()
            },
            choices: None,
            is_on_position: |_| true,
            key: "P",
            start: &|state, view| view.start_game(state),
            focus: Some(MIDDLE),
        }),
        daily: Some(Daily {
            about: &|day| format!("A game that starts at level {} on this day", Game::daily_level(day).number()),
            begin: &|day| {
                let (state, game) = Game::daily(day);
                (state, Some(game))
            },
        }),
        results: Results {
            is_timed: false,
            kind: |game| editing::level(level_of(game) as u8),
            rank: level_of,
            ui: playing::results_ui,
            ..Results::BY_GRADE
        },
    };

    const MEMORY: Memory<VoltorbFlip> = Memory {
        write: &|view| kept::write(&view.rounds.get()),
        read: &|view, text| kept::read(text).map(|rounds| view.rounds.set(rounds)),
        share: &|from, to| to.rounds = from.rounds.clone(),
        merge: kept::merge,
    };

    fn advice(session: Of<'_, VoltorbFlip>) -> Option<tools::Advice> {
        let view = session.view();
        if let Some((what, why)) = view.game.as_ref().and_then(|game| outcome::result(game, session.state(), &view.rounds.get())) {
            let is_lost = view.game.as_ref().is_some_and(|game| game.end == Some(End::Lost));
            let buttons = if is_lost { vec![editing::EXPLAIN, editing::TAKE_BACK] } else { vec![editing::EXPLAIN] };
            return Some(tools::Advice { why, buttons, ..tools::Advice::only(what) });
        }
        let hides_advice = match &view.game {
            Some(_) => !view.shows_odds || view.is_over(),
            None => session.played().mode() == Mode::Play,
        };
        if hides_advice {
            return None;
        }
        let advice = session.insight().map_or_else(|| on_flaws(&session.flaws()), |insight| advise(session.state(), insight));
        let Some(Advice { tile, headline, reason, certainty }) = advice else {
            return Some(tools::Advice {
                why: "The best flip is then shown here. Press C to go to the first clue.".to_owned(),
                ..tools::Advice::only("Type the clues")
            });
        };
        let aside = match certainty {
            Certainty::Exact => ("Exact.", "Takes every matching board into account, with the best play to the end"),
            Certainty::BestSoFar if session.is_settling() => ("Best so far; still searching", "The best play isn't known yet"),
            Certainty::BestSoFar => ("Best so far", "Finding the best play would take too much time or memory"),
        };
        let button = session.insight().and_then(|insight| match insight.kind {
            Kind::NoBoardAtLevel => Some(("Count equally", unknown_level_words::EQUAL_BOARDS_HINT)),
            Kind::Won | Kind::Lost => Some((editing::NEXT_BOARD, editing::NEXT_BOARD_HINT)),
            Kind::Ok | Kind::Impossible | Kind::Contradiction => None,
        });
        // As on buttons, the key that goes to the tile follows.
        let what = if tile.is_some() { format!("{headline}  B") } else { headline };
        let buttons = button.into_iter().collect();
        Some(tools::Advice { what, why: reason, aside: tile.map(|_| aside), detail: Some(Detail::Step), buttons })
    }

    fn keep_up(session: Of<'_, VoltorbFlip>, state: &State, view: &mut View) -> Option<Spot> {
        if view.new_game.random_seed == 0 {
            view.new_game.random_seed = now::short_seed();
        }
        if session.hints().shown().is_some() {
            view.note_help();
        }
        view.take_in(state, session.insight(), session.is_settling())
    }

    fn tools_ui(ui: &mut Ui, session: Of<'_, VoltorbFlip>, state: &mut State, view: &mut View) {
        if let Some(spot) = Self::keep_up(session, state, view).filter(|_| !controls::are_of_solve_mode(ui.ctx())) {
            Request::focus(spot).send(ui.ctx());
        }
        if view.game.is_some() {
            playing::game_ui(ui, state, view);
            playing::leave_ui(ui, view);
            return;
        }
        if session.played().mode() == Mode::Play {
            Section::open("voltorb.play", "Play").show(ui, |ui| playing::new_game_ui(ui, state, view));
            return;
        }
        Section::open("voltorb.level", "Level").show(ui, |ui| level(ui, state));
        Section::open("voltorb.pen", "V, 1, 2 or 3 on a tile").show(ui, |ui| pen(ui, view));
        Section::open("voltorb.session", "Session").show(ui, |ui| session_ui(ui, state, view));
        Section::folded("voltorb.goal", "Goal").show(ui, |ui| objective(ui, state));
        Section::folded("voltorb.board", "Board").show(ui, |ui| board(ui, state, view));
        Section::folded("voltorb.keys", "Keys").show(ui, keys);
    }

    fn companion(wake: Wake) -> Box<dyn Companion> {
        Box::new(Jobs {
            reader: PictureReader::new(wake.clone()),
            rounds: Rounds::new(wake.clone()),
            simulating: Simulating::new(wake),
            turned_back: None,
        })
    }
}

/// Shows the coins of a session that is played elsewhere, and the button for its next board.
fn session_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 22.0;
        fact(ui, "Coins", &grouped(state.earlier.coins.into()), "From the earlier rounds of this session");
        fact(ui, "This round", &grouped(coins_on(state).into()), "The product of the flipped values; 0 after a Voltorb");
    });
    let next = next_board(state);
    let button = ui.add_enabled(*state != next, Button::new(editing::NEXT_BOARD));
    if button.on_hover_text(editing::NEXT_BOARD_HINT).on_disabled_hover_text("This board is still empty").clicked() {
        *state = next_round(state, view.levels);
        Request::focus(FIRST_CLUE).send(ui.ctx());
    }
    if ui
        .button("Read picture…")
        .on_hover_text(
            "Reads clues and tiles from a screenshot: PNG, JPEG or WebP. You can also drop the file on the window, or \
         paste a picture with Ctrl+V",
        )
        .clicked()
    {
        Request::ChoosePath(PathRequest::Open).send(ui.ctx());
    }
}

/// The jobs of a document.
struct Jobs {
    reader: PictureReader,
    rounds: Rounds,
    simulating: Simulating,
    /// The tile that undo has just turned back, where the keyboard's focus returns to.
    turned_back: Option<Spot>,
}

impl Companion for Jobs {
    fn ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        let session = Of::<VoltorbFlip>::new(session);
        if !controls::are_of_solve_mode(ui.ctx()) {
            state.change(|state| self.reader.ui(ui, state));
        }
        self.simulating.ui(ui, &session, state);
        // The explanation takes its place.
        if session.told().is_some() {
            self.rounds.close_flips();
        }
        self.rounds.flips_ui(ui);
    }

    fn results(&self, session: &Session) -> &'static [&'static str] {
        if Of::<VoltorbFlip>::new(session).view().rounds.get().is_empty() { &[] } else { &[round_words::ROUNDS] }
    }

    fn results_ui(&mut self, ui: &mut Ui, _part: &str, session: &Session, _state: &mut erased::State, _view: &mut erased::View) {
        self.rounds.ui(ui, Of::new(session));
    }

    fn note(&mut self, event: &Event, session: &Session) {
        let session = Of::<VoltorbFlip>::new(session);
        self.rounds.note(event, session);
        if let Event::Edited { cause: Cause::Undo, before } = event {
            self.turned_back = session.state().tiles.only_difference(&before.get::<State>().tiles).map(Spot::Tile);
        }
    }

    fn catch_up(&mut self, session: &Session, requests: &Requests) -> Option<(Change, Cause)> {
        let session = Of::<VoltorbFlip>::new(session);
        if let Some(spot) = self.turned_back.take() {
            requests.send(Request::focus(spot));
        }
        self.reader.catch_up();
        self.rounds.catch_up(session);
        self.simulating.catch_up(&session, requests);
        None
    }

    fn take_advice(&mut self, ui: &Ui, session: &Session, button: &str) -> Option<Change> {
        let session = Of::<VoltorbFlip>::new(session);
        if button == editing::EXPLAIN.0 {
            return Some(Change::Explain);
        }
        if button == editing::TAKE_BACK.0 {
            Request::Run(DocumentCommand::Undo.into()).send(ui.ctx());
            return None;
        }
        let is_over = session.insight().is_some_and(|insight| matches!(insight.kind, Kind::Won | Kind::Lost));
        let state = if is_over {
            Request::focus(FIRST_CLUE).send(ui.ctx());
            next_round(session.state(), session.view().levels)
        } else {
            State { level: None, assume: Assumption::EqualBoards, ..*session.state() }
        };
        Some(Change::Position(erased::State::of(state), Gesture::Ended))
    }

    fn moments(&self, _session: &Session) -> Vec<Moment<erased::State>> {
        self.rounds.moments()
    }

    fn is_busy(&self) -> bool {
        self.reader.is_busy() || self.rounds.is_busy() || self.simulating.is_busy()
    }

    fn is_in_use(&self) -> bool {
        self.is_busy() || self.reader.is_open()
    }

    fn stop(&mut self) {
        if self.reader.is_busy() {
            self.reader.close();
        }
        self.rounds.stop();
        self.simulating.stop();
    }

    fn open_picture(&mut self, picture: PictureSource) {
        self.reader.open(picture);
    }
}

fn board(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Turn all face down").clicked() {
            *state = State { memos: state.memos, ..state.fresh() };
        }
        if ui.button("Erase notes").clicked() {
            state.memos = Memos::default();
        }
    });
    ui.checkbox(&mut view.only_dealt, "Hide boards that are never dealt")
        .on_hover_text("They match the clues, but the game can't deal them at this level, or at any level if it is unknown");
}

fn level(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in 1..=8 {
            let name = editing::level(level);
            if choice(ui, &level.to_string(), state.level == Some(level), &name).clicked() {
                state.level = Some(level);
            }
        }
        if choice(ui, editing::UNKNOWN_LEVEL, state.level.is_none(), "Unknown level: the odds weigh each level by how likely it is")
            .clicked()
        {
            state.level = None;
        }
    });
    // Typing the level changes the place of nothing below.
    ui.add_enabled_ui(state.level.is_none(), |ui| unknown_level::ui(ui, state));
}

/// Chooses the goal of the round.
fn objective(ui: &mut Ui, state: &mut State) {
    ui.spacing_mut().interact_size.y = 22.0;
    for objective in Objective::ALL {
        let hint = match objective {
            Objective::Clear => "Flip every 2 and 3 and no Voltorb",
            Objective::KeepLevel => {
                "Don't drop to a lower level: clear the board or, below level 8, flip as many tiles as the level's number and stop"
            }
            Objective::EightCards => {
                "Flip eight tiles, then stop. Five such rounds in a row, the last at level 5 or higher, lead to level 8"
            }
            Objective::Coins => "Win the most coins on average. You may stop at any time",
        };
        radio::value(ui, &mut state.objective, objective, sentence(&objective.to_string())).on_hover_text(hint);
    }
}

fn pen(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        radio::value(ui, &mut view.pen, Pen::Flip, "flip it")
            .on_hover_text("Turns the tile face up with this value; hold Shift to make a note");
        radio::value(ui, &mut view.pen, Pen::Note, "make a note").on_hover_text("Notes the value; the tile stays face down");
    });
}

/// Lists the keys and what they do.
fn keys(ui: &mut Ui) {
    for (key, meaning) in editing::KEYS {
        key_ui(ui, key, meaning);
    }
}

/// Shows a key and what it does.
fn key_ui(ui: &mut Ui, key: &str, meaning: &str) {
    let colors = theme::look(ui.ctx()).colors;
    let format = |font_id, color| TextFormat { font_id, color: theme::color(color), ..TextFormat::default() };
    let mut line = LayoutJob::default();
    line.append(&format!("{key} "), 0.0, format(theme::bold(theme::BODY), colors.text));
    line.append(meaning, 0.0, format(FontId::proportional(theme::BODY), colors.muted));
    ui.label(line);
}
