//! Elements of forms and messages: what is chosen, how it is told, and what is refused.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

fn option(value: &str) -> Value {
    json!({"text": plain(value), "value": value})
}

async fn opened(outside: &Outside, view: Value) -> Value {
    let command = json!({"person": "ana", "channel": "general", "command": "/google", "text": ""});
    let trigger = outside.post("/slack/command", command).await["payload"]["trigger_id"].clone();
    let answer = outside.api("views.open", json!({"trigger_id": trigger, "view": view})).await;
    assert_eq!(answer["ok"], true, "{answer}");
    answer["view"].clone()
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
async fn every_input_says_what_was_chosen_in_its_own_words() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let options = json!([option("a"), option("b"), option("c")]);
    let ben = &outside.card.people[1].slack_user_id;
    let cases = [
        (json!({"type": "plain_text_input"}), json!("words"), json!({"value": "words"})),
        (
            json!({"type": "static_select", "options": options}),
            json!("b"),
            json!({"selected_option": option("b")}),
        ),
        (
            json!({"type": "multi_static_select", "options": options}),
            json!(["a", "c"]),
            json!({"selected_options": [option("a"), option("c")]}),
        ),
        (
            json!({"type": "radio_buttons", "options": options}),
            json!("a"),
            json!({"selected_option": option("a")}),
        ),
        (
            json!({"type": "checkboxes", "options": options}),
            json!(["b"]),
            json!({"selected_options": [option("b")]}),
        ),
        (json!({"type": "datepicker"}), json!("2026-12-31"), json!({"selected_date": "2026-12-31"})),
        (json!({"type": "timepicker"}), json!("09:30"), json!({"selected_time": "09:30"})),
        (json!({"type": "users_select"}), json!("ben"), json!({"selected_user": ben})),
        (json!({"type": "multi_users_select"}), json!(["ben"]), json!({"selected_users": [ben]})),
        (json!({"type": "number_input", "is_decimal_allowed": true}), json!("1.5"), json!({"value": "1.5"})),
    ];
    let (mut blocks, mut values) = (Vec::new(), json!({}));
    for (index, (element, given, _)) in cases.iter().enumerate() {
        let (id, mut element) = (format!("b{index}"), element.clone());
        element["action_id"] = json!("x");
        blocks.push(json!({"type": "input", "block_id": id, "label": plain("L"), "element": element}));
        values[id] = json!({"x": given});
    }
    opened(
        &outside,
        json!({"type": "modal", "title": plain("All"), "submit": plain("Send"), "blocks": blocks}),
    )
    .await;
    let empty = outside.try_post("/slack/submit", json!({"person": "ana"})).await;
    assert_eq!(empty.status, 409);
    let errors = outside.get("/slack/views").await["views"][0]["errors"].clone();
    assert_eq!(errors.as_object().unwrap().len(), cases.len(), "{errors}");
    assert_eq!(
        outside.try_post("/slack/submit", json!({"person": "ana", "values": values})).await.status,
        200
    );
    let sent = interaction(&mut socket).await;
    for (index, (element, _, state)) in cases.iter().enumerate() {
        let said = &sent["view"]["state"]["values"][format!("b{index}")]["x"];
        let mut expected = state.clone();
        expected["type"] = element["type"].clone();
        assert_eq!(*said, expected);
    }
}

#[tokio::test]
async fn what_a_person_cannot_choose_is_not_sent() {
    let outside = Outside::new().await;
    let options = json!([option("a"), option("b")]);
    for (element, given) in [
        (json!({"type": "static_select", "options": options}), json!("z")),
        (
            json!({"type": "multi_static_select", "options": options, "max_selected_items": 1}),
            json!(["a", "b"]),
        ),
        (json!({"type": "datepicker"}), json!("tomorrow")),
        (json!({"type": "timepicker"}), json!("9")),
        (json!({"type": "users_select"}), json!("nobody")),
        (json!({"type": "number_input", "is_decimal_allowed": false}), json!("1.5")),
        (json!({"type": "number_input", "is_decimal_allowed": false, "max_value": "9"}), json!("10")),
        (json!({"type": "email_text_input"}), json!("not an address")),
        (json!({"type": "url_text_input"}), json!("nowhere")),
    ] {
        let mut named = element.clone();
        named["action_id"] = json!("x");
        let input = json!({"type": "input", "block_id": "b", "label": plain("L"), "element": named});
        opened(
            &outside,
            json!({"type": "modal", "title": plain("One"), "submit": plain("Send"), "blocks": [input]}),
        )
        .await;
        let refused =
            outside.try_post("/slack/submit", json!({"person": "ana", "values": {"b": {"x": given}}})).await;
        assert_eq!(refused.status, 409, "{element} took {given}");
    }
}

