//! Addresses as plain rows: every class that is refused in every spelling, and public ones that are not.

use super::stage::{FakeNames, HERE, guard, url};
use crate::{Method, Url, WireError};

/// What `url` itself does not even read is in the list as well: there is no request to make of it.
const REFUSED: &[&str] = &[
    // this machine
    "http://127.0.0.1/",
    "http://127.0.0.1:80/",
    "https://127.0.0.1/",
    "http://127.255.255.254/",
    "http://0.0.0.0/",
    "http://0/",
    "http://0.1.2.3/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    // the same, written oddly
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://0177.0.0.01/",
    "http://00000177.1/",
    "http://127.0.0.1./",
    "http://127.1./",
    "http://2130706433./",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://%30x7f.1/",
    "http://\u{ff11}\u{ff12}\u{ff17}.\u{ff10}.0.1/",
    "http://\u{ff11}\u{ff12}\u{ff17}\u{ff0e}1/",
    "http://127\u{3002}0\u{3002}0\u{3002}1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127.0.0.1\\@example.com/",
    "http:\\\\127.0.0.1\\",
    "http:127.0.0.1/",
    "http:/127.0.0.1/",
    "http:////127.0.0.1/",
    "  http://127.0.0.1/  ",
    "http://12\t7.0.\n0.1/",
    "HTTP://127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    // numbers that overflow, or are no numbers
    "http://4294967296/",
    "http://127.0.0.0x100/",
    "http://256.0.0.1/",
    "http://1.2.3.4.5/",
    "http://127.0.0.09/",
    "http://a.127.0.0.0x1/",
    "http://[::1/",
    "http://::1/",
    "http://[127.0.0.1]/",
    // a zone
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[::1%25lo]/",
    // private networks
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://167772161/",
    "http://0xa.1/",
    "http://012.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.254/",
    "http://192.168.0.1/",
    "http://192.168.1/",
    "http://3232235777/",
    "http://[fc00::1]/",
    "http://[fd00::1]/",
    "http://[fd12:3456:789a::1]/",
    "http://[fec0::1]/",
    "http://[feff::1]/",
    // the network right here, and what clouds keep there
    "http://169.254.0.1/",
    "http://169.254.169.254/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0xA9.0xFE.0xA9.0xFE/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://169.16689662/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fd20:ce::254]/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://100.100.100.200/",
    // the inside of a provider
    "http://100.64.0.1/",
    "http://100.127.255.254/",
    // special, for documentation, for measurements, relays, groups, nobody's
    "http://192.0.0.1/",
    "http://192.0.0.170/",
    "http://192.0.2.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[3fff:fff::1]/",
    "http://198.18.0.1/",
    "http://198.19.255.254/",
    "http://[2001:2::1]/",
    "http://192.88.99.1/",
    "http://192.31.196.1/",
    "http://192.52.193.1/",
    "http://192.175.48.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://[ff02::1]/",
    "http://[ff0e::1]/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://4294967295/",
    "http://0xffffffff/",
    "http://[100::1]/",
    "http://[5f00::1]/",
    "http://[3ffe::1]/",
    "http://[4000::1]/",
    "http://[8000::1]/",
    "http://[1::1]/",
    "http://[200::1]/",
    "http://[2001:10::1]/",
    "http://[2001:20::1]/",
    "http://[2001:1::1]/",
    "http://[2001:4:112::1]/",
    "http://[2620:4f:8000::1]/",
    // an address inside of another
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:7f00:0001]/",
    "http://[::FFFF:10.0.0.1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[::10.0.0.1]/",
    "http://[::8.8.8.8]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::169.254.169.254]/",
    "http://[64:ff9b::808:808]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[64:ff9b:1:a9fe:a9:fe00::]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a9fe:a9fe::1]/",
    "http://[2002:808:808::1]/",
    "http://[2001::1]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "http://[2600::5efe:127.0.0.1]/",
    "http://[2600::200:5efe:10.0.0.1]/",
    "http://[fe80::5efe:10.0.0.1]/",
    // names for indoors
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://\u{ff4c}\u{ff4f}calhost/",
    "http://%6c%6f%63alhost/",
    "http://lo\u{ad}calhost/",
    "http://app.localhost/",
    "http://a.b.localhost./",
    "http://localhost.localdomain/",
    "http://printer.local/",
    "http://printer.LOCAL./",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./computeMetadata/v1/",
    "http://Metadata.Google。Internal/",
    "http://host.docker.internal/",
    "http://wiki.intranet/",
    "http://vault.private/",
    "http://mail.corp/",
    "http://nas.home/",
    "http://router.lan/",
    "http://kubernetes.default.svc/",
    "http://kubernetes.default.svc.cluster.local/",
    "http://router.home.arpa/",
    "http://home.arpa/",
    "http://intranet/",
    "http://metadata/",
    "http://com./",
    // no name at all
    "http://example.com../",
    "http://.example.com/",
    "http://a..example.com/",
    "http://*.example.com/",
    "http://a;b.example.com/",
    "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com/",
    "http://exa mple.com/",
    "http://example.com%00.evil.com/",
    "http://example.com%2f127.0.0.1/",
    "http:///",
    "https://",
    "//example.com/",
    "example.com",
    // names whose addresses are bad
    "http://loop.example.com/",
    "http://loop6.example.com/",
    "http://mapped.example.com/",
    "http://private.example.com/",
    "http://metadata.example.com/",
    "http://mixed.example.com/",
    "http://mixed-last.example.com/",
    "http://mixed-families.example.com/",
    "http://zero.example.com/",
    "http://nat64.example.com/",
    "http://empty.example.com/",
    "http://unknown.example.com/",
    // a user
    "http://public@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "http://user@example.com/",
    "http://user:word@example.com/",
    "http://:word@example.com/",
    "http://127.0.0.1@example.com/",
    "http://example.com:80@127.0.0.1/",
    "https://a%40b@example.com/",
    // schemes
    "ftp://example.com/",
    "file:///etc/passwd",
    "file://example.com/etc/passwd",
    "gopher://example.com/",
    "ws://example.com/",
    "wss://example.com/",
    "data:text/plain,hello",
    "javascript:alert(1)",
    "unix:///var/run/docker.sock",
    "blob:http://example.com/1",
    "about:blank",
    "mailto:ana@example.com",
    // ports
    "http://example.com:0/",
    "http://example.com:22/",
    "http://example.com:6379/",
    "http://example.com:8080/",
    "https://example.com:8443/",
    "https://example.com:2375/",
    "http://8.8.8.8:53/",
    "http://example.com:65536/",
];

