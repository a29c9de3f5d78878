//! Lines to servers: over both wires, broken and mended, and nobody left behind.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kernel::ports::{PinStanding, Pins as _};
use kernel::{Capability, Code, Secret};
use mcp::{Access, Program, Reach, ServerSettings};
use serde_json::{Value, json};
use wire::Address;

use crate::bench::{Bench, patterns, settings};
use crate::notes::{Notes, answer, called, tool};

fn started(bench: &Bench) -> Vec<u64> {
    called(bench.path()).iter().filter_map(|line| line["started"].as_u64()).collect()
}

#[tokio::test]
async fn every_page_of_a_list_is_read_and_only_what_is_wanted_is_taken() {
    let names = ["a", "b", "c", "d", "secret_e"];
    let bench = Bench::with(&names.map(|name| tool(name, "x", &[]))).await;
    let wanted =
        ServerSettings { tools: patterns(&["*"]), except: patterns(&["secret_*", "b"]), ..bench.program() };
    let servers = bench.start(wanted);
    bench.tool("mcp__notes__d").await;
    assert_eq!(bench.names(), ["mcp__notes__a", "mcp__notes__c", "mcp__notes__d"]);
    servers.stop().await;
}

#[tokio::test]
async fn a_program_gets_the_variables_it_is_given_and_no_others() {
    let bench = Bench::with(&[tool("environment", "x", &[])]).await;
    let servers = bench.start(bench.program());
    let done = bench.run(&bench.tool("mcp__notes__environment").await, json!({})).await.unwrap();
    let names: Vec<String> = serde_json::from_str(&done.answer.value).unwrap();
    let known = ["PATH", "HOME", "LANG", crate::notes::FOLDER];
    let strange: Vec<&String> = names.iter().filter(|name| !known.contains(&name.as_str())).collect();
    // A test runner sets its own thread's name.
    let strange: Vec<&&String> = strange.iter().filter(|name| !name.starts_with("RUST_TEST")).collect();
    assert!(strange.is_empty(), "{strange:?}");
    servers.stop().await;
}

