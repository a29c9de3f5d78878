//! Whether a text that others will read is the requester's own, and what in it leads elsewhere.

use std::borrow::Cow;

use super::clauses::says_something;
use super::manners::Manners;
use super::reading::{Passage, Word};
use super::utterance::{Utterance, WordRange, words_of};
use crate::guard::addresses;

/// What may stand behind a greeting, and between the words of a closing.
const GAPS: [&str; 10] = ["", " ", "\n", "\n\n", ", ", ",\n", ",\n\n", "!\n\n", ".\n\n", ". "];

/// Whether this is, as it was written, what somebody is to get in a clause that is meant; a greeting and a name around it
/// are manners. Nothing is left out: half of a sentence can say the opposite.
pub(super) fn is_own(
    text: &str,
    utterances: &[Utterance],
    manners: &Manners,
    is_meant: &dyn Fn(&Utterance, usize) -> bool,
) -> bool {
    let is_passage = |core: &str| {
        utterances.iter().any(|order| {
            let raw = |passage: &Passage| order.raw.get(passage.from..passage.to);
            let mut same =
                order.passages.iter().filter(|passage| raw(passage).is_some_and(|raw| is_same(core, raw)));
            // Everybody of the directory is looked at for it, so what costs less comes first.
            same.any(|passage| is_meant(order, passage.clause))
        })
    };
    cores(text, manners).into_iter().any(|core| core.is_empty() || is_passage(core))
}

/// The same for a title or a cell: some words of theirs that stand together and say nothing by themselves, in a clause that
/// is meant; or a title that is there already.
pub(super) fn is_own_title(
    title: &str,
    utterances: &[Utterance],
    known: &[String],
    is_meant: &dyn Fn(&Utterance, usize) -> bool,
) -> bool {
    known.iter().any(|name| without_prefix(name) == without_prefix(title))
        || utterances.iter().any(|order| {
            let mut places = places(title, order);
            places.any(|run| {
                let words = order.words.get(run.from..run.to).unwrap_or_default();
                words.iter().all(|word| !says_something(&word.text) && is_meant(order, word.clause))
            })
        })
}

/// Whether they wrote this anywhere, with manners around it.
pub(super) fn wrote(text: &str, utterances: &[Utterance], manners: &Manners) -> bool {
    cores(text, manners).into_iter().any(|core| core.is_empty() || stands(core, utterances))
}

/// As much of a text as they wrote: all of it, or what is left without the manners around it.
pub(super) fn written<'a>(text: &'a str, utterances: &[Utterance], manners: &Manners) -> Option<&'a str> {
    let theirs = |core: &&str| stands(core, utterances) && !manners.is_an_addressee(&words_of(core));
    let whole = stands(text, utterances).then_some(text);
    whole.or_else(|| cores(text, manners).into_iter().filter(theirs).max_by_key(|core| core.len()))
}

fn stands(text: &str, utterances: &[Utterance]) -> bool {
    utterances.iter().any(|order| places(text, order).next().is_some())
}

/// Where a text stands word for word, with the same signs between the words.
fn places(text: &str, order: &Utterance) -> impl Iterator<Item = WordRange> {
    let length = words_of(text).len();
    let runs = order.words.len().checked_sub(length).filter(|_| length > 0).map_or(0..0, |last| 0..last + 1);
    let runs = runs.map(move |from| WordRange { from, to: from + length });
    runs.filter(move |run| {
        let first = order.words.get(run.from).map(|word| word.from);
        let last = order.words.get(run.to - 1).map(|word| word.to);
        let raw = first.zip(last).and_then(|(first, last)| order.raw.get(first..last));
        raw.is_some_and(|raw| is_same(text, raw))
    })
}

fn without_prefix(title: &str) -> &str {
    let mut title = title.trim();
    for prefix in ["Re:", "RE:", "re:", "Fwd:", "FW:", "Fw:", "AW:", "Aw:", "WG:"] {
        title = title.strip_prefix(prefix).map_or(title, str::trim_start);
    }
    title
}

