//! Drafts: made, changed, found again, sent and thrown away.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Code, Failure};
use serde_json::{Value, json};

use super::message::Message;
use super::text::from_base64;
use super::{Gmail, Listed, routes};
use crate::api::{Ask, Id, Route, Trouble, ask_each};
use crate::json::google_json;
use crate::multipart::related;

google_json! {
    Draft { id: String, message: Message }
    DraftPage { drafts: Vec<Listed> }
    RawDraft { message: RawMessage }
    RawMessage { id: String, raw: String }
}

/// What is in a draft, byte by byte.
#[derive(Debug)]
pub(crate) struct Raw {
    /// The id of its message, which is another after every change.
    pub(crate) message: String,
    pub(crate) bytes: Vec<u8>,
}

/// Larger messages are uploaded.
const LARGEST_IN_JSON: usize = 5 * 1024 * 1024;
/// Twenty-five megabytes over a slow line.
const UPLOAD_WITHIN: Duration = Duration::from_secs(90);

const SHORT: &[&str] = &["id", "message(id,threadId)"];

impl Gmail {
    /// `bytes` are the message. A large one goes by the upload route.
    pub(crate) async fn create_draft(&self, bytes: &[u8], thread: Option<&Id>) -> Result<Draft, Trouble> {
        let ask = write(&routes::DRAFTS_CREATE, &routes::DRAFTS_CREATE_UPLOAD, bytes, thread);
        self.api.ask(&ask.only(SHORT)).await
    }

    /// Puts another message into the draft. Doing it twice is the same as doing it once.
    pub(crate) async fn update_draft(
        &self,
        draft: &Id,
        bytes: &[u8],
        thread: Option<&Id>,
    ) -> Result<Draft, Trouble> {
        let ask = write(&routes::DRAFTS_UPDATE, &routes::DRAFTS_UPDATE_UPLOAD, bytes, thread);
        self.api.ask(&ask.at(draft).only(SHORT).repeatable()).await
    }

    pub(crate) async fn send_draft(&self, draft: &Id) -> Result<Message, Trouble> {
        let ask = Ask::to(&routes::DRAFTS_SEND)
            .json(json!({ "id": draft.as_str() }))
            .only(&["id", "threadId", "labelIds"]);
        self.api.ask(&ask).await
    }

    /// Gone for good, not into the trash.
    pub(crate) async fn delete_draft(&self, id: &Id) -> Result<(), Trouble> {
        self.api.tell(&Ask::to(&routes::DRAFTS_DELETE).at(id)).await
    }

    /// Without the text.
    pub(crate) async fn draft(&self, id: &Id) -> Result<Draft, Trouble> {
        let ask = Ask::to(&routes::DRAFTS_GET)
            .at(id)
            .with("format", "metadata")
            .only(&["id", "message(id,threadId,payload/headers)"]);
        self.api.ask(&ask).await
    }

    /// With the text, and texts that Google keeps apart.
    pub(crate) async fn whole_draft(&self, id: &Id) -> Result<Draft, Trouble> {
        let ask = Ask::to(&routes::DRAFTS_GET)
            .at(id)
            .with("format", "full")
            .only(&["id", "message(id,threadId,internalDate,payload)"]);
        let mut draft: Draft = self.api.ask(&ask).await?;
        self.complete(&mut draft.message).await?;
        Ok(draft)
    }

    pub(crate) async fn raw_draft(&self, id: &Id) -> Result<Raw, Trouble> {
        let ask = Ask::to(&routes::DRAFTS_GET)
            .at(id)
            .with("format", "raw")
            .only(&["message(id,raw)"])
            .within(UPLOAD_WITHIN);
        let RawDraft { message: RawMessage { id, raw } } = self.api.ask(&ask).await?;
        let bytes = from_base64(&raw).ok_or_else(|| {
            Failure::model(
                Code::NotAvailable,
                "Gmail gave the draft out in a form nobody can read. Try again.",
            )
        })?;
        Ok(Raw { message: id, bytes })
    }

    pub(crate) async fn newest_drafts(&self, limit: u32) -> Result<Vec<Draft>, Failure> {
        let ask = Ask::to(&routes::DRAFTS_LIST).with("maxResults", limit.to_string()).only(&["drafts/id"]);
        let page: DraftPage = self.api.ask(&ask).await?;
        ask_each(page.drafts, |listed| async move { self.draft(&Id::parse("draft", &listed.id)?).await })
            .await
    }
}

fn write<'a>(small: &'a Route, large: &'a Route, bytes: &[u8], thread: Option<&Id>) -> Ask<'a> {
    let mut message = serde_json::Map::new();
    if let Some(thread) = thread {
        message.insert("threadId".to_owned(), thread.as_str().into());
    }
    if bytes.len() <= LARGEST_IN_JSON {
        message.insert("raw".to_owned(), URL_SAFE_NO_PAD.encode(bytes).into());
        return Ask::to(small).json(json!({ "message": message }));
    }
    let (media_type, body) = related(&json!({ "message": Value::Object(message) }), "message/rfc822", bytes);
    Ask::to(large).with("uploadType", "multipart").media(&media_type, body).within(UPLOAD_WITHIN)
}
