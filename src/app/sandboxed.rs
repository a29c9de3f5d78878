//! The sandbox: alone for other people's clients, or with the product in it.

use std::path::Path;
use std::sync::Arc;

use models::REHEARSAL;
use sandbox::{Card, PortChoice, Sandbox, SandboxError, World};
use tokio::net::TcpListener;

use crate::cli::{Common, WorldArguments};
use crate::log::{self, Loudness};
use crate::product::Blueprint;
use crate::serve::{load_config, ourselves, take_place, told_to_stop, until_ended};
use crate::{Config, Environment, Exit, Product, Trouble, WorldClock};

/// `countersign` and `countersign try`: the product in a local world.
pub(crate) async fn try_out(common: &Common, world: &WorldArguments) -> Result<(), Trouble> {
    log::start(Loudness::Quiet);
    let config = load_config(common)?;
    let place = take_place(common, &config, "try")?;
    if world.fresh {
        place.clear().map_err(|error| Trouble::new(Exit::Failed, error))?;
    }
    let listener = same_port_as_before(place.path()).await?;
    let address = listener.local_addr().map_err(|error| Trouble::new(Exit::Failed, error))?;
    let public_url = format!("http://{address}");
    let sandbox = start(Start {
        world,
        state: Some(place.path().join("sandbox.json")),
        redirect_uris: vec![format!("{public_url}/google/callback")],
    })
    .await?;
    let environment = environment_of(sandbox.card())?;
    let public_url =
        wire::Address::parse("public_url", &public_url).map_err(|error| Trouble::new(Exit::Failed, error))?;
    let config = Config { public_url, listen: address, ..config };
    let (data, program) = (place.path(), ourselves()?);
    let clock = Arc::new(WorldClock);
    let product = Product::start(Blueprint { config, environment, data, program, listener, clock }).await?;
    say(&welcome(sandbox.card(), product.model(), world, place.path()));
    let ended = until_ended(product).await;
    sandbox.stop().await.map_err(|error| Trouble::new(Exit::Failed, error))?;
    ended
}

/// A link that somebody was given before a restart must still lead to us.
async fn same_port_as_before(data: &Path) -> Result<TcpListener, Trouble> {
    let failed = |error: std::io::Error| {
        Trouble::new(Exit::Failed, format!("127.0.0.1 cannot be listened on: {error}"))
    };
    let file = data.join("listener.port");
    let before = std::fs::read_to_string(&file).ok().and_then(|port| port.trim().parse::<u16>().ok());
    if let Some(port) = before
        && let Ok(listener) = TcpListener::bind(("127.0.0.1", port)).await
    {
        return Ok(listener);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    std::fs::write(&file, port.to_string()).map_err(failed)?;
    Ok(listener)
}

/// How `countersign sandbox` is to run.
pub(crate) struct Alone<'a> {
    pub(crate) world: &'a WorldArguments,
    pub(crate) output: Output,
    pub(crate) keeping: Keeping,
    pub(crate) redirect_uris: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Words,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    OnDisk,
    Nothing,
}

/// `countersign sandbox`: the sandbox alone.
pub(crate) async fn alone(common: &Common, alone: Alone<'_>) -> Result<(), Trouble> {
    log::start(Loudness::Quiet);
    let place = match alone.keeping {
        Keeping::Nothing => None,
        Keeping::OnDisk => Some(take_place(common, &load_config(common)?, "sandbox")?),
    };
    if let (Some(place), true) = (&place, alone.world.fresh) {
        place.clear().map_err(|error| Trouble::new(Exit::Failed, error))?;
    }
    let state = place.as_ref().map(|place| place.path().join("sandbox.json"));
    let sandbox = start(Start { world: alone.world, state, redirect_uris: alone.redirect_uris }).await?;
    match alone.output {
        Output::Json => say(&serde_json::json!(sandbox.card()).to_string()),
        Output::Words => {
            let Card { page_url, slack_api_url, google_base_url, control_url, .. } = sandbox.card();
            say(&format!(
                "The sandbox is running.\n\n  Page     {page_url}\n  Slack    {slack_api_url}\n  Google   {google_base_url}\n  \
                 Control  {control_url}\n\nEvery address and credential: curl {control_url}/card\nCtrl-C ends it."
            ));
        }
    }
    told_to_stop().await;
    sandbox.stop().await.map_err(|error| Trouble::new(Exit::Failed, error))
}

struct Start<'a> {
    world: &'a WorldArguments,
    state: Option<std::path::PathBuf>,
    redirect_uris: Vec<String>,
}

