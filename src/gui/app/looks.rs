//! How the window looks: light or dark, contrast, colours, and the size of text.

use egui::{Context, Theme};

use crate::theme;
use base::look::Appearance;

/// How much one command changes the size of text, in percent of the usual size.
pub(super) const TEXT_STEP: i16 = 10;

/// What the user has chosen.
pub(super) struct Looks {
    /// Whether the window is light; none follows the system.
    pub light: Option<bool>,
    /// Everything else.
    pub appearance: Appearance,
}

impl Looks {
    /// Shows the window like this.
    pub(super) fn new(ctx: &Context, light: Option<bool>, appearance: Appearance) -> Self {
        theme::install(ctx);
        let mut looks = Self { light: None, appearance };
        looks.take_over(ctx, light, appearance);
        looks
    }

    /// Changes to these choices. Without a choice of light and dark, that stays.
    pub(super) fn take_over(&mut self, ctx: &Context, light: Option<bool>, appearance: Appearance) {
        if let Some(is_light) = light {
            self.show_theme(ctx, if is_light { Theme::Light } else { Theme::Dark });
        }
        self.change(ctx, appearance);
    }

    /// Shows this theme.
    pub(super) fn show_theme(&mut self, ctx: &Context, theme: Theme) {
        self.light = Some(theme == Theme::Light);
        ctx.set_theme(theme);
    }

    /// Shows the other theme.
    pub(super) fn switch_theme(&mut self, ctx: &Context) {
        let is_dark = ctx.theme() == Theme::Dark;
        self.show_theme(ctx, if is_dark { Theme::Light } else { Theme::Dark });
    }

    /// Changes everything else.
    pub(super) fn change(&mut self, ctx: &Context, appearance: Appearance) {
        self.appearance = appearance;
        theme::set_appearance(ctx, appearance);
    }

    /// Makes text and controls larger by this many percent of their usual size, within limits.
    pub(super) fn enlarge(&mut self, ctx: &Context, percent: i16) {
        let enlarged_by = (self.appearance.enlarged_by + percent).clamp(*theme::ENLARGED_BY.start(), *theme::ENLARGED_BY.end());
        self.change(ctx, Appearance { enlarged_by, ..self.appearance });
    }
}
