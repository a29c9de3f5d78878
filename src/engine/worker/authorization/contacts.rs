//! Whether somebody outside would be written to for the first time: looked up before a card is shown, and said on it.
//! Decides nothing: whether it is asked about at all was decided before.

use std::time::Duration;

use kernel::ports::Contact;
use kernel::{AccountId, Call, Flow};

use crate::base::{Race, race};
use crate::view::{first_contacts, outsiders};
use crate::worker::Authorization;

/// So many people are looked up for one card.
const MOST: usize = 5;
/// A card waits no longer for it: what is not known by then counts as a first contact.
const WITHIN: Duration = Duration::from_secs(5);

impl Authorization<'_> {
    /// The domain of the organisation in which somebody of this address is at home.
    pub(crate) fn home_of(&self, address: &str) -> Option<String> {
        self.ctx.engine.ports.grants.organisation(&AccountId(address.to_owned()))
    }

    /// What the card says about it.
    pub(crate) async fn first_contacts(&self, call: &Call, flow: &Flow) -> Vec<String> {
        let own = [Some(&call.account.0), call.requester.address.as_ref()];
        let own: Vec<String> = own.into_iter().flatten().cloned().collect();
        let homes = own.iter().filter_map(|address| self.home_of(address)).collect();
        let mut people: Vec<String> =
            outsiders(flow, &own, &homes).into_iter().map(str::to_lowercase).collect();
        people.sort();
        people.dedup();
        if people.is_empty() {
            return Vec::new();
        }
        let looked_up: Vec<String> = people.iter().take(MOST).cloned().collect();
        let ports = &self.ctx.engine.ports;
        let looking = ports.acquaintances.written_to(call, &looked_up);
        let deadline = ports.clock.now().plus(WITHIN);
        let found: Vec<Contact> = match race(looking, &call.stop, &*ports.clock, deadline).await {
            Race::Finished(found) => found,
            Race::Stopped | Race::Late => Vec::new(),
        };
        first_contacts(&people, &found)
    }
}
