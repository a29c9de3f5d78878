//! What a message says, wherever it says it: programs often put everything into blocks and attachments, and leave the text
//! empty or make it a summary.

use serde_json::Value;

use super::attached::attached;
use super::emoji;
use super::once::said_once;
use super::words::{Spoken, link, listen, unescaped};
use crate::json::{at, list, text};

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

pub(super) fn lines_of<'a>(blocks: impl Iterator<Item = &'a Value>, us: &str) -> Vec<String> {
    let lines = blocks.map(|block| block_words(block, us));
    lines.filter(|line| !line.trim().is_empty()).collect()
}

fn block_words(block: &Value, us: &str) -> String {
    match text(block, "/type").unwrap_or_default() {
        "rich_text" => lists(list(block, "/elements"), us),
        "table" | "data_table" => {
            let row = |row: &Value| {
                let cells = row.as_array().map_or(&[][..], Vec::as_slice);
                cells.iter().map(|cell| cell_words(cell, us)).collect::<Vec<_>>().join(" | ")
            };
            list(block, "/rows").iter().map(row).collect::<Vec<_>>().join("\n")
        }
        "markdown" => text(block, "/text").unwrap_or_default().to_owned(),
        // Whatever else there is, now or later: its texts, in order.
        _ => {
            let mut found = Vec::new();
            gather(block, us, &mut found);
            found.join("\n")
        }
    }
}

fn cell_words(cell: &Value, us: &str) -> String {
    match text(cell, "/type") {
        Some("rich_text") => lists(list(cell, "/elements"), us),
        Some("raw_number") => cell.pointer("/value").map(Value::to_string).unwrap_or_default(),
        _ => text(cell, "/text").unwrap_or_default().to_owned(),
    }
}

/// The sections, lists, quotes and fences of a rich text.
fn lists(elements: &[Value], us: &str) -> String {
    let one = |element: &Value| match text(element, "/type") {
        Some("rich_text_list") => {
            let before = at(element, "/offset").and_then(Value::as_u64).unwrap_or_default();
            let sign = |place: u64| match text(element, "/style") {
                Some("ordered") => format!("{}.", before.saturating_add(place)),
                _ => "•".to_owned(),
            };
            let items = (1..).zip(list(element, "/elements"));
            let items =
                items.map(|(place, item)| format!("{} {}", sign(place), run(list(item, "/elements"), us)));
            items.collect::<Vec<_>>().join("\n")
        }
        _ => run(list(element, "/elements"), us),
    };
    elements.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn run(elements: &[Value], us: &str) -> String {
    let one = |element: &Value| {
        let named =
            |sign: &str, pointer: &str| format!("{sign}{}", text(element, pointer).unwrap_or_default());
        match text(element, "/type").unwrap_or_default() {
            "link" => link(text(element, "/url").unwrap_or_default(), text(element, "/text")),
            "user" if text(element, "/user_id") == Some(us) => String::new(),
            "user" => named("@", "/user_id"),
            "usergroup" => named("@", "/usergroup_id"),
            "channel" => named("#", "/channel_id"),
            "broadcast" => named("@", "/range"),
            "emoji" => emoji::sign(element)
                .unwrap_or_else(|| format!(":{}:", text(element, "/name").unwrap_or_default())),
            "date" => match text(element, "/fallback") {
                Some(words) => words.to_owned(),
                None => element.pointer("/timestamp").map(Value::to_string).unwrap_or_default(),
            },
            "color" => named("", "/value"),
            _ => named("", "/text"),
        }
    };
    elements.iter().map(one).collect()
}

/// What a block is about comes before what can be done with it, and before whatever else there is in it.
const FIRST: [&str; 7] = ["title", "text", "subtitle", "body", "fields", "elements", "alt_text"];
/// What is not seen before somebody presses something.
const UNSEEN: [&str; 5] = ["confirm", "options", "option_groups", "initial_option", "initial_options"];

fn gather(value: &Value, us: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => match (text(value, "/type"), text(value, "/text")) {
            (Some("mrkdwn"), Some(words)) => found.push(listen(words, us).words),
            (Some("plain_text"), Some(words)) => found.push(unescaped(words)),
            (Some("rich_text" | "table" | "data_table" | "markdown"), _) => {
                found.push(block_words(value, us));
            }
            _ => {
                for name in FIRST {
                    match fields.get(name) {
                        Some(Value::String(words)) => found.push(words.clone()),
                        Some(inner) => gather(inner, us, found),
                        None => {}
                    }
                }
                let rest = fields
                    .iter()
                    .filter(|(name, _)| !FIRST.contains(&name.as_str()) && !UNSEEN.contains(&name.as_str()));
                rest.for_each(|(_, inner)| gather(inner, us, found));
            }
        },
        Value::Array(items) => items.iter().for_each(|item| gather(item, us, found)),
        _ => {}
    }
}

/// How a file is named among words.
pub(super) fn file(file: &Value) -> Option<String> {
    let name = text(file, "/name").or(text(file, "/title"))?;
    (text(file, "/mode") != Some("tombstone")).then(|| format!("[file: {name}]"))
}

#[cfg(test)]
mod tests;
