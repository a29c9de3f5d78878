//! Whether somebody may still have done what they asked for. Looked up at the moment they press.

use std::time::Duration;

use kernel::ports::Approval;
use kernel::{AccountId, PlannedCall, Standing};

use crate::base::within;
use crate::runtime::engine::Ports;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    Stand,
    /// They are gone, for this reason.
    Lost(&'static str),
    /// The account that it works in is not connected.
    Disconnected,
    /// Nobody can tell just now. Nothing is done, and nothing is lost by pressing again.
    Unclear,
}

/// Whoever has pressed a button wants to know soon.
const LONGEST: Duration = Duration::from_secs(8);

/// What the requester of this may do about it now.
pub(crate) async fn of(ports: &Ports, row: &Approval, planned: Option<&PlannedCall>) -> Rights {
    let deadline = ports.clock.now().plus(LONGEST);
    within(looked_up(ports, row, planned), &*ports.clock, deadline).await.unwrap_or(Rights::Unclear)
}

async fn looked_up(ports: &Ports, row: &Approval, planned: Option<&PlannedCall>) -> Rights {
    let Ok(person) = ports.directory.person_now(&row.requester).await else { return Rights::Unclear };
    match person.standing {
        Standing::Member => {}
        Standing::Gone => return Rights::Lost("The account of the person who asked has been closed."),
        Standing::Guest | Standing::External | Standing::Bot => {
            return Rights::Lost("The person who asked is no longer a full member of this workspace.");
        }
    }
    match ports.directory.is_present(&row.requester, &row.thread).await {
        Ok(true) => {}
        Ok(false) => return Rights::Lost("The person who asked has left this channel."),
        Err(_) => return Rights::Unclear,
    }
    // What works in no account needs none to be connected.
    let Some(planned) = planned.filter(|planned| planned.account != AccountId::none()) else {
        return Rights::Stand;
    };
    match ports.grants.accounts(&person).await {
        Ok(accounts) => {
            let works =
                |known: &kernel::ports::Account| known.id == planned.account && known.trouble.is_none();
            if accounts.iter().any(works) { Rights::Stand } else { Rights::Disconnected }
        }
        Err(_) => Rights::Unclear,
    }
}
