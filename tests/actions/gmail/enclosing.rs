//! Files that go along with a mail, from Drive and from the conversation.

use serde_json::{Value, json};

use super::{arrived, fresh, only_sent, sent};
use crate::actions::drive::{file, known, put};
use crate::harness::{Acting, Action, Met, a_write_weathers, all_text};

const ENCLOSING: [&str; 3] = ["gmail.readonly", "gmail.compose", "drive.readonly"];
const EXCEL: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

fn letter(subject: &str, files: &Value) -> Value {
    json!({ "to": ["mara@harbour.example"], "subject": subject, "body": "As agreed.", "files": files })
}

/// Name, type and size of every file of a mail.
fn enclosed(mail: &Value) -> Vec<(String, String, u64)> {
    let text = |file: &Value, name: &str| file[name].as_str().unwrap_or_default().to_owned();
    let files = mail["files"].as_array().unwrap().iter();
    files.map(|file| (text(file, "name"), text(file, "kind"), file["size"].as_u64().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_from_drive_and_from_the_conversation_go_along_as_the_card_says() {
    let acting = Acting::as_ana(&ENCLOSING).await;
    let plain = put(&acting, json!({ "name": "berths.txt", "owner": "ana", "text": "Three berths." })).await;
    let link = format!("https://drive.google.com/file/d/{plain}/view?usp=sharing");
    let files = json!([
        { "drive": { "file": link } },
        { "drive": { "file": "Relaunch: kick-off notes" } },
        { "drive": { "file": known(&acting, "Budget Harbour Museum").await } },
        { "drive": { "file": "Relaunch: kick-off notes", "format": "markdown" } },
        { "attached": "notes.csv" },
    ]);
    let here = json!([{ "name": "notes.csv", "text": "a,b\n", "kind": "text/csv" }]);
    let act = acting.act_on("gmail.send", letter("Plans", &files), here).await;
    let shown = all_text(&act.card().await);
    for part in [
        "berths.txt (text/plain, 13 bytes), from Drive: https://drive.google.com/file/d/",
        "Relaunch: kick-off notes.pdf (application/pdf, ",
        "made from the Google Doc “Relaunch: kick-off notes” in Drive",
        "Budget Harbour Museum.xlsx (application/vnd.openxmlformats",
        "Relaunch: kick-off notes.md (text/markdown",
        "notes.csv (text/csv, 4 bytes), attached by you in this conversation",
    ] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
    assert_eq!(act.approved().await.json()["files"], 5);
    let files = enclosed(&only_sent(&acting, "Plans").await);
    let of = |name: &str| files.iter().find(|file| file.0 == name).unwrap_or_else(|| panic!("{files:?}"));
    assert_eq!((of("berths.txt").1.as_str(), of("berths.txt").2), ("text/plain", 13));
    assert_eq!((of("notes.csv").1.as_str(), of("notes.csv").2), ("text/csv", 4));
    assert_eq!(of("Budget Harbour Museum.xlsx").1, EXCEL);
    assert_eq!(of("Relaunch: kick-off notes.pdf").1, "application/pdf");
    assert!(of("Relaunch: kick-off notes.md").2 > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_forwarded_mail_and_drafts_carry_files_too() {
    let acting = Acting::as_ana(&ENCLOSING).await;
    let id = put(&acting, json!({ "name": "berths.txt", "owner": "ana", "text": "Three berths." })).await;
    let files = json!([{ "drive": { "file": id } }]);
    let theirs = json!([{ "name": "plan.txt", "kind": "text/plain", "text": "Four masts." }]);
    let subject = fresh("Masts");
    let question = json!({ "subject": subject, "text": "How many?", "attachments": theirs });
    let question = arrived(&acting, question).await;
    let names = |mail: &Value| enclosed(mail).into_iter().map(|file| file.0).collect::<Vec<_>>();

    let reply = json!({ "id": question["id"], "body": "See the file.", "files": files });
    assert_eq!(acting.perform("gmail.reply", reply).await.json()["files"], 1);
    assert_eq!(names(&only_sent(&acting, &format!("Re: {subject}")).await), ["berths.txt"]);

    let forward = json!({ "id": question["id"], "to": ["ben@fernwood.example"], "files": files });
    assert!(!acting.perform("gmail.forward", forward).await.failed);
    assert_eq!(names(&only_sent(&acting, &format!("Fwd: {subject}")).await), ["plan.txt", "berths.txt"]);

    let draft = json!({ "to": ["mara@harbour.example"], "subject": subject, "files": files });
    let draft = acting.perform("gmail.draft", draft).await.json();
    let more = json!({ "draft": draft["draft"], "files": [{ "attached": "more.txt" }] });
    let here = json!([{ "name": "more.txt", "text": "More.", "kind": "text/plain" }]);
    let changed = acting.act_on("gmail.draft", more, here).await.approved().await.json();
    let kept = acting.control().message("ana", changed["message"].as_str().unwrap()).await;
    assert_eq!(names(&kept), ["berths.txt", "more.txt"], "what a draft has stays in it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_changes_while_the_card_waits_is_not_sent() {
    let acting = Acting::as_ana(&ENCLOSING).await;
    let plain = json!({ "name": fresh("berths"), "owner": "ana", "text": "Three berths." });
    let document = json!({ "name": fresh("berths"), "owner": "ana", "markdown": "Three berths." });
    for (seed, change) in [
        (&plain, json!({ "text": "Four berths." })),
        (&document, json!({ "name": "Renamed" })),
        (&plain, json!({ "name": "Renamed" })),
    ] {
        let (id, subject) = (put(&acting, seed.clone()).await, fresh("Plans"));
        let act = acting.act("gmail.send", letter(&subject, &json!([{ "drive": { "file": id } }]))).await;
        act.card().await;
        let mut changed = json!({ "person": "ana", "id": id });
        changed.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        acting.control().post("/google/file/change", changed).await;
        let answer = act.approved().await;
        assert_eq!(answer.code(), Some("stale_write"), "{}", answer.words);
        assert!(answer.words.contains("renamed or edited"), "{}", answer.words);
        assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
        assert!(sent(&acting, &subject).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_go_along_is_refused_with_what_to_do_instead() {
    let acting = Acting::as_ana(&ENCLOSING).await;
    let large = json!({ "name": "large.bin", "owner": "ana", "text": "x".repeat(27_000_000) });
    let large = put(&acting, large).await;
    let refused =
        acting.perform("gmail.send", letter("Large", &json!([{ "drive": { "file": large } }]))).await;
    assert_eq!(refused.code(), Some("input_invalid"));
    for words in ["25.7 MB", "25 MB at most", "send the link instead"] {
        assert!(refused.words.contains(words), "{}", refused.words);
    }
    for (files, code) in [
        (json!([{ "drive": { "file": "Clients" } }]), "input_invalid"),
        (json!([{ "drive": { "file": "No such file at all" } }]), "not_found"),
        (json!([{ "attached": "nothing.txt" }]), "not_found"),
        (json!([{ "url": "https://evil.example/" }]), "input_invalid"),
    ] {
        let refused = acting.perform("gmail.send", letter("Refused", &files)).await;
        assert_eq!(refused.code(), Some(code), "{files}: {}", refused.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn drive_is_asked_for_only_when_a_file_comes_from_it() {
    let acting = Acting::as_ana(&["gmail.readonly", "gmail.compose"]).await;
    let here = json!([{ "name": "notes.txt", "text": "Three.", "kind": "text/plain" }]);
    let args = letter("Without", &json!([{ "attached": "notes.txt" }]));
    assert!(!acting.act_on("gmail.send", args, here).await.approved().await.failed);
    let id = known(&acting, "sitemap.txt").await;
    let act = acting.act("gmail.send", letter("With", &json!([{ "drive": { "file": id } }]))).await;
    let Met::Offer(offer) = act.met().await else { panic!("Drive is not asked for") };
    assert!(all_text(&offer).contains("read your files"), "{}", all_text(&offer));
    assert_eq!(acting.town.accept("ana", &offer).await, ["drive.readonly".to_owned()].into());
    assert!(!act.goes_on().await.failed);
    let size = file(&acting, &id).await["size"].clone();
    assert_eq!(only_sent(&acting, "With").await["files"][0]["size"], size);
}

#[tokio::test(flavor = "multi_thread")]
async fn sending_a_file_from_drive_weathers() {
    let action = Action { tool: "gmail.send", method: "gmail.users.drafts.create", scopes: &ENCLOSING };
    a_write_weathers(
        action,
        async |acting| {
            letter(&fresh("Plans"), &json!([{ "drive": { "file": known(acting, "sitemap.txt").await } }]))
        },
        async |acting, args| sent(acting, args["subject"].as_str().unwrap()).await.len(),
    )
    .await;
}
