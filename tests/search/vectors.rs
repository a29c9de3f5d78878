//! Finding tools by meaning as well: an endpoint of our own, what is kept of it, and the command line.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::SystemClock;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use kernel::Digest;
use kernel::ports::{Embeddings, Vector};
use sandbox::World;
use serde_json::{Value, json};
use store::{Store, StorePaths};
use vault::{KeySource, SealedVault};

use crate::harness::{Acting, Plan};

pub(crate) const KEY: &str = "key-of-meanings";

/// Knows two directions: what has to do with folders, and everything else.
pub(crate) struct Endpoint {
    pub(crate) url: String,
    asked: Arc<AtomicUsize>,
}

#[derive(Clone)]
struct Wants {
    /// What must stand in a request, if anything.
    key: Option<&'static str>,
    asked: Arc<AtomicUsize>,
}

impl Endpoint {
    pub(crate) async fn start() -> Self {
        Self::wanting(Some(KEY)).await
    }

    async fn wanting(key: Option<&'static str>) -> Self {
        let asked = Arc::<AtomicUsize>::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1/embeddings", listener.local_addr().unwrap());
        let routes = Router::new()
            .route("/v1/embeddings", post(embed))
            .with_state(Wants { key, asked: Arc::clone(&asked) });
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, asked }
    }
}

async fn embed(
    State(Wants { key, asked }): State<Wants>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> (StatusCode, Json<Value>) {
    let given = headers.get("authorization").and_then(|given| given.to_str().ok());
    if key.is_some() && given.and_then(|given| given.strip_prefix("Bearer ")) != key {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": { "message": "who are you?" } })));
    }
    asked.fetch_add(1, Ordering::SeqCst);
    let one = |(index, text): (usize, &Value)| {
        let folder = text.as_str().is_some_and(|text| text.contains("drive list") || text.contains("xyzzy"));
        json!({ "index": index, "embedding": if folder { [1.0, 0.0] } else { [0.0, 1.0] } })
    };
    let data: Vec<Value> = body["input"].as_array().unwrap().iter().enumerate().map(one).collect();
    (StatusCode::OK, Json(json!({ "data": data })))
}

/// What `countersign tools search` prints, line by line.
async fn searched(words: &str, config: &str, key: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), config).unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["tools", "search", words, "--config"]).arg(file.path());
    let output = command.env_clear().env("EMBEDDING_API_KEY", key).output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_finds_tools_by_words_and_by_meaning_where_it_can() {
    let found = searched("wer darf den Ordner sehen?", "", "").await;
    assert!(found.iter().any(|line| line.starts_with("drive.permissions ")), "{found:?}");
    assert_eq!(searched("xyzzy", "", "").await, ["Nothing fits."]);

    let endpoint = Endpoint::start().await;
    let config = format!("[search]\nurl = \"{}\"", endpoint.url);
    let found = searched("xyzzy", &config, KEY).await;
    assert!(found[0].starts_with("drive.list "), "{found:?}");
    assert_eq!(endpoint.asked.load(Ordering::SeqCst), 2, "once for the tools, once for the words");

    let found = searched("wer darf den Ordner sehen?", &config, "wrong").await;
    assert!(found[0].contains("is away"), "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("drive.permissions ")), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_finds_tools_by_their_meaning_once_it_was_learned_and_by_their_words_until_then() {
    let endpoint = Endpoint::wanting(None).await;
    let config = format!("[tools]\ndisclosure = \"discovery\"\n[search]\nurl = \"{}\"\n", endpoint.url);
    let acting = Acting::on(Plan::new(World::fernwood()).config(&config), "ana", &["gmail.modify"]).await;
    let found = acting.perform("tools.search", json!({ "query": "look through my mail" })).await.words;
    assert!(found.contains("- gmail.search [looks]: "), "{found}");
    // It is learned beside the first search.
    let mut found = String::new();
    for _ in 0..50 {
        found = acting.perform("tools.search", json!({ "query": "xyzzy" })).await.words;
        if !found.starts_with("Nothing fits.") {
            break;
        }
    }
    assert!(found.lines().nth(1).is_some_and(|line| line.starts_with("- drive.list [")), "{found}");
}

async fn a_store(directory: &Path) -> Store {
    let key = KeySource::File(directory.join("key"));
    let vault = SealedVault::open(directory.join("vault"), key).await.unwrap();
    Store::open(&StorePaths::in_directory(directory), Arc::new(vault), Arc::new(SystemClock)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn vectors_are_kept_over_a_restart_each_under_the_model_that_made_it() {
    let directory = tempfile::tempdir().unwrap();
    let texts = ["a mail", "a file"].map(Digest::of_words);
    let [east, north] = [[1.0, 0.0], [0.0, 1.0]].map(|numbers| Vector::new(numbers.to_vec()).unwrap());
    let store = a_store(directory.path()).await;
    assert_eq!(store.known("small", &texts).await.unwrap(), [None, None]);
    store.keep("small", &[(texts[1].clone(), east)]).await.unwrap();
    store.keep("small", &[(texts[1].clone(), north.clone())]).await.unwrap();
    store.keep("small", &[]).await.unwrap();
    store.close().await;

    let store = a_store(directory.path()).await;
    assert_eq!(
        store.known("small", &texts).await.unwrap(),
        [None, Some(north)],
        "the newest, in the order asked"
    );
    assert_eq!(store.known("large", &texts).await.unwrap(), [None, None]);
}
