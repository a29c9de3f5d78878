//! How Slack's ids become the kernel's names and back; the only place that knows the form.
//!
//! Ids can repeat across workspaces, so every name begins with the team: `T:C:root`, `T:U`, `T:C:ts`.

use kernel::{ChannelId, MessageRef, PersonId, ThreadId};

/// A place for messages: a thread by its root, or one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) team: String,
    pub(crate) channel: String,
    /// Of the thread's root, or of the message; [`SESSION`] for all that stands in a channel outside of threads.
    pub(crate) ts: String,
}

/// No message was ever sent at this time.
const SESSION: &str = "0";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) team: String,
    pub(crate) user: String,
}

/// The readers of a channel. Slack says it with some of its events; from an id alone, its first letter tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// One person and we.
    Direct,
    Shared,
}

impl ChannelKind {
    pub(crate) fn of(channel: &str) -> Self {
        if channel.starts_with('D') { Self::Direct } else { Self::Shared }
    }
}

/// The kinds of authors: Slack has one call for members, and another for programs without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorKind {
    Member,
    Program,
}

/// A channel, group or direct message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Channel {
    pub(crate) team: String,
    pub(crate) channel: String,
}

impl Channel {
    pub(crate) fn new(team: &str, channel: &str) -> Option<Self> {
        (is_id(team) && is_id(channel)).then(|| Self { team: team.to_owned(), channel: channel.to_owned() })
    }

    pub(crate) fn of(id: &ChannelId) -> Option<Self> {
        let (team, channel) = id.0.split_once(':')?;
        Self::new(team, channel)
    }

    pub(crate) fn id(&self) -> ChannelId {
        ChannelId(format!("{}:{}", self.team, self.channel))
    }
}

impl Place {
    pub(crate) fn new(team: &str, channel: &str, ts: &str) -> Option<Self> {
        let sound = is_id(team) && is_id(channel) && is_ts(ts);
        sound.then(|| Self { team: team.to_owned(), channel: channel.to_owned(), ts: ts.to_owned() })
    }

    /// All that stands in a channel outside of threads.
    pub(crate) fn session(team: &str, channel: &str) -> Option<Self> {
        Self::new(team, channel, SESSION)
    }

    /// The root to answer under; none where answers stand in the channel itself.
    pub(crate) fn root(&self) -> Option<&str> {
        Some(self.ts.as_str()).filter(|ts| *ts != SESSION)
    }

    pub(crate) fn of_thread(thread: &ThreadId) -> Option<Self> {
        Self::parse(&thread.0)
    }

    pub(crate) fn of_message(message: &MessageRef) -> Option<Self> {
        Self::parse(&message.0)
    }

    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.split(':');
        let place = Self::new(parts.next()?, parts.next()?, parts.next()?)?;
        parts.next().is_none().then_some(place)
    }

    /// The channel it is in.
    pub(crate) fn within(&self) -> ChannelId {
        Channel { team: self.team.clone(), channel: self.channel.clone() }.id()
    }

    /// Whether only one person and we are there.
    pub(crate) fn is_direct(&self) -> bool {
        ChannelKind::of(&self.channel) == ChannelKind::Direct
    }

    pub(crate) fn thread(&self) -> ThreadId {
        ThreadId(format!("{}:{}:{}", self.team, self.channel, self.ts))
    }

    pub(crate) fn message(&self) -> MessageRef {
        MessageRef(format!("{}:{}:{}", self.team, self.channel, self.ts))
    }
}

impl User {
    pub(crate) fn new(team: &str, user: &str) -> Option<Self> {
        (is_id(team) && is_id(user)).then(|| Self { team: team.to_owned(), user: user.to_owned() })
    }

    pub(crate) fn of(person: &PersonId) -> Option<Self> {
        let (team, user) = person.0.split_once(':')?;
        Self::new(team, user)
    }

    pub(crate) fn kind(&self) -> AuthorKind {
        if self.user.starts_with('B') { AuthorKind::Program } else { AuthorKind::Member }
    }

    pub(crate) fn person(&self) -> PersonId {
        PersonId(format!("{}:{}", self.team, self.user))
    }
}

/// What Slack calls something in one workspace, and nowhere else: a file, or the moment in which a form can be opened.
pub(crate) fn in_workspace(team: &str, id: &str) -> String {
    format!("{team}:{id}")
}

/// The workspace, if it is named, and what Slack calls it there.
pub(crate) fn out_of_workspace(name: &str) -> (Option<&str>, &str) {
    name.split_once(':').map_or((None, name), |(team, id)| (Some(team), id))
}

/// Letters and digits only: an id can be put into a mention, an address or a name without escaping.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_ts(ts: &str) -> bool {
    !ts.is_empty() && ts.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were() {
        let place = Place::new("T1", "C2", "1700000000.000100").unwrap();
        assert_eq!(place.thread().0, "T1:C2:1700000000.000100");
        assert_eq!(Place::of_thread(&place.thread()), Some(place.clone()));
        assert_eq!(Place::of_message(&place.message()), Some(place));
        let user = User::new("T1", "U3").unwrap();
        assert_eq!(User::of(&user.person()), Some(user));
    }

    #[test]
    fn an_id_tells_of_what_kind_it_is() {
        let kind = |user| User::new("T1", user).unwrap().kind();
        assert_eq!(
            [kind("U3"), kind("W3"), kind("B3")],
            [AuthorKind::Member, AuthorKind::Member, AuthorKind::Program]
        );
        let direct = |channel| Place::new("T1", channel, "1.0").unwrap().is_direct();
        assert_eq!([direct("D1"), direct("C1"), direct("G1")], [true, false, false]);
    }

    #[test]
    fn nothing_else_is_a_name() {
        for bad in ["", "T1", "T1:C2", "T1:C2:", "T1:C2:1.0:9", "T1:C>2:1.0", "T1:C2:x", ":C2:1.0"] {
            assert_eq!(Place::of_thread(&ThreadId::from(bad)), None, "{bad}");
        }
        for bad in ["U1", "T1:", "T1:U1>", "T1:U1:x"] {
            assert_eq!(User::of(&PersonId::from(bad)), None, "{bad}");
        }
    }
}
