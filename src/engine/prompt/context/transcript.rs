//! One turn, put together from entries that may lie far apart: a later question can stand in the journal before the end of
//! an earlier call.

use std::collections::HashMap;

use kernel::{CallId, MessageRef, PersonId, Picture, Reply, SharedFile, Time, ToolResult};

use crate::base::tokens;

/// What stands in place of a result there was no room for.
const LEFT_OUT: &str = "[this result is left out here to save room; ask for it again if it is needed]";

/// What a picture takes up, in tokens.
const A_PICTURE: usize = 1_600;

pub(super) struct Transcript {
    /// Whom the turn served.
    pub(super) requester: PersonId,
    /// What had happened before it, and what was read for it.
    pub(super) before: String,
    pub(super) asked: String,
    /// What was attached to it and can be seen.
    pub(super) pictures: Vec<Picture>,
    /// When, and with which files, if somebody wrote it.
    pub(super) asked_at: Option<(Time, Vec<SharedFile>)>,
    /// What was written to us in it, the request first.
    pub(super) messages: Vec<MessageRef>,
    pub(super) rounds: Vec<Round>,
    /// What was written to us while it ran, in order.
    pub(super) notes: Vec<Note>,
    /// What we said in the model's place.
    pub(super) silent: Option<String>,
    pub(super) finished: bool,
    /// What it ended with was told its requester alone.
    pub(super) apart: bool,
    /// The request was deleted.
    pub(super) withdrawn: bool,
}

pub(super) struct Round {
    pub(super) reply: Reply,
    /// Bytes of the reply as it was written down: never less than its words and its calls.
    pub(super) written: usize,
    pub(super) results: HashMap<CallId, ToolResult>,
}

/// Something the model is told in the middle of a turn.
pub(super) struct Note {
    /// The number of the round that was the first to know of it.
    pub(super) before: usize,
    /// The record it comes from.
    pub(super) number: u64,
    pub(super) words: String,
    pub(super) pictures: Vec<Picture>,
}

impl Transcript {
    pub(super) fn new(requester: &PersonId, asked: String) -> Self {
        Self {
            requester: requester.clone(),
            before: String::new(),
            asked,
            pictures: Vec::new(),
            asked_at: None,
            messages: Vec::new(),
            rounds: Vec::new(),
            notes: Vec::new(),
            silent: None,
            finished: false,
            apart: false,
            withdrawn: false,
        }
    }

    pub(super) fn opening(&self) -> String {
        format!("{}{}", self.before, self.asked)
    }

    /// A reply that was made without knowing of the newest notes stands before them.
    pub(super) fn push(&mut self, round: Round, seen: u64) {
        let place = self.rounds.len();
        for note in self.notes.iter_mut().filter(|note| note.before == place && note.number > seen) {
            note.before += 1;
        }
        self.rounds.push(round);
    }

    pub(super) fn note(&mut self, number: u64, words: String) {
        self.note_with(number, words, Vec::new());
    }

    pub(super) fn note_with(&mut self, number: u64, words: String, pictures: Vec<Picture>) {
        self.notes.push(Note { before: self.rounds.len(), number, words, pictures });
    }

    /// The result of a call, wherever in the turn it was made.
    pub(super) fn answer(&mut self, result: ToolResult) {
        let asks = |round: &&mut Round| round.reply.calls.iter().any(|call| call.id == result.call);
        if let Some(round) = self.rounds.iter_mut().rev().find(asks) {
            round.results.insert(result.call.clone(), result);
        }
    }

    /// The results of the newest round stay: the model has not seen them yet.
    pub(super) fn shorten(&mut self, most: usize) {
        let older = self.rounds.len().saturating_sub(1);
        for place in 0..older {
            if self.size() <= most {
                return;
            }
            if let Some(round) = self.rounds.get_mut(place) {
                round.reply.kept = None;
                for result in round.results.values_mut() {
                    LEFT_OUT.clone_into(&mut result.words);
                }
            }
        }
    }

    /// It is never more than this, in tokens: no letter takes more than its bytes.
    pub(super) fn at_most(&self) -> usize {
        let results = self.rounds.iter().flat_map(|round| round.results.values());
        let results: usize = results.map(|result| result.words.len()).sum();
        let rounds: usize = self.rounds.iter().map(|round| round.written).sum();
        let notes: usize =
            self.notes.iter().map(|note| note.words.len() + note.pictures.len() * A_PICTURE).sum();
        let silent = self.silent.as_deref().map_or(0, str::len);
        let asked = self.before.len() + self.asked.len() + self.pictures.len() * A_PICTURE;
        asked + rounds + results + notes + silent
    }

    /// In tokens.
    pub(super) fn size(&self) -> usize {
        let rounds = self.rounds.iter().map(|round| {
            let calls: usize = round.reply.calls.iter().map(|call| tokens(&call.args.to_string())).sum();
            let results: usize = round.results.values().map(|result| tokens(&result.words)).sum();
            let kept = round.reply.kept.as_ref().map_or(0, |kept| tokens(&kept.content.to_string()));
            tokens(&round.reply.text).max(kept) + calls + results
        });
        let notes: usize = self.notes.iter().map(|note| tokens(&note.words)).sum();
        let silent = self.silent.as_deref().map_or(0, tokens);
        let pictures: usize = self.notes.iter().map(|note| note.pictures.len()).sum();
        let pictures = (self.pictures.len() + pictures) * A_PICTURE;
        tokens(&self.before) + tokens(&self.asked) + notes + silent + pictures + rounds.sum::<usize>()
    }
}
