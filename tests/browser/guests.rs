//! Whoever is only a guest is told, in the channel, that it is not for them.

use sandbox::{StandingSeed, World};

use super::window::Browser;
use crate::harness::{Plan, ScriptedModel, says};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Debian's chromium on the PATH"]
async fn a_guest_in_a_channel_is_told_that_only_members_can_ask() {
    let mut world = World::fernwood();
    world.people.iter_mut().find(|person| person.handle == "dai").unwrap().standing = StandingSeed::Guest;
    let model = ScriptedModel::new(|_| says("Here is everything."));
    let town = Plan::new(world).model(model.clone()).build().await;
    let browser = Browser::start(1280, 860).await;
    let page = browser.open(&format!("{}as/dai/channel/projects", town.card().page_url)).await;
    page.click("#composer-text").await;
    page.write("@Countersign what is new from Northlight?").await;
    page.press("Enter").await;
    page.sees_in(
        "#thread-slot",
        "Only full members of this workspace can ask me. Ask a member to ask for you.",
    )
    .await;
    page.picture("guest").await;
    assert!(model.heard.lock().unwrap().is_empty(), "the model hears nothing of it");
}
