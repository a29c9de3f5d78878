//! What people do outside of threads: they look at their own page, and press its buttons.

use kernel::ports::{Approval, Settlement, Way};
use kernel::{
    ApprovalId, Asking, ChannelId, Entry, Failure, HomePress, InboundId, PersonId, Standing, Tab, Verdict,
    View,
};
use tracing::{debug, warn};

use super::pressed::Click;
use super::{Reception, unsettled};
use crate::accounts;

impl Reception {
    pub(super) async fn home_opened(&self, id: InboundId, by: &PersonId, channel: &ChannelId, tab: Tab) {
        match tab {
            Tab::Home => self.desk.homes.opened(by),
            Tab::Messages => self.suggest(by, channel).await,
        }
        self.settle(id, Settlement::Ignored).await;
    }

    /// What came of it is seen on the page; what is not seen there is told.
    pub(super) async fn pressed_at_home(&self, id: InboundId, by: PersonId, press: HomePress) {
        let desk = &self.desk;
        let done = match press {
            HomePress::Decide(approval, verdict) => {
                return self.decide_at_home(id, by, approval, verdict).await;
            }
            HomePress::Connect => accounts::connect(desk, &by, Way::Usual).await.map(Some),
            HomePress::Use(account) => accounts::choose(desk, &by, &account).await.map(|_| None),
            HomePress::Disconnect(account) => accounts::disconnect(desk, &by, &account.0).await.map(|_| None),
            HomePress::EndOrder(approval) => return self.end_order(id, by, approval).await,
            HomePress::Ask(asking) => Ok(self.keep_wish(&by, asking).await),
        };
        if let Some(view) = done.unwrap_or_else(|Failure { words, .. }| Some(View::plain(words))) {
            self.tell(&by, view).await;
        }
        desk.homes.opened(&by);
        self.settle(id, Settlement::Ignored).await;
    }

    /// Only one's own can be ended; anything else is not there.
    async fn end_order(&self, id: InboundId, by: PersonId, approval: ApprovalId) {
        let desk = &self.desk;
        let settlement = match desk.ports.dossiers.orders(&by).await {
            Ok(orders) => orders.into_iter().find(|order| order.id == approval).map_or(
                Settlement::Ignored,
                |Approval { thread, .. }| Settlement::Journal {
                    thread,
                    entry: Box::new(Entry::OrderEnded { approval, by: by.clone() }),
                    once: None,
                },
            ),
            Err(error) => return unsettled(id, &error),
        };
        self.settle(id, settlement).await;
        desk.homes.opened(&by);
    }

    async fn keep_wish(&self, by: &PersonId, asking: Asking) -> Option<View> {
        let error = self.desk.ports.preferences.ask(by, asking).await.err()?;
        warn!(%by, %error, "a preference could not be kept");
        Some(View::plain("I could not keep what you have chosen. Press again."))
    }

    async fn suggest(&self, by: &PersonId, channel: &ChannelId) {
        let ports = &self.desk.ports;
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
        let row = match self.desk.ports.approvals.approval(&approval).await {
            Ok(Some(row)) => row,
            Ok(None) => return self.settle(id, Settlement::Ignored).await,
            Err(error) => return unsettled(id, &error),
        };
        let click = Click { thread: row.thread, by, approval, verdict };
        if let Err(error) = self.clicked(id, &click).await {
            unsettled(id, &error);
        }
        self.desk.homes.opened(&click.by);
    }
}
