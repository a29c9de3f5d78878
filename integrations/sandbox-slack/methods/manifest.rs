//! `apps.manifest.validate`: whether an app could be made of a manifest.

use serde_json::{Map, Value, json};

use super::{Answer, Call, Refusal};

/// A field of an object: its name, how long its text may be or how many items its list may have, and whether it
/// must be there.
struct Field {
    name: &'static str,
    shape: Shape,
    needed: bool,
}

enum Shape {
    Text(usize),
    Flag,
    Whole,
    Texts(usize),
    Object(&'static [Field]),
    Objects(usize, &'static [Field]),
    /// Anything: what is in it is checked elsewhere in Slack.
    Open,
}

const fn optional(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, needed: false }
}

const fn needed(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, needed: true }
}

#[rustfmt::skip]
const MANIFEST: &[Field] = &[
    optional("_metadata", Shape::Object(&[optional("major_version", Shape::Whole), optional("minor_version", Shape::Whole)])),
    needed("display_information", Shape::Object(&[
        needed("name", Shape::Text(35)), optional("description", Shape::Text(140)),
        optional("long_description", Shape::Text(4000)), optional("background_color", Shape::Text(7)),
    ])),
    optional("features", Shape::Object(FEATURES)),
    optional("oauth_config", Shape::Object(&[
        optional("redirect_urls", Shape::Texts(1000)), optional("token_management_enabled", Shape::Flag),
        optional("pkce_enabled", Shape::Flag),
        optional("scopes", Shape::Object(&[
            optional("bot", Shape::Texts(255)), optional("user", Shape::Texts(255)),
            optional("bot_optional", Shape::Texts(255)), optional("user_optional", Shape::Texts(255)),
        ])),
    ])),
    optional("settings", Shape::Object(SETTINGS)),
    optional("functions", Shape::Open), optional("workflows", Shape::Open), optional("datastores", Shape::Open),
    optional("outgoing_domains", Shape::Texts(10)), optional("metadata_events", Shape::Open), optional("types", Shape::Open),
];

#[rustfmt::skip]
const FEATURES: &[Field] = &[
    optional("agent_view", Shape::Object(&[
        optional("agent_description", Shape::Text(300)), optional("suggested_prompts", Shape::Objects(4, PROMPT)),
        optional("actions", Shape::Open),
    ])),
    optional("assistant_view", Shape::Object(&[
        needed("assistant_description", Shape::Text(300)), optional("suggested_prompts", Shape::Objects(4, PROMPT)),
    ])),
    optional("app_home", Shape::Object(&[
        optional("home_tab_enabled", Shape::Flag), optional("messages_tab_enabled", Shape::Flag),
        optional("messages_tab_read_only_enabled", Shape::Flag),
    ])),
    optional("bot_user", Shape::Object(&[needed("display_name", Shape::Text(80)), optional("always_online", Shape::Flag)])),
    optional("shortcuts", Shape::Objects(10, &[
        needed("type", Shape::Text(7)), needed("name", Shape::Text(24)), needed("callback_id", Shape::Text(255)),
        needed("description", Shape::Text(150)),
    ])),
    optional("slash_commands", Shape::Objects(25, &[
        needed("command", Shape::Text(32)), needed("description", Shape::Text(2000)), optional("should_escape", Shape::Flag),
        optional("url", Shape::Text(3000)), optional("usage_hint", Shape::Text(1000)),
    ])),
    optional("unfurl_domains", Shape::Texts(5)), optional("rich_previews", Shape::Open),
];

const PROMPT: &[Field] = &[needed("title", Shape::Text(255)), needed("message", Shape::Text(4000))];

#[rustfmt::skip]
const SETTINGS: &[Field] = &[
    optional("allowed_ip_address_ranges", Shape::Texts(50)),
    optional("event_subscriptions", Shape::Object(&[
        optional("bot_events", Shape::Texts(100)), optional("user_events", Shape::Texts(100)),
        optional("request_url", Shape::Text(3000)), optional("metadata_subscriptions", Shape::Open),
    ])),
    optional("incoming_webhooks", Shape::Object(&[optional("incoming_webhooks_enabled", Shape::Flag)])),
    optional("interactivity", Shape::Object(&[
        needed("is_enabled", Shape::Flag), optional("request_url", Shape::Text(3000)),
        optional("message_menu_options_url", Shape::Text(3000)),
    ])),
    optional("org_deploy_enabled", Shape::Flag), optional("socket_mode_enabled", Shape::Flag),
    optional("token_rotation_enabled", Shape::Flag), optional("is_hosted", Shape::Flag),
    optional("is_mcp_enabled", Shape::Flag), optional("function_runtime", Shape::Text(20)),
];

