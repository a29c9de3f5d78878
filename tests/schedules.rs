//! Thousands of threads in which anything happens in any order: nothing is done that was not approved, as it was
//! approved, and no more than once. The engine and the store are the real ones; people, chat, accounts and time are not.
//!
//! `COUNTERSIGN_SCHEDULES` says how many, `COUNTERSIGN_SEED` with which chance they begin. Whatever fails names its seed,
//! and is had again with that seed and [`TOGETHER`] schedules.

mod ledger;
mod life;
mod people;
mod ports;
mod random;
mod stored;
mod tools;
mod world;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kernel::ports::{Approvals as _, Journal as _};
use kernel::{CallId, PersonId, ToolCall, Verdict};
use serde_json::json;
use tokio::runtime::Handle;

use ledger::{Ledger, approvals};
use life::Life;
use people::{Said, Sent, Story, pause};
use random::Random;
use world::{Lie, World};

/// How many there are without further words: a build that is not optimised takes ten times as long.
const DEFAULT: u64 = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
/// How many schedules share a store, and how many of them go on at the same time.
const TOGETHER: usize = 25;
const AT_ONCE: usize = 5;

/// What has happened in some of them.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    schedules: usize,
    lives: usize,
    deeds: usize,
    /// For which two people have signed.
    paid: usize,
    presses: usize,
    writes: usize,
    records: usize,
    /// How often a port was called.
    calls: u64,
}

#[test]
fn whatever_happens_in_whatever_order_nothing_is_done_that_was_not_approved() {
    let wanted = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |words| words.parse().expect("a number"))
    };
    let schedules = usize::try_from(wanted("COUNTERSIGN_SCHEDULES", DEFAULT)).unwrap();
    let first = wanted("COUNTERSIGN_SEED", 0xC0FF_EE00);
    println!("schedules: {schedules}, seed: {first}");
    // The first has the seed itself, so that any of them can be had again.
    let seeds = std::iter::successors(Some(first), |seed| Some(Random::seeded(*seed).number()));
    let seeds = Mutex::new(seeds.take(schedules.div_ceil(TOGETHER)));
    let began = Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let played = std::thread::scope(|scope| {
        let player = || {
            let mut all = Tally::default();
            while let Some(seed) = { seeds.lock().unwrap().next() } {
                let faults = match play(seed, TOGETHER.min(schedules), runtime.handle()) {
                    Ok(tally) => {
                        all.add(&tally);
                        continue;
                    }
                    Err(faults) => faults.join("\n"),
                };
                panic!("Again with: COUNTERSIGN_SEED={seed} COUNTERSIGN_SCHEDULES={TOGETHER}\n{faults}");
            }
            all
        };
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        let players: Vec<_> = (0..count).map(|_| scope.spawn(player)).collect();
        let tallies: Vec<Tally> =
            players.into_iter().map(|player| player.join().expect("no schedule fails")).collect();
        tallies.iter().fold(Tally::default(), |mut all, tally| {
            all.add(tally);
            all
        })
    });
    println!("{played:?} in {:?}", began.elapsed());
    let enough = played.paid > 0 || schedules < 300;
    assert!(played.writes > 0 && played.lives > 0 && enough, "nothing happened");
}

/// The schedules cannot forge what the store keeps; somebody who can write to it could. Every gate before the run is
/// tried with what it alone would stop.
#[test]
fn a_row_or_a_plan_that_is_not_what_was_approved_runs_nothing() {
    use kernel::ports::ApprovalState::{Denied, Done, Expired, Failed, Held, Pending, Unknown, Void};
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let states = [Pending, Held, Done, Failed, Unknown, Denied, Expired, Void].map(Lie::State);
    let others = [Lie::Requester, Lie::Digest, Lie::Plan, Lie::Account, Lie::Version];
    for lie in states.into_iter().chain(others) {
        assert_eq!(done_in_spite_of(Some(lie), runtime.handle()), 0, "{lie:?}");
    }
    assert_eq!(done_in_spite_of(None, runtime.handle()), 1, "what is as it was approved runs");
}

