//! What one person has waiting, done and under way, over all threads: the store says where, the journal of the thread
//! says what.

use std::collections::HashMap;

use kernel::ports::{Approval, StoreError};
use kernel::{
    AccountId, ConsentId, Effect, Entry, Field, HomePress, Item, Link, MessageEntry, MessageRef, PersonId,
    Record, ThreadId, Time,
};
use tracing::debug;

use crate::runtime::Engine;
use crate::thread::{CallStatus, CardKind, CardProgress, Progress};
use crate::view::shortened;

/// Something that is, or was, this person's to decide.
pub(crate) struct Holding {
    pub(crate) row: Approval,
    pub(crate) card: CardProgress,
    /// When it was decided; before that, and of an undo, when it was offered.
    pub(crate) at: Time,
}

/// The fields that tell one call from another of its kind.
const TELLING: [&str; 8] = ["Subject", "Title", "Event", "Message", "When", "Range", "Name", "Name in Drive"];
/// So many of them are told, each up to this length.
const TOLD: usize = 2;
const TOLD_LENGTH: usize = 80;

/// What a call would do, with enough of it to tell it from the like of it.
pub(crate) fn in_words(effect: &Effect) -> String {
    let tells = |field: &&Field| {
        TELLING.contains(&field.name.as_str())
            && !field.value.trim().is_empty()
            && !effect.sentence.contains(&field.value)
    };
    let told = effect.fields.iter().filter(tells).take(TOLD).map(|field| {
        let value: String = field.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let more = if value.chars().count() > TOLD_LENGTH { "…" } else { "" };
        format!("{}: {}{more}", field.name, value.chars().take(TOLD_LENGTH).collect::<String>())
    });
    std::iter::once(effect.sentence.clone()).chain(told).collect::<Vec<_>>().join("\n")
}

impl Holding {
    /// The same, with enough of it to tell it from the like of it. For its person alone.
    pub(crate) fn words(&self) -> String {
        match (self.card.kind, serde_json::from_str::<Effect>(self.card.effect.words())) {
            (CardKind::Question, Ok(effect)) => in_words(&effect),
            _ => self.sentence(),
        }
    }

    /// Whose account it is in, or what it waits for where it is in none.
    fn whereabouts(&self) -> String {
        let account = &self.card.planned.account;
        match self.card.kind {
            CardKind::Inquiry => "Waits for your answer".to_owned(),
            _ if *account == AccountId::none() => String::new(),
            CardKind::Question | CardKind::Undo | CardKind::Sharing => format!("In {account}"),
        }
    }

    /// What it would do, or what was done.
    pub(crate) fn sentence(&self) -> String {
        let words = self.card.effect.words();
        match self.card.kind {
            CardKind::Question => {
                serde_json::from_str::<Effect>(words).map_or_else(|_| deleted(), |effect| effect.sentence)
            }
            CardKind::Undo => words.to_owned(),
            CardKind::Sharing => format!("Post an answer to {}", self.card.place),
            CardKind::Inquiry => {
                let asked = self.card.questions().asked;
                asked.first().map_or_else(deleted, |first| format!("You are asked: {}", first.text))
            }
        }
    }
}

fn deleted() -> String {
    "These words have been deleted.".to_owned()
}

/// The journal of one of many threads. One that this build cannot read counts as empty, so that the others are listed.
pub(crate) async fn readable(engine: &Engine, thread: &ThreadId) -> Result<Vec<Record>, StoreError> {
    match engine.ports.journal.read(thread, 0).await {
        Err(StoreError::Unreadable(_)) => Ok(Vec::new()),
        read => read,
    }
}

/// The cards that these rows stand for. Every journal is read once.
pub(crate) async fn holdings(engine: &Engine, rows: Vec<Approval>) -> Result<Vec<Holding>, StoreError> {
    let mut read: HashMap<ThreadId, (Progress, Vec<Record>)> = HashMap::new();
    let mut held = Vec::new();
    for row in rows {
        if !read.contains_key(&row.thread) {
            let journal = readable(engine, &row.thread).await?;
            read.insert(row.thread.clone(), (Progress::of(&journal), journal));
        }
        let Some((progress, journal)) = read.get(&row.thread) else { continue };
        let Some(card) = progress.card(&row.id).cloned() else { continue };
        let offered = journal.iter().find(|record| record.number == card.number).map(|record| record.at);
        let decided = card.decided.filter(|_| card.kind != CardKind::Undo);
        held.push(Holding { row, at: decided.or(offered).unwrap_or_default(), card });
    }
    Ok(held)
}

/// What waits for this person, at most so many, each with the way to its card.
pub(crate) async fn waiting(
    engine: &Engine,
    person: &PersonId,
    most: usize,
) -> Result<Vec<Item>, StoreError> {
    let mut rows = engine.ports.person_index.waiting(person).await?;
    let more = rows.len().saturating_sub(most);
    rows.truncate(most);
    let mut lines = Vec::new();
    for holding in holdings(engine, rows).await? {
        let way = match &holding.row.card {
            Some(card) => link(engine, &holding.row.thread, card, "Open the card").await,
            None => None,
        };
        let waits = Item::new(holding.words()).note(holding.whereabouts()).until(holding.row.expires);
        lines.push(Item { link: way, ..waits });
    }
    if more > 0 {
        lines.push(Item::new(format!("And {more} more.")));
    }
    Ok(lines)
}

