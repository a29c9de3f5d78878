//! What a server answers to a call without saying which call it answers. Whoever has forgotten us, e.g. because it was
//! started anew, refuses that way, and the call would wait for an answer until it runs out of time.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use futures_util::stream::BoxStream;
use http::{HeaderName, HeaderValue};
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, JsonRpcError, JsonRpcRequest,
    ServerJsonRpcMessage,
};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::Sse;
use wire::HttpClient;

/// A client that takes such an answer for a refusal of what it was posted as the answer to.
#[derive(Clone)]
pub(crate) struct Heeding<C>(pub(crate) C);

type Trouble = StreamableHttpError<<HttpClient as StreamableHttpClient>::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

/// How a refusal begins; the transport begins its own so too.
const REFUSED: &str = "HTTP 4";

impl<C: StreamableHttpClient + Sync> StreamableHttpClient for Heeding<C> {
    type Error = C::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, StreamableHttpError<C::Error>> {
        let asked = asks(&message);
        let answer = self.0.post_message(uri, message, session, auth, headers).await?;
        heeded(answer, asked)
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> Result<StreamableHttpPostResponse, StreamableHttpError<C::Error>> {
        let asked = asks(&message);
        let posted =
            self.0.post_message_with_max_sse_event_size(uri, message, session, auth, headers, largest);
        heeded(posted.await?, asked)
    }

    fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: Headers,
    ) -> impl Future<Output = Result<(), StreamableHttpError<C::Error>>> + Send + '_ {
        self.0.delete_session(uri, session, auth, headers)
    }

    fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
    ) -> impl Future<Output = Result<BoxStream<'static, Result<Sse, SseError>>, StreamableHttpError<C::Error>>>
    + Send
    + '_ {
        self.0.get_stream(uri, session, last, auth, headers)
    }

    fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> impl Future<Output = Result<BoxStream<'static, Result<Sse, SseError>>, StreamableHttpError<C::Error>>>
    + Send
    + '_ {
        self.0.get_stream_with_max_sse_event_size(uri, session, last, auth, headers, largest)
    }
}

/// Whether somebody waits for the answer. How a line is begun is the transport's business, refusals included.
fn asks(message: &ClientJsonRpcMessage) -> bool {
    let ClientJsonRpcMessage::Request(JsonRpcRequest { request, .. }) = message else { return false };
    matches!(request, ClientRequest::CallToolRequest(_) | ClientRequest::ListToolsRequest(_))
}

fn heeded<E: std::error::Error + Send + Sync + 'static>(
    answer: StreamableHttpPostResponse,
    asked: bool,
) -> Result<StreamableHttpPostResponse, StreamableHttpError<E>> {
    match answer {
        StreamableHttpPostResponse::Json(
            ServerJsonRpcMessage::Error(JsonRpcError { id: None, error, .. }),
            _,
        ) if asked => Err(StreamableHttpError::UnexpectedServerResponse(told(&error).into())),
        answer => Ok(answer),
    }
}

/// Whoever could not read whose call it is has not done it; whoever broke over it may have.
fn told(error: &ErrorData) -> String {
    let ErrorData { code, message, .. } = error;
    if *code == ErrorCode::INTERNAL_ERROR { message.to_string() } else { format!("{REFUSED}xx: {message}") }
}

/// Why a call was not taken at all, if that is why it failed.
pub(crate) fn not_taken(error: &DynamicTransportError) -> Option<String> {
    let trouble = error.error.downcast_ref::<Trouble>()?;
    let not_taken = match trouble {
        StreamableHttpError::UnexpectedServerResponse(words) => words.starts_with(REFUSED),
        StreamableHttpError::HttpStatus(status) => (400..500).contains(&status.status),
        StreamableHttpError::Client(error) => error.is_connect(),
        StreamableHttpError::SessionExpired | StreamableHttpError::ReinitializationFailed(_) => true,
        _ => false,
    };
    not_taken.then(|| trouble.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_broke_over_a_call_may_have_done_it() {
        let transport = |words: String| {
            let trouble: Trouble = StreamableHttpError::UnexpectedServerResponse(words.into());
            DynamicTransportError::from_parts("http", std::any::TypeId::of::<()>(), Box::new(trouble))
        };
        let refused = ErrorData::new(ErrorCode(-32_000), "No valid session ID", None);
        assert!(not_taken(&transport(told(&refused))).unwrap().contains("No valid session ID"));
        assert!(not_taken(&transport(told(&ErrorData::internal_error("Oops", None)))).is_none());
    }
}
