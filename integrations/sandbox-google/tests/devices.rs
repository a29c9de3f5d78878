//! The device flow, from the code on a screen to the token.

use jiff::SignedDuration;

use super::*;
use crate::{DeviceDecision, Timing};

const FILES: &str = "https://www.googleapis.com/auth/drive.file";
const DATA: &str = "https://www.googleapis.com/auth/drive.appdata";
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn started(caller: &Caller, scope: &str) -> Answer {
    let client = caller.google.other_clients().limited_input;
    caller.form("/device/code", &[("client_id", &client.id), ("scope", scope)]).await
}

async fn poll(caller: &Caller, code: &str) -> Answer {
    let client = caller.google.other_clients().limited_input;
    let fields = [
        ("client_id", &*client.id),
        ("client_secret", &client.secret),
        ("device_code", code),
        ("grant_type", DEVICE),
    ];
    caller.form("/token", &fields).await
}

fn texts(answer: &Answer) -> (String, String) {
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    (text("device_code"), text("user_code"))
}

fn wait(caller: &Caller, seconds: i64) {
    caller.google.advance(SignedDuration::from_secs(seconds));
}

#[tokio::test]
async fn a_device_gets_two_codes_and_googles_own_field_names() {
    let caller = Caller::new();
    let answer = started(&caller, &format!("openid email {FILES}")).await;
    assert_eq!(answer.code, 200, "{}", answer.text);
    assert_eq!(answer.body["verification_url"], "http://127.0.0.1:7/device");
    assert!(answer.body.get("verification_uri").is_none());
    assert_eq!((answer.body["expires_in"].as_u64(), answer.body["interval"].as_u64()), (Some(1800), Some(5)));
    assert_eq!(answer.noted.method, "oauth.device_code");
}

#[tokio::test]
async fn only_a_client_for_devices_and_only_scopes_for_devices_may_start() {
    let caller = Caller::new();
    for scope in
        [READONLY, "https://www.googleapis.com/auth/drive", "https://www.googleapis.com/auth/calendar"]
    {
        let answer = started(&caller, &format!("openid {scope}")).await;
        assert_eq!((answer.code, answer.body["error"].as_str()), (400, Some("invalid_scope")));
        assert_eq!(answer.body["error_description"], format!("Invalid device flow scope: {scope}"));
    }
    let open = format!(
        "openid email profile https://www.googleapis.com/auth/userinfo.email {FILES} {DATA} \
         https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtube.readonly"
    );
    assert_eq!(started(&caller, &open).await.code, 200);
    let desktop = caller.google.other_clients().desktop.id;
    for client in ["client-1.apps.googleusercontent.com", desktop.as_str()] {
        let answer = caller.form("/device/code", &[("client_id", client), ("scope", "openid")]).await;
        assert_eq!((answer.code, answer.body["error"].as_str()), (401, Some("invalid_client")));
        assert_eq!(answer.body["error_description"], "Invalid client type.");
    }
    let unknown = caller.form("/device/code", &[("client_id", "nobody"), ("scope", "openid")]).await;
    assert_eq!(unknown.body["error_description"], "The OAuth client was not found.");
    let nothing = started(&caller, "").await;
    assert_eq!(nothing.body["error_description"], "Missing required parameter: scope");
    let unnamed = caller.form("/device/code", &[("scope", "openid")]).await;
    assert_eq!(unnamed.body["error_description"], "Missing required parameter: client_id");
}

