//! What people say about their accounts by command: connect, look, choose, disconnect.

use kernel::ports::{Account, ConsentOffer, Way};
use kernel::{AccountId, Code, ConsentId, Failure, PersonId, Standing, View};
use uuid::Uuid;

use crate::desk::Desk;
use crate::invitation::invitation;

const HELP: &str = "`auth` connects an account, `auth device` does so by a code that is typed on another device, `status` \
                    shows your accounts, `default ADDRESS` chooses the one I use, `disconnect ADDRESS` takes my access \
                    back.";

/// What the person is answered.
pub(crate) async fn obey(desk: &Desk, by: &PersonId, words: &str) -> View {
    let mut words = words.split_whitespace();
    let (verb, object) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let done = match (verb, object) {
        ("auth" | "connect", "") => connect(desk, by, Way::Usual).await,
        ("auth" | "connect", "device") => connect(desk, by, Way::Device).await,
        ("status" | "accounts", "") => status(desk, by).await,
        ("default", account) if !account.is_empty() => {
            let account = AccountId::from(account);
            let chosen = desk.ports.grants.prefer(by, &account).await;
            chosen.map(|()| View::plain(format!("From now on I use {account} where several would do.")))
        }
        ("disconnect" | "revoke", account) => disconnect(desk, by, account).await,
        _ => Ok(View::plain(HELP)),
    };
    done.unwrap_or_else(|failure| View::plain(failure.words))
}

async fn connect(desk: &Desk, by: &PersonId, way: Way) -> Result<View, Failure> {
    let person = person(desk, by).await?;
    let consent = ConsentId(Uuid::new_v4().simple().to_string());
    let offer = ConsentOffer { consent: consent.clone(), thread: None, person, needs: Vec::new(), way };
    let offered = desk.ports.grants.offer(&offer).await?;
    Ok(invitation(desk.ports.grants.provider(), "Here you can connect your account.", &consent, offered))
}

async fn status(desk: &Desk, by: &PersonId) -> Result<View, Failure> {
    let accounts = desk.ports.grants.accounts(&person(desk, by).await?).await?;
    if accounts.is_empty() {
        return Ok(View::plain("You have connected no account. `auth` connects one."));
    }
    Ok(View::plain(accounts.iter().map(described).collect::<Vec<_>>().join("\n")))
}

fn described(account: &Account) -> String {
    let preferred = if account.preferred { " (the one I use)" } else { "" };
    let state = match &account.trouble {
        Some(trouble) => format!("does not work: {trouble}"),
        None if account.allows.is_empty() => "I may do nothing in it".to_owned(),
        None => format!("I may {}", account.allows.join(", ")),
    };
    format!("{}{preferred}: {state}", account.id)
}

/// Without a name it is the only one, or nothing.
async fn disconnect(desk: &Desk, by: &PersonId, named: &str) -> Result<View, Failure> {
    let accounts = desk.ports.grants.accounts(&person(desk, by).await?).await?;
    let meant = |account: &&Account| account.id.0.eq_ignore_ascii_case(named);
    let account = match accounts.as_slice() {
        [] => return Ok(View::plain("You have connected no account.")),
        [only] if named.is_empty() => only,
        several => match several.iter().find(meant) {
            Some(account) => account,
            None => return Ok(View::plain(format!("Say which: {}.", listed(several)))),
        },
    };
    if !account.own {
        let words =
            format!("You did not connect {} yourself. Ask whoever runs this to stop using it.", account.id);
        return Ok(View::plain(words));
    }
    desk.ports.grants.disconnect(by, &account.id).await?;
    Ok(View::plain(format!("{} is disconnected.", account.id)))
}

fn listed(accounts: &[Account]) -> String {
    accounts.iter().map(|account| account.id.0.as_str()).collect::<Vec<_>>().join(" or ")
}

async fn person(desk: &Desk, by: &PersonId) -> Result<kernel::Person, Failure> {
    let person = desk.ports.directory.person(by).await.map_err(|error| {
        Failure::operator(
            Code::NotAvailable,
            format!("It cannot be looked up who you are ({error}). Try again."),
        )
    })?;
    match person.standing {
        Standing::Member => Ok(person),
        Standing::Guest | Standing::External | Standing::Bot | Standing::Gone => {
            Err(Failure::person(Code::Denied, "Only full members of this workspace can connect accounts."))
        }
    }
}
