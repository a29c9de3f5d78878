//! A mail that is longer than any card.

use kernel::Secret;
use serde_json::{Value, json};
use wire::{Method, Url};

use super::only_sent;
use crate::harness::{Acting, all_text, button};

const SENDING: [&str; 2] = ["gmail.readonly", "gmail.compose"];

/// The file that we have put into the thread of an act, as the person who opens it reads it.
async fn file_in(acting: &Acting, messages: &[Value], name: &str) -> String {
    let files = messages.iter().filter_map(|message| message["files"].as_array()).flatten();
    let file = files.filter(|file| file["name"] == name).collect::<Vec<_>>();
    assert_eq!(file.len(), 1, "{messages:?}");
    let url = Url::parse(file[0]["url_private_download"].as_str().unwrap()).unwrap();
    let token = Secret::new(acting.town.card().bot_token.clone());
    let answer = acting.control().wire().request(Method::GET, url).bearer(&token).send().await.unwrap();
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_no_card_holds_is_read_in_a_file_and_sent_whole() {
    let acting = Acting::as_ana(&SENDING).await;
    let lines: Vec<String> = (0..3000).map(|line| format!("Line {line:04} – of many.")).collect();
    let body = lines.join("\n");
    assert!(body.chars().count() >= 60_000 - 3000, "{}", body.chars().count());
    let args = json!({ "to": ["mara@harbour.example"], "subject": "Long", "body": body, "cc": ["ben@fernwood.example"] });
    let act = acting.act("gmail.send", args).await;
    let card = act.card().await;
    let shown = all_text(&card);
    for part in [
        "This card does not show everything",
        "mara@harbour.example",
        "ben@fernwood.example",
        "Line 0000",
        "Line 2999",
    ] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    assert!(!shown.contains("Line 1500"));
    let name = shown.split('`').find(|part| part.starts_with("countersign-")).unwrap().to_owned();
    let replies = acting.control().replies(act.posted()).await;
    let whole = file_in(&acting, &replies, &name).await;
    assert!(lines.iter().all(|line| whole.contains(line.as_str())), "{whole}");
    let digest = name.trim_start_matches("countersign-").trim_end_matches(".txt");
    assert!(shown.contains(&format!("`{digest}`")) && whole.contains(digest), "{digest}: {shown}");
    assert!(button(&card, "Approve").is_some());

    assert_eq!(act.approved().await.json()["sent"], true);
    let mail = only_sent(&acting, "Long").await;
    assert_eq!(mail["text"].as_str().unwrap().replace("\r\n", "\n").trim_end(), body);
    let card = acting.control().card_says(act.posted(), &card, "*Done*").await;
    assert!(all_text(&card).contains(&name), "the card still says where all of it stands");
    let replies = acting.control().replies(act.posted()).await;
    file_in(&acting, &replies, &name).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_whose_file_cannot_be_put_there_asks_for_nothing() {
    let acting = Acting::as_ana(&SENDING).await;
    let refusal = json!({ "status": { "code": 200, "body": { "ok": false, "error": "missing_scope" } } });
    let fault = json!({ "service": "slack", "method": "files.getUploadURLExternal", "kind": refusal });
    acting.control().fault(fault).await;
    let args = json!({ "to": ["mara@harbour.example"], "subject": "Long", "body": "x".repeat(20_000) });
    let answer = acting.act("gmail.send", args).await.answer().await;
    assert_eq!(answer.code(), Some("cancelled"), "{}", answer.words);
    assert!(acting.control().mailbox("ana", "SENT").await.iter().all(|row| row["subject"] != "Long"));
}
