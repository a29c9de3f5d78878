//! Time to think again about what goes out without a card: as long as what was countersigned can be taken back.

use std::pin::pin;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::select;
use kernel::{Failure, ports::StoreError};

use crate::base::unless;
use crate::call::countersign::Approved;
use crate::view::tool_title;
use crate::worker::RunCalls;

/// What somebody thought of it meanwhile.
pub(crate) enum UndoWindow {
    GoOn,
    /// They said stop, or took back or changed what they asked for; or the process ends. It is in the journal, or the
    /// next process comes here again.
    BrokenOff,
    /// What let it through lets nothing through any more.
    NoLonger(Failure),
}

impl RunCalls<'_> {
    /// Nothing is written down before it is over: until then nothing was done.
    pub(crate) async fn think_again(
        &self,
        approved: &Approved,
        hold: Duration,
    ) -> Result<UndoWindow, StoreError> {
        if !self.ctx.is_wanted() {
            return Ok(UndoWindow::BrokenOff);
        }
        if hold.is_zero() {
            return Ok(UndoWindow::GoOn);
        }
        let (planned, tool) = (&approved.planned, &*approved.tool);
        let title = format!(
            "{}: in {} seconds, unless you say stop",
            tool_title::title(tool.definition()),
            hold.as_secs()
        );
        self.ctx.live_draft.progress_feed.begin_task(&planned.call.0, title);
        let clock = &self.ctx.engine.ports.clock;
        let over = clock.sleep_until(clock.now().plus(hold));
        let no_longer = pin!(self.ctx.no_longer_wanted());
        if unless(select(no_longer, self.ctx.closing.pulled()).map(drop), over).await.is_none() {
            return Ok(UndoWindow::BrokenOff);
        }
        self.ctx.live_draft.progress_feed.begin_task(&planned.call.0, tool_title::title(tool.definition()));
        let ruled = self.ctx.authorization().still_ruled(&approved.waiver, planned, tool).await?;
        Ok(ruled.map_or_else(UndoWindow::NoLonger, |()| UndoWindow::GoOn))
    }
}
