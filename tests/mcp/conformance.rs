//! The conformance suite that the protocol's own people publish, against our client and our server. `conformance.yml` lists
//! the scenarios that do not apply, and why.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;
use kernel::{Failure, Secret};
use mcp::{Access, ClientIdentity, Login, LoginError, Reach, ServerSettings};
use serde_json::{Value, json};
use tokio::process::Command;
use url::Url;
use wire::{Address, Configured, HttpClient, Timeouts};

use super::bench::{Bench, patterns, settings};
use super::serving::{Served, connected};
use crate::harness::Published;

/// The suite needs a newer Node than some systems have, and the registry has that too.
fn installed() -> &'static Published {
    static PUBLISHED: OnceLock<Published> = OnceLock::new();
    PUBLISHED.get_or_init(|| {
        Published::install("mcp-conformance", &["node@22", "@modelcontextprotocol/conformance@0.1.16"], &[])
    })
}

/// Runs the suite with these arguments: whether it is content, and what it says.
async fn suite(arguments: &[&str]) -> (bool, String) {
    let programs = installed().node("conformance");
    let node = programs.parent().unwrap();
    let path = std::env::join_paths(
        [node.to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<PathBuf>>()),
    );
    let output = Command::new(&programs)
        .args(arguments)
        .env("PATH", path.unwrap())
        .env("RUST_BACKTRACE", "0")
        .output()
        .await
        .unwrap();
    let words =
        [output.stdout, output.stderr].map(|words| String::from_utf8_lossy(&words).into_owned()).concat();
    (output.status.success(), words)
}

const NOT_APPLICABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/conformance.yml");

