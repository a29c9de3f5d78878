//! "Stop" where nothing is going on: beside the threads it is meant for.

use std::sync::Arc;

use kernel::ports::{Settlement, StoreError, ThreadKind};
use kernel::{InboundId, PersonId, ThreadId, View};

use crate::home::tasks;
use crate::inbound::{InboundHandler, unsettled};

impl InboundHandler {
    /// Said to us alone and outside of a thread, it is meant for everything that goes on for the person there.
    pub(crate) async fn stop_nearby(self: &Arc<Self>, id: InboundId, thread: &ThreadId, by: &PersonId) {
        if self.ctx.engine.ports.chat.kind(thread) != ThreadKind::Direct {
            return self.ctx.settle(id, Settlement::Ignored).await;
        }
        let threads = match self.beside(thread, by).await {
            Ok(threads) => threads,
            Err(error) => return unsettled(id, &error),
        };
        let words = match threads.len() {
            0 => "Nothing is going on for you here. `/countersign stop` ends what goes on elsewhere."
                .to_owned(),
            1 => "Stopped, in one thread. It says there what had been done.".to_owned(),
            count => format!("Stopped, in {count} threads. Each of them says what had been done."),
        };
        self.ctx.settle(id, Settlement::Stopped { by: by.clone(), threads: threads.clone() }).await;
        for stopped in &threads {
            self.ctx.engine.interrupts.stop(stopped, by);
        }
        self.ctx.whisper_later(thread, by, View::plain(words));
    }

    async fn beside(&self, thread: &ThreadId, by: &PersonId) -> Result<Vec<ThreadId>, StoreError> {
        let chat = &self.ctx.engine.ports.chat;
        let place = chat.channel(thread);
        let tasks = tasks(&self.ctx.engine, by).await?.into_iter().map(|task| task.thread);
        Ok(tasks.filter(|task| chat.channel(task) == place).collect())
    }
}
