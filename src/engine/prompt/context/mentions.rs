//! People who are named in what somebody wrote: the model reads their names and addresses in place of the ids the chat
//! writes. Whoever cannot be looked up stays an id.

use std::collections::HashMap;

use kernel::{Body, Entry, Mention, MessageEntry, Person, PersonId, Record};

use super::name_of;

/// Everybody who is named in the journal.
pub(crate) fn mentioned(journal: &[Record]) -> Vec<PersonId> {
    let mentions = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { mentions, .. } | MessageEntry::Revised { mentions, .. }) => {
            Some(mentions)
        }
        _ => None,
    });
    let mut people: Vec<PersonId> = mentions.flatten().map(|mention| mention.person.clone()).collect();
    people.sort();
    people.dedup();
    people
}

/// The same words with the names of those who are known.
pub(crate) fn with_names(words: &Body, mentions: &[Mention], people: &HashMap<PersonId, Person>) -> Body {
    put(words, mentions, |person| people.get(person).map(named))
}

/// The same words with nothing but the addresses of those who are known: a name is its owner's choice.
pub(crate) fn with_addresses(words: &Body, mentions: &[Mention], people: &HashMap<PersonId, Person>) -> Body {
    put(words, mentions, |person| people.get(person)?.address.clone())
}

fn put(words: &Body, mentions: &[Mention], as_what: impl Fn(&PersonId) -> Option<String>) -> Body {
    match &words.words {
        Some(text) if !mentions.is_empty() => {
            let put = |text: String, mention: &Mention| match as_what(&mention.person) {
                Some(other) => replaced(&text, &mention.written, &other),
                None => text,
            };
            Body::new(mentions.iter().fold(text.clone(), put))
        }
        _ => words.clone(),
    }
}

fn named(person: &Person) -> String {
    let name = name_of(Some(person));
    match &person.address {
        Some(address) => format!("@{name} ({address})"),
        None => format!("@{name}"),
    }
}

/// Only whole: `@U2` is not in `@U23`.
fn replaced(text: &str, written: &str, named: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(written).filter(|_| !written.is_empty()) {
        let whole = !after.starts_with(|next: char| next.is_alphanumeric());
        out.push_str(before);
        out.push_str(if whole { named } else { written });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use kernel::Standing;

    use super::*;

    fn bob(address: Option<&str>) -> HashMap<PersonId, Person> {
        let person = Person {
            id: "T1:U2".into(),
            name: "Bob [Baker]".to_owned(),
            workspace: "Fernwood".to_owned(),
            address: address.map(str::to_owned),
            zone: None,
            standing: Standing::Member,
        };
        HashMap::from([(person.id.clone(), person)])
    }

    fn named_in(text: &str, people: &HashMap<PersonId, Person>) -> String {
        let mention =
            |person: &str, written: &str| Mention { person: person.into(), written: written.to_owned() };
        let mentions = [mention("T1:U2", "@U2"), mention("T1:U23", "@U23")];
        with_names(&Body::new(text), &mentions, people).words().to_owned()
    }

    #[test]
    fn a_mention_becomes_a_name_and_an_address_where_they_are_known() {
        let people = bob(Some("bob@fernwood.example"));
        assert_eq!(named_in("to @U2, not @U23", &people), "to @“Bob Baker” (bob@fernwood.example), not @U23");
        assert_eq!(named_in("to @U2", &bob(None)), "to @“Bob Baker”");
        assert_eq!(named_in("to @U2", &HashMap::new()), "to @U2");
    }

    #[test]
    fn deleted_words_stay_deleted() {
        let deleted = Body { words: None, ..Body::new("to @U2") };
        let mentions = [Mention { person: "T1:U2".into(), written: "@U2".to_owned() }];
        assert_eq!(with_names(&deleted, &mentions, &bob(None)), deleted);
    }
}
