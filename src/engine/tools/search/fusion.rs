//! Two rankings made one: by words, and by nearness of meaning.

use std::collections::BTreeMap;

use kernel::ports::Vector;

/// How little it matters to be the very first of a ranking: the usual constant of reciprocal rank fusion.
const CALM: usize = 60;

/// The places whose vectors point most nearly where the query does, nearest first.
pub(super) fn nearest(query: &Vector, vectors: &[Option<Vector>], most: usize) -> Vec<usize> {
    let likeness =
        |(place, vector): (usize, &Option<Vector>)| Some((place, vector.as_ref()?.likeness(query)?));
    let mut near: Vec<(usize, f32)> = vectors.iter().enumerate().filter_map(likeness).collect();
    near.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    near.into_iter().take(most).map(|(place, _)| place).collect()
}

/// Both rankings as one. What has no vector can be in one of them only: there, its words count for both.
pub(super) fn fused(
    by_words: &[usize],
    by_nearness: &[usize],
    has_vector: impl Fn(usize) -> bool,
    most: usize,
) -> Vec<usize> {
    let mut shares: BTreeMap<usize, f64> = BTreeMap::new();
    for (rank, place) in (1..).zip(by_words) {
        let rankings = if has_vector(*place) { 1.0 } else { 2.0 };
        *shares.entry(*place).or_default() += rankings * share(rank);
    }
    for (rank, place) in (1..).zip(by_nearness) {
        *shares.entry(*place).or_default() += share(rank);
    }
    let mut best: Vec<(usize, f64)> = shares.into_iter().collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    best.into_iter().take(most).map(|(place, _)| place).collect()
}

fn share(rank: usize) -> f64 {
    1.0 / f64::from(u32::try_from(CALM + rank).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_rankings_like_is_first_and_what_one_of_them_likes_comes_after() {
        let everybody = |_| true;
        assert_eq!(fused(&[7, 1, 2], &[3, 1, 4], everybody, 9), [1, 3, 7, 2, 4]);
        assert_eq!(fused(&[7, 1, 2], &[3, 1, 4], everybody, 1), [1]);
        assert_eq!(fused(&[5, 6], &[], everybody, 9), [5, 6]);
        assert_eq!(fused(&[], &[], everybody, 9), Vec::<usize>::new());
    }

    #[test]
    fn what_has_no_vector_is_not_put_back_for_it() {
        let known = |place| place != 1;
        assert_eq!(fused(&[1, 2], &[2, 3], known, 9), [1, 2, 3]);
        assert_eq!(fused(&[2, 1], &[2, 3], known, 9), [2, 1, 3]);
    }

    #[test]
    fn nearest_is_what_points_the_same_way_and_what_cannot_be_compared_is_left_out() {
        let vector = |numbers: &[f32]| Vector::new(numbers.to_vec());
        let vectors = [vector(&[0.0, 1.0]), None, vector(&[1.0, 0.1]), vector(&[1.0]), vector(&[1.0, 0.0])];
        let query = vector(&[1.0, 0.0]).unwrap();
        assert_eq!(nearest(&query, &vectors, 9), [4, 2, 0]);
        assert_eq!(nearest(&query, &vectors, 1), [4]);
    }
}
