use std::collections::HashMap;
use std::sync::Mutex;

use kernel::ports::{Soon, StoreError};

use super::*;

/// Knows two directions: what has to do with water, and everything else.
#[derive(Default)]
struct Diviner {
    asked: Mutex<Vec<Vec<String>>>,
    away: AtomicBool,
    /// Goes away after the first answer.
    shy: AtomicBool,
}

impl Embedder for Diviner {
    fn name(&self) -> &'static str {
        "diviner"
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> Soon<'a, Result<Vec<Vector>, EmbeddingError>> {
        self.asked.lock().unwrap().push(texts.to_vec());
        let away = self.away.load(Ordering::SeqCst);
        self.away.fetch_or(self.shy.load(Ordering::SeqCst), Ordering::SeqCst);
        let wet = |text: &String| ["river", "thirst"].iter().any(|word| text.contains(word));
        let vector = |text| if wet(text) { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
        let vectors: Vec<Vector> = texts.iter().filter_map(|text| Vector::new(vector(text))).collect();
        let answer = if away { Err(EmbeddingError::Away("asleep".to_owned())) } else { Ok(vectors) };
        Box::pin(std::future::ready(answer))
    }
}

#[derive(Default)]
struct Cupboard(Mutex<HashMap<(String, Digest), Vector>>);

impl Embeddings for Cupboard {
    fn known<'a>(
        &'a self,
        embedder: &'a str,
        texts: &'a [Digest],
    ) -> Soon<'a, Result<Vec<Option<Vector>>, StoreError>> {
        let kept = self.0.lock().unwrap();
        let known =
            texts.iter().map(|text| kept.get(&(embedder.to_owned(), text.clone())).cloned()).collect();
        Box::pin(std::future::ready(Ok(known)))
    }

    fn keep<'a>(
        &'a self,
        embedder: &'a str,
        vectors: &'a [(Digest, Vector)],
    ) -> Soon<'a, Result<(), StoreError>> {
        let new = vectors.iter().cloned().map(|(text, vector)| ((embedder.to_owned(), text), vector));
        self.0.lock().unwrap().extend(new);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Time passes as soon as somebody waits for it.
#[derive(Default)]
struct Hand(AtomicI64);

impl Clock for Hand {
    fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }

    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        self.0.fetch_max(time.0, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

struct House {
    diviner: Arc<Diviner>,
    cupboard: Arc<Cupboard>,
    clock: Arc<Hand>,
    meanings: Arc<Meanings>,
}

fn house() -> House {
    let (diviner, cupboard, clock) =
        (Arc::<Diviner>::default(), Arc::<Cupboard>::default(), Arc::<Hand>::default());
    let meanings =
        Meanings::new(Arc::clone(&diviner) as _, Arc::clone(&cupboard) as _, Arc::clone(&clock) as _);
    House { diviner, cupboard, clock, meanings: Arc::new(meanings) }
}

fn tools() -> Vec<Searchable<'static>> {
    let tool = |name, description| Searchable { name, description, ..Searchable::default() };
    vec![
        tool("mail.send", "Sends a mail."),
        tool("bottle.fill", "Takes something out of the river."),
        tool("sheets.read", "Reads cells."),
    ]
}

impl House {
    fn finder(&self) -> Finder {
        Finder::new(&tools(), Some(Arc::clone(&self.meanings)))
    }

    fn asked(&self) -> usize {
        self.diviner.asked.lock().unwrap().len()
    }
}

#[tokio::test]
async fn what_shares_no_word_is_found_by_its_meaning_once_it_was_learned() {
    let house = house();
    let finder = house.finder();
    assert!(finder.find("thirsty", 5).await.is_empty(), "by words alone");
    assert_eq!(house.asked(), 0, "there is nothing to compare with yet");
    assert_eq!(finder.learn().await, Learned::Everything);
    assert_eq!(finder.find("thirsty", 1).await, [1]);
    assert_eq!(finder.find("send a mail", 1).await, [0], "words still count");
}

#[tokio::test]
async fn no_tool_is_embedded_twice_and_questions_are_not_kept() {
    let house = house();
    let finder = house.finder();
    assert_eq!(finder.learn().await, Learned::Everything);
    finder.find("thirsty", 5).await;
    assert_eq!(house.cupboard.0.lock().unwrap().len(), 3, "only the tools");
    assert_eq!(house.finder().learn().await, Learned::Everything);
    assert_eq!(house.asked(), 2, "once for the tools, once for the question");
    let mut more = tools();
    more.push(Searchable { name: "new", ..Searchable::default() });
    let finder = Finder::new(&more, Some(Arc::clone(&house.meanings)));
    assert_eq!(finder.learn().await, Learned::Everything);
    assert_eq!(house.diviner.asked.lock().unwrap().last().unwrap().len(), 1, "only what is new");
}

#[tokio::test]
async fn an_embedder_that_is_away_costs_nobody_an_answer_and_is_left_alone_for_a_while() {
    let house = house();
    let finder = house.finder();
    assert_eq!(finder.learn().await, Learned::Everything);
    house.diviner.away.store(true, Ordering::SeqCst);
    assert_eq!(finder.find("send a mail", 1).await, [0]);
    let asked = house.asked();
    assert_eq!(finder.find("read the cells", 1).await, [2]);
    assert_eq!(house.asked(), asked, "it rests");
    house.diviner.away.store(false, Ordering::SeqCst);
    house.clock.0.fetch_add(61_000, Ordering::SeqCst);
    assert_eq!(finder.find("thirsty", 1).await, [1], "and is asked again later");
}

#[tokio::test]
async fn what_was_embedded_before_it_went_away_is_kept() {
    let house = house();
    house.diviner.shy.store(true, Ordering::SeqCst);
    let names: Vec<String> = (0..BATCH + 6).map(|number| format!("tool.number{number}")).collect();
    let many: Vec<Searchable<'_>> =
        names.iter().map(|name| Searchable { name, ..Searchable::default() }).collect();
    let finder = Finder::new(&many, Some(Arc::clone(&house.meanings)));
    assert_eq!(finder.learn().await, Learned::Nothing);
    assert_eq!(house.cupboard.0.lock().unwrap().len(), BATCH);
    house.diviner.away.store(false, Ordering::SeqCst);
    assert_eq!(finder.learn().await, Learned::Everything);
    assert_eq!(house.diviner.asked.lock().unwrap().last().unwrap().len(), 6);
}

#[tokio::test]
async fn learning_is_tried_again_and_given_up_in_the_end() {
    let house = house();
    house.diviner.away.store(true, Ordering::SeqCst);
    let finder = house.finder();
    assert_eq!(finder.learn().await, Learned::Nothing);
    assert_eq!(finder.learn_patiently().await, Learned::Nothing);
    assert_eq!(house.asked(), 1 + TRIES);
    assert_eq!(finder.find("send a mail", 1).await, [0]);
    house.diviner.away.store(false, Ordering::SeqCst);
    assert_eq!(finder.learn_patiently().await, Learned::Everything);
}

#[tokio::test]
async fn without_an_embedder_words_are_enough() {
    let finder = Finder::new(&tools(), None);
    assert_eq!(finder.learn().await, Learned::Everything);
    assert_eq!(finder.find("send a mail", 1).await, [0]);
}
