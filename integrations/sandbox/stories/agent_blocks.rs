//! The newer blocks: what is wrong with them is said with pointers, and where each may stand.

use serde_json::{Value, json};

use super::client::Outside;

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

/// Each block is refused, and what is wrong with it is said in these words.
async fn pointed_at(cases: &[(Value, &str)]) {
    let outside = Outside::new().await;
    for (block, says) in cases {
        let post = json!({"channel": "general", "text": "x", "blocks": [block]});
        let answer = outside.api("chat.postMessage", post).await;
        assert_eq!(answer["error"], "invalid_blocks", "{block}");
        let said = answer["errors"][0].as_str().unwrap();
        assert!(said.contains(says), "{block} is {said}");
    }
}

#[tokio::test]
async fn a_table_or_a_chart_that_is_wrong_is_pointed_at() {
    let cell = json!({"type": "raw_text", "text": "x"});
    let rich = json!({"type": "rich_text", "elements": []});
    let series = json!([{"name": "s", "data": [{"label": "other", "value": 1}]}]);
    let line = json!({"type": "line", "series": series, "axis_config": {"categories": ["a"]}});
    pointed_at(&[
        (
            json!({"type": "data_table", "caption": "c", "rows": [[cell]]}),
            "no fewer than 2 items allowed [json-pointer:/blocks/0/rows]",
        ),
        (json!({"type": "data_table", "caption": "c", "rows": [[cell], [cell, cell]]}), "must have 1 items"),
        (
            json!({"type": "data_table", "caption": "c", "rows": [[rich], [cell]]}),
            "unsupported type: rich_text [json-pointer:/blocks/0/rows/0/0/type]",
        ),
        (json!({"type": "data_table", "rows": [[cell], [cell]]}), "missing required field: caption"),
        (
            json!({"type": "table", "rows": [[{"type": "raw_text", "text": ""}]]}),
            "must be more than 0 characters",
        ),
        (
            json!({"type": "table", "rows": [[{"type": "raw_number", "value": "7"}]]}),
            "must be a number [json-pointer:/blocks/0/rows/0/0/value]",
        ),
        (
            json!({"type": "table", "rows": [[cell]], "column_settings": [{"align": "top"}]}),
            "must be one of: left, center, right",
        ),
        (
            json!({"type": "data_visualization", "title": "t", "chart": line}),
            "must have exactly one data point for each of the categories",
        ),
        (
            json!({"type": "data_visualization", "title": "t", "chart": {"type": "pie", "segments": [{"label": "a", "value": 0}]}}),
            "must be greater than 0",
        ),
        (
            json!({"type": "data_visualization", "title": "t", "chart": {"type": "radar"}}),
            "must be one of: pie, bar, line, area",
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_task_a_card_or_a_container_that_is_wrong_is_pointed_at() {
    let mrkdwn = json!({"type": "mrkdwn", "text": "x"});
    let task = json!({"type": "task_card", "task_id": "t", "title": "T", "status": "pending"});
    let with = |block: &Value, name: &str, value: Value| {
        let mut block = block.clone();
        block[name] = value;
        block
    };
    pointed_at(&[
        (
            with(&task, "status", json!("done")),
            "must be one of: pending, in_progress, complete, error [json-pointer:/blocks/0/status]",
        ),
        (with(&task, "details", json!("text")), "must be an object [json-pointer:/blocks/0/details]"),
        (
            with(&task, "sources", json!([{"type": "url", "url": "https://a.example"}])),
            "missing required field: text",
        ),
        (json!({"type": "plan", "title": "p", "tasks": [task, task]}), "`task_id` values must be unique: t"),
        (json!({"type": "card", "subtitle": mrkdwn}), "must define at least one of"),
        (
            json!({"type": "card", "title": mrkdwn, "actions": [{"type": "overflow", "options": []}]}),
            "must be one of: button",
        ),
        (
            json!({"type": "carousel", "elements": [{"type": "section", "text": mrkdwn}]}),
            "must be one of: card",
        ),
        (
            json!({"type": "container", "child_blocks": [{"type": "divider"}]}),
            "must define either `title` or `rich_text_title`",
        ),
        (
            json!({"type": "container", "title": plain("t"), "child_blocks": [{"type": "markdown", "text": "x"}]}),
            "unsupported type: markdown [json-pointer:/blocks/0/child_blocks/0/type]",
        ),
        (
            json!({"type": "container", "title": plain("t"), "default_collapsed": true, "child_blocks": [{"type": "divider"}]}),
            "needs `is_collapsible`",
        ),
    ])
    .await;
}

#[tokio::test]
async fn rich_text_that_is_wrong_is_pointed_at() {
    pointed_at(&[
        (
            json!({"type": "rich_text", "elements": [{"type": "rich_text_list", "elements": []}]}),
            "missing required field: style",
        ),
        (
            json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text"}]}]}),
            "missing required field: text",
        ),
        (
            json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "x", "style": {"loud": true}}]}]}),
            "invalid additional property: loud",
        ),
        (
            json!({"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [{"type": "user", "user_id": "U"}]}]}),
            "must be one of: text, link",
        ),
        (
            json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "broadcast", "range": "all"}]}]}),
            "must be one of: here, channel, everyone",
        ),
    ])
    .await;
}

