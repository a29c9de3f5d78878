//! What people do outside of threads: they look at their own page, and press its buttons.

use kernel::ports::{Settlement, Way};
use kernel::{ApprovalId, ChannelId, HomePress, Inbound, InboundId, PersonId, Standing, Tab, Verdict, View};
use tracing::{debug, warn};

use super::pressed::Click;
use super::{Reception, unsettled};
use crate::accounts;

impl Reception {
    pub(super) async fn at_home(&self, id: InboundId, inbound: Inbound) {
        match inbound {
            Inbound::HomeOpened { by, tab: Tab::Home, .. } => self.desk.homes.opened(&by),
            Inbound::HomeOpened { by, channel, tab: Tab::Messages } => self.suggest(&by, &channel).await,
            Inbound::PressedAtHome { by, press: HomePress::Decide(approval, verdict) } => {
                return self.decide_at_home(id, by, approval, verdict).await;
            }
            Inbound::PressedAtHome { by, press } => {
                if let Some(view) = self.do_at_home(&by, press).await {
                    self.tell(&by, view).await;
                }
                self.desk.homes.opened(&by);
            }
            _ => {}
        }
        self.settle(id, Settlement::Ignored).await;
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

    /// Gives what the page itself does not show.
    async fn do_at_home(&self, by: &PersonId, press: HomePress) -> Option<View> {
        let desk = &self.desk;
        let done = match press {
            HomePress::Connect => accounts::connect(desk, by, Way::Usual).await.map(Some),
            HomePress::Use(account) => accounts::choose(desk, by, &account).await.map(|_| None),
            HomePress::Disconnect(account) => accounts::disconnect(desk, by, &account.0).await.map(|_| None),
            HomePress::Ask(asking) => match desk.ports.preferences.ask(by, asking).await {
                Ok(()) => Ok(None),
                Err(error) => {
                    warn!(%by, %error, "a preference could not be kept");
                    Ok(Some(View::plain("I could not keep what you have chosen. Press again.")))
                }
            },
            HomePress::Decide(..) => Ok(None),
        };
        done.unwrap_or_else(|failure| Some(View::plain(failure.words)))
    }
}
