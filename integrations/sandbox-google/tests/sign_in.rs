//! From the consent page to a token, and every way that road can end.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::*;

pub(super) const CALLBACK: &str = "http://127.0.0.1:9/google/callback";
pub(super) const VERIFIER: &str = "a-verifier-that-is-long-enough-for-anybody-0123456789";

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

pub(super) fn asking(changes: &[(&str, &str)]) -> String {
    let challenge = challenge();
    let scope = format!("openid email profile {MODIFY}");
    let mut fields = vec![
        ("client_id", "client-1.apps.googleusercontent.com"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", scope.as_str()),
        ("state", "st&te"),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
        ("access_type", "offline"),
        ("login_hint", "ben@house.example"),
    ];
    for change in changes {
        fields.retain(|(name, _)| name != &change.0);
        if !change.1.is_empty() {
            fields.push(*change);
        }
    }
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    format!("/o/oauth2/v2/auth?{query}")
}

fn ticket(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"ticket\" value=\"").unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

/// Where the browser is sent after a decision, taken apart.
pub(super) async fn decide(caller: &Caller, page: &str, fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let ticket = ticket(page);
    let mut all = vec![("ticket", ticket.as_str())];
    all.extend_from_slice(fields);
    let answer = caller.form("/o/oauth2/v2/auth/decision", &all).await;
    assert_eq!(answer.code, 303, "{}", answer.text);
    let target = url::Url::parse(answer.headers["location"].to_str().unwrap()).unwrap();
    assert!(target.as_str().starts_with(CALLBACK));
    target.query_pairs().into_owned().collect()
}

pub(super) fn value(pairs: &[(String, String)], name: &str) -> String {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()).unwrap_or_default()
}

async fn code(caller: &Caller) -> String {
    let page = caller.get(&asking(&[])).await;
    let back = decide(caller, &page.text, &[("account", "ben"), ("decision", "allow")]).await;
    assert_eq!(value(&back, "state"), "st&te");
    value(&back, "code")
}

pub(super) async fn exchange(caller: &Caller, code: &str, changes: &[(&str, &str)]) -> Answer {
    let mut fields = vec![
        ("grant_type", "authorization_code"),
        ("client_id", "client-1.apps.googleusercontent.com"),
        ("client_secret", "s3cret"),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("code", code),
    ];
    for change in changes {
        fields.retain(|(name, _)| name != &change.0);
        if !change.1.is_empty() {
            fields.push(*change);
        }
    }
    caller.form("/token", &fields).await
}

#[tokio::test]
async fn consent_gives_a_code_the_code_a_token_and_the_token_a_mailbox() {
    let caller = Caller::new();
    let before = caller.changes.count();
    let tokens = exchange(&caller, &code(&caller).await, &[]).await;
    assert!(caller.changes.count() > before);
    assert_eq!(tokens.code, 200, "{}", tokens.text);
    assert_eq!(tokens.body["expires_in"], 3599);
    assert_eq!(tokens.body["token_type"], "Bearer");
    assert_eq!((tokens.noted.method.as_str(), tokens.noted.caller.as_deref()), ("oauth.token", Some("ben")));
    let access = tokens.body["access_token"].as_str().unwrap();
    let profile = caller.with_token(access, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!(profile.body["emailAddress"], "ben@house.example");
    assert_eq!(profile.noted.method, "gmail.users.getProfile");
    assert_eq!(profile.noted.caller.as_deref(), Some("ben"));
    let who = caller.with_token(access, "GET", "/oauth2/v3/userinfo", None).await;
    assert_eq!(who.body["email"], "ben@house.example");
    assert_eq!(who.body["hd"], "house.example");
    assert_eq!(who.body["name"], "Ben Okafor");
    let refresh = tokens.body["refresh_token"].as_str().unwrap();
    let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
    let credentials = [("client_id", "client-1.apps.googleusercontent.com"), ("client_secret", "s3cret")];
    let again = caller.form("/token", &[&fields[..], &credentials[..]].concat()).await;
    assert_eq!(again.code, 200, "{}", again.text);
    assert!(again.body.get("refresh_token").is_none(), "refresh tokens are not rotated");
}

#[tokio::test]
async fn the_id_token_names_the_person_and_the_client() {
    let caller = Caller::new();
    let tokens = exchange(&caller, &code(&caller).await, &[]).await;
    let token = tokens.body["id_token"].as_str().unwrap();
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["iss"], "https://accounts.google.com");
    assert_eq!(claims["aud"], "client-1.apps.googleusercontent.com");
    assert_eq!(claims["email"], "ben@house.example");
    assert_eq!(claims["email_verified"], true);
    assert_eq!(claims["hd"], "house.example");
    assert_eq!(claims["sub"].as_str().unwrap().len(), 21);
}

