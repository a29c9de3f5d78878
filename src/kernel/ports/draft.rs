//! A message that is written before people's eyes, while the work on it goes on.

use crate::MessageRef;
use crate::ports::{ChatError, Soon};

/// What stands in the chat of it is replaced by [`Chat::complete`](super::Chat::complete), or taken away by
/// [`Chat::withdraw`](super::Chat::withdraw); until then it only grows.
pub trait Draft: Send {
    /// Adds to what people see; names the message if one was begun for it. An error means that it grows no more: what
    /// stands there waits to be replaced.
    fn grow<'a>(&'a mut self, growth: &'a Growth) -> Soon<'a, Result<Option<MessageRef>, ChatError>>;
}

/// What is added to a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Markdown, written by the model.
    pub text: String,
    /// What is being done, each as it stands now.
    pub tasks: Vec<Task>,
}

/// One thing that is done on the way to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub id: String,
    /// What it does, in words for people.
    pub title: String,
    pub state: TaskState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    Running,
    Done,
    Failed,
}

impl Growth {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.tasks.is_empty()
    }

    /// A task that is known is renewed where it stands.
    pub fn task(&mut self, task: Task) {
        match self.tasks.iter_mut().find(|known| known.id == task.id) {
            Some(known) => *known = task,
            None => self.tasks.push(task),
        }
    }

    pub fn add(&mut self, more: &Self) {
        self.text.push_str(&more.text);
        for task in &more.tasks {
            self.task(task.clone());
        }
    }
}
