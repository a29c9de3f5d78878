//! Whom a mail comes from: one of the mailbox' own addresses, with the signature its owner set up for it.

use kernel::Failure;
use serde::{Deserialize, Serialize};

use super::address::Mailbox;
use super::{Gmail, hygiene, routes};
use crate::api::{Ask, Trouble};
use crate::json::google_json;

google_json! {
    /// An address the mailbox sends as.
    Alias {
        send_as_email: String,
        /// As its owner has typed it.
        display_name: String,
        /// HTML.
        signature: String,
        is_default: bool,
        /// `accepted` or `pending`; absent for the account's own address.
        verification_status: Option<String>,
    }

    Aliases { send_as: Vec<Alias> }
}

/// What is under every mail from an address. Google adds none to what a program sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Signature {
    pub(crate) text: String,
    pub(crate) html: String,
}

/// What somebody asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    /// The usual address if there is none.
    pub(crate) from: Option<&'a str>,
    pub(crate) signed: Signed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signed {
    WithSignature,
    Plain,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sender {
    pub(crate) mailbox: Mailbox,
    pub(crate) signature: Option<Signature>,
}

impl Signed {
    pub(crate) fn of(signature: bool) -> Self {
        if signature { Self::WithSignature } else { Self::Plain }
    }
}

impl Sender {
    /// The sender, and every address that is the account's own.
    pub(crate) async fn fetch(
        gmail: &Gmail,
        account: &str,
        wish: Wish<'_>,
    ) -> Result<(Self, Vec<String>), Failure> {
        let aliases = gmail.aliases().await?;
        let sender = Self::choose(&aliases, account, wish)?;
        let own = aliases.into_iter().map(|alias| alias.send_as_email).chain([account.to_owned()]);
        Ok((sender, own.collect()))
    }

    /// `account` is the mailbox' own address.
    fn choose(aliases: &[Alias], account: &str, wish: Wish<'_>) -> Result<Self, Failure> {
        let alias = match wish.from {
            None => aliases.iter().find(|alias| alias.is_default),
            Some(from) if from.eq_ignore_ascii_case(account) => {
                aliases.iter().find(|alias| alias.send_as_email.eq_ignore_ascii_case(account))
            }
            Some(from) => Some(own(aliases, from)?),
        };
        let address = alias.map_or(account, |alias| alias.send_as_email.as_str());
        let mailbox = Mailbox::parse(address)?.called(alias.map_or("", |alias| alias.display_name.as_str()));
        let signature = match wish.signed {
            Signed::WithSignature => alias.and_then(signature),
            Signed::Plain => None,
        };
        Ok(Self { mailbox, signature })
    }
}

impl Gmail {
    /// Every address this mailbox sends as.
    pub(crate) async fn aliases(&self) -> Result<Vec<Alias>, Trouble> {
        let fields = ["sendAs(sendAsEmail,displayName,signature,isDefault,verificationStatus)"];
        Ok(self.api.ask::<Aliases>(&Ask::to(&routes::SEND_AS_LIST).only(&fields)).await?.send_as)
    }
}

fn own<'a>(aliases: &'a [Alias], from: &str) -> Result<&'a Alias, Failure> {
    let wanted = Mailbox::parse(from)?;
    let usable =
        |alias: &&Alias| alias.verification_status.as_deref().is_none_or(|status| status == "accepted");
    aliases.iter().filter(usable).find(|alias| wanted.is(&alias.send_as_email)).ok_or_else(|| {
        let own: Vec<&str> =
            aliases.iter().filter(usable).map(|alias| alias.send_as_email.as_str()).collect();
        Failure::invalid("`from` must be one of the account's own addresses, as Gmail's settings list them.")
            .quoting(own.join(", "))
    })
}

fn signature(alias: &Alias) -> Option<Signature> {
    let text = hygiene::plain_text(&alias.signature).words.trim().to_owned();
    (!text.is_empty()).then(|| Signature { text, html: alias.signature.clone() })
}

#[cfg(test)]
mod tests {
    use kernel::Code;
    use serde_json::json;

    use super::*;

    fn aliases() -> Vec<Alias> {
        serde_json::from_value(json!([
            { "sendAsEmail": "ana@example.com", "displayName": "Ruiz, Ana\r\nBcc: \u{202e}eve@x.example", "signature": "" },
            { "sendAsEmail": "sales@example.com", "displayName": " ", "isDefault": true, "verificationStatus": "accepted",
              "signature": "<div><b>Sales</b><br>Fernwood</div>" },
            { "sendAsEmail": "new@example.com", "verificationStatus": "pending" },
        ]))
        .unwrap()
    }

    fn choose(from: Option<&str>, signed: Signed) -> Result<Sender, Failure> {
        Sender::choose(&aliases(), "ana@example.com", Wish { from, signed })
    }

    #[test]
    fn the_usual_address_comes_with_its_signature() {
        let usual = choose(None, Signed::WithSignature).unwrap();
        assert_eq!(usual.mailbox, Mailbox::parse("sales@example.com").unwrap());
        assert_eq!(usual.signature.unwrap().text.replace('\n', "/"), "Sales/Fernwood");
        assert_eq!(choose(None, Signed::Plain).unwrap().signature, None);
        assert_eq!(choose(Some("ANA@example.com"), Signed::WithSignature).unwrap().signature, None);
    }

    #[test]
    fn an_address_comes_with_its_name_on_one_line() {
        let named = choose(Some("ana@example.com"), Signed::Plain).unwrap().mailbox;
        assert_eq!(named.shown(), "Ruiz, Ana Bcc: eve@x.example <ana@example.com>");
    }

    #[test]
    fn nobody_elses_address_is_written_from() {
        for from in ["eve@example.com", "new@example.com"] {
            let refused = choose(Some(from), Signed::Plain).unwrap_err();
            assert_eq!(refused.code, Code::InputInvalid);
            assert_eq!(refused.quote.as_deref(), Some("ana@example.com, sales@example.com"));
        }
        let nobody =
            Sender::choose(&[], "ana@example.com", Wish { from: None, signed: Signed::WithSignature });
        assert_eq!(
            nobody.unwrap(),
            Sender { mailbox: Mailbox::parse("ana@example.com").unwrap(), signature: None }
        );
    }
}
