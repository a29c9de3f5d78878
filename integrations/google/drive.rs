//! Drive, typed: what we ask of it and what we read of its answers.
//!
//! Knows files and who may open them, not people: whose files they are, the client was told before.

pub(crate) mod change_file;
mod content;
mod create_file;
mod exporting;
pub(crate) mod file;
mod finding;
pub(crate) mod handle;
mod leaving;
mod permission;
mod place;
pub(crate) mod query;
pub(crate) mod routes;
pub(crate) mod share_file;
pub(crate) mod source;
pub(crate) mod subject;
mod turns;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kernel::ports::Clock;
use kernel::{Code, Failure, Label, Scope};
use serde_json::{Value, json};

use crate::api::{Api, Ask, Id, Route, Trouble};
use crate::json::google_json;
use file::FIELDS;

pub(crate) use change_file::{Back, Change, Folder, What};
pub(crate) use create_file::{Found, IN_DOUBT, Mark, call_strange};
pub(crate) use file::{File, Row, zone_of};
pub(crate) use handle::{Called, Handle};
pub(crate) use leaving::{Format, Leaving};
pub(crate) use permission::{Grantee, Notice, Permission, Role, everybody};
pub(crate) use place::Place;
pub(crate) use query::{Query, Type};
pub(crate) use share_file::{Given, Sharing, from_above, shareable};
pub(crate) use source::{ANY_TYPE, Source, plain_type};
pub(crate) use subject::{Subject, reader_sinks};
pub(crate) use turns::Turns;
pub(crate) use upload::Upload;

/// The files of one account.
#[derive(Clone)]
pub(crate) struct Drive {
    api: Api,
    /// Reads documents that are too large to be exported.
    docs: Api,
    clock: Arc<dyn Clock>,
    /// Changes of one file's sharing wait for each other.
    turns: Arc<Turns>,
}

google_json! {
    /// A page of a list.
    Page {
        files: Vec<File>,
        next_page_token: Option<String>,
        /// Drive gave up before it had looked everywhere.
        incomplete_search: bool,
    }
}

impl Page {
    /// The label of all that is listed.
    pub(crate) fn label(&self, through: &str, finder: &str) -> Label {
        self.files.iter().fold(Label::trusted(), |label, file| label.join(&file.label(through, finder)))
    }
}

google_json! {
    GeneratedIds { ids: Vec<String> }
    PermissionPage { permissions: Vec<Permission>, next_page_token: Option<String> }
    DrivePage { drives: Vec<SharedDrive> }

    /// A drive that belongs to nobody.
    SharedDrive { id: String, name: String }
}

/// Old links open nothing without it.
const RESOURCE_KEYS: &str = "X-Goog-Drive-Resource-Keys";
const ALL_DRIVES: (&str, &str) = ("supportsAllDrives", "true");
/// Who can open a file is listed in full up to here; more are not looked at by anybody.
const PERMISSION_PAGES: usize = 5;
/// Files take longer than words.
const TRANSFER: Duration = Duration::from_mins(2);

impl Drive {
    pub(crate) fn new(api: Api, docs: Api, clock: Arc<dyn Clock>, turns: Arc<Turns>) -> Self {
        Self { api, docs, clock, turns }
    }

    /// Whether any one of these is granted.
    pub(crate) async fn sees(&self, any_of: &[Scope]) -> bool {
        self.api.allows(any_of).await
    }

    /// `order` is one of Drive's own; a query that looks inside files goes by relevance instead.
    pub(crate) async fn list(
        &self,
        query: &Query,
        order: &str,
        limit: u32,
        page: Option<&str>,
    ) -> Result<Page, Trouble> {
        let ask = Ask::to(&routes::FILES_LIST)
            .with("q", query.text())
            .with("corpora", "allDrives")
            .with("includeItemsFromAllDrives", "true")
            .with(ALL_DRIVES.0, ALL_DRIVES.1)
            .with("pageSize", limit.to_string())
            .with_some("orderBy", query.can_be_sorted().then_some(order))
            .with_some("pageToken", page)
            .only(&["nextPageToken", "incompleteSearch", &format!("files({})", FIELDS.join(","))]);
        self.api.ask(&ask).await
    }

    pub(crate) async fn get(&self, handle: &Handle) -> Result<File, Trouble> {
        let ask = asked(&routes::FILES_GET, handle).only(FIELDS);
        let mut file: File = self.api.ask(&ask).await?;
        // What is in a shared drive names nobody here.
        if file.permissions.is_none() && file.drive_id.is_some() {
            file.permissions = self.readers(handle).await?;
        }
        Ok(file)
    }

