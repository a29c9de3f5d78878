//! `countersign auth`: connecting a Google account at this machine. May run while the product does.

use std::sync::Arc;

use google::{Arrival, Google, Loopback};
use kernel::{Failure, Person, Stop};
use wire::PackServices;

use crate::cli::{AuthCommand, Common};
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config, ourselves, told_to_stop};
use crate::slack_settings::{bot_token, workspaces};
use crate::{Config, Environment, Exit, SystemClock, Trouble, packs};

pub(crate) async fn auth(common: &Common, what: AuthCommand) -> Result<(), Trouble> {
    let config = load_config(common)?;
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let data = data_directory(common, &config)?;
    let services = packs::services(&config, &environment, &data, ourselves()?, Arc::new(SystemClock)).await?;
    let google = config.file.google.google(&services);
    let google = google.map_err(|error| Trouble::new(Exit::Configuration, error))?.ok_or_else(|| {
        let words = "Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. The README shows where to get them.";
        Trouble::new(Exit::Configuration, words)
    })?;
    match what {
        AuthCommand::Google { device, member } => {
            let signing_in = sign_in(&google, device);
            let arrival = tokio::select! {
                // In this order: whoever reads that we wait can already give up.
                biased;
                () = told_to_stop() => return Err(Trouble::new(Exit::Failed, "Given up. Nothing was connected.")),
                arrival = signing_in => arrival?,
            };
            let address = member.as_deref().unwrap_or(&arrival.account.0);
            let person = match member_of(&config, &environment, &services, address).await {
                Ok(person) => person,
                Err(trouble) => {
                    google.decline(arrival).await;
                    return Err(trouble);
                }
            };
            let google::Connected { account, .. } = google.connect(arrival, &person).await.map_err(failed)?;
            say(&format!("{account} is connected for {} in {}.", person.name, person.workspace));
            Ok(())
        }
        AuthCommand::Status => status(&google).await,
        AuthCommand::Revoke { account } => {
            let count = google.revoke_account(&account).await.map_err(failed)?;
            let words = match count {
                0 => format!("{account} is not connected. Run: countersign auth status"),
                _ => format!("The access to {account} is taken back."),
            };
            say(&words);
            Ok(())
        }
    }
}

async fn sign_in(google: &Google, device: bool) -> Result<Arrival, Trouble> {
    if device {
        let code = google.device_code().await.map_err(failed)?;
        say(&format!("Open {} on any device and type this code: {}", code.url, code.code));
        say("Waiting until it is typed (Ctrl-C gives up) …");
        return code.typed().await.map_err(failed);
    }
    let loopback = Loopback::open(google).await.map_err(failed)?;
    say(&format!("Open this address in a browser on this machine:\n{}", loopback.url));
    say("Waiting for the browser (Ctrl-C gives up; on a machine without one, use --device) …");
    loopback.arrived().await.map_err(failed)
}

async fn status(google: &Google) -> Result<(), Trouble> {
    let connected = google.connected().await.map_err(failed)?;
    if connected.is_empty() {
        say("No Google account is connected. Run: countersign auth google");
    }
    for line in connected {
        say(&line);
    }
    Ok(())
}

/// The Slack member whose account it is: the one with its address, unless another is named.
async fn member_of(
    config: &Config,
    environment: &Environment,
    services: &PackServices,
    address: &str,
) -> Result<Person, Trouble> {
    let bot_token = bot_token(config, environment)?;
    let workspaces = workspaces(config, environment, services)?;
    if let Some(token) = bot_token {
        workspaces.join(token, &Stop::default()).await.map_err(|exit| {
            Trouble::new(Exit::SlackRefused, format!("Slack cannot be asked who this is: {exit:?}"))
        })?;
    }
    workspaces.resume().await.map_err(|error| Trouble::new(Exit::Vault, error))?;
    workspaces.by_address(address).await.map_err(|error| {
        let words = format!(
            "Slack knows no member with the address {address} ({error}). Name the member's own with --for ADDRESS."
        );
        Trouble::new(Exit::Failed, words)
    })
}

fn failed(failure: Failure) -> Trouble {
    let Failure { words, quote, .. } = failure;
    let quote = quote.map(|quote| format!(" Google said: {quote}")).unwrap_or_default();
    Trouble::new(Exit::Failed, format!("{words}{quote}"))
}
