//! The triples of the duplicate tool, and a list of them that is cheap to hold many times: every moment of a game's history has it.

use std::{ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};

/// The numbers of the duplicate tool are below.
pub const NUMBERS: u8 = 100;

/// Three numbers, in the order in which they were given.
pub type Triple = [u8; 3];

/// A list of triples that is shared, not copied, by its clones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Triple>", into = "Vec<Triple>")]
pub struct List(Arc<Vec<Triple>>);

impl From<Vec<Triple>> for List {
    fn from(triples: Vec<Triple>) -> Self {
        Self(Arc::new(triples))
    }
}

impl From<List> for Vec<Triple> {
    fn from(list: List) -> Self {
        Self::clone(&list.0)
    }
}

impl Deref for List {
    type Target = [Triple];

    fn deref(&self) -> &[Triple] {
        &self.0
    }
}
