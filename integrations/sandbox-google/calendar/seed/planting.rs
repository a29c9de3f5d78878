//! Puts one event of a world into the calendars of everybody it concerns.

use jiff::{Timestamp, ToSpan, Zoned};
use sandbox_world::{
    AnswerSeed, EventSeed, World, WorldFault,
    days::{self, Told},
};
use serde_json::{Map, Value, json};

use crate::account::Account;
use crate::calendar::book::Book;
use crate::calendar::draft::Draft;
use crate::calendar::event::{Answer, Attendee, Event, Party, Status};
use crate::calendar::seed::names::{id_of, zone_of};
use crate::calendar::when::{When, midnight, zone_named};
use crate::calendar::{Meet, conference, copies, insert, instances};

/// One event on its way into the calendars.
pub(super) struct Planting<'a> {
    pub(super) world: &'a World,
    pub(super) seed: &'a EventSeed,
    pub(super) now: Timestamp,
}

impl Planting<'_> {
    pub(super) fn plant(&self, book: &mut Book) -> Result<(), WorldFault> {
        let organizer = self.party(&self.seed.owner)?;
        let place = match &self.seed.calendar {
            None => organizer.email.to_lowercase(),
            Some(key) => {
                let calendar = self.world.calendars.iter().find(|calendar| calendar.key == *key);
                id_of(self.world, calendar.ok_or_else(|| WorldFault::UnknownCalendar(key.clone()))?)
            }
        };
        let shared = book.calendars.get(&place).filter(|calendar| calendar.primary_of.is_none());
        let creator = organizer.clone();
        let organizer = shared.map_or(organizer, |shared| shared.party(&[]));
        let clock = self.clock(book, &place);
        let draft = self.draft(&clock)?;
        let id = self.seed.id.clone().unwrap_or_else(insert::fresh_id);
        let event = insert::made(id, draft, organizer, creator);
        let departures = self.departures(&event, &clock)?;
        for one in std::iter::once(event).chain(departures) {
            keep(book, &place, one);
        }
        Ok(())
    }

    /// The organiser's clock; the first guest's where the organiser is outside.
    fn clock(&self, book: &Book, place: &str) -> Zoned {
        let theirs = book.calendars.get(place).map(|calendar| calendar.zone.clone());
        let guest = || self.seed.attendees.iter().find_map(|guest| zone_of(self.world, guest.who()));
        let zone = theirs.or_else(guest).unwrap_or_else(|| "Europe/Berlin".to_owned());
        self.now.to_zoned(zone_named(&zone))
    }

    fn draft(&self, clock: &Zoned) -> Result<Draft, WorldFault> {
        let zone = clock.time_zone().iana_name().unwrap_or("UTC");
        let start = told(&self.seed.start, clock)?;
        let end = self.end(&start, clock)?;
        let mut resource = json!({
            "start": written(&start, zone), "end": written(&end, zone), "attendees": self.guests()?,
        });
        let rule = self.seed.repeats.as_ref().map(|rule| json!([format!("RRULE:{rule}")]));
        if let Some(fields) = resource.as_object_mut() {
            fields.extend(rule.map(|rule| ("recurrence".to_owned(), rule)));
            fields.extend(self.fields());
        }
        let broken = |_| WorldFault::BrokenEvent(self.seed.title.clone());
        Draft::read(&resource, zone).map_err(broken)
    }

    fn fields(&self) -> Map<String, Value> {
        let seed = self.seed;
        let texts = [("location", &seed.location), ("description", &seed.description)];
        let mut fields: Map<String, Value> = texts
            .into_iter()
            .filter_map(|(name, text)| Some((name.to_owned(), text.clone()?.into())))
            .collect();
        fields.insert("summary".to_owned(), seed.title.clone().into());
        if seed.meet {
            let meet = conference::made(&insert::fresh_id(), Meet::Success);
            fields.insert("conferenceData".to_owned(), meet);
        }
        if seed.private {
            fields.insert("visibility".to_owned(), "private".into());
        }
        if seed.free {
            fields.insert("transparency".to_owned(), "transparent".into());
        }
        fields
    }

    fn guests(&self) -> Result<Vec<Attendee>, WorldFault> {
        let mut guests = Vec::new();
        for seed in &self.seed.attendees {
            let answer = match seed.answer() {
                AnswerSeed::Yes => Answer::Accepted,
                AnswerSeed::No => Answer::Declined,
                AnswerSeed::Maybe => Answer::Tentative,
                AnswerSeed::Waiting => Answer::NeedsAction,
            };
            let guest = Attendee::new(self.party(seed.who())?, answer);
            guests.push(Attendee { optional: seed.is_optional(), ..guest });
        }
        let organizer = self.party(&self.seed.owner)?;
        let named = guests.iter().any(|guest| guest.email == organizer.email);
        // Whoever invites others comes themselves.
        if !guests.is_empty() && self.seed.calendar.is_none() && !named {
            guests.insert(0, Attendee::new(organizer, Answer::Accepted));
        }
        Ok(guests)
    }

    fn departures(&self, series: &Event, clock: &Zoned) -> Result<Vec<Event>, WorldFault> {
        let mut found = Vec::new();
        for departure in &self.seed.departures {
            let unknown = || WorldFault::UnknownDay(departure.day.clone());
            let Told::Day(day) = told(&departure.day, clock)? else { return Err(unknown()) };
            let horizon = midnight(day, clock.time_zone()).checked_add(48.hours()).map_err(|_| unknown())?;
            let instances = instances::by_rule(series, horizon);
            let instance = instances.into_iter().find(|one| one.start.civil().date() == day);
            let instance = instance.ok_or_else(unknown)?;
            found.push(match &departure.moved_to {
                None => Event { status: Status::Cancelled, ..instance },
                Some(to) => moved(instance, &told(to, clock)?, clock).ok_or_else(unknown)?,
            });
        }
        Ok(found)
    }

    fn end(&self, start: &Told, clock: &Zoned) -> Result<Told, WorldFault> {
        let unknown = |text: &str| WorldFault::UnknownDay(text.to_owned());
        let next =
            |day: jiff::civil::Date| day.tomorrow().map(Told::Day).map_err(|_| unknown(&self.seed.start));
        match (start, self.seed.end.as_deref()) {
            (Told::Day(day), None) => next(*day),
            (Told::Moment(at), None) => {
                at.checked_add(1.hour()).map(Told::Moment).map_err(|_| unknown(&self.seed.start))
            }
            (Told::Moment(at), Some(text)) => match days::time(text) {
                Some(time) => {
                    let day = at.to_zoned(clock.time_zone().clone()).date();
                    days::at(day, time, clock).map(Told::Moment).ok_or_else(|| unknown(text))
                }
                None => told(text, clock),
            },
            (Told::Day(_), Some(text)) => match told(text, clock)? {
                Told::Day(last) => next(last),
                Told::Moment(_) => Err(unknown(text)),
            },
        }
    }

    fn party(&self, text: &str) -> Result<Party, WorldFault> {
        if let Some(account) = Account::all(self.world).iter().find(|account| account.handle == text) {
            return Ok(Party::of(account));
        }
        let (name, address) = match text.trim().strip_suffix('>').and_then(|text| text.rsplit_once('<')) {
            Some((name, address)) => (Some(name.trim().trim_matches('"').to_owned()), address.trim()),
            None => (None, text.trim()),
        };
        if !address.contains('@') {
            return Err(WorldFault::UnknownPerson(text.to_owned()));
        }
        Ok(Party { email: address.to_owned(), name: name.filter(|name| !name.is_empty()) })
    }
}

