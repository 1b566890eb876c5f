//! A position as a family's files have it.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::state::State;
use crate::packing::Family;

/// A position of a family's puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<F>(State, PhantomData<F>);

impl<F> From<State> for Saved<F> {
    fn from(state: State) -> Self {
        Self(state, PhantomData)
    }
}

impl<F: Family> Default for Saved<F> {
    fn default() -> Self {
        State::default().into()
    }
}

impl<F> Deref for Saved<F> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl<F> DerefMut for Saved<F> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

impl<F: Family> Serialize for Saved<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&self.0, serializer)
    }
}

impl<'de, F: Family> Deserialize<'de> for Saved<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        State::deserialize(deserializer).map(Self::from)
    }
}
