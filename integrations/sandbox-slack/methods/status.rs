//! `assistant.threads.setStatus`, `agents.sessions.setStatus` and `.rename`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, joined};
use crate::{
    ids::ChannelId,
    sessions::{Session, SessionState},
    ts::Ts,
    workspace::Workspace,
};

const MOST_LOADING_MESSAGES: usize = 10;
const LONGEST_TITLE: usize = 200;

pub(super) fn set_status(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel_id")?;
    call.arguments.needed("thread_ts")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let Some(status) = call.arguments.text("status")? else {
        return Err(Refusal::with("invalid_arguments", vec!["missing required field: status".to_owned()]));
    };
    let loading_messages = loading_messages(call)?;
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        let thread = thread
            .filter(|thread| workspace.message(&channel, *thread).is_some())
            .ok_or_else(|| Refusal::new("invalid_thread_ts"))?;
        workspace.set_status(&channel, thread, status, loading_messages);
        Ok(json!({}))
    })
}

pub(super) fn set_session(call: &Call<'_>) -> Answer {
    let state = state(&call.arguments.needed("status")?, "/status")?;
    let (channel, thread) = place(call)?;
    let title = call.arguments.text("title")?.filter(|title| !title.is_empty());
    short(title.as_deref())?;
    let initiator = call.arguments.text("initiator_user_id")?;
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?;
        let initiator = match &initiator {
            None => None,
            Some(user) => Some(
                workspace
                    .person(user)
                    .map(|person| person.id.clone())
                    .filter(|id| channel.has(id))
                    .ok_or_else(|| Refusal::new("user_not_in_channel"))?,
            ),
        };
        let channel = channel.id.clone();
        let thread = root(workspace, &channel, thread)?;
        let session = workspace.session_mut(&channel, thread);
        if session.state().is_none() {
            session.title = title.or(session.title.take());
            session.initiator = initiator;
        }
        workspace.set_session_state(&channel, thread, state);
        let mut answer = json!({"status": state, "agent_status": state});
        let unheard =
            state == SessionState::Processing && !workspace.configuration.hears_of("agent_session_stopped");
        if let Some(fields) = answer.as_object_mut() {
            if let Some(title) = workspace.session(&channel, thread).and_then(|session| session.title.clone())
            {
                fields.insert("title".into(), json!(title));
            }
            if unheard {
                let warning = "missing_agent_session_stopped_event_subscription";
                fields.insert("warning".into(), json!(warning));
                fields.insert("response_metadata".into(), json!({"warnings": [warning]}));
            }
        }
        Ok(answer)
    })
}

pub(super) fn rename(call: &Call<'_>) -> Answer {
    let (channel, thread) = place(call)?;
    let title = call.arguments.needed("title")?;
    short(Some(&title))?;
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        let thread = root(workspace, &channel, thread)?;
        if workspace.session(&channel, thread).and_then(Session::state).is_none() {
            return Err(Refusal::new("session_not_found"));
        }
        workspace.name_session(&channel, thread, &title);
        Ok(json!({"title": title}))
    })
}

fn place(call: &Call<'_>) -> Result<(String, Option<Ts>), Refusal> {
    let channel = call.arguments.needed("channel_id")?;
    call.arguments.needed("thread_ts")?;
    Ok((channel, call.arguments.ts("thread_ts", "invalid_thread_ts")?))
}

fn short(title: Option<&str>) -> Result<(), Refusal> {
    if title.is_some_and(|title| title.chars().count() > LONGEST_TITLE) {
        return Err(Refusal::with(
            "invalid_arguments",
            vec![format!("must be less than {} characters [json-pointer:/title]", LONGEST_TITLE + 1)],
        ));
    }
    Ok(())
}

pub(super) fn root(workspace: &Workspace, channel: &ChannelId, thread: Option<Ts>) -> Result<Ts, Refusal> {
    thread
        .filter(|ts| {
            workspace.message(channel, *ts).is_some_and(|it| it.thread.is_none_or(|root| root == it.ts))
        })
        .ok_or_else(|| Refusal::new("invalid_thread_ts"))
}

/// A state by its word; `pointer` says where it stood.
pub(super) fn state(word: &str, pointer: &str) -> Result<SessionState, Refusal> {
    serde_json::from_value(json!(word)).map_err(|_| {
        let problem =
            format!("must be one of: active, processing, suspended, closed [json-pointer:{pointer}]");
        Refusal::with("invalid_arguments", vec![problem])
    })
}

fn loading_messages(call: &Call<'_>) -> Result<Vec<String>, Refusal> {
    let wrong = |problem: String| {
        Refusal::with("invalid_arguments", vec![format!("{problem} [json-pointer:/loading_messages]")])
    };
    let Some(value) = call.arguments.json("loading_messages", "invalid_arguments")? else {
        return Ok(Vec::new());
    };
    let Some(items) = value.as_array() else { return Err(wrong("must be an array".to_owned())) };
    if items.len() > MOST_LOADING_MESSAGES {
        return Err(wrong(format!("no more than {MOST_LOADING_MESSAGES} items allowed")));
    }
    items
        .iter()
        .map(|item| item.as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or_else(|| wrong(format!("must be strings: {}", Value::Array(items.clone()))))
}
