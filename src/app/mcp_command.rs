//! `countersign mcp`: servers outside, and what was agreed to of their tools. May run while the product does.

use kernel::ports::{PinStanding, Pinned, Pins, StoreError};
use mcp::{Login, Reach, Ways, differences};
use store::PinBook;
use wire::{Configured, SettingError, Timeouts};

use crate::cli::{Common, McpCommand};
use crate::known_tools::pin_book;
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config, told_to_stop};
use crate::services::open_vault;
use crate::{Config, Exit, Trouble, log, mcp_serve};

pub(crate) async fn mcp(common: &Common, what: McpCommand) -> Result<(), Trouble> {
    let config = load_config(common)?;
    match what {
        McpCommand::Serve { person, http } => Box::pin(mcp_serve::serve(common, config, &person, http)).await,
        McpCommand::List => list(common, &config).await,
        McpCommand::Diff { server } => {
            check(&config, &server)?;
            diff(&server, &open(common, &config).await?).await
        }
        McpCommand::Approve { server, tool } => {
            check(&config, &server)?;
            approve(&server, tool.as_deref(), &open(common, &config).await?).await
        }
        McpCommand::Login { server, scope } => {
            check(&config, &server)?;
            login(common, &config, &server, &scope.unwrap_or_default()).await
        }
    }
}

async fn open(common: &Common, config: &Config) -> Result<PinBook, Trouble> {
    let book = pin_book(&data_directory(common, config)?).await?;
    book.ok_or_else(|| {
        let words = "Nothing has been connected yet. Start it first: countersign serve";
        Trouble::new(Exit::Failed, words)
    })
}

/// Whether it is configured.
fn check(config: &Config, name: &str) -> Result<(), Trouble> {
    if config.file.mcp.servers.contains_key(name) {
        return Ok(());
    }
    let words =
        format!("No server is called {name} in the configuration. List them with: countersign mcp list");
    Err(Trouble::new(Exit::Failed, words))
}

fn unusable(error: SettingError) -> Trouble {
    Trouble::new(Exit::Configuration, error)
}

async fn list(common: &Common, config: &Config) -> Result<(), Trouble> {
    if config.file.mcp.servers.is_empty() {
        say("No server is configured. The README shows how: [mcp.servers.NAME]");
        return Ok(());
    }
    let pins = pin_book(&data_directory(common, config)?).await?;
    for server in config.file.mcp.without_secrets().map_err(unusable)? {
        say(&format!("{}  {}", server.name, reach(&server.reach)));
        let known = match &pins {
            Some(pins) => pins.of(&server.name).await.map_err(unreachable)?,
            None => Vec::new(),
        };
        if known.is_empty() {
            say("  Nothing is known of its tools yet: it has not been connected.");
        }
        for pin in known {
            let standing = match mcp::not_taken(&server, &pin) {
                Some(why) => format!("NOT TAKEN: {why}"),
                None => standing(&pin),
            };
            say(&format!("  {:<40} {standing}", shown(&pin.tool)));
        }
    }
    Ok(())
}

fn reach(reach: &Reach) -> String {
    match reach {
        Reach::Program(program) => format!("{} {}", program.command, program.arguments.join(" ")),
        Reach::Address { url, .. } => url.url().to_string(),
    }
}

fn standing(pin: &Pinned) -> String {
    match pin.standing() {
        PinStanding::Agreed => {
            let digest = pin.digest();
            format!("agreed to  {}", digest.as_ref().map(kernel::Digest::short).unwrap_or_default())
        }
        PinStanding::Changed => "SWITCHED OFF: it changed since it was agreed to".to_owned(),
        PinStanding::New => "SWITCHED OFF: it is new, and nobody has agreed to it".to_owned(),
        PinStanding::Gone => "not offered any more".to_owned(),
    }
}

async fn diff(server: &str, pins: &PinBook) -> Result<(), Trouble> {
    let known = pins.of(server).await.map_err(unreachable)?;
    let waiting = known.iter().filter(|pin| is_waiting(pin));
    let mut any = false;
    for pin in waiting {
        any = true;
        say(&format!("{}: {}", shown(&pin.tool), standing(pin)));
        let (before, after) =
            (pin.agreed.as_deref().unwrap_or_default(), pin.offered.as_deref().unwrap_or_default());
        for line in differences(before, after) {
            say(&format!("  {line}"));
        }
    }
    if any {
        say(&format!("If that is as it should be: countersign mcp approve {server} [TOOL]"));
    } else {
        say(&format!("Every tool that {server} offers is as it was agreed to."));
    }
    Ok(())
}

fn is_waiting(pin: &Pinned) -> bool {
    matches!(pin.standing(), PinStanding::Changed | PinStanding::New)
}

async fn approve(server: &str, tool: Option<&str>, pins: &PinBook) -> Result<(), Trouble> {
    let agreed = pins.agree(server, tool).await.map_err(unreachable)?;
    match (agreed.as_slice(), tool) {
        ([], Some(tool)) => {
            let words = format!(
                "Nothing of {server} waits under the name {tool}. Look with: countersign mcp diff {server}"
            );
            Err(Trouble::new(Exit::Failed, words))
        }
        ([], None) => {
            say(&format!("Nothing of {server} waits to be agreed to."));
            Ok(())
        }
        (agreed, _) => {
            for tool in agreed {
                say(&format!("Agreed to {} of {server}.", shown(tool)));
            }
            Ok(())
        }
    }
}

async fn login(common: &Common, config: &Config, server: &str, scope: &str) -> Result<(), Trouble> {
    let failed = |error: mcp::LoginError| Trouble::new(Exit::Failed, error);
    let settings = config.file.mcp.settings(log::hide).map_err(unusable)?;
    let Some(settings) = settings.into_iter().find(|settings| settings.name == server) else { return Ok(()) };
    let vault = open_vault(config, &data_directory(common, config)?).await?;
    let wire = Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?;
    let ways = Ways { vault, http: wire.for_a_library() };
    let scopes: Vec<String> = scope.split_whitespace().map(str::to_owned).collect();
    let login = Login::begin(&settings, &ways, &scopes).await.map_err(failed)?;
    say(&format!("Open this address in a browser on this machine:\n{}", login.address()));
    say("Waiting for the browser (Ctrl-C gives up) …");
    tokio::select! {
        biased;
        () = told_to_stop() => return Err(Trouble::new(Exit::Failed, "Given up. Nothing was kept.")),
        done = login.finished() => done.map_err(failed)?,
    }
    say(&format!("Signed in to {server}. What runs notices within seconds."));
    Ok(())
}

/// Nothing that a server calls its tools moves the cursor.
fn shown(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

fn unreachable(error: StoreError) -> Trouble {
    Trouble::new(Exit::Failed, error)
}
