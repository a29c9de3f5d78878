//! One stored message: its bytes, its labels, and what has been read out of it once for searching.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mail_parser::{HeaderValue, MessageParser};
use serde::{Deserialize, Serialize};

use super::id::Id;
use super::mailbox::Arrival;
use super::payload::Part;

/// A message in one person's mailbox.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(from = "Record", into = "Record")]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) thread: Id,
    pub(crate) labels: BTreeSet<String>,
    pub(crate) history: u64,
    /// Milliseconds since 1970.
    pub(crate) date: i64,
    pub(crate) raw: Vec<u8>,
    pub(crate) reading: Reading,
}

/// What searching, threading and listing need of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) cc: String,
    pub(crate) bcc: String,
    pub(crate) subject: String,
    /// Without its angle brackets.
    pub(crate) message_id: Option<String>,
    /// The ids of `References` and `In-Reply-To`, oldest first.
    pub(crate) references: Vec<String>,
    /// The readable text of all inline parts, its line breaks turned into spaces so that phrases are found.
    pub(crate) text: String,
    pub(crate) filenames: Vec<String>,
}

impl Message {
    /// A message that is not in its mailbox yet, for filters to look at.
    pub(super) fn arriving(arrival: &Arrival) -> Self {
        let id = Id::fresh(arrival.date, None);
        Self {
            id,
            thread: id,
            labels: arrival.labels.iter().cloned().collect(),
            history: 0,
            date: arrival.date,
            raw: arrival.raw.clone(),
            reading: Reading::of(&arrival.raw),
        }
    }

    /// Whether it bears a label.
    pub(crate) fn has(&self, label: &str) -> bool {
        self.labels.contains(label)
    }

    /// Its MIME tree.
    pub(crate) fn payload(&self) -> Part {
        Part::of(&self.raw)
    }

    /// The first words of its text, escaped as Gmail escapes them.
    pub(crate) fn snippet(&self) -> String {
        let mut words = String::new();
        for word in self.reading.text.split_whitespace() {
            if words.chars().count() + word.chars().count() > 190 {
                break;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        words
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#39;")
    }
}

impl Reading {
    /// Reads what is needed out of a message's bytes.
    pub(crate) fn of(raw: &[u8]) -> Self {
        let payload = Part::of(raw);
        let mut reading = Self {
            from: payload.header("From"),
            to: payload.header("To"),
            cc: payload.header("Cc"),
            bcc: payload.header("Bcc"),
            subject: payload.header("Subject"),
            text: payload.text().split_whitespace().collect::<Vec<_>>().join(" "),
            filenames: payload.filenames(),
            ..Self::default()
        };
        if let Some(message) = MessageParser::default().parse(raw) {
            reading.message_id = message.message_id().map(str::to_owned);
            reading.references = ids(message.references());
            for id in ids(message.in_reply_to()) {
                if !reading.references.contains(&id) {
                    reading.references.push(id);
                }
            }
        }
        reading
    }

    /// The subject without its `Re:` and `Fwd:`, as threads compare it.
    pub(crate) fn topic(&self) -> String {
        let mut topic = self.subject.trim();
        loop {
            let head = topic.split_once(':').map(|(head, rest)| (head.trim().to_lowercase(), rest));
            match head {
                Some((head, rest)) if matches!(head.as_str(), "re" | "fwd" | "fw" | "aw" | "sv") => {
                    topic = rest.trim_start();
                }
                _ => return topic.to_lowercase(),
            }
        }
    }
}

fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    match value {
        HeaderValue::Text(one) => vec![one.clone().into_owned()],
        HeaderValue::TextList(many) => many.iter().map(|one| one.clone().into_owned()).collect(),
        _ => Vec::new(),
    }
}

/// A message as a snapshot keeps it.
#[derive(Deserialize, Serialize)]
struct Record {
    id: Id,
    thread: Id,
    labels: BTreeSet<String>,
    history: u64,
    date: i64,
    raw: String,
}

impl From<Record> for Message {
    fn from(record: Record) -> Self {
        let raw = STANDARD.decode(record.raw).unwrap_or_default();
        let reading = Reading::of(&raw);
        let Record { id, thread, labels, history, date, .. } = record;
        Self { id, thread, labels, history, date, raw, reading }
    }
}

impl From<Message> for Record {
    fn from(message: Message) -> Self {
        let Message { id, thread, labels, history, date, raw, .. } = message;
        Self { id, thread, labels, history, date, raw: STANDARD.encode(raw) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_the_subject_without_its_prefixes() {
        let topic = |subject: &str| Reading { subject: subject.to_owned(), ..Reading::default() }.topic();
        assert_eq!(topic("Re: RE: Fwd: Website relaunch"), "website relaunch");
        assert_eq!(topic("Note: Website"), "note: website");
    }

    #[test]
    fn references_and_reply_are_read_in_order() {
        let raw = b"Message-ID: <c@x>\r\nReferences: <a@x>\r\n <b@x>\r\nIn-Reply-To: <b@x>\r\n\r\nhi";
        let reading = Reading::of(raw);
        assert_eq!(reading.message_id.as_deref(), Some("c@x"));
        assert_eq!(reading.references, ["a@x", "b@x"]);
    }
}
