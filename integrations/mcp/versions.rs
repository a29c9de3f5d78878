//! The versions of the protocol that are spoken here, and the choice of another one when a server refuses one.

use rmcp::model::{ErrorData, ProtocolVersion};

/// Newest first. Later ones have no `initialize`: they are not spoken here, so they are not offered either.
pub(crate) const SPOKEN: [ProtocolVersion; 4] = [
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2024_11_05,
];

/// The versions that a server lists when it refuses ours.
pub(crate) fn supported(refusal: &ErrorData) -> Option<Vec<ProtocolVersion>> {
    serde_json::from_value(refusal.data.as_ref()?.get("supported")?.clone()).ok()
}

/// The newest one that the server lists and that is older than the refused one, so that none is offered twice.
pub(crate) fn next_below(refused: &ProtocolVersion, theirs: &[ProtocolVersion]) -> Option<ProtocolVersion> {
    let below = SPOKEN.iter().filter(|version| version.as_str() < refused.as_str());
    below.into_iter().find(|version| theirs.contains(version)).cloned()
}

/// The versions as a person reads them. A server may list any words, also such as steer a terminal or fill a log.
pub(crate) fn listed(versions: &[ProtocolVersion]) -> String {
    const MOST: usize = 10;
    const LONGEST: usize = 20;
    let plain = |version: &ProtocolVersion| -> String {
        version.as_str().chars().filter(char::is_ascii_graphic).take(LONGEST).collect()
    };
    let names: Vec<String> = versions.iter().take(MOST).map(plain).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_common_version_below_the_refused_one_is_next() {
        let [newest, second, third, oldest] = SPOKEN;
        let later = ProtocolVersion::V_2026_07_28;
        assert_eq!(next_below(&newest, &[oldest.clone(), third.clone(), later.clone()]), Some(third));
        assert_eq!(next_below(&second, &[newest, second.clone()]), None, "no version is offered twice");
        assert_eq!(next_below(&second, &[later]), None);
        assert_eq!(next_below(&oldest, &[second]), None);
    }

    #[test]
    fn a_version_of_any_words_steers_no_terminal_and_fills_no_log() {
        let odd = format!("\u{1b}[2J\n\u{202e}{}", "x".repeat(500));
        let odd = serde_json::from_value(odd.into()).unwrap();
        assert_eq!(listed(&[odd]), format!("[2J{}", "x".repeat(17)));
    }
}
