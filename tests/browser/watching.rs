//! What is seen while it works: an answer that grows, and the button that ends it.

use std::sync::{Arc, OnceLock};

use sandbox::World;
use serde_json::{Value, json};

use super::window::Browser;
use crate::harness::{HesitantModel, Plan, Speaker, call, calls, results, says};

const GROWS: &str = "#thread-slot .message.streaming";
/// What is a number and not only looks like one; only Slack's own tables know the difference.
const NUMBER: &str = "td.number";
const STOP: &str = "#thread-slot .working button";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn an_answer_with_a_table_is_seen_growing_and_ends_as_a_table() {
    let speaker = Speaker::new();
    let town = Plan::new(World::fernwood()).model(speaker.clone()).build().await;
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(&town.card().page_url).await;
    page.click("#composer-text").await;
    page.write("What did the spring exhibition cost?").await;
    page.press("Enter").await;
    // More than is held back for the next second.
    speaker.says(
        "The spring exhibition cost a little less than we had planned. The hall was the largest part of it, as it was \
         last year; the printer gave us a better price for the larger run, and the frames were lent to us by the museum, \
         so that only their transport had to be paid. Insurance was the one thing that became dearer: the paintings from \
         Lisbon were valued anew before they left.\n\n",
    );
    page.sees_in(GROWS, "valued anew before they left").await;
    speaker.says(
        "Here is every part of it:\n\n| Part | Planned | Paid |\n|:--|--:|--:|\n| Hall | 4200 | 4200 |\n| Printing | 1850 | 1610 |\n",
    );
    page.sees_in(GROWS, "Printing").await;
    page.picture("growing").await;
    page.lacks(&format!("{GROWS} {NUMBER}")).await;
    speaker.says(
        "| Frames | 600 | 120 |\n| Insurance | 380 | 455 |\n\nTogether that is **645 less** than planned.",
    );
    speaker.ends();
    page.lacks(GROWS).await;
    page.sees_in("#thread-slot tbody tr:nth-child(4)", "455").await;
    page.has_nth(&format!("#thread-slot {NUMBER}"), 7).await;
    page.sees_in("#thread-slot", "645 less").await;
    page.has("#thread-slot .feedback button").await;
    page.picture("table").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn stop_ends_the_work_and_says_what_had_been_done() {
    // One mail is marked as read, and then it thinks for ever.
    let mail: Arc<OnceLock<Value>> = Arc::default();
    let marked = Arc::clone(&mail);
    let model = HesitantModel::new(move |request| match results(request).as_slice() {
        [] => Some(calls(vec![call(request, "gmail.mark_read", json!({ "id": marked.get() }))])),
        _ => None,
    });
    let town = Plan::new(World::fernwood()).model(model).build().await;
    town.grant("ana", &["gmail.modify"]).await;
    mail.set(town.control.mailbox("ana", "INBOX").await[0]["id"].clone()).unwrap();
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(&town.card().page_url).await;
    page.click("#composer-text").await;
    page.write("Tidy up my inbox").await;
    page.press("Enter").await;
    page.sees_in("#thread-slot", "Undo").await;
    page.has(STOP).await;
    page.picture("stop").await;
    page.click(STOP).await;
    page.sees_in("#thread-slot", "Stopped. This had already been done:").await;
    page.lacks(STOP).await;
    page.picture("stopped").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn what_somebody_writes_is_seen_although_a_thread_opens_beside_it() {
    let model = HesitantModel::new(|_| Some(says("Here it is.")));
    let town = Plan::new(World::fernwood()).model(model).build().await;
    let long =
        "The frames were lent to us by the museum, so that only their transport had to be paid. ".repeat(4);
    for _ in 0..12 {
        town.control.say("ben", "projects", &long, None).await;
    }
    let browser = Browser::start(1100, 640).await;
    let page = browser.open(&format!("{}as/ana/channel/projects", town.card().page_url)).await;
    page.has_nth("#messages [data-ts]", 11).await;
    // However far up somebody has read.
    assert!(page.evaluate("(document.getElementById('messages').scrollTop = 0) === 0").await);
    page.click("#composer-text").await;
    page.write("@Countersign what did the frames cost?").await;
    page.press("Enter").await;
    page.sees_in("#thread-slot", "Here it is.").await;
    let seen = "(() => { const log = document.getElementById('messages').getBoundingClientRect(); \
                const own = [...document.querySelectorAll('#messages [data-ts]')].at(-1).getBoundingClientRect(); \
                return own.top >= log.top && own.top < log.bottom; })()";
    page.until("one's own message", seen).await;
}
