//! The addresses a mailbox sends as: its own, and the aliases it has been given.

use std::collections::BTreeMap;

use sandbox_world::{PersonSeed, World};
use serde::Deserialize;

use super::mailbox::Mailbox;
use super::records::Identity;
use super::send::named;
use crate::account::Account;

/// An address somebody sets up to send as.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alias {
    address: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    signature: String,
}

/// The mailboxes of a world's people, without mail, by handle.
pub(crate) fn mailboxes(world: &World) -> BTreeMap<String, Mailbox> {
    let mailbox = |(account, person): (Account, &PersonSeed)| {
        let mut mailbox = Mailbox::new(&account);
        mailbox.identities = identities(&account, person);
        (account.handle, mailbox)
    };
    Account::all(world).into_iter().zip(&world.people).map(mailbox).collect()
}

fn identities(account: &Account, person: &PersonSeed) -> Vec<Identity> {
    let signature = person.signature.clone().unwrap_or_default();
    let aliases = person.aliases.iter().map(|alias| Identity {
        address: alias.address.clone(),
        name: alias.name.clone(),
        default: alias.default,
        ..Identity::primary(account)
    });
    let primary = Identity {
        default: !person.aliases.iter().any(|alias| alias.default),
        signature,
        ..Identity::primary(account)
    };
    std::iter::once(primary).chain(aliases).collect()
}

impl Identity {
    fn primary(account: &Account) -> Self {
        Self {
            address: account.address.clone(),
            name: account.name.clone(),
            reply_to: String::new(),
            signature: String::new(),
            default: true,
        }
    }

    /// As a `From` says it.
    pub(super) fn written(&self) -> String {
        named(&self.name, &self.address)
    }
}

impl Mailbox {
    /// Sets up an address to send as, or changes one; for the person's own, only its signature.
    pub(crate) fn send_as(&mut self, alias: Alias) {
        let Alias { address, name, signature } = alias;
        let known = |identity: &&mut Identity| identity.address.eq_ignore_ascii_case(&address);
        if let Some(identity) = self.identities.iter_mut().find(known) {
            identity.signature = signature;
            return;
        }
        let default = false;
        self.identities.push(Identity { address, name, reply_to: String::new(), signature, default });
    }

    /// The address this person is sending as, if it is theirs.
    pub(super) fn identity(&self, address: &str) -> Option<&Identity> {
        self.identities.iter().find(|identity| identity.address.eq_ignore_ascii_case(address))
    }

    /// Whether mail to and from this address is this person's.
    pub(super) fn owns(&self, address: &str) -> bool {
        self.account.address.eq_ignore_ascii_case(address) || self.identity(address).is_some()
    }

    /// What new mail is from.
    pub(super) fn default_identity(&self) -> Identity {
        let chosen = self.identities.iter().find(|identity| identity.default);
        chosen.cloned().unwrap_or_else(|| Identity::primary(&self.account))
    }

    /// The account's own address, as it was named last.
    pub(super) fn primary_identity(&self) -> Identity {
        self.identity(&self.account.address).cloned().unwrap_or_else(|| Identity::primary(&self.account))
    }
}
