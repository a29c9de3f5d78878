//! Attempts, retries and acknowledgements.

use serde_json::json;

use super::*;

fn sent(deliveries: &mut Deliveries, index: usize, connection: u64) -> Value {
    let frame = deliveries.get_mut(index).unwrap().envelope(connection).unwrap();
    serde_json::from_str(&frame).unwrap()
}

fn queued(kind: Kind) -> Deliveries {
    let mut deliveries = Deliveries::default();
    deliveries.queue(kind, "Ev1".into(), "message", &json!({}));
    deliveries
}

#[test]
fn an_event_is_retried_with_its_attempt_counted_and_then_given_up() {
    let mut deliveries = queued(Kind::EventsApi);
    let timing = Timing { ack_ms: 10, retry_ms: vec![0], ..Timing::default() };
    let socket = TransportSeed::Socket;
    assert_eq!(sent(&mut deliveries, 0, 1)["retry_attempt"], 0);
    let later = Ts::now().plus_milliseconds(20);
    assert!(deliveries.expire(&timing, socket, later).moved);
    let again = sent(&mut deliveries, 0, 1);
    assert_eq!(again["retry_attempt"], 1);
    assert_eq!(again["retry_reason"], "timeout");
    let given_up = deliveries.expire(&timing, socket, later.plus_milliseconds(60)).given_up;
    assert_eq!(given_up.len(), 1);
    assert_eq!(deliveries.all()[0].stage, Stage::GivenUp);
}

#[test]
fn a_lost_connection_repeats_events_and_neither_clicks_nor_commands() {
    for kind in [Kind::Interactive, Kind::SlashCommands, Kind::EventsApi] {
        let mut deliveries = queued(kind);
        let (timing, socket, now) = (Timing::default(), TransportSeed::Socket, Ts::now());
        deliveries.expire(&timing, socket, now);
        sent(&mut deliveries, 0, 7);
        deliveries.connection_lost(7);
        let again = matches!(deliveries.all()[0].stage, Stage::Waiting(_));
        assert_eq!(again, kind == Kind::EventsApi, "{kind:?}");
        if again {
            continue;
        }
        deliveries.all_connections_lost();
        assert_eq!(deliveries.all()[0].stage, Stage::Sent, "not after a restart either");
        let given_up = deliveries.expire(&timing, socket, now.plus_milliseconds(3001)).given_up;
        assert_eq!((given_up.len(), deliveries.all()[0].stage), (1, Stage::GivenUp));
    }
}

#[test]
fn the_clock_of_a_click_begins_when_it_could_be_handed_out_and_does_not_begin_anew() {
    let mut deliveries = queued(Kind::Interactive);
    let (timing, socket) = (Timing { factor: 0.01, ..Timing::default() }, TransportSeed::Socket);
    let saved = Ts::now().plus_milliseconds(140);
    assert!(!deliveries.expire(&timing, socket, saved).moved, "saving took longer than the whole wait");
    assert!(!deliveries.expire(&timing, socket, saved.plus_milliseconds(29)).moved);
    sent(&mut deliveries, 0, 1);
    assert!(deliveries.expire(&timing, socket, saved.plus_milliseconds(31)).moved);
}

#[test]
fn a_late_acknowledgement_of_an_earlier_attempt_settles_the_delivery() {
    let mut deliveries = queued(Kind::EventsApi);
    let first = sent(&mut deliveries, 0, 1)["envelope_id"].as_str().unwrap().to_owned();
    deliveries.connection_lost(1);
    sent(&mut deliveries, 0, 2);
    assert!(deliveries.acknowledge(&first).is_some());
    assert!(deliveries.open().is_empty());
}

#[test]
fn the_state_file_keeps_what_is_open_however_old_and_only_the_newest_of_the_rest() {
    let mut deliveries = queued(Kind::EventsApi);
    for n in 0..300 {
        deliveries.queue(Kind::EventsApi, format!("EvN{n}"), "message", &json!({}));
        let last = deliveries.all().len() - 1;
        let envelope = sent(&mut deliveries, last, 1);
        deliveries.acknowledge(envelope["envelope_id"].as_str().unwrap());
    }
    let saved = serde_json::to_string(&deliveries).unwrap();
    let restored: Deliveries = serde_json::from_str(&saved).unwrap();
    assert_eq!(restored.all().len(), 1 + SETTLED_KEPT);
    assert_eq!(restored.open(), [0]);
    assert_eq!(restored.all()[0].id, "Ev1");
}

#[test]
fn a_click_that_finds_no_connection_is_given_up_like_one_that_is_not_answered() {
    let mut deliveries = queued(Kind::Interactive);
    let now = Ts::now();
    let later = now.plus_milliseconds(3001);
    deliveries.expire(&Timing::default(), TransportSeed::Socket, now);
    let given_up = deliveries.expire(&Timing::default(), TransportSeed::Socket, later).given_up;
    assert_eq!(given_up.len(), 1);
    let mut deliveries = queued(Kind::EventsApi);
    assert!(!deliveries.expire(&Timing::default(), TransportSeed::Socket, later).moved, "an event waits");
}

#[test]
fn the_answer_to_a_request_that_was_sent_again_counts_no_more() {
    let mut deliveries = queued(Kind::EventsApi);
    let first = deliveries.get_mut(0).unwrap().request();
    let timing = Timing { factor: 0.001, ..Timing::default() };
    deliveries.expire(&timing, TransportSeed::Http, Ts::now().plus_milliseconds(4));
    assert_eq!(deliveries.all()[0].retry(), Some((1, "http_timeout")));
    deliveries.get_mut(0).unwrap().request();
    assert!(deliveries.failed(&first, Failure::HttpError, Again::No, &timing).is_none());
    assert_eq!(deliveries.all()[0].stage, Stage::Sent);
}
