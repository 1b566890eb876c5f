//! The rounds that the player has finished, dealt here or played elsewhere: coins, levels, what was luck and what were mistakes.

use egui::{Align, Label, Layout, RichText, Ui, vec2};

use super::words::{editing, rounds as words, sections};
use crate::{
    gui::{
        now::seed,
        sections::Section,
        theme,
        widgets::{fact, muted},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        live::advice,
        model::{objective::Objective, rules::tile_name, state::State},
        play::{
            game::End,
            review::{self, Mistake, Review},
            rounds::{self, MOST, Round, Verdict},
            session::is_next_round,
        },
    },
    text::{grouped, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::Session,
    },
};

/// The most rounds that are listed.
const LISTED: usize = 20;
/// The shares of the width for the columns of the table.
const COLUMNS: [f32; 4] = [0.36, 0.15, 0.22, 0.27];
/// The height of a row, in points.
const ROW: f32 = 20.0;

/// The rounds that ended in this document since it was opened, and the job that reviews them. All rounds of the tab are in its view.
pub struct Rounds {
    ended: Vec<Ended>,
    /// The position in the last frame.
    before: Option<State>,
    /// The round of a game that was last seen in progress, and the last one that ended: how many were started before, seed and number.
    playing: Option<GameRound>,
    counted: Option<GameRound>,
    job: Option<Job<Review>>,
    wake: Wake,
}

type GameRound = (u64, u64, u64);

/// A finished round with its last position.
struct Ended {
    state: State,
    /// Whether it is a round of a game, which undo doesn't continue.
    is_of_game: bool,
    round: Round,
    review: Reviewed,
}

enum Reviewed {
    NotYet,
    Done(Review),
    /// Its best play isn't known exactly.
    Unknown,
}

impl Rounds {
    /// No rounds yet. `wake` is called when a round was reviewed.
    pub fn new(wake: Wake) -> Self {
        Self { ended: Vec::new(), before: None, playing: None, counted: None, job: None, wake }
    }

    /// Takes in the position and the game: the end of a round, and reviews. An empty board for the next round ends the round before, and
    /// undoing that continues it. The first end of a round of a game counts, as in the statistics.
    pub fn catch_up(&mut self, session: &Session<VoltorbFlip>) {
        let state = *session.state();
        if self.before.as_ref() != Some(&state)
            && let Some(before) = self.before.replace(state)
            && session.view.game.is_none()
        {
            self.change(&before, &state, session);
        }
        self.follow_game(session);
        self.review(&session.view.rounds);
    }

    fn change(&mut self, before: &State, state: &State, session: &Session<VoltorbFlip>) {
        // The board of a game that was left has been counted.
        let is_counted = |ended: &Ended| ended.is_of_game && ended.state == *before;
        if is_next_round(before, state) {
            if !self.ended.last().is_some_and(is_counted) {
                self.add(*before, None, &session.view.rounds);
            }
        } else if let Some(ended) = self.ended.pop_if(|ended| !ended.is_of_game && ended.state == *state) {
            self.job = None;
            session.view.rounds.remove(ended.round.id);
        }
    }

    fn follow_game(&mut self, session: &Session<VoltorbFlip>) {
        let Some(game) = &session.view.game else { return };
        let round = (session.view.started, game.seed, game.round);
        match game.end {
            None => self.playing = Some(round),
            Some(end) if self.playing.take_if(|playing| *playing == round).is_some() && self.counted != Some(round) => {
                self.counted = Some(round);
                self.add(*session.state(), Some(end), &session.view.rounds);
            }
            Some(_) => {}
        }
    }

    fn add(&mut self, state: State, end: Option<End>, rounds: &rounds::Shared) {
        // The number is the time in nanoseconds.
        let round = Round::ended(rounds::next_id(&rounds.get(), seed()), &state, end);
        rounds.add(&round);
        self.ended.push(Ended { state, is_of_game: end.is_some(), round, review: Reviewed::NotYet });
        let too_many = self.ended.len().saturating_sub(MOST);
        self.ended.drain(..too_many);
        self.job = None;
    }

    fn review(&mut self, rounds: &rounds::Shared) {
        let Some(ended) = self.ended.iter_mut().find(|ended| matches!(ended.review, Reviewed::NotYet)) else { return };
        if self.job.is_none() {
            let state = ended.state;
            let run = move |observer: &mut dyn crate::search::Observer<Review>| review::review(&state, observer);
            match Job::start("voltorb-flip review".to_owned(), self.wake.clone(), run) {
                Ok(job) => self.job = Some(job),
                Err(_) => ended.review = Reviewed::Unknown,
            }
        }
        let failed = job::drain(&mut self.job, |review| {
            ended.round.verdict = Some(Verdict::of(&review));
            rounds.review(&ended.round);
            ended.review = Reviewed::Done(review);
        });
        if self.job.is_none() && (failed.is_some() || matches!(ended.review, Reviewed::NotYet)) {
            ended.review = Reviewed::Unknown;
        }
    }

