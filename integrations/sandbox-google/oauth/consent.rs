//! The pages a person sees: consent, a device's code, and the errors.

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::scopes;
use crate::account::Account;

/// A request that Google answers with an error page of its own, never with a redirect.
#[derive(Clone, Debug)]
pub(super) struct Blocked {
    pub(super) code: u16,
    pub(super) error: &'static str,
    pub(super) words: String,
}

/// What the consent page shows.
pub(super) struct View<'a> {
    /// The name of the app that asks.
    pub(super) client: &'a str,
    /// Where the decision goes.
    pub(super) action: &'a str,
    /// The hidden field that says which request is decided.
    pub(super) ticket: (&'a str, &'a str),
    pub(super) scopes: &'a [String],
    /// The address or the number of the account that is probably meant.
    pub(super) hint: Option<&'a str>,
    pub(super) accounts: &'a [Account],
    pub(super) domain: &'a str,
}

/// What is granted when Allow is pressed with these boxes ticked.
pub(super) fn granted(asked: &[String], ticked: &BTreeSet<String>) -> BTreeSet<String> {
    let granular = is_granular(asked);
    let allowed = |scope: &&String| !granular || scopes::is_sign_in(scope) || ticked.contains(*scope);
    asked.iter().filter(allowed).cloned().collect()
}

/// The page that asks.
pub(super) fn page(view: &View<'_>) -> Markup {
    frame(
        "Sign in – Google Accounts (sandbox)",
        &html! {
            h1 { (view.client) " wants access to your Google Account" }
            p { "You are in the sandbox of " strong { (view.domain) } "; no real account is touched." }
            form method="post" action=(view.action) {
                input type="hidden" name=(view.ticket.0) value=(view.ticket.1);
                (accounts(view))
                (wishes(view.scopes))
                div.buttons {
                    button type="submit" name="decision" value="cancel" { "Cancel" }
                    button.primary type="submit" name="decision" value="allow" { "Allow" }
                }
            }
        },
    )
}

/// The page where the code of a device is typed; with the code that did not work, if one was.
pub(super) fn code_entry(wrong: Option<&str>) -> Markup {
    frame(
        "Connect a device – Google Accounts (sandbox)",
        &html! {
            h1 { "Connect a device" }
            form method="post" action="/device" {
                @if wrong.is_some() {
                    p role="alert" {
                        "That code didn’t work. Look at your device and try again, or ask it for a new one."
                    }
                }
                label.code for="user-code" { "Enter the code displayed on your device" }
                input #user-code type="text" name="user_code" value=(wrong.unwrap_or_default())
                    placeholder="XXX-XXX-XXX" autocomplete="off" autocapitalize="characters" required autofocus;
                div.buttons { button.primary #next type="submit" { "Continue" } }
            }
        },
    )
}

/// A page that says how it ended.
pub(super) fn told(title: &str, sentence: &str) -> Markup {
    frame("Google Accounts (sandbox)", &html! { h1 { (title) } p role="status" { (sentence) } })
}

/// The page for a request that cannot be answered.
pub(super) fn error(blocked: &Blocked) -> Markup {
    frame(
        "Error – Google Accounts (sandbox)",
        &html! {
            h1 { "Access blocked: authorization error" }
            p role="alert" { (blocked.words) }
            p { strong { "Error " (blocked.code) ": " (blocked.error) } }
            p { "If you are a developer of this app, see its OAuth settings." }
        },
    )
}

fn accounts(view: &View<'_>) -> Markup {
    let hint = view.hint.unwrap_or_default();
    let hinted = view
        .accounts
        .iter()
        .position(|account| account.address.eq_ignore_ascii_case(hint) || account.subject() == hint)
        .unwrap_or(0);
    html! {
        fieldset {
            legend { "Choose an account" }
            @for (index, account) in view.accounts.iter().enumerate() {
                label {
                    input type="radio" name="account" value=(account.handle) checked[index == hinted] required;
                    span { strong { (account.name) } br; (account.address) }
                }
            }
        }
    }
}

fn wishes(asked: &[String]) -> Markup {
    let granular = is_granular(asked);
    html! {
        fieldset {
            legend { @if granular { "Select what it can access" } @else { "It will be able to" } }
            @if granular {
                // Without a name: it is never sent, and it ticks the others by the script below.
                label { input #select-all type="checkbox"; span { "Select all" } }
            }
            @for scope in asked {
                @if granular && !scopes::is_sign_in(scope) {
                    label {
                        input type="checkbox" name="scope" value=(scope);
                        span { (scopes::words(scope)) }
                    }
                } @else {
                    p.fixed { (scopes::words(scope)) }
                }
            }
            @if granular { script { (PreEscaped(include_str!("consent.js"))) } }
        }
    }
}

/// Whether each thing asked for can be allowed by itself: when there is more than one beside the sign-in.
fn is_granular(asked: &[String]) -> bool {
    asked.iter().filter(|scope| !scopes::is_sign_in(scope)).count() > 1
}

fn frame(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                // None: browsers would ask for one that is not here.
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("consent.css"))) }
            }
            body { main { (content) } }
        }
    }
}
