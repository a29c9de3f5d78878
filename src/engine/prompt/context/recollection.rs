//! What others wrote in the thread, as the model is shown it: each in a fence of its own, under a line of ours that says who
//! wrote it and what they are to the workspace.

use std::collections::HashSet;

use kernel::{Body, Entry, MessageEntry, MessageRef, Person, PersonId, Recollection, Record, Standing};

use super::{Audience, local, name_of};
use crate::guard::steady_fence;

pub(super) fn retold(
    messages: &[Recollection],
    total: usize,
    others: &[PersonId],
    audience: &Audience<'_>,
    withdrawn: &HashSet<&MessageRef>,
) -> String {
    let mut told =
        format!("[event] What was written in this thread without being for you, {total} messages:\n");
    let left_out = total.saturating_sub(messages.len());
    let shortened = messages.iter().filter(|one| one.shortened).count();
    for (place, recollection) in messages.iter().enumerate() {
        if !withdrawn.contains(&recollection.message) {
            told.push_str(&one(recollection, audience));
        }
        if place == 0 && left_out > 0 {
            let names: Vec<String> = others.iter().map(|id| name_of(audience.people.get(id))).collect();
            told = format!(
                "{told}[event] {left_out} messages in between are left out. They were written by: {}.\n",
                names.join(", ")
            );
        }
        if place == 0 && shortened > 0 {
            told = format!("{told}[event] Of {shortened} others in between you see only how they begin.\n");
        }
    }
    if messages.is_empty() {
        told.push_str("[event] They could not be read.\n");
    }
    told.push_str("[event] That was all. Now the question to you:\n");
    told
}

/// The message that the question is about, if its words are still known.
pub(super) fn pointed_at(about: &MessageRef, journal: &[Record], withdrawn: &HashSet<&MessageRef>) -> String {
    let words = journal.iter().rev().find_map(|record| words_of(about, &record.entry));
    match words.filter(|_| !withdrawn.contains(about)) {
        Some(words) => {
            format!("[event] The question is about this message:\n{}\n", steady_fence(words, "chat"))
        }
        None => "[event] The question is about a message that could not be read.\n".to_owned(),
    }
}

/// What came with a message, before its own words. Whoever forwarded it need not have read it.
pub(super) fn quoted(words: &Body, from: &PersonId, audience: &Audience<'_>) -> String {
    let person = audience.people.get(from);
    format!(
        "[event] What {}, {}, forwarded or pasted with their message; whoever wrote it need not be them:\n{}\n\
         [event] That was all. Now their own words:\n",
        name_of(person),
        standing_of(person),
        steady_fence(words, "chat")
    )
}

/// What the requester has open beside us.
pub(super) fn looked_at(at: &Body) -> String {
    let fenced = steady_fence(at, "chat");
    format!("[event] They have this open in the chat; \"this\" and \"here\" may mean it:\n{fenced}\n")
}

fn words_of<'a>(message: &MessageRef, entry: &'a Entry) -> Option<&'a Body> {
    match entry {
        Entry::Message(
            MessageEntry::Asked { message: known, words, .. }
            | MessageEntry::Revised { message: known, words, .. },
        ) => (known == message).then_some(words),
        Entry::Message(MessageEntry::Recalled { messages, .. }) => {
            let found = messages.iter().find(|one| one.message == *message && !one.shortened);
            found.map(|recollection| &recollection.words)
        }
        _ => None,
    }
}

fn one(recollection: &Recollection, audience: &Audience<'_>) -> String {
    let person = audience.people.get(&recollection.from);
    let requester = audience.people.get(audience.requester);
    let zone = requester.and_then(|person| person.zone.as_deref()).unwrap_or("UTC");
    format!(
        "[{}, {} · {}{}]\n{}\n",
        name_of(person),
        standing_of(person),
        local(recollection.at, zone),
        if recollection.shortened { " · only its beginning" } else { "" },
        steady_fence(&recollection.words, "chat")
    )
}

pub(super) fn standing_of(person: Option<&Person>) -> &'static str {
    match person.map(|person| person.standing) {
        Some(Standing::Member) => "member",
        Some(Standing::Guest) => "guest",
        Some(Standing::External) => "of another company",
        Some(Standing::Bot) => "a program",
        Some(Standing::Gone) => "no longer here",
        None => "not known",
    }
}
