//! `files.getUploadURLExternal`, `files.completeUploadExternal`, `files.info` and `files.delete`.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, joined};
use crate::{
    blocks,
    files::{File, Stage},
    ids::ChannelId,
    message::{Author, Content},
    text::{self, Links},
    workspace::Workspace,
};

/// The front door takes no more in one body.
const LARGEST: usize = 36 * 1024 * 1024;
const MOST_FILES: usize = 10;
const LARGEST_SNIPPET: usize = 1024 * 1024;

pub(super) fn get_upload_url(call: &Call<'_>) -> Answer {
    let name = call.arguments.needed("filename")?;
    let length = call.arguments.needed("length")?;
    let length: usize = length.parse().map_err(|_| wrong("must be an integer", "/length"))?;
    if length == 0 {
        return Err(Refusal::new("missing_argument"));
    }
    if length > LARGEST {
        return Err(Refusal::new("file_upload_size_restricted"));
    }
    let snippet = call.arguments.text("snippet_type")?.filter(|kind| !kind.is_empty());
    if snippet.is_some() && length > LARGEST_SNIPPET {
        return Err(Refusal::new("snippet_too_large"));
    }
    // Slack's page has the first, its libraries send the second.
    let alt = call.arguments.text("alt_txt")?.or(call.arguments.text("alt_text")?);
    let mut file = File::awaited(name, length, snippet);
    file.alt = alt.unwrap_or_default();
    call.slack.change(|workspace| {
        let Stage::Awaited(ticket) = &file.stage else { return Err(Refusal::new("internal_error")) };
        let url = format!("{}/files-upload/v1/{ticket}", workspace.base);
        let id = file.id.clone();
        workspace.files.insert(id.clone(), Arc::new(file));
        Ok(json!({"upload_url": url, "file_id": id}))
    })
}

/// Shares what was uploaded: soon as a message of the app, or with nobody yet.
pub(super) fn complete_upload(call: &Call<'_>) -> Answer {
    let named = named(call)?;
    let thread = call.arguments.ts("thread_ts", "invalid_thread_ts")?;
    let comment = call.arguments.text("initial_comment")?.unwrap_or_default();
    let blocks = call.arguments.json("blocks", "invalid_blocks_format")?.map(blocks::check).transpose()?;
    let content = Content {
        text: text::stored(&comment, Links::Found),
        blocks: blocks.unwrap_or_default(),
        ..Content::default()
    };
    let channels =
        call.arguments.text("channel_id")?.or(call.arguments.text("channels")?).unwrap_or_default();
    call.slack.change(|workspace| {
        let uploaded = |(id, _): &(String, Option<String>)| {
            workspace.file(id).is_some_and(|file| file.stage == Stage::Uploaded)
        };
        if !named.iter().all(uploaded) {
            return Err(Refusal::new("file_not_found"));
        }
        let places: Vec<ChannelId> = channels
            .split(',')
            .filter(|channel| !channel.is_empty())
            .map(|channel| joined(workspace, channel.trim()).map(|channel| channel.id.clone()))
            .collect::<Result<_, _>>()?;
        let files: Vec<String> = named.iter().map(|(id, _)| id.clone()).collect();
        for channel in &places {
            workspace.show_soon(channel.clone(), thread, content.clone(), files.clone())?;
        }
        for (id, title) in named {
            let Some(file) = workspace.file_mut(&id) else { continue };
            file.stage = Stage::Complete;
            if let Some(title) = title {
                file.title = title;
            }
        }
        let shown: Vec<Value> = files.iter().map(|id| workspace.file_shown(id)).collect();
        Ok(json!({"files": shown}))
    })
}

pub(super) fn info(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("file")?;
    call.slack.read(|workspace| {
        let file = visible(workspace, &id)?;
        let shown = workspace.file_shown(&file.id);
        Ok(json!({"file": shown, "comments": [], "response_metadata": {"next_cursor": ""}}))
    })
}

pub(super) fn delete(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("file")?;
    call.slack.change(|workspace| {
        if visible(workspace, &id)?.owner != Author::App {
            return Err(Refusal::new("cant_delete_file"));
        }
        if let Some(file) = workspace.file_mut(&id) {
            file.delete();
        }
        Ok(json!({}))
    })
}

/// The ids and titles in `files`.
fn named(call: &Call<'_>) -> Result<Vec<(String, Option<String>)>, Refusal> {
    let given = call.arguments.json("files", "invalid_arguments")?;
    let given = given.ok_or_else(|| {
        Refusal::with("invalid_arguments", vec!["missing required field: files".to_owned()])
    })?;
    let Some(items) = given.as_array().filter(|items| !items.is_empty()) else {
        return Err(wrong("no fewer than 1 items allowed", "/files"));
    };
    if items.len() > MOST_FILES {
        return Err(wrong(&format!("no more than {MOST_FILES} items allowed"), "/files"));
    }
    let text = |item: &Value, name: &str| item.get(name).and_then(Value::as_str).map(str::to_owned);
    let read = |(index, item): (usize, &Value)| {
        let id = text(item, "id")
            .ok_or_else(|| wrong("missing required field: id", &format!("/files/{index}")))?;
        Ok((id, text(item, "title")))
    };
    items.iter().enumerate().map(read).collect()
}

/// The file, if the app may know of it.
pub(super) fn visible<'a>(workspace: &'a Workspace, id: &str) -> Result<&'a File, Refusal> {
    let known = workspace.files.get(id).map(Arc::as_ref);
    let known = known.filter(|file| workspace.may_see(&workspace.app.user, file));
    match known.map(|file| (file, &file.stage)) {
        Some((_, Stage::Deleted)) => Err(Refusal::new("file_deleted")),
        Some((file, Stage::Uploaded | Stage::Complete)) => Ok(file),
        Some((_, Stage::Awaited(_))) | None => Err(Refusal::new("file_not_found")),
    }
}

fn wrong(problem: &str, pointer: &str) -> Refusal {
    Refusal::with("invalid_arguments", vec![format!("{problem} [json-pointer:{pointer}]")])
}
