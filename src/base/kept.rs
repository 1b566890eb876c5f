//! What is kept from one start to the next, as text.

use serde::{Serialize, de::DeserializeOwned};

/// Reads the text; an empty one gives the default.
///
/// # Errors
/// Why the text can't be read.
pub fn parse<T: DeserializeOwned + Default>(text: &str) -> Result<T, String> {
    if text.is_empty() { Ok(T::default()) } else { ron::from_str(text).map_err(|error| error.to_string()) }
}

/// The text for [`parse`]; empty for the default.
pub fn write<T: Serialize + Default + PartialEq>(value: &T) -> String {
    if *value == T::default() { String::new() } else { to_text(value) }
}

/// Any plain data as text, the default as well.
///
/// Not generic: the library that writes is compiled here, once, and not for each type.
pub fn to_text(value: &dyn erased_serde::Serialize) -> String {
    ron::to_string(value).unwrap_or_default()
}
