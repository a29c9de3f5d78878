//! Scopes: their long names, and in words for the consent page.

use std::collections::BTreeSet;

const EMAIL: &str = "https://www.googleapis.com/auth/userinfo.email";
const PROFILE: &str = "https://www.googleapis.com/auth/userinfo.profile";

/// The scopes of a space-separated list, under the names Google answers with.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut scopes = Vec::new();
    for scope in text.split_whitespace() {
        let scope = match scope {
            "email" => EMAIL,
            "profile" => PROFILE,
            other => other,
        };
        if !scopes.iter().any(|known| known == scope) {
            scopes.push(scope.to_owned());
        }
    }
    scopes
}

/// Scopes that only say who somebody is, and need no tick of their own.
pub(crate) fn is_sign_in(scope: &str) -> bool {
    matches!(scope, "openid" | EMAIL | PROFILE)
}

/// Whether the device flow is open to a scope: signing in, the app's own files, and videos.
pub(crate) fn is_for_devices(scope: &str) -> bool {
    let short = scope.strip_prefix("https://www.googleapis.com/auth/");
    is_sign_in(scope)
        || matches!(short, Some("drive.appdata" | "drive.file" | "youtube" | "youtube.readonly"))
}

/// Whether a grant tells the person's address.
pub(crate) fn tells_address(scopes: &BTreeSet<String>) -> bool {
    scopes.contains(EMAIL)
}

/// Whether a grant tells the person's name.
pub(crate) fn tells_name(scopes: &BTreeSet<String>) -> bool {
    scopes.contains(PROFILE)
}

/// Whether a grant opens `userinfo` at all.
pub(crate) fn tells_anything(scopes: &BTreeSet<String>) -> bool {
    scopes.iter().any(|scope| is_sign_in(scope))
}

/// What a scope allows, as the consent page says it.
pub(crate) fn words(scope: &str) -> &str {
    let short = scope.strip_prefix("https://www.googleapis.com/auth/").unwrap_or(scope);
    match short {
        "openid" => "Associate you with your personal info on Google",
        "userinfo.email" => "See your primary Google Account email address",
        "userinfo.profile" => "See your personal info, including your name",
        "https://mail.google.com/" => "Read, compose, send and permanently delete all your email from Gmail",
        "gmail.readonly" => "View your email messages and settings",
        "gmail.modify" => "Read, compose and send emails from your Gmail account",
        "gmail.compose" => "Manage drafts and send emails",
        "gmail.send" => "Send email on your behalf",
        "gmail.labels" => "See and edit your email labels",
        "gmail.metadata" => {
            "View your email message metadata such as labels and headers, but not the email body"
        }
        "gmail.insert" => "Add emails into your Gmail mailbox",
        "gmail.settings.basic" => "See, edit, create or change your email settings and filters in Gmail",
        "drive" => "See, edit, create and delete all of your Google Drive files",
        "drive.file" => {
            "See, edit, create and delete only the specific Google Drive files you use with this app"
        }
        "drive.appdata" => "See, create and delete its own configuration data in your Google Drive",
        "youtube" => "Manage your YouTube account",
        "youtube.readonly" => "View your YouTube account",
        "drive.readonly" => "See and download all your Google Drive files",
        "drive.metadata.readonly" => "See information about your Google Drive files",
        "calendar" => "See, edit, share and permanently delete all the calendars you can access",
        "calendar.events" => "View and edit events on all your calendars",
        "calendar.readonly" => "See and download any calendar you can access",
        "documents" => "See, edit, create and delete all your Google Docs documents",
        "documents.readonly" => "See all your Google Docs documents",
        "spreadsheets" => "See, edit, create and delete all your Google Sheets spreadsheets",
        "spreadsheets.readonly" => "See all your Google Sheets spreadsheets",
        _ => scope,
    }
}
