//! `OLLAMA_HOST`, as Ollama itself takes it: an address, or as much of one as somebody cared to write.

use wire::{Address, WireError};

pub(crate) const OLLAMA_HOST: &str = "OLLAMA_HOST";
/// Where it listens unless told otherwise.
const PORT: &str = "11434";

/// Where it is, unless it is to be left alone; or what is wrong with what was said of it.
pub(crate) fn read(given: &str) -> (Option<Address>, Option<WireError>) {
    match address(given) {
        _ if given == "off" => (None, None),
        Ok(address) => (Some(address), None),
        Err(error) => (None, Some(error)),
    }
}

/// What it listens on when it listens everywhere is reached on this machine.
fn address(given: &str) -> Result<Address, WireError> {
    let given = given.trim().trim_matches(['"', '\'']);
    let (scheme, rest, usual) = match given.split_once("://") {
        Some((scheme, rest)) => (scheme, rest, if scheme == "https" { "443" } else { "80" }),
        None => ("http", given, PORT),
    };
    let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
    let bare = place.trim_matches(['[', ']']);
    let (host, port) = match bare.parse::<std::net::Ipv6Addr>() {
        Ok(_) => (bare, usual),
        Err(_) => place.rsplit_once(':').unwrap_or((place, usual)),
    };
    let host = match host.trim_matches(['[', ']']) {
        "" | "0.0.0.0" => "127.0.0.1".to_owned(),
        "::" => "[::1]".to_owned(),
        host if host.contains(':') => format!("[{host}]"),
        host => host.to_owned(),
    };
    Address::parse(OLLAMA_HOST, &format!("{scheme}://{host}:{port}/{path}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_is_understood_however_much_of_it_is_written() {
        for (given, meant) in [
            ("0.0.0.0", "http://127.0.0.1:11434/"),
            ("0.0.0.0:8000", "http://127.0.0.1:8000/"),
            ("http://0.0.0.0:11434", "http://127.0.0.1:11434/"),
            ("127.0.0.1:11434", "http://127.0.0.1:11434/"),
            (":11435", "http://127.0.0.1:11435/"),
            ("localhost", "http://localhost:11434/"),
            ("\"localhost:9\"", "http://localhost:9/"),
            ("::", "http://[::1]:11434/"),
            ("[::]:7", "http://[::1]:7/"),
            ("::1", "http://[::1]:11434/"),
            ("https://ollama.example.com", "https://ollama.example.com/"),
            ("https://ollama.example.com:8443/here", "https://ollama.example.com:8443/here"),
            ("http://127.0.0.1:11434/", "http://127.0.0.1:11434/"),
        ] {
            assert_eq!(address(given).unwrap().url().as_str(), meant, "{given}");
        }
        for unusable in ["192.0.2.7", "ollama.example.com:11434", "ftp://localhost", "localhost:port"] {
            assert!(address(unusable).is_err(), "{unusable}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_an_address_or_a_complaint(given in ".{0,40}") {
            drop(address(&given));
        }
    }
}
