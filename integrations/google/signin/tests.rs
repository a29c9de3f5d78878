//! The sign-in, page by page, against a scripted Google.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Inbound;
use kernel::ports::{ConsentOffer, Grants as _, Letter, Reader as _, SignIn, Vault as _, Way};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower::ServiceExt as _;
use url::Url;

use super::*;
use crate::scopes::{GMAIL_COMPOSE, GMAIL_MODIFY, GMAIL_READONLY};
use crate::testing::{Answer, MemoryInbox, Seen, World, ana, ok};

struct Visit {
    world: World,
    inbox: Arc<MemoryInbox>,
    letters: UnboundedReceiver<Letter>,
    desk: SignIns,
    routes: Router,
}

fn id_token(address: &str, verified: bool) -> String {
    let claims = json!({ "email": address, "email_verified": verified, "aud": "client" }).to_string();
    format!("e30.{}.c2ln", URL_SAFE_NO_PAD.encode(claims))
}

fn tokens(address: &str) -> Answer {
    ok(json!({ "access_token": "a", "refresh_token": "r", "token_type": "Bearer", "expires_in": 3600,
               "scope": format!("openid {}", GMAIL_READONLY.0), "id_token": id_token(address, true) }))
}

impl Visit {
    async fn with(script: impl Fn(&Seen, usize) -> Answer + Send + Sync + 'static) -> Self {
        let world = World::answering(script).await;
        let (sender, letters) = unbounded_channel();
        let inbox = Arc::new(MemoryInbox::default());
        let desk = SignIns::new(&world.google, inbox.clone(), sender);
        let routes = desk.routes();
        Self { world, inbox, letters, desk, routes }
    }

