//! The two ways in which Slack reads a text.

/// Which signs mean what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Slack's own: `*bold*`, `_italic_`, `~struck~`.
    Mrkdwn,
    /// The usual one: `**bold**`, `*italic*`, `~~struck~~`, headings and tables.
    Markdown,
}
