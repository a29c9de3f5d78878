//! Which account is used for somebody, and what may take a grant's place.

use std::time::Duration;

use kernel::ports::Lack;
use kernel::{Code, Connection, Failure};
use serde_json::json;

use crate::Connected;
use crate::grant::{Grant, State};
use crate::scopes::{DRIVE_FILE, GMAIL_MODIFY, GMAIL_READONLY};
use crate::testing::{Answer, NOW, World, a_grant, ana, ok, refused};

const HOUR: Duration = Duration::from_hours(1);

fn needs(scope: &str) -> Vec<Vec<String>> {
    vec![vec![scope.to_owned()]]
}

/// A second account, connected later, that allows what the first does not.
fn another() -> Grant {
    Grant {
        account: "ana@home.example".into(),
        scopes: [GMAIL_MODIFY.0.to_owned()].into(),
        connected: NOW.plus(HOUR),
        ..a_grant(HOUR)
    }
}

#[tokio::test]
async fn what_an_account_lacks_is_asked_for_and_not_taken_from_another() {
    let world = World::answering(|_, _| ok(json!({}))).await;
    let book = &world.google.book;
    world.connected(HOUR).await;
    book.keep(another()).await.unwrap();
    let lack = book.choose(&ana(), &needs(GMAIL_MODIFY.0)).await.unwrap_err();
    assert!(matches!(lack, Lack::Consent { words } if words.contains("in ana@example.com")));
    book.make_preferred(&ana().id, &"ana@home.example".into()).await.unwrap();
    assert_eq!(book.choose(&ana(), &needs(GMAIL_MODIFY.0)).await.unwrap().0, "ana@home.example");
    let lack = book.choose(&ana(), &needs(GMAIL_READONLY.0)).await.unwrap_err();
    assert!(matches!(lack, Lack::Consent { words } if words.contains("in ana@home.example")));
}

#[tokio::test]
async fn one_that_died_gives_way_to_the_next_unless_it_was_chosen() {
    let world = World::answering(|_, _| ok(json!({}))).await;
    let book = &world.google.book;
    book.keep(Grant { state: State::Dead, ..a_grant(HOUR) }).await.unwrap();
    book.keep(another()).await.unwrap();
    assert_eq!(book.choose(&ana(), &needs(GMAIL_MODIFY.0)).await.unwrap().0, "ana@home.example");
    book.make_preferred(&ana().id, &"ana@example.com".into()).await.unwrap();
    let lack = book.choose(&ana(), &needs(GMAIL_MODIFY.0)).await.unwrap_err();
    assert!(matches!(lack, Lack::Consent { words } if words.contains("connect it again")));
}

/// Ana types a code and gets what Google allows that way.
async fn by_code(world: &World) -> Result<Connected, Failure> {
    let code = world.google.device_code().await?;
    let arrival = code.typed().await?;
    world.google.connect(arrival, &ana()).await
}

fn a_device() -> impl Fn(&crate::testing::Seen, usize) -> Answer {
    |seen, _| match seen.target.as_str() {
        "/device/code" => ok(json!({ "device_code": "d", "user_code": "AAA-BBB-CCC", "expires_in": 60,
            "interval": 0, "verification_url": "http://127.0.0.1:1/device" })),
        "/token" => ok(json!({ "access_token": "a", "refresh_token": "r", "token_type": "Bearer",
            "expires_in": 3600, "scope": format!("openid {}", DRIVE_FILE.0) })),
        _ => ok(json!({ "email": "ana@example.com", "email_verified": true })),
    }
}

#[tokio::test]
async fn a_code_takes_nothing_away_that_was_given_before() {
    let world = World::answering(a_device()).await;
    world.connected(HOUR).await;
    let refused = by_code(&world).await.unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    let held = world.google.book.held(&ana().id, &"ana@example.com".into()).await.unwrap().unwrap();
    assert_eq!(held, a_grant(HOUR));
    assert_eq!(world.count("POST", "/revoke"), 0, "that would end the other connection too");

    world.google.book.keep(Grant { state: State::Dead, ..a_grant(HOUR) }).await.unwrap();
    assert_eq!(by_code(&world).await.unwrap().connection, Connection::New);
}

#[tokio::test]
async fn an_account_is_taken_back_from_everybody_even_where_google_cannot_be_told() {
    let world = World::answering(|_, before| match before {
        0 => refused(503, "backendError"),
        _ => ok(json!({})),
    })
    .await;
    world.connected(HOUR).await;
    world.google.book.keep(Grant { person: "T1/U2".into(), ..a_grant(HOUR) }).await.unwrap();
    let told = world.google.revoke_account("ana@example.com").await;
    assert!(told.is_err(), "whoever asked must know that one is left to be removed by hand");
    assert!(world.google.book.all().await.unwrap().is_empty());
}
