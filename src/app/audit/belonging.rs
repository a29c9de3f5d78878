//! Whose a record is that names only a call, a card or a turn: what was written down about it before.

use std::collections::{HashMap, VecDeque};

use kernel::AuditRecord;

/// How many calls and cards are remembered; older ones are forgotten, so that an audit may be of any length.
const MOST: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) who: Option<String>,
    pub(super) tool: Option<String>,
    pub(super) account: Option<String>,
}

#[derive(Default)]
pub(super) struct Belonging {
    known: HashMap<String, Owner>,
    order: VecDeque<String>,
}

impl Belonging {
    /// Whose it is, by itself and by what came before it.
    pub(super) fn of(&mut self, thread: &str, entry: u64, record: &AuditRecord) -> Owner {
        if record.what == "asked" {
            let asked = Owner { who: record.who.clone(), ..Owner::default() };
            self.remember(turn(thread, entry), asked);
        }
        let asker = record.turn.and_then(|begun| self.known.get(&turn(thread, begun))?.who.clone());
        let call = record.call.as_ref().map(|call| format!("{thread} {call}"));
        let keys: Vec<String> = call.into_iter().chain(record.approval.clone()).collect();
        let before = keys.iter().find_map(|key| self.known.get(key)).cloned().unwrap_or_default();
        // Who decides about a card is not whose card it is.
        let theirs = if record.tool.is_some() { record.who.clone() } else { None };
        let owner = Owner {
            who: theirs.or(before.who).or_else(|| asker.clone()),
            tool: record.tool.clone().or(before.tool),
            account: record.account.clone().or(before.account),
        };
        for (call, tool) in &record.calls {
            let called = Owner { who: asker.clone(), tool: Some(tool.clone()), account: None };
            self.remember(format!("{thread} {call}"), called);
        }
        for key in keys {
            self.remember(key, owner.clone());
        }
        owner
    }

    fn remember(&mut self, key: String, owner: Owner) {
        if owner == Owner::default() {
            return;
        }
        if self.known.insert(key.clone(), owner).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

fn turn(thread: &str, entry: u64) -> String {
    format!("{thread} turn {entry}")
}
