//! Which event is meant, and how much of its series.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kernel::{Call, Code, Failure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::{Event, Known};
use super::moment::Moment;
use super::recurrence::Rule;
use super::split::Cut;
use super::{Calendar, CalendarId, EventName, Place, Window};
use crate::api::{Id, Trouble};

/// How far back and ahead an event is looked for by its title.
const BACK: SignedDuration = SignedDuration::from_hours(24);
const AHEAD: SignedDuration = SignedDuration::from_hours(60 * 24);
const MOST_NAMED: usize = 5;

/// How much of a series is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// This one occurrence.
    #[default]
    This,
    /// This one and all later ones.
    Following,
    /// The whole series.
    All,
}

/// What was named.
#[derive(Clone, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) event: &'a str,
    pub(crate) calendar: &'a str,
    pub(crate) scope: Scope,
}

/// What a change reaches.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    /// A single event, or one occurrence.
    One(Known),
    Whole(Series),
    Rest(Series),
}

/// A series, and the occurrence by which it was named.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) master: Known,
    /// Occurrences that differ from it.
    exceptions: Vec<Event>,
    /// Its first occurrence.
    pub(crate) first: Moment,
    /// The named one, where the rule has it.
    pub(crate) at: Moment,
    /// How many the rule gives before that one.
    before: u32,
}

/// Where the named event is.
pub(crate) struct Target {
    pub(crate) place: Place,
    pub(crate) zone: TimeZone,
    pub(crate) named: Known,
    pub(crate) reach: Reach,
}

impl Target {
    pub(crate) async fn find(calendar: &Calendar, call: &Call, named: &Named<'_>) -> Result<Self, Failure> {
        let zone = calendar.zone(call).await?;
        let (place, known) = found(calendar, call, named, &zone).await?;
        let at = CalendarId::parse(&place.id)?;
        let reach = reached(calendar, &at, &known, (named.scope, &zone)).await?;
        Ok(Self { place, zone, named: known, reach })
    }

    /// The same for something that is to be changed. Nobody but its organiser can cut a series in two.
    pub(crate) async fn find_to_change(
        calendar: &Calendar,
        call: &Call,
        named: &Named<'_>,
    ) -> Result<Self, Failure> {
        let target = Self::find(calendar, call, named).await?;
        match &target.reach {
            Reach::Rest(_) if !target.is_shared() => Err(Failure::model(
                Code::NotAvailable,
                "Only the organiser can change the rest of this series. Use `scope`: `this` or `all` for the user's own \
                 copy.",
            )),
            Reach::Rest(_) | Reach::One(_) | Reach::Whole(_) => Ok(target),
        }
    }

    /// Whether a change is everybody's: the organiser's always is, a guest's only where the organiser lets them.
    pub(super) fn is_shared(&self) -> bool {
        self.named.event.is_own() || self.named.event.guests_can_modify
    }
}

async fn found(
    calendar: &Calendar,
    call: &Call,
    named: &Named<'_>,
    zone: &TimeZone,
) -> Result<(Place, Known), Failure> {
    let name = EventName::read(named.event);
    let of_link = name.as_ref().and_then(|name| name.calendar.as_deref());
    let place = match of_link {
        Some(own) if named.calendar == "primary" && own.eq_ignore_ascii_case(&call.account.0) => {
            Place::primary()
        }
        Some(other) if named.calendar == "primary" => calendar.place(other).await?,
        Some(_) | None => calendar.place(named.calendar).await?,
    };
    let at = CalendarId::parse(&place.id)?;
    let known = match name {
        None => by_title(calendar, &at, named.event, zone).await?,
        Some(name) => match calendar.event(&at, &Id::parse("event", &name.id)?).await {
            Ok(known) => known,
            Err(Trouble::Missing(_)) => by_title(calendar, &at, named.event, zone).await?,
            Err(trouble) => return Err(trouble.into()),
        },
    };
    if known.event.is_cancelled() {
        let words = "That event was deleted. List the events again for those that are there.";
        return Err(Failure::not_found(words));
    }
    Ok((place, known))
}

/// The one event of the next weeks that has exactly this title; of a series its next occurrence.
async fn by_title(
    calendar: &Calendar,
    at: &CalendarId,
    title: &str,
    zone: &TimeZone,
) -> Result<Known, Failure> {
    let now = calendar.now();
    let window = Window { from: now - BACK, to: now + AHEAD, words: Some(title) };
    let listed = calendar.events(at, &window, zone).await?;
    let fits = |event: &&Event| event.title().eq_ignore_ascii_case(title.trim());
    let fitting: Vec<&Event> = listed.events.iter().filter(fits).collect();
    let Some(first) = fitting.first() else {
        return Err(Failure::not_found(
            "There is no event of that id, and none of that title in the next weeks. Use an id from \
             calendar.list_events.",
        ));
    };
    let one_series = first.recurring_event_id.is_some()
        && fitting.iter().all(|event| event.recurring_event_id == first.recurring_event_id);
    if fitting.len() > 1 && !one_series {
        let listed: Vec<String> = fitting
            .iter()
            .take(MOST_NAMED)
            .map(|event| format!("{} {}", event.id, event.described(zone)))
            .collect();
        let words = "Several events have that title. Use the id of the one that is meant.";
        return Err(Failure::conflict(words).quoting(listed.join("\n")));
    }
    Ok(calendar.event(at, &Id::parse("event", &first.id)?).await?)
}

