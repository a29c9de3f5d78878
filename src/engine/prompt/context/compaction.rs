//! Conversations that a model has no room for: which turns are told in fewer words, and how that reads.

use std::collections::BTreeMap;

use kernel::{
    CallEntry, CallId, Compacted, Entry, KeptAnswer, Message, MessageEntry, PersonId, Record, ReplyEntry,
    TurnId,
};

use super::transcript::{Round, Transcript};
use super::{Audience, Order};
use crate::base::tokens;
use crate::call::answers::{beginning, stub};
use crate::guard::steady_fence;
use crate::thread::newest_withdrawal;

/// How many earlier answers are named that can be read again.
const NAMED: usize = 20;
/// Characters of one piece of what is to be told in fewer words; fewer if it is too much.
const PIECES: [usize; 3] = [2_000, 400, 100];

/// What has to be told in fewer words before the model has room again.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outgrown {
    /// All turns that are left to the summary then.
    pub(crate) turns: Vec<TurnId>,
    /// Answers up to this record are named and not shown then.
    pub(crate) upto: u64,
    /// What is to be summarised, the summary before it first. Nothing where naming the answers is enough.
    pub(crate) text: Option<String>,
}

/// The newest summary that counts for this requester. What was taken back since may be in it.
pub(crate) fn standing<'a>(journal: &'a [Record], requester: &PersonId) -> Option<&'a Compacted> {
    let since = newest_withdrawal(journal);
    let later = journal.iter().rev().take_while(|record| record.number > since);
    later
        .into_iter()
        .find_map(|record| match &record.entry {
            Entry::Reply(ReplyEntry::Compacted(compacted)) if compacted.requester == *requester => {
                Some(&**compacted)
            }
            _ => None,
        })
        .filter(|compacted| compacted.summary.words.is_some())
}

/// The summary as the conversation begins with it.
pub(super) fn told(compacted: &Compacted, journal: &[Record]) -> Option<Message> {
    let words = compacted.summary.words.as_deref().filter(|words| !words.is_empty())?;
    let summary = if compacted.label.has_a_strangers_words() {
        steady_fence(&compacted.summary, "summary")
    } else {
        words.to_owned()
    };
    let own = |turn: TurnId| {
        journal.iter().any(|record| match &record.entry {
            Entry::Message(MessageEntry::Asked { from, .. }) => {
                record.number == turn.0 && *from == compacted.requester
            }
            _ => false,
        })
    };
    let own: Vec<TurnId> = compacted.turns.iter().copied().filter(|turn| own(*turn)).collect();
    let mut named: Vec<String> = answers(journal)
        .filter(|(turn, ..)| own.contains(turn))
        .map(|(_, _, number, kept)| stub(kept, number))
        .collect();
    let named = named.split_off(named.len().saturating_sub(NAMED)).join("\n");
    Some(Message::User(format!(
        "[event] What was said earlier in this thread, in fewer words:\n{summary}\n{named}\n[event] What follows is word for word."
    )))
}

/// In tokens, at most.
pub(super) fn size_of(summary: Option<&Message>) -> usize {
    match summary {
        Some(Message::User(words)) => words.len(),
        _ => 0,
    }
}

/// Every answer of this thread that is kept: its turn, its call, its record.
fn answers(journal: &[Record]) -> impl Iterator<Item = (TurnId, &CallId, u64, &KeptAnswer)> {
    journal.iter().filter_map(|record| match &record.entry {
        Entry::Call(CallEntry::Answered { turn, call, kept: Some(kept), .. }) => {
            Some((*turn, call, record.number, &**kept))
        }
        _ => None,
    })
}

/// Whether these turns are more than the model has room for, and what is to be done about it. The newest half of the room
/// stays word for word.
pub(super) fn outgrown(
    turns: &BTreeMap<Order, Transcript>,
    journal: &[Record],
    audience: &Audience<'_>,
    most: usize,
) -> Option<Outgrown> {
    let before = standing(journal, audience.requester);
    let summary = before.map_or(0, |before| tokens(before.summary.words()));
    let mut size: usize = turns.values().map(Transcript::size).sum();
    if size + summary <= most {
        return None;
    }
    let mut gone: Vec<(TurnId, &Transcript)> = Vec::new();
    for (place, ((_, id), transcript)) in turns.iter().enumerate() {
        if size <= most / 2 || place + 1 == turns.len() {
            break;
        }
        size -= transcript.size();
        gone.push((*id, transcript));
    }
    let stays =
        |turn: TurnId| turns.keys().any(|(_, id)| *id == turn) && !gone.iter().any(|(id, _)| *id == turn);
    let (from, upto) = (before.map_or(0, |before| before.upto), seen_by(journal, audience.turn));
    let named = answers(journal).any(|(turn, _, number, _)| number > from && number <= upto && stays(turn));
    if gone.is_empty() && !named {
        return None;
    }
    let text = (!gone.is_empty()).then(|| {
        let before = before.and_then(|before| before.summary.words.as_deref()).unwrap_or_default();
        to_summarise(before, &gone, audience, most)
    });
    let turns = before.map(|before| before.turns.clone()).unwrap_or_default();
    Some(Outgrown { turns: turns.into_iter().chain(gone.iter().map(|(id, _)| *id)).collect(), upto, text })
}

/// The last record that the newest reply of the turn was made with: the answers after it have not been seen yet.
fn seen_by(journal: &[Record], turn: TurnId) -> u64 {
    let newest = journal.iter().rev().find(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Said { turn: of, .. }) => *of == turn,
        _ => false,
    });
    newest.or(journal.last()).map_or(0, |record| record.number)
}

fn to_summarise(
    before: &str,
    turns: &[(TurnId, &Transcript)],
    audience: &Audience<'_>,
    most: usize,
) -> String {
    let mut text = String::new();
    for piece in PIECES {
        let told = turns.iter().map(|(_, transcript)| retold(transcript, audience, piece));
        text = [before.to_owned()].into_iter().chain(told).collect::<Vec<_>>().join("\n");
        if tokens(&text) <= most {
            return text;
        }
    }
    beginning(&text, most).to_owned()
}

/// One turn as text, as much of it as its conversation would show this requester.
fn retold(transcript: &Transcript, audience: &Audience<'_>, piece: usize) -> String {
    let own = transcript.requester == *audience.requester;
    let mut lines = vec![beginning(&transcript.before, piece).to_owned(), transcript.asked.clone()];
    for round in transcript.rounds.iter().filter(|_| own || !transcript.apart) {
        let Round { reply, results, .. } = round;
        if own || reply.calls.is_empty() {
            lines.push(format!("The assistant: {}", reply.text));
        }
        for call in reply.calls.iter().filter(|_| own) {
            lines.push(format!("It called {} {}", call.tool, beginning(&call.args.to_string(), piece)));
            let result = results.get(&call.id).map_or("", |result| result.words.as_str());
            lines.push(format!("and was answered: {}", beginning(result, piece)));
        }
    }
    lines.extend(transcript.notes.iter().map(|note| note.words.clone()));
    lines.extend(transcript.silent.clone());
    lines.iter().map(|line| beginning(line, piece)).collect::<Vec<_>>().join("\n")
}
