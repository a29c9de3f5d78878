//! A server outside (MCP): its tools are used from the page like any other, and its card says whose tool it is.

use sandbox::World;
use tempfile::TempDir;

use super::APPROVE;
use super::window::{Browser, Window};
use crate::harness::Plan;
use crate::mcp::notes::{answer, called, offer};
use crate::mcp::{program, ready, usual};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn the_tools_of_a_connected_server_are_used_in_the_page() {
    let folder = TempDir::new().unwrap();
    offer(folder.path(), &usual());
    answer(folder.path(), "search", "Two notes: the salt is in the *lower* cupboard; buy more on Friday.");
    let town = Plan::new(World::fernwood()).config(&program(folder.path())).build().await;
    let browser = Browser::start(1280, 860).await;
    ready(&town, "ben").await;
    let page = browser.open(&town.card().page_url).await;

    say(&page, "#composer", "use search of notes with {\"query\": \"salt\"}").await;
    page.sees_in("#thread-slot", "the lower cupboard").await;
    say(
        &page,
        "#thread-composer",
        "use write of notes with {\"text\": \"Salt is bought\", \"to\": \"carla\"}",
    )
    .await;
    page.has(APPROVE).await;
    page.scroll_to(APPROVE).await;
    page.sees_in("#thread-slot", "Let notes do write").await;
    page.picture("server").await;
    assert!(
        called(folder.path()).iter().all(|call| call["tool"] != "write"),
        "nothing is written before the click"
    );

    page.click(APPROVE).await;
    page.click("#question-yes").await;
    page.sees_in("#thread-slot", "Done").await;
    page.lacks(APPROVE).await;
    let written = called(folder.path()).into_iter().filter(|call| call["tool"] == "write").count();
    assert_eq!(written, 1);
}

async fn say(page: &Window, composer: &str, words: &str) {
    page.click(&format!("{composer}-text")).await;
    page.write(words).await;
    page.press("Enter").await;
}
