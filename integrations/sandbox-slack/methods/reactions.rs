//! `reactions.add`, `reactions.remove` and `reactions.get`.

use serde_json::json;

use super::{Answer, Call, Refusal, chat, files, joined, only};
use crate::{
    emoji,
    message::{Message, Metadata, Reaction},
    ts::Ts,
};

/// The fields of a message in the answer of `reactions.get`: nothing of its thread or its edits.
const FIELDS: [&str; 10] =
    ["type", "user", "text", "ts", "team", "bot_id", "app_id", "bot_profile", "blocks", "reactions"];

pub(super) fn add(call: &Call<'_>) -> Answer {
    let (channel, ts, name) = target(call)?;
    let me = call.slack.read(|workspace| workspace.app.user.clone());
    change(call, &channel, ts, |message| {
        match message.reactions.iter_mut().find(|reaction| reaction.name == name) {
            Some(reaction) if reaction.users.contains(&me) => Err(Refusal::new("already_reacted")),
            Some(reaction) => {
                reaction.users.push(me.clone());
                Ok(())
            }
            None => {
                message.reactions.push(Reaction { name: name.clone(), users: vec![me.clone()] });
                Ok(())
            }
        }
    })
}

pub(super) fn remove(call: &Call<'_>) -> Answer {
    let (channel, ts, name) = target(call)?;
    let me = call.slack.read(|workspace| workspace.app.user.clone());
    change(call, &channel, ts, |message| {
        let reaction = message
            .reactions
            .iter_mut()
            .find(|reaction| reaction.name == name && reaction.users.contains(&me))
            .ok_or_else(|| Refusal::new("no_reaction"))?;
        reaction.users.retain(|user| *user != me);
        message.reactions.retain(|reaction| !reaction.users.is_empty());
        Ok(())
    })
}

/// What people have reacted to, with their reactions.
pub(super) fn get(call: &Call<'_>) -> Answer {
    let file = call.arguments.text("file")?.filter(|file| !file.is_empty());
    if let Some(id) = file {
        return call.slack.read(|workspace| {
            let id = &files::visible(workspace, &id)?.id;
            Ok(json!({"type": "file", "file": workspace.file_shown(id)}))
        });
    }
    let (channel, ts) = message(call)?;
    call.slack.read(|workspace| {
        let channel = &joined(workspace, &channel)?.id;
        let message = workspace.message(channel, ts).ok_or_else(|| Refusal::new("message_not_found"))?;
        let mut shown = only(workspace.shown(channel, message, Metadata::Hidden), &FIELDS);
        if let Some(fields) = shown.as_object_mut() {
            fields.insert("permalink".into(), json!(chat::permalink(workspace, channel, message)));
        }
        Ok(json!({"type": "message", "channel": channel, "message": shown}))
    })
}

fn target(call: &Call<'_>) -> Result<(String, Ts, String), Refusal> {
    let name = call.arguments.needed("name")?;
    let name = name.trim_matches(':').to_owned();
    if !emoji::is_known(&name) {
        return Err(Refusal::new("invalid_name"));
    }
    let (channel, ts) = message(call)?;
    Ok((channel, ts, name))
}

fn message(call: &Call<'_>) -> Result<(String, Ts), Refusal> {
    let channel = call.arguments.text("channel")?.filter(|channel| !channel.is_empty());
    let ts = call.arguments.ts("timestamp", "bad_timestamp")?;
    channel.zip(ts).ok_or_else(|| Refusal::new("no_item_specified"))
}

fn change(
    call: &Call<'_>,
    channel: &str,
    ts: Ts,
    act: impl FnOnce(&mut Message) -> Result<(), Refusal>,
) -> Answer {
    call.slack.change(|workspace| {
        let channel = joined(workspace, channel)?.id.clone();
        let message = workspace.message_mut(&channel, ts).ok_or_else(|| Refusal::new("message_not_found"))?;
        act(message)?;
        Ok(json!({}))
    })
}
