//! Signing in to a server elsewhere: found out, registered, proved, kept, renewed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::extract::{Form, Query, Request, State};
use axum::http::{HeaderMap, Method as HttpMethod, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kernel::{Code, Secret};
use mcp::{Access, ClientIdentity, Login, LoginError, Reach, ServerSettings};
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
    /// The scopes that the sign-ins asked for.
    scopes: Mutex<Vec<Option<String>>>,
    manners: Manners,
}

/// Servers differ in these.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "servers differ in each of these independently")]
struct Manners {
    /// Where its metadata is, is known only to whoever is refused a POST.
    hidden: bool,
    /// Refuses without saying where its metadata is.
    silent: bool,
    /// The address that its metadata is for.
    resource: Option<&'static str>,
    /// Calls of tools need this scope.
    wants: Option<&'static str>,
    /// The client and secret that it knows.
    client: Option<(&'static str, &'static str)>,
    /// Whether a client gets that secret by registering; otherwise it is answered with a page.
    registers: bool,
    /// Gives no token for a code.
    refuses_codes: bool,
}

async fn open(bench: &Bench, lasts: u32) -> (Arc<House>, ServerSettings) {
    open_with(bench, lasts, Manners::default()).await
}

async fn open_with(bench: &Bench, lasts: u32, manners: Manners) -> (Arc<House>, ServerSettings) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let house = Arc::new(House { base: base.clone(), lasts, manners: manners.clone(), ..House::default() });
    let guarded = Notes::at(bench.path()).routes().layer(from_fn_with_state(Arc::clone(&house), guard));
    let places: &[&str] = if manners.hidden {
        &["/somewhere/else.json"]
    } else {
        &["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]
    };
    let routes = places.iter().fold(Router::new(), |routes, place| routes.route(place, get(resource)));
    let routes = routes
        .route("/.well-known/oauth-authorization-server", get(metadata))
        .route("/register", post(register))
        .route("/authorize", get(authorize))
        .route("/token", post(token))
        .with_state(Arc::clone(&house))
        .merge(guarded);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let url = Address::parse("url", &format!("{base}/mcp")).unwrap();
    (house, settings(Reach::Address { url, access: Access::SignIn(None) }))
}

async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let refused = |status: StatusCode, challenge: String| {
        (status, [(header::WWW_AUTHENTICATE, challenge)]).into_response()
    };
    if !given.is_some_and(|given| given.starts_with("Bearer access-")) {
        let place = if house.manners.hidden {
            "somewhere/else.json\", scope=\"notes:read"
        } else {
            ".well-known/oauth-protected-resource/mcp"
        };
        return match request.method() {
            &HttpMethod::GET if house.manners.hidden => StatusCode::METHOD_NOT_ALLOWED.into_response(),
            _ if house.manners.silent => refused(StatusCode::UNAUTHORIZED, "Bearer".to_owned()),
            _ => refused(
                StatusCode::UNAUTHORIZED,
                format!("Bearer resource_metadata=\"{}/{place}\"", house.base),
            ),
        };
    }
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    if let Some(wanted) = house.manners.wants {
        let granted = house.scopes.lock().unwrap().last().cloned().flatten().unwrap_or_default();
        if contains(&body, b"tools/call") && !granted.split(' ').any(|scope| scope == wanted) {
            let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{wanted}\"");
            return refused(StatusCode::FORBIDDEN, challenge);
        }
    }
    next.run(Request::from_parts(head, Body::from(body))).await
}

async fn resource(State(house): State<Arc<House>>) -> Json<Value> {
    let resource = house.manners.resource.map_or_else(|| format!("{}/mcp", house.base), str::to_owned);
    Json(json!({ "resource": resource, "authorization_servers": [house.base] }))
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

async fn register(State(house): State<Arc<House>>, Json(asked): Json<Value>) -> Response {
    assert_eq!(asked["client_name"], "Countersign");
    let mut client = json!({ "client_id": "client-1", "redirect_uris": asked["redirect_uris"], "client_name": "Countersign" });
    match house.manners.client {
        Some(_) if !house.manners.registers => {
            return (StatusCode::NOT_FOUND, Html("<!doctype html><h1>Not here</h1>")).into_response();
        }
        Some((id, secret)) => {
            client["client_id"] = json!(id);
            client["client_secret"] = json!(secret);
        }
        None => {}
    }
    (StatusCode::CREATED, Json(client)).into_response()
}

/// The person agrees at once.
async fn authorize(
    State(house): State<Arc<House>>,
    Query(asked): Query<HashMap<String, String>>,
) -> Json<Value> {
    let client = house.manners.client.map_or("client-1", |(id, _)| id);
    assert_eq!((asked["client_id"].as_str(), asked["code_challenge_method"].as_str()), (client, "S256"));
    house.scopes.lock().unwrap().push(asked.get("scope").cloned());
    house.challenge.lock().unwrap().clone_from(&asked["code_challenge"]);
    let mut back = Url::parse(&asked["redirect_uri"]).unwrap();
    back.query_pairs_mut().append_pair("code", "the-code").append_pair("state", &asked["state"]);
    Json(json!({ "back": back }))
}

async fn token(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Form(asked): Form<HashMap<String, String>>,
) -> Response {
    let kind = asked["grant_type"].clone();
    if house.manners.refuses_codes {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    }
    if let Some((id, secret)) = house.manners.client {
        let shown = headers[header::AUTHORIZATION].to_str().unwrap();
        assert_eq!(shown, format!("Basic {}", STANDARD.encode(format!("{id}:{secret}"))), "{kind}");
    }
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
    .into_response()
}

/// Somebody opens the page, and their browser comes back.
async fn sign_in(bench: &Bench, settings: &ServerSettings) {
    sign_in_for(bench, settings, &[]).await.unwrap();
}

async fn sign_in_for(bench: &Bench, settings: &ServerSettings, scopes: &[&str]) -> Result<(), LoginError> {
    let scopes: Vec<String> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    let login = Login::begin(settings, &bench.ways(), &scopes).await.unwrap();
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
    tokio::join!(login.finished(), coming).0
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
    renewed_in_use(&bench, &house, settings).await;
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
    let refused = refused(&bench, &bench.program()).await.to_string();
    assert!(refused.contains("needs no sign-in"), "{refused}");
}

/// A token that is shown has run out, and is renewed before the tool is called.
async fn renewed_in_use(bench: &Bench, house: &House, settings: ServerSettings) {
    let servers = bench.start(settings);
    bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    assert!(house.asked.lock().unwrap().iter().any(|kind| kind == "refresh_token"));
    servers.stop().await;
}

/// Why a sign-in does not begin.
async fn refused(bench: &Bench, settings: &ServerSettings) -> LoginError {
    Login::begin(settings, &bench.ways(), &[]).await.err().unwrap()
}

/// The place is in the refusal of a POST only. It is found again when the token is renewed.
#[tokio::test]
async fn a_sign_in_is_found_through_the_refusal_of_a_post() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let (house, settings) = open_with(&bench, 1, Manners { hidden: true, ..Manners::default() }).await;
    sign_in(&bench, &settings).await;
    assert_eq!(*house.scopes.lock().unwrap(), [Some("notes:read".to_owned())]);
    renewed_in_use(&bench, &house, settings).await;
}

