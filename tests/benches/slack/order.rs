//! Not a measure: writes down for the linker which functions a start uses, after them which a turn uses, and at last which
//! are used once, by the start that makes the database. Needs valgrind, nm, and a release build.
//! Run: cargo bench --bench slack order

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::harness::Town;
use crate::served::{Served, a_larger_town, everybody_signs_in};
use crate::turns::Talk;

const PROGRAM: &str = env!("CARGO_BIN_EXE_countersign");
const ORDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/app/start.order");
/// One in each of a hundred threads.
const TURNS: usize = 100;

pub async fn write() {
    let town = a_larger_town().await;
    let names = Names::of_the_program();
    // The first start makes the database; the second finds it, as most do.
    let made = at_rest(&town, &names, "new").await;
    let found = at_rest(&town, &names, "again").await;
    assert!(found.len() > 1000, "only {} functions have names: is the program stripped?", found.len());

    let (served, notes) = watched(&town, "turns", 3_000_000).await;
    everybody_signs_in(&town).await;
    let before = answers(&town).await;
    Talk::begin(&town).await;
    let all = async || (answers(&town).await >= before + TURNS).then_some(());
    town.control.until("every question is answered", all).await;
    let in_turns = names.used(served, &notes).await;

    let mut order: Vec<String> = found.iter().cloned().collect();
    order.extend(in_turns.difference(&found).cloned());
    let known = order.len();
    order.extend(made.iter().filter(|name| !found.contains(*name) && !in_turns.contains(*name)).cloned());
    println!(
        "{} functions for a start, {} more for a turn and {} more for the first start are in {ORDER}",
        found.len(),
        known - found.len(),
        order.len() - known
    );
    order.push(String::new());
    std::fs::write(ORDER, order.join("\n")).unwrap();
}

/// What a start uses, and standing there after it.
async fn at_rest(town: &Town, names: &Names, part: &str) -> BTreeSet<String> {
    let (served, notes) = watched(town, part, 200_000).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    names.used(served, &notes).await
}

/// Under valgrind most are so slow that they are seen growing.
async fn answers(town: &Town) -> usize {
    let posted = town.control.requests("slack", "chat.postMessage").await;
    posted.len() + town.control.requests("slack", "chat.stopStream").await.len()
}

/// It is killed in the end, so it notes down as it goes: each time when so many steps are done.
async fn watched(town: &Town, part: &str, how_often: u32) -> (Served, PathBuf) {
    let notes = town.data().join(part);
    std::fs::create_dir(&notes).unwrap();
    let out = format!("--callgrind-out-file={}/%p", notes.display());
    let every = format!("--dump-every-bb={how_often}");
    let under = ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", every.as_str(), out.as_str()];
    (Served::start_under(town, &under).await, notes)
}

/// The functions of the program by where they begin in it.
struct Names(Vec<(u64, String)>);

impl Names {
    fn of_the_program() -> Self {
        let listed = Command::new("nm").args(["--numeric-sort", "--defined-only", PROGRAM]).output().unwrap();
        let lines = String::from_utf8(listed.stdout).unwrap();
        let function = |line: &str| {
            let mut words = line.split_whitespace();
            let (address, kind, name) = (words.next()?, words.next()?, words.next()?);
            ["t", "T"].contains(&kind).then_some(())?;
            Some((u64::from_str_radix(address, 16).ok()?, name.to_owned()))
        };
        Self(lines.lines().filter_map(function).collect())
    }

    /// Those which are in the notes of a process; that ends with it.
    async fn used(&self, served: Served, notes: &Path) -> BTreeSet<String> {
        let begins = begins_at(&served);
        served.kill().await;
        let notes = std::fs::read_dir(notes).unwrap().map(|note| note.unwrap().path());
        let notes: Vec<String> = notes.map(|note| std::fs::read_to_string(note).unwrap()).collect();
        notes.iter().flat_map(|note| functions(note)).filter_map(|name| self.named(name, begins)).collect()
    }

    /// Some versions of valgrind cannot read the names of some programs, and say an address in memory instead.
    fn named(&self, noted: &str, begins: u64) -> Option<String> {
        let Some(address) = noted.strip_prefix("0x") else { return Some(noted.to_owned()) };
        let address = u64::from_str_radix(address, 16).unwrap().checked_sub(begins)?;
        let after = self.0.partition_point(|(begin, _)| *begin <= address);
        // The last one has no end that is known here: it might be anything behind the program.
        let (_, name) = self.0.get(after.checked_sub(1)?)?;
        (after < self.0.len()).then(|| name.clone())
    }
}

/// Where the program lies in the memory of the process.
fn begins_at(served: &Served) -> u64 {
    let maps = std::fs::read_to_string(served.proc().join("maps")).unwrap();
    let first = maps.lines().find(|line| line.ends_with(PROGRAM)).expect("the program is in memory");
    u64::from_str_radix(first.split('-').next().unwrap(), 16).unwrap()
}

/// What is called in the program itself or in something without a name. A name is written out once and referred to by its
/// number from then on.
fn functions<'a>(note: &'a str) -> Vec<&'a str> {
    let mut theirs = BTreeSet::new();
    let mut belongs_to_others = |object: &'a str| {
        let (number, name) = object.split_once(' ').unwrap_or((object, ""));
        if !name.is_empty() && name != "???" && Path::new(name) != Path::new(PROGRAM) {
            theirs.insert(number);
        }
        theirs.contains(number)
    };
    let (mut in_another, mut called_in_another) = (false, None);
    let mut found = Vec::new();
    for line in note.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        let skipped = match key {
            "ob" => {
                in_another = belongs_to_others(value);
                continue;
            }
            "cob" => {
                called_in_another = Some(belongs_to_others(value));
                continue;
            }
            "fn" => in_another,
            "cfn" => called_in_another.take().unwrap_or(in_another),
            _ => continue,
        };
        if let Some((_, name)) = value.split_once(' ')
            && !skipped
            && !name.starts_with('(')
        {
            // After the apostrophe stands how deep it called itself.
            found.push(name.split('\'').next().unwrap());
        }
    }
    found
}
