//! The protocol of a change to a thing that others can change too: look, check that nothing changed since planning,
//! send, and look again where nobody answered.
//!
//! It is the same for every change, and these are its decisions: a change whose check fails is not sent; a lost answer
//! counts as made, as not made or as unknown by the look that follows it, and is never sent again; a look that fails,
//! or finds neither state, makes the outcome unknown. Nothing here knows what is changed.

use std::future::Future;

use crate::{Code, Done, Failure, Probe, Stop, Time, Undo};

/// How a thing is now, compared with a change of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeState<M> {
    /// As it was before the change.
    Before,
    /// As the change makes it, and what is known of that.
    After(M),
    /// Neither: somebody did something else, or part of it.
    Neither,
}

/// Why a change was not answered with success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmade {
    /// It was not made.
    Refused(Failure),
    /// It may have been made. The failure is what to say if it was not.
    Doubtful(Failure),
}

impl From<Failure> for Unmade {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// A change that can be told from what was there before.
pub trait Reversible: Sync {
    /// The service it is made in.
    type Site: Send + Sync;
    /// The state it is compared with.
    type Seen: Send + Sync;
    /// The result of it.
    type Made: Send;

    /// Whether the service itself refuses it once the thing is no longer what it was, so that no look is needed before.
    fn is_guarded(&self) -> bool {
        false
    }

    fn look(&self, site: &Self::Site) -> impl Future<Output = Result<Self::Seen, Failure>> + Send;

    /// Refuses a thing that is not what it was when this was planned, unless the service does.
    fn check(&self, _seen: &Self::Seen) -> Result<(), Failure> {
        Ok(())
    }

    fn stands(&self, seen: Self::Seen) -> ChangeState<Self::Made>;

    /// `seen` is what [`look`](Self::look) found, unless the change is guarded.
    fn send(
        &self,
        site: &Self::Site,
        seen: Option<Self::Seen>,
    ) -> impl Future<Output = Result<Self::Made, Unmade>> + Send;

    /// The words for a change of which nobody can tell whether it was made: where to look.
    fn unknown(&self) -> String;

    /// The change that takes it back, where there is one.
    fn inverse(&self, _made: &Self::Made, _until: Time) -> Result<Option<Undo>, Failure> {
        Ok(None)
    }

    /// Refuses to plan it where its check fails.
    fn checked(self, site: &Self::Site) -> impl Future<Output = Result<Self, Failure>> + Send
    where
        Self: Sized + Send,
    {
        async move {
            self.check(&self.look(site).await?)?;
            Ok(self)
        }
    }

    /// Makes it.
    fn make(
        &self,
        site: &Self::Site,
        stop: &Stop,
    ) -> impl Future<Output = Result<Self::Made, Failure>> + Send {
        make_change(self, site, stop)
    }