#[tokio::test]
async fn a_program_that_dies_is_started_again_and_its_tools_stay() {
    let bench = Bench::with(&[tool("die", "x", &[]), tool("read", "x", &[])]).await;
    let servers = bench.start(bench.program());
    let read = bench.tool("mcp__notes__read").await;
    bench.run(&bench.tool("mcp__notes__die").await, json!({})).await.unwrap_err();
    bench.until("it is started again", || (started(&bench).len() == 2).then_some(())).await;
    let again = async {
        loop {
            match bench.run(&read, json!({})).await {
                Ok(done) => return done,
                Err(failure) => assert_eq!(failure.code, Code::NotAvailable, "{failure}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert_eq!(again.await.answer.value, "read was done");
    assert_eq!(*bench.shed.offers.lock().unwrap(), 1, "nobody's list changes for that");
    servers.stop().await;
}

/// The calls that were on their way tell of the line that broke; the next one has nothing to do with it.
#[tokio::test]
async fn a_line_that_was_mended_does_not_break_of_what_was_known_of_the_one_before() {
    let bench = Bench::with(&[tool("die", "x", &[]), tool("slow", "x", &[]), tool("read", "x", &[])]).await;
    let servers = bench.start(bench.program());
    let (die, slow) = (bench.tool("mcp__notes__die").await, bench.tool("mcp__notes__slow").await);
    let read = bench.tool("mcp__notes__read").await;
    // Several at once: whoever hears of it second says so when the first was heard already.
    let (_, slow, die) = futures_util::join!(
        bench.run(&slow, json!({})),
        bench.run(&slow, json!({})),
        bench.run(&die, json!({})),
    );
    slow.unwrap_err();
    die.unwrap_err();
    bench.until("it is started again", || (started(&bench).len() == 2).then_some(())).await;
    let again = async {
        while let Err(failure) = bench.run(&read, json!({})).await {
            assert_eq!(failure.code, Code::NotAvailable, "{failure}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    again.await;
    for _ in 0..20 {
        bench.run(&read, json!({})).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(started(&bench).len(), 2, "it was healthy, and left alone");
    servers.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_program_goes_with_everything_it_started() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let Reach::Program(Program { command, arguments, variables }) = bench.program().reach else { panic!() };
    // The server proper is the child of a shell, as behind `npx`.
    let script = format!("exec 3<&0; {command} {} <&3 & wait", arguments.join(" "));
    let reach = Reach::Program(Program {
        command: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script],
        variables,
    });
    let servers = bench.start(settings(reach));
    bench.tool("mcp__notes__read").await;
    let id = started(&bench)[0];
    assert!(std::path::Path::new(&format!("/proc/{id}")).exists());
    servers.stop().await;
    bench.until("it is gone", || is_gone(id).then_some(())).await;
}

#[cfg(target_os = "linux")]
fn is_gone(id: u64) -> bool {
    // Whoever has no parent any more to notice is a zombie at most.
    std::fs::read_to_string(format!("/proc/{id}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

#[tokio::test]
async fn whoever_is_not_there_delays_nobody() {
    let bench = Bench::with(&[]).await;
    let missing =
        Program { command: "/nowhere/at/all".to_owned(), arguments: Vec::new(), variables: BTreeMap::new() };
    let elsewhere = Address::parse("url", "http://127.0.0.1:9/mcp").unwrap();
    let since = Instant::now();
    for reach in [Reach::Program(missing), Reach::Address { url: elsewhere, access: Access::Open }] {
        bench.start(settings(reach)).stop().await;
    }
    assert!(since.elapsed() < Duration::from_secs(2));
    assert!(bench.names().is_empty());
}

#[tokio::test]
async fn of_whoever_was_never_there_it_is_said_why() {
    let bench = Bench::with(&[]).await;
    let missing =
        Program { command: "/nowhere/at/all".to_owned(), arguments: Vec::new(), variables: BTreeMap::new() };
    let servers = bench.start(settings(Reach::Program(missing)));
    let why = bench.until("it is said", || bench.shed.expected.lock().unwrap().get(1).cloned()).await;
    assert!(why.unwrap().contains("`/nowhere/at/all` cannot be started"));
    assert_eq!(bench.shed.expected.lock().unwrap()[0], None, "before it was tried nothing was known");
    servers.stop().await;
}

#[tokio::test]
async fn whoever_sends_a_line_over_the_limit_is_hung_up_on_at_once_and_started_again() {
    let bench = Bench::with(&[tool("read", "x", &[]), tool("write", "x", &[])]).await;
    for name in ["read", "write"] {
        answer(bench.path(), name, &"x".repeat(17 * 1024 * 1024));
    }
    let patient = Duration::from_mins(10);
    let settings = ServerSettings { timeout: patient, read_only: patterns(&["read"]), ..bench.program() };
    let servers = bench.start(settings);
    let read = bench.tool("mcp__notes__read").await;
    let failure = bench.run(&read, json!({})).await.unwrap_err();
    let ended = "The line to the server notes was ended: it sent a line over the limit of 16 MiB.";
    assert!(failure.code == Code::ExecutionFailed && failure.words.starts_with(ended), "{failure}");
    bench.until("it is started again", || (started(&bench).len() == 2).then_some(())).await;
    let write = bench.tool("mcp__notes__write").await;
    let unknown = async {
        loop {
            let failure = bench.run(&write, json!({})).await.unwrap_err();
            if failure.code != Code::NotAvailable {
                return failure;
            }
            assert!(failure.quote.unwrap_or_default().contains("over the limit of 16 MiB"));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let failure = unknown.await;
    assert!(failure.words.starts_with(ended) && failure.words.contains("It is not known"), "{failure}");
    servers.stop().await;
}

#[tokio::test]
async fn a_server_elsewhere_is_used_like_one_here() {
    let bench = Bench::with(&[tool("read", "x", &[]), tool("slow", "x", &[])]).await;
    let url = Address::parse("url", &Notes::at(bench.path()).listen().await).unwrap();
    let settings = settings(Reach::Address { url, access: Access::Open });
    let servers = bench.start(ServerSettings {
        timeout: Duration::from_millis(500),
        read_only: patterns(&["slow"]),
        ..settings
    });
    let done = bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    assert_eq!(done.answer.value, "read was done");
    assert_eq!(
        bench.run(&bench.tool("mcp__notes__slow").await, json!({})).await.unwrap_err().code,
        Code::Timeout
    );
    bench
        .until("it is cancelled", || {
            called(bench.path()).iter().any(|line| line["cancelled"] == "slow").then_some(())
        })
        .await;
    servers.stop().await;
}

#[tokio::test]
async fn a_server_elsewhere_that_comes_back_is_found_again() {
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let serve = async |at: &str| {
        let listener = tokio::net::TcpListener::bind(at).await.unwrap();
        let address = listener.local_addr().unwrap();
        let routes = Notes::at(bench.path()).routes();
        (address, tokio::spawn(async move { axum::serve(listener, routes).await }))
    };
    let (address, serving) = serve("127.0.0.1:0").await;
    let url = Address::parse("url", &format!("http://{address}/mcp")).unwrap();
    let servers = bench.start(settings(Reach::Address { url, access: Access::Open }));
    let read = bench.tool("mcp__notes__read").await;
    bench.run(&read, json!({})).await.unwrap();
    serving.abort();
    drop(serving.await);
    let (_, serving) = loop {
        if tokio::net::TcpListener::bind(address).await.is_ok() {
            break serve(&address.to_string()).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let again = async {
        while bench.run(&read, json!({})).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), again).await.expect("it is found again");
    serving.abort();
    servers.stop().await;
}

#[tokio::test]
async fn a_bearer_opens_the_door_and_nothing_else_does() {
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::middleware::{Next, from_fn};
    let bench = Bench::with(&[tool("read", "x", &[])]).await;
    let guard = |request: Request, next: Next| async {
        match request.headers().get("authorization").and_then(|value| value.to_str().ok()) {
            Some("Bearer opensesame") => Ok(next.run(request).await),
            _ => Err(StatusCode::UNAUTHORIZED),
        }
    };
    let routes = Notes::at(bench.path()).routes().layer(from_fn(guard));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Address::parse("url", &format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let closed = bench.start(settings(Reach::Address { url: url.clone(), access: Access::Open }));
    let access = Access::Bearer(Secret::new("opensesame"));
    let open = bench.start(settings(Reach::Address { url, access }));
    bench.run(&bench.tool("mcp__notes__read").await, json!({})).await.unwrap();
    assert_eq!(*bench.shed.offers.lock().unwrap(), 1, "the other one was let in nowhere");
    open.stop().await;
    closed.stop().await;
}

#[tokio::test]
async fn a_call_while_its_server_is_away_says_what_to_do() {
    let bench = Bench::with(&[tool("die", "x", &[]), tool("read", "x", &[])]).await;
    let servers = bench.start(ServerSettings { read_only: patterns(&["*"]), ..bench.program() });
    let (die, read) = (bench.tool("mcp__notes__die").await, bench.tool("mcp__notes__read").await);
    bench.run(&die, json!({})).await.unwrap_err();
    let away = bench.run(&read, json!({})).await;
    // It may be back already; if not, it says so.
    if let Err(failure) = away {
        assert_eq!(failure.code, Code::NotAvailable);
        assert!(
            failure.words.contains("Ask again in a moment")
                || failure.words.contains("ask again in a moment"),
            "{failure}"
        );
    }
    servers.stop().await;
    let gone: Result<_, _> = bench.run(&read, Value::Object(serde_json::Map::new())).await;
    assert_eq!(gone.unwrap_err().code, Code::NotAvailable);
}

#[tokio::test]
async fn a_tool_says_first_what_its_server_says_of_it_and_then_who_says_so() {
    let words = "Reads a file, whole. Not a folder.";
    let bench = Bench::with(&[tool("read_file", words, &["path"]), tool("mute", "", &[])]).await;
    let servers = bench.start(bench.program());
    let read = bench.tool("mcp__notes__read_file").await;
    let definition = read.definition();
    assert_eq!((definition.clause(), definition.action()), ("Reads a file", "read_file"));
    assert!(
        definition.description().starts_with(words) && definition.description().contains("the server notes")
    );
    assert_eq!(bench.tool("mcp__notes__mute").await.definition().clause(), "A tool of the server notes");
    assert_eq!(definition.capabilities, [Capability::Network, Capability::Processes], "it is a program");
    let pins = bench.pins.of("notes").await.unwrap();
    let known = mcp::known(&bench.program(), &pins);
    let known: Vec<_> = known.into_iter().map(|known| (known.definition, known.standing)).collect();
    assert_eq!(known.len(), 2);
    assert_eq!(known[1], (definition.clone(), PinStanding::Agreed), "it is remembered as it is");
    servers.stop().await;
}

/// As servers do that keep their sessions in memory and were started anew.
#[tokio::test]
async fn a_server_that_has_forgotten_us_fails_a_call_at_once_and_is_connected_anew() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::http::header::CONTENT_TYPE;
    use axum::middleware::{Next, from_fn};
    use axum::response::IntoResponse as _;

    const FORGOTTEN: &str = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}"#;
    let bench = Bench::with(&[tool("act", "x", &[])]).await;
    let forgetful = Arc::new(AtomicBool::new(false));
    let forgets = Arc::clone(&forgetful);
    let guard = from_fn(move |request: Request, next: Next| {
        let knows = !request.headers().contains_key("mcp-session-id");
        if knows {
            forgets.store(false, Ordering::SeqCst);
        }
        let forgotten = forgets.load(Ordering::SeqCst);
        async move {
            if forgotten {
                return (StatusCode::BAD_REQUEST, [(CONTENT_TYPE, "application/json")], FORGOTTEN)
                    .into_response();
            }
            next.run(request).await
        }
    });
    let routes = Notes::at(bench.path()).routes().layer(guard);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Address::parse("url", &format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let servers = bench.start(settings(Reach::Address { url, access: Access::Open }));
    let act = bench.tool("mcp__notes__act").await;
    forgetful.store(true, Ordering::SeqCst);
    let since = Instant::now();
    let failure = bench.run(&act, json!({})).await.unwrap_err();
    assert!(since.elapsed() < Duration::from_secs(5), "{failure}");
    assert_eq!(failure.code, Code::NotAvailable, "{failure}");
    assert!(failure.words.contains("nothing was done"), "{failure}");
    let again = async {
        while bench.run(&act, json!({})).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again).await.expect("it is connected anew");
    servers.stop().await;
}

fn taking(name: &str, schema: &Value) -> Value {
    json!({ "name": name, "description": "x", "inputSchema": schema })
}

#[tokio::test]
async fn a_schema_that_some_models_refuse_is_shown_plainly_and_what_is_sent_is_the_servers_own() {
    let choice = json!({ "type": "object", "required": ["$filter"],
        "properties": { "$filter": { "type": "string" } },
        "anyOf": [{ "required": ["top"], "properties": { "top": { "type": "integer" } } },
            { "required": ["all"], "properties": { "all": { "const": true } } }] });
    let bench = Bench::with(&[taking("list", &choice)]).await;
    let servers = bench.start(bench.program());
    let list = bench.tool("mcp__notes__list").await;
    let shown = list.definition().schema();
    assert!(shown.get("anyOf").is_none(), "{shown}");
    assert_eq!(shown["required"], json!(["_filter"]));
    let names: Vec<&String> = shown["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["_filter", "all", "top"]);
    bench.run(&list, json!({ "_filter": "x", "top": 3 })).await.unwrap();
    let sent = called(bench.path()).into_iter().find(|line| line["tool"] == "list").unwrap();
    assert_eq!(sent["arguments"], json!({ "$filter": "x", "top": 3 }));
    let refused = bench.run(&list, json!({ "_filter": "x" })).await.unwrap_err();
    assert_eq!(refused.code, Code::InputInvalid, "what was left out of what is shown still holds");
    servers.stop().await;
}

#[tokio::test]
async fn only_what_is_taken_is_counted_and_the_rest_is_said_why() {
    let odd = taking("odd", &json!({ "type": "object", "properties": { "a": { "type": "nothing" } } }));
    let bench = Bench::with(&[tool("read", "x", &[]), tool("burn", "x", &[]), odd]).await;
    let settings = ServerSettings { except: patterns(&["burn"]), ..bench.program() };
    let servers = bench.start(settings.clone());
    bench.tool("mcp__notes__read").await;
    let pins = bench.pins.of("notes").await.unwrap();
    let not_taken = |tool: &str| mcp::not_taken(&settings, pins.iter().find(|pin| pin.tool == tool).unwrap());
    assert_eq!(not_taken("read"), None);
    assert!(not_taken("burn").unwrap().contains("except"));
    assert!(not_taken("odd").unwrap().contains("its schema cannot be used"));
    let seen = mcp::examine(&settings, &bench.ways(), &pins).await;
    assert!(
        seen.words.starts_with("It answers, and 1 of its tools can be used. 1 cannot, e.g. odd"),
        "{seen:?}"
    );
    servers.stop().await;
}
