//! Every limit of Block Kit, from just inside and from just outside.

use serde_json::{Value, json};

use super::client::Outside;

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn words(length: usize) -> String {
    "x".repeat(length)
}

fn button(more: &Value) -> Value {
    let mut button = json!({"type": "button", "action_id": "a", "text": plain("Go")});
    button.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    button
}

fn actions(element: &Value) -> Value {
    json!([{"type": "actions", "elements": [element]}])
}

/// Blocks that a limit lets through, and blocks that it does not.
async fn edge(outside: &Outside, code: &str, make: impl Fn(usize) -> Value, most: usize) {
    for (count, fine) in [(most, true), (most + 1, false)] {
        let post = json!({"channel": "general", "text": "x", "blocks": make(count)});
        let answer = outside.api("chat.postMessage", post).await;
        if fine {
            assert_eq!(answer["ok"], true, "{most} of {}: {answer}", make(1));
        } else {
            assert_eq!(answer["error"], code, "{} of {}", most + 1, make(1));
        }
    }
}

#[tokio::test]
async fn texts_and_counts_of_the_common_blocks() {
    let outside = Outside::new().await;
    let invalid = "invalid_blocks";
    edge(&outside, invalid, |n| json!(vec![json!({"type": "divider"}); n]), 50).await;
    edge(&outside, invalid, |n| json!([{"type": "section", "text": plain(&words(n))}]), 3000).await;
    edge(&outside, invalid, |n| json!([{"type": "section", "fields": [plain(&words(n))]}]), 2000).await;
    edge(&outside, invalid, |n| json!([{"type": "section", "fields": vec![plain("x"); n]}]), 10).await;
    edge(&outside, invalid, |n| json!([{"type": "header", "text": plain(&words(n))}]), 150).await;
    edge(&outside, invalid, |n| json!([{"type": "context", "elements": vec![plain("x"); n]}]), 10).await;
    let many = |n: usize| (0..n).map(|n| button(&json!({"action_id": n.to_string()}))).collect::<Vec<_>>();
    edge(&outside, invalid, |n| json!([{"type": "actions", "elements": many(n)}]), 25).await;
    let icon = |n: usize| json!({"type": "icon_button", "icon": "trash", "text": plain("x"), "action_id": n.to_string()});
    edge(
        &outside,
        invalid,
        |n| json!([{"type": "context_actions", "elements": (0..n).map(icon).collect::<Vec<_>>()}]),
        5,
    )
    .await;
    edge(&outside, invalid, |n| json!([{"type": "divider", "block_id": words(n)}]), 255).await;
    edge(&outside, invalid, |n| json!([{"type": "markdown", "text": words(n)}]), 12_000).await;
    let markdown = |n: usize| json!([{"type": "markdown", "text": words(12_000)}, {"type": "markdown", "text": words(n)}]);
    edge(&outside, "msg_blocks_too_long", markdown, 1200).await;
    let image =
        |n: usize| json!([{"type": "image", "image_url": "https://a.example/x.png", "alt_text": words(n)}]);
    edge(&outside, invalid, image, 2000).await;
}

#[tokio::test]
async fn buttons_dialogs_and_menus() {
    let outside = Outside::new().await;
    let invalid = "invalid_blocks";
    edge(&outside, invalid, |n| actions(&button(&json!({"action_id": words(n)}))), 255).await;
    edge(&outside, invalid, |n| actions(&button(&json!({"text": plain(&words(n))}))), 75).await;
    edge(&outside, invalid, |n| actions(&button(&json!({"value": words(n)}))), 2000).await;
    edge(
        &outside,
        invalid,
        |n| actions(&button(&json!({"url": format!("https://a.example/{}", words(n - 18))}))),
        3000,
    )
    .await;
    edge(&outside, invalid, |n| actions(&button(&json!({"accessibility_label": words(n)}))), 75).await;
    let confirm = |part: &'static str, n: usize| {
        let mut confirm = json!({"text": plain("Sure?")});
        confirm[part] = plain(&words(n));
        actions(&button(&json!({"confirm": confirm})))
    };
    for (part, most) in [("title", 100), ("text", 300), ("confirm", 30), ("deny", 30)] {
        edge(&outside, invalid, |n| confirm(part, n), most).await;
    }
    let option = |text: usize, value: usize| json!({"text": plain(&words(text)), "value": words(value)});
    let select = |options: Vec<Value>| {
        actions(&json!({"type": "static_select", "action_id": "a", "options": options}))
    };
    edge(&outside, invalid, |n| select(vec![option(n, 1)]), 75).await;
    edge(&outside, invalid, |n| select(vec![option(1, n)]), 150).await;
    edge(&outside, invalid, |n| select(vec![option(1, 1); n]), 100).await;
    let list = |kind: &'static str, n: usize| {
        actions(&json!({"type": kind, "action_id": "a", "options": vec![option(1, 1); n]}))
    };
    edge(&outside, invalid, |n| list("overflow", n), 5).await;
    edge(&outside, invalid, |n| list("radio_buttons", n), 10).await;
    edge(&outside, invalid, |n| list("checkboxes", n), 10).await;
    let placeholder = |n: usize| {
        actions(&json!({"type": "users_select", "action_id": "a", "placeholder": plain(&words(n))}))
    };
    edge(&outside, invalid, placeholder, 150).await;
    let twins = json!([{"type": "actions", "elements": [button(&json!({})), button(&json!({}))]}]);
    let refused =
        outside.api("chat.postMessage", json!({"channel": "general", "text": "x", "blocks": twins})).await;
    assert_eq!(refused["error"], invalid, "an action_id is unique within its block");
}

