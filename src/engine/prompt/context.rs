//! The conversation as the model sees it, made from the journal.

mod attachments;
mod compaction;
mod lines;
mod mentions;
mod recollection;
mod revision;
mod speakers;
mod transcript;

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::{
    Attached, Body, CallEntry, CallId, CardEntry, Entry, FileId, Message, MessageEntry, MessageRef, Person,
    PersonId, Picture, PlaceEntry, Record, ReplyEntry, SharedFile, Time, ToolResult, TurnId,
};

use crate::call::answers::{self, shares};
use crate::call::argument_form::edits;
use crate::prompt::attachments::Room;
use crate::thread::{Progress, files_taken_out, is_news, ours_withdrawn, withdrawn_messages};
use crate::view::speech;
use compaction::outgrown;
pub(crate) use compaction::{Outgrown, standing};
use lines::{asked, name_of};
pub(crate) use lines::{attached, local};
pub(crate) use mentions::{mentioned, with_addresses, with_names};
pub(crate) use speakers::{overheard, speakers};
use transcript::{Round, Transcript};

/// Whom and which turn a conversation is made for.
pub(crate) struct Audience<'a> {
    pub(crate) turn: TurnId,
    pub(crate) requester: &'a PersonId,
    pub(crate) people: &'a HashMap<PersonId, Person>,
}

/// What a model is shown.
pub(crate) struct Conversation {
    pub(crate) messages: Vec<Message>,
    /// What would have to be told in fewer words for there to be room for all of it.
    pub(crate) outgrown: Option<Outgrown>,
}

/// Earlier turns before later ones, and the one that is worked on last.
type Order = (bool, TurnId);

/// Everything the model is shown, oldest first, up to and with the turn it works on: a question that waits its turn is
/// not answered before. Only the words of the person it works for go unfenced; and what it looked up for somebody
/// else stays with them.
pub(crate) fn conversation(
    journal: &[Record],
    progress: &Progress,
    audience: &Audience<'_>,
    most: usize,
) -> Conversation {
    let compacted = standing(journal, audience.requester);
    let mut turns = transcripts(journal, progress, audience);
    let waiting: HashSet<TurnId> =
        progress.queue.iter().chain(&progress.dropped).map(|turn| turn.id).collect();
    turns.retain(|id, _| *id == audience.turn || !waiting.contains(id));
    let summarised = |id: &TurnId| compacted.is_some_and(|compacted| compacted.turns.contains(id));
    turns.retain(|id, _| *id == audience.turn || !summarised(id));
    // One that came later may have been answered before.
    let mut turns: BTreeMap<Order, _> =
        turns.into_iter().map(|(id, turn)| ((id == audience.turn, id), turn)).collect();
    let summary = compacted.and_then(|compacted| compaction::told(compacted, journal));
    // Most threads are so short that nobody need count.
    let at_most: usize = turns.values().map(Transcript::at_most).sum();
    let (outgrown, left_out) = if at_most + compaction::size_of(summary.as_ref()) <= most {
        (None, 0)
    } else {
        (outgrown(&turns, journal, audience, most), leave_out(&mut turns, most))
    };
    let mut messages: Vec<Message> = summary.into_iter().collect();
    for (place, transcript) in turns.into_values().enumerate() {
        let opening = match (place, left_out) {
            (0, left_out) if left_out > 0 => {
                format!(
                    "[event] {left_out} earlier questions of this thread are left out here.\n{}",
                    transcript.opening()
                )
            }
            _ => transcript.opening(),
        };
        push_user(opening, transcript.pictures, &mut messages);
        let for_others = transcript.requester != *audience.requester;
        let mut notes = transcript.notes.into_iter().peekable();
        for (place, round) in transcript.rounds.into_iter().enumerate() {
            while let Some(note) = notes.next_if(|note| note.before <= place) {
                push_user(note.words, note.pictures, &mut messages);
            }
            match (for_others, transcript.apart) {
                (false, _) => push_round(round, &mut messages),
                (true, false) => push_words(round, &mut messages),
                // What they were told is theirs alone.
                (true, true) => {}
            }
        }
        notes.for_each(|note| push_user(note.words, note.pictures, &mut messages));
        if for_others && transcript.apart {
            let text = speech::ANSWERED_APART.to_owned();
            messages.push(Message::Assistant { text, calls: Vec::new(), kept: None });
        }
        if let Some(words) = transcript.silent {
            messages.push(Message::Assistant { text: words, calls: Vec::new(), kept: None });
        }
    }
    leave_out_pictures(&mut messages);
    Conversation { messages, outgrown }
}

