//! A reviewed round in rows: the decisions of the player, and beside them those of a perfect player.

use crate::{
    live::advice::{in_words, short},
    model::{
        objective::Objective,
        rules::{Value, column_of, row_of, tile_name},
    },
    play::{
        game::End,
        outcome,
        review::{Choice, Decision, Line, LineEnd, Review},
    },
};
use base::{
    look::Look,
    picture::Color,
    text::{counted, sentence},
};

/// A row of the table: whose, and its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whose decision it is.
    pub whose: Whose,
    /// Its index in the line.
    pub index: usize,
}

/// Whose flips they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The player.
    Player,
    /// The perfect player on the same board.
    Perfect,
}

/// A text in a cell with its colour.
pub type Cell = (String, Color);

/// In place of a worth that isn't known exactly.
const UNKNOWN: &str = "?";

impl Whose {
    /// The decisions of this player.
    pub fn line(self, review: &Review) -> &Line {
        match self {
            Self::Player => &review.played,
            Self::Perfect => &review.perfect,
        }
    }

    /// The head of the columns.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "You",
            Self::Perfect => "A perfect player",
        }
    }
}

impl Row {
    /// What is selected at first: the first mistake, or else the first flip.
    pub fn first(review: &Review) -> Self {
        Self { whose: Whose::Player, index: review.mistakes().next().map_or(0, |(number, ..)| number - 1) }
    }

    /// Its decision, if there is one.
    pub fn decision(self, review: &Review) -> Option<&Decision> {
        self.whose.line(review).decisions.get(self.index)
    }

    /// What stands above the position before it.
    pub fn heading(self, choice: Choice) -> String {
        let number = self.index + 1;
        match (self.whose, choice) {
            (Whose::Player, Choice::Flip(_)) => format!("Before flip {number}"),
            (Whose::Player, Choice::Stop) => "Before stopping".to_owned(),
            (Whose::Perfect, Choice::Flip(_)) => format!("Before the perfect player's flip {number}"),
            (Whose::Perfect, Choice::Stop) => "Before the perfect player stops".to_owned(),
        }
    }

    /// The cells of its decision. Where the perfect player does the same as the player, they say only that.
    pub fn cells(self, review: &Review, look: &Look) -> Option<Vec<Cell>> {
        let decision = self.decision(review)?;
        Some(match self.whose {
            Whose::Player => player_cells(review.objective, decision, look),
            Whose::Perfect if self.index < review.shared() => {
                let blank = || (String::new(), look.colors.muted);
                vec![blank(), ("as you".to_owned(), look.colors.muted), blank(), blank()]
            }
            Whose::Perfect => perfect_cells(review.objective, decision, look),
        })
    }

    /// The row as spoken.
    pub fn spoken(self, choice: Choice, cells: &[Cell]) -> String {
        // Stopping has no number, and its first cell says nothing more.
        let said = cells.iter().skip(usize::from(choice == Choice::Stop)).map(|(text, _)| text.as_str());
        let said = said.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
        match choice {
            Choice::Flip(_) => format!("{}, flip {}: {said}", self.whose.name(), self.index + 1),
            Choice::Stop => format!("{}, stop: {said}", self.whose.name()),
        }
    }
}

fn tile_text(choice: Choice) -> String {
    choice.tile().map_or_else(|| "stop".to_owned(), |tile| format!("{}, {}", row_of(tile) + 1, column_of(tile) + 1))
}

fn worth_text(objective: Objective, worth: Option<f64>) -> String {
    worth.map_or_else(|| UNKNOWN.to_owned(), |worth| short(objective, worth))
}

/// What the tile showed, and the worth after it, in the colours of good and bad luck.
fn shown_cells(objective: Objective, decision: &Decision, look: &Look) -> [Cell; 2] {
    let colors = look.colors;
    if decision.choice == Choice::Stop {
        return [(String::new(), colors.text), (String::new(), colors.text)];
    }
    let shown = decision.shown.map_or_else(|| UNKNOWN.to_owned(), |value| value.letter().to_string());
    let color = if decision.shown == Some(Value::Voltorb) { colors.bad } else { colors.text };
    let luck = match decision.luck() {
        Some(luck) if luck < -1e-9 => colors.bad,
        Some(luck) if 1e-9 < luck => colors.good,
        _ => colors.text,
    };
    [(shown, color), (worth_text(objective, decision.after), luck)]
}

fn player_cells(objective: Objective, decision: &Decision, look: &Look) -> Vec<Cell> {
    let colors = look.colors;
    let (with, better) = match (decision.cost(), decision.best) {
        (Some(0.0), _) => (("best".to_owned(), colors.good), String::new()),
        (Some(_), best) => ((worth_text(objective, decision.value), colors.bad), best.map_or_else(String::new, tile_text)),
        (None, best) => ((worth_text(objective, decision.value), colors.text), best.map_or_else(|| UNKNOWN.to_owned(), tile_text)),
    };
    let mut cells = vec![
        (tile_text(decision.choice), colors.text),
        (worth_text(objective, decision.worth), colors.text),
        with,
        (better, colors.accent),
    ];
    cells.extend(shown_cells(objective, decision, look));
    cells
}

fn perfect_cells(objective: Objective, decision: &Decision, look: &Look) -> Vec<Cell> {
    let colors = look.colors;
    let mut cells = vec![(tile_text(decision.choice), colors.text), (worth_text(objective, decision.worth), colors.text)];
    cells.extend(shown_cells(objective, decision, look));
    cells
}

/// How a line ends, once that is known.
pub fn end(line: &Line, look: &Look) -> Option<Cell> {
    let (text, color) = match line.end? {
        LineEnd::Cleared => (outcome::word(End::Cleared), look.colors.good),
        LineEnd::Lost => (outcome::word(End::Lost), look.colors.bad),
        LineEnd::Stopped => (outcome::word(End::Stopped), look.colors.text),
        LineEnd::Hidden => ("The value of this tile isn't known", look.colors.muted),
        LineEnd::Unknown => ("The best play isn't known from here", look.colors.muted),
    };
    let coins = line.coins().map_or_else(String::new, |coins| format!(", {}", counted(coins.into(), "coin")));
    Some((sentence(&format!("{text}{coins}")), color))
}

/// What stands below the position before a decision: the choice, if it isn't the best one, and the best one.
pub fn below(decision: &Decision, objective: Objective, look: &Look) -> Vec<Cell> {
    let named = |choice: Choice| choice.tile().map_or_else(|| "stop".to_owned(), tile_name);
    let worth = |worth: Option<f64>| worth.map_or_else(|| UNKNOWN.to_owned(), |worth| in_words(objective, worth));
    let mut lines = Vec::new();
    if decision.best != Some(decision.choice) {
        let color = if decision.is_mistake() { look.colors.bad } else { look.colors.text };
        lines.push((format!("Your choice: {}, {}", named(decision.choice), worth(decision.value)), color));
    }
    let best = decision.best.map(|best| format!("Best: {}, {}", named(best), worth(decision.worth)));
    lines.push((best.unwrap_or_else(|| "The best flip isn't known exactly".to_owned()), look.colors.accent));
    lines
}
