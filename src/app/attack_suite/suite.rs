//! The files of a suite: a world, the sinks, the attacks and the everyday tasks. One can be added without touching Rust.

use std::collections::BTreeMap;
use std::path::Path;

use models::obedient::Step;
use sandbox::{EventSeed, FileSeed, MailSeed, World};
use serde::Deserialize;
use serde_json::Value;

include!(concat!(env!("OUT_DIR"), "/suite.rs"));

/// Everything of a suite, by the names of its files.
#[derive(Clone, Debug)]
pub struct Suite {
    files: BTreeMap<String, String>,
    /// Of the sinks that an attack is tried with, every so many.
    every: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error("the folder {0} cannot be read: {1}")]
    Unreadable(String, std::io::Error),
    #[error("{file} is not what a file of a suite is: {why}")]
    Wrong { file: String, why: String },
    #[error(
        "there is no attack and no task in it. Put files like attacks/mine.toml or tasks/mine.toml there."
    )]
    Empty,
}

/// Somebody who asks for something, and whatever was laid out for them before.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The attack's title, or the task's.
    pub(super) title: String,
    /// What was planted: the name of the sink; nothing in an everyday task.
    pub(super) sink: Option<String>,
    /// Whether nobody but the requester sees what was planted: it may be carried out if it can be taken back.
    pub(super) private: bool,
    pub(super) turns: Vec<Turn>,
    /// Whether an everyday task is asked about; nothing for an attack.
    pub(super) expects: Option<Expectation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expects {
    /// Every rule holds.
    Nothing,
    /// A rule does not hold, or the table asks.
    Question,
}

/// Whether an everyday task is asked about, in each mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// By the rules alone.
    pub(super) rules: Expects,
    /// Where other people's view and what cannot be taken back count too.
    pub(super) standard: Expects,
}

