//! What a mail may say of itself, and what only the mailbox may say of it.

use serde_json::json;

use super::*;

const PASS: &str = "mx.google.com; dkim=pass header.i=@firm.example header.s=s1 header.b=Qk3; spf=pass (google.com: \
                    domain of ben@firm.example designates 192.0.2.41 as permitted sender) smtp.mailfrom=ben@firm.example; \
                    dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=firm.example";

fn is_colleagues(from: &[&str], lines: &[&str]) -> bool {
    is_of("ana@firm.example", from, lines)
}

fn is_of(owner: &str, from: &[&str], lines: &[&str]) -> bool {
    let lines = lines.iter().map(|line| json!({ "name": "Authentication-Results", "value": line }));
    let from = from.iter().map(|from| json!({ "name": "From", "value": from }));
    let headers: Vec<_> = lines.chain(from).collect();
    let message = serde_json::from_value(json!({ "payload": { "headers": headers } })).unwrap();
    is_from_company_of(&message, owner)
}

#[test]
fn a_colleague_is_one_for_whom_the_own_domain_vouches() {
    assert!(is_colleagues(&["Ben <ben@Firm.example>"], &[PASS]));
    assert!(is_colleagues(&["ben@firm.example"], &[&PASS.replacen("com;", "com 1;", 1)]));
    assert!(!is_colleagues(&["Ben <ben@other.example>"], &[PASS]), "the company vouches for nobody else");
    assert!(!is_colleagues(&["ben@firm.example"], &[&PASS.replace("dmarc=pass", "dmarc=fail")]));
    assert!(!is_colleagues(&["ben@firm.example"], &[&PASS.replace("from=firm", "from=evil")]));
    assert!(!is_colleagues(&["ben@firm.example"], &["mx.google.com; spf=none"]));
    assert!(!is_colleagues(&["ben@firm.example"], &[]));
    assert!(!is_colleagues(&[], &[PASS]));
}

#[test]
fn whoever_has_an_address_where_anybody_gets_one_is_no_colleague() {
    let passed = PASS.replace("firm.example", "gmail.com");
    assert!(!is_of("ana@gmail.com", &["eve@gmail.com"], &[&passed]));
}

#[test]
fn a_message_of_two_authors_is_nobodys() {
    assert!(!is_colleagues(&["ben@firm.example, eve@evil.example"], &[PASS]));
    assert!(!is_colleagues(&["ben@firm.example", "eve@evil.example"], &[PASS]));
}

#[test]
fn a_line_that_came_along_counts_for_nothing() {
    let failed = PASS.replace("dmarc=pass", "dmarc=fail");
    assert!(!is_colleagues(&["ben@firm.example"], &[&failed, PASS]));
    let none = "mx.google.com; spf=none smtp.mailfrom=eve@evil.example";
    assert!(!is_colleagues(&["ben@firm.example"], &[none, PASS]));
    for other in ["mx.evil.example", "mx.google.com.evil.example", "x mx.google.com", ""] {
        let lie = PASS.replacen("mx.google.com", other, 1);
        assert!(!is_colleagues(&["ben@firm.example"], &[&lie]), "{lie}");
        assert!(!is_colleagues(&["ben@firm.example"], &[&lie, PASS]), "{lie}");
    }
}

#[test]
fn what_gmail_repeats_of_a_message_counts_for_nothing() {
    // Gmail's line names the return address, and whoever sends a message chooses that.
    let lie = "dmarc=pass header.from=firm.example";
    for returned in [
        format!("\"x; {lie}\"@evil.example"),
        format!("\"x; {lie} \\\"; \"@evil.example"),
        format!("x; {lie} (@evil.example"),
        format!("x; {lie} \"@evil.example"),
        format!("(x; {lie}; )@evil.example"),
    ] {
        for truth in ["", "; dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=firm.example"] {
            let whole = format!(
                "mx.google.com; spf=pass (google.com: domain of {returned} designates 192.0.2.9) \
                 smtp.mailfrom={returned}{truth}"
            );
            assert!(!is_colleagues(&["ben@firm.example"], &[&whole]), "{whole}");
        }
    }
}
