//! What people say by command. The answer is for them alone.

use kernel::ports::{Settlement, Spender, StoreError};
use kernel::{DryRun, Failure, InboundId, Item, Part, PersonId, Press, Time, View};

use crate::guard::rules;
use crate::home;
use crate::home::accounts;
use crate::home::take_back;
use crate::home::{Task, orders, sign_ins, tasks, waiting};
use crate::home::{below, list, unreadable};
use crate::inbound;
use crate::runtime::Engine;
use crate::view::speech;
use crate::worker::sum;

/// The command that is about more than accounts.
const OWN: &str = "countersign";
/// How much of a list is told.
const LISTED: usize = 20;

const HELP: &str = "`status` your accounts, what was used, and whether all is well
`pending` what waits for you
`tasks` what is going on for you
`stop` ends that, and asks first if it is in several threads
`undo` takes back what can be taken back, and asks which if there are several things
`rules` what is done without asking you
`rules end 1` ends the first of these rules
`dry-run on` I only tell what I would change for you, until `dry-run off`";
/// Of a command that is about accounts alone.
const STATUS: &str = "`status` your accounts, and whether all is well";
const THREADS: &str = "A command does not work inside a thread: there, mention me, or use “Ask about this message” in the \
                       menu of a message.";

/// A command as it was given.
pub(crate) struct Given<'a> {
    pub(crate) by: &'a PersonId,
    pub(crate) command: &'a str,
    pub(crate) words: &'a str,
    /// Used up by what can be done only once.
    pub(crate) inbound: InboundId,
}

/// What the person is answered.
pub(crate) async fn obey(engine: &Engine, given: &Given<'_>) -> View {
    let mut words = given.words.split_whitespace();
    let (verb, object) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let own = given.command == OWN;
    let done = match verb {
        "status" | "accounts" => status(engine, given.by).await,
        "pending" if own => pending(engine, given.by).await,
        "undo" if own => take_back::by_command(engine, given.by, given.inbound).await,
        "rules" if own => rules_of(engine, given, object, words.next().unwrap_or_default()).await,
        "tasks" if own => under_way(engine, given.by).await,
        "dry-run" if own => rehearse(engine, given.by, object).await,
        "stop" if own => stop(engine, given).await,
        _ => match accounts::obey(engine, given.by, verb, object).await {
            Some(done) => done,
            None if own => Ok(help(HELP)),
            None => Ok(help(STATUS)),
        },
    };
    done.unwrap_or_else(|failure| View::plain(failure.words))
}

/// A line for every command.
fn help(own: &str) -> View {
    View::guide(format!("{own}\n{}", accounts::HELP)).with(Part::Plain(THREADS.to_owned()))
}

async fn status(engine: &Engine, by: &PersonId) -> Result<View, Failure> {
    let person = accounts::member(engine, by).await?;
    let mut lines = accounts::lines(engine, &person).await?;
    lines.push(match engine.ports.person_index.waiting(by).await.map_err(unreadable)?.len() {
        0 => "Nothing waits for you.".to_owned(),
        1 => "One card waits for you.".to_owned(),
        count => format!("{count} cards wait for you."),
    });
    lines.extend(spending(engine, by).await.map_err(unreadable)?);
    lines.push(home::health(engine, &person));
    Ok(View::plain(lines.join("\n")))
}

/// What models took for this person: today by model, and in the thread they used last.
async fn spending(engine: &Engine, by: &PersonId) -> Result<Vec<String>, StoreError> {
    let ports = &engine.ports;
    let today = ports.spending.spent(&Spender::Person(by.clone(), ports.clock.now())).await?;
    let mut lines: Vec<String> = today
        .iter()
        .map(|spent| format!("Today, {}: {}.", spent.model, speech::usage(&spent.usage)))
        .collect();
    if let Some(thread) = ports.spending.latest(by).await? {
        let there = sum(&ports.spending.spent(&Spender::Thread(thread)).await?);
        lines.push(format!("In your newest thread, since it began: {}.", speech::usage(&there)));
    }
    Ok(lines)
}

async fn pending(engine: &Engine, by: &PersonId) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let mut lines = waiting(engine, by, LISTED).await.map_err(unreadable)?;
    let unsigned = sign_ins(engine, by).await.map_err(unreadable)?.into_iter().take(LISTED);
    lines.extend(
        unsigned.map(|(_, _, words)| Item::new(words).note("Waits for you to sign in; Home has the button")),
    );
    let orders = orders(engine, by).await.map_err(unreadable)?;
    let waiting = if lines.is_empty() {
        View::plain("Nothing waits for you.")
    } else {
        list("This waits for you:", lines)
    };
    if orders.is_empty() {
        return Ok(waiting);
    }
    let unasked = "The like of this is done without asking you. Home has a button that ends that, and so does “stop” in its thread:";
    let mut parts = waiting.parts;
    parts.extend(list(unasked, orders).parts);
    Ok(View { parts })
}

