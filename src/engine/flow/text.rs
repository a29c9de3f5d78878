//! Whether a text that others will read is the requester's own, and what in it leads elsewhere.

use super::manners::Manners;
use super::orders::{Order, words_of};
use super::people::writes;
use crate::addresses;

/// What is written between words, and cannot be used for anything else.
const MARKS: &str = ".,;:!?'\"()[]/&%+-–—…’‘“”„«»·•*_#@<>=€$£°§";
/// So many of them stand together.
const TOGETHER: usize = 3;
/// And so many blanks, or ends of lines.
const BLANKS: usize = 2;

/// Whether somebody wrote this in these words; a greeting and their name around it are manners.
pub(super) fn is_own(text: &str, orders: &[Order], manners: &Manners) -> bool {
    let words = words_of(text);
    let is_said = |words: &[String]| words.is_empty() || orders.iter().any(|order| order.says(words));
    is_plain(text, orders) && manners.taken_from(&words).any(is_said)
}

/// Whether a text says nothing beside its words: signs, blanks and capitals can carry another one.
fn is_plain(text: &str, orders: &[Order]) -> bool {
    let wrote = |part: &str| orders.iter().any(|order| order.raw.contains(part));
    let is_blank = |sign: char| matches!(sign, ' ' | '\n');
    let text = text.replace("\r\n", "\n");
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut between = text.split(char::is_alphanumeric).filter(|part| !part.is_empty());
    let is_usual = |part: &str| {
        let marks = part.chars().filter(|sign| !is_blank(*sign));
        let count = |blank: char| part.chars().filter(|sign| *sign == blank).count();
        marks.clone().all(|sign| MARKS.contains(sign))
            && marks.count() <= TOGETHER
            && count(' ') <= BLANKS
            && count('\n') <= BLANKS
    };
    words.into_iter().all(|word| has_usual_capitals(word) || wrote(word))
        && between.all(|part| is_usual(part) || wrote(part.trim()) && !part.trim().is_empty())
}

/// As a word is written in a sentence, or at its beginning.
fn has_usual_capitals(word: &str) -> bool {
    !word.chars().skip(1).any(char::is_uppercase)
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
    repeats
        || is_plain(title, orders)
            && (words.is_empty() || orders.iter().any(|order| order.says_in_order(&words)))
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
    use super::super::people::Roster;
    use super::*;

    fn own(order: &str, text: &str) -> bool {
        let manners = Manners::between("Ana Ruiz", ["ben.okafor@firm.example"], &Roster::default());
        is_own(text, &[Order::read(order)], &manners)
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
        assert!(own(order, "Dear Ben Okafor, yes, noon works for me. Many thanks, kind regards, Ana Ruiz"));
        assert!(own("Reply to Ben: I am in the USA 🎉", "I am in the USA 🎉"));
    }

    #[test]
    fn nothing_is_smuggled_out_beside_own_words() {
        let order = "Reply to Ben: yes, noon works for me.";
        for text in [
            "Hi BLUE-4711 71,200\n\nyes, noon works for me",
            "Hi Ben\u{e0042}\u{e004c},\nyes, noon works for me",
            "⠃⠇⠥⠑",
            "yes, noon works for me 🇧🇱🇺🇪",
            "yEs, nOOn wOrks FOR me",
            "yes, noon works -.-. ..-- for me",
            "yes,     noon works   for me",
            "yes, noon\t\tworks\tfor me",
            "yes, noon works for me\u{a0}\u{2003}\u{a0}",
            "yes, noon works for me\n\n\n\n\n",
            "yes, noon works for me\nbest thanks kind regards best thanks cheers yours best Ana",
            "yes, noon works for me ,;,;.!?",
        ] {
            assert!(!own(order, text), "{text:?}");
        }
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
