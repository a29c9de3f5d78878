//! Limits of forms, the Home tab, sessions, streams, tables, charts and manifests, each with Slack's own code: what is
//! just inside is taken, what is just outside is refused.

use serde_json::{Value, json};

use super::client::Outside;

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn words(length: usize) -> String {
    "x".repeat(length)
}

fn dividers(count: usize) -> Value {
    json!(vec![json!({"type": "divider"}); count])
}

/// One limit: what it is about, how much is fine, and a call that has so much of it.
struct Limit {
    about: &'static str,
    most: usize,
    method: &'static str,
    code: &'static str,
    call: fn(&Setting, usize) -> Value,
}

/// What calls name.
struct Setting {
    ana: String,
    channel: Value,
    thread: Value,
    /// Of one modal that is open.
    view: Value,
}

impl Setting {
    async fn new(outside: &Outside) -> Self {
        let posted =
            outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello"})).await;
        let command = json!({"person": "ana", "channel": "general", "command": "/google", "text": ""});
        let trigger = outside.post("/slack/command", command).await["payload"]["trigger_id"].clone();
        let view = json!({"type": "modal", "title": plain("T"), "blocks": []});
        let opened = outside.api("views.open", json!({"trigger_id": trigger, "view": view})).await;
        let ana = outside.card.people[0].slack_user_id.clone();
        let view = opened["view"]["id"].clone();
        Self { ana, channel: posted["channel"].clone(), thread: posted["ts"].clone(), view }
    }

    fn modal(&self, name: &str, value: Value) -> Value {
        let mut view = json!({"type": "modal", "title": plain("T"), "blocks": []});
        view[name] = value;
        json!({"view_id": self.view, "view": view})
    }

    fn session(&self, more: (&str, Value)) -> Value {
        let mut call = json!({"channel_id": self.channel, "thread_ts": self.thread, "status": "processing"});
        call[more.0] = more.1;
        call
    }

    fn blocks(blocks: &Value) -> Value {
        json!({"channel": "general", "text": "x", "blocks": blocks})
    }
}

fn rows(kind: &str, characters: usize) -> Value {
    let cell = |length: usize| json!([{"type": "raw_text", "text": words(length)}]);
    let half = characters / 2;
    let rows = json!([cell(half), cell(characters - half)]);
    match kind {
        "table" => json!({"type": "table", "rows": rows}),
        _ => json!({"type": kind, "caption": "c", "rows": rows}),
    }
}

/// A chart of one series with one point.
fn chart(series: usize, category: usize) -> Value {
    let label = words(category);
    let data = json!([{"label": label, "value": 1}]);
    json!([{"type": "data_visualization", "title": "t", "chart": {
        "type": "bar", "series": [{"name": words(series), "data": data}], "axis_config": {"categories": [label]}}}])
}

fn commands(count: usize) -> Value {
    let command = |n: usize| json!({"command": format!("/c{n}"), "description": "d"});
    let all: Vec<Value> = (0..count).map(command).collect();
    json!({"manifest": {"display_information": {"name": "n"}, "features": {"slash_commands": all},
        "settings": {"socket_mode_enabled": true}}})
}

const WRONG: &str = "invalid_arguments";

