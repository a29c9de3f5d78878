//! Addresses that look like others without being them.

use crate::guard::flow::Requester;

/// The known one that this address looks like, if there is one.
pub(crate) fn looks_like<'a>(address: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let domain = domain_of(address);
    let shape = skeleton(&domain);
    let mut known: Vec<&str> = known.collect();
    if known.iter().any(|one| one.eq_ignore_ascii_case(&domain)) {
        return None;
    }
    known.sort_unstable();
    known.into_iter().find(|one| {
        let other = one.to_lowercase();
        // Short names are near to each other by nature.
        let near = other.chars().count() > SHORT && within_two(&domain, &other);
        skeleton(&other) == shape || near || contains_as_name(&domain, &other)
    })
}

/// Whether somebody only looks like somebody of ours.
pub(crate) fn likeness(address: &str, asked: &Requester) -> Option<String> {
    let domains = asked.domains();
    let like = looks_like(address, domains.iter().map(String::as_str)).filter(|_| address.contains('@'))?;
    Some(format!("{address} looks like somebody at {like}, and is not."))
}

const SHORT: usize = 7;

pub(crate) fn domain_of(address: &str) -> String {
    address.rsplit('@').next().unwrap_or_default().trim_end_matches('>').to_lowercase()
}

/// `firm.example.evil.com`, `firm-example.com`: the whole of another name stands in this one.
fn contains_as_name(domain: &str, known: &str) -> bool {
    let dashed = known.replace('.', "-");
    domain.starts_with(&format!("{known}."))
        || domain.starts_with(&format!("{dashed}."))
        || domain.starts_with(&format!("{dashed}-"))
}

/// What is left when letters that look alike are written as one.
pub(crate) fn skeleton(text: &str) -> String {
    let text = text.replace("rn", "m").replace("vv", "w").replace("cl", "d");
    text.chars().map(plainest).filter(|letter| *letter != '-').collect()
}

fn plainest(letter: char) -> char {
    match letter {
        '0' | 'о' | 'ο' | 'օ' | 'ö' | 'ó' | 'ô' => 'o',
        '1' | 'l' | 'I' | 'і' | 'ı' | 'ɩ' | 'ι' | '|' | 'í' | 'ï' => 'i',
        '3' | 'е' | 'ё' | 'є' | 'é' | 'è' | 'ë' => 'e',
        '5' | 'ѕ' => 's',
        'а' | 'α' | 'ä' | 'á' | 'à' | 'â' => 'a',
        'с' | 'ϲ' | 'ç' => 'c',
        'р' | 'ρ' => 'p',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ý' => 'y',
        'ν' | 'ѵ' => 'v',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'н' | 'һ' => 'h',
        'т' | 'τ' | '7' => 't',
        'ü' | 'ú' | 'υ' | 'ս' => 'u',
        'ñ' | 'п' => 'n',
        'ԁ' => 'd',
        'ɡ' | '9' => 'g',
        'ј' => 'j',
        'в' | 'ß' | '8' => 'b',
        other => other,
    }
}

/// Whether one becomes the other with at most two changes, and at least one.
fn within_two(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > 2 || one == other {
        return false;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut before = std::mem::replace(row.first_mut().unwrap_or(&mut 0), at + 1);
        let mut left = at + 1;
        for (cell, there) in row.iter_mut().skip(1).zip(&other) {
            let cost = before + usize::from(letter != there);
            before = *cell;
            left = cost.min(before + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().is_some_and(|distance| *distance <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(address: &str) -> Option<&'static str> {
        looks_like(address, ["harbour.example", "partner.example"].into_iter())
    }

    #[test]
    fn what_looks_like_a_known_domain_is_told_from_it_and_from_strangers() {
        for address in [
            "ana@harb0ur.example",
            "ana@harbоur.example",
            "ana@harbor.example",
            "ana@harbourr.example",
            "ana@harbour.example.evil.com",
            "ana@harbour-example.com",
            "ana@hаrbour.exаmple",
            "x@partmer.example",
            "x@partrner.example",
        ] {
            assert!(like(address).is_some(), "{address}");
        }
        for address in [
            "ana@harbour.example",
            "Ana <ana@Harbour.example>",
            "x@gmail.com",
            "x@bakery.example",
            "x@other.org",
        ] {
            assert_eq!(like(address), None, "{address}");
        }
    }
}
