//! Keeping the line to one server open: connecting, listing again, and beginning anew when it breaks.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Stop;
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::line::{Bells, Line};
use crate::listing::list;
use crate::login;
use crate::offering::Offering;
use crate::reach::{Open, connect, ended};
use crate::servers::Ground;
use crate::settings::ServerSettings;
use crate::words::visible_up_to;

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// Whoever lasted that long is given the short pause again.
const HEALTHY: Duration = Duration::from_mins(1);
/// How soon it is noticed that somebody has agreed, or signed in.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Not every server says that its list has changed, nor does every line say that it is down.
const LIST_AGAIN: Duration = Duration::from_mins(5);

/// Everything about one server that outlives its connections.
pub(crate) struct Connection {
    pub(crate) settings: Arc<ServerSettings>,
    pub(crate) line: Arc<Line>,
    pub(crate) ground: Ground,
}

impl Connection {
    /// Until we are told to stop.
    pub(crate) async fn keep(self, stop: Stop) {
        let Self { settings, line, ground } = &self;
        let (pins, shed) = (Arc::clone(&ground.pins), Arc::clone(&ground.shed));
        let mut offering = Offering::new(Arc::clone(settings), Arc::clone(line), pins, shed);
        let mut pause = FIRST_PAUSE;
        loop {
            let since = Instant::now();
            let why = tokio::select! {
                () = stop.pulled() => return,
                why = self.once(&mut offering) => why,
            };
            if since.elapsed() >= HEALTHY {
                pause = FIRST_PAUSE;
            }
            warn!(server = settings.name, why, again_in = ?pause, "a server is away");
            line.down(why);
            tokio::select! {
                () = stop.pulled() => return,
                () = tokio::time::sleep(pause) => {}
                () = login::renewed(settings, &ground.ways.vault, LOOK_AGAIN) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// One connection, from its beginning to its end. Says why it ended.
    async fn once(&self, offering: &mut Offering) -> String {
        let Open { running, changed, life } = match connect(&self.settings, &self.ground.ways).await {
            Ok(open) => open,
            Err(why) => return why,
        };
        let peer = running.peer().clone();
        match list(&self.settings.name, &peer).await {
            Ok(listing) => {
                if let Err(why) = offering.take(listing).await {
                    return why;
                }
            }
            Err(why) => return ended(life.as_ref(), visible_up_to(&why, 500)),
        }
        let Bells { down, doubt } = self.line.open(peer.clone());
        info!(server = self.settings.name, "a server is connected");
        let mut ending: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            drop(running.waiting().await);
        });
        let mut rounds = Rounds::every(LOOK_AGAIN, LIST_AGAIN);
        loop {
            let round = tokio::select! {
                () = &mut ending => return ended(life.as_ref(), "it hung up".to_owned()),
                () = down.notified() => return ended(life.as_ref(), "the line broke".to_owned()),
                // Whoever does not say what there is either is gone.
                () = doubt.notified() => Round::List,
                round = rounds.next(&changed, offering.waiting) => round,
            };
            match round {
                Round::Look => offering.look_again().await,
                Round::List => match list(&self.settings.name, &peer).await {
                    Ok(listing) => {
                        if let Err(why) = offering.take(listing).await {
                            return why;
                        }
                    }
                    Err(why) => return ended(life.as_ref(), visible_up_to(&why, 500)),
                },
            }
        }
    }
}

/// When it is time to look at a server's tools again, and how.
struct Rounds {
    look: Duration,
    list: Duration,
    list_at: tokio::time::Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Whether somebody has agreed to what waits for it.
    Look,
    /// What there is.
    List,
}

impl Rounds {
    /// Just after a list was taken.
    fn every(look: Duration, list: Duration) -> Self {
        Self { look, list, list_at: tokio::time::Instant::now() + list }
    }

    /// However often it is looked meanwhile: a list is asked for when it is time.
    async fn next(&mut self, changed: &Notify, waiting: bool) -> Round {
        let look = async {
            if waiting {
                tokio::time::sleep(self.look).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = changed.notified() => {}
            () = tokio::time::sleep_until(self.list_at) => {}
            () = look => return Round::Look,
        }
        *self = Self::every(self.look, self.list);
        Round::List
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_list_is_asked_for_in_time_also_while_something_waits_for_somebody() {
        let mut rounds = Rounds::every(Duration::from_millis(1), Duration::from_millis(30));
        let listed = async {
            for _ in 0..2 {
                while rounds.next(&Notify::new(), true).await != Round::List {}
            }
        };
        tokio::time::timeout(SOON, listed).await.expect("nobody asked for a list");
    }

    #[tokio::test]
    async fn what_has_changed_is_listed_at_once() {
        let changed = Notify::new();
        changed.notify_one();
        let mut rounds = Rounds::every(LOOK_AGAIN, LIST_AGAIN);
        let next = tokio::time::timeout(SOON, rounds.next(&changed, false)).await;
        assert_eq!(next, Ok(Round::List));
    }
}
