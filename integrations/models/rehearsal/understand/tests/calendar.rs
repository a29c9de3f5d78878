//! Wordings about the calendar.

use jiff::civil::Time;

use super::*;
use crate::rehearsal::wish::calendar::{Agenda, Calendar, Days, Event, Meeting, Moment, Reach, Response};
use crate::rehearsal::wish::named::Named;

fn agenda(days: Days) -> Wish {
    Wish::Calendar(Calendar::Agenda(Agenda { days: Some(days), ..Agenda::default() }))
}

fn event(title: &str) -> Event {
    Event { named: Named::Words(title.to_owned()), days: None }
}

fn at(days: Option<Days>, hour: i8, minute: i8) -> Moment {
    Moment { days, time: Some(Time::constant(hour, minute, 0, 0)), until: None }
}

#[test]
fn what_is_in_the_calendar() {
    check(
        &agenda(Days::ThisWeek),
        &[
            "what's on my calendar this week?",
            "What do I have this week?",
            "show me my calendar for this week",
        ],
    );
    check(
        &agenda(Days::Tomorrow),
        &["what's on my calendar tomorrow", "do I have any meetings tomorrow?", "my agenda for tomorrow"],
    );
    check(
        &agenda(Days::On(Weekday::Friday)),
        &["what's on my calendar on Friday?", "what meetings do I have on Friday", "what's on Friday?"],
    );
    check(
        &Wish::Calendar(Calendar::Agenda(Agenda::default())),
        &["what's on my calendar?", "show me my calendar", "my schedule"],
    );
    let next = Agenda { next: true, ..Agenda::default() };
    check(
        &Wish::Calendar(Calendar::Agenda(next)),
        &["what's my next meeting?", "when is my next appointment"],
    );
    let about = Agenda { about: Some("budget review".to_owned()), ..Agenda::default() };
    check(
        &Wish::Calendar(Calendar::Agenda(about)),
        &["when is the budget review?", "what time is the budget review"],
    );
    check(&Wish::Calendar(Calendar::Calendars), &["what calendars do I have?", "list my calendars"]);
}

#[test]
fn when_people_are_free() {
    let thursday = Moment { days: Some(Days::On(Weekday::Thursday)), ..Moment::default() };
    let free = |people: Vec<Recipient>, when, minutes| {
        Wish::Calendar(Calendar::Free(Meeting { people, when, minutes, ..Meeting::default() }))
    };
    check(
        &free(vec![name("Ana")], thursday, None),
        &[
            "when are Ana and I free on Thursday?",
            "when can Ana and I meet on Thursday?",
            "find a time with Ana on Thursday",
        ],
    );
    check(
        &free(vec![name("Ana")], thursday, Some(60)),
        &["when are Ana and I free for an hour on Thursday?", "find 60 minutes with Ana on Thursday"],
    );
    check(&free(Vec::new(), thursday, None), &["when am I free on Thursday?", "am I free on Thursday?"]);
    let busy = Meeting { people: vec![name("Ben")], when: thursday, ..Meeting::default() };
    check(&Wish::Calendar(Calendar::Busy(busy)), &["is Ben free on Thursday?", "is Ben busy on Thursday?"]);
}

#[test]
fn booking() {
    let book = |meeting| Wish::Calendar(Calendar::Book(meeting));
    let with_ana = Meeting {
        title: Some("Budget".to_owned()),
        people: vec![name("Ana")],
        when: at(Some(Days::Tomorrow), 10, 0),
        minutes: Some(30),
        ..Meeting::default()
    };
    check(
        &book(with_ana.clone()),
        &[
            "book 30 minutes with Ana tomorrow at 10 about budget",
            "Please book 30 minutes with Ana about the budget tomorrow at 10",
            "schedule a meeting with Ana tomorrow at 10 for half an hour about budget",
            "set up a 30 minute meeting with Ana tomorrow at 10:00 to discuss the budget",
        ],
    );
    check(
        &book(Meeting { meet: true, ..with_ana.clone() }),
        &[
            "book 30 minutes with Ana tomorrow at 10 about budget with a Meet link",
            "book 30 minutes with Ana about budget tomorrow at 10 and a Google Meet link",
        ],
    );
    let lunch = Meeting {
        title: Some("Lunch".to_owned()),
        people: vec![name("Grete")],
        when: at(Some(Days::On(Weekday::Friday)), 12, 30),
        ..Meeting::default()
    };
    check(
        &book(lunch.clone()),
        &[
            "schedule lunch with Grete on Friday at 12:30",
            "put lunch with Grete in my calendar on Friday at 12:30",
        ],
    );
    let placed = Meeting { place: Some("the big room".to_owned()), ..lunch };
    check(&book(placed), &["schedule lunch with Grete on Friday at 12:30 in the big room"]);
    check(
        &book(Meeting { people: vec![name("Ben")], ..Meeting::default() }),
        &["schedule a meeting with Ben", "set up a meeting with Ben"],
    );
}

#[test]
fn moving_cancelling_and_answering() {
    let to_three = Calendar::Move { event: event("budget review"), to: at(None, 15, 0) };
    check(
        &Wish::Calendar(to_three),
        &[
            "move the budget review to 3pm",
            "reschedule budget review to 15:00",
            "push the budget review to 3",
        ],
    );
    let cancel = |reach| Wish::Calendar(Calendar::Cancel { event: event("budget review"), reach });
    check(
        &cancel(Reach::One),
        &["cancel the budget review", "call off the budget review", "delete the event budget review"],
    );
    check(&cancel(Reach::Series), &["cancel the whole budget review series"]);
    let on_friday = Event { days: Some(Days::On(Weekday::Friday)), ..event("stand-up") };
    check(
        &Wish::Calendar(Calendar::Cancel { event: on_friday, reach: Reach::One }),
        &["cancel the stand-up on Friday", "cancel Friday's stand-up"],
    );
    let respond =
        |answer| Wish::Calendar(Calendar::Respond { event: event("tide line"), answer, comment: None });
    check(
        &respond(Response::Accept),
        &[
            "accept the invitation to tide line",
            "accept the tide line",
            "say yes to the invitation to tide line",
        ],
    );
    check(&respond(Response::Decline), &["decline the invitation to the tide line", "decline tide line"]);
    check(&respond(Response::Tentative), &["tentatively accept tide line", "rsvp maybe to tide line"]);
    let comment = Some("I am away".to_owned());
    check(
        &Wish::Calendar(Calendar::Respond { event: event("tide line"), answer: Response::Decline, comment }),
        &["decline tide line because I am away", "decline the invitation to tide line saying I am away"],
    );
    let invite = Calendar::Invite { event: event("budget review"), people: vec![name("Ben")] };
    check(&Wish::Calendar(invite), &["invite Ben to the budget review"]);
}
