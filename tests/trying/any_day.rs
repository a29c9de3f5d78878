//! The sentences that the README says to try, on every weekday, at the ends of months and years, at any hour, in any zone
//! and around a change of the clocks. A sample of them by default; `WORLD_SWEEP=1` goes through all.

use std::fmt;

use futures_util::future::join_all;
use sandbox::World;

use super::{Newcomer, Tried};
use crate::harness::{Posted, button};

/// When somebody tries it, and where they and everybody else in the company are.
#[derive(Clone, Copy)]
struct Start(&'static str, &'static str);

const BERLIN: &str = "Europe/Berlin";

const SAMPLE: &[Start] = &[
    // Tomorrow is the last working day of the week.
    Start("2026-11-19T10:00:00+01:00", BERLIN),
    // A Saturday; the clocks change in the night.
    Start("2027-03-27T18:30:00+01:00", BERLIN),
    // The year ends in half an hour, where the day begins first.
    Start("2026-12-31T23:30:00+14:00", "Pacific/Kiritimati"),
];

const ALL: &[Start] = &[
    Start("2026-11-20T17:05:00+01:00", BERLIN),
    Start("2026-11-21T00:00:05+01:00", BERLIN),
    Start("2026-11-22T12:00:00+01:00", BERLIN),
    Start("2026-11-23T08:59:00+01:00", BERLIN),
    Start("2026-11-24T16:30:00+01:00", BERLIN),
    Start("2026-11-25T23:45:00+01:00", BERLIN),
    Start("2026-11-26T05:00:00+01:00", BERLIN),
    // The ends of months, and a leap day.
    Start("2026-11-30T22:00:00-08:00", "America/Los_Angeles"),
    Start("2027-01-31T09:00:00+13:00", "Pacific/Auckland"),
    Start("2027-02-28T23:30:00+01:00", BERLIN),
    Start("2028-02-28T14:00:00+05:30", "Asia/Kolkata"),
    Start("2028-02-29T23:30:00-11:00", "Pacific/Pago_Pago"),
    // The year before the world's own dates begin to repeat, and its first day.
    Start("2027-12-31T16:00:00+01:00", BERLIN),
    Start("2028-01-01T00:10:00+01:00", BERLIN),
    // Minutes before the clocks change, and in the hour that comes twice.
    Start("2027-03-28T01:50:00+01:00", BERLIN),
    Start("2027-10-30T23:30:00+02:00", BERLIN),
    Start("2027-10-31T02:30:00+02:00", BERLIN),
    // Where the clocks change at midnight.
    Start("2027-09-04T20:00:00-04:00", "America/Santiago"),
    Start("2027-09-05T01:10:00-03:00", "America/Santiago"),
];

/// Each sentence, and some words of its answer.
const ANSWERS: [(&str, &str); 12] = [
    ("What's new in my mail?", "Does Thursday work for the tide line review?"),
    ("Find the invoice from Northlight", "Invoice NL-2041"),
    ("Reply to Carla that Thursday works", "Sent to"),
    ("What's on my calendar tomorrow?", "Harbour Museum: collection search"),
    ("Book 30 minutes with Ben tomorrow at 16:30 about the launch with a Meet link", "Booked"),
    ("What's in the Harbour Museum folder?", "Budget Harbour Museum"),
    ("Who can see the Style guide?", "Carla Nowak (carla@fernwood.example): can edit"),
    ("Read the document Team meeting notes", "The server move went well"),
    ("Append “- Cake on Friday” to it", "Suggested in"),
    ("Ask me which day suits: Thursday, Friday or Monday", "Your answer: Monday"),
    ("Show me the spreadsheet Budget Harbour Museum", "48000"),
    ("Set C5 of it to 350", "1 cell"),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_sentence_of_the_readme_works_on_any_day() {
    let more = if std::env::var_os("WORLD_SWEEP").is_some() { ALL } else { &[] };
    let starts: Vec<Start> = SAMPLE.iter().chain(more).copied().collect();
    for pair in starts.chunks(2) {
        join_all(pair.iter().map(|start| try_all(*start))).await;
    }
}

impl fmt::Display for Start {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} in {}", self.0, self.1)
    }
}

impl Newcomer {
    async fn start_at(start: Start) -> Self {
        let Start(now, zone) = start;
        let data = tempfile::tempdir().unwrap();
        let mut arguments = vec!["--port", "0", "--now", now];
        let file = data.path().join("world.json");
        if zone != BERLIN {
            let mut world = World::fernwood_with_visitors();
            world.people.iter_mut().for_each(|person| person.zone = Some(zone.to_owned()));
            std::fs::write(&file, serde_json::to_string(&world).unwrap()).unwrap();
            arguments.extend(["--world", file.to_str().unwrap()]);
        }
        let tried = Tried::start_in(data.path(), &arguments, zone).await;
        Self { tried, offers: 0, _data: data }
    }

    async fn presses(&self, posted: &Posted, choice: &str) {
        let control = &self.tried.control;
        let offered =
            async || control.replies(posted).await.into_iter().find(|reply| button(reply, choice).is_some());
        let question = control.until(&format!("a question with {choice:?}"), offered).await;
        control.click("ana", &question, choice).await;
    }
}

async fn try_all(start: Start) {
    let mut ana = Newcomer::start_at(start).await;
    for bullet in bullets() {
        let mut thread = None;
        for sentence in &bullet {
            let (_, answer) = ANSWERS
                .iter()
                .find(|(words, _)| words == sentence)
                .unwrap_or_else(|| panic!("nobody knows what is said to {sentence:?}"));
            // “It” is the subject of the thread, so the sentence goes below that.
            let below = thread.take().filter(|_| sentence.split(' ').any(|word| word == "it"));
            let posted = ana.tried.control.say("ana", "dm", sentence, below.as_deref()).await;
            let posted = Posted { ts: below.unwrap_or(posted.ts), ..posted };
            if sentence.starts_with("Ask me") {
                ana.presses(&posted, "Monday").await;
            }
            let what = format!("{sentence} ({start})");
            ana.waits(&posted, &what, answer).await;
            thread = Some(posted.ts);
        }
    }
    let sent = ana.tried.control.mailbox("ana", "SENT").await;
    let told = |mail: &serde_json::Value| mail["to"].as_str().unwrap().contains("carla@fernwood.example");
    assert!(sent.iter().any(told), "{start}: {sent:?}");
}

/// The sentences in italics below "Try it", by bullet.
fn bullets() -> Vec<Vec<&'static str>> {
    let readme = include_str!("../../README.md");
    let (_, from) = readme.split_once("## Try it").unwrap();
    let list = &from[from.find("\n- ").unwrap()..];
    let list = list.split("\n\n").next().unwrap();
    let bullets: Vec<Vec<&str>> = list
        .split("\n- ")
        .filter(|bullet| !bullet.trim().is_empty())
        .map(|bullet| bullet.split('*').skip(1).step_by(2).filter(|part| !part.is_empty()).collect())
        .collect();
    assert_eq!(bullets.concat().len(), ANSWERS.len(), "{bullets:?}");
    bullets
}
