//! The check that an address is one of this computer.

/// The sandbox calls nobody but this computer.
pub fn is_on_this_computer(address: &str) -> bool {
    let Ok(url) = url::Url::parse(address) else { return false };
    url.scheme() == "http" && matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_addresses_of_this_computer_are_called() {
        assert!(is_on_this_computer("http://127.0.0.1:8400/slack/events"));
        for far in ["https://127.0.0.1/", "http://example.com/", "http://127.0.0.1.example/", "soon"] {
            assert!(!is_on_this_computer(far), "{far}");
        }
    }
}
