//! Reads Markdown as a list of blocks. Knows what help pages use: headings, paragraphs, lists, tables, code, pictures and links. HTML is
//! left out, so comments in a page are for its authors only.

use std::{cell::OnceCell, ops::Range, rc::Rc};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A part of a page that is laid out by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// How many lists it is in.
    pub depth: usize,
    /// The bullet or number before it, if it begins an item of a list.
    pub marker: Option<String>,
    /// What it shows.
    pub content: Content,
}

/// What a block shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A heading. Its level is 1 for the title of the page.
    Heading(u8, Words),
    /// A paragraph, or a short item of a list.
    Paragraph(Words),
    /// Lines of code.
    Code(String),
    /// A row of a table; the first one is its head.
    Row {
        /// The table, which all its rows share.
        table: Rc<Table>,
        /// The index of the row in it.
        row: usize,
    },
    /// A picture.
    Picture {
        /// Its path, as written in the page.
        path: String,
        /// What it shows, in words.
        label: String,
    },
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Its rows, each with its cells; the first one is the head.
    pub rows: Vec<Vec<Words>>,
    /// How much room its columns need, once that was measured.
    pub columns: OnceCell<Vec<Column>>,
}

/// How much room a column of a table needs, in points at the usual size of text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Column {
    /// The width of its widest word.
    pub word: f32,
    /// The width of its widest cell on one line.
    pub cell: f32,
}

impl Block {
    /// All its words in their order.
    pub fn words(&self) -> &[Words] {
        match &self.content {
            Content::Heading(_, words) | Content::Paragraph(words) => std::slice::from_ref(words),
            Content::Row { table, row } => &table.rows[*row],
            Content::Code(_) | Content::Picture { .. } => &[],
        }
    }

    /// All its links in their order: the words, and where each leads, as written in the page.
    pub fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        self.words()
            .iter()
            .flat_map(|words| words.links.iter().map(|(range, to)| (words.text.get(range.clone()).unwrap_or_default(), to.as_str())))
    }

    /// The name by which links find it: for a heading its words in lower case, with hyphens for spaces and without punctuation.
    pub fn anchor(&self) -> Option<String> {
        let Content::Heading(_, words) = &self.content else { return None };
        let kept = words.text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>();
        Some(kept.replace(' ', "-"))
    }
}

/// Text on one or more lines, with its styles and links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The plain text.
    pub text: String,
    /// The styles, one after another, which together cover the whole text.
    pub styles: Vec<(Range<usize>, Style)>,
    /// The parts that are links, and where each leads, as written in the page.
    pub links: Vec<(Range<usize>, String)>,
}

/// How a part of a text is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Semi-bold.
    pub bold: bool,
    /// Italic.
    pub italic: bool,
    /// In the font of code.
    pub code: bool,
}

impl Words {
    fn push(&mut self, text: &str, style: Style) {
        let from = self.text.len();
        self.text.push_str(text);
        let to = self.text.len();
        match self.styles.last_mut() {
            Some((range, last)) if *last == style => range.end = to,
            _ => self.styles.push((from..to, style)),
        }
    }
}

