//! The ways in which a refresh token ends, and how each is told.

use jiff::SignedDuration;

use super::sign_in::{asking, decide, exchange, value};
use super::*;
use crate::{Publishing, RefreshFailure};

async fn refresh_token(caller: &Caller, changes: &[(&str, &str)]) -> Option<String> {
    let page = caller.get(&asking(changes)).await;
    let back = decide(caller, &page.text, &[("account", "ben"), ("decision", "allow")]).await;
    let tokens = exchange(caller, &value(&back, "code"), &[]).await;
    tokens.body["refresh_token"].as_str().map(str::to_owned)
}

async fn refreshed(caller: &Caller, token: &str) -> Answer {
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token),
        ("client_id", "client-1.apps.googleusercontent.com"),
        ("client_secret", "s3cret"),
    ];
    caller.form("/token", &fields).await
}

fn refusal(answer: &Answer) -> (u16, &str, &str) {
    let text = |name: &str| answer.body[name].as_str().unwrap_or_default();
    (answer.code, text("error"), text("error_description"))
}

#[tokio::test]
async fn a_changed_password_ends_refreshing_and_the_access_token_lives_on() {
    let caller = Caller::new();
    let token = refresh_token(&caller, &[]).await.unwrap();
    let access = refreshed(&caller, &token).await.body["access_token"].as_str().unwrap().to_owned();
    caller.google.end_refreshing("ben");
    let dead = refreshed(&caller, &token).await;
    assert_eq!(refusal(&dead), (400, "invalid_grant", "Token has been expired or revoked."));
    assert!(dead.body.get("error_subtype").is_none());
    assert_eq!(caller.with_token(&access, "GET", "/gmail/v1/users/me/profile", None).await.code, 200);
}

#[tokio::test]
async fn an_app_in_testing_loses_its_tokens_after_seven_days_in_the_same_words() {
    let caller = Caller::new();
    let token = refresh_token(&caller, &[]).await.unwrap();
    caller.google.publish(Publishing::Testing);
    caller.google.advance(SignedDuration::from_hours(6 * 24));
    assert_eq!(refreshed(&caller, &token).await.code, 200);
    caller.google.advance(SignedDuration::from_hours(24));
    let dead = refreshed(&caller, &token).await;
    assert_eq!(refusal(&dead), (400, "invalid_grant", "Token has been expired or revoked."));
}

#[tokio::test]
async fn the_other_failures_are_told_apart_and_pass() {
    let caller = Caller::new();
    let token = refresh_token(&caller, &[]).await.unwrap();
    let expected = [
        (RefreshFailure::InvalidRapt, 400, "invalid_grant", "reauth related error (invalid_rapt)"),
        (RefreshFailure::InvalidClient, 401, "invalid_client", "The OAuth client was not found."),
        (RefreshFailure::DeletedClient, 401, "deleted_client", "The OAuth client was deleted."),
        (RefreshFailure::UnauthorizedClient, 401, "unauthorized_client", "Unauthorized"),
        (
            RefreshFailure::AdminPolicyEnforced,
            400,
            "admin_policy_enforced",
            "Your administrator does not allow this app.",
        ),
        (RefreshFailure::InternalFailure, 500, "internal_failure", "Backend Error"),
    ];
    for (failure, code, error, description) in expected {
        caller.google.fail_refreshing("ben", Some(failure));
        let answer = refreshed(&caller, &token).await;
        assert_eq!(refusal(&answer), (code, error, description));
        let rapt = failure == RefreshFailure::InvalidRapt;
        assert_eq!(answer.body["error_subtype"].as_str(), rapt.then_some("invalid_rapt"));
    }
    caller.google.fail_refreshing("ben", None);
    assert_eq!(refreshed(&caller, &token).await.code, 200);
}

#[tokio::test]
async fn another_clients_refresh_token_is_refused() {
    let caller = Caller::new();
    let token = refresh_token(&caller, &[]).await.unwrap();
    let desktop = caller.google.other_clients().desktop;
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token.as_str()),
        ("client_id", &desktop.id),
        ("client_secret", &desktop.secret),
    ];
    assert_eq!(refusal(&caller.form("/token", &fields).await), (401, "unauthorized_client", "Unauthorized"));
}

#[tokio::test]
async fn only_the_first_consent_and_a_forced_one_give_a_refresh_token() {
    let caller = Caller::new();
    assert!(refresh_token(&caller, &[]).await.is_some());
    assert!(refresh_token(&caller, &[]).await.is_none());
    assert!(refresh_token(&caller, &[("prompt", "consent")]).await.is_some());
}

#[tokio::test]
async fn the_oldest_of_a_hundred_and_one_refresh_tokens_dies() {
    let caller = Caller::new();
    let first = refresh_token(&caller, &[]).await.unwrap();
    let mut last = String::new();
    for _ in 0..100 {
        assert_eq!(refreshed(&caller, &first).await.code, 200);
        last = refresh_token(&caller, &[("prompt", "consent")]).await.unwrap();
    }
    assert_eq!(refreshed(&caller, &first).await.body["error"], "invalid_grant");
    assert_eq!(refreshed(&caller, &last).await.code, 200);
}
