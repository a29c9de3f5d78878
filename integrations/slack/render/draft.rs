//! A message that is still being written, where it cannot grow by itself.

use kernel::View;
use kernel::ports::{Growth, TaskState};
use slack_morphism::blocks::{SlackTaskCardBlock, SlackTaskCardStatus, SlackTaskId};

use super::{Page, fallback, inert, single};
use crate::limits::{self, cut};

pub(crate) fn draft_page(growth: &Growth) -> Page {
    let mut page = single(&View::words(growth.text.clone()));
    let titles = growth.tasks.iter().map(|task| task.title.clone());
    if growth.text.trim().is_empty() {
        page.text = fallback::text(&titles.collect::<Vec<_>>());
    }
    let room = limits::BLOCKS.saturating_sub(page.blocks.len());
    for task in growth.tasks.iter().take(room) {
        let status = match task.state {
            TaskState::Running => SlackTaskCardStatus::InProgress,
            TaskState::Done => SlackTaskCardStatus::Complete,
            TaskState::Failed => SlackTaskCardStatus::Error,
        };
        let title = cut(&inert::visible(&task.title), limits::TASK);
        page.blocks
            .push(SlackTaskCardBlock::new(SlackTaskId(task.id.clone()), title).with_status(status).into());
    }
    page
}
