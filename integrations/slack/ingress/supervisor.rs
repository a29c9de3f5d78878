//! Keeps one socket open, for as long as Slack lets us in.
//!
//! Knows connections. Doesn't know what an envelope means.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::ingest_runtime::IngestRuntime;
use super::line::{End, Line, Report};
use super::sockets::Sockets;
use crate::Exit;

/// See the module.
pub(super) struct Supervisor<'a> {
    sockets: &'a Sockets,
    doorstep: &'a IngestRuntime,
    /// How many sockets stand, ours among them or not.
    standing: &'a watch::Sender<usize>,
    stands: bool,
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
    /// Tells the current line to make room for another.
    leave: Arc<Notify>,
    /// When to count the sockets of this app again.
    count_at: Option<Instant>,
}

impl<'a> Supervisor<'a> {
    pub(super) fn new(
        sockets: &'a Sockets,
        doorstep: &'a IngestRuntime,
        standing: &'a watch::Sender<usize>,
    ) -> Self {
        let (sender, reports) = mpsc::unbounded_channel();
        Self {
            sockets,
            doorstep,
            standing,
            stands: false,
            lines: JoinSet::new(),
            sender,
            reports,
            current: 0,
            failures: 0,
            up_since: None,
            open_at: Some(Instant::now()),
            last_complaint: String::new(),
            leave: Arc::default(),
            count_at: None,
        }
    }

    /// Ends when no other socket would do better.
    pub(super) async fn supervise(&mut self) -> Exit {
        loop {
            let (due, count_at) = (self.open_at, self.count_at);
            tokio::select! {
                // What a line said comes before its end.
                biased;
                Some(report) = self.reports.recv() => self.note(report),
                () = sleep_until(due) => self.open(),
                () = sleep_until(count_at) => self.count_again(),
                Some(ended) = self.lines.join_next() => {
                    if let Some(exit) = self.ended(ended) {
                        return exit;
                    }
                }
            }
        }
    }

    pub(super) async fn end(&mut self) {
        self.lines.shutdown().await;
    }

    fn stand(&mut self, stands: bool) {
        if std::mem::replace(&mut self.stands, stands) == stands {
            return;
        }
        self.standing.send_modify(|standing| {
            *standing = if stands { *standing + 1 } else { standing.saturating_sub(1) };
        });
    }

    fn open(&mut self) {
        self.open_at = None;
        self.current += 1;
        self.leave = Arc::default();
        let line = Line {
            number: self.current,
            client: Arc::clone(&self.sockets.client),
            app_token: self.sockets.app_token.clone(),
            inbox: Arc::clone(&self.sockets.inbox),
            proof: self.sockets.proof.clone(),
            workspaces: self.sockets.workspaces.clone(),
            letters: self.sockets.letters.clone(),
            reports: self.sender.clone(),
            leave: Arc::clone(&self.leave),
            house: Handle::current(),
            _counted: self.sockets.company.count(),
        };
        self.lines.spawn_on(line.run(), self.doorstep.thread());
    }

    fn note(&mut self, report: Report) {
        match report {
            Report::Up(number, count) if number == self.current => {
                if let Some(again) = self.sockets.company.counted(count) {
                    self.count_at = Some(Instant::now() + again);
                }
                self.failures = 0;
                self.up_since = Some(Instant::now());
                self.last_complaint.clear();
                self.stand(true);
            }
            // The old line is read on while the new one opens. A line that is sent away as soon as it stands counts
            // as a failure, or two sides in disagreement would reconnect without end.
            Report::Leaving(number) if number == self.current => {
                let young = self.up_since.is_none_or(|since| since.elapsed() < self.pause_first());
                self.failures += u32::from(young);
                self.open_at = Some(Instant::now() + if young { self.pause() } else { Duration::ZERO });
            }
            Report::Up(..) | Report::Leaving(_) => {}
        }
    }

    /// Only a new line is told how many there are. One that does not stand is renewed anyway.
    fn count_again(&mut self) {
        self.count_at = None;
        self.sockets.company.counts_again();
        if self.up_since.is_some() {
            self.leave.notify_one();
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
            self.stand(false);
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
        self.stand(false);
        if why == self.last_complaint {
            tracing::debug!(why, ?pause, "still not connected to Slack");
        } else {
            tracing::warn!(why, ?pause, "not connected to Slack; trying again");
            self.last_complaint = why;
        }
    }

    fn pause(&self) -> Duration {
        self.sockets.client.settings().timing.reconnecting().pause(self.failures)
    }

    fn pause_first(&self) -> Duration {
        self.sockets.client.settings().timing.pause_first
    }
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
