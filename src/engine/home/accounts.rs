//! What people say about their accounts by command: connect, look, choose, disconnect.

use kernel::ports::{Account, ConsentOffer, Way};
use kernel::{AccountId, Code, ConsentId, Failure, Part, Person, PersonId, Press, Standing, Time, View};
use uuid::Uuid;

use crate::runtime::Engine;
use crate::view::invitation;

pub(crate) const HELP: &str = "`auth` connects an account
`auth device` does so by a code that is typed on another device
`scopes` what each of your accounts allows
`default ADDRESS` chooses the one I use
`disconnect ADDRESS` takes my access back; without an address it asks which";

/// What the person is answered; nothing if the word is not about accounts.
pub(crate) async fn obey(
    engine: &Engine,
    by: &PersonId,
    verb: &str,
    object: &str,
) -> Option<Result<View, Failure>> {
    Some(match (verb, object) {
        ("auth" | "connect", "") => connect(engine, by, Way::Usual).await,
        ("auth" | "connect", "device") => connect(engine, by, Way::Device).await,
        ("scopes", "") => scopes(engine, by).await,
        ("default", account) if !account.is_empty() => choose(engine, by, &AccountId::from(account)).await,
        ("disconnect" | "revoke", account) => disconnect(engine, by, account).await,
        _ => return None,
    })
}

pub(crate) async fn choose(engine: &Engine, by: &PersonId, account: &AccountId) -> Result<View, Failure> {
    engine.ports.grants.prefer(by, account).await?;
    Ok(View::plain(format!("From now on I use {account} where several would do.")))
}

pub(crate) async fn connect(engine: &Engine, by: &PersonId, way: Way) -> Result<View, Failure> {
    let person = member(engine, by).await?;
    let consent = ConsentId(Uuid::new_v4().simple().to_string());
    let offer = ConsentOffer { consent: consent.clone(), thread: None, person, needs: Vec::new(), way };
    let offered = engine.ports.grants.offer(&offer).await?;
    let why = "Here you can connect your account.";
    Ok(invitation(engine.ports.grants.provider(), why, "", &consent, offered))
}

/// One line for each account.
pub(crate) async fn lines(engine: &Engine, person: &Person) -> Result<Vec<String>, Failure> {
    let accounts = engine.ports.grants.accounts(person).await?;
    if accounts.is_empty() {
        return Ok(vec!["You have connected no account. `auth` connects one.".to_owned()]);
    }
    Ok(accounts.iter().map(|account| format!("{}: {}", named(account), state(account))).collect())
}

async fn scopes(engine: &Engine, by: &PersonId) -> Result<View, Failure> {
    let accounts = engine.ports.grants.accounts(&member(engine, by).await?).await?;
    if accounts.is_empty() {
        return Ok(View::plain("You have connected no account. `auth` connects one."));
    }
    Ok(View::plain(accounts.iter().map(in_detail).collect::<Vec<_>>().join("\n\n")))
}

fn in_detail(account: &Account) -> String {
    let mut lines = vec![named(account)];
    lines.extend(account.trouble.iter().map(|trouble| format!("It does not work: {trouble}")));
    if !account.own {
        lines.push(
            "You did not connect it yourself: whoever runs this decides what I may do in it.".to_owned(),
        );
    }
    if account.allows.is_empty() {
        lines.push("I may do nothing in it.".to_owned());
    }
    lines.extend(account.allows.iter().map(|allowed| format!("• I may {allowed}")));
    lines.join("\n")
}

pub(crate) fn named(account: &Account) -> String {
    let preferred = if account.preferred { " (the one I use)" } else { "" };
    format!("{}{preferred}", account.id)
}

pub(crate) fn state(account: &Account) -> String {
    match &account.trouble {
        Some(trouble) => format!("does not work: {trouble}"),
        None if account.allows.is_empty() => "I may do nothing in it".to_owned(),
        None => format!("I may {}", account.allows.join(", ")),
    }
}

/// One that is named is disconnected at once. Without a name the person is asked, also about the only one there is.
pub(crate) async fn disconnect(engine: &Engine, by: &PersonId, named: &str) -> Result<View, Failure> {
    let accounts = engine.ports.grants.accounts(&member(engine, by).await?).await?;
    let meant = |account: &&Account| account.id.0.eq_ignore_ascii_case(named);
    let account = match accounts.as_slice() {
        [] => return Ok(View::plain("You have connected no account.")),
        [only] if named.is_empty() && !only.own => only,
        several => match several.iter().find(meant) {
            Some(account) => account,
            None => return Ok(which(several, engine.ports.clock.now())),
        },
    };
    if !account.own {
        let words =
            format!("You did not connect {} yourself. Ask whoever runs this to stop using it.", account.id);
        return Ok(View::plain(words));
    }
    engine.ports.grants.disconnect(by, &account.id).await?;
    Ok(View::plain(format!("{} is disconnected.", account.id)))
}

/// Asks which account is meant. Nothing is disconnected before a button is pressed.
fn which(accounts: &[Account], now: Time) -> View {
    let words = match accounts {
        [only] => format!(
            "Disconnect {}? I can do nothing in it until you connect it again. Nothing was done yet.",
            only.id
        ),
        several => {
            format!("Say which: {}. I can do nothing in it until you connect it again.", listed(several))
        }
    };
    let own = accounts.iter().filter(|account| account.own);
    own.fold(View::plain(words), |view, Account { id, .. }| {
        let press = Press::DisconnectAsAsked(id.clone(), now);
        view.with(Part::Button { label: format!("Disconnect {id}"), press })
    })
}

/// Answers the button of that question. It may have stood there for long: an account that was connected after
/// they were asked is another one.
pub(crate) async fn disconnect_as_asked(
    engine: &Engine,
    by: &PersonId,
    account: &AccountId,
    asked: Time,
) -> Result<View, Failure> {
    let accounts = engine.ports.grants.accounts(&member(engine, by).await?).await?;
    match accounts.iter().find(|one| one.own && one.id == *account) {
        None => Ok(View::plain(format!("{account} is not connected. Nothing more was done."))),
        Some(one) if one.connected > asked => Ok(View::plain(format!(
            "{account} was connected again after this question, so nothing was done. To disconnect it, give the command \
             again."
        ))),
        Some(_) => disconnect(engine, by, &account.0).await,
    }
}

fn listed(accounts: &[Account]) -> String {
    accounts.iter().map(|account| account.id.0.as_str()).collect::<Vec<_>>().join(" or ")
}

/// Who they are, if they may have anything here.
pub(crate) async fn member(engine: &Engine, by: &PersonId) -> Result<Person, Failure> {
    let person = engine.ports.directory.person_now(by).await.map_err(|error| {
        Failure::operator(
            Code::NotAvailable,
            format!("It cannot be looked up who you are ({error}). Try again."),
        )
    })?;
    match person.standing {
        Standing::Member => Ok(person),
        Standing::Guest | Standing::External | Standing::Bot | Standing::Gone => Err(Failure::person(
            Code::Denied,
            "Only full members of this workspace can use this. Ask a member to ask for you.",
        )),
    }
}
