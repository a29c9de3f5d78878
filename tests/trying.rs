//! `countersign` as a newcomer starts it: no arguments, no keys, no configuration.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::harness::Control;

/// The program in a data directory of its own.
struct Tried {
    process: Child,
    words: String,
    control: Control,
}

impl Tried {
    async fn start(data: &std::path::Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(arguments)
            .env_clear()
            .env("XDG_DATA_HOME", data)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut words = String::new();
        while !words.contains("Ctrl-C ends it.") {
            let line = lines.next_line().await.unwrap().expect("it says what to do");
            words = format!("{words}{line}\n");
        }
        let page = words.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let control = Control::new(&format!("{page}control"));
        Self { process, words, control }
    }

    /// Ctrl-C; the exit code.
    async fn stop(mut self) -> Option<i32> {
        let pid = i32::try_from(self.process.id().unwrap()).unwrap();
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let ended = tokio::time::timeout(Duration::from_secs(30), self.process.wait()).await;
        ended.expect("Ctrl-C ends it").unwrap().code()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_starts_says_what_to_try_and_keeps_everything_until_told_to_forget() {
    let data = tempfile::tempdir().unwrap();
    let tried = Tried::start(data.path(), &["--port", "0"]).await;
    assert!(tried.words.contains("What's new in my mail?") && tried.words.contains("ANTHROPIC_API_KEY"));
    let asked = tried.control.say("ana", "dm", "hello", None).await;
    tried.control.reply(&asked, 0).await;
    assert_eq!(tried.stop().await, Some(0));

    let again = Tried::start(data.path(), &["--port", "0"]).await;
    assert_eq!(again.control.replies(&asked).await.len(), 1, "the conversation is still there");
    again.control.say("ana", "dm", "thanks", Some(&asked.ts)).await;
    again.control.reply(&asked, 1).await;
    assert_eq!(again.stop().await, Some(0));

    let fresh = Tried::start(data.path(), &["--port", "0", "--fresh"]).await;
    let messages = fresh.control.get("/slack/messages?channel=dm:ana").await;
    assert_eq!(messages["messages"].as_array().unwrap().len(), 0);
    assert_eq!(fresh.stop().await, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keys_of_the_vault_are_for_nobody_else() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().unwrap();
    let tried = Tried::start(data.path(), &["--port", "0"]).await;
    let directory = data.path().join("countersign").join("try");
    let mode = |path: std::path::PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(directory.join("vault.key")), 0o600);
    assert_eq!(mode(directory), 0o700);
    drop(tried);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_port_gets_the_next_free_one_and_a_second_instance_says_so() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let tried = Tried::start(data.path(), &["--port", &port]).await;
    assert!(tried.words.contains(&format!("port {port} was busy")), "{}", tried.words);
    let second = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .env_clear()
        .env("XDG_DATA_HOME", data.path())
        .output()
        .await
        .unwrap();
    assert_eq!(second.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another instance"));
    assert_eq!(tried.stop().await, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_alone_prints_every_address_and_credential_in_one_line() {
    let data = tempfile::tempdir().unwrap();
    let world = data.path().join("world.json");
    let (people, _) = crate::harness::small_world();
    std::fs::write(&world, serde_json::to_string(&people).unwrap()).unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["sandbox", "--json", "--in-memory", "--port", "0", "--world"])
        .arg(&world)
        .env_clear()
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let card: serde_json::Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
    for name in [
        "page_url",
        "control_url",
        "slack_api_url",
        "bot_token",
        "app_token",
        "signing_secret",
        "google_base_url",
        "google_auth_url",
        "google_token_url",
        "google_revoke_url",
        "client_id",
        "client_secret",
    ] {
        assert!(card[name].as_str().is_some_and(|value| !value.is_empty()), "{name}: {card}");
    }
    let person = &card["people"][0];
    for name in ["slack_user_id", "address", "google_access_token"] {
        assert!(person[name].as_str().is_some_and(|value| !value.is_empty()), "{name}: {card}");
    }
    let wire = wire::Configured::new(wire::Timeouts::default()).unwrap();
    let url = format!("{}/gmail/v1/users/me/profile", card["google_base_url"].as_str().unwrap());
    let token = kernel::Secret::new(person["google_access_token"].as_str().unwrap());
    let profile = wire.request(wire::Method::GET, url.parse().unwrap()).bearer(&token).send().await.unwrap();
    assert_eq!(profile.json::<serde_json::Value>().unwrap()["emailAddress"], person["address"]);
}

#[test]
fn a_broken_world_file_says_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let world = data.path().join("world.json");
    std::fs::write(&world, r#"{"workspace": "X", "domain": "x.example", "people": [], "mails": []}"#)
        .unwrap();
    let arguments = ["sandbox", "--in-memory", "--port", "0", "--world", world.to_str().unwrap()];
    let (code, words) = crate::serving::countersign(&arguments);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("mails") && words.contains("world.json"), "{words}");
}

/// The whole story through the program itself, in a world made for this run.
#[tokio::test(flavor = "multi_thread")]
async fn the_story_in_a_world_of_ones_own() {
    let data = tempfile::tempdir().unwrap();
    let (world, cast) = crate::harness::small_world();
    let file = data.path().join("world.json");
    std::fs::write(&file, serde_json::to_string(&world).unwrap()).unwrap();
    let tried = Tried::start(data.path(), &["--port", "0", "--world", file.to_str().unwrap()]).await;
    let control = &tried.control;
    let address = format!("{}@{}", cast.asker, cast.domain);
    let words = format!("@countersign reply to {} saying Thursday works", cast.friend);
    let asked = control.say(&cast.asker, &cast.channel, &words, None).await;
    control.connect(&cast.asker, &address, 0).await;
    control.connect(&cast.asker, &address, 1).await;
    let card = control.live_card(&asked).await;
    assert!(crate::harness::all_text(&card).contains(&cast.friend_address));
    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    let sent = control.mailbox(&cast.asker, "SENT").await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0]["subject"].as_str().unwrap().contains(&cast.subject));
    assert_eq!(tried.stop().await, Some(0));

    let other = crate::harness::small_world().0;
    std::fs::write(&file, serde_json::to_string(&other).unwrap()).unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["--port", "0", "--world", file.to_str().unwrap()])
        .env_clear()
        .env("XDG_DATA_HOME", data.path())
        .output()
        .await
        .unwrap();
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--fresh"));
}
