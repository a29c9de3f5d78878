//! One socket, from the request for its address to its end.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use kernel::ports::{Accepted, Inbox, Letter, Proof};
use kernel::{Delivery, Secret};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use wire::{Frame, SocketTimeouts, WireError, dial};

use super::duplicate_process::Counted;
use super::envelope::{Envelope, Incoming, understand};
use super::proof::refusal;
use crate::{Client, SlackError, Workspaces, lasting_refusal};

/// How many frames are taken together.
const AT_ONCE: usize = 256;
/// How many letters are kept back while more is at hand: whoever works on them would stand in the way of what is still to
/// be acknowledged.
const KEPT_BACK: usize = 4096;

pub(super) struct Line {
    pub(super) number: u64,
    pub(super) client: Arc<Client>,
    pub(super) app_token: Secret,
    pub(super) inbox: Arc<dyn Inbox>,
    /// Who looks at forms before they are acknowledged.
    pub(super) proof: Option<Arc<dyn Proof>>,
    /// The workspaces whose people are kept true by events.
    pub(super) workspaces: Option<Workspaces>,
    pub(super) letters: UnboundedSender<Letter>,
    pub(super) reports: UnboundedSender<Report>,
    /// Another one is wanted in its place.
    pub(super) leave: Arc<Notify>,
    /// Where there is work done that may take a while.
    pub(super) house: Handle,
    pub(super) _counted: Counted,
}

/// What the supervisor hears while a line stands, with the line's number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Report {
    /// And how many sockets this app has in all.
    Up(u64, usize),
    /// Another line is wanted; this one is still read.
    Leaving(u64),
}

/// How a line ended.
#[derive(Debug)]
pub(super) enum End {
    /// Another one is needed, not before `wait` if Slack said so.
    Lost { why: String, wait: Option<Duration> },
    /// No other one will do better.
    Refused { code: String, words: String },
    /// There is nobody to hand letters to any more.
    NobodyListens,
}

impl From<WireError> for End {
    fn from(error: WireError) -> Self {
        Self::lost(error.to_string())
    }
}

impl End {
    fn lost(why: impl Into<String>) -> Self {
        Self::Lost { why: why.into(), wait: None }
    }

    fn refused(code: &str) -> Option<Self> {
        let words = lasting_refusal(code)?;
        Some(Self::Refused { code: code.to_owned(), words: words.to_owned() })
    }
}

impl Line {
    pub(super) async fn run(self) -> (u64, End) {
        let end = match self.connect().await {
            Ok((socket, count)) => self.serve(socket, count).await,
            Err(end) => end,
        };
        (self.number, end)
    }

    /// The socket, and how many this app has in all.
    async fn connect(&self) -> Result<(wire::Socket, usize), End> {
        let timing = &self.client.settings().timing;
        let address = self.client.open_socket(&self.app_token).await.map_err(|error| match &error {
            SlackError::Refused { code, .. } => {
                End::refused(code).unwrap_or_else(|| End::lost(error.to_string()))
            }
            SlackError::Busy { after, .. } => End::Lost { why: error.to_string(), wait: *after },
            SlackError::Unsent { .. }
            | SlackError::Unclear { .. }
            | SlackError::Wire(_)
            | SlackError::NoSuchName(_)
            | SlackError::NotInstalled(_) => End::lost(error.to_string()),
        })?;
        let mut socket = dial(&address, SocketTimeouts { connect: timing.dial, write: timing.write }).await?;
        match timeout(timing.dial, greeted(&mut socket)).await {
            Ok(Ok(count)) => Ok((socket, count)),
            Ok(Err(end)) => Err(end),
            Err(_) => Err(End::lost("the socket opened, and Slack did not say hello")),
        }
    }

