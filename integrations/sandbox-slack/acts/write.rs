//! People post, edit and delete messages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Cannot, Told, present};
use crate::{
    Slack,
    events::Order,
    files::Attached,
    ids::{ChannelId, UserId},
    message::{Author, Content},
    posting::{Draft, Edited},
    text::{self, Links},
    ts::Ts,
    workspace::{ChannelKind, Workspace},
};

/// A message somebody writes. `@handle` and `@countersign` become mentions, as in the composer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    pub person: String,
    pub channel: String,
    /// May be left out where there are files.
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub thread_ts: Option<Ts>,
    #[serde(default)]
    pub order: Order,
    #[serde(default)]
    pub files: Vec<Attached>,
    /// Messages that are forwarded with it.
    #[serde(default)]
    pub attachments: Vec<Value>,
    /// What is pasted into it: tables.
    #[serde(default)]
    pub blocks: Vec<Value>,
}

/// What Slack found behind the links of a message.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfurl {
    channel: String,
    ts: Ts,
    attachments: Vec<Value>,
}

/// A message that stands, and the events that tell of it.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    pub channel: ChannelId,
    pub ts: Ts,
    pub event_ids: Vec<String>,
}

/// Many messages at once, spread over new channels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    pub messages: usize,
    pub channels: usize,
    pub text: String,
    #[serde(default)]
    pub order: Order,
}

const MOST_AT_ONCE: usize = 100_000;

impl Slack {
    pub fn post(&self, post: &Post) -> Result<Written, Cannot> {
        self.change(|workspace| {
            let (user, channel) = present(workspace, &post.person, &post.channel)?;
            let words = Words {
                text: &post.text,
                thread: post.thread_ts,
                order: post.order,
                files: &post.files,
                brought: (&post.blocks, &post.attachments),
            };
            write(workspace, (user, channel), &words)
        })
    }

    pub fn edit(&self, person: &str, channel: &str, ts: Ts, text: &str) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let channel = own(workspace, person, channel, ts)?;
            let content = Content { text: typed(workspace, text), ..Content::default() };
            Ok(Told { event_ids: workspace.rewrite(&channel, ts, content, Edited::Shown)? })
        })
    }

    /// Slack shows what a link leads to: the text stays, and nobody has edited anything.
    pub fn unfurl(&self, unfurl: Unfurl) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let ts = unfurl.ts;
            let channel = super::place(workspace, &unfurl.channel)?.id.clone();
            let message = workspace.message(&channel, ts).filter(|message| !message.tombstone);
            let message = message.ok_or_else(|| {
                Cannot::Find(format!("There is no message {ts}. GET /control/slack/messages lists them."))
            })?;
            let mut content = message.content.clone();
            content.attachments.extend(unfurl.attachments);
            Ok(Told { event_ids: workspace.rewrite(&channel, ts, content, Edited::Silent)? })
        })
    }

    pub fn delete(&self, person: &str, channel: &str, ts: Ts) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let channel = own(workspace, person, channel, ts)?;
            Ok(Told { event_ids: workspace.remove(&channel, ts)? })
        })
    }

    /// Somebody takes a file of theirs out of their message: it is deleted, and the words stay.
    pub fn take_out(&self, person: &str, channel: &str, ts: Ts, file: &str) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let channel = own(workspace, person, channel, ts)?;
            let Some(message) = workspace.message_mut(&channel, ts) else { return Err(no_file(file, ts)) };
            let before = message.clone();
            message.files.retain(|known| known.as_str() != file);
            if message.files.len() == before.files.len() {
                return Err(no_file(file, ts));
            }
            let after = message.clone();
            let event_ids = workspace.tell_changed(&channel, &before, &after);
            if let Some(file) = workspace.file_mut(file) {
                file.delete();
            }
            Ok(Told { event_ids })
        })
    }

    /// Posts the burst, person after person, channel after channel.
    pub fn burst(&self, burst: &Burst) -> Result<Vec<Written>, Cannot> {
        if burst.channels == 0 || burst.messages > MOST_AT_ONCE || burst.channels > burst.messages.max(1) {
            return Err(Cannot::Allowed(format!(
                "A burst needs at least one channel, no more channels than messages, and at most {MOST_AT_ONCE} \
                 messages. Change `messages` or `channels`."
            )));
        }
        self.change(|workspace| {
            let people: Vec<UserId> = workspace.people.iter().map(|person| person.id.clone()).collect();
            let members: BTreeSet<UserId> =
                people.iter().cloned().chain([workspace.app.user.clone()]).collect();
            let channels: Vec<ChannelId> = (1..=burst.channels)
                .map(|n| {
                    workspace.open_channel(&format!("burst-{n:03}"), ChannelKind::Public, members.clone())
                })
                .collect();
            let turns = people.iter().cycle().zip(channels.iter().cycle()).take(burst.messages);
            turns
                .map(|(user, channel)| {
                    let words = Words {
                        text: &burst.text,
                        thread: None,
                        order: burst.order,
                        files: &[],
                        brought: (&[], &[]),
                    };
                    write(workspace, (user.clone(), channel.clone()), &words)
                })
                .collect()
        })
    }
}

