//! Several accounts of one person, and people who may connect none.

use serde_json::Value;

use crate::harness::{Cast, Control, Plan, Town, all_text, button, small_world};
use crate::ways_in::{command, searching, told};

/// Whose mailbox was searched for the asker.
async fn searched(control: &Control, cast: &Cast) -> String {
    let searches = async || control.requests("google", "gmail.users.messages.list").await;
    let before = searches().await.len();
    let asked = control.say(&cast.asker, "dm", "what is new?", None).await;
    control.reply(&asked, 0).await;
    let callers: Vec<Value> = searches().await[before..].iter().map(|one| one["caller"].clone()).collect();
    assert_eq!(callers.len(), 1, "one account is asked, not all of them");
    callers[0].as_str().unwrap().to_owned()
}

/// What they are told of their accounts, line by line, as soon as there are so many.
async fn status(control: &Control, cast: &Cast, accounts: usize) -> Vec<String> {
    let before = control.ephemerals(&cast.asker).await.len();
    command(control, &cast.asker, "status").await;
    let told = control
        .until("the status", async || {
            let whispers = control.ephemerals(&cast.asker).await;
            whispers.get(before).map(all_text)
        })
        .await;
    let lines: Vec<String> = told.lines().filter(|line| line.contains('@')).map(str::to_owned).collect();
    assert_eq!(lines.len(), accounts, "{told}");
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_accounts_the_chosen_one_is_used_and_each_is_disconnected_alone() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(searching()).config("[google]\naccounts = \"any\"").build().await;
    let control = &town.control;
    let (own, second) = (town.address_of(&cast.asker), town.address_of(&cast.colleague));
    for (seen, account) in [&cast.asker, &cast.colleague].into_iter().enumerate() {
        command(control, &cast.asker, "auth").await;
        town.connect_account(&cast.asker, account, seen).await;
        told(control, &cast.asker, &format!("Google account {} is connected", town.address_of(account)))
            .await;
    }
    let lines = status(control, &cast, 2).await;
    assert!(lines[0].starts_with(&format!("{own} (the one I use): I may ")), "the first one: {lines:?}");
    assert!(lines[1].starts_with(&format!("{second}: I may ")), "{lines:?}");
    assert_eq!(searched(control, &cast).await, cast.asker);

    command(control, &cast.asker, &format!("default {}", second.to_uppercase())).await;
    told(control, &cast.asker, "From now on I use").await;
    let lines = status(control, &cast, 2).await;
    assert!(lines[0].starts_with(&format!("{second} (the one I use)")), "{lines:?}");
    assert_eq!(searched(control, &cast).await, cast.colleague);

    command(control, &cast.asker, "disconnect").await;
    told(control, &cast.asker, &format!("Say which: {second} or {own}.")).await;
    command(control, &cast.asker, &format!("disconnect {second}")).await;
    told(control, &cast.asker, &format!("{second} is disconnected.")).await;
    assert_eq!(control.requests("google", "oauth.revoke").await.len(), 1);
    let lines = status(control, &cast, 1).await;
    assert!(lines[0].starts_with(&format!("{own} (the one I use)")), "{lines:?}");
    assert_eq!(searched(control, &cast).await, cast.asker);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_connects_nothing_by_any_command() {
    let (mut world, cast) = small_world();
    world.people[1].standing = sandbox::StandingSeed::Guest;
    let town: Town = Plan::new(world).model(searching()).build().await;
    let control = &town.control;
    for (number, words) in ["auth", "connect device", "status", "disconnect"].into_iter().enumerate() {
        command(control, &cast.colleague, words).await;
        let answer = control
            .until("an answer", async || control.ephemerals(&cast.colleague).await.get(number).cloned())
            .await;
        let text = all_text(&answer);
        assert!(text.contains("Only full members of this workspace"), "{words}: {text}");
        assert!(button(&answer, "Connect Google").is_none(), "{words}");
    }
    assert!(control.requests("google", "oauth.*").await.is_empty());
}
