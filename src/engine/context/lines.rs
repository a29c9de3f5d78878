//! The lines of ours that stand around what people wrote.

use kernel::{Body, Person, SharedFile, Time};

use crate::fence::steady_fence;

/// Who said it and when stands in front of the words; what changes every turn never stands in the cached prefix.
pub(super) fn asked(at: Time, person: Option<&Person>, by_requester: bool, words: &Body) -> String {
    let name = name_of(person);
    let zone = person.and_then(|person| person.zone.as_deref()).unwrap_or("UTC");
    let words = if by_requester { words.words().to_owned() } else { steady_fence(words, "chat") };
    format!("[{name} · {}]\n{words}", local(at, zone))
}

/// A name stands outside of fences, so nothing in it can look like what is ours.
pub(super) fn name_of(person: Option<&Person>) -> String {
    let name = person.map_or("somebody", |person| person.name.as_str());
    name.chars().filter(|char| !char.is_control() && !"[]<>".contains(*char)).collect()
}

/// The person's own files, by the ids under which tools can have them. Others' are not for tools.
pub(crate) fn attached(files: &[SharedFile]) -> String {
    let line = |file: &SharedFile| {
        let plain = |text: &str| -> String {
            text.chars().filter(|char| !char.is_control() && !"[]<>".contains(*char)).take(200).collect()
        };
        format!(
            "\n[attached: {} “{}” {}, {} bytes]",
            file.id,
            plain(&file.name),
            plain(&file.media_type),
            file.size
        )
    };
    files.iter().map(line).collect()
}

pub(crate) fn local(at: Time, zone: &str) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    let zoned = moment.in_tz(zone).unwrap_or_else(|_| moment.to_zoned(jiff::tz::TimeZone::UTC));
    zoned.strftime("%Y-%m-%d %H:%M %Q").to_string()
}
