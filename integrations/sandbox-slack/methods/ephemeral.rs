//! `chat.postEphemeral`.

use serde_json::json;

use super::{Answer, Call, Refusal, content, joined};
use crate::message::Ephemeral;
use crate::ts::Ts;
use crate::workspace::ChannelKind;

pub(super) fn post_ephemeral(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    let user = call.arguments.needed("user")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let content = content::given(call)?.new_message()?;
    call.slack.change(|workspace| {
        let place = joined(workspace, &channel)?;
        let (channel, direct) = (place.id.clone(), matches!(place.kind, ChannelKind::Direct(_)));
        let recipient = workspace
            .person(&user)
            .map(|person| person.id.clone())
            .filter(|id| place.has(id))
            .ok_or_else(|| Refusal::new("user_not_in_channel"))?;
        if thread.is_some_and(|root| workspace.message(&channel, root).is_none()) {
            return Err(Refusal::new("thread_not_found"));
        }
        let ts = workspace.next_ts();
        // In a thread of a channel that has no replies it is taken, and shown to nobody.
        let looked_at = |root: Ts| direct || workspace.replies(&channel, root).next().is_some();
        if thread.is_none_or(looked_at) {
            workspace.ephemerals.push(Ephemeral { ts, channel, recipient, thread, content });
        }
        Ok(json!({"message_ts": ts}))
    })
}
