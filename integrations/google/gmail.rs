//! Gmail, typed: what we ask of it and what we read of its answers.
//!
//! Knows mailboxes, not people: whose mailbox it is, the client was told before.

pub(crate) mod address;
pub(crate) mod compose;
pub(crate) mod delivery;
pub(crate) mod hygiene;
pub(crate) mod message;
pub(crate) mod mime;
pub(crate) mod parent;
mod routes;
pub(crate) mod text;

use futures_util::{StreamExt, TryStreamExt, stream};
use kernel::Failure;
use serde::Deserialize;
use serde_json::json;

use crate::api::{AT_ONCE, Api, Ask, Id, Trouble};
use message::{Message, Part};

/// One mailbox.
#[derive(Clone)]
pub(crate) struct Gmail {
    api: Api,
}

/// A page of a list: Google gives out ids only.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Page {
    pub(crate) messages: Vec<Listed>,
    pub(crate) next_page_token: Option<String>,
    pub(crate) result_size_estimate: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Listed {
    pub(crate) id: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DraftPage {
    drafts: Vec<Listed>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Draft {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) message: Message,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Aliases {
    send_as: Vec<Alias>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Alias {
    send_as_email: String,
}

#[derive(Debug, Deserialize)]
struct Data {
    #[serde(default)]
    data: String,
}

impl Gmail {
    pub(crate) fn new(api: Api) -> Self {
        Self { api }
    }

    pub(crate) async fn search(&self, query: &str, limit: u32, page: Option<&str>) -> Result<Page, Trouble> {
        self.list(("q", query), limit, page).await
    }

    /// What was sent, the newest first. By label: the search index may lag behind.
    pub(crate) async fn sent(&self, limit: u32, page: Option<&str>) -> Result<Page, Trouble> {
        self.list(("labelIds", "SENT"), limit, page).await
    }

    async fn list(&self, by: (&str, &str), limit: u32, page: Option<&str>) -> Result<Page, Trouble> {
        let ask = Ask::to(&routes::MESSAGES_LIST)
            .with(by.0, by.1)
            .with("maxResults", limit.to_string())
            .with_some("pageToken", page)
            .only(&["messages/id", "nextPageToken", "resultSizeEstimate"]);
        self.api.ask(&ask).await
    }

    /// The named headers of each message, in the order given. One that has gone meanwhile is left out.
    pub(crate) async fn headers_of(
        &self,
        listed: Vec<Listed>,
        names: &[&str],
    ) -> Result<Vec<Message>, Failure> {
        let found: Vec<Option<Message>> = stream::iter(listed)
            .map(|listed| async move {
                match self.headers(&Id::parse("message", &listed.id)?, names).await {
                    Ok(message) => Ok(Some(message)),
                    Err(Trouble::Missing(_)) => Ok(None),
                    Err(trouble) => Err(Failure::from(trouble)),
                }
            })
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(found.into_iter().flatten().collect())
    }

    pub(crate) async fn headers(&self, id: &Id, names: &[&str]) -> Result<Message, Trouble> {
        let ask = Ask::to(&routes::MESSAGES_GET)
            .at(id)
            .with("format", "metadata")
            .with_each("metadataHeaders", names.iter().copied())
            .only(&["id", "threadId", "labelIds", "snippet", "internalDate", "payload/headers"]);
        self.api.ask(&ask).await
    }

    /// The whole message. Long texts, which Google keeps apart, are fetched as well.
    pub(crate) async fn whole(&self, id: &Id) -> Result<Message, Trouble> {
        let ask = Ask::to(&routes::MESSAGES_GET).at(id).with("format", "full").only(&[
            "id",
            "threadId",
            "labelIds",
            "internalDate",
            "payload",
        ]);
        let mut message: Message = self.api.ask(&ask).await?;
        let mut parts: Vec<&mut Part> = vec![&mut message.payload];
        while let Some(part) = parts.pop() {
            if let Some(kept_apart) = mime::text_kept_apart(part) {
                part.body.data = Some(self.attachment(id, &Id::parse("attachment", kept_apart)?).await?);
            }
            parts.extend(part.parts.iter_mut());
        }
        Ok(message)
    }

    async fn attachment(&self, message: &Id, id: &Id) -> Result<String, Trouble> {
        let ask = Ask::to(&routes::ATTACHMENTS_GET).at(message).at(id).only(&["data"]);
        Ok(self.api.ask::<Data>(&ask).await?.data)
    }

    /// Every address this mailbox sends as.
    pub(crate) async fn own_addresses(&self) -> Result<Vec<String>, Trouble> {
        let ask = Ask::to(&routes::SEND_AS_LIST).only(&["sendAs/sendAsEmail"]);
        let aliases: Aliases = self.api.ask(&ask).await?;
        Ok(aliases.send_as.into_iter().map(|alias| alias.send_as_email).collect())
    }

    /// `raw` is the message in base64url.
    pub(crate) async fn create_draft(&self, raw: &str, thread: Option<&Id>) -> Result<Draft, Trouble> {
        let mut message = json!({ "raw": raw });
        if let (Some(thread), Some(message)) = (thread, message.as_object_mut()) {
            message.insert("threadId".to_owned(), thread.as_str().into());
        }
        let ask = Ask::to(&routes::DRAFTS_CREATE).json(json!({ "message": message })).only(&["id"]);
        self.api.ask(&ask).await
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

    pub(crate) async fn draft(&self, id: &Id) -> Result<Draft, Trouble> {
        let ask = Ask::to(&routes::DRAFTS_GET)
            .at(id)
            .with("format", "metadata")
            .only(&["id", "message/payload/headers"]);
        self.api.ask(&ask).await
    }

    pub(crate) async fn newest_drafts(&self, limit: u32) -> Result<Vec<Draft>, Failure> {
        let ask = Ask::to(&routes::DRAFTS_LIST).with("maxResults", limit.to_string()).only(&["drafts/id"]);
        let page: DraftPage = self.api.ask(&ask).await?;
        let found: Vec<Option<Draft>> = stream::iter(page.drafts)
            .map(|listed| async move {
                match self.draft(&Id::parse("draft", &listed.id)?).await {
                    Ok(draft) => Ok(Some(draft)),
                    Err(Trouble::Missing(_)) => Ok(None),
                    Err(trouble) => Err(Failure::from(trouble)),
                }
            })
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(found.into_iter().flatten().collect())
    }
}
