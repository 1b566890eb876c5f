//! The files of BurrTools, whose names end in `.xmpuzzle`: shapes on a grid, and problems that say which shapes fill which. XML, possibly
//! compressed with gzip.
//!
//! Only their form is here, as plain data: what it means for a puzzle is said where the puzzle is. A file is read in one pass, in memory
//! that is proportional to its length, whatever its numbers claim.

use std::{fmt::Write as _, io::Read as _};

use flate2::read::GzDecoder;
use quick_xml::{
    Reader,
    escape::resolve_xml_entity,
    events::{BytesStart, Event},
};

use crate::{
    save_file::SaveFile,
    text::{counted, grouped, quoted},
};

/// How files that are compressed begin.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// How deep elements may lie in one another. The format needs 7, and one more for each piece that a stored solution takes away.
const DEEPEST: usize = 300;
/// The most shapes that are read.
const MOST_SHAPES: usize = 10_000;
/// The most problems that are read.
const MOST_PROBLEMS: usize = 1_000;
/// The most entries of all problems.
const MOST_USES: usize = 20_000;
/// The most groups that a shape is in.
const MOST_GROUPS: usize = 100;
/// The `state` of a problem whose search is over.
const SOLVED: &str = "2";
/// The names of the grids, by their numbers.
const GRIDS: [&str; 5] = ["cubes", "triangular prisms", "balls", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// What is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Puzzle {
    /// The shapes, to which problems refer by their index.
    pub shapes: Vec<Shape>,
    /// The problems.
    pub problems: Vec<Problem>,
    /// What the author says.
    pub comment: String,
    /// The colours of cells, as red, green and blue. Cells refer to them from 1.
    pub colors: Vec<[u8; 3]>,
    /// The names of elements that were skipped because nothing is known about them.
    pub unknown: Vec<String>,
}

/// A problem of a file as a document of a puzzle, and what the document doesn't have of it.
#[derive(Clone, Debug)]
pub struct Imported<S> {
    /// The document.
    pub document: SaveFile<S>,
    /// What was left out, each as a part of a sentence.
    pub left_out: Vec<String>,
}

/// A shape in a box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Its name; may be empty.
    pub name: String,
    /// How strongly it stays in place when others move; 1 unless given.
    pub weight: i64,
    /// The size of the box along x, y and z.
    pub sides: [usize; 3],
    /// The cells of the box, along x, then y, then z.
    pub cells: Vec<Cell>,
    /// Where the file has it.
    pub at: usize,
}

/// A cell of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Whether it belongs to the shape.
    pub state: CellState,
    /// The number of its colour, from 1; 0 if it has none.
    pub color: u8,
}

/// Whether a cell belongs to a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellState {
    /// It lies outside.
    #[default]
    Outside,
    /// It belongs to it.
    Filled,
    /// It may stay empty.
    Variable,
}

/// Which shapes fill which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Its name; may be empty.
    pub name: String,
    /// The shapes that are used.
    pub uses: Vec<Use>,
    /// The shape that they fill.
    pub result: usize,
    /// Which colour of a piece may lie on which colour of the figure, both from 1.
    pub pairs: Vec<(u8, u8)>,
    /// How many cells may stay empty, if there is a limit.
    pub most_holes: Option<usize>,
    /// What BurrTools found.
    pub stored: Stored,
    /// Where the file has it.
    pub at: usize,
}

/// What BurrTools found of a problem, as far as the file says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// How many assemblies there are, if the search is over.
    pub assemblies: Option<u64>,
    /// How many of them come apart, if that was searched.
    pub come_apart: Option<u64>,
    /// The solutions that are listed: how each comes apart, if the file has it.
    pub solutions: Vec<Option<Separation>>,
}

/// How an assembly comes apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Separation {
    /// The number of moves until the first pieces leave.
    pub moves: usize,
    /// The parts that come apart in turn: what is left, then what has left.
    pub parts: Vec<Separation>,
}

