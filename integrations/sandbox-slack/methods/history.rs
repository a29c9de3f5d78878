//! `conversations.history` and `conversations.replies`.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, joined, readable};
use crate::{
    cursor::Page,
    message::{Message, Metadata},
    ts::Ts,
};

/// Which part of a conversation is asked for.
struct Window {
    oldest: Option<Ts>,
    latest: Option<Ts>,
    inclusive: bool,
    metadata: Metadata,
}

pub(super) fn history(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    let limit = call.arguments.limit(100, 999)?;
    let cursor = call.arguments.text("cursor")?;
    let window = window(call)?;
    call.slack.read(|workspace| {
        readable(workspace, &channel, "history")?;
        let channel = &joined(workspace, &channel)?.id;
        let messages: Vec<&Message> = workspace
            .messages
            .get(channel)
            .into_iter()
            .flat_map(|messages| messages.values().rev().map(Arc::as_ref))
            .filter(|message| message.broadcast || message.thread.is_none_or(|root| root == message.ts))
            .filter(|message| window.covers(message.ts))
            .collect();
        let page = Page::cut(messages, cursor.as_deref(), limit, |message| message.ts.to_string())?;
        let messages: Vec<Value> =
            page.items.iter().map(|message| workspace.shown(channel, message, window.metadata)).collect();
        let mut answer = json!({
            "messages": messages, "has_more": !page.next.is_empty(), "pin_count": 0,
            "channel_actions_ts": null, "channel_actions_count": 0,
        });
        put_cursor(&mut answer, &page.next);
        Ok(answer)
    })
}

pub(super) fn replies(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("ts")?;
    let ts = call.arguments.ts("ts", "thread_not_found")?;
    let limit = call.arguments.limit(1000, 1000)?;
    let cursor = call.arguments.text("cursor")?;
    let window = window(call)?;
    call.slack.read(|workspace| {
        readable(workspace, &channel, "history")?;
        let channel = &joined(workspace, &channel)?.id;
        let asked = ts
            .and_then(|ts| workspace.message(channel, ts))
            .ok_or_else(|| Refusal::new("thread_not_found"))?;
        // A reply's own `ts` gives that reply alone: the root is nowhere asked for.
        let is_reply = asked.thread.is_some_and(|root| root != asked.ts);
        let below = workspace.replies(channel, asked.ts).filter(|message| window.covers(message.ts));
        let thread: Vec<&Message> = std::iter::once(asked).chain(below.take_while(|_| !is_reply)).collect();
        let page = Page::cut(thread, cursor.as_deref(), limit, |message| message.ts.to_string())?;
        let messages: Vec<Value> =
            page.items.iter().map(|message| workspace.shown(channel, message, window.metadata)).collect();
        let mut answer = json!({"messages": messages, "has_more": !page.next.is_empty()});
        put_cursor(&mut answer, &page.next);
        Ok(answer)
    })
}

fn window(call: &Call<'_>) -> Result<Window, Refusal> {
    let metadata =
        if call.arguments.flag("include_all_metadata")? { Metadata::Shown } else { Metadata::Hidden };
    Ok(Window {
        oldest: call.arguments.ts("oldest", "invalid_ts_oldest")?,
        latest: call.arguments.ts("latest", "invalid_ts_latest")?,
        inclusive: call.arguments.flag("inclusive")?,
        metadata,
    })
}

impl Window {
    fn covers(&self, ts: Ts) -> bool {
        let after = self.oldest.is_none_or(|oldest| ts > oldest || (self.inclusive && ts == oldest));
        let before = self.latest.is_none_or(|latest| ts < latest || (self.inclusive && ts == latest));
        after && before
    }
}

fn put_cursor(answer: &mut Value, next: &str) {
    if let (false, Some(fields)) = (next.is_empty(), answer.as_object_mut()) {
        fields.insert("response_metadata".into(), json!({"next_cursor": next}));
    }
}
