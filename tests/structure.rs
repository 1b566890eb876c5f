//! Checks the imports between the files of `src`: no cycles, and inside a puzzle only from higher modules to lower ones. Also checks that
//! ARCHITECTURE.md names every thread.
//!
//! It reads the sources as text, because the compiler allows any file to use any other. Imports of tests don't count.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, path,
};

/// The path of a module from the crate root: `["puzzles", "soma"]`.
type Module = Vec<String>;

/// The names of a path as written: `["super", "state", "State"]`.
type Path = Vec<String>;

/// The modules of a puzzle with their levels. A module may only use those below it.
const ROOMS: [(&str, u8); 8] =
    [("words", 0), ("model", 1), ("search", 2), ("reading", 3), ("live", 4), ("play", 5), ("edit", 6), ("drawing", 7)];

#[test]
fn imports_have_no_cycles() {
    let cycles = Tree::of_sources().cycles();
    assert!(cycles.is_empty(), "cyclic imports; move what these files share into a lower file:\n{cycles:#?}");
}

#[test]
fn modules_of_a_puzzle_import_downwards_only() {
    let tree = Tree::of_sources();
    let mut upwards = BTreeSet::new();
    for (from, to) in tree.references() {
        if let (Some((puzzle, room, level)), Some((other, other_room, other_level))) = (room(&from), room(&to))
            && puzzle == other
            && (level < other_level || level == other_level && room != other_room)
        {
            upwards.insert(format!("{} -> {}", from.join("::"), to.join("::")));
        }
    }
    assert!(upwards.is_empty(), "{upwards:#?}");
}

#[test]
fn puzzles_have_only_the_modules_of_the_plan() {
    let known: BTreeSet<&str> = ROOMS.iter().map(|&(room, _)| room).chain(["board", "presets", "tests"]).collect();
    let tree = Tree::of_sources();
    let puzzles = tree.children(&["puzzles".to_owned()]);
    assert!(puzzles.len() > 3, "{puzzles:?}");
    for puzzle in puzzles.into_iter().chain([vec!["packing".to_owned()]]) {
        let rooms = tree.children(&puzzle);
        let unknown: Vec<_> = rooms.iter().filter(|room| !known.contains(room.last().unwrap().as_str())).collect();
        assert!(unknown.is_empty(), "not in the plan of a puzzle's modules: {unknown:?}");
    }
}

/// A thread that is missing there is one about which nobody has said who stops it.
#[test]
fn every_thread_is_in_the_list_of_threads() {
    let text = include_str!("../ARCHITECTURE.md");
    let section = text.split("\n## ").find(|section| section.starts_with("Threads")).unwrap();
    let listed: BTreeSet<&str> = section.split('`').skip(1).step_by(2).collect();
    let names = thread_names(path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    assert!(names.len() > 25, "{names:?}");
    // `{}` stands for the key of any puzzle.
    let is_listed = |name: &String| match name.strip_prefix("{}") {
        Some(work) => listed.iter().any(|listed| listed.ends_with(work)),
        None => listed.contains(name.as_str()),
    };
    let missing: Vec<_> = names.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "not in ARCHITECTURE.md: {missing:?}");
}

/// Returns the names of the threads that the sources start, each without the number at its end.
fn thread_names(folder: &path::Path) -> BTreeSet<String> {
    // What stands before the name where a thread is started.
    const STARTS: [&str; 11] = [
        "Job::start(",
        "Job::start_pool(",
        "StepList::start(",
        "Worker::new(",
        "Rendered::start(ctx, ",
        "spawn(",
        "searching(",
        ".name(",
        "queue(",
        "NamedThreads { name: ",
        ".make(",
    ];
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            names.extend(thread_names(&path));
        } else if name != "tests.rs" && name.ends_with(".rs") {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("\n#[cfg(test)]\nmod ").next().unwrap();
            let starts = STARTS.iter().flat_map(|start| source.split(start).skip(1));
            let literals = starts.filter_map(|call| call.trim_start().trim_start_matches("format!(").strip_prefix('"')?.split('"').next());
            // A name that only consists of another and a number belongs to that thread.
            names.extend(
                literals
                    .map(|name| name.split(" {").next().unwrap().to_owned())
                    .filter(|name| !name.starts_with('{') || name.contains(' ')),
            );
        }
    }
    names
}

