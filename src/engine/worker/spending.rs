//! What models cost, and when enough was spent.

use kernel::ports::{Spender, Spent};
use kernel::{Body, Ending, Entry, Person, Reply, Time, Usage};

use super::{Trouble, Worker};
use crate::context::local;
use crate::desk::Desk;
use crate::progress::Turn;
use crate::speech;

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// When the day of this moment began, by the clock that is the same for everybody.
pub(crate) fn day_of(now: Time) -> Time {
    Time(now.0.div_euclid(DAY) * DAY)
}

/// Everything that was spent, by whichever model.
pub(crate) fn sum(spent: &[Spent]) -> Usage {
    spent.iter().fold(Usage::default(), |sum, Spent { usage, .. }| Usage {
        input: sum.input + usage.input,
        output: sum.output + usage.output,
        cache_read: sum.cache_read + usage.cache_read,
        cache_write: sum.cache_write + usage.cache_write,
        cost: sum.cost + usage.cost,
    })
}

impl Worker {
    /// What a reply took, if it took anything.
    pub(super) fn spent(&self, turn: &Turn, reply: &Reply) -> Option<Entry> {
        let (person, usage) = (turn.requester.clone(), reply.usage);
        let named = Some(reply.model.as_str()).filter(|model| !model.is_empty());
        let model = named.unwrap_or(self.desk.ports.model.name()).to_owned();
        (usage != Usage::default()).then_some(Entry::Spent { turn: turn.id, person, model, usage })
    }

    /// The words a turn ends with for which no more may be spent.
    pub(super) async fn used_up(
        &self,
        turn: &Turn,
        person: Option<&Person>,
    ) -> Result<Option<Entry>, Trouble> {
        let Desk { ports, limits, .. } = &*self.desk;
        let now = ports.clock.now();
        let budgets = [
            (limits.budgets.thread, Spender::Thread(self.lane.thread.clone()), Time(0)),
            (limits.budgets.person_day, Spender::Person(turn.requester.clone()), day_of(now)),
            (limits.budgets.day, Spender::Everybody, day_of(now)),
        ];
        for (budget, spender, since) in budgets {
            let Some(budget) = budget else { continue };
            if sum(&ports.spending.spent(&spender, since).await?).cost < budget {
                continue;
            }
            let zone = person.and_then(|person| person.zone.as_deref()).unwrap_or("UTC");
            let free = local(Time(day_of(now).0 + DAY), zone);
            let words = Body::new(speech::used_up(&spender, budget, &free));
            let ending = Ending::Limit("a budget".to_owned());
            return Ok(Some(Entry::Silent { turn: turn.id, words, ending }));
        }
        Ok(None)
    }
}
