//! Messages, mentions, changes and the Stop button.

use kernel::{Ends, FileId, Inbound, Mention, SharedFile};
use serde_json::Value;

use super::home;
use super::slack_reader::SlackReader;
use super::viewed_item;
use super::whole::{is_written, spoken};
use super::words::{Spoken, listen};
use crate::DirectMessages;
use crate::json::{at, first, list, text};
use crate::names::{ChannelKind, Place, User, in_workspace};

pub(super) fn read(reader: &SlackReader, payload: &Value) -> Option<Inbound> {
    let event = at(payload, "/event")?;
    let team = reader.identity.team.as_str();
    let scene = Scene { reader, team, event, app: text(payload, "/api_app_id") };
    match (text(event, "/type")?, text(event, "/subtype")) {
        ("message", Some("message_changed")) => scene.changed(),
        ("message", Some("message_deleted")) => scene.deleted(),
        ("app_mention" | "message", _) => scene.message(),
        ("agent_session_stopped", _) => stopped(team, event),
        ("agent_session_title_changed", _) => titled(team, event, &reader.identity.bot_user),
        ("app_home_opened", _) => home::opened(team, event),
        ("app_context_changed", _) => viewed_item::changed(team, event),
        _ => None,
    }
}

/// One event, and where it happened.
struct Scene<'a> {
    reader: &'a SlackReader,
    team: &'a str,
    event: &'a Value,
    /// Our own app's id, as Slack addresses us.
    app: Option<&'a str>,
}

/// Who wrote a message.
enum Author<'a> {
    Us,
    Person(&'a str),
    /// A program: by its id as a bot, and by that of its user where it has one.
    Program {
        bot: &'a str,
        user: &'a str,
    },
}

impl<'a> Scene<'a> {
    fn message(&self) -> Option<Inbound> {
        let (event, us) = (self.event, self.reader.identity.bot_user.as_str());
        if !is_written(event) {
            return None;
        }
        match self.author(event)? {
            Author::Us => None,
            Author::Person(user) => {
                let spoken = spoken(event, us);
                let addressed =
                    self.is_direct() || spoken.to_us || text(event, "/type") == Some("app_mention");
                if !addressed && spoken.to_others {
                    return self.overheard();
                }
                self.said(user, spoken, addressed)
            }
            Author::Program { bot, user } => {
                let spoken = spoken(event, us);
                let admitted = spoken.to_us && self.reader.habits.bots.contains(bot) && {
                    self.reader.pairs.admit(bot, text(event, "/channel")?, text(event, "/ts")?)
                };
                if !admitted {
                    return self.overheard();
                }
                self.asked(user, spoken, true)
            }
        }
    }

    fn said(&self, user: &str, spoken: Spoken, addressed: bool) -> Option<Inbound> {
        if !addressed && is_root(self.event)? {
            return None;
        }
        if says_stop(&spoken) {
            let by = User::new(self.team, user)?.person();
            let (thread, message) = (self.thread(self.event)?.thread(), self.place(self.event)?.message());
            let ends = if is_root(self.event)? { Ends::Place } else { Ends::Thread };
            return Some(Inbound::Stop { thread, message: Some(message), by, ends });
        }
        self.asked(user, spoken, addressed)
    }

    fn asked(&self, user: &str, spoken: Spoken, addressed: bool) -> Option<Inbound> {
        Some(Inbound::Message {
            thread: self.thread(self.event)?.thread(),
            message: self.place(self.event)?.message(),
            from: User::new(self.team, user)?.person(),
            mentions: self.mentions(&spoken),
            words: spoken.words,
            addressed,
            quoted: spoken.quoted,
            files: files(self.team, self.event),
        })
    }

    /// Only in a thread does it matter what is said beside us.
    fn overheard(&self) -> Option<Inbound> {
        let (thread, message) = (self.thread(self.event)?.thread(), self.place(self.event)?.message());
        (!is_root(self.event)?).then_some(Inbound::Overheard { thread, message })
    }

