//! RON as a tree that can be cut, spliced and written again, without knowing what it means.

use quincunx::chance::Random;

/// A value.
#[derive(Clone, Debug)]
pub enum Node {
    /// A number, a name, or anything else without brackets and quotes.
    Word(String),
    /// A text, as it is written between its quotes.
    Text(String),
    /// A list or a struct: the name before it, its opening bracket, and its items, which may have names.
    Group(String, char, Vec<(Option<String>, Node)>),
}

impl Node {
    /// Reads a tree from a valid text without comments. Returns `None` if that fails.
    pub fn read(text: &str) -> Option<Self> {
        let mut rest = text.trim();
        read_value(&mut rest)
    }

    /// Writes the tree.
    pub fn write(&self) -> String {
        let mut text = String::new();
        self.write_to(&mut text);
        text
    }

    fn write_to(&self, text: &mut String) {
        match self {
            Self::Word(word) => text.push_str(word),
            Self::Text(content) => {
                text.push('"');
                text.push_str(content);
                text.push('"');
            }
            Self::Group(name, open, items) => {
                text.push_str(name);
                text.push(*open);
                for (name, item) in items {
                    if let Some(name) = name {
                        text.push_str(name);
                        text.push_str(": ");
                    }
                    item.write_to(text);
                    text.push_str(", ");
                }
                text.push(match open {
                    '(' => ')',
                    '[' => ']',
                    _ => '}',
                });
            }
        }
    }

    /// Returns the number of values in the tree.
    pub fn size(&self) -> usize {
        match self {
            Self::Group(_, _, items) => 1 + items.iter().map(|(_, item)| item.size()).sum::<usize>(),
            _ => 1,
        }
    }

    /// Returns the value with this number, counting from the root in reading order.
    pub fn nth(&self, number: usize) -> &Self {
        let mut number = number;
        let mut node = self;
        'down: while number > 0 {
            let Self::Group(_, _, items) = node else { return node };
            number -= 1;
            for (_, item) in items {
                let size = item.size();
                if number < size {
                    node = item;
                    continue 'down;
                }
                number -= size;
            }
            return node;
        }
        node
    }

    /// As [`Node::nth`], to be changed.
    fn nth_mut(&mut self, number: usize) -> &mut Self {
        if number == 0 || !matches!(self, Self::Group(..)) {
            return self;
        }
        let Self::Group(_, _, items) = self else { unreachable!("checked before") };
        let mut number = number - 1;
        let mut at = 0;
        while at + 1 < items.len() && items[at].1.size() <= number {
            number -= items[at].1.size();
            at += 1;
        }
        items[at].1.nth_mut(number)
    }

    /// Changes a random value: a number becomes an extreme one, items are removed, repeated or exchanged, characters change, or a value
    /// of another tree takes its place.
    pub fn mutate(&mut self, random: &mut Random, donor: &Self) {
        let number = random.below(self.size() as u64) as usize;
        let replacement = donor.nth(random.below(donor.size() as u64) as usize);
        let node = self.nth_mut(number);
        if random.below(12) == 0 && replacement.size() < 400 {
            *node = replacement.clone();
            return;
        }
        match node {
            Self::Word(word) => *word = changed_word(word, random),
            Self::Text(text) => *text = changed_text(text, random),
            Self::Group(_, open, items) => change_items(*open, items, random),
        }
    }
}

const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "15",
    "16",
    "25",
    "63",
    "64",
    "100",
    "127",
    "128",
    "255",
    "256",
    "512",
    "65535",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "-1",
];

const WORDS: [&str; 12] = ["None", "Some(1)", "true", "0.5", "1e308", "-0.0", "NaN", "inf", "Custom", "\"\"", "()", "[]"];

fn changed_word(word: &str, random: &mut Random) -> String {
    let is_number = word.parse::<f64>().is_ok();
    match random.below(if is_number { 8 } else { 3 }) {
        0 => WORDS[random.below(WORDS.len() as u64) as usize].to_owned(),
        1 if !is_number => format!("{word}x"),
        2 if !is_number => word.to_owned(),
        7 => word.parse::<i128>().map_or(word.to_owned(), |number| (number + 1 - 2 * i128::from(random.bits() & 1)).to_string()),
        _ => NUMBERS[random.below(NUMBERS.len() as u64) as usize].to_owned(),
    }
}

/// Characters that mean something to some puzzle, or to none.
const CHARACTERS: &str = "..##VLTZABPabcdefgh0123456789?VoxOX FINPTUVWXYZ-/*é\u{301}\u{1F9E9}\u{200B}";

