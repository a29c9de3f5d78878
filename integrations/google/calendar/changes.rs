//! What a call does to a calendar: its writes, who hears of them, and what a person should know before.

use jiff::tz::TimeZone;
use kernel::{
    ChangeState, Effect, Failure, Kind, Plan, Reversible, Sink, SinkKind, Span, Target, Term, TermKind, Time,
    Undo, Unmade,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::access::Onlookers;
use super::beside::{opened, taken_away};
use super::event::Known;
use super::guests::{Notify, others};
use super::moment::Moment;
use super::purpose::Purpose;
use super::take_back::Back;
use super::write::{Found, Write};
use super::zone::name_of;
use super::{Calendar, CalendarId, Place, card};
use crate::gmail::hygiene::visible_line;
use crate::undo::WayBack as _;

/// What is countersigned, and all that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Changes {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    purpose: Option<Purpose>,
    pub(crate) calendar: Place,
    /// The event it is about, as it was; nothing for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<About>,
    /// In which the card tells times.
    pub(crate) zone: String,
    pub(crate) notify: Notify,
    /// Everybody else who has the event, or will have it.
    pub(crate) guests: Vec<String>,
    /// Who else sees it, because they see the calendar.
    #[serde(default)]
    pub(super) onlookers: Onlookers,
    /// The domain of the requester's own organisation, if by default everybody there sees the calendar. Nobody chose
    /// them for this event, so they are no onlookers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) organisation: Option<String>,
    /// What a person should know before.
    pub(crate) remarks: Vec<String>,
    #[serde(default)]
    pub(super) way_back: WayBack,
    pub(crate) writes: Vec<Write>,
}

/// Whether it can be turned round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WayBack {
    #[default]
    Open,
    /// Only by somebody else.
    Closed,
}

/// An event in words by which a person recognises it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) described: String,
    #[serde(default)]
    title: String,
    /// Who comes to it or called it.
    #[serde(default)]
    people: Vec<String>,
    pub(crate) link: Option<String>,
}

/// What became of each write that was made.
pub(crate) type Made = Vec<Option<Known>>;

impl Changes {
    pub(crate) fn new(purpose: Purpose, place: Place, zone: &TimeZone, writes: Vec<Write>) -> Self {
        Self {
            purpose: Some(purpose),
            calendar: place,
            about: None,
            zone: name_of(zone).to_owned(),
            notify: Notify::None,
            guests: Vec::new(),
            onlookers: Onlookers::Unasked,
            organisation: None,
            remarks: Vec::new(),
            way_back: WayBack::Open,
            writes,
        }
    }

    pub(crate) fn purpose(&self) -> Purpose {
        self.purpose.unwrap_or_else(|| Purpose::of_writes(&self.writes))
    }

    #[must_use]
    pub(crate) fn about(mut self, known: &Known, zone: &TimeZone) -> Self {
        let guests = known.event.attendees.iter().map(|guest| guest.email.as_str());
        let people = guests.chain([known.event.organizer()]).filter(|address| !address.is_empty());
        self.about = Some(About {
            described: known.event.described(zone),
            title: known.event.title(),
            people: people.map(str::to_owned).collect(),
            link: known.event.html_link.clone(),
        });
        self
    }

    /// Everybody in the lists of guests before and after is told, unless said otherwise.
    #[must_use]
    pub(crate) fn telling(mut self, notify: Option<Notify>, account: &str) -> Self {
        let states = self.writes.iter().flat_map(|write| write.was().into_iter().chain(write.body()));
        self.guests = others(states.filter_map(|state| state.get("attendees")), account);
        self.notify = Notify::or_usual(notify, &self.guests);
        self
    }

    /// Only these hear of it.
    #[must_use]
    pub(crate) fn telling_only(
        mut self,
        notify: Option<Notify>,
        told: impl IntoIterator<Item = String>,
    ) -> Self {
        self.guests = told.into_iter().filter(|address| !address.is_empty()).collect();
        self.notify = Notify::or_usual(notify, &self.guests);
        self
    }

    #[must_use]
    pub(crate) fn remarking(mut self, remarks: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(remarks);
        self
    }

    #[must_use]
    pub(super) fn for_good(mut self) -> Self {
        self.way_back = WayBack::Closed;
        self
    }

    /// Who is a guest after it and was none before.
    pub(super) fn invited(&self, account: &str) -> Vec<String> {
        let before = others(self.writes.iter().filter_map(|write| write.was()?.get("attendees")), account);
        let after = others(self.writes.iter().filter_map(|write| write.body()?.get("attendees")), account);
        without(&after, &before)
    }

