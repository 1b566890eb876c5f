//! What `quincunx --version` names, and the icon, version and manifest of the Windows program.
#![allow(missing_docs, reason = "a build script has no users")]

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=QUINCUNX_VERSION={}", version());
    if variable("CARGO_CFG_TARGET_OS") == "windows" {
        compile_windows_resource();
    }
}

/// The version with the commit, the kind of build and the target. It has no time, so that two builds of a commit are the same.
fn version() -> String {
    let (version, target) = (variable("CARGO_PKG_VERSION"), variable("TARGET"));
    if variable("PROFILE") != "release" {
        // A commit here would recompile everything after each commit.
        return format!("{version} (development build for {target})");
    }
    let commit = commit().map_or(String::new(), |commit| format!("commit {commit}, "));
    format!("{version} ({commit}release build for {target})")
}

/// The commit of a release. Unknown in a copy of the sources without the repository.
fn commit() -> Option<String> {
    // A repository around a copy of the sources is another project's.
    if !Path::new(".git").exists() {
        return None;
    }
    for path in ["src", "assets", "saves", &git(&["rev-parse", "--git-path", "logs/HEAD"])?] {
        println!("cargo::rerun-if-changed={path}");
    }
    let hash = git(&["rev-parse", "--short=10", "HEAD"])?;
    let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(if is_changed { format!("{hash} with changes") } else { hash })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn compile_windows_resource() {
    for path in ["packaging/windows/quincunx.ico", "packaging/windows/quincunx.manifest"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut resource = winresource::WindowsResource::new();
    resource
        .set_icon("packaging/windows/quincunx.ico")
        .set_manifest_file("packaging/windows/quincunx.manifest")
        .set("ProductName", "Quincunx")
        .set("FileDescription", "Quincunx")
        .set("LegalCopyright", "The Quincunx developers. MIT or Apache 2.0");
    if let Err(error) = resource.compile() {
        panic!("the Windows resource can't be compiled: {error}");
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