async fn start(start: Start<'_>) -> Result<Sandbox, Trouble> {
    if let Some(now) = start.world.now {
        sandbox::start_clock_at(now);
    }
    let world = match &start.world.world {
        Some(file) => {
            let world = read_world(file)?;
            refuse_another_world(&world, start.state.as_deref())?;
            world
        }
        None => World::fernwood_with_visitors(),
    };
    let settings = sandbox::Settings {
        port: match start.world.port {
            0 => PortChoice::Any,
            port => PortChoice::NextFree(port),
        },
        state: start.state,
        world,
        redirect_uris: start.redirect_uris,
    };
    sandbox::start(settings).await.map_err(|error| {
        let exit = match error {
            SandboxError::World { .. } => Exit::Configuration,
            SandboxError::PortTaken { .. }
            | SandboxError::Listen(_)
            | SandboxError::NoKey
            | SandboxError::StateUnreadable { .. }
            | SandboxError::StateUnwritable { .. } => Exit::Failed,
        };
        Trouble::new(exit, error)
    })
}

/// What is kept goes on as it was; a file that says otherwise would be passed over in silence.
fn refuse_another_world(world: &World, state: Option<&Path>) -> Result<(), Trouble> {
    let kept = state.and_then(|state| std::fs::read(state).ok());
    let kept = kept.and_then(|kept| serde_json::from_slice::<serde_json::Value>(&kept).ok());
    match kept {
        Some(kept) if kept.get("world") != Some(&serde_json::json!(world)) => Err(Trouble::new(
            Exit::Configuration,
            "This data directory already holds another world. Start anew with --fresh, or choose another --data-dir.",
        )),
        Some(_) | None => Ok(()),
    }
}

fn read_world(file: &Path) -> Result<World, Trouble> {
    let wrong = |why: String| {
        Trouble::new(Exit::Configuration, format!("The world file {} cannot be used: {why}", file.display()))
    };
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

/// The sandbox's addresses and credentials take the place of the real ones; a model's key stays what it is.
fn environment_of(card: &Card) -> Result<Environment, Trouble> {
    let given = |name: &str| {
        let value = match name {
            "SLACK_API_URL" => &card.slack_api_url,
            "SLACK_BOT_TOKEN" => &card.bot_token,
            "SLACK_APP_TOKEN" => &card.app_token,
            "SLACK_SIGNING_SECRET" => &card.signing_secret,
            "GOOGLE_BASE_URL" => &card.google_base_url,
            "GOOGLE_AUTH_URL" => &card.google_auth_url,
            "GOOGLE_TOKEN_URL" => &card.google_token_url,
            "GOOGLE_REVOKE_URL" => &card.google_revoke_url,
            "GOOGLE_DEVICE_CODE_URL" => &card.google_device_code_url,
            "GOOGLE_DEVICE_CLIENT_ID" => &card.device_client_id,
            "GOOGLE_DEVICE_CLIENT_SECRET" => &card.device_client_secret,
            "GOOGLE_CLIENT_ID" => &card.client_id,
            "GOOGLE_CLIENT_SECRET" => &card.client_secret,
            other => return std::env::var(other).ok(),
        };
        Some(value.clone())
    };
    Environment::read(given).map_err(|error| Trouble::new(Exit::Configuration, error))
}

fn welcome(card: &Card, model: &str, world: &WorldArguments, data: &Path) -> String {
    let wanted = world.port;
    let examples = match world.world {
        None => {
            "  What's new in my mail?\n  Find the invoice from Northlight\n  Reply to Carla that Thursday works\n  \
             What's on my calendar tomorrow?\n  Book 30 minutes with Ben tomorrow at 16:30 about the launch\n  \
             What's in the Harbour Museum folder?\n  Read the document Team meeting notes\n  \
             Show me the spreadsheet Budget Harbour Museum"
        }
        Some(_) => {
            "  What's new in my mail?\n  Which mails have attachments?\n  What's on my calendar this week?"
        }
    };
    let moved = match url::Url::parse(&card.page_url).ok().and_then(|url| url.port()) {
        Some(port) if wanted != 0 && port != wanted => format!("  (port {wanted} was busy, so it is {port})"),
        _ => String::new(),
    };
    let model = if model == REHEARSAL {
        "The rehearsal model answers. Set ANTHROPIC_API_KEY or OPENAI_API_KEY and start again to plug in a real one.".to_owned()
    } else {
        format!("The model {model} answers.")
    };
    format!(
        "Countersign is running in a local world of its own.\n\n  Open  {page}{moved}\n\n{model}\n\nTry, in the direct \
         message or with a mention in a channel:\n{examples}\n\nEverything is kept in {data} (--fresh starts anew). Ctrl-C ends it.",
        page = card.page_url,
        data = data.display(),
    )
}

/// What a command was asked for goes to standard output. Whoever closes it has seen enough.
pub(crate) fn say(words: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{words}"));
}
