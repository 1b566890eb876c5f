//! Values whose types only their puzzles know. All casts of the program from such a value to its type are here.

use std::{
    any::{Any, TypeId},
    collections::{BTreeMap, HashMap},
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

/// What all values have in common: a shared content.
#[derive(Clone)]
struct Shared(Arc<dyn Any + Send + Sync>);

impl Shared {
    fn of<V: Send + Sync + 'static>(content: V) -> Self {
        Self(Arc::new(content))
    }

    fn get<V: 'static>(&self) -> &V {
        (*self.0).downcast_ref().expect("a value is only used with its own puzzle")
    }

    fn take<V: Clone + Send + Sync + 'static>(self) -> V {
        Arc::unwrap_or_clone(self.0.downcast().unwrap_or_else(|_| panic!("a value is only used with its own puzzle")))
    }

    /// Changes the content, of which others keep the one before.
    fn change<V: Clone + Send + Sync + 'static, R>(&mut self, change: impl FnOnce(&mut V) -> R) -> R {
        if let Some(content) = Arc::get_mut(&mut self.0).and_then(|content| content.downcast_mut()) {
            return change(content);
        }
        let mut content = self.get::<V>().clone();
        let result = change(&mut content);
        *self = Self::of(content);
        result
    }
}

macro_rules! values {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone)]
            pub struct $name(Shared);

            impl $name {
                /// A value with this content.
                pub fn of<V: Send + Sync + 'static>(content: V) -> Self {
                    Self(Shared::of(content))
                }

                /// Its content. Panics if that has another type, since values of different puzzles never meet.
                pub fn get<V: 'static>(&self) -> &V {
                    self.0.get()
                }
            }
        )*
    };
}

/// Values that can be compared.
macro_rules! comparable_values {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone)]
            pub struct $name(Shared, fn(&Shared, &Shared) -> bool);

            impl $name {
                /// A value with this content.
                pub fn of<V: PartialEq + Send + Sync + 'static>(content: V) -> Self {
                    Self(Shared::of(content), |one, other| one.get::<V>() == other.get::<V>())
                }

                /// Its content. Panics if that has another type, since values of different puzzles never meet.
                pub fn get<V: 'static>(&self) -> &V {
                    self.0.get()
                }

                /// Returns its content.
                pub fn take<V: Clone + Send + Sync + 'static>(self) -> V {
                    self.0.take()
                }
            }

            impl PartialEq for $name {
                fn eq(&self, other: &Self) -> bool {
                    Arc::ptr_eq(&self.0.0, &other.0.0) || self.1(&self.0, &other.0)
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(stringify!($name))
                }
            }
        )*
    };
}

values! {
    /// A problem.
    Problem;
    /// A summary of solutions.
    Summary;
    /// An insight.
    Insight;
}

comparable_values! {
    /// A position.
    State;
    /// A view.
    View;
    /// A solution.
    Solution;
}

/// Values that change: solutions don't, for example.
macro_rules! changing_values {
    ($($name:ident)*) => {
        $(
            impl $name {
                /// Changes its content.
                pub fn change<V: Clone + Send + Sync + 'static, R>(&mut self, change: impl FnOnce(&mut V) -> R) -> R {
                    self.0.change(change)
                }
            }
        )*
    };
}

changing_values! { State View Summary }

/// A spot, as the number that it got when it was first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot(u32);

/// What a spot can be.
pub trait Place: Copy + Eq + Hash + Send + Sync + 'static {}

impl<S: Copy + Eq + Hash + Send + Sync + 'static> Place for S {}

/// The spots of one type by their numbers, and the other way. There are only as many as a board has, so they are kept until the program
/// ends.
type Numbered<S> = Mutex<(Vec<S>, HashMap<S, u32>)>;

/// The spots of all types.
static SPOTS: Mutex<BTreeMap<TypeId, &'static (dyn Any + Send + Sync)>> = Mutex::new(BTreeMap::new());

/// The spots of a type.
fn numbered<S: Place>() -> &'static Numbered<S> {
    let mut all = SPOTS.lock().unwrap_or_else(PoisonError::into_inner);
    let of_type = all.entry(TypeId::of::<S>()).or_insert_with(|| Box::leak(Box::new(Numbered::<S>::default())));
    of_type.downcast_ref().expect("the spots of a type are found by that type")
}

impl Spot {
    /// The number of this spot.
    pub fn of<S: Place>(spot: S) -> Self {
        let (spots, numbers) = &mut *numbered::<S>().lock().unwrap_or_else(PoisonError::into_inner);
        Self(*numbers.entry(spot).or_insert_with(|| {
            spots.push(spot);
            spots.len() as u32 - 1
        }))
    }

    /// The spot with this number.
    pub fn get<S: Place>(self) -> S {
        let (spots, _) = &*numbered::<S>().lock().unwrap_or_else(PoisonError::into_inner);
        spots[self.0 as usize]
    }
}
