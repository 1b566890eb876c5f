//! The triples of the duplicate tool. Every state in a game's history holds the list, so lists share their data.

use std::{ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};

/// The numbers of a triple are below this.
pub const NUMBER_LIMIT: u8 = 100;

/// Three numbers in a given order.
pub type Triple = [u8; 3];

/// A list of triples whose clones share its data.
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
