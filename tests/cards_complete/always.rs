//! "Always…": what a standing rule covers, what it never covers, and how it ends.

use serde_json::{Value, json};

use crate::harness::{Acting, Plan, all_text, button};

const BUTTON: &str = "Always…";
const SCOPES: [&str; 4] = ["gmail.modify", "calendar", "drive", "spreadsheets"];
const BEN: &str = "ben@fernwood.example";
/// The choices by their places.
const EXACTLY: &str = "0";
const COLLEAGUES: &str = "1";
const ONCE: &str = "0";
const THREE: &str = "1";
const TEN: &str = "2";

fn mail(to: &[&str]) -> Value {
    json!({ "to": to, "subject": "Standup", "body": "At ten, as ever." })
}

/// Presses the button, fills in the form and waits until it is done.
async fn always(acting: &Acting, args: Value, whom: &str, often: &str) {
    let act = acting.act("gmail.send", args).await;
    let card = act.card().await;
    let control = acting.control();
    control.click("ana", &card, BUTTON).await;
    let form = form(acting).await;
    assert!(all_text(&form).contains("30 days"), "{form}");
    let values = json!({ "whom": { "line": whom }, "often": { "line": often } });
    control.post("/slack/submit", json!({ "person": "ana", "values": values })).await;
    control.card_says(act.posted(), &card, "Done").await;
}

async fn sends_without_asking(acting: &Acting, to: &[&str]) {
    let act = acting.act("gmail.send", mail(to)).await;
    let answer = act.answer().await;
    assert!(!answer.failed, "{answer:?}");
    let control = acting.control();
    control
        .until("the person is told that a rule was used", async || {
            let replies = control.replies(act.posted()).await;
            replies.iter().any(|reply| all_text(reply).contains("by a standing rule of yours")).then_some(())
        })
        .await;
}