#[rustfmt::skip]
const LIMITS: &[Limit] = &[
    Limit { about: "submit of a modal", most: 24, method: "views.update", code: WRONG, call: |at, n| at.modal("submit", plain(&words(n))) },
    Limit { about: "close of a modal", most: 24, method: "views.update", code: WRONG, call: |at, n| at.modal("close", plain(&words(n))) },
    Limit { about: "title of a modal", most: 24, method: "views.update", code: WRONG, call: |at, n| at.modal("title", plain(&words(n))) },
    Limit { about: "callback_id of a modal", most: 255, method: "views.update", code: WRONG, call: |at, n| at.modal("callback_id", json!(words(n))) },
    Limit { about: "private_metadata of a modal", most: 3000, method: "views.update", code: WRONG, call: |at, n| at.modal("private_metadata", json!(words(n))) },
    Limit { about: "blocks of a modal", most: 100, method: "views.update", code: WRONG, call: |at, n| at.modal("blocks", dividers(n)) },
    Limit { about: "blocks of the Home tab", most: 100, method: "views.publish", code: WRONG,
        call: |at, n| json!({"user_id": at.ana, "view": {"type": "home", "blocks": dividers(n)}}) },
    Limit { about: "suggested prompts", most: 4, method: "assistant.threads.setSuggestedPrompts", code: WRONG,
        call: |at, n| json!({"channel_id": at.channel, "prompts": vec![json!({"title": "t", "message": "m"}); n]}) },
    Limit { about: "title of a session that begins", most: 200, method: "agents.sessions.setStatus", code: WRONG, call: |at, n| at.session(("title", json!(words(n)))) },
    Limit { about: "title of a session", most: 200, method: "agents.sessions.rename", code: WRONG,
        call: |at, n| json!({"channel_id": at.channel, "thread_ts": at.thread, "title": words(n)}) },
    Limit { about: "characters of a table", most: 10_000, method: "chat.postMessage", code: "invalid_blocks", call: |_, n| Setting::blocks(&json!([rows("table", n)])) },
    Limit { about: "characters of a data table", most: 10_000, method: "chat.postMessage", code: "invalid_blocks", call: |_, n| Setting::blocks(&json!([rows("data_table", n)])) },
    Limit { about: "characters of both together", most: 10_000, method: "chat.postMessage", code: "invalid_blocks",
        call: |_, n| Setting::blocks(&json!([rows("table", 4000), rows("data_table", n - 4000)])) },
    Limit { about: "characters of the tables in a container", most: 10_000, method: "chat.postMessage", code: "invalid_blocks",
        call: |_, n| Setting::blocks(&json!([{"type": "container", "title": {"type": "plain_text", "text": "T"},
            "child_blocks": [rows("table", 4000), rows("table", n - 4000)]}])) },
    Limit { about: "name of a series", most: 20, method: "chat.postMessage", code: "invalid_blocks", call: |_, n| Setting::blocks(&chart(n, 1)) },
    Limit { about: "name of a category", most: 20, method: "chat.postMessage", code: "invalid_blocks", call: |_, n| Setting::blocks(&chart(1, n)) },
    Limit { about: "slash commands of an app", most: 25, method: "apps.manifest.validate", code: "invalid_manifest", call: |_, n| commands(n) },
];

#[tokio::test]
async fn what_is_just_inside_is_taken_and_what_is_just_outside_is_refused_with_slacks_code() {
    let outside = Outside::new().await;
    let setting = Setting::new(&outside).await;
    for limit in LIMITS {
        let token = match limit.method {
            "apps.manifest.validate" => outside.card.configuration_token.clone(),
            _ => outside.card.bot_token.clone(),
        };
        let call = async |count: usize| {
            let answer = outside.api_as(&token, limit.method, (limit.call)(&setting, count)).await;
            answer.unwrap().body
        };
        let (fine, refused) = (call(limit.most).await, call(limit.most + 1).await);
        assert_eq!(fine["ok"], true, "{} {}: {fine}", limit.most, limit.about);
        assert_eq!(refused["error"], limit.code, "{} {}: {refused}", limit.most + 1, limit.about);
    }
}

#[tokio::test]
async fn a_stream_needs_a_thread() {
    let outside = Outside::new().await;
    let setting = Setting::new(&outside).await;
    let start = json!({"channel": setting.channel, "markdown_text": "x"});
    assert_eq!(outside.api("chat.startStream", start).await["error"], WRONG);
    let start = json!({"channel": setting.channel, "markdown_text": "x", "thread_ts": setting.thread});
    assert_eq!(outside.api("chat.startStream", start).await["ok"], true);
}