/// One mail, approved by its person; how often it is sent.
fn done_in_spite_of(lie: Option<Lie>, beside: &Handle) -> usize {
    let directory = tempfile::tempdir_in(memory()).unwrap();
    let world = World::new(1);
    let args = json!({ "to": "kim@firm.example", "body": "words" });
    let call = ToolCall { id: CallId::from("c"), tool: tools::SEND.to_owned(), args };
    let message = {
        let mut state = world.state();
        state.calm = true;
        state.orders.push(vec![vec![call]]);
        state.message()
    };
    let owner = PersonId::from("ana");
    let story = Story { owner: owner.clone(), ..Story::new(0, &world) };
    let asked = Life::begin(directory.path(), &world, beside);
    asked.hears(&[("asked".to_owned(), story.message(message, &owner, "please write order#0".to_owned()))]);
    asked.works();
    drop(asked);
    let approval = world.state().seen.keys().next().cloned().expect("a card");
    world.state().lie = lie;
    let pressed = Life::begin(directory.path(), &world, beside);
    pressed.hears(&[("pressed".to_owned(), story.click(&owner, &approval, Verdict::Approve))]);
    for _ in 0..3 {
        pressed.works();
        world.time_passes(Duration::from_secs(1));
    }
    let state = world.state();
    // An account that is not theirs is seen at the press already.
    let counts = usize::from(lie != Some(Lie::Account));
    assert_eq!(state.decided.get(&owner).copied().unwrap_or_default(), counts, "the press counts: {lie:?}");
    state.done.len()
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.schedules += other.schedules;
        self.lives += other.lives;
        self.deeds += other.deeds;
        self.presses += other.presses;
        self.writes += other.writes;
        self.paid += other.paid;
        self.records += other.records;
        self.calls += other.calls;
    }
}

/// Everything that goes on in one store.
struct Stage<'a> {
    world: Arc<World>,
    directory: &'a Path,
    beside: &'a Handle,
    life: Option<Life>,
    stories: Vec<Story>,
    sent: Vec<Sent>,
    heard: usize,
    tally: Tally,
    faults: Vec<String>,
}

/// Plays so many schedules, and says what was wrong with any of them.
fn play(seed: u64, schedules: usize, beside: &Handle) -> Result<Tally, Vec<String>> {
    let directory = tempfile::tempdir_in(memory()).unwrap();
    let world = World::new(seed);
    let mut stage = Stage {
        life: Some(Life::begin(directory.path(), &world, beside)),
        world,
        directory: directory.path(),
        beside,
        stories: Vec::new(),
        sent: Vec::new(),
        heard: 0,
        tally: Tally { schedules, lives: 1, ..Tally::default() },
        faults: Vec::new(),
    };
    let mut going_on: Vec<usize> = Vec::new();
    loop {
        while going_on.len() < AT_ONCE && stage.stories.len() < schedules {
            going_on.push(stage.stories.len());
            stage.stories.push(Story::new(stage.stories.len(), &stage.world));
        }
        let Some(&number) = stage.world.state().chance.one_of(&going_on) else { break };
        stage.goes_on(number);
        going_on.retain(|number| stage.stories[*number].deeds_left > 0);
    }
    stage.comes_to_its_end();
    stage.audit();
    if stage.faults.is_empty() { Ok(stage.tally) } else { Err(stage.faults) }
}

/// Where files cost no disk.
fn memory() -> std::path::PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

