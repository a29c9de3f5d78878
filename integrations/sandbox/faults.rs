//! Faults that are played on requests by script: slowness, errors, silence, broken connections.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::requests::Service;

/// A fault as somebody asks for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fault {
    pub(crate) service: Service,
    /// A method's name or a path; `chat.*` means all that begin so, `*` means all.
    pub(crate) method: String,
    pub(crate) kind: Kind,
    /// How often it strikes; for ever when left out.
    #[serde(default)]
    pub(crate) times: Option<u32>,
    /// How many matching requests it lets pass first.
    #[serde(default)]
    pub(crate) after: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Latency {
        ms: u64,
    },
    /// Answered with this status in place of being carried out.
    Status {
        code: u16,
        #[serde(default)]
        retry_after: Option<u64>,
        /// JSON, or a text that stands for itself.
        #[serde(default)]
        body: Option<Value>,
        /// A body of plain text, as some front ends send it.
        #[serde(default)]
        text: Option<String>,
    },
    /// Carried out; the answer's head comes at once and its body drop by drop, over this time.
    SlowBody {
        ms: u64,
    },
    /// The connection breaks off and nothing is carried out.
    DropBefore,
    /// Carried out, and then the connection breaks off in place of an answer.
    DropAfterCommit,
    /// Never answered.
    Hang,
    /// Carried out as soon as the fault is taken away.
    Hold,
    /// Answered with Slack's sign-in page, as a file is where the token may not read it.
    SignInPage,
    /// Sent on to another address.
    Redirect {
        to: String,
    },
}

/// What strikes one request.
#[derive(Debug, Default)]
pub(crate) struct Struck {
    pub(crate) latency: Duration,
    pub(crate) kind: Option<Kind>,
    /// Which fault it is that the kind comes from.
    pub(crate) id: u64,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Standing {
    pub(crate) id: u64,
    #[serde(flatten)]
    pub(crate) fault: Fault,
    pub(crate) struck: u32,
}

#[derive(Default)]
pub(crate) struct Faults {
    standing: Mutex<Vec<Standing>>,
    cleared: Notify,
    /// No number is given twice.
    given: AtomicU64,
}

impl Faults {
    pub(crate) fn add(&self, fault: Fault) -> u64 {
        let id = self.given.fetch_add(1, Ordering::Relaxed) + 1;
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        standing.push(Standing { id, fault, struck: 0 });
        id
    }

    pub(crate) fn list(&self) -> Vec<Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes one fault away, or all of them.
    pub(crate) fn clear(&self, only: Option<u64>) {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        standing.retain(|fault| only.is_some_and(|only| only != fault.id));
        self.cleared.notify_waiters();
    }

    /// Waits until a fault is taken away.
    pub(crate) async fn gone(&self, id: u64) {
        loop {
            let cleared = self.cleared.notified();
            if !self.list().iter().any(|standing| standing.id == id) {
                return;
            }
            cleared.await;
        }
    }

    /// What strikes a request that goes by these names. Slowness adds up; of the rest the oldest strikes.
    pub(crate) fn strike(&self, service: Service, names: &[&str]) -> Struck {
        let mut struck = Struck::default();
        for standing in self.standing.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            let slow = matches!(standing.fault.kind, Kind::Latency { .. });
            if !standing.fault.concerns(service, names) || (!slow && struck.kind.is_some()) {
                continue;
            }
            if standing.fault.after > 0 {
                standing.fault.after -= 1;
                continue;
            }
            match &mut standing.fault.times {
                Some(0) => continue,
                Some(left) => *left -= 1,
                None => {}
            }
            standing.struck += 1;
            match &standing.fault.kind {
                Kind::Latency { ms } => struck.latency += Duration::from_millis(*ms),
                other => (struck.kind, struck.id) = (Some(other.clone()), standing.id),
            }
        }
        struck
    }
}

impl Fault {
    fn concerns(&self, service: Service, names: &[&str]) -> bool {
        let matches = |name: &&str| match self.method.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => **name == self.method,
        };
        self.service == service && names.iter().any(matches)
    }
}

impl Kind {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Latency { .. } => "latency",
            Self::Status { .. } => "status",
            Self::SlowBody { .. } => "slow_body",
            Self::DropBefore => "drop_before",
            Self::DropAfterCommit => "drop_after_commit",
            Self::Hang => "hang",
            Self::Hold => "hold",
            Self::SignInPage => "sign_in_page",
            Self::Redirect { .. } => "redirect",
        }
    }
}

/// A scripted answer.
#[derive(Debug)]
pub(crate) struct Scripted {
    pub(crate) code: u16,
    pub(crate) retry_after: Option<u64>,
    pub(crate) body: Option<Value>,
    pub(crate) text: Option<String>,
}

impl Scripted {
    /// The answer as the service itself would give it.
    pub(crate) fn answer(self, service: Service) -> Response {
        let status = StatusCode::from_u16(self.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = match (self.text, self.body) {
            (Some(text), _) => with_body(status, "text/plain; charset=utf-8", text),
            (None, Some(Value::String(text))) => with_body(status, JSON, text),
            (None, Some(body)) => with_body(status, JSON, body.to_string()),
            (None, None) => usual(service, self.code, status),
        };
        let usual_wait = (self.code == 429 && service == Service::Slack).then_some(1);
        if let Some(seconds) = self.retry_after.or(usual_wait) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// An answer that only says where to go.
pub(crate) fn redirect(to: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

const JSON: &str = "application/json; charset=utf-8";

fn usual(service: Service, code: u16, status: StatusCode) -> Response {
    let error = match (service, code) {
        (Service::Google, _) => return sandbox_google::scripted_refusal(code),
        (Service::Slack, 429) => "ratelimited",
        (Service::Slack, _) => "internal_error",
    };
    with_body(status, JSON, json!({"ok": false, "error": error}).to_string())
}

fn with_body(status: StatusCode, kind: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(method: &str, kind: Kind, times: Option<u32>, after: u32) -> Fault {
        Fault { service: Service::Slack, method: method.to_owned(), kind, times, after }
    }

    #[test]
    fn a_fault_lets_some_pass_strikes_so_often_and_is_spent() {
        let faults = Faults::default();
        faults.add(fault("chat.*", Kind::Hang, Some(1), 1));
        let strikes = |name: &str| faults.strike(Service::Slack, &[name]).kind.is_some();
        assert!(!strikes("users.info"));
        assert!(!strikes("chat.update"), "the first one passes");
        assert!(strikes("chat.update"));
        assert!(!strikes("chat.update"), "it is spent");
    }

    #[test]
    fn slowness_adds_up_and_the_oldest_other_fault_strikes() {
        let faults = Faults::default();
        faults.add(fault("*", Kind::Latency { ms: 5 }, None, 0));
        faults.add(fault("*", Kind::DropBefore, Some(1), 0));
        faults.add(fault("*", Kind::Hang, Some(1), 0));
        faults.add(fault("*", Kind::Latency { ms: 7 }, None, 0));
        let struck = faults.strike(Service::Slack, &["x"]);
        assert_eq!(struck.latency, Duration::from_millis(12));
        assert!(matches!(struck.kind, Some(Kind::DropBefore)));
        assert!(matches!(faults.strike(Service::Slack, &["x"]).kind, Some(Kind::Hang)));
        assert!(faults.strike(Service::Google, &["x"]).kind.is_none());
    }
}