    /// A change of anything but the words and whom they are for – a preview, a session, a thread that has begun – is no
    /// change to us.
    fn changed(&self) -> Option<Inbound> {
        let (now, before) = (at(self.event, "/message")?, self.before());
        if text(now, "/subtype") == Some("tombstone") {
            return match before {
                Some(before) => self.withdrawn(now, before),
                None => Some(Inbound::Deleted { message: self.place(now)?.message() }),
            };
        }
        let Author::Person(user) = self.author(now)? else { return None };
        let without = before.map(|before| files_gone(self.team, before, now)).unwrap_or_default();
        let same_words = before.is_some_and(|before| self.reading(before) == self.reading(now));
        if !is_written(now) || (same_words && without.is_empty()) {
            return None;
        }
        let spoken = spoken(now, &self.reader.identity.bot_user);
        let addressed = self.is_direct() || spoken.to_us || (!is_root(now)? && !spoken.to_others);
        Some(Inbound::Revised {
            thread: self.thread(now)?.thread(),
            message: self.place(now)?.message(),
            from: User::new(self.team, user)?.person(),
            mentions: self.mentions(&spoken),
            words: spoken.words,
            addressed,
            without,
        })
    }

    /// How a message reads, and whom it is for. Words are compared as they were typed: the blocks that say which signs are
    /// in them may be told of one message and not of the other.
    fn reading(&self, message: &Value) -> Spoken {
        let us = &self.reader.identity.bot_user;
        let read = match text(message, "/text") {
            Some(written) => listen(written, us),
            None => Spoken { quoted: None, ..spoken(message, us) },
        };
        // Whoever writes to us directly need not name us.
        Spoken { to_us: read.to_us || self.is_direct(), ..read }
    }

    fn deleted(&self) -> Option<Inbound> {
        let Some(before) = self.before().filter(|before| self.place(before).is_some()) else {
            let (channel, ts) = (text(self.event, "/channel")?, text(self.event, "/deleted_ts")?);
            return Some(Inbound::Deleted { message: Place::new(self.team, channel, ts)?.message() });
        };
        if matches!(self.author(before), Some(Author::Us)) {
            return Some(Inbound::OursDeleted { message: self.place(before)?.message() });
        }
        self.withdrawn(before, before)
    }

    /// How a message was before; Slack does not always say.
    fn before(&self) -> Option<&'a Value> {
        at(self.event, "/previous_message").filter(|before| before.is_object())
    }

    fn mentions(&self, spoken: &Spoken) -> Vec<Mention> {
        let mention = |(user, written): &(String, String)| {
            Some(Mention { person: User::new(self.team, user)?.person(), written: written.clone() })
        };
        spoken.mentions.iter().filter_map(mention).collect()
    }

    fn withdrawn(&self, message: &Value, before: &Value) -> Option<Inbound> {
        if matches!(self.author(before), Some(Author::Us)) {
            return None;
        }
        let (thread, message) = (self.thread(message)?.thread(), self.place(message)?.message());
        Some(Inbound::Withdrawn { thread, message })
    }

    /// Whatever bears one of our own names is ours, whichever of them it is.
    fn author(&self, message: &'a Value) -> Option<Author<'a>> {
        let identity = &self.reader.identity;
        let (user, bot) = (text(message, "/user"), text(message, "/bot_id"));
        let app = first(message, &["/app_id", "/bot_profile/app_id"]);
        let ours = user == Some(identity.bot_user.as_str())
            || bot == Some(identity.bot_id.as_str())
            || (app.is_some() && (app == self.app || app == identity.app_id.as_deref()));
        match (user, bot) {
            _ if ours => Some(Author::Us),
            (user, Some(bot)) => Some(Author::Program { bot, user: user.unwrap_or(bot) }),
            (Some(_), None) if text(message, "/subtype") == Some("bot_message") => None,
            (Some(user), None) => Some(Author::Person(user)),
            (None, None) => None,
        }
    }

    fn is_direct(&self) -> bool {
        text(self.event, "/channel_type") == Some("im")
            || text(self.event, "/channel")
                .is_some_and(|channel| ChannelKind::of(channel) == ChannelKind::Direct)
    }

    fn place(&self, message: &Value) -> Option<Place> {
        Place::new(self.team, text(self.event, "/channel")?, text(message, "/ts")?)
    }

    /// The conversation a message belongs to: the thread it stands in or begins.
    fn thread(&self, message: &Value) -> Option<Place> {
        let (channel, ts) = (text(self.event, "/channel")?, text(message, "/ts")?);
        let one_session = self.reader.habits.direct_messages == DirectMessages::OneSession;
        match root(message) {
            Some(root) => Place::new(self.team, channel, root),
            None if one_session && self.is_direct() => Place::session(self.team, channel),
            None => Place::new(self.team, channel, ts),
        }
    }
}

