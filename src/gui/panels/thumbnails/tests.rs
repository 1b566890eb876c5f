use std::sync::Arc;

use super::*;
use crate::testing::program;
use base::{erased, look::Theme, puzzle::Puzzle};
use set::{
    Set,
    edit::view::{Palette, View},
    model::{card::Card, solution::Solution},
};
use workbench::file::SaveFile;

/// Lists these solutions for a frame. Returns for each picture whether it is there and was drawn for the view.
fn seen(thumbnails: &mut Thumbnails, session: &Session, solutions: &[erased::Solution]) -> Vec<bool> {
    seen_after(thumbnails, session, solutions, false)
}

fn seen_after(thumbnails: &mut Thumbnails, session: &Session, solutions: &[erased::Solution], has_jumped: bool) -> Vec<bool> {
    let look = Look::new(Theme::Dark);
    thumbnails.begin_frame(session, &look, has_jumped);
    let is_latest = |solution: &erased::Solution| {
        let drawn = (session.kind().thumbnail)(session.state(), session.view(), solution, &look);
        thumbnails.of(session, solution, &look).is_some_and(|kept| *kept.picture() == drawn)
    };
    solutions.iter().map(is_latest).collect()
}

#[test]
fn each_frame_draws_two_pictures_or_renews_one_after_a_change_of_the_view() {
    let kind = program().puzzles.with_key(Set::KEY).unwrap().kind;
    let mut session = Session::new(kind, SaveFile::untitled((kind.empty)()), None, Arc::new(|| ()));
    let hand = [0, 17, 40, 80].map(|index| Card::new(index).unwrap_or_default());
    let solutions = [[0, 1, 2], [1, 2, 3], [0, 2, 3]].map(|positions| erased::Solution::of(Solution::new(positions, &hand)));
    let mut thumbnails = Thumbnails::default();
    assert_eq!(seen(&mut thumbnails, &session, &solutions), [true, true, false], "the third one follows");
    assert!(thumbnails.are_outdated());
    assert_eq!(seen(&mut thumbnails, &session, &solutions), [true; 3]);
    assert!(!thumbnails.are_outdated());
    let mut others = Thumbnails::default();
    assert_eq!(seen_after(&mut others, &session, &solutions, true), [true, false, false], "the board is drawn, too");
    assert!(others.are_outdated());
    session.view_mut().change(|view: &mut View| view.palette = Palette::Contrast);
    for renewed in 1..=3 {
        let expected = [true, 2 <= renewed, 3 <= renewed];
        assert_eq!(seen(&mut thumbnails, &session, &solutions), expected);
        assert_eq!(thumbnails.are_outdated(), renewed < 3);
    }
}