    /// Whether a round is being reviewed.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Shows all rounds of the tab as a table, the latest first, and the review of the last one that ended here.
    pub fn ui(&self, ui: &mut Ui, session: &Session<VoltorbFlip>) {
        let rounds = session.view.rounds.get();
        if rounds.is_empty() {
            return;
        }
        Section::open("voltorb.rounds", sections::ROUNDS).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            ui.spacing_mut().item_spacing.y = 0.0;
            let heads = [words::LEVEL, words::COINS, words::PAR, words::MISTAKES];
            row(ui, heads.map(str::to_owned), words::TABLE_HINT);
            for round in rounds.iter().rev().take(LISTED) {
                round_ui(ui, round);
            }
            if LISTED < rounds.len() {
                muted(ui, &words::earlier(rounds.len() - LISTED));
            }
            if let Some(ended) = self.ended.last() {
                ui.add_space(theme::space::S);
                ended.ui(ui);
            }
        });
    }
}

/// Shows the cells of a row of the table, numbers at the right of their columns.
fn row(ui: &mut Ui, cells: [String; 4], hint: &str) {
    let width = ui.available_width();
    let line = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (index, (cell, share)) in cells.into_iter().zip(COLUMNS).enumerate() {
            let layout = if index == 0 { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
            ui.allocate_ui_with_layout(vec2(share * width, ROW), layout, |ui| {
                ui.set_min_width(share * width);
                ui.add(Label::new(RichText::new(cell).size(theme::SMALL)).truncate());
            });
        }
    });
    line.response.on_hover_text(hint);
}

/// Shows a round in one row.
fn round_ui(ui: &mut Ui, round: &Round) {
    let level = round.level.map_or_else(|| editing::UNKNOWN_LEVEL.to_owned(), |level| level.to_string());
    let (par, mistakes, hint) = match round.verdict {
        Some(Verdict { par, mistakes, cost, luck }) => {
            let short = |worth: f64| advice::short(round.objective, worth);
            let goal = sentence(&round.objective.to_string());
            (short(par), mistakes.to_string(), words::verdict(&goal, &short(par), &short(cost), &signed(round.objective, luck)))
        }
        None => (words::NONE.to_owned(), words::NONE.to_owned(), words::NO_VERDICT.to_owned()),
    };
    let ended = words::level_and_end(&level, end_of(round));
    row(ui, [ended, grouped(round.coins.into()), par, mistakes], &hint);
}

fn end_of(round: &Round) -> &'static str {
    match round.end {
        End::Cleared => words::CLEARED,
        End::Lost => words::LOST,
        End::Stopped => words::STOPPED,
    }
}

/// Formats an amount that was gained or lost.
fn signed(objective: Objective, amount: f64) -> String {
    let size = advice::short(objective, amount.abs());
    if amount < 0.0 { words::loss(&size) } else { words::gain(&size) }
}

impl Ended {
    fn ui(&self, ui: &mut Ui) {
        ui.label(theme::strong(words::last_round(end_of(&self.round))));
        match &self.review {
            Reviewed::NotYet => {
                muted(ui, words::REVIEWING);
            }
            Reviewed::Unknown => {
                muted(ui, words::NOT_REVIEWED);
            }
            Reviewed::Done(review) => review_ui(ui, review),
        }
    }
}

fn review_ui(ui: &mut Ui, review: &Review) {
    let short = |worth: f64| advice::short(review.objective, worth);
    fact(ui, words::PAR, &short(review.par), words::PAR_HINT);
    fact(ui, words::MISTAKES, &words::loss(&short(review.cost())), words::MISTAKES_HINT);
    fact(ui, words::LUCK, &signed(review.objective, review.luck), words::LUCK_HINT);
    for Mistake { number, tile, cost, better } in &review.mistakes {
        let (cost, better) = (short(*cost), better.map(tile_name));
        let line = match tile {
            Some(tile) => words::mistake(*number, &tile_name(*tile), &cost, better.as_deref()),
            None => words::stopped_early(&cost, better.as_deref()),
        };
        ui.label(sentence(&line));
    }
}