#[tokio::test]
async fn the_page_offers_the_accounts_and_selects_the_hinted_one() {
    let caller = Caller::new();
    let page = caller.get(&asking(&[])).await;
    assert_eq!(page.code, 200);
    assert!(page.text.contains("Letterbox &lt;i&gt; wants access"), "{}", page.text);
    assert!(page.text.contains("Ana Ruíz") && page.text.contains("zoe@elsewhere.example"));
    assert!(page.text.contains("value=\"ben\" checked"), "{}", page.text);
    assert!(!page.text.contains("value=\"ana\" checked"));
    assert!(!page.text.contains("type=\"checkbox\""), "one thing to allow needs no tick");
}

#[tokio::test]
async fn of_several_things_asked_for_only_the_ticked_ones_are_granted() {
    let caller = Caller::new();
    let scope = format!("openid {READONLY} https://www.googleapis.com/auth/gmail.send");
    let page = caller.get(&asking(&[("scope", &scope)])).await;
    assert_eq!(page.text.matches("type=\"checkbox\" name=\"scope\"").count(), 2);
    assert!(page.text.contains("id=\"select-all\""), "{}", page.text);
    assert!(
        !page.text.contains("name=\"scope\" value=\"https://www.googleapis.com/auth/gmail.send\" checked")
    );
    assert_eq!(page.text.matches(" checked").count(), 1, "the account is chosen, and nothing is ticked");
    let decision = [("account", "ana"), ("scope", READONLY), ("decision", "allow")];
    let back = decide(&caller, &page.text, &decision).await;
    assert_eq!(value(&back, "scope"), format!("{READONLY} openid"));
    let tokens = exchange(&caller, &value(&back, "code"), &[]).await;
    assert_eq!(tokens.body["scope"], format!("{READONLY} openid"));
}

#[tokio::test]
async fn cancel_sends_the_browser_back_without_a_code_and_the_page_works_once() {
    let caller = Caller::new();
    let page = caller.get(&asking(&[])).await;
    let back = decide(&caller, &page.text, &[("account", "ana"), ("decision", "cancel")]).await;
    assert_eq!(value(&back, "error"), "access_denied");
    assert_eq!(value(&back, "state"), "st&te");
    assert_eq!(value(&back, "code"), "");
    let ticket = ticket(&page.text);
    let again = caller
        .form("/o/oauth2/v2/auth/decision", &[("ticket", &ticket), ("account", "ana"), ("decision", "allow")])
        .await;
    assert_eq!(again.code, 400);
}

#[tokio::test]
async fn a_wrong_request_gets_googles_error_page_and_no_redirect() {
    let caller = Caller::new();
    let wrong = [
        (("client_id", "nobody"), 401, "invalid_client"),
        (("client_id", ""), 400, "invalid_request"),
        (("redirect_uri", "http://127.0.0.1:9/google/callback/"), 400, "redirect_uri_mismatch"),
        (("redirect_uri", ""), 400, "invalid_request"),
        (("response_type", ""), 400, "invalid_request"),
        (("response_type", "token"), 400, "unsupported_response_type"),
        (("scope", ""), 400, "invalid_request"),
        (("scope", "https://www.googleapis.com/auth/gmail.everything"), 400, "invalid_scope"),
        (("code_challenge_method", "S512"), 400, "invalid_request"),
        (("code_challenge", "short"), 400, "invalid_request"),
        (("access_type", "forever"), 400, "invalid_request"),
        (("prompt", "maybe"), 400, "invalid_request"),
    ];
    for (change, code, error) in wrong {
        let answer = caller.get(&asking(&[change])).await;
        assert_eq!(answer.code, code, "{change:?}");
        assert!(answer.text.contains(&format!("Error {code}: {error}")), "{change:?}: {}", answer.text);
        assert!(!answer.headers.contains_key("location"));
    }
    let silent = caller.get(&asking(&[("prompt", "none")])).await;
    assert!(silent.headers["location"].to_str().unwrap().contains("error=interaction_required"));
}

#[tokio::test]
async fn a_redirect_uri_added_later_is_as_good() {
    let caller = Caller::new();
    let other = "http://127.0.0.1:77/back";
    assert_eq!(caller.get(&asking(&[("redirect_uri", other)])).await.code, 400);
    caller.google.add_redirect_uri(other);
    assert_eq!(caller.get(&asking(&[("redirect_uri", other)])).await.code, 200);
}