async fn reached(
    calendar: &Calendar,
    at: &CalendarId,
    known: &Known,
    (scope, zone): (Scope, &TimeZone),
) -> Result<Reach, Failure> {
    let master = match (&known.event.recurring_event_id, known.event.is_series(), scope) {
        (None, false, _) | (Some(_), _, Scope::This) => return Ok(Reach::One(known.clone())),
        (None, true, Scope::This) => {
            return Err(Failure::invalid(
                "That id stands for a whole series. Use the id of one occurrence, from calendar.list_events, or \
                 `scope`: `all`.",
            ));
        }
        (None, true, Scope::Following | Scope::All) => known.clone(),
        (Some(series), _, Scope::Following | Scope::All) => {
            calendar.event(at, &Id::parse("event", series)?).await?
        }
    };
    let unreadable =
        || Failure::model(Code::NotAvailable, "Google does not say when this series takes place.");
    let first = Moment::of(&master.event.start, zone).ok_or_else(unreadable)?;
    // Times of an occurrence may come in another zone than the one whose clocks the series follows.
    let own_zone = match &first {
        Moment::At(first) => first.time_zone().clone(),
        Moment::Day(_) => zone.clone(),
    };
    let named_at = known.event.original_start(&own_zone).ok_or_else(unreadable)?.on(&own_zone);
    let exceptions = calendar.exceptions(at, &master.event).await?;
    let mut series = Series { master, exceptions, first, at: named_at, before: 0 };
    if scope == Scope::All || series.at == series.first {
        return Ok(Reach::Whole(series));
    }
    series.before = series.count_before(calendar, at, zone).await?;
    Ok(Reach::Rest(series))
}

impl Series {
    /// Only a series that counts its occurrences needs to know how many are over.
    async fn count_before(
        &self,
        calendar: &Calendar,
        at: &CalendarId,
        zone: &TimeZone,
    ) -> Result<u32, Failure> {
        let counts = Rule::of_lines(&self.master.event.recurrence).and_then(|rule| rule.count());
        if counts.is_none() {
            return Ok(0);
        }
        let id = Id::parse("event", &self.master.event.id)?;
        let listed = calendar.instances(at, &id, None).await?;
        let cut: Timestamp = self.at.instant(zone)?;
        let starts = listed.iter().filter_map(|known| known.event.original_start(zone)?.instant(zone).ok());
        let over = i64::try_from(starts.filter(|start| *start < cut).count()).unwrap_or(0);
        let sum = over + self.cut(&[]).uncounted_before()?;
        Ok(u32::try_from(sum).unwrap_or(0))
    }

    /// The whole of it, as something that is cut at its beginning.
    pub(crate) fn whole<'a>(&'a self, skipped: &'a [Moment]) -> Cut<'a> {
        Cut { at: &self.first, before: 0, ..self.cut(skipped) }
    }

    pub(crate) fn cut<'a>(&'a self, skipped: &'a [Moment]) -> Cut<'a> {
        Cut {
            lines: &self.master.event.recurrence,
            first: &self.first,
            at: &self.at,
            before: self.before,
            skipped,
        }
    }

    /// Occurrences that were taken out: all of them, or those from the named one on.
    pub(crate) fn skipped(&self, scope: Scope) -> Vec<Moment> {
        let places = self.exceptions.iter().filter(|event| event.is_cancelled());
        let places = places.filter_map(|event| self.place_of(event));
        places.filter(|place| scope == Scope::All || !self.is_before(place)).collect()
    }

    /// The occurrences from the named one on that take place, the next ones first.
    pub(crate) async fn following(
        &self,
        calendar: &Calendar,
        at: &CalendarId,
    ) -> Result<Vec<Known>, Failure> {
        let zone = self.first.own_zone();
        let id = Id::parse("event", &self.master.event.id)?;
        let listed = calendar.instances(at, &id, Some(self.at.instant(&zone)?)).await?;
        let later = |known: &Known| {
            let place = self.place_of(&known.event);
            !known.event.is_cancelled() && place.is_some_and(|place| !self.is_before(&place))
        };
        Ok(listed.into_iter().filter(later).collect())
    }

    /// Occurrences that were changed, in words: all of them, or those from the named one on.
    pub(crate) fn changed(&self, scope: Scope, zone: &TimeZone) -> Vec<String> {
        let kept = self.exceptions.iter().filter(|event| !event.is_cancelled());
        kept.filter(|event| {
            scope == Scope::All || self.place_of(event).is_some_and(|place| !self.is_before(&place))
        })
        .map(|event| event.described(zone))
        .collect()
    }

    fn place_of(&self, event: &Event) -> Option<Moment> {
        let zone = self.first.own_zone();
        Some(event.original_start(&zone)?.on(&zone))
    }

    fn is_before(&self, place: &Moment) -> bool {
        place.is_before(&self.at)
    }
}