/// Whoever is outside has no calendar here; their guests have their copies all the same.
fn keep(book: &mut Book, place: &str, event: Event) {
    if book.calendars.contains_key(place) {
        let id = event.id.clone();
        book.keep(place, event);
        copies::publish(book, place, &id);
        return;
    }
    let guests: Vec<String> = event.attendees.iter().map(|guest| guest.email.to_lowercase()).collect();
    for guest in guests {
        if book.calendars.contains_key(&guest) {
            book.keep(&guest, event.clone());
        }
    }
}

fn told(text: &str, clock: &Zoned) -> Result<Told, WorldFault> {
    days::read(text, clock).ok_or_else(|| WorldFault::UnknownDay(text.to_owned()))
}

/// An instance at another time, as long as before.
fn moved(instance: Event, to: &Told, clock: &Zoned) -> Option<Event> {
    let zone = clock.time_zone();
    let start = when(to, zone.iana_name().unwrap_or("UTC"));
    let (from, until) = instance.span(zone);
    let end = start.instant(zone).checked_add(until.duration_since(from)).ok()?;
    let end = instance.end.when_clock_shows(end.to_zoned(zone.clone()).datetime());
    Some(Event { start, end, ..instance })
}

fn when(told: &Told, zone: &str) -> When {
    match told {
        Told::Day(date) => When::Day(*date),
        Told::Moment(at) => When::Moment { at: *at, zone: zone.to_owned() },
    }
}

fn written(told: &Told, zone: &str) -> Value {
    when(told, zone).json(&zone_named(zone))
}
