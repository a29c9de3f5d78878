//! What is told of what a model took, however it ended.

use kernel::ports::Listener;
use kernel::{Request, Usage};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::*;
use crate::WithFallback;

/// Hands on that something was said, and what was taken.
struct Paying {
    said: UnboundedSender<String>,
    took: UnboundedSender<(String, Usage)>,
    seen: bool,
}

impl Listener for Paying {
    fn text(&mut self, piece: &str) {
        drop(self.said.send(piece.to_owned()));
    }

    fn is_seen(&self) -> bool {
        self.seen
    }

    fn took(&mut self, model: &str, usage: Usage) {
        drop(self.took.send((model.to_owned(), usage)));
    }
}

/// The reply, and what was told meanwhile.
async fn paid(model: &dyn Model, seen: bool) -> (Result<Reply, ModelError>, Vec<(String, Usage)>) {
    let ((said, _said), (took, mut told)) = (unbounded_channel(), unbounded_channel());
    let reply = model.reply(&question(), &mut Paying { said, took, seen }).await;
    let mut all = Vec::new();
    while let Some(one) = told.recv().await {
        all.push(one);
    }
    (reply, all)
}

fn broken(way: Way) -> Answer {
    Answer::of(said_so_far(way)).then_dropped()
}

fn said_so_far(way: Way) -> String {
    stream(way.0, &words(way.0, &["Grüße, ", "Ben"])).replace("data: [DONE]\n\n", "")
}

/// What was told where a reply broke off: the provider's own count where it had come, else about as much as it must be.
fn is_known(way: Way, usage: Usage) {
    assert!(usage.cost > 0, "{way:?}: {usage:?}");
    match way.0 {
        Protocol::Anthropic => {
            assert_eq!((usage.input, usage.cache_read), (100, 1_000), "{way:?}: {usage:?}");
        }
        Protocol::OpenAi => assert!(usage.input > 20 && usage.output >= 2, "{way:?}: {usage:?}"),
    }
}

#[tokio::test]
async fn what_a_reply_took_that_broke_off_is_told() {
    for way in WAYS {
        let server = Server::start(vec![broken(way)]).await;
        let model = model(way, &server, ONCE);
        let (reply, told) = paid(&*model, true).await;
        unavailable(reply);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, model.name());
        is_known(way, told[0].1);
    }
}

#[tokio::test]
async fn what_a_reply_took_that_nobody_waits_for_any_more_is_told() {
    for way in WAYS {
        let server = Server::start(vec![Answer::of(said_so_far(way)).then_hanging()]).await;
        let model = model(way, &server, ONCE);
        let ((said, mut spoken), (took, mut told)) = (unbounded_channel(), unbounded_channel());
        let asking = tokio::spawn(async move {
            let request: Request = question();
            drop(model.reply(&request, &mut Paying { said, took, seen: true }).await);
        });
        spoken.recv().await.unwrap();
        asking.abort();
        is_known(way, told.recv().await.unwrap().1);
    }
}

#[tokio::test]
async fn what_a_reply_took_is_told_in_it_and_beside_it() {
    for way in WAYS {
        let server = Server::start(vec![answer(way, &whole(way))]).await;
        let (reply, told) = paid(&*model(way, &server, ONCE), true).await;
        let usage = reply.unwrap().usage;
        let beside = told.iter().fold(Usage::default(), |sum, (_, usage)| sum.plus(*usage));
        assert_eq!(beside, usage, "{way:?}");
    }
}

#[tokio::test]
async fn what_the_first_model_took_is_told_beside_what_the_second_took() {
    let (first, second) = ((Protocol::Anthropic, Calls::Native), (Protocol::Anthropic, Calls::InWords));
    let (away, there) =
        (Server::start(vec![broken(first)]).await, Server::start(vec![answer(second, &whole(second))]).await);
    let both = WithFallback::new(model(first, &away, ONCE), model(second, &there, ONCE));
    let (reply, told) = paid(&both, false).await;
    assert_eq!(told.len(), 2, "{told:?}");
    is_known(first, told[0].1);
    assert_eq!(told[1].1, reply.unwrap().usage);
}
