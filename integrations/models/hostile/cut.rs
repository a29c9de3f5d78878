//! Streams that end too early, at every byte.

use bytes::Bytes;
use kernel::Ended;
use proptest::prelude::*;

use super::*;

/// Whatever is left of a reply is an error, or all of it.
fn holds(way: Way, reply: Result<Reply, ModelError>, heard: &str, cut: usize) {
    assert!(TEXT.starts_with(heard), "{way:?} cut at {cut}: this was heard: {heard:?}");
    match reply {
        // The reason to end had been told: what comes after it is missed by nobody.
        Ok(reply) => is_whole(&reply, heard),
        Err(ModelError::Unavailable { .. }) => {}
        Err(other) => panic!("{way:?} cut at {cut}: {other:?}"),
    }
}

#[tokio::test]
async fn a_stream_that_ends_at_any_byte_makes_no_half_a_call() {
    for way in WAYS {
        let bytes = Bytes::from(stream(way.0, &whole(way)));
        let answers = (0..bytes.len()).map(|cut| Answer::of(bytes.slice(..cut))).collect();
        let server = Server::start(answers).await;
        let model = model(way, &server, ONCE);
        for cut in 0..bytes.len() {
            let mut heard = Heard::default();
            let reply = model.reply(&question(), &mut heard).await;
            holds(way, reply, &heard.0, cut);
        }
    }
}

#[tokio::test]
async fn a_connection_that_breaks_at_any_byte_makes_no_half_a_call() {
    for way in WAYS {
        let bytes = Bytes::from(stream(way.0, &whole(way)));
        let cuts: Vec<usize> = (0..bytes.len()).step_by(3).collect();
        let answers = cuts.iter().map(|cut| Answer::of(bytes.slice(..*cut)).then_dropped()).collect();
        let server = Server::start(answers).await;
        let model = model(way, &server, ONCE);
        let mut spoke = 0;
        for cut in cuts {
            let mut heard = Heard::default();
            let reply = model.reply(&question(), &mut heard).await;
            spoke += usize::from(!heard.0.is_empty());
            holds(way, reply, &heard.0, cut);
        }
        assert!(spoke > 10, "{way:?}: most break only after something was said: {spoke}");
    }
}

#[tokio::test]
async fn a_stream_in_pieces_of_any_size_is_the_same_stream() {
    for way in WAYS {
        let bytes = Bytes::from(stream(way.0, &whole(way)));
        for size in [1, 2, 3, 7, 64, 1_000] {
            let pieces = (0..bytes.len()).step_by(size);
            let pieces = pieces.map(|from| bytes.slice(from..bytes.len().min(from + size))).collect();
            let (reply, heard, _) = ask(way, ONCE, vec![Answer::in_pieces(pieces)]).await;
            is_whole(&reply.unwrap(), &heard);
        }
    }
}

#[tokio::test]
async fn one_that_ends_before_a_word_was_heard_is_tried_again_and_one_that_ends_later_is_not() {
    for way in WAYS {
        let events = whole(way);
        let early = stream(way.0, &events)[..20].to_owned();
        let (reply, heard, server) = ask(way, PATIENT, vec![Answer::of(early), answer(way, &events)]).await;
        is_whole(&reply.unwrap(), &heard);
        assert_eq!(server.asked().len(), 2, "{way:?}");

        // Whoever says that it is done has not broken off.
        let late = stream(way.0, &words(way.0, &["Grüße, "])).replace("data: [DONE]\n\n", "");
        let late = Answer::of(late);
        let (reply, heard, server) = ask(way, PATIENT, vec![late]).await;
        assert!(unavailable(reply).contains("broke off"));
        assert_eq!((heard.as_str(), server.asked().len()), ("Grüße, ", 1), "{way:?}");
    }
}

/// Nobody sees it, so it may be begun anew; what the first try said is no part of the second.
#[tokio::test]
async fn what_nobody_sees_is_tried_again_from_the_beginning() {
    for way in WAYS {
        let bytes = Bytes::from(stream(way.0, &whole(way)));
        for cut in (0..bytes.len() * 3 / 4).step_by(19) {
            let broken = Answer::of(bytes.slice(..cut));
            let server = Server::start(vec![broken, Answer::of(bytes.clone())]).await;
            let reply = model(way, &server, PATIENT).reply(&question(), &mut kernel::ports::Quiet).await;
            is_whole(&reply.unwrap(), TEXT);
            assert_eq!(server.asked().len(), 2, "{way:?} cut at {cut}");
        }
    }
}

#[tokio::test]
async fn a_call_there_was_no_room_for_is_not_made() {
    let json = "{\"query\": \"é🦀\"}";
    for protocol in [Protocol::Anthropic, Protocol::OpenAi] {
        for cut in (0..json.len()).filter(|cut| json.is_char_boundary(*cut)) {
            let mut events = words(protocol, &["So:"]);
            events.extend(call(protocol, 1, &["{}"]));
            events.extend(call(protocol, 2, &[&json[..cut]]));
            events.extend(ended(protocol, Reason::Length));
            let way = (protocol, Calls::Native);
            let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
            assert_eq!(reply.ended, Ended::Length);
            assert_eq!(reply.calls[0].args, json!({}), "one before it was whole");
            let told = reply.calls[1].args.as_str().unwrap_or_else(|| panic!("cut at {cut}: {reply:?}"));
            assert!(told.contains("could not be read"), "{told}");
        }
    }
}

#[tokio::test]
async fn whoever_declines_has_called_nothing() {
    for way in WAYS {
        let mut events = whole(way);
        events.truncate(events.len() - ended(way.0, Reason::Complete).len());
        events.extend(ended(way.0, Reason::Refusal));
        let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
        assert_eq!((reply.ended, reply.calls.len()), (Ended::Refused, 0), "{way:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Bytes changed, lost, repeated or swapped: nothing panics, and what was heard is the beginning of what is returned.
    #[test]
    fn no_damage_to_a_stream_is_more_than_a_failure(
        way in proptest::sample::select(WAYS.to_vec()),
        harm in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 1..6),
    ) {
        let mut bytes = stream(way.0, &whole(way)).into_bytes();
        for (place, byte, kind) in harm {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => {
                    let again: Vec<u8> = bytes[at..].iter().take(usize::from(byte)).copied().collect();
                    bytes.splice(at..at, again);
                }
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (reply, heard, _) = runtime.block_on(ask(way, ONCE, vec![Answer::of(bytes)]));
        if let Ok(reply) = reply {
            prop_assert_eq!(&reply.text, &heard);
            prop_assert!(reply.calls.iter().all(|call| call.args.is_object() || call.args.is_string() || way.1 == Calls::InWords));
        }
    }
}
