//! The calendar: what is in it, when people are free, and events made, moved, answered and called off.

use super::rule::Rule;
use crate::rehearsal::understand::ahead;
use crate::rehearsal::understand::meeting::{Described, others};
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::phrase::{Bare, Phrase, without_article};
use crate::rehearsal::understand::words::Words;
use crate::rehearsal::wish::calendar::{Agenda, Calendar, Days, Event, Meeting, Reach, Response};
use crate::rehearsal::wish::named::Named;
use crate::rehearsal::wish::{Place, Which, Wish};

const NEVER: &[&str] =
    &["mail", "email", "message", "mails", "emails", "messages", "file", "document", "doc", "sheet"];

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "what|which calendars do i have",
            "[show|list] [me] [all] my calendars",
            "what|which calendars are there",
        ],
        wish: |_| Some(Wish::Calendar(Calendar::Calendars)),
    },
    Rule {
        wordings: &[
            "what's|what|when's|when [is] my|the next meeting|event|appointment",
            "[show|tell] [me] my next meeting|event|appointment",
            "what's|what [is] next [in|on] [my] [calendar|agenda]",
        ],
        wish: |_| Some(Wish::Calendar(Calendar::Agenda(Agenda { next: true, ..Agenda::default() }))),
    },
    Rule {
        wordings: &[
            "what's|what [is] [there] on|in my|the calendar|agenda|schedule|diary {when}",
            "what's|what [is] on|happening|planned|up {when}",
            "what's|what [is] my day|week|schedule|agenda|calendar [like|look] [like] {when}",
            "what|which meetings|events|appointments do|have i have|got {when}",
            "what|which meetings|events|appointments are [there] {when}",
            "what do|have i have|got [planned|scheduled] [for] {when}",
            "show|list|read|check|see|open|get [me] [all] my|the calendar|agenda|schedule|diary|meetings|events|appointments {when}",
            "do i have [any|a|some] meetings|meeting|events|appointments|anything|something|plans {when}",
            "[my] calendar|agenda|schedule|meetings|events|appointments {when}",
            "any meetings|events|appointments {when}",
        ],
        wish: |gaps| Some(agenda(ahead::only_days(gaps.get("when")?)?)),
    },
    Rule {
        wordings: &[
            "what's|what [is] [there] on|in my|the calendar|agenda|schedule|diary",
            "what|which meetings|events|appointments do|have i have|got",
            "show|list|read|check|see|open [me] [all] my|the calendar|agenda|schedule|diary|meetings|events|appointments",
            "[my] calendar|agenda|schedule",
            "upcoming meetings|events",
        ],
        wish: |_| Some(Wish::Calendar(Calendar::Agenda(Agenda::default()))),
    },
    Rule {
        wordings: &[
            "when are|is|am|can|could {people} [both|all] [be] free|available|meet|talk {rest}",
            "when are|is|am|can|could {people} [both|all] [be] free|available|meet|talk",
        ],
        wish: |gaps| free(gaps).map(|meeting| Wish::Calendar(Calendar::Free(meeting))),
    },
    Rule {
        wordings: &["am i|we free|available|busy {rest}", "am i|we free|available|busy"],
        wish: |gaps| Some(Wish::Calendar(Calendar::Free(described(gaps, "rest")?))),
    },
    Rule {
        wordings: &["is|are {people} free|available|busy {rest}", "is|are {people} free|available|busy"],
        wish: |gaps| {
            let meeting = free(gaps)?;
            let alone = meeting.people.is_empty();
            Some(Wish::Calendar(if alone { Calendar::Free(meeting) } else { Calendar::Busy(meeting) }))
        },
    },
    Rule {
        wordings: &[
            "when's {event}",
            "when is|are|does {event} [start|begin|take|happen] [place]",
            "what time is {event}",
            "find [the] meetings|events|meeting|event|appointment [about|with|called] {event}",
        ],
        wish: |gaps| {
            let words = gaps.get("event")?;
            let Event { named: Named::Words(about), days } = event(words)? else { return None };
            if matches!(words.plain(0), "it" | "that" | "this") {
                return None;
            }
            Some(Wish::Calendar(Calendar::Agenda(Agenda { about: Some(about), days, next: false })))
        },
    },
    Rule {
        wordings: &["find|suggest|look [me|us|for] {what}", "show [me] free|open {what}"],
        wish: |gaps| {
            let what = gaps.get("what")?;
            let asks_for_time = what
                .words
                .iter()
                .any(|word| matches!(word.plain.as_str(), "time" | "times" | "slot" | "slots"));
            let described = Described::of(what)?;
            (asks_for_time || (described.meeting.minutes.is_some() && !described.meeting.people.is_empty()))
                .then(|| Wish::Calendar(Calendar::Free(described.meeting())))
        },
    },
    Rule {
        wordings: &[
            "move|reschedule|shift|postpone|push|change|put {event} [back|forward|off] to|until|till {time}",
            "move|reschedule|shift|postpone|push {event} on|at|for {time}",
        ],
        wish: |gaps| {
            let to = ahead::moment(gaps.get("time")?)?;
            Some(Wish::Calendar(Calendar::Move { event: event(gaps.get("event")?)?, to }))
        },
    },
    Rule {
        wordings: &[
            "cancel|delete all|every [of] {event}",
            "cancel|delete the whole|entire {event} series",
            "cancel|delete the whole|entire series {event}",
        ],
        wish: |gaps| cancel(gaps, Reach::Series),
    },
    Rule {
        wordings: &[
            "cancel {event}",
            "call off {event}",
            "call {event} off",
            "delete|remove|drop [the|my] meeting|event|appointment {event}",
            "delete|remove|drop {event} meeting|event|appointment",
            "delete|remove|take|drop {event} from|off [my|the] calendar|agenda",
        ],
        wish: |gaps| cancel(gaps, Reach::One),
    },
    Rule {
        wordings: &[
            "tentatively accept {event}",
            "say|answer|reply|rsvp|respond maybe to|for the|my invitation|invite|meeting|event [to|for] {event}",
            "rsvp maybe to|for {event}",
        ],
        wish: |gaps| respond(gaps, Response::Tentative),
    },
    Rule {
        wordings: &[
            "accept {event} saying {comment}",
            "accept {event}",
            "say|answer|reply|rsvp|respond yes to|for the|my invitation|invite|meeting|event [to|for] {event}",
            "rsvp yes to|for {event}",
        ],
        wish: |gaps| respond(gaps, Response::Accept),
    },
    Rule {
        wordings: &[
            "decline|reject|refuse {event} saying|because {comment}",
            "decline|reject|refuse {event}",
            "say|answer|reply|rsvp|respond no to|for the|my invitation|invite|meeting|event [to|for] {event}",
            "rsvp no to|for {event}",
        ],
        wish: |gaps| respond(gaps, Response::Decline),
    },
    Rule {
        wordings: &[
            "invite {people} to {event}",
            "add {people} to the|my|our meeting|event|appointment {event}",
        ],
        wish: |gaps| {
            let what = gaps.get("event")?;
            let people = others(gaps.get("people")?)?;
            let described = Described::of(what)?;
            if described.meeting.when.time.is_some() {
                return Some(Wish::Calendar(Calendar::Book(Meeting { people, ..described.meeting() })));
            }
            Some(Wish::Calendar(Calendar::Invite { event: event(what)?, people }))
        },
    },
    Rule {
        wordings: &[
            "book|schedule|arrange|plan|organise|organize [me|us] {what}",
            "set up {what}",
            "create|make|add|put|have {what}",
            "meet with {what}",
        ],
        wish: book,
    },
];

