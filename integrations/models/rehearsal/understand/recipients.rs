//! Who a mail is to go to: `Ben and carla@example.com, cc me`.

use super::words::Words;
use crate::rehearsal::wish::Recipient;

/// Those it goes to, and those who get a copy. Nothing if it does not read like people.
pub(crate) fn recipients(words: Words<'_>) -> Option<(Vec<Recipient>, Vec<Recipient>)> {
    let cut = words.words.iter().position(|word| matches!(word.plain.as_str(), "cc" | "cc'ing" | "copying"));
    let cut = cut.unwrap_or(words.words.len());
    let to = people(words.part(0..cut))?;
    let cc =
        if cut < words.words.len() { people(words.part(cut + 1..words.words.len()))? } else { Vec::new() };
    (!to.is_empty()).then_some((to, cc))
}

fn people(words: Words<'_>) -> Option<Vec<Recipient>> {
    let mut people = Vec::new();
    let mut name: Vec<&str> = Vec::new();
    for place in 0..words.words.len() {
        let one = words.part(place..place + 1);
        let plain = words.plain(place);
        if matches!(
            plain,
            "from" | "about" | "with" | "in" | "that" | "which" | "of" | "today" | "yesterday" | ":"
        ) {
            return None;
        }
        if matches!(plain, "and" | "&" | "plus" | "or" | "to") {
            finish(&mut people, &mut name);
            continue;
        }
        name.push(one.trimmed());
        if one.original().ends_with([',', ';']) {
            finish(&mut people, &mut name);
        }
    }
    finish(&mut people, &mut name);
    Some(people)
}

fn finish(people: &mut Vec<Recipient>, name: &mut Vec<&str>) {
    let address = name.iter().find_map(|word| address(word));
    let words = std::mem::take(name).join(" ");
    if let Some(address) = address {
        people.push(Recipient::Address(address));
    } else if matches!(words.to_lowercase().as_str(), "me" | "myself") {
        people.push(Recipient::Oneself);
    } else if !words.is_empty() {
        people.push(Recipient::Name(words));
    }
}

/// The address in a word, also where the chat has made a link of it: `<mailto:a@b.c|a@b.c>`.
pub(crate) fn address(word: &str) -> Option<String> {
    let word = word.trim_matches(['<', '>', '(', ')', ',', ';', '.']);
    let word = word.strip_prefix("mailto:").unwrap_or(word);
    let word = word.split('|').next().unwrap_or(word);
    let (local, domain) = word.split_once('@')?;
    (!local.is_empty() && domain.contains('.') && !domain.contains('@')).then(|| word.to_owned())
}