#[tokio::test]
async fn feedback_that_is_wrong_and_blocks_that_stand_elsewhere_are_refused() {
    pointed_at(&[
        (
            json!({"type": "context_actions", "elements": [{"type": "feedback_buttons", "positive_button": {"text": plain("y"), "value": "1"}}]}),
            "missing required field: negative_button",
        ),
        (
            json!({"type": "context_actions", "elements": [{"type": "icon_button", "icon": "heart", "text": plain("x")}]}),
            "must be one of: trash",
        ),
        (json!({"type": "alert", "text": plain("x")}), "unsupported type: alert"),
        (json!({"type": "video", "alt_text": "x"}), "unsupported type: video"),
    ])
    .await;
}

#[tokio::test]
async fn every_newer_block_that_is_right_is_taken_and_read_back() {
    let outside = Outside::new().await;
    let text = json!({"type": "text", "text": "x", "style": {"bold": true}});
    let rich = json!({"type": "rich_text", "elements": [
        {"type": "rich_text_section", "elements": [text, {"type": "link", "url": "https://a.example", "text": "A"}, {"type": "emoji", "name": "wave"},
            {"type": "user", "user_id": "U1"}, {"type": "date", "timestamp": 1, "format": "{date}", "fallback": "then"}, {"type": "color", "value": "#ff0000"}]},
        {"type": "rich_text_list", "style": "ordered", "indent": 1, "border": 0, "elements": [{"type": "rich_text_section", "elements": [text]}]},
        {"type": "rich_text_quote", "elements": [text]}, {"type": "rich_text_preformatted", "border": 1, "elements": [text]},
    ]});
    let cell = json!({"type": "raw_text", "text": "x"});
    let number = json!({"type": "raw_number", "value": 1.5, "text": "1.50"});
    let button = json!({"type": "button", "text": plain("Go")});
    let picture = json!({"type": "image", "image_url": "https://a.example/x.png", "alt_text": "x"});
    let task = json!({"type": "task_card", "task_id": "t", "title": "T", "status": "complete", "details": rich, "output": rich,
        "sources": [{"type": "url", "url": "https://a.example/", "text": "A"}]});
    let points = json!([{"label": "a", "value": -3}, {"label": "b", "value": 4.5}]);
    let blocks = json!([
        rich, task, {"type": "plan", "title": "P", "tasks": [task]},
        {"type": "table", "rows": [[cell, rich], [number, cell]], "column_settings": [null, {"align": "right", "is_wrapped": true}]},
        {"type": "data_table", "caption": "C", "page_size": 5, "row_header_column_index": 1, "rows": [[cell, cell], [number, rich], [cell, {"type": "action_cell", "element": button}]]},
        {"type": "data_visualization", "title": "V", "chart": {"type": "area", "series": [{"name": "s", "data": points}], "axis_config": {"categories": ["a", "b"], "x_label": "x"}}},
        {"type": "carousel", "elements": [{"type": "card", "hero_image": picture, "icon": picture, "title": {"type": "mrkdwn", "text": "T"}, "actions": [button]}]},
        {"type": "container", "title": plain("C"), "width": "wide", "is_collapsible": true, "default_collapsed": true, "child_blocks": [{"type": "actions", "elements": [button]}]},
    ]);
    let posted =
        outside.api("chat.postMessage", json!({"channel": "general", "text": "x", "blocks": blocks})).await;
    assert_eq!(posted["ok"], true, "{posted}");
    let shown = &posted["message"]["blocks"];
    assert!(
        shown[6]["elements"][0]["actions"][0]["action_id"].is_string(),
        "elements are named wherever they stand"
    );
    assert!(shown[7]["child_blocks"][0]["block_id"].is_string());
}

#[tokio::test]
async fn validating_says_what_is_wrong_and_shows_nothing_to_anybody() {
    let outside = Outside::new().await;
    let method = "blocks.validate";
    let blocks = json!([{"type": "section"}, {"type": "actions", "elements": [{"type": "button", "text": plain("x"), "style": "loud"}]}, {"type": "header"}]);
    let judged = outside.api(method, json!({"blocks": blocks.to_string()})).await;
    assert_eq!(judged["error"], "invalid_blocks");
    assert_eq!(
        judged["errors"][1],
        json!({
            "code": "failed_constraint", "message": "must be one of: primary, danger", "pointer": "/blocks/1/elements/0/style",
            "constraint": {"type": "enum", "expected": ["primary", "danger"]},
        })
    );
    assert_eq!(
        (&judged["errors"][2]["code"], &judged["errors"][2]["field"]),
        (&json!("missing_field"), &json!("text"))
    );
    let message = outside
        .api(method, json!({"message": {"blocks": [], "attachments": [{"blocks": [{"type": "x"}]}]}}))
        .await;
    assert_eq!(
        (&message["error"], &message["errors"][0]["pointer"]),
        (&json!("invalid_message"), &json!("/attachments/0/blocks/0/type"))
    );
    let view = outside.api(method, json!({"view": {"type": "modal", "title": plain("x"), "blocks": [{"type": "carousel", "elements": []}]}})).await;
    assert_eq!(
        (&view["error"], &view["errors"][0]["pointer"]),
        (&json!("invalid_view"), &json!("/blocks/0/type"))
    );
    let alert = json!({"type": "modal", "title": plain("x"), "blocks": [{"type": "alert", "text": plain("careful"), "level": "warning"}]});
    assert_eq!(outside.api(method, json!({"view": alert})).await["ok"], true, "alerts are for modals");
    assert_eq!(outside.api(method, json!({"blocks": [{"type": "divider"}]})).await["ok"], true);
    assert_eq!(outside.api(method, json!({})).await["error"], "invalid_arguments");
    assert_eq!(outside.get("/slack/messages?channel=general").await["messages"], json!([]));
}