/// What somebody says, and where in the channel.
struct Words<'a> {
    text: &'a str,
    thread: Option<Ts>,
    order: Order,
    files: &'a [Attached],
    /// Blocks and attachments.
    brought: (&'a [Value], &'a [Value]),
}

fn write(
    workspace: &mut Workspace,
    (user, channel): (UserId, ChannelId),
    words: &Words<'_>,
) -> Result<Written, Cannot> {
    let (blocks, attachments) = words.brought;
    if words.text.trim().is_empty() && words.files.is_empty() && blocks.is_empty() && attachments.is_empty() {
        return Err(Cannot::Allowed(
            "Nobody can send an empty message. Give a `text`, `files`, `attachments` or `blocks`.".to_owned(),
        ));
    }
    let (text, blocks, attachments) = (typed(workspace, words.text), blocks.to_vec(), attachments.to_vec());
    let content = Content { text, blocks, attachments, ..Content::default() };
    let files = words.files.iter().map(|attached| workspace.attach(&user, attached)).collect();
    let (thread, order) = (words.thread, words.order);
    let draft = Draft { author: Author::Person(user), thread, content, broadcast: false, order, files };
    let posted = workspace.post(&channel, draft)?;
    Ok(Written { channel, ts: posted.ts, event_ids: posted.event_ids })
}

/// The channel of a message that is this person's own.
fn own(workspace: &Workspace, person: &str, channel: &str, ts: Ts) -> Result<ChannelId, Cannot> {
    let (user, id) = present(workspace, person, channel)?;
    let message = workspace.message(&id, ts).filter(|message| !message.tombstone).ok_or_else(|| {
        Cannot::Find(format!("There is no message {ts} in `{channel}`. GET /control/slack/messages?channel={channel} lists them."))
    })?;
    if message.author != Author::Person(user) {
        return Err(Cannot::Allowed(format!(
            "{ts} was not written by {person}. Name its author as `person`."
        )));
    }
    Ok(id)
}

fn no_file(file: &str, ts: Ts) -> Cannot {
    Cannot::Find(format!("{ts} shows no file {file}. GET /control/slack/messages lists what it shows."))
}

/// What the composer makes of what was typed.
fn typed(workspace: &Workspace, text: &str) -> String {
    let app = (workspace.app.name.to_lowercase(), workspace.app.user.clone());
    let people = workspace.people.iter().map(|person| (person.handle.clone(), person.id.clone()));
    let mut out = String::with_capacity(text.len());
    let names: Vec<(String, UserId)> = people.chain([app]).collect();
    for (index, part) in text.split('@').enumerate() {
        if index == 0 {
            out.push_str(part);
            continue;
        }
        let end = part.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(part.len());
        let (word, rest) = part.split_at(end);
        let inside = out.ends_with(|c: char| c.is_alphanumeric() || c == '<');
        match names.iter().find(|(name, _)| !inside && name.eq_ignore_ascii_case(word)) {
            Some((_, id)) => out.extend(["<@", id.as_str(), ">", rest]),
            None => out.extend(["@", part]),
        }
    }
    text::stored(&out, Links::Found)
}
