//! What the tab keeps from one start to the next: colours and keyboard.

use serde::{Deserialize, Serialize};

use super::{
    keys::Keyboard,
    view::{Palette, View},
};
use base::kept;

#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Kept {
    palette: Palette,
    #[serde(default)]
    keyboard: Keyboard,
}

/// Returns what this view keeps.
pub fn write(view: &View) -> String {
    kept::write(&Kept { palette: view.palette, keyboard: view.keyboard })
}

/// Reads a text of [`write()`].
///
/// # Errors
/// Why it can't be read.
pub fn read(view: &mut View, text: &str) -> Result<(), String> {
    let Kept { palette, keyboard } = kept::parse(text)?;
    (view.palette, view.keyboard) = (palette, keyboard);
    Ok(())
}

/// Lets a view have what another one keeps.
pub fn share(from: &View, to: &mut View) {
    (to.palette, to.keyboard) = (from.palette, from.keyboard);
}

/// Merges the texts of two windows.
///
/// # Errors
/// Why a text can't be read.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
    let [base, ours, theirs]: [Kept; 3] = [kept::parse(base)?, kept::parse(ours)?, kept::parse(theirs)?];
    let palette = if ours.palette == base.palette { theirs.palette } else { ours.palette };
    let keyboard = if ours.keyboard == base.keyboard { theirs.keyboard } else { ours.keyboard };
    Ok(kept::write(&Kept { palette, keyboard }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_takes_the_latest_palette() {
        let text = |palette| kept::write(&Kept { palette, keyboard: Keyboard::Azerty });
        let (default, changed) = (text(Palette::default()), text(Palette::ALL[1]));
        assert_eq!(merge(&default, &default, &changed).as_ref(), Ok(&changed));
        assert_eq!(merge(&default, &changed, &default).as_ref(), Ok(&changed));
        assert!(merge(&default, &default, "half a").is_err());
    }

    #[test]
    fn a_view_is_read_back_as_written() {
        let view = View { palette: Palette::ALL[2], keyboard: Keyboard::Azerty, ..View::default() };
        let (mut read_back, mut shared) = (View::default(), View::default());
        assert_eq!(read(&mut read_back, &write(&view)), Ok(()));
        share(&view, &mut shared);
        assert_eq!((&read_back, &shared), (&view, &view));
        assert!(read(&mut read_back, "half a").is_err());
        assert_eq!(read_back, view, "nothing has changed");
    }
}
