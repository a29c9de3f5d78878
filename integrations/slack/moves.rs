//! Channels that Slack has given another id, as when one is shared with another company.
//!
//! Everything we have written down names a channel by its first id. So that its threads go on, the first id stays its name
//! to everybody but Slack: it is put in place of the newest in what arrives, and the other way round in what we ask.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;

use crate::json::text;
use crate::names::Channel;

/// The moves of one workspace; cloning gives another handle on the same.
#[derive(Clone, Default)]
pub(crate) struct Moves(Arc<RwLock<Vec<Move>>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// What we call it.
    pub(crate) first: String,
    /// What Slack calls it.
    pub(crate) newest: String,
}

/// The moves of every workspace.
#[derive(Default)]
pub(crate) struct AllMoves(RwLock<HashMap<String, Moves>>);

impl AllMoves {
    pub(crate) fn of(&self, team: &str) -> Moves {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.entry(team.to_owned()).or_default().clone()
    }
}

impl Moves {
    /// A channel has another id; gives how it is called from now on.
    pub(crate) fn note(&self, old: &str, new: &str) -> Move {
        let mut moves = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let before = moves.iter().position(|known| known.newest == old || known.first == old);
        let first = before.map_or_else(|| old.to_owned(), |at| moves.swap_remove(at).first);
        let noted = Move { first, newest: new.to_owned() };
        moves.push(noted.clone());
        noted
    }

    /// What we ask, in Slack's words.
    pub(crate) fn outward(&self, mut asked: Value) -> Value {
        self.rename(&mut asked, |known| (&known.first, &known.newest));
        asked
    }

    /// What Slack says, in ours.
    pub(crate) fn inward(&self, mut said: Value) -> Value {
        self.rename(&mut said, |known| (&known.newest, &known.first));
        said
    }

    /// The same, copied only if something has moved.
    pub(crate) fn read_inward<'a>(&self, said: &'a Value) -> Cow<'a, Value> {
        let moved = !self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty();
        if moved { Cow::Owned(self.inward(said.clone())) } else { Cow::Borrowed(said) }
    }

    /// What we call this in Slack's words.
    pub(crate) fn newest(&self, id: &str) -> String {
        let moves = self.0.read().unwrap_or_else(PoisonError::into_inner);
        moves.iter().find(|known| known.first == id).map_or(id, |known| &known.newest).to_owned()
    }

    fn rename(&self, value: &mut Value, direction: impl Fn(&Move) -> (&String, &String) + Copy) {
        let moves = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if !moves.is_empty() {
            rename(value, &|id| {
                moves.iter().map(direction).find(|(from, _)| *from == id).map(|(_, to)| to.clone())
            });
        }
    }
}

/// What is moved by this event: from where, to where.
pub(crate) fn moved(payload: &Value) -> Option<(&str, &str)> {
    let id = |pointer| text(payload, pointer);
    let (old, new) = (id("/event/old_channel_id")?, id("/event/new_channel_id")?);
    let sound = Channel::new("T", old).is_some() && Channel::new("T", new).is_some() && old != new;
    (id("/event/type")? == "channel_id_changed" && sound).then_some((old, new))
}

/// Only where a channel is named: what people write stays as it is.
fn rename(value: &mut Value, other: &impl Fn(&str) -> Option<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (name.as_str(), field) {
                    ("channel" | "channel_id" | "channel_ids", named) => rename_name(named, other),
                    (_, inner) => rename(inner, other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, other)),
        _ => {}
    }
}

fn rename_name(named: &mut Value, other: &impl Fn(&str) -> Option<String>) {
    match named {
        Value::String(id) => {
            if let Some(to) = other(id) {
                *id = to;
            }
        }
        Value::Object(fields) => {
            if let Some(id) = fields.get_mut("id") {
                rename_name(id, other);
            }
        }
        Value::Array(ids) => ids.iter_mut().for_each(|id| rename_name(id, other)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_channel_keeps_its_first_name_however_often_it_moves() {
        let moves = Moves::default();
        moves.note("C1", "C2");
        let noted = moves.note("C2", "C3");
        assert_eq!(noted, Move { first: "C1".to_owned(), newest: "C3".to_owned() });
        let said =
            json!({"event": {"channel": "C3", "text": "C3"}, "channel": {"id": "C3"}, "channel_ids": ["C3"]});
        let ours =
            json!({"event": {"channel": "C1", "text": "C3"}, "channel": {"id": "C1"}, "channel_ids": ["C1"]});
        assert_eq!(moves.inward(said.clone()), ours);
        assert_eq!(moves.outward(ours), said);
        assert_eq!((moves.newest("C1"), moves.newest("C9")), ("C3".to_owned(), "C9".to_owned()));
    }

    #[test]
    fn only_the_event_itself_moves_a_channel() {
        let told = |kind: &str, new: &str| json!({"event": {"type": kind, "old_channel_id": "C1", "new_channel_id": new}});
        assert_eq!(moved(&told("channel_id_changed", "C2")), Some(("C1", "C2")));
        for other in
            [told("message", "C2"), told("channel_id_changed", "C1"), told("channel_id_changed", "C:2")]
        {
            assert_eq!(moved(&other), None);
        }
    }
}
