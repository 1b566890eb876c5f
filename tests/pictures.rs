//! Redraws the pictures of the documents and compares them with the files. Each picture has its command in a comment before it.
//!
//! After a change to how boards are drawn, `QUINCUNX_DRAW=1 cargo test --test pictures` writes the files again.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{env, fs, path::Path, process::Command};

/// A picture of a page.
struct Picture {
    /// The page that shows it.
    page: String,
    /// The path as the page writes it.
    shown: String,
    /// The arguments of the command.
    arguments: Vec<String>,
}

/// The pictures of all pages below this folder.
fn pictures(folder: &Path) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, page) = (entry.path(), entry.path().display().to_string());
        if path.is_dir() {
            pictures.extend(self::pictures(&path));
        } else if page.ends_with(".md") {
            let text = fs::read_to_string(&path).unwrap();
            let mut command = None;
            for line in text.lines() {
                if let Some(rest) = line.strip_prefix("<!-- quincunx ") {
                    command = Some(rest.strip_suffix(" -->").unwrap().split(' ').map(str::to_owned).collect());
                } else if line.starts_with("![") {
                    let shown = line.rsplit_once("](").unwrap().1.trim_end_matches(')').to_owned();
                    let arguments = command.take().unwrap_or_else(|| panic!("{page}: no command before {shown}"));
                    pictures.push(Picture { page: page.clone(), shown, arguments });
                }
            }
        }
    }
    pictures
}

/// Runs the command, with other values for the theme and the output file. Returns what it drew.
fn drawn(arguments: &[String], theme: &str) -> String {
    let mut arguments = arguments.to_vec();
    for (option, value) in [("--theme", theme), ("-o", "-")] {
        let at = arguments.iter().position(|argument| argument == option).unwrap_or_else(|| panic!("{arguments:?} has no {option}"));
        arguments[at + 1] = value.to_owned();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    let output = command.args(&arguments).args(["--format", "svg"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pictures_are_drawn_by_their_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = pictures(&root.join("docs"));
    assert!(!pictures.is_empty());
    let mut used = Vec::new();
    for Picture { page, shown, arguments } in &pictures {
        let at = arguments.iter().position(|argument| argument == "-o").unwrap();
        let file = &arguments[at + 1];
        assert!(file.ends_with(shown.trim_start_matches("../")), "{page} shows {shown}, but its command draws {file}");
        for (theme, file) in [("light", file.clone()), ("dark", file.replace(".svg", "-dark.svg"))] {
            let svg = drawn(arguments, theme);
            let path = root.join(&file);
            if env::var_os("QUINCUNX_DRAW").is_some() {
                fs::write(&path, &svg).unwrap();
            }
            let is_same = fs::read_to_string(&path).is_ok_and(|own| own == svg);
            assert!(is_same, "{file} differs from what its command in {page} draws: QUINCUNX_DRAW=1 cargo test --test pictures draws it");
            used.push(path);
        }
    }
    for entry in fs::read_dir(root.join("docs/pictures")).unwrap().flatten() {
        assert!(used.contains(&entry.path()), "no page shows {}", entry.path().display());
    }
}
