//! What is filled in: a call that is changed before it is approved, and several questions at once.

use std::sync::Arc;

use sandbox::World;
use serde_json::{Value, json};

use super::APPROVE;
use super::window::{Browser, Window};
use crate::harness::{Plan, ScriptedModel, Town, call, calls, results, says};

const EDIT: &str = "#thread-slot [data-action-id=\"countersign.edit\"]";
const ALWAYS: &str = "#thread-slot [data-action-id=\"countersign.always\"]";
const ANSWER: &str = "#thread-slot [data-action-id=\"countersign.answer\"]";

/// Ana's town, in which the model makes one call and then says what is made of its result.
async fn a_town(tool: &'static str, args: Value, told: fn(&str) -> &'static str) -> Town {
    let model: Arc<ScriptedModel> = ScriptedModel::new(move |request| match results(request).last() {
        None => calls(vec![call(request, tool, args.clone())]),
        Some(result) => says(told(&result.words)),
    });
    let town = Plan::new(World::fernwood()).model(model).build().await;
    town.grant("ana", &["gmail.modify"]).await;
    town
}

async fn ask(browser: &Browser, town: &Town, wish: &str) -> Window {
    let page = browser.open(&town.card().page_url).await;
    page.click("#composer-text").await;
    page.write(wish).await;
    page.press("Enter").await;
    page
}

/// The field of a line in the open form.
fn line(name: &str, field: &str) -> String {
    format!("#modal [data-block-id=\"{name}\"] {field}")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn what_is_changed_on_a_card_is_what_is_approved_and_sent() {
    let mail = json!({ "to": ["carla@fernwood.example"], "subject": "Our meeting",
        "body": "Hello Carla,\n\nThursday at ten works.\n\nAna" });
    let town = a_town("gmail.send", mail, |_| "Carla has your mail.").await;
    let browser = Browser::start(1280, 860).await;
    let page = ask(&browser, &town, "Tell Carla that our meeting can be on Thursday at ten").await;
    page.sees_in("#thread-slot", "Thursday at ten works.").await;
    page.click(EDIT).await;
    let body = line("body", "textarea");
    page.has(&body).await;
    on_a_phone(&page.address().await, &body).await;
    page.rewrite(&body, "Hello Carla,\n\nFriday at eleven works better.\n\nAna").await;
    page.picture("edit").await;
    page.click("#modal-submit").await;
    page.lacks("#modal").await;

    page.sees_in("#thread-slot", "not done as it stands here").await;
    page.sees_in("#thread-slot", "Friday at eleven works better.").await;
    assert!(town.control.mailbox("ana", "SENT").await.iter().all(|mail| mail["subject"] != "Our meeting"));
    page.click(APPROVE).await;
    page.sees_in("#thread-slot", "Carla has your mail.").await;
    page.lacks(APPROVE).await;
    page.sees_in("#thread-slot", "Done").await;
    page.picture("edited").await;

    page.click("#go-mail").await;
    page.click("a[href$=\"tab=sent\"]").await;
    page.sees_in("#mailbox", "Our meeting").await;
    page.click("#mailbox a[href*=\"/mail/\"]").await;
    page.click(".plain-body summary").await;
    page.sees_in(".plain-body", "Friday at eleven works better.").await;
    assert!(
        !page.evaluate("document.body.innerText.includes('Thursday at ten')").await,
        "nothing of the old words"
    );
}

/// The form is the person's, wherever they look.
async fn on_a_phone(address: &str, field: &str) {
    let browser = Browser::start(390, 844).await;
    let page = browser.open(address).await;
    page.has(field).await;
    page.fits_its_width().await;
    page.picture("phone-edit").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn several_questions_are_answered_in_one_form_one_at_a_time() {
    let questions = json!({ "question": "About the trip to the harbour", "questions": [
        { "question": "Which day suits you?", "options": ["Thursday", "Friday", "Monday"] },
        { "question": "Shall we go by boat?", "confirm": true },
        { "question": "Is there anything to bring?" },
    ] });
    let town = a_town("user.ask", questions, |heard| {
        let all = ["Friday", "Yes", "Tea and the plans"].iter().all(|answer| heard.contains(answer));
        if all { "Then it is Friday, by boat, with tea and the plans." } else { "I did not understand." }
    })
    .await;
    let browser = Browser::start(1280, 860).await;
    let page = ask(&browser, &town, "Plan our trip to the harbour").await;
    page.click(ANSWER).await;
    page.click(&line("answer_0", "input[value=\"1\"]")).await;
    page.click("#modal [data-action-id=\"countersign.turn.next\"]").await;
    page.click(&line("answer_1", "input[value=\"0\"]")).await;
    page.click("#modal [data-action-id=\"countersign.turn.2\"]").await;
    page.rewrite(&line("answer_2", "textarea"), "Tea and the plans").await;
    page.sees_in("#modal", "all others are answered").await;
    page.picture("questions").await;
    page.click("#modal-submit").await;
    page.lacks("#modal").await;
    page.sees_in("#thread-slot", "answered").await;
    page.sees_in("#thread-slot", "Then it is Friday, by boat, with tea and the plans.").await;
    page.lacks(ANSWER).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn a_card_becomes_a_standing_rule_that_is_listed_at_home_and_ended_there() {
    let mail =
        json!({ "to": ["carla@fernwood.example"], "subject": "Our meeting", "body": "At ten, as ever." });
    let town = a_town("gmail.send", mail, |_| "Carla has your mail.").await;
    let browser = Browser::start(1280, 860).await;
    let page = ask(&browser, &town, "Send our reminder").await;
    page.click(ALWAYS).await;
    page.has("#modal").await;
    page.picture("always").await;
    page.click(&line("whom", "input[value=\"1\"]")).await;
    page.click("#modal-submit").await;
    page.lacks("#modal").await;
    page.sees_in("#thread-slot", "Carla has your mail.").await;

    let again = ask(&browser, &town, "And once more").await;
    again.sees_in("#thread-slot", "by a standing rule of yours").await;
    again.lacks(APPROVE).await;
    again.picture("by-rule").await;

    again.click("#tab-home").await;
    again.sees_in("#home", "anybody at fernwood.example").await;
    again.picture("rules-home").await;
    again.click("#home [data-action-id=\"countersign.end_rule\"]").await;
    again.lacks("#home [data-action-id=\"countersign.end_rule\"]").await;
}
