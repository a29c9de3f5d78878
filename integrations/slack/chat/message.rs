//! Requests that put a page somewhere. Nothing in them is expanded, linked or previewed by Slack.

use std::collections::HashMap;

use serde_json::Value;
use slack_morphism::api::{
    SlackApiChatPostEphemeralRequest, SlackApiChatPostMessageRequest, SlackApiChatUpdateRequest,
};
use slack_morphism::{SlackChannelId, SlackMessageContent, SlackMessageMetadata, SlackTs, SlackUserId};

use crate::json::text;
use crate::names::Place;
use crate::render::Page;

/// Of the metadata by which we find a message of ours again.
pub(super) const EVENT_TYPE: &str = "countersign_post";

/// The same of one that is still being written.
pub(super) const BEGUN: &str = "countersign_begun";

/// By what a message of ours is found again, and what else goes when it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) key: String,
    pub(super) beside: Beside,
}

/// What was put into the workspace for a message, by the ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) files: Vec<String>,
    pub(super) canvases: Vec<String>,
}

/// Where the mark of a message says which these are, with a space between two.
const FILES: &str = "files";
const CANVASES: &str = "canvases";

impl Beside {
    /// What the mark of a message says.
    pub(super) fn of(message: &Value) -> Self {
        let named = |kind: &str| {
            let ids = text(message, &format!("/metadata/event_payload/{kind}")).unwrap_or_default();
            ids.split_whitespace().map(str::to_owned).collect()
        };
        Self { files: named(FILES), canvases: named(CANVASES) }
    }
}

/// A thread by its root, or a channel itself.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    pub(super) team: String,
    pub(super) channel: String,
    pub(super) root: Option<String>,
}

impl Destination {
    /// Where answers in this thread go.
    pub(super) fn in_thread(place: Place) -> Self {
        let root = place.root().map(str::to_owned);
        Self { team: place.team, channel: place.channel, root }
    }
}

pub(super) fn new(to: &Destination, mark: &Mark, page: &Page) -> SlackApiChatPostMessageRequest {
    new_with(to, content(page).with_metadata(metadata(mark)))
}

/// A message that is not whole yet.
pub(super) fn begun(to: &Destination, page: &Page) -> SlackApiChatPostMessageRequest {
    new_with(to, content(page).with_metadata(unfinished()))
}

fn new_with(to: &Destination, content: SlackMessageContent) -> SlackApiChatPostMessageRequest {
    SlackApiChatPostMessageRequest::new(SlackChannelId(to.channel.clone()), content)
        .opt_thread_ts(to.root.clone().map(SlackTs))
        .with_link_names(false)
        .with_parse("none".to_owned())
        .with_unfurl_links(false)
        .with_unfurl_media(false)
}

/// An edit is never unfurled, and Slack takes no argument about it.
pub(super) fn edit(message: &Place, page: &Page) -> SlackApiChatUpdateRequest {
    edit_with(message, content(page))
}

/// The same, and the message has this mark from now on.
pub(super) fn edit_as(message: &Place, mark: &Mark, page: &Page) -> SlackApiChatUpdateRequest {
    edit_with(message, content(page).with_metadata(metadata(mark)))
}

/// The same, and it is still not whole.
pub(super) fn begun_anew(message: &Place, page: &Page) -> SlackApiChatUpdateRequest {
    edit_with(message, content(page).with_metadata(unfinished()))
}

fn edit_with(message: &Place, content: SlackMessageContent) -> SlackApiChatUpdateRequest {
    let channel = SlackChannelId(message.channel.clone());
    SlackApiChatUpdateRequest::new(channel, content, SlackTs(message.ts.clone()))
        .with_link_names(false)
        .with_parse("none".to_owned())
}

/// In a thread by its root, or in the channel itself.
pub(super) fn ephemeral(to: &Destination, user: &str, page: &Page) -> SlackApiChatPostEphemeralRequest {
    let channel = SlackChannelId(to.channel.clone());
    SlackApiChatPostEphemeralRequest::new(channel, SlackUserId(user.to_owned()), content(page))
        .opt_thread_ts(to.root.clone().map(SlackTs))
        .with_link_names(false)
        .with_parse("none".to_owned())
}

fn content(page: &Page) -> SlackMessageContent {
    SlackMessageContent::new().with_text(page.text.clone()).with_blocks(page.blocks.clone())
}

fn metadata(mark: &Mark) -> SlackMessageMetadata {
    let mut payload = HashMap::from([("key".to_owned(), mark.key.clone())]);
    for (kind, ids) in [(FILES, &mark.beside.files), (CANVASES, &mark.beside.canvases)] {
        if !ids.is_empty() {
            payload.insert(kind.to_owned(), ids.join(" "));
        }
    }
    SlackMessageMetadata::new(EVENT_TYPE.to_owned()).with_event_payload(payload)
}

fn unfinished() -> SlackMessageMetadata {
    SlackMessageMetadata::new(BEGUN.to_owned()).with_event_payload(HashMap::new())
}
