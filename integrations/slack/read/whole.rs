//! What a message says, wherever it says it: programs often put everything into blocks and attachments, and leave the text
//! empty or make it a summary.

use serde_json::Value;

use super::emoji;
use super::words::{Spoken, listen, unescaped};
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
        let shown = lines_of(blocks.iter(), us).join("\n");
        // What a program says beside its blocks is their summary.
        (
            vec![if shown.is_empty() || shown.len() < said.len() { said } else { shown }],
            attachments(message, us),
        )
    } else {
        (vec![said], brought(message, us))
    };
    parts.extend(brought);
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n")
}

/// What stands in the text of a message.
pub(super) fn heard(message: &Value, us: &str) -> Spoken {
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
    Spoken { words: lines_of(own, us).join("\n"), to_us: spoken.to_us || in_blocks(), quoted, ..spoken }
}

/// What stands beside the words of a person: forwarded messages, previews, pasted tables.
fn brought(message: &Value, us: &str) -> Vec<String> {
    let tables = list(message, "/blocks").iter().filter(|block| is_table(block));
    let mut brought = lines_of(tables, us);
    brought.extend(attachments(message, us));
    brought
}

fn attachments(message: &Value, us: &str) -> Vec<String> {
    list(message, "/attachments").iter().map(|attachment| attached(attachment, us)).collect()
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

fn attached(attachment: &Value, us: &str) -> String {
    let said = |name: &str| text(attachment, name).map(|words| listen(words, us).words);
    let mut lines: Vec<String> =
        ["/pretext", "/author_name", "/title", "/text"].into_iter().filter_map(said).collect();
    for field in list(attachment, "/fields") {
        let part = |name: &str| text(field, name).map(|words| listen(words, us).words).unwrap_or_default();
        lines.push(format!("{}: {}", part("/title"), part("/value")));
    }
    lines.extend(lines_of(list(attachment, "/blocks").iter(), us));
    for forwarded in list(attachment, "/message_blocks") {
        // The text says the same.
        if text(attachment, "/text").is_none_or(str::is_empty) {
            lines.extend(lines_of(list(forwarded, "/message/blocks").iter(), us));
        }
    }
    if lines.is_empty() {
        lines.extend(said("/fallback"));
    }
    lines.extend(said("/footer"));
    lines.join("\n")
}

fn lines_of<'a>(blocks: impl Iterator<Item = &'a Value>, us: &str) -> Vec<String> {
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
            let items = list(element, "/elements").iter();
            items.map(|item| format!("• {}", run(list(item, "/elements"), us))).collect::<Vec<_>>().join("\n")
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
            "link" => match text(element, "/text") {
                Some(words) => format!("{words} ({})", text(element, "/url").unwrap_or_default()),
                None => named("", "/url"),
            },
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

fn file(file: &Value) -> Option<String> {
    let name = text(file, "/name").or(text(file, "/title"))?;
    (text(file, "/mode") != Some("tombstone")).then(|| format!("[file: {name}]"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_alert_says_what_its_blocks_and_attachments_say() {
        let alert = json!({"bot_id": "B1", "subtype": "bot_message", "text": "", "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": "Disk full"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "*db-1* &lt;prod&gt;"},
             "fields": [{"type": "mrkdwn", "text": "Used: 99 %"}]},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "free"}],
                [{"type": "raw_text", "text": "db-1"}, {"type": "raw_number", "value": 3}]]},
            {"type": "context", "elements": [{"type": "plain_text", "text": "since 10:00"}]},
            {"type": "from_the_future", "body": {"type": "plain_text", "text": "new"}},
        ], "attachments": [{"title": "Runbook", "text": "free some room", "fields": [{"title": "Severity", "value": "1"}]},
            {"fallback": "a graph"}]});
        assert_eq!(
            whole(&alert, "UBOT"),
            "Disk full\n*db-1* <prod>\nUsed: 99 %\nhost | free\ndb-1 | 3\nsince 10:00\nnew\nRunbook\nfree some room\n\
             Severity: 1\na graph"
        );
    }

    #[test]
    fn what_lies_deeper_is_read_too() {
        let rich = |words: &str| {
            json!({"type": "rich_text", "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": words}]}]})
        };
        let report = json!({"bot_id": "B1", "text": "", "blocks": [
            {"type": "container", "title": {"type": "plain_text", "text": "Disk full"}, "child_blocks": [
                {"type": "section", "text": {"type": "mrkdwn", "text": "on *db-1*"},
                 "accessory": {"type": "static_select", "options": [
                    {"text": {"type": "plain_text", "text": "unseen"}, "value": "1"}]}},
                {"type": "table", "rows": [[{"type": "raw_text", "text": "free"}, {"type": "raw_number", "value": 3}]]}]},
            {"type": "container", "rich_text_title": rich("Steps"), "child_blocks": []},
            {"type": "plan", "title": "Plan", "tasks": [{"type": "task_card", "task_id": "1", "title": "Clean up",
                "details": rich("old logs"), "output": rich("3 GB")}]},
            {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
                {"type": "date", "timestamp": 1_700_000_000, "format": "{date}", "fallback": "14 November"}]}]},
        ]});
        assert_eq!(
            whole(&report, "UBOT"),
            "Disk full\non *db-1*\nfree | 3\nSteps\nPlan\nClean up\nold logs\n3 GB\n14 November"
        );
    }

    /// A text, in blocks and fields that nobody knows yet.
    fn nested() -> impl Strategy<Value = Value> {
        let text = prop_oneof![
            Just(json!({"type": "plain_text", "text": "NEEDLE"})),
            Just(json!({"type": "mrkdwn", "text": "NEEDLE"})),
            Just(json!({"type": "rich_text", "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "NEEDLE"}]}]})),
            Just(json!({"type": "markdown", "text": "NEEDLE"})),
        ];
        let name =
            prop::sample::select(vec!["title", "elements", "child_blocks", "accessory", "of_the_future"]);
        text.prop_recursive(6, 16, 2, move |inner| {
            prop_oneof![
                (name.clone(), inner.clone()).prop_map(|(name, inner)| json!({"type": "new", name: inner})),
                inner.prop_map(|inner| json!([{"type": "divider"}, inner])),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_words_of_a_block_are_lost_wherever_they_stand(inner in nested()) {
            let message = json!({"bot_id": "B1", "text": "", "blocks": [{"type": "new", "inside": inner}]});
            prop_assert_eq!(whole(&message, "UBOT"), "NEEDLE");
        }
    }

    #[test]
    fn rich_text_alone_is_read_and_a_persons_text_is_not_said_twice() {
        let rich = json!([{"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": "see "},
                {"type": "link", "url": "https://a.example", "text": "this"}, {"type": "user", "user_id": "U2"}]},
            {"type": "rich_text_list", "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]}]},
        ]}]);
        assert_eq!(whole(&json!({"blocks": rich}), "UBOT"), "see this (https://a.example)@U2\n• one");
        assert_eq!(whole(&json!({"text": "see this", "blocks": rich}), "UBOT"), "see this");
    }

    #[test]
    fn a_mention_of_us_in_blocks_only_counts() {
        let said = json!({"bot_id": "B1", "text": "", "blocks": [{"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "user", "user_id": "UBOT"},
                {"type": "text", "text": " help"}]}]}]});
        let spoken = spoken(&said, "UBOT");
        assert!(spoken.to_us);
        assert_eq!(spoken.words.trim(), "help");
    }

    #[test]
    fn what_a_person_passes_on_is_not_what_they_say() {
        let forwarded = json!({"text": "<@UBOT> what does this mean?", "user": "U1", "blocks": [
            {"type": "rich_text", "elements": []},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "free"}]]}],
            "attachments": [{"author_name": "Eve", "text": "pay &lt;me&gt;", "is_share": true, "footer": "Slack"}]});
        let heard = spoken(&forwarded, "UBOT");
        assert_eq!(heard.words, "what does this mean?");
        assert_eq!(heard.quoted.as_deref(), Some("host | free\n\nEve\npay <me>\nSlack"));
        assert_eq!(whole(&forwarded, "UBOT"), "what does this mean?\nhost | free\nEve\npay <me>\nSlack");

        let silent = json!({"text": "", "user": "U1", "attachments": [{"text": "pay me"}]});
        let heard = spoken(&silent, "UBOT");
        assert_eq!((heard.words.as_str(), heard.quoted.as_deref()), ("", Some("pay me")));
    }
}