/// How often a shape is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// The shape.
    pub shape: usize,
    /// How often at least.
    pub least: usize,
    /// How often at most.
    pub most: usize,
    /// The groups of pieces that may stay together: the number of each, and how many of these pieces may be in it.
    pub groups: Vec<(u32, usize)>,
    /// Where the file has it.
    pub at: usize,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The byte of the text at which it is.
    pub at: usize,
    /// What is wrong and what is expected.
    pub message: String,
}

impl Wrong {
    /// This is wrong here.
    pub fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

/// Whether a text is XML, which no file of this program is.
pub fn is_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Decompresses a file that is compressed with gzip, up to this many bytes and one more.
///
/// # Errors
/// If it is damaged.
pub fn decompressed(bytes: Vec<u8>, most: u64) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    match GzDecoder::new(&bytes[..]).take(most + 1).read_to_end(&mut text) {
        Ok(_) => Ok(text),
        Err(_) => Err("the compressed file is damaged or cut short".to_owned()),
    }
}

/// Reads the text of a file.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read(text: &str) -> Result<Puzzle, Wrong> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut parser = Parser { reader, depth: 0 };
    let puzzle = loop {
        match parser.next()? {
            Item::Start(tag) if tag.name == "puzzle" => break parser.puzzle(&tag)?,
            Item::Start(tag) => {
                return Err(Wrong::new(
                    tag.at,
                    format!("not a BurrTools file: expected `<puzzle>`, not `<{}>`", quoted(tag.name.as_str())),
                ));
            }
            Item::Text(text, at) if !text.trim().is_empty() => {
                return Err(Wrong::new(at, "not a BurrTools file: expected `<puzzle>` at the start"));
            }
            Item::Text(..) => {}
            Item::End | Item::Eof => return Err(Wrong::new(text.len(), "not a BurrTools file: `<puzzle>` is missing")),
        }
    };
    puzzle.check_references()?;
    Ok(puzzle)
}

impl Puzzle {
    /// Finds references to shapes and colours that aren't there.
    fn check_references(&self) -> Result<(), Wrong> {
        let shapes = counted(self.shapes.len() as u64, "shape");
        for shape in &self.shapes {
            if let Some(cell) = shape.cells.iter().find(|cell| self.colors.len() < usize::from(cell.color)) {
                let colors = counted(self.colors.len() as u64, "colour");
                return Err(Wrong::new(shape.at, format!("a cell has colour {}, but the file has {colors}", cell.color)));
            }
        }
        for problem in &self.problems {
            let missing = |shape: usize| format!("there is no shape {shape}: the file has {shapes}, numbered from 0");
            if let Some(usage) = problem.uses.iter().find(|usage| self.shapes.len() <= usage.shape) {
                return Err(Wrong::new(usage.at, missing(usage.shape)));
            }
            if self.shapes.len() <= problem.result {
                return Err(Wrong::new(problem.at, format!("the figure is missing: {}", missing(problem.result))));
            }
        }
        Ok(())
    }
}

/// What the parser meets next.
enum Item {
    Start(Tag),
    Text(String, usize),
    End,
    Eof,
}

/// A separation that is being read.
#[derive(Default)]
struct OpenSeparation {
    states: usize,
    /// What is left, if that comes apart in turn.
    rest: Option<Separation>,
    /// What has left, if that comes apart in turn.
    removed: Option<Separation>,
    /// Whether it is of what has left.
    has_left: bool,
}

/// The start of an element.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    at: usize,
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute that is a whole number, if it is there.
    fn number(&self, name: &str) -> Result<Option<usize>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.trim().parse().ok().filter(|&number: &usize| number <= u32::MAX as usize);
        let expected = || format!("`{name}` of `<{}>` must be a whole number, not \"{}\"", self.name, quoted(value));
        number.map(Some).ok_or_else(|| Wrong::new(self.at, expected()))
    }

    fn required(&self, name: &str) -> Result<usize, Wrong> {
        self.number(name)?.ok_or_else(|| Wrong::new(self.at, format!("`<{}>` has no `{name}`", self.name)))
    }
}

