//! The instances of a series: where its rule puts them, and where somebody has put them since.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::event::{Event, Exception, Window};
use super::recurrence::Recurrence;
use super::when::{When, midnight, zone_named};
use crate::calendar::record::Calendar;

/// How far a series without an end is followed when nobody says until when.
const AHEAD: SignedDuration = SignedDuration::from_hours(2 * 365 * 24);

/// The instances of a series that lie in a window, cancelled ones included.
pub(super) fn of_series(calendar: &Calendar, series: &Event, window: &Window) -> Vec<Event> {
    let zone = calendar.time_zone();
    let unasked = sandbox_world::now().max(window.from.unwrap_or_default()).saturating_add(AHEAD);
    let wanted = window.to.unwrap_or_else(|| unasked.unwrap_or(Timestamp::MAX));
    // An instance may have been moved into the window from behind it; and in the east, a day begins before UTC's.
    let moved = exceptions(calendar, &series.id).map(|exception| exception.original.instant(&zone)).max();
    let wanted = moved.map_or(wanted, |moved| moved.max(wanted));
    let horizon = wanted.checked_add(SignedDuration::from_hours(24)).unwrap_or(wanted);
    let found = by_rule(series, horizon).into_iter().map(|instance| {
        let kept = calendar.events.get(&instance.id);
        kept.cloned().unwrap_or(instance)
    });
    found.filter(|event| window.holds(event, &zone)).collect()
}

/// The instances of a series before a moment, each where the rule puts it.
pub(super) fn by_rule(series: &Event, horizon: Timestamp) -> Vec<Event> {
    let Some(recurrence) = Recurrence::read(&series.recurrence) else { return Vec::new() };
    recurrence.starts(&series.start, horizon).into_iter().map(|start| instance(series, start)).collect()
}

/// One instance by its id, as `SERIES_20261115T090000Z`.
pub(super) fn by_id(calendar: &Calendar, id: &str) -> Option<Event> {
    let (series, suffix) = id.rsplit_once('_')?;
    let series = calendar.events.get(series).filter(|event| event.is_series())?;
    let day = Date::strptime("%Y%m%d", suffix.get(..8)?).ok()?;
    let horizon = midnight(day, &TimeZone::UTC);
    let horizon = horizon.checked_add(SignedDuration::from_hours(48)).ok()?;
    by_rule(series, horizon).into_iter().find(|instance| instance.id == id)
}

/// Whether a departure from a series still belongs to one that is there.
pub(super) fn has_series(calendar: &Calendar, event: &Event) -> bool {
    let series = event.exception.as_ref().and_then(|exception| calendar.events.get(&exception.series));
    series.is_some_and(|series| series.is_series() && !series.is_cancelled())
}

fn exceptions<'a>(calendar: &'a Calendar, series: &'a str) -> impl Iterator<Item = &'a Exception> {
    let all = calendar.events.values().filter_map(|event| event.exception.as_ref());
    all.filter(move |exception| exception.series == series)
}

fn id_of(series: &str, start: &When) -> String {
    format!("{series}_{}", start.suffix())
}

/// The series on another date, as long on the clock as it ever is.
fn instance(series: &Event, start: When) -> Event {
    let length = on_clock_of(&series.start, &series.end).duration_since(series.start.civil());
    let end = start.when_clock_shows(start.civil().checked_add(length).unwrap_or_else(|_| start.civil()));
    let end = match (&series.end, end) {
        (When::Moment { zone, .. }, When::Moment { at, .. }) => When::Moment { at, zone: zone.clone() },
        (_, end) => end,
    };
    Event {
        id: id_of(&series.id, &start),
        end,
        recurrence: Vec::new(),
        exception: Some(Exception { series: series.id.clone(), original: start.clone() }),
        start,
        ..series.clone()
    }
}

/// What the clock by which something starts shows when it ends.
fn on_clock_of(start: &When, end: &When) -> DateTime {
    match (start, end) {
        (When::Moment { zone, .. }, When::Moment { at, .. }) => at.to_zoned(zone_named(zone)).datetime(),
        _ => end.civil(),
    }
}
