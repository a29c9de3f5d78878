//! What people do outside of threads: they look at their own page, and press its buttons.

use kernel::ports::{Approval, ConsentOffer, Settlement, Way};
use kernel::{
    ApprovalId, Asking, CallEntry, CardEntry, ChannelId, Code, ConsentId, Entry, Failure, HomePress,
    InboundId, PersonId, Standing, Tab, ThreadId, Time, Verdict, View,
};
use tracing::{debug, warn};

use crate::home::{accounts, sign_ins};
use crate::inbound::context::HomePresses;
use crate::inbound::presses::{Answer, Click};
use crate::inbound::unsettled;
use crate::thread::CardKind;
use crate::view::{GOES_ON, invitation};
use crate::worker::{Wanted, lasts_until, wanted};

impl HomePresses<'_> {
    pub(crate) async fn home_opened(&self, id: InboundId, by: &PersonId, channel: &ChannelId, tab: Tab) {
        match tab {
            Tab::Home => self.ctx.engine.homes.opened(by),
            Tab::Messages => self.suggest(by, channel).await,
        }
        self.ctx.settle(id, Settlement::Ignored).await;
    }

    /// What came of it is seen on the page; what is not seen there is told.
    pub(crate) async fn pressed_at_home(&self, id: InboundId, by: PersonId, press: HomePress) {
        let engine = &self.ctx.engine;
        let done = match press {
            HomePress::Decide(approval, verdict) => {
                return self.decide_at_home(id, by, approval, verdict).await;
            }
            HomePress::SignIn(consent) => return self.sign_in_at_home(id, &by, consent).await,
            HomePress::Connect => accounts::connect(engine, &by, Way::Usual).await.map(Some),
            HomePress::Use(account) => accounts::choose(engine, &by, &account).await.map(|_| None),
            HomePress::Disconnect(account) => {
                accounts::disconnect(engine, &by, &account.0).await.map(|_| None)
            }
            HomePress::EndOrder(approval) => return self.end_order(id, by, approval).await,
            HomePress::EndRule(rule) => return self.ctx.presses().end_rule(id, by, rule).await,
            HomePress::Ask(asking) => Ok(self.keep_wish(&by, asking).await),
        };
        if let Some(view) = done.unwrap_or_else(|Failure { words, .. }| Some(View::plain(words))) {
            self.ctx.tell(&by, view).await;
        }
        engine.homes.opened(&by);
        self.ctx.settle(id, Settlement::Ignored).await;
    }

    /// Only one's own can be ended; anything else is not there.
    async fn end_order(&self, id: InboundId, by: PersonId, approval: ApprovalId) {
        let engine = &self.ctx.engine;
        let settlement = match engine.ports.person_index.orders(&by).await {
            Ok(orders) => orders.into_iter().find(|order| order.id == approval).map_or(
                Settlement::Ignored,
                |Approval { thread, .. }| Settlement::Journal {
                    thread,
                    entry: Box::new(Entry::Card(CardEntry::SimilarApprovalEnded {
                        approval,
                        by: by.clone(),
                    })),
                    once: None,
                },
            ),
            Err(error) => return unsettled(id, &error),
        };
        self.ctx.settle(id, settlement).await;
        engine.homes.opened(&by);
    }

    /// Offers a sign-in anew that something waits for; it is waited for as long as the new offer lasts.
    async fn sign_in_at_home(&self, id: InboundId, by: &PersonId, consent: ConsentId) {
        let waits = match sign_ins(&self.ctx.engine, by).await {
            Ok(waits) => waits,
            Err(error) => return unsettled(id, &error),
        };
        let waits = waits.into_iter().find(|(_, awaited, _)| *awaited == consent);
        let settlement = if let Some((thread, ..)) = waits {
            match self.offer_anew(by, &thread, &consent).await {
                Ok((view, until)) => {
                    self.ctx.tell(by, view).await;
                    let entry =
                        Box::new(Entry::Call(CallEntry::ConsentOffered { consent, until: Some(until) }));
                    Settlement::Journal { thread, entry, once: None }
                }
                Err(failure) => {
                    self.ctx.tell(by, View::plain(failure.words)).await;
                    Settlement::Ignored
                }
            }
        } else {
            let words = "Nothing waits for this sign-in any more. Ask again for what you wanted.";
            self.ctx.tell(by, View::plain(words)).await;
            Settlement::Ignored
        };
        self.ctx.settle(id, settlement).await;
        self.ctx.engine.homes.opened(by);
    }

    async fn offer_anew(
        &self,
        by: &PersonId,
        thread: &ThreadId,
        consent: &ConsentId,
    ) -> Result<(View, Time), Failure> {
        let ports = &self.ctx.engine.ports;
        let person = accounts::member(&self.ctx.engine, by).await?;
        let unknown = || Failure::person(Code::NotAvailable, "It cannot be looked up just now. Press again.");
        let journal = ports.journal.read(thread, 0).await.map_err(|_| unknown())?;
        let Wanted { needs, why, .. } = wanted(consent, &journal).ok_or_else(unknown)?;
        let thread = Some(thread.clone());
        let offer = ConsentOffer { consent: consent.clone(), thread, person, needs, way: Way::Usual };
        let way = ports.grants.offer(&offer).await?;
        let until = lasts_until(&way, ports.clock.now());
        Ok((invitation(ports.grants.provider(), &why, GOES_ON, consent, way), until))
    }

    async fn keep_wish(&self, by: &PersonId, asking: Asking) -> Option<View> {
        let error = self.ctx.engine.ports.preferences.ask(by, asking).await.err()?;
        warn!(%by, %error, "a preference could not be kept");
        Some(View::plain("I could not keep what you have chosen. Press again."))
    }

    async fn suggest(&self, by: &PersonId, channel: &ChannelId) {
        let ports = &self.ctx.engine.ports;
        match ports.directory.person(by).await {
            Ok(person) if person.standing == Standing::Member => {}
            Ok(_) => return,
            Err(error) => return debug!(%by, %error, "nobody knows who looks"),
        }
        if let Err(error) = ports.places.suggest(channel).await {
            debug!(%channel, %error, "nothing could be suggested");
        }
    }

    /// The same road as that of the button in the thread.
    async fn decide_at_home(&self, id: InboundId, by: PersonId, approval: ApprovalId, verdict: Verdict) {
        let row = match self.ctx.engine.ports.approvals.approval(&approval).await {
            Ok(Some(row)) => row,
            // The page is from before, and the press is told so as on the card itself.
            Ok(None) => {
                if let Err(error) = self.ctx.presses().unknown(id, &by, CardKind::Undo).await {
                    unsettled(id, &error);
                }
                return self.ctx.engine.homes.opened(&by);
            }
            Err(error) => return unsettled(id, &error),
        };
        let click = Click { thread: row.thread, by, approval, verdict, answer: Answer::Directly };
        if let Err(error) = self.ctx.presses().clicked(id, &click).await {
            unsettled(id, &error);
        }
        self.ctx.engine.homes.opened(&click.by);
    }
}
