//! `countersign auth`: the program itself, at a terminal, beside the product that works with what it connects.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::harness::{Cast, Plan, Town, button, small_world, variables};
use crate::ways_in::searching;

/// A terminal on the machine of a town.
struct Terminal {
    town: Town,
    cast: Cast,
}

/// A command that is still running.
struct Running {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Terminal {
    /// At this machine people sign in through a client for desktops, and so does the product here.
    async fn open() -> Self {
        let (world, cast) = small_world();
        let town = Town::empty(Plan::new(world).model(searching())).await;
        town.control.post("/google/device/timing", json!({ "interval": 1, "expires_in": 60 })).await;
        Self { town, cast }
    }

    fn client(&self) -> [(&'static str, &str); 2] {
        let card = self.town.card();
        [("GOOGLE_CLIENT_ID", &card.desktop_client_id), ("GOOGLE_CLIENT_SECRET", &card.desktop_client_secret)]
    }

    fn start(&self, arguments: &[&str]) -> Running {
        let card = self.town.card();
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.arg("auth").args(arguments).arg("--data-dir").arg(self.town.data());
        command.env_clear().envs(variables(card)).envs(self.client()).envs([
            ("GOOGLE_DEVICE_CODE_URL", &card.google_device_code_url),
            ("GOOGLE_DEVICE_CLIENT_ID", &card.device_client_id),
            ("GOOGLE_DEVICE_CLIENT_SECRET", &card.device_client_secret),
        ]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Running { process, lines }
    }

    /// Runs it to its end.
    async fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        self.start(arguments).ended().await
    }

    fn address(&self) -> String {
        self.town.address_of(&self.cast.asker)
    }

    async fn opens(&mut self) {
        let client = self.client().map(|(name, value)| (name, value.to_owned()));
        let client = client.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.town.open_with(&client).await;
    }
}

impl Running {
    /// What stands behind these words on a line that it prints.
    async fn says(&mut self, words: &str) -> String {
        while let Some(line) = self.lines.next_line().await.unwrap() {
            if let Some((_, rest)) = line.split_once(words) {
                return rest.to_owned();
            }
        }
        panic!("it never said {words:?}");
    }

    async fn ended(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        while let Some(line) = self.lines.next_line().await.unwrap() {
            said = format!("{said}{line}\n");
        }
        let output = self.process.wait_with_output().await.unwrap();
        (output.status.code(), said + &String::from_utf8_lossy(&output.stderr))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_connected_in_the_browser_used_shown_and_taken_back() {
    let mut terminal = Terminal::open().await;
    terminal.opens().await;
    let (code, words) = terminal.run(&["status"]).await;
    assert!(code == Some(0) && words.contains("No Google account is connected"), "{words}");

    let mut signing_in = terminal.start(&["google"]);
    let address = format!("http{}", signing_in.says("http").await);
    let (status, page) = terminal.town.sign_in_at(&address, &terminal.cast.asker).await;
    assert!(status == 200 && page.contains("Go back to the terminal"), "{status}: {page}");
    let (code, words) = signing_in.ended().await;
    let connected = format!("{} is connected for Ada Asker", terminal.address());
    assert!(code == Some(0) && words.contains(&connected), "{words}");

    let (code, words) = terminal.run(&["status"]).await;
    assert!(code == Some(0) && words.contains(&terminal.address()), "{words}");
    assert!(words.contains("read your mail") && !words.contains("send"), "to read only: {words}");
    let control = &terminal.town.control;
    let asked = control.say(&terminal.cast.asker, "dm", "what is new?", None).await;
    let answer = control.reply(&asked, 0).await;
    assert!(answer.contains(&terminal.cast.subject), "the running product works with it: {answer}");

    let (code, words) = terminal.run(&["revoke", &terminal.address()]).await;
    assert!(code == Some(0) && words.contains("is taken back"), "{words}");
    let revoked = control.requests("google", "oauth.revoke").await;
    assert!(revoked.len() == 1 && revoked[0]["status"] == 200, "{revoked:?}");
    let (_, words) = terminal.run(&["status"]).await;
    assert!(words.contains("No Google account is connected"), "{words}");
    let (_, words) = terminal.run(&["revoke", &terminal.address()]).await;
    assert!(words.contains("is not connected. Run: countersign auth status"), "{words}");
    control.say(&terminal.cast.asker, "dm", "what is new?", None).await;
    control
        .until("the running product asks for a sign-in", async || {
            let whispers = control.ephemerals(&terminal.cast.asker).await;
            whispers.iter().any(|whisper| button(whisper, "Connect Google").is_some()).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_connected_by_a_code_or_that_is_refused() {
    let terminal = Terminal::open().await;
    let mut signing_in = terminal.start(&["google", "--device"]);
    let user_code = signing_in.says("type this code: ").await;
    let typed = json!({ "user_code": user_code, "person": terminal.cast.asker });
    terminal.town.control.post("/google/device", typed).await;
    let (code, words) = signing_in.ended().await;
    assert!(code == Some(0) && words.contains(&format!("{} is connected", terminal.address())), "{words}");
    let (_, words) = terminal.run(&["status"]).await;
    assert!(words.contains("make files") && !words.contains("mail,"), "no mail that way: {words}");

    let mut signing_in = terminal.start(&["google", "--device"]);
    let user_code = signing_in.says("type this code: ").await;
    let refused = json!({ "user_code": user_code, "person": terminal.cast.asker, "deny": true });
    terminal.town.control.post("/google/device", refused).await;
    let (code, words) = signing_in.ended().await;
    assert!(code == Some(1) && words.contains("cancelled on Google's page"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_elses_account_is_connected_and_nothing_of_it_is_kept() {
    let terminal = Terminal::open().await;
    let colleague = terminal.town.address_of(&terminal.cast.colleague);
    let mut signing_in = terminal.start(&["google", "--for", &colleague]);
    let address = format!("http{}", signing_in.says("http").await);
    terminal.town.sign_in_at(&address, &terminal.cast.asker).await;
    let (code, words) = signing_in.ended().await;
    assert!(code == Some(1) && words.contains("These must be the same"), "{words}");
    given_back(&terminal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_slack_does_not_know_nothing_is_connected_for() {
    let terminal = Terminal::open().await;
    let mut signing_in = terminal.start(&["google", "--for", "nobody@nowhere.example"]);
    let address = format!("http{}", signing_in.says("http").await);
    terminal.town.sign_in_at(&address, &terminal.cast.asker).await;
    let (code, words) = signing_in.ended().await;
    assert!(code == Some(1) && words.contains("Name the member's own with --for"), "{words}");
    given_back(&terminal).await;
}

/// What Google gave is no use to anybody.
async fn given_back(terminal: &Terminal) {
    let revoked = terminal.town.control.requests("google", "oauth.revoke").await;
    assert!(revoked.len() == 1 && revoked[0]["status"] == 200, "{revoked:?}");
    let (_, words) = terminal.run(&["status"]).await;
    assert!(words.contains("No Google account is connected"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_is_given_up_from_the_keyboard() {
    let terminal = Terminal::open().await;
    for way in [&["google"][..], &["google", "--device"]] {
        let mut signing_in = terminal.start(way);
        signing_in.says("Waiting").await;
        // Not by the command `kill`: a small machine has none outside the shell.
        let id = Pid::from_raw(signing_in.process.id().unwrap().cast_signed()).unwrap();
        kill_process(id, Signal::INT).unwrap();
        let (code, words) = signing_in.ended().await;
        assert!(code == Some(1) && words.contains("Given up. Nothing was connected."), "{words}");
    }
}
