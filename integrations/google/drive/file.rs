//! A file as Drive describes it: only what we read of it.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Failure, Integrity, Label, Person, Readers};
use serde::Serialize;

use super::handle::Handle;
use super::permission::Permission;
use crate::gmail::visible_line;
use crate::json::google_json;

pub(crate) const FOLDER: &str = "application/vnd.google-apps.folder";
pub(crate) const SHORTCUT: &str = "application/vnd.google-apps.shortcut";

/// Google's own kinds of files.
pub(crate) mod kind {
    pub(crate) const DOCUMENT: &str = "application/vnd.google-apps.document";
    pub(crate) const SPREADSHEET: &str = "application/vnd.google-apps.spreadsheet";
    pub(crate) const PRESENTATION: &str = "application/vnd.google-apps.presentation";
    pub(crate) const FORM: &str = "application/vnd.google-apps.form";
    pub(crate) const DRAWING: &str = "application/vnd.google-apps.drawing";
}

/// The kinds of other programs.
const OTHER_SPREADSHEETS: [&str; 4] = [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.spreadsheet-template",
];

/// Noted on what we keep for somebody and a stranger may have written: who owns it says nothing then.
pub(super) const STRANGE: &str = "countersignStrange";

/// What is asked for of every file.
pub(super) const FIELDS: &[&str] = &[
    "id",
    "name",
    "mimeType",
    "modifiedTime",
    "size",
    "parents",
    "driveId",
    "webViewLink",
    "owners(emailAddress)",
    "trashed",
    "shared",
    "isAppAuthorized",
    "resourceKey",
    "appProperties",
    "shortcutDetails(targetId,targetResourceKey)",
    "permissions(id,type,role,emailAddress,domain,displayName,expirationTime,permissionDetails(inherited))",
];

google_json! {
    #[derive(PartialEq, Eq)]
    File {
        id: String,
        name: String,
        mime_type: String,
        modified_time: String,
        /// Bytes, in digits; Google's own kinds have none.
        size: Option<String>,
        parents: Vec<String>,
        drive_id: Option<String>,
        web_view_link: String,
        owners: Vec<User>,
        trashed: bool,
        shared: bool,
        /// Whether we made it, or were given it by itself.
        is_app_authorized: bool,
        resource_key: Option<String>,
        shortcut_details: Option<Shortcut>,
        /// Our notes on it.
        app_properties: BTreeMap<String, String>,
        /// None where Drive does not say: in shared drives, and to those who may not share it.
        permissions: Option<Vec<Permission>>,
    }

    #[derive(PartialEq, Eq)]
    User { email_address: String }

    /// The target of a shortcut.
    #[derive(PartialEq, Eq)]
    Shortcut {
        #[serde(rename = "targetId")] id: String,
        #[serde(rename = "targetResourceKey")] key: Option<String>,
    }
}

/// A file in a list, as the model gets it.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    modified: String,
    owner: Option<String>,
    size: Option<u64>,
    in_shared_drive: bool,
    shared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortcut_to: Option<String>,
    link: String,
}

impl File {
    pub(crate) fn handle(&self) -> Result<Handle, Failure> {
        Handle::new(&self.id, self.resource_key.as_deref())
    }

    /// Its name as a person sees it: it may be a stranger's.
    pub(crate) fn title(&self) -> String {
        visible_line(&self.name)
    }

    pub(crate) fn is_folder(&self) -> bool {
        self.mime_type == FOLDER
    }

    /// Whether formulas can work in it.
    pub(crate) fn is_spreadsheet(&self) -> bool {
        self.mime_type == kind::SPREADSHEET || OTHER_SPREADSHEETS.contains(&self.mime_type.as_str())
    }

    pub(crate) fn bytes(&self) -> Option<u64> {
        self.size.as_ref()?.parse().ok()
    }

    pub(crate) fn owner(&self) -> Option<&str> {
        self.owners.first().map(|owner| owner.email_address.as_str()).filter(|address| !address.is_empty())
    }

    /// What it is, in words.
    pub(crate) fn kind(&self) -> String {
        match self.mime_type.as_str() {
            kind::DOCUMENT => "Google Doc",
            kind::SPREADSHEET => "Google Sheet",
            kind::PRESENTATION => "Google Slides",
            kind::FORM => "Google Form",
            kind::DRAWING => "Google Drawing",
            FOLDER => "folder",
            SHORTCUT => "shortcut",
            "application/pdf" => "PDF",
            other => return visible_line(other),
        }
        .to_owned()
    }

    pub(crate) fn row(&self, person: &Person) -> Row {
        Row {
            id: self.id.clone(),
            name: self.title(),
            kind: self.kind(),
            modified: when(&self.modified_time, person),
            owner: self.owner().map(visible_line),
            size: self.bytes(),
            in_shared_drive: self.drive_id.is_some(),
            shared: self.shared || self.drive_id.is_some(),
            shortcut_to: self.shortcut_details.as_ref().map(|shortcut| shortcut.id.clone()),
            link: self.web_view_link.clone(),
        }
    }

    /// The label of what it says: read by its owner, by those it is shared with, and by whoever found it.
    pub(crate) fn label(&self, through: &str, finder: &str) -> Label {
        let title = self.title();
        Label::stranger(through, format!("file “{title}”"))
            .called([title])
            .by(self.owner().map(str::to_owned))
            .read_by(self.readers(finder))
            .believed(self.integrity(finder, &["reader", "commenter"]))
    }

