//! The rounds that the player has finished, dealt here or played elsewhere: coins, levels, what was luck and what were mistakes.

use egui::{Align, Label, Layout, RichText, Ui, vec2};

use super::{
    ended::{Ended, Stage, end_of, signed},
    flips::Flips,
    words::{editing, rounds as words},
};
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
        model::{
            rules::{TILES, tile_name},
            state::State,
        },
        play::{
            game::End,
            review::{self, Choice, Deal, Review},
            rounds::{self, MOST, Round, Verdict},
            session::is_next_round,
        },
    },
    search::Observer,
    text::{counted, grouped, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::{Event, Session},
    },
};

/// The most rounds that are listed.
const LISTED: usize = 20;
/// The most rounds whose reviews are kept: those of long rounds take much memory.
const REVIEWED: usize = 20;
/// The shares of the width for the columns of the table.
const COLUMNS: [f32; 4] = [0.36, 0.15, 0.22, 0.27];
/// The height of a row, in points.
const ROW: f32 = 20.0;

/// The rounds that ended in this document since it was opened, and the job that reviews them. All rounds of the tab are in its view.
pub struct Rounds {
    ended: Vec<Ended>,
    job: Option<Job<Review>>,
    /// The round that the job reviews.
    reviewing: u64,
    /// The pane that shows a round flip by flip.
    flips: Flips,
    wake: Wake,
}

impl Rounds {
    /// No rounds yet. `wake` is called when a round was reviewed.
    pub fn new(wake: Wake) -> Self {
        let flips = Flips::default();
        Self { ended: Vec::new(), job: None, reviewing: 0, flips, wake }
    }

    /// Follows the document: an empty board for the next round ends the round before, and undoing that continues it. The first end of a
    /// round of a game counts, as in the statistics.
    pub fn note(&mut self, event: &Event<VoltorbFlip>, session: &Session<VoltorbFlip>) {
        let game = session.view().game.as_ref();
        match event {
            Event::Edited { before, .. } if game.is_none() => self.change(before, session.state(), session),
            Event::Ended(_) => {
                if let Some((game, end)) = game.and_then(|game| game.end.map(|end| (game, end))) {
                    self.add(*session.state(), Some(end), game.deal(), &session.view().rounds);
                }
            }
            Event::Edited { .. } | Event::Started(..) | Event::Branched(..) => {}
        }
    }

    /// Takes in what reviews have found.
    pub fn catch_up(&mut self, session: &Session<VoltorbFlip>) {
        self.review(&session.view().rounds);
    }

    fn change(&mut self, before: &State, state: &State, session: &Session<VoltorbFlip>) {
        // The board of a game that was left has been counted.
        let is_counted = |ended: &Ended| ended.is_of_game && ended.state == *before;
        if is_next_round(before, state) {
            if !self.ended.last().is_some_and(is_counted) {
                self.add(*before, None, [None; TILES], &session.view().rounds);
            }
        } else if let Some(ended) = self.ended.pop_if(|ended| !ended.is_of_game && ended.state == *state) {
            self.halt(ended.round.id);
            session.view().rounds.remove(ended.round.id);
        }
    }

    fn add(&mut self, state: State, end: Option<End>, deal: Deal, rounds: &rounds::Shared) {
        // The number is the time in nanoseconds.
        let round = Round::ended(rounds::next_id(&rounds.get(), seed()), &state, end);
        rounds.add(&round);
        self.ended.push(Ended { state, is_of_game: end.is_some(), deal, round, review: None, stage: Stage::Running, failure: None });
        let too_many = self.ended.len().saturating_sub(MOST);
        self.ended.drain(..too_many);
        if let Some(last) = self.ended.len().checked_sub(REVIEWED + 1) {
            // If an undo makes it one of the latest again, it is reviewed again.
            self.ended[last].review = None;
            self.ended[last].review_again();
            self.halt(self.ended[last].round.id);
        }
    }

    /// Stops the review of this round, so that the next one starts.
    fn halt(&mut self, id: u64) {
        self.job.take_if(|_| self.reviewing == id);
    }

    /// The rounds whose reviews are kept.
    fn latest(&mut self) -> &mut [Ended] {
        let first = self.ended.len().saturating_sub(REVIEWED);
        &mut self.ended[first..]
    }

    /// Starts the next review, and takes in what the one that runs has found.
    fn review(&mut self, rounds: &rounds::Shared) {
        if self.job.is_none() {
            self.start();
        }
        let mut latest = None;
        let was_running = self.job.is_some();
        let failed = job::drain(&mut self.job, |review| latest = Some(review));
        let (id, has_ended) = (self.reviewing, was_running && self.job.is_none());
        let Some(ended) = self.latest().iter_mut().find(|ended| ended.round.id == id) else { return };
        if let Some(review) = latest {
            ended.take_in(review);
            rounds.review(&ended.round);
        }
        if has_ended {
            let is_whole = failed.is_none() && ended.review.as_ref().is_some_and(|review| review.perfect.end.is_some());
            ended.stage = if is_whole { Stage::Done } else { Stage::Stopped };
            ended.failure = failed.map(|message| format!("The review failed: {message}"));
        }
    }

