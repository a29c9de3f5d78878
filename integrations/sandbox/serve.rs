//! The one listener: HTTP/1.1, WebSocket upgrades, and connections that break off on purpose.

use std::time::Duration;

use axum::{Router, body::Body};
use http::{Request, Response};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};
use tower::ServiceExt;

/// Put into a response's extensions where the client is to get no answer at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BreakOff;

/// How long open requests may take to end once the sandbox stops.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until told to stop, then lets open requests end.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(attend(stream, router.clone(), stop.clone()));
                }
                Err(error) => tracing::warn!(%error, "a connection could not be accepted"),
            },
            () = told(&mut stop) => break,
            Some(_) = connections.join_next() => {}
        }
    }
    let all_done = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(GRACE, all_done).await.is_err() {
        connections.shutdown().await;
    }
}

async fn attend(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "the connection stays slow");
    }
    let service = service_fn(move |request: Request<Incoming>| answer(router.clone(), request));
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

#[derive(Debug, thiserror::Error)]
#[error("this connection breaks off on purpose")]
struct BrokenOff;

async fn answer(router: Router, request: Request<Incoming>) -> Result<Response<Body>, BrokenOff> {
    let response = match router.oneshot(request.map(Body::new)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    match response.extensions().get::<BreakOff>() {
        Some(BreakOff) => Err(BrokenOff),
        None => Ok(response),
    }
}

async fn told(stop: &mut watch::Receiver<bool>) {
    // Whoever could tell us being gone means the same.
    let _gone = stop.wait_for(|stop| *stop).await.is_err();
}
