//! What menus and pickers have from the start, and which conversations a menu offers.

use serde_json::{Map, Value};

use super::report::{At, Report};

const LONGEST_ID: usize = 255;

/// Checks these fields wherever an element has them; which it may have is checked elsewhere.
pub(super) fn check(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    for name in ["initial_user", "initial_channel", "initial_conversation"] {
        report.text_field(fields, name, LONGEST_ID, at);
    }
    for name in ["initial_users", "initial_channels", "initial_conversations"] {
        if let Some(value) = fields.get(name) {
            several(value, &at.field(name), report);
        }
    }
    for name in ["default_to_current_conversation", "response_url_enabled"] {
        report.flag(fields, name, at);
    }
    if fields.get("initial_date_time").is_some_and(|moment| !is_moment(moment)) {
        report.add(&at.field("initial_date_time"), "must be a time in seconds, an integer of 10 digits");
    }
    if fields.get("min_query_length").is_some_and(|least| !least.is_u64()) {
        report.add(&at.field("min_query_length"), "must be an integer");
    }
    if let Some(value) = fields.get("filter") {
        filter(value, &at.field("filter"), report);
    }
}

/// To have chosen nobody from the start is fine.
fn several(value: &Value, at: &At, report: &mut Report) {
    let Some(items) = value.as_array() else {
        report.add(at, "must be an array");
        return;
    };
    for (index, one) in items.iter().enumerate() {
        report.text(one, LONGEST_ID, &at.item(index));
    }
}

fn is_moment(value: &Value) -> bool {
    value.as_u64().is_some_and(|seconds| (1_000_000_000..=9_999_999_999).contains(&seconds))
}

fn filter(value: &Value, at: &At, report: &mut Report) {
    const KNOWN: [&str; 3] = ["include", "exclude_external_shared_channels", "exclude_bot_users"];
    const KINDS: [&str; 4] = ["im", "mpim", "private", "public"];
    let Some(fields) = report.object(value, at) else { return };
    report.only(fields, &KNOWN, at);
    if fields.is_empty() {
        report.add(at, "must define at least one of `include`, `exclude_external_shared_channels` and `exclude_bot_users`");
    }
    for name in ["exclude_external_shared_channels", "exclude_bot_users"] {
        report.flag(fields, name, at);
    }
    let Some(include) = fields.get("include") else { return };
    let at = at.field("include");
    for (index, one) in report.items(include, KINDS.len(), &at).iter().enumerate() {
        if !one.as_str().is_some_and(|kind| KINDS.contains(&kind)) {
            report.add(&at.item(index), format!("must be one of: {}", KINDS.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::blocks::check;

    #[test]
    fn what_is_chosen_from_the_start_has_its_type() {
        let menu = |kind: &str, name: &str, value| {
            let block = match kind.strip_prefix("multi_") {
                Some(_) => "accessory",
                None => "elements",
            };
            let element = json!({"type": kind, "action_id": "a", name: value});
            let text = json!({"type": "plain_text", "text": "T"});
            match block {
                "accessory" => json!([{"type": "section", "text": text, "accessory": element}]),
                _ => json!([{"type": "actions", "elements": [element]}]),
            }
        };
        for (kind, name, wrong, fine) in [
            ("users_select", "initial_user", json!(["U1"]), json!("U1")),
            ("channels_select", "initial_channel", json!(7), json!("C1")),
            ("conversations_select", "initial_conversation", json!(""), json!("C1")),
            ("multi_users_select", "initial_users", json!("U1"), json!(["U1"])),
            ("multi_channels_select", "initial_channels", json!([7]), json!([])),
            ("multi_conversations_select", "initial_conversations", json!({}), json!(["C1"])),
            ("datetimepicker", "initial_date_time", json!("1628633820"), json!(1_628_633_820)),
            ("datetimepicker", "initial_date_time", json!(16_286), json!(1_628_633_820)),
            ("external_select", "min_query_length", json!("3"), json!(0)),
            ("conversations_select", "filter", json!({}), json!({"exclude_bot_users": true})),
            ("conversations_select", "filter", json!({"include": []}), json!({"include": ["im", "public"]})),
            ("conversations_select", "filter", json!({"include": ["dm"]}), json!({"include": ["private"]})),
            ("conversations_select", "filter", json!({"only": "im"}), json!({"include": ["mpim"]})),
            ("conversations_select", "response_url_enabled", json!("yes"), json!(true)),
        ] {
            let refused = check(menu(kind, name, wrong.clone())).expect_err(&format!("{name} {wrong}"));
            let told = refused.body()["response_metadata"]["messages"][0].as_str().unwrap().to_owned();
            assert!(told.contains(&format!("/{name}")), "{told}");
            assert_eq!(check(menu(kind, name, fine)).map(|_| ()), Ok(()), "{kind} {name}");
        }
    }
}