/// The package of a module, of which each folder of `src` is one, and each of `src/puzzles`.
fn package(module: &[String]) -> &[String] {
    match module {
        [puzzles, _, ..] if puzzles == "puzzles" => &module[..2],
        [_, ..] => &module[..1],
        [] => module,
    }
}

/// Returns the puzzle and the room that a module belongs to, and the room's level. What all packing puzzles share counts as one puzzle.
fn room(module: &[String]) -> Option<(&str, &'static str, u8)> {
    let (puzzle, room) = match module {
        [packing, room, ..] if packing == "packing" => (packing, room),
        [puzzles, puzzle, room, ..] if puzzles == "puzzles" => (puzzle, room),
        _ => return None,
    };
    let &(room, level) = ROOMS.iter().find(|(name, _)| name == room)?;
    Some((puzzle, room, level))
}

/// All modules that are files, with their imports.
#[derive(Default)]
struct Tree {
    sources: BTreeMap<Module, Vec<String>>,
    /// For a module and a name, the path that a `use` in that module gives to the name.
    imports: BTreeMap<(Module, String), Path>,
    /// By name, the packages beside the one at the root.
    packages: BTreeMap<String, Module>,
}

impl Tree {
    fn of_sources() -> Self {
        let mut tree = Self::default();
        tree.read(path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &[]);
        assert!(tree.sources.len() > 100, "sources are missing");
        let modules: Vec<Module> = tree.sources.keys().cloned().collect();
        for module in modules {
            for (path, name) in paths(&tree.sources[&module]).0 {
                tree.imports.insert((module.clone(), name), path);
            }
        }
        tree
    }

    fn read(&mut self, folder: &path::Path, module: &[String]) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            let stem = name.trim_end_matches(".rs").to_owned();
            let inner: Module =
                if matches!(stem.as_str(), "mod" | "lib") { module.to_vec() } else { [module, std::slice::from_ref(&stem)].concat() };
            if stem == "lib" && !module.is_empty() {
                self.packages.insert(module[module.len() - 1].clone(), module.to_vec());
            }
            let is_test = matches!(stem.as_str(), "tests" | "testing" | "scenes") || stem.ends_with("_tests");
            if path.is_dir() && !is_test {
                self.read(&path, &inner);
            } else if name.ends_with(".rs") && !is_test && stem != "main" {
                self.sources.insert(inner, without_tests(tokens(&fs::read_to_string(path).unwrap())));
            }
        }
    }

    fn children(&self, of: &[String]) -> Vec<Module> {
        let is_child = |module: &&Module| module.len() == of.len() + 1 && module.starts_with(of);
        self.sources.keys().filter(is_child).cloned().collect()
    }

    /// Returns the pairs of modules of which the first refers to the second, except where one contains the other.
    fn references(&self) -> BTreeSet<(Module, Module)> {
        let mut references = BTreeSet::new();
        for (module, source) in &self.sources {
            let (named, plain) = paths(source);
            for path in named.into_iter().map(|(path, _)| path).chain(plain) {
                if let Some(to) = self.resolve(module, &path, 0)
                    && !to.starts_with(module)
                    && !module.starts_with(&to)
                {
                    references.insert((module.clone(), to));
                }
            }
        }
        references
    }

    /// Returns the module that defines what the path names, or `None` for other crates.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Module> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => package(from).to_vec(),
            "self" => from.to_vec(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            name => [from, &[name.to_owned()]].concat(),
        };
        if !self.sources.contains_key(&at)
            && let Some(package) = self.packages.get(first)
            && !self.imports.contains_key(&(from.to_vec(), first.clone()))
        {
            at.clone_from(package);
        }
        if !self.sources.contains_key(&at) {
            let import = self.imports.get(&(from.to_vec(), first.clone())).filter(|import| depth < 8 && *import != path)?;
            return self.resolve(from, &[import, rest].concat(), depth + 1);
        }
        while let Some((next, others)) = rest.split_first() {
            let inner = [&at[..], std::slice::from_ref(next)].concat();
            if next == "super" {
                at.pop();
            } else if self.sources.contains_key(&inner) {
                at = inner;
            } else if let Some(import) = self.imports.get(&(at.clone(), next.clone())).filter(|_| depth < 8) {
                return self.resolve(&at, import, depth + 1).or(Some(at));
            } else {
                break;
            }
            rest = others;
        }
        Some(at)
    }

    /// Returns the sets of modules that all refer to each other, directly or through others.
    fn cycles(&self) -> Vec<BTreeSet<String>> {
        let references = self.references();
        let mut reached: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for start in self.sources.keys() {
            let (seen, mut open) = (reached.entry(start).or_default(), vec![start]);
            while let Some(at) = open.pop() {
                let from = (at.clone(), Vec::new());
                let next = references.range(from..).take_while(|(from, _)| from == at).map(|(_, to)| to);
                open.extend(next.filter(|to| seen.insert(to)));
            }
        }
        let mut cycles = BTreeSet::new();
        for (module, others) in reached.iter().filter(|(module, others)| others.contains(**module)) {
            let back = others.iter().filter(|other| reached[**other].contains(*module));
            cycles.insert(back.map(|other| other.join("::")).collect::<BTreeSet<_>>());
        }
        cycles.into_iter().collect()
    }
}

