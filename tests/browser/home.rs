//! The app's own tab: accounts, what waits with the way to it, and what was done with a way back.

use serde_json::json;

use super::APPROVE;
use super::window::Browser;
use crate::harness::Acting;

const UNDO: &str = "#home [data-action-id=\"countersign.undo\"]";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn home_shows_accounts_and_what_waits_and_takes_back_what_was_done() {
    let acting = Acting::as_ana(&["gmail.modify"]).await;
    let control = acting.control();
    let mail = control.mailbox("ana", "INBOX").await[0].clone();
    let labels = async || control.message("ana", mail["id"].as_str().unwrap()).await["labels"].clone();
    let before = labels().await;
    acting.perform("gmail.archive", json!({ "id": mail["id"] })).await;
    assert_ne!(labels().await, before);
    let reply =
        json!({ "to": ["carla@fernwood.example"], "subject": "Thursday", "body": "Ten o'clock works." });
    acting.act("gmail.send", reply).await.card().await;

    let page_url = &acting.town.card().page_url;
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(page_url).await;
    page.click("#tab-home").await;
    page.sees_in("#home", "ana@fernwood.example (the one I use)").await;
    page.sees_in("#home", "Open the card").await;
    page.has(UNDO).await;
    page.picture("home").await;
    on_a_phone(&format!("{page_url}as/ana/home")).await;

    page.click(UNDO).await;
    page.sees_in("#home", "Undone").await;
    page.lacks(UNDO).await;
    assert_eq!(labels().await, before);
    page.click("#home a[href*=\"/dm/\"]").await;
    page.has(APPROVE).await;
    page.sees_in("#thread-slot", "Ten o'clock works.").await;
}

async fn on_a_phone(address: &str) {
    let browser = Browser::start(390, 844).await;
    let page = browser.open(address).await;
    page.has(UNDO).await;
    page.fits_its_width().await;
    page.picture("phone-home").await;
}
