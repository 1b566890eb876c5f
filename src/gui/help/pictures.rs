//! The pictures of the help page that is shown, rendered at the scale of the screen on a thread of their own.

use egui::{Context, TextureHandle, Vec2, vec2};

use super::page::HelpPicture;
use crate::rendered::Rendered;

/// What the pictures are rendered for. For anything else they are rendered again.
#[derive(Clone, Debug, PartialEq)]
struct Order {
    page: usize,
    is_dark: bool,
    pixels_per_point: f32,
}

/// The pictures of one page, by their names.
#[derive(Default)]
pub struct Pictures {
    order: Option<Order>,
    rendered: Rendered<&'static str>,
}

impl Pictures {
    /// Renders the pictures of the page with this index, unless that is done, and takes in those that are ready.
    pub fn update(&mut self, ctx: &Context, page: usize, pictures: &'static [HelpPicture]) {
        let order = Order { page, is_dark: ctx.theme() == egui::Theme::Dark, pixels_per_point: ctx.pixels_per_point() };
        if self.order.as_ref() != Some(&order) {
            let is_dark = order.is_dark;
            let svgs = pictures.iter().map(move |picture| (picture.name, if is_dark { picture.dark } else { picture.light }.to_owned()));
            let rendered = Rendered::start(ctx, "help pictures", order.pixels_per_point, svgs);
            *self = Self { order: Some(order), rendered };
        }
        self.rendered.take_in(ctx);
    }

    /// The picture with this name, once it is rendered; until then, or if it can't be, its words stand for it.
    pub fn texture(&self, name: &'static str) -> Option<&TextureHandle> {
        self.rendered.texture(&name)
    }
}

/// The size of a picture in points, which its SVG says at its beginning.
pub fn size(picture: &HelpPicture) -> Vec2 {
    let number = |name: &str| {
        let (_, rest) = picture.light.split_once(name)?;
        rest.split_once('"')?.0.parse::<f32>().ok()
    };
    vec2(number(" width=\"").unwrap_or(1.0), number(" height=\"").unwrap_or(1.0))
}
