//! The words by which people say how often something is, and what somebody may do.

use kernel::TermRole;

pub(super) fn repeats(rule: &str) -> &'static [&'static str] {
    match rule {
        "daily" => &["daily", "every day", "each day", "täglich", "jeden tag"],
        "weekly" => &[
            "weekly",
            "every week",
            "each week",
            "every monday",
            "every tuesday",
            "every wednesday",
            "every thursday",
            "every friday",
            "every saturday",
            "every sunday",
            "wöchentlich",
            "jede woche",
        ],
        "monthly" => &["monthly", "every month", "each month", "monatlich", "jeden monat"],
        "yearly" => &["yearly", "annually", "every year", "each year", "jährlich", "jedes jahr"],
        _ => &[],
    }
}

pub(super) fn roles(role: &TermRole) -> &'static [&'static str] {
    match role {
        TermRole::Writer => &[
            "edit",
            "editor",
            "write",
            "writer",
            "editing",
            "change",
            "bearbeiten",
            "schreiben",
            "éditer",
            "editar",
        ],
        TermRole::Accepted => {
            &["accept", "approve", "yes", "confirm", "going", "zusagen", "accepte", "acepta"]
        }
        TermRole::Declined => &["decline", "reject", "absagen", "refuse", "rechaza"],
        TermRole::Resolved => &["resolve", "löse", "résous", "resuelve"],
        TermRole::Reopened => &["reopen"],
        TermRole::Public => &["public", "öffentlich", "publique", "público", "visible to everybody"],
        TermRole::Tentative => &["maybe", "tentative", "tentatively", "vielleicht"],
        TermRole::Commenter => &["comment", "commenter", "comments", "kommentieren", "commenter", "comentar"],
        TermRole::Reader | TermRole::Other(_) => &[],
    }
}