    /// The same with what was remarked on it: whoever may comment has written there too, and whoever has only the link
    /// need not see it.
    pub(crate) fn label_with_remarks(&self, through: &str, finder: &str) -> Label {
        let label = self.label(through, finder).read_by(self.named_readers(finder));
        label.believed(self.integrity(finder, &["reader"]))
    }

    /// Whether somebody outside may have written what it says.
    pub(crate) fn is_strange(&self, finder: &str) -> bool {
        self.integrity(finder, &["reader", "commenter"]) < Integrity::Org
    }

    /// Somebody of the same company wrote it if nobody else could; with these rights nobody writes.
    fn integrity(&self, finder: &str, silent: &[&str]) -> Integrity {
        let ours = |address: &str| {
            let domain = |address: &str| address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
            address.contains('@') && domain(address) == domain(finder)
        };
        let can_write = |one: &&Permission| !silent.contains(&one.role.as_str());
        let writers = self.permissions.as_deref().map(|all| all.iter().filter(can_write));
        let all_ours = writers.is_some_and(|mut writers| writers.all(|one| one.address().is_some_and(ours)));
        let saved = self.app_properties.contains_key(STRANGE);
        if !saved && all_ours && self.owner().is_some_and(ours) {
            Integrity::Org
        } else {
            Integrity::External
        }
    }

    /// Crowds whose members are not known to us count for nobody.
    fn readers(&self, finder: &str) -> Readers {
        let mut permissions = self.permissions.iter().flatten();
        if permissions.any(Permission::is_for_anyone) {
            Readers::Everybody
        } else {
            self.named_readers(finder)
        }
    }

    /// Those whom somebody has let in by name.
    pub(crate) fn named_readers(&self, finder: &str) -> Readers {
        let named = self.permissions.iter().flatten().filter_map(Permission::address);
        let people: BTreeSet<String> =
            named.chain(self.owner()).chain([finder]).map(str::to_ascii_lowercase).collect();
        Readers::Only(people)
    }
}

/// A time of Drive's where the person is, with its offset.
pub(crate) fn when(time: &str, person: &Person) -> String {
    let Ok(instant) = time.parse::<jiff::Timestamp>() else { return visible_line(time) };
    let zone = person.zone.as_deref().and_then(|zone| jiff::tz::TimeZone::get(zone).ok());
    let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
    instant.to_zoned(zone).strftime("%Y-%m-%d %H:%M %:z").to_string()
}

/// The IANA name of where the person is.
pub(crate) fn zone_of(person: &Person) -> &str {
    person.zone.as_deref().unwrap_or("UTC")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ana;

    #[test]
    fn times_are_shown_where_the_person_is() {
        let mut person = ana();
        assert_eq!(when("2026-11-14T08:30:00.123Z", &person), "2026-11-14 08:30 +00:00");
        person.zone = Some("Europe/Berlin".to_owned());
        assert_eq!(when("2026-11-14T08:30:00.123Z", &person), "2026-11-14 09:30 +01:00");
    }

    #[test]
    fn readers_are_those_drive_names_and_nobody_else() {
        let permission = |kind: &str, address: &str| Permission {
            kind: kind.to_owned(),
            email_address: Some(address.to_owned()).filter(|address| !address.is_empty()),
            ..Permission::default()
        };
        let owners = vec![User { email_address: "Ben@example.com".into() }];
        let mut file = File { owners, ..File::default() };
        let only = |people: &[&str]| Readers::Only(people.iter().map(|one| (*one).to_owned()).collect());
        assert_eq!(file.readers("ana@example.com"), only(&["ana@example.com", "ben@example.com"]));
        file.permissions = Some(vec![permission("user", "eve@example.com"), permission("domain", "")]);
        assert_eq!(
            file.readers("ana@example.com"),
            only(&["ana@example.com", "ben@example.com", "eve@example.com"])
        );
        file.permissions = Some(vec![permission("anyone", "")]);
        assert_eq!(file.readers("ana@example.com"), Readers::Everybody);
    }

    #[test]
    fn whatever_somebody_outside_may_have_written_is_a_strangers() {
        let permission = |role: &str, address: &str| Permission {
            kind: "user".to_owned(),
            role: role.to_owned(),
            email_address: Some(address.to_owned()),
            ..Permission::default()
        };
        let owners = vec![User { email_address: "ana@example.com".into() }];
        let own = vec![permission("owner", "ana@example.com"), permission("writer", "ben@example.com")];
        let mut file = File { owners, permissions: Some(own), ..File::default() };
        let believed = |file: &File| {
            let labels = [
                file.label("docs.read", "ana@example.com"),
                file.label_with_remarks("docs.comments", "ana@example.com"),
            ];
            labels.map(|label| label.integrity)
        };
        assert_eq!(believed(&file), [Integrity::Org, Integrity::Org]);
        file.permissions.as_mut().unwrap().push(permission("commenter", "eve@else.example"));
        assert_eq!(believed(&file), [Integrity::Org, Integrity::External], "a remark may be hers");
        file.permissions.as_mut().unwrap().pop();
        file.app_properties = [(STRANGE.to_owned(), "yes".to_owned())].into();
        assert_eq!(believed(&file), [Integrity::External, Integrity::External], "it was saved from a mail");
    }
}
