//! `reactions.add` and `reactions.remove`.

use serde_json::json;

use super::{Answer, Call, Refusal, joined};
use crate::slack::{
    message::{Message, Reaction},
    ts::Ts,
};

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

fn target(call: &Call<'_>) -> Result<(String, Ts, String), Refusal> {
    let name = call.arguments.needed("name")?;
    let name = name.trim_matches(':').to_owned();
    let good =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '+' | '\'' | ':');
    if name.is_empty() || !name.chars().all(good) {
        return Err(Refusal::new("invalid_name"));
    }
    let channel = call.arguments.text("channel")?.filter(|channel| !channel.is_empty());
    let ts = call.arguments.ts("timestamp", "bad_timestamp")?;
    match (channel, ts) {
        (Some(channel), Some(ts)) => Ok((channel, ts, name)),
        _ => Err(Refusal::new("no_item_specified")),
    }
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