#[tokio::test]
async fn a_press_in_a_form_carries_what_stands_in_it_and_the_app_may_push_another() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let text = json!({"type": "plain_text_input", "action_id": "t"});
    let button = json!({"type": "button", "action_id": "more", "text": plain("More")});
    let menu = json!({"type": "overflow", "action_id": "dots", "options": [option("copy"), option("drop")]});
    let view = opened(
        &outside,
        json!({"type": "modal", "title": plain("One"), "submit": plain("Send"), "blocks": [
            {"type": "input", "block_id": "in", "label": plain("L"), "element": text},
            {"type": "actions", "block_id": "acts", "elements": [button, menu]},
        ]}),
    )
    .await;
    let silent =
        outside.try_post("/slack/press", json!({"person": "ana", "action": "t", "option": "x"})).await;
    assert_eq!(silent.status, 409, "the app hears of it only when the form is sent");
    let press = json!({"person": "ana", "action": "more", "values": {"in": {"t": "so far"}}});
    outside.post("/slack/press", press).await;
    let pressed = interaction(&mut socket).await;
    assert_eq!(pressed["view"]["state"]["values"]["in"]["t"]["value"], "so far");
    assert_eq!(pressed["container"]["view_id"], view["id"]);
    let second = json!({"type": "modal", "title": plain("Two"), "blocks": [], "external_id": "two"});
    let pushed =
        outside.api("views.push", json!({"trigger_id": pressed["trigger_id"], "view": second})).await;
    assert_eq!(
        (&pushed["view"]["previous_view_id"], &pushed["view"]["root_view_id"]),
        (&view["id"], &view["id"])
    );
    let again = json!({"view_id": view["id"], "view": second});
    assert_eq!(outside.api("views.update", again).await["error"], "duplicate_external_id");
    outside.post("/slack/close", json!({"person": "ana"})).await;
    outside.post("/slack/press", json!({"person": "ana", "action": "dots", "option": "drop"})).await;
    let chosen = interaction(&mut socket).await;
    assert_eq!(
        (&chosen["actions"][0]["type"], &chosen["actions"][0]["selected_option"]["value"]),
        (&json!("overflow"), &json!("drop"))
    );
}

#[tokio::test]
async fn menus_and_feedback_of_a_message_tell_what_was_chosen() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let thumb = |words: &str, value: &str| json!({"text": plain(words), "value": value});
    let feedback = json!({"type": "feedback_buttons", "action_id": "good", "positive_button": thumb("Good", "1"), "negative_button": thumb("Bad", "0")});
    let date = json!({"type": "datepicker", "action_id": "day", "initial_date": "2026-01-01"});
    let card = json!({"type": "card", "title": {"type": "mrkdwn", "text": "A"}, "actions": [
        {"type": "button", "action_id": "open", "text": plain("Open")}]});
    let blocks = json!([
        {"type": "actions", "block_id": "d", "elements": [date]},
        {"type": "carousel", "elements": [card]},
        {"type": "context_actions", "block_id": "f", "elements": [feedback]},
    ]);
    let posted =
        outside.api("chat.postMessage", json!({"channel": "general", "text": "x", "blocks": blocks})).await;
    let click = |action: &str, option: Value| json!({"person": "ben", "channel": "general", "ts": posted["ts"], "action": action, "option": option});
    assert_eq!(outside.try_post("/slack/click", click("good", json!("2"))).await.status, 404);
    outside.post("/slack/click", click("good", json!("0"))).await;
    let told = interaction(&mut socket).await;
    assert_eq!(
        (&told["actions"][0]["type"], &told["actions"][0]["value"]),
        (&json!("feedback_buttons"), &json!("0"))
    );
    assert_eq!(told["state"]["values"]["d"]["day"]["selected_date"], "2026-01-01");
    outside.post("/slack/click", click("day", json!("2026-12-24"))).await;
    let day = interaction(&mut socket).await;
    assert_eq!(day["actions"][0]["selected_date"], "2026-12-24");
    assert_eq!(day["state"]["values"]["d"]["day"]["selected_date"], "2026-12-24");
    outside.post("/slack/click", click("open", Value::Null)).await;
    assert_eq!(interaction(&mut socket).await["actions"][0]["action_id"], "open", "also in a carousel");
}

#[tokio::test]
async fn a_shortcut_on_a_message_brings_the_message_along() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted =
        outside.post("/slack/post", json!({"person": "ben", "channel": "general", "text": "see"})).await;
    let ask = json!({"person": "ana", "callback_id": "ask_about_message", "channel": "general", "ts": posted["ts"]});
    outside.post("/slack/shortcut", ask).await;
    let payload = interaction(&mut socket).await;
    assert_eq!(
        (&payload["type"], &payload["callback_id"]),
        (&json!("message_action"), &json!("ask_about_message"))
    );
    assert_eq!((&payload["message"]["text"], &payload["message_ts"]), (&json!("see"), &posted["ts"]));
    let unknown =
        json!({"person": "ana", "callback_id": "nothing", "channel": "general", "ts": posted["ts"]});
    assert_eq!(outside.try_post("/slack/shortcut", unknown).await.status, 404);
}