#[tokio::test]
async fn the_device_waits_until_the_person_has_typed_the_code_and_allowed_it() {
    let caller = Caller::new();
    let (device, user) = texts(&started(&caller, &format!("openid email {FILES} {DATA}")).await);
    let pending = poll(&caller, &device).await;
    assert_eq!((pending.code, pending.body["error"].as_str()), (428, Some("authorization_pending")));
    assert!(caller.get("/device").await.text.contains("id=\"user-code\""));
    let page = caller.form("/device", &[("user_code", &user.to_lowercase())]).await;
    assert_eq!(page.text.matches("type=\"checkbox\" name=\"scope\"").count(), 2, "{}", page.text);
    assert!(page.text.contains("Ana Ruíz") && page.text.contains("action=\"/device/decision\""));
    let decision =
        [("user_code", user.as_str()), ("account", "ana"), ("scope", FILES), ("decision", "allow")];
    let done = caller.form("/device/decision", &decision).await;
    assert!(done.text.contains("Device connected"), "{}", done.text);
    wait(&caller, 5);
    let tokens = poll(&caller, &device).await;
    assert_eq!(tokens.code, 200, "{}", tokens.text);
    let granted = tokens.body["scope"].as_str().unwrap();
    assert!(granted.contains(FILES) && !granted.contains(DATA), "only what was ticked: {granted}");
    assert!(tokens.body["refresh_token"].is_string() && tokens.body["id_token"].is_string());
    wait(&caller, 5);
    let again = poll(&caller, &device).await;
    assert_eq!((again.code, again.body["error"].as_str()), (400, Some("invalid_grant")));
    let client = caller.google.other_clients().limited_input;
    let refresh = tokens.body["refresh_token"].as_str().unwrap();
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh),
        ("client_id", &client.id),
        ("client_secret", &client.secret),
    ];
    assert_eq!(caller.form("/token", &fields).await.code, 200);
}

#[tokio::test]
async fn a_device_that_asks_too_fast_is_told_to_slow_down() {
    let caller = Caller::new();
    let (device, user) = texts(&started(&caller, "openid").await);
    poll(&caller, &device).await;
    let fast = poll(&caller, &device).await;
    assert_eq!((fast.code, fast.body["error"].as_str()), (403, Some("slow_down")));
    assert!(caller.google.answer_device(&user, "ana", &DeviceDecision::Allow));
    wait(&caller, 6);
    assert_eq!(poll(&caller, &device).await.body["error"], "slow_down", "ten seconds from now on");
    wait(&caller, 15);
    assert_eq!(poll(&caller, &device).await.code, 200);
}

#[tokio::test]
async fn a_denial_an_expired_code_and_an_unknown_one_are_told_apart() {
    let caller = Caller::new();
    let (device, user) = texts(&started(&caller, "openid").await);
    let decision = [("user_code", user.as_str()), ("account", "ana"), ("decision", "cancel")];
    assert!(caller.form("/device/decision", &decision).await.text.contains("Access denied"));
    let denied = poll(&caller, &device).await;
    assert_eq!((denied.code, denied.body["error"].as_str()), (403, Some("access_denied")));
    caller.google.set_device_timing(Timing { interval: 1, expires_in: 60 });
    let short = started(&caller, "openid").await;
    assert_eq!((short.body["interval"].as_u64(), short.body["expires_in"].as_u64()), (Some(1), Some(60)));
    let (late, late_user) = texts(&short);
    wait(&caller, 60);
    let expired = poll(&caller, &late).await;
    assert_eq!((expired.code, expired.body["error"].as_str()), (400, Some("expired_token")));
    let page = caller.form("/device", &[("user_code", &late_user)]).await;
    assert!(page.text.contains("That code didn’t work"), "{}", page.text);
    let unknown = poll(&caller, "AH-1Ngnever").await;
    assert_eq!((unknown.code, unknown.body["error"].as_str()), (400, Some("invalid_grant")));
    let other = [
        ("client_id", "client-1.apps.googleusercontent.com"),
        ("client_secret", "s3cret"),
        ("device_code", device.as_str()),
        ("grant_type", DEVICE),
    ];
    assert_eq!(caller.form("/token", &other).await.body["error"], "invalid_grant");
}

#[tokio::test]
async fn somebody_can_allow_only_some_of_it_without_the_page() {
    let caller = Caller::new();
    let (device, user) = texts(&started(&caller, &format!("{FILES} {DATA}")).await);
    let only = DeviceDecision::AllowOnly(vec![DATA.to_owned()]);
    assert!(caller.google.answer_device(&user, "ben", &only));
    assert!(!caller.google.answer_device(&user, "ben", &DeviceDecision::Deny), "it is answered already");
    let tokens = poll(&caller, &device).await;
    assert_eq!((tokens.body["scope"].as_str(), tokens.noted.caller.as_deref()), (Some(DATA), Some("ben")));
}
