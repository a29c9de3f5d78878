//! Whom an account has written to before, as its mailbox says.

use std::time::Duration;

use kernel::Failure;

use super::Gmail;
use super::address::{Mailbox, named_in};
use crate::api::Id;

/// How long somebody counts as known. That somebody is not can be over with the next letter, so it is never remembered.
pub(crate) const REMEMBERED: Duration = Duration::from_mins(10);
/// So many letters are opened to see whether one of them really went there.
const OPENED: u32 = 3;

impl Gmail {
    /// Whether a letter was sent to exactly this address. Gmail's search takes an address for a few words in a row, and
    /// finds them in longer addresses too: what it finds is looked at.
    pub(crate) async fn has_written_to(&self, address: &str) -> Result<bool, Failure> {
        let Mailbox { address, .. } = Mailbox::parse(address)?;
        let query = format!("in:sent {{to:\"{address}\" cc:\"{address}\" bcc:\"{address}\"}}");
        for listed in self.search(&query, OPENED, None).await?.messages {
            let id = Id::parse("message", &listed.id)?;
            let letter = self.headers(&id, &["To", "Cc", "Bcc"]).await?;
            let lines = ["To", "Cc", "Bcc"].into_iter().flat_map(|name| letter.payload.all(name));
            if lines.flat_map(named_in).any(|named| named.address.eq_ignore_ascii_case(&address)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