pub(super) fn validate(call: &Call<'_>) -> Answer {
    let given = call.arguments.needed_json("manifest", "invalid_manifest")?;
    let mut problems = Vec::new();
    match given.as_object() {
        None => problem(&mut problems, "", "must be an object"),
        Some(fields) => {
            object(fields, MANIFEST, "", &mut problems);
            together(&given, &mut problems);
        }
    }
    if problems.is_empty() { Ok(json!({})) } else { Err(Refusal::pointing("invalid_manifest", problems)) }
}

fn object(given: &Map<String, Value>, known: &[Field], at: &str, problems: &mut Vec<Value>) {
    for name in given.keys().filter(|name| !known.iter().any(|field| field.name == name.as_str())) {
        problem(problems, &format!("{at}/{name}"), &format!("additional property: {name}"));
    }
    for field in known {
        let at = format!("{at}/{}", field.name);
        match given.get(field.name) {
            Some(value) => shaped(value, &field.shape, &at, problems),
            None if field.needed => {
                problem(problems, &at, &format!("missing required field: {}", field.name));
            }
            None => {}
        }
    }
}

fn shaped(value: &Value, shape: &Shape, at: &str, problems: &mut Vec<Value>) {
    match (shape, value) {
        (Shape::Open, _) | (Shape::Flag, Value::Bool(_)) => {}
        (Shape::Whole, value) if value.is_u64() => {}
        (Shape::Text(_), Value::String(text)) if text.is_empty() => {
            problem(problems, at, "must be more than 0 characters");
        }
        (Shape::Text(most), Value::String(text)) => {
            if text.chars().count() > *most {
                problem(problems, at, &format!("must be less than {} characters", most + 1));
            }
        }
        (Shape::Texts(most), Value::Array(items)) => {
            few(items, *most, at, problems);
            for (index, item) in items.iter().enumerate().filter(|(_, item)| !item.is_string()) {
                problem(problems, &format!("{at}/{index}"), &format!("must be a string: {item}"));
            }
        }
        (Shape::Object(known), Value::Object(fields)) => object(fields, known, at, problems),
        (Shape::Objects(most, known), Value::Array(items)) => {
            few(items, *most, at, problems);
            for (index, item) in items.iter().enumerate() {
                shaped(item, &Shape::Object(known), &format!("{at}/{index}"), problems);
            }
        }
        (shape, _) => problem(problems, at, &format!("must be {}", shape.word())),
    }
}

fn few(items: &[Value], most: usize, at: &str, problems: &mut Vec<Value>) {
    if items.len() > most {
        problem(problems, at, &format!("no more than {most} items allowed"));
    }
}

/// What one part says only together with another.
fn together(manifest: &Value, problems: &mut Vec<Value>) {
    let on = |pointer: &str| manifest.pointer(pointer) == Some(&Value::Bool(true));
    let socket = on("/settings/socket_mode_enabled");
    let list =
        |pointer: &str| manifest.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default();
    for (index, command) in list("/features/slash_commands").iter().enumerate() {
        let at = format!("/features/slash_commands/{index}");
        if command.get("command").and_then(Value::as_str).is_some_and(|name| !name.starts_with('/')) {
            problem(problems, &format!("{at}/command"), "must start with a slash");
        }
        if !socket && command.get("url").is_none() {
            problem(problems, &format!("{at}/url"), "missing required field: url");
        }
    }
    let events = list("/settings/event_subscriptions/bot_events");
    if !socket
        && !events.is_empty()
        && manifest.pointer("/settings/event_subscriptions/request_url").is_none()
    {
        let at = "/settings/event_subscriptions/request_url";
        problem(problems, at, "Event Subscription requires either Request URL or Socket Mode Enabled");
    }
    if !socket
        && on("/settings/interactivity/is_enabled")
        && manifest.pointer("/settings/interactivity/request_url").is_none()
    {
        let at = "/settings/interactivity/request_url";
        problem(problems, at, "Interactivity requires either Request URL or Socket Mode Enabled");
    }
    if manifest.pointer("/features/agent_view").is_some()
        && manifest.pointer("/features/assistant_view").is_some()
    {
        problem(problems, "/features/assistant_view", "cannot be combined with `agent_view`");
    }
    for (index, shortcut) in list("/features/shortcuts").iter().enumerate() {
        if !matches!(shortcut.get("type").and_then(Value::as_str), Some("global" | "message") | None) {
            let at = format!("/features/shortcuts/{index}/type");
            problem(problems, &at, "must be one of: global, message");
        }
    }
}

impl Shape {
    fn word(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Flag => "a boolean",
            Self::Whole => "an integer",
            Self::Texts(_) | Self::Objects(_, _) => "an array",
            Self::Object(_) => "an object",
            Self::Open => "anything",
        }
    }
}

fn problem(problems: &mut Vec<Value>, at: &str, message: &str) {
    problems.push(json!({"message": message, "pointer": at}));
}
