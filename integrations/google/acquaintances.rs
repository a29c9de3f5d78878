//! Whether a person has written to somebody before, for the card of a mail.

use futures_util::future::join_all;
use kernel::Call;
use kernel::ports::{Acquaintances, Contact, Soon};

use crate::Google;

impl Acquaintances for Google {
    fn written_to<'a>(&'a self, call: &'a Call, addresses: &'a [String]) -> Soon<'a, Vec<Contact>> {
        Box::pin(join_all(addresses.iter().map(|address| self.contact(call, address))))
    }
}

impl Google {
    async fn contact(&self, call: &Call, address: &str) -> Contact {
        let name = address.to_lowercase();
        if self.acquainted.known(call, &name, self.now()).is_some() {
            return Contact::Known;
        }
        match self.gmail(call).has_written_to(address).await {
            Ok(true) => {
                self.acquainted.remember(call, &name, (), self.now());
                Contact::Known
            }
            Ok(false) => Contact::First,
            // The mailbox may not be ours to read, and the card must not fail with it.
            Err(failure) => {
                tracing::debug!(account = %call.account, words = failure.words, "a contact cannot be looked up");
                Contact::Unchecked
            }
        }
    }
}
