//! The channels and the direct message somebody is in.

use serde_json::Value;

use super::{Page, address, reader::Reader};

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) id: String,
    /// `general`; empty for the direct message.
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether the app is in it.
    pub(super) agent: bool,
    pub(super) address: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Public,
    Private,
    Direct,
}

impl Place {
    /// Every place this person is in, the direct message last.
    pub(super) fn all(page: &Page, reader: &Reader) -> Vec<Self> {
        let mut places: Vec<Self> =
            page.slack.channels().iter().filter_map(|channel| Self::read(channel, reader)).collect();
        places.sort_by(|one, other| {
            let last = |place: &Self| place.kind == Kind::Direct;
            last(one).cmp(&last(other)).then_with(|| one.name.cmp(&other.name))
        });
        places
    }

    pub(super) fn direct(page: &Page, reader: &Reader) -> Option<Self> {
        Self::all(page, reader).into_iter().find(|place| place.kind == Kind::Direct)
    }

    pub(super) fn named(page: &Page, reader: &Reader, name: &str) -> Option<Self> {
        Self::all(page, reader).into_iter().find(|place| place.kind != Kind::Direct && place.name == name)
    }

    pub(super) fn of_id(page: &Page, reader: &Reader, id: &str) -> Option<Self> {
        Self::all(page, reader).into_iter().find(|place| place.id == id)
    }

    /// `# general`, `🔒 money` or the app's name.
    pub(super) fn title(&self, reader: &Reader) -> String {
        match self.kind {
            Kind::Direct => reader.app.name.clone(),
            Kind::Public | Kind::Private => format!("#{}", self.name),
        }
    }

    /// `None` unless the person is a member.
    fn read(channel: &Value, reader: &Reader) -> Option<Self> {
        let text = |field: &str| channel.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let members = channel.get("members").and_then(Value::as_array)?;
        if !members.iter().any(|member| member.as_str() == Some(&reader.handle)) {
            return None;
        }
        let kind = match channel.get("kind").and_then(Value::as_str)? {
            "public" => Kind::Public,
            "private" => Kind::Private,
            _ => Kind::Direct,
        };
        let name = text("name");
        let address = match kind {
            Kind::Direct => address::direct(&reader.handle),
            Kind::Public | Kind::Private => address::channel(&reader.handle, &name),
        };
        let agent = channel.get("agent") == Some(&Value::Bool(true));
        Some(Self { id: text("id"), name, kind, agent, address })
    }
}
