//! Keeping the line to one server open: connecting, listing again, and beginning anew when it breaks.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Stop;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::{NotificationContext, RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, serve_client};
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::child::{Life, Spoken};
use crate::line::Line;
use crate::listing::list;
use crate::login;
use crate::offering::Offering;
use crate::servers::Ground;
use crate::settings::{Access, Reach, ServerSettings};
use crate::words::visible_up_to;

/// Starting a program can mean fetching it first.
const CONNECT_WITHIN: Duration = Duration::from_mins(1);
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// Whoever lasted that long is given the short pause again.
const HEALTHY: Duration = Duration::from_mins(1);
/// How soon it is noticed that somebody has agreed.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Not every server says that its list has changed, nor does every line say that it is down.
const LIST_AGAIN: Duration = Duration::from_mins(5);

/// Our side of the conversation: offers nothing, and hears that a list has changed.
struct Ear {
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

/// Everything about one server that outlives its connections.
pub(crate) struct Connection {
    pub(crate) settings: Arc<ServerSettings>,
    pub(crate) line: Arc<Line>,
    pub(crate) ground: Ground,
}

/// An open connection.
struct Open {
    running: RunningService<RoleClient, Ear>,
    changed: Arc<Notify>,
    /// Where it is a program.
    life: Option<Life>,
}

impl Connection {
    /// Until we are told to stop.
    pub(crate) async fn keep(self, stop: Stop) {
        let Self { settings, line, ground } = &self;
        let (pins, shed) = (Arc::clone(&ground.pins), Arc::clone(&ground.shed));
        let mut offering = Offering::new(Arc::clone(settings), Arc::clone(line), pins, shed);
        let mut pause = FIRST_PAUSE;
        loop {
            let since = Instant::now();
            let why = tokio::select! {
                () = stop.pulled() => return,
                why = self.once(&mut offering) => why,
            };
            if since.elapsed() >= HEALTHY {
                pause = FIRST_PAUSE;
            }
            warn!(server = settings.name, why, again_in = ?pause, "a server is away");
            line.down(why);
            tokio::select! {
                () = stop.pulled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// One connection, from its beginning to its end. Says why it ended.
    async fn once(&self, offering: &mut Offering) -> String {
        let connecting = tokio::time::timeout(CONNECT_WITHIN, self.connect()).await;
        let open = match connecting {
            Ok(Ok(open)) => open,
            Ok(Err(why)) => return visible_up_to(&why, 500),
            Err(_) => return format!("it did not answer within {CONNECT_WITHIN:?}"),
        };
        let Open { running, changed, life } = open;
        let peer = running.peer().clone();
        match list(&self.settings.name, &peer).await {
            Ok(listing) => {
                if let Err(why) = offering.take(listing).await {
                    return why;
                }
            }
            Err(why) => return ended(life.as_ref(), visible_up_to(&why, 500)),
        }
        self.line.open(peer.clone());
        info!(server = self.settings.name, "a server is connected");
        let mut ending: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            drop(running.waiting().await);
        });
        loop {
            let look_again = async {
                if offering.waiting {
                    tokio::time::sleep(LOOK_AGAIN).await;
                } else {
                    std::future::pending::<()>().await;
                }
            };
            tokio::select! {
                () = &mut ending => return ended(life.as_ref(), "it hung up".to_owned()),
                () = self.line.found_down.notified() => return ended(life.as_ref(), "the line broke".to_owned()),
                () = look_again => offering.look_again().await,
                () = listen(&changed) => match list(&self.settings.name, &peer).await {
                    Ok(listing) => if let Err(why) = offering.take(listing).await { return why },
                    Err(why) => return ended(life.as_ref(), visible_up_to(&why, 500)),
                },
            }
        }
    }

    async fn connect(&self) -> Result<Open, String> {
        let changed = Arc::new(Notify::new());
        let ear = Ear { changed: Arc::clone(&changed) };
        let settings = &self.settings;
        match &settings.reach {
            Reach::Program(program) => {
                let Spoken { input, output, life } = Spoken::start(&settings.name, program)
                    .map_err(|error| format!("`{}` cannot be started: {error}", program.command))?;
                let transport = AsyncRwTransport::new_client(output, input);
                let running = serve_client(ear, transport).await;
                match running {
                    Ok(running) => Ok(Open { running, changed, life: Some(life) }),
                    Err(error) => Err(ended(Some(&life), error.to_string())),
                }
            }
            Reach::Address { url, access } => {
                let client = self.ground.http.clone();
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
                        let client = login::client(settings, url, &self.ground).await?;
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
}

async fn listen(changed: &Notify) {
    tokio::select! {
        () = changed.notified() => {}
        () = tokio::time::sleep(LIST_AGAIN) => {}
    }
}

/// A program that dies says more on its way than the line does.
fn ended(life: Option<&Life>, why: String) -> String {
    match life.map(Life::last_words).filter(|words| !words.is_empty()) {
        Some(words) => format!("{why} (it wrote last: {})", visible_up_to(&words, 300)),
        None => why,
    }
}
