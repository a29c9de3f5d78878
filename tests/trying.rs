//! `countersign` as a newcomer starts it: no arguments, no keys, no configuration.

#[path = "trying/any_day.rs"]
mod any_day;

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::harness::{Control, Posted, all_text, button, is_card};

/// The program in a data directory of its own.
struct Tried {
    process: Child,
    words: String,
    control: Control,
}

impl Tried {
    async fn start(data: &std::path::Path, arguments: &[&str]) -> Self {
        Self::start_in(data, arguments, "UTC").await
    }

    /// The same on a machine in this zone.
    async fn start_in(data: &std::path::Path, arguments: &[&str], zone: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(arguments)
            .env_clear()
            .env("OLLAMA_HOST", "off")
            .env("TZ", zone)
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
        let ended = tokio::time::timeout(Duration::from_mins(5), self.process.wait()).await;
        ended.expect("Ctrl-C ends it").unwrap().code()
    }
}

/// Ana of the company that comes with the program, who allows whatever is asked for.
struct Newcomer {
    tried: Tried,
    /// How many sign-ins she has been offered.
    offers: usize,
    _data: tempfile::TempDir,
}

/// What comes before an answer.
enum Met {
    Offer,
    Card(serde_json::Value),
    Words,
}

impl Newcomer {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let now = std::env::var("WORLD_NOW").ok();
        let now = now.iter().flat_map(|now| ["--now", now]);
        let arguments: Vec<&str> = ["--port", "0"].into_iter().chain(now).collect();
        let tried = Tried::start(data.path(), &arguments).await;
        Self { tried, offers: 0, _data: data }
    }

    /// Asks in a new thread, and goes on until the answer says something; the cards that were approved on the way.
    async fn asks(&mut self, words: &str, answer: &str) -> Vec<String> {
        let asked = self.tried.control.say("ana", "dm", words, None).await;
        self.waits(&asked, words, answer).await
    }

    /// Goes on in the thread until the answer says something; the cards that were approved meanwhile.
    async fn waits(&mut self, asked: &Posted, words: &str, answer: &str) -> Vec<String> {
        let control = self.tried.control.clone();
        let mut approved: Vec<(String, String)> = Vec::new();
        loop {
            let met = control
                .until(&format!("{answer:?} for {words:?}"), async || {
                    let whispers = control.ephemerals("ana").await;
                    let offered =
                        whispers.iter().filter(|one| button(one, "Connect Google").is_some()).count();
                    if offered > self.offers {
                        return Some(Met::Offer);
                    }
                    let replies = control.replies(asked).await;
                    let fresh = |card: &&serde_json::Value| {
                        button(card, "Approve").is_some()
                            && approved.iter().all(|(ts, _)| card["ts"] != ts.as_str())
                    };
                    if let Some(card) = replies.iter().find(fresh) {
                        return Some(Met::Card(card.clone()));
                    }
                    let mut told = replies.iter().filter(|reply| !is_card(reply)).map(all_text);
                    told.any(|told| told.contains(answer)).then_some(Met::Words)
                })
                .await;
            match met {
                Met::Offer => {
                    control.connect("ana", "ana@fernwood.example", self.offers).await;
                    self.offers += 1;
                }
                Met::Card(card) => {
                    approved.push((card["ts"].as_str().unwrap().to_owned(), all_text(&card)));
                    control.click("ana", &card, "Approve").await;
                }
                Met::Words => return approved.into_iter().map(|(_, card)| card).collect(),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_the_calendar_can_be_tried() {
    let mut ana = Newcomer::start().await;
    assert!(
        ana.asks("What's on my calendar tomorrow?", "Harbour Museum: collection search").await.is_empty()
    );
    ana.asks("When are Ben and I free tomorrow?", "Free for everybody").await;
    let booked = ana
        .asks("Book 30 minutes with Ben tomorrow at 16:30 about the launch with a Meet link", "Booked")
        .await;
    assert!(matches!(booked.as_slice(), [card] if card.contains("ben@fernwood.example")), "{booked:?}");
    let cancelled = ana.asks("Cancel the launch", "Cancelled").await;
    assert_eq!(cancelled.len(), 1, "{cancelled:?}");
    let answered = ana.asks("Accept the invitation to Quaypass: test access", "Answered").await;
    assert_eq!(answered.len(), 1, "{answered:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_files_can_be_tried() {
    let mut ana = Newcomer::start().await;
    assert!(ana.asks("What's in the Harbour Museum folder?", "Budget Harbour Museum").await.is_empty());
    ana.asks("Read gift-ideas.txt", "a proper umbrella").await;
    let shared = ana.asks("Share gift-ideas.txt with dai@fernwood.example as commenter", "can comment").await;
    assert_eq!(shared.len(), 1, "{shared:?}");
    ana.asks("Who can see gift-ideas.txt?", "Daichi Mori").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_documents_can_be_tried() {
    let mut ana = Newcomer::start().await;
    ana.asks("Read the document Team meeting notes", "The server move went well").await;
    ana.asks(
        "Replace eleven minutes with 11 minutes in the document Team meeting notes",
        "Suggested in 1 place",
    )
    .await;
    ana.asks("What suggestions are there in Team meeting notes?", "1 open suggestion").await;
    ana.asks(
        "Create a document called Cake that says # Cake\n\nOn *Friday*.",
        "The document “Cake” is there",
    )
    .await;
    ana.asks("What does the document Cake say?", "On *Friday*.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_spreadsheets_can_be_tried() {
    let mut ana = Newcomer::start().await;
    ana.asks("Show me the spreadsheet Budget Harbour Museum", "48000").await;
    ana.asks("Set C5 of Budget Harbour Museum to 350", "1 cell").await;
    ana.asks("Read A5:D5 of Budget Harbour Museum", "5350").await;
    ana.asks("Append a row Photographs, 1200 to Budget Harbour Museum", "Added to").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_mail_can_be_put_in_order() {
    let mut ana = Newcomer::start().await;
    ana.asks("What labels do I have?", "Clients/Harbour Museum").await;
    ana.asks("Archive the latest mail from Marit", "Archived").await;
    let inbox = ana.tried.control.mailbox("ana", "INBOX").await;
    assert!(!inbox.iter().any(|mail| mail["from"].as_str().unwrap().contains("Marit")), "{inbox:?}");
    ana.asks("Read the attachment of the mail about quarter three", "Bakery Lindqvist,5900").await;
    let forwarded =
        ana.asks("Forward the latest mail from Northlight to Dai saying please pay", "Sent to").await;
    assert!(matches!(forwarded.as_slice(), [card] if card.contains("dai@fernwood.example")), "{forwarded:?}");
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
        .env("OLLAMA_HOST", "off")
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
        .env("OLLAMA_HOST", "off")
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
        .env("OLLAMA_HOST", "off")
        .args(["--port", "0", "--world", file.to_str().unwrap()])
        .env_clear()
        .env("XDG_DATA_HOME", data.path())
        .output()
        .await
        .unwrap();
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--fresh"));
}
