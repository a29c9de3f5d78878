//! The parts of a reply that go back to the API unchanged: thinking, and the results of its own search.
//!
//! A thinking block is valid for the model and the account that made it and after an unchanged beginning of the
//! conversation: system text, tools, and every message before it. With any other the API refuses the whole request. A
//! digest of that beginning is kept with the blocks; they are sent only where the digest still holds. So no other code has
//! to know what changes a conversation: a deletion, an edit, a summary and another list of tools all change the digest.

use kernel::{CallId, Digest, Kept, ToolCall};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::search;

/// The owner of what is kept of a reply: nobody else can read it.
pub(super) const OURS: &str = "anthropic";

/// The model, the account and the conversation that thinking belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Binding {
    pub(super) model: String,
    /// A digest of the key: the account itself has no name here.
    pub(super) account: String,
    pub(super) prefix: Digest,
}

/// The content of one reply as it was kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptReply {
    #[serde(flatten)]
    binding: Option<Binding>,
    blocks: Vec<Value>,
}

/// One piece of a kept reply.
pub(super) enum KeptPiece<'a> {
    Block(&'a Value),
    /// A call as we know it, where the model's own words for it were not kept.
    Call(&'a ToolCall),
}

/// The parts of a reply that the API takes back now.
#[derive(Clone, Copy)]
pub(super) struct Returnable {
    pub(super) thinks: bool,
    pub(super) searches: bool,
}

/// Calls of ours, each with the id under which the API knows the call that they were made of.
pub(super) type Originals<'a> = Vec<(&'a CallId, &'a str)>;

impl KeptReply {
    /// Keeps a reply unless it is all words and calls.
    pub(super) fn of(blocks: &[Value], binding: Binding) -> Option<Kept> {
        let is_kept = |block: &Value| is_thinking(block) || search::is_result(block);
        let blocks = search::settled(blocks);
        blocks.iter().any(is_kept).then(|| Self::unsettled(blocks, binding))
    }

    /// A reply that the API has not ended: it goes on where it sees all of it again.
    pub(super) fn unsettled(blocks: Vec<Value>, binding: Binding) -> Kept {
        Kept::new(OURS, json!(Self { binding: Some(binding), blocks }))
    }

    /// Earlier versions kept a list of blocks without thinking.
    pub(super) fn read(kept: &Kept) -> Option<Self> {
        match &kept.content {
            _ if kept.by != OURS => None,
            Value::Array(blocks) => Some(Self { binding: None, blocks: blocks.clone() }),
            content => Self::deserialize(content).ok(),
        }
    }

    pub(super) fn is_bound_to(&self, binding: &Binding) -> bool {
        self.binding.as_ref() == Some(binding)
    }

    /// The reply as the API gave it, without what it would refuse by now. Nothing where neither thinking nor a search is left
    /// of it: then it is words and calls like any other.
    ///
    /// Each call stands as the model wrote it. Several calls of ours may have been made of it, and one of which nothing came
    /// is left out, because the API wants a result for each.
    pub(super) fn returned<'a>(
        &'a self,
        kept: &Kept,
        calls: &'a [ToolCall],
        parts: Returnable,
    ) -> Option<(Vec<KeptPiece<'a>>, Originals<'a>)> {
        let Returnable { thinks, searches } = parts;
        let has_searched = searches && self.blocks.iter().any(search::is_result);
        if !thinks && !has_searched {
            return None;
        }
        let with = |block: &Value| (thinks || !is_thinking(block)) && (searches || !search::is_part(block));
        let mut placed = kept.calls.iter();
        let mut left: Vec<&ToolCall> = calls.iter().collect();
        let (mut pieces, mut originals) = (Vec::new(), Originals::new());
        for block in self.blocks.iter().filter(|block| with(block)) {
            if block["type"] != "tool_use" {
                pieces.push(KeptPiece::Block(block));
                continue;
            }
            let ids = placed.next().map(Vec::as_slice).unwrap_or_default();
            let (made, elsewhere): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|call| ids.contains(&call.id));
            left = elsewhere;
            if let Some(id) = block["id"].as_str().filter(|_| !made.is_empty()) {
                originals.extend(made.iter().map(|call| (&call.id, id)));
                pieces.push(KeptPiece::Block(block));
            }
        }
        pieces.extend(left.into_iter().map(KeptPiece::Call));
        // The API refuses a message that ends with thinking, which is what is left where a call got no result.
        while pieces
            .last()
            .is_some_and(|piece| matches!(piece, KeptPiece::Block(block) if is_thinking(block)))
        {
            pieces.pop();
        }
        Some((pieces, originals))
    }
}

fn is_thinking(block: &Value) -> bool {
    matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking"))
}
