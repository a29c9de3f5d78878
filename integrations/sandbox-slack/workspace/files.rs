//! The files of a workspace and who may see them.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::{
    files::{self, Attached, File, Stage, Unfit},
    ids::{ChannelId, UserId},
    message::Author,
    ts::Ts,
    workspace::{ChannelKind, Workspace},
};

impl Workspace {
    /// The file, unless it was deleted or is not there yet.
    pub(crate) fn file(&self, id: &str) -> Option<&File> {
        let there = |file: &&File| matches!(file.stage, Stage::Uploaded | Stage::Complete);
        self.files.get(id).map(Arc::as_ref).filter(there)
    }

    pub(crate) fn file_mut(&mut self, id: &str) -> Option<&mut File> {
        self.files.get_mut(id).map(Arc::make_mut)
    }

    /// Takes what somebody attaches, before the message that shows it is posted.
    pub(crate) fn attach(&mut self, owner: &UserId, attached: &Attached) -> String {
        let mut file = File::new(Author::Person(owner.clone()), attached.name.clone());
        file.hold(attached.content.clone(), &attached.kind);
        file.speech.clone_from(&attached.speech);
        let id = file.id.clone();
        self.files.insert(id.clone(), Arc::new(file));
        id
    }

    /// Takes the content that was announced for an address, and gives its length.
    pub(crate) fn awaits(&self, ticket: &str) -> bool {
        self.files.values().any(|file| matches!(&file.stage, Stage::Awaited(known) if known == ticket))
    }

    pub(crate) fn upload(&mut self, ticket: &str, content: Vec<u8>) -> Result<usize, Unfit> {
        let awaited = |file: &&mut Arc<File>| matches!(&file.stage, Stage::Awaited(known) if known == ticket);
        let file = self.files.values_mut().find(awaited).map(Arc::make_mut).ok_or(Unfit::Address)?;
        if content.len() != file.size {
            return Err(Unfit::Length);
        }
        file.hold(content, "");
        file.stage = Stage::Uploaded;
        Ok(file.size)
    }

    /// Whether somebody is in a channel that shows the file, or owns it.
    pub(crate) fn may_see(&self, user: &UserId, file: &File) -> bool {
        let in_channel = |(channel, _): &(ChannelId, Ts)| {
            self.channel(channel.as_str()).is_some_and(|channel| channel.has(user))
        };
        self.author_id(&file.owner) == *user || file.shares.iter().any(in_channel)
    }

    /// The file as messages and `files.info` show it; of a deleted one only that it was there.
    pub(crate) fn file_shown(&self, id: &str) -> Value {
        let Some(file) = self.file(id) else { return json!({"id": id, "mode": "tombstone"}) };
        let channels = |wanted: fn(&ChannelKind) -> bool| -> Vec<&ChannelId> {
            let here = file.shares.iter().map(|(channel, _)| channel);
            here.filter(|id| self.channel(id.as_str()).is_some_and(|channel| wanted(&channel.kind))).collect()
        };
        let address = format!("{}/files-pri/{}-{}", self.base, self.team.id, file.id);
        let name = files::kinds::in_address(&file.name);
        let public = channels(|kind| *kind == ChannelKind::Public);
        let snippet = file.snippet.as_deref();
        let file_type = snippet.unwrap_or_else(|| files::kinds::file_type(&file.name, &file.kind));
        let mut shown = Map::new();
        let preview = file.preview();
        shown.insert("mode".into(), json!(if preview.is_some() { "snippet" } else { "hosted" }));
        if let Some(preview) = preview {
            shown.insert("preview".into(), json!(preview));
        }
        if let Some(speech) = &file.speech {
            let preview = json!({"content": speech, "has_more": false});
            let heard = json!({"status": "complete", "locale": "en-US", "preview": preview});
            shown.extend([("subtype".into(), json!("slack_audio")), ("transcription".into(), heard)]);
        }
        if !file.alt.is_empty() {
            shown.insert("alt_txt".into(), json!(file.alt));
        }
        let fields = json!({
            "id": file.id, "created": file.created, "timestamp": file.created, "name": file.name,
            "title": file.title, "mimetype": file.kind, "filetype": file_type,
            "pretty_type": file_type.to_uppercase(), "user": self.author_id(&file.owner),
            "user_team": self.team.id, "editable": snippet.is_some(), "size": file.size, "is_external": false,
            "external_type": "", "is_public": !public.is_empty(), "public_url_shared": false,
            "display_as_bot": false, "username": "", "file_access": "visible",
            "url_private": format!("{address}/{name}"),
            "url_private_download": format!("{address}/download/{name}"),
            "permalink": format!("https://{}.slack.com/files/{}/{}", self.team.domain, self.author_id(&file.owner), file.id),
            "channels": public,
            "groups": channels(|kind| matches!(kind, ChannelKind::Private | ChannelKind::Group)),
            "shares": self.shares(file),
            "ims": channels(|kind| matches!(kind, ChannelKind::Direct(_))),
        });
        if let Value::Object(fields) = fields {
            shown.extend(fields);
        }
        Value::Object(shown)
    }
}