fn is_root(message: &Value) -> Option<bool> {
    text(message, "/ts").map(|_| root(message).is_none())
}

/// The message that the thread begins with in which another stands; the first itself names itself.
fn root(message: &Value) -> Option<&str> {
    let begins = |root: &&str| Some(*root) != text(message, "/ts") && Place::new("T", "C", root).is_some();
    text(message, "/thread_ts").filter(begins)
}

/// What came with a message and was taken out of it: Slack leaves a tombstone, or nothing.
fn files_gone(team: &str, before: &Value, now: &Value) -> Vec<FileId> {
    let there = |message: &Value| -> Vec<FileId> {
        let files = list(message, "/files").iter().filter(|raw| text(raw, "/mode") != Some("tombstone"));
        files.filter_map(|raw| file(team, raw)).map(|file| file.id).collect()
    };
    let left = there(now);
    there(before).into_iter().filter(|id| !left.contains(id)).collect()
}

/// What came with a message.
pub(crate) fn files(team: &str, message: &Value) -> Vec<SharedFile> {
    list(message, "/files").iter().filter_map(|raw| file(team, raw)).collect()
}

/// One that cannot be had is named too: whoever opens it says why.
fn file(team: &str, raw: &Value) -> Option<SharedFile> {
    let size = at(raw, "/size").and_then(Value::as_u64).unwrap_or_default();
    let name = text(raw, "/name").or(text(raw, "/title")).unwrap_or("a file").to_owned();
    let media_type = text(raw, "/mimetype").unwrap_or("application/octet-stream").to_owned();
    Some(SharedFile { id: FileId(in_workspace(team, text(raw, "/id")?)), name, media_type, size })
}

fn stopped(team: &str, event: &Value) -> Option<Inbound> {
    let channel = first(event, &["/channel", "/channel_id"])?;
    let thread = Place::new(team, channel, text(event, "/thread_ts")?)?.thread();
    let by = User::new(team, first(event, &["/user", "/user_id"])?)?.person();
    Some(Inbound::Stop { thread, message: None, by, ends: Ends::Thread })
}

fn titled(team: &str, event: &Value, us: &str) -> Option<Inbound> {
    let channel = first(event, &["/channel", "/channel_id"])?;
    let thread = Place::new(team, channel, text(event, "/thread_ts")?)?.thread();
    let by = first(event, &["/user", "/user_id"]).filter(|user| *user != us)?;
    Some(Inbound::Titled { thread, by: User::new(team, by)?.person() })
}

/// The word alone: "stop the newsletter" is a request like any other.
fn says_stop(spoken: &Spoken) -> bool {
    let words = spoken.words.trim_end_matches(['.', '!', '…', ' ']).to_lowercase();
    matches!(words.as_str(), "stop" | "stop it" | "stop that" | "please stop" | "halt" | "cancel that")
}
