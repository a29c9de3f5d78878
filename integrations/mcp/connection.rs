//! Keeping the line to one server open: connecting, listing again, and beginning anew when it breaks.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::ports::{Pins, Toolshed};
use kernel::{Origin, Stop};
use rmcp::service::{Peer, RoleClient};
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::line::{Bells, Line};
use crate::listing::list;
use crate::login;
use crate::offering::Offering;
use crate::reach::{Open, connect};
use crate::settings::ServerSettings;
use crate::unreached::Unreached;
use crate::ways::Ways;

/// The ports and means that a connection uses.
#[derive(Clone)]
pub struct McpDeps {
    pub shed: Arc<dyn Toolshed>,
    pub pins: Arc<dyn Pins>,
    pub ways: Ways,
}

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// Whoever lasted that long is given the short pause again.
const HEALTHY: Duration = Duration::from_mins(1);
/// How soon it is noticed that somebody has agreed, or signed in.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Not every server says that its list has changed, nor does every line say that it is down.
const LIST_AGAIN: Duration = Duration::from_mins(5);
/// Between two lists, however often a server says that its own has changed.
const BREATH: Duration = Duration::from_secs(1);

/// Everything about one server that outlives its connections.
pub(crate) struct Connection {
    pub(crate) settings: Arc<ServerSettings>,
    pub(crate) line: Arc<Line>,
    pub(crate) ground: McpDeps,
}

impl Connection {
    /// Until we are told to stop.
    pub(crate) async fn keep(self, stop: Stop) {
        let Self { settings, line, ground } = &self;
        let (pins, shed) = (Arc::clone(&ground.pins), Arc::clone(&ground.shed));
        let mut offering = Offering::new(Arc::clone(settings), Arc::clone(line), pins, shed);
        let mut pauses = Pauses(FIRST_PAUSE);
        let origin = Origin::Server(settings.name.clone());
        loop {
            let since = Instant::now();
            let why = tokio::select! {
                () = stop.pulled() => return,
                why = self.once(&mut offering) => why,
            };
            let pause = pauses.next(&why, since.elapsed());
            let words = why.to_string();
            if !offering.has_offered() {
                ground.shed.expect(&origin, Some(words.clone()));
            }
            line.down(why);
            let Some(pause) = pause else {
                warn!(server = settings.name, why = words, "a server is given up");
                return stop.pulled().await;
            };
            warn!(server = settings.name, why = words, again_in = ?pause, "a server is away");
            tokio::select! {
                () = stop.pulled() => return,
                () = tokio::time::sleep(pause) => {}
                () = login::renewed(settings, &ground.ways.vault, LOOK_AGAIN) => {}
            }
        }
    }

    /// One connection, from its beginning to its end. Says why it ended.
    async fn once(&self, offering: &mut Offering) -> Unreached {
        let Open { running, changed, life } = match connect(&self.settings, &self.ground.ways).await {
            Ok(open) => open,
            Err(why) => return why,
        };
        let peer = running.peer().clone();
        if let Err(why) = self.listed(&peer, offering).await {
            return why.after(life.as_ref());
        }
        let Bells { down, doubt } =
            self.line.open(peer.clone(), life.as_ref().map(|life| life.overlong.clone()).unwrap_or_default());
        info!(server = self.settings.name, "a server is connected");
        let mut ending: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            drop(running.waiting().await);
        });
        let mut rounds = Rounds::every(LOOK_AGAIN, LIST_AGAIN, BREATH);
        loop {
            let round = tokio::select! {
                () = &mut ending => return Unreached::Away("it hung up".to_owned()).after(life.as_ref()),
                () = down.notified() => return Unreached::Away("the line broke".to_owned()).after(life.as_ref()),
                // Whoever does not say what there is either is gone.
                () = doubt.notified() => Round::List,
                round = rounds.next(&changed, offering.waiting) => round,
            };
            match round {
                Round::Look => offering.look_again().await,
                Round::List => {
                    if let Err(why) = self.listed(&peer, offering).await {
                        return why.after(life.as_ref());
                    }
                }
            }
        }
    }

    async fn listed(&self, peer: &Peer<RoleClient>, offering: &mut Offering) -> Result<(), Unreached> {
        let listing = list(&self.settings, peer).await?;
        offering.take(listing).await.map_err(|error| Unreached::Away(error.to_string()))
    }
}

/// How long a server that went away is left alone: twice as long every time.
struct Pauses(Duration);

impl Pauses {
    /// After a connection that lasted so long and ended for this reason. Nothing where another attempt would be refused
    /// like this one.
    fn next(&mut self, why: &Unreached, lasted: Duration) -> Option<Duration> {
        if matches!(why, Unreached::NoCommonVersion(_)) {
            return None;
        }
        let pause = if lasted >= HEALTHY { FIRST_PAUSE } else { self.0 };
        self.0 = (pause * 2).min(LONGEST_PAUSE);
        Some(pause)
    }
}

/// When it is time to look at a server's tools again, and how.
struct Rounds {
    look: Duration,
    list: Duration,
    breath: Duration,
    /// When a list was taken last.
    listed: tokio::time::Instant,
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
    fn every(look: Duration, list: Duration, breath: Duration) -> Self {
        Self { look, list, breath, listed: tokio::time::Instant::now() }
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
        let soon = async {
            tokio::time::sleep_until(self.listed + self.breath).await;
            changed.notified().await;
        };
        tokio::select! {
            () = soon => {}
            () = tokio::time::sleep_until(self.listed + self.list) => {}
            () = look => return Round::Look,
        }
        self.listed = tokio::time::Instant::now();
        Round::List
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_list_is_asked_for_in_time_also_while_something_waits_for_somebody() {
        let mut rounds = Rounds::every(Duration::from_millis(1), Duration::from_millis(30), BREATH);
        let listed = async {
            for _ in 0..2 {
                while rounds.next(&Notify::new(), true).await != Round::List {}
            }
        };
        tokio::time::timeout(SOON, listed).await.expect("nobody asked for a list");
    }

    #[tokio::test]
    async fn what_has_changed_is_listed_at_once_and_what_changes_all_the_time_is_not() {
        let (changed, since, breath) = (Notify::new(), Instant::now(), Duration::from_millis(50));
        let mut rounds = Rounds::every(LOOK_AGAIN, LIST_AGAIN, breath);
        for _ in 0..3 {
            changed.notify_one();
            let next = tokio::time::timeout(SOON, rounds.next(&changed, false)).await;
            assert_eq!(next, Ok(Round::List));
        }
        assert!(since.elapsed() >= breath * 3);
    }

    #[test]
    fn whoever_goes_away_again_and_again_is_left_alone_longer_every_time() {
        let mut pauses = Pauses(FIRST_PAUSE);
        let away = Unreached::Away("away".to_owned());
        let mut waited = |lasted: u64| pauses.next(&away, Duration::from_secs(lasted)).unwrap().as_secs();
        let often: Vec<u64> = (0..10).map(|_| waited(1)).collect();
        assert_eq!(often, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
        assert_eq!([waited(1), waited(60), waited(1)], [300, 1, 2]);
        assert_eq!(pauses.next(&Unreached::NoCommonVersion(Vec::new()), HEALTHY), None);
    }
}
