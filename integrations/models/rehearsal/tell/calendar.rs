//! Events, free and busy times.

use super::super::answers::calendar::{BusyTimes, Calendars, Changed, Event, EventList, FreeTimes};
use super::super::clock::Clock;
use super::super::turn::Step;
use super::wording::counted;

const GUESTS: usize = 5;

/// Nothing where the answer is not one we can read.
pub(super) fn answer(step: &Step, about: &str, clock: &Clock) -> Option<String> {
    Some(match step.tool.as_str() {
        "calendar.list_events" => events(&step.read()?, clock),
        "calendar.calendars" => calendars(&step.read()?),
        "calendar.find_time" => times(&step.read()?, clock),
        "calendar.free_busy" => busy(&step.read()?, clock),
        _ => changed(&step.read()?, about, clock),
    })
}

fn events(found: &EventList, clock: &Clock) -> String {
    if found.events.is_empty() {
        return "There is nothing in your calendar for that time.".to_owned();
    }
    let shown = found.events.len();
    let heading = if found.total > shown {
        format!("The first {shown} of {} events", found.total)
    } else {
        counted(shown, "event")
    };
    let more = if found.next_skip.is_some() { "\n\nSay “more” for the next." } else { "" };
    format!("{heading}:\n{}{more}", numbered(&found.events, clock))
}

/// Those of one title; of a series the next one.
pub(crate) fn found(events: &[Event], about: &str, clock: &Clock) -> String {
    match events {
        [] => none_called(about),
        [only] if only.series.is_some() => format!("The next one is {}", row(only, clock)),
        [only] => row(only, clock),
        several => {
            format!("{} about “{about}”:\n{}", counted(several.len(), "event"), numbered(several, clock))
        }
    }
}

fn numbered(events: &[Event], clock: &Clock) -> String {
    let line = |(place, event): (usize, &Event)| format!("{}. {}", place + 1, row(event, clock));
    events.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// `Thu 19 Nov, 10:00–11:30: “Tide line”, at Fernwood Studio (you said maybe)`.
fn row(event: &Event, clock: &Clock) -> String {
    let place = event.place.as_ref().map(|place| format!(", at {place}")).unwrap_or_default();
    let answer = match event.my_answer.as_deref() {
        Some("declined") => " (you declined)",
        Some("tentative") => " (you said maybe)",
        Some("no answer yet") => " (you have not answered)",
        _ => "",
    };
    format!("{}: “{}”{place}{answer}", clock.told_from_to(&event.start, &event.end), event.title)
}

/// All there is to know about one event.
pub(crate) fn event(event: &Event, clock: &Clock) -> String {
    let mut lines = vec![row(event, clock)];
    if !event.organizer.is_empty() {
        lines.push(format!("Organised by {}", event.organizer));
    }
    if !event.guests.is_empty() {
        let guest =
            |guest: &super::super::answers::calendar::Guest| format!("{} ({})", guest.address, guest.answer);
        let shown: Vec<String> = event.guests.iter().take(GUESTS).map(guest).collect();
        let rest = event.guests.len().saturating_sub(GUESTS);
        let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        lines.push(format!("With {}{rest}", shown.join(", ")));
    }
    lines.extend(event.meet.as_ref().map(|link| format!("Meet: {link}")));
    lines.extend(event.description.as_ref().map(|text| format!("\n{text}\n")));
    lines.extend(event.link.as_ref().map(|link| format!("In your calendar: {link}")));
    lines.join("\n")
}

pub(crate) fn which(events: &[Event], clock: &Clock) -> String {
    format!("Which event do you mean?\n{}\nSay the number.", numbered(events, clock))
}

pub(crate) fn none_called(words: &str) -> String {
    format!("I found no event called “{words}” there. Ask “what's on my calendar this week?” to see what is.")
}

fn calendars(found: &Calendars) -> String {
    let line = |calendar: &super::super::answers::calendar::CalendarRow| {
        let main = if calendar.main { ", your main one" } else { "" };
        format!("• {} ({}{main})", calendar.name, access(&calendar.access))
    };
    let lines: Vec<String> = found.calendars.iter().map(line).collect();
    format!("{}:\n{}", counted(lines.len(), "calendar"), lines.join("\n"))
}

fn access(role: &str) -> &str {
    match role {
        "owner" => "yours",
        "writer" => "you can change it",
        "reader" => "you can read it",
        "freeBusyReader" => "you see when it is busy",
        other => other,
    }
}

fn times(found: &FreeTimes, clock: &Clock) -> String {
    let unknown =
        found.unknown.iter().map(|one| format!("\nI can't see the calendar of {}: {}", one.who, one.why));
    let unknown: String = unknown.collect();
    if found.times.is_empty() {
        let days = if found.weekends { "" } else { " from Monday to Friday" };
        return format!(
            "There is no time that suits everybody within {}{days}.{unknown}",
            found.working_hours
        );
    }
    let line = |time: &super::super::answers::calendar::Stretch| {
        format!("• {}", clock.told_from_to(&time.start, &time.end))
    };
    let lines: Vec<String> = found.times.iter().map(line).collect();
    format!("Free for everybody:\n{}{unknown}", lines.join("\n"))
}

fn busy(found: &BusyTimes, clock: &Clock) -> String {
    let told = found.who.iter().map(|whose| match (whose.known, whose.busy.as_slice()) {
        (false, _) => {
            let why = whose.problem.as_deref().unwrap_or("their calendar cannot be seen");
            format!("I can't tell about {}: {why}", whose.who)
        }
        (true, []) => format!("{} is free all that time.", whose.who),
        (true, busy) => {
            let lines: Vec<String> =
                busy.iter().map(|time| format!("• {}", clock.told_from_to(&time.start, &time.end))).collect();
            format!("{} is busy:\n{}", whose.who, lines.join("\n"))
        }
    });
    told.collect::<Vec<_>>().join("\n\n")
}

fn changed(changed: &Changed, about: &str, clock: &Clock) -> String {
    let what = match changed.did.as_str() {
        "created" => "Booked",
        "changed" => "Changed",
        "deleted" => "Cancelled",
        "answered" => "Answered",
        _ => "Done",
    };
    let mut lines = Vec::new();
    match &changed.event {
        Some(event) if changed.did != "deleted" => {
            lines.push(format!("{what}: {}", row(event, clock)));
            lines.extend(event.meet.as_ref().map(|link| format!("Meet: {link}")));
            lines.extend(event.link.as_ref().map(|link| format!("In your calendar: {link}")));
        }
        _ => lines.push(format!("{what}: “{about}”.")),
    }
    lines.extend(changed.notes.iter().cloned());
    lines.join("\n")
}
