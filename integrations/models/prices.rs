//! What tokens cost.

use kernel::Usage;

/// In thousandths of a US dollar for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    /// Where long requests cost more.
    pub long: Option<LongPrices>,
}

/// The prices of all tokens of a request that is longer than a limit, in the same unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongPrices {
    /// In tokens, those from the cache included.
    pub above: u64,
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
}

impl Prices {
    /// Of a model that costs nothing.
    pub const fn none() -> Self {
        Self { input: 0, output: 0, cache_read: 0, cache_write: 0, long: None }
    }

    /// The cost of one request in millionths of a US dollar, rounded up.
    pub fn cost(&self, usage: &Usage) -> u64 {
        let length = usage.input.saturating_add(usage.cache_read).saturating_add(usage.cache_write);
        let Self { input, output, cache_read, cache_write, .. } = self.for_length(length);
        let counted = [
            (usage.input, input),
            (usage.output, output),
            (usage.cache_read, cache_read),
            (usage.cache_write, cache_write),
        ];
        let total = counted
            .iter()
            .fold(0_u64, |sum, (tokens, price)| sum.saturating_add(tokens.saturating_mul(*price)));
        total.div_ceil(1_000)
    }

    /// The prices that hold for a request of any length.
    pub(crate) fn at_most(self) -> Self {
        self.for_length(u64::MAX)
    }

    pub(crate) fn highest(self, other: Self) -> Self {
        Self {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            long: None,
        }
    }

    fn for_length(self, length: u64) -> Self {
        match self.long {
            Some(LongPrices { above, input, output, cache_read, cache_write }) if length > above => {
                Self { input, output, cache_read, cache_write, long: None }
            }
            _ => Self { long: None, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: Prices = Prices {
        input: 2_000,
        output: 10_000,
        cache_read: 100,
        cache_write: 2_500,
        long: Some(LongPrices {
            above: 272_000,
            input: 4_000,
            output: 15_000,
            cache_read: 200,
            cache_write: 5_000,
        }),
    };

    #[test]
    fn every_kind_of_token_has_its_price_and_a_fraction_is_rounded_up() {
        let usage = Usage { input: 1_000, output: 100, cache_read: 10_000, cache_write: 1_000, cost: 0 };
        assert_eq!(PRICES.cost(&usage), 2_000 + 1_000 + 1_000 + 2_500);
        assert_eq!(PRICES.cost(&Usage { cache_read: 1, ..Usage::default() }), 1);
    }

    #[test]
    fn a_request_above_the_limit_costs_more_in_every_part_wherever_its_tokens_come_from() {
        let short = Usage { input: 272_000, output: 1_000, ..Usage::default() };
        let long = Usage { input: 1, cache_read: 272_000, output: 1_000, ..Usage::default() };
        assert_eq!(PRICES.cost(&short), 544_000 + 10_000);
        assert_eq!(PRICES.cost(&long), 4 + 54_400 + 15_000);
    }
}
