//! The search as tools are offered by it: by words at once, and by meaning as well once the tools' vectors are there.
//!
//! What cannot be embedded is found by its words. Whoever searches does not notice; the log says it once.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kernel::ports::{Clock, Embedder, EmbeddingError, Embeddings, Vector};
use kernel::{Digest, Time};

use super::fusion::{fused, nearest};
use super::{Index, Searchable};

/// Of each ranking so many are looked at.
const DEPTH: usize = 50;
/// An embedder that did not answer is left alone for so long,
const REST: Duration = Duration::from_mins(1);
/// and asked for the tools' vectors so often.
const TRIES: usize = 3;
/// So many tools are embedded at a time.
const BATCH: usize = 64;

/// The tools of a list, as they are searched.
pub struct Finder {
    index: Index,
    texts: Vec<String>,
    meanings: Option<Arc<Meanings>>,
    vectors: OnceLock<Vec<Option<Vector>>>,
}

impl Finder {
    /// Finds by words from now on; by meaning after it was told to [`learn`](Self::learn).
    pub fn new(tools: &[Searchable<'_>], meanings: Option<Arc<Meanings>>) -> Self {
        let texts = match meanings {
            Some(_) => tools.iter().map(text_of).collect(),
            None => Vec::new(),
        };
        Self { index: Index::new(tools.iter().cloned()), texts, meanings, vectors: OnceLock::new() }
    }

    /// Gets the tools' vectors, unless the embedder is away.
    pub async fn learn(&self) -> Learned {
        let Some(meanings) = &self.meanings else { return Learned::Everything };
        match meanings.of_texts(&self.texts).await {
            Ok(vectors) => {
                self.vectors.get_or_init(|| vectors);
                Learned::Everything
            }
            Err(_) => Learned::Nothing,
        }
    }

    /// The same, tried again for some minutes, for whoever does not wait for it.
    pub async fn learn_patiently(&self) -> Learned {
        let Some(meanings) = &self.meanings else { return Learned::Everything };
        for _ in 1..TRIES {
            if self.learn().await == Learned::Everything {
                return Learned::Everything;
            }
            meanings.rested().await;
        }
        self.learn().await
    }

    /// The best, by their places in the list, best first.
    pub async fn find(&self, query: &str, most: usize) -> Vec<usize> {
        let (Some(meanings), Some(vectors)) = (&self.meanings, self.vectors.get()) else {
            return self.index.find(query, most);
        };
        let Some(meant) = meanings.of_query(query).await else { return self.index.find(query, most) };
        let depth = DEPTH.max(most);
        let (by_words, by_nearness) = (self.index.find(query, depth), nearest(&meant, vectors, depth));
        fused(&by_words, &by_nearness, |place| matches!(vectors.get(place), Some(Some(_))), most)
    }
}

/// Whether tools are found by meaning from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    Everything,
    /// The embedder is away; the log says why.
    Nothing,
}

/// What a tool is embedded by: its name in words, and what is said about it.
fn text_of(tool: &Searchable<'_>) -> String {
    let name: String =
        tool.name.split(|letter: char| !letter.is_alphanumeric()).collect::<Vec<_>>().join(" ");
    format!("{}: {} ({})", name.trim(), tool.description, tool.parameters.join(", "))
}

/// Where vectors come from: out of the cupboard, else from the embedder. What people ask is embedded, and not kept.
pub struct Meanings {
    embedder: Arc<dyn Embedder>,
    kept: Arc<dyn Embeddings>,
    clock: Arc<dyn Clock>,
    /// When the embedder may be asked again, in the clock's own count.
    rests_until: AtomicI64,
    warned: AtomicBool,
}

impl Meanings {
    pub fn new(embedder: Arc<dyn Embedder>, kept: Arc<dyn Embeddings>, clock: Arc<dyn Clock>) -> Self {
        Self { embedder, kept, clock, rests_until: AtomicI64::new(i64::MIN), warned: AtomicBool::new(false) }
    }

    async fn of_query(&self, query: &str) -> Option<Vector> {
        if self.clock.now().0 < self.rests_until.load(Ordering::Relaxed) {
            return None;
        }
        self.embed(&[query.to_owned()]).await.ok()?.pop()
    }

    async fn of_texts(&self, texts: &[String]) -> Result<Vec<Option<Vector>>, EmbeddingError> {
        let digests: Vec<Digest> = texts.iter().map(|text| Digest::of_words(text)).collect();
        let name = self.embedder.name();
        let mut vectors = self.kept.known(name, &digests).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "vectors that were kept cannot be read, and are computed anew");
            vec![None; texts.len()]
        });
        vectors.resize(texts.len(), None);
        let missing: Vec<usize> =
            (0..texts.len()).filter(|place| matches!(vectors.get(*place), Some(None))).collect();
        // What was embedded before it went away need not be embedded again.
        for places in missing.chunks(BATCH) {
            let wanted: Vec<String> = places.iter().filter_map(|place| texts.get(*place)).cloned().collect();
            let found = self.embed(&wanted).await?;
            let mut new = Vec::with_capacity(found.len());
            for (place, vector) in places.iter().zip(found) {
                if let (Some(known), Some(digest)) = (vectors.get_mut(*place), digests.get(*place)) {
                    new.push((digest.clone(), vector.clone()));
                    *known = Some(vector);
                }
            }
            if let Err(error) = self.kept.keep(name, &new).await {
                tracing::warn!(%error, "vectors cannot be kept, and will be computed again");
            }
        }
        Ok(vectors)
    }

    /// After a failure it is left alone for a while; of a row of them only the first is told.
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vector>, EmbeddingError> {
        let embedded = self.embedder.embed(texts).await;
        match &embedded {
            Ok(_) => self.warned.store(false, Ordering::Relaxed),
            Err(error) => {
                self.rests_until.store(self.clock.now().plus(REST).0, Ordering::Relaxed);
                if !self.warned.swap(true, Ordering::Relaxed) {
                    tracing::warn!(%error, "tools are found by their words alone");
                }
            }
        }
        embedded
    }

    async fn rested(&self) {
        self.clock.sleep_until(Time(self.rests_until.load(Ordering::Relaxed))).await;
    }
}
