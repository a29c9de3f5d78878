//! What was changed, taken back or added while it was already known.

use kernel::{Body, Entry, MessageEntry, MessageRef, PersonId, Record, TurnId};

use super::{Telling, Transcript, with_names};

impl Telling<'_> {
    pub(super) fn revision(&mut self, record: &Record) {
        match &record.entry {
            Entry::Message(MessageEntry::Revised { message, from, words, mentions, .. })
                if !self.withdrawn.contains(message) =>
            {
                let words = with_names(words, mentions, self.audience.people);
                self.revised(record, message, from, &words);
            }
            Entry::Message(MessageEntry::Withdrawn { message }) => {
                self.withdrawn_addition(record.number, message);
            }
            Entry::Message(MessageEntry::Steered { turn, added }) => {
                self.steered(record.number, *turn, added);
            }
            _ => {}
        }
    }

    fn revised(&mut self, record: &Record, message: &MessageRef, from: &PersonId, words: &Body) {
        let now = self.headed(record.at, from, words);
        let opens = TurnId(record.number);
        if self.progress.has_turn(opens) {
            let told = format!("[event] This message was changed by its author. It reads now:\n{now}");
            let mut transcript = Transcript::new(from, told);
            transcript.before = std::mem::take(&mut self.events);
            transcript.messages.push(message.clone());
            self.turns.insert(opens, transcript);
            return;
        }
        let holds = |transcript: &Transcript| transcript.messages.contains(message);
        let found = self.turns.iter().rev().find(|(_, transcript)| holds(transcript)).map(|(id, _)| *id);
        let unseen =
            found.is_some_and(|id| self.first_seen.get(&id).is_none_or(|seen| *seen >= record.number));
        let changed = format!("[event] A message was changed by its author. It reads now:\n{now}");
        match found.and_then(|id| self.turns.get_mut(&id)) {
            Some(transcript) if unseen && transcript.messages.first() == Some(message) => {
                let (at, files) = transcript.asked_at.clone().unwrap_or((record.at, Vec::new()));
                let asked = self.asked(at, from, words, &files);
                if let Some(transcript) = found.and_then(|id| self.turns.get_mut(&id)) {
                    transcript.asked = asked;
                }
            }
            Some(transcript) if !transcript.finished => transcript.note(record.number, changed),
            Some(_) | None => self.events = format!("{}{changed}\n", self.events),
        }
    }

    /// An addition is gone from where it stood; the request itself takes its whole turn with it.
    fn withdrawn_addition(&mut self, number: u64, message: &MessageRef) {
        let added = |transcript: &&mut Transcript| {
            !transcript.finished && transcript.messages.iter().skip(1).any(|known| known == message)
        };
        if let Some(transcript) = self.turns.values_mut().find(added) {
            transcript.note(number, "[event] Something that was added was deleted by its author.".to_owned());
        }
    }

    fn steered(&mut self, number: u64, turn: TurnId, added: &[TurnId]) {
        for id in added {
            let Some(addition) = self.turns.remove(id) else { continue };
            let Some(transcript) = self.turns.get_mut(&turn) else { continue };
            transcript.messages.extend(addition.messages.iter().cloned());
            if !addition.withdrawn {
                transcript.note(number, addition.opening());
            }
        }
    }
}
