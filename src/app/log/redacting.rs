//! The last door before the log: whatever is a secret, or looks like one, is struck out, however it got there.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{LazyLock, PoisonError, RwLock};

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::{Captures, Regex};
use tracing_subscriber::fmt::MakeWriter;

const STRUCK: &str = "[secret]";
/// Anything shorter is found in ordinary words.
const SHORTEST: usize = 12;

/// What we were given: it may have any shape.
static GIVEN: RwLock<Vec<String>> = RwLock::new(Vec::new());

#[expect(clippy::expect_used, reason = "the pattern is a constant, and a test reads it")]
static SHAPES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?-u)xox[a-z](?:\.xox[a-z])?-[\w.-]{8,}|xapp-[\w-]{8,}|ya29\.[\w.-]{8,}|1//[\w-]{16,}|GOCSPX-[\w-]{8,}|4/0A[\w-]{20,}|AIza[\w-]{30,}",
        r"|sk-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?|(?i:bearer|basic)\s+[\w.~+/=-]{12,}",
        r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*",
    ))
    .expect("a constant")
});

/// What may be another text, written so that it passes somewhere.
#[expect(clippy::expect_used, reason = "the pattern is a constant, and a test reads it")]
static DRESSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u)[\w.~+/-]*(?:%[0-9A-Fa-f]{2}[\w.~+/-]*)+|[A-Za-z0-9+/_-]{20,}").expect("a constant")
});

/// Whatever is given here is never seen in the log. Of a key file it is the lines of the key: its addresses are no secret.
pub(crate) fn hide(secret: &str) {
    let pieces: Vec<&str> = if secret.contains("PRIVATE KEY") {
        let is_key =
            |line: &&str| line.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        secret.split('\n').flat_map(|line| line.split("\\n")).filter(is_key).collect()
    } else {
        vec![secret]
    };
    let mut given = GIVEN.write().unwrap_or_else(PoisonError::into_inner);
    for piece in pieces.into_iter().filter(|piece| piece.len() >= SHORTEST) {
        if !given.iter().any(|known| known == piece) {
            given.push(piece.to_owned());
        }
    }
}

/// The same words without what must not be seen.
pub(crate) fn struck(words: &str) -> Cow<'_, str> {
    let undressed = DRESSED.replace_all(words, |found: &Captures<'_>| {
        let run = found.get(0).map_or("", |run| run.as_str());
        let hidden = readings(run).iter().any(|reading| holds_secret(reading));
        if hidden { STRUCK.to_owned() } else { run.to_owned() }
    });
    let shaped = SHAPES.replace_all(&undressed, STRUCK).into_owned();
    let given = GIVEN.read().unwrap_or_else(PoisonError::into_inner);
    let clean = given.iter().fold(shaped, |words, secret| words.replace(secret.as_str(), STRUCK));
    if clean == words { Cow::Borrowed(words) } else { Cow::Owned(clean) }
}

fn holds_secret(words: &str) -> bool {
    let given = GIVEN.read().unwrap_or_else(PoisonError::into_inner);
    SHAPES.is_match(words) || given.iter().any(|secret| words.contains(secret.as_str()))
}

/// What a run of signs may stand for.
fn readings(run: &str) -> Vec<String> {
    if run.contains('%') {
        let plain =
            url::form_urlencoded::parse(run.as_bytes()).map(|(name, value)| format!("{name}={value}"));
        return plain.collect();
    }
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let whole = run.get(..run.len() - usize::from(run.len() % 4 == 1)).unwrap_or(run);
    [STANDARD, URL_SAFE]
        .iter()
        .filter_map(|alphabet| GeneralPurpose::new(alphabet, lenient).decode(whole).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

/// Standard error, without secrets.
pub(super) struct Redacting;

impl MakeWriter<'_> for Redacting {
    type Writer = Door;

    fn make_writer(&self) -> Door {
        Door
    }
}

pub(super) struct Door;

impl Write for Door {
    /// A line of the log comes in one piece.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(struck(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

    use super::*;

    const SHAPED: [&str; 8] = [
        "xoxb-2154321987-abcdefGHIJ",
        "xoxe.xoxp-1-Mi0yLTEyMzQ1Njc4",
        "xapp-1-A012-345-abcdef0123",
        "ya29.a0AfH6SMBx-Y_z.w12345",
        "1//0gabcdefghijklmnop-QR",
        "GOCSPX-abcdEFGH1234ijkl",
        "sk-ant-api03-4d1f8a72c6e94b0f",
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl",
    ];

    #[test]
    fn what_has_the_shape_of_a_token_is_struck_out_in_every_dress() {
        for token in SHAPED {
            let encoded: String =
                url::form_urlencoded::byte_serialize(format!("{token}/&x").as_bytes()).collect();
            let basic = STANDARD.encode(format!("client-id:{token}"));
            for dress in
                [token.to_owned(), STANDARD.encode(token), URL_SAFE_NO_PAD.encode(token), encoded, basic]
            {
                let line = format!("it said {dress}, and went on");
                let seen = struck(&line);
                assert!(seen.contains(STRUCK) && !seen.contains(&dress), "{dress} → {seen}");
                assert!(seen.starts_with("it said ") && seen.ends_with(" and went on"), "{seen}");
            }
        }
    }

    #[test]
    fn what_we_were_given_is_struck_out_whatever_it_looks_like() {
        let secret = "correct horse battery staple";
        hide(secret);
        hide("{\"private_key\":\"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n\"}");
        for dress in [secret.to_owned(), STANDARD.encode(secret), "MIIEvQIBADANBgkqhkiG9w0BAQEF".to_owned()] {
            assert!(!struck(&format!("a {dress} b")).contains(&dress), "{dress}");
        }
        let encoded: String =
            url::form_urlencoded::byte_serialize("correct horse battery staple/".as_bytes()).collect();
        assert!(!struck(&format!("q={encoded}")).contains("battery"));
    }

    #[test]
    fn ordinary_lines_stay_as_they_are() {
        for line in [
            "2026-11-16T07:03:09Z  WARN a card cannot be shown thread=T0FERN:C0GEN:1763202130.000100 why=channel_not_found",
            "listening on http://127.0.0.1:8790/google/callback?state=short",
            "/var/lib/countersign/countersign.db is locked; approvals/3f2b6c1e9d8a4f6b8c7d6e5f4a3b2c1d expired",
            "https://apis.example.com/auth/calendar.events.readonly%20https://apis.example.com/auth/drive",
        ] {
            assert_eq!(struck(line), line);
        }
    }
}
