//! What tokens cost, as it is written.

use std::collections::BTreeMap;

use models::Prices;
use schemars::JsonSchema;
use serde::Deserialize;
use wire::SettingError;

/// In US dollars for a million tokens.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPrices {
    input: f64,
    output: f64,
    /// As the input, unless it is said.
    cache_read: Option<f64>,
    /// As the input, unless it is said.
    cache_write: Option<f64>,
}

pub(super) fn meant(
    written: BTreeMap<String, WrittenPrices>,
) -> Result<BTreeMap<String, Prices>, SettingError> {
    let one = |(model, prices): (String, WrittenPrices)| {
        let WrittenPrices { input, output, cache_read, cache_write } = prices;
        let price = |what, dollars| thousandths(&model, what, dollars);
        let prices = Prices {
            input: price("input", input)?,
            output: price("output", output)?,
            cache_read: price("cache_read", cache_read.unwrap_or(input))?,
            cache_write: price("cache_write", cache_write.unwrap_or(input))?,
            long: None,
        };
        Ok((model, prices))
    };
    written.into_iter().map(one).collect()
}

/// Rounded up: a limit on cost must not be passed by many small parts.
fn thousandths(model: &str, what: &str, dollars: f64) -> Result<u64, SettingError> {
    // What is written with a few digits is not exact in binary.
    let thousandths = (dollars * 1_000.0 - 1e-6).ceil().max(0.0);
    if !(0.0..1e9).contains(&dollars) {
        let key = format!("model.prices.\"{model}\".{what} = {dollars}");
        return Err(SettingError::new(key, "it must be a price like 2.5"));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    Ok(thousandths as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_those_that_are_written_and_never_less() {
        for (dollars, thousandth) in [(2.5, 2_500), (0.0, 0), (0.0375, 38), (0.1, 100), (15.0, 15_000)] {
            assert_eq!(thousandths("x", "input", dollars), Ok(thousandth));
        }
        for wrong in [-0.1, f64::NAN, f64::INFINITY] {
            assert!(thousandths("x", "input", wrong).is_err());
        }
    }
}
