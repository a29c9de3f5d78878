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

    /// As the control API and the page see it.
    pub(crate) fn shown(&self) -> Value {
        json!({
            "id": self.id, "title": self.title, "channel": self.channel, "markdown": self.markdown(),
            "sections": self.sections, "people": self.people, "channels": self.channels, "created": self.created,
        })
    }
}
