//! Looking something up for many at once, and yet for nobody before they asked.
//!
//! Slack lets nobody look at a channel more often than once a second or so. Whoever asks while a lookup is under way waits for
//! the next one, and shares it with all who ask until it begins: what they are told was never older than their question.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout;

pub(super) struct Rounds<T> {
    places: Mutex<HashMap<String, Arc<Place<T>>>>,
    /// A lookup that takes longer, because an answer was lost or it has many pages, keeps nobody from the next.
    over_soon: Duration,
}

/// Whatever goes on about one thing.
struct Place<T> {
    under_way: tokio::sync::Mutex<()>,
    /// The round that has not begun, if somebody waits for one.
    next: Mutex<Option<Round<T>>>,
}

type Round<T> = Arc<OnceCell<T>>;

impl<T: Clone> Rounds<T> {
    pub(super) fn new(over_soon: Duration) -> Self {
        Self { places: Mutex::default(), over_soon }
    }

    /// What a lookup says that begins after this was called. If whoever looks goes away, the next of those who wait looks.
    pub(super) async fn share(&self, about: &str, look: impl AsyncFnOnce() -> T) -> T {
        let place = self.place(about);
        let round = place.join();
        let begin = async || {
            let _under_way = timeout(self.over_soon, place.under_way.lock()).await;
            place.close(&round);
            look().await
        };
        round.get_or_init(begin).await.clone()
    }

    fn place(&self, about: &str) -> Arc<Place<T>> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = places.get(about) {
            return Arc::clone(place);
        }
        // Those where somebody is have somebody who holds them.
        places.retain(|_, place| Arc::strong_count(place) > 1);
        let place = Arc::new(Place { under_way: tokio::sync::Mutex::default(), next: Mutex::default() });
        places.insert(about.to_owned(), Arc::clone(&place));
        place
    }
}

impl<T> Place<T> {
    fn join(&self) -> Round<T> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(next.get_or_insert_with(Arc::default))
    }

    /// From now on nobody joins it.
    fn close(&self, round: &Round<T>) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.take_if(|next| Arc::ptr_eq(next, round));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::{join, join_all};
    use futures_util::poll;
    use tokio::sync::Semaphore;

    use super::*;

    /// Counts its lookups, each of which waits to be let through.
    struct Scene {
        rounds: Rounds<usize>,
        begun: AtomicUsize,
        through: Semaphore,
    }

    impl Scene {
        fn new() -> Self {
            Self::in_which_a_lookup_is_over_within(Duration::MAX)
        }

        fn in_which_a_lookup_is_over_within(over_soon: Duration) -> Self {
            let (begun, through) = (AtomicUsize::default(), Semaphore::new(0));
            Self { rounds: Rounds::new(over_soon), begun, through }
        }

        async fn ask(&self, about: &str) -> usize {
            let look = async || {
                let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
                self.through.acquire().await.unwrap().forget();
                number
            };
            self.rounds.share(about, look).await
        }

        fn let_through(&self, lookups: usize) {
            self.through.add_permits(lookups);
        }
    }

    #[tokio::test]
    async fn whoever_asks_while_somebody_looks_shares_the_next_lookup_with_all_who_do() {
        let scene = Scene::new();
        let mut first = Box::pin(scene.ask("C1"));
        assert!(poll!(&mut first).is_pending());
        let mut others = Box::pin(join_all((0..10).map(|_| scene.ask("C1"))));
        assert!(poll!(&mut others).is_pending());
        assert_eq!(scene.begun.load(Ordering::SeqCst), 1);
        scene.let_through(2);
        let (first, others) = join(first, others).await;
        assert_eq!((first, others), (1, vec![2; 10]), "nobody is told what was looked up before they asked");
        scene.let_through(1);
        assert_eq!(scene.ask("C1").await, 3, "and nothing is remembered");
    }

    #[tokio::test]
    async fn a_lookup_that_hangs_holds_nobody_up() {
        let scene = Scene::in_which_a_lookup_is_over_within(Duration::ZERO);
        let mut hangs = Box::pin(scene.ask("C1"));
        assert!(poll!(&mut hangs).is_pending());
        scene.let_through(2);
        assert_eq!(join_all((0..10).map(|_| scene.ask("C1"))).await, [2; 10]);
        drop(hangs);
    }

    #[tokio::test]
    async fn other_things_are_looked_up_meanwhile_and_nothing_is_kept_of_them() {
        let scene = Scene::new();
        let mut one = Box::pin(scene.ask("C1"));
        assert!(poll!(&mut one).is_pending());
        let mut two = Box::pin(scene.ask("C2"));
        assert!(poll!(&mut two).is_pending());
        assert_eq!(scene.begun.load(Ordering::SeqCst), 2);
        scene.let_through(3);
        join(one, two).await;
        scene.ask("C3").await;
        assert_eq!(scene.rounds.places.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn if_whoever_looks_goes_away_another_looks() {
        let scene = Scene::new();
        let mut first = Box::pin(scene.ask("C1"));
        assert!(poll!(&mut first).is_pending());
        let (mut second, mut third) = (Box::pin(scene.ask("C1")), Box::pin(scene.ask("C1")));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert_eq!(scene.begun.load(Ordering::SeqCst), 2);
        let mut late = Box::pin(scene.ask("C1"));
        assert!(poll!(&mut late).is_pending());
        drop(second);
        scene.let_through(2);
        // Who waited with whoever went away may come after who came later; what counts is that both looks are new.
        assert_eq!(join(third, late).await, (4, 3));
    }
}
