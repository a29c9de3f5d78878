//! Canvases: written, edited by section, shared, looked up.

use serde_json::{Value, json};

use super::client::Outside;

fn markdown(text: &str) -> Value {
    json!({"type": "markdown", "markdown": text})
}

async fn with_reading(outside: &Outside) {
    let mut scopes: Vec<String> = outside.post("/slack/app", json!({})).await["scopes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scope| scope.as_str().unwrap().to_owned())
        .collect();
    scopes.push("canvases:read".to_owned());
    outside.post("/slack/app", json!({"scopes": scopes})).await;
}

#[tokio::test]
async fn a_canvas_is_changed_one_section_at_a_time() {
    let outside = Outside::new().await;
    let made = json!({"title": "Plan", "document_content": markdown("# Plan\n\nfirst\n\nlast")});
    let id = outside.api("canvases.create", made).await["canvas_id"].clone();
    let criteria = |criteria: Value| json!({"canvas_id": id, "criteria": criteria});
    let lookup = "canvases.sections.lookup";
    assert_eq!(
        outside.api(lookup, criteria(json!({"contains_text": "first"}))).await["error"],
        "missing_scope"
    );
    with_reading(&outside).await;
    let section =
        outside.api(lookup, criteria(json!({"contains_text": "first"}))).await["sections"][0]["id"].clone();
    let headings = outside.api(lookup, criteria(json!({"section_types": ["any_header"]}))).await;
    assert_eq!(headings["sections"].as_array().unwrap().len(), 1);
    assert_eq!(
        outside.api(lookup, criteria(json!({"section_types": ["h9"]}))).await["error"],
        "invalid_arguments"
    );
    assert_eq!(outside.api(lookup, criteria(json!({}))).await["error"], "invalid_arguments");
    let edit = |change: Value| json!({"canvas_id": id, "changes": [change]});
    for change in [
        json!({"operation": "replace", "section_id": section, "document_content": markdown("second")}),
        json!({"operation": "insert_at_end", "document_content": markdown("end")}),
        json!({"operation": "insert_at_start", "document_content": markdown("start")}),
        json!({"operation": "rename", "title_content": markdown("The plan")}),
    ] {
        assert_eq!(outside.api("canvases.edit", edit(change.clone())).await["ok"], true, "{change}");
    }
    let shown = outside.get("/slack/canvases").await["canvases"][0].clone();
    assert_eq!(
        (&shown["title"], &shown["markdown"]),
        (&json!("The plan"), &json!("start\n\n# Plan\n\nsecond\n\nlast\n\nend"))
    );
    for (change, error) in [
        (json!({"operation": "delete", "section_id": section}), "canvas_editing_failed"),
        (json!({"operation": "delete"}), "canvas_editing_failed"),
        (json!({"operation": "insert_at_end"}), "canvas_editing_failed"),
        (json!({"operation": "shred"}), "invalid_arguments"),
    ] {
        assert_eq!(outside.api("canvases.edit", edit(change.clone())).await["error"], error, "{change}");
    }
    let two = json!({"canvas_id": id, "changes": [{"operation": "replace", "document_content": markdown("x")}, {"operation": "replace", "document_content": markdown("y")}]});
    assert_eq!(outside.api("canvases.edit", two).await["error"], "invalid_arguments", "one at a time");
    assert_eq!(outside.api("canvases.delete", json!({"canvas_id": id})).await["ok"], true);
    assert_eq!(outside.api("canvases.delete", json!({"canvas_id": id})).await["error"], "canvas_not_found");
}

#[tokio::test]
async fn a_canvas_is_read_by_those_it_was_given_to_and_a_channel_has_one() {
    let outside = Outside::new().await;
    let id = outside.api("canvases.create", json!({"title": "Plan"})).await["canvas_id"].clone();
    assert_eq!(outside.get("/slack/canvases?person=ana").await["canvases"], json!([]));
    let ana = &outside.card.people[0].slack_user_id;
    let give = |more: Value| {
        let mut call = json!({"canvas_id": id, "access_level": "read"});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    assert_eq!(outside.api("canvases.access.set", give(json!({}))).await["error"], "invalid_arguments");
    let given = outside.api("canvases.access.set", give(json!({"user_ids": [ana, "U0NOBODY"]}))).await;
    assert_eq!(given["failed_to_update_user_ids"], json!(["U0NOBODY"]));
    assert_eq!(outside.get("/slack/canvases?person=ana").await["canvases"][0]["id"], id);
    assert_eq!(outside.get("/slack/canvases?person=ben").await["canvases"], json!([]));
    let taken = json!({"canvas_id": id, "user_ids": format!("{ana},")});
    assert_eq!(outside.api("canvases.access.delete", taken).await["ok"], true);
    assert_eq!(outside.get("/slack/canvases?person=ana").await["canvases"], json!([]));
    let direct = outside.api("conversations.open", json!({"users": ana})).await["channel"]["id"].clone();
    let given = outside.api("canvases.access.set", give(json!({"channel_ids": [direct]}))).await;
    assert_eq!(given["failed_to_update_channel_ids"], json!([direct]), "it is no channel to canvases");
    let general =
        outside.api("chat.postMessage", json!({"channel": "general", "text": "x"})).await["channel"].clone();
    let of_channel = json!({"channel_id": general, "document_content": markdown("# Rules")});
    assert_eq!(outside.api("conversations.canvases.create", of_channel.clone()).await["ok"], true);
    let again = outside.api("conversations.canvases.create", of_channel).await;
    assert_eq!(again["error"], "channel_canvas_already_exists");
    assert_eq!(outside.get("/slack/canvases?person=ben").await["canvases"][0]["markdown"], "# Rules");
}