#[tokio::test]
async fn the_token_endpoint_refuses_in_googles_words() {
    let caller = Caller::new();
    let code = code(&caller).await;
    let wrong = [
        (("client_secret", "guess"), 401, "invalid_client", "The provided client secret is invalid."),
        (("client_secret", ""), 400, "invalid_request", "client_secret is missing."),
        (("client_id", "nobody"), 401, "invalid_client", "The OAuth client was not found."),
        (("client_id", ""), 400, "invalid_request", "Could not determine client ID from request."),
        (("grant_type", ""), 400, "unsupported_grant_type", "Invalid grant_type: "),
        (
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
            400,
            "invalid_request",
            "Missing required parameter: assertion",
        ),
        (("code", "rubbish"), 400, "invalid_grant", "Malformed auth code."),
        (("code", "4/0Anever"), 400, "invalid_grant", "Bad Request"),
        (("code", ""), 400, "invalid_request", "Missing required parameter: code"),
        (("redirect_uri", "http://127.0.0.1:9/other"), 400, "redirect_uri_mismatch", "Bad Request"),
        (("code_verifier", "another"), 400, "invalid_grant", "Invalid code verifier."),
        (("code_verifier", ""), 400, "invalid_grant", "Missing code verifier."),
    ];
    for (change, status, error, description) in wrong {
        let answer = exchange(&caller, &code, &[change]).await;
        assert_eq!(answer.code, status, "{change:?}: {}", answer.text);
        assert_eq!(answer.body["error"], error, "{change:?}");
        assert_eq!(answer.body["error_description"], description, "{change:?}");
    }
    assert_eq!(exchange(&caller, &code, &[]).await.code, 200, "refusals have not used the code up");
    let reused = exchange(&caller, &code, &[]).await;
    assert_eq!((reused.code, reused.body["error"].as_str()), (400, Some("invalid_grant")));
}

#[tokio::test]
async fn the_client_may_name_itself_by_http_basic() {
    let caller = Caller::new();
    let code = code(&caller).await;
    let basic =
        base64::engine::general_purpose::STANDARD.encode("client-1.apps.googleusercontent.com:s3cret");
    let fields = [
        ("grant_type", "authorization_code"),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("code", &code),
    ];
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = Request::builder()
        .method("POST")
        .uri("/token")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("Authorization", format!("Basic {basic}"))
        .body(Body::from(body));
    assert_eq!(caller.call(request.unwrap()).await.code, 200);
}

#[tokio::test]
async fn revoking_ends_the_grant_and_a_dead_token_cannot_be_revoked() {
    let caller = Caller::new();
    let tokens = exchange(&caller, &code(&caller).await, &[]).await;
    let access = tokens.body["access_token"].as_str().unwrap();
    let refresh = tokens.body["refresh_token"].as_str().unwrap();
    assert_eq!(caller.form("/revoke", &[("token", access)]).await.code, 200);
    let profile = caller.with_token(access, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!(profile.code, 401);
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh),
        ("client_id", "client-1.apps.googleusercontent.com"),
        ("client_secret", "s3cret"),
    ];
    let dead = caller.form("/token", &fields).await;
    assert_eq!(dead.body["error_description"], "Token has been expired or revoked.");
    let again = caller.form("/revoke", &[("token", refresh)]).await;
    assert_eq!((again.code, again.body["error"].as_str()), (400, Some("invalid_token")));
}

#[tokio::test]
async fn a_token_can_be_looked_up_while_it_lives() {
    let caller = Caller::new();
    let token = caller.token("ana");
    let known = caller.get(&format!("/tokeninfo?access_token={token}")).await;
    assert_eq!((known.code, known.body["scope"].as_str()), (200, Some(MODIFY)));
    caller.google.expire_tokens("ana");
    let dead = caller.get(&format!("/tokeninfo?access_token={token}")).await;
    assert_eq!((dead.code, dead.body["error"].as_str()), (400, Some("invalid_token")));
    assert_eq!(caller.with_token(&token, "GET", "/v1/userinfo", None).await.code, 401);
}

#[tokio::test]
async fn somebody_who_takes_everything_back_has_no_token_left() {
    let caller = Caller::new();
    let token = caller.token("ana");
    caller.google.revoke("ana");
    assert_eq!(caller.with_token(&token, "GET", "/gmail/v1/users/me/profile", None).await.code, 401);
}

#[tokio::test]
async fn a_desktop_program_returns_to_any_port_of_this_computer() {
    let caller = Caller::new();
    let desktop = caller.google.other_clients().desktop;
    let own = [("client_id", desktop.id.as_str()), ("redirect_uri", CALLBACK)];
    let page = caller.get(&asking(&own)).await;
    assert_eq!(page.code, 200, "{}", page.text);
    let back = decide(&caller, &page.text, &[("account", "ben"), ("decision", "allow")]).await;
    let code = value(&back, "code");
    let id = ("client_id", desktop.id.as_str());
    let without = exchange(&caller, &code, &[id, ("client_secret", "")]).await;
    assert_eq!(without.body["error_description"], "client_secret is missing.");
    let tokens = exchange(&caller, &code, &[id, ("client_secret", &desktop.secret)]).await;
    assert_eq!(tokens.code, 200, "{}", tokens.text);
    let away = caller.get(&asking(&[id, ("redirect_uri", "https://elsewhere.example/back")])).await;
    assert!(away.text.contains("Error 400: redirect_uri_mismatch"), "{}", away.text);
}

#[tokio::test]
async fn a_client_for_devices_cannot_use_the_consent_page() {
    let caller = Caller::new();
    let television = caller.google.other_clients().limited_input;
    let answer = caller.get(&asking(&[("client_id", &television.id)])).await;
    assert_eq!(answer.code, 400);
    assert!(answer.text.contains("Error 400: invalid_request"), "{}", answer.text);
}