impl Stage<'_> {
    fn life(&self) -> &Life {
        self.life.as_ref().expect("there is one life at a time")
    }

    /// One thing happens in one thread, and some time passes.
    fn goes_on(&mut self, number: usize) {
        let story = &mut self.stories[number];
        story.deeds_left -= 1;
        let said = story.goes_on(&self.world);
        self.tally.deeds += 1;
        self.tally.presses += said.presses.len();
        if self.world.state().chance.percent(6) {
            let mut state = self.world.state();
            state.fuse = Some(u64::try_from(state.chance.below(60)).unwrap());
        }
        let lives = self.tally.lives;
        let before = self.heard(&said);
        self.sent.extend(said.presses.iter().cloned());
        let mut heard = Vec::new();
        for inbound in &said.heard {
            self.heard += 1;
            heard.push((self.heard.to_string(), inbound.clone()));
        }
        self.life().hears(&heard);
        if self.world.state().chance.percent(60) {
            self.life().works();
            self.goes_under();
            if said.answered && self.tally.lives == lives {
                self.everybody_was_answered(number, &said, &before);
            }
        }
        let pause = pause(&self.world);
        if pause.is_zero() {
            return;
        }
        self.world.time_passes(pause);
        if self.world.state().chance.percent(70) {
            self.life().works();
            self.goes_under();
        }
    }

    /// If the process has died, another one begins.
    fn goes_under(&mut self) {
        if !self.world.state().dead {
            return;
        }
        for story in &mut self.stories {
            story.told.push("a crash".to_owned());
        }
        self.life = None;
        self.tally.lives += 1;
        self.life = Some(Life::begin(self.directory, &self.world, self.beside));
    }

    /// How often each of them was answered, or has decided something.
    fn heard(&self, said: &Said) -> HashMap<PersonId, usize> {
        let state = self.world.state();
        let heard = |sent: &Sent| {
            let of = |all: &HashMap<PersonId, usize>| all.get(&sent.by).copied().unwrap_or_default();
            (sent.by.clone(), of(&state.whispers) + of(&state.decided))
        };
        said.presses.iter().map(heard).collect()
    }

    /// A press that had no effect was answered.
    fn everybody_was_answered(&mut self, number: usize, said: &Said, before: &HashMap<PersonId, usize>) {
        for (person, now) in self.heard(said) {
            let presses = said.presses.iter().filter(|sent| sent.by == person).count();
            let heard = now - before.get(&person).copied().unwrap_or_default();
            if heard < presses {
                let words = format!("{person} pressed {presses} times and heard of {heard}");
                self.faults.push(format!("{}: {words}: {}", self.stories[number].thread, said.words));
            }
        }
    }

    /// Nothing fails any more, and there is enough time for everything.
    fn comes_to_its_end(&mut self) {
        {
            let mut state = self.world.state();
            state.calm = true;
            state.fuse = None;
        }
        self.goes_under();
        for minutes in [0, 0, 1, 1, 16, 16, 31, 31, 61, 1, 1, 1] {
            self.world.time_passes(Duration::from_secs(60 * minutes + 1));
            self.life().works();
        }
    }

    fn audit(&mut self) {
        let violations = std::mem::take(&mut self.world.state().violations);
        let life = self.life.take().expect("there is one life at a time");
        for story in &self.stories {
            let records = life.stored.look(|store| store.read(&story.thread, 0));
            let row = |approval| {
                let row = life.stored.look(|store| store.approval(&approval));
                let state = row.map(|row| row.state);
                (approval, state)
            };
            let rows = approvals(&records).into_iter().map(row).collect();
            let state = self.world.state();
            let ledger = Ledger { story, records: &records, state: &state, sent: &self.sent, rows };
            let mut faults = ledger.faults();
            let at_once = violations.iter().filter(|words| words.starts_with(&format!("{}/", story.thread)));
            faults.extend(at_once.cloned());
            self.tally.records += records.len();
            if faults.is_empty() {
                continue;
            }
            self.faults.extend(faults.iter().map(|fault| format!("{}: {fault}", story.thread)));
            self.faults.push(format!("What happened in {}, which is {}'s:", story.thread, story.owner));
            self.faults.extend(story.told.iter().map(|told| format!("  {told}")));
            self.faults.push("What was written down:".to_owned());
            self.faults.extend(records.iter().map(|record| {
                let words: String = format!("{:?}", record.entry).chars().take(400).collect();
                format!("  {} {} {words}", record.number, record.at.0)
            }));
        }
        let state = self.world.state();
        self.tally.writes += state.done.len();
        self.tally.paid += state.done.iter().filter(|deed| deed.tool == tools::PAY).count();
        self.tally.calls += state.calls;
    }
}
