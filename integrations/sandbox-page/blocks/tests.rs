//! Every kind of block is shown, and none lets a writer's words become markup.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::tame::only_our_tags;

fn markup(blocks: &Value) -> String {
    let reader = Reader::sample();
    let spot = Spot {
        reader: &reader,
        region: "main",
        on: On::Message { channel: "C1", ts: "1.000001" },
        opened: &BTreeSet::from(["seen".to_owned()]),
    };
    content("fallback", blocks.as_array().unwrap(), &[], spot).into_string()
}

/// One block of every kind, with these words wherever words can stand.
fn every_kind(words: &str) -> Value {
    let plain = json!({"type": "plain_text", "text": words});
    let mrkdwn = json!({"type": "mrkdwn", "text": words});
    let confirm = json!({"title": plain, "text": plain, "confirm": plain, "deny": plain});
    let option = json!({"text": plain, "value": words});
    let button = json!({"type": "button", "action_id": words, "text": plain, "value": words, "style": "primary",
        "accessibility_label": words, "confirm": confirm});
    let away = json!({"type": "button", "action_id": words, "text": plain, "url": format!("https://a.example/{words}")});
    let odd =
        json!({"type": "button", "action_id": "o", "text": plain, "url": format!("javascript:{words}")});
    let menu =
        json!({"type": "static_select", "action_id": words, "placeholder": plain, "options": [option]});
    let styled = json!({"type": "text", "text": words, "style": {"bold": true, "code": true}});
    let link = json!({"type": "link", "url": words, "text": words});
    let user = json!({"type": "user", "user_id": words});
    json!([
        {"type": "section", "text": mrkdwn, "fields": [mrkdwn, plain], "accessory": button},
        {"type": "header", "text": plain},
        {"type": "context", "elements": [mrkdwn, plain, {"type": "image", "image_url": words, "alt_text": words}]},
        {"type": "divider"},
        {"type": "markdown", "text": words},
        {"type": "actions", "elements": [button, away, odd, menu, {"type": words}]},
        {"type": "image", "image_url": format!("https://a.example/{words}"), "alt_text": words},
        {"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [styled, link, user]},
            {"type": "rich_text_list", "style": "ordered", "indent": 1,
             "elements": [{"type": "rich_text_section", "elements": [styled]}]},
            {"type": "rich_text_preformatted", "elements": [link]},
            {"type": "rich_text_quote", "elements": [{"type": "date", "timestamp": 1, "format": words}]},
        ]},
        {"type": "table", "rows": [[{"type": "raw_text", "text": words}], [{"type": "raw_text", "text": words}]]},
        {"type": "data_table", "caption": words, "rows": [[{"type": "raw_text", "text": words}], [{"type": "raw_number", "value": 1.5}]]},
        {"type": "data_visualization", "title": words, "chart": {"type": "bar", "series": [{"name": words, "data": [{"label": words, "value": 3}]}]}},
        {"type": "task_card", "task_id": words, "title": words, "status": words, "sources": [{"type": "url", "url": words, "text": words}]},
        {"type": "plan", "title": words, "tasks": [{"task_id": words, "title": words, "status": "complete"}]},
        {"type": "alert", "text": mrkdwn, "level": "error"},
        {"type": "card", "title": mrkdwn, "subtitle": mrkdwn, "body": mrkdwn, "actions": [button]},
        {"type": "carousel", "elements": [{"type": "card", "title": mrkdwn}]},
        {"type": "container", "title": plain, "is_collapsible": true, "child_blocks": [{"type": "section", "text": mrkdwn}]},
        {"type": "context_actions", "elements": [
            {"type": "feedback_buttons", "action_id": words, "positive_button": {"text": plain, "value": words}, "negative_button": {"text": plain, "value": words}},
            {"type": "icon_button", "action_id": words, "icon": "trash", "text": plain}]},
        {"type": "actions", "elements": [{"type": "overflow", "action_id": words, "options": [option]},
            {"type": "checkboxes", "action_id": words, "options": [option]}, {"type": "datepicker", "action_id": words}]},
        {"type": words},
    ])
}

