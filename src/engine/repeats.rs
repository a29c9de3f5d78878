//! Whether a model goes round in circles: it asks for the same thing again and again, and is answered the same.

use std::collections::{HashMap, HashSet};

use kernel::{CallId, Digest, Entry, Record, Reply, ToolCall, TurnId};
use serde_json::Value;

use crate::toolbox::Inventory;

/// So often the same answer to the same call is enough.
const ENOUGH: usize = 3;

/// What a model hears that asks once more.
pub(crate) const SAME_AGAIN: &str = "You have asked for exactly this three times in this turn and were answered the same each time. \
     It will not be answered otherwise: use what you have, ask for something else, or tell the person what is missing.";

/// Whether this call of the turn has been answered the same often enough.
pub(crate) fn goes_in_circles(call: &ToolCall, turn: TurnId, journal: &[Record], tools: &Inventory) -> bool {
    let wanted = meant(call, tools);
    let mut same: HashSet<CallId> = HashSet::new();
    let mut answers: HashMap<&Digest, usize> = HashMap::new();
    for record in journal {
        match &record.entry {
            Entry::Said { turn: of, reply, .. } if *of == turn => {
                let reply = serde_json::from_str::<Reply>(reply.words());
                let calls = reply.map(|reply| reply.calls).unwrap_or_default();
                let again = calls.iter().filter(|said| meant(said, tools) == wanted);
                same.extend(again.map(|said| said.id.clone()));
            }
            Entry::Answered { call, words, .. } if same.contains(call) => {
                *answers.entry(&words.digest).or_default() += 1;
            }
            _ => {}
        }
    }
    answers.values().any(|times| *times >= ENOUGH)
}

/// The tool by its own name and its arguments, whatever it was called by.
fn meant(call: &ToolCall, tools: &Inventory) -> (String, Value) {
    let mut call = call.clone();
    let tool = tools.meant(&mut call).map(|tool| tool.definition().name.clone());
    (tool.unwrap_or(call.tool), call.args)
}