#[tokio::test]
async fn tables_and_charts() {
    let outside = Outside::new().await;
    let invalid = "invalid_blocks";
    let cell = |text: &str| json!({"type": "raw_text", "text": text});
    let table = |rows: usize, columns: usize| json!([{"type": "table", "rows": vec![vec![cell("x"); columns]; rows]}]);
    edge(&outside, invalid, |n| table(n, 1), 100).await;
    edge(&outside, invalid, |n| table(1, n), 20).await;
    let settings = |n: usize| json!([{"type": "table", "rows": [[cell("x")]], "column_settings": vec![json!({"align": "right"}); n]}]);
    edge(&outside, invalid, settings, 20).await;
    let data = |rows: usize, columns: usize| json!([{"type": "data_table", "caption": "x", "rows": vec![vec![cell("x"); columns]; rows]}]);
    edge(&outside, invalid, |n| data(n, 1), 101).await;
    edge(&outside, invalid, |n| data(2, n), 20).await;
    let long = |n: usize| json!([{"type": "table", "rows": [[cell(&words(5000))]]}, {"type": "table", "rows": [[cell(&words(n - 5000))]]}]);
    edge(&outside, invalid, long, 10_000).await;
    let paged = |n: usize| json!([{"type": "data_table", "caption": "x", "page_size": n, "rows": [[cell("x")], [cell("x")]]}]);
    edge(&outside, invalid, paged, 100).await;

    let segment = |label: usize| json!({"label": words(label), "value": 1});
    let pie = |title: usize, segments: Vec<Value>| json!({"type": "data_visualization", "title": words(title), "chart": {"type": "pie", "segments": segments}});
    edge(&outside, invalid, |n| json!([pie(n, vec![segment(1)])]), 50).await;
    edge(&outside, invalid, |n| json!([pie(1, vec![segment(1); n])]), 12).await;
    edge(&outside, invalid, |n| json!([pie(1, vec![segment(n)])]), 20).await;
    edge(&outside, invalid, |n| json!(vec![pie(1, vec![segment(1)]); n]), 2).await;
    let lines = |series: usize, points: usize| {
        let labels: Vec<String> = (0..points).map(|n| n.to_string()).collect();
        let data: Vec<Value> = labels.iter().map(|label| json!({"label": label, "value": -1})).collect();
        let all: Vec<Value> = (0..series).map(|n| json!({"name": n.to_string(), "data": data})).collect();
        json!([{"type": "data_visualization", "title": "x", "chart": {"type": "line", "series": all, "axis_config": {"categories": labels}}}])
    };
    edge(&outside, invalid, |n| lines(n, 1), 12).await;
    edge(&outside, invalid, |n| lines(1, n), 20).await;
}

#[tokio::test]
async fn cards_containers_tasks_and_plans() {
    let outside = Outside::new().await;
    let invalid = "invalid_blocks";
    let mrkdwn = |n: usize| json!({"type": "mrkdwn", "text": words(n)});
    for (part, most) in [("title", 150), ("subtitle", 150), ("body", 200)] {
        let card = |n: usize| {
            let mut card = json!({"type": "card", "title": mrkdwn(1)});
            card[part] = mrkdwn(n);
            json!([card])
        };
        edge(&outside, invalid, card, most).await;
    }
    edge(
        &outside,
        invalid,
        |n| json!([{"type": "carousel", "elements": vec![json!({"type": "card", "title": mrkdwn(1)}); n]}]),
        10,
    )
    .await;
    edge(&outside, invalid, |n| json!([{"type": "container", "title": plain("x"), "child_blocks": vec![json!({"type": "divider"}); n]}]), 10).await;
    edge(
        &outside,
        invalid,
        |n| json!([{"type": "container", "title": plain(&words(n)), "child_blocks": [{"type": "divider"}]}]),
        150,
    )
    .await;
    let task = |id: usize| json!({"task_id": id.to_string(), "title": "x", "status": "pending"});
    edge(
        &outside,
        invalid,
        |n| json!([{"type": "plan", "title": "x", "tasks": (0..n).map(task).collect::<Vec<_>>()}]),
        50,
    )
    .await;
    edge(
        &outside,
        invalid,
        |n| json!([{"type": "task_card", "task_id": "t", "title": words(n), "status": "error"}]),
        256,
    )
    .await;
}

#[tokio::test]
async fn messages_and_their_updates() {
    let outside = Outside::new().await;
    let posted = outside.api("chat.postMessage", json!({"channel": "general", "text": words(40_001)})).await;
    assert_eq!(posted["message"]["text"].as_str().unwrap().len(), 40_000, "cut and not refused");
    let update = |text: String| json!({"channel": posted["channel"], "ts": posted["ts"], "text": text});
    assert_eq!(outside.api("chat.update", update(words(4000))).await["ok"], true);
    assert_eq!(outside.api("chat.update", update(words(4001))).await["error"], "msg_too_long");
    let escaped = outside.api("chat.update", update("<".repeat(1001))).await;
    assert_eq!(escaped["error"], "msg_too_long", "four bytes each once escaped");
    let markdown = |n: usize| json!({"channel": "general", "markdown_text": words(n)});
    assert_eq!(outside.api("chat.postMessage", markdown(12_000)).await["ok"], true);
    assert_eq!(outside.api("chat.postMessage", markdown(12_001)).await["error"], "msg_too_long");
    let both = json!({"channel": "general", "text": "x", "markdown_text": "y"});
    assert_eq!(outside.api("chat.postMessage", both).await["error"], "markdown_text_conflict");
}
