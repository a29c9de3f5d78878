//! Calling a server elsewhere. Whatever it answers is read only so far: the library itself reads a plain answer whole,
//! however long it is.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::auth::WWWAuthenticateParams;
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, InsufficientScopeError, SseError, StreamableHttpClient,
    StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::{Sse, SseStream};
use url::Url;
use wire::HttpClient;

use crate::noting::noted;

/// By this it is known that an answer came and was too large. No protocol has it.
pub(crate) const TOO_LARGE: ErrorCode = ErrorCode(-41_300);

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
/// The largest message that is taken.
const LARGEST: usize = 16 * 1024 * 1024;
/// Of a refusal that is no message.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// The client of the house, as the protocol wants it.
#[derive(Clone)]
pub(crate) struct Measured(pub(crate) HttpClient);

type Broken = <HttpClient as StreamableHttpClient>::Error;
type Trouble = StreamableHttpError<Broken>;
type Headers = HashMap<HeaderName, HeaderValue>;
type Events = BoxStream<'static, Result<Sse, SseError>>;
type Pieces = BoxStream<'static, Result<Bytes, Broken>>;

impl StreamableHttpClient for Measured {
    type Error = Broken;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Trouble> {
        self.post_message_with_max_sse_event_size(uri, message, session, auth, headers, LARGEST).await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> Result<StreamableHttpPostResponse, Trouble> {
        let mut asked = self.0.post(uri.as_ref()).header(ACCEPT, format!("{EVENTS}, {JSON}"));
        asked = headers.into_iter().fold(asked, |asked, (name, value)| asked.header(name, value));
        if let Some(token) = auth {
            asked = asked.bearer_auth(token);
        }
        let known = session.is_some();
        if let Some(session) = session {
            asked = asked.header(&SESSION, session.as_ref());
        }
        let answer = asked.json(&message).send().await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let came = Came { status, headers, empty: answer.content_length() == Some(0) };
        came.challenge(&uri)?;
        came.read(Post { message, known, largest }, answer.bytes_stream().boxed()).await
    }

    fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: Headers,
    ) -> impl Future<Output = Result<(), Trouble>> + Send + '_ {
        self.0.delete_session(uri, session, auth, headers)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<Events, Trouble> {
        self.get_stream_with_max_sse_event_size(uri, session, last, auth, headers, LARGEST).await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> Result<Events, Trouble> {
        let stream =
            self.0.get_stream_with_max_sse_event_size(uri, session, last, auth, headers, largest).await?;
        Ok(with_notes(stream))
    }
}

/// What was posted, as far as it matters for what comes back.
struct Post {
    message: ClientJsonRpcMessage,
    /// Whether the server was told which session it belongs to.
    known: bool,
    largest: usize,
}

/// The head of an answer.
struct Came {
    status: StatusCode,
    headers: HeaderMap,
    empty: bool,
}

impl Came {
    /// What came, whatever its status says.
    async fn read(self, post: Post, pieces: Pieces) -> Result<StreamableHttpPostResponse, Trouble> {
        let waits = matches!(post.message, ClientJsonRpcMessage::Request(_));
        let taken = matches!(self.status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT);
        if taken || (self.status.is_success() && self.empty && !waits) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if self.status == StatusCode::NOT_FOUND && post.known {
            return Err(StreamableHttpError::SessionExpired);
        }
        if !self.status.is_success() {
            return self.refused(&post, pieces).await;
        }
        let session = self.header(&SESSION).map(str::to_owned);
        if self.is(EVENTS) {
            return Ok(StreamableHttpPostResponse::Sse(events(post, pieces), session));
        }
        if !self.is(JSON) {
            let kind = self.header(&CONTENT_TYPE).map(str::to_owned);
            return Err(StreamableHttpError::UnexpectedContentType(kind));
        }
        let Some(body) = whole(pieces, post.largest).await? else {
            return Ok(StreamableHttpPostResponse::Json(too_large(&post), session));
        };
        match serde_json::from_slice(&noted(body)) {
            Ok(message) => Ok(StreamableHttpPostResponse::Json(message, session)),
            Err(_) if !waits => Ok(StreamableHttpPostResponse::Accepted),
            Err(error) => Err(unexpected(format!("it is no message: {error}"))),
        }
    }

    /// A refusal may be a message too. Where it refuses the beginning, it may list the versions that the server speaks; the
    /// library reads that only if it is marked as the answer to our question, and servers refuse without an id.
    async fn refused(&self, post: &Post, pieces: Pieces) -> Result<StreamableHttpPostResponse, Trouble> {
        let status = self.status;
        let later = status == StatusCode::TOO_MANY_REQUESTS;
        let away = (later || status.is_server_error())
            .then(|| HttpStatusError::new(status.as_u16(), self.header(&RETRY_AFTER).map(str::to_owned)));
        if let Some(away) = &away
            && (later || !self.is(JSON))
        {
            return Err(HttpStatusError::new(away.status, away.retry_after.clone()).into());
        }
        let body = beginning(pieces).await?;
        let said = match serde_json::from_slice(&body) {
            Ok(ServerJsonRpcMessage::Error(error)) => Some(error),
            _ => None,
        };
        let words = format!("HTTP {status}: {}", String::from_utf8_lossy(&body));
        let unauthorised = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        if let (ClientJsonRpcMessage::Request(asked), Some(said)) = (&post.message, &said)
            && status.is_client_error()
            && matches!(asked.request, ClientRequest::InitializeRequest(_))
        {
            let answer = ServerJsonRpcMessage::error(said.error.clone(), Some(asked.id.clone()));
            return Ok(StreamableHttpPostResponse::Json(answer, None));
        }
        match (said, away) {
            (Some(error), _) if !unauthorised && self.is(JSON) => {
                let session = self.header(&SESSION).map(str::to_owned);
                Ok(StreamableHttpPostResponse::Json(ServerJsonRpcMessage::Error(error), session))
            }
            (_, Some(away)) => Err(away.into()),
            (_, None) => Err(unexpected(words)),
        }
    }

