//! Writing: send, reply, forward, draft.

use serde_json::{Value, json};

use super::{arrived, fresh, only_sent, sent};
use crate::harness::{Acting, Action, a_write_weathers, all_text};

const SENDING: [&str; 2] = ["gmail.readonly", "gmail.compose"];

fn letter(subject: &str) -> Value {
    json!({ "to": ["mara@harbour.example"], "subject": subject, "body": "As agreed." })
}

fn header(message: &Value, name: &str) -> String {
    let headers = message["headers"].as_array().unwrap();
    let found = headers.iter().find(|pair| pair[0].as_str().unwrap().eq_ignore_ascii_case(name));
    found.map(|pair| pair[1].as_str().unwrap().to_owned()).unwrap_or_default()
}

async fn with_aliases(acting: &Acting) {
    for alias in [
        json!({ "address": "ana@fernwood.example", "signature": "<div>Ana Ruiz<br>Fernwood</div>" }),
        json!({ "address": "studio@fernwood.example", "name": "The Studio", "signature": "<b>The Studio</b>" }),
    ] {
        acting.control().post("/google/send_as", json!({ "person": "ana", "alias": alias })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_sent_as_it_was_countersigned() {
    let acting = Acting::as_ana(&SENDING).await;
    with_aliases(&acting).await;
    let mut args = letter("Plan");
    args["cc"] = json!(["Ben Okafor <ben@fernwood.example>"]);
    args["bcc"] = json!(["carla@fernwood.example"]);
    let act = acting.act("gmail.send", args).await;
    let shown = all_text(&act.card().await);
    for part in
        ["mara@harbour.example", "ben@fernwood.example", "carla@fernwood.example", "As agreed.", "Ana Ruiz"]
    {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
    assert_eq!(act.approved().await.json()["sent"], true);
    let mail = only_sent(&acting, "Plan").await;
    assert_eq!(
        mail["text"].as_str().unwrap().replace("\r\n", "\n").trim(),
        "As agreed.\n\n-- \nAna Ruiz\nFernwood"
    );
    assert!(mail["html"].as_str().unwrap().contains("<div>Ana Ruiz<br>Fernwood</div>"), "{mail}");
    assert!(header(&mail, "Cc").contains("ben@fernwood.example"));
    let sends = act.requests_to("gmail.users.drafts.send").await;
    assert!(sends.len() == 1 && sends[0].body["id"].is_string(), "{sends:?}");
    assert_eq!(acting.control().mailbox("carla", "INBOX").await[0]["subject"], "Plan");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_comes_from_an_own_address_or_not_at_all() {
    let acting = Acting::as_ana(&SENDING).await;
    with_aliases(&acting).await;
    let mut args = letter("From the studio");
    args["from"] = json!("studio@fernwood.example");
    args["signature"] = json!(false);
    assert!(!acting.perform("gmail.send", args).await.failed);
    let mail = only_sent(&acting, "From the studio").await;
    assert!(header(&mail, "From").contains("studio@fernwood.example"), "{mail}");
    assert_eq!(mail["text"].as_str().unwrap().trim(), "As agreed.");
    assert_eq!(mail["html"], "<div dir=\"ltr\">As agreed.<br></div>");
    let mut args = letter("Forged");
    args["from"] = json!("ben@fernwood.example");
    assert_eq!(acting.perform("gmail.send", args).await.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_denied_is_not_sent() {
    let acting = Acting::as_ana(&SENDING).await;
    let act = acting.act("gmail.send", letter("Denied")).await;
    assert_eq!(act.denied().await.code(), Some("denied"));
    assert!(sent(&acting, "Denied").await.is_empty());
    assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_goes_to_the_sender_or_to_all_but_never_to_oneself() {
    let acting = Acting::as_ana(&SENDING).await;
    with_aliases(&acting).await;
    let question = json!({ "subject": "Berths", "text": "How many?", "to": ["ana", "ben"], "cc": ["Studio <studio@fernwood.example>"] });
    let question = arrived(&acting, question).await;
    let args =
        json!({ "id": question["id"], "body": "Three.", "all": true, "from": "studio@fernwood.example" });
    assert!(!acting.perform("gmail.reply", args).await.failed);
    let answer = only_sent(&acting, "Re: Berths").await;
    assert_eq!(answer["thread"], question["thread"]);
    assert!(header(&answer, "To").contains("mara@harbour.example"), "{answer}");
    let cc = header(&answer, "Cc");
    assert!(cc.contains("ben@fernwood.example") && !cc.contains("studio@") && !cc.contains("ana@"), "{cc}");
    assert!(answer["text"].as_str().unwrap().contains("The Studio"));
    assert!(!header(&answer, "In-Reply-To").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_forwarded_with_its_files() {
    let acting = Acting::as_ana(&SENDING).await;
    let files = json!([{ "name": "plan.txt", "kind": "text/plain", "text": "Three berths." }]);
    let original = json!({ "subject": "The plan", "text": "See the file.", "attachments": files });
    let original = arrived(&acting, original).await;
    let args = json!({ "id": original["id"], "to": ["ben@fernwood.example"], "note": "For you, Ben." });
    let act = acting.act("gmail.forward", args).await;
    let shown = all_text(&act.card().await);
    for part in ["plan.txt", "For you, Ben.", "See the file.", "mara@harbour.example"] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    assert!(!act.approved().await.failed);
    let mail = only_sent(&acting, "Fwd: The plan").await;
    assert_eq!(mail["files"][0]["name"], "plan.txt");
    assert_eq!(mail["files"][0]["size"], "Three berths.".len());
    let text = mail["text"].as_str().unwrap();
    assert!(text.starts_with("For you, Ben.") && text.contains("Forwarded message"), "{text}");

    let bare = json!({ "id": original["id"], "to": ["carla@fernwood.example"], "attachments": false, "cc": ["dai@fernwood.example"] });
    assert!(!acting.perform("gmail.forward", bare).await.failed);
    let got = acting.control().mailbox("dai", "INBOX").await;
    assert_eq!((&got[0]["subject"], &got[0]["attachments"]), (&json!("Fwd: The plan"), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_mail_goes_by_the_upload_route() {
    let acting = Acting::as_ana(&SENDING).await;
    let files = json!([{ "name": "plan.txt", "kind": "text/plain", "text": "x".repeat(6_000_000) }]);
    let original =
        arrived(&acting, json!({ "subject": "Large", "text": "See.", "attachments": files })).await;
    let act =
        acting.act("gmail.forward", json!({ "id": original["id"], "to": ["ben@fernwood.example"] })).await;
    assert!(!act.approved().await.failed);
    let created = act.requests_to("gmail.users.drafts.create").await;
    assert_eq!(
        created.iter().map(|asked| asked.path.as_str()).collect::<Vec<_>>(),
        ["/upload/gmail/v1/users/me/drafts"]
    );
    let mail = only_sent(&acting, "Fwd: Large").await;
    assert_eq!((&mail["files"][0]["size"], &mail["thread"]), (&json!(6_000_000), &original["thread"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_written_and_changed_and_nothing_is_sent() {
    let acting = Acting::as_ana(&SENDING).await;
    with_aliases(&acting).await;
    let act = acting
        .act("gmail.draft", json!({ "to": ["mara@harbour.example"], "subject": "Berths", "body": "Three." }))
        .await;
    let answer = act.approved().await.json();
    let link = answer["link"].as_str().unwrap();
    assert!(link.starts_with("https://mail.google.com/mail/?authuser=ana@fernwood.example#drafts"), "{link}");
    let change = json!({ "draft": answer["draft"], "body": "Four.", "cc": ["ben@fernwood.example"], "signature": false });
    let act = acting.act("gmail.draft", change).await;
    assert_eq!(act.approved().await.json()["draft"], answer["draft"]);
    assert_eq!(act.requests_to("gmail.users.drafts.update").await.len(), 1);
    let drafts = drafts(&acting, "Berths").await;
    assert_eq!(drafts.len(), 1);
    let draft = acting.control().message("ana", drafts[0]["message"]["id"].as_str().unwrap()).await;
    assert_eq!(draft["text"].as_str().unwrap().trim(), "Four.");
    assert!(header(&draft, "To").contains("mara@harbour.example") && header(&draft, "Cc").contains("ben@"));
    assert!(sent(&acting, "Berths").await.is_empty());

    let question =
        arrived(&acting, json!({ "subject": "Masts", "text": "How many?", "to": ["ana", "ben"] })).await;
    let reply = json!({ "in_reply_to": question["id"], "all": true, "body": "Two." });
    let answer = acting.act("gmail.draft", reply).await.approved().await.json();
    assert_eq!((&answer["thread"], &answer["subject"]), (&question["thread"], &json!("Re: Masts")));
    let both = json!({ "draft": answer["draft"], "in_reply_to": question["id"] });
    assert_eq!(acting.perform("gmail.draft", both).await.code(), Some("input_invalid"));
}

async fn drafts(acting: &Acting, subject: &str) -> Vec<Value> {
    let drafts =
        acting.control().get("/google/drafts?person=ana").await["drafts"].as_array().unwrap().clone();
    drafts.into_iter().filter(|draft| draft["message"]["subject"] == subject).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sending_weathers() {
    let action = Action { tool: "gmail.send", method: "gmail.users.drafts.send", scopes: &SENDING };
    a_write_weathers(
        action,
        async |_| letter(&fresh("Plan")),
        async |acting, args| sent(acting, args["subject"].as_str().unwrap()).await.len(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answering_weathers() {
    let action = Action { tool: "gmail.reply", method: "gmail.users.drafts.send", scopes: &SENDING };
    let args = async |acting: &Acting| {
        let question = arrived(acting, json!({ "subject": fresh("Berths"), "text": "How many?" })).await;
        json!({ "id": question["id"], "body": "Three." })
    };
    a_write_weathers(action, args, async |acting, args| in_thread_of(acting, &args["id"]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarding_weathers() {
    let action = Action { tool: "gmail.forward", method: "gmail.users.drafts.create", scopes: &SENDING };
    let args = async |acting: &Acting| {
        let original = arrived(acting, json!({ "subject": fresh("Berths"), "text": "Three." })).await;
        json!({ "id": original["id"], "to": ["ben@fernwood.example"] })
    };
    a_write_weathers(action, args, async |acting, args| in_thread_of(acting, &args["id"]).await).await;
}

/// How many mails Ana sent into the conversation of a message.
async fn in_thread_of(acting: &Acting, id: &Value) -> usize {
    let message = acting.control().message("ana", id.as_str().unwrap()).await;
    let sent = acting.control().mailbox("ana", "SENT").await;
    sent.iter().filter(|row| row["thread"] == message["thread"]).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn drafting_weathers() {
    let action = Action { tool: "gmail.draft", method: "gmail.users.drafts.create", scopes: &SENDING };
    a_write_weathers(
        action,
        async |_| letter(&fresh("Plan")),
        async |acting, args| drafts(acting, args["subject"].as_str().unwrap()).await.len(),
    )
    .await;
}
