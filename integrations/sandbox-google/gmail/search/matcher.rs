//! Decides whether a message meets a condition.

use super::Term;
use crate::gmail::mailbox::Mailbox;
use crate::gmail::message::Message;

/// What a condition is held against.
#[derive(Clone, Copy)]
pub(super) struct Looked<'a> {
    pub(super) mailbox: &'a Mailbox,
    pub(super) message: &'a Message,
    /// Seconds since 1970.
    pub(super) now: i64,
}

/// Whether the message meets the condition.
pub(super) fn matches(term: &Term, looked: &Looked<'_>) -> bool {
    let message = looked.message;
    let reading = &message.reading;
    let date = message.date / 1000;
    match term {
        Term::All(terms) => terms.iter().all(|term| matches(term, looked)),
        Term::Any(terms) => terms.is_empty() || terms.iter().any(|term| matches(term, looked)),
        Term::Not(term) => !matches(term, looked),
        Term::Words(words) => {
            let places =
                [&reading.subject, &reading.text, &reading.from, &reading.to, &reading.cc, &reading.bcc];
            places.into_iter().chain(&reading.filenames).any(|place| says(place, words))
        }
        Term::From(who) => names(&reading.from, who, looked.mailbox),
        Term::To(who) => {
            [&reading.to, &reading.cc, &reading.bcc].iter().any(|list| names(list, who, looked.mailbox))
        }
        Term::Cc(who) => names(&reading.cc, who, looked.mailbox),
        Term::Bcc(who) => names(&reading.bcc, who, looked.mailbox),
        Term::Subject(words) => says(&reading.subject, words),
        Term::Filename(name) => reading.filenames.iter().any(|file| says(file, name)),
        Term::MessageId(id) => {
            reading.message_id.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(id))
        }
        Term::HasAttachment => !reading.filenames.is_empty(),
        Term::Read => !message.has("UNREAD"),
        Term::Labeled(label) => message.has(label),
        Term::LabelNamed(name) => looked
            .mailbox
            .labels
            .iter()
            .any(|(id, label)| message.has(id) && dashed(&label.name) == dashed(name)),
        Term::Anywhere => true,
        Term::Before(second) => date < *second,
        Term::After(second) => date >= *second,
        Term::OlderThan(seconds) => date < looked.now - seconds,
        Term::NewerThan(seconds) => date >= looked.now - seconds,
        Term::Nothing => false,
    }
}

fn names(list: &str, who: &str, mailbox: &Mailbox) -> bool {
    if who == "me" {
        let own = mailbox.identities.iter().map(|identity| &identity.address);
        std::iter::once(&mailbox.account.address).chain(own).any(|own| says(list, &own.to_lowercase()))
    } else {
        says(list, who)
    }
}

/// Labels are searched for with hyphens in the place of spaces and slashes.
fn dashed(name: &str) -> String {
    name.to_lowercase().replace([' ', '/'], "-")
}

/// Whether a text says these words, whole words only; a plural counts as its singular and the other way round.
fn says(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    let words = words.trim_matches(['?', '!', ',', ';', ':', '.', '\'']);
    contains_whole(&text, words)
        || words.strip_suffix('s').is_some_and(|one| one.len() > 2 && contains_whole(&text, one))
}

fn contains_whole(text: &str, words: &str) -> bool {
    if words.is_empty() {
        return true;
    }
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|rest| rest.chars().next_back());
        let after = text.get(at + found.len()..).unwrap_or_default();
        let after = after.strip_prefix('s').filter(|rest| !starts_a_word(rest)).unwrap_or(after);
        let first = words.chars().next().is_some_and(joins);
        let last = words.chars().next_back().is_some_and(joins);
        !(first && before.is_some_and(joins) || last && starts_a_word(after))
    })
}

fn starts_a_word(text: &str) -> bool {
    text.chars().next().is_some_and(joins)
}

/// Letters that run on into one word. Scripts written without spaces do not.
fn joins(letter: char) -> bool {
    letter.is_alphanumeric()
        && !matches!(letter, '\u{0e00}'..='\u{0e7f}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_found_and_parts_are_not() {
        assert!(says("The invoice from Northlight", "invoice"));
        assert!(says("Two invoices.", "invoice"));
        assert!(says("One invoice", "invoices"));
        assert!(says("Does Thursday work?", "thursday?"));
        assert!(!says("Invoicing", "invoice"));
        assert!(!says("reinvoice", "invoice"));
        assert!(says("Ben Okafor <ben@fernwood.example>", "ben"));
        assert!(!says("Benedikt <b@x.example>", "ben"));
        assert!(says("ben@fernwood.example", "@fernwood.example"));
    }

    #[test]
    fn scripts_without_spaces_are_searched_inside() {
        assert!(says("会議は木曜日です", "木曜日"));
        assert!(says("Η συνάντηση", "συνάντηση"));
    }
}
