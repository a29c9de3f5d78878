//! The front door every request goes through: written into the log, struck by faults, and answered only when durable.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    changes::Changes,
    durable::Durable,
    faults::{Faults, Kind, error_answer},
    google::method_named,
    noted::Noted,
    requests::{Arrival, Requests, Service},
    serve::BreakOff,
};

/// Gmail takes uploads of up to 35 MB.
const LARGEST_BODY: usize = 40 * 1024 * 1024;

/// The first segments of the paths that are Google's.
const GOOGLE: [&str; 14] = [
    "gmail",
    "calendar",
    "drive",
    "upload",
    "download",
    "batch",
    "resumable",
    "v1",
    "v3",
    "v4",
    "o",
    "token",
    "revoke",
    "oauth2",
];

pub(crate) struct Front {
    pub(crate) requests: Arc<Requests>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) changes: Changes,
    pub(crate) durable: Durable,
}

impl Front {
    /// Answers only after what the request has changed is in the state file.
    async fn carry_out(&self, request: Request, next: Next) -> Response {
        let before = self.changes.count();
        let response = next.run(request).await;
        let after = self.changes.count();
        if after != before {
            self.durable.written(after).await;
        }
        response
    }
}

pub(crate) async fn pass(State(front): State<Arc<Front>>, request: Request, next: Next) -> Response {
    let Some((service, method)) = addressed(request.method(), request.uri().path()) else {
        return front.carry_out(request, next).await;
    };
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST_BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let arrival =
        Arrival { service, method: &method, http_method: &parts.method, uri: &parts.uri, body: &body };
    let number = front.requests.arrived(&arrival);
    let struck = front.faults.strike(service, &[&method, parts.uri.path()]);
    if !struck.latency.is_zero() {
        front.requests.played(number, "latency");
        tokio::time::sleep(struck.latency).await;
    }
    if let Some(kind) = &struck.kind {
        front.requests.played(number, kind.name());
    }
    let request = Request::from_parts(parts, Body::from(body));
    let response = match struck.kind {
        None | Some(Kind::Latency { .. }) => front.carry_out(request, next).await,
        Some(Kind::Status { code, retry_after, body }) => {
            error_answer(service, code, retry_after, body.as_ref())
        }
        Some(Kind::Hang) => std::future::pending().await,
        Some(Kind::DropBefore) => return broken_off(),
        Some(Kind::DropAfterCommit) => {
            let response = front.carry_out(request, next).await;
            front.requests.answered(number, response.status().as_u16(), response.extensions().get::<Noted>());
            return broken_off();
        }
    };
    front.requests.answered(number, response.status().as_u16(), response.extensions().get::<Noted>());
    response
}

fn broken_off() -> Response {
    let mut response = Response::new(Body::empty());
    response.extensions_mut().insert(BreakOff);
    response
}

/// Whose path it is, and the name of the method where verb and path alone tell it.
fn addressed(verb: &http::Method, path: &str) -> Option<(Service, String)> {
    let mut segments = path.trim_start_matches('/').splitn(2, '/');
    match segments.next()? {
        "api" => Some((Service::Slack, segments.next().unwrap_or_default().to_owned())),
        "link" => Some((Service::Slack, "link".to_owned())),
        "actions" => Some((Service::Slack, "response_url".to_owned())),
        first if GOOGLE.contains(&first) => {
            Some((Service::Google, method_named(verb.as_str(), path).unwrap_or_default()))
        }
        _ => None,
    }
}
