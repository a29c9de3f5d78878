//! Streams that say what nobody says.

use bytes::Bytes;

use super::*;

#[tokio::test]
async fn what_is_not_known_is_passed_over() {
    for way in WAYS {
        let novelty = match way.0 {
            Protocol::Anthropic => {
                "event: of_next_year\ndata: {\"type\": \"of_next_year\", \"delta\": [1]}\n\n"
            }
            Protocol::OpenAi => {
                "event: of_next_year\ndata: {\"object\": \"of.next.year\", \"choices\": []}\n\n"
            }
        };
        let between = format!("\n\n: a remark\nid: 7\nretry: 10\n\n{novelty}");
        let body = stream(way.0, &whole(way)).replace("\n\n", &between);
        let (reply, heard, _) = ask(way, ONCE, vec![Answer::of(body)]).await;
        is_whole(&reply.unwrap(), &heard);
    }
}

#[tokio::test]
async fn an_event_that_never_ends_is_given_up_and_not_asked_for_again() {
    for way in WAYS {
        let endless = Bytes::from(format!("data: \"{}", "x".repeat(1024 * 1024)));
        let pieces = [endless].into_iter().chain((0..9).map(|_| Bytes::from("x".repeat(1024 * 1024))));
        let answer = Answer::in_pieces(pieces.chain([Bytes::from("\"\n\n")]).collect());
        let (reply, heard, server) = ask(way, PATIENT, vec![answer]).await;
        assert!(unavailable(reply).contains("larger than"), "{way:?}");
        assert_eq!((heard.as_str(), server.asked().len()), ("", 1));
    }
}

#[tokio::test]
async fn many_small_events_are_too_much_in_the_end() {
    for way in WAYS {
        let events =
            stream(way.0, &words(way.0, &["x".repeat(10_000).as_str()])).replace("data: [DONE]\n\n", "");
        let more = stream(
            way.0,
            &words(way.0, &["x".repeat(60_000).as_str()])[usize::from(way.0 == Protocol::Anthropic) * 2..],
        );
        let more = more.replace("data: [DONE]\n\n", "");
        let pieces = [Bytes::from(events)].into_iter().chain((0..300).map(|_| Bytes::from(more.clone())));
        let (reply, ..) = ask(way, ONCE, vec![Answer::in_pieces(pieces.collect())]).await;
        assert!(unavailable(reply).contains("larger than"), "{way:?}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_a_failure_and_letters_across_pieces_are_not() {
    for way in WAYS {
        let body = stream(way.0, &whole(way)).into_bytes();
        let crab = body.windows(4).position(|four| four == "🦀".as_bytes()).unwrap();
        let pieces =
            vec![Bytes::copy_from_slice(&body[..crab + 2]), Bytes::copy_from_slice(&body[crab + 2..])];
        let (reply, heard, _) = ask(way, ONCE, vec![Answer::in_pieces(pieces)]).await;
        is_whole(&reply.unwrap(), &heard);
        for wrong in [&[0xff][..], &[0xf0, 0x9f, 0xa6], &[0xc3, 0x28], &[0xed, 0xa0, 0x80]] {
            let broken = [&body[..crab], wrong, &body[crab + 4..]].concat();
            let halves =
                vec![Bytes::copy_from_slice(&broken[..=crab]), Bytes::copy_from_slice(&broken[crab + 1..])];
            let (reply, heard, _) = ask(way, ONCE, vec![Answer::in_pieces(halves)]).await;
            assert!(unavailable(reply).contains("unreadable"), "{way:?} {wrong:?}");
            assert!(TEXT.starts_with(&heard));
        }
    }
}

#[tokio::test]
async fn arguments_that_are_no_object_are_told_as_what_was_wrong_with_them() {
    let deep = "[".repeat(100_000);
    for protocol in [Protocol::Anthropic, Protocol::OpenAi] {
        for (written, why) in [
            ("query: ben", "no JSON"),
            ("{\"query\": \"ben\"", "break off"),
            ("{\"query\": \"ben\"}{\"query\": \"eve\"}", "no JSON"),
            ("{\"query\": NaN}", "no JSON"),
            ("[\"ben\"]", "no object"),
            ("\"ben\"", "no object"),
            ("3", "no object"),
            ("null", "no object"),
            ("true", "no object"),
            (deep.as_str(), "no JSON"),
        ] {
            let mut events = words(protocol, &["So:"]);
            events.extend(call(protocol, 1, &[written]));
            events.extend(ended(protocol, Reason::Complete));
            let way = (protocol, Calls::Native);
            let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
            let told = reply.calls[0].args.as_str().unwrap_or_else(|| panic!("{written}: {reply:?}"));
            assert!(told.contains(why) && told.len() < 1_000, "{told}");
        }
    }
}

/// A text mode's calls of the wrong kind go on as they are, and no gate takes them; what cannot be read says why.
#[tokio::test]
async fn calls_in_words_with_nothing_in_them_call_nothing() {
    for protocol in [Protocol::Anthropic, Protocol::OpenAi] {
        for written in [
            "<tool_call></tool_call>",
            "<tool_call>3</tool_call>",
            "<tool_call>{\"arguments\": {}}</tool_call>",
            "<function=>{}</function>",
        ] {
            let mut events = words(protocol, &[written]);
            events.extend(ended(protocol, Reason::Complete));
            let way = (protocol, Calls::InWords);
            let (reply, heard, _) = ask(way, ONCE, vec![answer(way, &events)]).await;
            let reply = reply.unwrap();
            assert_eq!((reply.text.as_str(), heard.as_str()), ("", ""), "{written}");
            assert!(reply.calls.iter().all(|call| call.tool != "gmail.search"), "{written}: {reply:?}");
        }
    }
}

#[tokio::test]
async fn pieces_that_belong_nowhere_are_a_failure() {
    let way = (Protocol::Anthropic, Calls::Native);
    let begun = || said::call_begun(1, "a", "gmail__search");
    let nameless = json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "a" } });
    for (events, why) in [
        (vec![said::input(1, "{\"query\": \"x\"}"), begun()], "belongs to no block"),
        (vec![begun(), said::input(1, "{}"), said::call_begun(1, "b", "gmail__read")], "begun twice"),
        (
            vec![begun(), said::input(1, "{}"), said::block_ended(1), said::input(1, "{}")],
            "belongs to no block",
        ),
        (vec![begun(), said::text(1, "words")], "does not fit"),
        (vec![said::text_begun(1), said::input(1, "{}")], "does not fit"),
        (vec![nameless], "unreadable"),
        (vec![json!({ "type": "content_block_start", "index": -1, "content_block": {} })], "unreadable"),
    ] {
        let all: Vec<Value> =
            [said::begun()].into_iter().chain(events).chain(ended(way.0, Reason::Complete)).collect();
        let told = unavailable(ask(way, ONCE, vec![answer(way, &all)]).await.0);
        assert!(told.contains(why), "{told}");
    }
}

