//! The whole story in a real browser, by mouse and by keyboard alone. The pictures end up in `tests/screens/`.

mod forms;
mod guests;
mod home;
mod servers;
mod watching;
mod window;

use sandbox::World;

use crate::harness::{Plan, Town};
use window::{Browser, Window};

const QUESTION: &str = "Find the invoice from Northlight";
const WISH: &str = "Reply to Carla that Thursday works";
const LINK: &str = "#thread-slot [data-action-id=\"countersign.link\"]";
const BESIDE: &str = "[data-action-id=\"countersign.link\"]";
const APPROVE: &str = "#thread-slot [data-action-id=\"countersign.approve\"]";

async fn a_town() -> Town {
    Plan::new(World::fernwood()).build().await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn the_story_by_mouse() {
    let town = a_town().await;
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(&town.card().page_url).await;
    page.sees("Hello Ana").await;
    page.picture("start").await;

    page.click("#composer-text").await;
    page.write(QUESTION).await;
    page.click("#composer button[type=submit]").await;
    page.has(LINK).await;
    page.picture("connect").await;
    page.click(LINK).await;
    sign_in_by_mouse(&browser, "consent").await;
    page.come_back().await;
    page.sees_in("#thread-slot", "NL-2041").await;
    page.lacks("#thread-slot .working").await;
    page.picture("found").await;

    page.click("#thread-composer-text").await;
    page.write(WISH).await;
    page.click("#thread-composer button[type=submit]").await;
    page.has_nth(LINK, 1).await;
    page.click_last(LINK).await;
    sign_in_by_mouse(&browser, "more").await;
    page.come_back().await;
    page.has(APPROVE).await;
    page.scroll_to(APPROVE).await;
    page.picture("card").await;
    assert!(town.control.mailbox("ana", "SENT").await.iter().all(|mail| !was_just_sent(mail)));

    page.click(APPROVE).await;
    page.sees_in("#thread-slot", "Done").await;
    page.lacks(APPROVE).await;
    page.picture("done").await;

    page.click("#go-mail").await;
    page.click("a[href$=\"tab=sent\"]").await;
    page.sees("Thursday").await;
    page.click("#mailbox a[href*=\"/mail/\"]").await;
    page.sees("carla@fernwood.example").await;
    page.picture("sent").await;
    let sent = town.control.mailbox("ana", "SENT").await;
    assert_eq!(sent.iter().filter(|mail| was_just_sent(mail)).count(), 1, "{sent:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn the_story_by_keyboard_alone() {
    let town = a_town().await;
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(&town.card().page_url).await;
    page.tab_to("#composer-text").await;
    page.write(WISH).await;
    page.press("Enter").await;
    page.has(LINK).await;
    page.tab_to(LINK).await;
    page.press("Enter").await;
    sign_in_by_keyboard(&browser).await;
    page.come_back().await;
    // Reading and sending are two permissions: the second is asked for when it is needed.
    page.has_nth(LINK, 1).await;
    page.tab_to_last(LINK).await;
    page.press("Enter").await;
    sign_in_by_keyboard(&browser).await;
    page.come_back().await;
    page.has(APPROVE).await;
    page.tab_to(APPROVE).await;
    page.picture("keyboard").await;
    page.press("Enter").await;
    page.sees_in("#thread-slot", "Done").await;
    assert!(
        !page.evaluate("document.activeElement === document.body").await,
        "focus is not lost to the top of the page"
    );

    page.tab_to("#go-mail").await;
    page.press("Enter").await;
    page.tab_to("a[href$=\"tab=sent\"]").await;
    page.press("Enter").await;
    page.sees("Thursday").await;
    let sent = town.control.mailbox("ana", "SENT").await;
    assert_eq!(sent.iter().filter(|mail| was_just_sent(mail)).count(), 1, "{sent:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn the_page_is_readable_on_a_phone() {
    let town = a_town().await;
    let asked = town.control.say("ana", "dm", WISH, None).await;
    town.connect("ana").await;
    town.connect_again("ana", 1).await;
    town.control.live_card(&asked).await;
    let browser = Browser::start(390, 844).await;
    let page = browser.open(&format!("{}as/ana/dm/{}", town.card().page_url, asked.ts)).await;
    page.has(APPROVE).await;
    page.scroll_to(APPROVE).await;
    page.fits_its_width().await;
    page.picture("phone-card").await;
    for (name, path) in [("phone-channel", "as/ana/channel/general"), ("phone-mail", "as/ana/mail?tab=inbox")]
    {
        let page = browser.open(&format!("{}{path}", town.card().page_url)).await;
        page.fits_its_width().await;
        page.picture(name).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn two_people_see_their_own_side() {
    let town = a_town().await;
    let browser = Browser::start(1280, 860).await;
    let ana = browser.open(&format!("{}as/ana/channel/general", town.card().page_url)).await;
    ana.click("#composer-text").await;
    ana.write("@Countersign what's new from Ben?").await;
    ana.press("Enter").await;
    // In a thread that nobody has replied in she would not see it.
    ana.has(BESIDE).await;
    let ben = browser.open(&format!("{}as/ben/channel/general", town.card().page_url)).await;
    ben.sees("what's new from Ben?").await;
    ben.click("[data-thread]").await;
    ben.sees_in("#thread-slot", "what's new from Ben?").await;
    ben.lacks(LINK).await;
    ben.lacks(BESIDE).await;
    ben.picture("another-person").await;
}

fn was_just_sent(mail: &serde_json::Value) -> bool {
    mail["to"].as_str().unwrap().contains("carla") && mail["subject"].as_str().unwrap().contains("Thursday")
}

/// Google's consent in a tab of its own, then our page that asks for one more press.
async fn sign_in_by_mouse(browser: &Browser, name: &str) {
    let tab = browser.tab_with("/o/oauth2/").await;
    tab.has("button[value=allow], button[value=Allow]").await;
    tab.picture(name).await;
    tab.click("button[value=allow], button[value=Allow]").await;
    tab.has("form[action*=confirm] button").await;
    tab.picture("confirm").await;
    tab.click("form[action*=confirm] button").await;
    tab.sees("Connected").await;
    tab.close().await;
}

async fn sign_in_by_keyboard(browser: &Browser) {
    let tab: Window = browser.tab_with("/o/oauth2/").await;
    tab.has("button[value=allow], button[value=Allow]").await;
    tab.tab_to("button[value=allow], button[value=Allow]").await;
    tab.press("Enter").await;
    tab.has("form[action*=confirm] button").await;
    tab.tab_to("form[action*=confirm] button").await;
    tab.press("Enter").await;
    tab.sees("Connected").await;
    tab.close().await;
}
