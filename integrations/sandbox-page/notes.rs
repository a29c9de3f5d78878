//! The messages of a place as one person sees them: what everybody sees, and what only they see.

use serde_json::Value;

use super::{
    Page,
    note::{Note, SeenBy},
    places::Place,
    reader::Reader,
};

/// Everything in a place, oldest first.
pub(super) fn all(page: &Page, reader: &Reader, place: &Place) -> Vec<Note> {
    let messages = page.slack.messages(&place.id, None, None).unwrap_or_default();
    let mut notes: Vec<Note> =
        messages.iter().map(|message| Note::read(message, SeenBy::Everybody)).collect();
    for ephemeral in page.slack.ephemerals(Some(&reader.handle)) {
        if ephemeral.get("channel").and_then(Value::as_str) == Some(&place.id) {
            let mut note = Note::read(&ephemeral, SeenBy::OnePerson);
            note.author.clone_from(&reader.app.id);
            if ephemeral.get("from").and_then(Value::as_str) == Some("slackbot") {
                "Slackbot".clone_into(&mut note.author);
            }
            notes.push(note);
        }
    }
    page.seen.tell_opened(reader, &mut notes);
    notes.sort_by_key(|note| note.at);
    notes
}
