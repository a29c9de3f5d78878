//! Servers that refuse, fail, hang, or are something else.

use std::time::Instant;

use super::*;
use crate::WithFallback;

fn overloaded() -> Value {
    json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } })
}

#[tokio::test]
async fn a_page_for_people_is_no_reply_and_the_setting_is_named() {
    for way in WAYS {
        let page = "<!doctype html><html><body>data: sign in</body></html>";
        let (reply, heard, server) = ask(way, PATIENT, (0..3).map(|_| Answer::page(page)).collect()).await;
        let told = unavailable(reply);
        assert!(told.contains("_BASE_URL leads to a web page"), "{told}");
        assert_eq!((heard.as_str(), server.asked().len()), ("", 3));
        // The same from somebody who does not say what it is.
        let told = unavailable(ask(way, ONCE, vec![Answer::of(page)]).await.0);
        assert!(told.contains("broke off") || told.contains("unreadable"), "{told}");
    }
}

#[tokio::test]
async fn an_error_in_the_middle_is_tried_again_only_while_nothing_was_heard() {
    for way in WAYS {
        let early = answer(way, &[overloaded()]);
        let (reply, heard, server) = ask(way, PATIENT, vec![early, answer(way, &whole(way))]).await;
        is_whole(&reply.unwrap(), &heard);
        assert_eq!(server.asked().len(), 2);
        let mut late = whole(way);
        late.truncate(3);
        late.push(overloaded());
        let (reply, heard, server) = ask(way, PATIENT, vec![answer(way, &late)]).await;
        assert!(unavailable(reply).contains("Overloaded"), "{way:?}");
        assert!(TEXT.starts_with(&heard) && !heard.is_empty());
        assert_eq!(server.asked().len(), 1, "{way:?}");
    }
}

#[tokio::test]
async fn who_is_asked_to_wait_waits_and_comes_again() {
    for way in WAYS {
        for status in [429, 503, 529] {
            let busy = || Answer::refusal(status, "overloaded_error", "Slow down");
            let (reply, heard, server) = ask(way, PATIENT, vec![busy(), answer(way, &whole(way))]).await;
            is_whole(&reply.unwrap(), &heard);
            assert_eq!(server.asked().len(), 2, "{way:?} {status}");

            let began = Instant::now();
            let (reply, ..) =
                ask(way, PATIENT, vec![busy().retry_after("0.05"), answer(way, &whole(way))]).await;
            assert!(reply.is_ok() && began.elapsed() >= Duration::from_millis(50), "{way:?} {status}");

            let (reply, _, server) = ask(way, PATIENT, vec![busy().retry_after("3600")]).await;
            let Err(ModelError::Unavailable { retry_after, .. }) = reply else { panic!("{reply:?}") };
            assert_eq!((retry_after, server.asked().len()), (Some(Duration::from_hours(1)), 1));

            let (reply, _, server) = ask(way, PATIENT, (0..3).map(|_| busy()).collect()).await;
            assert!(unavailable(reply).contains("Slow down"));
            assert_eq!(server.asked().len(), 3, "patience ends");
        }
    }
}

#[tokio::test]
async fn a_wait_nobody_can_read_is_no_wait() {
    for way in WAYS {
        for odd in ["soon", "-1", "NaN", "1e400", "Wed, 21 Oct 2026 07:28:00 GMT"] {
            let busy = Answer::refusal(429, "rate_limit_error", "Slow down").retry_after(odd);
            let (reply, ..) = ask(way, PATIENT, vec![busy, answer(way, &whole(way))]).await;
            assert!(reply.is_ok(), "{way:?} {odd}");
        }
    }
}

#[tokio::test]
async fn a_stream_that_falls_silent_is_given_up() {
    let impatient = Manner { tries: 2, silence: Duration::from_millis(150), ..ONCE };
    for way in WAYS {
        let silent = || answer(way, &[]).then_hanging();
        let (reply, heard, server) = ask(way, impatient, vec![silent(), silent()]).await;
        // The stream of chat completions ends with a line, and then nothing hangs.
        let told = unavailable(reply);
        assert!(told.contains("within") || told.contains("broke off"), "{told}");
        assert_eq!((heard.as_str(), server.asked().len()), ("", 2), "{way:?}");

        let begun = Answer::of(said_so_far(way)).then_hanging();
        let (reply, heard, server) = ask(way, impatient, vec![begun]).await;
        unavailable(reply);
        assert_eq!((heard.as_str(), server.asked().len()), ("Grüße, ", 1), "{way:?}: words were heard");
    }
}

/// One that has begun may think for minutes; one that has not is away, and somebody else stands ready.
#[tokio::test]
async fn whoever_does_not_begin_is_given_up_and_another_answers() {
    let quick = Manner { tries: 2, begins: Duration::from_millis(100), silence: Duration::from_mins(10) };
    for way in WAYS {
        let mute = Server::start(vec![Answer::never(), Answer::never()]).await;
        let there = Server::start(vec![answer(way, &whole(way))]).await;
        let both = WithFallback::new(model(way, &mute, quick), model(way, &there, ONCE));
        let (asked, mut heard) = (question(), Heard::default());
        let answered = tokio::time::timeout(Duration::from_secs(20), both.reply(&asked, &mut heard));
        is_whole(&answered.await.expect("nobody waits for silence").unwrap(), &heard.0);
        assert_eq!((mute.asked().len(), there.asked().len()), (2, 1), "{way:?}");

        let (reply, heard, _) = ask(way, quick, vec![Answer::never(), Answer::never()]).await;
        let told = unavailable(reply);
        assert!(told.contains("did not answer within 100ms"), "{told}");
        assert_eq!(heard, "", "{way:?}");
    }
}

fn said_so_far(way: Way) -> String {
    stream(way.0, &words(way.0, &["Grüße, "])).replace("data: [DONE]\n\n", "")
}

#[tokio::test]
async fn whoever_lets_go_of_a_reply_hangs_up() {
    for way in WAYS {
        let server = Server::start(vec![Answer::of(said_so_far(way)).then_hanging()]).await;
        let model = model(way, &server, ONCE);
        let (words, mut spoken) = tokio::sync::mpsc::unbounded_channel();
        let asking = tokio::spawn(async move {
            let mut listener = Passing(words);
            drop(model.reply(&question(), &mut listener).await);
        });
        assert_eq!(spoken.recv().await.as_deref(), Some("Grüße, "), "{way:?}");
        asking.abort();
        server.left().await;
    }
}

/// Hands on what it hears.
struct Passing(tokio::sync::mpsc::UnboundedSender<String>);

impl kernel::ports::Listener for Passing {
    fn text(&mut self, piece: &str) {
        drop(self.0.send(piece.to_owned()));
    }
}
