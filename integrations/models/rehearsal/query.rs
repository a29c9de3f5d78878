//! A search in the mailbox's own language.

use super::clock::Clock;
use super::wish::Search;

/// Words that say nothing about a subject.
const EMPTY: &[&str] = &[
    "the", "a", "an", "of", "for", "and", "or", "my", "our", "your", "their", "to", "in", "on", "at", "with",
    "about", "re",
];

pub(crate) fn query(search: &Search, clock: &Clock) -> String {
    if let Some(operators) = &search.operators {
        return operators.clone();
    }
    let mut parts: Vec<String> = Vec::new();
    let named = |operator: &str, name: &str| {
        words(name).into_iter().map(|word| format!("{operator}:{word}")).collect::<Vec<_>>()
    };
    parts.extend(search.from.iter().flat_map(|name| named("from", name)));
    parts.extend(search.to.iter().flat_map(|name| named("to", name)));
    parts.extend(search.with.iter().map(|name| {
        let name = words(name).join(" ");
        format!("{{from:({name}) to:({name})}}")
    }));
    parts.extend(search.about.iter().flat_map(|about| telling(about)));
    if search.traits.unread {
        parts.push("is:unread".to_owned());
    }
    if search.traits.attachments {
        parts.push("has:attachment".to_owned());
    }
    let anywhere =
        search.from.is_some() || search.to.is_some() || search.with.is_some() || search.about.is_some();
    let place = match (search.traits.sent, anywhere) {
        (true, _) => "in:sent",
        (false, true) => "-in:drafts",
        (false, false) => "in:inbox",
    };
    parts.push(place.to_owned());
    parts.extend(search.when.map(|when| clock.stretch(when)));
    parts.join(" ")
}

/// Every character that means something to the mailbox is dropped: a name can search, and do nothing else.
fn words(text: &str) -> Vec<String> {
    let kept =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '@' | '.' | '_' | '-' | '+' | '\'');
    text.split(|letter| !kept(letter))
        .map(|word| word.trim_matches(['-', '.', '+', '\'', '_']).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words of a subject that tell it from others.
pub(crate) fn telling(about: &str) -> Vec<String> {
    let all = words(about);
    let telling: Vec<_> = all.iter().filter(|word| !EMPTY.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(search: &Search) -> String {
        query(search, &Clock::default())
    }

    #[test]
    fn a_search_becomes_operators() {
        let search = Search { about: Some("the Budget: Q3".to_owned()), ..Search::from("Ben Adler") };
        assert_eq!(asked(&search), "from:ben from:adler budget q3 -in:drafts");
        assert_eq!(asked(&Search::default()), "in:inbox");
    }

    #[test]
    fn operators_go_through_as_they_are() {
        let operators = Some("has:attachment from:ben".to_owned());
        assert_eq!(asked(&Search { operators, ..Search::default() }), "has:attachment from:ben");
    }

    #[test]
    fn a_conversation_with_somebody_has_both_sides() {
        let search = Search { with: Some("Ben Adler".to_owned()), ..Search::default() };
        assert_eq!(asked(&search), "{from:(ben adler) to:(ben adler)} -in:drafts");
    }

    #[test]
    fn no_word_becomes_an_operator() {
        let search =
            Search { about: Some("x is:unread -in:sent OR (from:y)".to_owned()), ..Search::default() };
        assert_eq!(asked(&search), "x is unread sent from y -in:drafts");
    }
}