fn random_character(random: &mut Random) -> char {
    let all: Vec<char> = CHARACTERS.chars().collect();
    all[random.below(all.len() as u64) as usize]
}

/// Changes a text by characters, most of which it has already.
fn changed_text(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let length = characters.len() as u64;
    if length == 0 {
        return random_character(random).to_string();
    }
    let at = random.below(length) as usize;
    match random.below(8) {
        0 => drop(characters.remove(at)),
        1 => characters.insert(at, random_character(random)),
        2 => characters[at] = random_character(random),
        3 => characters.truncate(at),
        4 => characters = characters.repeat(2 + random.below(3) as usize),
        _ => {
            let other = characters[random.below(length) as usize];
            characters[at] = other;
        }
    }
    characters.into_iter().collect()
}

fn change_items(open: char, items: &mut Vec<(Option<String>, Node)>, random: &mut Random) {
    let count = items.len() as u64;
    if count == 0 {
        items.push((None, Node::Word("1".to_owned())));
        return;
    }
    let at = random.below(count) as usize;
    let other = random.below(count) as usize;
    // The fields of a struct are seldom removed, so that more texts can be read.
    if open == '(' && random.below(4) != 0 {
        return items[at].1.mutate_value(random);
    }
    match random.below(6) {
        0 => drop(items.remove(at)),
        1 => items.insert(at, items[other].clone()),
        2 => items.swap(at, other),
        3 => items.truncate(at),
        4 => {
            let copies = 1 + random.below(40) as usize;
            let copy = items[at].clone();
            items.extend(std::iter::repeat_n(copy, copies));
        }
        _ => items.reverse(),
    }
}

impl Node {
    fn mutate_value(&mut self, random: &mut Random) {
        match self {
            Self::Word(word) => *word = changed_word(word, random),
            Self::Text(text) => *text = changed_text(text, random),
            Self::Group(_, open, items) if *open != '(' => change_items(*open, items, random),
            Self::Group(..) => {}
        }
    }
}

fn read_value(rest: &mut &str) -> Option<Node> {
    *rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('"') {
        let mut is_escaped = false;
        let end = inner.char_indices().find(|&(_, c)| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        })?;
        *rest = &inner[end.0 + 1..];
        return Some(Node::Text(inner[..end.0].to_owned()));
    }
    let end = rest.find(|c: char| c.is_whitespace() || "()[]{},:".contains(c)).unwrap_or(rest.len());
    let word = rest[..end].to_owned();
    *rest = &rest[end..];
    let open = rest.chars().next().filter(|c| "([{".contains(*c));
    let Some(open) = open else { return (!word.is_empty()).then_some(Node::Word(word)) };
    *rest = &rest[1..];
    let mut items = Vec::new();
    loop {
        *rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix([')', ']', '}']) {
            *rest = after;
            return Some(Node::Group(word, open, items));
        }
        let value = read_value(rest)?;
        *rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(':') {
            *rest = after;
            let name = match value {
                Node::Word(name) => name,
                Node::Text(text) => format!("\"{text}\""),
                Node::Group(..) => return None,
            };
            items.push((Some(name), read_value(rest)?));
        } else {
            items.push((None, value));
        }
        *rest = rest.trim_start();
        *rest = rest.strip_prefix(',').unwrap_or(rest);
    }
}

/// Changes a text as text: cuts, repeats and exchanges ranges, and inserts signs.
pub fn mangle(text: &str, donor: &str, random: &mut Random) -> String {
    let characters: Vec<char> = text.chars().collect();
    let range = |random: &mut Random, length: usize| {
        let start = random.below(length as u64 + 1) as usize;
        let most = if random.below(4) == 0 { length } else { 12 };
        start..(start + random.below(most as u64 + 1) as usize).min(length)
    };
    let cut = range(random, characters.len());
    let signs = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "'",
        "\\",
        "//",
        "/*",
        "*/",
        "r#\"",
        "\u{0}",
        "\u{FEFF}",
        "#![enable(",
        "\\u{",
        "Some(",
    ];
    let insert: String = match random.below(5) {
        0 => String::new(),
        1 => characters[cut.clone()].iter().collect::<String>().repeat(2),
        2 => {
            let donor: Vec<char> = donor.chars().collect();
            let part = range(random, donor.len());
            donor[part].iter().collect()
        }
        3 => signs[random.below(signs.len() as u64) as usize].to_owned(),
        _ => random_character(random).to_string(),
    };
    let (before, after) = (&characters[..cut.start], &characters[cut.end..]);
    before.iter().chain(&insert.chars().collect::<Vec<_>>()).chain(after).collect()
}
