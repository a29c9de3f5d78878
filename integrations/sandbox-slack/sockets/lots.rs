//! Drawing lots: which of several connections gets the next envelope. The same seed draws the same lots.

use uuid::Uuid;

/// The generator called `SplitMix64`.
pub(super) struct Lots(u64);

impl Default for Lots {
    fn default() -> Self {
        Self(Uuid::new_v4().as_u64_pair().0)
    }
}

impl Lots {
    pub(super) fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// One of so many; nothing where there is nothing to draw from.
    pub(super) fn draw(&mut self, many: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed >> 33).ok()?.checked_rem(many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_lots_again_and_in_time_every_lot() {
        let drawn = |seed| {
            let mut lots = Lots::of(seed);
            (0..40).filter_map(|_| lots.draw(3)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        assert!((0..3).all(|lot| drawn(7).contains(&lot)));
        assert_eq!(Lots::of(1).draw(0), None);
    }
}
