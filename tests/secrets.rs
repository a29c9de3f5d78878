//! No secret leaves the house by a side door: not by the log at its loudest, a message, a prompt, the audit, the database
//! or an error.

#[path = "secrets/canaries.rs"]
mod canaries;
#[path = "secrets/provider.rs"]
mod provider;

use std::path::Path;
use std::process::{Command, Stdio};

use hmac::{Hmac, Mac};
use sandbox::World;
use serde_json::{Value, json};
use sha2::Sha256;
use wire::{Method, Url};

use crate::harness::{Cast, Plan, Town, small_world, variables};
use canaries::{Canaries, Places};
use provider::Provider;

const MODEL_KEY: &str = "sk-ant-api03-canary-4d1f8a72c6e94b0f";

/// The product in a process of its own, with everything it can be given, saying all it can say.
struct House {
    town: Town,
    cast: Cast,
    provider: Provider,
    directory: tempfile::TempDir,
    variables: Vec<(&'static str, String)>,
    process: Option<tokio::process::Child>,
}

impl House {
    async fn open() -> Self {
        let (world, cast) = world();
        let town = Town::empty(Plan::new(world)).await;
        let provider = Provider::start().await;
        let directory = tempfile::tempdir().unwrap();
        let port = town.port();
        let lines = format!(
            "listen = \"127.0.0.1:{port}\"\npublic_url = \"http://127.0.0.1:{port}\"\n[google]\nsend_undo_seconds = 0\n\
             service_account_domains = [\"delegated-{}\"]\n[slack]\nsockets = 1\n",
            cast.domain
        );
        std::fs::write(directory.path().join("countersign.toml"), lines).unwrap();
        let card = town.card();
        let mut variables = variables(card);
        variables.extend([
            ("SLACK_SIGNING_SECRET", card.signing_secret.clone()),
            ("GOOGLE_SERVICE_ACCOUNT_KEY", card.service_account_key.to_string()),
            ("GOOGLE_DEVICE_CODE_URL", card.google_device_code_url.clone()),
            ("GOOGLE_DEVICE_CLIENT_ID", card.device_client_id.clone()),
            ("GOOGLE_DEVICE_CLIENT_SECRET", card.device_client_secret.clone()),
            ("ANTHROPIC_API_KEY", MODEL_KEY.to_owned()),
            ("ANTHROPIC_BASE_URL", provider.address.clone()),
            ("RUST_LOG", "trace".to_owned()),
            ("RUST_BACKTRACE", "1".to_owned()),
        ]);
        let mut house = Self { town, cast, provider, directory, variables, process: None };
        house.serve();
        house
    }

    fn log(&self) -> std::path::PathBuf {
        self.directory.path().join("log")
    }

    fn config(&self) -> std::path::PathBuf {
        self.directory.path().join("countersign.toml")
    }

    fn serve(&mut self) {
        let log = std::fs::File::create(self.log()).unwrap();
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.arg("serve").arg("--config").arg(self.config()).arg("--data-dir").arg(self.town.data());
        command.env_clear().envs(self.variables.clone()).kill_on_drop(true);
        command.stdout(log.try_clone().unwrap()).stderr(Stdio::from(log));
        self.process = Some(command.spawn().unwrap());
    }

    /// Another command beside it, to its end.
    fn run(&self, arguments: &[&str], config: &Path) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(arguments)
            .arg("--config")
            .arg(config)
            .arg("--data-dir")
            .arg(self.town.data())
            .env_clear()
            .envs(self.variables.clone())
            .output()
            .unwrap();
        let words = [output.stdout, output.stderr].map(|words| String::from_utf8_lossy(&words).into_owned());
        (output.status.code(), words.concat())
    }

    /// Posts what Slack would have signed otherwise, and says how it should have been signed.
    async fn refused(&self, body: &str, at: i64, sign: impl Fn(&str) -> String) -> String {
        let mut seal = Hmac::<Sha256>::new_from_slice(self.town.card().signing_secret.as_bytes()).unwrap();
        seal.update(format!("v0:{at}:{body}").as_bytes());
        let valid = format!("{:x}", seal.finalize().into_bytes());
        let url = Url::parse(&format!("http://127.0.0.1:{}/slack/events", self.town.port())).unwrap();
        let answer = self
            .town
            .control
            .wire()
            .request(Method::POST, url)
            .header("x-slack-signature", &sign(&valid))
            .header("x-slack-request-timestamp", &at.to_string())
            .body(body.to_owned())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status.as_u16(), 401);
        assert!(!String::from_utf8_lossy(&answer.body).contains(&valid));
        valid
    }
}

