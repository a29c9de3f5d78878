//! Not a measure: writes down which functions a start uses, for the linker. Needs valgrind, and a release build.
//! Run: cargo bench --bench slack order

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::served::{Served, a_town};

const PROGRAM: &str = env!("CARGO_BIN_EXE_countersign");
const ORDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/app/start.order");

pub async fn write() {
    let town = a_town().await;
    let notes = town.data().join("notes");
    std::fs::create_dir(&notes).unwrap();
    let out = format!("--callgrind-out-file={}/%p", notes.display());
    // It is killed in the end, so it notes down as it goes.
    let under =
        ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", "--dump-every-bb=200000", out.as_str()];
    // The first start makes the database.
    for _ in 0..2 {
        let served = Served::start_under(&town, &under).await;
        // What it does at rest is part of it.
        tokio::time::sleep(Duration::from_secs(20)).await;
        served.kill().await;
    }
    let mut used = BTreeSet::new();
    for note in std::fs::read_dir(&notes).unwrap() {
        used.extend(functions(&std::fs::read_to_string(note.unwrap().path()).unwrap()));
    }
    assert!(used.len() > 1000, "only {} functions have names: is the program stripped?", used.len());
    let mut words: Vec<String> = used.into_iter().collect();
    words.push(String::new());
    std::fs::write(ORDER, words.join("\n")).unwrap();
    println!("{} functions are in {ORDER}", words.len() - 1);
}

/// The functions of the program itself. A name is written out once and referred to by its number from then on.
fn functions(note: &str) -> Vec<String> {
    let mut ours: Option<&str> = None;
    let mut in_ours = false;
    let mut found = Vec::new();
    // What has no name of its own is called `(below main)` or by its address.
    for line in note.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            let (number, name) = object.split_once(' ').unwrap_or((object, ""));
            if Path::new(name) == Path::new(PROGRAM) {
                ours = Some(number);
            }
            in_ours = ours == Some(number);
        } else if let Some(function) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn="))
            && let Some((_, name)) = function.split_once(' ')
            && in_ours
            && !name.starts_with(['(', '0'])
        {
            // After the apostrophe stands how deep it called itself.
            found.push(name.split('\'').next().unwrap().to_owned());
        }
    }
    found
}
