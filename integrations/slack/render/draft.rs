//! A message that is still being written, where it cannot grow by itself.

use kernel::View;
use kernel::ports::{Growth, Task, TaskState};
use slack_morphism::blocks::{
    SlackBlock, SlackPlanBlock, SlackTaskCardBlock, SlackTaskCardStatus, SlackTaskId,
};

use super::page::Page;
use super::paper::single;
use super::{fallback, inert};
use crate::limits::{self, cut};

pub(crate) fn draft_page(growth: &Growth) -> Page {
    let mut page = single(&View::words(growth.text.clone()));
    let titles = growth.tasks.iter().map(|task| task.title.clone());
    if growth.text.trim().is_empty() {
        page.text = fallback::text(&titles.collect::<Vec<_>>());
    }
    let mut cards: Vec<SlackTaskCardBlock> = growth.tasks.iter().map(card).collect();
    match (plan_title(growth), cards.pop()) {
        (Some(title), last) => {
            let tasks = cards.into_iter().chain(last).take(limits::PLAN).collect();
            page.blocks.push(SlackPlanBlock::new(title, tasks).into());
        }
        (None, only) => page.blocks.extend(only.map(SlackBlock::from)),
    }
    page
}

/// What stands over several steps; nothing over a single one.
pub(crate) fn plan_title(growth: &Growth) -> Option<String> {
    let all = growth.tasks.len();
    let done = growth.tasks.iter().filter(|task| task.state != TaskState::Running).count();
    (all > 1).then(|| format!("{done} of {all} steps done"))
}

fn card(task: &Task) -> SlackTaskCardBlock {
    let status = match task.state {
        TaskState::Running => SlackTaskCardStatus::InProgress,
        TaskState::Done => SlackTaskCardStatus::Complete,
        TaskState::Failed => SlackTaskCardStatus::Error,
    };
    let title = cut(&inert::visible(&task.title), limits::TASK);
    SlackTaskCardBlock::new(SlackTaskId(task.id.clone()), title).with_status(status)
}
