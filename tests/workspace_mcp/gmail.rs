//! Mail by way of the server's tools.

use serde_json::json;

use super::{BEN, Tools, after, says};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs workspace-mcp with pip"]
async fn every_gmail_tool_works() {
    let mut tools = Tools::start("gmail").await;
    let (offer, thread) = reads(&mut tools).await;
    writes(&mut tools, &thread).await;
    labels(&mut tools, &offer, &thread).await;
    filters(&mut tools).await;
    let way_in = tools.call("start_google_auth", json!({ "service_name": "gmail" })).await;
    let client = tools.town.card().client_id.clone();
    says(&way_in, &[&format!("client_id={client}"), "code_challenge_method=S256"]);
    tools.end().await;
}

/// The ids of the mail with an attachment, and of its thread.
async fn reads(tools: &mut Tools) -> (String, String) {
    let found = tools.call("search_gmail_messages", json!({ "query": "has:attachment" })).await;
    says(&found, &["Found 1 messages"]);
    let (offer, thread) = (after(&found, "Message ID: "), after(&found, "Thread ID: "));
    let read = tools.call("get_gmail_message_content", json!({ "message_id": offer })).await;
    says(&read, &["Subject: Our offer", "mia@harbour.example", "Tea for two.", "prices.csv (text/csv"]);
    let attachment = json!({ "message_id": offer, "attachment_id": after(&read, "Attachment ID: ") });
    let saved = tools.call("get_gmail_attachment_content", attachment).await;
    let path = saved.split_once("Saved to: ").unwrap().1.lines().next().unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), "tea,2\n", "{saved}");
    let all = tools.call("search_gmail_messages", json!({ "query": "in:inbox" })).await;
    let lunch = after(&all, "Message ID: ");
    let both = json!({ "message_ids": [offer, lunch] });
    says(&tools.call("get_gmail_messages_content_batch", both).await, &["Tea for two.", "At noon?"]);
    let one = json!({ "thread_id": thread });
    says(&tools.call("get_gmail_thread_content", one).await, &["Our offer", "Tea for two."]);
    let both = json!({ "thread_ids": [thread, after(&all, "Thread ID: ")] });
    says(&tools.call("get_gmail_threads_content_batch", both).await, &["Tea for two.", "At noon?"]);
    (offer, thread)
}

async fn writes(tools: &mut Tools, thread: &str) {
    let mail = json!({ "to": BEN, "subject": "Tea", "body": "Shall we? Größe 5 €", "body_format": "plain" });
    let sent = after(&tools.call("send_gmail_message", mail).await, "Message ID: ");
    let sent = tools.google(&format!("/gmail/v1/users/me/messages/{sent}")).await;
    assert_eq!((&sent["snippet"], &sent["labelIds"]), (&json!("Shall we? Größe 5 €"), &json!(["SENT"])));
    let reply = json!({
        "to": "mia@harbour.example", "subject": "Re: Our offer", "body": "Agreed.", "thread_id": thread,
        "quote_original": true,
    });
    let draft = after(&tools.call("draft_gmail_message", reply).await, "Draft ID: ");
    let draft = tools.google(&format!("/gmail/v1/users/me/drafts/{draft}")).await;
    assert_eq!(draft["message"]["threadId"], thread, "{draft}");
    let snippet = draft["message"]["snippet"].as_str().unwrap();
    says(snippet, &["Agreed.", "Tea for two."]);
}

async fn labels(tools: &mut Tools, offer: &str, thread: &str) {
    let green = json!({
        "action": "create", "name": "Tea/Green", "background_color": "#16a766", "text_color": "#ffffff",
    });
    let label = after(&tools.call("manage_gmail_label", green).await, "ID: ");
    let path = format!("/gmail/v1/users/me/labels/{label}");
    assert_eq!(tools.google(&path).await["color"]["backgroundColor"], "#16a766");
    let black = json!({ "action": "update", "label_id": label, "name": "Tea/Black" });
    tools.call("manage_gmail_label", black).await;
    says(&tools.call("list_gmail_labels", json!({})).await, &["INBOX", &format!("Tea/Black (ID: {label})")]);
    let one = json!({ "message_id": offer, "add_label_ids": [label], "remove_label_ids": ["UNREAD"] });
    tools.call("modify_gmail_message_labels", one).await;
    let many = json!({ "message_ids": [offer], "add_label_ids": ["STARRED"], "verify": true });
    says(&tools.call("batch_modify_gmail_message_labels", many).await, &["Applied: 1/1"]);
    let threads = json!({ "thread_ids": [thread], "add_label_ids": ["IMPORTANT"] });
    says(&tools.call("batch_modify_gmail_message_labels", threads).await, &["Applied: 1/1"]);
    let read = tools.google(&format!("/gmail/v1/users/me/messages/{offer}")).await;
    assert_eq!(read["labelIds"], json!(["IMPORTANT", "INBOX", label, "STARRED"]));
    tools.call("manage_gmail_label", json!({ "action": "delete", "label_id": label })).await;
    let left = tools.call("list_gmail_labels", json!({})).await;
    assert!(!left.contains("Tea/Black"), "{left}");
}

async fn filters(tools: &mut Tools) {
    says(&tools.call("list_gmail_filters", json!({})).await, &["No filters found"]);
    let star = json!({ "addLabelIds": ["STARRED"] });
    let filter = json!({ "action": "create", "criteria": { "from": BEN }, "filter_action": star });
    let filter = after(&tools.call("manage_gmail_filter", filter).await, "Filter ID: ");
    says(&tools.call("list_gmail_filters", json!({})).await, &[&filter, BEN, "STARRED"]);
    let applied = tools.call("manage_gmail_filter", json!({ "action": "apply", "filter_id": filter })).await;
    says(&applied, &["Applied to 1 messages"]);
    let mail = json!({ "from": "ben", "to": ["ana"], "subject": "Again", "text": "Tomorrow?" });
    tools.town.control.post("/google/deliver", mail).await;
    let found = tools.call("search_gmail_messages", json!({ "query": "is:starred subject:again" })).await;
    says(&found, &["Found 1 messages"]);
    tools.call("manage_gmail_filter", json!({ "action": "delete", "filter_id": filter })).await;
    says(&tools.call("list_gmail_filters", json!({})).await, &["No filters found"]);
}
