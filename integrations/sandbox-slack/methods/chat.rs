//! `chat.postMessage` and `chat.getPermalink`.

use serde_json::json;

use super::{Answer, Call, Refusal, content, joined, visible};
use crate::{
    events::Order,
    ids::ChannelId,
    message::{Author, Message, Metadata},
    posting::Draft,
    workspace::Workspace,
};

pub(super) fn post_message(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let broadcast = call.arguments.flag("reply_broadcast")? && thread.is_some();
    if call.arguments.flag("as_user")? {
        return Err(Refusal::new("as_user_not_supported"));
    }
    let content = content::given(call)?.new_message()?;
    call.slack.change(|workspace| {
        let channel = destination(workspace, &channel)?;
        let draft = Draft {
            author: Author::App,
            thread,
            content,
            broadcast,
            order: Order::default(),
            files: Vec::new(),
        };
        let posted = workspace.post(&channel, draft)?;
        let message =
            workspace.message(&channel, posted.ts).map(|it| workspace.shown(&channel, it, Metadata::Shown));
        Ok(json!({"channel": channel, "ts": posted.ts, "message": message}))
    })
}

/// Where a post goes: a channel by id or name, or a person, which means the direct message with them.
pub(super) fn destination(workspace: &Workspace, target: &str) -> Result<ChannelId, Refusal> {
    if let Some(person) = workspace.person(target) {
        return workspace
            .direct_channel(&person.id)
            .map(|channel| channel.id.clone())
            .ok_or_else(|| Refusal::new("channel_not_found"));
    }
    let id = workspace.channel_by_name(target).map_or(target, |channel| channel.id.as_str());
    joined(workspace, id).map(|channel| channel.id.clone())
}

pub(super) fn get_permalink(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("message_ts")?;
    let ts = call.arguments.ts("message_ts", "message_not_found")?;
    call.slack.read(|workspace| {
        let channel = &visible(workspace, &channel)?.id;
        let message = ts
            .and_then(|ts| workspace.message(channel, ts))
            .ok_or_else(|| Refusal::new("message_not_found"))?;
        Ok(json!({"channel": channel, "permalink": permalink(workspace, channel, message)}))
    })
}

/// The address of a message.
pub(super) fn permalink(workspace: &Workspace, channel: &ChannelId, message: &Message) -> String {
    let place = format!("{}{channel}/{}", workspace.team.archives(), message.ts.in_permalink());
    match message.thread.filter(|root| *root != message.ts) {
        Some(root) => format!("{place}?thread_ts={root}&cid={channel}"),
        None => place,
    }
}
