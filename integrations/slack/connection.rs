//! Whether Slack can reach us, and why it cannot any more.

/// Whether Slack can reach us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    Connecting,
    Connected,
    Ended,
}

/// Why we are no longer connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// We were told to stop.
    Stopped,
    /// Slack will not let us in until somebody changes something; the words say what.
    Refused { code: String, words: String },
    /// Another process listens as this app, and did so before us.
    Crowded,
}
