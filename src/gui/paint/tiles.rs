//! Small pictures that are kept from frame to frame.

use super::Kept;
use base::picture::Picture;

/// The pictures of the last frame, by what they show. All are drawn for the same view, which may change in each frame while a board turns.
#[derive(Debug)]
pub struct Tiles<K, V, S> {
    /// None before the first frame.
    view: Option<V>,
    /// How often the view has changed.
    version: u64,
    /// Whether a picture was drawn for the latest view in this frame.
    has_renewed: bool,
    /// How many pictures were drawn in this frame because there was none.
    added: usize,
    /// Whether a picture is still to be drawn.
    is_waiting: bool,
    kept: Vec<Tile<K, S>>,
}

#[derive(Debug)]
struct Tile<K, S> {
    key: K,
    version: u64,
    picture: Kept<S>,
    was_seen: bool,
}

impl<K, V, S> Default for Tiles<K, V, S> {
    fn default() -> Self {
        Self { view: None, version: 0, has_renewed: false, added: 0, is_waiting: false, kept: Vec::new() }
    }
}

impl<K: Clone + PartialEq, V: Clone + PartialEq, S> Tiles<K, V, S> {
    /// Forgets pictures that were not seen in the last frame.
    pub fn begin_frame(&mut self, view: &V) {
        if self.view.as_ref() != Some(view) {
            self.view = Some(view.clone());
            self.version += 1;
        }
        (self.has_renewed, self.added, self.is_waiting) = (false, 0, false);
        self.kept.retain_mut(|tile| std::mem::take(&mut tile.was_seen));
    }

    /// Forgets all pictures.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Returns the picture for this key. After a change of the view, at most one is drawn again in each frame.
    pub fn of(&mut self, key: &K, draw: impl Fn() -> Picture<S>) -> &mut Kept<S> {
        let place = self.kept.iter().position(|tile| tile.key == *key).unwrap_or_else(|| {
            self.added += 1;
            self.kept.push(Tile { key: key.clone(), version: self.version, picture: Kept::new(draw()), was_seen: true });
            self.kept.len() - 1
        });
        let tile = &mut self.kept[place];
        tile.was_seen = true;
        if tile.version != self.version && !std::mem::replace(&mut self.has_renewed, true) {
            (tile.picture, tile.version) = (Kept::new(draw()), self.version);
        }
        &mut tile.picture
    }

    /// Returns the picture for this key like [`Tiles::of`], or nothing if there is none and this many others were drawn in this frame.
    pub fn of_few(&mut self, key: &K, most: usize, draw: impl Fn() -> Picture<S>) -> Option<&mut Kept<S>> {
        if most <= self.added && self.kept.iter().all(|tile| tile.key != *key) {
            self.is_waiting = true;
            return None;
        }
        Some(self.of(key, draw))
    }

    /// Returns any of the pictures.
    pub fn any(&self) -> Option<&Picture<S>> {
        self.kept.first().map(|tile| tile.picture.picture())
    }

    /// Returns whether pictures in view are still to be drawn, or drawn for the latest view.
    pub fn are_outdated(&self) -> bool {
        self.is_waiting || self.kept.iter().any(|tile| tile.was_seen && tile.version != self.version)
    }
}