#[tokio::test]
async fn a_call_that_needs_another_scope_asks_for_a_sign_in_with_it() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let manners = Manners { hidden: true, wants: Some("notes:write"), ..Manners::default() };
    let (house, settings) = open_with(&bench, 3600, manners).await;
    sign_in(&bench, &settings).await;
    let servers = bench.start(settings.clone());
    let read = bench.tool("mcp__notes__read").await;
    let failure = bench.run(&read, json!({})).await.unwrap_err();
    assert_eq!(failure.code, Code::NotAvailable, "{failure}");
    assert!(failure.words.contains("countersign mcp login notes --scope"), "{failure}");
    assert_eq!(failure.quote.as_deref(), Some("notes:write"), "the scope is the server's word");
    sign_in_for(&bench, &settings, &["notes:write"]).await.unwrap();
    let asked = house.scopes.lock().unwrap().last().cloned().flatten();
    assert_eq!(asked.as_deref(), Some("notes:read notes:write"), "what was granted before is kept");
    bench.run(&read, json!({})).await.expect("the open connection shows the new token");
    servers.stop().await;
}

#[tokio::test]
async fn a_client_that_somebody_registered_is_used_where_nobody_can_register() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let manners = Manners { client: Some(("ours", "s3cret")), ..Manners::default() };
    let (house, settings) = open_with(&bench, 1, manners).await;
    let words = refused(&bench, &settings).await.to_string();
    assert!(words.contains("set client_id and client_secret_from in [mcp.servers.notes]"), "{words}");
    assert!(!words.contains('<') && words.contains("404"), "no page is shown: {words}");
    let Reach::Address { url, .. } = settings.reach.clone() else { panic!() };
    let identity = ClientIdentity { id: "ours".to_owned(), secret: Some(Secret::new("s3cret")) };
    let reach = Reach::Address { url, access: Access::SignIn(Some(identity)) };
    let settings = ServerSettings { reach, ..settings };
    sign_in(&bench, &settings).await;
    renewed_in_use(&bench, &house, settings).await;
}

#[tokio::test]
async fn a_secret_that_was_given_at_the_registration_is_sealed_and_used_to_renew() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let _ground = bench.ground();
    let manners = Manners { client: Some(("given", "s3cret")), registers: true, ..Manners::default() };
    let (house, settings) = open_with(&bench, 1, manners).await;
    sign_in(&bench, &settings).await;
    renewed_in_use(&bench, &house, settings).await;
    assert!(walk(bench.path()).iter().all(|bytes| !contains(bytes, b"s3cret")));
}

#[tokio::test]
async fn a_code_that_is_refused_ends_the_sign_in() {
    let bench = Bench::with(&[]).await;
    let _ground = bench.ground();
    let (_house, settings) =
        open_with(&bench, 1, Manners { refuses_codes: true, ..Manners::default() }).await;
    let refused = sign_in_for(&bench, &settings, &[]).await.unwrap_err();
    assert!(matches!(refused, LoginError::Refused(_)), "{refused}");
    assert!(bench.vault.names("mcp/").await.unwrap().is_empty());
}

#[tokio::test]
async fn a_sign_in_that_is_for_another_server_is_said_to_be() {
    let other = "https://other.example/mcp";
    for silent in [false, true] {
        let bench = Bench::with(&[]).await;
        let _ground = bench.ground();
        let manners = Manners { resource: Some(other), silent, ..Manners::default() };
        let (house, settings) = open_with(&bench, 3600, manners).await;
        let refused = refused(&bench, &settings).await;
        assert!(matches!(&refused, LoginError::OtherResource { .. }), "{refused}");
        let words = refused.to_string();
        assert!(words.contains(other) && !words.contains('<'), "{words}");
        assert!(house.scopes.lock().unwrap().is_empty() && house.asked.lock().unwrap().is_empty());
    }
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
