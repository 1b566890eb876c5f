//! The help pages: their texts and pictures, which are files under `docs/`, and how links lead from one to another.

use super::markdown::{self, Block, Content};

/// A puzzle's help page. `help_page!` builds the files in.
#[derive(Clone, Copy, Debug)]
pub struct HelpPage {
    /// Its Markdown; empty if the puzzle has no page.
    pub text: &'static str,
    /// Its pictures.
    pub pictures: &'static [HelpPicture],
}

impl HelpPage {
    /// No page.
    pub const NONE: Self = Self { text: "", pictures: &[] };
}

/// A picture of a help page: two SVG files, which the program drew.
#[derive(Clone, Copy, Debug)]
pub struct HelpPicture {
    /// The name of the file for the light theme, without its folder. The other file ends in `-dark.svg`.
    pub name: &'static str,
    /// The text of that file.
    pub light: &'static str,
    /// The text of the file for the dark theme.
    pub dark: &'static str,
}

/// Builds in a puzzle's page and its pictures, by their names under `docs/`: `help_page!("soma": "soma-cube", "soma-elephant")`.
#[macro_export]
macro_rules! help_page {
    ($key:literal: $($picture:literal),* $(,)?) => {
        $crate::help::HelpPage {
            // Absolute paths, because relative ones would start at the file that calls the macro.
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/puzzles/", $key, ".md")),
            pictures: &[$($crate::help::HelpPicture {
                name: concat!($picture, ".svg"),
                light: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/", $picture, ".svg")),
                dark: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/", $picture, "-dark.svg")),
            }),*],
        }
    };
}
pub use help_page;

/// A page that isn't about one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The window.
    Window,
    /// The save format.
    Files,
    /// The commands.
    CommandLine,
    /// The words that Quincunx uses.
    Glossary,
}

impl Topic {
    const ALL: [Self; 4] = [Self::Window, Self::Files, Self::CommandLine, Self::Glossary];

    /// The page's path under `docs/`, and its Markdown.
    fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::Window => ("using.md", include_str!("../../../docs/using.md")),
            Self::Files => ("files.md", include_str!("../../../docs/files.md")),
            Self::CommandLine => ("command-line.md", include_str!("../../../docs/command-line.md")),
            Self::Glossary => ("glossary.md", include_str!("../../../docs/glossary.md")),
        }
    }
}

/// A page in the list of all pages.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path under `docs/`, such as `puzzles/meteor.md`.
    pub path: String,
    /// Its Markdown.
    pub text: &'static str,
    /// Its pictures.
    pub pictures: &'static [HelpPicture],
}

/// All pages: those of the puzzles with these keys, then the others.
pub fn all(puzzles: impl IntoIterator<Item = (&'static str, HelpPage)>) -> Vec<Page> {
    let puzzles = puzzles.into_iter().filter(|(_, page)| !page.text.is_empty());
    let pages = puzzles.map(|(key, page)| Page { path: path_of_puzzle(key), text: page.text, pictures: page.pictures });
    let topics = Topic::ALL.into_iter().map(|topic| {
        let (path, text) = topic.source();
        Page { path: path.to_owned(), text, pictures: &[] }
    });
    pages.chain(topics).collect()
}

/// The path of the page of the puzzle with this key.
pub fn path_of_puzzle(key: &str) -> String {
    format!("puzzles/{key}.md")
}

/// The path of the page on this topic.
pub fn path_of_topic(topic: Topic) -> &'static str {
    topic.source().0
}

impl Page {
    /// Whether it is about one puzzle.
    pub fn is_of_puzzle(&self) -> bool {
        self.path.starts_with("puzzles/")
    }

    /// Its title, which is its first heading.
    pub fn title(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
    }

    /// Its blocks.
    pub fn blocks(&self) -> Vec<Block> {
        markdown::parse(self.text)
    }

    /// The picture with this path, as the page writes it.
    pub fn picture(&self, path: &str) -> Option<&'static HelpPicture> {
        let name = path.rsplit('/').next()?;
        self.pictures.iter().find(|picture| picture.name == name)
    }
}

/// The block with this anchor.
pub fn anchored(blocks: &[Block], anchor: &str) -> Option<usize> {
    blocks.iter().position(|block| block.anchor().is_some_and(|own| own == anchor))
}

/// The sections of a page: the blocks with headings of the second level.
pub fn sections(blocks: &[Block]) -> impl Iterator<Item = (usize, &str)> {
    blocks.iter().enumerate().filter_map(|(index, block)| match &block.content {
        Content::Heading(2, words) => Some((index, words.text.as_str())),
        _ => None,
    })
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a page of the list, and there to the heading with this anchor; to the top if it is empty.
    Page(usize, String),
    /// To an address on the web.
    Web(String),
}

/// Returns where a link on the page with this path leads, or `None` if it leads nowhere.
pub fn destination(pages: &[Page], from: &str, link: &str) -> Option<Destination> {
    if link.starts_with("https://") {
        return Some(Destination::Web(link.to_owned()));
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = if path.is_empty() { from.to_owned() } else { joined(from, path) };
    let index = pages.iter().position(|page| page.path == path)?;
    Some(Destination::Page(index, anchor.to_owned()))
}

/// The path that is meant by a relative path on the page `from`.
fn joined(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_headings_and_the_web() {
        let pages = all([("meteor", HelpPage { text: "# Meteor\n", ..HelpPage::NONE }), ("sums", HelpPage::NONE)]);
        let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        assert_eq!(paths, ["puzzles/meteor.md", "using.md", "files.md", "command-line.md", "glossary.md"]);
        assert_eq!(pages[0].title(), "Meteor");
        let page = |index, anchor: &str| Some(Destination::Page(index, anchor.to_owned()));
        for (from, link, expected) in [
            ("using.md", "puzzles/meteor.md", page(0, "")),
            ("puzzles/meteor.md", "../glossary.md#meteor", page(4, "meteor")),
            ("puzzles/meteor.md", "#hints", page(0, "hints")),
            ("files.md", "https://example.org/#a", Some(Destination::Web("https://example.org/#a".to_owned()))),
            ("files.md", "none.md", None),
            ("files.md", "http://example.org", None),
        ] {
            assert_eq!(destination(&pages, from, link), expected, "{from}: {link}");
        }
    }
}
