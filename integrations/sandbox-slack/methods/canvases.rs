//! `canvases.create`, `.edit`, `.delete`, `.access.set`, `.access.delete`, `.sections.lookup` and
//! `conversations.canvases.create`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Call, Refusal, joined};
use crate::{
    canvases::{self, Access, Canvas, Wanted},
    ids::{ChannelId, UserId},
    workspace::{Channel, ChannelKind, Workspace},
};

const LONGEST_TITLE: usize = 255;
const MOST_AT_ONCE: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "type")]
    kind: String,
    markdown: String,
}

/// One change; Slack takes one at a time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    operation: Operation,
    section_id: Option<String>,
    document_content: Option<Document>,
    title_content: Option<Document>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Operation {
    InsertAfter,
    InsertBefore,
    InsertAtStart,
    InsertAtEnd,
    Replace,
    Delete,
    Rename,
}

pub(super) fn create(call: &Call<'_>) -> Answer {
    let (title, markdown) = (title(call)?, document(call)?);
    let channel = call.arguments.text("channel_id")?.filter(|channel| !channel.is_empty());
    call.slack.change(|workspace| {
        let channel =
            channel.map(|id| joined(workspace, &id).map(|channel| channel.id.clone())).transpose()?;
        Ok(json!({"canvas_id": add(workspace, Canvas::new(title, &markdown, channel))}))
    })
}

pub(super) fn create_in_channel(call: &Call<'_>) -> Answer {
    let (title, markdown) = (title(call)?, document(call)?);
    let channel = call.arguments.needed("channel_id")?;
    call.slack.change(|workspace| {
        let channel = joined(workspace, &channel)?.id.clone();
        if workspace.canvases.values().any(|canvas| canvas.channel.as_ref() == Some(&channel)) {
            return Err(Refusal::new("channel_canvas_already_exists"));
        }
        Ok(json!({"canvas_id": add(workspace, Canvas::new(title, &markdown, Some(channel)))}))
    })
}

pub(super) fn edit(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("canvas_id")?;
    let changes = call.arguments.needed_json("changes", "invalid_arguments")?;
    let changes: Vec<Change> =
        serde_json::from_value(changes).map_err(|error| wrong(&error.to_string(), "/changes"))?;
    let [change] =
        <[Change; 1]>::try_from(changes).map_err(|_| wrong("exactly one change is supported", "/changes"))?;
    call.slack.change(|workspace| {
        apply(canvas(workspace, &id)?, &change)?;
        Ok(json!({}))
    })
}

pub(super) fn delete(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("canvas_id")?;
    call.slack.change(|workspace| {
        workspace.canvases.remove(&id).ok_or_else(|| Refusal::new("canvas_not_found"))?;
        Ok(json!({}))
    })
}

pub(super) fn set_access(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("canvas_id")?;
    let level = call.arguments.needed("access_level")?;
    let level: Access = serde_json::from_value(json!(level))
        .map_err(|_| wrong("must be one of: read, write, owner", "/access_level"))?;
    give(call, &id, Some(level))
}

pub(super) fn delete_access(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("canvas_id")?;
    give(call, &id, None)
}

pub(super) fn look_up(call: &Call<'_>) -> Answer {
    let id = call.arguments.needed("canvas_id")?;
    let criteria = call.arguments.needed_json("criteria", "invalid_arguments")?;
    let wanted: Wanted =
        serde_json::from_value(criteria).map_err(|error| wrong(&error.to_string(), "/criteria"))?;
    let known = |kind: &String| matches!(kind.as_str(), "any_header" | "h1" | "h2" | "h3");
    if !wanted.section_types.iter().all(known) || wanted.section_types.len() > 3 {
        return Err(wrong("must be up to three of: any_header, h1, h2, h3", "/criteria/section_types"));
    }
    if wanted.section_types.is_empty() && wanted.contains_text.is_none() {
        return Err(wrong("must define `section_types` or `contains_text`", "/criteria"));
    }
    call.slack.read(|workspace| {
        let canvas = workspace.canvases.get(&id).ok_or_else(|| Refusal::new("canvas_not_found"))?;
        let found = canvas.sections.iter().filter(|section| section.is(&wanted));
        let sections: Vec<Value> = found.map(|section| json!({"id": section.id})).collect();
        Ok(json!({"sections": sections}))
    })
}

fn apply(canvas: &mut Canvas, change: &Change) -> Result<(), Refusal> {
    let failed = || Refusal::new("canvas_editing_failed");
    if change.operation == Operation::Rename {
        let title = change.title_content.as_ref().ok_or_else(failed)?;
        canvas.title.clone_from(&title.markdown);
        return Ok(());
    }
    let new = match (&change.document_content, change.operation) {
        (Some(content), operation) if content.kind == "markdown" && operation != Operation::Delete => {
            canvases::cut(&content.markdown)
        }
        (None, Operation::Delete) => Vec::new(),
        _ => return Err(failed()),
    };
    let at = match &change.section_id {
        None => None,
        Some(id) => {
            let found = canvas.sections.iter().position(|section| section.id == *id);
            Some(found.ok_or_else(failed)?)
        }
    };
    let end = canvas.sections.len();
    let replaced = match (change.operation, at) {
        (Operation::InsertAtStart, None) => 0..0,
        (Operation::InsertAtEnd, None) => end..end,
        (Operation::InsertBefore, Some(at)) => at..at,
        (Operation::InsertAfter, Some(at)) => at + 1..at + 1,
        (Operation::Replace, None) => 0..end,
        (Operation::Replace | Operation::Delete, Some(at)) => at..at + 1,
        _ => return Err(failed()),
    };
    canvas.sections.splice(replaced, new);
    Ok(())
}

