//! Reaching one server: starting it, or calling where it is.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::Vault;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::{NotificationContext, RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, serve_client};
use tokio::sync::Notify;
use wire::HttpClient;

use crate::child::{Life, Spoken};
use crate::heeding::Heeding;
use crate::login;
use crate::posting::Measured;
use crate::settings::{Access, Reach, ServerSettings};
use crate::words::visible_up_to;

/// Starting a program can mean fetching it first.
const CONNECT_WITHIN: Duration = Duration::from_mins(1);

/// What it takes to reach a server.
#[derive(Clone)]
pub struct Ways {
    pub vault: Arc<dyn Vault>,
    pub http: HttpClient,
}

/// An open connection.
pub(crate) struct Open {
    pub(crate) running: RunningService<RoleClient, Ear>,
    pub(crate) changed: Arc<Notify>,
    /// Where it is a program.
    pub(crate) life: Option<Life>,
}

/// Says why it cannot be reached, if it cannot.
pub(crate) async fn connect(settings: &ServerSettings, ways: &Ways) -> Result<Open, String> {
    match tokio::time::timeout(CONNECT_WITHIN, open(settings, ways)).await {
        Ok(opened) => opened.map_err(|why| visible_up_to(&why, 500)),
        Err(_) => Err(format!("it did not answer within {CONNECT_WITHIN:?}")),
    }
}

async fn open(settings: &ServerSettings, ways: &Ways) -> Result<Open, String> {
    let changed = Arc::new(Notify::new());
    let ear = Ear { changed: Arc::clone(&changed) };
    match &settings.reach {
        Reach::Program(program) => {
            let Spoken { input, output, life } = Spoken::start(&settings.name, program)
                .map_err(|error| format!("`{}` cannot be started: {error}", program.command))?;
            // How long a line may be was seen to already; a note makes one longer.
            let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(usize::MAX);
            let running = serve_client(ear, transport).await;
            match running {
                Ok(running) => Ok(Open { running, changed, life: Some(life) }),
                Err(error) => Err(ended(Some(&life), error.to_string())),
            }
        }
        Reach::Address { url, access } => {
            let client = Heeding(Measured(ways.http.clone()));
            let config = StreamableHttpClientTransportConfig::with_uri(url.url().as_str());
            let running = match access {
                Access::Open => {
                    serve_client(ear, StreamableHttpClientTransport::with_client(client, config)).await
                }
                Access::Bearer(token) => {
                    let config = config.auth_header(token.reveal());
                    serve_client(ear, StreamableHttpClientTransport::with_client(client, config)).await
                }
                Access::SignIn => {
                    let client = Heeding(login::client(settings, url, ways).await?);
                    serve_client(ear, StreamableHttpClientTransport::with_client(client, config)).await
                }
            };
            let running = running.map_err(|error| {
                if error.is_authorization_required() {
                    login::needed(&settings.name)
                } else {
                    error.to_string()
                }
            })?;
            Ok(Open { running, changed, life: None })
        }
    }
}

/// Our side of the conversation: offers nothing, and hears that a list has changed.
pub(crate) struct Ear {
    changed: Arc<Notify>,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("countersign", env!("CARGO_PKG_VERSION")),
        )
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}

/// A program that dies says more on its way than the line does. One whose line was ended by us did not die.
pub(crate) fn ended(life: Option<&Life>, why: String) -> String {
    if let Some(overlong) = life.and_then(|life| life.overlong.said()) {
        return overlong;
    }
    match life.map(Life::last_words).filter(|words| !words.is_empty()) {
        Some(words) => format!("{why} (it wrote last: {})", visible_up_to(&words, 300)),
        None => why,
    }
}
