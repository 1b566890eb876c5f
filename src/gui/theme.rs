//! The window's style: fonts, colours and spacing. [`base::look`] has the colours that pictures share.

use std::{ops::RangeInclusive, sync::Arc};

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Id, Margin, Response, RichText, Shadow, Stroke, Style,
    TextStyle, Visuals,
    style::{ScrollAnimation, WidgetVisuals},
    vec2,
};

use super::writing;
use base::{
    fonts,
    look::{Appearance, Colors, Look, Theme},
    picture::Color,
};

/// Distances, in points.
pub mod space {
    /// Between parts of one widget.
    pub const XS: f32 = 4.0;
    /// Between widgets that belong together.
    pub const S: f32 = 8.0;
    /// Between rows.
    pub const M: f32 = 12.0;
    /// The margin of panels.
    pub const L: f32 = 16.0;
    /// Between groups.
    pub const XL: f32 = 24.0;
}

/// Radii of corners, in points.
pub mod corner {
    /// Small squares and bars.
    pub const CHIP: u8 = 6;
    /// Buttons.
    pub const BUTTON: u8 = 8;
    /// Cards and windows.
    pub const CARD: u8 = 10;
}

/// The font size of section heads, in points.
pub const SMALL: f32 = 11.0;
/// The font size of all other text.
pub const BODY: f32 = 13.0;
/// The font size of what matters most on a card.
pub const LARGE: f32 = 15.0;
/// The font size of headings in dialogs.
pub const TITLE: f32 = 18.0;

/// How much larger or smaller than usual text and controls can be, in percent.
pub const ENLARGED_BY: RangeInclusive<i16> = -30..=150;

const BOLD: &str = "bold";

/// The semi-bold font.
pub fn bold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

/// Semi-bold text.
pub fn strong(text: impl Into<String>) -> RichText {
    RichText::new(text).font(bold(BODY))
}

/// The look for egui's current theme.
pub fn look(ctx: &Context) -> Look {
    look_of(ctx.theme(), &appearance(ctx))
}

/// The look for this theme, or for egui's current one.
pub fn look_in(ctx: &Context, theme: Option<Theme>) -> Look {
    theme.map_or_else(|| look(ctx), |theme| Look::with(theme, &appearance(ctx)))
}

/// The user's choices for how the window looks.
fn appearance(ctx: &Context) -> Appearance {
    ctx.data(|data| data.get_temp(Id::unique("appearance"))).unwrap_or_default()
}

fn look_of(theme: egui::Theme, appearance: &Appearance) -> Look {
    let theme = match theme {
        egui::Theme::Dark => Theme::Dark,
        egui::Theme::Light => Theme::Light,
    };
    Look::with(theme, appearance)
}

/// Converts a colour to egui's type.
pub fn color(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.r, color.g, color.b, color.a)
}

/// The ground of a button and the colour of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ButtonColors {
    /// The ground.
    pub ground: Color,
    /// The text, with a contrast of at least 4.5.
    pub ink: Color,
}

/// How a button is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointed {
    /// Not at all.
    No,
    /// The pointer is over it.
    Over,
    /// It is pressed.
    Pressed,
}

impl Pointed {
    /// How this widget is pointed at.
    pub fn of(response: &Response) -> Self {
        match (response.is_pointer_button_down_on(), response.hovered()) {
            (true, _) => Self::Pressed,
            (false, true) => Self::Over,
            (false, false) => Self::No,
        }
    }
}

/// The colours of a button that stands out. Pointed at, the ground moves away from the text, which keeps its colour.
pub fn accented(look: &Look, pointed: Pointed) -> ButtonColors {
    let accent = look.colors.accent;
    let ink = accent.ink();
    let away = if ink == Color::WHITE { Color::BLACK } else { Color::WHITE };
    let share = match pointed {
        Pointed::No => 0.0,
        Pointed::Over => 0.12,
        Pointed::Pressed => 0.24,
    };
    ButtonColors { ground: accent.mix(away, share), ink }
}

