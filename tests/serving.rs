//! The program as a whole: commands, exit codes, and a Slack that does not behave.

use std::process::{Command, Stdio};

use serde_json::json;

use crate::harness::{Cast, Plan, Posted, Town, small_world, variables};

/// Runs the program to its end.
pub fn countersign(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .env("OLLAMA_HOST", "off")
        .args(arguments)
        .env_clear()
        .env("HOME", std::env::temp_dir())
        .output()
        .unwrap();
    let words =
        [output.stdout, output.stderr].map(|words| String::from_utf8_lossy(&words).into_owned()).concat();
    (output.status.code(), words)
}

/// A configuration that leaves the port to the system, because the usual one may be taken by a program that runs here.
pub fn any_port(directory: &std::path::Path) -> String {
    let file = directory.join("any-port.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\n").unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_tools_can_be_listed_and_their_schema_printed() {
    let (code, words) = countersign(&["tools"]);
    assert_eq!(code, Some(0), "{words}");
    for tool in ["gmail.search", "gmail.read", "gmail.send", "gmail.reply"] {
        assert!(words.contains(tool), "{words}");
    }
    let (code, schema) = countersign(&["tools", "schema", "gmail.send"]);
    assert_eq!(code, Some(0));
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["properties"]["to"].is_object(), "{schema}");
    let (code, words) = countersign(&["tools", "schema", "gmail.fly"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("countersign tools"), "{words}");
}

/// It counts the pages it gives out; if it were only linked and somebody else asked, there would be none.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_asked_of_the_allocator_that_is_linked_for_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("--version")
        .env_clear()
        .env("MIMALLOC_SHOW_STATS", "1")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = words.lines().find_map(|line| line.trim().strip_prefix("pages")?.split_once(':'));
    let (_, counts) = line.unwrap_or_else(|| panic!("it is not linked: {words}"));
    let most: u32 = counts.split_whitespace().next().unwrap().parse().unwrap();
    assert!(most > 5, "{words}");
}

#[test]
fn serving_without_tokens_says_what_to_set() {
    let data = tempfile::tempdir().unwrap();
    let config = any_port(data.path());
    let (code, words) =
        countersign(&["serve", "--data-dir", data.path().to_str().unwrap(), "--config", &config]);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("SLACK_BOT_TOKEN") && words.contains("countersign"), "{words}");
}

#[test]
fn a_wrong_configuration_is_refused_with_its_line() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("countersign.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\n[limits]\nstep = 1\n").unwrap();
    let (code, words) = countersign(&["serve", "--config", file.to_str().unwrap()]);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("step = 1") && words.contains("line 3"), "{words}");
}

/// `countersign serve` in a sandbox, impatient enough for a story.
struct Served {
    town: Town,
    cast: Cast,
    process: tokio::process::Child,
    _config: tempfile::NamedTempFile,
}

impl Served {
    /// `changed` replaces a variable of the environment.
    fn start(town: Town, cast: Cast, changed: Option<(&str, &str)>) -> Self {
        let config = tempfile::NamedTempFile::new().unwrap();
        let lines = format!(
            "listen = \"127.0.0.1:{}\"\n[slack]\nopen_timeout = 1\nanswer_timeout = 1\nconnect_timeout = 1\n\
             ping_every = 1\ndead_after = 3\n",
            town.port()
        );
        std::fs::write(config.path(), lines).unwrap();
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.env("OLLAMA_HOST", "off");
        command.args(["serve", "--config"]).arg(config.path()).arg("--data-dir").arg(town.data());
        command.env_clear().envs(variables(town.card())).stderr(Stdio::piped()).kill_on_drop(true);
        if let Some((name, value)) = changed {
            command.env(name, value);
        }
        let process = command.spawn().unwrap();
        Self { town, cast, process, _config: config }
    }