struct Parser<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Result<Item, Wrong> {
        loop {
            let at = self.reader.buffer_position() as usize;
            let event = self.reader.read_event();
            let event = event.map_err(|error| Wrong::new(self.reader.error_position() as usize, format!("not valid XML: {error}")))?;
            match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if DEEPEST < self.depth {
                        return Err(Wrong::new(at, format!("elements are nested more than {DEEPEST} deep")));
                    }
                    return Ok(Item::Start(tag(&start, at)?));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Ok(Item::End);
                }
                Event::Text(text) => {
                    let text = text.xml10_content().map_err(|error| Wrong::new(at, format!("not valid XML: {error}")))?;
                    return Ok(Item::Text(text.into_owned(), at));
                }
                Event::CData(text) => return Ok(Item::Text(String::from_utf8_lossy(&text).into_owned(), at)),
                Event::GeneralRef(reference) => {
                    let name = String::from_utf8_lossy(&reference).into_owned();
                    let code = reference.resolve_char_ref().ok().flatten();
                    let text = code.map(String::from).or_else(|| resolve_xml_entity(&name).map(str::to_owned));
                    let unknown = || Wrong::new(at, format!("unknown entity `&{};`", quoted(name.as_str())));
                    return Ok(Item::Text(text.ok_or_else(unknown)?, at));
                }
                Event::DocType(_) => return Err(Wrong::new(at, "a document type isn't allowed here, nor are entities of one's own")),
                Event::Eof if self.depth > 0 => return Err(Wrong::new(at, "the file is cut short: an element isn't closed")),
                Event::Eof => return Ok(Item::Eof),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Empty(_) => {}
            }
        }
    }

    /// Reads the rest of an element. Calls `each` with each element in it, which must read the rest of that. Returns the text between them.
    fn inside(&mut self, mut each: impl FnMut(&mut Self, &Tag) -> Result<(), Wrong>) -> Result<(String, usize), Wrong> {
        let (mut all, mut start) = (String::new(), None);
        loop {
            match self.next()? {
                Item::Start(tag) => each(self, &tag)?,
                Item::Text(text, at) => {
                    start.get_or_insert(at);
                    all += &text;
                }
                // Within an element, the end of the file is an error already.
                Item::End | Item::Eof => return Ok((all, start.unwrap_or_else(|| self.reader.buffer_position() as usize))),
            }
        }
    }

    /// Skips the rest of an element.
    fn skip(&mut self) -> Result<(), Wrong> {
        let mut open = 1;
        while open > 0 {
            match self.next()? {
                Item::Start(_) => open += 1,
                Item::End => open -= 1,
                Item::Text(..) | Item::Eof => {}
            }
        }
        Ok(())
    }

    fn puzzle(&mut self, tag: &Tag) -> Result<Puzzle, Wrong> {
        if !matches!(tag.get("version"), Some("1" | "2")) {
            let version = tag.get("version").map_or_else(String::new, |version| format!(", not \"{}\"", quoted(version)));
            return Err(Wrong::new(tag.at, format!("expected version 1 or 2 of BurrTools' format{version}")));
        }
        let mut puzzle = Puzzle::default();
        let mut unknown = Vec::new();
        self.inside(|parser, tag| match tag.name.as_str() {
            "gridType" => {
                require_cubes(tag.number("type")?.unwrap_or(0), tag.at)?;
                parser.skip()
            }
            "colors" => parser
                .inside(|parser, tag| {
                    let part = |name| Ok(tag.number(name)?.unwrap_or(0).min(255) as u8);
                    puzzle.colors.push([part("red")?, part("green")?, part("blue")?]);
                    if usize::from(u8::MAX) < puzzle.colors.len() {
                        return Err(Wrong::new(tag.at, "the file has more than 255 colours"));
                    }
                    parser.skip()
                })
                .map(drop),
            "shapes" => parser
                .inside(|parser, tag| {
                    if puzzle.shapes.len() == MOST_SHAPES {
                        return Err(Wrong::new(tag.at, "the file has more than 10,000 shapes"));
                    }
                    puzzle.shapes.push(parser.shape(tag)?);
                    Ok(())
                })
                .map(drop),
            "problems" => parser
                .inside(|parser, tag| {
                    if puzzle.problems.len() == MOST_PROBLEMS {
                        return Err(Wrong::new(tag.at, "the file has more than 1,000 problems"));
                    }
                    puzzle.problems.push(parser.problem(tag, &mut unknown)?);
                    let uses: usize = puzzle.problems.iter().map(|problem| problem.uses.len()).sum();
                    if MOST_USES < uses {
                        return Err(Wrong::new(
                            tag.at,
                            format!("all problems together use more than {} shapes", grouped(MOST_USES as u64)),
                        ));
                    }
                    Ok(())
                })
                .map(drop),
            "comment" => {
                puzzle.comment = parser.inside(|parser, _| parser.skip())?.0.trim().to_owned();
                Ok(())
            }
            _ => {
                note(&mut puzzle.unknown, &tag.name);
                parser.skip()
            }
        })?;
        unknown.iter().for_each(|name| note(&mut puzzle.unknown, name));
        if puzzle.problems.is_empty() {
            return Err(Wrong::new(tag.at, "the file has no problem: nothing says which shape the others fill"));
        }
        Ok(puzzle)
    }

    fn shape(&mut self, tag: &Tag) -> Result<Shape, Wrong> {
        if tag.name != "voxel" {
            return Err(Wrong::new(tag.at, format!("expected `<voxel>`, not `<{}>`", quoted(tag.name.as_str()))));
        }
        let sides = [tag.required("x")?, tag.required("y")?, tag.required("z")?];
        let volume = sides.iter().try_fold(1_usize, |volume, &side| volume.checked_mul(side)).unwrap_or(usize::MAX);
        let (text, at) = self.inside(|parser, _| parser.skip())?;
        let mut cells: Vec<Cell> = Vec::new();
        for (offset, mark) in text.char_indices().filter(|(_, mark)| !mark.is_whitespace()) {
            let state = match mark {
                '#' => CellState::Filled,
                '+' => CellState::Variable,
                '_' => CellState::Outside,
                '0'..='9' => {
                    let digit = mark as u8 - b'0';
                    let color = cells.last().and_then(|cell| cell.color.checked_mul(10)?.checked_add(digit)).filter(|&color| color < 64);
                    let Some(color) = color else { return Err(Wrong::new(at + offset, "expected a colour from 1 to 63 after a cell")) };
                    if let Some(cell) = cells.last_mut() {
                        cell.color = color;
                    }
                    continue;
                }
                _ => return Err(Wrong::new(at + offset, format!("expected `#`, `+` or `_` for a cell, not \"{}\"", quoted(mark)))),
            };
            cells.push(Cell { state, color: 0 });
        }
        if cells.len() != volume {
            let [x, y, z] = sides;
            let found = counted(cells.len() as u64, "cell");
            return Err(Wrong::new(at, format!("the text has {found}, but the size of the shape is {x} x {y} x {z}")));
        }
        let weight = tag.get("weight").and_then(|weight| weight.trim().parse().ok()).unwrap_or(1);
        Ok(Shape { name: tag.get("name").unwrap_or_default().trim().to_owned(), weight, sides, cells, at: tag.at })
    }

    fn problem(&mut self, tag: &Tag, unknown: &mut Vec<String>) -> Result<Problem, Wrong> {
        let mut problem = Problem { name: tag.get("name").unwrap_or_default().trim().to_owned(), at: tag.at, ..Problem::default() };
        problem.most_holes = tag.number("maxHoles")?;
        if tag.get("state") == Some(SOLVED) {
            let number = |name| tag.get(name).and_then(|value| value.trim().parse().ok());
            problem.stored.assemblies = number("assemblies");
            problem.stored.come_apart = number("solutions");
        }
        let mut result = None;
        self.inside(|parser, tag| match tag.name.as_str() {
            "shapes" => parser
                .inside(|parser, tag| {
                    problem.uses.push(parser.usage(tag)?);
                    Ok(())
                })
                .map(drop),
            "result" => {
                result = Some(tag.required("id")?);
                parser.skip()
            }
            "bitmap" => parser
                .inside(|parser, tag| {
                    let color = |name| {
                        let number = u8::try_from(tag.required(name)?).ok().and_then(|number| number.checked_add(1));
                        number.ok_or_else(|| Wrong::new(tag.at, format!("there is no colour with this number: `{name}`")))
                    };
                    problem.pairs.push((color("piece")?, color("result")?));
                    parser.skip()
                })
                .map(drop),
            "solutions" => parser
                .inside(|parser, _| {
                    problem.stored.solutions.push(parser.solution()?);
                    Ok(())
                })
                .map(drop),
            // How far the other program's search is.
            "assembler" => parser.skip(),
            other => {
                note(unknown, other);
                parser.skip()
            }
        })?;
        // A search that takes nothing apart stores 0, too.
        if problem.stored.solutions.iter().all(Option::is_none) {
            problem.stored.come_apart = problem.stored.come_apart.filter(|&count| 0 < count);
        }
        let missing = || Wrong::new(tag.at, "the problem has no `<result>`, which says what the shapes fill");
        problem.result = result.ok_or_else(missing)?;
        Ok(problem)
    }

    /// Reads how a solution comes apart. Where its pieces lie isn't read.
    fn solution(&mut self) -> Result<Option<Separation>, Wrong> {
        let mut separation = None;
        self.inside(|parser, tag| match tag.name.as_str() {
            "separation" => {
                separation = Some(parser.separation()?);
                Ok(())
            }
            _ => parser.skip(),
        })?;
        Ok(separation)
    }

    /// Reads the rest of a separation with its parts. The states are those before and after each move. Without recursion, since parts can
    /// be nested as deep as elements.
    fn separation(&mut self) -> Result<Separation, Wrong> {
        let mut open = vec![OpenSeparation::default()];
        loop {
            match self.next()? {
                Item::Start(tag) if tag.name == "separation" => {
                    open.push(OpenSeparation { has_left: tag.get("type") == Some("removed"), ..OpenSeparation::default() });
                }
                Item::Start(tag) => {
                    if let Some(separation) = open.last_mut().filter(|_| tag.name == "state") {
                        separation.states += 1;
                    }
                    self.skip()?;
                }
                Item::Text(..) => {}
                Item::End | Item::Eof => {
                    let Some(OpenSeparation { states, rest, removed, has_left }) = open.pop() else { return Ok(Separation::default()) };
                    let parts = rest.into_iter().chain(removed).collect();
                    let separation = Separation { moves: states.saturating_sub(1), parts };
                    match open.last_mut() {
                        None => return Ok(separation),
                        Some(outer) if has_left => outer.removed = Some(separation),
                        Some(outer) => outer.rest = Some(separation),
                    }
                }
            }
        }
    }

    fn usage(&mut self, tag: &Tag) -> Result<Use, Wrong> {
        let shape = tag.required("id")?;
        let (least, most) = match tag.number("count")? {
            Some(count) => (count, count),
            None => (tag.number("min")?.unwrap_or(1), tag.number("max")?.unwrap_or(1)),
        };
        if most < least {
            return Err(Wrong::new(tag.at, format!("shape {shape} is used at least {least} times, but at most {most} times")));
        }
        let mut groups: Vec<(u32, usize)> = tag.number("group")?.map(|group| (group as u32, most)).into_iter().collect();
        self.inside(|parser, tag| {
            let (Some(group), Some(count)) = (tag.number("group")?, tag.number("count")?) else {
                return Err(Wrong::new(tag.at, "a group needs a `group` and a `count`"));
            };
            if groups.len() == MOST_GROUPS {
                return Err(Wrong::new(tag.at, format!("shape {shape} is in more than {MOST_GROUPS} groups")));
            }
            if count == 0 {
                return Err(Wrong::new(tag.at, format!("group {group} has no pieces: its `count` must be at least 1")));
            }
            if groups.iter().any(|&(other, _)| other == group as u32) {
                return Err(Wrong::new(tag.at, format!("shape {shape} is in group {group} twice")));
            }
            groups.push((group as u32, count));
            parser.skip()
        })?;
        // Pieces of group 0, and those of no group, must come apart.
        groups.retain(|&(group, count)| 0 < group && 0 < count);
        Ok(Use { shape, least, most, groups, at: tag.at })
    }
}

