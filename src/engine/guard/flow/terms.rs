//! The words by which people say how often something is, and what somebody may do.

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

pub(super) fn roles(role: &str) -> &'static [&'static str] {
    match role {
        "writer" => &[
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
        "accepted" => &["accept", "approve", "yes", "confirm", "going", "zusagen", "accepte", "acepta"],
        "declined" => &["decline", "reject", "absagen", "refuse", "rechaza"],
        "resolved" => &["resolve", "löse", "résous", "resuelve"],
        "reopened" => &["reopen"],
        "public" => &["public", "öffentlich", "publique", "público", "visible to everybody"],
        "tentative" => &["maybe", "tentative", "tentatively", "vielleicht"],
        "commenter" => &["comment", "commenter", "comments", "kommentieren", "commenter", "comentar"],
        _ => &[],
    }
}
