//! A card of the gallery: what is chosen by its picture.

use std::sync::{Arc, Weak};

use base::{challenge::Grade, look::Look};

/// An example or a challenge, to be chosen by its picture.
#[derive(Clone)]
pub struct Card {
    /// Its title.
    pub title: String,
    /// What it is; may be empty.
    pub note: String,
    /// Draws it.
    pub portrait: Portrait,
}

/// Draws a position as an SVG that is as large as it fits a width and height, in pixels. It is empty if there is none, or once nothing
/// keeps the last argument alive.
pub type Portrait = Arc<dyn Fn(&Look, [f32; 2], &Weak<()>) -> String + Send + Sync>;

/// A challenge on the figure of a document.
#[derive(Clone)]
pub struct ChallengeCard {
    /// Its grade.
    pub grade: Grade,
    /// Its seed.
    pub seed: u64,
    /// How it is shown.
    pub card: Card,
}
