//! Shows the pages of people anew that have become stale. A page is published at most once a second, however often it changes.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, join_all, select};
use kernel::Stop;

use crate::home;
use crate::runtime::Engine;

const PAUSE: Duration = Duration::from_secs(1);
/// How long an end waits for what is still to be shown.
const FAREWELL: Duration = Duration::from_secs(10);

/// Every page says whether we hear its person.
pub(crate) async fn listen(engine: &Engine, stop: &Stop) {
    let inbound_health = &engine.ports.inbound_health;
    let mut known = inbound_health.state();
    while !stop.is_pulled() {
        let Either::Left((now, _)) = select(inbound_health.changed_from(known), stop.pulled()).await else {
            return;
        };
        known = now;
        engine.homes.touch_everybody();
    }
}

/// What stands on the pages that people have looked at when we can hear them no more.
pub(crate) async fn take_leave(engine: &Engine, why: &str) {
    let (people, clock) = (engine.homes.looking(), &engine.ports.clock);
    let leaving = join_all(people.iter().map(|person| home::take_leave(engine, person, why)));
    select(pin!(leaving), clock.sleep_until(clock.now().plus(FAREWELL))).await;
}

/// Shows what is stale, until told to stop.
pub(crate) async fn keep(engine: &Engine, stop: &Stop) {
    let clock = &engine.ports.clock;
    while !stop.is_pulled() {
        select(pin!(engine.homes.changed()), stop.pulled()).await;
        let stale = engine.homes.take();
        join_all(stale.iter().map(|person| home::publish(engine, person))).await;
        select(clock.sleep_until(clock.now().plus(PAUSE)), stop.pulled()).await;
    }
}
