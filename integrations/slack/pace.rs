//! How often Slack lets each method be called: one table, and whose turn it is. What is waited for here is never refused
//! there, so that calls keep their order and nobody else's answer is held up by a penalty.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::SlackError;

/// Whether we keep to Slack's limits by ourselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pacing {
    /// As the table below says.
    #[default]
    Slack,
    /// We call at once, and wait only when we are told to.
    Off,
}

/// How calls of one method are counted.
#[derive(Clone, Copy)]
struct Rule {
    calls: usize,
    per: Duration,
    spread: Spread,
    when_full: WhenFull,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    Workspace,
    Channel,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WhenFull {
    Wait,
    /// It is decoration: later it would be of no use.
    GiveUp,
}

/// A little longer than Slack's own minute, whose edges we do not know.
const MINUTE: Duration = Duration::from_secs(61);
/// A message a second in a channel, a few at once.
const IN_A_CHANNEL: (usize, Duration) = (5, Duration::from_millis(5200));

/// Tier 1 has 1 call in a minute, tier 2 has 20, tier 3 has 50, tier 4 has 100.
fn rule(method: &str) -> Rule {
    let tier = |calls, when_full| Rule { calls, per: MINUTE, spread: Spread::Workspace, when_full };
    match method {
        "chat.postMessage" => {
            let (calls, per) = IN_A_CHANNEL;
            Rule { calls, per, spread: Spread::Channel, when_full: WhenFull::Wait }
        }
        "chat.startStream" => tier(20, WhenFull::GiveUp),
        "chat.stopStream" | "canvases.create" | "users.list" => tier(20, WhenFull::Wait),
        "chat.appendStream" | "agents.sessions.setStatus" | "assistant.threads.setStatus" => {
            tier(100, WhenFull::GiveUp)
        }
        "assistant.threads.setTitle" | "assistant.threads.setSuggestedPrompts" => tier(50, WhenFull::GiveUp),
        "chat.postEphemeral"
        | "conversations.members"
        | "users.info"
        | "views.open"
        | "views.push"
        | "views.update"
        | "views.publish"
        | "files.getUploadURLExternal"
        | "files.completeUploadExternal"
        | "files.info"
        | "auth.test" => tier(100, WhenFull::Wait),
        // Whatever else there is: the tier most methods have.
        _ => tier(50, WhenFull::Wait),
    }
}

/// The calls of one workspace.
pub(crate) struct Pace {
    pacing: Pacing,
    windows: Mutex<HashMap<String, Window>>,
}

#[derive(Default)]
struct Window {
    /// When calls were made or will be, the earliest first.
    taken: VecDeque<Instant>,
    closed_until: Option<Instant>,
}

impl Pace {
    pub(crate) fn new(pacing: Pacing) -> Self {
        Self { pacing, windows: Mutex::default() }
    }

    /// Waits until a call may be made, but no longer than this. What comes first goes first.
    pub(crate) async fn pass(
        &self,
        method: &str,
        channel: Option<&str>,
        longest: Duration,
    ) -> Result<(), SlackError> {
        let rule = rule(method);
        let longest = match rule.when_full {
            WhenFull::Wait => longest,
            WhenFull::GiveUp => Duration::ZERO,
        };
        let place = match self.pacing {
            Pacing::Slack => {
                self.window(method, channel, rule, |window| window.reserve(rule, longest, Instant::now()))
            }
            Pacing::Off => return Ok(()),
        };
        match place {
            Ok(at) => {
                sleep_until(at).await;
                Ok(())
            }
            Err(after) => Err(SlackError::Busy { method: method.to_owned(), after: Some(after) }),
        }
    }

    /// Slack has asked for a pause: everybody who wants the same keeps it.
    pub(crate) fn close(&self, method: &str, channel: Option<&str>, pause: Duration) {
        let until = Instant::now() + pause;
        self.window(method, channel, rule(method), |window| {
            window.closed_until = window.closed_until.max(Some(until));
        });
    }

    fn window<T>(
        &self,
        method: &str,
        channel: Option<&str>,
        rule: Rule,
        act: impl FnOnce(&mut Window) -> T,
    ) -> T {
        let key = match (rule.spread, channel) {
            (Spread::Channel, Some(channel)) => format!("{method} {channel}"),
            (Spread::Channel, None) | (Spread::Workspace, _) => method.to_owned(),
        };
        let mut windows = self.windows();
        windows.retain(|known, window| *known == key || window.is_in_use());
        act(windows.entry(key).or_default())
    }

