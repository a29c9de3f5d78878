//! Somebody's mailbox: lists, a letter, its files. What the agent does in Google is seen here.

mod letter;
mod list;

use serde::Deserialize;

pub(super) use self::{
    letter::{file, foreign_html, framed, pane as letter_pane},
    list::{pane as list_pane, part as list_part},
};

/// Which messages are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Tab {
    #[default]
    Inbox,
    Sent,
    Drafts,
    All,
}

impl Tab {
    pub(super) const EVERY: [Self; 4] = [Self::Inbox, Self::Sent, Self::Drafts, Self::All];

    /// As it stands in an address.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
            Self::Sent => "sent",
            Self::Drafts => "drafts",
            Self::All => "all",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Inbox => "Inbox",
            Self::Sent => "Sent",
            Self::Drafts => "Drafts",
            Self::All => "All mail",
        }
    }

    /// What finds its messages in Google's own search.
    fn query(self) -> &'static str {
        match self {
            Self::Inbox => "in:inbox",
            Self::Sent => "in:sent",
            Self::Drafts => "in:drafts",
            Self::All => "",
        }
    }

    /// Whether one looks at whom a message goes to, or at whom it is from.
    fn is_outgoing(self) -> bool {
        matches!(self, Self::Sent | Self::Drafts)
    }
}

/// A part of the mailbox that is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    pub(super) tab: Tab,
    /// A search, in place of the tab's messages.
    pub(super) search: Option<String>,
}

/// `Ana Ruiz` of `"Ana Ruiz" <ana@x.example>`; the address where there is no name.
fn name(address: &str) -> String {
    let one = |address: &str| {
        let name = address.split('<').next().unwrap_or_default().trim().trim_matches('"').to_owned();
        if name.is_empty() { address.trim().trim_matches(['<', '>']).to_owned() } else { name }
    };
    let mut quoted = false;
    let people = address.split(|sign: char| {
        quoted ^= sign == '"';
        sign == ',' && !quoted
    });
    people.map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn people_are_listed_by_name() {
        assert_eq!(name("\"Ruiz, Ana\" <ana@x.example>, ben@x.example"), "Ruiz, Ana, ben@x.example");
        assert_eq!(name("<ben@x.example>"), "ben@x.example");
    }
}
