//! Whether a model goes round in circles: it asks for the same thing again and again, and is answered the same.

use std::collections::{HashMap, HashSet};

use kernel::{CallEntry, CallId, Digest, Entry, Record, Reply, ReplyEntry, ToolCall, TurnId};
use serde_json::Value;

use crate::tools::Inventory;

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
            Entry::Reply(ReplyEntry::Said { turn: of, reply, .. }) if *of == turn => {
                let reply = serde_json::from_str::<Reply>(reply.words());
                let calls = reply.map(|reply| reply.calls).unwrap_or_default();
                let again = calls.iter().filter(|said| meant(said, tools) == wanted);
                same.extend(again.map(|said| said.id.clone()));
            }
            Entry::Call(CallEntry::Answered { call, words, .. }) if same.contains(call) => {
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

#[cfg(test)]
mod tests {
    use kernel::{Body, Label, Outcome, Time, Usage};
    use serde_json::json;

    use super::*;

    /// A turn in which the same was asked for as often, and answered with these.
    fn journal(answers: &[&str]) -> Vec<Record> {
        let mut entries = Vec::new();
        for (place, answer) in answers.iter().enumerate() {
            let call = a_call(&format!("c{place}"));
            let (usage, kept, gate) = (Usage::default(), None, None);
            let turn = TurnId(1);
            let reply = Reply::of(String::new(), vec![call.clone()]);
            let reply = Body::new(json!(reply).to_string());
            entries.push(Entry::Reply(ReplyEntry::Said {
                turn,
                reply,
                calls: Vec::new(),
                usage,
                seen: 0,
                read: Label::trusted(),
                model: String::new(),
            }));
            let (outcome, words, label) = (Outcome::Done, Body::new(*answer), Label::trusted());
            entries.push(Entry::Call(CallEntry::Answered {
                turn,
                call: call.id,
                outcome,
                words,
                label,
                kept,
                gate,
                tool: None,
            }));
        }
        (2..).zip(entries).map(|(number, entry)| Record { number, at: Time(0), entry }).collect()
    }

    fn a_call(id: &str) -> ToolCall {
        ToolCall {
            id: CallId::from(id),
            tool: "mail.search".to_owned(),
            args: json!({ "query": "x", "limit": 3 }),
        }
    }

    #[test]
    fn the_same_answer_three_times_is_enough_and_another_one_is_news() {
        let tools = Inventory::default();
        let stuck = |answers: &[&str]| goes_in_circles(&a_call("next"), TurnId(1), &journal(answers), &tools);
        assert!(!stuck(&["a", "a"]) && stuck(&["a", "a", "a"]));
        assert!(!stuck(&["a", "b", "a", "c"]), "something changes");
        assert!(stuck(&["a", "b", "a", "a"]));
        let other = ToolCall { args: json!({ "query": "y", "limit": 3 }), ..a_call("next") };
        assert!(!goes_in_circles(&other, TurnId(1), &journal(&["a", "a", "a"]), &tools));
        assert!(
            !goes_in_circles(&a_call("next"), TurnId(9), &journal(&["a", "a", "a"]), &tools),
            "another turn"
        );
    }
}