const PUBLIC: &[&str] = &[
    "http://example.com/",
    "https://example.com/",
    "https://example.com:443/",
    "http://example.com:80/",
    "http://example.com:443/",
    "https://example.com:80/",
    "https://example.com./",
    "https://EXAMPLE.com/a?b=c#d",
    "https://www.example.com/localhost",
    "https://localhost.example.com/",
    "https://mylocalhost.com/",
    "https://notlocal.org/",
    "https://internal.example.com/",
    "https://athome.net/",
    "https://a-b_c.example.com/",
    "https://bücher.example.com/",
    "https://xn--bcher-kva.example.com/",
    "https://1.example.com/",
    "https://127.0.0.1.example.com/",
    "https://example.com/?next=http://127.0.0.1/",
    "https://example.com/@127.0.0.1/",
    "https://example.com#@127.0.0.1/",
    "https://six.example.com/",
    "https://many.example.com/",
    "http://1.1.1.1/",
    "http://8.8.8.8/",
    "https://9.9.9.9/",
    "http://134744072/",
    "http://0x8.8.8.8/",
    "http://8.8.2056/",
    "http://93.184.215.14/",
    "http://100.63.255.255/",
    "http://100.128.0.1/",
    "http://172.15.0.1/",
    "http://172.32.0.1/",
    "http://192.0.1.1/",
    "http://192.167.1.1/",
    "http://198.17.0.1/",
    "http://198.20.0.1/",
    "http://11.0.0.1/",
    "http://128.0.0.1/",
    "http://169.253.1.1/",
    "http://223.255.255.1/",
    "https://[2606:4700:4700::1111]/",
    "https://[2001:4860:4860::8888]/",
    "https://[2620:fe::fe]/",
    "https://[2a00:1450:4001:80b::200e]/",
    "https://[2606:4700::6810:84e5]/",
    "https://[2400:cb00:2048:1::c629:d7a2]/",
    "https://[2c0f:fb50:4002:804::200e]/",
];

