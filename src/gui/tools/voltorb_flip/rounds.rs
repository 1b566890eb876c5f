//! The rounds of a session that is played elsewhere: coins, levels, and what was luck.

use egui::Ui;

use super::words::{rounds as words, sections};
use crate::{
    gui::{
        sections::Section,
        theme,
        widgets::{fact, muted},
    },
    puzzles::voltorb_flip::{
        live::advice,
        model::{rules::tile_name, state::State},
        play::{
            game::{End, coins_on, end_on, next_board},
            review::{self, Mistake, Review},
        },
    },
    text::{grouped, sentence},
    workbench::job::{self, Job, Wake},
};

/// The most rounds; the oldest are dropped.
const MAX_ROUNDS: usize = 1_000;
/// The most rounds that are listed.
const LISTED: usize = 20;

/// The rounds of a document, and the job that reviews them.
pub struct Rounds {
    rounds: Vec<Round>,
    /// The position in the last frame.
    before: Option<State>,
    job: Option<Job<Review>>,
    wake: Wake,
}

/// A finished round.
struct Round {
    /// Its last position.
    state: State,
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
        Self { rounds: Vec::new(), before: None, job: None, wake }
    }

    /// Takes in the position: an empty board for the next round ends the round before, and undoing that continues it.
    pub fn catch_up(&mut self, state: &State) {
        if self.before.as_ref() != Some(state)
            && let Some(before) = self.before.replace(*state)
        {
            self.change(&before, state);
        }
        let Some(round) = self.rounds.iter_mut().find(|round| matches!(round.review, Reviewed::NotYet)) else { return };
        if self.job.is_none() {
            let state = round.state;
            let run = move |observer: &mut dyn crate::search::Observer<Review>| review::review(&state, observer);
            match Job::start("voltorb-flip review".to_owned(), self.wake.clone(), run) {
                Ok(job) => self.job = Some(job),
                Err(_) => round.review = Reviewed::Unknown,
            }
        }
        let failed = job::drain(&mut self.job, |review| round.review = Reviewed::Done(review));
        if self.job.is_none() && (failed.is_some() || matches!(round.review, Reviewed::NotYet)) {
            round.review = Reviewed::Unknown;
        }
    }

    fn change(&mut self, before: &State, state: &State) {
        let next = next_board(before);
        let is_next = next != *before && State { level: next.level, assume: next.assume, ..*state } == next;
        if is_next {
            self.rounds.push(Round { state: *before, review: Reviewed::NotYet });
            let too_many = self.rounds.len().saturating_sub(MAX_ROUNDS);
            self.rounds.drain(..too_many);
            self.job = None;
        } else if self.rounds.last().is_some_and(|round| round.state == *state) {
            self.rounds.pop();
            self.job = None;
        }
    }

    /// Whether a round is being reviewed.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Shows the rounds, the latest first.
    pub fn ui(&self, ui: &mut Ui) {
        if self.rounds.is_empty() {
            return;
        }
        Section::open("voltorb.rounds", sections::ROUNDS).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            for (number, round) in self.rounds.iter().enumerate().rev().take(LISTED) {
                round.ui(ui, number + 1);
            }
        });
    }
}

impl Round {
    fn ui(&self, ui: &mut Ui, number: usize) {
        let state = &self.state;
        let end = end_on(state);
        let coins = if end == End::Lost { 0 } else { coins_on(state) };
        let ended = match end {
            End::Cleared => words::CLEARED,
            End::Lost => words::LOST,
            End::Stopped => words::STOPPED,
        };
        ui.label(theme::strong(words::round(number, state.level, ended)));
        fact(ui, words::COINS, &grouped(coins.into()), words::COINS_HINT);
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
    let luck = short(review.luck.abs());
    fact(ui, words::LUCK, &if review.luck < 0.0 { words::loss(&luck) } else { words::gain(&luck) }, words::LUCK_HINT);
    for Mistake { number, tile, cost, better } in &review.mistakes {
        let (cost, better) = (short(*cost), better.map(tile_name));
        let line = match tile {
            Some(tile) => words::mistake(*number, &tile_name(*tile), &cost, better.as_deref()),
            None => words::stopped_early(&cost, better.as_deref()),
        };
        ui.label(sentence(&line));
    }
}
