//! The life of a device's codes, over a clock the tests move themselves.

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn allowed() -> Answer {
    Answer::Allowed { person: "ana".to_owned(), scopes: BTreeSet::from(["files".to_owned()]) }
}

fn started(devices: &mut Devices) -> Started {
    devices.start("tv", vec!["files".to_owned()], at(0))
}

#[test]
fn the_code_to_type_has_three_times_three_letters() {
    let started = started(&mut Devices::default());
    let parts: Vec<&str> = started.user_code.split('-').collect();
    assert!(parts.len() == 3 && parts.iter().all(|part| part.len() == 3), "{}", started.user_code);
    assert!(started.user_code.bytes().all(|letter| letter == b'-' || LETTERS.contains(&letter)));
}

#[test]
fn a_device_waits_for_the_person_and_takes_its_token_once() {
    let mut devices = Devices::default();
    let Started { device_code, user_code, .. } = started(&mut devices);
    assert_eq!(devices.poll("tv", &device_code, at(1)), Err(NoToken::Pending));
    let typed = user_code.to_lowercase().replace('-', " ");
    assert_eq!(devices.asked(&typed, at(2)), Some(vec!["files".to_owned()]));
    assert_eq!(devices.answer(&typed, allowed(), at(2)).as_deref(), Some("tv"));
    assert_eq!(devices.answer(&typed, Answer::Denied, at(2)), None, "it is answered already");
    assert_eq!(devices.poll("web", &device_code, at(6)), Err(NoToken::Unknown), "not that client's code");
    assert!(devices.poll("tv", &device_code, at(6)).is_ok());
    assert_eq!(devices.poll("tv", &device_code, at(11)), Err(NoToken::Unknown));
}

#[test]
fn a_device_that_asks_too_often_has_to_wait_longer_from_then_on() {
    let mut devices = Devices::default();
    let Started { device_code, user_code, .. } = started(&mut devices);
    assert_eq!(devices.poll("tv", &device_code, at(0)), Err(NoToken::Pending), "the first may come at once");
    assert_eq!(devices.poll("tv", &device_code, at(4)), Err(NoToken::TooFast));
    devices.answer(&user_code, allowed(), at(5));
    assert_eq!(devices.poll("tv", &device_code, at(13)), Err(NoToken::TooFast), "ten seconds now");
    assert_eq!(devices.poll("tv", &device_code, at(27)), Err(NoToken::TooFast), "and then fifteen");
    assert!(devices.poll("tv", &device_code, at(47)).is_ok());
}

#[test]
fn a_refusal_and_the_end_of_the_time_are_told_apart() {
    let mut devices = Devices::default();
    let refused = started(&mut devices);
    devices.answer(&refused.user_code, Answer::Denied, at(1));
    assert_eq!(devices.poll("tv", &refused.device_code, at(2)), Err(NoToken::Denied));
    devices.set_timing(Timing { interval: 0, expires_in: 60 });
    let late = started(&mut devices);
    assert_eq!(devices.asked(&late.user_code, at(60)), None);
    assert_eq!(devices.answer(&late.user_code, allowed(), at(60)), None);
    assert_eq!(devices.poll("tv", &late.device_code, at(60)), Err(NoToken::Expired));
    assert_eq!(devices.poll("tv", "AH-1Ngnever", at(60)), Err(NoToken::Unknown));
}