/// Whether two texts differ in nothing but the capital at the beginning, the sign at the end, and the shape of quotation
/// marks.
fn is_same(text: &str, raw: &str) -> bool {
    let (text, raw) = (straight(text), straight(raw));
    let (mut text, mut raw) = (bare(&text).chars(), bare(&raw).chars());
    let same = match (text.next(), raw.next()) {
        (Some(one), Some(other)) => one == other || one.to_lowercase().eq(other.to_lowercase()),
        (one, other) => one == other,
    };
    same && text.eq(raw)
}

fn straight(text: &str) -> Cow<'_, str> {
    // Most are so already, and every word of an order may be asked about.
    if text.is_ascii() && !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let straight = |sign: char| match sign {
        '’' | '‘' => '\'',
        '“' | '”' | '„' => '"',
        sign => sign,
    };
    text.replace("\r\n", "\n").chars().map(straight).collect()
}

fn bare(text: &str) -> &str {
    let text = text.trim_matches([' ', '\n']);
    text.strip_suffix(['.', '!', ',']).unwrap_or(text)
}

/// What is left of a text when some or all of the manners around it are taken away, where nothing hides in those.
fn cores<'a>(text: &'a str, manners: &Manners) -> Vec<&'a str> {
    let order = Utterance::read_as_one(text);
    let words: Vec<String> = order.iter().map(|word| word.text.clone()).collect();
    let is_usual = |from: usize, to: usize| {
        let capitals = order.get(from..to).is_some_and(|words| {
            words.iter().all(|word| text.get(word.from..word.to).is_some_and(has_usual_capitals))
        });
        let gaps = order.get(from..to).unwrap_or_default().windows(2);
        capitals && gaps.map(|pair| gap(text, pair.first(), pair.last())).all(|gap| GAPS.contains(&gap))
    };
    let mut cores = Vec::new();
    for (start, end) in manners.around(&words) {
        let from = if start == 0 { 0 } else { order.get(start).map_or(text.len(), |word| word.from) };
        let to =
            if end == words.len() { text.len() } else { order.get(end).map_or(text.len(), |word| word.from) };
        let greeted = start == 0 || GAPS.contains(&gap(text, order.get(start - 1), order.get(start)));
        let core = text.get(from..to.max(from)).unwrap_or_default();
        let closes = end == words.len() || {
            let behind = order.last().and_then(|word| text.get(word.to..)).unwrap_or_default();
            ["", ".", "!", "\n", ".\n"].contains(&behind)
        };
        let blank = |sign: &char| matches!(sign, ' ' | '\n');
        let few =
            core.chars().rev().take_while(blank).count() <= 2 && core.chars().take_while(blank).count() <= 2;
        if greeted && closes && few && is_usual(0, start) && is_usual(end, words.len()) {
            cores.push(core.trim_matches([' ', '\n']));
        }
    }
    cores
}

fn gap<'a>(text: &'a str, one: Option<&Word>, next: Option<&Word>) -> &'a str {
    let from = one.map_or(0, |word| word.to);
    let to = next.map_or(text.len(), |word| word.from);
    text.get(from..to).unwrap_or_default()
}

/// As a word is written in a sentence, or at its beginning.
fn has_usual_capitals(word: &str) -> bool {
    !word.chars().skip(1).any(char::is_uppercase)
}

