//! A server that no library stands behind: it lists what `tools.json` says, word for word, and what it answers over HTTP
//! is one message, or never ends.

use std::path::Path;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Response, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::StreamExt as _;
use kernel::ports::Pins as _;
use kernel::{Code, Secret};
use mcp::{Access, Program, Reach, ServerSettings};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use wire::Address;

use crate::bench::{Bench, patterns, settings};
use crate::notes::tool;

/// Where the folder is, for a server that is a program.
pub const FOLDER: &str = "PLAIN_FOLDER";

/// Over standard input and output, until it is closed.
pub async fn serve(folder: &Path) {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        let Some(answer) = answer(folder, &serde_json::from_str(&line).unwrap()) else { continue };
        let mut output = tokio::io::stdout();
        output.write_all(format!("{answer}\n").as_bytes()).await.unwrap();
        output.flush().await.unwrap();
    }
}

/// Over HTTP; says where.
async fn listen(folder: &Path) -> Address {
    let folder = folder.to_owned();
    let routes = Router::new().route(
        "/mcp",
        post(move |Json(message): Json<Value>| {
            let folder = folder.clone();
            async move { respond(&folder, &message) }
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Address::parse("url", &url).unwrap()
}

fn respond(folder: &Path, message: &Value) -> Response<Body> {
    let kind = |kind: &'static str, body: Body| Response::builder().header(CONTENT_TYPE, kind).body(body);
    let response = match (message["params"]["name"].as_str(), answer(folder, message)) {
        (Some("flood"), _) => kind("application/json", endless("{\"jsonrpc\":\"2.0\",\"id\":", "12345678")),
        (Some("pour"), _) => kind("text/event-stream", endless("data: {\"jsonrpc\":", "data: 12345678\n")),
        (_, Some(answer)) => kind("application/json", Body::from(answer.to_string())),
        (_, None) => Response::builder().status(StatusCode::ACCEPTED).body(Body::empty()),
    };
    response.unwrap()
}

fn endless(begins: &'static str, goes_on: &'static str) -> Body {
    let piece = Bytes::from(goes_on.repeat(8 * 1024));
    let begins = futures_util::stream::once(async move { Bytes::from_static(begins.as_bytes()) });
    let pieces = begins.chain(futures_util::stream::repeat(piece));
    Body::from_stream(pieces.map(Ok::<_, std::convert::Infallible>))
}

fn answer(folder: &Path, message: &Value) -> Option<Value> {
    let id = message.get("id")?;
    let result = match message["method"].as_str().unwrap() {
        "initialize" => json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} },
            "serverInfo": { "name": "plain", "version": "1" } }),
        "tools/list" => {
            let tools = std::fs::read_to_string(folder.join("tools.json")).unwrap();
            json!({ "tools": serde_json::from_str::<Value>(&tools).unwrap() })
        }
        "tools/call" => json!({ "content": [{ "type": "text", "text": "done" }] }),
        other => {
            let error = json!({ "code": -32601, "message": format!("no {other}") });
            return Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
        }
    };
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn program(bench: &Bench) -> ServerSettings {
    let mut settings = bench.program();
    let folder = Secret::new(bench.path().to_str().unwrap());
    if let Reach::Program(Program { variables, .. }) = &mut settings.reach {
        *variables = [(FOLDER.to_owned(), folder)].into();
    }
    settings
}

async fn elsewhere(bench: &Bench) -> ServerSettings {
    settings(Reach::Address { url: listen(bench.path()).await, access: Access::Open })
}

#[tokio::test]
async fn what_only_works_in_the_background_is_never_offered_and_nobody_is_asked_to_agree() {
    let mut task = tool("research", "Takes an hour.", &[]);
    task["execution"] = json!({ "taskSupport": "required" });
    let mut either = tool("read", "Reads.", &[]);
    either["execution"] = json!({ "taskSupport": "optional" });
    for over_http in [false, true] {
        let bench = Bench::with(&[task.clone(), either.clone()]).await;
        let settings = if over_http { elsewhere(&bench).await } else { program(&bench) };
        let servers = bench.start(settings.clone());
        let read = bench.tool("mcp__notes__read").await;
        assert_eq!(bench.run(&read, json!({})).await.unwrap().answer.value, "done");
        let task = bench.look("mcp__notes__research").unwrap();
        assert!(!task.available(), "it is shown to nobody");
        let refused = bench.run(&task, json!({})).await.unwrap_err();
        assert_eq!(refused.code, Code::NotAvailable);
        assert!(refused.words.contains("only works in the background"), "{refused}");
        let pins = bench.pins.of("notes").await.unwrap();
        let research = pins.iter().find(|pin| pin.tool == "research").unwrap();
        assert!(mcp::not_taken(&settings, research).unwrap().contains("in the background"));
        assert_eq!(mcp::known(&settings, &pins).len(), 1);
        let seen = mcp::examine(&settings, &bench.ways(), &pins).await;
        assert!(seen.words.starts_with("It answers, and 1 of its tools can be used. 1 cannot"), "{seen:?}");
        servers.stop().await;
    }
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off_and_the_line_stays() {
    let tools = ["flood", "pour", "read"].map(|name| tool(name, "x", &[]));
    let bench = Bench::with(&tools).await;
    let settings = elsewhere(&bench).await;
    let servers = bench.start(ServerSettings {
        read_only: patterns(&["flood", "pour", "read"]),
        timeout: Duration::from_mins(1),
        ..settings
    });
    for name in ["mcp__notes__flood", "mcp__notes__pour"] {
        let endless = bench.tool(name).await;
        let failure = bench.run(&endless, json!({})).await.unwrap_err();
        assert_eq!(failure.code, Code::ExecutionFailed, "{failure}");
        assert!(failure.words.contains("too large to be read. Ask for less."), "{failure}");
    }
    let read = bench.tool("mcp__notes__read").await;
    assert_eq!(bench.run(&read, json!({})).await.unwrap().answer.value, "done");
    servers.stop().await;
}

#[tokio::test]
async fn what_became_of_a_write_whose_answer_is_cut_off_nobody_pretends_to_know() {
    let bench = Bench::with(&[tool("flood", "x", &[])]).await;
    let servers = bench.start(elsewhere(&bench).await);
    let flood = bench.tool("mcp__notes__flood").await;
    let failure = bench.run(&flood, json!({})).await.unwrap_err();
    assert_eq!(failure.code, Code::Timeout, "the engine goes on to ask what happened: {failure}");
    assert!(failure.words.contains("not known"), "{failure}");
    servers.stop().await;
}

#[tokio::test]
async fn a_tool_that_is_told_wrongly_is_left_out_and_the_others_are_there() {
    let wrong = json!({ "name": "wrong", "description": "It has no schema." });
    for over_http in [false, true] {
        let bench = Bench::with(&[wrong.clone(), tool("read", "x", &[]), json!(5)]).await;
        let settings = if over_http { elsewhere(&bench).await } else { program(&bench) };
        let servers = bench.start(settings.clone());
        bench.tool("mcp__notes__read").await;
        assert_eq!(bench.names(), ["mcp__notes__read"]);
        let seen = mcp::examine(&settings, &bench.ways(), &[]).await;
        let told = "It answers, and 1 of its tools can be used. 2 cannot, e.g. wrong: it is not told as";
        assert!(seen.words.starts_with(told), "{seen:?}");
        servers.stop().await;
    }
}