    /// After a crash: whether it was made; `done` tells it.
    fn probe(
        &self,
        site: &Self::Site,
        done: impl FnOnce(Self::Made) -> Result<Done, Failure> + Send,
    ) -> impl Future<Output = Probe> + Send {
        async move {
            match self.look(site).await.map(|seen| self.stands(seen)) {
                Ok(ChangeState::After(made)) => Probe::told(done(made)),
                Ok(ChangeState::Before) => Probe::DidNot,
                Ok(ChangeState::Neither) | Err(_) => Probe::Unknown(self.unknown()),
            }
        }
    }
}

/// [`Reversible::make`], for implementations that do more than this.
pub async fn make_change<C: Reversible + ?Sized>(
    change: &C,
    site: &C::Site,
    stop: &Stop,
) -> Result<C::Made, Failure> {
    let seen = if change.is_guarded() {
        None
    } else {
        let seen = change.look(site).await?;
        change.check(&seen)?;
        Some(seen)
    };
    if stop.is_pulled() {
        let words = "Stopped before anything was changed. Ask again to do it.";
        return Err(Failure::person(Code::Cancelled, words));
    }
    let failure = match change.send(site, seen).await {
        Ok(made) => return Ok(made),
        Err(Unmade::Refused(failure)) => return Err(failure),
        Err(Unmade::Doubtful(failure)) => failure,
    };
    match change.look(site).await.map(|seen| change.stands(seen)) {
        Ok(ChangeState::After(made)) => Ok(made),
        Ok(ChangeState::Before) => Err(failure),
        Ok(ChangeState::Neither) | Err(_) => Err(Failure::person(Code::Timeout, change.unknown())),
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Mutex;
    use std::task::{Context, Poll, Waker};

    use super::*;
    use crate::Labeled;

    /// A number that is to become the next one.
    struct Increment {
        from: u32,
        answer: fn() -> Result<(), Unmade>,
    }

    #[derive(Default)]
    struct Site {
        /// The results of the looks, the first one last.
        looks: Mutex<Vec<Option<u32>>>,
        sent: Mutex<u32>,
    }

    impl Reversible for Increment {
        type Site = Site;
        type Seen = u32;
        type Made = u32;

        async fn look(&self, site: &Site) -> Result<u32, Failure> {
            site.looks.lock().unwrap().pop().unwrap().ok_or(Failure::person(Code::NotAvailable, "No look."))
        }

        fn check(&self, seen: &u32) -> Result<(), Failure> {
            if *seen == self.from { Ok(()) } else { Err(Failure::model(Code::StaleWrite, "Stale.")) }
        }

        fn stands(&self, seen: u32) -> ChangeState<u32> {
            match seen {
                seen if seen == self.from => ChangeState::Before,
                seen if seen == self.from + 1 => ChangeState::After(seen),
                _ => ChangeState::Neither,
            }
        }

        async fn send(&self, site: &Site, _seen: Option<u32>) -> Result<u32, Unmade> {
            *site.sent.lock().unwrap() += 1;
            (self.answer)().map(|()| self.from + 1)
        }

        fn unknown(&self) -> String {
            "Unknown.".to_owned()
        }
    }

    fn now<T>(future: impl Future<Output = T>) -> T {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => value,
            Poll::Pending => panic!("nothing here waits"),
        }
    }

    fn made(
        answer: fn() -> Result<(), Unmade>,
        looks: &[Option<u32>],
        stop: &Stop,
    ) -> (Result<u32, String>, u32) {
        let site = Site { looks: Mutex::new(looks.iter().rev().copied().collect()), ..Site::default() };
        let result = now(Increment { from: 1, answer }.make(&site, stop)).map_err(|failure| failure.words);
        let sent = *site.sent.lock().unwrap();
        (result, sent)
    }

    fn lost() -> Result<(), Unmade> {
        Err(Unmade::Doubtful(Failure::person(Code::Timeout, "Lost.")))
    }

    fn refused() -> Result<(), Unmade> {
        Err(Unmade::Refused(Failure::model(Code::InputInvalid, "No.")))
    }

    #[test]
    fn it_is_sent_once_and_only_to_what_was_planned_for() {
        let stop = Stop::default();
        assert_eq!(made(|| Ok(()), &[Some(1)], &stop), (Ok(2), 1));
        assert_eq!(made(|| Ok(()), &[Some(7)], &stop), (Err("Stale.".to_owned()), 0));
        assert_eq!(made(|| Ok(()), &[None], &stop), (Err("No look.".to_owned()), 0));
        assert_eq!(made(refused, &[Some(1)], &stop), (Err("No.".to_owned()), 1));
        stop.pull();
        let words = "Stopped before anything was changed. Ask again to do it.".to_owned();
        assert_eq!(made(|| Ok(()), &[Some(1)], &stop), (Err(words), 0));
    }

    #[test]
    fn a_lost_answer_is_found_out_and_never_sent_again() {
        let stop = Stop::default();
        assert_eq!(made(lost, &[Some(1), Some(2)], &stop), (Ok(2), 1));
        assert_eq!(made(lost, &[Some(1), Some(1)], &stop), (Err("Lost.".to_owned()), 1));
        assert_eq!(made(lost, &[Some(1), Some(7)], &stop), (Err("Unknown.".to_owned()), 1));
        assert_eq!(made(lost, &[Some(1), None], &stop), (Err("Unknown.".to_owned()), 1));
    }

    #[test]
    fn after_a_crash_only_what_is_seen_counts() {
        let probed = |look| {
            let site = Site { looks: Mutex::new(vec![look]), ..Site::default() };
            let told = |made: u32| Ok(Done::answer(Labeled::trusted(made.to_string())));
            now(Increment { from: 1, answer: lost }.probe(&site, told))
        };
        let done = Done::answer(Labeled::trusted("2".to_owned()));
        assert_eq!(probed(Some(2)), Probe::Happened(Box::new(done)));
        assert_eq!(probed(Some(1)), Probe::DidNot);
        assert_eq!(probed(Some(7)), Probe::Unknown("Unknown.".to_owned()));
        assert_eq!(probed(None), Probe::Unknown("Unknown.".to_owned()));
    }
}