/// Reads a page.
pub fn parse(markdown: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        reader.read(event);
    }
    reader.blocks
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The words read since the last block.
    words: Words,
    style: Style,
    /// Where the link began that is being read, and where it leads.
    link: Option<(usize, String)>,
    /// For each list that is being read, the number of its next item; none if it has bullets.
    lists: Vec<Option<u64>>,
    /// The marker of the item that is being read, until its first block.
    marker: Option<String>,
    /// The path and the words of the picture that is being read.
    picture: Option<(String, String)>,
    /// The lines of the code that is being read.
    code: Option<String>,
    cells: Vec<Words>,
    table: Vec<Vec<Words>>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.words.push(&text, Style { code: true, ..self.style }),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.text("\n"),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match (&mut self.picture, &mut self.code) {
            (Some((_, label)), _) => label.push_str(text),
            (None, Some(code)) => code.push_str(text),
            (None, None) => self.words.push(text, self.style),
        }
    }

    fn begin(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.style.bold = true,
            Tag::Emphasis => self.style.italic = true,
            Tag::Link { dest_url, .. } => self.link = Some((self.words.text.len(), dest_url.into_string())),
            Tag::Image { dest_url, .. } => self.picture = Some((dest_url.into_string(), String::new())),
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::List(first) => {
                // The item that contains the list may have words before it.
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        Some(format!("{}.", *number - 1))
                    }
                    _ => Some("•".to_owned()),
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style.bold = false,
            TagEnd::Emphasis => self.style.italic = false,
            TagEnd::Link => {
                if let Some((from, to)) = self.link.take() {
                    self.words.links.push((from..self.words.text.len(), to));
                }
            }
            TagEnd::Image => {
                if let Some((path, label)) = self.picture.take() {
                    self.push(Content::Picture { path, label });
                }
            }
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.push(Content::Code(code.trim_end().to_owned()));
                }
            }
            TagEnd::Heading(level) => {
                let words = std::mem::take(&mut self.words);
                self.push(Content::Heading(number_of(level), words));
            }
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.words)),
            TagEnd::TableHead | TagEnd::TableRow => self.table.push(std::mem::take(&mut self.cells)),
            TagEnd::Table => self.rows(),
            _ => {}
        }
    }

    /// Ends the paragraph, if there is one.
    fn paragraph(&mut self) {
        let words = std::mem::take(&mut self.words);
        if !words.text.trim().is_empty() {
            self.push(Content::Paragraph(words));
        }
    }

    fn rows(&mut self) {
        let table = Rc::new(Table { rows: std::mem::take(&mut self.table), columns: OnceCell::new() });
        for row in 0..table.rows.len() {
            self.push(Content::Row { table: table.clone(), row });
        }
    }

    fn push(&mut self, content: Content) {
        self.blocks.push(Block { depth: self.lists.len(), marker: self.marker.take(), content });
    }
}

fn number_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block on a line: its depth, its marker, its kind and its text.
    fn outline(markdown: &str) -> Vec<String> {
        let line = |block: &Block| {
            let text = block.words().iter().map(|words| words.text.as_str()).collect::<Vec<_>>().join(" | ");
            let kind = match &block.content {
                Content::Heading(level, _) => format!("heading {level}"),
                Content::Paragraph(_) => "paragraph".to_owned(),
                Content::Code(code) => format!("code {code:?}"),
                Content::Row { table, row } => format!("row {row} of {}", table.rows.len()),
                Content::Picture { path, label } => format!("picture {path}: {label}"),
            };
            format!("{}{} {kind} {text}", block.depth, block.marker.as_deref().unwrap_or("")).trim_end().to_owned()
        };
        parse(markdown).iter().map(line).collect()
    }

    #[test]
    fn a_page_becomes_a_list_of_blocks() {
        for (markdown, expected) in [
            ("# A *b*\n\nOne\ntwo.", &["0 heading 1 A b", "0 paragraph One two."][..]),
            ("* a\n* b\n  * c\n\nd", &["1• paragraph a", "1• paragraph b", "2• paragraph c", "0 paragraph d"]),
            ("3. a\n\n   b\n4. c", &["13. paragraph a", "1 paragraph b", "14. paragraph c"]),
            ("    x\n     y\n", &["0 code \"x\\n y\""]),
            ("```ron\nx\n```", &["0 code \"x\""]),
            ("<!-- a -->\n![b](c.svg)\n", &["0 picture c.svg: b"]),
            ("| a | bc |\n| --- | --- |\n| `def` | g <!-- h --> |", &["0 row 0 of 2 a | bc", "0 row 1 of 2 def | g"]),
            ("", &[]),
        ] {
            assert_eq!(outline(markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn words_have_styles_and_links() {
        let blocks = parse("a **b *c*** `d` [e](f.md#g).");
        let words = &blocks[0].words()[0];
        assert_eq!(words.text, "a b c d e.");
        let bold = Style { bold: true, ..Style::default() };
        let expected = [
            (0..2, Style::default()),
            (2..4, bold),
            (4..5, Style { italic: true, ..bold }),
            (5..6, Style::default()),
            (6..7, Style { code: true, ..Style::default() }),
            (7..10, Style::default()),
        ];
        assert_eq!(words.styles, expected);
        assert_eq!(words.links, [(8..9, "f.md#g".to_owned())]);
    }

    #[test]
    fn anchors_are_those_of_other_readers_of_markdown() {
        let anchor = |markdown: &str| parse(markdown)[0].anchor();
        assert_eq!(anchor("## How it is searched"), Some("how-it-is-searched".to_owned()));
        assert_eq!(anchor("### Don't: `a_b`, c-d"), Some("dont-a_b-c-d".to_owned()));
        assert_eq!(anchor("text"), None);
    }
}