fn agenda(days: Days) -> Wish {
    Wish::Calendar(Calendar::Agenda(Agenda { days: Some(days), ..Agenda::default() }))
}

fn described(gaps: &Gaps<'_>, gap: &str) -> Option<Meeting> {
    match gaps.get(gap) {
        None => Some(Meeting::default()),
        Some(words) => {
            let described = Described::of(words)?;
            (!described.has_bare_words()).then(|| described.meeting())
        }
    }
}

fn free(gaps: &Gaps<'_>) -> Option<Meeting> {
    let people = others(gaps.get("people")?)?;
    let rest = described(gaps, "rest")?;
    Some(Meeting { people: people.into_iter().chain(rest.people.iter().cloned()).collect(), ..rest })
}

fn book(gaps: &Gaps<'_>) -> Option<Wish> {
    let what = gaps.get("what")?;
    if what.words.iter().any(|word| NEVER.contains(&word.plain.as_str())) {
        return None;
    }
    let described = Described::of(what)?;
    let meeting = &described.meeting;
    let is_meeting = described.names_event
        || meeting.when.time.is_some()
        || (!meeting.people.is_empty() && (meeting.minutes.is_some() || meeting.when.is_given()));
    is_meeting.then(|| Wish::Calendar(Calendar::Book(described.meeting())))
}

fn cancel(gaps: &Gaps<'_>, reach: Reach) -> Option<Wish> {
    Some(Wish::Calendar(Calendar::Cancel { event: event(gaps.get("event")?)?, reach }))
}

fn respond(gaps: &Gaps<'_>, answer: Response) -> Option<Wish> {
    let comment = gaps.get("comment").map(|words| words.quoted().to_owned());
    Some(Wish::Calendar(Calendar::Respond { event: event(gaps.get("event")?)?, answer, comment }))
}

/// What somebody calls an event; nothing where it is a mail or a file.
fn event(words: Words<'_>) -> Option<Event> {
    if words.words.iter().any(|word| NEVER.contains(&word.plain.as_str())) {
        return None;
    }
    let all: Vec<&str> = words.words.iter().map(|word| word.plain.as_str()).collect();
    let nouns = ["invitation", "invite", "meeting", "event", "appointment"];
    match all.as_slice() {
        ["it" | "this" | "that"] => return Some(Event { named: Named::It, days: None }),
        ["this" | "that" | "the", noun] if nouns.contains(noun) => {
            return Some(Event { named: Named::It, days: None });
        }
        _ => {}
    }
    if let Phrase { place: Some(Place::Number(_) | Place::Last), ref bare, .. } = Phrase::of(words)
        && bare.is_empty()
        && let Which::Nth(place) = Phrase::of(words).which(Bare::Subject)
    {
        return Some(Event { named: Named::Nth(place), days: None });
    }
    let mut start = 0;
    while matches!(
        words.plain(start),
        "the" | "my" | "a" | "an" | "our" | "to" | "for" | "from" | "called" | "titled"
    ) || (nouns.contains(&words.plain(start)) && start + 1 < words.words.len())
    {
        start += 1;
    }
    let (days, title) = ahead::without_days(words.part(start..words.words.len()));
    let title = title.trim_matches(|letter: char| letter.is_whitespace() || ".,!?\"“”'".contains(letter));
    let title = without_article(title).to_owned();
    (!title.is_empty()).then_some(Event { named: Named::Words(title), days })
}