    /// Who can open a file; nothing where the person may not know.
    async fn readers(&self, handle: &Handle) -> Result<Option<Vec<Permission>>, Trouble> {
        match self.permissions(handle).await {
            Ok(permissions) => Ok(Some(permissions)),
            Err(Trouble::Refused(failure)) if failure.code == Code::NotAvailable => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    pub(crate) async fn permissions(&self, handle: &Handle) -> Result<Vec<Permission>, Trouble> {
        let (mut all, mut next): (Vec<Permission>, Option<String>) = (Vec::new(), None);
        for _ in 0..PERMISSION_PAGES {
            let ask = asked(&routes::PERMISSIONS_LIST, handle)
                .with("pageSize", "100")
                .with_some("pageToken", next)
                .only(&[
                    "nextPageToken",
                    "permissions(id,type,role,emailAddress,domain,displayName,expirationTime,\
                     permissionDetails(inherited))",
                ]);
            let page: PermissionPage = self.api.ask(&ask).await?;
            all.extend(page.permissions);
            next = page.next_page_token;
            if next.is_none() {
                break;
            }
        }
        Ok(all)
    }

    /// A new permission. Asked once only: it may send mail.
    pub(crate) async fn permit(&self, handle: &Handle, body: Value, notice: &Notice) -> Result<(), Trouble> {
        let (mail, message) = match notice {
            Notice::NotPossible => (None, None),
            Notice::Silent => (Some("false"), None),
            Notice::Mail { message } => (Some("true"), message.as_deref()),
        };
        let ask = asked(&routes::PERMISSIONS_CREATE, handle)
            .with_some("sendNotificationEmail", mail)
            .with_some("emailMessage", message)
            .json(body)
            .only(&["id"]);
        self.api.tell(&ask).await
    }

    /// Another role or another end for a permission that is there.
    pub(crate) async fn permit_differently(
        &self,
        handle: &Handle,
        permission: &Id,
        body: Value,
    ) -> Result<(), Trouble> {
        let ends = body.get("expirationTime").is_some();
        let ask = asked(&routes::PERMISSIONS_UPDATE, handle)
            .at(permission)
            .with_some("removeExpiration", (!ends).then_some("true"))
            .json(body)
            .only(&["id"])
            .repeatable();
        self.api.tell(&ask).await
    }

    pub(crate) async fn forbid(&self, handle: &Handle, permission: &Id) -> Result<(), Trouble> {
        let ask = asked(&routes::PERMISSIONS_DELETE, handle).at(permission).repeatable();
        self.api.tell(&ask).await
    }

    /// Sets a name or whether it lies in the bin.
    pub(crate) async fn set(&self, handle: &Handle, body: Value) -> Result<(), Trouble> {
        let ask = asked(&routes::FILES_UPDATE, handle).json(body).only(&["id"]).repeatable();
        self.api.tell(&ask).await
    }

    pub(crate) async fn move_to(&self, handle: &Handle, from: &str, to: &str) -> Result<(), Trouble> {
        let ask = asked(&routes::FILES_UPDATE, handle)
            .with("addParents", to)
            .with("removeParents", from)
            .json(json!({}))
            .only(&["id"])
            .repeatable();
        self.api.tell(&ask).await
    }

    /// Asked once only: a second one would be a second copy.
    pub(crate) async fn copy(&self, handle: &Handle, body: Value) -> Result<File, Trouble> {
        let ask = asked(&routes::FILES_COPY, handle).json(body).within(TRANSFER).only(FIELDS);
        self.api.ask(&ask).await
    }

    /// A file with nothing in it. Asked once only: a second one would be a second file.
    pub(crate) async fn make(&self, metadata: Value) -> Result<File, Trouble> {
        let ask = Ask::to(&routes::FILES_CREATE).with(ALL_DRIVES.0, ALL_DRIVES.1).json(metadata).only(FIELDS);
        self.api.ask(&ask).await
    }

    /// An id for a file that is yet to be made, so that it can be recognised.
    pub(crate) async fn new_id(&self) -> Result<String, Failure> {
        let ask = Ask::to(&routes::GENERATE_IDS).with("count", "1").with("space", "drive").only(&["ids"]);
        let generated: GeneratedIds = self.api.ask(&ask).await?;
        generated.ids.into_iter().next().ok_or_else(|| {
            Failure::person(Code::NotAvailable, "Drive gave no id for a new file. Try again in a minute.")
        })
    }

    /// The shared drives there are; nothing where we may not know.
    pub(crate) async fn shared_drives(&self) -> Result<Option<Vec<SharedDrive>>, Trouble> {
        let ask = Ask::to(&routes::DRIVES_LIST).with("pageSize", "100").only(&["drives(id,name)"]);
        match self.api.ask::<DrivePage>(&ask).await {
            Ok(page) => Ok(Some(page.drives)),
            Err(Trouble::Refused(failure)) if failure.code == Code::ScopeMissing => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// What is in a file that is none of Google's own kinds.
    pub(crate) async fn content(&self, handle: &Handle, at_most: usize) -> Result<Bytes, Trouble> {
        let ask = asked(&routes::FILES_CONTENT, handle).with("alt", "media").within(TRANSFER);
        self.api.fetch(&ask, at_most).await
    }

    /// A document as Docs knows it, with all its tabs.
    async fn document(&self, handle: &Handle) -> Result<Value, Trouble> {
        let ask = keyed(Ask::to(&routes::DOCUMENTS_GET).at(handle), handle)
            .with("includeTabsContent", "true")
            .within(TRANSFER)
            .only(&["tabs"]);
        self.docs.ask(&ask).await
    }
}

/// Asks something about a file, wherever it lies.
fn asked<'a>(route: &'static Route, handle: &'a Handle) -> Ask<'a> {
    keyed(Ask::to(route).at(handle), handle).with(ALL_DRIVES.0, ALL_DRIVES.1)
}

pub(crate) fn keyed<'a>(ask: Ask<'a>, handle: &Handle) -> Ask<'a> {
    match handle.keys() {
        Some(keys) => ask.header(RESOURCE_KEYS, keys),
        None => ask,
    }
}