fn tag(start: &BytesStart<'_>, at: usize) -> Result<Tag, Wrong> {
    let invalid = |error: &dyn std::fmt::Display| Wrong::new(at, format!("not valid XML: {error}"));
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| invalid(&error))?;
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(|error| invalid(&error))?;
        attributes.push((String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value.into_owned()));
    }
    Ok(Tag { name: String::from_utf8_lossy(start.name().as_ref()).into_owned(), attributes, at })
}

fn require_cubes(grid: usize, at: usize) -> Result<(), Wrong> {
    match GRIDS.get(grid) {
        Some(_) if grid == 0 => Ok(()),
        Some(name) => Err(Wrong::new(at, format!("this puzzle is on a grid of {name}; only puzzles of cubes can be read"))),
        None => Err(Wrong::new(at, format!("there is no grid {grid}; only puzzles of cubes, grid 0, can be read"))),
    }
}

/// Remembers the name of an element, up to a few of them.
fn note(names: &mut Vec<String>, name: &str) {
    if names.len() < 10 && !names.iter().any(|other| other == name) {
        names.push(name.to_owned());
    }
}

/// Writes a file.
pub fn write(puzzle: &Puzzle) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors>\n");
    // Writing to a string can't fail.
    let _ = write_into(&mut text, puzzle);
    text
}

