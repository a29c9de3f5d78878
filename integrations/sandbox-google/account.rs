//! The Google accounts of the world's people.

use sandbox_world::World;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// One person's Google account.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Account {
    pub(crate) handle: String,
    pub(crate) name: String,
    pub(crate) address: String,
}

impl Account {
    /// The accounts of a world, in its order.
    pub(crate) fn all(world: &World) -> Vec<Self> {
        let account = |person| Self::of(world, person);
        world.people.iter().map(account).collect()
    }

    fn of(world: &World, person: &sandbox_world::PersonSeed) -> Self {
        Self { handle: person.handle.clone(), name: person.name.clone(), address: world.address(person) }
    }

    /// Google's own number for the account: 21 digits, the same for as long as the address is.
    pub(crate) fn subject(&self) -> String {
        let digest = Sha256::digest(self.address.to_ascii_lowercase());
        let digits: String = digest.iter().take(20).map(|byte| char::from(b'0' + byte % 10)).collect();
        format!("1{digits}")
    }
}