    /// Its exit code and its last words.
    async fn ended(self) -> (Option<i32>, String) {
        let output = self.process.wait_with_output().await.unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    async fn answers(&self) -> Posted {
        let asked = self.town.control.say(&self.cast.asker, "dm", "hello", None).await;
        self.town.control.reply(&asked, 0).await;
        asked
    }

    async fn asked_for(&self, method: &str, times: usize) {
        self.town
            .control
            .until(method, async || {
                let requests = self.town.control.requests("slack", method).await;
                (requests.len() >= times).then_some(())
            })
            .await;
    }
}

async fn a_town() -> (Town, Cast) {
    let (world, cast) = small_world();
    (Town::empty(Plan::new(world)).await, cast)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_account_alone_is_enough_for_google_tools() {
    let (town, _) = a_town().await;
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("countersign.toml");
    let lines = "listen = \"127.0.0.1:0\"\n[google]\nservice_account_domains = [\"fernwood.example\"]";
    std::fs::write(&config, lines).unwrap();
    let key = ("GOOGLE_SERVICE_ACCOUNT_KEY", town.card().service_account_key.to_string());
    for (variables, missing) in [(vec![key], false), (Vec::new(), true)] {
        // Without Slack's tokens it ends by itself, after its warnings.
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["serve", "--config"])
            .arg(&config)
            .arg("--data-dir")
            .arg(data.path().join("data"))
            .env_clear()
            .envs(variables)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.contains("SLACK_BOT_TOKEN"), "{words}");
        assert_eq!(words.contains("no Google tools"), missing, "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_waits_for_a_slack_that_answers_nothing() {
    for method in ["auth.test", "apps.connections.open", "link"] {
        let (town, cast) = a_town().await;
        town.control.fault(json!({ "service": "slack", "method": method, "kind": "hang", "times": 2 })).await;
        let served = Served::start(town, cast, None);
        served.asked_for(method, 3).await;
        served.answers().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_ends_it_with_its_own_code_and_a_sentence() {
    for (name, token) in [("SLACK_BOT_TOKEN", "xoxb-nobody"), ("SLACK_APP_TOKEN", "xapp-nobody")] {
        let (town, cast) = a_town().await;
        let (code, words) = Served::start(town, cast, Some((name, token))).ended().await;
        assert_eq!(code, Some(4), "{name}: {words}");
        assert!(words.contains("Slack refused us") && words.contains(name), "{name}: {words}");
        assert!(!words.contains(token), "a token is never shown: {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn swapped_tokens_are_recognised_before_anybody_is_asked() {
    let (town, cast) = a_town().await;
    let app_token = town.card().app_token.clone();
    let (code, words) = Served::start(town, cast, Some(("SLACK_BOT_TOKEN", &app_token))).ended().await;
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("SLACK_BOT_TOKEN") && words.contains("swapped"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disabled_link_ends_it_with_the_same_code() {
    let (town, cast) = a_town().await;
    let served = Served::start(town, cast, None);
    served.answers().await;
    served.town.control.post("/slack/sockets/disconnect", json!({ "reason": "link_disabled" })).await;
    let (code, words) = served.ended().await;
    assert_eq!(code, Some(4), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_socket_is_dialled_again() {
    let (town, cast) = a_town().await;
    let served = Served::start(town, cast, None);
    for _ in 0..3 {
        served.answers().await;
        served.town.control.post("/slack/sockets/drop", json!({})).await;
    }
    served.answers().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_instance_on_the_same_data_says_so() {
    let (town, cast) = a_town().await;
    let served = Served::start(town, cast, None);
    served.answers().await;
    let (code, words) = countersign(&["serve", "--data-dir", served.town.data().to_str().unwrap()]);
    assert_eq!(code, Some(5), "{words}");
    assert!(words.contains("another instance"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_port_is_said_plainly() {
    let (town, cast) = a_town().await;
    let taken = town.occupied();
    let (code, words) = Served::start(town, cast, None).ended().await;
    drop(taken);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("cannot be listened on"), "{words}");
}

#[test]
fn a_key_file_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().unwrap();
    let key = data.path().join("key");
    std::fs::write(&key, "00".repeat(32)).unwrap();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let config = data.path().join("countersign.toml");
    std::fs::write(&config, format!("listen = \"127.0.0.1:0\"\n[vault]\nkey_file = {key:?}")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .env("OLLAMA_HOST", "off")
        .args(["serve", "--config"])
        .arg(&config)
        .arg("--data-dir")
        .arg(data.path())
        .env_clear()
        .envs([("SLACK_BOT_TOKEN", "xoxb-1"), ("SLACK_APP_TOKEN", "xapp-1")])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(6), "{words}");
    assert!(words.contains("chmod 600"), "{words}");
}
