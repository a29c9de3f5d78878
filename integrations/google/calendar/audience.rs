//! The people who see a change of an event, and whether that makes it one that reaches other people.

use kernel::{AccountId, Kind, Sink, SinkKind};

use super::Place;
use super::access::{Discretion, Onlookers};
use super::changes::{Changes, WayBack};
use super::write::Write;
use crate::gmail::visible_line;
use crate::grant::organisation;

impl Changes {
    #[must_use]
    pub(crate) fn seen_by(mut self, onlookers: Onlookers, account: &AccountId) -> Self {
        self.onlookers = onlookers;
        if let Onlookers::Known(people) = &mut self.onlookers {
            let own = organisation(account);
            self.organisation = own.filter(|own| people.contains(own));
            people.retain(|who| Some(who) != self.organisation.as_ref());
        }
        self
    }

    /// An event of one's own that can be turned round is an edit; guests and onlookers make more of it. To open one to
    /// the public never is.
    pub(super) fn reach(&self) -> Kind {
        let is_opened = |write: &Write| {
            let set = write.body().and_then(|body| body.get("visibility")?.as_str());
            Discretion::of(set) == Discretion::Public
        };
        if self.way_back == WayBack::Closed || self.writes.iter().any(is_opened) {
            Kind::Commit
        } else {
            Kind::Edit
        }
    }

    /// The people who see it without being guests.
    pub(super) fn readers(&self) -> Vec<Sink> {
        let is_guest = |who: &str| self.guests.iter().any(|guest| guest.eq_ignore_ascii_case(who));
        match &self.onlookers {
            Onlookers::Known(people) => {
                let others = people.iter().enumerate().filter(|(_, who)| !is_guest(who));
                let sink = |(at, who): (usize, &String)| {
                    Sink::new(SinkKind::Recipient, format!("/onlookers/known/{at}"), who)
                };
                others.map(sink).collect()
            }
            Onlookers::Unasked if self.calendar == Place::primary() => Vec::new(),
            Onlookers::Unasked | Onlookers::Unknown => {
                vec![Sink::new(SinkKind::Recipient, "/calendar/name", self.onlookers())]
            }
        }
    }

    pub(super) fn onlookers(&self) -> String {
        format!("everybody who sees the calendar “{}”", visible_line(&self.calendar.name))
    }

    /// For the card: whoever sees it without being a guest.
    pub(super) fn seen_also_by(&self) -> Option<String> {
        let mut readers: Vec<String> = self.readers().into_iter().map(|sink| sink.value).collect();
        readers.extend(self.organisation.iter().map(|own| format!("everybody at {own}")));
        match &self.onlookers {
            Onlookers::Unasked => None,
            Onlookers::Known(_) => (!readers.is_empty()).then(|| readers.join(", ")),
            Onlookers::Unknown => {
                Some(format!("{}; it could not be looked up who that is", self.onlookers()))
            }
        }
    }
}
