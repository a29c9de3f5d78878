//! What a message says, wherever it says it: programs often put everything into blocks and attachments, and leave the text
//! empty or make it a summary.

use serde_json::Value;

use super::attached::attached;
use super::block_words::{file, lines_of};
use super::emoji;
use super::once::said_once;
use super::words::{Spoken, listen};
use crate::json::{list, text};

/// Kinds of message that people and programs write; every other subtype is a notice or a change.
const WRITTEN: [&str; 4] = ["file_share", "thread_broadcast", "me_message", "bot_message"];

pub(crate) fn is_written(message: &Value) -> bool {
    text(message, "/subtype").is_none_or(|subtype| WRITTEN.contains(&subtype))
}

/// The text of a message, as a reader sees it, with the names of its files. `us` is the id of our own bot user.
pub(crate) fn whole(message: &Value, us: &str) -> String {
    let files = list(message, "/files").iter().filter_map(file);
    let lines: Vec<String> = [said(message, us)].into_iter().chain(files).collect();
    lines.join("\n").trim().to_owned()
}

fn said(message: &Value, us: &str) -> String {
    let said = heard(message, us).words;
    let blocks = list(message, "/blocks");
    let program = text(message, "/bot_id").is_some();
    let (mut parts, brought) = if said.is_empty() || program {
        (said_once(said, lines_of(blocks.iter(), us).join("\n")), attachments(message, us))
    } else {
        (vec![said], brought(message, us))
    };
    parts.extend(brought);
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n")
}

/// What stands in the text of a message.
fn heard(message: &Value, us: &str) -> Spoken {
    let spoken = listen(text(message, "/text").unwrap_or_default(), us);
    Spoken { words: emoji::with_signs(spoken.words, message), ..spoken }
}

/// The same, and whom it is for. What a person has only passed on is kept apart from their own words.
pub(super) fn spoken(message: &Value, us: &str) -> Spoken {
    let written = text(message, "/text").unwrap_or_default();
    let spoken = heard(message, us);
    // A mention counts wherever it stands.
    let in_blocks = || list(message, "/blocks").iter().any(|block| mentions(block, us));
    if text(message, "/bot_id").is_some() {
        return Spoken { words: said(message, us), to_us: spoken.to_us || in_blocks(), ..spoken };
    }
    let brought = brought(message, us);
    let quoted = Some(brought.join("\n\n")).filter(|quoted| !quoted.trim().is_empty());
    if !written.is_empty() {
        return Spoken { quoted, ..spoken };
    }
    let own = list(message, "/blocks").iter().filter(|block| !is_table(block));
    let words = lines_of(own, us).join("\n").trim().to_owned();
    Spoken { words, to_us: spoken.to_us || in_blocks(), quoted, ..spoken }
}

/// What stands beside the words of a person: forwarded messages, previews, pasted tables.
fn brought(message: &Value, us: &str) -> Vec<String> {
    let tables = list(message, "/blocks").iter().filter(|block| is_table(block));
    let mut brought = lines_of(tables, us);
    brought.extend(attachments(message, us));
    brought
}

fn attachments(message: &Value, us: &str) -> Vec<String> {
    let said = listen(text(message, "/text").unwrap_or_default(), us).words;
    list(message, "/attachments").iter().map(|attachment| attached(attachment, &said, us)).collect()
}

fn is_table(block: &Value) -> bool {
    matches!(text(block, "/type"), Some("table" | "data_table"))
}

fn mentions(value: &Value, us: &str) -> bool {
    match value {
        Value::Object(fields) => {
            text(value, "/user_id") == Some(us) || fields.values().any(|field| mentions(field, us))
        }
        Value::Array(items) => items.iter().any(|item| mentions(item, us)),
        Value::String(words) => listen(words, us).to_us,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests;
