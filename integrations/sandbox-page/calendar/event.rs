//! One event: when and where it is, who comes, and its description in a frame that runs and fetches nothing.

use axum::response::Response;
use maud::{Markup, html};
use sandbox_google::inspect::calendar::{EventView, GuestView};

use super::words::{answer_class, answer_words, clocks};
use crate::{Page, address, dates, mail, reader::Reader};

/// The pane in the middle; `None` when there is no such event.
pub(crate) fn pane(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    let event = page.google.event(&reader.handle, id)?;
    Some(html! {
        div.pane {
            header.pane-head {
                a.back href=(address::week(&reader.handle, first_day(reader, &event))) { "← Week" }
                h1 dir="auto" { (event.title) }
            }
            div.scroll.letter-pane id="event" data-event-id=(event.id) data-part="event" { (shown(reader, &event)) }
        }
    })
}

/// The event itself, which changes.
pub(crate) fn part(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    page.google.event(&reader.handle, id).map(|event| shown(reader, &event))
}

/// The description of an event, for its frame.
pub(crate) fn framed(page: &Page, reader: &Reader, id: &str) -> Option<Response> {
    page.google.event(&reader.handle, id)?.description.map(mail::foreign_html)
}

fn first_day(reader: &Reader, event: &EventView) -> jiff::civil::Date {
    event.days.map_or_else(|| reader.at(event.start).date(), |(first, _)| first)
}

fn shown(reader: &Reader, event: &EventView) -> Markup {
    html! {
        @if event.cancelled { p.called-off { strong { "Called off." } } }
        dl.headers {
            dt { "When" } dd id="event-when" { (when(reader, event)) }
            @if let Some(place) = &event.location { dt { "Where" } dd dir="auto" { (place) } }
            @if let Some(meet) = &event.meet { dt { "Meet" } dd id="event-meet" { (meet) } }
            dt { "Organiser" } dd dir="auto" { (event.organizer) }
            dt { "Calendar" } dd dir="auto" { (event.calendar_name) }
            @if !event.recurrence.is_empty() { dt { "Repeats" } dd { (event.recurrence.join(" ")) } }
            @if event.series.is_some() { dt { "Repeats" } dd { "One of a series" } }
            @if event.private { dt { "Shown to others" } dd { "Only that the time is taken" } }
        }
        @if !event.guests.is_empty() { (guests(&event.guests)) }
        @if event.description.is_some() {
            iframe.html-body.description title="Description" sandbox="" referrerpolicy="no-referrer"
                src=(address::event_html(&reader.handle, &event.id, &event.etag)) {}
        }
    }
}

fn when(reader: &Reader, event: &EventView) -> Markup {
    let day = |date: jiff::civil::Date| date.strftime("%A, %-d %B %Y").to_string();
    let (start, end) = (reader.at(event.start), reader.at(event.end));
    html! {
        @match event.days {
            Some((first, last)) if first == last => (day(first)),
            Some((first, last)) => { (day(first)) " to " (day(last)) },
            None if start.date() == end.date() => {
                time datetime=(dates::exact(&start)) { (day(start.date())) ", " (clocks(&start, &end)) }
            }
            None => { (dates::full(&start)) " to " (dates::full(&end)) },
        }
    }
}

fn guests(guests: &[GuestView]) -> Markup {
    html! {
        section.guests aria-labelledby="guests-title" {
            h2 id="guests-title" { "Guests" }
            ul id="guests" {
                @for guest in guests {
                    li class=(answer_class(Some(guest.answer))) data-guest=(guest.address) {
                        span.name dir="auto" { (guest.name) } " "
                        @if guest.name != guest.address { span.small { (guest.address) } " " }
                        span.answer { (answer_words(guest.answer)) }
                        @if guest.optional { " (optional)" }
                        @if let Some(comment) = &guest.comment { q dir="auto" { (comment) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;
    use sandbox_google::inspect::GuestAnswer;

    /// An event in which a stranger has written the same words everywhere.
    pub(in crate::calendar) fn sample(words: &str) -> EventView {
        let words = words.to_owned();
        let guest = GuestView {
            name: words.clone(),
            address: words.clone(),
            answer: GuestAnswer::Tentative,
            optional: true,
            comment: Some(words.clone()),
        };
        EventView {
            id: words.clone(),
            calendar: words.clone(),
            calendar_name: words.clone(),
            title: words.clone(),
            start: Timestamp::UNIX_EPOCH,
            end: Timestamp::UNIX_EPOCH,
            days: None,
            location: Some(words.clone()),
            description: Some(words.clone()),
            organizer: words.clone(),
            guests: vec![guest],
            answer: Some(GuestAnswer::NeedsAction),
            meet: Some(words.clone()),
            recurrence: vec![words.clone()],
            series: Some(words.clone()),
            private: true,
            cancelled: true,
            etag: words,
        }
    }

    proptest! {
        #[test]
        fn no_event_puts_a_tag_around_itself(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            only_our_tags(&shown(&Reader::sample(), &sample(&words)).into_string());
        }
    }
}
