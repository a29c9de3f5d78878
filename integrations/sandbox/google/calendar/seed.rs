//! The calendars a world begins with.

use jiff::{Timestamp, ToSpan, Zoned};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::book::{Book, Calendar, Role, Rule, Scope};
use super::draft::Draft;
use super::event::{Answer, Attendee, Event, Party, Status, Window};
use super::when::{When, zone_named};
use super::{Meet, conference, copies, insert, instances};
use crate::google::State;
use crate::google::account::Account;
use crate::seed::WorldFault;
use crate::world::days::{self, Told};
use crate::world::{AnswerSeed, CalendarSeed, EventSeed, ShareSeed, World};

/// Puts the calendars and events of a world in.
pub(crate) fn seed(state: &mut State, world: &World, now: Timestamp) -> Result<(), WorldFault> {
    welcome(state, world);
    for calendar in &world.calendars {
        let made = shared(world, calendar)?;
        state.book.calendars.insert(made.id.clone(), made);
    }
    for event in &world.events {
        Planting { world, seed: event, now }.plant(&mut state.book)?;
    }
    state.book.forgotten = state.book.tick();
    Ok(())
}

/// Gives everybody who has none yet a calendar of their own.
pub(crate) fn welcome(state: &mut State, world: &World) {
    for (person, account) in world.people.iter().zip(Account::all(world)) {
        let zone = person.zone.as_deref().unwrap_or("Europe/Berlin");
        state.book.add_primary(&account, zone, &world.domain);
    }
}

fn shared(world: &World, seed: &CalendarSeed) -> Result<Calendar, WorldFault> {
    let mut rules = Vec::new();
    if let Some(owner) = &seed.owner {
        rules.push(rule(world, owner, Role::Owner)?);
    }
    for (handle, share) in &seed.shared_with {
        let role = match share {
            ShareSeed::Busy => Role::FreeBusyReader,
            ShareSeed::Read => Role::Reader,
            ShareSeed::Write => Role::Writer,
        };
        rules.push(rule(world, handle, role)?);
    }
    let zone = seed.zone.clone().or_else(|| zone_of(world, seed.owner.as_deref()?));
    Ok(Calendar {
        id: id_of(world, seed),
        name: seed.name.clone(),
        zone: zone.unwrap_or_else(|| "Europe/Berlin".to_owned()),
        primary_of: None,
        rules,
        events: std::collections::BTreeMap::new(),
    })
}

fn rule(world: &World, handle: &str, role: Role) -> Result<Rule, WorldFault> {
    let person = world.people.iter().find(|person| person.handle == handle);
    let person = person.ok_or_else(|| WorldFault::UnknownPerson(handle.to_owned()))?;
    Ok(Rule { scope: Scope::User(world.address(person)), role })
}

/// The same for the same world, so that a restarted sandbox has the calendars its clients know.
fn id_of(world: &World, seed: &CalendarSeed) -> String {
    seed.id.clone().unwrap_or_else(|| {
        let digest = hex::encode(Sha256::digest(format!("{} {}", world.domain, seed.key)));
        format!("c_{digest}@group.calendar.google.com")
    })
}

fn zone_of(world: &World, handle: &str) -> Option<String> {
    world.people.iter().find(|person| person.handle == handle)?.zone.clone()
}

/// One event on its way into the calendars.
struct Planting<'a> {
    world: &'a World,
    seed: &'a EventSeed,
    now: Timestamp,
}

impl Planting<'_> {
    fn plant(&self, book: &mut Book) -> Result<(), WorldFault> {
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
            self.keep(book, &place, one);
        }
        Ok(())
    }

    /// Whoever is outside has no calendar here; their guests have their copies all the same.
    fn keep(&self, book: &mut Book, place: &str, event: Event) {
        let id = event.id.clone();
        if book.calendars.contains_key(place) {
            book.keep(place, event);
            copies::publish(book, place, &id);
            return;
        }
        let guests: Vec<String> = event.attendees.iter().map(|guest| guest.email.to_lowercase()).collect();
        for guest in
            guests.iter().filter(|guest| book.calendars.contains_key(*guest)).cloned().collect::<Vec<_>>()
        {
            book.keep(&guest, event.clone());
        }
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
        let start = self.told(&self.seed.start, clock)?;
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
        let guest = |seed: &crate::world::GuestSeed| {
            let party = self.party(seed.who())?;
            Ok(Attendee {
                email: party.email,
                display_name: party.name,
                response_status: match seed.answer() {
                    AnswerSeed::Yes => Answer::Accepted,
                    AnswerSeed::No => Answer::Declined,
                    AnswerSeed::Maybe => Answer::Tentative,
                    AnswerSeed::Waiting => Answer::NeedsAction,
                },
                optional: seed.is_optional(),
                resource: false,
                comment: None,
                additional_guests: None,
            })
        };
        let mut guests = self.seed.attendees.iter().map(guest).collect::<Result<Vec<_>, WorldFault>>()?;
        let organizer = self.party(&self.seed.owner)?;
        // Whoever invites others comes themselves.
        if !guests.is_empty()
            && self.seed.calendar.is_none()
            && !guests.iter().any(|one| one.email == organizer.email)
        {
            let yes = Attendee {
                email: organizer.email,
                display_name: organizer.name,
                response_status: Answer::Accepted,
                optional: false,
                resource: false,
                comment: None,
                additional_guests: None,
            };
            guests.insert(0, yes);
        }
        Ok(guests)
    }

    fn departures(&self, series: &Event, clock: &Zoned) -> Result<Vec<Event>, WorldFault> {
        let zone = clock.time_zone();
        let mut found = Vec::new();
        for departure in &self.seed.departures {
            let unknown = || WorldFault::UnknownDay(departure.day.clone());
            let Told::Day(day) = self.told(&departure.day, clock)? else { return Err(unknown()) };
            let midnight = super::when::midnight(day, zone);
            let window = Window { from: Some(midnight), to: midnight.checked_add(24.hours()).ok() };
            let alone = Calendar {
                id: String::new(),
                name: String::new(),
                zone: zone.iana_name().unwrap_or("UTC").to_owned(),
                primary_of: None,
                rules: Vec::new(),
                events: std::collections::BTreeMap::new(),
            };
            let mut instance =
                instances::of_series(&alone, series, &window).into_iter().next().ok_or_else(unknown)?;
            match &departure.moved_to {
                None => instance.status = Status::Cancelled,
                Some(to) => {
                    let to = when(&self.told(to, clock)?, zone.iana_name().unwrap_or("UTC"));
                    let (start, end) = instance.span(zone);
                    let later = to.instant(zone).checked_add(end.duration_since(start));
                    let end = later.map_err(|_| unknown())?.to_zoned(zone.clone()).datetime();
                    instance.end = instance.end.when_clock_shows(end);
                    instance.start = to;
                }
            }
            found.push(instance);
        }
        Ok(found)
    }

    fn told(&self, text: &str, clock: &Zoned) -> Result<Told, WorldFault> {
        days::read(text, clock).ok_or_else(|| WorldFault::UnknownDay(text.to_owned()))
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
                None => self.told(text, clock),
            },
            (Told::Day(_), Some(text)) => match self.told(text, clock)? {
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

fn when(told: &Told, zone: &str) -> When {
    match told {
        Told::Day(date) => When::Day(*date),
        Told::Moment(at) => When::Moment { at: *at, zone: zone.to_owned() },
    }
}

fn written(told: &Told, zone: &str) -> Value {
    when(told, zone).json(&zone_named(zone))
}
