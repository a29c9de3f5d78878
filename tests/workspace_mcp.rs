//! A published MCP server for Google Workspace, `workspace-mcp`, against the sandbox's Google: every tool it has for the
//! five services is called, and its results are checked. The product does not run.

#[path = "workspace_mcp/calendar.rs"]
mod calendar;
#[path = "workspace_mcp/docs.rs"]
mod docs;
#[path = "workspace_mcp/drive.rs"]
mod drive;
#[path = "workspace_mcp/gmail.rs"]
mod gmail;
#[path = "workspace_mcp/sheets.rs"]
mod sheets;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use wire::{Method, Url};

use crate::harness::{Plan, Published, Town};

/// The version whose tools these stories know.
const PACKAGE: &str = "workspace-mcp==2.2.1";

/// A hang is found by it, never slowness.
const PATIENCE: Duration = Duration::from_mins(3);

/// The scopes that the server wants, without the beginning that all scopes share.
const SCOPES: &str = "calendar calendar.events calendar.readonly documents documents.readonly drive drive.file \
                      drive.readonly gmail.compose gmail.labels gmail.modify gmail.readonly gmail.send \
                      gmail.settings.basic spreadsheets spreadsheets.readonly userinfo.email userinfo.profile";

fn installed() -> &'static Published {
    static PUBLISHED: OnceLock<Published> = OnceLock::new();
    PUBLISHED.get_or_init(|| Published::install("workspace-mcp", &[], &[PACKAGE]))
}

/// The tools of one service, used for Ana by way of the server's standard input and output.
struct Tools {
    town: Town,
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// Goes with the server that writes there.
    _folder: TempDir,
    /// The properties of each tool's input.
    offered: BTreeMap<String, Value>,
    called: BTreeSet<String>,
    latest: u64,
}

impl Tools {
    async fn start(service: &str) -> Self {
        let town = Town::empty(Plan::new(serde_json::from_value(world()).unwrap())).await;
        let folder = TempDir::new().unwrap();
        let base = town.card().google_base_url.clone();
        let token = &town.card().people[0].google_access_token;
        write_credentials(folder.path(), &base, token);
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workspace_mcp");
        let mut process = Command::new(installed().python("workspace-mcp"))
            .args(["--single-user", "--tools", service])
            .env("PYTHONPATH", site)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("GOOGLE_BASE_URL", &base)
            .env("GOOGLE_OAUTH_CLIENT_ID", &town.card().client_id)
            .env("GOOGLE_OAUTH_CLIENT_SECRET", "secret")
            .env("USER_GOOGLE_EMAIL", ANA)
            .env("WORKSPACE_MCP_PORT", free.to_string())
            .env("WORKSPACE_MCP_CREDENTIALS_DIR", folder.path())
            .env("WORKSPACE_ATTACHMENT_DIR", folder.path().join("files"))
            .env("HOME", folder.path())
            // In place of a browser, which signing in would open.
            .env("BROWSER", "true")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        let (offered, called) = (BTreeMap::new(), BTreeSet::new());
        let mut tools = Self { town, process, input, output, _folder: folder, offered, called, latest: 0 };
        tools.shake_hands().await;
        tools
    }

    async fn shake_hands(&mut self) {
        let client = json!({ "name": "stories", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        self.ask("initialize", hello).await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        let offered = self.ask("tools/list", json!({})).await;
        for tool in offered["tools"].as_array().unwrap() {
            let name = tool["name"].as_str().unwrap().to_owned();
            self.offered.insert(name, tool["inputSchema"]["properties"].clone());
        }
    }

    /// Calls a tool for Ana, which must work; what it says.
    async fn call(&mut self, tool: &str, arguments: Value) -> String {
        let mut arguments = arguments;
        let offered = self.offered.get(tool).unwrap_or_else(|| panic!("there is no tool {tool}"));
        if offered.get("user_google_email").is_some() {
            arguments["user_google_email"] = ANA.into();
        }
        let call = json!({ "name": tool, "arguments": arguments });
        let result = self.ask("tools/call", call.clone()).await;
        let parts = result["content"].as_array().unwrap_or_else(|| panic!("{call}: {result}"));
        let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        let text = texts.join("\n");
        let failed = result["isError"] == true || text.starts_with("Error") || text.contains("HttpError");
        assert!(!failed, "{call}: {text}");
        self.called.insert(tool.to_owned());
        text
    }

    /// Reads something of Google's by itself, to see what a tool has done.
    async fn google(&self, path: &str) -> Value {
        self.direct(Method::GET, path, None).await
    }

    async fn direct(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let card = self.town.card();
        let url = Url::parse(&format!("{}{path}", card.google_base_url)).unwrap();
        let token = format!("Bearer {}", card.people[0].google_access_token);
        let mut request = self.town.control.wire().request(method, url).header("Authorization", &token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        assert!(answer.status.is_success(), "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json().unwrap()
    }

    /// Every tool of the service has been called.
    async fn end(mut self) {
        // The way to sign in is offered beside every service, and called in one story.
        let left: Vec<&String> = self
            .offered
            .keys()
            .filter(|name| !self.called.contains(*name) && *name != "start_google_auth")
            .collect();
        assert!(left.is_empty(), "not called: {left:?}");
        self.process.kill().await.unwrap();
    }

    async fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.latest += 1;
        let id = self.latest;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters })).await;
        loop {
            let line = tokio::time::timeout(PATIENCE, self.output.next_line()).await;
            let line = line.unwrap_or_else(|_| panic!("no answer to {method}")).unwrap();
            let line = line.unwrap_or_else(|| panic!("the server ended before it answered {method}"));
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method} {parameters}: {message}");
                return message["result"].clone();
            }
        }
    }

    async fn send(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        self.input.flush().await.unwrap();
    }
}

const ANA: &str = "ana@house.example";
const BEN: &str = "ben@house.example";

fn world() -> Value {
    json!({
        "workspace": "Test House", "domain": "house.example",
        "people": [{ "handle": "ana", "name": "Ana Ruiz" }, { "handle": "ben", "name": "Ben Okafor" }],
        "mail": [
            { "key": "offer", "from": "Mia Chen <mia@harbour.example>", "to": ["ana"], "subject": "Our offer",
              "text": "Tea for two.", "when": "2d", "unread": true,
              "attachments": [{ "name": "prices.csv", "kind": "text/csv", "text": "tea,2\n" }] },
            { "from": "ben", "to": ["ana"], "subject": "Lunch", "text": "At noon?", "when": "1d" },
        ],
        "files": [{ "name": "Notes.txt", "owner": "ana", "text": "Remember the milk" }],
    })
}

/// The file in which the server finds the token of somebody who has signed in before.
fn write_credentials(folder: &Path, base: &str, token: &str) {
    let scopes: Vec<String> =
        SCOPES.split(' ').map(|scope| format!("https://www.googleapis.com/auth/{scope}")).collect();
    let credentials = json!({
        "token": token, "refresh_token": "none", "token_uri": format!("{base}/token"), "client_id": "client",
        "client_secret": "secret", "scopes": scopes, "expiry": "2099-01-01T00:00:00",
    });
    std::fs::write(folder.join(format!("{ANA}.json")), credentials.to_string()).unwrap();
}

/// The word that follows a mark, such as an id after `ID: `.
fn after(text: &str, mark: &str) -> String {
    let rest = text.split_once(mark).unwrap_or_else(|| panic!("no {mark:?} in {text}")).1;
    let end = rest.find(|sign: char| !(sign.is_ascii_alphanumeric() || "-_.@".contains(sign)));
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// Checks that a text holds all of these words.
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} is not in: {text}");
    }
}
