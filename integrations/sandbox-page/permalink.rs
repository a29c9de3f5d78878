//! Addresses of messages as Slack gives them out, and where on the page those messages stand.

use super::{address, reader::Reader};

/// Where an address of this workspace's leads; `None` for any other, and for places this person is not in.
pub(super) fn place(permalink: &str, reader: &Reader) -> Option<String> {
    let (channel, rest) = permalink.strip_prefix(reader.archives())?.split_once("/p")?;
    let (digits, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (seconds, fraction) = digits.split_at_checked(digits.len().checked_sub(6)?)?;
    let ts = format!("{seconds}.{fraction}");
    let root = query.split('&').find_map(|part| part.strip_prefix("thread_ts=")).unwrap_or(&ts);
    let is_ts = |ts: &str| ts.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let thread = address::thread(reader.place(channel)?, root);
    (is_ts(&ts) && is_ts(root)).then(|| format!("{thread}#thread-{}", ts.replace('.', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_in_its_thread() {
        let reader = Reader::sample();
        let found = |permalink: &str| place(permalink, &reader);
        let root = "https://fernwood.slack.com/archives/C1/p1700000000000100";
        assert_eq!(
            found(root).unwrap(),
            "/as/ana/channel/general/1700000000.000100#thread-1700000000-000100"
        );
        assert_eq!(
            found(
                "https://fernwood.slack.com/archives/C1/p1700000009000200?thread_ts=1700000000.000100&cid=C1"
            )
            .unwrap(),
            "/as/ana/channel/general/1700000000.000100#thread-1700000009-000200"
        );
    }

    #[test]
    fn any_other_address_leads_nowhere() {
        for other in [
            "https://elsewhere.slack.com/archives/C1/p1700000000000100",
            "https://fernwood.slack.com/archives/C9/p1700000000000100",
            "https://fernwood.slack.com/archives/C1/p17é",
            "https://fernwood.slack.com/archives/C1/pééé0000",
            "https://fernwood.slack.com/archives/C1/p1700000000000100?thread_ts=../../mail",
            "https://fernwood.slack.com/files/C1",
        ] {
            assert_eq!(place(other, &Reader::sample()), None, "{other}");
        }
    }
}
