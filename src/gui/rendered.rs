//! Pictures that are rendered on a thread of their own, in pixels of the screen.

use std::{
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use export::png;

/// Pictures by their names, some of which may still be to come.
pub struct Rendered<K> {
    /// Those that were rendered; none in place of a picture that there isn't.
    ready: Vec<(K, Option<TextureHandle>)>,
    /// Those that the thread has still to send; the thread ends when this is dropped.
    coming: Option<Receiver<(K, Option<ColorImage>)>>,
}

impl<K> Default for Rendered<K> {
    fn default() -> Self {
        Self { ready: Vec::new(), coming: None }
    }
}

impl<K: PartialEq + Send + 'static> Rendered<K> {
    /// Renders these SVGs one by one on a thread with this name, each this many times as large as its own size. If the system
    /// refuses the thread, no picture comes.
    pub fn start(ctx: &Context, thread: &str, scale: f32, svgs: impl Iterator<Item = (K, String)> + Send + 'static) -> Self {
        let (send, coming) = mpsc::sync_channel(1);
        let ctx = ctx.clone();
        let work = move || {
            for (name, svg) in svgs {
                let image = png::pixels(&svg, scale).ok();
                let image =
                    image.map(|([width, height], pixels)| ColorImage::from_rgba_premultiplied([width as usize, height as usize], &pixels));
                if send.send((name, image)).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        let thread = thread::Builder::new().name(thread.to_owned()).spawn(work);
        Self { ready: Vec::new(), coming: thread.is_ok().then_some(coming) }
    }

    /// Takes in the pictures that are ready.
    pub fn take_in(&mut self, ctx: &Context) {
        loop {
            match self.coming.as_ref().map(Receiver::try_recv) {
                Some(Ok((name, image))) => {
                    self.ready.push((name, image.map(|image| ctx.load_texture("rendered", image, TextureOptions::LINEAR))));
                }
                Some(Err(TryRecvError::Empty)) | None => break,
                Some(Err(TryRecvError::Disconnected)) => self.coming = None,
            }
        }
    }

    /// Whether no picture is still to come.
    pub fn is_complete(&self) -> bool {
        self.coming.is_none()
    }

    /// The picture with this name, once it is rendered.
    pub fn texture(&self, name: &K) -> Option<&TextureHandle> {
        self.ready.iter().find(|(own, _)| own == name)?.1.as_ref()
    }

    /// Whether there is no picture with this name, as its SVG was empty or broken.
    pub fn is_missing(&self, name: &K) -> bool {
        self.ready.iter().any(|(own, texture)| own == name && texture.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#;

    /// Pictures without an end. What it holds tells the test when the thread has dropped it.
    fn endless(alive: mpsc::Sender<()>) -> impl Iterator<Item = (usize, String)> {
        (0..).map(move |number| {
            let _ = &alive;
            (number, String::new())
        })
    }

    #[test]
    fn the_thread_ends_when_nobody_wants_its_pictures() {
        let (alive, ended) = mpsc::channel();
        let mut rendered = Rendered::start(&Context::default(), "test pictures", 1.0, endless(alive));
        while rendered.ready.len() < 3 {
            rendered.take_in(&Context::default());
        }
        assert!(rendered.is_missing(&0) && !rendered.is_complete());
        drop(rendered);
        assert_eq!(ended.recv(), Err(mpsc::RecvError), "the thread has dropped the pictures");
    }

    #[test]
    fn it_is_complete_once_all_pictures_were_taken_in() {
        let mut rendered = Rendered::start(&Context::default(), "test pictures", 1.0, [(7, SQUARE.to_owned())].into_iter());
        while !rendered.is_complete() {
            rendered.take_in(&Context::default());
        }
        assert!(rendered.texture(&7).is_some_and(|texture| texture.size() == [4, 4]));
    }
}
