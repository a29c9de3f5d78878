//! The words in blocks, and the names of files among them.

use serde_json::Value;

use super::emoji;
use super::words::{link, listen, unescaped};
use crate::json::{at, list, text};

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