    /// Whether it leaves everything as it is but for guests who come.
    pub(super) fn only_invites(&self) -> bool {
        self.writes.iter().all(|write| {
            let names = write.body().and_then(Value::as_object).into_iter().flat_map(Map::keys);
            let list = |state: Option<&Value>| others(state.and_then(|state| state.get("attendees")), "");
            names.into_iter().all(|name| name == "attendees")
                && without(&list(write.was()), &list(write.body())).is_empty()
        })
    }

    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC)
    }

    fn title_given(&self) -> Option<&str> {
        self.writes.iter().find_map(|write| write.body()?.get("summary")?.as_str())
    }

    /// When it will be and how often, where that is written.
    fn whens(&self) -> Vec<Term> {
        let zone = self.zone();
        let spans = self.writes.iter().enumerate().filter_map(|(at, write)| {
            let (from, to) = span(write.body()?, &zone)?;
            let was = write.was().and_then(|was| span(was, &zone));
            let what = TermKind::Span(Span { from, to, was });
            Some(Term { pointer: format!("/writes/{at}/body/start"), what })
        });
        let rules = self.writes.iter().enumerate().filter_map(|(at, write)| {
            let rule = write.body()?.get("recurrence")?;
            let kept = write.was().and_then(|was| was.get("recurrence")) == Some(rule);
            let rule = rule.as_array()?.first()?.as_str().filter(|_| !kept)?;
            let what = TermKind::Repeats(often(rule));
            Some(Term { pointer: format!("/writes/{at}/body/recurrence"), what })
        });
        let others = self.writes.iter().enumerate().flat_map(|(at, write)| {
            let (Some(body), Some(was)) = (write.body(), write.was()) else { return Vec::new() };
            let term = |what| Term { pointer: format!("/writes/{at}/body"), what };
            taken_away(body, was).into_iter().chain(opened(body, was)).map(term).collect()
        });
        spans.chain(rules).chain(others).collect()
    }

    /// What is answered to an invitation.
    fn answers(&self) -> Vec<Term> {
        let given = self.writes.iter().enumerate().flat_map(|(at, write)| {
            let guests =
                write.body().and_then(|body| body.get("attendees")?.as_array()).into_iter().flatten();
            let own = guests.filter(|guest| guest.get("self").and_then(Value::as_bool) == Some(true));
            own.filter_map(move |guest| {
                let role = guest.get("responseStatus")?.as_str()?.to_owned();
                Some(Term { pointer: format!("/writes/{at}/body/attendees"), what: TermKind::Role(role) })
            })
        });
        given.collect()
    }

    async fn turn_round(&self, calendar: &Calendar, made: &Made, failure: Failure) -> Failure {
        let back = self.back(made);
        let mut left = self.writes.iter().zip(made).count().abs_diff(back.len());
        if let Ok(at) = CalendarId::parse(&self.calendar.id) {
            for write in &back {
                let turned = write.make(calendar, &at, self.notify.send_updates()).await;
                left += usize::from(turned.is_err());
            }
        }
        let words = match left {
            0 => format!(
                "It could not be done as a whole, so its first part was turned round again. {}",
                failure.words
            ),
            _ => format!(
                "It was done in part only, and that part could not be turned round. Look at the event in Google \
                 Calendar. {}",
                failure.words
            ),
        };
        Failure { words, ..failure }
    }

    /// What turns the made writes round, the last one first.
    fn back(&self, made: &Made) -> Vec<Write> {
        let pairs = self.writes.iter().zip(made);
        pairs.rev().filter_map(|(write, known)| write.inverse(known.as_ref())).collect()
    }
}

/// Google checks the etag of every event that is changed, and takes no second event under an id of our own choice.
impl Reversible for Changes {
    type Site = Calendar;
    /// What is found of each write, up to the first that is not made.
    type Seen = Vec<Found>;
    type Made = Made;

    fn is_guarded(&self) -> bool {
        true
    }

    async fn look(&self, calendar: &Calendar) -> Result<Vec<Found>, Failure> {
        let at = CalendarId::parse(&self.calendar.id)?;
        let mut seen = Vec::new();
        for write in &self.writes {
            seen.push(write.look(calendar, &at).await);
            if !matches!(seen.last(), Some(Found::Made(_))) {
                break;
            }
        }
        Ok(seen)
    }

    fn check(&self, _seen: &Vec<Found>) -> Result<(), Failure> {
        Ok(())
    }

    /// Part of it counts as made: the answer says so, and can be turned round.
    fn stands(&self, seen: Vec<Found>) -> ChangeState<Made> {
        let mut made: Made = Vec::new();
        for (write, found) in self.writes.iter().zip(seen) {
            match found {
                Found::Made(known) => made.push(known),
                Found::NotMade => break,
                // What waits for an event that is no longer the same will refuse by itself.
                Found::Changed(_) if made.is_empty() && matches!(write, Write::Delete { .. }) => break,
                Found::Changed(_) | Found::Unknown(_) => return ChangeState::Neither,
            }
        }
        if made.is_empty() { ChangeState::Before } else { ChangeState::After(made) }
    }

    /// Makes every write in turn. When a later one fails, the earlier ones are turned round again.
    async fn send(&self, calendar: &Calendar, _seen: Option<Vec<Found>>) -> Result<Made, Unmade> {
        let at = CalendarId::parse(&self.calendar.id)?;
        let mut made: Made = Vec::new();
        for write in &self.writes {
            match write.make(calendar, &at, self.notify.send_updates()).await {
                Ok(known) => made.push(calendar.with_its_link(&at, known).await),
                Err(failure) if made.is_empty() => return Err(failure.into()),
                Err(failure) => return Err(self.turn_round(calendar, &made, failure).await.into()),
            }
        }
        Ok(made)
    }

