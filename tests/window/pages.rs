//! The help pages of all puzzles.

use quincunx::{
    for_every_puzzle,
    gui::{
        help::{
            markdown::{Block, Content},
            page::{self, Destination, Page},
            pictures,
            reading::LONGEST_LINE,
        },
        tools::Tools,
    },
    own::Controls,
    puzzle::Puzzle,
};

fn pages() -> Vec<Page> {
    macro_rules! pages {
        ($($puzzle:ty),* $(,)?) => {
            page::all([$((<$puzzle as Puzzle>::KEY, <Controls as Tools<$puzzle>>::HELP)),*])
        };
    }
    for_every_puzzle!(pages)
}

#[test]
fn every_puzzle_has_a_page_with_the_same_sections() {
    let pages: Vec<Page> = pages().into_iter().filter(Page::is_of_puzzle).collect();
    assert_eq!(pages.len(), 6);
    for page in pages {
        let blocks = page.blocks();
        let sections: Vec<&str> = page::sections(&blocks).map(|(_, title)| title).collect();
        assert_eq!(sections, ["How to play", "How to use this tab", "How it is searched"], "{}", page.path);
    }
}

#[test]
fn every_link_and_picture_leads_somewhere() {
    let pages = pages();
    for page in &pages {
        let blocks = page.blocks();
        assert!(!page.title().is_empty(), "{}", page.path);
        for (_, link) in blocks.iter().flat_map(Block::links) {
            let destination = page::destination(&pages, &page.path, link);
            if let Some(Destination::Page(to, anchor)) = &destination
                && !anchor.is_empty()
            {
                assert!(page::anchored(&pages[*to].blocks(), anchor).is_some(), "{}: no heading for {link}", page.path);
            }
            assert!(destination.is_some(), "{}: {link} leads nowhere", page.path);
        }
        let shown = blocks.iter().filter_map(|block| match &block.content {
            Content::Picture { path, .. } => Some(page.picture(path).unwrap_or_else(|| panic!("{}: {path} isn't built in", page.path))),
            _ => None,
        });
        let shown: Vec<&str> = shown.map(|picture| picture.name).collect();
        for picture in page.pictures {
            assert!(shown.contains(&picture.name), "{} doesn't show {}", page.path, picture.name);
            let size = pictures::size(picture);
            assert!(100.0 < size.x && size.x < LONGEST_LINE, "{}: {size}", picture.name);
        }
    }
}