/// One scenario after the other: some measure how long a client waits.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs the published conformance suite with npm"]
async fn our_client_does_what_the_published_suite_asks_of_a_client() {
    let (listed, scenarios) = suite(&["list"]).await;
    assert!(listed, "{scenarios}");
    let (_, scenarios) = scenarios.split_once("Client scenarios").unwrap();
    let scenarios: Vec<&str> = scenarios
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- ")?.split_whitespace().next())
        .collect();
    assert!(scenarios.len() > 20, "{scenarios:?}");
    let ourselves = std::env::current_exe().unwrap();
    let command = format!(
        "{} --exact mcp::conformance::a_client_for_the_suite --nocapture",
        ourselves.to_str().unwrap()
    );
    let mut failed = BTreeMap::new();
    for scenario in scenarios {
        let arguments = ["client", "--command", &command, "--expected-failures", NOT_APPLICABLE];
        let (content, words) = suite(&[&arguments[..], &["--scenario", scenario]].concat()).await;
        println!("{scenario}: {content}");
        if !content {
            failed.insert(scenario, words);
        }
    }
    let words: Vec<&String> = failed.values().collect();
    assert!(failed.is_empty(), "{words:#?} {:?}", failed.keys());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs the published conformance suite with npm"]
async fn our_server_does_what_the_published_suite_asks_of_a_server() {
    let (town, cast) = connected().await;
    let served = Served::start(&town, &cast).await;
    let url = with_token(&served).await;
    let arguments = ["server", "--url", &url, "--suite", "all", "--expected-failures", NOT_APPLICABLE];
    let (content, words) = suite(&arguments).await;
    println!("{words}");
    assert!(content, "{words}");
}

/// Where our server, the token and a client to reach it are, for whoever has no token.
struct Forward {
    http: HttpClient,
    address: String,
    token: String,
}

/// The suite cannot show a token. Everything it sends to this address reaches our server as it is, with the token.
async fn with_token(served: &Served) -> String {
    let http = Configured::new(Timeouts::default()).unwrap().for_a_library();
    let forward = Forward { http, address: served.address.clone(), token: served.token.clone() };
    let routes = Router::new().route("/mcp", any(forwarded)).with_state(Arc::new(forward));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    url
}

async fn forwarded(
    State(to): State<Arc<Forward>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, StatusCode> {
    let request = to.http.request(method, &to.address).headers(headers).bearer_auth(&to.token);
    let answer = request.body(body).send().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let mut response = Response::new(Body::from_stream(answer.bytes_stream()));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

/// The suite starts this binary once more, with the address of the suite's server behind. By itself it does nothing.
#[tokio::test]
async fn a_client_for_the_suite() {
    let Ok(scenario) = std::env::var("MCP_CONFORMANCE_SCENARIO") else { return };
    let url = Address::parse("url", &std::env::args().next_back().unwrap()).unwrap();
    let bench = Bench::with(&[]).await;
    let _ground = bench.ground();
    let access = if scenario.starts_with("auth/") { Access::SignIn(identity()) } else { Access::Open };
    let settings = ServerSettings {
        read_only: patterns(&["*"]),
        ..settings(Reach::Address { url, access: access.clone() })
    };
    if let Access::SignIn(_) = access {
        match sign_in(&bench, &settings, &[]).await {
            Err(refused @ LoginError::OtherResource { .. }) => return println!("{refused}"),
            begun => begun.unwrap(),
        }
    }
    match scenario.as_str() {
        "initialize" => println!("{:?}", mcp::examine(&settings, &bench.ways(), &[]).await),
        "auth/scope-retry-limit" => told_to_sign_in_again(&bench, &settings).await,
        "tools_call" => use_tool(&bench, &settings, "add_numbers", json!({ "a": 2, "b": 3 })).await,
        "sse-retry" => use_tool(&bench, &settings, "test_reconnection", json!({})).await,
        "elicitation-sep1034-client-defaults" => {
            use_tool(&bench, &settings, "test_client_elicitation_defaults", json!({})).await;
        }
        _ => use_tool(&bench, &settings, "test-tool", json!({})).await,
    }
}

/// The client that was registered before, if the suite has one.
fn identity() -> Option<ClientIdentity> {
    let context: Value = serde_json::from_str(&std::env::var("MCP_CONFORMANCE_CONTEXT").ok()?).unwrap();
    let id = context["client_id"].as_str()?.to_owned();
    Some(ClientIdentity { id, secret: context["client_secret"].as_str().map(Secret::new) })
}

/// A call of a tool. Where more scopes are wanted, one sign-in for them, and the call once more.
async fn use_tool(bench: &Bench, settings: &ServerSettings, tool: &str, arguments: Value) {
    let servers = bench.start(settings.clone());
    let used = bench.tool(&format!("mcp__notes__{tool}")).await;
    let lacking = |failure: &Failure| failure.quote.clone().filter(|_| failure.words.contains("--scope"));
    let mut done = bench.run(&used, arguments.clone()).await;
    if let Err(failure) = &done
        && let Some(scope) = lacking(failure)
    {
        let scopes: Vec<&str> = scope.split(' ').collect();
        sign_in(bench, settings, &scopes).await.unwrap();
        done = bench.run(&used, arguments).await;
    }
    println!("{done:?}");
    servers.stop().await;
}

/// The server never has enough. Nobody is sent to its page again and again: we say what to type, and wait.
async fn told_to_sign_in_again(bench: &Bench, settings: &ServerSettings) {
    let remedy = mcp::examine(settings, &bench.ways(), &[]).await.remedy.unwrap();
    let (_, scope) = remedy.split_once("--scope ").unwrap_or_else(|| panic!("{remedy}"));
    sign_in(bench, settings, &[scope.trim_matches('"')]).await.unwrap();
    println!("{:?}", mcp::examine(settings, &bench.ways(), &[]).await);
}

/// A person opens the page, and the suite agrees at once.
async fn sign_in(bench: &Bench, settings: &ServerSettings, scopes: &[&str]) -> Result<(), LoginError> {
    let scopes: Vec<String> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    let login = Login::begin(settings, &bench.ways(), &scopes).await?;
    let page = Url::parse(login.address()).unwrap();
    let browser = Configured::new(Timeouts::default()).unwrap().for_a_library();
    let agreeing = async {
        let agreed = browser.get(page.as_str()).send().await.unwrap();
        if let Some(back) = agreed.headers().get("location") {
            browser.get(back.to_str().unwrap()).send().await.unwrap();
        }
    };
    tokio::join!(login.finished(), agreeing).0
}
