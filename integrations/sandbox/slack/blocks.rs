//! The check every message's blocks go through, with Slack's limits and Slack's way of pointing at what is wrong.
//!
//! Knows nothing of messages and channels; it reads JSON and reports.

mod elements;
mod layout;
mod modal;
mod report;
mod table;
mod texts;

use std::collections::BTreeSet;

use serde_json::Value;

pub(crate) use self::modal::check as check_modal;
use self::report::{At, Report};
use super::{answer::Refusal, ids};

const MOST_BLOCKS: usize = 50;
/// Over all tables of a message.
const MOST_TABLE_CHARACTERS: usize = 10_000;
/// Over all text of all blocks; found by others to be about here, and documented nowhere.
const MOST_CHARACTERS: usize = 13_200;

/// Checks the `blocks` of a message and gives each block that has none a `block_id`.
pub(crate) fn check(blocks: Value) -> Result<Vec<Value>, Refusal> {
    let Value::Array(mut blocks) = blocks else { return Err(Refusal::new("invalid_blocks_format")) };
    if blocks.iter().any(|block| !block.is_object()) {
        return Err(Refusal::new("invalid_blocks_format"));
    }
    let mut report = Report::default();
    let root = At::root("blocks");
    each(&blocks, MOST_BLOCKS, &root, &mut report);
    let is_table =
        |block: &&Value| matches!(block.get("type").and_then(Value::as_str), Some("table" | "data_table"));
    if blocks.iter().filter(is_table).map(characters).sum::<usize>() > MOST_TABLE_CHARACTERS {
        report
            .add(&root, format!("tables must be less than {} characters in all", MOST_TABLE_CHARACTERS + 1));
    }
    report.finish("invalid_blocks")?;
    if blocks.iter().map(characters).sum::<usize>() > MOST_CHARACTERS {
        return Err(Refusal::new("msg_blocks_too_long"));
    }
    name_all(&mut blocks);
    Ok(blocks)
}

/// Checks block after block, and that no two share an id.
fn each(blocks: &[Value], most: usize, root: &At, report: &mut Report) {
    if blocks.len() > most {
        report.add(root, format!("no more than {most} items allowed"));
    }
    let mut seen = BTreeSet::new();
    for (index, block) in blocks.iter().enumerate() {
        let at = root.item(index);
        layout::check(block, &at, report);
        if let Some(id) = block.get("block_id").and_then(Value::as_str).filter(|id| !id.is_empty())
            && !seen.insert(id)
        {
            report.add(&at.field("block_id"), format!("`block_id` values must be unique: {id}"));
        }
    }
}

/// Blocks and interactive elements that came without an id get one.
fn name_all(blocks: &mut [Value]) {
    for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
        if block.get("block_id").and_then(Value::as_str).is_none_or(str::is_empty) {
            block.insert("block_id".into(), ids::random(5).into());
        }
        let elements = block.get_mut("elements").and_then(Value::as_array_mut).into_iter().flatten();
        elements.for_each(name_action);
        block.get_mut("accessory").into_iter().for_each(name_action);
        block.get_mut("element").into_iter().for_each(name_action);
    }
}

fn name_action(element: &mut Value) {
    let Some(fields) = element.as_object_mut() else { return };
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let acts = matches!(kind, "button" | "overflow" | "radio_buttons" | "checkboxes")
        || ["select", "input", "picker"].iter().any(|word| kind.contains(word));
    if acts && !fields.contains_key("action_id") {
        fields.insert("action_id".into(), ids::random(5).into());
    }
}

