//! Reaching one server: starting it, or calling where it is.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{ClientInitializeError, NotificationContext, RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::{StreamableHttpClient, StreamableHttpClientTransportConfig};
use rmcp::{ClientHandler, serve_client};
use tokio::sync::Notify;
use wire::Address;

use crate::child::{Life, Spoken};
use crate::heeding::Heeding;
use crate::listing::list;
use crate::login;
use crate::posting::Measured;
use crate::settings::{Access, Program, Reach, ServerSettings};
use crate::unreached::{LONGEST_WHY, Unreached};
use crate::versions::{SPOKEN, next_below, supported};
use crate::ways::Ways;
use crate::words::visible_up_to;

/// Starting a program can mean fetching it first.
const CONNECT_WITHIN: Duration = Duration::from_mins(1);

/// An open connection.
pub(crate) struct Open {
    pub(crate) running: RunningService<RoleClient, Ear>,
    pub(crate) changed: Arc<Notify>,
    /// Where it is a program.
    pub(crate) life: Option<Life>,
}

/// Says why it cannot be reached, if it cannot.
pub(crate) async fn connect(settings: &ServerSettings, ways: &Ways) -> Result<Open, Unreached> {
    match tokio::time::timeout(CONNECT_WITHIN, open(settings, ways)).await {
        Ok(Err(Unreached::Away(why))) => Err(Unreached::Away(visible_up_to(&why, LONGEST_WHY))),
        Ok(opened) => opened,
        Err(_) => Err(Unreached::Away(format!("it did not answer within {CONNECT_WITHIN:?}"))),
    }
}

/// How a server wants us to sign in: the header with which it refuses us when we come without. Some refuse only when they
/// are asked for their tools.
pub(crate) async fn challenge(settings: &ServerSettings, ways: &Ways) -> Option<String> {
    let settings = settings.without_sign_in();
    let refused = match connect(&settings, ways).await {
        Ok(Open { running, .. }) => {
            let listed = list(&settings, running.peer()).await;
            drop(running.cancel().await);
            listed.err()?
        }
        Err(refused) => refused,
    };
    match refused {
        Unreached::SignIn(sign_in) => sign_in.challenge,
        Unreached::Away(_) | Unreached::NoCommonVersion(_) => None,
    }
}

/// Why a connection did not begin.
enum Begun {
    /// The server refuses the version, and lists its own.
    OtherVersion(Vec<ProtocolVersion>),
    Not(Unreached),
}

/// Offers the newest version first, and an older one only to a server that lists it.
async fn open(settings: &ServerSettings, ways: &Ways) -> Result<Open, Unreached> {
    let [mut version, ..] = SPOKEN;
    loop {
        let theirs = match begin(settings, ways, version.clone()).await {
            Ok(open) => return Ok(open),
            Err(Begun::Not(why)) => return Err(why),
            Err(Begun::OtherVersion(theirs)) => theirs,
        };
        version = next_below(&version, &theirs).ok_or(Unreached::NoCommonVersion(theirs))?;
    }
}

async fn begin(settings: &ServerSettings, ways: &Ways, version: ProtocolVersion) -> Result<Open, Begun> {
    let changed = Arc::new(Notify::new());
    let ear = Ear { changed: Arc::clone(&changed), version };
    let (running, life) = match &settings.reach {
        Reach::Program(program) => {
            let (running, life) = start(settings, program, ear).await?;
            (running, Some(life))
        }
        Reach::Address { url, access } => (call(settings, url, access, ways, ear).await?, None),
    };
    let agreed = running.peer().peer_info().map(|theirs| theirs.protocol_version.clone());
    match agreed {
        Some(agreed) if !SPOKEN.contains(&agreed) => {
            drop(running.cancel().await);
            Err(Begun::Not(Unreached::NoCommonVersion(vec![agreed])))
        }
        _ => Ok(Open { running, changed, life }),
    }
}

async fn start(
    settings: &ServerSettings,
    program: &Program,
    ear: Ear,
) -> Result<(RunningService<RoleClient, Ear>, Life), Begun> {
    let Spoken { input, output, life } = Spoken::start(&settings.name, program).map_err(|error| {
        Begun::Not(Unreached::Away(format!("`{}` cannot be started: {error}", program.command)))
    })?;
    // How long a line may be was seen to already; a note makes one longer.
    let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(usize::MAX);
    match serve_client(ear, transport).await {
        Ok(running) => Ok((running, life)),
        Err(error) => Err(match why_not(settings, &error) {
            Begun::Not(why) => Begun::Not(why.after(Some(&life))),
            begun @ Begun::OtherVersion(_) => begun,
        }),
    }
}

async fn call(
    settings: &ServerSettings,
    url: &Address,
    access: &Access,
    ways: &Ways,
    ear: Ear,
) -> Result<RunningService<RoleClient, Ear>, Begun> {
    let client = Measured(ways.http.clone());
    let config = StreamableHttpClientTransportConfig::with_uri(url.url().as_str());
    let begun = match access {
        Access::Open => over(Heeding(client), config, ear).await,
        Access::Bearer(token) => over(Heeding(client), config.auth_header(token.reveal()), ear).await,
        Access::SignIn(identity) => {
            let client = login::client(settings, url, identity.as_ref(), ways).await.map_err(Begun::Not)?;
            over(Heeding(client), config, ear).await
        }
    };
    begun.map_err(|error| why_not(settings, &error))
}

async fn over<C: StreamableHttpClient + Sync>(
    client: C,
    config: StreamableHttpClientTransportConfig,
    ear: Ear,
) -> Result<RunningService<RoleClient, Ear>, ClientInitializeError> {
    serve_client(ear, StreamableHttpClientTransport::with_client(client, config)).await
}

fn why_not(settings: &ServerSettings, error: &ClientInitializeError) -> Begun {
    match error {
        ClientInitializeError::JsonRpcError(refusal) => match supported(refusal) {
            Some(theirs) => Begun::OtherVersion(theirs),
            None => Begun::Not(Unreached::Away(error.to_string())),
        },
        ClientInitializeError::TransportError { error: transport, .. } => {
            match Unreached::of_transport(settings, transport) {
                // The error as a whole says more: at which message it happened.
                Unreached::Away(_) => Begun::Not(Unreached::Away(error.to_string())),
                sign_in => Begun::Not(sign_in),
            }
        }
        error => Begun::Not(Unreached::Away(error.to_string())),
    }
}

/// Our side of the conversation: offers nothing, and hears that a list has changed.
pub(crate) struct Ear {
    changed: Arc<Notify>,
    version: ProtocolVersion,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let ourselves = Implementation::new("countersign", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), ourselves)
            .with_protocol_version(self.version.clone())
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}
