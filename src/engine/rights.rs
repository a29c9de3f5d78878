//! Whether somebody may still have done what they asked for. Looked up at the moment they press.

use kernel::ports::{Approval, ChatError};
use kernel::{PlannedCall, Standing};

use crate::desk::Ports;

const UNCLEAR: &str = "It could not be looked up whether you may still decide this. Ask for it again.";

/// Why the requester of this can no longer approve it; nothing if they can. What cannot be looked up counts against it.
pub(crate) async fn lost(
    ports: &Ports,
    row: &Approval,
    planned: Option<&PlannedCall>,
) -> Option<&'static str> {
    let person = match ports.directory.person_now(&row.requester).await {
        Ok(person) => person,
        Err(ChatError::Refused(_) | ChatError::Unavailable { .. }) => return Some(UNCLEAR),
    };
    match person.standing {
        Standing::Member => {}
        Standing::Gone => return Some("The account of the person who asked has been closed."),
        Standing::Guest | Standing::External | Standing::Bot => {
            return Some("The person who asked is no longer a full member of this workspace.");
        }
    }
    match ports.directory.is_present(&row.requester, &row.thread).await {
        Ok(true) => {}
        Ok(false) => return Some("The person who asked has left this channel."),
        Err(_) => return Some(UNCLEAR),
    }
    let account = &planned?.account;
    match ports.grants.accounts(&person).await {
        Ok(accounts) => {
            let works = accounts.iter().any(|known| known.id == *account && known.trouble.is_none());
            (!works).then_some("Its account is no longer connected. Connect it, and ask again.")
        }
        Err(_) => Some(UNCLEAR),
    }
}