async fn is_asked(acting: &Acting, to: &[&str]) -> Value {
    let act = acting.act("gmail.send", mail(to)).await;
    let card = act.card().await;
    acting.control().click("ana", &card, "Deny").await;
    card
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ran_by_a_rule_is_listed_among_what_was_done() {
    let acting = Acting::as_ana(&SCOPES).await;
    always(&acting, mail(&[BEN]), EXACTLY, TEN).await;
    let control = acting.control();
    control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
    sends_without_asking(&acting, &[BEN]).await;
    let listed = control
        .until("it is on her page", async || {
            let page = all_text(&control.get("/slack/home?person=ana").await["view"]);
            page.contains("✅ Done, by a standing rule of yours").then_some(page)
        })
        .await;
    assert_eq!(listed.matches("Subject: Standup").count(), 2, "{listed}");
    assert!(listed.matches("Open the thread").count() >= 2, "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_covers_the_people_of_its_card_and_nobody_else() {
    let acting = Acting::as_ana(&SCOPES).await;
    always(&acting, mail(&[BEN]), EXACTLY, TEN).await;
    sends_without_asking(&acting, &[BEN]).await;
    is_asked(&acting, &["carla@fernwood.example"]).await;
    is_asked(&acting, &[BEN, "carla@fernwood.example"]).await;
    is_asked(&acting, &[BEN, "mara@harbour.example"]).await;
    let other = acting.act("calendar.create_event", event(&[BEN])).await;
    acting.control().click("ana", &other.card().await, "Deny").await;
}

fn event(guests: &[&str]) -> Value {
    json!({ "title": "Standup", "start": "2027-03-01T10:00", "guests": guests })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_for_the_own_domain_stays_inside_it_and_within_its_number_a_day() {
    let mut acting = Acting::as_ana(&SCOPES).await;
    always(&acting, mail(&[BEN]), COLLEAGUES, THREE).await;
    sends_without_asking(&acting, &["carla@fernwood.example", BEN]).await;
    is_asked(&acting, &["mara@harbour.example"]).await;
    let crowd: Vec<String> = (0..6).map(|number| format!("p{number}@fernwood.example")).collect();
    let crowd: Vec<&str> = crowd.iter().map(String::as_str).collect();
    is_asked(&acting, &crowd).await;
    sends_without_asking(&acting, &[BEN]).await;
    sends_without_asking(&acting, &[BEN]).await;
    let card = is_asked(&acting, &[BEN]).await;
    assert!(button(&card, BUTTON).is_some(), "it can be widened by another card");

    // A day later it may be used again, also by another process; and after thirty days no more.
    acting.town.close().await;
    acting.town.open().await;
    acting.town.days_pass(1).await;
    sends_without_asking(&acting, &[BEN]).await;
    acting.town.days_pass(29).await;
    is_asked(&acting, &[BEN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_is_never_offered_for_outsiders_deletion_or_links_for_everybody() {
    let acting = Acting::as_ana(&SCOPES).await;
    let outside = is_asked(&acting, &["mara@harbour.example"]).await;
    let public = acting.act("drive.share", json!({ "file": "Team meeting notes", "with": "anyone" })).await;
    let public = public.card().await;
    let trash = acting.act("drive.trash", json!({ "file": "Team meeting notes" })).await.card().await;
    for card in [outside, public, trash] {
        assert!(button(&card, "Approve").is_some() && button(&card, BUTTON).is_none(), "{card}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_words_can_neither_make_nor_use_a_rule() {
    let acting = Acting::as_ana(&SCOPES).await;
    let control = acting.control();
    always(&acting, mail(&[BEN]), COLLEAGUES, TEN).await;
    // The same call after a stranger's mail was read in the same conversation.
    let inbox = control.mailbox("ana", "INBOX").await;
    let strange = inbox.iter().find(|mail| !mail["from"].to_string().contains("fernwood")).unwrap();
    let read = acting.act("gmail.read", json!({ "id": strange["id"] })).await;
    assert!(!read.answer().await.failed);
    let act = acting.act_after(&read, "gmail.send", mail(&[BEN])).await;
    let card = act.card().await;
    assert!(button(&card, BUTTON).is_none(), "{card}");
    assert!(all_text(&card).contains("is nobody you named"), "{card}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_is_listed_and_ended_by_command_and_at_home() {
    let acting = Acting::as_ana(&SCOPES).await;
    let control = acting.control();
    let command = async |text: &str| {
        let given = json!({ "person": "ana", "channel": "dm", "command": "/countersign", "text": text });
        control.post("/slack/command", given).await;
    };
    command("rules").await;
    control.ephemeral_saying("ana", "You have no standing rules").await;
    always(&acting, mail(&[BEN]), EXACTLY, TEN).await;
    command("rules").await;
    let told = control.ephemeral_saying("ana", "1. gmail.send for ben@fernwood.example").await;
    assert!(all_text(&told).contains("at most 10 times in 24 hours"), "{told}");
    command("rules end 2").await;
    control.ephemeral_saying("ana", "no rule of that number").await;
    command("rules end 1").await;
    control.ephemeral_saying("ana", "You are asked about this again").await;
    is_asked(&acting, &[BEN]).await;

    always(&acting, mail(&[BEN]), EXACTLY, ONCE).await;
    control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
    let at_home = async |shown: bool| {
        control
            .until("Home", async || {
                let view = control.get("/slack/home?person=ana").await["view"].clone();
                let listed = all_text(&view).contains("gmail.send for ben@fernwood.example");
                (view.is_object() && listed == shown).then_some(())
            })
            .await;
    };
    at_home(true).await;
    control.post("/slack/press", json!({ "person": "ana", "on": "home", "action": "Ask me again" })).await;
    at_home(false).await;
    is_asked(&acting, &[BEN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_can_neither_open_the_form_nor_send_it() {
    let acting = Acting::as_ana(&SCOPES).await;
    let act = acting.act_in("general", "gmail.send", mail(&[BEN])).await;
    let card = act.card().await;
    acting.control().click("ben", &card, BUTTON).await;
    acting.control().ephemeral_saying("ben", "can decide").await;
    let views = acting.control().get("/slack/views?person=ben").await;
    assert_eq!(views["views"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_be_asked_before_every_change_is_asked_in_spite_of_a_rule() {
    let acting = Acting::as_ana(&SCOPES).await;
    always(&acting, mail(&[BEN]), EXACTLY, TEN).await;
    let control = acting.control();
    control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
    control
        .until("Home", async || {
            let view = control.get("/slack/home?person=ana").await["view"].clone();
            button(&view, "Ask me before every change")
        })
        .await;
    let press = json!({ "person": "ana", "on": "home", "action": "Ask me before every change" });
    control.post("/slack/press", press).await;
    control
        .until("Home", async || {
            let view = control.get("/slack/home?person=ana").await["view"].clone();
            button(&view, "Ask only when it matters")
        })
        .await;
    let card = is_asked(&acting, &[BEN]).await;
    assert!(button(&card, BUTTON).is_none(), "{card}");
}

const OPERATORS: &str = r#"
autonomy = "autonomous"

[[standing_rules]]
name = "report"
tool = "gmail.send"
person = "ana@fernwood.example"
reach = ["@fernwood.example"]
arguments = { subject = "Weekly report *" }
uses = 2
expires = "2199-12-31"
"#;

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_rule_lets_exactly_its_pattern_run_where_nobody_is_there() {
    let acting = Acting::on(Plan::new(sandbox::World::fernwood()).config(OPERATORS), "ana", &SCOPES).await;
    let report = |to: &[&str], subject: &str| json!({ "to": to, "subject": subject, "body": "All well." });
    let refused = async |args: Value| {
        let act = acting.act("gmail.send", args.clone()).await;
        assert_eq!(act.told_code().await, "confirmation_required", "{args}");
    };
    refused(report(&[BEN], "Hello")).await;
    refused(report(&["mara@harbour.example"], "Weekly report 1")).await;
    let mut hidden = report(&[BEN], "Weekly report 1");
    hidden["bcc"] = json!(["mara@harbour.example"]);
    refused(hidden).await;
    for number in 1..=2 {
        let answer =
            acting.act("gmail.send", report(&[BEN], &format!("Weekly report {number}"))).await.answer().await;
        assert!(!answer.failed, "{answer:?}");
    }
    refused(report(&[BEN], "Weekly report 3")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_goes_with_a_card_that_is_taken_back_and_an_edited_call_is_shown_again() {
    let config = "[google]\nsend_undo_seconds = 60\n";
    let acting = Acting::on(Plan::new(sandbox::World::fernwood()).config(config), "ana", &SCOPES).await;
    let control = acting.control();
    let act = acting.act("gmail.send", mail(&[BEN])).await;
    let card = act.card().await;
    control.click("ana", &card, BUTTON).await;
    form(&acting).await;
    let values = json!({ "whom": { "line": EXACTLY }, "often": { "line": TEN } });
    control.post("/slack/submit", json!({ "person": "ana", "values": values })).await;
    let held = control.card_says(act.posted(), &card, "unless you undo it").await;
    control.click("ana", &held, "Undo").await;
    control.card_says(act.posted(), &card, "Withdrawn").await;
    is_asked(&acting, &[BEN]).await;
}

async fn form(acting: &Acting) -> Value {
    let control = acting.control();
    control
        .until("a form", async || {
            let views = control.get("/slack/views?person=ana").await["views"].as_array().unwrap().clone();
            views.last().map(|shown| shown["view"].clone())
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_was_changed_on_its_card_is_shown_again_in_spite_of_a_rule() {
    let acting = Acting::as_ana(&SCOPES).await;
    always(&acting, mail(&[BEN]), EXACTLY, TEN).await;
    let control = acting.control();
    let act = acting.act("gmail.send", mail(&["carla@fernwood.example"])).await;
    let card = act.card().await;
    control.click("ana", &card, "Edit…").await;
    form(&acting).await;
    let values =
        json!({ "to": { "line": BEN }, "subject": { "line": "Standup" }, "body": { "line": "At ten." } });
    control.post("/slack/submit", json!({ "person": "ana", "values": values })).await;
    control.card_says(act.posted(), &card, "Changed by").await;
    let new = control.live_card(act.posted()).await;
    assert!(all_text(&new).contains(BEN), "{new}");
}
