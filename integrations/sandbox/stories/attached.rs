//! Blocks in attachments: checked like those of the message, and pressed like them.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

fn attachment(elements: &Value) -> Value {
    json!({"color": "danger", "blocks": [{"type": "actions", "block_id": "inside", "elements": elements}]})
}

fn button(action: &str) -> Value {
    json!({"type": "button", "action_id": action, "value": "v", "text": {"type": "plain_text", "text": "Go"}})
}

async fn interaction(socket: &mut Socket) -> Value {
    loop {
        let envelope = socket.take().await;
        if envelope["type"] == "interactive" {
            return envelope["payload"].clone();
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_blocks_in_attachments_is_told_with_its_place() {
    let outside = Outside::new().await;
    let wrong = json!([{"text": "fine"}, {"blocks": [{"type": "divider"}, {"type": "nonsense"}]}]);
    let post = |attachments: &Value| json!({"channel": "general", "text": "x", "attachments": attachments});
    let refused = outside.api("chat.postMessage", post(&wrong)).await;
    let told = refused["response_metadata"]["messages"][0].as_str().unwrap();
    assert_eq!(refused["error"], "invalid_attachments");
    assert!(
        told.ends_with("unsupported type: nonsense [json-pointer:/attachments/1/blocks/1/type]"),
        "{told}"
    );
    for attachments in [
        json!([{"blocks": {"type": "divider"}}]),
        json!([{"blocks": vec![json!({"type": "divider"}); 51]}]),
        json!([attachment(&json!([button("a"), button("a")]))]),
        json!(["words"]),
        json!({}),
    ] {
        let refused = outside.api("chat.postMessage", post(&attachments)).await;
        assert_eq!(refused["error"], "invalid_attachments", "{attachments}");
    }
    let many = json!(vec![json!({"text": "x"}); 101]);
    assert_eq!(outside.api("chat.postMessage", post(&many)).await["error"], "too_many_attachments");
    let fine = outside.api("chat.postMessage", post(&json!([attachment(&json!([button("a")]))]))).await;
    assert_eq!(fine["ok"], true);
    let update = json!({"channel": fine["channel"], "ts": fine["ts"], "attachments": wrong});
    assert_eq!(outside.api("chat.update", update).await["error"], "invalid_attachments");
}

#[tokio::test]
async fn a_button_in_an_attachment_is_pressed_there_and_the_response_url_is_as_strict() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let menu = json!({"type": "static_select", "action_id": "pick", "options": [
        {"text": {"type": "plain_text", "text": "One"}, "value": "1"}]});
    let post = json!({"channel": "general", "text": "Send?", "attachments": [
        {"text": "nothing to press"}, attachment(&json!([button("approve"), menu]))]});
    let posted = outside.api("chat.postMessage", post).await;
    let click = |action: &str, option: Value| json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": action, "option": option});
    outside.post("/slack/click", click("pick", json!("1"))).await;
    interaction(&mut socket).await;
    outside.post("/slack/click", click("approve", Value::Null)).await;
    let pressed = interaction(&mut socket).await;
    assert_eq!(
        (&pressed["actions"][0]["action_id"], &pressed["actions"][0]["block_id"]),
        (&json!("approve"), &json!("inside"))
    );
    assert_eq!(
        (&pressed["container"]["type"], &pressed["container"]["attachment_id"]),
        (&json!("message_attachment"), &json!(2))
    );
    assert_eq!(pressed["state"]["values"]["inside"]["pick"]["selected_option"]["value"], "1");
    let refused = outside.try_post("/slack/click", click("nothing", Value::Null)).await;
    assert!(refused.body["error"].as_str().unwrap().contains("approve, pick"), "{}", refused.body);

    let url = pressed["response_url"].as_str().unwrap().to_owned();
    let reply =
        |attachments: Value| json!({"replace_original": true, "text": "x", "attachments": attachments});
    let refused = outside.post_to(&url, reply(json!([{"blocks": [{"type": "nonsense"}]}]))).await;
    assert_eq!((refused.status, &refused.body["error"]), (400, &json!("invalid_attachments")));
    assert_eq!(outside.post_to(&url, reply(json!([attachment(&json!([button("b")]))]))).await.status, 200);
}