    /// A server that wants to know who we are, or wants us to be allowed more, says in a header how to sign in.
    fn challenge(&self, uri: &str) -> Result<(), Trouble> {
        let said = self.headers.get_all(WWW_AUTHENTICATE).iter();
        let said: Vec<&str> = said.filter_map(|said| said.to_str().ok()).collect();
        let is_bearer =
            |said: &str| said.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("bearer"));
        let how = said.iter().find(|said| is_bearer(said)).or(said.first()).copied();
        match (self.status, how, Url::parse(uri)) {
            (StatusCode::UNAUTHORIZED, how, _) => {
                let how = how.unwrap_or("Bearer").to_owned();
                Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(how)))
            }
            (StatusCode::FORBIDDEN, Some(how), Ok(uri)) => {
                let params = WWWAuthenticateParams::parse(how, &uri);
                if !params.is_insufficient_scope() {
                    return Ok(());
                }
                let lacking = InsufficientScopeError::new(how.to_owned(), params.scope);
                Err(StreamableHttpError::InsufficientScope(lacking))
            }
            _ => Ok(()),
        }
    }

    fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    fn is(&self, kind: &str) -> bool {
        self.header(&CONTENT_TYPE).is_some_and(|said| said.starts_with(kind))
    }
}

fn unexpected(words: String) -> Trouble {
    StreamableHttpError::UnexpectedServerResponse(words.into())
}

/// What is said in the place of an answer that is not read to its end.
fn too_large(post: &Post) -> ServerJsonRpcMessage {
    let asked = match &post.message {
        ClientJsonRpcMessage::Request(asked) => Some(asked.id.clone()),
        _ => None,
    };
    let words = format!("its answer is larger than {} bytes", post.largest);
    ServerJsonRpcMessage::error(ErrorData::new(TOO_LARGE, words, None), asked)
}

/// Nothing where there is more of it.
async fn whole(mut pieces: Pieces, largest: usize) -> Result<Option<Vec<u8>>, Trouble> {
    let mut body = Vec::new();
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece.map_err(StreamableHttpError::Client)?);
        if body.len() > largest {
            return Ok(None);
        }
    }
    Ok(Some(body))
}

async fn beginning(mut pieces: Pieces) -> Result<Vec<u8>, Trouble> {
    let mut body = Vec::new();
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece.map_err(StreamableHttpError::Client)?);
        if body.len() > LONGEST_REFUSAL {
            break;
        }
    }
    Ok(body)
}

/// The events of an answer, up to one that is too large.
fn events(post: Post, pieces: Pieces) -> Events {
    let largest = post.largest;
    let measured = pieces.scan(Some(Measure::default()), move |measure, piece| {
        let next = measure.as_mut().map(|measure| match piece {
            Ok(piece) if measure.takes(&piece, largest) => Ok(piece),
            Ok(_) => Err(Cut::TooLarge),
            Err(error) => Err(Cut::Broken(error)),
        });
        if matches!(next, Some(Err(_))) {
            *measure = None;
        }
        std::future::ready(next)
    });
    let read = SseStream::from_bytes_stream(measured).map(move |event| match event {
        Err(SseError::Body(why)) if matches!(why.downcast_ref(), Some(Cut::TooLarge)) => {
            let said = serde_json::to_string(&too_large(&post)).unwrap_or_default();
            Ok(Sse::default().data(said))
        }
        event => event,
    });
    with_notes(read.boxed())
}

fn with_notes(events: Events) -> Events {
    let note = |data: String| String::from_utf8_lossy(&noted(data.into_bytes())).into_owned();
    let noting = move |event: Sse| Sse { data: event.data.map(note), ..event };
    events.map(move |event| event.map(noting)).boxed()
}

/// Why an answer is not read on.
#[derive(Debug, thiserror::Error)]
enum Cut {
    #[error("one of its messages is too large")]
    TooLarge,
    #[error(transparent)]
    Broken(Broken),
}

/// How much of an event has come. One ends with an empty line.
#[derive(Default)]
struct Measure {
    event: usize,
    line: usize,
    /// Whether the last byte was the first half of a line's end.
    returned: bool,
}

impl Measure {
    fn takes(&mut self, piece: &[u8], largest: usize) -> bool {
        piece.iter().all(|byte| {
            match byte {
                b'\n' if self.returned => {}
                b'\n' | b'\r' => {
                    self.event = if self.line == 0 { 0 } else { self.event + 1 };
                    self.line = 0;
                }
                _ => {
                    self.event += 1;
                    self.line += 1;
                }
            }
            self.returned = *byte == b'\r';
            self.event <= largest
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn events_are_measured_one_by_one() {
        for end in ["\n", "\r\n", "\r"] {
            let mut measure = Measure::default();
            let event = format!("data: 12{end}data: 34{end}{end}");
            for _ in 0..100 {
                assert!(measure.takes(event.as_bytes(), 18), "{end:?}");
            }
            assert!(!measure.takes(format!("data: 12{end}").repeat(3).as_bytes(), 18), "{end:?}");
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_in_which_pieces_an_event_comes(
            said in "[ab\\r\\n]{0,60}",
            at in 0_usize..60,
        ) {
            let (mut whole, mut parts) = (Measure::default(), Measure::default());
            let (one, other) = said.as_bytes().split_at(at.min(said.len()));
            prop_assert_eq!(
                whole.takes(said.as_bytes(), 6),
                parts.takes(one, 6) && parts.takes(other, 6)
            );
        }
    }
}
