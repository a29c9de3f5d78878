//! Assertions of the service account, signed with the key from its own key file.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::RSA_PKCS1_SHA256;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};

use super::*;

const BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const BASE: &str = "http://127.0.0.1:7";

fn key_file(caller: &Caller) -> Value {
    caller.google.service_account().unwrap().key_file(BASE).unwrap()
}

fn claims(caller: &Caller) -> Value {
    let now = Timestamp::now().as_second();
    json!({
        "iss": key_file(caller)["client_email"], "aud": format!("{BASE}/token"), "scope": MODIFY,
        "iat": now, "exp": now + 3600, "sub": "ana@house.example",
    })
}

fn signed(caller: &Caller, header: &Value, claims: &Value) -> String {
    let file = key_file(caller);
    let pem = file["private_key"].as_str().unwrap();
    let base64: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    signed_with(&KeyPair::from_pkcs8(&STANDARD.decode(base64).unwrap()).unwrap(), header, claims)
}

fn signed_with(pair: &KeyPair, header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(header), part(claims));
    let mut signature = vec![0; pair.public_modulus_len()];
    pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signature).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn header(caller: &Caller) -> Value {
    json!({ "alg": "RS256", "typ": "JWT", "kid": key_file(caller)["private_key_id"] })
}

async fn asked(caller: &Caller, assertion: &str) -> Answer {
    caller.form("/token", &[("grant_type", BEARER), ("assertion", assertion)]).await
}

/// Asks with some of the usual claims changed; `null` leaves one out.
async fn with(caller: &Caller, changes: &[(&str, Value)]) -> Answer {
    let mut claims = claims(caller);
    for (name, value) in changes {
        match value {
            Value::Null => claims.as_object_mut().unwrap().remove(*name),
            value => claims.as_object_mut().unwrap().insert((*name).to_owned(), value.clone()),
        };
    }
    asked(caller, &signed(caller, &header(caller), &claims)).await
}

fn refusal(answer: &Answer) -> (u16, &str, &str) {
    let text = |name: &str| answer.body[name].as_str().unwrap_or_default();
    (answer.code, text("error"), text("error_description"))
}

