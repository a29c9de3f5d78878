//! The calendars a world begins with.

mod names;
mod planting;

use std::collections::BTreeMap;

use jiff::Timestamp;
use sandbox_world::{CalendarSeed, ShareSeed, World, WorldFault};

use self::planting::Planting;
use crate::State;
use crate::account::Account;
use crate::calendar::record::{Calendar, Rule, Scope};
use crate::calendar::role::Role;
use crate::calendar::seed::names::{id_of, zone_of};

/// Puts the calendars and events of a world in.
pub(crate) fn seed(state: &mut State, world: &World, now: Timestamp) -> Result<(), WorldFault> {
    welcome(state, world);
    for calendar in &world.calendars {
        let made = shared(world, calendar)?;
        state.book.calendars.insert(made.id.clone(), made);
    }
    for event in &world.events {
        Planting { world, seed: event, now }.plant(&mut state.book)?;
    }
    Ok(())
}

/// Gives everybody who has none yet a calendar of their own.
pub(crate) fn welcome(state: &mut State, world: &World) {
    for (person, account) in world.people.iter().zip(Account::all(world)) {
        let zone = person.zone.as_deref().unwrap_or("Europe/Berlin");
        state.book.add_primary(&account, zone, &world.domain);
    }
}

fn shared(world: &World, seed: &CalendarSeed) -> Result<Calendar, WorldFault> {
    let mut rules = Vec::new();
    if let Some(owner) = &seed.owner {
        rules.push(rule(world, owner, Role::Owner)?);
    }
    for (handle, share) in &seed.shared_with {
        let role = match share {
            ShareSeed::Busy => Role::FreeBusyReader,
            ShareSeed::Read => Role::Reader,
            ShareSeed::Write => Role::Writer,
        };
        rules.push(rule(world, handle, role)?);
    }
    let zone = seed.zone.clone().or_else(|| zone_of(world, seed.owner.as_deref()?));
    Ok(Calendar {
        id: id_of(world, seed),
        name: seed.name.clone(),
        description: None,
        location: None,
        zone: zone.unwrap_or_else(|| "Europe/Berlin".to_owned()),
        primary_of: None,
        rules,
        events: BTreeMap::new(),
    })
}

fn rule(world: &World, handle: &str, role: Role) -> Result<Rule, WorldFault> {
    let person = world.people.iter().find(|person| person.handle == handle);
    let person = person.ok_or_else(|| WorldFault::UnknownPerson(handle.to_owned()))?;
    Ok(Rule { scope: Scope::User(world.address(person)), role })
}
