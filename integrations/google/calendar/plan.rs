//! The plan of a change of events: its card, its sinks, its targets and its terms.

use jiff::tz::TimeZone;
use kernel::{Effect, Kind, Plan, Sink, SinkKind, Span, Target, Term, TermKind};
use serde_json::Value;

use super::beside::{opened, taken_away};
use super::changes::Changes;
use super::moment::Moment;
use super::purpose::Purpose;
use super::write::Write;
use super::{Place, card};
use crate::gmail::visible_line;

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
        // A calendar that nobody else sees is not named.
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
        let guest = |(at, guest)| Sink::new(SinkKind::Recipient, format!("/guests/{at}"), guest);
        let guests = self.guests.iter().enumerate().map(guest);
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

impl Changes {
    /// The first line of its card.
    fn sentence(&self) -> String {
        let whole = |write: &Write| write.was().is_some_and(|was| was.get("recurrence").is_some());
        match (self.purpose(), self.writes.first()) {
            (Purpose::Create, _) => match self.guests.len() {
                0 => "Create an event".to_owned(),
                1 => "Create an event and invite 1 guest".to_owned(),
                many => format!("Create an event and invite {many} guests"),
            },
            (Purpose::Update, _) => "Change an event".to_owned(),
            (Purpose::Respond, _) => "Answer an invitation".to_owned(),
            (Purpose::Delete, Some(Write::Patch { .. })) => {
                "Delete an event and all later ones of its series".to_owned()
            }
            (Purpose::Delete, Some(write @ Write::Delete { .. })) if whole(write) => {
                "Delete a whole series of events".to_owned()
            }
            (Purpose::Delete, _) => "Delete an event".to_owned(),
        }
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

    /// The answer to an invitation.
    fn answers(&self) -> Vec<Term> {
        let given = self.writes.iter().enumerate().flat_map(|(at, write)| {
            let guests =
                write.body().and_then(|body| body.get("attendees")?.as_array()).into_iter().flatten();
            let own = guests.filter(|guest| guest.get("self").and_then(Value::as_bool) == Some(true));
            own.filter_map(move |guest| {
                let role = guest.get("responseStatus")?.as_str()?.into();
                Some(Term { pointer: format!("/writes/{at}/body/attendees"), what: TermKind::Role(role) })
            })
        });
        given.collect()
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
