//! Not a measure: writes down for the linker which functions a start uses, after them which a turn uses, and at last which
//! are used once, by the start that makes the database. What turns do most lies in the middle, side by side. Needs valgrind,
//! nm, and a release build.
//! Run: cargo bench --bench slack order

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::harness::Town;
use crate::served::{Served, a_larger_town, everybody_signs_in, first_people};
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
    Talk::begin(&town, &first_people(&town, town.card().people.len())).await;
    let all = async || (answers(&town).await >= before + TURNS).then_some(());
    town.control.until("every question is answered", all).await;
    let in_turns = names.used(served, &notes).await;

    let heat = |name: &String| {
        let steps = |used: &Used| used.get(name).copied().unwrap_or_default();
        steps(&in_turns).saturating_sub(steps(&found))
    };
    let mut for_a_start: Vec<&String> = found.keys().collect();
    for_a_start.sort_by_key(|name| heat(name));
    let mut for_a_turn: Vec<&String> = in_turns.keys().filter(|name| !found.contains_key(*name)).collect();
    for_a_turn.sort_by_key(|name| Reverse(heat(name)));
    let known = |name: &&String| found.contains_key(*name) || in_turns.contains_key(*name);
    let once: Vec<&String> = made.keys().filter(|name| !known(name)).collect();
    println!(
        "{} functions for a start, {} more for a turn and {} more for the first start are in {ORDER}",
        for_a_start.len(),
        for_a_turn.len(),
        once.len()
    );
    let order = for_a_start.into_iter().chain(for_a_turn).chain(once);
    let order: String = order.flat_map(|name| [name.as_str(), "\n"]).collect();
    std::fs::write(ORDER, order).unwrap();
}

/// How much of what is written down is found in the program. Without it memory at rest and a turn's price are those of a
/// program that lies anywhere; functions are called otherwise when a crate gets other features, or a profile changes.
pub fn found() -> Option<String> {
    let there = Names::listed().ok()?.0.into_iter().map(|(_, name)| name).collect::<BTreeSet<String>>();
    let order = std::fs::read_to_string(ORDER).unwrap();
    let found = order.lines().filter(|name| there.contains(*name)).count();
    Some(format!("{found} of {}", order.lines().count()))
}

/// Functions, and how many steps were done in each.
type Used = BTreeMap<String, u64>;

/// What a start uses, and standing there after it.
async fn at_rest(town: &Town, names: &Names, part: &str) -> Used {
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
        Self::listed().unwrap()
    }

    fn listed() -> std::io::Result<Self> {
        let listed = Command::new("nm").args(["--numeric-sort", "--defined-only", PROGRAM]).output()?;
        let lines = String::from_utf8(listed.stdout).unwrap();
        let function = |line: &str| {
            let mut words = line.split_whitespace();
            let (address, kind, name) = (words.next()?, words.next()?, words.next()?);
            ["t", "T"].contains(&kind).then_some(())?;
            Some((u64::from_str_radix(address, 16).ok()?, name.to_owned()))
        };
        Ok(Self(lines.lines().filter_map(function).collect()))
    }

    /// Those which are in the notes of a process; that ends with it.
    async fn used(&self, served: Served, notes: &Path) -> Used {
        let begins = begins_at(&served);
        served.kill().await;
        let mut used = Used::new();
        for note in std::fs::read_dir(notes).unwrap() {
            let note = std::fs::read_to_string(note.unwrap().path()).unwrap();
            for (name, steps) in functions(&note) {
                if let Some(name) = self.named(name, begins) {
                    *used.entry(name).or_default() += steps;
                }
            }
        }
        used
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

/// What is called in the program itself or in something without a name, and how many steps were done there. A name is written
/// out once and referred to by its number from then on.
fn functions(note: &str) -> BTreeMap<&str, u64> {
    let mut others = Others::default();
    let (mut in_another, mut called_in_another) = (false, None);
    let (mut names, mut used) = (BTreeMap::new(), BTreeMap::new());
    // Where it is now, and whether the next number was counted there where somebody else was called.
    let (mut here, mut elsewhere) = (None, false);
    for line in note.lines() {
        let Some((key, value)) = line.split_once('=') else {
            let steps = line.split_whitespace().nth(1).and_then(|steps| steps.parse::<u64>().ok());
            if let (Some(steps), Some(name), false) = (steps, here, std::mem::take(&mut elsewhere)) {
                *used.entry(name).or_default() += steps;
            }
            continue;
        };
        let skipped = match key {
            "ob" => {
                in_another = others.include(value);
                continue;
            }
            "cob" => {
                called_in_another = Some(others.include(value));
                continue;
            }
            "calls" => {
                elsewhere = true;
                continue;
            }
            "fn" => in_another,
            "cfn" => called_in_another.take().unwrap_or(in_another),
            _ => continue,
        };
        let (number, name) = value.split_once(' ').unwrap_or((value, ""));
        if !name.is_empty() {
            // After the apostrophe stands how deep it called itself.
            names.insert(number, name.split('\'').next().unwrap());
        }
        let name = names.get(number).copied().filter(|name| !skipped && !name.starts_with('('));
        if let Some(name) = name {
            used.entry(name).or_default();
        }
        if key == "fn" {
            here = name;
        }
    }
    used
}

/// The numbers of programs and libraries that are not this one.
#[derive(Default)]
struct Others<'a>(BTreeSet<&'a str>);

impl<'a> Others<'a> {
    fn include(&mut self, object: &'a str) -> bool {
        let (number, name) = object.split_once(' ').unwrap_or((object, ""));
        if !name.is_empty() && name != "???" && Path::new(name) != Path::new(PROGRAM) {
            self.0.insert(number);
        }
        self.0.contains(number)
    }
}
