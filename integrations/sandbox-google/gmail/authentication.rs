//! What Gmail writes above a message that arrives: whether its sender's domain vouches for it.
//!
//! Takes nothing out of the message: a line of the same name that came with it stays below.

use sandbox_world::DmarcSeed;

use super::headers::Envelope;

/// Puts Gmail's finding about a message from this address before all its fields.
pub(super) fn stamp(envelope: &mut Envelope, from: &str, found: DmarcSeed) {
    let domain = from.rsplit_once('@').map_or(from, |(_, domain)| domain);
    let dkim = |result: &str| format!("dkim={result} header.i=@{domain} header.s=s1 header.b=Qk3vTn9e");
    let spf = |result: &str, why: &str| format!("spf={result} (google.com: {why}) smtp.mailfrom={from}");
    let dmarc = |result: &str| format!("dmarc={result} (p=NONE sp=NONE dis=NONE) header.from={domain}");
    let results = match found {
        DmarcSeed::Pass => vec![
            dkim("pass"),
            spf("pass", &format!("domain of {from} designates 192.0.2.41 as permitted sender")),
            dmarc("pass"),
        ],
        DmarcSeed::Fail => vec![
            spf(
                "softfail",
                &format!("domain of transitioning {from} does not designate 203.0.113.7 as permitted sender"),
            ),
            dmarc("fail"),
        ],
        DmarcSeed::None => {
            vec![spf("none", &format!("{from} does not designate permitted sender hosts"))]
        }
    };
    envelope.prepend("Authentication-Results", &format!("mx.google.com; {}", results.join("; ")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gmails_own_line_stands_above_one_that_came_along() {
        let raw = b"Authentication-Results: mx.google.com; dmarc=pass\r\nFrom: ana@w.example\r\n\r\nHi";
        for (found, line) in
            [(DmarcSeed::Pass, "dmarc=pass"), (DmarcSeed::Fail, "dmarc=fail"), (DmarcSeed::None, "spf=none")]
        {
            let mut envelope = Envelope::read(raw);
            stamp(&mut envelope, "ana@w.example", found);
            let written = String::from_utf8(envelope.to_bytes()).unwrap();
            let lines: Vec<&str> = written.lines().collect();
            assert!(lines[0].starts_with("Authentication-Results: mx.google.com; "), "{written}");
            assert!(lines[0].contains(line), "{written}");
            assert_eq!(lines[0].contains("dmarc="), found != DmarcSeed::None, "{written}");
            assert_eq!(lines[1], "Authentication-Results: mx.google.com; dmarc=pass");
        }
    }
}