    /// Starts the review of the first round that waits for it.
    fn start(&mut self) {
        let wake = self.wake.clone();
        let Some(ended) = self.latest().iter_mut().find(|ended| ended.stage == Stage::Running) else { return };
        let (id, state, deal) = (ended.round.id, ended.state, ended.deal);
        let run = move |observer: &mut dyn Observer<Review>| review::review(&state, &deal, observer);
        match Job::start("voltorb-flip review".to_owned(), wake, run) {
            Ok(job) => (self.job, self.reviewing) = (Some(job), id),
            Err(error) => (ended.stage, ended.failure) = (Stage::Stopped, Some(sentence(&error.to_string()))),
        }
    }

    /// Stops the reviews. What they have found stays.
    pub fn stop(&mut self) {
        self.job = None;
        self.ended.iter_mut().filter(|ended| ended.stage == Stage::Running).for_each(|ended| ended.stage = Stage::Stopped);
    }

    /// Whether a round is being reviewed.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Shows all rounds of the tab as a table, the latest first, and the review of the last one that ended here.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session<VoltorbFlip>) {
        let rounds = session.view().rounds.get();
        if rounds.is_empty() {
            return;
        }
        Section::open("voltorb.rounds", "Rounds").show(ui, |ui| {
            // The table and the review below it change when a round ends.
            self.flips.button_ui(ui, !self.ended.is_empty());
            ui.spacing_mut().interact_size.y = 18.0;
            ui.spacing_mut().item_spacing.y = 0.0;
            let heads = ["Level", "Coins", words::PAR, words::MISTAKES];
            row(
                ui,
                heads.map(str::to_owned),
                "Your finished rounds, the latest first: coins, what the best play gets on the deal on average (par), and how many of \
                 your decisions were worth less than the best",
            );
            for round in rounds.iter().rev().take(LISTED) {
                round_ui(ui, round);
            }
            if LISTED < rounds.len() {
                muted(ui, &format!("and {}", counted((rounds.len() - LISTED) as u64, "earlier round")));
            }
            if let Some(ended) = self.ended.last() {
                ui.add_space(theme::space::S);
                ended_ui(ui, ended);
            }
        });
        let (first, is_busy) = (self.ended.len().saturating_sub(REVIEWED), self.is_busy());
        self.flips.ui(ui, &mut self.ended[first..], is_busy);
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
        None => (words::NONE.to_owned(), words::NONE.to_owned(), "Not reviewed, or its best play isn't known exactly".to_owned()),
    };
    let ended = format!("{level} · {}", end_of(round));
    row(ui, [ended, grouped(round.coins.into()), par, mistakes], &hint);
}

/// Shows the review of a round in short.
fn ended_ui(ui: &mut Ui, ended: &Ended) {
    ui.label(theme::strong(format!("Last round, {}", end_of(&ended.round))));
    match (&ended.review, ended.round.verdict) {
        (Some(review), Some(verdict)) => review_ui(ui, review, &verdict),
        _ => match ended.stage {
            Stage::Running => _ = muted(ui, words::REVIEWING),
            Stage::Stopped => _ = muted(ui, ended.failure.as_deref().unwrap_or(words::REVIEW_STOPPED)),
            Stage::Done => _ = muted(ui, "Not reviewed: its best play isn't known exactly"),
        },
    }
}

fn review_ui(ui: &mut Ui, review: &Review, verdict: &Verdict) {
    let short = |worth: f64| advice::short(review.objective, worth);
    fact(ui, words::PAR, &short(verdict.par), "What the best play gets on this deal, on average");
    fact(
        ui,
        words::MISTAKES,
        &words::loss(&short(verdict.cost)),
        "How much less the chosen flips were worth than the best ones. Each is measured from its own position, so together they can \
         exceed 100 %",
    );
    fact(ui, "Luck", &signed(review.objective, verdict.luck), "The rest: par minus mistakes plus luck is what the round got");
    for (number, mistake, cost) in review.mistakes() {
        let better = mistake.best.and_then(Choice::tile).map(tile_name);
        let line = match mistake.choice {
            Choice::Flip(tile) => costly_flip(number, &tile_name(tile), &short(cost), better.as_deref()),
            Choice::Stop => costly_stop(&short(cost), better.as_deref()),
        };
        ui.label(sentence(&line));
    }
}

/// A flip that was worth less than the best.
fn costly_flip(number: usize, tile: &str, cost: &str, better: Option<&str>) -> String {
    let better = better.map_or_else(|| "stop".to_owned(), |tile| format!("flip {tile}"));
    format!("flip {number}, {tile}, cost {cost}; better: {better}")
}

/// The player stopped although a flip was worth more.
fn costly_stop(cost: &str, better: Option<&str>) -> String {
    let better = better.map(|tile| format!("; better: flip {tile}")).unwrap_or_default();
    format!("stopping cost {cost}{better}")
}

#[cfg(test)]
mod tests;
