//! A message as Gmail gives it out, with only what we read of it.

use std::borrow::Cow;

use kernel::Person;
use mail_parser::MessageParser;

use super::hygiene;
use crate::json::google_json;

google_json! {
    Message {
        id: String,
        thread_id: String,
        label_ids: Vec<String>,
        snippet: String,
        /// Milliseconds since 1970, as text.
        internal_date: String,
        payload: Part,
    }

    /// A node of the MIME tree.
    Part {
        /// The same at every look, unlike the ids of attachments.
        #[serde(rename = "partId")] id: String,
        mime_type: String,
        filename: String,
        headers: Vec<Header>,
        body: PartBody,
        parts: Vec<Part>,
    }

    PartBody {
        /// Set when the content is kept apart.
        attachment_id: Option<String>,
        size: u64,
        data: Option<String>,
    }

    Header { name: String, value: String }
}

impl Message {
    /// A header without what nobody sees; empty when it is not there.
    pub(crate) fn shown(&self, name: &str) -> String {
        hygiene::visible_line(&decoded(self.payload.header(name).unwrap_or_default()))
    }

    pub(crate) fn has_label(&self, label: &str) -> bool {
        self.label_ids.iter().any(|has| has == label)
    }

    /// When Gmail got it, in milliseconds.
    pub(crate) fn received(&self) -> Option<i64> {
        self.internal_date.parse().ok()
    }

    /// When Gmail got it, where the person is, with its offset.
    pub(crate) fn date_for(&self, person: &Person) -> String {
        self.time_for(person, "%Y-%m-%d %H:%M %:z")
    }

    /// The same as it stands above a quote.
    pub(crate) fn day_for(&self, person: &Person) -> String {
        self.time_for(person, "%a, %-d %b %Y at %H:%M")
    }

    fn time_for(&self, person: &Person, format: &str) -> String {
        let zone = person.zone.as_deref().and_then(|zone| jiff::tz::TimeZone::get(zone).ok());
        let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
        self.received()
            .and_then(|milliseconds| jiff::Timestamp::from_millisecond(milliseconds).ok())
            .map_or_else(|| self.shown("Date"), |time| time.to_zoned(zone).strftime(format).to_string())
    }

    /// A message in words a person recognises it by.
    pub(crate) fn described(&self, person: &Person) -> String {
        let (subject, from) = (self.shown("Subject"), self.shown("From"));
        format!("\u{201c}{subject}\u{201d} from {from}, {}", self.date_for(person))
    }
}

google_json! {
    /// A conversation, oldest message first.
    Thread { id: String, messages: Vec<Message> }
}

impl Part {
    /// The first one of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All of this name, the topmost first.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value.as_str())
    }
}

/// Gmail mostly gives headers out decoded; what is still in encoded words is decoded here.
fn decoded(header: &str) -> Cow<'_, str> {
    if !header.contains("=?") {
        return header.into();
    }
    let source = format!("Subject: {}\r\n\r\n", hygiene::visible_line(header));
    let parsed = MessageParser::new().parse(source.as_bytes());
    parsed.and_then(|message| message.subject().map(str::to_owned)).map_or(header.into(), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_where_the_person_is() {
        let mut person = crate::testing::ana();
        let message = Message { internal_date: "1794645000000".to_owned(), ..Message::default() };
        assert_eq!(message.date_for(&person), "2026-11-14 08:30 +00:00");
        person.zone = Some("America/New_York".to_owned());
        assert_eq!(message.date_for(&person), "2026-11-14 03:30 -05:00");
    }

    #[test]
    fn encoded_words_are_read() {
        assert_eq!(decoded("=?UTF-8?Q?Gr=C3=BC=C3=9Fe?= <a@example.com>"), "Grüße <a@example.com>");
        assert_eq!(decoded("Is 1 =? 2"), "Is 1 =? 2");
    }
}
