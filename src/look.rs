//! The colours that pictures and the window share, light and dark.

use serde::{Deserialize, Serialize};

use crate::picture::Color;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Light or dark.
    pub theme: Theme,
    /// The colours by their role.
    pub colors: Colors,
    /// A colour for each piece or value, distinguishable with the common colour-vision deficiencies
    /// (after Paul Tol's muted scheme, <https://personal.sron.nl/~pault/>).
    pub pieces: [Color; 10],
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light text on a dark ground.
    #[default]
    Dark,
    /// Dark text on a light ground.
    Light,
}

/// The user's choices for how the window looks, beside light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// Black and white with stronger lines.
    pub high_contrast: bool,
    /// No animations.
    #[serde(rename = "still")]
    pub reduce_motion: bool,
    /// How much larger than usual text and controls of the window are, in percent; negative if they are smaller.
    pub enlarged_by: i16,
    /// The user's own colours for the pieces; none for the default ones.
    pub pieces: Option<[Color; 10]>,
}

/// Colours by their role. Text has a contrast of at least 4.5 on each ground, and of at least 7 with high contrast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colors {
    /// The ground of the window and the board.
    pub window: Color,
    /// The ground of panels.
    pub panel: Color,
    /// The ground of what stands out from a panel: buttons, empty cells.
    pub raised: Color,
    /// Thin separating lines.
    pub line: Color,
    /// Text.
    pub text: Color,
    /// Less important text.
    pub muted: Color,
    /// The accent for what is selected, focused or most important.
    pub accent: Color,
    /// Success.
    pub good: Color,
    /// A warning.
    pub warn: Color,
    /// An error.
    pub bad: Color,
}

impl Look {
    /// The look of this theme.
    pub fn new(theme: Theme) -> Self {
        Self::with(theme, &Appearance::default())
    }

    /// The look of this theme with the user's choices.
    pub fn with(theme: Theme, appearance: &Appearance) -> Self {
        let colors = match (theme, appearance.high_contrast) {
            (Theme::Dark, false) => DARK,
            (Theme::Light, false) => LIGHT,
            (Theme::Dark, true) => WHITE_ON_BLACK,
            (Theme::Light, true) => BLACK_ON_WHITE,
        };
        Self { theme, colors, pieces: appearance.pieces.unwrap_or(PIECES) }
    }
}

impl Default for Look {
    fn default() -> Self {
        Self::new(Theme::default())
    }
}

const DARK: Colors = Colors {
    window: Color::rgb(0x14161A),
    panel: Color::rgb(0x1A1D23),
    raised: Color::rgb(0x242933),
    line: Color::rgb(0x2D323C),
    text: Color::rgb(0xE7E9ED),
    muted: Color::rgb(0x98A1B0),
    accent: Color::rgb(0x6AA6FF),
    good: Color::rgb(0x5CC489),
    warn: Color::rgb(0xF2B84B),
    bad: Color::rgb(0xF07178),
};

const LIGHT: Colors = Colors {
    window: Color::rgb(0xF4F5F7),
    panel: Color::rgb(0xFFFFFF),
    raised: Color::rgb(0xEEF0F4),
    line: Color::rgb(0xDDE1E8),
    text: Color::rgb(0x1B1F27),
    muted: Color::rgb(0x5F6B7C),
    accent: Color::rgb(0x2A63D6),
    good: Color::rgb(0x18774A),
    warn: Color::rgb(0x8F5A00),
    bad: Color::rgb(0xC0343C),
};

const WHITE_ON_BLACK: Colors = Colors {
    window: Color::BLACK,
    panel: Color::BLACK,
    raised: Color::rgb(0x1C1C1C),
    line: Color::rgb(0x9A9A9A),
    text: Color::WHITE,
    muted: Color::rgb(0xD6D6D6),
    accent: Color::rgb(0x8CC4FF),
    good: Color::rgb(0x7DF0AE),
    warn: Color::rgb(0xFFD166),
    bad: Color::rgb(0xFFA0A5),
};

const BLACK_ON_WHITE: Colors = Colors {
    window: Color::WHITE,
    panel: Color::WHITE,
    raised: Color::rgb(0xEDEDED),
    line: Color::rgb(0x5A5A5A),
    text: Color::BLACK,
    muted: Color::rgb(0x333333),
    accent: Color::rgb(0x0B3DA0),
    good: Color::rgb(0x075230),
    warn: Color::rgb(0x5E3B00),
    bad: Color::rgb(0x8F1019),
};

const PIECES: [Color; 10] = [
    Color::rgb(0xCC6677),
    Color::rgb(0x4B3FA8),
    Color::rgb(0xDDCC77),
    Color::rgb(0x1F8A4C),
    Color::rgb(0x88CCEE),
    Color::rgb(0xA13D6B),
    Color::rgb(0x44AA99),
    Color::rgb(0xA3A33A),
    Color::rgb(0xB65BA8),
    Color::rgb(0xC9CDD4),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_readable_on_every_ground() {
        let high = Appearance { high_contrast: true, ..Appearance::default() };
        let default = [Theme::Dark, Theme::Light].map(|theme| (Look::new(theme), 4.5));
        let high = [Theme::Dark, Theme::Light].map(|theme| (Look::with(theme, &high), 7.0));
        for (look, least) in default.into_iter().chain(high) {
            let Colors { window, panel, raised, text, muted, accent, good, warn, bad, .. } = look.colors;
            for ground in [window, panel, raised] {
                for ink in [text, muted, accent, good, warn, bad] {
                    assert!(ground.contrast(ink) >= least, "{ink:?} on {ground:?}: {}", ground.contrast(ink));
                }
            }
            assert!(look.pieces.iter().all(|piece| piece.contrast(piece.ink()) >= 4.5));
        }
    }
}