/// Gives somebody access, or takes it from them. Either people are named or channels.
fn give(call: &Call<'_>, id: &str, level: Option<Access>) -> Answer {
    let (people, channels) = (named(call, "user_ids")?, named(call, "channel_ids")?);
    if people.is_empty() == channels.is_empty() {
        return Err(wrong("must define exactly one of `channel_ids` and `user_ids`", ""));
    }
    if !channels.is_empty() && level == Some(Access::Owner) {
        return Err(Refusal::new("invalid_arguments"));
    }
    call.slack.change(|workspace| {
        let user = |id: &String| workspace.person(id).map(|person| person.id.clone());
        // Direct messages are no channels to canvases.
        let is_one = |place: &&Channel| matches!(place.kind, ChannelKind::Public | ChannelKind::Private);
        let place = |id: &String| workspace.channel(id).filter(is_one).map(|channel| channel.id.clone());
        let (known_people, lost_people): (Vec<UserId>, Vec<&String>) = sorted(&people, user);
        let (known_channels, lost_channels): (Vec<ChannelId>, Vec<&String>) = sorted(&channels, place);
        let canvas = canvas(workspace, id)?;
        for user in known_people {
            match level {
                Some(level) => drop(canvas.people.insert(user, level)),
                None => drop(canvas.people.remove(&user)),
            }
        }
        for channel in known_channels {
            match level {
                Some(level) => drop(canvas.channels.insert(channel, level)),
                None => drop(canvas.channels.remove(&channel)),
            }
        }
        Ok(match (lost_people.is_empty(), lost_channels.is_empty()) {
            (true, true) => json!({}),
            (false, _) => json!({"failed_to_update_user_ids": lost_people}),
            (true, false) => json!({"failed_to_update_channel_ids": lost_channels}),
        })
    })
}

/// Those that are known, and the names of those that are not.
fn sorted<T>(given: &[String], known: impl Fn(&String) -> Option<T>) -> (Vec<T>, Vec<&String>) {
    let mut found = Vec::new();
    let mut lost = Vec::new();
    for id in given {
        match known(id) {
            Some(one) => found.push(one),
            None => lost.push(id),
        }
    }
    (found, lost)
}

fn named(call: &Call<'_>, name: &str) -> Result<Vec<String>, Refusal> {
    // A form carries ids with commas between them, or as JSON.
    let listed = call.arguments.all().get(name).and_then(Value::as_str).filter(|text| !text.starts_with('['));
    let ids: Vec<String> = if let Some(text) = listed {
        text.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect()
    } else {
        let given = call.arguments.json(name, "invalid_arguments")?.unwrap_or_else(|| json!([]));
        serde_json::from_value(given).map_err(|_| wrong("must be a list of ids", &format!("/{name}")))?
    };
    if ids.len() > MOST_AT_ONCE {
        return Err(wrong(&format!("no more than {MOST_AT_ONCE} items allowed"), &format!("/{name}")));
    }
    Ok(ids)
}

fn add(workspace: &mut Workspace, canvas: Canvas) -> String {
    let id = canvas.id.clone();
    workspace.canvases.insert(id.clone(), canvas);
    id
}

fn canvas<'a>(workspace: &'a mut Workspace, id: &str) -> Result<&'a mut Canvas, Refusal> {
    workspace.canvases.get_mut(id).ok_or_else(|| Refusal::new("canvas_not_found"))
}

fn title(call: &Call<'_>) -> Result<String, Refusal> {
    let title = call.arguments.text("title")?.unwrap_or_default();
    if title.chars().count() > LONGEST_TITLE {
        return Err(wrong(&format!("must be less than {} characters", LONGEST_TITLE + 1), "/title"));
    }
    Ok(title)
}

fn document(call: &Call<'_>) -> Result<String, Refusal> {
    let Some(given) = call.arguments.json("document_content", "invalid_arguments")? else {
        return Ok(String::new());
    };
    let document: Document =
        serde_json::from_value(given).map_err(|error| wrong(&error.to_string(), "/document_content"))?;
    if document.kind != "markdown" {
        return Err(wrong("must be one of: markdown", "/document_content/type"));
    }
    Ok(document.markdown)
}

fn wrong(problem: &str, pointer: &str) -> Refusal {
    let place = if pointer.is_empty() { String::new() } else { format!(" [json-pointer:{pointer}]") };
    Refusal::with("invalid_arguments", vec![format!("{problem}{place}")])
}