fn characters(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) if name == "text" => text.chars().count(),
                other => characters(other),
            })
            .sum(),
        Value::Array(items) => items.iter().map(characters).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(blocks: Value) -> Value {
        check(blocks).expect_err("the blocks should be refused").body()
    }

    fn button(action: &str) -> Value {
        json!({"type": "button", "action_id": action, "text": {"type": "plain_text", "text": "Go"}})
    }

    #[test]
    fn a_good_message_passes_and_every_block_has_an_id() {
        let blocks = check(json!([
            {"type": "header", "text": {"type": "plain_text", "text": "Hello"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "*hi*"}, "accessory": button("x")},
            {"type": "divider"},
            {"type": "context", "elements": [{"type": "mrkdwn", "text": "small"}]},
            {"type": "actions", "elements": [button("a"), button("b")]},
            {"type": "markdown", "text": "**bold**"},
        ]))
        .unwrap();
        assert!(blocks.iter().all(|block| block["block_id"].as_str().is_some_and(|id| !id.is_empty())));
    }

    #[test]
    fn a_section_over_three_thousand_characters_is_refused_with_a_pointer() {
        let long = "x".repeat(3001);
        let body = problem(json!([{"type": "section", "text": {"type": "mrkdwn", "text": long}}]));
        assert_eq!(body["error"], "invalid_blocks");
        assert_eq!(
            body["response_metadata"]["messages"][0],
            "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
        );
    }

    #[test]
    fn two_buttons_of_one_block_cannot_share_an_action_id() {
        let body = problem(json!([{"type": "actions", "elements": [button("a"), button("a")]}]));
        assert!(body["errors"][0].as_str().unwrap().contains("action_id"));
    }

    #[test]
    fn unknown_blocks_fields_and_wrong_types_are_refused() {
        assert_eq!(problem(json!([{"type": "sections"}]))["error"], "invalid_blocks");
        assert_eq!(problem(json!([{"type": "divider", "colour": "red"}]))["error"], "invalid_blocks");
        assert_eq!(
            problem(json!([{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}]))["error"],
            "invalid_blocks"
        );
        assert_eq!(problem(json!([{"type": "section"}]))["error"], "invalid_blocks");
        assert_eq!(problem(json!({"type": "section"}))["error"], "invalid_blocks_format");
    }

    #[test]
    fn two_blocks_cannot_share_a_block_id_and_there_are_at_most_fifty() {
        let twins = json!([{"type": "divider", "block_id": "a"}, {"type": "divider", "block_id": "a"}]);
        assert_eq!(problem(twins)["error"], "invalid_blocks");
        let many: Vec<Value> = (0..51).map(|_| json!({"type": "divider"})).collect();
        assert!(problem(json!(many))["errors"][0].as_str().unwrap().starts_with("no more than 50 items"));
    }

    #[test]
    fn menus_inputs_and_tables_have_their_limits_too() {
        let option = |n: usize| json!({"text": {"type": "plain_text", "text": format!("{n}")}, "value": format!("{n}")});
        let overflow: Vec<Value> = (0..6).map(option).collect();
        let element = json!({"type": "overflow", "options": overflow});
        assert_eq!(problem(json!([{"type": "actions", "elements": [element]}]))["error"], "invalid_blocks");
        let input = json!({"type": "plain_text_input", "action_id": "a"});
        assert_eq!(problem(json!([{"type": "actions", "elements": [input]}]))["error"], "invalid_blocks");
        let label = json!({"type": "plain_text", "text": "Why"});
        assert!(check(json!([{"type": "input", "label": label, "element": input}])).is_ok());
        let cell = json!({"type": "raw_text", "text": "x"});
        assert!(check(json!([{"type": "table", "rows": [[cell.clone()]]}])).is_ok());
        let wide = vec![cell; 21];
        assert_eq!(problem(json!([{"type": "table", "rows": [wide]}]))["error"], "invalid_blocks");
    }

    #[test]
    fn too_much_text_over_all_blocks_is_too_long() {
        let part = "x".repeat(11_000);
        let body = problem(
            json!([{"type": "markdown", "text": part}, {"type": "markdown", "text": "y".repeat(3000)}]),
        );
        assert_eq!(body["error"], "msg_blocks_too_long");
    }
}