    async fn offer(&self) -> String {
        let offer = ConsentOffer {
            consent: "c1".into(),
            thread: Some("th1".into()),
            person: ana(),
            needs: vec![vec![GMAIL_READONLY.0.to_owned(), GMAIL_MODIFY.0.to_owned()]],
            way: Way::Usual,
        };
        let SignIn::Link { url } = self.desk.offer(&offer).await.unwrap() else { panic!() };
        let url = Url::parse(&url).unwrap();
        url.path().to_owned()
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, String, String) {
        let response = self.routes.clone().oneshot(request).await.unwrap();
        let headers = response.headers();
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert!(headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        let location =
            headers.get("location").map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, location, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn get(&self, target: &str) -> (StatusCode, String, String) {
        self.send(Request::get(target).body(Body::empty()).unwrap()).await
    }

    /// Follows the link to Google and comes back with a code.
    async fn come_back(&self, answer: &str) -> (StatusCode, String) {
        let (_, location, _) = self.get(&self.offer().await).await;
        let state = asked(&location)["state"].clone();
        let (status, _, page) = self.get(&format!("/google/callback?state={state}&{answer}")).await;
        (status, page)
    }

    async fn press(&self, page: &str) -> (StatusCode, String) {
        let token = page.split("name=\"token\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let request = Request::post("/google/confirm")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(format!("token={token}")))
            .unwrap();
        let (status, _, page) = self.send(request).await;
        (status, page)
    }

    async fn nothing_is_kept(&self) -> bool {
        self.world.vault.names("google/").await.unwrap().is_empty()
    }
}

fn asked(location: &str) -> HashMap<String, String> {
    Url::parse(location).unwrap().query_pairs().into_owned().collect()
}

#[tokio::test]
async fn somebody_signs_in_and_the_waiting_thread_hears_of_it_once() {
    let mut visit = Visit::with(|_, _| tokens("ana@example.com")).await;
    let link = visit.offer().await;
    let (status, location, _) = visit.get(&link).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let question = asked(&location);
    for (name, value) in [
        ("access_type", "offline"),
        ("include_granted_scopes", "true"),
        ("prompt", "consent"),
        ("response_type", "code"),
        ("code_challenge_method", "S256"),
        ("login_hint", "Ana@example.com"),
        ("redirect_uri", "http://127.0.0.1:1/google/callback"),
    ] {
        assert_eq!(question[name], value);
    }
    assert!(question["scope"].contains(GMAIL_READONLY.0) && !question["scope"].contains(GMAIL_COMPOSE.0));
    let (status, _, page) =
        visit.get(&format!("/google/callback?state={}&code=xyz", question["state"])).await;
    assert_eq!(status, StatusCode::OK);
    for named in ["ana@example.com", "Ana Ruiz", "Acme"] {
        assert!(page.contains(named), "{page}");
    }
    let exchange = &visit.world.seen()[0];
    let sent: HashMap<String, String> =
        url::form_urlencoded::parse(exchange.body.as_bytes()).into_owned().collect();
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&sent["code_verifier"]));
    assert_eq!((&sent["code"], &challenge), (&"xyz".to_owned(), &question["code_challenge"]));
    assert!(visit.inbox.kept.lock().unwrap().is_empty(), "nothing happens before the button");
    for _ in 0..2 {
        let (status, page) = visit.press(&page).await;
        assert!(status == StatusCode::OK && page.contains("Go back to Slack"), "{page}");
    }
    let letter = visit.letters.try_recv().unwrap();
    let expected = Inbound::Connected {
        consent: "c1".into(),
        person: ana().id,
        account: "ana@example.com".into(),
        connection: kernel::Connection::New,
        allowed: vec!["read your mail".to_owned()],
    };
    assert_eq!(SignInReader.read(&letter.raw.read().unwrap()), Some(expected));
    assert!(visit.letters.try_recv().is_err());
    let needs = [vec![GMAIL_READONLY.0.to_owned()]];
    assert_eq!(visit.world.google.book.choose(&ana(), &needs).await.unwrap().0, "ana@example.com");
}

#[tokio::test]
async fn a_link_works_once_and_for_ten_minutes() {
    let visit = Visit::with(|_, _| tokens("ana@example.com")).await;
    let (_, location, _) = visit.get(&visit.offer().await).await;
    let back = format!("/google/callback?state={}&code=xyz", asked(&location)["state"]);
    assert_eq!(visit.get(&back).await.0, StatusCode::OK);
    assert_eq!(visit.get(&back).await.0, StatusCode::GONE);
    let late = visit.offer().await;
    visit.world.clock.pass(Duration::from_mins(10));
    let (status, _, page) = visit.get(&late).await;
    assert!(status == StatusCode::GONE && page.contains("Go back to Slack"), "{page}");
    assert_eq!(visit.get("/google/callback?state=guessed&code=xyz").await.0, StatusCode::GONE);
}

#[tokio::test]
async fn another_address_is_refused_and_its_token_given_back() {
    let visit = Visit::with(|_, _| tokens("mallory@example.com")).await;
    let (status, page) = visit.come_back("code=xyz").await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(page.contains("mallory@example.com") && page.contains("Ana@example.com"), "{page}");
    assert_eq!(visit.world.count("POST", "/revoke"), 1);
    assert!(visit.nothing_is_kept().await);
}

#[tokio::test]
async fn an_address_google_does_not_vouch_for_is_refused() {
    let visit = Visit::with(|_, _| {
        ok(json!({ "access_token": "a", "refresh_token": "r", "token_type": "Bearer",
                   "id_token": id_token("ana@example.com", false) }))
    })
    .await;
    assert_eq!(visit.come_back("code=xyz").await.0, StatusCode::BAD_GATEWAY);
    assert!(visit.nothing_is_kept().await);
}

#[tokio::test]
async fn whoever_declines_is_told_how_to_come_back() {
    let visit = Visit::with(|_, _| ok(Value::Null)).await;
    let (status, page) = visit.come_back("error=access_denied").await;
    assert!(status == StatusCode::OK && page.contains("ask again"), "{page}");
    assert!(visit.nothing_is_kept().await && visit.world.seen().is_empty());
}

#[tokio::test]
async fn without_an_id_token_google_is_asked_who_it_is() {
    let visit = Visit::with(|seen, _| {
        if seen.is("GET", "/userinfo") {
            ok(json!({ "email": "Ana@Example.com", "email_verified": true }))
        } else {
            ok(json!({ "access_token": "a", "refresh_token": "r", "token_type": "Bearer" }))
        }
    })
    .await;
    let (status, page) = visit.come_back("code=xyz").await;
    assert!(status == StatusCode::OK && page.contains("ana@example.com"), "{page}");
}

#[tokio::test]
async fn more_permission_keeps_the_refresh_token_we_hold() {
    let visit = Visit::with(|_, _| {
        ok(json!({ "access_token": "a2", "token_type": "Bearer", "expires_in": 3600,
                   "scope": GMAIL_MODIFY.0, "id_token": id_token("ana@example.com", true) }))
    })
    .await;
    visit.world.connected(Duration::from_hours(1)).await;
    let (_, location, _) = visit.get(&visit.offer().await).await;
    assert!(!asked(&location).contains_key("prompt"), "we hold a refresh token");
    let (_, page) = visit.come_back("code=xyz").await;
    visit.press(&page).await;
    let held = visit.world.google.book.held(&ana().id, &"ana@example.com".into()).await.unwrap().unwrap();
    assert_eq!(held.refresh.reveal(), "refresh-1");
    assert_eq!(held.scopes, [GMAIL_MODIFY.0.to_owned()].into());
}

#[tokio::test]
async fn the_button_works_again_until_the_thread_has_heard() {
    let mut visit = Visit::with(|_, _| tokens("ana@example.com")).await;
    let (_, page) = visit.come_back("code=xyz").await;
    visit.inbox.out_of_order.store(true, Ordering::SeqCst);
    assert_eq!(visit.press(&page).await.0, StatusCode::SERVICE_UNAVAILABLE);
    visit.inbox.out_of_order.store(false, Ordering::SeqCst);
    assert_eq!(visit.press(&page).await.0, StatusCode::OK);
    assert!(visit.letters.try_recv().is_ok());
}
