//! Signing in to a server elsewhere: found out, registered, proved, kept, renewed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcp::{Access, Login, Reach, ServerSettings};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;
use wire::{Address, Configured, Method, Timeouts};

use crate::bench::{Bench, settings};
use crate::notes::{Notes, tool};

/// Where people sign in, and what it has seen.
#[derive(Default)]
struct House {
    base: String,
    /// How long a token lasts, in seconds.
    lasts: u32,
    challenge: Mutex<String>,
    /// What the token endpoint was asked for.
    asked: Mutex<Vec<String>>,
}

async fn open(bench: &Bench, lasts: u32) -> (Arc<House>, ServerSettings) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let house = Arc::new(House { base: base.clone(), lasts, ..House::default() });
    let guarded = Notes::at(bench.path()).routes().layer(from_fn_with_state(Arc::clone(&house), guard));
    let routes = Router::new()
        .route("/.well-known/oauth-protected-resource/mcp", get(resource))
        .route("/.well-known/oauth-protected-resource", get(resource))
        .route("/.well-known/oauth-authorization-server", get(metadata))
        .route("/register", post(register))
        .route("/authorize", get(authorize))
        .route("/token", post(token))
        .with_state(Arc::clone(&house))
        .merge(guarded);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let url = Address::parse("url", &format!("{base}/mcp")).unwrap();
    (house, settings(Reach::Address { url, access: Access::SignIn }))
}

async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given.is_some_and(|given| given.starts_with("Bearer access-")) {
        return next.run(request).await;
    }
    let challenge =
        format!("Bearer resource_metadata=\"{}/.well-known/oauth-protected-resource/mcp\"", house.base);
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, challenge)]).into_response()
}

async fn resource(State(house): State<Arc<House>>) -> Json<Value> {
    Json(json!({ "resource": format!("{}/mcp", house.base), "authorization_servers": [house.base] }))
}

async fn metadata(State(house): State<Arc<House>>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", house.base);
    Json(json!({
        "issuer": house.base,
        "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"),
        "registration_endpoint": at("register"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    }))
}

async fn register(Json(asked): Json<Value>) -> (StatusCode, Json<Value>) {
    assert_eq!(asked["client_name"], "Countersign");
    let client = json!({ "client_id": "client-1", "redirect_uris": asked["redirect_uris"], "client_name": "Countersign" });
    (StatusCode::CREATED, Json(client))
}

/// The person agrees at once.
async fn authorize(
    State(house): State<Arc<House>>,
    Query(asked): Query<HashMap<String, String>>,
) -> Json<Value> {
    assert_eq!((asked["client_id"].as_str(), asked["code_challenge_method"].as_str()), ("client-1", "S256"));
    house.challenge.lock().unwrap().clone_from(&asked["code_challenge"]);
    let mut back = Url::parse(&asked["redirect_uri"]).unwrap();
    back.query_pairs_mut().append_pair("code", "the-code").append_pair("state", &asked["state"]);
    Json(json!({ "back": back }))
}

async fn token(State(house): State<Arc<House>>, Form(asked): Form<HashMap<String, String>>) -> Json<Value> {
    let kind = asked["grant_type"].clone();
    if kind == "authorization_code" {
        assert_eq!(asked["code"], "the-code");
        let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(asked["code_verifier"].as_bytes()));
        assert_eq!(proof, *house.challenge.lock().unwrap(), "only whoever began it can end it");
    } else {
        assert_eq!(asked["refresh_token"], "refresh-1");
    }
    let number = {
        let mut all = house.asked.lock().unwrap();
        all.push(kind);
        all.len()
    };
    let lasts = if number == 1 { house.lasts } else { 3600 };
    Json(json!({ "access_token": format!("access-{number}"), "token_type": "Bearer", "expires_in": lasts,
        "refresh_token": "refresh-1" }))
}

/// Somebody opens the page, and their browser comes back.
async fn sign_in(bench: &Bench, settings: &ServerSettings) {
    let login = Login::begin(settings, Arc::clone(&bench.vault)).await.unwrap();
    let browser = Configured::new(Timeouts::default()).unwrap();
    let page = Url::parse(login.address()).unwrap();
    let agreed: Value = browser.request(Method::GET, page).send().await.unwrap().json().unwrap();
    let back = Url::parse(agreed["back"].as_str().unwrap()).unwrap();
    let mut forged = back.clone();
    forged.query_pairs_mut().clear().append_pair("code", "other").append_pair("state", "made-up");
    let coming = async {
        browser.request(Method::GET, forged).send().await.unwrap();
        browser.request(Method::GET, back).send().await.unwrap();
    };
    let (done, ()) = tokio::join!(login.finished(), coming);
    done.unwrap();
}

#[tokio::test]
async fn somebody_signs_in_once_and_what_they_got_is_sealed_and_used() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let (house, settings) = open(&bench, 3600).await;
    sign_in(&bench, &settings).await;
    assert_eq!(*house.asked.lock().unwrap(), ["authorization_code"]);
    assert_eq!(bench.vault.names("mcp/").await.unwrap(), ["mcp/notes"]);
    let servers = bench.start(settings);
    bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    servers.stop().await;
    let everything = walk(bench.path());
    assert!(everything.iter().all(|bytes| !contains(bytes, b"access-1") && !contains(bytes, b"refresh-1")));
}

#[tokio::test]
async fn what_has_run_out_is_renewed_by_itself() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let (house, settings) = open(&bench, 1).await;
    sign_in(&bench, &settings).await;
    let servers = bench.start(settings);
    bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    assert!(house.asked.lock().unwrap().iter().any(|kind| kind == "refresh_token"));
    servers.stop().await;
}

#[tokio::test]
async fn whoever_has_not_signed_in_is_not_there_and_a_program_needs_no_sign_in() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let (house, elsewhere) = open(&bench, 3600).await;
    bench.start(elsewhere.clone()).stop().await;
    assert!(bench.names().is_empty() && house.asked.lock().unwrap().is_empty());
    let seen = mcp::examine(&elsewhere, &bench.ways(), &[]).await;
    assert_eq!(seen.remedy.as_deref(), Some("Run: countersign mcp login notes"), "{seen:?}");
    let refused = Login::begin(&bench.program(), Arc::clone(&bench.vault)).await.err().unwrap().to_string();
    assert!(refused.contains("needs no sign-in"), "{refused}");
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn walk(folder: &std::path::Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![std::fs::read(path).unwrap()] })
        .collect()
}