/// Splits a source into words and signs, without comments and literals. `::` is one sign.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            length_of_text(rest)
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\\") || c == '\'' && rest.chars().nth(2) == Some('\'') {
            let skipped = if rest.starts_with("'\\") { 3 } else { 1 + rest.chars().nth(1).unwrap().len_utf8() };
            skipped + rest[skipped..].find('\'').unwrap() + 1
        } else if c.is_alphanumeric() || c == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else {
            let length = if rest.starts_with("::") { 2 } else { c.len_utf8() };
            if !c.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the string literal at the start, with its quotes.
fn length_of_text(source: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    source.len()
}

/// Returns the tokens before the test module, which is at the end of a file.
fn without_tests(mut tokens: Vec<String>) -> Vec<String> {
    let tests = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    if let Some(at) = tokens.windows(tests.len()).position(|window| window == tests) {
        tokens.truncate(at);
    }
    tokens
}

/// Returns the paths that a `use` imports, with the imported name, and the paths written in full elsewhere.
fn paths(tokens: &[String]) -> (Vec<(Path, String)>, Vec<Path>) {
    let (mut named, mut plain) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" {
            at = use_tree(tokens, at + 1, &[], &mut named);
        } else if is_name(&tokens[at]) && tokens.get(at + 1).is_some_and(|next| next == "::") && (at == 0 || tokens[at - 1] != "::") {
            let path: Vec<String> = tokens[at..].chunks(2).take_while(|pair| is_name(&pair[0])).scan(true, step).collect();
            at += 2 * path.len() - 1;
            plain.push(path);
        } else {
            at += 1;
        }
    }
    (named, plain)
}

/// Returns the next name of a path, unless the last one ended it.
fn step(continues: &mut bool, pair: &[String]) -> Option<String> {
    let name = continues.then(|| pair[0].clone());
    *continues = pair.get(1).is_some_and(|sign| sign == "::");
    name
}

fn is_name(token: &str) -> bool {
    token.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Reads a branch of a `use` from `at` on, where `before` is the path up to there. Returns where the branch ends.
fn use_tree(tokens: &[String], mut at: usize, before: &[String], named: &mut Vec<(Path, String)>) -> usize {
    let mut path = before.to_vec();
    while let Some(token) = tokens.get(at) {
        match token.as_str() {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = use_tree(tokens, at, &path, named);
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            "as" => {
                named.push((path, tokens[at + 1].clone()));
                return at + 2;
            }
            "*" => {
                named.push((path, "*".to_owned()));
                return at + 1;
            }
            "self" if !path.is_empty() => at += 1,
            name if is_name(name) => {
                path.push(name.to_owned());
                at += 1;
            }
            _ => break,
        }
    }
    let name = path.last().cloned().unwrap_or_default();
    named.push((path, name));
    at
}
