//! Nothing a story does leaves this machine.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};

use crate::harness::{Plan, small_world};

/// Everything goes out through `wire`, which says for every request, socket and connector to which host. On one thread
/// the listener hears all of it: the sign-in, the socket, the searches and the mail.
#[tokio::test(flavor = "current_thread")]
async fn no_request_leaves_for_a_real_host() {
    let heard = Hosts::default();
    let _listening = tracing::subscriber::set_default(tracing_subscriber::registry().with(heard.clone()));
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let control = town.control.clone();
    let words = format!("send a mail to {} about Keys saying hello", cast.friend_address);
    let asked = control.say(&cast.asker, "dm", &words, None).await;
    town.connect(&cast.asker).await;
    let card = control.live_card(&asked).await;
    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    town.close().await;
    let heard = heard.0.lock().unwrap().clone();
    let kinds: BTreeSet<&str> = heard.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["a connector", "a request", "a socket"]), "every way out is heard");
    let strangers: Vec<_> = heard.iter().filter(|(_, host)| host != "127.0.0.1").collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}

/// What was wanted, and of which host.
#[derive(Clone, Default)]
struct Hosts(Arc<Mutex<BTreeSet<(String, String)>>>);

impl<S: tracing::Subscriber> Layer<S> for Hosts {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target().starts_with("wire") {
            let mut read = Read::default();
            event.record(&mut read);
            if let Some(host) = read.host {
                self.0.lock().unwrap().insert((read.message, host));
            }
        }
    }
}

#[derive(Default)]
struct Read {
    message: String,
    host: Option<String>,
}

impl Visit for Read {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.message = format!("{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "host" {
            self.host = Some(value.to_owned());
        }
    }
}
