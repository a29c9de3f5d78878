//! Somebody's calendar: a week, and one event. What the agent does there is seen here.

mod event;
mod week;
mod words;

use jiff::ToSpan;
use jiff::civil::Date;

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
