//! Which words are to be purged, because somebody took back what they had said.

use std::collections::{BTreeSet, HashMap, HashSet};

use kernel::{
    ApprovalId, Attachment, CallEntry, CallId, CardEntry, Content, Digest, Entry, FileId, MessageEntry,
    MessageRef, PlaceEntry, Record, ReplyEntry, TurnId,
};

use super::{CardKind, Progress};

/// Every message that was deleted.
pub(crate) fn withdrawn_messages(journal: &[Record]) -> HashSet<&MessageRef> {
    let withdrawn = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Withdrawn { message }) => Some(message),
        _ => None,
    });
    withdrawn.collect()
}

/// Every message of ours that went with what somebody deleted.
pub(crate) fn ours_withdrawn<'a>(journal: &'a [Record], progress: &Progress) -> HashSet<&'a MessageRef> {
    let known = progress.turn.iter().chain(&progress.past).filter(|turn| turn.withdrawn);
    let turns: HashSet<TurnId> = known.map(|turn| turn.id).collect();
    if turns.is_empty() {
        return HashSet::new();
    }
    let ours = journal.iter().filter_map(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Posted { turn, message })
        | Entry::Place(PlaceEntry::AnsweredApart { turn, message: Some(message), .. }) => {
            turns.contains(turn).then_some(message)
        }
        Entry::Card(CardEntry::CardShown { approval, message, .. }) => {
            progress.card(approval).filter(|card| turns.contains(&card.turn)).map(|_| message)
        }
        _ => None,
    });
    ours.collect()
}

/// Every file that was taken out of its message.
pub(crate) fn files_taken_out(journal: &[Record]) -> HashSet<(&MessageRef, &FileId)> {
    let taken = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Revised { message, without, .. }) => {
            Some(without.iter().map(move |file| (message, file)))
        }
        _ => None,
    });
    taken.flatten().collect()
}

/// The record of the newest deletion, of a message or of a file; none has the number nought.
pub(crate) fn newest_withdrawal(journal: &[Record]) -> u64 {
    let takes_back = |record: &&Record| match &record.entry {
        Entry::Message(MessageEntry::Withdrawn { .. }) => true,
        Entry::Message(MessageEntry::Revised { without, .. }) => !without.is_empty(),
        _ => false,
    };
    let withdrawals = journal.iter().filter(takes_back);
    withdrawals.map(|record| record.number).max().unwrap_or_default()
}

/// The words of deleted messages and of all that came of them, once the work on them has ended; without those that
/// something else in the thread says as well.
pub(crate) fn to_forget(journal: &[Record], progress: &Progress) -> Vec<Digest> {
    let (messages, files) = (withdrawn_messages(journal), files_taken_out(journal));
    if messages.is_empty() && files.is_empty() {
        return Vec::new();
    }
    let ours = ours_withdrawn(journal, progress);
    let gone = Gone::of(journal, &messages, progress);
    let mut theirs: BTreeSet<&Digest> = BTreeSet::new();
    let mut kept: HashSet<&Digest> = HashSet::new();
    let mut kept_files: BTreeSet<&Digest> = BTreeSet::new();
    for record in journal {
        match &record.entry {
            Entry::Message(MessageEntry::Forgotten { digests, .. }) => {
                for digest in digests {
                    theirs.remove(digest);
                }
            }
            Entry::Message(MessageEntry::Recalled { messages: recalled, .. }) => {
                for recollection in recalled {
                    let digest = &recollection.words.digest;
                    if messages.contains(&recollection.message) || ours.contains(&recollection.message) {
                        theirs.insert(digest);
                    } else {
                        kept.insert(digest);
                    }
                }
            }
            // One of several can be taken out.
            Entry::Message(MessageEntry::Attached(attached)) if !gone.takes(record.number, &record.entry) => {
                let under_way = gone.is_under_way(&attached.message);
                for file in &attached.files {
                    let is_out = files.contains(&(&attached.message, &file.file.id)) && !under_way;
                    let digests = if is_out { &mut theirs } else { &mut kept_files };
                    digests.extend(digest_of(file));
                }
            }
            entry => {
                let blobs = entry.blobs().into_iter().map(|blob| &blob.digest);
                let digests = entry.bodies().into_iter().map(|body| &body.digest).chain(blobs);
                if gone.takes(record.number, entry) {
                    theirs.extend(digests);
                } else {
                    kept.extend(digests);
                }
            }
        }
    }
    let is_kept = |digest: &Digest| kept.contains(digest) || kept_files.contains(digest);
    theirs.into_iter().filter(|digest| !is_kept(digest)).cloned().collect()
}

fn digest_of(file: &Attachment) -> Option<&Digest> {
    match &file.content {
        Content::Text { words, .. } => Some(&words.digest),
        Content::Picture(picture) => Some(&picture.bytes.digest),
        Content::LeftOut { .. } => None,
    }
}