/// The colours of a small button, one of several of which some are chosen.
pub fn chip(look: &Look, is_chosen: bool, is_hovered: bool) -> ButtonColors {
    let Colors { raised, text, .. } = look.colors;
    match (is_chosen, is_hovered) {
        (true, _) => accented(look, Pointed::No),
        (false, true) => ButtonColors { ground: raised.mix(text, 0.1), ink: text },
        (false, false) => ButtonColors { ground: raised, ink: text },
    }
}

/// The colours of a part of a switch.
pub fn switch_part(look: &Look, is_chosen: bool, is_hovered: bool) -> ButtonColors {
    let Colors { window, raised, text, muted, .. } = look.colors;
    match (is_chosen, is_hovered) {
        (true, _) => ButtonColors { ground: raised.mix(text, 0.1), ink: text },
        (false, true) => ButtonColors { ground: window.mix(text, 0.04), ink: text },
        (false, false) => ButtonColors { ground: window, ink: muted },
    }
}

/// Sets fonts and styles for both themes.
pub fn install(ctx: &Context) {
    ctx.set_fonts(font_definitions());
    writing::install(ctx, fonts::system());
    // The window has commands of its own for this.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    set_appearance(ctx, appearance(ctx));
}

/// Applies the user's choices for how the window looks.
pub fn set_appearance(ctx: &Context, appearance: Appearance) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("appearance"), appearance));
    let percent = 100 + appearance.enlarged_by.clamp(*ENLARGED_BY.start(), *ENLARGED_BY.end());
    ctx.set_zoom_factor(f32::from(percent) / 100.0);
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut style = style(&look_of(theme, &appearance));
        if appearance.reduce_motion {
            style.animation_time = 0.0;
            style.scroll_animation = ScrollAnimation::none();
        }
        ctx.set_style_of(theme, style);
    }
}

/// Lets the caret of text boxes blink, or stand still.
pub fn set_blinking(ctx: &Context, blinks: bool) {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        if ctx.style_of(theme).visuals.text_cursor.blink != blinks {
            ctx.style_mut_of(theme, |style| style.visuals.text_cursor.blink = blinks);
        }
    }
}

fn font_definitions() -> FontDefinitions {
    // egui's own fonts stay as fallbacks: they have symbols that Inter lacks.
    let mut definitions = FontDefinitions::default();
    let bold = FontFamily::Name(BOLD.into());
    let fallback = definitions.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    definitions.families.insert(bold.clone(), fallback);
    for (name, bytes, family) in [("regular", fonts::REGULAR, FontFamily::Proportional), ("semi-bold", fonts::BOLD, bold)] {
        definitions.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        definitions.families.entry(family).or_default().insert(0, name.to_owned());
    }
    definitions
}