    fn windows(&self) -> MutexGuard<'_, HashMap<String, Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Window {
    /// The next moment at which there is room, or how long that would be.
    fn reserve(&mut self, rule: Rule, longest: Duration, now: Instant) -> Result<Instant, Duration> {
        while self.taken.front().is_some_and(|earliest| *earliest + rule.per <= now) {
            self.taken.pop_front();
        }
        let full = self.taken.len().checked_sub(rule.calls).and_then(|at| self.taken.get(at));
        let room = full.map_or(now, |earliest| *earliest + rule.per);
        let at = room.max(now).max(self.closed_until.unwrap_or(now));
        let wait = at.duration_since(now);
        if wait > longest {
            return Err(wait);
        }
        self.taken.push_back(at);
        Ok(at)
    }

    fn is_in_use(&self) -> bool {
        let now = Instant::now();
        self.taken.back().is_some_and(|last| *last + MINUTE > now)
            || self.closed_until.is_some_and(|until| until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(10);

    #[test]
    fn no_minute_has_more_calls_than_the_tier() {
        let (mut window, rule, began) = (Window::default(), rule("conversations.info"), Instant::now());
        // Far too many come at once, and go on coming.
        let made: Vec<Instant> = (0..230)
            .map(|number| window.reserve(rule, LONG, began + Duration::from_millis(number)).unwrap())
            .collect();
        let in_the_minute_after = |from: &Instant| {
            made.iter().filter(|at| **at >= *from && **at < *from + Duration::from_mins(1)).count()
        };
        assert_eq!(made.iter().map(in_the_minute_after).max(), Some(50));
        assert!(made.is_sorted(), "what comes first goes first");
    }

    /// What Slack publishes of the methods we call, so many in a minute.
    const PUBLISHED: [(usize, &[&str]); 3] = [
        (20, &["chat.startStream", "chat.stopStream", "canvases.create", "users.list"]),
        (
            50,
            &[
                "chat.update",
                "chat.delete",
                "conversations.info",
                "conversations.history",
                "conversations.replies",
                "conversations.open",
                "bots.info",
                "users.lookupByEmail",
                "files.delete",
                "canvases.delete",
                "agents.sessions.rename",
                "assistant.threads.setSuggestedPrompts",
            ],
        ),
        (
            100,
            &[
                "chat.appendStream",
                "chat.postEphemeral",
                "conversations.members",
                "users.info",
                "views.open",
                "views.update",
                "views.push",
                "views.publish",
                "files.getUploadURLExternal",
                "files.completeUploadExternal",
                "files.info",
            ],
        ),
    ];

    #[test]
    fn in_ten_minutes_of_far_too_much_no_minute_of_any_method_has_more_than_slack_allows() {
        const PATIENCE: Duration = Duration::from_secs(30);
        let methods = PUBLISHED.iter().flat_map(|(tier, methods)| methods.iter().map(move |it| (*tier, *it)));
        for (tier, method) in methods {
            let (mut window, rule, began) = (Window::default(), rule(method), Instant::now());
            assert!(rule.spread == Spread::Workspace, "{method}");
            // Ten callers a second; whoever would wait too long goes away and another comes.
            let comes = (0..6_000).map(|number| began + Duration::from_millis(100 * number));
            let made: Vec<Instant> =
                comes.filter_map(|now| window.reserve(rule, PATIENCE, now).ok()).collect();
            let minutes = made.iter().map(|from| {
                made.iter().filter(|at| **at >= *from && **at < *from + Duration::from_mins(1)).count()
            });
            assert_eq!(minutes.max(), Some(tier), "{method}");
            assert!(made.len() >= tier * 9, "{method}: what is allowed is used, {} calls", made.len());
        }
    }

    #[tokio::test]
    async fn channels_do_not_hold_each_other_up() {
        let pace = Pace::new(Pacing::Slack);
        for channel in ["C1", "C2"] {
            for _ in 0..5 {
                pace.pass("chat.postMessage", Some(channel), Duration::ZERO).await.unwrap();
            }
            assert!(pace.pass("chat.postMessage", Some(channel), Duration::ZERO).await.is_err());
        }
    }

    #[tokio::test]
    async fn decoration_is_left_out_rather_than_waited_for() {
        let pace = Pace::new(Pacing::Slack);
        for _ in 0..20 {
            pace.pass("chat.startStream", None, LONG).await.unwrap();
        }
        let refused = pace.pass("chat.startStream", None, LONG).await;
        assert!(matches!(refused, Err(SlackError::Busy { after: Some(_), .. })), "{refused:?}");
    }

    #[tokio::test]
    async fn a_pause_that_slack_asks_for_holds_for_everybody() {
        let pace = Pace::new(Pacing::Slack);
        pace.close("users.info", None, Duration::from_secs(30));
        let refused = pace.pass("users.info", None, Duration::from_secs(1)).await;
        assert!(matches!(refused, Err(SlackError::Busy { after: Some(after), .. }) if after.as_secs() >= 29));
        assert!(pace.pass("bots.info", None, Duration::ZERO).await.is_ok(), "other methods go on");
    }
}
