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
    let order = Path::new(&variable("CARGO_MANIFEST_DIR")).join("src/app/start.order");
    println!("cargo::rerun-if-changed=src/app/build.rs");
    println!("cargo::rerun-if-changed=src/app/start.order");
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    if variable("PROFILE") != "release"
        || variable("TARGET") != TARGET
        || !links_with_lld()
        || !order.exists()
    {
        return;
    }
    let order = format!("--symbol-ordering-file={}", order.display());
    // Relocations of most kinds take an eighth of a byte then, not 24.
    for argument in [&order, "--no-warn-symbol-ordering", "-zpack-relative-relocs"] {
        println!("cargo::rustc-link-arg-bin=countersign=-Wl,{argument}");
    }
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
    let said = Command::new(variable("RUSTC")).args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(said.stdout).ok()?.trim()))
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