fn style(look: &Look) -> Style {
    let mut style = Style { visuals: visuals(look), animation_time: 0.14, ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, FontId::proportional(SMALL)),
        (TextStyle::Body, FontId::proportional(BODY)),
        (TextStyle::Button, FontId::proportional(BODY)),
        (TextStyle::Heading, bold(TITLE)),
        (TextStyle::Monospace, FontId::monospace(BODY)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(space::S, space::S);
    spacing.button_padding = vec2(space::M, 6.0);
    spacing.interact_size = vec2(32.0, 28.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(20);
    spacing.combo_height = 360.0;
    spacing.slider_rail_height = 4.0;
    spacing.tooltip_width = 320.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
    // It springs back to where the contents of the frame before ended. So a list that got longer wouldn't reach what it scrolls to.
    spacing.scroll.kinetic.rubber_band = false;
    style.interaction.selectable_labels = false;
    style
}

fn visuals(look: &Look) -> Visuals {
    let colors = &look.colors;
    let mut visuals = match look.theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    let line = Stroke::new(1.0, color(colors.line));
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(color(colors.muted));
    visuals.panel_fill = color(colors.panel);
    visuals.window_fill = color(colors.panel);
    visuals.window_stroke = line;
    visuals.window_corner_radius = CornerRadius::same(corner::CARD);
    visuals.menu_corner_radius = CornerRadius::same(corner::BUTTON);
    visuals.window_shadow = Shadow { offset: [0, 12], blur: 32, spread: 0, color: Color32::from_black_alpha(72) };
    visuals.popup_shadow = Shadow { offset: [0, 6], blur: 16, spread: 0, color: Color32::from_black_alpha(56) };
    visuals.extreme_bg_color = color(colors.window);
    visuals.faint_bg_color = color(colors.raised);
    visuals.hyperlink_color = color(colors.accent);
    visuals.warn_fg_color = color(colors.warn);
    visuals.error_fg_color = color(colors.bad);
    visuals.selection.bg_fill = color(colors.accent.fade(0.35));
    visuals.selection.stroke = Stroke::new(1.0, color(colors.text));
    visuals.slider_trailing_fill = true;
    visuals.button_frame = true;

    let widget = |fill: Color, text: Color| WidgetVisuals {
        bg_fill: color(fill),
        weak_bg_fill: color(fill),
        bg_stroke: Stroke::NONE,
        corner_radius: CornerRadius::same(corner::BUTTON),
        fg_stroke: Stroke::new(1.0, color(text)),
        expansion: 0.0,
    };
    // For widgets that are neither pressed nor hovered, `bg_fill` is the ground of radio buttons and check boxes, which are on panels.
    let knob = colors.raised.mix(colors.text, 0.18);
    let hover = colors.raised.mix(colors.text, 0.08);
    let pressed = colors.raised.mix(colors.text, 0.14);
    visuals.widgets.noninteractive = WidgetVisuals { bg_stroke: line, ..widget(colors.panel, colors.text) };
    visuals.widgets.inactive = WidgetVisuals { bg_fill: color(knob), ..widget(colors.raised, colors.text) };
    visuals.widgets.hovered = widget(hover, colors.text);
    visuals.widgets.active = WidgetVisuals { bg_stroke: Stroke::new(2.0, color(colors.accent)), ..widget(pressed, colors.text) };
    visuals.widgets.open = widget(hover, colors.text);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_egui(color: Color32, ground: Color) -> Color {
        let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
        let opaque = Color { r: red, g: green, b: blue, a: 255 };
        ground.mix(opaque, f32::from(alpha) / 255.0)
    }

    /// The contrast that the guidelines for accessible content (WCAG 2, AA) ask for.
    #[test]
    fn texts_of_buttons_are_readable_however_they_are_pointed_at() {
        let high = Appearance { high_contrast: true, ..Appearance::default() };
        for (theme, appearance) in [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| [(theme, Appearance::default()), (theme, high)])
        {
            let look = Look::with(theme, &appearance);
            let mut pairs = vec![];
            for pointed in [Pointed::No, Pointed::Over, Pointed::Pressed] {
                pairs.push(("main", accented(&look, pointed)));
            }
            for (is_chosen, is_hovered) in [(false, false), (false, true), (true, false), (true, true)] {
                pairs.push(("chip", chip(&look, is_chosen, is_hovered)));
                pairs.push(("switch", switch_part(&look, is_chosen, is_hovered)));
            }
            let visuals = visuals(&look);
            let widgets = &visuals.widgets;
            let panel = look.colors.panel;
            for (name, widget) in [
                ("noninteractive", &widgets.noninteractive),
                ("inactive", &widgets.inactive),
                ("hovered", &widgets.hovered),
                ("active", &widgets.active),
                ("open", &widgets.open),
            ] {
                let ground = from_egui(widget.weak_bg_fill, panel);
                pairs.push((name, ButtonColors { ground, ink: from_egui(widget.fg_stroke.color, ground) }));
            }
            let selected = from_egui(visuals.selection.bg_fill, panel);
            pairs.push(("selected", ButtonColors { ground: selected, ink: from_egui(visuals.selection.stroke.color, selected) }));
            for (name, ButtonColors { ground, ink }) in pairs {
                let contrast = ground.contrast(ink);
                assert!(4.5 <= contrast, "{theme:?}, {appearance:?}, {name}: {contrast:.2} of {ink:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn pointing_at_the_main_button_keeps_the_colour_of_its_text() {
        for theme in [Theme::Dark, Theme::Light] {
            let look = Look::new(theme);
            let ink = |pointed| accented(&look, pointed).ink;
            assert_eq!((ink(Pointed::Over), ink(Pointed::Pressed)), (ink(Pointed::No), ink(Pointed::No)), "{theme:?}");
        }
    }
}
