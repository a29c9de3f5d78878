//! The tools of a server as they were last seen, for whoever looks without reaching it.

use kernel::Definition;
use kernel::ports::{PinStanding, Pinned};

use crate::disabled::{BACKGROUND, silent};
use crate::listing::Heard;
use crate::schema::Schema;
use crate::settings::ServerSettings;
use crate::tool::{Nature, definition};

/// A tool of a server, and how it stands.
#[derive(Clone, Debug)]
pub struct Known {
    pub definition: Definition,
    pub standing: PinStanding,
}

/// Those that are taken and not gone, as the product would offer them.
pub fn known(settings: &ServerSettings, pins: &[Pinned]) -> Vec<Known> {
    let taken = pins.iter().filter(|pin| settings.takes(&pin.tool));
    taken.filter_map(|pin| one(settings, pin)).collect()
}

/// Why a tool that was seen is not offered to anybody, whatever was agreed to; nothing if it is.
pub fn not_taken(settings: &ServerSettings, pin: &Pinned) -> Option<String> {
    if !settings.takes(&pin.tool) {
        return Some("`tools` or `except` leaves it out".to_owned());
    }
    let heard = Heard::remembered(&settings.name, pin.offered.as_deref()?);
    match heard {
        Some(heard) if heard.background => Some(BACKGROUND.to_owned()),
        Some(heard) => Schema::read(&heard.schema).err().map(|why| why.to_string()),
        None => Some("what was written down of it cannot be read".to_owned()),
    }
}

fn one(settings: &ServerSettings, pin: &Pinned) -> Option<Known> {
    let heard =
        Heard::remembered(&settings.name, pin.offered.as_deref()?).filter(|heard| !heard.background)?;
    let standing = pin.standing();
    let definition = if standing == PinStanding::Agreed {
        let schema = Schema::read(&heard.schema).ok()?;
        definition(settings, &heard, schema.shown, Nature::of(settings, &heard))
    } else {
        silent(settings, &heard)
    };
    Some(Known { definition, standing })
}
