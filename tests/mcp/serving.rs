//! Our own tools at other people's clients (`countersign mcp serve`): reads run, the rest is asked there or not done.

use std::process::Stdio;
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ErrorData, Implementation,
};
use rmcp::service::{RequestContext, RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, ServiceExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::harness::{Cast, Plan, Town, small_world, variables};

/// A client, and the person at it.
#[derive(Clone)]
pub struct Person {
    /// What they answer; nothing if their client cannot ask.
    says: Option<(ElicitationAction, Value)>,
    shown: Arc<Mutex<Vec<String>>>,
}

impl Person {
    fn who_says(action: ElicitationAction, ticked: bool) -> Self {
        Self { says: Some((action, json!({ "approve": ticked }))), shown: Arc::default() }
    }

    fn unasked() -> Self {
        Self { says: None, shown: Arc::default() }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder();
        let capabilities = match self.says {
            Some(_) => capabilities.enable_elicitation().build(),
            None => capabilities.build(),
        };
        ClientConfig::new(capabilities, Implementation::new("a client", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("{request:?}")
        };
        self.shown.lock().unwrap().push(message);
        let (action, content) = self.says.clone().unwrap();
        Ok(ElicitResult::new(action).with_content(content))
    }
}

/// A town in which somebody has connected their account.
pub async fn connected() -> (Town, Cast) {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let asked = town.control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    town.connect(&cast.asker).await;
    town.control.reply(&asked, 0).await;
    let wanted = format!("reply to {} saying hello", cast.friend);
    town.control.say(&cast.asker, "dm", &wanted, Some(&asked.ts)).await;
    town.connect_again(&cast.asker, 1).await;
    let card = town.control.live_card(&asked).await;
    town.control.click(&cast.asker, &card, "Deny").await;
    (town, cast)
}

/// What the program is started with.
pub fn program(town: &Town, cast: &Cast, settings: &str, more: &[&str]) -> std::process::Command {
    let config = town.data().join("serve.toml");
    std::fs::write(&config, format!("{settings}\n[google]\nsend_undo_seconds = 0\n")).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["mcp", "serve", "--as", &town.address_of(&cast.asker)]).args(more);
    command.args(["--config", config.to_str().unwrap(), "--data-dir", town.data().to_str().unwrap()]);
    command.env_clear().envs(variables(town.card())).env("HOME", std::env::temp_dir());
    command
}

async fn client(town: &Town, cast: &Cast, person: &Person) -> (RunningService<RoleClient, Person>, Child) {
    client_of(program(town, cast, "", &[]), person).await
}

async fn client_of(
    program: std::process::Command,
    person: &Person,
) -> (RunningService<RoleClient, Person>, Child) {
    let mut child = Command::from(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let (output, input) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let client = person.clone().serve(AsyncRwTransport::new_client(output, input)).await.unwrap();
    (client, child)
}

async fn call(
    client: &RunningService<RoleClient, Person>,
    tool: &'static str,
    args: &Value,
) -> (String, bool) {
    let request = CallToolRequestParams::new(tool).with_arguments(args.as_object().unwrap().clone());
    let result = client.call_tool(request).await.unwrap();
    (result.content[0].as_text().unwrap().text.clone(), result.is_error == Some(true))
}

fn letter(cast: &Cast) -> Value {
    json!({ "to": [cast.friend_address], "subject": "Salt", "body": "Two bags, please." })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_reads_at_once_and_sends_what_its_person_has_seen_field_by_field() {
    let (town, cast) = connected().await;
    let person = Person::who_says(ElicitationAction::Accept, true);
    let (client, _child) = client(&town, &cast, &person).await;
    let tools = client.list_all_tools().await.unwrap();
    let named = |name: &str| tools.iter().find(|tool| tool.name == name);
    assert!(
        named("gmail__search")
            .is_some_and(|tool| tool.annotations.as_ref().unwrap().read_only_hint == Some(true))
    );
    assert!(named("gmail__send").is_some() && named("user__ask").is_none());

    let (words, failed) = call(&client, "gmail__search", &json!({ "query": "in:inbox" })).await;
    assert!(!failed && words.contains("<<<untrusted:") && words.contains(&cast.subject), "{words}");
    assert!(person.shown.lock().unwrap().is_empty(), "looking asks nobody");

    let (words, failed) = call(&client, "gmail__send", &letter(&cast)).await;
    assert!(!failed, "{words}");
    let shown = person.shown.lock().unwrap().join("\n");
    for part in [cast.friend_address.as_str(), "Salt", "Two bags, please.", "Approve exactly this"] {
        assert!(shown.contains(part), "the form does not show {part}: {shown}");
    }
    let sent = town.control.mailbox(&cast.asker, "SENT").await;
    assert_eq!(sent.len(), 1);
    let mail = town.control.message(&cast.asker, sent[0]["id"].as_str().unwrap()).await;
    assert!(mail["text"].as_str().unwrap().contains("Two bags, please."), "{mail}");
    client.cancel().await.unwrap();
    in_the_audit(&town);
}

/// Every call of a client is in the audit, and the audit is whole.
fn in_the_audit(town: &Town) {
    let own = town.data().join("mcp");
    let audit =
        |what: &str| crate::serving::countersign(&["audit", what, "--data-dir", own.to_str().unwrap()]);
    let (code, words) = audit("verify");
    assert_eq!(code, Some(0), "{words}");
    let (_, words) = audit("show");
    assert!(words.contains("gmail.send"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_person_does_not_agree_to_is_not_done() {
    let (town, cast) = connected().await;
    let closed = "closed without approving this and without denying it";
    for (person, told) in [
        (Person::who_says(ElicitationAction::Decline, true), "denied"),
        (Person::who_says(ElicitationAction::Cancel, true), closed),
        (Person::who_says(ElicitationAction::Accept, false), closed),
    ] {
        let (client, _child) = client(&town, &cast, &person).await;
        let (words, failed) = call(&client, "gmail__send", &letter(&cast)).await;
        assert!(failed && words.contains(told), "{words}");
        assert_eq!(person.shown.lock().unwrap().len(), 1);
        client.cancel().await.unwrap();
    }
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_can_be_asked_it_is_denied_and_says_where_it_can_be_approved() {
    let (town, cast) = connected().await;
    let (client, _child) = client(&town, &cast, &Person::unasked()).await;
    let (words, failed) = call(&client, "gmail__send", &letter(&cast)).await;
    assert!(failed && words.contains("Slack") && words.contains("confirmation_required"), "{words}");
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
    let (words, failed) = call(&client, "gmail__search", &json!({ "query": "in:inbox" })).await;
    assert!(!failed, "the session goes on: {words}");
    let (words, failed) = call(&client, "gmail__search", &json!({ "qurey": 1 })).await;
    assert!(failed && words.contains("input_invalid"), "{words}");
    let (words, failed) = call(&client, "gmail__fly", &json!({})).await;
    assert!(failed && words.contains("not_available"), "{words}");
    client.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_reads_on_in_an_answer_that_was_cut() {
    let (town, cast) = connected().await;
    let limits = "[limits]\nresults = 200";
    let (client, _child) = client_of(program(&town, &cast, limits, &[]), &Person::unasked()).await;
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools.iter().any(|tool| tool.name == "result__read"), "{tools:?}");
    let (words, failed) = call(&client, "gmail__search", &json!({ "query": "in:inbox" })).await;
    assert!(!failed && words.contains("rest with result.read id="), "{words}");
    let number = |key: &str| {
        let behind = words.rsplit_once(key).unwrap().1;
        behind.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u64>().unwrap()
    };
    let on = json!({ "id": number("id="), "from": number("from=") });
    let (rest, failed) = call(&client, "result__read", &on).await;
    assert!(!failed && rest.contains("<<<untrusted:") && rest != words, "{rest}");
    client.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rehearsal_changes_nothing_for_a_client_either() {
    let (town, cast) = connected().await;
    let person = Person::who_says(ElicitationAction::Accept, true);
    let (client, _child) = client_of(program(&town, &cast, "dry_run = true", &[]), &person).await;
    let (words, failed) = call(&client, "gmail__search", &json!({ "query": "in:inbox" })).await;
    assert!(!failed && words.contains(&cast.subject), "looking is looking: {words}");
    let (words, _) = call(&client, "gmail__send", &letter(&cast)).await;
    assert!(words.contains("dry_run: Nothing was done"), "{words}");
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
    client.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_works_everywhere_works_for_a_client() {
    let (town, cast) = connected().await;
    let person = Person::who_says(ElicitationAction::Accept, true);
    let role = "[roles.researcher]\neverywhere = true";
    let (client, _child) = client_of(program(&town, &cast, role, &[]), &person).await;
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools.iter().any(|tool| tool.name == "gmail__search"), "{tools:?}");
    assert!(tools.iter().all(|tool| tool.name != "gmail__send"), "what it may not use is not offered");
    let (words, failed) = call(&client, "gmail__send", &letter(&cast)).await;
    assert!(failed && words.starts_with("denied") && words.contains("only what looks is allowed"), "{words}");
    assert!(
        person.shown.lock().unwrap().is_empty() && town.control.mailbox(&cast.asker, "SENT").await.is_empty()
    );
    client.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http_only_whoever_has_the_token_is_served() {
    let (town, cast) = connected().await;
    let Served { address, token, .. } = &Served::start(&town, &cast).await;
    let wire = wire::Configured::new(wire::Timeouts::default()).unwrap().for_a_library();
    let transport = |token: &str| {
        let config = StreamableHttpClientTransportConfig::with_uri(address.as_str()).auth_header(token);
        StreamableHttpClientTransport::with_client(wire.clone(), config)
    };
    assert!(Person::unasked().serve(transport("wrong")).await.is_err());
    let person = Person::who_says(ElicitationAction::Accept, true);
    let client = person.clone().serve(transport(token)).await.unwrap();
    let (words, failed) = call(&client, "gmail__send", &letter(&cast)).await;
    assert!(!failed, "{words}");
    let sent = town.control.mailbox(&cast.asker, "SENT").await.len();
    assert_eq!((person.shown.lock().unwrap().len(), sent), (1, 1));
    client.cancel().await.unwrap();
}

/// The program, serving over HTTP.
pub struct Served {
    child: Child,
    pub address: String,
    pub token: String,
}

impl Served {
    pub async fn start(town: &Town, cast: &Cast) -> Self {
        let mut child = Command::from(program(town, cast, "", &["--http", "127.0.0.1:0"]))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.next_line().await.unwrap().unwrap();
        let address = address.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        let token = lines.next_line().await.unwrap().unwrap();
        let token = token.rsplit(' ').next().unwrap().to_owned();
        Self { child, address, token }
    }

    /// A request with the token, and with these headers.
    async fn asked(&self, method: wire::Method, headers: &[(&str, &str)], body: &Value) -> Answer {
        let wire = wire::Configured::new(wire::Timeouts::default()).unwrap().for_a_library();
        let request = wire.request(method, &self.address).bearer_auth(&self.token);
        let request = request.header("Accept", "application/json, text/event-stream");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let answer = request.json(body).send().await.unwrap();
        let session = answer.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
        Answer { status: answer.status().as_u16(), session, _stream: Box::new(answer) }
    }

    async fn begun(&self, headers: &[(&str, &str)]) -> Answer {
        let ourselves = json!({ "name": "a client", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": ourselves });
        let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        self.asked(wire::Method::POST, headers, &initialize).await
    }
}

/// The head of an answer. Its body stays open as long as this is kept.
struct Answer {
    status: u16,
    session: Option<String>,
    _stream: Box<dyn std::any::Any>,
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_it_while_a_client_holds_its_event_stream() {
    use rustix::process::{Pid, Signal, kill_process};
    let (town, cast) = connected().await;
    for signal in [Signal::TERM, Signal::INT] {
        let mut served = Served::start(&town, &cast).await;
        let session = served.begun(&[]).await.session.unwrap();
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        served.asked(wire::Method::POST, &[("mcp-session-id", &session)], &initialized).await;
        let stream = served.asked(wire::Method::GET, &[("mcp-session-id", &session)], &json!(null)).await;
        assert_eq!(stream.status, 200);
        let id = i32::try_from(served.child.id().unwrap()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
        let ended = tokio::time::timeout(std::time::Duration::from_secs(20), served.child.wait()).await;
        assert!(ended.expect("the open stream keeps it").unwrap().success(), "{signal:?}");
        drop(stream);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_this_machine_are_served_and_pages_from_elsewhere_are_not() {
    let (town, cast) = connected().await;
    let served = Served::start(&town, &cast).await;
    for (origin, status) in [
        ("http://localhost:6274", 200),
        ("http://127.0.0.1:8080", 200),
        ("http://[::1]:3000", 200),
        ("http://localhost.evil.example", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        assert_eq!(served.begun(&[("Origin", origin)]).await.status, status, "{origin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_ends_its_session_once_and_a_session_that_is_not_there_is_said_not_to_be() {
    let (town, cast) = connected().await;
    let served = Served::start(&town, &cast).await;
    let session = served.begun(&[]).await.session.unwrap();
    let ended = async |session: &str| {
        let headers = [("mcp-session-id", session), ("mcp-protocol-version", "2025-11-25")];
        served.asked(wire::Method::DELETE, &headers, &json!(null)).await.status
    };
    assert_eq!(ended(&session).await, 204);
    assert_eq!(ended(&session).await, 404, "it was ended already");
    assert_eq!(ended("made-up").await, 404);
    assert_eq!(served.asked(wire::Method::DELETE, &[], &json!(null)).await.status, 400);
}

#[test]
fn whoever_would_listen_in_the_open_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let (code, words) = crate::serving::countersign(&[
        "mcp",
        "serve",
        "--as",
        "a@b.example",
        "--http",
        "0.0.0.0:0",
        "--data-dir",
        data.path().to_str().unwrap(),
    ]);
    assert_eq!(code, Some(3), "{words}");
}

/// The client that the protocol's own people publish.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs a published client with pip"]
async fn an_outside_client_uses_ours() {
    let (town, cast) = connected().await;
    let served = program(&town, &cast, "", &[]);
    let arguments: Vec<&str> = served.get_args().map(|argument| argument.to_str().unwrap()).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/client.py");
    let output = Command::new(super::reference::python())
        .arg(script)
        .arg(
            json!({ "command": served.get_program().to_str(), "args": arguments, "letter": letter(&cast),
            "env": variables(town.card()).into_iter().collect::<std::collections::BTreeMap<_, _>>() })
            .to_string(),
        )
        .output()
        .await
        .unwrap();
    let words =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert!(words.contains(&cast.subject) && words.contains("Two bags, please."), "{words}");
    assert_eq!(town.control.mailbox(&cast.asker, "SENT").await.len(), 1, "{words}");
}
