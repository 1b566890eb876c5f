//! The window: the only room that knows egui.

pub mod app;
pub mod bench;
pub mod canvas;
pub mod command;
pub mod dialogs;
pub mod panels;
pub mod tools;
pub mod theme;
mod files;
mod icons;
mod paint;
mod widgets;