/// The colleague's account is reached by the service account, the asker's by signing in.
fn world() -> (World, Cast) {
    let (mut world, cast) = small_world();
    let colleague = world.people.iter_mut().find(|person| person.handle == cast.colleague).unwrap();
    colleague.address = Some(format!("{}@delegated-{}", cast.colleague, cast.domain));
    (world, cast)
}

/// A sign-in, a search, a countersigned mail, a delegated search, and refusals of every kind. The pages that were seen.
async fn all_that_can_happen(house: &House, canaries: &mut Canaries) -> Vec<String> {
    let (control, cast) = (&house.town.control, &house.cast);
    let looked = control.say(&cast.asker, "dm", "search: in:inbox", None).await;
    let page = house.town.connect(&cast.asker).await;
    control.reply(&looked, 0).await;
    canaries.learn_from_vault(&house.town.data()).await;

    let words = format!("send: {}", cast.friend_address);
    let sent = control.say(&cast.asker, "dm", &words, None).await;
    house.town.connect_again(&cast.asker, 1).await;
    let card = control.live_card(&sent).await;
    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&sent, &card, "Done").await;
    control.reply(&sent, 0).await;

    let delegated = control.say(&cast.colleague, "dm", "search: in:inbox", None).await;
    control.reply(&delegated, 0).await;
    let token = canaries.learn_from_vault(&house.town.data()).await;

    // A Google that repeats our token to us, a token that it takes no more, a Google and a Slack that fall over.
    let echo = json!({ "error": { "code": 400, "message": format!("{token} is not allowed") } });
    control.post("/google/expire", json!({ "person": cast.asker })).await;
    for kind in [
        json!({ "status": { "code": 400, "body": echo } }),
        json!({ "status": { "code": 401 } }),
        json!({ "status": { "code": 500 } }),
        json!("drop_before"),
    ] {
        control.fault(json!({ "service": "google", "method": "gmail.*", "kind": kind, "times": 1 })).await;
        let asked = control.say(&cast.asker, "dm", "search: in:inbox", None).await;
        control.reply(&asked, 0).await;
    }
    let broken =
        json!({ "service": "slack", "method": "chat.*", "kind": { "status": { "code": 500 } }, "times": 1 });
    control.fault(broken).await;
    control.post("/slack/sockets/drop", json!({})).await;
    let asked = control.say(&cast.asker, "dm", "hello", None).await;
    control.reply(&asked, 0).await;
    house.provider.refuses_once(MODEL_KEY);
    let asked = control.say(&cast.asker, "dm", "hello", None).await;
    control.reply(&asked, 0).await;
    canaries.learn_from_vault(&house.town.data()).await;
    control.post("/google/revoke", json!({ "person": cast.asker })).await;
    control.say(&cast.asker, "dm", "search: in:inbox", None).await;
    control
        .until("a sign-in is offered again", async || {
            let offers = control.ephemerals(&cast.asker).await;
            let offers =
                offers.iter().filter(|offer| crate::harness::button(offer, "Connect Google").is_some());
            (offers.count() >= 3).then_some(())
        })
        .await;
    vec![page]
}

