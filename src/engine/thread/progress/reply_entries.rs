//! What the model said, what became of its words in the thread, and how a turn ends.

use kernel::{Body, ReplyEntry, SaidCall, TurnId, Usage};

use super::{CallProgress, CallStatus, Posting, Progress, ReplyProgress, Turn};

impl Progress {
    pub(super) fn take_reply(&mut self, entry: &ReplyEntry) {
        match entry {
            ReplyEntry::Said { calls, reply, usage, seen, .. } => self.said(calls, reply, usage, *seen),
            ReplyEntry::Silent { turn, words, ending } => self.in_turn(*turn, |open| {
                open.reply = ReplyProgress::Silent(words.clone(), ending.clone());
            }),
            ReplyEntry::Posted { turn, message } => {
                self.in_turn(*turn, |open| open.posting = Posting::Stands(message.clone()));
            }
            ReplyEntry::Drafting { turn, message } => {
                self.in_turn(*turn, |open| open.begun.get_or_insert_default().extend(message.clone()));
            }
            ReplyEntry::Undrafted { turn } => self.in_turn(*turn, |open| open.begun = None),
            ReplyEntry::Removed { turn } => {
                for known in self.turn.iter_mut().chain(&mut self.past).filter(|known| known.id == *turn) {
                    known.posting = Posting::Removed;
                }
            }
            ReplyEntry::Finished { turn, .. } => self.finished(*turn),
            ReplyEntry::Rated { .. } | ReplyEntry::Compacted(_) | ReplyEntry::Spent { .. } => {}
        }
    }

    /// Changes the turn that is being worked on, if it is this one.
    pub(super) fn in_turn(&mut self, id: TurnId, change: impl FnOnce(&mut Turn)) {
        if let Some(open) = self.turn.as_mut().filter(|open| open.id == id) {
            change(open);
        }
    }

    fn said(&mut self, calls: &[SaidCall], reply: &Body, usage: &Usage, seen: u64) {
        let Some(turn) = &mut self.turn else { return };
        turn.basis = seen;
        let fresh = |call: &SaidCall| CallProgress {
            id: call.id.clone(),
            tool: call.tool.clone(),
            status: CallStatus::Fresh,
            denied: false,
        };
        turn.said += 1;
        turn.called += calls.len();
        turn.denied = turn.denials();
        turn.cost += usage.cost;
        turn.calls = calls.iter().map(fresh).collect();
        turn.reply = match calls {
            // Nobody wants the answer to what they no longer ask.
            [] if turn.is_outdated() => ReplyProgress::NotYet,
            [] => ReplyProgress::Final(reply.clone()),
            _ => ReplyProgress::Calls,
        };
    }

    fn finished(&mut self, turn: TurnId) {
        if self.turn.as_ref().is_some_and(|open| open.id == turn) {
            self.past.extend(self.turn.take());
            self.turn = self.queue.pop_front();
        }
        self.past.extend(self.dropped.extract_if(.., |dropped| dropped.id == turn));
    }
}
