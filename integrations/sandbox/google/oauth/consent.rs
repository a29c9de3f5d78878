//! The consent page and the error page, as a person sees them.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::authorize::Blocked;
use super::grants::Ask;
use super::scopes;
use crate::google::account::Account;

/// What the consent page shows.
pub(super) struct View<'a> {
    /// The name of the app that asks.
    pub(super) client: &'a str,
    pub(super) ticket: &'a str,
    pub(super) ask: &'a Ask,
    pub(super) accounts: &'a [Account],
    pub(super) domain: &'a str,
}

/// Whether each thing asked for can be allowed by itself: when there is more than one beside the sign-in.
pub(super) fn is_granular(asked: &[String]) -> bool {
    asked.iter().filter(|scope| !scopes::is_sign_in(scope)).count() > 1
}

/// The page that asks.
pub(super) fn page(view: &View<'_>) -> Markup {
    frame(
        "Sign in – Google Accounts (sandbox)",
        &html! {
            h1 { (view.client) " wants access to your Google Account" }
            p { "You are in the sandbox of " strong { (view.domain) } "; no real account is touched." }
            form method="post" action="/o/oauth2/v2/auth/decision" {
                input type="hidden" name="ticket" value=(view.ticket);
                (accounts(view))
                (wishes(&view.ask.scopes))
                div.buttons {
                    button type="submit" name="decision" value="cancel" { "Cancel" }
                    button.primary type="submit" name="decision" value="allow" { "Allow" }
                }
            }
        },
    )
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
    let hint = view.ask.login_hint.as_deref().unwrap_or_default();
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
            @for scope in asked {
                @if granular && !scopes::is_sign_in(scope) {
                    label {
                        input type="checkbox" name="scope" value=(scope) checked;
                        span { (scopes::words(scope)) }
                    }
                } @else {
                    p.fixed { (scopes::words(scope)) }
                }
            }
        }
    }
}

fn frame(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("consent.css"))) }
            }
            body { main { (content) } }
        }
    }
}
