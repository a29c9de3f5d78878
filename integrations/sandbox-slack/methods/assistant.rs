//! `assistant.threads.setTitle` and `assistant.threads.setSuggestedPrompts`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, joined, status};
use crate::{
    sessions::{Prompt, Prompts},
    workspace::ChannelKind,
};

const MOST_PROMPTS: usize = 4;

pub(super) fn set_title(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel_id")?;
    call.arguments.needed("thread_ts")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let title = call.arguments.needed("title")?;
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        let thread = status::root(workspace, &channel, thread)?;
        workspace.name_session(&channel, thread, &title);
        Ok(json!({}))
    })
}

/// For an app with an `agent_view` prompts stand above the Messages tab. With a `thread_ts` Slack says that all is
/// well and shows nothing.
pub(super) fn set_suggested_prompts(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel_id")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let title = call.arguments.text("title")?.filter(|title| !title.is_empty());
    let prompts = prompts(call)?;
    call.slack.change(|workspace| {
        let place = joined(workspace, &channel)?;
        if !matches!(place.kind, ChannelKind::Direct(_)) {
            return Err(Refusal::new("channel_not_found"));
        }
        let channel = place.id.clone();
        match thread {
            Some(thread) => drop(status::root(workspace, &channel, Some(thread))?),
            None => drop(workspace.prompts.insert(channel, Prompts { title, prompts })),
        }
        Ok(json!({}))
    })
}

fn prompts(call: &Call<'_>) -> Result<Vec<Prompt>, Refusal> {
    let wrong = |problem: String| {
        Refusal::with("invalid_arguments", vec![format!("{problem} [json-pointer:/prompts]")])
    };
    let given = call.arguments.needed_json("prompts", "invalid_arguments")?;
    let Value::Array(items) = given else { return Err(wrong("must be an array".to_owned())) };
    if items.len() > MOST_PROMPTS {
        return Err(wrong(format!("no more than {MOST_PROMPTS} items allowed")));
    }
    let read = |item| serde_json::from_value::<Prompt>(item).ok();
    let fine = |prompt: &Prompt| !prompt.title.is_empty() && !prompt.message.is_empty();
    items
        .into_iter()
        .map(|item| read(item).filter(fine))
        .collect::<Option<_>>()
        .ok_or_else(|| wrong("every prompt needs a title and a message".to_owned()))
}
