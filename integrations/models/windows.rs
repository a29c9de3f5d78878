//! How much a model takes in at once, in tokens.

/// Of a model of Anthropic's that is not in the list.
pub(crate) const USUAL: usize = 200_000;
/// Of one that somebody serves and that is not in the list: too little is compacted too early, too much is refused.
pub(crate) const SERVED: usize = 128_000;
/// Of one on somebody's own machine, where memory is what is short.
pub(crate) const OWN: usize = 32_000;

/// By the beginning of the model's name; the longest that fits counts.
const LIST: &[(&str, usize)] = &[
    ("claude-", 200_000),
    ("claude-opus-5", 1_000_000),
    ("claude-sonnet-5", 1_000_000),
    ("claude-haiku-5", 1_000_000),
    ("gpt-4o", 128_000),
    ("gpt-4.1", 1_047_576),
    ("gpt-5", 400_000),
    ("o3", 200_000),
    ("o4-mini", 200_000),
    ("gemini-2.5", 1_048_576),
    ("llama-3.1", 128_000),
    ("llama-3.3", 128_000),
    ("mistral-large", 128_000),
    ("mistral-small", 128_000),
    ("deepseek-", 128_000),
    ("grok-3", 131_072),
    ("grok-4", 256_000),
];

pub(crate) fn known(model: &str) -> Option<usize> {
    let fitting = LIST.iter().filter(|(prefix, _)| model.starts_with(prefix));
    fitting.max_by_key(|(prefix, _)| prefix.len()).map(|(_, window)| *window)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_that_fits_counts_and_nothing_is_guessed() {
        assert_eq!(known("claude-sonnet-4-5-20250929"), Some(200_000));
        assert_eq!(known("claude-sonnet-5-5"), Some(1_000_000));
        assert_eq!(known("gpt-4.1-mini"), Some(1_047_576));
        assert_eq!(known("somebody-elses"), None);
    }
}
