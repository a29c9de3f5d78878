//! Texts as directions in a space of meanings: what means the same points the same way. And those that are known already.

use std::sync::Arc;

use crate::Digest;
use crate::ports::{Soon, StoreError};

pub trait Embedder: Send + Sync {
    /// Vectors of different names cannot be compared.
    fn name(&self) -> &str;

    /// A vector for each text, in the order of the texts.
    fn embed<'a>(&'a self, texts: &'a [String]) -> Soon<'a, Result<Vec<Vector>, EmbeddingError>>;
}

/// Why there are no vectors, told apart by what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbeddingError {
    /// It may work later.
    #[error("texts cannot be embedded just now: {0}")]
    Away(String),
    /// Key or configuration: whoever runs this must act.
    #[error("texts are not embedded: {0}")]
    Refused(String),
}

/// What was embedded before. It may forget: then it is embedded again.
pub trait Embeddings: Send + Sync {
    /// What is known of these texts, in their order.
    fn known<'a>(
        &'a self,
        embedder: &'a str,
        texts: &'a [Digest],
    ) -> Soon<'a, Result<Vec<Option<Vector>>, StoreError>>;

    fn keep<'a>(
        &'a self,
        embedder: &'a str,
        vectors: &'a [(Digest, Vector)],
    ) -> Soon<'a, Result<(), StoreError>>;
}

/// A direction: its length is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector(Arc<[f32]>);

impl Vector {
    /// No embedder has more dimensions.
    const MOST: usize = 16_384;

    /// Nothing if the numbers point nowhere.
    pub fn new(mut numbers: Vec<f32>) -> Option<Self> {
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        if !length.is_normal() || numbers.len() > Self::MOST {
            return None;
        }
        for number in &mut numbers {
            *number /= length;
        }
        numbers.iter().all(|number| number.is_finite()).then(|| Self(numbers.into()))
    }

    pub fn numbers(&self) -> &[f32] {
        &self.0
    }

    /// From -1 (the opposite) to 1 (the same); nothing if they are of different spaces.
    pub fn likeness(&self, other: &Self) -> Option<f32> {
        let products = self.0.iter().zip(other.0.iter()).map(|(one, other)| one * other);
        (self.0.len() == other.0.len()).then(|| products.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_a_direction_and_what_points_nowhere_is_none() {
        let east = Vector::new(vec![3.0, 0.0]).unwrap();
        let north_east = Vector::new(vec![1.0, 1.0]).unwrap();
        assert_eq!(east.numbers(), [1.0, 0.0]);
        assert!((east.likeness(&north_east).unwrap() - 0.5_f32.sqrt()).abs() < 1e-6);
        assert_eq!(east.likeness(&Vector::new(vec![1.0]).unwrap()), None);
        for nowhere in [vec![], vec![0.0, 0.0], vec![f32::NAN], vec![f32::INFINITY, 1.0], vec![f32::MAX; 3]] {
            assert_eq!(Vector::new(nowhere), None);
        }
    }
}
