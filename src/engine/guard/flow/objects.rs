//! Whether the requester named a thing: by its title, its subject, or by whom it is from. Never by an id.

use kernel::{Deed, Target};

use super::people::{Roster, writes};
use super::utterance::{Utterance, WordRange, words_of};
use super::verbs::is_common;

const PREFIXES: [&str; 7] = ["re", "fwd", "fw", "aw", "wg", "tr", "rv"];
const EXTENSIONS: [&str; 20] = [
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "txt", "csv", "md", "html", "zip", "png", "jpg",
    "jpeg", "gif", "gdoc", "gsheet", "odt", "json",
];
/// Words that name nothing by themselves.
const EMPTY: [&str; 50] = [
    "the",
    "and",
    "for",
    "with",
    "from",
    "about",
    "your",
    "our",
    "this",
    "that",
    "new",
    "all",
    "mail",
    "email",
    "message",
    "doc",
    "document",
    "file",
    "sheet",
    "spreadsheet",
    "event",
    "meeting",
    "call",
    "folder",
    "draft",
    "note",
    "notes",
    "today",
    "tomorrow",
    "week",
    "der",
    "die",
    "das",
    "und",
    "für",
    "mit",
    "von",
    "les",
    "des",
    "para",
    "con",
    "del",
    "you",
    "are",
    "has",
    "was",
    "not",
    "can",
    "will",
    "please",
];

/// Whether this is named in one of the utterances; for a deed, where the deed is asked for.
pub(crate) fn is_named(
    target: &Target,
    deed: Option<Deed>,
    utterances: &[Utterance],
    roster: &Roster,
) -> bool {
    utterances.iter().any(|order| {
        let runs = runs(target, order, roster);
        runs.into_iter().any(|run| deed.is_none_or(|deed| order.asks_at(run).ask_for(deed)))
    })
}

/// Where a thing stands by its name in an order.
pub(super) fn runs(target: &Target, order: &Utterance, roster: &Roster) -> Vec<WordRange> {
    let titles = target.names.iter().flat_map(|name| title_runs(name, order));
    titles.chain(author_runs(target, order, roster)).collect()
}

/// Where whoever a thing is from stands by name in an order. A word of a title in quotation marks is nobody's name.
pub(super) fn author_runs(target: &Target, order: &Utterance, roster: &Roster) -> Vec<WordRange> {
    let authors = target.authors.iter().flat_map(|author| {
        let words = words_of(author);
        // Whoever calls themselves like somebody of ours is not meant by that name.
        if roster.others_are_called(&words, &target.people) {
            return Vec::new();
        }
        let telling = |word: &str| word.chars().count() > 2 && !EMPTY.contains(&word);
        let there = words.chunks(1).filter(|word| word.iter().all(|word| telling(word)));
        let there = there.flat_map(|word| order.runs(word));
        there.filter(|run| order.is_name(*run) && !order.is_quoted(*run)).collect()
    });
    let addresses = target.people.iter().filter(|one| writes(order, &one.to_lowercase()));
    let addresses = addresses.flat_map(|one| order.runs(&words_of(one)));
    authors.chain(addresses).collect()
}

/// The whole title, or two of its words that stand together and mean something.
pub(crate) fn title_runs(title: &str, order: &Utterance) -> Vec<WordRange> {
    let mut words = words_of(title);
    while words.first().is_some_and(|word| PREFIXES.contains(&word.as_str())) {
        words.remove(0);
    }
    if words.len() > 1 && words.last().is_some_and(|word| EXTENSIONS.contains(&word.as_str())) {
        words.pop();
    }
    if !words.iter().any(|word| means_something(word)) {
        // "123" or "the" would be named by accident.
        return Vec::new();
    }
    let mut runs = order.runs(&words);
    let is_plain = |word: &String| !EMPTY.contains(&word.as_str()) && !is_common(word);
    // Looked for in what may be long, so the few that tell something are found out first.
    let plain: Vec<bool> = words.iter().map(is_plain).collect();
    let pairs = words.windows(2).zip(plain.windows(2)).filter(|_| words.len() > 2);
    let telling = pairs.filter(|(pair, plain)| {
        plain.iter().all(|plain| *plain) && pair.iter().any(|word| means_something(word))
    });
    runs.extend(telling.flat_map(|(pair, _)| order.runs(pair)));
    runs
}

fn means_something(word: &str) -> bool {
    word.chars().count() > 2 && word.chars().any(char::is_alphabetic) && !EMPTY.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(order: &str, title: &str) -> bool {
        !title_runs(title, &Utterance::read(order)).is_empty()
    }

    #[test]
    fn a_title_is_named_by_its_words_and_by_nothing_that_only_looks_like_it() {
        for (order, title) in [
            ("Add a line to Budget 2027", "Budget 2027"),
            ("add a line to the “Budget 2027.xlsx”", "Budget_2027.xlsx"),
            ("share the offsite plan with Ben", "Offsite plan"),
            ("answer the mail about the team offsite", "Re: Fwd: Team offsite in May"),
        ] {
            assert!(named(order, title), "{order} / {title}");
        }
        for (order, title) in [
            ("Add 2027 to it", "2027"),
            ("read the doc", "Doc"),
            ("Read Budget 2026", "Budget 2027"),
            ("meet at 11 on 2026-11-20", "20"),
            ("the plan for today", "Plan for tomorrow"),
        ] {
            assert!(!named(order, title), "{order} / {title}");
        }
    }
}
