//! The rounds that the player has finished, dealt here or played elsewhere: coins, levels, what was luck and what were mistakes.

use egui::{ScrollArea, Ui};

use super::{
    flips::Flips,
    words::{editing, rounds as words},
};
use base::{
    erased,
    puzzle::Moment,
    text::{counted, grouped},
};
use gui::{
    now::seed,
    theme,
    tools::Of,
    widgets::{columns, fact, follow_focus, muted},
};
use voltorb_flip::{
    VoltorbFlip,
    live::advice::short,
    play::{
        mistakes, outcome,
        review::Review,
        reviews::{Ended, Reviews, Stage},
        rounds::{Round, Verdict},
    },
};
use workbench::{job::Wake, session::Event, worker::Worker};

/// The most rounds that are listed.
const LISTED: usize = 20;
/// The shares of the width for the columns of the table. A narrow one has no room for par, which its tooltip has.
const COLUMNS: [f32; 4] = [0.36, 0.16, 0.22, 0.26];
const NARROW_COLUMNS: [f32; 3] = [0.4, 0.26, 0.34];
/// A narrower table is narrow, in points.
const NARROW: f32 = 220.0;

/// The rounds that ended in this document since it was opened, and the job that reviews them. All rounds of the tab are in its view.
pub struct Rounds {
    reviews: Reviews,
    worker: Worker<Review>,
    /// The pane that shows a round flip by flip.
    flips: Flips,
    /// Whether it has looked for the round that the document was about when it was last open.
    has_looked_back: bool,
}

impl Rounds {
    /// No rounds yet. `wake` is called when a round was reviewed.
    pub fn new(wake: Wake) -> Self {
        let (reviews, worker) = (Reviews::default(), Worker::new("voltorb-flip review", wake));
        Self { reviews, worker, flips: Flips::default(), has_looked_back: false }
    }

    /// Follows the document.
    pub fn note(&mut self, event: &Event, session: Of<'_, VoltorbFlip>) {
        let (state, rounds) = (session.state(), &session.view().rounds);
        // Rounds are numbered by the time in nanoseconds.
        match (event, &session.view().game) {
            (Event::Edited { before, .. }, None) => self.reviews.edited(before.get(), state, rounds, seed()),
            (Event::Ended(_), Some(game)) => self.reviews.game_ended(game, state, rounds, seed()),
            _ => {}
        }
    }

    /// Begins the next review, and takes in what the one that runs has found.
    pub fn catch_up(&mut self, session: Of<'_, VoltorbFlip>) {
        let rounds = &session.view().rounds;
        // The rounds of the tab are there once the document is shown.
        if !self.has_looked_back && !rounds.get().is_empty() {
            self.has_looked_back = true;
            if self.reviews.latest().is_empty() {
                self.reviews.reopen(session.state(), session.view().game.as_ref(), &rounds.get());
            }
        }
        if !self.reviews.is_reviewing() {
            self.worker.stop();
        }
        if let Some(task) = self.reviews.begin_next() {
            self.worker.start(move |observer| task.run(observer));
        }
        self.worker.drain(|review| self.reviews.take_in(review, rounds));
        if self.reviews.is_reviewing() && !self.worker.is_busy() {
            self.reviews.finish(self.worker.failure().map(|failure| failure.in_words("The review failed")));
        }
    }

    /// Stops the reviews. What they have found stays.
    pub fn stop(&mut self) {
        self.worker.stop();
        self.reviews.stop();
    }

    /// The moments of the last round that cost something, once its review is complete.
    pub fn moments(&self) -> Vec<Moment<erased::State>> {
        let last = self.reviews.latest().last().filter(|ended| ended.stage == Stage::Done);
        Moment::erased(last.and_then(|ended| ended.review.as_ref()).map(|review| mistakes::moments(review)).unwrap_or_default())
    }

    /// Whether a round is being reviewed.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Shows all rounds of the tab as a table, the latest first, and above it the review of the last one that ended here.
    pub fn ui(&mut self, ui: &mut Ui, session: Of<'_, VoltorbFlip>) {
        let rounds = session.view().rounds.get();
        self.flips.button_ui(ui, !self.reviews.latest().is_empty());
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if let Some(ended) = self.reviews.latest().last() {
                ended_ui(ui, ended);
                let (view, state) = (session.view(), session.state());
                if view.game.as_ref().is_some_and(|game| outcome::is_later_end(game, state, &rounds)) {
                    muted(ui, "This is the first end of the round, which counts.");
                }
                ui.add_space(theme::space::S);
            }
            ui.spacing_mut().interact_size.y = 18.0;
            ui.spacing_mut().item_spacing.y = 0.0;
            let heads = ["Level", "Coins", words::PAR, words::MISTAKES];
            row_ui(
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
            follow_focus(ui);
        });
    }

    /// Closes the pane with a round flip by flip.
    pub fn close_flips(&mut self) {
        self.flips = Flips::default();
    }

    /// Shows the pane with a round flip by flip, if it is open.
    pub fn flips_ui(&mut self, ui: &Ui) {
        let is_busy = self.is_busy();
        self.flips.ui(ui, self.reviews.latest_mut(), is_busy);
    }
}

/// Shows a round in one row.
fn round_ui(ui: &mut Ui, round: &Round) {
    let level = round.level.map_or_else(|| editing::UNKNOWN_LEVEL.to_owned(), |level| level.to_string());
    let (par, mistakes, hint) = match round.verdict {
        Some(Verdict { par, mistakes, .. }) => (short(round.objective, par), mistakes.to_string(), outcome::verdict(round)),
        None => (words::NONE.to_owned(), words::NONE.to_owned(), "Not reviewed, or its best play isn't known exactly".to_owned()),
    };
    let ended = format!("{level} · {}", outcome::word(round.end));
    row_ui(ui, [ended, grouped(round.coins.into()), par, mistakes], &hint);
}

/// Shows a row of the table.
fn row_ui(ui: &mut Ui, cells: [String; 4], hint: &str) {
    if ui.available_width() < NARROW {
        let [ended, coins, _, mistakes] = cells;
        columns(ui, NARROW_COLUMNS, [ended, coins, mistakes], hint);
    } else {
        columns(ui, COLUMNS, cells, hint);
    }
}

/// Shows the review of a round in short.
fn ended_ui(ui: &mut Ui, ended: &Ended) {
    ui.label(theme::strong(format!("Last round, {}", outcome::word(ended.round.end))));
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
    fact(ui, words::PAR, &short(review.objective, verdict.par), words::PAR_HINT);
    fact(ui, words::MISTAKES, &outcome::cost(review.objective, verdict), words::COST_HINT);
    fact(ui, "Luck", &outcome::luck(review.objective, verdict), words::LUCK_HINT);
    for mistake in outcome::mistakes(review) {
        ui.label(mistake);
    }
}
