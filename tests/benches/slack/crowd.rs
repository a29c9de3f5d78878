//! A busy company with the settings it gets: five hundred people, two hundred of whom ask, in thirty channels and directly, for
//! five minutes, with the sandbox's limits on and people changing their status all the while. Whether anybody waits, whether
//! each question is answered once, how often each method is called, and what an answer costs.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use sandbox::ChannelSeed;
use serde_json::{Value, json};

use crate::harness::{Plan, Town};
use crate::served::{COMPANY, Served, a_company, first_people, sign_in};
use crate::{Measure, Verdict};

const ASKING: usize = 200;
const CHANNELS: usize = 30;
const LASTS: Duration = Duration::from_mins(5);
const IN_CHANNELS_A_MINUTE: u32 = 90;
const DIRECTLY_A_MINUTE: u32 = 240;
const SLOWEST: Duration = Duration::from_secs(2);
/// Above the published figure of a tier, over any five minutes.
const MOST_ABOVE: f64 = 0.2;
/// How often somebody changes their status.
const STATUS: Duration = Duration::from_secs(1);
/// How long the last answers may take before they count as lost.
const PATIENCE: Duration = Duration::from_mins(1);
const QUESTION: &str = "@countersign what's new in my mail?";

pub async fn measures() -> Vec<Measure> {
    let mut world = a_company(ASKING);
    let channels =
        (0..CHANNELS).map(|number| ChannelSeed { name: channel(number), ..world.channels[0].clone() });
    world.channels = channels.collect();
    let town = Town::empty(Plan::new(world)).await;
    let askers = first_people(&town, ASKING);
    let served = Served::start(&town).await;
    sign_in(&town, &askers).await;
    served.kill().await;
    town.control.post("/slack/rate_limits", json!({ "mode": "real" })).await;
    let served = Served::start_with_defaults(&town).await;
    let listed = town.control.requests("slack", "users.list").await.len();
    changes_status(&town, 0).await;
    let again = async || (town.control.requests("slack", "users.list").await.len() > listed).then_some(());
    town.control.until("everybody is listed again", again).await;

    let (began, paid) = (Timestamp::now(), served.processor_time());
    let asked = everybody_asks(&town, &askers).await;
    let answers = answers(&town, &asked, began).await;
    let paid = served.processor_time().checked_sub(paid).unwrap();
    let (size, calls) = (served.memory(), calls(&town, began).await);
    served.kill().await;
    measured(&asked, &answers, &calls, (paid, size))
}

/// A question, and in which channel it was asked; nothing if it was asked directly.
struct Asked {
    ts: String,
    at: Timestamp,
    channel: Option<String>,
}

fn channel(number: usize) -> String {
    format!("crowd-{number}")
}

async fn changes_status(town: &Town, number: usize) {
    let people = &town.card().people;
    let person = &people[(number * 7) % people.len()].handle;
    let status = json!({ "person": person, "status": format!("In meeting {number}") });
    town.control.post("/slack/people/status", status).await;
}

async fn everybody_asks(town: &Town, askers: &[&str]) -> Vec<Asked> {
    let channels: Vec<String> = (0..CHANNELS).map(channel).collect();
    let statuses = steadily(STATUS, |number| changes_status(town, number));
    let in_channels = steadily(Duration::from_mins(1) / IN_CHANNELS_A_MINUTE, |number| {
        let (person, channel) = (askers[(number * 11) % askers.len()], &channels[number % channels.len()]);
        ask(town, person, Some(channel))
    });
    let directly = steadily(Duration::from_mins(1) / DIRECTLY_A_MINUTE, |number| {
        ask(town, askers[(number * 13) % askers.len()], None)
    });
    let (_, in_channels, directly) = tokio::join!(statuses, in_channels, directly);
    in_channels.into_iter().chain(directly).collect()
}

/// Does something at every tick, however long each takes.
async fn steadily<T, F: Future<Output = T>>(every: Duration, act: impl Fn(usize) -> F) -> Vec<T> {
    let (began, act) = (Instant::now(), &act);
    let times = (0..).map(|number| every * number).take_while(|after| *after < LASTS);
    let each = times.enumerate().map(|(number, after)| async move {
        tokio::time::sleep_until((began + after).into()).await;
        act(number).await
    });
    futures_util::future::join_all(each).await
}

async fn ask(town: &Town, person: &str, channel: Option<&str>) -> Asked {
    let at = Timestamp::now();
    let posted = town.control.say(person, channel.unwrap_or("dm"), QUESTION, None).await;
    Asked { ts: posted.ts, at, channel: channel.map(|_| posted.channel) }
}

/// The answers to each question, by its ts: when its thread was answered, each time, and how often its person was told
/// directly.
#[derive(Default)]
struct Answers {
    in_thread: HashMap<String, Vec<Timestamp>>,
    directly: HashMap<String, usize>,
}

