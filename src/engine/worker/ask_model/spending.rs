//! What models cost, and when enough was spent.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kernel::ports::{Listener, Spender, Spent};
use kernel::{Body, Ending, Entry, Person, Reply, ReplyEntry, Time, Usage};

use crate::prompt::local;
use crate::runtime::Engine;
use crate::thread::Turn;
use crate::view::speech;
use crate::worker::{AskModel, Trouble};

/// Everything that was spent, by whichever model.
pub(crate) fn sum(spent: &[Spent]) -> Usage {
    spent.iter().fold(Usage::default(), |sum, Spent { usage, .. }| sum.plus(*usage))
}

/// What models have told us that they took, and what is not written down yet.
#[derive(Default)]
pub(crate) struct Tally(Mutex<BTreeMap<String, Usage>>);

impl Tally {
    /// Whoever listens, and we beside them.
    pub(crate) fn beside<'a>(&'a self, listener: &'a mut dyn Listener) -> Counting<'a> {
        Counting { tally: self, listener }
    }

    fn take(&self) -> BTreeMap<String, Usage> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) struct Counting<'a> {
    tally: &'a Tally,
    listener: &'a mut dyn Listener,
}

impl Listener for Counting<'_> {
    fn text(&mut self, piece: &str) {
        self.listener.text(piece);
    }

    fn is_seen(&self) -> bool {
        self.listener.is_seen()
    }

    fn took(&mut self, model: &str, usage: Usage) {
        let mut taken = self.tally.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = taken.entry(model.to_owned()).or_default();
        *sum = sum.plus(usage);
    }
}

fn noted(turn: &Turn, taken: BTreeMap<String, Usage>) -> Vec<Entry> {
    let some = taken.into_iter().filter(|(_, usage)| *usage != Usage::default());
    let note = |(model, usage)| {
        Entry::Reply(ReplyEntry::Spent { turn: turn.id, person: turn.requester.clone(), model, usage })
    };
    some.map(note).collect()
}

impl AskModel<'_> {
    /// What a reply took, and whatever was taken on the way to it.
    pub(crate) fn spent(&self, turn: &Turn, reply: &Reply) -> Vec<Entry> {
        let mut taken = self.ctx.tally.take();
        let named = Some(reply.model.as_str()).filter(|model| !model.is_empty());
        let model = named.unwrap_or(self.ctx.engine.ports.model.name()).to_owned();
        // What a model has told us beside its reply is told in the reply once more.
        taken.entry(model).or_insert(reply.usage);
        noted(turn, taken)
    }

    /// What was taken for replies that did not come: they broke off, came too late, or somebody said stop.
    pub(crate) fn spent_in_vain(&self, turn: &Turn) -> Vec<Entry> {
        noted(turn, self.ctx.tally.take())
    }

    /// The words a turn ends with for which no more may be spent.
    pub(crate) async fn used_up(
        &self,
        turn: &Turn,
        person: Option<&Person>,
    ) -> Result<Option<Entry>, Trouble> {
        let Engine { ports, limits, .. } = self.ctx.engine;
        let now = ports.clock.now();
        let budgets = [
            (limits.budgets.thread, Spender::Thread(self.ctx.lane.thread.clone())),
            (limits.budgets.person_day, Spender::Person(turn.requester.clone(), now)),
            (limits.budgets.day, Spender::Everybody(now)),
        ];
        for (budget, spender) in budgets {
            let Some(budget) = budget else { continue };
            if sum(&ports.spending.spent(&spender).await?).cost < budget {
                continue;
            }
            let zone = person.and_then(|person| person.zone.as_deref()).unwrap_or("UTC");
            let free = local(Time(now.day().0 + Time::DAY), zone);
            let words = Body::new(speech::used_up(&spender, budget, &free));
            let ending = Ending::Limit("a budget".to_owned());
            return Ok(Some(Entry::Reply(ReplyEntry::Silent { turn: turn.id, words, ending })));
        }
        Ok(None)
    }
}
