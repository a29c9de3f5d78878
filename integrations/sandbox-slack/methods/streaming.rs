//! `chat.startStream`, `chat.appendStream` and `chat.stopStream`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, content, joined, status};
use crate::{
    blocks,
    events::Order,
    message::{Author, Metadata},
    posting::Draft,
    streams::{self, Chunk, Display, LONGEST, MOST_BLOCKS, Mode, Stream, StreamState},
    ts::Ts,
    workspace::{Channel, ChannelKind, Workspace},
};

/// What one call adds to a stream.
struct Said {
    /// `None` where it adds nothing.
    mode: Option<Mode>,
    chunks: Vec<Chunk>,
}

pub(super) fn start(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("thread_ts")?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let display = display(call)?;
    let said = said(call)?;
    call.slack.change(|workspace| {
        let place = joined(workspace, &channel)?;
        recipient(call, workspace, place)?;
        let channel = place.id.clone();
        let mut stream = Stream::new(display, Ts::now());
        feed(&mut stream, said)?;
        let draft = Draft {
            author: Author::App,
            thread,
            content: stream.content(&[], None),
            broadcast: false,
            order: Order::default(),
            files: Vec::new(),
        };
        let posted = workspace.post_stream(&channel, draft, stream)?;
        Ok(json!({"channel": channel, "ts": posted.ts}))
    })
}

pub(super) fn append(call: &Call<'_>) -> Answer {
    let (channel, ts) = target(call)?;
    let said = said(call)?;
    call.slack.end_old_streams();
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        let message = workspace.streaming(&channel, ts)?;
        if said.mode.is_none() {
            return Err(Refusal::new("markdown_text_or_chunks_required"));
        }
        let metadata = message.content.metadata.clone();
        let Some(stream) = message.stream.as_mut() else {
            return Err(Refusal::new("message_not_in_streaming_state"));
        };
        feed(stream, said)?;
        message.content = stream.content(&[], metadata);
        Ok(json!({"channel": channel, "ts": ts}))
    })
}

pub(super) fn stop(call: &Call<'_>) -> Answer {
    let (channel, ts) = target(call)?;
    let said = said(call)?;
    let last = last_blocks(call)?;
    let metadata = content::metadata(call)?;
    let session = call.arguments.text("session_status")?.map(|word| status::state(&word, "/session_status"));
    let session = session.transpose()?;
    call.slack.end_old_streams();
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        let message = workspace.streaming(&channel, ts)?;
        let thread = message.thread;
        if let Some(stream) = message.stream.as_mut() {
            let mut fed = stream.clone();
            feed(&mut fed, said)?;
            let all = fed.blocks_sent().chain(last.iter().flatten());
            let problems = blocks::too_much_together(all);
            if !problems.is_empty() {
                return Err(Refusal::with("invalid_blocks", problems));
            }
            *stream = fed;
        }
        workspace.finish_stream((&channel, ts), StreamState::Completed, |stream, before| {
            stream.content(&last.unwrap_or_default(), metadata.over(before))
        });
        if let (Some(session), Some(thread)) = (session, thread) {
            workspace.set_session_state(&channel, thread, session);
        }
        let message =
            workspace.message(&channel, ts).map(|it| workspace.shown(&channel, it, Metadata::Shown));
        Ok(json!({"channel": channel, "ts": ts, "message": message}))
    })
}

/// Adds to a stream all of what was said, or nothing.
fn feed(stream: &mut Stream, said: Said) -> Result<(), Refusal> {
    if said.mode.zip(stream.mode).is_some_and(|(mode, began)| mode != began) {
        return Err(Refusal::new("streaming_mode_mismatch"));
    }
    let mut fed = stream.clone();
    fed.mode = stream.mode.or(said.mode);
    said.chunks.into_iter().for_each(|chunk| fed.take(chunk));
    if fed.length() > LONGEST {
        return Err(Refusal::new("msg_too_long"));
    }
    if fed.blocks_sent().count() > MOST_BLOCKS {
        return Err(Refusal::new("msg_blocks_too_many"));
    }
    if !blocks::too_much_together(fed.blocks_sent()).is_empty() {
        return Err(Refusal::new("invalid_chunks"));
    }
    *stream = fed;
    Ok(())
}

fn said(call: &Call<'_>) -> Result<Said, Refusal> {
    let text = call.arguments.text("markdown_text")?.filter(|text| !text.is_empty());
    let chunks = call.arguments.json("chunks", "invalid_chunks")?;
    match (text, chunks) {
        (Some(_), Some(_)) => Err(Refusal::new("cannot_provide_both_markdown_text_and_chunks")),
        (Some(text), None) if text.chars().count() > LONGEST => Err(Refusal::new("msg_too_long")),
        (Some(text), None) => Ok(Said { mode: Some(Mode::Text), chunks: vec![Chunk::MarkdownText(text)] }),
        (None, Some(chunks)) => {
            let chunks = streams::read_chunks(&chunks)?;
            Ok(Said { mode: (!chunks.is_empty()).then_some(Mode::Chunks), chunks })
        }
        (None, None) => Ok(Said { mode: None, chunks: Vec::new() }),
    }
}

fn display(call: &Call<'_>) -> Result<Display, Refusal> {
    let Some(word) = call.arguments.text("task_display_mode")? else { return Ok(Display::default()) };
    serde_json::from_value(Value::String(word)).map_err(|_| {
        let problem = "must be one of: timeline, plan [json-pointer:/task_display_mode]";
        Refusal::with("invalid_arguments", vec![problem.to_owned()])
    })
}

/// In a channel Slack wants to know for whom the stream is.
fn recipient(call: &Call<'_>, workspace: &Workspace, channel: &Channel) -> Result<(), Refusal> {
    let given = |name: &str| Ok::<_, Refusal>(call.arguments.text(name)?.filter(|id| !id.is_empty()));
    let (user, team) = (given("recipient_user_id")?, given("recipient_team_id")?);
    if !matches!(channel.kind, ChannelKind::Direct(_)) {
        if team.is_none() {
            return Err(Refusal::new("missing_recipient_team_id"));
        }
        if user.is_none() {
            return Err(Refusal::new("missing_recipient_user_id"));
        }
    }
    if team.is_some_and(|team| !workspace.knows_team(&team)) {
        return Err(Refusal::new("team_not_found"));
    }
    match user {
        Some(user) if workspace.person(&user).is_none() => Err(Refusal::new("user_not_found")),
        _ => Ok(()),
    }
}

/// The blocks a stream is stopped with.
fn last_blocks(call: &Call<'_>) -> Result<Option<Vec<Value>>, Refusal> {
    let Some(blocks) = call.arguments.json("blocks", "invalid_blocks_format")? else { return Ok(None) };
    if blocks.as_array().is_some_and(|blocks| blocks.len() > MOST_BLOCKS) {
        return Err(Refusal::new("msg_blocks_too_many"));
    }
    blocks::check(blocks).map(Some)
}

fn target(call: &Call<'_>) -> Result<(String, Ts), Refusal> {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("ts")?;
    let ts = call.arguments.ts("ts", "message_not_found")?;
    Ok((channel, ts.ok_or_else(|| Refusal::new("message_not_found"))?))
}
