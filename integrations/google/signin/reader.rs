//! A finished sign-in, as it is written down and read again.

use kernel::ports::Reader;
use kernel::{AccountId, ConsentId, Inbound, PersonId, ThreadId};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) const FROM: &str = "google";

/// Reads what the sign-in pages put into the inbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignInReader;

#[derive(Deserialize)]
struct Connected {
    thread: ThreadId,
    consent: ConsentId,
    person: PersonId,
    account: AccountId,
}

impl Reader for SignInReader {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        let Connected { thread, consent, person, account } =
            Connected::deserialize(raw.get("connected")?).ok()?;
        Some(Inbound::Connected { thread, consent, person, account })
    }
}

pub(super) fn raw(thread: &ThreadId, consent: &ConsentId, person: &PersonId, account: &AccountId) -> Value {
    json!({ "connected": { "thread": thread, "consent": consent, "person": person, "account": account } })
}
