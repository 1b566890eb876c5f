//! The pictures of the help page that is shown, rendered at the scale of the screen on a thread of their own.

use std::{
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

use egui::{ColorImage, Context, TextureHandle, TextureOptions, Vec2, vec2};

use super::page::HelpPicture;
use crate::export::png;

/// What the pictures are rendered for. For anything else they are rendered again.
#[derive(Clone, Debug, PartialEq)]
struct Order {
    page: usize,
    is_dark: bool,
    pixels_per_point: f32,
}

/// The pictures of one page.
#[derive(Default)]
pub struct Pictures {
    order: Option<Order>,
    /// The rendered pictures by their names.
    ready: Vec<(&'static str, TextureHandle)>,
    /// Those that the thread has still to send; the thread ends when this is dropped.
    coming: Option<Receiver<(&'static str, ColorImage)>>,
}

impl Pictures {
    /// Renders the pictures of the page with this index, unless that is done, and takes in those that are ready.
    pub fn update(&mut self, ctx: &Context, page: usize, pictures: &'static [HelpPicture]) {
        let order = Order { page, is_dark: ctx.theme() == egui::Theme::Dark, pixels_per_point: ctx.pixels_per_point() };
        if self.order.as_ref() != Some(&order) {
            *self = Self { coming: render(ctx, pictures, &order), order: Some(order), ready: Vec::new() };
        }
        loop {
            match self.coming.as_ref().map(Receiver::try_recv) {
                Some(Ok((name, image))) => self.ready.push((name, ctx.load_texture(name, image, TextureOptions::LINEAR))),
                Some(Err(TryRecvError::Empty)) | None => break,
                Some(Err(TryRecvError::Disconnected)) => self.coming = None,
            }
        }
    }

    /// The picture with this name, once it is rendered.
    pub fn texture(&self, name: &str) -> Option<&TextureHandle> {
        self.ready.iter().find(|(own, _)| *own == name).map(|(_, texture)| texture)
    }
}

/// Starts the thread. Returns `None` if there is nothing to render or the system refuses a thread; then the words stand for the pictures.
fn render(ctx: &Context, pictures: &'static [HelpPicture], order: &Order) -> Option<Receiver<(&'static str, ColorImage)>> {
    if pictures.is_empty() {
        return None;
    }
    let (send, coming) = mpsc::sync_channel(1);
    let (ctx, is_dark, scale) = (ctx.clone(), order.is_dark, order.pixels_per_point);
    let work = move || {
        for picture in pictures {
            let svg = if is_dark { picture.dark } else { picture.light };
            let Ok(([width, height], pixels)) = png::pixels(svg, scale) else { continue };
            let image = ColorImage::from_rgba_premultiplied([width as usize, height as usize], &pixels);
            if send.send((picture.name, image)).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    };
    thread::Builder::new().name("help pictures".to_owned()).spawn(work).ok()?;
    Some(coming)
}

/// The size of a picture in points, which its SVG says at its beginning.
pub fn size(picture: &HelpPicture) -> Vec2 {
    let number = |name: &str| {
        let (_, rest) = picture.light.split_once(name)?;
        rest.split_once('"')?.0.parse::<f32>().ok()
    };
    vec2(number(" width=\"").unwrap_or(1.0), number(" height=\"").unwrap_or(1.0))
}
