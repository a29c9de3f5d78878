//! Canvases: pages of Markdown in sections, and who may read and write them.
//!
//! Knows nothing of the Web API; it is what a snapshot holds.

mod sections;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use self::sections::{Section, Wanted, cut};
use super::{
    ids::{self, ChannelId, UserId},
    ts::Ts,
    workspace::Workspace,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Canvas {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
    /// The channel it is the canvas of, or stands in as a tab.
    pub(crate) channel: Option<ChannelId>,
    /// Beside the app, whose it is.
    pub(crate) people: BTreeMap<UserId, Access>,
    pub(crate) channels: BTreeMap<ChannelId, Access>,
    created: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Access {
    Read,
    Write,
    Owner,
}

impl Canvas {
    pub(crate) fn new(title: String, markdown: &str, channel: Option<ChannelId>) -> Self {
        Self {
            id: ids::once("F"),
            title,
            sections: cut(markdown),
            channel,
            people: BTreeMap::new(),
            channels: BTreeMap::new(),
            created: Ts::now().seconds(),
        }
    }

    pub(crate) fn markdown(&self) -> String {
        self.sections.iter().map(|section| section.markdown.as_str()).collect::<Vec<_>>().join("\n\n")
    }

    /// Whether that person may read it: whoever it was given to, and everybody in its channels.
    pub(crate) fn may_read(&self, workspace: &Workspace, user: &UserId) -> bool {
        let member = |channel: &ChannelId| workspace.channel(channel.as_str()).is_some_and(|it| it.has(user));
        self.people.contains_key(user) || self.channel.iter().chain(self.channels.keys()).any(member)
    }

    /// As the control API and the page see it.
    pub(crate) fn shown(&self) -> Value {
        json!({
            "id": self.id, "title": self.title, "channel": self.channel, "markdown": self.markdown(),
            "sections": self.sections, "people": self.people, "channels": self.channels, "created": self.created,
        })
    }
}

impl super::Slack {
    /// The canvases that somebody may read, or all.
    pub fn canvases(&self, person: Option<&str>) -> Vec<Value> {
        self.read(|workspace| {
            let user = person.map(|handle| workspace.person_by_handle(handle).map(|person| &person.id));
            let readable = |canvas: &&Canvas| match user {
                None => true,
                Some(user) => user.is_some_and(|user| canvas.may_read(workspace, user)),
            };
            workspace.canvases.values().filter(readable).map(Canvas::shown).collect()
        })
    }
}
