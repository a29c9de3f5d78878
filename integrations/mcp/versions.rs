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

/// As somebody reads them. A server may list anything.
pub(crate) fn listed(versions: &[ProtocolVersion]) -> String {
    const MOST: usize = 10;
    let names: Vec<&str> = versions.iter().take(MOST).map(ProtocolVersion::as_str).collect();
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
}