fn push_user(words: String, pictures: Vec<Picture>, messages: &mut Vec<Message>) {
    messages.push(Message::User(words));
    if !pictures.is_empty() {
        messages.push(Message::Pictures(pictures));
    }
}

/// The newest are shown, as many as a model takes.
fn leave_out_pictures(messages: &mut [Message]) {
    let mut room = Room::default();
    for message in messages.iter_mut().rev() {
        if let Message::Pictures(pictures) = message
            && !room.takes(pictures)
        {
            let words =
                "[event] These pictures are left out here to save room; ask for them again if needed.";
            *message = Message::User(words.to_owned());
        }
    }
}

fn push_round(Round { reply, mut results, .. }: Round, messages: &mut Vec<Message>) {
    let answers: Vec<ToolResult> = reply.calls.iter().filter_map(|call| results.remove(&call.id)).collect();
    // A model accepts a call only together with its result.
    let calls =
        reply.calls.into_iter().filter(|call| answers.iter().any(|answer| answer.call == call.id)).collect();
    messages.push(Message::Assistant { text: reply.text, calls, kept: reply.kept });
    if !answers.is_empty() {
        messages.push(Message::Results(answers));
    }
}

/// Of a turn for somebody else only what was said in the thread: calls and results can hold what is theirs alone.
fn push_words(round: Round, messages: &mut Vec<Message>) {
    if round.reply.calls.is_empty() && !round.reply.text.is_empty() {
        messages.push(Message::Assistant { text: round.reply.text, calls: Vec::new(), kept: None });
    }
}

/// The turns of a journal on their way to a conversation.
struct Telling<'a> {
    audience: &'a Audience<'a>,
    progress: &'a Progress,
    /// What people changed the arguments of calls to.
    edits: HashMap<CallId, &'a Body>,
    /// What each turn was opened by, so far as somebody wrote it.
    turns: BTreeMap<TurnId, Transcript>,
    /// What is to be told at the next opportunity.
    events: String,
    withdrawn: HashSet<&'a MessageRef>,
    taken_out: HashSet<(&'a MessageRef, &'a FileId)>,
    /// How much of the journal the first reply of each turn had been made with.
    first_seen: HashMap<TurnId, u64>,
    /// How many characters of each answer are shown, by its record.
    shares: HashMap<u64, usize>,
    /// Answers up to this record are named and not shown.
    named_upto: u64,
}

fn transcripts<'a>(
    journal: &'a [Record],
    progress: &'a Progress,
    audience: &'a Audience<'a>,
) -> BTreeMap<TurnId, Transcript> {
    let mut first_seen = HashMap::new();
    for record in journal {
        if let Entry::Reply(ReplyEntry::Said { turn, seen, .. }) = &record.entry {
            first_seen.entry(*turn).or_insert(*seen);
        }
    }
    let mut telling = Telling {
        audience,
        edits: edits(journal, &progress.cards),
        progress,
        turns: BTreeMap::new(),
        events: String::new(),
        withdrawn: &withdrawn_messages(journal) | &ours_withdrawn(journal, progress),
        taken_out: files_taken_out(journal),
        first_seen,
        shares: shares(journal),
        named_upto: standing(journal, audience.requester).map_or(0, |compacted| compacted.upto),
    };
    for record in journal {
        telling.tell(record, journal);
    }
    telling.turns.retain(|_, transcript| !transcript.withdrawn);
    telling.turns
}

