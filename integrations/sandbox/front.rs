//! The front door every request goes through: written into the log, struck by faults, and answered only when durable.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sandbox_google::{Google, Open};
use sandbox_world::{Changes, Noted, durable::Durable};

use crate::{
    faults::{self, Faults, Kind, Scripted},
    requests::{Arrival, Requests, Service},
    serve::BreakOff,
};

/// Gmail takes uploads of up to 35 MB.
const LARGEST_BODY: usize = 40 * 1024 * 1024;
/// In how many pieces a slow body comes.
const DROPS: usize = 8;

/// The first segments of the paths that are Google's.
const GOOGLE: [&str; 16] = [
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
    "device",
    "tokeninfo",
];

pub(crate) struct Front {
    pub(crate) requests: Arc<Requests>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) google: Arc<Google>,
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
    let Some((service, method)) = addressed(request.uri().path()) else {
        return front.carry_out(request, next).await;
    };
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST_BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let method = match service {
        Service::Slack => method,
        Service::Google => front.google.method_name(&parts).unwrap_or_default(),
    };
    let arrival =
        Arrival { service, method: &method, http_method: &parts.method, uri: &parts.uri, body: &body };
    let number = front.requests.arrived(&arrival);
    let open = match service {
        Service::Slack => Ok(None),
        Service::Google => front.google.enter(&parts),
    };
    let response = match open {
        Ok(open) => {
            let request = Request::from_parts(parts, Body::from(body));
            front.struck(Visit { service, method, number, open }, request, next).await
        }
        Err(refused) => refused,
    };
    if response.extensions().get::<BreakOff>().is_none() {
        front.requests.answered(number, response.status().as_u16(), response.extensions().get::<Noted>());
    }
    response
}

/// A request on its way through the door.
struct Visit {
    service: Service,
    method: String,
    number: u64,
    /// Counts it as one of somebody's open requests until it ends.
    open: Option<Open>,
}

impl Front {
    /// Plays the faults that strike the request, and carries it out where they let it.
    async fn struck(&self, visit: Visit, request: Request, next: Next) -> Response {
        let struck = self.faults.strike(visit.service, &[&visit.method, request.uri().path()]);
        if !struck.latency.is_zero() {
            self.requests.played(visit.number, "latency");
            tokio::time::sleep(struck.latency).await;
        }
        if let Some(kind) = &struck.kind {
            self.requests.played(visit.number, kind.name());
        }
        match struck.kind {
            None | Some(Kind::Latency { .. }) => self.carry_out(request, next).await,
            Some(Kind::Status { code, retry_after, body, text }) => {
                Scripted { code, retry_after, body, text }.answer(visit.service)
            }
            Some(Kind::SlowBody { ms }) => {
                slowed(self.carry_out(request, next).await, Duration::from_millis(ms), visit.open).await
            }
            Some(Kind::Hang) => std::future::pending().await,
            Some(Kind::Hold) => {
                self.faults.gone(struck.id).await;
                self.carry_out(request, next).await
            }
            Some(Kind::SignInPage) => sandbox_slack::sign_in().await.into_response(),
            Some(Kind::Redirect { to }) => faults::redirect(&to),
            Some(Kind::DropBefore) => broken_off(),
            Some(Kind::DropAfterCommit) => {
                let response = self.carry_out(request, next).await;
                let (status, noted) = (response.status().as_u16(), response.extensions().get::<Noted>());
                self.requests.answered(visit.number, status, noted);
                broken_off()
            }
        }
    }
}

/// The same answer, its body in so many drops over the time; the request is open until the last.
async fn slowed(response: Response, over: Duration, open: Option<Open>) -> Response {
    let (parts, body) = response.into_parts();
    let Ok(whole) = to_bytes(body, usize::MAX).await else { return broken_off() };
    let size = whole.len().div_ceil(DROPS).max(1);
    let drops: VecDeque<Bytes> = whole.chunks(size).map(|drop| whole.slice_ref(drop)).collect();
    let pause = over / u32::try_from(drops.len().max(1)).unwrap_or(u32::MAX);
    let stream = futures_util::stream::unfold((drops, open), move |(mut drops, open)| async move {
        let drop = drops.pop_front()?;
        tokio::time::sleep(pause).await;
        Some((Ok::<_, Infallible>(drop), (drops, open)))
    });
    Response::from_parts(parts, Body::from_stream(stream))
}

fn broken_off() -> Response {
    let mut response = Response::new(Body::empty());
    response.extensions_mut().insert(BreakOff);
    response
}

/// Whose path it is, and the name of the method where the path alone tells it.
fn addressed(path: &str) -> Option<(Service, String)> {
    let mut segments = path.trim_start_matches('/').splitn(2, '/');
    match segments.next()? {
        "api" => Some((Service::Slack, segments.next().unwrap_or_default().to_owned())),
        "link" => Some((Service::Slack, "link".to_owned())),
        "oauth" => Some((Service::Slack, "oauth.authorize".to_owned())),
        "actions" => Some((Service::Slack, "response_url".to_owned())),
        "files-upload" => Some((Service::Slack, "file_upload".to_owned())),
        "files-pri" => Some((Service::Slack, "file_download".to_owned())),
        first if GOOGLE.contains(&first) => Some((Service::Google, String::new())),
        _ => None,
    }
}
