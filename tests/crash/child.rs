//! The product as a process of its own: this test binary, started again for one test.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use app::{Blueprint, Config, Environment, Product, Standing};
use engine::Ports;
use sandbox::Card;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;
use tokio::sync::watch;

use super::drafts::Unfinished;
use super::points::{KillPoint, Killing};
use crate::harness::variables;

const DATA: &str = "COUNTERSIGN_CRASH_DATA";
const PORT: &str = "COUNTERSIGN_CRASH_PORT";
const POINT: &str = "COUNTERSIGN_CRASH_POINT";
const MODEL: &str = "COUNTERSIGN_CRASH_MODEL";
const READY: &str = "product: connected";
const ENTRY: &str = "product: entry ";

/// What the model does in the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// The rehearsal model.
    Whole,
    /// It says half of an answer, and then nothing.
    BreaksOff,
}

impl Speech {
    fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::BreaksOff => "breaks off",
        }
    }
}

pub struct Child {
    process: tokio::process::Child,
    lines: watch::Receiver<Vec<String>>,
    dead: bool,
}

impl Child {
    /// Starts it, and waits until Slack can reach it.
    pub async fn start(card: &Card, data: &Path, port: u16, point: KillPoint) -> Self {
        Self::start_with(card, data, port, point, Speech::Whole).await
    }

    pub async fn start_with(card: &Card, data: &Path, port: u16, point: KillPoint, speech: Speech) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "crash::child::the_product", "--ignored", "--nocapture"])
            .env(DATA, data)
            .env(PORT, port.to_string())
            .env(POINT, point.to_string())
            .env(MODEL, speech.name())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        for (name, value) in variables(card) {
            command.env(name, value);
        }
        let mut process = command.spawn().unwrap();
        let lines = listen(&mut process);
        let mut child = Self { process, lines, dead: false };
        child.lines.wait_for(|lines| lines.iter().any(|line| line.contains(READY))).await.expect("it starts");
        child
    }

    /// SIGKILL, and waits until it is gone.
    pub async fn kill(&mut self) {
        if !self.dead {
            self.process.kill().await.unwrap();
            self.dead = true;
        }
    }

    /// Ends when it has died by itself.
    pub async fn gone(&mut self) {
        self.process.wait().await.unwrap();
        self.dead = true;
    }

    /// What it has journaled, up to and with an entry of this name; in one line what was written at one go.
    pub async fn entries_until(&mut self, last: &str) -> Vec<String> {
        let is_last = |line: &String| {
            line.split_once(ENTRY).is_some_and(|(_, names)| names.split('+').any(|name| name == last))
        };
        let lines = self.lines.wait_for(|lines| lines.iter().any(is_last)).await.unwrap();
        lines.iter().filter_map(|line| Some(line.split_once(ENTRY)?.1.to_owned())).collect()
    }
}

fn listen(process: &mut tokio::process::Child) -> watch::Receiver<Vec<String>> {
    let (sender, receiver) = watch::channel(Vec::new());
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    tokio::spawn(async move {
        while let Ok(Some(line)) = lines.next_line().await {
            sender.send_modify(|lines| lines.push(line));
        }
    });
    receiver
}

/// Not a test of its own: the body of the child process. Without the variables the parent sets, it does nothing.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "started by the crash loop as a process of its own"]
async fn the_product() {
    let Ok(data) = std::env::var(DATA) else { return };
    let port = std::env::var(PORT).unwrap();
    let point = KillPoint::parse(&std::env::var(POINT).unwrap());
    app::install_crypto();
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await.unwrap();
    let lines = format!(
        "listen = \"127.0.0.1:{port}\"\npublic_url = \"http://127.0.0.1:{port}\"\n[google]\nsend_undo_seconds = 0"
    );
    let blueprint = Blueprint {
        config: Config::parse("the child's configuration", &lines).unwrap(),
        environment: Environment::of_process().unwrap(),
        data: Path::new(&data),
        program: env!("CARGO_BIN_EXE_countersign").into(),
        listener,
        clock: std::sync::Arc::new(app::SystemClock),
    };
    let speech = std::env::var(MODEL).unwrap();
    let adjust = move |ports: Ports| {
        let ports = Killing::around(ports, point);
        if speech == Speech::BreaksOff.name() {
            Ports { model: Arc::new(Unfinished), ..ports }
        } else {
            ports
        }
    };
    let product = Product::start_with(blueprint, adjust).await.unwrap();
    product.standing().wait_for(|standing| *standing == Standing::Connected).await.unwrap();
    println!("{READY}");
    product.ended().await.unwrap();
}

pub(super) fn report(entry: &str) {
    println!("{ENTRY}{entry}");
}