#[tokio::test]
async fn the_service_account_speaks_for_a_person_of_the_domain() {
    let caller = Caller::new();
    let tokens = with(&caller, &[]).await;
    assert_eq!(tokens.code, 200, "{}", tokens.text);
    assert!(tokens.body.get("refresh_token").is_none());
    assert_eq!(tokens.noted.caller.as_deref(), Some("ana"));
    let token = tokens.body["access_token"].as_str().unwrap();
    let profile = caller.with_token(token, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!(profile.body["emailAddress"], "ana@house.example");
}

#[tokio::test]
async fn for_itself_it_has_no_mailbox() {
    let caller = Caller::new();
    let tokens = with(&caller, &[("sub", Value::Null)]).await;
    assert_eq!(tokens.code, 200, "{}", tokens.text);
    let token = tokens.body["access_token"].as_str().unwrap();
    let answer = caller.with_token(token, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!(
        (answer.code, answer.message(), answer.reason()),
        (400, "Precondition check failed.", "failedPrecondition")
    );
}

#[tokio::test]
async fn every_claim_is_checked_in_googles_words() {
    let caller = Caller::new();
    let now = Timestamp::now().as_second();
    let timeframe = "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check \
        your iat and exp values in the JWT claim.";
    let audience = format!("Invalid JWT: Failed audience check. The right audience is {BASE}/token");
    let wrong = [
        (vec![("iss", json!("nobody@x.example"))], "invalid_grant", "Invalid grant: account not found"),
        (vec![("aud", json!("https://elsewhere.example/token"))], "invalid_grant", audience.as_str()),
        (vec![("exp", json!(now + 3700))], "invalid_grant", timeframe),
        (vec![("iat", json!(now - 7200)), ("exp", json!(now - 3600))], "invalid_grant", timeframe),
        (vec![("iat", json!(now + 900)), ("exp", json!(now + 1000))], "invalid_grant", timeframe),
        (vec![("iat", Value::Null)], "invalid_grant", timeframe),
        (vec![("scope", json!(""))], "invalid_scope", "Empty or missing scope not allowed."),
        (
            vec![("scope", json!("https://www.googleapis.com/auth/gmail.everything"))],
            "invalid_scope",
            "Invalid OAuth scope or ID token audience provided.",
        ),
        (vec![("sub", json!("nobody@house.example"))], "invalid_grant", "Invalid email or User ID"),
    ];
    for (changes, error, description) in wrong {
        let answer = with(&caller, &changes).await;
        assert_eq!(refusal(&answer), (400, error, description), "{changes:?}");
    }
    let skewed = [("iat", json!(now + 120)), ("exp", json!(now + 3720))];
    assert_eq!(with(&caller, &skewed).await.code, 200, "a clock may be a little ahead");
}

#[tokio::test]
async fn a_signature_of_another_key_algorithm_or_text_is_refused() {
    let caller = Caller::new();
    let other = KeyPair::generate(KeySize::Rsa2048).unwrap();
    let foreign = signed_with(&other, &header(&caller), &claims(&caller));
    let unsigned = signed(&caller, &json!({ "alg": "none" }), &claims(&caller));
    let renamed = signed(&caller, &json!({ "alg": "RS256", "kid": "another" }), &claims(&caller));
    let good = signed(&caller, &header(&caller), &claims(&caller));
    let mut changed = claims(&caller);
    changed["sub"] = json!("ben@house.example");
    let parts: Vec<&str> = good.split('.').collect();
    let swapped = format!("{}.{}.{}", parts[0], URL_SAFE_NO_PAD.encode(changed.to_string()), parts[2]);
    for assertion in [&foreign, &unsigned, &renamed, &swapped] {
        assert_eq!(
            refusal(&asked(&caller, assertion).await),
            (400, "invalid_grant", "Invalid JWT Signature.")
        );
    }
    assert_eq!(refusal(&asked(&caller, "rubbish").await), (400, "invalid_grant", "Bad Request"));
    let missing = caller.form("/token", &[("grant_type", BEARER)]).await;
    assert_eq!(refusal(&missing), (400, "invalid_request", "Missing required parameter: assertion"));
}

#[tokio::test]
async fn it_may_do_only_what_the_admin_has_delegated() {
    let caller = Caller::new();
    let words = "Client is unauthorized to retrieve access tokens using this method, or client not authorized for \
        any of the scopes requested.";
    caller.google.delegate(Some(vec![READONLY.to_owned()]));
    assert_eq!(refusal(&with(&caller, &[]).await), (401, "unauthorized_client", words));
    let both = format!("{READONLY} {MODIFY}");
    let partly = with(&caller, &[("scope", json!(both))]).await;
    assert_eq!(refusal(&partly), (401, "unauthorized_client", words), "all or nothing");
    assert_eq!(with(&caller, &[("scope", json!(READONLY))]).await.code, 200);
    caller.google.delegate(None);
    assert_eq!(with(&caller, &[]).await.code, 200);
    let outside = with(&caller, &[("sub", json!("zoe@elsewhere.example"))]).await;
    assert_eq!(refusal(&outside), (401, "unauthorized_client", words), "not the company's account");
}

#[tokio::test]
async fn an_assertion_that_was_good_is_not_for_ever() {
    let caller = Caller::new();
    let assertion = signed(&caller, &header(&caller), &claims(&caller));
    assert_eq!(asked(&caller, &assertion).await.code, 200);
    caller.google.advance(SignedDuration::from_secs(3600 + 301));
    assert_eq!(asked(&caller, &assertion).await.code, 400);
}

#[tokio::test]
async fn the_key_and_the_clients_survive_a_restart() {
    let caller = Caller::new();
    let (before, clients) = (key_file(&caller), caller.google.other_clients());
    let snapshot = caller.google.snapshot().unwrap();
    let world =
        r#"{ "workspace": "W", "domain": "house.example", "people": [{ "handle": "ana", "name": "Ana" }] }"#;
    let world = World::read(world).unwrap();
    let later = Google::restore(&snapshot, &world, Changes::default(), client()).unwrap().at(BASE);
    let later = Caller { google: Arc::new(later), changes: Changes::default() };
    assert_eq!(key_file(&later), before);
    assert_eq!(later.google.other_clients().desktop.secret, clients.desktop.secret);
    assert_eq!(asked(&later, &signed(&caller, &header(&caller), &claims(&caller))).await.code, 200);
}