#[tokio::test]
async fn blocks_in_any_order_keep_what_is_theirs() {
    let way = (Protocol::Anthropic, Calls::Native);
    let mut events = vec![
        said::begun(),
        said::call_begun(9, "b", "gmail__read"),
        said::call_begun(2, "a", "gmail__search"),
        said::input(9, "{\"query\":"),
        said::input(2, "{\"query\": \"a\"}"),
        said::block_ended(2),
        said::input(9, "\"b\"}"),
    ];
    events.extend(ended(way.0, Reason::Complete));
    let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
    let wanted = [("gmail.search", json!({ "query": "a" })), ("gmail.read", json!({ "query": "b" }))];
    assert_eq!(made(&reply.calls), wanted);
}

fn piece(index: Option<u64>, id: Option<&str>, name: Option<&str>, arguments: &str) -> Value {
    delta(
        &json!({ "tool_calls": [{ "index": index, "id": id, "function": { "name": name, "arguments": arguments } }] }),
    )
}

#[tokio::test]
async fn calls_that_share_an_index_are_told_apart_by_their_ids() {
    let way = (Protocol::OpenAi, Calls::Native);
    let search = Some("gmail__search");
    let mut events = vec![
        piece(Some(0), Some("a"), search, "{\"query\": \"a\"}"),
        piece(Some(0), Some("b"), search, "{\"query\":"),
        piece(Some(0), None, None, "\"b\"}"),
        // Some repeat the id with every piece.
        piece(Some(3), Some("c"), search, "{\"query\":"),
        piece(Some(3), Some("c"), search, "\"c\"}"),
        piece(Some(1), None, search, "{\"query\": \"d\"}"),
    ];
    events.extend(ended(way.0, Reason::Complete));
    let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
    let queries: Vec<&Value> = reply.calls.iter().map(|call| &call.args["query"]).collect();
    assert_eq!(queries, ["a", "b", "c", "d"]);
    assert!(!reply.calls[3].id.0.is_empty(), "one without an id gets one");
}

#[tokio::test]
async fn a_call_without_a_name_is_no_tools() {
    let way = (Protocol::OpenAi, Calls::Native);
    let mut events =
        vec![piece(Some(0), Some("a"), None, "{\"query\": \"a\"}"), delta(&json!({ "tool_calls": [{}] }))];
    events.extend(ended(way.0, Reason::Complete));
    let reply = ask(way, ONCE, vec![answer(way, &events)]).await.0.unwrap();
    assert!(reply.calls.iter().all(|call| call.tool.is_empty()), "{reply:?}");
}

#[tokio::test]
async fn a_stream_without_its_last_line_has_ended_if_it_said_why() {
    let way = (Protocol::OpenAi, Calls::Native);
    let body = stream(way.0, &whole(way)).replace("data: [DONE]\n\n", "");
    let (reply, heard, _) = ask(way, ONCE, vec![Answer::of(body)]).await;
    is_whole(&reply.unwrap(), &heard);
    let way = (Protocol::Anthropic, Calls::Native);
    let mut events = whole(way);
    events.pop();
    assert!(unavailable(ask(way, ONCE, vec![answer(way, &events)]).await.0).contains("broke off"));
}
