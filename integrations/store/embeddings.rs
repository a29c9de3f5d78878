//! Vectors that were computed before, so that no text is embedded twice.

use std::collections::HashMap;

use kernel::Digest;
use kernel::ports::{Embeddings, Soon, StoreError, Vector};

use crate::Store;
use crate::store::unreachable;

/// So many are kept, many times what a house has of tools; the oldest go first.
const PRUNE: &str = "DELETE FROM embeddings WHERE rowid <= (SELECT MAX(rowid) FROM embeddings) - 20000";

impl Embeddings for Store {
    fn known<'a>(
        &'a self,
        embedder: &'a str,
        texts: &'a [Digest],
    ) -> Soon<'a, Result<Vec<Option<Vector>>, StoreError>> {
        Box::pin(async move {
            let hashes =
                serde_json::to_string(texts).map_err(|error| StoreError::Unreadable(error.to_string()))?;
            let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(
                "SELECT hash, vector FROM embeddings WHERE model = $1 AND hash IN (SELECT value FROM json_each($2))",
            )
            .bind(embedder)
            .bind(hashes)
            .fetch_all(&self.readers)
            .await
            .map_err(unreachable)?;
            let rows: HashMap<String, Vec<u8>> = rows.into_iter().collect();
            // What cannot be read is as good as forgotten.
            let known = |text: &Digest| rows.get(text.as_str()).and_then(|bytes| read(bytes));
            Ok(texts.iter().map(known).collect())
        })
    }

    fn keep<'a>(
        &'a self,
        embedder: &'a str,
        vectors: &'a [(Digest, Vector)],
    ) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            for (text, vector) in vectors {
                writing
                    .statement(
                        "INSERT INTO embeddings (model, hash, vector) VALUES ($1, $2, $3) \
                         ON CONFLICT (model, hash) DO UPDATE SET vector = excluded.vector",
                    )
                    .bind(embedder)
                    .bind(text.as_str())
                    .bind(written(vector))
                    .run()
                    .await?;
            }
            writing.statement(PRUNE).run().await?;
            writing.commit().await
        })
    }
}

fn written(vector: &Vector) -> Vec<u8> {
    vector.numbers().iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn read(bytes: &[u8]) -> Option<Vector> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    Vector::new(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_read_as_it_was_written_and_a_damaged_one_is_not() {
        let vector = Vector::new(vec![0.6, -0.8]).unwrap();
        assert_eq!(read(&written(&vector)), Some(vector.clone()));
        assert_eq!(read(&written(&vector)[1..]), None);
        assert_eq!(read(&[]), None);
    }
}
