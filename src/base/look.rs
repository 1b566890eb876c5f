//! The colours that pictures and the window share, light and dark.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{fonts, picture::Color};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Light or dark.
    pub theme: Theme,
    /// The colours by their role.
    pub colors: Colors,
    /// A colour for each piece or value.
    pub pieces: PieceColors,
    /// The size of the smallest text that can be read, in the units of the picture: it depends on how large a unit is on the screen. 0
    /// where every size can be read, as on paper.
    pub least_text: f32,
}

/// Colours for pieces, distinguishable with the common colour-vision deficiencies: the first ten are after Paul Tol's muted scheme
/// (<https://personal.sron.nl/~pault/>), the others are as far from these as possible.
pub type PieceColors = [Color; 13];

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
    #[serde(deserialize_with = "own_colors")]
    pub pieces: Option<PieceColors>,
}

/// Reads the user's own colours. Earlier versions stored fewer: the others are the default ones.
fn own_colors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PieceColors>, D::Error> {
    let own = Option::<Vec<Color>>::deserialize(deserializer)?;
    Ok(own.map(|own| std::array::from_fn(|piece| own.get(piece).copied().unwrap_or(PIECES[piece]))))
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

impl Colors {
    /// The rim of an empty cell, which must be visible on every ground.
    pub fn rim(&self) -> Color {
        self.line.mix(self.muted, 0.5)
    }
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
        Self { theme, colors, pieces: appearance.pieces.unwrap_or(PIECES), least_text: 0.0 }
    }

    /// The size of a text that is usually this large: larger on a small screen, so that it can be read.
    pub fn legible(&self, size: f32) -> f32 {
        size.max(self.least_text)
    }

    /// The same for a text that has only this much width. Where a larger text doesn't fit, it keeps its size; then it is left out on a
    /// small screen.
    pub fn legible_within(&self, width: f32, size: f32, bold: bool, text: &str) -> f32 {
        let larger = self.legible(size);
        if larger * fonts::width(text, bold) <= width { larger } else { size }
    }

    /// The look of printed pages: black on white, so that neither the ground nor thin lines depend on the printer. The palest piece is
    /// darker than on a screen, since paper has no ground of its own to show it on.
    pub fn on_paper() -> Self {
        let mut look = Self::with(Theme::Light, &Appearance { high_contrast: true, ..Appearance::default() });
        look.pieces[PALEST] = PALEST_ON_PAPER;
        look
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
    window: Color::rgb(0xF7F8FA),
    panel: Color::rgb(0xFFFFFF),
    raised: Color::rgb(0xE6EAF0),
    line: Color::rgb(0xD5DAE3),
    text: Color::rgb(0x1B1F27),
    muted: Color::rgb(0x586474),
    accent: Color::rgb(0x2760D2),
    good: Color::rgb(0x167044),
    warn: Color::rgb(0x885500),
    bad: Color::rgb(0xBA2F38),
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

const PIECES: PieceColors = [
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
    Color::rgb(0x6C4818),
    Color::rgb(0x8448E4),
    Color::rgb(0xE070F4),
];

/// The piece that is hardly seen on white, and its colour there.
const PALEST: usize = 9;
const PALEST_ON_PAPER: Color = Color::rgb(0xB0ACC0);

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
            assert!(look.colors.rim().contrast(window) >= 1.9, "{:?}: {}", look.theme, look.colors.rim().contrast(window));
        }
    }

    #[test]
    fn a_grey_piece_is_seen_on_paper() {
        let look = Look::on_paper();
        assert!(look.pieces[9].contrast(Color::WHITE) >= 2.0, "the other pale pieces have a hue");
        assert!(look.pieces.iter().all(|piece| piece.contrast(piece.ink()) >= 4.5));
    }

    #[test]
    fn own_colours_of_earlier_versions_are_kept() {
        let stored = format!("(pieces: Some([{}]))", ["(r: 1, g: 2, b: 3, a: 255)"; 10].join(", "));
        let pieces = ron::from_str::<Appearance>(&stored).unwrap().pieces.unwrap();
        assert_eq!((pieces[9], pieces[10]), (Color::rgb(0x010203), PIECES[10]));
        assert_eq!(ron::from_str::<Appearance>("()").unwrap(), Appearance::default());
    }

    /// How a colour is seen, from linear red, green and blue: as it is, and with each kind of colour blindness, by the matrices of
    /// G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, 2009.
    const SEEN: [[[f32; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn product(matrix: [[f32; 3]; 3], vector: [f32; 3]) -> [f32; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(factor, part)| factor * part).sum())
    }

    /// The place of a colour in B. Ottosson's Oklab (2020), in which equal distances look equally different.
    fn oklab(linear: [f32; 3]) -> [f32; 3] {
        const TO_CONES: [[f32; 3]; 3] =
            [[0.412_221_5, 0.536_332_5, 0.051_446], [0.211_903_5, 0.680_699_5, 0.107_397], [0.088_302_5, 0.281_718_8, 0.629_978_7]];
        const TO_LAB: [[f32; 3]; 3] =
            [[0.210_454_3, 0.793_617_8, -0.004_072], [1.977_998_5, -2.428_592_2, 0.450_593_7], [0.025_904, 0.782_771_8, -0.808_675_8]];
        product(TO_LAB, product(TO_CONES, linear.map(|part| part.clamp(0.0, 1.0))).map(f32::cbrt))
    }

    #[test]
    fn pieces_are_told_apart_by_colour_blind_people_too() {
        let linear = |color: Color| {
            [color.r, color.g, color.b].map(|part| {
                let part = f32::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            })
        };
        let on_paper = Look::on_paper().pieces;
        for (pieces, matrix) in [PIECES, on_paper].into_iter().flat_map(|pieces| SEEN.map(|matrix| (pieces, matrix))) {
            let seen = pieces.map(|color| oklab(product(matrix, linear(color))));
            for (i, one) in seen.iter().enumerate() {
                for (j, other) in seen[..i].iter().enumerate() {
                    let distance = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
                    assert!(distance > 0.045, "colours {j} and {i}: {distance}");
                }
            }
        }
    }
}