fn write_into(text: &mut String, puzzle: &Puzzle) -> std::fmt::Result {
    for [red, green, blue] in &puzzle.colors {
        writeln!(text, "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>")?;
    }
    text.push_str("</colors>\n<shapes>\n");
    for Shape { name, weight, sides: [x, y, z], cells, .. } in &puzzle.shapes {
        let name = if name.is_empty() { String::new() } else { format!(" name=\"{}\"", escaped(name)) };
        let weight = if *weight == 1 { String::new() } else { format!(" weight=\"{weight}\"") };
        write!(text, "<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"{weight}{name} type=\"0\">")?;
        for cell in cells {
            text.push(match cell.state {
                CellState::Outside => '_',
                CellState::Filled => '#',
                CellState::Variable => '+',
            });
            if cell.color > 0 {
                write!(text, "{}", cell.color)?;
            }
        }
        text.push_str("</voxel>\n");
    }
    text.push_str("</shapes>\n<problems>\n");
    for problem in &puzzle.problems {
        let name = if problem.name.is_empty() { String::new() } else { format!(" name=\"{}\"", escaped(&problem.name)) };
        writeln!(text, "<problem{name} state=\"0\">\n<shapes>")?; // words: ok, the name of an attribute
        for Use { shape, least, most, groups, .. } in &problem.uses {
            match least == most {
                true => write!(text, "<shape id=\"{shape}\" count=\"{most}\"")?,
                false => write!(text, "<shape id=\"{shape}\" min=\"{least}\" max=\"{most}\"")?,
            }
            match &groups[..] {
                [] => text.push_str("/>\n"),
                [(group, count)] if count == most => writeln!(text, " group=\"{group}\"/>")?,
                groups => {
                    text.push('>');
                    for (group, count) in groups {
                        write!(text, "<group group=\"{group}\" count=\"{count}\"/>")?;
                    }
                    text.push_str("</shape>\n");
                }
            }
        }
        writeln!(text, "</shapes>\n<result id=\"{}\"/>\n<bitmap>", problem.result)?;
        for (piece, figure) in &problem.pairs {
            writeln!(text, "<pair piece=\"{}\" result=\"{}\"/>", piece - 1, figure - 1)?;
        }
        text.push_str("</bitmap>\n</problem>\n");
    }
    text.push_str("</problems>\n");
    match puzzle.comment.as_str() {
        "" => text.push_str("<comment/>\n"),
        comment => writeln!(text, "<comment>{}</comment>", escaped(comment))?,
    }
    text.push_str("</puzzle>\n");
    Ok(())
}

fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}

#[cfg(test)]
mod tests;
