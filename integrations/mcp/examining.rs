//! Whether a server can be reached, for whoever asks what is missing. Changes nothing, also not what was agreed to.

use kernel::Finding;
use kernel::ports::{PinStanding, Pinned};

use crate::disabled::BACKGROUND;
use crate::listing::{Listing, list};
use crate::offering::standing;
use crate::reach::{Open, connect};
use crate::schema::Schema;
use crate::settings::ServerSettings;
use crate::unreached::Unreached;
use crate::ways::Ways;
use crate::words::visible_up_to;

/// Connects to a server once, and asks it what it offers. `pins` is what is known of its tools.
pub async fn examine(settings: &ServerSettings, ways: &Ways, pins: &[Pinned]) -> Finding {
    let about = format!("the MCP server {}", settings.name);
    match offered(settings, ways).await {
        Ok(listing) => judged(&about, settings, &listing, pins),
        Err(Unreached::SignIn(sign_in)) => {
            Finding::broken(&about, format!("It cannot be used: {}.", sign_in.why()), sign_in.remedy())
        }
        Err(why) => {
            let remedy = format!("Correct [mcp.servers.{}], or take it out; all else works.", settings.name);
            Finding::broken(&about, format!("It cannot be reached: {why}"), remedy)
        }
    }
}

async fn offered(settings: &ServerSettings, ways: &Ways) -> Result<Listing, Unreached> {
    let Open { running, life, .. } = connect(settings, ways).await?;
    let listing = list(settings, running.peer()).await.map_err(|why| why.after(life.as_ref()));
    drop(running.cancel().await);
    listing
}

fn judged(about: &str, settings: &ServerSettings, listing: &Listing, pins: &[Pinned]) -> Finding {
    let wanted = listing.tools.iter().filter(|heard| settings.takes(&heard.tool));
    let (mut taken, mut refused) = (Vec::new(), listing.refused.clone());
    for heard in wanted {
        let why = if heard.background {
            Some(BACKGROUND.to_owned())
        } else {
            Schema::read(&heard.schema).err().map(|why| why.to_string())
        };
        match why {
            None => taken.push(heard),
            Some(why) => refused.push((visible_up_to(&heard.tool, 100), why)),
        }
    }
    let is_agreed = |tool: &str| {
        pins.iter().any(|pin| pin.tool == tool && standing(pin, &listing.tools) == PinStanding::Agreed)
    };
    // Whoever was never seen is agreed to when it is.
    let off = if pins.is_empty() { 0 } else { taken.iter().filter(|heard| !is_agreed(&heard.tool)).count() };
    let words = format!("It answers, and {} of its tools can be used.", taken.len() - off);
    let look = format!("countersign mcp diff {}", settings.name);
    match (off, refused.first()) {
        (0, None) => Finding::sound(about, words),
        (0, Some((tool, why))) => {
            let words = format!("{words} {} cannot, e.g. {tool}: {why}.", refused.len());
            Finding::doubtful(
                about,
                words,
                "Its maker can mend that; `except` leaves out what you do not want.",
            )
        }
        (off, _) => {
            let words = format!("{words} {off} are switched off until somebody agrees to what they are now.");
            Finding::doubtful(about, words, format!("Look with: {look}"))
        }
    }
}
