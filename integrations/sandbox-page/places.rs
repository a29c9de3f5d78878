//! The channels, the group messages and the direct message somebody is in.

use sandbox_slack::Slack;
use serde_json::Value;

use super::{address, reader::Reader};

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) id: String,
    /// `general`; empty for the direct message.
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Who else is in a group message, by name.
    others: String,
    /// Whether the app is in it.
    pub(super) agent: bool,
    /// Whether people of other companies are.
    pub(super) shared: bool,
    pub(super) address: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Public,
    Private,
    /// Several people, perhaps with the app.
    Group,
    /// One person and the app.
    Direct,
}

impl Kind {
    pub(super) fn is_channel(self) -> bool {
        match self {
            Self::Public | Self::Private => true,
            Self::Group | Self::Direct => false,
        }
    }
}

impl Place {
    /// Every place this person is in: the channels, the direct message, the group messages.
    pub(super) fn all(slack: &Slack, reader: &Reader) -> Vec<Self> {
        let mut places: Vec<Self> =
            slack.channels().iter().filter_map(|channel| Self::read(channel, reader)).collect();
        places.sort_by(|one, other| {
            let order = |place: &Self| match place.kind {
                Kind::Public | Kind::Private => 0,
                Kind::Direct => 1,
                Kind::Group => 2,
            };
            order(one).cmp(&order(other)).then_with(|| one.name.cmp(&other.name))
        });
        places
    }

    pub(super) fn direct(slack: &Slack, reader: &Reader) -> Option<Self> {
        Self::all(slack, reader).into_iter().find(|place| place.kind == Kind::Direct)
    }

    pub(super) fn named(slack: &Slack, reader: &Reader, name: &str) -> Option<Self> {
        Self::all(slack, reader).into_iter().find(|place| place.kind != Kind::Direct && place.name == name)
    }

    pub(super) fn of_id(slack: &Slack, reader: &Reader, id: &str) -> Option<Self> {
        Self::all(slack, reader).into_iter().find(|place| place.id == id)
    }

    /// `#general`, the app's name, or the names of those one writes with.
    pub(super) fn title(&self, reader: &Reader) -> String {
        match self.kind {
            Kind::Direct => reader.app.name.clone(),
            Kind::Group => self.others.clone(),
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
            "group_dm" => Kind::Group,
            _ => Kind::Direct,
        };
        let name = text("name");
        let address = match kind {
            Kind::Direct => address::direct(&reader.handle),
            Kind::Public | Kind::Private | Kind::Group => address::channel(&reader.handle, &name),
        };
        let agent = channel.get("agent") == Some(&Value::Bool(true));
        let others = members.iter().filter_map(Value::as_str).filter(|handle| *handle != reader.handle);
        let others = others.map(|handle| reader.name_of(handle));
        let others: Vec<&str> = others.chain(agent.then_some(reader.app.name.as_str())).collect();
        let with = channel.pointer("/sharing/with").and_then(Value::as_array);
        let shared = with.is_some_and(|companies| !companies.is_empty());
        Some(Self { id: text("id"), name, kind, others: others.join(", "), agent, shared, address })
    }
}

impl Reader {
    /// The person of a handle; `None` when nobody has it.
    pub(super) fn of(slack: &Slack, handle: &str) -> Option<Self> {
        let reader = Self::placeless(slack, handle)?;
        let places = Place::all(slack, &reader).into_iter().map(|place| (place.id, place.address)).collect();
        Some(reader.with_places(places))
    }
}
