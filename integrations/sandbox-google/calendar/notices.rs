//! What is mailed because of an event: to everybody or nobody, as the client decides, and every mail is noted down.

mod notice;

use sandbox_world::{AttachmentSeed, MailSeed};

pub(crate) use self::notice::Notice;
pub(crate) use self::notice::Occasion;
use super::event::Event;
use super::refused;
use super::when::{When, zone_named};
use crate::calendar::visit::Visit;
use crate::call::Call;
use crate::refusal::Refusal;
use crate::{State, gmail};

/// Whom the client lets be mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    All,
    ExternalOnly,
    Nobody,
}

impl Audience {
    fn of(call: &Call) -> Self {
        match call.query.one("sendUpdates") {
            Some("all") => Self::All,
            Some("externalOnly") => Self::ExternalOnly,
            None if call.query.is_true("sendNotifications") => Self::All,
            Some(_) | None => Self::Nobody,
        }
    }
}

/// Mails the guests of an event, as far as the call allows; nobody is told of what they did themselves.
pub(super) fn tell_guests(
    state: &mut State,
    visit: &Visit<'_>,
    occasion: Occasion,
    event: &Event,
) -> Result<(), Refusal> {
    let guests: Vec<String> = event.attendees.iter().map(|guest| guest.email.clone()).collect();
    let told = guests.iter().filter(|guest| !event.is_organized_by(guest));
    tell(state, visit, occasion, event, told.cloned().collect())
}

/// Mails some people about an event, as far as the call allows.
pub(super) fn tell(
    state: &mut State,
    visit: &Visit<'_>,
    occasion: Occasion,
    event: &Event,
    people: Vec<String>,
) -> Result<(), Refusal> {
    let audience = Audience::of(visit.call);
    for to in people.into_iter().filter(|to| !to.eq_ignore_ascii_case(&visit.account.address)) {
        let inside = visit.everybody.iter().any(|account| account.address.eq_ignore_ascii_case(&to));
        match audience {
            Audience::Nobody => continue,
            Audience::ExternalOnly if inside => continue,
            Audience::All | Audience::ExternalOnly => {}
        }
        let at = sandbox_world::now();
        let title = event.text("summary").unwrap_or("(No title)").to_owned();
        if inside {
            let mail = letter(visit, occasion, event, &to);
            gmail::deliver(state, visit.everybody, &mail, at).map_err(|_| refused::backend())?;
        }
        let from = visit.account.address.clone();
        state.book.notices.push(Notice { at, occasion, event: event.id.clone(), title, from, to });
    }
    Ok(())
}

fn letter(visit: &Visit<'_>, occasion: Occasion, event: &Event, to: &str) -> MailSeed {
    let title = event.text("summary").unwrap_or("(No title)");
    let (opening, method) = match occasion {
        Occasion::Invitation => ("Invitation".to_owned(), "REQUEST"),
        Occasion::Update => ("Updated invitation".to_owned(), "REQUEST"),
        Occasion::Cancellation => ("Cancelled event".to_owned(), "CANCEL"),
        Occasion::Answer => (answer_word(event, &visit.account.address).to_owned(), "REPLY"),
    };
    let when = in_words(event);
    let name = &visit.account.name;
    let organizer = event.organizer.name.as_ref().unwrap_or(&event.organizer.email);
    let mut lines = vec![title.to_owned(), when.clone()];
    lines.extend(event.text("location").map(str::to_owned));
    lines.extend(super::conference::link(event).map(|link| format!("Join with Google Meet: {link}")));
    lines.push(format!("Organizer: {organizer}"));
    lines.extend(event.text("description").map(|description| format!("\n{description}")));
    MailSeed {
        from: format!("{name} via Google Calendar <calendar-notification@google.com>"),
        to: vec![to.to_owned()],
        subject: format!("{opening}: {title} @ {when}"),
        text: Some(lines.join("\n")),
        unread: true,
        headers: [("Reply-To".to_owned(), visit.account.address.clone())].into(),
        attachments: vec![AttachmentSeed {
            name: "invite.ics".to_owned(),
            kind: "application/ics".to_owned(),
            text: Some(ics(event, method)),
            base64: None,
        }],
        ..MailSeed::default()
    }
}

fn answer_word(event: &Event, address: &str) -> &'static str {
    use super::event::Answer;
    match event.guest(address).map(|guest| guest.response_status) {
        Some(Answer::Accepted) => "Accepted",
        Some(Answer::Tentative) => "Tentatively accepted",
        Some(Answer::Declined) => "Declined",
        Some(Answer::NeedsAction) | None => "Answer withdrawn",
    }
}

fn in_words(event: &Event) -> String {
    match (&event.start, &event.end) {
        (When::Moment { at, zone }, When::Moment { at: end, .. }) => {
            let clock = zone_named(zone);
            let (start, end) = (at.to_zoned(clock.clone()), end.to_zoned(clock));
            format!("{} - {} ({zone})", start.strftime("%a %b %-d, %Y %H:%M"), end.strftime("%H:%M"))
        }
        (start, _) => start.civil().strftime("%a %b %-d, %Y").to_string(),
    }
}

fn ics(event: &Event, method: &str) -> String {
    let stamp = |when: &When| match when {
        When::Day(_) => format!(";VALUE=DATE:{}", when.suffix()),
        When::Moment { .. } => format!(":{}", when.suffix()),
    };
    let escaped =
        |text: &str| text.replace('\\', "\\\\").replace('\n', "\\n").replace(',', "\\,").replace(';', "\\;");
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "PRODID:-//Google Inc//Google Calendar 70.9054//EN".to_owned(),
        "VERSION:2.0".to_owned(),
        format!("METHOD:{method}"),
        "BEGIN:VEVENT".to_owned(),
        format!("DTSTART{}", stamp(&event.start)),
        format!("DTEND{}", stamp(&event.end)),
        format!("UID:{}", event.uid),
        format!("SEQUENCE:{}", event.sequence),
        format!("ORGANIZER:mailto:{}", event.organizer.email),
        format!("SUMMARY:{}", escaped(event.text("summary").unwrap_or_default())),
    ];
    lines.extend(event.recurrence.iter().cloned());
    for guest in &event.attendees {
        let answer = serde_json::json!(guest.response_status);
        let answer = match answer.as_str().map(str::to_uppercase) {
            Some(word) if word != "NEEDSACTION" => word,
            _ => "NEEDS-ACTION".to_owned(),
        };
        lines.push(format!("ATTENDEE;PARTSTAT={answer}:mailto:{}", guest.email));
    }
    lines.extend(["END:VEVENT".to_owned(), "END:VCALENDAR".to_owned(), String::new()]);
    lines.join("\r\n")
}
