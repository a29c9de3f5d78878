//! `countersign serve` as a process of its own, and what the kernel says of it.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use sandbox::World;
use tokio::process::{Child, Command};

use crate::harness::{Plan, Town, small_world, variables};

pub struct Served {
    process: Child,
    /// From the start of the process to the first open socket.
    pub connected_after: Duration,
}

impl Served {
    /// Starts it, and waits until Slack can reach it. Answers are posted where they were asked for, without asking.
    pub async fn start(town: &Town) -> Self {
        Self::start_set(town, &[], "rate_limits = \"off\"\nprivate_results = \"thread\"").await
    }

    /// Starts it with the settings it is shipped with, but without Slack's limits: they allow five answers a second.
    pub async fn start_without_limits(town: &Town, launcher: &[&str]) -> Self {
        Self::start_set(town, launcher, "rate_limits = \"off\"").await
    }

    /// The same, keeping to Slack's limits as it does where nothing is configured.
    pub async fn start_with_defaults(town: &Town) -> Self {
        Self::start_set(town, &[], "").await
    }

    async fn start_set(town: &Town, launcher: &[&str], setting: &str) -> Self {
        let config = town.data().join("bench.toml");
        let port = town.port();
        let lines = format!(
            "listen = \"127.0.0.1:{port}\"\npublic_url = \"http://127.0.0.1:{port}\"\n[google]\nsend_undo_seconds = 0\n[slack]\n{setting}\n"
        );
        std::fs::write(&config, lines).unwrap();
        let mut words = launcher.iter().copied().chain([env!("CARGO_BIN_EXE_countersign")]);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).arg("serve").arg("--config").arg(&config);
        command.arg("--data-dir").arg(town.data().join("served"));
        command.env_clear().envs(variables(town.card())).env("RUST_LOG", "error");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.stdout(Stdio::null()).stderr(Stdio::inherit()).kill_on_drop(true);
        let began = Instant::now();
        let process = command.spawn().unwrap();
        town.control.until("an open socket", async || (sockets(town).await > 0).then_some(())).await;
        Self { process, connected_after: began.elapsed() }
    }

    /// SIGKILL, and waits until it is gone.
    pub async fn kill(mut self) {
        self.process.kill().await.unwrap();
    }

    /// Proportional set size: what the process alone costs, and its share of what is shared.
    pub fn memory(&self) -> u64 {
        let rollup = std::fs::read_to_string(self.proc().join("smaps_rollup")).unwrap();
        let line = rollup.lines().find(|line| line.starts_with("Pss:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }

    /// Processor time of all its threads, those that have ended included.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(self.proc().join("stat")).unwrap();
        let after_name = stat.rsplit_once(')').unwrap().1;
        let ticks: u64 =
            after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
        // A tick is a hundredth of a second on every Linux there is.
        Duration::from_millis(ticks * 10)
    }

    pub fn proc(&self) -> std::path::PathBuf {
        Path::new("/proc").join(self.process.id().unwrap().to_string())
    }
}

async fn sockets(town: &Town) -> usize {
    town.control.get("/slack/sockets").await["sockets"].as_array().unwrap().len()
}

/// A town without a product.
pub async fn a_town() -> Town {
    let (world, _) = small_world();
    Town::empty(Plan::new(world)).await
}

/// Google lets one person read so much in a minute: it takes several to ask often.
pub const MORE_PEOPLE: usize = 18;

/// The same with more people in it.
pub async fn a_larger_town() -> Town {
    Town::empty(Plan::new(a_larger_world())).await
}

pub fn a_larger_world() -> World {
    let (mut world, _) = small_world();
    for number in 0..MORE_PEOPLE {
        let mut person = world.people[0].clone();
        (person.handle, person.name) = (format!("{}n{number}", person.handle), format!("Person {number}"));
        // Something is found in every mailbox.
        let mut mail = world.mail[0].clone();
        mail.to = vec![person.handle.clone()];
        world.mail.push(mail);
        world.people.push(person);
    }
    world
}

/// How many people a company has.
pub const COMPANY: usize = 500;
/// How many mails each of those who ask has: a search that finds them fetches each.
const MAILS: usize = 5;

/// A company in which the first `asking` people have mail.
pub fn a_company(asking: usize) -> World {
    let (mut world, _) = small_world();
    let (person, mail) = (world.people[0].clone(), world.mail[0].clone());
    for number in world.people.len()..COMPANY {
        let mut person = person.clone();
        (person.handle, person.name) = (format!("{}n{number}", person.handle), format!("Person {number}"));
        world.people.push(person);
    }
    let askers = world.people.iter().take(asking);
    let mails = askers.flat_map(|person| std::iter::repeat_n(&person.handle, MAILS));
    world.mail.extend(mails.map(|handle| {
        let mut mail = mail.clone();
        mail.to = vec![handle.clone()];
        mail
    }));
    world
}

/// The first people of a town.
pub fn first_people(town: &Town, number: usize) -> Vec<&str> {
    town.card().people.iter().take(number).map(|person| person.handle.as_str()).collect()
}

/// Everybody has let the product read their mail.
pub async fn everybody_signs_in(town: &Town) {
    sign_in(town, &first_people(town, town.card().people.len())).await;
}

/// These people let the product read their mail, ten at a time.
pub async fn sign_in(town: &Town, people: &[&str]) {
    for some in people.chunks(10) {
        let signing_in = some.iter().map(|person| async {
            let asked = town.control.say(person, "dm", "What's new in my mail?", None).await;
            town.connect(person).await;
            town.control.reply(&asked, 0).await;
        });
        futures_util::future::join_all(signing_in).await;
    }
}
