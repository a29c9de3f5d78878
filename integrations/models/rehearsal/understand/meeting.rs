//! A meeting as somebody describes it: `30 minutes with Ana tomorrow at 10 about the budget, with a Meet link`.

use super::ahead;
use super::phrase::without_article;
use super::recipients::recipients;
use super::words::Words;
use crate::rehearsal::wish::Recipient;
use crate::rehearsal::wish::calendar::Meeting;

/// What a description says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Described {
    pub(crate) meeting: Meeting,
    /// Something in it is a word for an event.
    pub(crate) names_event: bool,
    /// Words that belong to no part of it.
    bare: Vec<String>,
}

/// The part of the description that words belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    With,
    About,
    Place,
}

const EVENT: &[&str] = &[
    "meeting",
    "meetings",
    "event",
    "events",
    "appointment",
    "appointments",
    "invitation",
    "slot",
    "catch-up",
    "1:1",
];
const FILLING: &[&str] = &[
    "a", "an", "the", "my", "our", "me", "us", "some", "new", "quick", "short", "time", "times", "calendar",
    "agenda", "google", "and", "please", "to", "on", "in", "for", "into", "of", "free", "common", "when",
    "can", "we", "that", ":",
];

impl Described {
    /// Nothing where it names people in no way we can read.
    pub(crate) fn of(words: Words<'_>) -> Option<Self> {
        let mut described = Self::default();
        let (mut part, mut slot, mut at) = (Part::Head, Vec::new(), 0);
        while at < words.words.len() {
            let mut when = described.meeting.when;
            let (length, next) = if let Some(length) = video(words, at) {
                described.meeting.meet = true;
                (length, Part::Head)
            } else if let Some((minutes, length)) = ahead::minutes(words, at) {
                described.meeting.minutes = Some(minutes);
                (length, Part::Head)
            } else if let Some(length) = ahead::piece(words, at, &mut when) {
                described.meeting.when = when;
                (length, Part::Head)
            } else if let Some((next, length)) = marker(words, at, part) {
                (length, next)
            } else {
                match part {
                    Part::Head => described.head(words, at),
                    Part::With | Part::About | Part::Place => slot.push(at),
                }
                at += 1;
                continue;
            };
            described.close(part, words, &slot)?;
            slot.clear();
            (part, at) = (next, at + length);
        }
        described.close(part, words, &slot)?;
        Some(described)
    }

    /// The meeting, called after the words left over if it was given no title.
    pub(crate) fn meeting(self) -> Meeting {
        let bare = self.bare.join(" ");
        let title = self.meeting.title.or((!bare.is_empty()).then_some(bare));
        Meeting { title: title.map(|title| capitalised(&title)), ..self.meeting }
    }

    pub(crate) fn has_bare_words(&self) -> bool {
        !self.bare.is_empty()
    }

    fn head(&mut self, words: Words<'_>, at: usize) {
        let plain = words.plain(at);
        if EVENT.contains(&plain) {
            self.names_event = true;
        } else if !FILLING.contains(&plain) {
            self.bare.push(words.part(at..at + 1).trimmed().to_owned());
        } else if !self.bare.is_empty()
            && !matches!(plain, "a" | "an" | "the" | "please" | "me" | "my" | "calendar")
        {
            // Small words inside a title are part of it.
            self.bare.push(words.part(at..at + 1).trimmed().to_owned());
        }
    }

    fn close(&mut self, part: Part, words: Words<'_>, slot: &[usize]) -> Option<()> {
        while self.bare.last().is_some_and(|last| FILLING.contains(&last.to_lowercase().as_str())) {
            self.bare.pop();
        }
        let (Some(first), Some(last)) = (slot.first(), slot.last()) else { return Some(()) };
        let slice = words.part(*first..last + 1);
        match part {
            Part::Head => {}
            Part::With => self.meeting.people.extend(others(slice)?),
            Part::About => self.meeting.title = Some(without_article(slice.trimmed()).to_owned()),
            Part::Place => self.meeting.place = Some(slice.trimmed().to_owned()),
        }
        Some(())
    }
}

/// Everybody who is named beside oneself.
pub(crate) fn others(words: Words<'_>) -> Option<Vec<Recipient>> {
    let (people, _) = recipients(words)?;
    let oneself = |name: &str| matches!(name.to_lowercase().as_str(), "i" | "we" | "us" | "both" | "all");
    let other = |person: &Recipient| match person {
        Recipient::Oneself => false,
        Recipient::Name(name) => !oneself(name),
        Recipient::Address(_) => true,
    };
    Some(people.into_iter().filter(other).collect())
}

fn marker(words: Words<'_>, at: usize, part: Part) -> Option<(Part, usize)> {
    let calendar = matches!(words.plain(at + 2), "calendar" | "agenda" | "diary" | "schedule");
    match (words.plain(at), words.plain(at + 1)) {
        ("in" | "into" | "on" | "to", "my" | "the" | "our") if calendar => Some((Part::Head, 3)),
        ("with", _) => Some((Part::With, 1)),
        ("about" | "regarding" | "titled" | "called" | "named" | "concerning" | "re" | "discussing", _) => {
            Some((Part::About, 1))
        }
        ("to", "discuss") => Some((Part::About, 2)),
        ("to", "talk") if words.plain(at + 2) == "about" => Some((Part::About, 3)),
        ("in", next) if part != Part::About && !matches!(next, "my" | "the" | "") => Some((Part::Place, 1)),
        ("in", "the") if part != Part::About => Some((Part::Place, 1)),
        _ => None,
    }
}

/// `with a Google Meet link`, `and a video call`, `on Meet`: how many words.
fn video(words: Words<'_>, at: usize) -> Option<usize> {
    if !matches!(
        words.plain(at),
        "with" | "and" | "on" | "via" | "over" | "including" | "plus" | "add" | "by"
    ) {
        return None;
    }
    let filling =
        (1..3).take_while(|step| matches!(words.plain(at + step), "a" | "an" | "the" | "google")).count();
    let at = at + 1 + filling;
    let named = matches!(words.plain(at), "meet" | "video" | "videocall" | "hangout");
    let noun =
        usize::from(matches!(words.plain(at + 1), "link" | "call" | "conference" | "meeting" | "room"));
    named.then_some(2 + filling + noun)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
