//! Tells the linker to put what a start needs into one place. Code is loaded in pieces of 64 KB; without this a start touches
//! some of nearly every piece, and most of what the program takes up at rest is code that nobody has asked for.
//!
//! `start.order` says which functions these are; `cargo bench --bench slack order` writes it. It may grow old without harm:
//! what it does not name, or names in vain, lies where it would lie anyway.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the compiler brings the linker along that can do it, and uses it unless told otherwise.
const TARGET: &str = "x86_64-unknown-linux-gnu";

fn main() {
    embed_suite();
    println!("cargo::rerun-if-changed=src/app/build.rs");
    println!("cargo::rerun-if-changed=src/app/start.order");
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    if variable("PROFILE") != "release" || variable("TARGET") != TARGET || !links_with_lld() {
        return;
    }
    // Most relocations take a bit then, not 24 bytes.
    if loader_unpacks_relocations() {
        tell_linker("-z,pack-relative-relocs");
    }
    let order = Path::new(&variable("CARGO_MANIFEST_DIR")).join("src/app/start.order");
    // What is told the linker is cut at commas.
    if order.exists() && !order.to_string_lossy().contains(',') {
        tell_linker(&format!("--symbol-ordering-file={}", order.display()));
        tell_linker("--no-warn-symbol-ordering");
    }
}

/// The rehearsal's files go into the program, so that it needs no folder beside it.
fn embed_suite() {
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut names: Vec<(String, PathBuf)> = Vec::new();
    for part in ["", "attacks", "tasks"] {
        println!("cargo::rerun-if-changed={}", folder.join(part).display());
        let entries = std::fs::read_dir(folder.join(part)).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()).filter(|path| path.is_file()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            names.push((if part.is_empty() { name } else { format!("{part}/{name}") }, path));
        }
    }
    names.sort();
    let rows = names
        .iter()
        .map(|(name, path)| format!("    ({name:?}, include_str!({:?})),\n", path.to_string_lossy()));
    let list = format!("const BUILT_IN: &[(&str, &str)] = &[\n{}];\n", rows.collect::<String>());
    let out = Path::new(&variable("OUT_DIR")).join("suite.rs");
    if std::fs::write(&out, list).is_err() {
        println!("cargo::error=the rehearsal's files cannot be embedded into {}", out.display());
    }
}

fn tell_linker(argument: &str) {
    println!("cargo::rustc-link-arg-bin=countersign=-Wl,{argument}");
}

/// Since glibc 2.36. An older one would refuse to start the program.
fn loader_unpacks_relocations() -> bool {
    let version = said_by(Command::new("getconf").arg("GNU_LIBC_VERSION"));
    let version = version.as_deref().and_then(|version| version.strip_prefix("glibc ")?.split_once('.'));
    let number = |digits: &str| digits.parse::<u32>().ok();
    version.is_some_and(|(major, minor)| (number(major), number(minor)) >= (Some(2), Some(36)))
}

/// Whether it is the compiler's own linker that will be asked.
fn links_with_lld() -> bool {
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    let chosen = ["linker", "link-arg", "link-self-contained"].iter().any(|option| flags.contains(option));
    !chosen
        && variable("RUSTC_LINKER").is_empty()
        && sysroot().is_some_and(|sysroot| own_lld(&sysroot).exists())
}

fn own_lld(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib").join(TARGET).join("bin/gcc-ld/ld.lld")
}

fn sysroot() -> Option<PathBuf> {
    said_by(Command::new(variable("RUSTC")).args(["--print", "sysroot"])).map(PathBuf::from)
}

fn said_by(command: &mut Command) -> Option<String> {
    let said = command.output().ok()?;
    Some(String::from_utf8(said.stdout).ok()?.trim().to_owned())
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
