//! A finished sign-in, as it is written down and read again.

use kernel::ports::Reader;
use kernel::{AccountId, Connection, ConsentId, Inbound, PersonId, ThreadId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(super) const FROM: &str = "google";

/// Reads what the sign-in pages put into the inbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignInReader;

/// What is written down.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum News {
    Connected {
        consent: ConsentId,
        person: PersonId,
        account: AccountId,
        connection: Connection,
        /// Missing in what older versions wrote down.
        #[serde(default)]
        allowed: Vec<String>,
    },
    Declined {
        thread: Option<ThreadId>,
        person: PersonId,
        consent: ConsentId,
        why: String,
    },
}

impl Reader for SignInReader {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        Some(match News::deserialize(raw).ok()? {
            News::Connected { consent, person, account, connection, allowed } => {
                Inbound::Connected { consent, person, account, connection, allowed }
            }
            News::Declined { thread, person, consent, why } => {
                Inbound::Declined { thread, person, consent, why }
            }
        })
    }
}