    async fn serve(&self, mut socket: wire::Socket, count: usize) -> End {
        let timing = &self.client.settings().timing;
        self.report(Report::Up(self.number, count));
        let mut pings = interval(timing.ping_every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut dead_at = Instant::now() + timing.dead_after;
        let mut drained_at = None;
        let mut letters = Vec::new();
        let (looked, mut looked_at) = unbounded_channel();
        loop {
            let until = drained_at.map_or(dead_at, |drained: Instant| drained.min(dead_at));
            let step = tokio::select! {
                biased;
                () = self.leave.notified() => Ok(Go::Drain),
                _ = pings.tick() => socket.ping().await.map(|()| Go::On).map_err(End::from),
                () = ready(()), if letters.len() >= KEPT_BACK => self.hand_over(&mut letters),
                Some(form) = looked_at.recv() => {
                    self.answer_form(&mut socket, form, &mut letters).await.map(|()| Go::On)
                }
                frame = socket.next() => {
                    let frames = at_hand(&mut socket, frame);
                    let step = self.take(&mut socket, frames, &mut letters, &looked).await;
                    dead_at = Instant::now() + timing.dead_after;
                    step
                }
                // Nothing is at hand.
                () = ready(()), if !letters.is_empty() => self.hand_over(&mut letters),
                () = sleep_until(until) => Err(End::lost("the socket fell silent")),
            };
            match step {
                Ok(Go::Drain) if drained_at.is_none() => {
                    drained_at = Some(Instant::now() + timing.drain);
                    self.report(Report::Leaving(self.number));
                }
                Ok(Go::On | Go::Drain) => {}
                Err(end) => {
                    let end = self.hand_over(&mut letters).err().unwrap_or(end);
                    // Best effort: a socket that is broken cannot be closed politely.
                    drop(socket.close().await);
                    return end;
                }
            }
        }
    }

    async fn take(
        &self,
        socket: &mut wire::Socket,
        frames: Vec<Result<Frame, WireError>>,
        letters: &mut Vec<Letter>,
        looked: &UnboundedSender<Looked>,
    ) -> Result<Go, End> {
        let mut envelopes = Vec::new();
        let mut void = Vec::new();
        let mut go = Ok(Go::On);
        for frame in frames {
            let step = match frame {
                Err(error) => Err(End::from(error)),
                Ok(Frame::Sign) => continue,
                Ok(Frame::Closed) => Err(End::lost("Slack closed the socket")),
                Ok(Frame::Text(text)) => match understand(text) {
                    Incoming::Hello(_) | Incoming::Other => continue,
                    Incoming::Disconnect(reason) => leaving(&reason),
                    Incoming::Void(id) => {
                        void.push(id);
                        continue;
                    }
                    Incoming::Profile { id, raw } => {
                        if let Some(workspaces) = &self.workspaces {
                            workspaces.profile_changed(&raw);
                        }
                        void.push(id);
                        continue;
                    }
                    Incoming::Envelope(envelope) => {
                        envelopes.extend(self.look_at_forms(envelope, looked));
                        continue;
                    }
                },
            };
            // The first that ends the line says why.
            go = go.and(step);
        }
        if !void.is_empty() {
            let acknowledged = acknowledge(socket, void).await;
            go = go.and_then(|go| acknowledged.map(|()| go).map_err(End::from));
        }
        if !envelopes.is_empty() {
            self.accept(socket, envelopes, letters).await?;
        }
        go
    }

    /// A form is looked at beside everything else, so that nothing waits for it; anything else is given back.
    fn look_at_forms(&self, envelope: Envelope, looked: &UnboundedSender<Looked>) -> Option<Envelope> {
        let proof = self.proof.clone().filter(|_| envelope.is_proofread);
        let Some(proof) = proof else { return Some(envelope) };
        let looked = looked.clone();
        self.house.spawn(async move {
            let wrong = refusal(&*proof, &envelope.delivery).await;
            // Nobody hears it only when the line is gone: then Slack says so to whoever sent the form.
            drop(looked.send(Looked { envelope, wrong }));
        });
        None
    }

    /// What is wrong is said, and not written down: the form is still open.
    async fn answer_form(
        &self,
        socket: &mut wire::Socket,
        form: Looked,
        letters: &mut Vec<Letter>,
    ) -> Result<(), End> {
        match form.wrong {
            Some(wrong) => {
                let answer = json!({ "envelope_id": form.envelope.id, "payload": wrong });
                Ok(socket.send_all(std::iter::once(answer.to_string())).await?)
            }
            None => self.accept(socket, vec![form.envelope], letters).await,
        }
    }

    /// All together; and if that fails one by one, so that one that cannot be written down holds up no other.
    async fn accept(
        &self,
        socket: &mut wire::Socket,
        envelopes: Vec<Envelope>,
        letters: &mut Vec<Letter>,
    ) -> Result<(), End> {
        let (ids, deliveries): (Vec<String>, Vec<Delivery>) =
            envelopes.into_iter().map(|envelope| (envelope.id, envelope.delivery)).unzip();
        let accepted = self.inbox.accept_all(&deliveries).await;
        let envelopes = ids.into_iter().zip(deliveries);
        if let Ok(accepted) = accepted {
            let written = envelopes.zip(accepted).map(|((id, delivery), accepted)| (id, delivery, accepted));
            return self.answer(socket, written.collect(), letters).await;
        }
        let mut written = Vec::new();
        for (id, delivery) in envelopes {
            match self.inbox.accept(&delivery).await {
                Ok(accepted) => written.push((id, delivery, accepted)),
                Err(error) => {
                    tracing::error!(%error, "a delivery could not be written down; Slack will send it again");
                }
            }
        }
        self.answer(socket, written, letters).await
    }

    /// Durable first, then the acknowledgement, then the work. What could not be written down is not acknowledged:
    /// Slack delivers it again.
    async fn answer(
        &self,
        socket: &mut wire::Socket,
        written: Vec<(String, Delivery, Accepted)>,
        letters: &mut Vec<Letter>,
    ) -> Result<(), End> {
        let (mut ids, mut new) = (Vec::with_capacity(written.len()), Vec::new());
        for (id, Delivery { from, raw, .. }, accepted) in written {
            ids.push(id);
            if let Accepted::New(id) = accepted {
                new.push(Letter { id, from, raw });
            }
        }
        let acknowledged = acknowledge(socket, ids).await;
        // Worked on even if an acknowledgement was lost: the redelivery will be known as seen.
        letters.extend(new);
        Ok(acknowledged?)
    }

    fn hand_over(&self, letters: &mut Vec<Letter>) -> Result<Go, End> {
        for letter in letters.drain(..) {
            self.letters.send(letter).map_err(|_| End::NobodyListens)?;
        }
        Ok(Go::On)
    }

    fn report(&self, report: Report) {
        // Nobody hears it only when the supervisor is gone, and with it this line.
        let _ = self.reports.send(report);
    }
}

async fn acknowledge(socket: &mut wire::Socket, envelopes: Vec<String>) -> Result<(), WireError> {
    socket.send_all(envelopes.into_iter().map(|id| json!({ "envelope_id": id }).to_string())).await
}

/// What has arrived together is written down together: in a burst, one transaction serves many.
fn at_hand(socket: &mut wire::Socket, first: Result<Frame, WireError>) -> Vec<Result<Frame, WireError>> {
    let mut frames = vec![first];
    while frames.len() < AT_ONCE && matches!(frames.last(), Some(Ok(Frame::Text(_) | Frame::Sign))) {
        match socket.next().now_or_never() {
            Some(frame) => frames.push(frame),
            None => break,
        }
    }
    frames
}

/// A form that was looked at, and what Slack is answered if something is wrong with it.
struct Looked {
    envelope: Envelope,
    wrong: Option<Value>,
}

/// Whether a line goes on as before.
enum Go {
    On,
    /// Only until Slack closes it.
    Drain,
}

async fn greeted(socket: &mut wire::Socket) -> Result<usize, End> {
    loop {
        match socket.next().await? {
            Frame::Sign => {}
            Frame::Closed => return Err(End::lost("Slack closed the socket before it said hello")),
            Frame::Text(text) => match understand(text) {
                Incoming::Hello(count) => return Ok(count),
                Incoming::Disconnect(reason) => {
                    leaving(&reason)?;
                    return Err(End::lost(format!("Slack sent us away: {reason}")));
                }
                // Not acknowledged, so it comes again.
                Incoming::Envelope(_) | Incoming::Void(_) | Incoming::Profile { .. } | Incoming::Other => {}
            },
        }
    }
}

fn leaving(reason: &str) -> Result<Go, End> {
    match End::refused(reason) {
        Some(end) => Err(end),
        // Another line at once would be one too many again.
        None if reason == "too_many_websockets" => Err(End::lost("this app has too many sockets open")),
        None => Ok(Go::Drain),
    }
}