/// One thing somebody says, and what a good model would do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    pub(super) by: String,
    /// `dm`, or the name of a channel.
    #[serde(default = "direct")]
    pub(super) place: String,
    pub(super) says: String,
    /// What others say there before.
    #[serde(default)]
    pub(super) before: Vec<Saying>,
    #[serde(default)]
    pub(super) calls: Vec<Called>,
    /// Addresses that are not in the arguments and belong on the card all the same.
    #[serde(default)]
    pub(super) people: Vec<String>,
    /// Somebody else there, who presses Approve on every card before the person does.
    #[serde(default)]
    pub(super) accomplice: Option<String>,
    /// How often every press comes once more, as it came.
    #[serde(default)]
    pub(super) replayed: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saying {
    pub(super) by: String,
    pub(super) says: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Called {
    pub(super) tool: String,
    pub(super) args: Value,
}

impl Called {
    pub(super) fn step(&self) -> Step {
        Step { tool: self.tool.clone(), args: self.args.clone() }
    }
}

/// The world with everything that was laid out in it, and all that is to be played.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub(super) world: World,
    pub(super) trials: Vec<Trial>,
    /// Words that belong to nobody but the people of this world.
    pub(super) canaries: Vec<String>,
    /// The domains of the people who must get nothing.
    pub(super) attackers: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackFile {
    title: String,
    #[serde(default)]
    mail: Vec<MailSeed>,
    #[serde(default)]
    files: Vec<FileSeed>,
    #[serde(default)]
    events: Vec<EventSeed>,
    turns: Vec<Turn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFile {
    title: String,
    expects: Expects,
    /// In the standard mode, where that asks more.
    standard: Option<Expects>,
    /// Which rule does not hold, for whoever reads the file.
    #[serde(default, rename = "because")]
    _because: String,
    #[serde(default)]
    mail: Vec<MailSeed>,
    #[serde(default)]
    files: Vec<FileSeed>,
    #[serde(default)]
    events: Vec<EventSeed>,
    turns: Vec<Turn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SinkFile {
    sinks: Vec<SinkSeed>,
    #[serde(default)]
    canaries: Vec<String>,
    attackers: Option<Vec<String>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SinkSeed {
    name: String,
    /// The planted order.
    order: String,
    /// Whether nobody but the requester sees what comes of it.
    #[serde(default)]
    private: bool,
}

impl Suite {
    /// The one that comes with the program.
    pub fn built_in() -> Result<Self, SuiteError> {
        let files = BUILT_IN.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Ok(Self { files, every: 1 })
    }

    /// Each attack is tried with every so many of the sinks, beginning with another one each time: all of them are tried,
    /// in less time.
    #[must_use]
    pub fn thinned(self, every: usize) -> Self {
        Self { every: every.max(1), ..self }
    }

    /// A folder of one's own: `world.json` and `sinks.toml` are the built-in ones unless it has its own.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let unreadable = |error| SuiteError::Unreadable(folder.display().to_string(), error);
        let built_in = Self::built_in()?.files;
        let shared = built_in.into_iter().filter(|(name, _)| !name.contains('/'));
        let mut files: BTreeMap<String, String> = shared.collect();
        for part in ["", "attacks", "tasks"] {
            let Ok(entries) = std::fs::read_dir(folder.join(part)) else { continue };
            for entry in entries {
                let path = entry.map_err(unreadable)?.path();
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                if path.is_file()
                    && matches!(path.extension().and_then(|end| end.to_str()), Some("toml" | "json"))
                {
                    // A file that lies in the folder itself is an attack, unless it is one of the two that are shared.
                    let at = match (part, name) {
                        ("", "world.json" | "sinks.toml") => name.to_owned(),
                        ("", name) => format!("attacks/{name}"),
                        (part, name) => format!("{part}/{name}"),
                    };
                    files.insert(at, std::fs::read_to_string(&path).map_err(unreadable)?);
                }
            }
        }
        if !folder.is_dir() {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(unreadable(missing));
        }
        Ok(Self { files, every: 1 })
    }

    /// Everything that is to be played, in one world.
    pub(super) fn cast(&self) -> Result<Cast, SuiteError> {
        let world = self.files.get("world.json").map_or("{}", String::as_str);
        let mut world = World::read(world).map_err(|error| wrong("world.json", &error.to_string()))?;
        let SinkFile { sinks, canaries, attackers } =
            parsed("sinks.toml", self.files.get("sinks.toml").map_or("sinks = []", String::as_str))?;
        let mut trials = Vec::new();
        for (place, (name, text)) in self.files.iter().enumerate() {
            if name.starts_with("attacks/") {
                let sinks: Vec<SinkSeed> =
                    sinks.iter().skip(place % self.every).step_by(self.every).cloned().collect();
                for sink in crossed(text, &sinks) {
                    let number = trials.len();
                    let text = filled(text, number, sink.as_ref().map_or("", |sink| sink.order.as_str()));
                    let AttackFile { title, mail, files, events, turns } = parsed(name, &text)?;
                    lay_out(&mut world, mail, files, events);
                    let private = sink.as_ref().is_some_and(|sink| sink.private);
                    let sink = Some(sink.map_or_else(|| "its own".to_owned(), |sink| sink.name));
                    trials.push(Trial { title, sink, private, turns, expects: None });
                }
            } else if name.starts_with("tasks/") {
                let text = filled(text, trials.len(), "");
                let TaskFile { title, expects, standard, mail, files, events, turns, .. } =
                    parsed(name, &text)?;
                lay_out(&mut world, mail, files, events);
                let expects = Expectation { rules: expects, standard: standard.unwrap_or(expects) };
                trials.push(Trial { title, sink: None, private: false, turns, expects: Some(expects) });
            }
        }
        if trials.is_empty() {
            return Err(SuiteError::Empty);
        }
        let attackers = attackers.unwrap_or_else(|| vec![OUTSIDE.to_owned()]);
        Ok(Cast { world, trials, canaries, attackers })
    }
}

/// Where the attackers of the built-in world live.
const OUTSIDE: &str = "evil.example";
/// Where the people of the built-in world are, and how many days ahead a file may speak of.
const ZONE: &str = "Europe/Berlin";
const DAYS: i64 = 15;

/// An attack that leaves open what it wants is tried with every sink.
fn crossed(text: &str, sinks: &[SinkSeed]) -> Vec<Option<SinkSeed>> {
    if text.contains("{{planted}}") { sinks.iter().cloned().map(Some).collect() } else { vec![None] }
}

/// Every trial has a number of its own in its titles and subjects, so that none finds what is another's.
fn filled(text: &str, number: usize, planted: &str) -> String {
    let quoted = planted.replace('\\', "\\\\").replace('"', "\\\"");
    let zone = jiff::tz::TimeZone::get(ZONE).unwrap_or(jiff::tz::TimeZone::UTC);
    let today = zone.to_datetime(sandbox::now()).date();
    let days =
        (0..DAYS).filter_map(|ahead| Some((ahead, today.checked_add(jiff::Span::new().days(ahead)).ok()?)));
    let text = days.fold(text.to_owned(), |text, (ahead, day)| {
        text.replace(&format!("{{{{day+{ahead}}}}}"), &day.to_string())
    });
    text.replace("{{planted}}", planted)
        .replace("{{planted_quoted}}", &quoted)
        .replace("{{n}}", &format!("{}{}", letters(number), number))
}

/// Two letters, so that a number is no number.
fn letters(number: usize) -> String {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
    [letter(number / 26), letter(number)].iter().collect()
}

fn lay_out(world: &mut World, mail: Vec<MailSeed>, files: Vec<FileSeed>, events: Vec<EventSeed>) {
    world.mail.extend(mail);
    world.files.extend(files);
    world.events.extend(events);
}

fn parsed<T: for<'a> Deserialize<'a>>(file: &str, text: &str) -> Result<T, SuiteError> {
    toml::from_str(text).map_err(|error| wrong(file, &error.to_string()))
}

fn wrong(file: &str, why: &str) -> SuiteError {
    SuiteError::Wrong { file: file.to_owned(), why: why.to_owned() }
}

fn direct() -> String {
    "dm".to_owned()
}
