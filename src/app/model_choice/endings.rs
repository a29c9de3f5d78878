//! When the models that were chosen are switched off.

use futures_util::future::join_all;
use jiff::Timestamp;
use jiff::civil::Date;
use models::{ListedEnding, ModelEnding, Nearness};
use tracing::{info, warn};
use wire::Configured;

use super::Facts;

/// Asks the providers that publish when a model ends. Their answer counts for more than the catalogue, which is as old as
/// this program.
pub(crate) async fn with_endings(
    cast: Vec<(&'static str, Facts)>,
    wire: &Configured,
) -> Vec<(&'static str, Facts)> {
    let asked = cast.into_iter().map(|(part, facts)| async move {
        let told = match &facts.listing {
            Some(listing) => listing.ending(wire).await,
            None => None,
        };
        // A provider that names a day does not always name a successor.
        let known = facts.ending.as_ref().and_then(|ending| ending.successor.clone());
        let ending = match told {
            Some(ListedEnding::Announced(ending)) => {
                Some(ModelEnding { successor: ending.successor.or(known), ..ending })
            }
            Some(ListedEnding::NoneAnnounced) => None,
            None => facts.ending.clone(),
        };
        (part, Facts { ending, ..facts })
    });
    join_all(asked).await
}

/// Says in the log when each of them ends.
pub(crate) async fn told(cast: Vec<(&'static str, Facts)>, wire: Configured) {
    let today = today();
    for (part, facts) in with_endings(cast, &wire).await {
        if !facts.priced {
            warn!(
                part,
                model = facts.name,
                "its price is not known and counts as the dearest: set it in [model.prices]"
            );
        }
        let Some(ending) = facts.ending else { continue };
        let words = ending.words(today);
        match ending.nearness(today) {
            Nearness::Far => info!(part, model = ending.model, ends = %ending.on, "{words}"),
            Nearness::Near | Nearness::Past => {
                warn!(part, model = ending.model, ends = %ending.on, "{words}");
            }
        }
    }
}

/// As providers count days.
pub(crate) fn today() -> Date {
    Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date()
}