    fn unknown(&self) -> String {
        "It is not known whether the event was changed as planned. Look at it before asking again.".to_owned()
    }

    /// None where Google keeps too little for that, or does not let us.
    fn inverse(&self, made: &Made, until: Time) -> Result<Option<Undo>, Failure> {
        let writes = self.back(made);
        if writes.len() != made.len() || writes.is_empty() || self.way_back == WayBack::Closed {
            return Ok(None);
        }
        let back =
            Back { calendar: self.calendar.clone(), zone: self.zone.clone(), notify: self.notify, writes };
        Undo::new(self.told(made), Back::SPEC.name, &back, until).map(Some)
    }
}

impl Plan for Changes {
    fn effect(&self) -> Effect {
        card::effect(&self.sentence(), self)
    }

    /// The event it is about, and the calendar it is in.
    fn targets(&self) -> Vec<Target> {
        let readers = self.readers();
        let onlookers = || readers.iter().map(|sink| sink.value.clone()).chain([self.onlookers()]);
        let event = if let Some(about) = &self.about {
            let people = about.people.iter().cloned().chain(onlookers());
            Target::named("/about", [visible_line(&about.title)]).with_people(people)
        } else {
            let title = self.title_given().unwrap_or_default();
            Target::new("/writes", title).with_people(self.guests.iter().cloned())
        };
        // Who sees nothing but their own has no calendar to name.
        let main = self.calendar == Place::primary();
        let calendar = (self.about.is_none() && !(main && readers.is_empty())).then(|| {
            let name = if main { "my calendar".to_owned() } else { visible_line(&self.calendar.name) };
            Target::named("/calendar", [name]).with_people(onlookers())
        });
        [event].into_iter().chain(calendar).collect()
    }

    fn terms(&self) -> Vec<Term> {
        match self.purpose() {
            Purpose::Create | Purpose::Update => self.whens(),
            Purpose::Respond => self.answers(),
            Purpose::Delete => Vec::new(),
        }
    }

    fn kind(&self) -> Option<Kind> {
        match self.purpose() {
            Purpose::Create | Purpose::Update => Some(self.reach()),
            Purpose::Delete | Purpose::Respond => None,
        }
    }

    /// Guests, and every text that they and other readers of the calendar will see.
    fn sinks(&self) -> Vec<Sink> {
        let guests = self.guests.iter().enumerate().map(|(at, guest)| Sink {
            pointer: format!("/guests/{at}"),
            kind: SinkKind::Recipient,
            value: guest.clone(),
        });
        let words = self.writes.iter().enumerate().flat_map(|(at, write)| {
            let guests = write.body().and_then(|body| body.get("attendees")?.as_array()).map_or(0, Vec::len);
            let comments = (0..guests).map(|guest| (SinkKind::Words, format!("attendees/{guest}/comment")));
            let texts = [
                (SinkKind::Title, "summary".to_owned()),
                (SinkKind::Words, "description".to_owned()),
                (SinkKind::Title, "location".to_owned()),
            ];
            texts.into_iter().chain(comments).filter_map(move |(kind, place)| {
                let value = write.body()?.pointer(&format!("/{place}"))?.as_str()?;
                Some(Sink::new(kind, format!("/writes/{at}/body/{place}"), value))
            })
        });
        let organisation = self.organisation.iter();
        let organisation = organisation.map(|own| Sink::new(SinkKind::Organisation, "/organisation", own));
        guests.chain(self.readers()).chain(organisation).chain(words).collect()
    }
}

/// From when until when something is, on the clocks of the person.
fn span(event: &Value, zone: &TimeZone) -> Option<(String, String)> {
    let local = |moment: Moment| match moment {
        Moment::Day(date) => date.to_string(),
        Moment::At(at) => at.with_time_zone(zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string(),
    };
    let at = |end: &str| event.get(end).and_then(|moment| Moment::of(moment, zone)).map(local);
    Some((at("start")?, at("end")?))
}

/// A rule in one word, where there is one for it.
fn often(rule: &str) -> String {
    let plain = ["daily", "weekly", "monthly", "yearly"].into_iter().find(|often| {
        rule.eq_ignore_ascii_case(&format!("RRULE:FREQ={often}"))
            || rule.to_lowercase().starts_with(&format!("rrule:freq={often};byday="))
                && rule.matches(';').count() == 1
    });
    plain.map_or_else(|| rule.to_owned(), str::to_owned)
}

/// Those of the first who are not among the second.
fn without(those: &[String], others: &[String]) -> Vec<String> {
    let is_other = |guest: &&String| !others.iter().any(|other| other.eq_ignore_ascii_case(guest));
    those.iter().filter(is_other).cloned().collect()
}