async fn under_way(engine: &Engine, by: &PersonId) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let tasks = tasks(engine, by).await.map_err(unreadable)?;
    let mut lines = Vec::new();
    for task in tasks.iter().take(LISTED) {
        lines.push(task.line(engine).await);
    }
    if lines.is_empty() {
        return Ok(View::plain("Nothing is going on for you."));
    }
    if tasks.len() > LISTED {
        lines.push(Item::new(format!("And {} more.", tasks.len() - LISTED)));
    }
    Ok(list("This is going on for you:", lines))
}

/// For this person, in every thread.
async fn rehearse(engine: &Engine, by: &PersonId, wish: &str) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let chosen = match wish {
        "on" => DryRun::On,
        "off" => DryRun::Off,
        _ => {
            let now = match engine.ports.preferences.rehearses(by).await.map_err(unreadable)? {
                DryRun::On => "on",
                DryRun::Off => "off",
            };
            return Ok(View::guide(format!(
                "Your dry run is {now}. `dry-run on` or `dry-run off` changes it."
            )));
        }
    };
    engine.ports.preferences.rehearse(by, chosen).await.map_err(unreadable)?;
    Ok(View::guide(match (chosen, engine.dry_run) {
        (DryRun::On, _) => {
            "From now on I only tell you what I would send or change, and do none of it. `dry-run off` ends that."
        }
        (DryRun::Off, DryRun::Off) => "From now on I do again what you ask for.",
        (DryRun::Off, DryRun::On) => {
            "Whoever runs me has switched the dry run on for everybody, so I still only tell what I would do."
        }
    }))
}

/// Lists the standing rules, or ends the one of that number.
async fn rules_of(engine: &Engine, given: &Given<'_>, verb: &str, number: &str) -> Result<View, Failure> {
    accounts::member(engine, given.by).await?;
    let mut standing = engine.ports.rules.of(given.by).await.map_err(unreadable)?;
    if verb == "end" {
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(place) = place.filter(|place| *place < standing.len()) else {
            return Ok(View::guide(
                "There is no rule of that number. `rules` lists them with their numbers.",
            ));
        };
        let rule = standing.swap_remove(place);
        let line = Item { buttons: Vec::new(), ..rules::told(&rule) };
        let ended = inbound::ended(rule, given.by);
        engine.ports.inbox.settle(given.inbound, ended).await.map_err(unreadable)?;
        return Ok(list("You are asked about this again:", vec![line]));
    }
    if standing.is_empty() {
        return Ok(View::plain("You have no standing rules. “Always…” on a card makes one."));
    }
    let lines = standing.iter().enumerate().take(LISTED).map(|(place, rule)| {
        let line = rules::told(rule);
        Item { words: format!("{}. {}", place + 1, line.words), buttons: Vec::new(), ..line }
    });
    let more = standing.len().saturating_sub(LISTED);
    let more = (more > 0).then(|| Item::new(format!("And {more} more.")));
    let intro = "This is done without asking you. `rules end` and its number ends a rule:";
    Ok(below(View::guide(intro), lines.chain(more).collect()))
}

/// As the word does in a thread. In several threads it asks first.
async fn stop(engine: &Engine, given: &Given<'_>) -> Result<View, Failure> {
    accounts::member(engine, given.by).await?;
    let found = tasks(engine, given.by).await.map_err(unreadable)?;
    if found.len() < 2 {
        return stop_all(engine, given.by, given.inbound, found).await;
    }
    let mut lines = Vec::new();
    for task in found.iter().take(LISTED) {
        lines.push(task.line(engine).await);
    }
    if found.len() > LISTED {
        lines.push(Item::new(format!("And {} more.", found.len() - LISTED)));
    }
    let label = format!("Stop all {}", found.len());
    let press = Press::StopAsAsked(engine.ports.clock.now());
    Ok(list("Nothing was stopped yet. The button ends all of this:", lines)
        .with(Part::Button { label, press }))
}

/// Answers the button of that question. Work that was asked for later goes on.
pub(crate) async fn stop_as_asked(
    engine: &Engine,
    by: &PersonId,
    inbound: InboundId,
    asked: Time,
) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let found = tasks(engine, by).await.map_err(unreadable)?;
    let shown: Vec<Task> = found.into_iter().filter(|task| task.asked <= asked).collect();
    if shown.is_empty() {
        return Ok(View::plain("None of that is going on any more. Nothing was stopped."));
    }
    stop_all(engine, by, inbound, shown).await
}

async fn stop_all(
    engine: &Engine,
    by: &PersonId,
    inbound: InboundId,
    tasks: Vec<Task>,
) -> Result<View, Failure> {
    let threads: Vec<_> = tasks.into_iter().map(|task| task.thread).collect();
    let words = match threads.len() {
        0 => return Ok(View::plain("Nothing is going on for you.")),
        1 => "Stopped, in one thread. It says there what had been done.".to_owned(),
        count => format!("Stopped, in {count} threads. Each of them says what had been done."),
    };
    let stopped = Settlement::Stopped { by: by.clone(), threads: threads.clone() };
    engine.ports.inbox.settle(inbound, stopped).await.map_err(unreadable)?;
    for thread in &threads {
        engine.interrupts.stop(thread, by);
    }
    Ok(View::plain(words))
}
