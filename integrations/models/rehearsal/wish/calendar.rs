//! What somebody wants of their calendar.

use jiff::civil::{Date, Time, Weekday};

use super::mail::Recipient;
use super::named::Named;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Calendar {
    /// Which calendars there are.
    Calendars,
    Agenda(Agenda),
    /// Everything about one event.
    Show(Event),
    /// When oneself and these people are free.
    Free(Meeting),
    /// When these people are busy.
    Busy(Meeting),
    Book(Meeting),
    Move {
        event: Event,
        to: Moment,
    },
    Cancel {
        event: Event,
        reach: Reach,
    },
    Respond {
        event: Event,
        answer: Response,
        comment: Option<String>,
    },
    Invite {
        event: Event,
        people: Vec<Recipient>,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agenda {
    pub(crate) days: Option<Days>,
    pub(crate) about: Option<String>,
    /// Whether only the next one is asked for.
    pub(crate) next: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) named: Named,
    pub(crate) days: Option<Days>,
}

/// A meeting as far as it is described.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub(crate) title: Option<String>,
    pub(crate) people: Vec<Recipient>,
    pub(crate) when: Moment,
    pub(crate) minutes: Option<u32>,
    pub(crate) place: Option<String>,
    /// Whether it gets a link for a video call.
    pub(crate) meet: bool,
}

/// A point in time ahead, as far as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) days: Option<Days>,
    pub(crate) time: Option<Time>,
    pub(crate) until: Option<Time>,
}

/// Days ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Days {
    Today,
    Tomorrow,
    AfterTomorrow,
    /// The next day of this name, which may be today.
    On(Weekday),
    /// The day of this name in the week after this one.
    OnOfNextWeek(Weekday),
    Weekend,
    ThisWeek,
    NextWeek,
    /// So many days from today on.
    Next(u16),
    Date(Date),
    /// A day of the year; the next one of its kind.
    Yearly {
        month: i8,
        day: i8,
    },
}

/// How much of a series is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    One,
    Series,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    Accept,
    Decline,
    Tentative,
}

impl Moment {
    pub(crate) fn is_given(self) -> bool {
        self != Self::default()
    }
}
