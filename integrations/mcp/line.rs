//! The line to a server, as its tools use it: open, or down with a reason. It is mended elsewhere.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, JsonObject};
use rmcp::service::{Peer, RoleClient, ServiceError};
use tokio::sync::Notify;

use crate::heeding::not_taken;
use crate::noting::Overlong;
use crate::posting::TOO_LARGE;
use crate::unreached::{Refusal, Unreached};
use crate::words::visible_up_to;

pub(crate) struct Line {
    pub(crate) server: String,
    pub(crate) timeout: Duration,
    state: Mutex<State>,
}

enum State {
    Open(Open),
    Down(Unreached),
}

/// One connection. Whoever finds it broken says so of this one, and not of the one that has taken its place.
#[derive(Clone)]
struct Open {
    peer: Peer<RoleClient>,
    bells: Bells,
    overlong: Overlong,
}

/// What calls say about the connection they were made over.
#[derive(Clone, Default)]
pub(crate) struct Bells {
    /// It is down.
    pub(crate) down: Arc<Notify>,
    /// Nothing came back: it may be down, or the call was long. Others may be waiting for their answers.
    pub(crate) doubt: Arc<Notify>,
}

/// Why a call did not come back with a result.
#[derive(Debug)]
pub(crate) enum Missed {
    /// It never left.
    NotSent(Unreached),
    /// The server did not take it, because somebody has to sign in first; nothing was done.
    SignIn(Refusal),
    /// The server did not take it; nothing was done.
    NotTaken(String),
    /// The server does not do this at all in the only way that we can ask.
    Unsupported(String),
    /// The server says no.
    Refused(String),
    /// It left, and nobody knows what became of it.
    Unknown(String),
    /// It answered more than is read.
    TooLarge,
    /// It sent a line that is too long, be it to this call or to another, and was hung up on.
    Overlong(String),
    /// It took too long, and was cancelled.
    Late,
}

/// Of what a server says about itself being broken.
const LONGEST: usize = 2_000;

impl Line {
    pub(crate) fn new(server: String, timeout: Duration) -> Self {
        let state = Mutex::new(State::Down(Unreached::Away("it is being connected".to_owned())));
        Self { server, timeout, state }
    }

    /// Rings when somebody finds that this connection is down, or may be.
    pub(crate) fn open(&self, peer: Peer<RoleClient>, overlong: Overlong) -> Bells {
        let bells = Bells::default();
        let open = Open { peer, bells: bells.clone(), overlong };
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Open(open);
        bells
    }

    pub(crate) fn down(&self, why: Unreached) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Down(why);
    }

    fn connection(&self) -> Result<Open, Missed> {
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Open(open) => Ok(open.clone()),
            State::Down(why) => Err(Missed::NotSent(why.clone())),
        }
    }

    /// One call. Whoever drops it, or lets it run out of time, cancels it with the server too.
    pub(crate) async fn call(&self, tool: &str, arguments: JsonObject) -> Result<CallToolResult, Missed> {
        let Open { peer, bells, overlong } = self.connection()?;
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let answer = tokio::time::timeout(self.timeout, peer.call_tool_once(request)).await;
        match answer {
            Err(_) => {
                bells.doubt.notify_one();
                Err(Missed::Late)
            }
            Ok(Ok(CallToolResponse::Complete(result))) => Ok(result),
            Ok(Ok(_)) => Err(Missed::Refused(
                "The server wants to be asked in a way that is not supported here (it asks back, or works in the \
                 background)."
                    .to_owned(),
            )),
            // So answers whoever has a tool that only works in the background.
            Ok(Err(ServiceError::McpError(error))) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                Err(Missed::Unsupported(said(&error.message)))
            }
            Ok(Err(ServiceError::McpError(error))) if error.code == TOO_LARGE => {
                Err(Missed::TooLarge)
            }
            Ok(Err(ServiceError::McpError(error))) => Err(Missed::Refused(said(&error.message))),
            Ok(Err(error)) => {
                let refusal = match &error {
                    ServiceError::TransportSend(error) => Refusal::of(error),
                    _ => None,
                };
                if let Some(refusal) = refusal {
                    // A scope is missing for this call only: other calls go on over this connection.
                    if refusal.scope.is_none() {
                        bells.down.notify_one();
                    }
                    return Err(Missed::SignIn(refusal));
                }
                bells.down.notify_one();
                if let Some(why) = overlong.said() {
                    return Err(Missed::Overlong(why));
                }
                let refused = match &error {
                    ServiceError::TransportSend(error) => not_taken(error),
                    _ => None,
                };
                Err(match refused {
                    Some(why) => Missed::NotTaken(said(&why)),
                    None => Missed::Unknown(said(&error.to_string())),
                })
            }
        }
    }
}

fn said(words: &str) -> String {
    visible_up_to(words, LONGEST)
}
