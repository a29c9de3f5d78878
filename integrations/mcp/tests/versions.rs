//! Servers that speak other versions of the protocol than we do.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use mcp::{Access, Reach, ServerSettings};
use serde_json::{Value, json};
use wire::Address;

use crate::bench::{Bench, settings};

/// A server, and which versions it was offered.
struct Versed {
    /// Begins with these, and refuses every other.
    speaks: &'static [&'static str],
    /// Begins with this one, whatever it is offered.
    insists: Option<&'static str>,
    offered: Mutex<Vec<String>>,
}

impl Versed {
    async fn listening(
        speaks: &'static [&'static str],
        insists: Option<&'static str>,
    ) -> (Arc<Self>, ServerSettings) {
        let versed = Arc::new(Self { speaks, insists, offered: Mutex::default() });
        let routes = Router::new().route("/mcp", post(answer)).with_state(Arc::clone(&versed));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let url = Address::parse("url", &url).unwrap();
        (versed, settings(Reach::Address { url, access: Access::Open }))
    }

    fn offered(&self) -> Vec<String> {
        self.offered.lock().unwrap().clone()
    }
}

async fn answer(State(versed): State<Arc<Versed>>, Json(asked): Json<Value>) -> Response {
    let result = match asked["method"].as_str() {
        Some("initialize") => {
            let offered = asked["params"]["protocolVersion"].as_str().unwrap().to_owned();
            versed.offered.lock().unwrap().push(offered.clone());
            if versed.insists.is_none() && !versed.speaks.contains(&offered.as_str()) {
                let data = json!({ "supported": versed.speaks, "requested": offered });
                let error =
                    json!({ "code": -32602, "message": "Unsupported protocol version", "data": data });
                // A server that refuses this early may not know the id yet.
                let refusal = json!({ "jsonrpc": "2.0", "id": null, "error": error });
                return (StatusCode::BAD_REQUEST, Json(refusal)).into_response();
            }
            json!({ "protocolVersion": versed.insists.unwrap_or(&offered), "capabilities": { "tools": {} },
                    "serverInfo": { "name": "versed", "version": "1" } })
        }
        Some("tools/list") => json!({ "tools": [crate::notes::tool("read", "x", &[])] }),
        Some("tools/call") => json!({ "content": [{ "type": "text", "text": "read was done" }] }),
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    Json(json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result })).into_response()
}

#[tokio::test]
async fn whoever_refuses_our_version_is_offered_the_newest_common_one() {
    let bench = Bench::with(&[]).await;
    let _ground = bench.ground();
    let (versed, settings) = Versed::listening(&["2024-11-05", "2025-06-18", "2026-07-28"], None).await;
    let servers = bench.start(settings);
    bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    assert_eq!(versed.offered(), ["2025-11-25", "2025-06-18"]);
    servers.stop().await;
}

#[tokio::test]
async fn where_there_is_no_common_version_both_lists_are_named_and_nothing_is_tried_again() {
    let ours = "here are 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05.";
    for (speaks, insists, named) in [
        (["2026-07-28", "2027-01-01"].as_slice(), None, "it names 2026-07-28, 2027-01-01"),
        (&[], Some("2026-07-28"), "it names 2026-07-28"),
    ] {
        let bench = Bench::with(&[]).await;
        let _ground = bench.ground();
        let (versed, settings) = Versed::listening(speaks, insists).await;
        let seen = mcp::examine(&settings, &bench.ways(), &[]).await;
        let words = format!("{seen:?}");
        assert!(words.contains(named) && words.contains(ours), "{words}");
        let servers = bench.start(settings);
        let why = bench.until("it is said", || bench.shed.expected.lock().unwrap().get(1).cloned()).await;
        let why = why.unwrap();
        assert!(why.contains(named) && why.contains(ours), "{why}");
        servers.stop().await;
        assert_eq!(versed.offered(), ["2025-11-25", "2025-11-25"], "once each");
    }
}