fn names() -> std::sync::Arc<FakeNames> {
    let bad: [(&str, &[&str]); 11] = [
        ("loop.example.com", &["127.0.0.1"]),
        ("loop6.example.com", &["::1"]),
        ("mapped.example.com", &["::ffff:127.0.0.1"]),
        ("private.example.com", &["10.1.2.3"]),
        ("metadata.example.com", &["169.254.169.254"]),
        ("mixed.example.com", &["10.0.0.1", HERE]),
        ("mixed-last.example.com", &[HERE, "1.1.1.1", "192.168.0.1"]),
        ("mixed-families.example.com", &[HERE, "2606:4700::1111", "fd00::1"]),
        ("zero.example.com", &["0.0.0.0"]),
        ("nat64.example.com", &["64:ff9b::a9fe:a9fe"]),
        ("empty.example.com", &[]),
    ];
    let names = FakeNames::new(&bad);
    names.next_answer("six.example.com", &["2606:4700::1111"]);
    names.next_answer("many.example.com", &["2606:4700::1111", "2a00:1450::1", HERE, "1.1.1.1"]);
    for row in PUBLIC.iter().filter_map(|row| url(row).domain().map(str::to_owned)) {
        names.next_answer(&row, &[HERE]);
    }
    names
}

#[tokio::test]
async fn every_refused_address_is_refused_and_nothing_leaves() {
    let guard = guard(names());
    let mut by_reading = 0;
    for row in REFUSED {
        // Some are refused as soon as they are read.
        let Ok(url) = Url::parse(row) else {
            by_reading += 1;
            continue;
        };
        let refused = guard.request(Method::GET, url.clone()).send().await;
        let expected = match url.domain() {
            Some("unknown.example.com" | "empty.example.com") => {
                matches!(refused, Err(WireError::Unreachable { .. }))
            }
            _ => matches!(refused, Err(WireError::Forbidden { .. })),
        };
        assert!(expected, "{row} is {url}: {refused:?}");
    }
    assert!(REFUSED.len() - by_reading >= 150, "{by_reading} of {}", REFUSED.len());
}

#[tokio::test]
async fn a_name_longer_than_any_is_refused() {
    let names = names();
    let longest = format!("{}example.com", "a.".repeat(121));
    names.next_answer(&longest, &[HERE]);
    names.next_answer(&format!("a{longest}"), &[HERE]);
    let guard = guard(names);
    assert_eq!(longest.len(), 253);
    assert!(guard.check(&url(&format!("http://{longest}/"))).await.is_ok());
    assert!(guard.check(&url(&format!("http://a{longest}/"))).await.is_err());
}

#[tokio::test]
async fn no_public_address_is_refused() {
    let guard = guard(names());
    for row in PUBLIC {
        let url = url(row);
        let checked = guard.check(&url).await;
        let port = url.port_or_known_default().unwrap();
        assert!(checked.as_ref().is_ok_and(|found| !found.is_empty()), "{row}: {checked:?}");
        assert!(checked.unwrap().iter().all(|address| address.port() == port), "{row}");
    }
    assert!(PUBLIC.len() >= 30);
}

#[tokio::test]
async fn a_refused_spelling_is_not_even_looked_up() {
    let names = names();
    let guard = guard(names.clone());
    for row in
        ["http://localhost/", "http://metadata.google.internal/", "http://127.1/", "http://a@example.com/"]
    {
        guard.request(Method::GET, url(row)).send().await.unwrap_err();
    }
    assert_eq!(names.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_port_is_open_only_after_the_caller_allowed_it() {
    let guard = guard(names()).with_ports([8443]);
    assert!(guard.check(&url("https://example.com:8443/")).await.is_ok());
    assert!(guard.check(&url("https://example.com/")).await.is_ok());
    assert!(guard.check(&url("https://example.com:8444/")).await.is_err());
    assert!(guard.check(&url("https://127.0.0.1:8443/")).await.is_err());
    assert!(guard.check(&url("https://loop.example.com:8443/")).await.is_err());
}

#[tokio::test]
async fn a_refusal_says_what_to_do_and_keeps_the_query_to_itself() {
    let guard = guard(names());
    for row in [
        "http://127.0.0.1/path?key=secret#secret",
        "http://secret:secret@example.com/?key=secret",
        "http://private.example.com/?key=secret",
        "http://empty.example.com/?key=secret",
        "http://unknown.example.com/?key=secret",
        "http://example.com:22/?key=secret",
        "ftp://example.com/?key=secret",
        "http://printer.local/secret?key=secret",
    ] {
        let words = guard.request(Method::GET, url(row)).send().await.unwrap_err().to_string();
        assert!(!words.contains("secret"), "{words}");
        // Where an internal name leads is nobody's business either.
        assert!(!words.contains("10.1.2.3"), "{words}");
        assert!(["Name ", "Leave out ", "Check "].iter().any(|step| words.contains(step)), "{words}");
    }
}