/// Configurations that somebody wrote a secret into.
fn wrong_configurations(house: &House) -> Vec<String> {
    let card = house.town.card();
    let wrong = house.directory.path().join("wrong.toml");
    let said = [
        format!("slack_bot_token = \"{}\"", card.bot_token),
        format!("[slack]\napp_token = \"{}\"", card.app_token),
        format!("[google]\nclient_secret = \"{}\"", card.client_secret),
        format!("listen = \"{}\"", card.signing_secret),
        format!("public_url = \"http://me:{MODEL_KEY}@example.com\""),
        format!("[slack]\nsockets = \"{}\"", card.signing_secret),
        format!("listen = {}", card.bot_token),
    ]
    .map(|lines| {
        std::fs::write(&wrong, lines).unwrap();
        let (code, words) = house.run(&["serve"], &wrong);
        assert_eq!(code, Some(3), "{words}");
        words
    });
    said.into()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_stands_in_a_log_a_message_a_prompt_the_audit_the_database_or_an_error() {
    let mut house = House::open().await;
    let mut canaries = Canaries::of(house.town.card());
    canaries.add("model key", MODEL_KEY);
    let pages = all_that_can_happen(&house, &mut canaries).await;
    let now = sandbox::now().as_second();
    let wrongly =
        house.refused("{\"type\":\"event_callback\"}", now, |_| format!("v0={}", "0".repeat(64))).await;
    let late = house.refused("{\"type\":\"event_callback\"}", now - 600, |valid| format!("v0={valid}")).await;
    canaries.add("the signature that was asked for", &wrongly);
    canaries.add("a signature that came too late", &late);
    canaries.learn_from_google(&house.town.control).await;
    canaries.learn_from_sockets(&house.town.control).await;
    canaries.are_all_there();

    let mut places = Places::default();
    places.put("pages", pages.concat());
    let config = house.config();
    for command in
        ["audit verify", "audit show --last 1000", "audit export", "auth status", "doctor", "doctor --json"]
    {
        let arguments: Vec<&str> = command.split(' ').collect();
        let (code, words) = house.run(&arguments, &config);
        assert!(matches!(code, Some(0 | 1)), "{command}: {words}");
        places.put(command, words);
    }
    for words in wrong_configurations(&house) {
        places.put("wrong configuration", words);
    }
    for (name, value) in
        [("SLACK_BOT_TOKEN", "xoxb-canary-refused-7c2e"), ("SLACK_APP_TOKEN", "xapp-canary-refused-9d4b")]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        let elsewhere = tempfile::tempdir().unwrap();
        let file = elsewhere.path().join("countersign.toml");
        std::fs::write(
            &file,
            "listen = \"127.0.0.1:0\"\n[google]\nservice_account_domains = [\"x.example\"]",
        )
        .unwrap();
        command.args(["serve", "--config"]).arg(&file).arg("--data-dir").arg(elsewhere.path());
        let output = command.env_clear().envs(house.variables.clone()).env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", String::from_utf8_lossy(&output.stderr));
        canaries.add("a refused token", value);
        places.put("a refused token", output.stderr);
    }
    house.process.take().unwrap().kill().await.unwrap();

    let log = std::fs::read(house.log()).unwrap();
    let loud = String::from_utf8_lossy(&log);
    for level in ["TRACE", "DEBUG", "WARN"] {
        assert!(loud.contains(level), "the log was not at its loudest");
    }
    places.put("log", log);
    places.put_slack(&house.town.control, &[&house.cast.asker, &house.cast.colleague]).await;
    places.put("prompts", json!(house.provider.heard()).to_string());
    places.put_files(&house.town.data());
    let found = canaries.found_in(&places);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_search_for_secrets_finds_them_in_disguise() {
    use base64::Engine as _;
    let mut canaries = Canaries::default();
    canaries.add("a key", "1//0canary+key/with=signs&more");
    let standard = base64::engine::general_purpose::STANDARD;
    for disguise in [
        "say 1//0canary+key/with=signs&more".to_owned(),
        standard.encode("user:1//0canary+key/with=signs&more"),
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode("ab1//0canary+key/with=signs&more"),
        "q=1%2F%2F0canary%2Bkey%2Fwith%3Dsigns%26more".to_owned(),
        "q=1%2f%2f0canary%2bkey%2fwith%3dsigns%26more".to_owned(),
        Value::from("1//0canary+key/with=signs&more").to_string().replace('/', "\\/"),
    ] {
        let mut places = Places::default();
        places.put("somewhere", format!("before {disguise} after"));
        assert_eq!(canaries.found_in(&places).len(), 1, "{disguise}");
    }
    let mut places = Places::default();
    places.put("somewhere", "1//0canary");
    assert!(canaries.found_in(&places).is_empty());
}