/// Addresses in a text that the requester did not write: a link, a mailbox, a site.
pub(crate) fn strange_addresses(text: &str, utterances: &[Utterance]) -> Vec<String> {
    let links: Vec<String> = addresses::addresses(text).map(str::to_owned).collect();
    let belongs = |letter: char| letter.is_alphanumeric() || "-._~%@/:?#=&+".contains(letter);
    let pieces = text.split(|letter: char| !belongs(letter));
    // "here:evil.example/x" is pressed behind the colon.
    let parts = pieces.flat_map(|piece| {
        let behind = piece.match_indices(':').map(move |(at, _)| piece.get(at + 1..).unwrap_or_default());
        [piece].into_iter().chain(behind)
    });
    let sites = parts
        .map(|word| word.trim_matches(['.', ':', '!', '?', '*', '_', '/', '#', '&', '=', '-', '~', '+', '%']))
        .filter(|word| is_site(word) && !links.iter().any(|link| link.contains(word)))
        .map(str::to_owned);
    let mut found: Vec<String> = sites.collect();
    found.extend(links.clone());
    found.sort();
    found.dedup();
    found.retain(|address| !utterances.iter().any(|order| leads_to(order, address)));
    found
}

/// Whether somebody wrote exactly this address: what stands behind the host is not the same in small letters, and half of
/// an address is another one.
fn leads_to(order: &Utterance, address: &str) -> bool {
    let host = address.find("://").map_or(0, |at| at + 3);
    let rest = address.get(host..).unwrap_or_default();
    let lowered = address.to_lowercase();
    let (raw, address) = if rest.contains(['/', '?', '#', '%']) {
        (&order.raw, address)
    } else {
        (&order.lowered, lowered.as_str())
    };
    let belongs = |letter: char| letter.is_alphanumeric() || "-_~%@/?#=&+.:".contains(letter);
    raw.match_indices(address).any(|(at, found)| {
        let before = raw.get(..at).and_then(|text| text.chars().next_back());
        let behind = raw.get(at + found.len()..).unwrap_or_default();
        let behind = behind.trim_start_matches(['.', ',', ':', ';', '!', '?', '/']);
        // A site that stands in a link is not written by itself.
        let begins = before.is_none_or(|letter| !belongs(letter));
        let is_link = host == 0 && raw.get(..at).is_some_and(|before| before.ends_with("://"));
        (begins || is_link) && !behind.starts_with(belongs)
    })
}

/// `evil.example/x`, `x@evil.example`: what most readers turn into something to press.
fn is_site(word: &str) -> bool {
    let host = word.split(['/', '?', '#']).next().unwrap_or(word);
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.split(':').next().unwrap_or(host);
    let parts: Vec<&str> = host.split('.').collect();
    let end = parts.last().copied().unwrap_or_default();
    let is_name = |part: &&str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    let is_end = end.chars().all(char::is_alphabetic) || end.to_lowercase().starts_with("xn--");
    parts.len() > 1
        && parts.iter().all(is_name)
        && end.chars().count() > 1
        && is_end
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
        is_own(text, &[Utterance::read(order)], &manners, &|_, _| true)
    }

    #[test]
    fn own_words_may_come_with_manners_and_with_nothing_else() {
        let order = "Reply to Ben: yes, noon works for me.";
        assert!(own(order, "Hi Ben,\n\nYes, noon works for me.\n\nBest regards,\nAna"));
        assert!(!own(order, "yes, noon works"), "the rest may say something else");
        assert!(!own(order, "noon works for me"));
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
        let order = [Utterance::read("tell Ben the page is https://ok.example/a and write to x@ok.example")];
        let strange = |text: &str| strange_addresses(text, &order);
        assert!(
            strange("See https://ok.example/a or X@ok.example. Notes.txt, e.g. 3.5, at 12.30").is_empty()
        );
        for text in [
            "https://ok.example/a?q=1",
            "evil.example/x",
            "www.evil.example",
            "eve@evil.example",
            "mailto:eve@evil.example",
            "here:evil.example/pay",
            "evil.xn--p1ai/pay",
            "→evil.example/x",
            "“evil.example/x”",
            "https://ok.example/A",
            "https://ok.example",
            "ok.example/b",
        ] {
            assert!(!strange(text).is_empty(), "{text}");
        }
    }
}
