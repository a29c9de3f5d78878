//! What we are told about the Slack we talk to.

use std::time::Duration;

use wire::{Address, Patience};

use crate::Pacing;

#[derive(Clone, Debug)]
pub struct Settings {
    /// Of the Web API, e.g. `https://slack.com/api`. The socket's address comes from there.
    pub api: Address,
    pub timing: Timing,
    pub pacing: Pacing,
}

/// How long we wait for what. The defaults notice a stalled connection in less than 45 s and a half-open one in
/// less than 30 s after its last sign of life.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// For a TCP connection to stand.
    pub connect: Duration,
    /// For one call of the Web API to be answered.
    pub answer: Duration,
    /// For retries of one call, waits that Slack asked for included.
    pub patience: Patience,
    /// A status is decoration: work never waits longer than this for it.
    pub status: Duration,
    /// For `apps.connections.open` to be answered.
    pub open: Duration,
    /// For the socket to be dialed, and again for its `hello`.
    pub dial: Duration,
    /// For one frame to leave.
    pub write: Duration,
    /// Between two of our pings.
    pub ping_every: Duration,
    /// A socket without any frame for this long is dead.
    pub dead_after: Duration,
    /// How long a socket that was replaced is still read, if Slack does not close it.
    pub drain: Duration,
    /// The first and the longest pause between attempts to connect.
    pub pause_first: Duration,
    pub pause_longest: Duration,
    /// How long there must be more sockets of this app than ours before it is said; twice as long, and who came later leaves.
    pub recount: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            connect: seconds(5),
            answer: seconds(15),
            patience: Patience { tries: 10, ..Patience::within(seconds(180)) },
            status: seconds(2),
            open: seconds(15),
            dial: seconds(10),
            write: seconds(10),
            ping_every: seconds(10),
            dead_after: seconds(25),
            drain: seconds(60),
            pause_first: seconds(1),
            pause_longest: seconds(30),
            recount: seconds(120),
        }
    }
}

impl Timing {
    /// Between attempts to connect; they never end by themselves.
    pub(crate) fn reconnecting(&self) -> Patience {
        Patience {
            tries: u32::MAX,
            first: self.pause_first,
            longest: self.pause_longest,
            total: Duration::MAX,
        }
    }
}
