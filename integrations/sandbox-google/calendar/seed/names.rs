//! The ids and the zones of seeded calendars.

use sandbox_world::{CalendarSeed, World};
use sha2::{Digest as _, Sha256};

/// The same for the same world, so that a restarted sandbox has the calendars its clients know.
pub(crate) fn id_of(world: &World, seed: &CalendarSeed) -> String {
    seed.id.clone().unwrap_or_else(|| {
        let digest = hex::encode(Sha256::digest(format!("{} {}", world.domain, seed.key)));
        format!("c_{digest}@group.calendar.google.com")
    })
}

pub(crate) fn zone_of(world: &World, handle: &str) -> Option<String> {
    world.people.iter().find(|person| person.handle == handle)?.zone.clone()
}
