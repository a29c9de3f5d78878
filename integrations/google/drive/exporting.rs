//! Google's own kinds of files as others: at once, or where they are too large for that, prepared first and then fetched.

use std::time::Duration;

use bytes::Bytes;
use kernel::{Code, Failure};
use url::Url;

use super::handle::Handle;
use super::{Drive, TRANSFER, keyed, routes};
use crate::api::{Ask, Segment, Trouble};
use crate::json::google_json;

/// Drive exports 10 MB at once.
const AT_ONCE: usize = 12 * 1024 * 1024;
/// More is not carried from place to place.
pub(super) const LARGEST: usize = 64 * 1024 * 1024;
/// How long is waited between two looks whether it is prepared, and how often is looked.
const PAUSE: Duration = Duration::from_secs(2);
const LOOKS: usize = 30;

google_json! {
    /// A task that takes Drive a while.
    Operation {
        name: String,
        done: bool,
        /// None where it failed.
        response: Option<Prepared>,
    }

    Prepared { download_uri: String }
}

/// The name of an operation, which goes into an address.
struct Name(String);

impl Segment for Name {
    fn segment(&self) -> &str {
        &self.0
    }
}

impl Drive {
    /// A file of Google's own kinds, as another.
    pub(super) async fn export(&self, handle: &Handle, media_type: &str) -> Result<Bytes, Trouble> {
        let refused = match self.export_at_once(handle, media_type).await {
            Err(Trouble::Refused(failure)) if failure.code == Code::NotAvailable => failure,
            ended => return ended,
        };
        // Where this does not help either, the first refusal says why.
        self.prepared(handle, media_type).await.map_err(|_| Trouble::Refused(refused))
    }

    /// The same, of a file that is small enough.
    pub(super) async fn export_at_once(&self, handle: &Handle, media_type: &str) -> Result<Bytes, Trouble> {
        let ask = keyed(Ask::to(&routes::FILES_EXPORT).at(handle), handle)
            .with("mimeType", media_type)
            .within(TRANSFER);
        self.api.fetch(&ask, AT_ONCE).await
    }

    /// The same, of a file of any size. To prepare it twice changes nothing.
    async fn prepared(&self, handle: &Handle, media_type: &str) -> Result<Bytes, Trouble> {
        let ask = keyed(Ask::to(&routes::FILES_DOWNLOAD).at(handle), handle)
            .with("mimeType", media_type)
            .within(TRANSFER)
            .repeatable();
        let mut operation: Operation = self.api.ask(&ask).await?;
        let name = named(&operation.name)?;
        for _ in 0..LOOKS {
            if operation.done {
                break;
            }
            self.clock.sleep_until(self.clock.now().plus(PAUSE)).await;
            operation = self.api.ask(&Ask::to(&routes::OPERATIONS_GET).at(&name)).await?;
        }
        let prepared = operation.response.filter(|_| operation.done).ok_or_else(unprepared)?;
        let address = Url::parse(&prepared.download_uri).ok().filter(|address| self.may_be_asked(address));
        let ask = Ask::to(&routes::PREPARED).lying_at(address.ok_or_else(unprepared)?).within(TRANSFER);
        self.api.fetch(&ask, LARGEST).await
    }

    /// What opens an account is shown to Google alone.
    fn may_be_asked(&self, address: &Url) -> bool {
        let googles = |host: &str| {
            ["googleapis.com", "googleusercontent.com", "usercontent.google.com"].iter().any(|domain| {
                host.strip_suffix(domain).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
            })
        };
        self.api.is_at(address) || (address.scheme() == "https" && address.host_str().is_some_and(googles))
    }
}

fn named(name: &str) -> Result<Name, Trouble> {
    let name = name.strip_prefix("operations/").unwrap_or(name);
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.~=".contains(&letter);
    let is_plain = name.bytes().all(plain) && name.bytes().any(|letter| letter.is_ascii_alphanumeric());
    if is_plain { Ok(Name(name.to_owned())) } else { Err(unprepared()) }
}

fn unprepared() -> Trouble {
    Trouble::Refused(Failure::person(
        Code::NotAvailable,
        "Drive did not get the file ready to be fetched. Open its link instead, or try again later.",
    ))
}
