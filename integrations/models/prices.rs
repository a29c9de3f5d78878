//! What tokens cost.

use kernel::Usage;

/// In thousandths of a US dollar for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
}

/// List prices by the beginning of the model's name; the longest that fits counts.
const LIST: &[(&str, Prices)] = &[
    ("claude-3-haiku", Prices::list(250, 1_250)),
    ("claude-3-5-haiku", Prices::list(800, 4_000)),
    ("claude-haiku-4", Prices::list(1_000, 5_000)),
    // For a long request; a short one costs less.
    ("claude-haiku-5", Prices::list(500, 2_500)),
    ("claude-opus-5-5", Prices::list(4_000, 20_000)),
    ("claude-fable-5", Prices::list(10_000, 50_000)),
    ("claude-sonnet-5", Prices::list(2_000, 10_000)),
    ("claude-opus-5", Prices::list(5_000, 25_000)),
    ("claude-3-5-sonnet", Prices::list(3_000, 15_000)),
    ("claude-3-7-sonnet", Prices::list(3_000, 15_000)),
    ("claude-sonnet-4", Prices::list(3_000, 15_000)),
    ("claude-opus-4-5", Prices::list(5_000, 25_000)),
    ("claude-opus-4-6", Prices::list(5_000, 25_000)),
    ("claude-opus-4-7", Prices::list(5_000, 25_000)),
    ("claude-3-opus", DEAREST),
    ("claude-opus-4", DEAREST),
];

/// For a model that is not in the list: a limit on cost must not be passed because a price was unknown.
const DEAREST: Prices = Prices::list(15_000, 75_000);

impl Prices {
    /// Reading from the cache costs a tenth of the input price, writing to it a quarter more.
    const fn list(input: u64, output: u64) -> Self {
        Self { input, output, cache_read: input / 10, cache_write: input + input / 4 }
    }

    /// Where writing to the cache costs nothing beside the input.
    pub(crate) const fn cached(input: u64, output: u64, cache_read: u64) -> Self {
        Self { input, output, cache_read, cache_write: input }
    }

    /// Of a model that costs nothing.
    pub const fn none() -> Self {
        Self::cached(0, 0, 0)
    }

    /// For a model whose price nobody knows.
    pub(crate) fn unknown() -> Self {
        DEAREST
    }

    /// The list price of a model of Anthropic's, if it is known.
    pub fn listed(model: &str) -> Option<Self> {
        let fitting = LIST.iter().filter(|(prefix, _)| model.starts_with(prefix));
        fitting.max_by_key(|(prefix, _)| prefix.len()).map(|(_, prices)| *prices)
    }

    /// What a model of Anthropic's counts as.
    pub fn of(model: &str) -> Self {
        Self::listed(model).unwrap_or(DEAREST)
    }

    /// In millionths of a US dollar, rounded up.
    pub fn cost(&self, usage: &Usage) -> u64 {
        let counted = [
            (usage.input, self.input),
            (usage.output, self.output),
            (usage.cache_read, self.cache_read),
            (usage.cache_write, self.cache_write),
        ];
        let total = counted
            .iter()
            .fold(0_u64, |sum, (tokens, price)| sum.saturating_add(tokens.saturating_mul(*price)));
        total.div_ceil(1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_tokens_cost_their_list_price() {
        let usage = Usage { input: 1_000_000, ..Usage::default() };
        assert_eq!(Prices::of("claude-sonnet-4-5-20250929").cost(&usage), 3_000_000);
        assert_eq!(Prices::of("claude-opus-4-5").cost(&usage), 5_000_000);
        assert_eq!(Prices::of("claude-opus-4-1").cost(&usage), 15_000_000);
        let cached = Usage { cache_read: 1_000_000, cache_write: 1_000_000, ..Usage::default() };
        assert_eq!(Prices::of("claude-sonnet-4").cost(&cached), 300_000 + 3_750_000);
    }

    #[test]
    fn an_unknown_model_is_counted_at_the_dearest_price() {
        assert_eq!(Prices::listed("somebody-elses-model"), None);
        let dearest = LIST.iter().map(|(_, prices)| prices.output).max();
        assert_eq!(Some(Prices::of("somebody-elses-model").output), dearest);
    }
}
