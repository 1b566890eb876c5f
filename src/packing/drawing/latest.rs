//! The latest results of slow functions, since the next frame mostly asks for the same.

use std::cell::RefCell;

use super::explode::Explosion;
use crate::{
    live::assembly::{Assembly, assembly},
    model::{solution::Solution, state::Grid},
};

thread_local! {
    static ASSEMBLY: Latest<Solution, Assembly> = const { Latest(RefCell::new(None)) };
    static EXPLOSION: Latest<Grid, Explosion> = const { Latest(RefCell::new(None)) };
}

/// The assembly order of the solution.
pub fn latest_assembly(solution: &Solution) -> Assembly {
    ASSEMBLY.with(|latest| latest.get(solution, assembly))
}

/// How far each piece moves when the figure is pulled apart.
pub fn latest_explosion(whole: &Grid) -> Explosion {
    EXPLOSION.with(|latest| latest.get(whole, Explosion::of))
}

/// The latest result of a function.
struct Latest<K, V>(RefCell<Option<(K, V)>>);

impl<K: Clone + PartialEq, V: Clone> Latest<K, V> {
    fn get(&self, key: &K, make: impl FnOnce(&K) -> V) -> V {
        let mut latest = self.0.borrow_mut();
        match &*latest {
            Some((known, value)) if known == key => value.clone(),
            _ => {
                let value = make(key);
                *latest = Some((key.clone(), value.clone()));
                value
            }
        }
    }
}
