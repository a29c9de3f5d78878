//! Somebody's own page: their accounts, what waits for them, what was done for them, what they have chosen.

pub(crate) mod accounts;
mod done;
mod listing;
mod open_items;
pub(crate) mod refresh;
pub(crate) mod take_back;

pub(crate) use listing::{below, list, unreadable};
pub(crate) use open_items::{Task, link, orders, sign_ins, tasks, waiting};

use kernel::ports::{Account, InboundState, StoreError};
use kernel::{Asking, Home, HomePress, Item, Person, PersonId, Section, Standing};
use tracing::warn;

use crate::guard::rules;
use crate::runtime::Engine;

/// How much of it is listed.
const WAITING: usize = 10;

/// Puts the page as it is now before its person. One that cannot be shown harms nothing: the next one can.
pub(crate) async fn publish(engine: &Engine, to: &PersonId) {
    let home = match engine.ports.directory.person(to).await {
        Ok(person) => match person.standing {
            Standing::Member => of_member(engine, &person).await,
            Standing::Guest | Standing::External | Standing::Bot | Standing::Gone => Ok(of_guest()),
        },
        Err(error) => return warn!(%to, %error, "nobody knows whose page it is"),
    };
    let home = match home {
        Ok(home) => home,
        Err(error) => return warn!(%to, %error, "somebody's page cannot be put together"),
    };
    if let Err(error) = engine.ports.places.publish(to, &home).await {
        warn!(%to, %error, "somebody's page cannot be shown");
    }
}

fn of_guest() -> Home {
    let words = "This is not available to guests. Ask a full member of this workspace to ask for you.";
    Home { sections: vec![Section::new("Countersign", vec![Item::new(words)])] }
}

async fn of_member(engine: &Engine, person: &Person) -> Result<Home, StoreError> {
    let accounts = engine.ports.grants.accounts(person).await;
    let listed = match &accounts {
        Ok(accounts) => accounts_of(accounts, engine.ports.grants.provider()),
        Err(failure) => vec![Item::new(failure.words.clone())],
    };
    let mut waiting = waiting(engine, &person.id, WAITING).await?;
    let label = format!("Connect {}", engine.ports.grants.provider());
    for (_, consent, words) in sign_ins(engine, &person.id).await?.into_iter().take(WAITING) {
        let line = Item::new(words).note("Waits for you to sign in");
        waiting.push(line.button(&label, HomePress::SignIn(consent)));
    }
    if waiting.is_empty() {
        waiting.push(Item::new("Nothing waits for you."));
    }
    let mut done = done::lines(engine, &person.id).await?;
    if done.is_empty() {
        done.push(Item::new("Nothing yet."));
    }
    let orders = orders(engine, &person.id).await?;
    let rules: Vec<Item> = engine.ports.rules.of(&person.id).await?.iter().map(rules::told).collect();
    let asking = engine.ports.preferences.asking(&person.id).await?;
    let preferred = accounts.iter().flatten().find(|account| account.preferred);
    let mut sections = vec![
        Section::new("Your accounts", listed),
        Section::new("Waiting for you", waiting),
        Section::new("Done for you", done),
        Section::new("Your preferences", vec![default_account(preferred), preference(asking)]),
        Section::new("Health", vec![Item::new(health(engine, person))]),
    ];
    if !rules.is_empty() {
        sections.insert(2, Section::new("Your standing rules: done without asking", rules));
    }
    if !orders.is_empty() {
        sections.insert(2, Section::new("Done without asking, for now", orders));
    }
    Ok(Home { sections })
}

pub(crate) fn health(engine: &Engine, person: &Person) -> String {
    let hearing = match engine.ports.inbound_health.state() {
        InboundState::Connected => format!("I am connected to {}.", person.workspace),
        InboundState::Interrupted => format!(
            "I am not connected to {} just now. What you write reaches me as soon as I am again.",
            person.workspace
        ),
        InboundState::Shared => {
            "Another process is connected as this app, and some of what you write reaches it in my \
                            place. Whoever runs me must stop one of the two."
                .to_owned()
        }
    };
    format!("{hearing} My language model is {}.", engine.ports.model.name())
}

/// In place of the page of somebody whose presses would reach nobody.
pub(crate) async fn take_leave(engine: &Engine, to: &PersonId, why: &str) {
    let gone = Item::new("I am no longer connected. What you write or press does not reach me.");
    let next = Item::new(format!("For whoever runs me: {why}"));
    let home = Home { sections: vec![Section::new("Health", vec![gone, next])] };
    if let Err(error) = engine.ports.places.publish(to, &home).await {
        warn!(%to, %error, "somebody cannot be shown that we are gone");
    }
}

fn accounts_of(accounts: &[Account], provider: &str) -> Vec<Item> {
    let mut lines: Vec<Item> = accounts.iter().map(|account| line_of(account, accounts.len())).collect();
    let words = if accounts.is_empty() { "You have connected no account." } else { "Another account" };
    let connect = Item::new(words).note("The way to sign in comes to you as a direct message");
    lines.push(connect.button(&format!("Connect {provider}"), HomePress::Connect));
    lines
}

fn line_of(account: &Account, of: usize) -> Item {
    let mut line = Item::new(accounts::named(account)).note(accounts::state(account));
    if !account.preferred && of > 1 {
        line = line.button("Use this one", HomePress::Use(account.id.clone()));
    }
    if account.own {
        line = line.button("Disconnect", HomePress::Disconnect(account.id.clone()));
    }
    line
}

fn default_account(preferred: Option<&Account>) -> Item {
    match preferred {
        Some(account) => Item::new(format!("Default account: {}", account.id))
            .note("The one I use where several would do. Another one is chosen above"),
        None => Item::new("Default account: none yet"),
    }
}

fn preference(asking: Asking) -> Item {
    match asking {
        Asking::Always => Item::new("I ask you before every change.")
            .button("Ask only when it matters", HomePress::Ask(Asking::ByKind)),
        Asking::ByKind => {
            let words = "I ask you before anything that other people can see or that cannot be taken back.";
            Item::new(words).button("Ask me before every change", HomePress::Ask(Asking::Always))
        }
    }
}
