//! Somebody's calendar: a week, and one event. What the agent does there is seen here.

mod event;
mod week;

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use sandbox_google::inspect::GuestAnswer;

pub(super) use self::{
    event::{framed, pane as event_pane, part as event_part},
    week::{pane as week_pane, part as week_part},
};
use super::reader::Reader;

/// The Monday of the week that is asked for, by any of its days; this week otherwise.
pub(super) fn monday(asked: Option<&str>, reader: &Reader) -> Date {
    let day = asked.and_then(|text| text.parse().ok()).unwrap_or_else(|| reader.now().date());
    day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).unwrap_or(day)
}

/// What a guest says, in words.
fn answer_words(answer: GuestAnswer) -> &'static str {
    match answer {
        GuestAnswer::NeedsAction => "has not answered",
        GuestAnswer::Declined => "is not coming",
        GuestAnswer::Tentative => "may come",
        GuestAnswer::Accepted => "is coming",
    }
}

/// The answer as a class for the style sheet.
fn answer_class(answer: Option<GuestAnswer>) -> &'static str {
    match answer {
        None | Some(GuestAnswer::Accepted) => "yes",
        Some(GuestAnswer::NeedsAction) => "waiting",
        Some(GuestAnswer::Declined) => "no",
        Some(GuestAnswer::Tentative) => "maybe",
    }
}

/// `09:30 – 09:45`
fn clocks(start: &Zoned, end: &Zoned) -> String {
    format!("{} – {}", start.strftime("%H:%M"), end.strftime("%H:%M"))
}
