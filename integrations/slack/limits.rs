//! Slack's limits, all of them, each a little below what Slack is known to take. Lengths are in UTF-16 units, the
//! largest of the ways in which Slack may count.

/// Blocks in one message; one is kept free for the page number.
pub(crate) const BLOCKS: usize = 49;
/// A section's text.
pub(crate) const SECTION: usize = 3000;
/// A header's text.
pub(crate) const HEADER: usize = 150;
/// A context element's text.
pub(crate) const CONTEXT: usize = 2000;
/// All text of one message together.
pub(crate) const TEXT: usize = 11_500;
/// The same where it stands in many blocks: Slack counts something of each, and says nowhere what.
pub(crate) const CARD: usize = 10_000;
/// The plain `text` beside the blocks, in bytes, after escaping: an edit takes fewer than a new message.
pub(crate) const FALLBACK: usize = 3900;
/// A block's own id.
pub(crate) const BLOCK_ID: usize = 255;
/// A button's label.
pub(crate) const BUTTON: usize = 75;
/// A button's value.
pub(crate) const VALUE: usize = 2000;
/// A button's address.
pub(crate) const URL: usize = 3000;

/// Blocks of the Home tab; one is kept free to say that something is missing.
pub(crate) const HOME_BLOCKS: usize = 99;
/// An agent session's title.
pub(crate) const SESSION_TITLE: usize = 200;
/// A link in a line of ours, so that the line has room for its words.
pub(crate) const LINK: usize = 1000;

/// A form's title and the labels of its buttons.
pub(crate) const FORM_TITLE: usize = 24;
/// What stands beside a line of a form.
pub(crate) const FORM_LABEL: usize = 2000;
/// What is written into a form.
pub(crate) const ANSWER: usize = 3000;

/// Messages in one answer of a method that reads.
pub(crate) const MESSAGES: usize = 200;

/// A text's length, as the limits count it.
pub(crate) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The longest beginning of `text` within `limit`, and the rest.
pub(crate) fn split_at(text: &str, limit: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find_map(|(at, sign)| {
        used += sign.len_utf16();
        (used > limit).then_some(at)
    });
    text.split_at_checked(end.unwrap_or(text.len())).unwrap_or((text, ""))
}

/// `text` within `limit`, ending with `…` if something is missing.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    let (kept, _) = split_at(text, limit.saturating_sub(1));
    format!("{kept}…")
}
