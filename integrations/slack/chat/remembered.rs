//! Answers of Slack's that stay the same for a while, and are not asked for again meanwhile.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Maximum number of answers, because a process may run for months. With one more, all are asked for anew.
const MOST: usize = 20_000;

pub(super) struct Remembered {
    lasts: Duration,
    answers: Mutex<HashMap<String, (Instant, String)>>,
}

impl Remembered {
    pub(super) fn new(lasts: Duration) -> Self {
        Self { lasts, answers: Mutex::default() }
    }

    /// What was said of it, or what is said now.
    pub(super) async fn or_asked<E>(
        &self,
        about: &str,
        ask: impl Future<Output = Result<String, E>>,
    ) -> Result<String, E> {
        let known = self.answers().get(about).filter(|(at, _)| at.elapsed() < self.lasts).cloned();
        if let Some((_, answer)) = known {
            return Ok(answer);
        }
        let answer = ask.await?;
        self.note(about, &answer);
        Ok(answer)
    }

    /// Takes over what Slack said without being asked.
    pub(super) fn note(&self, about: &str, answer: &str) {
        let mut answers = self.answers();
        if answers.len() >= MOST && !answers.contains_key(about) {
            answers.clear();
        }
        answers.insert(about.to_owned(), (Instant::now(), answer.to_owned()));
    }

    pub(super) fn forget(&self, about: &str) {
        self.answers().remove(about);
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<String, (Instant, String)>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn asked(remembered: &Remembered, about: &str, answer: &str) -> String {
        remembered.or_asked(about, async { Ok::<_, ()>(answer.to_owned()) }).await.unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_remembered_for_a_while_and_a_refusal_not_at_all() {
        let remembered = Remembered::new(Duration::from_hours(1));
        assert_eq!(remembered.or_asked("a", async { Err("no") }).await, Err("no"));
        for (about, answer, heard) in [("a", "1", "1"), ("a", "2", "1"), ("b", "2", "2")] {
            assert_eq!(asked(&remembered, about, answer).await, heard);
        }
        remembered.forget("a");
        assert_eq!(asked(&remembered, "a", "3").await, "3");
        let forgetful = Remembered::new(Duration::ZERO);
        for answer in ["1", "2"] {
            assert_eq!(asked(&forgetful, "a", answer).await, answer);
        }
    }

    #[tokio::test]
    async fn not_more_is_kept_than_that() {
        let remembered = Remembered::new(Duration::from_mins(1));
        for number in 0..=MOST {
            asked(&remembered, &number.to_string(), "there").await;
        }
        assert_eq!(remembered.answers().len(), 1);
    }
}