/// What this person has approved along with the like of it, each with the way to take that back.
pub(crate) async fn orders(engine: &Engine, person: &PersonId) -> Result<Vec<Item>, StoreError> {
    let mut lines = Vec::new();
    for holding in holdings(engine, engine.ports.person_index.orders(person).await?).await? {
        let Some(until) = holding.card.alike_until else { continue };
        let way = match &holding.row.card {
            Some(card) => link(engine, &holding.row.thread, card, "Open the card").await,
            None => None,
        };
        let CardProgress { planned, .. } = &holding.card;
        let like = format!("The like of it in {}, in this thread ({})", planned.account, planned.tool);
        let order = Item::new(holding.words()).note(like).until(until);
        let order = order.button("Ask me again", HomePress::EndOrder(holding.row.id.clone()));
        lines.push(Item { link: way, ..order });
    }
    Ok(lines)
}

/// The sign-ins this person is waited for with, each with what they had asked for.
pub(crate) async fn sign_ins(
    engine: &Engine,
    person: &PersonId,
) -> Result<Vec<(ThreadId, ConsentId, String)>, StoreError> {
    let mut found = Vec::new();
    for thread in engine.ports.person_index.threads(person).await? {
        let journal = readable(engine, &thread).await?;
        let Some(turn) = Progress::of(&journal).turn.filter(|turn| turn.requester == *person) else {
            continue;
        };
        let awaited = turn.calls.iter().find_map(|call| match &call.status {
            CallStatus::AwaitsConsent(consent) => Some(consent.clone()),
            CallStatus::Fresh
            | CallStatus::AwaitsApproval(_)
            | CallStatus::Declined(_)
            | CallStatus::Running
            | CallStatus::Answered
            | CallStatus::AwaitsAnswer => None,
        });
        let (.., words) = newest_request(&journal, person);
        found.extend(awaited.map(|consent| (thread, consent, words)));
    }
    Ok(found)
}

/// Work for this person in one thread.
pub(crate) struct Task {
    pub(crate) thread: ThreadId,
    /// What they asked for.
    pub(crate) words: String,
    pub(crate) state: &'static str,
    /// When they asked for it last.
    pub(crate) asked: Time,
    request: Option<MessageRef>,
}

impl Task {
    pub(crate) async fn line(&self, engine: &Engine) -> Item {
        let link = match &self.request {
            Some(request) => link(engine, &self.thread, request, "Open the thread").await,
            None => None,
        };
        Item { link, ..Item::new(self.words.clone()).note(self.state) }
    }
}

/// Every thread in which something is going on for this person, or waits for them.
pub(crate) async fn tasks(engine: &Engine, person: &PersonId) -> Result<Vec<Task>, StoreError> {
    let mut tasks = Vec::new();
    for thread in engine.ports.person_index.threads(person).await? {
        let journal = readable(engine, &thread).await?;
        let Some(state) = state(&Progress::of(&journal), person) else { continue };
        let (request, asked, words) = newest_request(&journal, person);
        tasks.push(Task { thread, words, state, asked, request });
    }
    Ok(tasks)
}

fn state(progress: &Progress, person: &PersonId) -> Option<&'static str> {
    let waits = |kind: CardKind| {
        let is_it =
            |card: &CardProgress| card.kind == kind && card.is_open() && card.planned.requester == *person;
        progress.cards.iter().any(is_it)
    };
    let turn = progress.turn.as_ref().filter(|turn| turn.requester == *person);
    let signs_in = |status: &CallStatus| matches!(status, CallStatus::AwaitsConsent(_));
    if waits(CardKind::Question) {
        Some("Waits for you to decide")
    } else if waits(CardKind::Inquiry) {
        Some("Waits for your answer")
    } else if turn.is_some_and(|turn| turn.calls.iter().any(|call| signs_in(&call.status))) {
        Some("Waits for you to sign in")
    } else if turn.is_some() {
        Some("Being worked on")
    } else {
        let queued = progress.queue.iter().any(|turn| turn.requester == *person);
        queued.then_some("Waits for its turn")
    }
}

fn newest_request(journal: &[Record], person: &PersonId) -> (Option<MessageRef>, Time, String) {
    let newest = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, from, words, .. }) if from == person => {
            Some((message, record.at, words))
        }
        _ => None,
    });
    match newest {
        Some((message, at, words)) => (Some(message.clone()), at, shortened(words.words())),
        None => (None, Time::default(), "A request of yours".to_owned()),
    }
}

/// A message that cannot be linked to is listed all the same.
pub(crate) async fn link(
    engine: &Engine,
    thread: &ThreadId,
    message: &MessageRef,
    label: &str,
) -> Option<Link> {
    match engine.ports.places.link(thread, message).await {
        Ok(url) => Some(Link { label: label.to_owned(), url }),
        Err(error) => {
            debug!(%message, %error, "there is no way to a message");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_one_call_from_the_like_of_it() {
        let mail = Effect::new("Send an email to ben@firm.example").field("To", "ben@firm.example");
        let mail = mail.content("Subject", "Picnic").content("Body", "secret").field("When", "");
        assert_eq!(in_words(&mail), "Send an email to ben@firm.example\nSubject: Picnic");
        let named = Effect::new("Make the new sheet “Stock”").field("Title", "Stock");
        assert_eq!(in_words(&named), "Make the new sheet “Stock”", "nothing is said twice");
    }
}
