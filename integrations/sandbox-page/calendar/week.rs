//! A week, day by day: what takes the whole day on top, the rest in its order.

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use maud::{Markup, html};
use sandbox_google::inspect::{Window, calendar::EventView};

use super::words::{answer_class, answer_words, clocks};
use crate::{Page, address, dates, reader::Reader};

/// The pane in the middle.
pub(crate) fn pane(page: &Page, reader: &Reader, monday: Date) -> Markup {
    let other = |days: i64| monday.checked_add(days.days()).unwrap_or(monday);
    let sunday = other(6);
    html! {
        div.pane {
            header.pane-head {
                h1 { "Calendar: " (monday.strftime("%-d %B")) " to " (sunday.strftime("%-d %B %Y")) }
                p.about { (reader.name) "’s calendars, as Google has them" }
            }
            nav.week-bar aria-label="Weeks" {
                a.button.small id="week-before" href=(address::week(&reader.handle, other(-7))) { "← Earlier" }
                a.button.small id="week-now" href=(address::calendar(&reader.handle)) { "This week" }
                a.button.small id="week-after" href=(address::week(&reader.handle, other(7))) { "Later →" }
            }
            div.scroll id="calendar" role="region" aria-label="Week" tabindex="0" data-part="calendar" {
                (part(page, reader, monday))
            }
        }
    }
}

/// The week itself, which changes.
pub(crate) fn part(page: &Page, reader: &Reader, monday: Date) -> Markup {
    let start = |days: i64| reader.midnight(monday.checked_add(days.days()).unwrap_or(monday));
    let window = Window { from: Some(start(0)), to: Some(start(7)) };
    let events = page.google.events(&reader.handle, &window);
    let today = reader.now().date();
    html! {
        ol.week {
            @for days in 0..7_i64 {
                @let date = monday.checked_add(days.days()).unwrap_or(monday);
                li.week-day data-day=(date) aria-current=[(date == today).then_some("date")] {
                    h2 { time datetime=(date) { (date.strftime("%a %-d")) } }
                    (day(reader, &events, date))
                }
            }
        }
    }
}

fn day(reader: &Reader, events: &[EventView], date: Date) -> Markup {
    let whole: Vec<&EventView> = events
        .iter()
        .filter(|event| event.days.is_some_and(|(first, last)| first <= date && date <= last))
        .collect();
    let timed: Vec<(&EventView, Zoned, Zoned)> = events
        .iter()
        .filter(|event| event.days.is_none())
        .map(|event| (event, reader.at(event.start), reader.at(event.end)))
        .filter(|(_, start, _)| start.date() == date)
        .collect();
    html! {
        ul.whole-day aria-label="All day" { @for event in whole { li { (line(reader, event, None)) } } }
        ul.timed aria-label="By the clock" {
            @for (event, start, end) in &timed { li { (line(reader, event, Some((start, end)))) } }
        }
    }
}

fn line(reader: &Reader, event: &EventView, times: Option<(&Zoned, &Zoned)>) -> Markup {
    let class = format!("entry {}", answer_class(event.answer));
    html! {
        a class=(class) href=(address::event(&reader.handle, &event.id)) data-event-id=(event.id) {
            @if let Some((start, end)) = times {
                time datetime=(dates::exact(start)) { (clocks(start, end)) }
                " "
            }
            span.title dir="auto" { (event.title) }
            @if event.private { span.hidden { " (private)" } span aria-hidden="true" { " 🔒" } }
            @if let Some(answer) = event.answer { span.hidden { " – you: " (answer_words(answer)) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{calendar::event::tests::sample, only_our_tags};

    proptest! {
        #[test]
        fn no_event_puts_a_tag_into_the_week(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let reader = Reader::sample();
            let event = sample(&words);
            let (start, end) = (reader.at(event.start), reader.at(event.end));
            only_our_tags(&line(&reader, &event, Some((&start, &end))).into_string());
            only_our_tags(&line(&reader, &event, None).into_string());
        }
    }
}
