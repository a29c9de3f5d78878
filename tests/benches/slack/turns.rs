//! The price of a turn in a company of five hundred: in a hundred threads the next question is asked as soon as the last one
//! is answered, ten in each before the next thread is begun. A turn is a mention, a search in the mailbox that finds five
//! mails, each of which is fetched, a look at who reads along, and three messages: the answer to its person, the button that
//! posts it, and a note in the thread; with every gate and the journal on a real disk.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cores::Apart;
use crate::harness::{Plan, Posted, Town, posted};
use crate::machine::Pace;
use crate::served::{Served, a_company, first_people, sign_in};
use crate::{Measure, Verdict};

const THREADS: usize = 100;
/// Each thread has an asker of its own, because Google lets one person read only so much in a minute.
const ASKING: usize = THREADS;
/// Each part is measured by itself, and the middle one counts: machines are shared, and slow for some seconds now and then.
/// As many as fit into the 30,000 events that Slack sends an app in an hour.
const PARTS: usize = 16;
const TURNS: usize = 300;
/// Before anything is counted: connections, caches and pages are warm.
const WARM_UP: usize = 500;
/// So many questions are asked in one thread.
const IN_A_THREAD: usize = 10;
const QUESTION: &str = "@countersign what's new in my mail?";
const LEAST_PER_SECOND: f64 = 400.0;
const DEAREST: Duration = Duration::from_millis(2);
/// How often it is looked for answers.
const GLANCE: Duration = Duration::from_millis(10);

/// What turns came to.
struct Price {
    turns: usize,
    per_second: f64,
    each: Duration,
    cheapest: Duration,
    dearest: Duration,
    pace: Pace,
}

impl Price {
    async fn of(town: &Town, served: Served) -> Self {
        let askers = first_people(town, ASKING);
        sign_in(town, &askers).await;
        let mut talk = Talk::begin(town, &askers).await;
        talk.until_answered(WARM_UP).await;
        let warm = talk.answered;
        let (mut speeds, mut prices, mut pace) = (Vec::new(), Vec::new(), Pace::default());
        for _ in 0..PARTS {
            let (began, paid, before) = (Instant::now(), served.processor_time(), talk.answered);
            // Within what is measured: the product works on meanwhile.
            pace.try_it();
            talk.until_answered(before + TURNS).await;
            let turns = talk.answered - before;
            speeds.push(turns as f64 / began.elapsed().as_secs_f64());
            prices.push(served.processor_time().checked_sub(paid).unwrap() / u32::try_from(turns).unwrap());
        }
        served.kill().await;
        // Of the two in the middle, the slower and the dearer one.
        speeds.sort_by(|one, other| other.total_cmp(one));
        prices.sort();
        let (turns, middle) = (talk.answered - warm, PARTS / 2);
        let (cheapest, dearest) = (prices[0], prices[PARTS - 1]);
        Self { turns, per_second: speeds[middle], each: prices[middle], cheapest, dearest, pace }
    }
}

pub async fn measures() -> Vec<Measure> {
    let cores = Apart::begin();
    let town = Town::empty(Plan::new(a_company(ASKING))).await;
    let served = Served::start_without_limits(&town, &cores.under()).await;
    let Price { turns, per_second, each, cheapest, dearest, pace } = Price::of(&town, served).await;
    vec![
        Measure {
            what: format!(
                "turns in {THREADS} threads ({turns} in all, {IN_A_THREAD} in each, {})",
                cores.told()
            ),
            bound: format!("≥ {LEAST_PER_SECOND} a second"),
            measured: format!("{per_second:.0} a second"),
            verdict: Verdict::kept(per_second >= LEAST_PER_SECOND),
        },
        Measure {
            what: "processor time of the product for a turn".to_owned(),
            bound: format!("≤ {DEAREST:?}"),
            measured: format!(
                "{each:.2?} (of {PARTS} parts the cheapest {cheapest:.2?}, the dearest {dearest:.2?})"
            ),
            verdict: Verdict::kept(each <= DEAREST),
        },
        pace.measure(),
    ]
}

pub struct Talk<'a> {
    town: &'a Town,
    /// What goes on in the thread with this root.
    threads: HashMap<String, Thread<'a>>,
    /// Everything up to this number was looked at and is settled.
    settled: u64,
    /// Answers after that which were counted already.
    counted: HashSet<u64>,
    answered: usize,
}

struct Thread<'a> {
    root: Posted,
    asker: &'a str,
    answered: usize,
}

impl<'a> Talk<'a> {
    pub async fn begin(town: &'a Town, askers: &[&'a str]) -> Self {
        let earlier = town.control.requests("slack", "chat.postMessage").await;
        let settled = earlier.iter().filter_map(|one| one["number"].as_u64()).max().unwrap_or_default();
        let burst = json!({ "messages": THREADS, "channels": THREADS, "text": QUESTION });
        let burst = town.control.post("/slack/burst", burst).await;
        let threads =
            burst["posted"].as_array().unwrap().iter().map(posted).zip(askers.iter().copied().cycle());
        let threads = threads.map(|(root, asker)| (root.ts.clone(), Thread { root, asker, answered: 0 }));
        Self { town, threads: threads.collect(), settled, counted: HashSet::new(), answered: 0 }
    }

    /// Whoever is answered asks again; after some questions in a thread of its own.
    pub async fn until_answered(&mut self, turns: usize) {
        let began = Instant::now();
        while self.answered < turns {
            let answers = self.new_answers().await;
            self.answered += answers.len();
            let threads = answers.iter().map(|root| self.threads.remove(root).unwrap());
            let asking: Vec<_> = threads.map(|thread| ask_again(self.town, thread)).collect();
            let threads = futures_util::future::join_all(asking).await;
            self.threads.extend(threads.into_iter().map(|thread| (thread.root.ts.clone(), thread)));
            assert!(began.elapsed() < Duration::from_mins(5), "{} of {turns}", self.answered);
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// The threads in which an answer was posted since the last look.
    async fn new_answers(&mut self) -> Vec<String> {
        let path = format!("/requests?service=slack&method=chat.postMessage&since={}", self.settled);
        let posts = self.town.control.get(&path).await["requests"].as_array().unwrap().clone();
        let number = |post: &Value| post["number"].as_u64().unwrap();
        let mut answers = Vec::new();
        for post in posts.iter().filter(|post| post["status"] == 200) {
            if self.counted.insert(number(post)) {
                let body: Value = serde_json::from_str(post["body"].as_str().unwrap()).unwrap();
                // A message without a thread is told directly and counts by the note in the thread.
                answers.extend(body["thread_ts"].as_str().map(str::to_owned));
            }
        }
        let open = posts.iter().find(|post| post["status"].is_null()).map(number);
        self.settled = open.map_or_else(|| posts.last().map_or(self.settled, number), |open| open - 1);
        self.counted.retain(|number| *number > self.settled);
        answers
    }
}

async fn ask_again<'a>(town: &Town, thread: Thread<'a>) -> Thread<'a> {
    let Thread { root, asker, answered } = thread;
    let mut question = json!({ "person": asker, "channel": root.channel, "text": QUESTION });
    if answered + 1 < IN_A_THREAD {
        question["thread_ts"] = root.ts.clone().into();
        town.control.post("/slack/post", question).await;
        return Thread { root, asker, answered: answered + 1 };
    }
    let root = posted(&town.control.post("/slack/post", question).await);
    Thread { root, asker, answered: 0 }
}
