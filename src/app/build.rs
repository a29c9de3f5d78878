//! Embeds the files of the attack suite into the program, so that it needs no folder beside it.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=src/app/build.rs");
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

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
