//! Google gives no new token: the person is told why, and gets a button where a sign-in helps.

use serde_json::json;

use crate::harness::{Acting, Met, all_text};

const READING: &[&str] = &["gmail.readonly"];

/// From now on Google refuses to renew Ana's tokens so, and the one we hold is over.
async fn failing(acting: &Acting, failure: &str) {
    acting.control().post("/google/refresh", json!({ "person": "ana", "failure": failure })).await;
    acting.control().post("/google/expire", json!({ "person": "ana" })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_mends_it_is_offered_with_the_reason() {
    for (failure, words) in [
        ("revoked", "Google no longer accepts my access to ana@fernwood.example."),
        ("invalid_rapt", "wants people to sign in anew from time to time"),
    ] {
        let acting = Acting::as_ana(READING).await;
        failing(&acting, failure).await;
        let act = acting.act("gmail.search", json!({ "query": "in:inbox" })).await;
        let Met::Offer(offer) = act.met().await else { panic!("{failure}: no sign-in is offered") };
        assert!(all_text(&offer).contains(words), "{failure}: {}", all_text(&offer));
        // Whoever asks again meanwhile is told the same.
        let again = acting.act("gmail.search", json!({ "query": "in:inbox" })).await;
        let Met::Offer(second) = again.met().await else { panic!("{failure}: no sign-in is offered") };
        assert!(all_text(&second).contains(words), "{failure}: {}", all_text(&second));
        acting.control().post("/google/refresh", json!({ "person": "ana", "failure": "none" })).await;
        acting.town.accept("ana", &offer).await;
        assert!(!act.goes_on().await.failed, "{failure}");
        assert!(!again.goes_on().await.failed, "{failure}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_sign_in_mends_offers_none_and_loses_no_grant() {
    let acting = Acting::as_ana(READING).await;
    for (failure, words) in [
        ("internal_failure", "Your connection is kept; try again in a minute."),
        ("invalid_client", "GOOGLE_CLIENT_ID"),
        ("deleted_client", "GOOGLE_CLIENT_ID"),
        ("unauthorized_client", "GOOGLE_CLIENT_ID"),
        ("admin_policy_enforced", "under API controls"),
    ] {
        failing(&acting, failure).await;
        let answer = acting.act("gmail.search", json!({ "query": "in:inbox" })).await.answer().await;
        assert_eq!(answer.code(), Some("not_available"), "{failure}: {}", answer.words);
        assert!(answer.words.contains(words), "{failure}: {}", answer.words);
        failing(&acting, "none").await;
        let answer = acting.act("gmail.search", json!({ "query": "in:inbox" })).await.answer().await;
        assert!(!answer.failed, "{failure} has lost the grant: {}", answer.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_in_testing_is_let_in_for_seven_days_and_says_so_when_they_are_over() {
    let acting = Acting::as_ana(READING).await;
    acting.control().post("/google/publishing", json!({ "status": "testing" })).await;
    acting.town.days_pass(6).await;
    let answer = acting.act("gmail.search", json!({ "query": "in:inbox" })).await.answer().await;
    assert!(!answer.failed, "{}", answer.words);
    acting.town.days_pass(1).await;
    let act = acting.act("gmail.search", json!({ "query": "in:inbox" })).await;
    let Met::Offer(offer) = act.met().await else { panic!("no sign-in is offered") };
    let words = all_text(&offer);
    assert!(words.contains("because it was seven days old") && words.contains("in Testing"), "{words}");
    acting.town.accept("ana", &offer).await;
    assert!(!act.goes_on().await.failed);
}
