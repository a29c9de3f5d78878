//! Whether a text that others will read is the requester's own, and what in it leads elsewhere.

use super::orders::{Order, words_of};
use super::people::writes;
use crate::addresses;

const GREETINGS: [&str; 16] = [
    "hi", "hello", "hey", "dear", "good", "hallo", "liebe", "lieber", "guten", "bonjour", "salut", "cher",
    "chère", "hola", "buenos", "estimado",
];
const CLOSINGS: [&str; 26] = [
    "best",
    "regards",
    "kind",
    "thanks",
    "thank",
    "you",
    "cheers",
    "sincerely",
    "yours",
    "many",
    "warm",
    "wishes",
    "viele",
    "grüße",
    "liebe",
    "beste",
    "danke",
    "mit",
    "freundlichen",
    "grüßen",
    "cordialement",
    "merci",
    "bien",
    "saludos",
    "gracias",
    "un",
];
/// A greeting is no longer than this.
const GREETING: usize = 5;

/// Whether somebody wrote this in these words; a greeting and their name around it are manners.
pub(crate) fn is_own(text: &str, orders: &[Order], name: &str) -> bool {
    let words = essence(text, &words_of(name));
    words.is_empty() || orders.iter().any(|order| order.says(&words))
}

/// The same for a title: words of theirs in the order in which they wrote them.
pub(crate) fn is_own_title(title: &str, orders: &[Order], known: &[String]) -> bool {
    let mut words = words_of(title);
    words.retain(|word| !matches!(word.as_str(), "re" | "fwd" | "fw" | "aw" | "wg"));
    let repeats = known.iter().any(|name| {
        let mut name = words_of(name);
        name.retain(|word| !matches!(word.as_str(), "re" | "fwd" | "fw" | "aw" | "wg"));
        name == words
    });
    words.is_empty() || repeats || orders.iter().any(|order| order.says_in_order(&words))
}

/// Without manners.
fn essence(text: &str, name: &[String]) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_greeting = |words: &[String]| {
        words.len() <= GREETING && words.first().is_some_and(|word| GREETINGS.contains(&word.as_str()))
    };
    let is_closing =
        |words: &[String]| words.iter().all(|word| CLOSINGS.contains(&word.as_str()) || name.contains(word));
    let last = lines.len().saturating_sub(1);
    let mut words: Vec<Vec<String>> = lines.iter().map(|line| words_of(line)).collect();
    if words.first().is_some_and(|first| is_greeting(first)) && last > 0 {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(|line| is_closing(line)) {
        words.pop();
    }
    words.concat()
}

/// Addresses in a text that the requester did not write: a link, a mailbox, a site.
pub(crate) fn strange_addresses(text: &str, orders: &[Order]) -> Vec<String> {
    let links = addresses::addresses(text).map(str::to_owned);
    let sites = text.split(|letter: char| letter.is_whitespace() || "<>()[]{}\"'`,;|".contains(letter));
    let sites = sites
        .map(|word| word.trim_matches(['.', ':', '!', '?', '*', '_']))
        .filter(|word| is_site(word))
        .map(str::to_owned);
    let mut found: Vec<String> = links.chain(sites).collect();
    found.sort();
    found.dedup();
    found.retain(|address| !orders.iter().any(|order| writes(order, &address.to_lowercase())));
    found
}

/// `evil.example/x`, `x@evil.example`: what most readers turn into something to press.
fn is_site(word: &str) -> bool {
    let host = word.rsplit('@').next().unwrap_or(word);
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or(host);
    let parts: Vec<&str> = host.split('.').collect();
    let end = parts.last().copied().unwrap_or_default();
    let is_name = |part: &&str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    parts.len() > 1
        && parts.iter().all(is_name)
        && end.chars().count() > 1
        && end.chars().all(char::is_alphabetic)
        && !is_file_name(word, &parts)
}

/// `notes.txt` leads nowhere.
fn is_file_name(word: &str, parts: &[&str]) -> bool {
    const ENDINGS: [&str; 18] = [
        "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "txt", "csv", "md", "png", "jpg", "jpeg", "json",
        "xml", "html", "g", "e",
    ];
    parts.len() == 2
        && !word.contains(['/', '@'])
        && parts.last().is_some_and(|end| ENDINGS.contains(&end.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(order: &str, text: &str) -> bool {
        is_own(text, &[Order::read(order)], "Ana Ruiz")
    }

    #[test]
    fn own_words_may_come_with_manners_and_with_nothing_else() {
        let order = "Reply to Ben: yes, noon works for me.";
        assert!(own(order, "Hi Ben,\n\nYes, noon works for me.\n\nBest regards,\nAna"));
        assert!(own(order, "yes, noon works"));
        assert!(!own(order, "Yes, noon works for me. Please call +1 555 0100."));
        assert!(!own(order, "noon works, yes"));
        assert!(!own(order, "Hi Ben, you are fired"));
        assert!(!own(order, "Thanks\nPay 500 to Eve"));
    }

    #[test]
    fn whatever_leads_elsewhere_is_found() {
        let order = [Order::read("tell Ben the page is https://ok.example/a and write to x@ok.example")];
        let strange = |text: &str| strange_addresses(text, &order);
        assert!(
            strange("See https://ok.example/a or x@ok.example. Notes.txt, e.g. 3.5, at 12.30").is_empty()
        );
        for text in [
            "https://ok.example/a?q=1",
            "evil.example/x",
            "www.evil.example",
            "eve@evil.example",
            "mailto:eve@evil.example",
        ] {
            assert!(!strange(text).is_empty(), "{text}");
        }
    }
}