#[test]
fn every_kind_of_block_is_shown() {
    let shown = markup(&every_kind("hello"));
    for part in [
        "<h3 class=\"block-header\">hello",
        "class=\"field\"",
        "class=\"context\"",
        "<hr>",
        "<select",
        "<th",
        "<meter",
        "<caption",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(shown.contains("target=\"_blank\" rel=\"noopener noreferrer\""));
    assert!(!shown.contains("javascript:"), "{shown}");
}

#[test]
fn words_and_tables_are_prose_and_what_can_be_pressed_is_a_card() {
    let words = json!({"type": "section", "text": {"type": "plain_text", "text": "Stopped."}});
    let button =
        json!({"type": "button", "action_id": "undo", "text": {"type": "plain_text", "text": "Undo"}});
    let pressed = json!({"type": "section", "text": words["text"], "accessory": button});
    let buttons = json!({"type": "actions", "elements": [button]});
    let answer = ["markdown", "data_table", "markdown", "context_actions"].map(|kind| json!({"type": kind}));
    assert!(!is_card(&answer) && !is_card(std::slice::from_ref(&words)));
    assert!(is_card(&[pressed]) && is_card(&[words, buttons]));
}

#[test]
fn a_press_names_its_message_and_its_action() {
    let shown = markup(&json!([{"type": "actions", "elements": [
        {"type": "button", "action_id": "approve", "text": {"type": "plain_text", "text": "Approve"}, "style": "primary"}]}]));
    assert!(shown.contains("data-action-id=\"approve\""));
    assert!(shown.contains("{&quot;action&quot;:&quot;approve&quot;,&quot;channel&quot;:&quot;C1&quot;,&quot;ts&quot;:&quot;1.000001&quot;}"));
    assert!(shown.contains("class=\"button primary\""));
}

#[test]
fn a_button_in_a_table_or_in_an_attachment_is_pressed_like_any_other() {
    let button = |action: &str| json!({"type": "button", "action_id": action, "text": {"type": "plain_text", "text": "Go"}});
    let row = |cell: Value| json!([cell]);
    let table = json!([{"type": "data_table", "caption": "c", "rows": [
        row(json!({"type": "raw_text", "text": "A"})), row(json!({"type": "action_cell", "element": button("in_table")}))]}]);
    let attached = [json!({"blocks": [{"type": "actions", "elements": [button("attached")]}]})];
    let reader = Reader::sample();
    let on = On::Message { channel: "C1", ts: "1.000001" };
    let spot = Spot { reader: &reader, region: "main", on, opened: &BTreeSet::new() };
    let shown = content("x", table.as_array().unwrap(), &attached, spot).into_string();
    for action in ["in_table", "attached"] {
        assert!(shown.contains(&format!("data-action-id=\"{action}\"")), "{shown}");
        let press = format!(
            "{{&quot;action&quot;:&quot;{action}&quot;,&quot;channel&quot;:&quot;C1&quot;,&quot;ts&quot;:&quot;1.000001&quot;}}"
        );
        assert!(shown.contains(&press), "{shown}");
    }
    assert!(
        shown.contains("id=\"main-1-000001-0-0-0\"") && shown.contains("id=\"main-1-000001-a0-0-0\""),
        "{shown}"
    );
}

#[test]
fn a_message_without_blocks_shows_its_text_with_its_signs() {
    let made = json!([{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "*x*"}]}]}]);
    let reader = Reader::sample();
    let spot = Spot {
        reader: &reader,
        region: "main",
        on: On::Message { channel: "C1", ts: "1.000001" },
        opened: &BTreeSet::new(),
    };
    assert_eq!(
        content("*x*", made.as_array().unwrap(), &[], spot).into_string(),
        "<p><strong>x</strong></p>"
    );
    assert_eq!(
        plain(Some(&json!("Done :white_check_mark: at 10:30:00 :nope:"))),
        "Done ✅ at 10:30:00 :nope:"
    );
}

proptest! {
    #[test]
    fn no_block_lets_words_become_markup(words in "[a-z<>&\"'/= *_`:|@!^-]{0,40}") {
        only_our_tags(&markup(&every_kind(&words)));
    }

    #[test]
    fn hostile_words_stay_words(words in "(\"><script>|' onload=x|</textarea><img src=x onerror=y>|&lt;b&gt;)[<>\"']{0,3}") {
        only_our_tags(&markup(&every_kind(&words)));
    }
}
