//! In whose name a message was really sent, as far as Gmail could find out when it arrived.
//!
//! Believes nothing that came with the message: neither lines of the same name below Gmail's own, nor what Gmail's own
//! line repeats of the message, such as its return address.

use super::address::named_in;
use super::message::{Message, Part};

/// How Gmail signs its findings.
const SERVER: &str = "mx.google.com";
/// Anybody can have an address here: whoever shares it is no colleague.
const ANYBODYS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// Whether a message is from somebody of the same company as this address: it has one author, of the same domain, and
/// Gmail has found that this domain sent it.
pub(crate) fn is_from_company_of(message: &Message, owner: &str) -> bool {
    let own = domain_of(owner);
    let vouched = vouching_domain(&message.payload).is_some_and(|vouching| vouching == own);
    if ANYBODYS.contains(&own.as_str()) || !vouched {
        return false;
    }
    let mut authors = message.payload.all("From").flat_map(named_in);
    let (author, another) = (authors.next(), authors.next());
    another.is_none() && author.is_some_and(|author| domain_of(&author.address) == own)
}

fn domain_of(address: &str) -> String {
    address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase()
}

/// The domain that Gmail found to stand behind the message (DMARC).
fn vouching_domain(payload: &Part) -> Option<String> {
    // Every server puts its line above what it got, so the topmost is Gmail's own, if it is Gmail's at all.
    let line = payload.header("Authentication-Results")?;
    let plain = without_strangers_words(line)?;
    let mut results = plain.split(';').map(str::trim);
    let server = results.next()?.split_whitespace().next()?;
    // There is one such finding. Where there seem to be two, one is a part of the message that was repeated.
    let once = line.to_ascii_lowercase().matches("dmarc=").count() == 1;
    if !once || server != SERVER {
        return None;
    }
    let mut words = results.find(|result| result.starts_with("dmarc="))?.split_whitespace();
    let passed = words.next() == Some("dmarc=pass");
    words.find_map(|word| word.strip_prefix("header.from=")).filter(|_| passed).map(str::to_ascii_lowercase)
}

/// A line without its comments, and with a mark in place of what is quoted: whoever wrote the message can have chosen
/// both. Nothing if one of them does not end.
fn without_strangers_words(line: &str) -> Option<String> {
    let (mut plain, mut depth, mut quoted) = (String::new(), 0_usize, false);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '"' if depth == 0 => {
                quoted = !quoted;
                plain.push('"');
            }
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.checked_sub(1)?,
            other if depth == 0 && !quoted => plain.push(other),
            _ => {}
        }
    }
    (depth == 0 && !quoted).then_some(plain)
}

#[cfg(test)]
mod tests;
