//! Who may do what with a file.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::gmail::{Mailbox, visible_line};
use crate::json::google_json;

google_json! {
    #[derive(PartialEq, Eq)]
    Permission {
        id: String,
        /// `user`, `group`, `domain` or `anyone`.
        #[serde(rename = "type")] kind: String,
        role: String,
        email_address: Option<String>,
        domain: Option<String>,
        display_name: Option<String>,
        expiration_time: Option<String>,
        #[serde(rename = "permissionDetails")] details: Vec<Detail>,
    }

    #[derive(PartialEq, Eq)]
    Detail { inherited: bool }
}

/// What somebody may be allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    #[default]
    Reader,
    Commenter,
    Writer,
}

impl Role {
    /// How far it reaches, for what Drive calls this.
    fn rank(name: &str) -> usize {
        ["reader", "commenter", "writer", "fileOrganizer", "organizer", "owner"]
            .iter()
            .position(|known| *known == name)
            .map_or(0, |place| place + 1)
    }

    /// Whether somebody who is allowed what Drive calls this is allowed it too.
    pub(crate) fn is_within(self, name: &str) -> bool {
        Self::rank(self.name()) <= Self::rank(name)
    }

    /// As Drive calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Commenter => "commenter",
            Self::Writer => "writer",
        }
    }
}

/// Somebody, or a crowd, that a file can be shared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grantee {
    Person(String),
    Group(String),
    /// Everybody of a company.
    Domain(String),
    /// Whoever has the link.
    Anyone,
}

impl Grantee {
    /// An address, a domain, or `anyone`.
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        let given = given.trim();
        if given.eq_ignore_ascii_case("anyone") {
            return Ok(Self::Anyone);
        }
        if given.contains('@') && !given.starts_with('@') {
            return Mailbox::parse(given).map(|mailbox| Self::Person(mailbox.address.to_lowercase()));
        }
        let domain = given.trim_start_matches('@').to_lowercase();
        // A domain is what can stand behind the sign of an address.
        Mailbox::parse(&format!("somebody@{domain}")).map(|_| Self::Domain(domain)).map_err(|_| {
            Failure::invalid("Say with whom: an address such as ana@example.com, a domain such as example.com, or `anyone`.")
        })
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Person(address) => address.clone(),
            Self::Group(address) => format!("the group {address}"),
            Self::Domain(domain) => format!("everybody at {domain}"),
            Self::Anyone => "anyone who has the link".to_owned(),
        }
    }

    /// Where words go that they may read.
    pub(crate) fn destination(&self) -> &str {
        match self {
            Self::Person(address) | Self::Group(address) => address,
            Self::Domain(domain) => domain,
            Self::Anyone => "anyone",
        }
    }

    /// Mail can be sent about it.
    pub(crate) fn has_address(&self) -> bool {
        matches!(self, Self::Person(_) | Self::Group(_))
    }
}

impl Permission {
    pub(crate) fn is_for_anyone(&self) -> bool {
        self.kind == "anyone"
    }

    /// Of one person or one group.
    pub(crate) fn address(&self) -> Option<&str> {
        self.email_address.as_deref().filter(|_| matches!(self.kind.as_str(), "user" | "group"))
    }

    pub(crate) fn is_for(&self, grantee: &Grantee) -> bool {
        let same = |known: &Option<String>, given: &str| {
            known.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(given))
        };
        match grantee {
            // Drive itself finds out which of the two an address is.
            Grantee::Person(address) | Grantee::Group(address) => {
                matches!(self.kind.as_str(), "user" | "group") && same(&self.email_address, address)
            }
            Grantee::Domain(domain) => self.kind == "domain" && same(&self.domain, domain),
            Grantee::Anyone => self.is_for_anyone(),
        }
    }

    pub(crate) fn grantee(&self) -> Grantee {
        let address = || self.email_address.clone().unwrap_or_default();
        match self.kind.as_str() {
            "group" => Grantee::Group(address()),
            "domain" => Grantee::Domain(self.domain.clone().unwrap_or_default()),
            "anyone" => Grantee::Anyone,
            _ => Grantee::Person(address()),
        }
    }

    /// Whether it comes from a folder above or from the shared drive.
    pub(crate) fn is_inherited(&self) -> bool {
        !self.details.is_empty() && self.details.iter().all(|detail| detail.inherited)
    }

    /// Somebody with what they may, e.g. `Ben Okafor <ben@example.com> (writer)`.
    pub(crate) fn shown(&self) -> String {
        let who = match (&self.display_name, self.address()) {
            (Some(name), Some(address)) => format!("{} <{}>", visible_line(name), visible_line(address)),
            _ => visible_line(&self.grantee().shown()),
        };
        let until = self.expiration_time.as_ref().map(|time| format!(" until {}", visible_line(time)));
        format!("{who} ({}{})", visible_line(&self.role), until.unwrap_or_default())
    }
}

/// Everybody who may open something, for a card. Long lists are cut, and say so.
pub(crate) fn everybody(permissions: Option<&[Permission]>) -> String {
    const NAMED: usize = 12;
    let Some(permissions) = permissions else {
        return "Drive does not say".to_owned();
    };
    let mut lines: Vec<String> = permissions.iter().take(NAMED).map(Permission::shown).collect();
    if permissions.len() > NAMED {
        lines.push(format!("and {} more", permissions.len() - NAMED));
    }
    lines.join("\n")
}

/// Whether those who can newly open it are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Notice {
    /// There is nobody in particular to tell.
    NotPossible,
    Silent,
    Mail {
        message: Option<String>,
    },
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    #[test]
    fn people_domains_and_everybody_are_told_apart() {
        assert_eq!(
            Grantee::parse("Ana <Ana@Example.com>").unwrap(),
            Grantee::Person("ana@example.com".into())
        );
        assert_eq!(Grantee::parse("@example.com").unwrap(), Grantee::Domain("example.com".into()));
        assert_eq!(Grantee::parse("example.com").unwrap(), Grantee::Domain("example.com".into()));
        assert_eq!(Grantee::parse("Anyone").unwrap(), Grantee::Anyone);
        for bad in ["", "ana", "everyone", "a b@example.com", "example", "exa mple.com"] {
            assert_eq!(Grantee::parse(bad).unwrap_err().code, Code::InputInvalid, "{bad:?}");
        }
    }

    #[test]
    fn what_every_detail_inherits_is_inherited() {
        let permission = |details: &[bool]| Permission {
            details: details.iter().map(|inherited| Detail { inherited: *inherited }).collect(),
            ..Permission::default()
        };
        assert!(permission(&[true]).is_inherited());
        assert!(!permission(&[true, false]).is_inherited());
        assert!(!permission(&[]).is_inherited());
    }
}
