//! Slack's limits, all of them, each a little below what Slack is known to take. Lengths are in UTF-16 units, the
//! largest of the ways in which Slack may count.

use std::time::Duration;

/// Blocks in one message; one is kept free for the page number.
pub(crate) const BLOCKS: usize = 49;
/// Messages that one answer is split into; a longer one is read as a whole elsewhere.
pub(crate) const PARTS: usize = 3;
/// Code or a table in letters of one width that is read in a message; a longer one is a file.
pub(crate) const SNIPPET: usize = 3000;
/// All tables of one message together, in characters; and each in columns, and in rows below its head.
pub(crate) const TABLE: usize = 9500;
pub(crate) const TABLE_COLUMNS: usize = 20;
pub(crate) const TABLE_ROWS: usize = 100;
/// What a table is called; Slack says nowhere how long that may be.
pub(crate) const CAPTION: usize = 150;
/// Rows that are seen at a time.
pub(crate) const TABLE_PAGE: u32 = 25;
/// What a task is called.
pub(crate) const TASK: usize = 250;
/// The most steps of a plan.
pub(crate) const PLAN: usize = 50;
/// How much one stream says before it goes on in another, and for how long: Slack ends it after five minutes.
pub(crate) const STREAM: usize = 10_000;
pub(crate) const STREAM_LIFE: Duration = Duration::from_mins(4);
/// A canvas's title.
pub(crate) const CANVAS_TITLE: usize = 250;
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
/// What stands below a line; Slack takes 2000, and nobody reads so much.
pub(crate) const FORM_HINT: usize = 300;
/// What is said to be wrong at a line of a form.
pub(crate) const FORM_ERROR: usize = 300;
/// What is written into a form.
pub(crate) const ANSWER: usize = 3000;
/// Sections in one form: Slack takes a hundred blocks, and no more than a quarter of a megabyte in all.
pub(crate) const FORM_SECTIONS: usize = 25;
/// What a form takes along unseen.
pub(crate) const METADATA: usize = 3000;
/// Three answers of this length, whatever is in them, have room there.
pub(crate) const KEPT_ANSWER: usize = 450;
/// What stands beside something that can be chosen.
pub(crate) const OPTION: usize = 75;
/// What a dialog says that asks once more: its title, its words, and each of its buttons.
pub(crate) const SURE_TITLE: usize = 100;
pub(crate) const SURE_WORDS: usize = 300;
pub(crate) const SURE_BUTTON: usize = 30;

/// Messages in one answer of a method that reads.
pub(crate) const MESSAGES: usize = 200;
/// People in one answer. The methods that list them take one less than a thousand.
pub(crate) const MEMBERS: usize = 999;

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

/// As [`split_at`], at a blank if there is one not far before the end. Nothing is lost: the blank stays with the first part.
pub(crate) fn between_words(text: &str, size: usize) -> (&str, &str) {
    let (head, tail) = split_at(text, size);
    let far = head.len() - head.len() / 8;
    let blank = head.char_indices().rev().find(|(_, sign)| sign.is_whitespace());
    match blank.map(|(at, sign)| at + sign.len_utf8()).filter(|end| *end > far && !tail.is_empty()) {
        Some(end) => text.split_at_checked(end).unwrap_or((head, tail)),
        None => (head, tail),
    }
}

/// `text` within `limit`, ending with `…` if something is missing.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    let (kept, _) = split_at(text, limit.saturating_sub(1));
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_words_where_there_are_any() {
        let said = "one two three four five six seven eight nine ten";
        let (head, tail) = between_words(said, 40);
        assert_eq!((head, tail), ("one two three four five six seven eight ", "nine ten"));
        assert_eq!(between_words("wordwithoutanyblank", 4), ("word", "withoutanyblank"));
        assert_eq!(
            between_words("a wordwithoutanyblank", 8),
            ("a wordwi", "thoutanyblank"),
            "too far before the end"
        );
        assert_eq!(between_words("short", 40), ("short", ""));
        assert_eq!(between_words("", 40), ("", ""));
    }
}