impl Telling<'_> {
    fn tell(&mut self, record: &Record, journal: &[Record]) {
        match &record.entry {
            // What answered a question is the result of that call.
            Entry::Message(MessageEntry::Asked { .. }) if self.answers_a_question(TurnId(record.number)) => {}
            Entry::Message(MessageEntry::Asked { .. }) => self.question(record, journal),
            Entry::Message(MessageEntry::Looked { turn, at }) => {
                if let Some(transcript) = self.turns.get_mut(turn) {
                    transcript.before.push_str(&recollection::looked_at(at));
                }
            }
            Entry::Reply(ReplyEntry::Said { turn, reply, seen, .. }) => {
                let written = reply.words().len();
                if let (Some(transcript), Ok(reply)) =
                    (self.turns.get_mut(turn), serde_json::from_str(reply.words()))
                {
                    transcript.push(Round { reply, written, results: HashMap::new() }, *seen);
                }
            }
            Entry::Reply(ReplyEntry::Silent { turn, words, .. }) => {
                if let Some(transcript) = self.turns.get_mut(turn) {
                    transcript.silent = Some(words.words().to_owned());
                }
            }
            Entry::Call(CallEntry::Answered { turn, call, outcome, .. }) => {
                let words = told(self.shown(record), self.edits.get(call).copied());
                let result =
                    ToolResult { call: call.clone(), words, failed: *outcome != kernel::Outcome::Done };
                if let Some(transcript) = self.turns.get_mut(turn) {
                    transcript.answer(result);
                }
            }
            Entry::Call(CallEntry::Resolved { .. }) | Entry::Card(CardEntry::Undone { .. }) => {
                self.outcome(record);
            }
            Entry::Message(
                MessageEntry::Revised { .. } | MessageEntry::Withdrawn { .. } | MessageEntry::Steered { .. },
            ) => self.revision(record),
            Entry::Message(MessageEntry::Recalled { turn, messages, total, others, .. }) => {
                let told = recollection::retold(messages, *total, others, self.audience, &self.withdrawn);
                if let Some(transcript) = self.turns.get_mut(turn) {
                    transcript.before.push_str(&told);
                }
            }
            Entry::Place(PlaceEntry::AnsweredApart { turn, .. }) => self.is_apart(Some(*turn), true),
            // Everybody reads it now.
            Entry::Place(PlaceEntry::Shared { approval, message: Some(_), .. }) => {
                self.is_apart(self.progress.card(approval).map(|card| card.turn), false);
            }
            Entry::Message(MessageEntry::Attached(attached)) => self.attached(record.number, attached),
            Entry::Reply(ReplyEntry::Finished { turn, .. }) => {
                if let Some(transcript) = self.turns.get_mut(turn) {
                    transcript.finished = true;
                }
            }
            _ => {}
        }
    }

    /// What came of a call, as much of it as is shown.
    fn shown(&self, record: &Record) -> String {
        let Entry::Call(
            CallEntry::Answered { words, label, kept, .. } | CallEntry::Resolved { words, label, kept, .. },
        ) = &record.entry
        else {
            return String::new();
        };
        let Some(kept) = kept else { return words.words().to_owned() };
        if record.number <= self.named_upto {
            return answers::stub(kept, record.number);
        }
        let share = self.shares.get(&record.number).copied().unwrap_or(kept.most);
        answers::told(words, kept, label, (record.number, share))
    }

    /// Whether its answer is the requester's alone.
    fn is_apart(&mut self, turn: Option<TurnId>, apart: bool) {
        if let Some(transcript) = turn.and_then(|turn| self.turns.get_mut(&turn)) {
            transcript.apart = apart;
        }
    }

    /// Opens its turn.
    fn question(&mut self, record: &Record, journal: &[Record]) {
        let Entry::Message(MessageEntry::Asked { message, from, words, files, about, quoted, mentions }) =
            &record.entry
        else {
            return;
        };
        let words = &with_names(words, mentions, self.audience.people);
        let files = attachments::left_of(message, files, &self.taken_out);
        let asked = self.asked(record.at, from, words, &files);
        let mut transcript = Transcript::new(from, asked);
        transcript.before = std::mem::take(&mut self.events);
        if let Some(about) = about {
            transcript.before.push_str(&recollection::pointed_at(about, journal, &self.withdrawn));
        }
        if let Some(quoted) = quoted {
            transcript.before.push_str(&recollection::quoted(quoted, from, self.audience));
        }
        transcript.asked_at = Some((record.at, files));
        transcript.messages.push(message.clone());
        transcript.withdrawn = self.withdrawn.contains(message);
        self.turns.insert(TurnId(record.number), transcript);
    }

    /// Before the question where they came with it; as a note where they came later.
    fn attached(&mut self, number: u64, attached: &Attached) {
        let Some(transcript) = self.turns.get_mut(&attached.turn) else { return };
        if self.withdrawn.contains(&attached.message) {
            return;
        }
        let Some(attached) = &attachments::left(attached, &self.taken_out) else { return };
        let pictures = attachments::pictures(attached);
        let later = transcript.messages.iter().skip(1).any(|message| *message == attached.message);
        if !later && transcript.rounds.is_empty() {
            transcript.before.push_str(&attachments::before_the_question(attached, self.audience));
            transcript.pictures.extend(pictures);
        } else {
            transcript.note_with(number, attachments::told(attached, self.audience), pictures);
        }
    }

    fn answers_a_question(&self, turn: TurnId) -> bool {
        self.progress.cards.iter().any(|card| card.reply == Some(turn))
    }

    fn asked(&self, at: Time, from: &PersonId, words: &Body, files: &[SharedFile]) -> String {
        let own = from == self.audience.requester;
        let asked = self.headed(at, from, words);
        if own { format!("{asked}{}", attached(files)) } else { asked }
    }

    fn headed(&self, at: Time, from: &PersonId, words: &Body) -> String {
        let people = self.audience.people;
        let mut others: Vec<&PersonId> = self.turns.values().map(|turn| &turn.requester).collect();
        others.sort();
        others.dedup();
        let company: Vec<&Person> =
            others.into_iter().filter(|id| *id != from).filter_map(|id| people.get(id)).collect();
        let own = from == self.audience.requester;
        asked(at, people.get(from), own.then_some(company.as_slice()), words)
    }

    /// What came of a card after its call had been given up, or of an undo.
    fn outcome(&mut self, record: &Record) {
        let (Entry::Call(CallEntry::Resolved { approval, words, .. })
        | Entry::Card(CardEntry::Undone { approval, words, .. })) = &record.entry
        else {
            return;
        };
        let Some(card) = self.progress.card(approval) else { return };
        if self.turns.get(&card.turn).is_some_and(|origin| origin.withdrawn) {
            return;
        }
        let own = card.planned.requester == *self.audience.requester;
        match &record.entry {
            Entry::Call(CallEntry::Resolved { outcome, .. }) => {
                let mut event = speech::resolution(card);
                if own {
                    event = format!("{event}\n{}", self.shown(record));
                }
                if is_news(*outcome) {
                    let mut transcript = Transcript::new(&card.planned.requester, event);
                    transcript.before = std::mem::take(&mut self.events);
                    self.turns.insert(TurnId(record.number), transcript);
                } else {
                    self.events = format!("{}{event}\n", self.events);
                }
            }
            _ if own => {
                let event = speech::undone(card);
                self.events = format!("{}{event}\n{}\n", self.events, words.words());
            }
            _ => {}
        }
    }
}

/// What came of a call, and what it was changed to if it was.
fn told(words: String, edited: Option<&Body>) -> String {
    match edited {
        Some(arguments) => format!("{words}\n{}", speech::edited(arguments)),
        None => words,
    }
}

/// Takes whole turns away from the front until the rest fits. The newest always stays; if it is too long by itself, its
/// older results go.
fn leave_out(turns: &mut BTreeMap<Order, Transcript>, most: usize) -> usize {
    let mut left_out = 0;
    let mut size: usize = turns.values().map(Transcript::size).sum();
    while turns.len() > 1 && size > most {
        size -= turns.pop_first().map_or(0, |(_, oldest)| oldest.size());
        left_out += 1;
    }
    if let Some(mut newest) = turns.last_entry() {
        newest.get_mut().shorten(most);
    }
    left_out
}

#[cfg(test)]
mod tests;