/// Waits until every question is answered, or time is over.
async fn answers(town: &Town, asked: &[Asked], began: Timestamp) -> Answers {
    let over = Instant::now() + PATIENCE;
    loop {
        let answers = so_far(town, began).await;
        let open = asked.iter().filter(|question| !answers.in_thread.contains_key(&question.ts)).count();
        if open == 0 || Instant::now() > over {
            return answers;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn so_far(town: &Town, began: Timestamp) -> Answers {
    let mut answers = Answers::default();
    for post in town.control.requests("slack", "chat.postMessage").await {
        let at = time(&post, "answered_at");
        let body: Value = serde_json::from_str(post["body"].as_str().unwrap()).unwrap();
        let Some(at) = at.filter(|at| *at >= began && post["status"] == 200) else { continue };
        if let Some(thread) = body["thread_ts"].as_str() {
            answers.in_thread.entry(thread.to_owned()).or_default().push(at);
        } else if let Some(thread) = linked(&body.to_string()) {
            *answers.directly.entry(thread).or_default() += 1;
        }
    }
    answers
}

/// The ts of the message that a text links to: an answer that is told directly links to its thread.
fn linked(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("/archives/")?.1.split_once("/p")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let (seconds, fraction) = digits.split_at_checked(10)?;
    Some(format!("{seconds}.{fraction}"))
}

fn time(request: &Value, field: &str) -> Option<Timestamp> {
    request[field].as_str().map(|at| at.parse().unwrap())
}

/// How often each method was called in those five minutes in which it was called most often, and how often it may be.
async fn calls(town: &Town, began: Timestamp) -> BTreeMap<String, (usize, u64)> {
    let mut made: BTreeMap<String, Vec<Timestamp>> = BTreeMap::new();
    for request in town.control.requests("slack", "*").await {
        let at = time(&request, "at").unwrap();
        if at >= began {
            made.entry(request["method"].as_str().unwrap().to_owned()).or_default().push(at);
        }
    }
    let counters = town.control.get("/slack/rate_limits").await["counters"].clone();
    let of_workspace = counters.as_array().unwrap().iter().filter(|counter| counter["channel"] == "");
    let allowed: HashMap<&str, u64> = of_workspace
        .map(|counter| (counter["method"].as_str().unwrap(), counter["per_minute"].as_u64().unwrap()))
        .collect();
    let five_minutes = SignedDuration::from_mins(5);
    let most = |times: &Vec<Timestamp>| {
        let within = |from: &Timestamp| {
            times.iter().filter(|at| *at >= from && at.duration_since(*from) < five_minutes).count()
        };
        times.iter().map(within).max().unwrap_or_default()
    };
    made.iter()
        .filter_map(|(method, times)| Some((method.clone(), (most(times), *allowed.get(method.as_str())?))))
        .collect()
}

fn measured(
    asked: &[Asked],
    answers: &Answers,
    calls: &BTreeMap<String, (usize, u64)>,
    (paid, size): (Duration, u64),
) -> Vec<Measure> {
    let first = |question: &Asked| {
        let at = answers.in_thread.get(&question.ts)?.iter().min()?;
        Duration::try_from(at.duration_since(question.at)).ok()
    };
    let mut waits: Vec<Duration> = asked.iter().filter_map(first).collect();
    waits.sort_unstable();
    let at = |hundredth: usize| waits[(waits.len() - 1) * hundredth / 100];
    let lost = asked.len() - waits.len();
    let doubled = answers.in_thread.values().filter(|times| times.len() > 1).count();
    let told = |question: &&Asked| answers.directly.get(&question.ts) == Some(&1);
    let private: Vec<&Asked> = asked.iter().filter(|question| question.channel.is_some()).collect();
    let untold = private.len() - private.iter().filter(|question| told(question)).count();
    let share = |(most, allowed): &(usize, u64)| *most as f64 / (5 * allowed) as f64;
    let worst = calls.iter().max_by(|one, other| share(one.1).total_cmp(&share(other.1)));
    let worst = worst.map_or((String::new(), 0.0), |(method, counted)| (method.clone(), share(counted)));
    let each: Vec<String> = calls.iter().map(|(method, (most, _))| format!("{method} {most}")).collect();
    vec![
        Measure {
            what: format!(
                "reply, p99 of {} in {LASTS:?} by {ASKING} of {COMPANY} people, default settings, limits on",
                asked.len()
            ),
            bound: format!("≤ {SLOWEST:?}"),
            measured: format!("{:.0?} (median {:.0?}, longest {:.0?})", at(99), at(50), at(100)),
            verdict: Verdict::kept(at(99) <= SLOWEST),
        },
        Measure {
            what: "questions lost, answered twice, or not told their person exactly once".to_owned(),
            bound: "0, 0, 0".to_owned(),
            measured: format!("{lost}, {doubled}, {untold}"),
            verdict: Verdict::kept((lost, doubled, untold) == (0, 0, 0)),
        },
        Measure {
            what: format!(
                "calls in five minutes, the highest share of a published tier ({})",
                each.join(", ")
            ),
            bound: format!("≤ {:.0} %", (1.0 + MOST_ABOVE) * 100.0),
            measured: format!("{:.0} % ({})", worst.1 * 100.0, worst.0),
            verdict: Verdict::kept(worst.1 <= 1.0 + MOST_ABOVE),
        },
        Measure {
            what: "processor time of the product for each answer, and its size in the end".to_owned(),
            bound: String::new(),
            measured: format!(
                "{:.2?}, {:.1} MB",
                paid / u32::try_from(asked.len()).unwrap(),
                size as f64 / f64::from(1 << 20)
            ),
            verdict: Verdict::NoBound,
        },
    ]
}