/// What went with the deleted messages.
struct Gone<'a> {
    messages: &'a HashSet<&'a MessageRef>,
    turns: HashSet<TurnId>,
    /// The turn of every call.
    calls: HashMap<&'a CallId, TurnId>,
    /// The questions that one of the messages had answered.
    answered: HashSet<&'a ApprovalId>,
    /// The record of the newest deletion.
    newest: u64,
    /// The records in which an answer of theirs was read on.
    read: HashSet<u64>,
    progress: &'a Progress,
}

impl<'a> Gone<'a> {
    fn of(journal: &'a [Record], messages: &'a HashSet<&'a MessageRef>, progress: &'a Progress) -> Self {
        let turns: HashSet<TurnId> =
            progress.past.iter().filter(|turn| turn.withdrawn).map(|turn| turn.id).collect();
        let newest = newest_withdrawal(journal);
        let mut read = HashSet::new();
        for record in journal {
            if let Entry::Call(CallEntry::Answered { turn, kept, .. }) = &record.entry {
                let part = kept.as_ref().and_then(|kept| kept.part);
                if turns.contains(turn) || part.is_some_and(|part| read.contains(&part.record)) {
                    read.insert(record.number);
                }
            }
        }
        let calls = journal.iter().filter_map(|record| match &record.entry {
            Entry::Reply(ReplyEntry::Said { turn, calls, .. }) => {
                Some(calls.iter().map(|call| (&call.id, *turn)))
            }
            _ => None,
        });
        let replies: HashSet<TurnId> = journal
            .iter()
            .filter(|record| match &record.entry {
                Entry::Message(MessageEntry::Asked { message, .. }) => messages.contains(message),
                _ => false,
            })
            .map(|record| TurnId(record.number))
            .collect();
        let answered =
            progress.cards.iter().filter(|card| card.reply.is_some_and(|it| replies.contains(&it)));
        let answered = answered.map(|card| &card.approval).collect();
        Self { messages, turns, calls: calls.flatten().collect(), answered, newest, read, progress }
    }

    fn takes(&self, number: u64, entry: &Entry) -> bool {
        match entry {
            Entry::Message(MessageEntry::Asked { message, .. } | MessageEntry::Revised { message, .. }) => {
                self.messages.contains(message) && !self.is_under_way(message)
            }
            Entry::Message(MessageEntry::Attached(attached)) => {
                self.messages.contains(&attached.message) && !self.is_under_way(&attached.message)
            }
            Entry::Reply(ReplyEntry::Said { turn, .. } | ReplyEntry::Silent { turn, .. })
            | Entry::Card(CardEntry::AwaitsApproval { turn, .. } | CardEntry::AskedPerson { turn, .. })
            | Entry::Place(PlaceEntry::SharingOffered { turn, .. })
            | Entry::Message(MessageEntry::Looked { turn, .. })
            | Entry::Call(CallEntry::Running { turn, .. }) => self.turns.contains(turn),
            Entry::Call(CallEntry::Answered { turn, call, .. }) => {
                self.turns.contains(turn) || self.repeats(call) || self.read.contains(&number)
            }
            Entry::Card(CardEntry::PersonAnswered { approval, .. }) => {
                self.is_of(approval) || self.answered.contains(approval)
            }
            // What can still be undone must be known until then.
            Entry::Card(CardEntry::UndoOffered { turn, approval, .. }) => {
                let card = self.progress.card(approval);
                let waits = card.is_some_and(|card| card.kind == CardKind::Undo && card.is_open());
                self.turns.contains(turn) && !waits
            }
            Entry::Card(
                CardEntry::Undone { approval, .. }
                | CardEntry::Edited { approval, .. }
                | CardEntry::DeniedBecause { approval, .. },
            ) => self.is_of(approval),
            Entry::Call(CallEntry::Resolved { approval, .. }) => {
                (self.is_of(approval) || self.answered.contains(approval))
                    && self.progress.turn.as_ref().is_none_or(|turn| turn.id.0 != number)
            }
            // Nobody can tell which of its words are whose.
            Entry::Reply(ReplyEntry::Compacted(_)) => number < self.newest,
            Entry::Call(CallEntry::Noted { call, .. }) => {
                self.calls.get(call).is_some_and(|turn| self.turns.contains(turn))
            }
            _ => false,
        }
    }

    /// Whether the model was told in it what one of the messages had answered.
    fn repeats(&self, call: &CallId) -> bool {
        self.progress.card_of(call).is_some_and(|card| self.answered.contains(&card.approval))
    }

    fn is_of(&self, approval: &ApprovalId) -> bool {
        self.progress.card(approval).is_some_and(|card| self.turns.contains(&card.turn))
    }

    fn is_under_way(&self, message: &MessageRef) -> bool {
        self.progress.turn.as_ref().is_some_and(|turn| turn.request() == Some(message))
    }
}
