//! What a browser shows during the sign-in. No scripts; every page says what to do next.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Person;
use kernel::ports::VaultError;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::scopes;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
dt { opacity: .75; font-size: .95rem; }
dd { margin: 0 0 .8rem; font-weight: 600; overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; padding: .7rem 1.4rem; border: 0; border-radius: .5rem; background: #0b57d0; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid #f9ab00; outline-offset: 3px; }
";

pub(super) enum Page<'a> {
    Confirm {
        token: &'a str,
        account: &'a str,
        person: &'a Person,
        left_out: BTreeSet<String>,
    },
    Connected {
        account: &'a str,
    },
    Mismatch {
        account: &'a str,
        person: &'a Person,
    },
    Declined,
    /// Used, too old, or never there.
    Expired,
    /// Google gave no permission that lasts.
    NotLasting,
    /// Pressing the same button again may work.
    TryAgain,
    /// The words say why.
    Failed(&'a str),
}

impl Page<'_> {
    pub(super) fn of_vault(error: &VaultError) -> Self {
        tracing::error!(%error, "a sign-in met a vault that cannot be used");
        Self::Failed("the place where sign-ins are kept cannot be used; tell whoever runs this")
    }

    pub(super) fn status(&self) -> u16 {
        match self {
            Self::Confirm { .. } | Self::Connected { .. } | Self::Declined => 200,
            Self::Mismatch { .. } => 403,
            Self::Expired => 410,
            Self::NotLasting | Self::Failed(_) => 502,
            Self::TryAgain => 503,
        }
    }

    pub(super) fn markup(&self) -> Markup {
        match self {
            Self::Confirm { token, account, person, left_out } => {
                page("Connect this Google account?", &confirm(token, account, person, left_out))
            }
            Self::Connected { account } => page(
                "Connected",
                &html! { p { "Your Google account " strong { (account) } " is connected. Go back to Slack: your request goes on there." } },
            ),
            Self::Mismatch { account, person } => page("Not connected", &mismatch(account, person)),
            Self::Declined => page(
                "Not connected",
                &html! { p { "You did not allow it, so nothing was connected. If you change your mind, go back to Slack and ask again." } },
            ),
            Self::Expired => page(
                "This link no longer works",
                &html! { p { "It has been used, or it is older than ten minutes. Go back to Slack and ask again: you will get a new one." } },
            ),
            Self::NotLasting => page(
                "Not connected",
                &html! { p { "Google gave a permission that does not last. Remove this app at " strong { "myaccount.google.com/permissions" } ", then go back to Slack and ask again." } },
            ),
            Self::TryAgain => page(
                "Not finished yet",
                &html! { p { "Something on our side failed. Go back one page and press the button again in a minute." } },
            ),
            Self::Failed(why) => page(
                "Not connected",
                &html! { p { "The sign-in did not work out: " (why) ". Nothing was connected. Go back to Slack and ask again." } },
            ),
        }
    }
}

fn confirm(token: &str, account: &str, person: &Person, left_out: &BTreeSet<String>) -> Markup {
    html! {
        dl {
            dt { "Google account" } dd { (account) }
            dt { "Slack user" } dd { (person.name) }
            dt { "Slack workspace" } dd { (person.workspace) }
        }
        @if !left_out.is_empty() {
            p { "You did not allow me to: "
                @for (index, scope) in left_out.iter().enumerate() { @if index > 0 { ", " } (scopes::in_words(scope)) }
                ". I can ask again later." }
        }
        p { "After this, requests of this Slack user work in this Google account." }
        form method="post" action="confirm" {
            input type="hidden" name="token" value=(token);
            button type="submit" { "Connect" }
        }
        p { "Not you, or not what you wanted? Close this page. Nothing is connected until you press the button." }
    }
}

fn mismatch(account: &str, person: &Person) -> Markup {
    html! {
        dl {
            dt { "You signed in to Google as" } dd { (account) }
            dt { "Slack knows " (person.name) " in " (person.workspace) " as" }
            dd { (person.address.as_deref().unwrap_or("no address that this app may see")) }
        }
        p { "These must be the same, so that nobody can connect somebody else\u{2019}s mailbox. Nothing was kept. Go back to Slack, ask again, and sign in with the address that Slack knows." }
    }
}

fn page(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " \u{b7} Countersign" }
                style { (PreEscaped(STYLE)) }
            }
            body { main { h1 { (title) } (content) } }
        }
    }
}

/// Nothing but our own style, and forms to ourselves.
pub(super) fn content_policy() -> String {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}
