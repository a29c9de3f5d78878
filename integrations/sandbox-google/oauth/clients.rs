//! The OAuth clients that are registered here: what kind each is, and where it may send the browser back to.

mod registered;

pub use self::registered::Credentials;
pub(crate) use self::registered::OtherClients;
pub(crate) use self::registered::{ClientKind, Registered};
use crate::Google;

impl Google {
    /// The client of this id.
    pub(super) fn registered(&self, id: &str) -> Option<Registered> {
        let web = self.client(|client| Registered {
            kind: ClientKind::Web,
            id: client.id.clone(),
            secret: client.secret.clone(),
            redirect_uris: client.redirect_uris.clone(),
        });
        let others = self.other_clients();
        let other = |kind, credentials: Credentials| Registered {
            kind,
            id: credentials.id,
            secret: credentials.secret,
            redirect_uris: Vec::new(),
        };
        [
            web,
            other(ClientKind::Desktop, others.desktop),
            other(ClientKind::LimitedInput, others.limited_input),
        ]
        .into_iter()
        .find(|client| client.id == id)
    }

    /// The clients beside the web one.
    pub fn other_clients(&self) -> OtherClients {
        self.look_at(|state| state.other_clients.clone())
    }
}
