//! Addresses of mail: the strict ones we write to, and whatever stands in the headers of others.

use kernel::Failure;
use mail_parser::MessageParser;
use serde::{Deserialize, Serialize};

use super::hygiene;

/// Somebody mail can be sent to. Made by [`Mailbox::parse`] and [`Mailbox::called`] only, so it
/// holds nothing that could end a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mailbox {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) name: Option<String>,
    pub(crate) address: String,
}

impl Mailbox {
    /// `ana@example.com` or `Ana Ruiz <ana@example.com>`.
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        // What was given may come from a stranger's header: it is quoted, never part of our own words.
        let refuse =
            |why: &str| Failure::invalid(format!("This is no address: {why}.")).quoting(format!("{given:?}"));
        if given.contains(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')) {
            return Err(refuse("it holds a line break or another control character"));
        }
        let given = given.trim();
        let (name, address) = match given.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
            Some((name, address)) => (name.trim().trim_matches('"').trim(), address.trim()),
            None => ("", given),
        };
        if name.contains(['<', '>', '"', '\\', '@']) {
            return Err(refuse("the name must be plain, and each address stands alone"));
        }
        if !is_plain_address(address) {
            return Err(refuse("it must look like ana@example.com, in plain letters, one address each"));
        }
        let name = (!name.is_empty()).then(|| name.to_owned());
        Ok(Self { name, address: address.to_owned() })
    }

    pub(crate) fn parse_all(given: &[String]) -> Result<Vec<Self>, Failure> {
        given.iter().map(|one| Self::parse(one)).collect()
    }

    /// With a name that somebody has given themselves. Whatever it holds, it is quoted or encoded when it is written.
    pub(crate) fn called(self, name: &str) -> Self {
        let name = hygiene::visible_line(name);
        Self { name: (!name.is_empty()).then_some(name), ..self }
    }

    pub(crate) fn is(&self, address: &str) -> bool {
        self.address.eq_ignore_ascii_case(address)
    }

    pub(crate) fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} <{}>", self.address),
            None => self.address.clone(),
        }
    }
}

/// Everybody named in a header that somebody else wrote: names as they are, addresses unchecked.
pub(crate) fn named_in(header: &str) -> Vec<Named> {
    let line = hygiene::visible_line(header);
    if line.is_empty() {
        return Vec::new();
    }
    let source = format!("To: {line}\r\n\r\n");
    let parsed = MessageParser::new().parse(source.as_bytes());
    let to = parsed.as_ref().and_then(|message| message.to());
    to.into_iter()
        .flat_map(mail_parser::Address::iter)
        .filter_map(|entry| {
            let address = entry.address()?.trim().to_owned();
            Some(Named { name: entry.name().map(hygiene::visible_line), address })
        })
        .collect()
}

/// Somebody as a header names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) name: Option<String>,
    pub(crate) address: String,
}

impl Named {
    /// For writing to them. A name we could not write down safely is left out; the address must be a real one.
    pub(crate) fn mailbox(&self) -> Result<Mailbox, Failure> {
        let mut mailbox = Mailbox::parse(&self.address)?;
        let plain = |name: &&String| !name.is_empty() && !name.contains(['<', '>', '"', '\\', '@']);
        mailbox.name = self.name.as_ref().filter(plain).cloned();
        Ok(mailbox)
    }
}

fn is_plain_address(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let atom = |letter: u8| letter.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&letter);
    let dotted = |text: &str, allowed: &dyn Fn(u8) -> bool| {
        text.split('.').all(|piece| !piece.is_empty() && piece.bytes().all(allowed))
    };
    let label = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-';
    let hyphens = domain.split('.').any(|piece| piece.starts_with('-') || piece.ends_with('-'));
    local.len() <= 64
        && address.len() <= 254
        && domain.contains('.')
        && !hyphens
        && dotted(local, &atom)
        && dotted(domain, &label)
}

#[cfg(test)]
mod tests {
    use kernel::Code;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ordinary_addresses_are_taken() {
        assert_eq!(Mailbox::parse(" ana@example.com ").unwrap().shown(), "ana@example.com");
        let named = Mailbox::parse("\"Ana Ruiz\" <ana.ruiz+x@mail.example.com>").unwrap();
        assert_eq!(named.shown(), "Ana Ruiz <ana.ruiz+x@mail.example.com>");
        assert!(Mailbox::parse("Åsa Öhman <asa@example.se>").is_ok());
    }

    #[test]
    fn what_is_no_single_address_is_refused() {
        for bad in [
            "",
            "ana",
            "ana@",
            "@example.com",
            "ana@localhost",
            "a..b@example.com",
            "ana@-x.com",
            "ana@exa mple.com",
            "ana@example.com, ben@example.com",
            "ana@example.com\r\nBcc: eve@example.com",
            "ana@example.com\n",
            "Ana\u{0} <ana@example.com>",
            "<<ana@example.com>>",
            "a@b@example.com <ana@example.com>",
            "ana@bücher.de",
        ] {
            assert_eq!(
                Mailbox::parse(bad).map_err(|failure| failure.code),
                Err(Code::InputInvalid),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn the_people_of_a_header_are_told_apart() {
        let found = named_in("\"Ruiz, Ana\" <ana@example.com>, ben@example.com, Team: eve@example.com;");
        let addresses: Vec<&str> = found.iter().map(|named| named.address.as_str()).collect();
        assert_eq!(addresses, ["ana@example.com", "ben@example.com", "eve@example.com"]);
        assert_eq!(found[0].mailbox().unwrap().shown(), "Ruiz, Ana <ana@example.com>");
    }

    proptest! {
        #[test]
        fn nothing_that_is_taken_holds_a_control_character(given in ".*[\r\n]?.*") {
            if let Ok(mailbox) = Mailbox::parse(&given) {
                prop_assert!(!mailbox.shown().contains(|letter: char| letter.is_control()));
            }
            let _ = named_in(&given);
        }
    }
}
