//! `chat.update` and `chat.delete`.

use serde_json::json;

use super::{
    Answer, Call, Refusal,
    content::{self, Metadata},
    only, visible,
};
use crate::{
    ids::ChannelId,
    message::{self, Author, Content, Message},
    posting::Edited,
    streams::StreamState,
    ts::Ts,
    workspace::Workspace,
};

/// In bytes, after escaping: what an update may say in `text`.
const LONGEST_UPDATE: usize = 4000;
/// The fields of the message in an answer: neither its `ts` nor anything of its thread.
const FIELDS: [&str; 11] = [
    "type",
    "user",
    "text",
    "team",
    "bot_id",
    "app_id",
    "bot_profile",
    "blocks",
    "edited",
    "files",
    "metadata",
];

pub(super) fn update(call: &Call<'_>) -> Answer {
    let (channel, ts) = target(call)?;
    let given = content::given(call)?;
    if given.text.as_ref().is_some_and(|text| text.len() > LONGEST_UPDATE)
        && !call.arguments.has("markdown_text")
    {
        return Err(Refusal::new("msg_too_long"));
    }
    if given.text.is_none()
        && given.blocks.is_none()
        && given.attachments.is_none()
        && matches!(given.metadata, Metadata::Left)
    {
        return Err(Refusal::new("no_text"));
    }
    let edited = if given.blocks.is_some() { Edited::Silent } else { Edited::Shown };
    call.slack.change(|workspace| {
        let channel = visible(workspace, &channel)?.id.clone();
        let before = own(workspace, &channel, ts, "cant_update_message")?.content.clone();
        // Text without blocks takes the old blocks away; what was not mentioned at all stays.
        let kept = if given.text.is_some() { Vec::new() } else { before.blocks };
        let content = Content {
            text: given.text.unwrap_or(before.text),
            blocks: given.blocks.unwrap_or(kept),
            attachments: given.attachments.unwrap_or(before.attachments),
            metadata: given.metadata.over(before.metadata),
        };
        if content.text.is_empty() && content.blocks.is_empty() && content.attachments.is_empty() {
            return Err(Refusal::new("no_text"));
        }
        workspace.mend_stream(&channel, ts)?;
        workspace.rewrite(&channel, ts, content, edited)?;
        let message = own(workspace, &channel, ts, "cant_update_message")?;
        let shown = only(workspace.shown(&channel, message, message::Metadata::Shown), &FIELDS);
        Ok(json!({"channel": channel, "ts": ts, "text": message.content.text, "message": shown}))
    })
}

pub(super) fn delete(call: &Call<'_>) -> Answer {
    let (channel, ts) = target(call)?;
    call.slack.change(|workspace| {
        let channel = visible(workspace, &channel)?.id.clone();
        let message = own(workspace, &channel, ts, "cant_delete_message")?;
        if message.stream.as_ref().is_some_and(|stream| stream.state == StreamState::InProgress) {
            return Err(Refusal::new("cant_delete_message"));
        }
        workspace.remove(&channel, ts)?;
        Ok(json!({"channel": channel, "ts": ts}))
    })
}

fn target(call: &Call<'_>) -> Result<(String, Ts), Refusal> {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("ts")?;
    let ts = call.arguments.ts("ts", "message_not_found")?;
    Ok((channel, ts.ok_or_else(|| Refusal::new("message_not_found"))?))
}

/// The message, if it is the app's own; otherwise the method's refusal.
fn own<'a>(
    workspace: &'a Workspace,
    channel: &ChannelId,
    ts: Ts,
    refusal: &str,
) -> Result<&'a Message, Refusal> {
    let message = workspace
        .message(channel, ts)
        .filter(|message| !message.tombstone)
        .ok_or_else(|| Refusal::new("message_not_found"))?;
    match message.author {
        Author::App => Ok(message),
        Author::Person(_) | Author::Bot(_) => Err(Refusal::new(refusal)),
    }
}
