//! The limits of a stream.

/// What one stream says in all.
pub(crate) const LONGEST: usize = 12_000;

/// Over all chunks; the blocks it is stopped with are counted apart.
pub(crate) const MOST_BLOCKS: usize = 50;
