//! What passes and what does not.

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
    let option =
        |n: usize| json!({"text": {"type": "plain_text", "text": format!("{n}")}, "value": format!("{n}")});
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
    let body =
        problem(json!([{"type": "markdown", "text": part}, {"type": "markdown", "text": "y".repeat(3000)}]));
    assert_eq!(body["error"], "msg_blocks_too_long");
}
