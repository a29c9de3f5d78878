//! Gmail, typed: what we ask of it and what we read of its answers.
//!
//! Knows mailboxes, not people: whose mailbox it is, the client was told before.

pub(crate) mod acquainted;
mod address;
mod alternatives;
mod arrivals;
pub(crate) mod attached;
mod authenticated;
pub(crate) mod change_draft;
pub(crate) mod choosing;
pub(crate) mod compose;
mod delivery;
mod drafts;
mod enclosing;
pub(crate) mod file_message;
pub(crate) mod hygiene;
mod kept;
pub(crate) mod labels;
mod message;
mod message_label;
pub(crate) mod mime;
pub(crate) mod parent;
mod quote;
mod quoted;
mod recognised;
pub(crate) mod routes;
mod sender;
pub(crate) mod text;
mod writing;

use kernel::{Code, Failure};

use crate::api::{Api, Ask, Id, Trouble, ask_each};
use crate::json::google_json;
use message::Part;

pub(crate) use address::Mailbox;
pub(crate) use arrivals::Seen;
pub(crate) use attached::{Attached, Sources, part_taken, taken_along};
pub(crate) use change_draft::{Earlier, Replacement};
pub(crate) use compose::{Mail, Words};
pub(crate) use delivery::{Sent, deliver, find_out, make_draft, stray_draft};
pub(crate) use drafts::Draft;
pub(crate) use enclosing::{Wanted, enclosed};
pub(crate) use file_message::{Change, Filing, Reach};
pub(crate) use hygiene::visible_line;
pub(crate) use labels::{Label, LabelInfo, Labels};
pub(crate) use message::{Message, Thread};
pub(crate) use message_label::message_label;
pub(crate) use mime::{Attachment, CUT, File, Readable};
pub(crate) use parent::{Answering, Audience, Parent, Quoting};
pub(crate) use quoted::without_quote;
pub(crate) use recognised::Recognised;
pub(crate) use sender::{Sender, Signed, Wish};
pub(crate) use text::{Continue, Excerpt};

/// One mailbox.
#[derive(Clone)]
pub(crate) struct Gmail {
    api: Api,
}

google_json! {
    /// A page of a list: Google gives out ids only.
    Page { messages: Vec<Listed>, next_page_token: Option<String>, result_size_estimate: u64 }

    Listed { id: String }
    Data { data: String }
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
        ask_each(
            listed,
            |listed| async move { self.headers(&Id::parse("message", &listed.id)?, names).await },
        )
        .await
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
        self.complete(&mut message).await?;
        Ok(message)
    }

    /// A whole conversation, oldest message first.
    pub(crate) async fn thread(&self, id: &Id) -> Result<Thread, Trouble> {
        let ask = Ask::to(&routes::THREADS_GET)
            .at(id)
            .with("format", "full")
            .only(&["id", "messages(id,threadId,labelIds,internalDate,payload)"]);
        self.api.ask(&ask).await
    }

    /// Fetches the texts that Google kept apart.
    pub(crate) async fn complete(&self, message: &mut Message) -> Result<(), Trouble> {
        let id = Id::parse("message", &message.id)?;
        let mut parts: Vec<&mut Part> = vec![&mut message.payload];
        while let Some(part) = parts.pop() {
            if let Some(kept_apart) = mime::text_kept_apart(part) {
                part.body.data = Some(self.attachment(&id, &Id::parse("attachment", kept_apart)?).await?);
            }
            parts.extend(part.parts.iter_mut());
        }
        Ok(())
    }

    /// The bytes of a file of a message.
    pub(crate) async fn file(&self, message: &Id, file: &mime::File) -> Result<Vec<u8>, Trouble> {
        let encoded = match &file.bytes {
            mime::Kept::Here(data) => data.clone(),
            mime::Kept::Apart(id) => self.attachment(message, &Id::parse("attachment", id)?).await?,
        };
        text::from_base64(&encoded).ok_or_else(|| {
            Failure::model(Code::NotAvailable, "Gmail gave the file out in a form nobody can read.").into()
        })
    }

    async fn attachment(&self, message: &Id, id: &Id) -> Result<String, Trouble> {
        let ask = Ask::to(&routes::ATTACHMENTS_GET).at(message).at(id).only(&["data"]);
        Ok(self.api.ask::<Data>(&ask).await?.data)
    }
}
