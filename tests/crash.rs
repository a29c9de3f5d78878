//! The crash loop: the product, as a process of its own, is killed (SIGKILL) before and after every journal entry of
//! an approved send and at random instants. After a restart there is exactly one mail, the thread tells the truth, and
//! nothing is lost.

mod child;
mod drafts;
mod points;

use std::time::Duration;

use serde_json::Value;

use crate::harness::{Cast, Plan, Posted, Town, all_text, button, is_card, small_world};
use child::Child;
pub use points::KillPoint;

/// How many random instants are tried, and by how many towns at the same time.
const RANDOM_INSTANTS: u64 = 200;
const TOWNS: u64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_every_journal_entry_it_sends_exactly_once() {
    let mut loop_ = CrashLoop::new().await;
    // One undisturbed run tells how many entries there are.
    let entries = loop_.count_entries().await;
    loop_.entries = entries.len();
    let names: Vec<&str> = entries.iter().flat_map(|entry| entry.split('+')).collect();
    assert!(names.len() >= 13, "an approved send has at least 13 entries: {entries:?}");
    for needed in ["Asked", "AwaitsApproval", "Decided", "Running", "Noted", "Answered", "Posted", "Finished"]
    {
        assert!(names.contains(&needed), "{needed} is not among {entries:?}");
    }
    let mut points = 0;
    for number in 1..=entries.len() {
        for point in [KillPoint::Before(number), KillPoint::After(number)] {
            let died = loop_.one_send(Some(point), None).await;
            assert!(died, "{point:?} ({}) was not reached", entries[number - 1]);
            points += 1;
        }
    }
    println!(
        "crash loop: {points} points at {} journal entries tried, one mail each: {entries:?}",
        entries.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_random_instants_it_sends_exactly_once() {
    let towns = (0..TOWNS).map(|town| async move {
        let mut loop_ = CrashLoop::new().await;
        let mut died = 0;
        for round in 0..RANDOM_INSTANTS / TOWNS {
            let instant = Instant::of(town * 10_007 + round);
            died += u64::from(loop_.one_send(None, Some(instant)).await);
        }
        died
    });
    let died: u64 = futures_util::future::join_all(towns).await.into_iter().sum();
    assert!(died >= RANDOM_INSTANTS / 4, "only {died} of {RANDOM_INSTANTS} instants met it at work");
    println!(
        "crash loop: {RANDOM_INSTANTS} random instants tried, {died} of them while it was at work, one mail each"
    );
}

/// A moment after the question or after the click.
#[derive(Clone, Copy, Debug)]
struct Instant {
    after: After,
    wait: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Question,
    Click,
}

impl Instant {
    /// Spread evenly over the time the work takes; the same number gives the same instant.
    fn of(number: u64) -> Self {
        let mixed =
            number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23).wrapping_mul(0xD134_2543_DE82_EF95);
        let after = if mixed & 1 == 0 { After::Question } else { After::Click };
        Self { after, wait: Duration::from_micros((mixed >> 8) % 120_000) }
    }
}

struct CrashLoop {
    town: Town,
    cast: Cast,
    round: u32,
    /// How many entries an undisturbed send has.
    entries: usize,
}

impl CrashLoop {
    /// A town whose asker has already signed in, for sending too.
    async fn new() -> Self {
        let (world, cast) = small_world();
        let town = Town::empty(Plan::new(world)).await;
        let mut this = Self { town, cast, round: 0, entries: 0 };
        let mut child = this.start(None).await;
        let asked = this.ask().await;
        this.town.connect(&this.cast.asker).await;
        let card = this.town.control.live_card(&asked).await;
        this.town.control.click(&this.cast.asker, &card, "Approve").await;
        child.entries_until("Finished").await;
        child.kill().await;
        this
    }

    async fn start(&self, point: Option<KillPoint>) -> Child {
        let point = point.unwrap_or(KillPoint::Never);
        Child::start(self.town.card(), &self.town.data(), self.town.port(), point).await
    }

    async fn count_entries(&mut self) -> Vec<String> {
        let mut child = self.start(None).await;
        let asked = self.ask().await;
        let card = self.town.control.live_card(&asked).await;
        let mut clicked = self.town.control.click(&self.cast.asker, &card, "Approve").await;
        self.settled(&asked, &mut clicked).await;
        let entries = child.entries_until("Finished").await;
        child.kill().await;
        entries
    }

    /// One approved send with one death in it; whether it died before all was done.
    async fn one_send(&mut self, point: Option<KillPoint>, instant: Option<Instant>) -> bool {
        let mut child = self.start(point).await;
        let asked = self.ask().await;
        let mut died = self.strike(&mut child, instant, After::Question, &asked).await;
        let card = self.card_even_if_it_dies(&asked, &mut child, &mut died).await;
        let mut clicked = self.town.control.click(&self.cast.asker, &card, "Approve").await;
        died |= self.strike(&mut child, instant, After::Click, &asked).await;
        let ended = tokio::select! {
            () = self.settled(&asked, &mut clicked) => true,
            () = child.gone() => false,
        };
        if !ended {
            died = true;
            child = self.start(None).await;
            self.settled(&asked, &mut clicked).await;
        }
        self.check(&asked).await;
        if let Some(point) = point.filter(|_| !died) {
            // The last entries come after the reply was posted.
            died = tokio::time::timeout(Duration::from_mins(5), child.gone()).await.is_ok();
            assert!(died, "{point:?}");
            child = self.start(None).await;
        }
        if point.is_some_and(|point| point != KillPoint::After(self.entries)) {
            // Nothing of this round is left for the next one, whose entries are counted.
            child.entries_until("Finished").await;
        }
        child.kill().await;
        died
    }

    /// Kills it at the instant, if this is the part it falls into; whether it was still at work then.
    async fn strike(
        &self,
        child: &mut Child,
        instant: Option<Instant>,
        after: After,
        asked: &Posted,
    ) -> bool {
        let Some(instant) = instant.filter(|instant| instant.after == after) else { return false };
        tokio::time::sleep(instant.wait).await;
        child.kill().await;
        let replies = self.town.control.replies(asked).await;
        let finished = match after {
            After::Question => replies.iter().any(is_card),
            After::Click => is_settled(&replies),
        };
        *child = self.start(None).await;
        !finished
    }

    async fn card_even_if_it_dies(&self, asked: &Posted, child: &mut Child, died: &mut bool) -> Value {
        tokio::select! {
            card = self.town.control.live_card(asked) => return card,
            () = child.gone() => {}
        }
        *died = true;
        *child = self.start(None).await;
        self.town.control.live_card(asked).await
    }

    async fn ask(&mut self) -> Posted {
        self.round += 1;
        let words =
            format!("send a mail to {} about {} saying hello", self.cast.friend_address, self.subject());
        self.town.control.say(&self.cast.asker, "dm", &words, None).await
    }

    fn subject(&self) -> String {
        format!("Round{}", self.round)
    }

    /// The card says that it is done, and the reply has been posted. Whoever saw that a click failed, and still sees the
    /// button, presses it again.
    async fn settled(&self, asked: &Posted, clicked: &mut Value) {
        let control = &self.town.control;
        control
            .until("the card is done and the reply posted", async || {
                let replies = control.replies(asked).await;
                if is_settled(&replies) {
                    return Some(());
                }
                let live = replies.iter().find(|reply| button(reply, "Approve").is_some());
                if let Some(card) = live
                    && control.failed(clicked).await
                {
                    *clicked = control.click(&self.cast.asker, card, "Approve").await;
                }
                None
            })
            .await;
    }

    async fn check(&self, asked: &Posted) {
        let sent = self.town.control.mailbox(&self.cast.asker, "SENT").await;
        let ours: Vec<&Value> =
            sent.iter().filter(|mail| mail["subject"] == self.subject().as_str()).collect();
        assert_eq!(ours.len(), 1, "round {}: {ours:?}", self.round);
        let replies = self.town.control.replies(asked).await;
        let cards = replies.iter().filter(|reply| is_card(reply)).count();
        assert_eq!(
            (cards, replies.len()),
            (1, 2),
            "round {}: one card and one reply: {replies:?}",
            self.round
        );
        let told = replies.iter().find(|reply| !is_card(reply)).map(all_text).unwrap().to_lowercase();
        assert!(told.contains("sent"), "round {}: {told}", self.round);
        let drafts = self.town.control.get(&format!("/google/drafts?person={}", self.cast.asker)).await;
        assert_eq!(
            drafts["drafts"].as_array().unwrap().len(),
            0,
            "round {}: no draft is left lying about",
            self.round
        );
    }
}

fn is_settled(replies: &[Value]) -> bool {
    let done = replies.iter().any(|reply| is_card(reply) && all_text(reply).contains("Done"));
    done && replies.iter().any(|reply| !is_card(reply))
}
