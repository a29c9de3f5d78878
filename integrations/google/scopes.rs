//! Every scope string of Google that we know, and which of them allow what. They stand nowhere else.

use std::collections::BTreeSet;

use kernel::Scope;

/// Declares the scopes: their names at Google, and what they allow, for the person who is asked.
macro_rules! scopes {
    ($($(#[$attr:meta])* $name:ident: $scope:literal, $words:literal;)*) => {
        $($(#[$attr])* pub(crate) const $name: Scope = Scope(concat!("https://www.googleapis.com/auth/", $scope));)*

        /// The permission in words, for the person who is asked for it.
        pub(crate) fn in_words(scope: &str) -> &str {
            match scope {
                $(scope if scope == $name.0 => $words,)*
                other => other,
            }
        }
    };
}

scopes! {
    GMAIL_READONLY: "gmail.readonly", "read your mail";
    GMAIL_COMPOSE: "gmail.compose", "write and send mail for you";
    GMAIL_LABELS: "gmail.labels", "see and change the labels of your mail";
    GMAIL_MODIFY: "gmail.modify", "read, write, send and file your mail";
    CALENDAR_EVENTS_READONLY: "calendar.events.readonly", "see your events";
    CALENDAR_EVENTS: "calendar.events", "see, make and change your events";
    CALENDAR_LIST_READONLY: "calendar.calendarlist.readonly", "see which calendars you have";
    CALENDAR_SETTINGS_READONLY: "calendar.settings.readonly", "see the settings of your calendar, such as your time zone";
    CALENDAR_ACLS_READONLY: "calendar.acls.readonly", "see who can see your calendars";
    CALENDAR_FREE_BUSY: "calendar.freebusy", "see when you and others are free or busy";
    CALENDAR_READONLY: "calendar.readonly", "see your calendars and events";
    CALENDAR: "calendar", "see and change your calendars and events";
    DRIVE_METADATA_READONLY: "drive.metadata.readonly", "see the names of your files and who can open them";
    DRIVE_READONLY: "drive.readonly", "read your files";
    /// Shows only the files we made ourselves; all others are not there.
    DRIVE_FILE: "drive.file", "make files, and work with those I made";
    DRIVE: "drive", "read, change and share all your files";
    DOCUMENTS_READONLY: "documents.readonly", "read your documents";
    DOCUMENTS: "documents", "read and change your documents";
    SPREADSHEETS_READONLY: "spreadsheets.readonly", "read your spreadsheets";
    SPREADSHEETS: "spreadsheets", "read and change your spreadsheets";
}

/// Any of these allows reading mail and settings, the least first.
pub(crate) const READ_MAIL: &[Scope] = &[GMAIL_READONLY, GMAIL_MODIFY];
/// Any of these allows making and sending drafts, the least first.
pub(crate) const SEND_MAIL: &[Scope] = &[GMAIL_COMPOSE, GMAIL_MODIFY];
/// This allows filing mail: labels, archive, trash.
pub(crate) const FILE_MAIL: &[Scope] = &[GMAIL_MODIFY];
/// Any of these allows looking at the labels of a mailbox, the least first.
pub(crate) const SEE_LABELS: &[Scope] = &[GMAIL_LABELS, GMAIL_READONLY, GMAIL_MODIFY];
/// Any of these allows making labels, the least first.
pub(crate) const MAKE_LABELS: &[Scope] = &[GMAIL_LABELS, GMAIL_MODIFY];
/// Any of these allows reading events, the least first.
pub(crate) const READ_EVENTS: &[Scope] =
    &[CALENDAR_EVENTS_READONLY, CALENDAR_EVENTS, CALENDAR_READONLY, CALENDAR];
/// Any of these allows making, changing and deleting events, the least first.
pub(crate) const WRITE_EVENTS: &[Scope] = &[CALENDAR_EVENTS, CALENDAR];
/// Any of these allows seeing which calendars somebody has, the least first.
pub(crate) const READ_CALENDARS: &[Scope] = &[CALENDAR_LIST_READONLY, CALENDAR_READONLY, CALENDAR];
/// Any of these allows seeing somebody's time zone, the least first.
pub(crate) const READ_CALENDAR_SETTINGS: &[Scope] =
    &[CALENDAR_SETTINGS_READONLY, CALENDAR_READONLY, CALENDAR];
/// Any of these allows seeing who else sees a calendar, the least first.
pub(crate) const READ_CALENDAR_ACCESS: &[Scope] = &[CALENDAR_ACLS_READONLY, CALENDAR];
/// Any of these allows asking when people are busy, the least first.
pub(crate) const READ_BUSY: &[Scope] = &[CALENDAR_FREE_BUSY, CALENDAR_READONLY, CALENDAR];

/// Any of these allows seeing every file there is, the least first.
pub(crate) const SEE_ALL_FILES: &[Scope] = &[DRIVE_METADATA_READONLY, DRIVE_READONLY, DRIVE];
/// Any of these allows looking for files. The last one, which shows our own only, is better than nothing.
pub(crate) const SEE_FILES: &[Scope] = &[DRIVE_METADATA_READONLY, DRIVE_READONLY, DRIVE, DRIVE_FILE];
/// Any of these allows reading what is in every file, the least first.
pub(crate) const READ_ALL_FILES: &[Scope] = &[DRIVE_READONLY, DRIVE];
/// This allows changing every file.
pub(crate) const CHANGE_ALL_FILES: &[Scope] = &[DRIVE];
/// Any of these allows reading what is in a file, on the same terms.
pub(crate) const READ_FILES: &[Scope] = &[DRIVE_READONLY, DRIVE, DRIVE_FILE];
/// Any of these allows changing and sharing a file, on the same terms.
pub(crate) const CHANGE_FILES: &[Scope] = &[DRIVE, DRIVE_FILE];
/// Any of these allows making files, the least first.
pub(crate) const MAKE_FILES: &[Scope] = &[DRIVE_FILE, DRIVE];
/// Any of these allows seeing which shared drives there are, the least first.
pub(crate) const SEE_DRIVES: &[Scope] = &[DRIVE_READONLY, DRIVE];

/// Any of these allows reading documents, the least first; the last one only those we made.
pub(crate) const READ_DOCUMENTS: &[Scope] =
    &[DOCUMENTS_READONLY, DRIVE_READONLY, DOCUMENTS, DRIVE, DRIVE_FILE];
/// Any of these allows writing in every document, the least first.
pub(crate) const EDIT_ALL_DOCUMENTS: &[Scope] = &[DOCUMENTS, DRIVE];
/// Any of these allows writing in documents, on the same terms.
pub(crate) const EDIT_DOCUMENTS: &[Scope] = &[DOCUMENTS, DRIVE, DRIVE_FILE];

/// Any of these allows reading every spreadsheet, the least first.
pub(crate) const READ_ALL_SHEETS: &[Scope] = &[SPREADSHEETS_READONLY, DRIVE_READONLY, SPREADSHEETS, DRIVE];
/// Any of these allows reading spreadsheets. The last one, which shows our own only, is better than nothing.
pub(crate) const READ_SHEETS: &[Scope] =
    &[SPREADSHEETS_READONLY, DRIVE_READONLY, SPREADSHEETS, DRIVE, DRIVE_FILE];
/// Any of these allows changing every spreadsheet, the least first.
pub(crate) const WRITE_ALL_SHEETS: &[Scope] = &[SPREADSHEETS, DRIVE];
/// Any of these allows changing spreadsheets, on the same terms.
pub(crate) const WRITE_SHEETS: &[Scope] = &[SPREADSHEETS, DRIVE, DRIVE_FILE];

/// Reading, in all five services.
const READ_ONLY: &[Scope] =
    &[GMAIL_READONLY, CALENDAR_READONLY, DRIVE_READONLY, DOCUMENTS_READONLY, SPREADSHEETS_READONLY];

/// What Google allows by a code on another device. Sources disagree on more; the configuration can say so.
pub const BY_DEVICE: [&str; 4] = ["openid", "email", "profile", "https://www.googleapis.com/auth/drive.file"];

/// Asked for with every sign-in, to learn whose account it is.
pub(crate) const WHO_IT_IS: &[Scope] = &[Scope("openid"), Scope("email")];

/// The fewest scopes that satisfy `needs` beyond what is granted already.
pub(crate) fn lacking(needs: &[Vec<String>], granted: &BTreeSet<String>) -> BTreeSet<String> {
    needs
        .iter()
        .filter(|any| !any.iter().any(|scope| granted.contains(scope)))
        .filter_map(|any| any.first().cloned())
        .collect()
}

/// What to ask for. Where everything needed is granted and yet did not do, that is the first, fullest one of each need.
pub(crate) fn wanted(needs: &[Vec<String>], granted: &BTreeSet<String>) -> BTreeSet<String> {
    let lacking = lacking(needs, granted);
    if !lacking.is_empty() {
        return lacking;
    }
    needs.iter().filter_map(|any| any.first()).filter(|scope| !granted.contains(*scope)).cloned().collect()
}

/// What somebody is asked for who connects without anything particular to do: to read, unless the configuration says
/// otherwise.
pub(crate) fn by_itself(configured: &BTreeSet<String>) -> BTreeSet<String> {
    let mut scopes = configured.clone();
    if scopes.is_empty() {
        scopes.extend(READ_ONLY.iter().map(|scope| scope.0.to_owned()));
    }
    scopes.extend(WHO_IT_IS.iter().map(|scope| scope.0.to_owned()));
    scopes
}

/// What scopes allow together; those that only say who somebody is are not worth a word.
pub(crate) fn all_in_words(scopes: &BTreeSet<String>) -> Vec<String> {
    let plain = |scope: &&String| scope.contains("/auth/") && !scope.contains("/auth/userinfo.");
    scopes.iter().filter(plain).map(|scope| in_words(scope).to_owned()).collect()
}

/// Permissions, in words, that these scopes give and those held before did not.
pub(crate) fn beyond(scopes: &BTreeSet<String>, before: &BTreeSet<String>) -> Vec<String> {
    let included =
        |scope: &str| before.iter().any(|held| held == scope || narrower_than(held).contains(scope));
    all_in_words(&scopes.iter().filter(|scope| !included(scope)).cloned().collect())
}

/// Each allows less than the one after it. The scope for the files we made ourselves is in no such order: it shows
/// others, not fewer.
const NARROWER: &[(Scope, Scope)] = &[
    (GMAIL_LABELS, GMAIL_READONLY),
    (GMAIL_READONLY, GMAIL_MODIFY),
    (GMAIL_COMPOSE, GMAIL_MODIFY),
    (CALENDAR_EVENTS_READONLY, CALENDAR_EVENTS),
    (CALENDAR_EVENTS_READONLY, CALENDAR_READONLY),
    (CALENDAR_LIST_READONLY, CALENDAR_READONLY),
    (CALENDAR_SETTINGS_READONLY, CALENDAR_READONLY),
    (CALENDAR_FREE_BUSY, CALENDAR_READONLY),
    (CALENDAR_ACLS_READONLY, CALENDAR),
    (CALENDAR_READONLY, CALENDAR),
    (CALENDAR_EVENTS, CALENDAR),
    (DRIVE_METADATA_READONLY, DRIVE_READONLY),
    (DRIVE_READONLY, DRIVE),
    (DOCUMENTS_READONLY, DOCUMENTS),
    (DOCUMENTS_READONLY, DRIVE_READONLY),
    (DOCUMENTS, DRIVE),
    (SPREADSHEETS_READONLY, SPREADSHEETS),
    (SPREADSHEETS_READONLY, DRIVE_READONLY),
    (SPREADSHEETS, DRIVE),
];

/// Every scope that allows less than this one.
pub(crate) fn narrower_than(scope: &str) -> BTreeSet<&'static str> {
    let next = NARROWER.iter().filter(|(_, wider)| wider.0 == scope).map(|(narrower, _)| narrower.0);
    next.flat_map(|narrower| narrower_than(narrower).into_iter().chain([narrower])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_alternatives_begins_with_none_that_a_later_one_undercuts() {
        for any_of in [
            READ_MAIL,
            SEND_MAIL,
            FILE_MAIL,
            SEE_LABELS,
            MAKE_LABELS,
            READ_EVENTS,
            WRITE_EVENTS,
            READ_CALENDARS,
            READ_CALENDAR_SETTINGS,
            READ_CALENDAR_ACCESS,
            READ_BUSY,
            SEE_ALL_FILES,
            SEE_FILES,
            READ_FILES,
            CHANGE_FILES,
            MAKE_FILES,
            SEE_DRIVES,
            READ_DOCUMENTS,
            EDIT_DOCUMENTS,
            READ_ALL_SHEETS,
            READ_SHEETS,
            WRITE_SHEETS,
        ] {
            let narrower = narrower_than(any_of[0].0);
            assert!(any_of.iter().all(|scope| !narrower.contains(scope.0)), "{any_of:?}");
        }
    }

    fn needs() -> Vec<Vec<String>> {
        [SEND_MAIL, READ_MAIL].map(|any| any.iter().map(|scope| scope.0.to_owned()).collect()).to_vec()
    }

    #[test]
    fn only_what_was_not_allowed_before_is_called_new() {
        let of =
            |scopes: &[Scope]| -> BTreeSet<String> { scopes.iter().map(|one| one.0.to_owned()).collect() };
        let before = of(&[GMAIL_MODIFY, CALENDAR_EVENTS_READONLY, WHO_IT_IS[0]]);
        assert!(beyond(&before, &before).is_empty());
        let narrower = of(&[GMAIL_MODIFY, GMAIL_READONLY, WHO_IT_IS[1]]);
        assert!(beyond(&narrower, &before).is_empty(), "gmail.modify allows reading already");
        let more = of(&[GMAIL_MODIFY, CALENDAR_EVENTS]);
        assert_eq!(beyond(&more, &before), ["see, make and change your events"]);
    }

    #[test]
    fn what_did_not_do_is_widened_to_the_first_of_its_need() {
        let needs = [CHANGE_FILES.iter().map(|scope| scope.0.to_owned()).collect()];
        let own_files = BTreeSet::from([DRIVE_FILE.0.to_owned()]);
        assert!(lacking(&needs, &own_files).is_empty());
        assert_eq!(wanted(&needs, &own_files), [DRIVE.0.to_owned()].into());
        assert_eq!(wanted(&needs, &BTreeSet::new()), [DRIVE.0.to_owned()].into());
        assert!(wanted(&needs, &[DRIVE.0.to_owned()].into()).is_empty());
    }

    #[test]
    fn the_least_scope_is_asked_for_and_only_what_is_missing() {
        let nothing = BTreeSet::new();
        let both = BTreeSet::from([GMAIL_COMPOSE.0.to_owned(), GMAIL_READONLY.0.to_owned()]);
        assert_eq!(lacking(&needs(), &nothing), both);
        assert_eq!(
            lacking(&needs(), &[GMAIL_READONLY.0.to_owned()].into()),
            [GMAIL_COMPOSE.0.to_owned()].into()
        );
        assert!(lacking(&needs(), &[GMAIL_MODIFY.0.to_owned()].into()).is_empty());
    }
}
