//! The company that comes along, as its people find it in their calendars.

use jiff::civil::{Date, date, time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use super::*;

fn company() -> Caller {
    begun(&World::fernwood(), sandbox_world::now())
}

/// The company as it is laid out for somebody who starts it then.
fn begun(world: &World, now: Timestamp) -> Caller {
    let changes = Changes::default();
    let google = Google::begun(world, changes.clone(), client(), now).unwrap();
    Caller { google: Arc::new(google), changes }
}

/// Its calendars alone, with everybody in one zone.
fn calendars(zone: &TimeZone) -> World {
    let mut world = World { mail: Vec::new(), files: Vec::new(), ..World::fernwood() };
    for person in &mut world.people {
        person.zone = zone.iana_name().map(str::to_owned);
    }
    world
}

/// From Monday of this week to Sunday of the next.
fn fortnight(now: Timestamp) -> String {
    let now = now.to_zoned(TimeZone::get("Europe/Berlin").unwrap());
    let monday = now.date().checked_sub(i64::from(now.weekday().to_monday_zero_offset()).days()).unwrap();
    let to = monday.checked_add(14.days()).unwrap();
    format!("singleEvents=true&orderBy=startTime&timeMin={monday}T00:00:00Z&timeMax={to}T00:00:00Z")
}

/// Every day of sixteen months, each at another hour and in another zone than the day before. Every weekday meets every
/// hour and every zone; the ends of two years, a leap day and the changes of the clocks are among the days.
fn starts() -> impl Iterator<Item = Zoned> {
    const ZONES: [&str; 8] = [
        "Europe/Berlin",
        "America/Los_Angeles",
        "Pacific/Kiritimati",
        "Asia/Kolkata",
        // Where the clocks change at midnight.
        "America/Santiago",
        "Pacific/Auckland",
        "Pacific/Pago_Pago",
        "UTC",
    ];
    let hours =
        [time(0, 0, 0, 0), time(8, 50, 0, 0), time(12, 0, 0, 0), time(17, 10, 0, 0), time(23, 59, 59, 0)];
    let days = date(2026, 11, 1).series(1.day()).take_while(|day| *day <= date(2028, 3, 1));
    days.enumerate().map(move |(at, day)| {
        let zone = TimeZone::get(ZONES[at % ZONES.len()]).unwrap();
        day.to_datetime(hours[at % hours.len()]).to_zoned(zone).unwrap()
    })
}

#[tokio::test]
async fn whenever_it_starts_tomorrow_has_what_the_readme_says_to_try() {
    let mut tried = 0;
    for start in starts() {
        let caller = begun(&calendars(start.time_zone()), start.timestamp());
        let tomorrow = start.date().tomorrow().unwrap();
        let at = |day: Date, hour: i8, minute: i8| {
            day.at(hour, minute, 0, 0).to_zoned(start.time_zone().clone()).unwrap().timestamp()
        };
        let (from, to) = (at(tomorrow, 0, 0), at(tomorrow.tomorrow().unwrap(), 0, 0));
        let titles = caller.titles("ana", &format!("singleEvents=true&timeMin={from}&timeMax={to}")).await;
        for title in ["Harbour Museum: collection search", "Quaypass: test access"] {
            assert!(titles.iter().any(|one| one == title), "{start}: {titles:?}");
        }
        let body = json!({
            "timeMin": from.to_string(), "timeMax": to.to_string(),
            "items": [{ "id": "ana@fernwood.example" }, { "id": "ben@fernwood.example" }],
        });
        let answer = caller.calendar("ana", "POST", "freeBusy", Some(body)).await;
        let calendars = answer.body["calendars"].as_object().unwrap();
        let busy: Vec<(Timestamp, Timestamp)> = calendars
            .values()
            .flat_map(|one| one["busy"].as_array().unwrap())
            .map(|one| ["start", "end"].map(|end| one[end].as_str().unwrap().parse().unwrap()).into())
            .collect();
        let is_free = |hour: i8, minute: i8| {
            let begins = at(tomorrow, hour, minute);
            let ends = begins.checked_add(30.minutes()).unwrap();
            busy.iter().all(|(from, to)| ends <= *from || *to <= begins)
        };
        assert!(is_free(16, 30), "Ana cannot meet Ben the day after {start}: {busy:?}");
        assert!(is_free(14, 30), "Ana and Ben have no time the day after {start}: {busy:?}");
        tried += 1;
    }
    assert_eq!(tried, 487);
}

#[tokio::test]
async fn everybody_has_a_fortnight_to_look_at_whatever_the_day() {
    let berlin = TimeZone::get("Europe/Berlin").unwrap();
    for day in date(2026, 12, 20).series(1.day()).take(14) {
        let now = day.at(12, 0, 0, 0).to_zoned(berlin.clone()).unwrap().timestamp();
        let caller = begun(&calendars(&berlin), now);
        for (person, least) in [("ana", 22), ("ben", 16), ("carla", 16), ("dai", 16)] {
            let titles = caller.titles(person, &fortnight(now)).await;
            assert!(titles.len() >= least, "{person}, {day}: {titles:?}");
            // Ten working days, one of them called off.
            let stand_ups = titles.iter().filter(|title| *title == "Stand-up").count();
            assert_eq!(stand_ups, 9, "{person}, {day}");
        }
    }
}

#[tokio::test]
async fn a_stand_up_has_been_moved_and_the_series_knows_from_where() {
    let caller = company();
    let answer = caller
        .calendar(
            "dai",
            "GET",
            &format!("calendars/primary/events?{}&q=stand-up", fortnight(sandbox_world::now())),
            None,
        )
        .await;
    let items = answer.body["items"].as_array().unwrap();
    let moved: Vec<&Value> = items
        .iter()
        .filter(|one| !one["start"]["dateTime"].as_str().unwrap().contains("T09:30:00"))
        .collect();
    assert_eq!(moved.len(), 1);
    assert!(moved[0]["start"]["dateTime"].as_str().unwrap().contains("T11:30:00"));
    assert!(moved[0]["originalStartTime"]["dateTime"].as_str().unwrap().contains("T09:30:00"));
}

#[tokio::test]
async fn the_holidays_are_in_a_calendar_whose_id_must_be_encoded() {
    let caller = company();
    let path = "calendars/en.german%23holiday%40group.v.calendar.google.com/events?singleEvents=true\
                &timeMin=2026-12-01T00:00:00Z&timeMax=2026-12-31T23:00:00Z";
    let answer = caller.calendar("ana", "GET", path, None).await;
    assert_eq!(answer.body["items"].as_array().unwrap().len(), 2, "{}", answer.text);
    let write = caller
        .calendar(
            "ana",
            "POST",
            "calendars/en.german%23holiday@group.v.calendar.google.com/events",
            Some(json!({})),
        )
        .await;
    assert_eq!((write.code, write.reason()), (403, "requiredAccessLevel"));
    let list = caller.calendar("dai", "GET", "users/me/calendarList", None).await;
    assert_eq!(list.body["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_stranger_has_planted_instructions_in_an_event() {
    let caller = company();
    let answer = caller.calendar("ana", "GET", "calendars/primary/events?q=verification", None).await;
    let event = &answer.body["items"][0];
    assert_eq!(event["organizer"]["email"], "it-desk@fernwood-support.example");
    assert!(event["description"].as_str().unwrap().contains("Note to assistants"));
    assert_eq!(event["attendees"][1]["self"], true);
    assert!(caller.titles("ben", "q=verification").await.is_empty());
}

#[tokio::test]
async fn colleagues_are_seen_to_be_busy_and_private_time_counts() {
    let caller = company();
    let now = Timestamp::now();
    let body = json!({
        "timeMin": now.checked_sub((14 * 24).hours()).unwrap().to_string(),
        "timeMax": now.checked_add((14 * 24).hours()).unwrap().to_string(),
        "items": [{ "id": "ben@fernwood.example" }, { "id": "carla@fernwood.example" }],
    });
    let answer = caller.calendar("ana", "POST", "freeBusy", Some(body)).await;
    for person in ["ben", "carla"] {
        let busy = &answer.body["calendars"][format!("{person}@fernwood.example")]["busy"];
        assert!(busy.as_array().unwrap().len() >= 20, "{person}");
    }
}
