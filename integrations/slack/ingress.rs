//! The Socket Mode supervisor: keeps one socket open, for as long as Slack lets us in.
//!
//! Whatever arrives is written into the inbox before it is acknowledged, and acknowledged before anybody works on it.
//! Knows connections. Doesn't know what an envelope means.

mod envelope;
mod hook;
mod line;

use std::sync::Arc;
use std::time::Duration;

use kernel::{Secret, Stop};
use kernel::ports::{Inbox, Letter};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::Client;
pub use hook::{Hook, PATH};
use line::{End, Line, Report};

/// Whether Slack can reach us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    Connecting,
    Connected,
    Ended,
}

/// Why the supervisor ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// We were told to stop.
    Stopped,
    /// Slack will not let us in until somebody changes something; the words say what.
    Refused { code: String, words: String },
}

/// See the module.
pub struct Socket {
    client: Arc<Client>,
    app_token: Secret,
    inbox: Arc<dyn Inbox>,
    letters: UnboundedSender<Letter>,
    connection: watch::Sender<Connection>,
}

impl Socket {
    /// What is new goes to `letters`, already acknowledged and safe in the inbox.
    pub fn new(
        client: Arc<Client>,
        app_token: Secret,
        inbox: Arc<dyn Inbox>,
        letters: UnboundedSender<Letter>,
    ) -> Self {
        Self { client, app_token, inbox, letters, connection: watch::Sender::new(Connection::Connecting) }
    }

    pub fn connection(&self) -> watch::Receiver<Connection> {
        self.connection.subscribe()
    }

    /// Runs until it is stopped, or refused for good.
    pub async fn run(self, stop: Stop) -> Exit {
        let mut supervisor = Supervisor::new(&self);
        let exit = tokio::select! {
            () = stop.pulled() => Exit::Stopped,
            exit = supervisor.supervise() => exit,
        };
        // What a line was just writing into the inbox is either there, and found by the next start, or is not, and
        // delivered again.
        supervisor.lines.shutdown().await;
        self.connection.send_replace(Connection::Ended);
        match &exit {
            Exit::Stopped => tracing::info!("disconnected from Slack"),
            Exit::Refused { code, words } => tracing::error!(code, "Slack refuses us for good: {words}"),
        }
        exit
    }
}

struct Supervisor<'a> {
    socket: &'a Socket,
    lines: JoinSet<(u64, End)>,
    sender: UnboundedSender<Report>,
    reports: mpsc::UnboundedReceiver<Report>,
    /// The line we rely on; older ones are only read until Slack closes them.
    current: u64,
    /// Attempts in a row that came to nothing.
    failures: u32,
    up_since: Option<Instant>,
    /// When the next line is to be opened.
    open_at: Option<Instant>,
    last_complaint: String,
}

impl<'a> Supervisor<'a> {
    fn new(socket: &'a Socket) -> Self {
        let (sender, reports) = mpsc::unbounded_channel();
        Self {
            socket,
            lines: JoinSet::new(),
            sender,
            reports,
            current: 0,
            failures: 0,
            up_since: None,
            open_at: Some(Instant::now()),
            last_complaint: String::new(),
        }
    }

    async fn supervise(&mut self) -> Exit {
        loop {
            let due = self.open_at;
            tokio::select! {
                // What a line said comes before its end.
                biased;
                Some(report) = self.reports.recv() => self.note(report),
                () = sleep_until(due) => self.open(),
                Some(ended) = self.lines.join_next() => {
                    if let Some(exit) = self.ended(ended) {
                        return exit;
                    }
                }
            }
        }
    }

    fn open(&mut self) {
        self.open_at = None;
        self.current += 1;
        let line = Line {
            number: self.current,
            client: Arc::clone(&self.socket.client),
            app_token: self.socket.app_token.clone(),
            inbox: Arc::clone(&self.socket.inbox),
            letters: self.socket.letters.clone(),
            reports: self.sender.clone(),
        };
        self.lines.spawn(line.run());
    }

    fn note(&mut self, report: Report) {
        match report {
            Report::Up(number) if number == self.current => {
                self.failures = 0;
                self.up_since = Some(Instant::now());
                self.last_complaint.clear();
                if self.socket.connection.send_replace(Connection::Connected) == Connection::Connected {
                    tracing::debug!("a new socket took over");
                } else {
                    tracing::info!("connected to Slack");
                }
            }
            // The old line is read on while the new one opens. A line that is sent away as soon as it stands counts
            // as a failure, or two sides in disagreement would reconnect without end.
            Report::Leaving(number) if number == self.current => {
                let young = self.up_since.is_none_or(|since| since.elapsed() < self.pause_first());
                self.failures += u32::from(young);
                self.open_at = Some(Instant::now() + if young { self.pause() } else { Duration::ZERO });
            }
            Report::Up(_) | Report::Leaving(_) => {}
        }
    }

    fn ended(&mut self, ended: Result<(u64, End), tokio::task::JoinError>) -> Option<Exit> {
        let (number, end) = match ended {
            Ok(ended) => ended,
            Err(broken) => (self.current, End::Lost { why: broken.to_string(), wait: None }),
        };
        let (why, wait) = match end {
            End::Refused { code, words } => return Some(Exit::Refused { code, words }),
            End::NobodyListens => return Some(Exit::Stopped),
            End::Lost { why, wait } => (why, wait),
        };
        if number != self.current {
            return None;
        }
        if self.open_at.is_some() {
            // It had said that it would leave, and its successor is due.
            self.socket.connection.send_replace(Connection::Connecting);
            return None;
        }
        self.failures += 1;
        let pause = self.pause().max(wait.unwrap_or_default());
        self.complain(why, pause);
        self.open_at = Some(Instant::now() + pause);
        None
    }

    fn complain(&mut self, why: String, pause: Duration) {
        self.up_since = None;
        self.socket.connection.send_replace(Connection::Connecting);
        if why == self.last_complaint {
            tracing::debug!(why, ?pause, "still not connected to Slack");
        } else {
            tracing::warn!(why, ?pause, "not connected to Slack; trying again");
            self.last_complaint = why;
        }
    }

    fn pause(&self) -> Duration {
        self.socket.client.settings().timing.reconnecting().pause(self.failures)
    }

    fn pause_first(&self) -> Duration {
        self.socket.client.settings().timing.pause_first
    }
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
