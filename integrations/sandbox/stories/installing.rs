//! Installing the app by OAuth, renewing its tokens, and taking it out again.

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};
use url::Url;

use super::client::{Answer, Outside};

const BACK: &str = "http://127.0.0.1:8400/slack/installed";

async fn started() -> Outside {
    let outside = Outside::new().await;
    outside.post("/slack/app", json!({"redirect_uris": [BACK]})).await;
    outside
}

fn form(fields: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

async fn send_form(outside: &Outside, url: &str, fields: &[(&str, &str)]) -> Answer {
    let request = Request::post(url).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    outside.send(request.body(Full::from(form(fields))).unwrap()).await.unwrap()
}

fn query(outside: &Outside) -> String {
    form(&[
        ("client_id", &outside.card.slack_client_id),
        ("scope", "chat:write,users:read"),
        ("redirect_uri", BACK),
        ("state", "s t"),
    ])
}

/// Presses a button of the page; gives what the browser takes back to the app.
async fn press(outside: &Outside, decision: &str) -> Url {
    let fields = [("query", query(outside)), ("person", "ana".to_owned()), ("decision", decision.to_owned())];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let answer = send_form(outside, &outside.card.slack_authorize_url, &fields).await;
    assert_eq!(answer.status, 302, "{}", answer.body);
    Url::parse(answer.headers["location"].to_str().unwrap()).unwrap()
}

fn parameter(url: &Url, name: &str) -> String {
    url.query_pairs()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

async fn access(outside: &Outside, fields: &[(&str, &str)]) -> Value {
    let client = [
        ("client_id", outside.card.slack_client_id.as_str()),
        ("client_secret", outside.card.slack_client_secret.as_str()),
    ];
    let fields: Vec<(&str, &str)> = client.into_iter().chain(fields.iter().copied()).collect();
    send_form(outside, &format!("{}oauth.v2.access", outside.card.slack_api_url), &fields).await.body
}

async fn whoami(outside: &Outside, token: &str) -> Value {
    outside.api_as(token, "auth.test", json!({})).await.unwrap().body
}

#[tokio::test]
async fn a_person_allows_the_app_and_its_code_counts_once() {
    let outside = started().await;
    let page = format!("{}?{}", outside.card.slack_authorize_url, query(&outside));
    let page = outside.send(Request::get(page).body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(page.status, 200);
    assert!(page.body.as_str().unwrap().contains("chat:write"));
    let back = press(&outside, "allow").await;
    assert_eq!(parameter(&back, "state"), "s t");
    let code = parameter(&back, "code");
    let wrong = access(&outside, &[("code", &code)]).await;
    assert_eq!(wrong["error"], "bad_redirect_uri");
    let installed = access(&outside, &[("code", &code), ("redirect_uri", BACK)]).await;
    assert_eq!((&installed["ok"], &installed["token_type"]), (&json!(true), &json!("bot")));
    assert_eq!(installed["scope"], "chat:write,users:read");
    assert_eq!(installed["authed_user"]["id"], outside.card.people[0].slack_user_id);
    assert!(installed.get("refresh_token").is_none());
    assert_eq!(whoami(&outside, installed["access_token"].as_str().unwrap()).await["ok"], true);
    let again = access(&outside, &[("code", &code), ("redirect_uri", BACK)]).await;
    assert_eq!(again["error"], "code_already_used");
    assert_eq!(access(&outside, &[("code", "made.up")]).await["error"], "invalid_code");
}

#[tokio::test]
async fn a_person_cancels_and_strange_requests_never_return_anywhere() {
    let outside = started().await;
    let back = press(&outside, "cancel").await;
    assert_eq!(
        (parameter(&back, "error"), parameter(&back, "code")),
        ("access_denied".to_owned(), String::new())
    );
    assert_eq!(parameter(&back, "state"), "s t");
    for (name, usual, value) in [
        ("redirect_uri", BACK, "http://127.0.0.1:9/"),
        ("client_id", outside.card.slack_client_id.as_str(), "1.2"),
        ("scope", "chat:write,users:read", "chat:write,users:reed"),
    ] {
        let query = query(&outside).replace(&form(&[(name, usual)]), &form(&[(name, value)]));
        let page = format!("{}?{query}", outside.card.slack_authorize_url);
        let page = outside.send(Request::get(page).body(Full::default()).unwrap()).await.unwrap();
        assert_eq!(page.status, 400, "{name}");
    }
    let wrong =
        [("client_id", outside.card.slack_client_id.as_str()), ("client_secret", "no"), ("code", "x")];
    let url = format!("{}oauth.v2.access", outside.card.slack_api_url);
    assert_eq!(send_form(&outside, &url, &wrong).await.body["error"], "bad_client_secret");
}

#[tokio::test]
async fn rotated_tokens_end_and_a_refresh_token_counts_once() {
    let outside = started().await;
    outside.post("/slack/app", json!({"token_rotation": true})).await;
    let code = parameter(&press(&outside, "allow").await, "code");
    let first = access(&outside, &[("code", &code), ("redirect_uri", BACK)]).await;
    assert_eq!(first["expires_in"], 43200);
    let token = first["access_token"].as_str().unwrap();
    assert!(token.starts_with("xoxe.xoxb-1-"));
    assert_eq!(whoami(&outside, token).await["ok"], true);
    outside.post("/slack/app/expire_tokens", json!({})).await;
    assert_eq!(whoami(&outside, token).await["error"], "token_expired");
    let refresh = first["refresh_token"].as_str().unwrap();
    let renew = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
    let second = access(&outside, &renew).await;
    assert_eq!(whoami(&outside, second["access_token"].as_str().unwrap()).await["ok"], true);
    assert_eq!(access(&outside, &renew).await["error"], "invalid_refresh_token");
    assert_eq!(access(&outside, &[("grant_type", "password")]).await["error"], "invalid_grant_type");
}

#[tokio::test]
async fn a_revoked_token_is_told_of_and_a_new_installation_has_a_new_one() {
    let outside = started().await;
    let mut socket = outside.connect().await.greeted().await;
    assert_eq!(outside.api("auth.revoke", json!({})).await["revoked"], true);
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!(
        (&event["type"], &event["tokens"]["bot"][0]),
        (&json!("tokens_revoked"), &json!(outside.card.bot_user_id))
    );
    assert_eq!(whoami(&outside, &outside.card.bot_token).await["error"], "token_revoked");
    let code = parameter(&press(&outside, "allow").await, "code");
    let installed = access(&outside, &[("code", &code), ("redirect_uri", BACK)]).await;
    assert_ne!(installed["access_token"], json!(outside.card.bot_token));
    assert_eq!(whoami(&outside, installed["access_token"].as_str().unwrap()).await["ok"], true);
}

#[tokio::test]
async fn an_app_that_uninstalls_itself_hears_so_and_then_nothing() {
    let outside = started().await;
    let mut socket = outside.connect().await.greeted().await;
    let (id, secret) = (&outside.card.slack_client_id, &outside.card.slack_client_secret);
    let gone = outside.api("apps.uninstall", json!({"client_id": id, "client_secret": secret})).await;
    assert_eq!(gone["ok"], true);
    assert_eq!(socket.take().await["payload"]["event"]["type"], "tokens_revoked");
    assert_eq!(socket.take().await["payload"]["event"]["type"], "app_uninstalled");
    assert_eq!(outside.api("auth.test", json!({})).await["error"], "account_inactive");
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "x"})).await;
    assert_eq!(posted["event_ids"], json!([]));
}
